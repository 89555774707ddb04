"""Finds NUL characters in JSON. PostgreSQL cannot store them, so nobody may send one."""

from __future__ import annotations

from typing import Any

import msgspec

NO_NUL = "A text must not contain NUL characters."


def has_nul(data: bytes | str) -> bool:
    """Return whether a string or a key of this JSON, which has been decoded before, has a NUL."""
    is_possible = "\\u0000" in data if isinstance(data, str) else b"\\u0000" in data
    if not is_possible:
        return False
    waiting: list[Any] = [msgspec.json.decode(data)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            if "\0" in value:
                return True
        elif isinstance(value, dict):
            waiting += [*value, *value.values()]
        elif isinstance(value, list):
            waiting += value
    return False
