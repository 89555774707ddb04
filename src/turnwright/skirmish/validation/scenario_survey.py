"""The survey: who fights whom in a scenario, with which actions and pools, and where it is written."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from types import ModuleType
from typing import NamedTuple

from turnwright.core.rules.ledger import Number
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.formula import parse
from turnwright.skirmish.model.use_references import key_of

from .action_in_list import EVERYBODY, Group, Placed, Spot
from .finding import Path


class Held(NamedTuple):
    """A pool of a combatant: how much it can hold, what there is at first, and when it is filled."""

    most: Number
    first: Number
    reset: str

    @property
    def is_quick(self) -> bool:
        """Does it come back so soon that actions of different turns do not compete for it?"""
        return self.reset in ("turn", "round")


class Fighter:
    """A combatant of the file; with a count it stands for several."""

    def __init__(
        self, index: int, combatant: model.Combatant, side: int, path: Path, survey: Survey
    ) -> None:
        self.index = index
        self.combatant = combatant
        self.side = side
        self.path = path
        self.meetings: list[Meeting] = []
        self.unresolved: list[tuple[Path, str]] = []
        self.actions = self._placed("actions", combatant.actions, survey.scenario)
        self.reactions = self._placed("reactions", combatant.reactions, survey.scenario)
        self.pools = _pools(combatant, survey.profile)

    @property
    def name(self) -> str:
        return self.combatant.name

    @property
    def itself(self) -> Group:
        return Group("one", self.index)

    @property
    def every(self) -> list[Placed]:
        return [*self.actions, *self.reactions]

    def group(self, who: str) -> Group:
        """Whom a word of `Targets` may mean."""
        kinds = {
            "enemy": Group("foes", self.side),
            "ally": Group("side", self.side),
            "other ally": Group("others", self.index),
            "self": self.itself,
        }
        return kinds.get(who, EVERYBODY)

    def _placed(
        self, place: str, entries: tuple[str | model.CombatAction, ...], scenario: model.Scenario
    ) -> list[Placed]:
        found = []
        for index, entry in enumerate(entries):
            path = (*self.path, place, index)
            action = entry if isinstance(entry, model.CombatAction) else _named(entry, scenario)
            if action is not None:
                found.append(Placed(action, self, path, place))
            else:
                self.unresolved.append((path, str(entry)))
        return found


def _named(name: str, scenario: model.Scenario) -> model.CombatAction | None:
    """The action of a name; none if there is no such action."""
    if name == model.END_TURN:
        return END_TURN
    from turnwright.skirmish.model import files  # reads YAML, which not everybody needs

    return files.action_named(name, scenario)


END_TURN = model.CombatAction(
    name=model.END_TURN, effect=(model.EndTurn(),), targets=model.Targets(who="self")
)


def the_library() -> ModuleType:
    """The library of ready things, read when it is first needed."""
    from turnwright.skirmish.model import library

    return library


def _pools(combatant: model.Combatant, profile: model.RuleProfile) -> dict[str, Held]:
    """The pools of the profile, of the combatant, and of its hit dice."""
    pools = {key: Held(most, most, "turn") for key, most in profile.turn_pools.items()}
    if profile.movement:
        pools[profile.movement] = Held(combatant.speed, combatant.speed, "turn")
    for key, size in combatant.pools.items():
        if isinstance(size, model.PoolSize):
            first = size.max if size.current is None else size.current
            pools[key] = Held(size.max, first, size.reset)
        else:
            pools[key] = Held(size, size, "long rest")
    for term in parse(combatant.hit_dice).terms:
        if term.sides > 1:
            pools[f"HitDie_{term.sides}"] = Held(term.count, term.count, "long rest")
    return pools


class Meeting:
    """An encounter: who is there."""

    def __init__(
        self, path: Path, fighters: list[Fighter], step: model.Encounter, profile: model.RuleProfile
    ) -> None:
        self.path = path
        self.fighters = fighters
        self.conditions = profile.conditions
        self.surprised = step.surprised
        self.precast = step.precast
        """Who may prepare: everybody, nobody, or the sides of these names."""
        self.by_index = {fighter.index: fighter for fighter in fighters}
        self.sides: dict[int, list[Fighter]] = {}
        for fighter in fighters:
            self.sides.setdefault(fighter.side, []).append(fighter)
            fighter.meetings.append(self)
        self._members: dict[Group, list[Fighter]] = {}

    @cached_property
    def gains(self) -> set[str]:
        """Pools that something here may fill above their maximum."""
        keys = {key for condition in self.conditions.values() for key in condition.gain}
        for status in self.statuses():
            keys |= set(status.gain)
        effects = (spot.effect for spot in self.spots())
        return keys | {e.resource for e in effects if isinstance(e, model.Gain) and e.above_max}

    @cached_property
    def losses(self) -> set[str]:
        """Pools that something here takes away."""
        return {s.effect.resource for s in self.spots() if isinstance(s.effect, model.Lose)}

    @cached_property
    def granted(self) -> set[str]:
        """Tags of actions that somebody may be told to use out of turn, wherever they are listed."""
        return {s.effect.tag for s in self.spots() if isinstance(s.effect, model.Grant)}

    def spots(self) -> Iterator[Spot]:
        for fighter in self.fighters:
            for placed in fighter.every:
                yield from placed.spots()

    def statuses(self) -> Iterator[model.Status]:
        for fighter in self.fighters:
            yield from fighter.combatant.traits
        for spot in self.spots():
            if isinstance(spot.effect, model.Apply):
                yield spot.effect.status

    def count(self, side: int) -> int:
        """How many bodies a side has."""
        return sum(fighter.combatant.count for fighter in self.sides.get(side, ()))

    def foes(self, side: int) -> list[Fighter]:
        return [fighter for fighter in self.fighters if fighter.side != side]

    def members(self, group: Group) -> list[Fighter]:
        if group not in self._members:
            self._members[group] = [f for f in self.fighters if self.includes(group, f)]
        return self._members[group]

    def includes(self, group: Group, fighter: Fighter) -> bool:
        """May somebody of this kind be in the group?"""
        kind, of = group
        if kind == "one":
            return fighter.index == of
        if kind == "side":
            return fighter.side == of
        if kind == "others":
            one = self.by_index.get(of)
            is_other = fighter.index != of or fighter.combatant.count > 1
            return one is not None and fighter.side == one.side and is_other
        return kind == "all" or fighter.side != of

    def meet(self, group: Group, other: Group) -> bool:
        """Is there anybody in both?"""
        return any(self.includes(other, fighter) for fighter in self.members(group))

    def has(self, group: Group, who: str, seen_from: Fighter) -> bool:
        """Is somebody in the group this to a fighter: self, an ally (somebody else), an enemy, any?"""
        if who == "self":
            return self.includes(group, seen_from)
        whom = {
            "ally": Group("others", seen_from.index),
            "enemy": Group("foes", seen_from.side),
            "any": EVERYBODY,
        }[who]
        return self.meet(group, whom)


class Survey:
    """A scenario, looked over."""

    def __init__(self, scenario: model.Scenario) -> None:
        self.scenario = scenario
        self.profile, self.knows_rules = _rules(scenario.rules)
        self.fighters: list[Fighter] = []
        self.meetings: list[Meeting] = []
        self.sides: list[tuple[Path, model.Side]] = []
        common = self._seat(("sides",), scenario.sides)
        if not scenario.day:
            alone = model.Encounter(surprised=scenario.surprised)
            self.meetings.append(Meeting((), common, alone, self.profile))
        for index, step in enumerate(scenario.day):
            if isinstance(step, model.Encounter):
                here = self._seat(("day", index, "sides"), step.sides)
                self.meetings.append(Meeting(("day", index), [*common, *here], step, self.profile))

    def _seat(self, path: Path, sides: tuple[model.Side, ...]) -> list[Fighter]:
        seated = []
        for number, side in enumerate(sides):
            self.sides.append(((*path, number), side))
            for index, combatant in enumerate(side.combatants):
                place = (*path, number, "combatants", index)
                own = len(self.sides) - 1
                seated.append(Fighter(len(self.fighters), combatant, own, place, self))
                self.fighters.append(seated[-1])
        return seated

    @property
    def placed(self) -> Iterator[Placed]:
        for fighter in self.fighters:
            yield from fighter.every

    def side_name(self, fighter: Fighter) -> str:
        return self.sides[fighter.side][1].name

    def may_prepare(self, fighter: Fighter, meeting: Meeting) -> bool:
        if isinstance(meeting.precast, bool):
            return meeting.precast
        return self.side_name(fighter) in meeting.precast


def _rules(rules: str | model.RuleProfile) -> tuple[model.RuleProfile, bool]:
    """The rule profile, and whether it is known."""
    if isinstance(rules, model.RuleProfile):
        return rules, True
    profiles = the_library().profiles()
    key = key_of(rules, profiles)
    return (model.RuleProfile(name=rules), False) if key is None else (profiles[key], True)
