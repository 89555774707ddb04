"""Schemas and texts from types: what both documents are made of."""

from __future__ import annotations

import inspect
from typing import Any, TypeAlias

import msgspec

from turnwright import __version__

Json: TypeAlias = dict[str, Any]
REF = "#/components/schemas/{name}"


def sentences(thing: Any) -> str:
    """The text of a type, a function or a module, without its indentation."""
    return inspect.cleandoc(getattr(thing, "__doc__", None) or "")


def schemas(types: list[Any]) -> tuple[list[Json], dict[str, Json]]:
    """The schema of each, and all that they refer to."""
    shown, components = msgspec.json.schema_components(types, ref_template=REF)
    for schema in components.values():
        if "description" in schema:
            schema["description"] = inspect.cleandoc(schema["description"])
    return list(shown), components


def info(title: str) -> Json:
    return {"title": title, "version": __version__, "license": {"name": "MIT"}}
