"""The fight: one run of a plan, from the first roll of hit points to the end of the day.

This is the readable executor; the kernel does the same by numbers. The order of draws is part of the
rules, so that both give the same run from the same seed:

- hit points of all bodies that roll them, in the order of the plan; then, per encounter: actions before
  the fight, initiative in the order of the plan, and the rounds
- an attack: the check (twice with advantage or disadvantage), its bonus, bonuses of statuses in the
  order they were put on; on a hit the damage, part by part, then the damage of statuses
- a save: damage once for all targets, before the first of them rolls
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from turnwright.core.rules.ledger import tidy
from turnwright.skirmish.model.vocabulary import (  # fmt: skip
    ACTION_DECLARED,
    ACTION_RESOLVED,
    ATTACK_DECLARED,
    ATTACK_HIT,
    ATTACK_MISSED,
    ATTACK_ROLLED,
    DAMAGE_ROLLED,
    DAMAGE_TAKEN,
    ENCOUNTER_STARTED,
    EVENTS,
    LAIR_COUNT,
    LOOP_GUARD,
    ROUND_STARTED,
    TURN_ENDED,
    TURN_STARTED,
)

from .combatant_state import Body, Event
from .plan import Deed, Meeting, Plan
from .rests import rest
from .run_outcome import Outcome
from .turn_actions import Deeds

INITIATIVE = attrgetter("initiative")


def play(plan: Plan, seed: int, log: Any = None) -> Outcome:
    """One run. `log` is told everything that happens."""
    return Fight(plan, log).run(seed)


class Fight(Deeds):
    """Runs of a plan, one after the other."""

    def __init__(self, plan: Plan, log: Any = None) -> None:
        super().__init__(plan, log)
        profile = self.profile
        word = (profile.concentration or "").lower()
        self.concentration_ability = plan.abilities.of.get(word, 0)
        self.fumble = profile.fumble
        self.wanted = [
            log is not None or n in plan.heard or self.family_of(n) in plan.remembered
            for n in range(len(EVENTS))
        ]
        self.turns_are_quiet = not (self.wanted[TURN_STARTED] or self.wanted[TURN_ENDED])
        quiet = (
            ACTION_DECLARED, ACTION_RESOLVED, ATTACK_DECLARED, ATTACK_ROLLED, ATTACK_HIT, ATTACK_MISSED,
            DAMAGE_ROLLED, DAMAGE_TAKEN,
        )  # fmt: skip
        self.strikes_are_quiet = bool(self.die) and not any(self.wanted[n] for n in quiet)
        self.attacks_are_heard = any(self.wanted[ATTACK_DECLARED : ATTACK_MISSED + 1])
        self.rounds_refill = any("round" in kind.pool_reset for kind in plan.kinds)
        self.varied = [
            body
            for body in self.all
            if body.kind.rolls_hp or body.kind.combatant.start_hp is not None
        ]
        """Those who do not begin with the hit points of their kind."""

    # --- the day -------------------------------------------------------------------------------------

    def run(self, seed: int, numbers: Sequence[int] | None = None) -> Outcome:
        """Encounters and rests one after the other, as long as the first side wins."""
        self.begin(seed, numbers)
        self.capped = False
        self.winner = -1
        self.rounds = 0
        self.course: list[list[list[int]]] = []
        for body in self.varied:
            if body.kind.rolls_hp:
                body.max_hp = body.hp = max(1, self.roll(body.kind.hp))
            if body.kind.combatant.start_hp is not None:
                self._start_hurt(body, body.kind.combatant.start_hp)
        fights: list[int] = []
        for step in self.plan.steps:
            if isinstance(step, Meeting):
                self.encounter(step)
                fights.append(self.winner)
                if self.winner != 0:
                    break
            else:
                rest(self, step.kind)
        return Outcome(
            seed=seed, winner=self.winner, rounds=self.rounds, capped=self.capped,
            guards=self.guards, fights=fights,
            hp=[body.hp if body.came else 0 for body in self.all],
            dead=[body.is_dead for body in self.all],
            pools=[body.pools[body.kind.turn_count :] for body in self.all],
            damage=self.damage, uses=self.uses, course=self.course,
        )  # fmt: skip

    @staticmethod
    def _start_hurt(body: Body, hp: int) -> None:
        body.hp = max(0, min(hp, body.max_hp))
        if body.hp == 0:
            body.is_up, body.is_down, body.stable = False, True, True

    # --- an encounter --------------------------------------------------------------------------------

    def encounter(self, meeting: Meeting) -> None:
        self._gather(meeting)
        if self.log is not None:
            self.log.encounter(self, meeting)
        if meeting.precast:
            self._prepare(meeting.precast)
        self._roll_initiative()
        self.listen()
        if self.wanted[ENCOUNTER_STARTED]:
            self.offer(Event(ENCOUNTER_STARTED, None, None))
        course: list[list[int]] = [[] for _ in meeting.sides]
        self.course.append(course)
        ranks = [[body for body in self.bodies if body.side == side] for side in meeting.sides]
        totals = [sum([body.max_hp for body in rank]) or 1 for rank in ranks]
        self._check_over()
        while not self.is_over:
            if self.round >= self.profile.rounds:
                self.capped, self.winner = True, -1
                break
            self.round += 1
            self._round()
            for line, rank, total in zip(course, ranks, totals, strict=True):
                line.append(100 * sum([body.hp for body in rank]) // total)
        self.rounds += self.round
        self._disperse()

    def _gather(self, meeting: Meeting) -> None:
        self.bodies = [self.all[index] for index in meeting.members]
        self.friends = {side: [] for side in meeting.sides}
        self.foes = {side: [] for side in meeting.sides}
        self.order = self.bodies
        self.active = None
        self.is_over, self.winner, self.round, self.absent = False, -1, 0, 0
        self.memory.clear()
        self.ears = {}  # nobody answers anything before the fight has begun
        for body in self.bodies:
            kind = body.kind
            body.is_here = kind.combatant.arrival <= 1
            if body.is_here:
                body.came = True
            else:
                self.absent += 1
            body.surprised = (
                body.index in meeting.surprised and self.profile.surprise == "lose turn"
            )
            body.position = kind.position
            body.uses = kind.no_uses[:]
            if self.course and body.side < self.plan.common:  # not in the first encounter
                self.refill(body, ("turn", "round", "encounter"))
            for trait in kind.traits:
                if not body.is_dead:
                    self.put(body, trait)
        self.caught = meeting.surprised
        self.muster()

    def _prepare(self, sides: frozenset[int]) -> None:
        """Before the fight: everybody's actions for it, in the order of the file, each at most once."""
        self.turn += 1
        for body in self.bodies:
            for deed in body.kind.setup:
                is_ready = body.side in sides and body.is_up and body.is_here
                if is_ready and self.why_not(body, deed, None) is None:
                    self.perform(body, deed, None)

    def _roll_initiative(self) -> None:
        """The highest goes first; ties by the order of the file."""
        shared: dict[int, int] = {}
        mode, late = self.profile.initiative, self.profile.surprise == "disadvantage"
        for body in self.bodies:
            kind = body.kind
            group = body.side if mode == "side" else kind.index
            if mode != "each" and group in shared:
                body.initiative = shared[group]
                continue
            advantage, disadvantage = kind.initiative_lean
            disadvantage = disadvantage or (late and body.index in self.caught)
            natural, bonus = self.check_roll(advantage, disadvantage), kind.initiative
            body.initiative = natural + (
                self.roll(bonus) if bonus.dice or bonus.growing else bonus.flat
            )
            shared[group] = body.initiative
        self.order = sorted(self.bodies, key=INITIATIVE, reverse=True)
        if self.log is not None:
            self.log.initiative(self)

    def _disperse(self) -> None:
        """After the fight: what lasts no longer than it ends; the winners' dying are saved."""
        for body in self.bodies:
            if body.statuses:
                self.keep_statuses(body, ("short rest", "long rest"))
            body.concentration = None
            if body.is_down and body.side == self.winner:
                body.stable = True
        self.active = None
        if self.log is not None:
            self.log.over(self)

    def _check_over(self) -> None:
        """Is at most one side left? Those who have yet to arrive count. What is over stays over."""
        self.shaken = False
        if self.is_over:
            return
        left = {side for side, standing in self.friends.items() if standing}
        if self.absent:
            left |= {body.side for body in self.bodies if not body.is_here and not body.is_dead}
        if len(left) < 2:
            self.is_over = True
            self.winner = left.pop() if left else -1

    # --- rounds and turns ----------------------------------------------------------------------------

    def _round(self) -> None:
        if self.absent:
            self._arrive()
        if self.rounds_refill:
            for body in self.bodies:
                self.refill(body, ("round",))
        self.turn += 1
        if self.wanted[ROUND_STARTED]:
            self.offer(Event(ROUND_STARTED, None, None, self.round))
        if self.shaken:
            self._check_over()
        lair = LAIR_COUNT in self.plan.heard
        for body in self.order:
            if self.is_over:
                return
            if lair and body.initiative < self.profile.lair_count:
                lair = False
                self._lair()
                if self.is_over:
                    return
            if body.is_here and not body.is_dead:
                self._turn(body)
            elif body.is_dead and self.timed:
                self._pass_by(body)
        if lair and not self.is_over:
            self._lair()
        self.active = None

    def _arrive(self) -> None:
        """Those whose round has come."""
        arrived = [
            b for b in self.bodies if not b.is_here and b.kind.combatant.arrival <= self.round
        ]
        if arrived:
            self.absent -= len(arrived)
            for body in arrived:
                body.is_here = body.came = True
            self.muster()

    def _lair(self) -> None:
        self.active = None
        self.turn += 1
        self.offer(Event(LAIR_COUNT, None, None, self.round))
        self._check_over()

    def _pass_by(self, body: Body) -> None:
        """The turn that a dead one would have had: what counts its turns goes on."""
        self.active = None
        self.turn += 1
        self._tick(body, "start")
        self._tick(body, "end")
        if self.shaken:
            self._check_over()

    def _turn(self, body: Body) -> None:
        """Start phase, action loop, end phase."""
        self.active = body
        self.turn += 1
        self.turn_ends = False
        kind = body.kind
        is_busy = self.timed or body.statuses or body.is_down or kind.recharging
        if self.turns_are_quiet and not is_busy:
            # Nothing but the counters and the action loop: as below, without the questions.
            body.pools[: kind.turn_count] = kind.turn_pools
            if body.surprised:
                body.surprised = False
            elif kind.guarded:
                self._act_guarded(body)
            else:
                self._act(body)
            if not self.timed and not body.statuses:
                if self.shaken:
                    self._check_over()
                return
            self._end_turn(body)
            return
        # Start phase: what ends now, counters, recharge, the event, and what each turn brings.
        if self.timed:
            self._tick(body, "start")
        body.pools[: kind.turn_count] = kind.turn_pools
        if body.gain:
            for pool, amount in body.gain:
                body.pools[pool] = tidy(body.pools[pool] + amount)
        if kind.recharging:
            self._recharge(body)
        if self.log is not None:
            self.log.turn(self, body)
        if self.wanted[TURN_STARTED]:
            self.offer(Event(TURN_STARTED, body, body, self.round))
        if body.statuses:
            self._each_turn(body)
            self._repeat_saves(body, "start")
        if body.is_down and not body.stable:
            self._death_save(body)
        if self.shaken:
            self._check_over()
        # Action loop: from the top after every action.
        stays = self.is_over or self.turn_ends or body.surprised or body.incapacitated
        if body.is_up and not stays:
            if kind.guarded or self.log is not None:
                self._act_guarded(body)
            else:
                self._act(body)
        self._end_turn(body)

    def _end_turn(self, body: Body) -> None:
        body.surprised = False
        if self.is_over:
            return
        if self.timed:
            self._repeat_saves(body, "end")
            self._tick(body, "end")
        if self.wanted[TURN_ENDED]:
            self.offer(Event(TURN_ENDED, body, body, self.round))
        if self.shaken:
            self._check_over()

    def _act(self, body: Body) -> None:
        """The action loop of those who have no free actions: nothing of theirs can go on for ever, but
        they may act very often."""
        deeds = body.kind.main
        pools = body.pools
        quiet = self.strikes_are_quiet
        for _ in range(self.profile.guard):
            strike = None
            for deed in deeds:
                if deed.quick >= 0 and pools[deed.quick] < 1:
                    continue
                if quiet and deed.strike is not None and body.is_plain:
                    if self.foes[body.side] and not (
                        deed.checks and self.why_not(body, deed, None) is not None
                    ):
                        strike = deed.strike
                        break
                    continue
                if self.why_not(body, deed, None) is None:
                    break
            else:
                return
            if strike is not None:
                self._strike(body, deed, strike)
            else:
                self.perform(body, deed, None)
            if self.shaken:
                self._check_over()
                if self.is_over:
                    return
            if self.turn_ends or not body.is_up or body.incapacitated:
                return
        if any(self.why_not(body, deed, None) is None for deed in deeds):
            self._break_off(body)

    def _act_guarded(self, body: Body) -> None:
        """The same, with an eye on free actions: each at most once in a turn if it says nothing else,
        and none that would repeat a state."""
        turn_uses = body.turn_uses = body.kind.no_uses[:]
        seen: set[object] = set()
        blocked: set[int] = set()
        for _ in range(self.profile.guard):
            deed = self._first_valid(body, blocked)
            if self.log is not None:
                self.log.decide(self, body, blocked, deed)
            if deed is None:
                return
            if deed.toggles and not seen:
                seen.add(self._fingerprint())
            self.perform(body, deed, None)
            turn_uses[deed.local] += 1
            if deed.toggles:
                now = self._fingerprint()
                if now in seen:
                    blocked.add(deed.local)
                seen.add(now)
            if self.shaken:
                self._check_over()
            if self.is_over or self.turn_ends or not body.is_up or body.incapacitated:
                return
        if self._first_valid(body, blocked) is not None:
            self._break_off(body)

    def _break_off(self, body: Body) -> None:
        self.guard(f"{body.member.name} has acted {self.profile.guard} times in one turn")
        if self.wanted[LOOP_GUARD]:
            self.offer(Event(LOOP_GUARD, body, body, self.profile.guard))

    def _first_valid(self, body: Body, blocked: set[int]) -> Deed | None:
        for deed in body.kind.main:
            if self.why_not_now(body, deed, blocked) is None:
                return deed
        return None

    def why_not_now(self, body: Body, deed: Deed, blocked: set[int]) -> str | None:
        """As `why_not`, for a deed in the own turn."""
        if deed.limit and body.turn_uses[deed.local] >= deed.limit:
            return "limit"
        if deed.local in blocked:
            return "repeats"
        return self.why_not(body, deed, None)

    def _fingerprint(self) -> object:
        """All that free actions could toggle. Uses are left out: counting them would hide a loop."""
        return tuple(
            (
                b.hp, b.temp, b.position, b.is_down,
                tuple(
                    n for n, key in zip(b.pools, b.kind.pool_keys, strict=True)
                    if not key.startswith("use of ")
                ),
                tuple((s.worn.number, s.source.index, s.left) for s in b.statuses),
            )
            for b in self.bodies
        )  # fmt: skip
