"""Connections that exchange lines: standard streams, asyncio streams, a game in this process."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Protocol

from turnwright.core.errors import UnusableError

from .protocol import MAX_LINE


class Connection(Protocol):
    """A connection to a game."""

    async def receive(self) -> bytes | None:
        """Return the next line that is not empty, or None at the end of the connection."""

    def send(self, line: str) -> None:
        """Send a line. Errors are ignored: the end of the connection is reported by `receive`."""


class LineSplitter:
    """Splits bytes into lines at newlines and NULs, and drops empty lines."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Add received bytes and yield the lines that they complete."""
        *whole, rest = data.replace(b"\0", b"\n").split(b"\n")
        for part in whole:
            self._rest += part
            line = bytes(self._rest).strip()
            self._rest.clear()
            if line:
                yield line
        self._rest += rest
        if len(self._rest) > MAX_LINE:
            raise UnusableError("line_too_long", f"A line may have at most {MAX_LINE} bytes.")


class StreamConnection:
    """A connection over a pair of asyncio streams: a socket, or the pipes of a child process."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self._lines = LineSplitter()
        self._received: list[bytes] = []

    async def receive(self) -> bytes | None:
        """Return the next line, or None at the end of the connection."""
        while not self._received:
            try:
                data = await self.reader.read(1 << 16)
            except ConnectionError:
                return None
            if not data:
                return None
            self._received = list(self._lines.feed(data))
        return self._received.pop(0)

    def send(self, line: str) -> None:
        """Send a line."""
        with suppress(ConnectionError, RuntimeError):
            self.writer.write(line.encode() + b"\n")


class LineGame(Protocol):
    """A game that answers command lines, such as `host.Mod`."""

    def state(self) -> bytes:
        """Return the current state message."""

    def handle_line(self, text: str) -> bytes | None:
        """Return the answer to a command, or None if there is none."""


class InProcessConnection:
    """A connection to a game in this process."""

    def __init__(self, game: LineGame) -> None:
        self.game = game
        self._answers: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._is_greeted = False

    async def receive(self) -> bytes | None:
        """Return the next line, or None at the end of the connection."""
        return await self._answers.get()

    def send(self, line: str) -> None:
        """Send a line."""
        answer = self.game.handle_line(line) if self._is_greeted else self.game.state()
        self._is_greeted = True
        if answer is not None:
            self._answers.put_nowait(answer)

    def close(self) -> None:
        """End the connection from the side of the game."""
        self._answers.put_nowait(None)


class StdioConnection:
    """Standard input and output of this process. The game would take any other output for a command,
    so `print` writes to standard error from now on."""

    def __init__(self) -> None:
        sys.stdout.flush()
        self._out = os.dup(1)
        os.dup2(2, 1)
        self._received: asyncio.Queue[bytes | UnusableError | None] | None = None

    async def receive(self) -> bytes | None:
        """Return the next line, or None at the end of the connection."""
        if self._received is None:
            self._received = asyncio.Queue()
            # A thread, because not every platform can poll a pipe. It reads the descriptor itself,
            # because a buffered reader that is blocked in a read would block the exit of the process.
            loop = asyncio.get_running_loop()
            thread = threading.Thread(target=self._read, args=(loop, self._received), daemon=True)
            thread.start()
        line = await self._received.get()
        if isinstance(line, UnusableError):
            raise line
        return line

    def _read(self, loop: asyncio.AbstractEventLoop, received: asyncio.Queue[object]) -> None:
        lines = LineSplitter()
        end: UnusableError | None = None
        with suppress(RuntimeError):  # the loop was closed meanwhile
            try:
                while data := os.read(0, 1 << 16):
                    for line in lines.feed(data):
                        loop.call_soon_threadsafe(received.put_nowait, line)
            except UnusableError as error:
                end = error
            except OSError:
                pass
            loop.call_soon_threadsafe(received.put_nowait, end)

    def send(self, line: str) -> None:
        """Send a line."""
        data = line.encode() + b"\n"
        with suppress(OSError):
            while data:
                data = data[os.write(self._out, data) :]
