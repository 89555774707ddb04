"""A recorded session played again: to a bot, as if the game were there; and what it has seen of the
screen machine."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import pairwise

from turnwright.bridges.commmod.agent.game_message import State
from turnwright.bridges.commmod.agent.screens import PATHS
from turnwright.bridges.commmod.line_streams import Streams
from turnwright.bridges.commmod.protocol import text_of
from turnwright.core.analysis.graph import FlowCoverage
from turnwright.core.errors import UnusableError
from turnwright.testing.first_difference import Difference

from .file import Entry, Playback


async def rehearse(
    entries: Sequence[Entry], command: Sequence[str], patience: float = 20.0
) -> Difference | None:
    """Run a bot as the child process of a recorded game: the first command that is another one than was
    recorded."""
    pipe = asyncio.subprocess.PIPE
    try:
        child = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    except OSError as error:
        raise UnusableError("no_agent", f"{command[0]} cannot be run: {error.strerror}.") from None
    assert child.stdin is not None
    assert child.stdout is not None
    bot = Streams(child.stdout, child.stdin)
    game = Playback(entries)
    try:
        while game.difference is None and game.place < len(entries):
            entry = entries[game.place]
            if entry.game is not None:
                line = await game.receive()
                bot.send(text_of(line or b""))
                continue
            heard = await _heard(bot, patience)
            if heard is None:
                return Difference(game.place, "command", entry.agent, None)
            game.send(heard)
    finally:
        with suppress(OSError, RuntimeError):
            child.stdin.close()
        with suppress(ProcessLookupError):
            child.kill()
        await child.wait()
    return game.difference


async def _heard(bot: Streams, patience: float) -> str | None:
    try:
        line = await asyncio.wait_for(bot.receive(), patience)
    except TimeoutError:
        return None
    return None if line is None else text_of(line)


def visited(sessions: Iterable[Sequence[Entry]]) -> FlowCoverage:
    """Which screens these sessions saw, and from which they went to which."""
    places: set[str] = set()
    transitions: set[tuple[str, str]] = set()
    for entries in sessions:
        told = [State.of(one.game) for one in entries if one.game and "error" not in one.game]
        seen = [PATHS[state.screen] for state in told if state.screen in PATHS]
        places |= set(seen)
        transitions |= {(one, two) for one, two in pairwise(seen) if one != two}
    return FlowCoverage(places, transitions)
