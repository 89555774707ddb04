"""Positions to play from, for tests of cards and rules, with the moves of both sides by card titles.

A position begins in the Corp's first turn with 3 clicks and 5 credits for both sides, unless given:

    t = position(servers={"hq": {"ices": installed("Palisade")}}, turn="runner")
    t.runner("run", "HQ")
    t.both_pass()
    assert t.phase == "approach-ice"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import turnwright as tw

from .card_facts import BLANKS, CORP, RUNNER, SIDES
from .context import NetrunnerContext, context_of
from .game import game
from .questions import NetrunnerQuestion, open_question
from .state import Card, Run
from .wording import spell_out_symbols


def installed(*cards: str | Mapping[str, Any], rezzed: bool = True) -> list[dict[str, Any]]:
    """Return installed cards, from titles or mappings with a title and what differs."""
    return [
        {"title": one, "rezzed": rezzed} if isinstance(one, str) else {"rezzed": rezzed, **one}
        for one in cards
    ]


def recorded_position(
    *,
    corp: Mapping[str, Any] | None = None,
    runner: Mapping[str, Any] | None = None,
    servers: Mapping[str, Mapping[str, Any]] | None = None,
    rig: Mapping[str, Any] | None = None,
    turn: str = "corp",
) -> dict[str, Any]:
    """Return a position as the option `scene` of a match. See `position` for the arguments."""
    told: dict[str, Any] = {
        "turn": 1,
        "active-player": turn,
        "end-turn": False,
        "servers": {
            key: {"ices": one.get("ices", []), "content": one.get("content", [])}
            for key, one in (servers or {}).items()
        },
        "rig": dict(rig or {}),
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
    return told


def position(
    *,
    corp: Mapping[str, Any] | None = None,
    runner: Mapping[str, Any] | None = None,
    servers: Mapping[str, Mapping[str, Any]] | None = None,
    rig: Mapping[str, Any] | None = None,
    priority: str = "strict",
    turn: str = "corp",
    seed: int = 1,
    plays_on: bool = False,
) -> PlayedMatch:
    """Start a match in a position. `turn` is the side to act, `plays_on` the option of that name.

    `corp` and `runner` set `credits`, `clicks`, `hand`, `deck` (top first), `discard`, `scored`, `tags`
    ...; `servers` has `ices` (innermost first) and `content` by server; `rig` has `program`, `hardware`
    and `resource`."""
    told = recorded_position(corp=corp, runner=runner, servers=servers, rig=rig, turn=turn)
    options = {"scene": told, "priority": priority, "plays_on": plays_on}
    return PlayedMatch(game.start(seed, seats=["Corp", "Runner"], options=options))


class PlayedMatch:
    """A match that is played by card titles. What is refused raises an `AssertionError`."""

    def __init__(self, match: tw.Match) -> None:
        self.match = match

    # --- acting --------------------------------------------------------------------------------------

    def corp(self, command: str, *what: Any) -> None:
        """Make a move of the Corp: `t.corp("play", "Palisade", "HQ")`."""
        self._do(CORP, command, what)

    def runner(self, command: str, *what: Any) -> None:
        """Make a move of the Runner: `t.runner("run", "HQ")`."""
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
        """Press the button whose text begins like this, with or without symbols."""
        for option in self._question(side).options:
            if option.label.startswith(spell_out_symbols(text)):
                self._answer(side, option.id)
                return
        raise AssertionError(f"no button {text!r} among {self.buttons(side)}")

    def select(self, side: str, *titles: str) -> None:
        """Select cards by title, one after the other."""
        for title in titles:
            question = self._question(side)
            option = next(
                one for one in question.options
                if one.label.startswith(title) and one.value not in question.selected
            )  # fmt: skip
            self._answer(side, option.id)

    def done(self, side: str) -> None:
        """End a selection."""
        self._answer(side)

    def _question(self, side: str) -> NetrunnerQuestion:
        question = open_question(self.match, SIDES.index(side))
        assert question is not None, f"the {side} is not asked anything"
        return question

    def _answer(self, side: str, *picks: str) -> None:
        refusal = self.match.submit(tw.Answer(SIDES.index(side), picks=picks))
        assert refusal is None, refusal

    def end_turn(self) -> None:
        """Spend the remaining clicks on credits, end the turn, and start the other side's."""
        seat = self.c.G.active
        while self.c.G.sides[seat].clicks:
            self._do(seat, "credit", ())
        self._do(seat, "end-turn", ())
        self._do(1 - seat, "start-turn", ())

    def both_pass(self) -> None:
        """Let the Corp pass, then the Runner."""
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
    def c(self) -> NetrunnerContext:
        """The context of the match."""
        return context_of(self.match)

    @property
    def run(self) -> Run | None:
        """The run, if there is one."""
        return self.c.G.run

    @property
    def phase(self) -> str:
        """The phase of the run; empty without a run."""
        return self.run.phase if self.run is not None else ""

    def card_id(self, title: str, hand: int | None = None) -> int:
        """Return the number of a card: in a hand, or installed (the outermost ice first)."""
        c = self.c
        pool: list[Card] = [*c.cards_in("hand", hand)] if hand is not None else []
        if hand is None:
            pool = [*c.active_cards(CORP), *c.installed(CORP)[::-1], *c.installed(RUNNER)]
        return next(one.id for one in pool if one.kind == title)

    def find_card(self, title: str) -> Card:
        """Return an installed card."""
        return self.c.ctx.cards[self.card_id(title)]

    def credits(self, side: str) -> int:
        """Return the credits of a side."""
        return self.c.G.sides[SIDES.index(side)].credits

    def clicks(self, side: str) -> int:
        """Return the clicks of a side."""
        return self.c.G.sides[SIDES.index(side)].clicks

    @property
    def tags(self) -> int:
        """The tags of the Runner."""
        return self.c.G.sides[RUNNER].tags

    def titles(self, zone: str, side: str) -> list[str]:
        """Return the titles of the cards in a zone: "hand", "discard", "scored", ..."""
        return [one.kind for one in self.c.cards_in(zone, SIDES.index(side))]

    def points(self, side: str) -> int:
        """Return the agenda points of a side."""
        return self.c.agenda_points(SIDES.index(side))

    def buttons(self, side: str) -> list[str]:
        """Return what a side can choose; empty if it is not asked anything."""
        question = self.match.asked.get(SIDES.index(side))
        return [] if question is None else [option.label for option in question.options]

    def strength(self, title: str) -> int:
        """Return the strength of an installed card."""
        return self.c.strength(self.find_card(title))

    def log_contains(self, text: str, side: int | None = None) -> bool:
        """Tell whether a line of the log, as a side sees it, contains a text."""
        return any(text in line.seen_by(side) for line in self.c.G.log)

    @property
    def last_line(self) -> str:
        """The last line of the log."""
        return self.c.G.log[-1].text if self.c.G.log else ""
