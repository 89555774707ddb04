"""Public bots from a checkout of the user: how each is started, its published figures, and playing it.

A session is one process of the bot. A bot that plays the characters in turn plays all of them in one
session; a bot with a strategy for each character has a session for each.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import IO, Any

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.games.spire.characters import find_character
from turnwright.games.spire.run.relic_pools import DEFECT, IRONCLAD, SILENT, WATCHER

from .bot_runs import AgentLimits, BotHost, BotRunResult
from .child_process import AgentProcess
from .mod import RunRequest


class PublishedResult(msgspec.Struct, frozen=True):
    """What is published about a bot and a character. `runs` is 0 if their number is not known. Then
    wins are not compared, and the mean floor is compared as an exact number."""

    source: str
    mean_floor: float
    runs: int = 0
    won: int = 0


class PublicBot(msgspec.Struct, frozen=True):
    """A public bot. `command` makes its command line from the checkout and the character."""

    name: str
    address: str
    files: tuple[str, ...]
    """Files by which a checkout is recognised."""
    characters: tuple[str, ...]
    """The characters that it plays, in its order."""
    plays_in_turn: bool
    command: Callable[[str, Path, str], list[str]]
    published: dict[str, PublishedResult]

    def sessions(self, characters: Sequence[str]) -> list[tuple[str, ...]]:
        """The characters of each session, so that every character is played once."""
        wanted = tuple(name for name in self.characters if name in characters)
        return [wanted] if self.plays_in_turn else [(name,) for name in wanted]


def _start_spirecomm(python: str, checkout: Path, character: str) -> list[str]:
    return [python, str(checkout / "main.py")]


STRATEGIES = {
    IRONCLAD: ("requested_strike", "REQUESTED_STRIKE"),
    SILENT: ("shivs_and_giggles", "SHIVS_AND_GIGGLES"),
    DEFECT: ("pwnder_my_orbs", "PWNDER_MY_ORBS"),
    WATCHER: ("peaceful_pummeling", "PEACEFUL_PUMMELING"),
}
"""The strategies of bottled_ai: the module in `rs.ai`, and the name in it."""
START_BOTTLED_AI = """\
import sys
sys.path.insert(0, sys.argv[1])
from importlib import import_module
from rs.api.client import Client
from rs.helper.logger import init_log, log_new_run_sequence
from rs.machine.game import Game
init_log()
log_new_run_sequence()
game = Game(Client(), getattr(import_module(f"rs.ai.{sys.argv[2]}.{sys.argv[2]}"), sys.argv[3]))
while True:
    game.start()
    game.run()
"""
"""bottled_ai chooses its strategy in the source of its main.py. This starts the parts that main.py
starts, with another strategy, and lets errors end the process."""


def _start_bottled_ai(python: str, checkout: Path, character: str) -> list[str]:
    return [python, "-c", START_BOTTLED_AI, str(checkout), *STRATEGIES[character]]


REAL_GAME = "the real game, October 2024"
BOTS = {
    bot.name: bot
    for bot in (
        PublicBot(
            name="spirecomm",
            address="https://github.com/ForgottenArbiter/spirecomm",
            files=("main.py", "spirecomm/ai/agent.py"),
            characters=(IRONCLAD, SILENT, DEFECT),
            plays_in_turn=True,
            command=_start_spirecomm,
            published={IRONCLAD: PublishedResult("an independent simulator", 26.2)},
        ),
        PublicBot(
            name="bottled_ai",
            address="https://github.com/xaved88/bottled_ai",
            files=("main.py", "rs/machine/game.py"),
            characters=(IRONCLAD, SILENT, DEFECT, WATCHER),
            plays_in_turn=False,
            command=_start_bottled_ai,
            published={
                IRONCLAD: PublishedResult(REAL_GAME, 32.7, 50, 10),
                SILENT: PublishedResult(REAL_GAME, 38.5, 48, 19),
                DEFECT: PublishedResult(REAL_GAME, 39.4, 52, 17),
                WATCHER: PublishedResult(REAL_GAME, 45.9, 50, 26),
            },
        ),
    )
}


def find_bot(name: str, checkout: Path) -> PublicBot:
    """The bot of this name. Refuse a folder that is not its checkout."""
    bot = BOTS.get(name)
    if bot is None:
        sentence = f"There is no public bot {name[:40]!r}; choose one of {', '.join(BOTS)}."
        raise UnusableError("unknown_bot", sentence)
    for path in bot.files:
        if not (checkout / path).is_file():
            sentence = (
                f"{checkout} is not a checkout of {name}: it has no {path}. "
                f"Get it with `git clone {bot.address}`."
            )
            raise UnusableError("no_checkout", sentence)
    return bot


def playable_characters(bot: PublicBot, names: Sequence[str]) -> list[str]:
    """The characters to play: the given ones, or all that the bot plays."""
    wanted = [find_character(name) for name in names] or list(bot.characters)
    for character in wanted:
        if character not in bot.characters:
            known = ", ".join(bot.characters)
            sentence = f"{bot.name} does not play {character}; it plays {known}."
            raise UnusableError("unknown_class", sentence)
    return wanted


# --- playing ------------------------------------------------------------------------------------


class SessionBatch(msgspec.Struct, frozen=True):
    """Sessions of a bot. Every character is played with the seeds from `first_seed` on."""

    bot: str
    checkout: str
    python: str
    characters: tuple[str, ...]
    ascension: int = 0
    first_seed: int = 1
    limits: AgentLimits = AgentLimits()


class SessionResult(msgspec.Struct, frozen=True):
    """The runs of a session, and what the bot did wrong, as a sentence; empty if nothing."""

    runs: list[BotRunResult]
    trouble: str = ""


def sessions_of(batch: SessionBatch) -> Callable[[int], SessionResult]:
    """A function that plays a session by its number."""
    bot = BOTS[batch.bot]
    sessions = bot.sessions(batch.characters)
    if multiprocessing.parent_process() is not None:
        signal.signal(signal.SIGTERM, _kill_child)

    def play(number: int) -> SessionResult:
        round, which = divmod(number, len(sessions))
        return _play_session(bot, batch, sessions[which], batch.first_seed + round)

    return play


_running: list[AgentProcess] = []
"""The bot of this worker. A worker that is ended must not leave it behind."""


def _kill_child(number: int, frame: FrameType | None) -> None:
    for child in _running:
        child.kill()
    os._exit(1)


def _play_session(
    bot: PublicBot, batch: SessionBatch, characters: tuple[str, ...], seed: int
) -> SessionResult:
    command = bot.command(batch.python, Path(batch.checkout), characters[0])
    env = os.environ | {"PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    with tempfile.TemporaryFile() as said, AgentProcess(command, said, env=env) as child:
        _running.append(child)
        host = BotHost(
            child,
            runs=len(characters),
            limits=batch.limits,
            change=lambda _, asked: RunRequest(asked.character, batch.ascension, seed),
            characters=characters,
        )
        runs = host.play()
        _running.remove(child)
        trouble = "" if host.trouble is None else _sentence(host.trouble, said)
    return SessionResult(runs, trouble)


def _sentence(trouble: Exception, said: IO[Any]) -> str:
    """What the bot did wrong, with the last line of its standard error: often an exception."""
    said.seek(0)
    lines = said.read().decode("utf-8", "replace").strip().splitlines()
    return f"{trouble} Its last line of output: {lines[-1][:200]}" if lines else str(trouble)
