"""Requirements, compiled: each becomes one function that returns whether it holds.

`core.rules.requirement` defines what a requirement means, and gives reasons; `validity_reasons.py`
uses it to explain a run. Both ways share what they ask a run (`fact_reader`, `tag_bearers`,
`last_event`) and the comparisons (`OPS`), and a test compares their results
(`test_compiled_rules_agree`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from turnwright.core.rules.ledger import EPSILON, Number
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

from .combatant_state import CombatantState
from .plan import EVENT_NUMBER, CombatantKind, Plan

if TYPE_CHECKING:
    from .fight_events import FightEvent, RememberedEvent
    from .run_state import FightRun

CompiledRequirement: TypeAlias = (
    "Callable[[FightRun, CombatantState, CombatantState | None, FightEvent | None], bool]"
)
"""Called with the run, the actor, a candidate (for requirements about targets), and the event that a
reaction answers."""
FactReader: TypeAlias = "Callable[[FightRun, CombatantState, CombatantState], Number]"
"""Called with the run, the actor, and the combatant that the fact is about: the actor or a
candidate."""


def compile_requirement(
    requirement: Requirement, plan: Plan, kind: CombatantKind
) -> CompiledRequirement:
    """Compile a requirement of an actor of this kind."""
    if isinstance(requirement, And | Or):
        inner = tuple(compile_requirement(one, plan, kind) for one in requirement.of)
        join = all if isinstance(requirement, And) else any
        return lambda r, a, t, e: join(one(r, a, t, e) for one in inner)
    if isinstance(requirement, Not):
        opposite = compile_requirement(requirement.of, plan, kind)
        return lambda r, a, t, e: not opposite(r, a, t, e)
    if isinstance(requirement, TargetCondition):
        read, op, value = fact_reader(requirement.name), OPS[requirement.op], requirement.value
        return lambda r, a, t, e: t is not None and op(read(r, a, t) - value)
    if isinstance(requirement, SelfCondition):
        read, op, value = (
            fact_reader(requirement.name, kind),
            OPS[requirement.op],
            requirement.value,
        )
        return lambda r, a, t, e: op(read(r, a, a) - value)
    if isinstance(requirement, HasResource):
        pool, amount = kind.pools[requirement.key], requirement.amount - EPSILON
        return lambda r, a, t, e: a.pools[pool] >= amount
    if isinstance(requirement, HasTag):
        return _compile_tag(requirement, plan)
    if isinstance(requirement, LastEvent):
        return _compile_last_event(requirement, plan)
    assert isinstance(requirement, Custom)
    return lambda r, a, t, e: False  # validation reports custom requirements


# --- tags --------------------------------------------------------------------------------------------


def _compile_tag(requirement: HasTag, plan: Plan) -> CompiledRequirement:
    tag, by_self, on = plan.tags.bit(requirement.tag), requirement.by_self, requirement.on
    if on == "self":
        return lambda r, a, t, e: a.has_tag(tag, a if by_self else None)
    if on == "target":
        return lambda r, a, t, e: t is not None and t.has_tag(tag, a if by_self else None)
    return lambda r, a, t, e: any(
        one.has_tag(tag, a if by_self else None) for one in tag_bearers(r, a, t, on)
    )


def tag_bearers(
    run: FightRun, actor: CombatantState, target: CombatantState | None, on: str
) -> Sequence[CombatantState]:
    """Those of whom one must have the tag of a `HasTag` requirement."""
    if on == "self":
        return (actor,)
    if on == "target":
        return () if target is None else (target,)
    return run.foes[actor.side] if on == "any_enemy" else run.friends[actor.side]


# --- events ------------------------------------------------------------------------------------------


def _compile_last_event(requirement: LastEvent, plan: Plan) -> CompiledRequirement:
    wanted = masks_by_event(plan, requirement.events, plan.tags.mask(requirement.tags))
    families = event_families(requirement.events)
    plan.remembered.update(families)
    op = None if requirement.value is None else OPS[requirement.op]
    value, window, by_self = requirement.value or 0, requirement.window, requirement.by_self

    def happened(
        run: FightRun,
        actor: CombatantState,
        target: CombatantState | None,
        event: FightEvent | None,
    ) -> bool:
        last = last_event(run, actor, event, families, window, by_self)
        if last is None or last.type not in wanted:
            return False
        if op is not None and not op(last.value - value):
            return False
        return any(last.tags & mask == mask for mask in wanted[last.type])

    return happened


def last_event(
    run: FightRun,
    actor: CombatantState,
    event: FightEvent | None,
    families: tuple[int, ...],
    window: str,
    by_self: bool,
) -> FightEvent | RememberedEvent | None:
    """The event a `LastEvent` requirement is about; within a reaction the event it answers."""
    if event is not None:
        return event
    return run.recall(families, actor if by_self else None, window)


def event_families(names: Iterable[str]) -> tuple[int, ...]:
    """The numbers of the families of these events, which may be written as aliases."""
    known = (event_named(name)[0] for name in names)
    return tuple({EVENT_NUMBER[FAMILY[name]] for name in known if name in FAMILY})


def masks_by_event(
    plan: Plan, names: Iterable[str], more_tags: int = 0
) -> dict[int, tuple[int, ...]]:
    """By event number: alternative masks of tags that the event must have. An alias such as
    `MeleeHit` asks for a tag; with `RangedHit` beside it either mask will do."""
    found: dict[int, tuple[int, ...]] = {}
    for name, tags in map(event_named, names):
        if name in EVENT_NUMBER:
            number = EVENT_NUMBER[name]
            found[number] = (*found.get(number, ()), plan.tags.mask(tags) | more_tags)
    return found


# --- facts -------------------------------------------------------------------------------------------


def fact_reader(name: str, kind: CombatantKind | None = None) -> FactReader:
    """The function that reads a fact. Any unknown name is that of a status or condition."""
    if name.startswith("used:"):
        actions = kind.actions if kind is not None else ()
        indexes = [action.local_index for action in actions if action.name == name[5:]]
        return lambda r, a, b: sum(a.uses[one] for one in indexes)
    known = FACTS.get(fact_named(name))
    if known is not None:
        return known
    return lambda r, a, b: b.conditions.get(name, 0)


def hp_percent(combatant: CombatantState) -> Number:
    """Hit points in percent of the maximum."""
    return 100 * combatant.hp / combatant.max_hp if combatant.max_hp else 0


def distance(a: CombatantState, b: CombatantState) -> Number:
    """The distance between two combatants on the line."""
    return abs(a.position - b.position)


def _lowest_percent(combatants: list[CombatantState]) -> Number:
    return min((hp_percent(one) for one in combatants if not one.is_dead), default=100)


FACTS: dict[str, FactReader] = {
    "hp": lambda r, a, b: b.hp,
    "max_hp": lambda r, a, b: b.max_hp,
    "missing_hp": lambda r, a, b: b.max_hp - b.hp,
    "hp_percent": lambda r, a, b: hp_percent(b),
    "temp_hp": lambda r, a, b: b.temp,
    "ac": lambda r, a, b: b.ac,
    "position": lambda r, a, b: b.position,
    "is_up": lambda r, a, b: b.is_up,
    "is_down": lambda r, a, b: b.is_down,
    "is_alive": lambda r, a, b: not b.is_dead,
    "is_concentrating": lambda r, a, b: b.concentration is not None,
    "is_surprised": lambda r, a, b: b.surprised,
    "is_enemy": lambda r, a, b: a.side != b.side,
    "is_ally": lambda r, a, b: a.side == b.side,
    "is_self": lambda r, a, b: a is b,
    "distance": lambda r, a, b: distance(a, b),
    "round": lambda r, a, b: r.round,
    "allies_up": lambda r, a, b: len(r.friends[a.side]),
    "enemies_up": lambda r, a, b: len(r.foes[a.side]),
    "allies_down": lambda r, a, b: sum(o.is_down for o in r.combatants if o.side == a.side),
    "enemies_down": lambda r, a, b: sum(o.is_down for o in r.combatants if o.side != a.side),
    "outnumbered_by": lambda r, a, b: len(r.foes[a.side]) - len(r.friends[a.side]),
    "lowest_ally_percent": lambda r, a, b: _lowest_percent(r.present(a.side)),
    "lowest_enemy_percent": lambda r, a, b: _lowest_percent(r.present_enemies(a.side)),
    "nearest_enemy": lambda r, a, b: min((distance(a, o) for o in r.foes[a.side]), default=0),
}
