"""The games of an endpoint and the people at them: what clients may say, and who is told what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import msgspec

from turnwright.agents import Agent
from turnwright.bridges.jinteki.codec.sente import Event, Reply
from turnwright.bridges.jinteki.dialect.diff import diff
from turnwright.bridges.jinteki.seat import JintekiRoom
from turnwright.games.netrunner.decks import INTERMEDIATES, STARTERS
from turnwright.games.netrunner.game import game

NAMES = ("Corp", "Runner")
DECKS = {"Beginner": STARTERS, "Intermediate": INTERMEDIATES}
LONGEST_LINE = 1000
MOST_GAMES = 500
BROKEN = ("rules_error", "flow_loop")
"""Refusals that are the rules' fault: the match is as it was, and the client looks again."""


class LobbyUser:
    """Somebody with a socket. `tell` puts an event into it."""

    def __init__(self, uid: str, is_known: bool, tell: Callable[[Event | Reply], None]) -> None:
        self.uid, self.is_known, self.tell = uid, is_known, tell
        self.close: Callable[[], None] = lambda: None
        self.wants_list = True
        self.shown: dict[UUID, dict[str, Any]] = {}  # the last state of each game


class LobbyPlayer(msgspec.Struct):
    username: str
    side: str
    """"Corp", "Runner" or "Any Side"."""


class LobbyGame:
    """A game in the lobby, before and after its start."""

    def __init__(self, wishes: Mapping[str, Any], owner: LobbyPlayer) -> None:
        self.gameid = uuid4()
        self.title = str(wishes.get("title") or f"{owner.username}'s game")[:60]
        self.gateway = str(wishes.get("gateway-type") or "Beginner")
        self.password = str(wishes.get("password") or "")
        self.seats = [owner]
        self.watchers: set[str] = set()
        self.room: JintekiRoom | None = None

    def side_of(self, uid: str) -> str | None:
        """The side that somebody plays in the running game."""
        for seat in self.seats:
            if seat.username == uid:
                return seat.side.lower()
        return None

    def summary(self) -> dict[str, Any]:
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
    """All games. With a `bot`, it plays `bot_side` of every game that people open."""

    def __init__(
        self, *, gateway: str = "Beginner", bot: Agent | None = None, bot_side: str = "Corp",
        seed: Callable[[], int | str] | None = None,
    ) -> None:  # fmt: skip
        self.gateway, self.bot, self.bot_side, self.seed = gateway, bot, bot_side, seed
        self.games: dict[UUID, LobbyGame] = {}
        self.people: dict[str, LobbyUser] = {}

    # --- coming and going --------------------------------------------------------------------------

    def enter(self, person: LobbyUser) -> LobbyUser | None:
        """Somebody connects; an older socket of the same user is given back to be closed."""
        older = self.people.get(person.uid)
        self.people[person.uid] = person
        own = self._playing(person.uid)
        if own is not None:
            person.tell(Event("lobby/state", own.summary()))
        return older

    def leave(self, person: LobbyUser) -> None:
        """A socket is gone. Seats are kept: whoever comes back may rejoin. (That server clears them
        away before the start; here a seat is a word that was given.)"""
        if self.people.get(person.uid) is not person:
            return
        del self.people[person.uid]
        for lobby_game in list(self.games.values()):
            lobby_game.watchers.discard(person.uid)
            is_over = lobby_game.room is not None and lobby_game.room.match.result is not None
            if is_over and not self._members(lobby_game):
                del self.games[lobby_game.gameid]

    def _vacate(self, lobby_game: LobbyGame, uid: str) -> None:
        lobby_game.seats = [seat for seat in lobby_game.seats if seat.username != uid]
        if not any(seat.username in self.people for seat in lobby_game.seats):
            self.games.pop(lobby_game.gameid, None)
        else:
            self._tell_members(lobby_game)
        self._tell_list()

    # --- hearing -----------------------------------------------------------------------------------

    def hear(self, person: LobbyUser, event: Event) -> None:
        """Do what somebody asks for. Whatever has no meaning is ignored, as that server does."""
        if event.name == "chsk/ws-ping":
            person.tell(Event("chsk/ws-pong"))
        elif event.name == "lobby/list":
            person.tell(self._list())
        elif event.name in ("lobby/pause-updates", "lobby/continue-updates"):
            person.wants_list = event.name == "lobby/continue-updates"
            if person.wants_list:
                person.tell(self._list())
        elif person.is_known:
            data = event.data if isinstance(event.data, dict) else {}
            answer = HEARD.get(event.name)
            result = answer(self, person, data) if answer is not None else None
            if event.callback:
                person.tell(Reply(event.callback, bool(result)))

    def create(self, person: LobbyUser, wishes: dict[str, Any]) -> bool:
        if self._playing(person.uid) or not self._make_place():
            return False
        side = _side_name(wishes.get("side")) or "Any Side"
        if self.bot is not None:
            side = NAMES[1 - NAMES.index(self.bot_side)]
        wishes = {"gateway-type": self.gateway} | {k: v for k, v in wishes.items() if v is not None}
        if wishes["gateway-type"] not in DECKS:
            person.tell(Event("lobby/toast", ["lobby_unknown-decks", "warning"]))
            return False
        lobby_game = LobbyGame(wishes, LobbyPlayer(person.uid, side))
        if self.bot is not None:
            lobby_game.seats.append(LobbyPlayer(f"{self.bot_side} bot", self.bot_side))
        self.games[lobby_game.gameid] = lobby_game
        self._tell_members(lobby_game)
        self._tell_list()
        return True

    def _make_place(self) -> bool:
        """When there are too many games, the oldest one that nobody is at goes."""
        if len(self.games) < MOST_GAMES:
            return True
        for lobby_game in self.games.values():
            if not self._members(lobby_game):
                del self.games[lobby_game.gameid]
                return True
        return False

    def join(self, person: LobbyUser, data: dict[str, Any]) -> bool:
        lobby_game = self._game(data)
        if (
            lobby_game is None or lobby_game.room is not None or self._playing(person.uid)
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
        lobby_game.seats.append(LobbyPlayer(person.uid, free))
        self._tell_members(lobby_game)
        self._tell_list()
        return True

    def swap(self, person: LobbyUser, data: dict[str, Any]) -> bool:
        lobby_game = self._own(person, data)
        if lobby_game is None or lobby_game.room is not None or self.bot is not None:
            return False
        for seat in lobby_game.seats:
            if seat.side in NAMES:
                seat.side = NAMES[1 - NAMES.index(seat.side)]
        self._tell_members(lobby_game)
        return True

    def quit(self, person: LobbyUser, data: dict[str, Any]) -> bool:
        lobby_game = self._game(data)
        if lobby_game is None:
            return False
        person.shown.pop(lobby_game.gameid, None)
        person.tell(Event("lobby/state"))
        lobby_game.watchers.discard(person.uid)
        if lobby_game.side_of(person.uid) is not None:
            self._vacate(lobby_game, person.uid)
        return True

    def lobby_say(self, person: LobbyUser, data: dict[str, Any]) -> bool:
        lobby_game, text = self._own(person, data), _line(data.get("text"))
        if lobby_game is None or not text:
            return False
        for one in self._members(lobby_game):
            one.tell(Event("lobby/say", {"user": person.uid, "text": text}))
        return True

    def deck(self, person: LobbyUser, data: dict[str, Any]) -> bool:
        """The decks of this format are given: there is none to choose."""
        return False

    # --- games -------------------------------------------------------------------------------------

    def start(self, person: LobbyUser, data: dict[str, Any]) -> bool:
        lobby_game = self._own(person, data)
        if lobby_game is None or lobby_game.room is not None or len(lobby_game.seats) < 2:
            return False
        if lobby_game.seats[0].username != person.uid:
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
            self._show(one, lobby_game, "game/start")
        lobby_game.room.listeners.append(lambda: self._tell_game(lobby_game))
        self._tell_members(lobby_game)
        self._tell_list()
        self._let_bot_play(lobby_game)
        return True

    def act(self, person: LobbyUser, data: dict[str, Any]) -> bool:
        lobby_game = self._own(person, data)
        if lobby_game is None or lobby_game.room is None:
            return False
        side = lobby_game.side_of(person.uid)
        args = data.get("args")
        refusal = lobby_game.room.act(side, str(data.get("command") or ""), args)
        if refusal is not None and refusal.code in BROKEN:
            person.tell(Event("game/error"))
        elif refusal is not None and side is not None:
            lobby_game.room.object_to(side, refusal)
        self._let_bot_play(lobby_game)
        return refusal is None

    def concede(self, person: LobbyUser, data: dict[str, Any]) -> bool:
        return self.act(person, {"gameid": data.get("gameid"), "command": "concede"})

    def say(self, person: LobbyUser, data: dict[str, Any]) -> bool:
        lobby_game, text = self._game(data), _line(data.get("msg"))
        if (
            lobby_game is None
            or lobby_game.room is None
            or not text
            or not self._is_in(person, lobby_game)
        ):
            return False
        lobby_game.room.say(person.uid, text)
        return True

    def resync(self, person: LobbyUser, data: dict[str, Any]) -> bool:
        return self._send_again(person, data, "game/resync")

    def rejoin(self, person: LobbyUser, data: dict[str, Any]) -> bool:
        """Without a number it is the game that one has left by losing the socket."""
        if data.get("gameid") is None:
            own = self._playing(person.uid)
            data = {"gameid": own.gameid} if own is not None else data
        lobby_game = self._own(person, data)
        if lobby_game is None:
            return False
        person.tell(Event("lobby/state", lobby_game.summary()))
        return self._send_again(person, data, "game/start")

    def watch(self, person: LobbyUser, data: dict[str, Any]) -> bool:
        lobby_game = self._game(data)
        if lobby_game is None or lobby_game.side_of(person.uid) is not None:
            return False
        if str(data.get("password") or "") != lobby_game.password:
            return False
        lobby_game.watchers.add(person.uid)
        self._tell_members(lobby_game)
        return self._send_again(person, data, "game/start")

    def _send_again(self, person: LobbyUser, data: dict[str, Any], event: str) -> bool:
        lobby_game = self._game(data)
        if lobby_game is None or lobby_game.room is None or not self._is_in(person, lobby_game):
            return False
        self._show(person, lobby_game, event)
        return True

    def _let_bot_play(self, lobby_game: LobbyGame) -> None:
        room = lobby_game.room
        if self.bot is None or room is None:
            return
        seat, match = NAMES.index(self.bot_side), room.match
        while match.result is None and seat in match.acting:
            prompt = match.prompt(seat)
            if room.answer(self.bot.decide(prompt, match)) is not None:
                room.answer(prompt.default())  # whatever a bot answers, the game goes on

    # --- telling -----------------------------------------------------------------------------------

    def _tell_game(self, lobby_game: LobbyGame) -> None:
        """What has changed, for everybody as they see it."""
        room = lobby_game.room
        assert room is not None
        for person in self._members(lobby_game):
            before = person.shown.get(lobby_game.gameid)
            if before is None:
                continue
            now = room.state(lobby_game.side_of(person.uid))
            person.shown[lobby_game.gameid] = now
            told = {"gameid": str(lobby_game.gameid), "diff": diff(before, now)}
            person.tell(Event("game/diff", msgspec.json.encode(told).decode()))

    def _show(self, person: LobbyUser, lobby_game: LobbyGame, event: str) -> None:
        assert lobby_game.room is not None
        state = lobby_game.room.state(lobby_game.side_of(person.uid))
        person.shown[lobby_game.gameid] = state
        person.tell(Event(event, msgspec.json.encode(state).decode()))

    def _tell_members(self, lobby_game: LobbyGame) -> None:
        for person in self._members(lobby_game):
            person.tell(Event("lobby/state", lobby_game.summary()))

    def _tell_list(self) -> None:
        told = self._list()
        for person in self.people.values():
            if person.wants_list:
                person.tell(told)

    def _list(self) -> Event:
        return Event("lobby/list", [lobby_game.summary() for lobby_game in self.games.values()])

    # --- finding -----------------------------------------------------------------------------------

    def _game(self, data: dict[str, Any]) -> LobbyGame | None:
        gameid = data.get("gameid")
        try:
            return self.games.get(gameid if isinstance(gameid, UUID) else UUID(str(gameid)))
        except ValueError:
            return None

    def _own(self, person: LobbyUser, data: dict[str, Any]) -> LobbyGame | None:
        lobby_game = self._game(data)
        return (
            lobby_game
            if lobby_game is not None and lobby_game.side_of(person.uid) is not None
            else None
        )

    def _playing(self, uid: str) -> LobbyGame | None:
        """The game that somebody sits at and that is not over."""
        for lobby_game in self.games.values():
            is_over = lobby_game.room is not None and lobby_game.room.match.result is not None
            if lobby_game.side_of(uid) is not None and not is_over:
                return lobby_game
        return None

    def _is_in(self, person: LobbyUser, lobby_game: LobbyGame) -> bool:
        return lobby_game.side_of(person.uid) is not None or person.uid in lobby_game.watchers

    def _members(self, lobby_game: LobbyGame) -> list[LobbyUser]:
        uids = [*(seat.username for seat in lobby_game.seats), *sorted(lobby_game.watchers)]
        return [self.people[uid] for uid in uids if uid in self.people]


HEARD: dict[str, Callable[[Lobby, LobbyUser, dict[str, Any]], bool]] = {
    "lobby/create": Lobby.create,
    "lobby/join": Lobby.join,
    "lobby/swap": Lobby.swap,
    "lobby/leave": Lobby.quit,
    "lobby/say": Lobby.lobby_say,
    "lobby/deck": Lobby.deck,
    "lobby/watch": Lobby.watch,
    "game/start": Lobby.start,
    "game/action": Lobby.act,
    "game/say": Lobby.say,
    "game/resync": Lobby.resync,
    "game/rejoin": Lobby.rejoin,
    "game/leave": Lobby.quit,
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
