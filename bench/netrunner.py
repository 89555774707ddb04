"""Netrunner: random games with the starter decks, a whole run, and copies in mid-run."""

from __future__ import annotations

import turnwright as tw
from turnwright.agents import RandomAgent, play_out
from turnwright.games.netrunner.game import game
from turnwright.games.netrunner.printed import CORP, RUNNER

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


def ready_to_run() -> tw.Match:
    """The Runner's first turn, with an undefended HQ in front of it."""
    match = game.start(3, record=False)
    while match.asked or match.G.active != RUNNER or match.G.turn_over:
        seat = match.acting[0]
        if match.asked:
            match.apply(match.prompt(seat).default())
            continue
        possible = dict.fromkeys(name for name, _ in match.walk(seat, True))
        wanted = ("start-turn", "end-phase-12", "credit", "end-turn")
        match.play(seat, next(name for name in wanted if name in possible))
    return match


class Runs:
    """A run on HQ, from the first click to the last card that was accessed."""

    def __init__(self) -> None:
        self.start = ready_to_run()

    def run(self) -> int:
        match = self.start.clone(record=False)
        match.play(RUNNER, "run", "HQ")
        while match.G.run is not None:
            seat = match.acting[0]
            if match.asked:
                match.apply(match.prompt(seat).default())
            else:
                match.play(seat, "continue")
        return 1


def run() -> dict[str, Rate]:
    start = ready_to_run()
    start.play(RUNNER, "run", "HQ")
    assert start.G.run is not None
    assert start.G.active == RUNNER != CORP

    def copy() -> int:
        for _ in range(100):
            start.clone(record=False)
        return 100

    return {
        "random Netrunner games": rate(Games().play),
        "Netrunner runs on HQ": rate(Runs().run),
        "copies in mid-run": rate(copy),
    }
