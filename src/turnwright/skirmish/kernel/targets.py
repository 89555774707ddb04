"""The targets of an action: candidates, and the choice among them; mirrors `engine/targets.py`."""

from __future__ import annotations

from .dice import draw
from .layout import (
    PICK_CONCENTRATING,
    PICK_DAMAGE,
    PICK_DOWN,
    PICK_FAR,
    PICK_FIRST,
    PICK_HIGH_AC,
    PICK_HURT,
    PICK_LEAST,
    PICK_LOW_AC,
    PICK_MOST,
    PICK_NEAR,
    PICK_PERCENT,
    PICK_SURVIVE,
    STATE_DOWN,
    STATE_UP,
    WHO_ALLY,
    WHO_ANYONE,
    WHO_ENEMY,
    WHO_OTHER,
    WHO_SELF,
    WHO_SOURCE,
    WHO_TARGET,
    YES,
)
from .memory import (
    address_of,
    combatant_at,
    entry_point,
    exists,
    get_int,
    inline,
    jit,
    kind_at,
    put_int,
    same,
)
from .requirements import count_foes, count_friends, foes_of, friends_of, holds, percent


@inline
def fits(run, actor, action, combatant, event):
    """Whether a candidate is in range and meets the requirements."""
    if action.has_range and not abs(combatant.position - actor.position) <= action.range:
        return False
    return (
        action.target_requirements == YES
        or holds(run, action.target_requirements, actor, combatant, event) == YES
    )


@inline
def single_candidate(run, actor, action, event, found):
    """The candidate of an action that targets the actor, or the source or target of an event."""
    one = address_of(actor)
    if action.who != WHO_SELF:
        if not exists(event):
            return 0
        one = event.source if action.who == WHO_SOURCE else event.target
        if one == 0 or combatant_at(one).dead:
            return 0
    if not fits(run, actor, action, combatant_at(one), event):
        return 0
    put_int(found, 0, one)
    return 1


@inline
def is_in_pool(action, actor, combatant):
    """Whether an unlisted combatant is one of those that the action may target."""
    who, state = action.who, action.state
    if not combatant.present or combatant.dead:
        return False
    if state == STATE_UP and not combatant.up:
        return False
    if state == STATE_DOWN and not combatant.down:
        return False
    if who == WHO_ENEMY and combatant.side == actor.side:
        return False
    return not ((who == WHO_ALLY or who == WHO_OTHER) and combatant.side != actor.side)


@entry_point
def candidates(run, actor, action, event, found, most):
    """Write at most `most` candidates to `found`; returns how many they are."""
    who, side = action.who, actor.side
    if who == WHO_SELF or who == WHO_SOURCE or who == WHO_TARGET:
        return single_candidate(run, actor, action, event, found)
    is_listed = action.state == STATE_UP and who != WHO_ANYONE
    pool, n = run.participants, run.n_participants
    if is_listed and who == WHO_ENEMY:
        pool, n = foes_of(run, side), count_foes(run, side)
    elif is_listed:
        pool, n = friends_of(run, side), count_friends(run, side)
    count = 0
    for i in range(n):
        if count >= most:
            break
        combatant = combatant_at(get_int(pool, i))
        if not is_listed and not is_in_pool(action, actor, combatant):
            continue
        if who == WHO_OTHER and same(combatant, actor):
            continue
        if fits(run, actor, action, combatant, event):
            put_int(found, count, address_of(combatant))
            count += 1
    return count


@inline
def score(pick, actor, combatant):
    """The score of a candidate; the lowest is chosen."""
    if pick == PICK_LEAST:
        return float(combatant.hp + combatant.temp)
    if pick == PICK_FIRST:
        return 0.0
    if pick == PICK_MOST:
        return -float(combatant.hp + combatant.temp)
    if pick == PICK_HURT:
        return float(combatant.hp - combatant.max_hp)
    if pick == PICK_PERCENT:
        return percent(combatant)
    if pick == PICK_LOW_AC:
        return float(combatant.ac)
    if pick == PICK_HIGH_AC:
        return -float(combatant.ac)
    if pick == PICK_DAMAGE:
        return -kind_at(combatant.kind).expected_damage
    if pick == PICK_SURVIVE:
        chance = min(19, max(1, 27 - combatant.ac))
        return -((combatant.hp + combatant.temp) * 20 / chance)
    if pick == PICK_CONCENTRATING:
        return 0.0 if combatant.concentration else 1.0
    if pick == PICK_DOWN:
        return 0.0 if combatant.down else 1.0
    away = abs(actor.position - combatant.position)
    if pick == PICK_NEAR:
        return away
    if pick == PICK_FAR:
        return -away
    return 0.0


@jit
def rank(actor, action, one, other):
    """-1 if the first is the better choice, 1 if the second is, 0 for a tie."""
    for i in range(action.n_picks):
        pick = get_int(action.picks, i)
        a, b = score(pick, actor, combatant_at(one)), score(pick, actor, combatant_at(other))
        if a < b:
            return -1
        if a > b:
            return 1
    return 0


@inline
def least_hp(found, n):
    """The one with the least hit points among these; 0 if there is none."""
    best, least = 0, 1 << 60
    for i in range(n):
        one = get_int(found, i)
        combatant = combatant_at(one)
        health = combatant.hp + combatant.temp
        if health < least:
            best, least = one, health
    return best


@inline
def weakest_foe(run, side):
    """The enemy of a side with the least hit points; 0 if there is none. It is cached until
    somebody else's hit points change (`forget_weakest`)."""
    found = get_int(run.weakest, side)
    if found == 0:
        found = least_hp(foes_of(run, side), count_foes(run, side))
        put_int(run.weakest, side, found)
    return found


@inline
def forget_weakest(run, but):
    """Clear the cache of the weakest after hit points have changed, except where it is `but`, who has
    lost some."""
    for side in range(run.n_sides):
        if get_int(run.weakest, side) != but:
            put_int(run.weakest, side, 0)


@entry_point
def choose(run, actor, action, found, n, count, chosen, rest):
    """Write the best candidates to `chosen`, best first; returns how many they are. `rest` has room
    for all candidates."""
    for i in range(n):
        put_int(rest, i, get_int(found, i))
    left, done = n, 0
    while left and done < count:
        best = 0
        ties = 1
        for i in range(1, left):
            order = rank(actor, action, get_int(rest, i), get_int(rest, best))
            if order < 0:
                best, ties = i, 1
            elif order == 0:
                ties += 1
        place = best
        if action.at_random and ties > 1:
            skip = draw(run) * ties >> 32
            for i in range(best + 1, left):
                if skip == 0:
                    break
                if rank(actor, action, get_int(rest, i), get_int(rest, best)) == 0:
                    place = i
                    skip -= 1
        put_int(chosen, done, get_int(rest, place))
        done += 1
        left -= 1
        for i in range(place, left):
            put_int(rest, i, get_int(rest, i + 1))
    return done


@inline
def choose_some(run, actor, action, found, n, count, chosen, rest):
    """`choose`, with a short cut for the most common pick."""
    if count == 1 and action.is_least_hp:
        best = least_hp(found, n)
        put_int(chosen, 0, best)
        return 1 if best else 0
    return choose(run, actor, action, found, n, count, chosen, rest)
