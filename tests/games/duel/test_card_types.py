"""A misspelled operation in a card is a type error, also inside conditions and targets."""

from __future__ import annotations

from pathlib import Path

import mypy.api

ROOT = Path(__file__).parents[3]

CARD = '''
from turnwright.games.duel.card_definition import Spell, Target, card, played
from turnwright.games.duel.context import DuelContext


@card
class Misspelled(Spell):
    """Draw a card."""

    @played(when=lambda c: c.hnad(), targets=Target("Pick", lambda c: c.foe_mosnters))
    def resolve(c: DuelContext, target: int) -> None:
        c.draw_crads(1)
'''


def test_the_type_checker_finds_misspelled_operations_in_a_card(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    file = tmp_path / "misspelled_card.py"
    file.write_text(CARD)
    output, _, status = mypy.api.run(["--strict", "--cache-dir", str(tmp_path), str(file)])
    assert status == 1
    for name in ("hnad", "foe_mosnters", "draw_crads"):
        assert f'"DuelContext" has no attribute "{name}"' in output
