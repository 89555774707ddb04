"""Actions that pay for themselves or cost nothing: they repeat without end, or undo each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from turnwright.core.rules.action import Uses
from turnwright.core.rules.ledger import Number
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.formula import parse

from .action_entry import ActionEntry, least_of
from .finding import Finding, note, put, quoted, warning
from .scenario_survey import Participant, ScenarioSurvey
from .unreachable_entries import is_end_turn, is_unlimited


def check(survey: ScenarioSurvey) -> Iterator[Finding]:
    """Find free or self-paying actions that repeat without end or undo each other."""
    for participant in survey.participants:
        unlimited = [
            p
            for p in participant.actions
            if p.is_turn_action and is_unlimited(p) and not is_end_turn(p)
        ]
        for entry in unlimited:
            yield from _endless(survey, entry)
        for one, other in combinations(unlimited, 2):
            yield from _exchange(survey, one, other)
        free = [entry for entry in participant.actions if entry.is_turn_action and entry.is_free]
        for one, other in combinations(free, 2):
            yield from _undo(participant, one, other)


# --- endless --------------------------------------------------------------------------------------


def _least_cost(entry: ActionEntry) -> dict[str, Number]:
    due: dict[str, Number] = {}
    for _, cost in entry.costs():
        due[cost.key] = due.get(cost.key, 0) + least_of(cost)
    return {key: amount for key, amount in due.items() if amount}


def _gains(entry: ActionEntry) -> dict[str, Number]:
    """The least that it gives to its user, also above the maximum."""
    found: dict[str, Number] = {}
    effects = entry.action.effect
    for effect in effects if isinstance(effects, tuple) else ():
        is_own = getattr(effect, "to", "") == "self" or entry.action.targets.who == "self"
        if isinstance(effect, scenario.Gain) and is_own:
            amount = parse(effect.amount).bounds()[0]
            found[effect.resource] = found.get(effect.resource, 0) + amount
    return {key: amount for key, amount in found.items() if amount > 0}


def _endless(survey: ScenarioSurvey, entry: ActionEntry) -> Iterator[Finding]:
    cost, gains = _least_cost(entry), _gains(entry)
    guard = survey.profile.guard
    fix = "Limit its uses, or make it cost something that does not come back."
    patch = [put((*entry.path, "uses"), Uses(1, "turn"))]
    if entry.action.requires:
        return
    if cost and all(gains.get(key, 0) >= amount for key, amount in cost.items()):
        back = quoted(cost)
        sentence = (
            f"{entry.name!r} gives back the {back} that it costs: "
            f"it is used {guard} times in a turn, until the limit of actions per turn stops it."
        )
        yield warning("endless", (*entry.path, "effect"), sentence, fix, patch=patch, guard=guard)
    elif entry.is_free and gains:
        key, amount = next(iter(gains.items()))
        sentence = f"{entry.name!r} is free and has no limit: it gives {amount} {key} every turn."
        fix = "Limit its uses, for example to 1 per short rest, or make it cost something."
        yield warning("free_gain", (*entry.path, "effect"), sentence, fix)


def _exchange(survey: ScenarioSurvey, one: ActionEntry, other: ActionEntry) -> Iterator[Finding]:
    """Two actions that pay for each other."""
    if one.action.requires or other.action.requires:
        return
    costs, gains = (_least_cost(one), _least_cost(other)), (_gains(one), _gains(other))
    if not all(costs) or not all(gains):
        return
    for cost, gain in ((costs[0], gains[1]), (costs[1], gains[0])):
        if not all(gain.get(key, 0) >= amount for key, amount in cost.items()):
            return
    sentence = (
        f"{one.name!r} and {other.name!r} pay for each other: they are used {survey.profile.guard} "
        "times in a turn, until the limit of actions per turn stops them."
    )
    fix = "Make one of them cost something that does not come back."
    yield warning("endless", (*other.path, "effect"), sentence, fix, guard=survey.profile.guard)


# --- undoing --------------------------------------------------------------------------------------


def _undo(participant: Participant, one: ActionEntry, other: ActionEntry) -> Iterator[Finding]:
    """Free actions of which one reverts the other."""
    for first, second in ((one, other), (other, one)):
        what = _undone(first, second)
        if what:
            sentence = (
                f"{second.name!r} undoes what {first.name!r} does ({what}), and both are free: "
                "they cancel each other out every turn."
            )
            fix = (
                "Make one of them cost something, or give it a requirement that the other excludes."
            )
            yield note("undo", second.path, sentence, fix, actions=[first.name, second.name])
            return


def _undone(first: ActionEntry, second: ActionEntry) -> str:
    for located in first.effects():
        for answer in second.effects():
            if located.recipients == answer.recipients:
                what = _taken_back(located.effect, answer.effect)
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
