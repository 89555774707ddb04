"""What is left of faulty data: everything that can be read, with placeholders for what cannot.

A page shows a scenario while it is being edited, so a mistake in one field must not hide the rest.
Lists keep their length, so that the paths of their items stay valid.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import inspect as kinds

from .file_problems import choices_of, fits, is_like, named_fault
from .parsed_document import Path

T = TypeVar("T")

MISSING: Any = object()
NOBODY = "?"
"""The name of whatever has none."""

_REQUIRED: Mapping[str, Any] = {
    "name": NOBODY, "resource": NOBODY, "tag": NOBODY, "key": NOBODY, "damage": 0, "amount": 0,
    "dc": 10, "max": 0, "status": {"name": NOBODY}, "on": "", "event": "",
}  # fmt: skip
"""Values of required fields that are missing or cannot be read."""

_ITEMS: Mapping[str, Any] = {
    "Cost": {"resource": NOBODY},
    "And": {"type": "And", "of": []},
    "Attack": {"type": "Harm", "damage": 0},
    "Combatant": {"name": NOBODY},
    "CombatAction": {"name": NOBODY},
    "Side": {"name": NOBODY},
    "Encounter": {"type": "Fight"},
    "Status": {"name": NOBODY},
}
"""Items of lists that cannot be read, by the first type that the list may hold."""


class KeptValue(NamedTuple):
    """A plain value that was left out because it has a wrong type or is out of bounds."""

    path: Path
    value: Any


def salvage(data: Any, kind: type[T]) -> tuple[T | None, list[KeptValue]]:
    """Convert as much of the data as possible. Also return the plain values that were left out."""
    kept: list[KeptValue] = []
    pruned = _pruned(data, kinds.type_info(kind), (), kept)
    try:
        return msgspec.convert(pruned, kind), kept
    except (msgspec.ValidationError, RecursionError):
        return None, kept


def _pruned(value: Any, kind: kinds.Type, path: Path, kept: list[KeptValue]) -> Any:
    choices = choices_of(kind)
    fitting = [choice for choice in choices if is_like(value, choice)]
    structs = [choice for choice in fitting if isinstance(choice, kinds.StructType)]
    if structs and isinstance(value, dict):
        struct = _struct(value, structs)
        return MISSING if struct is None else _pruned_struct(value, struct, path, kept)
    for choice in fitting:
        if isinstance(choice, kinds.VarTupleType):
            return _pruned_items(value, choice.item_type, path, kept)
        if isinstance(choice, kinds.DictType):
            pairs = {
                key: _pruned(inner, choice.value_type, (*path, key), kept)
                for key, inner in value.items()
            }
            return {key: inner for key, inner in pairs.items() if inner is not MISSING}
    if any(fits(value, choice) for choice in fitting):
        return value
    if isinstance(value, (str, int, float)) and any(map(_is_plain, choices)):
        kept.append(KeptValue(path, value))
    return MISSING


def _is_plain(kind: kinds.Type) -> bool:
    plain = (kinds.IntType, kinds.FloatType, kinds.StrType, kinds.BoolType, kinds.LiteralType)
    return isinstance(kind, plain)


def _struct(value: dict[str, Any], structs: list[kinds.StructType]) -> kinds.StructType | None:
    if len(structs) == 1:
        return structs[0]
    tag = value.get(structs[0].tag_field or "type")
    return next((one for one in structs if one.tag == tag), None)


def _pruned_items(value: Any, kind: kinds.Type, path: Path, kept: list[KeptValue]) -> list[Any]:
    items = []
    structs = [one for one in choices_of(kind) if isinstance(one, kinds.StructType)]
    for index, item in enumerate(value):
        pruned = _pruned(item, kind, (*path, index), kept)
        if pruned is MISSING and structs:
            pruned = dict(_ITEMS.get(structs[0].cls.__name__, {}))
            if "name" in pruned and isinstance(item, dict) and isinstance(item.get("name"), str):
                pruned["name"] = item["name"] or NOBODY
        if pruned is not MISSING:
            items.append(pruned)
    return items


def _pruned_struct(
    value: dict[str, Any], struct: kinds.StructType, path: Path, kept: list[KeptValue]
) -> Any:
    try:
        msgspec.convert(value, struct.cls)
        return value
    except (msgspec.ValidationError, RecursionError):
        pass
    good: dict[str, Any] = {} if struct.tag_field is None else {struct.tag_field: struct.tag}
    required = {field.encode_name for field in struct.fields if field.required}
    for field in struct.fields:
        name = field.encode_name
        pruned = MISSING
        if name in value:
            pruned = _pruned(value[name], field.type, (*path, name), kept)
        if pruned is MISSING and name in required:
            pruned = _placeholder(name, struct)
        if pruned is not MISSING:
            good[name] = pruned
    return _fitting_together(good, struct, required, path, kept)


def _placeholder(name: str, struct: kinds.StructType) -> Any:
    if name == "of":
        return {"type": "And", "of": []} if struct.cls.__name__ == "Not" else []
    return _REQUIRED.get(name, MISSING)


def _fitting_together(
    good: dict[str, Any],
    struct: kinds.StructType,
    required: set[str],
    path: Path,
    kept: list[KeptValue],
) -> Any:
    """Leave out the fields that the checks of the type itself refuse, such as those of dice."""
    replaced: set[str] = set()
    while True:
        try:
            msgspec.convert(good, struct.cls)
            return good
        except (msgspec.ValidationError, RecursionError) as error:
            name = named_fault(error)
            if name not in good or name in replaced:
                return MISSING
            wrong = good.pop(name)
            replaced.add(name)
            if isinstance(wrong, (str, int, float)):
                kept.append(KeptValue((*path, name), wrong))
            if name in required and (stand_in := _placeholder(name, struct)) is not MISSING:
                good[name] = stand_in
