"""Database faults with real nodes: clients never lag behind, and nodes recover."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sqlite3
import threading
import time
import urllib.error
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.server_process import Player, Server, start_match
from tests.server.test_cluster import NodeProcess, nodes
from turnwright.server.storage.errors import StoreFailed
from turnwright.server.storage.postgres import PostgresStore
from turnwright.server.views.nul_characters import NO_NUL

TALKING = "pid <> pg_backend_pid() AND query LIKE 'SELECT pg_notify%'"
END = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename IS NOT NULL AND "
NOT_LISTENING = "pid <> pg_backend_pid() AND query NOT LIKE 'LISTEN%'"
connected: list[Player] = []


@pytest.fixture
def pair(postgres_url: str) -> Iterator[list[NodeProcess]]:
    """Two nodes with a short lease."""
    with nodes(postgres_url, lease=0.9) as found:
        yield found
        while connected:
            connected.pop().close()


def ask(url: str, sql: str, *values: Any) -> list[Any]:
    async def fetch() -> list[Any]:
        connection = await asyncpg.connect(url)
        try:
            return list(await connection.fetch(sql, *values))
        finally:
            await connection.close()

    return asyncio.run(fetch())


def end_connections(url: str, which: str) -> int:
    """Terminate connections, as an administrator, an idle timeout or a restart does."""
    return len(ask(url, END + which))


def until(happens: Callable[[], Any], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


def wait_for_leases(url: str, living: list[NodeProcess]) -> None:
    """Wait until all nodes have renewed their leases twice."""
    sql = "SELECT node, lease_until FROM nodes WHERE node = ANY ($1)"
    for _ in range(2):
        old = dict(ask(url, sql, [node.name for node in living]))
        until(lambda: all(end > old[node] for node, end in ask(url, sql, list(old))))  # noqa: B023


def enter(node: NodeProcess, room: str, **how: Any) -> Player:
    connected.append(Player(f"ws://127.0.0.1:{node.port}/socket"))
    return connected[-1].join(room, **how)


def start_match_on(first: NodeProcess, second: NodeProcess, **how: Any) -> list[Player]:
    """Start a match: the first node has the room and Ann, the second one Ben."""
    ann = first.post("/api/rooms", game="counter", name="Ann", **how)
    ben = first.post(f"/api/rooms/{ann['roomId']}/join", name="Ben")
    players = [
        enter(node, ann["roomId"], token=seat["token"])
        for node, seat in ((first, ann), (second, ben))
    ]
    for player in players:
        player.send("ready")
    for player in players:
        player.receive("state_update")
        player.drain()
    return players


def count_up(players: list[Player], times: int) -> None:
    """Make moves and check that all players see them, reconnecting if needed."""
    for _ in range(times):
        count = players[0].state["table"]["count"]
        mover = next(player for player in players if player.state["options"])
        mover.send("action", actionType="inc", actionId=f"{mover.seat} {count}")
        for player in players:
            while player.state["table"]["count"] <= count:
                player.receive("state_update")


def reconnect(player: Player, node: NodeProcess) -> Player:
    def comes() -> bool:
        nonlocal back
        try:
            back = enter(node, player.room, token=player.token)
            back.drain()
        except (ConnectionClosed, AssertionError, OSError):
            return False
        return True

    back = player
    until(comes)
    return back


def test_a_node_survives_terminated_connections(postgres_url: str, pair: list[NodeProcess]) -> None:
    """A terminated idle connection raises several kinds of errors in the driver."""
    first, second = pair
    players = start_match_on(first, second)
    with terminating_connections(postgres_url, NOT_LISTENING) as ended:
        until(lambda: sum(ended) > 40)
    end_connections(postgres_url, "pid <> pg_backend_pid()")
    wait_for_leases(postgres_url, pair)
    players = [reconnect(player, node) for player, node in zip(players, pair, strict=True)]
    count_up(players, 4)
    wait_for_leases(postgres_url, pair)


def test_a_lost_connection_is_a_store_failure(postgres_url: str) -> None:
    """The error has no details, and all notifications arrive in the end, in order."""

    async def hammer() -> None:
        store, listener = PostgresStore(postgres_url), PostgresStore(postgres_url)
        admin = await asyncpg.connect(postgres_url)
        received: list[str] = []
        told = [f"{number}" for number in range(300)]
        said: set[str] = set()
        over = False

        async def read() -> None:
            while not over:
                try:
                    await store.info("a")
                except StoreFailed as error:
                    said.add(str(error))
                    await asyncio.sleep(0.001)

        await store.open()
        await listener.open()
        await listener.listen("news", received.append)
        replay_limits = [asyncio.create_task(read()) for _ in range(6)]
        for number in told:
            store.notify("news", number)
            if int(number) % 5 == 0:
                await admin.fetch(END + NOT_LISTENING)
            await asyncio.sleep(0.002)
        over = True
        await asyncio.gather(*replay_limits)
        async with asyncio.timeout(60):
            while not received or received[-1] != told[-1]:
                await asyncio.sleep(0.01)
        assert list(dict.fromkeys(received)) == told
        assert said == {"The database failed. Try again."}
        await store.close()
        await listener.close()
        await admin.close()

    asyncio.run(hammer())


@contextmanager
def terminating_connections(url: str, which: str) -> Iterator[list[int]]:
    """Keep terminating connections; return how many there were each time."""
    ended: list[int] = []
    is_over = threading.Event()

    async def end() -> None:
        connection = await asyncpg.connect(url)
        while not is_over.is_set():
            ended.append(len(await connection.fetch(END + which)))
            await asyncio.sleep(0.05)
        await connection.close()

    thread = threading.Thread(target=lambda: asyncio.run(end()))
    thread.start()
    try:
        yield ended
    finally:
        is_over.set()
        thread.join()


def test_two_nodes_play_on_while_listeners_are_terminated(
    postgres_url: str, pair: list[NodeProcess]
) -> None:
    """Nobody has to reconnect, and nobody lags behind."""
    players = start_match_on(*pair)
    with terminating_connections(postgres_url, TALKING) as ended:
        while sum(ended) < 30:
            count_up(players, 2)
    count_up(players, 2)
    one, other = (player.state["table"]["count"] for player in players)
    assert one == other


def notifications_during(url: str, node: NodeProcess, act: Callable[[], None]) -> list[str]:
    """Return the notifications that a node receives meanwhile."""

    async def listen() -> list[str]:
        connection = await asyncpg.connect(url)
        received: list[str] = []
        await connection.add_listener(
            f"turnwright_{node.name}", lambda *news: received.append(news[3])
        )
        await asyncio.to_thread(act)
        await connection.fetch("SELECT 1")
        await connection.close()
        return received

    return asyncio.run(listen())


def test_a_repeated_notification_is_handled_once(
    postgres_url: str, pair: list[NodeProcess]
) -> None:
    first, second = pair
    ann, ben = start_match_on(first, second)
    count_up([ann, ben], 1)

    def move() -> None:
        ben.send("action", actionType="inc")  # without an id, by which a repeat is recognised
        ann.receive("state_update")

    told = notifications_during(postgres_url, first, move)
    assert told
    for news in told:
        ask(postgres_url, "SELECT pg_notify($1, $2)", f"turnwright_{first.name}", news)
    assert ben.drain() == {}
    assert [m["type"] for m in ben.received].count("error") == 0


@pytest.mark.parametrize("which", [0, 1])
def test_a_missed_notification_closes_the_affected_connections(
    postgres_url: str, pair: list[NodeProcess], which: int
) -> None:
    """A gap in the numbers reveals it: here the first received one has number five."""
    ann, ben = start_match_on(*pair)
    news = 'stranger 5 0 {"kind":"gone","sender":"stranger","link":1}'
    ask(postgres_url, "SELECT pg_notify($1, $2)", f"turnwright_{pair[which].name}", news)
    assert ben.closed()[0] == 1012
    ben = reconnect(ben, pair[1])
    count_up([ann, ben], 2)


@pytest.mark.parametrize("which", [0, 1])
def test_a_lost_listener_closes_the_affected_connections(
    postgres_url: str, pair: list[NodeProcess], which: int
) -> None:
    first, second = pair
    ann, ben = start_match_on(first, second)
    deaf = f"query LIKE 'LISTEN%{pair[which].name}%'"
    assert end_connections(postgres_url, deaf) == 1
    assert ben.closed()[0] == 1012
    ben = reconnect(ben, second)
    count_up([ann, ben], 2)


def test_a_silently_lost_listener_is_detected(postgres_url: str) -> None:
    """Stop the listening connection's backend, as behind a broken network."""

    async def check_listener() -> None:
        store = PostgresStore(postgres_url, timeout=2.0)
        received: asyncio.Queue[str] = asyncio.Queue()
        await store.open()
        await store.listen("news", received.put_nowait)
        admin = await asyncpg.connect(postgres_url)
        sql = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
        sleeper = await admin.fetchval(sql)
        await store.check_listener()
        store.notify("news", "before")
        assert await received.get() == "before"
        os.kill(sleeper, signal.SIGSTOP)
        try:
            await store.check_listener()
            async with asyncio.timeout(60):
                assert await received.get() == ""  # notifications may have been missed
                store.notify("news", "after")
                assert await received.get() == "after"
        finally:
            os.kill(sleeper, signal.SIGCONT)
        await admin.close()
        await store.close()

    asyncio.run(check_listener())


def break_snapshot(url: str, room: str) -> None:
    """Replace the snapshot of a room, if it has one, by one that cannot be read."""
    query = (
        "INSERT INTO snapshots VALUES ($1, 1, $2)"
        " ON CONFLICT (room) DO UPDATE SET seq = 1, body = excluded.body"
    )
    ask(url, query, room, b"\x81\xa1a\xc0")


def test_an_unreadable_room_does_not_stop_the_node(
    postgres_url: str, pair: list[NodeProcess]
) -> None:
    """The owner dies, and another node serves its clients."""
    first, second = pair
    seat = first.post("/api/rooms", game="counter", name="Ann")
    ann = enter(second, seat["roomId"], token=seat["token"])
    break_snapshot(postgres_url, seat["roomId"])
    first.kill()
    assert ann.closed()[0] == 1012
    wait_for_leases(postgres_url, [second])


def kinds(url: str, room: str) -> list[str]:
    return [kind for (kind,) in ask(url, "SELECT kind FROM log WHERE room = $1 ORDER BY seq", room)]


def test_timeouts_run_in_the_rooms_of_a_dead_node(
    postgres_url: str, pair: list[NodeProcess]
) -> None:
    """Nobody returns to them, and one of them cannot be read."""
    first, second = pair
    broken, _ = start_match_on(first, first, timeouts={"move": 0.2})
    ann, _ = start_match_on(first, first, timeouts={"move": 1.0})
    first.kill()
    break_snapshot(postgres_url, broken.room)
    before = len(kinds(postgres_url, ann.room))
    until(lambda: kinds(postgres_url, ann.room)[before:].count("timeout") == 2)
    wait_for_leases(postgres_url, [second])


def test_a_nul_is_refused_before_it_reaches_the_database(pair: list[NodeProcess]) -> None:
    """PostgreSQL stores no NUL; that is an error of the client, not a failure of the database."""
    ann, ben = start_match_on(*pair)
    mover = ann if ann.state["options"] else ben
    odd = "a\0b"
    for message in (
        {"type": "action", "actionType": "inc", "actionId": odd},
        {"type": "action", "actionType": "inc", "payload": {odd: 1}, "actionId": "fine"},
        {"type": "chat", "text": odd},
        {"type": "report", "seat": "p1", "reason": odd},
    ):
        said = mover.ask(**message)
        assert (said["code"], said["message"]) == ("error", NO_NUL)
        assert said["actionId"] == message.get("actionId")
    for control in ("line\n", "\x1f"):
        said = mover.act("inc", actionId=control)
        assert said["message"] == "An actionId must not contain control characters."
    count_up([ann, ben], 2)
    for path in ("/api/rooms?game=%00", "/api/games/counter?rules=%00", "/api/games/%00?rules=x"):
        assert refusal(pair[0], path)["code"] in ("bad_request", "unknown_game")
    for path, body in (
        ("/api/join", {"code": odd}),
        ("/api/quick", {"game": "counter", "name": odd}),
        ("/api/rooms", {"game": "counter", "options": {odd: [odd]}}),
    ):
        assert refusal(pair[0], path, body) == {"code": "bad_request", "message": NO_NUL}


def refusal(node: NodeProcess, path: str, body: Any = None) -> Any:
    with pytest.raises(urllib.error.HTTPError) as caught:
        node.get(path) if body is None else node.post(path, **body)
    with caught.value as answer:
        return json.load(answer)["error"]


def test_a_failure_without_text_shows_its_type() -> None:
    """A server that accepts connections and never answers."""

    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        store = PostgresStore(f"postgresql://127.0.0.1:{port}/rooms", timeout=0.2)
        with pytest.raises(StoreFailed, match=r"^The database failed: TimeoutError\.$"):
            asyncio.run(store.open())


def test_readiness_is_announced_only_when_durable(tmp_path: Path) -> None:
    """Nothing can be stored for a while: Ann is ready, then Ben disconnects. A spectator hears of
    both in this order, once it is durable."""
    with Server(tmp_path) as server:
        ann = server.post("/api/rooms", {"game": "skirmish", "name": "Ann"})
        room = ann["roomId"]
        ben = server.post(f"/api/rooms/{room}/join", {"name": "Ben"})
        one, other = (server.player().join(room, token=seat["token"]) for seat in (ann, ben))
        watcher = server.player().join(room, spectate=True)
        for player in (one, other, watcher):
            player.drain()
        with closing(sqlite3.connect(server.db, isolation_level=None)) as database:
            database.execute("BEGIN IMMEDIATE")
            one.send("ready")
            server.ask("/metrics")
            other.close()
            server.ask("/metrics")
            database.execute("ROLLBACK")
        seen = [watcher.receive("info", code="seats")["data"]["seats"] for _ in range(2)]
        ready = [[seat["ready"] for seat in seats] for seats in seen]
        here = [[seat["connected"] for seat in seats] for seats in seen]
        assert ready == [[True, False], [True, False]]
        assert here == [[True, True], [True, False]]


def test_the_old_owner_of_a_shared_file_drops_the_room(tmp_path: Path) -> None:
    """Without leases any process may take a room. The old owner does not show outdated state."""
    with Server(tmp_path) as first, Server(tmp_path) as second:
        ann, _ = start_match(first, "counter")
        there = second.player().join(ann.room, token=ann.token)
        assert there.act("inc")["type"] == "ack"
        assert ann.closed()[0] == 1012
        assert there.act("inc")["type"] == "error"  # it is not the player's turn
        there.drain()
