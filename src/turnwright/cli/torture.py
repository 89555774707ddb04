"""Cause faults while players play on a server, and check that no acknowledged move is lost.

It starts servers of its own on loopback ports, with their data in a temporary folder, and ends all of
them. With --url the server is one that is running; then only faults from outside are caused. Options
after -- are passed to `turnwright serve`.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from rich.console import Console
from rich.table import Table

import turnwright as tw
from turnwright.games import GAMES
from turnwright.games.lookup import find_game
from turnwright.optional_packages import import_part

from .output import check_can_write

if TYPE_CHECKING:
    from turnwright.torture.scenario import Report

STYLES = {"passed": "green", "failed": "bold red", "not available": "dim", "no time": "dim"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright torture`."""
    parser.add_argument(
        "--list", action="store_true", help="list the scenarios and do nothing else"
    )
    parser.add_argument(
        "--only", action="append", default=[], metavar="NAME", help="only this one; may be repeated"
    )
    parser.add_argument(
        "--game", default="duel", help="the game to play: a shipped one, or FILE.py (duel)"
    )
    parser.add_argument(
        "--db",
        default="sqlite",
        metavar="KIND|URL",
        help="sqlite, postgresql (a private cluster), or postgresql://... (sqlite)",
    )
    parser.add_argument("--url", default="", help="a running server: http://127.0.0.1:8000")
    parser.add_argument(
        "--seconds", type=float, default=180.0, metavar="S", help="longest time in total (180)"
    )
    parser.add_argument(
        "--recovery",
        type=float,
        default=30.0,
        metavar="S",
        help="longest time from a fault until all rooms go on; give more on a slow machine (30)",
    )
    parser.add_argument("--seed", type=int, help="seed of all random choices (random)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report to a file")
    parser.add_argument(
        "serve_options", nargs="*", metavar="SERVE-OPTION", help="after --: options of `serve`"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the scenarios; return 1 if one of them failed."""
    torture = import_part("turnwright.torture.run", "torture", "server")
    scenarios = torture.select(arguments.only)
    if arguments.list:
        _print_list(scenarios)
        return 0
    _check(arguments)
    settings = _settings(torture, arguments)
    screen = Console(stderr=True, highlight=False)
    with screen.status("starting") as status:
        show = status.update if screen.is_terminal else screen.print
        report = asyncio.run(_run_until_stopped(torture.run(settings, scenarios, show)))
    if arguments.json is not None:
        arguments.json.write_bytes(msgspec.json.format(msgspec.json.encode(report)) + b"\n")
    _print_report(report)
    return 1 if report.has_failed else 0


def _check(arguments: argparse.Namespace) -> None:
    if arguments.seconds <= 0:
        raise tw.UnusableError("bad_seconds", "--seconds must be positive.")
    if arguments.recovery <= 0:
        raise tw.UnusableError("bad_seconds", "--recovery must be positive.")
    if arguments.db not in ("sqlite", "postgresql") and not arguments.db.startswith(
        ("postgresql://", "postgres://")
    ):
        sentence = f"--db must be sqlite, postgresql or postgresql://..., not {arguments.db!r}."
        raise tw.UnusableError("bad_database", sentence)
    if arguments.url and (arguments.serve_options or arguments.db != "sqlite"):
        sentence = "--url is a server that is running: it takes no --db and no options of serve."
        raise tw.UnusableError("bad_url", sentence)
    check_can_write(arguments.json)


def _settings(torture: Any, arguments: argparse.Namespace) -> Any:
    from turnwright.server.rules.hosted_games import load_hosted_games

    options = list(arguments.serve_options)
    if arguments.url:
        name = arguments.game
        seats = asyncio.run(torture.hosted_seats(arguments.url, name))
        games = load_hosted_games([], [])
    else:
        game = find_game(arguments.game)
        name, seats, games = game.name, min(game.seats), load_hosted_games([arguments.game], [])
        if arguments.game not in GAMES:
            options += ["--game", arguments.game]
    return torture.Settings(
        game=name,
        find_game=games,
        seats=seats,
        database=arguments.db,
        url=arguments.url,
        serve_options=tuple(options),
        seconds=arguments.seconds,
        recovery=arguments.recovery,
        seed=random.randrange(1 << 31) if arguments.seed is None else arguments.seed,
    )


async def _run_until_stopped(work: Any) -> Any:
    """Await some work; end it on SIGTERM as on Ctrl-C, so that it can end its processes."""
    task = asyncio.ensure_future(work)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    try:
        return await task
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None


def _print_list(scenarios: Any) -> None:
    table = Table("scenario", "fault", "guarantee", "database")
    for scenario in scenarios:
        where = "PostgreSQL" if scenario.database == "cluster" else scenario.database
        table.add_row(scenario.name, scenario.fault, scenario.guarantee, where)
    Console(highlight=False).print(table)


def _print_report(report: Report) -> None:
    screen = Console(highlight=False)
    title = f"{report.game} on {report.database}, seed {report.seed}, {report.seconds:g} s"
    table = Table(title=title)
    table.add_column("scenario")
    table.add_column("what was done")
    for column in ("moves", "lost", "doubled", "recovery s"):
        table.add_column(column, justify="right")
    table.add_column("verdict")
    for result in report.results:
        recovery = "" if result.recovery is None else f"{result.recovery:.1f}"
        table.add_row(
            result.scenario, result.done, f"{result.acknowledged:,}", str(result.lost),
            str(result.doubled), recovery, result.verdict, style=STYLES[result.verdict],
        )  # fmt: skip
    screen.print(table)
    for result in report.results:
        for problem in result.problems[:10]:
            screen.print(f"{result.scenario}: {problem}", markup=False)
        if len(result.problems) > 10:
            screen.print(f"{result.scenario}: and {len(result.problems) - 10} more", markup=False)
