"""Routes as an OpenAPI document."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from turnwright.server.http.messages import Failure

from .schemas import Json, info, schemas, sentences


class Door(msgspec.Struct):
    """A route. `query` are its optional parameters."""

    path: str
    summary: str
    answer: Any
    body: Any = None
    query: dict[str, type] = {}
    handler: str = ""  # its text is the description
    status: str = "200"
    verb: str = ""
    kind: str = ""
    """The type of an answer that is a text of its own."""

    @property
    def method(self) -> str:
        return self.verb or ("post" if self.body is not None else "get")

    @property
    def is_admin(self) -> bool:
        return self.path.startswith("/admin")


def describe(title: str, doors: Sequence[Door], handlers: Any) -> Json:
    """The OpenAPI document of these routes; `handlers` is the class of the methods that they name."""
    types = [t for door in doors for t in (door.answer, door.body)]
    (*shown, failure), components = schemas([*types, Failure])
    paths: Json = {}
    for door, answer, body in zip(doors, shown[::2], shown[1::2], strict=True):
        text = "text/html" if door.path == "/docs" else "text/plain"
        kind = door.kind or (text if door.answer is str else "application/json")
        parameters = [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in re.findall(r"\{(\w+)\}", door.path)
        ] + [
            {"name": name, "in": "query", "schema": msgspec.json.schema(kind_of)}
            for name, kind_of in door.query.items()
        ]
        failed = {"application/json": {"schema": failure}}
        operation: Json = {
            "operationId": door.handler or door.path.strip("/").partition(".")[0],
            "summary": door.summary,
            "responses": {
                door.status: {"description": "Done", "content": {kind: {"schema": answer}}},
                "4XX": {"description": "Refused; nothing has changed", "content": failed},
            },
        }
        if door.handler and (text := sentences(getattr(handlers, door.handler))):
            operation["description"] = text
        if parameters:
            operation["parameters"] = parameters
        if door.body is not None:
            content = {"application/json": {"schema": body}}
            operation["requestBody"] = {"required": True, "content": content}
        if door.is_admin:
            operation["security"] = [{"admin": []}]
        paths.setdefault(door.path, {})[door.method] = operation
    parts: Json = {"schemas": components}
    if any(door.is_admin for door in doors):
        admin = {"type": "http", "scheme": "bearer", "description": "TURNWRIGHT_ADMIN_TOKEN"}
        parts["securitySchemes"] = {"admin": admin}
    return {"openapi": "3.1.0", "info": info(title), "paths": paths, "components": parts}
