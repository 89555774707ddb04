"""Requirements, compiled: each becomes one function that says yes or no.

The rules library judges the same requirements with reasons (`explain.py` uses it); a test keeps both
equal. `check(fight, actor, target, event)` is about a target only where the requirement is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from turnwright.core.rules.ledger import Number
from turnwright.core.rules.requirement import (
    OPS,
    And,
    Custom,
    HasResource,
    HasTag,
    LastEvent,
    Not,
    Or,
    Requirement,
    SelfCondition,
    TargetCondition,
)
from turnwright.skirmish.model.vocabulary import FAMILY, event_named, fact_named

from .combatant_state import Body, Event, Memory
from .plan import EVENT, Kind, Plan

if TYPE_CHECKING:
    from .run_state import Table

Check: TypeAlias = "Callable[[Table, Body, Body | None, Event | None], bool]"
Fact: TypeAlias = "Callable[[Table, Body, Body], Number]"


def compile_check(check: Requirement, plan: Plan, kind: Kind) -> Check:
    """The function of a requirement of somebody of this kind."""
    if isinstance(check, And | Or):
        inner = tuple(compile_check(one, plan, kind) for one in check.of)
        join = all if isinstance(check, And) else any
        return lambda f, a, t, e: join(one(f, a, t, e) for one in inner)
    if isinstance(check, Not):
        opposite = compile_check(check.of, plan, kind)
        return lambda f, a, t, e: not opposite(f, a, t, e)
    if isinstance(check, TargetCondition):
        return _compared(fact(check.name, plan), check.op, check.value, of_target=True)
    if isinstance(check, SelfCondition):
        return _compared(fact(check.name, plan, kind), check.op, check.value, of_target=False)
    if isinstance(check, HasResource):
        pool, amount = kind.pools[check.key], check.amount - 1e-9
        return lambda f, a, t, e: a.pools[pool] >= amount
    if isinstance(check, HasTag):
        return _tagged(check, plan)
    if isinstance(check, LastEvent):
        return _last(check, plan)
    assert isinstance(check, Custom)
    return lambda f, a, t, e: False  # `validate` says that nobody knows such checks


def _compared(get: Fact, op: str, value: Number, *, of_target: bool) -> Check:
    test = OPS[op]
    if of_target:
        return lambda f, a, t, e: t is not None and test(get(f, a, t) - value)
    return lambda f, a, t, e: test(get(f, a, a) - value)


def _tagged(check: HasTag, plan: Plan) -> Check:
    tag, own, on = plan.tags.bit(check.tag), check.by_self, check.on

    def bears(f: Table, a: Body, t: Body | None, e: Event | None) -> bool:
        source = a if own else None
        if on == "self":
            return a.bears(tag, source)
        if on == "target":
            return t is not None and t.bears(tag, source)
        others = f.foes[a.side] if on == "any_enemy" else f.friends[a.side]
        return any(body.bears(tag, source) for body in others)

    return bears


def _last(check: LastEvent, plan: Plan) -> Check:
    named = [event_named(name) for name in check.events]
    wanted = by_type(plan, named, plan.tags.mask(check.tags))
    families = tuple({EVENT[FAMILY[name]] for name, _ in named if name in FAMILY})
    plan.remembered.update(families)
    test = None if check.value is None else OPS[check.op]
    value, window, own = check.value or 0, check.window, check.by_self

    def happened(f: Table, a: Body, t: Body | None, e: Event | None) -> bool:
        last: Event | Memory | None = e
        if last is None:
            last = f.recall(families, a if own else None, window)
        if last is None or last.type not in wanted:
            return False
        if test is not None and not test(last.value - value):
            return False
        return any(last.tags & must == must for must in wanted[last.type])

    return happened


def by_type(
    plan: Plan, named: list[tuple[str, tuple[str, ...]]], more: int = 0
) -> dict[int, tuple[int, ...]]:
    """Events by number, with the tags that one must have: of several masks, one is enough
    (`MeleeHit` or `RangedHit`)."""
    found: dict[int, tuple[int, ...]] = {}
    for name, tags in named:
        if name in EVENT:
            mask = plan.tags.mask(tags) | more
            found[EVENT[name]] = (*found.get(EVENT[name], ()), mask)
    return found


# --- facts ---------------------------------------------------------------------------------------


def fact(name: str, plan: Plan, kind: Kind | None = None) -> Fact:
    """How a fact is found. What is no fact is the name of a status or of a condition."""
    if name.startswith("used:"):
        deeds = [d.local for d in (kind.deeds if kind is not None else ()) if d.name == name[5:]]
        return lambda f, a, b: sum(a.uses[one] for one in deeds)
    known = FACTS.get(fact_named(name))
    if known is not None:
        return known
    return lambda f, a, b: b.conditions.get(name, 0)


def percent(body: Body) -> Number:
    return 100 * body.hp / body.max_hp if body.max_hp else 0


def distance(a: Body, b: Body) -> Number:
    return abs(a.position - b.position)


def _lowest(bodies: list[Body]) -> Number:
    return min((percent(body) for body in bodies if not body.is_dead), default=100)


FACTS: dict[str, Fact] = {
    "hp": lambda f, a, b: b.hp,
    "max_hp": lambda f, a, b: b.max_hp,
    "missing_hp": lambda f, a, b: b.max_hp - b.hp,
    "hp_percent": lambda f, a, b: percent(b),
    "temp_hp": lambda f, a, b: b.temp,
    "ac": lambda f, a, b: b.ac,
    "position": lambda f, a, b: b.position,
    "is_up": lambda f, a, b: b.is_up,
    "is_down": lambda f, a, b: b.is_down,
    "is_alive": lambda f, a, b: not b.is_dead,
    "is_concentrating": lambda f, a, b: b.concentration is not None,
    "is_surprised": lambda f, a, b: b.surprised,
    "is_enemy": lambda f, a, b: a.side != b.side,
    "is_ally": lambda f, a, b: a.side == b.side,
    "is_self": lambda f, a, b: a is b,
    "distance": lambda f, a, b: distance(a, b),
    "round": lambda f, a, b: f.round,
    "allies_up": lambda f, a, b: len(f.friends[a.side]),
    "enemies_up": lambda f, a, b: len(f.foes[a.side]),
    "allies_down": lambda f, a, b: sum(o.is_down for o in f.bodies if o.side == a.side),
    "enemies_down": lambda f, a, b: sum(o.is_down for o in f.bodies if o.side != a.side),
    "outnumbered_by": lambda f, a, b: len(f.foes[a.side]) - len(f.friends[a.side]),
    "lowest_ally_percent": lambda f, a, b: _lowest(f.of_side(a.side)),
    "lowest_enemy_percent": lambda f, a, b: _lowest(f.not_of_side(a.side)),
    "nearest_enemy": lambda f, a, b: min((distance(a, o) for o in f.foes[a.side]), default=0),
}
"""`fact(fight, actor, body)`: the body is the actor itself, or a candidate."""
