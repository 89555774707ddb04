"""Expressions in words: `max(1, floor(target.hp / 2))` is "the larger of 1 and half of the target's hit
points, rounded down"."""

from __future__ import annotations

from turnwright.skirmish.model.expression import DiceRules, Expression
from turnwright.skirmish.model.vocabulary import COUNT

from .fact_words import counted_noun
from .sentence_parts import another, joined, number, plain, spaced

_OWN = {
    "hp": "hit points", "max_hp": "maximum hit points", "missing_hp": "missing hit points",
    "hp_percent": "hit points in percent", "temp_hp": "temporary hit points", "ac": "armour class",
    "position": "position",
}  # fmt: skip
_NOUNS = {
    "allies_near": "the number of my allies near it",
    "round": "the number of the round", "allies_up": "the number of allies standing",
    "allies_down": "the number of allies down", "enemies_up": "the number of enemies standing",
    "enemies_down": "the number of enemies down", "distance": "the distance to the target",
    "outnumbered_by": "how far we are outnumbered",
    "lowest_ally_percent": "the hit points in percent of the worst-off ally",
    "lowest_enemy_percent": "the hit points in percent of the worst-off enemy",
    "nearest_enemy": "the distance to the nearest enemy",
    "summons_up": "the number of my summons standing",
    "held_inside": "the number of those inside me",
}  # fmt: skip
_VARIABLES = {
    "margin": "the margin of the roll", "spent": "what is spent", "slot_level": "the slot level",
    "level": "the spell level",
}  # fmt: skip
_RELATIONS = {
    "<": "is below", "<=": "is at most", "==": "is", "!=": "is not", ">=": "is at least",
    ">": "is above",
}  # fmt: skip
_LOOSE = ("+", "-", "and", "or", "if", "min", "max", *_RELATIONS)


def expression_words(node: Expression, value: str, *, inner: bool = False) -> str:
    """Return an expression as a noun phrase. `value` is what the triggering amount is."""
    text = _words(node, value)
    is_loose = node.op in _LOOSE and node.of and node.of[0].op != "number"
    return f"({text})" if inner and is_loose else text


def _words(node: Expression, value: str) -> str:
    match node.op:
        case "number":
            return number(node.number)
        case "variable":
            return _VARIABLES.get(node.name, value)
        case "fact" | "pool" | "status" | "used":
            return _named(node)
        case "dice":
            return _dice(node, value)
        case "if":
            test, then, otherwise = (expression_words(one, value) for one in node.of)
            return f"{then} if {condition_words(node.of[0], value) or test}, otherwise {otherwise}"
        case "min" | "max":
            parts = [expression_words(one, value, inner=True) for one in node.of]
            which = ("smaller", "smallest") if node.op == "min" else ("larger", "largest")
            return f"the {which[len(parts) > 2]} of {joined(parts)}"
        case "floor" | "ceil":
            way = "down" if node.op == "floor" else "up"
            return f"{expression_words(node.of[0], value)}, rounded {way}"
        case "abs":
            return f"{expression_words(node.of[0], value, inner=True)} without its sign"
    if node.op in (*_RELATIONS, "and", "or", "not"):
        return f"1 if {condition_words(node, value)}, otherwise 0"
    return _computed(node, value)


def _computed(node: Expression, value: str) -> str:
    left, right = node.of
    if node.op == "-" and left.op == "number" and left.number == 0:
        return f"minus {expression_words(right, value, inner=True)}"
    first = expression_words(left, value, inner=node.op in "*/")
    second = expression_words(right, value, inner=node.op != "+")
    if node.op == "/" and right.op == "number" and right.number == 2:
        return f"half of {first}"
    if node.op == "*":
        return f"{first} times {second}"
    if node.op == "/":
        return f"{first} divided by {second}"
    return f"{first} {node.op} {second}"


def condition_words(node: Expression, value: str = "the triggering amount") -> str:
    """Return an expression as a clause: "the target's hit points is at most 10"."""
    if node.op in ("and", "or"):
        left, right = (condition_words(one, value) for one in node.of)
        return f"{left} {node.op} {right}"
    if node.op == "not":
        return f"not {condition_words(node.of[0], value)}"
    if node.op in _RELATIONS:
        left, right = (expression_words(one, value, inner=True) for one in node.of)
        return f"{left} {_RELATIONS[node.op]} {right}"
    if node.op == "fact" and node.name.startswith("is_"):
        who = "the target" if node.of_target else "I"
        verb = "is" if node.of_target else "am"
        return f"{who} {verb} {plain(node.name[3:])}"
    return f"{expression_words(node, value, inner=True)} is not 0"


def _named(node: Expression) -> str:
    whose = "the target's" if node.of_target else "my"
    if node.op == "pool":
        return f"{whose} {spaced(node.name)}"
    if node.op == "status":
        return f"{whose} number of {plain(node.name)}"
    if node.op == "used":
        return f"how often I have used {plain(node.name)}"
    if node.name.startswith(COUNT):
        return f"{whose} number of {counted_noun(node.name.removeprefix(COUNT))}"
    if node.name in _OWN:
        return f"{whose} {_OWN[node.name]}"
    return _NOUNS.get(node.name) or f"1 if {condition_words(node)}, otherwise 0"


def _dice(node: Expression, value: str) -> str:
    count = node.of[0]
    text = f"{number(count.number)}d{node.sides}"
    if count.op != "number":
        text = f"as many d{node.sides} as {expression_words(count, value)}"
    rules = rules_words(node.rules)
    return f"{text} ({rules})" if rules else text


def rules_words(rules: DiceRules) -> str:
    """Return what happens to dice: `keep the 3 highest`."""
    parts = []
    if rules.reroll:
        parts.append(f"reroll {_up_to(rules.reroll)} once")
    if rules.reroll_all:
        parts.append(f"reroll {_up_to(rules.reroll_all)}")
    if rules.explode:
        parts.append(f"{another('a die')} for every {rules.explode} or more")
    if rules.least:
        parts.append(f"each counts as at least {rules.least}")
    for word, most, count in (
        ("keep", "highest", rules.keep_high), ("keep", "lowest", rules.keep_low),
        ("drop", "highest", rules.drop_high), ("drop", "lowest", rules.drop_low),
    ):  # fmt: skip
        if count:
            parts.append(f"{word} the {most}" if count == 1 else f"{word} the {count} {most}")
    if rules.success:
        parts.append(f"count those of {rules.success} or more")
    if rules.failure:
        parts.append(f"minus those of {rules.failure} or less")
    return ", ".join(parts)


def _up_to(face: int) -> str:
    return "1" if face == 1 else f"1 to {face}"
