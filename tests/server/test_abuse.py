"""Clients that mean harm, over real sockets: they get less than they ask for, others notice nothing."""

import asyncio
import contextlib
import json
import resource
import socket
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.frames import Frame, Opcode

from tests.server.play import Server, frame, seat_two, set_up, skirmish
from turnwright.core.errors import UnusableError
from turnwright.server.http.app import HostedGames, start
from turnwright.server.http.limits import Buckets, client_address, networks
from turnwright.server.http.replays import ByteLimitedCache
from turnwright.server.node.node import MAX_EXCESS, Node
from turnwright.server.node.settings import Settings
from turnwright.server.storage.sqlite import SqliteStore

HELLO = (
    b"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)
PING = Frame(Opcode.TEXT, frame("ping", t=1)).serialize(mask=True)


def call(server, data=b""):
    """A connection whose other end does as it likes."""
    sock = socket.create_connection(("127.0.0.1", server.port))
    sock.settimeout(10)
    sock.sendall(data)
    return sock


def open_socket(server):
    sock = call(server, HELLO + b"\r\n")
    heard = b""
    while b"\r\n\r\n" not in heard:
        heard += sock.recv(4096)
    assert b" 101 " in heard
    return sock


def listen(sock):
    """All that comes until the server has said goodbye, and the code of that."""
    heard = b""
    while b"\x88" not in heard:
        part = sock.recv(1 << 16)
        assert part, "closed without a word"
        heard += part
    before, _, after = heard.partition(b"\x88")
    return before, int.from_bytes(after[1:3], "big")


# --- floods ---------------------------------------------------------------------------------------


def test_a_flood_is_not_answered_frame_by_frame_and_ends_with_a_goodbye(tmp_path):
    with Server(tmp_path, message_rate=5, message_burst=20) as server:
        ann, ben = seat_two(server)
        with contextlib.closing(open_socket(server)) as flooder:
            flooder.sendall(PING * (20 + 2 * MAX_EXCESS))
            heard, code = listen(flooder)
        assert code == 1008
        assert 20 <= heard.count(b'"pong"') < 100
        assert 1 <= heard.count(b'"rate_limited"') < 20
        for player in (ann, ben):
            player.settle()
        assert server.metric("turnwright_dropped_total") >= MAX_EXCESS


def test_whoever_floods_on_is_not_even_read(tmp_path):
    with Server(tmp_path, message_rate=5, message_burst=20) as server:
        much, is_cut_off = PING * 50_000, False
        with contextlib.closing(open_socket(server)) as flooder:
            try:
                for _ in range(60):
                    flooder.sendall(much)
            except OSError:  # or nothing more goes in
                is_cut_off = True
        assert is_cut_off
        server.player().settle()
        assert server.metric("turnwright_dropped_total") < 10 * MAX_EXCESS


def test_whoever_was_dropped_without_a_word_hears_of_it_a_little_later(tmp_path):
    with Server(tmp_path, message_rate=5, message_burst=20) as server, server.player() as ann:
        for number in range(60):
            ann.say("ping", t=number)
        assert [ann.hear()["type"] for _ in range(20)] == ["pong"] * 20
        for _ in range(2):  # at once for the first, and again for all that came behind it
            assert ann.hear("error")["code"] == "rate_limited"
        ann.settle()


def test_where_there_is_no_limit_a_flood_is_answered_to_the_last_frame(tmp_path):
    with Server(tmp_path, message_rate=0) as server, server.player() as ann:
        for _ in range(20):
            ann.socket.socket.sendall(PING * 1000)
            for _ in range(1000):
                assert ann.hear()["type"] == "pong"
        ann.settle()
        assert server.metric("turnwright_dropped_total") == 0


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG])
def test_a_flood_of_the_protocols_own_pings_ends_too(tmp_path, opcode):
    with Server(tmp_path) as server:
        with contextlib.closing(open_socket(server)) as flooder:
            flooder.sendall(Frame(opcode, b"hi").serialize(mask=True) * 10_000)
            assert listen(flooder)[1] == 1008
        with server.player() as ann:
            assert ann.socket.ping().wait(10), "a single one is answered"


# --- codes, ghosts, and rooms that are not there --------------------------------------------------


def test_codes_are_not_guessed_over_a_socket(tmp_path):
    with Server(tmp_path, create_rate=0.01, create_burst=2) as server:
        room = server.post("/api/rooms", {"game": "skirmish", "private": True})
        with server.player() as eve:
            said = []
            for guess in range(20):
                eve.say("join_room", roomId=room["roomId"], code=f"WRONG{guess}")
                said.append(eve.hear("error")["code"])
            assert set(said) == {"private", "rate_limited"}
            eve.say("join_room", roomId=room["roomId"], code=room["code"])
            assert eve.hear("match_start", "error")["code"] == "rate_limited"
        ann = server.player().join(room["roomId"], token=room["token"])
        assert ann.seat == "p1", "whoever has a seat needs no code"


def test_a_spectator_who_has_gone_before_the_room_is_loaded_leaves_no_ghost(tmp_path):
    with Server(tmp_path, admin_token="admin") as server:
        ann, ben = seat_two(server)
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
            back.settle()
        about = server.get(f"/admin/rooms/{ann.room}", token="admin")
        assert about["watchers"] == 0


def test_to_ask_for_a_room_that_is_not_there_writes_nothing(tmp_path):
    with Server(tmp_path) as server, contextlib.closing(sqlite3.connect(server.db)) as db:
        eve = server.player()
        before = db.execute("PRAGMA data_version").fetchone()
        for number in range(20):
            eve.say("join_room", roomId=f"nowhere-{number}", spectate=True)
            assert eve.hear("error")["code"] == "no_room"
        assert db.execute("PRAGMA data_version").fetchone() == before


def test_after_very_many_rooms_that_were_not_there_none_is_looked_for(tmp_path):
    with Server(tmp_path, create_rate=0.001, create_burst=2) as server:
        ann, _ = seat_two(server)
        with server.player() as eve:
            said = []
            for number in range(20):
                eve.say("join_room", roomId=f"nowhere-{number}", spectate=True)
                said.append(eve.hear("error")["code"])
            assert said[0] == "no_room"
            assert said[-1] == "rate_limited"
            eve.join(ann.room, spectate=True)


# --- who it is ------------------------------------------------------------------------------------


def creates(server, **headers):
    return server.ask("/api/rooms", {"game": "skirmish"}, **headers)[0]


def joins(server, room, forwarded):
    with server.player(additional_headers={"X-Forwarded-For": forwarded}) as guest:
        guest.say("join_room", roomId=room, game="skirmish")
        said = guest.hear("match_start", "error")
        return said["code"] if said["type"] == "error" else "joined"


def test_an_address_that_a_client_gives_itself_counts_for_nothing(tmp_path):
    with Server(tmp_path, create_rate=0.001, create_burst=3) as server:
        assert [creates(server, X_Forwarded_For=f"9.9.9.{n}") for n in range(4)] == [201] * 3 + [
            429
        ]
        assert joins(server, "new-room", "9.9.9.9") == "rate_limited"


def test_behind_a_proxy_of_the_host_everybody_has_a_limit_of_their_own(tmp_path):
    limits = {"create_rate": 0.001, "create_burst": 2}
    with Server(tmp_path, proxies=["127.0.0.0/8"], **limits) as server:
        assert [creates(server, X_Forwarded_For="9.9.9.1") for _ in range(3)] == [201, 201, 429]
        assert joins(server, "room-1", "9.9.9.1") == "rate_limited", "one limit for both ways in"
        assert joins(server, "room-2", "6.6.6.6, 9.9.9.1") == "rate_limited", "the last one counts"
        assert joins(server, "room-3", "9.9.9.2") == "joined"


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
def test_whom_a_request_comes_from(peer, forwarded, proxies, found):
    assert client_address(peer, forwarded, proxies) == found


def test_a_proxy_is_named_by_its_address():
    with pytest.raises(UnusableError, match="address or a network"):
        networks(("my proxy",))


def test_very_many_addresses_do_not_fill_the_memory():
    buckets = Buckets(0.001, 1.0, keep=100)
    for number in range(1000):
        assert buckets.take(str(number))
    assert not buckets.take("999")
    assert len(buckets._buckets) <= 100


# --- slow and silent ------------------------------------------------------------------------------


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
def test_half_a_request_is_not_waited_for_for_ever(tmp_path, half):
    with Server(tmp_path, request_seconds=0.2) as server:
        with contextlib.closing(call(server, half)) as sock:
            while sock.recv(4096):  # if it stays open this runs into its time
                pass
        assert "failed" not in server.log.read_text()


def test_a_socket_is_for_those_who_join_a_room(tmp_path):
    with Server(tmp_path, join_seconds=0.3) as server:
        ann, ben = seat_two(server)
        with server.player() as idle:
            code, reason = idle.closed()
        assert code == 1008
        assert "join" in reason
        assert ann.act("end_turn")["type"] == "ack"
        ben.settle()


# --- bad input, and a store that fails ------------------------------------------------------------


def test_an_origin_that_is_none_is_refused_in_our_words(tmp_path):
    with Server(tmp_path) as server:
        for origin in (b"http://[", b"http://[::1", b"\xff\xfe"):
            with contextlib.closing(
                call(server, HELLO + b"Origin: " + origin + b"\r\n\r\n")
            ) as sock:
                heard = sock.recv(4096)
            assert heard.split()[1] in (b"400", b"403"), heard
            assert b"IPv6" not in heard
        nowhere = HELLO.replace(b"Host: x\r\n", b"") + b"Origin: null\r\n\r\n"
        with contextlib.closing(call(server, nowhere)) as sock:
            assert sock.recv(4096).split()[1] != b"101"


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/api/history?limit=" + "9" * 5000, None, "bad_request"),
        ("/api/rooms", {"game": "duel", "bots": ["mcts:²"]}, "unknown_agent"),
        ("/api/rooms", {"game": "duel", "bots": ["mcts:" + "9" * 5000]}, "unknown_agent"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_code(tmp_path, path, body, code):
    with Server(tmp_path) as server:
        assert server.refusal(path, body) == (400, code)


def test_health_is_not_ok_while_the_store_does_not_write(tmp_path):
    with Server(tmp_path) as server:
        assert server.get("/health")["status"] == "ok"
        pid, kind = server.process.pid, resource.RLIMIT_FSIZE
        before = resource.prlimit(pid, kind)
        resource.prlimit(pid, kind, (0, before[1]))  # as if the disk were full
        for _ in range(10_000):  # what is asked within the same second gets the same answer
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
        seat_two(server)


# --- what is over ---------------------------------------------------------------------------------


class Within(Server):
    """A server in this process, in a thread of its own. `store` can be made to wait at a gate."""

    def start(self):
        started = threading.Event()
        self.store, self.games = Gate(self.db), HostedGames({"noted": noted})
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


class Gate(SqliteStore):
    """A store that tells what it knows of a room when it is let."""

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
def within(tmp_path):
    with Within(tmp_path) as server:
        yield server


def finished(server, game="noted"):
    ann, ben = seat_two(server, game)
    ann.say("resign")
    for player in (ann, ben):
        player.hear("game_over")
        player.settle()
    return ann, ben


def test_no_replay_shows_a_match_that_has_begun_in_the_meantime(within):
    ann, ben = finished(within)
    path = f"/api/rooms/{ann.room}/replay"
    first = within.get(path)
    within.store.asked.clear()
    within.store.way.clear()
    with ThreadPoolExecutor(1) as curious:
        replay = curious.submit(within.ask, path)
        assert within.store.asked.wait(10)  # the room was over when they looked
        for player in (ann, ben):
            player.say("rematch_request")
        for player in (ann, ben):
            player.hear("match_start")
            player.settle()
        within.store.way.set()
        status, _, data = replay.result(10)
    assert status in (200, 409)
    assert status == 409 or json.loads(data) == first
    assert within.refusal(f"{path}?match=2") == (409, "still_running")
    assert within.get(f"{path}?match=1") == first


def test_replays_are_made_apart_from_the_matches_that_are_played(within):
    ann, _ = finished(within)
    THREADS.clear()
    for path in ("frames", "frames?seat=p1"):
        assert within.get(f"/api/rooms/{ann.room}/{path}")["total"] > 1
    assert len(THREADS) >= 2
    assert within.thread.name not in THREADS


def test_a_replay_that_was_made_is_kept(within):
    ann, _ = finished(within)
    path = f"/api/rooms/{ann.room}/frames"
    first = within.get(path)
    THREADS.clear()
    assert within.get(path) == first
    assert not THREADS


def test_replays_are_asked_for_with_measure(tmp_path):
    with Server(tmp_path, create_rate=0.001, create_burst=2) as server:
        ann, _ = finished(server, "skirmish")
        paths = [f"/api/rooms/{ann.room}/{what}" for what in ("replay", "frames", "replay?match=1")]
        said = [server.ask(path)[0] for path in paths * 5]
        assert said[:3] == [200] * 3
        assert said[-1] == 429
        assert server.get("/health")["status"] == "ok"


def test_what_is_kept_of_replays_is_bounded_in_bytes():
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


# --- rooms with rules of their own ----------------------------------------------------------------


@pytest.mark.parametrize(
    "how", [{"options": {"points": 1}}, {"timeouts": {"move": 1.0}}, {"coinFlip": False}]
)
def test_quick_match_seats_nobody_under_rules_that_a_stranger_has_set(tmp_path, how):
    with Server(tmp_path) as server:
        trap = server.post("/api/rooms", {"game": "skirmish", "name": "Eve", **how})
        server.player().join(trap["roomId"], token=trap["token"])
        ann, ben = (server.post("/api/quick", {"game": "skirmish", "name": n}) for n in "AB")
        assert trap["roomId"] not in (ann["roomId"], ben["roomId"])
        assert ann["roomId"] == ben["roomId"]


def test_a_room_says_which_options_it_was_made_with(tmp_path):
    with Server(tmp_path) as server:
        for options in ({}, {"points": 1, "chooser": "x"}):
            room = server.post("/api/rooms", {"game": "skirmish", "options": options})["roomId"]
            assert server.get(f"/api/rooms/{room}")["options"] == sorted(options)
            (line,) = [r for r in server.get("/api/rooms") if r["roomId"] == room]
            assert line["options"] == sorted(options)
        server.restart()
        assert server.get(f"/api/rooms/{room}")["options"] is None, "it is not known here"
