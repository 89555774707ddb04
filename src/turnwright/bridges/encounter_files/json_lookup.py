"""Lookup of values in JSON data of an uncertain shape: missing or wrong values give a default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def value_at(data: Any, *keys: str) -> Any:
    """Return the value at nested keys, or None."""
    for key in keys:
        data = data.get(key) if isinstance(data, Mapping) else None
    return data


def objects_at(data: Any, *keys: str) -> list[Mapping[str, Any]]:
    """Return the objects of the list at nested keys."""
    found = value_at(data, *keys)
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []


def items_at(data: Any, *keys: str) -> list[tuple[str, Any]]:
    """Return the keys and values of the object at nested keys."""
    found = value_at(data, *keys)
    return [(str(key), value) for key, value in found.items()] if isinstance(found, Mapping) else []


def text_at(data: Any, *keys: str) -> str:
    """Return the text at nested keys; a list of texts is joined by lines."""
    found = value_at(data, *keys)
    if isinstance(found, list):
        return "\n".join(one for one in found if isinstance(one, str))
    return found if isinstance(found, str) else ""


def int_at(data: Any, *keys: str, default: int = 0, least: int = -1000, most: int = 100_000) -> int:
    """Return the whole number at nested keys if it is within bounds, or the default."""
    found = value_at(data, *keys)
    if isinstance(found, int) and not isinstance(found, bool) and least <= found <= most:
        return found
    return default
