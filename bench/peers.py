"""Peers measured in the same session: boardgame.io on the same two games.

Its benchmark program is in `shared/peers` beside the project; it is copied to a scratch folder and
installed there with npm.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
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
