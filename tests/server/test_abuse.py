"""Hostile clients over real sockets: they are limited, and others do not notice."""

import asyncio
import contextlib
import json
import resource
import socket
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from tests.server.room_harness import frame
from tests.server.server_process import Server, start_match
from tests.server.skirmish_game import set_up, skirmish
from turnwright.core.errors import UnusableError
from turnwright.server.http.app import HostedGames, start
from turnwright.server.http.byte_limited_cache import ByteLimitedCache
from turnwright.server.http.limits import Buckets, client_address, networks
from turnwright.server.node.node import MAX_EXCESS, Node
from turnwright.server.node.settings import Settings
from turnwright.server.storage.sqlite import SqliteStore

HELLO = (
    b"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)
PING = Frame(Opcode.TEXT, frame("ping", t=1)).serialize(mask=True)


def call(server, data=b""):
    """Return a raw connection."""
    sock = socket.create_connection(("127.0.0.1", server.port))
    sock.settimeout(60)
    sock.sendall(data)
    return sock


def wait_until(is_true):
    for _ in range(600):
        if is_true():
            return
        time.sleep(0.05)
    raise AssertionError("it does not happen")


def open_socket(server):
    sock = call(server, HELLO + b"\r\n")
    received = b""
    while b"\r\n\r\n" not in received:
        received += sock.recv(4096)
    assert b" 101 " in received
    return sock


def listen(sock):
    """Return everything received before the close frame, and its code."""
    received = b""
    while b"\x88" not in received:
        part = sock.recv(1 << 16)
        assert part, "closed without a word"
        received += part
    before, _, after = received.partition(b"\x88")
    return before, int.from_bytes(after[1:3], "big")


# --- floods ---------------------------------------------------------------------------------------


def test_a_flood_is_dropped_and_disconnected(tmp_path):
    with Server(tmp_path, message_rate=5, message_burst=20) as server:
        ann, ben = start_match(server)
        with contextlib.closing(open_socket(server)) as flooder:
            flooder.sendall(PING * (20 + 2 * MAX_EXCESS))
            received, code = listen(flooder)
        assert code == 1008
        assert 20 <= received.count(b'"pong"') < 100
        assert 1 <= received.count(b'"rate_limited"') < 20
        for player in (ann, ben):
            player.drain()
        assert server.metric("turnwright_dropped_total") >= MAX_EXCESS


def test_a_client_that_keeps_flooding_is_not_read(tmp_path):
    with Server(tmp_path, message_rate=5, message_burst=20) as server:
        much, is_cut_off = PING * 50_000, False
        with contextlib.closing(open_socket(server)) as flooder:
            try:
                for _ in range(60):
                    flooder.sendall(much)
            except OSError:  # the buffer is full
                is_cut_off = True
        assert is_cut_off
        server.player().drain()
        assert server.metric("turnwright_dropped_total") < 10 * MAX_EXCESS


def test_an_address_with_many_sockets_has_no_more_messages(tmp_path):
    limits = {"message_rate_per_address": 0.001, "message_burst_per_address": 50}
    with Server(tmp_path, proxies=["127.0.0.1"], **limits) as server:
        eyes = {"additional_headers": {"X-Forwarded-For": "203.0.113.9"}}
        crowd = [server.player(**eyes) for _ in range(4)]
        for one in crowd:
            for number in range(30):
                one.send("ping", t=number)
            one.receive("pong", t=29.0) if one is crowd[0] else one.receive("error")
        answered = [sum(m["type"] == "pong" for m in one.received) for one in crowd]
        assert answered == [30, 20, 0, 0]
        server.player(additional_headers={"X-Forwarded-For": "203.0.113.7"}).drain()


def test_dropped_frames_are_reported_a_second_later(tmp_path):
    with Server(tmp_path, message_rate=5, message_burst=20) as server, server.player() as ann:
        for number in range(60):
            ann.send("ping", t=number)
        assert [ann.receive()["type"] for _ in range(20)] == ["pong"] * 20
        for _ in range(2):  # at once, and again for the later ones
            assert ann.receive("error")["code"] == "rate_limited"
        ann.drain()


def test_without_a_limit_every_frame_is_answered(tmp_path):
    with Server(tmp_path, message_rate=0) as server, server.player() as ann:
        for _ in range(20):
            ann.socket.socket.sendall(PING * 1000)
            for _ in range(1000):
                assert ann.receive()["type"] == "pong"
        ann.drain()
        assert server.metric("turnwright_dropped_total") == 0


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG])
def test_a_flood_of_protocol_pings_is_disconnected(tmp_path, opcode):
    with Server(tmp_path) as server:
        with contextlib.closing(open_socket(server)) as flooder:
            flooder.sendall(Frame(opcode, b"hi").serialize(mask=True) * 10_000)
            assert listen(flooder)[1] == 1008
        with server.player() as ann:
            assert ann.socket.ping().wait(60), "a single one is answered"


# --- codes, left-over connections and unknown rooms -----------------------------------------------


def test_guessing_codes_over_a_socket_is_limited(tmp_path):
    with Server(tmp_path, create_rate=0.01, create_burst=2) as server:
        room = server.post("/api/rooms", {"game": "skirmish", "private": True})
        with server.player() as eve:
            said = []
            for guess in range(20):
                eve.send("join_room", roomId=room["roomId"], code=f"WRONG{guess}")
                said.append(eve.receive("error")["code"])
            assert set(said) == {"no_room", "rate_limited"}
            eve.send("join_room", roomId=room["roomId"], code=room["code"])
            assert eve.receive("match_start", "error")["code"] == "rate_limited"
        ann = server.player().join(room["roomId"], token=room["token"])
        assert ann.seat == "p1", "whoever has a seat needs no code"


def test_a_spectator_who_leaves_while_the_room_loads_is_not_kept(tmp_path):
    with Server(tmp_path, admin_token="admin") as server:
        ann, ben = start_match(server)
        for player in (ann, ben):
            player.close()
        server.restart()
        join = Frame(Opcode.TEXT, frame("join_room", roomId=ann.room, spectate=True))
        ghosts = [open_socket(server) for _ in range(10)]
        for sock in ghosts:
            sock.sendall(join.serialize(mask=True))
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            sock.close()
        back = server.back(ann)
        for _ in range(200):
            if server.metric("turnwright_sockets ") == 1:
                break
            back.drain()
        about = server.get(f"/admin/rooms/{ann.room}", token="admin")
        assert about["watchers"] == 0


def test_asking_for_an_unknown_room_writes_nothing(tmp_path):
    with Server(tmp_path) as server, contextlib.closing(sqlite3.connect(server.db)) as db:
        eve = server.player()
        before = db.execute("PRAGMA data_version").fetchone()
        for number in range(20):
            eve.send("join_room", roomId=f"nowhere-{number}", spectate=True)
            assert eve.receive("error")["code"] == "no_room"
        assert db.execute("PRAGMA data_version").fetchone() == before


def test_too_many_unknown_rooms_stop_the_lookup(tmp_path):
    with Server(tmp_path, create_rate=0.001, create_burst=2) as server:
        ann, _ = start_match(server)
        with server.player() as eve:
            said = []
            for number in range(20):
                eve.send("join_room", roomId=f"nowhere-{number}", spectate=True)
                said.append(eve.receive("error")["code"])
            assert said[0] == "no_room"
            assert said[-1] == "rate_limited"
            eve.join(ann.room, spectate=True)


# --- client addresses -----------------------------------------------------------------------------


def creates(server, **headers):
    return server.ask("/api/rooms", {"game": "skirmish"}, **headers)[0]


def joins(server, room, forwarded):
    with server.player(additional_headers={"X-Forwarded-For": forwarded}) as guest:
        guest.send("join_room", roomId=room, game="skirmish")
        said = guest.receive("match_start", "error")
        return said["code"] if said["type"] == "error" else "joined"


def test_a_forwarded_address_from_a_client_is_ignored(tmp_path):
    with Server(tmp_path, create_rate=0.001, create_burst=3) as server:
        assert [creates(server, X_Forwarded_For=f"9.9.9.{n}") for n in range(4)] == [201] * 3 + [
            429
        ]
        assert joins(server, "new-room", "9.9.9.9") == "rate_limited"


def test_clients_behind_a_trusted_proxy_have_separate_limits(tmp_path):
    limits = {"create_rate": 0.001, "create_burst": 2}
    with Server(tmp_path, proxies=["127.0.0.0/8"], **limits) as server:
        assert [creates(server, X_Forwarded_For="9.9.9.1") for _ in range(3)] == [201, 201, 429]
        assert joins(server, "room-1", "9.9.9.1") == "rate_limited", "one limit for both ways in"
        assert joins(server, "room-2", "6.6.6.6, 9.9.9.1") == "rate_limited", "the last one counts"
        assert joins(server, "room-3", "9.9.9.2") == "joined"


def test_requests_of_one_address_are_limited(tmp_path):
    """Also behind a trusted proxy. Files count less, and `/health` is always answered."""
    limits = {"request_rate": 0.001, "request_burst": 4, "origins": ["http://site.example"]}

    def statuses(path, count, **headers):
        return [server.ask(path, **headers)[0] for _ in range(count)]

    with Server(tmp_path, **limits) as server:
        assert statuses("/api/rooms", 3) == [200] * 3
        assert statuses("/web/favicon.svg", 11).count(200) == 10
        status, headers, body = server.ask("/api/rooms", Origin="http://site.example")
        assert (status, json.loads(body)["error"]["code"]) == (429, "rate_limited")
        assert "retry-after" in headers
        assert headers["access-control-allow-origin"] == "http://site.example"
        for path in ("/", "/metrics", "/docs", "/api/nothing", "/admin/rooms"):
            assert server.ask(path)[0] == 429, path
        with pytest.raises(InvalidStatus, match="429"):
            server.player()
        assert statuses("/health", 5) == [200] * 5
        assert statuses("/api/rooms", 1, X_Forwarded_For="9.9.9.1") == [429]
    (tmp_path / "behind").mkdir()
    with Server(tmp_path / "behind", proxies=["127.0.0.0/8"], **limits) as server:
        assert statuses("/api/rooms", 5, X_Forwarded_For="6.6.6.6, 9.9.9.1")[3:] == [200, 429]
        assert statuses("/api/rooms", 1, X_Forwarded_For="9.9.9.2") == [200]
        with pytest.raises(InvalidStatus, match="429"):
            server.player(additional_headers={"X-Forwarded-For": "9.9.9.1"})
        server.player(additional_headers={"X-Forwarded-For": "9.9.9.3"}).drain()


@pytest.mark.parametrize(
    ("peer", "forwarded", "proxies", "found"),
    [
        ("9.9.9.9", [], (), "9.9.9.9"),
        ("127.0.0.1", ["1.1.1.1"], (), "127.0.0.1"),
        ("127.0.0.1", ["1.1.1.1"], ("127.0.0.1",), "1.1.1.1"),
        ("127.0.0.1", ["6.6.6.6, 1.1.1.1", "10.0.0.2"], ("127.0.0.1", "10.0.0.0/8"), "1.1.1.1"),
        ("9.9.9.9", ["1.1.1.1"], ("127.0.0.1",), "9.9.9.9"),
        ("127.0.0.1", [], ("127.0.0.1",), "127.0.0.1"),
        ("127.0.0.1", ["unknown"], ("127.0.0.1",), "unknown"),
        ("2001:db8:1:2:3::4", [], (), "2001:db8:1:2::/64"),
        ("::ffff:9.9.9.9", [], (), "9.9.9.9"),
        ("", ["1.1.1.1"], ("127.0.0.1",), ""),
    ],
)
def test_the_client_address_follows_trusted_proxies(peer, forwarded, proxies, found):
    assert client_address(peer, forwarded, proxies) == found


def test_a_trusted_proxy_must_be_an_address_or_network():
    with pytest.raises(UnusableError, match="address or a network"):
        networks(("my proxy",))


def test_one_address_cannot_take_all_sockets(tmp_path):
    with Server(tmp_path, max_sockets_per_address=3, proxies=["127.0.0.1"]) as server:
        eves = [
            server.player(additional_headers={"X-Forwarded-For": "203.0.113.9"}) for _ in range(3)
        ]
        with pytest.raises(InvalidStatus) as refused:
            server.player(additional_headers={"X-Forwarded-For": "203.0.113.9"})
        assert refused.value.response.status_code == 503
        error = json.loads(refused.value.response.body)["error"]
        assert error["code"] == "too_many_sockets"
        assert error["message"]
        assert server.metric('turnwright_refusals_total{code="too_many_sockets"}') == 1
        server.player(additional_headers={"X-Forwarded-For": "203.0.113.7"}).join("room", "Ann")
        eves[0].close()
        wait_until(lambda: server.metric("turnwright_sockets") == 3)
        server.player(additional_headers={"X-Forwarded-For": "203.0.113.9"}).join("room", "Eve")


def test_a_room_has_a_limit_of_spectators(tmp_path):
    with Server(
        tmp_path, max_spectators=3, max_spectators_per_address=2, proxies=["127.0.0.1"]
    ) as server:
        server.player().join("room", "Ann")

        def watch(address):
            watcher = server.player(additional_headers={"X-Forwarded-For": address})
            watcher.send("join_room", roomId="room", spectate=True)
            return watcher.receive("match_start", "error")

        assert [watch("203.0.113.9")["type"] for _ in range(2)] == ["match_start"] * 2
        assert watch("203.0.113.9")["code"] == "too_many_spectators"
        assert watch("203.0.113.7")["type"] == "match_start"
        assert watch("203.0.113.5")["code"] == "too_many_spectators"


def test_one_address_cannot_fill_the_list_of_waiting_rooms(tmp_path):
    with Server(tmp_path, max_waiting_rooms=2, proxies=["127.0.0.1"]) as server:
        eve, ann = {"X_Forwarded_For": "203.0.113.9"}, {"X_Forwarded_For": "203.0.113.7"}
        for _ in range(2):
            made = server.post("/api/rooms", {"game": "skirmish"}, **eve)
        assert server.refusal("/api/rooms", {"game": "skirmish"}, **eve) == (429, "too_many_rooms")
        player = server.player(additional_headers={"X-Forwarded-For": "203.0.113.9"})
        assert player.ask("join_room", roomId="another")["code"] == "too_many_rooms"
        server.post(f"/api/rooms/{made['roomId']}/join", {"name": "Ben"}, **ann)
        server.post("/api/rooms", {"game": "skirmish"}, **ann)


def test_one_address_cannot_have_any_number_of_rooms(tmp_path):
    with Server(tmp_path, max_rooms_per_address=2, proxies=["127.0.0.1"]) as server:
        eve, ann = {"X_Forwarded_For": "203.0.113.9"}, {"X_Forwarded_For": "203.0.113.7"}
        solo = {"game": "tictactoe", "bots": ["passive"]}
        rooms = [server.post("/api/rooms", solo, **eve) for _ in range(2)]
        assert server.refusal("/api/rooms", solo, **eve) == (429, "too_many_rooms")
        assert server.metric('turnwright_refusals_total{code="too_many_rooms"}') == 1
        server.post("/api/rooms", solo, **ann)
        player = server.player().join(rooms[0]["roomId"], token=rooms[0]["token"])
        player.send("ready")
        player.receive("state_update")
        player.send("resign")
        player.receive("game_over")
        server.post("/api/rooms", solo, **eve)


def test_quick_match_prefers_players_who_are_there(tmp_path):
    with Server(tmp_path) as server:
        ghost = server.post("/api/rooms", {"game": "skirmish", "name": "Ghost"})
        ann = server.post("/api/rooms", {"game": "skirmish", "name": "Ann"})
        server.player().join(ann["roomId"], token=ann["token"])
        assert ghost["roomId"] != ann["roomId"]
        assert server.post("/api/quick", {"game": "skirmish"})["roomId"] == ann["roomId"]


def test_a_flood_of_chat_is_refused_and_not_stored(tmp_path):
    limits = {"chat_rate": 0.001, "chat_burst": 3, "room_chat_rate": 0.001, "room_chat_burst": 12}
    with Server(tmp_path, **limits) as server:
        ann, ben = start_match(server)
        for number in range(8):
            ann.send("chat", text=f"line {number}")
        ann.drain()
        errors = [m["code"] for m in ann.received if m["type"] == "error"]
        assert errors == ["rate_limited"] * 5
        ben.drain()
        lines = [m["text"] for m in ben.received if m["type"] == "chat"]
        assert lines == ["line 0", "line 1", "line 2"]
        crowd = [server.player().join(ann.room, spectate=True) for _ in range(6)]
        for watcher in crowd:
            for number in range(3):
                watcher.send("chat", text=f"watched {number}")
            watcher.drain()
        ben.drain()
        assert sum(m["type"] == "chat" for m in ben.received) == 12, "what all may send together"
        assert ann.act("end_turn")["type"] == "ack", "the match goes on"


def test_bots_do_not_play_while_nobody_is_there(tmp_path):
    with Server(tmp_path, bot_delay=5.0) as server:
        room = server.post("/api/rooms", {"game": "tictactoe", "bots": ["random"], "name": "Ann"})
        ann = server.player().join(room["roomId"], token=room["token"])
        ann.send("ready")
        ann.receive("state_update")
        while ann.seat not in ann.state["acting"]:
            ann.receive("state_update")
        option = ann.state["options"][0]
        ann.act(option["id"].partition(":")[0], payload=option["payload"])
        ann.drop_connection()
        wait_until(lambda: server.metric("turnwright_sockets") == 0)
        before = server.metric("turnwright_commits_total")
        time.sleep(6.0)  # the bot would have moved
        assert server.metric("turnwright_commits_total") == before
        back = server.back(ann)
        while back.seat not in back.state.get("acting", []):
            back.receive("state_update")
        assert server.metric("turnwright_commits_total") == before + 1


def test_the_number_of_rate_limit_buckets_is_bounded():
    buckets = Buckets(0.001, 1.0, keep=100)
    for number in range(1000):
        assert buckets.take(str(number))
    assert not buckets.take("999")
    assert len(buckets._buckets) <= 100


# --- slow clients ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-A: ",
        b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n{",
        HELLO,
        b"GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /health HTTP/1.1\r\nHost:",
    ],
)
def test_an_incomplete_request_times_out(tmp_path, half):
    with Server(tmp_path, request_seconds=0.2) as server:
        with contextlib.closing(call(server, half)) as sock:
            while sock.recv(4096):  # times out if it stays open
                pass
        assert "failed" not in server.log.read_text()


def test_a_socket_that_joins_no_room_is_closed(tmp_path):
    with Server(tmp_path, join_seconds=2.0) as server:
        ann, ben = start_match(server)
        with server.player() as idle:
            code, reason = idle.closed()
        assert code == 1008
        assert "join" in reason
        assert ann.act("end_turn")["type"] == "ack"
        ben.drain()


# --- invalid input and a failing store ------------------------------------------------------------


def test_a_malformed_origin_is_refused_without_details(tmp_path):
    with Server(tmp_path) as server:
        for origin in (b"http://[", b"http://[::1", b"\xff\xfe"):
            with contextlib.closing(
                call(server, HELLO + b"Origin: " + origin + b"\r\n\r\n")
            ) as sock:
                received = sock.recv(4096)
            assert received.split()[1] in (b"400", b"403"), received
            assert b"IPv6" not in received
        nowhere = HELLO.replace(b"Host: x\r\n", b"") + b"Origin: null\r\n\r\n"
        with contextlib.closing(call(server, nowhere)) as sock:
            assert sock.recv(4096).split()[1] != b"101"


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/api/history?limit=" + "9" * 5000, None, "bad_request"),
        ("/api/rooms", {"game": "duel", "bots": ["mcts:²"]}, "unknown_agent"),
        ("/api/rooms", {"game": "duel", "bots": ["mcts:" + "9" * 5000]}, "bad_bot"),
    ],
)
def test_malformed_input_is_refused_with_a_code(tmp_path, path, body, code):
    with Server(tmp_path) as server:
        assert server.refusal(path, body) == (400, code)


def test_health_fails_while_the_store_cannot_write(tmp_path):
    with Server(tmp_path) as server:
        assert server.get("/health")["status"] == "ok"
        pid, kind = server.process.pid, resource.RLIMIT_FSIZE
        before = resource.prlimit(pid, kind)
        resource.prlimit(pid, kind, (0, before[1]))  # as if the disk were full
        for _ in range(10_000):  # the result is cached for a second
            status, _, data = server.ask("/health")
            if status != 200:
                break
        assert (status, json.loads(data)["error"]["code"]) == (503, "store_failed")
        assert server.refusal("/api/rooms", {"game": "skirmish"}) == (503, "store_failed")
        resource.prlimit(pid, kind, before)
        for _ in range(10_000):
            if server.ask("/health")[0] == 200:
                break
        assert server.get("/health")["status"] == "ok"
        start_match(server)


# --- finished matches -----------------------------------------------------------------------------


class InProcessServer(Server):
    """A server in a thread of this process. Its `store` can be made to wait."""

    def start(self):
        started = threading.Event()
        self.store, self.games = BlockingStore(self.db), HostedGames({"noted": noted})
        self.thread = threading.Thread(target=lambda: asyncio.run(self._serve(started)))
        self.thread.start()
        assert started.wait(20)
        return self

    async def _serve(self, started):
        settings = Settings(bot_delay=0.0, create_burst=1e9)
        node = Node(self.store, self.games, settings)
        self.server, task, self.port = await start(node, self.games, "127.0.0.1", 0)
        started.set()
        await task

    def stop(self):
        self.store.way.set()
        self.server.should_exit = True
        self.thread.join(20)


class BlockingStore(SqliteStore):
    """A store whose answers about rooms can be held back."""

    def __init__(self, path):
        super().__init__(path)
        self.way, self.asked = threading.Event(), threading.Event()
        self.way.set()

    async def info(self, room):
        found = await super().info(room)
        self.asked.set()
        while not self.way.is_set():
            await asyncio.sleep(0.001)
        return found


THREADS = []


def note_thread(c):
    THREADS.append(threading.current_thread().name)
    set_up(c)


noted = skirmish("noted", setup=note_thread)


@pytest.fixture
def in_process(tmp_path):
    with InProcessServer(tmp_path) as server:
        yield server


def finished(server, game="noted"):
    ann, ben = start_match(server, game)
    ann.send("resign")
    for player in (ann, ben):
        player.receive("game_over")
        player.drain()
    return ann, ben


def test_a_replay_never_shows_a_match_that_started_meanwhile(in_process):
    ann, ben = finished(in_process)
    path = f"/api/rooms/{ann.room}/replay"
    first = in_process.get(path, token=ann.token)
    in_process.store.asked.clear()
    in_process.store.way.clear()
    with ThreadPoolExecutor(1) as curious:
        replay = curious.submit(in_process.ask, path, token=ann.token)
        assert in_process.store.asked.wait(10)  # the room was over when it was read
        for player in (ann, ben):
            player.send("rematch_request")
        for player in (ann, ben):
            player.receive("match_start")
            player.drain()
        in_process.store.way.set()
        status, _, data = replay.result(10)
    assert status in (200, 409)
    assert status == 409 or json.loads(data) == first
    assert in_process.refusal(f"{path}?match=2") == (409, "still_running")
    assert in_process.get(f"{path}?match=1", token=ann.token) == first


def test_building_replays_does_not_block_matches(in_process):
    ann, _ = finished(in_process)
    THREADS.clear()
    for path in ("frames", "frames?seat=p1"):
        assert in_process.get(f"/api/rooms/{ann.room}/{path}", token=ann.token)["total"] > 1
    assert len(THREADS) >= 2
    assert in_process.thread.name not in THREADS


def test_playing_on_does_not_block_matches(in_process):
    ann, _ = finished(in_process)
    THREADS.clear()
    body = {"step": 0, "token": ann.token, "bot": "passive", "name": "Ann"}
    made = in_process.post(f"/api/rooms/{ann.room}/continue", body)
    player = in_process.player().join(made["roomId"], token=made["token"])
    player.send("ready")
    player.receive("state_update")
    assert THREADS
    assert in_process.thread.name not in THREADS, "the record is not replayed on the event loop"


def test_replays_are_cached(in_process):
    ann, _ = finished(in_process)
    path = f"/api/rooms/{ann.room}/frames"
    first = in_process.get(path)
    THREADS.clear()
    assert in_process.get(path) == first
    assert not THREADS


def test_searching_the_rules_texts_is_rate_limited(tmp_path):
    """A search in a large library takes milliseconds, so it is not one message like others."""
    with Server(tmp_path, create_rate=0.001, create_burst=2) as server:
        ann, _ = start_match(server)
        said = [ann.ask("describe", about=f"word {number}") for number in range(8)]
        assert [one.get("code") for one in said] == [None] * 6 + ["rate_limited"] * 2
        assert not ann.ask("describe"), "the situation is not searched for"


def test_replay_requests_are_rate_limited(tmp_path):
    with Server(tmp_path, create_rate=0.001, create_burst=2) as server:
        ann, _ = finished(server, "skirmish")
        paths = [f"/api/rooms/{ann.room}/{what}" for what in ("replay", "frames", "replay?match=1")]
        said = [server.ask(path, token=ann.token)[0] for path in paths * 5]
        assert said[:3] == [200] * 3
        assert said[-1] == 429
        assert server.get("/health")["status"] == "ok"


def test_the_replay_cache_is_bounded_in_bytes():
    shelf = ByteLimitedCache(1000)
    for number in range(100):
        shelf.put(number, 90, str(number))
        assert shelf.used <= 1000
        assert shelf.find(0) == "0", "what is looked at stays"
    assert shelf.find(99) == "99"
    assert shelf.find(50) is None
    shelf.put("huge", 5000, "huge")
    assert shelf.find("huge") is None
    assert shelf.used <= 1000


# --- rooms with custom settings -------------------------------------------------------------------


@pytest.mark.parametrize(
    "how", [{"options": {"points": 1}}, {"timeouts": {"move": 1.0}}, {"coinFlip": False}]
)
def test_quick_match_ignores_rooms_with_custom_settings(tmp_path, how):
    with Server(tmp_path) as server:
        trap = server.post("/api/rooms", {"game": "skirmish", "name": "Eve", **how})
        server.player().join(trap["roomId"], token=trap["token"])
        ann, ben = (server.post("/api/quick", {"game": "skirmish", "name": n}) for n in "AB")
        assert trap["roomId"] not in (ann["roomId"], ben["roomId"])
        assert ann["roomId"] == ben["roomId"]


def test_a_room_lists_its_options(tmp_path):
    with Server(tmp_path) as server:
        for options in ({}, {"points": 1, "chooser": "x"}):
            room = server.post("/api/rooms", {"game": "skirmish", "options": options})["roomId"]
            assert server.get(f"/api/rooms/{room}")["options"] == sorted(options)
            (line,) = [r for r in server.get("/api/rooms") if r["roomId"] == room]
            assert line["options"] == sorted(options)
        server.restart()
        assert server.get(f"/api/rooms/{room}")["options"] is None, "it is not known here"
