"""An agent in a child process: sends and receives lines, with limits on everything that can go wrong.

The agent is a foreign program. It may stay silent, exit, write without reading, or send bytes that are
not text. Each of these raises `AgentFailure`, and none of them blocks the host. Two threads read and
write its pipes, because not every platform can wait for a pipe. The process is ended together with
everything that it has started.
"""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import IO, Any

from turnwright.core.errors import TurnwrightError, UnusableError
from turnwright.process_tree import OWN_GROUP, kill_tree, terminate_tree

MAX_COMMAND = 1 << 16
"""Maximum number of bytes in a line of an agent."""
MAX_UNREAD = 1 << 24
"""Maximum number of bytes that an agent may leave unread."""
MAX_AHEAD = 1 << 20
"""Bytes that are read before the host asks for them."""
POLL_INTERVAL = 0.5
"""Seconds between checks whether the process is still running."""
GRACE = 2.0
"""Seconds that an agent has to exit by itself, and again after it was asked to."""


class AgentFailure(TurnwrightError):
    """The agent cannot continue. `code` is silent, gone, flood or deaf."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class AgentProcess:
    """A running agent process."""

    def __init__(
        self,
        command: Sequence[str],
        stderr: IO[Any] | int | None = None,
        *,
        env: Mapping[str, str] | None = None,
    ) -> None:
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=stderr, bufsize=0, env=env, **OWN_GROUP
            )
        except OSError as error:
            sentence = f"{command[0]} cannot be run: {error.strerror}."
            raise UnusableError("no_agent", sentence) from None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._in: Any = self.process.stdin
        self._out: Any = self.process.stdout
        self._received = bytearray()
        self._unsent = bytearray()
        self._has_ended = False
        self._is_closed = False
        lock = threading.Lock()
        self._arrived = threading.Condition(lock)  # for the host
        self._has_room = threading.Condition(lock)  # for the thread that reads
        self._has_work = threading.Condition(lock)  # for the thread that writes
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._writer = threading.Thread(target=self._write, daemon=True)
        self._reader.start()
        self._writer.start()

    # --- lines -----------------------------------------------------------------------------------

    def send(self, line: bytes) -> None:
        """Send a line. What the agent does not read now is sent while the host goes on."""
        with self._has_work:
            self._unsent += line
            self._unsent += b"\n"
            self._has_work.notify()
            unread = len(self._unsent)
        if unread > MAX_UNREAD:
            raise AgentFailure("deaf", f"The agent has left {unread} bytes unread.")

    def receive(self, timeout: float) -> str:
        """Return the next line that is not empty."""
        deadline = time.monotonic() + timeout
        with self._arrived:
            while True:
                line = self._next_line()
                if line:
                    return line
                if line is None:
                    self._wait(deadline, timeout)

    def _next_line(self) -> str | None:
        """Cut a line off the received bytes. Like the mod, take each byte for a character; a newline or
        a NUL ends the line."""
        received = self._received
        ends = [at for at in (received.find(b"\n"), received.find(b"\0")) if at >= 0]
        if not ends:
            if len(received) > MAX_COMMAND:
                raise AgentFailure(
                    "flood", f"The agent sent a line of more than {MAX_COMMAND} bytes."
                )
            return None
        end = min(ends)
        line = received[:end].decode("latin-1")
        del received[: end + 1]
        self._has_room.notify()
        return line

    def _wait(self, deadline: float, timeout: float) -> None:
        """Wait until the agent has sent something. The lock is held by the caller."""
        if self._has_ended:
            raise AgentFailure("gone", f"The agent has ended{self._exit_code()}.")
        left = deadline - time.monotonic()
        if left > 0 and self._arrived.wait(min(left, POLL_INTERVAL)):
            return
        if self.process.poll() is not None:
            self._has_ended = True  # a grandchild may still hold the pipe open
        elif left <= POLL_INTERVAL:
            raise AgentFailure("silent", f"The agent said nothing for {timeout:g} seconds.")

    # --- the threads -----------------------------------------------------------------------------

    def _read(self) -> None:
        """Read until the agent has ended, but not far ahead of the host."""
        while True:
            try:
                data = os.read(self._out.fileno(), 1 << 16)
            except OSError:
                data = b""
            with self._arrived:
                self._received += data
                self._has_ended |= not data
                self._arrived.notify()
                self._has_room.wait_for(lambda: self._is_closed or len(self._received) < MAX_AHEAD)
                if self._is_closed or not data:
                    return

    def _write(self) -> None:
        """Write what is unsent; a write blocks until the agent reads."""
        while True:
            with self._has_work:
                self._has_work.wait_for(lambda: self._is_closed or self._unsent)
                if self._is_closed:
                    return
                data = bytes(self._unsent[: 1 << 16])
            try:
                written = os.write(self._in.fileno(), data)
            except OSError:  # the agent closed its input; receiving will report it
                written = MAX_UNREAD
            with self._has_work:
                del self._unsent[:written]

    # --- termination -----------------------------------------------------------------------------

    def _exit_code(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            code = self.process.wait(GRACE)
            return f" with exit code {code}" if code >= 0 else f" by signal {-code}"
        return ""

    def kill(self) -> None:
        """Kill the agent and the processes that it started, at once."""
        kill_tree(self.process)

    def close(self, grace: float = GRACE) -> None:
        """Close the agent's input, then terminate and finally kill it with what it started."""
        with self._has_work:
            self._is_closed = True
            self._has_work.notify()
            self._has_room.notify()
        self._writer.join(POLL_INTERVAL)
        self._close_pipe(self._in, self._writer)
        for end in (None, terminate_tree, kill_tree):
            if end is not None:
                end(self.process)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(grace)
                break
        self.kill()  # processes that it left behind
        for pipe, thread in ((self._in, self._writer), (self._out, self._reader)):
            thread.join(grace)
            self._close_pipe(pipe, thread)

    def _close_pipe(self, pipe: IO[bytes], thread: threading.Thread) -> None:
        """Close a pipe that no thread uses. Closing it under a thread that is blocked could hit another
        file, and a process that left the group may hold its other end."""
        if not thread.is_alive():
            with suppress(OSError):
                pipe.close()

    def __enter__(self) -> AgentProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
