"""What goes wrong with a real database and real nodes: nobody is left behind, and no node half dead."""

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

from tests.server import play
from tests.server.test_cluster import NodeProcess, free_ports, nodes
from turnwright.server.storage.errors import StoreFailed
from turnwright.server.storage.postgres import PostgresStore

TALKING = "pid <> pg_backend_pid() AND query LIKE 'SELECT pg_notify%'"
END = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename IS NOT NULL AND "
NOT_LISTENING = "pid <> pg_backend_pid() AND query NOT LIKE 'LISTEN%'"
connected: list[play.Player] = []


@pytest.fixture
def pair(postgres_url: str) -> Iterator[list[NodeProcess]]:
    """Two nodes with a short lease."""
    with nodes(postgres_url, free_ports(2), lease=0.9) as found:
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
    """As an administrator, a time limit for idle sessions or a restart does."""
    return len(ask(url, END + which))


def until(happens: Callable[[], Any], seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


def wait_for_leases(url: str, living: list[NodeProcess]) -> None:
    """All nodes renew their leases, twice."""
    sql = "SELECT node, lease_until FROM nodes WHERE node = ANY ($1)"
    for _ in range(2):
        old = dict(ask(url, sql, [node.name for node in living]))
        until(lambda: all(end > old[node] for node, end in ask(url, sql, list(old))))  # noqa: B023


def enter(node: NodeProcess, room: str, **how: Any) -> play.Player:
    connected.append(play.Player(f"ws://127.0.0.1:{node.port}/socket"))
    return connected[-1].join(room, **how)


def sit(first: NodeProcess, second: NodeProcess, **how: Any) -> list[play.Player]:
    """Ann and Ben play: the room and Ann are at the first node, Ben is at the second."""
    ann = first.post("/api/rooms", game="counter", name="Ann", **how)
    ben = first.post(f"/api/rooms/{ann['roomId']}/join", name="Ben")
    players = [
        enter(node, ann["roomId"], token=seat["token"])
        for node, seat in ((first, ann), (second, ben))
    ]
    for player in players:
        player.say("ready")
    for player in players:
        player.hear("state_update")
        player.settle()
    return players


def count_up(players: list[play.Player], times: int) -> None:
    """All see every move, whoever has to come back for it."""
    for _ in range(times):
        count = players[0].state["table"]["count"]
        mover = next(player for player in players if player.state["options"])
        mover.say("action", actionType="inc", actionId=f"{mover.seat} {count}")
        for player in players:
            while player.state["table"]["count"] <= count:
                player.hear("state_update")


def come_back(player: play.Player, node: NodeProcess) -> play.Player:
    def comes() -> bool:
        nonlocal back
        try:
            back = enter(node, player.room, token=player.token)
            back.settle()
        except (ConnectionClosed, AssertionError, OSError):
            return False
        return True

    back = player
    until(comes)
    return back


def test_a_node_lives_on_when_its_connections_are_ended(
    postgres_url: str, pair: list[NodeProcess]
) -> None:
    """The server's last word to an idle connection surprises the driver in more than one way."""
    first, second = pair
    players = sit(first, second)
    with dying(postgres_url, NOT_LISTENING) as ended:
        until(lambda: sum(ended) > 40)
    end_connections(postgres_url, "pid <> pg_backend_pid()")
    wait_for_leases(postgres_url, pair)
    players = [come_back(player, node) for player, node in zip(players, pair, strict=True)]
    count_up(players, 4)
    wait_for_leases(postgres_url, pair)


def test_whatever_happens_to_connections_is_a_failure_of_the_store(postgres_url: str) -> None:
    """It is said in a sentence without details, and all news arrive in the end, in order."""

    async def hammer() -> None:
        store, listener = PostgresStore(postgres_url), PostgresStore(postgres_url)
        admin = await asyncpg.connect(postgres_url)
        heard: list[str] = []
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
        await listener.listen("news", heard.append)
        replay_limits = [asyncio.create_task(read()) for _ in range(6)]
        for number in told:
            store.notify("news", number)
            if int(number) % 5 == 0:
                await admin.fetch(END + NOT_LISTENING)
            await asyncio.sleep(0.002)
        over = True
        await asyncio.gather(*replay_limits)
        async with asyncio.timeout(10):
            while not heard or heard[-1] != told[-1]:
                await asyncio.sleep(0.01)
        assert list(dict.fromkeys(heard)) == told
        assert said == {"The database failed; try again."}
        await store.close()
        await listener.close()
        await admin.close()

    asyncio.run(hammer())


@contextmanager
def dying(url: str, which: str) -> Iterator[list[int]]:
    """Connections are ended all the time; the value is how many at each try."""
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


def test_two_nodes_play_on_while_those_who_carry_the_news_die(
    postgres_url: str, pair: list[NodeProcess]
) -> None:
    """Nobody has to come back, and nobody is a move behind."""
    players = sit(*pair)
    with dying(postgres_url, TALKING) as ended:
        while sum(ended) < 30:
            count_up(players, 2)
    count_up(players, 2)
    one, other = (player.state["table"]["count"] for player in players)
    assert one == other


def overhear(url: str, node: NodeProcess, act: Callable[[], None]) -> list[str]:
    """What a node is told meanwhile."""

    async def listen() -> list[str]:
        connection = await asyncpg.connect(url)
        heard: list[str] = []
        await connection.add_listener(
            f"turnwright_{node.name}", lambda *news: heard.append(news[3])
        )
        await asyncio.to_thread(act)
        await connection.fetch("SELECT 1")
        await connection.close()
        return heard

    return asyncio.run(listen())


def test_what_is_told_twice_is_heard_once(postgres_url: str, pair: list[NodeProcess]) -> None:
    first, second = pair
    ann, ben = sit(first, second)
    count_up([ann, ben], 1)

    def move() -> None:
        ben.say("action", actionType="inc")  # without an id that would tell a repeat
        ann.hear("state_update")

    told = overhear(postgres_url, first, move)
    assert told
    for news in told:
        ask(postgres_url, "SELECT pg_notify($1, $2)", f"turnwright_{first.name}", news)
    assert ben.settle() == {}
    assert [m["type"] for m in ben.heard].count("error") == 0


@pytest.mark.parametrize("which", [0, 1])
def test_whoever_missed_news_sends_those_away_whom_it_may_concern(
    postgres_url: str, pair: list[NodeProcess], which: int
) -> None:
    """The next ones tell it by their number: here the fifth of a node that was not heard before."""
    ann, ben = sit(*pair)
    news = 'stranger 5 0 {"kind":"gone","sender":"stranger","link":1}'
    ask(postgres_url, "SELECT pg_notify($1, $2)", f"turnwright_{pair[which].name}", news)
    assert ben.closed()[0] == 1012
    ben = come_back(ben, pair[1])
    count_up([ann, ben], 2)


@pytest.mark.parametrize("which", [0, 1])
def test_whoever_was_deaf_sends_those_away_whom_it_may_concern(
    postgres_url: str, pair: list[NodeProcess], which: int
) -> None:
    first, second = pair
    ann, ben = sit(first, second)
    deaf = f"query LIKE 'LISTEN%{pair[which].name}%'"
    assert end_connections(postgres_url, deaf) == 1
    assert ben.closed()[0] == 1012
    ben = come_back(ben, second)
    count_up([ann, ben], 2)


def test_a_line_that_was_cut_without_a_word_is_noticed(postgres_url: str) -> None:
    """The process that brings the news sleeps, as behind a broken network."""

    async def check_listener() -> None:
        store = PostgresStore(postgres_url, timeout=0.3)
        heard: asyncio.Queue[str] = asyncio.Queue()
        await store.open()
        await store.listen("news", heard.put_nowait)
        admin = await asyncpg.connect(postgres_url)
        sql = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
        sleeper = await admin.fetchval(sql)
        await store.check_listener()
        store.notify("news", "before")
        assert await heard.get() == "before"
        os.kill(sleeper, signal.SIGSTOP)
        try:
            await store.check_listener()
            async with asyncio.timeout(10):
                assert await heard.get() == ""  # something may have been missed
                store.notify("news", "after")
                assert await heard.get() == "after"
        finally:
            os.kill(sleeper, signal.SIGCONT)
        await admin.close()
        await store.close()

    asyncio.run(check_listener())


def test_a_room_that_cannot_be_read_does_not_stop_the_node(
    postgres_url: str, pair: list[NodeProcess]
) -> None:
    """Its owner dies, and another node looks after those who were there."""
    first, second = pair
    seat = first.post("/api/rooms", game="counter", name="Ann")
    ann = enter(second, seat["roomId"], token=seat["token"])
    ask(postgres_url, "INSERT INTO snapshots VALUES ($1, 1, $2)", seat["roomId"], b"\x81\xa1a\xc0")
    first.kill()
    assert ann.closed()[0] == 1012
    wait_for_leases(postgres_url, [second])


def kinds(url: str, room: str) -> list[str]:
    return [kind for (kind,) in ask(url, "SELECT kind FROM log WHERE room = $1 ORDER BY seq", room)]


def test_time_runs_on_in_the_rooms_of_a_dead_node(
    postgres_url: str, pair: list[NodeProcess]
) -> None:
    """Nobody comes back to them, and one of them cannot be read."""
    first, second = pair
    broken, _ = sit(first, first, timeouts={"move": 0.2})
    ann, _ = sit(first, first, timeouts={"move": 1.0})
    first.kill()
    ask(postgres_url, "INSERT INTO snapshots VALUES ($1, 1, $2)", broken.room, b"\x81\xa1a\xc0")
    before = len(kinds(postgres_url, ann.room))
    until(lambda: kinds(postgres_url, ann.room)[before:].count("timeout") == 2)
    wait_for_leases(postgres_url, [second])


def test_a_nul_in_an_action_id_is_refused_and_disturbs_nobody(
    postgres_url: str, pair: list[NodeProcess]
) -> None:
    ann, ben = sit(*pair)
    mover = ann if ann.state["options"] else ben
    for odd in ("a\0b", "line\n", "\x1f"):
        said = mover.act("inc", actionId=odd)
        assert (said["code"], said["message"]) == (
            "error",
            "An actionId must not contain control characters.",
        )
    count_up([ann, ben], 2)


def test_clients_are_not_told_what_the_database_said(pair: list[NodeProcess]) -> None:
    said = refusal(pair[0], "/api/rooms?game=%00")
    assert said == {"code": "store_failed", "message": "The database failed; try again."}


def refusal(node: NodeProcess, path: str) -> Any:
    with pytest.raises(urllib.error.HTTPError) as caught:
        node.get(path)
    with caught.value as answer:
        return json.load(answer)["error"]


def test_a_failure_without_words_has_a_name() -> None:
    """A server that takes connections and never says a word."""

    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        store = PostgresStore(f"postgresql://127.0.0.1:{port}/rooms", timeout=0.2)
        with pytest.raises(StoreFailed, match=r"^The database failed: TimeoutError\.$"):
            asyncio.run(store.open())


def test_what_is_not_durable_is_not_told_when_somebody_goes(tmp_path: Path) -> None:
    """Nothing can be stored for a while: Ann is ready, then Ben goes. Who looks on hears both, in
    this order, when it counts."""
    with play.Server(tmp_path) as server:
        ann = server.post("/api/rooms", {"game": "skirmish", "name": "Ann"})
        room = ann["roomId"]
        ben = server.post(f"/api/rooms/{room}/join", {"name": "Ben"})
        one, other = (server.player().join(room, token=seat["token"]) for seat in (ann, ben))
        watcher = server.player().join(room, spectate=True)
        for player in (one, other, watcher):
            player.settle()
        with closing(sqlite3.connect(server.db, isolation_level=None)) as database:
            database.execute("BEGIN IMMEDIATE")
            one.say("ready")
            server.ask("/metrics")
            other.close()
            server.ask("/metrics")
            database.execute("ROLLBACK")
        seen = [watcher.hear("info", code="seats")["data"]["seats"] for _ in range(2)]
        ready = [[seat["ready"] for seat in seats] for seats in seen]
        here = [[seat["connected"] for seat in seats] for seats in seen]
        assert ready == [[True, False], [True, False]]
        assert here == [[True, True], [True, False]]


def test_of_two_processes_on_one_file_the_old_owner_lets_go(tmp_path: Path) -> None:
    """Without leases anybody may take a room. Who has lost it does not show what it was."""
    with play.Server(tmp_path) as first, play.Server(tmp_path) as second:
        ann, _ = play.seat_two(first, "counter")
        there = second.player().join(ann.room, token=ann.token)
        assert there.act("inc")["type"] == "ack"
        assert ann.closed()[0] == 1012
        assert there.act("inc")["type"] == "error"  # it is not her turn
        there.settle()
