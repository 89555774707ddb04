"""The bots of the Netrunner commands, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import turnwright as tw

if TYPE_CHECKING:
    from turnwright.agents.base import Agent


def find_bot(name: str, seed: int | str = 0) -> Agent:
    """Return the bot of this name. A bot of another game is an error, although it could make moves."""
    from turnwright.agents.registry import GAME_AGENTS, agents_for, find_agent

    bot = find_agent(name, seed)
    word, known = name.partition(":")[0], agents_for("netrunner")
    for game in GAME_AGENTS:
        if word not in known and word in agents_for(game):
            sentence = f"The bot {word!r} plays {game}; bots for Netrunner are {', '.join(known)}."
            raise tw.UnusableError("unknown_agent", sentence)
    return bot
