"""Looking ahead in a fight: which cards in which order until the end of this turn.

Best first over positions of one imagined world at a time. A position is worth what it would be after
ending the turn there: the enemies act, the next hand is drawn, and what is left is judged.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

import turnwright as tw
from turnwright.agents import Agent, Worlds
from turnwright.agents.determinise import ImpossibleWorld, step
from turnwright.core.rng import Stream

from .bot_judge import judge, potion_price
from .bot_run import is_burden
from .state import NO_POTION, Battle, Run

QUESTIONS = 20
WIDEST = 14
"""Moves that are tried at a position."""


class Plan:
    """One decision: what the first moves led to, in all worlds that were looked at."""

    def __init__(self, match: tw.Match, prompt: tw.Prompt, follow: Agent) -> None:
        self.match, self.prompt, self.follow = match, prompt, follow
        self.worlds = Worlds(match, prompt.seat)
        self.totals: dict[tuple[str, tuple[Any, ...]], float] = {}
        self.seen = 0

    def __str__(self) -> str:
        names = {(option.move, option.args): option.label for option in self.prompt.options}
        ranked = sorted(self.totals.items(), key=lambda pair: -pair[1])
        return ", ".join(f"{names[move]} {total / self.seen:.1f}" for move, total in ranked)

    def answer(self) -> tw.Answer:
        move, args = max(self.totals, key=lambda key: self.totals[key])
        return tw.Answer(self.prompt.seat, move, args, None, self.prompt.id)

    def look_ahead(self, rng: Stream, nodes: int) -> None:
        """Search one world, and add up what the first moves are worth there."""
        world = self.worlds.sample(rng)
        self.seen += 1
        start = Situation(world.G)
        best = {("end", ()): self._at_end(world, start)}
        queue: list[tuple[float, int, tw.Match, tuple[str, tuple[Any, ...]] | None]] = []
        heappush(queue, (0.0, 0, world, None))
        known: set[Any] = set()
        count = 0
        while queue and count < nodes:
            _, _, here, first = heappop(queue)
            for move in _moves(here):
                count += 1
                there = here.clone(record=False)
                try:
                    self._do(there, move)
                except ImpossibleWorld:
                    continue
                key = _key(there.G)
                if key in known:
                    continue
                known.add(key)
                value = self._at_end(there, start)
                root = first or move
                if value > best.get(root, -1e9):
                    best[root] = value
                if there.G.battle is not None and there.result is None:
                    heappush(queue, (-value, count, there, root))
        for move, value in best.items():
            self.totals[move] = self.totals.get(move, 0.0) + value
        # What was not reached in this world is no better than ending the turn.
        for move in self.totals:
            if move not in best:
                self.totals[move] += best["end", ()] - 1.0

    def _at_end(self, world: tw.Match, start: Situation) -> float:
        """What it would be worth to end the turn here."""
        if world.result is None and world.G.battle is not None:
            world = world.clone(record=False)
            try:
                self._do(world, ("end", ()))
            except ImpossibleWorld:
                return -1e6
        return judge(world.G) - start.spent(world.G)

    def _do(self, world: tw.Match, move: tuple[str, tuple[Any, ...]]) -> None:
        """Make a move; questions are answered as the rules would."""
        step(world, tw.Answer(self.prompt.seat, move[0], move[1]))
        for _ in range(QUESTIONS):
            if not world.asked or world.G.battle is None:
                return
            prompt = world.prompt(self.prompt.seat)
            step(world, self.follow.decide(prompt, world))


class Situation:
    """What there was at the start: potions are not for nothing."""

    def __init__(self, G: Run) -> None:
        self.potions = list(G.potions)
        self.price = potion_price(G)

    def spent(self, G: Run) -> float:
        used = sum(
            before != NO_POTION and now == NO_POTION
            for before, now in zip(self.potions, G.potions, strict=True)
        )
        return used * self.price


def _moves(world: tw.Match) -> list[tuple[str, tuple[Any, ...]]]:
    """Cards and potions, each kind of card once a target."""
    b = world.G.battle
    found: list[tuple[str, tuple[Any, ...]]] = []
    seen = set()
    for name, args in world.walk(0, True):
        if name == "play":
            card = b.hand[args[0]]
            if is_burden(card) and card.kind != "Slimed":
                continue
            key: Any = (card.kind, card.up, card.turn_cost, card.free, card.special, args[1])
        elif name == "potion_use":
            key = (world.G.potions[args[0]], args[1])
        else:
            continue
        if key not in seen:
            seen.add(key)
            found.append((name, args))
    return found[:WIDEST]


def _key(G: Run) -> Any:
    """Positions that are the same but for the way that led there."""
    b: Battle | None = G.battle
    if b is None:
        return (G.hp, G.screen, G.gold, G.max_hp, tuple(G.potions))
    return (
        G.hp, b.energy, b.block, tuple(sorted(b.powers.items())),
        tuple(sorted((card.kind, card.up, card.turn_cost) for card in b.hand)),
        tuple((m.hp, m.block, tuple(sorted(m.powers.items())), m.move) for m in b.monsters),
        len(b.draw), len(b.discard), len(b.exhaust), tuple(G.potions),
    )  # fmt: skip
