"""What is said about one monster while it is converted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from turnwright.skirmish.model.import_report import Coverage, ImportNote

from .traits import ASIDE


class Findings:
    """What is said about one monster: remarks, and how much of it was understood."""

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self.path = path
        self.notes: list[ImportNote] = []
        self.understood: list[str] = []
        self.approximated: list[str] = []
        self.text: list[str] = []
        self.aside: list[str] = []

    def read(
        self, what: str, name: str, lost: Sequence[str] | None, entry: Mapping[str, Any]
    ) -> None:
        """One action or trait: all of it, most of it, or nothing."""
        path = f"{self.path}.{what}[{name}]"
        if lost is None:
            self.leave(what, name, entry, bool(ASIDE.search(name.casefold())))
            return
        (self.approximated if lost else self.understood).append(name)
        self.notes += [ImportNote("approximated", path, words) for words in dict.fromkeys(lost)]

    def leave(self, what: str, name: str, entry: Mapping[str, Any], aside: bool) -> None:
        """What is not in the fight: it has no place there, or it cannot be said."""
        if aside:
            self.aside.append(name)
            self.noted(what, name, "it changes nothing in a fight")
        else:
            self.text.append(name)
            path = f"{self.path}.{what}[{name}]"
            self.notes.append(ImportNote("unknown", path, "it is left as text", entry.get("desc")))

    def noted(self, what: str, name: str, words: str) -> None:
        if words:
            self.notes.append(ImportNote("noted", f"{self.path}.{what}[{name}]", words))

    def approximate(self, field: str, words: str) -> None:
        self.notes.append(ImportNote("approximated", f"{self.path}.{field}", words))

    def row(self, can_attack: bool) -> Coverage:
        return Coverage(
            self.name,
            tuple(self.understood),
            tuple(self.approximated),
            tuple(self.text),
            tuple(self.aside),
            can_attack,
        )
