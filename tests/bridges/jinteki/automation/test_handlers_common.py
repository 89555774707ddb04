"""The handlers for both sides, each where it applies and where it does not, and their order."""

import pytest

from tests.bridges.jinteki.automation.positions import AutomatedMatch, rezzed, run_now
from turnwright.bridges.jinteki.automation import (
    HANDLERS,
    Strategy,
    decide,
    play_run,
    read_situation,
)

BOTH = ("corp", "runner")


def running(server="HQ", **how):
    p = AutomatedMatch(**how)
    p.send("runner", "run", server=server)
    return p


def test_the_order_is_that_of_the_document():
    assert [name for name in HANDLERS if name != "corp-fire-if-asked"] == [
        "force-mode",
        "opponent-wait",
        "corp-rez-strategy",
        "corp-fire-unbroken",
        "corp-rez-decision",
        "corp-fire-decision",
        "corp-all-subs-resolved",
        "corp-waiting-after-subs-fired",
        "paid-ability-window",
        "runner-approach-ice",
        "runner-tactics",
        "runner-full-break",
        "runner-encounter-ice",
        "runner-pass-broken-ice",
        "runner-pass-fired-ice",
        "waiting-for-opponent",
        "real-decision",
        "events",
        "access-display",
        "auto-choice",
        "recently-passed-in-log",
        "auto-continue",
        "run-complete",
        "no-run",
    ]
    names = list(HANDLERS)
    assert names.index("corp-fire-if-asked") == names.index("corp-fire-unbroken") + 1


# --- 0 force --------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", BOTH)
def test_force_passes_without_looking(side):
    p = running(ices={"hq": ["Tithe"]})
    p.passes("runner", "corp")
    if side == "corp":
        p.passes("runner")
    result = p.step(side, "--force")
    assert (result.status, result.action) == ("action-taken", "forced-continue")


def test_force_without_a_run():
    assert AutomatedMatch().step("runner", "--force").status == "run-complete"


def test_force_does_not_deadlock_with_strict_priority():
    p = running()
    result = p.loop("runner", "--force")
    assert result.status == "waiting-for-opponent"
    assert result.data["command"] == "continue"
    assert result.warnings == (
        "--force passes without looking. Use it only in tests of two programs.",
    )


def test_two_forced_seats_get_through_a_run():
    p = AutomatedMatch(ices={"hq": ["Tithe"]}, priority="engine")
    p.send("runner", "run", server="HQ")
    while p.at[0] != "success":
        assert p.step("runner", "--force").action == "forced-continue"
    assert p.at == ("success", 0, False)


def test_two_forced_seats_finish_a_run_with_an_access():
    """A question is not passed: the only choice is taken."""
    p = running(hq=["Offworld Office"])
    for automation in (p.corp, p.runner):
        automation.strategy = Strategy(force=True)
    assert run_now(play_run(p.corp, p.runner)).result.status == "run-complete"
    assert p.log()[-1] == "Runner steals Offworld Office and gains 2 agenda points"


def test_force_stops_at_a_real_choice():
    p = running("Server 1", roots={"remote1": [rezzed("Anoetic Void")]}, hq=["Hedge Fund"] * 3)
    p.passes("runner", "corp", "runner", "corp")
    assert p.step("corp", "--force").status == "decision-required"
    assert p.step("runner", "--force").status == "waiting-for-opponent"


# --- 1 WAIT ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", BOTH)
def test_the_opponent_has_asked_to_wait(side):
    other = BOTH[1 - BOTH.index(side)]
    p = running()
    p.send(other, "indicate-action")
    step = p.would(side)
    assert (step.by, step.result.status) == ("opponent-wait", "waiting-for-opponent")
    assert p.would(other).by != "opponent-wait"


# --- 1.8 paid ability windows ---------------------------------------------------------------------


def test_after_an_own_pass_nothing_is_sent():
    p = running()
    p.passes("runner")
    step = p.would("runner")
    assert step.by == "paid-ability-window"
    assert step.result.status == "waiting-for-opponent-paid-abilities"
    assert step.result.data == {"phase": "initiation", "we_passed": True}
    assert p.would("corp").by == "auto-continue"


# --- 3 waiting and decisions ----------------------------------------------------------------------


def test_the_corp_does_not_go_first():
    assert running().would("corp").by == "waiting-for-opponent"


def test_the_corp_waits_while_cards_are_accessed():
    p = running()
    p.passes("runner", "corp", "runner", "corp")
    step = p.would("corp")
    assert (step.by, step.result.reason) == ("waiting-for-opponent", "the Runner accesses cards")


def test_a_waiting_prompt_is_waited_for():
    p = running("Server 1", roots={"remote1": [rezzed("Anoetic Void")]}, hq=["Hedge Fund"] * 3)
    p.passes("runner", "corp", "runner", "corp")
    assert p.prompt("runner")["prompt-type"] == "waiting"
    step = p.would("runner")
    assert (step.by, step.result.status) == ("waiting-for-opponent", "waiting-for-opponent")
    step = p.would("corp")
    assert (step.by, step.result.data["choices"]) == ("real-decision", ["Yes", "No"])


def test_an_own_question_comes_before_waiting():
    """The Runner has passed and is asked by Manegarm Skunkworks: a decision, not a window."""
    p = running("Server 1", roots={"remote1": [rezzed("Manegarm Skunkworks")]})
    p.passes("runner", "corp", "runner", "corp")
    step = p.would("runner")
    assert step.by == "real-decision"
    assert "End the run" in step.result.data["choices"]


# --- 4 events -------------------------------------------------------------------------------------


def test_a_rez_stops_the_runner_once():
    p = running(ices={"hq": ["Tithe"]})
    p.passes("runner", "corp")
    p.rez("Tithe")
    result = p.step("runner")
    assert result.status == "ice-rezzed"
    assert result.data["event"] == "Corp pays 1 [Credits] to rez Tithe protecting HQ at position 0."
    assert p.step("runner").action == "sent-continue"


def test_own_actions_are_not_events():
    p = running(ices={"hq": ["Tithe"]})
    p.passes("runner", "corp")
    p.rez("Tithe")
    p.passes("runner")
    assert p.would("corp").by == "auto-continue"


def test_there_are_no_events_after_the_run():
    p = running(ices={"hq": [rezzed("Palisade")]})
    p.passes("runner", "corp", "runner", "corp")
    assert p.step("runner").status == "fire-decision-required"
    p.fire()
    assert p.step("runner").status == "run-complete"


@pytest.mark.parametrize("flags", [("--full-break",), ("--tank-all",)])
def test_flags_that_decide_prevent_stops(flags):
    p = running(ices={"hq": ["Tithe"]})
    p.passes("runner", "corp")
    p.rez("Tithe")
    assert p.would("runner", *flags).by == "auto-continue"


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("Corp pays 1 [Credits] to rez Tithe protecting HQ at position 0.", "ice-rezzed"),
        ('Corp resolves 2 unbroken subroutines on Tithe ("x").', "subs-fired"),
        ("Corp uses Tithe to do 1 net damage.", "tag-or-damage"),
        ("Corp uses Ping to give the Runner 1 tag.", "tag-or-damage"),
        ("Corp uses Spin Doctor to draw 2 cards.", "ability-used"),
        ("Corp plays Foxfire.", None),
        ("Corp derezzes Tithe.", None),
        ("Corp looks at Donut Taganes.", None),
        ("Corp has no further action.", None),
        ("Runner uses Leech to give -1 strength.", None),
    ],
)
def test_which_lines_are_events(line, status):
    p = running()
    p.passes("runner", "corp")
    state = {**p.runner.state, "log": [*p.runner.state["log"], {"text": line}]}
    result = decide(read_situation(state, "runner", Strategy(), p.runner.memory)).result
    assert result.status == (status or "action-taken")


# --- 5 access, single choices ---------------------------------------------------------------------


def test_accesses_are_remembered_without_a_decision():
    p = running(hq=["Offworld Office"])
    p.passes("runner", "corp", "runner", "corp")
    step = p.would("runner")
    assert step.by == "auto-choice"
    assert "access-display" in step.passed
    assert p.step("runner").data["choice"] == "Steal"
    assert p.step("runner").data["accessed"] == ["You accessed Offworld Office."]


def test_an_access_is_remembered_once():
    p = running("Server 1", roots={"remote1": ["Nico Campaign"]})
    p.passes("runner", "corp", "runner", "corp")
    p.step("runner")
    p.step("runner")
    p.press("runner", "No action")
    assert p.step("runner").data["accessed"] == ["You accessed Nico Campaign."]


def test_two_choices_are_not_made_automatically():
    p = running("Server 1", roots={"remote1": ["Nico Campaign"]})
    p.passes("runner", "corp", "runner", "corp")
    assert p.would("runner").by == "real-decision"


def test_a_button_beside_done_is_left_to_its_owner():
    """Neither two real choices nor a single one: still a question that only its owner can answer."""
    p = running(ices={"hq": [rezzed("Palisade")]}, programs=["Cleaver"])
    p.passes("runner", "corp", "runner", "corp")
    p.send("runner", "ability", card={"cid": p.find("Cleaver")["cid"]}, ability=0)
    assert p.buttons("runner") == ["End the run", "Done"]
    step = p.would("runner")
    assert (step.by, step.result.status) == ("fallback", "decision-required")


# --- 5.5 the log tells of a pass ------------------------------------------------------------------


def test_a_pass_that_only_the_log_shows():
    """Ice was derezzed during the encounter: no other handler applies."""
    p = running(ices={"hq": [rezzed("Tithe")]})
    p.passes("runner", "corp", "runner", "corp")
    ice = {**p.runner.state["encounters"]["ice"], "rezzed": None}
    state = {**p.runner.state, "encounters": {"ice": ice}}
    assert (
        decide(read_situation(state, "runner", Strategy(), p.runner.memory)).by == "auto-continue"
    )
    state["log"] = [*state["log"], {"text": "Runner has no further action."}]
    step = decide(read_situation(state, "runner", Strategy(), p.runner.memory))
    assert step.by == "recently-passed-in-log"
    assert step.result.status == "waiting-for-opponent-paid-abilities"


def test_an_old_pass_does_not_count():
    """The Runner's pass in an encounter is still in the log when the next window opens."""
    p = running(ices={"hq": [rezzed("Tithe")]}, programs=["Carmen"])
    p.passes("runner", "corp", "runner", "corp")
    p.uses("Carmen")
    p.passes("corp")
    assert "Runner has no further action" in p.log()[-3:]
    assert p.would("runner", "--full-break").by == "auto-continue"


# --- 6, 7, 8 --------------------------------------------------------------------------------------


def test_empty_windows_are_passed():
    p = running()
    result = p.step("runner")
    assert (result.action, p.at) == ("sent-continue", ("initiation", 0, "runner"))
    result = p.step("corp")
    assert (result.action, p.at) == ("sent-continue", ("movement", 0, False))


def test_the_end_of_a_run_and_no_run_at_all():
    p = running()
    assert p.would("runner").by == "auto-continue"
    p.step("runner")
    p.passes("corp")
    p.send("runner", "jack-out")
    assert p.step("runner").status == "run-complete"
    assert p.step("runner").status == "no-run"
    assert p.step("corp").status == "no-run"  # it has never looked at the run


def test_the_end_of_the_game():
    p = running(ices={"hq": [rezzed("Tithe")]}, grip=[])
    p.passes("runner", "corp", "runner", "corp")
    p.fire()
    for side in BOTH:
        result = p.step(side)
        assert result.status == "game-over"
        assert result.data == {"winner": "corp", "reason": "Flatline"}


# --- the trace ------------------------------------------------------------------------------------


def test_the_trace_tells_who_was_asked_and_who_decided():
    p = running(ices={"hq": ["Tithe"]})
    p.passes("runner", "corp")
    p.step("runner")
    step = p.runner.trace[-1]
    assert (step.phase, step.position, step.no_action) == ("approach-ice", 1, False)
    assert step.by == "runner-approach-ice"
    assert step.passed == tuple(list(HANDLERS)[: list(HANDLERS).index("runner-approach-ice")])
    assert p.runner.explain().startswith(
        "[runner, approach-ice at 1] runner-approach-ice: waiting-for-corp-rez: the Corp decides about "
        "the ice at position 1 (no opinion: force-mode, opponent-wait, "
    )


def test_considering_changes_nothing():
    p = running()
    cursor = p.room.cursor
    assert p.would("runner").result.commands[0].command == "continue"
    assert p.room.cursor == cursor
    assert not p.runner.trace
    run_now(p.runner.continue_run())
    assert len(p.runner.trace) == 1
