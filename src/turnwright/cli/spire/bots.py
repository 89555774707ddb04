"""Let bots play whole runs and count how far they get."""

from __future__ import annotations

import argparse
import time
from statistics import mean
from typing import Any

from rich.console import Console
from rich.table import Table

from turnwright.cli.output import print_json

from .run_arguments import add_ascension_argument, add_run_arguments, check_ascension, seeds_of

DEFAULT_BOTS = ("random", "rules")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright spire bots`."""
    parser.add_argument(
        "names", nargs="*", default=[], metavar="NAME", help=f"bots ({' '.join(DEFAULT_BOTS)})"
    )
    add_ascension_argument(parser)
    add_run_arguments(parser, 50)


def run(arguments: argparse.Namespace) -> int:
    """Play the runs of every bot and print a table."""
    from turnwright.agents.registry import find_agent

    check_ascension(arguments.ascension)
    names = arguments.names or DEFAULT_BOTS
    for name in names:
        find_agent(name)
    rows = [_play_runs(name, arguments) for name in names]
    if arguments.json:
        print_json(rows)
        return 0
    table = Table(box=None, pad_edge=False)
    table.add_column("bot")
    for word in ("runs", "mean floor", "best", "act 2", "act 3", "won", "ms per run"):
        table.add_column(word, justify="right")
    for row in rows:
        table.add_row(
            row["bot"], str(row["runs"]), f"{row['mean_floor']:.1f} ± {row['error']:.1f}",
            str(row["best"]), f"{row['act_2']:.0%}", f"{row['act_3']:.0%}", f"{row['won']:.0%}",
            f"{row['ms']:.0f}",
        )  # fmt: skip
    Console().print(table)
    return 0


ACT_2, ACT_3 = 17, 34
"""The last floors of acts 1 and 2."""


def _play_runs(name: str, arguments: argparse.Namespace) -> dict[str, Any]:
    from turnwright.agents import play_out
    from turnwright.agents.registry import find_agent
    from turnwright.games.spire.game import game
    from turnwright.sim.intervals import Z

    floors, won = [], 0
    started = time.process_time()
    options = {"ascension": arguments.ascension}
    for seed in seeds_of(arguments, name):
        match = game.start(seed, options=options, record=False)
        play_out(match, [find_agent(name, f"run {seed}")])
        floors.append(match.G.floor)
        won += match.result is not None and bool(match.result.winners)
    spent = time.process_time() - started
    count = len(floors)
    average = mean(floors)
    spread = (sum((floor - average) ** 2 for floor in floors) / max(1, count - 1)) ** 0.5
    return {
        "bot": name,
        "runs": count,
        "mean_floor": average,
        "error": Z * spread / count**0.5,
        "best": max(floors),
        "act_2": sum(floor > ACT_2 for floor in floors) / count,
        "act_3": sum(floor > ACT_3 for floor in floors) / count,
        "won": won / count,
        "ms": 1000 * spent / count,
    }
