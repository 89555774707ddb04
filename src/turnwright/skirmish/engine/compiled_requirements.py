"""What requirements read from a run.

`core.rules.requirement` defines what a requirement means and compiles it; the functions it is compiled
to read names that were looked up once: pools by number, tags by bit. `validity_reasons.py` explains
with the same readers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from turnwright.core.rules.facts import CompiledRequirement, Scalar, TagBearer, TimeSpan
from turnwright.core.rules.ledger import EPSILON, Number
from turnwright.core.rules.requirement import Custom, Requirement
from turnwright.skirmish.model.expression import Expression, read
from turnwright.skirmish.model.vocabulary import (
    COUNT,
    FAMILY,
    FORMULA,
    NEAR,
    event_named,
    fact_named,
)

from .combatant_state import CombatantState
from .expressions import FormulaContext, evaluator
from .plan import EVENT_NUMBER, CombatantKind, Plan

if TYPE_CHECKING:
    from .fight_events import FightEvent, RememberedEvent
    from .run_state import FightRun

FightRequirement: TypeAlias = (
    "CompiledRequirement[FightRun, CombatantState, CombatantState, FightEvent]"
)
"""Called with the run, the actor, a candidate (for requirements about targets), and the event that a
reaction answers."""
FactReader: TypeAlias = "Callable[[FightRun, CombatantState, CombatantState], Number]"
"""Called with the run, the actor, and the combatant that the fact is about: the actor or a
candidate."""
TagReader: TypeAlias = "Callable[[FightRun, CombatantState, CombatantState | None], bool]"


def compile_requirement(
    requirement: Requirement, plan: Plan, kind: CombatantKind
) -> FightRequirement:
    """Compile a requirement of an actor of this kind."""
    return requirement.compiled(FightReaders(plan, kind))


class FightReaders:
    """The `FactReaders` of a skirmish, for actors of one kind."""

    def __init__(self, plan: Plan, kind: CombatantKind) -> None:
        self.plan = plan
        self.kind = kind

    def self_value(self, name: str) -> FactReader:
        """Reads a fact about the actor."""
        return fact_reader(name, self.kind)

    def target_value(self, name: str) -> FactReader:
        """Reads a fact about a candidate."""
        return fact_reader(name)

    def available(self, key: str) -> Callable[[FightRun, CombatantState], Number]:
        """Reads the amount in a pool of the actor."""
        pool = self.kind.pools[key]
        return lambda run, actor: actor.pools[pool]

    def has_tag(self, tag: str, on: TagBearer, by_self: bool) -> TagReader:
        """Reads whether somebody bears a tag."""
        bit = self.plan.tags.bit(tag)
        if on == "self":
            return lambda run, actor, target: actor.has_tag(bit, actor if by_self else None)
        if on == "target":
            return lambda run, actor, target: (
                target is not None and target.has_tag(bit, actor if by_self else None)
            )
        return lambda run, actor, target: any(
            one.has_tag(bit, actor if by_self else None)
            for one in tag_bearers(run, actor, target, on)
        )

    def last_event(
        self, events: tuple[str, ...], tags: tuple[str, ...], window: TimeSpan, by_self: bool
    ) -> Callable[[FightRun, CombatantState, FightEvent | None], Number | None]:
        """Reads the value of the last event, if it matches."""
        wanted = masks_by_event(self.plan, events, self.plan.tags.mask(tags))
        families = event_families(events)
        self.plan.remembered.update(families)

        def read(run: FightRun, actor: CombatantState, event: FightEvent | None) -> Number | None:
            last = last_event(run, actor, event, families, window, by_self)
            if last is None or last.type not in wanted:
                return None
            for mask in wanted[last.type]:
                if last.tags & mask == mask:
                    return last.value
            return None

        return read

    def custom(self, name: str, data: Mapping[str, Scalar]) -> FightRequirement:
        """Reads whether a formula is not 0. There are no other custom requirements; validation reports
        them."""
        formula = formula_in(name, data)
        if formula is None:
            return lambda run, actor, target, event: False
        value = evaluator(formula)
        return lambda run, actor, target, event: (
            value(FormulaContext(run, actor, target, None, event)) != 0
        )


# --- tags --------------------------------------------------------------------------------------------


def tag_bearers(
    run: FightRun, actor: CombatantState, target: CombatantState | None, on: str
) -> Sequence[CombatantState]:
    """Those of whom one must have the tag of a `HasTag` requirement."""
    if on == "self":
        return (actor,)
    if on == "target":
        return () if target is None else (target,)
    return run.foes[actor.side] if on == "any_enemy" else run.friends[actor.side]


# --- formulas ----------------------------------------------------------------------------------------


def formula_of(requirement: Custom) -> Expression | None:
    """The expression of a `formula` requirement; None for any other."""
    return formula_in(requirement.name, requirement.data)


def formula_in(name: str, data: Mapping[str, Scalar]) -> Expression | None:
    """The expression in the data of a requirement with this name, if it is a formula."""
    text = data.get("holds")
    return read(text) if name == FORMULA and isinstance(text, str) else None


# --- events ------------------------------------------------------------------------------------------


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
    if name.startswith(COUNT):
        counted = name.removeprefix(COUNT)
        return lambda r, a, b: r.count_of(counted, b)
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
    "ac": lambda r, a, b: b.armour_class,
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
    "allies_near": lambda r, a, b: sum(
        one is not a and one is not b and distance(one, b) <= NEAR + EPSILON
        for one in r.friends[a.side]
    ),
    "summons_up": lambda r, a, b: 0 if r.bodies is None else r.bodies.summons_of(b),
    "held_inside": lambda r, a, b: 0 if r.bodies is None else r.bodies.held_by(b),
    "nearest_enemy": lambda r, a, b: min((distance(a, o) for o in r.foes[a.side]), default=0),
}
