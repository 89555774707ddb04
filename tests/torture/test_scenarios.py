"""A short version of `turnwright torture`: real servers, real faults, and players who keep ledgers."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from turnwright.core.errors import UnusableError
from turnwright.server.http.app import HostedGames
from turnwright.torture import wal_file
from turnwright.torture.databases import Database
from turnwright.torture.run import Settings, run, select
from turnwright.torture.scenario import Result, Scenario
from turnwright.torture.scenarios.file_faults import missing_moves
from turnwright.torture.stage import ServerUnderTest, Stage

SHORT = 0.3  # seconds of faults; each is caused at least once
PATIENT = 120.0  # seconds until all rooms go on, because other tests run at the same time


def torture(*scenarios: str | Scenario, **settings: Any) -> list[Result]:
    """Run scenarios, with fewer rooms and less time; return their results."""
    found = [select([one])[0] if isinstance(one, str) else one for one in scenarios]
    short = [replace(one, seconds=SHORT, rooms=2) for one in found]
    usual = {"seconds": 600.0, "seed": 1, "recovery": PATIENT}
    given = Settings(find_game=HostedGames(), **{**usual, **settings})
    return asyncio.run(run(given, short, lambda text: None)).results


def assert_passed(results: list[Result]) -> None:
    for result in results:
        assert result.verdict == "passed", result
        assert result.acknowledged > 0
        assert result.done


def test_faults_of_processes_and_files_lose_nothing():
    results = torture("kill-in-commit", "disk-full", "torn-write", "lost-end")
    assert_passed(results)
    assert all(result.recovery for result in results)


def test_faults_of_clocks_and_clients_lose_nothing():
    assert_passed(torture("clock-jumps", "vanished-clients", "confused-clients"))


def test_the_players_go_on_during_a_flood():
    assert_passed(torture("flood-messages", "flood-requests", "flood-bad-frames", game="counter"))


def test_a_node_that_wakes_up_too_late_changes_nothing(postgres_url: str):
    """The second node takes over. Connections are ended in a given database, too."""
    found = select(["node-paused", "database-connections"])
    waking, ending = (replace(scenario, database="any") for scenario in found)
    assert_passed(torture(waking, ending, database=postgres_url))


# --- faults that must be found --------------------------------------------------------------------


def failing(run: Any) -> Result:
    scenario = Scenario(name="broken", fault="", guarantee="", run=run, database="sqlite")
    (result,) = torture(scenario, game="counter")
    assert result.verdict == "failed"
    return result


async def pause(stage: Stage) -> None:
    """Wait until every move that was sent is answered, and let nobody send another."""
    for room in stage.rooms:
        await room.settle()


def play_on(stage: Stage) -> None:
    for room in stage.rooms:
        room.may_move.set()


def test_a_store_that_loses_the_end_is_found():
    async def lose(stage: Stage) -> str:
        await stage.all_rooms_move(10)
        stage.server.kill()
        while not await missing_moves(
            stage
        ):  # the last commit may be one that was not acknowledged
            assert wal_file.cut_off_end(stage.file, stage.rng)
        await stage.start()
        await stage.all_rooms_move()
        return "the end of the file was cut off"

    result = failing(lose)
    assert result.lost > 0
    assert any("is lost" in problem for problem in result.problems)


def test_an_acknowledgement_for_nothing_is_found():
    """A proxy swallows a move, and acknowledges it."""

    async def forge(stage: Stage) -> str:
        forges, forged = asyncio.Event(), asyncio.Event()

        async def relay(client: ServerConnection) -> None:
            async with connect(f"ws://127.0.0.1:{port}/socket") as server:

                async def back() -> None:
                    async for text in server:
                        await client.send(text)

                answers = asyncio.create_task(back())
                try:
                    async for text in client:
                        message = json.loads(text)
                        is_new = message["type"] == "action" and forges.is_set()
                        if is_new and not forged.is_set():
                            forged.set()
                            ack = {"type": "ack", "actionId": message["actionId"],
                                   "stateVersion": message["stateVersion"]}  # fmt: skip
                            await client.send(json.dumps(ack))
                        else:
                            await server.send(text)
                except ConnectionClosed:
                    pass
                finally:
                    answers.cancel()

        port = stage.gateway.target
        async with serve(relay, "127.0.0.1", 0) as proxy:
            stage.gateway.target = next(iter(proxy.sockets)).getsockname()[1]
            stage.gateway.cut()
            await pause(stage)  # moves that were cut off are sent again, and are stored
            forges.set()
            play_on(stage)
            await stage.until(forged.is_set, "No move was made")
            await stage.all_rooms_move()
            await pause(stage)
            stage.gateway.target = port
            stage.gateway.cut()
        play_on(stage)
        await stage.all_rooms_move()
        return "one move was swallowed"

    assert failing(forge).lost == 1


async def new_version(raw: ClientConnection) -> int:
    """Return the version that the next message tells, 0 if it tells none."""
    message = json.loads(await raw.recv())
    return int(message["state"]["stateVersion"]) if message["type"] == "state_update" else 0


def test_a_move_that_nobody_has_sent_is_found():
    async def double(stage: Stage) -> str:
        room = stage.rooms[0]
        await room.settle()
        mover = next(player for player in room.players if player.client and player.client.options)
        assert mover.client
        assert mover.client.state
        version = mover.client.state.state_version
        async with connect(f"{stage.gateway.url.replace('http', 'ws')}/socket") as raw:
            join = {"type": "join_room", "roomId": room.room, "token": mover.seated.token}
            await raw.send(json.dumps(join))
            await raw.send(json.dumps({"type": "action", "actionType": "inc"}))
            while (await new_version(raw)) <= version:
                pass
        room.may_move.set()
        await stage.all_rooms_move()
        return "a move without an id"

    result = failing(double)
    assert (result.lost, result.doubled) == (0, 1)


def test_a_server_that_does_not_return_is_found():
    async def stop(stage: Stage) -> str:
        stage.recovery = 1.0
        stage.server.kill()
        await stage.recover(0.0)
        return ""

    assert "/health did not answer 200" in failing(stop).problems[0]


def test_a_run_ends_in_time():
    async def sleep(stage: Stage) -> str:
        await asyncio.sleep(1000)
        return ""

    scenario = Scenario(name="slow", fault="", guarantee="", run=sleep)
    slow, late = torture(scenario, replace(scenario, name="late"), seconds=6.0, game="counter")
    assert slow.verdict == "failed"
    assert slow.problems == ["It was not over after 6 s; give more --seconds."]
    assert late.verdict == "no time"


# --- a running server -----------------------------------------------------------------------------


def test_a_running_server_is_tortured_from_outside(tmp_path: Path):
    server = ServerUnderTest(Database(str(tmp_path / "rooms.sqlite")), tmp_path, []).process()
    server.start()
    try:
        killed, *others = torture(
            "kill", "vanished-clients", "confused-clients", url=f"http://127.0.0.1:{server.port}"
        )
        assert killed.verdict == "not available"
        assert_passed(others)
        assert server.is_running
    finally:
        server.stop()


@pytest.mark.parametrize(
    "url",
    ["http://example.org", "http://192.168.1.1:8000", "https://127.0.0.1", "http://[::", "nowhere"],
)
def test_only_loopback_addresses_are_tortured(url: str):
    with pytest.raises(UnusableError, match="loopback"):
        torture("kill", url=url)
