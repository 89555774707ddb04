"""The rules of the heuristic bots as a policy: an answer without a trace, for roll-outs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import turnwright as tw
from turnwright.games.netrunner.card_facts import CORP, RUNNER

from . import corp, runner
from .bot_view import BotView

Rule: TypeAlias = Callable[[BotView], tw.Answer | None]
RULES: Mapping[int, tuple[Rule, ...]] = {CORP: corp.RULES, RUNNER: runner.RULES}


class RulePolicy:
    """Answers with the first rule that has an answer, as `Heuristic` does, but explains nothing."""

    def decide(self, prompt: tw.Prompt, match: tw.Match) -> tw.Answer:
        """Return the answer of the first rule that has one."""
        view = BotView(prompt, match)
        for rule in RULES[prompt.seat]:
            answer = rule(view)
            if answer is not None:
                return answer
        return prompt.default()
