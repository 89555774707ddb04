"""Errors in rules, in words: which rule it was, in which file and line, and what to write instead."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from types import CodeType, TracebackType
from typing import TYPE_CHECKING

from turnwright.core.errors import ImpureRule, RulesError

from .prompts import Question

if TYPE_CHECKING:
    from turnwright.core.definition.moves import Hook, Move

    from .compiled_flow import FlowPlace
    from .flow_state import Ctx

CORE = __name__.rpartition(".runtime.")[0]  # turnwright.core

# What a rule calls instead of writing a field of the engine's state.
CALLS = {
    "current_segment": "set_segment",
    "current_phase": "set_phase",
    "current_step": "set_step",
    "turn_player_pos": "set_turn_player",
}


def code_of(rule: object) -> CodeType | None:
    """Return the code of a function, or of the function inside a wrapper or a method."""
    while isinstance(rule, partial):
        rule = rule.func
    rule = getattr(rule, "__wrapped__", rule)
    return getattr(getattr(rule, "__func__", rule), "__code__", None)


def file_and_line(code: CodeType, line: int = 0) -> str:
    """Return a place in a file, `my_game.py:12`: by default the first line of the code."""
    name = code.co_filename.replace("\\", "/").rpartition("/")[2]
    return f"{name}:{line or code.co_firstlineno}"


def location(rule: object) -> str:
    """Return where a rule is defined, or "" if it is not written in Python."""
    code = code_of(rule)
    return "" if code is None else file_and_line(code)


def where_raised(error: BaseException) -> str:
    """Return the line of the rules that an error comes from: the last one outside of the engine."""
    found = ""
    step: TracebackType | None = error.__traceback__
    while step is not None:
        module = step.tb_frame.f_globals.get("__name__", "")
        if not (module == CORE or module.startswith(f"{CORE}.")):
            found = file_and_line(step.tb_frame.f_code, step.tb_lineno)
        step = step.tb_next
    return found


def where_suspended(generator: Generator[object, object, object]) -> str:
    """Return the line at which an effect waits, in the innermost generator that it delegates to."""
    inner: object = generator
    while (delegate := getattr(inner, "gi_yieldfrom", None)) is not None:
        inner = delegate
    frame = getattr(inner, "gi_frame", None)
    return "" if frame is None else file_and_line(frame.f_code, frame.f_lineno)


def impossible_question(asked: object, generator: Generator[object, object, object]) -> RulesError:
    """Return the error of an effect that yields something other than questions."""
    where = where_suspended(generator)
    rule = f"The effect at {where}" if where else "An effect"
    if isinstance(asked, (list, tuple)) and not asked:
        return RulesError(f"{rule} yields an empty list of questions; ask somebody, or skip it.")
    if isinstance(asked, (list, tuple)) and all(isinstance(one, Question) for one in asked):
        return RulesError(f"{rule} asks one seat two questions at the same time.")
    return RulesError(
        f"{rule} yields {asked!r}. Yield a question such as c.choose(...), or a list of them; "
        "call a helper that asks with `yield from`."
    )


def impure(error: ImpureRule, rule: str) -> RulesError:
    """Return the error of a rule that changes something although it may only read."""
    where = where_raised(error)
    at = f" ({where})" if where else ""
    return RulesError(
        f"{rule} calls c.{error.call}(){at}. Conditions, domains and labels only read the state: "
        "call it in a move or a hook."
    )


def impure_condition(error: ImpureRule, place: FlowPlace) -> RulesError:
    """Return the error of a condition of the flow that changes something."""
    frames = set()
    step = error.__traceback__
    while step is not None:
        frames.add(step.tb_frame.f_code)
        step = step.tb_next
    for depth, level in enumerate(place.levels):
        path = level_path(place, depth)
        for name in ("end_if", "next", "at", "who"):
            if code_of(getattr(level, name, None)) in frames:
                return impure(error, f"{name} of {path}")
    return impure(error, f"A condition of {place.path}")


def level_path(place: FlowPlace, depth: int) -> str:
    """Return the path of a level of a place. A turn has the path of its segment."""
    names = place.names[: max(depth, 1)]
    return "/".join(name for name in names if name)


def check_place(ctx: Ctx, place: FlowPlace) -> None:
    """Raise if a rule wrote the place instead of asking the flow to go there."""
    for name, was in zip(CALLS, place.names, strict=False):
        value = getattr(ctx, name)
        if value != was:
            raise RulesError(not_writable(name, value))


def not_writable(name: str, value: object) -> str:
    """Say that a field of the engine's state is not written by rules."""
    return f"ctx.{name} is not written by rules; call c.{CALLS[name]}({value!r})."


def check_result(result: object, rule: Hook, move: str) -> None:
    """Raise if what a move or hook returned means nothing. A lambda returns what its expression is."""
    code = code_of(rule)
    if code is None or code.co_name == "<lambda>":
        return
    what = f"move {move!r}" if move else f"{code.co_name}"
    hint = "A move that is not possible calls c.refuse(...)." if isinstance(result, str) else ""
    sentence = (
        f"{what} ({file_and_line(code)}) returned {result!r}. Rules return nothing, or a new G."
    )
    raise RulesError(f"{sentence} {hint}".strip())


def unasked_question(question: Question, move: Move | None) -> RulesError:
    """Return the error of a question that was created but not asked."""
    who = "A rule" if move is None else f"move {move.name!r} ({location(move.fn)})"
    return RulesError(
        f"{who} created the question {question.text!r} and did not ask it. "
        "Write `answer = yield c.choose(...)`; in a helper, call it with `yield from`."
    )
