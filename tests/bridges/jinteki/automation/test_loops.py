"""Beginning runs, looping, monitoring, cursors. Time is a number here: nobody sleeps."""

import asyncio

import msgspec
import pytest

from tests.bridges.jinteki.automation.positions import Clock, Play, now, rezzed
from turnwright.bridges.jinteki.automation import STOPS, Automation, Strategy
from turnwright.bridges.jinteki.automation.results import AutomationResult

# --- run ------------------------------------------------------------------------------------------


def test_a_run_goes_on_until_the_corp_has_to_act():
    p = Play(ices={"hq": ["Tithe"]})
    result = now(p.runner.run("HQ", "--full-break"))
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
    p = Play()
    result = now(p.runner.run("Archives", "--no-continue"))
    assert (result.status, result.then, p.at) == ("success", None, ("initiation", 0, None))
    assert not p.runner.strategy.no_continue  # it was for the start only


def test_a_run_forgets_what_was_decided_before():
    p = Play()
    now(p.runner.run("HQ", "--full-break", "--tank", "Tithe", "--no-continue"))
    p.passes("runner", "corp")
    p.send("runner", "jack-out")
    now(p.runner.run("HQ", "--no-continue"))
    assert not p.runner.strategy.full_break
    assert not p.runner.strategy.may_tank("Tithe")


@pytest.mark.parametrize(
    ("words", "code"),
    [((), "no_server"), (("--full-break",), "no_server"), (("Server 3",), "unknown_server")],
)
def test_a_run_needs_a_server(words, code):
    p = Play()
    result = now(p.runner.run(*words))
    assert (result.status, result.data["code"]) == ("error", code)
    assert p.run is None


def test_a_run_that_is_refused():
    p = Play(clicks=0)
    result = now(p.runner.run("HQ"))
    assert result.status == "error"
    assert p.run is None


def test_a_run_of_which_nothing_is_heard():
    p = Play()
    runner, seat = p.silent("runner", ignores=None)
    result = now(runner.run("HQ"))
    assert (result.status, result.data["code"]) == ("error", "not_confirmed")
    assert seat.waits == [5.0]


def test_a_run_begins_the_turn_if_that_is_due():
    p = Play(active="corp", turn_over=True)
    result = now(p.runner.run("HQ", "--no-continue"))
    assert result.status == "success"
    assert p.log()[0].startswith("Runner started their turn")


def test_a_question_is_in_the_way_of_a_run():
    p = Play(hq=["Offworld Office"])
    p.send("runner", "run", server="HQ")
    p.passes("runner", "corp", "runner", "corp")
    result = now(p.runner.run("HQ"))
    assert result.reason == "Answer the open prompt first: You accessed Offworld Office."


def test_warnings_come_with_the_result():
    p = Play()
    result = now(p.runner.run("HQ", "Archives", "--no-rez", "--what", "--no-continue"))
    assert len(result.warnings) == 3


# --- the loop -------------------------------------------------------------------------------------


def test_every_stop_of_the_loop_is_one_of_the_known():
    p = Play(ices={"hq": ["Tithe"]})
    assert p.loop("runner").status in STOPS
    assert p.loop("runner").status == "no-run"


def test_it_stops_after_so_many_actions():
    p = Play(priority="engine")
    p.send("runner", "run", server="HQ")
    result = p.loop("runner", "--force", iterations=2)
    assert (result.status, result.iterations) == ("max-iterations", 2)


def test_it_stops_after_so_much_time():
    p = Play()
    p.send("runner", "run", server="HQ")
    runner = Automation(p.room.seat("runner"), clock=Clock(pace=200.0))
    result = now(runner.auto_continue_loop(seconds=250, patience=0))
    assert result.status == "timeout"
    assert result.data["diagnosis"].awaited == "corp"


def test_it_notices_that_nothing_changes():
    """A server that does not do what it is told, and does not say so."""
    p = Play()
    p.send("runner", "run", server="HQ")
    runner, _ = p.silent("runner", ignores=None)
    result = now(runner.auto_continue_loop())
    assert (result.status, result.iterations) == ("stuck", 5)
    assert result.data["diagnosis"].sentence == "Runner owes the first pass in initiation."


def test_waiting_takes_none_of_the_iterations():
    p = Play()
    p.send("runner", "run", server="HQ")
    runner, seat = p.silent("runner")
    result = now(runner.auto_continue_loop(patience=7.0))
    assert (result.status, result.iterations) == ("waiting-for-opponent-paid-abilities", 1)
    assert seat.waits == [7.0]


def test_it_polls_while_the_runner_is_breaking():
    p = Play(ices={"hq": [rezzed("Tithe")]})
    p.send("runner", "run", server="HQ")
    p.passes("runner", "corp", "runner", "corp")
    corp, seat = p.silent("corp")
    result = now(corp.auto_continue_loop("--fire-if-asked", seconds=60))
    assert (result.status, result.data["waiting"]) == ("timeout", "waiting-for-runner-signal")
    assert seat.waits == [60.0]


def test_an_automated_break_does_not_end_the_loop():
    p = Play(ices={"hq": [rezzed("Tithe")]}, programs=["Carmen"])
    p.send("runner", "run", server="HQ")
    p.passes("runner", "corp", "runner", "corp")
    result = p.loop("runner", "--full-break")
    assert [one.result.action for one in result.trail] == ["ability-used", ""]


def test_flags_of_a_loop_are_not_kept():
    p = Play(ices={"hq": ["Tithe"]})
    p.send("runner", "run", server="HQ")
    p.loop("runner", "--full-break")
    assert not p.runner.strategy.full_break


def test_results_are_data():
    p = Play(ices={"hq": ["Tithe"]})
    result = now(p.runner.run("HQ", "--full-break"))
    told = msgspec.json.decode(msgspec.json.encode(result))
    assert told["then"]["trail"][0]["by"] == "auto-continue"
    assert isinstance(result, AutomationResult)


# --- monitoring -----------------------------------------------------------------------------------


def test_monitoring_without_a_run():
    assert now(Play().corp.monitor_run("--no-rez")).status == "no-run"


def test_monitoring_forgets_what_was_decided_before():
    p = Play(ices={"hq": ["Tithe"]})
    p.send("runner", "run", server="HQ")
    now(p.corp.monitor_run("--rez", "Tithe", patience=0))
    p.passes("runner")
    now(p.corp.monitor_run("--rez", "Palisade", patience=0))
    assert p.corp.strategy.may_rez("Palisade")
    assert not p.corp.strategy.may_rez("Tithe")


def test_since_a_cursor():
    p = Play()
    cursor = p.room.cursor
    assert now(p.corp.monitor_run("--since", str(cursor), patience=0)).status == "no-run"
    p.send("runner", "run", server="HQ")
    result = now(p.corp.monitor_run("--fire-if-asked", "--since", str(cursor), patience=0))
    assert (result.status, result.data) == ("new-run", {"fast_return": True})
    assert result.cursor > cursor
    result = now(p.corp.monitor_run("--since", str(result.cursor), patience=0))
    assert result.status == "waiting-for-opponent"  # nothing new: as usual
    p.passes("runner", "corp")
    p.send("runner", "jack-out")
    result = now(p.corp.monitor_run("--since", str(result.cursor), patience=0))
    assert (result.status, result.data) == ("run-complete", {"fast_return": True})


@pytest.mark.parametrize("how", ["step", "loop"])
def test_since_a_cursor_for_whoever_goes_on(how):
    p = Play()
    go_on = getattr(p, how)
    p.send("runner", "run", server="HQ")
    cursor = p.room.cursor
    assert "fast_return" not in go_on("runner", "--since", str(cursor)).data
    assert p.at == ("initiation", 0, "runner")
    result = go_on("runner", "--since", str(cursor))
    assert (result.status, result.data) == ("new-run", {"fast_return": True})


def test_a_cursor_counts_states():
    p = Play()
    cursor = p.corp.seat.cursor
    p.send("runner", "run", server="HQ")
    assert p.corp.seat.cursor == cursor + 1
    assert p.room.act("corp", "jack-out", {}) is not None
    assert p.corp.seat.cursor == cursor + 1  # a refusal is no change


# --- waiting --------------------------------------------------------------------------------------


def test_waiting_for_a_change_that_has_come_already():
    p = Play()
    cursor = p.room.cursor
    p.send("runner", "run", server="HQ")
    result = now(p.corp.wait_for_change(cursor))
    assert (result.status, result.reason) == ("already-advanced", "run-started")
    assert result.data["run_active"]


def test_whoever_owes_something_does_not_sleep():
    """The Runner waits for the Corp, which has not looked yet: nothing more would come."""
    p = Play()
    p.send("runner", "run", server="HQ")
    p.passes("runner")
    result = now(p.corp.wait_for_change())
    assert (result.status, result.reason) == ("already-advanced", "run-started")


def test_waiting_in_vain():
    corp, seat = Play().silent("corp")
    result = now(corp.wait_for_change(seconds=20))
    assert (result.status, seat.waits) == ("timeout", [20])


def play_together(*going):
    async def both():
        async with asyncio.timeout(20):
            return await asyncio.gather(*going)

    return asyncio.run(both())


def test_waiting_until_a_run_begins():
    p = Play()

    async def act():
        p.send("runner", "credit")  # none of the Corp's business
        p.send("runner", "run", server="HQ")

    result, _ = play_together(p.corp.wait_for_change(), act())
    assert (result.status, result.reason) == ("relevant-change", "run-started")
    assert result.data["new_log_entries"][-1] == "Runner spends [Click] to make a run on HQ."


def test_two_seats_that_wait_for_each_other():
    p = Play(ices={"hq": ["Palisade", "Tithe"]}, programs=["Carmen"], hq=["Offworld Office"])
    runner, corp = play_together(
        p.runner.run("HQ", "--full-break", patience=10.0),
        p.corp.monitor_run("--rez", "Tithe", "--fire-unbroken", patience=10.0),
    )
    assert runner.then.status == "run-complete"
    assert runner.then.data["accessed"] == ["You accessed Offworld Office."]
    assert corp.status == "run-complete"
    assert p.log()[-1] == "Runner steals Offworld Office and gains 2 agenda points"


def test_a_persistent_corp_owns_the_whole_turn():
    p = Play(ices={"hq": ["Tithe"], "rd": ["Palisade"]}, programs=["Carmen"], clicks=2)

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
    p = Play(ices={"hq": ["Tithe"]})
    _, corp = play_together(
        p.runner.run("HQ"), p.corp.monitor_run("--fire-if-asked", "--persistent")
    )
    assert corp.status == "decision-required"
    assert corp.data["ice"] == "Tithe"


def test_a_persistent_corp_is_idle_for_so_long():
    corp, seat = Play().silent("corp")
    result = now(corp.monitor_run("--persistent", seconds=300.0))
    assert (result.status, seat.waits) == ("timeout", [300.0])


@pytest.mark.parametrize(("clicks", "ends"), [(1, True), (2, False)])
def test_the_last_click_may_end_the_turn(clicks, ends):
    p = Play(clicks=clicks)
    runner = Automation(p.room.seat("runner"), Strategy(end_turn=True))
    started, _ = play_together(
        runner.run("Archives", patience=10.0),
        p.corp.monitor_run("--no-rez", patience=10.0),
    )
    assert started.then.status == "run-complete"
    assert p.runner.state["end-turn"] is ends
