"""A misspelled operation in a card is a type error, also inside conditions and targets."""

from tests.type_checking import type_errors

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


def test_the_type_checker_finds_misspelled_operations_in_a_card(tmp_path):
    errors = type_errors(CARD, tmp_path)
    for name in ("hnad", "foe_mosnters", "draw_crads"):
        assert any(f'"DuelContext" has no attribute "{name}"' in error for error in errors)
