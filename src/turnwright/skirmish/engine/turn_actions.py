"""Deeds, and what time brings: choosing targets, paying, declaring and resolving; statuses that tick,
pools that fill, saves that are made again."""

from __future__ import annotations

from turnwright.core.rules.ledger import Number
from turnwright.skirmish.model.vocabulary import (  # fmt: skip
    ACTION_CANCELLED,
    ACTION_DECLARED,
    ACTION_RESOLVED,
    SPELL_CAST,
    UNIT_MOVED,
)

from .combatant_state import Body, Event, Use
from .payment import can_pay, pay
from .plan import Deed, Strike
from .resolution import Melee
from .targets import can_be_struck, candidates, choose


class Deeds(Melee):
    """What a body does, one deed at a time."""

    def guard(self, why: str) -> None:
        self.guards += 1
        if self.log is not None:
            self.log.guard(self, why)

    # --- a deed --------------------------------------------------------------------------------------

    def why_not(self, body: Body, deed: Deed, event: Event | None) -> str | None:
        """What keeps a deed from being done, in one word; None if nothing does."""
        if deed.quick >= 0 and body.pools[deed.quick] < 1:
            return "cost"
        for check in deed.checks:
            if not check(self, body, None, event):
                return "requirement"
        if deed.simple:
            if not self.foes[body.side]:
                return "targets"
        elif deed.min_targets and len(candidates(self, body, deed, event)) < deed.min_targets:
            return "targets"
        return None if deed.quick >= 0 or can_pay(body, deed) else "cost"

    def perform(
        self, body: Body, deed: Deed, event: Event | None, granted: dict[int, Number] | None = None
    ) -> None:
        """Choose targets, pay, declare, resolve. What is cancelled stays paid, or comes back, by the
        policy of the action or of the profile. Pools that are granted are as they were when it is
        paid."""
        if not self.depth:
            self.serial += 1
        use = Use(body, deed, event)
        found = self.foes[body.side] if deed.simple else candidates(self, body, deed, event)
        count = 1 if deed.is_single else max(0, self._count(use))
        targets = use.targets = choose(self, body, deed, found, count)
        if deed.quick >= 0:
            body.pools[deed.quick] -= 1
            use.paid = deed.price.plain
        else:
            pay(use, targets[0].max_hp - targets[0].hp if targets else 0)
            if deed.count.growing:  # the level of the slot may bring more targets
                use.targets = choose(self, body, deed, found, max(0, self.roll(deed.count, use)))
        if granted is not None:
            for pool, amount in granted.items():
                body.pools[pool] = amount
            use.paid = tuple(pair for pair in use.paid if pair[0] not in granted)
        self.uses[deed.index] += 1
        body.uses[deed.local] += 1
        if deed.moves >= 0 and self.wanted[UNIT_MOVED] and not self._walks(use):
            return
        if deed.cooldown:
            body.cooling[deed.local] = deed.cooldown
        if self.log is not None:
            self.log.deed(self, use)
        if (self.wanted[ACTION_DECLARED] or deed.is_spell) and not self._goes_through(use):
            return
        if deed.action.concentration:
            self.concentrate(body, deed)
        for effect in deed.effects:
            effect.run(self, use, use.targets)
        if deed.holds:
            self.release(body)
        if self.wanted[ACTION_RESOLVED]:
            self.offer(self._about(ACTION_RESOLVED, use))

    def _walks(self, use: Use) -> bool:
        """Movement that is paid is a movement, if the deed does not move by itself. Is the body still
        up after those who wanted have answered it?"""
        paid: Number = sum(amount for pool, amount in use.paid if pool == use.deed.moves)
        if paid:
            self.offer(Event(UNIT_MOVED, use.actor, use.actor, paid, use.deed.tags, use))
        return not use.is_lost

    def _strike(self, body: Body, deed: Deed, strike: Strike) -> None:
        """`perform` and `attack` in one for the commonest deed: plain attacks that nobody answers."""
        self.serial += 1
        self.uses[deed.index] += 1
        body.pools[deed.quick] -= 1
        body.uses[deed.local] += 1
        take = self.take
        for _ in range(strike.times):
            target, least = None, 1 << 60
            for foe in self.foes[body.side]:
                health = foe.hp + foe.temp
                if health < least:
                    target, least = foe, health
            if target is None:
                return
            if not target.is_plain or target.is_special or not body.is_plain:
                self.attack(Use(body, deed), strike.attack, target)
                if not body.is_up:
                    return
                continue
            natural = (take() * self.die >> 32) + 1
            total = 0
            if natural >= strike.critical:
                total = self.roll(strike.damage, None, True)
            elif natural > self.fumble and natural + strike.to_hit >= target.ac:
                total = strike.flat
                for _ in range(strike.count):
                    total += (take() * strike.sides >> 32) + 1
            over = self.timed and self._last_of(body, target)
            if total > 0:
                left = target.hp - total
                if left > 0 and not (target.temp or target.statuses or target.concentration):
                    target.hp = left  # as `wound`, if it does nothing but hurt
                    self.damage[deed.index] += total
                else:
                    critical = natural >= strike.critical
                    self.wound(target, total, body, deed, None, critical, deed.tags)
            if over:
                for one, gone in over:
                    self.end_statuses(one, gone)
            if not body.is_up:
                return

    def _count(self, use: Use) -> int:
        return 1 if use.deed.count.growing else self.roll(use.deed.count, use)

    def _about(self, type: int, use: Use) -> Event:
        target = use.targets[0] if use.targets else None
        return Event(type, use.actor, target, use.slot_level, use.deed.tags, use)

    def _goes_through(self, use: Use) -> bool:
        """Declare it; somebody may cancel it."""
        deed = use.deed
        types = (ACTION_DECLARED, SPELL_CAST) if deed.is_spell else (ACTION_DECLARED,)
        for type in types:
            if not self.wanted[type]:
                continue
            event = self._about(type, use)
            if type == SPELL_CAST and not use.slot_level:
                event.value = deed.action.level
            self.offer(event)
            if event.is_cancelled:
                self._cancelled(use)
                return False
            if use.is_lost:
                return False
        return True

    def _cancelled(self, use: Use) -> None:
        policy = use.deed.on_cancel
        back = {"keep": (), "refund_slot": use.slots, "refund_all": use.paid}[policy]
        for pool, amount in back:
            self.restore(use.actor, pool, amount)
        if self.wanted[ACTION_CANCELLED]:
            self.offer(self._about(ACTION_CANCELLED, use))

    def repick(self, use: Use) -> Body | None:
        """A target for the next attack of a deed, by the same choice."""
        found = candidates(self, use.actor, use.deed, use.event)
        chosen = choose(self, use.actor, use.deed, found, 1)
        return chosen[0] if chosen and can_be_struck(chosen[0], use.deed) else None

    def grant(self, body: Body, tag: int) -> None:
        """Somebody acts at once: the first valid deed with the tag, without what a turn gives."""
        if not body.is_up or body.incapacitated:
            return
        if self.depth >= self.profile.depth:
            self.guard(f"{body.member.name} is granted an action {self.depth} deep")
            return
        keys = self.profile.turn_pools
        saved = {body.kind.pools[key]: body.pools[body.kind.pools[key]] for key in keys}
        for pool, key in ((body.kind.pools[key], key) for key in keys):
            body.pools[pool] = max(saved[pool], keys[key])
        for deed in body.kind.deeds:
            if not deed.tags & tag or (body.index, deed.local) in self.running:
                continue
            if self.why_not(body, deed, None) is None and self.goes_on(body):
                self.depth += 1
                self.perform(body, deed, None, saved)
                self.depth -= 1
                return
        for pool, amount in saved.items():
            body.pools[pool] = amount

    def keep_statuses(self, body: Body, until: tuple[str, ...]) -> None:
        """All others are over, without anybody being told."""
        kept = [
            s for s in body.statuses
            if s.worn.spec.duration.until in until and not s.with_concentration
        ]  # fmt: skip
        self.timed += sum(s.worn.passes for s in kept) - sum(s.worn.passes for s in body.statuses)
        body.statuses = kept
        body.refresh()

    # --- what time brings ----------------------------------------------------------------------------

    def refill(self, body: Body, words: tuple[str, ...]) -> None:
        kind = body.kind
        for pool, word in enumerate(kind.pool_reset):
            if word in words:
                body.pools[pool] = kind.pool_max[pool]

    def _recharge(self, body: Body) -> None:
        for deed in body.kind.recharging:
            if body.pools[deed.ready] >= 1:
                continue
            if deed.cooldown:
                body.cooling[deed.local] -= 1
                if body.cooling[deed.local] <= 0:
                    body.pools[deed.ready] = 1
            elif (self.take() * self.profile.recharge_die >> 32) + 1 >= deed.recharge:
                body.pools[deed.ready] = 1

    def _tick(self, body: Body, at: str) -> None:
        """Durations: those that count this body's turns, and those that end with this turn."""
        for other in self.bodies:
            if not other.statuses:
                continue
            gone = []
            for status in other.statuses:
                duration = status.worn.spec.duration
                if at == "end" and duration.until == "end of turn":
                    gone.append(status)
                elif duration.turns is not None and duration.at == at:
                    counted = status.source if duration.of == "source" else other
                    if counted is body and (at == "start" or status.since != self.turn):
                        status.left -= 1
                        if status.left <= 0:
                            gone.append(status)
            if gone:
                self.end_statuses(other, gone)

    def _each_turn(self, body: Body) -> None:
        for status in list(body.statuses):
            worn = status.worn
            if status not in body.statuses:
                continue
            if not worn.heal.is_nothing and not body.is_dead:
                self.heal(body, max(0, self.roll(worn.heal)), status.source, None)
            if worn.harm.parts and not body.is_dead:
                parts = [[max(0, self.roll(roll)), kind] for roll, kind in worn.harm.parts]
                self.hurt(body, parts, status.source, status.deed, None, False)

    def _repeat_saves(self, body: Body, at: str) -> None:
        for status in list(body.statuses):
            repeat = status.worn.spec.repeat_save
            if repeat is None or repeat.at != at or status not in body.statuses:
                continue
            dc = status.dc if repeat.dc is None else repeat.dc
            ability = self.plan.abilities.of[repeat.ability.lower()]
            tags = status.worn.tags | (status.deed.tags if status.deed is not None else 0)
            if self.saved(body, ability, dc, status.source, tags, None):
                self.end_statuses(body, [status])

    def _death_save(self, body: Body) -> None:
        """10 or more succeeds; a fumble fails twice, a critical brings the body back with 1."""
        natural = self.check_roll(False, False)
        if natural >= self.profile.critical:
            self.heal(body, 1, body, None)
        elif natural >= 10:
            body.successes += 1
            if body.successes >= 3:
                body.stable = True
                body.successes = body.failures = 0
        else:
            body.failures += 2 if natural <= self.profile.fumble else 1
            if body.failures >= 3:
                self.die_for_good(body, None, 0, None)
        if self.log is not None:
            self.log.death_save(self, body, natural)
