"""The rules texts of Lorcana's cards: what the words of their definitions mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from turnwright.core.definition.glossary import Glossary
from turnwright.games.tcg.common.rules_text import RulesWords

KEYWORDS = {
    "Bodyguard": "It may enter play exerted, and must be challenged before others if possible.",
    "Rush": "It can challenge in the turn it is played.",
    "Evasive": "Only characters with Evasive can challenge it.",
    "Reckless": "It cannot quest, and must challenge each turn if it can.",
}

GLOSSARY = Glossary(
    {
        **KEYWORDS,
        "exert": "Turn a ready card sideways; it can be used again when it is readied.",
        "lore": "The first player with 20 lore wins.",
        "quest": "Exert a character to gain its lore.",
        "challenge": "Exert a character to deal damage to an exerted one, which deals damage back.",
        "banish": "Put a card from play into its owner's discard.",
    },
    forms={
        "exert": ("exerted",), "quest": ("quests",), "banish": ("banished",),
        "challenge": ("challenges", "challenged"),
    },
)  # fmt: skip


def _printed(spec: Any) -> Iterator[str]:
    yield from (f"{word}." for word in spec.keywords)
    if spec.type == "song":
        yield f"A character with cost {spec.cost} or more can exert to sing this for free."
    if spec.type == "location":
        yield f"Move a character here for {spec.move_cost} ink."
        yield f"Characters here get +{spec.shelter} willpower."
        yield f"Gain {spec.lore} lore at the start of your turn."


WORDS = RulesWords(
    effects={
        "draw": "draw {cards}",
        "lore": "gain {n} lore",
        "damage": "deal {n} damage to a chosen character",
        "heal": "remove up to {n} damage from a chosen character",
        "boost": "a chosen character gets +{n} strength this turn",
    },
    events={
        "enters play": "When it enters play",
        "challenges": "When it challenges",
        "challenged": "When it is challenged",
        "banished": "When it is banished",
        "quests": "When it quests",
        "start of turn": "At the start of your turn",
        "end of turn": "At the end of your turn",
        "exert": "Exert",
    },
    types={"character": "A character without abilities: it quests and challenges."},
    printed=_printed,
)
