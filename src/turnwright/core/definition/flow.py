"""The flow as an author writes it: segments > turn > phases > steps.

These definitions are frozen. They can be written as objects with Python names or as plain dicts with
camelCase keys; both are checked in the same way. `core.runtime.compiled_flow` compiles them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Mapping
from types import GeneratorType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import msgspec

from turnwright.core.errors import DefinitionError
from turnwright.core.suggestions import suggestion

from .moves import Hook, Move, as_moves
from .parameters import adapt

if TYPE_CHECKING:
    from turnwright.core.runtime.context import Context

Next: TypeAlias = str | Callable[..., str | None] | None
At: TypeAlias = Callable[..., str | tuple[str, str | None] | None]


def always(c: Context) -> bool:
    """An end condition that is always true: `end_if=tw.always` ends a level at once."""
    return True


def in_turn(hooks: list[Hook]) -> Hook | None:
    """Return one hook that runs several, each of which may ask.

    It is defined here and not where it is used, because a compiled generator is not a Python one."""
    if len(hooks) < 2:
        return hooks[0] if hooks else None

    def run(c: Context) -> Generator[Any, Any, Any]:
        for hook in hooks:
            result = hook(c)
            if isinstance(result, GeneratorType):
                result = yield from result
            if type(result) is type(c.G):
                c.G = result
        return c.G

    return run


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """A priority window: seats act or pass in turn, and it closes when all have passed.

    - `first` is the seat that starts: "turn" (the turn player), "other" (the next seat), or a function.
    - `seats` limits who takes part. A window without seats closes at once.
    - `after` says who has priority after a seat acted: "next" or "same".
    - `reopen` (the default) clears earlier passes when a seat acts, so all must pass in succession.
      Without it a seat that has passed stays out.
    - `on_close` runs when all have passed. It may call `c.reopen_window()`, for example after the top
      card of a stack has resolved.
    - `move` is the name of the move that passes, `allow` for example. It is what a seat does that does
      not answer in time.
    """

    first: str | Callable[..., int] = "turn"
    seats: Callable[..., Iterable[int]] | None = None
    after: str = "next"
    reopen: bool = True
    on_close: Hook | None = None
    move: str = "pass"


class _Level(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings that every level of the flow has.

    - `moves` are available in the level and all levels inside it. `None` removes an inherited move.
    - `on_begin` runs when the level is entered, outermost level first. It may ask questions.
    - `on_end` runs when the level is left, innermost level first. It may ask questions.
    - `end_if` ends the level: it is asked after every move and transition. It only reads.
    - `on_move` runs after every move that is made in the level, before the flow goes on. `c.seat` is
      the seat that made it.
    - `hold_if` holds the flow: while it is true, nothing in the level ends or begins, and requests of
      rules wait. A move must make it false again, for example by resolving the last effect of a queue.
    - `doc` says what the level is for; diagrams show it when one points at the level.
    """

    moves: Mapping[str, Any] = {}
    on_begin: Hook | None = None
    on_end: Hook | None = None
    on_move: Hook | None = None
    end_if: Hook | None = None
    hold_if: Hook | None = None
    doc: str = ""


class Stage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What single seats do inside a phase, at the same time as others or in another seat's turn.

    - `moves` replace the moves of the phase and its steps for a seat in the stage. The moves of the
      turn, the segment and the game remain.
    - `who` returns the seats that are in the stage when the phase begins; others enter it by
      `c.set_stage`. While any seat is in a stage, only the seats in stages act.
    - `end_if` is asked for each seat in the stage (`c.seat`): if it is true, the seat leaves. It also
      leaves by `c.end_stage()`, and when the phase ends.
    - `next` is the stage that a seat then enters.
    - `on_begin` runs when a seat enters the stage, `c.seat`. It cannot ask questions.
    - `on_end` runs when a seat leaves it. It cannot ask questions.
    - `doc` says what the stage is for.
    """

    moves: Mapping[str, Any] = {}
    who: Callable[..., Iterable[int]] | None = None
    next: str | None = None
    on_begin: Hook | None = None
    on_end: Hook | None = None
    end_if: Hook | None = None
    doc: str = ""


class Step(_Level, frozen=True, kw_only=True):
    """A part of a phase. It ends when `end_if` is true or its window closes.

    - `start` marks the step that is entered with the phase. Without a mark none is, until a rule goes
      to one.
    - `next` is the step that follows, or a function that returns its name. Without it the steps of the
      phase are complete.
    - `window` makes the seats act or pass in turn (see `Window`).
    - `who` returns the seats that act; by default the seat with priority.
    - `skip_if` is asked before the step is entered: if it is true the flow goes to `next` instead,
      and no hook of the step runs. Jumps enter it all the same.
    """

    start: bool = False
    next: Next = None
    skip_if: Hook | None = None
    who: Callable[..., Iterable[int]] | None = None
    window: Window | None = None


class Phase(_Level, frozen=True, kw_only=True):
    """A part of a turn. It completes the turn if `end` is set or `next` is the start phase.

    `who`, `skip_if` and `window` are as in `Step`.

    - `start` marks the phase in which a turn begins. Without a mark a turn begins outside of its
      phases, until a rule goes to one.
    - `end` says that the turn is complete when the phase ends.
    - `next` is the phase that follows, or a function that returns its name. Without it the turn is
      complete.
    - `steps` are the parts of the phase, if it has any.
    - `stages` are what single seats do during the phase (see `Stage`).
    """

    start: bool = False
    end: bool = False
    next: Next = None
    skip_if: Hook | None = None
    who: Callable[..., Iterable[int]] | None = None
    window: Window | None = None
    steps: Mapping[str, Step] = {}
    stages: Mapping[str, Stage] = {}


class Turn(_Level, frozen=True, kw_only=True):
    """One player's turn.

    - `order` returns the seat whose turn is next; by default the next one in player order.
    - `phases` are the parts of the turn. Without them a turn is one place with the moves of the turn.
    """

    order: Callable[..., int] | None = None
    phases: Mapping[str, Phase] = {}


class Segment(_Level, frozen=True, kw_only=True):
    """A major part of the game: the preparation, the play, the scoring.

    - `start` marks the segment in which a match begins; without a mark it is the first one.
    - `next` is the segment that follows, or a function that returns its name.
    - `first` is the seat that has the first turn; by default the first player.
    - `at` makes the segment state-driven: a function of the context returns the name of the phase, or
      (phase, step), that the state stands for. The flow goes there after every move and hook, and runs
      the hooks of what it leaves and enters; None leaves it where it is. Phases and steps of such a
      segment have neither `next` nor `end_if`, and none of them is entered before `at` names it.
    - `turn` is what a turn in this segment consists of.
    """

    start: bool = False
    next: Next = None
    first: int | Callable[..., int] | None = None
    at: At | None = None
    turn: Turn = Turn()


class Flow(msgspec.Struct, frozen=True, kw_only=True):
    """The flow of a game. A short game gives only `turn` or `phases` and gets one segment, `play`,
    which `at` can make state-driven (see `Segment`).

    - `segments` are the major parts of the game. A flow with segments has neither `turn` nor `phases`.
    - `turn` is the turn of a game with one segment.
    - `phases` are the phases of a game with one segment.
    - `at` makes the one segment state-driven (see `Segment`).
    - `moves` are available everywhere, like those of `Game`.
    - `end_if` ends the game: it returns a `Result`, or True to end it with the winner in `ctx`. It is
      asked after every move and transition, before anything else.
    - `on_end` runs once when the game has ended, for whatever reason.
    - `hold_if` holds the flow everywhere (see `Segment`).
    """

    segments: Mapping[str, Segment] = {}
    turn: Turn | None = None
    phases: Mapping[str, Phase] = {}
    at: At | None = None
    moves: Mapping[str, Any] = {}
    end_if: Hook | None = None
    on_end: Hook | None = None
    hold_if: Hook | None = None

    def normal(self) -> Mapping[str, Segment]:
        """The segments, whichever form was used."""
        if self.segments:
            return self.segments
        return {"play": Segment(turn=self.turn or Turn(phases=self.phases), at=self.at)}


# --- from plain dicts --------------------------------------------------------------------------------

L = TypeVar("L", bound=msgspec.Struct)


FUNCTIONS = (
    "on_begin", "on_end", "on_move", "end_if", "hold_if", "skip_if", "who", "order", "seats",
    "on_close", "at",
)  # fmt: skip


def _expected(cls: type, name: str) -> tuple[Callable[[object], bool], str]:
    """Return what a key accepts: a test, and its description."""
    if name in FUNCTIONS:
        return lambda v: v is None or (callable(v) and not isinstance(v, type)), "a function"
    if name == "next" and cls is Stage:
        return lambda v: v is None or isinstance(v, str), "a name or None"
    if name == "next":
        return (
            lambda v: v is None or isinstance(v, str) or callable(v),
            "a name, a function or None",
        )
    if name == "first" and cls is Window:
        return lambda v: v in ("turn", "other") or callable(v), "'turn', 'other' or a function"
    if name == "first":
        return lambda v: v is None or type(v) is int or callable(v), "a seat or a function"
    if name == "after":
        return lambda v: v in ("next", "same"), "'next' or 'same'"
    if name in ("start", "end", "reopen"):
        return lambda v: isinstance(v, bool), "True or False"
    return lambda v: True, ""


def _short(value: object) -> str:
    """A value as text, or its type if the text would be long."""
    text = repr(value)
    return text if len(text) < 60 else f"a {type(value).__name__}"


_CHILDREN: dict[type, tuple[str, type]] = {
    Flow: ("segments", Segment),
    Segment: ("turn", Turn),
    Turn: ("phases", Phase),
    Phase: ("steps", Step),
}


def snake(name: str) -> str:
    """Convert a camelCase name: `onBegin` becomes `on_begin`."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def as_flow(given: Flow | Mapping[str, object]) -> Flow:
    """Read a flow from objects or dicts. All problems are reported at once, each with its path."""
    problems: list[str] = []
    flow = _as_level(Flow, given, "flow", problems)
    if flow.segments and (flow.turn is not None or flow.phases):
        problems.append("flow: give either segments, or a turn or phases")
    if flow.segments and flow.at is not None:
        problems.append("flow.at: a flow with segments has `at` in the segments that it drives")
    _check_names(flow, problems)
    if problems:
        raise DefinitionError(problems)
    return flow


def _as_level(cls: type[L], given: object, path: str, problems: list[str]) -> L:
    if isinstance(given, cls):
        known = {name: getattr(given, name) for name in cls.__struct_fields__}
    elif isinstance(given, Mapping):
        known = {}
        for key, value in given.items():
            name = snake(str(key))
            if name not in cls.__struct_fields__:
                fields = cls.__struct_fields__
                hint = suggestion(name, fields) or f" (known: {', '.join(fields)})"
                problems.append(f"{path}: unknown key {key!r}{hint}")
            elif name in known:
                problems.append(f"{path}: {key!r} is given twice")
            else:
                known[name] = value
    else:
        problems.append(f"{path}: expected {cls.__name__} or a dict, got {_short(given)}")
        return cls()
    for name, value in known.items():
        fits, expected = _expected(cls, name)
        if not fits(value):
            problems.append(f"{path}.{name}: expected {expected}, got {value!r}")
            known[name] = getattr(cls(), name)
        elif callable(value):
            known[name] = value.fn if isinstance(value, Move) else adapt(value)
    if known.get("window") is not None:
        known["window"] = _as_level(Window, known["window"], f"{path}.window", problems)
    if "moves" in known:
        known["moves"] = as_moves(known["moves"] or {}, path, problems)
    if cls is Flow:
        if known.get("turn") is not None:
            known["turn"] = _as_level(Turn, known["turn"], f"{path}.turn", problems)
        _as_children(Phase, "phases", known, path, problems)
    if cls is Phase:
        _as_children(Stage, "stages", known, path, problems)
    if cls in _CHILDREN:
        child, child_cls = _CHILDREN[cls]
        if child == "turn":
            known["turn"] = _as_level(Turn, known.get("turn") or {}, f"{path}.turn", problems)
        else:
            _as_children(child_cls, child, known, path, problems)
    return cls(**known)


def _as_children(
    cls: type[L], name: str, known: dict[str, Any], path: str, problems: list[str]
) -> None:
    children = known.get(name) or {}
    if not isinstance(children, Mapping):
        problems.append(f"{path}.{name}: expected a dict by name, got {_short(children)}")
        children = {}
    for key in children:
        if not isinstance(key, str) or not key or "/" in key:
            problems.append(f"{path}.{name}: {key!r} is not a valid name")
    known[name] = {
        str(key): _as_level(cls, value, f"{path}.{name}.{key}", problems)
        for key, value in children.items()
    }


def _check_names(flow: Flow, problems: list[str]) -> None:
    """Report unknown names, and levels with two starts."""
    _check_group(flow.normal(), "flow.segments", problems)
    for name, segment in flow.normal().items():
        if flow.segments:
            path = f"flow.segments.{name}.turn.phases"
        else:
            path = "flow.turn.phases" if flow.turn is not None else "flow.phases"
        _check_group(segment.turn.phases, path, problems)
        if segment.at is not None:
            _check_state_driven(segment, path, problems)
        for phase_name, phase in segment.turn.phases.items():
            if phase.window and any(step.window for step in phase.steps.values()):
                problems.append(
                    f"{path}.{phase_name}: both the phase and one of its steps have a window"
                )
            _check_group(phase.steps, f"{path}.{phase_name}.steps", problems)
            if phase.stages:
                _check_stages(phase, f"{path}.{phase_name}", problems)


def _check_stages(phase: Phase, path: str, problems: list[str]) -> None:
    """Report unknown stages, windows beside stages, and moves that mean two things in one phase."""
    if phase.window or any(step.window for step in phase.steps.values()):
        problems.append(f"{path}: a phase with stages cannot have a window")
    around = {**phase.moves}
    for step in phase.steps.values():
        around.update(step.moves)
    for name, stage in phase.stages.items():
        where = f"{path}.stages.{name}"
        if stage.next is not None and stage.next not in phase.stages:
            known = ", ".join(phase.stages)
            problems.append(f"{where}: next is {stage.next!r}; expected one of {known}")
        for move_name, move in stage.moves.items():
            other = around.setdefault(move_name, move)
            if move is not None and other is not None and other.names != move.names:
                problems.append(
                    f"{where}.moves.{move_name}: it takes other arguments than {move_name!r} "
                    "elsewhere in this phase; use another name"
                )


def _check_state_driven(segment: Segment, path: str, problems: list[str]) -> None:
    """Phases and steps of a state-driven segment do not say where the flow goes: `at` does."""
    for phase_name, phase in segment.turn.phases.items():
        levels: list[tuple[str, Phase | Step]] = [(phase_name, phase)]
        levels += [(f"{phase_name}.steps.{name}", step) for name, step in phase.steps.items()]
        for name, level in levels:
            which = next((k for k in ("next", "end_if", "skip_if") if getattr(level, k)), None)
            if which is not None:
                problems.append(f"{path}.{name}: {which} in a segment whose `at` drives the flow")


def _check_group(
    group: Mapping[str, Segment] | Mapping[str, Phase] | Mapping[str, Step],
    path: str,
    problems: list[str],
) -> None:
    starts = [name for name, level in group.items() if level.start]
    if len(starts) > 1:
        problems.append(f"{path}: {starts[0]!r} and {starts[1]!r} are both marked start")
    for name, level in group.items():
        if isinstance(level.next, str) and level.next not in group:
            known = ", ".join(group)
            hint = suggestion(level.next, group) or f"; expected one of {known}"
            problems.append(f"{path}.{name}: next is {level.next!r}{hint}")
