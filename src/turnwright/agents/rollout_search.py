"""Roll-out search: try the best answers in sampled worlds and play on with a policy.

For one decision:

1. The guide of the game lists the answers that are worth trying, the policy's own answer first.
2. Every answer is tried in the same sampled worlds, so that luck does not decide between them. The
   policy plays on for all seats up to the guide's horizon, and the guide rates that position.
3. After each round the worse half of the answers is dropped (sequential halving), so that most of the
   roll-outs are spent on the best ones.
4. Another answer replaces the policy's only if it is better by more than chance explains.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import ClassVar, Protocol, TypeAlias

from turnwright.core.errors import RulesError
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer, Prompt
from turnwright.core.runtime.rng import Stream

from .determinization import ImpossibleWorld, WorldSampler, step
from .evaluation import outcome
from .mcts import AnswerStatistics
from .priority_list import describe_answer

MAX_ANSWERS = 400  # answers in one roll-out
FULL_SEARCH = 7  # with fewer candidates than this, a search makes fewer roll-outs
IS_BETTER = 0.5  # standard errors by which an answer must be better than the policy's

Horizon: TypeAlias = Callable[[Match], bool]


class SearchGuide(Protocol):
    """What a search must know about a game."""

    def decide(self, prompt: Prompt, match: Match) -> Answer:
        """Return the policy's answer, quickly."""
        ...

    def candidates(self, prompt: Prompt, match: Match) -> list[Answer]:
        """Return the answers that are worth trying, the policy's own answer first."""
        ...

    def prepare(self, world: Match) -> None:
        """Change a sampled world so that the policy can play it."""
        ...

    def horizon(self, match: Match, seat: int) -> Horizon:
        """Return a test that tells whether a roll-out for a seat from this position ends."""
        ...

    def value(self, match: Match, seat: int) -> float:
        """Return the chance of a seat to win, from 0 to 1. All cards of a sampled world are known."""
        ...


class Candidate:
    """An answer with the rewards of its roll-outs, by world."""

    __slots__ = ("answer", "rewards")

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.rewards: dict[int, float] = {}

    @property
    def mean(self) -> float:
        """The average reward."""
        return sum(self.rewards.values()) / len(self.rewards) if self.rewards else 0.0

    def advantage(self, other: Candidate) -> float:
        """Return by how many standard errors it is better than another one, in the worlds of both."""
        both = [seed for seed in self.rewards if seed in other.rewards]
        if len(both) < 2:
            return 0.0
        gaps = [self.rewards[seed] - other.rewards[seed] for seed in both]
        mean = sum(gaps) / len(gaps)
        variance = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
        return mean / (math.sqrt(variance / len(gaps)) + 1e-4)


class RolloutSearch:
    """Improves on the policy of a guide by trying its alternatives in sampled worlds.

    - `iterations` is the number of roll-outs for a decision between many answers. With `seconds` they
      end when the time is over.
    - The same seed gives the same answers, unless `seconds` is used.
    """

    controller_type: ClassVar = "ai"

    def __init__(
        self,
        guide: SearchGuide,
        iterations: int = 160,
        seed: int | str = 0,
        *,
        seconds: float | None = None,
    ) -> None:
        self.guide, self.iterations, self.seconds = guide, iterations, seconds
        self.seed = seed
        self.rng = Stream.named(seed, "rollout search")
        self.trace: list[AnswerStatistics] = []
        self.faults: deque[Exception] = deque(maxlen=10)  # errors in inconsistent worlds

    def __repr__(self) -> str:
        return f"RolloutSearch({self.guide!r}, {self.iterations}, {self.seed!r})"

    def decide(self, prompt: Prompt, match: Match) -> Answer:
        """Return the policy's answer, or a better one if the search finds one."""
        self.trace = []
        answers = self.guide.candidates(prompt, match)
        worlds = WorldSampler.of(match, prompt.seat) if len(answers) > 1 else None
        if worlds is None:
            return answers[0]
        everything = [Candidate(answer) for answer in answers]
        best = self._search(prompt, worlds, everything)
        everything.sort(key=lambda one: (one is not best, -len(one.rewards), -one.mean))
        self.trace = [
            AnswerStatistics(
                describe_answer(prompt, one.answer), len(one.rewards), round(one.mean, 4)
            )
            for one in everything
        ]
        return best.answer

    def explain(self) -> str:
        """The answers of the last search, the chosen one first."""
        if not self.trace:
            return "The last answer needed no search."
        lines = [f"{line.label} ({line.visits} worlds, {line.mean:.2f})" for line in self.trace]
        return f"{sum(line.visits for line in self.trace)} roll-outs: {', '.join(lines[:6])}."

    def _search(
        self, prompt: Prompt, worlds: WorldSampler, everything: Sequence[Candidate]
    ) -> Candidate:
        """Drop the worse half of the candidates after each round, and return the best one."""
        ends = None if self.seconds is None else time.perf_counter() + self.seconds
        policy, left = everything[0], list(everything)
        rounds = math.ceil(math.log2(len(left)))
        horizon = self.guide.horizon(worlds.match, prompt.seat)
        budget = min(self.iterations, self.iterations * (len(left) + 1) // FULL_SEARCH)
        for number in range(rounds):
            spent = sum(len(one.rewards) for one in everything)
            share = (budget - spent) // (rounds - number)
            for _ in range(max(1, share // len(left))):
                seed = self.rng.bits()
                for one in left:
                    if ends is not None and time.perf_counter() > ends:
                        return _decide(policy, left)
                    reward = self._roll_out(worlds, seed, one.answer, prompt.seat, horizon)
                    if reward is not None:
                        one.rewards[seed] = reward
            left.sort(key=lambda one: -one.mean)
            left = left[: max(2, (len(left) + 1) // 2)]
            if policy not in left:
                left.append(policy)
        return _decide(policy, left)

    def _roll_out(
        self, worlds: WorldSampler, seed: int, answer: Answer, seat: int, horizon: Horizon
    ) -> float | None:
        """Try an answer in the world of a seed and return its reward; None if that is impossible."""
        guide = self.guide
        world = worlds.sample(Stream(seed))
        guide.prepare(world)
        try:
            step(world, answer)
            for _ in range(MAX_ANSWERS):
                if world.result is not None or (not world.asked and horizon(world)):
                    break
                step(world, guide.decide(world.prompt(world.acting[0]), world))
        except (ImpossibleWorld, RulesError) as error:
            self.faults.append(error)
            return None
        share = outcome(world, seat)
        return guide.value(world, seat) if share is None else share


def _decide(policy: Candidate, left: Sequence[Candidate]) -> Candidate:
    """Return the best candidate, or the policy's answer if no other one is clearly better."""
    best = max(left, key=lambda one: one.mean)
    return best if best.advantage(policy) > IS_BETTER else policy
