"""A graph as a diagram: Mermaid for Markdown, dot for Graphviz, SVG for anywhere.

`here` marks the place where a match stands; `visited` fades what no match has seen and says how much
was seen. Names come from authors and are escaped.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from turnwright.core.analysis.graph import Edge, FlowCoverage, Graph, Node

from .layout import is_note, label_of, notes_of
from .svg import svg

FORMS = ("mermaid", "dot", "svg")
FAINT, ACCENT, TINT = "#8a93a1", "#2563d9", "#e5eefd"


def render(
    graph: Graph,
    form: str,
    *,
    here: str | None = None,
    visited: FlowCoverage | None = None,
    title: str = "",
) -> str:
    """The diagram in one of the FORMS."""
    if form not in FORMS:
        raise ValueError(f"a diagram is {', '.join(FORMS)}, not {form!r}")
    said = f"Anywhere: {', '.join(graph.moves)}" if graph.moves else ""
    if visited is not None:
        share, counts = seen(graph, visited)
        title = f"{title} · {share} visited" if title else f"{share} visited"
        said = f"{counts}. {said}".rstrip(". ")
    if form == "svg":
        return svg(graph, here, visited, title, said)
    writer = (_Mermaid if form == "mermaid" else _Dot)(graph, here, visited)
    return "\n".join(writer.lines(title, said)) + "\n"


def seen(graph: Graph, visited: FlowCoverage) -> tuple[str, str]:
    """How much of a graph was visited: as a share, and counted."""
    places = sum(visited.has(node.path) for node in graph.nodes)
    ways = sum(visited.has_taken(edge, graph) for edge in graph.edges)
    whole = len(graph.nodes) + len(graph.edges)
    counts = (
        f"{places} of {len(graph.nodes)} places, {ways} of {len(graph.edges)} transitions visited"
    )
    return f"{100 * (places + ways) // max(1, whole)} %", counts


class _Writer:
    """What both languages share: numbered nodes, nested groups, edges that are not notes."""

    def __init__(self, graph: Graph, here: str | None, visited: FlowCoverage | None) -> None:
        self.graph = graph
        self.here = here
        self.visited = visited
        self.ids = {node.path: f"n{index}" for index, node in enumerate(graph.nodes)}
        self.notes = notes_of(graph)
        self.edges = [edge for edge in graph.edges if not is_note(edge)]

    def lines(self, title: str, said: str) -> Iterator[str]:
        raise NotImplementedError

    def mark(self, node: Node) -> str:
        if node.path == self.here:
            return "here"
        return "never" if self.visited is not None and not self.visited.has(node.path) else ""

    def is_taken(self, edge: Edge) -> bool:
        return self.visited is None or self.visited.has_taken(edge, self.graph)

    def words(self, node: Node) -> list[str]:
        """The name with its signs, then the moves, then the notes."""
        signs = [
            "▶ " if node.is_start else "",
            node.name,
            " »" if node.is_automatic else "",
            " ◫" if node.has_window else "",
        ]
        moves = [", ".join(node.moves)] if node.moves else []
        return ["".join(signs), *moves, *self.notes.get(node.path, [])]


class _Mermaid(_Writer):
    ARROWS = {"next": "-->", "conditional": "-->", "turn": "==>", "jump": "-.->"}

    def lines(self, title: str, said: str) -> Iterator[str]:
        if title:
            yield from ("---", f"title: {json.dumps(title, ensure_ascii=False)}", "---")
        yield "flowchart TB"
        if said:
            yield f"  %% {' '.join(said.split())}"
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
        fresh = [str(i) for i, edge in enumerate(self.edges) if not self.is_taken(edge)]
        if fresh:
            yield f"  linkStyle {','.join(fresh)} stroke:{FAINT},stroke-dasharray:4 3"

    def group(self, node: Node, indent: str) -> Iterator[str]:
        inner = self.graph.children(node.path)
        text = "<br/>".join(self.escape(words) for words in self.words(node))
        if not inner:
            yield f'{indent}{self.ids[node.path]}["{text}"]'
            return
        yield f'{indent}subgraph {self.ids[node.path]}["{text}"]'
        for child in inner:
            yield from self.group(child, indent + "  ")
        yield f"{indent}end"

    def escape(self, text: str) -> str:
        """Mermaid reads entities written with a hash."""
        safe = "".join(c if c.isalnum() or c in " _-,.:()»▶◫↻↳·" else f"#{ord(c)};" for c in text)
        return safe.strip() or "#32;"

    def quote(self, text: str) -> str:
        return f'"{self.escape(text)}"'


class _Dot(_Writer):
    STYLES = {"next": "solid", "conditional": "solid", "turn": "bold", "jump": "dotted"}

    def lines(self, title: str, said: str) -> Iterator[str]:
        yield "digraph flow {"
        yield '  graph [compound=true, fontname="sans-serif", style=rounded, labeljust=l];'
        yield '  node [shape=box, style=rounded, fontname="sans-serif", fontsize=11];'
        yield '  edge [fontname="sans-serif", fontsize=9];'
        if title or said:
            yield f"  label={self.quote([title, said])}; labelloc=t;"
        for node in self.graph.children():
            yield from self.group(node, "  ")
        for edge in self.edges:
            yield f"  {self.leaf(edge.source)} -> {self.leaf(edge.target)} [{self.style(edge)}];"
        yield "}"

    def group(self, node: Node, indent: str) -> Iterator[str]:
        inner = self.graph.children(node.path)
        label = f"label={self.quote(self.words(node))}"
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
        """An edge of a cluster is drawn from a node in it: where one enters."""
        inner = self.graph.children(path)
        starts = [node for node in inner if node.is_start] or inner
        return self.leaf(starts[0].path) if starts else self.ids[path]

    def style(self, edge: Edge) -> str:
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
