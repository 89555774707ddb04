"""The game's side of the protocol, controlled by a test over a real socket pair."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from turnwright.bridges.commmod.agent.coordinator import Coordinator
from turnwright.bridges.commmod.line_streams import StreamConnection


class ScriptedMod:
    """The game's end of the connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def receives(self) -> str:
        line = await asyncio.wait_for(self.reader.readline(), 5)
        return line.decode().rstrip("\n")

    async def receives_nothing(self) -> bool:
        try:
            await asyncio.wait_for(self.reader.readline(), 0.02)
        except TimeoutError:
            return True
        return False

    def sends(self, message: dict[str, Any] | bytes) -> None:
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.writer.write(line + b"\n")

    def refuses(self, sentence: str) -> None:
        self.sends({"error": sentence, "ready_for_command": True})

    def closes(self) -> None:
        self.writer.close()


@asynccontextmanager
async def connected_pair() -> AsyncIterator[tuple[ScriptedMod, StreamConnection]]:
    """Yield both ends of a connection."""
    ours, theirs = socket.socketpair()
    mod = ScriptedMod(*await asyncio.open_connection(sock=theirs))
    reader, writer = await asyncio.open_connection(sock=ours)
    try:
        yield mod, StreamConnection(reader, writer)
    finally:
        for one in (mod.writer, writer):
            one.close()
            await asyncio.wait([asyncio.ensure_future(one.wait_closed())])


@asynccontextmanager
async def running_coordinator(
    *first: dict[str, Any], **how: Any
) -> AsyncIterator[tuple[ScriptedMod, Coordinator]]:
    """Yield a mod that has received `ready` and sent messages, and its coordinator."""
    async with connected_pair() as (mod, end):
        coordinator = Coordinator(end, **how)
        task = asyncio.create_task(coordinator.run())
        assert await mod.receives() == "ready"
        for message in first:
            mod.sends(message)
            await next_message(coordinator)
        try:
            yield mod, coordinator
        finally:
            mod.closes()
            await asyncio.wait_for(task, 5)


async def next_message(coordinator: Coordinator) -> None:
    """Wait until the coordinator has received one more message."""
    with coordinator.listen() as updates:
        while (await asyncio.wait_for(updates.get(), 5)).kind not in ("state", "error"):
            pass


def run_scenario(scenario: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(scenario, 30))
