"""Effects, compiled: `run` carries out one effect of an action during a run."""

from __future__ import annotations

from collections.abc import Callable

from turnwright.core.rules.ledger import tidy
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.bodies import most_of
from turnwright.skirmish.model.expression import read
from turnwright.skirmish.model.formula import fixed_number, parse

from .actions import CompiledAction, RollChange, grant_action, next_target
from .attacks import attack
from .combatant_state import CombatantState
from .compiled_statuses import compile_damage, compile_status
from .dice import ONE, ZERO, advantage_pair, compile_dice
from .expressions import FormulaContext, evaluator
from .fight_events import CRITICAL, FAILURE, HIT, MISS, OWN_DAMAGE, SUCCESS, ActionUse
from .plan import Plan
from .resolution import deal_damage, force_save, give_temporary_hp, heal, move, restore_pool
from .run_state import FightRun
from .statuses import apply_status, end_statuses
from .summons import Summoning, summon
from .targets import can_be_attacked
from .transformations import transform


class CompiledEffect:
    """Base of the compiled effects. `targets` are those of the action, or the target of the attack."""

    __slots__ = ("entry", "to")

    def __init__(self, entry: scenario.Effect) -> None:
        self.entry = entry
        self.to: str = getattr(entry, "to", "target")

    def run(self, run: FightRun, use: ActionUse, targets: list[CombatantState]) -> None:
        """Carry out the effect."""
        raise NotImplementedError

    def recipients(self, use: ActionUse, targets: list[CombatantState]) -> list[CombatantState]:
        """The combatants that the effect applies to."""
        if self.to == "target":
            return targets
        if self.to == "self":
            return [use.actor]
        if use.event is None:
            return []
        one = use.event.source if self.to == "event source" else use.event.target
        return [] if one is None else [one]


class AttackEffect(CompiledEffect):
    """Attacks. An action with a single target picks a new one for every attack."""

    __slots__ = (
        "advantage_if",
        "critical",
        "damage",
        "is_single",
        "on_hit",
        "on_miss",
        "roll_mode",
        "times",
        "to_hit",
    )

    def __init__(self, entry: scenario.Attack, plan: Plan, action: CompiledAction) -> None:
        super().__init__(entry)
        self.to_hit = compile_dice(entry.to_hit)
        self.damage = compile_damage(plan, entry.damage)
        self.times = compile_dice(entry.times)
        self.roll_mode = advantage_pair(entry.lean)
        self.advantage_if = compile_dice(entry.advantage_if)
        self.critical = entry.critical or plan.profile.critical
        self.on_hit = compile_effects(entry.on_hit, plan, action)
        self.on_miss = compile_effects(entry.on_miss, plan, action)
        self.is_single = action.is_single

    def run(self, run: FightRun, use: ActionUse, targets: list[CombatantState]) -> None:
        """Make the attacks."""
        times = self.times.flat if self.times[1:] == ((), ()) else run.roll(self.times, use)
        if self.is_single:
            self._run_single(run, use, targets[0] if targets else None, times)
            return
        for target in targets:
            for _ in range(times):
                if can_be_attacked(target, use.action) and not use.actor_fell:
                    attack(run, use, self, target)

    def _run_single(
        self, run: FightRun, use: ActionUse, target: CombatantState | None, times: int
    ) -> None:
        for _ in range(times):
            actor = use.actor
            if (not actor.is_up or actor.kind is not use.kind) and use.actor_fell:
                return
            if target is None or not (target.is_up or can_be_attacked(target, use.action)):
                target = next_target(run, use)
                if target is None:
                    return
            attack(run, use, self, target)
            target = None


class SaveEffect(CompiledEffect):
    """Every target makes a save. Damage is rolled once for all of them, unless it depends on each."""

    __slots__ = (
        "ability",
        "damage",
        "dc",
        "dc_roll",
        "half",
        "on_critical_fail",
        "on_critical_success",
        "on_fail",
        "on_success",
        "per_target",
    )
    on_critical_fail: tuple[CompiledEffect, ...] | None
    on_critical_success: tuple[CompiledEffect, ...] | None

    def __init__(self, entry: scenario.Save, plan: Plan, action: CompiledAction) -> None:
        super().__init__(entry)
        self.dc_roll = compile_dice(entry.dc)
        self.dc = self.dc_roll.flat
        """The DC without what must be rolled or looked up for every target."""
        if self.dc_roll[1:] == ((), ()):
            self.dc_roll = ZERO
        self.ability = plan.abilities(entry.ability.lower())
        self.damage = compile_damage(plan, entry.damage)
        self.per_target = any(roll.reads_target for roll, _ in self.damage.parts)
        self.half = entry.half
        self.on_critical_fail = self.on_critical_success = None
        if entry.on_critical_fail is not None:
            self.on_critical_fail = compile_effects(entry.on_critical_fail, plan, action)
        if entry.on_critical_success is not None:
            self.on_critical_success = compile_effects(entry.on_critical_success, plan, action)
        self.on_fail = compile_effects(entry.on_fail, plan, action)
        self.on_success = compile_effects(entry.on_success, plan, action)

    def run(self, run: FightRun, use: ActionUse, targets: list[CombatantState]) -> None:
        """Force the saves."""
        recipients = self.recipients(use, targets)
        if not recipients:
            return
        rolled: list[tuple[int, int]] = []
        if not self.per_target:
            rolled = self._rolled(run, use, None)
        for one in recipients:
            if not one.is_dead:
                if self.per_target:
                    rolled = self._rolled(run, use, one)
                force_save(run, use, self, one, rolled)

    def _rolled(
        self, run: FightRun, use: ActionUse, target: CombatantState | None
    ) -> list[tuple[int, int]]:
        return [(run.roll(roll, use, False, target), kind) for roll, kind in self.damage.parts]


class DamageEffect(CompiledEffect):
    """Damage without an attack or a save."""

    __slots__ = ("damage",)

    def __init__(self, entry: scenario.Harm, plan: Plan, action: CompiledAction) -> None:
        super().__init__(entry)
        self.damage = compile_damage(plan, entry.damage)

    def run(self, run: FightRun, use: ActionUse, targets: list[CombatantState]) -> None:
        """Roll and deal the damage, separately for each recipient."""
        for one in self.recipients(use, targets):
            if not one.is_dead:
                parts = [
                    [max(0, run.roll(roll, use, False, one)), damage_type, OWN_DAMAGE]
                    for roll, damage_type in self.damage.parts
                ]
                deal_damage(run, one, parts, use.actor, use.action, use, False)


class HealEffect(CompiledEffect):
    """Healing, or temporary hit points."""

    __slots__ = ("amount", "temporary")

    def __init__(self, entry: scenario.Heal, plan: Plan, action: CompiledAction) -> None:
        super().__init__(entry)
        self.amount = compile_dice(entry.amount)
        self.temporary = entry.temporary

    def run(self, run: FightRun, use: ActionUse, targets: list[CombatantState]) -> None:
        """Roll and give the hit points, separately for each recipient."""
        for one in self.recipients(use, targets):
            amount = max(0, run.roll(self.amount, use, False, one))
            if self.temporary:
                give_temporary_hp(one, amount)
            else:
                heal(run, one, amount, use.actor, use)


class ApplyStatusEffect(CompiledEffect):
    """Begins a status."""

    __slots__ = ("stacks", "status")

    def __init__(self, entry: scenario.Apply, plan: Plan, action: CompiledAction) -> None:
        super().__init__(entry)
        self.status = compile_status(plan, entry.status)
        self.stacks = compile_dice(entry.stacks)

    def run(self, run: FightRun, use: ActionUse, targets: list[CombatantState]) -> None:
        """Apply the status to each recipient."""
        for one in self.recipients(use, targets):
            stacks = 1 if self.stacks == ONE else run.roll(self.stacks, use, False, one)
            if stacks > 0:
                apply_status(run, one, self.status, use, stacks)


class RemoveStatusEffect(CompiledEffect):
    """Ends statuses by name or by tag."""

    __slots__ = ("by_self", "name", "stacks", "tag")

    def __init__(self, entry: scenario.Remove, plan: Plan, action: CompiledAction) -> None:
        super().__init__(entry)
        self.name = entry.status
        self.tag = plan.tags.bit(entry.tag) if entry.tag else 0
        self.by_self = entry.by_self
        self.stacks = None if entry.stacks is None else compile_dice(entry.stacks)

    def run(self, run: FightRun, use: ActionUse, targets: list[CombatantState]) -> None:
        """End the matching statuses of each recipient."""
        for one in self.recipients(use, targets):
            ended = [
                s for s in one.statuses
                if (self.name in s.compiled.conditions or s.compiled.tags & self.tag)
                and (not self.by_self or s.source is use.actor)
            ]  # fmt: skip
            if self.stacks is not None:
                ended = ended[: max(0, run.roll(self.stacks, use, False, one))]
            end_statuses(run, one, ended)


class ChangePoolEffect(CompiledEffect):
    """Adds to a pool, or takes from it."""

    __slots__ = ("above_max", "amount", "key", "sign")

    def __init__(
        self, entry: scenario.Gain | scenario.Lose, plan: Plan, action: CompiledAction
    ) -> None:
        super().__init__(entry)
        self.key = entry.resource
        self.amount = compile_dice(entry.amount)
        self.sign = 1 if isinstance(entry, scenario.Gain) else -1
        self.above_max = isinstance(entry, scenario.Gain) and entry.above_max

    def run(self, run: FightRun, use: ActionUse, targets: list[CombatantState]) -> None:
        """Roll the amount for each recipient, also for those without the pool."""
        for one in self.recipients(use, targets):
            pool = one.kind.pools.get(self.key)
            amount = max(0, run.roll(self.amount, use, False, one))
            if pool is None:
                continue
            if self.sign < 0:
                one.pools[pool] = max(0, tidy(one.pools[pool] - amount))
            elif self.above_max:
                one.pools[pool] += amount
            else:
                restore_pool(run, one, pool, amount)


class MoveEffect(CompiledEffect):
    """Moves the actor or the targets along the line."""

    __slots__ = ("away", "distance", "is_self")

    def __init__(self, entry: scenario.MoveCombatant, plan: Plan, action: CompiledAction) -> None:
        super().__init__(entry)
        self.distance = compile_dice(entry.distance)
        self.away = entry.direction == "away"
        self.is_self = entry.who == "self"

    def run(self, run: FightRun, use: ActionUse, targets: list[CombatantState]) -> None:
        """Move; the actor moves once, with regard to the first target."""
        for one in targets:
            distance = max(0, run.roll(self.distance, use, False, one))
            mover, other = (use.actor, one) if self.is_self else (one, use.actor)
            move(run, mover, other, distance, self.away, use)
            if self.is_self:
                return


class EndTurnEffect(CompiledEffect):
    """Ends the turn."""

    __slots__ = ()

    def run(self, run: FightRun, use: ActionUse, targets: list[CombatantState]) -> None:
        """Mark the turn as ended."""
        run.turn_ends = True


class CancelEffect(CompiledEffect):
    """Cancels the event that a reaction answers."""

    __slots__ = ()

    def run(self, run: FightRun, use: ActionUse, targets: list[CombatantState]) -> None:
        """Mark the event as cancelled."""
        if use.event is not None:
            use.event.is_cancelled = True


class ChangeRollEffect(CompiledEffect):
    """Changes the roll that a reaction answers."""

    __slots__ = ("add", "again")

    def __init__(self, entry: scenario.ChangeRoll, plan: Plan, action: CompiledAction) -> None:
        super().__init__(entry)
        self.add = compile_dice(entry.add)
        self.again = entry.again

    def run(self, run: FightRun, use: ActionUse, targets: list[CombatantState]) -> None:
        """Roll again if asked to, then add to the total."""
        event = use.event
        if event is None or event.outcome < 0:
            return
        if self.again:
            natural = run.check_roll(False, False)
            kept = event.natural
            if self.again == "new":
                kept = natural
            elif self.again == "best":
                kept = max(kept, natural)
            else:
                kept = min(kept, natural)
            if run.log is not None:
                run.log.reroll(run, event, event.natural, natural, self.again)
            event.total += kept - event.natural
            event.natural = kept
        event.total += run.roll(self.add, use, False, event.target)


OUTCOMES = {"miss": MISS, "hit": HIT, "critical": CRITICAL, "failure": FAILURE, "success": SUCCESS}


class SetOutcomeEffect(CompiledEffect):
    """Decides the roll that a reaction answers."""

    __slots__ = ("outcome",)

    def __init__(self, entry: scenario.SetOutcome, plan: Plan, action: CompiledAction) -> None:
        super().__init__(entry)
        self.outcome = OUTCOMES[entry.to]

    def run(self, run: FightRun, use: ActionUse, targets: list[CombatantState]) -> None:
        """Force the outcome."""
        if use.event is not None and use.event.outcome >= 0:
            use.event.forced = self.outcome


class ChangeDamageEffect(CompiledEffect):
    """Changes the damage that a reaction answers."""

    __slots__ = ("add", "factor", "multiply", "redirect", "reduce")

    def __init__(self, entry: scenario.ChangeDamage, plan: Plan, action: CompiledAction) -> None:
        super().__init__(entry)
        self.add = compile_damage(plan, entry.add)
        self.reduce = compile_dice(entry.reduce)
        multiply = fixed_number(entry.multiply)
        self.multiply = 1 if multiply is None else multiply
        self.factor = None if multiply is not None else evaluator(read(str(entry.multiply)))
        """The formula in place of `multiply`, if it is one."""
        self.redirect = entry.redirect

    def run(self, run: FightRun, use: ActionUse, targets: list[CombatantState]) -> None:
        """Add, reduce, multiply and redirect, in this order."""
        event = use.event
        if event is None or event.parts is None:
            return
        critical = event.outcome == CRITICAL
        for roll, damage_type in self.add.parts:
            added = max(0, run.roll(roll, use, critical, event.target))
            event.parts.append([added, damage_type, use.booked_to])
        less = max(0, run.roll(self.reduce, use, False, event.target))
        factor: float = self.multiply
        if self.factor is not None:
            context = FormulaContext(run, use.actor, event.target, use)
            factor = tidy(max(0.0, self.factor(context)))
        for part in event.parts:
            taken = min(part[0], less)
            part[0] -= taken
            less -= taken
            if factor != 1:
                part[0] = int(part[0] * factor)
        if self.redirect:
            event.redirected = use.actor


class GrantActionEffect(CompiledEffect):
    """Lets somebody act at once."""

    __slots__ = ("tag",)

    def __init__(self, entry: scenario.Grant, plan: Plan, action: CompiledAction) -> None:
        super().__init__(entry)
        self.tag = plan.tags.bit(entry.tag)

    def run(self, run: FightRun, use: ActionUse, targets: list[CombatantState]) -> None:
        """Grant each recipient an action with the tag."""
        for one in self.recipients(use, targets):
            grant_action(run, one, self.tag, use.booked_to)


class ConditionalEffect(CompiledEffect):
    """One of two lists of effects, for each recipient."""

    __slots__ = ("holds", "otherwise", "then")

    def __init__(self, entry: scenario.Conditional, plan: Plan, action: CompiledAction) -> None:
        super().__init__(entry)
        self.holds = compile_dice(entry.holds)
        self.then = compile_effects(entry.then, plan, action)
        self.otherwise = compile_effects(entry.otherwise, plan, action)

    def run(self, run: FightRun, use: ActionUse, targets: list[CombatantState]) -> None:
        """Run the effects that follow for each recipient."""
        for one in self.recipients(use, targets):
            follows = self.then if run.roll(self.holds, use, False, one) else self.otherwise
            for inner in follows:
                inner.run(run, use, [one])


class SpawnEffect(CompiledEffect):
    """Brings combatants into the fight."""

    __slots__ = ("count", "most", "places", "status")

    def __init__(self, entry: scenario.Spawn, plan: Plan, action: CompiledAction) -> None:
        super().__init__(entry)
        self.count = compile_dice(entry.count)
        self.most = most_of(entry)
        self.status = compile_status(plan, entry.status)
        side = plan.action_owners[action.index].side
        self.places = plan.places[entry.combatant, side]

    def run(self, run: FightRun, use: ActionUse, targets: list[CombatantState]) -> None:
        """Roll how many appear, and bring in as many as there may be."""
        assert isinstance(self.entry, scenario.Spawn)
        count = max(0, run.roll(self.count, use))
        summoning = Summoning(self.entry, self.places, self.most, self.status)
        summon(run, use, summoning, count)


class TransformEffect(CompiledEffect):
    """Gives somebody another form."""

    __slots__ = ("forms", "status")

    def __init__(self, entry: scenario.Transform, plan: Plan, action: CompiledAction) -> None:
        super().__init__(entry)
        self.status = compile_status(plan, entry.status)
        self.forms = {side: kind for (name, side), kind in plan.forms.items() if name == entry.into}

    def run(self, run: FightRun, use: ActionUse, targets: list[CombatantState]) -> None:
        """Apply the status to each recipient who stands, and change its form."""
        for one in self.recipients(use, targets):
            if one.is_up:
                transform(run, use, one, self.forms[one.side], self.status)


EFFECTS: dict[type[scenario.EffectBase], Callable[..., CompiledEffect]] = {
    scenario.Attack: AttackEffect, scenario.Save: SaveEffect, scenario.Harm: DamageEffect,
    scenario.Heal: HealEffect, scenario.Apply: ApplyStatusEffect, scenario.Remove: RemoveStatusEffect,
    scenario.Gain: ChangePoolEffect, scenario.Lose: ChangePoolEffect,
    scenario.MoveCombatant: MoveEffect, scenario.ChangeRoll: ChangeRollEffect,
    scenario.SetOutcome: SetOutcomeEffect, scenario.ChangeDamage: ChangeDamageEffect,
    scenario.Grant: GrantActionEffect, scenario.Conditional: ConditionalEffect,
    scenario.Spawn: SpawnEffect, scenario.Transform: TransformEffect,
}  # fmt: skip
EFFECTS_WITHOUT_DATA: dict[type[scenario.EffectBase], type[CompiledEffect]] = {
    scenario.EndTurn: EndTurnEffect,
    scenario.Cancel: CancelEffect,
}


def compile_effects(
    entries: tuple[scenario.Effect, ...], plan: Plan, action: CompiledAction
) -> tuple[CompiledEffect, ...]:
    """Compile the effects of an action, or those that follow a hit, a miss or a save."""
    return tuple(_compile_effect(entry, plan, action) for entry in entries)


def _compile_effect(entry: scenario.Effect, plan: Plan, action: CompiledAction) -> CompiledEffect:
    without_data = EFFECTS_WITHOUT_DATA.get(type(entry))
    if without_data is not None:
        return without_data(entry)
    return EFFECTS[type(entry)](entry, plan, action)


def roll_change_of(action: scenario.CombatAction) -> RollChange:
    """How far the effects of a reaction can change a roll."""
    ac = lowest = highest = 0
    outcome, rerolls, cancels, other_effects = -1, False, False, False
    for entry in action.effect if isinstance(action.effect, tuple) else ():
        more_ac = fixed_number(entry.status.ac) if isinstance(entry, scenario.Apply) else None
        if isinstance(entry, scenario.Apply) and more_ac:
            ac += int(more_ac) * (entry.stacks if isinstance(entry.stacks, int) else 1)
        elif isinstance(entry, scenario.ChangeRoll):
            least, most = parse(entry.add).bounds()
            lowest, highest = lowest + least, highest + most
            rerolls = rerolls or bool(entry.again)
        elif isinstance(entry, scenario.SetOutcome):
            outcome = OUTCOMES[entry.to]
        elif isinstance(entry, scenario.Cancel):
            cancels = True
        else:
            other_effects = True
    return RollChange(ac, lowest, highest, outcome, rerolls, cancels, other_effects)
