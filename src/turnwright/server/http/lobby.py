"""The HTTP routes of the lobby: games, rooms, matchmaking, history, replays, ratings.

Requests and responses are JSON; errors are `{"error": {"code", "message"}}`.

Matchmaking (`quick`) must not put two players who come at the same time into two rooms. So all requests
for a game are handled one at a time, and in a cluster by the same node (the one with the smallest id):
it tries the waiting rooms, oldest first, each at its owner, and otherwise creates a room on the node
that the player is connected to.
"""

from __future__ import annotations

import asyncio
import hmac
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import astuple
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from turnwright.agents.registry import agents_for, find_agent
from turnwright.core.definition.game import Game
from turnwright.core.errors import TurnwrightError, UnusableError
from turnwright.games import GAMES
from turnwright.server.node.connections import OwnedRoom
from turnwright.server.node.logs import log_event
from turnwright.server.node.node import NO_ROOM, Node, is_room_id, usual_seats
from turnwright.server.node.ratings import Ratings
from turnwright.server.rooms.clocks import choose_clock
from turnwright.server.rooms.message_handler import FASTEST, SLOWEST
from turnwright.server.rooms.rules_watch import RulesStuck
from turnwright.server.rooms.texts import bot_names, clean_name
from turnwright.server.storage.store import FinishedMatch, RoomInfo
from turnwright.server.views.game_description import describe_game
from turnwright.server.views.protocol import SEATS, seat_id

from . import tokens
from .compressed import text_response
from .limits import Buckets, bearer_token, request_address
from .messages import (
    ContinueRequest,
    CreateRoomRequest,
    GameSummary,
    JoinRequest,
    QuickMatchRequest,
    RoomSummary,
    Seated,
)
from .replays import Replay, Replays
from .responses import int_param, json_response, read_body, with_error_responses

MAX_SEED, MAX_BOT = 100, 200  # characters
MAX_PAGE = 200  # rooms or matches in one answer
JOIN_GRACE = 15.0  # seconds for a player who has joined over HTTP to open a socket


class Client(msgspec.Struct, frozen=True):
    """Who wants to play. `subject` is empty for anonymous clients."""

    name: str
    address: str
    subject: str


class Lobby:
    """The routes of a node."""

    def __init__(self, node: Node, names: list[str] | None = None) -> None:
        self.node = node
        self.names = names or list(GAMES)
        self.replays = Replays(node)
        self.ratings = Ratings(node.store)
        rate, burst = node.settings.create_rate, node.settings.create_burst
        self.replay_limits = Buckets(5 * rate, 3 * burst)  # replay requests by address
        # Times of joins over HTTP, by room and log row; matchmaking locks, by game.
        self._recent_joins: dict[tuple[str, int], float] = {}
        self._matchmaking_locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._methods: dict[str, Callable[..., Awaitable[Any]]] = {
            "join": self._join_here,
            "find_match": self._find_match,
            "join_waiting_room": self._join_waiting_room,
            "create_waiting_room": self._create_waiting_room,
        }
        if node.relay is not None:
            node.relay.methods.update(self._methods)

    def routes(self) -> list[Route]:
        """Return the routes for the application."""
        return [
            Route("/api/games", self.games),
            Route("/api/games/{game}", self.one_game),
            Route("/api/rooms", self.rooms, methods=["GET"]),
            Route("/api/rooms", self.create, methods=["POST"]),
            Route("/api/rooms/{room}", self.one_room),
            Route("/api/rooms/{room}/join", self.join, methods=["POST"]),
            Route("/api/join", self.join_by_code, methods=["POST"]),
            Route("/api/quick", self.quick, methods=["POST"]),
            Route("/api/history", self.history),
            Route("/api/rooms/{room}/replay", self.replay),
            Route("/api/rooms/{room}/frames", self.frames),
            Route("/api/rooms/{room}/summary", self.summary),
            Route("/api/rooms/{room}/continue", self.play_on, methods=["POST"]),
            Route("/api/ratings", self.show_ratings),
        ]

    async def _client(self, request: Request, name: str) -> Client:
        """Return who sends a request to play; raise an error if that client may not."""
        token = bearer_token(request.headers.get("authorization", ""))
        identity = await self.node.identify(token)
        if identity is None and self.node.settings.identity_required:
            raise UnusableError("identity_required", "Sign in to play here.")
        subject, shown = ("", "") if identity is None else (identity.subject, identity.name)
        address = self._address(request)
        self.node.moderation.check_server(address, subject)
        return Client(clean_name(shown or name), address, subject)

    def _limit(self, buckets: Buckets, request: Request) -> None:
        self.node.check_limit(buckets, self._address(request))

    def _address(self, request: Request) -> str:
        """Return the client address that limits apply to."""
        return request_address(request, self.node.settings.proxies)

    def _summary(self, name: str) -> GameSummary:
        game = self.node.find_game(name)
        about = describe_game(game)
        return GameSummary(
            name, about["title"], game.about, list(game.seats), agents_for(name),
            list(game.sides), {option: list(values) for option, values in game.choices.items()},
        )  # fmt: skip

    @with_error_responses
    async def games(self, request: Request) -> Response:
        """The games with their seats and bots."""
        await self.node.prepare_games(self.names)
        return json_response([self._summary(name) for name in self.names])

    @with_error_responses
    async def one_game(self, request: Request) -> Response:
        """The zones, phases and cards of a game, and its bots. `rules` selects an older version."""
        name, rules = request.path_params["game"], request.query_params.get("rules", "")
        games = self.node.find_game
        if "\0" in name:
            raise UnusableError("unknown_game", "There is no such game.")
        await self.node.prepare_games([name])
        if rules and not games.has(name, rules):
            stored = await self.node.store.replays.description(name, rules)
            if stored is not None:
                return text_response(stored, "application/json", request)
        game = games.find(name, rules) if rules and games.has(name, rules) else games(name)
        about = {**describe_game(game, with_library=True), "bots": agents_for(game.name)}
        return text_response(msgspec.json.encode(about), "application/json", request)

    @with_error_responses
    async def rooms(self, request: Request) -> Response:
        """Public rooms: those that wait for players first, then those that play, the newest first.
        `game` filters them; `start` and `limit` select a page."""
        found = await self.node.store.rooms(
            status="open", game=request.query_params.get("game"), is_private=False,
            limit=int_param(request, "limit", 100, MAX_PAGE),
            start=int_param(request, "start", 0, 1_000_000),
        )  # fmt: skip
        await self.node.prepare_games(info.game for info in found)
        return json_response([self._room_summary(info) for info in found])

    def _room_summary(self, info: RoomInfo) -> RoomSummary:
        owned = self.node.rooms.get(info.room)
        return RoomSummary(
            info.room, info.game, info.status, info.names, info.created, info.updated,
            info.updated if info.status == "over" else None, info.result, info.head,
            options=None if owned is None else owned.room.option_names, rules=info.rules,
            rules_missing=info.status != "over" and not self._has_rules(info),
        )  # fmt: skip

    def _has_rules(self, info: RoomInfo) -> bool:
        return self.node.find_game.has(info.game, info.rules)

    @with_error_responses
    async def create(self, request: Request) -> Response:
        """Bots take their seats first; the creator takes one of the remaining."""
        self._limit(self.node.create_limits, request)
        body = await read_body(request, CreateRoomRequest)
        client = await self._client(request, body.name)
        game = await self.node.load_game(body.game)
        await self._check_bots([*body.bots, *filter(None, [body.takeover])])
        wanted = min(len(body.bots) + 1, max(game.seats))
        seats = body.seats or (max(wanted, game.seats[0]) if body.bots else 0)
        if (seats and seats not in game.seats) or len(body.bots) > (seats or max(game.seats)):
            sentence = f"{game.name} has {' or '.join(map(str, game.seats))} seats."
            raise UnusableError("bad_seats", sentence)
        if any(not 0 <= seconds <= 86400 for seconds in body.timeouts.values()):
            raise UnusableError(
                "bad_timeouts", "Timeouts must be between 0 (none) and 86,400 seconds."
            )
        if body.forfeit_after is not None and not 0 <= body.forfeit_after <= 1000:
            sentence = "forfeitAfter must be between 0 (never) and 1,000."
            raise UnusableError("bad_forfeit", sentence)
        own = SEATS.index(body.seat) if body.seat in SEATS[: seats or max(game.seats)] else 0
        if body.seat and seat_id(own) != body.seat:
            raise UnusableError("bad_seats", f"There is no seat {body.seat!r} in this room.")
        self._check_options(game, body.options)
        has_only_bots = len(body.bots) >= (seats or usual_seats(game)) - 1
        if body.seed and not has_only_bots:
            raise UnusableError("bad_seed", "A seed can be chosen if all other seats have bots.")
        if len(body.seed) > MAX_SEED or not body.seed.isprintable():
            raise UnusableError("bad_seed", f"A seed has at most {MAX_SEED} printable characters.")
        if body.bot_seconds is not None and not FASTEST <= body.bot_seconds <= SLOWEST:
            sentence = f"botSeconds must be between {FASTEST} and {SLOWEST:g}."
            raise UnusableError("bad_speed", sentence)
        clock, timeouts = choose_clock(
            body.clock, body.timeouts, self.node.settings.timeouts, has_only_bots=has_only_bots
        )
        is_placed = bool(body.seat) and body.coin_flip is None  # a chosen seat is not drawn
        with self.node.limits.adding_bots(client.address, len(body.bots), self.node.rooms):
            owned = await self.node.create(
                game, slots=seats, is_private=body.private, options=body.options,
                timeouts=timeouts, coin_flip=False if is_placed else body.coin_flip,
                forfeit_after=body.forfeit_after, address=client.address, clock=clock,
                takeover=body.takeover, seed=body.seed, bot_seconds=body.bot_seconds,
            )  # fmt: skip
            others = [slot for slot in reversed(range(len(owned.room.slots))) if slot != own]
            self._seat_bots(owned, dict(zip([*others, own], body.bots, strict=False)))
        return json_response(await self._seat_or_watch(owned, client, own), 201)

    async def _check_bots(self, bots: Sequence[str]) -> None:
        """Raise an error if there is no such bot, or if its name, which everybody is sent, is too
        long."""
        for bot in bots:
            if len(bot) > MAX_BOT:
                sentence = f"The name of a bot has at most {MAX_BOT} characters."
                raise UnusableError("bad_bot", sentence)
        await self.node.prepare_bots(bots)
        for bot in bots:
            find_agent(bot)

    def _seat_bots(self, owned: OwnedRoom, bots: dict[int, str]) -> None:
        """Let bots join a new room, by slot."""
        for slot, name in bot_names(bots).items():
            _, reply = owned.handler.join(name, bots[slot], self.node.clock.now(), slot)
            self.node.deliver(owned, None, reply)

    async def _seat_or_watch(self, owned: OwnedRoom, client: Client, wanted: int) -> Seated:
        """Take a slot of a new room; if bots have all, the client watches."""
        if owned.room.free_slots:
            return await self._take_slot(owned, client, wanted)
        await self.node.wait_until_durable(owned)
        return Seated(owned.room.id, "", "", owned.room.create.code)

    def _check_options(self, game: Game, options: dict[str, Any]) -> None:
        """Refuse options that the rules reject now, not when everybody is ready."""
        try:
            if options:
                self.node.watch.run(partial(game.start, "try", options=options))
        except UnusableError:
            raise
        except (Exception, RulesStuck) as error:  # of the rules: its text is not for clients
            log_event("options_failed", game=game.name, error=repr(error))
            sentence = f"{game.name} cannot be started with these options."
            raise UnusableError("bad_options", sentence) from None

    async def _take_slot(self, owned: OwnedRoom, client: Client, wanted: int = -1) -> Seated:
        """Take the wanted slot or any free one. An identified player who has one already returns to
        it."""
        slot = owned.room.slot_of_subject(client.subject)
        if slot is None:
            self.node.moderation.check_room(owned.room.id, client.address, client.subject)
            now = self.node.clock.now()
            place = wanted if wanted >= 0 and owned.room.slots[wanted].is_free else None
            slot, reply = owned.handler.join(client.name, "", now, place, subject=client.subject)
            if slot < 0:
                raise UnusableError("room_full", "There is no free seat in this room.")
            self._note_join(owned, slot)
            self.node.deliver(owned, None, reply)
            await self.node.wait_until_durable(owned)
        seat = seat_id(owned.room.seating[slot])
        return Seated(
            owned.room.id, seat, self.node.seat_token(owned, slot), owned.room.create.code
        )

    async def _owned(self, room: str, code: str) -> OwnedRoom:
        owned = await self.node.find_room_to_enter(room, code) if is_room_id(room) else None
        if owned is None:
            raise UnusableError("no_room", NO_ROOM)
        return owned

    @with_error_responses
    async def one_room(self, request: Request) -> Response:
        """The summary of a room. A private room exists only for those who have its `code` or a seat
        token."""
        info = await self._info(request)
        if info.is_private and not await self._may_see(request, info):
            raise UnusableError("no_room", NO_ROOM)
        await self.node.prepare_games([info.game])
        return json_response(self._room_summary(info))

    async def _may_see(self, request: Request, info: RoomInfo) -> bool:
        """Return whether a request may see a private room."""
        code = request.query_params.get("code", "").strip().upper()
        if code:
            self._limit(self.node.join_limits, request)  # limit guesses
            return hmac.compare_digest(code.encode(), info.code.encode())
        try:
            await self._player(request, info.room)
        except TurnwrightError:
            return False
        return True

    async def _info(self, request: Request) -> RoomInfo:
        """Return the facts about the room of a request."""
        room = request.path_params["room"]
        info = await self.node.store.info(room) if is_room_id(room) else None
        if info is None:
            raise UnusableError("no_room", NO_ROOM)
        return info

    @with_error_responses
    async def join(self, request: Request) -> Response:
        """Take the first free seat; private rooms require their `code`."""
        self._limit(self.node.join_limits, request)
        body = await read_body(request, JoinRequest)
        client = await self._client(request, body.name)
        return json_response(await self._join(request.path_params["room"], client, body.code))

    async def _join(self, room: str, client: Client, code: str) -> Any:
        relay = self.node.relay if is_room_id(room) else None
        if relay is not None and await self.node.find_room_to_enter(room, code) is None:
            return await relay.call_owner(room, "join", list(astuple(client)), code)
        return await self._join_here(room, astuple(client), code)

    async def _join_here(self, room: str, given: Sequence[str], code: str) -> Seated:
        owned, client = await self._owned(room, code), Client(*given)
        is_own = owned.room.slot_of_subject(client.subject) is not None
        if owned.room.create.is_private and not is_own and code != owned.room.create.code:
            raise UnusableError("no_room", NO_ROOM)
        return await self._take_slot(owned, client)

    @with_error_responses
    async def join_by_code(self, request: Request) -> Response:
        """Take the first free seat of the room with this `code`."""
        self._limit(self.node.join_limits, request)
        body = await read_body(request, JoinRequest)
        client = await self._client(request, body.name)
        info = await self.node.store.by_code(body.code.strip().upper())
        if info is None:
            raise UnusableError("no_room", "There is no room with this code.")
        return json_response(await self._join(info.room, client, info.code))

    # --- quick match -------------------------------------------------------------------------------

    @with_error_responses
    async def quick(self, request: Request) -> Response:
        """Join the first open room of the game in which somebody is waiting, or create one."""
        self._limit(self.node.create_limits, request)
        body = await read_body(request, QuickMatchRequest)
        client = astuple(await self._client(request, body.name))
        game = (await self.node.load_game(body.game)).name
        node_id = self.node.id
        relay = self.node.relay
        matchmaker = node_id if relay is None else min(await relay.alive(), default=node_id)
        try:
            found = await self._call(matchmaker, "find_match", node_id, game, list(client))
        except UnusableError as error:
            if error.code != "moved" or matchmaker == node_id:
                raise
            found = await self._find_match(node_id, game, client, matchmaker)
        seated, is_new = found
        return json_response(seated, 201 if is_new else 200)

    async def _call(self, node_id: str, method: str, *args: Any) -> Any:
        """Call one of the matchmaking methods on this or another node."""
        if self.node.relay is None or node_id == self.node.id:
            return await self._methods[method](*args)
        return await self.node.relay.call(node_id, method, *args)

    async def _find_match(
        self, node_id: str, game: str, client: Sequence[str], gone: str = ""
    ) -> tuple[Any, bool]:
        """Return a seat for a client that is connected to node `node_id`, and whether its room is new.
        Rooms of the node `gone`, which does not answer, are left out."""
        async with self._matchmaking_locks[game]:
            relay = self.node.relay
            alive = {self.node.id} if relay is None else await relay.alive()
            waiting = await self.node.store.rooms(status="waiting", game=game, is_private=False)
            rooms: dict[str, list[str]] = {}  # by node_id, the oldest first
            for info in reversed(waiting):
                owner = self.node.id if relay is None else info.node
                if "" in info.names and owner in alive and owner != gone:
                    rooms.setdefault(owner, []).append(info.room)
            for owner, names in rooms.items():
                try:
                    seated = await self._call(owner, "join_waiting_room", names, list(client))
                except UnusableError:  # the owner does not answer
                    continue
                if seated is not None:
                    return seated, False
            made = await self._call(node_id, "create_waiting_room", game, list(client))
            return made, True

    async def _join_waiting_room(self, rooms: list[str], client: Sequence[str]) -> Seated | None:
        """Take a slot in the first of these rooms in which somebody is waiting. Rooms whose players
        are connected come before those whose players may be about to connect."""
        found = [self.node.rooms[room] for room in rooms if room in self.node.rooms]
        open_rooms = [
            owned for owned in found if owned.room.free_slots and self._has_default_settings(owned)
        ]
        for owned in sorted(open_rooms, key=lambda owned: not owned.connections):
            if self._is_somebody_waiting(owned):
                try:
                    return await self._take_slot(owned, Client(*client))
                except UnusableError:
                    continue
        return None

    def _has_default_settings(self, owned: OwnedRoom) -> bool:
        """Return whether a room has the host's settings. Custom rooms are only joined on purpose."""
        create, settings = owned.room.create, self.node.settings
        own = (create.options, create.timeouts, create.coin_flip, create.forfeit_after)
        usual: Any = ({}, settings.timeouts, settings.coin_flip, settings.forfeit_after)
        return own == usual and not create.takeover

    async def _create_waiting_room(self, game: str, given: Sequence[str]) -> Seated:
        client = Client(*given)
        made = await self.node.create(await self.node.load_game(game), address=client.address)
        return await self._take_slot(made, client)

    def _note_join(self, owned: OwnedRoom, slot: int) -> None:
        """Note that somebody has joined over HTTP and will open a socket soon."""
        now = self.node.clock.now()
        while self._recent_joins and now - next(iter(self._recent_joins.values())) > JOIN_GRACE:
            del self._recent_joins[next(iter(self._recent_joins))]
        self._recent_joins[owned.room.id, owned.room.slots[slot].joined_seq] = now

    def _is_somebody_waiting(self, owned: OwnedRoom) -> bool:
        """Return whether a player has a socket, or joined over HTTP a moment ago."""
        since = self.node.clock.now() - JOIN_GRACE
        return bool(owned.connections) or any(
            self._recent_joins.get((owned.room.id, slot.joined_seq), 0.0) > since
            for slot in owned.room.slots
            if not slot.is_free
        )

    # --- finished matches --------------------------------------------------------------------------

    @with_error_responses
    async def history(self, request: Request) -> Response:
        """The finished matches of public rooms, most recent first. `start` and `limit` select a
        page."""
        limit = int_param(request, "limit", 50, MAX_PAGE)
        found = await self.node.store.history(limit, int_param(request, "start", 0, 1_000_000))
        return json_response([_match_summary(played) for played in found])

    @with_error_responses
    async def show_ratings(self, request: Request) -> Response:
        """The players who are known to the identity provider, by game and then the best first. `game`
        filters them; `start` and `limit` select a page."""
        game = request.query_params.get("game")
        games = [(await self.node.load_game(game)).name] if game else await self.ratings.games()
        limit = int_param(request, "limit", 50, MAX_PAGE)
        start = int_param(request, "start", 0, 1_000_000)
        found = [player for one in games for player in await self.ratings.ranking(one)]
        return json_response(found[start : start + limit])

    async def _finished(self, request: Request) -> tuple[Replay, str]:
        """Find the finished match that is requested. Private rooms require a seat token."""
        return await self._finished_match(request, int_param(request, "match", 0, 1_000_000))

    async def _finished_match(
        self, request: Request, wanted: int, token: str = ""
    ) -> tuple[Replay, str]:
        self._limit(self.replay_limits, request)
        info = await self._info(request)
        seated = await self._own_player(request, info.room, token) if info.is_private else None
        replay = await self.replays.find(info.room, info.head, wanted)
        if seated is not None and replay.played.players[seated[0]] != seated[1]:
            raise UnusableError("forbidden", "You did not play this match of a private room.")
        return replay, info.room

    async def _own_player(self, request: Request, room: str, token: str) -> tuple[int, int]:
        """Return the player of a private room; to others it does not exist."""
        try:
            return await self._player(request, room, token)
        except TurnwrightError:
            raise UnusableError("no_room", NO_ROOM) from None

    async def _player(self, request: Request, room: str, token: str = "") -> tuple[int, int]:
        """Return the slot of a player, and the log row in which that player joined: from the seat token
        of the request, or from its identity."""
        token = token or request.query_params.get("token", "")
        token = token or bearer_token(request.headers.get("authorization", ""))
        try:
            return tokens.read(self.node.secrets.accepted(self.node.clock.now()), token, room)
        except tokens.BadToken:
            identity = await self.node.identify(token)
            owned = None if identity is None else await self.node.find_room(room)
            if identity is None or owned is None:
                raise
            slot = owned.room.slot_of_subject(identity.subject)
            if slot is None:
                raise
            return slot, owned.room.slots[slot].joined_seq

    @with_error_responses
    async def replay(self, request: Request) -> Response:
        """By default the last finished match; `match` selects another one by its number. A record tells
        the hidden cards, so it is for those who played, by token, or for all if only bots did."""
        replay, room = await self._finished(request)
        if not (replay.played.has_only_bots or await self._has_played(request, replay, room)):
            raise UnusableError("forbidden", "Only those who played a match get its record.")
        headers = {"Content-Disposition": f'attachment; filename="{room}.json"'}
        return Response(replay.played.record, 200, headers, "application/json")

    @with_error_responses
    async def frames(self, request: Request) -> Response:
        """What `seat`, or a spectator, saw at each step; `start` and `count` select a page. What a
        seat saw is for its player, by token, and what a bot saw for those who played."""
        replay, room = await self._finished(request)
        start = int_param(request, "start", 0, 1_000_000)
        count = int_param(request, "count", 50, 200)
        word = request.query_params.get("seat", "")
        seats = [seat_id(seat) for seat in range(replay.played.seats)]
        if word and word not in seats:
            raise UnusableError("bad_request", f"seat must be one of {', '.join(seats)}.")
        seat = seats.index(word) if word else None
        if seat is not None:
            await self._check_seat(request, replay, room, seat)
        return json_response(await self.replays.frames(room, replay, seat, start, count))

    async def _check_seat(self, request: Request, replay: Replay, room: str, seat: int) -> None:
        """Raise `forbidden` if a request may not see a match as a seat saw it: that is for its player.
        What a bot saw is for those who played, and for everybody if only bots played."""
        played = replay.played
        if played.has_only_bots:
            return
        own = await self._seat_in(request, replay, room)
        if own is None or (own != seat and seat not in played.open_seats):
            raise UnusableError("forbidden", "Only the player of this seat sees its hidden cards.")

    async def _has_played(self, request: Request, replay: Replay, room: str) -> bool:
        """Return whether the sender of a request played a finished match."""
        try:
            slot, joined_seq = await self._player(request, room)
        except TurnwrightError:
            return False
        return replay.played.players[slot] == joined_seq

    async def _seat_in(
        self, request: Request, replay: Replay, room: str, token: str = ""
    ) -> int | None:
        """Return the seat that the sender of a request had in a finished match."""
        try:
            player = await self._player(request, room, token)
        except TurnwrightError:
            return None
        return replay.played.seat_of(*player)

    @with_error_responses
    async def summary(self, request: Request) -> Response:
        """A finished match at a glance: its turns, statistics, and turning points. With a seat token
        you are told what you may see of it and whether you may play on."""
        replay, room = await self._finished(request)
        seat = await self._seat_in(request, replay, room)
        return json_response(await self.replays.summary(room, replay, seat))

    @with_error_responses
    async def play_on(self, request: Request) -> Response:
        """Create a room that goes on after a step of a finished match that you have played: you have
        the same seat, and bots have the others. The other players' cards stay hidden."""
        self._limit(self.node.create_limits, request)
        body = await read_body(request, ContinueRequest)
        client = await self._client(request, body.name)
        replay, room = await self._finished_match(request, body.match, body.token)
        played = replay.played
        await self._check_bots([body.bot])
        seats = [seat_id(seat) for seat in range(played.seats)]
        seat = await self._seat_in(request, replay, room, body.token)
        if played.has_only_bots:
            if body.seat and body.seat not in seats:
                raise UnusableError("bad_request", f"seat must be one of {', '.join(seats)}.")
            seat = seats.index(body.seat) if body.seat else 0
        if seat is None:
            raise UnusableError("forbidden", "Only those who played a match can play on from it.")
        bots = {
            other: (played.bots[other] if played.bots else "") or body.bot
            for other in range(played.seats)
            if other != seat
        }
        names = [bot_names(bots).get(other, client.name) for other in range(played.seats)]
        game, record, begun = await self.replays.shortened(replay, body.step, names)
        clock, timeouts = choose_clock("none", {}, {}, has_only_bots=True)
        with self.node.limits.adding_bots(client.address, len(bots), self.node.rooms):
            owned = await self.node.create(
                game, slots=played.seats, is_private=True, options=record.options,
                timeouts=timeouts, coin_flip=False, forfeit_after=0, address=client.address,
                clock=clock, rules=played.rules, record=record.to_json().decode(),
                record_bots=tuple(played.open_seats),
            )  # fmt: skip
            owned.room.begun = begun
            self._seat_bots(owned, bots)
        return json_response(await self._take_slot(owned, client), 201)


def _match_summary(played: FinishedMatch) -> RoomSummary:
    return RoomSummary(
        played.room, played.game, "over", played.names, played.created, played.ended, played.ended,
        played.result, played.inputs, played.match, played.players,
    )  # fmt: skip
