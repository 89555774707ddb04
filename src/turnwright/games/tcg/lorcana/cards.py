"""A stand-in card set for Lorcana: our own cards, which cover everything a turn can contain.

Abilities name the event that triggers them and the words of their effects; the words are defined in
`LorcanaContext.effects`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import turnwright as tw
from turnwright.core.rules.requirement import HasTag, Not, TargetCondition
from turnwright.games.tcg.common.card_definition import CardAction, CardSpec, action, by_name, when
from turnwright.games.tcg.common.rules_text import with_texts

from .rules_text import WORDS


class LorcanaCardSpec(CardSpec, kw_only=True, frozen=True):
    """A card as printed. Its actions: play, quest (characters), sing (songs), move (to a location),
    exert (an activated ability), and triggered abilities.

    The effects of an action card and of "exert" happen at once; triggered abilities go into the bag.
    """

    cost: int
    inkable: bool = True
    strength: int = 0
    willpower: int = 0
    lore: int = 0
    move_cost: int = 0
    shelter: int = 0  # a location: willpower that its characters get while they are there
    keywords: tuple[str, ...] = ()


EXERT = tw.Cost("exert")  # exert this card

# 4.5.1.2, 8.7.2: a ready, dry character; never one with Reckless.
QUEST = action("quest", cost=[EXERT], requires=[Not(of=HasTag("Reckless", on="self"))])


def card(
    name: str,
    type: str,
    cost: int,
    *,
    effect: tuple[str, int] | None = None,
    abilities: Iterable[CardAction] = (),
    **printed: Any,
) -> LorcanaCardSpec:
    """Define a card. `effect` is what an action or song does when it is played."""
    play = action("play", *([effect] if effect else []), cost=[tw.Cost("ink", cost)])
    actions = [play, *abilities]
    if type == "character":
        actions.append(QUEST)
    if type == "song":  # 5.4.4.2: a singer costs at least as much as the song
        actions.append(action("sing", requires=[TargetCondition("cost", ">=", cost)]))
    if type == "location":
        actions.append(action("move", cost=[tw.Cost("ink", printed["move_cost"])]))
    return LorcanaCardSpec(name=name, type=type, cost=cost, actions=by_name(*actions), **printed)


CARDS = [
    card("Lamplighter", "character", 1, strength=1, willpower=2, lore=1),
    card("Harbour Guard", "character", 2, strength=2, willpower=3, lore=1,
         keywords=("Bodyguard",)),
    card("Quick Courier", "character", 2, strength=2, willpower=1, lore=1, inkable=False,
         keywords=("Rush",)),
    card("Kite Rider", "character", 3, strength=2, willpower=3, lore=2, keywords=("Evasive",)),
    card("Restless Fencer", "character", 3, strength=3, willpower=3, keywords=("Reckless",),
         abilities=[when("challenges", ("damage", 1))]),
    card("Archivist", "character", 3, strength=1, willpower=4, lore=2,
         abilities=[when("enters play", ("draw", 1))]),
    card("Grudge Keeper", "character", 3, strength=3, willpower=2, lore=1,
         abilities=[when("banished", ("damage", 2))]),
    card("Thorn Gardener", "character", 2, strength=1, willpower=3, lore=1,
         abilities=[when("challenged", ("damage", 1))]),
    card("Drum Major", "character", 3, strength=2, willpower=2, lore=1,
         abilities=[when("quests", ("boost", 2))]),
    card("Dawn Singer", "character", 4, strength=1, willpower=3, lore=1,
         abilities=[when("start of turn", ("lore", 1))]),
    card("Night Baker", "character", 4, strength=3, willpower=4, lore=2,
         abilities=[when("end of turn", ("heal", 1))]),
    card("Spark", "action", 1, effect=("damage", 2)),
    card("Round of Three", "song", 3, effect=("draw", 2)),
    card("Brass Kettle", "item", 2, abilities=[action("exert", ("heal", 2), cost=[EXERT])]),
    card("Old Lighthouse", "location", 2, willpower=5, lore=1, move_cost=1, shelter=1,
         inkable=False),
]  # fmt: skip

LIBRARY = with_texts(CARDS, WORDS)

# Sixty cards, at most four of a name (1.10.1.1).
DECK = {one.name: 4 for one in CARDS}
