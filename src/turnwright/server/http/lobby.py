"""The HTTP routes of the lobby: games, rooms, matchmaking, history, replays, administration.

Requests and responses are JSON; errors are `{"error": {"code", "message"}}`.

Matchmaking (`quick`) must not put two players who come at the same time into two rooms. So all requests
for a game are handled one at a time, and in a cluster by the same node (the one with the smallest id):
it tries the waiting rooms, oldest first, each at its owner, and otherwise creates a room on the node
that the player is connected to.
"""

from __future__ import annotations

import asyncio
import hmac
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from turnwright.agents.registry import agents_for, find_agent
from turnwright.core.definition.game import Game
from turnwright.core.errors import UnusableError
from turnwright.games import GAMES
from turnwright.server.node.connections import OwnedRoom
from turnwright.server.node.node import Node, clean_name
from turnwright.server.rooms import inputs
from turnwright.server.storage.store import FinishedMatch, RoomInfo
from turnwright.server.views.game_description import describe_game
from turnwright.server.views.protocol import seat_id
from turnwright.server.views.room_messages import seats_data

from . import tokens
from .limits import Buckets, client_address
from .messages import (
    ClosePromptRequest,
    CreateRoomRequest,
    EndMatchRequest,
    GameSummary,
    JoinRequest,
    QuickMatchRequest,
    RoomSummary,
    Seated,
)
from .replays import Replay, Replays
from .responses import int_param, json_response, read_body, with_error_responses

JOIN_GRACE = 15.0  # seconds for a player who has joined over HTTP to open a socket


class Lobby:
    """The routes of a node."""

    def __init__(self, node: Node, names: list[str] | None = None) -> None:
        self.node = node
        self.names = names or list(GAMES)
        self.replays = Replays(node)
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
            Route("/admin/rooms", self.admin_rooms),
            Route("/admin/rooms/{room}", self.admin_room),
            Route("/admin/rooms/{room}/close-prompt", self.admin_close, methods=["POST"]),
            Route("/admin/rooms/{room}/end", self.admin_end, methods=["POST"]),
        ]

    def _limit(self, buckets: Buckets, request: Request) -> None:
        peer = request.client.host if request.client else ""
        forwarded = request.headers.getlist("x-forwarded-for")
        self.node.check_limit(buckets, client_address(peer, forwarded, self.node.settings.proxies))

    def _summary(self, name: str) -> GameSummary:
        game = self.node.find_game(name)
        about = describe_game(game)
        return GameSummary(name, about["title"], game.about, list(game.seats), agents_for(name))

    @with_error_responses
    async def games(self, request: Request) -> Response:
        """The games with their seats and bots."""
        return json_response([self._summary(name) for name in self.names])

    @with_error_responses
    async def one_game(self, request: Request) -> Response:
        """The zones, phases and cards of a game, and its bots."""
        game = self.node.find_game(request.path_params["game"])
        return json_response(
            {**describe_game(game, with_library=True), "bots": agents_for(game.name)}
        )

    @with_error_responses
    async def rooms(self, request: Request) -> Response:
        """Public rooms that are waiting or playing; `game` filters them."""
        game = request.query_params.get("game")
        found: list[RoomInfo] = []
        for status in ("waiting", "playing"):
            found += await self.node.store.rooms(status=status, game=game, is_private=False)
        return json_response([self._room_summary(info) for info in found])

    def _room_summary(self, info: RoomInfo) -> RoomSummary:
        owned = self.node.rooms.get(info.room)
        return RoomSummary(
            info.room, info.game, info.status, info.names, info.created, info.updated,
            info.updated if info.status == "over" else None, info.result, info.head,
            options=None if owned is None else owned.room.option_names,
        )  # fmt: skip

    @with_error_responses
    async def create(self, request: Request) -> Response:
        """Bots take their seats first; the creator takes one of the remaining."""
        self._limit(self.node.create_limits, request)
        body = await read_body(request, CreateRoomRequest)
        game = self.node.find_game(body.game)
        for bot in body.bots:
            find_agent(bot)
        seats = body.seats or (max(len(body.bots) + 1, game.seats[0]) if body.bots else 0)
        if (seats and seats not in game.seats) or len(body.bots) >= max(game.seats):
            sentence = f"{game.name} has {' or '.join(map(str, game.seats))} seats."
            raise UnusableError("bad_seats", sentence)
        if any(not 0 <= seconds <= 86400 for seconds in body.timeouts.values()):
            raise UnusableError(
                "bad_timeouts", "Timeouts must be between 0 (none) and 86,400 seconds."
            )
        if body.forfeit_after is not None and not 0 <= body.forfeit_after <= 1000:
            sentence = "forfeitAfter must be between 0 (never) and 1,000."
            raise UnusableError("bad_forfeit", sentence)
        self._check_options(game, body.options)
        owned = await self.node.create(
            game, slots=seats, is_private=body.private, options=body.options,
            timeouts=body.timeouts, coin_flip=body.coin_flip, forfeit_after=body.forfeit_after,
        )  # fmt: skip
        for index, bot in enumerate(body.bots):
            word = bot.partition(":")[0].capitalize()
            slot = len(owned.room.slots) - 1 - index
            _, reply = owned.handler.join(f"{word} bot", bot, time.time(), slot)
            self.node.deliver(owned, None, reply)
        return json_response(await self._take_slot(owned, body.name), 201)

    def _check_options(self, game: Game, options: dict[str, Any]) -> None:
        """Refuse options that the rules reject now, not when everybody is ready."""
        if options:
            game.start("try", options=options)

    async def _take_slot(self, owned: OwnedRoom, name: str) -> Seated:
        slot, reply = owned.handler.join(clean_name(name), "", time.time())
        if slot < 0:
            raise UnusableError("room_full", "There is no free seat in this room.")
        self._note_join(owned, slot)
        self.node.deliver(owned, None, reply)
        await self.node.wait_until_durable(owned)
        seat = seat_id(owned.room.seating[slot])
        return Seated(
            owned.room.id, seat, self.node.seat_token(owned, slot), owned.room.create.code
        )

    async def _owned(self, room: str) -> OwnedRoom:
        owned = await self.node.find_room(room)
        if owned is None:
            raise UnusableError("no_room", f"There is no room {room!r} on this node.")
        return owned

    @with_error_responses
    async def one_room(self, request: Request) -> Response:
        """The summary of a room."""
        info = await self.node.store.info(request.path_params["room"])
        if info is None:
            raise UnusableError("no_room", "There is no such room.")
        return json_response(self._room_summary(info))

    @with_error_responses
    async def join(self, request: Request) -> Response:
        """Take the first free seat; private rooms require their `code`."""
        self._limit(self.node.join_limits, request)
        body = await read_body(request, JoinRequest)
        return json_response(await self._join(request.path_params["room"], body.name, body.code))

    async def _join(self, room: str, name: str, code: str) -> Any:
        if self.node.relay is not None and await self.node.find_room(room) is None:
            return await self.node.relay.call_owner(room, "join", name, code)
        return await self._join_here(room, name, code)

    async def _join_here(self, room: str, name: str, code: str) -> Seated:
        owned = await self._owned(room)
        if owned.room.create.is_private and code != owned.room.create.code:
            raise UnusableError("private", "This room is private. Its code is required.")
        return await self._take_slot(owned, name)

    @with_error_responses
    async def join_by_code(self, request: Request) -> Response:
        """Take the first free seat of the room with this `code`."""
        self._limit(self.node.join_limits, request)
        body = await read_body(request, JoinRequest)
        info = await self.node.store.by_code(body.code.strip().upper())
        if info is None:
            raise UnusableError("no_room", "There is no room with this code.")
        return json_response(await self._join(info.room, body.name, info.code))

    # --- quick match -------------------------------------------------------------------------------

    @with_error_responses
    async def quick(self, request: Request) -> Response:
        """Join the first open room of the game in which somebody is waiting, or create one."""
        self._limit(self.node.create_limits, request)
        body = await read_body(request, QuickMatchRequest)
        game = self.node.find_game(body.game).name
        node_id = self.node.id
        relay = self.node.relay
        matchmaker = node_id if relay is None else min(await relay.alive(), default=node_id)
        try:
            found = await self._call(matchmaker, "find_match", node_id, game, body.name)
        except UnusableError as error:
            if error.code != "moved" or matchmaker == node_id:
                raise
            found = await self._find_match(node_id, game, body.name, matchmaker)
        seated, is_new = found
        return json_response(seated, 201 if is_new else 200)

    async def _call(self, node_id: str, method: str, *args: Any) -> Any:
        """Call one of the matchmaking methods on this or another node."""
        if self.node.relay is None or node_id == self.node.id:
            return await self._methods[method](*args)
        return await self.node.relay.call(node_id, method, *args)

    async def _find_match(
        self, node_id: str, game: str, name: str, gone: str = ""
    ) -> tuple[Any, bool]:
        """Return a seat for a player who is connected to node `node_id`, and whether its room is new.
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
                    seated = await self._call(owner, "join_waiting_room", names, name)
                except UnusableError:  # the owner does not answer
                    continue
                if seated is not None:
                    return seated, False
            return await self._call(node_id, "create_waiting_room", game, name), True

    async def _join_waiting_room(self, rooms: list[str], name: str) -> Seated | None:
        """Take a slot in the first of these rooms in which somebody is waiting."""
        for room in rooms:
            owned = self.node.rooms.get(room)
            if owned is None or not owned.room.free_slots or not self._has_default_settings(owned):
                continue
            if self._is_somebody_waiting(owned):
                try:
                    return await self._take_slot(owned, name)
                except UnusableError:
                    continue
        return None

    def _has_default_settings(self, owned: OwnedRoom) -> bool:
        """Return whether a room has the host's settings. Custom rooms are only joined on purpose."""
        create, settings = owned.room.create, self.node.settings
        own = (create.options, create.timeouts, create.coin_flip, create.forfeit_after)
        return own == ({}, settings.timeouts, settings.coin_flip, settings.forfeit_after)

    async def _create_waiting_room(self, game: str, name: str) -> Seated:
        return await self._take_slot(await self.node.create(self.node.find_game(game)), name)

    def _note_join(self, owned: OwnedRoom, slot: int) -> None:
        """Note that somebody has joined over HTTP and will open a socket soon."""
        now = time.time()
        while self._recent_joins and now - next(iter(self._recent_joins.values())) > JOIN_GRACE:
            del self._recent_joins[next(iter(self._recent_joins))]
        self._recent_joins[owned.room.id, owned.room.slots[slot].joined_seq] = now

    def _is_somebody_waiting(self, owned: OwnedRoom) -> bool:
        """Return whether a player has a socket, or joined over HTTP a moment ago."""
        since = time.time() - JOIN_GRACE
        return bool(owned.connections) or any(
            self._recent_joins.get((owned.room.id, slot.joined_seq), 0.0) > since
            for slot in owned.room.slots
            if not slot.is_free
        )

    # --- finished matches --------------------------------------------------------------------------

    @with_error_responses
    async def history(self, request: Request) -> Response:
        """All finished matches of public rooms, most recent first."""
        found = await self.node.store.history(int_param(request, "limit", 50, 200))
        return json_response([_match_summary(played) for played in found])

    async def _finished(self, request: Request) -> tuple[Replay, str]:
        """Find the finished match that is requested. Private rooms require a seat token."""
        self._limit(self.replay_limits, request)
        room = request.path_params["room"]
        info = await self.node.store.info(room)
        if info is None:
            raise UnusableError("no_room", "There is no such room.")
        if info.is_private:
            token = request.query_params.get("token") or bearer(request)
            tokens.read(self.node.secret, token, room)
        wanted = int_param(request, "match", 0, 1_000_000)
        return await self.replays.find(room, info.head, wanted), room

    @with_error_responses
    async def replay(self, request: Request) -> Response:
        """By default the last finished match; `match` selects another one by its number."""
        replay, room = await self._finished(request)
        headers = {"Content-Disposition": f'attachment; filename="{room}.json"'}
        return Response(replay.record, 200, headers, "application/json")

    @with_error_responses
    async def frames(self, request: Request) -> Response:
        """What `seat`, or a spectator, saw at each step; `start` and `count` select a page."""
        replay, room = await self._finished(request)
        start = int_param(request, "start", 0, 1_000_000)
        count = int_param(request, "count", 50, 200)
        word = request.query_params.get("seat", "")
        seats = [seat_id(seat) for seat in range(replay.seats)]
        if word and word not in seats:
            raise UnusableError("bad_request", f"seat must be one of {', '.join(seats)}.")
        seat = seats.index(word) if word else None
        return json_response(await self.replays.frames(room, replay, seat, start, count))

    # --- administration -------------------------------------------------------------------------

    def _check_admin(self, request: Request) -> None:
        wanted = self.node.settings.admin_token
        if not wanted or not hmac.compare_digest(bearer(request).encode(), wanted.encode()):
            raise UnusableError("forbidden", "The administrator's token is required.")

    @with_error_responses
    async def admin_rooms(self, request: Request) -> Response:
        """All rooms, including private and finished ones."""
        self._check_admin(request)
        found = await self.node.store.rooms(limit=1000)
        return json_response([msgspec.to_builtins(info) for info in found])

    @with_error_responses
    async def admin_room(self, request: Request) -> Response:
        """The players and open prompts of a room, without hidden information."""
        self._check_admin(request)
        owned = await self._owned(request.path_params["room"])
        room = owned.room
        prompts = {
            seat_id(seat): {"promptId": o.prompt_id, "kind": o.kind, "version": o.version,
                            "deadline": o.deadline}
            for seat, o in room.open_prompts.items()
        }  # fmt: skip
        return json_response(
            {
                "roomId": room.id, "game": room.game.name, "status": room.status, "seq": room.seq,
                "stateVersion": room.version, "epoch": owned.handler.epoch, "node": self.node.id,
                "seats": seats_data(room, owned.handler.connected), "prompts": prompts,
                "unstored": len(owned.outbox), "watchers": len(owned.spectators),
            }
        )  # fmt: skip

    @with_error_responses
    async def admin_close(self, request: Request) -> Response:
        """`seat` must have an open prompt; see `prompts` of the room."""
        self._check_admin(request)
        body = await read_body(request, ClosePromptRequest)
        owned = await self._owned(request.path_params["room"])
        seats = {seat_id(seat): seat for seat in owned.room.open_prompts}
        if body.seat not in seats:
            raise UnusableError("no_prompt", "This seat has no open prompt.")
        self.node.deliver(owned, None, owned.handler.close_prompt(seats[body.seat], time.time()))
        await self.node.wait_until_durable(owned)
        return json_response({"stateVersion": owned.room.version})

    @with_error_responses
    async def admin_end(self, request: Request) -> Response:
        """The match ends without a winner."""
        self._check_admin(request)
        body = await read_body(request, EndMatchRequest)
        owned = await self._owned(request.path_params["room"])
        reply = owned.handler.commit(inputs.End(body.reason), time.time(), "ended")
        if not reply.rows:
            sentence = msgspec.json.decode(reply.frames[0][1])["message"]
            raise UnusableError("already_over", sentence)
        self.node.deliver(owned, None, reply)
        await self.node.wait_until_durable(owned)
        return json_response({"stateVersion": owned.room.version})


def bearer(request: Request) -> str:
    """Return the bearer token of a request, or an empty string."""
    word, _, token = request.headers.get("authorization", "").partition(" ")
    return token if word.lower() == "bearer" else ""


def _match_summary(played: FinishedMatch) -> RoomSummary:
    return RoomSummary(
        played.room, played.game, "over", played.names, played.created, played.ended, played.ended,
        played.result, played.inputs, played.match, played.players,
    )  # fmt: skip
