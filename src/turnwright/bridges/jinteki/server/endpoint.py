"""A server that behaves like jinteki.net: login pages, a socket, a lobby, and games on our engine.

For testing clients, and for playing against bots without another server.
"""

from __future__ import annotations

import asyncio
import html
import json
import socket as sockets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.parse import parse_qsl

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from turnwright.bridges.jinteki.codec import sente
from turnwright.bridges.jinteki.codec.sente import Event, Reply
from turnwright.core.errors import UnusableError

from .accounts import Accounts, Session
from .lobby import Lobby, LobbyUser

COOKIE, LOGIN_COOKIE = "ring-session", "session"
STATUS = {"username_taken": 422, "email_taken": 424, "login_refused": 401}
PING_SECONDS = 2.5
MOST_WAITING = 10_000
MOST_MISTAKES = 20
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
        self, lobby: Lobby | None = None, *, packer: str = "edn", is_open: bool = False
    ) -> None:
        self.lobby, self.packer = lobby or Lobby(), packer
        self.accounts = Accounts(is_open=is_open)
        self.app = Starlette(
            routes=[
                Route("/", self.home),
                Route("/login", self.login, methods=["POST"]),
                Route("/register", self.register, methods=["POST"]),
                WebSocketRoute("/chsk", self.socket),
            ]
        )

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
            return _no("bad_token", "Invalid anti-forgery token", 403)
        form = await _form(request)
        refusal = self.accounts.login(session, form["username"], form["password"])
        if refusal is not None:
            return _no(refusal.code, refusal.sentence, STATUS.get(refusal.code, 400))
        answer = JSONResponse({"message": "ok"})
        answer.set_cookie(LOGIN_COOKIE, request.cookies[COOKIE], httponly=True, samesite="strict")
        return answer

    async def register(self, request: Request) -> Response:
        """Handle the registration form."""
        session = self._session(request)
        if session is None:
            return _no("bad_token", "Invalid anti-forgery token", 403)
        form = await _form(request)
        refusal = self.accounts.register(
            form["username"], form["password"], form["confirm-password"], form["email"]
        )
        if refusal is not None:
            return _no(refusal.code, refusal.sentence, STATUS.get(refusal.code, 400))
        return JSONResponse({"message": "ok"})

    def _session(self, request: Request) -> Session | None:
        token = request.headers.get("x-csrf-token", "")
        return self.accounts.authenticate(request.cookies.get(COOKIE, ""), token)

    # --- the socket --------------------------------------------------------------------------------

    async def socket(self, socket: WebSocket) -> None:
        """Handle a socket from its handshake to its end."""
        client = socket.query_params.get("client-id", "")
        token = socket.query_params.get("csrf-token", "")
        session = self.accounts.authenticate(socket.cookies.get(COOKIE, ""), token)
        if session is None or not client:
            await socket.close(1008)  # not accepted yet, so this is HTTP 403
            return
        await socket.accept()
        is_logged_in = bool(session.username) and LOGIN_COOKIE in socket.cookies
        box: asyncio.Queue[Event | Reply | None] = asyncio.Queue(MOST_WAITING)

        def send(what: Event | Reply) -> None:
            with suppress(asyncio.QueueFull):  # the client notices the gap and resyncs
                box.put_nowait(what)

        user = LobbyUser(session.username if is_logged_in else client[:60], is_logged_in, send)
        user.close = lambda: box.put_nowait(None)
        user.send(Event("chsk/handshake", [user.uid, None, {}, True]))
        older = self.lobby.connect(user)
        if older is not None:
            older.close()
        sending = asyncio.create_task(self._send(socket, box))
        pinging = asyncio.create_task(self._ping(send))
        try:
            await self._listen(socket, user)
        finally:
            self.lobby.disconnect(user)
            for task in (sending, pinging):
                task.cancel()
                with suppress(asyncio.CancelledError, RuntimeError, WebSocketDisconnect):
                    await task

    async def _listen(self, socket: WebSocket, user: LobbyUser) -> None:
        mistakes = 0
        with suppress(WebSocketDisconnect, RuntimeError):
            while mistakes < MOST_MISTAKES:
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                frame = message.get("text") or message.get("bytes") or b""
                try:
                    heard = sente.decode(self.packer, frame)
                except UnusableError:
                    mistakes += 1
                    continue
                for event in heard if isinstance(heard, list) else []:
                    self.lobby.handle_event(user, event)
            await socket.close(1007)

    async def _send(self, socket: WebSocket, box: asyncio.Queue[Event | Reply | None]) -> None:
        """Send what is queued, several events in one frame."""
        while True:
            batch = [await box.get()]
            while not box.empty():
                batch.append(box.get_nowait())
            events: list[Event] = []
            for one in [*batch, Event("")]:
                is_plain = isinstance(one, Event) and not one.name.startswith("chsk/") and one.name
                if events and not is_plain:
                    await _put(socket, sente.encode(self.packer, events))
                    events = []
                if one is None:
                    await socket.close(1008)
                    return
                if isinstance(one, Reply):
                    await _put(socket, sente.encode_reply(self.packer, one))
                elif is_plain:
                    events.append(one)
                elif one.name:
                    await _put(socket, sente.encode(self.packer, [one]))

    async def _ping(self, send: Any) -> None:
        while True:
            await asyncio.sleep(PING_SECONDS)
            send(Event("chsk/ws-ping"))


async def _put(socket: WebSocket, frame: str | bytes) -> None:
    if isinstance(frame, str):
        await socket.send_text(frame)
    else:
        await socket.send_bytes(frame)


async def _form(request: Request) -> dict[str, str]:
    """Return the fields of a form; missing ones are empty."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > 10_000:
            break
    fields = dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
    return {
        key: fields.get(key, "") for key in ("username", "password", "confirm-password", "email")
    }


def _no(code: str, sentence: str, status: int) -> Response:
    return JSONResponse({"error": {"code": code, "message": sentence}}, status)


# --- running ------------------------------------------------------------------------------------------


@asynccontextmanager
async def running(endpoint: Endpoint, host: str = "127.0.0.1", port: int = 0) -> AsyncIterator[str]:
    """Run the endpoint on a real port inside the block and yield its URL."""
    listener = listen(host, port)
    server = uvicorn.Server(_config(endpoint, host, port))
    task = asyncio.create_task(server.serve([listener]))
    try:
        while not server.started:
            if task.done():
                task.result()
            await asyncio.sleep(0.005)
        yield f"http://{host}:{listener.getsockname()[1]}"
    finally:
        server.should_exit = server.force_exit = True
        await task
        listener.close()


def serve(
    host: str = "127.0.0.1", port: int = 1042, *, gateway: str = "Beginner", bot: Any = None,
    bot_side: str = "Corp", packer: str = "edn", is_open: bool = True,
) -> None:  # fmt: skip
    """Serve until interrupted. With a `bot` (an agent), people play against it."""
    lobby = Lobby(gateway=gateway, bot=bot, bot_side=bot_side.capitalize())
    endpoint = Endpoint(lobby, packer=packer, is_open=is_open)
    with listen(host, port) as listener:
        uvicorn.Server(_config(endpoint, host, port)).run([listener])


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
        ws_max_size=sente.MAX_FRAME, ws_ping_interval=20.0,
    )  # fmt: skip
