"""`python -m bench.lab`: how much the moves of a game feel the combat lab of the same server.

Matches of the counter game are played on a server, in turns without and with the lab playing runs on
every core. The latency of a move is the time until the opponent has seen it. Both are measured in the
same server process, one after the other and several times, because a shared machine is not always
equally fast; the ratio is that of each pair, and the median of it is shown.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from turnwright.skirmish.model.sample_encounters import SAMPLES

from .server import free_port, our_command, running

RUNS = 1_000_000
WARMUP = 1.0


class LabClient(threading.Thread):
    """Keeps one job of the lab running, and reads what it reports."""

    def __init__(self, port: int, text: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.port, self.seed = port, seed
        self.body = json.dumps({"text": text, "runs": RUNS, "seed": seed})
        self.is_over = threading.Event()
        self.is_playing = threading.Event()
        self.events = 0

    def run(self) -> None:
        """Start jobs, one after the other, until it is over."""
        while not self.is_over.is_set():
            connection = HTTPConnection("127.0.0.1", self.port, timeout=120)
            connection.request("POST", "/api/lab/run", self.body)
            answer = connection.getresponse()
            if answer.status != 200:
                raise SystemExit(f"The lab refused a job: {answer.read().decode()}")
            for line in answer:
                self.events += line.startswith(b"event: progress")
                if self.events:
                    self.is_playing.set()
                if self.is_over.is_set():
                    break
            answer.close()
            connection.close()  # cancels the job


@contextmanager
def computing_lab(port: int, text: str, jobs: int) -> Iterator[list[LabClient]]:
    """Let the lab play runs on so many workers."""
    clients = [LabClient(port, text, seed) for seed in range(jobs)]
    for client in clients:
        client.start()
    for client in clients:
        client.is_playing.wait()
    try:
        yield clients
    finally:
        for client in clients:
            client.is_over.set()
        for client in clients:
            client.join()


def status(port: int) -> dict[str, Any]:
    """The state of the lab."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/api/lab/status")
    found: dict[str, Any] = json.loads(connection.getresponse().read())
    connection.close()
    return found


def load(port: int, matches: int, seconds: float) -> dict[str, float]:
    """Play matches as fast as the server allows; return the figures."""
    done = subprocess.run(
        [
            sys.executable, "-m", "turnwright", "load", f"http://127.0.0.1:{port}", "--json",
            "--matches", str(matches), "--seconds", str(seconds), "--warmup", str(WARMUP),
        ],
        check=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.lab", description=__doc__)
    parser.add_argument("--matches", type=int, default=50, metavar="N", help="at once (50)")
    parser.add_argument("--seconds", type=float, default=3.0, metavar="S", help="each (3)")
    parser.add_argument("--rounds", type=int, default=6, metavar="R", help="times for each (6)")
    parser.add_argument(
        "--encounter", default="bench-4v8", metavar="NAME", help="what the lab plays"
    )
    parser.add_argument("--interpreter", action="store_true", help="do not wait for the kernel")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the JSON there")
    chosen = parser.parse_args()
    console = Console()
    text = (SAMPLES / f"{chosen.encounter}.yaml").read_text("utf-8")
    port = free_port()
    pairs: list[tuple[dict[str, float], dict[str, float]]] = []
    with tempfile.TemporaryDirectory(prefix="bench-lab") as folder:
        cores = str(os.cpu_count() or 1)
        command = our_command(port, Path(folder) / "bench.sqlite")
        command += ["--lab-workers", cores, "--lab-seconds", "600"]
        with running(command, port), console.status("compiling the kernel") as shown:
            while not chosen.interpreter and status(port)["kernel"] == "compiling":
                time.sleep(0.2)
            jobs = status(port)["workers"]
            for number in range(chosen.rounds):
                shown.update(f"round {number + 1} of {chosen.rounds}")
                without = load(port, chosen.matches, chosen.seconds)
                with computing_lab(port, text, jobs):
                    pairs.append((without, load(port, chosen.matches, chosen.seconds)))
    table = Table(title=f"{chosen.matches} matches; the lab on {jobs} workers: median (best)")
    for column in ("", "moves/s", "p50 ms", "p99 ms"):
        table.add_column(column, justify="right" if column else "left")
    for name, which in (("without the lab", 0), ("while the lab computes", 1)):
        cells = []
        for field, best in (("moves_per_s", max), ("p50_ms", min), ("p99_ms", min)):
            values = [pair[which][field] for pair in pairs]
            cells.append(f"{statistics.median(values):,.2f} ({best(values):,.2f})")
        table.add_row(name, *cells)
    console.print(table)
    ratios = sorted(pair[1]["p99_ms"] / pair[0]["p99_ms"] for pair in pairs)
    console.print(
        f"p99 of a move while the lab computes: {statistics.median(ratios):.2f} times as long "
        f"({ratios[0]:.2f} to {ratios[-1]:.2f})"
    )
    if chosen.json:
        report = {"pairs": pairs, "p99_ratios": ratios, "load": os.getloadavg()[0]}
        chosen.json.write_text(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
