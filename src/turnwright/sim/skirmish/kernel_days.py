"""Runs by numbers: the day, its encounters and rests, rounds and initiative; `fight.py` and `resting.py`
in the interpreter. At the end the results of a run are written into columns."""

from __future__ import annotations


from turnwright.games.skirmish.words import ENCOUNTER_STARTED, LAIR_COUNT, ROUND_STARTED

from .kernel_bodies import muster
from .kernel_bus import is_valid, is_wanted_now, offer
from .kernel_deeds import perform
from .kernel_dice import GAMMA, check_roll, die, mix, roll
from .kernel_memory import (
    body_at,
    copy,
    deed_at,
    door,
    get_float,
    get_int,
    get_seed,
    jit,
    kind_at,
    meeting_at,
    push_event,
    put_float,
    put_i4,
    put_int,
    put_u1,
    step_at,
)
from .kernel_paying import refill
from .kernel_statuses import keep_statuses, put_status
from .kernel_turns import check_over, pass_by, turn
from .layout import (
    DISADVANTAGE,
    EACH,
    EVENT_COUNT,
    RESET_ENCOUNTER,
    RESET_LONG,
    RESET_ROUND,
    RESET_SHORT,
    RESET_TURN,
    SIDE,
    STEP_MEETING,
    STEP_SHORT_REST,
    UNTIL_LONG,
    UNTIL_SHORT,
)

# --- rounds ----------------------------------------------------------------------------------------------


@jit
def offer_to_all(w, type):
    """An event that is nobody's: a round, a lair count, the start."""
    event = push_event(w, type, -1, -1, float(w.round), 0)
    offer(w, event)
    w.n_events = event


@jit
def lair(w):
    w.active = -1
    w.turn += 1
    offer_to_all(w, LAIR_COUNT)
    check_over(w)


@jit
def arrive(w):
    """Those whose round has come."""
    some = False
    for i in range(w.n_members):
        body = body_at(w.bodies, get_int(w.members, i))
        if not body.here and kind_at(w.kinds, body.kind).arrival <= w.round:
            body.here = 1
            body.came = 1
            w.absent -= 1
            some = True
    if some:
        muster(w)


@jit
def play_round(w):
    if w.absent:
        arrive(w)
    if w.rounds_refill:
        for i in range(w.n_members):
            refill(w, body_at(w.bodies, get_int(w.members, i)), RESET_ROUND)
    w.turn += 1
    if is_wanted_now(w, ROUND_STARTED):
        offer_to_all(w, ROUND_STARTED)
        check_over(w)
    lair_is_due = w.hears_lair
    for i in range(w.n_members):
        if w.over:
            return
        number = get_int(w.order, i)
        body = body_at(w.bodies, number)
        if lair_is_due and body.initiative < w.lair_count:
            lair_is_due = 0
            lair(w)
            if w.over:
                return
        if body.here and not body.dead:
            turn(w, number)
        elif body.dead and w.timed:
            pass_by(w, number)
    if lair_is_due and not w.over:
        lair(w)
    w.active = -1


# --- an encounter ------------------------------------------------------------------------------------------


@jit
def listen(w):
    """Who could answer what in this encounter: in the order of initiative."""
    if w.heard == 0:
        return
    for type in range(EVENT_COUNT):
        if not w.heard >> type & 1:
            continue
        n = 0
        for i in range(w.n_members):
            number = get_int(w.order, i)
            kind = kind_at(w.kinds, body_at(w.bodies, number).kind)
            if get_int(w.lists, kind.reactions + 2 * type + 1):
                put_int(w.ears, type * w.n_bodies + n, number)
                n += 1
        put_int(w.n_ears, type, n)


@jit
def gather(w, meeting):
    """Who is there, as they are at the start of an encounter."""
    w.n_members = meeting.n_members
    w.members = w.lists + 8 * meeting.members
    w.active = -1
    w.over = 0
    w.winner = -1
    w.round = 0
    w.encounter += 1
    w.absent = 0
    for side in range(w.n_sides):
        put_int(w.n_foes, side, 0)
        put_int(w.n_friends, side, 0)
    for i in range(w.n_members):
        put_int(w.order, i, get_int(w.members, i))
    for type in range(EVENT_COUNT):  # nobody answers before the first roll
        put_int(w.n_ears, type, 0)
    for i in range(w.n_members):
        number = get_int(w.members, i)
        body = body_at(w.bodies, number)
        kind = kind_at(w.kinds, body.kind)
        body.here = 1 if kind.arrival <= 1 else 0
        if body.here:
            body.came = 1
        else:
            w.absent += 1
        body.surprised = get_int(w.lists, meeting.surprised + i) & w.loses_turn
        body.position = kind.position
        for j in range(body.uses, body.uses + kind.n_deeds):
            put_int(w.uses, j, 0)
        if w.fought and body.side < w.common:
            refill(w, body, RESET_TURN | RESET_ROUND | RESET_ENCOUNTER)
        for j in range(kind.traits, kind.traits + kind.n_traits):
            if not body.dead:
                put_status(w, number, get_int(w.lists, j), -1)
    muster(w)


@jit
def prepare(w, meeting):
    """Before the fight: everybody's actions for it, in the order of the file, each at most once."""
    w.turn += 1
    for i in range(w.n_members):
        number = get_int(w.members, i)
        body = body_at(w.bodies, number)
        kind = kind_at(w.kinds, body.kind)
        if not get_int(w.lists, meeting.precast + body.side):
            continue
        for j in range(kind.setup, kind.setup + kind.n_setup):
            deed_number = get_int(w.lists, j)
            if body.up and body.here and is_valid(w, number, deed_at(w.deeds, deed_number), -1):
                perform(w, number, deed_number, -1, 0)


@jit
def goes_before(w, one, other):
    """By initiative, then by the bonus; otherwise the file decides."""
    a, b = body_at(w.bodies, one), body_at(w.bodies, other)
    if a.initiative != b.initiative:
        return a.initiative > b.initiative
    a_flat = kind_at(w.kinds, a.kind).initiative_flat
    return a_flat > kind_at(w.kinds, b.kind).initiative_flat


@jit
def roll_initiative(w, meeting):
    """The highest goes first; ties by the bonus, then by the order of the file."""
    mode = w.initiative_mode
    if mode != EACH:
        for i in range(max(w.n_kinds, w.n_sides)):
            put_int(w.shared, i, -1)
    for i in range(w.n_members):
        number = get_int(w.members, i)
        body = body_at(w.bodies, number)
        kind = kind_at(w.kinds, body.kind)
        if mode != EACH:
            group = body.side if mode == SIDE else body.kind
            leader = get_int(w.shared, group)
            if leader >= 0:
                body.initiative = body_at(w.bodies, leader).initiative
            else:
                put_int(w.shared, group, number)
            if leader >= 0:
                continue
        lean = kind.initiative_lean
        if w.late and get_int(w.lists, meeting.surprised + i):
            lean |= DISADVANTAGE
        body.initiative = check_roll(w, lean) + roll(w, kind.initiative, -1, False)
    for i in range(w.n_members):  # insert each before the first that it goes before
        number = get_int(w.members, i)
        place = i
        while place > 0 and goes_before(w, number, get_int(w.order, place - 1)):
            put_int(w.order, place, get_int(w.order, place - 1))
            place -= 1
        put_int(w.order, place, number)


@jit
def sum_hp(w, most):
    """The hit points of every side, or the most they can have, in `w.shared`."""
    for side in range(w.n_sides):
        put_int(w.shared, side, 0)
    for i in range(w.n_members):
        body = body_at(w.bodies, get_int(w.members, i))
        hp = body.max_hp if most else body.hp
        put_int(w.shared, body.side, get_int(w.shared, body.side) + hp)


@jit
def count_percent(columns, row, percent):
    put_int(columns, row * 101 + percent, get_int(columns, row * 101 + percent) + 1)


@jit
def write_course(w, meeting, number):
    """At the end of a round: hit points of each side in percent of the most they can have."""
    sum_hp(w, False)
    for place in range(meeting.n_sides):
        left = get_int(w.shared, get_int(w.lists, meeting.sides + place))
        percent = 100 * left // get_int(w.totals, place)
        row = (number * w.most_sides + place) * w.most_rounds + w.round - 1
        count_percent(w.out_course, row, percent)
        put_int(w.percents, place, percent)


@jit
def write_end(w, meeting, number, run):
    """How the last round of an encounter ended."""
    for place in range(meeting.n_sides):
        row = (number * w.most_sides + place) * w.most_rounds + w.round - 1
        percent = get_int(w.percents, place)
        count_percent(w.out_ended, row, percent)
        put_i4(w.out_last, place * w.n_runs + run, percent)


@door
def encounter(w, number, run):
    meeting = meeting_at(w.meetings, number)
    gather(w, meeting)
    if meeting.is_prepared:
        prepare(w, meeting)
    roll_initiative(w, meeting)
    listen(w)
    if is_wanted_now(w, ENCOUNTER_STARTED):
        offer_to_all(w, ENCOUNTER_STARTED)
    for place in range(w.most_sides):
        put_i4(w.out_last, place * w.n_runs + run, -1)
    sum_hp(w, True)
    for place in range(meeting.n_sides):
        total = get_int(w.shared, get_int(w.lists, meeting.sides + place))
        put_int(w.totals, place, max(1, total))
    check_over(w)
    while not w.over and not w.overflow:
        if w.round >= w.most_rounds:
            w.capped = 1
            w.winner = -1
            break
        w.round += 1
        play_round(w)
        write_course(w, meeting, number)
    if w.round:
        write_end(w, meeting, number, run)
    w.rounds += w.round
    for i in range(w.n_members):
        body = body_at(w.bodies, get_int(w.members, i))
        if body.n_statuses:
            keep_statuses(w, body, UNTIL_SHORT, UNTIL_LONG)
        body.concentration = -1
        if body.down and body.side == w.winner:
            body.stable = 1
    w.active = -1


# --- rests -------------------------------------------------------------------------------------------------


@jit
def spend_hit_dice(w, body, kind):
    """The largest first, as long as an average roll would not be wasted."""
    for i in range(kind.hit_dice, kind.hit_dice + 2 * kind.n_hit_dice, 2):
        sides = get_int(w.lists, i)
        at = body.pools + get_int(w.lists, i + 1)
        while get_float(w.pools, at) >= 1 and body.max_hp - body.hp >= (sides + 1) / 2 + kind.con:
            put_float(w.pools, at, get_float(w.pools, at) - 1)
            gained = max(0, die(w, sides) + kind.con)
            body.hp = min(body.max_hp, body.hp + gained)


@door
def rest(w, is_short):
    """Those on the common sides that are not dead rest."""
    for number in range(w.n_bodies):
        body = body_at(w.bodies, number)
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
            spend_hit_dice(w, body, kind_at(w.kinds, body.kind))
        else:
            body.hp = body.max_hp
            body.temp = 0
            words |= RESET_LONG
        refill(w, body, words)
        keep_statuses(w, body, UNTIL_LONG if is_short else -1, -1)


# --- a run -------------------------------------------------------------------------------------------------


@jit
def begin(w, seed):
    """All as before the first encounter."""
    w.z = mix(seed + GAMMA)
    copy(w.bodies, w.first_bodies, w.body_bytes)
    copy(w.pools, w.first_pools, w.pool_bytes)
    for i in range(w.n_locals):
        put_int(w.cooling, i, 0)
        put_int(w.freely, i, -1)
    for i in range(w.n_deeds):
        put_int(w.damage, i, 0)
        put_int(w.all_uses, i, 0)
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
    for number in range(w.n_bodies):
        body = body_at(w.bodies, number)
        kind = kind_at(w.kinds, body.kind)
        if kind.rolls_hp:
            body.max_hp = max(1, roll(w, kind.hp, -1, False))
            body.hp = body.max_hp
        if kind.has_start:
            body.hp = max(0, min(kind.start_hp, body.max_hp))
            if body.hp == 0:
                body.up = 0
                body.down = 1
                body.stable = 1


@jit
def write(w, run):
    """The results of a run."""
    n = w.n_runs
    put_i4(w.out_winner, run, w.winner)
    put_i4(w.out_rounds, run, w.rounds)
    put_u1(w.out_capped, run, w.capped)
    put_i4(w.out_guards, run, w.guards)
    put_i4(w.out_fought, run, w.fought)
    put_u1(w.out_overflow, run, w.overflow)
    for number in range(w.n_bodies):
        body = body_at(w.bodies, number)
        put_i4(w.out_hp, number * n + run, body.hp if body.came else 0)
        put_u1(w.out_dead, number * n + run, body.dead)
    for i in range(w.n_lasting):
        put_float(w.out_pools, i * n + run, get_float(w.pools, get_int(w.lasting, i)))
    for i in range(w.n_deeds):
        put_int(w.out_damage, i * n + run, get_int(w.damage, i))
        put_i4(w.out_uses, i * n + run, get_int(w.all_uses, i))


@jit
def play(w, run):
    """Encounters and rests one after the other, as long as the first side wins."""
    begin(w, get_seed(w.seeds, run))
    for i in range(w.n_steps):
        step = step_at(w.steps, i)
        if step.kind == STEP_MEETING:
            encounter(w, step.number, run)
            put_i4(w.out_fights, w.fought * w.n_runs + run, w.winner)
            w.fought += 1
            if w.winner != 0:
                break
        else:
            rest(w, step.kind == STEP_SHORT_REST)
    write(w, run)




@door
def play_all(w, first, last):
    """All runs from the first up to the last."""
    for run in range(first, last):
        play(w, run)
