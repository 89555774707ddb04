"""What the commands that play many runs share: arguments, and the options of the batch."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from turnwright.cli.batch_progress import add_worker_arguments, batch_progress

if TYPE_CHECKING:
    from turnwright.skirmish.stats.run_options import RunOptions


def skirmish_api() -> Any:
    """The module `turnwright.skirmish.api`, imported when it is needed because it is large."""
    return import_module("turnwright.skirmish.api")


def add_file_argument(
    parser: argparse.ArgumentParser, name: str = "file", metavar: str = "FILE"
) -> None:
    """Add the positional argument that names a scenario."""
    parser.add_argument(name, metavar=metavar, help="a scenario, or the name of a sample")


def add_json_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def add_batch_arguments(parser: argparse.ArgumentParser, runs: int) -> None:
    """Add the arguments of a batch; `runs` is the default number of runs."""
    parser.add_argument(
        "--runs", type=int, default=runs, metavar="N", help=f"number of runs ({runs:,})"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="seed of all random numbers (0)"
    )
    add_worker_arguments(parser)
    parser.add_argument(
        "--executor",
        choices=("auto", "interpreter", "kernel"),
        default="auto",
        help="what plays the runs (auto)",
    )
    add_json_argument(parser)


def _what_happens() -> Callable[[], str]:
    """What to show beside the progress: also that the kernel is being compiled in the background."""
    state = skirmish_api().kernel_state
    if state() == "ready":
        return lambda: "playing"
    return lambda: "playing, and compiling the kernel" if state() == "compiling" else "playing"


@contextmanager
def running_batch(arguments: argparse.Namespace) -> Iterator[RunOptions]:
    """Show progress and handle Ctrl-C while a batch runs; yields the options of the batch."""
    compiles = skirmish_api().may_compile(arguments.runs, arguments.executor)
    first = "compiling the kernel (once, about a minute)" if compiles else ""
    with batch_progress(arguments.runs, _what_happens(), first_text=first) as control:
        yield skirmish_api().RunOptions(
            runs=arguments.runs,
            seed=arguments.seed,
            workers=arguments.workers,
            backend=arguments.backend,
            executor=arguments.executor,
            progress=control.progress,
            cancel=control.is_cancelled,
        )
