"""Running the strict type checker over a piece of code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def type_errors(code: str, folder: Path) -> list[str]:
    """Return the errors that mypy reports. It runs apart, because it raises the recursion limit."""
    file = folder / "checked_code.py"
    file.write_text(code, "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(folder), str(file)]
    output = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout
    return [line for line in output.splitlines() if " error: " in line]
