"""The action that selects cards by name, on a GRID or in the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from turnwright.core.errors import Refusal, Refused

from .action_base import Action, Steps, choose
from .game_state import GameState, Json, find, items, names, number, plain_name
from .refusals import unknown

MOST_SELECTIONS = 200
"""Maximum number of selections that are listed. Other selections are accepted as well."""


class CardSelect(Action):
    """Select cards by name, and confirm."""

    word, says = "", "choose INDEX ..., proceed"
    card_names: list[str]

    @classmethod
    def candidates(cls, state: GameState) -> Iterator[Action]:
        pile = _Selection(state)
        sizes = range(pile.least, min(pile.most, len(pile.open)) + 1)
        bags = (bag for size in sizes for bag in _multisets(names(pile.open), size))
        return (cls(bag) for bag in islice(bags, MOST_SELECTIONS))

    def problem(self, state: GameState) -> Refusal | None:
        pile = _Selection(state)
        count = len(self.card_names)
        if pile.is_closed or not pile.least <= count <= pile.most:
            return pile.bad_count(count)
        if pile.places(self.card_names) is None:
            missing = Counter(name.lower() for name in self.card_names)
            for name in names(pile.open):
                missing -= Counter({name.lower(): 1, plain_name(name): 1})
            first = next(iter(missing), self.card_names[-1])
            return unknown("card", first, names(pile.open))
        if not count and not state.can("proceed"):
            return Refusal("cannot_confirm", "The selection cannot be confirmed yet.")
        return None

    def steps(self, state: GameState) -> Steps:
        """Yield the commands, last card first: a hand gets shorter with every selected card."""
        screen = state.screen
        places = _Selection(state).places(self.card_names) or []
        for place in sorted(places, reverse=True):
            if state.screen != screen or place >= len(state.choices):
                sentence = (
                    f"Only some of the cards were selected before the game went to {state.screen}."
                )
                raise Refused(Refusal("lost", sentence))
            state = yield choose(state, place)
        if state.screen == screen and state.can("proceed"):
            yield "proceed"


class _Selection:
    """The cards of a GRID or a HAND_SELECT, and how many may still be selected."""

    def __init__(self, state: GameState) -> None:
        told = state.screen_state
        is_hand = state.screen == "HAND_SELECT"
        self.cards = items(told, "hand" if is_hand else "cards")
        selected = items(told, "selected" if is_hand else "selected_cards")
        taken = {str(card.get("uuid")) for card in selected}
        # A damaged message may list fewer choices than cards; the others cannot be chosen.
        listed = self.cards[: len(state.choices)]
        self.free = [n for n, card in enumerate(listed) if str(card.get("uuid")) not in taken]
        self.most = number(told, "max_cards" if is_hand else "num_cards") - len(selected)
        is_open = bool(told.get("can_pick_zero" if is_hand else "any_number"))
        self.least = 0 if is_open else self.most
        self.is_closed = not state.choices and not (is_open and state.can("proceed"))

    @property
    def open(self) -> list[Json]:
        return [self.cards[place] for place in self.free]

    def places(self, wanted: Sequence[str]) -> list[int] | None:
        """Return a different index for each name, exact matches first; None if there are too few."""
        known, found = names(self.cards), [n for n in range(len(self.cards)) if n not in self.free]
        start, exact = len(found), [name.lower() for name in known]
        for name in sorted(wanted, key=lambda name: name.lower() not in exact):
            place = find(name, known, found)
            if place is None:
                return None
            found.append(place)
        return found[start:]

    def bad_count(self, count: int) -> Refusal:
        if self.is_closed:
            return Refusal("already_selected", "The selection is complete. Confirm or cancel it.")
        many = f"{self.most}" if self.least == self.most else f"{self.least} to {self.most}"
        data = {"least": self.least, "most": self.most}
        return Refusal("bad_count", f"Select {many} cards, not {count}.", data)


def _multisets(known: Sequence[str], size: int) -> Iterator[list[str]]:
    """Yield every multiset of this many names."""

    def fill(rest: list[tuple[str, int]], left: int, open_: int) -> Iterator[list[str]]:
        if not left:
            yield []
        elif rest and left <= open_:
            (name, count), *others = rest
            for taken in range(min(count, left), -1, -1):
                for more in fill(others, left - taken, open_ - count):
                    yield [name] * taken + more

    yield from fill(list(Counter(known).items()), size, len(known))
