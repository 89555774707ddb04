"""The state of a match as plain data, and the differences between two of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

MAX_CHANGES = 40
MAX_TEXT = 60


class StateChange(msgspec.Struct, frozen=True):
    """One changed value: its path, like `G.coins[1]`, and its text before and after ("" if absent)."""

    path: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.path}: {self.before or 'new'} -> {self.after or 'removed'}"


def plain_state(G: Any, ctx: Any) -> dict[str, Any]:
    """Return a state as new dicts, lists and plain values. Random streams are left out."""
    known = _plain(ctx)
    known.pop("streams", None)
    return {"G": _plain(G), "ctx": known}


def _plain(value: Any) -> Any:
    """Return a value as plain data; fields keep their Python names and their defaults."""
    if isinstance(value, msgspec.Struct):
        return {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, (set, frozenset)):
        return [_plain(one) for one in sorted(value, key=repr)]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return repr(value)


def changes_between(before: Any, after: Any) -> tuple[StateChange, ...]:
    """Return what differs between two plain states, at most `MAX_CHANGES`."""
    found: list[StateChange] = []
    for change in _differences("", before, after):
        found.append(change)
        if len(found) == MAX_CHANGES:
            break
    return tuple(found)


def _differences(path: str, before: Any, after: Any) -> Iterator[StateChange]:
    if before == after and type(before) is type(after):
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in [*before, *(key for key in after if key not in before)]:
            inner = f"{path}.{key}" if path else key
            if key not in after:
                yield StateChange(inner, short_text(before[key]), "")
            elif key not in before:
                yield StateChange(inner, "", short_text(after[key]))
            else:
                yield from _differences(inner, before[key], after[key])
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _differences(f"{path}[{index}]", old, new)
    else:
        yield StateChange(path, short_text(before), short_text(after))


def short_text(value: object) -> str:
    """Return the text of a value, cut to `MAX_TEXT` characters."""
    text = repr(value)
    return text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 3]}..."
