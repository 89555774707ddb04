"""Type checkers know the names of the package, the state of a game and the answers to questions."""

from tests.type_checking import type_errors

SCRIPT = """
import turnwright as tw

class Purse(tw.State):
    coins: tw.Public[list[int]] = tw.default(list)

class Coin(tw.Card):
    worth: tw.Public[int] = 1

class PurseContext(tw.Context[Purse, Coin]):
    __slots__ = ()

def worths(c: PurseContext) -> list[str]:
    return [str(coin.worth) for coin in c.cards_in("hand")]

def pay(
    c: PurseContext, seat: int = tw.seat_arg(), coin: int = tw.card_arg(lambda c: c.zone("hand"))
) -> tw.Asking:
    count: int = yield from c.amount("How many?", 0, 3)
    card: int = yield from c.choose_card("Which?", c.zone("hand"))
    more: list[int] = yield from c.choose_cards("Which?", c.zone("hand"))
    maybe: int | None = yield from c.choose("One?", [1, 2], optional=True)
    bids: dict[int, bool] = yield from c.simultaneous([c.yes_no("Bid?", seat=seat) for seat in c.seats])
    old = yield c.choose("Which?", [1, 2])
    print(old.anything, count, card, more, maybe, bids, c.draw(2, from_zone="deck"))

def untyped(c: tw.Context) -> None:
    print(c.G.anything)

game = tw.Game("purse", state=Purse, context=PurseContext, moves={"pay": pay})
match: tw.Match[Purse] = game.start()
coins: list[int] = game.replay(match.record).clone().G.coins
plain: tw.Match = tw.Game("plain").start()

def wrong(c: PurseContext, worth: int = tw.arg(worths)) -> tw.Asking:
    c.G.conis
    c.card(1).wroth
    text: str = yield from c.choose("Which?", c.zone("hand"))
    sure: int = yield from c.choose("One?", [1, 2], optional=True)
    print(match.G.conis, text, sure)
    tw.Gmae("purse")
"""

MISTAKES = [
    'Incompatible default for parameter "worth"',
    '"Purse" has no attribute "conis"',
    '"Coin" has no attribute "wroth"',
    'expression has type "int", variable has type "str"',
    'expression has type "int | None", variable has type "int"',
    '"Purse" has no attribute "conis"',
    'Module has no attribute "Gmae"',
]


def test_a_typed_game_is_checked_and_an_untyped_one_still_works(tmp_path):
    errors = type_errors(SCRIPT, tmp_path)
    assert len(errors) == len(MISTAKES), errors
    for error, mistake in zip(errors, MISTAKES, strict=True):
        assert mistake in error
