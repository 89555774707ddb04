"""The lobby of an endpoint: its games, its users, and the events between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import msgspec

from turnwright.agents import Agent
from turnwright.bridges.jinteki.codec.sente import Event, Reply
from turnwright.bridges.jinteki.dialect.diff import diff
from turnwright.bridges.jinteki.room import JintekiRoom
from turnwright.games.netrunner.decks import INTERMEDIATES, STARTERS
from turnwright.games.netrunner.game import game

NAMES = ("Corp", "Runner")
DECKS = {"Beginner": STARTERS, "Intermediate": INTERMEDIATES}
LONGEST_LINE = 1000
MOST_GAMES = 500
BROKEN = ("rules_error", "flow_loop")
"""Refusals caused by faults in the rules. The match is unchanged, and the client resyncs."""


class LobbyUser:
    """A connected user. `send` queues an event for its socket."""

    def __init__(self, uid: str, is_logged_in: bool, send: Callable[[Event | Reply], None]) -> None:
        self.uid, self.is_logged_in, self.send = uid, is_logged_in, send
        self.close: Callable[[], None] = lambda: None
        self.wants_list = True
        self.shown: dict[UUID, dict[str, Any]] = {}  # the last state sent, by game


class LobbyPlayer(msgspec.Struct):
    """A player of a lobby game."""

    username: str
    side: str
    """"Corp", "Runner" or "Any Side"."""


class LobbyGame:
    """A game in the lobby, before and after its start."""

    def __init__(self, settings: Mapping[str, Any], owner: LobbyPlayer) -> None:
        self.gameid = uuid4()
        self.title = str(settings.get("title") or f"{owner.username}'s game")[:60]
        self.gateway = str(settings.get("gateway-type") or "Beginner")
        self.password = str(settings.get("password") or "")
        self.seats = [owner]
        self.watchers: set[str] = set()
        self.room: JintekiRoom | None = None

    def side_of(self, uid: str) -> str | None:
        """Return the side that a user plays."""
        for seat in self.seats:
            if seat.username == uid:
                return seat.side.lower()
        return None

    def summary(self) -> dict[str, Any]:
        """Return the game as the lobby shows it."""
        return {
            "gameid": self.gameid,
            "title": self.title,
            "format": "system-gateway",
            "gateway-type": self.gateway,
            "room": "casual",
            "started": self.room is not None,
            "password": bool(self.password),
            "players": [
                {"user": {"username": seat.username}, "side": seat.side} for seat in self.seats
            ],
            "spectators": [{"user": {"username": one}} for one in sorted(self.watchers)],
        }


class Lobby:
    """All games. With a `bot`, it plays `bot_side` of every game that is opened."""

    def __init__(
        self, *, gateway: str = "Beginner", bot: Agent | None = None, bot_side: str = "Corp",
        seed: Callable[[], int | str] | None = None,
    ) -> None:  # fmt: skip
        self.gateway, self.bot, self.bot_side, self.seed = gateway, bot, bot_side, seed
        self.games: dict[UUID, LobbyGame] = {}
        self.people: dict[str, LobbyUser] = {}

    # --- coming and going --------------------------------------------------------------------------

    def connect(self, user: LobbyUser) -> LobbyUser | None:
        """Add a connected user. Return an older connection of the same user, to be closed."""
        older = self.people.get(user.uid)
        self.people[user.uid] = user
        own = self._playing(user.uid)
        if own is not None:
            user.send(Event("lobby/state", own.summary()))
        return older

    def disconnect(self, user: LobbyUser) -> None:
        """Remove a connection. Players keep their seats and may rejoin.

        (jinteki.net removes players of games that have not started.)"""
        if self.people.get(user.uid) is not user:
            return
        del self.people[user.uid]
        for lobby_game in list(self.games.values()):
            lobby_game.watchers.discard(user.uid)
            is_over = lobby_game.room is not None and lobby_game.room.match.result is not None
            if is_over and not self._members(lobby_game):
                del self.games[lobby_game.gameid]

    def _vacate(self, lobby_game: LobbyGame, uid: str) -> None:
        lobby_game.seats = [seat for seat in lobby_game.seats if seat.username != uid]
        if not any(seat.username in self.people for seat in lobby_game.seats):
            self.games.pop(lobby_game.gameid, None)
        else:
            self._send_lobby_state(lobby_game)
        self._send_list()

    # --- hearing -----------------------------------------------------------------------------------

    def handle_event(self, user: LobbyUser, event: Event) -> None:
        """Handle an event of a user. Unknown events are ignored, as on jinteki.net."""
        if event.name == "chsk/ws-ping":
            user.send(Event("chsk/ws-pong"))
        elif event.name == "lobby/list":
            user.send(self._list())
        elif event.name in ("lobby/pause-updates", "lobby/continue-updates"):
            user.wants_list = event.name == "lobby/continue-updates"
            if user.wants_list:
                user.send(self._list())
        elif user.is_logged_in:
            data = event.data if isinstance(event.data, dict) else {}
            answer = EVENT_HANDLERS.get(event.name)
            result = answer(self, user, data) if answer is not None else None
            if event.callback:
                user.send(Reply(event.callback, bool(result)))

    def create(self, user: LobbyUser, settings: dict[str, Any]) -> bool:
        """Open a game."""
        if self._playing(user.uid) or not self._make_space():
            return False
        side = _side_name(settings.get("side")) or "Any Side"
        if self.bot is not None:
            side = NAMES[1 - NAMES.index(self.bot_side)]
        settings = {"gateway-type": self.gateway} | {
            k: v for k, v in settings.items() if v is not None
        }
        if settings["gateway-type"] not in DECKS:
            user.send(Event("lobby/toast", ["lobby_unknown-decks", "warning"]))
            return False
        lobby_game = LobbyGame(settings, LobbyPlayer(user.uid, side))
        if self.bot is not None:
            lobby_game.seats.append(LobbyPlayer(f"{self.bot_side} bot", self.bot_side))
        self.games[lobby_game.gameid] = lobby_game
        self._send_lobby_state(lobby_game)
        self._send_list()
        return True

    def _make_space(self) -> bool:
        """If there are too many games, remove the oldest one without connected members."""
        if len(self.games) < MOST_GAMES:
            return True
        for lobby_game in self.games.values():
            if not self._members(lobby_game):
                del self.games[lobby_game.gameid]
                return True
        return False

    def join(self, user: LobbyUser, data: dict[str, Any]) -> bool:
        """Join a game as the other side."""
        lobby_game = self._game(data)
        if (
            lobby_game is None or lobby_game.room is not None or self._playing(user.uid)
            or len(lobby_game.seats) > 1 or str(data.get("password") or "") != lobby_game.password
        ):  # fmt: skip
            return False
        owner = lobby_game.seats[0]
        side = _side_name(data.get("request-side"))
        if owner.side == "Any Side" and side:
            owner.side = NAMES[1 - NAMES.index(side)]
        elif owner.side == "Any Side":
            owner.side, side = NAMES
        free = NAMES[1 - NAMES.index(owner.side)]
        if side and side != free:
            return False
        lobby_game.seats.append(LobbyPlayer(user.uid, free))
        self._send_lobby_state(lobby_game)
        self._send_list()
        return True

    def swap(self, user: LobbyUser, data: dict[str, Any]) -> bool:
        """Swap the sides of a game before its start."""
        lobby_game = self._own(user, data)
        if lobby_game is None or lobby_game.room is not None or self.bot is not None:
            return False
        for seat in lobby_game.seats:
            if seat.side in NAMES:
                seat.side = NAMES[1 - NAMES.index(seat.side)]
        self._send_lobby_state(lobby_game)
        return True

    def leave_game(self, user: LobbyUser, data: dict[str, Any]) -> bool:
        """Leave a game."""
        lobby_game = self._game(data)
        if lobby_game is None:
            return False
        user.shown.pop(lobby_game.gameid, None)
        user.send(Event("lobby/state"))
        lobby_game.watchers.discard(user.uid)
        if lobby_game.side_of(user.uid) is not None:
            self._vacate(lobby_game, user.uid)
        return True

    def lobby_say(self, user: LobbyUser, data: dict[str, Any]) -> bool:
        """Send a chat message to the members of a game."""
        lobby_game, text = self._own(user, data), _line(data.get("text"))
        if lobby_game is None or not text:
            return False
        for one in self._members(lobby_game):
            one.send(Event("lobby/say", {"user": user.uid, "text": text}))
        return True

    def deck(self, user: LobbyUser, data: dict[str, Any]) -> bool:
        """Refuse to choose a deck: those of this format are fixed."""
        return False

    # --- games -------------------------------------------------------------------------------------

    def start(self, user: LobbyUser, data: dict[str, Any]) -> bool:
        """Start a game."""
        lobby_game = self._own(user, data)
        if lobby_game is None or lobby_game.room is not None or len(lobby_game.seats) < 2:
            return False
        if lobby_game.seats[0].username != user.uid:
            return False
        if lobby_game.seats[0].side == "Any Side":
            lobby_game.seats[0].side = NAMES[1 - NAMES.index(lobby_game.seats[1].side)]
        names = {seat.side: seat.username for seat in lobby_game.seats}
        decks = DECKS[lobby_game.gateway]
        match = game.start(
            seed=self.seed() if self.seed is not None else uuid4().hex,
            seats=[names[name] for name in NAMES],
            options={"decks": decks, "points": 6 if decks is STARTERS else 7},
        )
        lobby_game.room = JintekiRoom(match, str(lobby_game.gameid), _now)
        for one in self._members(lobby_game):
            self._send_state(one, lobby_game, "game/start")
        lobby_game.room.listeners.append(lambda: self._send_diffs(lobby_game))
        self._send_lobby_state(lobby_game)
        self._send_list()
        self._let_bot_play(lobby_game)
        return True

    def act(self, user: LobbyUser, data: dict[str, Any]) -> bool:
        """Execute a game command."""
        lobby_game = self._own(user, data)
        if lobby_game is None or lobby_game.room is None:
            return False
        side = lobby_game.side_of(user.uid)
        args = data.get("args")
        refusal = lobby_game.room.act(side, str(data.get("command") or ""), args)
        if refusal is not None and refusal.code in BROKEN:
            user.send(Event("game/error"))
        elif refusal is not None and side is not None:
            lobby_game.room.notify_refusal(side, refusal)
        self._let_bot_play(lobby_game)
        return refusal is None

    def concede(self, user: LobbyUser, data: dict[str, Any]) -> bool:
        """Concede the game."""
        return self.act(user, {"gameid": data.get("gameid"), "command": "concede"})

    def say(self, user: LobbyUser, data: dict[str, Any]) -> bool:
        """Post a chat message in the game's log."""
        lobby_game, text = self._game(data), _line(data.get("msg"))
        if (
            lobby_game is None
            or lobby_game.room is None
            or not text
            or not self._is_in(user, lobby_game)
        ):
            return False
        lobby_game.room.post_chat(user.uid, text)
        return True

    def resync(self, user: LobbyUser, data: dict[str, Any]) -> bool:
        """Send the whole state again."""
        return self._send_again(user, data, "game/resync")

    def rejoin(self, user: LobbyUser, data: dict[str, Any]) -> bool:
        """Rejoin a game; without an id, the one that the user's last connection belonged to."""
        if data.get("gameid") is None:
            own = self._playing(user.uid)
            data = {"gameid": own.gameid} if own is not None else data
        lobby_game = self._own(user, data)
        if lobby_game is None:
            return False
        user.send(Event("lobby/state", lobby_game.summary()))
        return self._send_again(user, data, "game/start")

    def watch(self, user: LobbyUser, data: dict[str, Any]) -> bool:
        """Join a game as a spectator."""
        lobby_game = self._game(data)
        if lobby_game is None or lobby_game.side_of(user.uid) is not None:
            return False
        if str(data.get("password") or "") != lobby_game.password:
            return False
        lobby_game.watchers.add(user.uid)
        self._send_lobby_state(lobby_game)
        return self._send_again(user, data, "game/start")

    def _send_again(self, user: LobbyUser, data: dict[str, Any], event: str) -> bool:
        lobby_game = self._game(data)
        if lobby_game is None or lobby_game.room is None or not self._is_in(user, lobby_game):
            return False
        self._send_state(user, lobby_game, event)
        return True

    def _let_bot_play(self, lobby_game: LobbyGame) -> None:
        room = lobby_game.room
        if self.bot is None or room is None:
            return
        seat, match = NAMES.index(self.bot_side), room.match
        while match.result is None and seat in match.acting:
            prompt = match.prompt(seat)
            if room.answer(self.bot.decide(prompt, match)) is not None:
                room.answer(
                    prompt.default()
                )  # the game continues even if the bot's answer is refused

    # --- telling -----------------------------------------------------------------------------------

    def _send_diffs(self, lobby_game: LobbyGame) -> None:
        """Send every member what has changed, as that member sees it."""
        room = lobby_game.room
        assert room is not None
        for user in self._members(lobby_game):
            before = user.shown.get(lobby_game.gameid)
            if before is None:
                continue
            now = room.state(lobby_game.side_of(user.uid))
            user.shown[lobby_game.gameid] = now
            message = {"gameid": str(lobby_game.gameid), "diff": diff(before, now)}
            user.send(Event("game/diff", msgspec.json.encode(message).decode()))

    def _send_state(self, user: LobbyUser, lobby_game: LobbyGame, event: str) -> None:
        assert lobby_game.room is not None
        state = lobby_game.room.state(lobby_game.side_of(user.uid))
        user.shown[lobby_game.gameid] = state
        user.send(Event(event, msgspec.json.encode(state).decode()))

    def _send_lobby_state(self, lobby_game: LobbyGame) -> None:
        for user in self._members(lobby_game):
            user.send(Event("lobby/state", lobby_game.summary()))

    def _send_list(self) -> None:
        listing = self._list()
        for user in self.people.values():
            if user.wants_list:
                user.send(listing)

    def _list(self) -> Event:
        return Event("lobby/list", [lobby_game.summary() for lobby_game in self.games.values()])

    # --- finding -----------------------------------------------------------------------------------

    def _game(self, data: dict[str, Any]) -> LobbyGame | None:
        gameid = data.get("gameid")
        try:
            return self.games.get(gameid if isinstance(gameid, UUID) else UUID(str(gameid)))
        except ValueError:
            return None

    def _own(self, user: LobbyUser, data: dict[str, Any]) -> LobbyGame | None:
        lobby_game = self._game(data)
        return (
            lobby_game
            if lobby_game is not None and lobby_game.side_of(user.uid) is not None
            else None
        )

    def _playing(self, uid: str) -> LobbyGame | None:
        """Return the unfinished game that a user plays in."""
        for lobby_game in self.games.values():
            is_over = lobby_game.room is not None and lobby_game.room.match.result is not None
            if lobby_game.side_of(uid) is not None and not is_over:
                return lobby_game
        return None

    def _is_in(self, user: LobbyUser, lobby_game: LobbyGame) -> bool:
        return lobby_game.side_of(user.uid) is not None or user.uid in lobby_game.watchers

    def _members(self, lobby_game: LobbyGame) -> list[LobbyUser]:
        uids = [*(seat.username for seat in lobby_game.seats), *sorted(lobby_game.watchers)]
        return [self.people[uid] for uid in uids if uid in self.people]


EVENT_HANDLERS: dict[str, Callable[[Lobby, LobbyUser, dict[str, Any]], bool]] = {
    "lobby/create": Lobby.create,
    "lobby/join": Lobby.join,
    "lobby/swap": Lobby.swap,
    "lobby/leave": Lobby.leave_game,
    "lobby/say": Lobby.lobby_say,
    "lobby/deck": Lobby.deck,
    "lobby/watch": Lobby.watch,
    "game/start": Lobby.start,
    "game/action": Lobby.act,
    "game/say": Lobby.say,
    "game/resync": Lobby.resync,
    "game/rejoin": Lobby.rejoin,
    "game/leave": Lobby.leave_game,
    "game/concede": Lobby.concede,
    "game/watch": Lobby.watch,
}


def _side_name(given: Any) -> str:
    word = str(given or "").capitalize()
    return word if word in NAMES else ""


def _line(given: Any) -> str:
    return " ".join(given.split())[:LONGEST_LINE] if isinstance(given, str) else ""


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
