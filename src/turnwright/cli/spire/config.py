"""Print the mod's settings that start one of these commands."""

from __future__ import annotations

import argparse
import sys

import turnwright as tw


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright spire config`."""
    parser.add_argument(
        "words", nargs=argparse.REMAINDER, metavar="COMMAND ...", help="serve --port 8080 (serve)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the lines for the mod's config.properties.

    The mod splits its command at spaces and does not know quotes.
    """
    words = [sys.executable, "-m", "turnwright", "spire", *(arguments.words or ["serve"])]
    with_space = [word for word in words if len(word.split()) != 1]
    if with_space:
        sentence = f"The mod cannot start a command whose words contain spaces: {with_space[0]!r}."
        raise tw.UnusableError("has_blank", sentence)
    command = " ".join(words).replace("\\", "\\\\").replace(":", "\\:").replace("=", "\\=")
    print(f"command={command}")
    print("runAtGameStart=true")
    return 0
