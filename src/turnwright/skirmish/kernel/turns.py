"""Turns by numbers: the start phase, the action loop, the end phase; `fight.py` in the interpreter."""

from __future__ import annotations

import numpy as np

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
from .attacks import attack, end_last_of, last_of, roll_parts
from .combatants import die_for_good, heal, hurt, saved, tags_of, wound
from .dice import check_roll, die, mix, roll, roll_plain
from .event_bus import happens, is_valid, is_wanted_now, may_be_answered, remember
from .layout import GAINS, IS_USES, UNTIL_MADE, UNTIL_TAKEN, UNTIL_TURN, YES
from .memory import (
    add_part,
    address_of,
    bits_of,
    body_at,
    deed_at,
    door,
    effect_at,
    exists,
    get_float,
    get_int,
    inline,
    jit,
    kind_at,
    no_event,
    no_use,
    nobody,
    pop_block,
    pop_use,
    push_block,
    push_use,
    push_words,
    put_float,
    put_int,
    status_in,
    tally_in,
    worn_at,
)
from .payment import tidy
from .requirements import count_foes, count_friends, holds, member
from .statuses import counted, end_statuses, place_of
from .targets import forget_weakest, weakest_foe


@inline
def is_expected(w, side):
    """Is anybody of this side yet to arrive?"""
    for i in range(w.n_members):
        body = member(w, i)
        if body.side == side and not body.here and not body.dead:
            return True
    return False


@jit
def check_over(w):
    """Is at most one side left? Those who have yet to arrive count. What is over stays over."""
    w.shaken = 0
    if w.over:
        return
    left, last = 0, -1
    for side in range(w.n_sides):
        if count_friends(w, side) > 0 or (w.absent and is_expected(w, side)):
            left += 1
            last = side
    if left < 2:
        w.over = 1
        w.winner = last


# --- the action loop ------------------------------------------------------------------------------


@inline
def wound_quietly(w, body, deed, foe, total, critical):
    """Damage that nobody listens to: at once if it does nothing but hurt."""
    left = foe.hp - total
    if left > 0 and foe.temp == 0 and foe.n_statuses == 0 and foe.concentration == 0:
        put_int(w.damage, deed.number, get_int(w.damage, deed.number) + total)
        foe.hp = left
        forget_weakest(w, address_of(foe))
    elif total > 0:
        wound(w, foe, total, body, deed, no_use(), critical, deed.tags)


@inline
def strike_once(w, body, deed, foe):
    """A plain attack on somebody plain: the roll, the damage."""
    natural = die(w, w.die)
    total = 0
    if natural >= deed.critical:
        total = roll(w, deed.damage, no_use(), 1)
    elif natural > w.fumble and natural + deed.to_hit >= foe.ac:
        total = deed.flat
        for _ in range(deed.dice):
            total += die(w, deed.sides)
    top, made, taken = w.top, 0, 0
    if w.timed:
        made, taken = last_of(w, body, UNTIL_MADE), last_of(w, foe, UNTIL_TAKEN)
    if total > 0:
        wound_quietly(w, body, deed, foe, total, 1 if natural >= deed.critical else 0)
    if made:
        end_last_of(w, body, made)
        end_last_of(w, foe, taken)
        w.top = top


@inline
def is_quiet_for(w, foe):
    """Is damage to somebody plain nothing that anybody could answer, change, or look back at?"""
    if kind_at(foe.kind).is_special or is_wanted_now(w, DAMAGE_TAKEN):
        return False
    if not is_wanted_now(w, DAMAGE_ROLLED):
        return True
    return get_int(w.family_slots, DAMAGE_ROLLED) < 0 and not may_be_answered(w, DAMAGE_ROLLED, foe)


@jit
def strike_aloud(w, body, deed, foe):
    """The same where the roll is remembered, or where damage is not plain or may be answered."""
    natural, tags = die(w, w.die), deed.tags
    critical = 1 if natural >= deed.critical else 0
    if not critical and (natural <= w.fumble or natural + deed.to_hit < foe.ac):
        if w.remembers:
            remember(w, ATTACK_MISSED, body, tags, float(natural + deed.to_hit))
        if w.timed:
            end_last(w, body, foe)
        return
    total = deed.flat
    if critical:
        total = roll(w, deed.damage, no_use(), 1)
    else:
        for _ in range(deed.dice):
            total += die(w, deed.sides)
    type = get_int(effect_at(deed.effects).parts, 2)
    if w.remembers:
        about = tags | get_int(w.type_tags, type) | (w.critical_tag if critical else 0)
        remember(w, ATTACK_HIT, body, about, float(total))
    top, made, taken = w.top, 0, 0
    if w.timed:
        made, taken = last_of(w, body, UNTIL_MADE), last_of(w, foe, UNTIL_TAKEN)
    if is_quiet_for(w, foe):
        wound_quietly(w, body, deed, foe, total, critical)
    else:
        use, block = push_use(w, body, deed, no_event()), push_block(w)
        add_part(w, block, total, type)
        hurt(w, foe, block, body, deed, use, critical)
        pop_block(w)
        pop_use(w)
    if made:
        end_last_of(w, body, made)
        end_last_of(w, foe, taken)
        w.top = top


@jit
def end_last(w, body, foe):
    """An attack that missed: what lasts until it ends."""
    top = w.top
    made, taken = last_of(w, body, UNTIL_MADE), last_of(w, foe, UNTIL_TAKEN)
    end_last_of(w, body, made)
    end_last_of(w, foe, taken)
    w.top = top


@inline
def strike(w, body, deed):
    """The commonest deed: plain attacks that nobody can answer before they have hit."""
    w.serial += 1
    put_float(body.pools, deed.quick, get_float(body.pools, deed.quick) - 1)
    tally_in(body.tallies, deed.local).uses += 1
    put_int(w.uses, deed.number, get_int(w.uses, deed.number) + 1)
    for _ in range(deed.times):
        target = weakest_foe(w, body.side)
        if target == 0:
            return
        foe = body_at(target)
        if not foe.plain or not body.plain:
            use = push_use(w, body, deed, no_event())
            attack(w, use, effect_at(deed.effects), foe)
            pop_use(w)
        elif w.strikes_are_quiet and not kind_at(foe.kind).is_special:
            strike_once(w, body, deed, foe)
        else:
            strike_aloud(w, body, deed, foe)
        if not body.up:
            return


@jit
def break_off(w, body):
    """Somebody has acted too often in one turn."""
    w.guards += 1
    if is_wanted_now(w, LOOP_GUARD):
        happens(w, LOOP_GUARD, body, body, float(w.guard), 0, no_use())


@inline
def is_gate_open(body, kind, place):
    """Is there enough of the first thing that a deed of the list takes? Most are passed over here."""
    pool = get_int(kind.main, 2 * place + 1)
    return pool < 0 or get_float(body.pools, pool) >= get_float(kind.main_amounts, place)


@inline
def first_deed(w, body, kind):
    """The first of the list that is valid now."""
    quiet = w.strikes_are_plain and body.plain
    for i in range(kind.n_main):
        if not is_gate_open(body, kind, i):
            continue
        found = get_int(kind.main, 2 * i)
        deed = deed_at(found)
        if deed.is_strike and quiet:
            if count_foes(w, body.side) and (
                deed.checks == YES or holds(w, deed.checks, body, nobody(), no_event()) == YES
            ):
                return found
        elif is_valid(w, body, deed, no_event()):
            return found
    return 0


@inline
def act(w, body, kind):
    """The action loop of those who have no free actions: from the top after every action."""
    for _ in range(w.guard):
        found = first_deed(w, body, kind)
        if found == 0:
            return
        deed = deed_at(found)
        is_spent = False
        if deed.is_strike and w.strikes_are_plain and body.plain:
            strike(w, body, deed)
            is_spent = kind.n_main == 1 and get_float(body.pools, deed.quick) < 1
        else:
            perform(w, body, deed, no_event(), 0)
        if w.shaken:
            check_over(w)
            if w.over:
                return
        if is_spent or w.turn_ends or not body.up or body.incapacitated:
            return
    if first_deed(w, body, kind):
        break_off(w, body)


@inline
def fold(h, value):
    return mix((h ^ np.uint64(value)) + np.uint64(0x632BE59BD9B4E019))


@jit
def fingerprint(w):
    """All that free actions could toggle, in 64 bits. Uses are left out."""
    h = np.uint64(0)
    for m in range(w.n_members):
        body = member(w, m)
        h = fold(h, body.hp)
        h = fold(h, body.temp)
        h = fold(h, bits_of(body.position))
        h = fold(h, 2 * body.n_statuses + body.down)
        kind = kind_at(body.kind)
        for i in range(kind.n_pools):
            if not get_int(kind.pool_reset, i) & IS_USES:
                h = fold(h, bits_of(get_float(body.pools, i)))
        for i in range(body.n_statuses):
            status = status_in(body.statuses, i)
            h = fold(h, worn_at(status.worn).number)
            h = fold(h, body_at(status.source).number)
            h = fold(h, status.left)
    return np.int64(h)


@inline
def is_seen(seen, n, mark):
    found = False
    for i in range(n):
        found = found or get_int(seen, i) == mark
    return found


@jit
def first_unblocked(w, body, kind):
    for i in range(kind.n_main):
        if not is_gate_open(body, kind, i):
            continue
        found = get_int(kind.main, 2 * i)
        deed = deed_at(found)
        tally = tally_in(body.tallies, deed.local)
        if tally.blocked or (deed.limit and tally.turn_uses >= deed.limit):
            continue
        if is_valid(w, body, deed, no_event()):
            return found
    return 0


@door
def act_guarded(w, body):
    """The same, with an eye on free actions: each at most once in a turn if it says nothing else, and
    none that would repeat a state."""
    kind = kind_at(body.kind)
    for i in range(kind.n_deeds):
        tally = tally_in(body.tallies, i)
        tally.turn_uses = 0
        tally.blocked = 0
    top = w.top
    seen, n = push_words(w, w.guard + 2), 0
    is_done = False
    for _ in range(w.guard):
        found = first_unblocked(w, body, kind)
        if found == 0:
            is_done = True
            break
        deed = deed_at(found)
        if deed.toggles and n == 0:
            put_int(seen, n, fingerprint(w))
            n += 1
        perform(w, body, deed, no_event(), 0)
        tally = tally_in(body.tallies, deed.local)
        tally.turn_uses += 1
        if deed.toggles:
            now = fingerprint(w)
            if is_seen(seen, n, now):
                tally.blocked = 1
            else:
                put_int(seen, n, now)
                n += 1
        if w.shaken:
            check_over(w)
        if w.over or w.turn_ends or not body.up or body.incapacitated:
            is_done = True
            break
    w.top = top
    if not is_done and first_unblocked(w, body, kind):
        break_off(w, body)


# --- what time brings -----------------------------------------------------------------------------


@inline
def recharge(w, body, kind):
    for i in range(kind.n_recharging):
        deed = deed_at(get_int(kind.recharging, i))
        if get_float(body.pools, deed.ready) >= 1:
            continue
        if deed.cooldown:
            tally = tally_in(body.tallies, deed.local)
            tally.cooling -= 1
            if tally.cooling <= 0:
                put_float(body.pools, deed.ready, 1.0)
        elif die(w, w.recharge_die) >= deed.recharge:
            put_float(body.pools, deed.ready, 1.0)


@door
def tick(w, body, at_end):
    """Durations: those that count this body's turns, and those that end with this turn."""
    for m in range(w.n_members):
        other = member(w, m)
        if other.n_statuses == 0:
            continue
        top = w.top
        gone, n = push_words(w, other.n_statuses), 0
        for i in range(other.n_statuses):
            status = status_in(other.statuses, i)
            worn = worn_at(status.worn)
            is_over = False
            if at_end and worn.until == UNTIL_TURN:
                is_over = True
            elif worn.has_turns and worn.at_end == at_end:
                who = status.source if worn.of_source else address_of(other)
                if who == address_of(body) and (not at_end or status.since != w.turn):
                    status.left -= 1
                    is_over = status.left <= 0
            if is_over:
                put_int(gone, n, status.id)
                n += 1
        if n:
            end_statuses(w, other, gone, n)
        w.top = top


@jit
def list_statuses(w, body):
    """The ids of all statuses of a body, in words that were pushed."""
    ids = push_words(w, body.n_statuses)
    for i in range(body.n_statuses):
        put_int(ids, i, status_in(body.statuses, i).id)
    return ids


@door
def each_turn(w, body):
    """Healing and damage that statuses bring every turn: of all that were there at its start and are
    still there when it is their turn."""
    top = w.top
    n = body.n_statuses
    ids = list_statuses(w, body)
    for i in range(n):
        place = place_of(body, get_int(ids, i))
        if place < 0:
            continue
        status = status_in(body.statuses, place)
        worn, source, deed = worn_at(status.worn), body_at(status.source), deed_at(status.deed)
        if worn.heal and not body.dead:
            heal(w, body, max(0, roll_plain(w, worn.heal, no_use())), source, no_use())
        if worn.harm and not body.dead:
            block = push_block(w)
            roll_parts(w, worn.harm, no_use(), 0, block, 0)
            hurt(w, body, block, source, deed, no_use(), 0)
            pop_block(w)
    w.top = top


@door
def repeat_saves(w, body, at_end):
    top = w.top
    n = body.n_statuses
    ids = list_statuses(w, body)
    for i in range(n):
        place = place_of(body, get_int(ids, i))
        if place < 0:
            continue
        status = status_in(body.statuses, place)
        worn = worn_at(status.worn)
        if not worn.repeats or worn.repeat_at_end != at_end:
            continue
        dc = worn.repeat_dc if worn.has_repeat_dc else status.dc
        tags = worn.tags | tags_of(deed_at(status.deed))
        source = body_at(status.source)
        if saved(w, body, worn.repeat_ability, dc, source, tags, no_use()):
            end_statuses(w, body, ids + 8 * i, 1)
    w.top = top


@inline
def death_save(w, body):
    """10 or more succeeds; a fumble fails twice, a critical brings the body back with 1."""
    natural = check_roll(w, 0)
    if natural >= w.critical:
        heal(w, body, 1, body, no_use())
    elif natural >= 10:
        body.successes += 1
        if body.successes >= 3:
            body.stable = 1
            body.successes = 0
            body.failures = 0
    else:
        body.failures += 2 if natural <= w.fumble else 1
        if body.failures >= 3:
            die_for_good(w, body, nobody(), 0)


@inline
def gain_each_turn(body):
    keys = kind_at(body.kind).keys
    for i in range(body.n_statuses):
        worn = counted(body, i)
        if not exists(worn):
            continue
        for j in range(worn.n_gain):
            pool = get_int(keys, get_int(worn.gain, j))
            if pool >= 0:
                amount = get_float(body.pools, pool) + get_float(worn.gain_amounts, j)
                put_float(body.pools, pool, tidy(amount))


# --- a turn ---------------------------------------------------------------------------------------


@inline
def refresh_pools(body, kind):
    """What everybody has anew in every turn."""
    for i in range(kind.n_turn_pools):
        put_float(body.pools, i, get_float(kind.pool_max, i))


@inline
def start_phase(w, body, kind):
    """What ends now, counters, recharge, the event, and what each turn brings."""
    if w.timed:
        tick(w, body, 0)
    refresh_pools(body, kind)
    if body.rolls & GAINS:
        gain_each_turn(body)
    if kind.n_recharging:
        recharge(w, body, kind)
    if is_wanted_now(w, TURN_STARTED):
        happens(w, TURN_STARTED, body, body, float(w.round), 0, no_use())
    if body.n_statuses:
        each_turn(w, body)
        repeat_saves(w, body, 0)
    if body.down and not body.stable:
        death_save(w, body)
    if w.shaken:
        check_over(w)


@inline
def end_phase(w, body):
    """Saves that end statuses, durations, the event."""
    if w.timed:
        repeat_saves(w, body, 1)
        tick(w, body, 1)
    if is_wanted_now(w, TURN_ENDED):
        happens(w, TURN_ENDED, body, body, float(w.round), 0, no_use())
    if w.shaken:
        check_over(w)


@inline
def turn(w, body):
    """Start phase, action loop, end phase."""
    w.active = address_of(body)
    w.turn += 1
    w.turn_ends = 0
    kind = kind_at(body.kind)
    start_phase(w, body, kind)
    stays = w.over or w.turn_ends or body.surprised or body.incapacitated
    if body.up and not stays:
        if kind.is_guarded:
            act_guarded(w, body)
        else:
            act(w, body, kind)
    body.surprised = 0
    if not w.over:
        end_phase(w, body)


@inline
def pass_by(w, body):
    """The turn that a dead one would have had: what counts its turns goes on."""
    w.active = 0
    w.turn += 1
    tick(w, body, 0)
    tick(w, body, 1)
    if w.shaken:
        check_over(w)
