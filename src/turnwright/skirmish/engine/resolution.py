"""What effects do to bodies: attacks, saves, damage, healing, statuses, movement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.core.rules.ledger import Number, tidy
from turnwright.skirmish.model.vocabulary import (  # fmt: skip
    ATTACK_DECLARED,
    ATTACK_HIT,
    ATTACK_MISSED,
    ATTACK_ROLLED,
    CONCENTRATION_BROKEN,
    DAMAGE_ROLLED,
    DAMAGE_TAKEN,
    ENTERED_REACH,
    HEALED,
    LEFT_REACH,
    RESOURCE_RESTORED,
    SAVE_FAILED,
    SAVE_SUCCEEDED,
    STATUS_APPLIED,
    STATUS_ENDED,
    UNIT_DIED,
    UNIT_DOWNED,
    UNIT_MOVED,
)

from .combatant_state import CRITICAL, FAILURE, HIT, MISS, SUCCESS, Body, Event, Status, Use
from .compiled_effects import DoAttack, DoSave
from .event_bus import Bus
from .plan import Deed, Worn
from .targets import can_be_struck

STAR = 2
"""The bit of the damage type `*`: every type."""


class Melee(Bus):
    """Resolution. `wanted[event]` says whether anybody listens to it, looks back at it, or logs it."""

    wanted: list[bool]
    attacks_are_heard: bool
    fumble: int
    concentration_ability: int

    if TYPE_CHECKING:  # what effects ask of those who do deeds (`Deeds`)

        def repick(self, use: Use) -> Body | None: ...

        def grant(self, body: Body, tag: int) -> None: ...

    # --- attacks -------------------------------------------------------------------------------------

    def attack(self, use: Use, attack: DoAttack, target: Body) -> None:
        """One attack: declared, rolled, judged, answered; on a hit its damage and what follows."""
        actor, deed = use.actor, use.deed
        heard = self.attacks_are_heard
        if heard and not self._declared(use, target):
            return
        if actor.is_plain and target.is_plain:
            advantage, disadvantage = attack.lean
        else:
            advantage, disadvantage = self._lean(actor, target, attack, deed.tags)
        if self.die and advantage == disadvantage:  # `check_roll`, without the call
            natural = (self.take() * self.die >> 32) + 1
        else:
            natural = self.check_roll(advantage, disadvantage)
        bonus = attack.to_hit
        total = natural + (self.roll(bonus, use) if bonus.dice or bonus.growing else bonus.flat)
        for extra in actor.attack_dice:
            total += self.roll(extra, use)
        if natural >= attack.critical:
            outcome = CRITICAL
        elif natural <= self.fumble or total < target.ac:
            outcome = MISS
        elif target.critical_in_melee and deed.tags & self.melee:
            outcome = CRITICAL
        else:
            outcome = HIT
        taker = target
        if heard:
            outcome, parts, taker = self._answered(use, attack, target, natural, total, outcome)
            if outcome < 0:
                return
        else:
            parts = self._damage_roll(use, attack, outcome) if outcome else []
        over = self._last_of(actor, target) if self.timed else ()
        if parts and outcome:
            self.hurt(taker, parts, actor, deed, use, outcome == CRITICAL)
        for body, gone in over:
            self.end_statuses(body, gone)
        for effect in attack.on_hit if outcome else attack.on_miss:
            effect.run(self, use, [target])

    def _declared(self, use: Use, target: Body) -> bool:
        """Does the attack take place, after all have had their say?"""
        event = Event(ATTACK_DECLARED, use.actor, target, 0, use.deed.tags, use)
        self.offer(event)
        if event.is_cancelled:
            return False
        return (target.is_up or can_be_struck(target, use.deed)) and not use.is_lost

    def _answered(
        self, use: Use, attack: DoAttack, target: Body, natural: int, total: int, outcome: int
    ) -> tuple[int, list[list[int]], Body]:
        """The roll, then the hit or the miss, offered to those who listen: what it came to (-1: it was
        cancelled), the damage, and who takes it."""
        event = Event(ATTACK_ROLLED, use.actor, target, total, use.deed.tags, use)
        event.natural, event.total, event.outcome = natural, total, outcome
        event.critical = attack.critical
        self.offer(event)
        if event.is_cancelled:
            return -1, [], target
        parts = self._judged(event, use, attack)
        return (-1 if event.is_cancelled else event.outcome), parts, event.redirected or target

    def _judged(self, event: Event, use: Use, attack: DoAttack) -> list[list[int]]:
        """Offer the hit or the miss. If an answer turns one into the other, that is offered too, once.
        Damage is rolled when there is a hit, so that those who answer it know how bad it is; it is
        rolled again if they make a critical hit of it, or a plain one."""
        parts: list[list[int]] = []
        for _ in range(2):
            before = event.outcome
            is_hit = before > 0
            if is_hit and not parts:
                parts = self._damage_roll(use, attack, before)
            count = len(parts)
            event.type = ATTACK_HIT if is_hit else ATTACK_MISSED
            event.value = sum(part[0] for part in parts) if is_hit else event.total
            event.parts = parts if is_hit else None
            event.tags = use.deed.tags
            if is_hit:
                event.tags = self._damage_tags(event.tags, parts, event.outcome == CRITICAL)
            self.offer(event)
            if is_hit and event.outcome > 0 and event.outcome != before:
                parts[:count] = self._damage_roll(use, attack, event.outcome)
            if event.is_cancelled or (event.outcome > 0) == is_hit:
                break
        return parts

    def _lean(self, actor: Body, target: Body, attack: DoAttack, tags: int) -> tuple[bool, bool]:
        leans = [attack.lean, actor.attacks, target.attacked]
        leans.append(target.in_melee if tags & self.melee else target.at_range)
        return any(one[0] for one in leans), any(one[1] for one in leans)

    def _damage_roll(self, use: Use, attack: DoAttack, outcome: int) -> list[list[int]]:
        critical = outcome == CRITICAL
        parts = [
            [max(0, self.roll(roll, use, critical)), kind] for roll, kind in attack.damage.parts
        ]
        for more in use.actor.damage_parts:
            parts += [[self.roll(roll, use, critical), kind] for roll, kind in more.parts]
        return parts

    @staticmethod
    def _last_of(actor: Body, target: Body) -> list[tuple[Body, list[Status]]]:
        """Statuses that last until the next attack: this is it. They end when its damage is done."""
        over = []
        for body, word in ((actor, "next attack made"), (target, "next attack taken")):
            if body.statuses:
                gone = [s for s in body.statuses if s.worn.spec.duration.until == word]
                if gone:
                    over.append((body, gone))
        return over

    # --- saves ---------------------------------------------------------------------------------------

    def force_save(
        self, use: Use, save: DoSave, target: Body, rolled: list[tuple[int, int]]
    ) -> None:
        """One target of a save: it rolls, answers are heard, and it takes what it must."""
        deed = use.deed
        use.dc = dc = save.dc + use.actor.dc
        success = self.saved(target, save.ability, dc, use.actor, deed.tags, use)
        parts = [[max(0, amount), kind] for amount, kind in rolled]
        if success:
            parts = [[amount // 2, kind] for amount, kind in parts] if save.half else []
        if parts:
            self.hurt(target, parts, use.actor, deed, use, False)
        for effect in save.on_success if success else save.on_fail:
            effect.run(self, use, [target])

    def saved(
        self, body: Body, ability: int, dc: int, source: Body | None, tags: int, use: Use | None
    ) -> bool:
        """Does this save succeed? The fallen fail without a roll."""
        kind = body.kind
        bonus = kind.saves[ability]
        event: Event | None = None
        if not body.is_up or body.fails >> ability & 1:
            natural, total, outcome = 0, 0, FAILURE
            forced = True
        else:
            advantage, disadvantage = kind.save_lean[ability]
            for up, down, of, against in body.saves:
                if (not of or of >> ability & 1) and (not against or against & tags):
                    advantage, disadvantage = advantage or up, disadvantage or down
            natural = self.check_roll(advantage, disadvantage)
            total = natural + bonus
            for dice in body.save_dice:
                total += self.roll(dice, use)
            outcome, forced = int(total >= dc), False
        if self.wanted[SAVE_FAILED] or self.wanted[SAVE_SUCCEEDED]:
            event = Event(SAVE_FAILED, source, body, total, tags, use)
            event.natural, event.total, event.needs, event.outcome = natural, total, dc, outcome
            if forced:
                event.forced = FAILURE
            for _ in range(2):
                before = event.outcome
                event.type = SAVE_SUCCEEDED if before else SAVE_FAILED
                event.value = event.total
                self.offer(event)
                if event.outcome == before:
                    break
            outcome = event.outcome
        return outcome == SUCCESS

    # --- damage and healing --------------------------------------------------------------------------

    def hurt(
        self,
        target: Body,
        parts: list[list[int]],
        source: Body | None,
        deed: Deed | None,
        use: Use | None,
        critical: bool,
    ) -> None:
        """Damage: answers, resistances, temporary hit points, concentration, and the fall."""
        tags = deed.tags if deed is not None else 0
        if self.wanted[DAMAGE_ROLLED]:
            about = self._damage_tags(tags, parts, critical)
            event = Event(DAMAGE_ROLLED, source, target, sum(p[0] for p in parts), about, use)
            event.parts = parts
            event.outcome = CRITICAL if critical else -1
            self.offer(event)
            if event.is_cancelled:
                return
            if event.redirected is not None:
                target = event.redirected
        if target.is_dead:
            return
        total = self._mitigated(target, parts, source, tags)
        if total > 0:
            if self.wanted[DAMAGE_TAKEN]:
                tags = self._damage_tags(tags, parts, critical)
            self.wound(target, total, source, deed, use, critical, tags)

    def _damage_tags(self, tags: int, parts: list[list[int]], critical: bool) -> int:
        """The tags of the action, the types of the damage, and whether it is critical."""
        type_tags = self.plan.type_tags
        for part in parts:
            tags |= type_tags[part[1]]
        return tags | self.plan.critical if critical else tags

    def wound(
        self,
        target: Body,
        total: int,
        source: Body | None,
        deed: Deed | None,
        use: Use | None,
        critical: bool,
        tags: int,
    ) -> None:
        """Damage that is really taken."""
        if deed is not None and source is not None and target.side != source.side:
            self.damage[deed.index] += total
        left = total
        if target.temp:
            soaked = min(target.temp, left)
            target.temp -= soaked
            left -= soaked
        over = 0
        was_up = target.is_up
        if was_up:
            target.hp -= left
            if target.hp < 0:
                over, target.hp = -target.hp, 0
        if self.wanted[DAMAGE_TAKEN]:
            self.offer(Event(DAMAGE_TAKEN, source, target, total, tags, use))
        if target.statuses:
            gone = [s for s in target.statuses if s.worn.spec.ends_on_damage]
            if gone:
                self.end_statuses(target, gone)
        if target.is_dead or target.is_up != was_up:  # an answer has felled it, or brought it back
            return
        if not was_up:
            self._hurt_while_down(target, source, total, critical)
        elif target.hp == 0:
            self._fall(target, source, deed, over, use)
        elif target.concentration is not None and self.profile.concentration is not None:
            profile = self.profile
            dc = min(max(profile.concentration_dc, total // 2), profile.concentration_dc_most)
            tags = deed.tags if deed is not None else 0
            if not self.saved(target, self.concentration_ability, dc, source, tags, use):
                self.break_concentration(target)

    def _mitigated(
        self, target: Body, parts: list[list[int]], source: Body | None, tags: int
    ) -> int:
        """What is taken of it: first what both sides add or take away, then resistances."""
        total = 0
        if source is not None and source.dealt != 1:
            parts = [[int(amount * source.dealt), kind] for amount, kind in parts]
        if target.reduction:
            less = sum(max(0, self.roll(dice)) for dice in target.reduction)
            parts = [part[:] for part in parts]
            for part in parts:
                taken = min(part[0], less)
                part[0] -= taken
                less -= taken
        resist, immune, vulnerable = target.resist, target.immune, target.vulnerable
        for which, kinds, tag in target.unless:
            if not tags & tag:
                resist |= kinds if which == 0 else 0
                immune |= kinds if which == 1 else 0
                vulnerable |= kinds if which == 2 else 0
        if not (resist or immune or vulnerable):
            for part in parts:
                total += part[0]
        else:
            for amount, kind in parts:
                bit = 1 << kind | STAR
                if immune & bit:
                    continue
                if resist & bit:
                    amount //= 2
                if vulnerable & bit:
                    amount *= 2
                total += amount
        return int(total * target.taken) if target.taken != 1 else total

    def _fall(
        self, body: Body, source: Body | None, deed: Deed | None, over: int, use: Use | None
    ) -> None:
        body.is_up = False
        body.is_down = True
        body.stable = False
        body.successes = body.failures = 0
        self.dismiss(body)
        if self.log is not None:
            self.log.fell(self, body)
        if body.concentration is not None:
            self.break_concentration(body)
        tags = deed.tags if deed is not None else 0
        if self.wanted[UNIT_DOWNED]:
            self.offer(Event(UNIT_DOWNED, source, body, over, tags, use))
        if body.is_up or body.is_dead:
            return
        massive = self.profile.massive_damage and over >= body.max_hp
        if not body.kind.death_saves or massive:
            self.die_for_good(body, source, tags, use)

    def _hurt_while_down(self, body: Body, source: Body | None, total: int, critical: bool) -> None:
        body.stable = False
        body.failures += 2 if critical else 1
        if body.failures >= 3 or (self.profile.massive_damage and total >= body.max_hp):
            self.die_for_good(body, source, 0, None)

    def die_for_good(self, body: Body, source: Body | None, tags: int, use: Use | None) -> None:
        body.is_dead = True
        body.is_down = False
        if body.statuses:
            gone = body.statuses
            body.statuses = []
            self.timed -= sum(status.worn.passes for status in gone)
            body.refresh()
            for status in gone:
                if status.with_concentration:
                    self.release(status.source)
        for other in self.bodies if self.plan.statuses else ():
            if other.statuses:
                gone = [
                    s for s in other.statuses if s.source is body and s.worn.spec.ends_with_source
                ]
                if gone:
                    self.end_statuses(other, gone)
        if self.wanted[UNIT_DIED]:
            self.offer(Event(UNIT_DIED, source, body, 0, tags, use))

    def heal(self, body: Body, amount: int, source: Body | None, use: Use | None) -> None:
        """Hit points come back, never above the maximum; the dead stay dead."""
        if body.is_dead:
            return
        gained = min(amount, body.max_hp - body.hp)
        if gained <= 0:
            return
        body.hp += gained
        if not body.is_up:
            body.is_up, body.is_down, body.stable = True, False, False
            body.successes = body.failures = 0
            self.muster()
        if self.wanted[HEALED]:
            tags = use.deed.tags if use is not None else 0
            self.offer(Event(HEALED, source, body, gained, tags, use))

    def shield(self, body: Body, amount: int) -> None:
        """Temporary hit points do not add up: the larger amount counts."""
        if not body.is_dead and amount > body.temp:
            body.temp = amount

    # --- statuses ------------------------------------------------------------------------------------

    def put(self, body: Body, worn: Worn, use: Use | None = None) -> None:
        """A status begins; the same one from the same source begins anew."""
        if body.is_dead or not body.kind.condition_immune.isdisjoint(worn.conditions):
            return
        source = body if use is None else use.actor
        deed = None if use is None else use.deed
        held = deed is not None and deed.action.concentration
        if held and source.concentration is not deed:
            return  # lost before it took hold
        for old in body.statuses:
            if old.source is source and old.worn.number == worn.number:
                body.statuses.remove(old)
                self.timed -= old.worn.passes
                break
        dc = 0 if use is None else use.dc
        body.statuses.append(Status(worn, source, deed, dc, self.turn, held))
        self.timed += worn.passes
        body.refresh()
        if body.incapacitated and body.concentration is not None:
            self.break_concentration(body)
        if self.wanted[STATUS_APPLIED]:
            tags = worn.tags | (deed.tags if deed is not None else 0)
            event = Event(STATUS_APPLIED, source, body, 0, tags, use)
            event.about = worn.name
            self.offer(event)

    def end_statuses(self, body: Body, gone: list[Status]) -> None:
        for status in gone:
            if status not in body.statuses:
                continue
            body.statuses.remove(status)
            self.timed -= status.worn.passes
            body.refresh()
            if status.with_concentration:
                self.release(status.source)
            if self.wanted[STATUS_ENDED]:
                event = Event(STATUS_ENDED, status.source, body, 0, status.worn.tags)
                event.about = status.worn.name
                self.offer(event)

    def concentrate(self, body: Body, deed: Deed) -> None:
        """A new concentration ends the old one."""
        if body.concentration is not None:
            self._let_go(body)
        body.concentration = deed

    def release(self, body: Body) -> None:
        """When nothing is held any more, there is nothing left to concentrate on."""
        if body.concentration is not None and not any(
            status.with_concentration and status.source is body
            for other in self.bodies
            for status in other.statuses
        ):
            body.concentration = None

    def break_concentration(self, body: Body) -> None:
        self._let_go(body)
        if self.wanted[CONCENTRATION_BROKEN]:
            self.offer(Event(CONCENTRATION_BROKEN, body, body))

    def _let_go(self, body: Body) -> None:
        body.concentration = None
        for other in self.bodies:
            gone = [s for s in other.statuses if s.with_concentration and s.source is body]
            if gone:
                self.end_statuses(other, gone)

    # --- resources and distance ----------------------------------------------------------------------

    def restore(self, body: Body, pool: int, amount: Number) -> None:
        """Give back, never above the maximum."""
        after = min(tidy(body.pools[pool] + amount), body.kind.pool_max[pool])
        gained = after - body.pools[pool]
        if gained <= 0:
            return
        body.pools[pool] = after
        if self.wanted[RESOURCE_RESTORED]:
            event = Event(RESOURCE_RESTORED, body, body, gained)
            event.about = body.kind.pool_keys[pool]
            self.offer(event)

    def move(self, mover: Body, other: Body, distance: int, away: bool, use: Use) -> None:
        """Change the distance on the line: never past the other one, and only as far as one can."""
        if mover.no_movement or not mover.is_up:
            return
        gap = other.position - mover.position
        step: Number
        if away:
            step = -distance if gap > 0 else distance
        else:
            step = min(distance, abs(gap)) * (1 if gap > 0 else -1)
        if not step:
            return
        there = mover.position + step
        if self.wanted[LEFT_REACH]:
            for enemy in list(self.foes[mover.side]):
                reach = enemy.kind.combatant.reach
                if abs(mover.position - enemy.position) <= reach < abs(there - enemy.position):
                    event = Event(LEFT_REACH, mover, enemy, abs(step), use.deed.tags, use)
                    self.offer(event)
                    if event.is_cancelled or mover.no_movement or not mover.is_up:
                        return
        here, mover.position = mover.position, there
        if self.wanted[UNIT_MOVED]:
            self.offer(Event(UNIT_MOVED, mover, mover, abs(step), use.deed.tags, use))
        if self.wanted[ENTERED_REACH]:
            for enemy in list(self.foes[mover.side]):
                reach = enemy.kind.combatant.reach
                if abs(there - enemy.position) <= reach < abs(here - enemy.position):
                    self.offer(Event(ENTERED_REACH, mover, enemy, abs(step), use.deed.tags, use))
                    if not mover.is_up:
                        return
