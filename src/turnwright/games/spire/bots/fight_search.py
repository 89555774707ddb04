"""Searches a turn of a fight: first for good lines of play, then for the line that ends the fight best.

A line is a sequence of cards and potions up to the end of the turn. `LineSearch` finds lines in one
sampled world, best first by the position after the enemies have acted. `TurnSearch` plays the best
lines in more sampled worlds, the same for all of them, each to the end of the fight (`rollouts`).
"""

from __future__ import annotations

from contextlib import suppress
from heapq import heappop, heappush
from typing import Any, NamedTuple, TypeAlias

import turnwright as tw
from turnwright.agents import Agent, WorldSampler
from turnwright.agents.determinization import ImpossibleWorld, step
from turnwright.core.runtime.rng import Stream
from turnwright.games.spire.state import Battle, SpireState

from .bot_view import is_curse_or_status
from .fight_evaluation import LENT_HP, FightStart, evaluate_fight
from .rollouts import fight_in, finish_fight, is_same_fight, next_play

QUESTIONS = 20
"""The most questions that a move may ask in a sampled world."""

Step: TypeAlias = tuple[str, tuple[Any, ...]]
END: Step = ("end", ())


class PlannedPlay(NamedTuple):
    """A card, by its number, or a potion, by its slot (`uid` -1), and the target."""

    uid: int
    slot: int
    target: int


class Line(NamedTuple):
    """A line of play up to the end of the turn."""

    value: float
    """The value of the position after the enemies have acted."""
    steps: tuple[tuple[Any, Step], ...]
    """The key of each position and the move made there."""
    plays: tuple[PlannedPlay, ...]
    """The moves without those of cards that were drawn on the way."""
    has_drawn: bool
    """Were cards drawn on the way? They differ from world to world."""

    @property
    def first(self) -> Step:
        """The first move."""
        return self.steps[0][1] if self.steps else END

    @property
    def slots(self) -> set[int]:
        """The slots of the potions that it uses."""
        return {play.slot for play in self.plays if play.slot >= 0}


class Budget(NamedTuple):
    """How much a decision may cost."""

    nodes: int
    """Moves tried to find lines."""
    lines: int
    """Lines that are played out."""
    rounds: tuple[int, ...] = (2, 4, 8)
    """Sampled worlds by round; after each, the worse half of the lines is dropped."""
    moves: int = 4000
    """The effort of play-outs, after which no more worlds are sampled: long fights are costly."""

    def limited(self, playouts: int) -> Budget:
        """This budget with fewer play-outs for a decision; lines with potions may add some."""
        lines = max(2, min(self.lines, playouts // LINE_PLAYOUTS))
        nodes = min(self.nodes, max(FEWEST_NODES, playouts * PLAYOUT_NODES))
        rounds, left, kept = [], playouts, lines
        for count in self.rounds:
            worlds = min(count, left // kept)
            if not worlds:
                break
            rounds.append(worlds)
            left -= worlds * kept
            kept = (kept + 1) // 2
        return self._replace(nodes=nodes, lines=lines, rounds=tuple(rounds) or (1,))


LINE_PLAYOUTS, PLAYOUT_NODES, FEWEST_NODES = 4, 3, 30
"""The play-outs for each line of a limited budget, and the moves tried for each play-out."""


BUDGETS = {
    "BOSS": Budget(nodes=160, lines=14, rounds=(2, 4, 8, 12), moves=8000),
    "ELITE": Budget(nodes=120, lines=12, rounds=(3, 6, 10), moves=4000),
    "MONSTER": Budget(nodes=80, lines=8, rounds=(3, 6), moves=2000),
}
"""The budget of a decision by room. A move tried takes about 0.1 ms of CPU, a play-out 1 to 4 ms."""


def answer_questions(world: tw.Match, follow: Agent) -> None:
    """Answer the questions of a fight by rules."""
    for _ in range(QUESTIONS):
        if not world.asked or world.G.battle is None:
            return
        step(world, follow.decide(world.prompt(0), world))


def do(world: tw.Match, move: Step, follow: Agent) -> None:
    """Make a move in a world and answer its questions by rules."""
    step(world, tw.Answer(0, move[0], move[1]))
    if world.asked:
        answer_questions(world, follow)


class LineSearch:
    """The search for lines in one world."""

    def __init__(self, start: FightStart, follow: Agent) -> None:
        self.start, self.follow = start, follow

    def lines(self, world: tw.Match, nodes: int) -> list[Line]:
        """The line that rules would play, then all others found with this many moves, best first."""
        self.hand = {card.uid for card in world.G.battle.hand}
        root = Line(self._at_end(world), (), (), False)
        found = [root]
        queue: list[tuple[float, int, tw.Match, Line]] = [(0.0, 0, world, root)]
        known = {position_key(world.G)}
        count = 0
        while queue and count < nodes:
            _, _, here, line = heappop(queue)
            for move in _moves(here):
                count += 1
                there = self._after(here, move)
                key = None if there is None else position_key(there.G)
                if there is None or key in known:
                    continue
                known.add(key)
                longer = self._longer(line, here, move, there)
                found.append(longer)
                if is_same_fight(there, self.start):
                    heappush(queue, (-longer.value, count, there, longer))
        found.sort(key=lambda line: -line.value)
        return [self._line_of_rules(world, root), *found]

    def _line_of_rules(self, world: tw.Match, line: Line) -> Line:
        here, turn = world, world.G.battle.turn
        while is_same_fight(here, self.start) and here.G.battle.turn == turn:
            play = next_play(fight_in(here))
            there = None if play is None else self._after(here, ("play", play))
            if play is None or there is None:
                break
            line = self._longer(line, here, ("play", play), there)
            here = there
        return line

    def _after(self, world: tw.Match, move: Step) -> tw.Match | None:
        """The world after a move; None if the rules fail in it."""
        there = world.clone(record=False)
        try:
            do(there, move, self.follow)
        except ImpossibleWorld:
            return None
        return there

    def _longer(self, line: Line, here: tw.Match, move: Step, there: tw.Match) -> Line:
        """A line with one more move."""
        key = position_key(here.G)
        plays = line.plays
        if move[0] == "play":
            uid = here.G.battle.hand[move[1][0]].uid
            if uid in self.hand:
                plays = (*plays, PlannedPlay(uid, -1, move[1][1]))
        else:
            plays = (*plays, PlannedPlay(-1, move[1][0], move[1][1]))
        b = there.G.battle
        has_drawn = line.has_drawn or (
            b is not None and any(card.uid not in self.hand for card in b.hand)
        )
        return Line(self._at_end(there), (*line.steps, (key, move)), plays, has_drawn)

    def _at_end(self, world: tw.Match) -> float:
        """The value of ending the turn here."""
        if is_same_fight(world, self.start):
            world = world.clone(record=False)
            with suppress(ImpossibleWorld):
                do(world, END, self.follow)
        return evaluate_fight(world.G) - self.start.spent(world.G)


class TurnSearch:
    """The search for one decision."""

    def __init__(self, match: tw.Match, prompt: tw.Prompt, follow: Agent) -> None:
        self.match, self.prompt, self.follow = match, prompt, follow
        self.worlds = WorldSampler(match, prompt.seat)
        self.start = FightStart(match.G)
        self.means: dict[Step, float] = {}
        """The mean value of the best line of each first move."""
        self.moves = 0
        """The effort of the play-outs so far."""

    def __str__(self) -> str:
        names = {(option.move, option.args): option.label for option in self.prompt.options}
        ranked = sorted(self.means.items(), key=lambda pair: -pair[1])
        return ", ".join(f"{names[move]} {value:.1f}" for move, value in ranked)

    def look_ahead(self, rng: Stream, budget: Budget) -> Line:
        """Find lines, play them out in sampled worlds, and return the best one."""
        search = LineSearch(self.start, self.follow)
        lines = _best_lines(search.lines(self.worlds.sample(rng), budget.nodes), budget.lines)
        totals, worlds = [0.0] * len(lines), 0
        for count in budget.rounds:
            if len(lines) == 1 or self.moves >= budget.moves:
                break
            for _ in range(count):
                world = self.worlds.sample(rng)
                for n, line in enumerate(lines):
                    totals[n] += self._outcome(world.clone(record=False), line)
                worlds += 1
                if self.moves >= budget.moves:
                    break
            self._note(lines, totals, worlds)
            order = sorted(range(len(lines)), key=lambda n: -totals[n])[: (len(lines) + 1) // 2]
            lines, totals = [lines[n] for n in order], [totals[n] for n in order]
        if not worlds:
            self.means[lines[0].first] = lines[0].value
        return lines[0]

    def _note(self, lines: list[Line], totals: list[float], worlds: int) -> None:
        best: dict[Step, float] = {}
        for line, total in zip(lines, totals, strict=True):
            best[line.first] = max(best.get(line.first, total / worlds), total / worlds)
        self.means.update(best)

    def _outcome(self, world: tw.Match, line: Line) -> float:
        """Play a line in a world, then the fight to its end."""
        G = world.G
        b, lent = G.battle, 0
        with suppress(ImpossibleWorld):
            follow_line(world, line, self.start, self.follow)
            if is_same_fight(world, self.start):
                lent = LENT_HP
                G.hp, G.max_hp = G.hp + lent, G.max_hp + lent
                self.moves += finish_fight(world, self.start, self.follow)
        return self.start.outcome(G, b, lent)


def _best_lines(found: list[Line], most: int) -> list[Line]:
    """The best lines, and the best one with each potion."""
    by_rules, *others = found[:most]
    kept = [by_rules, *(line for line in others if line.plays != by_rules.plays)]
    slots = {slot for line in kept for slot in line.slots}
    for line in found[most:]:
        if len(line.slots) == 1 and not line.slots <= slots:
            slots |= line.slots
            kept.append(line)
    return kept


def follow_line(world: tw.Match, line: Line, start: FightStart, follow: Agent) -> None:
    """Play the cards of a line as far as possible, and end the turn."""
    turn = world.G.battle.turn
    for play in line.plays:
        move = _find(world, play)
        if move is None:
            continue
        do(world, move, follow)
        if not is_same_fight(world, start):
            return
    b = world.G.battle
    if b.turn == turn and not line.has_drawn:
        do(world, END, follow)


def _find(world: tw.Match, play: PlannedPlay) -> Step | None:
    """The move that makes a planned play, if it is legal."""
    if play.uid < 0:
        move = ("potion_use", (play.slot, play.target))
    else:
        places = [n for n, card in enumerate(world.G.battle.hand) if card.uid == play.uid]
        if not places:
            return None
        move = ("play", (places[0], play.target))
    return move if move in world.legal_moves(0, True) else None


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
    return found


def position_key(G: SpireState) -> Any:
    """A key of a position, independent of the moves that led there."""
    b: Battle | None = G.battle
    if b is None:
        return (G.hp, G.screen, G.gold, G.max_hp, tuple(G.potions))
    return (
        G.hp, b.turn, b.energy, b.block, tuple(sorted(b.powers.items())),
        tuple((card.kind, card.up, card.turn_cost) for card in b.hand),
        tuple((m.hp, m.block, tuple(sorted(m.powers.items()))) for m in b.monsters),
        b.stance, tuple((orb.kind, orb.stored) for orb in b.orbs),
        len(b.draw), len(b.discard), len(b.exhaust), tuple(G.potions),
    )  # fmt: skip
