"""Two automated seats in one game: they take turns until the run is over or one must decide."""

from __future__ import annotations

import msgspec

from .diagnosis import Deadlock, find_deadlock
from .driver import Automation
from .results import WAITING, AutomationResult


class RunOutcome(msgspec.Struct, frozen=True):
    """How a run of two automated seats ended: with a side's result, or with both waiting."""

    side: str | None
    result: AutomationResult
    other: AutomationResult
    deadlock: Deadlock | None = None


async def play_run(corp: Automation, runner: Automation, limit: int = 200) -> RunOutcome:
    """Let both sides continue in turn until the run is over or one stops for another reason than
    waiting.

    If both wait and nothing changes, they are deadlocked, and the outcome says what each expects.
    """
    results = {
        "corp": AutomationResult(status="no-run"),
        "runner": AutomationResult(status="no-run"),
    }
    for _ in range(limit):
        before = (corp.seat.cursor, runner.seat.cursor)
        for seat, other in ((runner, corp), (corp, runner)):
            results[seat.side] = result = await seat.auto_continue_loop(patience=0)
            if result.status not in WAITING:
                return RunOutcome(seat.side, result, results[other.side])
        if before == (corp.seat.cursor, runner.seat.cursor):
            lock = find_deadlock(corp.state, runner.state)
            return RunOutcome(None, results["runner"], results["corp"], lock)
    return RunOutcome(None, results["runner"], results["corp"])
