"""Play a record again, verify every state, and tell what happened."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

import turnwright as tw
from turnwright.games import GAMES

from .game_lookup import find_game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a record, as `play --record` writes it")
    parser.add_argument("--game", help="where the game is, if it is not a shipped one")
    parser.add_argument("--until", type=int, metavar="N", help="stop after N inputs")
    parser.add_argument("--explain", action="store_true", help="tell what the flow did and why")


def run(chosen: argparse.Namespace) -> int:
    record = tw.Record.parse(chosen.file.read_bytes())
    if chosen.until is not None and chosen.until < 0:
        raise tw.UnusableError("bad_until", "--until takes a number from 0 on.")
    if not chosen.game and record.game not in GAMES:  # a file must not say what is executed
        sentence = f"{record.game!r} is not a shipped game; say where it is with --game."
        raise tw.UnusableError("unknown_game", sentence)
    game = find_game(chosen.game or record.game)
    console = Console(highlight=False)
    total = len(record.entries[: chosen.until])
    if chosen.explain:
        match = _explain(game, record, chosen.until, console)
    else:
        screen = Console(stderr=True)
        with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
            task = progress.add_task("replaying", total=total)
            match = game.replay(
                record, chosen.until, on_entry=lambda match, index: progress.advance(task)
            )
    console.print(
        f"{escape(game.name)}, seed {escape(str(record.seed))}: "
        f"{total} of {len(record.entries)} inputs verified, state {match.hash}."
    )
    if match.result is not None:
        console.print(f"Result: {escape(str(match.result))}.")
    else:
        who = ", ".join(f"seat {seat}" for seat in match.acting) or "nobody"
        console.print(f"It stands in {escape(match.ctx.place)}; {who} to act.")
    return 0


def _explain(game: tw.Game, record: tw.Record, until: int | None, console: Console) -> tw.Match:
    """Every input, with the transitions that followed from it and the conditions behind them."""

    def tell(match: tw.Match, index: int) -> None:
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

    return game.replay(record, until, trace=True, on_entry=tell)
