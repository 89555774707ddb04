"""A socket that comes back: it connects, says hello, and when it breaks it does so again.

It knows nothing of games. What must not be lost is kept by the table, which says it again.
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

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 5.0  # seconds between tries
LONGEST_OPENING = 10.0  # seconds for one try
FINAL_CODES = {
    1008: "the server has sent us away",
    1009: "a message was too long",
    4001: "the seat is played from elsewhere now",
}

decode = msgspec.json.Decoder(wire.ServerMessage).decode


class Disconnected(TurnwrightError):
    """There is no connection, or no answer, and we have given up waiting."""

    code = "disconnected"


class Left(Disconnected):
    """We went ourselves."""


class Link:
    """`hello` is said first on every connection; `hear` gets every message of the server."""

    def __init__(
        self,
        url: str,
        hello: Callable[[], wire.FromClient],
        hear: Callable[[wire.ServerMessage], None],
        patience: float,
    ) -> None:
        self.url, self.hello, self.hear, self.patience = socket_url(url), hello, hear, patience
        self.is_welcome = False  # on this connection
        self.welcomes = 0  # on all
        self._socket: ClientConnection | None = None
        self._alone_since = 0.0

    @property
    def alone(self) -> float:
        """Seconds since we were welcome last."""
        return time.monotonic() - self._alone_since

    async def run(self) -> None:
        """Stay connected; ends only by an error or when it is cancelled."""
        self._alone_since, pause = time.monotonic(), FIRST_PAUSE
        while True:
            reason, is_called_back = await self._connect_once()
            if self.is_welcome:
                self.is_welcome = False
                self._alone_since, pause = time.monotonic(), FIRST_PAUSE
            if not self.welcomes and not is_called_back:
                raise Disconnected(f"There is no server at {self.url}: {reason}.")
            if self.alone > self.patience:
                raise Disconnected(f"The connection to {self.url} is lost: {reason}.")
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _connect_once(self) -> tuple[str, bool]:
        """One connection, from its beginning to its end: why it ended, and whether the server has
        said that we may come again."""
        try:
            async with open_socket(
                self.url,
                compression=None,
                max_size=None,
                open_timeout=min(self.patience, LONGEST_OPENING),
                close_timeout=1.0,
            ) as socket:
                self._socket = socket
                await self.greet()
                async with asyncio.timeout(self.patience):
                    while not self.is_welcome:
                        self.hear(decode(await socket.recv(decode=False)))
                while True:
                    self.hear(decode(await socket.recv(decode=False)))
        except ConnectionClosed:
            code = socket.close_code or 1006
            if code in FINAL_CODES:
                raise Disconnected(f"The table is closed: {FINAL_CODES[code]}.") from None
            said = f" ({socket.close_reason})" if socket.close_reason else ""
            return f"it closed with {code}{said}", code in (1012, 1013)
        except msgspec.DecodeError as error:
            raise Disconnected(f"{self.url} is no table: {error}.") from None
        except InvalidStatus as error:
            status = error.response.status_code
            if status < 500:
                raise Disconnected(f"{self.url} is no table: HTTP {status}.") from None
            return f"HTTP {status}", False
        except TimeoutError:
            return "it does not answer", False
        except (OSError, InvalidHandshake, EOFError) as error:
            return str(error) or type(error).__name__, False
        finally:
            self._socket = None

    async def greet(self) -> None:
        """Say hello, which comes before all else."""
        await self._send(self.hello())

    async def send(self, message: wire.FromClient) -> None:
        """Say something if we are welcome; if not it is lost."""
        if self.is_welcome:
            await self._send(message)

    async def _send(self, message: wire.FromClient) -> None:
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(wire.encode(message), text=True)

    def cut(self) -> None:
        """Break this connection, as a bad network does."""
        if self._socket is not None:
            self._socket.transport.abort()


def socket_url(url: str) -> str:
    """Where the socket is, from the address of the server or of the socket itself."""
    parts = urlsplit(url if "://" in url else f"http://{url}")
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    path = parts.path if parts.path.endswith("/socket") else parts.path.rstrip("/") + "/socket"
    return f"{scheme}://{parts.netloc}{path}"
