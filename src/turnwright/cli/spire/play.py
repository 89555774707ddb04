"""Play a run in the terminal."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path

import turnwright as tw
from turnwright.cli import play

from .run_arguments import add_character_arguments, check_ascension


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright spire play`."""
    add_character_arguments(parser)
    parser.add_argument(
        "--seed", default="", metavar="SEED", help="a seed as the game shows it (a random one)"
    )
    parser.add_argument("--load", type=Path, metavar="FILE", help="continue a saved run")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the record to FILE")


def run(arguments: argparse.Namespace) -> int:
    """Play until the run ends or the player quits."""
    from turnwright.bridges.commmod.protocol import is_seed
    from turnwright.games.spire.characters import find_character
    from turnwright.games.spire.rng import seed_to_text

    seed = arguments.seed.upper() or seed_to_text(secrets.randbits(63))
    if not is_seed(seed):
        raise tw.UnusableError(
            "bad_seed", f"{seed[:40]!r} is not a seed: a seed has only letters and digits."
        )
    character = find_character(arguments.character)
    check_ascension(arguments.ascension)
    if arguments.load is None:
        print(f"Seed {seed}")
    given = argparse.Namespace(
        game="spire", seed=seed, seat=0, seats=None, load=arguments.load, record=arguments.record,
        trace=False, agent="random", llm_url="",
        option=[f"class={character}", f"ascension={arguments.ascension}"],
    )  # fmt: skip
    return play.run(given)
