"""Send a command to one side of a game on a server.

The command logs in, joins the game of the user and performs one command of the automation, for example
`run HQ --full-break`, or one of the lobby: `lobby`, `create`, `join` and `start`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import turnwright as tw
from turnwright.cli.optional_imports import import_optional
from turnwright.cli.output import print_json

if TYPE_CHECKING:
    from turnwright.bridges.jinteki.client.client import Client

URL = "http://127.0.0.1:1042"
FAILED = ("error", "tactic-failed", "stuck", "timeout")
"""Statuses of a command that make the exit code 1."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright netrunner send`."""
    parser.add_argument("--url", default=URL, help=f"address of the server ({URL})")
    parser.add_argument("--user", default="", help="user to log in as (the name of the side)")
    parser.add_argument(
        "--password", default="", help="password (TURNWRIGHT_PASSWORD, or the user's name)"
    )
    parser.add_argument("--game", default="", metavar="ID", help="one of several games of the user")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("side", choices=("corp", "runner"), help="the side that acts")
    parser.add_argument(
        "words", nargs=argparse.REMAINDER, metavar="COMMAND ...", help='run "HQ" --full-break'
    )


def run(arguments: argparse.Namespace) -> int:
    """Perform the command and print its result; the exit code is 1 if it failed."""
    if not arguments.words:
        sentence = "Give a command for the side, for example `run HQ`."
        raise tw.UnusableError("no_command", sentence)
    result = asyncio.run(_send(arguments))
    if arguments.json:
        print_json(result)
    else:
        print(getattr(result, "text", result))
    return 1 if getattr(result, "status", "") in FAILED else 0


async def _send(arguments: argparse.Namespace) -> Any:
    connection = import_optional("turnwright.bridges.jinteki.client.client", "server")
    automation = import_optional("turnwright.bridges.jinteki.automation", "server")
    user = arguments.user or arguments.side
    password = arguments.password or os.environ.get("TURNWRIGHT_PASSWORD", "") or user
    async with await connection.connect(arguments.url, user, password) as client:
        lobby_command = LOBBY_COMMANDS.get(arguments.words[0])
        if lobby_command is not None:
            return await lobby_command(client, arguments, arguments.words[1:])
        seat = await client.rejoin(_own_game(await client.lobbies(), user, arguments.game))
        if seat.side != arguments.side:
            raise tw.UnusableError("wrong_side", f"{user} plays the {seat.side} in this game.")
        return await automation.command(seat, arguments.words)


# --- the lobby ------------------------------------------------------------------------------------


async def _list(client: Client, arguments: argparse.Namespace, words: Sequence[str]) -> str:
    return "\n".join(map(_game_line, await client.lobbies())) or "There are no games."


async def _create(client: Client, arguments: argparse.Namespace, words: Sequence[str]) -> str:
    """Create a game. It starts at once if a bot plays the other side."""
    await client.create(" ".join(words), side=arguments.side.capitalize())
    if len((client.lobby or {}).get("players", ())) < 2:
        return "The game was created and waits for the other side. Then `start` it."
    return await _start(client, arguments, words)


async def _join(client: Client, arguments: argparse.Namespace, words: Sequence[str]) -> str:
    waiting = [one for one in await client.lobbies() if not one.get("started")]
    found = [one for one in waiting if not words or str(one["gameid"]) == words[0]]
    if not found:
        which = f"game {words[0]}" if words else "game"
        raise tw.UnusableError("no_game", f"No {which} is waiting for a player.")
    await client.join(found[0]["gameid"], arguments.side.capitalize())
    return "Joined. The player who created the game can `start` it."


async def _start(client: Client, arguments: argparse.Namespace, words: Sequence[str]) -> str:
    await client.start()
    return "The game has started."


LobbyCommand = Callable[["Client", argparse.Namespace, Sequence[str]], Awaitable[str]]
LOBBY_COMMANDS: dict[str, LobbyCommand] = {
    "lobby": _list,
    "create": _create,
    "join": _join,
    "start": _start,
}


def _game_line(game: Mapping[str, Any]) -> str:
    players = ", ".join(_player_text(one) for one in game.get("players", ()))
    state = "playing" if game.get("started") else "waiting"
    return f"{game['gameid']}  {game.get('title', '')}  {state}: {players}"


def _player_text(one: Mapping[str, Any]) -> str:
    return f"{_name(one)} ({one.get('side', '')})"


def _name(one: Mapping[str, Any]) -> str:
    user = one.get("user", "")
    return str(user.get("username", "") if isinstance(user, Mapping) else user)


def _own_game(games: Sequence[Mapping[str, Any]], user: str, wanted: str) -> Any:
    """The id of the game in which this user plays."""
    own = [
        game for game in games
        if any(_name(one) == user for one in game.get("players", ()))
        and (not wanted or str(game["gameid"]) == wanted)
    ]  # fmt: skip
    if not own:
        raise tw.UnusableError("no_game", f"{user} does not play in any game on this server.")
    return own[0]["gameid"]
