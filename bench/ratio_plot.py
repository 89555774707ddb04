"""A picture of comparisons: bars to the right where we do more, and to the left where less."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from .comparison import Comparison, times

ROW, LABEL, WIDTH, RIGHT = 24, 330, 430, 60
TOP, BOTTOM = 30, 34
STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #24292f; }
  .axis { stroke: #8c959f; } .grid { stroke: #d0d7de; } .small { font-size: 11px; fill: #57606a; }
  .more { fill: #0969da; } .less { fill: #bc4c00; } .group { font-weight: 600; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; } .small { fill: #9198a1; }
    .axis { stroke: #656c76; } .grid { stroke: #3d444d; }
    .more { fill: #4493f8; } .less { fill: #db6d28; }
  }
"""


def ratio_plot(rows: Sequence[Comparison]) -> str:
    """Return an SVG of the ratios on a logarithmic scale, by group."""
    lines: list[Comparison | str] = []
    for group in dict.fromkeys(one.group for one in rows):
        own = [one for one in rows if one.group == group]
        lines += [group, *sorted(own, key=lambda one: -one.ratio)]
    low = math.floor(min(0.0, *(math.log10(one.ratio) for one in rows)))
    high = math.ceil(max(0.0, *(math.log10(one.ratio) for one in rows)))
    height = TOP + ROW * len(lines) + BOTTOM

    def place(exponent: float) -> float:
        return LABEL + WIDTH * (exponent - low) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LABEL + WIDTH + RIGHT} {height}" '
        f'role="img" aria-label="Work per CPU second of Turnwright relative to peers">',
        f"<style>{STYLE}</style>",
    ]
    for exponent in range(low, high + 1):
        x, kind = place(exponent), "axis" if exponent == 0 else "grid"
        parts.append(
            f'<line class="{kind}" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{height - BOTTOM}"/>'
        )
        parts.append(
            f'<text class="small" text-anchor="middle" x="{x:.1f}" y="{height - BOTTOM + 16}">'
            f"{10.0**exponent:g}x</text>"
        )
    parts.append(
        '<text class="small" x="0" y="16">Work per second of CPU time, relative to the peer</text>'
    )
    for number, line in enumerate(lines):
        y = TOP + ROW * number
        if isinstance(line, str):
            parts.append(f'<text class="group" x="0" y="{y + 16}">{escape(line)}</text>')
            continue
        start, end = sorted((place(0), place(math.log10(line.ratio))))
        kind = "more" if line.ratio >= 1 else "less"
        name = f"{line.work}: {line.peer}{' (recorded)' if line.is_recorded else ''}"
        parts += [
            f'<text x="12" y="{y + 16}">{escape(name)}</text>',
            f'<rect class="{kind}" x="{start:.1f}" y="{y + 5}" '
            f'width="{max(end - start, 1):.1f}" height="14" rx="2"/>',
            f'<text class="small" x="{end + 5:.1f}" y="{y + 16}">{times(line.ratio)}</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])
