"""An agent in a child process: sends and receives lines, with limits on everything that can go wrong.

The agent is a foreign program. It may stay silent, exit, write without reading, or send bytes that are
not text. Each of these raises `AgentFailure`, and none of them blocks the host. The process runs in
its own process group, which is terminated with it.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import IO, Any

from turnwright.core.errors import TurnwrightError, UnusableError

MAX_COMMAND = 1 << 16
"""Maximum number of bytes in a line of an agent."""
MAX_UNREAD = 1 << 24
"""Maximum number of bytes that an agent may leave unread."""
POLL_INTERVAL = 0.5
"""Seconds between checks whether the process is still running."""
GRACE = 2.0
"""Seconds that an agent has to exit by itself, and again after SIGTERM."""


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
                command, stdin=pipe, stdout=pipe, stderr=stderr, bufsize=0, start_new_session=True,
                env=env,
            )  # fmt: skip
        except OSError as error:
            sentence = f"{command[0]} cannot be run: {error.strerror}."
            raise UnusableError("no_agent", sentence) from None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._in: Any = self.process.stdin
        self._out: Any = self.process.stdout
        os.set_blocking(self._in.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)
        self._received = bytearray()
        self._unsent = bytearray()
        self._has_ended = False

    # --- lines -----------------------------------------------------------------------------------

    def send(self, line: bytes) -> None:
        """Send a line. What the agent does not read now is sent while the host receives."""
        self._unsent += line
        self._unsent += b"\n"
        self._write()
        if len(self._unsent) > MAX_UNREAD:
            raise AgentFailure("deaf", f"The agent has left {len(self._unsent)} bytes unread.")

    def receive(self, timeout: float) -> str:
        """Return the next line that is not empty."""
        deadline = time.monotonic() + timeout
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
        return line

    def _wait(self, deadline: float, timeout: float) -> None:
        if self._has_ended:
            raise AgentFailure("gone", f"The agent has ended{self._exit_code()}.")
        left = deadline - time.monotonic()
        ready = self._selector.select(min(left, POLL_INTERVAL)) if left > 0 else []
        if not ready and self.process.poll() is not None:
            self._has_ended = True  # a grandchild may still hold the pipe open
        elif not ready and left <= POLL_INTERVAL:
            raise AgentFailure("silent", f"The agent said nothing for {timeout:g} seconds.")
        for key, _ in ready:
            if key.fileobj is self._in:
                self._write()
            else:
                data = os.read(self._out.fileno(), 1 << 16)
                self._received += data
                self._has_ended = not data

    def _write(self) -> None:
        """Write as much as the pipe takes; the selector reports when it takes more."""
        unsent = self._unsent
        try:
            while unsent:
                del unsent[: os.write(self._in.fileno(), unsent)]
        except BlockingIOError:
            with suppress(KeyError):  # already registered
                self._selector.register(self._in, selectors.EVENT_WRITE)
            return
        except OSError:  # the agent closed its input; receiving will report it
            unsent.clear()
        with suppress(KeyError, ValueError):
            self._selector.unregister(self._in)

    # --- termination -----------------------------------------------------------------------------

    def _exit_code(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            code = self.process.wait(GRACE)
            return f" with exit code {code}" if code >= 0 else f" by signal {-code}"
        return ""

    def kill(self) -> None:
        """Kill the agent and the processes that it started, at once."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def close(self, grace: float = GRACE) -> None:
        """Close the agent's input, then terminate and finally kill its process group."""
        with suppress(OSError):
            self._in.close()
        self._selector.close()
        for ending in (None, signal.SIGTERM, signal.SIGKILL):
            if ending is not None:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.process.pid, ending)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(grace)
                break
        self.kill()  # processes that it left behind
        self._out.close()

    def __enter__(self) -> AgentProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
