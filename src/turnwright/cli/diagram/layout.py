"""The layout of a flow diagram: positions of boxes, their text, and the routes of the arrows.

- Segments are panels side by side, phases are boxes stacked in them, steps are small boxes in phases.
- An arrow to the next box is straight.
- All other arrows leave their box on the right, each at its own port. They pass a strip with their
  labels and run through a gutter of lanes that holds no text, so no arrow crosses text.

Nothing is drawn here. All numbers are pixels.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from math import ceil

from turnwright.core.analysis.graph import Graph, GraphEdge, GraphNode, is_within

from .text_metrics import fit, text_width, wrap

PAD, LINE, PORT, LANE = 12, 16, 20, 10
NAME_SIZE = {"segment": 16, "phase": 14, "step": 12}
SMALL = 12
MIN_WIDTH = {"segment": 144, "phase": 144, "step": 132}
MAX_WIDTH = {"segment": 264, "phase": 264, "step": 240}
MAX_LABEL = 144  # the widest label of an arrow
SYMBOL = 18  # the width of a symbol beside a name
BETWEEN = {"phase": 20, "step": 16}

Point = tuple[float, float]


@dataclass
class TextLine:
    """A line of text at its baseline; `full` is the whole text if it was shortened."""

    text: str
    x: float
    y: float
    kind: str
    full: str = ""


@dataclass
class Box:
    """The box of a place. Arrows end at its head, above the boxes inside it."""

    node: GraphNode
    notes: list[str]
    inner: list[Box] = field(default_factory=list)
    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0
    head: float = 0
    lanes: float = 0  # the x position of the first lane in its gutter
    gutter: float = 0
    texts: list[TextLine] = field(default_factory=list)
    ports: list[tuple[str, GraphEdge]] = field(
        default_factory=list
    )  # on its right side: "out" and "in"
    entries: list[GraphEdge] = field(default_factory=list)  # on its left side

    @property
    def right(self) -> float:
        """The x position of the right side."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y position of the lower side."""
        return self.y + self.height


@dataclass
class Route:
    """The route of an arrow: its corners and its label."""

    edge: GraphEdge
    points: list[Point]
    label: TextLine | None = None


@dataclass
class Layout:
    """The boxes by path, the routes of the arrows, and the size of the diagram."""

    boxes: dict[str, Box]
    routes: list[Route]
    width: float
    bottom: float


# --- notes and labels -----------------------------------------------------------------------------


def is_note(edge: GraphEdge) -> bool:
    """Is an edge written as a note: from anywhere, to itself, or into or out of a parent?"""
    return is_within(edge.target, edge.source) or is_within(edge.source, edge.target)


def notes_of(graph: Graph) -> dict[str, list[str]]:
    """The notes by the path of the place that shows them."""
    notes: dict[str, list[str]] = defaultdict(list)
    for edge in graph.edges:
        label = f": {edge.label}" if edge.label else ""
        if not is_note(edge):
            continue
        if edge.source != edge.target and is_within(edge.source, edge.target):
            notes[edge.source].append(f"↻ ends the turn{label}")
        elif edge.kind == "turn":
            notes[edge.target].append(f"↻ next turn{label}")
        else:
            origin = edge.label or edge.kind if edge.source else f"from anywhere{label}"
            notes[edge.target].append(f"↳ {origin}")
    for node in graph.nodes:
        notes[node.path] += ["may be skipped"] * node.is_skippable + ["may wait"] * node.is_held
        notes[node.path] += [f"⚑ {stage}" for stage in node.stages]
    return notes


def label_of(edge: GraphEdge) -> str:
    """The label of an arrow."""
    if edge.kind == "conditional":
        return f"{edge.label}?" if edge.label else "if"
    return edge.label or {"next": "", "turn": "next turn", "jump": "jump"}[edge.kind]


def _label_width(edges: list[GraphEdge]) -> float:
    widths = [text_width(label_of(edge), SMALL) for edge in edges if label_of(edge)]
    return min(MAX_LABEL, max(widths)) + 12 if widths else 8


# --- placing ----------------------------------------------------------------------------------------


def lay_out(graph: Graph, top: float, margin: float = 24) -> Layout:
    """Lay out a graph below `top`."""
    return _LayoutBuilder(graph).place(top, margin)


class _LayoutBuilder:
    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        notes = notes_of(graph)
        self.boxes = {node.path: Box(node, notes.get(node.path, [])) for node in graph.nodes}
        for box in self.boxes.values():
            box.inner = [self.boxes[node.path] for node in graph.children(box.node.path)]
        self.panels = [self.boxes[node.path] for node in graph.children()]
        self.order = {path: index for index, path in enumerate(self.boxes)}
        self.straight: list[GraphEdge] = []
        self.inside: dict[str, list[GraphEdge]] = defaultdict(
            list
        )  # by the box whose gutter they take
        self.crossing: list[GraphEdge] = []
        for edge in graph.edges:
            if not is_note(edge):
                self.sort(edge)

    def panel_of(self, path: str) -> int:
        return self.panels.index(self.boxes[path.partition("/")[0]])

    def sort(self, edge: GraphEdge) -> None:
        """Decide whether an edge is straight, in the gutter of the common box, or across panels."""
        source, target = self.boxes[edge.source], self.boxes[edge.target]
        parent = source.node.parent
        are_siblings = target.node.parent == parent
        if are_siblings and edge.kind in ("next", "conditional"):
            siblings = [node.path for node in self.graph.children(parent)]
            if siblings.index(edge.target) == siblings.index(edge.source) + 1:
                self.straight.append(edge)
                if parent:
                    return
        if self.panel_of(edge.source) != self.panel_of(edge.target):
            if edge not in self.straight:
                self.crossing.append(edge)
                if not _has_key(target.entries, edge):
                    target.entries.append(edge)
        else:
            self.inside[parent if are_siblings else edge.source.partition("/")[0]].append(edge)
            if not _has_key([each for direction, each in target.ports if direction == "in"], edge):
                target.ports.append(("in", edge))
        source.ports.append(("out", edge))

    # --- sizes ------------------------------------------------------------------------------------

    def place(self, top: float, margin: float) -> Layout:
        for panel in self.panels:
            self.measure(panel)
        head = max(panel.head for panel in self.panels)
        tracks = [edge for edge in self.crossing if not self.is_adjacent(edge)]
        top += LANE * len(tracks) + (8 if tracks else 0)
        lanes, right = self.place_panels(top, margin, head)
        routes = [self.straight_route(edge) for edge in self.straight]
        for path, edges in self.inside.items():
            routes += self.inside_routes(self.boxes[path], edges)
        routes += self.crossing_routes(lanes, {edge: i for i, edge in enumerate(tracks)}, top)
        bottom = max(panel.bottom for panel in self.panels)
        return Layout(self.boxes, routes, right + margin, bottom)

    def measure(self, box: Box) -> None:
        """Compute sizes from the inside out: inner boxes, text, ports and gutter."""
        level = box.node.level
        for inner in box.inner:
            self.measure(inner)
        edges = self.inside[box.node.path]
        passing = edges + [
            edge
            for edge in self.crossing
            if edge.source != box.node.path and edge.source.partition("/")[0] == box.node.path
        ]
        keys = {(edge.target, edge.kind) for edge in edges}
        if passing:
            box.lanes = _label_width(passing)
            box.gutter = box.lanes + LANE * len(keys)
        inner_width = max((inner.width for inner in box.inner), default=0)
        symbols = SYMBOL * (box.node.is_start + box.node.has_window + box.node.is_automatic)
        names = text_width(box.node.name, NAME_SIZE[level], bold=True) + symbols
        words = [text_width(word, SMALL) for word in (*box.node.moves, *box.notes)]
        lines = text_width(" · ".join(box.node.moves), SMALL) / 2.5  # two or three lines of moves
        wanted = ceil(max([names, lines, *words])) + 2 * PAD + 1
        box.width = max(
            MIN_WIDTH[level], min(MAX_WIDTH[level], wanted), inner_width + box.gutter + 2 * PAD
        )
        self.measure_head(box)

    def measure_head(self, box: Box) -> None:
        lines = len(self.lines(box)) + 1
        ports = max(len(box.ports), len(box.entries))
        padding = {"segment": 24, "phase": 16, "step": 12}[box.node.level]
        box.head = max(lines * LINE + padding, ports * PORT + 8)
        box.height = box.head

    def lines(self, box: Box) -> list[tuple[str, str]]:
        room = box.width - 2 * PAD
        moves = wrap(list(box.node.moves), room, SMALL)
        notes = [fit(note, room, SMALL) for note in box.notes]
        return [(line, "moves") for line in moves] + [(line, "note") for line in notes]

    # --- positions --------------------------------------------------------------------------------

    def place_panels(self, top: float, margin: float, head: float) -> tuple[list[float], float]:
        """Put the panels side by side. Return the x of each group of lanes and the right end."""
        lanes: list[float] = []
        x = margin
        for index in range(len(self.panels) + 1):
            before = self.panels[index - 1].ports if index else []
            labels = _label_width([edge for _, edge in before]) if before else 0
            count = len(self.lanes_before(index))
            lanes.append(x + labels + 4)
            is_last = index == len(self.panels)
            least = 36 if 0 < index < len(self.panels) else 0
            x += max(
                least, labels + LANE * count + (12 if count or (labels and not is_last) else 0)
            )
            if not is_last:
                panel = self.panels[index]
                panel.head = head
                self.put(panel, x, top, panel.width)
                x = panel.right
        return lanes, x

    def put(self, box: Box, x: float, y: float, width: float) -> None:
        box.x, box.y, box.width = x, y, width
        if box.node.level != "segment":
            self.measure_head(box)
        box.lanes += box.right - PAD - box.gutter
        self.write(box)
        y += box.head
        for index, inner in enumerate(box.inner):
            if index:
                y += BETWEEN[inner.node.level]
                above = box.inner[index - 1].node.path
                if any(e.kind == "conditional" and e.source == above for e in self.straight):
                    y += 8
            self.put(inner, x + PAD, y, width - 2 * PAD - box.gutter)
            y = inner.bottom
        box.height = y - box.y + (PAD if box.inner else 0)

    def write(self, box: Box) -> None:
        """Add the texts of a box: its name beside its symbols, then moves and notes."""
        level, node = box.node.level, box.node
        size = NAME_SIZE[level]
        symbols = SYMBOL * (node.has_window + node.is_automatic)
        start = SYMBOL if node.is_start else 0
        name = fit(node.name, box.width - 2 * PAD - symbols - start, size, bold=True)
        y = box.y + (12 if level == "step" else 14) + size * 0.6
        box.texts.append(TextLine(name, box.x + PAD + start, y, level, node.name))
        full = {"moves": ", ".join(node.moves), "note": ", ".join(box.notes)}
        for line, kind in self.lines(box):
            y += LINE
            box.texts.append(TextLine(line, box.x + PAD, y, kind, full[kind]))

    # --- routes ------------------------------------------------------------------------------------

    def port(self, box: Box, direction: str, edge: GraphEdge) -> float:
        """The y position at which an arrow meets a box.

        Ports are sorted from top to bottom: arrows up to near, up to far, down to far, down to near
        boxes. The lanes have near targets inside, so this order has the fewest crossings.
        """

        def rank(port: tuple[str, GraphEdge]) -> tuple[bool, int]:
            other = self.order[port[1].target if port[0] == "out" else port[1].source]
            return other > self.order[box.node.path], -other

        ports = sorted(box.ports, key=rank)
        matches = [
            d == direction and (e == edge or (d == "in" and _key(e) == _key(edge)))
            for d, e in ports
        ]
        index = matches.index(True)
        if box.node.level == "segment":
            return box.y + PORT * (index + 1)
        return box.y + box.head / 2 + PORT * (index - (len(ports) - 1) / 2)

    def label(
        self, edge: GraphEdge, x: float, y: float, room: float = MAX_LABEL
    ) -> TextLine | None:
        text = label_of(edge)
        return TextLine(fit(text, room, SMALL), x, y, "label", text) if text else None

    def straight_route(self, edge: GraphEdge) -> Route:
        source, target = self.boxes[edge.source], self.boxes[edge.target]
        if source.node.level == "segment":
            y = self.port(source, "out", edge)
            label = self.label(edge, source.right + 8, y - 5)
            return Route(edge, [(source.right, y), (target.x, y)], label)
        wanted = min(MAX_LABEL, text_width(label_of(edge), SMALL)) + 8
        x = max(source.x + PAD + 4, min(source.x + source.width / 2, source.right - wanted))
        middle = (source.bottom + target.y) / 2
        label = self.label(edge, x + 8, middle + 4, source.right - x - 8)
        return Route(edge, [(x, source.bottom), (x, target.y)], label)

    def inside_routes(self, holder: Box, edges: list[GraphEdge]) -> list[Route]:
        """Routes through the lanes of a box. Arrows of one kind to one place share a lane."""
        spans: dict[tuple[str, str], list[float]] = defaultdict(list)
        for edge in edges:
            spans[_key(edge)].append(self.port(self.boxes[edge.source], "out", edge))
            spans[_key(edge)].append(self.port(self.boxes[edge.target], "in", edge))
        taken: list[list[tuple[float, float]]] = []
        lane: dict[tuple[str, str], int] = {}
        for key in sorted(spans, key=lambda key: max(spans[key]) - min(spans[key])):
            low, high = min(spans[key]) - 6, max(spans[key]) + 6
            free = (
                i for i, used in enumerate(taken) if all(h < low or high < lo for lo, h in used)
            )
            lane[key] = next(free, len(taken))
            if lane[key] == len(taken):
                taken.append([])
            taken[lane[key]].append((low, high))
        routes = []
        for edge in edges:
            source, target = self.boxes[edge.source], self.boxes[edge.target]
            x = holder.lanes + LANE * lane[_key(edge)]
            start, end = self.port(source, "out", edge), self.port(target, "in", edge)
            points = [(source.right, start), (x, start), (x, end), (target.right, end)]
            routes.append(Route(edge, points, self.label_inside(edge, source, holder, start)))
        return routes

    def label_inside(self, edge: GraphEdge, source: Box, holder: Box, y: float) -> TextLine | None:
        edge_of_boxes = holder.right - PAD - holder.gutter if holder.inner else source.right
        return self.label(edge, max(edge_of_boxes, source.right) + 6, y - 5)

    def is_adjacent(self, edge: GraphEdge) -> bool:
        return self.panel_of(edge.target) == self.panel_of(edge.source) + 1

    def lanes_before(self, index: int) -> list[tuple[str, GraphEdge]]:
        """The lanes before a panel: arrows out of the panel on the left, and arrows into this panel."""
        found: list[tuple[str, GraphEdge]] = []
        for edge in self.crossing:
            if self.panel_of(edge.source) + 1 == index:
                found.append(("out", edge))
            elif self.panel_of(edge.target) == index:
                found.append(("in", edge))
        return found

    def crossing_routes(
        self, lanes: list[float], tracks: dict[GraphEdge, int], top: float
    ) -> list[Route]:
        routes = []
        for edge in self.crossing:
            source, target = self.boxes[edge.source], self.boxes[edge.target]
            panel = self.panels[self.panel_of(edge.source)]
            out, into = self.panel_of(edge.source) + 1, self.panel_of(edge.target)
            start, end = self.port(source, "out", edge), self.entry(target, edge)
            x = lanes[out] + LANE * self.lanes_before(out).index(("out", edge))
            points = [(source.right, start), (x, start)]
            if edge in tracks:
                track = top - 10 - LANE * tracks[edge]
                back = lanes[into] + LANE * self.lanes_before(into).index(("in", edge))
                points += [(x, track), (back, track), (back, end), (target.x, end)]
            else:
                points += [(x, end), (target.x, end)]
            if source is panel:
                label = self.label(edge, source.right + 8, start - 5)
            else:
                label = self.label_inside(edge, source, panel, start)
            routes.append(Route(edge, points, label))
        return routes

    def entry(self, box: Box, edge: GraphEdge) -> float:
        """The y position at which an arrow from another panel meets the left side of a box."""
        index = next(i for i, each in enumerate(box.entries) if _key(each) == _key(edge))
        if box.node.level == "segment":  # below the arrow from the adjacent panel
            return box.y + box.head - 8 - LANE * index
        return box.y + box.head / 2 + LANE * (index - (len(box.entries) - 1) / 2)


def _key(edge: GraphEdge) -> tuple[str, str]:
    return edge.target, edge.kind


def _has_key(edges: list[GraphEdge], edge: GraphEdge) -> bool:
    return any(_key(each) == _key(edge) for each in edges)
