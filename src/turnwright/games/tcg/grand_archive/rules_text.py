"""The rules texts of Grand Archive's cards: what the words of their definitions mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from turnwright.core.definition.glossary import Glossary
from turnwright.games.tcg.common.rules_text import RulesWords

GLOSSARY = Glossary(
    {
        "Fast": "Can be activated whenever you may act, also in response.",
        "fleeting": "It dies at the end of your turn.",
        "glimpse": "Look at the top cards of your deck; put any of them on the bottom.",
        "recover": "Remove damage from your champion.",
        "memory": "Cards that you reserved; they pay for cards of the material deck.",
        "reserve": "Put cards from your hand into memory as a price.",
        "recollection": "The part of your turn in which your memory returns to your hand.",
        "durability": "How many attacks a weapon lasts.",
        "rest": "Turn an awake card sideways; it wakes up at the start of your turn.",
    },
    forms={"rest": ("rests",), "recover": ("recovers",)},
)


def _printed(spec: Any) -> Iterator[str]:
    if spec.fast:
        yield "Fast."
    if spec.fleeting:
        yield "Fleeting."
    if spec.type == "weapon":
        yield f"Your champion may attack with it for {spec.power} more power."
    if spec.type == "attack":
        yield f"Your champion rests to attack with {spec.power} power."


WORDS = RulesWords(
    effects={
        "draw": "draw {cards}",
        "glimpse": "glimpse {n}",
        "recover": "recover {n}",
        "damage": "deal {n} damage to a chosen unit",
        "strengthen": "a chosen unit gets +{n} power this turn",
        "negate": "negate a chosen card or effect",
    },
    events={
        "enter": "When it enters the field",
        "attack": "When it attacks",
        "hit": "When it hits",
        "death": "When it dies",
        "wake up": "When you wake up",
        "recollection": "At your recollection",
        "draw": "When you draw for the turn",
        "end": "At the end of your turn",
        "rest": "Rest",
    },
    types={"ally": "An ally without abilities.", "champion": "A champion without abilities."},
    printed=_printed,
)
