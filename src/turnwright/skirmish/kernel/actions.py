"""Deeds by numbers: what effects do, and doing a whole deed; `effects.py` and `Fight.perform` in the
interpreter."""

from __future__ import annotations

from turnwright.skirmish.engine.combatant_state import CRITICAL
from turnwright.skirmish.model.vocabulary import (
    ACTION_CANCELLED,
    ACTION_DECLARED,
    ACTION_RESOLVED,
    SPELL_CAST,
    UNIT_MOVED,
)

from .attacks import do_attack, follow, roll_parts
from .combatants import heal, hurt, move, restore, saved
from .dice import check_roll, roll_plain
from .event_bus import (
    goes_on,
    happens,
    is_lost,
    is_valid,
    is_wanted_now,
    may_be_answered,
    remember,
    tell,
)
from .layout import (
    AGAIN_BEST,
    AGAIN_NEW,
    AGAIN_NO,
    DO_APPLY,
    DO_ATTACK,
    DO_CANCEL,
    DO_CHANGE_DAMAGE,
    DO_END_TURN,
    DO_GAIN,
    DO_GRANT,
    DO_HARM,
    DO_HEAL,
    DO_MOVE,
    DO_OUTCOME,
    DO_REMOVE,
    DO_ROLL,
    DO_SAVE,
    REFUND_ALL,
    REFUND_SLOT,
    TO_EVENT_TARGET,
    TO_SELF,
    TO_TARGET,
)
from .memory import (
    DOORS,
    add_part,
    body_at,
    deed_at,
    deed_in,
    door,
    effect_in,
    event_at,
    get_float,
    get_int,
    inline,
    jit,
    kind_at,
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
    tally_in,
    worn_at,
)
from .payment import due_from, pay, tidy
from .statuses import concentrate, end_statuses, put_status, release
from .targets import candidates, choose_some, forget_weakest, weakest_foe

_perform = DOORS["perform"].call

# --- saves and harm -------------------------------------------------------------------------------


@inline
def do_save(w, effect, use, targets, n):
    """Every target makes a save; damage is rolled once for all of them."""
    actor, deed = body_at(use.actor), deed_at(use.deed)
    rolled, block = push_block(w), push_block(w)
    roll_parts(w, effect.parts, use, 0, rolled, 0)
    for i in range(n):
        target = body_at(get_int(targets, i))
        if target.dead:
            continue
        dc = effect.dc + actor.dc
        use.dc = dc
        success = saved(w, target, effect.ability, dc, actor, deed.tags, use)
        if not success or effect.half:
            put_int(block, 0, 0)
            for p in range(get_int(rolled, 0)):
                amount = get_int(rolled, 1 + 2 * p)
                add_part(w, block, amount // 2 if success else amount, get_int(rolled, 2 + 2 * p))
            if get_int(block, 0):
                hurt(w, target, block, actor, deed, use, 0)
        if success:
            follow(w, effect.other, effect.n_other, use, target)
        else:
            follow(w, effect.then, effect.n_then, use, target)
    pop_block(w)
    pop_block(w)


@inline
def do_harm(w, effect, use, target):
    if target.dead:
        return
    block = push_block(w)
    roll_parts(w, effect.parts, use, 0, block, 0)
    hurt(w, target, block, body_at(use.actor), deed_at(use.deed), use, 0)
    pop_block(w)


# --- the smaller effects --------------------------------------------------------------------------


@inline
def do_heal(w, effect, use, target):
    amount = max(0, roll_plain(w, effect.roll, use))
    if not effect.temporary:
        heal(w, target, amount, body_at(use.actor), use)
    elif not target.dead and amount > target.temp:
        target.temp = amount
        forget_weakest(w, 0)


@inline
def do_remove(w, effect, use, target):
    top = w.top
    gone, n = push_words(w, target.n_statuses), 0
    for i in range(target.n_statuses):
        status = status_in(target.statuses, i)
        worn = worn_at(status.worn)
        is_meant = worn.conditions & effect.condition or worn.tags & effect.tag
        if is_meant and (not effect.by_self or status.source == use.actor):
            put_int(gone, n, status.id)
            n += 1
    end_statuses(w, target, gone, n)
    w.top = top


@inline
def do_gain(w, effect, use, target):
    pool = get_int(kind_at(target.kind).keys, effect.key)
    amount = float(max(0, roll_plain(w, effect.roll, use)))
    if pool < 0:
        return
    if effect.sign < 0:
        put_float(target.pools, pool, max(0.0, tidy(get_float(target.pools, pool) - amount)))
    elif effect.above:
        put_float(target.pools, pool, get_float(target.pools, pool) + amount)
    else:
        restore(w, target, pool, amount)


@inline
def do_roll(w, effect, use, event):
    """Change the roll that is answered."""
    if effect.again != AGAIN_NO:
        natural = check_roll(w, 0)
        keep = event.natural
        if effect.again == AGAIN_NEW:
            keep = natural
        elif effect.again == AGAIN_BEST:
            keep = max(keep, natural)
        else:
            keep = min(keep, natural)
        event.total += keep - event.natural
        event.natural = keep
    event.total += roll_plain(w, effect.roll, use)


@inline
def do_change_damage(w, effect, use, event):
    """Change the damage that is answered."""
    block = event.parts
    roll_parts(w, effect.parts, use, 1 if event.outcome == CRITICAL else 0, block, 0)
    less = max(0, roll_plain(w, effect.roll, use))
    for i in range(1, 1 + 2 * get_int(block, 0), 2):
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
def change_event(w, effect, use):
    """Effects that are about what is answered."""
    if use.event == 0:
        return
    event = event_at(use.event)
    if effect.op == DO_CANCEL:
        event.cancelled = 1
    elif effect.op == DO_CHANGE_DAMAGE:
        if event.parts:
            do_change_damage(w, effect, use, event)
    elif event.outcome >= 0:
        if effect.op == DO_ROLL:
            do_roll(w, effect, use, event)
        else:
            event.forced = effect.outcome


# --- actions that are granted ---------------------------------------------------------------------


@inline
def put_back(body, before):
    """The pools of a turn are as they were before an action was granted."""
    kind = kind_at(body.kind)
    for i in range(kind.n_granted):
        put_float(body.pools, get_int(kind.granted, i), get_float(before, i))


@jit
def is_granted(use, pool):
    """Was what was paid from this pool given for the purpose?"""
    kind = kind_at(body_at(use.actor).kind)
    for i in range(kind.n_granted if use.granted else 0):
        if get_int(kind.granted, i) == pool:
            return True
    return False


@inline
def do_grant(w, effect, target):
    """Somebody acts at once: the first valid deed with the tag, without what a turn gives."""
    if not target.up or target.incapacitated:
        return
    if w.depth >= w.depth_limit:
        w.guards += 1
        return
    kind = kind_at(target.kind)
    top = w.top
    before = push_words(w, kind.n_granted)
    for i in range(kind.n_granted):
        pool = get_int(kind.granted, i)
        have = get_float(target.pools, pool)
        put_float(before, i, have)
        put_float(target.pools, pool, max(have, get_float(kind.granted_amounts, i)))
    is_done = False
    for i in range(kind.n_deeds):
        deed = deed_in(kind.deeds, i)
        if not deed.tags & effect.tag or tally_in(target.tallies, i).running:
            continue
        if is_valid(w, target, deed, no_event()) and goes_on(w, target):
            w.depth += 1
            _perform(w, target, deed, no_event(), before)
            w.depth -= 1
            is_done = True
            break
    if not is_done:
        put_back(target, before)
    w.top = top


# --- any effect -----------------------------------------------------------------------------------


@inline
def do_one(w, effect, use, target):
    """An effect on one target."""
    op = effect.op
    if op == DO_HARM:
        do_harm(w, effect, use, target)
    elif op == DO_HEAL:
        do_heal(w, effect, use, target)
    elif op == DO_APPLY:
        put_status(w, target, effect.worn, use)
    elif op == DO_REMOVE:
        do_remove(w, effect, use, target)
    elif op == DO_GAIN:
        do_gain(w, effect, use, target)
    elif op == DO_GRANT:
        do_grant(w, effect, target)


@inline
def do_move(w, effect, use, targets, n):
    actor, tags = body_at(use.actor), deed_at(use.deed).tags
    for i in range(n):
        target = body_at(get_int(targets, i))
        distance = max(0, roll_plain(w, effect.roll, use))
        if effect.is_self:
            move(w, actor, target, distance, effect.away, tags)
            return
        move(w, target, actor, distance, effect.away, tags)


@door
def do_effect(w, effect, use, targets, n):
    """One effect of a deed on those whom it is about."""
    op = effect.op
    if w.overflow:
        return
    if op == DO_ATTACK:
        do_attack(w, effect, use, targets, n)
        return
    if op == DO_END_TURN:
        w.turn_ends = 1
        return
    if op == DO_CANCEL or op == DO_ROLL or op == DO_OUTCOME or op == DO_CHANGE_DAMAGE:
        change_event(w, effect, use)
        return
    top = w.top
    if effect.to != TO_TARGET:
        one = use.actor
        if effect.to != TO_SELF:
            if use.event == 0:
                return
            event = event_at(use.event)
            one = event.target if effect.to == TO_EVENT_TARGET else event.source
            if one == 0:
                return
        targets, n = push_words(w, 1), 1
        put_int(targets, 0, one)
    if op == DO_SAVE:
        if n:
            do_save(w, effect, use, targets, n)
    elif op == DO_MOVE:
        do_move(w, effect, use, targets, n)
    else:
        for i in range(n):
            do_one(w, effect, use, body_at(get_int(targets, i)))
    w.top = top


# --- a whole deed ---------------------------------------------------------------------------------


@jit
def tell_about(w, type, use, value):
    """Offer an event about a deed; was it cancelled?"""
    target = body_at(get_int(use.targets, 0) if use.n_targets else 0)
    actor, tags = body_at(use.actor), deed_at(use.deed).tags
    if not may_be_answered(w, type, target):
        if w.remembers:
            remember(w, type, actor, tags, float(value))
        return 0
    event = push_event(w, type, actor, target, float(value), tags, use)
    tell(w, event)
    pop_event(w)
    return event.cancelled


@inline
def cancel(w, use):
    """What is cancelled stays paid, or comes back."""
    body, deed = body_at(use.actor), deed_at(use.deed)
    policy = deed.on_cancel
    if policy == REFUND_SLOT:
        if use.slot_pool >= 0:
            restore(w, body, use.slot_pool, 1.0)
        elif deed.slot_level >= 0:
            restore(w, body, deed.slot_pool, due_from(deed, deed.slot_pool))
    if policy == REFUND_ALL:
        for i in range(deed.n_plain):
            pool = get_int(deed.plain, i)
            if not is_granted(use, pool):
                restore(w, body, pool, get_float(deed.plain_amounts, i))
        if use.slot_pool >= 0 and not is_granted(use, use.slot_pool):
            restore(w, body, use.slot_pool, 1.0)
        if deed.variable >= 0 and not is_granted(use, deed.variable):
            restore(w, body, deed.variable, use.spent)
    if is_wanted_now(w, ACTION_CANCELLED):
        tell_about(w, ACTION_CANCELLED, use, use.slot_level)


@inline
def goes_through(w, use):
    """Declare it; somebody may cancel it."""
    deed = deed_at(use.deed)
    for i in range(2 if deed.is_spell else 1):
        type = ACTION_DECLARED if i == 0 else SPELL_CAST
        if not is_wanted_now(w, type):
            continue
        level = use.slot_level
        if type == SPELL_CAST and not level:
            level = deed.level
        if tell_about(w, type, use, level):
            cancel(w, use)
            return False
        if is_lost(use):
            return False
    return True


@inline
def walks(w, use):
    """Movement that is paid is a movement, if the deed does not move by itself. Is the body still up
    after those who wanted have answered it?"""
    body, deed = body_at(use.actor), deed_at(use.deed)
    paid = due_from(deed, deed.moves)
    if deed.variable == deed.moves:
        paid += use.spent
    if paid > 0 and not is_granted(use, deed.moves):
        happens(w, UNIT_MOVED, body, body, paid, deed.tags, use)
    return not is_lost(use)


@inline
def find_targets(w, use, event, chosen):
    """Those whom the deed is about are written to `chosen`; behind it is room for all candidates,
    twice. How many candidates there were, if the choice may have to be made again."""
    body, deed = body_at(use.actor), deed_at(use.deed)
    if deed.simple and deed.is_single and deed.is_least_hp:
        best = weakest_foe(w, body.side)
        put_int(chosen, 0, best)
        use.n_targets = 1 if best else 0
        return 0
    found, rest = chosen + 8 * w.n_bodies, chosen + 16 * w.n_bodies
    n = candidates(w, body, deed, event, found, w.n_bodies)
    count = 1
    if not deed.is_single and not deed.count_grows:
        count = max(0, roll_plain(w, deed.count, use))
    use.n_targets = choose_some(w, body, deed, found, n, count, chosen, rest)
    return n


@inline
def pay_for(w, use, chosen, n):
    """Pay; the level of the slot may bring more targets."""
    body, deed = body_at(use.actor), deed_at(use.deed)
    need = 0
    if use.n_targets:
        first = body_at(get_int(chosen, 0))
        need = first.max_hp - first.hp
    pay(use, float(need))
    if deed.count_grows:
        found, rest = chosen + 8 * w.n_bodies, chosen + 16 * w.n_bodies
        count = max(0, roll_plain(w, deed.count, use))
        use.n_targets = choose_some(w, body, deed, found, n, count, chosen, rest)


@door
def perform(w, body, deed, event, granted):
    """Choose targets, pay, declare, resolve. Granted pools are as they were once it is paid."""
    if w.overflow:
        return
    if w.depth == 0:
        w.serial += 1
    top = w.top
    use = push_use(w, body, deed, event)
    chosen = push_words(w, 3 * w.n_bodies)
    use.targets = chosen
    n = find_targets(w, use, event, chosen)
    if deed.quick >= 0:
        put_float(body.pools, deed.quick, get_float(body.pools, deed.quick) - 1)
    else:
        pay_for(w, use, chosen, n)
    if granted:
        put_back(body, granted)
        use.granted = granted
    tally = tally_in(body.tallies, deed.local)
    tally.uses += 1
    put_int(w.uses, deed.number, get_int(w.uses, deed.number) + 1)
    is_done = True
    if deed.moves >= 0 and is_wanted_now(w, UNIT_MOVED):
        is_done = walks(w, use)
    if is_done and deed.cooldown:
        tally.cooling = deed.cooldown
    if is_done and (is_wanted_now(w, ACTION_DECLARED) or deed.is_spell):
        is_done = goes_through(w, use)
    if is_done:
        if deed.concentration:
            concentrate(w, body, deed)
        for i in range(deed.n_effects):
            effect = effect_in(deed.effects, i)
            if effect.op == DO_ATTACK:
                do_attack(w, effect, use, use.targets, use.n_targets)
            else:
                do_effect(w, effect, use, use.targets, use.n_targets)
        if deed.holds:
            release(w, body)
        if is_wanted_now(w, ACTION_RESOLVED):
            tell_about(w, ACTION_RESOLVED, use, use.slot_level)
    pop_use(w)
    w.top = top
