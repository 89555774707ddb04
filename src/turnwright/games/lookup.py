"""Finding a game: a shipped one by its name, or one in a file or a module."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from turnwright.core.definition.game import Game
from turnwright.core.errors import TurnwrightError, UnusableError

from . import GAMES
from .isolated_import import IsolatedModules
from .rules_files import RulesSource


def find_game(name: str) -> Game:
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
        raise UnusableError("unknown_game", sentence)
    game = _game_in(module, attribute or "game", where)
    if where.endswith(".py"):
        # Another process must load the file as well.
        game.home = (
            find_game.__module__,
            find_game.__name__,
            f"{Path(where).resolve()}:{attribute or 'game'}",
        )
    return game


def find_source(name: str) -> RulesSource:
    """Return where the rules of a game are that `find_game` has loaded, by the same name."""
    where, _, attribute = name.partition(":")
    attribute = attribute or "game"
    if name in GAMES:
        where = GAMES[name]
    elif where.endswith(".py") or "/" in where:
        path = Path(where).resolve()
        return RulesSource(path.parent, path.stem, path, attribute)
    file = importlib.import_module(where).__file__
    assert file is not None
    above = where.count(".") + (Path(file).name == "__init__.py")
    return RulesSource(Path(file).resolve().parents[above], where, None, attribute)


def _import_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise UnusableError("no_file", f"There is no file {str(path)!r}.")
    if path.suffix != ".py":
        raise UnusableError("not_python", f"{str(path)!r} is not a Python file.")
    try:
        return IsolatedModules(path.parent).import_file(path)
    except TurnwrightError:
        raise
    except (Exception, SystemExit) as error:
        raise _import_failed(str(path), error) from None


def _import_module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except TurnwrightError:
        raise
    except (Exception, SystemExit) as error:
        raise _import_failed(name, error) from None


def _import_failed(where: str, error: BaseException) -> UnusableError:
    sentence = f"{where!r} cannot be imported: {type(error).__name__}: {error}"
    return UnusableError("import_failed", sentence)


def _game_in(module: ModuleType, attribute: str, where: str) -> Game:
    found: Any = getattr(module, attribute, None)
    if isinstance(found, Game):
        return found
    if isinstance(found, Mapping):
        name = Path(where).stem if where.endswith(".py") else module.__name__
        return Game(name, flow=found)  # a flow written as plain data
    raise UnusableError("no_game", f"There is no game called {attribute!r} in {where!r}.")
