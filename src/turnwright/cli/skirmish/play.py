"""Play a fight by hand in the terminal."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path

import msgspec

from turnwright.cli import play

from .batch_arguments import add_file_argument, skirmish_api


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright skirmish play`."""
    add_file_argument(parser)
    parser.add_argument(
        "--by-hand", action="append", default=[], metavar="NAME",
        help="a combatant or side that you drive; may be repeated (the first side)",
    )  # fmt: skip
    parser.add_argument(
        "--seed", type=int, metavar="N", help="the seed of the fight, as of a run (a random one)"
    )
    parser.add_argument(
        "--agent", metavar="NAME",
        help="who drives the other sides: random, greedy, mcts:200, ... (their lists)",
    )  # fmt: skip
    parser.add_argument("--load", type=Path, metavar="FILE", help="continue a saved fight")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the record to FILE")


def run(arguments: argparse.Namespace) -> int:
    """Play until the fight ends or the player quits."""
    api = skirmish_api()
    source = api.file_or_sample(arguments.file)
    encounter = source if isinstance(source, str) else api.write(api.load(source))
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    options = [f"encounter={encounter}", f"seed={seed}"]
    if arguments.by_hand:
        options.append(f"by_hand={msgspec.json.encode(arguments.by_hand).decode()}")
    if arguments.load is None:
        print(f"Seed {seed}")
    given = argparse.Namespace(
        game="skirmish", seed=str(seed), seat=0, seats=2 if arguments.agent else None,
        load=arguments.load, record=arguments.record, trace=False, option=options,
        agent=arguments.agent or "random", llm_url="",
    )  # fmt: skip
    return play.run(given)
