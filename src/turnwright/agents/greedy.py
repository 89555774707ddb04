"""Greedy: an agent that looks one step ahead.

It tries every option in sampled worlds, finishes the action that the option starts, and takes the
option with the best position.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import ClassVar

from turnwright.core.definition.moves import Option
from turnwright.core.errors import RulesError
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer, Prompt
from turnwright.core.runtime.rng import Stream

from .auto_selector import AutoSelector
from .base import Agent
from .determinization import ImpossibleWorld, WorldSampler, step
from .evaluation import DECIDED, Evaluate, evaluate, position_value
from .priority_list import describe_answer

MAX_FOLLOW_UPS = 40  # answers after an option before its position is rated
MAX_TRIALS = 80  # sets of picks that are tried for one question


class Greedy:
    """Takes the option with the best position.

    `evaluate(match, seat)` rates positions (by default the game). Each option is tried in `samples`
    worlds. `follow` answers the questions that an option leads to, for all seats.
    """

    controller_type: ClassVar = "ai"

    def __init__(
        self,
        seed: int | str = 0,
        *,
        evaluate: Evaluate = evaluate,
        samples: int = 1,
        follow: Agent | None = None,
    ) -> None:
        self.seed = seed
        self.rng = Stream.named(seed, "greedy agent")
        self.evaluate = evaluate
        self.samples = samples
        self.follow: Agent = follow if follow is not None else AutoSelector()
        self.faults: deque[Exception] = deque(maxlen=10)  # errors in inconsistent worlds
        self._last: tuple[Prompt, Answer, list[tuple[float, Answer]]] | None = None

    def __repr__(self) -> str:
        return f"Greedy({self.seed!r})"

    def decide(self, prompt: Prompt, match: Match) -> Answer:
        """Answer with the best option in the sampled worlds."""
        options, is_single = prompt.options, prompt.max == 1
        if len(options) == prompt.min == 1:
            return prompt.answer(options[0])
        worlds = WorldSampler.of(match, prompt.seat)
        if worlds is None:
            return self.follow.decide(prompt, match)
        search = GreedySearch(self, prompt, worlds, [self.rng.bits() for _ in range(self.samples)])
        if is_single:
            sets: list[tuple[Option, ...]] = [(option,) for option in prompt.unselected]
            if prompt.min == 0:
                sets.append(())
            scored = [search.score(picks) for picks in sets if prompt.allows(*picks)]
        else:
            scored = search.climb(self.follow.decide(prompt, match))
        best = max(score for score, _ in scored)
        answer = self.rng.choice([answer for score, answer in scored if score == best])
        self._last = (prompt, answer, scored)
        return answer

    def explain(self) -> str:
        """The values of the options in the last decision."""
        if self._last is None:
            return "No decision was made yet."
        prompt, answer, scored = self._last
        labels = ", ".join(option.label for option in prompt.options)
        ranked = sorted(scored, key=lambda pair: -pair[0])
        values = ", ".join(
            f"{describe_answer(prompt, other)} {score:g}" for score, other in ranked[:5]
        )
        chosen = describe_answer(prompt, answer)
        why = f"it has the highest value: {values}"
        return f"AI Actions Available: [{labels}]. Selected {chosen} because {why}."


class GreedySearch:
    """One decision. Every option is tried in the same worlds."""

    def __init__(
        self, agent: Greedy, prompt: Prompt, worlds: WorldSampler, seeds: Sequence[int]
    ) -> None:
        self.agent, self.prompt, self.worlds, self.seeds = agent, prompt, worlds, seeds

    def score(self, picks: Sequence[Option]) -> tuple[float, Answer]:
        """Return the average value of the position after these picks, and the answer."""
        answer = self.prompt.answer(*picks)
        scores = []
        for seed in self.seeds:
            world = self.worlds.sample(Stream(seed))
            try:
                step(world, answer)
                self.settle(world)
            except (ImpossibleWorld, RulesError) as error:
                self.agent.faults.append(error)
                continue
            scores.append(position_value(world, self.prompt.seat, self.agent.evaluate))
        return sum(scores) / len(scores) if scores else -DECIDED, answer

    def settle(self, world: Match) -> None:
        """Answer questions and pass responses until the flow rests."""
        for _ in range(MAX_FOLLOW_UPS):
            if world.result is not None or not (world.asked or world.ctx.window):
                return
            prompt = world.prompt(world.acting[0])
            step(world, self.agent.follow.decide(prompt, world))

    def climb(self, start: Answer) -> list[tuple[float, Answer]]:
        """Improve a set of picks by hill climbing, one change at a time."""
        by_id = {option.id: option for option in self.prompt.options}
        picks = tuple(by_id[pick] for pick in start.picks or ())
        scored = [self.score(picks)]
        tried = {tuple(option.id for option in picks)}
        is_better = True
        while is_better:
            is_better = False
            best, here = scored[0][0], picks
            for other in self.changes(here):
                key = tuple(option.id for option in other)
                if key in tried or not self.prompt.allows(*other):
                    continue
                if len(tried) >= MAX_TRIALS:
                    return scored
                tried.add(key)
                found = self.score(other)
                scored.append(found)
                if found[0] > best:
                    best, picks, is_better = found[0], other, True
            scored.sort(key=lambda pair: -pair[0])
        return scored

    def changes(self, picks: tuple[Option, ...]) -> Iterator[tuple[Option, ...]]:
        """Yield neighbours: one pick more, less or replaced; in an order, two neighbours swapped."""
        prompt = self.prompt
        if prompt.kind == "order":
            for i in range(len(picks) - 1):
                yield (*picks[:i], picks[i + 1], picks[i], *picks[i + 2 :])
            return
        rest = [option for option in prompt.options if option not in picks]
        if len(picks) < prompt.max:
            yield from ((*picks, option) for option in rest)
        for i in range(len(picks)):
            if len(picks) > prompt.min:
                yield picks[:i] + picks[i + 1 :]
            yield from ((*picks[:i], option, *picks[i + 1 :]) for option in rest)
