"""Arguments of commands that play many runs, and playing these runs."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import turnwright as tw
from turnwright.cli.batch_progress import add_worker_arguments, batch_progress, check_not_empty

if TYPE_CHECKING:
    from turnwright.games.spire.bot_batches import BotBatch
    from turnwright.sim.run_outcomes import RunOutcomes

MAX_RUNS = 1_000_000
MAX_ASCENSION = 20

T = TypeVar("T")


def add_run_arguments(parser: argparse.ArgumentParser, runs: int) -> None:
    """Add `--runs`, `--seed`, `--workers`, `--backend` and `--json`; `runs` is the default number."""
    parser.add_argument(
        "--runs", type=int, default=runs, metavar="N", help=f"number of runs ({runs})"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="seed of the first run (0)"
    )
    add_worker_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def add_character_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `--class` and `--ascension`."""
    parser.add_argument(
        "--class", dest="character", default="IRONCLAD", metavar="CLASS",
        help="the character: ironclad, silent, defect or watcher (ironclad)",
    )  # fmt: skip
    add_ascension_argument(parser)


def add_ascension_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--ascension`."""
    parser.add_argument(
        "--ascension", type=int, default=0, metavar="N", help=f"0 to {MAX_ASCENSION} (0)"
    )


def check_ascension(ascension: int) -> None:
    """Refuse an ascension level that does not exist."""
    if not 0 <= ascension <= MAX_ASCENSION:
        sentence = f"The ascension must be from 0 to {MAX_ASCENSION}, not {ascension}."
        raise tw.UnusableError("bad_ascension", sentence)


def check_runs(runs: int) -> None:
    """Refuse a number of runs that makes no sense."""
    if not 1 <= runs <= MAX_RUNS:
        raise tw.UnusableError("bad_runs", f"--runs must be from 1 to {MAX_RUNS:,}, not {runs}.")


def play_batch(
    prepare: Callable[[BotBatch], Callable[[int], T]],
    batch: BotBatch,
    arguments: argparse.Namespace,
    text: str,
) -> RunOutcomes[T]:
    """Play the runs with a progress bar. After Ctrl-C the result has the complete ones."""
    from turnwright.sim.batches import BatchOptions
    from turnwright.sim.run_outcomes import run_outcomes

    check_runs(arguments.runs)
    with batch_progress(arguments.runs, text, quiet=arguments.json) as control:
        played = run_outcomes(
            prepare,
            batch,
            BatchOptions(
                runs=arguments.runs,
                workers=arguments.workers,
                backend=arguments.backend,
                progress=control.progress,
                cancel=control.is_cancelled,
            ),
        )
    check_not_empty(len(played.outcomes))
    return played
