"""A client for a jinteki.net server: it logs in, keeps a socket, and follows the lobby and one
game.

A broken connection is opened again and the game rejoined. A gap in the states causes a resync.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any
from uuid import UUID, uuid4

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from turnwright.bridges.jinteki.codec import sente
from turnwright.bridges.jinteki.codec.sente import Event, Reply
from turnwright.core.errors import UnusableError

from .login import JintekiError, LoginPages
from .remote_seat import RemoteSeat

PATIENCE = 15.0
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 5.0  # seconds between attempts


class Client:
    """One user's connection. `async with Client(url, name, password) as client:`"""

    def __init__(
        self, url: str, username: str, password: str, *, patience: float = PATIENCE,
        register: bool = False,
    ) -> None:  # fmt: skip
        self.username, self.password, self.patience = username, password, patience
        self.pages = LoginPages(url)
        self.client_id = str(uuid4())
        self.listed: list[dict[str, Any]] = []
        self.lobby: dict[str, Any] | None = None
        """The joined game, as the lobby describes it."""
        self.seat: RemoteSeat | None = None
        self.toasts: list[Any] = []
        self.connections = 0
        self.lists = 0
        self._registers = register
        self._socket: ClientConnection | None = None
        self._replies: dict[str, Any] = {}
        self._waiting: list[asyncio.Future[None]] = []
        self._task: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Future[None]] = set()
        self._failure: JintekiError | None = None

    async def __aenter__(self) -> Client:
        await asyncio.to_thread(self._enter)
        self._task = asyncio.create_task(self._stay())
        try:
            await self._until(lambda: self.connections > 0, "the handshake")
            await self.send_event("lobby/list")
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection."""
        tasks = [*self._tasks, *([self._task] if self._task is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._task = None

    def _enter(self) -> None:
        self.pages.fetch_token()
        if self._registers:
            self.pages.register(self.username, self.password)
            self._registers = False
        self.pages.log_in(self.username, self.password)

    # --- the lobby ---------------------------------------------------------------------------------

    async def lobbies(self) -> list[dict[str, Any]]:
        """Return the games in the lobby."""
        before = self.lists
        await self.send_event("lobby/list")
        await self._until(lambda: self.lists > before, "the list of games")
        return self.listed

    async def create(
        self, title: str = "", side: str = "Any Side", *, gateway: str = "Beginner", **wishes: Any
    ) -> str:
        """Open a game, join it, and return its id."""
        settings = {
            "title": title or f"{self.username}'s game", "side": side, "format": "system-gateway",
            "gateway-type": gateway, "room": "casual", "allow-spectator": True, **wishes,
        }  # fmt: skip
        await self.send_event("lobby/create", settings)
        await self._until(lambda: self.lobby is not None, "the new game")
        return self.gameid

    async def join(self, gameid: str | UUID, side: str = "") -> None:
        """Join a game."""
        gameid = str(gameid)
        asked: dict[str, Any] = {"gameid": UUID(gameid)}
        if side:
            asked["request-side"] = side
        await self.send_event("lobby/join", asked)
        await self._until(lambda: self.gameid == gameid, f"a seat at game {gameid}")

    async def start(self) -> RemoteSeat:
        """Start the game if this user opened it, and wait until it has started."""
        if self.lobby is None:
            await self.lobbies()
        if self.lobby is None:
            raise JintekiError("no_game", f"{self.username} has not joined a game.")
        players = (self.lobby or {}).get("players") or [{}]
        if (players[0].get("user") or {}).get("username") == self.username:
            await self.send_event("game/start", {"gameid": UUID(self.gameid)})
        return await self.wait_for_start()

    async def wait_for_start(self) -> RemoteSeat:
        """Return the seat at the game as soon as it has started."""
        await self._until(lambda: self.seat is not None, "the start of the game")
        assert self.seat is not None
        return self.seat

    async def rejoin(self, gameid: str | UUID = "") -> RemoteSeat:
        """Rejoin a running game and return the seat with its state."""
        self.seat = None
        await self.send_event("game/rejoin", {"gameid": UUID(str(gameid))} if gameid else {})
        return await self.wait_for_start()

    async def leave(self) -> None:
        """Leave the game."""
        if self.gameid:
            await self.send_event("game/leave", {"gameid": UUID(self.gameid)})
        self.lobby = self.seat = None

    async def say(self, text: str) -> None:
        """Post a chat message in the game's log."""
        await self.send_event("game/say", {"gameid": UUID(self.gameid), "msg": text})

    @property
    def gameid(self) -> str:
        """The id of the joined game, or an empty string."""
        return str(self.lobby["gameid"]) if self.lobby else ""

    # --- talking -----------------------------------------------------------------------------------

    async def send_event(self, event: str, data: Any = None) -> None:
        """Send an event as soon as there is a connection."""
        socket = await self._connected()
        with suppress(ConnectionClosed):
            await socket.send(sente.encode(self.pages.packer, [Event(event, data)]))

    async def request(self, event: str, data: Any = None) -> Any:
        """Send an event and wait for its reply."""
        callback = uuid4().hex[:6]
        socket = await self._connected()
        with suppress(ConnectionClosed):
            await socket.send(sente.encode(self.pages.packer, [Event(event, data)], callback))
        await self._until(lambda: callback in self._replies, f"the reply to {event}")
        return self._replies.pop(callback)

    async def _connected(self) -> ClientConnection:
        while self._socket is None:
            await self._until(lambda: self._socket is not None, "a connection")
        return self._socket

    async def next_change(self) -> None:
        """Wait until something arrives from the server or the connection is lost."""
        if self._failure is not None:
            raise self._failure
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        await waiter

    async def _until(self, test: Callable[[], bool], what: str) -> None:
        async def come() -> None:
            while not test():
                await self.next_change()

        try:
            await asyncio.wait_for(come(), self.patience)
        except TimeoutError:
            raise JintekiError("timeout", f"The server did not send {what} in time.") from None

    def _wake(self) -> None:
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            if not one.done():
                one.set_result(None)

    # --- the socket --------------------------------------------------------------------------------

    def drop_connection(self) -> None:
        """Break the connection, as a bad network does."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def _stay(self) -> None:
        pause = FIRST_PAUSE
        try:
            while True:
                before = self.connections
                reason = await self._connect()
                if self.connections > before:
                    pause = FIRST_PAUSE
                elif pause >= LONGEST_PAUSE:
                    raise JintekiError("disconnected", f"The connection was lost: {reason}.")
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                with suppress(JintekiError):
                    await asyncio.to_thread(
                        self._enter
                    )  # the server may have lost the session meanwhile
        except JintekiError as error:
            self._failure = error
            self._wake()

    async def _connect(self) -> str:
        """Open a connection, read until it ends, and return why it ended."""
        try:
            async with open_socket(
                self.pages.socket_url(self.client_id),
                additional_headers={"Cookie": self.pages.cookies},
                compression=None, max_size=None, close_timeout=1.0,
            ) as socket:  # fmt: skip
                while True:
                    self._read(await socket.recv(), socket)
        except ConnectionClosed as error:
            return str(error)
        except InvalidStatus as error:
            return f"HTTP {error.response.status_code}"
        except (OSError, InvalidHandshake, EOFError, TimeoutError) as error:
            return str(error) or type(error).__name__
        finally:
            self._socket = None
            self._wake()

    def _read(self, frame: str | bytes, socket: ClientConnection) -> None:
        try:
            heard = sente.decode(self.pages.packer, frame)
        except UnusableError:
            return  # not a message
        if isinstance(heard, Reply):
            self._replies[heard.callback] = heard.data
        else:
            for event in heard:
                self._hear(event, socket)
        self._wake()

    def _hear(self, event: Event, socket: ClientConnection) -> None:
        name, data = event.name, event.data
        if name == "chsk/handshake":
            self._socket = socket
            self.connections += 1
            if self.seat is not None:
                self._later("game/rejoin", {"gameid": UUID(self.seat.gameid)})
        elif name == "chsk/ws-ping":
            self._later("chsk/ws-pong")
        elif name == "lobby/list":
            self.lists += 1
            self.listed = [one for one in data or [] if isinstance(one, dict)]
        elif name == "lobby/state":
            self.lobby = data if isinstance(data, dict) and data else None
        elif name == "lobby/toast":
            self.toasts.append(data)
        elif name in ("game/start", "game/resync"):
            self._whole(data)
        elif name == "game/diff" and self.seat is not None:
            if not self.seat.apply_diff(data):
                self.resync()
        elif name == "game/error" and self.seat is not None:
            self.seat.errors += 1
            self.resync()
        elif name in ("game/timeout", "lobby/timeout"):
            self.lobby = None

    def _whole(self, text: Any) -> None:
        """Take a complete state, of the known game or of a new one."""
        seat = RemoteSeat.from_json(self, text)
        if seat is None:
            return
        if self.seat is not None and self.seat.gameid == seat.gameid:
            self.seat.apply_state(seat.state)
        else:
            self.seat = seat

    def resync(self) -> None:
        """Ask for the whole state again."""
        if self.seat is not None:
            self.seat.is_stale = True
            self._later("game/resync", {"gameid": UUID(self.seat.gameid)})

    def _later(self, event: str, data: Mapping[str, Any] | None = None) -> None:
        """Send an event from code that cannot wait."""
        task = asyncio.ensure_future(self.send_event(event, data))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def connect(url: str, username: str, password: str, **how: Any) -> Client:
    """Return a client to be entered: `async with await connect(url, name, password) as client:`"""
    return Client(url, username, password, **how)
