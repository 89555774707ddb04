"""Spire: uniformly random runs of the Ironclad at ascension 0, and copies of a fight."""

from __future__ import annotations

import turnwright as tw
from turnwright.core.runtime.rng import Stream
from turnwright.games.spire.game import game

from .measure import Rate, rate


class Runs:
    """Plays one run after another from Neow to the end; every option is equally likely."""

    def __init__(self) -> None:
        self.seed = 0
        self.rng = Stream.named(0, "random runs")

    def play(self) -> int:
        self.seed += 1
        match = game.start(seats=1, options={"seed": self.seed}, record=False)
        below = self.rng.below
        while match.result is None:
            if match.asked:
                question = match.asked[0]
                picks = [option.id for option in question.options]
                most = min(question.max, len(picks))
                count = question.min + below(most - question.min + 1)
                chosen = tuple(picks.pop(below(len(picks))) for _ in range(count))
                match.apply(tw.Answer(0, picks=chosen))
            else:
                moves = match.legal_moves(0, True)
                name, args = moves[below(len(moves))]
                match.apply(tw.Answer(0, name, args))
        return 1


def run() -> dict[str, Rate]:
    scene = {"encounter": "Jaw Worm", "act": 1, "floor": 1, "room": "MONSTER"}
    fight = game.start(seats=1, options={"seed": 1, "scene": scene}, record=False)

    def copy() -> int:
        for _ in range(1000):
            fight.clone(record=False)
        return 1000

    return {"random Spire runs": rate(Runs().play), "copies of a Spire fight": rate(copy)}
