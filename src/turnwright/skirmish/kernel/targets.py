"""Whom a deed is about: candidates, and the choice among them; `targets.py` in the interpreter."""

from __future__ import annotations

from .dice import take
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
from .memory import address_of, body_at, door, exists, get_int, inline, jit, kind_at, put_int, same
from .requirements import count_foes, count_friends, foes_of, friends_of, holds, percent


@inline
def fits(w, actor, deed, body, event):
    """Do range and requirements of a deed allow this one?"""
    if deed.has_range and not abs(body.position - actor.position) <= deed.range:
        return False
    return deed.target_checks == YES or holds(w, deed.target_checks, actor, body, event) == YES


@door
def candidates(w, actor, deed, event, found, most):
    """Write those whom the deed could be about to `found`, at most so many; how many they are."""
    who, side = deed.who, actor.side
    if who == WHO_SELF or who == WHO_SOURCE or who == WHO_TARGET:
        one = address_of(actor)
        if who != WHO_SELF:
            if not exists(event):
                return 0
            one = event.source if who == WHO_SOURCE else event.target
            if one == 0 or body_at(one).dead:
                return 0
        if not fits(w, actor, deed, body_at(one), event):
            return 0
        put_int(found, 0, one)
        return 1
    is_listed = deed.state == STATE_UP and who != WHO_ANYONE
    pool, places = w.members, w.n_members
    if is_listed and who == WHO_ENEMY:
        pool, places = foes_of(w, side), count_foes(w, side)
    elif is_listed:
        pool, places = friends_of(w, side), count_friends(w, side)
    count = 0
    for i in range(places):
        if count >= most:
            break
        body = body_at(get_int(pool, i))
        if not is_listed:
            if not body.here or body.dead:
                continue
            if deed.state == STATE_UP and not body.up:
                continue
            if deed.state == STATE_DOWN and not body.down:
                continue
            if who == WHO_ENEMY and body.side == side:
                continue
            if (who == WHO_ALLY or who == WHO_OTHER) and body.side != side:
                continue
        if who == WHO_OTHER and same(body, actor):
            continue
        if fits(w, actor, deed, body, event):
            put_int(found, count, address_of(body))
            count += 1
    return count


@inline
def score(pick, actor, body):
    """By which the one with the least is chosen."""
    if pick == PICK_LEAST:
        return float(body.hp + body.temp)
    if pick == PICK_FIRST:
        return 0.0
    if pick == PICK_MOST:
        return -float(body.hp + body.temp)
    if pick == PICK_HURT:
        return float(body.hp - body.max_hp)
    if pick == PICK_PERCENT:
        return percent(body)
    if pick == PICK_LOW_AC:
        return float(body.ac)
    if pick == PICK_HIGH_AC:
        return -float(body.ac)
    if pick == PICK_DAMAGE:
        return -kind_at(body.kind).dpr
    if pick == PICK_SURVIVE:
        chance = min(19, max(1, 27 - body.ac))
        return -((body.hp + body.temp) * 20 / chance)
    if pick == PICK_CONCENTRATING:
        return 0.0 if body.concentration else 1.0
    if pick == PICK_DOWN:
        return 0.0 if body.down else 1.0
    away = abs(actor.position - body.position)
    if pick == PICK_NEAR:
        return away
    if pick == PICK_FAR:
        return -away
    return 0.0


@jit
def rank(actor, deed, one, other):
    """-1 if the first is the better choice, 1 if the second is, 0 if neither."""
    for i in range(deed.n_picks):
        pick = get_int(deed.picks, i)
        a, b = score(pick, actor, body_at(one)), score(pick, actor, body_at(other))
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
        body = body_at(one)
        health = body.hp + body.temp
        if health < least:
            best, least = one, health
    return best


@inline
def weakest_foe(w, side):
    """The enemy of a side with the least hit points; 0 if there is none. It is kept until hit points
    change otherwise than by wounds of itself (`forget_weakest`, `wound`)."""
    found = get_int(w.weakest, side)
    if found == 0:
        found = least_hp(foes_of(w, side), count_foes(w, side))
        put_int(w.weakest, side, found)
    return found


@inline
def forget_weakest(w, but):
    """Somebody's hit points have changed; `but`: they are fewer, and these may be its own."""
    for side in range(w.n_sides):
        if get_int(w.weakest, side) != but:
            put_int(w.weakest, side, 0)


@door
def choose(w, actor, deed, found, n, count, chosen, rest):
    """Write the best of the candidates to `chosen`, best first; how many they are. `rest` is room for
    as many as there are candidates."""
    for i in range(n):
        put_int(rest, i, get_int(found, i))
    left, done = n, 0
    while left and done < count:
        best = 0
        ties = 1
        for i in range(1, left):
            order = rank(actor, deed, get_int(rest, i), get_int(rest, best))
            if order < 0:
                best, ties = i, 1
            elif order == 0:
                ties += 1
        place = best
        if deed.at_random and ties > 1:
            skip = take(w) * ties >> 32
            for i in range(best + 1, left):
                if skip == 0:
                    break
                if rank(actor, deed, get_int(rest, i), get_int(rest, best)) == 0:
                    place = i
                    skip -= 1
        put_int(chosen, done, get_int(rest, place))
        done += 1
        left -= 1
        for i in range(place, left):
            put_int(rest, i, get_int(rest, i + 1))
    return done


@inline
def choose_some(w, actor, deed, found, n, count, chosen, rest):
    """The same, at once for the commonest choice."""
    if count == 1 and deed.is_least_hp:
        best = least_hp(found, n)
        put_int(chosen, 0, best)
        return 1 if best else 0
    return choose(w, actor, deed, found, n, count, chosen, rest)
