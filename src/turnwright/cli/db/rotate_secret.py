"""Replace the secret that signs the tokens of seats, also while servers run.

Nobody loses a seat: tokens of the old secret are accepted for --keep-days more, and all nodes know the
new secret before the first one uses it, a minute later. If the old secret has become known to
somebody, --keep-days 0 makes all its tokens invalid within seconds; players then lose their seats.
"""

from __future__ import annotations

import argparse
import asyncio
import time

import turnwright as tw

from .database import add_database_arguments, database, opened


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright db rotate-secret`."""
    parser.add_argument(
        "--keep-days",
        type=float,
        default=7.0,
        metavar="N",
        help="accept tokens of the old secret for N days (7, for which tokens are valid)",
    )
    add_database_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Add a new secret."""
    if arguments.keep_days < 0:
        raise tw.UnusableError("bad_days", "--keep-days must not be negative.")
    asyncio.run(_rotate(database(arguments), arguments.keep_days))
    return 0


async def _rotate(address: str, days: float) -> None:
    from turnwright.server.http.token_secrets import ANNOUNCE_SECONDS, rotate_secrets

    async with opened(address) as store:
        await rotate_secrets(store, time.time(), days * 86400.0)
    if days:
        print(
            f"The new secret signs tokens in {ANNOUNCE_SECONDS:.0f} seconds. Tokens of the old one are "
            f"accepted for {days:g} days."
        )
    else:
        print("The new secret signs tokens now. Tokens of the old one are not accepted any more.")
