"""Requirements that can never be met: because they contradict each other, or because of what the facts
can be where they are asked for."""

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
from turnwright.skirmish.model.vocabulary import FAMILY, event_named, fact_named

from .action_in_list import Claim, Placed, least_of
from .finding import Finding, Path, error, note, warning
from .interval import ANYTHING, COUNT, OPPOSITE, PERCENT, YES_OR_NO, Span
from .scenario_survey import Survey

MOST_WAYS = 256
"""Requirements that can be met in more ways than this are not looked into."""


class Subject(NamedTuple):
    """What a claim is about: a fact of oneself, of a target, of the target of the event that is
    answered, or a pool."""

    whose: str
    name: str


def check(survey: Survey) -> Iterator[Finding]:
    for placed in survey.placed:
        yield from _check(survey, placed)


def _check(survey: Survey, placed: Placed) -> Iterator[Finding]:
    ways = ways_of(placed)
    if ways is None:
        return
    if not ways:
        sentence = (
            f"{placed.name!r} can never be used: it needs one of several things, and lists none."
        )
        yield error(
            "contradiction", (*placed.path, "requires"), sentence, "Fill the Or, or remove it."
        )
        return
    faults = [_contradiction(way, placed) for way in ways]
    if all(faults):
        first, second = next(fault for fault in faults if fault)
        words = f"{first.words} and {second.words}"
        sentence = f"{placed.name!r} can never be used: {words} exclude each other."
        fix = "Remove one of them, or join them with Or if either is enough."
        yield error("contradiction", second.path, sentence, fix, needs=[first.words, second.words])
        return
    misfits = [_misfit(survey, placed, way) for way in ways]
    if all(misfits):
        claim, span = next(fault for fault in misfits if fault)
        about = "of a target " if isinstance(claim.check, TargetCondition) else ""
        name = getattr(claim.check, "name", "") or getattr(claim.check, "key", "")
        sentence = f"{placed.name!r} needs {claim.words}, but {name} {about}is {span.words} here."
        depends = name.startswith(("allies_", "enemies_", "outnumbered"))  # on whom one meets
        severity = note if depends else warning
        yield severity("never_true", claim.path, sentence, _hint(placed, claim), needs=claim.words)


def _hint(placed: Placed, claim: Claim) -> str:
    targets = placed.action.targets
    if isinstance(claim.check, TargetCondition) and targets.state == "up":
        name = fact_named(claim.check.name)
        if name in ("is_down", "is_up", "hp", "hp_percent"):
            return (
                "Set targets.state to 'any' or 'down': by default only those who stand are chosen."
            )
    return "Compare with a number that it can have."


def ways_of(placed: Placed) -> list[list[Claim]] | None:
    """The ways to meet all requirements, each a list of claims; None if they are too many. What is
    asked of targets does not count when none are needed."""
    needs_targets = placed.action.min_targets != 0
    is_answer = placed.only_answers  # what is granted is not asked when
    all_ways: list[list[list[Claim]]] = []
    total = 1
    for path, requirement in placed.requirements():
        is_own = "timing" not in path
        if is_own and requirement.is_about_target and not needs_targets:
            continue
        if not is_own and not is_answer:
            continue
        ways = _ways(path, requirement, True)
        total *= len(ways)
        if total > MOST_WAYS:
            return None
        all_ways.append(ways)
    return [[claim for part in parts for claim in part] for parts in product(*all_ways)]


def _ways(path: Path, check: Requirement, wanted: bool) -> list[list[Claim]]:
    if isinstance(check, Not):
        return _ways((*path, "of"), check.of, not wanted)
    if not isinstance(check, And | Or):
        return [[Claim(path, check, wanted)]]
    inner = [_ways((*path, "of", i), one, wanted) for i, one in enumerate(check.of)]
    if isinstance(check, Or) == wanted:
        return [way for ways in inner for way in ways]
    number = 1
    for ways in inner:
        number *= len(ways)
    if number > MOST_WAYS:  # as good as no requirement: nothing is concluded from it
        return [[]] * (MOST_WAYS + 1)
    return [[claim for part in parts for claim in part] for parts in product(*inner)]


def is_always_met(survey: Survey, placed: Placed, path: Path, check: Requirement) -> bool:
    """Is there no way not to meet it, for an action that could be paid for?"""
    ways = _ways(path, check, False)
    return len(ways) <= MOST_WAYS and all(_misfit(survey, placed, way) for way in ways)


# --- what contradicts itself ---------------------------------------------------------------------


def _contradiction(way: list[Claim], placed: Placed) -> tuple[Claim, Claim] | None:
    """Two claims that exclude each other."""
    spans: dict[Subject, tuple[Span, Claim]] = {}
    for claim in way:
        found = bound(claim, placed)
        if found is None:
            continue
        subject, op, value = found
        before, other = spans.get(subject, (_kind_of(subject), claim))
        span = before.where(op, value)
        if span.is_empty:
            pair = _culprit(way, claim, placed) or (other, claim)
            return None if pair[0] is pair[1] else pair  # by itself it is only out of scope
        spans[subject] = (span, claim)
    for index, claim in enumerate(way):
        for other in way[:index]:
            if _clash(other, claim, placed):
                return other, claim
    return _cost_clash(way, placed)


def _culprit(way: list[Claim], claim: Claim, placed: Placed) -> tuple[Claim, Claim] | None:
    """The one claim that by itself excludes this one."""
    found = bound(claim, placed)
    assert found is not None
    for other in way:
        theirs = bound(other, placed)
        if theirs is not None and theirs[0] == found[0]:
            both = _kind_of(found[0]).where(*theirs[1:]).where(*found[1:])
            if both.is_empty:
                return other, claim
    return None


def _clash(one: Claim, other: Claim, placed: Placed) -> bool:
    if _whose(one, placed) != _whose(other, placed):
        return False
    if one.check == other.check:
        return one.wanted != other.wanted
    if isinstance(one.check, LastEvent) and isinstance(other.check, LastEvent):
        if not (one.wanted and other.wanted):
            return False
        return _last_events_clash(one.check, other.check, placed.only_answers)
    return False


def _last_events_clash(one: LastEvent, other: LastEvent, in_reaction: bool) -> bool:
    """They look at the same event, which cannot be both."""
    if not in_reaction and (one.window, one.by_self) != (other.window, other.by_self):
        return False
    if not in_reaction and _families(one) != _families(other):
        return False
    return not {event_named(n)[0] for n in one.events} & {event_named(n)[0] for n in other.events}


def _families(check: LastEvent) -> set[str]:
    return {FAMILY.get(event_named(name)[0], name) for name in check.events}


def _cost_clash(way: list[Claim], placed: Placed) -> tuple[Claim, Claim] | None:
    """A requirement that there is less of a resource than the action costs."""
    due = _due(placed)
    for claim in way:
        check = claim.check
        if isinstance(check, HasResource) and not claim.wanted:
            cost = due.get(check.key, 0)
            if check.amount <= cost:
                return Claim(claim.path, HasResource(check.key, cost), True), claim
    return None


def _due(placed: Placed) -> dict[str, float]:
    """What surely must be paid."""
    due: dict[str, float] = {}
    for _, cost in placed.costs():
        if not cost.allow_upcast:
            due[cost.key] = due.get(cost.key, 0) + least_of(cost)
    return due


# --- what the facts do not allow -----------------------------------------------------------------


def _misfit(survey: Survey, placed: Placed, way: list[Claim]) -> tuple[Claim, Span] | None:
    """A claim that no value of its fact can meet here."""
    spans: dict[Subject, Span] = {}
    for claim in way:
        found = bound(claim, placed)
        if found is None:
            continue
        subject, op, value = found
        scope = scope_of(survey, placed, subject)
        span = spans.get(subject, scope).where(op, value)
        if span.is_empty:
            return claim, scope
        spans[subject] = span
    return None


def bound(claim: Claim, placed: Placed) -> tuple[Subject, str, float] | None:
    """A claim as a comparison, if it is one."""
    check = claim.check
    if isinstance(check, HasResource):
        return Subject("pool", check.key), ">=" if claim.wanted else "<", check.amount
    if not isinstance(check, SelfCondition):
        return None
    op = check.op if claim.wanted else OPPOSITE[check.op]
    return Subject(_whose(claim, placed), fact_named(check.name)), op, check.value


def _whose(claim: Claim, placed: Placed) -> str:
    is_about_target = isinstance(claim.check, TargetCondition) or (
        isinstance(claim.check, HasTag) and claim.check.on == "target"
    )
    if not is_about_target:
        return "self"
    return "event target" if placed.is_about_event(claim) else "target"


def _kind_of(subject: Subject) -> Span:
    """What such a number can be anywhere."""
    name = subject.name
    if subject.whose == "pool":
        return Span(0)
    if name.startswith("is_"):
        return YES_OR_NO
    if name in ("hp_percent", "lowest_ally_percent", "lowest_enemy_percent"):
        return PERCENT
    if name in ("distance", "nearest_enemy"):
        return Span(0)
    if name in ("ac", "outnumbered_by"):
        return Span(whole=True)
    if name == "position":
        return ANYTHING
    return COUNT


def scope_of(survey: Survey, placed: Placed, subject: Subject) -> Span:
    """What it can be for this action of this fighter, in all its encounters."""
    span = _kind_of(subject)
    scope: Callable[[Survey, Placed, str, Span], Span] | None = {
        "self": _own_scope,
        "target": _target_scope,
        "pool": _pool_scope,
    }.get(subject.whose)
    return scope(survey, placed, subject.name, span) if scope else span


def _pool_scope(survey: Survey, placed: Placed, name: str, span: Span) -> Span:
    """What is paid must be there, and there is never more than the maximum."""
    owner = placed.owner
    span = span.where(">=", _due(placed).get(name, 0))
    held = owner.pools.get(name)
    if held is None or any(name in meeting.gains for meeting in owner.meetings):
        return span
    return span.where("<=", max(held.most, held.first))


def _own_scope(survey: Survey, placed: Placed, name: str, span: Span) -> Span:
    owner, timing = placed.owner, placed.action.timing
    meetings = owner.meetings
    if name in ("is_up", "is_alive", "is_down") and not at_events(timing):
        return span.where("==", int(name != "is_down"))  # those who lie down have no turn
    if name == "round":
        is_in_turn = placed.is_main and not placed.is_granted and not at_events(timing)
        first = 1 if is_in_turn else 0  # before the fight it is round 0
        return span.where("<=", survey.profile.rounds).where(">=", first)
    if name in ("hp", "max_hp", "missing_hp"):
        return span.where("<=", max(1, parse(owner.combatant.hp).bounds()[1]))
    friends = max((m.count(owner.side) for m in meetings), default=1)
    if name in ("allies_up", "allies_down"):
        return span.where("<=", friends)
    foes = max((sum(f.combatant.count for f in m.foes(owner.side)) for m in meetings), default=0)
    if name in ("enemies_up", "enemies_down"):
        return span.where("<=", foes)
    if name == "outnumbered_by":
        return span.where("<=", foes - 1 if placed.is_main else inf)
    return span


def _target_scope(survey: Survey, placed: Placed, name: str, span: Span) -> Span:
    targets = placed.action.targets
    who, state = targets.who, targets.state
    if name in ("is_enemy", "is_ally", "is_self"):
        fixed = {
            "enemy": {"is_enemy": 1, "is_ally": 0, "is_self": 0},
            "ally": {"is_enemy": 0, "is_ally": 1},
            "other ally": {"is_enemy": 0, "is_ally": 1, "is_self": 0},
            "self": {"is_enemy": 0, "is_ally": 1, "is_self": 1},
        }.get(who, {})
        return span.where("==", fixed[name]) if name in fixed else span
    if name == "distance":
        if who == "self":
            return span.where("==", 0)
        return span if targets.range is None else span.where("<=", targets.range)
    if who == "self":
        return _own_scope(survey, placed, name, span)
    if who.startswith("event"):
        return span
    if state == "up":
        fixed_up = {"is_up": ("==", 1), "is_down": ("==", 0), "is_alive": ("==", 1)}
        fixed_up |= {"hp": (">=", 1), "hp_percent": (">", 0)}
        return span.where(*fixed_up[name]) if name in fixed_up else span
    if name == "is_alive":
        return span.where("==", 1)  # the dead are nobody's target
    if state == "down":
        fixed_down = {"is_up": 0, "is_down": 1, "hp": 0, "hp_percent": 0}
        return span.where("==", fixed_down[name]) if name in fixed_down else span
    return span
