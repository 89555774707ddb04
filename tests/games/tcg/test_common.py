"""What the five trading card games share: effects of cards, costs, triggers and pending effects."""

from importlib import import_module

import msgspec
import pytest

import turnwright as tw
from turnwright.agents import RandomAgent, play_out
from turnwright.core.rules.action import read
from turnwright.games import GAMES
from turnwright.games.tcg.common.card_definition import CardAction, CardEffect, action, when
from turnwright.games.tcg.common.events import CardEvent
from turnwright.games.tcg.common.pending_effects import CardGameState, PendingEffect

NAMES = ["alpha-clash", "grand-archive", "gundam", "lorcana", "riftbound"]


def game_of(name):
    return import_module(GAMES[name]).game


def actions_of(name):
    return [one for spec in game_of(name).library.values() for one in spec.actions.values()]


@pytest.mark.parametrize("name", NAMES)
def test_every_effect_of_every_card_is_defined_and_every_definition_is_used(name):
    words = {effect.word for one in actions_of(name) for effect in one.effect}
    assert words == set(game_of(name).context.effects)


@pytest.mark.parametrize("name", NAMES)
def test_every_triggered_ability_of_a_card_is_registered(name):
    context = game_of(name).context
    triggered = {
        (spec.name, one.name)
        for spec in context.library.values()
        for one in spec.actions.values()
        if isinstance(one.timing, tw.Reaction) and one.timing.who == "self"
    }
    by_card = context.watchers.keys(CardEvent, "after")
    assert {(card, one.name) for card, found in by_card.items() for one in found} == triggered


@pytest.mark.parametrize("name", NAMES)
def test_every_action_of_a_card_can_be_written_as_data(name):
    for one in actions_of(name):
        assert read(msgspec.to_builtins(one), tw.Action[CardEffect]) == one


# Gundam resolves its triggers within the move that caused them.
@pytest.mark.parametrize("name", [name for name in NAMES if name != "gundam"])
def test_effects_wait_in_the_state_between_moves(name):
    match = game_of(name).start(seed=5)
    assert isinstance(match.G, CardGameState)
    agents = [RandomAgent(f"pending {seat}") for seat in (0, 1)]
    kinds = set()
    while match.result is None:
        kinds |= {type(pending) for pending in match.G.pending}
        play_out(match, agents, 1)
    assert kinds == {PendingEffect}


def test_an_action_names_its_timing_cost_and_effects():
    assert action("exert", ("heal", 2), cost=[tw.Cost("ink", 1)]) == tw.Action(
        name="exert", cost=(tw.Cost("ink", 1),), effect=(CardEffect("heal", 2),)
    )
    trigger: CardAction = when("banished", ("draw", 1))
    assert trigger.timing == tw.Reaction(on="banished", who="self")
