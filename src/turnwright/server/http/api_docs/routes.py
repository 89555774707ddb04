"""Generates an OpenAPI document from descriptions of routes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from turnwright.server.http.messages import ErrorResponse

from .schemas import Json, info, schemas, sentences


class RouteDoc(msgspec.Struct):
    """The description of a route. `query` are its optional parameters."""

    path: str
    summary: str
    answer: Any
    body: Any = None
    query: dict[str, type] = {}
    handler: str = ""  # name of the method whose docstring is the description
    status: str = "200"
    verb: str = ""
    kind: str = ""  # the media type, if it is neither JSON nor plain text
    events: dict[str, Any] = {}  # the types of the events of a stream, by name
    handlers: Any = None  # the class of the handler, if it is not that of the other routes
    id: str = ""  # the operation's id, if it is not the name of the handler

    @property
    def method(self) -> str:
        """The HTTP method: by default POST if there is a body."""
        return self.verb or ("post" if self.body is not None else "get")

    @property
    def is_admin(self) -> bool:
        """Whether the route requires the administrator's token."""
        return self.path.startswith("/admin")


def openapi_document(
    title: str, routes: Sequence[RouteDoc], handlers: Any, admin_handlers: Any = None
) -> Json:
    """Return the OpenAPI document of some routes. `handlers` is the class with their methods, and
    `admin_handlers` that with the methods of administrators."""
    types = [t for route in routes for t in (route.answer, route.body)]
    events = [kind for route in routes for kind in route.events.values()]
    (failure, *shown), components = schemas([ErrorResponse, *types, *events])
    event_schemas = iter(shown[len(types) :])
    paths: Json = {}
    for route, answer, body in zip(
        routes, shown[: len(types) : 2], shown[1 : len(types) : 2], strict=True
    ):
        if route.events:
            answer = {"anyOf": [next(event_schemas) for _ in route.events]}
        text = "text/html" if route.path == "/docs" else "text/plain"
        kind = route.kind or (text if route.answer is str else "application/json")
        parameters = [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in re.findall(r"\{(\w+)\}", route.path)
        ] + [
            {"name": name, "in": "query", "schema": msgspec.json.schema(kind_of)}
            for name, kind_of in route.query.items()
        ]
        failed = {"application/json": {"schema": failure}}
        operation: Json = {
            "operationId": route.id or route.handler or route.path.strip("/").partition(".")[0],
            "summary": route.summary,
            "responses": {
                route.status: {"description": "Success", "content": {kind: {"schema": answer}}},
                "4XX": {"description": "Error; nothing was changed", "content": failed},
            },
        }
        owner = route.handlers or (admin_handlers if route.is_admin else handlers)
        if route.handler and (text := sentences(getattr(owner, route.handler))):
            operation["description"] = text
        if parameters:
            operation["parameters"] = parameters
        if route.body is not None:
            content = {"application/json": {"schema": body}}
            operation["requestBody"] = {"required": True, "content": content}
        if route.is_admin:
            operation["security"] = [{"admin": []}]
        paths.setdefault(route.path, {})[route.method] = operation
    parts: Json = {"schemas": components}
    if any(route.is_admin for route in routes):
        admin = {"type": "http", "scheme": "bearer", "description": "TURNWRIGHT_ADMIN_TOKEN"}
        parts["securitySchemes"] = {"admin": admin}
    return {"openapi": "3.1.0", "info": info(title), "paths": paths, "components": parts}
