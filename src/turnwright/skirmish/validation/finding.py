"""Findings of the validation: a sentence with a code, a path and a fix.

An *error* means that a part of the scenario can never work as written, a *warning* is most likely a
mistake, a *note* is worth knowing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

import msgspec

from turnwright.core.suggestions import close_matches, did_you_mean, joined
from turnwright.skirmish.model.parsed_document import Path, path_text

Severity: TypeAlias = Literal["error", "warning", "note"]
ORDER: tuple[Severity, ...] = ("error", "warning", "note")

Patch: TypeAlias = list[dict[str, Any]]
"""Operations of RFC 6902 (JSON Patch)."""


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One finding: how bad it is, a code for programs, where, what, and what to do about it."""

    severity: Severity
    code: str
    path: str
    sentence: str
    fix: str = ""
    data: dict[str, Any] = {}
    """The numbers and names of the sentence. `patch`, if present, repairs the scenario: JSON Patch
    operations (RFC 6902) on its JSON form. `fixes` lists all ways to repair it, the best first, each
    with a `label` and a `patch`."""

    def __str__(self) -> str:
        fix = f"\n    {self.fix}" if self.fix else ""
        return f"{self.severity} [{self.code}] {self.path or 'scenario'}: {self.sentence}{fix}"


def error(code: str, path: Path, sentence: str, fix: str = "", **data: Any) -> Finding:
    """Make a finding about something that can never work."""
    return Finding("error", code, path_text(path), sentence, fix, data)


def warning(code: str, path: Path, sentence: str, fix: str = "", **data: Any) -> Finding:
    """Make a finding about something that is most likely a mistake."""
    return Finding("warning", code, path_text(path), sentence, fix, data)


def note(code: str, path: Path, sentence: str, fix: str = "", **data: Any) -> Finding:
    """Make a finding that is worth knowing."""
    return Finding("note", code, path_text(path), sentence, fix, data)


def merged(findings: Iterable[Finding]) -> list[Finding]:
    """Merge notes with the same sentence into one; its `paths` lists all of them."""
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


# --- patches --------------------------------------------------------------------------------------


def pointer(path: Path) -> str:
    """Return a path as a JSON Pointer (RFC 6901)."""
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in path)


def put(path: Path, value: Any) -> dict[str, Any]:
    """Set a member, whether it exists or not; a path that ends in `-` appends to a list."""
    return {"op": "add", "path": pointer(path), "value": msgspec.to_builtins(value)}


def replace(path: Path, value: Any) -> dict[str, Any]:
    """Replace an item of a list."""
    return {"op": "replace", "path": pointer(path), "value": msgspec.to_builtins(value)}


def remove(path: Path) -> dict[str, Any]:
    """Remove a member or an item."""
    return {"op": "remove", "path": pointer(path)}


def append(path: Path, items: tuple[Any, ...], item: Any) -> dict[str, Any]:
    """Append an item to a list. An empty list is not written, so it is created."""
    return put((*path, "-"), item) if items else put(path, [item])


# --- undefined names ------------------------------------------------------------------------------


def close_names(word: str, known: Iterable[str]) -> list[str]:
    """Return up to three known names that `word` may be a misspelling of, the closest first."""
    cutoff = 0.75 if len(word) > 4 else 0.65  # in short words one letter counts for more
    return close_matches(word, known, cutoff=cutoff)


def replacement(path: Path, close: list[str]) -> Patch:
    """Return the patch that replaces a misspelled name, if only one other name is close to it."""
    if len(close) != 1:
        return []
    return [(replace if isinstance(path[-1], int) else put)(path, close[0])]


def undefined(
    code: str,
    path: Path,
    sentence: str,
    name: str,
    known: Iterable[str],
    fix: str = "",
    *,
    severity: Severity = "error",
    **data: Any,
) -> Finding:
    """Make a finding about a name that is not among the known ones.

    The fix suggests the closest names, or else it is `fix`; a single close name has a patch.
    """
    close = close_names(name, known)
    data = {"name": name, **data, "near": close, "patch": replacement(path, close)}
    return Finding(severity, code, path_text(path), sentence, did_you_mean(close) or fix, data)


def quoted(words: Iterable[str], last: str = "and") -> str:
    """Return words in quotes as a list in a sentence: `'a', 'b' and 'c'`."""
    return joined((repr(word) for word in dict.fromkeys(words)), last)
