"""Netrunner: random games, whole runs, automated runs, copies in the middle of a run, and roll-outs of
the search bot."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, TypeVar

import turnwright as tw
from turnwright.agents import RandomAgent, play_out
from turnwright.bridges.jinteki.automation import Automation, parse_flags, play_run
from turnwright.bridges.jinteki.room import JintekiRoom
from turnwright.games.netrunner.agents import Heuristic, search
from turnwright.games.netrunner.card_facts import BLANKS, CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.game import game

from .measure import Rate, rate


class RandomGames:
    """Plays one random game after another."""

    def __init__(self) -> None:
        self.number = 0

    def play(self) -> int:
        match = game.start(self.number, record=False)
        play_out(match, [RandomAgent(self.number), RandomAgent(-self.number)])
        self.number += 1
        return 1


POSITION: dict[str, Any] = {
    "turn": 1,
    "active-player": "runner",
    "end-turn": False,
    "servers": {"rd": {"ices": [{"title": "Palisade", "rezzed": False}], "content": []}},
    "rig": {"program": [{"title": "Cleaver"}]},
}
"""The Runner's turn: unrezzed ice protects R&D, and a breaker for it is installed."""


def ready_to_run() -> tw.Match:
    sides: dict[str, Any] = {}
    for side, (word, filler) in enumerate((("corp", "Hedge Fund"), ("runner", "Sure Gamble"))):
        sides[word] = {
            "identity": BLANKS[side], "credits": 5, "clicks": 4 * side, "deck": [filler] * 10,
            "hand": [], "discard": [], "scored": [],
        }  # fmt: skip
    return game.start(1, options={"scene": {**POSITION, **sides}}, record=False)


def run_answers() -> list[tw.Answer]:
    """Return the answers of both sides in a run, from the click to the access."""
    match, answers = ready_to_run(), []
    cards = {card.kind: card.id for card in match.ctx.cards.values()}

    def do(seat: int, move: str = "", *args: Any) -> None:
        picks = None if move else (match.asked[seat].options[0].id,)
        answers.append(tw.Answer(seat, move or None, args, picks))
        refusal = match.submit(answers[-1])
        assert refusal is None, refusal

    do(RUNNER, "run", "R&D")
    do(RUNNER, "continue")
    do(CORP, "continue")
    do(CORP, "rez", cards["Palisade"])
    do(RUNNER, "continue")
    do(CORP, "continue")
    do(RUNNER, "dynamic-ability", cards["Cleaver"], "auto-pump-and-break")
    do(CORP, "continue")
    do(RUNNER, "continue")
    do(CORP, "continue")
    do(RUNNER)  # no action
    assert match.G.run is None
    return answers


class BrokenIceRuns:
    """Plays one run of 11 actions after another: ice is rezzed and fully broken, one card accessed.

    Each begins with a copy of the same board, and copying is part of the measurement."""

    def __init__(self) -> None:
        self.start, self.answers = ready_to_run(), run_answers()
        assert len(self.answers) == 11

    def run(self) -> int:
        match = self.start.clone(record=False)
        for answer in self.answers:
            match.submit(answer)
        assert match.G.run is None
        return 1


class RollOuts:
    """Searches the same decision of the Runner again and again."""

    def __init__(self) -> None:
        self.match = game.start("roll-outs")
        play_out(self.match, [Heuristic(), Heuristic()], 60)
        while self.match.asked or not self.match.legal_arguments(RUNNER, "credit"):
            play_out(self.match, [Heuristic(), Heuristic()], 1)

    def search(self) -> int:
        bot = search(1, 40)
        bot.decide(self.match.prompt(RUNNER), self.match)
        return sum(line.visits for line in bot.trace)


class AutomatedRuns:
    """Plays one automated run after another: two seats, ice is rezzed and broken, one card accessed.

    Each is a run of 11 actions as in `BrokenIceRuns`, in a game of many clicks with a log of so many
    lines. The states of both sides as clients of jinteki.net see them are part of the measurement."""

    RUNS = 100
    """Runs in one game."""

    def __init__(self, lines: int) -> None:
        self.start = ready_to_run()
        c = self.start.c
        assert isinstance(c, NetrunnerContext)
        for _ in range(lines):
            c.log(CORP, "spends [Click] to use Corp Basic Action Card to gain 1 [Credits]")
        c.G.sides[CORP].credits = c.G.sides[RUNNER].credits = 10 * self.RUNS
        c.G.sides[RUNNER].clicks = self.RUNS
        self.left = 0

    def _begin(self) -> None:
        self.match = self.start.clone(record=False)
        cards = self.match.ctx.cards.values()
        self.ice = next(card for card in cards if card.kind == "Palisade")
        room = JintekiRoom(self.match)
        self.corp, self.runner = Automation(room.seat("corp")), Automation(room.seat("runner"))
        self.corp.strategy = parse_flags(["--rez", "Palisade"], "corp").strategy()
        self.left = self.RUNS
        assert self.corp.state["log"][:1] == self.runner.state["log"][:1]

    def run(self) -> int:
        if not self.left:
            self._begin()
        self.left -= 1
        self.ice.rezzed = False  # type: ignore[attr-defined]
        _finish(self.runner.run("R&D", "--full-break", "--no-continue"))
        played = _finish(play_run(self.corp, self.runner))
        assert played.result.status == "run-complete", played
        return 1


T = TypeVar("T")


def _finish(coroutine: Coroutine[Any, Any, T]) -> T:
    """Return the result of a coroutine that never waits."""
    try:
        coroutine.send(None)
    except StopIteration as stop:
        result: T = stop.value
        return result
    raise AssertionError("the run waits for something")


def run() -> dict[str, Rate]:
    start = ready_to_run()
    start.play(RUNNER, "run", "R&D")
    assert start.G.run is not None

    def copy() -> int:
        for _ in range(100):
            start.clone(record=False)
        return 100

    return {
        "random Netrunner games": rate(RandomGames().play),
        "Netrunner runs of 11 actions": rate(BrokenIceRuns().run),
        "automated runs of two seats": rate(AutomatedRuns(0).run),
        "automated runs after 4,000 lines of log": rate(AutomatedRuns(4000).run),
        "copies in mid-run": rate(copy),
        "roll-outs of the Netrunner search bot": rate(RollOuts().search),
    }
