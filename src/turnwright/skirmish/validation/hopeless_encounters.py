"""Encounters as a whole: sides that cannot hurt each other, those who never come, and targets that
nobody can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from turnwright.core.rules.timing import Reaction, at_events
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.formula import parse
from turnwright.skirmish.model.vocabulary import event_named

from .action_in_list import Placed, Spot
from .finding import Finding, error, listed, note, quoted, warning
from .reachable_events import TIMELESS, types_of
from .scenario_survey import Fighter, Meeting, Survey


def check(survey: Survey) -> Iterator[Finding]:
    if not survey.meetings:
        fix = "Add an encounter with somebody to meet."
        yield error("no_encounter", ("day",), "The day has rests, but no encounter.", fix)
    for meeting in survey.meetings:
        yield from _sides(survey, meeting)
        if len(meeting.sides) > 1:
            yield from _harm(survey, meeting)
    for fighter in survey.fighters:
        yield from _fighter(survey, fighter)
        for placed in fighter.every:
            yield from _candidates(survey, placed)


def _fighter(survey: Survey, fighter: Fighter) -> Iterator[Finding]:
    combatant, path = fighter.combatant, fighter.path
    if not any(placed.is_main and placed.name != scenario.END_TURN for placed in fighter.actions):
        sentence = f"{fighter.name!r} has nothing to do in its own turn."
        yield note("no_actions", (*path, "actions"), sentence, "Add an action to its list.")
    if combatant.arrival > survey.profile.rounds:
        sentence = (
            f"{fighter.name!r} arrives in round {combatant.arrival}, "
            f"and a fight ends after {survey.profile.rounds} rounds."
        )
        fix = f"Let it arrive in round {survey.profile.rounds} or before."
        yield warning("never_arrives", (*path, "arrival"), sentence, fix)
    if parse(combatant.hp).bounds()[1] < 1:
        sentence = f"{fighter.name!r} has {combatant.hp} hit points; it will have 1."
        yield warning("no_hit_points", (*path, "hp"), sentence, "Write how many it has.")


# --- who fights whom -----------------------------------------------------------------------------


def _sides(survey: Survey, meeting: Meeting) -> Iterator[Finding]:
    if len(meeting.sides) < 2:
        count = len(meeting.sides)
        sentence = f"An encounter needs two sides with somebody on each, and has {count}."
        yield error("one_side", (*meeting.path, "sides"), sentence, "Add a side with a combatant.")
    seen: dict[str, int] = {}
    for number in meeting.sides:
        path, side = survey.sides[number]
        if side.name in seen:
            sentence = f"Two sides are called {side.name!r}: they are enemies all the same."
            fix = "Give each side a name of its own, or put all of them on one side."
            yield warning("same_side_name", (*path, "name"), sentence, fix)
        seen[side.name] = number


def _harm(survey: Survey, meeting: Meeting) -> Iterator[Finding]:
    """Who can hurt whom? Where nobody can, the fight lasts until the last round."""
    types = {side: _dealt(meeting, side) for side in meeting.sides}
    unhurt: list[Fighter] = []
    hurt_by: set[int] = set()
    for victim in meeting.fighters:
        foes = [
            side
            for side in meeting.sides
            if side != victim.side and _is_hurt(meeting, victim, types[side])
        ]
        hurt_by |= set(foes)
        if not foes:
            unhurt.append(victim)
    harmless = [side for side in meeting.sides if side not in hurt_by]
    if not any(types.values()):
        path = (*meeting.path, "sides")
        sentence = "Nobody can hurt anybody: the fight ends as a draw "
        sentence += f"after {survey.profile.rounds} rounds."
        yield warning("endless_fight", path, sentence, "Give somebody an action with damage.")
        return
    for side in harmless:
        where, what = survey.sides[side]
        immune = sorted({word for foe in meeting.foes(side) for word in _immune(foe)})
        because = f" (they are immune to {quoted(immune)})" if types[side] and immune else ""
        sentence = f"{what.name!r} has nothing that could hurt its enemies{because}."
        yield warning("harmless_side", where, sentence, "Give it an action with other damage.")
    for victim in unhurt:
        if all(side in harmless for side in meeting.sides if side != victim.side):
            continue  # said already
        immune = sorted(_immune(victim))
        because = f": it is immune to {quoted(immune)}" if immune else ""
        sentence = f"Nothing in this encounter can hurt {victim.name!r}{because}."
        fix = "Give its enemies another type of damage, or they cannot win."
        yield warning("cannot_be_hurt", victim.path, sentence, fix, immune=immune)


class Harm(NamedTuple):
    """Damage that may be dealt: by which effect, with which tags, and of which types."""

    spot: Spot
    tags: tuple[str, ...]
    kinds: frozenset[str]


def _dealt(meeting: Meeting, side: int) -> list[Harm]:
    """The damage that a side can deal."""
    found = []
    everywhere = {
        kind for status in meeting.statuses() for kind in types_of(status.damage)
    }  # what statuses may add to attacks
    for fighter in meeting.sides[side]:
        for placed in fighter.every:
            if not placed.is_ever_tried:
                continue
            for spot in placed.spots():
                effect = spot.effect
                kinds: frozenset[str] = frozenset()
                if isinstance(effect, scenario.Attack):
                    kinds = types_of(effect.damage) | everywhere
                elif isinstance(effect, scenario.Save | scenario.Harm):
                    kinds = types_of(effect.damage)
                elif isinstance(effect, scenario.Apply):
                    kinds = types_of(effect.status.damage_each_turn)
                elif isinstance(effect, scenario.ChangeDamage):
                    kinds = types_of(effect.add) | ({""} if effect.redirect else set())
                if kinds:
                    found.append(Harm(spot, placed.action.tags, kinds))
    return found


def _is_hurt(meeting: Meeting, victim: Fighter, dealt: list[Harm]) -> bool:
    for spot, tags, kinds in dealt:
        is_met = isinstance(spot.effect, scenario.ChangeDamage) or meeting.includes(
            spot.whom, victim
        )
        immune = _immune(victim, tags)
        if is_met and "*" not in immune and kinds - immune:
            return True
    return False


def _immune(victim: Fighter, tags: tuple[str, ...] = ()) -> set[str]:
    """The types that never hurt it, if they come from an action with these tags."""
    words = list(victim.combatant.immune)
    for trait in victim.combatant.traits:
        words += trait.immune
    parts = [word.partition(" unless ") for word in words]
    return {kind.strip().lower() for kind, _, tag in parts if tag.strip() not in tags}


# --- targets -------------------------------------------------------------------------------------


def _candidates(survey: Survey, placed: Placed) -> Iterator[Finding]:
    """Nobody can ever be the target."""
    action, owner = placed.action, placed.owner
    targets, timing = action.targets, action.timing
    path = (*placed.path, "targets")
    if action.min_targets == 0:
        return
    count = parse(targets.count)
    if count.bounds({"spent": 100, "slot_level": 9, "value": 100})[1] < 1:
        sentence = f"{placed.name!r} chooses at most {targets.count} targets."
        yield warning("no_candidates", (*path, "count"), sentence, "Let it choose 1 or more.")
    if isinstance(timing, Reaction) and timing.events and targets.who.startswith("event"):
        events = [event_named(name)[0] for name in timing.events]
        if all(event in TIMELESS for event in events):
            sentence = f"{placed.name!r} is about the {targets.who}, and {listed(events)} has none."
            fix = "Choose enemies or allies instead."
            yield error("no_candidates", (*path, "who"), sentence, fix)
        elif targets.who == "event target" and set(events) == {"UnitDied"}:
            sentence = f"{placed.name!r} is about the one who died; the dead are nobody's target."
            fix = "Answer UnitDowned, or choose other targets."
            yield error("no_candidates", (*path, "who"), sentence, fix)
        return
    members = [(m, list(m.members(placed.targets))) for m in owner.meetings]
    if not any(found for _, found in members):
        sentence = (
            f"{placed.name!r} is for {targets.who!r}, but {owner.name!r} is alone on its side."
        )
        yield warning("no_candidates", (*path, "who"), sentence, "Include oneself: who: ally.")
    elif targets.state == "down" and targets.who != "self" and not at_events(timing):
        dying = [f for _, found in members for f in found if _may_lie_down(survey, f)]
        if not dying:
            sentence = (
                f"{placed.name!r} is for those who are down, but everybody it could meet is dead at 0 "
                "hit points."
            )
            fix = "Set death_saves for those who should lie dying, or drop the state."
            yield warning("no_candidates", (*path, "state"), sentence, fix)
    yield from _out_of_range(placed, members)


def _may_lie_down(survey: Survey, fighter: Fighter) -> bool:
    dies_slowly = fighter.combatant.death_saves and survey.profile.death_saves
    return dies_slowly or fighter.combatant.start_hp == 0


def _out_of_range(
    placed: Placed, members: list[tuple[Meeting, list[Fighter]]]
) -> Iterator[Finding]:
    reach = placed.action.targets.range
    if reach is None or placed.action.targets.who == "self":
        return
    here = placed.owner.combatant.position
    nearest: float | None = None
    for meeting, found in members:
        if any(isinstance(spot.effect, scenario.MoveCombatant) for spot in meeting.spots()):
            return
        for fighter in found:
            distance = abs(fighter.combatant.position - here)
            nearest = distance if nearest is None else min(nearest, distance)
    if nearest is not None and nearest > reach:
        sentence = (
            f"{placed.name!r} reaches {reach}, the nearest target stands {nearest} away, "
            "and nothing in this encounter moves anybody."
        )
        fix = "Add an action with Move, change the positions, or drop the range."
        yield warning(
            "out_of_range", (*placed.path, "targets", "range"), sentence, fix,
            range=reach, nearest=nearest,
        )  # fmt: skip
