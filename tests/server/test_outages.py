"""Time in which the server was away is not charged to players, and clocks do not jump."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from tests.server.room_harness import RoomHarness, fingerprint
from tests.server.server_process import Server, start_match
from turnwright.server.node.clock import Clock, Heartbeat, Outage, Outages
from turnwright.server.rooms import inputs
from turnwright.server.storage.sqlite import SqliteStore
from turnwright.server.storage.store import RoomInfo, Row


def give_back(harness: RoomHarness, seconds: float) -> None:
    harness._deliver(harness.handler.commit(inputs.Outage(seconds), harness.clock, "outage"))


def test_an_open_prompt_gets_the_time_of_an_outage_back():
    harness = RoomHarness()
    harness.act(0, "search")
    before = harness.fingerprint
    harness.wait(25)
    harness.clock += 40  # the server is away
    give_back(harness, 40)
    harness.wait(4.9)
    assert harness.prompt(0) is not None, "30 seconds have not passed"
    harness.wait(0.2)
    assert harness.prompt(0) is None
    assert harness.fingerprint != before


def test_an_outage_is_not_a_change_of_the_match():
    harness = RoomHarness()
    harness.act(0, "search")
    version, hash, prompt = harness.room.version, harness.match.hash, harness.prompt(0)
    give_back(harness, 40)
    assert (harness.room.version, harness.match.hash) == (version, hash)
    later = harness.prompt(0)
    assert later.pop("deadline") - prompt.pop("deadline") == 40_000
    assert later == prompt, "an answer that is under way still fits"


def test_a_room_with_an_outage_is_rebuilt_from_its_rows_and_from_every_snapshot():
    harness = RoomHarness()
    harness.act(0, "search")
    give_back(harness, 12.5)
    harness.answer(0, harness.candidates(0)[0])
    for at in range(1, len(harness.rows)):
        rebuilt = harness.restored(at)
        assert fingerprint(rebuilt) == harness.fingerprint
        assert rebuilt.last_at == harness.room.last_at


def test_only_the_part_of_an_outage_after_the_last_input_counts():
    outages = Outages([Outage(100, 140), Outage(200, 230, grace=10)])
    assert outages.seconds_since(90) == 40 + 30 + 10
    assert outages.seconds_since(110) == 30 + 30 + 10, "the node died after its last sign of life"
    assert outages.seconds_since(150) == 40
    assert outages.seconds_since(231) == 0


def test_a_clock_that_was_set_back_does_not_go_back():
    ahead = time.time() + 3600
    clock = Clock(ahead)
    assert clock.now() >= ahead
    assert Clock().now() < ahead


def test_a_starting_node_finds_out_for_how_long_none_was_running(tmp_path: Path):
    async def start(at: float, *, is_alone: bool = True) -> tuple[Clock, Outages]:
        store = SqliteStore(tmp_path / "rooms.sqlite")
        await store.open()
        if at:
            await store.change_setting("alive_at", repr(at))
        begun = await Heartbeat(store, grace=5).begin(is_alone=is_alone)
        await store.close()
        return begun

    _, first = asyncio.run(start(0))
    assert first.known == [], "nothing is known about the time before"
    died = time.time() - 100
    _, second = asyncio.run(start(died))
    assert second.seconds_since(died) >= 105
    _, third = asyncio.run(start(died, is_alone=False))
    assert len(third.known) == 1, "another node was running"
    clock, _ = asyncio.run(start(time.time() + 1000))
    assert clock.now() > time.time() + 999, "the computer's clock was set back"


def test_a_clock_set_back_between_two_runs_does_not_keep_rooms(tmp_path: Path, monkeypatch):
    async def take(node: str) -> int | None:
        store = SqliteStore(tmp_path / "rooms.sqlite")
        await store.open()
        if await store.info("room") is None:
            await store.create(RoomInfo(room="room", game="duel"), [Row("room", 1, "create")])
        epoch = await store.acquire("room", node, 0.0)
        await store.renew(node, 0.0)
        await store.close()
        return epoch

    assert asyncio.run(take("first")) is not None
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() - 3600)
    assert asyncio.run(take("second")) is not None


def test_a_prompt_survives_an_outage_that_is_longer_than_its_time(tmp_path: Path):
    settings = {"timeouts": {"prompt": 6.0, "move": 0}, "restart_grace": 30.0}
    with Server(tmp_path, **settings) as server:
        ann, _ = start_match(server)
        ann.act("search")
        prompt = ann.receive("prompt_request")["prompt"]
        server.kill()
        time.sleep(7.0)  # the outage
        server.start()
        found = server.back(ann).receive("prompt_request")["prompt"]
        assert found["promptId"] == prompt["promptId"]
        assert found["deadline"] > time.time() * 1000
