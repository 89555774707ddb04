"""Statuses by numbers: what they add up to, how they begin and end, and concentration."""

from __future__ import annotations

from turnwright.skirmish.model.vocabulary import CONCENTRATION_BROKEN, STATUS_APPLIED, STATUS_ENDED

from .event_bus import happens, is_wanted_now
from .layout import (
    GAINS,
    GUARDS_UNLESS,
    LEANS_SAVES,
    ROLLS_DAMAGE,
    ROLLS_REDUCTION,
    ROLLS_SAVE,
    ROLLS_TO_HIT,
)
from .memory import (
    DOORS,
    STATUS_SIZE,
    address_of,
    body_at,
    copy,
    deed_at,
    door,
    exists,
    get_int,
    inline,
    kind_at,
    no_use,
    push_words,
    put_int,
    status_in,
    worn_at,
)
from .requirements import member

_release = DOORS["release"].call


@inline
def is_first(body, place, number):
    """Is no status with that number before this place?"""
    for i in range(place):
        if worn_at(status_in(body.statuses, i).worn).number == number:
            return False
    return True


@inline
def marks_of(worn):
    """What a body should look for because it wears this."""
    marks = ROLLS_TO_HIT if worn.to_hit else 0
    marks |= ROLLS_DAMAGE if worn.damage else 0
    marks |= ROLLS_SAVE if worn.save else 0
    marks |= ROLLS_REDUCTION if worn.reduction else 0
    marks |= LEANS_SAVES if worn.saves else 0
    marks |= GUARDS_UNLESS if worn.n_unless else 0
    return marks | (GAINS if worn.n_gain else 0)


@door
def refresh(w, body):
    """Sum up what the statuses change. Of statuses with the same name only the first counts."""
    kind = kind_at(body.kind)
    ac, tags, dc, leans, fails = kind.ac, kind.tags, 0, 0, 0
    resist, immune, vulnerable = kind.resist, kind.immune, kind.vulnerable
    marks = GUARDS_UNLESS if kind.n_unless else 0
    dealt, taken = 1.0, 1.0
    incapacitated, no_reactions, no_movement, critical_in_melee, plain = 0, 0, 0, 0, 1
    for i in range(body.n_statuses):
        status = status_in(body.statuses, i)
        worn = worn_at(status.worn)
        tags |= worn.tags
        status.counts = 0
        if not is_first(body, i, worn.number):
            continue
        status.counts = 1
        if worn.is_plain:
            continue
        plain = 0
        ac += worn.ac
        dc += worn.dc
        leans |= worn.leans
        fails |= worn.fails
        resist |= worn.resist
        immune |= worn.immune
        vulnerable |= worn.vulnerable
        dealt *= worn.dealt
        taken *= worn.taken
        marks |= marks_of(worn)
        incapacitated |= worn.incapacitated
        no_reactions |= worn.no_reactions
        no_movement |= worn.no_movement
        critical_in_melee |= worn.critical_in_melee
    body.ac = ac
    body.tags = tags
    body.dc = dc
    body.leans = leans
    body.fails = fails
    body.resist = resist
    body.immune = immune
    body.vulnerable = vulnerable
    body.dealt = dealt
    body.taken = taken
    body.rolls = marks
    body.incapacitated = incapacitated
    body.no_reactions = no_reactions
    body.no_movement = no_movement
    body.critical_in_melee = critical_in_melee
    body.plain = plain


@inline
def counted(body, place):
    """What is worn at a place of a body, if it changes numbers; else there is nothing."""
    status = status_in(body.statuses, place)
    if status.counts and not worn_at(status.worn).is_plain:
        return worn_at(status.worn)
    return worn_at(0)


# --- ending ---------------------------------------------------------------------------------------


@inline
def place_of(body, id):
    """Where a status of a body stands; -1 if it is there no longer."""
    for i in range(body.n_statuses):
        if status_in(body.statuses, i).id == id:
            return i
    return -1


@inline
def take_off(w, body, place):
    """Remove a status; the others keep their order."""
    w.timed -= worn_at(status_in(body.statuses, place).worn).passes
    body.n_statuses -= 1
    for i in range(place, body.n_statuses):
        at = body.statuses + i * STATUS_SIZE
        copy(at, at + STATUS_SIZE, STATUS_SIZE)


@door
def end_statuses(w, body, gone, n):
    """End those of these (by their ids) that are still there."""
    for i in range(n):
        place = place_of(body, get_int(gone, i))
        if place < 0:
            continue
        status = status_in(body.statuses, place)
        source, tags, held = status.source, worn_at(status.worn).tags, status.held
        take_off(w, body, place)
        refresh(w, body)
        if held:
            _release(w, body_at(source))
        if is_wanted_now(w, STATUS_ENDED):
            happens(w, STATUS_ENDED, body_at(source), body, 0.0, tags, no_use())


@inline
def is_held_by(status, source):
    return status.held and status.source == address_of(source)


@door
def release(w, body):
    """When nothing is held any more, there is nothing left to concentrate on."""
    if body.concentration == 0:
        return
    for m in range(w.n_members):
        other = member(w, m)
        for i in range(other.n_statuses):
            if is_held_by(status_in(other.statuses, i), body):
                return
    body.concentration = 0


@door
def let_go(w, body):
    """Concentration is over, with all that hung on it."""
    body.concentration = 0
    for m in range(w.n_members):
        other = member(w, m)
        if other.n_statuses == 0:
            continue
        top = w.top
        gone, n = push_words(w, other.n_statuses), 0
        for i in range(other.n_statuses):
            status = status_in(other.statuses, i)
            if is_held_by(status, body):
                put_int(gone, n, status.id)
                n += 1
        if n:
            end_statuses(w, other, gone, n)
        w.top = top


@door
def break_concentration(w, body):
    let_go(w, body)
    if is_wanted_now(w, CONCENTRATION_BROKEN):
        happens(w, CONCENTRATION_BROKEN, body, body, 0.0, 0, no_use())


@inline
def concentrate(w, body, deed):
    """A new concentration ends the old one."""
    if body.concentration:
        let_go(w, body)
    body.concentration = address_of(deed)


@door
def keep_statuses(w, body, first, second):
    """Only those that last until one of these and are not held are kept, without anybody being told."""
    place = 0
    while place < body.n_statuses:
        status = status_in(body.statuses, place)
        until = worn_at(status.worn).until
        is_kept = until == first or until == second
        if is_kept and not status.held:
            place += 1
        else:
            take_off(w, body, place)
    refresh(w, body)


# --- beginning ------------------------------------------------------------------------------------


@door
def put_status(w, body, worn_address, use):
    """A status begins; the same one from the same source begins anew."""
    worn = worn_at(worn_address)
    if body.dead or kind_at(body.kind).condition_immune & worn.conditions:
        return
    source, deed, dc, held, tags = body, 0, 0, 0, worn.tags
    if exists(use):
        source, deed, dc = body_at(use.actor), use.deed, use.dc
        held = deed_at(deed).concentration
        tags |= deed_at(deed).tags
    if held and source.concentration != deed:
        return  # lost before it took hold
    for i in range(body.n_statuses):
        old = status_in(body.statuses, i)
        if old.source == address_of(source) and worn_at(old.worn).number == worn.number:
            take_off(w, body, i)
            break
    if body.n_statuses >= w.most_statuses:
        w.overflow = 1
        return
    status = status_in(body.statuses, body.n_statuses)
    status.worn = worn_address
    status.source = address_of(source)
    status.deed = deed
    status.dc = dc
    status.left = worn.turns
    status.since = w.turn
    status.held = held
    status.id = w.next_id
    w.next_id += 1
    body.n_statuses += 1
    w.timed += worn.passes
    refresh(w, body)
    if body.incapacitated and body.concentration:
        break_concentration(w, body)
    if is_wanted_now(w, STATUS_APPLIED):
        happens(w, STATUS_APPLIED, source, body, 0.0, tags, use)
