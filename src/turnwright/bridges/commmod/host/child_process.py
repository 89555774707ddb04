"""An agent as a child process: lines in and out, with limits to everything that can go wrong.

The agent is somebody else's program. It may be silent, end, talk without listening, or send what is no
text; each of that is a `Trouble` with a sentence, and none of it can hold up the host. The process has
a group of its own, which is ended with it.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any

from turnwright.core.errors import TurnwrightError, UnusableError

MAX_COMMAND = 1 << 16
"""Bytes in a line of an agent."""
MAX_UNREAD = 1 << 24
"""Bytes that an agent may leave unread."""
LOOK = 0.5
"""Seconds after which it is looked whether the agent is still there."""
GRACE = 2.0
"""Seconds that an agent has to end by itself, and then again when it is told to."""


class Trouble(TurnwrightError):
    """The agent cannot go on. `code` says in a word how: silent, gone, flood, deaf."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class Child:
    """A running agent."""

    def __init__(self, command: Sequence[str], stderr: IO[Any] | int | None = None) -> None:
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=stderr, bufsize=0, start_new_session=True
            )
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
        self._heard = bytearray()
        self._unsent = bytearray()
        self._has_ended = False

    # --- talking --------------------------------------------------------------------------------------

    def say(self, line: bytes) -> None:
        """Send a line. What the agent does not take now is sent while the host listens."""
        self._unsent += line
        self._unsent += b"\n"
        self._write()
        if len(self._unsent) > MAX_UNREAD:
            raise Trouble("deaf", f"The agent has left {len(self._unsent)} bytes unread.")

    def hear(self, patience: float) -> str:
        """The next line that is not empty."""
        deadline = time.monotonic() + patience
        while True:
            line = self._cut()
            if line:
                return line
            if line is None:
                self._wait(deadline, patience)

    def _cut(self) -> str | None:
        """A line of what was heard. The mod takes bytes for letters, one by one, and ends a line at a
        newline or a NUL."""
        heard = self._heard
        ends = [at for at in (heard.find(b"\n"), heard.find(b"\0")) if at >= 0]
        if not ends:
            if len(heard) > MAX_COMMAND:
                raise Trouble("flood", f"The agent sent a line of more than {MAX_COMMAND} bytes.")
            return None
        end = min(ends)
        line = heard[:end].decode("latin-1")
        del heard[: end + 1]
        return line

    def _wait(self, deadline: float, patience: float) -> None:
        if self._has_ended:
            raise Trouble("gone", f"The agent has ended{self._exit_code()}.")
        left = deadline - time.monotonic()
        ready = self._selector.select(min(left, LOOK)) if left > 0 else []
        if not ready and self.process.poll() is not None:
            self._has_ended = True  # though something it has started may hold its end open
        elif not ready and left <= LOOK:
            raise Trouble("silent", f"The agent said nothing for {patience:g} seconds.")
        for key, _ in ready:
            if key.fileobj is self._in:
                self._write()
            else:
                data = os.read(self._out.fileno(), 1 << 16)
                self._heard += data
                self._has_ended = not data

    def _write(self) -> None:
        """As much as the agent takes; the selector tells when it takes more."""
        unsent = self._unsent
        try:
            while unsent:
                del unsent[: os.write(self._in.fileno(), unsent)]
        except BlockingIOError:
            with suppress(KeyError):  # it is watched already
                self._selector.register(self._in, selectors.EVENT_WRITE)
            return
        except OSError:  # it does not listen any more; hearing nothing will tell
            unsent.clear()
        with suppress(KeyError, ValueError):
            self._selector.unregister(self._in)

    # --- ending ---------------------------------------------------------------------------------------

    def _exit_code(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            code = self.process.wait(GRACE)
            return f" with exit code {code}" if code >= 0 else f" by signal {-code}"
        return ""

    def close(self, grace: float = GRACE) -> None:
        """End of input; then the agent is told to end, and then it is ended, with all that it has
        started."""
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
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)  # what it has left behind
        self._out.close()

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
