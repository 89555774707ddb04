"""The argument that names the game of a command."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Mapping
from typing import Any

from turnwright.games.lookup import find_module, known_games


def add_game_argument(parser: argparse.ArgumentParser, **settings: Any) -> None:
    """Add the positional argument that names a game."""
    names = ", ".join(known_games())
    parser.add_argument("game", help=f"a game ({names}), FILE.py, or MODULE:NAME", **settings)


def find_options(name: str) -> list[Mapping[str, Any]]:
    """Options that together show all of a game: the `VARIANTS` of its module, or one empty mapping."""
    module = find_module(name)
    return list(getattr(importlib.import_module(module), "VARIANTS", [{}])) if module else [{}]
