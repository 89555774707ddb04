"""Bots for Slay the Spire: one that plays by rules, and one that searches its fights.

They use only what the player can see. The search tries cards in sampled worlds: the draw pile and
all random streams are shuffled again first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import turnwright as tw
from turnwright.agents import Agent, Passive
from turnwright.core.runtime.rng import Stream

from .bots import fight_rules, run_rules
from .bots.fight_rules import has_played_enough
from .bots.fight_search import BUDGETS, END, Budget, Step, TurnSearch, position_key
from .bots.run_rules import BotView


class RuleBot:
    """Plays whole runs by simple rules. Plays other games like `Passive`."""

    controller_type: ClassVar = "ai"

    def __init__(self, seed: int | str = 0, *, caution: float = 1.0) -> None:
        self.seed, self.caution = seed, caution

    def __repr__(self) -> str:
        return f"RuleBot({self.seed!r})"

    def decide(self, prompt: tw.Prompt, match: tw.Match) -> tw.Answer:
        """Answer a prompt by rules."""
        if match.game.name != "spire":
            return Passive().decide(prompt, match)
        view = BotView(prompt, match, self.caution)
        return run_rules.decide(view) if view.G.battle is None else fight_rules.decide(view)


CAUTION = 0.7
"""The share of HP that fights cost the search bot, compared with the rule bot."""


class SearchBot:
    """Searches each turn of a fight (`bots.fight_search`), with more effort against elites and bosses.
    Answers everything outside of fights by rules."""

    controller_type: ClassVar = "ai"

    def __init__(self, seed: int | str = 0, *, budgets: Mapping[str, Budget] = BUDGETS) -> None:
        self.seed, self.budgets = seed, budgets
        self.rng = Stream.named(seed, "spire search")
        self.rules = RuleBot(seed, caution=CAUTION)
        self._last: TurnSearch | None = None
        self._going_on: dict[Any, Step] = {}

    def __repr__(self) -> str:
        return f"SearchBot({self.seed!r})"

    def decide(self, prompt: tw.Prompt, match: tw.Match) -> tw.Answer:
        """Search during a fight; answer everything else by rules."""
        is_fight = match.game.name == "spire" and match.G.battle is not None
        if not is_fight or prompt.question is not None:
            return self.rules.decide(prompt, match)
        move = self._going_on.get(position_key(match.G))
        if has_played_enough(match.G.battle):
            move = END
        if move is None:
            plan = TurnSearch(match, prompt, self.rules)
            budget = self.budgets.get(match.G.room) or self.budgets["MONSTER"]
            line = plan.look_ahead(self.rng, budget)
            self._last, self._going_on = plan, dict(line.steps[1:])
            move = line.first
        return tw.Answer(prompt.seat, move[0], move[1], None, prompt.id)

    def explain(self) -> str:
        """The values of the first moves in the last search."""
        return "Nothing was searched yet." if self._last is None else str(self._last)


PLAYOUTS_PER_SECOND = 250


def limited_search(
    seed: int | str = 0, playouts: int = 100, seconds: float | None = None
) -> SearchBot:
    """A `SearchBot` with less effort: at most this many play-outs for a decision. A time counts as the
    play-outs that usually fit in it, so that a seed always gives the same run."""
    if seconds is not None:
        playouts = min(playouts, max(1, int(seconds * PLAYOUTS_PER_SECOND)))
    budgets = {room: budget.limited(playouts) for room, budget in BUDGETS.items()}
    return SearchBot(seed, budgets=budgets)


BOTS: dict[str, Callable[[int | str], Agent]] = {"rules": RuleBot, "search": SearchBot}
SEARCHES = {"search": limited_search}

__all__ = ["BOTS", "SEARCHES", "RuleBot", "SearchBot", "limited_search"]
