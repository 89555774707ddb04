"""Boards: folders with a module `board.js`, with which the page draws a game.

A package declares its boards as entry points, Turnwright those that it ships too. A game in a file has
its board in the folder `board` beside it. What the module exports is described in
docs/howto/publish-a-game.md.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from turnwright.core.errors import TurnwrightError
from turnwright.entry_points import BOARDS, EntryPoint, find_entry_points

from .rules_files import BOARD as FOLDER

MODULE = "board.js"
PAGE = Path(__file__).resolve().parents[1] / "web"
"""The folder of the page, which has the boards that Turnwright ships."""


def find_board_folder(declared: EntryPoint) -> Path:
    """Return the folder that an entry point declares; raise `UnusableError` if it has no board."""
    try:
        spec = find_spec(declared.module)
    except (Exception, SystemExit) as error:
        raise declared.unusable(f"{type(error).__name__}: {error}") from None
    if spec is None or not spec.submodule_search_locations:
        raise declared.unusable(f"there is no folder {declared.module}")
    for place in spec.submodule_search_locations:
        if (Path(place) / MODULE).is_file():
            return Path(place).resolve()
    raise declared.unusable(f"there is no {MODULE} in the folder {declared.module}")


def installed_boards(report: Callable[[str], object]) -> dict[str, list[Path]]:
    """Return the folders of the boards that installed packages declare, by game. The first one is
    used: that of another package, if there is one. If it fails, Turnwright's own board follows. What
    cannot be found is reported."""
    boards: dict[str, list[Path]] = {}
    for declared in find_entry_points(BOARDS):
        try:
            add_board(boards, declared.name, find_board_folder(declared), replaces=False)
        except TurnwrightError as error:
            report(f"The game {declared.name!r} has no board of its own. {error}")
    return boards


def add_board(boards: dict[str, list[Path]], game: str, folder: Path, *, replaces: bool) -> None:
    """Add the board of a game. It comes before the one that Turnwright ships; of others, only one is
    kept."""
    found = boards.get(game, [])
    own = [one for one in [*found, folder] if one.is_relative_to(PAGE)]
    other = [one for one in [*found, folder] if not one.is_relative_to(PAGE)]
    boards[game] = [*(other[-1:] if replaces else other[:1]), *own]


def board_beside(file: Path) -> Path | None:
    """Return the folder of the board of a game in a file, if it has one."""
    folder = file.resolve().parent / FOLDER
    return folder if (folder / MODULE).is_file() else None
