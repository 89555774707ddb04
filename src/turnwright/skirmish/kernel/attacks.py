"""Attacks by numbers; `melee.py` in the interpreter."""

from __future__ import annotations

from turnwright.skirmish.engine.combatant_state import CRITICAL, HIT, MISS
from turnwright.skirmish.model.vocabulary import (
    ATTACK_DECLARED,
    ATTACK_HIT,
    ATTACK_MISSED,
    ATTACK_ROLLED,
)

from .combatants import damage_tags, hurt
from .dice import check_roll, roll_plain, roll_quickly
from .event_bus import can_be_struck, is_lost, is_wanted_now, may_be_answered, remember, tell
from .layout import (
    LEAN_AT_RANGE,
    LEAN_ATTACKED,
    LEAN_ATTACKS,
    LEAN_IN_MELEE,
    ROLLS_DAMAGE,
    ROLLS_TO_HIT,
    UNTIL_MADE,
    UNTIL_TAKEN,
)
from .memory import (
    DOORS,
    add_part,
    address_of,
    body_at,
    copy,
    deed_at,
    door,
    effect_in,
    event_at,
    exists,
    get_int,
    inline,
    jit,
    pop_block,
    pop_event,
    push_block,
    push_event,
    push_words,
    put_int,
    status_in,
    sum_of,
    worn_at,
)
from .statuses import counted, end_statuses
from .targets import candidates, choose_some, weakest_foe

do_effect = DOORS["do_effect"].call

NO_LEAST = -(1 << 60)

# --- damage that is rolled ------------------------------------------------------------------------


@jit
def roll_parts(w, parts, use, critical, block, least):
    """Roll damage (a list: how many parts, then roll and type of each) into a block."""
    for i in range(1, 1 + 2 * get_int(parts, 0), 2):
        amount = max(least, roll_quickly(w, get_int(parts, i), use, critical))
        add_part(w, block, amount, get_int(parts, i + 1))


@jit
def damage_roll(w, effect, use, outcome, block):
    """The damage of a hit: its own, and what statuses of the attacker add."""
    critical = 1 if outcome == CRITICAL else 0
    roll_parts(w, effect.parts, use, critical, block, 0)
    body = body_at(use.actor)
    if body.rolls & ROLLS_DAMAGE:
        for i in range(body.n_statuses):
            worn = counted(body, i)
            if exists(worn) and worn.damage:
                roll_parts(w, worn.damage, use, critical, block, NO_LEAST)


@jit
def roll_again(w, effect, use, outcome, block, count):
    """A hit has become a critical one, or the contrary: the first parts of its damage are rolled anew,
    what answers have added stays."""
    new = push_block(w)
    damage_roll(w, effect, use, outcome, new)
    for i in range(count, get_int(block, 0)):
        add_part(w, new, get_int(block, 1 + 2 * i), get_int(block, 2 + 2 * i))
    copy(block, new, 8 * (1 + 2 * get_int(new, 0)))
    pop_block(w)


# --- statuses that last until an attack -----------------------------------------------------------


@jit
def last_of(w, body, until):
    """Statuses that last until such an attack: this is it. They end when its damage is done. Their ids,
    behind how many they are, in words that were pushed."""
    gone, n = push_words(w, 1 + body.n_statuses), 0
    for i in range(body.n_statuses):
        status = status_in(body.statuses, i)
        if worn_at(status.worn).until == until:
            n += 1
            put_int(gone, n, status.id)
    put_int(gone, 0, n)
    return gone


@jit
def end_last_of(w, body, gone):
    if get_int(gone, 0):
        end_statuses(w, body, gone + 8, get_int(gone, 0))


# --- one attack -----------------------------------------------------------------------------------


@inline
def bonus_of(w, actor, use):
    """What statuses add to an attack roll."""
    total = 0
    for i in range(actor.n_statuses):
        worn = counted(actor, i)
        if exists(worn) and worn.to_hit:
            total += roll_plain(w, worn.to_hit, use)
    return total


@inline
def answered(w, use, effect, target, natural, total, outcome, tags, block):
    """The roll, then the hit or the miss, offered to those who listen; the event, which is over. If an
    answer turns a hit into a miss, or the contrary, that is offered too, once. Damage is rolled when
    there is a hit, so that those who answer it know how bad it is; it is rolled again if they make a
    critical hit of it, or a plain one."""
    actor = body_at(use.actor)
    event = push_event(w, ATTACK_ROLLED, actor, target, float(total), tags, use)
    event.natural = natural
    event.total = total
    event.outcome = outcome
    event.critical = effect.critical
    if is_wanted_now(w, ATTACK_ROLLED):
        tell(w, event)
    if not event.cancelled:
        for _ in range(2):
            before = event.outcome
            is_hit = before > 0
            if is_hit and get_int(block, 0) == 0:
                damage_roll(w, effect, use, before, block)
            count = get_int(block, 0)
            event.type = ATTACK_HIT if is_hit else ATTACK_MISSED
            event.value = float(sum_of(block) if is_hit else event.total)
            event.parts = block if is_hit else 0
            event.tags = tags
            if is_wanted_now(w, event.type):
                if is_hit:
                    event.tags = damage_tags(w, tags, block, before == CRITICAL)
                tell(w, event)
            if is_hit and event.outcome > 0 and event.outcome != before:
                roll_again(w, effect, use, event.outcome, block, count)
            if event.cancelled or (event.outcome > 0) == is_hit:
                break
    pop_event(w)
    return event


@inline
def is_settled(w, target, outcome):
    """Can nobody answer the roll any more?"""
    if is_wanted_now(w, ATTACK_ROLLED):
        return False
    return not may_be_answered(w, ATTACK_HIT if outcome else ATTACK_MISSED, target)


@jit
def remember_roll(w, actor, total, outcome, tags, block):
    """Keep a hit or a miss that nobody answers for those who look back at it."""
    if outcome:
        about = damage_tags(w, tags, block, outcome == CRITICAL)
        remember(w, ATTACK_HIT, actor, about, float(sum_of(block)))
    else:
        remember(w, ATTACK_MISSED, actor, tags, float(total))


@door
def attack(w, use, effect, target):
    """One attack: declared, rolled, judged, answered; on a hit its damage and what follows."""
    actor, deed = body_at(use.actor), deed_at(use.deed)
    tags = deed.tags
    if w.attacks_are_heard:
        if is_wanted_now(w, ATTACK_DECLARED):
            event = push_event(w, ATTACK_DECLARED, actor, target, 0.0, tags, use)
            tell(w, event)
            pop_event(w)
            if event.cancelled:
                return
        if is_lost(use) or not can_be_struck(target, use):
            return
    lean = effect.lean
    if not actor.plain or not target.plain:
        lean |= actor.leans >> LEAN_ATTACKS & 3 | target.leans >> LEAN_ATTACKED & 3
        lean |= target.leans >> (LEAN_IN_MELEE if tags & w.melee else LEAN_AT_RANGE) & 3
    natural = check_roll(w, lean)
    total = natural + roll_plain(w, effect.roll, use)
    if actor.rolls & ROLLS_TO_HIT:
        total += bonus_of(w, actor, use)
    outcome = HIT
    if natural >= effect.critical:
        outcome = CRITICAL
    elif natural <= w.fumble or total < target.ac:
        outcome = MISS
    elif target.critical_in_melee and tags & w.melee:
        outcome = CRITICAL
    block = push_block(w)
    taker = target
    if w.attacks_are_heard and not is_settled(w, target, outcome):
        event = answered(w, use, effect, target, natural, total, outcome, tags, block)
        if event.cancelled:
            pop_block(w)
            return
        outcome = event.outcome
        if event.redirected:
            taker = body_at(event.redirected)
    else:
        if outcome:
            damage_roll(w, effect, use, outcome, block)
        if w.remembers:
            remember_roll(w, actor, total, outcome, tags, block)
    top, made, taken = w.top, 0, 0
    if w.timed:
        made, taken = last_of(w, actor, UNTIL_MADE), last_of(w, target, UNTIL_TAKEN)
    if outcome and get_int(block, 0):
        hurt(w, taker, block, actor, deed, use, 1 if outcome == CRITICAL else 0)
    if made:
        end_last_of(w, actor, made)
        end_last_of(w, target, taken)
    w.top = top
    pop_block(w)
    if outcome:
        follow(w, effect.then, effect.n_then, use, target)
    else:
        follow(w, effect.other, effect.n_other, use, target)


@jit
def follow(w, effects, n, use, target):
    """What else a hit, a miss or a save brings to the one whom it met."""
    if n == 0:
        return
    top = w.top
    targets = push_words(w, 1)
    put_int(targets, 0, address_of(target))
    for i in range(n):
        do_effect(w, effect_in(effects, i), use, targets, 1)
    w.top = top


# --- many attacks ---------------------------------------------------------------------------------


@jit
def repick(w, use):
    """A target for the next attack of a deed, by the same choice; 0 if there is none."""
    actor, deed = body_at(use.actor), deed_at(use.deed)
    if deed.simple and deed.is_least_hp:
        return weakest_foe(w, actor.side)
    top = w.top
    found = push_words(w, 3 * w.n_bodies)
    chosen, rest = found + 8 * w.n_bodies, found + 16 * w.n_bodies
    n = candidates(w, actor, deed, event_at(use.event), found, w.n_bodies)
    n = choose_some(w, actor, deed, found, n, 1, chosen, rest)
    target = get_int(chosen, 0) if n else 0
    w.top = top
    if target and not can_be_struck(body_at(target), use):
        return 0
    return target


@inline
def do_attack(w, effect, use, targets, n):
    """So many attacks; each picks its target anew if the deed is about one only."""
    times = roll_plain(w, effect.times, use)
    if effect.single:
        target = get_int(targets, 0) if n else 0
        for _ in range(times):
            if is_lost(use):
                return
            if target == 0 or not can_be_struck(body_at(target), use):
                target = repick(w, use)
                if target == 0:
                    return
            attack(w, use, effect, body_at(target))
            target = 0
        return
    for i in range(n):
        one = body_at(get_int(targets, i))
        for _ in range(times):
            if can_be_struck(one, use) and not is_lost(use):
                attack(w, use, effect, one)
