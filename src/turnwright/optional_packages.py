"""Packages that are not always installed: which extra has which, and what to say if one is missing.

`EXTRAS` is the only list of them. Tests compare it with pyproject.toml and with all imports.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from .core.errors import UnusableError

BASE = ("msgspec", "rich", "yaml")
"""What every installation has."""
CLIENT = ("websockets", "msgpack")
SIM = ("numpy", "numba", "llvmlite")
RL = ("gymnasium", "pettingzoo", "numpy")
EXTRAS = {
    "client": CLIENT,
    "server": (
        "starlette", "uvicorn", "picows", "uvloop", "httptools", "jwt", "cryptography",
        "prometheus_client", "openskill", *CLIENT,
    ),
    "postgres": ("asyncpg",),
    "sim": SIM,
    "ray": ("ray", *SIM),
    "rl": RL,
    "baselines": ("torch", "sb3_contrib", *RL),
    "spiel": ("pyspiel", "numpy"),
    "mcp": ("mcp", *CLIENT),
}  # fmt: skip
"""The packages of each extra, by the names under which they are imported. A package that several extras
have belongs to the first of them, unless whoever imports it asks for another."""


class MissingPackage(UnusableError, ModuleNotFoundError):
    """A package is not installed. The sentence has the command that installs it."""

    def __init__(self, part: str, package: str, extra: str) -> None:
        sentence = f"{part} needs the package {package}. Install it with: {install_command(extra)}"
        super().__init__("missing_package", sentence, package=package, extra=extra)
        self.name = package


def install_command(extra: str) -> str:
    """The command that installs an extra, or Turnwright itself. The quotes suit every shell."""
    wanted = f'"turnwright[{extra}]"' if extra else "turnwright"
    return f"{_python()}pip install {wanted}"


def _python() -> str:
    """Name the interpreter if `pip` alone would install into another environment."""
    if sys.prefix in (sys.base_prefix, os.environ.get("VIRTUAL_ENV")):
        return ""
    path = sys.executable
    folder = os.path.join(os.getcwd(), "")
    path = path.removeprefix(folder)
    return f'"{path}" -m ' if " " in path else f"{path} -m "


def extra_of(package: str, wanted: str = "") -> str | None:
    """The extra that has a package: `wanted` if it does. Empty for what every installation has; None if
    the package is not one of ours."""
    if package in EXTRAS.get(wanted, ()):
        return wanted
    if package in BASE:
        return ""
    return next((extra for extra, packages in EXTRAS.items() if package in packages), None)


def missing(extra: str) -> str:
    """The first package of an extra that is not installed; empty if all are."""
    return next((name for name in EXTRAS[extra] if find_spec(name) is None), "")


def require(part: str, extra: str, *packages: str) -> None:
    """Raise `MissingPackage` unless these packages are installed, by default all of the extra."""
    for package in packages or EXTRAS[extra]:
        if find_spec(package) is None:
            raise MissingPackage(part, package, extra)


@contextmanager
def needed_by(part: str, extra: str = "") -> Iterator[None]:
    """Explain what is missing if an import in the block fails. `part` begins the sentence."""
    try:
        yield
    except ModuleNotFoundError as error:
        found = explained(error, part, extra)
        if found is None:
            raise
        raise found from None


def explained(error: ModuleNotFoundError, part: str, extra: str = "") -> MissingPackage | None:
    """The same error as a sentence; None if the package is not one of ours, or is installed.

    What imports a part that needs a package may need more: then it says its own extra."""
    package = (error.name or "").partition(".")[0]
    found = extra_of(package, extra)
    return None if found is None or find_spec(package) else MissingPackage(part, package, found)


def import_part(module: str, part: str, extra: str = "") -> Any:
    """Import a module of Turnwright; if a package is missing, say which extra installs it."""
    with needed_by(part, extra):
        return import_module(module)
