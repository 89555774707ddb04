"""A private PostgreSQL: a new cluster in a temporary folder, on a free port of the loopback address."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

USER = "postgres"  # PostgreSQL refuses to run as root; then it runs as this user


def find_programs() -> Path | None:
    """Return the folder with initdb and pg_ctl of the newest PostgreSQL installation."""
    folders = [*Path("/usr/lib/postgresql").glob("*/bin"), *Path("/usr/pgsql").glob("*/bin")]
    if found := shutil.which("initdb"):
        folders.append(Path(found).resolve().parent)
    usable = [folder for folder in folders if (folder / "initdb").exists()]
    return max(usable, key=lambda folder: (_version(folder), str(folder)), default=None)


def _version(folder: Path) -> float:
    with contextlib.suppress(ValueError):
        return float(folder.parent.name)
    return 0.0


class PostgresCluster:
    """A cluster that runs inside a `with` block, and is removed afterwards."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        self.is_root = sys.platform != "win32" and os.geteuid() == 0
        self.port = 0

    def __enter__(self) -> PostgresCluster:
        self._temporary = tempfile.TemporaryDirectory(
            prefix="turnwright-postgres-", ignore_cleanup_errors=True
        )
        self.folder = Path(self._temporary.name)
        if self.is_root:
            shutil.chown(self.folder, USER, USER)
        try:
            self._run(
                "initdb", "-U", "turnwright", "-A", "trust", "-E", "UTF8", "--no-locale",
                "--no-sync",
            )  # fmt: skip
            self._start_on_free_port()
        except BaseException:
            self._temporary.cleanup()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.resume()
            self._run("pg_ctl", "-w", "-m", "immediate", "stop")
        finally:
            self._temporary.cleanup()

    @property
    def url(self) -> str:
        """The address of its database."""
        return f"postgresql://turnwright@127.0.0.1:{self.port}/postgres"

    def restart(self, mode: str) -> None:
        """Restart the cluster: `fast` ends all connections, `immediate` is like a crash."""
        self._run("pg_ctl", "-w", "-m", mode, "stop")
        self._start()

    def pause(self) -> None:
        """Stop all its processes with SIGSTOP."""
        for pid in self._processes():
            if sys.platform != "win32":
                os.kill(pid, signal.SIGSTOP)

    def resume(self) -> None:
        """Let all its processes continue."""
        for pid in self._processes():
            if sys.platform != "win32":
                os.kill(pid, signal.SIGCONT)

    def _processes(self) -> Iterator[int]:
        """Yield the process ids of the server and of its children."""
        with contextlib.suppress(OSError, ValueError):
            first = int(
                (self.folder / "data" / "postmaster.pid").read_text("utf-8").splitlines()[0]
            )
            yield first
            for path in Path("/proc").glob("[0-9]*"):
                with contextlib.suppress(OSError):
                    # The parent is the second field after the name, which is in parentheses.
                    fields = (path / "stat").read_text("utf-8").rpartition(")")[2].split()
                    if int(fields[1]) == first:
                        yield int(path.name)

    def _start_on_free_port(self) -> None:
        for attempt in range(5):  # another process may take the port before the start
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                self.port = probe.getsockname()[1]
            try:
                self._start()
                return
            except RuntimeError:
                if attempt == 4:
                    raise

    def _start(self) -> None:
        options = (
            f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        )
        self._run("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), "-D", str(self.folder / "data"), *arguments]
        if self.is_root:
            command = ["runuser", "-u", USER, "--", *command]
        # Not through a pipe: the server would keep it open.
        with open(self.folder / "said", "wb") as said:
            code = subprocess.run(
                command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said
            ).returncode
        if code:
            files = (self.folder / "said", self.folder / "log")
            texts = [file.read_text("utf-8") for file in files if file.exists()]
            raise RuntimeError(f"{program} failed: {' '.join(texts)}")
