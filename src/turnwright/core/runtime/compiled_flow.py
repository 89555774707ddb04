"""The compiled flow: every place of a flow and every transition between two places.

A *place* is one (segment, phase, step) with its moves resolved. A *transition* lists the hooks that run
between two places, in order, and the place that each of them sees. Both are built once per game, shared
by all its matches and never changed. ("Position" is the index of a seat in the player order; where the
flow stands is always a "place".)

The order of a transition:

0. `next` is asked first, before any hook: it decides which levels are left. What an `on_end` changes no
   longer changes where the flow goes; an `on_end` that must decide calls `c.jump_to`.
1. Leave levels, innermost first: step, phase, turn, segment. Each runs its `on_end`.
2. When the segment changes, set its first player. When a turn is complete, count it and find the
   next player.
3. Enter levels, outermost first: segment, turn, phase, step. Each runs its `on_begin`, and a level
   with a window opens it right after that.
   The seats that `Stage.who` returns enter their stages after the `on_begin` of the phase.
4. Then `FlowRunner.settle` asks the end conditions again, innermost first.

A phase or step with `skip_if` is entered in two transitions, so that the condition sees the levels
around it (and, in a new turn, the new turn player): the first goes to the place around it and leaves an
`ENTER` request, the second goes on from there. Seats in a stage have a `FlowPlace` of their own, with
other moves; the flow itself is never in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, cast

from turnwright.core.definition.flow import At, Flow, Phase, Segment, Step, Turn, Window, in_turn
from turnwright.core.definition.moves import Hook, Move, humanize
from turnwright.core.errors import RulesError

from .rule_errors import read
from .stages import enter_stages, leave_stages

if TYPE_CHECKING:
    from .context import Context

SEGMENT, TURN, PHASE, STEP = range(4)
LEVELS = ("segment", "turn", "phase", "step")

PlaceNames = tuple[str | None, str | None, str | None]
# A request of the rules: (level to end, place it was requested at, turn it was requested in), or
# (JUMP, place to jump to, 0), or (ENTER, place to enter unless it is skipped, 0).
FlowRequest = tuple[int, PlaceNames, int]
JUMP, ENTER = -1, -2
# A move as `Match.legal_moves` lists it: its name, whether only acting seats may make it, its guard,
# the domain of its only argument, or a function that lists all its tuples of arguments.
MoveListing = tuple[
    str,
    bool,
    Hook | None,
    Callable[..., Iterable[object]] | None,
    Callable[..., list[tuple[object, ...]]] | None,
]


class FlowPlace:
    """One place of the flow and everything that is constant there."""

    __slots__ = (
        "active_moves",
        "all_listings",
        "driver",
        "fixed_exits",
        "has_outer_rules",
        "holds",
        "immediate_exit",
        "is_quiet",
        "known_moves",
        "level_names",
        "levels",
        "listings",
        "moves",
        "names",
        "on_move",
        "only_move",
        "path",
        "phase",
        "prompt_text",
        "segment",
        "stages",
        "state_exits",
        "step",
        "turn",
        "who",
        "window",
        "window_closing",
    )

    def __init__(
        self,
        names: PlaceNames,
        segment: Segment | None,
        phase: Phase | None,
        step: Step | None,
        flow: Flow,
        game_moves: Mapping[str, Move],
        stage: str | None = None,
    ) -> None:
        self.names = names
        self.path = "/".join(name for name in names if name) or "nowhere"
        self.prompt_text = f"{stage or self.path}: choose a move"
        self.segment, self.phase, self.step = segment, phase, step
        self.turn: Turn | None = segment.turn if segment else None
        # By depth: segment, turn (which has the name of its segment), phase, step.
        self.levels = (segment, self.turn, phase, step)
        self.level_names = (names[0], names[0], names[1], names[2])
        owner = step if step and (step.window or step.who) else phase
        self.window: Window | None = owner.window if owner else None
        self.who = owner.who if owner else None
        self.moves = self._resolve_moves(game_moves, stage)
        # The moves of acting seats: all except those that anyone may make at any time.
        self.active_moves = {k: m for k, m in self.moves.items() if m.by != "anyone"}
        self.listings = [_move_listing(name, move) for name, move in self.active_moves.items()]
        self.all_listings = [_move_listing(name, move) for name, move in self.moves.items()]
        self.stages: dict[str, FlowPlace] = {}
        if phase is not None and stage is None:
            for name in phase.stages:
                self.stages[name] = FlowPlace(names, segment, phase, step, flow, game_moves, name)
        # The moves with those of the stages. Where seats can be in stages, `Match.submit` finds none
        # in `active_moves` and looks for the move of the seat.
        self.known_moves = dict(self.moves)
        if self.stages:
            for place in self.stages.values():
                self.known_moves = {**place.moves, **self.known_moves}
            self.active_moves = {}
            self.who = _with_stages(self.who)
        self.only_move = None if self.stages else self._only_move()
        inner_first = [level for level in reversed(self.levels) if level is not None]
        self.on_move = in_turn([level.on_move for level in inner_first if level.on_move])
        self.holds = [hold for level in (*inner_first, flow) if (hold := level.hold_if)]
        # Whether there is something to do before any transition; see `FlowRunner._is_held`.
        is_watched = flow.end_if is not None or flow.on_end is not None
        self.has_outer_rules = is_watched or bool(self.holds or self.stages)
        self.window_closing: Transition | None = None
        if self.window is not None and self.window.on_close is not None:
            self.window_closing = Transition(self, "window closed")
            self.window_closing.tasks = ((names, self.window.on_close),)
        # Transitions that are always the same: one per level with a fixed `next`, and the one that is
        # due at once where the innermost level ends immediately.
        self.fixed_exits: list[Transition | None] = [None, None, None, None]
        self.immediate_exit: Transition | None = None
        self.is_quiet = self._is_quiet()
        # In a state-driven segment: `at`, if nothing else can happen here by itself, and the
        # transitions to what it has named (None to stay).
        self.driver: At | None = self._driver()
        self.state_exits: dict[object, Transition | None] = {}

    def _resolve_moves(self, game_moves: Mapping[str, Move], stage: str | None) -> dict[str, Move]:
        """Inherit moves downward: the innermost definition wins, and None removes a move. The moves of
        a stage take the place of those of its phase and step."""
        resolved: dict[str, Move | None] = dict(game_moves)
        for level in self.levels if stage is None else self.levels[:PHASE]:
            if level is not None:
                resolved.update(level.moves)
        if stage is not None and self.phase is not None:
            resolved.update(self.phase.stages[stage].moves)
        if self.window is not None and self.window.move not in resolved:
            name = self.window.move
            resolved[name] = Move(_pass, name=name, label=humanize(name).capitalize())
        return {name: move for name, move in resolved.items() if move is not None}

    def _only_move(self) -> Move | None:
        """The move that acting seats can always make here, if there is no other."""
        moves = list(self.active_moves.values())
        if len(moves) == 1 and moves[0].when is None and not moves[0].params:
            return moves[0]
        return None

    def _is_quiet(self) -> bool:
        """Whether nothing can happen here by itself, so that a move needs no settling."""
        has_run_steps = self.phase is not None and self.step is None and bool(self.phase.steps)
        is_state_driven = self.segment is not None and self.segment.at is not None
        if self.window is not None or has_run_steps or is_state_driven:
            return False
        if self.has_outer_rules or self.on_move is not None:
            return False
        return not self._has_end_if()

    def _driver(self) -> At | None:
        is_watched = self.window is not None or self._has_end_if() or self.has_outer_rules
        return None if self.segment is None or is_watched else self.segment.at

    def _has_end_if(self) -> bool:
        return any(level is not None and level.end_if is not None for level in self.levels)

    def __repr__(self) -> str:
        return f"<place {self.path}>"


def _move_listing(name: str, move: Move) -> MoveListing:
    domain, lists = None, None
    if len(move.params) == 1:
        domain = move.params[0].domain
    elif move.params:
        lists = move.lists or move.all_args
    return name, move.by == "active", move.when, domain, lists


def _with_stages(who: Callable[..., Iterable[int]] | None) -> Callable[..., Iterable[int]]:
    """Who acts in a phase with stages: the seats in stages; without any, the others as usual."""

    def acting(c: Context) -> Iterable[int]:
        ctx = c.ctx
        if ctx.stages:
            return [seat for seat in ctx.player_order if seat in ctx.stages]
        if who is not None:
            return who(c)
        return [] if ctx.priority_player is None else [ctx.priority_player]

    return acting


def _pass(c: Context) -> None:
    c.pass_priority()


class Transition:
    """The way from one place to another.

    `tasks` are pairs of the place that a hook sees and the hook; those before `enter_at` leave levels,
    the others enter them. `midway` is the place after everything was left and before anything is
    entered (None if the segment itself is left). `ends_at_target` says that the last hook already
    sees the target.
    """

    __slots__ = (
        "ends_at_target",
        "enter_at",
        "midway",
        "phases_done",
        "reason",
        "steps_done",
        "target",
        "tasks",
    )

    def __init__(self, target: FlowPlace, reason: str) -> None:
        self.target = target
        self.reason = reason
        self.tasks: tuple[tuple[PlaceNames, Hook], ...] = ()
        self.enter_at = 0
        self.midway: FlowPlace | None = None
        self.ends_at_target = False
        self.steps_done = False
        self.phases_done = False


class CompiledFlow:
    """All places of a flow. Transitions between them are built when they are first needed."""

    def __init__(self, flow: Flow, game_moves: Mapping[str, Move]) -> None:
        self.flow = flow
        self.segments = flow.normal()
        self.has_plain_order = all(s.turn.order is None for s in self.segments.values())
        self.places: dict[PlaceNames, FlowPlace] = {}
        self._transitions: dict[tuple[PlaceNames, int, PlaceNames, bool, int], Transition] = {}
        self._add((None, None, None), None, None, None, game_moves)
        for segment_name, segment in self.segments.items():
            self._add((segment_name, None, None), segment, None, None, game_moves)
            for phase_name, phase in segment.turn.phases.items():
                self._add((segment_name, phase_name, None), segment, phase, None, game_moves)
                for step_name, step in phase.steps.items():
                    names = (segment_name, phase_name, step_name)
                    self._add(names, segment, phase, step, game_moves)

    def _add(
        self,
        names: PlaceNames,
        segment: Segment | None,
        phase: Phase | None,
        step: Step | None,
        game_moves: Mapping[str, Move],
    ) -> None:
        self.places[names] = FlowPlace(names, segment, phase, step, self.flow, game_moves)

    @property
    def nowhere(self) -> FlowPlace:
        """The place before the first segment and after the last."""
        return self.places[None, None, None]

    @property
    def start(self) -> str:
        """The name of the segment marked `start`, or of the first segment."""
        starts = [name for name, segment in self.segments.items() if segment.start]
        return starts[0] if starts else next(iter(self.segments))

    def entry(self, segment: str, phase: str | None = None, step: str | None = None) -> FlowPlace:
        """The place where a segment, phase or step is entered: down to its start phase and start step.

        A state-driven segment is entered without a phase; `at` names the phase later.
        """
        phases = self.segments[segment].turn.phases
        if phase is None and self.segments[segment].at is None:
            phase = next((name for name, level in phases.items() if level.start), None)
        if phase is not None and step is None:
            steps = phases[phase].steps
            step = next((name for name, level in steps.items() if level.start), None)
        return self.places[segment, phase, step]

    def transition(
        self,
        source: FlowPlace,
        depth: int,
        target: FlowPlace,
        is_pass: bool = False,
        asked: int = SEGMENT,
    ) -> Transition:
        """The transition that leaves `source` from its innermost level up to `depth`, and enters
        `target`. `is_pass` says that the turn passes to the next player.

        It stops before a level that may be skipped, and requests to enter it. Levels down to `asked`
        are entered without that: they were asked, or a jump names them."""
        key = (source.names, depth, target.names, is_pass, asked)
        if key not in self._transitions:
            stop = self._skippable(target, max(depth, asked + 1))
            if stop is None:
                self._transitions[key] = self._build(source, depth, target, is_pass)
            else:
                outer = self.places[_names_at(target, stop - 1)]
                transition = self._build(source, depth, outer, is_pass)
                transition.steps_done = transition.phases_done = False
                transition.tasks += ((outer.names, _request_entry(target)),)
                transition.ends_at_target = True
                self._transitions[key] = transition
        return self._transitions[key]

    def _skippable(self, target: FlowPlace, depth: int) -> int | None:
        """The outermost level from `depth` inwards that may be skipped."""
        if depth <= PHASE and target.phase is not None and target.phase.skip_if is not None:
            return PHASE
        if depth <= STEP and target.step is not None and target.step.skip_if is not None:
            return STEP
        return None

    def _build(self, source: FlowPlace, depth: int, target: FlowPlace, is_pass: bool) -> Transition:
        transition = Transition(target, f"{LEVELS[depth]} ended")
        transition.steps_done = depth == STEP and target.step is None
        transition.phases_done = (
            depth == PHASE and target.phase is None and source.phase is not None
        )
        tasks: list[tuple[PlaceNames, Hook]] = []
        for level in (STEP, PHASE, TURN, SEGMENT):
            left = source.levels[level]
            if level >= depth and left is not None:
                if getattr(left, "stages", None):
                    tasks.append((_names_at(source, level), leave_stages))
                if getattr(left, "window", None):
                    tasks.append((_names_at(source, level), _close_window))
                if left.on_end:
                    tasks.append((_names_at(source, level), left.on_end))
        transition.enter_at = len(tasks)
        if depth != SEGMENT:
            transition.midway = self.places[_names_at(source, depth - 1)]
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
                if getattr(entered, "stages", None):
                    tasks.append((_names_at(target, level), enter_stages))
        transition.tasks = tuple(tasks)
        transition.ends_at_target = bool(tasks) and tasks[-1][0] == target.names
        return transition


def _request_entry(target: FlowPlace) -> Hook:
    """A hook that lets the flow go on to a place, unless it is skipped."""

    def request(c: Context) -> None:
        c._requests.insert(0, (ENTER, target.names, 0))

    return request


def names_given(
    segment: str | Mapping[str, str | None] | None, phase: str | None, step: str | None
) -> PlaceNames:
    """Return the names of a jump, which may be given as one dict: `{"segment": ..., "phase": ...}`."""
    names: tuple[object, ...] = (segment, phase, step)
    if isinstance(segment, Mapping):
        unknown = [name for name in segment if name not in ("segment", "phase", "step")]
        if unknown or phase is not None or step is not None:
            raise RulesError(
                f"A jump takes segment, phase and step, not {unknown or [phase, step]}."
            )
        names = (segment.get("segment"), segment.get("phase"), segment.get("step"))
    if names == (None, None, None):
        raise RulesError("This jump names no place: name a segment, a phase or a step.")
    return cast(PlaceNames, names)


def _names_at(place: FlowPlace, level: int) -> PlaceNames:
    """The place as a hook of this level sees it."""
    segment, phase, step = place.names
    return (segment, phase if level >= PHASE else None, step if level == STEP else None)


def _seat_first_player(c: Context) -> None:
    """Start a segment: its first player, a new turn and a new round."""
    ctx = c.ctx
    segment = c._compiled_flow.segments[ctx.current_segment or ""]
    first = read(c, segment.first, "first") if callable(segment.first) else segment.first
    position = 0 if first is None else c.position_of(first)
    if ctx.player_order[position] in ctx.eliminated:
        position = c.position_of(c.after(ctx.player_order[position]))
    ctx.turn_player_pos = ctx.priority_player_pos = position
    c.seat = ctx.player_order[position]
    ctx.num_turn_moves = 0
    ctx.round_players.clear()
    ctx.extra_turns.clear()


def _pass_turn(c: Context) -> None:
    """Count a completed turn, and the round if every player had a turn; find the next player."""
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
    if c._compiled_flow.has_plain_order and not (ctx.extra_turns or out):
        position = (position + 1) % len(order)
    else:
        position = c.next_position()
    ctx.turn_player_pos = ctx.priority_player_pos = position
    c.seat = order[position]


def _open_window(c: Context) -> None:
    c.reopen_window()


def _close_window(c: Context) -> None:
    ctx = c.ctx
    ctx.window = None
    ctx.passed_players.clear()
    ctx.priority_player_pos = ctx.turn_player_pos
