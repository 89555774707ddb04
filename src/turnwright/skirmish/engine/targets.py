"""Whom a deed is about: candidates, and the choice among them.

Ties go to the one who stands first in the file, unless the last word of the choice is `random`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from turnwright.core.rules.ledger import Number

from .combatant_state import Body, Event
from .compiled_requirements import distance, percent
from .plan import Deed

if TYPE_CHECKING:
    from .run_state import Table

Score = Callable[[Body, Body], Number]

SCORES: dict[str, Score] = {
    "first": lambda a, b: 0,
    "least hp": lambda a, b: b.hp + b.temp,
    "most hp": lambda a, b: -(b.hp + b.temp),
    "most hurt": lambda a, b: b.hp - b.max_hp,
    "lowest percent": lambda a, b: percent(b),
    "lowest ac": lambda a, b: b.ac,
    "highest ac": lambda a, b: -b.ac,
    "highest damage": lambda a, b: -b.kind.dpr,
    "highest survivability": lambda a, b: -survivability(b),
    "nearest": lambda a, b: distance(a, b),
    "farthest": lambda a, b: -distance(a, b),
    "concentrating": lambda a, b: b.concentration is None,
    "down": lambda a, b: not b.is_down,
}
"""By which the one with the least is chosen."""


def survivability(body: Body) -> float:
    """Hit points by the chance of a middling attack (+6) to hit."""
    chance = min(19, max(1, 27 - body.ac))
    return (body.hp + body.temp) * 20 / chance


def pool_of(fight: Table, actor: Body, deed: Deed, event: Event | None) -> list[Body]:
    """Those whom the deed could be about, before anything is asked of them."""
    who, state = deed.who, deed.state
    if who == "self":
        return [actor]
    if who == "event source" or who == "event target":
        if event is None:
            return []
        body = event.source if who == "event source" else event.target
        return [] if body is None or body.is_dead else [body]
    if state == "up":
        if who == "enemy":
            return fight.foes[actor.side]
        mine = fight.friends[actor.side]
        if who == "ally":
            return mine
        if who == "other ally":
            return [body for body in mine if body is not actor]
        return [body for body in fight.bodies if body.is_up and body.is_here]
    found = [
        body for body in fight.bodies
        if body.is_here and not body.is_dead and (state == "any" or body.is_down)
    ]  # fmt: skip
    if who == "anyone":
        return found
    if who == "enemy":
        return [body for body in found if body.side != actor.side]
    return [
        body for body in found
        if body.side == actor.side and (who == "ally" or body is not actor)
    ]  # fmt: skip


def can_be_struck(body: Body, deed: Deed) -> bool:
    """May an attack of this deed be made on it? On the fallen only if the deed is for them."""
    return body.is_up or (deed.state != "up" and body.is_down)


def candidates(fight: Table, actor: Body, deed: Deed, event: Event | None) -> list[Body]:
    """Those of them whom its range and its requirements allow."""
    found = pool_of(fight, actor, deed, event)
    if deed.range is not None:
        reach = deed.range + 1e-9
        found = [body for body in found if abs(body.position - actor.position) <= reach]
    for check in deed.target_checks:
        found = [body for body in found if check(fight, actor, body, event)]
    return found


def choose(fight: Table, actor: Body, deed: Deed, found: list[Body], count: int) -> list[Body]:
    """The best of the candidates, best first."""
    if count == 1 and deed.picks == ("least hp",):
        best, least = None, 1 << 60
        for body in found:
            health = body.hp + body.temp
            if health < least:
                best, least = body, health
        return [] if best is None else [best]
    words = deed.picks
    at_random = words[-1] == "random"
    scores = [SCORES[word] for word in words if word != "random"]
    rated = [(tuple(score(actor, body) for score in scores), body) for body in found]
    chosen: list[Body] = []
    while rated and len(chosen) < count:
        best_score = min(score for score, _ in rated)
        tied = [i for i, (score, _) in enumerate(rated) if score == best_score]
        place = tied[0]
        if at_random and len(tied) > 1:
            place = tied[fight.take() * len(tied) >> 32]
        chosen.append(rated.pop(place)[1])
    return chosen
