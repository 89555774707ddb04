"""Effects, compiled: each does its part of a deed by the words that `Fight` has."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from turnwright.core.rules.ledger import tidy
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.formula import parse

from .combatant_state import CRITICAL, FAILURE, HIT, MISS, SUCCESS, Body, Use
from .compiled_statuses import lean, parts_of, worn
from .plan import Deed, Kind, Parts, Plan, Worn, roll_of
from .targets import can_be_struck

if TYPE_CHECKING:
    from .resolution import Melee


class Doing:
    """Base of the compiled effects. `targets` are those of the deed, or whom an attack just met."""

    __slots__ = ("entry", "to")

    def __init__(self, entry: scenario.Effect) -> None:
        self.entry = entry
        self.to: str = getattr(entry, "to", "target")

    def run(self, fight: Melee, use: Use, targets: list[Body]) -> None:
        raise NotImplementedError

    def whom(self, use: Use, targets: list[Body]) -> list[Body]:
        if self.to == "target":
            return targets
        if self.to == "self":
            return [use.actor]
        if use.event is None:
            return []
        body = use.event.source if self.to == "event source" else use.event.target
        return [] if body is None else [body]


class DoAttack(Doing):
    __slots__ = (
        "critical",
        "damage",
        "dice",
        "lean",
        "on_hit",
        "on_miss",
        "single",
        "times",
        "to_hit",
    )

    def __init__(self, entry: scenario.Attack, plan: Plan, kind: Kind, deed: Deed) -> None:
        super().__init__(entry)
        self.to_hit = roll_of(entry.to_hit)
        self.damage = parts_of(plan, entry.damage)
        self.times = roll_of(entry.times)
        self.lean = lean(entry.lean)
        self.critical = entry.critical or plan.profile.critical
        self.on_hit = tuple(compile_effect(e, plan, kind, deed) for e in entry.on_hit)
        self.on_miss = tuple(compile_effect(e, plan, kind, deed) for e in entry.on_miss)
        self.single = deed.is_single

    def run(self, fight: Melee, use: Use, targets: list[Body]) -> None:
        times = self.times.flat if self.times[1:] == ((), ()) else fight.roll(self.times, use)
        if self.single:
            target: Body | None = targets[0] if targets else None
            for _ in range(times):
                if not use.actor.is_up and use.is_lost:
                    return
                if target is None or not (target.is_up or can_be_struck(target, use.deed)):
                    target = fight.repick(use)
                    if target is None:
                        return
                fight.attack(use, self, target)
                target = None
            return
        for target in targets:
            for _ in range(times):
                if can_be_struck(target, use.deed) and not use.is_lost:
                    fight.attack(use, self, target)


class DoSave(Doing):
    __slots__ = ("ability", "damage", "dc", "half", "on_fail", "on_success")

    def __init__(self, entry: scenario.Save, plan: Plan, kind: Kind, deed: Deed) -> None:
        super().__init__(entry)
        self.dc = entry.dc
        self.ability = plan.abilities(entry.ability.lower())
        self.damage = parts_of(plan, entry.damage)
        self.half = entry.half
        self.on_fail = tuple(compile_effect(e, plan, kind, deed) for e in entry.on_fail)
        self.on_success = tuple(compile_effect(e, plan, kind, deed) for e in entry.on_success)

    def run(self, fight: Melee, use: Use, targets: list[Body]) -> None:
        whom = self.whom(use, targets)
        if not whom:
            return
        rolled = [(fight.roll(roll, use), kind) for roll, kind in self.damage.parts]
        for body in whom:
            if not body.is_dead:
                fight.force_save(use, self, body, rolled)


class DoHarm(Doing):
    __slots__ = ("damage",)

    def __init__(self, entry: scenario.Harm, plan: Plan, kind: Kind, deed: Deed) -> None:
        super().__init__(entry)
        self.damage = parts_of(plan, entry.damage)

    def run(self, fight: Melee, use: Use, targets: list[Body]) -> None:
        for body in self.whom(use, targets):
            if not body.is_dead:
                parts = [[max(0, fight.roll(roll, use)), kind] for roll, kind in self.damage.parts]
                fight.hurt(body, parts, use.actor, use.deed, use, False)


class DoHeal(Doing):
    __slots__ = ("amount", "temporary")

    def __init__(self, entry: scenario.Heal, plan: Plan, kind: Kind, deed: Deed) -> None:
        super().__init__(entry)
        self.amount = roll_of(entry.amount)
        self.temporary = entry.temporary

    def run(self, fight: Melee, use: Use, targets: list[Body]) -> None:
        for body in self.whom(use, targets):
            amount = max(0, fight.roll(self.amount, use))
            if self.temporary:
                fight.shield(body, amount)
            else:
                fight.heal(body, amount, use.actor, use)


class DoApply(Doing):
    __slots__ = ("worn",)

    def __init__(self, entry: scenario.Apply, plan: Plan, kind: Kind, deed: Deed) -> None:
        super().__init__(entry)
        self.worn: Worn = worn(plan, entry.status)

    def run(self, fight: Melee, use: Use, targets: list[Body]) -> None:
        for body in self.whom(use, targets):
            fight.put(body, self.worn, use)


class DoRemove(Doing):
    __slots__ = ("by_self", "name", "tag")

    def __init__(self, entry: scenario.Remove, plan: Plan, kind: Kind, deed: Deed) -> None:
        super().__init__(entry)
        self.name = entry.status
        self.tag = plan.tags.bit(entry.tag) if entry.tag else 0
        self.by_self = entry.by_self

    def run(self, fight: Melee, use: Use, targets: list[Body]) -> None:
        for body in self.whom(use, targets):
            gone = [
                s for s in body.statuses
                if (self.name in s.worn.conditions or s.worn.tags & self.tag)
                and (not self.by_self or s.source is use.actor)
            ]  # fmt: skip
            fight.end_statuses(body, gone)


class DoGain(Doing):
    __slots__ = ("above", "amount", "key", "sign")

    def __init__(
        self, entry: scenario.Gain | scenario.Lose, plan: Plan, kind: Kind, deed: Deed
    ) -> None:
        super().__init__(entry)
        self.key = entry.resource
        self.amount = roll_of(entry.amount)
        self.sign = 1 if isinstance(entry, scenario.Gain) else -1
        self.above = isinstance(entry, scenario.Gain) and entry.above_max

    def run(self, fight: Melee, use: Use, targets: list[Body]) -> None:
        for body in self.whom(use, targets):
            pool = body.kind.pools.get(self.key)
            amount = max(0, fight.roll(self.amount, use))
            if pool is None:
                continue
            if self.sign < 0:
                body.pools[pool] = max(0, tidy(body.pools[pool] - amount))
            elif self.above:
                body.pools[pool] += amount
            else:
                fight.restore(body, pool, amount)


class DoMove(Doing):
    __slots__ = ("away", "distance", "is_self")

    def __init__(self, entry: scenario.MoveCombatant, plan: Plan, kind: Kind, deed: Deed) -> None:
        super().__init__(entry)
        self.distance = roll_of(entry.distance)
        self.away = entry.direction == "away"
        self.is_self = entry.who == "self"

    def run(self, fight: Melee, use: Use, targets: list[Body]) -> None:
        for body in targets:
            distance = max(0, fight.roll(self.distance, use))
            mover, other = (use.actor, body) if self.is_self else (body, use.actor)
            fight.move(mover, other, distance, self.away, use)
            if self.is_self:
                return


class DoEndTurn(Doing):
    __slots__ = ()

    def run(self, fight: Melee, use: Use, targets: list[Body]) -> None:
        fight.turn_ends = True


class DoCancel(Doing):
    __slots__ = ()

    def run(self, fight: Melee, use: Use, targets: list[Body]) -> None:
        if use.event is not None:
            use.event.is_cancelled = True


class DoRoll(Doing):
    __slots__ = ("add", "again")

    def __init__(self, entry: scenario.ChangeRoll, plan: Plan, kind: Kind, deed: Deed) -> None:
        super().__init__(entry)
        self.add = roll_of(entry.add)
        self.again = entry.again

    def run(self, fight: Melee, use: Use, targets: list[Body]) -> None:
        event = use.event
        if event is None or event.outcome < 0:
            return
        if self.again:
            natural = fight.check_roll(False, False)
            keep = event.natural
            if self.again == "new":
                keep = natural
            elif self.again == "best":
                keep = max(keep, natural)
            else:
                keep = min(keep, natural)
            event.total += keep - event.natural
            event.natural = keep
        event.total += fight.roll(self.add, use)


OUTCOMES = {"miss": MISS, "hit": HIT, "critical": CRITICAL, "failure": FAILURE, "success": SUCCESS}


class DoOutcome(Doing):
    __slots__ = ("outcome",)

    def __init__(self, entry: scenario.SetOutcome, plan: Plan, kind: Kind, deed: Deed) -> None:
        super().__init__(entry)
        self.outcome = OUTCOMES[entry.to]

    def run(self, fight: Melee, use: Use, targets: list[Body]) -> None:
        if use.event is not None and use.event.outcome >= 0:
            use.event.forced = self.outcome


class DoChangeDamage(Doing):
    __slots__ = ("add", "multiply", "redirect", "reduce")

    def __init__(self, entry: scenario.ChangeDamage, plan: Plan, kind: Kind, deed: Deed) -> None:
        super().__init__(entry)
        self.add: Parts = parts_of(plan, entry.add)
        self.reduce = roll_of(entry.reduce)
        self.multiply = entry.multiply
        self.redirect = entry.redirect

    def run(self, fight: Melee, use: Use, targets: list[Body]) -> None:
        event = use.event
        if event is None or event.parts is None:
            return
        crit = event.outcome == CRITICAL
        for roll, kind in self.add.parts:
            event.parts.append([max(0, fight.roll(roll, use, crit)), kind])
        less = max(0, fight.roll(self.reduce, use))
        for part in event.parts:
            taken = min(part[0], less)
            part[0] -= taken
            less -= taken
            if self.multiply != 1:
                part[0] = int(part[0] * self.multiply)
        if self.redirect:
            event.redirected = use.actor


class DoGrant(Doing):
    __slots__ = ("tag",)

    def __init__(self, entry: scenario.Grant, plan: Plan, kind: Kind, deed: Deed) -> None:
        super().__init__(entry)
        self.tag = plan.tags.bit(entry.tag)

    def run(self, fight: Melee, use: Use, targets: list[Body]) -> None:
        for body in self.whom(use, targets):
            fight.grant(body, self.tag)


KINDS: dict[type[scenario.EffectBase], Callable[..., Doing]] = {
    scenario.Attack: DoAttack, scenario.Save: DoSave, scenario.Harm: DoHarm, scenario.Heal: DoHeal,
    scenario.Apply: DoApply, scenario.Remove: DoRemove, scenario.Gain: DoGain, scenario.Lose: DoGain,
    scenario.MoveCombatant: DoMove, scenario.ChangeRoll: DoRoll, scenario.SetOutcome: DoOutcome,
    scenario.ChangeDamage: DoChangeDamage, scenario.Grant: DoGrant,
}  # fmt: skip
SIMPLE: dict[type[scenario.EffectBase], type[Doing]] = {
    scenario.EndTurn: DoEndTurn,
    scenario.Cancel: DoCancel,
}


def compile_effect(entry: scenario.Effect, plan: Plan, kind: Kind, deed: Deed) -> Doing:
    if type(entry) in SIMPLE:
        return SIMPLE[type(entry)](entry)
    return KINDS[type(entry)](entry, plan, kind, deed)


class Shift(NamedTuple):
    """By how much a reaction can move the roll that it answers: what `would_change_outcome` needs."""

    ac: int = 0
    low: int = 0
    high: int = 0
    outcome: int = -1
    again: bool = False
    cancels: bool = False
    others: bool = False
    """It does something beside: then nothing can be said, and it counts as a change."""


def shift_of(action: scenario.CombatAction) -> Shift:
    ac = low = high = 0
    outcome, again, cancels, others = -1, False, False, False
    for entry in action.effect if isinstance(action.effect, tuple) else ():
        if isinstance(entry, scenario.Apply) and entry.status.ac:
            ac += entry.status.ac
        elif isinstance(entry, scenario.ChangeRoll):
            least, most = parse(entry.add).bounds()
            low, high, again = low + least, high + most, again or bool(entry.again)
        elif isinstance(entry, scenario.SetOutcome):
            outcome = OUTCOMES[entry.to]
        elif isinstance(entry, scenario.Cancel):
            cancels = True
        else:
            others = True
    return Shift(ac, low, high, outcome, again, cancels, others)
