"""`python -m bench.bots`: how much the moves of other rooms feel bots that search.

A few matches of the counter game are played on a server, in turns without and with rooms in which a bot
thinks after every move of its opponent. The latency of a move is the time until the opponent has seen
it. Both are measured in the same server process, one after the other and several times, because a
shared machine is not always equally fast; the ratio is that of each pair.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.table import Table

from turnwright.client.bots import by_agent, play

from .lab import load
from .server import free_port, our_command, running

SETTLE = 3.0  # seconds in which the bots begin to think before moves are measured


async def _play_all(url: str, rooms: int, bot: str, is_over: asyncio.Event) -> None:
    tasks = [
        asyncio.create_task(play(url, by_agent("random", number), against=bot, matches=1000))
        for number in range(rooms)
    ]
    await asyncio.wait([*tasks, over := asyncio.create_task(is_over.wait())],
                       return_when=asyncio.FIRST_COMPLETED)  # fmt: skip
    ended = [task for task in tasks if task.done()]
    for task in [*tasks, over]:
        task.cancel()
    await asyncio.gather(*tasks, over, return_exceptions=True)
    for task in ended:
        task.result()


@contextmanager
def thinking_bots(port: int, rooms: int, bot: str) -> Iterator[None]:
    """Keep duels against bots running, with an opponent who plays at random."""
    loop = asyncio.new_event_loop()
    is_over = asyncio.Event()
    work = _play_all(f"http://127.0.0.1:{port}", rooms, bot, is_over)
    thread = threading.Thread(target=loop.run_until_complete, args=[work])
    thread.start()
    threading.Event().wait(SETTLE)
    try:
        yield
    finally:
        loop.call_soon_threadsafe(is_over.set)
        thread.join()
        loop.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.bots", description=__doc__)
    parser.add_argument("--rooms", type=int, default=20, metavar="N", help="with a bot (20)")
    parser.add_argument("--bot", default="mcts:2000", metavar="NAME", help="the bot (mcts:2000)")
    parser.add_argument("--matches", type=int, default=2, metavar="N", help="without bots (2)")
    parser.add_argument("--seconds", type=float, default=4.0, metavar="S", help="each (4)")
    parser.add_argument("--rounds", type=int, default=4, metavar="R", help="times for each (4)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the JSON there")
    chosen = parser.parse_args()
    console, port = Console(), free_port()
    pairs: list[tuple[dict[str, float], dict[str, float]]] = []
    with tempfile.TemporaryDirectory(prefix="bench-bots") as folder:
        command = our_command(port, Path(folder) / "bench.sqlite")
        with running(command, port), console.status("") as shown:
            for number in range(chosen.rounds):
                shown.update(f"round {number + 1} of {chosen.rounds}")
                without = load(port, chosen.matches, chosen.seconds)
                with thinking_bots(port, chosen.rooms, chosen.bot):
                    pairs.append((without, load(port, chosen.matches, chosen.seconds)))
    title = f"{chosen.matches} matches; {chosen.rooms} bots {chosen.bot}: median (best)"
    table = Table(title=title)
    for column in ("", "moves/s", "p50 ms", "p99 ms", "µs CPU/move"):
        table.add_column(column, justify="right" if column else "left")
    for name, which in (("without bots", 0), ("while bots think", 1)):
        cells = []
        for field in ("moves_per_s", "p50_ms", "p99_ms", "server_us_per_move"):
            values = [pair[which][field] for pair in pairs]
            best = max(values) if field == "moves_per_s" else min(values)
            cells.append(f"{statistics.median(values):,.2f} ({best:,.2f})")
        table.add_row(name, *cells)
    console.print(table)
    if chosen.json:
        report = {"pairs": pairs, "load": os.getloadavg()[0]}
        chosen.json.write_text(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
