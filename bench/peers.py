"""Peers measured in the same session: boardgame.io on the same two games, and environments.

The benchmark program of boardgame.io is in `shared/peers` beside the project; it is copied to a scratch
folder and installed there with npm. The environments are installed into a virtual environment of their
own, beside ours, with pip.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from .measure import Rate

ROOT = Path(__file__).resolve().parent.parent
PEERS = ROOT.parent / "shared" / "peers"
SCRATCH = ROOT / ".bench"

# Our row, and the peer's best comparable case.
CASES = {
    "counter, moves": "(a) counter, raw reducer",
    "counter, moves, recorded": "(a) counter, Client local, undo on",
    "duel40, moves": "(b1) duel40 turn hooks, raw reducer",
    "duel40, moves, recorded": "(b1) duel40 turn hooks, Client local, undo on",
}


def boardgameio(seconds: int = 3) -> dict[str, Rate] | str:
    """Return the peer's rates by our row names, or a sentence that says why there are none."""
    source = PEERS / "boardgameio"
    if not source.is_dir():
        return "boardgame.io was not measured: shared/peers is not here."
    if not shutil.which("npm"):
        return "boardgame.io was not measured: npm is not installed."
    work = SCRATCH / "boardgameio"
    work.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "bench.mjs"):
        shutil.copy(source / name, work / name)
    if not (work / "node_modules").is_dir():
        quiet = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(quiet, cwd=work, check=True, capture_output=True)
    run = subprocess.run(
        ["node", "bench.mjs", str(seconds)],
        cwd=work,
        env={**os.environ, "NODE_ENV": "production"},
        capture_output=True,
        text=True,
        check=True,
    )
    return _parse(run.stdout)


def _parse(text: str) -> dict[str, Rate]:
    found = re.findall(r"^(\(.*?)\s+(\d+) moves/CPU-s \(best (\d+)\)", text, re.MULTILINE)
    rows = {name: Rate(float(best), float(mean)) for name, mean, best in found}
    best: dict[str, Rate] = {}
    for ours, theirs in CASES.items():
        rates = [rate for name, rate in rows.items() if name.startswith(theirs)]
        best[ours] = max(rates, key=lambda rate: rate.best)
    return best


# --- environments -----------------------------------------------------------------------------------

ENVIRONMENTS = ("rlcard", "pettingzoo[classic]", "open_spiel>=2.0")


def environments(seconds: float) -> dict[str, Rate | str] | str:
    """Return the rates of `bench.envs`, or a sentence that says why there are none."""
    python = SCRATCH / "environments" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", python.parents[1]], check=True)
        quiet = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
        wanted = ["--editable", f"{ROOT}[rl,spiel]", "rich", *ENVIRONMENTS]
        done = subprocess.run([*quiet, *wanted], capture_output=True, text=True, check=False)
        if done.returncode:
            shutil.rmtree(python.parents[1])
            lines = done.stderr.strip().splitlines()
            return f"Environments were not measured: pip says {lines[-1] if lines else 'nothing'}"
    run = subprocess.run(
        [python, "-m", "bench.envs", "--json", "--seconds", str(seconds)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if run.returncode:
        return f"Environments were not measured: {run.stderr.strip().splitlines()[-1]}"
    found = json.loads(run.stdout.splitlines()[-1])
    return {name: one if isinstance(one, str) else Rate(**one) for name, one in found.items()}
