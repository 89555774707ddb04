"""What one client address, and one room, may use: sockets, spectators, waiting rooms, bots, chat.

An address is that of `http.limits.client_address`; an IPv6 network counts as one. A limit of 0 is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from turnwright.server.http.limits import Bucket, LimitReached

from .connections import Connection, OwnedRoom
from .settings import Settings


class ClientLimits:
    """Counts what addresses use on this node."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._sockets: Counter[str] = Counter()
        self._rooms: dict[str, set[str]] = {}  # unfinished rooms, by the address that created them

    # --- sockets -----------------------------------------------------------------------------------

    def allows_socket(self, address: str) -> bool:
        """May this address open one more socket?"""
        most = self.settings.max_sockets_per_address
        return not most or self._sockets[address] < most

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

    def check_rooms(self, address: str, rooms: Mapping[str, OwnedRoom]) -> None:
        """Raise `too_many_rooms` if this address has created too many rooms that are in use, or that
        wait for players."""
        if not address or address not in self._rooms:
            return
        made = {name for name in self._rooms[address] if name in rooms}
        status = {name: rooms[name].room.status for name in made}
        self._rooms[address] = made = {name for name in made if status[name] != "over"}
        most, waiting = self.settings.max_waiting_rooms, list(status.values()).count("waiting")
        if most and waiting >= most:
            sentence = f"At most {most} of your rooms may wait for players; join or close one."
            raise LimitReached("too_many_rooms", sentence, limit=most)
        most = self.settings.max_rooms_per_address
        if most and len(made) >= most:
            sentence = f"At most {most} of your rooms may be in use; finish or leave one."
            raise LimitReached("too_many_rooms", sentence, limit=most)

    def note_room(self, address: str, room: str) -> None:
        """Note who created a room."""
        if address:
            self._rooms.setdefault(address, set()).add(room)

    def check_bots(self, address: str, count: int, rooms: Mapping[str, OwnedRoom]) -> None:
        """Raise `too_many_bots` if a new room may not have so many bots."""
        most = self.settings.max_bots
        if most and count > most:
            sentence = f"A room has at most {most} bots."
            raise LimitReached("too_many_bots", sentence, limit=most)
        most = self.settings.max_bots_per_address
        if not most or not address or not count:
            return
        made = [rooms[name].room for name in self._rooms.get(address, ()) if name in rooms]
        playing = [room for room in made if room.status != "over"]
        bots = sum(bool(slot.bot) for room in playing for slot in room.slots)
        if bots + count > most:
            sentence = f"Your unfinished rooms may have at most {most} bots; finish one."
            raise LimitReached("too_many_bots", sentence, limit=most)

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
