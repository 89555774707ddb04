"""Packages as pip leaves them behind: modules, and the metadata with their entry points."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path


def install_folder(site: Path, folder: Path) -> None:
    """Install the package of a folder that `turnwright new` has made."""
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))
    (package,) = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    shutil.copytree(folder / package, site / package)
    write_metadata(site, project["project"]["name"], project["project"]["entry-points"])


def install_module(
    site: Path, name: str, code: str, entry_points: Mapping[str, Mapping[str, str]]
) -> None:
    """Install a package with one module."""
    site.mkdir(exist_ok=True)
    (site / f"{name}.py").write_text(code, "utf-8")
    write_metadata(site, name.replace("_", "-"), entry_points)


def write_metadata(site: Path, name: str, groups: Mapping[str, Mapping[str, str]]) -> None:
    """Write the folder that `importlib.metadata` reads."""
    info = site / f"{name.replace('-', '_')}-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n")
    lines = []
    for group, values in groups.items():
        lines += [f"[{group}]", *(f"{key} = {value}" for key, value in values.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
