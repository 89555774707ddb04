"""Turns by numbers: the start phase, the action loop, the end phase; `fight.py` in the interpreter."""

from __future__ import annotations

import numpy as np

from turnwright.games.skirmish.words import LOOP_GUARD, TURN_ENDED, TURN_STARTED

from .kernel_bodies import die_for_good, heal, hurt, saved, wound
from .kernel_bus import is_valid, is_wanted_now, offer
from .kernel_checks import count_foes, count_friends
from .kernel_deeds import attack, end_last_of, last_of, perform, roll_parts
from .kernel_dice import check_roll, die, mix, roll
from .kernel_memory import (
    bits_of,
    body_at,
    deed_at,
    door,
    get_float,
    get_int,
    jit,
    kind_at,
    push_block,
    push_event,
    push_use,
    push_words,
    put_float,
    put_int,
    status_at,
    worn_at,
)
from .kernel_paying import tidy
from .kernel_statuses import counted, end_statuses, place_of
from .kernel_targets import least_hp
from .layout import GAINS, IS_USES, UNTIL_MADE, UNTIL_TAKEN, UNTIL_TURN


@jit
def check_over(w):
    """Is at most one side left? Those who have yet to arrive count. What is over stays over."""
    w.shaken = 0
    if w.over:
        return
    left, last = 0, -1
    for side in range(w.n_sides):
        is_left = count_friends(w, side) > 0
        if not is_left and w.absent:
            for i in range(w.n_members):
                body = body_at(w.bodies, get_int(w.members, i))
                if body.side == side and not body.here and not body.dead:
                    is_left = True
        if is_left:
            left += 1
            last = side
    if left < 2:
        w.over = 1
        w.winner = last


# --- the action loop -----------------------------------------------------------------------------------


@jit
def strike(w, number, body, deed_number, deed):
    """The commonest deed: plain attacks that nobody can answer."""
    w.serial += 1
    at = body.pools + deed.quick
    put_float(w.pools, at, get_float(w.pools, at) - 1)
    at = body.uses + deed.local
    put_int(w.uses, at, get_int(w.uses, at) + 1)
    put_int(w.all_uses, deed_number, get_int(w.all_uses, deed_number) + 1)
    side = body.side
    foes = w.foes + 8 * side * w.n_bodies
    for _ in range(deed.times):
        target = least_hp(w, foes, count_foes(w, side))
        if target < 0:
            return
        foe = body_at(w.bodies, target)
        if not foe.plain or not body.plain or kind_at(w.kinds, foe.kind).is_special:
            use = push_use(w, number, deed_number, -1)
            attack(w, use, deed.effects, target)
            w.n_uses = use
        else:
            natural = die(w, w.die)
            total = 0
            if natural >= deed.critical:
                total = roll(w, deed.damage, -1, True)
            elif natural > w.fumble and natural + deed.to_hit >= foe.ac:
                total = deed.flat
                for _ in range(deed.dice):
                    total += die(w, deed.sides)
            top, made, taken = w.top, 0, 0
            if w.timed:
                made, taken = last_of(w, number, UNTIL_MADE), last_of(w, target, UNTIL_TAKEN)
            if total > 0:
                critical = natural >= deed.critical
                wound(w, target, total, number, deed_number, -1, critical, deed.tags)
            if made:
                end_last_of(w, number, made)
                end_last_of(w, target, taken)
            w.top = top
        if not body.up:
            return


@jit
def break_off(w, number):
    """Somebody has acted too often in one turn."""
    w.guards += 1
    if is_wanted_now(w, LOOP_GUARD):
        event = push_event(w, LOOP_GUARD, number, number, float(w.guard), 0)
        offer(w, event)
        w.n_events = event


@jit
def act(w, number):
    """The action loop of those who have no free actions: from the top after every action."""
    body = body_at(w.bodies, number)
    kind = kind_at(w.kinds, body.kind)
    for _ in range(w.guard):
        chosen = -1
        for i in range(kind.main, kind.main + kind.n_main):
            deed_number = get_int(w.lists, i)
            deed = deed_at(w.deeds, deed_number)
            if deed.quick >= 0 and get_float(w.pools, body.pools + deed.quick) < 1:
                continue
            if deed.is_strike and w.strikes_are_quiet and body.plain:
                if count_foes(w, body.side):
                    chosen = deed_number
                    break
            elif is_valid(w, number, deed, -1):
                chosen = deed_number
                break
        if chosen < 0:
            return
        deed = deed_at(w.deeds, chosen)
        if deed.is_strike and w.strikes_are_quiet and body.plain:
            strike(w, number, body, chosen, deed)
        else:
            perform(w, number, chosen, -1, 0)
        if w.shaken:
            check_over(w)
            if w.over:
                return
        if w.turn_ends or not body.up or body.incapacitated:
            return
    for i in range(kind.main, kind.main + kind.n_main):
        if is_valid(w, number, deed_at(w.deeds, get_int(w.lists, i)), -1):
            break_off(w, number)
            return


@jit
def fold(h, value):
    return mix((h ^ np.uint64(value)) + np.uint64(0x632BE59BD9B4E019))


@jit
def fingerprint(w):
    """All that free actions could toggle, in 64 bits. Uses are left out."""
    h = np.uint64(0)
    for m in range(w.n_members):
        body = body_at(w.bodies, get_int(w.members, m))
        h = fold(h, body.hp)
        h = fold(h, body.temp)
        h = fold(h, bits_of(body.position))
        h = fold(h, 2 * body.n_statuses + body.down)
        kind = kind_at(w.kinds, body.kind)
        for i in range(kind.n_pools):
            if not get_int(w.lists, kind.pool_reset + i) & IS_USES:
                h = fold(h, bits_of(get_float(w.pools, body.pools + i)))
        for i in range(body.n_statuses):
            status = status_at(w.statuses, body.statuses + i)
            h = fold(h, worn_at(w.worn, status.worn).number)
            h = fold(h, status.source)
            h = fold(h, status.left)
    return np.int64(h)


@jit
def is_seen(seen, n, mark):
    for i in range(n):
        if get_int(seen, i) == mark:
            return True
    return False


@jit
def first_valid(w, number, body, kind):
    for i in range(kind.main, kind.main + kind.n_main):
        deed_number = get_int(w.lists, i)
        deed = deed_at(w.deeds, deed_number)
        at = body.uses + deed.local
        if deed.limit and get_int(w.turn_uses, at) >= deed.limit:
            continue
        if not get_int(w.blocked, at) and is_valid(w, number, deed, -1):
            return deed_number
    return -1


@door
def act_guarded(w, number):
    """The same, with an eye on free actions: each at most once in a turn if it says nothing else, and
    none that would repeat a state."""
    body = body_at(w.bodies, number)
    kind = kind_at(w.kinds, body.kind)
    for i in range(body.uses, body.uses + kind.n_deeds):
        put_int(w.turn_uses, i, 0)
        put_int(w.blocked, i, 0)
    top = w.top
    seen, n = push_words(w, w.guard + 2), 0
    is_done = False
    for _ in range(w.guard):
        deed_number = first_valid(w, number, body, kind)
        if deed_number < 0:
            is_done = True
            break
        deed = deed_at(w.deeds, deed_number)
        if deed.toggles and n == 0:
            put_int(seen, n, fingerprint(w))
            n += 1
        perform(w, number, deed_number, -1, 0)
        at = body.uses + deed.local
        put_int(w.turn_uses, at, get_int(w.turn_uses, at) + 1)
        if deed.toggles:
            now = fingerprint(w)
            if is_seen(seen, n, now):
                put_int(w.blocked, at, 1)
            else:
                put_int(seen, n, now)
                n += 1
        if w.shaken:
            check_over(w)
        if w.over or w.turn_ends or not body.up or body.incapacitated:
            is_done = True
            break
    w.top = top
    if not is_done and first_valid(w, number, body, kind) >= 0:
        break_off(w, number)


# --- what time brings ------------------------------------------------------------------------------------


@jit
def recharge(w, body, kind):
    for i in range(kind.recharging, kind.recharging + kind.n_recharging):
        deed = deed_at(w.deeds, get_int(w.lists, i))
        at = body.pools + deed.ready
        if get_float(w.pools, at) >= 1:
            continue
        if deed.cooldown:
            cooling = body.uses + deed.local
            put_int(w.cooling, cooling, get_int(w.cooling, cooling) - 1)
            if get_int(w.cooling, cooling) <= 0:
                put_float(w.pools, at, 1.0)
        elif die(w, w.recharge_die) >= deed.recharge:
            put_float(w.pools, at, 1.0)


@door
def tick(w, number, at_end):
    """Durations: those that count this body's turns, and those that end with this turn."""
    for m in range(w.n_members):
        other_number = get_int(w.members, m)
        other = body_at(w.bodies, other_number)
        if other.n_statuses == 0:
            continue
        top = w.top
        gone, n = push_words(w, other.n_statuses), 0
        for i in range(other.n_statuses):
            status = status_at(w.statuses, other.statuses + i)
            worn = worn_at(w.worn, status.worn)
            if at_end and worn.until == UNTIL_TURN:
                put_int(gone, n, status.id)
                n += 1
            elif worn.has_turns and worn.at_end == at_end:
                who = status.source if worn.of_source else other_number
                if who == number and (not at_end or status.since != w.turn):
                    status.left -= 1
                    if status.left <= 0:
                        put_int(gone, n, status.id)
                        n += 1
        end_statuses(w, other_number, gone, n)
        w.top = top


@jit
def list_statuses(w, body):
    """The ids of all statuses of a body, in words that were pushed."""
    ids = push_words(w, body.n_statuses)
    for i in range(body.n_statuses):
        put_int(ids, i, status_at(w.statuses, body.statuses + i).id)
    return ids


@door
def each_turn(w, number):
    """Healing and damage that statuses bring every turn: of all that were there at its start and are
    still there when it is their turn."""
    body = body_at(w.bodies, number)
    top = w.top
    n = body.n_statuses
    ids = list_statuses(w, body)
    for i in range(n):
        place = place_of(w, body, get_int(ids, i))
        if place < 0:
            continue
        status = status_at(w.statuses, body.statuses + place)
        worn = worn_at(w.worn, status.worn)
        source, deed = status.source, status.deed
        if worn.heal >= 0 and not body.dead:
            heal(w, number, max(0, roll(w, worn.heal, -1, False)), source, -1)
        if worn.harm >= 0 and not body.dead:
            blocks = w.n_blocks
            block = push_block(w)
            roll_parts(w, worn.harm, -1, False, block, 0)
            hurt(w, number, block, source, deed, -1, False)
            w.n_blocks = blocks
    w.top = top


@door
def repeat_saves(w, number, at_end):
    body = body_at(w.bodies, number)
    top = w.top
    n = body.n_statuses
    ids = list_statuses(w, body)
    for i in range(n):
        place = place_of(w, body, get_int(ids, i))
        if place < 0:
            continue
        status = status_at(w.statuses, body.statuses + place)
        worn = worn_at(w.worn, status.worn)
        if not worn.repeats or worn.repeat_at_end != at_end:
            continue
        dc = worn.repeat_dc if worn.has_repeat_dc else status.dc
        tags = worn.tags | (deed_at(w.deeds, status.deed).tags if status.deed >= 0 else 0)
        if saved(w, number, worn.repeat_ability, dc, status.source, tags, -1):
            end_statuses(w, number, ids + 8 * i, 1)
    w.top = top


@jit
def death_save(w, number):
    """10 or more succeeds; a fumble fails twice, a critical brings the body back with 1."""
    body = body_at(w.bodies, number)
    natural = check_roll(w, 0)
    if natural >= w.critical:
        heal(w, number, 1, number, -1)
    elif natural >= 10:
        body.successes += 1
        if body.successes >= 3:
            body.stable = 1
            body.successes = 0
            body.failures = 0
    else:
        body.failures += 2 if natural <= w.fumble else 1
        if body.failures >= 3:
            die_for_good(w, number, -1, 0)


@jit
def gain_each_turn(w, body):
    for i in range(body.n_statuses):
        number = counted(w, body, i)
        if number < 0:
            continue
        worn = worn_at(w.worn, number)
        keys = kind_at(w.kinds, body.kind).keys
        for j in range(worn.n_gain):
            pool = get_int(w.lists, keys + get_int(w.lists, worn.gain + j))
            if pool >= 0:
                at = body.pools + pool
                amount = get_float(w.numbers, worn.gain_amounts + j)
                put_float(w.pools, at, tidy(get_float(w.pools, at) + amount))


# --- a turn ----------------------------------------------------------------------------------------------


@door
def turn(w, number):
    """Start phase, action loop, end phase."""
    w.active = number
    w.turn += 1
    w.turn_ends = 0
    body = body_at(w.bodies, number)
    kind = kind_at(w.kinds, body.kind)
    if w.timed:
        tick(w, number, 0)
    for i in range(kind.n_turn_pools):
        put_float(w.pools, body.pools + i, get_float(w.numbers, kind.pool_max + i))
    if body.rolls & GAINS:
        gain_each_turn(w, body)
    if kind.n_recharging:
        recharge(w, body, kind)
    if is_wanted_now(w, TURN_STARTED):
        event = push_event(w, TURN_STARTED, number, number, float(w.round), 0)
        offer(w, event)
        w.n_events = event
    if body.n_statuses:
        each_turn(w, number)
        repeat_saves(w, number, 0)
    if body.down and not body.stable:
        death_save(w, number)
    if w.shaken:
        check_over(w)
    stays = w.over or w.turn_ends or body.surprised or body.incapacitated
    if body.up and not stays:
        if kind.is_guarded:
            act_guarded(w, number)
        else:
            act(w, number)
    body.surprised = 0
    if w.over:
        return
    if w.timed:
        repeat_saves(w, number, 1)
        tick(w, number, 1)
    if is_wanted_now(w, TURN_ENDED):
        event = push_event(w, TURN_ENDED, number, number, float(w.round), 0)
        offer(w, event)
        w.n_events = event
    if w.shaken:
        check_over(w)


@jit
def pass_by(w, number):
    """The turn that a dead one would have had: what counts its turns goes on."""
    w.active = -1
    w.turn += 1
    tick(w, number, 0)
    tick(w, number, 1)
    if w.shaken:
        check_over(w)
