"""The rules texts of the Gundam Card Game's cards: what the words of their definitions mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from turnwright.core.definition.glossary import Glossary
from turnwright.games.tcg.common.rules_text import RulesWords

GLOSSARY = Glossary(
    {
        "Blocker": "It may rest to make itself the target of an attack.",
        "Repair": "At the end of your turn it recovers that many HP.",
        "First Strike": "It deals battle damage before the other Unit does.",
        "High-Maneuver": "It cannot be blocked.",
        "Breach": "When it destroys a Unit by attacking, it deals that much to the shield area.",
        "Suppression": "Its damage to Shields destroys two of them.",
        "Link Unit": "A Unit with the right Pilot; it may attack in the turn it is deployed.",
        "Burst": "When this card is destroyed as a Shield, you may use this effect.",
        "rest": "Turn an active card sideways; it becomes active again at the start of your turn.",
        "action step": "After attackers and blockers, when both players may act.",
    },
    forms={"rest": ("rests", "rested")},
)


def _printed(spec: Any) -> Iterator[str]:
    for word, amount in spec.keywords.items():
        yield f"{word} {amount}." if amount > 1 else f"{word}."
    if spec.link:
        yield f"Link: a Pilot with the trait {spec.link} makes it a Link Unit."
    if spec.type == "pilot":
        yield f"Pair it with a Unit, which gets {spec.ap} AP and {spec.hp} HP."
    if spec.type == "command" and spec.trait:
        yield f"It may be paired as a Pilot with the trait {spec.trait} and {spec.ap} AP."


WORDS = RulesWords(
    effects={
        "draw": "draw {cards}",
        "take shield": "add your top Shield to your hand",
        "to hand": "add this card to your hand",
        "deploy": "deploy this card",
        "damage": "deal {n} damage to a chosen enemy Unit",
        "boost": "a chosen Unit of yours gets AP+{n} this turn",
        "surge": "a Unit of yours in this battle gets AP+{n} during it",
    },
    events={
        "main": "Main",
        "action": "Action",
        "activate main": "Activate in the main phase, rest this card",
        "activate action": "Activate in an action step, rest this card",
        "attack": "When it attacks",
        "destroyed": "When it is destroyed",
        "paired": "When it is paired",
        "deploy": "When it is deployed",
        "start": "At the start of your turn",
        "burst": "Burst",
    },
    types={
        "unit": "A Unit without abilities: it attacks and battles.",
        "base": "A Base: it takes damage before your Shields.",
        "resource": "Rest it to pay for a card.",
    },
    printed=_printed,
)
