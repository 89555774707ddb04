"""Static analysis of rules: which names and strings a function mentions.

The linter and the diagrams need to know where a rule may lead. The names and constants in its bytecode
are a good approximation. Helpers of the same package and operations of the game's context are read too.
Nothing here calls a rule.
"""

from __future__ import annotations

import dis
import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import CodeType, FunctionType, MethodType, ModuleType

import msgspec

from turnwright.core.definition.flow import always, snake
from turnwright.core.definition.moves import Move
from turnwright.core.runtime.context import Context
from turnwright.core.runtime.rule_errors import file_and_line

Rule = Callable[..., object]

CORE = Context.__module__.rpartition(".runtime.")[0]  # turnwright.core

JUMPS = {"set_segment": "segment", "set_phase": "phase", "set_step": "step", "jump_to": ""}
JUMP_CALLS = {*JUMPS, "setSegment", "setPhase", "setStep", "jumpTo", "getattr"}
ENDS = {"end_step", "end_phase", "end_turn", "end_segment"}
RESULTS = {"win", "lose", "draw", "end_game", "eliminate"}


class Mentions(msgspec.Struct, frozen=True):
    """What one function mentions: names (in Python spelling) and string constants (`words`)."""

    names: frozenset[str]
    words: frozenset[str]


def mentions(rule: Rule, context: type[Context] = Context) -> Iterator[Mentions]:
    """Yield what a rule mentions, and every helper and context operation that it uses."""
    if isinstance(rule, functools.partial):
        yield Mentions(frozenset(), frozenset(_strings([*rule.args, *rule.keywords.values()])))
    for function, names in functions_used(rule, context):
        words: set[str] = set()
        for code in codes(function.__code__):
            words.update(_strings(code.co_consts))
        known = function.__globals__
        words.update(_strings(known.get(name) for name in names))
        words.update(_strings(_bound(function)))
        yield Mentions(frozenset(map(snake, names)), frozenset(words))


def functions_used(
    rule: Rule, context: type[Context] = Context, seen: set[CodeType] | None = None
) -> Iterator[tuple[FunctionType, set[str]]]:
    """Yield the functions of a rule, every helper of its package and context operation that it uses,
    each with the names in it. Functions whose code is in `seen` are left out; it is extended."""
    seen = set() if seen is None else seen
    todo = list(_functions(rule))
    home = {_package(function) for function in todo}
    while todo:
        function = todo.pop()
        if function.__code__ in seen:
            continue
        seen.add(function.__code__)
        names = {name for code in codes(function.__code__) for name in code.co_names}
        if function.__module__ == Context.__module__:
            names.add(function.__name__)  # a predefined move has the name of what it does
        yield function, names
        for found in _helpers(names, function.__globals__, context):
            todo += [each for each in _functions(found) if _package(each) in home]


def acts_on_flow(rule: Rule | None, context: type[Context] = Context) -> bool:
    """Whether a rule may change the flow, end the game or ask a question."""
    if rule is None:
        return False
    acts = {*JUMPS, *ENDS, *RESULTS}
    is_asking = any(_is_generator(function) for function in _functions(rule))
    return is_asking or any(acts & said.names for said in mentions(rule, context))


def is_always(rule: Rule | None) -> bool:
    """Whether a condition is always true: `always`, or a function that only returns True."""
    if rule is None or rule is always:
        return rule is always
    functions = [each for each in _functions(rule) if each.__module__ != always.__module__]
    return len(functions) == 1 and _is_true(functions[0].__code__)


def returned(rule: Rule) -> set[str | None]:
    """Return the constants (strings and None) that a function may return."""
    found: set[object] = set()
    for function in _functions(rule):
        steps = [each for each in dis.get_instructions(function.__code__) if each.opname != "NOP"]
        after = dict(zip((each.offset for each in steps), steps[1:], strict=False))
        at = {each.offset: each for each in steps}
        for each in steps:
            then = after.get(each.offset)
            while then is not None and then.opname == "JUMP_FORWARD":
                then = at.get(then.argval)
            is_returned = then is not None and then.opname == "RETURN_VALUE"
            if each.opname == "RETURN_CONST" or (each.opname == "LOAD_CONST" and is_returned):
                found.add(each.argval)
    return {value for value in found if value is None or isinstance(value, str)}


def jumps_written_out(rule: Rule) -> Iterator[tuple[str, str]]:
    """Yield level and name of calls like `c.set_phase("battle")`."""
    for called, given, is_only in _calls_with_text(rule):
        level = JUMPS.get(called)
        if level and is_only:
            yield level, given


def jump_written_out(rule: Rule, name: str, context: type[Context]) -> str:
    """Return the file and line at which a rule, or a helper of it, names a place to jump to; "" if it
    does not."""
    for function, used in functions_used(rule, context):
        if not used & JUMP_CALLS:
            continue
        for code in codes(function.__code__):
            line = code.co_firstlineno
            for step in dis.get_instructions(code):
                line = step.starts_line or line
                if step.opname == "LOAD_CONST" and step.argval == name:
                    return file_and_line(code, line)
    return ""


def stages_written_out(rule: Rule) -> Iterator[str]:
    """Yield the names in calls like `c.set_stage("discard", ...)`."""
    return (given for called, given, _ in _calls_with_text(rule) if called == "set_stage")


def _calls_with_text(rule: Rule) -> Iterator[tuple[str, str, bool]]:
    """Yield the name of a called method, its first argument if that is a string, and whether it is the
    only one."""
    for function in _functions(rule):
        for code in codes(function.__code__):
            steps = list(dis.get_instructions(code))
            for what, given, call in zip(steps, steps[1:], steps[2:], strict=False):
                is_text = given.opname == "LOAD_CONST" and isinstance(given.argval, str)
                if is_text and what.opname in ("LOAD_METHOD", "LOAD_ATTR"):
                    yield snake(str(what.argval)), given.argval, "CALL" in call.opname


def name_of(rule: Rule) -> str:
    """Return the name of a function, or "" for a lambda."""
    name: str = getattr(getattr(rule, "__wrapped__", rule), "__name__", "")
    return "" if name == "<lambda>" else name


# --- reading code -----------------------------------------------------------------------------------


def _functions(rule: object) -> Iterator[FunctionType]:
    """Yield the functions inside a rule: unwrapped, unbound, and those in its closure."""
    if isinstance(rule, Move):
        rule = rule.fn
    if isinstance(rule, functools.partial):
        yield from _functions(rule.func)
    elif isinstance(rule, MethodType):
        yield from _functions(rule.__func__)
    elif not isinstance(rule, FunctionType):
        call = getattr(type(rule), "__call__", None)  # noqa: B004
        if isinstance(call, FunctionType):
            yield call
    elif hasattr(rule, "__wrapped__"):
        yield from _functions(rule.__wrapped__)
    else:
        yield rule
        for inner in _bound(rule):
            if isinstance(inner, FunctionType | Move) and inner is not rule:
                yield from _functions(inner)


def _bound(function: FunctionType) -> Iterator[object]:
    """Yield the values that a function holds: its closure and its defaults."""
    yield from function.__defaults__ or ()
    yield from closure_of(function).values()


def closure_of(function: FunctionType) -> dict[str, object]:
    """The values of the variables of outer functions that a function uses, by their names."""
    found = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # an empty cell
            continue
    return found


def codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and those nested in it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from codes(inner)


def _strings(constants: Iterable[object]) -> Iterator[str]:
    for constant in constants:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, tuple | frozenset):
            yield from _strings(constant)


def _helpers(
    names: set[str], known: Mapping[str, object], context: type[Context]
) -> Iterator[FunctionType]:
    """Yield the functions that names may refer to: globals, members of modules, context operations."""
    own = [kind for kind in context.__mro__ if issubclass(kind, Context) and kind is not Context]
    modules = [known[name] for name in names if isinstance(known.get(name), ModuleType)]
    for name in names:
        own_function = known.get(name)
        if isinstance(own_function, FunctionType):
            yield own_function
        for holder in (*own, *modules):
            found = vars(holder).get(name, vars(holder).get(snake(name)))
            found = found.fget if isinstance(found, property) else found
            if isinstance(found, FunctionType):
                yield found


def _package(function: FunctionType) -> str:
    """Return the package whose helpers are read. Modules of the core are not followed."""
    module = function.__module__ or ""
    return module if module.startswith(CORE) else module.partition(".")[0]


def _is_generator(function: FunctionType) -> bool:
    return bool(function.__code__.co_flags & 0x20)


def _is_true(code: CodeType) -> bool:
    known = ("RESUME", "NOP", "CACHE", "RETURN_VALUE")
    steps = [each for each in dis.get_instructions(code) if each.opname not in known]
    return len(steps) == 1 and steps[0].argval is True
