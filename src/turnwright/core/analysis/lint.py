"""The flow linter: finds problems of a game's flow without playing it.

An *error* hangs or breaks a match, a *warning* is probably a mistake, and a *note* is worth knowing. An
invalid definition raises `DefinitionError`; `definition_problems` converts it into the same form.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType
from typing import Literal, TypeAlias, get_type_hints

import msgspec

from turnwright.core.definition.flow import Phase, Segment, Step, Turn
from turnwright.core.definition.game import Game
from turnwright.core.definition.moves import Move
from turnwright.core.definition.state import visibility
from turnwright.core.errors import DefinitionError
from turnwright.core.runtime.compiled_flow import CompiledFlow, FlowPlace
from turnwright.core.runtime.rule_errors import location
from turnwright.core.suggestions import suggestion

from .code_mistakes import moved_while_iterated
from .graph import LEVELS, Graph, GraphNode, graph_of, is_within, rules_of
from .rule_mistakes import impure_conditions, rules_of_game
from .static_analysis import (
    JUMPS,
    Rule,
    acts_on_flow,
    functions_used,
    is_always,
    jumps_written_out,
    mentions,
    returned,
    stages_written_out,
)
from .unknown_words import unknown_words

Severity = Literal["error", "warning", "note"]
Level: TypeAlias = Segment | Turn | Phase | Step
PlaceState: TypeAlias = tuple[FlowPlace, bool]  # a place, and whether its steps are done

ORDER = ("error", "warning", "note")


class Problem(msgspec.Struct, frozen=True):
    """One finding: severity, a code for programs, path, description, and how to fix it."""

    severity: Severity
    code: str
    path: str
    sentence: str
    hint: str = ""

    def __str__(self) -> str:
        hint = f"\n    {self.hint}" if self.hint else ""
        return f"{self.severity} [{self.code}] {self.path or 'game'}: {self.sentence}{hint}"


def check(game: Game) -> list[Problem]:
    """Return all problems of a game's flow, the most severe first."""
    return sorted(_Linter(game).findings(), key=lambda problem: ORDER.index(problem.severity))


def definition_problems(error: DefinitionError) -> list[Problem]:
    """Convert the problems of an invalid definition."""
    problems: list[Problem] = []
    for text in error.problems:
        path, colon, sentence = text.partition(": ")
        code = "unknown_next" if sentence.startswith("next is ") else "definition"
        problems.append(Problem("error", code, path if colon else "", sentence or text))
    return problems


def reachable(graph: Graph) -> set[str]:
    """Return the paths that a match can reach from the start."""
    reached: set[str] = set()
    todo = [node.path for node in graph.children() if node.is_start]
    while todo:
        words = graph.entry(todo.pop()).split("/")
        reached |= {"/".join(words[:end]) for end in range(1, len(words) + 1)}
        driven = [
            node.path for node in graph.nodes if node.is_state_driven and node.path in reached
        ]
        reached |= {
            node.path for node in graph.nodes if any(is_within(node.path, d) for d in driven)
        }
        todo += [
            edge.target
            for edge in graph.edges
            if (not edge.source or edge.source in reached)
            and (edge.target not in reached or graph.entry(edge.target) not in reached)
        ]
    return reached


class _Linter:
    """The checks of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.flow = CompiledFlow(game.flow, game._moves)
        self.graph = graph_of(game)
        self.reached = reachable(self.graph)
        self.places = [place for place in self.flow.places.values() if place.segment]
        self.rules: list[tuple[str, str, Rule]] = [
            ("", name, move.fn) for name, move in game._moves.items()
        ]
        if game.flow.on_end is not None:
            self.rules.append(("", "on end", game.flow.on_end))
        for place in self.places:
            for level in _own(place):
                self.rules += [(place.path, name, rule) for name, rule in rules_of(level)]

    def findings(self) -> Iterator[Problem]:
        """Yield all problems."""
        seen: set[CodeType] = set()
        yield from self.unknown_targets()
        yield from self.cycles()
        for place in self.places:
            if place.path in self.reached and not self.runs_on(place):
                yield from self.stuck(place)
        yield from self.unreachable()
        for place in self.places:
            yield from self.moves(place)
        for node in self.graph.nodes:
            yield from self.stages(node)
        for name, sentence in unknown_words(self.game, self.flow):
            yield Problem("error", "unknown_word", name, f"{sentence}.")
        for name, rule in rules_of_game(self.game, self.flow):
            for function, _ in functions_used(rule, self.game.context, seen):
                for sentence in moved_while_iterated(function):
                    hint = "Go through a copy: `for card in list(c.zone(...))`."
                    yield Problem("warning", "iterated", name, f"{sentence}.", hint)
        yield from self.hidden_state()
        for name, sentence in impure_conditions(self.game, self.flow):
            hint = "Conditions, domains and labels only read: change the state in a move or a hook."
            yield Problem("warning", "impure", name, f"{sentence}.", hint)

    def hidden_state(self) -> Iterator[Problem]:
        """Note a state of which nobody sees anything."""
        game = self.game
        if game.state is dict or game.view is not None or game.zones_view is not None:
            return
        hints = get_type_hints(game.state, include_extras=True)
        fields = getattr(game.state, "__struct_fields__", ())
        if fields and all(visibility(hints[name]) == "hidden" for name in fields):
            sentence = (
                f"No seat sees a field of {game.state.__name__}: fields without a mark are hidden."
            )
            hint = f"Mark what everybody may see: `{fields[0]}: tw.Public[...]`."
            yield Problem("note", "hidden_state", "", sentence, hint)

    # --- targets ----------------------------------------------------------------------------

    def unknown_targets(self) -> Iterator[Problem]:
        """Report names in functions that are not places."""
        for place in self.places:
            level = _own(place)[0]
            siblings = [node.name for node in self.graph.children(place.path.rpartition("/")[0])]
            following = None if isinstance(level, Turn) else level.next
            said = returned(following) if callable(following) else set()
            for name in sorted(name for name in said if name is not None and name not in siblings):
                known_names = ", ".join(siblings)
                sentence = f"next may return {name!r}; expected one of {known_names}"
                sentence = f"{sentence} ({location(following)})."
                yield Problem("error", "unknown_next", place.path, sentence)
        known = {(node.level, node.name) for node in self.graph.nodes}
        for path, rule_name, rule in self.rules:
            for kind, name in jumps_written_out(rule):
                if (kind, name) not in known:
                    hint = suggestion(name, [each for level, each in known if level == kind])
                    sentence = (
                        f"{rule_name!r} jumps to {name!r}{hint or f'; there is no such {kind}'}"
                    )
                    sentence = f"{sentence} ({location(rule)})."
                    yield Problem("error", "unknown_jump", path, sentence)

    def unreachable(self) -> Iterator[Problem]:
        """Report places that are never entered; of nested places only the outermost."""
        computed = self._computed()
        for parent in ["", *(node.path for node in self.graph.nodes if node.path in self.reached)]:
            children = self.graph.children(parent)
            lost = [node for node in children if node.path not in self.reached]
            if parent and lost == children and not any(node.is_start for node in children):
                if children:
                    yield self._no_start(parent, children[0].level, children[0].name)
                continue
            for node in lost:
                sentence = f"Nothing leads to this {node.level}."
                hint = "Name it in a next, mark it start=True, or jump to it."
                if node.level in computed:
                    hint = "A rule jumps to a computed name, which may be this one."
                severity: Severity = "note" if node.level in computed else "warning"
                yield Problem(severity, "unreachable", node.path, sentence, hint)

    def _computed(self) -> set[str]:
        """The levels at which a rule jumps to a computed name."""
        names = {
            level: {node.name for node in self.graph.nodes if node.level == level}
            for level in LEVELS
        }
        found: set[str] = set()
        for _, _, rule in self.rules:
            for said in mentions(rule, self.game.context):
                for jump in said.names & JUMPS.keys():
                    levels = {JUMPS[jump]} - {""} or said.words & set(LEVELS) or set(LEVELS)
                    found |= {level for level in levels if not said.words & names[level]}
        return found

    def _no_start(self, parent: str, level: str, name: str) -> Problem:
        sentence = f"None of its {level}s is marked start, so none of them is entered."
        is_stuck = not self.runs_on(self.flow.places[_names(parent)])
        hint = f"Mark one: {name!r} start=True?"
        return Problem("error" if is_stuck else "warning", "no_start", parent, sentence, hint)

    # --- dead ends ----------------------------------------------------------------------------

    def runs_on(self, place: FlowPlace) -> bool:
        """Whether something can happen at this place: a step, a window, a move, a rule that acts, or a
        state-driven change."""
        if place.segment is not None and place.segment.at is not None:
            return True
        if any(self._has_move(stage) for stage in place.stages.values()):
            return True
        has_inner = self.graph.entry(place.path) != place.path
        if has_inner or place.window or self._has_move(place) or _own(place)[0].end_if is not None:
            return True
        hooks = [hook for level in _levels(place) for hook in (level.on_begin, level.on_end)]
        return any(acts_on_flow(hook, self.game.context) for hook in hooks)

    def _has_move(self, place: FlowPlace) -> bool:
        return any(move.by != "anyone" for move in place.moves.values())

    def stuck(self, place: FlowPlace) -> Iterator[Problem]:
        """Report a place that does not end by itself."""
        level = self.graph_level(place)
        around = [
            type(outer).__name__.lower()
            for outer in (place.phase, place.turn, place.segment)
            if outer and outer.end_if and outer is not _own(place)[0]
        ]
        what = "no end_if, no window and no move"
        hint = "If it only runs its on_begin, give it end_if=tw.always; if a player acts, a move."
        if around:
            sentence = f"This {level} has {what}; only the {around[0]} around it can end it."
            yield Problem("warning", "never_ends", place.path, sentence, hint)
        elif self.is_final(place):
            sentence = f"The flow stays in this {level}: it has {what}."
            yield Problem("note", "final", place.path, sentence)
        elif (children := self.graph.children(place.path)) and not any(
            node.is_start for node in children
        ):
            return  # reported as a level without a start
        else:
            sentence = f"Nothing can happen in this {level}: it and its parents have {what}."
            yield Problem("error", "dead_end", place.path, sentence, hint)

    def graph_level(self, place: FlowPlace) -> str:
        return ("segment", "phase", "step")[place.path.count("/")]

    def is_final(self, place: FlowPlace) -> bool:
        """Whether a place is an intended end: in a last segment without moves."""
        segment = place.names[0]
        if place.segment is None or place.segment.next is not None or segment == self.flow.start:
            return False
        within = [other for other in self.places if other.names[0] == segment]
        return not any(move.by != "anyone" for other in within for move in other.moves.values())

    # --- cycles ----------------------------------------------------------------------

    def cycles(self) -> Iterator[Problem]:
        """Report cycles of places that all end at once and have no rule that could leave them."""
        reported: set[str] = set()
        for place in self.places:
            walk: list[PlaceState] = []
            state: PlaceState | None = (place, False)
            while state is not None and state not in walk:
                walk.append(state)
                state = self.forced(*state)
            is_entered = place.path in self.reached and self.graph.entry(place.path) == place.path
            if state is None or not is_entered:
                continue
            ring = [each for each, _ in walk[walk.index(state) :]]
            hooks = [h for each in ring for level in _levels(each) for h in _hooks(level)]
            if any(acts_on_flow(hook, self.game.context) for hook in hooks):
                continue
            if reported.isdisjoint(each.path for each in ring):
                way = " -> ".join(dict.fromkeys(each.path for each in [*ring, ring[0]]))
                sentence = f"The flow never comes to rest: {way} and again."
                hint = "Let a player act, or give one of these places a condition."
                yield Problem("error", "auto_cycle", ring[0].path, sentence, hint)
            reported |= {each.path for each in ring}

    def forced(self, place: FlowPlace, steps_done: bool) -> PlaceState | None:
        """The next place, if it does not depend on the state; None otherwise."""
        segment, phase, step = place.segment, place.phase, place.step
        names = place.names
        assert segment is not None
        assert names[0] is not None
        if self.may_be_held(place):
            return None
        if step is not None:
            if is_always(step.end_if):
                if callable(step.next) or step.next == names[2]:
                    return None
                return self.flow.places[names[0], names[1], step.next], step.next is None
            if step.end_if is not None or step.window is not None:
                return None
        if phase is not None:
            is_done = steps_done and phase.end_if is None and phase.window is None
            if is_always(phase.end_if) or is_done:
                return self._forced_phase(names[0], segment, phase, names[1])
            if phase.end_if is not None or phase.window is not None:
                return None
        if is_always(segment.turn.end_if):
            return self.flow.entry(names[0]), False
        return self._forced_segment(segment) if segment.turn.end_if is None else None

    def may_be_held(self, place: FlowPlace) -> bool:
        """Whether it depends on the state if the flow goes on from this place, or enters it."""
        is_held = bool(place.holds or place.stages) or self.game.flow.end_if is not None
        skips = [level.skip_if for level in (place.phase, place.step) if level is not None]
        return is_held or any(skip is not None for skip in skips)

    def _forced_phase(
        self, segment_name: str, segment: Segment, phase: Phase, name: str | None
    ) -> PlaceState | None:
        where = phase.next
        if callable(where) or where == name:
            return None
        if where is not None and not segment.turn.phases[where].start and not phase.end:
            return self.flow.entry(segment_name, where), False
        if segment.end_if is not None:  # checked before the turn passes
            return self._forced_segment(segment)
        return self.flow.entry(segment_name), False

    def _forced_segment(self, segment: Segment) -> PlaceState | None:
        where = segment.next
        if not is_always(segment.end_if) or callable(where) or where is None:
            return None
        return None if self.flow.segments[where] is segment else (self.flow.entry(where), False)

    # --- stages -------------------------------------------------------------------------------------

    def stages(self, node: GraphNode) -> Iterator[Problem]:
        """Report stages that no seat enters or can do anything in, and unknown stages in rules."""
        if not node.stages:
            return
        known = {stage.name for stage in node.stages}
        entered = {stage.name for stage in node.stages if stage.is_start}
        entered |= {stage.next for stage in node.stages if stage.next}
        computed = False
        for path, name, rule in self.rules:
            if path and not is_within(path, node.path):
                continue
            written = set(stages_written_out(rule))
            for said in mentions(rule, self.game.context):
                if "set_stage" in said.names:
                    entered |= said.words & known
                    computed = computed or not (written or said.words & known)
            for stage in sorted(written):
                if stage not in known and is_within(path, node.path) and path:
                    hint = f"The stages of {node.path} are {', '.join(sorted(known))}."
                    sentence = f"{name!r} puts a seat into {stage!r}; there is no such stage."
                    yield Problem("error", "unknown_stage", path, sentence, hint)
        place = self.flow.places[_names(node.path)]
        for given in node.stages:
            if given.name not in entered and not computed:
                sentence = f"No seat enters the stage {given.name!r}."
                hint = "Give it who=..., name it in a next, or call c.set_stage."
                yield Problem("warning", "unreachable", node.path, sentence, hint)
            definition = place.phase.stages[given.name] if place.phase is not None else None
            if not self._has_move(place.stages[given.name]) and not getattr(
                definition, "end_if", None
            ):
                sentence = f"A seat can do nothing in the stage {given.name!r}."
                yield Problem("warning", "never_ends", node.path, sentence, "Give it a move.")

    # --- moves -------------------------------------------------------------------------------------

    def moves(self, place: FlowPlace) -> Iterator[Problem]:
        """Report removed moves that do not exist, and moves that replace a different move."""
        known: dict[str, Move | None] = {**self.game._moves}
        own = _own(place)
        for level in _levels(place):
            for name, move in level.moves.items():
                inherited = known.get(name)
                known[name] = move
                is_passing = place.window is not None and place.window.move == name
                if not any(level is each for each in own):
                    continue
                if move is None and inherited is None and not is_passing:
                    sentence = f"{name!r} is removed here, but no level around has it."
                    yield Problem("warning", "removes_nothing", place.path, sentence)
                elif move and inherited and _params(move) != _params(inherited):
                    sentence = (
                        f"{name!r} takes ({', '.join(_params(move))}) here,"
                        f" but ({', '.join(_params(inherited))}) around it."
                    )
                    hint = "Use different names for different moves."
                    yield Problem("note", "same_name", place.path, sentence, hint)


def _names(path: str) -> tuple[str | None, str | None, str | None]:
    segment, phase, step, *_ = [*path.split("/"), None, None]
    return segment, phase, step


def _levels(place: FlowPlace) -> list[Level]:
    """The levels of a place, outermost first."""
    return [level for level in place.levels if level is not None]


def _own(place: FlowPlace) -> list[Level]:
    """The levels that are defined at this place itself. A segment includes its turn."""
    return [place.step] if place.step else [place.phase] if place.phase else _levels(place)


def _hooks(level: Level) -> list[Rule]:
    hooks = (level.on_begin, level.on_end, level.on_move)
    return [hook for hook in hooks if hook is not None]


def _params(move: Move) -> list[str]:
    return [param.name for param in move.params]
