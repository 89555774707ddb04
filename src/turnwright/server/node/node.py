"""A node: the rooms it owns, the connections to them, their timers and their bots.

Everything runs on one event loop. For every frame:

- `frame_received` decodes it and checks the limits; a joined connection's message goes to its room's
  `MessageHandler`, which applies it at once and returns a `Reply`.
- `deliver` submits the reply's rows to the store and puts the reply into the room's outbox.
- `_on_durable` sends the frames of a reply once its rows are durable: nobody sees what may be lost.
- When the outbox is empty, `schedule` sets the room's timer and lets its bots play.

If the store refuses rows, the room is dropped and loaded again: what was not stored never happened, and
nobody has seen it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from turnwright.agents.plans import ReadPlan
from turnwright.agents.registry import find_agent
from turnwright.core.definition.game import Game
from turnwright.core.errors import RulesInterrupted, TurnwrightError, UnusableError
from turnwright.server.bots.bot_processes import BotProcesses
from turnwright.server.http import tokens
from turnwright.server.http.identity import Identity, make_verifier
from turnwright.server.http.limits import Buckets, text_cost
from turnwright.server.http.token_secrets import TokenSecrets, read_secrets
from turnwright.server.rooms import inputs
from turnwright.server.rooms.message_handler import MessageHandler
from turnwright.server.rooms.reply import SENDER, SPECTATORS, Reply
from turnwright.server.rooms.room import Room
from turnwright.server.rooms.rules_watch import RulesStuck, RulesWatch
from turnwright.server.rooms.texts import clean_name
from turnwright.server.rules.hosted_games import HostedGames
from turnwright.server.storage.errors import Conflict
from turnwright.server.storage.store import RoomInfo, Row, Store
from turnwright.server.views import protocol as wire
from turnwright.server.views.protocol import BadMessage
from turnwright.server.views.state_patch import SentStates

from .automatic_play import pass_windows, play_bots, play_plans
from .client_limits import ClientLimits
from .clock import Clock, Heartbeat, Outages
from .connections import ABSENT, Connection, OwnedRoom, Socket
from .histograms import COUNTS, Histogram, LoopLag, MoveTimes
from .logs import log_event
from .maintenance import Maintenance
from .moderation import ABOUT_PEOPLE, Moderation
from .notices import Notices
from .room_loader import RoomLoader
from .rule_failures import RuleFailures
from .running_replays import STOP_SECONDS, RunningReplays
from .settings import Settings, Stats
from .unplayable_rooms import UNPLAYABLE, log_missing_rules
from .watchdog import Watchdog

if TYPE_CHECKING:
    from .cluster import Relay

MAX_BAD_FRAMES = 20  # invalid frames before a client is disconnected
MAX_EXCESS = 500  # frames over the limit before a client is disconnected; halved every second
NO_ROOM = "There is no such room, or it is private and you need its code."
"""The sentence for both, so that nobody learns whether a private room exists."""
MAX_QUEUED = 256  # frames that may arrive while a room is being joined


class Node:
    """One server process: its rooms by name, and its connections by socket."""

    def __init__(self, store: Store, games: HostedGames, settings: Settings | None = None) -> None:
        self.store, self.find_game = store, games
        self.settings = settings or Settings()
        self.id = tokens.new_secret()[:12]
        self.secrets = TokenSecrets([])
        self.rooms: dict[str, OwnedRoom] = {}
        self.connections: dict[Socket, Connection] = {}
        self.stats = Stats()
        self.move_times, self.loop_lag, self.frames_waiting = (
            MoveTimes(), LoopLag(), Histogram(COUNTS),
        )  # fmt: skip
        self.notices = Notices()
        self.clock, self.outages = Clock(), Outages()
        self.heartbeat = Heartbeat(store, self.settings.restart_grace)
        self.relay: Relay | None = None  # a `cluster.Relay` if there are other nodes
        self.request_limits = Buckets(self.settings.request_rate, self.settings.request_burst)
        rate, burst = self.settings.create_rate, self.settings.create_burst
        # Limits by address. The second one also stops clients from guessing room codes; the third one
        # is for long texts that are checked, such as plans.
        self.create_limits = Buckets(rate, burst)
        self.join_limits = Buckets(5 * rate, 3 * burst)
        self.text_limits = Buckets(5 * rate, 3 * burst)
        self.limits = ClientLimits(self.settings)
        self.moderation = Moderation(self)
        self.verifier = make_verifier(
            self.settings.identity_jwks,
            self.settings.identity_issuer,
            self.settings.identity_audience,
        )
        self.bots = BotProcesses(self.settings, [one.unpacked for one in games.older])
        self.watch = RulesWatch()
        self.watchdog = Watchdog(self.watch, self.settings.rule_seconds)
        self.loader, self.failures = RoomLoader(self), RuleFailures(self)
        self.running_replays = RunningReplays(self)
        self._loaded: set[tuple[str, str]] = set()  # games and bots that are imported
        self._tasks: set[asyncio.Task[Any]] = set()
        self.loop: asyncio.AbstractEventLoop

    async def open(self) -> None:
        """Open the store and start the background tasks."""
        self.loop = asyncio.get_running_loop()
        await self.store.open()
        await self.moderation.restrictions.load()
        self.secrets = await read_secrets(self.store)
        await self.notices.read(self.store)
        if self.settings.lease:
            await self.store.renew(self.id, self.settings.lease)
        if self.relay is not None:
            self.relay.methods.update(self.moderation.methods)
            await self.relay.open()
        others = set() if self.relay is None else await self.relay.alive() - {self.id}
        self.clock, self.outages = await self.heartbeat.begin(is_alone=not others)
        self.notices.clock = self.clock
        self.notices.broadcast(())  # those who join see it
        self.spawn(self.loop_lag.watch())
        await Maintenance(self).begin()
        await log_missing_rules(self)
        self.watchdog.start()
        log_event("node_started", node=self.id)

    async def close(self) -> None:
        """Disconnect everybody, release the rooms and close the store."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
        for connection in list(self.connections.values()):
            connection.socket.close(1012, "the server is shutting down")
        with suppress(TurnwrightError, TimeoutError):
            async with asyncio.timeout(2 * STOP_SECONDS):
                await self.running_replays.write_all()
        for owned in list(self.rooms.values()):
            self.save(owned)
            self.unload(owned)
            if self.settings.lease:
                await self.store.release(owned.room.id, self.id)
        with suppress(TurnwrightError):  # a database that is gone must not stop the shutdown
            await self.heartbeat.beat(self.clock)
        await self.store.close()
        self.watchdog.stop()

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
        address: str = "",
        clock: str = "",
        takeover: str = "",
        seed: str = "",
        rules: str = "",
        record: str = "",
        record_bots: tuple[int, ...] = (),
        bot_seconds: float | None = None,
    ) -> OwnedRoom:
        """Create and store a room for a client with this address. `timeouts` are by default those of
        the host. With a `record` the first match goes on after it, by its `rules`."""
        settings = self.settings
        self.notices.check_open()
        given = inputs.Create(
            game=game.name,
            rules=rules or self.find_game.rules_of(game.name),
            seed=seed or tokens.new_secret()[:24],
            slots=slots or usual_seats(game),
            code=tokens.new_code(),
            is_private=is_private,
            options=options or {},
            timeouts=settings.timeouts if timeouts is None else timeouts,
            forfeit_after=settings.forfeit_after if forfeit_after is None else forfeit_after,
            has_sealed_seeds=True,
            has_public_windows=True,
            has_public_draws=True,
            has_match_ids=True,
            coin_flip=settings.coin_flip if coin_flip is None else coin_flip,
            clock=clock,
            takeover=takeover,
            record=record,
            record_bots=record_bots,
            bot_seconds=bot_seconds,
        )
        now = self.clock.now()
        name = room_id or tokens.new_room_id()
        info = RoomInfo(
            room=name, game=game.name, code=given.code, is_private=is_private, created=now,
            updated=now, node=self.id, names=[""] * given.slots, rules=given.rules,
        )  # fmt: skip
        row = Row(name, 1, "create", body=inputs.encode(given), at=now)
        with self.limits.creating_room(address, self.rooms):
            await self.store.create(info, [row])
            found = self.rooms.get(name)  # somebody may have joined while it was being stored
            if found is None:
                found = self._own(Room(name, game, given), info.epoch)
            self.limits.charge(address, name)
        log_event("room_created", room=name, game=game.name, private=is_private)
        return found

    async def load_game(self, name: str) -> Game:
        """Return the current version of a game. It is imported in a thread with its other versions, so
        that nobody has to wait for that, and from then on `find_game` has it at once."""
        await self.prepare_games([name])
        return self.find_game(name)

    async def prepare_games(self, names: Iterable[str]) -> None:
        """Import games, and what reads their plans, in a thread. Unknown ones are left out."""
        for name in dict.fromkeys(names):
            if ("game", name) not in self._loaded and self.find_game.knows(name):
                await asyncio.to_thread(self.find_game.prepare, name)
                if name in self.settings.plans:
                    await asyncio.to_thread(import_module, self.settings.plans[name])
                self._loaded.add(("game", name))

    async def prepare_bots(self, names: Iterable[str]) -> None:
        """Import bots in a thread; raise `unknown_agent` if there is none of such a name."""
        for name in names:
            kind = ("bot", name.partition(":")[0])
            if kind not in self._loaded:
                await asyncio.to_thread(find_agent, name)
                self._loaded.add(kind)

    def plan_reader(self, game: Game) -> ReadPlan | None:
        """Return the function that reads the plans of a game; None if it has none, as older versions
        of a game have."""
        module = self.settings.plans.get(game.name)
        if module is None or game is not self.find_game(game.name):
            return None
        read: ReadPlan = import_module(module).read_seat_plan
        return read

    def check_limit(self, buckets: Buckets, address: str, amount: float = 1.0) -> None:
        """Raise `rate_limited` if this address has used up its limit."""
        if self.settings.create_rate and not buckets.take(address, amount):
            raise UnusableError("rate_limited", "Too many requests. Slow down.")

    def takes_request(self, address: str, cost: float = 1.0) -> bool:
        """Count an HTTP request or a new socket of an address; may there be one?"""
        return not self.settings.request_rate or self.request_limits.take(address, cost)

    async def find_room(self, room_id: str) -> OwnedRoom | None:
        """Return a room that this node owns or can acquire; None if another node owns it or it does not
        exist."""
        owned = self.rooms.get(room_id)
        return owned if owned is not None else await self.loader.find(room_id)

    async def find_room_to_enter(
        self, room_id: str, code: str, token: str = ""
    ) -> OwnedRoom | None:
        """Like `find_room`. Without its code or a seat, a private room whose rules are missing does not
        exist either."""
        try:
            return await self.find_room(room_id)
        except UnusableError as error:
            info = await self.store.info(room_id) if error.code in UNPLAYABLE else None
            if info is None or not info.is_private or code == info.code:
                raise
            if token:
                tokens.read(self.secrets.accepted(self.clock.now()), token, room_id)
                raise
            raise UnusableError("no_room", NO_ROOM) from None

    async def load(self, room_id: str) -> OwnedRoom | None:
        """Acquire a room and load it; see `find_room`."""
        if await self.store.info(room_id) is None:
            return None  # acquiring a room that does not exist would cost a transaction
        epoch = await self.store.acquire(room_id, self.id, self.settings.lease)
        if epoch is None:
            return None
        try:
            room = await self.read_room(room_id)
        except UnusableError:  # another node may have its rules
            if self.settings.lease:
                await self.store.release(room_id, self.id)
            raise
        if room is None:
            return None
        if room_id in self.rooms:  # it was created here in the meantime
            return self.rooms[room_id]
        owned = self._own(room, epoch)
        self._give_time_back(owned)
        self.schedule(owned)
        log_event("room_loaded", room=room_id, seq=room.seq, epoch=epoch)
        return owned

    def _own(self, room: Room, epoch: int) -> OwnedRoom:
        handler = MessageHandler(room, epoch, self.plan_reader(room.game), self.watch)
        handler.chat_kept = self.settings.chat_kept
        owned = self.rooms[room.id] = OwnedRoom(handler, self.clock.now())
        return owned

    def _give_time_back(self, owned: OwnedRoom) -> None:
        """Extend the open prompts of a room by the outages since its last input."""
        room = owned.room
        seconds = self.outages.seconds_since(room.last_at) if room.deadline is not None else 0.0
        if seconds:
            reply = owned.handler.commit(inputs.Outage(seconds), self.clock.now(), "outage")
            self.deliver(owned, None, reply)

    async def read_room(self, room_id: str, reader: Executor | None = None) -> Room | None:
        """Rebuild a room from the store; see `RoomLoader.read`."""
        room = await self.loader.read(room_id, reader)
        if room is not None:
            await self.moderation.load_chat(room)
        return room

    def save(self, owned: OwnedRoom) -> None:
        """Store a snapshot of a room that is about to be unloaded, if that saves time later."""
        if not owned.outbox:
            snapshot = owned.take_snapshot(1.0)
            if snapshot is not None:
                room, epoch = owned.room.id, owned.handler.epoch
                self.store.submit(room, epoch, (), None, snapshot, done=lambda error: None)

    def unload(self, owned: OwnedRoom) -> None:
        """Remove a room from memory."""
        self.rooms.pop(owned.room.id, None)
        self.limits.forget_room(owned.room.id)
        if owned.handle is not None:
            owned.handle.cancel()
        if owned.bot is not None:
            owned.bot.cancel()
        if owned.plan is not None:
            owned.plan.cancel()
        if owned.passing is not None:
            owned.passing.cancel()

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

    def has_place(self, address: str) -> bool:
        """May one more socket be opened from this address?"""
        is_full = len(self.connections) >= self.settings.max_sockets
        return not is_full and self.limits.allows_socket(address)

    def socket_opened(self, socket: Socket) -> bool:
        """Register a new socket. Returns False if there are too many."""
        if not self.has_place(socket.address):
            return False
        self.limits.count_socket(socket.address)
        connection = self.connections[socket] = Connection(socket, self.settings)
        connection.address_bucket = self.limits.messages_of(socket.address)
        return True

    def socket_closed(self, socket: Socket) -> None:
        """Forget a socket; its player keeps the slot."""
        connection = self.connections.pop(socket, None)
        if connection is None:
            return
        self.limits.forget_socket(socket.address)
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
            self.send_seats(owned)
        owned.rest_if_empty()

    def send_seats(self, owned: OwnedRoom) -> None:
        """Send everybody the seats. Goes through the outbox, as readiness may not be durable yet."""
        reply, frame = Reply(), owned.handler.seats_info()
        reply.frames = [(to, frame) for to in [*owned.connections, SPECTATORS]]
        self.deliver(owned, None, reply)

    def frame_received(self, socket: Socket, frame: bytes | str) -> None:
        """Handle a frame. Every frame gets an answer, except those over the limit."""
        connection = self.connections.get(socket)
        if connection is None:
            return
        bucket, shared = connection.bucket, connection.address_bucket
        if bucket is not None and not (bucket.take() and (shared is None or shared.take())):
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
            self._refuse(connection, "error", str(error), error.action_id)
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
            connection.send(wire.Pong(t=message.t, now=int(self.clock.now() * 1000)))
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
        if type(message) in ABOUT_PEOPLE:
            self.moderation.handle(owned, connection, message)
            return
        if not self._allows(owned, connection, message):
            action_id = getattr(message, "action_id", None)
            self._refuse(connection, "rate_limited", "Too often. Wait a little.", action_id)
            return
        seq = owned.room.seq
        try:
            reply = owned.handler.handle(connection.slot, message, self.clock.now())
        except (RulesInterrupted, RulesStuck):
            sentence = f"The rules of {owned.room.game.name} took too long."
            action_id = getattr(message, "action_id", None)
            self._refuse(connection, RulesInterrupted.code, sentence, action_id)
            self.failures.interrupted(owned)
            return
        except Exception as error:
            log_event(
                "room_failed", room=owned.room.id, message=type(message).__name__, error=repr(error)
            )
            action_id = getattr(message, "action_id", None)
            self._refuse(connection, "internal", "Internal server error.", action_id)
            if owned.room.seq != seq:  # an input was applied but not stored
                self.drop_room(owned, error)
            return
        reply.received_at = self.move_times.received_at
        if type(message) is wire.Leave and (connection.slot is None or reply.rows):
            self.detach(owned, connection)
        self.deliver(owned, connection, reply)
        if type(message) is wire.Leave and owned.room.status == "playing" and reply.rows:
            self.send_seats(owned)

    def _allows(
        self, owned: OwnedRoom, connection: Connection, message: wire.ClientMessage
    ) -> bool:
        """Count a message that costs much more than others: to everybody who watches, or of time."""
        if type(message) is wire.SetSpeed:
            return self.limits.takes_speed(owned)
        is_search = type(message) is wire.Describe and message.about != ""
        if (is_search or type(message) is wire.UsePlan) and self.settings.create_rate:
            cost = text_cost(len(message.text)) if type(message) is wire.UsePlan else 1.0
            return self.text_limits.take(connection.socket.address, cost)
        return True

    def _refuse(
        self, connection: Connection, code: str, sentence: str, action_id: str | None = None
    ) -> None:
        self.stats.count_refusal(code)
        connection.send(wire.Error(code=code, message=sentence, action_id=action_id))

    def detach(self, owned: OwnedRoom, connection: Connection) -> None:
        """Detach a leaving connection at once: the next player may take the slot before the row is
        durable."""
        if connection.slot is None:
            owned.spectators.discard(connection)
            owned.handler.spectator_count = len(owned.spectators)
        elif owned.connections.get(connection.slot) is connection:
            del owned.connections[connection.slot]
            owned.handler.disconnect(connection.slot)
        connection.owned = connection.slot = None
        owned.rest_if_empty()

    async def _join(
        self, connection: Connection, message: wire.JoinRoom, frame: bytes | str
    ) -> None:
        try:
            await self._identify(connection, message)
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

    async def identify(self, token: str) -> Identity | None:
        """Return the identity of a bearer token; None for anonymous clients, which may be refused."""
        if self.verifier is not None and token:
            return await self.verifier.verify(token)
        return None

    async def _identify(self, connection: Connection, message: wire.JoinRoom) -> None:
        """Find out who a client is, and refuse it if it is banned. A seat token is enough to return:
        its seat knows whose it is."""
        found = await self.identify(message.identity or connection.socket.bearer)
        if found is not None:
            connection.subject, connection.shown_name = found.subject, found.name
        elif self.settings.identity_required and not message.token:
            raise UnusableError("identity_required", "Sign in to play here.")
        self.moderation.check_server(connection.socket.address, connection.subject)

    async def _find_to_join(
        self, connection: Connection, message: wire.JoinRoom, frame: bytes | str
    ) -> OwnedRoom | None:
        """Find or create the room of a join message; None if another node owns it and takes over."""
        room_id, address = message.room_id, connection.socket.address
        if not is_room_id(room_id):
            sentence = "A room name has at most 40 letters, digits and hyphens."
            raise UnusableError("error", sentence)
        if room_id not in self.rooms and self.join_limits.is_empty(address):
            self.check_limit(self.join_limits, address)  # too many failed attempts: do not look
        owned = await self.find_room_to_enter(room_id, message.code or "", message.token or "")
        if owned is not None:
            return owned
        if self.relay is not None and await self.relay.join(connection, room_id, frame):
            connection.is_forwarded = True
            if connection.socket not in self.connections:  # it disconnected in the meantime
                self.relay.closed(connection)
            return None
        if await self.store.info(room_id) is not None:
            return await self._find_moving(room_id)  # created at this moment, or moving
        if message.token:
            tokens.read(self.secrets.accepted(self.clock.now()), message.token, room_id)
        if message.token or message.spectate:
            self.check_limit(self.join_limits, address)
            raise UnusableError("no_room", NO_ROOM)
        self.check_limit(self.create_limits, address)
        self.moderation.check_name(room_id)
        try:
            game = await self.load_game(message.game)
            return await self.create(game, room_id=room_id, address=address)
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
        room, address, subject = owned.room, connection.socket.address, connection.subject
        connection.sent_states = SentStates() if message.patches else None
        if message.token:
            secrets = self.secrets.accepted(self.clock.now())
            slot, joined_seq = tokens.read(secrets, message.token, message.room_id)
            if not 0 <= slot < len(room.slots) or room.slots[slot].joined_seq != joined_seq:
                raise tokens.BadToken("This seat has been given up.")
            if subject and room.slots[slot].subject not in ("", subject):
                raise tokens.BadToken("This seat belongs to somebody else.")
            connection.subject = room.slots[slot].subject
            self.moderation.check_server(address, connection.subject)
            self.attach(owned, connection, slot)
            return
        own = None if message.spectate else room.slot_of_subject(subject)
        if own is not None:
            self.attach(owned, connection, own)
            return
        self.moderation.check_room(room.id, address, subject)
        if room.create.is_private:
            self.check_limit(self.join_limits, address)  # limit guesses
            if message.code != room.create.code:
                raise UnusableError("no_room", NO_ROOM)
        if message.spectate:
            self.limits.check_spectator(owned, address)
            connection.owned = owned
            self.moderation.number_spectator(owned, connection)
            owned.spectators.add(connection)
            if message.patches:
                owned.handler.patched.set_patches(SPECTATORS, True)
            owned.handler.spectator_count = len(owned.spectators)
            self._send_join_frames(owned, connection, "")
            return
        now = self.clock.now()
        if room.status == "over" and not owned.connections and now - room.ended_at > ABSENT:
            self._vacate(owned, now)
        name = clean_name(connection.shown_name or message.player_name)
        slot, reply = owned.handler.join(name, "", now, subject=subject)
        if slot < 0:
            connection.send_frame(reply.frames[0][1])
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
        if owned.room.slots[slot].stand_in:
            self.deliver(owned, None, owned.handler.stand_in(slot, "", self.clock.now()))
        owned.handler.connect(slot, has_patches=connection.sent_states is not None)
        owned.handler.seqs.pop(slot, None)
        self._send_join_frames(owned, connection, self.seat_token(owned, slot))
        self.send_seats(owned)

    def _send_join_frames(self, owned: OwnedRoom, connection: Connection, token: str) -> None:
        reply = Reply()
        self.limits.charge(connection.socket.address, owned.room.id)
        self.moderation.refresh(owned)
        frames = owned.handler.join_frames(connection.slot, token, self.clock.now())
        if self.notices.sent:
            frames = [*frames, self.notices.sent]
        reply.frames = [(SENDER, frame) for frame in frames]
        self.deliver(owned, connection, reply)
        if owned.room.has_bots and not owned.outbox:
            self.schedule(owned)

    def seat_token(self, owned: OwnedRoom, slot: int) -> str:
        """Sign a token for the player of a slot."""
        joined_seq = owned.room.slots[slot].joined_seq
        secret = self.secrets.signing(self.clock.now())
        return tokens.sign(secret, owned.room.id, slot, joined_seq, self.settings.token_lifetime)

    # --- durable, then visible ---------------------------------------------------------------------

    def deliver(self, owned: OwnedRoom, connection: Connection | None, reply: Reply) -> None:
        """Store a reply's rows; send its frames once everything before them is durable."""
        rows, outbox = reply.rows, owned.outbox
        if owned.handler.is_broken:
            self._send_frames(owned, connection, reply)
            self.failures.drop_broken(owned)
            return
        if reply.refusal:
            self.stats.count_refusal(reply.refusal)
        is_stored = bool(rows) or reply.changes is not None
        if not is_stored and not outbox:
            self._send_frames(owned, connection, reply)
            handler = owned.handler
            if handler.open_menus or handler.plans.active or handler.chosen_bot_seconds is not None:
                self.schedule(
                    owned
                )  # a menu has a deadline, plans and bots may have something to do
            return
        outbox.append((reply, connection))
        if is_stored:
            self.stats.commits += bool(rows)
            room, snapshot = owned.room, owned.take_snapshot()
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
        if reply.received_at and owned.connections:
            self.move_times.note_durable(reply.received_at)
        self._send_frames(owned, connection, reply)
        while outbox and not outbox[0][0].rows and outbox[0][0].changes is None:
            reply, connection = outbox.popleft()
            self._send_frames(owned, connection, reply)
        if not outbox:
            self.schedule(owned)

    def _send_frames(self, owned: OwnedRoom, connection: Connection | None, reply: Reply) -> None:
        connections = owned.connections
        for to, frame in reply.frames:
            if to >= 0:
                found = connections.get(to)
                if found is not None:
                    found.send_frame(frame)
            elif to == SPECTATORS:
                for watcher in owned.spectators:
                    watcher.send_frame(frame)
            elif connection is not None:
                connection.send_frame(frame)
        match = owned.room.match
        if (match is not None and match.fault is not None) or owned.handler.game_errors:
            self.failures.report(owned)

    async def wait_until_durable(self, owned: OwnedRoom) -> None:
        """Wait until everything in the outbox is durable and sent."""
        while owned.outbox and self.rooms.get(owned.room.id) is owned:
            await asyncio.sleep(0.001)
        if self.rooms.get(owned.room.id) is not owned:
            raise UnusableError("moved", "The room was reloaded. Try again.")

    # --- timers and bots ---------------------------------------------------------------------------

    def schedule(self, owned: OwnedRoom) -> None:
        """Set the timer and start the bots, once everything is durable."""
        deadline, timer_at = owned.handler.deadline, owned.timer_at
        if deadline is not None and (timer_at is None or deadline < timer_at):
            self._set_timer(owned, deadline)
        try:
            bot, plan, passing = self.watch.run(owned.automatic_players)
        except (RulesInterrupted, RulesStuck):
            self.failures.interrupted(owned)
            return
        if bot and owned.bot is None:
            owned.bot = self.spawn(play_bots(self, owned))
        if plan and owned.plan is None:
            owned.plan = self.spawn(play_plans(self, owned))
        if passing and owned.passing is None:
            owned.passing = self.spawn(pass_windows(self, owned))

    def _set_timer(self, owned: OwnedRoom, deadline: float) -> None:
        if owned.handle is not None:
            owned.handle.cancel()
        owned.timer_at = deadline
        owned.handle = self.loop.call_later(
            max(0.0, deadline - self.clock.now()), self._on_timer, owned
        )

    def _on_timer(self, owned: OwnedRoom) -> None:
        owned.timer_at = owned.handle = None
        if self.rooms.get(owned.room.id) is not owned:
            return
        for reply in owned.handler.expire(self.clock.now()):
            self.stats.timeouts += 1
            self.deliver(owned, None, reply)
        if not owned.outbox:
            self.schedule(owned)


def usual_seats(game: Game) -> int:
    """Return the number of seats of a room if nobody chooses it: two, if the game allows that."""
    return max(n for n in game.seats if n <= 2 or n == game.seats[0])


def is_room_id(text: str) -> bool:
    """Can this be the name of a room? Other names are not looked up."""
    return text.isascii() and text.replace("-", "").isalnum() and len(text) <= 40
