"""Combatants that are not in the fight from its start: those that `Spawn` and `Transform` name.

A file names them, so that its effects stay short; a resolved scenario has all of them under
`combatants`, with those that they name in turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from . import available_definitions
from . import scenario as model
from .file_problems import ProblemCollector, convert
from .formula import parse
from .use_references import key_of
from .vocabulary import FOLLOWING

BODY_WORDS = {
    "Spawn": re.compile(r'"type":"Spawn"'),
    "Transform": re.compile(r'"type":"Transform"'),
    "away": re.compile(r'"away":true'),
    "inside": re.compile(r'"inside":true'),
    "taunt": re.compile(r'"taunt":"'),
}
"""The words about bodies that change, as a resolved scenario has them in JSON."""
MAX_PLACES = 100
"""How many combatants of a name a side can have summoned at a time."""
MOST_AT_ONCE = 20
"""How many appear at most if neither the effect nor its dice say it."""
NAMING = {"Spawn": "combatant", "Transform": "into"}
"""The field of an effect that names a combatant."""


def body_words(scenario: model.Scenario) -> frozenset[str]:
    """Return which of the words a resolved scenario uses."""
    whole = msgspec.json.encode(scenario).decode()
    return frozenset(word for word, pattern in BODY_WORDS.items() if pattern.search(whole))


def named_by(effect: model.Effect) -> str:
    """Return the name of the combatant that an effect brings; empty if it brings none."""
    if isinstance(effect, model.Spawn):
        return effect.combatant
    return effect.into if isinstance(effect, model.Transform) else ""


def effects_of(combatant: model.Combatant) -> Iterator[tuple[model.CombatAction, model.Effect]]:
    """Return all effects of the actions in a combatant's lists that are not names."""
    for action in (*combatant.actions, *combatant.reactions):
        if isinstance(action, model.CombatAction) and isinstance(action.effect, tuple):
            for effect in nested(action.effect):
                yield action, effect


def nested(effects: tuple[model.Effect, ...]) -> Iterator[model.Effect]:
    """Return effects, and those that follow from them."""
    for effect in effects:
        yield effect
        for name in FOLLOWING:
            yield from nested(getattr(effect, name, ()) or ())


def names_in(data: Any) -> Iterator[str]:
    """Return the names of combatants that effects in plain data name."""
    if isinstance(data, dict):
        field = NAMING.get(data.get("type", "")) if isinstance(data.get("type"), str) else None
        if field is not None and isinstance(data.get(field), str):
            yield data[field]
        for inner in data.values():
            if isinstance(inner, (dict, list)):
                yield from names_in(inner)
    elif isinstance(data, list):
        for inner in data:
            if isinstance(inner, (dict, list)):
                yield from names_in(inner)


def combatant_named(name: str, scenario: model.Scenario) -> model.Combatant | None:
    """Return the combatant with this name, of the scenario or else an available one."""
    if (key := key_of(name, scenario.combatants)) is not None:
        return scenario.combatants[key]
    return available_combatant(name)


def available_combatant(name: str) -> model.Combatant | None:
    """Return the combatant of the library, of the bestiary or of the classes with this name."""
    ready = available_definitions.combatants()
    key = key_of(name, ready)
    if key is None:
        return None
    return convert(ready[key], model.Combatant, ProblemCollector())


def named_in(combatants: Iterable[model.Combatant]) -> list[str]:
    """Return the names of combatants that the actions of these combatants name."""
    names = (named_by(effect) for one in combatants for _, effect in effects_of(one))
    return list(dict.fromkeys(name for name in names if name))


def most_of(effect: model.Spawn) -> int:
    """How many of these combatants a user can have at a time."""
    if effect.most is not None:
        return effect.most
    formula = parse(effect.count)
    flat = formula.flat
    if flat is not None:
        return max(1, min(MAX_PLACES, int(flat)))
    highest = formula.bounds({"spent": 5, "slot_level": 9, "value": 5})[1]
    return int(max(1, min(MOST_AT_ONCE, highest)))
