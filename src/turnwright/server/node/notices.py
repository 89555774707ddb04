"""What the administrator tells all players, and the drain before a node stops.

- A notice is stored, so all nodes show it, also after a restart.
- While a node drains it opens no new rooms and shows its own notice. It is drained once no match with
  a connected player is running, or when the time is up; then the server stops, and clients reconnect.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.server.storage.store import Store
from turnwright.server.views import protocol as wire
from turnwright.server.views.protocol import encode

from .clock import Clock
from .connections import Connection, OwnedRoom
from .logs import log_event

SETTING = "notice"
MAX_TEXT = 300
RESTARTING = "The server will restart. Your match is saved and goes on after that."


class Notices:
    """The notice of a node, and whether it drains."""

    def __init__(self) -> None:
        self.stored: wire.Notice | None = None
        self.drain: wire.Notice | None = None
        self.stops_at = 0.0  # the end of the drain
        self.sent = b""  # the notice that clients have now, as a frame; empty if there is none
        self.clock = Clock()

    @property
    def current(self) -> wire.Notice | None:
        """The notice that is shown now."""
        if self.drain is not None:
            return self.drain
        stored = self.stored
        if stored is None or (stored.until is not None and stored.until <= self.clock.now() * 1000):
            return None
        return stored

    @property
    def is_draining(self) -> bool:
        """Whether the node is about to stop."""
        return self.drain is not None

    def check_open(self) -> None:
        """Raise `draining` if no new rooms are opened."""
        if self.is_draining:
            sentence = (
                "The server is about to restart and opens no new rooms. Try again in a moment."
            )
            raise UnusableError("draining", sentence)

    def begin_drain(self, seconds: float, text: str = "") -> None:
        """Open no new rooms, and stop after this time or once no match is running."""
        self.stops_at = self.clock.now() + seconds
        text = clean_notice(text) or RESTARTING
        self.drain = wire.Notice(text=text, until=int(self.stops_at * 1000), is_draining=True)
        log_event("drain_started", seconds=seconds)

    def cancel_drain(self) -> None:
        """Go on as before."""
        self.drain = None
        log_event("drain_cancelled")

    def is_drained(self, rooms: Iterable[OwnedRoom]) -> bool:
        """Return whether the node drains and may stop now."""
        if self.drain is None:
            return False
        is_over = self.clock.now() >= self.stops_at
        return is_over or not any(owned.is_played for owned in rooms)

    def broadcast(self, connections: Iterable[Connection]) -> None:
        """Send the notice to everybody, if it has changed."""
        notice = self.current
        frame = b"" if notice is None else encode(notice)
        if frame == self.sent:
            return
        self.sent = frame
        for connection in connections:
            connection.socket.send(frame or encode(wire.Notice()))

    async def read(self, store: Store) -> None:
        """Read the notice that all nodes show."""
        text = await store.setting(SETTING)
        self.stored = msgspec.json.decode(text, type=wire.Notice) if text else None

    async def write(self, store: Store, notice: wire.Notice | None) -> None:
        """Store the notice that all nodes show; None removes it."""
        await store.change_setting(SETTING, "" if notice is None else encode(notice).decode())
        self.stored = notice


def clean_notice(text: str) -> str:
    """Return the text of a notice on one line; raise `bad_notice` if it is too long."""
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if len(text) > MAX_TEXT:
        raise UnusableError("bad_notice", f"A notice may have at most {MAX_TEXT} characters.")
    return text
