"""Let bots play whole runs and count how far they get."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from rich.console import Console
from rich.table import Table

from turnwright.cli.batch_progress import STOPPED
from turnwright.cli.output import print_json

from .run_arguments import (
    add_character_arguments,
    add_run_arguments,
    check_ascension,
    play_batch,
)

if TYPE_CHECKING:
    from turnwright.games.spire.bot_batches import BotRun

DEFAULT_BOTS = ("random", "rules")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright spire bots`."""
    parser.add_argument(
        "names", nargs="*", default=[], metavar="NAME", help=f"bots ({' '.join(DEFAULT_BOTS)})"
    )
    add_character_arguments(parser)
    add_run_arguments(parser, 50)


def run(arguments: argparse.Namespace) -> int:
    """Play the runs of every bot and print a table."""
    from turnwright.agents.registry import find_agent
    from turnwright.games.spire.bot_batches import BotBatch, runs_of
    from turnwright.games.spire.characters import find_character

    check_ascension(arguments.ascension)
    character = find_character(arguments.character)
    names = arguments.names or DEFAULT_BOTS
    for name in names:
        find_agent(name)
    options = {"class": character, "ascension": arguments.ascension}
    rows, is_cancelled = [], False
    for name in names:
        batch = BotBatch(name, options, arguments.seed)
        played = play_batch(runs_of, batch, arguments, name)
        rows.append({"bot": name, **options, **summary(played.outcomes, played.seconds)})
        is_cancelled = played.is_cancelled
        if is_cancelled:
            break
    if arguments.json:
        print_json(rows)
    else:
        _print_table(rows, arguments)
    return STOPPED if is_cancelled else 0


def _print_table(rows: list[dict[str, Any]], arguments: argparse.Namespace) -> None:
    first = rows[0]
    print(f"{first['class']}, ascension {first['ascension']}, seeds from {arguments.seed}")
    table = Table(box=None, pad_edge=False)
    table.add_column("bot")
    for word in ("runs", "mean floor", "best", "act 2", "act 3", "won", "95 %", "CPU ms per run"):
        table.add_column(word, justify="right")
    for row in rows:
        won = row["won"]
        table.add_row(
            row["bot"], str(row["runs"]), f"{row['mean_floor']:.1f} ± {row['error']:.1f}",
            str(row["best"]), f"{row['act_2']:.0%}", f"{row['act_3']:.0%}",
            f"{won['value']:.1%}", f"{won['low']:.1%} to {won['high']:.1%}", f"{row['ms']:.0f}",
        )  # fmt: skip
    Console().print(table)


ACT_2, ACT_3 = 17, 34
"""The last floors of acts 1 and 2."""


def summary(runs: Sequence[BotRun], seconds: float) -> dict[str, Any]:
    """How far the runs of a bot got; `error` is half of the 95 % interval of the mean floor."""
    from turnwright.sim.intervals import mean, proportion

    floors = [one.floor for one in runs]
    count = len(floors)
    average = mean(sum(floors), sum(floor * floor for floor in floors), count)
    return {
        "runs": count,
        "mean_floor": average.value,
        "error": average.width / 2,
        "best": max(floors),
        "act_2": sum(floor > ACT_2 for floor in floors) / count,
        "act_3": sum(floor > ACT_3 for floor in floors) / count,
        "won": msgspec.to_builtins(proportion(sum(one.is_won for one in runs), count)),
        "ms": 1000 * seconds / count,
    }
