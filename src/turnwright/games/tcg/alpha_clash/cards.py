"""A stand-in card set for Alpha Clash: our own cards, which cover everything a turn can contain.

All cards have one colour, so any resource pays for any card. Abilities name the event that triggers
them and the words of their effects; the words are defined in `AlphaClashContext.effects`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import turnwright as tw
from turnwright.core.rules.requirement import SelfCondition
from turnwright.games.tcg.common.card_definition import CardAction, CardSpec, action, by_name, when
from turnwright.games.tcg.common.rules_text import with_texts

from .rules_text import WORDS

PERMANENTS = ("clash", "clashground", "weapon")


class AlphaClashCardSpec(CardSpec, kw_only=True, frozen=True):
    """A card as printed. Its actions: play, respond (Traps and Quick Actions), attach (Weapons), and
    the abilities that trigger on enter, attack, defeat, start and end.

    Types: contender, clash, clashground, weapon, trap, basic, quick, buff.
    """

    cost: int = 0
    attack: int = 0
    defense: int = 0
    flight: bool = False  # only Flight or Interception can obstruct it
    interception: bool = False
    close_combat: bool = False  # may attack ready Clash cards, too
    breakthrough: bool = False  # deals excessive clash damage to the Contender
    health: int = 0
    threshold: int = 0  # a Contender's ability is active at this health or less (301.3)
    attach_cost: int = 0  # of a Weapon
    counter: str = ""  # what a Trap or Quick Action responds to: attack, play, trap
    grants: int = 0  # attack: of a Weapon to its bearer, of a Clashground to every Clash card

    @property
    def is_permanent(self) -> bool:
        """Return whether the card stays in play when it resolves."""
        return self.type in PERMANENTS


def card(
    name: str,
    type: str,
    cost: int = 0,
    *,
    effect: tuple[str, int] | None = None,
    counter: str = "",
    attach_cost: int = 0,
    abilities: Iterable[CardAction] = (),
    **printed: Any,
) -> AlphaClashCardSpec:
    """Define a card. A card with a `counter` responds to what an opponent does."""
    effects = [effect] if effect else []
    price = [tw.Cost("resource", cost)]
    actions = list(abilities)
    if counter:
        timing = tw.Reaction(on=counter, who="enemy", role="source")
        actions.append(action("respond", *effects, timing=timing, cost=price))
    elif type != "contender":
        actions.append(action("play", *effects, cost=price))
    if type == "weapon":
        actions.append(action("attach", cost=[tw.Cost("resource", attach_cost)]))
    return AlphaClashCardSpec(
        name=name, type=type, cost=cost, counter=counter, attach_cost=attach_cost,
        actions=by_name(*actions), **printed,
    )  # fmt: skip


AT_THRESHOLD = SelfCondition("health above threshold", "<=")


CARDS = [
    card("Marshal of the Quays", "contender", attack=1, defense=2, health=20, threshold=10,
         abilities=[when("end", ("heal", 1), requires=[AT_THRESHOLD])]),
    card("Dock Brawler", "clash", 1, attack=2, defense=2),
    card("Kite Scout", "clash", 2, attack=2, defense=1, flight=True,
         abilities=[when("attack", ("draw", 1))]),
    card("Harpooner", "clash", 2, attack=1, defense=3, interception=True,
         abilities=[when("enter", ("draw", 2))]),
    card("Pit Duelist", "clash", 3, attack=3, defense=2, close_combat=True,
         abilities=[when("defeat", ("damage", 2))]),
    card("Breaker Engine", "clash", 4, attack=5, defense=4, breakthrough=True),
    card("Burning Pier", "clashground", 2, grants=1, abilities=[when("start", ("drain", 1))]),
    card("Boat Hook", "weapon", 1, attach_cost=1, grants=2),
    card("Flare Shot", "basic", 1, effect=("damage", 2)),
    card("Closed Gate", "quick", 1, counter="play", effect=("negate", 1)),
    card("Smoke Pot", "quick", 1, counter="attack", effect=("repel", 1)),
    card("Snare Line", "trap", 1, counter="attack", effect=("weaken", 2)),
    card("Cut Wire", "trap", counter="trap", effect=("negate", 1)),
    card("Second Wind", "buff", 1, effect=("boost", 2)),
]  # fmt: skip

LIBRARY = with_texts(CARDS, WORDS)

# Exactly fifty cards with one Contender, at most four of a name, at most four Clash Buffs (100.2a).
DECK = (
    {one.name: 4 for one in CARDS}
    | {"Marshal of the Quays": 1}
    | {name: 3 for name in ("Burning Pier", "Closed Gate", "Smoke Pot")}
)
