"""The rules of New Game, a small game of bluff to start from.

Each player has a deck of numbers. The turn player bets a card face down. The other player passes, which
gives one point to the turn player, or answers with a card: then both are shown, and the higher one gets
two points. Five points win; without cards, the player with more points wins.
"""

from __future__ import annotations

import turnwright as tw

NUMBERS = [1, 2, 3, 4, 5, 6] * 2
HAND_SIZE = 3
POINTS_TO_WIN = 5


# --- the state: plain data; a field says who may see it -------------------------------------------


class NewGameState(tw.State):
    """What is not a card."""

    points: tw.Public[list[int]] = tw.default(lambda: [0, 0])
    has_exchanged: tw.Public[bool] = False  # the turn player, in this turn


ZONES = {
    "deck": tw.Zone("hidden"),
    "hand": tw.Zone("owner"),
    "bet": tw.Zone("owner", single=True),  # face down: the other player sees that there is a card
    "pile": tw.Zone("public"),
}


# --- the context: the operations of the rulebook --------------------------------------------------


class NewGameContext(tw.Context[NewGameState]):
    """What moves and hooks receive as `c`."""

    __slots__ = ()

    def number(self, card: int) -> int:
        """The number on a card."""
        return int(self.card(card).kind)

    def card_name(self, card_id: int) -> str:
        """What labels call a card."""
        return f"the {self.number(card_id)}"

    def score(self, seat: int, points: int) -> None:
        """Give points to a player, who may win by them."""
        self.G.points[seat] += points
        if self.G.points[seat] >= POINTS_TO_WIN:
            self.win(seat, reason=f"{POINTS_TO_WIN} points")


def hand(c: NewGameContext) -> list[int]:
    """The cards that the acting player can use."""
    return c.zone("hand", c.seat)


# --- the moves: legality is written once, in domains (`tw.card_arg`) and guards (`when`) ----------


@tw.move(label="Bet {card}", hidden_label="Bet a card")
def bet(c: NewGameContext, card: int = tw.card_arg(hand)) -> None:
    """Bet a card face down."""
    c.move_card(card, "bet")
    c.end_phase()


def can_exchange(c: NewGameContext) -> bool | str:
    """Return whether the turn player may exchange cards, or why not."""
    if c.G.has_exchanged:
        return "You have exchanged cards in this turn."
    return bool(c.zone("deck", c.seat)) or "Your deck is empty."


@tw.move(label="Exchange cards", when=can_exchange)
def exchange(c: NewGameContext) -> tw.Asking:
    """Discard up to two cards and draw as many."""
    cards = yield from c.choose_cards("Exchange up to two cards", hand(c), 1, 2)
    for card in cards:
        c.move_card(card, "pile")
    c.draw_card(len(cards))
    c.G.has_exchanged = True


@tw.move(label="Answer with {card}")
def answer(c: NewGameContext, card: int = tw.card_arg(hand)) -> None:
    """Answer the bet: show both cards; the higher one scores."""
    (other,) = c.zone("bet", c.turn_player)
    difference = c.number(card) - c.number(other)
    for shown in (card, other):
        c.move_card(shown, "pile")
    if difference:
        c.score(c.seat if difference > 0 else c.turn_player, 2)
    c.end_phase()


# --- the flow: a turn is a sequence of phases -----------------------------------------------------


def start_turn(c: NewGameContext) -> None:
    """Fill both hands. A player without cards ends the game."""
    c.G.has_exchanged = False
    for seat in c.seats:
        c.draw_card(HAND_SIZE - len(c.zone("hand", seat)), seat)
    if not c.zone("hand", c.turn_player):
        mine, theirs = (c.G.points[seat] for seat in (c.turn_player, c.opponent))
        if mine == theirs:
            c.draw("no cards left")
        else:
            c.win(c.turn_player if mine > theirs else c.opponent, reason="more points")


def close_bet(c: NewGameContext) -> None:
    """Score a bet that was not answered. Its card leaves the game unseen."""
    for card in list(c.zone("bet", c.turn_player)):
        c.remove_card(card)
        c.score(c.turn_player, 1)


flow = tw.Flow(
    phases={
        "draw": tw.Phase(start=True, next="bet", on_begin=start_turn, end_if=tw.always),
        "bet": tw.Phase(next="answer", moves={"bet": bet, "exchange": exchange}),
        # In a window players act or pass.
        "answer": tw.Phase(
            window=tw.Window(first="other", seats=lambda c: [c.after(c.turn_player)]),
            moves={"answer": answer},
            on_end=close_bet,
        ),
    }
)


# --- the game -------------------------------------------------------------------------------------


def deal(c: NewGameContext) -> None:
    """Give every player a shuffled deck. The first turn draws the hands."""
    for seat in c.seats:
        for number in NUMBERS:
            c.create_card(str(number), "deck", seat)
        c.shuffle_zone("deck", seat)


def rate(c: NewGameContext, seat: int) -> float:
    """Rate a position for bots that look ahead."""
    others = [points for other, points in enumerate(c.G.points) if other != seat]
    return float(c.G.points[seat] - max(others))


game = tw.Game(
    "new-game",
    title="New Game",
    about="Bet a card face down, and win the bet or the bluff.",
    state=NewGameState,
    context=NewGameContext,
    zones=ZONES,
    setup=deal,
    flow=flow,
    moves={"concede": tw.move(tw.concede, by="anyone")},
    evaluate=rate,
)
