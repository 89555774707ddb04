"""The seat of one side at a Netrunner game: what it sees and how it acts.

`room.LocalSeat` is a seat in this process, `client.remote_seat.RemoteSeat` one on a server.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from turnwright.core.errors import Refusal


class Seat(Protocol):
    """One side's seat.

    `state` is what a jinteki.net server shows this side; it is never changed in place. `cursor`
    counts the states received."""

    side: str

    @property
    def gameid(self) -> str:
        """The id of the game."""
        ...

    @property
    def state(self) -> dict[str, Any]:
        """The latest state of the game."""
        ...

    @property
    def cursor(self) -> int:
        """The number of states received."""
        ...

    async def send(self, command: str, args: Mapping[str, Any] | None = None) -> Refusal | None:
        """Send a command and return when `state` shows its effect. A refusal changed nothing."""

    async def wait(self, since: int, timeout: float | None = None) -> bool:
        """Return True as soon as `cursor` exceeds `since`, or False after `timeout` seconds."""
