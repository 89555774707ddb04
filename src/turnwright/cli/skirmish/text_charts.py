"""Charts drawn with characters: bars, sparklines, box plots and bands over rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnwright.sim.histogram import Distribution
    from turnwright.skirmish.stats.report import PercentileBand

EIGHTHS = " ▏▎▍▌▋▊▉█"
HEIGHTS = " ▁▂▃▄▅▆▇█"


def bar(share: float, width: int) -> str:
    """A bar for a share: empty at 0, full at 1."""
    eighths = round(max(0.0, min(1.0, share)) * width * 8)
    if share > 0 and eighths == 0:
        eighths = 1  # a positive share is always visible
    full, rest = divmod(eighths, 8)
    return ("█" * full + EIGHTHS[rest] * (rest > 0)).ljust(width)


def spark(values: Sequence[float]) -> str:
    """A sparkline: one column per value, the highest is full."""
    most = max(values, default=0)
    if most <= 0:
        return " " * len(values)
    heights = [0 if value <= 0 else max(1, round(value / most * 8)) for value in values]
    return "".join(HEIGHTS[height] for height in heights)


def box(spread: Distribution, most: float, width: int) -> str:
    """A box plot from 0 to `most`: the middle 90 % as a line, the middle half as a bar, the median."""
    if most <= 0:
        return " " * width

    def place(value: float) -> int:
        return min(width - 1, max(0, round(value / most * (width - 1))))

    cells = [" "] * width
    for index in range(place(spread.p5), place(spread.p95) + 1):
        cells[index] = "─"
    for index in range(place(spread.p25), place(spread.p75) + 1):
        cells[index] = "▬"
    cells[place(spread.p50)] = "●"
    return "".join(cells)


def band_chart(bands: Sequence[PercentileBand], height: int = 8, step: int = 3) -> list[str]:
    """Percentages over rounds with an axis: the median, the middle 50 % and the middle 90 %."""
    lines = []
    for row in range(height, 0, -1):
        low, high = 100 * (row - 1) / height, 100 * row / height
        lines.append(_label(row, height) + "".join(_cell(b, low, high) * step for b in bands))
    every = 1 if step > 2 else 2
    numbers = "".join(str(band.round).ljust(step * every) for band in bands[::every])
    return [*lines, f"     {numbers}".rstrip()]


def _label(row: int, height: int) -> str:
    label = {height: "100", height // 2: "50", 1: "0"}.get(row, "")
    return f"{label:>3} ┤" if label else "    │"


def _cell(band: PercentileBand, low: float, high: float) -> str:
    """The character of a band in one row. A row includes its upper end; the lowest one includes 0."""

    def touches(least: float, most: float) -> bool:
        return least <= high and (most > low or low == most == 0)

    if touches(band.p50, band.p50):
        return "━"
    if touches(band.p25, band.p75):
        return "▒"
    return "░" if touches(band.p5, band.p95) else " "
