"""Plans to be looked over: builders for the tests of validation, and what was found in them."""

from __future__ import annotations

from typing import Any

import msgspec

from tests.skirmish.builders import foe, hero, strike
from turnwright.skirmish.model import scenario as m
from turnwright.skirmish.validation import Finding, validate

RULES = m.RuleProfile(
    name="test",
    conditions={
        "prone": m.Condition(attacks="disadvantage"),
        "poisoned": m.Condition(tags=("Sick",)),
        "stunned": m.Condition(includes=("prone",), incapacitated=True),
    },
)

SWORD = strike("1d8 slashing", name="Sword")


def plan(
    *actions: m.CombatAction | str,
    reactions: tuple[m.CombatAction, ...] = (),
    friends: tuple[m.Combatant, ...] = (),
    foes: tuple[m.Combatant, ...] = (),
    rules: Any = RULES,
    surprised: tuple[str, ...] = (),
    day: tuple[m.DayStep, ...] = (),
    **more: Any,
) -> m.Scenario:
    """A hero with these actions, and somebody to fight."""
    one = hero(*actions, reactions=reactions, **more)
    sides = (m.Side("Heroes", (one, *friends)), m.Side("Foes", foes or (foe(SWORD),)))
    return m.Scenario(rules=rules, sides=sides, surprised=surprised, day=day)


def found(scenario: m.Scenario, code: str) -> list[Finding]:
    return [one for one in validate(scenario) if one.code == code]


def is_sound(scenario: m.Scenario, code: str) -> bool:
    """Is nothing of this code found?"""
    return not found(scenario, code)


def the(scenario: m.Scenario, code: str) -> Finding:
    """The one finding of this code."""
    (only,) = found(scenario, code)
    return only


def mended(scenario: m.Scenario, finding: Finding) -> m.Scenario:
    """The scenario after the patch of a finding (RFC 6902) was applied to its JSON."""
    data = msgspec.json.decode(msgspec.json.encode(scenario))
    for step in finding.data["patch"]:
        if step["op"] == "move":
            value = _take(data, step["from"])
            _put(data, step["path"], value, is_new=True)
        elif step["op"] == "remove":
            _take(data, step["path"])
        else:
            _put(data, step["path"], step["value"], is_new=step["op"] == "add")
    return msgspec.convert(data, m.Scenario)


def _place(data: Any, pointer: str) -> tuple[Any, Any]:
    """The container that a JSON Pointer leads to, and the key in it."""
    *way, last = (
        step.replace("~1", "/").replace("~0", "~") for step in pointer.removeprefix("/").split("/")
    )
    for step in way:
        data = data[int(step)] if isinstance(data, list) else data[step]
    if isinstance(data, list):
        return data, len(data) if last == "-" else int(last)
    return data, last


def _take(data: Any, pointer: str) -> Any:
    holder, key = _place(data, pointer)
    return holder.pop(key)


def _put(data: Any, pointer: str, value: Any, is_new: bool) -> None:
    holder, key = _place(data, pointer)
    if isinstance(holder, list) and is_new:
        holder.insert(key, value)
    else:
        assert is_new or isinstance(holder, list) or key in holder
        holder[key] = value
