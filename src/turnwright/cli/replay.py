"""Replay a record and verify every state."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

import turnwright as tw
from turnwright.games.lookup import find_game, known_games


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright replay`."""
    parser.add_argument("file", type=Path, help="a record written by `play --record`")
    parser.add_argument("--game", help="FILE.py or MODULE:NAME, if the game is not installed")
    parser.add_argument("--until", type=int, metavar="N", help="stop after N inputs")
    parser.add_argument(
        "--explain", action="store_true", help="print every transition of the flow and its reason"
    )


def run(arguments: argparse.Namespace) -> int:
    """Replay the record and print where the match ends."""
    record = tw.Record.parse(arguments.file.read_bytes())
    if arguments.until is not None and arguments.until < 0:
        raise tw.UnusableError("bad_until", "--until must not be negative.")
    if (
        not arguments.game and record.game not in known_games()
    ):  # a record must not decide which file is executed
        sentence = f"{record.game!r} is not an installed game; give its file or module with --game."
        raise tw.UnusableError("unknown_game", sentence)
    game = find_game(arguments.game or record.game)
    console = Console(highlight=False)
    total = len(record.entries[: arguments.until])
    if arguments.explain:
        match = _explain(game, record, arguments.until, console)
    else:
        screen = Console(stderr=True)
        with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
            task = progress.add_task("replaying", total=total)
            match = game.replay(
                record, arguments.until, on_entry=lambda match, index: progress.advance(task)
            )
    console.print(
        f"{escape(game.name)}, seed {escape(str(record.seed))}: "
        f"{total} of {len(record.entries)} inputs verified, state {match.hash}."
    )
    if match.result is not None:
        console.print(f"Result: {escape(str(match.result))}.")
    else:
        who = ", ".join(f"seat {seat}" for seat in match.acting) or "nobody"
        console.print(f"The match is at {escape(match.ctx.place)}; {who} to act.")
    return 0


def _explain(game: tw.Game, record: tw.Record, until: int | None, console: Console) -> tw.Match:
    """Print every input with the transitions that it caused and their conditions."""

    def print_entry(match: tw.Match, index: int) -> None:
        entry = match.record.entries[-1]
        flags = " [dim](reveals hidden information)[/]" if entry.barrier else ""
        console.print(
            f"[bold]{index:>4}[/]  [dim]{escape(entry.at)}[/]  {escape(str(entry))}{flags}"
        )
        trace = match.flow.trace
        assert trace is not None
        for event in trace.events:
            console.print(f"        [dim]{escape(str(event))}[/]")
        trace.clear()

    return game.replay(record, until, trace=True, on_entry=print_entry)
