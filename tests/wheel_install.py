"""The wheel as users get it: built once, and installed by pip into environments of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def build_wheel(folder: Path) -> Path:
    """Build the wheel of this tree into a folder."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "-q", "--no-deps"]
    subprocess.run([*pip, "-w", folder, ROOT], check=True)
    (wheel,) = folder.glob("turnwright-*.whl")
    return wheel


def find_links(folder: Path) -> str:
    """The setting PIP_FIND_LINKS with which pip takes Turnwright from a folder."""
    return " ".join(filter(None, [str(folder), os.environ.get("PIP_FIND_LINKS", "")]))


def new_environment(folder: Path) -> Path:
    """Make an empty virtual environment, as a new user has it."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    return folder
