"""Arguments of commands that play many runs, and the seeds of these runs."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import turnwright as tw
from turnwright.cli.output import with_progress

MAX_RUNS = 1_000_000
MAX_ASCENSION = 20


def add_run_arguments(parser: argparse.ArgumentParser, runs: int) -> None:
    """Add `--runs`, `--seed` and `--json`; `runs` is the default number of runs."""
    parser.add_argument(
        "--runs", type=int, default=runs, metavar="N", help=f"number of runs ({runs})"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="seed of the first run (0)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


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


def seeds_of(arguments: argparse.Namespace, description: str) -> Iterator[int]:
    """The seeds of the runs, with a progress bar."""
    if not 1 <= arguments.runs <= MAX_RUNS:
        sentence = f"--runs must be from 1 to {MAX_RUNS:,}, not {arguments.runs}."
        raise tw.UnusableError("bad_runs", sentence)
    seeds = range(arguments.seed, arguments.seed + arguments.runs)
    return with_progress(seeds, description, quiet=arguments.json)
