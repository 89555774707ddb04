"""The rules texts of Alpha Clash's cards: what the words of their definitions mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from turnwright.core.definition.glossary import Glossary
from turnwright.games.tcg.common.rules_text import RulesWords

GLOSSARY = Glossary(
    {
        "Flight": "Only cards with Flight or Interception can obstruct it.",
        "Interception": "It can obstruct cards with Flight.",
        "Close Combat": "It may attack ready Clash cards, too.",
        "Breakthrough": "Clash damage beyond what destroys its target hits the Contender.",
        "Contender": "A player's leader; a player whose Contender has no health left loses.",
        "obstruct": "Ready Clash cards of the defender take the attack upon themselves.",
        "Oblivion": "Where used and destroyed cards go.",
    },
    forms={"obstruct": ("obstructed", "obstructs")},
)
RESPONDS = {
    "attack": "Respond to an attack of your opponent",
    "play": "Respond to a card that your opponent plays",
    "trap": "Respond to a Trap of your opponent",
}


def _printed(spec: Any) -> Iterator[str]:
    flags = ("flight", "interception", "close_combat", "breakthrough")
    yield from (f"{name.replace('_', ' ').title()}." for name in flags if getattr(spec, name))
    if spec.type == "contender":
        yield f"At {spec.threshold} health or less its ability is active."
    if spec.type == "weapon":
        yield f"Attach it for {spec.attach_cost}: its bearer gets +{spec.grants} attack."
    if spec.type == "clashground":
        yield f"Your Clash cards get +{spec.grants} attack."
    if spec.type == "trap":
        yield "Set it face down; it can be used from the next turn on."
    if spec.counter:
        yield f"{RESPONDS[spec.counter]}."


WORDS = RulesWords(
    effects={
        "draw": "draw {cards}",
        "damage": "deal {n} damage to a chosen target",
        "heal": "your Contender gets {n} health back",
        "drain": "both Contenders lose {n} health",
        "boost": "a chosen Clash card gets +{n} attack in this clash",
        "weaken": "the attacker gets -{n} attack",
        "repel": "the attack is negated",
        "negate": "negate that card",
    },
    events={
        "enter": "When it enters play",
        "attack": "When it attacks",
        "defeat": "When it is defeated",
        "start": "At the start of your turn",
        "end": "At the end of your turn",
    },
    types={"clash": "A Clash card without abilities: it attacks and obstructs."},
    printed=_printed,
)
