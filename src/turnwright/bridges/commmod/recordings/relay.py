"""Relaying lines between the game and a bot, and recording them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from turnwright.bridges.commmod.line_streams import Connection, StreamConnection
from turnwright.bridges.commmod.protocol import text_of
from turnwright.core.errors import UnusableError

from .file import Recorder

GRACE = 2.0
"""Seconds that a bot has to exit after its game ended, as with the mod."""


async def relay(connection: Connection, command: Sequence[str], recorder: Recorder) -> int:
    """Run a bot as a child process on this connection until either side ends. Return its exit code."""
    pipe = asyncio.subprocess.PIPE
    try:
        child = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    except OSError as error:
        raise UnusableError("no_agent", f"{command[0]} cannot be run: {error.strerror}.") from None
    assert child.stdin is not None
    assert child.stdout is not None
    bot = StreamConnection(child.stdout, child.stdin)

    async def to_bot() -> None:
        while (line := await connection.receive()) is not None:
            recorder.game(line)
            bot.send(text_of(line))

    async def to_game() -> None:
        while (line := await bot.receive()) is not None:
            recorder.agent(text_of(line))
            connection.send(text_of(line))

    tasks = [asyncio.create_task(to_bot()), asyncio.create_task(to_game())]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        with suppress(OSError, RuntimeError):
            child.stdin.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(child.wait(), GRACE)
        if child.returncode is None:
            child.kill()
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        recorder.close()
    return await child.wait()
