"""Single fights: an encounter, with a given deck and relics. The match ends with the fight.

match = fight("Gremlin Nob", deck="5 Strike, 4 Defend, Bash+", relics=["Vajra"], hp=60, seed=7)
play_out(match, [RuleBot()])
match.result.scores                       # the remaining HP
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

import turnwright as tw
from turnwright.agents import Agent

from . import name_lookup
from .characters import find_character
from .game import game
from .run.acts import DECKS, MAX_HP
from .run.relic_pools import IRONCLAD, STARTERS
from .state import NO_POTION

MOST_HP, SLOTS, MOST_ASCENSION = 9999, 5, 20


def fight(
    encounter: str,
    *,
    deck: str | Iterable[str] | None = None,
    relics: str | Iterable[str] | None = None,
    hp: int | None = None,
    max_hp: int | None = None,
    potions: str | Iterable[str] = (),
    ascension: int = 0,
    character: str = IRONCLAD,
    seed: int | str = 0,
    record: bool = True,
) -> tw.Match:
    """Start a fight at its first decision. Names are matched loosely. Without a deck or relics the
    player has those of a new run. The seed decides all random numbers."""
    options = fight_options(
        encounter, deck=deck, relics=relics, hp=hp, max_hp=max_hp, potions=potions,
        ascension=ascension, character=character,
    )  # fmt: skip
    return start(options, seed, record=record)


def start(options: dict[str, Any], seed: int | str, *, record: bool = True) -> tw.Match:
    """Start a fight with the options of `fight_options`."""
    return game.start(seed, options={**options, "seed": seed}, record=record)


def fight_options(
    encounter: str,
    *,
    deck: str | Iterable[str] | None = None,
    relics: str | Iterable[str] | None = None,
    hp: int | None = None,
    max_hp: int | None = None,
    potions: str | Iterable[str] = (),
    ascension: int = 0,
    character: str = IRONCLAD,
) -> dict[str, Any]:
    """The checked options of a single fight."""
    character = find_character(character)
    if not 0 <= ascension <= MOST_ASCENSION:
        raise tw.UnusableError("bad_ascension", "The ascension must be from 0 to 20.")
    usual = MAX_HP[character][ascension >= 14]
    most = max_hp if max_hp is not None else max(usual, hp or 0)
    now = hp if hp is not None else most
    if not 1 <= now <= most <= MOST_HP:
        raise tw.UnusableError(
            "bad_hp", f"HP must be from 1 to {MOST_HP} and at most Max HP, got {now}/{most}."
        )
    held = [name_lookup.potion(name) for name in name_lookup.split_names(potions)]
    slots = 2 if ascension >= 11 else 3
    if len(held) > SLOTS:
        raise tw.UnusableError("too_many_potions", f"There can be at most {SLOTS} potions.")
    met = name_lookup.encounter(encounter)
    act, room = name_lookup.location_of(met)
    own = DECKS[character]
    scene = {
        "encounter": met,
        "act": act,
        "floor": 1,
        "room": room,
        "hp": now,
        "max_hp": most,
        "potions": held + [NO_POTION] * (slots - len(held)),
        "deck": name_lookup.deck(deck, character)
        if deck is not None
        else [kind for kind, count in own.items() for _ in range(count)],
        "relics": [name_lookup.relic(name) for name in name_lookup.split_names(relics)]
        if relics is not None
        else [STARTERS[character]],
    }
    if not scene["deck"]:
        raise tw.UnusableError("no_deck", "The deck is empty.")
    return {"class": character, "ascension": ascension, "scene": scene, "ends": "fight"}


class FightOutcome(msgspec.Struct, frozen=True):
    """How a fight went."""

    result: str
    """won, lost, escaped, or endless."""
    hp: int
    turns: int
    answers: int


LONGEST = 2000
"""The number of answers after which a fight counts as endless."""


def play_fight(match: tw.Match, agent: Agent) -> FightOutcome:
    """Let an agent play a fight to its end."""
    turns = answers = 0
    while match.result is None and answers < LONGEST:
        battle = match.G.battle
        if battle is not None:
            turns = battle.turn + 1
        match.apply(agent.decide(match.prompt(0), match))
        answers += 1
    words = {"VICTORY": "won", "LOSS": "lost", "ESCAPE": "escaped"}
    return FightOutcome(words.get(match.G.outcome, "endless"), match.G.hp, turns, answers)
