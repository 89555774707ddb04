"""An action in somebody's list: what it asks, what it does, to whom it may do it, and where all of that
is written. Nothing here judges.

Groups say who may be meant by words such as `enemy`; they are never too small, so that what lies
outside of them is impossible.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

from turnwright.core.rules.cost import Cost
from turnwright.core.rules.ledger import Number
from turnwright.core.rules.requirement import And, Not, Or, Requirement
from turnwright.core.rules.timing import Reaction, Setup, at_events, in_own_turn
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.vocabulary import SPELL

from .finding import Path

if TYPE_CHECKING:
    from .scenario_survey import Fighter


class Group(NamedTuple):
    """Some of those in an encounter: one, a side, the others of one's side, all who are not of a
    side, or everybody."""

    kind: Literal["one", "side", "others", "foes", "all"]
    of: int = -1


EVERYBODY = Group("all")


class Placed:
    """An action in a list of somebody."""

    def __init__(
        self, action: scenario.CombatAction, owner: Fighter, path: Path, place: str
    ) -> None:
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
    def is_spell(self) -> bool:
        return SPELL in self.action.tags

    @property
    def is_main(self) -> bool:
        """Is it tried in the own turn?"""
        return self.place == "actions" and in_own_turn(self.action.timing)

    @property
    def is_ever_tried(self) -> bool:
        timing = self.action.timing
        return self.is_main or at_events(timing) or isinstance(timing, Setup) or self.is_granted

    @property
    def is_free(self) -> bool:
        """Does it take nothing but a use of itself? Without uses it can be used once in a turn."""
        if self.action.recharge or self.action.cooldown:
            return False
        return not any(least_of(cost) or cost.allow_upcast for cost in self.action.cost)

    @property
    def only_answers(self) -> bool:
        """Is it used in answer to its events, and never otherwise?"""
        return self.is_reaction and not self.is_granted

    @cached_property
    def is_granted(self) -> bool:
        """May somebody tell its owner to use it out of turn?"""
        return any(meeting.granted & set(self.action.tags) for meeting in self.owner.meetings)

    @property
    def ends_turn(self) -> bool:
        return any(isinstance(spot.effect, scenario.EndTurn) for spot in self.spots())

    @property
    def targets(self) -> Group:
        return self.owner.group(self.action.targets.who)

    def _whom(self, effect: scenario.Effect, met: Group) -> Group:
        """Those whom an effect may meet; `met` are those whom the effect that it follows has met."""
        to = getattr(effect, "to", "target")
        if to == "self":
            return self.owner.itself
        if to.startswith("event"):
            return EVERYBODY
        if isinstance(effect, scenario.Attack) and met != self.targets:
            return EVERYBODY  # a second attack may choose anew
        return met

    def costs(self) -> Iterator[tuple[Path, Cost]]:
        for index, cost in enumerate(self.action.cost):
            yield (*self.path, "cost", index), cost

    def spots(self) -> Iterator[Spot]:
        """All effects, also those that follow from others."""
        yield from self._spots

    @cached_property
    def _spots(self) -> list[Spot]:
        effects = self.action.effect
        if isinstance(effects, str):
            return []
        return list(self._walk(effects, (*self.path, "effect"), False, self.targets))

    def _walk(
        self, effects: tuple[scenario.Effect, ...], path: Path, follows_save: bool, met: Group
    ) -> Iterator[Spot]:
        for index, effect in enumerate(effects):
            here = (*path, index)
            whom = self._whom(effect, met)
            yield Spot(here, effect, follows_save, whom)
            for name in ("on_hit", "on_miss", "on_fail", "on_success"):
                is_saved = follows_save or name in ("on_fail", "on_success")
                yield from self._walk(getattr(effect, name, ()), (*here, name), is_saved, whom)

    def requirements(self) -> Iterator[tuple[Path, Requirement]]:
        for index, check in enumerate(self.action.requires):
            yield (*self.path, "requires", index), check
        if isinstance(self.action.timing, Reaction) and self.action.timing.when is not None:
            yield (*self.path, "timing", "when"), self.action.timing.when

    def claims(self) -> Iterator[Claim]:
        """Every single requirement, and whether it must be true or false."""
        for path, check in self.requirements():
            yield from _claims(path, check, True)

    def is_about_event(self, claim: Claim) -> bool:
        """Is it asked when an event is answered? (What is granted is not asked that.)"""
        return claim.path[len(self.path)] == "timing"


def least_of(cost: Cost) -> Number:
    """What is paid at least."""
    return cost.amount if cost.variable is None else cost.variable.least


class Spot(NamedTuple):
    """An effect, where it is written, and whom it may meet."""

    path: Path
    effect: scenario.Effect
    follows_save: bool
    whom: Group


class Claim(NamedTuple):
    """A requirement without inner ones: it must hold, or it must not."""

    path: Path
    check: Requirement
    wanted: bool

    @property
    def words(self) -> str:
        return self.check.describe() if self.wanted else f"not {self.check.describe()}"


def _claims(path: Path, check: Requirement, wanted: bool) -> Iterator[Claim]:
    if isinstance(check, Not):
        yield from _claims((*path, "of"), check.of, not wanted)
    elif isinstance(check, And | Or):
        for index, inner in enumerate(check.of):
            yield from _claims((*path, "of", index), inner, wanted)
    else:
        yield Claim(path, check, wanted)
