"""Effects and actions; mirrors `engine/compiled_effects.py` and `engine/actions.py`."""

from __future__ import annotations

from turnwright.skirmish.engine.fight_events import CRITICAL, OWN_DAMAGE
from turnwright.skirmish.model.vocabulary import (
    ACTION_CANCELLED,
    ACTION_DECLARED,
    ACTION_RESOLVED,
    SPELL_CAST,
    UNIT_MOVED,
)

from .attacks import do_attack, roll_parts, run_effects
from .dice import check_roll, roll_plain
from .event_bus import (
    actor_fell,
    announce,
    is_observed,
    is_valid,
    may_act_out_of_turn,
    may_have_reactions,
    raise_event,
    remember,
)
from .layout import (
    AGAIN_BEST,
    AGAIN_NEW,
    AGAIN_NO,
    EFFECT_APPLY_STATUS,
    EFFECT_ATTACK,
    EFFECT_CANCEL,
    EFFECT_CHANGE_DAMAGE,
    EFFECT_CHANGE_POOL,
    EFFECT_CHANGE_ROLL,
    EFFECT_DAMAGE,
    EFFECT_END_TURN,
    EFFECT_GRANT_ACTION,
    EFFECT_HEAL,
    EFFECT_IF,
    EFFECT_MOVE,
    EFFECT_REMOVE_STATUS,
    EFFECT_SAVE,
    EFFECT_SET_OUTCOME,
    PART,
    REFUND_ALL,
    REFUND_SLOT,
    TO_EVENT_TARGET,
    TO_SELF,
    TO_TARGET,
)
from .memory import (
    ENTRY_POINTS,
    action_at,
    action_in,
    add_part,
    combatant_at,
    compiled_status_at,
    effect_in,
    entry_point,
    event_at,
    get_float,
    get_int,
    inline,
    jit,
    kind_at,
    no_combatant,
    no_event,
    pop_block,
    pop_event,
    pop_use,
    push_block,
    push_event,
    push_use,
    push_words,
    put_float,
    put_int,
    status_in,
    usage_in,
)
from .payment import fixed_cost, pay, tidy
from .resolution import deal_damage, heal, move, restore_pool, roll_save
from .statuses import apply_status, concentrate, drop_unused_concentration, end_statuses
from .targets import candidates, choose_some, forget_weakest, weakest_foe

_perform = ENTRY_POINTS["perform"].call

# --- saves and damage -------------------------------------------------------------------------------


@inline
def do_save(run, effect, use, targets, n):
    """Every target makes a save; damage is rolled once for all of them."""
    actor, action = combatant_at(use.actor), action_at(use.action)
    rolled, block = push_block(run), push_block(run)
    if not effect.per_target:
        roll_parts(run, effect.parts, use, 0, rolled, 0, OWN_DAMAGE, no_combatant(), actor)
    for i in range(n):
        target = combatant_at(get_int(targets, i))
        if target.dead:
            continue
        if effect.per_target:
            put_int(rolled, 0, 0)
            roll_parts(run, effect.parts, use, 0, rolled, 0, OWN_DAMAGE, target, actor)
        dc = effect.dc
        if effect.dc_roll:
            dc = roll_plain(run, effect.dc_roll, use, target, actor)
        dc += actor.dc
        use.dc = dc
        success = roll_save(run, target, effect.ability, dc, actor, action.tags, use)
        if not success or effect.half:
            put_int(block, 0, 0)
            for p in range(get_int(rolled, 0)):
                amount, type = get_int(rolled, 1 + PART * p), get_int(rolled, 2 + PART * p)
                add_part(run, block, amount // 2 if success else amount, type, OWN_DAMAGE)
            if get_int(block, 0):
                deal_damage(run, target, block, actor, action, use, 0)
        if success:
            run_effects(run, effect.failure_effects, effect.n_failure_effects, use, target)
        else:
            run_effects(run, effect.success_effects, effect.n_success_effects, use, target)
    pop_block(run)
    pop_block(run)


@inline
def do_damage(run, effect, use, target):
    """Deal damage without an attack or a save."""
    if target.dead:
        return
    block = push_block(run)
    roll_parts(run, effect.parts, use, 0, block, 0, OWN_DAMAGE, target, no_combatant())
    deal_damage(run, target, block, combatant_at(use.actor), action_at(use.action), use, 0)
    pop_block(run)


# --- smaller effects --------------------------------------------------------------------------


@inline
def do_heal(run, effect, use, target):
    """Heal, or give temporary hit points."""
    amount = max(0, roll_plain(run, effect.roll, use, target, no_combatant()))
    if not effect.temporary:
        heal(run, target, amount, combatant_at(use.actor), use)
    elif not target.dead and amount > target.temp:
        target.temp = amount
        target.temp_status = 0
        forget_weakest(run, 0)


@inline
def do_apply_status(run, effect, use, target):
    """Apply a status, or several that stack."""
    stacks = 1
    if effect.stacks:
        stacks = roll_plain(run, effect.stacks, use, target, no_combatant())
    if stacks > 0:
        apply_status(run, target, effect.compiled, use, stacks)


@inline
def do_remove_status(run, effect, use, target):
    """End statuses by name or by tag."""
    top = run.top
    ended, n = push_words(run, target.n_statuses), 0
    for i in range(target.n_statuses):
        status = status_in(target.statuses, i)
        compiled = compiled_status_at(status.compiled)
        matches = compiled.conditions & effect.condition or compiled.tags & effect.tag
        if matches and (not effect.by_self or status.source == use.actor):
            put_int(ended, n, status.id)
            n += 1
    if effect.stacks:
        n = min(n, max(0, roll_plain(run, effect.stacks, use, target, no_combatant())))
    end_statuses(run, target, ended, n)
    run.top = top


@inline
def do_change_pool(run, effect, use, target):
    """Add to a pool, or take from it."""
    pool = get_int(kind_at(target.kind).pool_of_key, effect.key)
    amount = float(max(0, roll_plain(run, effect.roll, use, target, no_combatant())))
    if pool < 0:
        return
    if effect.sign < 0:
        put_float(target.pools, pool, max(0.0, tidy(get_float(target.pools, pool) - amount)))
    elif effect.above_max:
        put_float(target.pools, pool, get_float(target.pools, pool) + amount)
    else:
        restore_pool(run, target, pool, amount)


@inline
def do_change_roll(run, effect, use, event):
    """Change the roll that a reaction answers."""
    if effect.again != AGAIN_NO:
        natural = check_roll(run, 0)
        keep = event.natural
        if effect.again == AGAIN_NEW:
            keep = natural
        elif effect.again == AGAIN_BEST:
            keep = max(keep, natural)
        else:
            keep = min(keep, natural)
        event.total += keep - event.natural
        event.natural = keep
    about = combatant_at(event.target)
    event.total += roll_plain(run, effect.roll, use, about, no_combatant())


@inline
def do_change_damage(run, effect, use, event):
    """Change the damage that a reaction answers."""
    block = event.parts
    critical = 1 if event.outcome == CRITICAL else 0
    about, owner = combatant_at(event.target), no_combatant()
    roll_parts(run, effect.parts, use, critical, block, 0, use.booked_to, about, owner)
    less = max(0, roll_plain(run, effect.roll, use, about, owner))
    for i in range(1, 1 + PART * get_int(block, 0), PART):
        amount = get_int(block, i)
        taken = min(amount, less)
        amount -= taken
        less -= taken
        if effect.multiply != 1.0:
            amount = int(amount * effect.multiply)
        put_int(block, i, amount)
    if effect.redirect:
        event.redirected = use.actor


@inline
def change_event(run, effect, use):
    """Effects on the event that a reaction answers."""
    if use.event == 0:
        return
    event = event_at(use.event)
    if effect.op == EFFECT_CANCEL:
        event.cancelled = 1
    elif effect.op == EFFECT_CHANGE_DAMAGE:
        if event.parts:
            do_change_damage(run, effect, use, event)
    elif event.outcome >= 0:
        if effect.op == EFFECT_CHANGE_ROLL:
            do_change_roll(run, effect, use, event)
        else:
            event.forced = effect.outcome


# --- granted actions ---------------------------------------------------------------------


@inline
def return_granted_pools(combatant, before):
    """Return the turn pools to what they held before an action was granted."""
    kind = kind_at(combatant.kind)
    for i in range(kind.n_granted):
        put_float(combatant.pools, get_int(kind.granted, i), get_float(before, i))


@jit
def is_granted(use, pool):
    """Whether this pool was filled for a granted action."""
    kind = kind_at(combatant_at(use.actor).kind)
    for i in range(kind.n_granted if use.granted else 0):
        if get_int(kind.granted, i) == pool:
            return True
    return False


@inline
def do_grant_action(run, effect, use, target):
    """Let somebody act at once: the first valid action with the tag, at no cost in turn pools."""
    if not target.up or target.incapacitated:
        return
    if run.depth >= run.depth_limit:
        run.loop_guards += 1
        return
    kind = kind_at(target.kind)
    top = run.top
    before = push_words(run, kind.n_granted + 1)
    put_int(before, kind.n_granted, use.booked_to)
    for i in range(kind.n_granted):
        pool = get_int(kind.granted, i)
        have = get_float(target.pools, pool)
        put_float(before, i, have)
        put_float(target.pools, pool, max(have, get_float(kind.granted_amounts, i)))
    is_done = False
    for i in range(kind.n_actions):
        action = action_in(kind.actions, i)
        if not action.tags & effect.tag or usage_in(target.usages, i).running:
            continue
        if is_valid(run, target, action, no_event()) and may_act_out_of_turn(run, target):
            run.depth += 1
            _perform(run, target, action, no_event(), before)
            run.depth -= 1
            is_done = True
            break
    if not is_done:
        return_granted_pools(target, before)
    run.top = top


# --- any effect -----------------------------------------------------------------------------------


@inline
def do_effect_on(run, effect, use, target):
    """Run an effect on one target."""
    op = effect.op
    if op == EFFECT_DAMAGE:
        do_damage(run, effect, use, target)
    elif op == EFFECT_HEAL:
        do_heal(run, effect, use, target)
    elif op == EFFECT_APPLY_STATUS:
        do_apply_status(run, effect, use, target)
    elif op == EFFECT_REMOVE_STATUS:
        do_remove_status(run, effect, use, target)
    elif op == EFFECT_CHANGE_POOL:
        do_change_pool(run, effect, use, target)
    elif op == EFFECT_IF:
        if roll_plain(run, effect.roll, use, target, no_combatant()):
            run_effects(run, effect.success_effects, effect.n_success_effects, use, target)
        else:
            run_effects(run, effect.failure_effects, effect.n_failure_effects, use, target)
    elif op == EFFECT_GRANT_ACTION:
        do_grant_action(run, effect, use, target)


@inline
def do_move(run, effect, use, targets, n):
    """Move the actor or the targets."""
    actor, tags = combatant_at(use.actor), action_at(use.action).tags
    for i in range(n):
        target = combatant_at(get_int(targets, i))
        distance = max(0, roll_plain(run, effect.roll, use, target, actor))
        if effect.is_self:
            move(run, actor, target, distance, effect.away, tags)
            return
        move(run, target, actor, distance, effect.away, tags)


@entry_point
def do_effect(run, effect, use, targets, n):
    """Run an effect of an action on its recipients."""
    op = effect.op
    if run.overflow:
        return
    if op == EFFECT_ATTACK:
        do_attack(run, effect, use, targets, n)
        return
    if op == EFFECT_END_TURN:
        run.turn_ends = 1
        return
    if (
        op == EFFECT_CANCEL
        or op == EFFECT_CHANGE_ROLL
        or op == EFFECT_SET_OUTCOME
        or op == EFFECT_CHANGE_DAMAGE
    ):
        change_event(run, effect, use)
        return
    top = run.top
    if effect.to != TO_TARGET:
        one = use.actor
        if effect.to != TO_SELF:
            if use.event == 0:
                return
            event = event_at(use.event)
            one = event.target if effect.to == TO_EVENT_TARGET else event.source
            if one == 0:
                return
        targets, n = push_words(run, 1), 1
        put_int(targets, 0, one)
    if op == EFFECT_SAVE:
        if n:
            do_save(run, effect, use, targets, n)
    elif op == EFFECT_MOVE:
        do_move(run, effect, use, targets, n)
    else:
        for i in range(n):
            do_effect_on(run, effect, use, combatant_at(get_int(targets, i)))
    run.top = top


# --- a whole action ---------------------------------------------------------------------------------


@jit
def announce_action(run, type, use, value):
    """Offer an event about an action; returns whether it was cancelled."""
    target = combatant_at(get_int(use.targets, 0) if use.n_targets else 0)
    actor, tags = combatant_at(use.actor), action_at(use.action).tags
    if not may_have_reactions(run, type, target):
        if run.remembers_events:
            remember(run, type, actor, tags, float(value))
        return 0
    event = push_event(run, type, actor, target, float(value), tags, use)
    announce(run, event)
    pop_event(run)
    return event.cancelled


@inline
def cancel(run, use):
    """Give back what the policy says, and announce it."""
    combatant, action = combatant_at(use.actor), action_at(use.action)
    policy = action.on_cancel
    if policy == REFUND_SLOT:
        if use.slot_pool >= 0:
            restore_pool(run, combatant, use.slot_pool, 1.0)
        elif action.slot_level >= 0:
            restore_pool(run, combatant, action.slot_pool, fixed_cost(action, action.slot_pool))
    if policy == REFUND_ALL:
        for i in range(action.n_fixed):
            pool = get_int(action.fixed, i)
            if not is_granted(use, pool):
                restore_pool(run, combatant, pool, get_float(action.fixed_amounts, i))
        if use.slot_pool >= 0 and not is_granted(use, use.slot_pool):
            restore_pool(run, combatant, use.slot_pool, 1.0)
        if action.variable_pool >= 0 and not is_granted(use, action.variable_pool):
            restore_pool(run, combatant, action.variable_pool, use.spent)
    if is_observed(run, ACTION_CANCELLED):
        announce_action(run, ACTION_CANCELLED, use, use.slot_level)


@inline
def declare(run, use):
    """Declare the action; False if a reaction cancels it or fells the actor."""
    action = action_at(use.action)
    for i in range(2 if action.is_spell else 1):
        type = ACTION_DECLARED if i == 0 else SPELL_CAST
        if not is_observed(run, type):
            continue
        level = use.slot_level
        if type == SPELL_CAST and not level:
            level = action.level
        if announce_action(run, type, use, level):
            cancel(run, use)
            return False
        if actor_fell(use):
            return False
    return True


@inline
def pay_movement(run, use):
    """Movement that is paid is a movement, even without a Move effect. False if the actor falls to
    reactions."""
    combatant, action = combatant_at(use.actor), action_at(use.action)
    paid = fixed_cost(action, action.movement_pool)
    if action.variable_pool == action.movement_pool:
        paid += use.spent
    if paid > 0 and not is_granted(use, action.movement_pool):
        raise_event(run, UNIT_MOVED, combatant, combatant, paid, action.tags, use)
    return not actor_fell(use)


@inline
def find_targets(run, use, event, chosen):
    """Write the targets to `chosen`; behind it is room for all candidates, twice. Returns how many
    candidates there were, if the choice may have to be repeated."""
    combatant, action = combatant_at(use.actor), action_at(use.action)
    if action.targets_any_foe and action.is_single and action.is_least_hp:
        best = weakest_foe(run, combatant.side)
        put_int(chosen, 0, best)
        use.n_targets = 1 if best else 0
        return 0
    found, rest = chosen + 8 * run.n_combatants, chosen + 16 * run.n_combatants
    n = candidates(run, combatant, action, event, found, run.n_combatants)
    count = 1
    if not action.is_single and not action.count_is_variable:
        count = max(0, roll_plain(run, action.count, use, no_combatant(), combatant))
    use.n_targets = choose_some(run, combatant, action, found, n, count, chosen, rest)
    return n


@inline
def pay_for(run, use, chosen, n):
    """Pay; a target count that depends on the slot is rolled afterwards."""
    combatant, action = combatant_at(use.actor), action_at(use.action)
    need = 0
    if use.n_targets:
        first = combatant_at(get_int(chosen, 0))
        need = first.max_hp - first.hp
    pay(use, float(need))
    if action.count_is_variable:
        found, rest = chosen + 8 * run.n_combatants, chosen + 16 * run.n_combatants
        count = max(0, roll_plain(run, action.count, use, no_combatant(), combatant))
        use.n_targets = choose_some(run, combatant, action, found, n, count, chosen, rest)


@entry_point
def perform(run, combatant, action, event, granted):
    """Choose targets, pay, declare, resolve. Granted pools are returned once it is paid."""
    if run.overflow:
        return
    if run.depth == 0:
        run.serial += 1
    top = run.top
    use = push_use(run, combatant, action, event)
    chosen = push_words(run, 3 * run.n_combatants)
    use.targets = chosen
    n = find_targets(run, use, event, chosen)
    if action.single_pool >= 0:
        put_float(
            combatant.pools, action.single_pool, get_float(combatant.pools, action.single_pool) - 1
        )
    else:
        pay_for(run, use, chosen, n)
    if granted:
        return_granted_pools(combatant, granted)
        use.granted = granted
        use.booked_to = get_int(granted, kind_at(combatant.kind).n_granted)
    else:
        put_int(run.uses, action.number, get_int(run.uses, action.number) + 1)
    usage = usage_in(combatant.usages, action.local_index)
    usage.uses += 1
    is_done = True
    if action.movement_pool >= 0 and is_observed(run, UNIT_MOVED):
        is_done = pay_movement(run, use)
    if is_done and action.cooldown:
        usage.cooldown_left = action.cooldown
    if is_done and (is_observed(run, ACTION_DECLARED) or action.is_spell):
        is_done = declare(run, use)
    if is_done:
        if action.concentration:
            concentrate(run, combatant, action)
        for i in range(action.n_effects):
            effect = effect_in(action.effects, i)
            if effect.op == EFFECT_ATTACK:
                do_attack(run, effect, use, use.targets, use.n_targets)
            else:
                do_effect(run, effect, use, use.targets, use.n_targets)
        if action.sustains_statuses:
            drop_unused_concentration(run, combatant)
        if is_observed(run, ACTION_RESOLVED):
            announce_action(run, ACTION_RESOLVED, use, use.slot_level)
    pop_use(run)
    run.top = top
