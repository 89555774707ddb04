"""Prompts for a number: how clients see them, and how they answer.

The server lists such a prompt with `choices {:number n, :default d}` and takes a `choice` whose value
is the number itself (mtgred/netrunner, src/clj/game/core/prompts.clj and actions.clj).
"""

import pytest

from tests.games.netrunner.positions import position
from turnwright.bridges.jinteki.dialect.commands import execute_command
from turnwright.bridges.jinteki.dialect.state import state_json
from turnwright.bridges.jinteki.recordings.recording_format import snapshot
from turnwright.games.netrunner.card_definition import CARDS, CardDefinition
from turnwright.games.netrunner.card_facts import RUNNER


@pytest.fixture
def asked(monkeypatch):
    """A Runner who is asked how many credits to gain, by an event that exists only here."""

    def gain(c, event):
        number = yield from c.choose_number(RUNNER, "How many?", 4, event, least=1, default=2)
        c.gain_credits(RUNNER, number)

    monkeypatch.setitem(CARDS, "Wildcat Strike", CardDefinition(title="Wildcat Strike", play=gain))
    t = position(runner={"hand": ["Wildcat Strike"], "credits": 5}, turn="runner")
    t.runner("play", "Wildcat Strike")
    return t


def test_the_prompt_shows_the_largest_number_and_the_first_one_shown(asked):
    prompt = state_json(asked.match, "runner")["runner"]["prompt-state"]
    assert prompt["msg"] == "How many?"
    assert prompt["choices"] == {"number": 4, "default": 2}
    assert "prompt-state" not in state_json(asked.match, "corp")["runner"]
    assert snapshot(asked.match)["prompts"]["runner"][0]["choices"] == {
        "number": 4,
        "default": 2,
    }


@pytest.mark.parametrize("choice", [3, "3"])
def test_the_answer_is_the_number_itself(asked, choice):
    before = asked.credits("runner")
    assert execute_command(asked.match, "runner", "choice", {"choice": choice}) is None
    assert asked.credits("runner") == before + 3


@pytest.mark.parametrize("choice", [0, 5, -1, "many", "", None, 2.0, True, {"uuid": "1"}, [1]])
def test_anything_else_is_refused_with_the_range(asked, choice):
    before = asked.match.hash
    refusal = execute_command(asked.match, "runner", "choice", {"choice": choice})
    assert refusal is not None
    assert refusal.code == "unknown_choice"
    assert "1 to 4" in refusal.sentence
    assert asked.match.hash == before


def test_a_trace_shows_its_numbers_beside_the_prompt(monkeypatch):
    numbers = {"player": "corp", "other": "runner", "base": 4, "bonus": 0, "link": 1}

    def trace(c, event):
        yield from c.choose_number(
            RUNNER, "Boost link strength?", 3, event, type="trace", trace=numbers, wait=True
        )

    definition = CardDefinition(title="Wildcat Strike", play=trace)
    monkeypatch.setitem(CARDS, "Wildcat Strike", definition)
    t = position(runner={"hand": ["Wildcat Strike"], "credits": 5}, turn="runner")
    t.runner("play", "Wildcat Strike")
    prompt = state_json(t.match, "runner")["runner"]["prompt-state"]
    assert prompt["prompt-type"] == "trace"
    assert {key: prompt[key] for key in numbers} == numbers
    assert prompt["choices"] == {"number": 3}
    waiting = state_json(t.match, "corp")["corp"]["prompt-state"]
    assert waiting["prompt-type"] == "waiting"
    assert snapshot(t.match)["prompts"]["runner"][0]["trace"] == numbers
