"""What the card games share: cards with definitions, how players are asked for them, decks, the first
player, the empty deck.

A game subclasses `CardTable` with the words of its own rulebook. Card sets here are stand-ins of our
own making; they exist to exercise every phase, step and window of the flow they are played in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import turnwright as tw

Spec = TypeVar("Spec")
"""What a game's cards are defined by."""

MOST_CARDS = 250  # in a deck


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

    def name_there(self, card_id: int) -> str:
        """The same for what a move aims at: among others of its name, which one of its zone it is."""
        kinds = [self.card(other).kind for other in self.ctx.zones[self.ctx.card_zones[card_id]]]
        is_alone = kinds.count(self.card(card_id).kind) == 1
        return self.name(card_id) + ("" if is_alone else f" ({self.which(card_id)})")

    def names(self, card_ids: Iterable[int]) -> str:
        return ", ".join(self.name(card_id) for card_id in card_ids)

    # --- asking for cards -------------------------------------------------------------------------
    # Whoever is asked is told which cards, whose they are and where they lie, and answers with a click
    # on the table if all of them lie there open, else from a list.

    def choose_card(self, text: str, cards: Sequence[int], **how: Any) -> tw.Question:
        """One of these cards (or None if `optional` and nothing is picked)."""
        return self.choose(text, list(cards), **self._of_cards(cards, how))

    def choose_cards(
        self, text: str, cards: Sequence[int], min: int = 0, max: int | None = None, **how: Any
    ) -> tw.Question:
        """A list of `min` to `max` of these cards."""
        return self.choose_many(text, list(cards), min, max, **self._of_cards(cards, how))

    def order_cards(self, text: str, cards: Sequence[int], **how: Any) -> tw.Question:
        """All of these cards, in the order the seat wants."""
        return self.order(text, list(cards), **self._of_cards(cards, how))

    def _of_cards(self, cards: Sequence[int], how: dict[str, Any]) -> dict[str, Any]:
        label = self.tell_apart(cards, how.get("seat", self.seat))
        is_field = bool(cards) and all(map(self.lies_open, cards))
        return {"label": label, "is_cards": True, "is_field": is_field, **how}

    def of_effects(self, effects: Mapping[int, tuple[int | str, str]], seat: int) -> dict[str, Any]:
        """How a seat is asked about effects that have no number of their own: each is shown as its
        card (or the name of one, where it is not certain which) and its timing."""
        cards = {i: card for i, (card, _) in effects.items() if isinstance(card, int)}
        name = self.tell_apart(cards.values(), seat)
        labels = {
            i: f"{name(card) if isinstance(card, int) else card}: {timing}"
            for i, (card, timing) in effects.items()
        }
        return {"seat": seat, "label": labels.__getitem__, "about": cards.get}

    def lies_open(self, card_id: int) -> bool:
        """Does a card lie on the table, where everybody sees it?"""
        return self._game.zones[self.zone_of(card_id)].visible == "public"

    def tell_apart(self, cards: Iterable[int], seat: int) -> Callable[[int], str]:
        """What a seat calls each of these cards: by its marks and, of those that are still alike, by
        its place in its zone. (A card's number is for programs; pages leave it out.)"""
        marks = {card_id: self.marks(card_id, seat) for card_id in cards}
        alike = Counter((self.card(card_id).kind, *said) for card_id, said in marks.items())
        names = {}
        for card_id, said in marks.items():
            if alike[self.card(card_id).kind, *said] > 1:
                said = [*said, self.which(card_id)]
            names[card_id] = self.name(card_id) + (f" ({', '.join(said)})" if said else "")
        return names.__getitem__

    def marks(self, card_id: int, seat: int) -> list[str]:
        """What sets a card apart from others of its name, for a seat to read: on the table, whose it
        is. Games add theirs."""
        if not self.lies_open(card_id):
            return []
        return ["yours" if self.card(card_id).owner == seat else "opponent's"]

    def which(self, card_id: int) -> str:
        """Which card of its zone it is: from the left, as cards lie, or of a deck from the top."""
        ids = self.ctx.zones[self.ctx.card_zones[card_id]]
        if self._game.zones[self.zone_of(card_id)].visible == "hidden":
            return f"no. {len(ids) - ids.index(card_id)} from the top"
        return f"no. {ids.index(card_id) + 1}"

    # --- decks and seats --------------------------------------------------------------------------

    def create_decks(self, default: Mapping[str, int], zone: str = "deck") -> None:
        """Every seat's deck: from the option `decks` (one per seat), or the stand-in deck."""
        decks = self.options.get("decks") or [default] * len(self.seats)
        if not isinstance(decks, list) or len(decks) != len(self.seats):
            raise tw.UnusableError("bad_deck", "`decks` is a list with a deck for every seat.")
        for seat, deck in zip(self.seats, decks, strict=True):
            self._check_deck(deck)
            for kind, copies in deck.items():
                for _ in range(copies):
                    self.create_card(kind, zone, seat)

    def _check_deck(self, deck: Any) -> None:
        """Any cards of the game, as these are stand-ins; but no more than anybody could want."""
        if not isinstance(deck, dict):
            raise tw.UnusableError("bad_deck", "A deck is an object of cards and their numbers.")
        counts = list(deck.values())
        faults = [f"there is no card {kind!r}" for kind in deck if kind not in self.library]
        if not all(type(count) is int and 1 <= count <= MOST_CARDS for count in counts):
            faults.append(f"of a card there are 1 to {MOST_CARDS}")
        elif sum(counts) > MOST_CARDS:
            faults.append(f"{sum(counts)} cards are more than {MOST_CARDS}")
        if faults:
            raise tw.UnusableError("bad_deck", f"This deck cannot be played: {'; '.join(faults)}.")

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
def choose_first_player(
    c: CardTable[Any], seat: int = tw.arg(lambda c: c.seats, is_card=False)
) -> None:
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
