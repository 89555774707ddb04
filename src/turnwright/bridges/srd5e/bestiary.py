"""Writes the monsters and spells that ship with Turnwright, from the 5e-bits files of the SRD 5.1.

    python -m turnwright.bridges.srd5e.bestiary 5e-SRD-Monsters.json 5e-SRD-Spells.json

Every line of the two files is one combatant or action in our own format. They hold names and numbers;
the notes say in our words what of a stat block was approximated or left out.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from turnwright.skirmish.model.bestiary import MONSTERS, SPELLS
from turnwright.skirmish.model.import_report import ImportNote
from turnwright.skirmish.model.scenario import CombatAction, Combatant

from .clause_coverage import NO_EFFECT
from .monsters import convert_monster
from .spells import convert_spell


def monster_lines(
    monsters: Sequence[Mapping[str, Any]], spells: Sequence[Mapping[str, Any]]
) -> str:
    """Return the monsters as lines of JSON, by name."""
    known = {str(spell["name"]): spell for spell in spells}
    converted = [convert_monster(one, known) for one in monsters]
    return _lines(
        msgspec.structs.replace(one, notes=_with_losses(one.notes, notes))
        for one, notes in converted
    )


def spell_lines(spells: Sequence[Mapping[str, Any]]) -> str:
    """Return the spells that can be expressed as lines of JSON, by name."""
    converted = [convert_spell(one) for one in spells]
    return _lines(
        msgspec.structs.replace(action, notes=_with_losses("", notes))
        for action, notes in converted
        if action is not None
    )


def _with_losses(about: str, notes: Sequence[ImportNote]) -> str:
    """The notes of a combatant: what was approximated or left out, in sentences of ours."""
    words: dict[str, None] = {}
    for note in notes:
        entry = re.search(r"\[([^\[\]]+)\]$", note.path)
        if note.severity != "noted" and note.sentence != NO_EFFECT:
            sentence = f"{entry[1]}: {note.sentence}" if entry else note.sentence
            words[sentence] = None
    return ". ".join([about, *words] if about else words)


def _lines(entries: Any) -> str:
    ordered: list[Combatant | CombatAction] = sorted(entries, key=lambda one: one.name)
    return "".join(msgspec.json.encode(one).decode() + "\n" for one in ordered)


def main() -> None:
    """Write both files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("monsters", type=Path, help="5e-SRD-Monsters.json")
    parser.add_argument("spells", type=Path, help="5e-SRD-Spells.json")
    arguments = parser.parse_args()
    monsters = json.loads(arguments.monsters.read_bytes())
    spells = json.loads(arguments.spells.read_bytes())
    MONSTERS.parent.mkdir(exist_ok=True)
    MONSTERS.write_text(monster_lines(monsters, spells), "utf-8")
    SPELLS.write_text(spell_lines(spells), "utf-8")


if __name__ == "__main__":
    main()
