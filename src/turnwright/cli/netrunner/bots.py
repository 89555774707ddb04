"""Let two bots play each other on both sides and count the wins."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.markup import escape
from rich.table import Table

import turnwright as tw
from turnwright.cli.card_pack_argument import add_cards_argument, load_cards
from turnwright.cli.output import print_json, with_progress

from .bot_arguments import find_bot
from .deck_arguments import add_deck_argument, deck_options

MAX_GAMES = 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright netrunner bots`."""
    parser.add_argument("a", metavar="A", help="search, heuristic, goldfish, random, mcts:50, ...")
    parser.add_argument("b", metavar="B", help="the other bot")
    parser.add_argument(
        "--games", type=int, default=20, metavar="N", help="number of games, sides alternate (20)"
    )
    add_deck_argument(parser)
    add_cards_argument(parser)
    parser.add_argument("--seed", default="0", help="seed of all random numbers (0)")
    parser.add_argument("--json", action="store_true", help="print every game as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print a table of wins, or the games as JSON."""
    from turnwright.games.netrunner.bots.paired_games import paired

    if not 1 <= arguments.games <= MAX_GAMES:
        sentence = f"--games must be from 1 to {MAX_GAMES:,}, not {arguments.games}."
        raise tw.UnusableError("bad_count", sentence)
    load_cards(arguments)
    for name in (arguments.a, arguments.b):
        find_bot(name)
    options = deck_options(arguments.deck)
    playing = paired(arguments.a, arguments.b, arguments.games, arguments.seed, options)
    games = list(with_progress(playing, "playing", total=arguments.games))
    if arguments.json:
        print_json(games)
        return 0
    table = Table("bot", "as Corp", "as Runner", "won", box=None, padding=(0, 2, 0, 0))
    for index, name in enumerate((arguments.a, arguments.b)):
        cells = []
        for side in (0, 1):
            on_side = [one for one in games if one.seats[side] == index]
            cells.append(f"{sum(one.winner == side for one in on_side)} of {len(on_side)}")
        won = sum(one.winner is not None and one.seats[one.winner] == index for one in games)
        table.add_row(escape(name), *cells, f"{100 * won / len(games):.0f} %")
    console = Console(highlight=False)
    console.print(table)
    reasons = sorted({one.reason for one in games})
    counts = ", ".join(f"{name} {sum(one.reason == name for one in games)}" for name in reasons)
    turns = sum(one.turns for one in games) / len(games)
    console.print(f"{counts}; {turns:.1f} turns per game")
    return 0
