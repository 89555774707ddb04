"""Both stores: nothing is lost, nothing is written twice, and a room has one owner."""

from __future__ import annotations

import asyncio
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import asyncpg
import pytest

from turnwright.server.storage.errors import Conflict, Fenced, StoreFailed
from turnwright.server.storage.postgres import PostgresStore
from turnwright.server.storage.sqlite import MAX_PENDING_COMMITS, SqliteStore
from turnwright.server.storage.store import InfoChanges, RoomInfo, Row, Snapshot, Store

Connect = Callable[[], Store]
ADA, BEN = "node-ada", "node-ben"


@asynccontextmanager
async def opened(*stores: Store) -> AsyncIterator[None]:
    for store in stores:
        await store.open()
    try:
        yield
    finally:
        for store in stores:
            await store.close()


@asynccontextmanager
async def playing(connect: Connect, *rooms: str) -> AsyncIterator[Store]:
    """Yield a store with empty rooms that are owned by Ada at epoch 1."""
    store = connect()
    async with opened(store):
        await store.renew(ADA, 60)
        for room in rooms:
            await store.create(RoomInfo(room=room, game="duel", node=ADA))
        yield store


def move(room: str, seq: int, action_id: str | None = None) -> Row:
    return Row(
        room, seq, "move", seq % 2, b'{"seq":%d}' % seq, action_id, "d", seq, "h", float(seq)
    )


def submit_all(store: Store, rows: list[Row], epoch: int = 1) -> asyncio.Future[list[object]]:
    """Submit each row separately; return the results in order."""
    future: asyncio.Future[list[object]] = asyncio.get_running_loop().create_future()
    news: list[object] = []

    def tell(row: Row, error: Exception | None) -> None:
        news.append((row.room, row.seq) if error is None else type(error))
        if len(news) == len(rows):
            future.set_result(news)

    for row in rows:
        store.submit(row.room, epoch, [row], done=lambda error, row=row: tell(row, error))
    assert not news  # callbacks never run inside submit
    return future


async def seqs(store: Store, room: str) -> list[int]:
    return [row.seq for row in await store.read(room)]


# --- writing and reading --------------------------------------------------------------------------


def test_written_rows_can_be_read(connect: Connect) -> None:
    text = "Zoë 👩‍🚀 'quoted' \"twice\" \\ \n \u202e عربي $1 ?"

    async def scenario() -> None:
        store = connect()
        async with opened(store):
            info = RoomInfo(
                room=text, game="duel", code="QX7", is_private=True, names=[text, ""],
                created=1700000000.123, updated=1700000000.456, node=ADA, deadline=1700000030.25,
            )  # fmt: skip
            first = Row(text, 1, "create", body=text.encode(), at=1700000000.789)
            second = Row(text, 2, "move", 1, bytes(range(256)), text, text, 7, text, 0.1 + 0.2)
            await store.create(info, [first])
            await store.append(text, 1, [second], snapshot=Snapshot(text, 2, b"\0\xff"))
        async with opened(again := connect()):
            assert await again.read(text) == [first, second]
            assert await again.read(text, after=1) == [second]
            assert await again.read(text, after=2) == []
            assert await again.snapshot(text) == Snapshot(text, 2, b"\0\xff")
            info.head = 2
            assert await again.info(text) == info
            assert await again.by_code("QX7") == info
            assert await again.info("another") is None
            assert await again.by_code("") is None
            assert await again.snapshot("another") is None
            assert await again.read("another") == []

    asyncio.run(scenario())


def test_submits_keep_their_order_and_share_commits(connect: Connect) -> None:
    async def scenario() -> None:
        async with playing(connect, *"abcde") as store:
            rows = [move(room, seq) for seq in range(1, 101) for room in "abcde"]
            news = await submit_all(store, rows)
            assert news == [(row.room, row.seq) for row in rows]
            assert store.transactions == 1
            late = [move(room, seq) for seq in range(101, 201) for room in "abcde"]
            first = submit_all(store, late[:1])
            await asyncio.sleep(0)  # the first is being written; the others are queued
            await asyncio.sleep(0)
            await asyncio.gather(first, submit_all(store, late[1:]))
            assert store.transactions == 3
            for room in "abcde":
                assert await store.read(room) == [move(room, seq) for seq in range(1, 201)]

    asyncio.run(scenario())


def test_a_submit_is_written_as_a_whole_or_not_at_all(connect: Connect) -> None:
    async def scenario() -> None:
        async with playing(connect, "a") as store:
            await store.append("a", 1, [move("a", 1), move("a", 2)], InfoChanges(status="playing"))
            bad = [move("a", 3), move("a", 5)]
            with pytest.raises(Conflict, match="Row 5 of room a does not follow row 3"):
                await store.append("a", 1, bad, InfoChanges(status="over"), Snapshot("a", 5, b""))
            assert await seqs(store, "a") == [1, 2]
            assert await store.snapshot("a") is None
            info = await store.info("a")
            assert info is not None
            assert (info.status, info.head) == ("playing", 2)

    asyncio.run(scenario())


def test_rows_must_follow(connect: Connect) -> None:
    async def scenario() -> None:
        async with playing(connect, "a", "b") as store:
            await store.append("a", 1, [move("a", 1)])
            tried = [move("a", 1), move("b", 1), move("a", 3), move("a", 2), move("b", 2)]
            assert await submit_all(store, tried) == [
                Conflict,
                ("b", 1),
                Conflict,
                ("a", 2),
                ("b", 2),
            ]
            with pytest.raises(Conflict):
                await store.append("a", 1, [move("b", 3)])
            assert await seqs(store, "a") == await seqs(store, "b") == [1, 2]

    asyncio.run(scenario())


def test_two_stores_write_in_turns(connect: Connect) -> None:
    """What a store knows of its rooms stays valid while another one writes to the same database."""

    async def play() -> None:
        other = connect()
        async with playing(connect, "a", "b") as store, opened(other):
            for seq in range(1, 9):
                await store.append("a", 1, [move("a", seq, f"a{seq}")])
                await other.append("b", 1, [move("b", seq, f"b{seq}")])
                with pytest.raises(Conflict):
                    await store.append("a", 1, [move("a", seq)])
                with pytest.raises(Conflict):
                    await other.append("b", 1, [move("b", seq, "late")])
            many = [move("a", seq, f"a{seq}") for seq in range(9, 209)]
            await store.append("a", 1, many)
            await other.append("b", 1, [move("b", 9, "late")])
            await store.append("a", 1, [move("a", 209)])
            assert await seqs(other, "a") == list(range(1, 210))
            assert await seqs(store, "b") == list(range(1, 10))

    asyncio.run(play())


def test_a_submit_that_cannot_be_stored_fails_alone(connect: Connect) -> None:
    async def scenario() -> None:
        async with playing(connect, "a", "b") as store:
            rows = [move("a", 1), move("b", 1, "\ud800"), move("a", 2), move("b", 2)]
            assert await submit_all(store, rows) == [("a", 1), StoreFailed, ("a", 2), Conflict]
            await store.append("b", 1, [move("b", 1, "fine")])
            assert await seqs(store, "b") == [1]

    asyncio.run(scenario())


def test_closing_writes_what_is_queued(connect: Connect) -> None:
    async def scenario() -> None:
        store = connect()
        await store.open()
        await store.create(RoomInfo(room="a", game="duel"))
        queued = submit_all(store, [move("a", seq) for seq in range(1, 51)])
        await store.close()
        assert len(await queued) == 50
        assert await submit_all(store, [move("a", 51)]) == [StoreFailed]
        async with opened(again := connect()):
            assert await seqs(again, "a") == list(range(1, 51))

    asyncio.run(scenario())


def test_a_failing_callback_affects_no_other(connect: Connect) -> None:
    async def scenario() -> None:
        problems = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: problems.append(context["exception"]))
        async with playing(connect, "a", "b") as store:
            store.submit("a", 1, [move("a", 1)], done=lambda _: 1 / 0)
            leaver = asyncio.create_task(store.append("a", 1, [move("a", 2)]))
            await asyncio.sleep(0)
            leaver.cancel()
            await store.append("b", 1, [move("b", 1)])
            assert await seqs(store, "a") == [1, 2]
        assert [type(problem) for problem in problems] == [ZeroDivisionError]

    asyncio.run(scenario())


# --- owners ---------------------------------------------------------------------------------------


def test_a_room_is_created_once(connect: Connect) -> None:
    async def scenario() -> None:
        ada, ben = connect(), connect()
        async with opened(ada, ben):
            info = RoomInfo(room="a", game="duel", code="QX7")
            made = await asyncio.gather(
                *(store.create(info, [move("a", 1)]) for store in (ada, ben)),
                return_exceptions=True,
            )
            assert sorted(type(result) for result in made if result) == [Conflict]
            with pytest.raises(Conflict, match="code"):
                await ben.create(RoomInfo(room="b", game="duel", code="QX7"))
            with pytest.raises(Conflict):
                await ben.create(RoomInfo(room="c", game="duel"), [move("c", 2)])
            assert [room.room for room in await ben.rooms()] == ["a"]
            assert await seqs(ada, "a") == [1]

    asyncio.run(scenario())


def test_a_lease_is_respected_until_it_ends(connect: Connect) -> None:
    async def scenario() -> None:
        async with playing(connect, "a") as store:
            assert await store.acquire("a", ADA, 60) == 1  # still the owner
            assert await store.acquire("a", BEN, 60) is None
            assert await store.acquire("none", BEN, 60) is None
            node, epoch, until = await store.owner("a")
            assert (node, epoch) == (ADA, 1)
            assert until > 0
            assert await store.renew(ADA, 0) == {"a"}  # the lease ends now
            assert await store.acquire("a", BEN, 60) == 2
            assert await store.renew(ADA, 60) == set()
            assert await store.renew(BEN, 60) == {"a"}
            assert await store.acquire("a", ADA, 60) is None
            await store.release("a", ADA)  # she is not the owner
            assert await store.acquire("a", ADA, 60) is None
            await store.release("a", BEN)
            assert await store.owner("a") == ("", 2, 0.0)
            assert await store.acquire("a", ADA, 60) == 3
            assert await store.owner("none") == ("", 0, 0.0)

    asyncio.run(scenario())


def test_one_of_many_nodes_acquires_a_free_room(connect: Connect) -> None:
    async def scenario() -> None:
        stores = [connect() for _ in range(4)]
        async with opened(*stores):
            for number in range(5):
                await stores[0].create(RoomInfo(room=str(number), game="duel"))
                tries = (s.acquire(str(number), f"node{i}", 60) for i, s in enumerate(stores))
                epochs = await asyncio.gather(*tries)
                assert sorted(epochs, key=bool) == [None, None, None, 2]

    asyncio.run(scenario())


def test_a_late_owner_is_fenced(connect: Connect) -> None:
    async def scenario() -> None:
        late = connect()
        async with playing(connect, "a", "b") as ada, opened(late):
            await ada.append("a", 1, [move("a", 1)])
            await ada.renew(ADA, 0)
            assert await late.acquire("a", BEN, 60) == 2
            rows = [move("a", 2), move("b", 1), move("a", 3)]
            assert await submit_all(ada, rows) == [Fenced, ("b", 1), Fenced]
            await late.append("a", 2, [move("a", 2)])
            with pytest.raises(Fenced):
                await ada.append("a", 1, [move("a", 3)], InfoChanges(status="over"))
            with pytest.raises(Fenced):
                await ada.append("none", 1, [move("none", 1)])
            await late.release("a", BEN)
            assert await ada.acquire("a", ADA, 60) == 3
            await ada.append("a", 3, [move("a", 3)])
            with pytest.raises(Fenced):
                await late.append("a", 2, [move("a", 4)])
            assert await seqs(ada, "a") == [1, 2, 3]
            assert await seqs(ada, "b") == [1]

    asyncio.run(scenario())


def test_two_owners_race_for_a_room(connect: Connect) -> None:
    """Two owners keep taking the room from each other; every acknowledged row is there once."""

    lists: list[list[bytes]] = [[], []]

    async def own(store: Store, node: str, acknowledged: list[bytes]) -> None:
        fenced = 0
        for attempt in range(1000):
            if attempt >= 25 and all(lists):
                return
            epoch = await store.acquire("a", node, 0)
            if epoch is None:
                continue
            seq = len(await store.read("a"))
            for number in range(4):
                body = f"{node} {attempt} {number}".encode()
                try:
                    row = Row("a", seq + number + 1, "move", body=body, action_id=body.decode())
                    await store.append("a", epoch, [row])
                    acknowledged.append(body)
                except (Fenced, Conflict):
                    fenced += 1
                    break

    async def scenario() -> None:
        stores = [connect(), connect()]
        async with opened(*stores):
            await stores[0].create(RoomInfo(room="a", game="duel"))
            await asyncio.gather(*map(own, stores, (ADA, BEN), lists))
            rows = await stores[0].read("a")
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
            bodies = [row.body for row in rows]
            assert sorted(bodies) == sorted(lists[0] + lists[1])
            for told in lists:
                assert [body for body in bodies if body in set(told)] == told
            assert all(lists)

    asyncio.run(scenario())


# --- lists, deadlines, settings -------------------------------------------------------------------


def test_rooms_are_listed(connect: Connect) -> None:
    async def scenario() -> None:
        store = connect()
        async with opened(store):
            for number in range(6):
                info = RoomInfo(
                    room=f"r{number}", game="chess" if number == 1 else "duel", created=number,
                    is_private=number == 2, status="playing" if number == 3 else "waiting",
                )  # fmt: skip
                await store.create(info)
            for room in ("r5", "r4"):
                await store.append(room, 1, [move(room, 1)], InfoChanges(status="over"))

            def names(found: list[RoomInfo]) -> list[str]:
                return [info.room for info in found]

            assert names(await store.rooms()) == ["r5", "r4", "r3", "r2", "r1", "r0"]
            assert names(await store.rooms(limit=2)) == ["r5", "r4"]
            assert names(await store.rooms(status="waiting")) == ["r2", "r1", "r0"]
            assert names(await store.rooms(status="waiting", is_private=False)) == ["r1", "r0"]
            assert names(await store.rooms(is_private=True)) == ["r2"]
            assert names(await store.rooms(game="duel", status="waiting", limit=1)) == ["r2"]

    asyncio.run(scenario())


def won(match: int, at: float, *players: str) -> InfoChanges:
    """Return the changes for a match that the first seat has won."""
    return InfoChanges(
        status="over", updated=at, result=f"{players[0]} won", match=match,
        names=sorted(players), players=list(players),
    )  # fmt: skip


def test_every_match_is_in_the_history(connect: Connect) -> None:
    async def scenario() -> None:
        async with playing(connect, "a", "b") as store:
            await store.append("a", 1, [move("a", 1)])
            await store.append("a", 1, [move("a", 2), move("a", 3)], won(1, 100.0, "Ä", "B"))
            await store.append("b", 1, [move("b", 1)], won(1, 150.0, "C", "D"))
            again = InfoChanges(status="playing", updated=160.0, result="", names=["E", "F"])
            await store.append("a", 1, [move("a", 4)], again)
            assert [(p.room, p.match) for p in await store.history()] == [("b", 1), ("a", 1)]
            await store.append("a", 1, [move("a", 5)], won(2, 200.0, "F", "E"))
        async with opened(later := connect()):
            found = await later.history()
            assert [(p.room, p.match, p.ended) for p in found] == [
                ("a", 2, 200.0), ("b", 1, 150.0), ("a", 1, 100.0)
            ]  # fmt: skip
            assert [p.players for p in found] == [["F", "E"], ["C", "D"], ["Ä", "B"]]
            assert [p.names for p in found] == [["E", "F"], ["C", "D"], ["B", "Ä"]]
            assert [p.result for p in found] == ["F won", "C won", "Ä won"]
            assert [(p.game, p.inputs) for p in found] == [("duel", 5), ("duel", 1), ("duel", 3)]
            assert [(p.room, p.match) for p in await later.history(limit=1)] == [("a", 2)]

    asyncio.run(scenario())


def test_a_match_restarted_in_the_same_commit_is_in_the_history(connect: Connect) -> None:
    async def scenario() -> None:
        async with playing(connect, "a") as store:
            again = InfoChanges(status="playing", updated=101.0, result="")
            store.submit("a", 1, [move("a", 1)], won(1, 100.0, "Ä", "B"), done=lambda _: None)
            store.submit("a", 1, [move("a", 2)], again, done=lambda _: None)
            await store.append("a", 1, [move("a", 3)], won(2, 102.0, "B", "Ä"))
            found = [(p.match, p.result, p.inputs) for p in await store.history()]
            assert found == [(2, "B won", 3), (1, "Ä won", 1)]
            assert store.transactions == 1

    asyncio.run(scenario())


def test_private_and_unwritten_matches_are_not_in_the_history(connect: Connect) -> None:
    async def scenario() -> None:
        async with playing(connect, "a") as store:
            await store.create(RoomInfo(room="secret", game="duel", node=ADA, is_private=True))
            await store.append("a", 1, [move("a", 1)], won(1, 100.0, "Ä", "B"))
            await store.append("secret", 1, [move("secret", 1)], won(1, 200.0, "C", "D"))
            assert [p.room for p in await store.history(limit=1)] == ["a"]
            for epoch, row in (
                (1, move("a", 3)),
                (2, move("a", 2)),
            ):  # a gap, and an outdated epoch
                with pytest.raises((Conflict, Fenced)):
                    await store.append("a", epoch, [row], won(2, 300.0, "Ä", "B"))
            assert [(p.room, p.match) for p in await store.history()] == [("a", 1)]

    asyncio.run(scenario())


def test_deadlines_are_stored(connect: Connect) -> None:
    async def scenario() -> None:
        async with playing(connect, "a", "b", "c", "d") as store:
            await store.append("a", 1, [move("a", 1)], InfoChanges(deadline=30.0, status="playing"))
            await store.append("b", 1, [move("b", 1)], InfoChanges(deadline=20.0))
            await store.append("c", 1, [move("c", 1)], InfoChanges(deadline=10.0))
            await store.append("c", 1, [move("c", 2)], InfoChanges(status="playing"))  # unchanged
            await store.append("d", 1, [move("d", 1)], InfoChanges(deadline=5.0))
        async with opened(again := connect()):
            assert [(r.room, r.deadline) for r in await again.due(20.0)] == [
                ("d", 5.0), ("c", 10.0), ("b", 20.0)
            ]  # fmt: skip
            assert [room.room for room in await again.due()] == ["d", "c", "b", "a"]
            for room, change in [
                ("c", InfoChanges(deadline=None)),
                ("d", InfoChanges(status="over")),
            ]:
                again.submit(room, 1, [], InfoChanges(deadline=1.0), done=lambda _: None)
                await again.append(room, 1, [], change)
            assert [room.room for room in await again.due()] == ["b", "a"]
            info = await again.info("c")
            assert info is not None
            assert (info.deadline, info.status) == (None, "playing")

    asyncio.run(scenario())


def test_only_the_last_snapshot_is_kept(connect: Connect) -> None:
    async def scenario() -> None:
        async with playing(connect, "a") as store:
            for seq in (1, 2, 3):
                picture = Snapshot("a", seq, b"picture %d" % seq)
                await store.append("a", 1, [move("a", seq)], snapshot=picture)
            assert await store.snapshot("a") == Snapshot("a", 3, b"picture 3")

    asyncio.run(scenario())


def test_the_first_value_of_a_setting_wins(connect: Connect) -> None:
    async def scenario() -> None:
        stores = [connect() for _ in range(3)]
        await asyncio.gather(*(store.open() for store in stores))  # all create the tables
        assert await stores[0].setting("secret") is None
        secrets = await asyncio.gather(
            *(store.set_setting("secret", f"of {number}") for number, store in enumerate(stores))
        )
        assert len(set(secrets)) == 1
        assert await stores[0].setting("secret") == secrets[0]
        for store in stores:
            await store.close()

    asyncio.run(scenario())


# --- faults ---------------------------------------------------------------------------------------

WRITER = """
import asyncio, sys
from turnwright.server.storage.postgres import PostgresStore
from turnwright.server.storage.sqlite import MAX_PENDING_COMMITS, SqliteStore
from turnwright.server.storage.store import RoomInfo, Row

async def main(address):
    kind = PostgresStore if address.startswith("postgresql:") else SqliteStore
    store = kind(address)
    await store.open()
    rooms = ["a", "b", "c"]
    for room in rooms:
        await store.create(RoomInfo(room=room, game="duel"))

    async def play(room):
        for seq in range(1, 1_000_000):
            await store.append(room, 1, [Row(room, seq, "move", body=b"x" * 500, action_id=str(seq))])
            sys.stdout.write(f"{room} {seq}\\n")
            sys.stdout.flush()

    await asyncio.gather(*map(play, rooms))

asyncio.run(main(sys.argv[1]))
"""


@pytest.mark.parametrize("lines", [1, 7, 150])
def test_a_killed_writer_loses_nothing_that_it_acknowledged(
    address: str, connect: Connect, lines: int
) -> None:
    command = [sys.executable, "-c", WRITER, address]
    acknowledged: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        for line in writer.stdout:
            acknowledged.append(line)
            if len(acknowledged) == lines:
                writer.send_signal(signal.SIGKILL)
    assert writer.returncode == -signal.SIGKILL
    told = dict.fromkeys("abc", 0)
    for line in acknowledged:
        if line.endswith("\n"):  # the last line may be incomplete
            room, seq = line.split()
            told[room] = int(seq)

    async def scenario() -> None:
        async with opened(store := connect()):
            for room, seq in told.items():
                found = await seqs(store, room)
                assert found == list(range(1, len(found) + 1))
                assert len(found) >= seq
                await store.append(room, 1, [move(room, len(found) + 1, "after")])

    asyncio.run(scenario())


@pytest.mark.parametrize("damage", ["cut", "garble"])
def test_a_torn_file_leaves_a_prefix(tmp_path: Path, damage: str) -> None:
    """SQLite: the file as a power failure may leave it, cut at many places."""
    whole, torn = tmp_path / "whole.db", tmp_path / "torn"
    torn.mkdir()

    async def write() -> None:
        async with playing(lambda: SqliteStore(whole), "a") as store:
            for seq in range(1, 21):
                await store.append("a", 1, [move("a", seq)])
            for suffix in ("", "-wal"):
                shutil.copy(f"{whole}{suffix}", torn / f"kept.db{suffix}")

    async def check(path: Path) -> int:
        async with opened(store := SqliteStore(path)):
            rows = await store.read("a")
            assert rows == [move("a", seq) for seq in range(1, len(rows) + 1)]
            if info := await store.info("a"):
                assert info.head == len(rows)
                await store.append("a", 1, [move("a", len(rows) + 1)])
            return len(rows)

    asyncio.run(write())
    log = (torn / "kept.db-wal").read_bytes()
    counts = []
    for step in range(40):
        place = len(log) - 1 - step * len(log) // 50
        path = torn / f"{step}.db"
        shutil.copy(torn / "kept.db", path)
        rest = b"" if damage == "cut" else bytes(byte ^ 0x5A for byte in log[place : place + 64])
        after = b"" if damage == "cut" else log[place + 64 :]
        Path(f"{path}-wal").write_bytes(log[:place] + rest + after)
        counts.append(asyncio.run(check(path)))
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == 19
    assert counts[-1] < 10


OLD_LOG = """
CREATE TABLE log (
    id INTEGER PRIMARY KEY, before INTEGER NOT NULL, room TEXT NOT NULL, seq INTEGER NOT NULL,
    kind TEXT NOT NULL, seat INTEGER NOT NULL, body BLOB NOT NULL, action_id TEXT,
    digest TEXT NOT NULL, version INTEGER NOT NULL, hash TEXT NOT NULL, at REAL NOT NULL)"""


def test_tables_of_an_older_version_are_ignored(tmp_path: Path) -> None:
    """SQLite: an older version creates its own table when it is started by mistake."""
    path = tmp_path / "both.db"

    async def play() -> None:
        async with playing(lambda: SqliteStore(path), "a") as store:
            await store.append("a", 1, [move("a", 1, "x")])

    async def read() -> None:
        async with opened(store := SqliteStore(path)):
            assert await store.read("a") == [move("a", 1, "x")]

    asyncio.run(play())
    with closing(sqlite3.connect(path)) as db:
        db.execute(OLD_LOG)
    for _ in range(2):
        asyncio.run(read())


READ = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
print(db.execute("SELECT count(*) FROM commits").fetchone()[0])
db.close()
"""


def test_a_reading_process_does_no_harm(tmp_path: Path) -> None:
    """SQLite: the last process to close the file deletes its WAL, unless it is locked."""
    path = tmp_path / "looked-at.db"

    async def play() -> None:
        async with playing(lambda: SqliteStore(path), "a") as store:
            await store.append("a", 1, [move("a", 1)])
            for seq in (2, 3, 4):
                look = [sys.executable, "-c", READ, str(path)]
                seen = subprocess.run(look, check=True, capture_output=True)
                assert int(seen.stdout) == seq - 1
                await store.append("a", 1, [move("a", seq)])
                with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
                    assert db.execute("SELECT count(*) FROM commits").fetchone()[0] == seq

    asyncio.run(play())


def test_only_the_owner_may_read_the_file(tmp_path: Path) -> None:
    """SQLite: the file holds the token secret and the seeds of running matches."""
    path = tmp_path / "private.db"

    async def start() -> None:
        async with playing(lambda: SqliteStore(path), "a") as store:
            await store.append("a", 1, [move("a", 1)])
            for file in tmp_path.iterdir():
                assert file.stat().st_mode & 0o077 == 0, file

    asyncio.run(start())


def test_reading_does_not_wait_for_the_writer(tmp_path: Path) -> None:
    """SQLite: another process locks the file, and all committed rows can be read."""
    path = tmp_path / "locked.db"

    async def read() -> None:
        async with playing(lambda: SqliteStore(path, busy_seconds=0.1), "a", "b") as store:
            for seq in range(1, 4):
                await store.append("a", 1, [move("a", seq, f"x{seq}")])
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                assert await seqs(store, "a") == [1, 2, 3]
                assert {room.room: room.head for room in await store.rooms()} == {"a": 3, "b": 0}
                assert (info := await store.info("a")) is not None
                assert info.head == 3
                other.execute("ROLLBACK")

    asyncio.run(read())


def test_heads_are_updated_after_many_commits(tmp_path: Path) -> None:
    """SQLite: heads are updated at the latest after MAX_PENDING_COMMITS commits."""
    path = tmp_path / "many.db"

    async def write() -> None:
        async with playing(lambda: SqliteStore(path), "a", "b") as store:
            for seq in range(1, MAX_PENDING_COMMITS + 20):
                await store.append("a", 1, [move("a", seq, f"{seq}")])
            await store.append("b", 1, [move("b", 1), move("b", 2)])
            with closing(sqlite3.connect(path)) as db:
                ((told,),) = db.execute("SELECT last FROM told").fetchall()
                assert 0 < told < MAX_PENDING_COMMITS + 20
            async with opened(other := SqliteStore(path)):
                for one in (store, other):
                    assert {r.room: r.head for r in await one.rooms()} == {
                        "a": MAX_PENDING_COMMITS + 19,
                        "b": 2,
                    }
                assert await seqs(other, "a") == list(range(1, MAX_PENDING_COMMITS + 20))

    asyncio.run(write())


def test_a_full_disk_fails_only_the_batch(tmp_path: Path) -> None:
    """SQLite: no file can grow for a while."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)

    async def scenario() -> None:
        async with playing(lambda: SqliteStore(tmp_path / "full.db"), "a", "b") as store:
            await store.append("a", 1, [move("a", 1)])
            big = Row("a", 2, "move", body=b"x" * 2_000_000, action_id="big")
            resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, hard))
            try:
                assert await submit_all(store, [big, move("b", 1)]) == [StoreFailed, StoreFailed]
                assert await submit_all(store, [move("a", 3)]) == [Conflict]
                assert await submit_all(store, [move("b", 1)]) == [("b", 1)]
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            assert await submit_all(store, [big, move("b", 2)]) == [("a", 2), ("b", 2)]
            assert await seqs(store, "a") == await seqs(store, "b") == [1, 2]

    asyncio.run(scenario())


def test_opening_an_unusable_store_fails_clearly(tmp_path: Path, postgres_url: str) -> None:
    closed = postgres_url.replace("turnwright@", "turnwright@").replace("/postgres?", "/nobody?")
    for store in (SqliteStore(tmp_path / "none" / "rooms.db"), PostgresStore(closed)):
        with pytest.raises(StoreFailed, match="The database failed"):
            asyncio.run(store.open())


def test_lost_connections_are_restored(postgres_url: str) -> None:
    """PostgreSQL: all connections are lost, as in a restart of the database."""

    async def cut() -> None:
        connection = await asyncpg.connect(postgres_url)
        await connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        await connection.close()

    async def scenario() -> None:
        async with playing(lambda: PostgresStore(postgres_url), "a") as store:
            assert isinstance(store, PostgresStore)
            received: asyncio.Queue[str] = asyncio.Queue()
            await store.listen("news", received.put_nowait)
            await store.append("a", 1, [move("a", 1)])
            await cut()
            (news,) = await submit_all(store, [move("a", 2)])
            seq = 3 if news == ("a", 2) else 2
            await store.append("a", 1, [move("a", seq)])
            assert await seqs(store, "a") == list(range(1, seq + 1))
            missed = await asyncio.wait_for(received.get(), 60)
            assert missed == "", "notifications may have been missed"
            store.notify("news", "after")
            assert await asyncio.wait_for(received.get(), 60) == "after"

    asyncio.run(scenario())


def test_nodes_notify_each_other(postgres_url: str) -> None:
    """PostgreSQL: every payload reaches all listeners, in order and as often as it was sent."""

    async def scenario() -> None:
        ada, ben = PostgresStore(postgres_url), PostgresStore(postgres_url)
        async with opened(ada, ben):
            received: asyncio.Queue[str] = asyncio.Queue()
            also: asyncio.Queue[str] = asyncio.Queue()
            await asyncio.gather(
                ben.listen("node-ben", received.put_nowait), ben.listen("all", also.put_nowait)
            )
            await ada.listen("all", also.put_nowait)
            said = ["one", "two", "two", "Zoë 👩‍🚀", "one", "x" * 7999]
            for payload in said:
                ada.notify("node-ben", payload)
            assert [await asyncio.wait_for(received.get(), 60) for _ in said] == said
            ben.notify("all", "hello")
            assert [await asyncio.wait_for(also.get(), 60) for _ in "12"] == ["hello", "hello"]
            with pytest.raises(StoreFailed, match="8000"):
                ada.notify("node-ben", "é" * 4000)

    asyncio.run(scenario())
