"""Kuhn poker: three cards, one bet. The smallest game in which bluffing pays.

The rules are those of H. W. Kuhn, "A Simplified Two-Person Poker" (1950). The first player loses 1/18
of a chip on average if both play well.
"""

import turnwright as tw
from turnwright.core.runtime.rng import Stream

CARDS = "JQK"


class KuhnState(tw.State):
    """The cards by seat, the chips in the pot by seat, and the seats that have acted."""

    hands: tw.Own[list[str]] = tw.default(lambda: ["", ""])
    bets: tw.Public[list[int]] = tw.default(lambda: [1, 1])
    acted: tw.Public[int] = 0


def deal(c: tw.Context[KuhnState]) -> None:
    """Deal a card to both."""
    c.G.hands = c.stream("deal").sample(CARDS, 2)


def resample_hidden(c: tw.Context[KuhnState], seat: int, rng: Stream) -> None:
    """Deal the other seat another card."""
    own = c.G.hands[seat]
    c.G.hands[1 - seat] = rng.choice([card for card in CARDS if card != own])


def describe(c: tw.Context[KuhnState], seat: int | None) -> str:
    """The chips of both, and the viewer's card."""
    bets = "Bets: " + ", ".join(f"{c.seat_name(one)} {c.G.bets[one]}" for one in c.seats)
    return bets if seat is None else f"Your card: {c.G.hands[seat]}\n{bets}"


def end(c: tw.Context[KuhnState], winner: int, reason: str) -> None:
    """Give the pot to the winner."""
    won = c.G.bets[1 - winner]
    c.win(winner, scores=[won if seat == winner else -won for seat in c.seats], reason=reason)


def show_cards(c: tw.Context[KuhnState]) -> None:
    """Compare the cards."""
    first, second = (CARDS.index(card) for card in c.G.hands)
    end(c, 0 if first > second else 1, "the higher card")


@tw.move(label=lambda c: "Check" if c.G.bets[0] == c.G.bets[1] else "Fold")
def check_or_fold(c: tw.Context[KuhnState]) -> None:
    """Bet nothing. After a bet this gives up the pot."""
    if c.G.bets[0] != c.G.bets[1]:
        end(c, 1 - c.seat, "the other folded")
    elif c.G.acted:
        show_cards(c)
    c.G.acted += 1
    c.end_turn()


@tw.move(label=lambda c: "Bet 1" if c.G.bets[0] == c.G.bets[1] else "Call")
def bet(c: tw.Context[KuhnState]) -> None:
    """Bet one chip, or answer a bet with one."""
    is_call = c.G.bets[0] != c.G.bets[1]
    c.G.bets[c.seat] += 1
    if is_call:
        show_cards(c)
    c.G.acted += 1
    c.end_turn()


game = tw.Game(
    "kuhn",
    state=KuhnState,
    moves={"pass": check_or_fold, "bet": bet},
    setup=deal,
    describe=describe,
    resample_hidden=resample_hidden,
    listed_moves=[("pass", ()), ("bet", ())],
    rewards="scores",
    omitted_fields=("acted",),
    chance_stream="deal",
    title="Kuhn poker",
    about="Three cards, one bet.",
    rulebook="Both put one chip in the pot and get one of three cards: a jack, a queen or a king. "
    "In turn you check or bet one chip; after a bet the other calls it or folds. If nobody folds, the "
    "higher card wins.",
)
