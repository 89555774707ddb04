"""Netrunner over the wire: hosting games, and one command for one side of a game that is going on."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

import msgspec

import turnwright as tw

FAILED = ("error", "tactic-failed", "stuck", "timeout")
"""What a command must not come to; then the exit code is 1."""


def serve(chosen: argparse.Namespace) -> int:
    from turnwright.agents.registry import find_agent

    endpoint = _bridge("server.endpoint")
    bot = find_agent(chosen.bot) if chosen.bot else None
    print(f"Netrunner at http://{chosen.host}:{chosen.port}, in the dialect of jinteki.net.")
    endpoint.serve(chosen.host, chosen.port, bot=bot, bot_side=chosen.bot_side.capitalize())
    return 0


def send(chosen: argparse.Namespace) -> int:
    """Log in, go to the table, do what the words say, tell what it came to."""
    if not chosen.words:
        raise tw.UnusableError("no_command", "Say what the side should do, as in `run HQ`.")
    result = asyncio.run(_send(chosen))
    if chosen.json:
        sys.stdout.write(msgspec.json.encode(result, enc_hook=str).decode() + "\n")
    else:
        print(getattr(result, "text", result))
    return 1 if getattr(result, "status", "") in FAILED else 0


async def _send(chosen: argparse.Namespace) -> Any:
    wire, automation = _bridge("client.client"), _bridge("automation")
    user = chosen.user or chosen.side
    password = chosen.password or os.environ.get("TURNWRIGHT_PASSWORD", "") or user
    async with await wire.connect(chosen.url, user, password) as client:
        in_lobby = LOBBY.get(chosen.words[0])
        if in_lobby is not None:
            return await in_lobby(client, chosen, chosen.words[1:])
        table = await client.rejoin(_own_game(await client.lobbies(), user, chosen.game))
        if table.side != chosen.side:
            raise tw.UnusableError("wrong_side", f"{user} plays the {table.side} in this game.")
        return await automation.command(table, chosen.words)


# --- the lobby ------------------------------------------------------------------------------------


async def _list(client: Any, chosen: argparse.Namespace, words: Sequence[str]) -> str:
    return "\n".join(map(_told, await client.lobbies())) or "There are no games."


async def _create(client: Any, chosen: argparse.Namespace, words: Sequence[str]) -> str:
    """Open a game. It begins at once where a bot takes the other side."""
    await client.create(" ".join(words), side=chosen.side.capitalize())
    if len((client.lobby or {}).get("players", ())) < 2:
        return "The game waits for the other side; then `start` it."
    return await _start(client, chosen, words)


async def _join(client: Any, chosen: argparse.Namespace, words: Sequence[str]) -> str:
    waiting = [one for one in await client.lobbies() if not one.get("started")]
    found = [one for one in waiting if not words or str(one["gameid"]) == words[0]]
    if not found:
        raise tw.UnusableError("no_game", "There is no such game that waits for somebody.")
    await client.join(found[0]["gameid"], chosen.side.capitalize())
    return "Joined; whoever opened the game may `start` it."


async def _start(client: Any, chosen: argparse.Namespace, words: Sequence[str]) -> str:
    await client.start()
    return "The game has begun."


LOBBY: dict[str, Callable[..., Any]] = {
    "lobby": _list, "create": _create, "join": _join, "start": _start,
}  # fmt: skip


def _told(game: Mapping[str, Any]) -> str:
    people = ", ".join(_player(one) for one in game.get("players", ()))
    state = "playing" if game.get("started") else "waiting"
    return f"{game['gameid']}  {game.get('title', '')}  {state}: {people}"


def _player(one: Mapping[str, Any]) -> str:
    return f"{_name(one)} ({one.get('side', '')})"


def _name(one: Mapping[str, Any]) -> str:
    user = one.get("user", "")
    return str(user.get("username", "") if isinstance(user, Mapping) else user)


def _own_game(games: Sequence[Mapping[str, Any]], user: str, wanted: str) -> Any:
    """The game this user sits at."""
    own = [
        game for game in games
        if any(_name(one) == user for one in game.get("players", ()))
        and (not wanted or str(game["gameid"]) == wanted)
    ]  # fmt: skip
    if not own:
        raise tw.UnusableError("no_game", f"{user} plays in no game on this server.")
    return own[0]["gameid"]


def _bridge(name: str) -> Any:
    try:
        return import_module(f"turnwright.bridges.jinteki.{name}")
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("turnwright"):
            raise
        sentence = f"This needs {error.name}: pip install 'turnwright[server]'."
        raise tw.UnusableError("missing_package", sentence) from None
