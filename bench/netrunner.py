"""Netrunner: random games with the starter decks, a whole run, and copies in mid-run."""

from __future__ import annotations

from typing import Any

import turnwright as tw
from turnwright.agents import RandomAgent, play_out
from turnwright.games.netrunner.card_facts import BLANKS, CORP, RUNNER
from turnwright.games.netrunner.game import game

from .measure import Rate, rate


class Games:
    """One random game after another."""

    def __init__(self) -> None:
        self.number = 0

    def play(self) -> int:
        match = game.start(self.number, record=False)
        play_out(match, [RandomAgent(self.number), RandomAgent(-self.number)])
        self.number += 1
        return 1


SCENE: dict[str, Any] = {
    "turn": 1,
    "active-player": "runner",
    "end-turn": False,
    "servers": {"rd": {"ices": [{"title": "Palisade", "rezzed": False}], "content": []}},
    "rig": {"program": [{"title": "Cleaver"}]},
}
"""Runner's turn: a wall that has not been rezzed protects R&D, and a breaker is installed."""


def ready_to_run() -> tw.Match:
    sides: dict[str, Any] = {}
    for side, (word, filler) in enumerate((("corp", "Hedge Fund"), ("runner", "Sure Gamble"))):
        sides[word] = {
            "identity": BLANKS[side], "credits": 5, "clicks": 4 * side, "deck": [filler] * 10,
            "hand": [], "discard": [], "scored": [],
        }  # fmt: skip
    return game.start(1, options={"scene": {**SCENE, **sides}}, record=False)


def broken_wall() -> list[tw.Answer]:
    """A run from its click to the card that is accessed, with everything that both sides do."""
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


class Runs:
    """Run after run of 11 actions: one ice rezzed, fully broken, one access. Each begins with a copy of
    the same board, and making it is counted."""

    def __init__(self) -> None:
        self.start, self.answers = ready_to_run(), broken_wall()
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
        "random Netrunner games": rate(Games().play),
        "Netrunner runs of 11 actions": rate(Runs().run),
        "copies in mid-run": rate(copy),
    }
