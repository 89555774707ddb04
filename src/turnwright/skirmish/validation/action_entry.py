"""An action in a combatant's list: what it requires, what it does to whom, and where that is written.

Nothing here makes findings. Groups say who may be meant by words such as `enemy`. They are never too
small: what happens to somebody outside of a group is impossible.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import floor
from typing import TYPE_CHECKING, Literal, NamedTuple

from turnwright.core.rules.cost import Cost
from turnwright.core.rules.ledger import Number
from turnwright.core.rules.requirement import And, Not, Or, Requirement
from turnwright.core.rules.timing import Reaction, Setup, at_events, in_own_turn
from turnwright.skirmish.describe import describe_requirement
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.expression import read
from turnwright.skirmish.model.expression_range import bounds
from turnwright.skirmish.model.parsed_document import Path
from turnwright.skirmish.model.vocabulary import FOLLOWING, SPELL

if TYPE_CHECKING:
    from .scenario_survey import Participant


class CombatantGroup(NamedTuple):
    """A group of combatants in an encounter: one, a side, a combatant's other allies, everybody who is
    not on a side, or everybody. `of` is the index of the combatant or of the side."""

    kind: Literal["one", "side", "others", "enemies", "all"]
    of: int = -1


EVERYBODY = CombatantGroup("all")


class ActionEntry:
    """An action in a list of a combatant."""

    def __init__(
        self, action: scenario.CombatAction, owner: Participant, path: Path, list_name: str
    ) -> None:
        self.action = action
        self.owner = owner
        self.path = path
        self.list_name = list_name
        """`actions` or `reactions`."""

    @property
    def name(self) -> str:
        """The name of the action."""
        return self.action.name

    @property
    def is_reaction(self) -> bool:
        """Is it triggered by events?"""
        return isinstance(self.action.timing, Reaction)

    @property
    def is_spell(self) -> bool:
        """Does it have the tag of spells?"""
        return SPELL in self.action.tags

    @property
    def is_turn_action(self) -> bool:
        """Is it tried in its owner's turn?"""
        return self.list_name == "actions" and in_own_turn(self.action.timing)

    @property
    def is_ever_tried(self) -> bool:
        """Is there any moment at which it is tried?"""
        timing = self.action.timing
        return (
            self.is_turn_action or at_events(timing) or isinstance(timing, Setup) or self.is_granted
        )

    @property
    def is_free(self) -> bool:
        """Does it cost nothing except one of its uses? A free action is used at most once per turn."""
        if self.action.recharge or self.action.cooldown:
            return False
        return not any(least_of(cost) or cost.allow_upcast for cost in self.action.cost)

    @property
    def is_only_reaction(self) -> bool:
        """Is it only used when its events occur?"""
        return self.is_reaction and not self.is_granted

    @cached_property
    def is_granted(self) -> bool:
        """Can an effect make its owner use it out of turn?"""
        return any(encounter.granted & set(self.action.tags) for encounter in self.owner.encounters)

    @property
    def ends_turn(self) -> bool:
        """Does one of its effects end the turn?"""
        return any(isinstance(located.effect, scenario.EndTurn) for located in self.effects())

    @property
    def targets(self) -> CombatantGroup:
        """Who may be its target."""
        return self.owner.group(self.action.targets.who)

    def _recipients(self, effect: scenario.Effect, met: CombatantGroup) -> CombatantGroup:
        """Whom an effect may reach; `met` is the group that the effect before it reached."""
        to = getattr(effect, "to", "target")
        if to == "self":
            return self.owner.own_group
        if to.startswith("event"):
            return EVERYBODY
        if isinstance(effect, scenario.Attack) and met != self.targets:
            return EVERYBODY  # a second attack may choose another target
        return met

    def costs(self) -> Iterator[tuple[Path, Cost]]:
        """Its costs and their paths."""
        for index, cost in enumerate(self.action.cost):
            yield (*self.path, "cost", index), cost

    def effects(self) -> Iterator[LocatedEffect]:
        """All effects, including those that follow from others."""
        yield from self._located_effects

    @cached_property
    def _located_effects(self) -> list[LocatedEffect]:
        effects = self.action.effect
        if isinstance(effects, str):
            return []
        return list(self._walk(effects, (*self.path, "effect"), False, self.targets))

    def _walk(
        self,
        effects: tuple[scenario.Effect, ...],
        path: Path,
        follows_save: bool,
        met: CombatantGroup,
    ) -> Iterator[LocatedEffect]:
        for index, effect in enumerate(effects):
            here = (*path, index)
            recipients = self._recipients(effect, met)
            yield LocatedEffect(here, effect, follows_save, recipients)
            for name in FOLLOWING:
                is_saved = follows_save or name.startswith(("on_fail", "on_success", "on_critical"))
                yield from self._walk(
                    (getattr(effect, name, ()) or ()), (*here, name), is_saved, recipients
                )

    def requirements(self) -> Iterator[tuple[Path, Requirement]]:
        """Its requirements, including the one of a reaction's trigger, and their paths."""
        for index, check in enumerate(self.action.requires):
            yield (*self.path, "requires", index), check
        if isinstance(self.action.timing, Reaction) and self.action.timing.when is not None:
            yield (*self.path, "timing", "when"), self.action.timing.when

    def literals(self) -> Iterator[RequirementLiteral]:
        """Every requirement without inner ones, and whether it must be true or false."""
        for path, check in self.requirements():
            yield from _literals(path, check, True)

    def is_about_event(self, literal: RequirementLiteral) -> bool:
        """Does it belong to the trigger of a reaction? It is not checked for granted actions."""
        return literal.path[len(self.path)] == "timing"


def least_of(cost: Cost) -> Number:
    """The least that is paid."""
    if cost.formula:
        return max(0, floor(bounds(read(cost.formula), {})[0]))
    return cost.amount if cost.variable is None else cost.variable.least


class LocatedEffect(NamedTuple):
    """An effect of an action: where it is written, and whom it may reach."""

    path: Path
    effect: scenario.Effect
    follows_save: bool
    recipients: CombatantGroup


class RequirementLiteral(NamedTuple):
    """A literal in the sense of logic: a requirement without inner ones, or its negation."""

    path: Path
    check: Requirement
    wanted: bool

    @property
    def words(self) -> str:
        """The requirement as messages show it."""
        return describe_requirement(self.check, wanted=self.wanted)


def _literals(path: Path, check: Requirement, wanted: bool) -> Iterator[RequirementLiteral]:
    if isinstance(check, Not):
        yield from _literals((*path, "of"), check.of, not wanted)
    elif isinstance(check, And | Or):
        for index, inner in enumerate(check.of):
            yield from _literals((*path, "of", index), inner, wanted)
    else:
        yield RequirementLiteral(path, check, wanted)
