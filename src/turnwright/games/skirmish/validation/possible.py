"""What can come about in an encounter: which events, by whom and to whom, and who may bear what.

All of it is generous: whether an action is ever valid, hits or is paid for is not asked here. What is
missing from it cannot happen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .. import model
from ..words import MELEE, SPELL
from .survey import EVERYBODY, Fighter, Group, Meeting, Placed, Survey

NOBODY = Group("one", -1)

TIMELESS = ("EncounterStarted", "RoundStarted", "LairCount")
"""Events of the clock, in which there is nobody."""

MOVES = ("UnitMoved", "LeftReach", "EnteredReach")


class Happening(NamedTuple):
    """An event that may occur, and the tags that it would have."""

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
    """The index of who brings it; -1 if it was always there."""


class Possible:
    """What can come about in one meeting."""

    def __init__(self, survey: Survey, meeting: Meeting) -> None:
        self.survey = survey
        self.meeting = meeting
        self.happenings: dict[str, list[Happening]] = {}
        self.marks: list[Mark] = []
        self.is_concentration_possible = any(p.action.concentration for p in self._placed())
        seen: set[Happening] = set()
        for one in self._all():
            if one not in seen:
                seen.add(one)
                self.happenings.setdefault(one.event, []).append(one)
        for fighter in meeting.fighters:
            self._mark(fighter)

    # --- questions -------------------------------------------------------------------------------

    def happens(
        self, event: str, who: str, role: str, seen_from: Fighter, tags: frozenset[str] = frozenset()
    ) -> bool:
        """Can this event occur with such a one in that role?"""
        return any(
            tags <= one.tags and (who == "any" or self.meeting.has(getattr(one, role), who, seen_from))
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

    def _placed(self) -> Iterator[Placed]:
        for fighter in self.meeting.fighters:
            yield from (placed for placed in fighter.every if placed.is_ever_tried)

    def _all(self) -> Iterator[Happening]:
        for event in TIMELESS:
            yield Happening(event, NOBODY, NOBODY)
        yield Happening("LoopGuard", EVERYBODY, EVERYBODY)
        for fighter in self.meeting.fighters:
            for event in ("TurnStarted", "TurnEnded"):
                yield Happening(event, fighter.itself, fighter.itself)
            if fighter.combatant.death_saves:  # a death save can kill and can heal
                for event in ("UnitDied", "Healed"):
                    yield Happening(event, fighter.itself, fighter.itself)
            for trait in fighter.combatant.traits:
                yield from self._lasting(trait, fighter.itself, fighter.itself, frozenset())
        for placed in self._placed():
            yield from self._of_action(placed)

    def _of_action(self, placed: Placed) -> Iterator[Happening]:
        me, tags = placed.owner.itself, frozenset(placed.action.tags)
        events = ["ActionDeclared", "ActionResolved"]
        if SPELL in tags:
            events.append("SpellCast")
        if placed.action.concentration:
            yield Happening("ConcentrationBroken", EVERYBODY, me, tags)
            yield Happening("ConcentrationBroken", me, EVERYBODY, tags)
        for event in events:
            yield Happening(event, me, placed.targets, tags)
        if any(cost.resource == self.survey.profile.movement for cost in placed.action.cost):
            yield from self._moved(me, tags)
        for spot in placed.spots():
            yield from self._of_effect(placed, spot.effect, tags)

    def _of_effect(
        self, placed: Placed, effect: model.Effect, tags: frozenset[str]
    ) -> Iterator[Happening]:
        me, whom = placed.owner.itself, placed.whom(effect)
        if isinstance(effect, model.Attack):
            for event in ("AttackDeclared", "AttackRolled", "AttackHit", "AttackMissed"):
                yield Happening(event, me, whom, tags)
            yield from self._harm(me, whom, tags)
        elif isinstance(effect, model.Save):
            yield from self._saves(me, whom, tags)
            if effect.damage:
                yield from self._harm(me, whom, tags)
        elif isinstance(effect, model.Harm):
            yield from self._harm(me, whom, tags)
        elif isinstance(effect, model.Heal):
            yield Happening("Healed", me, whom, tags)
        elif isinstance(effect, model.Apply):
            yield Happening("StatusApplied", me, whom, tags)
            yield from self._lasting(effect.status, me, whom, tags)
        elif isinstance(effect, model.Remove):
            yield Happening("StatusEnded", EVERYBODY, whom, tags)
            yield Happening("ConcentrationBroken", EVERYBODY, EVERYBODY, tags)
        elif isinstance(effect, model.Gain) and not effect.above_max:
            yield Happening("ResourceRestored", whom, whom)
        elif isinstance(effect, model.Move):
            yield from self._moved(me if effect.who == "self" else whom, tags)
        elif isinstance(effect, model.Cancel):
            yield Happening("ActionCancelled", EVERYBODY, EVERYBODY, _any_tags(self))
            yield Happening("ResourceRestored", EVERYBODY, EVERYBODY, _any_tags(self))
        elif isinstance(effect, model.ChangeDamage) and effect.redirect:
            yield from self._harm(EVERYBODY, me, _any_tags(self))

    def _lasting(
        self, status: model.Status, source: Group, bearer: Group, tags: frozenset[str]
    ) -> Iterator[Happening]:
        yield Happening("StatusEnded", EVERYBODY, bearer, tags)
        if status.damage_each_turn:
            yield from self._harm(source, bearer, tags)
        if status.heal_each_turn:
            yield Happening("Healed", source, bearer, tags)
        if status.repeat_save:
            yield from self._saves(EVERYBODY, EVERYBODY, _any_tags(self))

    def _harm(self, source: Group, target: Group, tags: frozenset[str]) -> Iterator[Happening]:
        for event in ("DamageRolled", "DamageTaken", "UnitDowned", "UnitDied"):
            yield Happening(event, source, target, tags)
        if self.is_concentration_possible:  # who is hurt may have to save to go on concentrating
            yield from self._saves(EVERYBODY, EVERYBODY, tags)

    @staticmethod
    def _saves(source: Group, target: Group, tags: frozenset[str]) -> Iterator[Happening]:
        for event in ("SaveFailed", "SaveSucceeded"):
            yield Happening(event, source, target, tags)

    @staticmethod
    def _moved(mover: Group, tags: frozenset[str]) -> Iterator[Happening]:
        yield Happening("UnitMoved", mover, mover, tags)
        for event in MOVES[1:]:
            yield Happening(event, mover, EVERYBODY, tags)

    # --- what is borne ---------------------------------------------------------------------------

    def _mark(self, fighter: Fighter) -> None:
        for trait in fighter.combatant.traits:
            self._put(trait, fighter.itself, fighter.index)
        for placed in fighter.every:
            for spot in placed.spots():
                if isinstance(spot.effect, model.Apply):
                    self._put(spot.effect.status, placed.whom(spot.effect), fighter.index)

    def _put(self, status: model.Status, bearer: Group, source: int) -> None:
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
        names = frozenset({status.name, *conditions})
        self.marks.append(Mark(names, frozenset(tags), bearer, source))


def _any_tags(possible: Possible) -> frozenset[str]:
    """The tags of all actions: for events of which it is not known what brings them."""
    tags = {tag for placed in possible._placed() for tag in placed.action.tags}
    return frozenset(tags | {SPELL, MELEE})
