"""Replaying a recorded session to a bot, and the screens that sessions visited."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import pairwise

from turnwright.bridges.commmod.agent.game_state import GameState
from turnwright.bridges.commmod.agent.screens import PATHS
from turnwright.bridges.commmod.line_streams import StreamConnection
from turnwright.bridges.commmod.protocol import text_of
from turnwright.core.analysis.graph import FlowCoverage
from turnwright.core.errors import UnusableError
from turnwright.testing.first_difference import Difference

from .file import RecordedGame, RecordingEntry


async def replay_to_bot(
    entries: Sequence[RecordingEntry], command: Sequence[str], timeout: float = 20.0
) -> Difference | None:
    """Run a bot as the child process of a recorded game. Return the first command that differs from the
    recorded one."""
    pipe = asyncio.subprocess.PIPE
    try:
        child = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    except OSError as error:
        raise UnusableError("no_agent", f"{command[0]} cannot be run: {error.strerror}.") from None
    assert child.stdin is not None
    assert child.stdout is not None
    bot = StreamConnection(child.stdout, child.stdin)
    game = RecordedGame(entries)
    try:
        while game.difference is None and game.place < len(entries):
            entry = entries[game.place]
            if entry.game is not None:
                line = await game.receive()
                bot.send(text_of(line or b""))
                continue
            received = await _receive(bot, timeout)
            if received is None:
                return Difference(game.place, "command", entry.agent, None)
            game.send(received)
    finally:
        with suppress(OSError, RuntimeError):
            child.stdin.close()
        with suppress(ProcessLookupError):
            child.kill()
        await child.wait()
    return game.difference


async def _receive(bot: StreamConnection, timeout: float) -> str | None:
    try:
        line = await asyncio.wait_for(bot.receive(), timeout)
    except TimeoutError:
        return None
    return None if line is None else text_of(line)


def visited(sessions: Iterable[Sequence[RecordingEntry]]) -> FlowCoverage:
    """Return the screens that these sessions visited and the transitions between them."""
    places: set[str] = set()
    transitions: set[tuple[str, str]] = set()
    for entries in sessions:
        states = [GameState.of(one.game) for one in entries if one.game and "error" not in one.game]
        seen = [PATHS[state.screen] for state in states if state.screen in PATHS]
        places |= set(seen)
        transitions |= {(one, two) for one, two in pairwise(seen) if one != two}
    return FlowCoverage(places, transitions)
