"""Starting runs, loops, monitoring and cursors. Time is simulated: nothing sleeps."""

import asyncio

import msgspec
import pytest

from tests.bridges.jinteki.automation.positions import AutomatedMatch, FakeClock, rezzed, run_now
from turnwright.bridges.jinteki.automation import STOPS, Automation, Strategy
from turnwright.bridges.jinteki.automation.results import AutomationResult

# --- run ------------------------------------------------------------------------------------------


def test_a_run_continues_until_the_corp_must_act():
    p = AutomatedMatch(ices={"hq": ["Tithe"]})
    result = run_now(p.runner.run("HQ", "--full-break"))
    assert (result.status, result.action) == ("success", "run")
    assert result.data == {
        "server": "HQ",
        "log_entry": "Runner spends [Click] to make a run on HQ.",
        "flags": ["full_break"],
    }
    assert result.then.status == "waiting-for-opponent-paid-abilities"
    assert result.then.iterations == 1
    assert result.then.tip
    assert p.runner.strategy.full_break  # for the whole run


def test_no_continue_stops_right_after_the_start():
    p = AutomatedMatch()
    result = run_now(p.runner.run("Archives", "--no-continue"))
    assert (result.status, result.then, p.at) == ("success", None, ("initiation", 0, None))
    assert not p.runner.strategy.no_continue  # it was for the start only


def test_a_run_resets_earlier_flags():
    p = AutomatedMatch()
    run_now(p.runner.run("HQ", "--full-break", "--tank", "Tithe", "--no-continue"))
    p.passes("runner", "corp")
    p.send("runner", "jack-out")
    run_now(p.runner.run("HQ", "--no-continue"))
    assert not p.runner.strategy.full_break
    assert not p.runner.strategy.may_tank("Tithe")


def test_a_refused_run_leaves_the_flags_of_the_run_in_progress():
    p = AutomatedMatch(ices={"hq": [rezzed("Tithe")]})
    run_now(p.runner.run("HQ", "--no-continue"))
    result = run_now(p.runner.run("R&D", "--tank-all"))
    assert result.status == "error"
    assert result.reason == ("'run' is not possible now: Runner owes the first pass in initiation.")
    assert not p.runner.strategy.may_tank("Tithe")
    p.passes("runner", "corp", "runner", "corp")
    assert run_now(p.runner.continue_run()).status == "fire-decision-required"


@pytest.mark.parametrize(
    ("words", "code"),
    [((), "no_server"), (("--full-break",), "no_server"), (("Server 3",), "unknown_server")],
)
def test_a_run_needs_a_server(words, code):
    p = AutomatedMatch()
    result = run_now(p.runner.run(*words))
    assert (result.status, result.data["code"]) == ("error", code)
    assert p.run is None


def test_a_run_that_is_refused():
    p = AutomatedMatch(clicks=0)
    result = run_now(p.runner.run("HQ"))
    assert result.status == "error"
    assert p.run is None


def test_a_run_that_the_server_does_not_confirm():
    p = AutomatedMatch()
    runner, seat = p.silent("runner", ignores=None)
    result = run_now(runner.run("HQ"))
    assert (result.status, result.data["code"]) == ("error", "not_confirmed")
    assert seat.waits == [5.0]


def test_a_run_starts_the_turn_if_necessary():
    p = AutomatedMatch(active="corp", turn_over=True)
    result = run_now(p.runner.run("HQ", "--no-continue"))
    assert result.status == "success"
    assert p.log()[0].startswith("Runner started their turn")


def test_an_open_prompt_prevents_a_run():
    p = AutomatedMatch(hq=["Offworld Office"])
    p.send("runner", "run", server="HQ")
    p.passes("runner", "corp", "runner", "corp")
    result = run_now(p.runner.run("HQ"))
    assert result.reason == "Answer the open prompt first: You accessed Offworld Office."


def test_warnings_come_with_the_result():
    p = AutomatedMatch()
    result = run_now(p.runner.run("HQ", "Archives", "--no-rez", "--what", "--no-continue"))
    assert len(result.warnings) == 3


# --- the loop -------------------------------------------------------------------------------------


def test_every_stop_of_the_loop_has_a_known_status():
    p = AutomatedMatch(ices={"hq": ["Tithe"]})
    assert p.loop("runner").status in STOPS
    assert p.loop("runner").status == "no-run"


def test_it_stops_after_the_maximum_number_of_actions():
    p = AutomatedMatch(priority="engine")
    p.send("runner", "run", server="HQ")
    result = p.loop("runner", "--force", iterations=2)
    assert (result.status, result.iterations) == ("max-iterations", 2)


def test_it_stops_after_the_time_limit():
    p = AutomatedMatch()
    p.send("runner", "run", server="HQ")
    runner = Automation(p.room.seat("runner"), clock=FakeClock(pace=200.0))
    result = run_now(runner.auto_continue_loop(seconds=250, patience=0))
    assert result.status == "timeout"
    assert result.data["diagnosis"].awaited == "corp"


def test_it_notices_that_nothing_changes():
    """A server that silently does nothing."""
    p = AutomatedMatch()
    p.send("runner", "run", server="HQ")
    runner, _ = p.silent("runner", ignores=None)
    result = run_now(runner.auto_continue_loop())
    assert (result.status, result.iterations) == ("stuck", 5)
    assert result.data["diagnosis"].sentence == "Runner owes the first pass in initiation."


def test_waiting_does_not_count_as_an_iteration():
    p = AutomatedMatch()
    p.send("runner", "run", server="HQ")
    runner, seat = p.silent("runner")
    result = run_now(runner.auto_continue_loop(patience=7.0))
    assert (result.status, result.iterations) == ("waiting-for-opponent-paid-abilities", 1)
    assert seat.waits == [7.0]


def test_it_polls_while_the_runner_is_breaking():
    p = AutomatedMatch(ices={"hq": [rezzed("Tithe")]})
    p.send("runner", "run", server="HQ")
    p.passes("runner", "corp", "runner", "corp")
    corp, seat = p.silent("corp")
    result = run_now(corp.auto_continue_loop("--fire-if-asked", seconds=60))
    assert (result.status, result.data["waiting"]) == ("timeout", "waiting-for-runner-signal")
    assert seat.waits == [60.0]


def test_an_automated_break_does_not_end_the_loop():
    p = AutomatedMatch(ices={"hq": [rezzed("Tithe")]}, programs=["Carmen"])
    p.send("runner", "run", server="HQ")
    p.passes("runner", "corp", "runner", "corp")
    result = p.loop("runner", "--full-break")
    assert [one.result.action for one in result.trail] == ["ability-used", ""]


def test_flags_of_a_loop_are_not_kept():
    p = AutomatedMatch(ices={"hq": ["Tithe"]})
    p.send("runner", "run", server="HQ")
    p.loop("runner", "--full-break")
    assert not p.runner.strategy.full_break


def test_results_are_data():
    p = AutomatedMatch(ices={"hq": ["Tithe"]})
    result = run_now(p.runner.run("HQ", "--full-break"))
    told = msgspec.json.decode(msgspec.json.encode(result))
    assert told["then"]["trail"][0]["by"] == "auto-continue"
    assert isinstance(result, AutomationResult)


# --- monitoring -----------------------------------------------------------------------------------


def test_monitoring_without_a_run():
    assert run_now(AutomatedMatch().corp.monitor_run("--no-rez")).status == "no-run"


def test_monitoring_resets_earlier_flags():
    p = AutomatedMatch(ices={"hq": ["Tithe"]})
    p.send("runner", "run", server="HQ")
    run_now(p.corp.monitor_run("--rez", "Tithe", patience=0))
    p.passes("runner")
    run_now(p.corp.monitor_run("--rez", "Palisade", patience=0))
    assert p.corp.strategy.may_rez("Palisade")
    assert not p.corp.strategy.may_rez("Tithe")


def test_since_a_cursor():
    p = AutomatedMatch()
    cursor = p.room.cursor
    assert run_now(p.corp.monitor_run("--since", str(cursor), patience=0)).status == "no-run"
    p.send("runner", "run", server="HQ")
    result = run_now(p.corp.monitor_run("--fire-if-asked", "--since", str(cursor), patience=0))
    assert (result.status, result.data) == ("new-run", {"fast_return": True})
    assert result.cursor > cursor
    result = run_now(p.corp.monitor_run("--since", str(result.cursor), patience=0))
    assert result.status == "waiting-for-opponent"  # nothing new: as usual
    p.passes("runner", "corp")
    p.send("runner", "jack-out")
    result = run_now(p.corp.monitor_run("--since", str(result.cursor), patience=0))
    assert (result.status, result.data) == ("run-complete", {"fast_return": True})


@pytest.mark.parametrize("how", ["step", "loop"])
def test_since_a_cursor_when_continuing(how):
    p = AutomatedMatch()
    go_on = getattr(p, how)
    p.send("runner", "run", server="HQ")
    cursor = p.room.cursor
    assert "fast_return" not in go_on("runner", "--since", str(cursor)).data
    assert p.at == ("initiation", 0, "runner")
    result = go_on("runner", "--since", str(cursor))
    assert (result.status, result.data) == ("new-run", {"fast_return": True})


def test_a_cursor_counts_states():
    p = AutomatedMatch()
    cursor = p.corp.seat.cursor
    p.send("runner", "run", server="HQ")
    assert p.corp.seat.cursor == cursor + 1
    assert p.room.act("corp", "jack-out", {}) is not None
    assert p.corp.seat.cursor == cursor + 1  # a refusal is no change


# --- waiting --------------------------------------------------------------------------------------


def test_waiting_for_a_change_that_already_happened():
    p = AutomatedMatch()
    cursor = p.room.cursor
    p.send("runner", "run", server="HQ")
    result = run_now(p.corp.wait_for_change(cursor))
    assert (result.status, result.reason) == ("already-advanced", "run-started")
    assert result.data["run_active"]


def test_an_awaited_side_does_not_wait():
    """The Runner waits for the Corp, so no further change would come."""
    p = AutomatedMatch()
    p.send("runner", "run", server="HQ")
    p.passes("runner")
    result = run_now(p.corp.wait_for_change())
    assert (result.status, result.reason) == ("already-advanced", "run-started")


def test_waiting_times_out():
    corp, seat = AutomatedMatch().silent("corp")
    result = run_now(corp.wait_for_change(seconds=20))
    assert (result.status, seat.waits) == ("timeout", [20])


def play_together(*going):
    async def both():
        async with asyncio.timeout(20):
            return await asyncio.gather(*going)

    return asyncio.run(both())


def test_waiting_until_a_run_begins():
    p = AutomatedMatch()

    async def act():
        p.send("runner", "credit")  # none of the Corp's business
        p.send("runner", "run", server="HQ")

    result, _ = play_together(p.corp.wait_for_change(), act())
    assert (result.status, result.reason) == ("relevant-change", "run-started")
    assert result.data["new_log_entries"][-1] == "Runner spends [Click] to make a run on HQ."


def test_two_seats_that_wait_for_each_other():
    p = AutomatedMatch(
        ices={"hq": ["Palisade", "Tithe"]}, programs=["Carmen"], hq=["Offworld Office"]
    )
    runner, corp = play_together(
        p.runner.run("HQ", "--full-break", patience=10.0),
        p.corp.monitor_run("--rez", "Tithe", "--fire-unbroken", patience=10.0),
    )
    assert runner.then.status == "run-complete"
    assert runner.then.data["accessed"] == ["You accessed Offworld Office."]
    assert corp.status == "run-complete"
    assert p.log()[-1] == "Runner steals Offworld Office and gains 2 agenda points"


def test_a_persistent_corp_monitors_the_whole_turn():
    p = AutomatedMatch(ices={"hq": ["Tithe"], "rd": ["Palisade"]}, programs=["Carmen"], clicks=2)

    async def turn():
        first = await p.runner.run("HQ", "--full-break", patience=10.0)
        second = await p.runner.run("R&D", "--full-break", patience=10.0)
        p.send("runner", "end-turn")
        return first, second

    (first, second), corp = play_together(
        turn(),
        p.corp.monitor_run(
            "--rez", "Tithe", "--rez", "Palisade", "--fire-if-asked", "--persistent"
        ),
    )
    assert first.then.status == second.then.status == "run-complete"
    assert (corp.status, corp.data["runs"]) == ("my-turn", 2)
    assert "Corp uses Palisade to end the run" in p.log()


def test_a_persistent_corp_returns_for_decisions():
    p = AutomatedMatch(ices={"hq": ["Tithe"]})
    _, corp = play_together(
        p.runner.run("HQ"), p.corp.monitor_run("--fire-if-asked", "--persistent")
    )
    assert corp.status == "decision-required"
    assert corp.data["ice"] == "Tithe"


def test_a_persistent_corp_stops_after_the_idle_limit():
    corp, seat = AutomatedMatch().silent("corp")
    result = run_now(corp.monitor_run("--persistent", seconds=300.0))
    assert (result.status, seat.waits) == ("timeout", [300.0])


@pytest.mark.parametrize(("clicks", "ends"), [(1, True), (2, False)])
def test_the_last_click_may_end_the_turn(clicks, ends):
    p = AutomatedMatch(clicks=clicks)
    runner = Automation(p.room.seat("runner"), Strategy(end_turn=True))
    started, _ = play_together(
        runner.run("Archives", patience=10.0),
        p.corp.monitor_run("--no-rez", patience=10.0),
    )
    assert started.then.status == "run-complete"
    assert p.runner.state["end-turn"] is ends
