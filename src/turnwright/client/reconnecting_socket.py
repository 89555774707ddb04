"""A socket that reconnects: it connects, sends a join message, and does both again when it is closed.

It knows nothing of games. The client keeps what must not be lost, and sends it again.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from turnwright.core.errors import TurnwrightError
from turnwright.server.views import protocol as wire

from .state_patches import StatePatches

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 5.0  # seconds between attempts
OPEN_SECONDS = 10.0  # seconds for one attempt
TOO_MANY = 429  # the HTTP status of a server that has had too many requests of this address
FINAL_CLOSE_CODES = {
    1008: "the server refused the client",
    1009: "a message was too large",
    4001: "the seat is now played from elsewhere",
}

decode = msgspec.json.Decoder(wire.ServerMessage).decode


class Disconnected(TurnwrightError):
    """There is no connection, or no answer within the timeout."""

    code = "disconnected"


class Left(Disconnected):
    """The client was closed by its owner."""


class ReconnectingSocket:
    """Sends `join_message()` first on every connection, and passes messages to `on_message`."""

    def __init__(
        self,
        url: str,
        join_message: Callable[[], wire.FromClient],
        on_message: Callable[[wire.ServerMessage], None],
        timeout: float,
    ) -> None:
        self.url, self.join_message, self.on_message, self.timeout = (
            socket_url(url),
            join_message,
            on_message,
            timeout,
        )
        self.has_joined = False  # on the current connection
        self.joins = 0  # on all connections
        self._socket: ClientConnection | None = None
        self._lost_since = 0.0

    @property
    def lost_for(self) -> float:
        """Seconds since the client was last joined."""
        return time.monotonic() - self._lost_since

    async def run(self) -> None:
        """Stay connected until an error is raised or the task is cancelled."""
        self._lost_since, pause = time.monotonic(), FIRST_PAUSE
        while True:
            reason, may_retry = await self._connect_once()
            if self.has_joined:
                self.has_joined = False
                self._lost_since, pause = time.monotonic(), FIRST_PAUSE
            if not self.joins and not may_retry:
                raise Disconnected(f"Cannot connect to {self.url}: {reason}.")
            if self.lost_for > self.timeout:
                raise Disconnected(f"The connection to {self.url} was lost: {reason}.")
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _connect_once(self) -> tuple[str, bool]:
        """Run one connection until it ends; return why it ended, and whether the server asked the
        client to reconnect."""
        try:
            async with open_socket(
                self.url,
                compression=None,
                max_size=None,
                open_timeout=min(self.timeout, OPEN_SECONDS),
                close_timeout=1.0,
            ) as socket:
                self._socket = socket
                await self.send_join()
                patches = StatePatches()
                async with asyncio.timeout(self.timeout):
                    while not self.has_joined:
                        await self._receive(socket, patches)
                while True:
                    await self._receive(socket, patches)
        except ConnectionClosed:
            code = socket.close_code or 1006
            if code in FINAL_CLOSE_CODES:
                raise Disconnected(
                    f"The connection was closed: {FINAL_CLOSE_CODES[code]}."
                ) from None
            reason = f" ({socket.close_reason})" if socket.close_reason else ""
            return f"closed with {code}{reason}", code in (1012, 1013)
        except msgspec.DecodeError as error:
            raise Disconnected(f"{self.url} is not a Turnwright server: {error}.") from None
        except InvalidStatus as error:
            status = error.response.status_code
            if status < 500 and status != TOO_MANY:
                raise Disconnected(
                    f"{self.url} is not a Turnwright server: HTTP {status}."
                ) from None
            return f"HTTP {status}", status == TOO_MANY
        except TimeoutError:
            return "no answer", False
        except (OSError, InvalidHandshake, EOFError) as error:
            return str(error) or type(error).__name__, False
        finally:
            self._socket = None

    async def _receive(self, socket: ClientConnection, patches: StatePatches) -> None:
        frame = patches.resolve(await socket.recv(decode=False))
        if frame is not None:
            self.on_message(decode(frame))
        elif patches.needs_state:
            await self._send(wire.StateRequest())

    async def send_join(self) -> None:
        """Send the join message."""
        await self._send(self.join_message())

    async def send(self, message: wire.FromClient) -> None:
        """Send a message if the client has joined; otherwise drop it."""
        if self.has_joined:
            await self._send(message)

    async def _send(self, message: wire.FromClient) -> None:
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(wire.encode(message), text=True)

    def abort(self) -> None:
        """Drop the connection, as a bad network does."""
        if self._socket is not None:
            self._socket.transport.abort()


def socket_url(url: str) -> str:
    """Return the address of the socket from that of the server, or of the socket itself."""
    parts = urlsplit(url if "://" in url else f"http://{url}")
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    path = parts.path if parts.path.endswith("/socket") else parts.path.rstrip("/") + "/socket"
    return f"{scheme}://{parts.netloc}{path}"
