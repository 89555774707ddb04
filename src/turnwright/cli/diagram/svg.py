"""A flow diagram as SVG, for light and dark backgrounds, without scripts or fonts.

Every colour is written twice, as a value and as a variable, because some viewers do not support
variables. A page that embeds the diagram can set the variables on `.flow`.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from turnwright.core.analysis.graph import FlowCoverage, Graph, GraphEdge

from .layout import PAD, SMALL, SYMBOL, Box, Point, Route, TextLine, is_note, lay_out
from .text_metrics import fit, text_width

MARGIN = 24
LIGHT = {
    "ground": "#ffffff",
    "panel": "#f4f5f7",
    "box": "#ffffff",
    "line": "#cfd4dc",
    "arrow": "#5c6675",
    "text": "#1b1f26",
    "muted": "#566070",
    "faint": "#6c7482",
    "accent": "#2563d9",
    "tint": "#e5eefd",
}
DARK = {
    "ground": "#14171c",
    "panel": "#1b1f26",
    "box": "#252a33",
    "line": "#3d4552",
    "arrow": "#9aa5b5",
    "text": "#e9ecf1",
    "muted": "#a3adbb",
    "faint": "#8b95a4",
    "accent": "#7aa7ff",
    "tint": "#22314f",
}
RULES = {
    ".ground": "fill:ground",
    ".panel": "fill:panel;stroke:panel",
    ".box": "fill:box;stroke:line",
    ".step .box": "fill:panel",
    ".here > .box, .here > .panel": "fill:tint;stroke:accent;stroke-width:2px",
    ".never > .box": "fill:none;stroke-dasharray:4 3",
    ".never > .panel": "stroke:line;stroke-dasharray:4 3",
    "text": "fill:text;font-size:12px",
    ".moves, .label, .note, .subtitle": "fill:muted",
    ".note": "font-style:italic",
    ".title": "font-size:20px;font-weight:600",
    "text.segment": "font-size:16px;font-weight:600",
    "text.phase": "font-size:14px;font-weight:600",
    "text.step": "font-weight:600",
    ".here > text.name": "fill:accent",
    ".never > text": "fill:faint",
    ".sign": "fill:none;stroke:muted;stroke-width:1.5px",
    ".start": "fill:accent",
    ".never > .start": "fill:faint",
    ".arrow path": "fill:none;stroke:arrow;stroke-width:1.25px",
    ".arrow .tip": "fill:arrow;stroke:none",
    ".arrow .tail": "fill:ground;stroke:arrow",
    ".turn path": "stroke-width:2.25px",
    ".jump path": "stroke-dasharray:.1 4;stroke-linecap:round;stroke-width:2px",
    ".arrow.never path": "stroke:line;stroke-dasharray:4 3;stroke-linecap:butt",
    ".arrow.never .tip": "fill:line;stroke:none",
    ".arrow.never .tail": "stroke:line;stroke-dasharray:none",
    ".arrow.never text": "fill:faint",
}
FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
CORNER = 6


def svg(
    graph: Graph, here: str | None, visited: FlowCoverage | None, title: str, subtitle: str
) -> str:
    """Draw a graph; `subtitle` is a line below the title."""
    return _SvgDrawing(graph, here, visited).draw(title, subtitle)


class _SvgDrawing:
    def __init__(self, graph: Graph, here: str | None, visited: FlowCoverage | None) -> None:
        self.graph = graph
        self.here = here
        self.visited = visited

    def draw(self, title: str, subtitle: str) -> str:
        top = (
            MARGIN
            + (28 if title else 0)
            + (20 if subtitle else 0)
            + (8 if title or subtitle else 0)
        )
        layout = lay_out(self.graph, top, MARGIN)
        legend, legend_width, legend_height = self.legend(layout.width - 2 * MARGIN)
        wanted = text_width(title, 20, bold=True), text_width(subtitle, SMALL), legend_width
        width = max(layout.width, min(max(wanted), 640) + 2 * MARGIN)
        height = layout.bottom + 20 + legend_height + MARGIN - 8
        parts = [f'<rect class="ground" width="{_n(width)}" height="{_n(height)}" rx="8"/>']
        room = width - 2 * MARGIN
        if title:
            parts += self.text(
                TextLine(fit(title, room, 20, True), MARGIN, MARGIN + 16, "title", title)
            )
        if subtitle:
            below = MARGIN + (40 if title else 12)
            parts += self.text(
                TextLine(fit(subtitle, room, SMALL), MARGIN, below, "subtitle", subtitle)
            )
        panels = [box for box in layout.boxes.values() if box.node.level == "segment"]
        others = [box for box in layout.boxes.values() if box.node.level != "segment"]
        for box in panels + others:
            parts += self.box(box)
        for route in sorted(layout.routes, key=lambda route: self.is_taken(route.edge)):
            parts += self.arrow(route)
        parts.append(f'<g transform="translate({MARGIN} {_n(layout.bottom + 20)})">')
        parts += [*legend, "</g>"]
        size = f'width="{_n(width)}" height="{_n(height)}" viewBox="0 0 {_n(width)} {_n(height)}"'
        name = escape(title or "flow")
        head = f'<svg xmlns="http://www.w3.org/2000/svg" class="flow" role="img" {size}>'
        return "\n".join([head, f"<title>{name}</title>", _style(), *parts, "</svg>"]) + "\n"

    def is_taken(self, edge: GraphEdge) -> bool:
        return self.visited is None or self.visited.has_taken(edge, self.graph)

    # --- parts ----------------------------------------------------------------------------------

    def box(self, box: Box) -> Iterator[str]:
        node = box.node
        classes = ["node", node.level]
        if node.path == self.here:
            classes.append("here")
        if self.visited is not None and not self.visited.has(node.path):
            classes.append("never")
        yield f'<g class="{" ".join(classes)}" data-path="{escape(node.path)}">'
        if node.doc:
            yield f"<title>{escape(node.doc)}</title>"
        kind = "panel" if node.level == "segment" else "box"
        corner = {"segment": 8, "phase": 8, "step": 4}[node.level]
        place = f'x="{_n(box.x)}" y="{_n(box.y)}" width="{_n(box.width)}" height="{_n(box.height)}"'
        yield f'<rect class="{kind}" {place} rx="{corner}"/>'
        name, *rest = box.texts
        middle = name.y - (5 if node.level == "segment" else 4)
        if node.is_start:
            yield _start(box.x + PAD, middle)
        x = box.right - PAD - 12 if box.node.level != "segment" else _after(name)
        if node.is_automatic:
            yield _automatic(x, middle)
            x -= SYMBOL if node.level != "segment" else -SYMBOL
        if node.has_window:
            yield _window(x, middle)
        yield from self.text(name, f"name {node.level}")
        for line in rest:
            yield from self.text(line)
        yield "</g>"

    def text(self, text: TextLine, classes: str = "") -> Iterator[str]:
        full = f"<title>{escape(text.full)}</title>" if text.full not in ("", text.text) else ""
        at = f'x="{_n(text.x)}" y="{_n(text.y)}"'
        yield f'<text class="{classes or text.kind}" {at}>{full}{escape(text.text)}</text>'

    def arrow(self, route: Route) -> Iterator[str]:
        edge = route.edge
        classes = f"arrow {edge.kind}" + ("" if self.is_taken(edge) else " never")
        ends = f'data-from="{escape(edge.source)}" data-to="{escape(edge.target)}"'
        yield f'<g class="{classes}" {ends}>'
        yield from _arrow(route.points, edge.kind)
        if route.label is not None:
            yield from self.text(route.label)
        yield "</g>"

    def legend(self, room: float) -> tuple[list[str], float, float]:
        """Explain the symbols that the diagram uses. Return the parts, the width and the height."""
        nodes = self.graph.nodes
        kinds = {edge.kind for edge in self.graph.edges if not is_note(edge)}
        items: list[tuple[str, str]] = []
        if any(node.is_start for node in nodes):
            items.append((_start(2, 8), "start"))
        if any(node.is_automatic for node in nodes):
            items.append((_automatic(2, 8), "ends automatically"))
        if any(node.has_window for node in nodes):
            items.append((_window(2, 8), "priority window"))
        meaning = {"next": "next", "conditional": "decided by a condition", "turn": "next turn"}
        for kind, text in {**meaning, "jump": "jump"}.items():
            if kind in kinds:
                arrow = "".join(_arrow([(0, 8), (22, 8)], kind))
                items.append((f'<g class="arrow {kind}">{arrow}</g>', text))
        if self.here is not None:
            box = '<rect class="box" x="1" y="2" width="20" height="12" rx="3"/>'
            items.append((f'<g class="here">{box}</g>', "here"))
        if self.visited is not None and not all(map(self.visited.has, (n.path for n in nodes))):
            box = '<rect class="box" x="1" y="2" width="20" height="12" rx="3"/>'
            items.append((f'<g class="never">{box}</g>', "never visited"))
        parts: list[str] = []
        x = y = widest = 0.0
        for symbol, text in items:
            wide = 20 if "<g" not in symbol else 28
            step = wide + text_width(text, SMALL) + 20
            if x and x + step - 20 > max(room, 360):
                x, y = 0, y + 20
            parts.append(f'<g transform="translate({_n(x)} {_n(y)})">{symbol}')
            parts.append(f'<text class="subtitle" x="{wide}" y="12">{text}</text></g>')
            x += step
            widest = max(widest, x - 20)
        return parts, widest, y + 20


# --- styles and shapes --------------------------------------------------------------------------


def _style() -> str:
    """The colours and the CSS rules that use them, limited to this diagram."""

    def variables(palette: dict[str, str]) -> str:
        return ";".join(f"--{name}:{colour}" for name, colour in palette.items())

    def rule(declarations: str) -> str:
        out = []
        for declaration in declarations.split(";"):
            name, _, value = declaration.partition(":")
            if value in LIGHT:
                out += [f"{name}:{LIGHT[value]}", f"{name}:var(--{value})"]
            else:
                out.append(declaration)
        return ";".join(out)

    lines = [
        f".flow{{{variables(LIGHT)};font-family:{FONT};font-variant-numeric:tabular-nums}}",
        f"@media (prefers-color-scheme:dark){{.flow{{{variables(DARK)}}}}}",
    ]
    for selector, declarations in RULES.items():
        scoped = ",".join(f".flow {part.strip()}" for part in selector.split(","))
        lines.append(f"{scoped}{{{rule(declarations)}}}")
    return "<style>\n" + "\n".join(lines) + "\n</style>"


def _arrow(points: list[Point], kind: str) -> Iterator[str]:
    (x1, y1), (x2, y2) = points[-2:]
    dx, dy = _sign(x2 - x1), _sign(y2 - y1)
    tip = [(x2, y2), (x2 - 7 * dx - 4 * dy, y2 - 7 * dy - 4 * dx)]
    tip.append((x2 - 7 * dx + 4 * dy, y2 - 7 * dy + 4 * dx))
    line = [*points[:-1], (x2 - 5 * dx, y2 - 5 * dy)]
    yield f'<path d="{_rounded(line)}"/>'
    yield f'<path class="tip" d="M{" L".join(f"{_n(x)} {_n(y)}" for x, y in tip)}Z"/>'
    if kind == "conditional":
        (x, y), (xx, yy) = points[:2]
        x, y = x + 5 * _sign(xx - x), y + 5 * _sign(yy - y)
        yield f'<path class="tail" d="M{_n(x - 4)} {_n(y)}l4 -4 4 4 -4 4Z"/>'


def _rounded(points: list[Point]) -> str:
    """The path of a line with rounded corners."""
    parts = [f"M{_n(points[0][0])} {_n(points[0][1])}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        reach = [max(abs(p[0] - corner[0]), abs(p[1] - corner[1])) / 2 for p in (before, after)]
        radius = min(CORNER, *reach)
        ends = [
            (
                corner[0] + radius * _sign(p[0] - corner[0]),
                corner[1] + radius * _sign(p[1] - corner[1]),
            )
            for p in (before, after)
        ]
        (ax, ay), (bx, by) = ends
        parts.append(f"L{_n(ax)} {_n(ay)}Q{_n(corner[0])} {_n(corner[1])} {_n(bx)} {_n(by)}")
    parts.append(f"L{_n(points[-1][0])} {_n(points[-1][1])}")
    return "".join(parts)


def _start(x: float, y: float) -> str:
    shape = f"M{_n(x + 1)} {_n(y - 5)}l9 5 -9 5Z"
    return f'<path class="start" d="{shape}"><title>start</title></path>'


def _automatic(x: float, y: float) -> str:
    shape = f"M{_n(x)} {_n(y - 4)}l4 4 -4 4M{_n(x + 6)} {_n(y - 4)}l4 4 -4 4"
    return f'<path class="sign automatic" d="{shape}"><title>ends automatically</title></path>'


def _window(x: float, y: float) -> str:
    shape = f"M{_n(x + 0.5)} {_n(y - 5)}h10v10h-10ZM{_n(x + 5.5)} {_n(y - 5)}v10"
    return f'<path class="sign window" d="{shape}"><title>priority window</title></path>'


def _after(name: TextLine) -> float:
    return name.x + text_width(name.text, 16, bold=True) + 6


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _n(value: float) -> str:
    """A number with at most one decimal."""
    return f"{value:.1f}".rstrip("0").rstrip(".")
