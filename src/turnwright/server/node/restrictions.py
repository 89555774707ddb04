"""Restrictions of people: bans and mutes, in a room or on the whole server, for a time.

One kind of record serves all of them. A ban keeps its person out; a ban of a room is what remains of a
kick. A mute forbids to chat; a mute of everybody switches chat off. Restrictions are stored, and every
node holds all of them in memory.

A person is written as `subject:...` if the identity provider knows it, otherwise as `address:...`, or
as `player:N` for whoever took a seat with row N of the room's log. Everybody is "".
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from math import inf
from typing import Any

import msgspec
from msgspec.structs import astuple

from turnwright.core.errors import UnusableError
from turnwright.server.storage.store import Store

BAN, MUTE = "ban", "mute"
EVERYBODY = ""
SERVER = ""
MAX_IN_ROOM = 100
MAX_REASON = 200  # characters


class Restriction(msgspec.Struct, frozen=True, rename="camel"):
    """A ban or a mute. `room` is empty if it holds on the whole server, `who` if it holds for
    everybody. `until` is in seconds since 1970; null means for ever."""

    id: str
    kind: str  # ban or mute
    room: str
    who: str
    until: float | None
    reason: str
    imposed_by: str
    created: float

    def sentence(self, what: str) -> str:
        """Return a sentence that begins with `what` and says until when and why."""
        text = what
        if self.until is not None:
            text += time.strftime(" until %Y-%m-%d %H:%M UTC", time.gmtime(self.until))
        return f"{text}: {self.reason.rstrip('.')}." if self.reason else f"{text}."


class Restrictions:
    """All restrictions, in memory and in the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._by_id: dict[str, Restriction] = {}
        self._by_target: dict[tuple[str, str, str], list[Restriction]] = {}

    async def load(self) -> bool:
        """Read all restrictions from the store; return whether any has changed."""
        found = await self.store.query("SELECT * FROM restrictions ORDER BY created, id")
        before = self._by_id
        read = [_restriction(row) for row in found]
        self._by_id = {one.id: one for one in read}
        self._index()
        return self._by_id != before

    def _index(self) -> None:
        self._by_target = {}
        for one in self._by_id.values():
            self._by_target.setdefault((one.kind, one.room, one.who), []).append(one)

    def find(self, kind: str, room: str, people: Iterable[str], now: float) -> Restriction | None:
        """Return a restriction of these people in exactly this room (or, with "", on the server)."""
        if not self._by_target:
            return None
        for who in people:
            for one in self._by_target.get((kind, room, who), ()):
                if one.until is None or one.until > now:
                    return one
        return None

    def listed(self, now: float) -> list[Restriction]:
        """Return the restrictions in force, the newest first."""
        found = [one for one in self._by_id.values() if one.until is None or one.until > now]
        return found[::-1]

    async def add(
        self,
        kind: str,
        room: str,
        who: str,
        *,
        seconds: float | None,
        reason: str,
        by: str,
        now: float,
    ) -> Restriction:
        """Store a restriction. `seconds` of None means for ever. It replaces one of the same person."""
        if room and sum(one.room == room for one in self._by_id.values()) >= MAX_IN_ROOM:
            sentence = f"A room has at most {MAX_IN_ROOM} bans and mutes."
            raise UnusableError("too_many_restrictions", sentence)
        until = None if seconds is None else now + seconds
        made = Restriction(secrets.token_hex(6), kind, room, who, until, reason, by, now)
        values = list(astuple(made))
        values[4] = inf if until is None else until
        same = "DELETE FROM restrictions WHERE kind = $1 AND room = $2 AND who = $3"
        places = ", ".join(f"${number}" for number in range(1, 9))
        await self.store.execute(
            [(same, (kind, room, who)), (f"INSERT INTO restrictions VALUES ({places})", (*values,))]
        )
        await self.load()
        return made

    async def lift(self, kind: str, room: str, people: Iterable[str]) -> list[Restriction]:
        """Remove the restrictions of these people; return those that were in force."""
        found = [one for who in people for one in self._by_target.get((kind, room, who), ())]
        await self._remove([one.id for one in found])
        return found

    async def lift_one(self, number: str) -> Restriction:
        """Remove the restriction with this id."""
        found = self._by_id.get(number)
        if found is None:
            raise UnusableError("no_restriction", "There is no restriction with this id.")
        await self._remove([number])
        return found

    async def _remove(self, ids: list[str]) -> None:
        if ids:
            sql = "DELETE FROM restrictions WHERE id = $1"
            await self.store.execute([(sql, (number,)) for number in ids])
            await self.load()

    async def delete_expired(self, now: float) -> bool:
        """Delete the restrictions whose time is over; return whether there were any."""
        if all(one.until is None or one.until > now for one in self._by_id.values()):
            return False
        await self.store.execute([("DELETE FROM restrictions WHERE until <= $1", (now,))])
        return await self.load()


def _restriction(row: Any) -> Restriction:
    """Return a restriction from its columns."""
    until = None if row[4] == inf else row[4]
    return Restriction(row[0], row[1], row[2], row[3], until, row[5], row[6], row[7])
