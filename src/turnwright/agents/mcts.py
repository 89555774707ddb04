"""Monte Carlo tree search over sampled worlds (information set MCTS).

Every iteration:

1. samples a world that the seat cannot distinguish from the real one;
2. walks down one tree of answers, shared by all worlds, and adds one answer to it;
3. plays on with the roll-out policy and rates the position;
4. adds the reward to the nodes on the path.

The tree contains answers and not states. Each iteration plays them again from the root, so random
numbers, questions inside effects and hidden cards need no special treatment.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Sequence
from typing import ClassVar, TypeAlias

import msgspec

from turnwright.core.errors import RulesError
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer, Prompt
from turnwright.core.runtime.rng import Stream

from .auto_selector import AutoSelector
from .base import Agent
from .determinization import ImpossibleWorld, WorldSampler, step
from .evaluation import Evaluate, evaluate, outcome
from .priority_list import describe_answer
from .random import RandomAgent

Key: TypeAlias = tuple[int, str, tuple[str, ...]]

MAX_SETS = 12  # sets of picks that are searched for a question with several picks
MAX_ANSWERS = 400  # answers in one iteration


class SearchNode:
    """The statistics of one answer in the tree."""

    __slots__ = ("chances", "children", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.chances = 0  # how often it was available
        self.total = 0.0  # for the seat that gives this answer
        self.children: dict[Key, SearchNode] = {}

    @property
    def mean(self) -> float:
        """The average reward."""
        return self.total / self.visits if self.visits else 0.0


class AnswerStatistics(msgspec.Struct, frozen=True):
    """An answer in the trace: how often it was tried, and its average reward from 0 to 1."""

    label: str
    visits: int
    mean: float


class Mcts:
    """Answers with the most visited answer of a tree search.

    - `iterations` is the length of the search, unless `seconds` limits its time.
    - `depth` is how many answers of the `policy` a roll-out takes before `evaluate` rates its position.
      By default it is 0 if the game can evaluate, else the roll-out goes to the end of the match.
    - `policy` is random by default, except for questions with an intent.
    - The same seed gives the same answers, unless `seconds` is used.
    """

    controller_type: ClassVar = "ai"

    def __init__(
        self,
        iterations: int = 200,
        seed: int | str = 0,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        curiosity: float = 0.7,
        evaluate: Evaluate | None = None,
        policy: Agent | None = None,
    ) -> None:
        self.iterations, self.seconds = iterations, seconds
        self.depth, self.curiosity = depth, curiosity
        self.evaluate, self.policy = evaluate, policy
        self.seed = seed
        self.rng = Stream.named(seed, "mcts agent")
        self.trace: list[AnswerStatistics] = []
        self.faults: deque[Exception] = deque(maxlen=10)  # errors in inconsistent worlds

    def __repr__(self) -> str:
        return f"Mcts({self.iterations}, {self.seed!r})"

    def decide(self, prompt: Prompt, match: Match) -> Answer:
        """Search and return the most visited answer."""
        self.trace = []
        if len(prompt.options) == prompt.min == 1:
            return prompt.answer(prompt.options[0])
        worlds = WorldSampler.of(match, prompt.seat)
        if worlds is None:
            return AutoSelector(RandomAgent(self.rng.bits())).decide(prompt, match)
        search = TreeSearch(self, worlds, prompt)
        ends = None if self.seconds is None else time.perf_counter() + self.seconds
        done = 0
        while done < self.iterations if ends is None else time.perf_counter() < ends:
            done += 1
            try:
                search.iterate()
            except (ImpossibleWorld, RulesError) as error:
                self.faults.append(error)
        tried = [pair for pair in search.root.children.items() if pair[1].visits]
        if not tried:
            return prompt.default()
        tried.sort(key=lambda pair: -pair[1].visits)
        answers = {key: prompt.answer(*key[2]) for key, _ in tried}
        self.trace = [
            AnswerStatistics(
                describe_answer(prompt, answers[key]), node.visits, round(node.mean, 4)
            )
            for key, node in tried
        ]
        most = tried[0][1].visits
        best = max((node.mean, i) for i, (_, node) in enumerate(tried) if node.visits == most)
        return answers[tried[best[1]][0]]

    def explain(self) -> str:
        """The answers of the last search, most visited first."""
        if not self.trace:
            return "The last answer needed no search."
        lines = [f"{line.label} ({line.visits} visits, {line.mean:.2f})" for line in self.trace]
        return f"{sum(line.visits for line in self.trace)} iterations: {', '.join(lines[:6])}."


class TreeSearch:
    """The search for one decision."""

    def __init__(self, agent: Mcts, worlds: WorldSampler, prompt: Prompt) -> None:
        game = worlds.match.game
        self.worlds, self.rng = worlds, agent.rng
        self.seat, self.prompt = prompt.seat, prompt
        self.root = SearchNode()
        self.curiosity = agent.curiosity
        self.policy: Agent = agent.policy or AutoSelector(RandomAgent(self.rng.bits()))
        can_judge = agent.evaluate is not None or getattr(game, "evaluate", None) is not None
        self.judge: Evaluate | None = (agent.evaluate or evaluate) if can_judge else None
        self.depth = agent.depth if agent.depth is not None else 0 if can_judge else MAX_ANSWERS
        self.origin: dict[int, float] = {}  # the values of the current position, by seat
        self.spread, self.judged = 0.0, 0

    def iterate(self) -> None:
        """Run one iteration."""
        world = self.worlds.sample(self.rng)
        if self.judge is not None and not self.origin:
            seats = world.ctx.player_order if len(world.ctx.player_order) > 2 else [self.seat]
            self.origin = {seat: self.judge(world, seat) for seat in seats}
        path: list[tuple[int, SearchNode]] = []
        node, seat, left = self.root, self.seat, MAX_ANSWERS
        is_new = False
        while world.result is None and not is_new and left:
            prompt = world.prompt(seat)
            arms = self.arms(node, prompt, world)
            if not arms:
                raise ImpossibleWorld(f"Seat {seat} has no legal answer at {world.ctx.place}.")
            if len(arms) > 1 or node is self.root:
                key, child, is_new = self.select(node, arms)
                path.append((seat, child))
                node = child
            else:
                key = arms[0]  # a forced answer needs no node
            step(world, prompt.answer(*key[2]))
            left -= 1
            if world.result is None:
                seat = world.acting[0]
        self.roll_out(world, left)
        rewards: dict[int, float] = {}
        for seat, node in path:
            if seat not in rewards:
                rewards[seat] = self.reward(world, seat)
            node.visits += 1
            node.total += rewards[seat]

    def roll_out(self, world: Match, left: int) -> None:
        """Play on with the policy for `depth` answers, and until no question is open."""
        most = min(self.depth, left)
        for number in range(left):
            if world.result is not None or (number >= most and not world.asked):
                return
            step(world, self.policy.decide(world.prompt(world.acting[0]), world))

    def arms(self, node: SearchNode, prompt: Prompt, world: Match) -> list[Key]:
        """The answers that are searched at a node: those that the prompt of this world allows."""
        seat, kind = prompt.seat, prompt.kind
        question = prompt.question
        if question is None or (prompt.max == 1 and question.valid is None):
            arms: list[Key] = [(seat, kind, (option.id,)) for option in prompt.unselected]
            return arms if prompt.min else [*arms, (seat, kind, ())]
        known = [key for key in node.children if key[:2] == (seat, kind)]
        arms = [key for key in known if question.check(key[2]) is None]
        first = AutoSelector().decide(prompt, world) if not arms else None
        for _ in range(MAX_SETS - len(arms)):
            answer = first or RandomAgent(self.rng.bits()).decide(prompt, world)
            first = None
            key = (seat, kind, answer.picks or ())
            if key not in arms:
                arms.append(key)
        return arms

    def select(self, node: SearchNode, arms: Sequence[Key]) -> tuple[Key, SearchNode, bool]:
        """Select an answer that was never tried, else the one with the best upper bound (UCB1)."""
        children = node.children
        for key in arms:
            if key not in children:
                children[key] = SearchNode()
            children[key].chances += 1
        untried = [key for key in arms if not children[key].visits]
        if untried:
            key = self.rng.choice(untried)
            return key, children[key], True
        best, chosen = -1.0, arms[0]
        for key in arms:
            child = children[key]
            bound = child.mean + self.curiosity * math.sqrt(math.log(child.chances) / child.visits)
            if bound > best:
                best, chosen = bound, key
        return chosen, children[chosen], False

    def reward(self, world: Match, seat: int) -> float:
        """Return the reward of a seat from 0 to 1. Positions are compared with the current one,
        relative to their average difference."""
        share = outcome(world, seat)
        if share is not None:
            return share
        if self.judge is None:
            return 0.5
        if seat not in self.origin:
            return 1.0 - self.reward(world, self.seat)  # a game for two players
        change = self.judge(world, seat) - self.origin[seat]
        self.judged += 1
        self.spread += (abs(change) - self.spread) / self.judged
        return 0.5 + 0.45 * change / (abs(change) + self.spread) if change else 0.5
