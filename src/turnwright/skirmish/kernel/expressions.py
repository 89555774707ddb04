"""Expressions; mirrors `engine/expressions.py`.

An expression is a program of nodes (`requirement_programs.py`) that work on a stack of numbers.
"""

from __future__ import annotations

from math import ceil, floor

from turnwright.core.rules.ledger import EPSILON
from turnwright.skirmish.model.expression import MAX_REROLLS

from .dice import roll_die
from .layout import (
    CRITICAL_DOUBLE_DICE,
    CRITICAL_MAXIMUM,
    DICE_ROOM,
    LEVEL,
    NODE_ABS,
    NODE_ADD,
    NODE_AND,
    NODE_CEIL,
    NODE_DICE,
    NODE_DIVIDE,
    NODE_END,
    NODE_FACT,
    NODE_FLOOR,
    NODE_JUMP,
    NODE_JUMP_IF_ZERO,
    NODE_MAX,
    NODE_MIN,
    NODE_MULTIPLY,
    NODE_NOT,
    NODE_NUMBER,
    NODE_OR,
    NODE_SUBTRACT,
    NODE_USED,
    NODE_VARIABLE,
    RULE_DROP_HIGH,
    RULE_DROP_LOW,
    RULE_EXPLODE,
    RULE_FAILURE,
    RULE_KEEP_HIGH,
    RULE_KEEP_LOW,
    RULE_LEAST,
    RULE_REROLL,
    RULE_REROLL_ALL,
    RULE_SUCCESS,
    SPENT,
    STACK_ROOM,
    TEST,
    VALUE,
)
from .memory import (
    action_at,
    entry_point,
    event_at,
    exists,
    get_float,
    get_int,
    inline,
    jit,
    kind_at,
    push_words,
    put_float,
    put_int,
    test_at,
    usage_in,
)
from .requirements import compare, fact

NODE_SIZE = TEST.itemsize
RULE_SIDES = 10

# --- leaves ---------------------------------------------------------------------------------------


@inline
def variable(use, event, name):
    """What was paid, or the value of the triggering event."""
    if name == VALUE and exists(event):
        return event.value
    if not exists(use):
        return 0.0
    if name == SPENT:
        return use.spent
    if name == VALUE:
        return event_at(use.event).value if use.event else 0.0
    level = use.slot_level
    if name == LEVEL and level == 0:
        level = action_at(use.action).level
    return float(level)


@jit
def leaf(run, node, actor, target, use, event):
    """A number, a variable, a fact or an amount."""
    op = node.op
    if op == NODE_NUMBER:
        return node.value
    if op == NODE_VARIABLE:
        return variable(use, event, node.n)
    about = target if node.of_target else actor
    if not exists(about):
        return 0.0
    if op == NODE_FACT:
        return fact(run, node, actor if exists(actor) else about, about)
    if op == NODE_USED:
        entry, uses = node.first + 16 * kind_at(about.kind).number, 0
        for i in range(get_int(entry, 1)):
            uses += usage_in(about.usages, get_int(get_int(entry, 0), i)).uses
        return float(uses)
    pool = get_int(kind_at(about.kind).pool_of_key, node.pool)
    return get_float(about.pools, pool) if pool >= 0 else 0.0


# --- dice -----------------------------------------------------------------------------------------


@inline
def kept(rules, count):
    """How many of so many dice are kept."""
    keep = get_int(rules, RULE_KEEP_HIGH) or get_int(rules, RULE_KEEP_LOW)
    if keep:
        return min(count, keep)
    return max(0, count - get_int(rules, RULE_DROP_HIGH) - get_int(rules, RULE_DROP_LOW))


@inline
def insert(faces, n, face):
    """Insert a face into the first n, which are sorted."""
    place = n
    while place > 0 and get_int(faces, place - 1) > face:
        put_int(faces, place, get_int(faces, place - 1))
        place -= 1
    put_int(faces, place, face)


@inline
def worth(rules, face):
    """What a die that is kept counts for."""
    success = get_int(rules, RULE_SUCCESS)
    if not success:
        return face
    hit = 1 if face >= success else 0
    return hit - (1 if face <= get_int(rules, RULE_FAILURE) else 0)


@jit
def roll_one(run, rules, sides):
    """Roll one die, and again as its rules say."""
    face = roll_die(run, sides)
    if get_int(rules, RULE_REROLL) and face <= get_int(rules, RULE_REROLL):
        face = roll_die(run, sides)
    for _ in range(MAX_REROLLS):
        if face > get_int(rules, RULE_REROLL_ALL):
            break
        face = roll_die(run, sides)
    return face


@jit
def roll_by_rules(run, rules, count):
    """Roll dice by their rules (`DiceRules`)."""
    sides, explode = get_int(rules, RULE_SIDES), get_int(rules, RULE_EXPLODE)
    is_sorted = False
    for rule in (RULE_KEEP_HIGH, RULE_KEEP_LOW, RULE_DROP_HIGH, RULE_DROP_LOW):
        is_sorted |= get_int(rules, rule) != 0
    top = run.top
    faces = push_words(run, DICE_ROOM if is_sorted else 1)
    n, total = 0, 0
    for _ in range(count):
        for _ in range(MAX_REROLLS + 1):
            face = roll_one(run, rules, sides)
            counted = max(face, get_int(rules, RULE_LEAST))
            if not is_sorted:
                total += worth(rules, counted)
            elif n >= DICE_ROOM:
                run.overflow = 1
            else:
                insert(faces, n, counted)
            n += 1
            if explode == 0 or face < explode:
                break
        if run.overflow:
            break
    if is_sorted and not run.overflow:
        number = kept(rules, n)
        is_low = get_int(rules, RULE_KEEP_LOW) or get_int(rules, RULE_DROP_HIGH)
        first = 0 if is_low else n - number
        for i in range(number):
            total += worth(rules, get_int(faces, first + i))
    run.top = top
    return total


@inline
def dice(run, rules, count, critical):
    """Roll dice, with what a critical hit changes."""
    rule = run.critical_rule
    times = 2 if critical and rule == CRITICAL_DOUBLE_DICE else 1
    total = roll_by_rules(run, rules, count * times)
    if critical and rule == CRITICAL_MAXIMUM:
        total += count * get_int(rules, RULE_SIDES)
    return total


# --- the programs ---------------------------------------------------------------------------------


@inline
def one_value(op, value):
    """A function of one value."""
    if op == NODE_FLOOR:
        return float(floor(value + EPSILON))
    if op == NODE_CEIL:
        return float(ceil(value - EPSILON))
    if op == NODE_ABS:
        return abs(value)
    return 1.0 if value == 0.0 else 0.0


@inline
def two_values(node, a, b):
    """An operator."""
    op = node.op
    if op == NODE_ADD:
        return a + b
    if op == NODE_SUBTRACT:
        return a - b
    if op == NODE_MULTIPLY:
        return a * b
    if op == NODE_DIVIDE:
        return a / b if b != 0.0 else 0.0
    if op == NODE_MIN:
        return b if b < a else a
    if op == NODE_MAX:
        return b if b > a else a
    if op == NODE_AND:
        return 1.0 if a != 0.0 and b != 0.0 else 0.0
    if op == NODE_OR:
        return 1.0 if a != 0.0 or b != 0.0 else 0.0
    return 1.0 if compare(node.compare, a - b) else 0.0


@entry_point
def evaluate(run, place, actor, target, use, event, critical):
    """The value of the expression that begins at an address."""
    top = run.top
    stack, n = push_words(run, STACK_ROOM), 0
    node = test_at(place)
    while node.op != NODE_END:
        op, after = node.op, place + NODE_SIZE
        if op < NODE_DICE:
            put_float(stack, n, leaf(run, node, actor, target, use, event))
            n += 1
        elif op == NODE_DICE:
            count = max(0, floor(get_float(stack, n - 1) + EPSILON))
            put_float(stack, n - 1, float(dice(run, node.first, count, critical)))
        elif op == NODE_JUMP:
            after = node.yes
        elif op == NODE_JUMP_IF_ZERO:
            n -= 1
            if get_float(stack, n) == 0.0:
                after = node.yes
        elif op <= NODE_NOT:
            put_float(stack, n - 1, one_value(op, get_float(stack, n - 1)))
        else:
            n -= 1
            value = two_values(node, get_float(stack, n - 1), get_float(stack, n))
            put_float(stack, n - 1, value)
        place = after
        node = test_at(place)
    value = get_float(stack, 0)
    run.top = top
    return value
