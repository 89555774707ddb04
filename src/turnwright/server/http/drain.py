"""The routes of notices to all players and of draining a node before it stops."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from turnwright.core.errors import UnusableError
from turnwright.server.node.node import Node
from turnwright.server.node.notices import clean_notice
from turnwright.server.views import protocol as wire

from .authorization import check_admin
from .responses import json_response, read_body, with_error_responses

MAX_SECONDS = 7 * 86400.0


class NoticeRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """Tell all players something, on all nodes, for some seconds (0: until it is removed). An empty
    text removes the notice."""

    text: str = ""
    seconds: float = 0.0


class DrainRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """Stop this node once no match is running on it, after `seconds` at the latest. `text` is what
    players are told; by default that the server restarts and their match is saved."""

    seconds: float = 600.0
    text: str = ""


class DrainStatus(msgspec.Struct, rename="camel"):
    """The state of a drain. `matches` are the running matches with connected players."""

    is_draining: bool
    until: int | None
    matches: int
    sockets: int


class CurrentNotice(msgspec.Struct, rename="camel"):
    """The notice that is shown now; `text` is empty if there is none. See the socket's `notice`."""

    text: str
    until: int | None
    is_draining: bool


class DrainRoutes:
    """The routes of a node."""

    def __init__(self, node: Node) -> None:
        self.node = node

    def routes(self) -> list[Route]:
        """Return the routes for the application."""
        return [
            Route("/api/notice", self.notice),
            Route("/admin/notice", self.set_notice, methods=["POST"]),
            Route("/admin/drain", self.drain_status, methods=["GET"]),
            Route("/admin/drain", self.drain, methods=["POST"]),
            Route("/admin/drain", self.cancel_drain, methods=["DELETE"]),
        ]

    @with_error_responses
    async def notice(self, request: Request) -> Response:
        """Connected clients receive it as a `notice` message."""
        shown = self.node.notices.current or wire.Notice()
        return json_response(CurrentNotice(shown.text, shown.until, shown.is_draining))

    @with_error_responses
    async def set_notice(self, request: Request) -> Response:
        """It is stored, and all nodes show it within seconds, also after a restart."""
        check_admin(request, self.node.settings)
        body = await read_body(request, NoticeRequest)
        text, seconds = clean_notice(body.text), _seconds(body.seconds)
        until = int((self.node.clock.now() + seconds) * 1000) if seconds else None
        notice = wire.Notice(text=text, until=until) if text else None
        await self.node.notices.write(self.node.store, notice)
        self._broadcast()
        return await self.notice(request)

    @with_error_responses
    async def drain(self, request: Request) -> Response:
        """No new rooms are opened. Clients see the notice, and reconnect after the restart. A second
        request changes the time or the text."""
        check_admin(request, self.node.settings)
        body = await read_body(request, DrainRequest)
        self.node.notices.begin_drain(_seconds(body.seconds), body.text)
        self._broadcast()
        return json_response(self._status())

    @with_error_responses
    async def drain_status(self, request: Request) -> Response:
        """Whether the node drains, and what it waits for."""
        check_admin(request, self.node.settings)
        return json_response(self._status())

    @with_error_responses
    async def cancel_drain(self, request: Request) -> Response:
        """Go on as before."""
        check_admin(request, self.node.settings)
        if not self.node.notices.is_draining:
            raise UnusableError("not_draining", "This node does not drain.")
        self.node.notices.cancel_drain()
        self._broadcast()
        return json_response(self._status())

    def _broadcast(self) -> None:
        self.node.notices.broadcast(self.node.connections.values())

    def _status(self) -> DrainStatus:
        node = self.node
        drain = node.notices.drain
        until = None if drain is None else drain.until
        matches = sum(owned.is_played for owned in node.rooms.values())
        return DrainStatus(drain is not None, until, matches, len(node.connections))


def _seconds(seconds: float) -> float:
    if not 0 <= seconds <= MAX_SECONDS:
        raise UnusableError("bad_request", f"seconds must be between 0 and {MAX_SECONDS:,.0f}.")
    return seconds
