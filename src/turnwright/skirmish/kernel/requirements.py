"""Requirements; mirrors `engine/compiled_requirements.py`.

A requirement is a program of tests (`requirement_programs.py`), which `holds` runs.
"""

from __future__ import annotations

from turnwright.core.rules.ledger import EPSILON
from turnwright.skirmish.model.vocabulary import NEAR

from .layout import (
    FACT_AC,
    FACT_ALIVE,
    FACT_ALLIES_DOWN,
    FACT_ALLIES_NEAR,
    FACT_ALLIES_UP,
    FACT_ALLY,
    FACT_ALLY_PERCENT,
    FACT_CONCENTRATING,
    FACT_CONDITION,
    FACT_COUNT,
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
    TEST_FORMULA,
    TEST_RESOURCE,
    TEST_TAG,
    YES,
)
from .memory import (
    ENTRY_POINTS,
    address_of,
    combatant_at,
    compiled_status_at,
    counter_in,
    entry_point,
    exists,
    get_float,
    get_int,
    inline,
    jit,
    no_use,
    remembered_in,
    same,
    status_in,
    test_at,
    usage_in,
)

_evaluate = ENTRY_POINTS["evaluate"].call

# --- who stands where -----------------------------------------------------------------------------


@inline
def count_foes(run, side):
    """How many enemies of a side stand."""
    return get_int(run.n_foes, side)


@inline
def count_friends(run, side):
    """How many of a side stand."""
    return get_int(run.n_friends, side)


@inline
def foes_of(run, side):
    """The row of the enemies of a side who stand, in the order of the file."""
    return run.foes + 8 * side * run.n_combatants


@inline
def friends_of(run, side):
    """The row of those of a side who stand, in the order of the file."""
    return run.friends + 8 * side * run.n_combatants


@inline
def participant(run, place):
    """A combatant of the encounter, in the order of the file."""
    return combatant_at(get_int(run.participants, place))


# --- facts ----------------------------------------------------------------------------------------


@inline
def percent(combatant):
    """Hit points in percent of the maximum."""
    return 100 * combatant.hp / combatant.max_hp if combatant.max_hp else 0.0


@jit
def lowest_percent(run, side, is_same):
    """The lowest percentage on a side, or on the others, among those present and not dead."""
    lowest = 100.0
    is_first = True
    for i in range(run.n_participants):
        combatant = participant(run, i)
        if (combatant.side == side) == is_same and combatant.present and not combatant.dead:
            if is_first or percent(combatant) < lowest:
                lowest = percent(combatant)
            is_first = False
    return lowest


@jit
def count_down(run, side, is_same):
    """How many on a side, or on the others, are down."""
    count = 0
    for i in range(run.n_participants):
        combatant = participant(run, i)
        if (combatant.side == side) == is_same and combatant.down:
            count += 1
    return count


@inline
def nearest_enemy(run, actor):
    """The distance to the nearest enemy who stands; 0 without one."""
    nearest = 0.0
    foes = foes_of(run, actor.side)
    for i in range(count_foes(run, actor.side)):
        away = abs(actor.position - combatant_at(get_int(foes, i)).position)
        if i == 0 or away < nearest:
            nearest = away
    return nearest


@jit
def allies_near(run, actor, combatant):
    """How many allies of the actor, apart from it, stand near a combatant."""
    count, friends = 0, friends_of(run, actor.side)
    for i in range(count_friends(run, actor.side)):
        one = combatant_at(get_int(friends, i))
        if same(one, actor) or same(one, combatant):
            continue
        if abs(one.position - combatant.position) <= NEAR + EPSILON:
            count += 1
    return float(count)


@inline
def count_condition(combatant, condition):
    """How many statuses of a combatant bring a condition, or have that name (a bit)."""
    count = 0
    for i in range(combatant.n_statuses):
        if compiled_status_at(status_in(combatant.statuses, i).compiled).conditions & condition:
            count += 1
    return count


@inline
def combatant_fact(code, combatant):
    """Facts from FACT_HP to FACT_SURPRISED."""
    if code == FACT_HP:
        return float(combatant.hp)
    if code == FACT_PERCENT:
        return percent(combatant)
    if code == FACT_MISSING:
        return float(combatant.max_hp - combatant.hp)
    if code == FACT_MAX_HP:
        return float(combatant.max_hp)
    if code == FACT_TEMP:
        return float(combatant.temp)
    if code == FACT_AC:
        return float(combatant.ac)
    if code == FACT_POSITION:
        return combatant.position
    if code == FACT_UP:
        return float(combatant.up)
    if code == FACT_DOWN:
        return float(combatant.down)
    if code == FACT_ALIVE:
        return float(1 - combatant.dead)
    if code == FACT_CONCENTRATING:
        return 1.0 if combatant.concentration else 0.0
    return float(combatant.surprised)


@inline
def relation_fact(code, actor, combatant):
    """Facts from FACT_ENEMY to FACT_DISTANCE."""
    if code == FACT_ENEMY:
        return 1.0 if actor.side != combatant.side else 0.0
    if code == FACT_ALLY:
        return 1.0 if actor.side == combatant.side else 0.0
    if code == FACT_SELF:
        return 1.0 if same(actor, combatant) else 0.0
    return abs(actor.position - combatant.position)


@inline
def side_fact(run, code, actor):
    """Facts from FACT_ROUND to FACT_NEAREST."""
    side = actor.side
    if code == FACT_ROUND:
        return float(run.round)
    if code == FACT_ALLIES_UP:
        return float(count_friends(run, side))
    if code == FACT_ENEMIES_UP:
        return float(count_foes(run, side))
    if code == FACT_OUTNUMBERED:
        return float(count_foes(run, side) - count_friends(run, side))
    if code == FACT_ALLIES_DOWN:
        return float(count_down(run, side, True))
    if code == FACT_ENEMIES_DOWN:
        return float(count_down(run, side, False))
    if code == FACT_ALLY_PERCENT:
        return lowest_percent(run, side, True)
    if code == FACT_ENEMY_PERCENT:
        return lowest_percent(run, side, False)
    return nearest_enemy(run, actor)


@inline
def stamp(run, span):
    """A number for the span of time that it is now; no other span of any run has it."""
    if span == IN_ACTION:
        return run.encounter_number << 32 | run.serial
    if span == IN_TURN:
        return run.encounter_number << 32 | run.turn
    return run.encounter_number << 32 | (run.round if span == IN_ROUND else 0)


@jit
def count_of(run, number, combatant):
    """How many events of a kind a combatant has caused."""
    counter = counter_in(run.counters, number * run.n_combatants + combatant.number)
    span = get_int(run.counter_rules, 3 * number + 2)
    return float(counter.count) if counter.stamp == stamp(run, span) else 0.0


@inline
def fact(run, test, actor, combatant):
    """A fact about somebody: the actor, or a candidate."""
    code = test.fact
    if code <= FACT_SURPRISED:
        return combatant_fact(code, combatant)
    if code <= FACT_DISTANCE:
        return relation_fact(code, actor, combatant)
    if code <= FACT_NEAREST:
        return side_fact(run, code, actor)
    if code == FACT_ALLIES_NEAR:
        return allies_near(run, actor, combatant)
    if code == FACT_CONDITION:
        return float(count_condition(combatant, test.condition))
    if code == FACT_COUNT:
        return count_of(run, test.n, combatant)
    uses = 0  # FACT_USED
    for i in range(test.n):
        uses += usage_in(actor.usages, get_int(test.first, i)).uses
    return float(uses)


@inline
def compare(op, difference):
    """`core.rules.requirement.OPS`"""
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
def has_tag(combatant, tag, source):
    """Whether it has this tag (a bit), applied by this source (an address) if one is given."""
    if source == 0:
        return combatant.tags & tag != 0
    for i in range(combatant.n_statuses):
        status = status_in(combatant.statuses, i)
        if status.source == source and compiled_status_at(status.compiled).tags & tag:
            return True
    return False


@inline
def tag_holds(run, test, actor, target):
    """Whether a `HasTag` test holds."""
    source = address_of(actor) if test.by_self else 0
    if test.on == ON_SELF:
        return has_tag(actor, test.tag, source)
    if test.on == ON_TARGET:
        return exists(target) and has_tag(target, test.tag, source)
    side = actor.side
    if test.on == ON_ANY_ENEMY:
        others, n = foes_of(run, side), count_foes(run, side)
    else:
        others, n = friends_of(run, side), count_friends(run, side)
    for i in range(n):
        if has_tag(combatant_at(get_int(others, i)), test.tag, source):
            return True
    return False


@inline
def remembered_event(run, event_type, who):
    """The last event of a family by somebody (a number; -1: by anybody)."""
    slot = get_int(run.family_slots, event_type)
    return remembered_in(run.remembered, slot * (run.n_combatants + 1) + who + 1)


@inline
def matches_event(test, type, tags, value):
    """Whether an event matches a `LastEvent`, whose entries are a type and required tags."""
    if test.has_value and not compare(test.compare, value - test.value):
        return False
    for i in range(0, 2 * test.n, 2):
        mask = get_int(test.first, i + 1)
        if get_int(test.first, i) == type and tags & mask == mask:
            return True
    return False


@inline
def last_event_holds(run, test, actor, event):
    """`LastEvent`: within a reaction the event it answers, otherwise what is remembered."""
    if exists(event):
        return matches_event(test, event.type, event.tags, event.value)
    who = actor.number if test.by_self else -1
    found = -1
    for i in range(test.n_families):
        family = get_int(test.families, i)
        last = remembered_event(run, family, who)
        if last.encounter_number == run.encounter_number and (
            found < 0 or last.number > remembered_event(run, found, who).number
        ):
            found = family
    if found < 0:
        return False
    last = remembered_event(run, found, who)
    if test.window == IN_ACTION and last.serial != run.serial:
        return False
    if test.window == IN_TURN and last.turn != run.turn:
        return False
    if test.window == IN_ROUND and last.round != run.round:
        return False
    return matches_event(test, last.type, last.tags, last.value)


# --- the programs --------------------------------------------------------------------------


@entry_point
def holds(run, place, actor, target, event):
    """Run the tests that begin at an address; returns YES or NO."""
    while place > YES:
        test = test_at(place)
        if test.op == TEST_FACT:
            about = target if test.of_target else actor
            ok = exists(about) and compare(test.compare, fact(run, test, actor, about) - test.value)
        elif test.op == TEST_RESOURCE:
            ok = get_float(actor.pools, test.pool) >= test.value
        elif test.op == TEST_TAG:
            ok = tag_holds(run, test, actor, target)
        elif test.op == TEST_FORMULA:
            ok = _evaluate(run, test.program, actor, target, no_use(), event, 0) != 0.0
        else:
            ok = last_event_holds(run, test, actor, event)
        place = test.yes if ok else test.no
    return place
