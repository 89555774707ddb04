"""The rules texts of Riftbound's cards: what the words of their definitions mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from turnwright.core.definition.glossary import Glossary
from turnwright.games.tcg.common.rules_text import RulesWords

GLOSSARY = Glossary(
    {
        "Action": "Can also be played in showdowns.",
        "Reaction": "Can also be played while a chain exists.",
        "Assault": "It has that much more Might while it attacks.",
        "Shield": "It has that much more Might while it defends.",
        "Tank": "Combat damage must be assigned to it first.",
        "Ganking": "It may move from battlefield to battlefield.",
        "Accelerate": "For 1 energy and 1 power more it enters ready.",
        "Hidden": "For 1 power it may be hidden facedown at a battlefield you control.",
        "Might": "What a unit deals as damage and how much it survives.",
        "exhaust": "Turn a ready card sideways; it is readied at the start of your turn.",
        "channel": "Put runes from your rune deck onto the board.",
        "hold": "Control a battlefield at the start of your turn; it scores a point.",
        "conquer": "Take control of a battlefield; it scores a point.",
    },
    forms={"exhaust": ("exhausted",)},
)


def _printed(spec: Any) -> Iterator[str]:
    flags = ("tank", "ganking", "accelerate", "hidden")
    yield from (f"{name.capitalize()}." for name in flags if getattr(spec, name))
    yield from (
        f"{name.capitalize()} {value}."
        for name in ("assault", "shield")
        if (value := getattr(spec, name))
    )
    if spec.speed:
        yield f"{spec.speed.capitalize()}."


WORDS = RulesWords(
    effects={
        "draw": "draw {cards}",
        "channel": "channel {n} rune",
        "energy": "add {n} energy",
        "damage": "deal {n} damage to a chosen unit",
        "might": "give a chosen unit +{n} Might this turn",
        "stun": "stun a chosen unit: it deals no combat damage this turn",
        "ready": "ready a chosen unit",
        "charge": "move a chosen unit of yours",
        "counter": "counter a chosen spell",
    },
    events={
        "enters": "When it enters",
        "attack": "When it attacks",
        "defend": "When it defends",
        "death": "When it dies",
        "beginning": "At the beginning of your turn",
        "hold": "When you hold this battlefield",
        "conquer": "When you conquer this battlefield",
        "end": "At the end of your turn",
        "expire": "When the turn expires",
        "use": "Exhaust",
    },
    types={
        "unit": "A unit without abilities.",
        "battlefield": "A battlefield without abilities.",
        "rune": "Exhaust it for 1 energy, or recycle it for 1 power of its domain.",
    },
    printed=_printed,
)
