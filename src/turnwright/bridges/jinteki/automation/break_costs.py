"""What breaking costs, read off the view: the abilities of breakers, their labels and prices."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from typing import Any

import msgspec

from . import state_queries as q

TYPES = {"Fracter": "Barrier", "Decoder": "Code Gate", "Killer": "Sentry"}
"""What each kind of icebreaker breaks; an AI breaks everything."""

_CREDITS = re.compile(r"(\d+) \[Credits\]")
_BREAK = re.compile(r"^Break (?:up to )?(\d+) ")
_PUMP = re.compile(r"^Add (\d+) strength( for each installed icebreaker)?$")


class CardAbility(msgspec.Struct, frozen=True):
    """An ability of a card: printed ones have a place, those of the moment a name."""

    card: dict[str, Any]
    index: int
    dynamic: str | None
    label: str
    credits: int
    """What it takes from the credit pool."""

    @property
    def title(self) -> str:
        return str(self.card.get("title"))


class BreakPlan(msgspec.Struct, frozen=True):
    """Pumping and breaking by hand: how often, and for how much."""

    card: dict[str, Any]
    pump: int | None
    """The place of the ability that raises the strength."""
    pumps: int
    breaking: int
    """The place of the ability that breaks."""
    uses: int
    credits: int

    @property
    def title(self) -> str:
        return str(self.card.get("title"))


def credits_of(ability: Mapping[str, Any]) -> int:
    """The credits in a cost label; costs of other kinds (counters, clicks) take none."""
    price = _CREDITS.search(str(ability.get("cost-label") or ""))
    return int(price[1]) if price else 0


def abilities(card: q.Card) -> list[CardAbility]:
    return [
        CardAbility(dict(card), n, one.get("dynamic"), str(one.get("label", "")), credits_of(one))
        for n, one in enumerate(card.get("abilities") or ())
    ]


def dynamic_breaks(cards: Iterable[q.Card]) -> list[CardAbility]:
    """The abilities that break all at once, cheapest first. That they are listed says that they can be
    paid: whether they are marked playable says nothing. Of equals an AI comes last: Mayfly, for one,
    does not survive its use."""
    uses = [
        one for card in cards for one in abilities(card) if one.dynamic and "break" in one.dynamic
    ]
    return sorted(uses, key=lambda one: (one.credits, "AI" in subtypes(one.card)))


def subtypes(card: q.Card) -> Sequence[str]:
    kinds = card.get("subtypes") or ()
    return kinds.split(" - ") if isinstance(kinds, str) else kinds


def strength(card: q.Card) -> int:
    now = card.get("current-strength")
    return int(card.get("strength") or 0) if now is None else int(now)


def matches(breaker: q.Card, ice: q.Card) -> bool:
    """Is this the kind of icebreaker for this ice?"""
    kinds = subtypes(breaker)
    return "AI" in kinds or any(kind in kinds and of in subtypes(ice) for kind, of in TYPES.items())


def break_price(
    state: q.State, breaker: q.Card, ice: q.Card, subs: Sequence[int] | None = None
) -> BreakPlan | None:
    """What it takes this breaker to break these subroutines of an ice (all that are unbroken, if not
    told), whether it can be paid or not. None if it cannot break it at all."""
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
    plans = [break_price(state, breaker, ice, subs) for breaker in breakers]
    return min((one for one in plans if one is not None), key=lambda one: one.credits, default=None)


class IcePrice(msgspec.Struct, frozen=True):
    """One ice on the way, outermost first: what it is known to cost, and by what."""

    position: int
    title: str | None
    """None: it is not rezzed, and nobody but the Corp knows."""
    credits: int | None
    """None: unknown, or nothing in the rig breaks it."""
    breaker: str | None


def ice_prices(state: q.State, server: str) -> list[IcePrice]:
    """What breaking through a server costs, as far as a side can see it."""
    found = []
    ices = q.contents(state, server)
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
