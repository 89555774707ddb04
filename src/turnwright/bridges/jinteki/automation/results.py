"""The result of a step: a status, a reason, data, and the commands to send."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

DECISIONS = frozenset(
    {
        "decision-required",
        "fire-decision-required",
        "paused-cannot-break",
        "tactic-paused",
        "tactic-failed",
    }
)
"""Statuses that require a decision."""

EVENTS = frozenset({"ice-rezzed", "ability-used", "subs-fired", "tag-or-damage"})
"""Statuses that report an action of the opponent."""

WAITING = frozenset(
    {
        "waiting-for-opponent",
        "waiting-for-opponent-paid-abilities",
        "waiting-for-corp-rez",
        "waiting-for-corp-fire",
        "waiting-for-runner-signal",
    }
)
"""Statuses in which the opponent must act."""

ENDS = frozenset({"run-complete", "no-run", "game-over"})

LIMITS = frozenset({"max-iterations", "timeout", "stuck"})

STOPS = DECISIONS | EVENTS | WAITING | ENDS | LIMITS
"""Every status with which a loop may stop. It continues only after `action-taken`."""

TIPS = {
    "waiting-for-opponent": "Wait for a change, then continue.",
    "waiting-for-opponent-paid-abilities": "You have passed; continue when the other side has, too.",
    "waiting-for-corp-rez": "The Corp decides about its ice; continue when it has passed.",
    "waiting-for-corp-fire": "The Corp was told to fire; continue when it has.",
    "waiting-for-runner-signal": "The Runner is still breaking; continue when it is done.",
    "decision-required": "`choose`, `choose-card`, `rez` or `fire-subs`, then `continue`; "
    "`continue --raw` only passes.",
    "fire-decision-required": "Break (`use-ability`), or let the subroutines fire (`tank`), "
    "then `continue`.",
    "paused-cannot-break": "Break (`use-ability`), or let the subroutines fire (`tank`), "
    "then `continue`.",
    "tactic-paused": "Break (`use-ability`), or let the subroutines fire (`tank`), then `continue`.",
    "tactic-failed": "Break (`use-ability`), or let the subroutines fire (`tank`), then `continue`.",
    **dict.fromkeys(sorted(EVENTS), "`continue` goes on with the run."),
    "stuck": "`diagnose` says who is awaited.",
}
"""What to do next, in the commands of `command_line`."""


class Command(msgspec.Struct, frozen=True):
    """A command for the server."""

    command: str
    args: dict[str, Any] = {}


class AutomationResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a step, a loop or a command.

    If the status is `action-taken`, `action` says what was done and `commands` do it."""

    status: str
    action: str = ""
    reason: str = ""
    data: dict[str, Any] = {}
    commands: tuple[Command, ...] = ()
    warnings: tuple[str, ...] = ()
    cursor: int = 0
    iterations: int = 0
    seconds: float = 0.0
    tip: str = ""
    trail: tuple[Decision, ...] = ()
    """The decisions of a loop, in order."""
    then: AutomationResult | None = None
    """The result of the loop after the start of a run."""

    def __str__(self) -> str:
        text = f"{self.status}/{self.action}" if self.action else self.status
        return f"{text}: {self.reason}" if self.reason else text

    @property
    def text(self) -> str:
        """The result as text, with that of the loop after the start of a run."""
        return str(self) if self.then is None else f"{self}; {self.then}"


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the trace: where the run stood, which handlers were asked, which decided and why."""

    side: str
    phase: str | None
    position: int | None
    no_action: str | bool | None
    """The side that has passed in this window: in the encounter, if there is one."""
    passed: tuple[str, ...]
    """Handlers without a result, in the order in which they were asked."""
    by: str
    """The handler that decided."""
    result: AutomationResult
    refused: str = ""
    """Why the server refused it."""

    def __str__(self) -> str:
        where = "no run" if self.phase is None else f"{self.phase} at {self.position}"
        text = f"[{self.side}, {where}] {self.by}: {self.result}"
        text += f"; refused: {self.refused}" if self.refused else ""
        return f"{text} (no opinion: {', '.join(self.passed)})" if self.passed else text


def action_result(action: str, reason: str, *commands: Command, **data: Any) -> AutomationResult:
    """Return progress: these commands are sent."""
    return AutomationResult(
        status="action-taken", action=action, reason=reason, data=data, commands=commands
    )


def status_result(status: str, why: str, /, **data: Any) -> AutomationResult:
    """Return a status without commands."""
    return AutomationResult(status=status, reason=why, data=data)


CONTINUE = Command("continue")


def card_reference(card: Mapping[str, Any]) -> dict[str, Any]:
    """Return a card as commands refer to it.

    A server finds it by side and zone, or through its host; without them it is ignored."""
    keys = ("cid", "zone", "side", "type", "host")
    reference = {key: card[key] for key in keys if card.get(key) is not None}
    if isinstance(card.get("host"), Mapping):
        reference["host"] = card_reference(card["host"])
    return reference
