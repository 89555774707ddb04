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
from turnwright.core.definition.parameters import original, parts_of
from turnwright.core.runtime.rule_errors import (
    CALLS,
    code_of,
    file_and_line,
    level_path,
    not_writable,
)
from turnwright.core.suggestions import joined

from .code_mistakes import mistakes_in_code, without_value
from .outside_values import OutsideValues, changed_by_reader, kept_outside
from .static_analysis import Rule, closure_of, codes, functions_used

if TYPE_CHECKING:
    from turnwright.core.definition.game import Game
    from turnwright.core.runtime.compiled_flow import CompiledFlow


def rule_mistakes(game: Game, flow: CompiledFlow) -> list[str]:
    """Return what is wrong with the rules of a game, each with the rule and its file and line."""
    problems: list[str] = []
    seen: set[CodeType] = set()
    outside = OutsideValues()
    for name, rule in rules_of_game(game, flow):
        problems += [f"{name}: {problem}" for problem in _wrong_kind(name, rule)]
        for function, names in functions_used(rule, game.context, seen):
            if any(snake(each) in CALLS for each in names):
                problems += [f"{name}: {problem}" for problem in _written_places(function)]
            if game.strict:
                is_rule = function.__code__ is code_of(rule)
                found_here = [*mistakes_in_code(function, game, is_rule=is_rule)]
                if not function.__module__.startswith("turnwright.core."):
                    found_here += kept_outside(function)
                    outside.add(name, function)
                if is_rule and _only_reads(name):
                    found_here += changed_by_reader(function)
                problems += [f"{name}: {problem}" for problem in found_here]
            known = function.__globals__
            found = [known.get(each) or getattr(game.context, each, None) for each in names]
            found += closure_of(function).values()
            if any(_asking(each) for each in found):
                problems += [f"{name}: {problem}" for problem in _lost_generators(function, game)]
    return problems + outside.problems()


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
    for key in ("end_if", "on_end", "hold_if"):
        yield f"{key} of the game", getattr(game.flow, key)
    for place in flow.places.values():
        for depth, level in enumerate(place.levels):
            path = level_path(place, depth)
            for key in getattr(level, "__struct_fields__", ()):
                yield f"{key} of {path}", getattr(level, key)
            window = getattr(level, "window", None)
            for key in ("seats", "first", "on_close"):
                yield f"window.{key} of {path}", getattr(window, key, None)
            for stage_name, stage in getattr(level, "stages", {}).items():
                for key in ("who", "on_begin", "on_end", "end_if"):
                    yield f"{key} of stage {stage_name!r} of {path}", getattr(stage, key)
        for name, move in place.known_moves.items():
            yield f"move {name!r}", move.fn
            for key in ("when", "label", "lists", "interrupts"):
                yield f"{key} of move {name!r}", getattr(move, key)
            for param in move.params:
                yield f"{param.name} of move {name!r}", param.domain


# Rules whose value is used at once: they cannot ask.
CONDITIONS = (
    "end_if ", "hold_if ", "skip_if ", "next ", "when ", "at ", "who ", "order ", "label ",
    "interrupts ",
)  # fmt: skip

# Conditions for which None means nothing: `next` and `at` may return it always.
VALUED = tuple(word for word in (*CONDITIONS, "window.seats ") if word not in ("next ", "at "))


# Rules that the engine calls with the context and nothing else.
ONLY_CONTEXT = (
    "setup", "on_begin ", "on_end ", "on_move ", "end_if ", "hold_if ", "skip_if ", "next ", "who ",
    "order ", "at ", "window.", "when ", "interrupts ",
)  # fmt: skip


def _wrong_kind(name: str, rule: Rule) -> Iterator[str]:
    """Report async rules, conditions that are generators and so always true, or have no value, and
    rules that ask for more than the context."""
    code = code_of(rule)
    if code is None:
        return
    if name.startswith(ONLY_CONTEXT):
        yield from _more_than_context(rule)
    if code.co_flags & (inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
        yield f"rules cannot be async; write a plain function ({file_and_line(code)})"
    elif code.co_flags & inspect.CO_GENERATOR and name.startswith(CONDITIONS):
        yield f"a condition cannot ask: it contains `yield` ({file_and_line(code)})"
    elif name.startswith(VALUED) or (" of move " in name and not name.startswith("lists ")):
        yield from without_value(rule)


def _more_than_context(rule: Rule) -> Iterator[str]:
    """Report the parameters that the engine does not fill."""
    function = original(rule)
    try:
        given = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return
    parts = parts_of(function)
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    free = {name for name, one in given.items() if one.default is one.empty}
    needed = [name for name, one in given.items() if one.kind in kinds and name in free]
    extra = [name for name in needed if name not in parts][0 if parts else 1 :]
    named = inspect.Parameter.KEYWORD_ONLY
    extra += [n for n, one in given.items() if one.kind is named and n in free and n not in parts]
    if extra:
        code = code_of(function)
        where = "" if code is None else f" ({file_and_line(code)})"
        names = joined(map(repr, extra))
        yield f"it is called with the context alone, and has a parameter {names} as well{where}"


def _only_reads(name: str) -> bool:
    """Whether a rule of this name is a condition, a domain or a label."""
    is_domain = " of move " in name and not name.startswith(("lists ", "interrupts "))
    return is_domain or name.startswith(CONDITIONS)


def impure_conditions(game: Game, flow: CompiledFlow) -> Iterator[tuple[str, str]]:
    """Yield every condition, domain and label that writes to the state, with a sentence.

    Only assignments in the rule itself are seen, such as `c.G.asked += 1`."""
    for name, rule in rules_of_game(game, flow):
        code = code_of(rule)
        if code is None or not _only_reads(name):
            continue
        for inner in codes(code):
            if "G" not in inner.co_names and "G" not in inner.co_varnames:
                continue
            line = inner.co_firstlineno
            for step in dis.get_instructions(inner):
                line = step.starts_line or line
                if step.opname in ("STORE_ATTR", "STORE_SUBSCR"):
                    where = file_and_line(inner, line)
                    yield name, f"It changes the state although it is asked often ({where})"
                    break


def _lost_generators(function: FunctionType, game: Game) -> Iterator[str]:
    """Yield the calls of functions that ask, or that make a question, which do not ask because `yield
    from` is missing: the result is dropped, tested, or put into a variable that is not asked later.

    A call and what is called begin at the same column: that is how they are matched."""
    for code in codes(function.__code__):
        called: dict[tuple[int, int], object] = {}  # by line and column: what the name stands for
        last_call: tuple[int, int] | None = None
        asked = _asked_variables(code)
        for step in dis.get_instructions(code):
            at = step.positions
            if at is None or at.lineno is None or at.col_offset is None or step.opname == "CACHE":
                continue
            start = (at.lineno, at.col_offset)
            is_lost = step.opname == "POP_TOP" or step.opname.startswith(("POP_JUMP", "TO_BOOL"))
            if step.opname.startswith("STORE_FAST") and step.opname != "STORE_FAST_LOAD_FAST":
                is_lost = step.argval not in asked
            if is_lost and last_call is not None:
                lost = _asking(called.get(last_call))
                if lost is not None:
                    where = file_and_line(code, last_call[0])
                    name = lost.__name__
                    if makes_question(lost):
                        said = f"c.{name}(...) makes a question and does not ask it"
                        yield f"{said}: write `answer = yield from c.{name}(...)` ({where})"
                    else:
                        yield f"{name}(...) asks a question: call it with `yield from` ({where})"
            if step.opname.startswith("LOAD_"):
                called[start] = _loaded(step, called.get(start), function, game)
            last_call = start if step.opname.startswith("CALL") else None


def _asking(found: object) -> FunctionType | None:
    """Return a function that asks: the one that was found, or one in a table of functions."""
    inside = (
        [*found.values()]
        if isinstance(found, dict)
        else [*found]
        if isinstance(found, list | tuple)
        else [found]
    )
    for one in inside:
        if isinstance(one, FunctionType) and (
            inspect.isgeneratorfunction(one) or makes_question(one)
        ):
            return one
    return None


def makes_question(function: FunctionType) -> bool:
    """Whether a function, such as `Context.choose`, says that it returns a question."""
    said = function.__annotations__.get("return", "")
    name = said if isinstance(said, str) else getattr(said, "__name__", str(said))
    return name.partition("[")[0].rpartition(".")[2] == "Question"


# Instructions that use a value as a value: nobody does that with a generator on purpose.
VALUE_USES = ("POP_JUMP", "TO_BOOL", "COMPARE_OP", "IS_OP", "CONTAINS_OP", "BINARY_")


def _asked_variables(code: CodeType) -> set[object]:
    """Return the variables that are used in other ways than as a value: they may be asked with `yield
    from`, returned, or given to another function."""
    steps = [step for step in dis.get_instructions(code) if step.opname != "CACHE"]
    names = [step.opname for step in steps] + ["", ""]
    found: set[object] = set()
    for number, step in enumerate(steps):
        if not step.opname.startswith("LOAD_FAST"):
            continue
        after, next_one = names[number + 1], names[number + 2]
        used_as = next_one if after.startswith("LOAD_") else after
        if not used_as.startswith(VALUE_USES):
            found.update(step.argval if isinstance(step.argval, tuple) else (step.argval,))
    return found


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
    if step.opname == "LOAD_DEREF":
        is_context = name == (*function.__code__.co_varnames, "")[0]
        return game.context if is_context else closure_of(function).get(name)
    if step.opname in ("LOAD_METHOD", "LOAD_ATTR") and isinstance(before, type | ModuleType):
        return getattr(before, name, None)
    return None


def _written_places(function: FunctionType) -> Iterator[str]:
    """Yield the writes to the place or the turn player in a function: those to `ctx`, or to a variable
    that stands for it. A game's own state may have fields of these names."""
    for code in codes(function.__code__):
        line, before = code.co_firstlineno, ""
        stands_for_ctx = {"ctx"}
        for step in dis.get_instructions(code):
            if step.opname == "CACHE":
                continue
            line = step.starts_line or line
            if step.opname.startswith("STORE_FAST") and before in stands_for_ctx:
                stands_for_ctx.add(str(step.argval))
            name = snake(str(step.argval)) if step.opname == "STORE_ATTR" else ""
            if name in CALLS and before in stands_for_ctx:
                sentence = not_writable(name, ...).replace("Ellipsis", "...")
                yield f"{sentence} ({file_and_line(code, line)})"
            before = str(step.argval) if step.opname.startswith("LOAD_") else ""
