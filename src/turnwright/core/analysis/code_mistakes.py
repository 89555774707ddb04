"""Mistakes in the code of one rule that would pass in silence.

- A condition or domain that never returns a value: the `return` is missing.
- A method that is named and not called: `c.end_turn` without parentheses.
- A value that is written to the context: only `G` and `ctx` are kept, copied and replayed.
- Random numbers and clocks of Python: a match with them cannot be replayed.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Iterator
from inspect import CO_GENERATOR
from types import BuiltinMethodType, FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING

from turnwright.core.runtime.context import Context
from turnwright.core.runtime.rule_errors import code_of, file_and_line

from .static_analysis import Rule, closure_of, codes

if TYPE_CHECKING:
    from turnwright.core.definition.game import Game

# What a rule reads from these modules is another value each time.
CHANCE, TIME = "c.roll, c.rng or c.shuffle", "ctx.num_moves or ctx.num_turns"
UNREPEATABLE = {
    "random": CHANCE,
    "secrets": CHANCE,
    "numpy.random": CHANCE,
    "uuid": "ctx.num_moves, or an id of a card",
    "time": TIME,
    "datetime": TIME,
}
# Functions of Python that say something else in every process, or wait for a person.
BUILTINS = {
    "hash": "a number of the state; the hash of a text is another one in every process",
    "id": "the id of a card, or a number of the state",
    "input": "a question, c.choose(...)",
}
# Types, which may be given values.
REPEATABLE = {
    "Random", "date", "datetime", "time", "timedelta", "Generator", "default_rng", "PCG64", "UUID",
    "uuid3", "uuid5",
}  # fmt: skip
CLOCKS = {"now", "utcnow", "today", "time", "time_ns", "localtime", "gmtime", "ctime", "strftime"}


def without_value(rule: Rule) -> Iterator[str]:
    """Report a condition or domain that returns nothing, whatever the state is."""
    code = code_of(rule)
    if code is None or code.co_name == "<lambda>" or code.co_flags & CO_GENERATOR:
        return
    steps = [step for step in dis.get_instructions(code) if step.opname not in ("NOP", "CACHE")]
    if "refuse" in code.co_names and not any("JUMP" in step.opname for step in steps):
        return  # it always refuses
    before = [None, *steps]
    returned = [
        step.argval
        if step.opname == "RETURN_CONST"
        else each.argval
        if each is not None and each.opname == "LOAD_CONST" and not step.is_jump_target
        else ...
        for each, step in zip(before, steps, strict=False)
        if step.opname in ("RETURN_VALUE", "RETURN_CONST")
    ]
    if returned and all(value is None for value in returned):
        yield f"it never returns a value; is a `return` missing? ({file_and_line(code)})"


def mistakes_in_code(function: FunctionType, game: Game, *, is_rule: bool) -> Iterator[str]:
    """Report what has no effect, or an effect that gets lost, in a rule or a helper of rules. The `c`
    of a helper may be anything else, such as a card, unless it is annotated."""
    if not function.__code__.co_argcount or function.__module__.startswith("turnwright.core."):
        return
    yield from _unrepeatable(function)
    is_known = is_rule or function.__annotations__.get(function.__code__.co_varnames[0]) is not None
    if not takes_context(function, game) or not (is_known or _is_operation(function, game)):
        return
    first = function.__code__.co_varnames[0]
    for code in codes(function.__code__):
        steps = [one for one in dis.get_instructions(code) if one.opname not in ("CACHE", "NOP")]
        line = code.co_firstlineno
        for owner, step, after in zip(steps, steps[1:], [*steps[2:], None], strict=False):
            line = owner.starts_line if type(owner.starts_line) is int else line
            if not owner.opname.startswith(("LOAD_FAST", "LOAD_DEREF")) or owner.argval != first:
                continue
            name, where = str(step.argval), file_and_line(code, line)
            if step.opname == "STORE_ATTR" and name in ("G", "ctx"):
                instead = "return the new G, or change its fields" if name == "G" else "change it"
                yield f"{first}.{name} is not assigned by rules; {instead} ({where})"
            elif step.opname == "STORE_ATTR" and not _is_slot(game.context, name):
                yield (
                    f"{first}.{name} is not part of the state and would be lost; keep it in a field "
                    f"of {first}.G ({where})"
                )
            is_dropped = after is not None and after.opname == "POP_TOP"
            is_method = callable(getattr(game.context, name, None))
            if step.opname in ("LOAD_ATTR", "LOAD_METHOD") and is_dropped and is_method:
                yield f"{first}.{name} is not called; write {first}.{name}() ({where})"


# Operations that change the list which c.zone(...) returns.
MOVERS = {
    "move_card", "remove_card", "draw_card", "draw", "deal", "create_card", "create_cards",
    "shuffle_zone", "renumber_card",
}  # fmt: skip


def moved_while_iterated(function: FunctionType) -> Iterator[str]:
    """Report loops over a zone that move cards: they skip cards. Loops that may be left are not
    reported."""
    for code in codes(function.__code__):
        steps = [step for step in dis.get_instructions(code) if step.opname != "CACHE"]
        called: dict[tuple[int | None, int | None], str] = {}  # by line and column: the method
        for number, step in enumerate(steps):
            at = step.positions
            start = (at.lineno, at.col_offset) if at is not None else (None, None)
            if step.opname in ("LOAD_METHOD", "LOAD_ATTR"):
                called[start] = str(step.argval)
            is_loop = step.opname == "FOR_ITER" and number > 1
            if not is_loop or not steps[number - 2].opname.startswith("CALL"):
                continue
            call = steps[number - 2].positions
            if call is None or called.get((call.lineno, call.col_offset)) != "zone":
                continue
            body = [one for one in steps if step.offset < one.offset < step.argval]
            may_be_left = any(
                one.opname.startswith("RETURN")
                or (
                    "JUMP" in one.opname
                    and isinstance(one.argval, int)
                    and one.argval > step.argval
                )
                for one in body
            )
            if not may_be_left and any(one.argval in MOVERS for one in body):
                where = file_and_line(code, call.lineno or code.co_firstlineno)
                yield f"Cards move while their zone is iterated, so some are skipped ({where})"


def takes_context(function: FunctionType, game: Game) -> bool:
    """Whether the first parameter of a function is the context."""
    first = function.__code__.co_varnames[0]
    hint = function.__annotations__.get(first)
    if hint is None:
        return first == "c" or _is_operation(function, game)
    name = hint if isinstance(hint, str) else getattr(hint, "__name__", "")
    names = {kind.__name__ for kind in game.context.__mro__}
    return hint is game.context or name.partition("[")[0].rpartition(".")[2] in names


def _is_operation(function: FunctionType, game: Game) -> bool:
    """Whether a function is a method of the game's context."""
    own = [kind for kind in game.context.__mro__ if kind is not Context]
    return any(vars(kind).get(function.__name__) is function for kind in own)


def _is_slot(context: type, name: str) -> bool:
    """Whether a context keeps a value of this name, or has a property that can be set."""
    found = getattr(context, name, None)
    return hasattr(type(found), "__set__")


def _unrepeatable(function: FunctionType) -> Iterator[str]:
    known = {**function.__globals__, **closure_of(function)}
    for code in codes(function.__code__):
        line, module, imported = code.co_firstlineno, "", dict[str, object]()
        for step in dis.get_instructions(code):
            line = step.starts_line if type(step.starts_line) is int else line
            if step.opname in ("CACHE", "PUSH_NULL", "NOP"):
                continue
            said, name = "", str(step.argval)
            if module and step.opname in ("LOAD_ATTR", "LOAD_METHOD", "IMPORT_FROM"):
                if module == "datetime" and name in REPEATABLE:
                    continue  # a class in the module of that name
                if module == "numpy":
                    module = "numpy.random" if name == "random" else ""
                    continue
                is_clock = module in ("datetime", "time")
                if name in CLOCKS if is_clock else name not in REPEATABLE:
                    said = f"{module}.{name}"
            if step.opname == "IMPORT_NAME":
                module = name if name in UNREPEATABLE else ""
                continue
            if step.opname.startswith("STORE_") and module:
                imported[name] = sys.modules.get(module)
            module = ""
            if step.opname in ("LOAD_GLOBAL", "LOAD_DEREF", "LOAD_FAST"):
                found = imported.get(name)
                found = known.get(name) if found is None and step.opname != "LOAD_FAST" else found
                if name in BUILTINS and step.opname == "LOAD_GLOBAL" and name not in known:
                    where, instead = file_and_line(code, line), BUILTINS[name]
                    yield f"{name}() makes matches that cannot be replayed; use {instead} ({where})"
                elif isinstance(found, ModuleType) and found.__name__ in (*UNREPEATABLE, "numpy"):
                    module = found.__name__
                elif isinstance(found, type) and found.__module__ == "datetime":
                    module = "datetime"
                elif home := _home(found):
                    said = f"{home}.{name}"
            if said:
                instead = UNREPEATABLE[said.rpartition(".")[0]]
                where = file_and_line(code, line)
                yield f"{said} makes matches that cannot be replayed; use {instead} ({where})"
                module = ""


def _home(found: object) -> str:
    """The module of a function of Python's that gives another value each time, or ""."""
    if isinstance(found, FunctionType):
        is_known = found.__module__ in ("secrets", "uuid") and found.__name__ not in REPEATABLE
        return found.__module__ if is_known else ""
    if isinstance(found, MethodType | BuiltinMethodType):
        owner = getattr(found, "__self__", None)
        name = getattr(owner, "__name__", None) or type(owner).__module__
        return name if name in UNREPEATABLE else ""
    return ""
