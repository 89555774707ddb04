"""Findings: what is wrong, doubtful or remarkable in a plan, as sentences with a place and a way out.

An *error* means that a part of the plan can never work as it is written, a *warning* is most likely a
slip, a *note* is worth knowing.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

import msgspec

Severity: TypeAlias = Literal["error", "warning", "note"]
ORDER: tuple[Severity, ...] = ("error", "warning", "note")

Path: TypeAlias = tuple[str | int, ...]
"""The way to a field, from the scenario down: `("sides", 0, "combatants", 1, "hp")`."""


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One finding: how bad, a code for programs, where, what, and what to do about it."""

    severity: Severity
    code: str
    path: str
    sentence: str
    fix: str = ""
    data: dict[str, Any] = {}
    """Numbers and names of the sentence. `patch`, where there is one, mends the scenario: operations of
    RFC 6902 on its JSON."""

    def __str__(self) -> str:
        fix = f"\n    {self.fix}" if self.fix else ""
        return f"{self.severity} [{self.code}] {self.path or 'scenario'}: {self.sentence}{fix}"


def error(code: str, path: Path, sentence: str, fix: str = "", **data: Any) -> Finding:
    return Finding("error", code, shown(path), sentence, fix, data)


def warning(code: str, path: Path, sentence: str, fix: str = "", **data: Any) -> Finding:
    return Finding("warning", code, shown(path), sentence, fix, data)


def note(code: str, path: Path, sentence: str, fix: str = "", **data: Any) -> Finding:
    return Finding("note", code, shown(path), sentence, fix, data)


def together(findings: Iterable[Finding]) -> list[Finding]:
    """Notes that say the same of several places become one; `paths` has all of them."""
    first: dict[tuple[str, str], Finding] = {}
    found: list[Finding] = []
    for one in findings:
        known = first.get((one.code, one.sentence)) if one.severity == "note" else None
        if known is None:
            first[one.code, one.sentence] = one
            found.append(one)
        else:
            known.data.setdefault("paths", [known.path]).append(one.path)
    return found


# --- places --------------------------------------------------------------------------------------


def shown(path: Path) -> str:
    """A path for people: `sides[0].combatants[1].pools["Bardic Inspiration"]`."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif re.fullmatch(r"[\w-]+", step):
            text += f".{step}" if text else step
        else:
            text += f'["{step}"]'
    return text


def pointer(path: Path) -> str:
    """The same path as a JSON Pointer."""
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in path)


def put(path: Path, value: Any) -> dict[str, Any]:
    """A member is set, whether it is written already or not; a `-` at the end appends to a list."""
    return {"op": "add", "path": pointer(path), "value": msgspec.to_builtins(value)}


def swap(path: Path, value: Any) -> dict[str, Any]:
    """An item of a list becomes another."""
    return {"op": "replace", "path": pointer(path), "value": msgspec.to_builtins(value)}


def drop(path: Path) -> dict[str, Any]:
    return {"op": "remove", "path": pointer(path)}


def append(path: Path, items: tuple[Any, ...], item: Any) -> dict[str, Any]:
    """One more item of a list, which is not written at all while it is empty."""
    return put((*path, "-"), item) if items else put(path, [item])


# --- words ---------------------------------------------------------------------------------------


def near(word: str, known: Iterable[str], count: int = 3) -> list[str]:
    """The known words that may have been meant, the likeliest first: `Bonus action`, BonusAction."""
    plain: dict[str, str] = {}
    for one in known:
        plain.setdefault(_plain(one), one)
    same = plain.get(_plain(word))
    if same is not None:
        return [same]
    alike = 0.75 if len(word) > 4 else 0.65  # in short words one letter counts for more
    return [plain[one] for one in difflib.get_close_matches(_plain(word), plain, count, alike)]


def _plain(word: str) -> str:
    return re.sub(r"[\W_]+", "", word).casefold()


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    *rest, end = words
    return f"{', '.join(rest)} {last} {end}" if rest else end


def quoted(words: Iterable[str], last: str = "and") -> str:
    return listed((repr(word) for word in dict.fromkeys(words)), last)


def did_you_mean(words: list[str]) -> str:
    return f"Did you mean {quoted(words, 'or')}?" if words else ""
