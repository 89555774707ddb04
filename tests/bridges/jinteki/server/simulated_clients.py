"""Clients of an endpoint in one process, without sockets, and a clock that the test moves."""

from __future__ import annotations

import heapq
import itertools
import json
from collections.abc import Callable
from typing import Any

from turnwright.bridges.jinteki.codec import sente
from turnwright.bridges.jinteki.codec.sente import Event, Reply
from turnwright.bridges.jinteki.dialect.diff import patch
from turnwright.bridges.jinteki.server.connections import Connection
from turnwright.bridges.jinteki.server.endpoint import Endpoint
from turnwright.bridges.jinteki.server.lobby import Lobby


class ManualClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.time = 0.0
        self._calls: list[tuple[float, int, Call]] = []
        self._numbers = itertools.count()

    def now(self) -> float:
        return self.time

    def call_later(self, delay: float, call: Callable[[], None]) -> Call:
        made = Call(call)
        heapq.heappush(self._calls, (self.time + delay, next(self._numbers), made))
        return made

    def advance(self, seconds: float) -> None:
        """Let time pass, and make the calls that become due in their order."""
        end = self.time + seconds
        while self._calls and self._calls[0][0] <= end:
            self.time, _, made = heapq.heappop(self._calls)
            if not made.is_cancelled:
                made.call()
        self.time = end


class Call:
    """A call that will be made."""

    def __init__(self, call: Callable[[], None]) -> None:
        self.call, self.is_cancelled = call, False

    def cancel(self) -> None:
        self.is_cancelled = True


def simulated_endpoint(packer: str = "edn", **how: Any) -> tuple[Endpoint, ManualClock]:
    """Return an endpoint with the times of the real server, and its clock."""
    clock = ManualClock()
    return Endpoint(Lobby(seed=lambda: 7, clock=clock, **how), packer=packer, clock=clock), clock


class SimulatedClient:
    """A client that answers pings and follows one game, unless it is told not to."""

    def __init__(
        self, server: Endpoint, uid: str, client_id: str = "", *, answers: bool = True
    ) -> None:
        self.server, self.uid, self.answers = server, uid, answers
        self.client_id = client_id or f"client of {uid}"
        self.frames: list[str | bytes] = []
        self.events: list[Event] = []
        self.replies: dict[str, Any] = {}
        self.ping_times: list[float] = []
        self.state: dict[str, Any] = {}
        self.gaps = 0
        self.connection: Connection | None = None
        self.open()

    @property
    def is_connected(self) -> bool:
        return self.connection is not None

    @property
    def side(self) -> str:
        lobby_game = self.server.lobby.joined_game(self.uid)
        return "" if lobby_game is None else lobby_game.side_of(self.uid) or ""

    def open(self) -> None:
        self.connection = self.server.connections.open(self.uid, self.client_id, self)

    def vanish(self) -> None:
        """Lose the connection."""
        connection, self.connection = self.connection, None
        assert connection is not None
        self.server.connections.lose(connection)

    def put(self, name: str, data: Any = None, callback: str = "") -> None:
        """Send an event."""
        assert self.connection is not None
        frame = sente.encode_event(self.server.packer, Event(name, data, callback))
        self.server.connections.receive(self.connection, frame)

    # --- the wire ------------------------------------------------------------------------------------

    def send(self, frame: str | bytes) -> None:
        """Take a frame of the server."""
        self.frames.append(frame)
        heard = sente.decode_from_server(self.server.packer, frame)
        if isinstance(heard, Reply):
            self.replies[heard.callback] = heard.data
            return
        for event in heard:
            self.events.append(event)
            if event.name == sente.PING:
                self.ping_times.append(self.server.connections.clock.now())
                if self.answers:
                    self.put(sente.PONG)
            elif event.name in ("game/start", "game/resync"):
                self.state = json.loads(event.data)
            elif event.name == "game/diff":
                before = self.state["sequence"]
                self.state = patch(self.state, json.loads(event.data)["diff"])
                self.gaps += self.state["sequence"] > before + 1

    def close(self) -> None:
        """The server closes the connection."""
        self.vanish()

    # --- looking -------------------------------------------------------------------------------------

    def heard(self, name: str) -> list[Any]:
        """Return the data of all events with this name."""
        return [event.data for event in self.events if event.name == name]
