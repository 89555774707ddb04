"""Recordings and files of others, which lie beside the project in ../shared/data. A clone also looks
beside the project that it was cloned from. A test that finds nothing there is skipped and says so."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@cache
def data() -> Path:
    """Where they lie, or would lie."""
    here = ROOT.parent / "shared" / "data"
    if here.exists():
        return here
    asked = subprocess.run(
        ["git", "-C", ROOT, "config", "remote.origin.url"],
        capture_output=True,
        text=True,
        check=False,
    )
    origin = Path(asked.stdout.strip() or ROOT)
    found = origin.parent / "shared" / "data"
    return found if found.exists() else here


def beside(*parts: str) -> Path:
    """A file or folder of theirs, by its path below ../shared/data."""
    path = data().joinpath(*parts)
    if not path.exists():
        pytest.skip(f"../shared/data/{'/'.join(parts)} is not here: nothing was compared with it")
    return path


def is_beside(*parts: str) -> bool:
    return data().joinpath(*parts).exists()
