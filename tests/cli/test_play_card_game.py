"""The terminal names cards and seats of a card game, and no hidden card."""

from tests.cli.test_play_and_replay import output

GAME = """
import turnwright as tw

def show(c, card: int = tw.card_arg(lambda c: c.zone("hand")), to: int = tw.seat_arg()):
    c.move_card(card, "table")
    c.end_turn()

def bury(c, card: int = tw.card_arg(lambda c: c.zone("hand"))):
    c.move_card(card, "pile")
    c.win(c.seat)

def setup(c):
    for seat in c.seats:
        c.create_card(f"Secret of {seat}", "hand", seat)
        c.create_card(f"Secret of {seat}", "hand", seat)

game = tw.Game("secrets", setup=setup, zones={
    "hand": tw.Zone("owner"), "table": tw.Zone("public"), "pile": tw.Zone("hidden"),
}, flow=tw.Flow(phases={
    "open": tw.Phase(start=True, moves={"show": show}, next="shut",
                     end_if=lambda c: c.ctx.num_player_turns > 1),
    "shut": tw.Phase(moves={"bury": bury}),
}))
"""


def test_the_terminal_names_cards_and_seats_but_no_hidden_card(tmp_path):
    path = tmp_path / "secrets.py"
    path.write_text(GAME)
    shown = output("play", path, typed="1\nq\n")
    assert "show Secret of 0 seat 1" in shown
    assert "seat 1 shows Secret of 1 seat 0" in shown
    buried = output("play", path, "--seat", "-1")
    assert "bury" in buried
    assert "bury Secret" not in buried
