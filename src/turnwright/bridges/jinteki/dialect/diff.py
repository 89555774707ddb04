"""Diffs of states, as a jinteki.net server sends them: `[alterations, removals]`.

- Alterations of a map are its changed and new keys; of a list, pairs of index and change, and `"+"`
with each appended value.
- Removals of a map are its lost keys with 0; of a list, first how many values to drop at the end,
then pairs of index and removal.
- Removals are applied first. The log only grows: new lines are appended.

The server's own library misses some changes, like a map that becomes an empty list. Here they are
included in the same form, which its patch function understands.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from turnwright.core.errors import UnusableError

Diff: TypeAlias = list[Any]
PLUS = "+"
NOTHING = object()
DEEPEST = 200


def diff(old: Any, new: Any) -> Diff:
    """Return the diff that patches `old` into `new`."""
    if isinstance(old, dict) and isinstance(new, dict) and _has_grown(old, new):
        lines = new["log"][len(old["log"]) :]
        altered, removed = _compare(_without_log(old), _without_log(new))
        if lines:
            altered = {} if altered is NOTHING else altered
            altered["log"] = [part for line in lines for part in (PLUS, line)]
    else:
        altered, removed = _compare(old, new)
    empty: Any = [] if isinstance(new, list) else {}
    return [empty if part is NOTHING else part for part in (altered, removed)]


def patch(old: Any, changes: Diff) -> Any:
    """Return the patched state without changing the old one. Raise an error if the diff does not
    fit."""
    if not isinstance(changes, (list, tuple)) or len(changes) != 2:
        raise UnusableError("bad_diff", "A diff has two parts: alterations and removals.")
    altered, removed = changes
    try:
        return _apply_alterations(_apply_removals(old, removed, 0), altered, 0)
    except (TypeError, IndexError, ValueError) as error:
        raise UnusableError("bad_diff", f"This diff does not fit the state: {error}.") from None


def is_same(one: Any, other: Any) -> bool:
    """Compare as JSON values: 1, 1.0 and true are different."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return bool(one == other)


# --- finding --------------------------------------------------------------------------------------


def _has_grown(old: dict[str, Any], new: dict[str, Any]) -> bool:
    before, after = old.get("log"), new.get("log")
    if not isinstance(before, list) or not isinstance(after, list) or len(before) > len(after):
        return False
    return all(
        one is other or is_same(one, other) for one, other in zip(before, after, strict=False)
    )


def _without_log(state: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in state.items() if key != "log"}


def _compare(old: Any, new: Any) -> tuple[Any, Any]:
    """Return alterations and removals, each NOTHING if there are none.

    Values of different types are replaced as a whole."""
    if old is new:
        return NOTHING, NOTHING
    if isinstance(old, dict) and isinstance(new, dict):
        return _compare_maps(old, new)
    if isinstance(old, list) and isinstance(new, list):
        return _compare_lists(old, new)
    return (NOTHING if type(old) is type(new) and old == new else new), NOTHING


def _compare_maps(old: dict[str, Any], new: dict[str, Any]) -> tuple[Any, Any]:
    altered: dict[str, Any] = {}
    removed: dict[str, Any] = {key: 0 for key in old if key not in new}
    for key, value in new.items():
        if key not in old:
            altered[key] = value
            continue
        change, loss = _compare(old[key], value)
        if change is not NOTHING:
            altered[key] = change
        if loss is not NOTHING:
            removed[key] = loss
    return altered or NOTHING, removed or NOTHING


def _compare_lists(old: list[Any], new: list[Any]) -> tuple[Any, Any]:
    altered: list[Any] = []
    removed: list[Any] = [len(old) - len(new)]
    for place, (was, value) in enumerate(zip(old, new, strict=False)):
        change, loss = _compare(was, value)
        if loss is not NOTHING:
            removed += (place, loss)
            if change is NOTHING:  # the element has changed, although it only lost something
                change = [] if isinstance(value, list) else {}
        if change is not NOTHING:
            altered += (place, change)
    for value in new[len(old) :]:
        altered += (PLUS, value)
    loses = len(removed) > 1 or removed[0] > 0
    return altered or NOTHING, removed if loses else NOTHING


# --- applying -------------------------------------------------------------------------------------


def _apply_removals(old: Any, removed: Any, depth: int) -> Any:
    if depth > DEEPEST:
        raise ValueError("it is nested too deep")
    if isinstance(old, dict) and isinstance(removed, dict):
        left = {}
        for key, value in old.items():
            below = removed.get(key)
            if type(below) is int and below == 0:
                continue
            left[key] = value if below is None else _apply_removals(value, below, depth + 1)
        return left
    if isinstance(old, list) and isinstance(removed, list) and removed:
        drop = _place(removed[0])
        kept = old[: max(len(old) - drop, 0)] if drop > 0 else list(old)
        for place, below in _pairs(removed[1:]):
            if 0 <= _place(place) < len(kept):
                kept[place] = _apply_removals(kept[place], below, depth + 1)
        return kept
    return old


def _apply_alterations(old: Any, altered: Any, depth: int) -> Any:
    if depth > DEEPEST:
        raise ValueError("it is nested too deep")
    if isinstance(old, dict) and isinstance(altered, dict):
        made = dict(old)
        for key, change in altered.items():
            made[key] = _apply_alterations(old[key], change, depth + 1) if key in old else change
        return made
    if isinstance(old, list) and isinstance(altered, list):
        values = list(old)
        for place, change in _pairs(altered):
            if place == PLUS:
                values.append(change)
            elif not 0 <= _place(place) < len(values):
                raise IndexError(f"index {place} is out of range for a list of {len(values)}")
            else:
                values[place] = _apply_alterations(values[place], change, depth + 1)
        return values
    return altered


def _pairs(flat: list[Any]) -> list[tuple[Any, Any]]:
    if len(flat) % 2:
        raise ValueError("a list of pairs has an odd length")
    return list(zip(flat[::2], flat[1::2], strict=True))


def _place(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} is not a list index")
    return value
