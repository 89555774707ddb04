"""What a step of the automation says: a status, a reason, and data. Nothing here sends anything."""

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
"""Somebody has to think."""

EVENTS = frozenset({"ice-rezzed", "ability-used", "subs-fired", "tag-or-damage"})
"""The opponent did something worth a look."""

WAITING = frozenset(
    {
        "waiting-for-opponent",
        "waiting-for-opponent-paid-abilities",
        "waiting-for-corp-rez",
        "waiting-for-corp-fire",
        "waiting-for-runner-signal",
    }
)
"""It is the other side's turn to do something."""

ENDS = frozenset({"run-complete", "no-run", "game-over"})

LIMITS = frozenset({"max-iterations", "timeout", "stuck"})

STOPS = DECISIONS | EVENTS | WAITING | ENDS | LIMITS
"""Every status with which a loop may stop. It goes on only after `action-taken`."""

TIPS = {
    "waiting-for-opponent": "Wait for a change, then continue.",
    "waiting-for-opponent-paid-abilities": "You have passed; continue when the other side has, too.",
    "waiting-for-corp-rez": "The Corp decides about its ice; continue when it has passed.",
    "waiting-for-corp-fire": "The Corp was told to fire; continue when it has.",
    "waiting-for-runner-signal": "The Runner is still breaking; continue when it is done.",
    "decision-required": "Answer, rez, fire or pass, then continue.",
    "fire-decision-required": "Break, or let the subroutines fire (tank), then continue.",
}


class Command(msgspec.Struct, frozen=True):
    """A command for the server."""

    command: str
    args: dict[str, Any] = {}


class AutomationResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a step, a loop or a command came to. `action` says what was done if the status is
    `action-taken`; `sends` are the commands that do it."""

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
    """The steps of a loop, one by one."""
    then: AutomationResult | None = None
    """What the loop after the start of a run came to."""

    def __str__(self) -> str:
        text = f"{self.status}/{self.action}" if self.action else self.status
        return f"{text}: {self.reason}" if self.reason else text

    @property
    def text(self) -> str:
        return str(self) if self.then is None else f"{self}; {self.then}"


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the trace: where the run stood, which handlers were asked, which decided and why."""

    side: str
    phase: str | None
    position: int | None
    no_action: str | bool | None
    """The pass that is written down for this window: of the encounter, if there is one."""
    passed: tuple[str, ...]
    """Handlers that had nothing to say, in their order."""
    by: str
    """The handler that decided."""
    result: AutomationResult
    refused: str = ""
    """Why the server did not do it."""

    def __str__(self) -> str:
        where = "no run" if self.phase is None else f"{self.phase} at {self.position}"
        text = f"[{self.side}, {where}] {self.by}: {self.result}"
        text += f"; refused: {self.refused}" if self.refused else ""
        return f"{text} (no opinion: {', '.join(self.passed)})" if self.passed else text


def action_result(action: str, reason: str, *commands: Command, **data: Any) -> AutomationResult:
    """Progress: these commands are sent."""
    return AutomationResult(
        status="action-taken", action=action, reason=reason, data=data, commands=commands
    )


def status_result(status: str, why: str, /, **data: Any) -> AutomationResult:
    """Something to tell; nothing is sent."""
    return AutomationResult(status=status, reason=why, data=data)


CONTINUE = Command("continue")


def ref(card: Mapping[str, Any]) -> dict[str, Any]:
    """A card as commands name it."""
    return {key: card[key] for key in ("cid", "zone", "side", "type", "host") if key in card}
