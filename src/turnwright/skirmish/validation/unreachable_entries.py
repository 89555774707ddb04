"""Entries of a list that are never reached, because an entry above them is valid whenever they are.

An entry is only reported if it can never be used, whatever the dice show.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from turnwright.core.rules.cost import Cost
from turnwright.core.rules.requirement import Requirement
from turnwright.core.rules.timing import Free, Reaction
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.vocabulary import event_named

from .action_entry import ActionEntry, least_of
from .finding import Finding, note, pointer, put, remove, warning
from .impossible_requirements import is_always_met
from .scenario_survey import ScenarioSurvey


def check(survey: ScenarioSurvey) -> Iterator[Finding]:
    """Find entries that can never be used because of an entry above them."""
    for participant in survey.participants:
        main = [entry for entry in participant.actions if entry.is_turn_action]
        reactions = [entry for entry in participant.entries if entry.is_reaction]
        for entries, hides in ((main, hides_in_turn), (reactions, hides_reaction)):
            for index, below in enumerate(entries):
                above = next((a for a in entries[:index] if hides(survey, a, below)), None)
                if above is not None:
                    yield _finding(above, below)
                elif hides is hides_reaction:
                    yield from _same_event(entries[:index], below)


def _finding(above: ActionEntry, below: ActionEntry) -> Finding:
    data = {"action": below.name, "above": above.name}
    if above.action == below.action:
        sentence = f"{below.name!r} is in the list twice; the second entry is never used."
        fix = "Remove it."
        return warning("duplicate", below.path, sentence, fix, **data, patch=[remove(below.path)])
    if is_end_turn(above):
        sentence = f"{below.name!r} is never used: {above.name!r} above it always ends the turn."
        fix = f"Give {above.name!r} a requirement, or move it to the end of the list."
        return warning(
            "after_end_turn", below.path, sentence, fix, **data, patch=_move_up(above, below)
        )
    shared = next((cost.key for cost in above.action.cost if cost.amount), "")
    if below.is_reaction:
        sentence = (
            f"{below.name!r} is never used: {above.name!r} above it is triggered by the same events"
        )
    else:
        sentence = f"{below.name!r} is never used: {above.name!r} above it is valid whenever it is"
    sentence += f", and takes the {shared} first."
    fix = f"Move {below.name!r} above {above.name!r}, or give {above.name!r} a requirement."
    severity = note if _is_part(below, above) else warning
    return severity("unreachable", below.path, sentence, fix, **data, patch=_move_up(above, below))


def _same_event(entries: list[ActionEntry], below: ActionEntry) -> Iterator[Finding]:
    """Two reactions that wait for the same event, of which only the first valid one is used."""
    for above in entries:
        a, b = above.action.timing, below.action.timing
        assert isinstance(a, Reaction)
        assert isinstance(b, Reaction)
        if above.action.beside_others or below.action.beside_others:
            continue
        names = {event_named(name)[0] for name in a.events}
        shared = [event_named(name)[0] for name in b.events if event_named(name)[0] in names]
        is_about_others = "any" not in (a.who, b.who) and (a.who, a.role) != (b.who, b.role)
        if not shared or is_about_others or _leaves_nothing(above, below):
            continue
        sentence = (
            f"{below.name!r} and {above.name!r} above it wait for the same event, {shared[0]}: only "
            "the first that is valid is used."
        )
        fix = "Set beside_others on one of them if both may answer the same event."
        path = (*below.path, "beside_others")
        data = {"action": below.name, "above": above.name, "event": shared[0]}
        yield note("same_event", below.path, sentence, fix, **data, patch=[put(path, True)])
        return


def _is_part(below: ActionEntry, above: ActionEntry) -> bool:
    """Does the upper entry include the lower one, as a multiattack does? Then it is no mistake."""
    theirs = [_single_attack(located.effect) for located in above.effects()]
    return all(_single_attack(located.effect) in theirs for located in below.effects())


def _single_attack(effect: scenario.Effect) -> object:
    """The effect with a single attack."""
    return (
        msgspec.structs.replace(effect, times=1) if isinstance(effect, scenario.Attack) else effect
    )


def _move_up(above: ActionEntry, below: ActionEntry) -> list[dict[str, object]]:
    """The patch that moves the lower entry to the position of the upper one."""
    if above.list_name != below.list_name:
        return []
    return [{"op": "move", "from": pointer(below.path), "path": pointer(above.path)}]


def is_end_turn(entry: ActionEntry) -> bool:
    """Does it always end the turn, and cost nothing?"""
    effect = entry.action.effect
    ends = isinstance(effect, tuple) and any(isinstance(one, scenario.EndTurn) for one in effect)
    return ends and not entry.action.price


# --- actions of a turn ----------------------------------------------------------------------------


def hides_in_turn(survey: ScenarioSurvey, above: ActionEntry, below: ActionEntry) -> bool:
    """Is the upper entry valid, and used, whenever the lower one is valid?"""
    if _has_other_ways(above, below):
        return False
    a, b = above.action, below.action
    if a == b:
        return not above.is_free  # that is used once in a turn, and a second copy once more
    if not _asks_no_more(survey, above, below):
        return False
    if is_end_turn(above):
        return True
    return is_unlimited(above) and _is_cheaper(above, below) and any(c.amount for c in _fixed(a))


def _has_other_ways(above: ActionEntry, below: ActionEntry) -> bool:
    """May the lower entry be used at an event, or because an effect grants it?"""
    timing = below.action.timing
    if isinstance(timing, Free) and timing.anytime:
        return True
    lost = set(below.action.tags) - set(above.action.tags)
    return any(encounter.granted & lost for encounter in below.owner.encounters)


def is_unlimited(entry: ActionEntry) -> bool:
    """Has it no uses, recharge or cooldown?"""
    action = entry.action
    return action.uses is None and action.recharge is None and action.cooldown is None


def _asks_no_more(survey: ScenarioSurvey, above: ActionEntry, below: ActionEntry) -> bool:
    """Are the requirements of the upper entry met whenever the lower one is valid?"""
    theirs = below.action.requires
    asked = [one for one in real_requirements(survey, above) if one not in theirs]
    if any(not one.is_about_target for one in asked):
        return False
    return above.action.min_targets == 0 or _has_targets(survey, above, below)


def _has_targets(survey: ScenarioSurvey, above: ActionEntry, below: ActionEntry) -> bool:
    a, b = above.action, below.action
    asked = [one for one in real_requirements(survey, above) if one.is_about_target]
    least = a.min_targets or 1
    mine, theirs = a.targets, b.targets
    if not asked and least == 1:
        if mine.who == "self":
            return True
        if mine.range is None and mine.state != "down" and not above.is_reaction:
            if mine.who in ("ally", "anyone"):
                return True  # at least itself
            if mine.who == "enemy" and not _may_have_no_enemy(above):
                return True
    if b.min_targets == 0 or least > (b.min_targets or 1):
        return False
    is_as_far = mine.range is None or (theirs.range is not None and theirs.range <= mine.range)
    is_same = mine.who == theirs.who and mine.state in (theirs.state, "any")
    return is_same and is_as_far and all(one in b.requires for one in asked)


def real_requirements(survey: ScenarioSurvey, entry: ActionEntry) -> list[Requirement]:
    """Return the requirements of an entry that are not always met."""
    path = (*entry.path, "requires")
    return [
        one
        for index, one in enumerate(entry.action.requires)
        if not is_always_met(survey, entry, (*path, index), one)
    ]


def _may_have_no_enemy(entry: ActionEntry) -> bool:
    """Can a fight go on without enemies, because some of them arrive later?"""
    owner = entry.owner
    return any(
        enemy.combatant.arrival > 1 for m in owner.encounters for enemy in m.enemies(owner.side)
    )


def _fixed(action: scenario.CombatAction) -> list[Cost]:
    return [
        cost
        for cost in action.cost
        if not (cost.allow_upcast or cost.variable is not None or cost.formula)
    ]


def _is_cheaper(above: ActionEntry, below: ActionEntry) -> bool:
    """Can the upper entry be paid whenever the lower one can?"""
    remaining = list(below.action.cost)
    due: dict[str, float] = {}
    for cost in above.action.cost:
        if cost.formula:
            return False
        if cost.allow_upcast:
            if cost not in remaining:
                return False
            remaining.remove(cost)
        else:
            due[cost.key] = due.get(cost.key, 0) + least_of(cost)
    for cost in remaining:
        if not cost.allow_upcast and cost.key in due:
            due[cost.key] -= least_of(cost)
    return all(amount <= 0 for amount in due.values())


# --- reactions ------------------------------------------------------------------------------------


def hides_reaction(survey: ScenarioSurvey, above: ActionEntry, below: ActionEntry) -> bool:
    """Is the upper entry triggered by all events of the lower one, and is nothing left to pay the lower
    one then?"""
    a, b = above.action.timing, below.action.timing
    assert isinstance(a, Reaction)
    assert isinstance(b, Reaction)
    if _has_other_ways(above, below) or any(m.granted for m in below.owner.encounters):
        return False
    if {"ActionCancelled", "ResourceRestored"} & {event_named(name)[0] for name in b.events}:
        return False  # the cost of the upper entry may just have been refunded
    is_same = above.action == below.action
    if not is_same and not (is_unlimited(above) and _asks_no_more(survey, above, below)):
        return False
    wide = {event_named(name) for name in a.events}
    if not all(_covers(wide, event_named(name)) for name in b.events):
        return False
    if a.who != "any" and (a.who, a.role) != (b.who, b.role):
        return False
    if (a.when is not None and a.when != b.when) or (a.would_change_outcome and not is_same):
        return False
    return _is_cheaper(above, below) and _leaves_nothing(above, below)


def _covers(wide: set[tuple[str, tuple[str, ...]]], event: tuple[str, tuple[str, ...]]) -> bool:
    return any(name == event[0] and set(tags) <= set(event[1]) for name, tags in wide)


def _leaves_nothing(above: ActionEntry, below: ActionEntry) -> bool:
    """Do both need a pool that cannot pay for both? Otherwise the lower entry may be used while the
    upper one is resolved, since that cannot be used again then."""
    owner = above.owner
    given = set().union(*(encounter.gains for encounter in owner.encounters))
    for cost in _fixed(above.action):
        other = sum(c.amount for c in _fixed(below.action) if c.key == cost.key)
        pool = owner.pools.get(cost.key)
        if not (cost.amount and other) or pool is None or cost.key in given:
            continue
        if max(pool.capacity, pool.initial) < cost.amount + other:
            return True
    return False
