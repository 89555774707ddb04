"""Slay the Spire: play through Communication Mod, over HTTP, with bots; record and replay.

`turnwright spire PART --help` says more about a part.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from . import spire_bots, spire_host, spire_seed, spire_session


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parts = parser.add_subparsers(dest="part", metavar="PART", required=True)

    def part(name: str, do: Callable[[argparse.Namespace], int], line: str) -> Any:
        made = parts.add_parser(name, help=line, description=line[0].upper() + line[1:] + ".")
        made.set_defaults(do=do)
        return made

    for module in (spire_host, spire_session, spire_seed, spire_bots):
        module.add_parts(part)


def run(chosen: argparse.Namespace) -> int:
    return int(chosen.do(chosen))
