"""Change one value of a scenario by its path: `Goblin.ac`, `Goblin.Scimitar.damage`,
`sides[1].combatants[0].count`, `rules.rounds`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.core.suggestions import suggestion
from turnwright.skirmish.model import files
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.name_resolution import resolve
from turnwright.skirmish.model.use_references import NUMBERS, key_of

Value: TypeAlias = int | float | str
MAX_VALUES = 500
EXTENDABLE_FIELDS = ("pools", "saves", "save_lean")
"""Fields of a combatant that may get new keys, even if the file does not have the field."""

_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")


class ValueLocation(NamedTuple):
    """Where a value is in plain data."""

    container: Any
    key: str | int


def with_value(scenario: model.Scenario, path: str, value: Value) -> model.Scenario:
    """The scenario with another value at a path, validated like a file."""
    data = msgspec.json.decode(msgspec.json.encode(resolve(scenario)))
    for location in locate(data, path):
        location.container[location.key] = value
    return files.read_data(data, f"{path} = {value}")


def locate(data: Any, path: str) -> list[ValueLocation]:
    """The locations of a path: one for every combatant of that name, or a single one."""
    combatants = [one for one in _combatants(data) if _under(one["name"], path)]
    if combatants:
        name = max((one["name"] for one in combatants), key=len)
        rest = path[len(name) :]
        return [_follow(one, rest, name) for one in combatants if one["name"] == name]
    return [_follow(data, path, "the scenario")]


def _combatants(data: Any) -> Iterator[Any]:
    for holder in (data, *data.get("day", ())):
        for side in holder.get("sides", ()):
            yield from side.get("combatants", ())


def _under(name: str, path: str) -> bool:
    return path.startswith(name) and path[len(name) :][:1] in (".", "[")


def _follow(data: Any, path: str, where: str) -> ValueLocation:
    steps = _steps(path)
    for step in steps[:-1]:
        inner = _child(data, step)
        if inner is None:
            raise _not_found(data, step, where)
        data, where = inner, f"{where}[{step}]" if isinstance(step, int) else f"{where}.{step}"
    last = steps[-1]
    effect = _effect_with(data, last)
    if effect is not None:
        return ValueLocation(effect, last)
    is_item = isinstance(data, list) and isinstance(last, int) and last < len(data)
    if not is_item and not (isinstance(data, dict) and isinstance(last, str)):
        raise _not_found(data, last, where)
    return ValueLocation(data, last)


def _steps(path: str) -> list[str | int]:
    steps: list[str | int] = []
    at = 0
    while at < len(path):
        found = _STEP.match(path, at)
        if found is None:
            break
        steps.append(found[1] if found[1] is not None else int(found[2]))
        at = found.end()
    if at < len(path) or not steps:
        sentence = (
            f"{path!r} is not a path; write it like Goblin.ac or sides[1].combatants[0].count."
        )
        raise UnusableError("bad_path", sentence)
    return steps


def _child(data: Any, step: str | int) -> Any:
    """The value of a key, an item by number or by name, or an action of a combatant by name."""
    if isinstance(data, list):
        if isinstance(step, int):
            return data[step] if step < len(data) else None
        return _by_name(data, step)
    if not isinstance(data, dict) or isinstance(step, int):
        return None
    if step in data:
        return data[step]
    if step in EXTENDABLE_FIELDS and "name" in data:
        return data.setdefault(step, {})
    actions = [*data.get("actions", ()), *data.get("reactions", ())]
    return _by_name(actions, step) if isinstance(data.get("actions", []), list) else None


def _by_name(items: Sequence[Any], name: str) -> Any:
    named = {one["name"]: one for one in items if isinstance(one, dict) and "name" in one}
    key = key_of(name, named)
    return None if key is None else named[key]


def _effect_with(data: Any, word: str | int) -> Any:
    """The first effect of an action that has this field: `Scimitar.damage`."""
    if (
        not isinstance(data, dict)
        or word not in NUMBERS
        or not isinstance(data.get("effect"), list)
    ):
        return None
    return next((effect for effect in _effects(data["effect"]) if word in effect), None)


def _effects(entries: list[Any]) -> Iterator[Any]:
    for entry in entries:
        yield entry
        for value in entry.values():
            if isinstance(value, list) and value and isinstance(value[0], dict):
                yield from _effects(value)


def _not_found(data: Any, step: str | int, where: str) -> UnusableError:
    if isinstance(step, int):
        count = len(data) if isinstance(data, list) else 0
        sentence = f"There is no item {step} in {where}: it has {count} entries, counted from 0."
        return UnusableError("bad_path", sentence)
    if isinstance(data, dict):
        known = [*data, *_names(data), *(one["name"] for one in _top_names(data))]
    else:
        known = [one["name"] for one in data if isinstance(one, dict) and "name" in one]
    return UnusableError(
        "bad_path", f"There is no {step!r} in {where}{suggestion(step, known) or '.'}"
    )


def _names(data: Any) -> list[str]:
    lists = (data.get("actions"), data.get("reactions"))
    return [one["name"] for items in lists if isinstance(items, list) for one in items]


def _top_names(data: Any) -> Iterator[Any]:
    return _combatants(data) if "sides" in data or "day" in data else iter(())


# --- values ---------------------------------------------------------------------------------------


def values_of(text: str) -> list[Value]:
    """Parse a list of values: `10..20`, `10..20:2`, `8,10,12` or `1d6,1d8`."""
    span = re.fullmatch(r"\s*(-?\d+)\s*\.\.\s*(-?\d+)\s*(?::\s*(\d+))?\s*", text)
    if span is not None:
        low, high, step = int(span[1]), int(span[2]), int(span[3] or 1)
        if step < 1 or high < low:
            raise UnusableError(
                "bad_values", f"{text!r} contains no values; write 10..20 or 10..20:2."
            )
        values: Sequence[Value] = range(low, high + 1, step)
    else:
        values = [_value(word.strip()) for word in text.split(",") if word.strip()]
    if not values:
        raise UnusableError("bad_values", f"{text!r} contains no values; write 10..20 or 8,10,12.")
    if len(values) > MAX_VALUES:
        sentence = f"{text!r} contains {len(values):,} values; at most {MAX_VALUES} are allowed."
        raise UnusableError("bad_values", sentence)
    return list(values)


def _value(word: str) -> Value:
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            continue
    return word
