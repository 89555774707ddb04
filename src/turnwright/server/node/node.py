"""The hub of a node: its rooms, who is connected to them, their clocks and their bots.

Everything happens on one loop. A room takes a message at once, but what comes of it is sent only when
the store says that it is durable. If the store refuses, the room is dropped and read again: what was
not stored has never happened, and nobody has seen it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from turnwright.agents.registry import find_agent
from turnwright.core.definition.game import Game
from turnwright.core.errors import TurnwrightError, UnusableError
from turnwright.server.http import tokens
from turnwright.server.http.limits import Buckets
from turnwright.server.rooms import inputs as log
from turnwright.server.rooms.message_handler import Desk
from turnwright.server.rooms.outgoing import WATCHERS, YOU, Reply
from turnwright.server.rooms.room import Room
from turnwright.server.storage.errors import Conflict
from turnwright.server.storage.recovery import restore
from turnwright.server.storage.store import RoomInfo, Row, Snapshot, Store
from turnwright.server.views import protocol as wire
from turnwright.server.views.protocol import BadMessage

from .connections import ABSENT, Guest, Live, Socket
from .logs import say
from .maintenance import Keeper
from .settings import Settings, Stats

SNAPSHOT_EVERY = 256  # inputs; then ever rarer, so that a long match costs no more per input
QUICK_BOTS = ("random", "auto", "passive")  # they decide at once, without a thread
STRIKES = 20  # frames that are no message before a client is sent away
EXCESS = 500  # frames over the limit before a client is sent away; half are forgotten every second
EARLY = 256  # frames that may come while the room is being found
READER = ThreadPoolExecutor(1, "room-reader")  # apart from bots, who think as long as they like


class Hub:
    """Rooms by name, and the ways in."""

    def __init__(
        self, store: Store, games: Callable[[str], Game], settings: Settings | None = None
    ) -> None:
        self.store, self.find_game = store, games
        self.settings = settings or Settings()
        self.node = tokens.new_secret()[:12]
        self.secret = ""
        self.rooms: dict[str, Live] = {}
        self.guests: dict[Socket, Guest] = {}
        self.stats = Stats()
        self.relay: Any = None  # of a cluster; see cluster.py
        rate, burst = self.settings.create_rate, self.settings.create_burst
        self.creators = Buckets(rate, burst)  # of rooms, by address
        self.knocks = Buckets(5 * rate, 3 * burst)  # tries to join: codes are not to be guessed
        self._loading: dict[str, asyncio.Task[Live | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.loop: asyncio.AbstractEventLoop

    async def open(self) -> None:
        self.loop = asyncio.get_running_loop()
        await self.store.open()
        self.secret = await self.store.set_setting("secret", tokens.new_secret())
        if self.settings.lease:
            await self.store.renew(self.node, self.settings.lease)
        if self.relay is not None:
            await self.relay.open()
        await Keeper(self).begin()
        say("node_started", node=self.node)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for guest in list(self.guests.values()):
            guest.socket.close(1012, "the server stops")
        for live in list(self.rooms.values()):
            self.forget(live)
            if self.settings.lease:
                await self.store.release(live.room.id, self.node)
        await self.store.close()

    def spawn(self, work: Any) -> asyncio.Task[Any]:
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- rooms -------------------------------------------------------------------------------------

    async def create(
        self,
        game: Game,
        *,
        room_id: str = "",
        chairs: int = 0,
        is_private: bool = False,
        options: dict[str, Any] | None = None,
        timeouts: dict[str, float] | None = None,
        coin_flip: bool | None = None,
        forfeit_after: int | None = None,
    ) -> Live:
        """A new room, stored."""
        settings = self.settings
        given = log.Create(
            game=game.name,
            rules=game.rules,
            seed=tokens.new_secret()[:24],
            chairs=chairs or max(n for n in game.seats if n <= 2 or n == game.seats[0]),
            code=tokens.new_code(),
            is_private=is_private,
            options=options or {},
            timeouts={**settings.timeouts, **(timeouts or {})},
            forfeit_after=settings.forfeit_after if forfeit_after is None else forfeit_after,
            has_sealed_seeds=True,
            coin_flip=settings.coin_flip if coin_flip is None else coin_flip,
        )
        now = time.time()
        name = room_id or tokens.new_room_id()
        info = RoomInfo(
            room=name, game=game.name, code=given.code, is_private=is_private, created=now,
            updated=now, node=self.node, names=[""] * given.chairs,
        )  # fmt: skip
        await self.store.create(info, [Row(name, 1, "create", body=log.encode(given), at=now)])
        say("room_created", room=name, game=game.name, private=is_private)
        found = self.rooms.get(name)  # somebody may have come while it was being stored
        if found is None:
            desk = Desk(Room(name, game, given), info.epoch)
            found = self.rooms[name] = Live(desk, SNAPSHOT_EVERY)
        return found

    def limit(self, buckets: Buckets, address: str) -> None:
        if self.settings.create_rate and not buckets.take(address):
            raise UnusableError("rate_limited", "Slower, please.")

    async def find(self, room_id: str) -> Live | None:
        """A room that this node owns, or takes and reads now; None if another node has it or there
        is none."""
        live = self.rooms.get(room_id)
        if live is not None:
            return live
        task = self._loading.get(room_id)
        if task is None:
            task = self._loading[room_id] = self.spawn(self._load(room_id))
            task.add_done_callback(lambda _: self._loading.pop(room_id, None))
        return await asyncio.shield(task)

    async def _load(self, room_id: str) -> Live | None:
        if await self.store.info(room_id) is None:
            return None  # to take what is not there would cost a transaction
        epoch = await self.store.acquire(room_id, self.node, self.settings.lease)
        if epoch is None:
            return None
        room = await self.read_room(room_id)
        if room is None:
            return None
        if room_id in self.rooms:  # it was made here in the meantime
            return self.rooms[room_id]
        live = self.rooms[room_id] = Live(Desk(room, epoch), max(SNAPSHOT_EVERY, 2 * room.seq))
        self._after(live)
        say("room_loaded", room=room_id, seq=room.seq, epoch=epoch)
        return live

    async def read_room(self, room_id: str, reader: Executor = READER) -> Room | None:
        """A room as the store has it: its snapshot, and the rows since, checked by their hashes. It is
        put together in a thread, as that may take a second."""
        snapshot = await self.store.snapshot(room_id)
        rows = await self.store.read(room_id, snapshot.seq if snapshot else 0)
        if snapshot is None and not rows:
            return None
        work = partial(restore, room_id, self.find_game, snapshot, rows)
        return await self.loop.run_in_executor(reader, work)

    def forget(self, live: Live) -> None:
        self.rooms.pop(live.room.id, None)
        if live.handle is not None:
            live.handle.cancel()
        if live.bot is not None:
            live.bot.cancel()

    def lose(self, live: Live, error: Exception) -> None:
        """What this node has of the room is not what is stored: start over from the store."""
        self.stats.lost_rooms += 1
        say("room_lost", room=live.room.id, error=str(error))
        self.forget(live)
        live.outbox.clear()
        for guest in [*live.guests.values(), *live.watchers]:
            guest.live = None
            guest.socket.close(1012, "the room is read again; come back")

    # --- sockets -----------------------------------------------------------------------------------

    def opened(self, socket: Socket) -> bool:
        """A connection has been made. False: there are too many."""
        if len(self.guests) >= self.settings.max_sockets:
            return False
        self.guests[socket] = Guest(socket, self.settings)
        return True

    def closed(self, socket: Socket) -> None:
        guest = self.guests.pop(socket, None)
        if guest is None:
            return
        if self.relay is not None:
            self.relay.closed(guest)
        live, guest.live = guest.live, None
        if live is None:
            return
        if guest.chair is None:
            live.watchers.discard(guest)
            live.desk.watchers = len(live.watchers)
        elif live.guests.get(guest.chair) is guest:
            del live.guests[guest.chair]
            live.desk.leave(guest.chair)
            self._tell_seats(live)

    def _tell_seats(self, live: Live) -> None:
        """Who is here; and who is ready, which may not be durable yet."""
        reply, frame = Reply(), live.desk.seats_info()
        reply.frames = [(to, frame) for to in [*live.guests, WATCHERS]]
        self.deliver(live, None, reply)

    def received(self, socket: Socket, frame: bytes | str) -> None:
        """A frame has come. Whatever it is, it cannot hurt, and unless there are too many it is
        answered."""
        guest = self.guests.get(socket)
        if guest is None:
            return
        if guest.bucket is not None and not guest.bucket.take():
            self._drop(guest)
            return
        self.stats.messages += 1
        if guest.is_joining:
            if len(guest.early) < EARLY:
                guest.early.append(frame)
            else:
                self._drop(guest)
            return
        if self.relay is not None and self.relay.forwards(guest, frame):
            return
        try:
            message = wire.decode(frame)
        except BadMessage as error:
            self.stats.bad_frames += 1
            guest.strikes += 1
            self._refuse(guest, "error", str(error))
            if guest.strikes >= STRIKES:
                socket.close(1008, "too many frames that are no message")
            return
        live = guest.live
        if live is not None:
            if type(message) is wire.JoinRoom:
                self._refuse(guest, "error", "You are in a room already.")
            else:
                self._handle(live, guest, message)
        elif type(message) is wire.JoinRoom:
            guest.is_joining = True
            self.spawn(self._join(guest, message, frame))
        elif type(message) is wire.Ping:
            guest.send(wire.Pong(t=message.t, now=int(time.time() * 1000)))
        else:
            action_id = getattr(message, "action_id", None)
            self._refuse(guest, "error", "Join a room first.", action_id)

    def _drop(self, guest: Guest) -> None:
        """A frame too many. Its client is told so, but once a second; whoever goes on is sent away."""
        self.stats.dropped += 1
        guest.excess += 1
        guest.unanswered += 1
        if guest.excess > EXCESS:
            return  # it is on its way out
        if guest.excess == EXCESS:
            guest.socket.close(1008, "too many messages: slower, please")
        elif not guest.is_told:
            self._slow_down(guest)

    def _slow_down(self, guest: Guest) -> None:
        guest.unanswered = 0
        guest.is_told = True
        self._refuse(guest, "rate_limited", "Slower, please.")
        self.loop.call_later(1.0, self._forgive, guest)

    def _forgive(self, guest: Guest) -> None:
        """A second later. Nobody waits for ever for an answer to a frame that was dropped."""
        guest.is_told = False
        if guest.excess < EXCESS and guest.socket in self.guests:
            guest.excess //= 2
            if guest.unanswered:
                self._slow_down(guest)

    def _handle(self, live: Live, guest: Guest, message: wire.ClientMessage) -> None:
        """The guard around everything that happens inside a room."""
        seq = live.room.seq
        try:
            reply = live.desk.handle(guest.chair, message, time.time())
        except Exception as error:
            say("room_failed", room=live.room.id, message=type(message).__name__, error=repr(error))
            action_id = getattr(message, "action_id", None)
            self._refuse(guest, "internal", "The server could not do this.", action_id)
            if live.room.seq != seq:  # something happened that was not written down
                self.lose(live, error)
            return
        if type(message) is wire.Leave and (guest.chair is None or reply.rows):
            self._detach(live, guest)
        self.deliver(live, guest, reply)

    def _refuse(self, guest: Guest, code: str, sentence: str, action_id: str | None = None) -> None:
        self.stats.refusals[code] = self.stats.refusals.get(code, 0) + 1
        guest.send(wire.Error(code=code, message=sentence, action_id=action_id))

    def _detach(self, live: Live, guest: Guest) -> None:
        """Somebody goes, at once: the next one on the chair may come before that is durable."""
        if guest.chair is None:
            live.watchers.discard(guest)
            live.desk.watchers = len(live.watchers)
        elif live.guests.get(guest.chair) is guest:
            del live.guests[guest.chair]
            live.desk.leave(guest.chair)
        guest.live = guest.chair = None

    async def _join(self, guest: Guest, message: wire.JoinRoom, frame: bytes | str) -> None:
        try:
            await self._take_place(guest, message, frame)
        except TurnwrightError as error:
            self._refuse(guest, error.code, str(error))
        except Exception as error:
            say("join_failed", room=message.room_id, error=repr(error))
            self._refuse(guest, "internal", "The server could not do this.")
        guest.is_joining = False
        early, guest.early = guest.early, []
        for late in early:
            self.received(guest.socket, late)

    async def _take_place(self, guest: Guest, message: wire.JoinRoom, frame: bytes | str) -> None:
        """Find the room and a place in it: by token, by taking a free seat, or to look on."""
        room_id = message.room_id
        if not room_id.isascii() or not room_id.replace("-", "").isalnum() or len(room_id) > 40:
            raise UnusableError("error", "A room is named by letters, digits and hyphens.")
        address = guest.socket.address
        if room_id not in self.rooms and self.knocks.is_empty(address):
            self.limit(self.knocks, address)  # very many were not there: none is looked for
        live = await self.find(room_id)
        if live is None and self.relay is not None and await self.relay.join(guest, room_id, frame):
            guest.is_away = True
            if guest.socket not in self.guests:  # it has gone in the meantime
                self.relay.closed(guest)
            return  # another node has the room and does the rest
        if live is None and await self.store.info(room_id) is not None:
            live = await self.find(room_id)  # somebody may have made it in this moment
            if live is None:
                raise UnusableError("moved", "The room is moving between nodes; try again.")
        if live is None:
            if message.token or message.spectate:
                self.limit(self.knocks, address)
                raise UnusableError("no_room", f"There is no room {room_id!r}.")
            self.limit(self.creators, address)
            try:
                live = await self.create(self.find_game(message.game), room_id=room_id)
            except Conflict:
                live = await self.find(room_id)
                if live is None:
                    raise UnusableError("moved", "The room is moving; try again.") from None
        if guest.socket not in self.guests:
            return  # it has gone in the meantime
        room = live.room
        if message.token:
            chair, sitting = tokens.read(self.secret, message.token, room_id)
            if not 0 <= chair < len(room.chairs) or room.chairs[chair].sitting != sitting:
                raise tokens.BadToken("This seat has been given back.")
            self.seat(live, guest, chair)
            return
        if room.create.is_private:
            self.limit(self.knocks, address)  # a guess may be right
            if message.code != room.create.code:
                raise UnusableError("private", "This room is private: its code is needed.")
        if message.spectate:
            guest.live = live
            live.watchers.add(guest)
            live.desk.watchers = len(live.watchers)
            self._welcome(live, guest, "")
            return
        now = time.time()
        if room.status == "over" and not live.guests and now - room.ended > ABSENT:
            self._clear(live, now)
        chair, reply = live.desk.sit(clean_name(message.player_name), "", now)
        if chair < 0:
            guest.socket.send(reply.frames[0][1])
            return
        self.deliver(live, None, reply)
        await self.stored(live)
        self.seat(live, guest, chair)

    def _clear(self, live: Live, now: float) -> None:
        """All have gone after their match: the room is for those who come next."""
        for index, chair in enumerate(live.room.chairs):
            if not chair.is_free:
                self.deliver(live, None, live.desk.commit(log.Stand(index), now, "left"))

    def seat(self, live: Live, guest: Guest, chair: int) -> None:
        """A socket takes the place of a chair; an older one is sent away."""
        if guest.socket not in self.guests:
            return  # it has gone in the meantime
        old = live.guests.get(chair)
        if old is not None:
            old.live = None
            old.send(wire.Info(code="replaced", message="You are connected from elsewhere now."))
            old.socket.close(4001, "replaced")
        guest.live, guest.chair = live, chair
        live.guests[chair] = guest
        live.desk.enter(chair)
        live.desk.seqs.pop(chair, None)
        self._welcome(live, guest, self.sign(live, chair))
        self._tell_seats(live)

    def _welcome(self, live: Live, guest: Guest, token: str) -> None:
        reply = Reply()
        frames = live.desk.welcome(guest.chair, token, time.time())
        reply.frames = [(YOU, frame) for frame in frames]
        self.deliver(live, guest, reply)

    def sign(self, live: Live, chair: int) -> str:
        sitting = live.room.chairs[chair].sitting
        return tokens.sign(self.secret, live.room.id, chair, sitting, self.settings.token_lifetime)

    # --- durable, then visible ---------------------------------------------------------------------

    def deliver(self, live: Live, guest: Guest | None, reply: Reply) -> None:
        """Store what must be stored; send what is to be sent when everything before it is durable."""
        rows, outbox = reply.rows, live.outbox
        if not rows and not outbox:
            self._send(live, guest, reply)
            if live.desk.menus:
                self._after(live)  # a menu has a clock, too
            return
        outbox.append((reply, guest))
        if rows:
            self.stats.commits += 1
            room, snapshot = live.room, None
            if room.seq >= live.snapshot_at:
                live.snapshot_at = 2 * room.seq
                snapshot = Snapshot(room.id, room.seq, room.image())
            done = live.done
            if done is None:
                done = live.done = partial(self._stored, live)
            self.store.submit(room.id, live.desk.epoch, rows, reply.changes, snapshot, done=done)

    def _stored(self, live: Live, error: Exception | None) -> None:
        """The rows of the oldest reply are durable (a room's submits keep their order): it is sent,
        and so are those behind it that have no rows."""
        outbox = live.outbox
        if error is not None:
            if self.rooms.get(live.room.id) is live:
                self.lose(live, error)
            return
        if not outbox:
            return  # the room was lost in the meantime
        reply, guest = outbox.popleft()
        self._send(live, guest, reply)
        while outbox and not outbox[0][0].rows:
            reply, guest = outbox.popleft()
            self._send(live, guest, reply)
        if not outbox:
            self._after(live)

    def _send(self, live: Live, guest: Guest | None, reply: Reply) -> None:
        guests = live.guests
        for to, frame in reply.frames:
            if to >= 0:
                found = guests.get(to)
                if found is not None:
                    found.socket.send(frame)
            elif to == WATCHERS:
                for watcher in live.watchers:
                    watcher.socket.send(frame)
            elif guest is not None:
                guest.socket.send(frame)
        desk, match = live.desk, live.room.match
        if match is not None and match.fault is not None:
            self._report_fault(live)
        if desk.failures:
            for error in desk.failures:
                say("game_failed", room=live.room.id, error=repr(error))
            self.stats.faults += len(desk.failures)
            desk.failures = []

    async def stored(self, live: Live) -> None:
        """Wait until everything so far is durable."""
        while live.outbox and self.rooms.get(live.room.id) is live:
            await asyncio.sleep(0.001)
        if self.rooms.get(live.room.id) is not live:
            raise UnusableError("moved", "The room was lost; try again.")

    def _report_fault(self, live: Live) -> None:
        match = live.room.match
        assert match is not None
        fault, match.fault = match.fault, None
        assert fault is not None
        self.stats.faults += 1
        say("rules_failed", room=live.room.id, error=repr(fault.error))
        if self.settings.faults:
            folder = Path(self.settings.faults)
            folder.mkdir(parents=True, exist_ok=True)
            name = f"{live.room.id}-{live.room.seq}.json"
            (folder / name).write_bytes(fault.record.to_json())

    # --- clocks and bots ---------------------------------------------------------------------------

    def _after(self, live: Live) -> None:
        """Everything is durable: see to the clock and to bots."""
        deadline, timer_at = live.desk.deadline, live.timer_at
        if deadline is not None and (timer_at is None or deadline < timer_at):
            self._arm(live, deadline)
        if live.room.has_bots and live.bot is None and live.room.bot_to_act is not None:
            live.bot = self.spawn(self._play_bots(live))

    def _arm(self, live: Live, deadline: float) -> None:
        if live.handle is not None:
            live.handle.cancel()
        live.timer_at = deadline
        live.handle = self.loop.call_later(max(0.0, deadline - time.time()), self._ring, live)

    def _ring(self, live: Live) -> None:
        live.timer_at = live.handle = None
        if self.rooms.get(live.room.id) is not live:
            return
        for reply in live.desk.expire(time.time()):
            self.stats.timeouts += 1
            self.deliver(live, None, reply)
        if not live.outbox:
            self._after(live)

    async def _play_bots(self, live: Live) -> None:
        room = live.room
        try:
            while self.rooms.get(room.id) is live:
                seat = room.bot_to_act
                if seat is None:
                    break
                await asyncio.sleep(self.settings.bot_delay)
                version, match = room.version, room.match
                if room.bot_to_act != seat or match is None:
                    continue
                bot = room.chair_of(seat).bot
                agent = find_agent(bot, f"{room.create.seed} {room.number} {version} bot")
                copy = match.clone()
                prompt = copy.prompt(seat)
                if bot in QUICK_BOTS:
                    answer = agent.decide(prompt, copy)
                else:
                    answer = await asyncio.to_thread(agent.decide, prompt, copy)
                if room.version == version and self.rooms.get(room.id) is live:
                    reply = live.desk.answer(answer, time.time())
                    if not reply.rows:
                        reply = live.desk.close_prompt(seat, time.time())
                    self.deliver(live, None, reply)
                    await self.stored(live)
        except (UnusableError, asyncio.CancelledError):
            pass
        except Exception as error:
            say("bot_failed", room=room.id, error=repr(error))
            seat = room.bot_to_act
            if seat is not None and self.rooms.get(room.id) is live:
                self.deliver(live, None, live.desk.close_prompt(seat, time.time()))
        finally:
            live.bot = None
            if self.rooms.get(room.id) is live and not live.outbox:
                self.loop.call_soon(self._after, live)


def clean_name(name: str | None) -> str:
    """A name for a player: printable, of decent length, never empty."""
    text = " ".join((name or "").split())
    return "".join(ch for ch in text if ch.isprintable())[:24] or "Guest"
