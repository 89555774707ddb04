"""A server that behaves like jinteki.net: login pages, a socket, a lobby, and games on our engine.

For testing clients, and for playing against bots without another server.
"""

from __future__ import annotations

import asyncio
import html
import json
import logging
import socket as sockets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.parse import parse_qsl

import uvicorn
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from turnwright.bridges.jinteki.codec import sente
from turnwright.bridges.jinteki.codec.sente import Event, Reply
from turnwright.core.errors import Refusal, UnusableError

from .accounts import Accounts, Session
from .connections import Connection, Connections
from .lobby import NO_REPLY, Lobby
from .timing import Clock, LobbyTiming, SocketTiming

logger = logging.getLogger(__name__)
COOKIE, LOGIN_COOKIE = "ring-session", "session"
STATUS = {
    "bad_username": 401, "bad_password": 401, "username_taken": 422, "email_taken": 424,
    "login_refused": 401,
}  # fmt: skip
MOST_WAITING = 10_000
MOST_MISTAKES = 20
CLOSE_SECONDS = 1.0
MAX_FORM, MAX_DECK, MAX_CLIENT_ID = 10_000, 100_000, 60
PAGE = """<!DOCTYPE html>
<html><head><title>Turnwright</title></head><body>
<div id="sente-csrf-token" data-csrf-token="{token}"></div>
<script>var ws_config = {config};</script>
<p>An endpoint for Netrunner clients. Open <code>/chsk</code> with one.</p>
</body></html>
"""


class Endpoint:
    """The pages and the socket. `packer` is the wire encoding, "edn" or "msgpack".

    With `is_open`, anybody can log in: a new name is registered at once."""

    def __init__(
        self, lobby: Lobby | None = None, *, packer: str = "edn", is_open: bool = False,
        timing: SocketTiming | None = None, clock: Clock | None = None,
    ) -> None:  # fmt: skip
        self.lobby, self.packer = lobby or Lobby(clock=clock), packer
        self.accounts = Accounts(is_open=is_open)
        self.connections = Connections(packer, timing, clock)
        self.connections.on_event = self._handle_event
        self.connections.on_departure = self.lobby.depart
        self.lobby.send = self.connections.push
        self.app = Starlette(
            routes=[
                Route("/", self.home),
                Route("/login", self.login, methods=["POST"]),
                Route("/register", self.register, methods=["POST"]),
                Route("/data/decks", self.list_decks),
                Route("/data/decks", self.add_deck, methods=["POST"]),
                Route("/data/decks/{id}", self.remove_deck, methods=["DELETE"]),
                Route("/chsk", self.refuse_polling, methods=["GET", "POST"]),
                WebSocketRoute("/chsk", self.socket),
            ]
        )

    async def close_inactive_games(self) -> None:
        """Close inactive games now and then, until cancelled."""
        while True:
            await asyncio.sleep(self.lobby.timing.sweep)
            self.lobby.close_inactive_games()

    # --- pages -------------------------------------------------------------------------------------

    async def home(self, request: Request) -> Response:
        """Serve the page with the session token."""
        key, session = self.accounts.session(request.cookies.get(COOKIE, ""))
        config = json.dumps({"packer": self.packer})
        page = HTMLResponse(PAGE.format(token=html.escape(session.token), config=config))
        page.set_cookie(COOKIE, key, httponly=True, samesite="strict")
        return page

    async def login(self, request: Request) -> Response:
        """Handle the login form."""
        session = self._session(request)
        if session is None:
            return _bad_token()
        form = await _form(request)
        refusal = self.accounts.login(session, form["username"], form["password"])
        if refusal is not None:
            return JSONResponse({"error": refusal.sentence}, STATUS.get(refusal.code, 400))
        answer = JSONResponse({"message": "ok"})
        answer.set_cookie(LOGIN_COOKIE, request.cookies[COOKIE], httponly=True, samesite="lax")
        return answer

    async def register(self, request: Request) -> Response:
        """Handle the registration form."""
        session = self._session(request)
        if session is None:
            return _bad_token()
        form = await _form(request)
        refusal = self.accounts.register(
            form["username"], form["password"], form["confirm-password"], form["email"]
        )
        if refusal is not None:
            return JSONResponse({"message": refusal.sentence}, STATUS.get(refusal.code, 400))
        return JSONResponse({"message": "ok"})

    async def refuse_polling(self, request: Request) -> Response:
        """Refuse the fallback for clients without sockets."""
        key = request.cookies.get(COOKIE, "")
        if self.accounts.authenticate(key, _token(request)) is None:
            return PlainTextResponse("Bad CSRF token", 403)
        return PlainTextResponse("This endpoint speaks WebSocket only, not Ajax.", 501)

    def _session(self, request: Request) -> Session | None:
        return self.accounts.authenticate(request.cookies.get(COOKIE, ""), _token(request))

    # --- decks -------------------------------------------------------------------------------------

    async def list_decks(self, request: Request) -> Response:
        """List the decks of the user, or the demo decks for a guest."""
        decks = self.lobby.decks.of(self._username(request) or "__demo__")
        return JSONResponse([deck.json() for deck in decks])

    async def add_deck(self, request: Request) -> Response:
        """Store a deck of the user."""
        if self._session(request) is None:
            return _bad_token()
        username = self._username(request)
        if not username:
            return JSONResponse({"message": "Unauthorized"}, 401)
        try:
            document = json.loads(await _body(request, MAX_DECK))
        except (ValueError, RecursionError):
            return JSONResponse({"message": "The deck is not valid JSON."}, 400)
        stored = self.lobby.decks.add(username, document)
        if isinstance(stored, Refusal):
            return JSONResponse({"message": stored.sentence}, 400)
        return JSONResponse(stored.json())

    async def remove_deck(self, request: Request) -> Response:
        """Remove a deck of the user."""
        if self._session(request) is None:
            return _bad_token()
        username = self._username(request)
        if not username:
            return JSONResponse({"message": "Unauthorized"}, 401)
        if not self.lobby.decks.remove(username, request.path_params["id"]):
            return JSONResponse({"message": "Unknown deck id"}, 409)
        return JSONResponse({"message": "Deleted"})

    def _username(self, request: HTTPConnection) -> str:
        """Return the name of the user who is logged in, or an empty string."""
        session = self.accounts.sessions.get(request.cookies.get(COOKIE, ""))
        is_logged_in = session is not None and LOGIN_COOKIE in request.cookies
        return session.username if session is not None and is_logged_in else ""

    # --- the socket --------------------------------------------------------------------------------

    async def socket(self, socket: WebSocket) -> None:
        """Handle a socket from its handshake to its end."""
        client = socket.query_params.get("client-id", "").strip()[:MAX_CLIENT_ID]
        key = socket.cookies.get(COOKIE, "")
        if not client:  # the server fails to answer, which is HTTP 404
            await socket.send_denial_response(PlainTextResponse("", 404))
            return
        if self.accounts.authenticate(key, _token(socket)) is None:
            await socket.send_denial_response(PlainTextResponse("Bad CSRF token", 403))
            return
        await socket.accept()
        username, wire = self._username(socket), _SocketWire()
        uid = username or f"__guest__{client}"  # a guest must not be taken for a user
        connection = self.connections.open(uid, client, wire, is_logged_in=bool(username))
        tasks = [
            asyncio.create_task(wire.run(socket)),
            asyncio.create_task(self._listen(socket, connection)),
            asyncio.create_task(wire.closing.wait()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.connections.lose(connection)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
                await asyncio.wait_for(socket.close(), CLOSE_SECONDS)

    async def _listen(self, socket: WebSocket, connection: Connection) -> None:
        mistakes = 0
        with suppress(WebSocketDisconnect, RuntimeError):
            while mistakes < MOST_MISTAKES:
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                frame = message.get("text") or message.get("bytes") or b""
                mistakes += not self.connections.receive(connection, frame)
            await socket.close(1007)

    def _handle_event(self, connection: Connection, event: Event) -> None:
        reply = self.lobby.handle_event(connection.uid, event, is_logged_in=connection.is_logged_in)
        if event.callback and reply is not NO_REPLY:
            self.connections.reply(connection, Reply(event.callback, reply))


class _SocketWire:
    """Frames on their way to a socket."""

    def __init__(self) -> None:
        self._frames: asyncio.Queue[str | bytes] = asyncio.Queue(MOST_WAITING)
        self.closing = asyncio.Event()

    def send(self, frame: str | bytes) -> None:
        with suppress(asyncio.QueueFull):  # the client notices the gap and resyncs
            self._frames.put_nowait(frame)

    def close(self) -> None:
        """Close the socket now, even if its client reads nothing."""
        self.closing.set()

    async def run(self, socket: WebSocket) -> None:
        """Send frames until the socket is closed."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                frame = await self._frames.get()
                if isinstance(frame, str):
                    await socket.send_text(frame)
                else:
                    await socket.send_bytes(frame)


async def _form(request: Request) -> dict[str, str]:
    """Return the fields of a form; missing ones are empty."""
    body = await _body(request, MAX_FORM)
    fields = dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
    return {
        key: fields.get(key, "") for key in ("username", "password", "confirm-password", "email")
    }


async def _body(request: Request, most: int) -> bytes:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            break
    return bytes(body[:most])


def _token(request: HTTPConnection) -> str:
    headers, query = request.headers, request.query_params
    return (
        query.get("csrf-token") or headers.get("x-csrf-token") or headers.get("x-xsrf-token") or ""
    )


def _bad_token() -> Response:
    return HTMLResponse("<h1>Invalid anti-forgery token</h1>", 403)


# --- running ------------------------------------------------------------------------------------------


@asynccontextmanager
async def running(endpoint: Endpoint, host: str = "127.0.0.1", port: int = 0) -> AsyncIterator[str]:
    """Run the endpoint on a real port inside the block and yield its URL."""
    listener = listen(host, port)
    server = uvicorn.Server(_config(endpoint, host, port))
    task = asyncio.create_task(server.serve([listener]))
    sweeping = asyncio.create_task(endpoint.close_inactive_games())
    try:
        while not server.started:
            if task.done():
                task.result()
            await asyncio.sleep(0.005)
        yield f"http://{host}:{listener.getsockname()[1]}"
    finally:
        server.should_exit = server.force_exit = True
        sweeping.cancel()
        await task
        endpoint.connections.close()
        listener.close()


def serve(
    host: str = "127.0.0.1", port: int = 1042, *, gateway: str = "Beginner", bot: Any = None,
    bot_side: str = "Corp", packer: str = "edn", is_open: bool = True,
    keeps_games: bool = True,
) -> None:  # fmt: skip
    """Serve until interrupted. With a `bot` (an agent), people play against it.

    With `keeps_games`, games stay open while nobody is connected, so that both sides can be played
    with one connection per command. A jinteki.net server closes them."""
    lobby = Lobby(
        gateway=gateway, bot=bot, bot_side=bot_side.capitalize(), keeps_empty_games=keeps_games,
        timing=LobbyTiming(inactive=None) if keeps_games else LobbyTiming(),
    )  # fmt: skip
    endpoint = Endpoint(lobby, packer=packer, is_open=is_open)

    async def run(listener: sockets.socket) -> None:
        sweeping = asyncio.create_task(endpoint.close_inactive_games())
        try:
            await uvicorn.Server(_config(endpoint, host, port)).serve([listener])
        finally:
            sweeping.cancel()
            endpoint.connections.close()

    with listen(host, port) as listener:
        asyncio.run(run(listener))


def listen(host: str, port: int) -> sockets.socket:
    """Open a listening socket. Raise an error if the address cannot be used."""
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    try:
        return sockets.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).rstrip(".")
        raise UnusableError("port", f"{host}:{port} cannot be used: {reason}.") from None


def _config(endpoint: Endpoint, host: str, port: int) -> uvicorn.Config:
    return uvicorn.Config(
        endpoint.app, host, port, log_level="warning", lifespan="off", ws="websockets-sansio",
        ws_max_size=sente.MAX_FRAME, ws_ping_interval=None,  # sente's own pings only
    )  # fmt: skip
