"""Scenarios for the tests of validation, and access to the findings about them."""

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


def scenario_with(
    *actions: m.CombatAction | str,
    reactions: tuple[m.CombatAction, ...] = (),
    friends: tuple[m.Combatant, ...] = (),
    foes: tuple[m.Combatant, ...] = (),
    rules: Any = RULES,
    surprised: tuple[str, ...] = (),
    day: tuple[m.DayStep, ...] = (),
    **more: Any,
) -> m.Scenario:
    """A scenario with a hero that has these actions, and an enemy."""
    one = hero(*actions, reactions=reactions, **more)
    sides = (m.Side("Heroes", (one, *friends)), m.Side("Foes", foes or (foe(SWORD),)))
    return m.Scenario(rules=rules, sides=sides, surprised=surprised, day=day)


def findings(scenario: m.Scenario, code: str) -> list[Finding]:
    """The findings with a code."""
    return [one for one in validate(scenario) if one.code == code]


def has_no(scenario: m.Scenario, code: str) -> bool:
    """Is there no finding with this code?"""
    return not findings(scenario, code)


def only_finding(scenario: m.Scenario, code: str) -> Finding:
    """The only finding with this code."""
    (only,) = findings(scenario, code)
    return only


def patched(scenario: m.Scenario, finding: Finding) -> m.Scenario:
    """The scenario after applying the JSON Patch (RFC 6902) of a finding."""
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


def _container(data: Any, pointer: str) -> tuple[Any, Any]:
    """The container that a JSON Pointer leads to, and the key in it."""
    *keys, last = (
        step.replace("~1", "/").replace("~0", "~") for step in pointer.removeprefix("/").split("/")
    )
    for step in keys:
        data = data[int(step)] if isinstance(data, list) else data[step]
    if isinstance(data, list):
        return data, len(data) if last == "-" else int(last)
    return data, last


def _take(data: Any, pointer: str) -> Any:
    holder, key = _container(data, pointer)
    return holder.pop(key)


def _put(data: Any, pointer: str, value: Any, is_new: bool) -> None:
    holder, key = _container(data, pointer)
    if isinstance(holder, list) and is_new:
        holder.insert(key, value)
    else:
        assert is_new or isinstance(holder, list) or key in holder
        holder[key] = value
