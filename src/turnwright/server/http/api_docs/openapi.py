"""OpenAPI: the HTTP routes."""

from __future__ import annotations

from functools import cache

from turnwright.server.http import messages
from turnwright.server.http.lobby import Lobby

from .routes import Door, describe
from .schemas import Json

PAGED: dict[str, type] = {"start": int, "count": int, "seat": str, "match": int, "token": str}
DOORS = [
    Door("/api/games", "The games that are hosted", list[messages.GameSummary], handler="games"),
    Door("/api/games/{game}", "A game: zones, phases, cards", Json, handler="one_game"),
    Door("/api/rooms", "Open rooms", list[messages.RoomSummary], query={"game": str}, handler="rooms"),
    Door("/api/rooms", "Make a room and sit down", messages.Seated, messages.CreateRoom,
         handler="create", status="201"),
    Door("/api/rooms/{room}", "A room", messages.RoomSummary, handler="one_room"),
    Door("/api/rooms/{room}/join", "Sit down", messages.Seated, messages.JoinBody, handler="join"),
    Door("/api/join", "Sit down where a code leads", messages.Seated, messages.JoinBody,
         handler="join_by_code"),
    Door("/api/quick", "Play with whoever waits", messages.Seated, messages.QuickMatch, handler="quick",
         status="2XX"),
    Door("/api/history", "What is over", list[messages.RoomSummary], query={"limit": int},
         handler="history"),
    Door("/api/rooms/{room}/replay", "The record of a match that is over", Json,
         query={"match": int, "token": str}, handler="replay"),
    Door("/api/rooms/{room}/frames", "What was seen at each step of a match that is over",
         messages.Frames, query=PAGED, handler="frames"),
    Door("/admin/rooms", "All rooms", list[Json], handler="admin_rooms"),
    Door("/admin/rooms/{room}", "A room from inside", Json, handler="admin_room"),
    Door("/admin/rooms/{room}/close-prompt", "Answer a prompt with its default", Json,
         messages.CloseBody, handler="admin_close"),
    Door("/admin/rooms/{room}/end", "End a match", Json, messages.EndBody, handler="admin_end"),
    Door("/health", "Does it live?", Json),
    Door("/metrics", "For Prometheus", str),
    Door("/openapi.json", "This document", Json),
    Door("/asyncapi.json", "The messages of the socket", Json),
    Door("/docs", "A page about all of this", str),
]  # fmt: skip


@cache
def openapi() -> Json:
    """The HTTP routes."""
    return describe("Turnwright: the lobby", DOORS, Lobby)
