"""Turns: start phase, action loop, end phase; mirrors `engine/turns.py`."""

from __future__ import annotations

import numpy as np

from turnwright.skirmish.engine.fight_events import OWN_DAMAGE
from turnwright.skirmish.engine.plan import HIGHEST
from turnwright.skirmish.model.vocabulary import (
    ATTACK_HIT,
    ATTACK_MISSED,
    DAMAGE_ROLLED,
    DAMAGE_TAKEN,
    LOOP_GUARD,
    TURN_ENDED,
    TURN_STARTED,
)

from .actions import perform
from .attacks import attack, end_listed, ended_by_attack, roll_parts
from .dice import check_roll, mix, roll, roll_die, roll_plain
from .event_bus import is_observed, is_valid, may_have_reactions, raise_event, remember
from .layout import (
    GAINS_POOLS,
    IS_USES,
    UNTIL_HIT_MADE,
    UNTIL_HIT_TAKEN,
    UNTIL_MADE,
    UNTIL_TAKEN,
    UNTIL_TURN,
    YES,
)
from .memory import (
    action_at,
    add_part,
    address_of,
    bits_of,
    combatant_at,
    compiled_status_at,
    effect_at,
    entry_point,
    exists,
    get_float,
    get_int,
    inline,
    jit,
    kind_at,
    no_combatant,
    no_event,
    no_use,
    pop_block,
    pop_use,
    push_block,
    push_use,
    push_words,
    put_float,
    put_int,
    status_in,
    usage_in,
)
from .payment import tidy
from .requirements import count_foes, count_friends, holds, participant
from .resolution import deal_damage, heal, kill, roll_save, tags_of, take_damage
from .statuses import counting_status, end_statuses, find_status
from .targets import forget_weakest, weakest_foe


@inline
def has_late_arrivals(run, side):
    """Whether anybody of this side has yet to arrive."""
    for i in range(run.n_participants):
        combatant = participant(run, i)
        if combatant.side == side and not combatant.present and not combatant.dead:
            return True
    return False


@jit
def check_over(run):
    """End the encounter if at most one side is left. Those who have yet to arrive count."""
    run.standing_changed = 0
    if run.is_over:
        return
    left, last = 0, -1
    for side in range(run.n_sides):
        if count_friends(run, side) > 0 or (run.not_arrived and has_late_arrivals(run, side)):
            left += 1
            last = side
    if left < 2:
        run.is_over = 1
        run.winner = last


# --- the action loop ------------------------------------------------------------------------------


@inline
def take_damage_unobserved(run, combatant, action, foe, total, critical):
    """Take damage that nobody observes, with a short cut if nothing else depends on it."""
    left = foe.hp - total
    if left > 0 and foe.temp == 0 and foe.n_statuses == 0 and foe.concentration == 0:
        put_int(run.damage, action.number, get_int(run.damage, action.number) + total)
        foe.hp = left
        forget_weakest(run, address_of(foe))
    elif total > 0:
        take_damage(run, foe, total, combatant, action, no_use(), critical, action.tags)


@inline
def attack_unobserved(run, combatant, action, foe):
    """A simple attack on an unmodified target: the roll and the damage."""
    natural = roll_die(run, run.check_die)
    total, is_hit = 0, 1
    if natural >= action.critical:
        total = roll(run, action.damage, no_use(), 1, no_combatant(), no_combatant())
    elif natural > run.fumble and natural + action.to_hit >= foe.ac:
        total = action.flat
        for _ in range(action.dice_count):
            total += roll_die(run, action.sides)
    else:
        is_hit = 0
    top, made, taken = run.top, 0, 0
    if run.expiring_statuses:
        made, taken = (
            ended_by_attack(run, combatant, UNTIL_MADE, UNTIL_HIT_MADE, is_hit),
            ended_by_attack(run, foe, UNTIL_TAKEN, UNTIL_HIT_TAKEN, is_hit),
        )
    if total > 0:
        take_damage_unobserved(
            run, combatant, action, foe, total, 1 if natural >= action.critical else 0
        )
    if made:
        end_listed(run, combatant, made)
        end_listed(run, foe, taken)
        run.top = top


@inline
def damage_is_unobserved(run, foe):
    """Whether nobody reacts to damage of this unmodified target, changes it, or looks back at it."""
    if kind_at(foe.kind).has_defences or is_observed(run, DAMAGE_TAKEN):
        return False
    if not is_observed(run, DAMAGE_ROLLED):
        return True
    return get_int(run.family_slots, DAMAGE_ROLLED) < 0 and not may_have_reactions(
        run, DAMAGE_ROLLED, foe
    )


@jit
def attack_observed(run, combatant, action, foe):
    """The same if the roll is remembered, or if the target has defences or reactions."""
    natural, tags = roll_die(run, run.check_die), action.tags
    critical = 1 if natural >= action.critical else 0
    if not critical and (natural <= run.fumble or natural + action.to_hit < foe.ac):
        if run.remembers_events:
            remember(run, ATTACK_MISSED, combatant, tags, float(natural + action.to_hit))
        if run.expiring_statuses:
            end_after_miss(run, combatant, foe)
        return
    total = action.flat
    if critical:
        total = roll(run, action.damage, no_use(), 1, no_combatant(), no_combatant())
    else:
        for _ in range(action.dice_count):
            total += roll_die(run, action.sides)
    type = get_int(effect_at(action.effects).parts, 2)
    if run.remembers_events:
        about = tags | get_int(run.type_tags, type) | (run.critical_tag if critical else 0)
        remember(run, ATTACK_HIT, combatant, about, float(total))
    top, made, taken = run.top, 0, 0
    if run.expiring_statuses:
        made, taken = (
            ended_by_attack(run, combatant, UNTIL_MADE, UNTIL_HIT_MADE, 1),
            ended_by_attack(run, foe, UNTIL_TAKEN, UNTIL_HIT_TAKEN, 1),
        )
    if damage_is_unobserved(run, foe):
        take_damage_unobserved(run, combatant, action, foe, total, critical)
    else:
        use, block = push_use(run, combatant, action, no_event()), push_block(run)
        add_part(run, block, total, type, OWN_DAMAGE)
        deal_damage(run, foe, block, combatant, action, use, critical)
        pop_block(run)
        pop_use(run)
    if made:
        end_listed(run, combatant, made)
        end_listed(run, foe, taken)
        run.top = top


@jit
def end_after_miss(run, combatant, foe):
    """End the statuses that last until an attack, after one that missed."""
    top = run.top
    made, taken = (
        ended_by_attack(run, combatant, UNTIL_MADE, UNTIL_HIT_MADE, 0),
        ended_by_attack(run, foe, UNTIL_TAKEN, UNTIL_HIT_TAKEN, 0),
    )
    end_listed(run, combatant, made)
    end_listed(run, foe, taken)
    run.top = top


@inline
def attack_simply(run, combatant, action):
    """Simple attacks, to which nobody can react before they have hit."""
    run.serial += 1
    put_float(
        combatant.pools, action.single_pool, get_float(combatant.pools, action.single_pool) - 1
    )
    usage_in(combatant.usages, action.local_index).uses += 1
    put_int(run.uses, action.number, get_int(run.uses, action.number) + 1)
    for _ in range(action.times):
        target = weakest_foe(run, combatant.side)
        if target == 0:
            return
        foe = combatant_at(target)
        if not foe.unmodified or not combatant.unmodified:
            use = push_use(run, combatant, action, no_event())
            attack(run, use, effect_at(action.effects), foe)
            pop_use(run)
        elif run.simple_attacks_are_unobserved and not kind_at(foe.kind).has_defences:
            attack_unobserved(run, combatant, action, foe)
        else:
            attack_observed(run, combatant, action, foe)
        if not combatant.up:
            return


@jit
def stop_loop(run, combatant):
    """Stop somebody who has acted too often in one turn."""
    run.loop_guards += 1
    if is_observed(run, LOOP_GUARD):
        raise_event(run, LOOP_GUARD, combatant, combatant, float(run.loop_limit), 0, no_use())


@inline
def can_pay_first(combatant, kind, place):
    """Whether the first pool of an action's cost holds enough. Most actions that are not valid fail
    here."""
    pool = get_int(kind.turn_actions, 2 * place + 1)
    return pool < 0 or get_float(combatant.pools, pool) >= get_float(
        kind.turn_action_amounts, place
    )


@inline
def first_action(run, combatant, kind):
    """The first valid action of the list; 0 if there is none."""
    has_shortcut = run.simple_attacks_have_shortcut and combatant.unmodified
    for i in range(kind.n_turn_actions):
        if not can_pay_first(combatant, kind, i):
            continue
        found = get_int(kind.turn_actions, 2 * i)
        action = action_at(found)
        if action.is_simple_attack and has_shortcut:
            if count_foes(run, combatant.side) and (
                action.requirements == YES
                or holds(run, action.requirements, combatant, no_combatant(), no_event()) == YES
            ):
                return found
        elif is_valid(run, combatant, action, no_event()):
            return found
    return 0


@inline
def act(run, combatant, kind):
    """The action loop without free actions: from the top after every action."""
    for _ in range(run.loop_limit):
        found = first_action(run, combatant, kind)
        if found == 0:
            return
        action = action_at(found)
        is_spent = False
        if action.is_simple_attack and run.simple_attacks_have_shortcut and combatant.unmodified:
            attack_simply(run, combatant, action)
            is_spent = (
                kind.n_turn_actions == 1 and get_float(combatant.pools, action.single_pool) < 1
            )
        else:
            perform(run, combatant, action, no_event(), 0)
        if run.standing_changed:
            check_over(run)
            if run.is_over:
                return
        if is_spent or run.turn_ends or not combatant.up or combatant.incapacitated:
            return
    if first_action(run, combatant, kind):
        stop_loop(run, combatant)


@inline
def fold(h, value):
    """Add a value to a hash."""
    return mix((h ^ np.uint64(value)) + np.uint64(0x632BE59BD9B4E019))


@jit
def fingerprint(run):
    """A hash of everything that free actions could change back and forth, without the uses."""
    h = np.uint64(0)
    for m in range(run.n_participants):
        combatant = participant(run, m)
        h = fold(h, combatant.hp)
        h = fold(h, combatant.temp)
        h = fold(h, bits_of(combatant.position))
        h = fold(h, 2 * combatant.n_statuses + combatant.down)
        kind = kind_at(combatant.kind)
        for i in range(kind.n_pools):
            if not get_int(kind.pool_reset, i) & IS_USES:
                h = fold(h, bits_of(get_float(combatant.pools, i)))
        for i in range(combatant.n_statuses):
            status = status_in(combatant.statuses, i)
            h = fold(h, compiled_status_at(status.compiled).number)
            h = fold(h, combatant_at(status.source).number)
            h = fold(h, status.turns_left)
    return np.int64(h)


@inline
def is_seen(seen, n, mark):
    """Whether a fingerprint is among those of this turn."""
    found = False
    for i in range(n):
        found = found or get_int(seen, i) == mark
    return found


@jit
def first_valid(run, combatant, kind):
    """The first action that is valid and not blocked; 0 if there is none."""
    for i in range(kind.n_turn_actions):
        if not can_pay_first(combatant, kind, i):
            continue
        found = get_int(kind.turn_actions, 2 * i)
        action = action_at(found)
        usage = usage_in(combatant.usages, action.local_index)
        if usage.blocked or (action.turn_limit and usage.turn_uses >= action.turn_limit):
            continue
        if is_valid(run, combatant, action, no_event()):
            return found
    return 0


@entry_point
def act_with_free_actions(run, combatant):
    """The action loop with free actions: each may be used once in a turn unless it says otherwise, and
    none that would repeat a state of this turn."""
    kind = kind_at(combatant.kind)
    for i in range(kind.n_actions):
        usage = usage_in(combatant.usages, i)
        usage.turn_uses = 0
        usage.blocked = 0
    top = run.top
    seen, n = push_words(run, run.loop_limit + 2), 0
    is_done = False
    for _ in range(run.loop_limit):
        found = first_valid(run, combatant, kind)
        if found == 0:
            is_done = True
            break
        action = action_at(found)
        if action.is_repeatable and n == 0:
            put_int(seen, n, fingerprint(run))
            n += 1
        perform(run, combatant, action, no_event(), 0)
        usage = usage_in(combatant.usages, action.local_index)
        usage.turn_uses += 1
        if action.is_repeatable:
            now = fingerprint(run)
            if is_seen(seen, n, now):
                usage.blocked = 1
            else:
                put_int(seen, n, now)
                n += 1
        if run.standing_changed:
            check_over(run)
        if run.is_over or run.turn_ends or not combatant.up or combatant.incapacitated:
            is_done = True
            break
    run.top = top
    if not is_done and first_valid(run, combatant, kind):
        stop_loop(run, combatant)


# --- what happens every turn ----------------------------------------------------------------------


@inline
def recharge(run, combatant, kind):
    """Roll for actions that recharge, and count down cooldowns."""
    for i in range(kind.n_recharging):
        action = action_at(get_int(kind.recharging, i))
        if get_float(combatant.pools, action.recharge_pool) >= 1:
            continue
        if action.cooldown:
            usage = usage_in(combatant.usages, action.local_index)
            usage.cooldown_left -= 1
            if usage.cooldown_left <= 0:
                put_float(combatant.pools, action.recharge_pool, 1.0)
        elif roll_die(run, run.recharge_die) >= action.recharge:
            put_float(combatant.pools, action.recharge_pool, 1.0)


@entry_point
def tick_durations(run, combatant, at_end):
    """Count this turn for every status that counts this combatant's turns, and end what is over."""
    for m in range(run.n_participants):
        other = participant(run, m)
        if other.n_statuses == 0:
            continue
        top = run.top
        ended, n = push_words(run, other.n_statuses), 0
        for i in range(other.n_statuses):
            status = status_in(other.statuses, i)
            compiled = compiled_status_at(status.compiled)
            is_over = False
            if at_end and compiled.until == UNTIL_TURN:
                is_over = True
            elif compiled.has_turns and compiled.at_end == at_end:
                who = status.source if compiled.of_source else address_of(other)
                if who == address_of(combatant) and (not at_end or status.since != run.turn):
                    status.turns_left -= 1
                    is_over = status.turns_left <= 0
            if is_over:
                put_int(ended, n, status.id)
                n += 1
        if n:
            end_statuses(run, other, ended, n)
        run.top = top


@jit
def list_status_ids(run, combatant):
    """The ids of all statuses of a combatant, in words that were pushed."""
    ids = push_words(run, combatant.n_statuses)
    for i in range(combatant.n_statuses):
        put_int(ids, i, status_in(combatant.statuses, i).id)
    return ids


@entry_point
def heal_and_damage_each_turn(run, combatant):
    """Healing and damage that statuses bring every turn. Statuses that end meanwhile are skipped."""
    top = run.top
    n = combatant.n_statuses
    ids = list_status_ids(run, combatant)
    for i in range(n):
        place = find_status(combatant, get_int(ids, i))
        if place < 0:
            continue
        status = status_in(combatant.statuses, place)
        compiled, source, action = (
            compiled_status_at(status.compiled),
            combatant_at(status.source),
            action_at(status.action),
        )
        if compiled.stacking == HIGHEST and not status.counts:
            continue
        if compiled.heal_each_turn and not combatant.dead:
            heal(
                run,
                combatant,
                max(0, roll_plain(run, compiled.heal_each_turn, no_use(), source, combatant)),
                source,
                no_use(),
            )
        if compiled.damage_each_turn and not combatant.dead:
            block = push_block(run)
            damage = compiled.damage_each_turn
            roll_parts(run, damage, no_use(), 0, block, 0, OWN_DAMAGE, source, combatant)
            deal_damage(run, combatant, block, source, action, no_use(), 0)
            pop_block(run)
    run.top = top


@entry_point
def repeat_saves(run, combatant, at_end):
    """Repeat the saves that end statuses, at the start or the end of a turn."""
    top = run.top
    n = combatant.n_statuses
    ids = list_status_ids(run, combatant)
    for i in range(n):
        place = find_status(combatant, get_int(ids, i))
        if place < 0:
            continue
        status = status_in(combatant.statuses, place)
        compiled = compiled_status_at(status.compiled)
        if not compiled.repeats or compiled.repeat_at_end != at_end:
            continue
        dc = status.dc
        tags = compiled.tags | tags_of(action_at(status.action))
        source = combatant_at(status.source)
        if compiled.repeat_dc:
            dc = roll_plain(run, compiled.repeat_dc, no_use(), combatant, source)
        if roll_save(run, combatant, compiled.repeat_ability, dc, source, tags, no_use()):
            end_statuses(run, combatant, ids + 8 * i, 1)
    run.top = top


@inline
def death_save(run, combatant):
    """10 or more succeeds; a fumble counts as two failures, a critical revives with 1 hit point."""
    natural = check_roll(run, 0)
    if natural >= run.critical:
        heal(run, combatant, 1, combatant, no_use())
    elif natural >= 10:
        combatant.successes += 1
        if combatant.successes >= 3:
            combatant.stable = 1
            combatant.successes = 0
            combatant.failures = 0
    else:
        combatant.failures += 2 if natural <= run.fumble else 1
        if combatant.failures >= 3:
            kill(run, combatant, no_combatant(), 0)


@inline
def gain_each_turn(combatant):
    """Add what statuses give to pools at the start of a turn."""
    keys = kind_at(combatant.kind).pool_of_key
    for i in range(combatant.n_statuses):
        compiled = counting_status(combatant, i)
        if not exists(compiled):
            continue
        for j in range(compiled.n_gain):
            pool = get_int(keys, get_int(compiled.gain, j))
            if pool >= 0:
                amount = get_float(combatant.pools, pool) + get_float(compiled.gain_amounts, j)
                put_float(combatant.pools, pool, tidy(amount))


# --- a turn ---------------------------------------------------------------------------------------


@inline
def refill_turn_pools(combatant, kind):
    """Refill the pools that refill every turn."""
    for i in range(kind.n_turn_pools):
        put_float(combatant.pools, i, get_float(kind.pool_after_reset, i))


@inline
def start_phase(run, combatant, kind):
    """Durations, pools, recharge, the event, healing and damage of statuses, saves, death save."""
    if run.expiring_statuses:
        tick_durations(run, combatant, 0)
    refill_turn_pools(combatant, kind)
    if combatant.modifiers & GAINS_POOLS:
        gain_each_turn(combatant)
    if kind.n_recharging:
        recharge(run, combatant, kind)
    if is_observed(run, TURN_STARTED):
        raise_event(run, TURN_STARTED, combatant, combatant, float(run.round), 0, no_use())
    if combatant.n_statuses:
        heal_and_damage_each_turn(run, combatant)
        repeat_saves(run, combatant, 0)
    if combatant.down and not combatant.stable:
        death_save(run, combatant)
    if run.standing_changed:
        check_over(run)


@inline
def end_phase(run, combatant):
    """Repeated saves, durations, the event."""
    if run.expiring_statuses:
        repeat_saves(run, combatant, 1)
        tick_durations(run, combatant, 1)
    if is_observed(run, TURN_ENDED):
        raise_event(run, TURN_ENDED, combatant, combatant, float(run.round), 0, no_use())
    if run.standing_changed:
        check_over(run)


@inline
def play_turn(run, combatant):
    """Play one turn."""
    run.active = address_of(combatant)
    run.turn += 1
    run.turn_ends = 0
    kind = kind_at(combatant.kind)
    start_phase(run, combatant, kind)
    is_idle = run.is_over or run.turn_ends or combatant.surprised or combatant.incapacitated
    if combatant.up and not is_idle:
        if kind.has_free_actions:
            act_with_free_actions(run, combatant)
        else:
            act(run, combatant, kind)
    combatant.surprised = 0
    if not run.is_over:
        end_phase(run, combatant)


@inline
def skip_dead_turn(run, combatant):
    """The turn that a dead combatant would have had: statuses that count its turns go on."""
    run.active = 0
    run.turn += 1
    tick_durations(run, combatant, 0)
    tick_durations(run, combatant, 1)
    if run.standing_changed:
        check_over(run)
