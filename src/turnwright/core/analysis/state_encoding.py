"""Values of a state that a save does not keep as they are, and what to write instead."""

from __future__ import annotations

from typing import Any

import msgspec

from .state_changes import short_text

DECLARE = "declare sets, tuples and keys that are not strings in a State class"


def changed_value(before: Any, after: Any) -> str:
    """Say which value is another one after a state was encoded and decoded, and what to do."""
    found = _first_change(before, after, "")
    if found is None:
        return DECLARE
    path, old, new, is_key = found
    path = path.removeprefix(".")
    if is_key:
        return f"the key {short_text(old)} of {path} becomes {short_text(new)}; {DECLARE}"
    if type(old) is int and type(new) is float:
        what = f"{path} is a float and holds {old!r}; write {new!r}, or declare it `int | float`"
        return f"{what}, because the two hash differently"
    if (isinstance(old, float) and old != old) or new is None:
        return f"{path} holds {old!r}, which becomes {new!r}; keep numbers that are finite"
    return f"{path} is {short_text(old)} and becomes {short_text(new)}; {DECLARE}"


def _first_change(before: Any, after: Any, path: str) -> tuple[str, object, object, bool] | None:
    """The first value that differs, or is of another type: its path, both values, and whether it is a
    key."""
    if type(before) is not type(after):
        return path, before, after, False
    if isinstance(before, msgspec.Struct):
        names = before.__struct_fields__
        pairs = [(f"{path}.{n}", getattr(before, n), getattr(after, n)) for n in names]
    elif isinstance(before, dict):
        for old, new in zip(before, after, strict=False):
            if type(old) is not type(new) or old != new:
                return path, old, new, True
        pairs = [(f"{path}[{key!r}]", before[key], after.get(key)) for key in before]
    elif isinstance(before, (list, tuple)):
        both = enumerate(zip(before, after, strict=False))
        pairs = [(f"{path}[{number}]", old, new) for number, (old, new) in both]
    else:
        return None if before == after else (path, before, after, False)
    return next(filter(None, (_first_change(old, new, at) for at, old, new in pairs)), None)
