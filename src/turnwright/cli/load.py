"""Load a server with many matches at once and measure how fast it is.

Two sockets play each match with one move in flight. The latency of a move is the time from sending
it until the opponent has received it. Switch the server's rate limit off (`serve --message-rate 0`).
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

import turnwright as tw
from turnwright.optional_packages import import_part

from .output import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright load`."""
    parser.add_argument("url", help="address of the server: http://127.0.0.1:8000")
    parser.add_argument("--game", default="counter", help="a game for two players (counter)")
    parser.add_argument(
        "--matches", type=int, default=50, metavar="N", help="number of simultaneous matches (50)"
    )
    parser.add_argument(
        "--seconds", type=float, default=5.0, metavar="S", help="seconds to measure (5)"
    )
    parser.add_argument(
        "--warmup", type=float, default=1.0, metavar="S", help="seconds before measuring (1)"
    )
    parser.add_argument("--ids", action="store_true", help="give every move an actionId")
    parser.add_argument("--patches", action="store_true", help="receive states as patches")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print a table or JSON."""
    if arguments.matches < 1 or arguments.seconds <= 0:
        sentence = "--matches must be at least 1 and --seconds must be positive."
        raise tw.UnusableError("bad_load", sentence)
    if arguments.warmup < 0:
        raise tw.UnusableError("bad_load", "--warmup must not be negative.")
    load_test = import_part("turnwright.client.load_test", "load", "client")
    screen = Console(stderr=True)
    with (
        screen.status("connecting") as status,
        asyncio.Runner(loop_factory=_loop_factory()) as runner,
    ):
        result = runner.run(
            load_test.run_load_test(
                arguments.url, arguments.game, arguments.matches, arguments.seconds,
                warmup=arguments.warmup, with_ids=arguments.ids,
                with_patches=arguments.patches, show=status.update,
            )
        )  # fmt: skip
    if arguments.json:
        print_json(result)
        return 0
    table = Table(title=f"{result.game}, {result.matches} matches for {result.seconds:g} s")
    for column in (
        "moves/s", "p50 ms", "p99 ms", "server µs CPU/move", "bytes/move", "server CPU", "client CPU",
    ):  # fmt: skip
        table.add_column(column, justify="right")
    table.add_row(
        f"{result.moves_per_s:,.0f}", f"{result.p50_ms:.2f}", f"{result.p99_ms:.2f}",
        f"{result.server_us_per_move:.1f}", f"{result.bytes_per_move:,.0f}",
        f"{result.server_cpu:.0%}", f"{result.client_cpu:.0%}",
    )  # fmt: skip
    Console(highlight=False).print(table)
    return 0


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The event loop of uvloop if it is installed, else the default one."""
    try:
        import uvloop
    except ModuleNotFoundError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory
