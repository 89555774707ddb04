"""Moderation: who may enter and chat, and what the host of a room or an administrator does about it.

A room's host is the player who has been there longest. The host may mute people, switch chat off,
remove spectators, and remove players while no match is running; an administrator may do all of it at
any time. Everything is stored before it takes effect, logged with who and why, and told to the person
concerned with a code and a sentence.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec

from turnwright.core.errors import TurnwrightError, UnusableError
from turnwright.server.http.limits import Buckets
from turnwright.server.rooms import inputs
from turnwright.server.rooms.message_handler import MAX_CHAT, SPECTATOR
from turnwright.server.rooms.reply import SPECTATORS, Reply
from turnwright.server.rooms.room import Room
from turnwright.server.rooms.texts import clean_text
from turnwright.server.storage.people_tables import ChatRow
from turnwright.server.views import protocol as wire
from turnwright.server.views.protocol import encode, seat_id

from .connections import Connection, OwnedRoom
from .logs import log_event
from .restrictions import BAN, EVERYBODY, MAX_REASON, MUTE, SERVER, Restriction, Restrictions
from .unplayable_rooms import CLOSED

if TYPE_CHECKING:
    from .node import Node

ABOUT_PEOPLE = frozenset((wire.Chat, wire.Moderate, wire.Report))
"""The messages that concern other people rather than the match."""
EXPELLED = 4003  # the close code of a socket whose client was kicked or banned
ACTIONS = ("mute", "unmute", "kick", "chat_off", "chat_on")
ADMINISTRATOR = "administrator"
PAST = {"mute": "muted", "unmute": "unmuted", "kick": "removed from the room"}
READ_CHAT = "SELECT room, n, seq, slot, name, line, at FROM chat WHERE room = $1 ORDER BY n"
ADD_REPORT = "INSERT INTO reports VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
TRIM_REPORTS = """
DELETE FROM reports WHERE id NOT IN (SELECT id FROM reports ORDER BY at DESC, id LIMIT $1)"""


class ModerationRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """What to do in a room: `mute`, `unmute`, `kick`, `chat_off` or `chat_on`. The person is a `seat`,
    or a spectator by the number in the name. Without `seconds` the settings decide how long."""

    action: str
    seat: str = ""
    spectator: int = 0
    seconds: float | None = None
    reason: str = ""


class AbuseReport(msgspec.Struct, rename="camel", frozen=True):
    """A report about a line of chat, or with an empty `line` about a name. `who` and `reporter` are
    written as in restrictions."""

    id: str
    at: float
    room: str
    reporter: str
    who: str
    name: str
    line: str
    reason: str


class Person(msgspec.Struct, frozen=True):
    """Somebody in a room. `label` is the seat, or the name of a spectator. `client` is how bans refer
    to this person, "" if an anonymous player is away; `keys` are all the ways in which mutes may."""

    label: str
    name: str
    slot: int | None
    connection: Connection | None
    client: str
    keys: tuple[str, ...]


def client_key(address: str, subject: str) -> str:
    """Return how restrictions refer to a client: by subject if it is known, otherwise by address."""
    return f"subject:{subject}" if subject else f"address:{address}"


class Moderation:
    """The moderation of a node's rooms."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.restrictions = Restrictions(node.store)
        self.report_limits = Buckets(node.settings.report_rate, node.settings.report_burst)

    # --- entering ----------------------------------------------------------------------------------

    def check_server(self, address: str, subject: str) -> None:
        """Raise `banned` if a client is banned from the server."""
        self._check(SERVER, client_key(address, subject), "You are banned from this server")

    def check_room(self, room: str, address: str, subject: str) -> None:
        """Raise `banned` if a client may not enter a room. Players who have a seat are not asked."""
        self._check(room, client_key(address, subject), "You may not enter this room")

    def check_name(self, room: str) -> None:
        """Raise `banned` if nobody may create this room, because one of this name was deleted."""
        self._check(room, EVERYBODY, "This room was deleted; its name cannot be used")

    def _check(self, room: str, who: str, what: str) -> None:
        found = self.restrictions.find(BAN, room, (who,), self.node.clock.now())
        if found is not None:
            raise UnusableError("banned", found.sentence(what))

    async def load_chat(self, room: Room) -> None:
        """Read the chat of a room that was loaded."""
        found = await self.node.store.query(READ_CHAT, room.id)
        room.restore_chat([ChatRow(*row) for row in found])

    # --- people ------------------------------------------------------------------------------------

    def number_spectator(self, owned: OwnedRoom, connection: Connection) -> None:
        """Give a spectator a number that nobody in the room or in its chat has."""
        said = [re.fullmatch(rf"{SPECTATOR} (\d+)", name) for _, name, _ in owned.room.chat]
        known = [int(found[1]) for found in said if found is not None]
        owned.spectator_count = max([owned.spectator_count, *known]) + 1
        connection.spectator = owned.spectator_count

    def people(self, owned: OwnedRoom) -> list[Person]:
        """Return the players, without bots, and the spectators of a room."""
        room, found = owned.room, []
        for index, slot in enumerate(room.slots):
            if slot.is_free or slot.bot:
                continue
            connection = owned.connections.get(index)
            address = "" if connection is None else connection.socket.address
            client = client_key(address, slot.subject) if slot.subject or address else ""
            label = seat_id(room.seating[index])
            keys = (
                (f"player:{slot.joined_seq}", client) if client else (f"player:{slot.joined_seq}",)
            )
            found.append(Person(label, slot.name, index, connection, client, keys))
        for watcher in sorted(owned.spectators, key=lambda one: one.spectator):
            name = f"{SPECTATOR} {watcher.spectator}"
            client = client_key(watcher.socket.address, watcher.subject)
            found.append(Person(name, name, None, watcher, client, (client,)))
        return found

    def _find(self, owned: OwnedRoom, seat: str, spectator: int) -> Person:
        label, people = seat or f"{SPECTATOR} {spectator}", self.people(owned)
        found = next((one for one in people if one.label == label), None)
        if found is None:
            present = ", ".join(
                one.label if one.label == one.name else f"{one.label} ({one.name})"
                for one in people
            )
            sentence = f"There is no {label} in this room, only: {present or 'nobody'}."
            raise UnusableError("no_person", sentence)
        return found

    def _mute_of(self, room: str, keys: tuple[str, ...]) -> Restriction | None:
        now, find = self.node.clock.now(), self.restrictions.find
        return find(MUTE, room, keys, now) or find(MUTE, SERVER, keys, now)

    def refresh(self, owned: OwnedRoom) -> None:
        """Update what `match_start` says about who may chat."""
        handler, room = owned.handler, owned.room.id
        handler.is_chat_off = self._mute_of(room, (EVERYBODY,)) is not None
        handler.muted = [p.label for p in self.people(owned) if self._mute_of(room, p.keys)]

    # --- messages of clients -----------------------------------------------------------------------

    def handle(self, owned: OwnedRoom, connection: Connection, message: wire.ClientMessage) -> None:
        """Handle one of the messages `ABOUT_PEOPLE`."""
        if not self.node.limits.takes_chat(owned, connection):
            self._refuse(connection, "rate_limited", "Too many lines of chat. Slow down.")
        elif isinstance(message, wire.Chat):
            self._chat(owned, connection, message)
        elif isinstance(message, wire.Moderate):
            self.node.spawn(self._in_background(connection, self._host(owned, connection, message)))
        elif isinstance(message, wire.Report):
            self.node.spawn(
                self._in_background(connection, self._report(owned, connection, message))
            )

    def _refuse(self, connection: Connection, code: str, sentence: str) -> None:
        self.node.stats.count_refusal(code)
        connection.send(wire.Error(code=code, message=sentence))

    async def _in_background(self, connection: Connection, work: Awaitable[None]) -> None:
        try:
            await work
        except TurnwrightError as error:
            self._refuse(connection, error.code, str(error))
        except Exception as error:
            log_event("moderation_failed", error=repr(error))
            self._refuse(connection, "internal", "Internal server error.")

    def _chat(self, owned: OwnedRoom, connection: Connection, message: wire.Chat) -> None:
        room, slot = owned.room, connection.slot
        everybody = self._mute_of(room.id, (EVERYBODY,))
        if everybody is not None:
            where = "in this room" if everybody.room else "on this server"
            self._refuse(connection, "chat_off", everybody.sentence(f"Chat is off {where}"))
            return
        person = next(one for one in self.people(owned) if one.connection is connection)
        mute = self._mute_of(room.id, person.keys)
        if mute is not None:
            self._refuse(connection, "muted", mute.sentence("You are muted"))
            return
        text = clean_text(message.text)[:MAX_CHAT]
        if not text:
            self._refuse(connection, "error", "A chat message must not be empty.")
            return
        now = self.node.clock.now()
        reply = owned.handler.say(-1 if slot is None else slot, person.label, text, now)
        self.node.deliver(owned, connection, reply)

    async def _host(self, owned: OwnedRoom, connection: Connection, message: wire.Moderate) -> None:
        room = owned.room
        if connection.slot is None or connection.slot != room.host:
            raise UnusableError("not_host", "Only the host of the room can do this.")
        me = seat_id(room.seating[connection.slot])
        if message.seat == me:
            raise UnusableError("no_person", "You cannot do this to yourself.")
        is_player = message.action == "kick" and message.seat
        if is_player and room.status == "playing":
            sentence = "A match is running: only an administrator can remove a player now."
            raise UnusableError("match_running", sentence)
        asked = ModerationRequest(
            message.action, message.seat, message.spectator, reason=message.reason
        )
        me_key = client_key(connection.socket.address, connection.subject)
        await self.moderate(owned, asked, f"host {me_key}", "the host")

    async def _report(self, owned: OwnedRoom, connection: Connection, message: wire.Report) -> None:
        address, room = connection.socket.address, owned.room
        settings = self.node.settings
        if settings.report_rate and not self.report_limits.take(address):
            raise UnusableError("rate_limited", "You have reported a lot. Wait a little.")
        label = message.seat or f"{SPECTATOR} {message.spectator}"
        said = [
            (seat_id(room.seating[slot]) if slot >= 0 else name, text)
            for slot, name, text in room.chat
        ]
        if message.text and (label, message.text) not in said:
            raise UnusableError("no_line", "This person did not write this line.")
        present = [one for one in self.people(owned) if one.label == label]
        if not present and not message.text:
            raise UnusableError("no_person", "There is no such person in this room.")
        name, who = (present[0].name, present[0].client) if present else (label, "")
        reporter = client_key(address, connection.subject)
        reason = clean_text(message.reason)[:MAX_REASON]
        now = self.node.clock.now()
        made = AbuseReport(
            secrets.token_hex(6), now, room.id, reporter, who, name, message.text, reason
        )
        await self.node.store.execute(
            [(ADD_REPORT, msgspec.structs.astuple(made)), (TRIM_REPORTS, (settings.max_reports,))]
        )
        log_event("reported", **msgspec.to_builtins(made))
        sentence = "Thank you. The administrator can read your report."
        connection.send(wire.Info(code="reported", message=sentence))

    async def reports(self, limit: int, start: int) -> list[AbuseReport]:
        """Return the reports, the newest first; `limit` of them after the first `start`."""
        sql = "SELECT * FROM reports ORDER BY at DESC, id LIMIT $1 OFFSET $2"
        return [AbuseReport(*row) for row in await self.node.store.query(sql, limit, start)]

    # --- in a room ---------------------------------------------------------------------------------

    async def moderate(
        self, owned: OwnedRoom, asked: ModerationRequest, by: str, by_name: str
    ) -> None:
        """Carry out what the host or an administrator asks for in a room."""
        if asked.action not in ACTIONS:
            raise UnusableError("bad_request", f"action must be one of {', '.join(ACTIONS)}.")
        reason = clean_text(asked.reason)[:MAX_REASON]
        if asked.action in ("chat_off", "chat_on"):
            await self._switch_chat(owned, asked, by, by_name, reason)
            return
        person, room = self._find(owned, asked.seat, asked.spectator), owned.room.id
        settings = self.node.settings
        default = settings.kick_seconds if asked.action == "kick" else settings.mute_seconds
        seconds = default if asked.seconds is None else asked.seconds
        if asked.action == "kick":
            await self._kick(owned, person, seconds, by, reason)
        elif asked.action == "mute":
            # A seat rather than an address, which others may share; a subject is better than both.
            who = person.client if person.client.startswith("subject:") else person.keys[0]
            made = await self._add(MUTE, room, who, seconds, reason, by)
            self._tell(person, "muted", made.sentence("You are muted in this room"))
        else:
            await self.restrictions.lift(MUTE, room, person.keys)
            self._tell(person, "unmuted", "You can chat in this room again.")
        self._log(asked.action, room, person.client, person.name, by, reason)
        text = f"{person.name} was {PAST[asked.action]} by {by_name}"
        self.announce(owned, f"{text}: {reason.rstrip('.')}." if reason else f"{text}.")

    async def _switch_chat(
        self, owned: OwnedRoom, asked: ModerationRequest, by: str, by_name: str, reason: str
    ) -> None:
        room, is_off = owned.room.id, asked.action == "chat_off"
        seconds = self.node.settings.mute_seconds if asked.seconds is None else asked.seconds
        if is_off:
            await self._add(MUTE, room, EVERYBODY, seconds, reason, by)
        else:
            lifted = await self.restrictions.lift(MUTE, room, (EVERYBODY,))
            if lifted:
                await self._tell_other_nodes()
        self._log(asked.action, room, EVERYBODY, "", by, reason)
        self.announce(owned, f"Chat was switched {'off' if is_off else 'on'} by {by_name}.")

    async def _kick(
        self, owned: OwnedRoom, person: Person, seconds: float, by: str, reason: str
    ) -> None:
        """Remove somebody from a room for a time. A player's seat is freed; in a match it forfeits."""
        sentence = "You were removed from this room"
        if person.client:
            made = await self._add(BAN, owned.room.id, person.client, seconds, reason, by)
            sentence = made.sentence(sentence)
        self._expel(owned, person, "kicked", sentence)

    def _expel(self, owned: OwnedRoom, person: Person, code: str, sentence: str) -> None:
        connection, slot = person.connection, person.slot
        if connection is not None:
            self.node.detach(owned, connection)
            connection.send(wire.Info(code=code, message=sentence))
            connection.socket.close(EXPELLED, code)
        if slot is None:
            return
        room, handler, now = owned.room, owned.handler, self.node.clock.now()
        if room.status == "playing":
            why = f"was {'banned' if code == 'banned' else 'removed'}"
            self._deliver(owned, handler.commit(inputs.Resign(room.seating[slot], why), now, why))
        self._deliver(owned, handler.commit(inputs.Leave(slot), now, "left"))

    def _deliver(self, owned: OwnedRoom, reply: Reply) -> None:
        if reply.rows:
            self.node.deliver(owned, None, reply)

    def _tell(self, person: Person, code: str, sentence: str) -> None:
        if person.connection is not None:
            person.connection.send(wire.Info(code=code, message=sentence))

    def announce(self, owned: OwnedRoom, sentence: str) -> None:
        """Tell everybody in a room what was done, and who may chat now."""
        self.refresh(owned)
        handler, reply = owned.handler, Reply()
        data = {"muted": handler.muted, "chatOff": handler.is_chat_off}
        frame = encode(wire.Info(code="moderation", message=sentence, data=data))
        reply.frames = [(to, frame) for to in [*owned.connections, SPECTATORS]]
        self.node.deliver(owned, None, reply)

    # --- on the server -----------------------------------------------------------------------------

    async def restrict(
        self, kind: str, room: str, who: str, seconds: float | None, reason: str
    ) -> Restriction:
        """Ban or mute somebody, or with an empty `who` mute everybody, for an administrator."""
        why = clean_text(reason)[:MAX_REASON]
        made = await self._add(kind, room, who, seconds, why, ADMINISTRATOR)
        self._log(kind, room, who, "", ADMINISTRATOR, why)
        self._enforce()
        return made

    async def lift(self, number: str) -> Restriction:
        """Lift a ban or mute, for an administrator."""
        lifted = await self.restrictions.lift_one(number)
        self._log(f"lift_{lifted.kind}", lifted.room, lifted.who, "", ADMINISTRATOR, lifted.reason)
        await self._tell_other_nodes()
        self._enforce()
        return lifted

    async def _add(
        self, kind: str, room: str, who: str, seconds: float | None, reason: str, by: str
    ) -> Restriction:
        now = self.node.clock.now()
        made = await self.restrictions.add(
            kind, room, who, seconds=seconds, reason=reason, by=by, now=now
        )
        await self._tell_other_nodes()
        return made

    async def _tell_other_nodes(self) -> None:
        relay = self.node.relay
        if relay is not None:
            for node_id in await relay.alive() - {self.node.id}:
                self.node.spawn(_quietly(relay.call(node_id, "reload_restrictions")))

    async def reload(self) -> None:
        """Read the restrictions again; enforce them if another node has changed them."""
        if await self.restrictions.load():
            self._enforce()

    def _enforce(self) -> None:
        """Disconnect everybody who is banned from the server, and spectators who are banned from their
        room; tell rooms in which the chat has changed."""
        now, find = self.node.clock.now(), self.restrictions.find
        for owned in list(self.node.rooms.values()):
            for person in self.people(owned):
                found = find(BAN, SERVER, person.keys, now)
                if found is not None:
                    sentence = found.sentence("You are banned from this server")
                    self._expel(owned, person, "banned", sentence)
                # A player keeps the seat, because somebody else at this address may be meant.
                elif person.slot is None and (found := find(BAN, owned.room.id, person.keys, now)):
                    sentence = found.sentence("You were removed from this room")
                    self._expel(owned, person, "banned", sentence)
            before = (owned.handler.is_chat_off, owned.handler.muted)
            self.refresh(owned)
            if (owned.handler.is_chat_off, owned.handler.muted) != before:
                self.announce(owned, "An administrator has changed who can chat.")

    async def delete_room(self, room: str, reason: str) -> None:
        """Delete a room with its log, chat and replays, for an administrator. Its name cannot be used
        again while tokens of its seats are valid."""
        node = self.node
        try:
            owned = await node.find_room(room)
        except UnusableError as error:
            if error.code not in CLOSED:
                raise
            owned = None  # nobody is in it
        if owned is not None:
            for person in self.people(owned):
                if person.connection is not None:
                    node.detach(owned, person.connection)
                    self._tell(person, "room_deleted", "An administrator has deleted this room.")
                    person.connection.socket.close(EXPELLED, "room_deleted")
            node.unload(owned)
            owned.outbox.clear()
        await node.store.delete(room)
        seconds, why = node.settings.token_lifetime, clean_text(reason)[:MAX_REASON]
        await self._add(BAN, room, EVERYBODY, seconds, why, ADMINISTRATOR)
        self._log("delete_room", room, "", "", ADMINISTRATOR, why)

    def _log(self, action: str, room: str, who: str, name: str, by: str, reason: str) -> None:
        log_event("moderation", action=action, room=room, who=who, name=name, by=by, reason=reason)

    async def delete_old(self) -> None:
        """Delete chat that is too old."""
        now, seconds = self.node.clock.now(), self.node.settings.chat_seconds
        if seconds:
            sql = "DELETE FROM chat WHERE at < $1"
            await self.node.store.execute([(sql, (now - seconds,))])

    async def end_restrictions(self) -> None:
        """Delete the restrictions whose time is over, and tell the rooms in which that changes who can
        chat."""
        if await self.restrictions.delete_expired(self.node.clock.now()):
            self._enforce()

    @property
    def methods(self) -> dict[str, Callable[..., Awaitable[Any]]]:
        """What other nodes may call."""
        return {"reload_restrictions": self.reload}


async def _quietly(work: Awaitable[Any]) -> None:
    """Ignore a node that does not answer: it reads the restrictions again from time to time."""
    try:
        await work
    except UnusableError as error:
        log_event("node_not_told", error=str(error))
