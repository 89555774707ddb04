"""Faults of the server's process: killed, paused, terminated."""

from __future__ import annotations

import asyncio
import time

from turnwright.torture.scenario import Scenario, times
from turnwright.torture.stage import Stage, TortureFailed

STOP_CODES = (0, -15)  # ended by itself, or by the signal after it has cleaned up
NOTHING_LOST = "No acknowledged move is lost or carried out twice; all rooms go on."


async def kill(stage: Stage) -> str:
    """Kill the server at random moments."""
    kills = 0
    while stage.has_time or not kills:
        await stage.wait(0.1, 1.0)
        began = time.monotonic()
        stage.server.kill()
        await stage.start()
        await stage.recover(began)
        kills += 1
    return f"killed {times(kills)}"


async def kill_in_commit(stage: Stage) -> str:
    """Kill the server a few milliseconds after a move was sent."""
    kills = 0
    while stage.has_time or not kills:
        mover = stage.rng.choice(stage.players)
        await stage.until(lambda: not mover.is_sending, "A move was not answered")  # noqa: B023
        await stage.until(lambda: mover.is_sending, "A player did not move")  # noqa: B023
        await asyncio.sleep(stage.rng.uniform(0.0, 0.006))  # about as long as a commit takes
        began = time.monotonic()
        stage.server.kill()
        await stage.start()
        await stage.recover(began)
        kills += 1
    return f"killed {times(kills)} just after a move was sent"


async def kill_at_start(stage: Stage) -> str:
    """Kill the server while it starts, several times in a row."""
    kills = 0
    stage.server.kill()
    begun = time.monotonic()
    await stage.start()
    needed = time.monotonic() - begun
    stage.server.kill()
    while stage.has_time or not kills:
        stage.server.launch()
        await stage.wait(0.3 * needed, 1.2 * needed)
        stage.server.kill()
        kills += 1
    began = time.monotonic()
    await stage.start()
    await stage.recover(began)
    return f"killed {times(kills)} during the {needed:.1f} s of a start"


async def terminate(stage: Stage) -> str:
    """Stop the server with SIGTERM, as a deployment does."""
    slowest, stops = 0.0, 0
    while stage.has_time or not stops:
        await stage.wait(0.1, 0.5)
        began = time.monotonic()
        code = await asyncio.to_thread(stage.server.stop)
        slowest = max(slowest, time.monotonic() - began)
        if code not in STOP_CODES:
            raise TortureFailed(f"The server ended with {code} after SIGTERM.")
        await stage.start()
        await stage.recover(began)
        stops += 1
    return f"stopped {times(stops)}, in at most {slowest:.1f} s"


async def pause(stage: Stage) -> str:
    """Pause the server and let it continue."""
    pauses: list[float] = []
    while stage.has_time or not pauses:
        await stage.wait(0.1, 0.5)
        stage.server.pause()
        pauses.append(stage.rng.uniform(0.3, 0.8) * stage.seconds)
        await asyncio.sleep(pauses[-1])
        began = time.monotonic()
        stage.server.resume()
        await stage.recover(began)
    return f"paused for {', '.join(f'{seconds:.1f}' for seconds in pauses)} s"


SCENARIOS = (
    Scenario(
        name="kill",
        fault="SIGKILL at random moments, then a restart",
        guarantee=NOTHING_LOST,
        run=kill,
        seconds=8.0,
    ),
    Scenario(
        name="kill-in-commit",
        fault="SIGKILL a few milliseconds after a move was sent",
        guarantee="A move that was not acknowledged is carried out once or never.",
        run=kill_in_commit,
        seconds=8.0,
    ),
    Scenario(
        name="kill-at-start",
        fault="SIGKILL while the server starts, several times in a row",
        guarantee="The next start needs no repair; nothing is lost.",
        run=kill_at_start,
    ),
    Scenario(
        name="terminate",
        fault="SIGTERM during matches, then a restart",
        guarantee="The server ends by itself within 30 s; clients return to the same state.",
        run=terminate,
    ),
    Scenario(
        name="pause",
        fault="SIGSTOP for a while, then SIGCONT",
        guarantee="Moves that were sent meanwhile are carried out once.",
        run=pause,
        seconds=4.0,
    ),
)
