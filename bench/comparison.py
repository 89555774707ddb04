"""Rates of ours beside those of peers, taken in turns, as ratios.

A shared machine is not equally fast all the time, so ours and a peer are measured one after the other
in several rounds, and the ratio is the median of the rounds. All rates are work per second of CPU time;
a ratio above 1 means that ours does more.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence

import msgspec
from rich.table import Table


class Comparison(msgspec.Struct, frozen=True):
    """One kind of work, done by us and by a peer."""

    group: str
    work: str
    peer: str
    ours: tuple[float, ...]
    theirs: tuple[float, ...]
    is_recorded: bool = False
    """Whether the peer was measured earlier on such a machine, and not in this run."""

    @property
    def ratio(self) -> float:
        """How much we do while the peer does one unit: the median of the rounds."""
        return statistics.median(self.ratios)

    @property
    def ratios(self) -> list[float]:
        """The ratio of every round."""
        if self.is_recorded:
            return [one / self.theirs[0] for one in self.ours]
        return [one / other for one, other in zip(self.ours, self.theirs, strict=True)]


def rounded(rate: float) -> str:
    """Return a rate with three digits that matter."""
    digits = max(0, 2 - len(str(int(rate))) + 1) if rate < 100 else 0
    return f"{float(f'{rate:.3g}'):,.{digits}f}"


def times(ratio: float) -> str:
    """Return a ratio as text: 3.4x, 0.53x, 45x."""
    return f"{ratio:.0f}x" if ratio >= 10 else f"{ratio:.2g}x"


def cells(one: Comparison) -> tuple[str, ...]:
    """Return a comparison as the cells of a row: median rates, the ratio, and its range."""
    low, high = min(one.ratios), max(one.ratios)
    peer = f"{one.peer} (recorded)" if one.is_recorded else one.peer
    return (
        one.work,
        peer,
        rounded(statistics.median(one.ours)),
        rounded(statistics.median(one.theirs)),
        times(one.ratio),
        f"{times(low)} to {times(high)}",
    )


TITLES = ("work", "peer", "ours", "peer's", "ratio", "range")


def comparison_table(group: str, rows: Sequence[Comparison]) -> Table:
    """Return the comparisons of one group as a table for the terminal."""
    table = Table(*TITLES[:2], title=f"{group}, per CPU second", title_justify="left")
    for title in TITLES[2:]:
        table.add_column(title, justify="right")
    for one in rows:
        style = "yellow" if one.ratio < 1 else ""
        table.add_row(*cells(one), style=style)
    return table


def markdown_table(rows: Sequence[Comparison]) -> str:
    """Return comparisons as a table of a document. Rows in which we do less come first, in bold."""
    lines = [f"| {' | '.join(TITLES)} |", "|---|---|---:|---:|---:|---|"]
    for one in sorted(rows, key=lambda row: row.ratio):
        texts = [*cells(one)]
        if one.ratio < 1:
            texts[4] = f"**{texts[4]}**"
        lines.append(f"| {' | '.join(texts)} |")
    return "\n".join(lines)
