"""The command `turnwright new`. The folder `template` is copied, and its names are replaced."""

from __future__ import annotations

import argparse
import keyword
import re
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import turnwright as tw
from turnwright.games.lookup import known_games

TEMPLATE = Path(__file__).parent / "template"
MAX_LENGTH = 40
SKIPPED = shutil.ignore_patterns("__pycache__", "*.pyc")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright new`."""
    parser.add_argument("name", help="name of the game and its folder, such as high-card")


def run(arguments: argparse.Namespace) -> int:
    """Make the folder and say what to do next."""
    name = arguments.name
    check_name(name)
    folder = Path(name)
    if folder.exists():
        sentence = f"{name!r} already exists here; choose another name or another folder."
        raise tw.UnusableError("folder_exists", sentence)
    package = package_of(name)
    make_folder(folder, name)
    print(f"Made the folder {name}: rules, a bot, a board and tests of a small card game.\n")
    steps = {
        f"cd {name}": "",
        f"turnwright check {package}/game.py": "find mistakes",
        f"turnwright dev {package}/game.py": "open the workbench in the browser",
        f"turnwright serve --game {package}/game.py": "host it in the browser",
        "python -m pytest": "run the tests",
    }
    width = max(map(len, steps))
    for command, meaning in steps.items():
        print(f"    {command:{width}}   # {meaning}" if meaning else f"    {command}")
    print(f"\nThen change {name}/{package}/game.py. {name}/README.md has the rest.")
    return 0


def package_of(name: str) -> str:
    """Return the name of the Python package of a game."""
    return name.replace("-", "_")


def check_name(name: str) -> None:
    """Raise `UnusableError` if a game cannot have this name."""
    package = package_of(name)
    problem = ""
    if not re.fullmatch(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*", name):
        words = re.findall(r"[a-z0-9]+", name.lower())
        better = "-".join(words).lstrip("0123456789-")[:MAX_LENGTH].strip("-")
        hint = f", such as {better!r}" if better else ""
        problem = f"use small letters, digits and single hyphens, beginning with a letter{hint}"
    elif len(name) > MAX_LENGTH:
        problem = f"it is longer than {MAX_LENGTH} characters"
    elif keyword.iskeyword(package) or keyword.issoftkeyword(package):
        problem = "it is a word of Python"
    elif name in known_games():
        problem = "there is a game with this name"
    elif package in (*sys.stdlib_module_names, "tests") or _is_module(package):
        problem = f"there is a module {package!r} already, and imports would find that one"
    if problem:
        raise tw.UnusableError("bad_name", f"{name!r} cannot be the name of a game: {problem}.")


def _is_module(name: str) -> bool:
    """Whether a module of this name is installed; a mere folder does not count."""
    spec = find_spec(name)
    return spec is not None and spec.origin is not None


def make_folder(folder: Path, name: str) -> None:
    """Copy the template, with the names of this game."""
    package = package_of(name)
    words = package.split("_")
    title = " ".join(word.capitalize() for word in words)
    names = {
        "new_game": package,
        "new-game": name,
        "NewGame": "".join(word.capitalize() for word in words),
        "New Game": title,
    }
    shutil.copytree(TEMPLATE, folder, ignore=SKIPPED)
    (folder / "new_game").rename(folder / package)
    for path in folder.rglob("*"):
        if path.is_file():
            text = path.read_text("utf-8")
            for old, new in names.items():
                text = text.replace(old, new)
            path.write_text(text, "utf-8")
