"""The fight as text."""

from __future__ import annotations

from .context import FightContext
from .state import CombatantSeen

BAR = 10
"""The length of a bar of hit points in the terminal."""


def describe(c: FightContext, seat: int | None) -> str:
    """The fight as text, for the terminal and for language models."""
    G = c.G
    lines = [f"· {line}" for line in G.news]
    lines += [
        "",
        f"{G.encounter}, round {G.round}" if G.round else f"{G.encounter}, before the fight",
    ]
    width = max([len(one.name) for one in G.combatants], default=0)
    lines += [_line(one, width) for one in G.combatants]
    if G.question:
        lines += ["", G.question]
    return "\n".join(lines)


def _line(one: CombatantSeen, width: int) -> str:
    mark = ">" if one.is_active else " "
    full = round(BAR * one.hp / one.max_hp) if one.max_hp else 0
    health = f"{'#' * full}{'.' * (BAR - full)} {one.hp:>4}/{one.max_hp}"
    notes = [] if one.state == "up" else [one.state]
    notes += [f"{one.temp} temporary"] if one.temp else []
    notes += [
        f"{status.name} ({status.turns})" if status.turns else status.name
        for status in one.statuses
    ]
    notes += [f"concentrating on {one.concentration}"] if one.concentration else []
    if one.seat >= 0:
        notes += [f"{pool.label} {pool.left:g}" for pool in one.pools]
    return f"{mark} {one.name:<{width}}  {health}  AC {one.ac:>2}  {', '.join(notes)}".rstrip()
