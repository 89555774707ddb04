"""The OpenAPI document of the HTTP routes of the lobby and the lab."""

from __future__ import annotations

from functools import cache

from turnwright.server.http import messages
from turnwright.server.http.lobby import Lobby

from .lab_routes import lab_route_docs
from .routes import RouteDoc, openapi_document
from .schemas import Json

REPLAY_PAGE: dict[str, type] = {"start": int, "count": int, "seat": str, "match": int, "token": str}
ROUTES = [
    RouteDoc("/api/games", "List the hosted games", list[messages.GameSummary], handler="games"),
    RouteDoc("/api/games/{game}", "Get a game: zones, phases, cards", Json, handler="one_game"),
    RouteDoc("/api/rooms", "List the open rooms", list[messages.RoomSummary], query={"game": str},
             handler="rooms"),
    RouteDoc("/api/rooms", "Create a room and take a seat", messages.Seated,
             messages.CreateRoomRequest, handler="create", status="201"),
    RouteDoc("/api/rooms/{room}", "Get a room", messages.RoomSummary, handler="one_room"),
    RouteDoc("/api/rooms/{room}/join", "Take a seat in a room", messages.Seated,
             messages.JoinRequest, handler="join"),
    RouteDoc("/api/join", "Take a seat in the room with a code", messages.Seated,
             messages.JoinRequest, handler="join_by_code"),
    RouteDoc("/api/quick", "Find an opponent", messages.Seated, messages.QuickMatchRequest,
             handler="quick", status="2XX"),
    RouteDoc("/api/history", "List the finished matches", list[messages.RoomSummary],
             query={"limit": int}, handler="history"),
    RouteDoc("/api/rooms/{room}/replay", "Get the record of a finished match", Json,
             query={"match": int, "token": str}, handler="replay"),
    RouteDoc("/api/rooms/{room}/frames", "Get the views of a finished match, step by step",
             messages.Frames, query=REPLAY_PAGE, handler="frames"),
    RouteDoc("/admin/rooms", "List all rooms", list[Json], handler="admin_rooms"),
    RouteDoc("/admin/rooms/{room}", "Inspect a room", Json, handler="admin_room"),
    RouteDoc("/admin/rooms/{room}/close-prompt", "Answer a prompt with its default", Json,
             messages.ClosePromptRequest, handler="admin_close"),
    RouteDoc("/admin/rooms/{room}/end", "End a match", Json, messages.EndMatchRequest,
             handler="admin_end"),
    RouteDoc("/health", "Health check", Json),
    RouteDoc("/metrics", "Prometheus metrics", str),
    RouteDoc("/openapi.json", "This document", Json),
    RouteDoc("/asyncapi.json", "The AsyncAPI document of the socket", Json),
    RouteDoc("/docs", "Both documents as a page", str),
]  # fmt: skip


@cache
def openapi() -> Json:
    """Return the OpenAPI document of the lobby and the lab."""
    return openapi_document("Turnwright: the lobby", [*ROUTES, *lab_route_docs()], Lobby)
