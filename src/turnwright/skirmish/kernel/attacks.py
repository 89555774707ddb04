"""Attacks; mirrors `engine/attacks.py`."""

from __future__ import annotations

from turnwright.skirmish.engine.fight_events import CRITICAL, HIT, MISS, OWN_DAMAGE
from turnwright.skirmish.model.vocabulary import (
    ATTACK_DECLARED,
    ATTACK_HIT,
    ATTACK_MISSED,
    ATTACK_ROLLED,
)

from .dice import check_roll, roll_plain, roll_quickly
from .event_bus import (
    actor_fell,
    announce,
    can_be_attacked,
    is_observed,
    may_have_reactions,
    remember,
)
from .layout import (
    MODE_ATTACKED,
    MODE_ATTACKED_AT_RANGE,
    MODE_ATTACKED_IN_MELEE,
    MODE_ATTACKS,
    MODIFIES_DAMAGE,
    MODIFIES_TO_HIT,
    PART,
    UNTIL_HIT_MADE,
    UNTIL_HIT_TAKEN,
    UNTIL_MADE,
    UNTIL_TAKEN,
)
from .memory import (
    ENTRY_POINTS,
    action_at,
    add_part,
    address_of,
    combatant_at,
    compiled_status_at,
    copy,
    effect_in,
    entry_point,
    event_at,
    exists,
    get_int,
    inline,
    jit,
    no_combatant,
    pop_block,
    pop_event,
    push_block,
    push_event,
    push_words,
    put_int,
    status_in,
    sum_of,
)
from .resolution import damage_tags, deal_damage
from .statuses import counting_status, end_statuses
from .targets import candidates, choose_some, weakest_foe

do_effect = ENTRY_POINTS["do_effect"].call

NO_LEAST = -(1 << 60)

# --- damage rolls ------------------------------------------------------------------------


@jit
def roll_parts(run, parts, use, critical, block, least, cause, target, actor):
    """Roll a list of damage parts (`Tables.damage`) into a block."""
    for i in range(1, 1 + 2 * get_int(parts, 0), 2):
        amount = roll_quickly(run, get_int(parts, i), use, critical, target, actor)
        amount = max(least, amount)
        add_part(run, block, amount, get_int(parts, i + 1), cause)


@jit
def roll_damage(run, effect, use, target, outcome, block):
    """The damage of a hit: its own, and what the attacker's statuses add."""
    critical = 1 if outcome == CRITICAL else 0
    combatant = combatant_at(use.actor)
    roll_parts(run, effect.parts, use, critical, block, 0, OWN_DAMAGE, target, combatant)
    if combatant.modifiers & MODIFIES_DAMAGE:
        for i in range(combatant.n_statuses):
            compiled = counting_status(combatant, i)
            if exists(compiled) and compiled.damage:
                cause = OWN_DAMAGE
                applied_by = status_in(combatant.statuses, i).action
                if applied_by:
                    cause = action_at(applied_by).number
                damage = compiled.damage
                roll_parts(run, damage, use, critical, block, NO_LEAST, cause, target, combatant)


@jit
def reroll_damage(run, effect, use, target, outcome, block, count):
    """Roll the first parts of the damage again, after a hit became critical or the other way round.
    What reactions have added stays."""
    new = push_block(run)
    roll_damage(run, effect, use, target, outcome, new)
    for i in range(count, get_int(block, 0)):
        place = PART * i
        add_part(
            run,
            new,
            get_int(block, 1 + place),
            get_int(block, 2 + place),
            get_int(block, 3 + place),
        )
    copy(block, new, 8 * (1 + PART * get_int(new, 0)))
    pop_block(run)


# --- statuses that last until an attack -----------------------------------------------------------


@jit
def ended_by_attack(run, combatant, until, until_hit, is_hit):
    """The statuses that end once the damage of this attack is done: their count and ids, in words that
    were pushed."""
    ended, n = push_words(run, 1 + combatant.n_statuses), 0
    for i in range(combatant.n_statuses):
        status = status_in(combatant.statuses, i)
        lasts_until = compiled_status_at(status.compiled).until
        if lasts_until == until or (is_hit and lasts_until == until_hit):
            status.times_left -= 1
            if status.times_left <= 0:
                n += 1
                put_int(ended, n, status.id)
    put_int(ended, 0, n)
    return ended


@jit
def end_listed(run, combatant, ended):
    """End the statuses that `ended_by_attack` has listed."""
    if get_int(ended, 0):
        end_statuses(run, combatant, ended + 8, get_int(ended, 0))


# --- one attack -----------------------------------------------------------------------------------


@inline
def attack_bonus(run, actor, target, use):
    """What the attacker's statuses add to the roll."""
    total = 0
    for i in range(actor.n_statuses):
        compiled = counting_status(actor, i)
        if exists(compiled) and compiled.to_hit:
            total += roll_plain(run, compiled.to_hit, use, target, actor)
    return total


@inline
def offer_roll(run, use, effect, target, natural, total, outcome, tags, block):
    """Offer the roll, then the hit or the miss; returns the event, which is over. See
    `engine.attacks._offer_outcome` for the order."""
    actor = combatant_at(use.actor)
    event = push_event(run, ATTACK_ROLLED, actor, target, float(total), tags, use)
    event.natural = natural
    event.total = total
    event.outcome = outcome
    event.critical = effect.critical
    if is_observed(run, ATTACK_ROLLED):
        announce(run, event)
    if not event.cancelled:
        for _ in range(2):
            before = event.outcome
            is_hit = before > 0
            if is_hit and get_int(block, 0) == 0:
                roll_damage(run, effect, use, target, before, block)
            count = get_int(block, 0)
            event.type = ATTACK_HIT if is_hit else ATTACK_MISSED
            event.value = float(sum_of(block) if is_hit else event.total)
            event.parts = block if is_hit else 0
            event.tags = tags
            if is_observed(run, event.type):
                if is_hit:
                    event.tags = damage_tags(run, tags, block, before == CRITICAL)
                announce(run, event)
            if is_hit and event.outcome > 0 and event.outcome != before:
                reroll_damage(run, effect, use, target, event.outcome, block, count)
            if event.cancelled or (event.outcome > 0) == is_hit:
                break
    pop_event(run)
    return event


@inline
def is_final(run, target, outcome):
    """Whether the outcome of the roll is final, because nobody can react to it."""
    if is_observed(run, ATTACK_ROLLED):
        return False
    return not may_have_reactions(run, ATTACK_HIT if outcome else ATTACK_MISSED, target)


@jit
def remember_roll(run, actor, total, outcome, tags, block):
    """Store a hit or a miss without reactions for requirements that look back at it."""
    if outcome:
        about = damage_tags(run, tags, block, outcome == CRITICAL)
        remember(run, ATTACK_HIT, actor, about, float(sum_of(block)))
    else:
        remember(run, ATTACK_MISSED, actor, tags, float(total))


@inline
def declare_attack(run, use, target, tags):
    """Declare the attack; False if reactions prevent it."""
    if is_observed(run, ATTACK_DECLARED):
        actor = combatant_at(use.actor)
        event = push_event(run, ATTACK_DECLARED, actor, target, 0.0, tags, use)
        announce(run, event)
        pop_event(run)
        if event.cancelled:
            return False
    return not actor_fell(use) and can_be_attacked(target, use)


@inline
def attack_outcome(run, effect, target, natural, total, tags):
    """A miss, a hit or a critical hit."""
    if natural >= effect.critical:
        return CRITICAL
    if natural <= run.fumble or total < target.ac:
        return MISS
    if target.critical_in_melee and tags & run.melee_tag:
        return CRITICAL
    return HIT


@entry_point
def attack(run, use, effect, target):
    """Make one attack; on a hit deal its damage, then run what follows a hit or a miss."""
    actor, action = combatant_at(use.actor), action_at(use.action)
    tags = action.tags
    if run.attacks_are_observed and not declare_attack(run, use, target, tags):
        return
    roll_mode = effect.roll_mode
    if not actor.unmodified or not target.unmodified:
        roll_mode |= actor.roll_modes >> MODE_ATTACKS & 3 | target.roll_modes >> MODE_ATTACKED & 3
        roll_mode |= (
            target.roll_modes
            >> (MODE_ATTACKED_IN_MELEE if tags & run.melee_tag else MODE_ATTACKED_AT_RANGE)
            & 3
        )
    natural = check_roll(run, roll_mode)
    total = natural + roll_plain(run, effect.roll, use, target, actor)
    if actor.modifiers & MODIFIES_TO_HIT:
        total += attack_bonus(run, actor, target, use)
    outcome = attack_outcome(run, effect, target, natural, total, tags)
    block = push_block(run)
    taker = target
    if run.attacks_are_observed and not is_final(run, target, outcome):
        event = offer_roll(run, use, effect, target, natural, total, outcome, tags, block)
        if event.cancelled:
            pop_block(run)
            return
        outcome = event.outcome
        if event.redirected:
            taker = combatant_at(event.redirected)
    else:
        if outcome:
            roll_damage(run, effect, use, target, outcome, block)
        if run.remembers_events:
            remember_roll(run, actor, total, outcome, tags, block)
    top, made, taken = run.top, 0, 0
    if run.expiring_statuses:
        is_hit = 1 if outcome else 0
        made, taken = (
            ended_by_attack(run, actor, UNTIL_MADE, UNTIL_HIT_MADE, is_hit),
            ended_by_attack(run, target, UNTIL_TAKEN, UNTIL_HIT_TAKEN, is_hit),
        )
    if outcome and get_int(block, 0):
        deal_damage(run, taker, block, actor, action, use, 1 if outcome == CRITICAL else 0)
    if made:
        end_listed(run, actor, made)
        end_listed(run, target, taken)
    run.top = top
    pop_block(run)
    if outcome:
        run_effects(run, effect.success_effects, effect.n_success_effects, use, target)
    else:
        run_effects(run, effect.failure_effects, effect.n_failure_effects, use, target)


@jit
def run_effects(run, effects, n, use, target):
    """Run the effects that follow a hit, a miss or a save on its target."""
    if n == 0:
        return
    top = run.top
    targets = push_words(run, 1)
    put_int(targets, 0, address_of(target))
    for i in range(n):
        do_effect(run, effect_in(effects, i), use, targets, 1)
    run.top = top


# --- many attacks ---------------------------------------------------------------------------------


@jit
def next_target(run, use):
    """Pick a target for the next attack of an action; 0 if there is none."""
    actor, action = combatant_at(use.actor), action_at(use.action)
    if action.targets_any_foe and action.is_least_hp:
        return weakest_foe(run, actor.side)
    top = run.top
    found = push_words(run, 3 * run.n_combatants)
    chosen, rest = found + 8 * run.n_combatants, found + 16 * run.n_combatants
    n = candidates(run, actor, action, event_at(use.event), found, run.n_combatants)
    n = choose_some(run, actor, action, found, n, 1, chosen, rest)
    target = get_int(chosen, 0) if n else 0
    run.top = top
    if target and not can_be_attacked(combatant_at(target), use):
        return 0
    return target


@inline
def do_attack(run, effect, use, targets, n):
    """Make the attacks. An action with a single target picks a new one for every attack."""
    times = roll_plain(run, effect.times, use, no_combatant(), no_combatant())
    if effect.is_single:
        target = get_int(targets, 0) if n else 0
        for _ in range(times):
            if actor_fell(use):
                return
            if target == 0 or not can_be_attacked(combatant_at(target), use):
                target = next_target(run, use)
                if target == 0:
                    return
            attack(run, use, effect, combatant_at(target))
            target = 0
        return
    for i in range(n):
        one = combatant_at(get_int(targets, i))
        for _ in range(times):
            if can_be_attacked(one, use) and not actor_fell(use):
                attack(run, use, effect, one)
