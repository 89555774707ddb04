"""A cache that is limited by the size of its values, for replays."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any


class ByteLimitedCache:
    """A least-recently-used cache that is limited by the size of its values."""

    def __init__(self, space: int) -> None:
        self.space = space
        self.used = 0
        self._kept: dict[Hashable, tuple[int, Any]] = {}

    def find(self, key: Hashable) -> Any:
        """Return a value, or None."""
        found = self._kept.pop(key, None)
        if found is None:
            return None
        self._kept[key] = found
        return found[1]

    def put(self, key: Hashable, size: int, value: Any) -> None:
        """Add a value of a size in bytes, and drop the oldest ones if there is no space."""
        self.used += size - self._kept.pop(key, (0, None))[0]
        self._kept[key] = (size, value)
        while self.used > self.space:
            self.used -= self._kept.pop(next(iter(self._kept)))[0]
