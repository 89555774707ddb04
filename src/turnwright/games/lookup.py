"""Finding a game: one that is shipped or installed by its name, or one in a file or a module."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from turnwright.core.definition.game import Game
from turnwright.core.errors import DefinitionError, TurnwrightError, UnusableError
from turnwright.core.suggestions import close_matches, did_you_mean
from turnwright.entry_points import GAMES as ENTRY_POINTS
from turnwright.entry_points import EntryPoint, find_entry_point, find_entry_points

from . import GAMES
from .import_errors import import_failed, located
from .isolated_import import IsolatedModules
from .rules_files import RulesSource


def find_game(name: str) -> Game:
    """Load a game: `tictactoe`, `my_game.py`, `my_game.py:game` or `package.module:game`."""
    where, _, attribute = name.partition(":")
    if name in GAMES:
        module: ModuleType = importlib.import_module(GAMES[name])
    elif declared := find_entry_point(ENTRY_POINTS, name):
        return _load_installed(declared)
    elif where.endswith(".py") or "/" in where:
        module = _import_file(Path(where))
    elif "." in where:
        module = _import_module(where)
    elif Path(where).is_dir():
        raise _is_folder(Path(where))
    else:
        known = sorted(known_games())
        near = did_you_mean(close_matches(name, known))
        sentence = f"There is no game {name!r}; choose one of {', '.join(known)}."
        sentence = f"There is no game {name!r}. {near}" if near else sentence
        raise UnusableError("unknown_game", sentence)
    game = game_in(module, attribute or "game", where)
    if where.endswith(".py"):
        # Another process must load the file as well.
        game.home = (
            find_game.__module__,
            find_game.__name__,
            f"{Path(where).resolve()}:{attribute or 'game'}",
        )
    return game


def known_games() -> list[str]:
    """Return the names of all games that are shipped or installed."""
    return list(dict.fromkeys([*GAMES, *installed_games()]))


def installed_games() -> list[str]:
    """Return the names of the games of installed packages. Shipped games keep their names."""
    names = (declared.name for declared in find_entry_points(ENTRY_POINTS))
    return [name for name in dict.fromkeys(names) if name not in GAMES]


def find_module(name: str) -> str:
    """Return the module of a game that is shipped or installed; an empty text for others."""
    if name in GAMES:
        return GAMES[name]
    declared = find_entry_point(ENTRY_POINTS, name)
    return declared.module if declared is not None else ""


def find_source(name: str) -> RulesSource:
    """Return where the rules of a game are that `find_game` has loaded, by the same name."""
    where, _, attribute = name.partition(":")
    attribute = attribute or "game"
    if name in GAMES:
        where = GAMES[name]
    elif declared := find_entry_point(ENTRY_POINTS, name):
        where, attribute = declared.module, declared.attribute
    elif where.endswith(".py") or "/" in where:
        path = Path(where).resolve()
        return RulesSource(path.parent, path.stem, path, attribute)
    file = importlib.import_module(where).__file__
    assert file is not None
    if "." not in where and Path(file).name != "__init__.py":  # beside modules of other packages
        path = Path(file).resolve()
        return RulesSource(path.parent, path.stem, path, attribute)
    above = where.count(".") + (Path(file).name == "__init__.py")
    return RulesSource(Path(file).resolve().parents[above], where, None, attribute)


def _load_installed(declared: EntryPoint) -> Game:
    found = declared.load()
    if not isinstance(found, Game):
        raise declared.unusable(f"{declared.value} is not a game")
    if found.name != declared.name:
        raise declared.unusable(f"its game is called {found.name!r}; use one name for both")
    return found


def _is_folder(path: Path) -> UnusableError:
    """Return the refusal of a folder, which names a file in it that looks like the rules."""
    likely = sorted([*path.glob("game.py"), *path.glob("*/game.py")])
    near = f"give the file of the rules, such as {str(likely[0])!r}" if likely else "give a file"
    return UnusableError("is_folder", f"{str(path)!r} is a folder; {near}.")


def _import_file(path: Path) -> ModuleType:
    if path.is_dir():
        raise _is_folder(path)
    if not path.is_file():
        raise UnusableError("no_file", f"There is no file {str(path)!r}.")
    if path.suffix != ".py":
        raise UnusableError("not_python", f"{str(path)!r} is not a Python file.")
    try:
        return IsolatedModules(path.parent).import_file(path)
    except DefinitionError as error:
        raise located(error, path.parent) from None
    except TurnwrightError:
        raise
    except (Exception, SystemExit) as error:
        raise import_failed(str(path), error, path.parent) from None


def _import_module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except TurnwrightError:
        raise
    except (Exception, SystemExit) as error:
        raise import_failed(name, error) from None


def game_in(module: ModuleType, attribute: str, where: str) -> Game:
    """Return the game that a module defines under a name; a mapping is a flow as plain data."""
    found: Any = getattr(module, attribute, None)
    if isinstance(found, Game):
        return found
    if isinstance(found, Mapping):
        name = Path(where).stem if where.endswith(".py") else module.__name__
        return Game(name, flow=found)  # a flow written as plain data
    games = [name for name, value in vars(module).items() if isinstance(value, Game)]
    hint = (
        f"Call it game, or name it: {where}:{games[0]}." if games else "Define game = tw.Game(...)."
    )
    sentence = f"There is no game called {attribute!r} in {where!r}. {hint}"
    raise UnusableError("no_game", sentence)
