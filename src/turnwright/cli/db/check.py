"""Check a database: the file, the log of every room, its snapshot, and whether it replays.

Nothing is changed, and a server may be running. Exit code 1 means that something is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from turnwright.cli.hosted_games import add_rules_argument
from turnwright.cli.output import with_progress

from .database import add_database_arguments, check_exists, database, is_postgres, opened


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright db check`."""
    add_database_arguments(parser)
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--replay",
        type=int,
        default=100,
        metavar="N",
        help="replay all inputs of this many rooms and compare hashes, unfinished rooms first (100)",
    )
    group.add_argument("--all", action="store_true", help="replay all rooms")
    parser.add_argument(
        "--game", action="append", default=[], metavar="FILE", help="the server hosts this game too"
    )
    add_rules_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check a database and print what was found."""
    address = database(arguments)
    check_exists(address)
    problems = []
    if not is_postgres(address):
        from turnwright.server.storage.integrity import check_file

        problems = check_file(Path(address))
    if problems:
        return _report("The file is damaged", problems)
    return asyncio.run(_check_rooms(address, arguments))


async def _check_rooms(address: str, arguments: argparse.Namespace) -> int:
    from turnwright.server.rules.hosted_games import load_hosted_games
    from turnwright.server.storage.integrity import all_rooms, check_room, sample

    games = load_hosted_games(arguments.game, arguments.rules)
    async with opened(address, is_read_only=True) as store:
        rooms = await all_rooms(store)
        replayed = sample(rooms, len(rooms) if arguments.all else arguments.replay)
        found = []
        for info in with_progress(rooms, "checking", total=len(rooms)):
            one = await check_room(store, games, info, is_replayed=info.room in replayed)
            if one.problems and await store.info(info.room) is None:
                continue  # a running server has deleted it meanwhile
            found.append(one)
    rows, snapshots = sum(one.rows for one in found), sum(one.has_snapshot for one in found)
    summary = (
        f"Rooms: {len(found):,}, of which {sum(one.is_replayed for one in found):,} were replayed; "
        f"inputs: {rows:,}; snapshots: {snapshots:,}"
    )
    if missing := sum(one.is_without_rules for one in found):
        summary += f"; not replayed because their rules are not installed: {missing:,}"
    return _report(summary, [text for one in found for text in one.problems])


def _report(summary: str, problems: list[str]) -> int:
    for text in problems:
        print(text, file=sys.stderr)
    verdict = f"{len(problems):,} problems found." if problems else "No problems found."
    print(f"{summary}. {verdict}")
    return 1 if problems else 0
