"""What the card games share: cards with definitions, decks, the first player, the empty deck.

A game subclasses `CardTable` with the words of its own rulebook. Card sets here are stand-ins of our
own making; they exist to exercise every phase, step and window of the flow they are played in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

import turnwright as tw

Spec = TypeVar("Spec")
"""What a game's cards are defined by."""


class CardTable(tw.Context, Generic[Spec]):
    """The operations of a card game. `library` holds the definitions of its cards by name."""

    __slots__ = ()

    library: ClassVar[Mapping[str, Any]] = {}

    def spec(self, card_id: int) -> Spec:
        """The definition behind a card."""
        found: Spec = self.library[self.ctx.cards[card_id].kind]
        return found

    def name(self, card_id: int) -> str:
        """A card for a person to read: its name, and its number where names repeat."""
        return f"{self.ctx.cards[card_id].kind} #{card_id}"

    def names(self, card_ids: Iterable[int]) -> str:
        return ", ".join(self.name(card_id) for card_id in card_ids)

    def create_decks(self, default: Mapping[str, int], zone: str = "deck") -> None:
        """Every seat's deck: from the option `decks` (one per seat), or the stand-in deck."""
        decks = self.options.get("decks") or [default] * len(self.seats)
        for seat, deck in zip(self.seats, decks, strict=True):
            for kind, copies in deck.items():
                for _ in range(copies):
                    self.create_card(kind, zone, seat)

    def draw_or_lose(self, count: int = 1, seat: int | None = None) -> list[int]:
        """Draw; whoever has to draw from an empty deck has lost."""
        who = self.turn_player if seat is None else seat
        drawn = self.draw_card(count, who)
        if len(drawn) < count:
            self.lose(who, reason="no card left to draw")
        return drawn

    def foes(self, seat: int | None = None) -> list[int]:
        """The other seats still in the game, in turn order."""
        who = self.seat if seat is None else seat
        return [other for other in self.order_from(who) if other not in {who, *self.ctx.eliminated}]

    def order_from(self, seat: int) -> list[int]:
        """All seats in turn order, beginning with this one."""
        start = self.position_of(seat)
        return self.seats[start:] + self.seats[:start]

    @property
    def starting_player(self) -> int:
        """Who begins, once that is decided."""
        assert self.ctx.otp is not None
        return self.ctx.otp

    @property
    def is_first_turn(self) -> bool:
        """Is this the starting player's first turn?"""
        return self.ctx.num_turns == 0 and self.turn_player == self.ctx.otp


def pick_chooser(c: CardTable[Any]) -> None:
    """Chance says who decides who begins (in a match, the loser of the last game: option `chooser`)."""
    c.ctx.choosing_first_player = c.options.get("chooser", c.stream("first player").choice(c.seats))


@tw.move(label="Seat {seat} goes first")
def choose_first_player(c: CardTable[Any], seat: int = tw.arg(lambda c: c.seats)) -> None:
    c.ctx.otp = seat
    c.ctx.choosing_first_player = None


def first_player_phase(next: str) -> tw.Phase:
    """The phase in which one player decides who begins; the same in all five games."""
    return tw.Phase(
        start=True,
        next=next,
        on_begin=pick_chooser,
        who=lambda c: [c.ctx.choosing_first_player],
        end_if=lambda c: c.ctx.otp is not None,
        moves={"chooseFirstPlayer": choose_first_player},
        doc="One player, by chance, decides who goes first.",
    )


def first_pending(c: CardTable[Any], pending: set[int]) -> list[int]:
    """Of the players who still owe a decision, the one who must decide first: the starting player."""
    return [seat for seat in c.order_from(c.starting_player) if seat in pending][:1]


concede = tw.move(tw.concede, by="anyone", label="Concede")
