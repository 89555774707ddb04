"""Load a server with many matches at once, and print how fast it is.

Two sockets play each match, with one move in flight: the latency of a move is from sending it until
the opponent has seen it. The server's limit on messages must be off (`serve --message-rate 0`).
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable

import msgspec
from rich.console import Console
from rich.table import Table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("url", help="where the server is: http://127.0.0.1:8000")
    parser.add_argument("--game", default="counter", help="a game for two (counter)")
    parser.add_argument("--matches", type=int, default=50, metavar="N", help="at once (50)")
    parser.add_argument("--seconds", type=float, default=5.0, metavar="S", help="so long (5)")
    parser.add_argument(
        "--warmup", type=float, default=1.0, metavar="S", help="seconds before that (1)"
    )
    parser.add_argument("--ids", action="store_true", help="give every move an actionId")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(chosen: argparse.Namespace) -> int:
    import turnwright as tw

    try:
        from turnwright.client.load_test import load
    except ModuleNotFoundError as error:
        sentence = f"The load needs {error.name}: pip install 'turnwright[server]'."
        raise tw.UnusableError("missing_package", sentence) from None
    if chosen.matches < 1 or chosen.seconds <= 0:
        raise tw.UnusableError("bad_load", "At least one match, for more than no time.")
    if chosen.warmup < 0:
        raise tw.UnusableError("bad_load", "Nobody can warm up for less than no time.")
    screen = Console(stderr=True)
    with (
        screen.status("connecting") as status,
        asyncio.Runner(loop_factory=fast_loop()) as runner,
    ):
        found = runner.run(
            load(
                chosen.url, chosen.game, chosen.matches, chosen.seconds,
                warmup=chosen.warmup, with_ids=chosen.ids, show=status.update,
            )
        )  # fmt: skip
    if chosen.json:
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
        return 0
    table = Table(title=f"{found.game}, {found.matches} matches for {found.seconds:g} s")
    for column in ("moves/s", "p50 ms", "p99 ms", "server µs CPU/move", "server CPU", "client CPU"):
        table.add_column(column, justify="right")
    table.add_row(
        f"{found.moves_per_s:,.0f}", f"{found.p50_ms:.2f}", f"{found.p99_ms:.2f}",
        f"{found.server_us_per_move:.1f}", f"{found.server_cpu:.0%}", f"{found.client_cpu:.0%}",
    )  # fmt: skip
    Console(highlight=False).print(table)
    return 0


def fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where it is installed."""
    try:
        import uvloop
    except ModuleNotFoundError:
        return None
    found: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return found
