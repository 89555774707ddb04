"""Play random matches until every move, card and effect was used, and list what was not."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from turnwright.games.lookup import find_game
from turnwright.testing.exhaustive_play import exhaust

from .game_lookup import add_game_argument, find_options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright exhaust`."""
    add_game_argument(parser)
    parser.add_argument(
        "--games", type=int, default=2000, metavar="N", help="maximum number of matches (2000)"
    )
    parser.add_argument("--seed", default="exhaust", help="seed of the random choices")


def run(arguments: argparse.Namespace) -> int:
    """Play and report; the exit code is 1 if something was never used or a match failed."""
    game = find_game(arguments.game)
    screen = Console(stderr=True)
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("playing", total=None)

        def show(played: int, used: int, wanted: int) -> None:
            text = f"{played} matches, {used} of {wanted}"
            progress.update(task, completed=used, total=wanted, description=text)

        report = exhaust(
            game,
            arguments.games,
            seed=arguments.seed,
            options=find_options(arguments.game),
            on_game=show,
        )
    console = Console(highlight=False)
    for name in report.never:
        console.print(f"never used: {escape(name)}")
    for failure in report.failures:
        console.print(f"[red]failed[/] with seed {failure.seed!r}: {escape(str(failure))}")
    if report.unfinished:
        is_all = report.unfinished == report.games
        text = "No match has a" if is_all else f"{report.unfinished} matches have no"
        console.print(f"[yellow]endless[/] {text} result after 3,000 inputs.")
    console.print(
        f"{escape(game.name)}: {report.games} matches, {len(report.used)} used, "
        f"{len(report.never)} never used, {len(report.failures)} failures."
    )
    is_endless = report.unfinished == report.games > 0
    return 1 if report.never or report.failures or is_endless else 0
