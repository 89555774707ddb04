"""A server in a process of its own, which can be killed, paused, stopped and started again."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from turnwright.core.errors import UnusableError

STOP_SECONDS = 30.0


class ServerProcess:
    """A process that prints its address, such as `http://127.0.0.1:8000/`, once it listens.

    What it writes to its standard error is appended to `log`.
    """

    def __init__(
        self,
        command: Sequence[str],
        log: Path,
        *,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> None:
        self.command, self.log = list(command), log
        self.environment, self.folder = environment, folder
        self.port = 0
        self.process: subprocess.Popen[bytes]

    def launch(self) -> None:
        """Start the process without waiting for it."""
        with self.log.open("ab") as errors:
            # In a session of its own, so that Ctrl-C in the terminal does not stop it.
            self.process = subprocess.Popen(
                self.command,
                cwd=self.folder,
                env=None if self.environment is None else dict(self.environment),
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
            )

    def wait_for_port(self) -> int:
        """Wait until the process listens; return its port."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        found = re.search(r":(\d+)/", line)
        if found is None:
            self.stop()
            said = self.log.read_text("utf-8", "replace").strip().splitlines()
            sentence = f"The server did not start: {said[-1] if said else 'it said nothing'}"
            raise UnusableError("no_server", sentence)
        self.port = int(found[1])
        return self.port

    def start(self) -> Self:
        """Start the process and wait until it listens."""
        self.launch()
        self.wait_for_port()
        return self

    @property
    def is_running(self) -> bool:
        """Whether the process has been started and has not ended."""
        return hasattr(self, "process") and self.process.poll() is None

    def kill(self) -> None:
        """Kill the process with SIGKILL, as in a power failure."""
        self.process.kill()
        self._reap()

    def stop(self) -> int:
        """Ask the process to end, kill it if it does not, and return its exit code."""
        if self.is_running:
            self.process.terminate()
            try:
                self.process.wait(timeout=STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
        return self._reap()

    def _reap(self) -> int:
        code = self.process.wait(timeout=60)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    def restart(self) -> Self:
        """Kill the process and start it again."""
        self.kill()
        return self.start()

    def pause(self) -> None:
        """Stop the process with SIGSTOP: it stays, and does nothing."""
        if sys.platform != "win32":
            self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let a paused process continue."""
        if sys.platform != "win32":
            self.process.send_signal(signal.SIGCONT)
