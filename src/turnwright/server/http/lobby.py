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
from turnwright.server.node.connections import Live
from turnwright.server.node.node import Hub, clean_name
from turnwright.server.rooms import inputs as log
from turnwright.server.storage.store import Played, RoomInfo
from turnwright.server.views.protocol import seat_id
from turnwright.server.views.state_view import describe_game, seats_data

from . import tokens
from .limits import Buckets, client_address
from .messages import (
    CloseBody,
    CreateRoom,
    EndBody,
    GameSummary,
    JoinBody,
    QuickMatch,
    RoomSummary,
    Seated,
)
from .replays import Replay, Replays
from .responses import answer, guarded, number, read_body

ON_THE_WAY = 15.0  # seconds in which somebody who has taken a chair is waited for


class Lobby:
    """The routes of a hub."""

    def __init__(self, hub: Hub, names: list[str] | None = None) -> None:
        self.hub = hub
        self.names = names or list(GAMES)
        self.replays = Replays(hub)
        rate, burst = hub.settings.create_rate, hub.settings.create_burst
        self.readers = Buckets(5 * rate, 3 * burst)  # of replays, by address
        self._sittings: dict[tuple[str, int], float] = {}  # by room and sitting: since when
        self._doors: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)  # by game
        self._methods: dict[str, Callable[..., Awaitable[Any]]] = {
            "join": self._join_here,
            "bring_together": self._bring_together,
            "sit_with_somebody": self._sit_with_somebody,
            "sit_alone": self._sit_alone,
        }
        if hub.relay is not None:
            hub.relay.methods.update(self._methods)

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
        self.hub.limit(buckets, client_address(peer, forwarded, self.hub.settings.proxies))

    def _summary(self, name: str) -> GameSummary:
        game = self.hub.find_game(name)
        about = describe_game(game)
        return GameSummary(name, about["title"], game.about, list(game.seats), agents_for(name))

    @guarded
    async def games(self, request: Request) -> Response:
        return answer([self._summary(name) for name in self.names])

    @guarded
    async def one_game(self, request: Request) -> Response:
        game = self.hub.find_game(request.path_params["game"])
        return answer({**describe_game(game, with_library=True), "bots": agents_for(game.name)})

    @guarded
    async def rooms(self, request: Request) -> Response:
        game = request.query_params.get("game")
        found: list[RoomInfo] = []
        for status in ("waiting", "playing"):
            found += await self.hub.store.rooms(status=status, game=game, is_private=False)
        return answer([self._room_summary(info) for info in found])

    def _room_summary(self, info: RoomInfo) -> RoomSummary:
        live = self.hub.rooms.get(info.room)
        return RoomSummary(
            info.room, info.game, info.status, info.names, info.created, info.updated,
            info.updated if info.status == "over" else None, info.result, info.head,
            options=None if live is None else live.room.option_names,
        )  # fmt: skip

    @guarded
    async def create(self, request: Request) -> Response:
        self._limit(self.hub.creators, request)
        body = await read_body(request, CreateRoom)
        game = self.hub.find_game(body.game)
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
        live = await self.hub.create(
            game, chairs=seats, is_private=body.private, options=body.options,
            timeouts=body.timeouts, coin_flip=body.coin_flip, forfeit_after=body.forfeit_after,
        )  # fmt: skip
        for index, bot in enumerate(body.bots):
            word = bot.partition(":")[0].capitalize()
            chair = len(live.room.chairs) - 1 - index
            _, reply = live.desk.sit(f"{word} bot", bot, time.time(), chair)
            self.hub.deliver(live, None, reply)
        return answer(await self._sit(live, body.name), 201)

    def _try_options(self, game: Any, options: dict[str, Any]) -> None:
        """Options that the rules do not take are refused here, not when everybody is ready."""
        if options:
            game.start("try", options=options)

    async def _sit(self, live: Live, name: str) -> Seated:
        chair, reply = live.desk.sit(clean_name(name), "", time.time())
        if chair < 0:
            raise UnusableError("room_full", "There is no free seat in this room.")
        self._note_sitting(live, chair)
        self.hub.deliver(live, None, reply)
        await self.hub.stored(live)
        seat = seat_id(live.room.seating[chair])
        return Seated(live.room.id, seat, self.hub.sign(live, chair), live.room.create.code)

    async def _live(self, room: str) -> Live:
        live = await self.hub.find(room)
        if live is None:
            raise UnusableError("no_room", f"There is no room {room!r} here.")
        return live

    @guarded
    async def one_room(self, request: Request) -> Response:
        info = await self.hub.store.info(request.path_params["room"])
        if info is None:
            raise UnusableError("no_room", "There is no such room.")
        return answer(self._room_summary(info))

    @guarded
    async def join(self, request: Request) -> Response:
        self._limit(self.hub.knocks, request)
        body = await read_body(request, JoinBody)
        return answer(await self._join(request.path_params["room"], body.name, body.code))

    async def _join(self, room: str, name: str, code: str) -> Any:
        if self.hub.relay is not None and await self.hub.find(room) is None:
            return await self.hub.relay.call(room, "join", name, code)
        return await self._join_here(room, name, code)

    async def _join_here(self, room: str, name: str, code: str) -> Seated:
        live = await self._live(room)
        if live.room.create.is_private and code != live.room.create.code:
            raise UnusableError("private", "This room is private: its code is needed.")
        return await self._sit(live, name)

    @guarded
    async def join_by_code(self, request: Request) -> Response:
        self._limit(self.hub.knocks, request)
        body = await read_body(request, JoinBody)
        info = await self.hub.store.by_code(body.code.strip().upper())
        if info is None:
            raise UnusableError("no_room", "There is no room with this code.")
        return answer(await self._join(info.room, body.name, info.code))

    # --- quick match -------------------------------------------------------------------------------

    @guarded
    async def quick(self, request: Request) -> Response:
        """The first open room of the game where somebody waits, or a new one."""
        self._limit(self.hub.creators, request)
        body = await read_body(request, QuickMatch)
        game = self.hub.find_game(body.game).name
        node = self.hub.node
        usher = node if self.hub.relay is None else min(await self.hub.relay.alive(), default=node)
        try:
            found = await self._at(usher, "bring_together", node, game, body.name)
        except UnusableError as error:
            if error.code != "moved" or usher == node:
                raise
            found = await self._bring_together(node, game, body.name, usher)
        seated, is_new = found
        return answer(seated, 201 if is_new else 200)

    async def _at(self, node: str, method: str, *args: Any) -> Any:
        """Do something here or at another node."""
        if self.hub.relay is None or node == self.hub.node:
            return await self._methods[method](*args)
        return await self.hub.relay.ask(node, method, *args)

    async def _bring_together(
        self, node: str, game: str, name: str, gone: str = ""
    ) -> tuple[Any, bool]:
        """A seat for somebody who has come to `node`, and whether its room is new. The node `gone`
        does not answer.

        One at a time, and in a cluster all at the same node: of two who come together, the second one
        finds the first."""
        async with self._doors[game]:
            relay = self.hub.relay
            alive = {self.hub.node} if relay is None else await relay.alive()
            waiting = await self.hub.store.rooms(status="waiting", game=game, is_private=False)
            rooms: dict[str, list[str]] = {}  # by node, the oldest first
            for info in reversed(waiting):
                owner = self.hub.node if relay is None else info.node
                if "" in info.names and owner in alive and owner != gone:
                    rooms.setdefault(owner, []).append(info.room)
            for owner, names in rooms.items():
                try:
                    seated = await self._at(owner, "sit_with_somebody", names, name)
                except UnusableError:  # it does not answer
                    continue
                if seated is not None:
                    return seated, False
            return await self._at(node, "sit_alone", game, name), True

    async def _sit_with_somebody(self, rooms: list[str], name: str) -> Seated | None:
        """A chair in the first of these rooms of this node where somebody waits."""
        for room in rooms:
            live = self.hub.rooms.get(room)
            if live is None or not live.room.free_chairs or not self._is_plain(live):
                continue
            if self._is_waited_in(live):
                try:
                    return await self._sit(live, name)
                except UnusableError:
                    continue
        return None

    def _is_plain(self, live: Live) -> bool:
        """Is it a room as the host makes them? A stranger's options are for those who chose them."""
        create, settings = live.room.create, self.hub.settings
        own = (create.options, create.timeouts, create.coin_flip, create.forfeit_after)
        return own == ({}, settings.timeouts, settings.coin_flip, settings.forfeit_after)

    async def _sit_alone(self, game: str, name: str) -> Seated:
        return await self._sit(await self.hub.create(self.hub.find_game(game)), name)

    def _note_sitting(self, live: Live, chair: int) -> None:
        """Somebody has taken a chair, and will open a socket in a moment."""
        now = time.time()
        while self._sittings and now - next(iter(self._sittings.values())) > ON_THE_WAY:
            del self._sittings[next(iter(self._sittings))]
        self._sittings[live.room.id, live.room.chairs[chair].sitting] = now

    def _is_waited_in(self, live: Live) -> bool:
        """Is there somebody with a socket, or on the way to one?"""
        since = time.time() - ON_THE_WAY
        return bool(live.guests) or any(
            self._sittings.get((live.room.id, chair.sitting), 0.0) > since
            for chair in live.room.chairs
            if not chair.is_free
        )

    # --- what is over ------------------------------------------------------------------------------

    @guarded
    async def history(self, request: Request) -> Response:
        """Every match that was played to an end in a room that is not private, the last one first."""
        found = await self.hub.store.history(number(request, "limit", 50, 200))
        return answer([_match_summary(played) for played in found])

    async def _finished(self, request: Request) -> tuple[Replay, str]:
        """A match that is over, by default the last; of a private room only for its people."""
        self._limit(self.readers, request)
        room = request.path_params["room"]
        info = await self.hub.store.info(room)
        if info is None:
            raise UnusableError("no_room", "There is no such room.")
        if info.is_private:
            token = request.query_params.get("token") or bearer(request)
            tokens.read(self.hub.secret, token, room)
        wanted = number(request, "match", 0, 1_000_000)
        return await self.replays.find(room, info.head, wanted), room

    @guarded
    async def replay(self, request: Request) -> Response:
        """By default the last match of the room that is over; `match` is the number of another one."""
        replay, room = await self._finished(request)
        headers = {"Content-Disposition": f'attachment; filename="{room}.json"'}
        return Response(replay.record, 200, headers, "application/json")

    @guarded
    async def frames(self, request: Request) -> Response:
        replay, room = await self._finished(request)
        start = number(request, "start", 0, 1_000_000)
        count = number(request, "count", 50, 200)
        word = request.query_params.get("seat", "")
        seats = [seat_id(seat) for seat in range(replay.seats)]
        if word and word not in seats:
            raise UnusableError("bad_request", f"seat is one of {', '.join(seats)}.")
        seat = seats.index(word) if word else None
        return answer(await self.replays.frames(room, replay, seat, start, count))

    # --- the administrator -------------------------------------------------------------------------

    def _check_admin(self, request: Request) -> None:
        wanted = self.hub.settings.admin_token
        if not wanted or not hmac.compare_digest(bearer(request).encode(), wanted.encode()):
            raise UnusableError("forbidden", "This is for the administrator.")

    @guarded
    async def admin_rooms(self, request: Request) -> Response:
        self._check_admin(request)
        found = await self.hub.store.rooms(limit=1000)
        return answer([msgspec.to_builtins(info) for info in found])

    @guarded
    async def admin_room(self, request: Request) -> Response:
        """Who sits there and what is open; not what is hidden in the match."""
        self._check_admin(request)
        live = await self._live(request.path_params["room"])
        room = live.room
        prompts = {
            seat_id(seat): {"promptId": o.prompt_id, "kind": o.kind, "version": o.version,
                            "deadline": o.deadline}
            for seat, o in room.opened.items()
        }  # fmt: skip
        return answer(
            {
                "roomId": room.id, "game": room.game.name, "status": room.status, "seq": room.seq,
                "stateVersion": room.version, "epoch": live.desk.epoch, "node": self.hub.node,
                "seats": seats_data(room, live.desk.connected), "prompts": prompts,
                "unstored": len(live.outbox), "watchers": len(live.watchers),
            }
        )  # fmt: skip

    @guarded
    async def admin_close(self, request: Request) -> Response:
        """`seat` is the one that is waited for, as in `prompts` of the room."""
        self._check_admin(request)
        body = await read_body(request, CloseBody)
        live = await self._live(request.path_params["room"])
        seats = {seat_id(seat): seat for seat in live.room.opened}
        if body.seat not in seats:
            raise UnusableError("no_prompt", "Nothing is asked of this seat.")
        self.hub.deliver(live, None, live.desk.close_prompt(seats[body.seat], time.time()))
        await self.hub.stored(live)
        return answer({"stateVersion": live.room.version})

    @guarded
    async def admin_end(self, request: Request) -> Response:
        self._check_admin(request)
        body = await read_body(request, EndBody)
        live = await self._live(request.path_params["room"])
        reply = live.desk.commit(log.End(body.reason), time.time(), "ended")
        if not reply.rows:
            sentence = msgspec.json.decode(reply.frames[0][1])["message"]
            raise UnusableError("already_over", sentence)
        self.hub.deliver(live, None, reply)
        await self.hub.stored(live)
        return answer({"stateVersion": live.room.version})


def bearer(request: Request) -> str:
    word, _, token = request.headers.get("authorization", "").partition(" ")
    return token if word.lower() == "bearer" else ""


def _match_summary(played: Played) -> RoomSummary:
    return RoomSummary(
        played.room, played.game, "over", played.names, played.created, played.ended, played.ended,
        played.result, played.inputs, played.match, played.players,
    )  # fmt: skip
