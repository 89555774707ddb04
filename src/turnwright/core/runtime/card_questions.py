"""Questions for cards and seats, with labels that name them. They are part of the context `c`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from turnwright.core.type_parameters import CardT

from .card_labels import CardLabels
from .prompts import Question, QuestionSettings


class CardQuestions(CardLabels[CardT]):
    """The part of the context that asks for cards and seats."""

    __slots__ = ()

    if TYPE_CHECKING:  # the context has them

        def foes(self, seat: int | None = None) -> list[int]: ...
        def _ask(
            self,
            kind: str,
            text: str,
            values: Sequence[Any],
            low: int,
            high: int,
            how: QuestionSettings,
        ) -> Question: ...

    @overload
    def choose_card(
        self,
        text: str,
        cards: Sequence[int],
        *,
        optional: Literal[False] = False,
        **how: Unpack[QuestionSettings],
    ) -> Question[int]: ...
    @overload
    def choose_card(
        self, text: str, cards: Sequence[int], *, optional: bool, **how: Unpack[QuestionSettings]
    ) -> Question[int | None]: ...
    def choose_card(
        self,
        text: str,
        cards: Sequence[int],
        *,
        optional: bool = False,
        **how: Unpack[QuestionSettings],
    ) -> Question:
        """Ask for one of these cards, or None if `optional` and nothing is picked. See
        `card_question` for how they are shown."""
        how = self.card_question(cards, how)
        return self._ask("choose", text, list(cards), 0 if optional else 1, 1, how)

    def choose_cards(
        self,
        text: str,
        cards: Sequence[int],
        min: int = 0,
        max: int | None = None,
        **how: Unpack[QuestionSettings],
    ) -> Question[list[int]]:
        """Ask for `min` to `max` of these cards, in the order they were picked."""
        high = len(cards) if max is None else max
        how = self.card_question(cards, how)
        return self._ask("choose_many", text, list(cards), min, high, how)

    def order_cards(
        self, text: str, cards: Sequence[int], **how: Unpack[QuestionSettings]
    ) -> Question[list[int]]:
        """Ask for all of these cards in an order."""
        count, how = len(cards), self.card_question(cards, how)
        return self._ask("order", text, list(cards), count, count, how)

    def choose_seat(
        self, text: str, seats: Sequence[int] | None = None, **how: Unpack[QuestionSettings]
    ) -> Question[int]:
        """Ask for one of these seats; by default one of the other seats still in the game."""
        asked = how.get("seat")
        among = self.foes(asked) if seats is None else list(seats)
        how.setdefault("label", self.seat_name)
        return self._ask("choose", text, among, 1, 1, how)

    def card_question(
        self, cards: Sequence[int], how: QuestionSettings, seat: int | None = None
    ) -> QuestionSettings:
        """The settings of a question for cards: their labels, and where they are picked. If all of them
        are on the table a player clicks one there, otherwise picks from a list."""
        asked = how.get("seat") if seat is None else seat
        viewer = self.seat if asked is None else asked
        offered, reveals = tuple(cards), how.get("reveals", False)
        names: list[Callable[[int], str]] = []  # made when the first label is read

        def label(card_id: int) -> str:
            if not names:
                names.append(self.tell_apart(offered, viewer, reveals=reveals))
            return names[0](card_id)

        found: QuestionSettings = {"label": label, "is_cards": True, "reveals": reveals}
        if not reveals and "label" not in how:
            found["hidden"] = frozenset(i for i in cards if not self.can_see(i, viewer))
        if "is_cards" not in how:
            found["is_field"] = bool(cards) and all(map(self.is_on_table, cards))
        return {**found, **how}

    def _are_cards(self, values: Sequence[Any], how: QuestionSettings) -> bool:
        """Whether a question without labels asks for cards: it says so, or it offers a whole zone, or
        a copy of one."""
        if "is_cards" in how:
            return how["is_cards"] and all(value in self.ctx.cards for value in values)
        first = values[0]
        key = self.ctx.card_zones.get(first) if type(first) is int else None
        if key is None:
            return False
        zone = self.ctx.zones.get(key)
        return zone is values or (type(values) is list and zone == values)
