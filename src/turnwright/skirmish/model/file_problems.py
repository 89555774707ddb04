"""Problems: what is wrong with data that people wrote, all of it, with lines and sentences.

Data is converted to the types of the model at once; only when that fails is it walked through, to find
every fault instead of the first.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import inspect as kinds

from turnwright.core.errors import TurnwrightError

from .parsed_document import NOWHERE, Mark, place

T = TypeVar("T")

MOST_SHOWN = 50


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something wrong in a file: what, and where. Line 0 is an unknown line."""

    sentence: str
    path: str = ""
    line: int = 0

    def __str__(self) -> str:
        line = [f"line {self.line}"] if self.line else []
        return ", ".join([*line, *([self.path] if self.path else [])] or ["the file"]) + (
            f": {self.sentence}"
        )


class BadFile(TurnwrightError):
    """A file that is no scenario; `problems` lists what is wrong with it."""

    code = "bad_file"

    def __init__(self, problems: Sequence[Problem], name: str = "") -> None:
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        shown = [f"  {problem}" for problem in problems[:MOST_SHOWN]]
        if len(problems) > MOST_SHOWN:
            shown.append(f"  and {len(problems) - MOST_SHOWN} more")
        super().__init__("\n".join([f"{name or 'The scenario'}: {count}", *shown]), name=name)
        self.problems = list(problems)
        self.name = name


class Faults:
    """The problems of one file, each of them once, in the order of its lines."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, str], Problem] = {}

    def add(self, at: Mark, sentence: str) -> None:
        self.found.setdefault((at.path, sentence), Problem(sentence, at.path, at.line))

    def raise_any(self, name: str) -> None:
        if self.found:
            raise BadFile(sorted(self.found.values(), key=lambda one: one.line), name)


def meant(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'x'?` if there is something alike, else nothing."""
    by_case = {name.casefold(): name for name in known}
    close = difflib.get_close_matches(word.casefold(), by_case, 1, 0.6)
    return f"; did you mean {by_case[close[0]]!r}?" if close else ""


def convert(data: Any, kind: type[T], faults: Faults, at: Mark = NOWHERE) -> T | None:
    """Data as a type of the model; None after noting all that is wrong with it."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        if _check(data, kinds.type_info(kind), at, faults):
            faults.add(at, _sentence(error))
        return None


def _sentence(error: Exception) -> str:
    return str(error).partition(" - at `")[0].replace("`", "'")


# --- walking through ------------------------------------------------------------------------------


def _check(value: Any, kind: kinds.Type, at: Mark, faults: Faults) -> bool:
    """Is it of this kind? If not, note why."""
    choices = _choices(kind)
    fitting = [choice for choice in choices if _is_like(value, choice)]
    structs = [choice for choice in fitting if isinstance(choice, kinds.StructType)]
    if structs and isinstance(value, dict):
        struct = structs[0] if len(structs) == 1 else _tagged(value, structs, at, faults)
        return struct is not None and _check_struct(value, struct, at, faults)
    for choice in fitting:
        if isinstance(choice, kinds.VarTupleType):
            inner = [
                _check(item, choice.item_type, place(value, i, at), faults)
                for i, item in enumerate(value)
            ]
            return all(inner)
        if isinstance(choice, kinds.DictType):
            inner = [
                _check(item, choice.value_type, place(value, key, at), faults)
                for key, item in value.items()
            ]
            return all(inner)
    if any(_fits(value, choice) for choice in fitting):
        return True
    hint = ""
    if isinstance(value, str):
        literals = [c for c in choices if isinstance(c, kinds.LiteralType)]
        hint = meant(value, [str(v) for c in literals for v in c.values])
    many = ": an encounter holds at most 1000" if at.path.endswith(".count") else ""
    faults.add(at, f"expected {_expected(fitting or choices)}, got {shown(value)}{many}{hint}")
    return False


def _choices(kind: kinds.Type) -> list[kinds.Type]:
    while isinstance(kind, kinds.Metadata):
        kind = kind.type
    if isinstance(kind, kinds.UnionType):
        return [choice for inner in kind.types for choice in _choices(inner)]
    return [kind]


def _is_like(value: Any, kind: kinds.Type) -> bool:
    """Might it be meant as this kind? Bounds and fields are another question."""
    match kind:
        case kinds.StructType() | kinds.DictType():
            return isinstance(value, dict)
        case kinds.VarTupleType():
            return isinstance(value, list)
        case kinds.IntType():
            return type(value) is int or (type(value) is float and value.is_integer())
        case kinds.FloatType():
            return type(value) in (int, float)
        case kinds.StrType():
            return isinstance(value, str)
        case kinds.BoolType():
            return isinstance(value, bool)
        case kinds.NoneType():
            return value is None
        case kinds.LiteralType():
            return isinstance(value, (str, int)) and not isinstance(value, bool)
    return True


def _fits(value: Any, kind: kinds.Type) -> bool:
    match kind:
        case kinds.IntType() | kinds.FloatType():
            low = kind.ge is None or value >= kind.ge
            return low and (kind.le is None or value <= kind.le)
        case kinds.StrType():
            long = kind.min_length is None or len(value) >= kind.min_length
            return long and (kind.max_length is None or len(value) <= kind.max_length)
        case kinds.LiteralType():
            return value in kind.values
    return True


def _tagged(
    value: dict[str, Any], structs: list[kinds.StructType], at: Mark, faults: Faults
) -> kinds.StructType | None:
    field = structs[0].tag_field or "type"
    by_tag = {str(struct.tag): struct for struct in structs}
    tag = value.get(field)
    if isinstance(tag, str) and tag in by_tag:
        return by_tag[tag]
    names = ", ".join(by_tag)
    if tag is None:
        faults.add(at, f"expected a {field!r} here, one of {names}")
    else:
        hint = meant(str(tag), by_tag)
        where = place(value, field, at)
        faults.add(where, f"expected one of {names}, got {shown(tag)}{hint}")
    return None


def _check_struct(
    value: dict[str, Any], struct: kinds.StructType, at: Mark, faults: Faults
) -> bool:
    try:
        msgspec.convert(value, struct.cls)
        return True
    except msgspec.ValidationError:
        pass
    fields = {field.encode_name: field for field in struct.fields}
    known = [*fields, *([struct.tag_field] if struct.tag_field else [])]
    complete = True
    for key in value:
        if key not in known:
            hint = meant(key, known) or f"; known here: {', '.join(known)}"
            faults.add(place(value, key, at), f"unknown key {key!r}{hint}")
    good: dict[str, Any] = {}
    for name, field in fields.items():
        if name in value:
            if _check(value[name], field.type, place(value, name, at), faults):
                good[name] = value[name]
            else:
                complete = complete and not field.required
        elif field.required:
            faults.add(at, f"{name!r} is missing")
            complete = False
    if complete:
        if struct.tag_field:
            good[struct.tag_field] = struct.tag
        _check_whole(good, value, struct, at, faults)
    return False


_NAMED = re.compile(r"(\w+)(?: of \w+)?: (.*)", re.DOTALL)


def _check_whole(
    good: dict[str, Any], value: dict[str, Any], struct: kinds.StructType, at: Mark, faults: Faults
) -> None:
    """The fields are each of their kind; what does the type itself say of them, such as of dice?"""
    required = {field.encode_name for field in struct.fields if field.required}
    while True:
        try:
            msgspec.convert(good, struct.cls)
            return
        except msgspec.ValidationError as error:
            found = _NAMED.fullmatch(_sentence(error))
            if found is None or found[1] not in good:
                faults.add(at, f"{found[1]}: {found[2]}" if found else _sentence(error))
                return
            faults.add(place(value, found[1], at), found[2])
            if found[1] in required:
                return
            del good[found[1]]


# --- in words -------------------------------------------------------------------------------------


def shown(value: Any) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case dict():
            return "a mapping"
        case list() | tuple():
            return "a list"
        case str() if len(value) > 60:
            return f"{value[:57]!r}..."
    return repr(value)


def _expected(choices: Sequence[kinds.Type]) -> str:
    words = dict.fromkeys(filter(None, map(_in_words, choices)))
    if {"a whole number from -1000000 to 1000000", "text"} <= set(words):  # it is a `Dice`
        words = {
            "a number, or dice such as 2d6+3": None,
            **{w: None for w in words if w.startswith("a list")},
        }
    if {"a whole number from 0 on", "a number from 0 to 1e+15"} <= set(words):  # it is an `Amount`
        words = {"a number from 0 on": None} | {w: None for w in words if "number" not in w}
    if {"a whole number", "a number"} <= set(words):
        del words["a whole number"]
    return " or ".join(words) or "nothing"


def _in_words(kind: kinds.Type) -> str:
    match kind:
        case kinds.IntType() | kinds.FloatType():
            noun = "a whole number" if isinstance(kind, kinds.IntType) else "a number"
            if kind.ge is not None and kind.le is not None:
                return (
                    f"{noun} from {kind.ge} to {kind.le:g}"
                    if kind.le > 1e7
                    else (f"{noun} from {kind.ge} to {kind.le}")
                )
            return f"{noun} from {kind.ge} on" if kind.ge is not None else noun
        case kinds.StrType():
            if kind.max_length is not None:
                return f"text of {kind.min_length or 0} to {kind.max_length} characters"
            return "text that is not empty" if kind.min_length else "text"
        case kinds.BoolType():
            return "true or false"
        case kinds.LiteralType():
            return "one of " + ", ".join(repr(v) for v in kind.values)
        case kinds.VarTupleType():
            return "a list"
        case kinds.DictType():
            return "a mapping"
        case kinds.StructType():
            return f"a mapping ({kind.cls.__name__})"
    return ""
