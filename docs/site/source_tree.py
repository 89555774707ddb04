"""The pages of the site as files: committed ones, with their links changed, and generated ones.

Committed pages link to each other as files of the repository do. Here each gets its place in the site,
and links follow. A link to a file that is no page of the site becomes plain text, unless the site has
another page for it; a link to a file that does not exist is an error.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from . import (
    command_line_reference,
    encounter_reference,
    flow_reference,
    game_pages,
    protocol_reference,
    python_reference,
    settings_reference,
    skirmish_pages,
)
from .markdown import page, table

ROOT = Path(__file__).parents[2]
MOVED = {
    "docs/ARCHITECTURE.md": "explanation/architecture.md",
    "docs/DESIGN.md": "explanation/decisions.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "src/turnwright/bridges/commmod/README.md": "reference/communication-mod.md",
    "src/turnwright/games/tcg/README.md": "games/trading-card-games.md",
}
"""Files of the repository that have another place in the site. Those below docs/ keep theirs."""

INSTEAD = {
    "README.md": "index.md",
    "src/turnwright/server/views/protocol.py": "reference/socket.md",
}
"""Pages that the site has instead of a file to which committed pages link."""

GENERATORS = (
    flow_reference, command_line_reference, protocol_reference, settings_reference, encounter_reference,
    game_pages, skirmish_pages, python_reference,
)  # fmt: skip

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
BLOCK = re.compile(r"^( *)(`{3,})[^\n]*\n.*?^\1\2$", re.DOTALL | re.MULTILINE)


class DeadLink(Exception):
    """A committed page links to a file that does not exist."""


class DoublePage(Exception):
    """Two pages of the site have the same path."""


def write(folder: Path) -> None:
    """Write the sources of the whole site into a folder. Unchanged files are not touched."""
    found: dict[str, str] = {}
    for path, text in pages():
        if path in found:
            raise DoublePage(f"two pages have the path {path}")
        found[path] = text
    for path, text in found.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_text("utf-8") != text:
            target.write_text(text, "utf-8")
    for old in folder.rglob("*.md"):
        if str(old.relative_to(folder).as_posix()) not in found:
            old.unlink()
    shutil.copytree(ROOT / "docs" / "pictures", folder / "pictures", dirs_exist_ok=True)


def pages() -> Iterator[tuple[str, str]]:
    """Return path and text of every page."""
    for file, path in committed().items():
        yield path, in_site((ROOT / file).read_text("utf-8"), file, path)
    for generator in GENERATORS:
        for path, text in generator.pages():
            yield path, _generated(path, text)
    yield f"{python_reference.FOLDER}/index.md", python_reference.index()
    yield "games/index.md", _games()


def committed() -> dict[str, str]:
    """Return the committed pages: the place in the site by the file in the repository."""
    found = {}
    for file in sorted((ROOT / "docs").rglob("*.md")):
        name = file.relative_to(ROOT).as_posix()
        found[name] = MOVED.get(name, file.relative_to(ROOT / "docs").as_posix())
    return found | {name: path for name, path in MOVED.items() if name not in found}


def _places() -> dict[str, str]:
    """The place in the site of every file of the repository that is part of a page."""
    places = {**committed(), **INSTEAD}
    for name in game_pages.GAMES:
        readme = game_pages.readme_of(name)
        if readme is not None:
            places[readme.relative_to(ROOT).as_posix()] = f"games/{name}.md"
    return places


def _generated(path: str, text: str) -> str:
    """A page of a game contains the README of the game, whose links are relative to it."""
    readme = game_pages.readme_of(Path(path).stem) if Path(path).stem in game_pages.GAMES else None
    if readme is None or not path.startswith(f"{game_pages.FOLDER}/"):
        return text
    return in_site(text, readme.relative_to(ROOT).as_posix(), path)


def in_site(text: str, file: str, path: str) -> str:
    """Return a committed page with links that fit its place in the site."""
    places = _places()

    def changed(found: re.Match[str]) -> str:
        mark, label, target = found.groups()
        if re.match(r"\w+:|#", target):
            return found[0]
        name, _, anchor = target.partition("#")
        wanted = os.path.normpath(Path(file).parent / name)
        if name.endswith(".md") and not (ROOT / wanted).exists():
            return found[0]  # a generated page: the builder checks the link
        if not (ROOT / wanted).exists():
            raise DeadLink(f"{file}: there is no {target}")
        if wanted in places:
            place = os.path.relpath(places[wanted], Path(path).parent)
            return f"{mark}[{label}]({place}{'#' + anchor if anchor else ''})"
        if wanted.startswith("docs/pictures/"):
            return f"{mark}[{label}]({os.path.relpath(wanted[5:], Path(path).parent)})"
        return label

    parts, last = [], 0
    for block in BLOCK.finditer(text):
        parts += [LINK.sub(changed, text[last : block.start()]), block[0]]
        last = block.end()
    return "".join([*parts, LINK.sub(changed, text[last:])])


def _games() -> str:
    rows = [
        (f"[{title}]({name}.md)", f"`{name}`", about)
        for name, title, about in game_pages.index_rows()
    ]
    listed = "\n".join([*game_pages.GAMES, "trading-card-games", "combat-simulator"])
    return page(
        "Games",
        "The games that are shipped. Each page has the rules for players, the flow, the moves, the "
        "cards with their texts, and what is covered. Counter and Duel40 are for benchmarks, the two "
        "poker games for solvers.",
        "Skirmish plays by hand what [the combat simulator](combat-simulator.md) computes.",
        table(("game", "name", "what it is"), rows),
        f"```{{toctree}}\n:hidden:\n\n{listed}\n```\n",
    )
