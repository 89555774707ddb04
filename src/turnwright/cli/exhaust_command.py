"""Play random matches until every move, card and effect was used; print what never was."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from turnwright.testing.exhaustive_play import exhaust

from .game_lookup import find_game, find_options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a name, a file or a module")
    parser.add_argument("--games", type=int, default=2000, metavar="N", help="at most so many")
    parser.add_argument("--seed", default="exhaust", help="decides all chance")


def run(chosen: argparse.Namespace) -> int:
    game = find_game(chosen.game)
    screen = Console(stderr=True)
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("playing", total=None)

        def show(played: int, used: int, wanted: int) -> None:
            text = f"{played} matches, {used} of {wanted}"
            progress.update(task, completed=used, total=wanted, description=text)

        report = exhaust(
            game,
            chosen.games,
            seed=chosen.seed,
            options=find_options(chosen.game),
            on_game=show,
        )
    console = Console(highlight=False)
    for name in report.never:
        console.print(f"never used: {escape(name)}")
    for failure in report.failures:
        console.print(f"[red]failed[/] with seed {failure.seed!r}: {escape(failure.sentence)}")
    used = len(report.used)
    console.print(
        f"{escape(game.name)}: {report.games} matches, {used} things used, "
        f"{len(report.never)} never, {len(report.failures)} failures."
    )
    return 1 if report.never or report.failures else 0
