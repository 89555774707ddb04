"""Entries of a list that are never come to, because one above them is valid whenever they are.

The claim is strict: an entry is only reported if it can never be used, whatever the dice show.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from turnwright.core.rules.cost import Cost
from turnwright.core.rules.requirement import Requirement
from turnwright.core.rules.timing import Free, Reaction
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.vocabulary import event_named

from .action_in_list import Placed, least_of
from .finding import Finding, drop, note, swap, warning
from .impossible_requirements import is_always_met
from .scenario_survey import Survey


def check(survey: Survey) -> Iterator[Finding]:
    for fighter in survey.fighters:
        main = [placed for placed in fighter.actions if placed.is_main]
        answers = [placed for placed in fighter.every if placed.is_reaction]
        for entries, hides in ((main, hides_in_turn), (answers, hides_answer)):
            for index, below in enumerate(entries):
                above = next((a for a in entries[:index] if hides(survey, a, below)), None)
                if above is not None:
                    yield _finding(above, below)


def _finding(above: Placed, below: Placed) -> Finding:
    data = {"action": below.name, "above": above.name}
    if above.action == below.action:
        sentence = f"{below.name!r} stands twice in the list; the second entry is never used."
        fix = "Remove it."
        return warning("duplicate", below.path, sentence, fix, **data, patch=[drop(below.path)])
    if is_end_turn(above):
        sentence = f"{below.name!r} is never used: {above.name!r} above it always ends the turn."
        fix = f"Give {above.name!r} a requirement, or move it to the end of the list."
        return warning(
            "after_end_turn", below.path, sentence, fix, **data, patch=_move_up(above, below)
        )
    shared = next((cost.key for cost in above.action.cost if cost.amount), "")
    if below.is_reaction:
        sentence = f"{below.name!r} is never used: {above.name!r} above it answers the same events"
    else:
        sentence = f"{below.name!r} is never used: {above.name!r} above it is valid whenever it is"
    sentence += f", and takes the {shared} first."
    fix = f"Move {below.name!r} above {above.name!r}, or give {above.name!r} a requirement."
    severity = note if _is_part(below, above) else warning
    return severity("unreachable", below.path, sentence, fix, **data, patch=_move_up(above, below))


def _is_part(below: Placed, above: Placed) -> bool:
    """Does the upper one do all that the lower one does, as a multiattack does? Then it is no slip."""
    theirs = [_blow(spot.effect) for spot in above.spots()]
    return all(_blow(spot.effect) in theirs for spot in below.spots())


def _blow(effect: scenario.Effect) -> object:
    """An effect without the number of its attacks."""
    return (
        msgspec.structs.replace(effect, times=1) if isinstance(effect, scenario.Attack) else effect
    )


def _move_up(above: Placed, below: Placed) -> list[dict[str, object]]:
    """Change the order: the lower one goes to the place of the upper one."""
    if above.place != below.place:
        return []
    to = swap(above.path, 0)["path"]
    return [{"op": "move", "from": swap(below.path, 0)["path"], "path": to}]


def is_end_turn(placed: Placed) -> bool:
    """Does it cost nothing and end the turn, whatever happens?"""
    effect = placed.action.effect
    ends = isinstance(effect, tuple) and any(isinstance(one, scenario.EndTurn) for one in effect)
    return ends and not placed.action.price


# --- in the own turn -----------------------------------------------------------------------------


def hides_in_turn(survey: Survey, above: Placed, below: Placed) -> bool:
    """Is the upper one valid, and used, whenever the lower one is valid?"""
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


def _has_other_ways(above: Placed, below: Placed) -> bool:
    """May the lower one be used at an event, or because somebody grants it?"""
    timing = below.action.timing
    if isinstance(timing, Free) and timing.anytime:
        return True
    lost = set(below.action.tags) - set(above.action.tags)
    return any(meeting.granted & lost for meeting in below.owner.meetings)


def is_unlimited(placed: Placed) -> bool:
    action = placed.action
    return action.uses is None and action.recharge is None and action.cooldown is None


def _asks_no_more(survey: Survey, above: Placed, below: Placed) -> bool:
    """Is the upper one allowed, and has it a target, whenever the lower one is valid?"""
    theirs = below.action.requires
    asked = [one for one in demanding(survey, above) if one not in theirs]
    if any(not one.is_about_target for one in asked):
        return False
    return above.action.min_targets == 0 or _has_targets(survey, above, below)


def _has_targets(survey: Survey, above: Placed, below: Placed) -> bool:
    a, b = above.action, below.action
    asked = [one for one in demanding(survey, above) if one.is_about_target]
    least = a.min_targets or 1
    mine, theirs = a.targets, b.targets
    if not asked and least == 1:
        if mine.who == "self":
            return True
        if mine.range is None and mine.state != "down" and not above.is_reaction:
            if mine.who in ("ally", "anyone"):
                return True  # at least oneself
            if mine.who == "enemy" and not _may_stand_alone(above):
                return True
    if b.min_targets == 0 or least > (b.min_targets or 1):
        return False
    is_as_far = mine.range is None or (theirs.range is not None and theirs.range <= mine.range)
    is_same = mine.who == theirs.who and mine.state in (theirs.state, "any")
    return is_same and is_as_far and all(one in b.requires for one in asked)


def demanding(survey: Survey, placed: Placed) -> list[Requirement]:
    """The requirements that are not always met where they are asked."""
    path = (*placed.path, "requires")
    return [
        one
        for index, one in enumerate(placed.action.requires)
        if not is_always_met(survey, placed, (*path, index), one)
    ]


def _may_stand_alone(placed: Placed) -> bool:
    """May a fight go on while no enemy is there? Yes, if some of them arrive later."""
    owner = placed.owner
    return any(foe.combatant.arrival > 1 for m in owner.meetings for foe in m.foes(owner.side))


def _fixed(action: scenario.CombatAction) -> list[Cost]:
    return [cost for cost in action.cost if not cost.allow_upcast and cost.variable is None]


def _is_cheaper(above: Placed, below: Placed) -> bool:
    """Can the upper one be paid whenever the lower one can?"""
    dear = list(below.action.cost)
    due: dict[str, float] = {}
    for cost in above.action.cost:
        if cost.allow_upcast:
            if cost not in dear:
                return False
            dear.remove(cost)
        else:
            due[cost.key] = due.get(cost.key, 0) + least_of(cost)
    for cost in dear:
        if not cost.allow_upcast and cost.key in due:
            due[cost.key] -= least_of(cost)
    return all(amount <= 0 for amount in due.values())


# --- at events -----------------------------------------------------------------------------------


def hides_answer(survey: Survey, above: Placed, below: Placed) -> bool:
    """Does the upper one answer every event that the lower one could answer, and is there nothing
    left for the lower one then?"""
    a, b = above.action.timing, below.action.timing
    assert isinstance(a, Reaction)
    assert isinstance(b, Reaction)
    if _has_other_ways(above, below) or any(m.granted for m in below.owner.meetings):
        return False
    if {"ActionCancelled", "ResourceRestored"} & {event_named(name)[0] for name in b.events}:
        return False  # what was paid for the upper one may just have come back
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


def _leaves_nothing(above: Placed, below: Placed) -> bool:
    """While the upper one is being done it cannot answer again; the lower one could, unless both
    need a pool that holds too little for two."""
    owner = above.owner
    given = set().union(*(meeting.gains for meeting in owner.meetings))
    for cost in _fixed(above.action):
        other = sum(c.amount for c in _fixed(below.action) if c.key == cost.key)
        held = owner.pools.get(cost.key)
        if not (cost.amount and other) or held is None or cost.key in given:
            continue
        if max(held.most, held.first) < cost.amount + other:
            return True
    return False
