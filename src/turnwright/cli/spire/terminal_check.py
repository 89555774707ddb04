"""The check of commands that the game starts and that talk to Communication Mod on standard streams."""

from __future__ import annotations

import os

import turnwright as tw


def require_game(command: str) -> None:
    """Refuse to run in a terminal, where no game is on the other side of standard input."""
    if os.isatty(0):
        sentence = (
            f"Standard input is a terminal, not the game. Let the game start "
            f"`turnwright spire {command}` (command= in the mod's config.properties), or use the "
            f"simulator: `turnwright spire host --agent ...` or `turnwright spire serve --simulator`."
        )
        raise tw.UnusableError("no_game", sentence)
