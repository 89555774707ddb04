"""Values that rules keep outside of the state, and changes by rules that only read.

Only `G` and `ctx` are copied, saved and replayed. A rule that writes a global variable, a variable of
an outer function, a list of its module or a default of its own parameters plays differently in every
match, search and replay. Only what is written out in the code is seen; the rest is found by playing.
"""

from __future__ import annotations

import dis
import inspect
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

from turnwright.core.runtime.rule_errors import file_and_line

from .static_analysis import closure_of, codes

# Methods of lists, dicts and sets that change them, and those whose result a rule uses as well.
CHANGES = {
    "append", "extend", "insert", "remove", "clear", "sort", "reverse", "update", "add", "discard",
    "difference_update", "intersection_update", "symmetric_difference_update",
}  # fmt: skip
TAKES = {"pop", "popitem", "setdefault"}

CACHES = ("cache", "memo")  # what a name ends with whose values depend on nothing but their keys

VARIABLES = (
    "LOAD_FAST", "LOAD_FAST_CHECK", "LOAD_FAST_BORROW", "LOAD_DEREF", "LOAD_GLOBAL", "LOAD_NAME",
)  # fmt: skip

WRITES = {
    dis.opmap[name]
    for name in ("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_DEREF", "DELETE_DEREF")
    if name in dis.opmap
}

KEEP = "keep it in a field of c.G"

Place = tuple[int | None, int | None]


class OutsideValues:
    """The lists, dicts and sets outside of the state that the rules of a game change or read.

    What rules only write to, as to a list of what happened in a test, changes no match."""

    def __init__(self) -> None:
        self._read: set[int] = set()
        self._changed: list[
            tuple[str, int, str]
        ] = []  # the rule, what it changes, and the sentence

    def add(self, rule: str, function: FunctionType) -> None:
        """Note what a rule, or a helper of it, changes and reads."""
        for code in codes(function.__code__):
            if not _names_collections(function, code):
                continue
            changed = [name for _, names, _ in _changed_paths(code) for name in names[:1]]
            for start, names, reads in _changed_paths(code):
                known = _outside(function, names[0])
                if len(names) > 1 or not isinstance(known, (list, dict, set)):
                    continue
                if names[0].casefold().endswith(CACHES):
                    continue
                where, kind = file_and_line(code, start[0] or 0), type(known).__name__
                said = (
                    f"{names[0]} is a {kind} outside of the state and is changed; {KEEP} ({where})"
                )
                self._changed.append((rule, id(known), said))
                if reads:
                    self._read.add(id(known))
            for step in dis.get_instructions(code):
                if step.opname in ("LOAD_GLOBAL", "LOAD_DEREF", "LOAD_NAME"):
                    name = str(step.argval)
                    if name in changed:
                        changed.remove(name)  # this is where it is changed
                    else:
                        self._read.add(id(_outside(function, name)))

    def problems(self) -> list[str]:
        """Return the changes of what rules also read."""
        return [f"{rule}: {said}" for rule, value, said in self._changed if value in self._read]


def kept_outside(function: FunctionType) -> Iterator[str]:
    """Report what a rule, or a helper of rules, keeps outside of the state."""
    yield from _changed_defaults(function)
    outer = set(function.__code__.co_freevars)
    for code in codes(function.__code__):
        for where, name in _written_variables(code, outer):
            kind = "variable of an outer function" if name in outer else "global variable"
            sentence = f"the {kind} {name!r} is written, which no save and no copy has; {KEEP}"
            yield f"{sentence} ({where})"
        if "G" not in code.co_names or not _names_collections(function, code):
            continue
        for where, path, name in _stored_variables(code):
            known = _outside(function, name)
            if isinstance(known, (list, dict, set)):
                kind = type(known).__name__
                sentence = (
                    f"{path} becomes the {kind} {name} itself, which all matches would change"
                )
                yield f"{sentence}; write {kind}({name}) ({where})"


def _changed_defaults(function: FunctionType) -> Iterator[str]:
    """Report defaults that all calls share, if the function changes them."""
    code = function.__code__
    defaults = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
    if not any(type(one) in (list, dict, set) for one in defaults):
        return
    given = inspect.signature(function).parameters.values()
    shared = {one.name for one in given if type(one.default) in (list, dict, set)}
    for start, names, _ in _changed_paths(code):
        if len(names) == 1 and names[0] in shared:
            said = f"parameter {names[0]!r} has a default that all matches share, and changes it"
            yield f"{said}; {KEEP} ({file_and_line(code, start[0] or 0)})"


def _written_variables(code: CodeType, outer: set[str]) -> Iterator[tuple[str, str]]:
    line = code.co_firstlineno
    if WRITES.isdisjoint(code.co_code[::2]):  # reading instructions takes long
        return
    for step in dis.get_instructions(code):
        line = step.starts_line if type(step.starts_line) is int else line
        is_outer = step.opname in ("STORE_DEREF", "DELETE_DEREF") and step.argval in outer
        if is_outer or step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL"):
            yield file_and_line(code, line), str(step.argval)


def _stored_variables(code: CodeType) -> Iterator[tuple[str, str, str]]:
    """Yield the variables that are put into the state as they are: `c.G.deck = DECK`."""
    steps = [one for one in dis.get_instructions(code) if one.opname not in ("CACHE", "NOP")]
    for number, step in enumerate(steps):
        if step.opname not in ("LOAD_GLOBAL", "LOAD_DEREF"):
            continue
        names: list[str] = []
        for after in steps[number + 1 :]:
            if after.opname in ("LOAD_FAST", "LOAD_DEREF", "LOAD_FAST_BORROW") and not names:
                names = [str(after.argval)]
            elif names and after.opname in ("LOAD_ATTR", "LOAD_METHOD"):
                names.append(str(after.argval))
            elif names and after.opname == "LOAD_CONST":
                names.append(f"[{after.argval!r}]")
            elif after.opname in ("STORE_ATTR", "STORE_SUBSCR") and "G" in names[:2]:
                line = None if step.positions is None else step.positions.lineno
                last = [str(after.argval)] if after.opname == "STORE_ATTR" else []
                path = ".".join([*names, *last]).replace(".[", "[")
                yield file_and_line(code, line or 0), path, str(step.argval)
                break
            else:
                break


def _names_collections(function: FunctionType, code: CodeType) -> bool:
    """Whether a function names a list, dict or set that is not its own."""
    names = (*code.co_names, *code.co_freevars)
    return any(isinstance(_outside(function, name), (list, dict, set)) for name in names)


def _outside(function: FunctionType, name: str) -> Any:
    """The value of a variable that is not the function's own; None for its parameters and locals."""
    code, outer = function.__code__, closure_of(function)
    if name in code.co_varnames or name in code.co_cellvars:
        return None
    return outer[name] if name in outer else function.__globals__.get(name)


def changed_by_reader(function: FunctionType) -> Iterator[str]:
    """Report the values of the state that a condition, a domain or a label changes, if it names them as
    `c.G...`, or as `G...` if it takes parts of the context."""
    code = function.__code__
    first = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    for code in codes(function.__code__):
        for start, names, _ in _changed_paths(code):
            is_part = names[0] in ("G", "ctx") and names[0] in first
            is_state = names[:1] == [*first[:1]] and names[1:2] in (["G"], ["ctx"])
            if is_part or is_state:
                where = file_and_line(code, start[0] or 0)
                yield f"it only reads, and changes {'.'.join(names)} ({where})"


def _changed_paths(code: CodeType) -> Iterator[tuple[Place, list[str], bool]]:
    """Yield what a function changes: where, the names of its path, and whether it also takes a value
    out. `c.G.coins[0] = 1` changes c, G, coins.

    A path, and what is done at its end, begin at the same column: that is how they are matched."""
    paths: dict[Place, list[str]] = {}  # by where they begin
    for step in dis.get_instructions(code):
        at = step.positions
        if at is None or at.lineno is None or at.col_offset is None or step.opname == "CACHE":
            continue
        start, name = (at.lineno, at.col_offset), str(step.argval)
        if step.opname in VARIABLES:
            paths[start] = [name]
            continue
        path = paths.get(start)
        if path is None:
            continue
        if step.opname in ("LOAD_ATTR", "LOAD_METHOD") and name not in CHANGES | TAKES:
            path.append(name)
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD", "STORE_SUBSCR", "DELETE_SUBSCR"):
            yield start, paths.pop(start), name in TAKES
        elif step.opname in ("STORE_ATTR", "DELETE_ATTR"):
            paths.pop(start)
            # `c.G.n += 1` has loaded it before
            yield start, path if path[-1] == name else [*path, name], False
        elif step.opname.startswith(("CALL", "PRECALL", "KW_NAMES", "LOAD_FAST_")):
            paths.pop(
                start
            )  # what follows is about the result of the call, or two variables at once
