"""Matches that are being played are stored in parts, so that their replays need no rules."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from math import inf
from typing import Any

import pytest

from turnwright.agents.random import RandomAgent
from turnwright.games.duel.game import game as duel
from turnwright.server.http.app import open_store
from turnwright.server.node import running_replays
from turnwright.server.node.connections import OwnedRoom
from turnwright.server.node.node import Node
from turnwright.server.node.replay_writer import ReplayWriter
from turnwright.server.node.running_replays import RunningReplays
from turnwright.server.rooms import inputs
from turnwright.server.rooms.match_frames import (
    SPECTATOR,
    StoredFrame,
    decode_match,
    match_frames,
    unpack_frames,
)
from turnwright.server.rules.hosted_games import HostedGames
from turnwright.server.storage.store import Store

ROOM = "duel"
PARTS = "SELECT DISTINCT number, seq FROM frame_parts WHERE room = $1 ORDER BY number, seq"


def run(address: str, work: Callable[[Node], Awaitable[Any]]) -> None:
    async def on_node() -> None:
        node = Node(open_store(address), HostedGames())
        await node.open()
        try:
            await work(node)
        finally:
            await node.close()

    asyncio.run(on_node())


async def start(node: Node) -> OwnedRoom:
    owned = await node.create(duel, room_id=ROOM, coin_flip=False)
    now = node.clock.now()
    for slot, name in enumerate(("Ann", "Ben")):
        node.deliver(owned, None, owned.handler.join(name, "", now)[1])
        node.deliver(owned, None, owned.handler.commit(inputs.SetReady(slot), now, "ready"))
    await node.wait_until_durable(owned)
    return owned


async def play(node: Node, owned: OwnedRoom, count: int, *, has_snapshot: bool = True) -> None:
    """Play random moves; a snapshot is taken at the last one."""
    agent, match = RandomAgent(2), owned.room.match
    assert match is not None
    for number in range(count):
        owned.snapshot_seconds = 0.0 if has_snapshot and number == count - 1 else inf
        answer = agent.decide(match.prompts[0], match)
        node.deliver(owned, None, owned.handler.bot_answer(answer, node.clock.now()))
        await node.wait_until_durable(owned)
    assert owned.room.status == "playing"
    assert (owned.snapshot_seq == owned.room.seq) == has_snapshot


async def stored(store: Store) -> dict[int, list[StoredFrame]]:
    """What is stored for a spectator and both seats."""
    found = {one: await store.replays.frames(ROOM, 1, one) for one in (SPECTATOR, 0, 1)}
    return {viewer: unpack_frames(data) for viewer, data in found.items() if data is not None}


async def played_again(store: Store) -> dict[int, list[StoredFrame]]:
    """The same, made from the stored record in one go."""
    body = await store.replays.match(ROOM, 1)
    assert body is not None
    return match_frames(duel, ROOM, decode_match(body), [SPECTATOR, 0, 1], lambda: None)


def test_parts_are_what_everybody_saw_from_the_beginning(address: str) -> None:
    async def work(node: Node) -> None:
        store, owned = node.store, await start(node)
        for number in (1, 2, 3):
            await play(node, owned, 8)
            await node.running_replays.write_due()
            await node.running_replays.write_due()  # nothing is new
            assert len(await store.query(PARTS, ROOM)) == number
            seen = await stored(store)
            match = owned.room.match
            assert match is not None
            assert len(seen[SPECTATOR]) == len(match.record.entries) + 1
            assert seen == await played_again(store)
        assert await store.replays.behind() == []

    run(address, work)


def test_a_server_that_stops_stores_the_last_inputs(address: str) -> None:
    count = 0

    async def begin(node: Node) -> None:
        nonlocal count
        owned = await start(node)
        await play(node, owned, 8)
        await node.running_replays.write_due()
        await play(node, owned, 3)
        match = owned.room.match
        assert match is not None
        count = len(match.record.entries)

    async def look(node: Node) -> None:
        assert len(await node.store.query(PARTS, ROOM)) == 2
        seen = await stored(node.store)
        assert len(seen[0]) == count + 1
        assert seen == await played_again(node.store)

    run(address, begin)
    run(address, look)


def test_inputs_are_stored_soon_without_a_snapshot(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that is killed soon after the beginning of a match may never have its rules again."""

    async def work(node: Node) -> None:
        owned = await start(node)
        await play(node, owned, 4, has_snapshot=False)
        await node.running_replays.write_due()
        assert await stored(node.store) == {}
        monkeypatch.setattr(running_replays, "STORE_SECONDS", 0.0)
        await node.running_replays.write_due()
        assert len((await stored(node.store))[0]) == 5
        await play(node, owned, 2, has_snapshot=False)
        await node.running_replays.write_due()
        assert len((await stored(node.store))[0]) == 7
        assert await stored(node.store) == await played_again(node.store)

    run(address, work)


@pytest.mark.parametrize("has_snapshot", [True, False])
def test_a_match_of_a_server_that_was_killed_is_stored_by_the_next(
    address: str, has_snapshot: bool
) -> None:
    """Nobody comes back to the room, so it is not in memory."""

    async def begin(node: Node) -> None:
        owned = await start(node)
        await play(node, owned, 8, has_snapshot=has_snapshot)
        node.unload(owned)  # as if the process had ended here

    async def look(node: Node) -> None:
        assert await node.store.replays.behind() == [ROOM]
        await RunningReplays(node).write_due()
        assert ROOM not in node.rooms
        assert await node.store.replays.behind() == []
        assert await stored(node.store) == await played_again(node.store)

    run(address, begin)
    run(address, look)


def test_parts_are_replaced_when_the_match_is_over_and_deleted_with_the_room(address: str) -> None:
    async def work(node: Node) -> None:
        store, owned = node.store, await start(node)
        await play(node, owned, 8)
        await node.running_replays.write_due()
        node.deliver(owned, None, owned.handler.commit(inputs.Resign(0), node.clock.now(), "over"))
        await node.wait_until_durable(owned)
        assert not await store.replays.is_complete(ROOM, 1)
        await ReplayWriter(node).write_missing()
        assert await store.replays.is_complete(ROOM, 1)
        assert await store.query(PARTS, ROOM) == []
        assert len((await stored(store))[0]) > 8
        await node.moderation.delete_room(ROOM, "a request")
        assert await stored(store) == {}
        assert await store.replays.match(ROOM, 1) is None

    run(address, work)
