"""Boards that do not belong to Turnwright: folders with a module `board.js` for the page.

A package declares its boards as entry points. A game in a file has its board in the folder `board`
beside it. What the module exports is described in docs/howto/publish-a-game.md.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from turnwright.entry_points import BOARDS, EntryPoint, find_entry_points

from .rules_files import BOARD as FOLDER

MODULE = "board.js"


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


def declared_boards() -> list[EntryPoint]:
    """Return the boards that installed packages declare, one for each game."""
    by_game: dict[str, EntryPoint] = {}
    for declared in find_entry_points(BOARDS):
        by_game.setdefault(declared.name, declared)
    return list(by_game.values())


def board_beside(file: Path) -> Path | None:
    """Return the folder of the board of a game in a file, if it has one."""
    folder = file.resolve().parent / FOLDER
    return folder if (folder / MODULE).is_file() else None
