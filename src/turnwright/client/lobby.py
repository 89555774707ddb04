"""The lobby over HTTP: games, rooms, history and replays. It uses only the standard library.

`SyncLobby` blocks; `Lobby` has the same methods as coroutines.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import update_wrapper
from http.client import HTTPException
from typing import Any, Concatenate, ParamSpec, TypeVar
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import Request, urlopen

import msgspec

from turnwright.core.errors import Refusal, Refused
from turnwright.core.runtime.record import Record
from turnwright.server.http.messages import (
    ErrorDetail,
    ErrorResponse,
    Frames,
    GameSummary,
    RoomSummary,
    Seated,
)

from .reconnecting_socket import Disconnected

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


class SyncLobby:
    """The lobby of a server. Error responses are raised as `Refused`. `token` is the bearer token of
    requests: that of an identity provider, or the administrator's."""

    def __init__(self, url: str, timeout: float = 30.0, token: str = "") -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        scheme = {"ws": "http", "wss": "https"}.get(parts.scheme, parts.scheme)
        path = parts.path.removesuffix("/socket").rstrip("/")
        self.url, self.timeout = f"{scheme}://{parts.netloc}{path}", timeout
        self.headers = {"content-type": "application/json"}
        if token:
            self.headers["authorization"] = f"Bearer {token}"

    def _get(self, kind: type[T], path: str, body: Any = None) -> T:
        return self._call(msgspec.json.Decoder(kind).decode, path, body)

    def _call(self, read: Callable[[bytes], T], path: str, body: Any = None) -> T:
        data = None if body is None else msgspec.json.encode(body)
        request = Request(self.url + path, data, self.headers)
        try:
            with urlopen(request, timeout=self.timeout) as answer:
                return read(answer.read())
        except HTTPError as error:
            with error:
                raise _refused(error.code, error.read()) from None
        except (OSError, HTTPException) as error:
            reason = getattr(error, "reason", error)
            raise Disconnected(f"Cannot connect to {self.url}: {reason}.") from None
        except msgspec.DecodeError as error:
            raise Disconnected(f"{self.url} is not a Turnwright server: {error}.") from None

    def games(self) -> list[GameSummary]:
        """Return the hosted games."""
        return self._get(list[GameSummary], "/api/games")

    def game(self, name: str) -> dict[str, Any]:
        """Return the zones, phases and cards of a game."""
        return self._get(dict[str, Any], f"/api/games/{quote(name)}")

    def rooms(self, game: str = "", *, start: int = 0, limit: int = 100) -> list[RoomSummary]:
        """Return the public rooms that are waiting or playing, `limit` after the first `start`."""
        query = _query(game=game, start=start, limit=limit)
        return self._get(list[RoomSummary], f"/api/rooms{query}")

    def room(self, room: str, *, code: str = "") -> RoomSummary:
        """Return the summary of a room; a private one exists only with its code."""
        return self._get(RoomSummary, f"/api/rooms/{quote(room)}{_query(code=code)}")

    def create(
        self,
        game: str,
        name: str = "",
        *,
        private: bool = False,
        bots: list[str] | None = None,
        seats: int = 0,
        options: dict[str, Any] | None = None,
        timeouts: dict[str, float] | None = None,
    ) -> Seated:
        """Create a room and take a seat; `bots` (`random`, `greedy`, `mcts:200`) take the others."""
        body = {"game": game, "name": name, "private": private, "bots": bots or [], "seats": seats,
                "options": options or {}, "timeouts": timeouts or {}}  # fmt: skip
        return self._get(Seated, "/api/rooms", body)

    def join(self, room: str = "", name: str = "", *, code: str = "") -> Seated:
        """Take a seat in a room, given by its name or its code."""
        path = f"/api/rooms/{quote(room)}/join" if room else "/api/join"
        return self._get(Seated, path, {"name": name, "code": code})

    def quick(self, game: str, name: str = "") -> Seated:
        """Take a seat with somebody who is waiting, or in a new room."""
        return self._get(Seated, "/api/quick", {"game": game, "name": name})

    def history(self, limit: int = 50, *, start: int = 0) -> list[RoomSummary]:
        """Return the finished matches, most recent first, `limit` after the first `start`."""
        query = _query(limit=limit, start=start)
        return self._get(list[RoomSummary], f"/api/history{query}")

    def replay(self, room: str, token: str = "", *, match: int = 0) -> Record:
        """Return the record of a finished match (0: the last one). It requires the seat token of
        somebody who played, unless only bots did."""
        query = _query(token=token, match=match)
        return self._call(Record.parse, f"/api/rooms/{quote(room)}/replay{query}")

    def frames(
        self,
        room: str,
        seat: str = "",
        start: int = 0,
        count: int = 50,
        token: str = "",
        *,
        match: int = 0,
    ) -> Frames:
        """Return what a seat, or a spectator, saw at each step of a finished match."""
        query = _query(start=start, count=count, seat=seat, token=token, match=match)
        return self._get(Frames, f"/api/rooms/{quote(room)}/frames{query}")

    def metrics(self) -> str:
        """Return the Prometheus metrics."""
        return self._call(bytes.decode, "/metrics")


def _query(**asked: str | int) -> str:
    found = urlencode({name: value for name, value in asked.items() if value})
    return f"?{found}" if found else ""


def _refused(status: int, body: bytes) -> Refused:
    try:
        reason = msgspec.json.decode(body, type=ErrorResponse).error
    except msgspec.DecodeError:
        reason = ErrorDetail("http", f"The server answered with HTTP {status}.")
    return Refused(Refusal(reason.code, reason.message, {"status": status}))


def _awaited(
    method: Callable[Concatenate[SyncLobby, P], R],
) -> Callable[Concatenate[Lobby, P], Coroutine[Any, Any, R]]:
    async def run(self: Lobby, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await asyncio.to_thread(method, self.sync, *args, **kwargs)

    update_wrapper(run, method)
    return run


class Lobby:
    """The lobby of a server with coroutines: `seat = await Lobby(url).create("duel")`."""

    def __init__(self, url: str, timeout: float = 30.0, token: str = "") -> None:
        self.sync = SyncLobby(url, timeout, token)

    games = _awaited(SyncLobby.games)
    game = _awaited(SyncLobby.game)
    rooms = _awaited(SyncLobby.rooms)
    room = _awaited(SyncLobby.room)
    create = _awaited(SyncLobby.create)
    join = _awaited(SyncLobby.join)
    quick = _awaited(SyncLobby.quick)
    history = _awaited(SyncLobby.history)
    replay = _awaited(SyncLobby.replay)
    frames = _awaited(SyncLobby.frames)
