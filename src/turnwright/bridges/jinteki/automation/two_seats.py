"""Two automated seats in one game: they take turns until the run is over or one must decide."""

from __future__ import annotations

import msgspec

from .diagnosis import Deadlock, find_deadlock
from .driver import Automation
from .results import WAITING, AutomationResult


class RunOutcome(msgspec.Struct, frozen=True):
    """How a run of two automated seats ended: with a side's result, or with both waiting.

    If nothing changes any more, `side` is the one that owes something, with its result. It is None
    only if each side sees that the other one owes something, which `deadlock` explains, or if the
    limit was reached."""

    side: str | None
    result: AutomationResult
    other: AutomationResult
    deadlock: Deadlock | None = None


async def play_run(corp: Automation, runner: Automation, limit: int = 200) -> RunOutcome:
    """Let both sides continue in turn until the run is over or one stops for another reason than
    waiting.

    If both wait and nothing changes, the outcome says who owes what."""
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
            return _stalled(corp, runner, results)
    return RunOutcome(None, results["runner"], results["corp"])


def _stalled(
    corp: Automation, runner: Automation, results: dict[str, AutomationResult]
) -> RunOutcome:
    """Return the outcome if both wait: the side that knows that it owes something, or a deadlock."""
    lock = find_deadlock(corp.state, runner.state)
    if lock is not None:
        return RunOutcome(None, results["runner"], results["corp"], lock)
    one, two = (corp, runner) if corp.diagnose().awaited == "corp" else (runner, corp)
    return RunOutcome(one.side, results[one.side], results[two.side])
