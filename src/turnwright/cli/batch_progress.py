"""What the commands share that play many runs: arguments for workers, progress, and Ctrl-C."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

import turnwright as tw

STOPPED = 130
"""The exit code after Ctrl-C."""


@dataclass(frozen=True)
class BatchControl:
    """What a batch needs from a command: it reports progress, and asks whether it was cancelled."""

    progress: Callable[[int, int], None]
    is_cancelled: Callable[[], bool]


def add_worker_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `--workers` and `--backend`."""
    parser.add_argument(
        "--workers", type=int, metavar="N", help="number of processes (chosen automatically)"
    )
    parser.add_argument(
        "--backend",
        choices=("auto", "inline", "pool", "ray"),
        default="auto",
        help="where the runs are played (auto)",
    )


def check_not_empty(runs: int) -> None:
    """Refuse to report on a batch that was stopped before any run was complete."""
    if not runs:
        raise tw.UnusableError("stopped", "Stopped before the first runs were complete.")


@contextmanager
def batch_progress(
    total: int,
    text: str | Callable[[], str] = "playing",
    *,
    first_text: str = "",
    quiet: bool = False,
) -> Iterator[BatchControl]:
    """Show a progress bar and handle Ctrl-C while a batch runs. `first_text` is shown until the first
    progress is reported, then `text`, or what it returns at every report.

    The first Ctrl-C cancels the batch, and the complete runs are reported. The second stops at once.
    """
    interrupts: list[int] = []

    def on_interrupt(number: int, frame: FrameType | None) -> None:
        interrupts.append(number)
        if len(interrupts) > 1:
            raise KeyboardInterrupt

    def current_text() -> str:
        return text if isinstance(text, str) else text()

    before = signal.signal(signal.SIGINT, on_interrupt)
    screen = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(),
        TextColumn("{task.completed:,} of {task.total:,}"), TimeRemainingColumn(),
        console=screen, transient=True, disable=quiet or not screen.is_terminal,
    )  # fmt: skip
    try:
        with bar:
            task = bar.add_task(first_text or current_text(), total=total)

            def show(done: int, total: int) -> None:
                bar.update(task, completed=done, total=total, description=current_text())

            yield BatchControl(show, lambda: bool(interrupts))
    finally:
        signal.signal(signal.SIGINT, before)
