"""What one client address, and one room, may use: sockets, spectators, waiting rooms, bots, chat.

An address is that of `http.limits.client_address`; an IPv6 network counts as one. A limit of 0 is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from turnwright.server.http.limits import Bucket, Buckets, LimitReached
from turnwright.server.rooms.room import Room

from .connections import Connection, OwnedRoom
from .settings import Settings

SPEED_RATE, SPEED_BURST = 2.0, 20.0  # changes of the speed of a room's bots, by all who watch


class ClientLimits:
    """Counts what addresses use on this node."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._sockets: Counter[str] = Counter()
        rate, burst = settings.message_rate_per_address, settings.message_burst_per_address
        self._messages = Buckets(rate, burst) if rate and settings.message_rate else None
        # Rooms in memory by the address that is charged for them, in the order in which it began.
        self._rooms: dict[str, dict[str, None]] = {}
        self._charged: dict[str, str] = {}  # the address, by room
        self._new_rooms: Counter[str] = Counter()  # that are being created, by address
        self._new_bots: Counter[str] = Counter()  # that are about to take their seats, by address

    # --- sockets -----------------------------------------------------------------------------------

    def allows_socket(self, address: str) -> bool:
        """May this address open one more socket?"""
        most = self.settings.max_sockets_per_address
        return not most or self._sockets[address] < most

    def messages_of(self, address: str) -> Bucket | None:
        """Return the bucket of all messages of an address; None if there is no limit."""
        return None if self._messages is None else self._messages.find(address)

    def count_socket(self, address: str) -> None:
        """Count a socket that was opened."""
        self._sockets[address] += 1

    def forget_socket(self, address: str) -> None:
        """Forget a socket that was closed."""
        self._sockets[address] -= 1
        if self._sockets[address] <= 0:
            del self._sockets[address]

    def check_spectator(self, owned: OwnedRoom, address: str) -> None:
        """Raise `too_many_spectators` if a room, or an address in it, has its number of spectators."""
        settings, watching = self.settings, owned.spectators
        if settings.max_spectators and len(watching) >= settings.max_spectators:
            sentence = f"A room has at most {settings.max_spectators} spectators."
            raise LimitReached("too_many_spectators", sentence, limit=settings.max_spectators)
        most = settings.max_spectators_per_address
        if most and sum(one.socket.address == address for one in watching) >= most:
            sentence = f"At most {most} spectators of one address may watch a room."
            raise LimitReached("too_many_spectators", sentence, limit=most)

    # --- rooms -------------------------------------------------------------------------------------

    def charge(self, address: str, room: str) -> None:
        """Charge an address for a room in memory, unless another one is: who created it, or came first
        after it was loaded again."""
        if address and room not in self._charged:
            self._charged[room] = address
            self._rooms.setdefault(address, {})[room] = None

    def forget_room(self, room: str) -> None:
        """Forget a room that was removed from memory."""
        address = self._charged.pop(room, None)
        if address is not None:
            del self._rooms[address][room]
            if not self._rooms[address]:
                del self._rooms[address]

    def _unfinished(self, address: str, rooms: Mapping[str, OwnedRoom]) -> list[Room]:
        found = [rooms[name].room for name in self._rooms.get(address, ()) if name in rooms]
        return [room for room in found if room.status != "over"]

    @contextmanager
    def creating_room(self, address: str, rooms: Mapping[str, OwnedRoom]) -> Iterator[None]:
        """Raise `too_many_rooms` if this address has too many rooms that are in use, or that wait for
        players. A room counts while it is being created."""
        if not address:
            yield
            return
        found, new = self._unfinished(address, rooms), self._new_rooms[address]
        most, waiting = self.settings.max_waiting_rooms, [room.status for room in found]
        if most and waiting.count("waiting") + new >= most:
            sentence = f"At most {most} of your rooms may wait for players; join or close one."
            raise LimitReached("too_many_rooms", sentence, limit=most)
        most = self.settings.max_rooms_per_address
        if most and len(found) + new >= most:
            sentence = f"At most {most} of your rooms may be in use; finish or leave one."
            raise LimitReached("too_many_rooms", sentence, limit=most)
        with _counted(self._new_rooms, address, 1):
            yield

    # --- bots --------------------------------------------------------------------------------------

    @contextmanager
    def adding_bots(
        self, address: str, count: int, rooms: Mapping[str, OwnedRoom]
    ) -> Iterator[None]:
        """Raise `too_many_bots` if a new room may not have so many bots. They count until they have
        their seats."""
        most = self.settings.max_bots
        if most and count > most:
            sentence = f"A room has at most {most} bots."
            raise LimitReached("too_many_bots", sentence, limit=most)
        most = self.settings.max_bots_per_address
        if not most or not address or not count:
            yield
            return
        bots = sum(map(_bots, self._unfinished(address, rooms))) + self._new_bots[address]
        if bots + count > most:
            sentence = f"Your unfinished rooms may have at most {most} bots; finish one."
            raise LimitReached("too_many_bots", sentence, limit=most)
        with _counted(self._new_bots, address, count):
            yield

    def may_search(self, room: str, rooms: Mapping[str, OwnedRoom]) -> bool:
        """May the bots of a room search? Otherwise quick ones play for them: bots that took over for
        players, and those of rooms that were loaded again, can be more than an address may have. The
        rooms that it began first have them."""
        address, most = self._charged.get(room, ""), self.settings.max_bots_per_address
        if not most or not address:
            return True
        bots = 0
        for one in self._unfinished(address, rooms):
            bots += _bots(one)
            if one.id == room:
                break
        return bots <= most

    def takes_speed(self, owned: OwnedRoom) -> bool:
        """Count a change of the speed of a room's bots, which everybody is told; may there be one?"""
        if not self.settings.message_rate:
            return True
        if owned.speed is None:
            owned.speed = Bucket(SPEED_RATE, SPEED_BURST)
        return owned.speed.take()

    # --- chat --------------------------------------------------------------------------------------

    def takes_chat(self, owned: OwnedRoom, connection: Connection) -> bool:
        """Count a line of chat; return whether the client and the room may have it."""
        rate, burst = self.settings.chat_rate, self.settings.chat_burst
        if not rate:
            return True
        if connection.chat is None:
            connection.chat = Bucket(rate, burst)
        if owned.chat is None:
            owned.chat = Bucket(self.settings.room_chat_rate, self.settings.room_chat_burst)
        return connection.chat.take() and owned.chat.take()


def _bots(room: Room) -> int:
    return sum(bool(slot.playing_bot) for slot in room.slots)


@contextmanager
def _counted(counter: Counter[str], key: str, count: int) -> Iterator[None]:
    counter[key] += count
    try:
        yield
    finally:
        counter[key] -= count
        if not counter[key]:
            del counter[key]
