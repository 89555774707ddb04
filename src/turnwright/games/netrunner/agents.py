"""Bots for Netrunner: a goldfish, a heuristic player for each side, and one that searches.

They use only what their side may see: its own cards, face-up cards, and public numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import turnwright as tw
from turnwright.agents import Agent, HandlerChain, Passive, RolloutSearch

from .bots.bot_view import BotView
from .bots.policy import RULES, Rule
from .bots.search import NetrunnerGuide

ROLLOUTS = 60
"""Roll-outs of the search bot for a decision, unless its name says otherwise."""


class Goldfish:
    """Takes credits and does nothing else."""

    controller_type: ClassVar = "ai"
    STEPS = ("start-turn", "end-phase-12", "credit", "end-turn", "continue")

    def __repr__(self) -> str:
        return "Goldfish()"

    def decide(self, prompt: tw.Prompt, match: tw.Match) -> tw.Answer:
        """Return the first of the fixed steps that is possible."""
        if prompt.question is not None:
            return prompt.default()
        possible = dict.fromkeys(name for name, _ in prompt.moves())
        for name in self.STEPS:
            if name in possible:
                return tw.Answer(prompt.seat, name, (), None, prompt.id)
        return prompt.default()


class Heuristic:
    """Plays either side by ordered rules; the first rule that returns an answer decides.

    It plays other games as `Passive` does."""

    controller_type: ClassVar = "ai"

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed
        self.chains = {side: _chain(rules) for side, rules in RULES.items()}
        self._last: HandlerChain | None = None

    def __repr__(self) -> str:
        return f"Heuristic({self.seed!r})"

    def decide(self, prompt: tw.Prompt, match: tw.Match) -> tw.Answer:
        """Return the answer of the first rule that has one."""
        if match.game.name != "netrunner":
            return Passive().decide(prompt, match)
        self._last = self.chains[prompt.seat]
        return self._last.decide(prompt, match)

    def explain(self) -> str:
        """Say which rule made the last decision, and why."""
        return "No decision was made yet." if self._last is None else self._last.explain()


def _chain(rules: Iterable[Rule]) -> HandlerChain:
    seen: list[BotView] = []

    def handler(rule: Rule) -> Any:
        def handle(prompt: tw.Prompt, match: tw.Match) -> tw.Answer | None:
            if not seen or seen[0].prompt is not prompt:
                seen[:] = [BotView(prompt, match)]
            return rule(seen[0])

        handle.__doc__ = rule.__doc__
        return handle

    return HandlerChain({rule.__name__.replace("_", "-"): handler(rule) for rule in rules})


def search(
    seed: int | str = 0, iterations: int = ROLLOUTS, seconds: float | None = None
) -> RolloutSearch:
    """Return a bot that improves on the heuristic one by roll-outs in sampled worlds."""
    return RolloutSearch(NetrunnerGuide(), iterations, seed, seconds=seconds)


BOTS: dict[str, Callable[[int | str], Agent]] = {
    "heuristic": Heuristic,
    "goldfish": lambda seed: Goldfish(),
    "search": search,
}
SEARCHES = {"search": search}
"""Bots with a budget: `search:100` makes 100 roll-outs, `search:0.5s` searches for half a second."""

__all__ = ["BOTS", "SEARCHES", "Goldfish", "Heuristic", "search"]
