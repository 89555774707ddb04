"""Send commands to one side of a game on a server.

The command logs in, joins the game of the user and performs one command of the automation, for example
`run HQ --full-break`, or one of the lobby: `lobby`, `create`, `join`, `select-deck` and
`start`. Without a command it reads commands from standard input, one per line, until its end or
`quit`.

The flags of a run are kept until the run is over, so that the next command continues with them.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
from collections.abc import Iterator
from typing import Any

import turnwright as tw
from turnwright.cli.card_pack_argument import add_cards_argument, load_cards
from turnwright.cli.output import print_json
from turnwright.games.netrunner.wording import spell_out_symbols
from turnwright.optional_packages import import_part

from .lobby_commands import LOBBY_COMMANDS
from .plan import add_plans_argument, plan_folder

__all__ = ["LOBBY_COMMANDS", "add_arguments", "run"]

URL = "http://127.0.0.1:1042"
FAILED = ("error", "tactic-failed", "stuck", "timeout")
"""Statuses of a command that make the exit code 1."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright netrunner send`."""
    _add_options(parser)
    parser.add_argument("side", choices=("corp", "runner"), help="the side that acts")
    _add_command(parser)


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--url", default=URL, help=f"address of the server ({URL})")
    parser.add_argument("--user", default="", help="user to log in as (the name of the side)")
    parser.add_argument(
        "--password", default="", help="password (TURNWRIGHT_PASSWORD, or the user's name)"
    )
    parser.add_argument("--game", default="", metavar="ID", help="one of several games of the user")
    parser.add_argument("--json", action="store_true", help="print JSON, a line for each command")
    add_plans_argument(parser)
    add_cards_argument(parser)


def _add_command(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "words",
        nargs=argparse.REMAINDER,
        metavar="COMMAND ...",
        help='run "HQ" --full-break; without a command: read commands from standard input',
    )


def _read_options_after_side(arguments: argparse.Namespace) -> None:
    """Read options between the side and the command: `send runner --json status`."""
    name = f"turnwright netrunner send {arguments.side}"
    parser = argparse.ArgumentParser(prog=name, add_help=False, allow_abbrev=False)
    _add_options(parser)
    _add_command(parser)
    parser.parse_args(arguments.words, arguments)


def run(arguments: argparse.Namespace) -> int:
    """Perform the command and print its result; the exit code is 1 if it failed."""
    if arguments.words and arguments.words[0].startswith("--"):
        _read_options_after_side(arguments)
    load_cards(arguments)
    try:
        return asyncio.run(_send(arguments))
    except tw.TurnwrightError as error:
        if error.code != "no_server":
            raise
        sentence = f"{error} `turnwright netrunner serve` starts a server; --url names another one."
        raise tw.UnusableError(error.code, re.sub(r"\[Errno -?\d+\] ", "", sentence)) from None


async def _send(arguments: argparse.Namespace) -> int:
    connection = import_part("turnwright.bridges.jinteki.client.client", "netrunner send", "client")
    from .game_session import GameSession, read_commands

    user = arguments.user or arguments.side
    password = arguments.password or os.environ.get("TURNWRIGHT_PASSWORD", "") or user
    async with await connection.connect(arguments.url, user, password) as client:
        plans = plan_folder(arguments)
        session = GameSession(client, arguments.side, arguments.game, find_plan=plans.find)
        if arguments.words:
            return _print(await session.perform(arguments.words), arguments.json)
        codes = [_print(result, arguments.json) async for result in read_commands(session)]
        return max(codes, default=0)


def _print(result: Any, is_json: bool) -> int:
    """Print a result and return its exit code."""
    if is_json:
        print_json(result)
    else:
        print("\n".join(map(spell_out_symbols, _lines(result))), flush=True)
    return 1 if getattr(result, "status", "") in FAILED else 0


def _lines(result: Any) -> Iterator[str]:
    """Yield what a person reads of a result: what happened, warnings, choices, and what to do."""
    if isinstance(result, str):
        yield result
        return
    yield result.reason if str(result) == f"success: {result.reason}" else result.text
    last = result.then or result
    for warning in dict.fromkeys((*result.warnings, *last.warnings)):
        yield f"Warning: {warning}"
    for number, choice in enumerate(last.data.get("choices") or ()):
        yield f"  {number}: {choice}"
    if last.tip:
        yield f"Tip: {last.tip}"
