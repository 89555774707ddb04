"""Notes about one monster while it is converted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from turnwright.bridges.encounter_files.json_lookup import text_at
from turnwright.skirmish.model.import_report import ClauseCounts, Coverage, ImportNote

from .clause_coverage import NO_EFFECT, Clause, irrelevant, read_clauses, unread
from .traits import IRRELEVANT


class ConversionNotes:
    """The notes about one monster, and how much of it was understood, by entry and by clause."""

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self.path = path
        self.entries: list[ImportNote] = []
        self.understood: list[str] = []
        self.approximated: list[str] = []
        self.text: list[str] = []
        self.aside: list[str] = []
        self.clauses = ClauseCounts()

    def add_result(
        self,
        what: str,
        name: str,
        lost: Sequence[str] | None,
        entry: Mapping[str, Any],
        produced: Sequence[object] = (),
    ) -> None:
        """Add an action or trait. `lost` names what could not be converted, None means all of it;
        `produced` is all that was made from it."""
        path = f"{self.path}.{what}[{name}]"
        if lost is None:
            self.add_unread(what, name, entry, bool(IRRELEVANT.search(name.casefold())))
            return
        found = read_clauses(text_at(entry, "desc"), produced, lost)
        sentences = list(lost)
        sentences += [one.sentence for one in found if one.verdict == "approximated"]
        partial = sentences or any(one.verdict == "left out" for one in found)
        (self.approximated if partial else self.understood).append(name)
        self.entries += [
            ImportNote("approximated", path, words) for words in dict.fromkeys(sentences)
        ]
        for clause in found:
            self._count(path, clause)

    def add_unread(self, what: str, name: str, entry: Mapping[str, Any], aside: bool) -> None:
        """Add something that was not converted: irrelevant in a fight, or left as text. The clauses of
        spells are counted where spells are converted."""
        path = f"{self.path}.{what}[{name}]"
        text = "" if what == "spells" else text_at(entry, "desc")
        found = irrelevant(text, name) if aside else unread(text)
        why = "; ".join(dict.fromkeys(one.sentence for one in found if one.sentence != NO_EFFECT))
        if aside:
            self.aside.append(name)
            self.noted(what, name, f"it is irrelevant in a fight{why and ': '}{why}")
        else:
            self.text.append(name)
            words = f"it is left as text{why and ': '}{why}"
            self.entries.append(ImportNote("unknown", path, words, entry.get("desc")))
        self.clauses += ClauseCounts(left_out=len(found))

    def add_spell(self, name: str, lost: Sequence[str]) -> None:
        """Add a spell of its list. Its clauses are counted where spells are converted."""
        path = f"{self.path}.spells[{name}]"
        (self.approximated if lost else self.understood).append(name)
        self.entries += [ImportNote("approximated", path, words) for words in dict.fromkeys(lost)]

    def _count(self, path: str, clause: Clause) -> None:
        """Count a clause, and note it if it was left out."""
        self.clauses += ClauseCounts(
            clause.verdict == "understood",
            clause.verdict == "approximated",
            clause.verdict == "left out",
        )
        if clause.verdict == "left out":
            self.entries.append(ImportNote("unknown", path, clause.sentence, clause.text))

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
            self.clauses,
        )
