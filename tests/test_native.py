"""The compiled build of `make native` is compiled, and behaves like the interpreted one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from pathlib import Path

import pytest

from turnwright.agents import RandomAgent, play_out
from turnwright.games import GAMES
from turnwright.games.lookup import find_game

ROOT = Path(__file__).parents[1]
SUITES = (
    "core",
    "server/test_message_handler.py",
    "server/test_rooms.py",
    "server/test_state_view.py",
    "server/test_fuzz.py",
    "server/test_store.py",
)
REPLAY = """
import sys
from pathlib import Path
from turnwright.games.lookup import find_game
for path in map(Path, sys.argv[1:]):
    find_game(path.stem).replay(path.read_bytes())
"""
WHERE = """
import sys
from importlib import import_module
print(*[import_module(name).__file__ for name in sys.argv[1:]], sep="\\n")
"""


def compiled(folder: Path) -> Path:
    """Build the wheel of `make native` and unpack it."""
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if shutil.which("cc") is None or not header.exists():
        sentence = "Nothing was compiled: install gcc, libc6-dev and python3-dev."
        pytest.fail(sentence) if os.environ.get("CI") == "true" else pytest.skip(sentence)
    copy = folder / "copy"
    copy.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__"))
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "-q", "--no-deps"]
    env = {**os.environ, "HATCH_BUILD_HOOK_ENABLE_MYPYC": "true"}
    subprocess.run([*pip, "-w", folder, copy], check=True, env=env)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def test_the_compiled_build_behaves_like_the_interpreted_one(tmp_path: Path) -> None:
    site = compiled(tmp_path)
    env = {**os.environ, "PYTHONPATH": f"{site}{os.pathsep}{ROOT}"}

    def run(*command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command],
            env=env,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
        return done.stdout

    # The modules listed in pyproject.toml are compiled, and the compiled ones are imported.
    hooks = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    files = hooks["targets"]["wheel"]["hooks"]["mypyc"]["include"]
    names = [name.removeprefix("src/").removesuffix(".py").replace("/", ".") for name in files]
    found = run("-c", WHERE, *names).split()
    assert [Path(path).suffix for path in found] == [".so"] * len(files)
    assert all(path.startswith(str(site)) for path in found)

    # The wheel has the template of `turnwright new`.
    run("-m", "turnwright", "new", "made-here")
    path = "made-here/made_here/game.py"
    assert "0 errors" in run("-m", "turnwright", "check", path, "--matches", "5")

    # Matches of every game, recorded here, replay there with the same hashes.
    records = []
    for name in GAMES:
        match = find_game(name).start(seed=7)
        play_out(match, [RandomAgent(seat) for seat in match.ctx.player_order], limit=150)
        records.append(tmp_path / f"{name}.json")
        records[-1].write_bytes(match.record.to_json())
    run("-c", REPLAY, *map(str, records))

    suites = [str(ROOT / "tests" / suite) for suite in SUITES]
    output = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml"),
               "--rootdir", str(ROOT), *suites)  # fmt: skip
    assert " passed" in output
    assert "failed" not in output
