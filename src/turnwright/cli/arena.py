"""Let agents play a round robin, and rate them.

    turnwright arena duel random greedy mcts:200 --games 200
    turnwright arena greedy mcts:200 --game duel --games 200

Every pair plays each deal twice, with the sides swapped. In a game for one player, agents are compared
on the same deals. Prints how often each one won, and Elo ratings, with 95 % intervals.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

import turnwright as tw
from turnwright.agents.arena import ArenaMatch, RoundRobin, matches_of, scores_of
from turnwright.agents.ratings import Rating, elo_ratings
from turnwright.agents.registry import find_agent
from turnwright.core.analysis.option_names import check_options
from turnwright.games.lookup import find_game, known_games
from turnwright.sim.batches import BatchOptions
from turnwright.sim.intervals import proportion
from turnwright.sim.run_outcomes import run_outcomes

from .batch_progress import STOPPED, add_worker_arguments, batch_progress, check_not_empty
from .llm_arguments import add_llm_arguments, print_usage, read_endpoint
from .output import print_json

MAX_GAMES = 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright arena`."""
    names = ", ".join(known_games())
    parser.add_argument(
        "names", nargs="+", metavar="GAME AGENT",
        help=f"a game ({names}, FILE.py, MODULE:NAME), unless --game is given; then agents:"
        " random, greedy, mcts:50, llm:MODEL, ...",
    )  # fmt: skip
    parser.add_argument("--game", metavar="GAME", help="the game; then only agents are listed")
    parser.add_argument(
        "--games", type=int, default=20, metavar="N", help="games of each pair, sides swapped (20)"
    )
    parser.add_argument("--options", default="{}", metavar="JSON", help="options of the game ({})")
    parser.add_argument("--seed", default="0", help="seed of all random numbers (0)")
    parser.add_argument(
        "--json", action="store_true", help="print the ratings and every game as JSON"
    )
    add_worker_arguments(parser)
    add_llm_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play the games, and print the tables or JSON."""
    names = [*arguments.names] if arguments.game else arguments.names[1:]
    game, bots = find_game(arguments.game or arguments.names[0]), list(dict.fromkeys(names))
    if not 1 <= arguments.games <= MAX_GAMES:
        sentence = f"--games must be from 1 to {MAX_GAMES:,}, not {arguments.games}."
        raise tw.UnusableError("bad_count", sentence)
    if len(bots) < 2 and 2 in game.seats:
        raise tw.UnusableError("one_bot", "An arena needs at least two different agents.")
    if not bots:
        raise tw.UnusableError("no_bot", "Name the agents that play.")
    endpoint = read_endpoint(arguments)
    for name in bots:
        find_agent(name)  # an unknown name is refused before the first game
    options = read_options(arguments.options)
    check_options(game, options)
    given = RoundRobin(game, tuple(bots), arguments.games, arguments.seed, options, endpoint)
    asks_models = any(name.startswith("llm:") for name in bots)
    with batch_progress(given.matches, "playing", quiet=arguments.json) as control:
        played = run_outcomes(
            matches_of,
            given,
            BatchOptions(
                runs=given.matches,
                workers=arguments.workers,
                # Tokens are counted in this process; the models need the time anyway.
                backend="inline" if asks_models else arguments.backend,
                progress=control.progress,
                cancel=control.is_cancelled,
            ),
        )
    check_not_empty(len(played.outcomes))
    games = played.outcomes
    ratings = elo_ratings(scores_of(games), arguments.seed)
    if arguments.json:
        print_json({"game": game.name, "ratings": ratings, "games": games})
    else:
        console = Console(highlight=False)
        console.print(result_table(bots, games))
        if ratings:
            console.print()
            console.print(rating_table(ratings))
    print_usage()
    return STOPPED if played.is_cancelled else 0


def read_options(text: str) -> dict[str, Any]:
    """Return the options of a game from JSON."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.DecodeError as error:
        sentence = f"--options must be a JSON object: {error}"
        raise tw.UnusableError("bad_options", sentence) from None


def result_table(bots: Sequence[str], games: Sequence[ArenaMatch]) -> Table:
    """Return a table: how often the agent of a row won against the agent of a column, and in total."""
    has_pairs = any(len(one.agents) == 2 for one in games)
    opponents = list(bots) if has_pairs else []
    table = Table("agent", box=None, padding=(0, 2, 0, 0))
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


def rating_table(ratings: Sequence[Rating]) -> Table:
    """Return a table of Elo ratings, the best agent first."""
    table = Table("agent", box=None, padding=(0, 2, 0, 0))
    for title in ("Elo", "95 %", "games"):
        table.add_column(title, justify="right")
    for one in ratings:
        interval = f"{one.low:.0f} to {one.high:.0f}"
        table.add_row(escape(one.agent), f"{one.elo:.0f}", interval, str(one.matches))
    return table


def share(name: str, games: Sequence[ArenaMatch]) -> str:
    """Return how many of these games an agent won, with its 95 % interval, and drawn ones if any."""
    won = sum(one.winner is not None and one.agents[one.winner] == name for one in games)
    drawn = sum(one.is_drawn for one in games)
    chance = proportion(won, len(games))
    text = f"{100 * chance.value:.0f} % ({100 * chance.low:.0f}-{100 * chance.high:.0f})"
    return f"{text}, {drawn} drawn" if drawn else text
