"""Netrunner: random games with the starter decks, whole runs, and copies in the middle of a run."""

from __future__ import annotations

from typing import Any

import turnwright as tw
from turnwright.agents import RandomAgent, play_out
from turnwright.games.netrunner.card_facts import BLANKS, CORP, RUNNER
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
        "copies in mid-run": rate(copy),
    }
