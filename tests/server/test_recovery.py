"""Rooms come back quickly: snapshots by cost, and rooms that are rebuilt in slices."""

import asyncio
import time
from pathlib import Path
from typing import Any

import turnwright as tw
from tests.server.room_harness import fingerprint
from turnwright.agents.random import RandomAgent
from turnwright.games.duel.game import game as duel
from turnwright.server.node.node import Node
from turnwright.server.node.settings import Settings
from turnwright.server.rules.hosted_games import HostedGames
from turnwright.server.storage.sqlite import SqliteStore
from turnwright.server.views import protocol as wire


class Things(tw.State):
    count: int = 0
    things: Any = None


def work(c):
    """Takes a while."""
    c.G.count += 1
    end = time.perf_counter() + 0.05
    while time.perf_counter() < end:
        pass
    c.end_turn()


def keep(c):
    """Puts something into the state that is different after it was stored."""
    c.G.things = (1, (2, 3))
    c.end_turn()


workshop = tw.Game("workshop", seats=2, state=Things, moves={"work": work, "keep": keep})
GAMES = {"workshop": workshop, "duel": duel}


def run(path: Path, play: Any) -> Any:
    """Run a coroutine function with an open node."""

    async def main():
        node = Node(SqliteStore(path / "rooms.sqlite"), HostedGames(GAMES), Settings())
        await node.open()
        try:
            return await play(node)
        finally:
            await node.close()

    return asyncio.run(main())


async def started(node, game):
    owned = await node.create(game, room_id="room", coin_flip=False)
    for name in ("Ann", "Ben"):
        node.deliver(owned, None, owned.handler.join(name, "", node.clock.now())[1])
    for slot in (0, 1):
        node.deliver(owned, None, owned.handler.handle(slot, wire.Ready(), node.clock.now()))
    await node.wait_until_durable(owned)
    return owned


async def act(node, owned, answer):
    reply = owned.handler.bot_answer(answer, node.clock.now())
    assert reply.rows
    node.deliver(owned, None, reply)
    await node.wait_until_durable(owned)


async def play_duel(node, inputs):
    owned, agent = await started(node, duel), RandomAgent(2)
    match = owned.room.match
    while owned.room.seq < inputs and owned.room.status == "playing":
        await act(node, owned, agent.decide(match.prompts[0], match))
    return owned


def test_inputs_that_take_long_are_not_replayed(tmp_path: Path):
    async def play(node):
        owned = await started(node, workshop)
        await act(node, owned, tw.Answer(0, "work"))
        snapshot = await node.store.snapshot("room")
        assert snapshot is not None
        assert snapshot.seq == owned.room.seq
        assert fingerprint(await node.read_room("room")) == fingerprint(owned.room)

    run(tmp_path, play)


def test_a_duel_is_the_same_from_its_snapshot_and_its_tail(tmp_path: Path):
    async def play(node):
        owned = await play_duel(node, 160)
        snapshot = await node.store.snapshot("room")
        assert snapshot is not None
        assert 1 < snapshot.seq <= owned.room.seq
        assert fingerprint(await node.read_room("room")) == fingerprint(owned.room)

    run(tmp_path, play)


def test_a_state_that_cannot_be_stored_does_not_stop_the_match(tmp_path: Path):
    async def play(node):
        owned = await started(node, workshop)
        await act(node, owned, tw.Answer(0, "keep"))
        await act(node, owned, tw.Answer(1, "work"))  # a snapshot is due
        await act(node, owned, tw.Answer(0, "work"))
        assert await node.store.snapshot("room") is None
        again = await node.read_room("room")
        assert again.match.hash == owned.room.match.hash

    run(tmp_path, play)


def test_a_node_that_stops_leaves_nothing_to_replay(tmp_path: Path):
    async def play(node):
        owned = await play_duel(node, 60)
        owned.room.replay_seconds = max(owned.room.replay_seconds, 0.01)
        return owned

    owned = run(tmp_path, play)

    async def come_back(node):
        snapshot = await node.store.snapshot("room")
        assert snapshot.seq == owned.room.seq
        assert fingerprint(await node.read_room("room")) == fingerprint(owned.room)

    run(tmp_path, come_back)


def test_others_are_served_while_a_room_is_rebuilt(tmp_path: Path):
    """Without a snapshot this takes several slices of time."""

    async def play(node):
        owned = await started(node, workshop)
        owned.snapshot_seconds = float("inf")
        for turn in range(8):
            await act(node, owned, tw.Answer(turn % 2, "work"))
        turns = 0

        async def count_turns():
            nonlocal turns
            while True:
                await asyncio.sleep(0)
                turns += 1

        assert await node.store.snapshot("room") is None
        counting = asyncio.create_task(count_turns())
        read = asyncio.create_task(node.read_room("room"))
        while not node.loader.is_busy:
            await asyncio.sleep(0)
        before = turns
        again = await read
        counting.cancel()
        assert turns > before + 1
        assert fingerprint(again) == fingerprint(owned.room)

    run(tmp_path, play)
