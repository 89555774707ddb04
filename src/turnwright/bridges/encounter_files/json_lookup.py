"""Looking into data that may not be what it should be: what is missing or wrong is simply not there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def find(data: Any, *keys: str) -> Any:
    """What lies under these keys, one inside the other; None if there is nothing."""
    for key in keys:
        data = data.get(key) if isinstance(data, Mapping) else None
    return data


def rows(data: Any, *keys: str) -> list[Mapping[str, Any]]:
    """The objects of a list."""
    found = find(data, *keys)
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []


def pairs(data: Any, *keys: str) -> list[tuple[str, Any]]:
    """The keys and values of an object."""
    found = find(data, *keys)
    return [(str(key), value) for key, value in found.items()] if isinstance(found, Mapping) else []


def written(data: Any, *keys: str) -> str:
    """A text; a list of texts is one, line by line."""
    found = find(data, *keys)
    if isinstance(found, list):
        return "\n".join(one for one in found if isinstance(one, str))
    return found if isinstance(found, str) else ""


def whole(data: Any, *keys: str, default: int = 0, least: int = -1000, most: int = 100_000) -> int:
    """A whole number within bounds."""
    found = find(data, *keys)
    if isinstance(found, int) and not isinstance(found, bool) and least <= found <= most:
        return found
    return default
