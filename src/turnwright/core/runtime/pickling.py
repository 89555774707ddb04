"""Pickling: games by their name, matches as saves, prompts by their match.

So a match can be sent to another process: `pool.map(play, [match.clone() for _ in range(8)])`. That
process imports the module that defines the game.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from turnwright.core.definition.game import Game

    from .match import Match
    from .prompts import Prompt


def find_home(game: Game) -> tuple[str, ...]:
    """Return the module and the name under which a game can be imported."""
    found = [
        (module.__name__, name)
        for module in list(sys.modules.values())
        for name, value in list(getattr(module, "__dict__", {}).items())
        if value is game
    ]
    if not found:
        raise _error(f"The game {game.name!r} is not a global variable of a module.")
    return min(found, key=lambda home: (home[0] == "__main__", home))


def load_game(module: str, name: str, *arguments: str) -> Game:
    """Import a game, or call the function that loads it."""
    found: Any = getattr(import_module(module), name)
    game: Game = found(*arguments) if arguments else found
    return game


def load_match(game: Game, data: bytes) -> Match:
    """Load a match from its save."""
    return game.load(data)


def load_prompt(match: Match, seat: int) -> Prompt:
    """Return the open prompt of a seat."""
    return match.prompt(seat)


def reduce_prompt(prompt: Prompt, match: Match | None) -> tuple[Any, ...]:
    """Return what recreates a prompt. It must still be open."""
    if match is None or match.prompt(prompt.seat).id != prompt.id:
        raise _error("Only the open prompts of a match can be pickled.")
    return load_prompt, (match, prompt.seat)


def _error(sentence: str) -> Exception:
    from pickle import PicklingError  # `import turnwright` needs no pickle

    return PicklingError(sentence)
