"""Saves, damage, falling, healing, pools and movement; mirrors `engine/resolution.py`."""

from __future__ import annotations

from turnwright.skirmish.engine.fight_events import CRITICAL, FAILURE
from turnwright.skirmish.engine.resolution import ANY_TYPE
from turnwright.skirmish.engine.run_outcome import MAX_FALL_ROUND
from turnwright.skirmish.model.vocabulary import (
    DAMAGE_ROLLED,
    DAMAGE_TAKEN,
    ENTERED_REACH,
    HEALED,
    LEFT_REACH,
    RESOURCE_RESTORED,
    SAVE_FAILED,
    SAVE_SUCCEEDED,
    UNIT_DIED,
    UNIT_DOWNED,
    UNIT_MOVED,
)

from .dice import check_roll, roll_plain
from .event_bus import announce, is_observed, may_have_reactions, raise_event, remember
from .layout import (
    HAS_BYPASSED_DEFENCES,
    MODIFIES_SAVE,
    MODIFIES_SAVE_MODE,
    PART,
    REDUCES_DAMAGE,
    UNTIL_SAVE_FORCED,
    UNTIL_SAVE_MADE,
)
from .memory import (
    action_at,
    address_of,
    combatant_at,
    compiled_status_at,
    entry_point,
    exists,
    get_float,
    get_int,
    inline,
    jit,
    kind_at,
    no_use,
    pop_event,
    push_event,
    push_words,
    put_float,
    put_int,
    status_in,
    sum_of,
)
from .payment import tidy
from .requirements import count_foes, foes_of, friends_of, participant
from .statuses import (
    break_concentration,
    counting_status,
    drop_unused_concentration,
    end_statuses,
    refresh,
)
from .targets import forget_weakest

# --- who stands -----------------------------------------------------------------------------------


@entry_point
def update_standing(run):
    """Rebuild the lists of who stands on which side, in the order of the file."""
    run.standing_changed = 1
    forget_weakest(run, 0)
    for side in range(run.n_sides):
        foes, friends = foes_of(run, side), friends_of(run, side)
        n_foes, n_friends = 0, 0
        for i in range(run.n_participants):  # written to both lists, and counted in one at most
            combatant = participant(run, i)
            stands = 1 if combatant.up and combatant.present else 0
            is_friend = 1 if combatant.side == side else 0
            put_int(friends, n_friends, address_of(combatant))
            put_int(foes, n_foes, address_of(combatant))
            n_friends += stands & is_friend
            n_foes += stands & (1 - is_friend)
        put_int(run.n_foes, side, n_foes)
        put_int(run.n_friends, side, n_friends)


@jit
def remove_from_row(rows, counts, side, width, combatant):
    """Remove a combatant from the row of a side."""
    n = get_int(counts, side)
    row = rows + 8 * side * width
    place = 0
    while place < n and get_int(row, place) != address_of(combatant):
        place += 1
    if place == n:
        return
    n -= 1
    put_int(counts, side, n)
    for i in range(place, n):
        put_int(row, i, get_int(row, i + 1))


@inline
def remove_standing(run, combatant):
    """Remove somebody who fell from all lists."""
    run.standing_changed = 1
    forget_weakest(run, 0)
    for side in range(run.n_sides):
        if side == combatant.side:
            remove_from_row(run.friends, run.n_friends, side, run.n_combatants, combatant)
        else:
            remove_from_row(run.foes, run.n_foes, side, run.n_combatants, combatant)


# --- saves ----------------------------------------------------------------------------------------


@inline
def save_mode(combatant, ability, tags):
    """The roll mode of a save: that of the kind, changed by statuses."""
    roll_mode = get_int(kind_at(combatant.kind).save_modes, ability)
    if combatant.modifiers & MODIFIES_SAVE_MODE:
        for i in range(combatant.n_statuses):
            compiled = counting_status(combatant, i)
            if not exists(compiled):
                continue
            if compiled.saves_of and not compiled.saves_of >> ability & 1:
                continue
            if not compiled.saves_against or compiled.saves_against & tags:
                roll_mode |= compiled.saves
    return roll_mode


@entry_point
def roll_save(run, combatant, ability, dc, source, tags, use):
    """Roll a save; True if it succeeds. The fallen fail without a roll."""
    natural, total, outcome = 0, 0, FAILURE
    forced = not combatant.up or combatant.failed_saves >> ability & 1
    if not forced:
        natural = check_roll(run, save_mode(combatant, ability, tags))
        total = natural + get_int(kind_at(combatant.kind).saves, ability)
        if combatant.modifiers & MODIFIES_SAVE:
            for i in range(combatant.n_statuses):
                compiled = counting_status(combatant, i)
                if exists(compiled) and compiled.save:
                    total += roll_plain(run, compiled.save, use, source, combatant)
        outcome = 1 if total >= dc else 0
    type = SAVE_SUCCEEDED if outcome else SAVE_FAILED
    if not may_have_reactions(run, type, combatant):
        if run.remembers_events:
            remember(run, type, source, tags, float(total))
    else:
        event = push_event(run, SAVE_FAILED, source, combatant, float(total), tags, use)
        event.natural = natural
        event.total = total
        event.needs = dc
        event.outcome = outcome
        if forced:
            event.forced = FAILURE
        for _ in range(2):
            before = event.outcome
            event.type = SAVE_SUCCEEDED if before else SAVE_FAILED
            event.value = float(event.total)
            announce(run, event)
            if event.outcome == before:
                break
        outcome, natural = event.outcome, event.natural
        pop_event(run)
    if run.expiring_statuses and natural:
        end_after_save(run, combatant, UNTIL_SAVE_MADE)
        if exists(source):
            end_after_save(run, source, UNTIL_SAVE_FORCED)
    return outcome == 1


@jit
def end_after_save(run, combatant, until):
    """End the statuses that last until the next save."""
    top = run.top
    ended, n = push_words(run, combatant.n_statuses), 0
    for i in range(combatant.n_statuses):
        status = status_in(combatant.statuses, i)
        if compiled_status_at(status.compiled).until == until:
            status.times_left -= 1
            if status.times_left <= 0:
                put_int(ended, n, status.id)
                n += 1
    if n:
        end_statuses(run, combatant, ended, n)
    run.top = top


# --- damage ---------------------------------------------------------------------------------------


@inline
def tags_of(action):
    """The tags of an action, if there is one."""
    return action.tags if exists(action) else 0


@inline
def damage_tags(run, tags, block, critical):
    """The tags of the action, those of the damage types, and that of a critical hit."""
    for i in range(get_int(block, 0)):
        tags |= get_int(run.type_tags, get_int(block, 2 + PART * i))
    return tags | run.critical_tag if critical else tags


@inline
def defences_not_bypassed(list, n, tags, which):
    """Damage types (bits) of the defences in a list that no tag of the action bypasses."""
    kinds = 0
    for i in range(0, 3 * n, 3):
        if get_int(list, i) == which and not tags & get_int(list, i + 2):
            kinds |= get_int(list, i + 1)
    return kinds


@jit
def defence_types(combatant, always, tags, which):
    """The damage types (bits) that a combatant resists (0), ignores (1) or takes doubled (2)."""
    if combatant.modifiers & HAS_BYPASSED_DEFENCES:
        kind = kind_at(combatant.kind)
        always |= defences_not_bypassed(kind.bypassed, kind.n_bypassed, tags, which)
        for i in range(combatant.n_statuses):
            compiled = counting_status(combatant, i)
            if exists(compiled):
                always |= defences_not_bypassed(compiled.bypassed, compiled.n_bypassed, tags, which)
    return always


@jit
def reduction(run, combatant, source):
    """By how much statuses reduce a damage."""
    less = 0
    for i in range(combatant.n_statuses):
        compiled = counting_status(combatant, i)
        if exists(compiled) and compiled.reduction:
            less += max(0, roll_plain(run, compiled.reduction, no_use(), source, combatant))
    return less


@inline
def after_defences(run, combatant, block, source, tags):
    """The damage that is left: first factors and reductions, then resistances of each part. What is
    left of each part is written to the block."""
    dealt = source.damage_dealt if exists(source) else 1.0
    if combatant.unmodified and dealt == 1.0 and not kind_at(combatant.kind).has_defences:
        return sum_of(block)
    reduces = combatant.modifiers & REDUCES_DAMAGE
    less = reduction(run, combatant, source) if reduces else 0
    resist = defence_types(combatant, combatant.resist, tags, 0)
    immune = defence_types(combatant, combatant.immune, tags, 1)
    vulnerable = defence_types(combatant, combatant.vulnerable, tags, 2)
    total = 0
    for i in range(get_int(block, 0)):
        place = 1 + PART * i
        amount, bit = get_int(block, place), 1 << get_int(block, place + 1) | ANY_TYPE
        if dealt != 1.0:
            amount = int(amount * dealt)
        if reduces:
            taken = min(amount, less)
            amount -= taken
            less -= taken
        if immune & bit:
            amount = 0
        if resist & bit:
            amount >>= 1
        if vulnerable & bit:
            amount *= 2
        put_int(block, place, amount)
        total += amount
    return int(total * combatant.damage_taken) if combatant.damage_taken != 1.0 else total


@entry_point
def deal_damage(run, combatant, block, source, action, use, critical):
    """Deal damage: reactions to the roll, then resistances, then `take_damage`."""
    tags = tags_of(action)
    taker = combatant
    if is_observed(run, DAMAGE_ROLLED) and not may_have_reactions(run, DAMAGE_ROLLED, combatant):
        about = damage_tags(run, tags, block, critical)
        remember(run, DAMAGE_ROLLED, source, about, float(sum_of(block)))
    elif is_observed(run, DAMAGE_ROLLED):
        about = damage_tags(run, tags, block, critical)
        event = push_event(run, DAMAGE_ROLLED, source, combatant, float(sum_of(block)), about, use)
        event.parts = block
        event.outcome = CRITICAL if critical else -1
        announce(run, event)
        pop_event(run)
        if event.cancelled:
            return
        if event.redirected:
            taker = combatant_at(event.redirected)
    if taker.dead:
        return
    total = after_defences(run, taker, block, source, tags)
    if total > 0:
        for i in range(get_int(block, 0)):
            if get_int(block, 3 + PART * i) >= 0:
                if exists(action) and exists(source) and taker.side != source.side:
                    main = use.booked_to if exists(use) else action.number
                    book_added_damage(run, taker, block, main)
                break
        if is_observed(run, DAMAGE_TAKEN):
            tags = damage_tags(run, tags, block, critical)
        take_damage(run, taker, total, source, action, use, critical, tags)


@jit
def book_added_damage(run, combatant, block, main):
    """Take the parts that other actions have added from the action that deals the damage, and book
    them to those."""
    for i in range(get_int(block, 0)):
        amount, cause = get_int(block, 1 + PART * i), get_int(block, 3 + PART * i)
        if cause >= 0 and amount > 0 and get_int(run.action_sides, cause) != combatant.side:
            if combatant.damage_taken != 1.0:
                amount = int(amount * combatant.damage_taken)
            put_int(run.damage, cause, get_int(run.damage, cause) + amount)
            put_int(run.damage, main, get_int(run.damage, main) - amount)


@entry_point
def take_damage(run, combatant, total, source, action, use, critical, tags):
    """Take damage: temporary hit points, statuses, the fall, and concentration."""
    if exists(action) and exists(source) and combatant.side != source.side:
        number = use.booked_to if exists(use) else action.number
        put_int(run.damage, number, get_int(run.damage, number) + total)
    left = total
    if combatant.temp:
        soaked = min(combatant.temp, left)
        combatant.temp -= soaked
        left -= soaked
    over = 0
    was_up = combatant.up
    if was_up:
        hp = combatant.hp - left
        if hp < 0:
            over = -hp
            hp = 0
        combatant.hp = hp
    forget_weakest(run, address_of(combatant))
    if is_observed(run, DAMAGE_TAKEN):
        raise_event(run, DAMAGE_TAKEN, source, combatant, float(total), tags, use)
    if combatant.n_statuses:
        end_on_damage(run, combatant)
    if combatant.dead or combatant.up != was_up:  # a reaction has felled or revived it
        return
    if not was_up:
        damage_while_down(run, combatant, source, total, critical)
    elif combatant.hp == 0:
        fall(run, combatant, source, action, over, use)
    elif combatant.concentration and run.keeps_concentration:
        dc = min(max(run.concentration_dc, total // 2), run.max_concentration_dc)
        if not roll_save(
            run, combatant, run.concentration_ability, dc, source, tags_of(action), use
        ):
            break_concentration(run, combatant)


@inline
def end_on_damage(run, combatant):
    """End the statuses that end when their bearer takes damage."""
    top = run.top
    ended, n = push_words(run, combatant.n_statuses), 0
    for i in range(combatant.n_statuses):
        status = status_in(combatant.statuses, i)
        if compiled_status_at(status.compiled).ends_on_damage:
            put_int(ended, n, status.id)
            n += 1
    if n:
        end_statuses(run, combatant, ended, n)
    run.top = top


@inline
def fall(run, combatant, source, action, over, use):
    """Fall to 0 hit points: down and dying, or dead."""
    combatant.up = 0
    combatant.down = 1
    combatant.stable = 0
    combatant.successes = 0
    combatant.failures = 0
    if not combatant.fell:
        combatant.fell = 1 + min(run.round, MAX_FALL_ROUND)
    remove_standing(run, combatant)
    if combatant.concentration:
        break_concentration(run, combatant)
    tags = tags_of(action)
    if is_observed(run, UNIT_DOWNED):
        raise_event(run, UNIT_DOWNED, source, combatant, float(over), tags, use)
    if combatant.up or combatant.dead:
        return
    massive = run.massive_damage and over >= combatant.max_hp
    if massive or not kind_at(combatant.kind).death_saves:
        kill(run, combatant, source, tags)


@inline
def damage_while_down(run, combatant, source, total, critical):
    """Take damage at 0 hit points: failed death saves, or death."""
    combatant.stable = 0
    combatant.failures += 2 if critical else 1
    if combatant.failures >= 3 or (run.massive_damage and total >= combatant.max_hp):
        kill(run, combatant, source, 0)


@entry_point
def kill(run, combatant, source, tags):
    """Die: lose all statuses, and end those that depend on this combatant."""
    combatant.dead = 1
    combatant.down = 0
    if combatant.n_statuses:
        n = combatant.n_statuses
        for i in range(n):
            run.expiring_statuses -= compiled_status_at(
                status_in(combatant.statuses, i).compiled
            ).can_expire
        combatant.n_statuses = 0
        if combatant.temp_status:
            combatant.temp = 0
            combatant.temp_status = 0
        refresh(run, combatant)
        for i in range(n):
            status = status_in(combatant.statuses, i)
            if status.needs_concentration:
                drop_unused_concentration(run, combatant_at(status.source))
    for m in range(run.n_participants if run.has_statuses else 0):
        other = participant(run, m)
        if other.n_statuses:
            end_with_source(run, other, combatant)
    if is_observed(run, UNIT_DIED):
        raise_event(run, UNIT_DIED, source, combatant, 0.0, tags, no_use())


@inline
def end_with_source(run, combatant, source):
    """End the statuses that end when their source dies."""
    top = run.top
    ended, n = push_words(run, combatant.n_statuses), 0
    for i in range(combatant.n_statuses):
        status = status_in(combatant.statuses, i)
        if (
            status.source == address_of(source)
            and compiled_status_at(status.compiled).ends_with_source
        ):
            put_int(ended, n, status.id)
            n += 1
    if n:
        end_statuses(run, combatant, ended, n)
    run.top = top


# --- healing, pools, distance ---------------------------------------------------------------------


@entry_point
def heal(run, combatant, amount, source, use):
    """Restore hit points up to the maximum. The dead stay dead."""
    if combatant.dead:
        return
    gained = min(amount, combatant.max_hp - combatant.hp)
    if gained <= 0:
        return
    combatant.hp += gained
    forget_weakest(run, 0)
    if not combatant.up:
        combatant.up = 1
        combatant.down = 0
        combatant.stable = 0
        combatant.successes = 0
        combatant.failures = 0
        update_standing(run)
    if is_observed(run, HEALED):
        tags = action_at(use.action).tags if exists(use) else 0
        raise_event(run, HEALED, source, combatant, float(gained), tags, use)


@entry_point
def restore_pool(run, combatant, pool, amount):
    """Give back to a pool, up to its maximum."""
    before = get_float(combatant.pools, pool)
    after = min(tidy(before + amount), get_float(kind_at(combatant.kind).pool_max, pool))
    gained = after - before
    if gained <= 0:
        return
    put_float(combatant.pools, pool, after)
    if is_observed(run, RESOURCE_RESTORED):
        raise_event(run, RESOURCE_RESTORED, combatant, combatant, gained, 0, no_use())


@entry_point
def move(run, mover, other, distance, away, tags):
    """Move along the line, towards another combatant (never past it) or away from it."""
    if mover.no_movement or not mover.up:
        return
    gap = other.position - mover.position
    if away:
        step = -float(distance) if gap > 0 else float(distance)
    else:
        step = min(float(distance), abs(gap)) * (1.0 if gap > 0 else -1.0)
    if step == 0.0:
        return
    there = mover.position + step
    if is_observed(run, LEFT_REACH) and not cross_reach(
        run, mover, there, there, step, tags, LEFT_REACH
    ):
        return
    here = mover.position
    mover.position = there
    if is_observed(run, UNIT_MOVED):
        raise_event(run, UNIT_MOVED, mover, mover, abs(step), tags, no_use())
    if is_observed(run, ENTERED_REACH):
        cross_reach(run, mover, here, there, step, tags, ENTERED_REACH)


@jit
def cross_reach(run, mover, here, there, step, tags, type):
    """Offer the leaving, or the entering, of every enemy's reach; False if that stops the movement."""
    top = run.top
    n = count_foes(run, mover.side)
    enemies, foes = push_words(run, n), foes_of(run, mover.side)
    for i in range(n):
        put_int(enemies, i, get_int(foes, i))
    may_act_out_of_turn = True
    for i in range(n):
        enemy = combatant_at(get_int(enemies, i))
        reach = kind_at(enemy.kind).reach
        if type == LEFT_REACH:
            now = mover.position
            passes = abs(now - enemy.position) <= reach < abs(there - enemy.position)
        else:
            passes = abs(there - enemy.position) <= reach < abs(here - enemy.position)
        if not passes:
            continue
        event = push_event(run, type, mover, enemy, abs(step), tags, no_use())
        announce(run, event)
        pop_event(run)
        if type == LEFT_REACH and (event.cancelled or mover.no_movement):
            may_act_out_of_turn = False
        if not mover.up:
            may_act_out_of_turn = False
        if not may_act_out_of_turn:
            break
    run.top = top
    return may_act_out_of_turn
