"""JSON Schemas and descriptions of types, for both documents."""

from __future__ import annotations

import inspect
from typing import Any, TypeAlias

import msgspec

from turnwright import __version__

Json: TypeAlias = dict[str, Any]
REF = "#/components/schemas/{name}"


def sentences(thing: Any) -> str:
    """Return the docstring of a type, function or module without its indentation."""
    return inspect.cleandoc(getattr(thing, "__doc__", None) or "")


def schemas(types: list[Any]) -> tuple[list[Json], dict[str, Json]]:
    """Return the schema of each type, and the schemas that they refer to."""
    shown, components = msgspec.json.schema_components(types, ref_template=REF)
    for schema in components.values():
        if "description" in schema:
            schema["description"] = inspect.cleandoc(schema["description"])
        for name, field in schema.get("properties", {}).items():
            if len(field.get("enum", ())) == 1:  # generators make an enumeration of it
                schema["properties"][name] = {"type": "string", "const": field["enum"][0]}
    return list(shown), components


def info(title: str) -> Json:
    """Return the `info` object of a document."""
    return {"title": title, "version": __version__, "license": {"name": "MIT"}}
