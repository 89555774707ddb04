"""The arguments `--game` and `--rules`: which games a database's rooms can be played with."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from turnwright.games.lookup import find_game, find_source
from turnwright.server.rules.hosted_games import HostedGames, OlderRules


def add_rules_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--rules`."""
    parser.add_argument(
        "--rules", action="append", default=[], metavar="FILE",
        help="an older version for the rooms that were made with it: a .py file, a wheel or a folder",
    )  # fmt: skip


def load_hosted_games(
    games: Sequence[str], rules: Sequence[str], cards: Sequence[str] = ()
) -> HostedGames:
    """Load games, and older versions of games. `cards` are packs that were loaded for Netrunner."""
    found = {word: find_game(word) for word in games}
    packs = [path for card in cards for path in (Path(card), Path(card).with_suffix(".tsv"))]
    return HostedGames(
        {game.name: game for game in found.values()},
        {game.name: find_source(word) for word, game in found.items()},
        [OlderRules(path) for path in rules],
        {"netrunner": packs},
    )
