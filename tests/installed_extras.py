"""Commands that run as if only some extras were installed, and the distributions that an extra has."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tomllib
import traceback
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib.machinery import ModuleSpec
from importlib.metadata import (
    MetadataPathFinder,
    PackageNotFoundError,
    packages_distributions,
    requires,
)
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from turnwright.optional_packages import EXTRAS

ROOT = Path(__file__).parents[1]


class InstalledOnly:
    """Finds every module except those of packages that are not installed."""

    def __init__(self, absent: set[str]) -> None:
        self.absent, self.finders = absent, list(sys.meta_path)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Ask the usual finders, unless the package is absent."""
        if name.partition(".")[0] in self.absent:
            return None
        found = (one.find_spec(name, path, target) for one in self.finders)
        return next((spec for spec in found if spec is not None), None)

    def find_distributions(self, *context: Any) -> Iterator[Any]:
        """Find the metadata of packages."""
        return MetadataPathFinder.find_distributions(*context)


def run_with_extras(extras: list[str], commands: list[list[str]], folder: Path) -> list[list[Any]]:
    """Run commands in a process that finds the base packages and those of some extras."""
    words = [json.dumps(extras), json.dumps(commands)]
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
         "from tests.installed_extras import main; main(*sys.argv[1:])", *words],
        capture_output=True, text=True, encoding="utf-8", cwd=folder, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: list[list[Any]] = json.loads(done.stdout)
    return found


def main(extras: str, commands: str) -> None:
    """Run the commands, a JSON list of lists of words. Print the exit code and the standard error of
    each."""
    known = {name for packages in EXTRAS.values() for name in packages}
    installed = distributions("", *json.loads(extras))
    by_package = packages_distributions()
    absent = {one for one in known if not installed & {*map(canonical, by_package.get(one, ()))}}
    sys.meta_path[:] = [InstalledOnly(absent)]  # type: ignore[list-item]
    print(json.dumps([_run(words) for words in json.loads(commands)]))


def requirements(extra: str) -> set[str]:
    """What pyproject.toml names for an extra, also through other extras; empty for the base."""
    found: set[str] = set()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for line in project["optional-dependencies"][extra] if extra else project["dependencies"]:
        one = Requirement(line)
        if one.name == "turnwright":
            found = found.union(*map(requirements, one.extras))
        else:
            found.add(line)
    return found


def distributions(*extras: str) -> set[str]:
    """The distributions that pip installs for these extras."""
    found: set[str] = set()
    open_ones = [line for extra in extras for line in requirements(extra)]
    while open_ones:
        one = Requirement(open_ones.pop())
        if one.name in found and not one.extras:
            continue
        found.add(canonical(one.name))
        with suppress(PackageNotFoundError):
            for line in requires(one.name) or ():
                marker = Requirement(line).marker
                wanted = [{"extra": extra} for extra in ("", *one.extras)]
                if canonical(Requirement(line).name) not in found and (
                    marker is None or any(map(marker.evaluate, wanted))
                ):
                    open_ones.append(line)
    return found


def canonical(name: str) -> str:
    """The name of a distribution in one of its spellings."""
    return str(canonicalize_name(name))


def _run(words: list[str]) -> tuple[int, str]:
    from turnwright.cli import main as command_line

    errors = io.StringIO()
    with redirect_stderr(errors), redirect_stdout(io.StringIO()):
        try:
            if words[0] == "py":
                exec(words[1], {})
                code = 0
            else:
                code = command_line(words)
        except SystemExit as end:
            code = int(end.code or 0)
        except Exception as error:
            code = 1
            print(*traceback.format_exception_only(error), file=errors)
    return code, errors.getvalue()
