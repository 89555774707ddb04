"""A decision as a bot sees it: the prompt, its own cards, and what is public."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import turnwright as tw
from turnwright.games.netrunner.card_facts import CORP, RUNNER, CardFacts
from turnwright.games.netrunner.context import context_of
from turnwright.games.netrunner.questions import open_question
from turnwright.games.netrunner.rules.run_cost import RunCost, run_cost
from turnwright.games.netrunner.state import Card, PlayerState
from turnwright.games.netrunner.view import is_known


class LegalMoves(dict[str, list[tuple[Any, ...]]]):
    """The arguments of the legal moves by name. Only the moves that are asked for are listed."""

    def __init__(self, match: tw.Match, seat: int) -> None:
        super().__init__()
        self.match, self.seat = match, seat

    def __missing__(self, name: str) -> list[tuple[Any, ...]]:
        found = self[name] = self.match.legal_arguments(self.seat, name)
        return found


class BotView:
    """What a bot may look at when it must decide."""

    def __init__(self, prompt: tw.Prompt, match: tw.Match) -> None:
        self.prompt = prompt
        self.c = context_of(match)
        self.seat = prompt.seat
        self.me: PlayerState = self.c.G.sides[self.seat]
        self.question = open_question(match, self.seat)
        self.text = prompt.text
        self.moves = LegalMoves(match, self.seat)
        self._costs: dict[tuple[str, int], RunCost] = {}
        source = None if self.question is None else self.question.card
        self.source: Card | None = None if source is None else self.c.card(source)
        """The card that asks."""

    # --- answers -------------------------------------------------------------------------------------

    def do(self, name: str, *args: Any) -> tw.Answer | None:
        """Return this move if it is legal now."""
        if args in self.moves[name]:
            return tw.Answer(self.seat, name, args, None, self.prompt.id)
        return None

    def asked_by(self, *titles: str) -> bool:
        """Tell whether one of these cards asks the open question."""
        return self.source is not None and self.source.kind in titles

    def first(self, name: str) -> tw.Answer | None:
        """Return the first legal move with this name."""
        found = self.moves[name]
        return self.do(name, *found[0]) if found else None

    def button(self, *words: str) -> tw.Answer | None:
        """Press the first button that begins with one of these texts, in the order of the texts."""
        for word in words:
            for option in self.prompt.options:
                if option.label.startswith(word):
                    return self.prompt.answer(option)
        return None

    def best(self, value: Callable[[Card], float], least: float = -1e9) -> tw.Answer | None:
        """Select the most valuable card that is not selected yet.

        If no card is worth `least` and none is required, end the selection."""
        card = max(self.candidates(), key=value, default=None)
        if card is None or (value(card) < least and self.prompt.min == 0):
            return self.prompt.answer() if self.prompt.min == 0 else None
        return self.prompt.answer(str(card.id))

    def candidates(self) -> list[Card]:
        """Return the cards that may be selected."""
        if self.question is None or not self.question.is_cards:
            return []
        return self.c.cards([option.value for option in self.prompt.unselected])

    # --- cards ---------------------------------------------------------------------------------------

    @property
    def hand(self) -> list[Card]:
        """The cards in this side's hand."""
        return self.c.cards_in("hand", self.seat)

    def facts(self, card: Card) -> CardFacts | None:
        """Return the printed facts of a card if this side may know it."""
        in_hand = self.c.zone_of(card.id) in ("hand", "deck")
        known = card.owner == self.seat or (not in_hand and is_known(card, self.seat))
        return self.c.facts(card) if known else None

    def in_hand(self, *types: str) -> list[Card]:
        """Return the cards in hand that have one of these types."""
        return [one for one in self.hand if self.c.facts(one).type in types]

    def titled(self, title: str) -> Card | None:
        """Return a card in hand by its title."""
        return next((one for one in self.hand if one.kind == title), None)

    def play(self, title: str) -> tw.Answer | None:
        """Play or install a card by its title if it does not need a server."""
        for card, server in self.moves["play"]:
            if not server and self.c.card(card).kind == title:
                return tw.Answer(self.seat, "play", (card, server), None, self.prompt.id)
        return None

    def ability(self, title: str, index: int = 0) -> tw.Answer | None:
        """Use an ability of a card, by the card's title."""
        for card, place in self.moves["ability"]:
            if place == index and self.c.card(card).kind == title:
                return self.do("ability", card, place)
        return None

    def content(self, key: str) -> list[Card]:
        """Return the cards in the root of a server."""
        server = self.c.G.servers.get(key)
        return self.c.cards(server.content) if server is not None else []

    def run_cost(self, key: str, extra: int = 0) -> RunCost:
        """Return the estimated cost of a run on a server, see `rules.run_cost`."""
        found = self._costs.get((key, extra))
        if found is None:
            found = self._costs[key, extra] = run_cost(self.c, key, extra)
        return found

    def ices(self, key: str) -> list[Card]:
        """Return the ice protecting a server, innermost first."""
        server = self.c.G.servers.get(key)
        return self.c.cards(server.ices) if server is not None else []

    @property
    def remotes(self) -> list[str]:
        """The keys of the remote servers."""
        return [key for key in self.c.G.servers if key.startswith("remote")]

    @property
    def grip(self) -> int:
        """The number of cards in the Runner's hand, which is public."""
        return len(self.c.zone("hand", RUNNER))

    @property
    def credits(self) -> int:
        """The credits of this side."""
        return self.me.credits


def first_of(answers: Iterable[tw.Answer | None]) -> tw.Answer | None:
    """Return the first answer that is not None."""
    return next((answer for answer in answers if answer is not None), None)


__all__ = ["CORP", "RUNNER", "BotView", "first_of"]
