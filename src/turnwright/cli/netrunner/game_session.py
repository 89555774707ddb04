"""The commands of one user on a server, one after another over one connection."""

from __future__ import annotations

import asyncio
import os
import shlex
import sys
import threading
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING

import turnwright as tw
from turnwright.bridges.jinteki.automation import (
    COMMANDS,
    Automation,
    AutomationResult,
    command,
)
from turnwright.bridges.jinteki.automation.card_commands import error_result
from turnwright.bridges.jinteki.automation.command_line import unknown_command
from turnwright.bridges.jinteki.automation.strategy import FindPlan

from .lobby_commands import LOBBY_COMMANDS, started_game
from .stored_run import StoredRuns

if TYPE_CHECKING:
    from turnwright.bridges.jinteki.client.client import Client

END_WORDS = ("quit", "exit", "q")
FATAL = ("disconnected", "login_refused", "login_failed", "no_server")
"""Errors after which no further command can succeed."""


class GameSession:
    """Performs commands: those of the lobby, and those of the game as soon as it has started.

    The flags of a run are also stored, for a later session of the same user."""

    def __init__(self, client: Client, side: str, game: str = "", *, find_plan: FindPlan) -> None:
        self.client, self.side, self.game = client, side, game
        self.find_plan = find_plan
        self.automation: Automation | None = None
        self.runs = StoredRuns(client.pages.url, client.username)

    async def perform(self, words: Sequence[str]) -> str | AutomationResult:
        """Perform a command and return its result. Bad input raises an `UnusableError`."""
        lobby_command = LOBBY_COMMANDS.get(words[0])
        if lobby_command is not None:
            return await lobby_command(self.client, self.side, words[1:])
        if words[0] not in COMMANDS:
            return unknown_command(words[0], (*LOBBY_COMMANDS, *COMMANDS))
        automation = await self._seated()
        self.runs.load(automation)
        try:
            return await command(automation, words)
        finally:
            self.runs.save(automation)

    async def _seated(self) -> Automation:
        """Return the automation of this side's seat; join the game if that was not done yet."""
        client, seat = self.client, self.client.seat
        if seat is None:
            games = await client.lobbies()
            seat = await client.rejoin(started_game(games, client.username, self.side, self.game))
        if seat.side != self.side:
            plays, asked = seat.side.capitalize(), self.side.capitalize()
            sentence = f"{client.username} plays the {plays}, not the {asked}."
            raise tw.UnusableError("wrong_side", sentence)
        if self.automation is None or self.automation.seat is not seat:
            self.automation = Automation(seat)
            self.automation.find_plan = self.find_plan
        return self.automation


async def read_commands(session: GameSession) -> AsyncIterator[str | AutomationResult]:
    """Perform the commands of standard input, a line for each, and yield their results.

    Empty lines and lines that begin with `#` are skipped. An error does not end the session."""
    is_terminal = sys.stdin.isatty()
    lines = _stdin_lines()
    if is_terminal:
        print(f"You are the {session.side.capitalize()}. `help` lists the commands, `quit` ends.")
    while True:
        if is_terminal:
            print(f"{session.side}> ", end="", flush=True)
        line = await lines.get()
        if line is None:
            if is_terminal:
                print()
            return
        try:
            words = shlex.split(line, comments=True)
        except ValueError as error:
            yield error_result("bad_line", f"The line cannot be read: {error}.")
            continue
        if not words:
            continue
        if words[0] in END_WORDS:
            return
        if words[0] == "help":
            yield _help()
            continue
        try:
            yield await session.perform(words)
        except tw.TurnwrightError as error:
            if error.code in FATAL:
                raise
            yield error_result(error.code, str(error))


def _help() -> str:
    lobby, game = ", ".join(LOBBY_COMMANDS), ", ".join(sorted(COMMANDS))
    return (
        f"Before the game: {lobby}.\nIn the game: {game}.\n"
        "Flags and examples are in docs/howto/automate-runs.md. `quit` ends."
    )


def _stdin_lines() -> asyncio.Queue[str | None]:
    """Return a queue of the lines of standard input; None is its end.

    A daemon thread reads them, so that the connection stays alive and Ctrl-C ends the session at
    once. It reads the file itself: a thread that waits inside of `sys.stdin` cannot be left behind."""
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    loop, file = asyncio.get_running_loop(), sys.stdin.fileno()

    def hand_over(line: str | None) -> None:
        loop.call_soon_threadsafe(lines.put_nowait, line)

    def read() -> None:
        rest = b""
        try:
            while data := os.read(file, 4096):
                *whole, rest = (rest + data).split(b"\n")
                for line in whole:
                    hand_over(line.decode("utf-8", "replace"))
            if rest:
                hand_over(rest.decode("utf-8", "replace"))
            hand_over(None)
        except (OSError, RuntimeError):
            return  # the session has ended

    threading.Thread(target=read, daemon=True).start()
    return lines
