"""Searches the order of cards until the end of the turn, best first, in one sampled world at a
time. The value of a position is that of ending the turn there: the enemies act, the next hand is
drawn, and the resulting state is evaluated."""

from __future__ import annotations

from contextlib import suppress
from heapq import heappop, heappush
from typing import Any, NamedTuple, TypeAlias

import turnwright as tw
from turnwright.agents import Agent, WorldSampler
from turnwright.agents.determinization import ImpossibleWorld, step
from turnwright.core.runtime.rng import Stream
from turnwright.games.spire.state import NO_POTION, Battle, SpireState

from .fight_evaluation import evaluate_fight, potion_price
from .run_rules import is_curse_or_status

QUESTIONS = 20
WIDEST = 14
"""The most moves tried at a position."""

Step: TypeAlias = tuple[str, tuple[Any, ...]]
END: Step = ("end", ())


class SearchResult(NamedTuple):
    """The best line that starts with a move: its value and its steps."""

    value: float
    path: tuple[tuple[Any, Step], ...]
    """The key of each position and the move made there."""


class TurnSearch:
    """The search for one decision: the values of the first moves in all sampled worlds."""

    def __init__(self, match: tw.Match, prompt: tw.Prompt, follow: Agent) -> None:
        self.match, self.prompt, self.follow = match, prompt, follow
        self.worlds = WorldSampler(match, prompt.seat)
        self.totals: dict[Step, float] = {}
        self.paths: dict[Step, tuple[tuple[Any, Step], ...]] = {}
        self.seen = 0

    def __str__(self) -> str:
        names = {(option.move, option.args): option.label for option in self.prompt.options}
        ranked = sorted(self.totals.items(), key=lambda pair: -pair[1])
        return ", ".join(f"{names[move]} {total / self.seen:.1f}" for move, total in ranked)

    def best(self) -> Step:
        """The first move with the best mean value."""
        return max(self.totals, key=lambda step: self.totals[step])

    def rest(self) -> dict[Any, Step]:
        """The moves after the first one, by the key of the position they belong to."""
        return dict(self.paths.get(self.best(), ())[1:])

    def look_ahead(self, rng: Stream, nodes: int) -> None:
        """Search one world and add the values of the first moves."""
        world = self.worlds.sample(rng)
        self.seen += 1
        start = PotionStock(world.G)
        best = self._search(world, start, nodes)
        for move, found in best.items():
            self.totals[move] = self.totals.get(move, 0.0) + found.value
            self.paths[move] = found.path
        # A move that was not reached in this world counts as slightly worse than ending the turn.
        for move in self.totals:
            if move not in best:
                self.totals[move] += best[END].value - 5.0

    def _search(self, world: tw.Match, start: PotionStock, nodes: int) -> dict[Step, SearchResult]:
        best = {END: SearchResult(self._at_end(world, start), ((position_key(world.G), END),))}
        queue: list[tuple[float, int, tw.Match, tuple[tuple[Any, Step], ...]]] = []
        heappush(queue, (0.0, 0, world, ()))
        known: set[Any] = set()
        count = 0
        while queue and count < nodes:
            _, _, here, path = heappop(queue)
            here_key = position_key(here.G)
            for move in _moves(here):
                count += 1
                there = here.clone(record=False)
                try:
                    self._do(there, move)
                except ImpossibleWorld:
                    continue
                key = position_key(there.G)
                if key in known:
                    continue
                known.add(key)
                value = self._at_end(there, start)
                steps = (*path, (here_key, move))
                first = steps[0][1]
                if first not in best or value > best[first].value:
                    best[first] = SearchResult(value, steps)
                if there.G.battle is not None and there.result is None:
                    heappush(queue, (-value, count, there, steps))
        return best

    def _at_end(self, world: tw.Match, start: PotionStock) -> float:
        """The value of ending the turn here."""
        if world.result is None and world.G.battle is not None:
            world = world.clone(record=False)
            with suppress(ImpossibleWorld):
                self._do(world, END)
        return evaluate_fight(world.G) - start.spent(world.G)

    def _do(self, world: tw.Match, move: Step) -> None:
        """Make a move and answer its questions by rules."""
        step(world, tw.Answer(self.prompt.seat, move[0], move[1]))
        for _ in range(QUESTIONS):
            if not world.asked or world.G.battle is None:
                return
            step(world, self.follow.decide(world.prompt(self.prompt.seat), world))


class PotionStock:
    """The potions at the start, and the cost of using one."""

    def __init__(self, G: SpireState) -> None:
        self.potions = list(G.potions)
        self.price = potion_price(G)

    def spent(self, G: SpireState) -> float:
        """The cost of the potions that were used since the start."""
        used = sum(
            before != NO_POTION and now == NO_POTION
            for before, now in zip(self.potions, G.potions, strict=True)
        )
        return used * self.price


def _moves(world: tw.Match) -> list[Step]:
    """The moves to try: equal cards once per target."""
    b = world.G.battle
    found: list[Step] = []
    seen = set()
    for name, args in world.legal_moves(0, True):
        if name == "play":
            card = b.hand[args[0]]
            if is_curse_or_status(card) and card.kind != "Slimed":
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


def position_key(G: SpireState) -> Any:
    """A key of a position, independent of the moves that led there."""
    b: Battle | None = G.battle
    if b is None:
        return (G.hp, G.screen, G.gold, G.max_hp, tuple(G.potions))
    return (
        G.hp, b.turn, b.energy, b.block, tuple(sorted(b.powers.items())),
        tuple((card.kind, card.up, card.turn_cost) for card in b.hand),
        tuple((m.hp, m.block, tuple(sorted(m.powers.items())), m.move) for m in b.monsters),
        len(b.draw), len(b.discard), len(b.exhaust), tuple(G.potions),
    )  # fmt: skip
