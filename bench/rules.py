"""Benchmarks of rules: nested questions in roll-outs, random duels, clones during an effect."""

from __future__ import annotations

from typing import Any

import turnwright as tw
from turnwright.agents import RandomAgent, play_out
from turnwright.games.duel.game import VARIANTS
from turnwright.games.duel.game import game as duel

from .measure import Rate, rate


class Total(tw.State):
    total: int = 0


def strike(c: tw.Context) -> Any:
    amount = yield c.amount("How hard?", 1, 3)
    if (yield c.yes_no("Twice?")):
        amount *= 2
    return amount


def fight(c: tw.Context) -> Any:
    """A move with nested questions: how often, and each time how hard and whether twice."""
    for _ in range((yield c.amount("How often?", 1, 3))):
        c.G.total += yield from strike(c)
    c.end_turn()


toy = tw.Game("toy", state=Total, moves={"fight": fight})


def play_toy() -> int:
    """Make sixty moves with their questions in a roll-out. A decision is a move or an answer."""
    match = toy.start(record=False)
    decisions = 0
    for _ in range(60):
        seat = match.ctx.turn_player_pos
        match.apply(tw.Answer(seat, "fight"))
        decisions += 1
        while match.asked:
            options = match.asked[seat].options
            pick = options[decisions * 7 % len(options)].id
            match.apply(tw.Answer(seat, picks=(pick,)))
            decisions += 1
    return decisions


class Duels:
    """Random duels with all pairs of starter decks in turn."""

    def __init__(self) -> None:
        self.number = 0

    def play(self) -> int:
        options = VARIANTS[self.number % len(VARIANTS)]
        match = duel.start(self.number, record=False, options=options)
        play_out(match, [RandomAgent(f"{self.number} {seat}") for seat in (0, 1)])
        self.number += 1
        return 1


def asking_duel() -> tw.Match:
    """A duel with an open question."""
    match = duel.start("asking", options=VARIANTS[1])
    agent = RandomAgent("asking")
    while not (match.asked and match.version > 60):
        match.apply(agent.decide(match.prompts[0], match))
    return match


def run() -> dict[str, Rate]:
    asking = asking_duel()

    def copies() -> int:
        for _ in range(100):
            asking.clone()
        return 100

    def rebuilt_copies() -> int:
        for _ in range(20):
            assert asking.clone(record=False).asked
        return 20

    return {
        "nested questions, decisions": rate(play_toy),
        "duel, random games": rate(Duels().play, seconds=6.0),
        "duel, copies in mid-effect": rate(copies),
        "duel, copies in mid-effect, played on": rate(rebuilt_copies),
    }
