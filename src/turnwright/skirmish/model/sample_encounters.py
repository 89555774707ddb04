"""The sample encounters of the package. One that is loaded by name is the only file that is read."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from . import library
from .files import parse
from .scenario import Scenario

SAMPLES = library.DATA / "encounters"
_SUFFIX = ".yaml"


@cache
def names(folder: Path = SAMPLES) -> tuple[str, ...]:
    """The names of the samples in a folder, without reading them."""
    files = (file.name for file in folder.iterdir() if file.name.endswith(_SUFFIX))
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in files))


def load(name: str, folder: Path = SAMPLES) -> Scenario:
    """Return the sample with this name; its file is read once."""
    return _load(name, folder)


@cache
def _load(name: str, folder: Path) -> Scenario:
    return parse(text(name, folder), name)


def text(name: str, folder: Path = SAMPLES) -> str:
    """Return the text of the sample with this name."""
    if name not in names(folder):
        raise KeyError(name)
    return (folder / f"{name}{_SUFFIX}").read_text("utf-8")


def load_all(folder: Path = SAMPLES) -> Mapping[str, Scenario]:
    """Read all samples of a folder."""
    return MappingProxyType({name: load(name, folder) for name in names(folder)})
