"""The table a run is played on: bodies, sides, dice, and what is remembered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from turnwright.core.rules.ledger import Number
from turnwright.skirmish.model.vocabulary import EVENTS, FAMILY, MELEE

from .combatant_state import Body, Memory, Use
from .plan import EVENT, Plan, Roll
from .rng import draws

NUMBER_OF_FAMILY = [EVENT[FAMILY[name]] for name in EVENTS]
CRITICAL_RULES = {"double dice": 0, "double": 1, "maximum dice": 2, "none": 3}


class Table:
    """State and dice. `log` is None unless somebody wants to know what happens and why."""

    def __init__(self, plan: Plan, log: Any = None) -> None:
        self.plan = plan
        self.profile = plan.profile
        self.log = log
        self.all = [Body(member) for member in plan.members]
        self.bodies: list[Body] = []
        self.order: list[Body] = []
        self.friends: dict[int, list[Body]] = {}
        self.foes: dict[int, list[Body]] = {}
        self.absent = 0  # so many have yet to arrive
        self.active: Body | None = None
        self.memory: dict[tuple[int, int], Memory] = {}
        check = plan.check
        is_one_die = len(check.dice) == 1 and check.dice[0][:2] == (1, 1) and not check.flat
        self.die = check.dice[0][2] if is_one_die else 0
        self.melee = plan.tags.bit(MELEE)
        self.critical_rule = CRITICAL_RULES[plan.profile.critical_damage]

    def begin(self, seed: int, numbers: Sequence[int] | None = None) -> None:
        """A new run. `numbers` are its first draws, if they were made in advance."""
        self.seed = seed
        source = draws(seed) if numbers is None else chain(numbers, _rest(seed, len(numbers)))
        self.take = source.__next__
        self.round = self.turn = self.serial = self.guards = self.memories = 0
        self.turn_ends = self.shaken = False
        self.timed = 0
        self.damage = [0] * len(self.plan.deeds)
        self.uses = [0] * len(self.plan.deeds)
        self.memory.clear()
        for body in self.all:
            body.reset()

    # --- dice ----------------------------------------------------------------------------------------

    def roll(self, roll: Roll, use: Use | None = None, critical: bool = False) -> int:
        """Roll a formula. What a critical hit does with it is the profile's business."""
        take = self.take
        total = roll.flat
        times, extra = 1, 0
        rule = self.critical_rule if critical else 3
        if rule == 0:
            times = 2
        for sign, count, sides in roll.dice:
            for _ in range(count * times):
                total += sign * ((take() * sides >> 32) + 1)
            extra += sign * count * sides
        for term in roll.growing:
            value = 0 if use is None else use.value(term.variable)
            count = max(0, term.count + term.factor * value)
            if term.sides == 1:
                total += term.sign * count
                continue
            for _ in range(count * times):
                total += term.sign * ((take() * term.sides >> 32) + 1)
            extra += term.sign * count * term.sides
        if rule == 1:
            return total * 2
        return total + extra if rule == 2 else total

    def check_roll(self, advantage: bool, disadvantage: bool) -> int:
        """The natural roll of a check."""
        sides, take = self.die, self.take
        if advantage == disadvantage:
            return (take() * sides >> 32) + 1 if sides else self.roll(self.plan.check)
        if sides:
            first, second = (take() * sides >> 32) + 1, (take() * sides >> 32) + 1
        else:
            first, second = self.roll(self.plan.check), self.roll(self.plan.check)
        return max(first, second) if advantage else min(first, second)

    # --- who is there --------------------------------------------------------------------------------

    def of_side(self, side: int) -> list[Body]:
        return [body for body in self.bodies if body.side == side and body.is_here]

    def not_of_side(self, side: int) -> list[Body]:
        return [body for body in self.bodies if body.side != side and body.is_here]

    def muster(self) -> None:
        """Who stands on which side, in the order of the file: made anew when that changes."""
        self.shaken = True
        standing = [body for body in self.bodies if body.is_up and body.is_here]
        for side in self.friends:
            self.friends[side] = [body for body in standing if body.side == side]
            self.foes[side] = [body for body in standing if body.side != side]

    def dismiss(self, body: Body) -> None:
        """Somebody stands no longer. (New lists: an effect may be walking through the old ones.)"""
        self.shaken = True
        for side in self.friends:
            lists = self.friends if side == body.side else self.foes
            lists[side] = [one for one in lists[side] if one is not body]

    @staticmethod
    def family_of(type: int) -> int:
        return NUMBER_OF_FAMILY[type]

    # --- memory --------------------------------------------------------------------------------------

    def remember(self, type: int, source: Body | None, tags: int, value: Number) -> None:
        """Keep it for `LastEvent`: the last of its family by this source, and by anybody."""
        family = NUMBER_OF_FAMILY[type]
        if family in self.plan.remembered:
            self.memories += 1
            last = Memory(type, tags, value, self.memories, self.serial, self.turn, self.round)
            self.memory[family, -1] = last
            if source is not None:
                self.memory[family, source.index] = last

    def recall(self, families: tuple[int, ...], source: Body | None, window: str) -> Memory | None:
        """The last event of these families by this source (None: anybody) in the window."""
        who = -1 if source is None else source.index
        found: Memory | None = None
        for family in families:
            last = self.memory.get((family, who))
            if last is not None and (found is None or last.number > found.number):
                found = last
        if found is None:
            return None
        now = {"action": self.serial, "turn": self.turn, "round": self.round}.get(window)
        then = {"action": found.serial, "turn": found.turn, "round": found.round}.get(window)
        return found if now == then else None


def _rest(seed: int, count: int) -> Iterator[int]:
    """The draws after the first `count`."""
    yield from draws(seed, count)
