"""The first difference between recorded and actual data."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple


class Difference(NamedTuple):
    """Where a replay first differs from its recording."""

    step: int
    path: str
    expected: Any
    got: Any

    def __str__(self) -> str:
        expected, got = _short(self.expected), _short(self.got)
        return f"step {self.step}, {self.path}: expected {expected}, got {got}"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 300 else text[:297] + "..."


def json_lines(path: str | Path) -> Iterator[dict[str, Any]]:
    """Read a file with one JSON object per line, compressed or not."""
    with ExitStack() as stack:
        if str(path).endswith(".gz"):
            lines = stack.enter_context(gzip.open(path, "rt", encoding="utf-8"))
        else:
            lines = stack.enter_context(open(path, encoding="utf-8"))
        for line in lines:
            if line.strip():
                yield json.loads(line)


def first_difference(
    step: int,
    expected: Any,
    got: Any,
    path: str = "",
    *,
    same: Callable[[str, Any, Any], bool] | None = None,
) -> Difference | None:
    """Return the first difference between two plain values. `same` may accept unequal pairs."""
    if same is not None and same(path, expected, got):
        return None
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        for key in (*expected, *(key for key in got if key not in expected)):
            below = f"{path}.{key}" if path else str(key)
            found = first_difference(step, expected.get(key), got.get(key), below, same=same)
            if found is not None:
                return found
        return None
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        for place, (one, two) in enumerate(zip(expected, got, strict=True)):
            found = first_difference(step, one, two, f"{path}[{place}]", same=same)
            if found is not None:
                return found
        return None
    return None if expected == got else Difference(step, path, expected, got)
