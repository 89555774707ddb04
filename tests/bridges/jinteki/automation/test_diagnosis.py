"""Diagnosis: who is awaited in every window of a run, between runs, and when both wait."""

import pytest

from tests.bridges.jinteki.automation.positions import AutomatedMatch, rezzed, run_now
from turnwright.bridges.jinteki.automation import diagnose, find_deadlock, play_run


def owed(p, side):
    told = p.automation(side).diagnose()
    return told.awaited, told.what


def test_through_a_whole_run():
    p = AutomatedMatch(ices={"hq": ["Tithe"]}, hq=["Offworld Office"])
    assert owed(p, "corp") == owed(p, "runner") == ("runner", "action")
    p.send("runner", "run", server="HQ")
    assert owed(p, "corp") == owed(p, "runner") == ("runner", "pass")
    p.passes("runner")
    assert owed(p, "corp") == owed(p, "runner") == ("corp", "pass")
    p.passes("corp")
    assert owed(p, "corp") == owed(p, "runner") == ("corp", "rez-decision")
    p.rez("Tithe")
    assert owed(p, "corp") == owed(p, "runner") == ("runner", "pass")
    p.passes("runner", "corp")
    assert owed(p, "corp") == owed(p, "runner") == ("runner", "break-decision")
    p.send("runner", "system-msg", msg="indicates to fire all unbroken subroutines on Tithe")
    assert owed(p, "corp") == owed(p, "runner") == ("corp", "fire-decision")
    p.fire()
    assert owed(p, "corp") == owed(p, "runner") == ("runner", "pass")
    p.passes("runner")
    assert owed(p, "corp") == owed(p, "runner") == ("corp", "pass")
    p.passes("corp", "runner", "corp")
    assert owed(p, "corp") == ("runner", "access")
    assert owed(p, "runner") == ("runner", "answer")
    assert (
        str(p.runner.diagnose()) == "Runner owes an answer: You accessed Offworld Office. (Steal)"
    )
    p.press("runner", "Steal")
    assert owed(p, "corp") == ("runner", "action")
    assert str(p.corp.diagnose()) == "Runner has 3 clicks left."


def test_a_pass_with_unbroken_subroutines_is_the_corps_decision():
    p = AutomatedMatch(ices={"hq": [rezzed("Tithe")]})
    p.send("runner", "run", server="HQ")
    p.passes("runner", "corp", "runner", "corp", "runner")
    assert owed(p, "runner") == ("corp", "fire-decision")
    assert p.runner.diagnose().data == {
        "phase": "encounter-ice", "position": 1, "no_action": "runner", "ice": "Tithe",
    }  # fmt: skip


def test_a_pass_before_unrezzed_ice_is_the_corps_decision():
    p = AutomatedMatch(ices={"hq": ["Tithe"]})
    p.send("runner", "run", server="HQ")
    p.passes("runner", "corp", "runner")
    assert owed(p, "runner") == owed(p, "corp") == ("corp", "rez-decision")
    assert str(p.runner.diagnose()) == "Corp rezzes the ice or passes: the Runner has passed."


def test_the_opponent_owes_an_answer():
    p = AutomatedMatch(roots={"remote1": [rezzed("Anoetic Void")]}, hq=["Hedge Fund"] * 3)
    p.send("runner", "run", server="Server 1")
    p.passes("runner", "corp", "runner", "corp")
    assert owed(p, "runner") == owed(p, "corp") == ("corp", "answer")


def test_between_turns():
    p = AutomatedMatch(clicks=0)
    assert owed(p, "corp") == ("runner", "end-turn")
    p.send("runner", "end-turn")
    assert owed(p, "runner") == ("corp", "start-turn")


def test_wait_and_the_end():
    p = AutomatedMatch()
    p.send("runner", "run", server="HQ")
    p.send("corp", "indicate-action")
    assert owed(p, "runner") == ("corp", "action")
    p.send("corp", "concede")
    assert owed(p, "runner") == (None, "nothing")


def test_the_start_of_turn_window():
    state = {"active-player": "runner", "runner-phase-12": True}
    assert diagnose(state, "corp").what == "end-phase-12"


def test_a_deadlock_is_reported():
    """Both sides have asked to wait, and each waits for the other."""
    p = AutomatedMatch()
    p.send("runner", "run", server="HQ")
    p.send("corp", "indicate-action")
    p.send("runner", "indicate-action")
    played = run_now(play_run(p.corp, p.runner))
    assert played.side is None
    assert played.result.status == played.other.status == "waiting-for-opponent"
    assert str(played.deadlock) == (
        "Both wait. As the Corp sees it: Runner asked to wait and owes an action or a pass. "
        "As the Runner sees it: Corp asked to wait and owes an action or a pass."
    )


@pytest.mark.parametrize("side", ["corp", "runner"])
def test_no_deadlock_if_one_side_knows_that_it_is_awaited(side):
    p = AutomatedMatch()
    p.send("runner", "run", server="HQ")
    if side == "corp":
        p.passes("runner")
    assert find_deadlock(p.corp.state, p.runner.state) is None
