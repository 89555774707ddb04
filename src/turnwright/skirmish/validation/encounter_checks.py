"""Encounters that cannot work: sides that cannot hurt each other, combatants that never arrive, targets
that never exist, and surprise that does not count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from turnwright.core.rules.timing import Reaction, at_events
from turnwright.core.suggestions import joined
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.formula import parse
from turnwright.skirmish.model.vocabulary import event_named

from .action_entry import ActionEntry, LocatedEffect
from .finding import Finding, error, note, quoted, remove, warning
from .reachable_events import CLOCK_EVENTS, types_of
from .scenario_survey import EncounterSurvey, Participant, ScenarioSurvey


def check(survey: ScenarioSurvey) -> Iterator[Finding]:
    """Find encounters and targets that cannot work."""
    if not survey.encounters:
        fix = "Add an encounter to the day."
        yield error("no_encounter", ("day",), "The day has only rests and no encounter.", fix)
    if survey.scenario.day and survey.scenario.surprised:
        yield _ignored_surprise()
    for encounter in survey.encounters:
        yield from _sides(survey, encounter)
        if len(encounter.sides) > 1:
            yield from _harm(survey, encounter)
    for participant in survey.participants:
        yield from _participant(survey, participant)
        for entry in participant.entries:
            yield from _candidates(survey, entry)


def _ignored_surprise() -> Finding:
    path = ("surprised",)
    sentence = "In a day of encounters, each encounter says who is surprised; this list is ignored."
    fix = "Move it to an encounter of the day."
    return warning("surprise_ignored", path, sentence, fix, patch=[remove(path)])


def _participant(survey: ScenarioSurvey, participant: Participant) -> Iterator[Finding]:
    combatant, path = participant.combatant, participant.path
    if not any(
        entry.is_turn_action and entry.name != scenario.END_TURN for entry in participant.actions
    ):
        sentence = f"{participant.name!r} has no action for its turn."
        yield note("no_actions", (*path, "actions"), sentence, "Add an action to its list.")
    if combatant.arrival > survey.profile.rounds:
        sentence = (
            f"{participant.name!r} arrives in round {combatant.arrival}, "
            f"but a fight ends after {survey.profile.rounds} rounds."
        )
        fix = f"Set its arrival to {survey.profile.rounds} or less."
        yield warning("never_arrives", (*path, "arrival"), sentence, fix)
    if parse(combatant.hp).bounds()[1] < 1:
        sentence = f"{participant.name!r} has {combatant.hp} hit points, which counts as 1."
        yield warning("no_hit_points", (*path, "hp"), sentence, "Set its hit points.")


# --- sides and damage -----------------------------------------------------------------------------


def _sides(survey: ScenarioSurvey, encounter: EncounterSurvey) -> Iterator[Finding]:
    if len(encounter.sides) < 2:
        count = len(encounter.sides)
        sentence = f"An encounter needs two sides with combatants, but this one has {count}."
        yield error(
            "one_side", (*encounter.path, "sides"), sentence, "Add a side with a combatant."
        )
    seen: dict[str, int] = {}
    for number in encounter.sides:
        path, side = survey.sides[number]
        if side.name in seen:
            sentence = f"Two sides are named {side.name!r}, but they are enemies."
            fix = "Rename one of them, or make them one side."
            yield warning("same_side_name", (*path, "name"), sentence, fix)
        seen[side.name] = number


def _harm(survey: ScenarioSurvey, encounter: EncounterSurvey) -> Iterator[Finding]:
    """Combatants and sides that cannot be hurt, or cannot hurt anybody."""
    types = {side: _dealt(encounter, side) for side in encounter.sides}
    unhurt: list[Participant] = []
    hurt_by: set[int] = set()
    for victim in (one for one in encounter.participants if not one.is_guest):
        enemies = [
            side
            for side in encounter.sides
            if side != victim.side and _is_hurt(encounter, victim, types[side])
        ]
        hurt_by |= set(enemies)
        if not enemies:
            unhurt.append(victim)
    harmless = [side for side in encounter.sides if side not in hurt_by]
    if not any(types.values()):
        path = (*encounter.path, "sides")
        sentence = "Nobody can hurt anybody, so the fight ends in a draw "
        sentence += f"after {survey.profile.rounds} rounds."
        yield warning(
            "endless_fight", path, sentence, "Give a combatant an action that deals damage."
        )
        return
    for side in harmless:
        where, what = survey.sides[side]
        immune = sorted({word for enemy in encounter.enemies(side) for word in _immune(enemy)})
        because = f" (they are immune to {quoted(immune)})" if types[side] and immune else ""
        sentence = f"{what.name!r} cannot hurt its enemies{because}."
        yield warning(
            "harmless_side", where, sentence, "Give it an action with another damage type."
        )
    for victim in unhurt:
        if all(side in harmless for side in encounter.sides if side != victim.side):
            continue  # reported already
        immune = sorted(_immune(victim))
        because = f": it is immune to {quoted(immune)}" if immune else ""
        sentence = f"Nothing in this encounter can hurt {victim.name!r}{because}."
        fix = "Give its enemies another damage type; otherwise they cannot win."
        yield warning("cannot_be_hurt", victim.path, sentence, fix, immune=immune)


class DealtDamage(NamedTuple):
    """Damage that may be dealt: by which effect, with which tags and types."""

    located: LocatedEffect
    tags: tuple[str, ...]
    kinds: frozenset[str]


def _dealt(encounter: EncounterSurvey, side: int) -> list[DealtDamage]:
    """The damage that a side can deal."""
    found = []
    everywhere = {
        kind for status in encounter.statuses() for kind in types_of(status.damage)
    }  # what statuses may add to attacks
    for participant in encounter.sides[side]:
        for entry in participant.entries:
            if not entry.is_ever_tried:
                continue
            for located in entry.effects():
                effect = located.effect
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
                    found.append(DealtDamage(located, entry.action.tags, kinds))
    return found


def _is_hurt(encounter: EncounterSurvey, victim: Participant, dealt: list[DealtDamage]) -> bool:
    for located, tags, kinds in dealt:
        is_met = isinstance(located.effect, scenario.ChangeDamage) or encounter.includes(
            located.recipients, victim
        )
        immune = _immune(victim, tags)
        if is_met and "*" not in immune and kinds - immune:
            return True
    return False


def _immune(victim: Participant, tags: tuple[str, ...] = ()) -> set[str]:
    """The damage types to which it is immune, if they come from an action with these tags."""
    words = list(victim.combatant.immune)
    for trait in victim.combatant.traits:
        words += trait.immune
    parts = [word.partition(" unless ") for word in words]
    return {kind.strip().lower() for kind, _, tag in parts if tag.strip() not in tags}


# --- targets --------------------------------------------------------------------------------------


def _candidates(survey: ScenarioSurvey, entry: ActionEntry) -> Iterator[Finding]:
    """Targets that never exist."""
    action, owner = entry.action, entry.owner
    targets, timing = action.targets, action.timing
    path = (*entry.path, "targets")
    if action.min_targets == 0:
        return
    count = parse(targets.count)
    if count.bounds({"spent": 100, "slot_level": 9, "value": 100})[1] < 1:
        sentence = f"{entry.name!r} chooses at most {targets.count} targets."
        yield warning("no_candidates", (*path, "count"), sentence, "Set the count to at least 1.")
    if isinstance(timing, Reaction) and timing.events and targets.who.startswith("event"):
        events = [event_named(name)[0] for name in timing.events]
        if all(event in CLOCK_EVENTS for event in events):
            sentence = f"{entry.name!r} targets the {targets.who}, but {joined(events)} has none."
            fix = "Target enemies or allies instead."
            yield error("no_candidates", (*path, "who"), sentence, fix)
        elif targets.who == "event target" and set(events) == {"UnitDied"}:
            sentence = (
                f"{entry.name!r} targets the combatant that died, but the dead cannot be targets."
            )
            fix = "React to UnitDowned, or choose other targets."
            yield error("no_candidates", (*path, "who"), sentence, fix)
        return
    members = [(m, list(m.members(entry.targets))) for m in owner.encounters]
    if not any(found for _, found in members):
        sentence = (
            f"{entry.name!r} targets {targets.who!r}, but {owner.name!r} is alone on its side."
        )
        yield warning(
            "no_candidates",
            (*path, "who"),
            sentence,
            "Set targets.who to ally, which includes the combatant itself.",
        )
    elif targets.state == "down" and targets.who != "self" and not at_events(timing):
        dying = [f for _, found in members for f in found if _may_be_down(survey, f)]
        if not dying:
            sentence = (
                f"{entry.name!r} targets those who are down, but all its possible targets die at 0 hit "
                "points."
            )
            fix = "Set death_saves for its targets, or remove the state."
            yield warning("no_candidates", (*path, "state"), sentence, fix)
    yield from _out_of_range(entry, members)


def _may_be_down(survey: ScenarioSurvey, participant: Participant) -> bool:
    dies_slowly = participant.combatant.makes_death_saves and survey.profile.death_saves
    return dies_slowly or participant.combatant.start_hp == 0


def _out_of_range(
    entry: ActionEntry, members: list[tuple[EncounterSurvey, list[Participant]]]
) -> Iterator[Finding]:
    reach = entry.action.targets.range
    if reach is None or entry.action.targets.who == "self":
        return
    here = entry.owner.combatant.position
    nearest: float | None = None
    for encounter, found in members:
        if any(
            isinstance(located.effect, scenario.MoveCombatant) for located in encounter.effects()
        ):
            return
        for participant in found:
            distance = abs(participant.combatant.position - here)
            nearest = distance if nearest is None else min(nearest, distance)
    if nearest is not None and nearest > reach:
        sentence = (
            f"{entry.name!r} has range {reach}, but the nearest target is {nearest} away "
            "and nothing in this encounter moves anybody."
        )
        fix = "Add an action with Move, change the positions, or remove the range."
        yield warning(
            "out_of_range", (*entry.path, "targets", "range"), sentence, fix,
            range=reach, nearest=nearest,
        )  # fmt: skip
