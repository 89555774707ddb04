"""Who chooses: a policy selects among the valid actions of a combatant.

Without a policy the first valid action of a list is used, and nothing of this module is needed. With
one every choice goes through `select`: in a turn, as a reaction, before the fight, when an action is
granted, and for every further attack of an action. `options[0]` is what the list would do.

    def careful(point):
        for option in point.options:
            if option.name == "Second Wind" and point.combatant.hp < 10:
                return option
        return point.options[0]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from turnwright.core.errors import UnusableError
from turnwright.core.rules.ledger import Number
from turnwright.core.suggestions import joined

from .combatant_state import CombatantState
from .fight_events import FightEvent
from .payment import payable_amounts, payable_levels
from .targets import candidates, choose

if TYPE_CHECKING:
    from .actions import CompiledAction
    from .run_state import FightRun

DecisionKind: TypeAlias = Literal["turn", "reaction", "setup", "granted", "attack"]
"""What is decided: the next action of a turn, a reaction to an event, a use before the fight, an action
that somebody else grants, or whom the next attack of an action strikes."""


class ActionOption:
    """An action that is valid now.

    `targets` are those that it is aimed at, `level` is that of the slot that pays for it, and `spend`
    the amount of a variable cost. What is not chosen (no targets, 0, None) is as it would be in a
    list. `on`, `at_level` and `spending` choose it.
    """

    __slots__ = ("action", "level", "point", "spend", "targets")

    def __init__(self, point: DecisionPoint, action: CompiledAction) -> None:
        self.point = point
        self.action = action
        self.targets: tuple[CombatantState, ...] = ()
        self.level = 0
        self.spend: Number | None = None

    def __repr__(self) -> str:
        names = ", ".join(one.name for one in self.targets or self.picked or ())
        return f"<option {self.name}{' on ' if names else ''}{names}>"

    @property
    def name(self) -> str:
        """The name of the action."""
        return self.action.name

    @property
    def candidates(self) -> list[CombatantState]:
        """Everybody whom it could be aimed at, in the order of the file."""
        point = self.point
        return list(candidates(point.run, point.combatant, self.action, point.event))

    @property
    def count(self) -> int | None:
        """The number of targets; None if dice or what is paid decide it."""
        if self.action.is_single or self.point.kind == "attack":
            return 1
        count = self.action.count
        return None if count.dice or count.variable_terms else max(0, count.flat)

    @property
    def is_aimed(self) -> bool:
        """Whether there is a choice of targets."""
        action = self.action
        if action.who in ("self", "event source", "event target") or action.picks[0] == "random":
            return False
        return self.count is None or 0 < self.count < len(self.candidates)

    @property
    def ranked(self) -> list[CombatantState] | None:
        """The candidates as the action prefers them, the best one first; None if dice decide."""
        if self.action.picks[-1] == "random":
            return None
        point, found = self.point, self.candidates
        return choose(point.run, point.combatant, self.action, found, len(found))

    @property
    def picked(self) -> tuple[CombatantState, ...] | None:
        """The targets that the action picks itself; None if dice decide them."""
        ranked = None if self.count is None else self.ranked
        return None if ranked is None else tuple(ranked[: self.count])

    def on(self, *targets: CombatantState | str) -> ActionOption:
        """The same action aimed at these combatants, the most important one first. The action picks the
        other targets if they are fewer than it has."""
        found = self.candidates
        by_name = {one.name: one for one in found}
        aimed: list[CombatantState] = []
        for target in targets:
            one = by_name.get(target) if isinstance(target, str) else target
            if one is None or one not in found:
                names = joined(by_name) if by_name else "nobody"
                sentence = f"{self.name} cannot be aimed at {target}, but at {names}."
                raise UnusableError("bad_target", sentence)
            aimed.append(one)
        option = self._copy()
        option.targets = tuple(aimed)
        return option

    @property
    def levels(self) -> tuple[int, ...]:
        """The levels of slots that can pay for it, that of a list first; none if it needs none."""
        is_paid = self.point.kind == "attack"
        return () if is_paid else payable_levels(self.point.combatant, self.action)

    @property
    def amounts(self) -> tuple[Number, ...]:
        """The amounts that can be spent on it; none if its cost is fixed."""
        is_paid = self.point.kind == "attack"
        return () if is_paid else payable_amounts(self.point.combatant, self.action)

    def at_level(self, level: int) -> ActionOption:
        """The same action paid with a slot of this level."""
        if level not in self.levels:
            sentence = f"{self.name} cannot be used with a slot of level {level}."
            raise UnusableError("bad_level", sentence)
        option = self._copy()
        option.level = level
        return option

    def spending(self, amount: Number) -> ActionOption:
        """The same action with this amount."""
        if amount not in self.amounts:
            raise UnusableError("bad_amount", f"{self.name} cannot be used for {amount}.")
        option = self._copy()
        option.spend = amount
        return option

    def _copy(self) -> ActionOption:
        option = ActionOption(self.point, self.action)
        option.targets, option.level, option.spend = self.targets, self.level, self.spend
        return option


class DecisionPoint:
    """A choice of one combatant: `options` are its valid actions in the order of its list.

    `event` is what a reaction answers. `run` has the state of the fight, which a policy only reads.
    """

    __slots__ = ("combatant", "event", "kind", "options", "run")

    def __init__(
        self,
        run: FightRun,
        combatant: CombatantState,
        kind: DecisionKind,
        valid: Sequence[CompiledAction],
        event: FightEvent | None,
    ) -> None:
        self.run = run
        self.combatant = combatant
        self.kind: DecisionKind = kind
        self.event = event
        self.options = [ActionOption(self, action) for action in valid]

    def __repr__(self) -> str:
        return f"<{self.kind} of {self.combatant.name}: {self.options}>"


Policy: TypeAlias = Callable[[DecisionPoint], ActionOption | None]
"""Selects one of the options of a decision point. None passes: it ends the turn, does not react, or
forgoes the attack."""


def first_valid(point: DecisionPoint) -> ActionOption | None:
    """The policy of lists: the first valid action, with the targets that it picks."""
    return point.options[0]


def select(
    run: FightRun,
    combatant: CombatantState,
    kind: DecisionKind,
    valid: Sequence[CompiledAction],
    event: FightEvent | None,
) -> ActionOption | None:
    """Let the policy of a run select one of the valid actions. It is not asked if there is none."""
    if not valid:
        return None
    assert run.policy is not None
    option = run.policy(DecisionPoint(run, combatant, kind, valid, event))
    if option is not None and option.action not in valid:
        sentence = f"The policy has selected {option.name}, which {combatant.name} cannot use now."
        raise UnusableError("bad_choice", sentence)
    return option
