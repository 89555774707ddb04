"""Deeds by numbers: attacks, saves and the other effects, and doing a whole deed; `melee.py`, `effects.py`
and `Fight.perform` in the interpreter."""

from __future__ import annotations

from turnwright.games.skirmish.body import CRITICAL, HIT, MISS
from turnwright.games.skirmish.words import (
    ACTION_CANCELLED,
    ACTION_DECLARED,
    ACTION_RESOLVED,
    ATTACK_DECLARED,
    ATTACK_HIT,
    ATTACK_MISSED,
    ATTACK_ROLLED,
    SPELL_CAST,
    UNIT_MOVED,
)

from .kernel_bodies import damage_tags, heal, hurt, move, restore, saved
from .kernel_bus import (
    can_be_struck,
    goes_on,
    is_lost,
    is_valid,
    is_wanted_now,
    offer,
    sum_of,
)
from .kernel_checks import count_foes, foe
from .kernel_dice import check_roll, roll
from .kernel_memory import (
    DOORS,
    add_part,
    body_at,
    copy,
    deed_at,
    door,
    effect_at,
    event_at,
    get_float,
    get_int,
    jit,
    kind_at,
    push_block,
    push_event,
    push_use,
    push_words,
    put_float,
    put_int,
    status_at,
    use_at,
    worn_at,
)
from .kernel_paying import due_from, pay, tidy
from .kernel_statuses import concentrate, counted, end_statuses, put_status, release
from .kernel_targets import candidates, choose, least_hp
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
    LEAN_AT_RANGE,
    LEAN_ATTACKED,
    LEAN_ATTACKS,
    LEAN_IN_MELEE,
    REFUND_ALL,
    REFUND_SLOT,
    ROLLS_DAMAGE,
    ROLLS_TO_HIT,
    TO_EVENT_TARGET,
    TO_SELF,
    TO_TARGET,
    UNTIL_MADE,
    UNTIL_TAKEN,
)

attack, do_effect, perform = (DOORS[name].call for name in ("attack", "do_effect", "perform"))

# --- damage that is rolled -------------------------------------------------------------------------------


@jit
def roll_parts(w, parts, use, critical, block, least):
    """Roll damage (a list: how many parts, then roll and type of each) into a block."""
    for i in range(parts + 1, parts + 1 + 2 * get_int(w.lists, parts), 2):
        amount = max(least, roll(w, get_int(w.lists, i), use, critical))
        add_part(w, block, amount, get_int(w.lists, i + 1))


NO_LEAST = -(1 << 60)


@jit
def damage_roll(w, effect, use_number, outcome, block):
    """The damage of a hit: its own, and what statuses of the attacker add."""
    critical = outcome == CRITICAL
    roll_parts(w, effect.parts, use_number, critical, block, 0)
    body = body_at(w.bodies, use_at(w.stack, use_number).actor)
    if body.rolls & ROLLS_DAMAGE:
        for i in range(body.n_statuses):
            worn = counted(w, body, i)
            if worn >= 0 and worn_at(w.worn, worn).damage >= 0:
                damage = worn_at(w.worn, worn).damage
                roll_parts(w, damage, use_number, critical, block, NO_LEAST)


# --- attacks ----------------------------------------------------------------------------------------------


@jit
def last_of(w, number, until):
    """Statuses that last until such an attack: this is it. They end when its damage is done. Their ids,
    behind how many they are, in words that were pushed."""
    body = body_at(w.bodies, number)
    gone, n = push_words(w, 1 + body.n_statuses), 0
    for i in range(body.n_statuses):
        status = status_at(w.statuses, body.statuses + i)
        if worn_at(w.worn, status.worn).until == until:
            n += 1
            put_int(gone, n, status.id)
    put_int(gone, 0, n)
    return gone


@jit
def end_last_of(w, number, gone):
    if get_int(gone, 0):
        end_statuses(w, number, gone + 8, get_int(gone, 0))


@jit
def roll_again(w, effect, use_number, outcome, block, count):
    """A hit has become a critical one, or the contrary: the first parts of its damage are rolled anew,
    what answers have added stays."""
    blocks = w.n_blocks
    new = push_block(w)
    damage_roll(w, effect, use_number, outcome, new)
    for i in range(count, get_int(block, 0)):
        add_part(w, new, get_int(block, 1 + 2 * i), get_int(block, 2 + 2 * i))
    copy(block, new, 8 * (1 + 2 * get_int(new, 0)))
    w.n_blocks = blocks


@jit
def answered(w, use_number, effect, target, natural, total, outcome, tags, block):
    """The roll, then the hit or the miss, offered to those who listen; the number of the event. If an
    answer turns a hit into a miss, or the contrary, that is offered too, once. Damage is rolled when there
    is a hit, so that those who answer it know how bad it is; it is rolled again if they make a critical
    hit of it, or a plain one."""
    actor = use_at(w.stack, use_number).actor
    number = push_event(w, ATTACK_ROLLED, actor, target, float(total), tags)
    event = event_at(w.events, number)
    event.natural = natural
    event.total = total
    event.outcome = outcome
    event.critical = effect.critical
    event.use = use_number
    if is_wanted_now(w, ATTACK_ROLLED):
        offer(w, number)
    if not event.cancelled:
        for _ in range(2):
            before = event.outcome
            is_hit = before > 0
            if is_hit and get_int(block, 0) == 0:
                damage_roll(w, effect, use_number, before, block)
            count = get_int(block, 0)
            event.type = ATTACK_HIT if is_hit else ATTACK_MISSED
            event.value = float(sum_of(block) if is_hit else event.total)
            event.parts = block if is_hit else 0
            event.tags = tags
            if is_hit:
                event.tags = damage_tags(w, tags, block, event.outcome == CRITICAL)
            if is_wanted_now(w, event.type):
                offer(w, number)
            if is_hit and event.outcome > 0 and event.outcome != before:
                roll_again(w, effect, use_number, event.outcome, block, count)
            if event.cancelled or (event.outcome > 0) == is_hit:
                break
    w.n_events = number
    return number


@door
def attack(w, use_number, effect_number, target):
    """One attack: declared, rolled, judged, answered; on a hit its damage and what follows."""
    use, effect = use_at(w.stack, use_number), effect_at(w.effects, effect_number)
    actor_number, deed_number = use.actor, use.deed
    actor, body = body_at(w.bodies, actor_number), body_at(w.bodies, target)
    tags = deed_at(w.deeds, deed_number).tags
    if is_wanted_now(w, ATTACK_DECLARED):
        event_number = push_event(w, ATTACK_DECLARED, actor_number, target, 0.0, tags)
        event_at(w.events, event_number).use = use_number
        offer(w, event_number)
        w.n_events = event_number
        if event_at(w.events, event_number).cancelled:
            return
    if w.attacks_are_heard:
        if is_lost(w, use_number) or not can_be_struck(w, use_number, target):
            return
    lean = effect.lean
    if not actor.plain or not body.plain:
        lean |= actor.leans >> LEAN_ATTACKS & 3 | body.leans >> LEAN_ATTACKED & 3
        lean |= body.leans >> (LEAN_IN_MELEE if tags & w.melee else LEAN_AT_RANGE) & 3
    natural = check_roll(w, lean)
    total = natural + roll(w, effect.roll, use_number, False)
    if actor.rolls & ROLLS_TO_HIT:
        for i in range(actor.n_statuses):
            worn = counted(w, actor, i)
            if worn >= 0 and worn_at(w.worn, worn).to_hit >= 0:
                total += roll(w, worn_at(w.worn, worn).to_hit, use_number, False)
    outcome = HIT
    if natural >= effect.critical:
        outcome = CRITICAL
    elif natural <= w.fumble or total < body.ac:
        outcome = MISS
    elif body.critical_in_melee and tags & w.melee:
        outcome = CRITICAL
    blocks = w.n_blocks
    block = push_block(w)
    taker = target
    if w.attacks_are_heard:
        number = answered(w, use_number, effect, target, natural, total, outcome, tags, block)
        event = event_at(w.events, number)
        if event.cancelled:
            w.n_blocks = blocks
            return
        outcome = event.outcome
        if event.redirected >= 0:
            taker = event.redirected
    elif outcome:
        damage_roll(w, effect, use_number, outcome, block)
    top, made, taken = w.top, 0, 0
    if w.timed:
        made, taken = last_of(w, actor_number, UNTIL_MADE), last_of(w, target, UNTIL_TAKEN)
    if outcome and get_int(block, 0):
        hurt(w, taker, block, actor_number, deed_number, use_number, outcome == CRITICAL)
    if made:
        end_last_of(w, actor_number, made)
        end_last_of(w, target, taken)
    w.top = top
    w.n_blocks = blocks
    if outcome:
        follow(w, effect.then, effect.n_then, use_number, target)
    else:
        follow(w, effect.other, effect.n_other, use_number, target)


@jit
def follow(w, first, n, use_number, target):
    """What else a hit, a miss or a save brings to the one whom it met."""
    if n == 0:
        return
    top = w.top
    targets = push_words(w, 1)
    put_int(targets, 0, target)
    for i in range(first, first + n):
        do_effect(w, i, use_number, targets, 1)
    w.top = top


@jit
def repick(w, use_number):
    """A target for the next attack of a deed, by the same choice; -1 if there is none."""
    use = use_at(w.stack, use_number)
    deed = deed_at(w.deeds, use.deed)
    if deed.simple and deed.is_least_hp:
        side = body_at(w.bodies, use.actor).side
        return least_hp(w, w.foes + 8 * side * w.n_bodies, count_foes(w, side))
    top = w.top
    found = push_words(w, 3 * w.n_bodies)
    chosen, rest = found + 8 * w.n_bodies, found + 16 * w.n_bodies
    n = candidates(w, use.actor, deed, use.event, found, w.n_bodies)
    n = choose(w, use.actor, deed, found, n, 1, chosen, rest)
    target = get_int(chosen, 0) if n else -1
    w.top = top
    if target >= 0 and not can_be_struck(w, use_number, target):
        return -1
    return target


@jit
def do_attack(w, effect_number, use_number, targets, n):
    """So many attacks; each picks its target anew if the deed is about one only."""
    effect = effect_at(w.effects, effect_number)
    times = roll(w, effect.times, use_number, False)
    if effect.single:
        target = get_int(targets, 0) if n else -1
        for _ in range(times):
            if target < 0 or not can_be_struck(w, use_number, target):
                target = repick(w, use_number)
                if target < 0:
                    return
            attack(w, use_number, effect_number, target)
            target = -1
            if is_lost(w, use_number):
                return
        return
    for i in range(n):
        target = get_int(targets, i)
        for _ in range(times):
            if can_be_struck(w, use_number, target) and not is_lost(w, use_number):
                attack(w, use_number, effect_number, target)


# --- saves and harm ---------------------------------------------------------------------------------------


@jit
def do_save(w, effect_number, use_number, targets, n):
    """Every target makes a save; damage is rolled once for all of them."""
    effect, use = effect_at(w.effects, effect_number), use_at(w.stack, use_number)
    blocks = w.n_blocks
    rolled, block = push_block(w), push_block(w)
    roll_parts(w, effect.parts, use_number, False, rolled, 0)
    for i in range(n):
        target = get_int(targets, i)
        if body_at(w.bodies, target).dead:
            continue
        dc = effect.dc + body_at(w.bodies, use.actor).dc
        use.dc = dc
        tags = deed_at(w.deeds, use.deed).tags
        success = saved(w, target, effect.ability, dc, use.actor, tags, use_number)
        if not success or effect.half:
            put_int(block, 0, 0)
            for p in range(get_int(rolled, 0)):
                amount = get_int(rolled, 1 + 2 * p)
                add_part(w, block, amount // 2 if success else amount, get_int(rolled, 2 + 2 * p))
            if get_int(block, 0):
                hurt(w, target, block, use.actor, use.deed, use_number, False)
        if success:
            follow(w, effect.other, effect.n_other, use_number, target)
        else:
            follow(w, effect.then, effect.n_then, use_number, target)
    w.n_blocks = blocks


@jit
def do_harm(w, effect, use_number, target):
    use = use_at(w.stack, use_number)
    if body_at(w.bodies, target).dead:
        return
    blocks = w.n_blocks
    block = push_block(w)
    roll_parts(w, effect.parts, use_number, False, block, 0)
    hurt(w, target, block, use.actor, use.deed, use_number, False)
    w.n_blocks = blocks


# --- the smaller effects ----------------------------------------------------------------------------------


@jit
def do_heal(w, effect, use_number, target):
    amount = max(0, roll(w, effect.roll, use_number, False))
    body = body_at(w.bodies, target)
    if not effect.temporary:
        heal(w, target, amount, use_at(w.stack, use_number).actor, use_number)
    elif not body.dead and amount > body.temp:
        body.temp = amount


@jit
def do_remove(w, effect, use_number, target):
    body = body_at(w.bodies, target)
    top = w.top
    gone, n = push_words(w, body.n_statuses), 0
    for i in range(body.n_statuses):
        status = status_at(w.statuses, body.statuses + i)
        worn = worn_at(w.worn, status.worn)
        if worn.conditions & effect.condition or worn.tags & effect.tag:
            if not effect.by_self or status.source == use_at(w.stack, use_number).actor:
                put_int(gone, n, status.id)
                n += 1
    end_statuses(w, target, gone, n)
    w.top = top


@jit
def do_gain(w, effect, use_number, target):
    body = body_at(w.bodies, target)
    pool = get_int(w.lists, kind_at(w.kinds, body.kind).keys + effect.key)
    amount = float(max(0, roll(w, effect.roll, use_number, False)))
    if pool < 0:
        return
    at = body.pools + pool
    if effect.sign < 0:
        put_float(w.pools, at, max(0.0, tidy(get_float(w.pools, at) - amount)))
    elif effect.above:
        put_float(w.pools, at, get_float(w.pools, at) + amount)
    else:
        restore(w, target, pool, amount)


@jit
def do_roll(w, effect, use_number, event):
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
    event.total += roll(w, effect.roll, use_number, False)


@jit
def do_change_damage(w, effect, use_number, event):
    """Change the damage that is answered."""
    block = event.parts
    roll_parts(w, effect.parts, use_number, event.outcome == CRITICAL, block, 0)
    less = max(0, roll(w, effect.roll, use_number, False))
    for i in range(1, 1 + 2 * get_int(block, 0), 2):
        amount = get_int(block, i)
        taken = min(amount, less)
        amount -= taken
        less -= taken
        if effect.multiply != 1.0:
            amount = int(amount * effect.multiply)
        put_int(block, i, amount)
    if effect.redirect:
        event.redirected = use_at(w.stack, use_number).actor


@jit
def put_back(w, body, kind, before):
    """The pools of a turn are as they were before an action was granted."""
    for i in range(kind.n_granted):
        at = body.pools + get_int(w.lists, kind.granted + 2 * i)
        put_float(w.pools, at, get_float(before, i))


@jit
def is_granted(w, use_number, pool):
    """Was what was paid from this pool given for the purpose?"""
    use = use_at(w.stack, use_number)
    if use.granted == 0:
        return False
    kind = kind_at(w.kinds, body_at(w.bodies, use.actor).kind)
    for i in range(kind.n_granted):
        if get_int(w.lists, kind.granted + 2 * i) == pool:
            return True
    return False


@jit
def do_grant(w, effect, target):
    """Somebody acts at once: the first valid deed with the tag, without what a turn gives."""
    body = body_at(w.bodies, target)
    kind = kind_at(w.kinds, body.kind)
    if not body.up or body.incapacitated:
        return
    if w.depth >= w.depth_limit:
        w.guards += 1
        return
    top = w.top
    before = push_words(w, kind.n_granted)
    for i in range(kind.n_granted):
        at = body.pools + get_int(w.lists, kind.granted + 2 * i)
        put_float(before, i, get_float(w.pools, at))
        given = get_float(w.numbers, get_int(w.lists, kind.granted + 2 * i + 1))
        put_float(w.pools, at, max(get_float(w.pools, at), given))
    for number in range(kind.deeds, kind.deeds + kind.n_deeds):
        deed = deed_at(w.deeds, number)
        if deed.tags & effect.tag and not get_int(w.running, body.uses + deed.local):
            if is_valid(w, target, deed, -1) and goes_on(w, target):
                w.depth += 1
                perform(w, target, number, -1, before)
                w.depth -= 1
                w.top = top
                return
    put_back(w, body, kind, before)
    w.top = top


@door
def do_effect(w, effect_number, use_number, targets, n):
    """One effect of a deed on those whom it is about."""
    effect, use = effect_at(w.effects, effect_number), use_at(w.stack, use_number)
    op = effect.op
    if op == DO_ATTACK:
        do_attack(w, effect_number, use_number, targets, n)
        return
    if op == DO_END_TURN:
        w.turn_ends = 1
        return
    if op == DO_CANCEL:
        if use.event >= 0:
            event_at(w.events, use.event).cancelled = 1
        return
    if op == DO_ROLL or op == DO_OUTCOME or op == DO_CHANGE_DAMAGE:
        if use.event < 0:
            return
        event = event_at(w.events, use.event)
        if op == DO_CHANGE_DAMAGE:
            if event.parts:
                do_change_damage(w, effect, use_number, event)
        elif event.outcome >= 0:
            if op == DO_ROLL:
                do_roll(w, effect, use_number, event)
            else:
                event.forced = effect.outcome
        return
    top = w.top
    if effect.to != TO_TARGET:
        one = use.actor
        if effect.to != TO_SELF:
            if use.event < 0:
                return
            event = event_at(w.events, use.event)
            one = event.target if effect.to == TO_EVENT_TARGET else event.source
            if one < 0:
                return
        targets, n = push_words(w, 1), 1
        put_int(targets, 0, one)
    if op == DO_SAVE:
        if n:
            do_save(w, effect_number, use_number, targets, n)
        w.top = top
        return
    for i in range(n):
        target = get_int(targets, i)
        if op == DO_HARM:
            do_harm(w, effect, use_number, target)
        elif op == DO_HEAL:
            do_heal(w, effect, use_number, target)
        elif op == DO_APPLY:
            put_status(w, target, effect.worn, use_number)
        elif op == DO_REMOVE:
            do_remove(w, effect, use_number, target)
        elif op == DO_GAIN:
            do_gain(w, effect, use_number, target)
        elif op == DO_MOVE:
            distance = max(0, roll(w, effect.roll, use_number, False))
            tags = deed_at(w.deeds, use.deed).tags
            if effect.is_self:
                move(w, use.actor, target, distance, effect.away, tags)
                break
            move(w, target, use.actor, distance, effect.away, tags)
        elif op == DO_GRANT:
            do_grant(w, effect, target)
    w.top = top


# --- a whole deed -------------------------------------------------------------------------------------------


@jit
def offer_about(w, type, use_number, value):
    """Offer an event about a deed; was it cancelled?"""
    use = use_at(w.stack, use_number)
    target = get_int(use.targets, 0) if use.n_targets else -1
    tags = deed_at(w.deeds, use.deed).tags
    number = push_event(w, type, use.actor, target, float(value), tags)
    event_at(w.events, number).use = use_number
    offer(w, number)
    w.n_events = number
    return event_at(w.events, number).cancelled


@jit
def cancel(w, use_number):
    """What is cancelled stays paid, or comes back."""
    use = use_at(w.stack, use_number)
    deed = deed_at(w.deeds, use.deed)
    policy = deed.on_cancel
    if policy == REFUND_ALL or (policy == REFUND_SLOT and use.slot_pool < 0):
        for i in range(deed.n_plain):
            pool = get_int(w.lists, deed.plain + i)
            is_slot = deed.slot_level >= 0 and pool == deed.slot_pool
            if is_slot if policy == REFUND_SLOT else not is_granted(w, use_number, pool):
                restore(w, use.actor, pool, get_float(w.numbers, deed.plain_amounts + i))
    if policy == REFUND_SLOT and use.slot_pool >= 0:
        restore(w, use.actor, use.slot_pool, 1.0)
    if policy == REFUND_ALL and use.slot_pool >= 0 and not is_granted(w, use_number, use.slot_pool):
        restore(w, use.actor, use.slot_pool, 1.0)
    if policy == REFUND_ALL and deed.variable >= 0 and not is_granted(w, use_number, deed.variable):
        restore(w, use.actor, deed.variable, use.spent)
    if is_wanted_now(w, ACTION_CANCELLED):
        offer_about(w, ACTION_CANCELLED, use_number, use.slot_level)


@jit
def goes_through(w, use_number):
    """Declare it; somebody may cancel it."""
    use = use_at(w.stack, use_number)
    deed = deed_at(w.deeds, use.deed)
    for i in range(2 if deed.is_spell else 1):
        type = ACTION_DECLARED if i == 0 else SPELL_CAST
        if not is_wanted_now(w, type):
            continue
        level = use.slot_level
        if type == SPELL_CAST and not level:
            level = deed.level
        if offer_about(w, type, use_number, level):
            cancel(w, use_number)
            return False
        if is_lost(w, use_number):
            return False
    return True


@jit
def walks(w, use_number):
    """Movement that is paid is a movement, if the deed does not move by itself. Is the body still up
    after those who wanted have answered it?"""
    use = use_at(w.stack, use_number)
    deed = deed_at(w.deeds, use.deed)
    paid = due_from(w, deed, deed.moves)
    if deed.variable == deed.moves:
        paid += use.spent
    if paid > 0 and not is_granted(w, use_number, deed.moves):
        number = push_event(w, UNIT_MOVED, use.actor, use.actor, paid, deed.tags)
        event_at(w.events, number).use = use_number
        offer(w, number)
        w.n_events = number
    return not is_lost(w, use_number)


@door
def perform(w, number, deed_number, event, granted):
    """Choose targets, pay, declare, resolve. Pools that are granted are as they were when it is paid."""
    if w.overflow:
        return
    if w.depth == 0:
        w.serial += 1
    top = w.top
    body, deed = body_at(w.bodies, number), deed_at(w.deeds, deed_number)
    use_number = push_use(w, number, deed_number, event)
    use = use_at(w.stack, use_number)
    chosen = push_words(w, 3 * w.n_bodies)
    found, rest = chosen + 8 * w.n_bodies, chosen + 16 * w.n_bodies
    n = 0
    if deed.simple:
        n = count_foes(w, body.side)
        for i in range(n):
            put_int(found, i, foe(w, body.side, i))
    else:
        n = candidates(w, number, deed, event, found, w.n_bodies)
    count = 1
    if not deed.is_single and not deed.count_grows:
        count = max(0, roll(w, deed.count, use_number, False))
    use.targets = chosen
    use.n_targets = choose(w, number, deed, found, n, count, chosen, rest)
    if deed.quick >= 0:
        at = body.pools + deed.quick
        put_float(w.pools, at, get_float(w.pools, at) - 1)
    else:
        need = 0
        if use.n_targets:
            first = body_at(w.bodies, get_int(chosen, 0))
            need = first.max_hp - first.hp
        pay(w, use_number, float(need))
        if deed.count_grows:  # the level of the slot may bring more targets
            count = max(0, roll(w, deed.count, use_number, False))
            use.n_targets = choose(w, number, deed, found, n, count, chosen, rest)
    if granted:
        put_back(w, body, kind_at(w.kinds, body.kind), granted)
        use.granted = granted
    at = body.uses + deed.local
    put_int(w.uses, at, get_int(w.uses, at) + 1)
    put_int(w.all_uses, deed_number, get_int(w.all_uses, deed_number) + 1)
    is_done = True
    if deed.moves >= 0 and is_wanted_now(w, UNIT_MOVED):
        is_done = walks(w, use_number)
    if is_done and deed.cooldown:
        put_int(w.cooling, at, deed.cooldown)
    if is_done and (is_wanted_now(w, ACTION_DECLARED) or deed.is_spell):
        is_done = goes_through(w, use_number)
    if is_done:
        if deed.concentration:
            concentrate(w, number, deed_number)
        for i in range(deed.effects, deed.effects + deed.n_effects):
            do_effect(w, i, use_number, use.targets, use.n_targets)
        if deed.holds:
            release(w, number)
        if is_wanted_now(w, ACTION_RESOLVED):
            offer_about(w, ACTION_RESOLVED, use_number, use.slot_level)
    w.n_uses = use_number
    w.top = top
