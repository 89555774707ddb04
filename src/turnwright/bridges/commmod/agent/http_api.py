"""The game over HTTP: its state, what can be done, doing it, and updates as they come.

JSON in and out, actions as the document writes them, errors with a code. It stands in front of whatever
the coordinator talks to: the real game, whose child process this is then, or a game of our own.
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
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route

from turnwright.bridges.commmod.line_streams import Wire
from turnwright.bridges.commmod.recordings.file import Recorder
from turnwright.core.errors import Refusal, Refused
from turnwright.server.http.api_docs.page import page_of
from turnwright.server.http.api_docs.routes import RouteDoc, openapi_document
from turnwright.server.http.app import listen
from turnwright.server.http.messages import ErrorDetail
from turnwright.server.http.responses import (
    error_response,
    int_param,
    json_response,
    read_bytes,
    with_error_responses,
)

from . import document_state
from .actions import ACTIONS, read_action, write_action
from .coordinator import Coordinator, Ticket, Update
from .screens import valid_actions

LONGEST_WAIT = 600
HEARTBEAT = 15.0
"""Seconds after which an idle stream of updates says that it lives."""
MALFORMED = ("bad_json", "bad_action", "unknown_type", "missing_parameter", "bad_parameter")
STATUS = dict.fromkeys(MALFORMED, 400) | {"game_closed": 503, "queue_full": 429, "cleared": 409}
"""Anything else is refused because of the state: 409."""


# --- what is answered -----------------------------------------------------------------------------


class Health(msgspec.Struct):
    """`game_ready` says that an action would be done at once."""

    status: Literal["ready", "closed"]
    in_game: bool
    game_ready: bool
    has_state: bool
    queue_size: int
    last_error: ErrorDetail | None


class StateBody(msgspec.Struct):
    """The state as the document describes it. `screen` is the name of the screen's section there."""

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


class Done(msgspec.Struct):
    """An action on its way, or done: what was said to the game for it."""

    id: int
    status: str
    action: str
    commands: list[str]
    queue_size: int


class Waiting(msgspec.Struct):
    id: int
    status: str
    action: dict[str, Any]


class Queue(msgspec.Struct):
    """What is being done, and what waits."""

    running: Waiting | None
    waiting: list[Waiting]
    last_error: ErrorDetail | None


class Cleared(msgspec.Struct):
    status: str
    queue_size: int
    cleared: int


class Valid(msgspec.Struct):
    """Everything that can be done now, ready to be posted."""

    screen: str
    actions: list[dict[str, Any]]


# --- the routes -----------------------------------------------------------------------------------


class Api:
    """The routes in front of a coordinator."""

    def __init__(self, coordinator: Coordinator, origins: Sequence[str] = ()) -> None:
        self.coordinator = coordinator
        self.origins = tuple(origins)

    def app(self) -> Starlette:
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
        """`status` is `closed` once the game has ended its connection."""
        game = self.coordinator
        status: Literal["ready", "closed"] = "closed" if game.is_closed else "ready"
        is_idle = game.is_ready and game.running is None and not game.queue
        return json_response(
            Health(status, game.state.in_game, is_idle, game.has_heard, len(game.queue),
                   _last(game))
        )  # fmt: skip

    @with_error_responses
    async def state(self, request: Request) -> Response:
        """With `view=mod` the message of the game as it came."""
        if request.query_params.get("view") == "mod":
            return json_response(self.coordinator.state.message)
        return json_response(self._state())

    @with_error_responses
    async def actions(self, request: Request) -> Response:
        """None while the game is not ready. Of the ways to select cards, the first are listed."""
        state = self.coordinator.state
        valid = valid_actions(state) if self.coordinator.is_ready else []
        return json_response(Valid(state.screen, [write_action(action) for action in valid]))

    @with_error_responses
    async def action(self, request: Request) -> Response:
        """If nothing waits, it is checked at once; otherwise when its turn comes. With `wait=SECONDS`
        the answer comes when the action is done, or has failed."""
        if not self._is_from_here(request):
            return error_response("forbidden", "Pages from elsewhere may not play.")
        seconds = int_param(request, "wait", 0, LONGEST_WAIT)
        try:
            ticket = self.coordinator.submit(read_action(await read_bytes(request)))
        except Refused as error:
            return _refused(error.refusal)
        if seconds:
            try:
                await asyncio.wait_for(ticket.is_over.wait(), seconds)
            except TimeoutError:
                return json_response(self._done(ticket), 202)
            if ticket.problem is not None:
                return _refused(ticket.problem)
        return json_response(self._done(ticket))

    @with_error_responses
    async def queue(self, request: Request) -> Response:
        game = self.coordinator
        running = _waiting(game.running) if game.running else None
        return json_response(Queue(running, [_waiting(one) for one in game.queue], _last(game)))

    @with_error_responses
    async def clear(self, request: Request) -> Response:
        """What is being done already goes on."""
        if not self._is_from_here(request):
            return error_response("forbidden", "Pages from elsewhere may not play.")
        cleared = self.coordinator.clear()
        return json_response(Cleared("cleared", 0, cleared))

    async def events(self, request: Request) -> Response:
        """Server-sent events: `state` (now, and with every message of the game), `done`, `error`, and
        at last `end`."""
        return StreamingResponse(
            self._events(), media_type="text/event-stream", headers={"cache-control": "no-store"}
        )

    async def openapi(self, request: Request) -> Response:
        return json_response(openapi())

    async def docs(self, request: Request) -> Response:
        return HTMLResponse(docs())

    # --- parts ------------------------------------------------------------------------------------

    def _state(self) -> dict[str, Any]:
        told = document_state.document(self.coordinator.state)
        told["ready_for_command"] = self.coordinator.is_ready
        return told

    def _done(self, ticket: Ticket) -> Done:
        size = len(self.coordinator.queue)
        status = "queued" if ticket.status == "running" else ticket.status
        return Done(ticket.number, status, _named(ticket), ticket.said, size)

    async def _events(self) -> AsyncIterator[bytes]:
        with self.coordinator.listen() as box:
            yield _event("state", self._state())
            while not self.coordinator.is_closed or not box.empty():
                try:
                    update = await asyncio.wait_for(box.get(), HEARTBEAT)
                except TimeoutError:
                    yield b": still there\n\n"
                    continue
                yield _event(update.kind, self._told(update))

    def _told(self, update: Update) -> Any:
        if update.kind == "state":
            return document_state.document(update.state)
        told: dict[str, Any] = {}
        if update.ticket is not None:
            told = msgspec.to_builtins(self._done(update.ticket))
        if update.problem is not None:
            told["error"] = _reason(update.problem)
        return told

    def _is_from_here(self, request: Request) -> bool:
        """A page of another site may not play unless it was let in by name."""
        origin = request.headers.get("origin")
        if origin is None or origin in self.origins or "*" in self.origins:
            return True
        return urlsplit(origin).netloc == request.headers.get("host")


def _named(ticket: Ticket) -> str:
    command = ticket.command
    return command if isinstance(command, str) else command.kind()


def _waiting(ticket: Ticket) -> Waiting:
    command = ticket.command
    told = {"command": command} if isinstance(command, str) else write_action(command)
    return Waiting(ticket.number, ticket.status, told)


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
    return error_response("not_found", "There is nothing here.", status=status)


# --- described ------------------------------------------------------------------------------------

AnyAction: Any = Union[tuple(ACTIONS.values())]  # noqa: UP007
ROUTES = [
    RouteDoc("/health", "Does it live, and is the game ready?", Health, handler="health"),
    RouteDoc("/state", "The state of the game", StateBody, query={"view": str}, handler="state"),
    RouteDoc("/actions", "What can be done now", Valid, handler="actions"),
    RouteDoc("/action", "Do something", Done, AnyAction, query={"wait": int}, handler="action"),
    RouteDoc("/queue", "What is being done, and what waits", Queue),
    RouteDoc("/clear", "Forget what waits", Cleared, handler="clear", verb="post"),
    RouteDoc("/events", "Updates as they come", str, handler="events", kind="text/event-stream"),
    RouteDoc("/openapi.json", "This document", dict[str, Any]),
    RouteDoc("/docs", "A page about all of this", str),
]


@cache
def openapi() -> dict[str, Any]:
    return openapi_document("Turnwright: Slay the Spire over HTTP", ROUTES, Api)


@cache
def docs() -> str:
    lead = 'Everything is JSON; the same for programs: <a href="/openapi.json">openapi.json</a>.'
    return page_of("Slay the Spire over HTTP", lead, openapi())


# --- running --------------------------------------------------------------------------------------


@asynccontextmanager
async def running(
    coordinator: Coordinator, host: str = "127.0.0.1", port: int = 0, origins: Sequence[str] = ()
) -> AsyncIterator[tuple[str, asyncio.Task[None]]]:
    """Serve for as long as the block lasts: the address, and the task of the server."""
    listener = listen(host, port)
    server = uvicorn.Server(
        uvicorn.Config(
            Api(coordinator, origins).app(),
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
    wire: Wire, host: str, port: int, origins: Sequence[str] = (), record: str = "",
    patience: float = 20.0,
) -> None:  # fmt: skip
    """Serve until the game ends its connection, or this process is told to stop."""
    recorder = Recorder(record) if record else None
    coordinator = Coordinator(wire, patience=patience, recorder=recorder)
    async with running(coordinator, host, port, origins) as (address, server):
        print(f"Slay the Spire is at {address}/docs", file=sys.stderr, flush=True)
        game = asyncio.create_task(coordinator.run())
        await asyncio.wait([game, server], return_when=asyncio.FIRST_COMPLETED)
        if not game.done():
            game.cancel()
            await asyncio.wait([game])
        elif game.exception() is not None:
            raise game.exception()  # type: ignore[misc]
