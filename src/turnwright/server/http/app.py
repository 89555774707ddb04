"""The server: the HTTP application and the client sockets on one port."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket as sockets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, cast

import uvicorn
from starlette.applications import Starlette
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from turnwright.core.errors import TurnwrightError, UnusableError
from turnwright.optional_packages import needed_by
from turnwright.server.lab.lab import Lab
from turnwright.server.node.cluster import Relay
from turnwright.server.node.logs import log_to_stderr
from turnwright.server.node.metrics import metrics_text, registry_of
from turnwright.server.node.node import Node
from turnwright.server.node.settings import Settings
from turnwright.server.node.sockets import websocket_protocol
from turnwright.server.node.unplayable_rooms import find_missing_rules, missing_rules_text
from turnwright.server.rules.hosted_games import HostedGames
from turnwright.server.storage.file_lock import locked
from turnwright.server.storage.store import Store
from turnwright.server.views.protocol import MAX_FRAME

from .admin import AdminRoutes
from .api_docs import document_routes
from .boards import board_files
from .compressed import CompressedFiles, file_response
from .decks import DeckRoutes
from .drain import DrainRoutes
from .lab import LabRoutes, lab_of
from .lobby import Lobby
from .plans import PlanRoutes
from .request_rate import RequestRate
from .responses import error_response, json_response

WEB = Path(__file__).parents[2] / "web"
RARELY = 50  # collections of the middle generation until a full one; the default is 10
BACKLOG = 2048  # connections that wait to be accepted; uvicorn has the same
HEADERS = [
    (b"content-security-policy",
     b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
     b"connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
]  # fmt: skip


def is_postgres(address: str) -> bool:
    """Is this the address of a PostgreSQL database, not the path of a file?"""
    return address.startswith(("postgresql://", "postgres://"))


def open_store(address: str, is_read_only: bool = False) -> Store:
    """Return the store for an address: `postgresql://...`, or the path of an SQLite file."""
    if is_postgres(address):
        with needed_by("A PostgreSQL database", "postgres"):
            from turnwright.server.storage.postgres import PostgresStore

        return PostgresStore(address, is_read_only=is_read_only)
    from turnwright.server.storage.sqlite import SqliteStore

    return SqliteStore(address, is_read_only=is_read_only)


class SecurityHeaders:
    """Middleware that adds security headers to every HTTP response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request with the inner application."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


class PlayerFiles(CompressedFiles):
    """The files of the page without those of the workbench, which only `turnwright dev` has."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find a file; those of the workbench do not exist here, however their path is written."""
        found, status = super().lookup_path(path)
        if status is not None and Path(found).is_relative_to(WEB.resolve()):
            first = Path(found).relative_to(WEB.resolve()).parts[:1]
            if [name.casefold() for name in first] == ["workbench"]:
                return "", None
        return found, status


class TimedHttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol with a time limit to connect and to complete a request."""

    def __init__(self, seconds: float, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seconds = seconds
        self.timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer: a request must follow."""
        super().connection_made(transport)
        self._start_timer()

    def on_message_begin(self) -> None:
        """Start the timer of a request."""
        super().on_message_begin()
        self._start_timer()

    def on_message_complete(self) -> None:
        """Stop the timer: the request is complete."""
        self._stop_timer()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Stop the timer: the connection becomes a socket."""
        self._stop_timer()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop_timer()
        super().connection_lost(exc)

    def _start_timer(self) -> None:
        self._stop_timer()
        self.timer = self.loop.call_later(self.seconds, self.transport.close)

    def _stop_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class StoreHealth:
    """Checks whether the store can write, on request and at most once per second."""

    def __init__(self, node: Node) -> None:
        self.node, self.is_healthy, self.until = node, True, 0.0
        self.lock = asyncio.Lock()

    async def check(self) -> bool:
        """Return whether the store can write."""
        async with self.lock:
            if time.monotonic() > self.until:
                lease = self.node.settings.lease
                try:
                    await asyncio.wait_for(self.node.store.renew(self.node.id, lease), 2.0)
                    self.is_healthy = True
                except (TurnwrightError, TimeoutError):
                    self.is_healthy = False
                self.until = time.monotonic() + 1.0
        return self.is_healthy


def make_app(node: Node, games: HostedGames, lab: Lab | None = None) -> ASGIApp:
    """Return the HTTP application of a node."""
    lab = lab or lab_of(node)
    lab_routes = LabRoutes(node, lab)
    registry, store_health = registry_of(node, lab), StoreHealth(node)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await node.open()
        lab.open()
        node.spawn(lab_routes.prepare())
        yield
        lab.close()
        await node.close()

    async def home(request: Request) -> Response:
        return file_response(WEB / "index.html", request.headers)

    async def health(request: Request) -> Response:
        if not await store_health.check():
            return error_response("store_failed", "The database cannot write.", status=503)
        status = "draining" if node.notices.is_draining else "ok"
        return json_response({"status": status, "node": node.id, "rooms": len(node.rooms)})

    async def metrics(request: Request) -> Response:
        return Response(metrics_text(registry), media_type="text/plain; version=0.0.4")

    async def missing(request: Request, error: Exception) -> Response:
        status = getattr(error, "status_code", 404)
        return error_response("not_found", "There is no such page.", status=status)

    app = Starlette(
        routes=[
            Route("/", home),
            Route("/health", health),
            Route("/metrics", metrics),
            *Lobby(node, games.names).routes(),
            *AdminRoutes(node).routes(),
            *DrainRoutes(node).routes(),
            *PlanRoutes(node).routes(),
            *DeckRoutes(node).routes(),
            *lab_routes.routes(),
            *document_routes(),
            board_files(games.boards),
            Mount("/web", PlayerFiles(directory=WEB)),
        ],
        lifespan=lifespan,
        exception_handlers={404: missing, 405: missing},
    )
    return SecurityHeaders(with_cors(RequestRate(app, node), node.settings.origins))


def with_cors(app: ASGIApp, origins: tuple[str, ...]) -> ASGIApp:
    """Let pages of other origins use the HTTP interface, as `origins` lets them open sockets."""
    if not origins:
        return app
    return CORSMiddleware(
        app,
        allow_origins=origins,
        allow_methods=["GET", "POST"],
        allow_headers=["authorization", "content-type"],
    )


class NodeServer(uvicorn.Server):
    """A uvicorn server that drains the node before it stops, and ends the jobs of the lab first: it
    waits for their streams."""

    def __init__(self, config: uvicorn.Config, node: Node, lab: Lab) -> None:
        super().__init__(config)
        self.node, self.lab = node, lab
        self.has_asked_to_stop = False
        self.stop_at = 0.0  # the latest, after SIGTERM

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Drain after the first SIGTERM; stop after a second one, or after SIGINT."""
        super().handle_exit(sig, frame)
        if sig == signal.SIGTERM and not self.has_asked_to_stop and self.started:
            self.has_asked_to_stop, self.should_exit = True, False

    async def on_tick(self, counter: int) -> bool:
        """Return whether to stop; uvicorn asks ten times a second."""
        notices, now = self.node.notices, self.node.clock.now()
        if self.has_asked_to_stop:
            self.stop_at = self.stop_at or now + self.node.settings.drain_seconds
            if not notices.is_draining or notices.stops_at > self.stop_at + 1.0:
                notices.begin_drain(max(0.0, self.stop_at - now))
                notices.broadcast(self.node.connections.values())
        if notices.is_drained(self.node.rooms.values()):
            self.should_exit = True
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        """End everything."""
        self.lab.close()
        await super().shutdown(sockets)


def make_server(node: Node, games: HostedGames, host: str, port: int) -> uvicorn.Server:
    """Return a uvicorn server with the application and the sockets of a node."""
    lab = lab_of(node)
    config = uvicorn.Config(
        make_app(node, games, lab),
        host=host,
        port=port,
        ws=cast(Any, websocket_protocol(node)),  # uvicorn expects a class
        ws_max_size=MAX_FRAME,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        ws_per_message_deflate=False,
        loop="auto",
        http=cast(Any, partial(TimedHttpProtocol, node.settings.request_seconds)),
        proxy_headers=False,  # see limits.client_address, which sockets use too
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    return NodeServer(config, node, lab)


def listen(host: str, port: int) -> sockets.socket:
    """Return a listening socket; raise `UnusableError` if that fails.

    Clients that connect before the node has started wait in the backlog. A socket that is only bound
    would refuse them, and would not keep a second process from the port."""
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    listener = sockets.socket(family, sockets.SOCK_STREAM)
    listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        reason = (getattr(error, "strerror", None) or str(error)).rstrip(".")
        raise UnusableError("port", f"Cannot listen on {host}:{port}: {reason}.") from None
    return listener


async def check_store(address: str, games: HostedGames | None = None) -> str:
    """Open and close the database, to report errors before the server starts. Return what is to be
    said about rooms that cannot be played."""
    store = open_store(address)
    await store.open()
    try:
        return missing_rules_text(await find_missing_rules(store, games or HostedGames()))
    finally:
        await store.close()


async def start(
    node: Node, games: HostedGames, host: str, port: int
) -> tuple[uvicorn.Server, Any, int]:
    """Serve in the background of the running loop; return the server, its task and its port."""
    listener = listen(host, port)
    server = make_server(node, games, host, port)
    task = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        if task.done():
            task.result()
        await asyncio.sleep(0.01)
    return server, task, int(listener.getsockname()[1])


def collect_garbage_rarely() -> None:
    """Keep collections of cyclic garbage short and rare: all players wait for them.

    A full collection looked at every object of the imported modules, for 60 ms and several times in ten
    seconds of many moves. What exists now is left out, and full collections are a fifth as frequent."""
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, RARELY)


def serve(
    store: str,
    host: str = "127.0.0.1",
    port: int = 8000,
    settings: Settings | None = None,
    games: HostedGames | None = None,
) -> int:
    """Run a node until it is stopped; return the exit code."""
    with nullcontext() if is_postgres(store) else locked(Path(store)):
        return _serve(store, host, port, settings, games)


def _serve(
    store: str, host: str, port: int, settings: Settings | None, games: HostedGames | None
) -> int:
    found = games or HostedGames()
    warning = asyncio.run(check_store(store, found))
    listener = listen(host, port)
    port = listener.getsockname()[1]  # port 0 selects a free one
    print(f"Turnwright is running at http://{host}:{port}/  (stop with Ctrl-C)", flush=True)
    if warning:
        print(warning, flush=True)
    log_to_stderr()
    node = Node(open_store(store), found, settings)
    if is_postgres(store):
        node.settings.lease = node.settings.lease or 6.0
        node.relay = Relay(node)
    server = make_server(node, found, host, port)
    collect_garbage_rarely()
    server.run(sockets=[listener])
    return 0 if server.started else 2
