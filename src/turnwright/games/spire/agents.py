"""Bots for the Spire: one that plays by rules, and one that searches through its fights.

They look at a run only as its player could. The searching one tries cards in worlds that could be: the
draw pile shuffled anew, the future of all random streams unknown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import turnwright as tw
from turnwright.agents import Agent, Passive
from turnwright.core.runtime.rng import Stream

from .bots import fight_rules, run_rules
from .bots.fight_search import Step, TurnSearch, position_key
from .bots.run_rules import BotView


class RuleBot:
    """Plays whole runs by simple rules. Other games it plays as `Passive` does."""

    controller_type: ClassVar = "ai"

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed

    def __repr__(self) -> str:
        return f"RuleBot({self.seed!r})"

    def decide(self, prompt: tw.Prompt, match: tw.Match) -> tw.Answer:
        """Answer a prompt by rules."""
        if match.game.name != "spire":
            return Passive().decide(prompt, match)
        look = BotView(prompt, match)
        return run_rules.decide(look) if look.G.battle is None else fight_rules.decide(look)


class SearchBot:
    """Fights by looking ahead to the end of the turn, in `worlds` that could be, `nodes` positions in
    each; for the rest, and for questions, it follows the rules."""

    controller_type: ClassVar = "ai"

    def __init__(self, seed: int | str = 0, *, nodes: int = 60, worlds: int = 1) -> None:
        self.seed, self.nodes, self.worlds = seed, nodes, worlds
        self.rng = Stream.named(seed, "spire search")
        self.rules = RuleBot(seed)
        self._last: TurnSearch | None = None
        self._going_on: dict[Any, Step] = {}

    def __repr__(self) -> str:
        return f"SearchBot({self.seed!r}, nodes={self.nodes}, worlds={self.worlds})"

    def decide(self, prompt: tw.Prompt, match: tw.Match) -> tw.Answer:
        """Search during a fight; answer everything else by rules."""
        is_fight = match.game.name == "spire" and match.G.battle is not None
        if not is_fight or prompt.question is not None:
            return self.rules.decide(prompt, match)
        move = self._going_on.get(position_key(match.G))
        if move is None:
            plan = TurnSearch(match, prompt, self.rules)
            for _ in range(self.worlds):
                plan.look_ahead(self.rng, self.nodes)
            self._last, self._going_on = plan, plan.rest()
            move = plan.best()
        return tw.Answer(prompt.seat, move[0], move[1], None, prompt.id)

    def explain(self) -> str:
        """What the first steps of the last plan were worth."""
        return "Nothing was searched yet." if self._last is None else str(self._last)


BOTS: dict[str, Callable[[int | str], Agent]] = {"rules": RuleBot, "search": SearchBot}

__all__ = ["BOTS", "RuleBot", "SearchBot"]
