"""A game in the lobby, and what the lobby shows of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import msgspec

from turnwright.bridges.jinteki.codec.edn import Keyword, Tagged
from turnwright.bridges.jinteki.dialect.state import SYSTEM
from turnwright.bridges.jinteki.room import JintekiRoom
from turnwright.games.netrunner.decks import READY

from .stored_decks import StoredDeck

NAMES = ("Corp", "Runner")
ANY_SIDE = "Any Side"
GATEWAY = "system-gateway"
LONGEST_TITLE = 60
MOST_MESSAGES = 500
FORMATS = (
    GATEWAY, "standard", "startup", "casual", "eternal", "core", "throwback", "preconstructed",
)  # fmt: skip
OPTIONS = (
    "allow-spectator", "spectatorhands", "save-replay", "api-access", "singleton", "timer",
    "open-decklists", "description",
)  # fmt: skip


def now_text() -> str:
    """Return the time as timestamps of the log are written."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class LobbyPlayer(msgspec.Struct):
    """A player or spectator of a lobby game. A bot has no uid."""

    username: str
    side: str = ""
    """"Corp", "Runner" or "Any Side"; empty for spectators."""
    deck: StoredDeck | None = None
    is_bot: bool = False


class LobbyGame:
    """A game in the lobby, before and after its start.

    `players` are those who are there; who leaves or loses the connection is removed.
    `original_players` are those who began the game, and only they may rejoin it."""

    def __init__(self, settings: Mapping[str, Any], owner: LobbyPlayer, now: float) -> None:
        self.gameid = uuid4()
        self.title = str(settings.get("title") or f"{owner.username}'s game")[:LONGEST_TITLE]
        self.format = str(settings.get("format") or GATEWAY)
        self.precon = precon_of(self.format, settings)
        self.password = str(settings.get("password") or "")
        self.room_name = str(settings.get("room") or "casual")[:20]
        self.options = {key: settings[key] for key in OPTIONS if _is_option(settings.get(key))}
        self.players = [owner]
        self.original_players: list[LobbyPlayer] = []
        self.spectators: list[LobbyPlayer] = []
        self.messages: list[dict[str, Any]] = []
        self.mutes_spectators = False
        self.room: JintekiRoom | None = None
        self.shown: dict[str | None, dict[str, Any]] = {}
        """The last state sent, by side; None: to spectators."""
        self.last_update, self.is_warned = now, False
        self.date = now_text()

    # --- members -----------------------------------------------------------------------------------

    @property
    def members(self) -> list[str]:
        """The user ids of players and spectators."""
        return [one.username for one in (*self.players, *self.spectators) if not one.is_bot]

    def player(self, uid: str) -> LobbyPlayer | None:
        """Return the player with this user id."""
        return _of(self.players, uid)

    def original_player(self, uid: str) -> LobbyPlayer | None:
        """Return the player with this user id among those who began the game."""
        return _of(self.original_players, uid)

    def is_member(self, uid: str) -> bool:
        """Tell whether a user plays or watches."""
        return self.player(uid) is not None or _of(self.spectators, uid) is not None

    def is_first_player(self, uid: str) -> bool:
        """Tell whether a user is the first player, who may swap sides and start the game."""
        return bool(self.players) and self.players[0] is self.player(uid)

    def side_of(self, uid: str) -> str | None:
        """Return the side that a user plays: "corp" or "runner"; None for spectators."""
        player = self.player(uid)
        return None if player is None else player.side.lower()

    def remove(self, uid: str) -> None:
        """Remove a player or spectator."""
        self.players = [one for one in self.players if one.is_bot or one.username != uid]
        self.spectators = [one for one in self.spectators if one.username != uid]

    # --- what is shown -----------------------------------------------------------------------------

    def add_message(self, text: str, user: str = "") -> None:
        """Add a message to the chat of the lobby; without a user it is the server's."""
        author: Any = {"username": user} if user else SYSTEM
        self.messages.append({"user": author, "text": text, "timestamp": now_text()})
        del self.messages[:-MOST_MESSAGES]

    def summary(self, *, with_messages: bool) -> dict[str, Any]:
        """Return the game as the lobby shows it; only members see the messages.

        Values that are nil on the server are absent."""
        data: dict[str, Any] = {
            "gameid": self.gameid,
            "title": self.title,
            "date": Tagged("time/instant", self.date),
            "format": self.format,
            "room": self.room_name,
            "password": bool(self.password),
            "old": len(self.messages) > 10,
            "original-players": [_user(one) for one in self.original_players],
            **self.options,
        }
        if self.precon:
            data["precon"], data["open-decklists"] = Keyword(self.precon), True
        if self.room is not None:
            data["started"] = True
        if self.mutes_spectators:
            data["mute-spectators"] = True
        if self.players:
            data["players"] = [self._player(one) for one in self.players]
        if self.spectators:
            data["spectators"] = [_user(one) for one in self.spectators]
        if with_messages:
            data["messages"] = list(self.messages)
        return data

    def _player(self, player: LobbyPlayer) -> dict[str, Any]:
        data = {**_user(player), "side": player.side}
        if player.deck is not None:
            data["deck"] = player.deck.summary(shows_identity=self.room is not None)
        return data


def precon_of(format_name: str, settings: Mapping[str, Any]) -> str:
    """Return the name of the preconstructed decks that a game is played with; empty if none."""
    gateway = str(settings.get("gateway-type") or "").lower()
    return gateway if format_name == GATEWAY and gateway in READY else ""


def _of(people: Sequence[LobbyPlayer], uid: str) -> LobbyPlayer | None:
    return next((one for one in people if not one.is_bot and one.username == uid), None)


def _user(player: LobbyPlayer) -> dict[str, Any]:
    return {"user": {"username": player.username}}


def _is_option(value: Any) -> bool:
    return isinstance(value, (bool, int)) or (isinstance(value, str) and len(value) <= 1000)
