"""What happens to bodies, by numbers: saves, damage, the fall, healing, pools, movement; `melee.py` in
the interpreter."""

from __future__ import annotations

from turnwright.skirmish.engine.combatant_state import CRITICAL, FAILURE
from turnwright.skirmish.engine.resolution import STAR
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
from .event_bus import happens, is_wanted_now, may_be_answered, remember, tell
from .layout import GUARDS_UNLESS, LEANS_SAVES, ROLLS_REDUCTION, ROLLS_SAVE
from .memory import (
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
    no_use,
    pop_event,
    push_event,
    push_words,
    put_float,
    put_int,
    status_in,
    sum_of,
    worn_at,
)
from .payment import tidy
from .requirements import count_foes, foes_of, friends_of, member
from .statuses import break_concentration, counted, end_statuses, refresh, release
from .targets import forget_weakest

# --- who stands -----------------------------------------------------------------------------------


@door
def muster(w):
    """Who stands on which side, in the order of the file: made anew when that changes."""
    w.shaken = 1
    forget_weakest(w, 0)
    for side in range(w.n_sides):
        foes, friends = foes_of(w, side), friends_of(w, side)
        n_foes, n_friends = 0, 0
        for i in range(w.n_members):  # each goes into both lists, and stays in one at most
            body = member(w, i)
            stands = 1 if body.up and body.here else 0
            is_friend = 1 if body.side == side else 0
            put_int(friends, n_friends, address_of(body))
            put_int(foes, n_foes, address_of(body))
            n_friends += stands & is_friend
            n_foes += stands & (1 - is_friend)
        put_int(w.n_foes, side, n_foes)
        put_int(w.n_friends, side, n_friends)


@jit
def strike_out(rows, counts, side, width, body):
    """Remove a body from the list of a side."""
    n = get_int(counts, side)
    row = rows + 8 * side * width
    place = 0
    while place < n and get_int(row, place) != address_of(body):
        place += 1
    if place == n:
        return
    n -= 1
    put_int(counts, side, n)
    for i in range(place, n):
        put_int(row, i, get_int(row, i + 1))


@inline
def dismiss(w, body):
    """Somebody stands no longer."""
    w.shaken = 1
    forget_weakest(w, 0)
    for side in range(w.n_sides):
        if side == body.side:
            strike_out(w.friends, w.n_friends, side, w.n_bodies, body)
        else:
            strike_out(w.foes, w.n_foes, side, w.n_bodies, body)


# --- saves ----------------------------------------------------------------------------------------


@inline
def save_lean(body, ability, tags):
    lean = get_int(kind_at(body.kind).save_leans, ability)
    if body.rolls & LEANS_SAVES:
        for i in range(body.n_statuses):
            worn = counted(body, i)
            if not exists(worn):
                continue
            if worn.saves_of and not worn.saves_of >> ability & 1:
                continue
            if not worn.saves_against or worn.saves_against & tags:
                lean |= worn.saves
    return lean


@door
def saved(w, body, ability, dc, source, tags, use):
    """Does this save succeed? The fallen fail without a roll."""
    natural, total, outcome = 0, 0, FAILURE
    forced = not body.up or body.fails >> ability & 1
    if not forced:
        natural = check_roll(w, save_lean(body, ability, tags))
        total = natural + get_int(kind_at(body.kind).saves, ability)
        if body.rolls & ROLLS_SAVE:
            for i in range(body.n_statuses):
                worn = counted(body, i)
                if exists(worn) and worn.save:
                    total += roll_plain(w, worn.save, use)
        outcome = 1 if total >= dc else 0
    type = SAVE_SUCCEEDED if outcome else SAVE_FAILED
    if not may_be_answered(w, type, body):
        if w.remembers:
            remember(w, type, source, tags, float(total))
    else:
        event = push_event(w, SAVE_FAILED, source, body, float(total), tags, use)
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
            tell(w, event)
            if event.outcome == before:
                break
        outcome = event.outcome
        pop_event(w)
    return outcome == 1


# --- damage ---------------------------------------------------------------------------------------


@inline
def tags_of(deed):
    return deed.tags if exists(deed) else 0


@inline
def damage_tags(w, tags, block, critical):
    """The tags of the action, the types of the damage, and whether it is critical."""
    for i in range(get_int(block, 0)):
        tags |= get_int(w.type_tags, get_int(block, 2 + 2 * i))
    return tags | w.critical_tag if critical else tags


@inline
def guard_unless(list, n, tags, which):
    """Types (bits) that a guard of this kind holds against because a tag is missing."""
    kinds = 0
    for i in range(0, 3 * n, 3):
        if get_int(list, i) == which and not tags & get_int(list, i + 2):
            kinds |= get_int(list, i + 1)
    return kinds


@jit
def guard(body, always, tags, which):
    """The types (bits) that a body resists (0), ignores (1) or suffers doubly (2)."""
    if body.rolls & GUARDS_UNLESS:
        kind = kind_at(body.kind)
        always |= guard_unless(kind.unless, kind.n_unless, tags, which)
        for i in range(body.n_statuses):
            worn = counted(body, i)
            if exists(worn):
                always |= guard_unless(worn.unless, worn.n_unless, tags, which)
    return always


@jit
def reduction(w, body):
    """What statuses take from a damage."""
    less = 0
    for i in range(body.n_statuses):
        worn = counted(body, i)
        if exists(worn) and worn.reduction:
            less += max(0, roll_plain(w, worn.reduction, no_use()))
    return less


@inline
def mitigated(w, body, block, source, tags):
    """What is taken of it: first what both sides add or take away, then resistances."""
    dealt = source.dealt if exists(source) else 1.0
    if body.plain and dealt == 1.0 and not kind_at(body.kind).is_special:
        return sum_of(block)
    reduces = body.rolls & ROLLS_REDUCTION
    less = reduction(w, body) if reduces else 0
    resist = guard(body, body.resist, tags, 0)
    immune = guard(body, body.immune, tags, 1)
    vulnerable = guard(body, body.vulnerable, tags, 2)
    total = 0
    for i in range(get_int(block, 0)):
        amount, bit = get_int(block, 1 + 2 * i), 1 << get_int(block, 2 + 2 * i) | STAR
        if dealt != 1.0:
            amount = int(amount * dealt)
        if reduces:
            taken = min(amount, less)
            amount -= taken
            less -= taken
        if immune & bit:
            continue
        if resist & bit:
            amount >>= 1
        if vulnerable & bit:
            amount *= 2
        total += amount
    return int(total * body.taken) if body.taken != 1.0 else total


@door
def hurt(w, body, block, source, deed, use, critical):
    """Damage: answers, resistances, temporary hit points, concentration, and the fall."""
    tags = tags_of(deed)
    taker = body
    if is_wanted_now(w, DAMAGE_ROLLED) and not may_be_answered(w, DAMAGE_ROLLED, body):
        about = damage_tags(w, tags, block, critical)
        remember(w, DAMAGE_ROLLED, source, about, float(sum_of(block)))
    elif is_wanted_now(w, DAMAGE_ROLLED):
        about = damage_tags(w, tags, block, critical)
        event = push_event(w, DAMAGE_ROLLED, source, body, float(sum_of(block)), about, use)
        event.parts = block
        event.outcome = CRITICAL if critical else -1
        tell(w, event)
        pop_event(w)
        if event.cancelled:
            return
        if event.redirected:
            taker = body_at(event.redirected)
    if taker.dead:
        return
    total = mitigated(w, taker, block, source, tags)
    if total > 0:
        if is_wanted_now(w, DAMAGE_TAKEN):
            tags = damage_tags(w, tags, block, critical)
        wound(w, taker, total, source, deed, use, critical, tags)


@door
def wound(w, body, total, source, deed, use, critical, tags):
    """Damage that is really taken."""
    if exists(deed) and exists(source) and body.side != source.side:
        put_int(w.damage, deed.number, get_int(w.damage, deed.number) + total)
    left = total
    if body.temp:
        soaked = min(body.temp, left)
        body.temp -= soaked
        left -= soaked
    over = 0
    was_up = body.up
    if was_up:
        hp = body.hp - left
        if hp < 0:
            over = -hp
            hp = 0
        body.hp = hp
    forget_weakest(w, address_of(body))
    if is_wanted_now(w, DAMAGE_TAKEN):
        happens(w, DAMAGE_TAKEN, source, body, float(total), tags, use)
    if body.n_statuses:
        end_on_damage(w, body)
    if body.dead or body.up != was_up:  # an answer has felled it, or brought it back
        return
    if not was_up:
        hurt_while_down(w, body, source, total, critical)
    elif body.hp == 0:
        fall(w, body, source, deed, over, use)
    elif body.concentration and w.keeps_concentration:
        dc = min(max(w.concentration_dc, total // 2), w.concentration_dc_most)
        if not saved(w, body, w.concentration_ability, dc, source, tags_of(deed), use):
            break_concentration(w, body)


@inline
def end_on_damage(w, body):
    top = w.top
    gone, n = push_words(w, body.n_statuses), 0
    for i in range(body.n_statuses):
        status = status_in(body.statuses, i)
        if worn_at(status.worn).ends_on_damage:
            put_int(gone, n, status.id)
            n += 1
    if n:
        end_statuses(w, body, gone, n)
    w.top = top


@inline
def fall(w, body, source, deed, over, use):
    body.up = 0
    body.down = 1
    body.stable = 0
    body.successes = 0
    body.failures = 0
    dismiss(w, body)
    if body.concentration:
        break_concentration(w, body)
    tags = tags_of(deed)
    if is_wanted_now(w, UNIT_DOWNED):
        happens(w, UNIT_DOWNED, source, body, float(over), tags, use)
    if body.up or body.dead:
        return
    massive = w.massive_damage and over >= body.max_hp
    if massive or not kind_at(body.kind).death_saves:
        die_for_good(w, body, source, tags)


@inline
def hurt_while_down(w, body, source, total, critical):
    body.stable = 0
    body.failures += 2 if critical else 1
    if body.failures >= 3 or (w.massive_damage and total >= body.max_hp):
        die_for_good(w, body, source, 0)


@door
def die_for_good(w, body, source, tags):
    body.dead = 1
    body.down = 0
    if body.n_statuses:
        n = body.n_statuses
        for i in range(n):
            w.timed -= worn_at(status_in(body.statuses, i).worn).passes
        body.n_statuses = 0
        refresh(w, body)
        for i in range(n):
            status = status_in(body.statuses, i)
            if status.held:
                release(w, body_at(status.source))
    for m in range(w.n_members if w.has_statuses else 0):
        other = member(w, m)
        if other.n_statuses:
            end_with_source(w, other, body)
    if is_wanted_now(w, UNIT_DIED):
        happens(w, UNIT_DIED, source, body, 0.0, tags, no_use())


@inline
def end_with_source(w, body, source):
    top = w.top
    gone, n = push_words(w, body.n_statuses), 0
    for i in range(body.n_statuses):
        status = status_in(body.statuses, i)
        if status.source == address_of(source) and worn_at(status.worn).ends_with_source:
            put_int(gone, n, status.id)
            n += 1
    if n:
        end_statuses(w, body, gone, n)
    w.top = top


# --- healing, pools, distance ---------------------------------------------------------------------


@door
def heal(w, body, amount, source, use):
    """Hit points come back, never above the maximum; the dead stay dead."""
    if body.dead:
        return
    gained = min(amount, body.max_hp - body.hp)
    if gained <= 0:
        return
    body.hp += gained
    forget_weakest(w, 0)
    if not body.up:
        body.up = 1
        body.down = 0
        body.stable = 0
        body.successes = 0
        body.failures = 0
        muster(w)
    if is_wanted_now(w, HEALED):
        tags = deed_at(use.deed).tags if exists(use) else 0
        happens(w, HEALED, source, body, float(gained), tags, use)


@door
def restore(w, body, pool, amount):
    """Give back to a pool, never above the maximum."""
    before = get_float(body.pools, pool)
    after = min(tidy(before + amount), get_float(kind_at(body.kind).pool_max, pool))
    gained = after - before
    if gained <= 0:
        return
    put_float(body.pools, pool, after)
    if is_wanted_now(w, RESOURCE_RESTORED):
        happens(w, RESOURCE_RESTORED, body, body, gained, 0, no_use())


@door
def move(w, mover, other, distance, away, tags):
    """Change the distance on the line: never past the other one, and only as far as one can."""
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
    if is_wanted_now(w, LEFT_REACH) and not pass_by(w, mover, there, there, step, tags, LEFT_REACH):
        return
    here = mover.position
    mover.position = there
    if is_wanted_now(w, UNIT_MOVED):
        happens(w, UNIT_MOVED, mover, mover, abs(step), tags, no_use())
    if is_wanted_now(w, ENTERED_REACH):
        pass_by(w, mover, here, there, step, tags, ENTERED_REACH)


@jit
def pass_by(w, mover, here, there, step, tags, type):
    """Offer the leaving, or the entering, of the reach of every enemy; may the movement go on?"""
    top = w.top
    n = count_foes(w, mover.side)
    enemies, foes = push_words(w, n), foes_of(w, mover.side)
    for i in range(n):
        put_int(enemies, i, get_int(foes, i))
    goes_on = True
    for i in range(n):
        enemy = body_at(get_int(enemies, i))
        reach = kind_at(enemy.kind).reach
        if type == LEFT_REACH:
            now = mover.position
            passes = abs(now - enemy.position) <= reach < abs(there - enemy.position)
        else:
            passes = abs(there - enemy.position) <= reach < abs(here - enemy.position)
        if not passes:
            continue
        event = push_event(w, type, mover, enemy, abs(step), tags, no_use())
        tell(w, event)
        pop_event(w)
        if type == LEFT_REACH and (event.cancelled or mover.no_movement):
            goes_on = False
        if not mover.up:
            goes_on = False
        if not goes_on:
            break
    w.top = top
    return goes_on
