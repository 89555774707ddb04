"""Numbers, colours and lines that the reports share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape

if TYPE_CHECKING:
    from turnwright.sim.intervals import Chance, Interval
    from turnwright.skirmish.stats.report import ExecutionInfo, StopReason

COLOURS = ("green", "red", "yellow", "magenta", "cyan", "blue")
BAR_WIDTH = 30


def side_colour(side: int) -> str:
    """The colour of a side, by its number."""
    return COLOURS[side % len(COLOURS)]


def percent(value: float) -> str:
    """Format a share as `81.6 %`. Only exactly 0 and 1 are shown as 0 % and 100 %."""
    if 0 < value < 0.001:
        return "<0.1 %"
    if 0.999 < value < 1:
        return ">99.9 %"
    return f"{100 * value:.1f} %"


def format_chance(one: Chance) -> str:
    """Format a chance with its interval."""
    return f"{percent(one.value):>7}  [dim]{100 * one.low:.1f} to {100 * one.high:.1f}[/]"


def format_amount(value: float) -> str:
    """Format a number with at most one decimal."""
    return f"{value:.0f}" if value >= 100 or value == int(value) else f"{value:.1f}"


def show_how(how: ExecutionInfo, console: Console) -> None:
    """Print how long the runs took and what played them."""
    where = "" if how.backend == "inline" else f" on {how.workers} workers ({how.backend})"
    executor = f"the {how.executor}{where}: {how.why}"
    console.print(f"\n[dim]{how.seconds:.1f} s, {escape(executor)}.[/]")


def stopped_note(stopped: StopReason) -> str:
    """A note for a batch that was cancelled."""
    return " [yellow](stopped)[/]" if stopped == "cancelled" else ""


def format_points(one: Interval) -> str:
    """Format a difference of shares in percentage points with its interval."""
    return f"{100 * one.value:+.1f}  [dim]{100 * one.low:+.1f} to {100 * one.high:+.1f}[/]"


def format_difference(one: Interval) -> str:
    """Format a difference with its interval."""
    return f"{one.value:+.2f}  [dim]{one.low:+.2f} to {one.high:+.2f}[/]"
