"""The names of cards and seats for people: in questions, labels of moves and logs. Part of the context.

- A card is named only to a seat that can see it, or that a question reveals it to. Another card is
  named by its position: "card 2 of seat 1's hand".
- Cards of the same name that differ in something the seat sees are told apart by that: whose they are,
  where they lie, their public fields, and what the game adds in `marks`. Equal cards have equal names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from turnwright.core.definition.moves import humanize
from turnwright.core.type_parameters import CardT

from .card_operations import CardOperations
from .flow_state import NOBODY
from .view import struct_view

UNMARKED = ("id", "kind", "owner")  # fields of a card that do not tell it apart from its equals


class CardLabels(CardOperations[CardT]):
    """The part of the context that names cards and seats."""

    __slots__ = ()

    seat_names: Sequence[str]  # the names of the seats, as the match was started with them

    # --- what a game may override -----------------------------------------------------------------

    def card_name(self, card_id: int) -> str:
        """The name of a card for those who see it: its kind. Games may override it."""
        return self.ctx.cards[card_id].kind

    def marks(self, card_id: int, seat: int | None) -> list[str]:
        """What else distinguishes a card from others of its name, for a seat or (None) for everybody.
        Games override it if that is not in the card's own fields."""
        return []

    # --- names ------------------------------------------------------------------------------------

    def seat_name(self, seat: int) -> str:
        """The name of a seat's player, or "seat 1" if it has none."""
        names = self.seat_names
        name = names[seat] if 0 <= seat < len(names) else str(seat)
        return f"seat {seat}" if name == str(seat) else name

    def can_see(self, card_id: int, seat: int | None = None) -> bool:
        """Whether a seat (by default the acting one) sees which card this is."""
        viewer = str(self.seat if seat is None else seat)
        card, key = self.ctx.cards[card_id], self.ctx.card_zones[card_id]
        seen_by, top = self._game.watchers(key)
        if seen_by not in ("all", viewer):
            return top > 0 and card_id in self.ctx.zones[key][-top:]
        return card.face_up or (key.partition(":")[2] or str(card.owner)) == viewer

    def position_in_zone(self, card_id: int) -> str:
        """The position of a card in its zone: from the left, or in a deck from the top."""
        ids = self.ctx.zones[self.ctx.card_zones[card_id]]
        if self._game.zones[self.zone_of(card_id)].visible == "hidden":
            return f"no. {len(ids) - ids.index(card_id)} from the top"
        return f"no. {ids.index(card_id) + 1}"

    def is_on_table(self, card_id: int) -> bool:
        """Whether a card lies in a public zone."""
        return self._game.zones[self.zone_of(card_id)].visible == "public"

    def card_label(self, card_id: int, seat: int | None = None) -> str:
        """The name of a card in the label of a move of a seat (by default the acting one).

        It is told apart from the other cards of its name in such zones. Others may read the label in
        the log, so it tells only public fields."""
        viewer = self.seat if seat is None else seat
        name = self.zone_of(card_id)
        others = [
            other
            for key, ids in self.ctx.zones.items()
            if key == name or key.startswith(f"{name}:")
            for other in ids
            if other == card_id or self.can_see(other, viewer)
        ]
        return self._names(others, viewer, frozenset(), None)[card_id]

    def tell_apart(
        self, cards: Iterable[int], seat: int | None = None, *, reveals: bool = False
    ) -> Callable[[int], str]:
        """Return a function that names these cards for a seat (by default the acting one), so that
        cards that differ have different names."""
        viewer = self.seat if seat is None else seat
        ids = list(cards)
        return self._names(ids, viewer, frozenset(ids if reveals else ()), viewer).__getitem__

    # --- making names -----------------------------------------------------------------------------

    def _names(
        self, cards: Sequence[int], viewer: int, revealed: frozenset[int], reader: int | None
    ) -> dict[int, str]:
        """The names of cards that `viewer` sees; `reader` reads them (None for everybody)."""
        names: dict[int, str] = {}
        same: dict[str, list[int]] = {}
        for card_id in cards:
            if card_id in revealed or self.can_see(card_id, viewer):
                names[card_id] = self.card_name(card_id)
                same.setdefault(names[card_id], []).append(card_id)
            else:
                names[card_id] = self._unseen_name(card_id)
        for group in same.values():
            marks = {card_id: self.marks(card_id, reader) for card_id in group}
            facts = {i: self._facts(i, reader) for i in group} if len(group) > 1 else {}
            for card_id in group:
                found = [
                    text
                    for field, text in facts.get(card_id, {}).items()
                    if text and any(facts[other].get(field) != text for other in group)
                ]
                found += marks[card_id]
                if found:
                    names[card_id] += f" ({', '.join(found)})"
        return names

    def _unseen_name(self, card_id: int) -> str:
        """A card that the seat cannot see: its position and its zone."""
        key = self.ctx.card_zones[card_id]
        name, _, side = key.partition(":")
        label = self._game.zones[name].label or humanize(name)
        ids = self.ctx.zones[key]
        is_pile = self._game.zones[name].visible == "hidden"
        number = len(ids) - ids.index(card_id) if is_pile else ids.index(card_id) + 1
        whose = f"{self.seat_name(int(side))}'s {label}" if side else f"the {label}"
        return f"card {number} of {whose}"

    def _facts(self, card_id: int, reader: int | None) -> dict[str, str]:
        """What a reader sees of a card besides its name, as words by field."""
        card = self.ctx.cards[card_id]
        name, _, side = self.ctx.card_zones[card_id].partition(":")
        whose = int(side) if side else card.owner
        facts = {
            "whose": "" if whose == NOBODY else "yours" if whose == reader
            else f"{self.seat_name(whose)}'s",
            "zone": f"in {self._game.zones[name].label or humanize(name)}",
        }  # fmt: skip
        for field, value in struct_view(card, reader, card.owner).items():
            if field in UNMARKED or not isinstance(value, (bool, int, str, float)):
                continue
            word = humanize(field)
            if isinstance(value, bool):
                facts[field] = word if value else f"not {word}"
            else:
                facts[field] = f"{word} {value}"
        return facts
