"""What breaking costs, read from the abilities of breakers: their labels and prices."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from typing import Any

import msgspec

from . import state_queries as q

TYPES = {"Fracter": "Barrier", "Decoder": "Code Gate", "Killer": "Sentry"}
"""What each kind of icebreaker breaks. AI breakers break everything."""

_CREDITS = re.compile(r"(\d+) \[Credits\]")
_BREAK = re.compile(r"^Break (?:up to )?(\d+) ")
_PUMP = re.compile(r"^Add (\d+) strength( for each installed icebreaker)?$")


class CardAbility(msgspec.Struct, frozen=True):
    """An ability of a card. Printed ones have an index, those of this encounter a name (`dynamic`)."""

    card: dict[str, Any]
    index: int
    dynamic: str | None
    label: str
    credits: int
    """Its cost in credits."""

    @property
    def title(self) -> str:
        """The title of the card."""
        return str(self.card.get("title"))


class BreakPlan(msgspec.Struct, frozen=True):
    """How to break with printed abilities: which, how often, and for how many credits."""

    card: dict[str, Any]
    pump: int | None
    """The index of the ability that adds strength."""
    pumps: int
    breaking: int
    """The index of the ability that breaks."""
    uses: int
    credits: int

    @property
    def title(self) -> str:
        """The title of the breaker."""
        return str(self.card.get("title"))


def credits_of(ability: Mapping[str, Any]) -> int:
    """Return the credits in a cost label; other costs (counters, clicks) count 0."""
    price = _CREDITS.search(str(ability.get("cost-label") or ""))
    return int(price[1]) if price else 0


def abilities(card: q.Card) -> list[CardAbility]:
    """Return the abilities of a card."""
    return [
        CardAbility(dict(card), n, one.get("dynamic"), str(one.get("label", "")), credits_of(one))
        for n, one in enumerate(card.get("abilities") or ())
    ]


def dynamic_breaks(cards: Iterable[q.Card]) -> list[CardAbility]:
    """Return the abilities that break all subroutines at once, cheapest first.

    They are listed only if they can be paid; their `playable` flag has no meaning. At equal cost AI
    breakers come last, because Mayfly is trashed after use."""
    uses = [
        one for card in cards for one in abilities(card) if one.dynamic and "break" in one.dynamic
    ]
    return sorted(uses, key=lambda one: (one.credits, "AI" in subtypes(one.card)))


def subtypes(card: q.Card) -> Sequence[str]:
    """Return the subtypes of a card."""
    kinds = card.get("subtypes") or ()
    return kinds.split(" - ") if isinstance(kinds, str) else kinds


def strength(card: q.Card) -> int:
    """Return the current strength of a card."""
    now = card.get("current-strength")
    return int(card.get("strength") or 0) if now is None else int(now)


def matches(breaker: q.Card, ice: q.Card) -> bool:
    """Tell whether this kind of icebreaker can break this ice."""
    kinds = subtypes(breaker)
    return "AI" in kinds or any(kind in kinds and of in subtypes(ice) for kind, of in TYPES.items())


def break_price(
    state: q.State, breaker: q.Card, ice: q.Card, subs: Sequence[int] | None = None
) -> BreakPlan | None:
    """Return how a breaker breaks subroutines of a piece of ice, whether it can be paid or not.

    Without `subs`, all that are unbroken. None if the breaker cannot break them."""
    if not matches(breaker, ice):
        return None
    breaking = pump = None
    size = many = 0
    for use in abilities(breaker):
        if use.dynamic:
            continue
        breaks, adds = _BREAK.match(use.label), _PUMP.match(use.label)
        if breaks and breaking is None:
            breaking, many = use, int(breaks[1])
        elif adds and pump is None:
            pump, size = use, int(adds[1])
            if adds[2]:
                size *= sum("Icebreaker" in subtypes(one) for one in _programs(state))
    if breaking is None:
        return None
    left = len(q.unbroken_subroutines(ice) if subs is None else subs)
    gap = max(0, strength(ice) - strength(breaker))
    if gap and (pump is None or size < 1):
        return None
    pumps = ceil(gap / size) if gap else 0
    uses = ceil(left / many)
    price = uses * breaking.credits + (pumps * pump.credits if pump is not None else 0)
    place = pump.index if pump is not None and pumps else None
    return BreakPlan(dict(breaker), place, pumps, breaking.index, uses, price)


def _programs(state: q.State) -> Sequence[q.Card]:
    return state.get("runner", {}).get("rig", {}).get("program") or ()


def cheapest_break(
    state: q.State, breakers: Iterable[q.Card], ice: q.Card, subs: Sequence[int] | None = None
) -> BreakPlan | None:
    """Return the cheapest plan of several breakers."""
    plans = [break_price(state, breaker, ice, subs) for breaker in breakers]
    return min((one for one in plans if one is not None), key=lambda one: one.credits, default=None)


class IcePrice(msgspec.Struct, frozen=True):
    """What one piece of ice is known to cost, and the breaker for it."""

    position: int
    title: str | None
    """None if it is not rezzed: then only the Corp knows it."""
    credits: int | None
    """None if it is unknown or no installed breaker breaks it."""
    breaker: str | None


def ice_prices(state: q.State, server: str) -> list[IcePrice]:
    """Return what breaking through a server costs, outermost ice first, as far as a side can see."""
    found = []
    ices = q.server_cards(state, server)
    for place in range(len(ices), 0, -1):
        ice = ices[place - 1]
        plan = None if q.is_unrezzed(ice) else cheapest_break(state, _programs(state), ice)
        found.append(
            IcePrice(
                place,
                None if q.is_unrezzed(ice) else str(ice.get("title")),
                None if plan is None else plan.credits,
                None if plan is None else plan.title,
            )
        )
    return found
