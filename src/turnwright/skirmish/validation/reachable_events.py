"""What can come about in an encounter: which events, by whom and to whom, and who may bear what.

All of it is generous: whether an action is ever valid, hits or is paid for is not asked here. What is
missing from it cannot happen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.formula import typed
from turnwright.skirmish.model.vocabulary import CRITICAL

from .action_in_list import EVERYBODY, Group, Placed, Spot
from .scenario_survey import Fighter, Meeting, Survey

NOBODY = Group("one", -1)

TIMELESS = ("EncounterStarted", "RoundStarted", "LairCount")
"""Events of the clock, in which there is nobody."""

ATTACKS = ("AttackDeclared", "AttackRolled", "AttackHit", "AttackMissed")
SAVES = ("SaveFailed", "SaveSucceeded")
MOVES = ("UnitMoved", "LeftReach", "EnteredReach")


class Happening(NamedTuple):
    """An event that may occur, and the tags that it may have."""

    event: str
    source: Group
    target: Group
    tags: frozenset[str] = frozenset()


class Mark(NamedTuple):
    """Something that may be put on somebody: a status with its names and tags."""

    names: frozenset[str]
    tags: frozenset[str]
    bearer: Group
    source: int
    """The index of who brings it."""


def types_of(damage: scenario.Damages) -> frozenset[str]:
    """The types of damage that it may really deal; the empty word is damage without a type."""
    parts = damage if isinstance(damage, tuple) else (damage,)
    grown = {"spent": 1000, "slot_level": 9, "value": 1000}
    found = [typed(part) for part in parts]
    return frozenset(kind for formula, kind in found if formula.bounds(grown)[1] > 0)


class Possible:
    """What can come about in one meeting."""

    def __init__(self, survey: Survey, meeting: Meeting) -> None:
        self.survey = survey
        self.meeting = meeting
        self.placed = [p for fighter in meeting.fighters for p in fighter.every if p.is_ever_tried]
        self.holds = any(placed.action.concentration for placed in self.placed)
        self.added = self._added()
        self.tags = self._every_tag()
        self.marks = [mark for fighter in meeting.fighters for mark in self._marks(fighter)]
        self.happenings: dict[str, list[Happening]] = {}
        for one in dict.fromkeys(self._all()):
            self.happenings.setdefault(one.event, []).append(one)

    def _added(self) -> frozenset[str]:
        """Types of damage that statuses and answers may add to that of others."""
        found: set[str] = set()
        for status in self.meeting.statuses():
            found |= types_of(status.damage)
        for spot in self.meeting.spots():
            if isinstance(spot.effect, scenario.ChangeDamage):
                found |= types_of(spot.effect.add)
        return frozenset(found)

    def _every_tag(self) -> frozenset[str]:
        """What any event may have as a tag: for those of which it is not known what brings them."""
        found = {CRITICAL, *self.added}
        for placed in self.placed:
            found |= set(placed.action.tags)
            for spot in placed.spots():
                found |= types_of(getattr(spot.effect, "damage", 0))
        for status in self.meeting.statuses():
            found |= self.brings(status)[1] | types_of(status.damage_each_turn)
        return frozenset(found)

    # --- questions -------------------------------------------------------------------------------

    def happens(
        self, event: str, who: str, role: str, seen_from: Fighter, tags: frozenset[str]
    ) -> bool:
        """Can this event occur with such a one in that role, and with these tags?"""
        return any(
            tags <= one.tags
            and (who == "any" or self.meeting.has(getattr(one, role), who, seen_from))
            for one in self.happenings.get(event, ())
        )

    def bears_tag(self, tag: str, group: Group, by: Fighter | None = None) -> bool:
        """Can anybody in the group have this tag (from one who brings it)?"""
        if by is None and any(tag in f.combatant.tags for f in self.meeting.members(group)):
            return True
        return any(tag in one.tags and self._fits(one, group, by) for one in self.marks)

    def bears(self, name: str, group: Group) -> bool:
        """Can anybody in the group have a status or condition of this name?"""
        return any(name in one.names and self._fits(one, group, None) for one in self.marks)

    def _fits(self, mark: Mark, group: Group, by: Fighter | None) -> bool:
        is_theirs = by is None or mark.source == by.index
        return is_theirs and self.meeting.meet(mark.bearer, group)

    # --- events ----------------------------------------------------------------------------------

    def _all(self) -> Iterator[Happening]:
        for event in TIMELESS:
            yield Happening(event, NOBODY, NOBODY)
        yield Happening("LoopGuard", EVERYBODY, EVERYBODY)
        for fighter in self.meeting.fighters:
            for event in ("TurnStarted", "TurnEnded"):
                yield Happening(event, fighter.itself, fighter.itself)
            if fighter.combatant.death_saves:  # a death save can kill and can heal
                yield Happening("UnitDied", NOBODY, fighter.itself)
                yield Happening("Healed", fighter.itself, fighter.itself)
            for trait in fighter.combatant.traits:
                own = self.brings(trait)[1]
                yield Happening("StatusApplied", fighter.itself, fighter.itself, own)
                yield from self._lasting(trait, fighter.itself, fighter.itself, frozenset())
        for placed in self.placed:
            yield from self._of_action(placed)
            for spot in placed.spots():
                yield from self._of_effect(placed, spot)

    def _of_action(self, placed: Placed) -> Iterator[Happening]:
        me, tags = placed.owner.itself, frozenset(placed.action.tags)
        events = ["ActionDeclared", "ActionResolved"]
        if placed.is_spell:
            events.append("SpellCast")
        for event in events:
            yield Happening(event, me, placed.targets, tags)
        if placed.action.concentration:
            yield Happening("ConcentrationBroken", me, me)
        if any(cost.resource == self.survey.profile.movement for cost in placed.action.cost):
            yield from _moved(me, tags)

    def _of_effect(self, placed: Placed, spot: Spot) -> Iterator[Happening]:
        effect, whom = spot.effect, spot.whom
        me, tags = placed.owner.itself, frozenset(placed.action.tags)
        damage = types_of(getattr(effect, "damage", 0))
        if isinstance(effect, scenario.Attack):
            damage |= self.added
            for event in ATTACKS:
                yield Happening(event, me, whom, tags | damage | {CRITICAL})
        elif isinstance(effect, scenario.Save):
            yield from _each(SAVES, me, whom, tags)
        elif isinstance(effect, scenario.Heal):
            yield Happening("Healed", me, whom, tags)
        elif isinstance(effect, scenario.Apply):
            yield Happening("StatusApplied", me, whom, tags | self.brings(effect.status)[1])
            yield from self._lasting(effect.status, me, whom, tags)
        elif isinstance(effect, scenario.Gain) and not effect.above_max:
            yield Happening("ResourceRestored", whom, whom)
        elif isinstance(effect, scenario.MoveCombatant):
            yield from _moved(me if effect.who == "self" else whom, tags)
        elif isinstance(effect, scenario.Cancel):
            events = ("ActionCancelled", "ResourceRestored")
            yield from _each(events, EVERYBODY, EVERYBODY, self.tags)
        elif isinstance(effect, scenario.ChangeDamage) and effect.redirect:
            yield from self._harm(EVERYBODY, me, self.tags)
        if damage:
            yield from self._harm(me, whom, tags | damage)

    def _lasting(
        self, status: scenario.Status, source: Group, bearer: Group, tags: frozenset[str]
    ) -> Iterator[Happening]:
        own = self.brings(status)[1]
        yield Happening("StatusEnded", source, bearer, own)
        if status.damage_each_turn:
            yield from self._harm(source, bearer, tags | types_of(status.damage_each_turn))
        if status.heal_each_turn:
            yield Happening("Healed", source, bearer, tags)
        if status.repeat_save:
            yield from _each(SAVES, source, bearer, own)

    def _harm(self, source: Group, target: Group, tags: frozenset[str]) -> Iterator[Happening]:
        """Damage, and what may come of it. Answers may have added more types to it."""
        tags = tags | self.added | {CRITICAL}
        events = ("DamageRolled", "DamageTaken", "UnitDowned", "UnitDied")
        yield from _each(events, source, target, tags)
        if self.holds:  # who is hurt may have to save to go on concentrating
            yield from _each(SAVES, source, target, tags)

    # --- what is borne ---------------------------------------------------------------------------

    def _marks(self, fighter: Fighter) -> Iterator[Mark]:
        for trait in fighter.combatant.traits:
            yield Mark(*self.brings(trait), fighter.itself, fighter.index)
        for placed in fighter.every:
            for spot in placed.spots():
                if isinstance(spot.effect, scenario.Apply):
                    yield Mark(*self.brings(spot.effect.status), spot.whom, fighter.index)

    def brings(self, status: scenario.Status) -> tuple[frozenset[str], frozenset[str]]:
        """The names and the tags that come with a status, through its conditions too."""
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
    events: tuple[str, ...], source: Group, target: Group, tags: frozenset[str]
) -> Iterator[Happening]:
    for event in events:
        yield Happening(event, source, target, tags)


def _moved(mover: Group, tags: frozenset[str]) -> Iterator[Happening]:
    yield Happening("UnitMoved", mover, mover, tags)
    yield from _each(MOVES[1:], mover, EVERYBODY, tags)
