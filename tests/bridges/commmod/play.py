"""A mod that a test plays by hand, over a real pair of sockets."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from turnwright.bridges.commmod.agent.coordinator import Coordinator
from turnwright.bridges.commmod.line_streams import StreamConnection


class Mod:
    """The game's end of the wire."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def hears(self) -> str:
        line = await asyncio.wait_for(self.reader.readline(), 5)
        return line.decode().rstrip("\n")

    async def hears_nothing(self) -> bool:
        try:
            await asyncio.wait_for(self.reader.readline(), 0.02)
        except TimeoutError:
            return True
        return False

    def says(self, message: dict[str, Any] | bytes) -> None:
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.writer.write(line + b"\n")

    def refuses(self, sentence: str) -> None:
        self.says({"error": sentence, "ready_for_command": True})

    def leaves(self) -> None:
        self.writer.close()


@asynccontextmanager
async def wire() -> AsyncIterator[tuple[Mod, StreamConnection]]:
    """Both ends of a wire."""
    ours, theirs = socket.socketpair()
    mod = Mod(*await asyncio.open_connection(sock=theirs))
    reader, writer = await asyncio.open_connection(sock=ours)
    try:
        yield mod, StreamConnection(reader, writer)
    finally:
        for one in (mod.writer, writer):
            one.close()
            await asyncio.wait([asyncio.ensure_future(one.wait_closed())])


@asynccontextmanager
async def table(*first: dict[str, Any], **how: Any) -> AsyncIterator[tuple[Mod, Coordinator]]:
    """A coordinator on a mod that has heard `ready` and said something."""
    async with wire() as (mod, end):
        coordinator = Coordinator(end, **how)
        task = asyncio.create_task(coordinator.run())
        assert await mod.hears() == "ready"
        for message in first:
            mod.says(message)
            await heard(coordinator)
        try:
            yield mod, coordinator
        finally:
            mod.leaves()
            await asyncio.wait_for(task, 5)


async def heard(coordinator: Coordinator) -> None:
    """Until the coordinator has heard one more message."""
    with coordinator.listen() as box:
        while (await asyncio.wait_for(box.get(), 5)).kind not in ("state", "error"):
            pass


def played(game: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(game, 30))
