"""The rules texts of a game's library.

An entry of `Game.library` is a mapping or a struct. Its `text` is the rules text for people, its
`name` what people call it (otherwise its key). Every entry has a text; `turnwright.testing.conformance`
checks that, unless it is told that the game has no texts by design.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec


class LibraryEntry(NamedTuple):
    """What people read about a kind of card, or about anything else in a library."""

    kind: str
    name: str
    type: str
    text: str | None
    """None if the entry has none."""


def library_entry(kind: str, spec: Any) -> LibraryEntry:
    """Read an entry of a library."""
    facts: Any = spec if isinstance(spec, Mapping) else msgspec.structs.asdict(spec)
    name = str(facts.get("name") or facts.get("title") or kind)
    return LibraryEntry(kind, name, str(facts.get("type", "")), facts.get("text"))


def entries_without_text(library: Mapping[str, object]) -> list[str]:
    """Return the kinds that have no rules text."""
    entries = [library_entry(kind, spec) for kind, spec in library.items()]
    return [entry.kind for entry in entries if not (entry.text or "").strip()]
