"""An estimate of what a run costs, from what the Runner knows. Nothing is paid or revealed.

Rezzed ice is priced with the installed breakers. Unrezzed ice is unknown and only counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

import msgspec

import turnwright as tw
from turnwright.games.netrunner.card_definition import price_of
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.state import CENTRALS, Card
from turnwright.games.netrunner.wording import plural

from .icebreaking import breaking_abilities


class IceThreat(msgspec.Struct, frozen=True):
    """What a piece of ice does if none of its subroutines is broken."""

    ends: bool = False
    damage: int = 0
    tags: int = 0
    credits: int = 0
    trashes: int = 0
    enters: int = 0
    """Tags taken for encountering it."""


ICE_THREATS = {
    "Ansel 1.0": IceThreat(trashes=1),
    "Ballista": IceThreat(ends=True, trashes=1),
    "Brân 1.0": IceThreat(ends=True),
    "Diviner": IceThreat(damage=1, ends=True),
    "Funhouse": IceThreat(tags=1, enters=1),
    "Karunā": IceThreat(damage=4),
    "Palisade": IceThreat(ends=True),
    "Pharos": IceThreat(ends=True, tags=1),
    "Ping": IceThreat(ends=True),
    "Tithe": IceThreat(damage=1),
    "Whitespace": IceThreat(credits=3),
}
MISSING_BREAKER = 7
"""What ice costs a Runner without a breaker for it, who may have one in the grip."""
STAYS_ABOVE = 6
"""Whitespace ends the run of a Runner who is left with this many credits or fewer."""


class IceCost(msgspec.Struct, frozen=True):
    """The cost of one piece of ice. Unknown ice has no title."""

    title: str
    place: int
    """Its index at the server: 0 is the innermost."""
    strength: int = 0
    subs: int = 0
    breaker: str = ""
    credits: int | None = None
    """The cost of breaking all of it; None if it cannot be broken."""
    threat: IceThreat = IceThreat()
    is_broken: bool = False
    """Whether the plan breaks it."""

    @property
    def is_unknown(self) -> bool:
        """Whether the ice is not rezzed."""
        return not self.title


class RunCost(msgspec.Struct, frozen=True):
    """The estimated cost of a run. `credits` includes what upgrades in the server take."""

    server: str
    ices: tuple[IceCost, ...]
    credits: int
    available: int
    toll: int = 0
    damage: int = 0
    tags: int = 0
    unknown: int = 0
    stopped_by: str = ""
    """The first known ice that ends the run."""

    @property
    def gets_in(self) -> bool:
        """Whether the Runner reaches the server, as far as is known."""
        return not self.stopped_by

    def __str__(self) -> str:
        lines = [f"Run on {self.server}: {plural(self.credits, 'credit')} of {self.available}"]
        lines[0] += f", stopped by {self.stopped_by}" if self.stopped_by else ", gets in"
        lines[0] += f", {self.damage} damage" if self.damage else ""
        lines[0] += f", {plural(self.tags, 'tag')}" if self.tags else ""
        lines[0] += f", {self.unknown} unknown ice" if self.unknown else ""
        lines += [f"  {_describe_ice(one)}" for one in self.ices]
        if self.toll:
            lines.append(f"  upgrades in the server take {plural(self.toll, 'credit')}")
        return "\n".join(lines)


def _describe_ice(ice: IceCost) -> str:
    if ice.is_unknown:
        return f"position {ice.place}: unknown ice"
    subs = plural(ice.subs, "subroutine")
    start = f"position {ice.place}: {ice.title} (strength {ice.strength}, {subs})"
    if ice.credits is None:
        return f"{start}: no installed breaker can break it"
    how = f"{ice.breaker} breaks it for {plural(ice.credits, 'credit')}"
    return f"{start}: {how}" + (
        "" if ice.is_broken else ", but the plan lets it fire or cannot afford it"
    )


# --- one piece of ice -----------------------------------------------------------------------------


def break_price(c: NetrunnerContext, breaker: Card, ice: Card) -> int | None:
    """Return the credits for matching the ice and breaking all of it; None if that is impossible."""
    breaking, pumping = breaking_abilities(c, breaker, ice)
    if breaking is None or price_of(c, breaker, breaking).credits is None:
        return None
    cost = 0
    gap = c.strength(ice) - c.strength(breaker)
    if gap > 0:
        if pumping is None:
            return None
        size = pumping.pump(c, breaker) if callable(pumping.pump) else pumping.pump
        cost = ceil(gap / size) * (price_of(c, breaker, pumping).credits or 0)
    uses = ceil(len(c.subs(ice)) / breaking.breaks)
    return cost + uses * (price_of(c, breaker, breaking).credits or 0)


def cheapest(c: NetrunnerContext, ice: Card, breakers: Iterable[Card]) -> tuple[int, Card] | None:
    """Return the cheapest breaker for a piece of ice, with its price."""
    prices = [(price, one) for one in breakers if (price := break_price(c, one, ice)) is not None]
    return min(prices, key=lambda pair: (pair[0], pair[1].kind == "Mayfly"), default=None)


def _one_ice(c: NetrunnerContext, ice: Card, place: int, breakers: list[Card]) -> IceCost:
    if not ice.rezzed:
        return IceCost("", place)
    best = cheapest(c, ice, breakers)
    return IceCost(
        ice.kind, place, c.strength(ice), len(c.subs(ice)),
        "" if best is None else best[1].kind, None if best is None else best[0],
        ICE_THREATS.get(ice.kind, IceThreat()),
    )  # fmt: skip


# --- the whole way --------------------------------------------------------------------------------


def run_cost(c: NetrunnerContext, server: str, extra: int = 0) -> RunCost:
    """Estimate a run on a server ("HQ", "Server 1", "remote1"), from the outermost ice inward.

    `extra` credits are available for this run only. The plan breaks what ends the run or does
    damage, while the credits last."""
    key = _key(c, server)
    breakers = [one for one in c.installed(RUNNER) if c.facts(one).has("Icebreaker")]
    found = c.G.servers.get(key)
    grip = len(c.zone("hand", RUNNER))
    start = left = c.G.sides[RUNNER].credits + extra
    toll = _toll(c, key)
    damage = tags = unknown = 0
    stopped = ""
    ices = []
    for place, ice in reversed(list(enumerate(c.cards(found.ices) if found else []))):
        one = _one_ice(c, ice, place, breakers)
        if one.is_unknown:
            unknown += 1
        elif not stopped:
            threat = one.threat
            tags += threat.enters
            poor = threat.credits and left - threat.credits <= STAYS_ABOVE
            matters = (
                threat.ends or threat.trashes or poor or threat.damage + damage >= min(3, grip)
            )
            if matters and one.credits is not None and one.credits <= left:
                left -= one.credits
                one = msgspec.structs.replace(one, is_broken=True)
            else:
                damage, tags = damage + threat.damage, tags + threat.tags
                left = max(0, left - threat.credits)
                if threat.ends or poor:
                    stopped = one.title
        ices.append(one)
    if not stopped and toll > left:
        stopped = "an upgrade in the server"
    paid = start - left + (toll if not stopped else 0)
    return RunCost(
        c.server_name(key), tuple(ices), paid, start, toll, damage, tags, unknown, stopped
    )


def entry_price(c: NetrunnerContext, key: str) -> int:
    """Return the credits that the Runner needs to get into a server, as the Corp knows it: with the
    ice that it can afford to rez, from the outermost inward."""
    server = c.G.servers.get(key)
    if server is None:
        return 0
    rig = [one for one in c.installed(RUNNER) if c.facts(one).has("Icebreaker")]
    budget, price = c.G.sides[CORP].credits, 0
    for ice in reversed(c.cards(server.ices)):
        if not ice.rezzed:
            if c.rez_cost(ice) > budget:
                continue
            budget -= c.rez_cost(ice)
        best = cheapest(c, ice, rig)
        threat = ICE_THREATS.get(ice.kind, IceThreat())
        broken = MISSING_BREAKER if best is None else best[0]
        harm = threat.damage + threat.credits + 2 * threat.tags
        price += broken if threat.ends else min(broken, harm)
    tolls = sum(one.kind == "Manegarm Skunkworks" for one in c.cards(server.content))
    return price + 5 * tolls


def _toll(c: NetrunnerContext, key: str) -> int:
    """Manegarm Skunkworks takes 5 credits, or 2 clicks, when its server is approached."""
    if key not in c.G.servers or c.G.sides[RUNNER].clicks > 2:
        return 0
    content = c.cards(c.G.servers[key].content)
    return 5 * sum(one.rezzed and one.kind == "Manegarm Skunkworks" for one in content)


def _key(c: NetrunnerContext, server: str) -> str:
    if server in c.G.servers or server in CENTRALS:
        return server
    names = {c.server_name(key).lower(): key for key in c.server_keys()}
    names |= {key: key for key in c.server_keys()}
    found = names.get(server.lower())
    if found is None:
        known = ", ".join(c.server_name(key) for key in c.server_keys())
        raise tw.UnusableError("no_server", f"Unknown server {server!r}. The servers are {known}.")
    return found


__all__ = ["IceCost", "IceThreat", "RunCost", "break_price", "cheapest", "entry_price", "run_cost"]
