"""Files of authors that cannot be imported: in which line, and what to write instead."""

from __future__ import annotations

import linecache
import re
from pathlib import Path

from turnwright.core.analysis.error_hints import hint_of
from turnwright.core.errors import DefinitionError, UnusableError

QUOTED = re.compile(r"'([^']+)'")
HAS_PLACE = re.compile(r"[\w.-]+\.py:\d+")


def import_failed(where: str, error: BaseException, folder: Path | None = None) -> UnusableError:
    """Return the error of a file or module that raises while it is imported."""
    path, line = place_of(error, folder)
    place = f" at {Path(path).name}:{line}" if line and not isinstance(error, SyntaxError) else ""
    code = linecache.getline(path, line).strip() if line else ""
    sentence = f"{where!r} cannot be imported: {type(error).__name__}: {error}{place}"
    sentence = f"{sentence.rstrip('.')}: `{code}`." if code else f"{sentence.rstrip('.')}."
    hint = hint_of(error)
    return UnusableError("import_failed", f"{sentence} {hint}".strip())


def place_of(error: BaseException, folder: Path | None) -> tuple[str, int]:
    """Return the file and the last line in a folder that an error comes from; ("", 0) without one."""
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename, error.lineno or 0
    found = ("", 0)
    step = error.__traceback__ if folder is not None else None
    while step is not None:
        file = step.tb_frame.f_code.co_filename
        if folder is not None and Path(file).resolve().is_relative_to(folder.resolve()):
            found = file, step.tb_lineno
        step = step.tb_next
    return found


def located(error: DefinitionError, folder: Path) -> DefinitionError:
    """Return the same error with the file and line of every problem."""
    path, line = place_of(error, folder)
    if not line:
        return error
    problems = [
        problem
        if HAS_PLACE.search(problem)
        else f"{problem} ({Path(path).name}:{line_of(problem, path, line)})"
        for problem in error.problems
    ]
    again = DefinitionError(problems)
    again.__traceback__ = error.__traceback__
    return again


def line_of(problem: str, path: str, line: int) -> int:
    """Return the line of a file that a problem of a definition is about: the only one that contains
    what the problem quotes, or else the given one, which has raised it."""
    linecache.checkcache(path)
    lines = linecache.getlines(path)
    for quoted in QUOTED.findall(problem):
        written = re.compile(rf"""(['"]){re.escape(quoted)}\1|\b{re.escape(quoted)}=""")
        found = [number for number, text in enumerate(lines, 1) if written.search(text)]
        if len(found) == 1:
            return found[0]
    return line
