"""What is in progress during a run: actions being used and the events they raise."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from turnwright.core.rules.ledger import Number

from .combatant_state import CombatantState

if TYPE_CHECKING:
    from .actions import CompiledAction

MISS, HIT, CRITICAL = 0, 1, 2
FAILURE, SUCCESS = 0, 1
CRITICAL_FAILURE, PLAIN_FAILURE, PLAIN_SUCCESS, CRITICAL_SUCCESS = range(4)
"""Degrees of success, if the rules have a margin."""
OWN_DAMAGE = -1
"""The cause of a part of damage that belongs to the action itself. Other parts name the action (its
number) whose status or reaction has added them, and are booked to that one."""


class ActionUse:
    """One use of an action: by whom, on whom, and what was paid for it."""

    dc = 0
    """The DC of the last save it forced."""
    is_aimed = False
    """Whether a policy has named targets."""
    margin = 0
    """By how much its last attack beat the target, or the last save its DC."""
    spent: Number = 0
    slot_level = 0
    paid: tuple[tuple[int, Number], ...] = ()
    slots: tuple[tuple[int, Number], ...] = ()

    def __init__(
        self, actor: CombatantState, action: CompiledAction, event: FightEvent | None = None
    ) -> None:
        self.actor = actor
        self.action = action
        self.booked_to = action.index
        """The number of the action that its damage is booked to: that which granted it, if any."""
        self.event = event
        self.targets: list[CombatantState] = []
        self.was_up = actor.is_up
        self.kind = actor.kind

    @property
    def actor_fell(self) -> bool:
        """Whether the actor has fallen since it began, or has lost the form that acts. (A fallen
        combatant may react to its fall.)"""
        actor = self.actor
        return (self.was_up and not actor.is_up) or actor.kind is not self.kind

    def value(self, variable: str) -> int:
        """The value of a variable in a dice formula."""
        if variable == "spent":
            return int(self.spent)
        if variable == "slot_level":
            return self.slot_level
        return int(self.event.value) if self.event is not None else 0


def degree_of(total: int, needs: int, margin: int, natural: int, critical: int, fumble: int) -> int:
    """The degree of success of a roll. A natural roll changes it by one."""
    degree = PLAIN_SUCCESS if total >= needs else PLAIN_FAILURE
    if total >= needs + margin:
        degree = CRITICAL_SUCCESS
    elif total <= needs - margin:
        degree = CRITICAL_FAILURE
    if natural >= critical:
        degree += 1
    elif natural <= fumble:
        degree -= 1
    return min(CRITICAL_SUCCESS, max(CRITICAL_FAILURE, degree))


def attack_outcome(
    total: int, ac: int, margin: int | None, natural: int, critical: int, fumble: int
) -> int:
    """Whether an attack misses, hits or hits critically, apart from what the target changes."""
    if margin is not None:
        return max(MISS, degree_of(total, ac, margin, natural, critical, fumble) - 1)
    if natural >= critical:
        return CRITICAL
    return MISS if natural <= fumble or total < ac else HIT


class FightEvent:
    """Something that happens. Reactions may change the fields from `is_cancelled` on; those after it
    are used by events about a roll or about damage."""

    __slots__ = (
        "about",
        "critical",
        "forced",
        "is_cancelled",
        "natural",
        "needs",
        "outcome",
        "parts",
        "redirected",
        "source",
        "tags",
        "target",
        "total",
        "type",
        "use",
        "value",
    )

    def __init__(
        self,
        type: int,
        source: CombatantState | None,
        target: CombatantState | None,
        value: Number = 0,
        tags: int = 0,
        use: ActionUse | None = None,
    ) -> None:
        self.type = type
        self.source = source
        self.target = target
        self.value = value
        self.tags = tags
        self.use = use
        self.about = ""
        self.is_cancelled = False
        self.natural = self.total = self.needs = 0
        self.critical = 1 << 30
        self.outcome = -1
        self.forced = -1
        self.parts: list[list[int]] | None = None
        """Amount, damage type and cause of each part."""
        self.redirected: CombatantState | None = None


class RememberedEvent(NamedTuple):
    """The last event of a family, for `LastEvent` requirements."""

    type: int
    tags: int
    value: Number
    number: int
    serial: int
    turn: int
    round: int
