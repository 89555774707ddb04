"""The HTTP API of a game: its state, the valid actions, submitting actions, and a stream of updates.

Requests and responses are JSON, actions have the format of the document, errors have a code. The API
works with any connection of the coordinator: the real game, or our simulator.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, Literal, Union
from urllib.parse import urlsplit

import msgspec

from turnwright.bridges.commmod.line_streams import Connection
from turnwright.bridges.commmod.protocol import wire_form
from turnwright.bridges.commmod.recordings.file import Recorder
from turnwright.core.errors import Refusal, Refused
from turnwright.optional_packages import needed_by

from . import document_state
from .actions import ACTIONS, read_action, write_action
from .coordinator import Coordinator, GameUpdate, QueuedAction
from .screens import valid_actions

with needed_by(__name__, "server"):
    import uvicorn
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.middleware.cors import CORSMiddleware
    from starlette.requests import Request
    from starlette.responses import HTMLResponse, Response, StreamingResponse
    from starlette.routing import Route

    from turnwright.server.http.api_docs.page import page_of
    from turnwright.server.http.api_docs.routes import RouteDoc, openapi_document
    from turnwright.server.http.app import listen
    from turnwright.server.http.messages import ErrorDetail
    from turnwright.server.http.responses import (
        error_response,
        json_response,
        read_bytes,
        seconds_param,
        with_error_responses,
    )

LONGEST_WAIT = 600
HEARTBEAT = 15.0
"""Seconds between keep-alive comments on an idle event stream."""
MALFORMED = ("bad_json", "bad_action", "unknown_type", "missing_parameter", "bad_parameter")
STATUS = dict.fromkeys(MALFORMED, 400) | {"game_closed": 503, "queue_full": 429, "cleared": 409}
"""Every other refusal is due to the state: 409."""


# --- responses ----------------------------------------------------------------------------------


class Health(msgspec.Struct):
    """Health of the service. `game_ready` means that an action would start at once."""

    status: Literal["ready", "closed"]
    in_game: bool
    game_ready: bool
    has_state: bool
    queue_size: int
    last_error: ErrorDetail | None


class StateBody(msgspec.Struct):
    """The state as the document describes it. `screen` names its section there."""

    in_game: bool
    ready_for_command: bool
    screen: str
    screen_type: str
    room_type: str | None
    room_phase: str | None
    play_available: bool
    end_available: bool
    proceed_available: bool
    cancel_available: bool
    potion_available: bool
    choice_available: bool
    available_commands: list[str]
    game_state: dict[str, Any] | None


class ActionStatus(msgspec.Struct):
    """A queued or finished action and the commands that were sent for it."""

    id: int
    status: str
    action: str
    commands: list[str]
    queue_size: int


class QueuedActionBody(msgspec.Struct):
    """An action in the queue."""

    id: int
    status: str
    action: dict[str, Any]


class QueueBody(msgspec.Struct):
    """The running action and the queue."""

    running: QueuedActionBody | None
    waiting: list[QueuedActionBody]
    last_error: ErrorDetail | None


class ClearedBody(msgspec.Struct):
    """The result of clearing the queue."""

    status: str
    queue_size: int
    cleared: int


class ValidActions(msgspec.Struct):
    """The valid actions, in the format that `POST /action` accepts."""

    screen: str
    actions: list[dict[str, Any]]


# --- routes -------------------------------------------------------------------------------------


class SpireHttpApi:
    """The routes of the API over a coordinator."""

    def __init__(self, coordinator: Coordinator, origins: Sequence[str] = ()) -> None:
        self.coordinator = coordinator
        self.origins = tuple(origins)

    def app(self) -> Starlette:
        """Create the ASGI application."""
        cors = Middleware(
            CORSMiddleware, allow_origins=self.origins, allow_methods=["GET", "POST"],
            allow_headers=["content-type"],
        )  # fmt: skip
        return Starlette(
            routes=[
                Route("/health", self.health),
                Route("/state", self.state),
                Route("/actions", self.actions),
                Route("/action", self.action, methods=["POST"]),
                Route("/queue", self.queue),
                Route("/clear", self.clear, methods=["GET", "POST"]),
                Route("/events", self.events),
                Route("/openapi.json", self.openapi),
                Route("/docs", self.docs),
            ],
            middleware=[cors] if self.origins else [],
            exception_handlers={404: _missing, 405: _missing},
        )

    @with_error_responses
    async def health(self, request: Request) -> Response:
        """`status` is `closed` after the game closed the connection."""
        game = self.coordinator
        status: Literal["ready", "closed"] = "closed" if game.is_closed else "ready"
        is_idle = game.is_ready and game.running is None and not game.queue
        return json_response(
            Health(status, game.state.in_game, is_idle, game.has_state, len(game.queue),
                   _last(game))
        )  # fmt: skip

    @with_error_responses
    async def state(self, request: Request) -> Response:
        """With `view=mod`, the unchanged message of the game."""
        if request.query_params.get("view") == "mod":
            return json_response(wire_form(self.coordinator.state.message))
        return json_response(self._state())

    @with_error_responses
    async def actions(self, request: Request) -> Response:
        """Empty while the game is not ready. Of the card selections only the first are listed."""
        state = self.coordinator.state
        valid = valid_actions(state) if self.coordinator.is_ready else []
        return json_response(ValidActions(state.screen, [write_action(action) for action in valid]))

    @with_error_responses
    async def action(self, request: Request) -> Response:
        """With an empty queue the action is checked at once, otherwise when its turn comes. With
        `wait=SECONDS` the response comes after the action is done or has failed."""
        if not self._is_same_origin(request):
            return error_response("forbidden", "Requests from other origins are not allowed.")
        seconds = seconds_param(request, "wait", LONGEST_WAIT)
        try:
            queued = self.coordinator.submit(read_action(await read_bytes(request)))
        except Refused as error:
            return _refused(error.refusal)
        if seconds:
            try:
                await asyncio.wait_for(queued.is_over.wait(), seconds)
            except TimeoutError:
                return json_response(self._done(queued), 202)
            if queued.problem is not None:
                return _refused(queued.problem)
        return json_response(self._done(queued))

    @with_error_responses
    async def queue(self, request: Request) -> Response:
        """The running action, the queued actions and the last error."""
        game = self.coordinator
        running = _waiting(game.running) if game.running else None
        return json_response(QueueBody(running, [_waiting(one) for one in game.queue], _last(game)))

    @with_error_responses
    async def clear(self, request: Request) -> Response:
        """The running action continues."""
        if not self._is_same_origin(request):
            return error_response("forbidden", "Requests from other origins are not allowed.")
        cleared = self.coordinator.clear()
        return json_response(ClearedBody("cleared", 0, cleared))

    async def events(self, request: Request) -> Response:
        """Server-sent events: `state` (now, and after every message of the game), `done`, `error` and
        `end`."""
        return StreamingResponse(
            self._events(), media_type="text/event-stream", headers={"cache-control": "no-store"}
        )

    async def openapi(self, request: Request) -> Response:
        """This API as an OpenAPI document."""
        return json_response(openapi())

    async def docs(self, request: Request) -> Response:
        """This API as an HTML page."""
        return HTMLResponse(docs())

    # --- helpers ---------------------------------------------------------------------------------

    def _state(self) -> dict[str, Any]:
        data = document_state.document(self.coordinator.state)
        data["ready_for_command"] = self.coordinator.is_ready
        return data

    def _done(self, queued: QueuedAction) -> ActionStatus:
        size = len(self.coordinator.queue)
        status = "queued" if queued.status == "running" else queued.status
        return ActionStatus(queued.number, status, _named(queued), queued.sent, size)

    async def _events(self) -> AsyncIterator[bytes]:
        with self.coordinator.listen() as updates:
            yield _event("state", self._state())
            while not self.coordinator.is_closed or not updates.empty():
                try:
                    update = await asyncio.wait_for(updates.get(), HEARTBEAT)
                except TimeoutError:
                    yield b": keep-alive\n\n"
                    continue
                yield _event(update.kind, self._event_data(update))

    def _event_data(self, update: GameUpdate) -> Any:
        if update.kind == "state":
            return document_state.document(update.state)
        data: dict[str, Any] = {}
        if update.queued is not None:
            data = msgspec.to_builtins(self._done(update.queued))
        if update.problem is not None:
            data["error"] = _reason(update.problem)
        return data

    def _is_same_origin(self, request: Request) -> bool:
        """Return whether the request comes from this site or from an allowed origin."""
        origin = request.headers.get("origin")
        if origin is None or origin in self.origins or "*" in self.origins:
            return True
        return urlsplit(origin).netloc == request.headers.get("host")


def _named(queued: QueuedAction) -> str:
    command = queued.command
    return command if isinstance(command, str) else command.kind()


def _waiting(queued: QueuedAction) -> QueuedActionBody:
    command = queued.command
    data = {"command": command} if isinstance(command, str) else write_action(command)
    return QueuedActionBody(queued.number, queued.status, data)


def _reason(problem: Refusal) -> ErrorDetail:
    return ErrorDetail(problem.code, problem.sentence, problem.data)


def _last(coordinator: Coordinator) -> ErrorDetail | None:
    return None if coordinator.last_problem is None else _reason(coordinator.last_problem)


def _refused(problem: Refusal) -> Response:
    status = STATUS.get(problem.code, 409)
    return error_response(problem.code, problem.sentence, problem.data, status)


def _event(name: str, data: Any) -> bytes:
    return f"event: {name}\ndata: ".encode() + msgspec.json.encode(data) + b"\n\n"


async def _missing(request: Request, error: Exception) -> Response:
    status = getattr(error, "status_code", 404)
    return error_response("not_found", "There is no such route.", status=status)


# --- documentation ------------------------------------------------------------------------------

AnyAction: Any = Union[tuple(ACTIONS.values())]  # noqa: UP007
ROUTE_DOCS = [
    RouteDoc(
        "/health", "Health of the service and readiness of the game", Health, handler="health"
    ),
    RouteDoc("/state", "The state of the game", StateBody, query={"view": str}, handler="state"),
    RouteDoc("/actions", "The valid actions", ValidActions, handler="actions"),
    RouteDoc(
        "/action",
        "Submit an action",
        ActionStatus,
        AnyAction,
        query={"wait": float},
        handler="action",
    ),
    RouteDoc("/queue", "The running and the queued actions", QueueBody),
    RouteDoc("/clear", "Clear the queue", ClearedBody, handler="clear", verb="post"),
    RouteDoc("/events", "A stream of updates", str, handler="events", kind="text/event-stream"),
    RouteDoc("/openapi.json", "The OpenAPI document", dict[str, Any]),
    RouteDoc("/docs", "The documentation as a page", str),
]


@cache
def openapi() -> dict[str, Any]:
    """Return the OpenAPI document."""
    return openapi_document("Turnwright: Slay the Spire over HTTP", ROUTE_DOCS, SpireHttpApi)


@cache
def docs() -> str:
    """Return the documentation page."""
    lead = 'All requests and responses are JSON. See also <a href="/openapi.json">openapi.json</a>.'
    return page_of("Slay the Spire over HTTP", lead, openapi())


# --- serving ------------------------------------------------------------------------------------


@asynccontextmanager
async def running(
    coordinator: Coordinator, host: str = "127.0.0.1", port: int = 0, origins: Sequence[str] = ()
) -> AsyncIterator[tuple[str, asyncio.Task[None]]]:
    """Serve while the block runs. Yields the address and the server's task."""
    listener = listen(host, port)
    server = uvicorn.Server(
        uvicorn.Config(
            SpireHttpApi(coordinator, origins).app(),
            lifespan="off",
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
    )
    task = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        while not server.started and not task.done():
            await asyncio.sleep(0.01)
        yield f"http://{host}:{listener.getsockname()[1]}", task
    finally:
        server.should_exit = True
        await task
        listener.close()


async def serve(
    connection: Connection, host: str, port: int, origins: Sequence[str] = (), record: str = "",
    timeout: float = 20.0,
) -> None:  # fmt: skip
    """Serve until the game closes the connection or this process is stopped."""
    recorder = Recorder(record) if record else None
    coordinator = Coordinator(connection, timeout=timeout, recorder=recorder)
    async with running(coordinator, host, port, origins) as (address, server):
        print(f"Slay the Spire is at {address}/docs", file=sys.stderr, flush=True)
        game = asyncio.create_task(coordinator.run())
        await asyncio.wait([game, server], return_when=asyncio.FIRST_COMPLETED)
        if not game.done():
            game.cancel()
            await asyncio.wait([game])
        elif game.exception() is not None:
            raise game.exception()  # type: ignore[misc]
