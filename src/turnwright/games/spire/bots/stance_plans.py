"""Plans a turn around the changes of stance in it.

Wrath doubles the damage that the player deals and takes, and leaving Calm gives energy, so a card that
changes the stance has no value of its own: it depends on the cards before and after it. A plan is an
order of at most two such cards, with the other cards around them: attacks in the stance that multiplies
them most, block for the damage that is coming in the last one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple, TypeAlias

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.stances import (
    CALM,
    CALM_ENERGY,
    DEALT,
    DIVINITY,
    DIVINITY_ENERGY,
    NEUTRAL,
    WRATH,
)

from .fight_situation import DYING, HURTING, FightSituation

LEAVE = "Leave"
MOST_CHANGES = 2
"""How many cards of a plan may change the stance."""
LAST_STANCE = {CALM: 5.0, WRATH: 1.0}
"""What it is worth to begin the next turn in a stance, in HP."""
DEATH = 60.0
"""What it costs to die, beyond the damage."""
SAVED_ENERGY = 3.0
"""What energy is worth that can be kept for another turn."""
CARD_DRAWN = 2.2
PER_CARD = 0.6
"""Added to the energy that a card costs, before its value is divided by it."""
EMPHASIS = ((2.0, 1.0), (1.0, 3.0))
"""What attacks and block count for while a plan is filled: attacks first, or block first."""


class PlannableCard(NamedTuple):
    """A card in hand and what it does, without the effect of a stance."""

    place: int
    cost: int
    damage: dict[int, int]
    """The damage to each enemy; one of them is the target if `is_for_all` is not set."""
    is_for_all: bool
    has_target: bool
    block: int
    value: float
    """What its other effects are worth, in HP."""
    stance: str
    energy: int
    """Energy that it gives, if that is all that it does."""
    draws: int
    ends_turn: bool


Play: TypeAlias = tuple[int, int]
"""The place of a card in the hand, and its target."""


def best_plan(now: FightSituation, hand: Sequence[PlannableCard]) -> list[Play]:
    """The most valuable plan for this turn: what to play, in order, with places in the present hand."""
    payers = [card for card in hand if card.energy]
    others = [card for card in hand if not card.energy]
    best, plan = float("-inf"), list[Play]()
    for changes in _orders_of_changes(now.b.stance, others):
        for paid in ([], payers) if payers else ([],):
            outline = _Outline(now, changes, sum(card.energy for card in paid))
            if not outline.is_possible:
                continue
            rest = [card for card in others if card not in changes]
            for attack, block in EMPHASIS if now.coming else EMPHASIS[:1]:
                value, plays = outline.filled(rest, attack, block)
                value -= SAVED_ENERGY * outline.given
                if value > best:
                    best, plan = value, [*((card.place, -1) for card in paid), *plays]
    return plan


def _orders_of_changes(
    stance: str, hand: Sequence[PlannableCard]
) -> Iterator[tuple[PlannableCard, ...]]:
    """The ways to change the stance: not at all, or with one or more cards in some order."""
    changers = [card for card in hand if card.stance]
    yield ()
    seen = set()
    for count in range(1, MOST_CHANGES + 1):
        for order in permutations(changers, count):
            key = tuple(
                (card.stance, card.cost, card.block, *card.damage.values()) for card in order
            )
            if key not in seen and _changes_each_time(stance, order):
                seen.add(key)
                yield order


def _changes_each_time(stance: str, order: tuple[PlannableCard, ...]) -> bool:
    for card in order:
        entered = NEUTRAL if card.stance == LEAVE else card.stance
        if entered == stance or (card.ends_turn and card is not order[-1]):
            return False
        stance = entered
    return True


class _Outline:
    """The changes of stance of a plan, with the energy that is left for other cards."""

    def __init__(self, now: FightSituation, changes: tuple[PlannableCard, ...], given: int) -> None:
        self.now, self.changes, self.given = now, changes, given
        stance, energy = now.b.stance, now.b.energy + given
        self.stances, self.energy = [stance], [energy]
        self.is_possible = True
        for card in changes:
            energy -= card.cost
            if energy < 0:
                self.is_possible = False
                return
            if stance == CALM:
                energy += CALM_ENERGY + ("VioletLotus" in now.held)
            stance = NEUTRAL if card.stance == LEAVE else card.stance
            if stance == DIVINITY:
                energy += DIVINITY_ENERGY
            self.stances.append(stance)
            self.energy.append(energy)
        dealt = [DEALT.get(stance, 1) for stance in self.stances]
        self.most = max(dealt)
        self.attacks_at = dealt.index(self.most)
        """After how many changes the attacks are played."""
        taken = 2.0 if stance == WRATH else 1.0
        self.taken = taken / (2.0 if now.b.stance == WRATH else 1.0)
        """How much more damage the player takes at the end than in the present stance."""

    def filled(
        self, rest: list[PlannableCard], attack: float, block: float
    ) -> tuple[float, list[Play]]:
        """The value of the plan with the best cards for the energy that is left, and all its cards
        in order."""
        powers, most, at = self.now.b.powers, self.most, self.attacks_at
        filling = _Filling(self.now, self.taken)
        changes: list[Play] = []
        for number, card in enumerate(self.changes):
            multiple = DEALT.get(self.stances[number], 1)
            changes.append((card.place, filling.add(card, multiple)))
            filling.coming -= powers.get(p.MENTAL_FORTRESS, 0)
            if self.stances[number + 1] == WRATH:
                filling.value += CARD_DRAWN * powers.get(p.RUSHDOWN, 0)
        gains = [
            (filling.gain(card, most, attack, block) / (card.cost + PER_CARD), -n, card)
            for n, card in enumerate(rest)
        ]
        gains.sort(reverse=True)
        energy, for_attacks, at_once = self.energy[-1], min(self.energy[at:]), min(self.energy)
        before: list[Play] = []
        attacks: list[Play] = []
        after: list[Play] = []
        for gain, _, card in gains:
            if gain <= 0 or card.cost > (for_attacks if card.damage else energy):
                continue
            if card.block and not card.damage and filling.coming <= 0 and card.value <= 0:
                continue
            if card.ends_turn and at < len(changes):
                continue
            play = (card.place, filling.add(card, most))
            energy -= card.cost
            if card.damage:
                for_attacks -= card.cost
                attacks.append(play)
            else:
                for_attacks = min(for_attacks, energy)
                if card.cost <= at_once and (card.draws or not self.changes):
                    at_once -= card.cost
                    before.append(play)
                else:
                    after.append(play)
            if card.ends_turn:
                break
        later = changes[at:]
        if self.changes and self.changes[-1].ends_turn:
            later, after = [], [*after, *later]
        order = [*before, *changes[:at], *attacks, *later, *after]
        return filling.total(self.stances[-1]), order


class _Filling:
    """The cards of a plan so far: what they deal and block."""

    def __init__(self, now: FightSituation, taken: float) -> None:
        self.now = now
        monsters, danger = now.b.monsters, now.danger
        self.left = {n: monsters[n].hp + monsters[n].block for n in now.alive}
        self.taken = taken
        self.value = 0.0
        self.coming = now.uncovered + (taken - 1) * sum(danger)
        """The damage at the end of the turn that is not blocked yet; negative with spare block."""
        left = self.left
        self.alive = list(now.alive)
        if len(left) > 1:
            self.alive.sort(key=lambda n: left[n] / (6.0 + danger[n] + 20.0 * now.worth[n]))
        """The enemies that are left, the one to attack first."""

    def target(self, card: PlannableCard, multiple: int) -> int:
        """The enemy that an attack should hit: one that it kills, or the first that is alive."""
        for n in self.alive:
            if card.damage[n] * multiple >= self.left[n]:
                return n
        return self.alive[0] if self.alive else -1

    def gain(self, card: PlannableCard, multiple: int, attack: float, block: float) -> float:
        """What a card adds to the plan."""
        now, value = self.now, card.value
        if card.damage and self.alive:
            for n in self.alive if card.is_for_all else (self.target(card, multiple),):
                left, done = self.left[n], card.damage[n] * multiple
                if done >= left:
                    killed = now.kill_value[n] + (self.taken - 1) * now.danger[n]
                    value += (now.worth[n] * left + killed) * attack
                else:
                    value += now.worth[n] * done * attack
        if card.block and self.coming > 0:
            value += min(card.block, self.coming) * now.urgency * block
        return value

    def add(self, card: PlannableCard, multiple: int) -> int:
        """Play a card; its target is returned."""
        now, target = self.now, -1
        self.value += card.value
        self.coming -= card.block
        if card.damage and self.alive:
            target = self.target(card, multiple)
            for n in list(self.alive) if card.is_for_all else (target,):
                left, done = self.left[n], card.damage[n] * multiple
                self.value += now.worth[n] * min(done, left)
                self.left[n] = left - done
                if done >= left:
                    self.alive.remove(n)
                    self.coming -= self.taken * now.danger[n]
                    self.value += now.kill_value[n] - now.danger[n]
        return target if card.has_target else -1

    def total(self, stance: str) -> float:
        """The value of the whole plan, with the damage that is taken and the last stance."""
        if not self.alive:
            return self.value
        now, b = self.now, self.now.b
        lost = self.coming
        if stance == CALM:
            lost -= b.powers.get(p.LIKE_WATER, 0)
        hp = now.G.hp
        if lost >= hp:
            return self.value - DYING * lost - DEATH
        value = self.value - max(0.0, lost) * (HURTING if lost * 3 > hp else 1.0)
        return value + LAST_STANCE.get(stance, 0.0)
