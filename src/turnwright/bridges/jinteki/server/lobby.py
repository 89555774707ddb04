"""The lobby of an endpoint: its games, and the events of its users.

It follows src/clj/web/lobby.clj and src/clj/web/game.clj of the jinteki.net server:

- Who leaves a game, or loses the connection after its start, is removed from its `players`; the
  `original-players` may rejoin. A game without players is closed (`keeps_empty_games` prevents
  that).
- Members get the new lobby state of their game; lists of games go to users who have asked for
  updates within the last hour.
- Commands that the server does not know are ignored. Errors are sent to the user whose command
  caused them, and everything is as before the command.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import choice as pick_one
from typing import Any
from uuid import UUID, uuid4

import msgspec

from turnwright.agents import Agent
from turnwright.bridges.jinteki.codec.sente import Event
from turnwright.bridges.jinteki.dialect.diff import diff
from turnwright.bridges.jinteki.dialect.wire_commands import WIRE_COMMANDS, wire_arguments
from turnwright.bridges.jinteki.room import JintekiRoom
from turnwright.core.errors import Refusal
from turnwright.games.netrunner.context import context_of
from turnwright.games.netrunner.decks import READY, points_to_win
from turnwright.games.netrunner.game import game
from turnwright.games.netrunner.obligations import owed_in

from .lobby_game import ANY_SIDE, FORMATS, GATEWAY, NAMES, LobbyGame, LobbyPlayer, now_text
from .stored_decks import StoredDecks
from .timing import Clock, LobbyTiming, LoopClock

LONGEST_LINE = 1000
MOST_GAMES = 500
BROKEN = ("rules_error", "flow_loop")
"""Refusals caused by faults in the rules. The match is unchanged, and the client resyncs."""
OK, WRONG_PASSWORD, NOT_ALLOWED = 200, 403, 404
UNHANDLED = {"msg": "Unhandled event"}
NO_REPLY = object()


class Lobby:
    """All games. With a `bot`, it plays `bot_side` of every game that is opened.

    `send` sends an event to a user. With `keeps_empty_games` a started game stays open while both
    players are away."""

    def __init__(
        self, *, gateway: str = "Beginner", bot: Agent | None = None, bot_side: str = "Corp",
        seed: Callable[[], int | str] | None = None, keeps_empty_games: bool = False,
        timing: LobbyTiming | None = None, clock: Clock | None = None,
    ) -> None:  # fmt: skip
        self.gateway, self.bot, self.bot_side, self.seed = gateway, bot, bot_side, seed
        self.keeps_empty_games, self.timing = keeps_empty_games, timing or LobbyTiming()
        self.clock: Clock = clock or LoopClock()
        self.send: Callable[[str, Event], None] = lambda uid, event: None
        self.games: dict[UUID, LobbyGame] = {}
        self.decks = StoredDecks()
        self._list_readers: dict[str, float] = {}

    # --- events ------------------------------------------------------------------------------------

    def handle_event(self, uid: str, event: Event, *, is_logged_in: bool = True) -> Any:
        """Handle an event of a user. Return the reply, or NO_REPLY."""
        handle = EVENT_HANDLERS.get(event.name)
        if handle is None:
            return UNHANDLED
        if not is_logged_in and event.name not in PUBLIC_EVENTS:
            return NO_REPLY
        return handle(self, uid, event.data if isinstance(event.data, dict) else {})

    def depart(self, uid: str) -> None:
        """Take note that the last connection of a user is gone."""
        self._list_readers.pop(uid, None)
        lobby_game = self.joined_game(uid)
        if lobby_game is not None and lobby_game.room is not None:
            self._leave(lobby_game, uid, is_disconnected=True)
        self._send_list()

    # --- the lobby ---------------------------------------------------------------------------------

    def list_games(self, uid: str, data: dict[str, Any]) -> Any:
        """Send the list of games, and the game that the user has joined."""
        self.send(uid, self._list())
        joined = self.joined_game(uid)
        state = None if joined is None else joined.summary(with_messages=True)
        self.send(uid, Event("lobby/state", state))
        return NO_REPLY

    def pause_updates(self, uid: str, data: dict[str, Any]) -> Any:
        """Stop sending lists of games to a user."""
        self._list_readers.pop(uid, None)
        return NO_REPLY

    def continue_updates(self, uid: str, data: dict[str, Any]) -> Any:
        """Send the list of games to a user whenever it changes, for the next hour."""
        self._list_readers[uid] = self.clock.now() + self.timing.list_updates
        return self.list_games(uid, data)

    def create(self, uid: str, settings: dict[str, Any]) -> Any:
        """Open a game, unless the user plays in one."""
        if self._played(uid) is not None or not self._make_space():
            return NO_REPLY
        settings = {"format": GATEWAY, "gateway-type": self.gateway} | {
            key: value for key, value in settings.items() if value is not None
        }
        if settings["format"] not in FORMATS:
            self._toast(uid, "Unknown format.")
            return NO_REPLY
        side = _side_name(settings.get("side")) or ANY_SIDE
        if self.bot is not None:
            side = _other(self.bot_side)
        lobby_game = LobbyGame(settings, LobbyPlayer(uid, side), self.clock.now())
        lobby_game.add_message(f"{uid} has created the game.")
        if self.bot is not None:
            bot = LobbyPlayer(f"{self.bot_side} bot", self.bot_side, is_bot=True)
            lobby_game.players.append(bot)
        self.games[lobby_game.gameid] = lobby_game
        self._send_lobby_state(lobby_game)
        self._send_list()
        return NO_REPLY

    def _make_space(self) -> bool:
        """If there are too many games, remove the oldest one without members."""
        if len(self.games) < MOST_GAMES:
            return True
        for lobby_game in self.games.values():
            if not lobby_game.members:
                self._close(lobby_game)
                return True
        return False

    def join(self, uid: str, data: dict[str, Any]) -> Any:
        """Join a game. Who joins a full game becomes a member of nothing, but is told 200."""
        lobby_game = self._game(data)
        if lobby_game is None:
            return NO_REPLY
        if not _knows_password(lobby_game, data):
            return WRONG_PASSWORD
        self._insert(lobby_game, uid, data.get("request-side"))
        return OK

    def _insert(self, lobby_game: LobbyGame, uid: str, wanted: Any) -> None:
        """Make a user the second player. The side of the first player has precedence."""
        if len(lobby_game.players) == 1 and not lobby_game.is_member(uid):
            first = lobby_game.players[0]
            if first.side not in NAMES:
                first.side = _other(_side_name(wanted) or pick_one(NAMES))
            lobby_game.players.append(LobbyPlayer(uid, _other(first.side)))
        elif not lobby_game.players and (own := lobby_game.original_player(uid)) is not None:
            lobby_game.players.append(LobbyPlayer(uid, own.side))
        side = lobby_game.side_of(uid)
        if lobby_game.room is not None and side is not None:
            lobby_game.room.set_absent(side, absent=False)
        lobby_game.add_message(f"{uid} joined the game.")
        self._send_lobby_state(lobby_game)
        self._ting(lobby_game)
        self._send_list()

    def swap(self, uid: str, data: dict[str, Any]) -> Any:
        """Swap the sides of a game before its start, or give its only player another one."""
        lobby_game = self._game(data)
        if lobby_game is None or lobby_game.room is not None or self.bot is not None:
            return NO_REPLY
        if not lobby_game.is_first_player(uid):
            return NO_REPLY
        side = data.get("side")
        wanted = side if side == ANY_SIDE else _side_name(side)
        for player in lobby_game.players:
            is_alone = len(lobby_game.players) == 1
            player.side = wanted if wanted and is_alone else _other(player.side)
            player.deck = None
        lobby_game.add_message(f"{uid} has swapped sides.", uid)
        self._touch(lobby_game)
        self._send_lobby_state(lobby_game)
        self._send_list()
        return NO_REPLY

    def select_deck(self, uid: str, data: dict[str, Any]) -> Any:
        """Choose one of the user's decks for a game. The reply says whether it was chosen."""
        lobby_game = self._game(data)
        player = None if lobby_game is None else lobby_game.player(uid)
        if lobby_game is None or player is None:
            return False
        deck = self.decks.find(uid, data.get("deck-id"))
        is_fitting = deck is not None and deck.is_legal and player.side == NAMES[deck.side]
        if is_fitting and lobby_game.room is None:
            player.deck = deck
        self._touch(lobby_game)
        self._send_lobby_state(lobby_game)
        return True if is_fitting else None

    def lobby_say(self, uid: str, data: dict[str, Any]) -> Any:
        """Post a message in the chat of a lobby game."""
        lobby_game, text = self._game(data), _line(data.get("text"))
        if lobby_game is not None and lobby_game.is_member(uid) and text:
            lobby_game.add_message(text, uid)
            self._touch(lobby_game)
            self._send_lobby_state(lobby_game)
        return NO_REPLY

    # --- leaving -----------------------------------------------------------------------------------

    def leave_lobby(self, uid: str, data: dict[str, Any]) -> Any:
        """Leave a game in the lobby."""
        lobby_game = self._game(data)
        if lobby_game is None or not lobby_game.is_member(uid):
            return NO_REPLY
        self._leave(lobby_game, uid)
        return True

    def leave_game(self, uid: str, data: dict[str, Any]) -> Any:
        """Leave a started game."""
        lobby_game = self._game(data)
        if lobby_game is None or not lobby_game.is_member(uid) or lobby_game.room is None:
            return NO_REPLY
        self._leave(lobby_game, uid)
        self.list_games(uid, data)
        return True

    def _leave(self, lobby_game: LobbyGame, uid: str, *, is_disconnected: bool = False) -> None:
        """Remove a member. A game without players is closed."""
        side, room = lobby_game.side_of(uid), lobby_game.room
        lobby_game.remove(uid)
        lobby_game.add_message(f"{uid} left the game.")
        is_awaited = is_disconnected and room is not None and room.match.result is None
        people = [one for one in lobby_game.players if is_awaited or not one.is_bot]
        if people or (is_awaited and self.keeps_empty_games):
            if room is not None:
                if side is not None:
                    room.set_absent(side, absent=True)
                room.post_notice(f"{uid} has left the game.")
            self._send_lobby_state(lobby_game)
        else:
            self._close(lobby_game)
        if not is_disconnected:
            self.send(uid, Event("lobby/state"))
        self._send_list()

    def _close(self, lobby_game: LobbyGame) -> None:
        del self.games[lobby_game.gameid]
        for uid in lobby_game.members:
            self.send(uid, Event("lobby/state"))

    def close_inactive_games(self) -> None:
        """Close games in which nobody has acted for long, and warn their members before."""
        limit = self.timing.inactive
        if limit is None:
            return
        closed = False
        for lobby_game in list(self.games.values()):
            idle = self.clock.now() - lobby_game.last_update
            if idle > limit:
                members, closed = lobby_game.members, True
                self._close(lobby_game)
                for uid in members:
                    if lobby_game.room is not None:
                        self.send(uid, Event("game/timeout", lobby_game.gameid))
                    self.list_games(uid, {})
            elif idle > limit - self.timing.warning and not lobby_game.is_warned:
                lobby_game.is_warned = True
                for uid in lobby_game.members:
                    self.send(uid, Event("game/timeout-soon", lobby_game.gameid))
        if closed:
            self._send_list()

    # --- games -------------------------------------------------------------------------------------

    def start(self, uid: str, data: dict[str, Any]) -> Any:
        """Start a game, if its first player wants that."""
        lobby_game = self._game(data)
        if lobby_game is None or lobby_game.room is not None or len(lobby_game.players) < 2:
            return NO_REPLY
        if not lobby_game.is_first_player(uid):
            return NO_REPLY
        players = {player.side: player for player in lobby_game.players}
        decks = self._decks(lobby_game)
        if decks is None or set(players) != set(NAMES):
            self._toast(uid, "Both players must choose a deck for their side.")
            return NO_REPLY
        match = game.start(
            seed=self.seed() if self.seed is not None else uuid4().hex,
            seats=[players[name].username for name in NAMES],
            options={"decks": decks, "points": points_to_win(decks)},
        )
        room = lobby_game.room = JintekiRoom(match, str(lobby_game.gameid), now_text)
        lobby_game.original_players = list(lobby_game.players)
        self._touch(lobby_game)
        self._send_lobby_state(lobby_game)
        self._send_list()
        for member in lobby_game.members:
            self._send_state(member, lobby_game, "game/start")
        room.listeners.append(lambda: self._send_diffs(lobby_game))
        self._let_bot_play(lobby_game)
        return NO_REPLY

    def _decks(self, lobby_game: LobbyGame) -> list[Mapping[str, Any]] | None:
        """Return the decks of a game by side: preconstructed, or what the players have chosen."""
        if lobby_game.precon:
            return list(READY[lobby_game.precon])
        chosen: dict[str, Mapping[str, Any]] = {}
        for player in lobby_game.players:
            if player.deck is not None:
                chosen[player.side] = player.deck.deck
            elif player.is_bot:
                chosen[player.side] = READY["intermediate"][NAMES.index(player.side)]
        return [chosen[name] for name in NAMES] if len(chosen) == len(NAMES) else None

    def act(self, uid: str, data: dict[str, Any]) -> Any:
        """Execute a game command of a player."""
        lobby_game, command = self._game(data), str(data.get("command") or "")
        side = None if lobby_game is None else lobby_game.side_of(uid)
        if lobby_game is None or lobby_game.room is None or side is None:
            is_spectator = lobby_game is not None and lobby_game.is_member(uid)
            if not is_spectator and command != "toast":
                self.send(uid, Event("game/error"))
            return NO_REPLY
        if command not in WIRE_COMMANDS:
            return NO_REPLY
        self._touch(lobby_game)
        args = data.get("args") or {}
        if command == "toast":
            lobby_game.room.remove_toast(side, args.get("id") if isinstance(args, dict) else None)
            return NO_REPLY
        refusal = self._execute(lobby_game.room, side, command, args)
        if refusal is not None and refusal.code in BROKEN:
            self.send(uid, Event("game/error"))
        elif refusal is not None:
            lobby_game.room.notify_refusal(side, refusal)
        self._let_bot_play(lobby_game)
        return NO_REPLY

    @staticmethod
    def _execute(room: JintekiRoom, side: str, command: str, args: Any) -> Refusal | None:
        if not isinstance(args, dict):
            return Refusal("bad_arguments", "Command arguments must be a map.", {})
        found = wire_arguments(room.match, side, command, args)
        return found if isinstance(found, Refusal) else room.act(side, command, found)

    def concede(self, uid: str, data: dict[str, Any]) -> Any:
        """Concede the game."""
        lobby_game = self._game(data)
        if lobby_game is None or lobby_game.player(uid) is None:
            return NO_REPLY
        return self.act(uid, {"gameid": lobby_game.gameid, "command": "concede"})

    def say(self, uid: str, data: dict[str, Any]) -> Any:
        """Post a chat message in the game's log."""
        lobby_game, text = self._game(data), _line(data.get("msg"))
        if lobby_game is None or lobby_game.room is None or not text:
            return NO_REPLY
        is_muted = lobby_game.mutes_spectators and lobby_game.player(uid) is None
        if lobby_game.is_member(uid) and not is_muted:
            self._touch(lobby_game)
            lobby_game.room.post_chat(uid, text)
        return NO_REPLY

    def tell_typing(self, uid: str, data: dict[str, Any]) -> Any:
        """Tell the other player that a player is typing."""
        lobby_game = self._game(data)
        if lobby_game is not None and lobby_game.room is not None and lobby_game.player(uid):
            for player in lobby_game.players:
                if player.username != uid and not player.is_bot:
                    self.send(player.username, Event("game/typing", bool(data.get("typing"))))
        return NO_REPLY

    def mute_spectators(self, uid: str, data: dict[str, Any]) -> Any:
        """Mute the spectators of a game, or let them speak again."""
        lobby_game = self._game(data)
        if lobby_game is None or lobby_game.room is None or lobby_game.player(uid) is None:
            return NO_REPLY
        lobby_game.mutes_spectators = not lobby_game.mutes_spectators
        word = "muted" if lobby_game.mutes_spectators else "unmuted"
        lobby_game.room.post_notice(f"{uid} {word} spectators.")
        self._send_lobby_state(lobby_game)
        return NO_REPLY

    def resync(self, uid: str, data: dict[str, Any]) -> Any:
        """Send the whole state again."""
        lobby_game = self._game(data)
        if lobby_game is not None and lobby_game.room is not None and lobby_game.is_member(uid):
            self._send_state(uid, lobby_game, "game/resync")
        return NO_REPLY

    def rejoin(self, uid: str, data: dict[str, Any]) -> Any:
        """Give an original player, who has left or lost the connection, the free seat again."""
        lobby_game = self._game(data)
        if lobby_game is None or lobby_game.room is None:
            return NO_REPLY
        others = [one for one in lobby_game.players if one.is_bot or one.username != uid]
        if lobby_game.original_player(uid) is None or len(others) > 1:
            return NO_REPLY
        if not _knows_password(lobby_game, data):
            return NO_REPLY
        self._insert(lobby_game, uid, None)
        self._send_state(uid, lobby_game, "game/start")
        lobby_game.room.post_notice(f"{uid} rejoined the game.")
        self._let_bot_play(lobby_game)
        return NO_REPLY

    def watch_lobby(self, uid: str, data: dict[str, Any]) -> Any:
        """Join a game as a spectator."""
        lobby_game = self._game(data)
        if lobby_game is None:
            return NO_REPLY
        if not _knows_password(lobby_game, data):
            return WRONG_PASSWORD
        if not lobby_game.is_member(uid):
            lobby_game.spectators.append(LobbyPlayer(uid))
        lobby_game.add_message(f"{uid} joined the game as a spectator.")
        self._send_lobby_state(lobby_game)
        self._ting(lobby_game)
        self._send_list()
        return OK

    def watch_game(self, uid: str, data: dict[str, Any]) -> Any:
        """Join a started game as a spectator and get its state."""
        lobby_game = self._game(data)
        if lobby_game is None or lobby_game.room is None:
            return NOT_ALLOWED
        reply = self.watch_lobby(uid, data)
        if reply == OK:
            lobby_game.room.post_notice(f"{uid} joined the game as a spectator.")
            self._send_state(uid, lobby_game, "game/start")
        return reply

    def _let_bot_play(self, lobby_game: LobbyGame) -> None:
        room = lobby_game.room
        if self.bot is None or room is None:
            return
        seat, match = NAMES.index(self.bot_side), room.match
        while match.result is None and owed_in(context_of(match)).side == seat:
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
        sides = {uid: lobby_game.side_of(uid) for uid in lobby_game.members}
        frames = {}
        for side in set(sides.values()):
            before, now = lobby_game.shown.get(side), room.state(side)
            lobby_game.shown[side] = now
            if before is not None:
                message = {"gameid": str(lobby_game.gameid), "diff": diff(before, now)}
                frames[side] = msgspec.json.encode(message).decode()
        for side in [one for one in lobby_game.shown if one not in sides.values()]:
            del lobby_game.shown[side]
        for uid, side in sides.items():
            if side in frames:
                self.send(uid, Event("game/diff", frames[side]))

    def _send_state(self, uid: str, lobby_game: LobbyGame, event: str) -> None:
        assert lobby_game.room is not None
        side = lobby_game.side_of(uid)
        state = lobby_game.shown.setdefault(side, lobby_game.room.state(side))
        self.send(uid, Event(event, msgspec.json.encode(state).decode()))

    def _send_lobby_state(self, lobby_game: LobbyGame) -> None:
        event = Event("lobby/state", lobby_game.summary(with_messages=True))
        for uid in lobby_game.members:
            self.send(uid, event)

    def _ting(self, lobby_game: LobbyGame) -> None:
        for uid in lobby_game.members:
            self.send(uid, Event("lobby/notification", "ting"))

    def _toast(self, uid: str, text: str) -> None:
        self.send(uid, Event("lobby/toast", {"message": text, "type": "error"}))

    def _send_list(self) -> None:
        listing, now = self._list(), self.clock.now()
        for uid, until in list(self._list_readers.items()):
            if now < until:
                self.send(uid, listing)
            else:
                del self._list_readers[uid]

    def _list(self) -> Event:
        """Open games are listed first, the oldest of them on top; then the others, newest first."""
        games = list(self.games.values())
        waiting = [one for one in games if one.room is None]
        started = [one for one in games if one.room is not None]
        shown = [*waiting, *reversed(started)]
        return Event("lobby/list", [one.summary(with_messages=False) for one in shown])

    # --- finding -----------------------------------------------------------------------------------

    def _game(self, data: Mapping[str, Any]) -> LobbyGame | None:
        gameid = data.get("gameid")
        try:
            return self.games.get(gameid if isinstance(gameid, UUID) else UUID(str(gameid)))
        except ValueError:
            return None

    def joined_game(self, uid: str) -> LobbyGame | None:
        """Return the game that a user plays or watches."""
        return next((one for one in self.games.values() if one.is_member(uid)), None)

    def _played(self, uid: str) -> LobbyGame | None:
        """Return the game that a user plays."""
        return next((one for one in self.games.values() if one.player(uid) is not None), None)

    def _touch(self, lobby_game: LobbyGame) -> None:
        lobby_game.last_update, lobby_game.is_warned = self.clock.now(), False


EVENT_HANDLERS: dict[str, Callable[[Lobby, str, dict[str, Any]], Any]] = {
    "lobby/list": Lobby.list_games,
    "lobby/pause-updates": Lobby.pause_updates,
    "lobby/continue-updates": Lobby.continue_updates,
    "lobby/create": Lobby.create,
    "lobby/join": Lobby.join,
    "lobby/swap": Lobby.swap,
    "lobby/leave": Lobby.leave_lobby,
    "lobby/say": Lobby.lobby_say,
    "lobby/deck": Lobby.select_deck,
    "lobby/watch": Lobby.watch_lobby,
    "game/start": Lobby.start,
    "game/action": Lobby.act,
    "game/say": Lobby.say,
    "game/typing": Lobby.tell_typing,
    "game/mute-spectators": Lobby.mute_spectators,
    "game/resync": Lobby.resync,
    "game/rejoin": Lobby.rejoin,
    "game/leave": Lobby.leave_game,
    "game/concede": Lobby.concede,
    "game/watch": Lobby.watch_game,
}
PUBLIC_EVENTS = ("lobby/list", "lobby/pause-updates", "lobby/continue-updates")


def _knows_password(lobby_game: LobbyGame, data: Mapping[str, Any]) -> bool:
    return not lobby_game.password or str(data.get("password") or "") == lobby_game.password


def _other(side: str) -> str:
    return NAMES[1] if side == NAMES[0] else NAMES[0]


def _side_name(given: Any) -> str:
    word = str(given or "").capitalize()
    return word if word in NAMES else ""


def _line(given: Any) -> str:
    return " ".join(given.split())[:LONGEST_LINE] if isinstance(given, str) else ""
