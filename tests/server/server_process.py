"""A server process on a free port, and players who connect to it."""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
import sys
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.room_harness import frame
from tests.server.skirmish_game import GAMES
from turnwright.client.state_patches import StatePatches
from turnwright.server.http.app import is_postgres, open_store, start
from turnwright.server.node.cluster import Relay
from turnwright.server.node.node import Node
from turnwright.server.node.settings import Settings
from turnwright.torture.serve_with_clock import end_with_parent
from turnwright.torture.server_process import ServerProcess

ROOT = Path(__file__).parent.parent.parent


class Server(ServerProcess):
    """A server process with its database in the folder `data` or at an address. Its log file is `log`.

    At the end of a `with` block all players are disconnected and the server is stopped.
    """

    def __init__(self, folder: Path, name: str = "rooms.sqlite", **settings: Any) -> None:
        self.data = folder
        self.db = name if "://" in name else folder / name
        self.settings = {
            "bot_delay": 0.0,
            "window_delay": 0.0,
            "create_burst": 1e9,
            "message_rate": 1e9,
            **settings,
        }
        self.settings.setdefault("message_burst", self.settings["message_rate"])
        # Tests of limits set them.
        for limit in (
            "max_waiting_rooms", "max_rooms_per_address", "max_sockets_per_address", "chat_rate",
            "max_bots_per_address", "report_rate", "message_rate_per_address", "request_rate",
        ):  # fmt: skip
            self.settings.setdefault(limit, 0)
        self.players: list[Player] = []
        paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        command = [sys.executable, "-m", "tests.server.server_process", str(self.db)]
        super().__init__(
            [*command, json.dumps(self.settings)],
            folder / "server.log",
            environment={
                **os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONWARNINGS": "default",
            },
            folder=ROOT,
        )  # fmt: skip
        self.start()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: Any) -> None:
        for player in self.players:
            player.close()
        self.stop()

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/socket"

    def ask(
        self, path: str, body: Any = None, *, token: str = "", method: str = "", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Send an HTTP request, by default POST if it has a body; return status, headers and body."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            data = body if isinstance(body, bytes) else None if body is None else json.dumps(body)
            given = {name.replace("_", "-"): value for name, value in headers.items()}
            if token:
                given["Authorization"] = f"Bearer {token}"
            connection.request(method or ("GET" if body is None else "POST"), path, data, given)
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return answer.status, found, answer.read()
        finally:
            connection.close()

    def get(self, path: str, **more: Any) -> Any:
        """Return the body of a request that must succeed."""
        status, _, data = self.ask(path, **more)
        assert status < 300, (status, data)
        return json.loads(data)

    def post(self, path: str, body: Any, **more: Any) -> Any:
        return self.get(path, body=body, **more)

    def refusal(self, path: str, body: Any = None, **more: Any) -> tuple[int, str]:
        """Return the status and error code of a request that must fail."""
        status, _, data = self.ask(path, body, **more)
        error = json.loads(data)["error"]
        assert status >= 400
        assert error["message"].strip()
        return status, error["code"]

    def player(self, **more: Any) -> Player:
        self.players.append(Player(self.url, **more))
        return self.players[-1]

    def back(self, player: Player) -> Player:
        """Reconnect a player: a new connection with the old token."""
        return self.player().join(player.room, token=player.token)

    def metric(self, name: str) -> float:
        text = self.ask("/metrics")[2].decode()
        return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name))


class Player:
    """A player's connection: sends messages and keeps what it receives."""

    def __init__(self, url: str, **how: Any) -> None:
        self.socket = connect(
            url,
            proxy=None,
            compression=None,
            ping_interval=None,
            max_queue=None,
            legacy=True,
            **how,
        )
        self.received: list[dict[str, Any]] = []
        self.frames: list[str] = []
        self.patches = StatePatches()
        self.token, self.room, self.seat = "", "", ""
        self.state: dict[str, Any] = {}
        self.prompt: dict[str, Any] | None = None

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        self.socket.close()

    def drop_connection(self) -> None:
        """Drop the connection without a close frame."""
        self.socket.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()

    def send(self, type: str, **fields: Any) -> None:
        self.socket.send(frame(type, **fields).decode())

    def receive(self, *types: str, **fields: Any) -> dict[str, Any]:
        """Return the next message with one of these types and these fields; keep the others."""
        while True:
            text = self.socket.recv(timeout=60)
            self.frames.append(text if isinstance(text, str) else text.decode())
            message = json.loads(text)
            whole = self.patches.resolve(self.frames[-1].encode())
            if message["type"] == "state_patch":
                assert whole is not None, "this patch does not fit"
                self.state = json.loads(whole)["state"]
            self._note(message)
            is_wanted = not types or message["type"] in types
            if is_wanted and all(message.get(name) == fields[name] for name in fields):
                return message

    def _note(self, message: dict[str, Any]) -> None:
        self.received.append(message)
        match message["type"]:
            case "match_start":
                self.token = message["token"] or self.token
                self.room, self.seat = message["roomId"], message["youAre"]
                self.prompt = None
            case "state_update":
                self.state = message["state"]
            case "prompt_request":
                self.prompt = message["prompt"]
            case "prompt_closed":
                if self.prompt is not None and self.prompt["promptId"] == message["promptId"]:
                    self.prompt = None

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """Send a message and receive everything up to the next pong, which follows its answers."""
        self.send(type, **fields)
        return self.drain()

    def drain(self) -> dict[str, Any]:
        """Receive everything sent so far; return the last error or ack, if there is one."""
        mark = random.randrange(1, 1 << 40)
        begun = len(self.received)
        self.send("ping", t=mark)
        self.receive("pong", t=float(mark))
        menu_options = [m for m in self.received[begun:] if m["type"] in ("error", "ack")]
        return menu_options[-1] if menu_options else {}

    def join(self, room: str, name: str = "", **fields: Any) -> Player:
        self.send("join_room", roomId=room, playerName=name or None, **fields)
        first = self.receive("match_start", "error")
        assert first["type"] == "match_start", first
        return self

    def closed(self) -> tuple[int, str]:
        """Receive until the server closes the socket; return the close code and reason."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as closed:
            return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (1006, "")

    def act(self, move: str, **fields: Any) -> dict[str, Any]:
        """Make a move and wait for its acknowledgement or refusal."""
        fields.setdefault("actionId", f"a{random.getrandbits(64)}")
        payload = fields.pop("payload", {})
        self.send("action", actionType=move, payload=payload, **fields)
        return self.receive("ack", "error", actionId=fields["actionId"])

    def answer(self, choice: Any, **fields: Any) -> dict[str, Any]:
        assert self.prompt is not None
        fields.setdefault("actionId", f"a{random.getrandbits(64)}")
        self.send("prompt_response", promptId=self.prompt["promptId"], choice=choice, **fields)
        return self.receive("ack", "error", actionId=fields["actionId"])


def start_match(server: Server, game: str = "skirmish", **how: Any) -> tuple[Player, Player]:
    """Return Ann (p1) and Ben (p2) in a started match."""
    ann = server.post("/api/rooms", {"game": game, "name": "Ann", "coinFlip": False, **how})
    ben = server.post(f"/api/rooms/{ann['roomId']}/join", {"name": "Ben", "code": ann["code"]})
    people = [server.player().join(seat["roomId"], token=seat["token"]) for seat in (ann, ben)]
    for player in people:
        player.send("ready")
    for player in people:
        player.receive("state_update")
        player.drain()
    return people[0], people[1]


def play_on(
    players: list[Player], rng: random.Random, steps: int, moves: list[str] | None = None
) -> int:
    """Play random legal moves for some steps or until the end; return the number of steps."""
    by_seat = {player.seat: player for player in players}
    for step in range(steps):
        state = players[0].state
        if state["result"] is not None:
            return step
        mover = by_seat[rng.choice(state["acting"])]
        if mover.prompt is not None:
            said = mover.answer(likely_choice(mover.prompt, rng))
            if said["type"] == "error":
                said = mover.answer(likely_choice(mover.prompt, rng, is_default=True))
        else:
            options = mover.state["options"]
            if moves is not None:
                options = [o for o in options if o["id"].partition(":")[0] in moves]
            option = rng.choice(options)
            said = mover.act(option["id"].partition(":")[0], payload=option["payload"])
        assert said["type"] == "ack", said
        for player in players:
            while player.state["stateVersion"] < said["stateVersion"]:
                player.receive("state_update", "state_patch")
            player.drain()
    return steps


def likely_choice(
    prompt: dict[str, Any], rng: random.Random, is_default: bool = False
) -> list[str]:
    """Return an answer to a prompt that is most likely valid."""
    requirement = prompt["requirement"]
    ids = [candidate["id"] for candidate in requirement["candidates"]]
    count = rng.randint(requirement["min"], requirement["max"])
    return ids[: requirement["min"]] if is_default else rng.sample(ids, count)


# --- the server process ---------------------------------------------------------------------------


async def _serve(db: str, settings: Settings) -> None:
    node = Node(open_store(db), GAMES, settings)
    if settings.lease and is_postgres(db):
        node.relay = Relay(node)
    _, task, port = await start(node, GAMES, "127.0.0.1", 0)
    print(f"http://127.0.0.1:{port}/", flush=True)
    await task


def _main(db: str, settings: str) -> None:
    import logging

    import uvloop

    end_with_parent()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_serve(db, msgspec.json.decode(settings, type=Settings)))


if __name__ == "__main__":
    _main(*sys.argv[1:])
