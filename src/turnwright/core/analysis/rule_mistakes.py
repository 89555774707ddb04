"""Mistakes that can be seen in the code of the rules, before a match is played.

They are looked for once, when a game starts its first match. Helpers of the same package and operations
of the game's context are read too; what is reached through tables or other packages is not, and is
refused when it happens.
"""

from __future__ import annotations

import dis
import inspect
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING

from turnwright.core.definition.flow import snake
from turnwright.core.runtime.rule_errors import (
    CALLS,
    code_of,
    file_and_line,
    level_path,
    not_writable,
)

from .static_analysis import Rule, codes, functions_used

if TYPE_CHECKING:
    from turnwright.core.definition.game import Game
    from turnwright.core.runtime.compiled_flow import CompiledFlow


def rule_mistakes(game: Game, flow: CompiledFlow) -> list[str]:
    """Return what is wrong with the rules of a game, each with the rule and its file and line."""
    problems: list[str] = []
    seen: set[CodeType] = set()
    for name, rule in rules_of_game(game, flow):
        problems += [f"{name}: {problem}" for problem in _wrong_kind(name, rule)]
        for function, names in functions_used(rule, game.context, seen):
            if any(snake(each) in CALLS for each in names):
                problems += [f"{name}: {problem}" for problem in _written_places(function)]
            known = function.__globals__
            found = [known.get(each) or getattr(game.context, each, None) for each in names]
            if any(inspect.isgeneratorfunction(each) for each in found):
                problems += [f"{name}: {problem}" for problem in _lost_generators(function, game)]
    return problems


def reads_history(game: Game, flow: CompiledFlow) -> bool:
    """Whether a rule of a game mentions the history of moves."""
    seen: set[CodeType] = set()
    return any(
        "move_history" in map(snake, names)
        for _, rule in rules_of_game(game, flow)
        for _, names in functions_used(rule, game.context, seen)
    )


def rules_of_game(game: Game, flow: CompiledFlow) -> Iterator[tuple[str, Rule]]:
    """Yield every function of a game's flow and moves once, with its name."""
    seen: set[int] = set()
    for name, rule in _named_rules(game, flow):
        if callable(rule) and id(rule) not in seen:
            seen.add(id(rule))
            yield name, rule


def _named_rules(game: Game, flow: CompiledFlow) -> Iterator[tuple[str, object]]:
    yield "setup", game.setup
    for place in flow.places.values():
        for depth, level in enumerate(place.levels):
            path = level_path(place, depth)
            for key in getattr(level, "__struct_fields__", ()):
                yield f"{key} of {path}", getattr(level, key)
            window = getattr(level, "window", None)
            for key in ("seats", "first", "on_close"):
                yield f"window.{key} of {path}", getattr(window, key, None)
        for name, move in place.moves.items():
            yield f"move {name!r}", move.fn
            for key in ("when", "label", "lists", "interrupts"):
                yield f"{key} of move {name!r}", getattr(move, key)
            for param in move.params:
                yield f"{param.name} of move {name!r}", param.domain


# Rules whose value is used at once: they cannot ask.
CONDITIONS = ("end_if ", "next ", "when ", "at ", "who ", "order ", "label ", "interrupts ")


def _wrong_kind(name: str, rule: Rule) -> Iterator[str]:
    """Report async rules, and conditions that are generators and so always true."""
    code = code_of(rule)
    if code is None:
        return
    if code.co_flags & (inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
        yield f"rules cannot be async; write a plain function ({file_and_line(code)})"
    elif code.co_flags & inspect.CO_GENERATOR and name.startswith(CONDITIONS):
        yield f"a condition cannot ask: it contains `yield` ({file_and_line(code)})"


def _lost_generators(function: FunctionType, game: Game) -> Iterator[str]:
    """Yield the calls of generator functions whose result is dropped: `yield from` is missing.

    A call and what is called begin at the same column: that is how they are matched."""
    for code in codes(function.__code__):
        called: dict[
            tuple[int, int], object
        ] = {}  # by line and column: what the name there stands for
        last_call: tuple[int, int] | None = None
        for step in dis.get_instructions(code):
            at = step.positions
            if at is None or at.lineno is None or at.col_offset is None or step.opname == "CACHE":
                continue
            start = (at.lineno, at.col_offset)
            if step.opname == "POP_TOP" and last_call is not None:
                lost = called.get(last_call)
                if inspect.isgeneratorfunction(lost):
                    where = file_and_line(code, last_call[0])
                    name = lost.__name__
                    yield f"{name}(...) asks a question: call it with `yield from` ({where})"
            if step.opname.startswith("LOAD_"):
                called[start] = _loaded(step, called.get(start), function, game)
            last_call = start if step.opname.startswith("CALL") else None


def _loaded(
    step: dis.Instruction, before: object, function: FunctionType, game: Game
) -> object | None:
    """What a load in a rule stands for, as far as it is known: the context, a module, a function."""
    name = step.argval
    if not isinstance(name, str):
        return None
    if step.opname.startswith("LOAD_FAST"):
        return game.context if name == function.__code__.co_varnames[0] else None
    if step.opname == "LOAD_GLOBAL":
        return function.__globals__.get(name)
    if step.opname in ("LOAD_METHOD", "LOAD_ATTR") and isinstance(before, type | ModuleType):
        return getattr(before, name, None)
    return None


def _written_places(function: FunctionType) -> Iterator[str]:
    """Yield the writes to the place or the turn player in a function."""
    for code in codes(function.__code__):
        line = code.co_firstlineno
        for step in dis.get_instructions(code):
            line = step.starts_line or line
            name = snake(str(step.argval)) if step.opname == "STORE_ATTR" else ""
            if name in CALLS:
                sentence = not_writable(name, ...).replace("Ellipsis", "...")
                yield f"{sentence} ({file_and_line(code, line)})"
