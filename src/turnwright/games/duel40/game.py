"""Duel40: two decks of forty numbers and plain damage, for benchmarks.

A turn is begin (draw), main (play cards or pass) and end (discard down to seven). A card deals its
number modulo 5 plus 1 damage. A player who must draw from an empty deck loses.
"""

import turnwright as tw


class Player(tw.State):
    """The cards and the life of one seat."""

    deck: tw.Counted[list[int]]
    hand: tw.Own[list[int]]
    board: tw.Public[list[int]]
    discard: tw.Public[list[int]]
    life: tw.Public[int] = 1000


class Duel40State(tw.State):
    """Both players."""

    players: tw.Public[list[Player]] = []


def setup(c: tw.Context) -> None:
    """Deal forty cards and five in hand to each seat."""
    for seat in c.seats:
        deck = [seat * 40 + i * 7 % 40 for i in range(40)]
        hand = [deck.pop() for _ in range(5)]
        c.G.players.append(Player(deck=deck, hand=hand, board=[], discard=[]))


def draw(c: tw.Context) -> None:
    """Draw a card, or lose."""
    player = c.G.players[c.ctx.turn_player_pos]
    if player.deck:
        player.hand.append(player.deck.pop())
    else:
        c.lose(c.turn_player, reason="no card left to draw")


def discard_to_seven(c: tw.Context) -> None:
    """Discard down to seven cards."""
    player = c.G.players[c.ctx.turn_player_pos]
    while len(player.hand) > 7:
        player.discard.append(player.hand.pop(0))


def hand_indexes(c: tw.Context) -> range:
    """The indexes of the cards in hand."""
    return range(len(c.G.players[c.seat].hand))


def play_label(c: tw.Context, i: int) -> str:
    """Name the card and its damage."""
    card = c.G.players[c.seat].hand[i]
    return f"Play card {card} for {card % 5 + 1} damage"


@tw.move(label=play_label)
def play_card(c: tw.Context, i: int = tw.arg(hand_indexes, is_card=False)) -> None:
    """Play a card from the hand; it deals damage to the opponent."""
    players = c.G.players
    player = players[c.seat]
    card = player.hand.pop(i)
    player.board.append(card)
    players[1 - c.seat].life -= card % 5 + 1


END = tw.move(tw.end_phase, label="Pass")

game = tw.Game(
    "duel40",
    state=Duel40State,
    setup=setup,
    about="Two decks, plain damage: the benchmark game.",
    rulebook=tw.Rulebook(
        """## Goal

Both players have 1,000 life and a deck of forty numbers. A player who must draw from an empty deck
loses.

## Your turn

Draw a card, then play as many as you like. Each deals 1 to 5 damage: its number modulo 5, plus 1.
Pass to end the turn; with more than seven cards the oldest are discarded.""",
        phases={
            "begin": "The turn player draws a card.",
            "main": "Play cards, then pass.",
            "end": "Cards beyond seven are discarded.",
        },
    ),
    flow=tw.Flow(
        phases={
            "begin": tw.Phase(start=True, next="main", on_begin=draw, end_if=tw.always),
            "main": tw.Phase(next="end", moves={"playCard": play_card, "pass": END}),
            "end": tw.Phase(on_begin=discard_to_seven, end_if=tw.always),
        }
    ),
)
