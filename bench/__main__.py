"""All benchmarks in one report (`make bench`): Turnwright beside its peers, as ratios of CPU time.

    python -m bench                        the whole report, about 15 minutes
    python -m bench --rounds 1 --only engine,own
    python -m bench --docs                 write docs/reference/benchmarks.md and its picture

Groups: `engine` (boardgame.io), `servers` (boardgame.io, Colyseus), `environments` (RLCard, PettingZoo,
OpenSpiel), and `own`: our other rates, beside what was recorded of other programs on such a machine.
Peers are installed into the folder .bench. One that cannot be measured here is left out, with a
sentence that says why.
"""

from __future__ import annotations

import argparse
import platform
import statistics
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from . import core, netrunner, peers, rules, server, skirmish, spire
from .comparison import Comparison, comparison_table, markdown_table, rounded
from .measure import Rate
from .ratio_plot import ratio_plot

DOCS = peers.ROOT / "docs"
BOARDGAMEIO = "boardgame.io 0.50.2"

# What was recorded of programs that are not installed by `make bench`: our row, the program, its rate.
RECORDED = (
    ("Netrunner runs of 11 actions", "jinteki.net's engine", 92.6),
    ("random Spire runs", "sts_lightspeed, C++", 14_600.0),
    ("random Spire runs", "decapitate-the-spire, act 1 only", 29.5),
    ("duel, random games", "fireplace, random Hearthstone games", 3.6),
    ("skirmish bench-4v8, kernel", "written in Cython for this fight", 829_000.0),
)

# The environments of one game: ours, with and without observations, and the peer's.
ENVIRONMENTS = (
    ("Leduc: Turnwright AEC, no observations", "Leduc: RLCard"),
    ("Leduc: Turnwright AEC", "Leduc: PettingZoo classic"),
    ("Leduc: Turnwright AEC, no observations", "Leduc: OpenSpiel C++, rl_environment"),
    ("Kuhn: Turnwright AEC, no observations", "Kuhn: OpenSpiel in Python"),
    ("tic-tac-toe: Turnwright AEC", "tic-tac-toe: PettingZoo classic"),
    ("tic-tac-toe: Turnwright AEC, no observations", "tic-tac-toe: OpenSpiel in Python"),
)


class Report(msgspec.Struct):
    """Everything that was measured."""

    python: str
    machine: str
    rounds: int
    comparisons: list[Comparison] = []
    own: dict[str, Rate] = {}
    missing: list[str] = []


INTRODUCTION = """\
Work per second of CPU time: Turnwright beside other programs. A ratio above 1 means that Turnwright
does more; rows in which it does less come first. `make bench` measures everything again, and
`python -m bench --docs` writes this page."""

METHOD = """\
A ratio is the median of the rounds; the range is the lowest and the highest. *Recorded* peers were
measured earlier on a machine of that kind with two shared CPUs, so those ratios are rough."""

Measure = Callable[[Report, int, float], None]


def engine(report: Report, rounds: int, seconds: float) -> None:
    """The same two games in boardgame.io."""
    ours: dict[str, list[float]] = {}
    theirs: dict[str, list[float]] = {}
    for _ in range(rounds):
        for name, one in core.run(seconds).items():
            report.own[name] = one
            ours.setdefault(name, []).append(one.median)
        measured = peers.boardgameio(max(1, round(seconds)))
        if isinstance(measured, str):
            report.missing.append(measured)
            return
        for name, one in measured.items():
            theirs.setdefault(name, []).append(one.median)
    for name, rates in theirs.items():
        given = (tuple(ours[name]), tuple(rates))
        report.comparisons.append(Comparison("Engine", name, BOARDGAMEIO, *given))


def servers(report: Report, rounds: int, seconds: float) -> None:
    """The counter game over real sockets: ours durable, the peers' in memory."""
    matches = 50
    found = [*server.our_servers(matches, seconds), *server.peers(matches, seconds)]
    report.missing += [one for one in found if isinstance(one, str)]
    playing = [one for one in found if not isinstance(one, str) and "duel" not in one.name]
    for _ in range(rounds):
        for one in playing:
            one.found.append(one.measure())
    rates = {one.name: tuple(1e6 / each.us_per_move for each in one.found) for one in playing}
    for one in playing:
        for peer in playing:
            if one.storage != "memory" and peer.storage == "memory":
                given = (rates[one.name], rates[peer.name])
                work = f"moves on the server ({one.name}, durable)"
                in_memory = f"{peer.name}, in memory"
                report.comparisons.append(Comparison("Server", work, in_memory, *given))


def environments(report: Report, rounds: int, seconds: float) -> None:
    """Steps of random play in environments for learners."""
    found: dict[str, list[float]] = {}
    for _ in range(rounds):
        measured = peers.environments(seconds)
        if isinstance(measured, str):
            report.missing.append(measured)
            return
        for name, one in measured.items():
            if isinstance(one, str):
                report.missing.append(f"{name} was not measured: it {one}.")
            else:
                found.setdefault(name, []).append(one.median)
    for ours, theirs in ENVIRONMENTS:
        if ours in found and theirs in found:
            game, _, peer = theirs.partition(": ")
            work = f"steps, {game}{', no observations' if 'no obs' in ours else ''}"
            given = (tuple(found[ours]), tuple(found[theirs]))
            report.comparisons.append(Comparison("Environments", work, peer, *given))


def own(report: Report, rounds: int, seconds: float) -> None:
    """Our other rates, and what was recorded of other programs."""
    rates: dict[str, list[Rate]] = {}
    for _ in range(rounds):
        for measured in (rules.run(), skirmish.run(), netrunner.run(), spire.run()):
            for name, one in measured.items():
                rates.setdefault(name, []).append(one)
    for name, found in rates.items():
        median = statistics.median(one.median for one in found)
        report.own[name] = Rate(max(one.best for one in found), median)
    for name, peer, recorded in RECORDED:
        ours = tuple(one.median for one in rates[name])
        report.comparisons.append(
            Comparison("Recorded earlier", name, peer, ours, (recorded,), is_recorded=True)
        )


GROUPS: dict[str, Measure] = {
    "engine": engine,
    "servers": servers,
    "environments": environments,
    "own": own,
}


def groups_of(report: Report) -> Iterator[tuple[str, list[Comparison]]]:
    """Yield the comparisons by group."""
    for group in dict.fromkeys(one.group for one in report.comparisons):
        yield group, [one for one in report.comparisons if one.group == group]


def own_table(report: Report) -> Table:
    """Return our rates as a table for the terminal."""
    table = Table("Turnwright, per CPU second", title_justify="left")
    for column in ("best", "median"):
        table.add_column(column, justify="right")
    for name, one in report.own.items():
        table.add_row(name, rounded(one.best), rounded(one.median))
    return table


def document(report: Report) -> str:
    """Return the report as a page of the documentation."""
    parts = [
        "# Benchmarks",
        INTRODUCTION,
        f"Ours and the peers took turns in {report.rounds} rounds on one machine "
        f"(CPython {report.python}, {report.machine}). {METHOD}",
        "![Work per CPU second relative to peers](../pictures/benchmarks.svg)",
    ]
    for group, rows in groups_of(report):
        parts += [f"## {group}", markdown_table(rows)]
    if report.own:
        lines = ["| per CPU second | best slice | median |", "|---|---:|---:|"]
        lines += [
            f"| {name} | {rounded(one.best)} | {rounded(one.median)} |"
            for name, one in report.own.items()
        ]
        parts += ["## All rates of Turnwright", "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """Run the benchmarks, and print or write the report."""
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rounds", type=int, default=3, metavar="R", help="turns for each (3)")
    parser.add_argument("--seconds", type=float, default=2.0, metavar="S", help="each turn (2)")
    parser.add_argument("--only", default=",".join(GROUPS), metavar="GROUPS", help="(all)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report as JSON")
    parser.add_argument("--docs", action="store_true", help="write the page of the documentation")
    given = parser.parse_args()
    chosen = given.only.split(",")
    unknown = [name for name in chosen if name not in GROUPS]
    if unknown or given.rounds < 1 or given.seconds <= 0:
        parser.error(
            f"--only takes some of {', '.join(GROUPS)}; --rounds and --seconds are positive"
        )
    console = Console()
    report = Report(platform.python_version(), platform.machine(), given.rounds)
    for number, name in enumerate(chosen, 1):
        with console.status(f"{number} of {len(chosen)}: measuring {name}"):
            GROUPS[name](report, given.rounds, given.seconds)
    for group, rows in groups_of(report):
        console.print(comparison_table(group, rows))
    if report.own:
        console.print(own_table(report))
    for sentence in dict.fromkeys(report.missing):
        console.print(f"[yellow]{sentence}[/]")
    if given.json:
        given.json.write_bytes(msgspec.json.format(msgspec.json.encode(report)))
    if given.docs and report.comparisons:
        (DOCS / "reference" / "benchmarks.md").write_text(document(report), encoding="utf-8")
        picture = ratio_plot(report.comparisons)
        (DOCS / "pictures" / "benchmarks.svg").write_text(picture, encoding="utf-8")


main()
