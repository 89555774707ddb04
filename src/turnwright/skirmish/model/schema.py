"""The JSON Schema of scenario files: the types of the model, and the shorthand that files may use.

Run as a program, this module writes `data/skirmish.schema.json`. Editors use the schema that the first
line of a file names:

    # yaml-language-server: $schema=skirmish.schema.json
"""

from __future__ import annotations

import inspect
import json
from typing import Any

import msgspec

from . import library, scenario, vocabulary
from .use_references import NUMBERS

Schema = dict[str, Any]

FILE = library.DATA / "skirmish.schema.json"
PER = r"^\d+(\.\d+)?(/| per )(turn|round|encounter|fight|short rest|long rest|day)$"
TEXT: Schema = {"type": "string"}


def schema() -> Schema:
    """Return the schema of a scenario file."""
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
        "title": "A skirmish scenario for Turnwright",
        **whole,
    }


def text() -> str:
    """Return the schema as the text of its file."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def write() -> None:
    """Write the schema file of the package."""
    FILE.write_text(text(), "utf-8")


# --- shorthand ------------------------------------------------------------------------------------


def _actions(defs: dict[str, Schema]) -> None:
    action = defs["CombatAction"]
    ready = _named("The action that this one is based on.", library.action_data())
    _allow_use(action, ready)
    for number in NUMBERS:
        note = f"With use: overrides {number} in its effects."
        action["properties"][number] = {"description": note, **_number(number)}
    _allow(defs, "CombatAction.timing", {"enum": ["Main", "Free", "Anytime", "Setup"]})
    _allow(
        defs,
        "CombatAction.uses",
        {"type": "string", "pattern": PER, "examples": ["1 per long rest"]},
    )
    _allow(
        defs,
        "CombatAction.recharge",
        {"type": "string", "pattern": r"^\d(-\d|\+)?$", "examples": ["5-6"]},
    )
    _allow(defs, "CombatAction.targets", {"enum": _at(defs, "Targets.who")["enum"]})
    _allow_items(
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
        "Conditional.then",
        "Conditional.otherwise",
    ):
        _allow_single(defs, name)
    check = {"type": "string", "examples": ["target hp_percent <= 50", "not is_concentrating"]}
    for name in ("CombatAction.requires", "And.of", "Or.of"):
        _allow_items(defs, name, check)
    for name in ("Not.of", "Reaction.when"):
        _allow(
            defs, name, check, {"type": "array", "items": {"anyOf": [check, *_requirements(defs)]}}
        )
    defs["Reaction"]["required"] = ["on"]  # `on` implies the type
    event = defs["Reaction"]["properties"]["on"]
    event["examples"] = [*vocabulary.EVENTS, *vocabulary.ALIASES]
    _at(defs, "LastEvent.event")["examples"] = [*vocabulary.EVENTS, *vocabulary.ALIASES]
    _at(defs, "SelfCondition.name")["examples"] = list(vocabulary.SELF_FACTS)
    _at(defs, "TargetCondition.name")["examples"] = list(vocabulary.TARGET_FACTS)
    pools = ["Action", "BonusAction", "Reaction", "Movement", "SpellSlot"]
    _at(defs, "Cost.resource")["examples"] = pools


def _statuses(defs: dict[str, Schema]) -> None:
    some = ["1 round", "1 minute", "1 turn of bearer at end", "encounter", "next attack made"]
    _allow(defs, "Status.duration", {"type": "string", "examples": some})
    _allow(defs, "Status.repeat_save", TEXT)
    _allow_single(defs, "Status.conditions")
    _allow_single(defs, "Condition.includes")


def _combatants(defs: dict[str, Schema]) -> None:
    combatant = defs["Combatant"]
    _allow_use(
        combatant, _named("The combatant that this one is based on.", library.combatant_data())
    )
    action = {"type": "string", "examples": list(library.action_data())}
    for name in ("Combatant.actions", "Combatant.reactions"):
        as_list = _at(defs, name)
        as_list["items"] = {"anyOf": [action, {"$ref": "#/$defs/CombatAction"}]}
        _allow_single(defs, name)
    _allow_single(defs, "Combatant.traits")
    _allow_single(defs, "Combatant.disabled")
    pool = _at(defs, "Combatant.pools")["additionalProperties"]
    amount = {"type": "number", "minimum": 0}
    pool["anyOf"] += [
        {"type": "string", "pattern": PER, "examples": ["3 per short rest"]},
        {"type": "array", "items": amount, "description": "The pools of levels 1, 2, ..."},
    ]


def _scenario(defs: dict[str, Schema]) -> None:
    member = {
        "anyOf": [_named("The name of a combatant.", library.combatant_data()), _ref("Combatant")]
    }
    members = {"type": "array", "items": member}
    _at(defs, "Side.combatants")["items"] = member
    for name in ("Scenario.sides", "Encounter.sides"):
        _allow(
            defs,
            name,
            {
                "type": "object",
                "description": "Sides by their names.",
                "additionalProperties": {"anyOf": [members, *member["anyOf"]]},
            },
        )
    properties = defs["Scenario"]["properties"]
    properties["include"] = {
        "description": "Files whose combatants and actions this file can use.",
        "anyOf": [TEXT, {"type": "array", "items": TEXT}],
    }
    properties["combatants"] = {
        "description": "Combatants of this file, for `use`. The key is the name.",
        "type": "object",
        "additionalProperties": _ref("Combatant"),
    }
    _allow_use(
        defs["RuleProfile"],
        _named("The rule profile that this one is based on.", library.profile_data()),
    )
    profiles = list(library.profile_data())
    years = [int(name) for name in profiles if name.isdecimal()]
    properties["rules"]["anyOf"] = [{"enum": profiles + years}, _ref("RuleProfile")]
    properties["day"]["items"]["anyOf"].append({"enum": ["short rest", "long rest"]})
    defs["Encounter"]["required"] = ["sides"]  # `sides` implies the type


def _allow_use(kind: Schema, use: Schema) -> None:
    """Allow `use`, with which a name is not required."""
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


# --- changing a schema ----------------------------------------------------------------------------


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _at(defs: dict[str, Schema], name: str) -> Schema:
    kind, field = name.split(".")
    found: Schema = defs[kind]["properties"][field]
    return found


def _allow(defs: dict[str, Schema], name: str, *others: Schema) -> None:
    """Allow other values for a field."""
    field = _at(defs, name)
    kept: Schema = {key: field.pop(key) for key in ("description", "default") if key in field}
    choices = field.pop("anyOf", None) or [dict(field)]
    field.clear()
    field.update(kept, anyOf=[*choices, *others])


def _allow_single(defs: dict[str, Schema], name: str) -> None:
    """Allow a single value in place of a list."""
    _allow(defs, name, dict(_at(defs, name)["items"]))


def _allow_items(defs: dict[str, Schema], name: str, other: Schema) -> None:
    """Allow other values for the items of a list, and a single item in place of the list."""
    field = _at(defs, name)
    items = field["items"]
    choices = items.get("anyOf", [items])
    field["items"] = {"anyOf": [*choices, other]}
    _allow_single(defs, name)


def _without(value: Any, *keys: str) -> Any:
    if isinstance(value, dict):
        return {key: _without(inner, *keys) for key, inner in value.items() if key not in keys}
    return [_without(inner, *keys) for inner in value] if isinstance(value, list) else value


if __name__ == "__main__":
    write()
