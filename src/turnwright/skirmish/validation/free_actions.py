"""Actions that cost nothing: without effect, without end, or undoing each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from turnwright.core.rules.action import Uses
from turnwright.core.rules.ledger import Number
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.formula import parse

from .action_in_list import Placed, least_of
from .finding import Finding, note, put, quoted, warning
from .scenario_survey import Fighter, Survey
from .unreachable_entries import is_end_turn, is_unlimited


def check(survey: Survey) -> Iterator[Finding]:
    for fighter in survey.fighters:
        loose = [p for p in fighter.actions if p.is_main and is_unlimited(p) and not is_end_turn(p)]
        for placed in loose:
            yield from _endless(survey, placed)
        for one, other in combinations(loose, 2):
            yield from _exchange(survey, one, other)
        free = [placed for placed in fighter.actions if placed.is_main and placed.is_free]
        for one, other in combinations(free, 2):
            yield from _undo(fighter, one, other)


# --- without end ---------------------------------------------------------------------------------


def _least_cost(placed: Placed) -> dict[str, Number]:
    due: dict[str, Number] = {}
    for _, cost in placed.costs():
        due[cost.key] = due.get(cost.key, 0) + least_of(cost)
    return {key: amount for key, amount in due.items() if amount}


def _gains(placed: Placed) -> dict[str, Number]:
    """What it surely gives to the one who uses it, above the maximum too."""
    found: dict[str, Number] = {}
    effects = placed.action.effect
    for effect in effects if isinstance(effects, tuple) else ():
        is_own = getattr(effect, "to", "") == "self" or placed.action.targets.who == "self"
        if isinstance(effect, scenario.Gain) and is_own:
            amount = parse(effect.amount).bounds()[0]
            found[effect.resource] = found.get(effect.resource, 0) + amount
    return {key: amount for key, amount in found.items() if amount > 0}


def _endless(survey: Survey, placed: Placed) -> Iterator[Finding]:
    cost, gains = _least_cost(placed), _gains(placed)
    guard = survey.profile.guard
    fix = "Limit its uses, or let it cost something that does not come back."
    patch = [put((*placed.path, "uses"), Uses(1, "turn"))]
    if placed.action.requires:
        return
    if cost and all(gains.get(key, 0) >= amount for key, amount in cost.items()):
        back = quoted(cost)
        sentence = (
            f"{placed.name!r} gives back the {back} that it costs: "
            f"it is used up to {guard} times in a turn, until the guard stops it."
        )
        yield warning("endless", (*placed.path, "effect"), sentence, fix, patch=patch, guard=guard)
    elif placed.is_free and gains:
        key, amount = next(iter(gains.items()))
        sentence = (
            f"{placed.name!r} is free and has no limit: it gives {amount} {key} in every turn."
        )
        fix = "Limit its uses, such as 1 per short rest, or let it cost something."
        yield warning("free_gain", (*placed.path, "effect"), sentence, fix)


def _exchange(survey: Survey, one: Placed, other: Placed) -> Iterator[Finding]:
    """Two actions of which each pays for the other."""
    if one.action.requires or other.action.requires:
        return
    costs, gains = (_least_cost(one), _least_cost(other)), (_gains(one), _gains(other))
    if not all(costs) or not all(gains):
        return
    for cost, gain in ((costs[0], gains[1]), (costs[1], gains[0])):
        if not all(gain.get(key, 0) >= amount for key, amount in cost.items()):
            return
    sentence = (
        f"{one.name!r} and {other.name!r} pay for each other: they are used in turn "
        f"up to {survey.profile.guard} times, until the guard stops them."
    )
    fix = "Let one of them cost something that does not come back."
    yield warning("endless", (*other.path, "effect"), sentence, fix, guard=survey.profile.guard)


# --- undoing -------------------------------------------------------------------------------------


def _undo(fighter: Fighter, one: Placed, other: Placed) -> Iterator[Finding]:
    """Free actions of which one takes away what the other brings."""
    for first, second in ((one, other), (other, one)):
        what = _undone(first, second)
        if what:
            sentence = (
                f"{second.name!r} undoes what {first.name!r} does ({what}), and both are free: "
                "in every turn they cancel each other out."
            )
            fix = (
                "Let one of them cost something, or give it a requirement that the other excludes."
            )
            yield note("undo", second.path, sentence, fix, actions=[first.name, second.name])
            return


def _undone(first: Placed, second: Placed) -> str:
    for spot in first.spots():
        for answer in second.spots():
            if spot.whom == answer.whom:
                what = _taken_back(spot.effect, answer.effect)
                if what:
                    return what
    return ""


def _taken_back(made: scenario.Effect, unmade: scenario.Effect) -> str:
    match made, unmade:
        case scenario.Apply(status=status), scenario.Remove(status=name, tag=tag):
            return (
                f"the status {status.name!r}" if name == status.name or tag in status.tags else ""
            )
        case scenario.Gain(resource=key), scenario.Lose(resource=other):
            return f"the resource {key!r}" if key == other else ""
        case scenario.MoveCombatant(), scenario.MoveCombatant():
            is_back = made.who == unmade.who and made.direction != unmade.direction
            return "the movement" if is_back else ""
    return ""
