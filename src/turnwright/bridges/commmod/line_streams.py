"""Lines in and out: over the standard streams of this process, as a child of the game, or over any pair
of streams."""

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


class Wire(Protocol):
    """What a coordinator talks through."""

    async def receive(self) -> bytes | None:
        """The next line that is not empty; None when there will be no more."""

    def send(self, line: str) -> None:
        """Say something. What cannot be delivered is lost: the end is seen by receiving."""


class Lines:
    """Cuts bytes into lines. The end of a line is a newline or a NUL; empty lines are dropped."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        *whole, rest = data.replace(b"\0", b"\n").split(b"\n")
        for part in whole:
            self._rest += part
            line = bytes(self._rest).strip()
            self._rest.clear()
            if line:
                yield line
        self._rest += rest
        if len(self._rest) > MAX_LINE:
            raise UnusableError("line_too_long", f"A line may have {MAX_LINE} bytes.")


class Streams:
    """A pair of asyncio streams: of a socket, or of a child process."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self._lines = Lines()
        self._heard: list[bytes] = []

    async def receive(self) -> bytes | None:
        while not self._heard:
            try:
                data = await self.reader.read(1 << 16)
            except ConnectionError:
                return None
            if not data:
                return None
            self._heard = list(self._lines.feed(data))
        return self._heard.pop(0)

    def send(self, line: str) -> None:
        with suppress(ConnectionError, RuntimeError):
            self.writer.write(line.encode() + b"\n")


class Talking(Protocol):
    """A game that answers to lines, such as our own with the voice of the mod."""

    def state(self) -> bytes:
        """What it says of its own accord."""

    def hear(self, text: str) -> bytes | None:
        """The answer to a command, if there is one."""


class Within:
    """A game in this process: nothing is between it and whoever plays."""

    def __init__(self, game: Talking) -> None:
        self.game = game
        self._answers: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._is_greeted = False

    async def receive(self) -> bytes | None:
        return await self._answers.get()

    def send(self, line: str) -> None:
        answer = self.game.hear(line) if self._is_greeted else self.game.state()
        self._is_greeted = True
        if answer is not None:
            self._answers.put_nowait(answer)

    def close(self) -> None:
        """The game is switched off."""
        self._answers.put_nowait(None)


class Standard:
    """Standard input and output of this process. The game would take anything else that is printed for
    a command: from now on it goes to standard error."""

    def __init__(self) -> None:
        sys.stdout.flush()
        self._out = os.dup(1)
        os.dup2(2, 1)
        self._heard: asyncio.Queue[bytes | UnusableError | None] | None = None

    async def receive(self) -> bytes | None:
        if self._heard is None:
            self._heard = asyncio.Queue()
            # A thread, because not every platform can wait for a pipe; one that reads the descriptor
            # itself, because a reader that is locked in mid-read would spoil the end of the process.
            loop = asyncio.get_running_loop()
            pump = threading.Thread(target=self._pump, args=(loop, self._heard), daemon=True)
            pump.start()
        line = await self._heard.get()
        if isinstance(line, UnusableError):
            raise line
        return line

    def _pump(self, loop: asyncio.AbstractEventLoop, heard: asyncio.Queue[object]) -> None:
        lines = Lines()
        end: UnusableError | None = None
        with suppress(RuntimeError):  # the loop was closed meanwhile
            try:
                while data := os.read(0, 1 << 16):
                    for line in lines.feed(data):
                        loop.call_soon_threadsafe(heard.put_nowait, line)
            except UnusableError as error:
                end = error
            except OSError:
                pass
            loop.call_soon_threadsafe(heard.put_nowait, end)

    def send(self, line: str) -> None:
        data = line.encode() + b"\n"
        with suppress(OSError):
            while data:
                data = data[os.write(self._out, data) :]
