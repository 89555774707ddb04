"""Delete rooms that nobody has used for some days, with their replays and chat.

Without --yes it only says what would be deleted. A running server does the same by itself if its
setting `retention_days` is set; stop it before pruning an SQLite file by hand.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import Counter
from contextlib import nullcontext
from pathlib import Path

import turnwright as tw
from turnwright.cli.output import with_progress

from .database import add_database_arguments, check_exists, database, is_postgres, opened


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright db prune`."""
    parser.add_argument(
        "--days", type=float, required=True, metavar="N", help="keep rooms used in the last N days"
    )
    parser.add_argument("--yes", action="store_true", help="delete them")
    add_database_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Delete expired rooms, or count them."""
    if not arguments.days > 0:
        raise tw.UnusableError("bad_days", "--days must be positive.")
    address = database(arguments)
    check_exists(address)
    from turnwright.server.storage.file_lock import locked

    is_shared = is_postgres(address) or not arguments.yes
    with nullcontext() if is_shared else locked(Path(address)):
        return asyncio.run(_prune(address, arguments.days, is_deleted=arguments.yes))


async def _prune(address: str, days: float, *, is_deleted: bool) -> int:
    from turnwright.server.storage.retention import DAY, expired_rooms

    now = time.time()
    async with opened(address) as store:
        rooms = [info async for info in expired_rooms(store, now - days * DAY, limit=10**9)]
        rooms = [info for info in rooms if not is_postgres(address) or info.lease_until <= now]
        if is_deleted:
            for info in with_progress(rooms, "deleting", total=len(rooms)):
                await store.delete(info.room)
    kinds = Counter("finished" if info.status == "over" else "deserted" for info in rooms)
    counts = f"{kinds['finished']:,} finished and {kinds['deserted']:,} deserted rooms"
    done = "Deleted" if is_deleted else "Would delete"
    hint = "" if is_deleted or not rooms else " Delete them with --yes."
    print(f"{done} {counts} without an input for {days:g} days.{hint}")
    return 0
