"""Errors in rules, in words: which rule it was, in which file and line, and what to write instead."""

from __future__ import annotations

from collections.abc import Coroutine, Generator
from functools import partial
from types import CodeType, MethodType, TracebackType
from typing import TYPE_CHECKING, Any

import msgspec

from turnwright.core.errors import ImpureRule, RulesError
from turnwright.core.suggestions import joined, suggestion

from .prompts import Question

if TYPE_CHECKING:
    from turnwright.core.definition.game import Game
    from turnwright.core.definition.moves import Hook, Move

    from .compiled_flow import FlowPlace
    from .context import Context
    from .flow_state import Ctx

PACKAGE = __name__.partition(".")[0]  # turnwright

# What a rule calls instead of writing a field of the engine's state.
CALLS = {
    "current_segment": "set_segment",
    "current_phase": "set_phase",
    "current_step": "set_step",
    "turn_player_pos": "set_turn_player",
    "turn_player": "set_turn_player",
    "priority_player": "set_priority_player",
}

LEVEL_WORDS = ("segment", "phase", "step")  # in the order of the names of a place


def code_of(rule: object) -> CodeType | None:
    """Return the code of a function, or of the function inside a wrapper or a method."""
    while isinstance(rule, partial):
        rule = rule.func
    rule = getattr(rule, "__wrapped__", rule)
    rule = getattr(rule, "__func__", rule)
    return getattr(rule, "__code__", None) or getattr(rule, "gi_code", None)


def hook_name(rule: object) -> str:
    """Return the name of a hook as its author wrote it."""
    code = code_of(rule)
    if code is not None:
        return code.co_name
    name = getattr(rule, "__name__", None)  # a compiled function has a name, but no code
    return type(rule).__name__ if name is None else str(name)


def file_and_line(code: CodeType, line: int = 0) -> str:
    """Return a place in a file, `my_game.py:12`: by default the first line of the code."""
    name = code.co_filename.replace("\\", "/").rpartition("/")[2]
    return f"{name}:{line or code.co_firstlineno}"


def location(rule: object) -> str:
    """Return where a rule is defined, or "" if it is the engine's own or not written in Python."""
    code = code_of(rule)
    if code is None or str(getattr(rule, "__module__", "")).startswith(f"{PACKAGE}.core."):
        return ""
    return file_and_line(code)


def where_raised(error: BaseException) -> str:
    """Return the line of the rules that an error comes from: the last one outside of this package,
    whose games count as rules."""
    found = ""
    step: TracebackType | None = error.__traceback__
    while step is not None:
        module = step.tb_frame.f_globals.get("__name__", PACKAGE)  # generated code has no name
        if module.partition(".")[0] != PACKAGE or module.startswith(f"{PACKAGE}.games."):
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
    if isinstance(asked, Generator):
        name = getattr(asked, "__name__", "a helper")
        return RulesError(f"{rule} yields {name}(...), which asks: call it with `yield from`.")
    return RulesError(
        f"{rule} yields {asked!r}. Yield a question such as c.choose(...), or a list of them; "
        "call a helper that asks with `yield from`."
    )


def failed_listing(move: Move | None, c: Context, error: Exception) -> RulesError:
    """Return the error of a domain that raises, or returns something that is not a list."""
    cause = f"{type(error).__name__}: {error}"
    for param in () if move is None else move.params:
        assert move is not None
        where = where_raised(error) or location(param.domain)
        rule = f"The domain of {param.name!r} of move {move.name!r}" + (
            f" ({where})" if where else ""
        )
        if param.earlier:
            continue
        try:
            values = param.domain(c)
        except Exception:
            return RulesError(f"{rule} failed: {cause}")
        try:
            iter(values)
        except TypeError:
            return RulesError(f"{rule} returned {values!r}. It returns a list of the legal values.")
    if move is None:
        return RulesError(f"Listing the moves of seat {c.seat} at {c.ctx.place} failed: {cause}")
    where = where_raised(error) or location(move.fn)
    return RulesError(f"Listing move {move.name!r} ({where}) failed: {cause}")


def impure(error: ImpureRule, rule: str) -> RulesError:
    """Return the error of a rule that changes something although it may only read."""
    where = where_raised(error)
    at = f" ({where})" if where else ""
    return RulesError(
        f"{rule} calls c.{error.call}(){at}. Conditions, domains and labels only read the state: "
        "call it in a move or a hook."
    )


def read(c: Context, rule: Hook, key: str) -> Any:
    """Return what a rule says that may only read the state. `key` says as what it was given."""
    before, c._only_reads = c._only_reads, True
    try:
        return rule(c)
    except ImpureRule as error:
        raise impure(error, f"{key} of {c.ctx.place}") from error
    finally:
        c._only_reads = before


def impure_condition(error: ImpureRule, place: FlowPlace) -> RulesError:
    """Return the error of a condition of the flow that changes something."""
    frames = set()
    step = error.__traceback__
    while step is not None:
        frames.add(step.tb_frame.f_code)
        step = step.tb_next
    for depth, level in enumerate(place.levels):
        path = level_path(place, depth)
        for name in ("end_if", "hold_if", "next", "at", "who"):
            if code_of(getattr(level, name, None)) in frames:
                return impure(error, f"{name} of {path}")
    return impure(error, f"A condition of {place.path}")


def level_path(place: FlowPlace, depth: int) -> str:
    """Return the path of a level of a place. A turn has the path of its segment."""
    names = place.names[: max(depth, 1)]
    return "/".join(name for name in names if name)


def unknown_place(game: Game, why: str, name: str, path: str = "") -> RulesError:
    """Return the error of a jump to a place that does not exist, with the rule that names it: one that
    contains the name, or `next` of the place with this path."""
    from turnwright.core.analysis.rule_mistakes import rules_of_game  # only if a rule is wrong
    from turnwright.core.analysis.static_analysis import jump_written_out

    flow, who = game.compiled_flow, f"next of {path}: " if path else ""
    is_name = isinstance(name, str)  # rules may name anything
    for said, rule in rules_of_game(game, flow):
        if path and said != f"next of {path}":
            continue
        where = location(rule) if path else jump_written_out(rule, name, game.context)
        if where:
            who = f"{said} ({where}): "
            break
    word = next((word for word in why.split() if word in LEVEL_WORDS), None)
    level = None if word is None else LEVEL_WORDS.index(word)
    names = [place.names for place in flow.places.values()]
    known = sorted({one for each in names for one in each[level : level and level + 1] if one})
    hint = suggestion(name, known) if is_name else "; names are strings"
    if not hint and known and level is not None:
        hint = f"; there {'are' if len(known) > 1 else 'is'} {joined(map(repr, known))}"
    return RulesError(f"{who}{why.removeprefix(f'{path}: ')}{hint}")


def check_place(ctx: Ctx, place: FlowPlace) -> None:
    """Raise if a rule wrote the place instead of asking the flow to go there."""
    for name, was in zip(CALLS, place.names, strict=False):
        value = getattr(ctx, name)
        if value != was:
            raise RulesError(not_writable(name, value))


def not_writable(name: str, value: object) -> str:
    """Say that a field of the engine's state is not written by rules."""
    return f"ctx.{name} is not written by rules; call c.{CALLS[name]}({value!r})."


def check_condition(verdict: object, what: str, rule: Hook) -> None:
    """Raise if a condition returned something that is true whatever the state is."""
    if isinstance(verdict, Question):
        hint = "a question, which is not asked. A condition cannot ask."
    elif isinstance(verdict, (Generator, Coroutine)):
        hint = "a generator, which is always true. Write any(...) or all(...) around it."
    elif callable(verdict):
        name = getattr(verdict, "__name__", type(verdict).__name__)
        hint = f"the function {name!r}, which is always true. Call it: {name}(...)."
    else:
        return
    where = location(rule)
    raise RulesError(f"{what}{f' ({where})' if where else ''} returned {hint}")


def check_result(result: object, rule: Hook, move: str) -> None:
    """Raise if what a move or hook returned means nothing. A lambda returns what its expression is."""
    code = code_of(rule)
    if code is None:
        return
    what = f"move {move!r}" if move else f"{code.co_name}"
    if isinstance(result, Question):
        where = file_and_line(code)
        raise RulesError(
            f"{what} ({where}) returned the question {result.text!r} and did not ask it. "
            "Write `answer = yield from c.choose(...)`."
        )
    if isinstance(result, Coroutine):
        result.close()  # nobody awaits it
        sentence = f"{what} ({file_and_line(code)}) called an async function."
        raise RulesError(f"{sentence} Rules cannot be async; write plain functions.")
    if code.co_name == "<lambda>" and not isinstance(result, MethodType):
        return
    hint = "A move that is not possible calls c.refuse(...)." if isinstance(result, str) else ""
    sentence = (
        f"{what} ({file_and_line(code)}) returned {result!r}. Rules return nothing, or a new G."
    )
    raise RulesError(f"{sentence} {hint}".strip())


def not_plain(found: object, path: str, move: str) -> RulesError:
    """Return the error of a state that contains something that cannot be saved."""
    from turnwright.core.analysis.error_hints import state_hint  # only if a rule is wrong

    kind, after = type(found).__name__, f" after move {move!r}" if move else ""
    if path.startswith("a key "):
        hint = "keys of a dict are texts or numbers, such as '3,4' for a place on a board"
        return RulesError(f"{path} is the {kind} {found!r}{after}, which cannot be saved: {hint}.")
    return RulesError(f"{path} holds a {kind}{after}, which cannot be saved: {state_hint(found)}.")


def strange_value(value: Any, path: str) -> tuple[object, str] | None:
    """Return the first value inside a state that is not plain data, and its path."""
    if isinstance(value, msgspec.Struct):
        inside = [(f"{path}.{n}", getattr(value, n)) for n in value.__struct_fields__]
    elif isinstance(value, dict):
        for key in value:
            if not isinstance(key, (str, int, float, bytes)):
                return key, f"a key of {path}"
        inside = [(f"{path}[{key!r}]", one) for key, one in value.items()]
    elif isinstance(value, (list, tuple, set, frozenset)):
        inside = [(f"{path}[{number}]", one) for number, one in enumerate(value)]
    else:
        try:
            msgspec.msgpack.encode(value)
        except (TypeError, ValueError, OverflowError):
            return value, path
        return None
    return next(filter(None, (strange_value(one, where) for where, one in inside)), None)


def unasked_question(
    question: Question, game: Game, move: Move | None, error: object = None
) -> RulesError:
    """Return the error of a question that was created but not asked."""
    who = _rule_with_text(game, question.text)
    who = who or ("A rule" if move is None else f"move {move.name!r} ({location(move.fn)})")
    if isinstance(error, BaseException) and where_raised(error):
        who = f"{who.partition(' (')[0]} ({where_raised(error)})"
    return RulesError(
        f"{who} created the question {question.text!r} and did not ask it. "
        "Write `answer = yield c.choose(...)`; in a helper, call it with `yield from`."
    )


def _rule_with_text(game: Game, text: str) -> str:
    """The rule that contains a text, with its file and line; "" if none has it as it is."""
    from turnwright.core.analysis.rule_mistakes import rules_of_game  # only if a rule is wrong
    from turnwright.core.analysis.static_analysis import codes, functions_used

    for name, rule in rules_of_game(game, game.compiled_flow):
        for function, _ in functions_used(rule, game.context):
            if any(text in code.co_consts for code in codes(function.__code__)):
                return f"{name} ({file_and_line(function.__code__)})"
    return ""
