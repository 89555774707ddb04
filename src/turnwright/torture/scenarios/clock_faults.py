"""Faults of the wall clock: it is set forward and back, while the server runs and between its runs."""

from __future__ import annotations

import time

from turnwright.torture.scenario import Scenario, times
from turnwright.torture.stage import Stage, TortureFailed

HOUR, DAY = 3600.0, 86400.0
JUMPS = (HOUR, -HOUR, DAY, -DAY)  # seat tokens are good for longer than that


async def clock_jumps(stage: Stage) -> str:
    """Set the clock while the server runs, and while it does not."""
    jumps = 0
    for ahead in stage.rng.sample(JUMPS, len(JUMPS)):
        if jumps and not stage.has_time:
            break
        before = timeouts(stage)
        stage.set_clock(ahead)
        await stage.recover(time.monotonic())
        began = time.monotonic()
        stage.server.kill()
        stage.set_clock(-ahead / 2)
        await stage.start()
        await stage.recover(began)
        jumps += 2
        if timeouts(stage) > before:
            raise TortureFailed(f"A clock that was set by {ahead / HOUR:g} h timed players out.")
    return f"set {times(jumps)}, by up to a day; nobody was timed out"


def timeouts(stage: Stage) -> int:
    """Return how often a player was told that the time for an answer was over."""
    return sum(player.counts["timeouts"] for player in stage.players)


SCENARIOS = (
    Scenario(
        name="clock-jumps",
        fault="The wall clock is set forward and back, with and without a restart",
        guarantee="Nobody is timed out, no seat token expires, nothing is lost.",
        run=clock_jumps,
    ),
)
