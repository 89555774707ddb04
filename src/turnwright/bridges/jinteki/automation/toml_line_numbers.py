"""The line numbers of the values in a TOML text, for messages about them."""

from __future__ import annotations

import tomllib
from typing import Any, TypeAlias

PlanPath: TypeAlias = tuple[str | int, ...]


def line_numbers(text: str) -> dict[PlanPath, int]:
    """Return the lines of tables and keys by their paths.

    Only lines that open a table or begin with a key are found; what is inside of an inline table or a
    list of several lines has the line of the key before it."""
    found: dict[PlanPath, int] = {}
    table: PlanPath = ()
    for number, line in enumerate(text.splitlines(), 1):
        word = line.strip()
        if word.startswith("["):
            table = _path_of(word) or table
            found.setdefault(table, number)
        elif "=" in word and not word.startswith("#"):
            key = _key_before_equals(word)
            if key:
                found.setdefault((*table, *key), number)
    return found


def _key_before_equals(line: str) -> PlanPath:
    """Return the path of the key of a line. An equals sign may be part of a quoted key."""
    start = line.find("=")
    while start >= 0:
        key = _path_of(f"{line[:start]} = 0")
        if key:
            return key
        start = line.find("=", start + 1)
    return ()


def _path_of(text: str) -> PlanPath:
    """Return the path that a line of TOML with one key opens; empty if it is not such a line."""
    try:
        value: Any = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return ()
    path: list[str | int] = []
    while isinstance(value, dict) and len(value) == 1:
        ((key, value),) = value.items()
        path.append(key)
    return tuple(path)
