"""What the commands that play many runs share: arguments, progress, and stopping with Ctrl-C."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

import turnwright as tw
from turnwright.cli.optional_imports import import_optional

if TYPE_CHECKING:
    from turnwright.skirmish.stats.run_options import RunOptions

STOPPED = 130
"""The exit code after Ctrl-C."""


def skirmish_api() -> Any:
    """The module `turnwright.skirmish.api`, imported when it is needed because it is large."""
    return import_optional("turnwright.skirmish.api", "skirmish")


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
    parser.add_argument(
        "--workers", type=int, metavar="N", help="number of processes (chosen automatically)"
    )
    parser.add_argument(
        "--backend",
        choices=("auto", "inline", "pool", "ray"),
        default="auto",
        help="where the runs are played (auto)",
    )
    parser.add_argument(
        "--executor",
        choices=("auto", "interpreter", "kernel"),
        default="auto",
        help="what plays the runs (auto)",
    )
    add_json_argument(parser)


def check_not_empty(runs: int) -> None:
    """Refuse to report on a batch that was stopped before any run was complete."""
    if not runs:
        raise tw.UnusableError("stopped", "Stopped before the first runs were complete.")


@contextmanager
def running_batch(arguments: argparse.Namespace) -> Iterator[RunOptions]:
    """Show progress and handle Ctrl-C while a batch runs; yields the options of the batch.

    The first Ctrl-C cancels the batch, and the complete runs are reported. The second stops at once.
    """
    interrupts: list[int] = []

    def on_interrupt(number: int, frame: FrameType | None) -> None:
        interrupts.append(number)
        if len(interrupts) > 1:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, on_interrupt)
    screen = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(),
        TextColumn("{task.completed:,} of {task.total:,}"), TimeRemainingColumn(),
        console=screen, transient=True, disable=not screen.is_terminal,
    )  # fmt: skip
    try:
        with bar:
            compiles = skirmish_api().may_compile(arguments.runs, arguments.executor)
            text = "compiling the kernel (once, about a minute)" if compiles else "playing"
            task = bar.add_task(text, total=arguments.runs)

            def show(done: int, total: int) -> None:
                bar.update(task, completed=done, total=total, description="playing")

            yield skirmish_api().RunOptions(
                runs=arguments.runs,
                seed=arguments.seed,
                workers=arguments.workers,
                backend=arguments.backend,
                executor=arguments.executor,
                progress=show,
                cancel=lambda: bool(interrupts),
            )
    finally:
        signal.signal(signal.SIGINT, before)
