"""What the server and a process of bots tell each other: a position with its bot, and the decision."""

from __future__ import annotations

import msgspec

from turnwright.core.runtime.prompts import Answer


class BotWorkerSettings(msgspec.Struct, kw_only=True):
    """What a process of bots needs to know when it starts."""

    games: tuple[str, ...] = ()
    """Files and modules of games that are not shipped."""
    older: tuple[str, ...] = ()
    """Files and folders with older versions of games."""
    card_packs: tuple[str, ...] = ()
    """Files of Netrunner card packs."""
    memory_mb: int = 0
    """Memory of the process; 0 disables the limit."""
    cpus: tuple[int, ...] = ()
    """The CPUs of the process; empty for those of the server."""


class DecisionRequest(msgspec.Struct, frozen=True):
    """A question to a bot. Bots have no state of their own: the seed says what they draw."""

    game: str
    bot: str
    seed: str
    seat: int
    match: bytes  # from `Match.save`
    seconds: float  # of CPU time
    rules: str = ""  # their id; without one, those of the current version


class Decision(msgspec.Struct, frozen=True):
    """The answer of a bot, and the CPU seconds that it took. Without an answer, `why` says why, and
    `is_unavailable` whether the rules of the room do not have this bot."""

    seconds: float
    answer: Answer | None = None
    why: str = ""
    is_unavailable: bool = False
