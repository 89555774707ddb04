"""The OpenAPI document of the HTTP routes of the lobby and the lab."""

from __future__ import annotations

from functools import cache

from turnwright.server.http import drain, messages
from turnwright.server.http.admin import AdminRoutes
from turnwright.server.http.decks import DeckRoutes
from turnwright.server.http.lobby import Lobby
from turnwright.server.http.plans import PlanRoutes
from turnwright.server.node.moderation import AbuseReport, ModerationRequest
from turnwright.server.node.ratings import RatedPlayer
from turnwright.server.node.restrictions import Restriction

from .lab_routes import lab_route_docs
from .routes import RouteDoc, openapi_document
from .schemas import Json

PAGE: dict[str, type] = {"start": int, "limit": int}
REPLAY_PAGE: dict[str, type] = {"start": int, "count": int, "seat": str, "match": int, "token": str}
ROUTES = [
    RouteDoc("/api/games", "List the hosted games", list[messages.GameSummary], handler="games"),
    RouteDoc("/api/games/{game}", "Get a game: zones, phases, cards", Json,
             query={"rules": str}, handler="one_game"),
    RouteDoc("/api/games/{game}/plans", "Check a plan", messages.PlanDescription,
             messages.PlanRequest, handler="describe", handlers=PlanRoutes, id="plan"),
    RouteDoc("/api/games/{game}/decks", "Check a deck", messages.DeckDescription,
             messages.DeckRequest, handler="describe", handlers=DeckRoutes, id="deck"),
    RouteDoc("/api/rooms", "List the open rooms", list[messages.RoomSummary],
             query={"game": str, **PAGE}, handler="rooms"),
    RouteDoc("/api/rooms", "Create a room and take a seat", messages.Seated,
             messages.CreateRoomRequest, handler="create", status="201"),
    RouteDoc("/api/rooms/{room}", "Get a room", messages.RoomSummary,
             query={"code": str, "token": str}, handler="one_room"),
    RouteDoc("/api/rooms/{room}/join", "Take a seat in a room", messages.Seated,
             messages.JoinRequest, handler="join"),
    RouteDoc("/api/join", "Take a seat in the room with a code", messages.Seated,
             messages.JoinRequest, handler="join_by_code"),
    RouteDoc("/api/quick", "Find an opponent", messages.Seated, messages.QuickMatchRequest,
             handler="quick", status="2XX"),
    RouteDoc("/api/history", "List the finished matches", list[messages.RoomSummary],
             query=PAGE, handler="history"),
    RouteDoc("/api/ratings", "List the rated players of a game", list[RatedPlayer],
             query={"game": str, **PAGE}, handler="show_ratings"),
    RouteDoc("/api/rooms/{room}/replay", "Get the record of a finished match", Json,
             query={"match": int, "token": str}, handler="replay"),
    RouteDoc("/api/rooms/{room}/frames", "Get the views of a finished match, step by step",
             messages.Frames, query=REPLAY_PAGE, handler="frames"),
    RouteDoc("/api/rooms/{room}/summary", "Get a finished match at a glance",
             messages.MatchSummary, query={"match": int, "token": str}, handler="summary"),
    RouteDoc("/api/rooms/{room}/continue", "Play on from a step of a finished match",
             messages.Seated, messages.ContinueRequest, handler="play_on", status="201"),
    RouteDoc("/api/notice", "Get the notice to all players", drain.CurrentNotice,
             handler="notice", handlers=drain.DrainRoutes),
    RouteDoc("/admin/notice", "Tell all players something", drain.CurrentNotice,
             drain.NoticeRequest, handler="set_notice", handlers=drain.DrainRoutes),
    RouteDoc("/admin/drain", "Get the state of a drain", drain.DrainStatus,
             handler="drain_status", handlers=drain.DrainRoutes),
    RouteDoc("/admin/drain", "Drain and stop this node", drain.DrainStatus, drain.DrainRequest,
             handler="drain", handlers=drain.DrainRoutes),
    RouteDoc("/admin/drain", "Cancel a drain", drain.DrainStatus, handler="cancel_drain",
             handlers=drain.DrainRoutes, verb="delete"),
    RouteDoc("/admin/rooms", "List all rooms", list[Json], query=PAGE, handler="admin_rooms"),
    RouteDoc("/admin/rooms/{room}", "Inspect a room", Json, handler="admin_room"),
    RouteDoc("/admin/rooms/{room}/close-prompt", "Answer a prompt with its default", Json,
             messages.ClosePromptRequest, handler="admin_close"),
    RouteDoc("/admin/rooms/{room}/end", "End a match", Json, messages.EndMatchRequest,
             handler="admin_end"),
    RouteDoc("/admin/rooms/{room}/moderate", "Mute or kick somebody, switch chat off", Json,
             ModerationRequest, handler="admin_moderate"),
    RouteDoc("/admin/rooms/{room}/delete", "Delete a room", Json, messages.DeleteRoomRequest,
             handler="admin_delete"),
    RouteDoc("/admin/restrictions", "List bans and mutes", list[Restriction],
             handler="admin_restrictions"),
    RouteDoc("/admin/restrictions", "Ban or mute somebody, switch chat off", Restriction,
             messages.RestrictionRequest, handler="admin_restrict", status="201"),
    RouteDoc("/admin/restrictions/{id}/lift", "Lift a ban or mute", Restriction, verb="post",
             handler="admin_lift"),
    RouteDoc("/admin/reports", "List what players have reported", list[AbuseReport], query=PAGE,
             handler="admin_reports"),
    RouteDoc("/health", "Health check", Json),
    RouteDoc("/metrics", "Prometheus metrics", str),
    RouteDoc("/openapi.json", "This document", Json),
    RouteDoc("/asyncapi.json", "The AsyncAPI document of the socket", Json),
    RouteDoc("/docs", "Both documents as a page", str),
]  # fmt: skip


@cache
def openapi() -> Json:
    """Return the OpenAPI document of the lobby and the lab."""
    routes = [*ROUTES, *lab_route_docs()]
    return openapi_document("Turnwright: the lobby", routes, Lobby, AdminRoutes)
