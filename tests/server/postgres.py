"""A real PostgreSQL for tests: a new cluster in a temporary folder, on a free port."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

USER = "postgres"  # PostgreSQL refuses to run as root; then it runs as this user


def programs() -> Path | None:
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


@contextlib.contextmanager
def running(bin_folder: Path) -> Iterator[str]:
    """Start a cluster and yield its address; stop and remove it afterwards."""
    is_root = os.geteuid() == 0
    with tempfile.TemporaryDirectory(
        prefix="turnwright-postgres-", ignore_cleanup_errors=True
    ) as name:
        folder = Path(name)
        data, log = folder / "data", folder / "log"
        if is_root:
            shutil.chown(folder, USER, USER)

        def run(program: str, *arguments: str) -> None:
            command = [str(bin_folder / program), "-D", str(data), *arguments]
            if is_root:
                command = ["runuser", "-u", USER, "--", *command]
            # Not through a pipe: the server would keep it open.
            with open(folder / "said", "wb") as said:
                code = subprocess.run(command, cwd=folder, stdout=said, stderr=said).returncode
            if code:
                texts = [file.read_text() for file in (folder / "said", log) if file.exists()]
                raise RuntimeError(f"{program} failed: {' '.join(texts)}")

        run("initdb", "-U", "turnwright", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        for _ in range(5):  # another process may take the port before the start
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                port = probe.getsockname()[1]
            options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
            try:
                run("pg_ctl", "-w", "-l", str(log), "-o", options, "start")
                break
            except RuntimeError as error:
                problem = error
        else:
            raise problem
        try:
            yield f"postgresql://turnwright@127.0.0.1:{port}/postgres"
        finally:
            run("pg_ctl", "-w", "-m", "immediate", "stop")
