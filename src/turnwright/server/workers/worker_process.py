"""A worker process as the server sees it: it is spawned, sent frames, and killed with its children."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from abc import abstractmethod
from typing import ClassVar, cast

import msgspec

from turnwright.process_tree import OWN_GROUP, kill_tree

from .frames import Frame, FrameReader

REAP_SECONDS = 0.05


class WorkerProcess(asyncio.Protocol):
    """The server's end of a worker."""

    MODULE: ClassVar[str]
    """The module that the process runs, with the number of its socket and its settings."""

    def __init__(self) -> None:
        self.is_gone = False
        self.is_ready = False
        self._reader = FrameReader()
        self._waiting: list[bytes] = []
        self._transport: asyncio.Transport | None = None
        self._loop = asyncio.get_running_loop()
        self._process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def on_frame(self, frame: Frame) -> None:
        """Handle a frame of the process."""

    @abstractmethod
    def on_lost(self) -> None:
        """Handle that the process has died or was killed."""

    def start(self, settings: msgspec.Struct) -> None:
        """Spawn the process, in a process group of its own. It stays in the session of the server:
        Linux shares the CPU among sessions first, so that in another one its low priority would
        change nothing."""
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-P", "-m", self.MODULE]
        with theirs:
            self._process = _spawn(command, theirs, msgspec.json.encode(settings).decode())
        ours.setblocking(False)
        self._connecting = self._loop.create_task(self._connect(ours))

    @property
    def pid(self) -> int:
        """The id of the process, which is also that of its group."""
        return self._process.pid if self._process is not None else 0

    async def _connect(self, ours: socket.socket) -> None:
        if sys.platform == "win32":
            await self._loop.create_connection(lambda: self, sock=ours)
        else:
            await self._loop.create_unix_connection(lambda: self, sock=ours)

    # --- what the event loop calls ---------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send what was waiting for the connection."""
        self._transport = cast(asyncio.Transport, transport)
        if self.is_gone:
            self._transport.abort()
            return
        for data in self._waiting:
            self._transport.write(data)
        self._waiting.clear()

    def data_received(self, data: bytes) -> None:
        """Pass the frames on."""
        for frame in self._reader.feed(data):
            if not self.is_gone:
                self.on_frame(frame)

    def connection_lost(self, exc: Exception | None) -> None:
        """The process has ended, or is not usable any more."""
        self.kill()

    # --- what the server calls -------------------------------------------------------------------

    def send(self, frame: Frame) -> None:
        """Send a frame, now or when the process is connected."""
        if self._transport is None:
            self._waiting.append(frame.encode())
        elif not self.is_gone:
            self._transport.write(frame.encode())

    def kill(self) -> None:
        """Kill the process and everything that it has started. Does nothing the second time."""
        if self.is_gone:
            return
        self.is_gone = True
        if self._process is not None:
            kill_tree(self._process)
            self._reap()
        if self._transport is not None:
            self._transport.abort()
        self.on_lost()

    async def ended(self) -> None:
        """Wait until a process that was killed has ended."""
        while self._process is not None and self._process.poll() is None:
            await asyncio.sleep(REAP_SECONDS / 10)

    def _reap(self) -> None:
        """Wait for the end of the process without blocking the loop."""
        if self._process is not None and self._process.poll() is None:
            self._loop.call_later(REAP_SECONDS, self._reap)


if sys.platform == "win32":

    def _spawn(
        command: list[str], connection: socket.socket, settings: str
    ) -> subprocess.Popen[bytes]:
        """Start a worker, and hand it a copy of the socket, which only works when it has an id."""
        flags = OWN_GROUP["creationflags"] | subprocess.BELOW_NORMAL_PRIORITY_CLASS
        process = subprocess.Popen(
            [*command, "shared", settings],
            env=_environment(),
            stdin=subprocess.PIPE,
            creationflags=flags,
        )
        assert process.stdin is not None
        with process.stdin as pipe:
            pipe.write(connection.share(process.pid))
        return process

else:

    def _spawn(
        command: list[str], connection: socket.socket, settings: str
    ) -> subprocess.Popen[bytes]:
        """Start a worker that inherits the socket."""
        return subprocess.Popen(
            [*command, str(connection.fileno()), settings],
            env=_environment(),
            stdin=subprocess.DEVNULL,
            pass_fds=[connection.fileno()],
            **OWN_GROUP,
        )


def _environment() -> dict[str, str]:
    """The environment of a worker: it finds the same modules, and knows no secrets."""
    kept = {name: value for name, value in os.environ.items() if name != "TURNWRIGHT_ADMIN_TOKEN"}
    return {**kept, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
