"""Which rooms are old enough to be deleted, and deleting them.

A finished room is deleted some days after its last match ended. A room that never finished is deleted
if nobody has done anything in it for as long: its players are gone.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Container

from .store import RoomInfo, Store

DAY = 86400.0


async def expired_rooms(
    store: Store, before: float, used: Container[str] = (), limit: int = 1000
) -> AsyncIterator[RoomInfo]:
    """Yield rooms without an input since a time, the oldest first, except those in `used`."""
    for info in await store.unused_since(before, limit):
        if info.room not in used and await last_input(store, info) < before:
            yield info


async def last_input(store: Store, info: RoomInfo) -> float:
    """Return when the last input of a stored room came."""
    rows = await store.read(info.room, info.head - 1)
    return rows[-1].at if rows else info.updated
