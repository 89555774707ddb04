"""The first difference between recorded and actual data."""

from __future__ import annotations

import gzip
import json
import unicodedata
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
        expected, got = _distinct_texts(self.expected, self.got)
        note = "; only the white space differs" if _is_white_space(self.expected, self.got) else ""
        return f"step {self.step}, {_one_line(self.path)}: expected {expected}, got {got}{note}"


LONGEST = 300  # characters of a value that are shown
BEFORE = 60  # characters shown before the first difference, if the values are longer


def _distinct_texts(expected: Any, got: Any) -> tuple[str, str]:
    """Return both values as one line each, so that a reader can see where they differ.

    Values that look alike are written with escapes, or with their types."""
    texts = _json(expected), _json(got)
    if _looks(texts[0]) == _looks(texts[1]):
        texts = _json(expected, ensure_ascii=True), _json(got, ensure_ascii=True)
    if texts[0] == texts[1]:
        texts = _typed(expected), _typed(got)
    pairs = enumerate(zip(*texts, strict=False))
    differ = next((place for place, (one, two) in pairs if one != two), min(map(len, texts)))
    start = max(0, differ - BEFORE) if max(map(len, texts)) >= LONGEST else 0
    return _window(texts[0], start), _window(texts[1], start)


def _is_white_space(one: Any, two: Any) -> bool:
    """Tell whether two texts differ in nothing else."""
    return isinstance(one, str) and isinstance(two, str) and one.split() == two.split()


def _json(value: Any, ensure_ascii: bool = False) -> str:
    return _one_line(json.dumps(value, ensure_ascii=ensure_ascii, default=repr))


def _one_line(text: str) -> str:
    """Escape what would end or hide a line: control characters, and spaces other than a blank."""
    is_plain = all(char.isprintable() for char in text)
    return text if is_plain else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def _looks(text: str) -> str:
    """Return a text without the differences that a reader cannot see."""
    return unicodedata.normalize("NFKC", text)


def _typed(value: Any) -> str:
    return f"{value!r} ({type(value).__name__})"


def _window(text: str, start: int) -> str:
    """Return the part of a text that is shown."""
    end = start + LONGEST
    return f"{'...' if start else ''}{text[start:end]}{'...' if end < len(text) else ''}"


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
