"""Attacks: declared, rolled, offered to reactions, and resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.skirmish.model.vocabulary import (
    ATTACK_DECLARED,
    ATTACK_HIT,
    ATTACK_MISSED,
    ATTACK_ROLLED,
)

from .combatant_state import CombatantState
from .dice import AdvantagePair
from .event_bus import offer
from .fight_events import (
    CRITICAL,
    HIT,
    MISS,
    OWN_DAMAGE,
    ActionUse,
    FightEvent,
    attack_outcome,
)
from .resolution import damage_tags, deal_damage
from .run_state import FightRun
from .statuses import end_statuses, ended_by_attack
from .targets import can_be_attacked

if TYPE_CHECKING:
    from .compiled_effects import AttackEffect


def attack(run: FightRun, use: ActionUse, effect: AttackEffect, target: CombatantState) -> None:
    """Make one attack; on a hit deal its damage, then run what follows a hit or a miss."""
    actor, action = use.actor, use.action
    is_observed = run.attacks_are_observed
    if is_observed and not _declare(run, use, target):
        return
    tags = action.tags
    if actor.is_unmodified and target.is_unmodified and effect.advantage_if.is_zero:
        advantage, disadvantage = effect.roll_mode
    else:
        advantage, disadvantage = _roll_mode(run, use, target, effect, tags)
    if (advantage > 0) != disadvantage:
        tags |= run.advantage_tag if advantage else run.disadvantage_tag
    if run.check_die and (advantage > 0) == disadvantage:  # `check_roll`, without the call
        natural = (run.draw() * run.check_die >> 32) + 1
    else:
        natural = run.check_roll(advantage, disadvantage)
    bonus = effect.to_hit
    has_dice = bonus.dice or bonus.variable_terms
    total = natural + (run.roll(bonus, use, False, target) if has_dice else bonus.flat)
    for extra in actor.attack_dice:
        total += run.roll(extra, use, False, target)
    ac = target.armour_class if target.formulas else target.ac
    if run.profile.margin is not None:
        outcome = attack_outcome(
            total, ac, run.profile.margin, natural, effect.critical, run.fumble
        )
    elif natural >= effect.critical:
        outcome = CRITICAL
    elif natural <= run.fumble or total < ac:
        outcome = MISS
    else:
        outcome = HIT
    if outcome == HIT and target.critical_in_melee and tags & run.melee_tag:
        outcome = CRITICAL
    use.margin = total - ac
    damaged = target
    if is_observed:
        outcome, parts, damaged = _offer_roll(
            run, use, effect, target, (natural, total, outcome), tags
        )
        if outcome < 0:
            return
    else:
        parts = _roll_damage(run, use, effect, target, outcome) if outcome else []
    ended = ended_by_attack(actor, target, outcome > 0) if run.expiring_statuses else ()
    if parts and outcome:
        deal_damage(run, damaged, parts, actor, action, use, outcome == CRITICAL)
    for bearer, statuses in ended:
        end_statuses(run, bearer, statuses)
    for inner in effect.on_hit if outcome else effect.on_miss:
        inner.run(run, use, [target])


def _declare(run: FightRun, use: ActionUse, target: CombatantState) -> bool:
    """Declare the attack; False if reactions prevent it."""
    event = FightEvent(ATTACK_DECLARED, use.actor, target, 0, use.action.tags, use)
    offer(run, event)
    if event.is_cancelled:
        return False
    return (target.is_up or can_be_attacked(target, use.action)) and not use.actor_fell


def _offer_roll(
    run: FightRun,
    use: ActionUse,
    effect: AttackEffect,
    target: CombatantState,
    rolled: tuple[int, int, int],
    tags: int,
) -> tuple[int, list[list[int]], CombatantState]:
    """Offer the roll, then the hit or the miss. Returns the outcome (-1: cancelled), the damage, and
    who takes it."""
    event = FightEvent(ATTACK_ROLLED, use.actor, target, rolled[1], tags, use)
    event.natural, event.total, event.outcome = rolled
    event.critical = effect.critical
    offer(run, event)
    if event.is_cancelled:
        return -1, [], target
    parts = _offer_outcome(run, event, use, effect, target, tags)
    return (-1 if event.is_cancelled else event.outcome), parts, event.redirected or target


def _offer_outcome(
    run: FightRun,
    event: FightEvent,
    use: ActionUse,
    effect: AttackEffect,
    target: CombatantState,
    tags: int,
) -> list[list[int]]:
    """Offer the hit or the miss; returns the damage.

    - If a reaction turns one into the other, the new outcome is offered too, once.
    - Damage is rolled before a hit is offered, so that reactions know how high it is. It is rolled
      again if they turn a hit into a critical hit or the other way round.
    """
    parts: list[list[int]] = []
    for _ in range(2):
        before = event.outcome
        is_hit = before > 0
        use.margin = event.total - target.armour_class
        if is_hit and not parts:
            parts = _roll_damage(run, use, effect, target, before)
        count = len(parts)
        event.type = ATTACK_HIT if is_hit else ATTACK_MISSED
        event.value = sum(part[0] for part in parts) if is_hit else event.total
        event.parts = parts if is_hit else None
        event.tags = tags
        if is_hit:
            event.tags = damage_tags(run, event.tags, parts, event.outcome == CRITICAL)
        offer(run, event)
        if is_hit and event.outcome > 0 and event.outcome != before:
            parts[:count] = _roll_damage(run, use, effect, target, event.outcome)
        if event.is_cancelled or (event.outcome > 0) == is_hit:
            break
    return parts


def _roll_mode(
    run: FightRun,
    use: ActionUse,
    target: CombatantState,
    effect: AttackEffect,
    tags: int,
) -> AdvantagePair:
    actor = use.actor
    modes = [effect.roll_mode, actor.attacks, target.attacked]
    is_melee = tags & run.melee_tag
    modes.append(target.attacked_in_melee if is_melee else target.attacked_at_range)
    if not effect.advantage_if.is_zero and run.roll(effect.advantage_if, use, False, target):
        modes.append((1, False))
    if run.bodies is not None and run.bodies.is_hindered(actor, target):
        modes.append((0, True))
    for is_bad, formula in actor.conditional_modes:
        if run.roll(formula, use, False, target):
            modes.append((0, True) if is_bad else (1, False))
    return max(one[0] for one in modes), any(one[1] for one in modes)


def _roll_damage(
    run: FightRun, use: ActionUse, effect: AttackEffect, target: CombatantState, outcome: int
) -> list[list[int]]:
    """The damage of a hit: its own, and what the attacker's statuses add."""
    critical = outcome == CRITICAL
    parts = [
        [max(0, run.roll(roll, use, critical, target)), damage_type, OWN_DAMAGE]
        for roll, damage_type in effect.damage.parts
    ]
    for more, cause in use.actor.damage_dice:
        parts += [
            [run.roll(roll, use, critical, target), damage_type, cause]
            for roll, damage_type in more.parts
        ]
    return parts
