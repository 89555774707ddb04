"""Importing modules from a folder apart from modules of the same names elsewhere.

The modules get names of their own (`turnwright_rules_1.mygame`), and their import statements look into
their folder first, also those that run later inside functions. Everything else, such as the engine, is
imported as usual and shared. Names in strings, as for `importlib.import_module`, are not redirected.
"""

from __future__ import annotations

import builtins
import itertools
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from .rules_files import is_part_of_rules

_numbers = itertools.count(1)


class IsolatedModules:
    """The modules below a folder, under names of their own; with `only`, those of one package."""

    def __init__(self, root: Path, only: str = "") -> None:
        self.root, self.only = root.resolve(), only
        self.prefix = f"turnwright_rules_{next(_numbers)}"
        self.builtins = {**vars(builtins), "__import__": self._import}
        self._finder = _Finder(self)
        sys.meta_path.insert(0, self._finder)  # before the finder of paths, which finds them too

    def remove(self) -> None:
        """Forget the modules, when newer ones have taken their place. Functions of them still run."""
        if self._finder in sys.meta_path:
            sys.meta_path.remove(self._finder)
        for name in [n for n in sys.modules if n == self.prefix or n.startswith(f"{self.prefix}.")]:
            del sys.modules[name]

    def import_module(self, name: str) -> ModuleType:
        """Import a module of the folder."""
        return import_module(f"{self.prefix}.{name}")

    def import_file(self, path: Path) -> ModuleType:
        """Import a file of the folder, whatever its name is."""
        import_module(self.prefix)
        name = f"{self.prefix}.{re.sub(r'[^0-9A-Za-z_]', '_', path.stem)}"
        spec = spec_from_file_location(name, path, loader=_Loader(name, str(path), self.builtins))
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[name] = module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
        return module

    def _import(
        self,
        name: str,
        globals: dict[str, Any] | None = None,
        locals: dict[str, Any] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        """Replace `__import__` in these modules."""
        is_other = self.only and name.partition(".")[0] != self.only
        if level or is_other or not is_part_of_rules(self.root, name):
            return builtins.__import__(name, globals, locals, fromlist or (), level)
        module = import_module(f"{self.prefix}.{name}")
        if fromlist:
            return builtins.__import__(module.__name__, globals, locals, fromlist, 0)
        return sys.modules[f"{self.prefix}.{name.partition('.')[0]}"]


class _Finder:
    """Finds the modules of one folder by their new names."""

    def __init__(self, modules: IsolatedModules) -> None:
        self.modules = modules

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Implement the protocol of `sys.meta_path`."""
        modules = self.modules
        folder = {
            modules.prefix: modules.root,
            f"{modules.prefix}.turnwright": modules.root / "turnwright",  # only its games are used
        }.get(name)
        if folder is not None:
            package = ModuleSpec(name, None, is_package=True)
            package.submodule_search_locations = [str(folder)]
            return package
        if not name.startswith(f"{modules.prefix}."):
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(name, spec.loader.path, modules.builtins)
        return spec


class _Loader(SourceFileLoader):
    """Executes a module with its own imports, always from its source: a cached file may be that of
    another version with the same size and time."""

    def __init__(self, name: str, path: str, module_builtins: dict[str, Any]) -> None:
        super().__init__(name, path)
        self.module_builtins = module_builtins

    def get_code(self, fullname: str) -> Any:
        """Compile the source."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)

    def exec_module(self, module: ModuleType) -> None:
        """Execute the module."""
        module.__dict__["__builtins__"] = self.module_builtins
        super().exec_module(module)
