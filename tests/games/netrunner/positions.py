"""Positions for tests, and the moves of both sides by card titles.

A position begins in the Corp's first turn with 3 clicks and 5 credits for both sides, unless given.
`t.corp("play", "Palisade", "HQ")`, `t.runner("run", "HQ")`, `t.press("runner", "Steal")`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import turnwright as tw
from tests.shared_data import shared_path
from turnwright.games.netrunner.card_facts import BLANKS, CORP, RUNNER, SIDES, card_facts
from turnwright.games.netrunner.decks import agenda_points, problems
from turnwright.games.netrunner.game import game


def recordings(name: str) -> str:
    """Return the path of a file of recordings."""
    return str(shared_path("netrunner", name))


def installed(*cards: Any, rezzed: bool = True) -> list[dict[str, Any]]:
    """Return installed cards, from titles or dicts with a title and what differs."""
    return [
        {"title": one, "rezzed": rezzed} if isinstance(one, str) else {"rezzed": rezzed, **one}
        for one in cards
    ]


def position(
    *,
    corp: dict[str, Any] | None = None,
    runner: dict[str, Any] | None = None,
    servers: dict[str, dict[str, Any]] | None = None,
    rig: dict[str, Any] | None = None,
    priority: str = "strict",
    turn: str = "corp",
    seed: int = 1,
) -> PlayedMatch:
    """Start a match in a position. `turn` is the side to act."""
    told: dict[str, Any] = {
        "turn": 1,
        "active-player": turn,
        "end-turn": False,
        "servers": {
            key: {"ices": one.get("ices", []), "content": one.get("content", [])}
            for key, one in (servers or {}).items()
        },
        "rig": rig or {},
    }
    for side, (word, given) in enumerate((("corp", corp or {}), ("runner", runner or {}))):
        filler = ("Hedge Fund", "Sure Gamble")[side]
        discard = [
            {"title": one, "faceup": False} if isinstance(one, str) else one
            for one in given.get("discard", [])
        ]
        told[word] = {
            "identity": BLANKS[side], "credits": 5, "clicks": (3, 4)[side] if turn == word else 0,
            "deck": [filler] * 10, "hand": [], "scored": [], **given, "discard": discard,
        }  # fmt: skip
    options = {"scene": told, "priority": priority}
    return PlayedMatch(game.start(seed, seats=["Corp", "Runner"], options=options))


class PlayedMatch:
    """A match that is played by card titles."""

    def __init__(self, match: tw.Match) -> None:
        self.match = match

    # --- acting --------------------------------------------------------------------------------------

    def corp(self, command: str, *what: Any) -> None:
        self._do(CORP, command, what)

    def runner(self, command: str, *what: Any) -> None:
        self._do(RUNNER, command, what)

    def _do(self, seat: int, command: str, what: Sequence[Any]) -> None:
        refusal = self.try_(SIDES[seat], command, *what)
        assert refusal is None, f"{SIDES[seat]} {command} {what}: {refusal}"

    def try_(self, side: str, command: str, *what: Any) -> tw.Refusal | None:
        """Make a move and return the refusal, if it is refused."""
        seat = SIDES.index(side)
        args = list(what)
        if command != "run" and args and isinstance(args[0], str):
            args[0] = self.card_id(args[0], hand=seat if command == "play" else None)
        if command == "play" and len(args) == 1:
            args.append("")
        return self.match.submit(tw.Answer(seat, command, tuple(args)))

    def press(self, side: str, text: str) -> None:
        """Press the button whose text begins like this."""
        seat = SIDES.index(side)
        question = self.match.asked[seat]
        for option in question.options:
            if option.label.startswith(text):
                refusal = self.match.submit(tw.Answer(seat, picks=(option.id,)))
                assert refusal is None, refusal
                return
        raise AssertionError(f"no button {text!r} among {self.buttons(side)}")

    def select(self, side: str, *titles: str) -> None:
        for title in titles:
            seat = SIDES.index(side)
            chosen = [c for c in self.match.asked[seat].options if c.label.startswith(title)]
            selected = self.match.asked[seat].selected
            option = next(one for one in chosen if one.value not in selected)
            refusal = self.match.submit(tw.Answer(seat, picks=(option.id,)))
            assert refusal is None, refusal

    def done(self, side: str) -> None:
        assert self.match.submit(tw.Answer(SIDES.index(side), picks=())) is None

    def end_turn(self) -> None:
        """Spend the remaining clicks on credits, end the turn, and start the other side's."""
        seat = self.match.G.active
        while self.match.G.sides[seat].clicks:
            self._do(seat, "credit", ())
        self._do(seat, "end-turn", ())
        self._do(1 - seat, "start-turn", ())

    def both_pass(self) -> None:
        self.corp("continue")
        self.runner("continue")

    def run_on(self, server: str) -> None:
        """Start a run and pass its initiation."""
        self.runner("run", server)
        self.both_pass()

    def run_to(self, server: str) -> None:
        """Run on an unprotected server up to the breach."""
        self.run_on(server)
        self.both_pass()

    # --- looking -------------------------------------------------------------------------------------

    @property
    def c(self) -> Any:
        return self.match.c

    @property
    def run(self) -> Any:
        return self.match.G.run

    @property
    def phase(self) -> str:
        return self.run.phase if self.run is not None else ""

    def card_id(self, title: str, hand: int | None = None) -> int:
        """Return the number of a card: in a hand, or installed (the outermost ice first)."""
        c = self.c
        if hand is not None:
            pool = c.cards_in("hand", hand)
        else:
            pool = [*c.active_cards(CORP), *c.installed(CORP)[::-1], *c.installed(RUNNER)]
        return next(one.id for one in pool if one.kind == title)

    def find_card(self, title: str) -> Any:
        return self.c.card(self.card_id(title))

    def credits(self, side: str) -> int:
        return self.match.G.sides[SIDES.index(side)].credits

    def clicks(self, side: str) -> int:
        return self.match.G.sides[SIDES.index(side)].clicks

    @property
    def tags(self) -> int:
        return self.match.G.sides[RUNNER].tags

    def titles(self, zone: str, side: str) -> list[str]:
        return [one.kind for one in self.c.cards_in(zone, SIDES.index(side))]

    def points(self, side: str) -> int:
        return self.c.agenda_points(SIDES.index(side))

    def buttons(self, side: str) -> list[str]:
        question = self.match.asked.get(SIDES.index(side))
        return [] if question is None else [option.label for option in question.options]

    def strength(self, title: str) -> int:
        return self.c.strength(self.find_card(title))

    def log_contains(self, text: str, side: int | None = None) -> bool:
        return any(text in line.seen_by(side) for line in self.match.G.log)

    @property
    def last_line(self) -> str:
        return self.match.G.log[-1].text if self.match.G.log else ""


# --- decks ----------------------------------------------------------------------------------------


def random_deck(side: int, seed: Any) -> dict[str, Any]:
    """Return a random legal deck of a faction."""
    rng = random.Random(f"{side} {seed}")
    cards = [one for one in card_facts().values() if one.code and one.side == side]
    identity = rng.choice([o for o in cards if o.type == "identity" and o.min_deck == 40])
    deck = {"identity": identity.title, "cards": {}}
    pool = [one for one in cards if one.type not in ("identity", "agenda")]
    foreign = lambda one: one.faction != identity.faction and "neutral" not in one.faction  # noqa: E731
    size, influence = 0, identity.max_influence
    if side == CORP:
        size = _agendas(
            deck["cards"], rng, [o for o in cards if o.type == "agenda" and not foreign(o)]
        )
    while size < 40:
        one = rng.choice(pool)
        price = one.influence if foreign(one) else 0
        if deck["cards"].get(one.title, 0) < one.limit and price <= influence:
            deck["cards"][one.title] = deck["cards"].get(one.title, 0) + 1
            size, influence = size + 1, influence - price
    assert problems(deck, side) == []
    return deck


def _agendas(cards: dict[str, int], rng: random.Random, pool: list[Any]) -> int:
    least, most = agenda_points(40)
    while True:
        cards.clear()
        points = 0
        while points < least:
            one = rng.choice(pool)
            if cards.get(one.title, 0) < one.limit:
                cards[one.title] = cards.get(one.title, 0) + 1
                points += one.points
        if points <= most:
            return sum(cards.values())
