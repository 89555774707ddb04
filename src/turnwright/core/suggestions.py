"""Suggestions for misspelled names: "did you mean ...?".

Spelling is compared without case, spaces and punctuation, so `Bonus action` finds `BonusAction`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

LONGEST_NAME = 100  # comparing takes quadratic time


def close_matches(
    name: str, known: Iterable[str], limit: int = 3, cutoff: float = 0.6
) -> list[str]:
    """Return the known names closest to `name`, best first.

    A name that differs only in case or punctuation is returned alone. `cutoff` is the least similarity
    between 0 and 1. Very long names, which may come from untrusted input, have no close match.
    """
    if len(name) > LONGEST_NAME:
        return []
    by_key: dict[str, str] = {}
    for one in known:
        by_key.setdefault(normalize(one), one)
    key = normalize(name)
    if key in by_key:
        return [by_key[key]]
    return [by_key[close] for close in difflib.get_close_matches(key, by_key, limit, cutoff)]


def normalize(name: str) -> str:
    """Return `name` in lower case without spaces and punctuation."""
    return re.sub(r"[\W_]+", "", name).casefold()


def did_you_mean(names: Iterable[str]) -> str:
    """Return the sentence `Did you mean 'a' or 'b'?`, or an empty string without names."""
    quoted = [repr(name) for name in names]
    return f"Did you mean {joined(quoted, 'or')}?" if quoted else ""


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'x'?` for the closest known name, or an empty string.

    It is meant to be appended to an error message that has no full stop.
    """
    close = close_matches(name, known, 1)
    return f"; did you mean {close[0]!r}?" if close else ""


def joined(words: Iterable[str], last: str = "and") -> str:
    """Join words as a list in a sentence: `a`, `a and b`, `a, b and c`."""
    *rest, end = words
    return f"{', '.join(rest)} {last} {end}" if rest else end
