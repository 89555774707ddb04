"""Let bots play a round robin and print how often each one wins."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

import turnwright as tw
from turnwright.agents.arena import ArenaMatch, round_robin
from turnwright.agents.registry import find_agent
from turnwright.games.lookup import find_game
from turnwright.sim.intervals import proportion

from .game_lookup import add_game_argument
from .output import print_json, with_progress

MAX_GAMES = 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright arena`."""
    add_game_argument(parser)
    parser.add_argument("bots", nargs="+", metavar="BOT", help="random, greedy, mcts:50, ...")
    parser.add_argument(
        "--games", type=int, default=20, metavar="N", help="games of each pair, sides swapped (20)"
    )
    parser.add_argument("--options", default="{}", metavar="JSON", help="options of the game ({})")
    parser.add_argument("--seed", default="0", help="seed of all random numbers (0)")
    parser.add_argument("--json", action="store_true", help="print every game as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print a table of wins with 95 % intervals, or the games as JSON."""
    game, bots = find_game(arguments.game), list(dict.fromkeys(arguments.bots))
    if not 1 <= arguments.games <= MAX_GAMES:
        sentence = f"--games must be from 1 to {MAX_GAMES:,}, not {arguments.games}."
        raise tw.UnusableError("bad_count", sentence)
    if len(bots) < 2 and 2 in game.seats:
        raise tw.UnusableError("one_bot", "An arena needs at least two different bots.")
    for name in bots:
        find_agent(name)  # an unknown name is refused before the first game
    pairs = len(bots) * (len(bots) - 1) // 2 if 2 in game.seats else len(bots)
    options = read_options(arguments.options)
    playing = round_robin(game, bots, arguments.games, arguments.seed, options)
    games = list(with_progress(playing, "playing", total=pairs * arguments.games))
    if arguments.json:
        print_json(games)
        return 0
    Console(highlight=False).print(result_table(bots, games))
    return 0


def read_options(text: str) -> dict[str, Any]:
    """Return the options of a game from JSON."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.DecodeError as error:
        sentence = f"--options must be a JSON object: {error}"
        raise tw.UnusableError("bad_options", sentence) from None


def result_table(bots: Sequence[str], games: Sequence[ArenaMatch]) -> Table:
    """Return a table: how often the bot of a row won against the bot of a column, and in total."""
    has_pairs = any(len(one.agents) == 2 for one in games)
    opponents = list(bots) if has_pairs else []
    table = Table("bot", box=None, padding=(0, 2, 0, 0))
    for name in (*opponents, "all"):
        table.add_column(escape(name), justify="right")
    for name in bots:
        own = [one for one in games if name in one.agents]
        cells = [
            share(name, [one for one in own if other in one.agents]) if other != name else "-"
            for other in opponents
        ]
        table.add_row(escape(name), *cells, share(name, own))
    return table


def share(name: str, games: Sequence[ArenaMatch]) -> str:
    """Return how many of these games a bot won, with its 95 % interval, and drawn ones if any."""
    won = sum(one.winner is not None and one.agents[one.winner] == name for one in games)
    drawn = sum(one.is_drawn for one in games)
    chance = proportion(won, len(games))
    text = f"{100 * chance.value:.0f} % ({100 * chance.low:.0f}-{100 * chance.high:.0f})"
    return f"{text}, {drawn} drawn" if drawn else text
