"""Known pitfalls: each once made a game hang or lost a run.

The numbers are those of the list in the reference (5.6).
"""

import pytest

from tests.bridges.jinteki.automation.positions import AutomatedMatch, card, rezzed, run_now
from turnwright.bridges.jinteki.automation import (
    Automation,
    Strategy,
    command,
    decide,
    get_current_ice,
    parse_flags,
    play_run,
    read_situation,
    runner_signaled_let_fire,
)

FIRE = "indicates to fire all unbroken subroutines on {}"


def running(server="HQ", passes=0, **how):
    p = AutomatedMatch(**how)
    p.send("runner", "run", server=server)
    for _ in range(passes):
        p.passes("runner", "corp")
    return p


def test_lesson_1_ice_is_counted_from_the_inside():
    p = running(ices={"hq": ["Palisade", "Tithe", "Whitespace"]}, passes=1)
    assert get_current_ice(p.corp.state)["title"] == "Whitespace"


def test_lesson_1_ice_installed_inward_moves_the_position():
    """Brân 1.0 installs ice behind itself: the Runner stays at the same piece."""
    p = running(ices={"hq": [rezzed("Brân 1.0")]}, hq=["Palisade"], passes=2)
    p.send("corp", "subroutine", card={"cid": p.ice["cid"]}, subroutine=0)
    p.send("corp", "select", card={"cid": p.prompt("corp")["selectable"][0]})
    assert p.at == ("encounter-ice", 2, False)
    assert [one["title"] for one in p.corp.state["corp"]["servers"]["hq"]["ices"]] == [
        "Palisade",
        "Brân 1.0",
    ]
    assert get_current_ice(p.corp.state)["title"] == "Brân 1.0"


def test_lesson_2_the_encounter_has_its_own_pass_state():
    p = running(ices={"hq": [rezzed("Tithe")]}, passes=2)
    p.passes("runner")
    assert p.run["no-action"] is False
    assert p.would("runner").by == "paid-ability-window"


def test_lesson_3_no_continue_while_waiting_for_an_answer():
    """A second continue would make the server ask twice."""
    p = running(
        "Server 1", roots={"remote1": [rezzed("Anoetic Void")]}, hq=["Hedge Fund"] * 3, passes=2
    )
    assert p.prompt("runner")["prompt-type"] == "waiting"
    for flags in ((), ("--full-break",), ("--tank-all",)):
        assert p.would("runner", *flags).result.commands == ()


@pytest.mark.parametrize("flags", [("--no-rez",), ("--rez", "Tithe"), ("--fire-if-asked",), ()])
def test_lesson_3_no_second_pass(flags):
    p = running(ices={"hq": ["Tithe"]}, passes=1, priority="engine")
    p.passes("corp")
    assert p.would("corp", *flags).result.commands == ()
    assert p.would("corp", *flags).result.status == "waiting-for-opponent-paid-abilities"


@pytest.mark.parametrize("side", ["runner", "corp"])
def test_lesson_4_the_initiation_is_passed_without_a_prompt(side):
    p = running()
    if side == "corp":
        p.passes("runner")
    state = p.automation(side).state
    state = {**state, side: {k: v for k, v in state[side].items() if k != "prompt-state"}}
    step = decide(read_situation(state, side, Strategy(), p.automation(side).memory))
    assert (step.by, step.result.action) == ("auto-continue", "sent-continue")


def abandoned(**how):
    """The Runner has passed and the Corp is gone."""
    p = running(priority="engine", **how)
    runner = Automation(p.room.seat("runner"), Strategy(self_advance=0.0))
    return p, runner


def step_alone(p, runner):
    import asyncio

    return asyncio.run(runner.auto_continue_loop(patience=0))


def test_lesson_5_an_abandoned_window_can_be_left():
    p, runner = abandoned(ices={"hq": [rezzed("Tithe")]}, passes=1)
    step_alone(p, runner)
    assert p.at == ("encounter-ice", 1, False)
    assert "self-advanced" in [one.result.action for one in runner.trace]


def test_lesson_5_but_not_where_the_corp_could_rez():
    p, runner = abandoned(ices={"hq": ["Tithe"]}, passes=1)
    p.passes("runner")
    step_alone(p, runner)
    assert p.at == ("approach-ice", 1, "runner")
    p, runner = abandoned(server="Server 1", roots={"remote1": ["Manegarm Skunkworks"]}, passes=1)
    step_alone(p, runner)
    assert p.at == ("movement", 0, "runner")  # what lies there is unknown: it might be something


def test_lesson_5_strict_priority_refuses_it():
    p = running(ices={"hq": [rezzed("Tithe")]}, passes=1)
    runner = Automation(p.room.seat("runner"), Strategy(self_advance=0.0))
    assert step_alone(p, runner).status == "waiting-for-opponent-paid-abilities"
    assert p.at == ("approach-ice", 1, "runner")


def test_lesson_6_an_event_stops_once_and_is_the_newest():
    p = running(ices={"hq": ["Tithe"], "rd": ["Tithe"]}, passes=1)
    p.rez("Tithe")
    statuses = [p.step("runner").status for _ in range(3)]
    assert statuses == ["ice-rezzed", "action-taken", "waiting-for-opponent-paid-abilities"]


def test_lesson_6_lines_before_the_run_are_not_events():
    p = AutomatedMatch(roots={"remote1": ["Nico Campaign"]}, ices={"hq": ["Tithe"]})
    p.rez("Nico Campaign")
    p.send("runner", "run", server="Archives")
    assert "rez Nico Campaign" in p.log()[-2]
    assert p.would("runner").by == "auto-continue"


def test_lesson_7_a_signal_is_not_for_the_next_ice_of_that_name():
    p = running(ices={"hq": [rezzed("Tithe"), rezzed("Tithe")]}, passes=2)
    p.send("runner", "system-msg", msg=FIRE.format("Tithe"))
    p.fire()
    p.passes("runner", "corp", "runner", "corp", "runner", "corp")
    assert p.at == ("encounter-ice", 1, False)
    assert not runner_signaled_let_fire(p.corp.state, "Tithe")
    assert p.would("corp", "--fire-if-asked").result.status == "waiting-for-runner-signal"


def test_lesson_7_a_break_cancels_a_signal():
    p = running(ices={"hq": [rezzed("Tithe")]}, programs=["Carmen"], passes=2)
    p.send("runner", "system-msg", msg=FIRE.format("Tithe"))
    p.send("runner", "ability", card={"cid": p.find("Carmen")["cid"]}, ability=0)
    p.press("runner", "Do 1 net damage")
    p.press("runner", "Done")
    assert p.broken == [True, False]
    assert p.would("corp", "--fire-unbroken").result.commands == ()


def test_lesson_7_a_pass_is_not_a_request():
    p = running(ices={"hq": [rezzed("Tithe")]}, passes=2)
    p.passes("runner")
    assert p.would("corp", "--fire-if-asked").result.status == "decision-required"
    assert p.would("corp", "--fire-unbroken").result.action == "auto-fired-subs"


def test_lesson_8_fired_subroutines_may_ask():
    p = running(ices={"hq": [rezzed("Karunā")]}, passes=2)
    p.send("runner", "system-msg", msg=FIRE.format("Karunā"))
    assert p.step("corp", "--fire-if-asked").action == "auto-fired-subs"
    step = p.would("runner", "--tank-all")  # jack out?
    assert (step.by, step.result.data["choices"]) == ("real-decision", ["Yes", "No"])
    assert p.would("corp", "--fire-if-asked").result.commands == ()


def test_lesson_8_an_encounter_may_ask_before_anything_is_broken():
    p = running(ices={"hq": [rezzed("Funhouse")]}, programs=["Unity"], passes=2)
    step = p.would("runner", "--full-break")
    assert step.by == "real-decision"
    assert step.result.data["choices"] == ["Take 1 tag", "End the run"]


def test_lesson_8_no_targets_still_need_done():
    """Send a Message is stolen, and the Corp has no ice to rez."""
    p = running(hq=["Send a Message"], passes=2)
    p.press("runner", "Steal")
    assert p.buttons("corp") == ["Done"]
    assert p.would("runner").result.status == "waiting-for-opponent"
    assert p.step("corp").data["choice"] == "Done"
    assert p.run is None


def test_lesson_9_the_last_window_is_not_skipped():
    p = running("Server 1", roots={"remote1": ["Manegarm Skunkworks", "Offworld Office"]}, passes=1)
    p.passes("runner")
    step = p.would("corp", "--fire-if-asked")
    assert (step.by, step.result.status) == ("corp-rez-decision", "decision-required")


@pytest.mark.parametrize("root", [["Manegarm Skunkworks"], []])
@pytest.mark.parametrize("priority", ["strict", "engine"])
def test_lesson_9_fire_if_asked_passes_second_in_the_last_window(root, priority):
    """Whether or not there is something to rez: the Runner must not learn it from the order."""
    roots = {"remote1": [*root, "Offworld Office"]}
    p = running("Server 1", roots=roots, passes=1, priority=priority)
    assert p.at == ("movement", 0, False)
    step = p.would("corp", "--fire-if-asked")
    assert (step.by, step.result.status) == ("waiting-for-opponent", "waiting-for-opponent")
    p.passes("runner")
    expected = "corp-rez-decision" if root else "corp-fire-if-asked"
    assert p.would("corp", "--fire-if-asked").by == expected


def test_lesson_9_manegarm_is_offered_in_an_automated_run():
    p = AutomatedMatch(roots={"remote1": ["Manegarm Skunkworks", "Offworld Office"]})
    run_now(p.runner.run("Server 1", "--full-break", "--no-continue"))
    p.corp.strategy = parse_flags(["--fire-if-asked"], "corp").strategy()
    played = run_now(play_run(p.corp, p.runner))
    assert (played.side, played.result.data["cards"]) == ("corp", ["Manegarm Skunkworks"])
    p.rez("Manegarm Skunkworks")
    p.passes("corp")
    assert p.buttons("runner") == ["Spend [Click][Click]", "Pay 5 [Credits]", "End the run"]


def test_lesson_10_ice_without_subroutines_needs_both_passes():
    p = running(ices={"hq": [rezzed("Tithe")]}, passes=2)
    for side, by in (("runner", "runner-pass-broken-ice"), ("corp", "auto-continue")):
        state = p.automation(side).state
        ice = {**state["encounters"]["ice"], "subroutines": []}
        passed = {"no-action": "runner"} if side == "corp" else {}
        state = {**state, "encounters": {"ice": ice, **passed}}
        step = decide(read_situation(state, side, Strategy(), p.automation(side).memory))
        assert (step.by, step.result.action) == (by, "sent-continue")


def test_lesson_11_an_old_run_does_not_confirm_a_new_one():
    p = running(passes=1)
    p.send("runner", "jack-out")
    runner, _ = p.silent("runner", ignores=["run"])
    assert run_now(runner.run("HQ")).data["code"] == "not_confirmed"


def test_lesson_12_the_start_of_turn_window_prevents_a_run():
    p = AutomatedMatch()
    state = {**p.runner.state, "runner-phase-12": True}

    class Seat:
        side, cursor, gameid = "runner", 1, "x"

        def __init__(self):
            self.state = state

    result = run_now(Automation(Seat()).run("HQ"))
    assert result.data["code"] == "not_now"
    assert "end-phase-12" in result.reason


def test_lesson_13_jacking_out_is_for_movement_before_passing():
    p = running(ices={"hq": ["Tithe"]})
    assert p.room.act("runner", "jack-out", {}) is not None
    p.passes("runner", "corp", "runner", "corp")
    p.send("runner", "jack-out")
    assert p.run is None


def test_lesson_13_the_automation_knows_when_it_cannot_jack_out():
    def told(p):
        return run_now(command(p.runner, ["jack-out"]))

    p = AutomatedMatch(ices={"hq": ["Tithe"]}, priority="engine")
    assert told(p).reason == "There is no run to jack out of."
    p.send("runner", "run", server="HQ")
    assert told(p).reason == "The Runner can jack out in movement, not in initiation."
    p.passes("runner", "corp", "corp", "runner")
    seat = p.runner.seat
    p.runner.seat = ForbiddenSeat(seat)
    assert p.runner.diagnose().data["cannot_jack_out"]
    result = told(p)
    assert (result.status, result.data["code"]) == ("error", "cannot_jack_out")
    assert result.reason == "The Runner cannot jack out of this run."
    p.runner.seat = seat
    p.passes("runner")
    assert told(p).reason == "The Runner has passed and cannot jack out any more."
    assert p.run is not None


class ForbiddenSeat:
    """A seat at a run that the Runner cannot jack out of."""

    def __init__(self, seat):
        self.seat, self.side = seat, seat.side

    @property
    def state(self):
        state = self.seat.state
        return {**state, "run": {**state["run"], "cannot-jack-out": True}}

    @property
    def cursor(self):
        return self.seat.cursor

    async def send(self, name, args=None):
        raise AssertionError(f"{name} was sent")


def test_lesson_14_since_sees_what_happened_meanwhile():
    p = AutomatedMatch()
    cursor = p.corp.seat.cursor
    p.send("runner", "run", server="HQ")
    p.passes("runner", "corp")
    p.send("runner", "jack-out")  # the whole run, before the Corp has looked
    result = run_now(p.corp.monitor_run("--fire-if-asked", "--since", str(cursor), patience=0))
    assert (result.status, result.data["fast_return"]) == ("run-complete", True)


def test_lesson_17_both_waiting_is_reported_with_the_side_that_owes():
    p = running()
    p.send("corp", "indicate-action")
    played = run_now(play_run(p.corp, p.runner))
    assert (played.side, played.result.status) == ("corp", "decision-required")
    assert played.other.status == "waiting-for-opponent"


def test_lesson_18_force_warns_once():
    p = running(priority="engine")
    assert p.loop("runner", "--force", iterations=1).warnings
    assert not p.loop("runner", "--force", iterations=1).warnings


def test_lesson_19_rnd_has_not_changed():
    p = running("R&D", passes=2)
    p.press("runner", "No action")
    result = run_now(p.runner.run("R&D", "--no-continue"))
    assert result.warnings == ("R&D has not changed: you know its top card.",)
    p.passes("runner", "corp")
    p.send("runner", "jack-out")
    assert run_now(p.runner.run("HQ", "--no-continue")).warnings == ()


def test_dynamic_abilities_need_no_playable_flag():
    p = running(ices={"hq": [rezzed("Tithe")]}, programs=["Carmen"], passes=2)
    ability = p.find("Carmen")["abilities"][-1]
    assert ability["dynamic"] == "auto-pump-and-break"
    assert "playable" not in ability
    assert p.would("runner", "--full-break").result.action == "ability-used"


def test_a_failing_break_is_abandoned():
    """The server ignores the ability: after two attempts the ice may fire."""
    p = running(ices={"hq": [rezzed("Tithe")]}, programs=["Carmen"], passes=2)
    runner, _ = p.silent("runner", ignores=["dynamic-ability", "ability"])
    result = run_now(runner.auto_continue_loop("--full-break"))
    actions = [one.result.action for one in result.trail]
    assert actions == ["ability-used"] * 4 + [""]  # twice at once, twice by hand
    assert result.status == "waiting-for-corp-fire"


def test_hosted_breakers_are_seen_in_the_encounter():
    hosted = card("Botulus", counters={"virus": 1})
    p = running(ices={"hq": [rezzed("Palisade", hosted=[hosted])]}, passes=2)
    assert p.would("runner", "--full-break").result.data["breaker"] == "Botulus"
