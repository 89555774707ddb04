"""Rooms that nobody uses any more are closed, in memory and after a restart."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.server.skirmish_game import GAMES
from turnwright.server.node.clock import Clock
from turnwright.server.node.maintenance import Maintenance
from turnwright.server.node.node import Node
from turnwright.server.node.settings import Settings
from turnwright.server.rooms import inputs
from turnwright.server.storage.sqlite import SqliteStore

IDLE, UNWATCHED, ABANDONED = 600.0, 60.0, 7 * 86400.0


class Host:
    """A node whose clock can be put forward."""

    def __init__(self, db: Path) -> None:
        self.node = Node(SqliteStore(db), GAMES, Settings(create_burst=1e9))

    async def open(self) -> Host:
        await self.node.open()
        self.maintenance = Maintenance(self.node)
        return self

    def wait(self, seconds: float) -> None:
        self.node.clock = Clock(self.node.clock.now() + seconds)

    async def clean_up(self) -> None:
        await self.maintenance.clean_up()
        await self.maintenance.close_abandoned()
        for owned in list(self.node.rooms.values()):
            await self.node.wait_until_durable(owned)

    async def new_room(self, *names: str, bot: str = "", slots: int = 2, **how: object) -> str:
        """Create a room with players who have no socket, or with bots; with all of them the match
        starts."""
        owned = await self.node.create(GAMES("skirmish"), slots=slots, **how)
        for name in names:
            slot, reply = owned.handler.join(name, bot, self.node.clock.now())
            self.node.deliver(owned, None, reply)
            given = inputs.SetReady(slot)
            self.node.deliver(owned, None, owned.handler.commit(given, self.node.clock.now(), ""))
        await self.node.wait_until_durable(owned)
        return owned.room.id

    async def status(self, room: str) -> tuple[str, str]:
        info = await self.node.store.info(room)
        assert info is not None
        return info.status, info.result


StartNode = Callable[[], Awaitable[Host]]
Story = Callable[[StartNode], Awaitable[None]]


@pytest.fixture
def hosting(tmp_path: Path) -> Callable[[Story], None]:
    """Run a story with a function that starts a node; the node before it is stopped."""

    def run(story: Story) -> None:
        async def play() -> None:
            hosts: list[Host] = []

            async def start() -> Host:
                if hosts:
                    await hosts[-1].node.close()
                hosts.append(await Host(tmp_path / "rooms.sqlite").open())
                return hosts[-1]

            try:
                await story(start)
            finally:
                await hosts[-1].node.close()

        asyncio.run(play())

    return run


def test_a_room_that_nobody_joins_is_closed(hosting):
    async def story(start):
        host = await start()
        room = await host.new_room("Ann")
        host.wait(IDLE - 10)
        await host.clean_up()
        assert await host.status(room) == ("waiting", "")
        host.wait(20)
        await host.clean_up()
        assert await host.status(room) == ("over", "a draw: nobody joined")
        assert await host.node.store.rooms(status="waiting") == []
        assert await host.node.store.history() == [], "no match was played"

    hosting(story)


def test_a_waiting_room_is_closed_after_a_restart_too(hosting):
    async def story(start):
        host = await start()
        room = await host.new_room("Ann")
        host = await start()
        host.wait(IDLE - 10)
        await host.clean_up()
        assert await host.status(room) == ("waiting", ""), "Ann may still come back"
        host.wait(20)
        await host.clean_up()
        assert (await host.status(room))[0] == "over"

    hosting(story)


def test_a_match_without_a_clock_is_given_up_after_a_week(hosting):
    async def story(start):
        host = await start()
        room = await host.new_room("Ann", "Ben", timeouts={"move": 0, "prompt": 0})
        assert await host.status(room) == ("playing", "")
        host.wait(100)
        await host.clean_up()
        assert room not in host.node.rooms, "it is not kept in memory"
        host.wait(ABANDONED - 1000)
        await host.clean_up()
        assert await host.status(room) == ("playing", "")
        host.wait(2000)
        await host.clean_up()
        assert await host.status(room) == ("over", "a draw: abandoned")

    hosting(story)


def test_a_match_that_goes_on_slowly_is_not_given_up(hosting):
    async def story(start):
        host = await start()
        room = await host.new_room("Ann", "Ben", timeouts={"move": 0, "prompt": 0})
        host.wait(ABANDONED - 1000)
        owned = await host.node.find_room(room)
        reply = owned.handler.commit(inputs.SetResponses(0, "always"), host.node.clock.now(), "")
        host.node.deliver(owned, None, reply)
        await host.node.wait_until_durable(owned)
        host.node.unload(owned)
        host.wait(2000)
        await host.clean_up()
        assert await host.status(room) == ("playing", "")
        assert room not in host.node.rooms

    hosting(story)


def test_a_clock_decides_a_match_before_it_counts_as_abandoned(hosting):
    async def story(start):
        host = await start()
        room = await host.new_room("Ann", "Ben")
        assert time.time() < host.node.rooms[room].handler.deadline
        found = await host.node.store.inactive(1e12, time.time())
        assert room not in [info.room for info in found]

    hosting(story)


def test_a_match_of_bots_that_nobody_watches_ends_after_a_restart_too(hosting):
    async def story(start):
        host = await start()
        room = await host.new_room("One", "Two", bot="passive", timeouts={"move": 0, "prompt": 0})
        assert await host.status(room) == ("playing", "")
        host = await start()
        async with asyncio.timeout(30):
            while room not in host.node.rooms:
                await asyncio.sleep(0)
        host.wait(UNWATCHED - 10)
        await host.clean_up()
        assert await host.status(room) == ("playing", ""), "those who watched may come back"
        host.wait(20)
        await host.clean_up()
        assert await host.status(room) == ("over", "a draw: nobody watched")

    hosting(story)
