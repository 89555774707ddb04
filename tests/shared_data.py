"""Recordings and files of other projects in the folder `../shared/data` beside the repository.

A clone also looks beside the repository that it was cloned from. Tests that find no data are skipped.
"""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@cache
def shared_data_folder() -> Path:
    """The folder with the shared data; it may not exist."""
    here = ROOT.parent / "shared" / "data"
    if here.exists():
        return here
    done = subprocess.run(
        ["git", "-C", ROOT, "config", "remote.origin.url"],
        capture_output=True,
        text=True,
        check=False,
    )
    origin = Path(done.stdout.strip() or ROOT)
    beside_origin = origin.parent / "shared" / "data"
    return beside_origin if beside_origin.exists() else here


def shared_path(*parts: str) -> Path:
    """A file or folder of the shared data. The test is skipped if it does not exist."""
    path = shared_data_folder().joinpath(*parts)
    if not path.exists():
        pytest.skip(f"../shared/data/{'/'.join(parts)} does not exist")
    return path


def has_shared_data(*parts: str) -> bool:
    """Does this file or folder of the shared data exist?"""
    return shared_data_folder().joinpath(*parts).exists()
