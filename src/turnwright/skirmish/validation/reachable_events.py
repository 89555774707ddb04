"""What can happen in an encounter: which events with whom, and who may have which status.

It is an upper bound: whether an action is ever valid, hits or can be paid for does not matter. Whatever
is not in it cannot happen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.formula import typed
from turnwright.skirmish.model.vocabulary import CRITICAL

from .action_entry import EVERYBODY, ActionEntry, CombatantGroup, LocatedEffect
from .scenario_survey import EncounterSurvey, Participant, ScenarioSurvey

NOBODY = CombatantGroup("one", -1)

CLOCK_EVENTS = ("EncounterStarted", "RoundStarted", "LairCount")
"""Events without a source and a target."""

ATTACKS = ("AttackDeclared", "AttackRolled", "AttackHit", "AttackMissed")
SAVES = ("SaveFailed", "SaveSucceeded")
MOVES = ("UnitMoved", "LeftReach", "EnteredReach")


class PossibleEvent(NamedTuple):
    """An event that may occur, and the tags that it may have."""

    event: str
    source: CombatantGroup
    target: CombatantGroup
    tags: frozenset[str] = frozenset()


class PossibleStatus(NamedTuple):
    """A status that somebody may have, with the names of its conditions and its tags."""

    names: frozenset[str]
    tags: frozenset[str]
    bearer: CombatantGroup
    source: int
    """The index of the participant that applies it."""


def types_of(damage: scenario.Damages) -> frozenset[str]:
    """Return the damage types that it may deal; the empty string is damage without a type."""
    parts = damage if isinstance(damage, tuple) else (damage,)
    grown = {"spent": 1000, "slot_level": 9, "value": 1000}
    found = [typed(part) for part in parts]
    return frozenset(kind for formula, kind in found if formula.bounds(grown)[1] > 0)


class ReachableEvents:
    """What can happen in one encounter."""

    def __init__(self, survey: ScenarioSurvey, encounter: EncounterSurvey) -> None:
        self.survey = survey
        self.encounter = encounter
        self.entries = [
            entry
            for participant in encounter.participants
            for entry in participant.entries
            if entry.is_ever_tried
        ]
        self.has_concentration = any(entry.action.concentration for entry in self.entries)
        self.added_types = self._added_types()
        self.tags = self._every_tag()
        self.statuses = [
            status
            for participant in encounter.participants
            for status in self._statuses(participant)
        ]
        self.events: dict[str, list[PossibleEvent]] = {}
        for one in dict.fromkeys(self._possible_events()):
            self.events.setdefault(one.event, []).append(one)

    def _added_types(self) -> frozenset[str]:
        """Damage types that statuses and reactions may add to the damage of others."""
        found: set[str] = set()
        for status in self.encounter.statuses():
            found |= types_of(status.damage)
        for located in self.encounter.effects():
            if isinstance(located.effect, scenario.ChangeDamage):
                found |= types_of(located.effect.add)
        return frozenset(found)

    def _every_tag(self) -> frozenset[str]:
        """All tags that any event may have, for events of which the cause is not known."""
        found = {CRITICAL, *self.added_types}
        for entry in self.entries:
            found |= set(entry.action.tags)
            for located in entry.effects():
                found |= types_of(getattr(located.effect, "damage", 0))
        for status in self.encounter.statuses():
            found |= self.names_and_tags(status)[1] | types_of(status.damage_each_turn)
        return frozenset(found)

    # --- queries ---------------------------------------------------------------------------------

    def can_happen(
        self, event: str, who: str, role: str, seen_from: Participant, tags: frozenset[str]
    ) -> bool:
        """Can this event occur with these tags, and with `who` of a participant in that role?"""
        return any(
            tags <= one.tags
            and (who == "any" or self.encounter.has(getattr(one, role), who, seen_from))
            for one in self.events.get(event, ())
        )

    def has_tag(self, tag: str, group: CombatantGroup, source: Participant | None = None) -> bool:
        """Can anybody in the group have this tag (from this source)?"""
        if source is None and any(
            tag in one.combatant.tags for one in self.encounter.members(group)
        ):
            return True
        return any(tag in one.tags and self._fits(one, group, source) for one in self.statuses)

    def has_status(self, name: str, group: CombatantGroup) -> bool:
        """Can anybody in the group have a status or condition with this name?"""
        return any(name in one.names and self._fits(one, group, None) for one in self.statuses)

    def _fits(
        self, status: PossibleStatus, group: CombatantGroup, source: Participant | None
    ) -> bool:
        is_theirs = source is None or status.source == source.index
        return is_theirs and self.encounter.overlap(status.bearer, group)

    # --- events ----------------------------------------------------------------------------------

    def _possible_events(self) -> Iterator[PossibleEvent]:
        for event in CLOCK_EVENTS:
            yield PossibleEvent(event, NOBODY, NOBODY)
        yield PossibleEvent("LoopGuard", EVERYBODY, EVERYBODY)
        for participant in self.encounter.participants:
            for event in ("TurnStarted", "TurnEnded"):
                yield PossibleEvent(event, participant.own_group, participant.own_group)
            if participant.combatant.makes_death_saves:  # a death save can kill and can heal
                yield PossibleEvent("UnitDied", NOBODY, participant.own_group)
                yield PossibleEvent("Healed", participant.own_group, participant.own_group)
            for trait in participant.combatant.traits:
                own = self.names_and_tags(trait)[1]
                yield PossibleEvent(
                    "StatusApplied", participant.own_group, participant.own_group, own
                )
                yield from self._lasting(
                    trait, participant.own_group, participant.own_group, frozenset()
                )
        for entry in self.entries:
            yield from self._of_action(entry)
            for located in entry.effects():
                yield from self._of_effect(entry, located)

    def _of_action(self, entry: ActionEntry) -> Iterator[PossibleEvent]:
        me, tags = entry.owner.own_group, frozenset(entry.action.tags)
        events = ["ActionDeclared", "ActionResolved"]
        if entry.is_spell:
            events.append("SpellCast")
        for event in events:
            yield PossibleEvent(event, me, entry.targets, tags)
        if entry.action.concentration:
            yield PossibleEvent("ConcentrationBroken", me, me)
        if any(cost.resource == self.survey.profile.movement for cost in entry.action.cost):
            yield from _moved(me, tags)

    def _of_effect(self, entry: ActionEntry, located: LocatedEffect) -> Iterator[PossibleEvent]:
        effect, recipients = located.effect, located.recipients
        me, tags = entry.owner.own_group, frozenset(entry.action.tags)
        damage = types_of(getattr(effect, "damage", 0))
        if isinstance(effect, scenario.Attack):
            damage |= self.added_types
            for event in ATTACKS:
                yield PossibleEvent(event, me, recipients, tags | damage | {CRITICAL})
        elif isinstance(effect, scenario.Save):
            yield from _each(SAVES, me, recipients, tags)
        elif isinstance(effect, scenario.Heal):
            yield PossibleEvent("Healed", me, recipients, tags)
        elif isinstance(effect, scenario.Apply | scenario.Spawn | scenario.Transform):
            if isinstance(effect, scenario.Spawn):
                recipients = CombatantGroup("side", entry.owner.side)
            yield PossibleEvent(
                "StatusApplied", me, recipients, tags | self.names_and_tags(effect.status)[1]
            )
            yield from self._lasting(effect.status, me, recipients, tags)
        elif isinstance(effect, scenario.Gain) and not effect.above_max:
            yield PossibleEvent("ResourceRestored", recipients, recipients)
        elif isinstance(effect, scenario.MoveCombatant):
            yield from _moved(me if effect.who == "self" else recipients, tags)
        elif isinstance(effect, scenario.Cancel):
            events = ("ActionCancelled", "ResourceRestored")
            yield from _each(events, EVERYBODY, EVERYBODY, self.tags)
        elif isinstance(effect, scenario.ChangeDamage) and effect.redirect:
            yield from self._harm(EVERYBODY, me, self.tags)
        if damage:
            yield from self._harm(me, recipients, tags | damage)

    def _lasting(
        self,
        status: scenario.Status,
        source: CombatantGroup,
        bearer: CombatantGroup,
        tags: frozenset[str],
    ) -> Iterator[PossibleEvent]:
        own = self.names_and_tags(status)[1]
        yield PossibleEvent("StatusEnded", source, bearer, own)
        if status.damage_each_turn:
            yield from self._harm(source, bearer, tags | types_of(status.damage_each_turn))
        if status.heal_each_turn:
            yield PossibleEvent("Healed", source, bearer, tags)
        if status.repeat_save:
            yield from _each(SAVES, source, bearer, own)

    def _harm(
        self, source: CombatantGroup, target: CombatantGroup, tags: frozenset[str]
    ) -> Iterator[PossibleEvent]:
        """Damage and its consequences. Reactions may add more damage types to it."""
        tags = tags | self.added_types | {CRITICAL}
        events = ("DamageRolled", "DamageTaken", "UnitDowned", "UnitDied")
        yield from _each(events, source, target, tags)
        if self.has_concentration:  # damage may cause a concentration save
            yield from _each(SAVES, source, target, tags)

    # --- statuses -------------------------------------------------------------------------------

    def _statuses(self, participant: Participant) -> Iterator[PossibleStatus]:
        for trait in participant.combatant.traits:
            yield PossibleStatus(
                *self.names_and_tags(trait), participant.own_group, participant.index
            )
        for entry in participant.entries:
            for located in entry.effects():
                effect, bearer = located.effect, located.recipients
                if isinstance(effect, scenario.Spawn):
                    bearer = CombatantGroup("side", participant.side)
                if isinstance(effect, scenario.Apply | scenario.Spawn | scenario.Transform):
                    yield PossibleStatus(
                        *self.names_and_tags(effect.status),
                        bearer,
                        participant.index,
                    )

    def names_and_tags(self, status: scenario.Status) -> tuple[frozenset[str], frozenset[str]]:
        """Return the names and the tags of a status, including those of its conditions."""
        known = self.survey.profile.conditions
        conditions: set[str] = set()
        tags = set(status.tags)
        todo = list(status.conditions)
        while todo:
            name = todo.pop()
            if name not in conditions:
                conditions.add(name)
                if name in known:
                    tags |= set(known[name].tags)
                    todo += known[name].includes
        return frozenset({status.name, *conditions}), frozenset(tags)


def _each(
    events: tuple[str, ...], source: CombatantGroup, target: CombatantGroup, tags: frozenset[str]
) -> Iterator[PossibleEvent]:
    for event in events:
        yield PossibleEvent(event, source, target, tags)


def _moved(mover: CombatantGroup, tags: frozenset[str]) -> Iterator[PossibleEvent]:
    yield PossibleEvent("UnitMoved", mover, mover, tags)
    yield from _each(MOVES[1:], mover, EVERYBODY, tags)


ReachableByEncounter: TypeAlias = dict[int, ReachableEvents]
"""By the id of the `EncounterSurvey`."""


def by_encounter(survey: ScenarioSurvey) -> ReachableByEncounter:
    """Return what can happen in each encounter of a scenario."""
    return {id(encounter): ReachableEvents(survey, encounter) for encounter in survey.encounters}


def reachable_for(
    participant: Participant, by_encounter: ReachableByEncounter
) -> list[ReachableEvents]:
    """Return what can happen in the encounters of a participant."""
    return [by_encounter[id(encounter)] for encounter in participant.encounters]
