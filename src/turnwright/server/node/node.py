"""A node: the rooms it owns, the connections to them, their timers and their bots.

Everything runs on one event loop. For every frame:

- `frame_received` decodes it and checks the limits; a joined connection's message goes to its room's
  `MessageHandler`, which applies it at once and returns a `Reply`.
- `deliver` submits the reply's rows to the store and puts the reply into the room's outbox.
- `_on_durable` sends the frames of a reply once its rows are durable: nobody sees what may be lost.
- When the outbox is empty, `_schedule` sets the room's timer and lets its bots play.

If the store refuses rows, the room is dropped and loaded again: what was not stored never happened, and
nobody has seen it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turnwright.agents.registry import find_agent
from turnwright.core.definition.game import Game
from turnwright.core.errors import TurnwrightError, UnusableError
from turnwright.server.http import tokens
from turnwright.server.http.limits import Buckets
from turnwright.server.rooms import inputs
from turnwright.server.rooms.message_handler import MessageHandler
from turnwright.server.rooms.reply import SENDER, SPECTATORS, Reply
from turnwright.server.rooms.room import Room
from turnwright.server.storage.errors import Conflict
from turnwright.server.storage.recovery import restore
from turnwright.server.storage.store import RoomInfo, Row, Snapshot, Store
from turnwright.server.views import protocol as wire
from turnwright.server.views.protocol import BadMessage

from .connections import ABSENT, Connection, OwnedRoom, Socket
from .logs import log_event
from .maintenance import Maintenance
from .settings import Settings, Stats

if TYPE_CHECKING:
    from .cluster import Relay

SNAPSHOT_EVERY = 256  # inputs; the interval doubles, so that long matches cost no more per input
QUICK_BOTS = ("random", "auto", "passive")  # fast enough to decide on the event loop
MAX_BAD_FRAMES = 20  # invalid frames before a client is disconnected
MAX_EXCESS = 500  # frames over the limit before a client is disconnected; halved every second
MAX_QUEUED = 256  # frames that may arrive while a room is being joined
READER = ThreadPoolExecutor(1, "room-reader")  # not shared with bots, which may think for long


class Node:
    """One server process: its rooms by name, and its connections by socket."""

    def __init__(
        self, store: Store, games: Callable[[str], Game], settings: Settings | None = None
    ) -> None:
        self.store, self.find_game = store, games
        self.settings = settings or Settings()
        self.id = tokens.new_secret()[:12]
        self.secret = ""
        self.rooms: dict[str, OwnedRoom] = {}
        self.connections: dict[Socket, Connection] = {}
        self.stats = Stats()
        self.relay: Relay | None = None  # a `cluster.Relay` if there are other nodes
        rate, burst = self.settings.create_rate, self.settings.create_burst
        # Limits by address. The second one also stops clients from guessing room codes.
        self.create_limits = Buckets(rate, burst)
        self.join_limits = Buckets(5 * rate, 3 * burst)
        self._loading: dict[str, asyncio.Task[OwnedRoom | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.loop: asyncio.AbstractEventLoop

    async def open(self) -> None:
        """Open the store and start the background tasks."""
        self.loop = asyncio.get_running_loop()
        await self.store.open()
        self.secret = await self.store.set_setting("secret", tokens.new_secret())
        if self.settings.lease:
            await self.store.renew(self.id, self.settings.lease)
        if self.relay is not None:
            await self.relay.open()
        await Maintenance(self).begin()
        log_event("node_started", node=self.id)

    async def close(self) -> None:
        """Disconnect everybody, release the rooms and close the store."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for connection in list(self.connections.values()):
            connection.socket.close(1012, "the server is shutting down")
        for owned in list(self.rooms.values()):
            self.unload(owned)
            if self.settings.lease:
                await self.store.release(owned.room.id, self.id)
        await self.store.close()

    def spawn(self, work: Any) -> asyncio.Task[Any]:
        """Start a task that `close` cancels."""
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
        slots: int = 0,
        is_private: bool = False,
        options: dict[str, Any] | None = None,
        timeouts: dict[str, float] | None = None,
        coin_flip: bool | None = None,
        forfeit_after: int | None = None,
    ) -> OwnedRoom:
        """Create and store a room."""
        settings = self.settings
        given = inputs.Create(
            game=game.name,
            rules=game.rules,
            seed=tokens.new_secret()[:24],
            slots=slots or max(n for n in game.seats if n <= 2 or n == game.seats[0]),
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
            updated=now, node=self.id, names=[""] * given.slots,
        )  # fmt: skip
        await self.store.create(info, [Row(name, 1, "create", body=inputs.encode(given), at=now)])
        log_event("room_created", room=name, game=game.name, private=is_private)
        found = self.rooms.get(name)  # somebody may have joined while it was being stored
        if found is None:
            handler = MessageHandler(Room(name, game, given), info.epoch)
            found = self.rooms[name] = OwnedRoom(handler, SNAPSHOT_EVERY)
        return found

    def check_limit(self, buckets: Buckets, address: str) -> None:
        """Raise `rate_limited` if this address has used up its limit."""
        if self.settings.create_rate and not buckets.take(address):
            raise UnusableError("rate_limited", "Too many requests. Slow down.")

    async def find_room(self, room_id: str) -> OwnedRoom | None:
        """Return a room that this node owns or can acquire; None if another node owns it or it does not
        exist."""
        owned = self.rooms.get(room_id)
        if owned is not None:
            return owned
        task = self._loading.get(room_id)
        if task is None:
            task = self._loading[room_id] = self.spawn(self._load(room_id))
            task.add_done_callback(lambda _: self._loading.pop(room_id, None))
        return await asyncio.shield(task)

    async def _load(self, room_id: str) -> OwnedRoom | None:
        if await self.store.info(room_id) is None:
            return None  # acquiring a room that does not exist would cost a transaction
        epoch = await self.store.acquire(room_id, self.id, self.settings.lease)
        if epoch is None:
            return None
        room = await self.read_room(room_id)
        if room is None:
            return None
        if room_id in self.rooms:  # it was created here in the meantime
            return self.rooms[room_id]
        owned = self.rooms[room_id] = OwnedRoom(
            MessageHandler(room, epoch), max(SNAPSHOT_EVERY, 2 * room.seq)
        )
        self._schedule(owned)
        log_event("room_loaded", room=room_id, seq=room.seq, epoch=epoch)
        return owned

    async def read_room(self, room_id: str, reader: Executor = READER) -> Room | None:
        """Rebuild a room from its snapshot and the rows since, checking their hashes. This runs in a
        thread, because it may take a second."""
        snapshot = await self.store.snapshot(room_id)
        rows = await self.store.read(room_id, snapshot.seq if snapshot else 0)
        if snapshot is None and not rows:
            return None
        work = partial(restore, room_id, self.find_game, snapshot, rows)
        return await self.loop.run_in_executor(reader, work)

    def unload(self, owned: OwnedRoom) -> None:
        """Remove a room from memory."""
        self.rooms.pop(owned.room.id, None)
        if owned.handle is not None:
            owned.handle.cancel()
        if owned.bot is not None:
            owned.bot.cancel()

    def drop_room(self, owned: OwnedRoom, error: Exception) -> None:
        """Discard a room that differs from the store. Its clients reconnect, which loads it again."""
        self.stats.lost_rooms += 1
        log_event("room_dropped", room=owned.room.id, error=str(error))
        self.unload(owned)
        owned.outbox.clear()
        for connection in [*owned.connections.values(), *owned.spectators]:
            connection.owned = None
            connection.socket.close(1012, "the room is being reloaded; reconnect")

    # --- sockets -----------------------------------------------------------------------------------

    def socket_opened(self, socket: Socket) -> bool:
        """Register a new socket. Returns False if there are too many."""
        if len(self.connections) >= self.settings.max_sockets:
            return False
        self.connections[socket] = Connection(socket, self.settings)
        return True

    def socket_closed(self, socket: Socket) -> None:
        """Forget a socket; its player keeps the slot."""
        connection = self.connections.pop(socket, None)
        if connection is None:
            return
        if self.relay is not None:
            self.relay.closed(connection)
        owned, connection.owned = connection.owned, None
        if owned is None:
            return
        if connection.slot is None:
            owned.spectators.discard(connection)
            owned.handler.spectator_count = len(owned.spectators)
        elif owned.connections.get(connection.slot) is connection:
            del owned.connections[connection.slot]
            owned.handler.disconnect(connection.slot)
            self._send_seats(owned)

    def _send_seats(self, owned: OwnedRoom) -> None:
        """Send everybody the seats. Goes through the outbox, as readiness may not be durable yet."""
        reply, frame = Reply(), owned.handler.seats_info()
        reply.frames = [(to, frame) for to in [*owned.connections, SPECTATORS]]
        self.deliver(owned, None, reply)

    def frame_received(self, socket: Socket, frame: bytes | str) -> None:
        """Handle a frame. Every frame gets an answer, except those over the limit."""
        connection = self.connections.get(socket)
        if connection is None:
            return
        if connection.bucket is not None and not connection.bucket.take():
            self._drop_frame(connection)
            return
        self.stats.messages += 1
        if connection.is_joining:
            if len(connection.queued_frames) < MAX_QUEUED:
                connection.queued_frames.append(frame)
            else:
                self._drop_frame(connection)
            return
        if self.relay is not None and self.relay.forwards(connection, frame):
            return
        try:
            message = wire.decode(frame)
        except BadMessage as error:
            self.stats.bad_frames += 1
            connection.bad_frames_seen += 1
            self._refuse(connection, "error", str(error))
            if connection.bad_frames_seen >= MAX_BAD_FRAMES:
                socket.close(1008, "too many invalid frames")
            return
        owned = connection.owned
        if owned is not None:
            if type(message) is wire.JoinRoom:
                self._refuse(connection, "error", "You are already in a room.")
            else:
                self._handle(owned, connection, message)
        elif type(message) is wire.JoinRoom:
            connection.is_joining = True
            self.spawn(self._join(connection, message, frame))
        elif type(message) is wire.Ping:
            connection.send(wire.Pong(t=message.t, now=int(time.time() * 1000)))
        else:
            action_id = getattr(message, "action_id", None)
            self._refuse(connection, "error", "Join a room first.", action_id)

    def _drop_frame(self, connection: Connection) -> None:
        """Drop a frame over the limit. Warn the client once a second; disconnect it if it goes on."""
        self.stats.dropped += 1
        connection.excess += 1
        connection.unanswered += 1
        if connection.excess > MAX_EXCESS:
            return  # already being disconnected
        if connection.excess == MAX_EXCESS:
            connection.socket.close(1008, "too many messages")
        elif not connection.is_warned:
            self._warn(connection)

    def _warn(self, connection: Connection) -> None:
        connection.unanswered = 0
        connection.is_warned = True
        self._refuse(connection, "rate_limited", "Too many messages. Slow down.")
        self.loop.call_later(1.0, self._decay_excess, connection)

    def _decay_excess(self, connection: Connection) -> None:
        """Halve the excess after a second. If frames were dropped since the last warning, warn again:
        no client must wait forever for an answer."""
        connection.is_warned = False
        if connection.excess < MAX_EXCESS and connection.socket in self.connections:
            connection.excess //= 2
            if connection.unanswered:
                self._warn(connection)

    def _handle(
        self, owned: OwnedRoom, connection: Connection, message: wire.ClientMessage
    ) -> None:
        """Let a room handle a message; contain any error that is raised."""
        seq = owned.room.seq
        try:
            reply = owned.handler.handle(connection.slot, message, time.time())
        except Exception as error:
            log_event(
                "room_failed", room=owned.room.id, message=type(message).__name__, error=repr(error)
            )
            action_id = getattr(message, "action_id", None)
            self._refuse(connection, "internal", "Internal server error.", action_id)
            if owned.room.seq != seq:  # an input was applied but not stored
                self.drop_room(owned, error)
            return
        if type(message) is wire.Leave and (connection.slot is None or reply.rows):
            self._detach(owned, connection)
        self.deliver(owned, connection, reply)

    def _refuse(
        self, connection: Connection, code: str, sentence: str, action_id: str | None = None
    ) -> None:
        self.stats.refusals[code] = self.stats.refusals.get(code, 0) + 1
        connection.send(wire.Error(code=code, message=sentence, action_id=action_id))

    def _detach(self, owned: OwnedRoom, connection: Connection) -> None:
        """Detach a leaving connection at once: the next player may take the slot before the row is
        durable."""
        if connection.slot is None:
            owned.spectators.discard(connection)
            owned.handler.spectator_count = len(owned.spectators)
        elif owned.connections.get(connection.slot) is connection:
            del owned.connections[connection.slot]
            owned.handler.disconnect(connection.slot)
        connection.owned = connection.slot = None

    async def _join(
        self, connection: Connection, message: wire.JoinRoom, frame: bytes | str
    ) -> None:
        try:
            owned = await self._find_to_join(connection, message, frame)
            if owned is not None and connection.socket in self.connections:
                await self._enter(owned, connection, message)
        except TurnwrightError as error:
            self._refuse(connection, error.code, str(error))
        except Exception as error:
            log_event("join_failed", room=message.room_id, error=repr(error))
            self._refuse(connection, "internal", "Internal server error.")
        connection.is_joining = False
        queued, connection.queued_frames = connection.queued_frames, []
        for late in queued:
            self.frame_received(connection.socket, late)

    async def _find_to_join(
        self, connection: Connection, message: wire.JoinRoom, frame: bytes | str
    ) -> OwnedRoom | None:
        """Find or create the room of a join message; None if another node owns it and takes over."""
        room_id, address = message.room_id, connection.socket.address
        if not room_id.isascii() or not room_id.replace("-", "").isalnum() or len(room_id) > 40:
            sentence = "A room name has at most 40 letters, digits and hyphens."
            raise UnusableError("error", sentence)
        if room_id not in self.rooms and self.join_limits.is_empty(address):
            self.check_limit(self.join_limits, address)  # too many failed attempts: do not look
        owned = await self.find_room(room_id)
        if owned is not None:
            return owned
        if self.relay is not None and await self.relay.join(connection, room_id, frame):
            connection.is_forwarded = True
            if connection.socket not in self.connections:  # it disconnected in the meantime
                self.relay.closed(connection)
            return None
        if await self.store.info(room_id) is not None:
            return await self._find_moving(room_id)  # created at this moment, or moving
        if message.token or message.spectate:
            self.check_limit(self.join_limits, address)
            raise UnusableError("no_room", f"There is no room {room_id!r}.")
        self.check_limit(self.create_limits, address)
        try:
            return await self.create(self.find_game(message.game), room_id=room_id)
        except Conflict:
            return await self._find_moving(room_id)

    async def _find_moving(self, room_id: str) -> OwnedRoom:
        """Find a room that exists; raise `moved` if no node can be found for it now."""
        owned = await self.find_room(room_id)
        if owned is None:
            raise UnusableError("moved", "The room is moving between nodes. Try again.")
        return owned

    async def _enter(
        self, owned: OwnedRoom, connection: Connection, message: wire.JoinRoom
    ) -> None:
        """Enter a room: by token, as a spectator, or by taking a free slot."""
        room = owned.room
        if message.token:
            slot, joined_seq = tokens.read(self.secret, message.token, message.room_id)
            if not 0 <= slot < len(room.slots) or room.slots[slot].joined_seq != joined_seq:
                raise tokens.BadToken("This seat has been given up.")
            self.attach(owned, connection, slot)
            return
        if room.create.is_private:
            self.check_limit(self.join_limits, connection.socket.address)  # limit guesses
            if message.code != room.create.code:
                raise UnusableError("private", "This room is private. Its code is required.")
        if message.spectate:
            connection.owned = owned
            owned.spectators.add(connection)
            owned.handler.spectator_count = len(owned.spectators)
            self._send_join_frames(owned, connection, "")
            return
        now = time.time()
        if room.status == "over" and not owned.connections and now - room.ended_at > ABSENT:
            self._vacate(owned, now)
        slot, reply = owned.handler.join(clean_name(message.player_name), "", now)
        if slot < 0:
            connection.socket.send(reply.frames[0][1])
            return
        self.deliver(owned, None, reply)
        await self.wait_until_durable(owned)
        self.attach(owned, connection, slot)

    def _vacate(self, owned: OwnedRoom, now: float) -> None:
        """Free all slots: everybody left after the match."""
        for index, slot in enumerate(owned.room.slots):
            if not slot.is_free:
                self.deliver(owned, None, owned.handler.commit(inputs.Leave(index), now, "left"))

    def attach(self, owned: OwnedRoom, connection: Connection, slot: int) -> None:
        """Attach a connection to a slot, replacing an older connection."""
        if connection.socket not in self.connections:
            return  # it disconnected in the meantime
        old = owned.connections.get(slot)
        if old is not None:
            old.owned = None
            old.send(wire.Info(code="replaced", message="You are now connected from elsewhere."))
            old.socket.close(4001, "replaced")
        connection.owned, connection.slot = owned, slot
        owned.connections[slot] = connection
        owned.handler.connect(slot)
        owned.handler.seqs.pop(slot, None)
        self._send_join_frames(owned, connection, self.seat_token(owned, slot))
        self._send_seats(owned)

    def _send_join_frames(self, owned: OwnedRoom, connection: Connection, token: str) -> None:
        reply = Reply()
        frames = owned.handler.join_frames(connection.slot, token, time.time())
        reply.frames = [(SENDER, frame) for frame in frames]
        self.deliver(owned, connection, reply)

    def seat_token(self, owned: OwnedRoom, slot: int) -> str:
        """Sign a token for the player of a slot."""
        joined_seq = owned.room.slots[slot].joined_seq
        return tokens.sign(
            self.secret, owned.room.id, slot, joined_seq, self.settings.token_lifetime
        )

    # --- durable, then visible ---------------------------------------------------------------------

    def deliver(self, owned: OwnedRoom, connection: Connection | None, reply: Reply) -> None:
        """Store a reply's rows; send its frames once everything before them is durable."""
        rows, outbox = reply.rows, owned.outbox
        if not rows and not outbox:
            self._send_frames(owned, connection, reply)
            if owned.handler.open_menus:
                self._schedule(owned)  # a menu has a deadline
            return
        outbox.append((reply, connection))
        if rows:
            self.stats.commits += 1
            room, snapshot = owned.room, None
            if room.seq >= owned.snapshot_at:
                owned.snapshot_at = 2 * room.seq
                snapshot = Snapshot(room.id, room.seq, room.to_snapshot())
            done = owned.done
            if done is None:
                done = owned.done = partial(self._on_durable, owned)
            self.store.submit(
                room.id, owned.handler.epoch, rows, reply.changes, snapshot, done=done
            )

    def _on_durable(self, owned: OwnedRoom, error: Exception | None) -> None:
        """Send the oldest reply, whose rows are durable now, and the following ones without rows. The
        store keeps the order of a room's submits."""
        outbox = owned.outbox
        if error is not None:
            if self.rooms.get(owned.room.id) is owned:
                self.drop_room(owned, error)
            return
        if not outbox:
            return  # the room was dropped in the meantime
        reply, connection = outbox.popleft()
        self._send_frames(owned, connection, reply)
        while outbox and not outbox[0][0].rows:
            reply, connection = outbox.popleft()
            self._send_frames(owned, connection, reply)
        if not outbox:
            self._schedule(owned)

    def _send_frames(self, owned: OwnedRoom, connection: Connection | None, reply: Reply) -> None:
        connections = owned.connections
        for to, frame in reply.frames:
            if to >= 0:
                found = connections.get(to)
                if found is not None:
                    found.socket.send(frame)
            elif to == SPECTATORS:
                for watcher in owned.spectators:
                    watcher.socket.send(frame)
            elif connection is not None:
                connection.socket.send(frame)
        handler, match = owned.handler, owned.room.match
        if match is not None and match.fault is not None:
            self._report_fault(owned)
        if handler.game_errors:
            for error in handler.game_errors:
                log_event("view_failed", room=owned.room.id, error=repr(error))
            self.stats.faults += len(handler.game_errors)
            handler.game_errors = []

    async def wait_until_durable(self, owned: OwnedRoom) -> None:
        """Wait until everything in the outbox is durable and sent."""
        while owned.outbox and self.rooms.get(owned.room.id) is owned:
            await asyncio.sleep(0.001)
        if self.rooms.get(owned.room.id) is not owned:
            raise UnusableError("moved", "The room was reloaded. Try again.")

    def _report_fault(self, owned: OwnedRoom) -> None:
        match = owned.room.match
        assert match is not None
        fault, match.fault = match.fault, None
        assert fault is not None
        self.stats.faults += 1
        log_event("rules_failed", room=owned.room.id, error=repr(fault.error))
        if self.settings.faults:
            folder = Path(self.settings.faults)
            folder.mkdir(parents=True, exist_ok=True)
            name = f"{owned.room.id}-{owned.room.seq}.json"
            (folder / name).write_bytes(fault.record.to_json())

    # --- timers and bots ---------------------------------------------------------------------------

    def _schedule(self, owned: OwnedRoom) -> None:
        """Set the timer and start the bots, once everything is durable."""
        deadline, timer_at = owned.handler.deadline, owned.timer_at
        if deadline is not None and (timer_at is None or deadline < timer_at):
            self._set_timer(owned, deadline)
        if owned.room.has_bots and owned.bot is None and owned.room.bot_to_act is not None:
            owned.bot = self.spawn(self._play_bots(owned))

    def _set_timer(self, owned: OwnedRoom, deadline: float) -> None:
        if owned.handle is not None:
            owned.handle.cancel()
        owned.timer_at = deadline
        owned.handle = self.loop.call_later(max(0.0, deadline - time.time()), self._on_timer, owned)

    def _on_timer(self, owned: OwnedRoom) -> None:
        owned.timer_at = owned.handle = None
        if self.rooms.get(owned.room.id) is not owned:
            return
        for reply in owned.handler.expire(time.time()):
            self.stats.timeouts += 1
            self.deliver(owned, None, reply)
        if not owned.outbox:
            self._schedule(owned)

    async def _play_bots(self, owned: OwnedRoom) -> None:
        """Let bots act, one at a time, until it is a person's turn."""
        room = owned.room
        try:
            while self.rooms.get(room.id) is owned:
                seat = room.bot_to_act
                if seat is None:
                    break
                await asyncio.sleep(self.settings.bot_delay)
                version, match = room.version, room.match
                if room.bot_to_act != seat or match is None:
                    continue
                bot = room.slot_of(seat).bot
                agent = find_agent(bot, f"{room.create.seed} {room.match_number} {version} bot")
                copy = match.clone()
                prompt = copy.prompt(seat)
                if bot in QUICK_BOTS:
                    answer = agent.decide(prompt, copy)
                else:
                    answer = await asyncio.to_thread(agent.decide, prompt, copy)
                if room.version == version and self.rooms.get(room.id) is owned:
                    reply = owned.handler.bot_answer(answer, time.time())
                    if not reply.rows:
                        reply = owned.handler.close_prompt(seat, time.time())
                    self.deliver(owned, None, reply)
                    await self.wait_until_durable(owned)
        except (UnusableError, asyncio.CancelledError):
            pass
        except Exception as error:
            log_event("bot_failed", room=room.id, error=repr(error))
            seat = room.bot_to_act
            if seat is not None and self.rooms.get(room.id) is owned:
                self.deliver(owned, None, owned.handler.close_prompt(seat, time.time()))
        finally:
            owned.bot = None
            if self.rooms.get(room.id) is owned and not owned.outbox:
                self.loop.call_soon(self._schedule, owned)


def clean_name(name: str | None) -> str:
    """Return a player's name without unprintable characters, of at most 24, never empty."""
    text = " ".join((name or "").split())
    return "".join(ch for ch in text if ch.isprintable())[:24] or "Guest"
