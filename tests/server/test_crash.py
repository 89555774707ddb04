"""Kill the server at every input of a match: nothing acknowledged is lost, nothing happens twice.

Processes, kills (SIGKILL), database and sockets are real. A match whose server was killed after each
input must have the same log, with the same hashes, as one without kills.
"""

import asyncio
import random
import shutil
import time

import pytest

from tests.server.server_process import Server, likely_choice, play_on, start_match
from tests.server.skirmish_game import GAMES, SAFE
from turnwright.server.node.node import Node
from turnwright.server.rooms import inputs
from turnwright.server.storage.sqlite import SqliteStore
from turnwright.server.storage.store import RoomInfo, Row
from turnwright.torture.wal_file import frames_of

STEPS = 30


def stored(db):
    """Return every room's log in a database, without times and outages."""

    async def read():
        store = SqliteStore(db)
        await store.open()
        try:
            rooms = [info.room for info in await store.rooms()]
            return {room: in_short(await store.read(room)) for room in rooms}
        finally:
            await store.close()

    return asyncio.run(read())


def in_short(rows):
    """Return what inputs did, numbered from 1."""
    kept = [row for row in rows if row.kind != "outage"]
    return [
        (number, row.kind, row.seat, row.body, row.action_id, row.digest, row.version, row.hash)
        for number, row in enumerate(kept, 1)
    ]


def read_back(db, room="room"):
    """Rebuild the room as a new node does, checking every hash."""

    async def read():
        node = Node(SqliteStore(db), GAMES)
        await node.open()
        try:
            return await node.read_room(room)
        finally:
            await node.close()

    return asyncio.run(read())


def create_database(db, game, **create):
    """Create a database with one room of a known seed, so that matches can be compared."""

    async def write():
        store = SqliteStore(db)
        await store.open()
        found = GAMES(game)
        given = inputs.Create(
            game=game, rules=found.rules, seed="the same", slots=2, coin_flip=True, **create
        )
        info = RoomInfo(room="room", game=game, names=["", ""])
        await store.create(info, [Row("room", 1, "create", body=inputs.encode(given), at=1.0)])
        await store.close()

    asyncio.run(write())


def join_players(server):
    """Return Ann and Ben by seat at the start of the match."""
    ann, ben = (server.player().join("room", name) for name in ("Ann", "Ben"))
    for player in (ann, ben):
        player.send("ready")
    for player in (ann, ben):
        player.receive("state_update")
        player.drain()
    return {player.seat: player for player in (ann, ben)}


def choose(players, step, moves):
    """Return the scripted action of a step, which depends only on the state."""
    rng = random.Random(step)
    state = next(iter(players.values())).state
    mover = players[rng.choice(state["acting"])]
    if mover.prompt is not None:
        return mover, "prompt_response", {
            "promptId": mover.prompt["promptId"],
            "choice": likely_choice(mover.prompt, rng, step % 3 == 2),
        }  # fmt: skip
    known = [o for o in mover.state["options"] if moves is None or o["id"].split(":")[0] in moves]
    # Prefer moves with questions: they are the hardest to restore.
    asking = [o for o in known if o["id"] in ("search", "strike", "parley", "sort", "cry", "mode")]
    asking += [o for o in known if o["id"].startswith(("normal_summon", "activate", "attack"))]
    option = rng.choice(asking or known)
    name = option["id"].partition(":")[0]
    return mover, "action", {"actionType": name, "payload": option["payload"]}


def do_step(players, step, moves):
    """Do a step and wait until both have seen it; return its acknowledgement."""
    mover, type, fields = choose(players, step, moves)
    mover.send(type, actionId=f"step {step}", **fields)
    ack = mover.receive("ack", "error", actionId=f"step {step}")
    if ack["type"] == "error":  # the scripted answer was invalid; the second one is not
        fields["choice"] = likely_choice(mover.prompt, random.Random(step), True)
        mover.send(type, actionId=f"step {step}", **fields)
        ack = mover.receive("ack", actionId=f"step {step}")
    catch_up(players, ack["stateVersion"])
    return ack, mover, type, fields


def catch_up(players, version):
    for player in players.values():
        while player.state["stateVersion"] < version:
            player.receive("state_update")
        player.drain()


def reconnect(server, players):
    for player in players.values():
        player.close()
    back = {seat: server.back(player) for seat, player in players.items()}
    for player in back.values():
        player.drain()
    return back


def visible_state(player):
    """Return what a player sees, without times and connections."""
    state = {**player.state, "now": 0, "log": [], "clock": sorted(player.state["clock"])}
    for side in ("self", "opponent"):
        state["players"][side]["connected"] = True
    return state, player.prompt and {**player.prompt, "deadline": 0}


def is_over(players):
    return next(iter(players.values())).state["result"] is not None


def uninterrupted(folder, game, moves, most=STEPS):
    """Return the stored match without any failure."""
    folder.mkdir()
    create_database(folder / "rooms.sqlite", game)
    steps = 0
    with Server(folder) as server:
        players = join_players(server)
        while steps < most and not is_over(players):
            do_step(players, steps, moves)
            steps += 1
    assert steps >= 15, "the script is too short to be of interest"
    return stored(server.db)["room"], steps


# Each part kills at some of the indexes; the parts can run in parallel.
SCRIPTS = [("skirmish", 30, 0), ("skirmish", 30, 1), ("duel", 20, 0), ("duel", 20, 1)]


@pytest.mark.parametrize(("game", "most", "part"), SCRIPTS)
def test_a_kill_after_any_acknowledged_input_loses_nothing(game, most, part, tmp_path):
    moves = SAFE if game == "skirmish" else None
    expected, steps = uninterrupted(tmp_path / "calm", game, moves, most)
    folder = tmp_path / "killed"
    folder.mkdir()
    create_database(folder / "rooms.sqlite", game)
    with Server(folder) as server:
        players = join_players(server)
        for step in range(steps):
            ack, mover, type, fields = do_step(players, step, moves)
            if step % 2 != part:
                continue
            before = {seat: visible_state(player) for seat, player in players.items()}
            server.restart()
            players = reconnect(server, players)
            assert {seat: visible_state(player) for seat, player in players.items()} == before
            # The client may not have received the acknowledgement, and sends the input again.
            mover = players[mover.seat]
            mover.send(type, actionId=f"step {step}", **fields)
            assert mover.receive("ack", "error") == ack
            mover.drain()
            assert {seat: visible_state(player) for seat, player in players.items()} == before
    assert stored(server.db)["room"] == expected


@pytest.mark.parametrize("part", range(2))
def test_a_kill_before_the_answer_applies_an_input_once_or_never(part, tmp_path):
    expected, steps = uninterrupted(tmp_path / "calm", "skirmish", SAFE, 18)
    folder = tmp_path / "killed"
    folder.mkdir()
    create_database(folder / "rooms.sqlite", "skirmish")
    with Server(folder) as server:
        players = join_players(server)
        rng = random.Random(part)
        for step in range(steps):
            if step % 2 != part:
                do_step(players, step, SAFE)
                continue
            version = max(player.state["stateVersion"] for player in players.values())
            mover, type, fields = choose(players, step, SAFE)
            mover.send(type, actionId=f"step {step}", **fields)
            time.sleep(rng.random() * 0.004)  # about the time from a frame to its answer
            server.kill()
            server.start()
            players = reconnect(server, players)
            now = {player.state["stateVersion"] for player in players.values()}
            assert now in ({version}, {version + 1})
            mover = players[mover.seat]
            if now == {version} and mover.prompt is not None:
                assert mover.prompt["promptId"] == fields["promptId"]
            mover.send(type, actionId=f"step {step}", **fields)
            ack = mover.receive("ack", "error")
            if ack["type"] == "error":  # the first scripted answer was refused, as without failures
                fields["choice"] = likely_choice(mover.prompt, random.Random(step), True)
                mover.send(type, actionId=f"step {step}", **fields)
                ack = mover.receive("ack")
            assert ack["stateVersion"] == version + 1
            catch_up(players, version + 1)
    assert stored(server.db)["room"] == expected


def test_a_kill_in_a_stream_of_inputs_loses_and_doubles_nothing(tmp_path):
    with Server(tmp_path) as server:
        total, answered = 700, 0
        room = server.post("/api/rooms", {"game": "counter", "seats": 1, "name": "Ann"})
        ann = server.player().join(room["roomId"], token=room["token"])
        ann.send("ready")
        ann.receive("state_update")
        rng = random.Random(3)
        for kills in range(4):
            acks = {}
            for number in range(total):
                ann.send("action", actionType="inc", actionId=f"inc {number}")
            until = rng.randrange(100, 600) if kills < 3 else total
            while len(acks) < until:
                ack = ann.receive("ack")
                acks[ack["actionId"]] = ack["stateVersion"]
            assert acks == {f"inc {n}": n + 3 for n in range(len(acks))}  # it started at version 2
            if kills < 3:
                server.restart()
                ann = server.back(ann)
                ann.drain()
                count = ann.state["table"]["count"]
                answered = max(answered, len(acks))
                assert answered <= count <= total
        ann.drain()
        assert ann.state["table"]["count"] == total
    rows = stored(server.db)[room["roomId"]]
    ids = [row[4].partition(":")[2] for row in rows if row[4]]
    assert ids == [f"inc {n}" for n in range(total)]


# --- torn files -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """Return a folder whose server was killed during a match, and the room's log."""
    folder = tmp_path_factory.mktemp("killed")
    create_database(folder / "rooms.sqlite", "skirmish")
    with Server(folder) as server:
        players = join_players(server)
        for step in range(12):
            if not is_over(players):
                do_step(players, step, SAFE)
        server.kill()
    assert (folder / "rooms.sqlite-wal").stat().st_size > 0, "the newest rows are in the journal"
    copy = tmp_path_factory.mktemp("whole")
    for path in folder.glob("rooms.sqlite*"):
        shutil.copy(path, copy)
    return folder, stored(copy / "rooms.sqlite")["room"], players


def torn_copy(folder, to, cut, is_garbled):
    shutil.copy(folder / "rooms.sqlite", to / "rooms.sqlite")
    data = bytearray((folder / "rooms.sqlite-wal").read_bytes())
    if is_garbled:
        rng = random.Random(cut)
        data[cut:] = rng.randbytes(len(data) - cut)
    else:
        del data[cut:]
    (to / "rooms.sqlite-wal").write_bytes(data)


@pytest.mark.parametrize("is_garbled", [False, True])
def test_a_torn_write_leaves_a_valid_prefix(killed, is_garbled, tmp_path):
    folder, rows, _ = killed
    size = (folder / "rooms.sqlite-wal").stat().st_size
    wal = (folder / "rooms.sqlite-wal").read_bytes()
    ends = [frame.offset for frame in frames_of(wal) if frame.is_end]
    rng = random.Random(5)
    cuts = [rng.randrange(ends[-8], size) for _ in range(12)] + [ends[-1] + 1, size - 1]
    lengths = set()
    for number, cut in enumerate(cuts):
        to = tmp_path / str(number)
        to.mkdir()
        torn_copy(folder, to, cut, is_garbled)
        left = stored(to / "rooms.sqlite")["room"]
        assert left == rows[: len(left)]
        room = read_back(to / "rooms.sqlite")
        assert (room.seq, room.version) == (left[-1][0], left[-1][6])
        lengths.add(len(left))
    assert max(lengths) >= len(rows) - 1
    assert len(lengths) > 3


def test_after_a_torn_write_the_lost_input_can_be_sent_again(killed, tmp_path):
    folder, rows, players = killed
    wal = (folder / "rooms.sqlite-wal").read_bytes()
    for number, frame in enumerate(reversed(frames_of(wal))):
        end = frame.offset
        tried = tmp_path / f"look {number}"
        tried.mkdir()
        torn_copy(folder, tried, end + 100, True)
        if len(stored(tried / "rooms.sqlite")["room"]) < len(rows):
            break  # the last input is lost, not only a sign of life that came after it
    torn_copy(folder, tmp_path, end + 100, True)
    with Server(tmp_path) as server:
        back = {seat: server.back(player) for seat, player in players.items()}
        for player in back.values():
            player.drain()
            assert player.state["stateVersion"] == rows[-1][6] - 1
        step = int(rows[-1][4].split()[1])
        ack, *_ = do_step(back, step, SAFE)
        assert ack["stateVersion"] == rows[-1][6]
        while not is_over(back):
            step += 1
            do_step(back, step, SAFE)
    assert stored(server.db)["room"][: len(rows)] == rows


# --- other state that survives a crash ------------------------------------------------------------


def test_results_chat_and_rematches_survive_a_kill(tmp_path):
    with Server(tmp_path) as server:
        ann, ben = start_match(server)
        ann.send("chat", text="well met")
        ben.receive("chat")
        play_on([ann, ben], random.Random(1), 200, SAFE)
        result = ann.state["result"]
        ann.send("rematch_request")
        ben.receive("rematch_status", botWants=True)
        server.restart()
        ben = server.back(ben)
        assert ben.receive("game_over")["winners"] == result["winners"]
        assert ben.receive("rematch_status")["botWants"]
        assert ben.received[0]["chat"][0]["text"] == "well met"
        ben.send("rematch_request")
        assert ben.receive("match_start")["youAre"] == "p1", "the sides are swapped"
        ben.receive("state_update")
        assert ben.state["result"] is None


def test_timeouts_run_in_a_room_that_nobody_returns_to(tmp_path):
    with Server(tmp_path, timeouts={"move": 0.3}, forfeit_after=2) as server:
        ann, _ = start_match(server)
        server.restart()
        watcher = server.player().join(ann.room, spectate=True)
        assert watcher.receive("game_over")["result"] == "over"


def test_the_server_stops_on_sigterm_and_clients_return(tmp_path):
    with Server(tmp_path) as server:
        ann, _ = start_match(server)
        server.process.terminate()
        assert ann.closed()[0] in (1001, 1012)
        server.stop()
        server.start()
        back = server.back(ann)
        back.drain()
        assert back.state["stateVersion"] == ann.state["stateVersion"]
