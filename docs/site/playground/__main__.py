"""Build the playground: python -m docs.site.playground [FOLDER]

It needs npm for Pyodide (Python for browsers, about 13 MB) and pip for msgspec's wheel for it; both are
fetched once and kept in build/playground-parts. The page itself loads nothing from other servers. It
must be served, because browsers do not load WebAssembly from files:

    python -m http.server --bind 127.0.0.1 --directory build/playground
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
PYODIDE = "314.0.7"
MSGSPEC = "0.22.0"
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14")
RUNTIME = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
PACKAGES = ("core", "agents", "testing", "games", "entry_points.py", "__init__.py")
"""What of Turnwright a match needs: it imports nothing but msgspec."""


def main() -> int:
    """Fetch what is missing, and put the page together."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "playground"
    parts = ROOT / "build" / "playground-parts"
    fetch(parts)
    assemble(folder, parts)
    print(f"The playground is in {folder}. To use it, serve the folder:")
    print(f"  python -m http.server --bind 127.0.0.1 --directory {folder}")
    return 0


def fetch(parts: Path) -> None:
    """Fetch Pyodide and the wheel of msgspec, unless they are there."""
    parts.mkdir(parents=True, exist_ok=True)
    if not (parts / f"pyodide-{PYODIDE}.tgz").exists():
        subprocess.run(["npm", "pack", "--silent", f"pyodide@{PYODIDE}"], cwd=parts, check=True)
    if not list(parts.glob(f"msgspec-{MSGSPEC}-*.whl")):
        wanted = ["--no-deps", "--only-binary=:all:", *PLATFORM, f"msgspec=={MSGSPEC}"]
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "-q", *wanted], cwd=parts, check=True
        )


def assemble(folder: Path, parts: Path) -> None:
    """Put page, runtime, wheel, engine and samples into one folder."""
    (folder / "pyodide").mkdir(parents=True, exist_ok=True)
    with tarfile.open(parts / f"pyodide-{PYODIDE}.tgz") as archive:
        for name in RUNTIME:
            member = archive.extractfile(f"package/{name}")
            assert member is not None, name
            (folder / "pyodide" / name).write_bytes(member.read())
    (wheel,) = parts.glob(f"msgspec-{MSGSPEC}-*.whl")
    shutil.copy(wheel, folder / "msgspec.whl")
    for path in HERE.iterdir():
        if path.suffix in (".html", ".css", ".js"):
            shutil.copy(path, folder / path.name)
    (folder / "samples.json").write_text(json.dumps(samples()), "utf-8")
    write_engine(folder / "turnwright.zip")


def write_engine(path: Path) -> None:
    """Write the modules that a match needs, with the session of the page."""
    source = ROOT / "src"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(HERE / "session.py", "session.py")
        for name in PACKAGES:
            found = source / "turnwright" / name
            for file in [found] if found.is_file() else sorted(found.rglob("*")):
                if file.is_file() and "__pycache__" not in file.parts:
                    archive.write(file, file.relative_to(source))


def samples() -> dict[str, str]:
    """Return the games of the editor: those of the first page and of the tutorial."""
    start = _blocks("index.md")
    pig = _blocks("tutorial/first-game.md")
    charms = _blocks("tutorial/cards-and-secrets.md")
    return {
        "Tic-tac-toe": "\n\n".join(start),
        "Pig": "\n\n".join(pig),
        "Charms": "\n\n".join(charms),
    }


def _blocks(page: str) -> list[str]:
    text = (ROOT / "docs" / page).read_text("utf-8")
    found = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return [re.sub(r"^# \S+\.py\n", "", code).strip() + "\n" for code in found]


if __name__ == "__main__":
    sys.exit(main())
