"""Moves by everyone are offered to the acting seat and allowed to the others; free text."""

from __future__ import annotations

import turnwright as tw
from turnwright.core.definition.moves import Text


def bell_game() -> tw.Game:
    """Seats alternate turns; any seat may ring at any time, but only the turn player is prompted."""
    game = tw.Game("bells", seats=2, state=Bells)

    @game.move(by="everyone")
    def ring(c):
        c.G.rings.append(c.seat)

    @game.move
    def pass_turn(c):
        c.end_turn()

    @game.move(by="anyone")
    def shout(c, words: str = tw.arg(Text(20))):
        c.G.shouts.append(words)

    return game


class Bells(tw.State):
    rings: list[int] = tw.default(list)
    shouts: list[str] = tw.default(list)


def test_a_move_by_everyone_is_offered_to_the_acting_seat():
    match = bell_game().start()
    assert match.acting == [0]
    assert [option.move for option in match.prompts[0].options] == ["ring", "pass_turn"]


def test_other_seats_may_make_a_move_by_everyone_without_a_prompt():
    match = bell_game().start()
    assert match.submit(tw.Answer(1, "ring")) is None
    assert match.G.rings == [1]
    assert match.acting == [0]
    assert match.submit(tw.Answer(1, "pass_turn")).code == "not_your_turn"
    assert "ring" in [option.move for option in match.legal(1)]


def test_free_text_is_accepted_up_to_its_length_and_is_not_enumerated():
    match = bell_game().start()
    assert match.submit(tw.Answer(1, "shout", ("Oyez!",))) is None
    assert match.G.shouts == ["Oyez!"]
    for words in ("", "x" * 21, 7, None):
        assert match.submit(tw.Answer(0, "shout", (words,))).code == "illegal_argument"
    assert "shout" not in [option.move for option in match.legal(0)]
