"""The survey: who fights whom in a scenario, with which actions, and where in it all that is written.

Nothing here judges. Groups say who may be meant by words such as `enemy`; they are never too small, so
that what lies outside of them is impossible.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Literal, NamedTuple

from turnwright.core.cost import Cost
from turnwright.core.ledger import Number
from turnwright.core.requirement import And, Not, Or, Requirement
from turnwright.core.timing import Reaction, Setup, at_events, in_own_turn

from .. import model
from ..formula import parse
from .finding import Path


class Group(NamedTuple):
    """Some of those in an encounter: one, a side, the others of one's side, all who are not of a
    side, or everybody."""

    kind: Literal["one", "side", "others", "foes", "all"]
    of: int = -1


EVERYBODY = Group("all")


class Held(NamedTuple):
    """A pool of a combatant: how much it can hold, what there is at first, and when it is filled."""

    most: Number
    first: Number
    reset: str

    @property
    def is_quick(self) -> bool:
        """Does it come back so soon that actions of different turns do not compete for it?"""
        return self.reset in ("turn", "round")


class Placed:
    """An action in a list of somebody."""

    def __init__(self, action: model.Action, owner: Fighter, path: Path, place: str) -> None:
        self.action = action
        self.owner = owner
        self.path = path
        self.place = place
        """The list: `actions` or `reactions`."""

    @property
    def name(self) -> str:
        return self.action.name

    @property
    def is_reaction(self) -> bool:
        return isinstance(self.action.timing, Reaction)

    @property
    def is_main(self) -> bool:
        """Is it tried in the own turn?"""
        return self.place == "actions" and in_own_turn(self.action.timing)

    @property
    def is_ever_tried(self) -> bool:
        timing = self.action.timing
        return self.is_main or at_events(timing) or isinstance(timing, Setup) or self.is_granted

    @property
    def is_granted(self) -> bool:
        """May somebody tell its owner to use it out of turn?"""
        return any(meeting.granted & set(self.action.tags) for meeting in self.owner.meetings)

    @property
    def ends_turn(self) -> bool:
        return any(isinstance(spot.effect, model.EndTurn) for spot in self.spots())

    @property
    def targets(self) -> Group:
        return self.owner.group(self.action.targets.who)

    def whom(self, effect: model.Effect) -> Group:
        """Those whom an effect may meet."""
        to = getattr(effect, "to", "target")
        if to == "self":
            return self.owner.itself
        return EVERYBODY if to.startswith("event") else self.targets

    def costs(self) -> Iterator[tuple[Path, Cost]]:
        for index, cost in enumerate(self.action.cost):
            yield (*self.path, "cost", index), cost

    def spots(self) -> Iterator[Spot]:
        """All effects, also those that follow from others."""
        if isinstance(self.action.effect, tuple):
            yield from _spots(self.action.effect, (*self.path, "effect"), False)

    def requirements(self) -> Iterator[tuple[Path, Requirement]]:
        for index, check in enumerate(self.action.requires):
            yield (*self.path, "requires", index), check
        if isinstance(self.action.timing, Reaction) and self.action.timing.when is not None:
            yield (*self.path, "timing", "when"), self.action.timing.when

    def claims(self) -> Iterator[Claim]:
        """Every single requirement, and whether it must be true or false."""
        for path, check in self.requirements():
            yield from _claims(path, check, True)


class Spot(NamedTuple):
    """An effect, and where it is written."""

    path: Path
    effect: model.Effect
    follows_save: bool


class Claim(NamedTuple):
    """A requirement without inner ones: it must hold, or it must not."""

    path: Path
    check: Requirement
    wanted: bool

    @property
    def words(self) -> str:
        return self.check.words() if self.wanted else f"not {self.check.words()}"


def _spots(effects: tuple[model.Effect, ...], path: Path, follows_save: bool) -> Iterator[Spot]:
    for index, effect in enumerate(effects):
        here = (*path, index)
        yield Spot(here, effect, follows_save)
        for name in ("on_hit", "on_miss", "on_fail", "on_success"):
            is_saved = follows_save or name in ("on_fail", "on_success")
            yield from _spots(getattr(effect, name, ()), (*here, name), is_saved)


def _claims(path: Path, check: Requirement, wanted: bool) -> Iterator[Claim]:
    if isinstance(check, Not):
        yield from _claims((*path, "of"), check.of, not wanted)
    elif isinstance(check, And | Or):
        for index, inner in enumerate(check.of):
            yield from _claims((*path, "of", index), inner, wanted)
    else:
        yield Claim(path, check, wanted)


class Fighter:
    """A combatant of the file; with a count it stands for several."""

    def __init__(
        self, index: int, combatant: model.Combatant, side: int, path: Path, profile: model.Profile
    ) -> None:
        self.index = index
        self.combatant = combatant
        self.side = side
        self.path = path
        self.meetings: list[Meeting] = []
        self.unresolved: list[tuple[Path, str]] = []
        self.actions = self._placed("actions", combatant.actions)
        self.reactions = self._placed("reactions", combatant.reactions)
        self.pools = _pools(combatant, profile)

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

    def _placed(self, place: str, entries: tuple[str | model.Action, ...]) -> list[Placed]:
        found = []
        for index, entry in enumerate(entries):
            path = (*self.path, place, index)
            if isinstance(entry, model.Action):
                found.append(Placed(entry, self, path, place))
            elif entry == model.END_TURN:
                found.append(Placed(END_TURN, self, path, place))
            else:
                self.unresolved.append((path, entry))
        return found


END_TURN = model.Action(
    name=model.END_TURN, effect=(model.EndTurn(),), targets=model.Targets(who="self")
)


def _pools(combatant: model.Combatant, profile: model.Profile) -> dict[str, Held]:
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
        self, path: Path, fighters: list[Fighter], step: model.Fight, profile: model.Profile
    ) -> None:
        self.path = path
        self.fighters = fighters
        self.conditions = profile.conditions
        self.surprised = step.surprised
        self.precast = step.precast
        self.by_index = {fighter.index: fighter for fighter in fighters}
        self.sides: dict[int, list[Fighter]] = {}
        for fighter in fighters:
            self.sides.setdefault(fighter.side, []).append(fighter)
            fighter.meetings.append(self)

    @cached_property
    def gains(self) -> set[str]:
        """Pools that something here may fill above their maximum."""
        keys: set[str] = set()
        for status in self.statuses():
            keys |= set(status.gain)
            for name in status.conditions:
                keys |= set(self.conditions[name].gain) if name in self.conditions else set()
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

    def members(self, group: Group) -> Iterator[Fighter]:
        if group.kind == "one":
            members = [self.by_index[group.of]] if group.of in self.by_index else []
        elif group.kind == "side":
            members = self.sides.get(group.of, [])
        elif group.kind == "others":
            one = self.by_index.get(group.of)
            members = self.sides[one.side] if one else []
        else:
            members = self.fighters
        return (fighter for fighter in members if self.includes(group, fighter))

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
        whom = {"ally": "others", "enemy": "foes", "any": "all"}[who]
        of = {"others": seen_from.index, "foes": seen_from.side}.get(whom, -1)
        return self.meet(group, Group(whom, of))  # type: ignore[arg-type]


class Survey:
    """A scenario, looked over."""

    def __init__(self, scenario: model.Scenario) -> None:
        self.scenario = scenario
        self.knows_rules = isinstance(scenario.rules, model.Profile)
        self.profile = (
            scenario.rules
            if isinstance(scenario.rules, model.Profile)
            else model.Profile(name=scenario.rules)
        )
        self.fighters: list[Fighter] = []
        self.meetings: list[Meeting] = []
        self.sides: list[tuple[Path, model.Side]] = []
        common = self._seat(("sides",), scenario.sides)
        if not scenario.day:
            alone = model.Fight(surprised=scenario.surprised)
            self.meetings.append(Meeting((), common, alone, self.profile))
        for index, step in enumerate(scenario.day):
            if isinstance(step, model.Fight):
                here = self._seat(("day", index, "sides"), step.sides)
                self.meetings.append(Meeting(("day", index), [*common, *here], step, self.profile))

    def _seat(self, path: Path, sides: tuple[model.Side, ...]) -> list[Fighter]:
        seated = []
        for number, side in enumerate(sides):
            self.sides.append(((*path, number), side))
            for index, combatant in enumerate(side.combatants):
                place = (*path, number, "combatants", index)
                own = len(self.sides) - 1
                seated.append(Fighter(len(self.fighters), combatant, own, place, self.profile))
                self.fighters.append(seated[-1])
        return seated

    @property
    def placed(self) -> Iterator[Placed]:
        for fighter in self.fighters:
            yield from fighter.every

    def side_name(self, fighter: Fighter) -> str:
        return self.sides[fighter.side][1].name
