"""What a formula can be: its bounds, and a rough mean. Both know nothing about a fight."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, comb, floor

from .expression import MAX_NUMBER, MAX_REROLLS, DiceRules, Expression

Range = tuple[float, float]
YES_OR_NO: Range = (0, 1)
ANY: Range = (-MAX_NUMBER, MAX_NUMBER)
NOT_NEGATIVE: Range = (0, MAX_NUMBER)
SIGNED_FACTS = ("position", "outnumbered_by", "ac")
TYPICAL = 10
"""What a fact is taken for in a mean."""


def bounds(node: Expression, values: Mapping[str, int]) -> Range:
    """The least and the greatest value. Variables have the given values, or any."""
    match node.op:
        case "number":
            return node.number, node.number
        case "variable":
            known = values.get(node.name)
            if node.name == "margin" and known is None:
                return ANY
            return NOT_NEGATIVE if known is None else (known, known)
        case "fact":
            return _fact_bounds(node.name)
        case "pool" | "status" | "used":
            return NOT_NEGATIVE
        case "dice":
            return _dice_bounds(node, values)
        case "if":
            (low, high), (other_low, other_high) = (bounds(one, values) for one in node.of[1:])
            return min(low, other_low), max(high, other_high)
    found = [bounds(one, values) for one in node.of]
    return _operated(node.op, found)


def _operated(op: str, found: list[Range]) -> Range:
    (low, high), (other_low, other_high) = found[0], found[-1]
    match op:
        case "+":
            return low + other_low, high + other_high
        case "-":
            return low - other_high, high - other_low
        case "*":
            ends = [a * b for a in (low, high) for b in (other_low, other_high)]
            return min(ends), max(ends)
        case "/":
            if other_low <= 0 <= other_high:
                return ANY
            ends = [a / b for a in (low, high) for b in (other_low, other_high)]
            return min(ends), max(ends)
        case "min":
            return min(one[0] for one in found), min(one[1] for one in found)
        case "max":
            return max(one[0] for one in found), max(one[1] for one in found)
        case "floor":
            return floor(low), floor(high)
        case "ceil":
            return ceil(low), ceil(high)
        case "abs":
            least = 0 if low <= 0 <= high else min(abs(low), abs(high))
            return least, max(abs(low), abs(high))
    return YES_OR_NO


def _fact_bounds(name: str) -> Range:
    if name.startswith("is_"):
        return YES_OR_NO
    return ANY if name in SIGNED_FACTS else NOT_NEGATIVE


def _dice_bounds(node: Expression, values: Mapping[str, int]) -> Range:
    low, high = (max(0, floor(end)) for end in bounds(node.of[0], values))
    rules, sides = node.rules, node.sides
    if rules.explode:
        high *= MAX_REROLLS + 1
    fewest, most = kept(rules, low), kept(rules, high)
    if rules.success:
        return (-most if rules.failure else 0), most
    lowest = max(1, rules.reroll_all + 1, rules.least)
    return fewest * lowest, most * max(sides, rules.least)


def kept(rules: DiceRules, count: int) -> int:
    """How many of so many dice are kept."""
    if rules.keep_high or rules.keep_low:
        return min(count, rules.keep_high or rules.keep_low)
    return max(0, count - rules.drop_high - rules.drop_low)


# --- means ----------------------------------------------------------------------------------------


def mean(node: Expression, values: Mapping[str, int]) -> float:
    """A rough expected value: exact for dice with one rule, and wrong where a formula is not linear.
    Facts are taken for 10."""
    match node.op:
        case "number":
            return node.number
        case "variable":
            return values.get(node.name, 0)
        case "fact" | "pool":
            return 1 if node.name.startswith("is_") else TYPICAL
        case "status" | "used":
            return 0
        case "dice":
            return _dice_mean(node, values)
        case "if":
            return (mean(node.of[1], values) + mean(node.of[2], values)) / 2
    found = [mean(one, values) for one in node.of]
    first, last = found[0], found[-1]
    match node.op:
        case "+":
            return first + last
        case "-":
            return first - last
        case "*":
            return first * last
        case "/":
            return first / last if last else 0
        case "min" | "max":
            return (min if node.op == "min" else max)(found)
        case "floor" | "ceil" | "abs":
            return abs(first) if node.op == "abs" else first
        case "and":
            return float(bool(first) and bool(last))
        case "or":
            return float(bool(first) or bool(last))
        case "not":
            return float(not first)
    return float(compared(node.op, first, last))


def compared(op: str, left: float, right: float) -> bool:
    """Compare two values as formulas do."""
    difference = left - right
    is_same = -1e-9 <= difference <= 1e-9
    if op in ("<", ">"):
        return not is_same and (difference < 0) == (op == "<")
    if op in ("==", "!="):
        return is_same == (op == "==")
    return is_same or (difference < 0) == (op == "<=")


def faces(sides: int, rules: DiceRules) -> list[float]:
    """The chance of every face of one die after rerolls, from 1 on."""
    chances = [1 / sides] * sides
    if rules.reroll_all:
        left = sides - rules.reroll_all
        return [0.0] * rules.reroll_all + [1 / left] * left
    if rules.reroll:
        again = min(rules.reroll, sides) / sides
        chances = [
            again / sides + (0 if face <= rules.reroll else 1 / sides)
            for face in range(1, sides + 1)
        ]
    return chances


def _dice_mean(node: Expression, values: Mapping[str, int]) -> float:
    count, rules = max(0, floor(mean(node.of[0], values))), node.rules
    chances = faces(node.sides, rules)
    if rules.success:
        worth: list[float] = [
            (face >= rules.success) - (face <= rules.failure) for face in range(1, node.sides + 1)
        ]
    else:
        worth = [max(face, rules.least) for face in range(1, node.sides + 1)]
    chance_of_more = sum(chances[rules.explode - 1 :]) if rules.explode else 0.0
    if kept(rules, count) == count or rules.success:
        one = sum(chance * value for chance, value in zip(chances, worth, strict=True))
        return count * one / (1 - chance_of_more)
    keeps_low = rules.keep_low or rules.drop_high
    number = kept(rules, count)
    ranks = range(number) if keeps_low else range(count - number, count)
    return sum(_order_mean(chances, worth, count, rank) for rank in ranks)


def _order_mean(chances: list[float], worth: list[float], count: int, rank: int) -> float:
    """The expected value of the die with this rank, from the lowest."""
    total, below = 0.0, 0.0
    before = 0.0
    for chance, value in zip(chances, worth, strict=True):
        below += chance
        at_most = sum(
            comb(count, n) * below**n * max(0.0, 1 - below) ** (count - n)
            for n in range(rank + 1, count + 1)
        )
        total += (at_most - before) * value
        before = at_most
    return total
