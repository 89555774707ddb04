"""The state of a run: combatants, sides, dice, and the events that requirements look back at.

The rules are functions that take a `FightRun`: `event_bus`, `statuses`, `resolution`, `attacks`,
`actions`, `turns` and `runs`, each of which uses the ones before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from turnwright.core.rules.ledger import Number
from turnwright.skirmish.model.vocabulary import (
    ACTION_DECLARED,
    ACTION_RESOLVED,
    ADVANTAGE,
    ATTACK_DECLARED,
    ATTACK_HIT,
    ATTACK_MISSED,
    ATTACK_ROLLED,
    DAMAGE_ROLLED,
    DAMAGE_TAKEN,
    DISADVANTAGE,
    EVENTS,
    FAMILY,
    MELEE,
    TURN_ENDED,
    TURN_STARTED,
)

from .combatant_state import CombatantState
from .dice import ComputedTerm, DiceRoll
from .expressions import FormulaContext, whole
from .fight_events import ActionUse, FightEvent, RememberedEvent
from .plan import EVENT_NUMBER, Plan, PlannedEncounter
from .rng import draws

if TYPE_CHECKING:
    from turnwright.skirmish.model.expression import Expression

    from .actions import CompiledAction
    from .bodies import Bodies
    from .decision_points import Policy

FAMILY_NUMBER = [EVENT_NUMBER[FAMILY[name]] for name in EVENTS]
"""For every event the number of its family."""
CRITICAL_RULES = {"double dice": 0, "double": 1, "maximum dice": 2, "none": 3}
DOUBLE_DICE, DOUBLE, MAXIMUM_DICE, NO_CRITICAL = range(4)

SIMPLE_ATTACK_EVENTS = (
    ACTION_DECLARED, ACTION_RESOLVED, ATTACK_DECLARED, ATTACK_ROLLED, ATTACK_HIT, ATTACK_MISSED,
    DAMAGE_ROLLED, DAMAGE_TAKEN,
)  # fmt: skip
"""If nobody observes these, plain attacks take a short cut (`turns.py`)."""


class RunLog:
    """What a run reports while it is played, if anybody wants to know. A method that is not replaced
    does nothing."""

    def encounter(self, run: FightRun, encounter: PlannedEncounter) -> None:
        """An encounter begins."""

    def initiative(self, run: FightRun) -> None:
        """The order of turns is known."""

    def round(self, run: FightRun) -> None:
        """A round is about to begin."""

    def turn(self, run: FightRun, combatant: CombatantState) -> None:
        """A turn begins."""

    def encounter_over(self, run: FightRun) -> None:
        """An encounter has ended."""

    def rest(self, run: FightRun, kind: str) -> None:
        """The combatants have rested."""

    def decision(
        self,
        run: FightRun,
        combatant: CombatantState,
        blocked: set[int],
        chosen: CompiledAction | None,
    ) -> None:
        """A combatant has chosen its next action, or found none."""

    def reaction(
        self,
        run: FightRun,
        combatant: CombatantState,
        action: CompiledAction,
        event: FightEvent,
        is_valid: bool,
    ) -> None:
        """A reaction was considered."""

    def outcome_changed(
        self,
        run: FightRun,
        combatant: CombatantState,
        action: CompiledAction,
        event: FightEvent,
        before: int,
    ) -> None:
        """A reaction has changed the outcome of the roll that it answers."""

    def action(self, run: FightRun, use: ActionUse) -> None:
        """An action was paid for and begins."""

    def event(self, run: FightRun, event: FightEvent) -> None:
        """An event is about to be offered to reactions."""

    def dice(self, run: FightRun, dice: Expression, shown: list[str], total: int) -> None:
        """Dice with rules of their own were rolled: what they have shown, and the result."""

    def reroll(
        self, run: FightRun, event: FightEvent, before: int, natural: int, again: str
    ) -> None:
        """A reaction has rolled a roll again: what it had shown, and what is shown now."""

    def temporary_hp(self, run: FightRun, bearer: CombatantState, status: str, amount: int) -> None:
        """A status has given temporary hit points, or has taken those that were left (below 0)."""

    def status_counted(self, run: FightRun, bearer: CombatantState, status: str, left: int) -> None:
        """A status that lasts for several attacks, hits or saves has lasted for one of them."""

    def pool_changed(
        self, run: FightRun, combatant: CombatantState, pool: int, before: Number, event: str
    ) -> None:
        """An event has changed a pool by itself."""

    def death_save(self, run: FightRun, combatant: CombatantState, natural: int) -> None:
        """A death save was rolled."""

    def loop_guard(self, run: FightRun, reason: str) -> None:
        """A loop of actions was stopped."""

    def note(self, run: FightRun, sentence: str) -> None:
        """Something happened that no event tells."""


class EncounterProgress(NamedTuple):
    """What an encounter in progress has noted about its sides, in their order."""

    by_side: list[list[CombatantState]]
    totals: list[int]
    """Hit points at the start."""
    were_dead: list[int] | None
    """How many were dead before it; None in the first encounter."""
    course: list[list[int]]
    """The percentage of hit points after every round."""


class FightRun:
    """The state of one run at a time, and its dice. `log` is None unless a run is to be explained."""

    __slots__ = (
        "active",
        "advantage_tag",
        "answers",
        "answers_turn",
        "attacks_are_observed",
        "bodies",
        "capped",
        "check_die",
        "check_stop",
        "combatants",
        "concentration_ability",
        "counts",
        "course",
        "critical_rule",
        "damage",
        "deaths",
        "degree",
        "depth",
        "disadvantage_tag",
        "draw",
        "everyone",
        "expiring_statuses",
        "falls",
        "foes",
        "free_reactions",
        "friends",
        "fumble",
        "is_over",
        "last_event_number",
        "listeners",
        "log",
        "loop_guards",
        "melee_tag",
        "memory",
        "not_arrived",
        "observed",
        "order",
        "plan",
        "policy",
        "profile",
        "progress",
        "refills_each_round",
        "round",
        "rounds",
        "running_reactions",
        "seed",
        "serial",
        "simple_attacks_are_unobserved",
        "standing_changed",
        "step",
        "surprised",
        "turn",
        "turn_ends",
        "turns_are_unobserved",
        "uses",
        "varied_hp",
        "winner",
        "winners",
    )

    def __init__(self, plan: Plan, log: RunLog | None = None, policy: Policy | None = None) -> None:
        self.plan = plan
        self.policy = policy
        """Who chooses; None for the first valid action of every list."""
        self.profile = profile = plan.profile
        self.log = log
        self.check_stop: Callable[[], None] | None = None
        """Called before every round, and in large fights before every turn. It may raise an error to
        stop the run; `begin` starts a new one."""
        self.everyone = [CombatantState(participant) for participant in plan.participants]
        for one in self.everyone:
            one.fight = self
        self.varied_hp = [
            combatant
            for combatant in self.everyone
            if combatant.index < plan.starters
            and (combatant.kind.rolls_hp or combatant.kind.spec.start_hp is not None)
        ]
        """Those who do not begin with the hit points of their kind."""
        self.bodies: Bodies | None = None
        """Who is summoned or changed; None if the scenario has no words for it."""
        if plan.body_words:
            from .bodies import Bodies

            self.bodies = Bodies(self)
        # The encounter in progress.
        self.round: int = 0
        self.turn: int = 0
        self.combatants: list[CombatantState] = []
        self.order: list[CombatantState] = []
        self.friends: dict[int, list[CombatantState]] = {}
        """For every side those of it who stand, in the order of the file."""
        self.foes: dict[int, list[CombatantState]] = {}
        self.surprised: frozenset[int] = frozenset()
        self.not_arrived = 0
        self.active: CombatantState | None = None
        self.course: list[list[list[int]]] = []
        self.is_over = False
        # Events and reactions.
        self.memory: dict[tuple[int, int], RememberedEvent] = {}
        """By family and source; the source -1 stands for anybody."""
        self.counts: dict[tuple[int, int], tuple[int, int]] = {}
        """By counter and source: the span of time, and how many."""
        self.listeners: dict[int, list[CombatantState]] = {}
        self.running_reactions: set[tuple[int, int]] = set()
        self.answers: dict[int, int] = {}
        """How often each combatant has acted out of turn in the turn `answers_turn`."""
        self.free_reactions: dict[tuple[int, int], int] = {}
        """The turn in which a free action was last used as a reaction."""
        # What never changes.
        check = plan.check
        is_one_die = len(check.dice) == 1 and check.dice[0][:2] == (1, 1) and not check.flat
        self.check_die = check.dice[0][2] if is_one_die else 0
        self.melee_tag = plan.tags.bit(MELEE)
        self.advantage_tag = _bit(plan, ADVANTAGE)
        self.disadvantage_tag = _bit(plan, DISADVANTAGE)
        """0 if nothing asks for it."""
        self.degree = 0
        """The degree of success of the last save, if the rules have degrees."""
        self.critical_rule = CRITICAL_RULES[profile.critical_damage]
        self.fumble = profile.fumble
        ability = (profile.concentration or "").lower()
        self.concentration_ability = plan.abilities.numbers.get(ability, 0)
        self.refills_each_round = any("round" in kind.pool_reset for kind in plan.kinds)
        self.observed = [
            log is not None
            or n in plan.triggers
            or n in plan.counted
            or n in plan.watched
            or FAMILY_NUMBER[n] in plan.remembered
            for n in range(len(EVENTS))
        ]
        """Whether anybody reacts to an event, looks back at it, or logs it."""
        observed = self.observed
        has_quiet_turns = policy is None
        self.turns_are_unobserved = has_quiet_turns and not (
            observed[TURN_STARTED] or observed[TURN_ENDED]
        )
        self.attacks_are_observed = any(observed[ATTACK_DECLARED : ATTACK_MISSED + 1])
        self.simple_attacks_are_unobserved = bool(self.check_die) and not any(
            observed[n] for n in SIMPLE_ATTACK_EVENTS
        )
        if self.bodies is not None:
            self.turns_are_unobserved = self.simple_attacks_are_unobserved = False

    def begin(
        self,
        seed: int,
        numbers: Sequence[int] | None = None,
        draw: Callable[[], int] | None = None,
    ) -> None:
        """Start a new run. `numbers` are its first draws, if they were made in advance; with `draw` all
        draws come from this function."""
        self.seed = seed
        if draw is None:
            source = draws(seed) if numbers is None else chain(numbers, _later_draws(seed, numbers))
            draw = source.__next__
        self.draw: Callable[[], int] = draw
        self.step = 0
        self.progress: EncounterProgress | None = None
        self.winners: list[int] = []
        self.round = self.turn = self.serial = self.depth = self.rounds = 0
        self.loop_guards = self.last_event_number = 0
        self.expiring_statuses = 0
        self.answers_turn = -1
        self.turn_ends = self.standing_changed = self.capped = False
        self.winner = -1
        self.course = []
        self.falls: list[dict[int, int]] = []
        self.deaths: list[list[int]] = []
        self.damage = [0] * len(self.plan.actions)
        self.uses = [0] * len(self.plan.actions)
        self.memory.clear()
        self.running_reactions.clear()
        self.free_reactions.clear()
        for combatant in self.everyone:
            combatant.reset()
        if self.bodies is not None:
            self.bodies.reset()

    def guard_loop(self, reason: str) -> None:
        """Count and log a loop that was stopped."""
        self.loop_guards += 1
        if self.log is not None:
            self.log.loop_guard(self, reason)

    # --- dice ----------------------------------------------------------------------------------------

    def roll(
        self,
        roll: DiceRoll,
        use: ActionUse | None = None,
        critical: bool = False,
        target: CombatantState | None = None,
        actor: CombatantState | None = None,
    ) -> int:
        """Roll a formula. The profile decides what a critical hit changes. `actor` and `target` are
        those that it can ask about; the actor is the user of the action unless one is given."""
        draw = self.draw
        total = roll.flat
        times, extra = 1, 0
        rule = self.critical_rule if critical else NO_CRITICAL
        if rule == DOUBLE_DICE:
            times = 2
        for sign, count, sides in roll.dice:
            for _ in range(count * times):
                total += sign * ((draw() * sides >> 32) + 1)
            extra += sign * count * sides
        for term in roll.variable_terms:
            if isinstance(term, ComputedTerm):
                total += self._compute(term, use, target, actor, times, rule == MAXIMUM_DICE)
                continue
            value = 0 if use is None else use.value(term.variable)
            count = max(0, term.count + term.factor * value)
            if term.sides == 1:
                total += term.sign * count
                continue
            for _ in range(count * times):
                total += term.sign * ((draw() * term.sides >> 32) + 1)
            extra += term.sign * count * term.sides
        if rule == DOUBLE:
            return total * 2
        return total + extra if rule == MAXIMUM_DICE else total

    def _compute(
        self,
        term: ComputedTerm,
        use: ActionUse | None,
        target: CombatantState | None,
        actor: CombatantState | None,
        times: int,
        maximum: bool,
    ) -> int:
        """The value of a term that is an expression."""
        if actor is None and use is not None:
            actor = use.actor
        context = FormulaContext(self, actor, target, use, None, times, maximum)
        return whole(term.evaluate(context))

    def check_roll(self, advantage: int, disadvantage: bool) -> int:
        """Roll the natural number of an attack, save or initiative."""
        sides, draw = self.check_die, self.draw
        if (advantage > 0) == disadvantage:
            return (draw() * sides >> 32) + 1 if sides else self.roll(self.plan.check)
        if sides:
            first, second = (draw() * sides >> 32) + 1, (draw() * sides >> 32) + 1
        else:
            first, second = self.roll(self.plan.check), self.roll(self.plan.check)
        if advantage == 2:
            third = (draw() * sides >> 32) + 1 if sides else self.roll(self.plan.check)
            return max(first, second, third)
        return max(first, second) if advantage else min(first, second)

    # --- who stands ----------------------------------------------------------------------------------

    def present(self, side: int) -> list[CombatantState]:
        """Everybody of a side who has arrived, standing or not."""
        return [one for one in self.combatants if one.side == side and one.is_present]

    def present_enemies(self, side: int) -> list[CombatantState]:
        """Everybody of the other sides who has arrived, standing or not."""
        return [one for one in self.combatants if one.side != side and one.is_present]

    def update_standing(self) -> None:
        """Rebuild `friends` and `foes` after somebody has risen or arrived."""
        self.standing_changed = True
        standing = [one for one in self.combatants if one.is_up and one.is_present]
        for side in self.friends:
            self.friends[side] = [one for one in standing if one.side == side]
            self.foes[side] = [one for one in standing if one.side != side]

    def remove_standing(self, fallen: CombatantState) -> None:
        """Remove somebody who fell. (New lists: an effect may be iterating over the old ones.)"""
        self.standing_changed = True
        for side in self.friends:
            lists = self.friends if side == fallen.side else self.foes
            lists[side] = [one for one in lists[side] if one is not fallen]

    # --- events that are counted ----------------------------------------------------------------------

    def count(self, event: FightEvent) -> None:
        """Count an event for those who count such events."""
        if event.source is None:
            return
        for number, counter in enumerate(self.plan.counters):
            if counter.event == event.type and event.tags & counter.tags == counter.tags:
                key, now = (number, event.source.index), self._span(counter.span)
                then, count = self.counts.get(key, (now, 0))
                self.counts[key] = (now, count + 1 if then == now else 1)

    def count_of(self, text: str, combatant: CombatantState) -> int:
        """How many such events a combatant has caused so far."""
        number = self.plan.counter(text)
        then, count = self.counts.get((number, combatant.index), (-1, 0))
        return count if then == self._span(self.plan.counters[number].span) else 0

    def _span(self, span: str) -> int:
        return {"action": self.serial, "turn": self.turn, "round": self.round}.get(span, 0)

    # --- events to look back at ----------------------------------------------------------------------

    def remember(self, type: int, source: CombatantState | None, tags: int, value: Number) -> None:
        """Keep an event for `LastEvent`: the last of its family by this source, and by anybody."""
        family = FAMILY_NUMBER[type]
        if family in self.plan.remembered:
            self.last_event_number += 1
            last = RememberedEvent(
                type, tags, value, self.last_event_number, self.serial, self.turn, self.round
            )
            self.memory[family, -1] = last
            if source is not None:
                self.memory[family, source.index] = last

    def recall(
        self, families: tuple[int, ...], source: CombatantState | None, window: str
    ) -> RememberedEvent | None:
        """The last event of these families by this source (None: anybody) in the window."""
        who = -1 if source is None else source.index
        found: RememberedEvent | None = None
        for family in families:
            last = self.memory.get((family, who))
            if last is not None and (found is None or last.number > found.number):
                found = last
        if found is None:
            return None
        now = {"action": self.serial, "turn": self.turn, "round": self.round}.get(window)
        then = {"action": found.serial, "turn": found.turn, "round": found.round}.get(window)
        return found if now == then else None


def _bit(plan: Plan, tag: str) -> int:
    """The bit of a tag, or 0 if the plan has no such tag."""
    number = plan.tags.numbers.get(tag)
    return 0 if number is None else 1 << number


def _later_draws(seed: int, numbers: Sequence[int]) -> Iterator[int]:
    """The draws after those made in advance, started only when they are needed."""
    yield from draws(seed, len(numbers))
