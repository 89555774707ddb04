"""The sockets of an endpoint, as sente keeps them.

- A user may have several connections, each with the id that its client has chosen. Events go to all
  of them; a socket with a known id replaces the older one.
- A connection without messages is pinged, and closed if its client does not react.
- When a socket ends, its connection waits for the client to come back. Only then is it removed, and
  when the last connection of a user is gone, the user is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from turnwright.bridges.jinteki.codec import sente
from turnwright.bridges.jinteki.codec.sente import Event, Reply
from turnwright.core.errors import UnusableError

from .timing import Clock, LoopClock, SocketTiming, Timer

MOST_MISSED = 1000


class Wire(Protocol):
    """A socket, as seen from here."""

    def send(self, frame: str | bytes) -> None:
        """Send a frame."""

    def close(self) -> None:
        """Close the socket."""


class Connection:
    """A connection of a user. `wire` is None while it waits for the client to come back."""

    def __init__(self, uid: str, client_id: str, wire: Wire, *, is_logged_in: bool = True) -> None:
        self.uid, self.client_id, self.is_logged_in = uid, client_id, is_logged_in
        self.wire: Wire | None = wire
        self.activity = 0
        """Counts the messages in both directions, except pings and replies."""
        self.missed: list[str | bytes] = []
        """Frames for a client that may come back."""


class Connections:
    """All connections. `on_event`, `on_arrival` and `on_departure` are called with what happens."""

    def __init__(
        self, packer: str = "edn", timing: SocketTiming | None = None, clock: Clock | None = None
    ) -> None:
        self.packer, self.timing = packer, timing or SocketTiming()
        self.clock: Clock = clock or LoopClock()
        self.on_event: Callable[[Connection, Event], None] = lambda connection, event: None
        self.on_arrival: Callable[[str], None] = lambda uid: None
        self.on_departure: Callable[[str], None] = lambda uid: None
        self.users: dict[str, dict[str, Connection]] = {}
        """The connections by user and by client id, those that wait included."""
        self._buffers: dict[str, list[Event]] = {}
        self._timers: set[Timer] = set()

    # --- coming and going --------------------------------------------------------------------------

    def open(
        self, uid: str, client_id: str, wire: Wire, *, is_logged_in: bool = True
    ) -> Connection:
        """Add a socket: shake hands, send what its client has missed, and keep it alive."""
        connection = Connection(uid, client_id, wire, is_logged_in=is_logged_in)
        is_new = uid not in self.users
        older = self.users.setdefault(uid, {}).get(client_id)
        self.users[uid][client_id] = connection
        handshake = Event(sente.HANDSHAKE, [uid, None, None])
        wire.send(sente.encode_event(self.packer, handshake))
        if older is not None:
            for frame in older.missed:
                wire.send(frame)
        self._watch(connection, connection.activity, self.timing.keep_alive, expects_pong=False)
        if is_new:
            self.on_arrival(uid)
        return connection

    def lose(self, connection: Connection) -> None:
        """Take note that a socket has ended."""
        connection.wire = None
        if self._is_current(connection):
            self._later(self.timing.reconnect_window, lambda: self._remove(connection))

    def _remove(self, connection: Connection) -> None:
        if not self._is_current(connection):
            return  # the client came back
        own = self.users[connection.uid]
        del own[connection.client_id]
        if not own:
            del self.users[connection.uid]
            self._buffers.pop(connection.uid, None)
            self.on_departure(connection.uid)

    def close(self) -> None:
        """Forget all timers."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    def _is_current(self, connection: Connection) -> bool:
        return self.users.get(connection.uid, {}).get(connection.client_id) is connection

    # --- keeping alive -----------------------------------------------------------------------------

    def _watch(
        self, connection: Connection, activity: int, delay: float, *, expects_pong: bool
    ) -> None:
        def look() -> None:
            if connection.wire is None or not self._is_current(connection):
                return
            now = connection.activity
            if now != activity:
                self._watch(connection, now, self.timing.keep_alive, expects_pong=False)
            elif expects_pong:
                connection.wire.close()
            else:
                connection.wire.send(sente.encode_ping(self.packer))
                self._watch(connection, now, self.timing.ping_timeout, expects_pong=True)

        self._later(delay, look)

    # --- messages ----------------------------------------------------------------------------------

    def receive(self, connection: Connection, frame: str | bytes) -> bool:
        """Read a frame of a client and handle its event. Return False if it is not a message."""
        connection.activity += 1
        try:
            event = sente.decode_from_client(self.packer, frame)
        except UnusableError:
            return False
        if event.name == sente.PING:
            if event.callback:
                self.reply(connection, Reply(event.callback, sente.PING_REPLY))
        elif event.name != sente.PONG:
            self.on_event(connection, event)
        return True

    def reply(self, connection: Connection, reply: Reply) -> None:
        """Send a reply to the connection that wants it."""
        if connection.wire is not None:
            connection.wire.send(sente.encode_reply(self.packer, reply))

    def push(self, uid: str, event: Event) -> None:
        """Send an event to all connections of a user, together with others of the same moment."""
        if uid not in self.users:
            return
        waiting = self._buffers.get(uid)
        if waiting is not None:
            waiting.append(event)
            return
        self._buffers[uid] = [event]
        self._later(self.timing.push_delay, lambda: self._flush(uid))

    def _flush(self, uid: str) -> None:
        events = self._buffers.pop(uid, None)
        if not events:
            return
        frame = sente.encode_events(self.packer, events)
        for connection in self.users.get(uid, {}).values():
            if connection.wire is not None:
                connection.activity += 1
                connection.wire.send(frame)
            elif len(connection.missed) < MOST_MISSED:
                connection.missed.append(frame)

    def _later(self, delay: float, call: Callable[[], None]) -> None:
        def made() -> None:
            self._timers.discard(timer)
            call()

        timer = self.clock.call_later(delay, made)
        self._timers.add(timer)
