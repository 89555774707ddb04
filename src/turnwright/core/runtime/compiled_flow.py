"""The flow as it runs: every position compiled to a place, every transition to a plan.

A *place* is one position (segment, phase, step) with its moves already resolved. A *plan* is what
happens between two places, written out once: which hooks run in which order, and where the position
stands while each of them runs. Both are shared by all matches of a game and never change.

The order of a transition, and the only list of it:

1. leaving, innermost first: step, phase, turn, segment, as far as they are left: `on_end`
2. on a segment change the first player is set; on a completed turn the counters and the next player
3. entering, outermost first: segment, turn, phase, step, as far as they are entered: `on_begin`;
   a window opens right after the `on_begin` of its level
4. then the conditions are asked again, innermost first: step, phase, turn, segment: `end_if`
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from turnwright.core.definition.flow import Flow, Phase, Segment, Step, Turn, Window
from turnwright.core.definition.moves import Hook, Move

SEGMENT, TURN, PHASE, STEP = range(4)
LEVELS = ("segment", "turn", "phase", "step")

Names = tuple[str | None, str | None, str | None]
# What the rules have asked for: to end a level (by its depth) that was asked for at this position and
# in this turn; or, with -1, to go there.
Request = tuple[int, Names, int]
# A move as its options are listed: name, is it only for those whose go it is, its guard, the values of
# its one argument, or all its tuples of arguments.
Walked = tuple[str, bool, Hook | None, Callable[..., Any] | None, Callable[..., Any] | None]


class Place:
    """One position in the flow and what holds there."""

    __slots__ = (
        "active",
        "asks",
        "closing",
        "exits",
        "is_quiet",
        "level_names",
        "levels",
        "moves",
        "names",
        "only",
        "path",
        "phase",
        "rush",
        "segment",
        "step",
        "turn",
        "walk",
        "walk_all",
        "who",
        "window",
    )

    def __init__(
        self,
        names: Names,
        segment: Segment | None,
        phase: Phase | None,
        step: Step | None,
        game_moves: Mapping[str, Move],
    ) -> None:
        self.names = names
        self.path = "/".join(name for name in names if name) or "nowhere"
        self.asks = f"{self.path}: choose a move"
        self.segment, self.phase, self.step = segment, phase, step
        self.turn: Turn | None = segment.turn if segment else None
        # By depth: segment, turn (which goes by its segment's name), phase, step.
        self.levels = (segment, self.turn, phase, step)
        self.level_names = (names[0], names[0], names[1], names[2])
        owner = step if step and (step.window or step.who) else phase
        self.window: Window | None = owner.window if owner else None
        self.who = owner.who if owner else None
        self.moves = self._resolve(game_moves)
        # What those whose go it is may do.
        self.active = {k: m for k, m in self.moves.items() if m.by != "anyone"}
        # The same as `Match.legal_moves` needs it, without and with what anybody may do.
        self.walk = [_as_walked(name, move) for name, move in self.active.items()]
        self.walk_all = [_as_walked(name, move) for name, move in self.moves.items()]
        # The one thing that they can always do, if there is just that.
        moves = list(self.active.values())
        is_only = len(moves) == 1 and moves[0].when is None and not moves[0].params
        self.only: Move | None = moves[0] if is_only else None
        self.closing: Plan | None = None
        if self.window is not None and self.window.on_close is not None:
            self.closing = Plan(self, "window closed")
            self.closing.tasks = ((names, self.window.on_close),)
        # Plans that are the same every time: for a fixed `next` of each level, and, where the innermost
        # level always ends at once, the one transition that is due here.
        self.exits: list[Plan | None] = [None, None, None, None]
        self.rush: Plan | None = None
        # At a quiet place nothing can happen by itself, so a move needs no settling.
        has_run_steps = phase is not None and step is None and bool(phase.steps)
        self.is_quiet = (
            self.window is None
            and not has_run_steps
            and (segment is None or segment.at is None)
            and not any(level is not None and level.end_if is not None for level in self.levels)
        )

    def _resolve(self, game_moves: Mapping[str, Move]) -> dict[str, Move]:
        """Moves inherit downward; the most specific definition wins, None takes one away."""
        table: dict[str, Move | None] = dict(game_moves)
        for level in self.levels:
            if level is not None:
                table.update(level.moves)
        if self.window is not None and self.window.move not in table:
            table[self.window.move] = Move(_pass, name=self.window.move, label="Pass")
        return {name: move for name, move in table.items() if move is not None}

    def __repr__(self) -> str:
        return f"<place {self.path}>"


def _as_walked(name: str, move: Move) -> Walked:
    domain, lists = None, None
    if len(move.params) == 1:
        domain = move.params[0].domain
    elif move.params:
        lists = move.lists or move.all_args
    return name, move.by == "active", move.when, domain, lists


def _pass(c: Any) -> None:
    c.pass_priority()


class Plan:
    """A transition written out. `tasks` are (position, hook); from `enter_at` on they enter."""

    __slots__ = (
        "between",
        "enter_at",
        "is_there",
        "phases_done",
        "place",
        "steps_done",
        "tasks",
        "why",
    )

    def __init__(self, place: Place, why: str) -> None:
        self.place = place
        self.why = why
        self.tasks: tuple[tuple[Names, Hook], ...] = ()
        self.enter_at = 0
        self.between: Place | None = None  # where one stands when all is left and nothing entered
        self.is_there = False  # does the last hook already see the final position?
        self.steps_done = False
        self.phases_done = False


class Map:
    """All places of a flow, and the plans between them as they are first needed."""

    def __init__(self, flow: Flow, game_moves: Mapping[str, Move]) -> None:
        self.segments = flow.normal()
        self.has_plain_order = all(s.turn.order is None for s in self.segments.values())
        self.places: dict[Names, Place] = {}
        self._plans: dict[tuple[Names, int, Names, bool], Plan] = {}
        self._add((None, None, None), None, None, None, game_moves)
        for segment_name, segment in self.segments.items():
            self._add((segment_name, None, None), segment, None, None, game_moves)
            for phase_name, phase in segment.turn.phases.items():
                self._add((segment_name, phase_name, None), segment, phase, None, game_moves)
                for step_name, step in phase.steps.items():
                    names = (segment_name, phase_name, step_name)
                    self._add(names, segment, phase, step, game_moves)

    def _add(self, names: Names, *levels: Any) -> None:
        self.places[names] = Place(names, *levels)

    @property
    def nowhere(self) -> Place:
        return self.places[None, None, None]

    @property
    def start(self) -> str:
        """The segment marked `start`, else the first one written."""
        starts = [name for name, segment in self.segments.items() if segment.start]
        return starts[0] if starts else next(iter(self.segments))

    def entry(self, segment: str, phase: str | None = None, step: str | None = None) -> Place:
        """Where one arrives on entering: down to the start phase and the start step, if any. In a
        state-driven segment `at` names the phase later."""
        phases = self.segments[segment].turn.phases
        if phase is None and self.segments[segment].at is None:
            phase = next((name for name, level in phases.items() if level.start), None)
        if phase is not None and step is None:
            steps = phases[phase].steps
            step = next((name for name, level in steps.items() if level.start), None)
        return self.places[segment, phase, step]

    def plan(self, source: Place, depth: int, target: Place, is_pass: bool = False) -> Plan:
        """The plan that leaves `source` from its innermost level up to `depth`, and enters `target`."""
        key = (source.names, depth, target.names, is_pass)
        if key not in self._plans:
            self._plans[key] = self._write(source, depth, target, is_pass)
        return self._plans[key]

    def _write(self, source: Place, depth: int, target: Place, is_pass: bool) -> Plan:
        plan = Plan(target, f"{LEVELS[depth]} ended")
        plan.steps_done = depth == STEP and target.step is None
        plan.phases_done = depth == PHASE and target.phase is None and source.phase is not None
        tasks: list[tuple[Names, Hook]] = []
        for level in (STEP, PHASE, TURN, SEGMENT):
            left = source.levels[level]
            if level >= depth and left is not None:
                if getattr(left, "window", None):
                    tasks.append((_names_at(source, level), _close_window))
                if left.on_end:
                    tasks.append((_names_at(source, level), left.on_end))
        plan.enter_at = len(tasks)
        if depth != SEGMENT:
            plan.between = self.places[_names_at(source, depth - 1)]
        if depth == SEGMENT and target.segment is not None:
            tasks.append((_names_at(target, SEGMENT), _seat_first_player))
        elif is_pass:
            tasks.append((_names_at(target, SEGMENT), _pass_turn))
        for level in (SEGMENT, TURN, PHASE, STEP):
            entered = target.levels[level]
            if level >= depth and entered is not None:
                if entered.on_begin:
                    tasks.append((_names_at(target, level), entered.on_begin))
                if getattr(entered, "window", None):
                    tasks.append((_names_at(target, level), _open_window))
        plan.tasks = tuple(tasks)
        plan.is_there = bool(tasks) and tasks[-1][0] == target.names
        return plan


def _names_at(place: Place, level: int) -> Names:
    """The position as a hook of this level sees it."""
    segment, phase, step = place.names
    return (segment, phase if level >= PHASE else None, step if level == STEP else None)


def _seat_first_player(c: Any) -> None:
    """Every segment starts with its first player, and with a new turn and a new round."""
    ctx = c.ctx
    segment = c._map.segments[ctx.current_segment]
    first = segment.first(c) if callable(segment.first) else segment.first
    position = 0 if first is None else c.position_of(first)
    if ctx.player_order[position] in ctx.eliminated:
        position = c.position_of(c.after(ctx.player_order[position]))
    ctx.turn_player_pos = ctx.priority_player_pos = position
    c.seat = ctx.player_order[position]
    ctx.num_turn_moves = 0
    ctx.round_players.clear()
    ctx.extra_turns.clear()


def _pass_turn(c: Any) -> None:
    """The turn is over: count it, and the round if everybody has had a turn in this segment."""
    ctx = c.ctx
    order, played, out, position = (
        ctx.player_order, ctx.round_players, ctx.eliminated, ctx.turn_player_pos,
    )  # fmt: skip
    ctx.num_player_turns += 1
    ctx.num_turn_moves = 0
    played.add(order[position])
    if out:
        played -= out
    if len(played) >= len(order) - len(out):
        ctx.num_turns += 1
        played.clear()
    if c._map.has_plain_order and not (ctx.extra_turns or out):
        position = (position + 1) % len(order)
    else:
        position = c.next_position()
    ctx.turn_player_pos = ctx.priority_player_pos = position
    c.seat = order[position]


def _open_window(c: Any) -> None:
    c.reopen_window()


def _close_window(c: Any) -> None:
    ctx = c.ctx
    ctx.window = None
    ctx.passed_players.clear()
    ctx.priority_player_pos = ctx.turn_player_pos
