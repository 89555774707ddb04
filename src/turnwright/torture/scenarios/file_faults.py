"""Faults of the disk: no space, and files that were half written when the power failed."""

from __future__ import annotations

import asyncio
import shutil
import sys
import time

from turnwright.server.storage.store import Row
from turnwright.torture import wal_file
from turnwright.torture.checks import compare_with_log
from turnwright.torture.databases import Database
from turnwright.torture.scenario import NotAvailable, Scenario, times
from turnwright.torture.stage import Stage, TortureFailed

FULL = 4096  # bytes: behind this offset nothing can be written
ENOUGH = 10  # moves of a room, so that no player is lost with the end of the log


async def disk_full(stage: Stage) -> str:
    """Limit the size of the files that the server may write, without privileges."""
    if sys.platform != "linux":
        raise NotAvailable("Limiting the files of a process needs Linux.")
    import resource

    kind, pid = resource.RLIMIT_FSIZE, stage.server.process.pid
    before = resource.prlimit(pid, kind)
    log = stage.file.with_name(f"{stage.file.name}-wal")
    count = 0
    while stage.has_time or not count:
        await stage.wait(0.1, 0.5)
        # First a write that ends in the middle, then a disk on which nothing can be written.
        resource.prlimit(pid, kind, (log.stat().st_size + stage.rng.randrange(8192), before[1]))
        await stage.wait(0.1, 0.3)
        resource.prlimit(pid, kind, (FULL, before[1]))
        await stage.wait_for_health(503)
        await stage.wait(0.1, 0.3)
        # Acknowledgements of moves that were stored before may still arrive, so compare with the file.
        if await missing_moves(stage):
            raise TortureFailed("A move was acknowledged while nothing could be written.")
        began = time.monotonic()
        resource.prlimit(pid, kind, before)
        await stage.recover(began)
        count += 1
    if not stage.server.is_running:
        raise TortureFailed("The server ended.")
    return f"full {times(count)}; no move was acknowledged meanwhile"


async def torn_write(stage: Stage) -> str:
    """Kill the server, and leave the file as a power failure during a commit and a checkpoint does."""
    frames = pages = count = 0
    while stage.has_time or not count:
        await stage.wait(0.3, 1.0)
        began = time.monotonic()
        stage.server.kill()
        pages += wal_file.tear_checkpoint(stage.file, stage.rng)
        frames += wal_file.tear_next_commit(stage.file, stage.rng)
        await stage.start()
        await stage.recover(began)
        count += 1
    return f"{times(count)}: {frames} bytes of a torn commit, {pages} half-written pages"


async def lost_end(stage: Stage) -> str:
    """Kill the server and cut off the end of the log, as a disk does that lies about flushing."""
    await stage.all_rooms_move(ENOUGH)
    began = time.monotonic()
    stage.server.kill()
    size = wal_file.cut_off_end(stage.file, stage.rng)
    missing = await forget_missing(stage)
    await stage.start()
    await stage.recover(began)
    return f"{size} bytes cut off; the last {missing} moves were gone, and only those"


async def stored_logs(stage: Stage) -> dict[str, list[Row]]:
    """Return the logs of all rooms as they are in the file now. A copy is read, so that the server
    repairs the file."""
    folder = stage.file.with_name("copy")
    folder.mkdir()
    for path in stage.file.parent.glob(f"{stage.file.name}*"):
        shutil.copy(path, folder)
    logs = await Database(str(folder / stage.file.name)).read_logs([r.room for r in stage.rooms])
    await asyncio.to_thread(shutil.rmtree, folder)
    return logs


async def missing_moves(stage: Stage) -> int:
    """Return how many acknowledged moves are not in the file."""
    acknowledged = {room.room: frozenset(room.ledger.versions) for room in stage.rooms}
    missing = 0
    for room, rows in (await stored_logs(stage)).items():
        stored = {row.action_id.partition(":")[2] for row in rows if row.action_id is not None}
        missing += len(acknowledged[room] - stored)
    return missing


async def forget_missing(stage: Stage) -> int:
    """Check that each log is a part of what was acknowledged, from its beginning; take the rest out of
    the ledgers and return how much it is."""
    logs = await stored_logs(stage)
    missing = 0
    for room in stage.rooms:
        rows = logs[room.room]
        found = compare_with_log(room.ledger, rows, may_miss_end=True)
        stage.findings.problems += found.problems
        missing += found.lost
        room.ledger.forget_after(rows[-1].version if rows else 0)
    return missing


SCENARIOS = (
    Scenario(
        name="disk-full",
        fault="No space for the SQLite file (RLIMIT_FSIZE), then space again",
        guarantee="Moves are refused and `/health` answers 503; the same process goes on afterwards.",
        run=disk_full,
        database="sqlite",
    ),
    Scenario(
        name="torn-write",
        fault="SIGKILL; a commit in the log and pages of a checkpoint are half written",
        guarantee="What was acknowledged is still there; the torn rest is ignored.",
        run=torn_write,
        database="sqlite",
    ),
    Scenario(
        name="lost-end",
        fault="SIGKILL; the last pages of the log are missing, as on a disk that lies about flushing",
        guarantee="Only the last moves are missing, in every room the newest; the rooms go on.",
        run=lost_end,
        seconds=2.0,
        database="sqlite",
    ),
)
