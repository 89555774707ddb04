"""Requirements by numbers: facts, tags, pools, what is remembered; `checks.py` in the interpreter."""

from __future__ import annotations

from turnwright.core.rules.ledger import EPSILON

from .layout import (
    FACT_AC,
    FACT_ALIVE,
    FACT_ALLIES_DOWN,
    FACT_ALLIES_UP,
    FACT_ALLY,
    FACT_ALLY_PERCENT,
    FACT_CONCENTRATING,
    FACT_CONDITION,
    FACT_DISTANCE,
    FACT_DOWN,
    FACT_ENEMIES_DOWN,
    FACT_ENEMIES_UP,
    FACT_ENEMY,
    FACT_ENEMY_PERCENT,
    FACT_HP,
    FACT_MAX_HP,
    FACT_MISSING,
    FACT_NEAREST,
    FACT_OUTNUMBERED,
    FACT_PERCENT,
    FACT_POSITION,
    FACT_ROUND,
    FACT_SELF,
    FACT_SURPRISED,
    FACT_TEMP,
    FACT_UP,
    FACT_USED,
    IN_ACTION,
    IN_ROUND,
    IN_TURN,
    ON_ANY_ENEMY,
    ON_SELF,
    ON_TARGET,
    OP_AT_LEAST,
    OP_AT_MOST,
    OP_IS,
    OP_IS_NOT,
    OP_LESS,
    TEST_FACT,
    TEST_RESOURCE,
    TEST_TAG,
    YES,
)
from .memory import (
    address_of,
    body_at,
    door,
    exists,
    get_float,
    get_int,
    inline,
    jit,
    memory_in,
    same,
    status_in,
    tally_in,
    test_at,
    worn_at,
)

# --- who stands where -----------------------------------------------------------------------------


@inline
def count_foes(w, side):
    return get_int(w.n_foes, side)


@inline
def count_friends(w, side):
    return get_int(w.n_friends, side)


@inline
def foes_of(w, side):
    """Where the enemies of a side that stand are listed, in the order of the file."""
    return w.foes + 8 * side * w.n_bodies


@inline
def friends_of(w, side):
    return w.friends + 8 * side * w.n_bodies


@inline
def member(w, place):
    """Those who are in the encounter, in the order of the file."""
    return body_at(get_int(w.members, place))


# --- facts ----------------------------------------------------------------------------------------


@inline
def percent(body):
    return 100 * body.hp / body.max_hp if body.max_hp else 0.0


@jit
def lowest_percent(w, side, is_same):
    """Of those on a side, or of those on the others: all that are here and not dead."""
    lowest = 100.0
    is_first = True
    for i in range(w.n_members):
        body = member(w, i)
        if (body.side == side) == is_same and body.here and not body.dead:
            if is_first or percent(body) < lowest:
                lowest = percent(body)
            is_first = False
    return lowest


@jit
def count_down(w, side, is_same):
    count = 0
    for i in range(w.n_members):
        body = member(w, i)
        if (body.side == side) == is_same and body.down:
            count += 1
    return count


@inline
def nearest_enemy(w, actor):
    nearest = 0.0
    foes = foes_of(w, actor.side)
    for i in range(count_foes(w, actor.side)):
        away = abs(actor.position - body_at(get_int(foes, i)).position)
        if i == 0 or away < nearest:
            nearest = away
    return nearest


@inline
def count_condition(body, condition):
    """How many statuses of a body bring a condition, or have that name (a bit)."""
    count = 0
    for i in range(body.n_statuses):
        if worn_at(status_in(body.statuses, i).worn).conditions & condition:
            count += 1
    return count


@inline
def fact(w, test, actor, body):
    """What a requirement asks about somebody: the one who acts, or a candidate."""
    code = test.fact
    if code == FACT_HP:
        return float(body.hp)
    if code == FACT_PERCENT:
        return percent(body)
    if code == FACT_MISSING:
        return float(body.max_hp - body.hp)
    if code == FACT_MAX_HP:
        return float(body.max_hp)
    if code == FACT_TEMP:
        return float(body.temp)
    if code == FACT_AC:
        return float(body.ac)
    if code == FACT_POSITION:
        return body.position
    if code == FACT_UP:
        return float(body.up)
    if code == FACT_DOWN:
        return float(body.down)
    if code == FACT_ALIVE:
        return float(1 - body.dead)
    if code == FACT_CONCENTRATING:
        return 1.0 if body.concentration else 0.0
    if code == FACT_SURPRISED:
        return float(body.surprised)
    if code == FACT_ROUND:
        return float(w.round)
    if code == FACT_CONDITION:
        return float(count_condition(body, test.about))
    side = actor.side
    if code == FACT_ENEMY:
        return 1.0 if side != body.side else 0.0
    if code == FACT_ALLY:
        return 1.0 if side == body.side else 0.0
    if code == FACT_SELF:
        return 1.0 if same(actor, body) else 0.0
    if code == FACT_DISTANCE:
        return abs(actor.position - body.position)
    if code == FACT_ALLIES_UP:
        return float(count_friends(w, side))
    if code == FACT_ENEMIES_UP:
        return float(count_foes(w, side))
    if code == FACT_OUTNUMBERED:
        return float(count_foes(w, side) - count_friends(w, side))
    if code == FACT_ALLIES_DOWN:
        return float(count_down(w, side, True))
    if code == FACT_ENEMIES_DOWN:
        return float(count_down(w, side, False))
    if code == FACT_ALLY_PERCENT:
        return lowest_percent(w, side, True)
    if code == FACT_ENEMY_PERCENT:
        return lowest_percent(w, side, False)
    if code == FACT_NEAREST:
        return nearest_enemy(w, actor)
    uses = 0
    if code == FACT_USED:
        for i in range(test.n):
            uses += tally_in(actor.tallies, get_int(test.first, i)).uses
    return float(uses)


@inline
def compared(op, difference):
    """`requirement.OPS`"""
    if op == OP_LESS:
        return difference < -EPSILON
    if op == OP_AT_MOST:
        return difference <= EPSILON
    if op == OP_AT_LEAST:
        return difference >= -EPSILON
    is_same = -EPSILON <= difference <= EPSILON
    if op == OP_IS:
        return is_same
    if op == OP_IS_NOT:
        return not is_same
    return difference > EPSILON


# --- tags and memory ------------------------------------------------------------------------------


@inline
def bears(body, tag, source):
    """Has it this tag (a bit), from this source (an address) if one is given?"""
    if source == 0:
        return body.tags & tag != 0
    for i in range(body.n_statuses):
        status = status_in(body.statuses, i)
        if status.source == source and worn_at(status.worn).tags & tag:
            return True
    return False


@inline
def is_tagged(w, test, actor, target):
    source = address_of(actor) if test.own else 0
    if test.on == ON_SELF:
        return bears(actor, test.tag, source)
    if test.on == ON_TARGET:
        return exists(target) and bears(target, test.tag, source)
    side = actor.side
    if test.on == ON_ANY_ENEMY:
        others, n = foes_of(w, side), count_foes(w, side)
    else:
        others, n = friends_of(w, side), count_friends(w, side)
    for i in range(n):
        if bears(body_at(get_int(others, i)), test.tag, source):
            return True
    return False


@inline
def memory_of(w, event_type, who):
    """What is remembered of the family of an event by somebody (a number; -1: by anybody)."""
    slot = get_int(w.family_slots, event_type)
    return memory_in(w.memory, slot * (w.n_bodies + 1) + who + 1)


@inline
def is_wanted(test, type, tags, value):
    """Is an event one of those that a `LastEvent` names? Its entries are a type, and tags to have."""
    if test.has_value and not compared(test.compare, value - test.value):
        return False
    for i in range(0, 2 * test.n, 2):
        must = get_int(test.first, i + 1)
        if get_int(test.first, i) == type and tags & must == must:
            return True
    return False


@inline
def happened(w, test, actor, event):
    """`LastEvent`: in a reaction the event that is answered, else what is remembered."""
    if exists(event):
        return is_wanted(test, event.type, event.tags, event.value)
    who = actor.number if test.own else -1
    found = -1
    for i in range(test.n_families):
        family = get_int(test.families, i)
        last = memory_of(w, family, who)
        if last.encounter == w.encounter and (
            found < 0 or last.number > memory_of(w, found, who).number
        ):
            found = family
    if found < 0:
        return False
    last = memory_of(w, found, who)
    if test.window == IN_ACTION and last.serial != w.serial:
        return False
    if test.window == IN_TURN and last.turn != w.turn:
        return False
    if test.window == IN_ROUND and last.round != w.round:
        return False
    return is_wanted(test, last.type, last.tags, last.value)


# --- the little programs --------------------------------------------------------------------------


@door
def holds(w, place, actor, target, event):
    """Does the requirement whose tests begin there hold?"""
    while place > YES:
        test = test_at(place)
        if test.op == TEST_FACT:
            about = target if test.of_target else actor
            ok = exists(about) and compared(test.compare, fact(w, test, actor, about) - test.value)
        elif test.op == TEST_RESOURCE:
            ok = get_float(actor.pools, test.pool) >= test.value
        elif test.op == TEST_TAG:
            ok = is_tagged(w, test, actor, target)
        else:
            ok = happened(w, test, actor, event)
        place = test.yes if ok else test.no
    return place
