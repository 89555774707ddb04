"""Runs by numbers: the day, its encounters and rests, rounds and initiative; `fight.py` and
`resting.py` in the interpreter. At the end the results of a run are written into columns."""

from __future__ import annotations

from turnwright.skirmish.model.vocabulary import ENCOUNTER_STARTED, LAIR_COUNT, ROUND_STARTED

from .actions import perform
from .combatants import muster
from .dice import GAMMA, check_roll, die, mix, roll_plain
from .event_bus import about, happens, is_valid, is_wanted_now, listens
from .layout import (
    DISADVANTAGE,
    EACH,
    EVENT_COUNT,
    RESET_ENCOUNTER,
    RESET_LONG,
    RESET_ROUND,
    RESET_SHORT,
    RESET_TURN,
    SELF,
    SIDE,
    STEP_MEETING,
    STEP_SHORT_REST,
    UNTIL_LONG,
    UNTIL_SHORT,
)
from .memory import (
    address_of,
    body_at,
    body_in,
    copy,
    deed_at,
    door,
    get_float,
    get_int,
    get_seed,
    inline,
    jit,
    kind_at,
    meeting_at,
    no_event,
    no_use,
    nobody,
    push_words,
    put_float,
    put_i4,
    put_int,
    put_u1,
    step_in,
    tally_in,
)
from .payment import refill
from .requirements import member
from .statuses import keep_statuses, put_status
from .turns import check_over, pass_by, turn

# --- rounds ---------------------------------------------------------------------------------------


@inline
def tell_all(w, type):
    """An event that is nobody's: a round, a lair count, the start."""
    happens(w, type, nobody(), nobody(), float(w.round), 0, no_use())


@jit
def lair(w):
    w.active = 0
    w.turn += 1
    tell_all(w, LAIR_COUNT)
    check_over(w)


@inline
def arrive(w):
    """Those whose round has come."""
    some = False
    for i in range(w.n_members):
        body = member(w, i)
        if not body.here and kind_at(body.kind).arrival <= w.round:
            body.here = 1
            body.came = 1
            w.absent -= 1
            some = True
    if some:
        muster(w)


@inline
def leave_out_the_dead(w):
    """They have no more turns, if no status could count them."""
    n = 0
    for i in range(w.n_order):
        one = get_int(w.order, i)
        put_int(w.order, n, one)
        n += 1 - body_at(one).dead
    w.n_order = n


@inline
def play_round(w):
    if w.absent:
        arrive(w)
    if w.rounds_refill:
        for i in range(w.n_members):
            refill(member(w, i), RESET_ROUND)
    w.turn += 1
    if is_wanted_now(w, ROUND_STARTED):
        tell_all(w, ROUND_STARTED)
    if w.shaken:
        check_over(w)
    lair_is_due = w.hears_lair
    if not w.has_statuses:
        leave_out_the_dead(w)
    for i in range(w.n_order):
        if w.over:
            return
        body = body_at(get_int(w.order, i))
        if lair_is_due and body.initiative < w.lair_count:
            lair_is_due = 0
            lair(w)
            if w.over:
                return
        if body.here and not body.dead:
            turn(w, body)
        elif body.dead and w.timed:
            pass_by(w, body)
    if lair_is_due and not w.over:
        lair(w)
    w.active = 0


# --- an encounter ---------------------------------------------------------------------------------


@inline
def listen(w):
    """Who could answer what in this encounter: in the order of initiative."""
    for type in range(EVENT_COUNT if w.heard else 0):
        if not w.heard >> type & 1:
            continue
        ears, n, only_target = w.ears + 8 * type * w.n_bodies, 0, 1
        for i in range(w.n_members):
            body = body_at(get_int(w.order, i))
            if listens(body, type):
                put_int(ears, n, address_of(body))
                n += 1
                only_target &= 1 if about(body, type) == 2 * SELF else 0
        put_int(w.n_ears, type, n)
        put_int(w.only_target, type, only_target)


@inline
def forget(w, meeting):
    """What is left of an earlier encounter."""
    w.n_members = meeting.n_members
    w.members = meeting.members
    w.active = 0
    w.over = 0
    w.winner = -1
    w.round = 0
    w.encounter += 1
    w.absent = 0
    for side in range(w.n_sides):
        put_int(w.n_foes, side, 0)
        put_int(w.n_friends, side, 0)
        put_int(w.weakest, side, 0)
    for type in range(EVENT_COUNT if w.heard else 0):  # nobody answers before the first roll
        put_int(w.n_ears, type, 0)


@inline
def gather(w, meeting):
    """Who is there, as they are at the start of an encounter."""
    forget(w, meeting)
    for i in range(w.n_members):
        body = member(w, i)
        kind = kind_at(body.kind)
        body.here = 1 if kind.arrival <= 1 else 0
        if body.here:
            body.came = 1
        else:
            w.absent += 1
        body.surprised = get_int(meeting.surprised, i) & w.loses_turn
        if w.fought:
            body.position = kind.position
            for j in range(kind.n_deeds):
                tally_in(body.tallies, j).uses = 0
            if body.side < w.common:
                refill(body, RESET_TURN | RESET_ROUND | RESET_ENCOUNTER)
        for j in range(kind.n_traits):
            if not body.dead:
                put_status(w, body, get_int(kind.traits, j), no_use())
    muster(w)


@inline
def prepare(w, meeting):
    """Before the fight: everybody's actions for it, in the order of the file, each at most once."""
    w.turn += 1
    for i in range(w.n_members):
        body = member(w, i)
        kind = kind_at(body.kind)
        if not get_int(meeting.precast, body.side):
            continue
        for j in range(kind.n_setup):
            deed = deed_at(get_int(kind.setup, j))
            if body.up and body.here and is_valid(w, body, deed, no_event()):
                perform(w, body, deed, no_event(), 0)


@inline
def roll_initiative(w, meeting):
    """The highest goes first; ties by the order of the file."""
    mode = w.initiative_mode
    if mode != EACH:
        for i in range(max(w.n_kinds, w.n_sides)):
            put_int(w.shared, i, 0)
    for i in range(w.n_members):
        body = member(w, i)
        kind = kind_at(body.kind)
        if mode != EACH:
            group = body.side if mode == SIDE else kind.number
            leader = get_int(w.shared, group)
            if leader:
                body.initiative = body_at(leader).initiative
                continue
            put_int(w.shared, group, address_of(body))
        lean = kind.initiative_lean
        if w.late and get_int(meeting.surprised, i):
            lean |= DISADVANTAGE
        body.initiative = check_roll(w, lean) + roll_plain(w, kind.initiative, no_use())
    w.n_order = w.n_members
    top, keys = w.top, push_words(w, w.n_members)
    for i in range(w.n_members):
        put_int(keys, i, member(w, i).initiative * w.n_members - i)
    for i in range(w.n_members):  # each behind all those that go before it
        key, place = get_int(keys, i), 0
        for j in range(w.n_members):
            place += 1 if get_int(keys, j) > key else 0
        put_int(w.order, place, get_int(w.members, i))
    w.top = top


@inline
def sum_hp(w, sums, most):
    """The hit points of every side, or the most that it can have."""
    for side in range(w.n_sides):
        put_int(sums, side, 0)
    for i in range(w.n_members):
        body = member(w, i)
        hp = body.max_hp if most else body.hp
        put_int(sums, body.side, get_int(sums, body.side) + hp)


@inline
def count_percent(columns, row, percent):
    place = row * 101 + percent
    put_int(columns, place, get_int(columns, place) + 1)


@inline
def row_of(w, meeting, place):
    return (meeting.number * w.most_sides + place) * w.most_rounds + w.round - 1


@inline
def write_course(w, meeting):
    """At the end of a round: hit points of each side in percent of the most they can have."""
    top, left = w.top, push_words(w, w.n_sides)
    sum_hp(w, left, False)
    for place in range(meeting.n_sides):
        side = get_int(meeting.sides, place)
        most = max(1, get_int(w.totals, side))
        percent = int(100.0 * get_int(left, side) / most)  # exact: both are small
        count_percent(w.out_course, row_of(w, meeting, place), percent)
        put_int(w.percents, place, percent)
    w.top = top


@inline
def write_end(w, meeting, run):
    """How the last round of an encounter ended."""
    for place in range(meeting.n_sides):
        percent = get_int(w.percents, place)
        count_percent(w.out_ended, row_of(w, meeting, place), percent)
        put_i4(w.out_last, place * w.n_runs + run, percent)


@inline
def disperse(w):
    """After the fight: what lasts no longer than it ends; the winners' dying are saved."""
    for i in range(w.n_members):
        body = member(w, i)
        if body.n_statuses:
            keep_statuses(w, body, UNTIL_SHORT, UNTIL_LONG)
        body.concentration = 0
        if body.down and body.side == w.winner:
            body.stable = 1
    w.active = 0


@door
def encounter(w, meeting, run):
    gather(w, meeting)
    if meeting.is_prepared:
        prepare(w, meeting)
    roll_initiative(w, meeting)
    listen(w)
    if is_wanted_now(w, ENCOUNTER_STARTED):
        tell_all(w, ENCOUNTER_STARTED)
    for place in range(w.most_sides):
        put_i4(w.out_last, place * w.n_runs + run, -1)
    sum_hp(w, w.totals, True)
    check_over(w)
    while not w.over and not w.overflow:
        if w.round >= w.most_rounds:
            w.capped = 1
            w.winner = -1
            break
        w.round += 1
        play_round(w)
        write_course(w, meeting)
    if w.round:
        write_end(w, meeting, run)
    w.rounds += w.round
    disperse(w)


# --- rests ----------------------------------------------------------------------------------------


@inline
def spend_hit_dice(w, body, kind):
    """The largest first, as long as an average roll would not be wasted."""
    for i in range(0, 2 * kind.n_hit_dice, 2):
        sides, pool = get_int(kind.hit_dice, i), get_int(kind.hit_dice, i + 1)
        worth = (sides + 1) / 2 + kind.con
        while get_float(body.pools, pool) >= 1 and body.max_hp - body.hp >= worth:
            put_float(body.pools, pool, get_float(body.pools, pool) - 1)
            body.hp = min(body.max_hp, body.hp + max(0, die(w, sides) + kind.con))


@door
def rest(w, is_short):
    """Those on the common sides that are not dead rest."""
    for i in range(w.n_bodies):
        body = body_in(w.bodies, i)
        if body.dead or body.side >= w.common:
            continue
        if not body.up:
            body.up = 1
            body.down = 0
            body.stable = 0
            body.hp = max(1, body.hp)
            body.successes = 0
            body.failures = 0
        words = RESET_TURN | RESET_ROUND | RESET_ENCOUNTER | RESET_SHORT
        if is_short:
            spend_hit_dice(w, body, kind_at(body.kind))
        else:
            body.hp = body.max_hp
            body.temp = 0
            words |= RESET_LONG
        refill(body, words)
        keep_statuses(w, body, UNTIL_LONG if is_short else -1, -1)


# --- a run ----------------------------------------------------------------------------------------


@inline
def begin(w, seed):
    """All as before the first encounter."""
    w.z = mix(seed + GAMMA)
    copy(w.bodies, w.first_bodies, w.body_bytes)
    copy(w.pools, w.first_pools, w.pool_bytes)
    for i in range(w.n_tallies):
        tally = tally_in(w.tallies, i)
        tally.uses = 0
        tally.cooling = 0
        tally.freely = -1
    for i in range(w.n_deeds):
        put_int(w.damage, i, 0)
        put_int(w.uses, i, 0)
    w.turn = 0
    w.serial = 0
    w.memories = 0
    w.fought = 0
    w.guards = 0
    w.depth = 0
    w.turn_ends = 0
    w.shaken = 0
    w.timed = 0
    w.capped = 0
    w.winner = -1
    w.rounds = 0
    w.overflow = 0
    w.top = 0
    w.n_uses = 0
    w.n_events = 0
    w.n_blocks = 0
    w.next_id = 0


@inline
def roll_hp(w, body, kind):
    if kind.rolls_hp:
        body.max_hp = max(1, roll_plain(w, kind.hp, no_use()))
        body.hp = body.max_hp
    if kind.has_start:
        body.hp = max(0, min(kind.start_hp, body.max_hp))
        if body.hp == 0:
            body.up = 0
            body.down = 1
            body.stable = 1


@inline
def write(w, run):
    """The results of a run."""
    n = w.n_runs
    put_i4(w.out_winner, run, w.winner)
    put_i4(w.out_rounds, run, w.rounds)
    put_u1(w.out_capped, run, w.capped)
    put_i4(w.out_guards, run, w.guards)
    put_i4(w.out_fought, run, w.fought)
    put_u1(w.out_overflow, run, w.overflow)
    for i in range(w.n_bodies):
        body = body_in(w.bodies, i)
        put_i4(w.out_hp, i * n + run, body.hp if body.came else 0)
        put_u1(w.out_dead, i * n + run, body.dead)
    for i in range(w.n_lasting):
        put_float(w.out_pools, i * n + run, get_float(w.pools, get_int(w.lasting, i)))
    for i in range(w.n_deeds):
        put_int(w.out_damage, i * n + run, get_int(w.damage, i))
        put_i4(w.out_uses, i * n + run, get_int(w.uses, i))


@inline
def play(w, run):
    """Encounters and rests one after the other, as long as the first side wins."""
    begin(w, get_seed(w.seeds, run))
    for i in range(w.n_bodies):
        body = body_in(w.bodies, i)
        kind = kind_at(body.kind)
        if kind.rolls_hp or kind.has_start:
            roll_hp(w, body, kind)
    for i in range(w.n_steps):
        step = step_in(w.steps, i)
        if step.kind == STEP_MEETING:
            encounter(w, meeting_at(step.meeting), run)
            put_i4(w.out_fights, w.fought * w.n_runs + run, w.winner)
            w.fought += 1
            if w.winner != 0:
                break
        else:
            rest(w, 1 if step.kind == STEP_SHORT_REST else 0)
    write(w, run)
