"""The file of a game under development: loading it, and noticing changes."""

from __future__ import annotations

from pathlib import Path

import msgspec

from turnwright.core.definition.game import Game
from turnwright.games.isolated_import import IsolatedModules
from turnwright.games.lookup import game_in

from .rule_failure import RuleFailure, failure_of

IGNORED = ("__pycache__",)
SUFFIXES = (".py", ".json", ".yaml", ".yml", ".toml", ".csv", ".txt")


class GameFile:
    """A Python file with a game, and the folder that its modules and data are in."""

    def __init__(self, path: Path, attribute: str = "game") -> None:
        self.path, self.attribute = path.resolve(), attribute
        self.folder = self.root = self.path.parent
        while (self.root / "__init__.py").is_file():  # a module of a package
            self.root = self.root.parent
        self.module = ".".join(self.path.relative_to(self.root).with_suffix("").parts)
        # Beside an installed package are packages that have nothing to do with it.
        self.is_installed = any(self.root.glob("*.dist-info"))
        self._modules: IsolatedModules | None = None
        self.seen = self.stamps()

    @property
    def title(self) -> str:
        """The name of the file, with its folder if it is a module of a package."""
        if self.root == self.folder:
            return self.path.name
        return f"{self.folder.name}/{self.path.name}"

    def load(self) -> Game | RuleFailure:
        """Import the file again, with the modules beside it. Return the game, or why there is none."""
        self.seen = self.stamps()
        is_alone = self.is_installed or self.root != self.folder
        modules = IsolatedModules(self.root, self.module.partition(".")[0] if is_alone else "")
        try:
            if self.root == self.folder:
                module = modules.import_file(self.path)
            else:
                module = modules.import_module(self.module)
            game = game_in(module, self.attribute, str(self.path))
        except (Exception, SystemExit) as error:
            modules.remove()
            return self._with_place(failure_of(error, "file", self.folder))
        if self._modules is not None:
            self._modules.remove()
        self._modules = modules
        return game

    def _with_place(self, failure: RuleFailure) -> RuleFailure:
        """Name the file, for an error that no line of it has raised."""
        if failure.path:
            return failure
        return msgspec.structs.replace(failure, path=str(self.path), file=self.path.name)

    def stamps(self) -> dict[Path, tuple[int, int]]:
        """Return time and size of every file that the rules may consist of."""
        found: dict[Path, tuple[int, int]] = {}
        for path in self._candidates():
            try:
                status = path.stat()
            except OSError:  # removed since it was listed
                continue
            found[path] = (status.st_mtime_ns, status.st_size)
        return found

    def _candidates(self) -> list[Path]:
        """Return the game's file, the files beside it, and those in packages beside it."""
        found = [self.path]
        if self.is_installed and self.root == self.folder:
            return found
        for path in self.folder.iterdir():
            if path.suffix in SUFFIXES and path != self.path:
                found.append(path)
            elif (path / "__init__.py").is_file():
                found += [one for one in path.rglob("*") if one.suffix in SUFFIXES]
        return [path for path in found if not any(part in IGNORED for part in path.parts)]

    def has_changed(self) -> bool:
        """Whether a file was saved, added or removed since the last load."""
        return self.stamps() != self.seen
