"""Actions: compiled, and performed by choosing targets, paying, declaring and resolving."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from turnwright.core.rules.cost import OnCancel
from turnwright.core.rules.ledger import Number
from turnwright.core.rules.price import Price
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.vocabulary import (
    ACTION_CANCELLED,
    ACTION_DECLARED,
    ACTION_RESOLVED,
    SPELL_CAST,
    UNIT_MOVED,
)

from .combatant_state import CombatantState
from .decision_points import ActionOption, select
from .dice import DiceRoll
from .event_bus import invalid_reason, may_act_out_of_turn, offer
from .fight_events import ActionUse, FightEvent
from .payment import pay
from .resolution import restore_pool
from .run_state import FightRun
from .statuses import concentrate, drop_unused_concentration
from .targets import can_be_attacked, candidates, choose, choose_wanted

if TYPE_CHECKING:
    from .compiled_effects import AttackEffect, CompiledEffect
    from .compiled_requirements import FightRequirement
    from .expressions import Evaluate


class SimpleAttack(NamedTuple):
    """The most common action: attacks on the enemy with the least hit points, with one kind of dice
    and no other effect. `turns.py` has a short cut for it."""

    effect: AttackEffect
    times: int
    to_hit: int
    critical: int
    damage: DiceRoll
    flat: int
    dice: int
    sides: int


class RollChange(NamedTuple):
    """By how much a reaction can change the roll it reacts to: what `would_change_outcome` needs."""

    ac: int = 0
    lowest: int = 0
    highest: int = 0
    outcome: int = -1
    rerolls: bool = False
    cancels: bool = False
    other_effects: bool = False
    """It does something else too, so it always counts as a change."""


class CompiledAction:
    """An action of a kind of combatant, compiled."""

    __slots__ = (
        "computed_prices",
        "cooldown",
        "cost_formulas",
        "count",
        "effects",
        "index",
        "is_free",
        "is_repeatable",
        "is_single",
        "is_spell",
        "local_index",
        "min_targets",
        "movement_pool",
        "name",
        "on_cancel",
        "picks",
        "price",
        "range",
        "recharge",
        "recharge_pool",
        "requirements",
        "roll_change",
        "simple_attack",
        "single_pool",
        "spec",
        "state",
        "sustains_statuses",
        "tags",
        "target_requirements",
        "targets_any_foe",
        "triggers",
        "turn_limit",
        "when",
        "who",
    )

    spec: model.CombatAction
    name: str
    index: int
    """Among all actions of the plan, for statistics."""
    local_index: int
    """Among the actions of its kind."""
    tags: int
    is_spell: bool
    # What it costs, and how often it may be used.
    price: Price[int]
    cost_formulas: tuple[tuple[int, Evaluate], ...]
    """Costs that are formulas, by their place in the price. (`price` counts them as 1.)"""
    computed_prices: dict[tuple[int, ...], Price[int]]
    """Prices by what their formulas gave."""
    single_pool: int
    """The pool, if the cost is 1 of one pool and nothing else; otherwise -1."""
    is_free: bool
    turn_limit: int
    """How often in a turn; 0 for as often as it can be paid."""
    recharge: int
    cooldown: int
    recharge_pool: int
    """The pool that holds 1 while it is charged; -1 if it needs no recharge."""
    on_cancel: OnCancel
    # Targets.
    who: str
    state: str
    range: Number | None
    picks: tuple[str, ...]
    count: DiceRoll
    is_single: bool
    min_targets: int
    targets_any_foe: bool
    """Whether its candidates are simply all enemies who stand."""
    requirements: tuple[FightRequirement, ...]
    target_requirements: tuple[FightRequirement, ...]
    # Effects.
    effects: tuple[CompiledEffect, ...]
    simple_attack: SimpleAttack | None
    movement_pool: int
    """The pool of movement, if the action pays from it but has no Move effect; otherwise -1."""
    sustains_statuses: bool
    """Whether it applies statuses that last as long as the concentration."""
    is_repeatable: bool
    """Whether it is free and rolls no attack or save, so that it could repeat a state for ever."""
    # Reactions.
    triggers: dict[int, tuple[int, ...]]
    """By event number: alternative masks of tags that the event must have."""
    when: FightRequirement | None
    roll_change: RollChange

    def __repr__(self) -> str:
        return f"<action {self.name}>"

    def perform(
        self,
        run: FightRun,
        actor: CombatantState,
        event: FightEvent | None,
        granted: dict[int, Number] | None = None,
        granted_by: int = -1,
        option: ActionOption | None = None,
    ) -> None:
        """Choose targets, pay, declare, resolve. `option` is what a policy has selected: targets, the
        level of a slot, an amount.

        The policy of the action or of the profile decides what a cancelled action gives back. Pools in
        `granted` were filled for this use only: they return to these amounts when it is paid. Its
        damage is booked to the action with the number `granted_by`, as is the use.
        """
        if not run.depth:
            run.serial += 1
        use = ActionUse(actor, self, event)
        foes = run.foes[actor.side]
        found = foes if self.targets_any_foe else candidates(run, actor, self, event)
        if self.is_single:
            count = 1
        else:  # a count that depends on the slot is rolled after paying
            count = 1 if self.count.variable_terms else max(0, run.roll(self.count, use))
        wanted = () if option is None else option.targets
        if wanted:
            use.is_aimed = True
            targets = use.targets = choose_wanted(run, actor, self, found, count, wanted)
        else:
            targets = use.targets = choose(run, actor, self, found, count)
        if self.single_pool >= 0:
            actor.pools[self.single_pool] -= 1
            use.paid = self.price.fixed
        else:
            need = targets[0].max_hp - targets[0].hp if targets else 0
            if option is None:
                pay(run, use, need)
            else:
                pay(run, use, need, option.level, option.spend)
            if self.count.variable_terms:
                count = max(0, run.roll(self.count, use))
                use.targets = choose_wanted(run, actor, self, found, count, wanted)
        if granted is not None:
            for pool, amount in granted.items():
                actor.pools[pool] = amount
            use.paid = tuple(pair for pair in use.paid if pair[0] not in granted)
            use.booked_to = granted_by
        else:
            run.uses[self.index] += 1
        actor.uses[self.local_index] += 1
        if self.movement_pool >= 0 and run.observed[UNIT_MOVED] and not _pay_movement(run, use):
            return
        if self.cooldown:
            actor.cooldowns[self.local_index] = self.cooldown
        if run.log is not None:
            run.log.action(run, use)
        if (run.observed[ACTION_DECLARED] or self.is_spell) and not _declare(run, use):
            return
        self._resolve(run, use)

    def _resolve(self, run: FightRun, use: ActionUse) -> None:
        if self.spec.concentration:
            concentrate(run, use.actor, self)
        for effect in self.effects:
            effect.run(run, use, use.targets)
        if self.sustains_statuses:
            drop_unused_concentration(run, use.actor)
        if run.observed[ACTION_RESOLVED]:
            offer(run, _action_event(ACTION_RESOLVED, use))


def _pay_movement(run: FightRun, use: ActionUse) -> bool:
    """Movement that is paid is a movement, even without a Move effect. False if the actor falls to
    reactions."""
    pool = use.action.movement_pool
    paid: Number = sum(amount for other, amount in use.paid if other == pool)
    if paid:
        offer(run, FightEvent(UNIT_MOVED, use.actor, use.actor, paid, use.action.tags, use))
    return not use.actor_fell


def _action_event(type: int, use: ActionUse) -> FightEvent:
    target = use.targets[0] if use.targets else None
    return FightEvent(type, use.actor, target, use.slot_level, use.action.tags, use)


def _declare(run: FightRun, use: ActionUse) -> bool:
    """Declare the action; False if a reaction cancels it or fells the actor."""
    action = use.action
    types = (ACTION_DECLARED, SPELL_CAST) if action.is_spell else (ACTION_DECLARED,)
    for type in types:
        if not run.observed[type]:
            continue
        event = _action_event(type, use)
        if type == SPELL_CAST and not use.slot_level:
            event.value = action.spec.level
        offer(run, event)
        if event.is_cancelled:
            _cancel(run, use)
            return False
        if use.actor_fell:
            return False
    return True


def _cancel(run: FightRun, use: ActionUse) -> None:
    policy = use.action.on_cancel
    refund = {"keep": (), "refund_slot": use.slots, "refund_all": use.paid}[policy]
    if use.kind is not use.actor.kind:
        refund = ()  # the form that has paid is gone
    for pool, amount in refund:
        restore_pool(run, use.actor, pool, amount)
    if run.observed[ACTION_CANCELLED]:
        offer(run, _action_event(ACTION_CANCELLED, use))


def next_target(run: FightRun, use: ActionUse) -> CombatantState | None:
    """Pick a target for the next attack of an action. None if nobody can be attacked, or if the policy
    forgoes the attack."""
    found = candidates(run, use.actor, use.action, use.event)
    if run.policy is None:
        chosen = choose(run, use.actor, use.action, found, 1)
    else:
        option = select(run, use.actor, "attack", [use.action] if found else [], use.event)
        if option is None:
            return None
        chosen = choose_wanted(run, use.actor, use.action, found, 1, option.targets)
    return chosen[0] if chosen and can_be_attacked(chosen[0], use.action) else None


def grant_action(run: FightRun, combatant: CombatantState, tag: int, booked_to: int) -> None:
    """Let somebody act at once: the first valid action with the tag, at no cost in turn pools. Its
    damage is booked to the action with the number `booked_to`."""
    if not combatant.is_up or combatant.incapacitated or not combatant.is_present:
        return
    name = combatant.participant.name
    if run.depth >= run.profile.depth:
        run.guard_loop(f"{name} is granted an action {run.depth} events deep")
        return
    kind, amounts = combatant.kind, run.profile.turn_pools
    saved = {kind.pools[key]: combatant.pools[kind.pools[key]] for key in amounts}
    for key, amount in amounts.items():
        pool = kind.pools[key]
        combatant.pools[pool] = max(saved[pool], amount)
    for action, option in _granted(run, combatant, tag):
        if may_act_out_of_turn(run, combatant):
            run.depth += 1
            action.perform(run, combatant, None, saved, booked_to, option)
            run.depth -= 1
            return
    for pool, amount in saved.items():
        combatant.pools[pool] = amount


def _granted(
    run: FightRun, combatant: CombatantState, tag: int
) -> Iterator[tuple[CompiledAction, ActionOption | None]]:
    """The valid actions with a tag, or the one that the policy selects."""
    valid = (
        action
        for action in combatant.kind.actions
        if action.tags & tag
        and (combatant.index, action.local_index) not in run.running_reactions
        and invalid_reason(run, combatant, action, None) is None
    )
    if run.policy is None:
        for action in valid:
            yield action, None
        return
    option = select(run, combatant, "granted", list(valid), None)
    if option is not None:
        yield option.action, option
