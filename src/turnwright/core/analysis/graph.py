"""The flow as a graph: places are nodes, possible transitions are edges.

A `Graph` is plain data and independent of games, so that other state machines can be drawn with it.
`graph_of` builds the graph of a game without running a rule. `coverage` says how much of it a set of
records has visited.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec

from turnwright.core.definition.flow import Next, Phase, Segment, Step, Turn
from turnwright.core.definition.game import Game
from turnwright.core.errors import DefinitionError
from turnwright.core.runtime.context import Context
from turnwright.core.runtime.record import Record

from .static_analysis import JUMPS, Rule, is_always, mentions, name_of, returned

Kind = Literal["next", "conditional", "turn", "jump"]
LEVELS = ("segment", "phase", "step")
Level: TypeAlias = Segment | Turn | Phase | Step


class GraphStage(msgspec.Struct, frozen=True):
    """A stage of a phase: what single seats do in it. `is_start` says that it has `who`."""

    name: str
    moves: tuple[str, ...] = ()
    next: str | None = None
    is_start: bool = False

    def __str__(self) -> str:
        moves = f": {', '.join(self.moves)}" if self.moves else ""
        return f"{self.name}{moves}" + (f" → {self.next}" if self.next else "")


class GraphNode(msgspec.Struct, frozen=True):
    """A place. Its path, like `duringGame/main/attack`, has its parents and its name."""

    path: str
    is_start: bool = False
    moves: tuple[str, ...] = ()
    has_window: bool = False
    is_automatic: bool = False
    is_state_driven: bool = False
    doc: str = ""
    is_skippable: bool = False
    is_held: bool = False
    stages: tuple[GraphStage, ...] = ()

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition("/")[2]

    @property
    def parent(self) -> str:
        """The path of the place around it, or ""."""
        return self.path.rpartition("/")[0]

    @property
    def level(self) -> str:
        """segment, phase or step."""
        return LEVELS[min(self.path.count("/"), 2)]


class GraphEdge(msgspec.Struct, frozen=True):
    """A possible transition. An empty source means any place. `label` says what causes it."""

    source: str
    target: str
    kind: Kind = "next"
    label: str = ""


class Graph(msgspec.Struct, frozen=True):
    """Nodes (parents before children) and edges. `moves` are available everywhere."""

    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...] = ()
    moves: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        problems: list[str] = []
        known = {""}
        for node in self.nodes:
            if node.path in known:
                problems.append(f"{node.path!r} is defined twice")
            if node.parent not in known or node.path.count("/") > 2:
                problems.append(f"{node.path!r}: its parent {node.parent!r} is not a place")
            known.add(node.path)
        for edge in self.edges:
            ends = [end for end in (edge.source, edge.target or "nowhere") if end not in known]
            problems += [
                f"an edge ({edge.kind}) names {end!r}, which is not a place" for end in ends
            ]
        if problems:
            raise DefinitionError(problems)

    def children(self, path: str = "") -> list[GraphNode]:
        """The nodes directly inside a place."""
        return [node for node in self.nodes if node.parent == path and node.path]

    def entry(self, path: str) -> str:
        """The path where a place is entered: down to its start."""
        starts = [node.path for node in self.children(path) if node.is_start]
        return self.entry(starts[0]) if starts else path


def is_within(path: str, place: str) -> bool:
    """Whether a path is a place or inside it. Everything is inside the empty path."""
    return not place or path == place or path.startswith(place + "/")


# --- from a game --------------------------------------------------------------------------------------


def graph_of(game: Game) -> Graph:
    """Build the graph of a game's flow: every `next`, every end of a turn, every jump in its rules."""
    slashed = [name for name in names_of(game) if "/" in name or not name]
    if slashed:
        raise DefinitionError([f"the name {name!r} cannot be part of a path" for name in slashed])
    reader = _GraphBuilder(game)
    segments = game.flow.normal()
    start = next(
        (name for name, segment in segments.items() if segment.start), next(iter(segments))
    )
    for name, segment in segments.items():
        nodes = reader.nodes
        nodes.append(_node(name, segment, name == start, {**segment.moves, **segment.turn.moves}))
        for phase_name, phase in segment.turn.phases.items():
            path = f"{name}/{phase_name}"
            nodes.append(_node(path, phase, phase.start, phase.moves))
            for step_name, step in phase.steps.items():
                nodes.append(_node(f"{path}/{step_name}", step, step.start, step.moves))
    for name, segment in segments.items():
        reader.read_next(name, segment.next, segments)
        reader.read_rules(name, segment)
        reader.read_rules(name, segment.turn)
        for phase_name, phase in segment.turn.phases.items():
            path = f"{name}/{phase_name}"
            reader.read_phase_end(path, phase, segment)
            reader.read_rules(path, phase)
            for step_name, step in phase.steps.items():
                reader.read_next(f"{path}/{step_name}", step.next, phase.steps)
                reader.read_rules(f"{path}/{step_name}", step)
    for move_name, move in game._moves.items():
        reader.read_rule("", move_name, move.fn)
    return Graph(tuple(reader.nodes), tuple(reader.edges()), tuple(game._moves))


def names_of(game: Game) -> Iterator[str]:
    """Yield every name in the flow of a game."""
    for name, segment in game.flow.normal().items():
        yield name
        for phase_name, phase in segment.turn.phases.items():
            yield from (phase_name, *phase.steps)


def _node(path: str, level: Level, is_start: bool, moves: Mapping[str, object]) -> GraphNode:
    return GraphNode(
        path,
        is_start=is_start,
        moves=tuple(name for name, move in moves.items() if move is not None),
        has_window=getattr(level, "window", None) is not None,
        is_automatic=is_always(level.end_if),
        is_state_driven=getattr(level, "at", None) is not None,
        doc=level.doc,
        is_skippable=getattr(level, "skip_if", None) is not None,
        is_held=level.hold_if is not None,
        stages=tuple(
            GraphStage(name, tuple(stage.moves), stage.next, stage.who is not None)
            for name, stage in getattr(level, "stages", {}).items()
        ),
    )


def targets_of(
    where: Next, name: str, siblings: Iterable[str], context: type[Context]
) -> list[str | None]:
    """Return where a `next` may lead. Its own name means that the flow stays, which is not an edge. A
    function that names no sibling may lead to any of them."""
    if not callable(where):
        return [where] if where != name else []
    said = {word for each in mentions(where, context) for word in each.words}
    known = [sibling for sibling in siblings if sibling != name]
    named: list[str | None] = [sibling for sibling in known if sibling in said]
    if not named and name not in said:
        return [*known, None]
    return [*named, None] if None in returned(where) else named


def rules_of(level: Level) -> Iterator[tuple[str, Rule]]:
    """Yield the moves and hooks of a level with their names. Conditions are left out."""
    for name, move in level.moves.items():
        if move is not None:
            yield name, move.fn
    window = getattr(level, "window", None)
    hooks = {"on begin": level.on_begin, "on end": level.on_end, "on move": level.on_move}
    for stage_name, stage in getattr(level, "stages", {}).items():
        for name, move in stage.moves.items():
            if move is not None:
                yield name, move.fn
        hooks[f"{stage_name} begins"] = stage.on_begin
        hooks[f"{stage_name} ends"] = stage.on_end
    if window is not None:
        hooks["window closes"] = window.on_close
    for name, hook in hooks.items():
        if hook is not None:
            yield name, hook


class _GraphBuilder:
    """Collects nodes and edges. Transitions of one kind between two places become one edge."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.nodes: list[GraphNode] = []
        self._found: dict[tuple[str, str, Kind], list[str]] = {}

    def edges(self) -> Iterator[GraphEdge]:
        """Yield the edges found."""
        for (source, target, kind), labels in self._found.items():
            yield GraphEdge(source, target, kind, ", ".join(label for label in labels if label))

    def add(self, source: str, target: str, kind: Kind, label: str = "") -> None:
        """Add a transition."""
        labels = self._found.setdefault((source, target, kind), [])
        if label not in labels:
            labels.append(label)

    def read_next(self, path: str, where: Next, siblings: Mapping[str, object]) -> None:
        """Add the edges of a `next`."""
        parent, slash, _ = path.rpartition("/")
        for target, kind, label in self._ways(path, where, siblings):
            if target is not None:
                self.add(path, parent + slash + target, kind, label)

    def read_phase_end(self, path: str, phase: Phase, segment: Segment) -> None:
        """Add the edges of the end of a phase: to another phase, or to the next turn if its `next` is
        None or the start phase, or if `end` is set."""
        parent = path.rpartition("/")[0]
        phases = segment.turn.phases
        for target, kind, label in self._ways(path, phase.next, phases):
            if target is None or phase.end or phases[target].start:
                self.add(path, self.turn_start(parent), "turn", label)
            else:
                self.add(path, f"{parent}/{target}", kind, label)

    def _ways(
        self, path: str, where: Next, siblings: Iterable[str]
    ) -> Iterator[tuple[str | None, Kind, str]]:
        name = path.rpartition("/")[2]
        for target in targets_of(where, name, siblings, self.game.context):
            if callable(where):
                yield target, "conditional", name_of(where)
            else:
                yield target, "next", ""

    def turn_start(self, segment: str) -> str:
        """Return where a turn starts: the start phase, or the segment itself."""
        starts = (n.path for n in self.nodes if n.parent == segment and n.is_start)
        return next(starts, segment)

    def read_rules(self, path: str, level: Level) -> None:
        """Add the edges of all moves and hooks of a level."""
        for name, rule in rules_of(level):
            self.read_rule(path, name, rule)

    def read_rule(self, path: str, label: str, rule: Rule) -> None:
        """Add the jumps and ends of turns that a move or hook mentions."""
        segment = path.partition("/")[0]
        for said in mentions(rule, self.game.context):
            jumps = said.names & JUMPS.keys()
            for target in self.jump_targets(path, jumps, said.words) if jumps else ():
                if target != path and not is_within(path, target):
                    self.add(path, target, "jump", label)
            if "end_turn" in said.names:
                source = "/".join(path.split("/")[:2])  # the turn is left together with its phase
                for name in [segment] if segment else self.game.flow.normal():
                    self.add(source, self.turn_start(name), "turn", label)

    def jump_targets(self, path: str, jumps: Iterable[str], words: frozenset[str]) -> list[str]:
        """Return the innermost places that a jump in a rule of `path` can reach and may name."""
        levels = {JUMPS[jump] or level for jump in jumps for level in LEVELS}
        named = [node for node in self.nodes if node.name in words and node.level in levels]
        segments = _named_or_current(named, "segment", path)
        phases = _named_or_current(named, "phase", path)
        found = [
            node.path
            for node in named
            if any(is_within(node.path, segment) for segment in segments or [""])
            and (node.level != "step" or not phases or node.parent in phases)
        ]
        return [p for p in found if not any(q != p and is_within(q, p) for q in found)]


def _named_or_current(named: Iterable[GraphNode], level: str, path: str) -> set[str]:
    """The named places of a level, or else the place of that level that `path` is in."""
    found = {node.path for node in named if node.level == level}
    depth = LEVELS.index(level)
    if not found and path and path.count("/") >= depth:
        return {"/".join(path.split("/")[: depth + 1])}
    return found


# --- coverage -----------------------------------------------------------------------------------------


class FlowCoverage(msgspec.Struct, frozen=True):
    """The visited places and transitions, and the places that were never visited."""

    places: set[str]
    transitions: set[tuple[str, str]]
    never: list[str] = []

    def has(self, path: str) -> bool:
        """Whether a place, or one inside it, was visited."""
        return any(is_within(place, path) for place in self.places)

    def has_taken(self, edge: GraphEdge, graph: Graph) -> bool:
        """Whether an edge was used. A turn may also end by way of its segment."""
        entry = graph.entry(edge.target)
        left = {
            to
            for where, to in self.transitions
            if is_within(where, edge.source) and where != "nowhere"
        }
        segment = edge.source.partition("/")[0]
        is_by_segment = (
            edge.kind == "turn" and segment in left and (segment, entry) in self.transitions
        )
        # A place that may be skipped is entered from the place around it.
        around = edge.target.rpartition("/")[0]
        is_by_parent = around in left and (around, entry) in self.transitions
        return entry in left or is_by_segment or is_by_parent


def coverage(game: Game, records: Iterable[Record | bytes | str]) -> FlowCoverage:
    """Replay and verify records, and return what they have visited."""
    places: set[str] = set()
    transitions: set[tuple[str, str]] = set()
    for record in records:
        trace = game.replay(record, trace=True).flow.trace
        if trace is not None:
            places |= trace.places
            transitions |= trace.transitions
    visited = FlowCoverage(places, transitions)
    never = [node.path for node in graph_of(game).nodes if not visited.has(node.path)]
    return FlowCoverage(places, transitions, never)
