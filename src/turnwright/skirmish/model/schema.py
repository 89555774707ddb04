"""The JSON Schema of scenario files: the types of the model, and the shorthand that files may use.

`data/skirmish.schema.json` is what this module makes; run as a program, it writes that file again.
Editors read it by the first line of a file:

    # yaml-language-server: $schema=skirmish.schema.json
"""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import msgspec

from . import library, scenario, vocabulary
from .use_references import NUMBERS

Schema = dict[str, Any]

FILE = Path(__file__).parents[1] / "data" / "skirmish.schema.json"
PER = r"^\d+(\.\d+)?(/| per )(turn|round|encounter|fight|short rest|long rest|day)$"
TEXT: Schema = {"type": "string"}


def schema() -> Schema:
    """The schema of a file."""
    whole = _without(msgspec.json.schema(scenario.Scenario), "discriminator", "title")
    defs: dict[str, Schema] = whole["$defs"]
    for one in defs.values():
        if "description" in one:
            one["description"] = inspect.cleandoc(one["description"])
    _actions(defs)
    _statuses(defs)
    _combatants(defs)
    _scenario(defs)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scenario of Turnwright's skirmish",
        **whole,
    }


def text() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def write() -> None:
    FILE.write_text(text(), "utf-8")


# --- what shorthand adds ----------------------------------------------------------------------------


def _actions(defs: dict[str, Schema]) -> None:
    action = defs["CombatAction"]
    ready = _named("The ready action below this one.", library.action_tables())
    _usable(action, ready)
    for number in NUMBERS:
        note = f"With use: the {number} of its effects."
        action["properties"][number] = {"description": note, **_number(number)}
    _also(defs, "CombatAction.timing", {"enum": ["Main", "Free", "Anytime", "Setup"]})
    _also(
        defs,
        "CombatAction.uses",
        {"type": "string", "pattern": PER, "examples": ["1 per long rest"]},
    )
    _also(
        defs,
        "CombatAction.recharge",
        {"type": "string", "pattern": r"^\d(-\d|\+)?$", "examples": ["5-6"]},
    )
    _also(defs, "CombatAction.targets", {"enum": _at(defs, "Targets.who")["enum"]})
    _each(
        defs,
        "CombatAction.cost",
        {"type": "string", "examples": ["Action", "Ki 2", "SpellSlot 1+"]},
    )
    effect = action["properties"]["effect"]
    effect["anyOf"] = [choice for choice in effect["anyOf"] if choice != TEXT]
    effect.update(effect.pop("anyOf")[0])
    for name in (
        "CombatAction.effect",
        "Attack.on_hit",
        "Attack.on_miss",
        "Save.on_fail",
        "Save.on_success",
    ):
        _one_or_many(defs, name)
    check = {"type": "string", "examples": ["target hp_percent <= 50", "not is_concentrating"]}
    for name in ("CombatAction.requires", "And.of", "Or.of"):
        _each(defs, name, check)
    for name in ("Not.of", "Reaction.when"):
        _also(
            defs, name, check, {"type": "array", "items": {"anyOf": [check, *_requirements(defs)]}}
        )
    defs["Reaction"]["required"] = ["on"]  # `on` makes it a reaction
    event = defs["Reaction"]["properties"]["on"]
    event["examples"] = [*vocabulary.EVENTS, *vocabulary.ALIASES]


def _statuses(defs: dict[str, Schema]) -> None:
    some = ["1 round", "1 minute", "1 turn of bearer at end", "encounter", "next attack made"]
    _also(defs, "Status.duration", {"type": "string", "examples": some})
    _also(defs, "Status.repeat_save", TEXT)
    _one_or_many(defs, "Status.conditions")
    _one_or_many(defs, "Condition.includes")


def _combatants(defs: dict[str, Schema]) -> None:
    combatant = defs["Combatant"]
    _usable(combatant, _named("The ready combatant below this one.", library.combatant_tables()))
    action = {"type": "string", "examples": list(library.action_tables())}
    for name in ("Combatant.actions", "Combatant.reactions"):
        listed = _at(defs, name)
        listed["items"] = {"anyOf": [action, {"$ref": "#/$defs/CombatAction"}]}
        _one_or_many(defs, name)
    _one_or_many(defs, "Combatant.traits")
    pool = _at(defs, "Combatant.pools")["additionalProperties"]
    amount = {"type": "number", "minimum": 0}
    pool["anyOf"] += [
        {"type": "string", "pattern": PER, "examples": ["3 per short rest"]},
        {"type": "array", "items": amount, "description": "The pools of levels 1, 2, ..."},
    ]


def _scenario(defs: dict[str, Schema]) -> None:
    member = {
        "anyOf": [_named("A ready combatant.", library.combatant_tables()), _ref("Combatant")]
    }
    members = {"type": "array", "items": member}
    _at(defs, "Side.combatants")["items"] = member
    for name in ("Scenario.sides", "Encounter.sides"):
        _also(
            defs,
            name,
            {
                "type": "object",
                "description": "Sides by their names.",
                "additionalProperties": {"anyOf": [members, *member["anyOf"]]},
            },
        )
    properties = defs["Scenario"]["properties"]
    properties["combatants"] = {
        "description": "Combatants of this file, for `use`; their keys are their names.",
        "type": "object",
        "additionalProperties": _ref("Combatant"),
    }
    _usable(defs["RuleProfile"], _named("The profile below this one.", library.profile_tables()))
    profiles = list(library.profile_tables())
    years = [int(name) for name in profiles if name.isdecimal()]
    properties["rules"]["anyOf"] = [{"enum": profiles + years}, _ref("RuleProfile")]
    properties["day"]["items"]["anyOf"].append({"enum": ["short rest", "long rest"]})
    defs["Encounter"]["required"] = ["sides"]  # `sides` make it an encounter


def _usable(kind: Schema, use: Schema) -> None:
    """It may use something ready, and so have no name of its own."""
    kind["properties"] = {"use": use, **kind["properties"]}
    kind["required"] = [name for name in kind["required"] if name != "name"]


def _named(description: str, names: Any) -> Schema:
    return {"description": description, "type": ["string", "integer"], "examples": list(names)}


def _number(word: str) -> Schema:
    holder = {"to_hit": scenario.Attack, "dc": scenario.Save, "amount": scenario.Heal}.get(
        word, scenario.Attack
    )
    found = msgspec.json.schema(holder)["$defs"][holder.__name__]["properties"][word]
    return {key: value for key, value in found.items() if key not in ("description", "default")}


def _requirements(defs: dict[str, Schema]) -> list[Schema]:
    kinds = _at(defs, "CombatAction.requires")
    items: Schema = next(c["items"] for c in kinds["anyOf"] if c.get("type") == "array")
    return [choice for choice in items["anyOf"] if "$ref" in choice]


# --- changing a schema ------------------------------------------------------------------------------


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _at(defs: dict[str, Schema], name: str) -> Schema:
    kind, field = name.split(".")
    found: Schema = defs[kind]["properties"][field]
    return found


def _also(defs: dict[str, Schema], name: str, *others: Schema) -> None:
    """A field may also be one of these."""
    field = _at(defs, name)
    kept: Schema = {key: field.pop(key) for key in ("description", "default") if key in field}
    choices = field.pop("anyOf", None) or [dict(field)]
    field.clear()
    field.update(kept, anyOf=[*choices, *others])


def _one_or_many(defs: dict[str, Schema], name: str) -> None:
    """One thing may stand for a list of it."""
    _also(defs, name, dict(_at(defs, name)["items"]))


def _each(defs: dict[str, Schema], name: str, other: Schema) -> None:
    """Each item of a list may also be this, and one item may stand for the list."""
    field = _at(defs, name)
    items = field["items"]
    choices = items.get("anyOf", [items])
    field["items"] = {"anyOf": [*choices, other]}
    _one_or_many(defs, name)


def _without(value: Any, *keys: str) -> Any:
    if isinstance(value, dict):
        return {key: _without(inner, *keys) for key, inner in value.items() if key not in keys}
    return [_without(inner, *keys) for inner in value] if isinstance(value, list) else value


if __name__ == "__main__":
    write()
