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
    assert owed(p, "corp") == owed(p, "runner") == ("runner", "answer")
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
        "cannot_jack_out": False,
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


def test_during_access_the_runner_waits_for_a_question_that_it_does_not_see():
    p = AutomatedMatch(hq=["Offworld Office"])
    p.send("runner", "run", server="HQ")
    p.passes("runner", "corp", "runner", "corp")
    assert owed(p, "runner") == ("runner", "answer")
    state = p.runner.state
    unasked = {**state, "runner": {**state["runner"], "prompt-state": {"prompt-type": "run"}}}
    del unasked["asked"]  # a key of our server, which jinteki.net does not send
    told = diagnose(unasked, "runner")
    assert (told.awaited, told.what) == ("corp", "answer")
    assert str(told) == "Corp owes an answer that this side does not see."


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
    """The Corp has missed the Runner's pass, so each side sees that the other one owes something."""
    p = AutomatedMatch()
    p.send("runner", "run", server="HQ")
    missed = p.corp.state
    p.passes("runner")
    assert str(find_deadlock(missed, p.runner.state)) == (
        "Both wait. As the Corp sees it: Runner owes the first pass in initiation. "
        "As the Runner sees it: Corp owes a pass in initiation: Runner has passed."
    )


# --- requests to wait -----------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["corp", "runner"])
def test_who_asks_to_wait_owes_an_action(side):
    """It is no deadlock: the player behind that seat has something to do."""
    p = AutomatedMatch()
    p.send("runner", "run", server="HQ")
    p.send(side, "indicate-action")
    assert owed(p, "corp") == owed(p, "runner") == (side, "action")
    played = run_now(play_run(p.corp, p.runner))
    assert (played.side, played.result.status, played.deadlock) == (side, "decision-required", None)
    assert played.result.reason == "You have asked to wait: act or pass."


def test_the_newest_request_to_wait_counts():
    p = AutomatedMatch()
    p.send("runner", "run", server="HQ")
    p.send("corp", "indicate-action")
    p.send("runner", "indicate-action")
    assert owed(p, "corp") == owed(p, "runner") == ("runner", "action")
    p.passes("runner")
    assert owed(p, "corp") == owed(p, "runner") == ("corp", "pass")


WINDOWS = [
    # who passes, the ice of HQ, and where a request to wait was made
    (["runner", "corp"], [], "initiation"),
    (["runner", "corp"], ["Tithe"], "initiation"),
    (["runner", "corp", "corp", "runner"], ["Tithe"], "approach-ice"),
    (["runner", "corp", "runner", "corp"], [rezzed("Tithe")], "approach-ice"),
    (["runner", "corp", "runner", "corp", "runner", "corp"], [rezzed("Tithe")], "encounter-ice"),
    (["runner", "corp", "corp", "runner", "runner", "corp"], ["Tithe", "Tithe"], "movement"),
]


@pytest.mark.parametrize("side", ["corp", "runner"])
@pytest.mark.parametrize(("passes", "ices", "where"), WINDOWS)
def test_a_request_to_wait_ends_with_its_phase(side, passes, ices, where):
    p = AutomatedMatch(ices={"hq": ices} if ices else None)
    p.send("runner", "run", server="HQ")
    p.passes(*passes[:-2])
    assert p.at[0] == where
    first, second = passes[-2:]
    if first != side:  # its own pass would end the request too
        p.passes(first)
        p.send(side, "indicate-action")
    else:
        p.send(side, "indicate-action")
        p.passes(first)
    p.passes(second)
    assert p.at[0] != where
    assert p.would("corp").by != "opponent-wait"
    assert p.would("runner").by != "opponent-wait"
    assert run_now(play_run(p.corp, p.runner)).deadlock is None


def test_a_request_to_wait_ends_when_its_side_acts():
    p = AutomatedMatch(ices={"hq": ["Tithe"]})
    p.send("runner", "run", server="HQ")
    p.passes("runner", "corp")
    p.send("corp", "indicate-action")
    assert owed(p, "runner") == ("corp", "action")
    p.rez("Tithe")
    assert owed(p, "runner") == owed(p, "corp") == ("runner", "pass")


@pytest.mark.parametrize("side", ["corp", "runner"])
def test_no_deadlock_if_one_side_knows_that_it_is_awaited(side):
    p = AutomatedMatch()
    p.send("runner", "run", server="HQ")
    if side == "corp":
        p.passes("runner")
    assert find_deadlock(p.corp.state, p.runner.state) is None
