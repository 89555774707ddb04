"""The bus by numbers: who answers an event, and what that changes; `bus.py` in the interpreter.

An answer is a deed, and a deed brings events: `perform` is in `kernel_deeds.py`, which needs this
module.
"""

from __future__ import annotations

from turnwright.skirmish.engine.combatant_state import CRITICAL, HIT, MISS
from turnwright.skirmish.model.vocabulary import (
    ACTION_DECLARED,
    ATTACK_DECLARED,
    ATTACK_HIT,
    ATTACK_MISSED,
    DAMAGE_ROLLED,
    LEFT_REACH,
    SAVE_FAILED,
    SAVE_SUCCEEDED,
    SPELL_CAST,
    UNIT_DIED,
    UNIT_DOWNED,
)

from .layout import ALLY, ANY, ENEMY, SELF, STATE_UP, YES
from .memory import (
    DOORS,
    address_of,
    body_at,
    deed_at,
    door,
    exists,
    get_float,
    get_int,
    inline,
    jit,
    kind_at,
    nobody,
    pop_event,
    push_event,
    push_words,
    sum_of,
    tally_in,
    use_at,
)
from .payment import can_pay
from .requirements import count_foes, holds, memory_of
from .targets import candidates

perform = DOORS["perform"].call


@inline
def is_wanted_now(w, type):
    """Does anybody listen to this, or look back at it?"""
    return w.wanted >> type & 1


@inline
def keep_memory(w, last, type, tags, value):
    last.encounter = w.encounter
    last.type = type
    last.tags = tags
    last.value = value
    last.number = w.memories
    last.serial = w.serial
    last.turn = w.turn
    last.round = w.round


@jit
def remember(w, type, source, tags, value):
    """Keep it for `LastEvent`: the last of its family by this source, and by anybody."""
    if get_int(w.family_slots, type) < 0:
        return
    w.memories += 1
    if w.remembers_any:
        keep_memory(w, memory_of(w, type, -1), type, tags, value)
    if w.remembers_own and exists(source):
        keep_memory(w, memory_of(w, type, source.number), type, tags, value)


# --- may it be done? ------------------------------------------------------------------------------


@inline
def is_open(body, deed):
    """Is there enough of the first thing that it takes?"""
    return deed.gate < 0 or get_float(body.pools, deed.gate) >= deed.gate_amount


@jit
def is_valid(w, body, deed, event):
    """May this body do this deed now? `Fight.why_not` without the reasons."""
    if not is_open(body, deed):
        return False
    if deed.checks != YES and holds(w, deed.checks, body, nobody(), event) != YES:
        return False
    if deed.quick < 0 and not can_pay(w, body, deed):
        return False
    if deed.simple:
        if count_foes(w, body.side) == 0:
            return False
    elif deed.min_targets:
        top = w.top
        found = push_words(w, w.n_bodies)
        n = candidates(w, body, deed, event, found, deed.min_targets)
        w.top = top
        return n >= deed.min_targets
    return True


@inline
def relation(one, body):
    """What somebody (an address) is to a body. (An ally is somebody else.)"""
    if one == address_of(body):
        return SELF
    return ALLY if body_at(one).side == body.side else ENEMY


@inline
def would_change(w, deed, event):
    """Could this reaction make the roll come to something else?"""
    if deed.shift_always or event.outcome < 0:
        return True
    outcome = event.outcome
    if deed.shift_outcome >= 0 and deed.shift_outcome != outcome:
        return True
    if event.forced >= 0:
        return False
    if deed.shift_again:
        return True
    needs = event.needs
    if event.type != SAVE_FAILED and event.type != SAVE_SUCCEEDED:
        needs = body_at(event.target).ac + deed.shift_ac
        if event.natural >= event.critical or event.natural <= w.fumble:
            return False
    if outcome > 0:
        return event.total + deed.shift_low < needs
    return event.total + deed.shift_high >= needs


@inline
def may_answer(w, body, deed, must, event):
    """May this body answer the event with this reaction?"""
    if event.tags & must != must:
        return False
    tally = tally_in(body.tallies, deed.local)
    if deed.is_anytime:  # here, in the turns of others
        if address_of(body) == w.active or (deed.limit and tally.freely == w.turn):
            return False
    elif deed.relation != ANY:
        one = event.source if deed.is_source else event.target
        if one == 0 or relation(one, body) != deed.relation:
            return False
    if not is_open(body, deed):
        return False
    if tally.running:
        return False
    if deed.when != YES and holds(w, deed.when, body, body_at(event.target), event) != YES:
        return False
    if deed.would_change and not would_change(w, deed, event):
        return False
    return is_valid(w, body, deed, event)


@inline
def answer(w, body, event):
    """The first reaction of this body that is valid now: its address, or 0."""
    entry = kind_at(body.kind).reactions + 24 * event.type
    about = get_int(entry, 2)
    if about:  # all its reactions are about the same relation to the event
        one = event.source if about & 1 else event.target
        if one == 0 or relation(one, body) != about >> 1:
            return 0
    if not body.here:
        return 0
    if not body.up:  # the fallen answer nothing but their own fall
        if address_of(body) != event.target:
            return 0
        if event.type != UNIT_DOWNED and event.type != UNIT_DIED:
            return 0
    elif body.incapacitated or body.no_reactions or body.surprised:
        return 0
    reactions = get_int(entry, 0)
    for i in range(0, 2 * get_int(entry, 1), 2):
        deed = get_int(reactions, i)
        if may_answer(w, body, deed_at(deed), get_int(reactions, i + 1), event):
            return deed
    return 0


# --- what an answer changes -----------------------------------------------------------------------


@inline
def judge(w, event):
    """What the roll of an attack or save comes to, as things are now."""
    if event.forced >= 0:
        return event.forced
    if event.type == SAVE_FAILED or event.type == SAVE_SUCCEEDED:
        return 1 if event.total >= event.needs else 0
    if event.natural >= event.critical:
        return CRITICAL
    target = body_at(event.target)
    if event.natural <= w.fumble or event.total < target.ac:
        return MISS
    if target.critical_in_melee and event.tags & w.melee:
        return CRITICAL
    return HIT


@inline
def judge_again(w, event):
    """Those who come later see what the earlier ones made of it."""
    if event.outcome >= 0 and event.type != DAMAGE_ROLLED:
        event.outcome = judge(w, event)
        event.value = float(event.total)
    if event.parts:
        event.value = float(sum_of(event.parts))


@inline
def is_lost(use):
    """Has the one who does it fallen meanwhile? (The fallen may answer their own fall.)"""
    return use.was_up and not body_at(use.actor).up


@inline
def can_be_struck(body, use):
    """May an attack of this deed be made on it? On the fallen only if the deed is for them."""
    if body.up:
        return True
    return body.down and deed_at(use.deed).state != STATE_UP


@inline
def is_moot(event):
    """Has an answer turned it into something else?"""
    type = event.type
    if type == ATTACK_HIT:
        return event.outcome == 0 or not can_be_struck(body_at(event.target), use_at(event.use))
    if type == ATTACK_MISSED or type == SAVE_FAILED:
        return event.outcome > 0
    if type == SAVE_SUCCEEDED:
        return event.outcome == 0
    if type == UNIT_DOWNED:
        return body_at(event.target).up != 0
    if type == ACTION_DECLARED or type == SPELL_CAST or type == ATTACK_DECLARED:
        if is_lost(use_at(event.use)):
            return True
        if type == ATTACK_DECLARED:
            return not can_be_struck(body_at(event.target), use_at(event.use))
    if type == LEFT_REACH:
        mover = body_at(event.source)
        return mover.no_movement != 0 or not mover.up
    return False


@inline
def goes_on(w, body):
    """May somebody act once more out of turn? Not without end."""
    if body.answered_in != w.turn:
        body.answered_in = w.turn
        body.answers = 0
    body.answers += 1
    if body.answers == w.guard + 1:
        w.guards += 1
    return body.answers <= w.guard


@inline
def listens(body, type):
    """Has this body any reaction to such events?"""
    return get_int(kind_at(body.kind).reactions + 24 * type, 1) > 0


@inline
def about(body, type):
    """Whom all its reactions to such events are about; 0 if that differs (`layout.about_of`)."""
    return get_int(kind_at(body.kind).reactions + 24 * type, 2)


@door
def offer(w, event):
    """Let everybody answer it who may: the active body (or the one affected) first, then the others in
    the order of initiative."""
    if w.depth >= w.depth_limit:
        w.guards += 1
        return
    w.depth += 1
    type = event.type
    only_target = get_int(w.only_target, type)
    first = w.active
    if (w.affected_first or only_target) and event.target:
        first = event.target
    if first and not listens(body_at(first), type):
        first = 0
    ears, n = w.ears + 8 * type * w.n_bodies, 0 if only_target else get_int(w.n_ears, type)
    if event.cancelled or is_moot(event):
        n = -1
    for i in range(-1 if first else 0, n):
        body = body_at(first if i < 0 else get_int(ears, i))
        if i >= 0 and address_of(body) == first:
            continue
        found = answer(w, body, event)
        if found and goes_on(w, body):
            deed = deed_at(found)
            tally = tally_in(body.tallies, deed.local)
            tally.running = 1
            if deed.limit:
                tally.freely = w.turn
            perform(w, body, deed, event, 0)
            tally.running = 0
            judge_again(w, event)
            if event.cancelled or is_moot(event):
                break
    w.depth -= 1


@inline
def may_be_answered(w, type, target):
    """Could anybody here answer such an event? (Where events are too deep nobody is asked, but that is
    counted.)"""
    if get_int(w.n_ears, type) == 0 or w.overflow:
        return False
    if get_int(w.only_target, type) == 0 or w.depth >= w.depth_limit:
        return True
    return exists(target) and listens(target, type)


@inline
def tell(w, event):
    """An event happens: it is remembered, and offered if anybody could answer it."""
    if w.remembers:
        remember(w, event.type, body_at(event.source), event.tags, event.value)
    if may_be_answered(w, event.type, body_at(event.target)):
        offer(w, event)


@jit
def happens(w, type, source, target, value, tags, use):
    """The same for an event that nothing depends on afterwards."""
    if w.remembers:
        remember(w, type, source, tags, value)
    if may_be_answered(w, type, target):
        event = push_event(w, type, source, target, value, tags, use)
        offer(w, event)
        pop_event(w)
