"""A stand-in set for Alpha Clash: fourteen cards of our own, one for everything a turn can contain.

All are of one colour, so it never matters which resource is engaged to pay for a card.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

Effect: TypeAlias = tuple[str, int] | None  # a word and a number: `Rules.carry_out` knows the words


class CardSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A card as printed. Effects named `on_` and `at_` are triggered and wait in Standby."""

    name: str
    type: str  # contender, clash, clashground, weapon, trap, basic, quick, buff
    cost: int = 0
    attack: int = 0
    defense: int = 0
    flight: bool = False  # only flight or interception obstructs it
    interception: bool = False
    close_combat: bool = False  # may attack ready Clash cards too
    breakthrough: bool = False  # deals excessive clash damage to the Contender
    health: int = 0
    threshold: int = 0  # a Contender's ability is active at this health or less
    grants: int = 0  # attack: of a Weapon to its bearer, of a Clashground to every Clash card
    attach_cost: int = 0
    counter: str = ""  # what a Trap or Quick Action responds to: attack, play, trap
    effect: Effect = None
    on_enter: Effect = None
    on_attack: Effect = None
    on_defeat: Effect = None
    at_start: Effect = None
    at_end: Effect = None

    @property
    def is_permanent(self) -> bool:
        return self.type in ("clash", "clashground", "weapon")


CARDS = [
    CardSpec(name="Marshal of the Quays", type="contender", attack=1, defense=2, health=20,
             threshold=10, at_end=("heal", 1)),
    CardSpec(name="Dock Brawler", type="clash", cost=1, attack=2, defense=2),
    CardSpec(name="Kite Scout", type="clash", cost=2, attack=2, defense=1, flight=True,
             on_attack=("draw", 1)),
    CardSpec(name="Harpooner", type="clash", cost=2, attack=1, defense=3, interception=True,
             on_enter=("draw", 2)),
    CardSpec(name="Pit Duelist", type="clash", cost=3, attack=3, defense=2, close_combat=True,
             on_defeat=("damage", 2)),
    CardSpec(name="Breaker Engine", type="clash", cost=4, attack=5, defense=4, breakthrough=True),
    CardSpec(name="Burning Pier", type="clashground", cost=2, grants=1, at_start=("drain", 1)),
    CardSpec(name="Boat Hook", type="weapon", cost=1, attach_cost=1, grants=2),
    CardSpec(name="Flare Shot", type="basic", cost=1, effect=("damage", 2)),
    CardSpec(name="Closed Gate", type="quick", cost=1, counter="play", effect=("negate", 1)),
    CardSpec(name="Smoke Pot", type="quick", cost=1, counter="attack", effect=("repel", 1)),
    CardSpec(name="Snare Line", type="trap", cost=1, counter="attack", effect=("weaken", 2)),
    CardSpec(name="Cut Wire", type="trap", counter="trap", effect=("negate", 1)),
    CardSpec(name="Second Wind", type="buff", cost=1, effect=("boost", 2)),
]  # fmt: skip

LIBRARY = {card.name: card for card in CARDS}

# Exactly fifty cards with one Contender, at most four of a name, at most four Clash Buffs (100.2a).
DECK = (
    {card.name: 4 for card in CARDS}
    | {"Marshal of the Quays": 1}
    | {name: 3 for name in ("Burning Pier", "Closed Gate", "Smoke Pot")}
)
