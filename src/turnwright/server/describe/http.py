"""OpenAPI: the HTTP routes."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

from turnwright.server import bodies
from turnwright.server.lobby import Lobby

from .schemas import Json, info, schemas, sentences


class Door(msgspec.Struct):
    """A route. `query` are its optional parameters."""

    path: str
    summary: str
    answer: Any
    body: Any = None
    query: dict[str, type] = {}
    handler: str = ""  # in the lobby: its text is the description
    status: str = "200"

    @property
    def method(self) -> str:
        return "post" if self.body is not None else "get"

    @property
    def is_admin(self) -> bool:
        return self.path.startswith("/admin")


PAGED: dict[str, type] = {"start": int, "count": int, "seat": str, "match": int, "token": str}
DOORS = [
    Door("/api/games", "The games that are hosted", list[bodies.GameSummary], handler="games"),
    Door("/api/games/{game}", "A game: zones, phases, cards", Json, handler="one_game"),
    Door("/api/rooms", "Open rooms", list[bodies.RoomSummary], query={"game": str}, handler="rooms"),
    Door("/api/rooms", "Make a room and sit down", bodies.Seated, bodies.CreateRoom,
         handler="create", status="201"),
    Door("/api/rooms/{room}", "A room", bodies.RoomSummary, handler="one_room"),
    Door("/api/rooms/{room}/join", "Sit down", bodies.Seated, bodies.JoinBody, handler="join"),
    Door("/api/join", "Sit down where a code leads", bodies.Seated, bodies.JoinBody,
         handler="join_by_code"),
    Door("/api/quick", "Play with whoever waits", bodies.Seated, bodies.QuickMatch, handler="quick",
         status="2XX"),
    Door("/api/history", "What is over", list[bodies.RoomSummary], query={"limit": int},
         handler="history"),
    Door("/api/rooms/{room}/replay", "The record of a match that is over", Json,
         query={"match": int, "token": str}, handler="replay"),
    Door("/api/rooms/{room}/frames", "What was seen at each step of a match that is over",
         bodies.Frames, query=PAGED, handler="frames"),
    Door("/admin/rooms", "All rooms", list[Json], handler="admin_rooms"),
    Door("/admin/rooms/{room}", "A room from inside", Json, handler="admin_room"),
    Door("/admin/rooms/{room}/close-prompt", "Answer a prompt with its default", Json,
         bodies.CloseBody, handler="admin_close"),
    Door("/admin/rooms/{room}/end", "End a match", Json, bodies.EndBody, handler="admin_end"),
    Door("/health", "Does it live?", Json),
    Door("/metrics", "For Prometheus", str),
    Door("/openapi.json", "This document", Json),
    Door("/asyncapi.json", "The messages of the socket", Json),
    Door("/docs", "A page about all of this", str),
]  # fmt: skip


@cache
def openapi() -> Json:
    """The HTTP routes."""
    types = [t for door in DOORS for t in (door.answer, door.body)]
    (*shown, failure), components = schemas([*types, bodies.Failure])
    paths: Json = {}
    for door, answer, body in zip(DOORS, shown[::2], shown[1::2], strict=True):
        text = "text/html" if door.path == "/docs" else "text/plain"
        kind = text if door.answer is str else "application/json"
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
        if door.handler and (text := sentences(getattr(Lobby, door.handler))):
            operation["description"] = text
        if parameters:
            operation["parameters"] = parameters
        if door.body is not None:
            content = {"application/json": {"schema": body}}
            operation["requestBody"] = {"required": True, "content": content}
        if door.is_admin:
            operation["security"] = [{"admin": []}]
        paths.setdefault(door.path, {})[door.method] = operation
    admin = {"type": "http", "scheme": "bearer", "description": "TURNWRIGHT_ADMIN_TOKEN"}
    return {
        "openapi": "3.1.0",
        "info": info("Turnwright: the lobby"),
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"admin": admin}},
    }
