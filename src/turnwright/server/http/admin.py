"""The HTTP routes of administrators: rooms, restrictions of people, reports.

Every request needs the bearer token of the setting `admin_token`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from math import isfinite
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from turnwright.core.errors import UnusableError
from turnwright.server.node.connections import OwnedRoom
from turnwright.server.node.moderation import ADMINISTRATOR, ModerationRequest, client_key
from turnwright.server.node.node import Node, is_room_id
from turnwright.server.node.restrictions import BAN, EVERYBODY, MUTE
from turnwright.server.node.unplayable_rooms import CLOSED, end_unplayable
from turnwright.server.rooms import inputs
from turnwright.server.views.protocol import seat_id
from turnwright.server.views.room_messages import chat_data, seats_data

from .authorization import check_admin
from .limits import limited_network
from .messages import (
    ClosePromptRequest,
    DeleteRoomRequest,
    EndMatchRequest,
    RestrictionRequest,
)
from .responses import int_param, json_response, read_body, with_error_responses

BY_NAME = "an administrator"


class AdminRoutes:
    """The routes of `/admin/`."""

    def __init__(self, node: Node) -> None:
        self.node, self.moderation = node, node.moderation
        self.methods: dict[str, Callable[..., Awaitable[Any]]] = {
            "moderate_room": self._moderate_here,
            "delete_room": self._delete_here,
            "end_room": self._end_here,
        }
        if node.relay is not None:
            node.relay.methods.update(self.methods)

    def routes(self) -> list[Route]:
        """Return the routes for the application."""
        return [
            Route("/admin/rooms", self.admin_rooms),
            Route("/admin/rooms/{room}", self.admin_room),
            Route("/admin/rooms/{room}/close-prompt", self.admin_close, methods=["POST"]),
            Route("/admin/rooms/{room}/end", self.admin_end, methods=["POST"]),
            Route("/admin/rooms/{room}/moderate", self.admin_moderate, methods=["POST"]),
            Route("/admin/rooms/{room}/delete", self.admin_delete, methods=["POST"]),
            Route("/admin/restrictions", self.admin_restrictions, methods=["GET"]),
            Route("/admin/restrictions", self.admin_restrict, methods=["POST"]),
            Route("/admin/restrictions/{id}/lift", self.admin_lift, methods=["POST"]),
            Route("/admin/reports", self.admin_reports),
        ]

    def _check(self, request: Request) -> None:
        check_admin(request, self.node.settings)

    async def _owned(self, request: Request) -> OwnedRoom:
        return await self._find(request.path_params["room"])

    async def _find(self, room: str) -> OwnedRoom:
        owned = await self.node.find_room(room) if is_room_id(room) else None
        if owned is None:
            raise UnusableError("no_room", f"There is no room {room[:40]!r} on this node.")
        return owned

    # --- rooms -------------------------------------------------------------------------------------

    @with_error_responses
    async def admin_rooms(self, request: Request) -> Response:
        """All rooms, including private and finished ones, the newest first. `start` and `limit`
        select a page."""
        self._check(request)
        limit = int_param(request, "limit", 1000, 1000)
        start = int_param(request, "start", 0, 1_000_000_000)
        found = await self.node.store.rooms(limit=limit, start=start)
        return json_response([msgspec.to_builtins(info) for info in found])

    @with_error_responses
    async def admin_room(self, request: Request) -> Response:
        """The players and open prompts of a room, without hidden information. `people` are those who
        can be moderated, with their addresses or subjects."""
        self._check(request)
        owned = await self._owned(request)
        room = owned.room
        prompts = {
            seat_id(seat): {"promptId": o.prompt_id, "kind": o.kind, "version": o.version,
                            "deadline": o.deadline}
            for seat, o in room.open_prompts.items()
        }  # fmt: skip
        people = [
            {"label": one.label, "name": one.name, "who": one.client}
            for one in self.moderation.people(owned)
        ]
        self.moderation.refresh(owned)
        return json_response(
            {
                "roomId": room.id, "game": room.game.name, "status": room.status, "seq": room.seq,
                "stateVersion": room.version, "epoch": owned.handler.epoch, "node": self.node.id,
                "seats": seats_data(room, owned.handler.connected), "prompts": prompts,
                "unstored": len(owned.outbox), "watchers": len(owned.spectators),
                "people": people, "muted": owned.handler.muted,
                "chatOff": owned.handler.is_chat_off, "chat": chat_data(room),
            }
        )  # fmt: skip

    @with_error_responses
    async def admin_close(self, request: Request) -> Response:
        """`seat` must have an open prompt; see `prompts` of the room."""
        self._check(request)
        body = await read_body(request, ClosePromptRequest)
        owned = await self._owned(request)
        seats = {seat_id(seat): seat for seat in owned.room.open_prompts}
        if body.seat not in seats:
            raise UnusableError("no_prompt", "This seat has no open prompt.")
        self.node.deliver(
            owned, None, owned.handler.close_prompt(seats[body.seat], self.node.clock.now())
        )
        await self.node.wait_until_durable(owned)
        return json_response({"stateVersion": owned.room.version})

    @with_error_responses
    async def admin_end(self, request: Request) -> Response:
        """The match ends without a winner."""
        self._check(request)
        body = await read_body(request, EndMatchRequest)
        return json_response(
            await self._at_owner(request.path_params["room"], "end_room", body.reason)
        )

    @with_error_responses
    async def admin_moderate(self, request: Request) -> Response:
        """Somebody who is kicked cannot come straight back. The seat of a player who is kicked is
        freed; in a running match it forfeits."""
        self._check(request)
        body = await read_body(request, ModerationRequest)
        _check_seconds(body.seconds)
        room = request.path_params["room"]
        done = await self._at_owner(room, "moderate_room", msgspec.to_builtins(body))
        return json_response(done)

    @with_error_responses
    async def admin_delete(self, request: Request) -> Response:
        """The room's log, chat and replays are gone; everybody in it is told."""
        self._check(request)
        body = await read_body(request, DeleteRoomRequest)
        return json_response(
            await self._at_owner(request.path_params["room"], "delete_room", body.reason)
        )

    async def _at_owner(self, room: str, method: str, *args: Any) -> Any:
        """Call a method on the node that owns a room."""
        relay = self.node.relay if is_room_id(room) else None
        if relay is not None and not await self._is_here(room):
            return await relay.call_owner(room, method, *args)
        return await self.methods[method](room, *args)

    async def _is_here(self, room: str) -> bool:
        """Does this node own a room, or could it if the room could be entered?"""
        try:
            return await self.node.find_room(room) is not None
        except UnusableError as error:
            if error.code not in CLOSED:
                raise
            return True

    async def _end_here(self, room: str, reason: str) -> dict[str, Any]:
        try:
            owned = await self._find(room)
        except UnusableError as error:
            if error.code not in CLOSED:
                raise
            return {"stateVersion": await end_unplayable(self.node, room, reason)}
        reply = owned.handler.commit(inputs.End(reason), self.node.clock.now(), "ended")
        if not reply.rows:
            raise UnusableError("already_over", reply.sentence)
        self.node.deliver(owned, None, reply)
        await self.node.wait_until_durable(owned)
        return {"stateVersion": owned.room.version}

    async def _moderate_here(self, room: str, given: dict[str, Any]) -> dict[str, Any]:
        asked = msgspec.convert(given, ModerationRequest)
        owned = await self._find(room)
        await self.moderation.moderate(owned, asked, ADMINISTRATOR, BY_NAME)
        await self.node.wait_until_durable(owned)
        return {"muted": owned.handler.muted, "chatOff": owned.handler.is_chat_off}

    async def _delete_here(self, room: str, reason: str) -> dict[str, Any]:
        if not is_room_id(room) or await self.node.store.info(room) is None:
            raise UnusableError("no_room", "There is no such room.")
        await self.moderation.delete_room(room, reason)
        return {"deleted": room}

    # --- people ------------------------------------------------------------------------------------

    @with_error_responses
    async def admin_restrictions(self, request: Request) -> Response:
        """Bans and mutes that are in force, the newest first."""
        self._check(request)
        return json_response(self.moderation.restrictions.listed(self.node.clock.now()))

    @with_error_responses
    async def admin_restrict(self, request: Request) -> Response:
        """Whoever is banned from the server is disconnected, and forfeits a running match."""
        self._check(request)
        body = await read_body(request, RestrictionRequest)
        _check_seconds(body.seconds)
        if body.kind not in (BAN, MUTE):
            raise UnusableError("bad_request", "kind must be ban or mute.")
        if body.address and body.subject:
            raise UnusableError("bad_request", "Give an address or a subject, not both.")
        who = EVERYBODY
        if body.address or body.subject:
            who = client_key(limited_network(body.address), body.subject)
        if body.kind == BAN and not who:
            raise UnusableError("bad_request", "A ban needs an address or a subject.")
        if body.room and not is_room_id(body.room):
            raise UnusableError("no_room", "There is no such room.")
        made = await self.moderation.restrict(body.kind, body.room, who, body.seconds, body.reason)
        return json_response(made, 201)

    @with_error_responses
    async def admin_lift(self, request: Request) -> Response:
        """Lift a ban or mute, or switch chat on again."""
        self._check(request)
        return json_response(await self.moderation.lift(request.path_params["id"]))

    @with_error_responses
    async def admin_reports(self, request: Request) -> Response:
        """What players have reported, the newest first. `start` and `limit` select a page."""
        self._check(request)
        limit = int_param(request, "limit", 100, 1000)
        start = int_param(request, "start", 0, 1_000_000)
        return json_response(await self.moderation.reports(limit, start))


def _check_seconds(seconds: float | None) -> None:
    if seconds is not None and not (isfinite(seconds) and 0 < seconds <= 1e10):
        raise UnusableError("bad_request", "seconds must be positive; leave it out for ever.")
