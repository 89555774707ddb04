"""The files that the rules of a game consist of, and their hash.

- Of a game in a package: all files of the folder with the game's module, except bots, recordings,
  the board, pages of text and caches, and the folders of other packages that they import.
- Of a game in a single file: the file, the modules beside it that it imports, and the data files
  beside it that it names in a string.
- Never the engine: `turnwright` itself counts only below `turnwright.games`, and the combat simulator
  with its data for the game that plays its fights by hand.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path

import msgspec

GAMES_PACKAGE = "turnwright.games"
SIMULATOR_PACKAGE = "turnwright.skirmish"
SIMULATOR_DATA = Path("turnwright/skirmish/data")
IMPORT = re.compile(r"^\s*(?:from\s+(\.*)([\w.]*)\s+import\b|import\s+([\w., ]+))", re.MULTILINE)
BOARD = "board"  # the folder with the page's board of the game
NOT_RULES = frozenset(("agents.py", BOARD, "bots", "recordings", "__pycache__"))
NOT_DATA = (".py", ".pyc", ".md", ".sqlite", ".sqlite-wal", ".sqlite-shm", ".db", ".log", ".lock")


class RulesSource(msgspec.Struct, frozen=True):
    """Where the rules of a game are: a module below a folder, or a file of its own."""

    root: Path
    """The folder from which absolute imports start."""
    module: str
    """The module that defines the game; its path below the folder follows from it."""
    file: Path | None = None
    """The file, if the game is not in a package."""
    attribute: str = "game"
    more: tuple[Path, ...] = ()
    """Further files that belong to the rules, such as card packs."""

    @property
    def path(self) -> Path | None:
        """The file of the module; None if there is none."""
        return self.file or _locate(self.root, self.module)

    def hash(self) -> str:
        """Return a hash of the content of all files. It does not depend on where they are."""
        digest = blake2b(digest_size=8)
        for name, path in sorted(self.files().items()):
            content = path.read_bytes().replace(b"\r\n", b"\n")
            digest.update(f"{name}\0{len(content)}\0".encode())
            digest.update(content)
        return digest.hexdigest()

    def files(self) -> dict[str, Path]:
        """Return the files by their names below the root; the name of a single file is empty."""
        start = self.path
        if start is None:
            return {}
        found: dict[str, Path] = {}
        if self.file is not None:
            found[""] = start
        else:
            self._add_folder(start.parent, found)
            found[self._name(start)] = start
        waiting = [path for path in found.values() if path.suffix == ".py"]
        while waiting:
            path = waiting.pop()
            new: dict[str, Path] = {}
            if self.file is None:
                names = _imported_modules(path.read_text("utf-8"), self._package_of(path))
            else:
                tree = ast.parse(path.read_bytes(), str(path))
                names = _imports(tree, self._package_of(path))
                if path.parent == self.root:
                    new |= {self._name(data): data for data in _named_data(tree, path.parent)}
            for name in names:
                self._add_module(name, start, new, found)
            for name, added in new.items():
                if name not in found and added != start:
                    found[name] = added
                    if added.suffix == ".py":
                        waiting.append(added)
        for number, path in enumerate(self.more):
            found[f"+{number} {path.name}"] = path
        return found

    def _name(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()

    def _package_of(self, path: Path) -> str:
        """Return the package of a module, from which its relative imports start."""
        return ".".join(path.parent.relative_to(self.root).parts)

    def _add_module(
        self, name: str, start: Path, found: dict[str, Path], known: Mapping[str, Path]
    ) -> None:
        """Add a module that is imported, with the folder of its package unless the game is in it. Those
        that are known were added before, with their folders."""
        if not is_part_of_rules(self.root, name):
            return
        path = _locate(self.root, name)
        if path is None:  # a name in a module, not a module
            path = _locate(self.root, name.rpartition(".")[0])
        if path is None or (self.file is None and self._name(path) in known):
            return
        found[self._name(path)] = path
        if name.startswith(f"{SIMULATOR_PACKAGE}.model"):
            self._add_folder(self.root / SIMULATOR_DATA, found)
        if path.parent != self.root and path.parent not in start.parents:
            self._add_folder(path.parent, found)

    def _add_folder(self, folder: Path, found: dict[str, Path]) -> None:
        for path in folder.rglob("*"):
            parts = path.relative_to(folder).parts
            is_hidden = any(part.startswith(".") or part in NOT_RULES for part in parts)
            if path.is_file() and not is_hidden and path.suffix not in (".md", ".pyc"):
                found[self._name(path)] = path


def is_part_of_rules(root: Path, module: str) -> bool:
    """Can this module, below this folder, be a part of the rules of a game there?"""
    top, _, rest = module.partition(".")
    if top == "turnwright":
        is_game = module.startswith((f"{GAMES_PACKAGE}.", f"{SIMULATOR_PACKAGE}.")) and bool(rest)
        return is_game and (root / "turnwright" / "games").is_dir()
    if top in sys.stdlib_module_names:
        return False
    return (root / f"{top}.py").is_file() or (root / top / "__init__.py").is_file()


def _locate(root: Path, module: str) -> Path | None:
    """Return the file of a module below a folder; None if there is none."""
    base = root.joinpath(*module.split("."))
    for path in (base.with_name(f"{base.name}.py"), base / "__init__.py"):
        if module and path.is_file():
            return path
    return None


def _absolute(package: str, level: int, module: str) -> str:
    """Return the absolute name of a module that is imported in a package."""
    parts = package.split(".") if package else []
    base = parts[: len(parts) - level + 1] if level else []
    return ".".join([*base, *filter(None, [module])])


def _imported_modules(text: str, package: str) -> Iterator[str]:
    """Yield the modules that a module in a package imports from. Which names does not matter, since
    whole folders count; so it is not parsed, which would take a second for a large game."""
    for dots, module, names in IMPORT.findall(text):
        if names:
            yield from (name.split()[0] for name in names.split(",") if name.strip())
        else:
            yield _absolute(package, len(dots), module)


def _imports(tree: ast.AST, package: str) -> Iterator[str]:
    """Yield the absolute names that a module imports, also inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name
        elif isinstance(node, ast.ImportFrom):
            prefix = _absolute(package, node.level, node.module or "")
            for alias in node.names:
                yield f"{prefix}.{alias.name}" if prefix else alias.name


def _named_data(tree: ast.AST, folder: Path) -> Iterable[Path]:
    """Yield the data files in a folder that a module names in strings: `open("cards.json")`."""
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) else None
        if not isinstance(text, str) or not 0 < len(text) < 200 or not text[0].isalnum():
            continue
        if not text.isprintable() or text == BOARD:
            continue
        path = folder / text
        try:
            files = [path] if path.is_file() else list(path.rglob("*")) if path.is_dir() else []
        except OSError:  # a text that cannot be a name
            continue
        yield from (file for file in files if file.is_file() and file.suffix not in NOT_DATA)
