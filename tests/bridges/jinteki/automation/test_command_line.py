"""The command line of one side."""

import asyncio

import pytest

from tests.bridges.jinteki.automation.positions import AutomatedMatch, rezzed, run_now
from tests.games.netrunner.positions import position
from turnwright.bridges.jinteki.automation import (
    COMMANDS,
    Automation,
    command,
    let_subs_fire_signal,
)
from turnwright.bridges.jinteki.automation.state_queries import has_real_decision, most_answer
from turnwright.bridges.jinteki.room import JintekiRoom
from turnwright.games.netrunner.card_definition import CARDS, CardDefinition
from turnwright.games.netrunner.card_facts import RUNNER


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


def test_a_command_that_leads_to_a_question_shows_it():
    p = AutomatedMatch(clicks=0, grip=["Sure Gamble"] * 7)
    ended = say(p, "runner", "end-turn")
    assert str(ended) == "action-taken/end-turn: Runner is asked: Discard down to 5 cards"
    assert "choose-card" in ended.tip


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
        (["use-ability", "Nothing", "first"], "no_ability"),
        (["use-ability", "Nothing", "\u00b2"], "no_ability"),
        (["use-ability", "Nothing", "9" * 5000], "no_ability"),
        (["rez"], "no_card"),
        (["play"], "no_card"),
        (["log", "many"], "bad_count"),
        (["run", "HQ", "--plan", "/no/such/plan.toml"], "no_plan"),
        (["run", "HQ", "--plan"], "no_plan"),
        (["choose", "0"], "no_choice"),
        (["choose-card", "0"], "no_choice"),
        (["tank"], "no_card"),
        (["let-subs-fire", "Tithe"], "no_encounter"),
        (["wait", "soon"], "bad_wait"),
        (["wait", "--since"], "bad_wait"),
        (["wait", "1", "--since", "now"], "bad_wait"),
    ],
)
def test_invalid_commands_are_refused(words, code):
    result = say(AutomatedMatch(), "runner", *words)
    assert (result.status, result.data["code"]) == ("error", code)


def test_the_server_refuses_and_the_error_says_what_the_game_waits_for():
    p = AutomatedMatch()
    result = say(p, "corp", "credit")
    assert result.status == "error"
    assert result.reason == "'credit' is not possible now: Runner has 4 clicks left."
    say(p, "runner", "run", "HQ", "--no-continue")
    result = say(p, "runner", "end-turn")
    assert (
        result.reason == "'end-turn' is not possible now: Runner owes the first pass in initiation."
    )


def test_only_the_runner_lets_subroutines_fire_and_only_those_of_the_encountered_ice():
    p = AutomatedMatch(ices={"hq": [rezzed("Tithe")]})
    p.send("runner", "run", server="HQ")
    p.passes("runner", "corp", "runner", "corp")
    lines = len(p.log())
    assert (
        say(p, "runner", "let-subs-fire", "Palisade").reason == "You encounter Tithe, not Palisade."
    )
    for words in (["let-subs-fire", "Tithe"], ["tank", "Tithe"]):
        assert say(p, "corp", *words).reason == "Only the Runner lets subroutines fire."
    assert len(p.log()) == lines
    assert say(p, "runner", "let-subs-fire").action == "signaled"


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


def test_a_selected_card_is_sent_with_its_side_and_zone():
    """A server finds cards by zone, so a number alone selects nothing there."""
    p = AutomatedMatch(roots={"remote1": ["Regolith Mining License", "AMAZE Amusements"]})
    sent = []
    seat = p.room.seat("runner")

    class Recorder:
        """A seat that notes what is sent."""

        side, gameid = seat.side, seat.gameid
        state = property(lambda self: seat.state)
        cursor = property(lambda self: seat.cursor)
        wait = seat.wait

        async def send(self, name, args=None):
            sent.append((name, args))
            return await seat.send(name, args)

    p.send("runner", "run", server="Server 1")
    p.passes("runner", "corp", "runner", "corp")
    prompt = seat.state["runner"]["prompt-state"]
    result = run_now(command(Recorder(), ["choose-card", "0"]))
    assert result.action == "select"
    ((name, args),) = sent
    assert name == "select"
    assert args["eid"] == prompt["eid"]
    assert args["card"] == {
        "cid": prompt["selectable"][0],
        "side": "Corp",
        "zone": ["servers", "remote1", "content"],
    }


def number_asked(monkeypatch):
    """A Runner who is asked how many credits to gain, by an event that exists only here."""

    def gain(c, event):
        number = yield from c.choose_number(RUNNER, "How many?", 3, event)
        c.gain_credits(RUNNER, number)

    definition = CardDefinition(title="Wildcat Strike", play=gain)
    monkeypatch.setitem(CARDS, "Wildcat Strike", definition)
    t = position(runner={"hand": ["Wildcat Strike"], "credits": 5}, turn="runner")
    t.runner("play", "Wildcat Strike")
    return Automation(JintekiRoom(t.match).seat("runner"))


@pytest.mark.parametrize("word", ["choose", "choose-value"])
def test_a_number_is_answered_by_command(monkeypatch, word):
    a = number_asked(monkeypatch)
    before = a.state["runner"]["credit"]
    assert "a number up to 3" in run_now(command(a, ["prompt"])).reason
    for wrong in ("4", "-1", "x", "", "1.5"):
        assert run_now(command(a, [word, wrong])).data["code"] == "no_choice"
    assert run_now(command(a, [word, "2"])).status == "action-taken"
    assert a.state["runner"]["credit"] == before + 2


@pytest.mark.parametrize(
    ("prompt", "most"),
    [
        ({"choices": {"number": 4, "default": 2}}, 4),
        ({"choices": {"number": 0}}, 0),
        ({"choices": "credit"}, 7),
        ({"choices": {"counter": "power"}, "card": {"counter": {"power": 3}}}, 3),
        ({"choices": 6, "prompt-type": "trace"}, 6),
        ({"choices": [{"value": "Yes", "uuid": "1"}]}, None),
        ({}, None),
    ],
)
def test_prompts_for_numbers_in_all_forms(prompt, most):
    state = {"runner": {"credit": 7, "prompt-state": prompt}}
    assert most_answer(state, "runner") == most
    assert has_real_decision(prompt) == (most is not None and bool(prompt["choices"]))
