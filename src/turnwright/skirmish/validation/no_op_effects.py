"""Effects that come to nothing: they give what nobody can hold, take away what nobody has, or have no
numbers."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.formula import typed

from .action_in_list import Group, Placed
from .finding import Finding, Path, did_you_mean, error, near, note, put, warning
from .reachable_events import Possible
from .scenario_survey import Fighter, Survey
from .undefined_names import keys_of


def check(survey: Survey, possible: dict[int, Possible]) -> Iterator[Finding]:
    for fighter in survey.fighters:
        stages = [possible[id(meeting)] for meeting in fighter.meetings]
        for placed in fighter.every:
            yield from _no_effect(placed)
            yield from _effects(placed, stages)
        for index, trait in enumerate(fighter.combatant.traits):
            path = (*fighter.path, "traits", index)
            yield from _gains(path, trait, fighter.itself, stages)


def _effects(placed: Placed, possible: list[Possible]) -> Iterator[Finding]:
    if isinstance(placed.action.effect, str):
        sentence = f"The effect of {placed.name!r} is the name {placed.action.effect!r}."
        fix = "Write the effects out as a list."
        yield error("unknown_effect", (*placed.path, "effect"), sentence, fix)
    for path, effect, _, whom in placed.spots():
        if isinstance(effect, scenario.Gain | scenario.Lose):
            yield from _receives(placed, path, effect, whom, possible)
        elif isinstance(effect, scenario.Apply):
            yield from _gains((*path, "status"), effect.status, whom, possible)
        elif isinstance(effect, scenario.Remove):
            yield from _removes(placed, path, effect, whom, possible)
        elif isinstance(effect, scenario.Grant):
            yield from _grants(placed, path, effect, whom, possible)


def _receives(
    placed: Placed,
    path: Path,
    effect: scenario.Gain | scenario.Lose,
    whom: Group,
    possible: list[Possible],
) -> Iterator[Finding]:
    verb = "gives" if isinstance(effect, scenario.Gain) else "takes"
    what = f"{placed.name!r} {verb} {effect.resource!r}"
    lost = _no_pool(what, (*path, "resource"), effect.resource, whom, possible)
    if lost is not None:
        yield lost


def _gains(
    path: Path, status: scenario.Status, bearer: Group, possible: list[Possible]
) -> Iterator[Finding]:
    for key in status.gain:
        what = f"The status {status.name!r} gives {key!r}"
        lost = _no_pool(what, (*path, "gain", key), key, bearer, possible)
        if lost is not None:
            yield lost


def _no_pool(
    what: str, path: Path, key: str, whom: Group, possible: list[Possible]
) -> Finding | None:
    """Nobody who is met has such a pool."""
    theirs = [f for one in possible for f in one.meeting.members(whom)]
    if not theirs or any(key in keys_of(f) | _asked_for(f) for f in theirs):
        return None
    meant = near(key, {known for fighter in theirs for known in fighter.pools})
    patch = [put(path, meant[0])] if len(meant) == 1 and path[-1] == "resource" else []
    fix = did_you_mean(meant) or f"Add {key!r} to somebody's pools."
    sentence = f"{what}, but nobody it meets has such a pool."
    return error("unknown_resource", path, sentence, fix, key=key, near=meant, patch=patch)


def _asked_for(fighter: Fighter) -> set[str]:
    """What its actions cost, even if it has none of it at first."""
    return {cost.key for placed in fighter.every for cost in placed.action.cost}


def _removes(
    placed: Placed, path: Path, effect: scenario.Remove, whom: Group, possible: list[Possible]
) -> Iterator[Finding]:
    if not effect.status and not effect.tag:
        sentence = f"{placed.name!r} removes nothing: neither a status nor a tag is named."
        yield warning(
            "removes_nothing", path, sentence, "Name the status, or a tag that it brings."
        )
        return
    if effect.status and not any(one.bears(effect.status, whom) for one in possible):
        what, word, field = "status", effect.status, "status"
    elif effect.tag and not any(one.bears_tag(effect.tag, whom) for one in possible):
        what, word, field = "tag", effect.tag, "tag"
    else:
        return
    marks = [mark for one in possible for mark in one.marks]
    known = {name for mark in marks for name in (mark.names if field == "status" else mark.tags)}
    meant = near(word, known - {word})
    sentence = f"{placed.name!r} removes the {what} {word!r}, which nobody it meets ever has."
    patch = [put((*path, field), meant[0])] if len(meant) == 1 else []
    severity = warning if meant else note
    yield severity(
        "removes_nothing", (*path, field), sentence, did_you_mean(meant), near=meant, patch=patch
    )


def _grants(
    placed: Placed, path: Path, effect: scenario.Grant, whom: Group, possible: list[Possible]
) -> Iterator[Finding]:
    theirs = [a for one in possible for f in one.meeting.members(whom) for a in f.every]
    if any(effect.tag in other.action.tags for other in theirs if other is not placed):
        return
    meant = near(effect.tag, {tag for other in theirs for tag in other.action.tags})
    sentence = (
        f"{placed.name!r} lets somebody use an action with the tag {effect.tag!r}, "
        "but nobody it meets has one."
    )
    fix = did_you_mean(meant) or f"Give an action the tag {effect.tag!r}."
    patch = [put((*path, "tag"), meant[0])] if len(meant) == 1 else []
    yield warning("grants_nothing", (*path, "tag"), sentence, fix, tag=effect.tag, patch=patch)


def _no_effect(placed: Placed) -> Iterator[Finding]:
    effects = placed.action.effect
    if isinstance(effects, str) or any(does_something(spot.effect) for spot in placed.spots()):
        return
    path = (*placed.path, "effect")
    what = "costs nothing and does nothing" if not placed.action.price else "does nothing"
    sentence = f"{placed.name!r} {what}."
    if effects:
        sentence = f"{placed.name!r} {what}: all of its numbers are 0."
    fix = "Give it an effect, such as Attack, Heal or Apply, or remove it from the list."
    yield warning("no_effect", path, sentence, fix)


def does_something(effect: scenario.Effect) -> bool:
    """Can it change anything, taken by itself? What follows from it is counted on its own."""
    if isinstance(effect, scenario.Harm | scenario.Save):
        return _is_something(effect.damage)
    if isinstance(effect, scenario.Heal | scenario.Gain | scenario.Lose):
        return _is_something(effect.amount)
    if isinstance(effect, scenario.MoveCombatant):
        return _is_something(effect.distance)
    if isinstance(effect, scenario.ChangeRoll):
        return bool(effect.again) or _is_something(effect.add)
    if isinstance(effect, scenario.ChangeDamage):
        is_changed = effect.multiply != 1 or effect.redirect
        return is_changed or _is_something(effect.add) or _is_something(effect.reduce)
    return True


def _is_something(damage: scenario.Damages) -> bool:
    parts = damage if isinstance(damage, tuple) else (damage,)
    return any(typed(part)[0].terms for part in parts)
