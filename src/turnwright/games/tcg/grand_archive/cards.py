"""A stand-in set for Grand Archive: fourteen cards of our own, for everything a turn can contain."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

Effects = tuple[tuple[str, int], ...]


class CardSpec(msgspec.Struct, frozen=True, kw_only=True):
    """`on` holds the abilities: an event, and the (word, number) pairs that resolve in order.

    The events: resolve (of an action), rest (the cost of an activated ability), and the triggers
    enter, attack, hit, death, wake up, recollection, draw, end.
    """

    name: str
    type: str  # champion, ally, action, attack, weapon, item
    element: str = "norm"
    reserve: int = 0  # cards of the main deck cost cards reserved into memory
    memory: int | None = None  # cards of the material deck cost cards banished from memory
    level: int = 0
    fast: bool = False
    power: int = 0
    life: int = 0
    durability: int = 0
    fleeting: bool = False  # dies as its controller's turn ends
    on: Mapping[str, Effects] = {}

    @property
    def is_material(self) -> bool:
        """Champions and regalia live in the material deck, and are banished instead of dying."""
        return self.memory is not None or self.type == "champion"


CARDS = [
    # the material deck
    CardSpec(name="Kindled Reader", type="champion", element="fire", life=15,
             on={"enter": (("draw", 7),)}),
    CardSpec(name="Drifting Reader", type="champion", element="water", life=15,
             on={"enter": (("glimpse", 4), ("draw", 6))}),
    CardSpec(name="Wren the Apprentice", type="champion", level=1, memory=1, life=17,
             on={"recollection": (("recover", 1),)}),
    CardSpec(name="Wren the Warden", type="champion", level=2, memory=2, life=19, power=1,
             on={"enter": (("damage", 2),), "draw": (("damage", 1),)}),
    CardSpec(name="Practice Blade", type="weapon", memory=0, power=2, durability=2),
    CardSpec(name="Patient Hourglass", type="item", memory=1,
             on={"rest": (("strengthen", 1),)}),
    # the main deck
    CardSpec(name="Gate Sentry", type="ally", reserve=1, power=1, life=2,
             on={"wake up": (("recover", 1),)}),
    CardSpec(name="Lamplit Weasel", type="ally", reserve=2, power=2, life=2,
             on={"attack": (("damage", 1),)}),
    CardSpec(name="Fading Echo", type="ally", reserve=1, power=3, life=1, fleeting=True,
             on={"death": (("damage", 1),)}),
    CardSpec(name="Quarry Golem", type="ally", reserve=3, power=3, life=4,
             on={"end": (("damage", 1),)}),
    CardSpec(name="Sweep of the Quill", type="attack", reserve=1, power=3, on={"hit": (("draw", 1),)}),
    CardSpec(name="Turned Page", type="action", element="water", reserve=1,
             on={"resolve": (("draw", 2),)}),
    CardSpec(name="Thrown Ember", type="action", element="fire", reserve=1, fast=True,
             on={"resolve": (("damage", 2),)}),
    CardSpec(name="Second Thought", type="action", reserve=1, fast=True,
             on={"resolve": (("negate", 1),)}),
]  # fmt: skip

LIBRARY = {card.name: card for card in CARDS}

DECK = {card.name: 1 if card.is_material else 3 if card.type == "ally" else 2 for card in CARDS}
