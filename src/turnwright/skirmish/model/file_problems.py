"""Problems of scenario files: all of them, each with its line, its path and a sentence.

`convert` turns data into a type of the model in one step. Only if that fails does it walk through the
data, to report every problem instead of the first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import inspect as kinds

from turnwright.core.errors import TurnwrightError
from turnwright.core.suggestions import suggestion

from .parsed_document import NOWHERE, SourceLocation, location_of

T = TypeVar("T")

MAX_SHOWN = 50


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something wrong in a file: what, and where. Line 0 means that the line is unknown."""

    sentence: str
    path: str = ""
    line: int = 0
    code: str = "bad_file"
    near: tuple[str, ...] = ()
    """For a name that is not defined: the defined names that are close to it."""

    def __str__(self) -> str:
        line = [f"line {self.line}"] if self.line else []
        return ", ".join([*line, *([self.path] if self.path else [])] or ["the file"]) + (
            f": {self.sentence}"
        )


class BadFile(TurnwrightError):
    """Raised for a file that is not a valid scenario; `problems` lists everything wrong with it."""

    code = "bad_file"

    def __init__(self, problems: Sequence[Problem], name: str = "") -> None:
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        shown = [f"  {problem}" for problem in problems[:MAX_SHOWN]]
        if len(problems) > MAX_SHOWN:
            shown.append(f"  and {len(problems) - MAX_SHOWN} more")
        super().__init__("\n".join([f"{name or 'The scenario'}: {count}", *shown]), name=name)
        self.problems = list(problems)
        self.name = name


class ProblemCollector:
    """Collects the problems of one file: each once, in the order of the lines."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], Problem] = {}

    def add(
        self,
        at: SourceLocation,
        sentence: str,
        code: str = "bad_file",
        near: tuple[str, ...] = (),
    ) -> None:
        """Add a problem unless the same one is known at that path."""
        problem = Problem(sentence, at.path, at.line, code, near)
        self._found.setdefault((at.path, sentence), problem)

    @property
    def found(self) -> list[Problem]:
        """The problems in the order of their lines."""
        return sorted(self._found.values(), key=lambda one: one.line)

    def raise_if_any(self, name: str) -> None:
        """Raise `BadFile` if there are problems; `name` is the name of the file."""
        if self._found:
            raise BadFile(self.found, name)


def convert(
    data: Any, kind: type[T], problems: ProblemCollector, at: SourceLocation = NOWHERE
) -> T | None:
    """Convert data to a type of the model. Return None after adding everything that is wrong with it
    to `problems`."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        if _check(data, kinds.type_info(kind), at, problems):
            problems.add(at, _sentence(error))
        return None


def _sentence(error: Exception) -> str:
    return str(error).partition(" - at `")[0].replace("`", "'")


# --- all problems of some data --------------------------------------------------------------------


def _check(value: Any, kind: kinds.Type, at: SourceLocation, problems: ProblemCollector) -> bool:
    """Return whether a value has this type, and report why not."""
    choices = choices_of(kind)
    fitting = [choice for choice in choices if is_like(value, choice)]
    structs = [choice for choice in fitting if isinstance(choice, kinds.StructType)]
    if structs and isinstance(value, dict):
        struct = structs[0] if len(structs) == 1 else _tagged(value, structs, at, problems)
        return struct is not None and _check_struct(value, struct, at, problems)
    for choice in fitting:
        if isinstance(choice, kinds.VarTupleType):
            inner = [
                _check(item, choice.item_type, location_of(value, i, at), problems)
                for i, item in enumerate(value)
            ]
            return all(inner)
        if isinstance(choice, kinds.DictType):
            inner = [
                _check(item, choice.value_type, location_of(value, key, at), problems)
                for key, item in value.items()
            ]
            return all(inner)
    if any(fits(value, choice) for choice in fitting):
        return True
    hint = ""
    if isinstance(value, str):
        literals = [c for c in choices if isinstance(c, kinds.LiteralType)]
        hint = suggestion(value, [str(v) for c in literals for v in c.values])
    limit = ": an encounter has at most 1000" if at.path.endswith(".count") else ""
    problems.add(at, f"expected {_expected(fitting or choices)}, got {shown(value)}{limit}{hint}")
    return False


def choices_of(kind: kinds.Type) -> list[kinds.Type]:
    """Return the alternatives of a type, without their bounds and notes."""
    while isinstance(kind, kinds.Metadata):
        kind = kind.type
    if isinstance(kind, kinds.UnionType):
        return [choice for inner in kind.types for choice in choices_of(inner)]
    return [kind]


def is_like(value: Any, kind: kinds.Type) -> bool:
    """Return whether a value has the shape of this type, whatever its bounds and fields."""
    match kind:
        case kinds.StructType() | kinds.DictType():
            return isinstance(value, dict)
        case kinds.VarTupleType():
            return isinstance(value, list)
        case kinds.IntType():
            is_whole = type(value) is float and value.is_integer() and abs(value) < 1 << 63
            return type(value) is int or is_whole
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


def fits(value: Any, kind: kinds.Type) -> bool:
    """Return whether a value of the right shape is within the bounds of this type."""
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
    value: dict[str, Any],
    structs: list[kinds.StructType],
    at: SourceLocation,
    problems: ProblemCollector,
) -> kinds.StructType | None:
    field = structs[0].tag_field or "type"
    by_tag = {str(struct.tag): struct for struct in structs}
    tag = value.get(field)
    if isinstance(tag, str) and tag in by_tag:
        return by_tag[tag]
    names = ", ".join(by_tag)
    if tag is None:
        problems.add(at, f"expected a {field!r} here, one of {names}")
    else:
        hint = suggestion(str(tag), by_tag)
        where = location_of(value, field, at)
        problems.add(where, f"expected one of {names}, got {shown(tag)}{hint}")
    return None


def _check_struct(
    value: dict[str, Any], struct: kinds.StructType, at: SourceLocation, problems: ProblemCollector
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
            hint = suggestion(key, known) or f"; known here: {', '.join(known)}"
            if key.count(")") > key.count("("):
                hint = "; within {...} put a formula with commas in quotes"
            problems.add(location_of(value, key, at), f"unknown key {key!r}{hint}")
    good: dict[str, Any] = {}
    for name, field in fields.items():
        if name in value:
            if _check(value[name], field.type, location_of(value, name, at), problems):
                good[name] = value[name]
            else:
                complete = complete and not field.required
        elif field.required:
            problems.add(at, f"{name!r} is missing")
            complete = False
    if complete:
        if struct.tag_field:
            good[struct.tag_field] = struct.tag
        _check_whole(good, value, struct, at, problems)
    return False


_NAMED = re.compile(r"(\w+)(?: of \w+)?: (.*)", re.DOTALL)


def named_fault(error: Exception) -> str:
    """Return the field that a type's own check complains about; empty if it names none."""
    found = _NAMED.fullmatch(_sentence(error))
    return found[1] if found else ""


def _check_whole(
    good: dict[str, Any],
    value: dict[str, Any],
    struct: kinds.StructType,
    at: SourceLocation,
    problems: ProblemCollector,
) -> None:
    """Run the checks of the type itself, such as those of dice, on fields that have the right type."""
    required = {field.encode_name for field in struct.fields if field.required}
    while True:
        try:
            msgspec.convert(good, struct.cls)
            return
        except msgspec.ValidationError as error:
            found = _NAMED.fullmatch(_sentence(error))
            if found is None or found[1] not in good:
                problems.add(at, f"{found[1]}: {found[2]}" if found else _sentence(error))
                return
            problems.add(location_of(value, found[1], at), found[2])
            if found[1] in required:
                return
            del good[found[1]]


# --- values and types in sentences ----------------------------------------------------------------


def shown(value: Any) -> str:
    """Return a value as messages show it."""
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
    words = dict.fromkeys(filter(None, map(_described, choices)))
    if {"a whole number from -1000000 to 1000000", "text"} <= set(words):  # the type `Dice`
        words = {
            "a number, or dice such as 2d6+3": None,
            **{w: None for w in words if w.startswith("a list")},
        }
    if {"a whole number of at least 0", "a number from 0 to 1e+15"} <= set(
        words
    ):  # the type `Amount`
        words = {"a number of at least 0": None} | {w: None for w in words if "number" not in w}
    if {"a whole number", "a number"} <= set(words):
        del words["a whole number"]
    return " or ".join(words) or "nothing"


def _described(kind: kinds.Type) -> str:
    match kind:
        case kinds.IntType() | kinds.FloatType():
            noun = "a whole number" if isinstance(kind, kinds.IntType) else "a number"
            if kind.ge is not None and kind.le is not None:
                return (
                    f"{noun} from {kind.ge} to {kind.le:g}"
                    if kind.le > 1e7
                    else (f"{noun} from {kind.ge} to {kind.le}")
                )
            return f"{noun} of at least {kind.ge}" if kind.ge is not None else noun
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
            return f"a mapping ({_words(kind.cls.__name__)})"
    return ""


def _words(name: str) -> str:
    """`CombatAction` as `combat action`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
