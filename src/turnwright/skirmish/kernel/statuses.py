"""Statuses: what they add up to, how they begin and end, and concentration.

Mirrors `engine/statuses.py` and `CombatantState.refresh`.
"""

from __future__ import annotations

from turnwright.skirmish.engine.plan import HIGHEST, REFRESH, STACK
from turnwright.skirmish.model.vocabulary import CONCENTRATION_BROKEN, STATUS_APPLIED, STATUS_ENDED

from .dice import roll_plain
from .event_bus import is_observed, raise_event
from .layout import (
    GAINS_POOLS,
    HAS_BYPASSED_DEFENCES,
    MODIFIES_DAMAGE,
    MODIFIES_SAVE,
    MODIFIES_SAVE_MODE,
    MODIFIES_TO_HIT,
    REDUCES_DAMAGE,
)
from .memory import (
    ENTRY_POINTS,
    STATUS_SIZE,
    action_at,
    address_of,
    combatant_at,
    compiled_status_at,
    copy,
    entry_point,
    exists,
    get_int,
    inline,
    jit,
    kind_at,
    no_use,
    push_words,
    put_int,
    status_in,
)
from .requirements import participant
from .targets import forget_weakest

_drop_unused_concentration = ENTRY_POINTS["drop_unused_concentration"].call


@inline
def is_first(combatant, place, number):
    """Whether no status with that number comes before this one."""
    for i in range(place):
        if compiled_status_at(status_in(combatant.statuses, i).compiled).number == number:
            return False
    return True


@inline
def status_count(combatant, number):
    """How many statuses with this number a combatant has."""
    n = 0
    for i in range(combatant.n_statuses):
        n += compiled_status_at(status_in(combatant.statuses, i).compiled).number == number
    return n


@jit
def is_most_potent(combatant, place, compiled):
    """Whether no status with that number is more potent than this one, and no later one as potent."""
    for i in range(combatant.n_statuses):
        other = compiled_status_at(status_in(combatant.statuses, i).compiled)
        if other.number != compiled.number or i == place:
            continue
        if other.potency > compiled.potency or (i > place and other.potency == compiled.potency):
            return False
    return True


@inline
def modifier_bits(compiled):
    """The kinds of modifiers that a status has."""
    modifiers = MODIFIES_TO_HIT if compiled.to_hit else 0
    modifiers |= MODIFIES_DAMAGE if compiled.damage else 0
    modifiers |= MODIFIES_SAVE if compiled.save else 0
    modifiers |= REDUCES_DAMAGE if compiled.reduction else 0
    modifiers |= MODIFIES_SAVE_MODE if compiled.saves else 0
    modifiers |= HAS_BYPASSED_DEFENCES if compiled.n_bypassed else 0
    return modifiers | (GAINS_POOLS if compiled.n_gain else 0)


@entry_point
def refresh(run, combatant):
    """Sum up what the statuses change. Of statuses with the same name only the first counts, unless
    they stack or only the most potent one counts."""
    kind = kind_at(combatant.kind)
    ac, tags, dc, roll_modes, fails = kind.ac, kind.tags, 0, 0, 0
    resist, immune, vulnerable = kind.resist, kind.immune, kind.vulnerable
    modifiers = HAS_BYPASSED_DEFENCES if kind.n_bypassed else 0
    dealt, taken = 1.0, 1.0
    incapacitated, no_reactions, no_movement, critical_in_melee, plain = 0, 0, 0, 0, 1
    for i in range(combatant.n_statuses):
        status = status_in(combatant.statuses, i)
        compiled = compiled_status_at(status.compiled)
        tags |= compiled.tags
        status.counts = 0
        if compiled.stacking == REFRESH:
            if not is_first(combatant, i, compiled.number):
                continue
        elif compiled.stacking == HIGHEST and not is_most_potent(combatant, i, compiled):
            continue
        status.counts = 1
        if compiled.only_tags:
            continue
        plain = 0
        ac += compiled.ac
        dc += compiled.dc
        roll_modes |= compiled.roll_modes
        fails |= compiled.failed_saves
        resist |= compiled.resist
        immune |= compiled.immune
        vulnerable |= compiled.vulnerable
        dealt *= compiled.damage_dealt
        taken *= compiled.damage_taken
        modifiers |= modifier_bits(compiled)
        incapacitated |= compiled.incapacitated
        no_reactions |= compiled.no_reactions
        no_movement |= compiled.no_movement
        critical_in_melee |= compiled.critical_in_melee
    combatant.ac = ac
    combatant.tags = tags
    combatant.dc = dc
    combatant.roll_modes = roll_modes
    combatant.failed_saves = fails
    combatant.resist = resist
    combatant.immune = immune
    combatant.vulnerable = vulnerable
    combatant.damage_dealt = dealt
    combatant.damage_taken = taken
    combatant.modifiers = modifiers
    combatant.incapacitated = incapacitated
    combatant.no_reactions = no_reactions
    combatant.no_movement = no_movement
    combatant.critical_in_melee = critical_in_melee
    combatant.unmodified = plain


@inline
def counting_status(combatant, place):
    """The compiled status at an index, if its numbers count; otherwise none."""
    status = status_in(combatant.statuses, place)
    if status.counts and not compiled_status_at(status.compiled).only_tags:
        return compiled_status_at(status.compiled)
    return compiled_status_at(0)


# --- ending ---------------------------------------------------------------------------------------


@inline
def find_status(combatant, id):
    """The index of a status by its id; -1 if it has ended."""
    for i in range(combatant.n_statuses):
        if status_in(combatant.statuses, i).id == id:
            return i
    return -1


@inline
def remove_status(run, combatant, place):
    """Remove a status; the others keep their order."""
    run.expiring_statuses -= compiled_status_at(
        status_in(combatant.statuses, place).compiled
    ).can_expire
    combatant.n_statuses -= 1
    for i in range(place, combatant.n_statuses):
        at = combatant.statuses + i * STATUS_SIZE
        copy(at, at + STATUS_SIZE, STATUS_SIZE)


@inline
def stack_count(combatant, compiled):
    """How many of a status that stacks a combatant has; 0 for other statuses."""
    return status_count(combatant, compiled.number) if compiled.stacking == STACK else 0


@inline
def lose_temporary_hp(run, combatant):
    """Lose the temporary hit points of a status that has ended."""
    combatant.temp = 0
    combatant.temp_status = 0
    forget_weakest(run, 0)


@entry_point
def end_statuses(run, combatant, ended, n):
    """End those of these statuses (ids) that the combatant still has."""
    for i in range(n):
        place = find_status(combatant, get_int(ended, i))
        if place < 0:
            continue
        status = status_in(combatant.statuses, place)
        compiled = compiled_status_at(status.compiled)
        source, tags, held = status.source, compiled.tags, status.needs_concentration
        remove_status(run, combatant, place)
        refresh(run, combatant)
        if combatant.temp_status == get_int(ended, i) + 1:
            lose_temporary_hp(run, combatant)
        if held:
            _drop_unused_concentration(run, combatant_at(source))
        if is_observed(run, STATUS_ENDED):
            left = float(stack_count(combatant, compiled))
            raise_event(run, STATUS_ENDED, combatant_at(source), combatant, left, tags, no_use())


@inline
def is_sustained_by(status, source):
    """Whether a status needs the concentration of this combatant."""
    return status.needs_concentration and status.source == address_of(source)


@entry_point
def drop_unused_concentration(run, combatant):
    """End a concentration that no status needs any more."""
    if combatant.concentration == 0:
        return
    for m in range(run.n_participants):
        other = participant(run, m)
        for i in range(other.n_statuses):
            if is_sustained_by(status_in(other.statuses, i), combatant):
                return
    combatant.concentration = 0


@entry_point
def end_concentration(run, combatant):
    """End a concentration with all its statuses."""
    combatant.concentration = 0
    for m in range(run.n_participants):
        other = participant(run, m)
        if other.n_statuses == 0:
            continue
        top = run.top
        ended, n = push_words(run, other.n_statuses), 0
        for i in range(other.n_statuses):
            status = status_in(other.statuses, i)
            if is_sustained_by(status, combatant):
                put_int(ended, n, status.id)
                n += 1
        if n:
            end_statuses(run, other, ended, n)
        run.top = top


@entry_point
def break_concentration(run, combatant):
    """End a concentration by force, with its statuses and an event."""
    end_concentration(run, combatant)
    if is_observed(run, CONCENTRATION_BROKEN):
        raise_event(run, CONCENTRATION_BROKEN, combatant, combatant, 0.0, 0, no_use())


@inline
def concentrate(run, combatant, action):
    """Begin to concentrate. A new concentration ends the old one."""
    if combatant.concentration:
        end_concentration(run, combatant)
    combatant.concentration = address_of(action)


@entry_point
def keep_statuses(run, combatant, first, second):
    """Drop all statuses except those that last until one of these, without any event."""
    place = 0
    while place < combatant.n_statuses:
        status = status_in(combatant.statuses, place)
        until = compiled_status_at(status.compiled).until
        is_kept = until == first or until == second
        if is_kept and not status.needs_concentration:
            place += 1
        else:
            remove_status(run, combatant, place)
    if combatant.temp_status and find_status(combatant, combatant.temp_status - 1) < 0:
        lose_temporary_hp(run, combatant)
    refresh(run, combatant)


# --- beginning ------------------------------------------------------------------------------------


@jit
def make_room(run, combatant, compiled_address, source, stacks):
    """Remove what a new status replaces: the same one from the same source, or the oldest of those that
    stack. Returns whether temporary hit points have lost their status."""
    compiled = compiled_status_at(compiled_address)
    excess, place, lost = 1, 0, False
    if compiled.stacking == STACK:
        excess = status_count(combatant, compiled.number) + stacks - compiled.max_stacks
    while excess > 0 and place < combatant.n_statuses:
        old = status_in(combatant.statuses, place)
        matches = compiled_status_at(old.compiled).number == compiled.number
        if compiled.stacking != STACK:
            matches &= old.source == address_of(source)
        if compiled.stacking == HIGHEST:
            matches &= old.compiled == compiled_address
        if not matches:
            place += 1
            continue
        lost |= combatant.temp_status == old.id + 1
        remove_status(run, combatant, place)
        excess -= 1
    return lost


@jit
def give_temporary_hp(run, combatant, compiled, source, use, id):
    """Give the temporary hit points of a status. They do not add up: the larger amount counts."""
    amount = max(0, roll_plain(run, compiled.temporary_hp, use, combatant, source))
    if amount > combatant.temp:
        combatant.temp = amount
        combatant.temp_status = id + 1
        forget_weakest(run, 0)


@entry_point
def apply_status(run, combatant, compiled_address, use, stacks):
    """Begin a status. The same one from the same source starts over, unless it stacks."""
    compiled = compiled_status_at(compiled_address)
    if combatant.dead or kind_at(combatant.kind).condition_immune & compiled.conditions:
        return
    source, action, dc, held, tags = combatant, 0, 0, 0, compiled.tags
    if exists(use):
        source, action, dc = combatant_at(use.actor), use.action, use.dc
        held = action_at(action).concentration
        tags |= action_at(action).tags
    if held and source.concentration != action:
        return  # concentration was lost before the status took hold
    if compiled.stacking == STACK:
        stacks = min(stacks, compiled.max_stacks)
    has_temporary = make_room(run, combatant, compiled_address, source, stacks)
    if combatant.n_statuses + stacks > run.max_statuses:
        run.overflow = 1
        return
    for _ in range(stacks):
        status = status_in(combatant.statuses, combatant.n_statuses)
        status.compiled = compiled_address
        status.source = address_of(source)
        status.action = action
        status.dc = dc
        status.turns_left = compiled.turns
        status.times_left = compiled.times
        status.since = run.turn
        status.needs_concentration = held
        status.id = run.next_id
        run.next_id += 1
        combatant.n_statuses += 1
        run.expiring_statuses += compiled.can_expire
    if has_temporary:
        combatant.temp_status = run.next_id
    if compiled.temporary_hp:
        give_temporary_hp(run, combatant, compiled, source, use, run.next_id - 1)
    refresh(run, combatant)
    if combatant.incapacitated and combatant.concentration:
        break_concentration(run, combatant)
    if is_observed(run, STATUS_APPLIED):
        count = float(stack_count(combatant, compiled))
        raise_event(run, STATUS_APPLIED, source, combatant, count, tags, use)
