"""A graph as a diagram: Mermaid for Markdown, dot for Graphviz, or SVG.

`here` highlights the place where a match stands. `visited` greys out what no match has visited and
adds how much was visited. Names come from game authors and are escaped.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from turnwright.core.analysis.graph import FlowCoverage, Graph, GraphEdge, GraphNode

from .layout import is_note, label_of, notes_of
from .svg import svg

FORMATS = ("mermaid", "dot", "svg")
FAINT, ACCENT, TINT = "#8a93a1", "#2563d9", "#e5eefd"


def render(
    graph: Graph,
    format: str,
    *,
    here: str | None = None,
    visited: FlowCoverage | None = None,
    title: str = "",
) -> str:
    """Draw a graph in one of the FORMATS."""
    if format not in FORMATS:
        raise ValueError(f"the format must be one of {', '.join(FORMATS)}, not {format!r}")
    subtitle = f"Anywhere: {', '.join(graph.moves)}" if graph.moves else ""
    if visited is not None:
        share, counts = visited_share(graph, visited)
        title = f"{title} · {share} visited" if title else f"{share} visited"
        subtitle = f"{counts}. {subtitle}".rstrip(". ")
    if format == "svg":
        return svg(graph, here, visited, title, subtitle)
    writer = (_MermaidWriter if format == "mermaid" else _DotWriter)(graph, here, visited)
    return "\n".join(writer.lines(title, subtitle)) + "\n"


def visited_share(graph: Graph, visited: FlowCoverage) -> tuple[str, str]:
    """How much of a graph was visited: in percent, and as counts."""
    places = sum(visited.has(node.path) for node in graph.nodes)
    transitions = sum(visited.has_taken(edge, graph) for edge in graph.edges)
    total = len(graph.nodes) + len(graph.edges)
    counts = (
        f"{places} of {len(graph.nodes)} places, "
        f"{transitions} of {len(graph.edges)} transitions visited"
    )
    return f"{100 * (places + transitions) // max(1, total)} %", counts


class _DiagramWriter:
    """What Mermaid and dot share: numbered nodes, nested groups, and edges that are not notes."""

    def __init__(self, graph: Graph, here: str | None, visited: FlowCoverage | None) -> None:
        self.graph = graph
        self.here = here
        self.visited = visited
        self.ids = {node.path: f"n{index}" for index, node in enumerate(graph.nodes)}
        self.notes = notes_of(graph)
        self.edges = [edge for edge in graph.edges if not is_note(edge)]

    def lines(self, title: str, subtitle: str) -> Iterator[str]:
        raise NotImplementedError

    def mark(self, node: GraphNode) -> str:
        if node.path == self.here:
            return "here"
        return "never" if self.visited is not None and not self.visited.has(node.path) else ""

    def is_taken(self, edge: GraphEdge) -> bool:
        return self.visited is None or self.visited.has_taken(edge, self.graph)

    def text_lines(self, node: GraphNode) -> list[str]:
        """The name with its symbols, then the moves, then the notes."""
        symbols = [
            "▶ " if node.is_start else "",
            node.name,
            " »" if node.is_automatic else "",
            " ◫" if node.has_window else "",
        ]
        moves = [", ".join(node.moves)] if node.moves else []
        return ["".join(symbols), *moves, *self.notes.get(node.path, [])]


class _MermaidWriter(_DiagramWriter):
    ARROWS = {"next": "-->", "conditional": "-->", "turn": "==>", "jump": "-.->"}

    def lines(self, title: str, subtitle: str) -> Iterator[str]:
        if title:
            yield from ("---", f"title: {json.dumps(title, ensure_ascii=False)}", "---")
        yield "flowchart TB"
        if subtitle:
            yield f"  %% {' '.join(subtitle.split())}"
        for node in self.graph.children():
            yield from self.group(node, "  ")
        for edge in self.edges:
            label = label_of(edge)
            text = f"|{self.quote(label)}|" if label else ""
            ends = self.ids[edge.source], self.ids[edge.target]
            yield f"  {ends[0]} {self.ARROWS[edge.kind]}{text} {ends[1]}"
        yield f"  classDef here stroke:{ACCENT},stroke-width:3px"
        yield f"  classDef never stroke:{FAINT},stroke-dasharray:4 3,color:{FAINT}"
        for mark in ("here", "never"):
            marked = [self.ids[node.path] for node in self.graph.nodes if self.mark(node) == mark]
            if marked:
                yield f"  class {','.join(marked)} {mark}"
        untaken = [str(i) for i, edge in enumerate(self.edges) if not self.is_taken(edge)]
        if untaken:
            yield f"  linkStyle {','.join(untaken)} stroke:{FAINT},stroke-dasharray:4 3"

    def group(self, node: GraphNode, indent: str) -> Iterator[str]:
        inner = self.graph.children(node.path)
        text = "<br/>".join(self.escape(line) for line in self.text_lines(node))
        if not inner:
            yield f'{indent}{self.ids[node.path]}["{text}"]'
            return
        yield f'{indent}subgraph {self.ids[node.path]}["{text}"]'
        for child in inner:
            yield from self.group(child, indent + "  ")
        yield f"{indent}end"

    def escape(self, text: str) -> str:
        """Escape a text as Mermaid entities, which are written with a hash."""
        safe = "".join(c if c.isalnum() or c in " _-,.:()»▶◫↻↳·" else f"#{ord(c)};" for c in text)
        return safe.strip() or "#32;"

    def quote(self, text: str) -> str:
        return f'"{self.escape(text)}"'


class _DotWriter(_DiagramWriter):
    STYLES = {"next": "solid", "conditional": "solid", "turn": "bold", "jump": "dotted"}

    def lines(self, title: str, subtitle: str) -> Iterator[str]:
        yield "digraph flow {"
        yield '  graph [compound=true, fontname="sans-serif", style=rounded, labeljust=l];'
        yield '  node [shape=box, style=rounded, fontname="sans-serif", fontsize=11];'
        yield '  edge [fontname="sans-serif", fontsize=9];'
        if title or subtitle:
            yield f"  label={self.quote([title, subtitle])}; labelloc=t;"
        for node in self.graph.children():
            yield from self.group(node, "  ")
        for edge in self.edges:
            yield f"  {self.leaf(edge.source)} -> {self.leaf(edge.target)} [{self.style(edge)}];"
        yield "}"

    def group(self, node: GraphNode, indent: str) -> Iterator[str]:
        inner = self.graph.children(node.path)
        label = f"label={self.quote(self.text_lines(node))}"
        mark = {
            "here": f'class=here, color="{ACCENT}", penwidth=2, fontcolor="{ACCENT}"',
            "never": f'class=never, color="{FAINT}", style="rounded,dashed", fontcolor="{FAINT}"',
        }.get(self.mark(node), "")
        if not inner:
            yield f"{indent}{self.ids[node.path]} [{', '.join(filter(None, [label, mark]))}];"
            return
        yield f"{indent}subgraph cluster_{self.ids[node.path]} {{"
        yield f"{indent}  graph [{', '.join(filter(None, [label, mark]))}];"
        for child in inner:
            yield from self.group(child, indent + "  ")
        yield f"{indent}}}"

    def leaf(self, path: str) -> str:
        """The node at which the edges of a cluster are drawn: its start."""
        inner = self.graph.children(path)
        starts = [node for node in inner if node.is_start] or inner
        return self.leaf(starts[0].path) if starts else self.ids[path]

    def style(self, edge: GraphEdge) -> str:
        style = {"style": self.STYLES[edge.kind]}
        if label_of(edge):
            style["label"] = self.quote([label_of(edge)])
        for key, path in (("ltail", edge.source), ("lhead", edge.target)):
            if self.graph.children(path):
                style[key] = f"cluster_{self.ids[path]}"
        if edge.kind == "conditional":
            style |= {"dir": "both", "arrowtail": "odiamond"}
        if not self.is_taken(edge):
            style |= {"style": "dashed", "class": "never", "color": f'"{FAINT}"'}
        return ", ".join(f"{key}={value}" for key, value in style.items())

    def quote(self, lines: list[str]) -> str:
        texts = [line.replace("\\", "\\\\").replace('"', '\\"') for line in lines if line]
        return '"' + "\\n".join(" ".join(text.split("\n")) for text in texts) + '"'
