"""Expressions of formulas, compiled to functions that a run calls.

Everything is computed with floats, in the same order as in the kernel, and rounded down at the end.
Nothing is drawn for the branch of an `if` that is not taken.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from turnwright.core.rules.ledger import EPSILON, Number
from turnwright.skirmish.model.expression import MAX_REROLLS, DiceRules, Expression
from turnwright.skirmish.model.expression_range import compared, kept

if TYPE_CHECKING:
    from .combatant_state import CombatantState
    from .fight_events import ActionUse, FightEvent
    from .run_state import FightRun


class FormulaContext(NamedTuple):
    """What a formula is about: whose it is, the target, the use of the action, and the event that a
    requirement asks about. `times` multiplies the number of dice."""

    run: FightRun
    actor: CombatantState | None
    target: CombatantState | None
    use: ActionUse | None = None
    event: FightEvent | None = None
    times: int = 1
    maximum: bool = False
    """Whether the maximum of all dice is added."""


Evaluate: TypeAlias = Callable[[FormulaContext], float]


def whole(value: float) -> int:
    """Round down, in spite of a tiny error."""
    return floor(value + EPSILON)


@lru_cache(4096)
def evaluator(node: Expression) -> Evaluate:
    """Compile an expression."""
    if node.op == "number":
        number = float(node.number)
        return lambda c: number
    if node.op == "variable":
        name = node.name
        return lambda c: _variable(c, name)
    if node.op in ("fact", "pool", "status", "used"):
        return _reader(node)
    if node.op == "dice":
        count, sides, rules = evaluator(node.of[0]), node.sides, node.rules
        return lambda c: float(_roll(c, max(0, whole(count(c))), sides, rules, node))
    parts = [evaluator(one) for one in node.of]
    if node.op == "if":
        test, then, otherwise = parts
        return lambda c: then(c) if test(c) != 0 else otherwise(c)
    if len(parts) == 1:
        only, unary = parts[0], ONE_VALUE[node.op]
        return lambda c: unary(only(c))
    compute = MANY_VALUES[node.op]
    if len(parts) == 2:
        left, right = parts
        return lambda c: compute(left(c), right(c))

    def several(c: FormulaContext) -> float:
        value = parts[0](c)
        for part in parts[1:]:
            value = compute(value, part(c))
        return value

    return several


def _divided(a: float, b: float) -> float:
    """Division by 0 gives 0."""
    return a / b if b else 0.0


def _comparison(op: str) -> Callable[[float, float], float]:
    return lambda a, b: 1.0 if compared(op, a, b) else 0.0


ONE_VALUE: dict[str, Callable[[float], float]] = {
    "floor": lambda a: float(floor(a + EPSILON)),
    "ceil": lambda a: float(ceil(a - EPSILON)),
    "abs": abs,
    "not": lambda a: 0.0 if a else 1.0,
    "min": lambda a: a,
    "max": lambda a: a,
}
MANY_VALUES: dict[str, Callable[[float, float], float]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _divided,
    "min": min,
    "max": max,
    "and": lambda a, b: 1.0 if a and b else 0.0,
    "or": lambda a, b: 1.0 if a or b else 0.0,
    **{op: _comparison(op) for op in ("<", "<=", "==", "!=", ">=", ">")},
}


def _variable(c: FormulaContext, name: str) -> float:
    if name == "value" and c.event is not None:
        return float(c.event.value)
    use = c.use
    if use is None:
        return 0.0
    if name == "margin":
        return float(use.margin)
    if name == "spent":
        return float(use.spent)
    if name == "value":
        return float(use.event.value) if use.event is not None else 0.0
    level = use.slot_level
    return float(level or (use.action.spec.level if name == "level" else 0))


def _reader(node: Expression) -> Evaluate:
    """Reads a number of a combatant: the actor, or the target. It is 0 if there is none."""
    from .compiled_requirements import fact_reader

    name, of_target = node.name, node.of_target
    read: Callable[[FightRun, CombatantState, CombatantState], Number]
    if node.op == "fact":
        read = fact_reader(name)
    elif node.op == "pool":
        read = lambda r, a, b: _pool(b, name)  # noqa: E731  # one of several short readers
    elif node.op == "status":
        read = lambda r, a, b: b.conditions.get(name, 0)  # noqa: E731
    else:
        read = lambda r, a, b: sum(  # noqa: E731
            a.uses[one.local_index] for one in a.kind.actions if one.name == name
        )

    def number(c: FormulaContext) -> float:
        about = c.target if of_target else c.actor
        return 0.0 if about is None else float(read(c.run, c.actor or about, about))

    return number


def _pool(combatant: CombatantState, key: str) -> Number:
    pool = combatant.kind.pools.get(key)
    return 0 if pool is None else combatant.pools[pool]


# --- dice -----------------------------------------------------------------------------------------


def _roll(c: FormulaContext, count: int, sides: int, rules: DiceRules, node: Expression) -> int:
    """Roll dice by their rules (`DiceRules`)."""
    run = c.run
    shown: list[str] = []
    rolled: list[int] = []
    count *= c.times
    for _ in range(count):
        for _ in range(MAX_REROLLS + 1):
            face = _roll_one(run, sides, rules, shown)
            rolled.append(max(face, rules.least))
            if not rules.explode or face < rules.explode:
                break
    total = _total(rolled, rules)
    if c.maximum:
        total += count * sides
    if run.log is not None and any(rules):
        run.log.dice(run, node, shown, total)
    return total


def _roll_one(run: FightRun, sides: int, rules: DiceRules, shown: list[str]) -> int:
    """Roll one die, and again as its rules say."""
    face = (run.draw() * sides >> 32) + 1
    text = str(face)
    if rules.reroll and face <= rules.reroll:
        face = (run.draw() * sides >> 32) + 1
        text += f" again {face}"
    for _ in range(MAX_REROLLS):
        if face > rules.reroll_all:
            break
        face = (run.draw() * sides >> 32) + 1
        text += f" again {face}"
    shown.append(text)
    return face


def _total(rolled: list[int], rules: DiceRules) -> int:
    count = len(rolled)
    number = kept(rules, count)
    if number < count:
        rolled = sorted(rolled)
        lowest = rules.keep_low or rules.drop_high
        rolled = rolled[:number] if lowest else rolled[count - number :]
    if rules.success:
        hits = sum(face >= rules.success for face in rolled)
        return hits - sum(face <= rules.failure for face in rolled)
    return sum(rolled)
