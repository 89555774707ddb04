"""Requirements that can never be met: they contradict each other, or no possible value of a fact meets
them.

- Requirements become a disjunction of ways, each a list of literals that must all hold (`ways_of`).
- A way is contradictory if two of its literals exclude each other.
- Otherwise each literal is compared with the values its fact can have for this action (`scope_of`).
- An action is reported if every way fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import inf
from typing import NamedTuple

from turnwright.core.rules.requirement import (
    And,
    HasResource,
    HasTag,
    LastEvent,
    Not,
    Or,
    Requirement,
    SelfCondition,
    TargetCondition,
)
from turnwright.core.rules.timing import at_events
from turnwright.skirmish.model.formula import parse
from turnwright.skirmish.model.parsed_document import Path
from turnwright.skirmish.model.vocabulary import FAMILY, event_named, fact_named

from .action_entry import ActionEntry, RequirementLiteral, least_of
from .finding import Finding, error, note, warning
from .number_range import ANYTHING, COUNT, OPPOSITE, PERCENT, YES_OR_NO, NumberRange
from .scenario_survey import ScenarioSurvey

MAX_WAYS = 256
"""Requirements that can be met in more ways than this are not checked."""


class Subject(NamedTuple):
    """What a literal is about: a fact of the combatant, of a target or of the trigger, or a pool."""

    whose: str
    name: str


def check(survey: ScenarioSurvey) -> Iterator[Finding]:
    """Find requirements that can never be met."""
    for entry in survey.entries:
        yield from _check(survey, entry)


def _check(survey: ScenarioSurvey, entry: ActionEntry) -> Iterator[Finding]:
    ways = ways_of(entry)
    if ways is None:
        return
    if not ways:
        sentence = f"{entry.name!r} can never be used: its requirement Or is empty."
        yield error(
            "contradiction",
            (*entry.path, "requires"),
            sentence,
            "Add alternatives to the Or, or remove it.",
        )
        return
    clashes = [_contradiction(way, entry) for way in ways]
    if all(clashes):
        first, second = next(clash for clash in clashes if clash)
        words = f"{first.words!r} and {second.words!r}"
        sentence = f"{entry.name!r} can never be used: {words} exclude each other."
        fix = "Remove one of them, or join them with Or if one is enough."
        yield error("contradiction", second.path, sentence, fix, needs=[first.words, second.words])
        return
    impossible = [_impossible_literal(survey, entry, way) for way in ways]
    if all(impossible):
        literal, allowed = next(clash for clash in impossible if clash)
        about = "of a target " if isinstance(literal.check, TargetCondition) else ""
        name = getattr(literal.check, "name", "") or getattr(literal.check, "key", "")
        sentence = (
            f"{entry.name!r} can only be used if {literal.words}, but here that number {about}is "
            f"{allowed.words}."
        )
        depends = name.startswith(
            ("allies_", "enemies_", "outnumbered")
        )  # on the enemies of the encounter
        severity = note if depends else warning
        yield severity(
            "never_true", literal.path, sentence, _hint(entry, literal), needs=literal.words
        )


def _hint(entry: ActionEntry, literal: RequirementLiteral) -> str:
    targets = entry.action.targets
    if isinstance(literal.check, TargetCondition) and targets.state == "up":
        name = fact_named(literal.check.name)
        if name in ("is_down", "is_up", "hp", "hp_percent"):
            return "Set targets.state to 'any' or 'down'; the default is 'up'."
    return "Compare it with a number that it can have."


def ways_of(entry: ActionEntry) -> list[list[RequirementLiteral]] | None:
    """Return the ways to meet all requirements, each a list of literals, or None if there are too many.

    Requirements about targets do not count if no target is needed.
    """
    needs_targets = entry.action.min_targets != 0
    is_reaction = entry.is_only_reaction  # granted actions do not check the trigger
    all_ways: list[list[list[RequirementLiteral]]] = []
    total = 1
    for path, requirement in entry.requirements():
        is_own = "timing" not in path
        if is_own and requirement.is_about_target and not needs_targets:
            continue
        if not is_own and not is_reaction:
            continue
        ways = _ways(path, requirement, True)
        total *= len(ways)
        if total > MAX_WAYS:
            return None
        all_ways.append(ways)
    return [[literal for part in parts for literal in part] for parts in product(*all_ways)]


def _ways(path: Path, check: Requirement, wanted: bool) -> list[list[RequirementLiteral]]:
    if isinstance(check, Not):
        return _ways((*path, "of"), check.of, not wanted)
    if not isinstance(check, And | Or):
        return [[RequirementLiteral(path, check, wanted)]]
    inner = [_ways((*path, "of", i), one, wanted) for i, one in enumerate(check.of)]
    if isinstance(check, Or) == wanted:
        return [way for ways in inner for way in ways]
    number = 1
    for ways in inner:
        number *= len(ways)
    if number > MAX_WAYS:  # too many to check: treated as no requirement
        return [[]] * (MAX_WAYS + 1)
    return [[literal for part in parts for literal in part] for parts in product(*inner)]


def is_always_met(
    survey: ScenarioSurvey, entry: ActionEntry, path: Path, check: Requirement
) -> bool:
    """Is the requirement met whenever the action can be paid for?"""
    ways = _ways(path, check, False)
    return len(ways) <= MAX_WAYS and all(_impossible_literal(survey, entry, way) for way in ways)


# --- contradictions --------------------------------------------------------------------------------


def _contradiction(
    way: list[RequirementLiteral], entry: ActionEntry
) -> tuple[RequirementLiteral, RequirementLiteral] | None:
    """Two literals that exclude each other."""
    ranges: dict[Subject, tuple[NumberRange, RequirementLiteral]] = {}
    for literal in way:
        found = bound(literal, entry)
        if found is None:
            continue
        subject, op, value = found
        before, other = ranges.get(subject, (_any_value(subject), literal))
        allowed = before.where(op, value)
        if allowed.is_empty:
            pair = _excluding(way, literal, entry) or (other, literal)
            return (
                None if pair[0] is pair[1] else pair
            )  # a single literal is out of scope, not a contradiction
        ranges[subject] = (allowed, literal)
    for index, literal in enumerate(way):
        for other in way[:index]:
            if _clash(other, literal, entry):
                return other, literal
    return _cost_clash(way, entry)


def _excluding(
    way: list[RequirementLiteral], literal: RequirementLiteral, entry: ActionEntry
) -> tuple[RequirementLiteral, RequirementLiteral] | None:
    """The literal that alone excludes this one."""
    found = bound(literal, entry)
    assert found is not None
    for other in way:
        theirs = bound(other, entry)
        if theirs is not None and theirs[0] == found[0]:
            both = _any_value(found[0]).where(*theirs[1:]).where(*found[1:])
            if both.is_empty:
                return other, literal
    return None


def _clash(one: RequirementLiteral, other: RequirementLiteral, entry: ActionEntry) -> bool:
    if _subject_of(one, entry) != _subject_of(other, entry):
        return False
    if one.check == other.check:
        return one.wanted != other.wanted
    if isinstance(one.check, LastEvent) and isinstance(other.check, LastEvent):
        if not (one.wanted and other.wanted):
            return False
        return _last_events_clash(one.check, other.check, entry.is_only_reaction)
    return False


def _last_events_clash(one: LastEvent, other: LastEvent, in_reaction: bool) -> bool:
    """Are both about the same last event, which cannot be both?"""
    if not in_reaction and (one.window, one.by_self) != (other.window, other.by_self):
        return False
    if not in_reaction and _families(one) != _families(other):
        return False
    return not {event_named(n)[0] for n in one.events} & {event_named(n)[0] for n in other.events}


def _families(check: LastEvent) -> set[str]:
    return {FAMILY.get(event_named(name)[0], name) for name in check.events}


def _cost_clash(
    way: list[RequirementLiteral], entry: ActionEntry
) -> tuple[RequirementLiteral, RequirementLiteral] | None:
    """A requirement that a pool holds less than the action costs."""
    due = _due(entry)
    for literal in way:
        check = literal.check
        if isinstance(check, HasResource) and not literal.wanted:
            cost = due.get(check.key, 0)
            if check.amount <= cost:
                return RequirementLiteral(literal.path, HasResource(check.key, cost), True), literal
    return None


def _due(entry: ActionEntry) -> dict[str, float]:
    """What is paid in any case."""
    due: dict[str, float] = {}
    for _, cost in entry.costs():
        if not cost.allow_upcast:
            due[cost.key] = due.get(cost.key, 0) + least_of(cost)
    return due


# --- impossible values ----------------------------------------------------------------------------


def _impossible_literal(
    survey: ScenarioSurvey, entry: ActionEntry, way: list[RequirementLiteral]
) -> tuple[RequirementLiteral, NumberRange] | None:
    """A literal that no possible value of its fact meets, and the possible values."""
    ranges: dict[Subject, NumberRange] = {}
    for literal in way:
        found = bound(literal, entry)
        if found is None:
            continue
        subject, op, value = found
        scope = scope_of(survey, entry, subject)
        allowed = ranges.get(subject, scope).where(op, value)
        if allowed.is_empty:
            return literal, scope
        ranges[subject] = allowed
    return None


def bound(literal: RequirementLiteral, entry: ActionEntry) -> tuple[Subject, str, float] | None:
    """Return a literal as a comparison, if it is one."""
    check = literal.check
    if isinstance(check, HasResource):
        return Subject("pool", check.key), ">=" if literal.wanted else "<", check.amount
    if not isinstance(check, SelfCondition):
        return None
    op = check.op if literal.wanted else OPPOSITE[check.op]
    return Subject(_subject_of(literal, entry), fact_named(check.name)), op, check.value


def _subject_of(literal: RequirementLiteral, entry: ActionEntry) -> str:
    is_about_target = isinstance(literal.check, TargetCondition) or (
        isinstance(literal.check, HasTag) and literal.check.on == "target"
    )
    if not is_about_target:
        return "self"
    return "event target" if entry.is_about_event(literal) else "target"


def _any_value(subject: Subject) -> NumberRange:
    """The values that such a number can have anywhere."""
    name = subject.name
    if subject.whose == "pool":
        return NumberRange(0)
    if name.startswith("is_"):
        return YES_OR_NO
    if name in ("hp_percent", "lowest_ally_percent", "lowest_enemy_percent"):
        return PERCENT
    if name in ("distance", "nearest_enemy"):
        return NumberRange(0)
    if name in ("ac", "outnumbered_by"):
        return NumberRange(whole=True)
    if name == "position":
        return ANYTHING
    return COUNT


def scope_of(survey: ScenarioSurvey, entry: ActionEntry, subject: Subject) -> NumberRange:
    """Return the values that a subject can have for this action, in all encounters of its owner."""
    allowed = _any_value(subject)
    scope: Callable[[ScenarioSurvey, ActionEntry, str, NumberRange], NumberRange] | None = {
        "self": _own_scope,
        "target": _target_scope,
        "pool": _pool_scope,
    }.get(subject.whose)
    return scope(survey, entry, subject.name, allowed) if scope else allowed


def _pool_scope(
    survey: ScenarioSurvey, entry: ActionEntry, name: str, allowed: NumberRange
) -> NumberRange:
    """The pool holds at least the cost and at most the maximum."""
    owner = entry.owner
    allowed = allowed.where(">=", _due(entry).get(name, 0))
    pool = owner.pools.get(name)
    if pool is None or any(name in encounter.gains for encounter in owner.encounters):
        return allowed
    return allowed.where("<=", max(pool.capacity, pool.initial))


def _own_scope(
    survey: ScenarioSurvey, entry: ActionEntry, name: str, allowed: NumberRange
) -> NumberRange:
    owner, timing = entry.owner, entry.action.timing
    encounters = owner.encounters
    if name in ("is_up", "is_alive", "is_down") and not at_events(timing):
        return allowed.where("==", int(name != "is_down"))  # those who are down have no turn
    if name == "round":
        is_in_turn = entry.is_turn_action and not entry.is_granted and not at_events(timing)
        first = 1 if is_in_turn else 0  # before the fight it is round 0
        return allowed.where("<=", survey.profile.rounds).where(">=", first)
    if name in ("hp", "max_hp", "missing_hp"):
        forms = [
            one
            for m in encounters
            for one in m.sides[owner.side]
            if one.is_guest and not one.places
        ]
        most = max(parse(one.combatant.hp).bounds()[1] for one in (owner, *forms))
        return allowed.where("<=", max(1, most))
    allies = max((m.count(owner.side) for m in encounters), default=1)
    if name in ("allies_up", "allies_down"):
        return allowed.where("<=", allies)
    enemies = max((sum(f.places for f in m.enemies(owner.side)) for m in encounters), default=0)
    if name in ("enemies_up", "enemies_down"):
        return allowed.where("<=", enemies)
    if name == "outnumbered_by":
        return allowed.where("<=", enemies - 1 if entry.is_turn_action else inf)
    return allowed


def _target_scope(
    survey: ScenarioSurvey, entry: ActionEntry, name: str, allowed: NumberRange
) -> NumberRange:
    targets = entry.action.targets
    who, state = targets.who, targets.state
    if name in ("is_enemy", "is_ally", "is_self"):
        fixed = {
            "enemy": {"is_enemy": 1, "is_ally": 0, "is_self": 0},
            "ally": {"is_enemy": 0, "is_ally": 1},
            "other ally": {"is_enemy": 0, "is_ally": 1, "is_self": 0},
            "self": {"is_enemy": 0, "is_ally": 1, "is_self": 1},
        }.get(who, {})
        return allowed.where("==", fixed[name]) if name in fixed else allowed
    if name == "distance":
        if who == "self":
            return allowed.where("==", 0)
        return allowed if targets.range is None else allowed.where("<=", targets.range)
    if who == "self":
        return _own_scope(survey, entry, name, allowed)
    if who.startswith("event"):
        return allowed
    if state == "up":
        fixed_up = {"is_up": ("==", 1), "is_down": ("==", 0), "is_alive": ("==", 1)}
        fixed_up |= {"hp": (">=", 1), "hp_percent": (">", 0)}
        return allowed.where(*fixed_up[name]) if name in fixed_up else allowed
    if name == "is_alive":
        return allowed.where("==", 1)  # the dead cannot be targets
    if state == "down":
        fixed_down = {"is_up": 0, "is_down": 1, "hp": 0, "hp_percent": 0}
        return allowed.where("==", fixed_down[name]) if name in fixed_down else allowed
    return allowed
