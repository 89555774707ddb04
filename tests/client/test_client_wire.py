"""The Python client and the newer messages: draws, and states as patches."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.client import connect as open_socket
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

from tests.server.server_process import Server
from turnwright.client import Refused, connect

PATCH = b'{"type":"state_patch"'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("wire"))
    yield running
    running.stop()


@asynccontextmanager
async def seated(server: Server, game: str, *urls: str) -> AsyncIterator[Any]:
    """Ann and Ben in a started match, connected through these addresses."""
    ann = server.post("/api/rooms", {"game": game, "name": "Ann", "coinFlip": False})
    ben = server.post(f"/api/rooms/{ann['roomId']}/join", {"name": "Ben", "code": ann["code"]})
    (one, other) = urls or (server.url, server.url)
    async with (
        connect(one, ann["roomId"], token=ann["token"]) as first,
        connect(other, ann["roomId"], token=ben["token"]) as second,
    ):
        await asyncio.gather(first.ready(), second.ready())
        for client in (first, second):
            await client.until(lambda client: client.status == "playing")
        yield first, second


def test_a_draw_is_offered_and_accepted(server):
    async def run():
        async with seated(server, "tictactoe") as (ann, ben):
            await ann.offer_draw()
            await ben.until(lambda client: client.draw_offer)
            assert ann.draw_offer == ben.draw_offer == ["p1"]
            await ben.answer_draw(False)
            await ann.until(lambda client: not client.draw_offer)
            with pytest.raises(Refused, match="again in 4 turns"):
                await ann.offer_draw()
            await ben.offer_draw()
            await ann.until(lambda client: client.draw_offer)
            await ann.answer_draw(True)
            await ben.until(lambda client: client.result)
            assert ann.result.result == ben.result.result == "draw"

    asyncio.run(run())


class Tampering:
    """A proxy between client and server that falsifies the hash of the second patch."""

    def __init__(self, target: str) -> None:
        self.target, self.patches, self.requests = target, 0, 0

    async def handle(self, client: Any) -> None:
        async with open_socket(self.target, compression=None) as server:
            ways = (self._forward(client, server), self._forward(server, client))
            done = [asyncio.create_task(way) for way in ways]
            await asyncio.wait(done, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.cancel()

    async def _forward(self, source: Any, target: Any) -> None:
        try:
            while True:
                frame = await source.recv(decode=False)
                self.requests += b'"state_request"' in frame
                if frame.startswith(PATCH):
                    self.patches += 1
                    if self.patches == 2:
                        frame = re.sub(rb'"hash":\d+', b'"hash":1', frame)
                await target.send(frame, text=True)
        except ConnectionClosed:
            pass


def test_a_client_that_cannot_apply_a_patch_asks_for_the_state(server):
    async def run():
        proxy = Tampering(server.url)
        async with serve(proxy.handle, "127.0.0.1", 0, compression=None) as listening:
            port = listening.sockets[0].getsockname()[1]
            url = f"ws://127.0.0.1:{port}/socket"
            async with seated(server, "duel", url, server.url) as (ann, ben):
                for client in (ann, ben, ann, ben):
                    await client.until(lambda client: client.prompt)
                    await client.act("END_TURN")
                await ann.until(lambda client: client.prompt)
                version = ben.state.state_version
                await ann.until(lambda client: client.state.state_version == version)
                assert proxy.patches > 2
                assert proxy.requests == 1
                assert ann.state.turn_counter == ben.state.turn_counter == 5
                assert [line["n"] for line in ann.log] == [line["n"] for line in ben.log]

    asyncio.run(run())
