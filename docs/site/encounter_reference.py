"""The reference of encounter files: every type and field of the schema, with an example of each field.

Examples come from the files that are shipped; `field-examples.yaml` beside this module has the others.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from turnwright.skirmish.describe import word_reference
from turnwright.skirmish.model import library
from turnwright.skirmish.model.parsed_document import load
from turnwright.skirmish.model.schema import schema

from .markdown import cell, code, page, table

FILE = "reference/encounter-fields.md"
EXAMPLES = Path(__file__).with_name("field-examples.yaml")
LONGEST = 110
"""How long an example may be, in characters."""

GROUPS = {
    "The file": ("Scenario", "Side", "Encounter", "Rest"),
    "Combatants": ("Combatant", "PoolSize"),
    "Actions": ("CombatAction", "Uses", "Targets", "Cost", "Variable"),
    "Timing": ("Main", "Free", "Reaction", "Setup"),
    "Requirements": (
        "And", "Or", "Not", "TargetCondition", "SelfCondition", "HasResource", "HasTag", "LastEvent",
        "Custom",
    ),
    "Statuses": ("Status", "Duration", "RepeatSave"),
    "Rules": ("RuleProfile", "Condition"),
}  # fmt: skip

PLAIN = re.compile(
    r"(?!(?:true|false|null)$)[A-Za-z=!<][^:#\[\]{},\"]*|\d+d[\w+ -]*|\d+-\d+|\d+ \w[\w ]*"
)
"""Texts that need no quotes in YAML."""

STACKING = """\
### Stacking

Different statuses on one combatant add up: bonuses, dice and multipliers of all of them count. The same
status from the same source does not stack, it starts over. Of statuses with the same name from several
sources only the numbers of the first count, while the tags and conditions of all do. Two resistances to
a damage type are one.
"""

Examples = dict[tuple[str, str], str]


@cache
def definitions() -> dict[str, Any]:
    """Return the types of the schema by name."""
    found: dict[str, Any] = schema()["$defs"]
    return found


def pages() -> Iterator[tuple[str, str]]:
    """Write the page: its path and text."""
    parts = [
        "Every field of an encounter file, by the type that has it, with an example. Files are checked "
        "while they are read, and every mistake is reported with its line. "
        "[The words of scenario files](skirmish-words.md) explains effects, facts and events; "
        "[How to simulate an encounter](../howto/simulate-an-encounter.md) shows whole files.",
    ]
    named = {name for names in GROUPS.values() for name in names}
    effects = [one.__name__ for one in word_reference.effect_types()]
    for heading, names in {**GROUPS, "Effects": [n for n in effects if n not in named]}.items():
        parts.append(f"## {heading}\n")
        parts += [_type(name) for name in names if name in definitions()]
        parts += [STACKING] if heading == "Statuses" else []
    yield FILE, page("The fields of encounter files", *parts)


def shown_types() -> set[str]:
    """Return the names of all types on the page."""
    effects = [one.__name__ for one in word_reference.effect_types()]
    return {*effects, *(name for names in GROUPS.values() for name in names)}


def missing_examples() -> list[str]:
    """Return the fields for which there is no example, as `Type.field`."""
    return [
        f"{name}.{field}"
        for name in sorted(shown_types() & set(definitions()))
        for field in definitions()[name].get("properties", {})
        if field != "type" and (name, field) not in examples()
    ]


def _type(name: str) -> str:
    found = definitions()[name]
    required = found.get("required", [])
    rows = [
        (code(field), kind_of(facts), facts.get("description", ""), _default(field, facts, required),
         code(examples()[name, field]) if (name, field) in examples() else "")
        for field, facts in found.get("properties", {}).items()
        if field != "type"
    ]  # fmt: skip
    head = ("field", "type", "meaning", "default", "example")
    label = "Action" if name == "CombatAction" else name
    lead = " ".join(found.get("description", "").split())
    wire = found.get("properties", {}).get("type", {}).get("enum", [""])[0]
    typed = f"Written as `type: {wire}`.\n" if wire else ""
    return f"({anchor(name)})=\n### {label}\n\n{lead}\n\n{typed}\n{table(head, rows)}"


def anchor(name: str) -> str:
    """Return the name of the anchor of a type."""
    return f"encounter-{name.lower()}"


def _default(field: str, facts: Mapping[str, Any], required: Iterable[str]) -> str:
    if field in required:
        return "required"
    return code(json.dumps(facts.get("default"), ensure_ascii=False))


def kind_of(facts: Mapping[str, Any]) -> str:
    """Return a short description of what a field accepts, with links to the types of the page."""
    if "$ref" in facts:
        name = facts["$ref"].rpartition("/")[2]
        label = "Action" if name == "CombatAction" else name
        return f"[{label}](#{anchor(name)})" if name in shown_types() else label
    if "anyOf" in facts:
        kinds = list(dict.fromkeys(kind_of(one) for one in facts["anyOf"]))
        kinds = [kind for kind in kinds if kind != "null"]
        return " or ".join(kinds) if len(kinds) <= 4 else _summary(kinds)
    if "enum" in facts:
        words = [code(cell(word)) for word in facts["enum"] if word != ""]
        return " or ".join(words) if len(words) <= 6 else f"{', '.join(words[:5])}, ..."
    kind = facts.get("type", "anything")
    if kind == "array":
        return f"list of {kind_of(facts.get('items', {}))}"
    if kind == "object":
        inner = facts.get("additionalProperties")
        return f"{kind_of(inner)} by name" if isinstance(inner, dict) else "fields by name"
    kinds = kind if isinstance(kind, list) else [kind]
    words = {"string": "text", "boolean": "true or false"}
    return " or ".join(words.get(one, one) for one in kinds)


def _summary(kinds: list[str]) -> str:
    if any("TargetCondition" in kind for kind in kinds):
        return "[a requirement](#requirements)"
    if any("Harm" in kind for kind in kinds):
        return "[an effect](#effects)"
    return " or ".join(kinds)


# --- examples -------------------------------------------------------------------------------------


@cache
def examples() -> Examples:
    """Return an example of each field: the shortest of the shipped files that says something."""
    found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for name, value in _shipped():
        _collect({"$ref": f"#/$defs/{name}"}, value, found)
    written = load(EXAMPLES.read_text("utf-8"))[0] if EXAMPLES.exists() else {}
    chosen = {key: min(texts, key=_preference) for key, texts in found.items()}
    for name, fields in written.items():
        chosen |= {(name, field): text for field, text in fields.items()}
    return chosen


def _preference(text: str) -> tuple[bool, int, str]:
    """Short examples come first, but an empty value says nothing."""
    return text.endswith(("{}", "[]", '""')), len(text), text


def _shipped() -> Iterator[tuple[str, Any]]:
    """Everything in the shipped files, each with the name of its type."""
    for name, kind in (("monsters", "Combatant"), ("spells", "CombatAction")):
        for line in (library.DATA / "srd-5.1" / f"{name}.jsonl").read_text("utf-8").splitlines():
            yield kind, json.loads(line)
    for path in sorted(library.DATA.rglob("*.yaml")):
        content = load(path.read_text("utf-8"))[0]
        folder = path.parent.name
        if folder == "encounters":
            yield "Scenario", content
        elif folder == "profiles":
            yield "RuleProfile", content
        elif folder == "templates":
            yield "CombatAction", content
        elif folder in ("actions", "combatants"):
            for row in content.values():
                yield "CombatAction" if folder == "actions" else "Combatant", row
        elif path.name == "word-examples.yaml":
            for effect in content["effects"].values():
                yield "CombatAction", {"effect": effect}
            for event in content["events"].values():
                yield "CombatAction", {"timing": event["example"]}


def _collect(facts: Mapping[str, Any], value: Any, found: dict[tuple[str, str], list[str]]) -> None:
    if "$ref" in facts:
        name = facts["$ref"].rpartition("/")[2]
        target = definitions()[name]
        if isinstance(value, Mapping) and "properties" in target:
            for field, inner in target["properties"].items():
                if field in value:
                    text = f"{field}: {_flow(value[field])}"
                    if len(text) <= LONGEST:
                        found[name, field].append(text)
                    _collect(inner, value[field], found)
        return
    for one in facts.get("anyOf", ()):
        if _fits(one, value):
            _collect(one, value, found)
    if isinstance(value, list):
        for each in value:
            _collect(facts.get("items", {}), each, found)
    inner = facts.get("additionalProperties")
    if isinstance(value, Mapping) and isinstance(inner, Mapping):
        for each in value.values():
            _collect(inner, each, found)


def _fits(facts: Mapping[str, Any], value: Any) -> bool:
    """Whether a value has the form of one of several alternatives."""
    if "$ref" not in facts:
        return True
    if not isinstance(value, Mapping):
        return False
    target = definitions()[facts["$ref"].rpartition("/")[2]]
    fields = target.get("properties", {})
    tags = fields.get("type", {}).get("enum")
    if tags and value.get("type") not in tags:
        return False
    return set(value) <= set(fields)


def _flow(value: Any) -> str:
    """Write a value as YAML on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(each) for each in value) + "]"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    text = str(value)
    is_plain = not isinstance(value, str) or PLAIN.fullmatch(text)
    return text if is_plain else json.dumps(text, ensure_ascii=False)
