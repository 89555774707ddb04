"""A failed rule or file as the page shows it: what failed, where, the lines around it, and values."""

from __future__ import annotations

import linecache
from pathlib import Path
from types import FrameType

import msgspec

from turnwright.core.analysis.error_hints import hint_of
from turnwright.core.errors import DefinitionError, TurnwrightError
from turnwright.core.suggestions import suggestion
from turnwright.games.import_errors import line_of

LINES_AROUND = 3
MAX_VALUE = 160
ENGINE = str(Path(__file__).parents[1])


class SourceLine(msgspec.Struct, frozen=True):
    """One line of a file; `is_error` marks the one that failed."""

    number: int
    text: str
    is_error: bool = False


class FrameValues(msgspec.Struct, frozen=True):
    """One call on the way to the error: its function, file and line, and its variables as text."""

    function: str
    file: str
    line: int
    values: list[tuple[str, str]]


class RuleFailure(msgspec.Struct, frozen=True):
    """Why a rule or a file failed. `kind` is rule or file; `when` says what was tried, and `move` names
    the move."""

    kind: str
    rule: str
    error: str
    file: str
    path: str
    line: int
    source: list[SourceLine]
    calls: list[FrameValues]
    when: str = ""
    move: str = ""
    hint: str = ""


def failure_of(
    error: BaseException, kind: str, folder: Path, when: str = "", move: str = ""
) -> RuleFailure:
    """Describe an error. The frame shown is the last one in the author's folder, or the last at all."""
    inner = _innermost(error)
    calls = _calls(inner, folder)
    path, line = (calls[-1].file, calls[-1].line) if calls else ("", 0)
    if isinstance(inner, SyntaxError) and inner.filename:
        path, line = inner.filename, inner.lineno or 0
    elif isinstance(inner, DefinitionError) and line:
        line = line_of(inner.problems[0], path, line)
    is_explained = inner is not error and isinstance(inner, TurnwrightError)
    text = _message(error if is_explained else inner)
    return RuleFailure(
        kind=kind,
        rule=calls[-1].function if calls else "",
        error=text,
        file=Path(path).name,
        path=path,
        line=line,
        source=source_lines(path, line),
        calls=[call for call in calls if call.values],
        when=when,
        move=move,
        hint=_hint(inner, calls) or hint_of(inner),
    )


def source_lines(path: str, line: int) -> list[SourceLine]:
    """Return the lines of a file around one of them."""
    if not path:
        return []
    linecache.checkcache(path)
    found = [
        SourceLine(number, linecache.getline(path, number).rstrip("\n"), number == line)
        for number in range(max(1, line - LINES_AROUND), line + LINES_AROUND + 1)
    ]
    while found and not found[-1].text and not found[-1].is_error:
        found.pop()
    return found


def _innermost(error: BaseException) -> BaseException:
    """Return the error that the author caused: the first in the chain of causes."""
    while error.__cause__ is not None:
        error = error.__cause__
    return error


def _message(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return f"{type(error).__name__}: {error.msg}"
    return f"{type(error).__name__}: {error}"


def _calls(error: BaseException, folder: Path) -> list[FrameValues]:
    """Return the calls in the author's files, or outside of the engine if there are none."""
    own: list[FrameValues] = []
    others: list[FrameValues] = []
    step = error.__traceback__
    while step is not None:
        frame = step.tb_frame
        file = frame.f_code.co_filename
        call = FrameValues(frame.f_code.co_name, file, step.tb_lineno, _values(frame))
        if Path(file).is_relative_to(folder):
            own.append(call)
        elif not file.startswith((ENGINE, "<")):
            others.append(call)
        step = step.tb_next
    return own or others


def _values(frame: FrameType) -> list[tuple[str, str]]:
    """Return the arguments and variables of a call; of the context, what a rule reads first."""
    code = frame.f_code
    if code.co_name == "<module>":
        return []
    found: list[tuple[str, str]] = []
    for name, value in frame.f_locals.items():
        if hasattr(value, "seat") and hasattr(value, "G") and hasattr(value, "ctx"):
            found += [(f"{name}.seat", _text(value.seat)), (f"{name}.G", _text(value.G))]
        elif not name.startswith("__"):
            found.append((name, _text(value)))
    known = {name for name, _ in found}
    for name in code.co_names:  # tables of the module that the rule reads
        value = frame.f_globals.get(name)
        if isinstance(value, (dict, list, tuple, set, frozenset)) and name not in known:
            found.append((name, _text(value)))
    return found


def _text(value: object) -> str:
    try:
        text = repr(value)
    except Exception as error:
        text = f"<{type(value).__name__} whose repr raises {type(error).__name__}>"
    return text if len(text) <= MAX_VALUE else f"{text[: MAX_VALUE - 3]}..."


def _hint(error: BaseException, calls: list[FrameValues]) -> str:
    """Return the nearest key, for a key that does not exist in a table that the rule reads."""
    key = error.args[0] if isinstance(error, KeyError) and error.args else None
    if not isinstance(key, str) or not calls:
        return ""
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    if step is None:
        return ""
    frame = step.tb_frame
    tables = {**{n: frame.f_globals.get(n) for n in frame.f_code.co_names}, **frame.f_locals}
    for name, table in tables.items():
        if isinstance(table, dict):
            near = suggestion(key, [one for one in table if isinstance(one, str)])
            if near:
                return f"{name} has no key {key!r}{near}"
    return ""
