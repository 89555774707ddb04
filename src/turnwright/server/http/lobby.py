"""HTTP: the lobby, replays, and what an administrator may do. JSON in and out.

Errors are `{"error": {"code", "message"}}`; a traceback never leaves.
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
from turnwright.core.errors import UnusableError
from turnwright.games import GAMES
from turnwright.server.node.connections import OwnedRoom
from turnwright.server.node.node import Node, clean_name
from turnwright.server.rooms import inputs
from turnwright.server.storage.store import FinishedMatch, RoomInfo
from turnwright.server.views.protocol import seat_id
from turnwright.server.views.state_view import describe_game, seats_data

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

ON_THE_WAY = 15.0  # seconds in which somebody who has taken a chair is waited for


class Lobby:
    """The routes of a hub."""

    def __init__(self, node: Node, names: list[str] | None = None) -> None:
        self.node = node
        self.names = names or list(GAMES)
        self.replays = Replays(node)
        rate, burst = node.settings.create_rate, node.settings.create_burst
        self.replay_limits = Buckets(5 * rate, 3 * burst)  # of replays, by address
        self._sittings: dict[tuple[str, int], float] = {}  # by room and sitting: since when
        self._matchmaking_locks: defaultdict[str, asyncio.Lock] = defaultdict(
            asyncio.Lock
        )  # by game
        self._methods: dict[str, Callable[..., Awaitable[Any]]] = {
            "join": self._join_here,
            "bring_together": self._bring_together,
            "sit_with_somebody": self._sit_with_somebody,
            "sit_alone": self._sit_alone,
        }
        if node.relay is not None:
            node.relay.methods.update(self._methods)

    def routes(self) -> list[Route]:
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
        return json_response([self._summary(name) for name in self.names])

    @with_error_responses
    async def one_game(self, request: Request) -> Response:
        game = self.node.find_game(request.path_params["game"])
        return json_response(
            {**describe_game(game, with_library=True), "bots": agents_for(game.name)}
        )

    @with_error_responses
    async def rooms(self, request: Request) -> Response:
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
            raise UnusableError("bad_timeouts", "A timeout is from 0 (none) to 86,400 seconds.")
        if body.forfeit_after is not None and not 0 <= body.forfeit_after <= 1000:
            sentence = "A match is lost with 1 to 1,000 time-outs in a row, or 0: never."
            raise UnusableError("bad_forfeit", sentence)
        self._try_options(game, body.options)
        owned = await self.node.create(
            game, slots=seats, is_private=body.private, options=body.options,
            timeouts=body.timeouts, coin_flip=body.coin_flip, forfeit_after=body.forfeit_after,
        )  # fmt: skip
        for index, bot in enumerate(body.bots):
            word = bot.partition(":")[0].capitalize()
            slot = len(owned.room.slots) - 1 - index
            _, reply = owned.handler.join(f"{word} bot", bot, time.time(), slot)
            self.node.deliver(owned, None, reply)
        return json_response(await self._sit(owned, body.name), 201)

    def _try_options(self, game: Any, options: dict[str, Any]) -> None:
        """Options that the rules do not take are refused here, not when everybody is ready."""
        if options:
            game.start("try", options=options)

    async def _sit(self, owned: OwnedRoom, name: str) -> Seated:
        slot, reply = owned.handler.join(clean_name(name), "", time.time())
        if slot < 0:
            raise UnusableError("room_full", "There is no free seat in this room.")
        self._note_sitting(owned, slot)
        self.node.deliver(owned, None, reply)
        await self.node.wait_until_durable(owned)
        seat = seat_id(owned.room.seating[slot])
        return Seated(
            owned.room.id, seat, self.node.seat_token(owned, slot), owned.room.create.code
        )

    async def _live(self, room: str) -> OwnedRoom:
        owned = await self.node.find_room(room)
        if owned is None:
            raise UnusableError("no_room", f"There is no room {room!r} here.")
        return owned

    @with_error_responses
    async def one_room(self, request: Request) -> Response:
        info = await self.node.store.info(request.path_params["room"])
        if info is None:
            raise UnusableError("no_room", "There is no such room.")
        return json_response(self._room_summary(info))

    @with_error_responses
    async def join(self, request: Request) -> Response:
        self._limit(self.node.join_limits, request)
        body = await read_body(request, JoinRequest)
        return json_response(await self._join(request.path_params["room"], body.name, body.code))

    async def _join(self, room: str, name: str, code: str) -> Any:
        if self.node.relay is not None and await self.node.find_room(room) is None:
            return await self.node.relay.call(room, "join", name, code)
        return await self._join_here(room, name, code)

    async def _join_here(self, room: str, name: str, code: str) -> Seated:
        owned = await self._live(room)
        if owned.room.create.is_private and code != owned.room.create.code:
            raise UnusableError("private", "This room is private: its code is needed.")
        return await self._sit(owned, name)

    @with_error_responses
    async def join_by_code(self, request: Request) -> Response:
        self._limit(self.node.join_limits, request)
        body = await read_body(request, JoinRequest)
        info = await self.node.store.by_code(body.code.strip().upper())
        if info is None:
            raise UnusableError("no_room", "There is no room with this code.")
        return json_response(await self._join(info.room, body.name, info.code))

    # --- quick match -------------------------------------------------------------------------------

    @with_error_responses
    async def quick(self, request: Request) -> Response:
        """The first open room of the game where somebody waits, or a new one."""
        self._limit(self.node.create_limits, request)
        body = await read_body(request, QuickMatchRequest)
        game = self.node.find_game(body.game).name
        node_id = self.node.id
        relay = self.node.relay
        matchmaker = node_id if relay is None else min(await relay.alive(), default=node_id)
        try:
            found = await self._at(matchmaker, "bring_together", node_id, game, body.name)
        except UnusableError as error:
            if error.code != "moved" or matchmaker == node_id:
                raise
            found = await self._bring_together(node_id, game, body.name, matchmaker)
        seated, is_new = found
        return json_response(seated, 201 if is_new else 200)

    async def _at(self, node_id: str, method: str, *args: Any) -> Any:
        """Do something here or at another node."""
        if self.node.relay is None or node_id == self.node.id:
            return await self._methods[method](*args)
        return await self.node.relay.ask(node_id, method, *args)

    async def _bring_together(
        self, node_id: str, game: str, name: str, gone: str = ""
    ) -> tuple[Any, bool]:
        """A seat for somebody who has come to `node`, and whether its room is new. The node `gone`
        does not answer.

        One at a time, and in a cluster all at the same node: of two who come together, the second one
        finds the first."""
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
                    seated = await self._at(owner, "sit_with_somebody", names, name)
                except UnusableError:  # it does not answer
                    continue
                if seated is not None:
                    return seated, False
            return await self._at(node_id, "sit_alone", game, name), True

    async def _sit_with_somebody(self, rooms: list[str], name: str) -> Seated | None:
        """A chair in the first of these rooms of this node where somebody waits."""
        for room in rooms:
            owned = self.node.rooms.get(room)
            if owned is None or not owned.room.free_slots or not self._is_plain(owned):
                continue
            if self._is_waited_in(owned):
                try:
                    return await self._sit(owned, name)
                except UnusableError:
                    continue
        return None

    def _is_plain(self, owned: OwnedRoom) -> bool:
        """Is it a room as the host makes them? A stranger's options are for those who chose them."""
        create, settings = owned.room.create, self.node.settings
        own = (create.options, create.timeouts, create.coin_flip, create.forfeit_after)
        return own == ({}, settings.timeouts, settings.coin_flip, settings.forfeit_after)

    async def _sit_alone(self, game: str, name: str) -> Seated:
        return await self._sit(await self.node.create(self.node.find_game(game)), name)

    def _note_sitting(self, owned: OwnedRoom, slot: int) -> None:
        """Somebody has taken a chair, and will open a socket in a moment."""
        now = time.time()
        while self._sittings and now - next(iter(self._sittings.values())) > ON_THE_WAY:
            del self._sittings[next(iter(self._sittings))]
        self._sittings[owned.room.id, owned.room.slots[slot].sitting] = now

    def _is_waited_in(self, owned: OwnedRoom) -> bool:
        """Is there somebody with a socket, or on the way to one?"""
        since = time.time() - ON_THE_WAY
        return bool(owned.connections) or any(
            self._sittings.get((owned.room.id, slot.sitting), 0.0) > since
            for slot in owned.room.slots
            if not slot.is_free
        )

    # --- what is over ------------------------------------------------------------------------------

    @with_error_responses
    async def history(self, request: Request) -> Response:
        """Every match that was played to an end in a room that is not private, the last one first."""
        found = await self.node.store.history(int_param(request, "limit", 50, 200))
        return json_response([_match_summary(played) for played in found])

    async def _finished(self, request: Request) -> tuple[Replay, str]:
        """A match that is over, by default the last; of a private room only for its people."""
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
        """By default the last match of the room that is over; `match` is the number of another one."""
        replay, room = await self._finished(request)
        headers = {"Content-Disposition": f'attachment; filename="{room}.json"'}
        return Response(replay.record, 200, headers, "application/json")

    @with_error_responses
    async def frames(self, request: Request) -> Response:
        replay, room = await self._finished(request)
        start = int_param(request, "start", 0, 1_000_000)
        count = int_param(request, "count", 50, 200)
        word = request.query_params.get("seat", "")
        seats = [seat_id(seat) for seat in range(replay.seats)]
        if word and word not in seats:
            raise UnusableError("bad_request", f"seat is one of {', '.join(seats)}.")
        seat = seats.index(word) if word else None
        return json_response(await self.replays.frames(room, replay, seat, start, count))

    # --- the administrator -------------------------------------------------------------------------

    def _check_admin(self, request: Request) -> None:
        wanted = self.node.settings.admin_token
        if not wanted or not hmac.compare_digest(bearer(request).encode(), wanted.encode()):
            raise UnusableError("forbidden", "This is for the administrator.")

    @with_error_responses
    async def admin_rooms(self, request: Request) -> Response:
        self._check_admin(request)
        found = await self.node.store.rooms(limit=1000)
        return json_response([msgspec.to_builtins(info) for info in found])

    @with_error_responses
    async def admin_room(self, request: Request) -> Response:
        """Who sits there and what is open; not what is hidden in the match."""
        self._check_admin(request)
        owned = await self._live(request.path_params["room"])
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
        """`seat` is the one that is waited for, as in `prompts` of the room."""
        self._check_admin(request)
        body = await read_body(request, ClosePromptRequest)
        owned = await self._live(request.path_params["room"])
        seats = {seat_id(seat): seat for seat in owned.room.open_prompts}
        if body.seat not in seats:
            raise UnusableError("no_prompt", "Nothing is asked of this seat.")
        self.node.deliver(owned, None, owned.handler.close_prompt(seats[body.seat], time.time()))
        await self.node.wait_until_durable(owned)
        return json_response({"stateVersion": owned.room.version})

    @with_error_responses
    async def admin_end(self, request: Request) -> Response:
        self._check_admin(request)
        body = await read_body(request, EndMatchRequest)
        owned = await self._live(request.path_params["room"])
        reply = owned.handler.commit(inputs.End(body.reason), time.time(), "ended")
        if not reply.rows:
            sentence = msgspec.json.decode(reply.frames[0][1])["message"]
            raise UnusableError("already_over", sentence)
        self.node.deliver(owned, None, reply)
        await self.node.wait_until_durable(owned)
        return json_response({"stateVersion": owned.room.version})


def bearer(request: Request) -> str:
    word, _, token = request.headers.get("authorization", "").partition(" ")
    return token if word.lower() == "bearer" else ""


def _match_summary(played: FinishedMatch) -> RoomSummary:
    return RoomSummary(
        played.room, played.game, "over", played.names, played.created, played.ended, played.ended,
        played.result, played.inputs, played.match, played.players,
    )  # fmt: skip
