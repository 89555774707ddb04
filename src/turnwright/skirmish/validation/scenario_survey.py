"""A survey of a scenario: who fights whom, with which actions and pools, and where that is written."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from turnwright.core.rules.ledger import Number
from turnwright.skirmish.model import library
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.bodies import MAX_PLACES, combatant_named, most_of, named_by
from turnwright.skirmish.model.formula import parse
from turnwright.skirmish.model.name_resolution import action_named
from turnwright.skirmish.model.parsed_document import Path
from turnwright.skirmish.model.use_references import key_of

from .action_entry import EVERYBODY, ActionEntry, CombatantGroup, LocatedEffect


class SurveyedPool(NamedTuple):
    """A pool of a combatant: what it can hold, what it holds at first, and when it is refilled."""

    capacity: Number
    initial: Number
    reset: str

    @property
    def is_quick(self) -> bool:
        """Is it refilled so soon that actions of different turns do not compete for it?"""
        return self.reset in ("turn", "round")


class Participant:
    """A combatant of the file as it takes part in encounters; with a count it stands for several."""

    def __init__(
        self, index: int, combatant: model.Combatant, side: int, path: Path, survey: ScenarioSurvey
    ) -> None:
        self.index = index
        self.combatant = combatant
        self.side = side
        self.path = path
        self.encounters: list[EncounterSurvey] = []
        self.is_guest = False
        """Is it not there from the start, but summoned, or a form of others?"""
        self.places = combatant.count
        """How many of it there can be at a time; 0 for a form."""
        self.disabled: list[ActionEntry] = []
        """The entries of its lists that are switched off."""
        self.actions = self._entries_of("actions", combatant.actions, survey.scenario)
        self.reactions = self._entries_of("reactions", combatant.reactions, survey.scenario)
        self.pools = _pools(combatant, survey.profile)

    @property
    def name(self) -> str:
        """The name of the combatant."""
        return self.combatant.name

    @property
    def own_group(self) -> CombatantGroup:
        """The group of this combatant alone."""
        return CombatantGroup("one", self.index)

    @property
    def entries(self) -> list[ActionEntry]:
        """All entries of its lists that are switched on."""
        return [*self.actions, *self.reactions]

    def group(self, who: str) -> CombatantGroup:
        """Return whom a word of `Targets.who` may mean."""
        kinds = {
            "enemy": CombatantGroup("enemies", self.side),
            "ally": CombatantGroup("side", self.side),
            "other ally": CombatantGroup("others", self.index),
            "self": self.own_group,
        }
        return kinds.get(who, EVERYBODY)

    def _entries_of(
        self,
        list_name: str,
        entries: tuple[str | model.CombatAction, ...],
        scenario: model.Scenario,
    ) -> list[ActionEntry]:
        """The entries of a list that are switched on, without undefined names."""
        found: list[ActionEntry] = []
        for index, entry in enumerate(entries):
            path = (*self.path, list_name, index)
            action = action_named(entry, scenario) if isinstance(entry, str) else entry
            if action is not None:
                is_off = action.name in self.combatant.disabled
                chosen = self.disabled if is_off else found
                chosen.append(ActionEntry(action, self, path, list_name))
        return found


def _pools(combatant: model.Combatant, profile: model.RuleProfile) -> dict[str, SurveyedPool]:
    """The pools of the profile, of the combatant, and of its hit dice."""
    pools = {key: SurveyedPool(most, most, "turn") for key, most in profile.turn_pools.items()}
    if profile.movement:
        pools[profile.movement] = SurveyedPool(combatant.speed, combatant.speed, "turn")
    for key, size in combatant.pools.items():
        if isinstance(size, model.PoolSize):
            pools[key] = SurveyedPool(size.max, size.at_start, size.reset)
        else:
            pools[key] = SurveyedPool(size, size, "long rest")
    for term in parse(combatant.hit_dice).terms:
        if term.sides > 1:
            pools[f"HitDie_{term.sides}"] = SurveyedPool(term.count, term.count, "long rest")
    return pools


class EncounterSurvey:
    """An encounter and who takes part in it."""

    def __init__(
        self,
        path: Path,
        participants: list[Participant],
        step: model.Encounter,
        profile: model.RuleProfile,
    ) -> None:
        self.path = path
        self.participants = participants
        self.conditions = profile.conditions
        self.surprised = step.surprised
        self.precast = step.precast
        """Who may use Setup actions: everybody, nobody, or the sides with these names."""
        self.by_index = {participant.index: participant for participant in participants}
        self.sides: dict[int, list[Participant]] = {}
        for participant in participants:
            self.sides.setdefault(participant.side, []).append(participant)
            participant.encounters.append(self)
        self._members: dict[CombatantGroup, list[Participant]] = {}

    def add_guests(self, survey: ScenarioSurvey) -> None:
        """Add those who may be summoned, and the forms that somebody may take."""
        seen: set[tuple[str, int]] = set()
        for user in self.participants:  # guests, too, for they may bring others
            for name, sides, places in _brought_by(user, list(self.sides)):
                one = combatant_named(name, survey.scenario)
                for side in sides:
                    if one is None or (name, side) in seen:
                        continue
                    seen.add((name, side))
                    index = len(survey.participants) + len(self.participants) + 1
                    guest = Participant(index, one, side, ("combatants", name), survey)
                    guest.is_guest, guest.places = True, places
                    guest.encounters.append(self)
                    self.participants.append(guest)
                    self.by_index[guest.index] = guest
                    self.sides[side].append(guest)

    @cached_property
    def gains(self) -> set[str]:
        """Pools that something in the encounter may fill above their maximum."""
        keys = {key for condition in self.conditions.values() for key in condition.gain}
        for status in self.statuses():
            keys |= set(status.gain)
        effects = (located.effect for located in self.effects())
        return keys | {e.resource for e in effects if isinstance(e, model.Gain) and e.above_max}

    @cached_property
    def losses(self) -> set[str]:
        """Pools that something in the encounter takes from."""
        return {s.effect.resource for s in self.effects() if isinstance(s.effect, model.Lose)}

    @cached_property
    def granted(self) -> set[str]:
        """Tags of actions that an effect may let somebody use out of turn."""
        return {s.effect.tag for s in self.effects() if isinstance(s.effect, model.Grant)}

    def effects(self) -> Iterator[LocatedEffect]:
        """All effects of all actions."""
        for participant in self.participants:
            for entry in participant.entries:
                yield from entry.effects()

    def statuses(self) -> Iterator[model.Status]:
        """All statuses that combatants have or may apply."""
        for participant in self.participants:
            yield from participant.combatant.traits
        for located in self.effects():
            if isinstance(located.effect, model.Apply | model.Spawn | model.Transform):
                yield located.effect.status

    def count(self, side: int) -> int:
        """Return how many combatants a side has, with those who may be summoned."""
        return sum(participant.places for participant in self.sides.get(side, ()))

    def enemies(self, side: int) -> list[Participant]:
        """Return everybody who is not on a side."""
        return [participant for participant in self.participants if participant.side != side]

    def members(self, group: CombatantGroup) -> list[Participant]:
        """Return who may be in a group."""
        if group not in self._members:
            self._members[group] = [f for f in self.participants if self.includes(group, f)]
        return self._members[group]

    def includes(self, group: CombatantGroup, participant: Participant) -> bool:
        """May this participant, or one of its copies, be in the group?"""
        kind, of = group
        if kind == "one":
            return participant.index == of
        if kind == "side":
            return participant.side == of
        if kind == "others":
            one = self.by_index.get(of)
            is_other = participant.index != of or participant.combatant.count > 1
            return one is not None and participant.side == one.side and is_other
        return kind == "all" or participant.side != of

    def overlap(self, group: CombatantGroup, other: CombatantGroup) -> bool:
        """Is anybody in both groups?"""
        return any(self.includes(other, participant) for participant in self.members(group))

    def has(self, group: CombatantGroup, who: str, seen_from: Participant) -> bool:
        """Is somebody in the group `who` (self, ally, enemy or any) as seen by a participant?

        An ally is somebody else.
        """
        if who == "self":
            return self.includes(group, seen_from)
        whom = {
            "ally": CombatantGroup("others", seen_from.index),
            "enemy": CombatantGroup("enemies", seen_from.side),
            "any": EVERYBODY,
        }[who]
        return self.overlap(group, whom)


def _brought_by(user: Participant, sides: list[int]) -> Iterator[tuple[str, list[int], int]]:
    """The names of those whom a participant may bring, on which sides, and how many."""
    for entry in user.entries:
        for located in entry.effects():
            name, effect = named_by(located.effect), located.effect
            whom: str = effect.to if isinstance(effect, model.Transform) else "self"
            whom = entry.action.targets.who if whom == "target" else whom
            if name:
                is_own = whom in ("self", "ally", "other ally")
                users = max(1, user.places)
                most = most_of(effect) * users if isinstance(effect, model.Spawn) else 0
                yield name, [user.side] if is_own else sides, min(MAX_PLACES, most)


class ScenarioSurvey:
    """A scenario with its encounters, participants and their actions."""

    def __init__(self, scenario: model.Scenario) -> None:
        self.scenario = scenario
        self.profile = _profile(scenario.rules)
        self.participants: list[Participant] = []
        self.encounters: list[EncounterSurvey] = []
        self.sides: list[tuple[Path, model.Side]] = []
        common = self._add_sides(("sides",), scenario.sides)
        if not scenario.day:
            only = model.Encounter(surprised=scenario.surprised)
            self.encounters.append(EncounterSurvey((), common, only, self.profile))
        for index, step in enumerate(scenario.day):
            if isinstance(step, model.Encounter):
                here = self._add_sides(("day", index, "sides"), step.sides)
                self.encounters.append(
                    EncounterSurvey(("day", index), [*common, *here], step, self.profile)
                )

        for encounter in self.encounters:
            encounter.add_guests(self)

    def _add_sides(self, path: Path, sides: tuple[model.Side, ...]) -> list[Participant]:
        added = []
        for number, side in enumerate(sides):
            self.sides.append(((*path, number), side))
            for index, combatant in enumerate(side.combatants):
                place = (*path, number, "combatants", index)
                own = len(self.sides) - 1
                added.append(Participant(len(self.participants), combatant, own, place, self))
                self.participants.append(added[-1])
        return added

    @property
    def entries(self) -> Iterator[ActionEntry]:
        """All entries of all lists."""
        for participant in self.participants:
            yield from participant.entries

    def side_name(self, participant: Participant) -> str:
        """Return the name of a participant's side."""
        return self.sides[participant.side][1].name

    def may_prepare(self, participant: Participant, encounter: EncounterSurvey) -> bool:
        """May it use Setup actions before this encounter?"""
        if isinstance(encounter.precast, bool):
            return encounter.precast
        return self.side_name(participant) in encounter.precast


def _profile(rules: str | model.RuleProfile) -> model.RuleProfile:
    """The rule profile; an unknown name stands for a profile with all defaults."""
    if isinstance(rules, model.RuleProfile):
        return rules
    profiles = library.profiles()
    key = key_of(rules, profiles)
    return model.RuleProfile(name=rules) if key is None else profiles[key]
