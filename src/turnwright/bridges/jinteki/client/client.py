"""A client for a jinteki.net server: it logs in, keeps a socket, and follows the lobby and one
game.

- It answers the pings of the server, and pings a server that is silent; without an answer it opens
  the connection again.
- After a lost connection it asks for the state again if the server has kept its seat, and rejoins
  the game if not: then it is only among the `original-players`.
- A gap in the states causes a resync.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
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

PATIENCE, STATE_PATIENCE = 15.0, 3.0
KEEP_ALIVE, PING_TIMEOUT = 20.0, 5.0
"""sente's defaults: ping after this time without a message, and wait so long for the answer."""
TIMEOUT_SOON = "The game will be closed soon, because nobody acts."
GAME_CLOSED = "The server has closed the game."
GAME_TIMED_OUT = "The server has closed the game because nobody has acted for long."
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 5.0  # seconds between attempts


class Client:
    """One user's connection. `async with Client(url, name, password) as client:`"""

    def __init__(
        self, url: str, username: str, password: str, *, patience: float = PATIENCE,
        register: bool = False, keep_alive: float = KEEP_ALIVE, ping_timeout: float = PING_TIMEOUT,
    ) -> None:  # fmt: skip
        self.username, self.password, self.patience = username, password, patience
        self.keep_alive, self.ping_timeout = keep_alive, ping_timeout
        self.pages = LoginPages(url)
        self.client_id = str(uuid4())
        self.listed: list[dict[str, Any]] = []
        self.lobby: dict[str, Any] | None = None
        """The joined game, as the lobby describes it."""
        self.seat: RemoteSeat | None = None
        self.toasts: list[Any] = []
        self.notifications = 0
        """How often the server has rung ("ting"), for example when somebody joins."""
        self.connections = 0
        self.pings = 0
        """How often the server has pinged."""
        self.lists = self.lobby_states = 0
        self._messages = 0
        self._game_password = ""
        self._is_guest = False
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
            await self.lobbies()
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
        """Return the games in the lobby, and learn which of them this user has joined."""
        lists, states = self.lists, self.lobby_states
        await self.send_event("lobby/list")
        await self._until(lambda: self.lists > lists, "the list of games")
        with suppress(JintekiError):  # follows at once, but a server may leave it out
            await self._until(lambda: self.lobby_states > states, "the joined game", STATE_PATIENCE)
        return self.listed

    async def create(
        self, title: str = "", side: str = "Any Side", *, gateway: str = "Beginner",
        password: str = "", **wishes: Any,
    ) -> str:  # fmt: skip
        """Open a game, join it, and return its id. With gateway "Constructed", decks are chosen."""
        settings = {
            "title": title or f"{self.username}'s game", "side": side, "format": "system-gateway",
            "gateway-type": gateway, "room": "casual", "allow-spectator": True, **wishes,
        }  # fmt: skip
        if password:
            settings["password"] = password
        self._game_password = password
        await self.send_event("lobby/create", settings)
        await self._until(lambda: self.lobby is not None, "the new game")
        return self.gameid

    async def join(self, gameid: str | UUID, side: str = "", password: str = "") -> None:
        """Join a game. The first player's choice of a side has precedence."""
        gameid = str(gameid)
        asked: dict[str, Any] = {"gameid": UUID(gameid)}
        if side:
            asked["request-side"] = side
        if password:
            asked["password"] = password
        self._game_password = password
        if await self.request("lobby/join", asked) == 403:
            raise JintekiError("wrong_password", f"The password of game {gameid} is wrong.")
        await self.lobbies()
        if self.gameid != gameid or self.username not in names_of(self.lobby, "players"):
            raise JintekiError("no_seat", f"There is no free seat at game {gameid}.")

    async def watch(self, gameid: str | UUID, password: str = "") -> None:
        """Watch a game. If it has started, its state follows."""
        asked: dict[str, Any] = {"gameid": UUID(str(gameid)), "password": password}
        if await self.request("lobby/watch", asked) != 200:
            raise JintekiError("not_allowed", f"Game {gameid} cannot be watched.")
        await self.lobbies()
        await self.send_event("game/resync", {"gameid": UUID(str(gameid))})

    async def decks(self) -> list[dict[str, Any]]:
        """Return the decks that the server keeps for this user."""
        return await asyncio.to_thread(self.pages.decks)

    async def save_deck(self, name: str, deck: Mapping[str, Any]) -> str:
        """Store a deck (an identity and the copies of each card) on the server; return its id."""
        return await asyncio.to_thread(self.pages.save_deck, name, deck)

    async def select_deck(self, wanted: str) -> str:
        """Choose a stored deck for the joined game, by its id or name, and return its name."""
        if not self.gameid:
            await self.lobbies()
        if not self.gameid:
            raise JintekiError("no_game", f"{self.username} has not joined a game.")
        known = await self.decks()
        found = [one for one in known if wanted in (one.get("_id"), one.get("name"))]
        if not found:
            names = ", ".join(str(one.get("name")) for one in known) or "none"
            raise JintekiError("unknown_deck", f"There is no deck {wanted!r}. Decks: {names}.")
        chosen = {"gameid": UUID(self.gameid), "deck-id": found[-1]["_id"]}
        if await self.request("lobby/deck", chosen) is not True:
            sentence = f"The server does not accept the deck {wanted!r} for this game and side."
            raise JintekiError("bad_deck", sentence)
        return str(found[-1].get("name"))

    async def start(self) -> RemoteSeat:
        """Start the game if this user opened it, and wait until it has started."""
        if self.lobby is None:
            await self.lobbies()
        if self.lobby is None:
            raise JintekiError("no_game", f"{self.username} has not joined a game.")
        toasts = len(self.toasts)
        if names_of(self.lobby, "players")[:1] == [self.username]:
            await self.send_event("game/start", {"gameid": UUID(self.gameid)})
        await self._until(
            lambda: self.seat is not None or len(self.toasts) > toasts, "the start of the game"
        )
        if self.seat is None:
            raise JintekiError("not_started", str(_toast_text(self.toasts[-1])))
        return self.seat

    async def wait_for_start(self) -> RemoteSeat:
        """Return the seat at the game as soon as it has started."""
        await self._until(lambda: self.seat is not None, "the start of the game")
        assert self.seat is not None
        return self.seat

    async def rejoin(self, gameid: str | UUID = "") -> RemoteSeat:
        """Return to a running game and return the seat with its state.

        Without an id it is the game that this user plays, or has played and may rejoin."""
        await self.lobbies()
        wanted = str(gameid)
        if self.lobby is not None and self.lobby.get("started") and wanted in ("", self.gameid):
            wanted = self.gameid
            self.seat = None
            await self.send_event("game/resync", {"gameid": UUID(wanted)})
            return await self.wait_for_start()
        found = [str(game["gameid"]) for game in self.listed if self._may_rejoin(game)]
        found = [one for one in found if wanted in ("", one)]
        if not found:
            sentence = f"{self.username} does not play in any game on this server."
            raise JintekiError("no_game", sentence)
        self.seat = None
        await self.send_event("game/rejoin", self._seat_request(found[0]))
        return await self.wait_for_start()

    def _may_rejoin(self, game: Mapping[str, Any]) -> bool:
        is_free = len(names_of(game, "players")) < 2
        return bool(game.get("started")) and is_free and self._has_begun(game)

    def _has_begun(self, game: Mapping[str, Any]) -> bool:
        return self.username in names_of(game, "original-players")

    def _seat_request(self, gameid: str) -> dict[str, Any]:
        request: dict[str, Any] = {"gameid": UUID(gameid)}
        if self._game_password:
            request["password"] = self._game_password
        return request

    async def leave(self) -> None:
        """Leave the game."""
        if self.gameid:
            await self.send_event("game/leave", {"gameid": UUID(self.gameid)})
        self.lobby = self.seat = None

    async def say(self, text: str) -> None:
        """Post a chat message in the game's log."""
        await self.send_event("game/say", {"gameid": UUID(self.gameid), "msg": text})

    @property
    def side_in_lobby(self) -> str:
        """The side of this user in the joined game; empty if the user does not play."""
        for player in (self.lobby or {}).get("players") or ():
            if (player.get("user") or {}).get("username") == self.username:
                return str(player.get("side", "")).lower()
        return ""

    @property
    def gameid(self) -> str:
        """The id of the joined game, or an empty string."""
        return str(self.lobby["gameid"]) if self.lobby else ""

    # --- talking -----------------------------------------------------------------------------------

    async def send_event(self, event: str, data: Any = None) -> None:
        """Send an event as soon as there is a connection."""
        await self._put(await self._connected(), Event(event, data))

    async def request(self, event: str, data: Any = None) -> Any:
        """Send an event and wait for its reply."""
        callback = uuid4().hex[:6]
        await self._put(await self._connected(), Event(event, data, callback))
        await self._until(lambda: callback in self._replies, f"the reply to {event}")
        return self._replies.pop(callback)

    async def _put(self, socket: ClientConnection, event: Event) -> None:
        self._messages += 1
        with suppress(ConnectionClosed):
            await socket.send(sente.encode_event(self.pages.packer, event))

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

    async def _until(
        self, test: Callable[[], bool], what: str, patience: float | None = None
    ) -> None:
        async def come() -> None:
            while not test():
                await self.next_change()

        try:
            await asyncio.wait_for(come(), patience or self.patience)
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
                reason, is_refused = await self._connect()
                if self.connections > before:
                    pause = FIRST_PAUSE
                elif pause >= LONGEST_PAUSE:
                    raise JintekiError("disconnected", f"The connection was lost: {reason}.")
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                if is_refused:  # the server has lost the session meanwhile
                    with suppress(JintekiError):
                        await asyncio.to_thread(self._enter)
        except JintekiError as error:
            self._failure = error
            self._wake()

    async def _connect(self) -> tuple[str, bool]:
        """Open a connection and read until it ends. Return why it ended, and whether the server has
        refused it or does not know the user."""
        self._is_guest = False
        try:
            async with open_socket(
                self.pages.socket_url(self.client_id),
                additional_headers={"Cookie": self.pages.cookies},
                compression=None, max_size=None, close_timeout=1.0, ping_interval=None,
            ) as socket:  # fmt: skip
                pinging = asyncio.create_task(self._keep_alive(socket))
                try:
                    while True:
                        self._read(await socket.recv(), socket)
                finally:
                    pinging.cancel()
        except ConnectionClosed as error:
            return str(error), self._is_guest
        except InvalidStatus as error:
            return f"HTTP {error.response.status_code}", True
        except (OSError, InvalidHandshake, EOFError, TimeoutError) as error:
            return str(error) or type(error).__name__, False
        finally:
            self._socket = None
            self._wake()

    async def _keep_alive(self, socket: ClientConnection) -> None:
        """Ping the server when there is no message in either direction, and break the connection if
        it does not answer."""
        while True:
            before = self._messages
            await asyncio.sleep(self.keep_alive)
            if self._messages != before:
                continue
            callback = uuid4().hex[:6]
            await self._put(socket, Event(sente.PING, callback=callback))
            try:
                await asyncio.wait_for(self._reply(callback), self.ping_timeout)
            except TimeoutError:
                socket.transport.abort()
                return

    async def _reply(self, callback: str) -> None:
        while self._replies.pop(callback, None) != sente.PING_REPLY:
            await self.next_change()

    def _read(self, frame: str | bytes, socket: ClientConnection) -> None:
        self._messages += 1
        try:
            heard = sente.decode_from_server(self.pages.packer, frame)
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
        if name == sente.HANDSHAKE:
            if not isinstance(data, list) or data[:1] != [self.username]:
                self._is_guest = True  # the server has forgotten who this is
                socket.transport.abort()
                return
            self._socket = socket
            self.connections += 1
            if self.seat is not None:
                self.seat.is_stale = True
                self._run(self._return_to_game(self.seat))
        elif name == sente.PING:
            self.pings += 1
            self._later(sente.PONG)
        elif name == "lobby/list":
            self.lists += 1
            self.listed = [one for one in data or [] if isinstance(one, dict)]
        elif name == "lobby/state":
            self.lobby_states += 1
            self.lobby = data if isinstance(data, dict) and data else None
        elif name == "lobby/notification":
            self.notifications += 1
        elif name == "lobby/toast":
            self.toasts.append(data)
        elif name in ("game/start", "game/resync"):
            self._whole(data)
        elif name == "game/diff" and self.seat is not None:
            if not self.seat.apply_diff(data):
                self.resync()
        elif name == "game/error" and self.seat is not None:
            self.seat.errors += 1
            self._run(self._return_to_game(self.seat))
        elif name == "game/timeout-soon":
            self.toasts.append({"message": TIMEOUT_SOON, "type": "warning"})
        elif name == "game/timeout":
            self._close_game(GAME_TIMED_OUT, str(data))
        elif name == "system/force-disconnect":
            socket.transport.abort()

    async def _return_to_game(self, seat: RemoteSeat) -> None:
        """Get the state of the game again: from the kept seat, or by rejoining."""
        seat.is_stale = True
        with suppress(JintekiError):
            await self.lobbies()
            if self.gameid == seat.gameid:
                await self.send_event("game/resync", {"gameid": UUID(seat.gameid)})
                return
            game = next((one for one in self.listed if str(one["gameid"]) == seat.gameid), None)
            if game is not None and self._may_rejoin(game):
                await self.send_event("game/rejoin", self._seat_request(seat.gameid))
            else:
                self._close_game(GAME_CLOSED, seat.gameid)
                self._wake()

    def _close_game(self, reason: str, gameid: str) -> None:
        if self.seat is not None and self.seat.gameid == gameid:
            self.seat.closed_because = reason
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
        self._run(self.send_event(event, data))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def names_of(game: Mapping[str, Any] | None, key: str) -> list[str]:
    """Return the usernames under a key of a lobby game: its players, or its original players."""
    people = [one.get("user") for one in (game or {}).get(key) or ()]
    return [str(one.get("username", "")) for one in people if isinstance(one, Mapping)]


def _toast_text(toast: Any) -> Any:
    return toast.get("message") if isinstance(toast, Mapping) else toast


async def connect(url: str, username: str, password: str, **how: Any) -> Client:
    """Return a client to be entered: `async with await connect(url, name, password) as client:`"""
    return Client(url, username, password, **how)
