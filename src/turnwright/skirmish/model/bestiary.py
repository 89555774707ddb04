"""The monsters and spells of the SRD 5.1, as the importer converted them.

A file with `use: Owlbear` takes the combatant of the library, or else this one. What the library has
written by hand is here under the name with `(SRD)`. Lines are decoded when they are used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from . import library, scenario
from .parsed_document import LocatedMapping, located

FOLDER = library.DATA / "srd-5.1"
MONSTERS = FOLDER / "monsters.jsonl"
SPELLS = FOLDER / "spells.jsonl"


class _Name(msgspec.Struct):
    name: str


class _Lines(Mapping[str, LocatedMapping]):
    """Lines of JSON by their `name`, each decoded when it is looked up."""

    def __init__(self, text: str, taken: Mapping[str, object]) -> None:
        self.lines: dict[str, str] = {}
        for line in text.splitlines():
            name = msgspec.json.decode(line, type=_Name).name
            self.lines[f"{name} (SRD)" if name in taken else name] = line

    def __getitem__(self, name: str) -> LocatedMapping:
        found: LocatedMapping = located(msgspec.json.decode(self.lines[name]))
        return found

    def line(self, name: str) -> str:
        """Return the line of a name, with or without `(SRD)`."""
        return self.lines[name] if name in self.lines else self.lines[f"{name} (SRD)"]

    def __contains__(self, name: object) -> bool:
        return name in self.lines

    def __iter__(self) -> Iterator[str]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)


@cache
def combatant_data() -> _Lines:
    """The monsters by name, as data in full form."""
    return _Lines(MONSTERS.read_text("utf-8"), library.combatant_data())


@cache
def action_data() -> _Lines:
    """The spells by name, as data in full form."""
    return _Lines(SPELLS.read_text("utf-8"), library.action_data())


@cache
def combatant(name: str) -> scenario.Combatant:
    """Return the monster with this name, with or without `(SRD)`."""
    return msgspec.json.decode(combatant_data().line(name), type=scenario.Combatant)


@cache
def action(name: str) -> scenario.CombatAction:
    """Return the spell with this name, with or without `(SRD)`."""
    return msgspec.json.decode(action_data().line(name), type=scenario.CombatAction)
