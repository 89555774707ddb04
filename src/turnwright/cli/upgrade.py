"""Check what a change of rules does to the rooms of a database, and prepare them for it.

Before a deploy, `turnwright upgrade --check` replays all recorded rooms with the rules that are
installed now, and says which are affected and at which input. It only reads, also while a server is
running. The exit code is 1 if a room that is not over is affected.

Without `--check`, rooms whose rules are gone, but which give the same states under the current rules,
are moved to them, and missing replays are stored. An SQLite file must not be in use.
"""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from turnwright.optional_packages import import_part
from turnwright.server.rules.hosted_games import load_hosted_games

from .card_pack_argument import add_cards_argument, load_cards
from .hosted_games import add_rules_argument

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwright.server.rules.hosted_games import HostedGames
    from turnwright.server.rules.upgrade import CheckedRoom

SHOWN = 50  # affected rooms that are listed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright upgrade`."""
    parser.add_argument(
        "--check", action="store_true", help="only read, and say which rooms are affected"
    )
    parser.add_argument(
        "--db",
        default=os.environ.get("TURNWRIGHT_DB", "turnwright.sqlite"),
        metavar="FILE|URL",
        help="SQLite file (turnwright.sqlite, or TURNWRIGHT_DB) or postgresql://...",
    )
    parser.add_argument(
        "--game", action="append", default=[], metavar="FILE", help="a game that is not shipped"
    )
    add_rules_argument(parser)
    add_cards_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check the rooms, or prepare them; return 1 if a live room is affected."""
    app = import_part("turnwright.server.http.app", "upgrade", "server")
    from turnwright.server.storage.file_lock import locked

    load_cards(arguments)
    games = load_hosted_games(arguments.game, arguments.rules, arguments.cards)
    is_shared = arguments.check or app.is_postgres(arguments.db)
    with nullcontext() if is_shared else locked(Path(arguments.db)):
        found = asyncio.run(_upgrade(arguments.db, games, is_check=arguments.check))
    _report(found, arguments.check)
    return 1 if any(checked.is_live and checked.affected_at for checked in found) else 0


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """Show progress on a terminal; yield the function to call after each room."""
    screen = Console(stderr=True)
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("rooms", total=total)
        yield lambda: progress.advance(task)


async def _upgrade(db: str, games: HostedGames, *, is_check: bool) -> list[CheckedRoom]:
    from turnwright.server.http.app import open_store
    from turnwright.server.rules import upgrade

    console = Console(highlight=False)
    store = open_store(db, is_read_only=is_check)
    await store.open()
    found: list[CheckedRoom] = []
    moved = in_use = stored = 0
    try:
        infos = await upgrade.all_rooms(store)
        with _progress(len(infos)) as advance:
            async for checked in upgrade.check_rooms(store, games, infos):
                found.append(checked)
                if not is_check:
                    stored += await upgrade.store_replays(store, games, checked)
                    if checked.is_live and checked.can_be_moved:
                        is_moved = await upgrade.move_room(store, games, checked)
                        moved, in_use = moved + is_moved, in_use + (not is_moved)
                advance()
    finally:
        await store.close()
    if not is_check:
        console.print(f"Moved {_count(moved, 'room')} to the current rules.")
        console.print(f"Stored {_count(stored, 'replay')}.")
        if in_use:
            console.print(f"{_count(in_use, 'room')} could not be moved: a server has them.")
    return found


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def _report(found: list[CheckedRoom], is_check: bool) -> None:
    from turnwright.server.rules.upgrade import missing_text

    console = Console(highlight=False, soft_wrap=True)
    live = [checked for checked in found if checked.is_live]
    affected = [checked for checked in live if checked.affected_at]
    same = [checked for checked in live if checked.can_be_moved]
    own = len(live) - len(affected) - len(same)
    matches = sum(checked.matches for checked in found)
    lost = sum(checked.affected_matches for checked in found)
    console.print(
        f"Live rooms: {len(live):,}. {own:,} go on with their own rules, {len(same):,} give the same "
        f"states with the current rules, {len(affected):,} affected."
    )
    console.print(f"Finished matches: {matches:,}. {lost:,} affected.")
    listed = affected + [one for one in found if one.affected_at and not one.is_live]
    for checked in listed[:SHOWN]:
        console.print(f"  {escape(missing_text(checked))}")
    if len(listed) > SHOWN:
        console.print(f"  and {_count(len(listed) - SHOWN, 'room')} more.")
    if same and is_check:
        console.print("`turnwright upgrade` without --check moves rooms to the current rules.")
    if affected:
        console.print("Host the older rules with --rules as well, or end these rooms.")
