"""The command line of one side."""

import asyncio

import pytest

from tests.bridges.jinteki.automation.positions import AutomatedMatch, rezzed, run_now
from turnwright.bridges.jinteki.automation import COMMANDS, command, let_subs_fire_signal


def say(p, side, *words):
    return run_now(command(p.automation(side), words))


def test_a_run_and_its_monitor_as_two_command_lines():
    p = AutomatedMatch(ices={"hq": ["Tithe"]}, programs=["Carmen"], hq=["Offworld Office"])

    async def both():
        async with asyncio.timeout(20):
            return await asyncio.gather(
                command(p.room.seat("runner"), ["run", "HQ", "--full-break"]),
                command(p.room.seat("corp"), ["monitor-run", "--rez", "Tithe", "--fire-unbroken"]),
            )

    runner, corp = asyncio.run(both())
    assert runner.then.status == corp.status == "run-complete"
    assert runner.text.startswith(
        "success/run: Runner spends [Click] to make a run on HQ.; run-complete"
    )


def test_a_run_step_by_step():
    p = AutomatedMatch(ices={"hq": ["Tithe"]}, programs=["Carmen"])
    say(p, "runner", "run", "hq", "--no-continue")
    assert p.at == ("initiation", 1, None)
    assert say(p, "runner", "continue", "--single").action == "sent-continue"
    assert say(p, "corp", "continue", "--raw").action == "sent-continue"
    assert say(p, "corp", "rez", "tithe").status == "action-taken"
    assert say(p, "runner", "continue-run", "--full-break").action == "sent-continue"
    assert say(p, "corp", "continue-run").action == "sent-continue"
    assert say(p, "runner", "let-subs-fire", "Tithe").action == "signaled"
    assert say(p, "corp", "fire-subs", "Tithe").status == "action-taken"
    assert p.fired == [True, True]
    say(p, "runner", "continue-run")
    say(p, "corp", "continue-run")
    assert say(p, "runner", "jack-out").status == "action-taken"
    assert say(p, "runner", "status").reason == "Runner has 3 clicks left."


def test_tank_and_abilities():
    p = AutomatedMatch(ices={"hq": [rezzed("Tithe"), rezzed("Tithe")]}, programs=["Carmen"])
    say(p, "runner", "run", "HQ", "--no-continue")
    p.passes("runner", "corp", "runner", "corp")
    assert (
        say(p, "runner", "use-ability", "Carmen", "2").action == "ability-used"
    )  # the dynamic one
    assert p.broken == [True, True]
    p.passes("corp", "runner", "corp", "runner", "corp")
    assert say(p, "runner", "tank", "Tithe").status == "waiting-for-corp-fire"


def test_a_bioroid_is_broken_with_a_click():
    p = AutomatedMatch(ices={"hq": [rezzed("Brân 1.0")]})
    p.send("runner", "run", server="HQ")
    p.passes("runner", "corp", "runner", "corp")
    assert say(p, "runner", "use-ability", "Brân 1.0", "0").action == "ability-used"
    assert say(p, "runner", "prompt").reason.splitlines() == [
        "Break a subroutine",
        "  0: Install an ice from HQ or Archives",
        "  1: End the run",
        "  2: End the run",
        "  3: Done",
    ]
    say(p, "runner", "choose", "1")
    assert p.broken == [False, True, False]
    assert p.runner.state["runner"]["click"] == 2


def test_prompts_are_answered_by_index_or_text():
    p = AutomatedMatch(roots={"remote1": ["Regolith Mining License", "AMAZE Amusements"]})
    p.send("runner", "run", server="Server 1")
    p.passes("runner", "corp", "runner", "corp")
    assert say(p, "runner", "choose-card", "0").action == "select"
    assert say(p, "runner", "choose-value", "no action").action == "choice"
    assert say(p, "runner", "choose", "everything").reason.startswith(
        "There is no choice 'everything'"
    )


def test_a_turn_of_the_corp():
    p = AutomatedMatch(
        active="runner", turn_over=True, hq=["Palisade", "Offworld Office", "Hedge Fund"], corp=9
    )
    assert say(p, "corp", "start-turn").status == "action-taken"
    assert say(p, "corp", "install", "Palisade", "new").status == "action-taken"
    assert say(p, "corp", "install", "Offworld", "Office", "Server", "1").status == "action-taken"
    assert say(p, "corp", "advance", "Offworld Office").status == "action-taken"
    assert say(p, "corp", "score", "Offworld Office").status == "error"
    assert say(p, "corp", "hand").data["cards"] == ["Hedge Fund", "Hedge Fund"]
    assert say(p, "corp", "board").data["lines"] == [
        "Corp: 8 credits, 0 clicks, 2 cards, 0 points",
        "Runner: 10 credits, 0 clicks, 5 cards, 0 points",
        "hq: ice none; root empty",
        "rd: ice none; root empty",
        "archives: ice none; root empty",
        "remote1: ice Palisade (unrezzed); root Offworld Office (unrezzed) [1 advancement]",
    ]
    assert "remote1: ice ice; root a card [1 advancement]" in say(p, "runner", "board").reason
    assert say(p, "corp", "end-turn").status == "action-taken"
    assert len(say(p, "corp", "log", "2").data["lines"]) == 2


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ([], "no_command"),
        (["dance"], "unknown_command"),
        (["run"], "no_server"),
        (["rez", "Nothing"], "unknown_card"),
        (["play", "Nothing"], "unknown_card"),
        (["play", "Sure", "Gamble", "Server", "9"], "unknown_server"),
        (["use-ability", "Carmen"], "no_ability"),
        (["use-ability", "Nothing", "0"], "unknown_card"),
        (["choose", "0"], "no_choice"),
        (["choose-card", "0"], "no_choice"),
    ],
)
def test_invalid_commands_are_refused(words, code):
    result = say(AutomatedMatch(), "runner", *words)
    assert (result.status, result.data["code"]) == ("error", code)


def test_the_server_refuses():
    result = say(AutomatedMatch(), "corp", "credit")
    assert result.status == "error"
    assert result.reason


def test_waiting_and_cursors():
    p = AutomatedMatch()
    cursor = say(p, "corp", "get-cursor").reason
    p.send("runner", "run", server="HQ")
    result = say(p, "corp", "wait", "--since", cursor)
    assert (result.status, result.reason) == ("already-advanced", "run-started")


def test_the_signal_is_a_function_too():
    p = AutomatedMatch(ices={"hq": [rezzed("Tithe")]})
    p.send("runner", "run", server="HQ")
    assert run_now(let_subs_fire_signal(p.room.seat("runner"), "Tithe")) is None
    assert p.log()[-1] == "Runner indicates to fire all unbroken subroutines on Tithe"


def test_every_command_has_one_meaning():
    assert len(COMMANDS) == len(set(COMMANDS))
    assert {"run", "continue", "monitor-run", "tank", "let-subs-fire", "jack-out"} <= set(COMMANDS)
