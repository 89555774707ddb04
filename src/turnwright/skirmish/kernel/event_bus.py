"""The event bus: who reacts to an event, and what that changes; mirrors `engine/event_bus.py`.

A reaction is an action, and an action raises events: `perform` is in `actions.py`, which imports this
module, and is called through its entry point.
"""

from __future__ import annotations

from turnwright.skirmish.engine.fight_events import CRITICAL, HIT, MISS
from turnwright.skirmish.model.vocabulary import (
    ACTION_DECLARED,
    ATTACK_DECLARED,
    ATTACK_HIT,
    ATTACK_MISSED,
    DAMAGE_ROLLED,
    LEFT_REACH,
    SAVE_FAILED,
    SAVE_SUCCEEDED,
    SPELL_CAST,
    UNIT_DIED,
    UNIT_DOWNED,
)

from .layout import ALLY, ANY, ENEMY, SELF, STATE_UP, YES
from .memory import (
    ENTRY_POINTS,
    action_at,
    address_of,
    combatant_at,
    counter_in,
    entry_point,
    exists,
    get_float,
    get_int,
    inline,
    jit,
    kind_at,
    no_combatant,
    pop_event,
    push_event,
    push_words,
    sum_of,
    usage_in,
    use_at,
)
from .payment import can_pay
from .requirements import count_foes, holds, remembered_event, stamp
from .targets import candidates

perform = ENTRY_POINTS["perform"].call


@inline
def is_observed(run, type):
    """Whether anybody reacts to this event, or looks back at it."""
    return run.observed >> type & 1


@inline
def store_event(run, last, type, tags, value):
    """Overwrite a remembered event."""
    last.encounter_number = run.encounter_number
    last.type = type
    last.tags = tags
    last.value = value
    last.number = run.last_event_number
    last.serial = run.serial
    last.turn = run.turn
    last.round = run.round


@jit
def count_event(run, type, source, tags):
    """Count an event that somebody has caused."""
    for number in range(run.n_counters):
        rule = run.counter_rules + 24 * number
        mask = get_int(rule, 1)
        if get_int(rule, 0) == type and tags & mask == mask:
            counter = counter_in(run.counters, number * run.n_combatants + source.number)
            now = stamp(run, get_int(rule, 2))
            counter.count = counter.count + 1 if counter.stamp == now else 1
            counter.stamp = now


@jit
def remember(run, type, source, tags, value):
    """Keep an event for `LastEvent`: the last of its family by this source, and by anybody. Count it if
    something counts such events."""
    if run.counted >> type & 1 and exists(source):
        count_event(run, type, source, tags)
    if get_int(run.family_slots, type) < 0:
        return
    run.last_event_number += 1
    if run.remembers_any:
        store_event(run, remembered_event(run, type, -1), type, tags, value)
    if run.remembers_own and exists(source):
        store_event(run, remembered_event(run, type, source.number), type, tags, value)


# --- which action is valid ------------------------------------------------------------------------


@inline
def has_first_cost(combatant, action):
    """Whether the first pool of its cost holds enough."""
    return (
        action.first_pool < 0
        or get_float(combatant.pools, action.first_pool) >= action.first_amount
    )


@jit
def is_valid(run, combatant, action, event):
    """Whether an action is valid now: `invalid_reason` without the reasons."""
    if not has_first_cost(combatant, action):
        return False
    if (
        action.requirements != YES
        and holds(run, action.requirements, combatant, no_combatant(), event) != YES
    ):
        return False
    if action.single_pool < 0 and not can_pay(run, combatant, action):
        return False
    if action.targets_any_foe:
        if count_foes(run, combatant.side) == 0:
            return False
    elif action.min_targets:
        top = run.top
        found = push_words(run, run.n_combatants)
        n = candidates(run, combatant, action, event, found, action.min_targets)
        run.top = top
        return n >= action.min_targets
    return True


@inline
def relation(one, combatant):
    """The relation of somebody (an address) to a combatant. (An ally is somebody else.)"""
    if one == address_of(combatant):
        return SELF
    return ALLY if combatant_at(one).side == combatant.side else ENEMY


@inline
def would_change(run, action, event):
    """Whether this reaction could give the roll another outcome."""
    if action.always_changes or event.outcome < 0:
        return True
    outcome = event.outcome
    if action.change_outcome >= 0 and action.change_outcome != outcome:
        return True
    if event.forced >= 0:
        return False
    if action.rerolls:
        return True
    needs = event.needs
    if event.type != SAVE_FAILED and event.type != SAVE_SUCCEEDED:
        needs = combatant_at(event.target).ac + action.change_ac
        if event.natural >= event.critical or event.natural <= run.fumble:
            return False
    if outcome > 0:
        return event.total + action.change_lowest < needs
    return event.total + action.change_highest >= needs


@inline
def is_valid_reaction(run, combatant, action, mask, event):
    """Whether a reaction to an event is valid: `invalid_reaction_reason` without the reasons."""
    if event.tags & mask != mask:
        return False
    usage = usage_in(combatant.usages, action.local_index)
    if action.is_anytime:  # used in the turns of others
        if address_of(combatant) == run.active or (
            action.turn_limit and usage.free_reaction_turn == run.turn
        ):
            return False
    elif action.relation != ANY:
        one = event.source if action.is_source else event.target
        if one == 0 or relation(one, combatant) != action.relation:
            return False
    if not has_first_cost(combatant, action):
        return False
    if usage.running:
        return False
    if (
        action.when != YES
        and holds(run, action.when, combatant, combatant_at(event.target), event) != YES
    ):
        return False
    if action.would_change and not would_change(run, action, event):
        return False
    return is_valid(run, combatant, action, event)


@inline
def may_react(combatant, event):
    """Whether this combatant may react to the event at all."""
    if not combatant.present:
        return False
    if not combatant.up:  # the fallen react to nothing but their own fall
        if address_of(combatant) != event.target:
            return False
        return event.type == UNIT_DOWNED or event.type == UNIT_DIED
    return not (combatant.incapacitated or combatant.no_reactions or combatant.surprised)


@inline
def first_reaction(run, combatant, event):
    """The first reaction of this combatant that is valid now: its address, or 0."""
    entry = kind_at(combatant.kind).reactions + 24 * event.type
    about = get_int(entry, 2)
    if about:  # all its reactions need the same relation to the event
        one = event.source if about & 1 else event.target
        if one == 0 or relation(one, combatant) != about >> 1:
            return 0
    if not may_react(combatant, event):
        return 0
    reactions = get_int(entry, 0)
    for i in range(0, 2 * get_int(entry, 1), 2):
        action = get_int(reactions, i)
        if is_valid_reaction(run, combatant, action_at(action), get_int(reactions, i + 1), event):
            return action
    return 0


# --- what a reaction changes -----------------------------------------------------------------------


@inline
def roll_outcome(run, event):
    """The outcome of an attack or save with the numbers as they are now."""
    if event.forced >= 0:
        return event.forced
    if event.type == SAVE_FAILED or event.type == SAVE_SUCCEEDED:
        return 1 if event.total >= event.needs else 0
    if event.natural >= event.critical:
        return CRITICAL
    target = combatant_at(event.target)
    if event.natural <= run.fumble or event.total < target.ac:
        return MISS
    if target.critical_in_melee and event.tags & run.melee_tag:
        return CRITICAL
    return HIT


@inline
def update_outcome(run, event):
    """Recompute outcome and value, so that later reactions see what earlier ones changed."""
    if event.outcome >= 0 and event.type != DAMAGE_ROLLED:
        event.outcome = roll_outcome(run, event)
        event.value = float(event.total)
    if event.parts:
        event.value = float(sum_of(event.parts))


@inline
def actor_fell(use):
    """Whether the actor has fallen since the use began. (The fallen may react to their fall.)"""
    return use.was_up and not combatant_at(use.actor).up


@inline
def can_be_attacked(combatant, use):
    """Whether an attack may be made on it: on the fallen only if the action targets them."""
    if combatant.up:
        return True
    return combatant.down and action_at(use.action).state != STATE_UP


@inline
def is_obsolete(event):
    """Whether a reaction has changed things so that the event no longer happens like this."""
    type = event.type
    if type == ATTACK_HIT:
        return event.outcome == 0 or not can_be_attacked(
            combatant_at(event.target), use_at(event.use)
        )
    if type == ATTACK_MISSED or type == SAVE_FAILED:
        return event.outcome > 0
    if type == SAVE_SUCCEEDED:
        return event.outcome == 0
    if type == UNIT_DOWNED:
        return combatant_at(event.target).up != 0
    if type == ACTION_DECLARED or type == SPELL_CAST or type == ATTACK_DECLARED:
        if actor_fell(use_at(event.use)):
            return True
        if type == ATTACK_DECLARED:
            return not can_be_attacked(combatant_at(event.target), use_at(event.use))
    if type == LEFT_REACH:
        mover = combatant_at(event.source)
        return mover.no_movement != 0 or not mover.up
    return False


@inline
def may_act_out_of_turn(run, combatant):
    """Count an action out of turn. False once the loop guard is reached."""
    if combatant.answers_turn != run.turn:
        combatant.answers_turn = run.turn
        combatant.answers = 0
    combatant.answers += 1
    if combatant.answers == run.loop_limit + 1:
        run.loop_guards += 1
    return combatant.answers <= run.loop_limit


@inline
def has_reactions(combatant, type):
    """Whether this combatant has reactions to such events."""
    return get_int(kind_at(combatant.kind).reactions + 24 * type, 1) > 0


@inline
def common_relation(combatant, type):
    """The relation that all its reactions to such events need (`layout.relation_code`), or 0."""
    return get_int(kind_at(combatant.kind).reactions + 24 * type, 2)


@inline
def use_reaction(run, combatant, action, event):
    """Use a reaction to an event."""
    usage = usage_in(combatant.usages, action.local_index)
    usage.running = 1
    if action.turn_limit:
        usage.free_reaction_turn = run.turn
    perform(run, combatant, action, event, 0)
    usage.running = 0
    update_outcome(run, event)


@jit
def answer_again(run, combatant, first, event):
    """Use the later reactions of the list that may be used beside others. One that may not counts as
    the one answer of the combatant."""
    has_answered = not action_at(first).beside_others
    entry = kind_at(combatant.kind).reactions + 24 * event.type
    reactions, last, is_later = get_int(entry, 0), first, False
    for i in range(0, 2 * get_int(entry, 1), 2):
        address = get_int(reactions, i)
        if address == first:
            is_later = True
        if not is_later or address == last:
            continue
        if event.cancelled or is_obsolete(event) or not may_react(combatant, event):
            return
        action = action_at(address)
        if has_answered and not action.beside_others:
            continue
        if is_valid_reaction(run, combatant, action, get_int(reactions, i + 1), event):
            last = address
            if may_act_out_of_turn(run, combatant):
                has_answered = has_answered or not action.beside_others
                use_reaction(run, combatant, action, event)


@entry_point
def offer(run, event):
    """Let everybody react who may: the active (or the affected) combatant first, then the others in the
    order of initiative."""
    if run.depth >= run.depth_limit:
        run.loop_guards += 1
        return
    run.depth += 1
    type = event.type
    only_target = get_int(run.only_target, type)
    first = run.active
    if (run.affected_first or only_target) and event.target:
        first = event.target
    if first and not has_reactions(combatant_at(first), type):
        first = 0
    listeners, n = (
        run.listeners + 8 * type * run.n_combatants,
        0 if only_target else get_int(run.n_listeners, type),
    )
    if event.cancelled or is_obsolete(event):
        n = -1
    for i in range(-1 if first else 0, n):
        combatant = combatant_at(first if i < 0 else get_int(listeners, i))
        if i >= 0 and address_of(combatant) == first:
            continue
        found = first_reaction(run, combatant, event)
        if found and may_act_out_of_turn(run, combatant):
            use_reaction(run, combatant, action_at(found), event)
            if run.several_answers >> type & 1:
                answer_again(run, combatant, found, event)
            if event.cancelled or is_obsolete(event):
                break
    run.depth -= 1


@inline
def may_have_reactions(run, type, target):
    """Whether anybody could react to such an event. (Beyond the depth limit nobody may, but `offer`
    must count that.)"""
    if get_int(run.n_listeners, type) == 0 or run.overflow:
        return False
    if get_int(run.only_target, type) == 0 or run.depth >= run.depth_limit:
        return True
    return exists(target) and has_reactions(target, type)


@inline
def announce(run, event):
    """Remember an event, and offer it if anybody could react."""
    if run.remembers_events:
        remember(run, event.type, combatant_at(event.source), event.tags, event.value)
    if may_have_reactions(run, event.type, combatant_at(event.target)):
        offer(run, event)


@jit
def raise_event(run, type, source, target, value, tags, use):
    """`announce` for an event that nothing reads afterwards."""
    if run.remembers_events:
        remember(run, type, source, tags, value)
    if may_have_reactions(run, type, target):
        event = push_event(run, type, source, target, value, tags, use)
        offer(run, event)
        pop_event(run)
