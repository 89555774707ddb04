"""A game server for the browser tests: a real `turnwright serve` process."""

from __future__ import annotations

import json
import os
import sys
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from turnwright.torture.server_process import ServerProcess

ROOT = Path(__file__).parent.parent.parent


class Server(ServerProcess):
    """`turnwright serve` on a port of its own, with its database in a folder."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.data, self.arguments = folder, arguments
        # One address plays all the tests.
        environment = {**os.environ, "TURNWRIGHT_MAX_BOTS_PER_ADDRESS": "0"}
        super().__init__([], folder / "server.log", environment=environment, folder=ROOT)
        self.start()

    def launch(self) -> None:
        """Start the process. After a stop it uses the same port and database again, because pages
        have its address."""
        self.command = [
            sys.executable, "-m", "turnwright", "serve", "--lab-on-demand", "--port", str(self.port),
            "--db", str(self.data / "rooms.sqlite"), "--bot-delay", "0", *self.arguments,
        ]  # fmt: skip
        super().launch()

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
