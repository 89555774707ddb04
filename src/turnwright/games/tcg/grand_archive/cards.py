"""A stand-in card set for Grand Archive: our own cards, which cover everything a turn can contain.

Abilities name the event that triggers them (enter, attack, hit, death, wake up, recollection, draw,
end) and the words of their effects; the words are defined in `GrandArchiveContext.effects`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import turnwright as tw
from turnwright.core.rules.requirement import HasTag, Requirement, SelfCondition
from turnwright.games.tcg.common.card_definition import CardAction, CardSpec, action, by_name, when
from turnwright.games.tcg.common.rules_text import with_texts

from .rules_text import WORDS

SLOW = tw.Main()
FAST = tw.Free(anytime=True)


class GrandArchiveCardSpec(CardSpec, kw_only=True, frozen=True):
    """A card as printed. Its actions: activate (cards of the main deck), materialize (cards of the
    material deck), rest (an activated ability), and abilities that trigger.

    Types: champion, ally, action, attack, weapon, item.
    """

    element: str = "norm"
    reserve: int = 0  # cards of the main deck cost cards reserved into memory
    memory: int | None = None  # cards of the material deck cost cards banished from memory
    level: int = 0
    fast: bool = False
    power: int = 0
    life: int = 0
    durability: int = 0
    fleeting: bool = False  # dies as its controller's turn ends

    @property
    def is_material(self) -> bool:
        """Champions and regalia are in the material deck, and are banished instead of dying."""
        return self.memory is not None or self.type == "champion"


def card(
    name: str,
    type: str,
    *effects: tuple[str, int],
    element: str = "norm",
    reserve: int = 0,
    memory: int | None = None,
    level: int = 0,
    fast: bool = False,
    abilities: Iterable[CardAction] = (),
    **printed: Any,
) -> GrandArchiveCardSpec:
    """Define a card. `effects` are what an action card does when it resolves."""
    actions = list(abilities)
    enabled: list[Requirement] = [HasTag(element, on="self")]
    if memory is not None:
        # Champion 7: a champion is materialized by a champion one level lower.
        next_level: list[Requirement] = [SelfCondition("champion level", "==", level - 1)]
        requires = next_level if type == "champion" else enabled
        actions.append(action("materialize", cost=[tw.Cost("memory", memory)], requires=requires))
    elif type != "champion":
        price = [tw.Cost("reserve", reserve)]
        if type == "attack":  # Attack 2: it rests the champion as an additional cost
            price.append(tw.Cost("awake champion"))
            enabled.append(SelfCondition("first turn", "==", 0))
        timing = FAST if fast else SLOW
        actions.append(action("activate", *effects, timing=timing, cost=price, requires=enabled))
    return GrandArchiveCardSpec(
        name=name, type=type, element=element, reserve=reserve, memory=memory, level=level,
        fast=fast, actions=by_name(*actions), **printed,
    )  # fmt: skip


def rest(word: str, amount: int) -> CardAction:
    """An activated ability that rests its card; fast by default (Activated Abilities 6)."""
    return action("rest", (word, amount), timing=FAST, cost=[tw.Cost("rest")])


CARDS = [
    # the material deck
    card("Kindled Reader", "champion", element="fire", life=15,
         abilities=[when("enter", ("draw", 7))]),
    card("Drifting Reader", "champion", element="water", life=15,
         abilities=[when("enter", ("glimpse", 4), ("draw", 6))]),
    card("Wren the Apprentice", "champion", level=1, memory=1, life=17,
         abilities=[when("recollection", ("recover", 1))]),
    card("Wren the Warden", "champion", level=2, memory=2, life=19, power=1,
         abilities=[when("enter", ("damage", 2)), when("draw", ("damage", 1))]),
    card("Practice Blade", "weapon", memory=0, power=2, durability=2),
    card("Patient Hourglass", "item", memory=1, abilities=[rest("strengthen", 1)]),
    # the main deck
    card("Gate Sentry", "ally", reserve=1, power=1, life=2,
         abilities=[when("wake up", ("recover", 1))]),
    card("Lamplit Weasel", "ally", reserve=2, power=2, life=2,
         abilities=[when("attack", ("damage", 1))]),
    card("Fading Echo", "ally", reserve=1, power=3, life=1, fleeting=True,
         abilities=[when("death", ("damage", 1))]),
    card("Quarry Golem", "ally", reserve=3, power=3, life=4,
         abilities=[when("end", ("damage", 1))]),
    card("Sweep of the Quill", "attack", reserve=1, power=3, abilities=[when("hit", ("draw", 1))]),
    card("Turned Page", "action", ("draw", 2), element="water", reserve=1),
    card("Thrown Ember", "action", ("damage", 2), element="fire", reserve=1, fast=True),
    card("Second Thought", "action", ("negate", 1), reserve=1, fast=True),
]  # fmt: skip

LIBRARY = with_texts(CARDS, WORDS)

DECK = {one.name: 1 if one.is_material else 3 if one.type == "ally" else 2 for one in CARDS}
