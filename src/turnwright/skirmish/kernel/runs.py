"""Runs, encounters, rounds and rests; mirrors `engine/runs.py` and `engine/rests.py`.

At the end of a run its results are written into columns.
"""

from __future__ import annotations

from turnwright.skirmish.model.vocabulary import ENCOUNTER_STARTED, LAIR_COUNT, ROUND_STARTED

from .actions import perform
from .dice import GAMMA, check_roll, mix, roll_die, roll_plain
from .event_bus import common_relation, has_reactions, is_observed, is_valid, raise_event
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
    STEP_ENCOUNTER,
    STEP_SHORT_REST,
    UNTIL_LONG,
    UNTIL_SHORT,
)
from .memory import (
    action_at,
    address_of,
    combatant_at,
    combatant_in,
    copy,
    encounter_at,
    entry_point,
    get_float,
    get_int,
    get_seed,
    inline,
    jit,
    kind_at,
    no_combatant,
    no_event,
    no_use,
    push_words,
    put_float,
    put_i4,
    put_int,
    put_u1,
    roll_at,
    step_in,
    usage_in,
)
from .payment import refill
from .requirements import participant
from .resolution import update_standing
from .run_columns import FALL_ROUNDS, PERCENT_VALUES
from .statuses import apply_status, keep_statuses
from .turns import check_over, play_turn, skip_dead_turn

# --- rounds ---------------------------------------------------------------------------------------


@inline
def raise_global_event(run, type):
    """Raise an event without source and target: a round, a lair count, the start."""
    raise_event(run, type, no_combatant(), no_combatant(), float(run.round), 0, no_use())


@jit
def count_lair(run):
    """The initiative count on which lair actions happen."""
    run.active = 0
    run.turn += 1
    raise_global_event(run, LAIR_COUNT)
    check_over(run)


@inline
def arrive(run):
    """Bring in those whose round of arrival has come."""
    some = False
    for i in range(run.n_participants):
        combatant = participant(run, i)
        if not combatant.present and kind_at(combatant.kind).arrival <= run.round:
            combatant.present = 1
            combatant.has_joined = 1
            run.not_arrived -= 1
            some = True
    if some:
        update_standing(run)


@inline
def remove_dead_from_order(run):
    """The dead need no turns if there are no statuses that could count them."""
    n = 0
    for i in range(run.n_order):
        one = get_int(run.order, i)
        put_int(run.order, n, one)
        n += 1 - combatant_at(one).dead
    run.n_order = n


@inline
def play_round(run):
    """Play one round."""
    if run.not_arrived:
        arrive(run)
    if run.refills_each_round:
        for i in range(run.n_participants):
            refill(participant(run, i), RESET_ROUND)
    run.turn += 1
    if is_observed(run, ROUND_STARTED):
        raise_global_event(run, ROUND_STARTED)
    if run.standing_changed:
        check_over(run)
    lair_is_due = run.has_lair_actions
    if not run.has_statuses:
        remove_dead_from_order(run)
    for i in range(run.n_order):
        if run.is_over:
            return
        combatant = combatant_at(get_int(run.order, i))
        if lair_is_due and combatant.initiative < run.lair_count:
            lair_is_due = 0
            count_lair(run)
            if run.is_over:
                return
        if combatant.present and not combatant.dead:
            play_turn(run, combatant)
        elif combatant.dead and run.expiring_statuses:
            skip_dead_turn(run, combatant)
    if lair_is_due and not run.is_over:
        count_lair(run)
    run.active = 0


TIE_STEP = 1 << 22
"""More than the difference between two bonuses to initiative."""

# --- an encounter ---------------------------------------------------------------------------------


@inline
def collect_listeners(run):
    """List who has reactions to which event, in the order of initiative."""
    for type in range(EVENT_COUNT if run.triggers else 0):
        if not run.triggers >> type & 1:
            continue
        listeners, n, only_target = run.listeners + 8 * type * run.n_combatants, 0, 1
        for i in range(run.n_participants):
            combatant = combatant_at(get_int(run.order, i))
            if has_reactions(combatant, type):
                put_int(listeners, n, address_of(combatant))
                n += 1
                only_target &= 1 if common_relation(combatant, type) == 2 * SELF else 0
        put_int(run.n_listeners, type, n)
        put_int(run.only_target, type, only_target)


@inline
def reset_encounter(run, encounter):
    """Clear what is left of an earlier encounter."""
    run.n_participants = encounter.n_participants
    run.participants = encounter.participants
    run.active = 0
    run.is_over = 0
    run.winner = -1
    run.round = 0
    run.encounter_number += 1
    run.not_arrived = 0
    for side in range(run.n_sides):
        put_int(run.n_foes, side, 0)
        put_int(run.n_friends, side, 0)
        put_int(run.weakest, side, 0)
    for type in range(EVENT_COUNT if run.triggers else 0):  # nobody reacts before initiative
        put_int(run.n_listeners, type, 0)


@inline
def set_up(run, encounter):
    """Set up the combatants at the start of an encounter."""
    reset_encounter(run, encounter)
    for i in range(run.n_participants):
        combatant = participant(run, i)
        kind = kind_at(combatant.kind)
        combatant.present = 1 if kind.arrival <= 1 else 0
        if combatant.present:
            combatant.has_joined = 1
        else:
            run.not_arrived += 1
        combatant.surprised = get_int(encounter.surprised, i) & run.surprised_lose_turn
        if run.fought:
            combatant.fell = 0
            combatant.was_dead = combatant.dead
            combatant.position = kind.position
            for j in range(kind.n_actions):
                usage_in(combatant.usages, j).uses = 0
            if combatant.side < run.common_sides:
                refill(combatant, RESET_TURN | RESET_ROUND | RESET_ENCOUNTER)
        for j in range(kind.n_traits):
            if not combatant.dead:
                apply_status(run, combatant, get_int(kind.traits, j), no_use(), 1)
    update_standing(run)


@inline
def use_setup_actions(run, encounter):
    """Before the fight: everybody's setup actions in the order of the file, each at most once."""
    run.turn += 1
    for i in range(run.n_participants):
        combatant = participant(run, i)
        kind = kind_at(combatant.kind)
        if not get_int(encounter.prepared, combatant.side):
            continue
        for j in range(kind.n_setup_actions):
            action = action_at(get_int(kind.setup_actions, j))
            if combatant.up and combatant.present and is_valid(run, combatant, action, no_event()):
                perform(run, combatant, action, no_event(), 0)


@inline
def roll_initiative(run, encounter):
    """The highest goes first; ties go by the order of the file, or by the bonus."""
    mode = run.initiative_grouping
    if mode != EACH:
        for i in range(max(run.n_kinds, run.n_sides)):
            put_int(run.shared, i, 0)
    for i in range(run.n_participants):
        combatant = participant(run, i)
        kind = kind_at(combatant.kind)
        if mode != EACH:
            group = combatant.side if mode == SIDE else kind.number
            leader = get_int(run.shared, group)
            if leader:
                combatant.initiative = combatant_at(leader).initiative
                continue
            put_int(run.shared, group, address_of(combatant))
        roll_mode = kind.initiative_mode
        if run.surprised_have_disadvantage and get_int(encounter.surprised, i):
            roll_mode |= DISADVANTAGE
        combatant.initiative = check_roll(run, roll_mode) + roll_plain(
            run, kind.initiative, no_use(), no_combatant(), combatant
        )
    run.n_order = run.n_participants
    top, keys = run.top, push_words(run, run.n_participants)
    for i in range(run.n_participants):
        combatant = participant(run, i)
        key = combatant.initiative
        if run.ties_by_bonus:
            kind = kind_at(combatant.kind)
            if mode != EACH:
                group = combatant.side if mode == SIDE else kind.number
                kind = kind_at(combatant_at(get_int(run.shared, group)).kind)
            key = key * TIE_STEP + roll_at(kind.initiative).flat
        put_int(keys, i, key * run.n_participants - i)
    for i in range(run.n_participants):  # each goes behind all those with a higher key
        key, place = get_int(keys, i), 0
        for j in range(run.n_participants):
            place += 1 if get_int(keys, j) > key else 0
        put_int(run.order, place, get_int(run.participants, i))
    run.top = top


@inline
def sum_hp(run, sums, most):
    """Sum up the hit points of every side, or their maximum."""
    for side in range(run.n_sides):
        put_int(sums, side, 0)
    for i in range(run.n_participants):
        combatant = participant(run, i)
        hp = combatant.max_hp if most else combatant.hp
        put_int(sums, combatant.side, get_int(sums, combatant.side) + hp)


@inline
def add_one(counters, place):
    """Add one to a counter."""
    put_int(counters, place, get_int(counters, place) + 1)


@inline
def count_percent(columns, row, percent):
    """Add one to the counter of a percentage."""
    add_one(columns, row * PERCENT_VALUES + percent)


@inline
def row_of(run, encounter, place):
    """The row of counters of a side in the current round of an encounter."""
    return (encounter.number * run.max_sides + place) * run.max_rounds + run.round - 1


@inline
def write_course(run, encounter):
    """At the end of a round: count the hit points of each side in percent of the maximum."""
    top, left = run.top, push_words(run, run.n_sides)
    sum_hp(run, left, False)
    for place in range(encounter.n_sides):
        side = get_int(encounter.sides, place)
        most = max(1, get_int(run.totals, side))
        percent = int(100.0 * get_int(left, side) / most)  # exact: both are small
        count_percent(run.out_course, row_of(run, encounter, place), percent)
        put_int(run.percents, place, percent)
    run.top = top


@inline
def write_end(run, encounter, run_index):
    """Count how the last round of an encounter ended."""
    for place in range(encounter.n_sides):
        percent = get_int(run.percents, place)
        count_percent(run.out_ended, row_of(run, encounter, place), percent)
        put_i4(run.out_last, place * run.n_runs + run_index, percent)


@inline
def count_falls(run, encounter):
    """Count who fell in which round of an encounter, and how many of each side died in it."""
    top, deaths = run.top, push_words(run, run.n_sides)
    falls = run.out_falls + 8 * FALL_ROUNDS * encounter.number * run.n_combatants
    for side in range(run.n_sides):
        put_int(deaths, side, 0)
    for i in range(run.n_participants):
        combatant = participant(run, i)
        if combatant.fell:
            add_one(falls, combatant.number * FALL_ROUNDS + combatant.fell - 1)
        died = combatant.dead & (1 - combatant.was_dead)
        put_int(deaths, combatant.side, get_int(deaths, combatant.side) + died)
    for place in range(encounter.n_sides):
        row = encounter.number * run.max_sides + place
        died = get_int(deaths, get_int(encounter.sides, place))
        add_one(run.out_deaths, row * (run.n_combatants + 1) + died)
    run.top = top


@inline
def clean_up(run):
    """End what does not outlast the encounter. The dying of the winning side are stabilised."""
    for i in range(run.n_participants):
        combatant = participant(run, i)
        if combatant.n_statuses:
            keep_statuses(run, combatant, UNTIL_SHORT, UNTIL_LONG)
        combatant.concentration = 0
        if combatant.down and combatant.side == run.winner:
            combatant.stable = 1
    run.active = 0


@entry_point
def play_encounter(run, encounter, run_index):
    """Play an encounter until at most one side stands, or until the limit of rounds."""
    set_up(run, encounter)
    if encounter.has_prepared_sides:
        use_setup_actions(run, encounter)
    roll_initiative(run, encounter)
    collect_listeners(run)
    if is_observed(run, ENCOUNTER_STARTED):
        raise_global_event(run, ENCOUNTER_STARTED)
    for place in range(run.max_sides):
        put_i4(run.out_last, place * run.n_runs + run_index, -1)
    sum_hp(run, run.totals, True)
    check_over(run)
    while not run.is_over and not run.overflow:
        if run.round >= run.max_rounds:
            run.capped = 1
            run.winner = -1
            break
        run.round += 1
        play_round(run)
        write_course(run, encounter)
    if run.round:
        write_end(run, encounter, run_index)
    run.rounds += run.round
    count_falls(run, encounter)
    clean_up(run)


# --- rests ----------------------------------------------------------------------------------------


@inline
def spend_hit_dice(run, combatant, kind):
    """Spend the largest first, as long as an average roll would not be wasted."""
    for i in range(0, 2 * kind.n_hit_dice, 2):
        sides, pool = get_int(kind.hit_dice, i), get_int(kind.hit_dice, i + 1)
        average = (sides + 1) / 2 + kind.con
        while get_float(combatant.pools, pool) >= 1 and combatant.max_hp - combatant.hp >= average:
            put_float(combatant.pools, pool, get_float(combatant.pools, pool) - 1)
            combatant.hp = min(
                combatant.max_hp, combatant.hp + max(0, roll_die(run, sides) + kind.con)
            )


@entry_point
def rest(run, is_short):
    """Rest with everybody on the common sides who is not dead."""
    for i in range(run.n_combatants):
        combatant = combatant_in(run.combatants, i)
        if combatant.dead or combatant.side >= run.common_sides:
            continue
        if not combatant.up:
            combatant.up = 1
            combatant.down = 0
            combatant.stable = 0
            combatant.hp = max(1, combatant.hp)
            combatant.successes = 0
            combatant.failures = 0
        resets = RESET_TURN | RESET_ROUND | RESET_ENCOUNTER | RESET_SHORT
        if is_short:
            spend_hit_dice(run, combatant, kind_at(combatant.kind))
        else:
            combatant.hp = combatant.max_hp
            combatant.temp = 0
            combatant.temp_status = 0
            resets |= RESET_LONG
        refill(combatant, resets)
        keep_statuses(run, combatant, UNTIL_LONG if is_short else -1, -1)


# --- a run_index ----------------------------------------------------------------------------------


@inline
def begin(run, seed):
    """Return to the state before the first encounter."""
    run.z = mix(seed + GAMMA)
    copy(run.combatants, run.first_combatants, run.combatant_bytes)
    copy(run.pools, run.first_pools, run.pool_bytes)
    for i in range(run.n_usages):
        usage = usage_in(run.usages, i)
        usage.uses = 0
        usage.cooldown_left = 0
        usage.free_reaction_turn = -1
    for i in range(run.n_actions):
        put_int(run.damage, i, 0)
        put_int(run.uses, i, 0)
    run.turn = 0
    run.serial = 0
    run.last_event_number = 0
    run.fought = 0
    run.loop_guards = 0
    run.depth = 0
    run.turn_ends = 0
    run.standing_changed = 0
    run.expiring_statuses = 0
    run.capped = 0
    run.winner = -1
    run.rounds = 0
    run.overflow = 0
    run.top = 0
    run.n_uses = 0
    run.n_events = 0
    run.n_blocks = 0
    run.next_id = 0


@inline
def roll_hp(run, combatant, kind):
    """Set the hit points of a combatant that rolls them, or starts with fewer."""
    if kind.rolls_hp:
        combatant.max_hp = max(
            1, roll_plain(run, kind.hp, no_use(), no_combatant(), no_combatant())
        )
        combatant.hp = combatant.max_hp
    if kind.has_start:
        combatant.hp = max(0, min(kind.start_hp, combatant.max_hp))
        if combatant.hp == 0:
            combatant.up = 0
            combatant.down = 1
            combatant.stable = 1


@inline
def write_results(run, run_index):
    """Write the results of a run."""
    n = run.n_runs
    put_i4(run.out_winner, run_index, run.winner)
    put_i4(run.out_rounds, run_index, run.rounds)
    put_u1(run.out_capped, run_index, run.capped)
    put_i4(run.out_guards, run_index, run.loop_guards)
    put_i4(run.out_fought, run_index, run.fought)
    put_u1(run.out_overflow, run_index, run.overflow)
    for i in range(run.n_combatants):
        combatant = combatant_in(run.combatants, i)
        put_i4(run.out_hp, i * n + run_index, combatant.hp if combatant.has_joined else 0)
        put_u1(run.out_dead, i * n + run_index, combatant.dead)
    for i in range(run.n_lasting):
        put_float(run.out_pools, i * n + run_index, get_float(run.pools, get_int(run.lasting, i)))
    for i in range(run.n_actions):
        put_int(run.out_damage, i * n + run_index, get_int(run.damage, i))
        put_i4(run.out_uses, i * n + run_index, get_int(run.uses, i))


@inline
def play(run, run_index):
    """Play encounters and rests one after the other, as long as the first side wins."""
    begin(run, get_seed(run.seeds, run_index))
    for i in range(run.n_combatants):
        combatant = combatant_in(run.combatants, i)
        kind = kind_at(combatant.kind)
        if kind.rolls_hp or kind.has_start:
            roll_hp(run, combatant, kind)
    for i in range(run.n_steps):
        step = step_in(run.steps, i)
        if step.kind == STEP_ENCOUNTER:
            play_encounter(run, encounter_at(step.encounter), run_index)
            put_i4(run.out_fights, run.fought * run.n_runs + run_index, run.winner)
            run.fought += 1
            if run.winner != 0:
                break
        else:
            rest(run, 1 if step.kind == STEP_SHORT_REST else 0)
    write_results(run, run_index)
