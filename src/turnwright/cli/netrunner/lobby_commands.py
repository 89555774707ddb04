"""The commands of `turnwright netrunner send` before a game: list, create, join and start games,
and choose decks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import turnwright as tw

if TYPE_CHECKING:
    from turnwright.bridges.jinteki.client.client import Client

Game = Mapping[str, Any]
"""A game as the lobby describes it."""


async def list_games(client: Client, side: str, words: Sequence[str]) -> str:
    """`lobby`: list the games of the server."""
    return "\n".join(map(_game_line, await client.lobbies())) or "There are no games."


async def create_game(client: Client, side: str, words: Sequence[str]) -> str:
    """`create [TITLE]`: create a game. It starts at once if a bot plays the other side.

    With `--constructed` both sides choose decks before it starts."""
    _check_is_free(client, await client.lobbies())
    client.seat = None
    title = " ".join(word for word in words if word != "--constructed")
    gateway = "Constructed" if "--constructed" in words else "Beginner"
    await client.create(title, side=side.capitalize(), gateway=gateway)
    if gateway == "Constructed":
        return f"The game was created. Choose a deck with `send {side} select-deck`, then start it."
    if len((client.lobby or {}).get("players", ())) < 2:
        other = "runner" if side == "corp" else "corp"
        return (
            f"The game was created and waits for the other side (`send {other} join`). "
            f"Then `send {side} start` starts it."
        )
    return await start_game(client, side, words)


async def join_game(client: Client, side: str, words: Sequence[str]) -> str:
    """`join [ID]`: join a game that waits for a player."""
    games = await client.lobbies()
    _check_is_free(client, games)
    waiting = [one for one in games if not one.get("started")]
    found = [one for one in waiting if not words or str(one["gameid"]) == words[0]]
    if not found:
        which = f"game {words[0]}" if words else "game"
        sentence = f"No {which} is waiting for a player. {_how_to_begin(side, waiting)}"
        raise tw.UnusableError("no_game", sentence)
    client.seat = None
    await client.join(found[0]["gameid"], side.capitalize())
    return f"Joined. {_owner(found[0])}, who created the game, can `start` it."


async def start_game(client: Client, side: str, words: Sequence[str]) -> str:
    """`start`: start the game, or wait until its owner has started it."""
    games = await client.lobbies()
    own = own_games(games, client.username)
    if not own:
        raise no_game(client.username, side, games)
    if own[0].get("started"):
        raise tw.UnusableError("started", "The game has already started.")
    if len(own[0].get("players", ())) < 2:
        other = "runner" if side == "corp" else "corp"
        sentence = f"The game waits for another player: `send {other} join`."
        raise tw.UnusableError("no_opponent", sentence)
    owner = _owner(own[0])
    try:
        await client.start()
    except tw.TurnwrightError as error:
        if error.code != "timeout" or owner == client.username:
            raise
        sentence = f"{owner}, who created the game, has not started it yet."
        raise tw.UnusableError("not_started", sentence) from None
    return "The game has started."


async def select_deck(client: Client, side: str, words: Sequence[str]) -> str:
    """`select-deck NAME|FILE`: choose a deck of the server, or a deck list, which is stored there."""
    wanted = " ".join(words)
    if not wanted:
        names = ", ".join(str(deck.get("name")) for deck in await client.decks())
        raise tw.UnusableError("no_deck", f"Give the name of a deck or a file. Decks: {names}.")
    path = Path(wanted)
    if path.is_file():
        from turnwright.games.netrunner.deck_list_parser import load_deck

        deck = load_deck(wanted, ("corp", "runner").index(side))
        wanted = await client.save_deck(path.stem, deck)
    return f"{await client.select_deck(wanted)} was chosen."


LobbyCommand = Callable[["Client", str, Sequence[str]], Awaitable[str]]
LOBBY_COMMANDS: dict[str, LobbyCommand] = {
    "lobby": list_games,
    "create": create_game,
    "join": join_game,
    "start": start_game,
    "select-deck": select_deck,
}


# --- games ----------------------------------------------------------------------------------------


def own_games(games: Sequence[Game], user: str) -> list[Game]:
    """Return the games in which a user plays, also those that it has left for a moment."""
    return [
        game
        for game in games
        if any(
            _name(one) == user
            for one in (*game.get("players", ()), *game.get("original-players", ()))
        )
    ]


def _check_is_free(client: Client, games: Sequence[Game]) -> None:
    """Raise an error if the user has a game: a server lets nobody play two."""
    for game in own_games(games, client.username):
        sentence = f"{client.username} already plays in the game {str(game.get('title', ''))!r}."
        raise tw.UnusableError("in_a_game", sentence)


def started_game(games: Sequence[Game], user: str, side: str, wanted: str) -> Any:
    """Return the id of the started game in which this user plays: the `wanted` one, if given."""
    own = [one for one in own_games(games, user) if not wanted or str(one["gameid"]) == wanted]
    if not own:
        if wanted:
            sentence = f"{user} does not play in a game {wanted} on this server."
            raise tw.UnusableError("no_game", sentence)
        raise no_game(user, side, games)
    started = [one for one in own if one.get("started")]
    if not started:
        sentence = f"The game has not started. {_how_to_start(own[0], user, side)}"
        raise tw.UnusableError("not_started", sentence)
    return started[0]["gameid"]


def _how_to_start(game: Game, user: str, side: str) -> str:
    owner = _owner(game)
    if owner != user:
        return f"{owner}, who created it, can start it."
    needs = "have joined" if game.get("precon") else "have chosen decks"
    return f"`send {side} start` starts it when both sides {needs}."


def no_game(user: str, side: str, games: Sequence[Game]) -> tw.UnusableError:
    """Return the error that says how to begin a game."""
    sentence = f"{user} does not play in any game on this server. {_how_to_begin(side, games)}"
    return tw.UnusableError("no_game", sentence)


def _how_to_begin(side: str, games: Sequence[Game]) -> str:
    waiting = [one for one in games if not one.get("started")]
    create = f"Create one with `send {side} create`"
    if not waiting:
        return f"{create}."
    return f"{create}, or join one with `send {side} join` (`send {side} lobby` lists them)."


def _game_line(game: Game) -> str:
    names = [_name(one) for one in game.get("players", ())]
    away = [_name(one) for one in game.get("original-players", ()) if _name(one) not in names]
    present = [_player_text(one) for one in game.get("players", ())]
    players = ", ".join([*present, *(f"{name} (away)" for name in away)])
    state = "playing" if game.get("started") else "waiting"
    return f"{game['gameid']}  {game.get('title', '')}  {state}: {players}"


def _player_text(one: Mapping[str, Any]) -> str:
    return f"{_name(one)} ({one.get('side', '')})"


def _owner(game: Game) -> str:
    players = game.get("players") or ()
    return _name(players[0]) if players else "The player"


def _name(one: Mapping[str, Any]) -> str:
    user = one.get("user", "")
    return str(user.get("username", "") if isinstance(user, Mapping) else user)
