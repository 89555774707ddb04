"""Notes about one monster while it is converted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from turnwright.skirmish.model.import_report import Coverage, ImportNote

from .traits import IRRELEVANT


class ConversionNotes:
    """The notes about one monster, and how much of it was understood."""

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self.path = path
        self.entries: list[ImportNote] = []
        self.understood: list[str] = []
        self.approximated: list[str] = []
        self.text: list[str] = []
        self.aside: list[str] = []

    def add_result(
        self, what: str, name: str, lost: Sequence[str] | None, entry: Mapping[str, Any]
    ) -> None:
        """Add an action or trait. `lost` names what could not be converted, None means all of it."""
        path = f"{self.path}.{what}[{name}]"
        if lost is None:
            self.add_unread(what, name, entry, bool(IRRELEVANT.search(name.casefold())))
            return
        (self.approximated if lost else self.understood).append(name)
        self.entries += [ImportNote("approximated", path, words) for words in dict.fromkeys(lost)]

    def add_unread(self, what: str, name: str, entry: Mapping[str, Any], aside: bool) -> None:
        """Add something that was not converted: irrelevant in a fight, or left as text."""
        if aside:
            self.aside.append(name)
            self.noted(what, name, "it is irrelevant in a fight")
        else:
            self.text.append(name)
            path = f"{self.path}.{what}[{name}]"
            self.entries.append(
                ImportNote("unknown", path, "it is left as text", entry.get("desc"))
            )

    def noted(self, what: str, name: str, words: str) -> None:
        """Add a note about a decision, unless it is empty."""
        if words:
            self.entries.append(ImportNote("noted", f"{self.path}.{what}[{name}]", words))

    def note_approximation(self, field: str, words: str) -> None:
        """Add a note about a field that was imported with differences."""
        self.entries.append(ImportNote("approximated", f"{self.path}.{field}", words))

    def coverage(self, can_attack: bool) -> Coverage:
        """Return how much of the monster was understood."""
        return Coverage(
            self.name,
            tuple(self.understood),
            tuple(self.approximated),
            tuple(self.text),
            tuple(self.aside),
            can_attack,
        )
