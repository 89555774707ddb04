"""Databases with finished matches, written as a node writes them, and their logs."""

from __future__ import annotations

import asyncio
import time

from turnwright.server.http.app import HostedGames, open_store
from turnwright.server.node.node import Node
from turnwright.server.rooms import inputs
from turnwright.server.storage.store import Row

DAY = 86400.0


async def fill(
    address: str, rooms: int = 3, *, age_days: float = 0.0, prefix: str = "room"
) -> None:
    """Write rooms in which a match of tic-tac-toe was played, as a node writes them."""
    node = Node(open_store(address), HostedGames())
    await node.open()
    game = node.find_game("tictactoe")
    for number in range(rooms):
        owned = await node.create(game, room_id=f"{prefix}-{number}", coin_flip=False)
        now = time.time() - age_days * DAY
        for slot, name in enumerate(("Ann", "Ben")):
            node.deliver(owned, None, owned.handler.join(name, "", now, slot)[1])
        for slot in (0, 1):
            node.deliver(owned, None, owned.handler.commit(inputs.SetReady(slot), now, "ready"))
        for cell in range(7):
            reply = owned.handler.commit(inputs.Move(cell % 2, "mark", (cell,)), now, "moved")
            assert reply.rows
            node.deliver(owned, None, reply)
        assert owned.room.status == "over"
        await node.wait_until_durable(owned)
    await node.close()


def contents(address: str) -> dict[str, list[Row]]:
    """Return the logs of all rooms."""

    async def work() -> dict[str, list[Row]]:
        store = open_store(address)
        await store.open()
        found = {i.room: await store.read(i.room) for i in await store.rooms(limit=1000)}
        await store.close()
        return found

    return asyncio.run(work())
