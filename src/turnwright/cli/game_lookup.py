"""Finding the game of a command: a shipped game, a file, or a module."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import turnwright as tw
from turnwright.games import GAMES


def add_game_argument(parser: argparse.ArgumentParser, **settings: Any) -> None:
    """Add the positional argument that names a game."""
    parser.add_argument("game", help="name of a shipped game, FILE.py, or MODULE:NAME", **settings)


def find_game(name: str) -> tw.Game:
    """Load a game: `tictactoe`, `my_game.py`, `my_game.py:game` or `package.module:game`."""
    where, _, attribute = name.partition(":")
    if name in GAMES:
        module: ModuleType = importlib.import_module(GAMES[name])
    elif where.endswith(".py") or "/" in where:
        module = _import_file(Path(where))
    elif "." in where:
        module = _import_module(where)
    else:
        known = ", ".join(sorted(GAMES))
        sentence = f"There is no game {name!r}; choose one of {known}."
        raise tw.UnusableError("unknown_game", sentence)
    return _game_in(module, attribute or "game", where)


def find_options(name: str) -> list[Mapping[str, Any]]:
    """Options that together show all of a game: the `VARIANTS` of its module, or one empty mapping."""
    if name in GAMES:
        return list(getattr(importlib.import_module(GAMES[name]), "VARIANTS", [{}]))
    return [{}]


def _import_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise tw.UnusableError("no_file", f"There is no file {str(path)!r}.")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise tw.UnusableError("not_python", f"{str(path)!r} is not a Python file.")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except tw.TurnwrightError:
        raise
    except (Exception, SystemExit) as error:
        raise _import_failed(str(path), error) from None
    return module


def _import_module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except tw.TurnwrightError:
        raise
    except (Exception, SystemExit) as error:
        raise _import_failed(name, error) from None


def _import_failed(where: str, error: BaseException) -> tw.UnusableError:
    sentence = f"{where!r} cannot be imported: {type(error).__name__}: {error}"
    return tw.UnusableError("import_failed", sentence)


def _game_in(module: ModuleType, attribute: str, where: str) -> tw.Game:
    found: Any = getattr(module, attribute, None)
    if isinstance(found, tw.Game):
        return found
    if isinstance(found, Mapping):
        return tw.Game(module.__name__, flow=found)  # a flow written as plain data
    raise tw.UnusableError("no_game", f"There is no game called {attribute!r} in {where!r}.")
