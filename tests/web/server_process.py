"""A game server for the browser tests: a real `turnwright serve` process."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent


class Server:
    """`turnwright serve` on a port of its own, with its database in a folder."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder, self.arguments = folder, arguments
        self.log = folder / "server.log"
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start the process. After a stop it uses the same port and database again."""
        for _ in range(5):  # another process may have taken the port meanwhile
            port = self.port or free_port()
            command = [
                sys.executable, "-m", "turnwright", "serve", "--lab-on-demand", "--port", str(port),
                "--db", str(self.folder / "rooms.sqlite"), "--bot-delay", "0", *self.arguments,
            ]  # fmt: skip
            with self.log.open("ab") as log:
                # One address plays all the tests.
                environment = {**os.environ, "TURNWRIGHT_MAX_BOTS_PER_ADDRESS": "0"}
                self.process = subprocess.Popen(
                    command, cwd=ROOT, stdout=log, stderr=log, env=environment
                )
            if self._is_up(port):
                self.port = port
                return
        raise RuntimeError(f"The server did not start:\n{self.log.read_text()}")

    def _is_up(self, port: int) -> bool:
        until = time.monotonic() + 30
        while time.monotonic() < until and self.process.poll() is None:
            try:
                with socket.create_connection(("127.0.0.1", port), timeout=1):
                    return self.process.poll() is None
            except OSError:
                time.sleep(0.02)  # the process does not report when it listens
        self.stop()
        return False

    def stop(self) -> None:
        """Terminate the process and wait until it has ended."""
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(timeout=20)

    def kill(self) -> None:
        """Kill the process, as a power failure would."""
        self.process.kill()
        self.process.wait(timeout=20)

    @property
    def url(self) -> str:
        """The address of the server."""
        return f"http://127.0.0.1:{self.port}"

    def request(self, path: str, body: Any = None) -> Any:
        """Send an HTTP request that must succeed: a POST if it has a body. Return the decoded JSON."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            payload = None if body is None else json.dumps(body)
            connection.request("GET" if payload is None else "POST", path, payload)
            response = connection.getresponse()
            data = json.loads(response.read())
            assert response.status < 300, data
            return data
        finally:
            connection.close()

    def seats(self, game: str, *names: str, **settings: Any) -> list[dict[str, Any]]:
        """Create a room and take a seat for each name. The first player takes the first turn."""
        first = self.request(
            "/api/rooms", {"game": game, "name": names[0], "coinFlip": False, **settings}
        )
        path = f"/api/rooms/{first['roomId']}/join"
        others = [self.request(path, {"name": name, "code": first["code"]}) for name in names[1:]]
        return [first, *others]


def free_port() -> int:
    """Return a port of the loopback interface that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
