"""Cards as data: printed values, and actions of the rules library.

Everything a card can do is a `tw.Action`: playing it, using an ability, or an ability that an event
triggers. Its effect is a list of words with numbers; each game defines its own words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec

import turnwright as tw
from turnwright.core.rules.requirement import Requirement
from turnwright.core.rules.timing import Timing


class CardEffect(msgspec.Struct, frozen=True):
    """One thing that an action does: a word that the game defines, and a number."""

    word: str
    amount: int = 1


CardAction: TypeAlias = tw.Action[CardEffect]

MAIN = tw.Main()


class CardSpec(msgspec.Struct, frozen=True, kw_only=True):
    """The definition of a card. Games add their printed values."""

    name: str
    type: str
    text: str = ""
    actions: Mapping[str, CardAction] = {}


def action(
    name: str,
    *effects: tuple[str, int],
    timing: Timing = MAIN,
    cost: Iterable[tw.Cost] = (),
    requires: Iterable[Requirement] = (),
) -> CardAction:
    """Define an action: `action("exert", ("heal", 2), cost=[tw.Cost("exert")])`."""
    return tw.Action(
        name=name,
        timing=timing,
        cost=tuple(cost),
        requires=tuple(requires),
        effect=tuple(CardEffect(*effect) for effect in effects),
    )


def when(event: str, *effects: tuple[str, int], requires: Iterable[Requirement] = ()) -> CardAction:
    """Define an ability that triggers when this event happens to the card itself."""
    return action(event, *effects, timing=tw.Reaction(on=event, who="self"), requires=requires)


def by_name(*actions: CardAction) -> dict[str, CardAction]:
    """The actions of a card by their names."""
    return {one.name: one for one in actions}
