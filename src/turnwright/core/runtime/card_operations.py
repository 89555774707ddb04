"""Operations on cards: zones, creating, moving, drawing and dealing. They are part of the context `c`.

Who owns a card: a card that is created in a seat's zone belongs to that seat. A card that is created in
a shared zone belongs to `NOBODY`, unless an owner is named; the seat in whose zone it lies is its
`holder`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, cast

from turnwright.core.errors import ImpureRule, RulesError
from turnwright.core.suggestions import joined, suggestion
from turnwright.core.type_parameters import CardT

from .flow_state import NOBODY, CamelNames, Ctx
from .rng import Stream

if TYPE_CHECKING:
    from turnwright.core.definition.game import Game


class CardOperations(CamelNames, Generic[CardT]):
    """The part of the context that reads and moves cards. `CardT` is the type of the game's cards."""

    __slots__ = ("_reveals",)

    ctx: Ctx
    seat: int
    _game: Game
    _only_reads: bool
    _reveals: bool

    if TYPE_CHECKING:  # the context has them

        def stream(self, name: str) -> Stream: ...
        def position_of(self, seat: int) -> int: ...
        def _check_changes(self, call: str) -> None: ...

    def zone(self, name: str, seat: int | None = None) -> list[int]:
        """The card ids of a zone, the top card last. Do not change the list; use `move_card`."""
        zones = self.ctx.zones
        key = name if name in zones else f"{name}:{self.seat if seat is None else seat}"
        try:
            return zones[key]
        except KeyError:
            raise self._no_zone(key) from None

    def _no_zone(self, key: str) -> RulesError:
        """Return the error of a zone that does not exist: its name is wrong, or its seat."""
        name, _, seat = key.partition(":")
        if name not in self._game.zones:
            names = joined(map(repr, self._game.zones), "and") if self._game.zones else "none"
            hint = suggestion(name, self._game.zones) or f"; the zones are {names}"
            return RulesError(f"There is no zone {name!r}{hint if '?' in hint else hint + '.'}")
        seats = joined(map(str, sorted(self.ctx.player_order)))
        return RulesError(
            f"Zone {name!r} belongs to the seats {seats}; there is no seat {seat!r}."
            if seat
            else f"Every seat has its own zone {name!r}: name the seat."
        )

    def card(self, card_id: int) -> CardT:
        """The card with this id."""
        cards: Any = self.ctx.cards  # of the type that the game declares
        card: CardT = cards[card_id]
        return card

    def cards_in(self, name: str, seat: int | None = None) -> list[CardT]:
        """The cards of a zone, the top card last."""
        cards: Any = self.ctx.cards
        found: list[CardT] = [cards[card_id] for card_id in self.zone(name, seat)]
        return found

    def zone_of(self, card_id: int) -> str:
        """The name of the zone of a card, without its seat."""
        return self.ctx.card_zones[card_id].partition(":")[0]

    def holder(self, card_id: int) -> int | None:
        """The seat in whose zone a card lies; in a shared zone the card's owner, if it has one."""
        side = self.ctx.card_zones[card_id].partition(":")[2]
        if side:
            return int(side)
        owner = self.ctx.cards[card_id].owner
        return None if owner == NOBODY else owner

    def create_card(self, kind: str, zone: str, owner: int | None = None, **fields: Any) -> CardT:
        """Create a card on top of a zone. Without an owner it is the acting seat's, or nobody's if the
        zone is shared."""
        self._check_changes("create_card")
        ctx = self.ctx
        is_shared = zone in ctx.zones
        seat = (NOBODY if is_shared else self.seat) if owner is None else owner
        cards = self.zone(zone, seat)
        number = ctx.next_card
        ctx.next_card += 1
        card = self._game.card(id=number, kind=kind, owner=seat, **fields)
        ctx.cards[number] = card
        ctx.card_zones[number] = zone if is_shared else f"{zone}:{seat}"
        cards.append(number)
        return cast(CardT, card)

    def create_cards(
        self, kinds: Mapping[str, int] | Iterable[str], zone: str, owner: int | None = None
    ) -> list[CardT]:
        """Create a card of each of these kinds on top of a zone, or as many as a dict says:
        `c.create_cards({"hit": 8, "heal": 4}, "deck", seat)`."""
        if isinstance(kinds, Mapping):
            kinds = [kind for kind, count in kinds.items() for _ in range(count)]
        return [self.create_card(kind, zone, owner) for kind in kinds]

    def remove_card(self, card_id: int) -> None:
        """Remove a card from the game."""
        self._check_changes("remove_card")
        ctx = self.ctx
        ctx.zones[ctx.card_zones.pop(card_id)].remove(card_id)
        del ctx.cards[card_id]

    def move_card(
        self, card_id: int, to: str, seat: int | None = None, *, bottom: bool = False
    ) -> None:
        """Move a card to the top (or bottom) of a zone.

        Without a seat it is the zone of its owner, or of its holder if nobody owns it."""
        if self._only_reads:
            raise ImpureRule("move_card")
        ctx = self.ctx
        try:
            source = ctx.card_zones[card_id]
        except KeyError:
            raise RulesError(f"There is no card {card_id!r}.") from None
        if seat is None and to not in ctx.zones:
            seat = ctx.cards[card_id].owner
            if seat == NOBODY:
                seat = self._holder_of_shared(card_id, to)
        target = to if to in ctx.zones else f"{to}:{seat}"
        if target not in ctx.zones:
            raise self._no_zone(target)
        cards, others = ctx.zones[source], ctx.zones[target]
        before, top = self._game.watchers(source)
        was_open = top > 0 and len(cards) - cards.index(card_id) <= top
        cards.remove(card_id)
        others.insert(0 if bottom else len(others), card_id)
        ctx.card_zones[card_id] = target
        after, top = self._game.watchers(target)
        if top > (len(others) - 1 if bottom else 0):
            after = "all"
        if was_open:
            before = "all"
        if not ctx.cards[card_id].face_up and after == "all":
            owner = ctx.cards[card_id].owner
            after = target.partition(":")[2] if owner == NOBODY else str(owner)
        # Revealed: a seat now sees the card, or the card that was beneath it.
        if was_open or (after and before not in ("all", after)):
            self._reveals = True

    def _holder_of_shared(self, card_id: int, to: str) -> int:
        """The seat that holds a card without an owner, when it moves to a zone of `to`."""
        holder = self.holder(card_id)
        if holder is None:
            kind = self.ctx.cards[card_id].kind
            raise RulesError(
                f"{kind} ({card_id}) belongs to nobody, and every seat has a zone {to!r}: say whose, "
                f"as in c.move_card(card, {to!r}, seat)."
            )
        return holder

    def renumber_card(self, card_id: int) -> int:
        """Give a card a new id and return it, so that nobody recognises it after it became hidden.
        References to the old id become invalid."""
        ctx = self.ctx
        number = card_id
        while number in ctx.cards:
            number = self.stream("card numbers").below(1_000_000)
        card = ctx.cards[number] = ctx.cards.pop(card_id)
        card.id = number
        zone = ctx.card_zones[number] = ctx.card_zones.pop(card_id)
        cards = ctx.zones[zone]
        cards[cards.index(card_id)] = number
        ctx.next_card = max(ctx.next_card, 1_000_000)
        return number

    def turn_card(self, card_id: int, face_up: bool = True) -> None:
        """Turn a card face up or face down."""
        self._check_changes("turn_card")
        card = self.ctx.cards[card_id]
        self._reveals = self._reveals or (face_up and not card.face_up)
        card.face_up = face_up

    def draw_card(
        self,
        count: int = 1,
        seat: int | None = None,
        to: str = "hand",
        *,
        from_zone: str = "deck",
    ) -> list[int]:
        """Move up to `count` cards from the top of a deck to a seat's hand (by default the turn
        player's) and return their ids. The deck is the seat's own, or a shared one."""
        who = self.ctx.turn_player if seat is None else seat
        deck = self.zone(from_zone, who)
        drawn = deck[len(deck) - min(count, len(deck)) :][::-1]
        for card_id in drawn:
            self.move_card(card_id, to, who)
        return drawn

    def deal(
        self,
        count: int,
        *,
        seats: Sequence[int] | None = None,
        from_zone: str = "deck",
        to: str = "hand",
    ) -> None:
        """Deal up to `count` cards to each seat, one at a time around the table. They come from the top
        of the shared deck, or from each seat's own."""
        dealt_to = self.ctx.player_order if seats is None else seats
        for _ in range(count):
            for seat in dealt_to:
                if seat not in self.ctx.eliminated:
                    self.draw_card(1, seat, to, from_zone=from_zone)

    def shuffle_zone(self, name: str, seat: int | None = None) -> None:
        """Shuffle a zone."""
        cards = self.zone(name, seat)
        self.stream(f"shuffle {name}").shuffle(cards)

    def shuffle_all_decks(self) -> None:
        """Shuffle the deck of every seat."""
        for seat in self.ctx.player_order:
            self.shuffle_zone("deck", seat)

    def ready_all_cards(self, seat: int | None = None) -> None:
        """Ready all cards that a seat (by default the turn player) owns."""
        owner = self.ctx.turn_player if seat is None else seat
        for card in self.ctx.cards.values():
            if card.owner == owner or (card.owner == NOBODY and self.holder(card.id) == owner):
                card.ready = True

    set_all_cards_active = ready_all_cards
