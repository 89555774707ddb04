"""Leduc hold'em: six cards, two rounds of betting, one card on the board.

The rules are those of F. Southey and others, "Bayes' Bluff" (2005): an ante of 1, raises of 2 before
the board is dealt and of 4 after it, at most two raises in a round. A pair with the board wins,
then the higher card.
"""

import turnwright as tw
from turnwright.core.runtime.rng import Stream

CARDS = ("J", "J", "Q", "Q", "K", "K")
RAISES = (2, 4)
MOST_RAISES = 2


class LeducState(tw.State):
    """The cards by seat, the card on the board, the chips in the pot by seat, and the betting."""

    hands: tw.Own[list[str]] = tw.default(lambda: ["", ""])
    board: tw.Public[str] = ""
    bets: tw.Public[list[int]] = tw.default(lambda: [1, 1])
    raises: tw.Public[int] = 0
    has_checked: tw.Public[bool] = False


Context = tw.Context[LeducState]


def deal(c: Context) -> None:
    """Deal a card to both."""
    c.G.hands = c.stream("deal").sample(CARDS, 2)


def unseen(G: LeducState, *seen: str) -> list[str]:
    """The cards that are not among those seen, nor on the board."""
    rest = list(CARDS)
    for card in (*seen, G.board):
        if card:
            rest.remove(card)
    return rest


def resample_hidden(c: Context, seat: int, rng: Stream) -> None:
    """Deal the other seat another card."""
    c.G.hands[1 - seat] = rng.choice(unseen(c.G, c.G.hands[seat]))


def describe(c: Context, seat: int | None) -> str:
    """The board, the chips of both, and the viewer's card."""
    bets = ", ".join(f"{c.seat_name(one)} {c.G.bets[one]}" for one in c.seats)
    shared = f"Board: {c.G.board or 'not dealt'}\nBets: {bets}"
    return shared if seat is None else f"Your card: {c.G.hands[seat]}\n{shared}"


def end(c: Context, winner: int | None, reason: str) -> None:
    """Give the pot to the winner; without one it is divided."""
    if winner is None:
        c.draw(reason)
        return
    won = c.G.bets[1 - winner]
    c.win(winner, scores=[won if seat == winner else -won for seat in c.seats], reason=reason)


def show_cards(c: Context) -> None:
    """Compare the cards."""
    board, (first, second) = c.G.board, c.G.hands
    if first == second:
        end(c, None, "equal cards")
    elif board in (first, second):
        end(c, 0 if board == first else 1, "a pair")
    else:
        end(c, 0 if CARDS.index(first) > CARDS.index(second) else 1, "the higher card")


def close_round(c: Context) -> None:
    """Deal the board after the first round, compare the cards after the second."""
    G = c.G
    if G.board:
        show_cards(c)
        return
    G.board = c.stream("deal").choice(unseen(G, *G.hands))
    G.raises, G.has_checked = 0, False
    c.end_turn()
    if c.seat == 0:
        c.extra_turn(0)  # the first seat begins every round


def is_owing(c: Context) -> bool:
    """Whether the acting seat must answer a raise."""
    return c.G.bets[c.seat] < c.G.bets[1 - c.seat]


@tw.move(when=lambda c: is_owing(c) or "There is no raise to answer.")
def fold(c: Context) -> None:
    """Give up the pot."""
    end(c, 1 - c.seat, "the other folded")


@tw.move(label=lambda c: "Call" if is_owing(c) else "Check")
def call(c: Context) -> None:
    """Answer a raise, or check."""
    G = c.G
    if is_owing(c) or G.has_checked:
        G.bets[c.seat] = G.bets[1 - c.seat]
        close_round(c)
        return
    G.has_checked = True
    c.end_turn()


@tw.move(
    label=lambda c: f"Raise by {RAISES[bool(c.G.board)]}",
    when=lambda c: c.G.raises < MOST_RAISES or "Two raises are the most in a round.",
)
def raise_bet(c: Context) -> None:
    """Answer a raise if there is one, and raise."""
    G = c.G
    G.bets[c.seat] = G.bets[1 - c.seat] + RAISES[bool(G.board)]
    G.raises += 1
    c.end_turn()


game = tw.Game(
    "leduc",
    state=LeducState,
    moves={"fold": fold, "call": call, "raise": raise_bet},
    setup=deal,
    describe=describe,
    resample_hidden=resample_hidden,
    listed_moves=[("fold", ()), ("call", ()), ("raise", ())],
    rewards="scores",
    omitted_fields=("has_checked",),
    chance_stream="deal",
    title="Leduc hold'em",
    about="Six cards, two rounds of betting.",
    rulebook="Both put one chip in the pot and get one of six cards: two jacks, two queens, two kings. "
    "After a round of betting a card is dealt to the board, and a second round follows. A raise is 2 "
    "chips in the first round and 4 in the second, with two raises at most in each. A pair with the "
    "board wins, then the higher card.",
)
