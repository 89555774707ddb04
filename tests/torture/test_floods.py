"""Floods end when they are told to, and leave no connection behind."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from turnwright.torture.gateway import Gateway
from turnwright.torture.raw_connection import RawConnection
from turnwright.torture.scenarios.floods import send_until_closed

UPGRADED = b"HTTP/1.1 101 Switching Protocols\r\n\r\n"


class Listener:
    """A server that accepts connections, answers with `greeting`, and notes when one has ended."""

    def __init__(self, greeting: bytes = b"") -> None:
        self.greeting = greeting
        self.accepted, self.ended = asyncio.Event(), asyncio.Event()
        self.received = 0

    async def __aenter__(self) -> Listener:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(self.greeting)
        self.accepted.set()
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                self.received += len(data)
        writer.transport.abort()
        self.ended.set()


async def end(task: asyncio.Task[object]) -> None:
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_a_flood_that_ends_while_it_connects_closes_its_connection():
    async def play() -> None:
        async with Listener() as server, asyncio.timeout(60):
            connecting = asyncio.create_task(RawConnection.socket(server.port))
            await server.accepted.wait()
            await end(connecting)
            await server.ended.wait()

    asyncio.run(play())


def test_a_refused_flood_closes_its_connection():
    async def play() -> None:
        async with Listener(b"HTTP/1.1 503 Full\r\n\r\n") as server, asyncio.timeout(60):
            with pytest.raises(ConnectionError, match="503 Full"):
                await RawConnection.socket(server.port)
            await server.ended.wait()

    asyncio.run(play())


def test_a_flood_that_is_told_to_end_does_not_go_on():
    """Also if the server has closed just before, and the flood is about to notice."""

    async def play() -> None:
        for turns in range(6):  # of the event loop, between the close and the end
            async with Listener(UPGRADED) as server, asyncio.timeout(60):
                made = await RawConnection.socket(server.port)
                sent = asyncio.Event()
                flood = asyncio.create_task(send_until_closed(made, b"x" * 100, sent.set))
                await sent.wait()
                made.abort()
                for _ in range(turns):
                    await asyncio.sleep(0)
                await end(flood)
                await server.ended.wait()

    asyncio.run(play())


def test_a_gateway_that_is_closed_cuts_whoever_is_connecting():
    async def play() -> None:
        async with Listener() as server, asyncio.timeout(60):
            gateway = Gateway(server.port)
            async with gateway:
                _, writer = await asyncio.open_connection("127.0.0.1", gateway.port)
                await server.accepted.wait()
            await server.ended.wait()
            writer.transport.abort()

    asyncio.run(play())
