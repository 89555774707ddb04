"""Several real nodes on one real PostgreSQL: sockets anywhere, one owner, takeover, fencing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

NODE = """
import sys
from turnwright.server.http.app import serve
from turnwright.server.node.settings import Settings
settings = Settings(lease=float(sys.argv[2]), message_rate=0, coin_flip=False, bot_delay=0.0)
serve(sys.argv[1], port=0, settings=settings)
"""


class NodeProcess:
    """A server process of a cluster."""

    def __init__(self, database: str, lease: float = 1.0) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", NODE, database, str(lease)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        found = re.search(r":(\d+)/", line)
        assert found is not None, line + self.said()
        self.port = int(found[1])
        self.name = self.get("/health")["node"]

    def said(self) -> str:
        self.process.kill()
        return self.process.communicate()[0].decode()

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60) as answer:
            return json.load(answer)

    def post(self, path: str, **body: Any) -> Any:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", json.dumps(body).encode(), method="POST"
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def kill(self, how: int = signal.SIGKILL) -> None:
        os.kill(self.process.pid, how)

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


@contextmanager
def nodes(database: str, lease: float = 1.0) -> Iterator[list[NodeProcess]]:
    """Run two nodes on free ports."""
    found: list[NodeProcess] = []
    try:
        for _ in range(2):
            found.append(NodeProcess(database, lease))
        yield found
    finally:
        for node in found:
            node.stop()


class Player:
    """A player connected to one of the nodes."""

    def __init__(self, node: NodeProcess, seat: dict[str, Any]) -> None:
        self.node, self.seat = node, seat
        self.state: dict[str, Any] = {}
        self.prompt: dict[str, Any] | None = None
        self.socket: ClientConnection

    async def come(self, *, ready: bool = True) -> None:
        self.socket = await connect(f"ws://127.0.0.1:{self.node.port}/socket")
        room, token = self.seat["roomId"], self.seat["token"]
        await self.send(type="join_room", roomId=room, token=token)
        await self.receive("match_start")
        if ready:
            await self.send(type="ready")

    async def reconnect(self, node: NodeProcess) -> None:
        """Reconnect as a client does, until the room is available."""
        self.node = node
        for _ in range(100):
            try:
                await self.come(ready=False)
                return
            except (ConnectionClosed, OSError, AssertionError):
                await asyncio.sleep(0.1)
        raise AssertionError("the room did not come back")

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def receive(self, kind: str) -> dict[str, Any]:
        """Return the next message of a type; keep states and prompts."""
        while True:
            message = json.loads(await asyncio.wait_for(self.socket.recv(), 60))
            if message["type"] == "state_update":
                self.state = message["state"]
            elif message["type"] == "prompt_request":
                self.prompt = message["prompt"]
            elif message["type"] == "prompt_closed":
                self.prompt = None
            if message["type"] == kind:
                return message
            assert message["type"] != "error", message

    async def move(self, action: str, **payload: Any) -> None:
        await self.send(
            type="action",
            actionType=action,
            payload=payload,
            stateVersion=self.state["stateVersion"],
            actionId=f"{self.seat['seat']} {self.state['stateVersion']}",
        )


async def begin(players: list[Player]) -> None:
    """Connect all players, make them ready, and wait for the match."""
    for player in players:
        await player.come()
    for player in players:
        await player.receive("state_update")


async def count_up(players: list[Player], times: int) -> None:
    for _ in range(times):
        mover = next(player for player in players if player.state["options"])
        before = mover.state["table"]["count"]
        await mover.move("INC")
        for player in players:
            while player.state["table"]["count"] == before:
                await player.receive("state_update")


def test_players_on_different_nodes_play_in_one_room(postgres_url: str) -> None:
    async def play(first: NodeProcess, second: NodeProcess) -> None:
        room = first.post("/api/rooms", game="counter", name="Ann", seats=2)
        other = second.post(f"/api/rooms/{room['roomId']}/join", name="Bob")
        players = [Player(first, room), Player(second, other)]
        await begin(players)
        await count_up(players, 10)
        assert [player.state["table"]["count"] for player in players] == [10, 10]
        assert players[0].state["stateVersion"] == players[1].state["stateVersion"]
        for player in players:
            await player.socket.close()

    with nodes(postgres_url) as (first, second):
        asyncio.run(play(first, second))


def test_quick_match_pairs_players_of_different_nodes(postgres_url: str) -> None:
    async def play(first: NodeProcess, second: NodeProcess) -> None:
        room = first.post("/api/quick", game="counter", name="Ann")
        other = second.post("/api/quick", game="counter", name="Bob")
        assert (room["roomId"], room["seat"], other["seat"]) == (other["roomId"], "p1", "p2")
        players = [Player(second, room), Player(first, other)]
        await begin(players)
        await count_up(players, 4)
        for player in players:
            await player.socket.close()

    with nodes(postgres_url) as (first, second):
        asyncio.run(play(first, second))
        asyncio.run(play(second, first))


def test_simultaneous_quick_matches_on_all_nodes_form_pairs(
    postgres_url: str,
) -> None:
    with nodes(postgres_url) as both, ThreadPoolExecutor(12) as crowd:
        alone = both[0].post("/api/quick", game="counter", name="First")
        ask = [node.post for node in both * 9 + both[:1]]
        found = list(crowd.map(lambda post: post("/api/quick", game="counter", name="Guest"), ask))
        places = [(place["roomId"], place["seat"]) for place in [alone, *found]]
        rooms = {room for room, _ in places}
        assert len(rooms) == 10
        assert set(places) == {(room, seat) for room in rooms for seat in ("p1", "p2")}


def test_quick_match_works_after_a_node_has_died(postgres_url: str) -> None:
    with nodes(postgres_url) as both:
        gone, here = sorted(both, key=lambda node: node.name)  # the first one is the matchmaker
        lost = gone.post("/api/quick", game="counter", name="Ann")
        gone.kill()
        places = [here.post("/api/quick", game="counter", name=name) for name in ("Bob", "Cid")]
        assert places[0]["roomId"] == places[1]["roomId"] != lost["roomId"]


def test_a_long_state_is_relayed_between_nodes_intact(postgres_url: str) -> None:
    """The state of a duel exceeds a notification and has multi-byte characters."""

    async def look(first: NodeProcess, second: NodeProcess) -> None:
        room = first.post("/api/rooms", game="duel", name="Ann", bots=["random"])
        player = Player(second, room)
        await player.come()
        await player.receive("state_update")
        await player.send(type="chat", text="Grüße 🎴 " + "ä" * 400)
        line = await player.receive("chat")
        assert line["text"].startswith("Grüße 🎴 ää")
        assert player.state["players"]["self"]["lp"] == 8000
        assert len(player.state["players"]["self"]["hand"]) >= 5
        await player.socket.close()

    with nodes(postgres_url) as (first, second):
        asyncio.run(look(first, second))


def test_another_node_takes_over_with_the_same_prompt(postgres_url: str) -> None:
    async def play(first: NodeProcess, second: NodeProcess) -> None:
        room = first.post("/api/rooms", game="duel", name="Ann")
        other = second.post(f"/api/rooms/{room['roomId']}/join", name="Bob")
        players = [Player(first, room), Player(second, other)]
        await begin(players)
        asked = await until_asked(players)
        prompt, version = asked.prompt, asked.state["stateVersion"]
        assert prompt is not None
        first.kill()
        for player in players:
            player.prompt = None
            await player.reconnect(second)
            await player.receive("state_update")
        await asked.receive("prompt_request")
        assert asked.prompt is not None
        assert asked.prompt["promptId"] == prompt["promptId"]
        assert asked.prompt["requirement"] == prompt["requirement"]
        assert asked.state["stateVersion"] == version
        keys = [candidate["id"] for candidate in prompt["requirement"]["candidates"]]
        await asked.send(
            type="prompt_response",
            promptId=prompt["promptId"],
            choice=keys[: max(1, prompt["requirement"]["min"])],
        )
        await asked.receive("state_update")
        assert asked.state["stateVersion"] == version + 1
        for player in players:
            await player.socket.close()

    with nodes(postgres_url) as (first, second):
        asyncio.run(play(first, second))


async def until_closed(player: Player) -> set[int]:
    """Return the counts that a player is shown until the connection closes."""
    shown = set()
    with contextlib.suppress(ConnectionClosed):
        async for frame in player.socket:
            message = json.loads(frame)
            if message["type"] == "state_update":
                shown.add(message["state"]["table"]["count"])
    return shown


async def until_asked(players: list[Player]) -> Player:
    """Play first options until an effect asks a question."""
    for step in range(200):
        for player in players:
            if player.prompt is not None:
                return player
        mover = next(player for player in players if player.state["options"])
        options = mover.state["options"]
        option = options[step % len(options)]
        before = mover.state["stateVersion"]
        await mover.move(option["actionType"], **option["payload"])
        for player in players:
            while player.state["stateVersion"] == before:
                await player.receive("state_update")
            if player.state["pendingPromptType"] and player.prompt is None:
                await player.receive("prompt_request")
    raise AssertionError("nobody was asked anything")


def test_an_owner_paused_past_its_lease_is_fenced(postgres_url: str) -> None:
    """Stop the owner for longer than its lease: the other node takes the room. When the old owner
    continues, its rows are refused, its clients are disconnected, and nothing happens twice."""

    async def play(first: NodeProcess, second: NodeProcess) -> None:
        room = first.post("/api/rooms", game="counter", name="Ann", seats=2)
        other = first.post(f"/api/rooms/{room['roomId']}/join", name="Bob")
        players = [Player(first, room), Player(first, other)]
        await begin(players)
        await count_up(players, 5)
        first.kill(signal.SIGSTOP)
        # Moves that the stopped owner finds in its sockets when it continues.
        sleeper = next(player for player in players if player.state["options"])
        await sleeper.move("INC")
        awake = [Player(second, room), Player(second, other)]
        for player in awake:
            await player.reconnect(second)
            await player.receive("state_update")
        assert [player.state["table"]["count"] for player in awake] == [5, 5]
        await count_up(awake, 3)
        first.kill(signal.SIGCONT)
        # The old owner never acknowledges the move.
        assert await until_closed(sleeper) <= {5}
        await count_up(awake, 3)
        assert [player.state["table"]["count"] for player in awake] == [11, 11]
        for player in [*players, *awake]:
            await player.socket.close()

    with nodes(postgres_url) as (first, second):
        asyncio.run(play(first, second))
