"""All benchmarks (`make bench`): Turnwright, boardgame.io and the ratio, as a table and as JSON."""

from __future__ import annotations

import argparse
import platform
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from . import core, netrunner, peers, rules, skirmish, spire


def main() -> None:
    """Run the benchmarks and print the results."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--no-peers", action="store_true", help="measure Turnwright only")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write the JSON to FILE instead of the screen"
    )
    arguments = parser.parse_args()
    console = Console()
    with console.status("measuring turnwright"):
        ours = {
            **core.run(),
            **rules.run(),
            **skirmish.run(),
            **netrunner.run(),
            **spire.run(),
        }
        import_ms = core.import_milliseconds()
    theirs: dict[str, core.Rate] = {}
    if not arguments.no_peers:
        with console.status("measuring boardgame.io"):
            measured = peers.boardgameio()
        if isinstance(measured, str):
            console.print(f"[yellow]{measured}[/]")
        else:
            theirs = measured
    table = Table("per CPU second", title="Turnwright and boardgame.io")
    for column in ("best", "median", "boardgame.io, best", "ratio"):
        table.add_column(column, justify="right")
    rows = {}
    for name, rate in ours.items():
        peer = theirs.get(name)
        ratio = rate.best / peer.best if peer else None
        table.add_row(
            name,
            f"{rate.best:,.0f}",
            f"{rate.median:,.0f}",
            f"{peer.best:,.0f}" if peer else "-",
            f"{ratio:.1f}x" if ratio else "-",
        )
        rows[name] = {"ours": rate, "boardgame.io": peer, "ratio": ratio}
    console.print(table)
    console.print(f"import turnwright: {import_ms:.0f} ms of CPU")
    report = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "import_ms": round(import_ms, 1),
        "rows": rows,
    }
    text = msgspec.json.format(msgspec.json.encode(report)).decode()
    if arguments.json:
        arguments.json.write_text(text)
    else:
        print(text)


main()
