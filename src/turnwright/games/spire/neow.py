"""What Neow offers at the start of a run."""

from __future__ import annotations

from typing import NamedTuple

from .rng import Random

NONE = "NONE"
SMALL = (
    "THREE_CARDS", "ONE_RANDOM_RARE_CARD", "REMOVE_CARD", "UPGRADE_CARD", "TRANSFORM_CARD",
    "RANDOM_COLORLESS",
)  # fmt: skip
MEDIUM = (
    "THREE_SMALL_POTIONS", "RANDOM_COMMON_RELIC", "TEN_PERCENT_HP_BONUS", "THREE_ENEMY_KILL",
    "HUNDRED_GOLD",
)  # fmt: skip
DRAWBACKS = ("TEN_PERCENT_HP_LOSS", "NO_GOLD", "CURSE", "PERCENT_DAMAGE")
LARGE = (
    ("RANDOM_COLORLESS_2", ""), ("REMOVE_TWO", "CURSE"), ("ONE_RARE_RELIC", ""), ("THREE_RARE_CARDS", ""),
    ("TWO_FIFTY_GOLD", "NO_GOLD"), ("TRANSFORM_TWO_CARDS", ""),
    ("TWENTY_PERCENT_HP_BONUS", "TEN_PERCENT_HP_LOSS"),
)  # fmt: skip
"""Large boons, and the drawback that they do not come with."""


class Offer(NamedTuple):
    bonus: str
    drawback: str = NONE


def offers(stream: Random) -> list[Offer]:
    """Four offers: a small one, a middling one, a large one at a price, and a boss relic for the
    starting one."""
    small = SMALL[stream.random(len(SMALL) - 1)]
    medium = MEDIUM[stream.random(len(MEDIUM) - 1)]
    drawback = DRAWBACKS[stream.random(len(DRAWBACKS) - 1)]
    fitting = [bonus for bonus, never in LARGE if never != drawback]
    large = fitting[stream.random(len(fitting) - 1)]
    stream.random(0)
    return [
        Offer(small),
        Offer(medium),
        Offer(large, drawback),
        Offer("BOSS_RELIC", "LOSE_STARTER_RELIC"),
    ]
