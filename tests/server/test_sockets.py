"""Real sockets: joining, reconnecting, watching, invalid frames, slow and many clients."""

import asyncio
import contextlib
import json
import random
import resource
import socket
import subprocess
import sys
import time

import pytest
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from tests.server.room_harness import frame
from tests.server.server_process import Server, play_on, start_match
from tests.server.skirmish_game import GAMES, SAFE
from turnwright.core.runtime.record import Record
from turnwright.server.http.app import start
from turnwright.server.node import sockets
from turnwright.server.node.node import MAX_BAD_FRAMES, Node
from turnwright.server.node.settings import Settings
from turnwright.server.storage.sqlite import SqliteStore


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    settings = {"max_sockets": 2500, "faults": str(folder / "faults"), "admin_token": "admin"}
    with Server(folder, join_seconds=600, **settings) as running:
        yield running


def raw_frame(sock, opcode, data, fin=True):
    """Send a raw frame."""
    sock.sendall(Frame(opcode, data, fin).serialize(mask=True))


def error_code(player, type, **fields):
    said = player.ask(type, **fields)
    assert said.get("type") == "error", said
    return said["code"]


def waiting_room(server, game="skirmish", **how):
    return server.post("/api/rooms", {"game": game, "name": "Ann", **how})


# --- joining and reconnecting ---------------------------------------------------------------------


def test_two_players_join_the_same_room_by_name(server):
    ann, ben = server.player(), server.player()
    ann.join("meeting-1", "Ann", game="skirmish")
    ben.join("meeting-1", "Ben", game="tictactoe")
    assert ann.received[0]["youAre"] == "p1"
    assert ben.received[0]["youAre"] == "p2"
    assert ben.received[0]["game"]["name"] == "skirmish", "the room has a game already"
    seats = ann.receive("info", code="seats")["data"]["seats"]
    while not seats[1]["connected"]:
        seats = ann.receive("info", code="seats")["data"]["seats"]
    assert [seat["name"] for seat in seats] == ["Ann", "Ben"]
    for player in (ann, ben):
        player.send("ready")
    for player in (ann, ben):
        start = player.receive("match_start")
        assert start["status"] == "playing"
        assert player.receive("state_update")["state"]["players"]["self"]["id"] == start["youAre"]
    assert {ann.seat, ben.seat} == {"p1", "p2"}


def test_simultaneous_joins_meet_in_one_room(server):
    for number in range(30):
        ann, ben = server.player(), server.player()
        for player in (ann, ben):
            player.send("join_room", roomId=f"race-{number}", game="skirmish")
        starts = [player.receive("match_start", "error") for player in (ann, ben)]
        assert [m["type"] for m in starts] == ["match_start"] * 2, starts
        assert {m["youAre"] for m in starts} == {"p1", "p2"}
        for player in (ann, ben):
            player.close()


def test_a_third_player_is_refused_but_may_watch(server):
    ann, ben = start_match(server)
    cid = server.player()
    assert error_code(cid, "join_room", roomId=ann.room) == "room_full"
    cid.join(ann.room, spectate=True)
    assert cid.receive("state_update")["state"]["players"]["self"]["hand"] == {"count": 4}
    ann.act("end_turn")
    assert cid.receive("state_update")["state"]["stateVersion"] == ann.state["stateVersion"] + 1
    assert ben.receive("state_update")


def test_a_reconnecting_player_gets_the_same_prompt(server):
    ann, ben = start_match(server)
    ann.act("search")
    ann.drain()
    prompt, version = ann.prompt, ann.state["stateVersion"]
    ann.close()
    while ben.receive("info", code="seats")["data"]["seats"][0]["connected"]:
        pass
    back = server.back(ann)
    back.drain()
    assert (back.seat, back.prompt, back.state["stateVersion"]) == ("p1", prompt, version)
    assert back.answer([prompt["requirement"]["candidates"][0]["id"]])["type"] == "ack"
    assert ben.receive("state_update")["state"]["players"]["opponent"]["connected"]


def test_a_second_connection_replaces_the_first(server):
    ann, ben = start_match(server)
    other = server.back(ann)
    ann.receive("info", code="replaced")
    assert ann.closed()[0] == 4001
    other.drain()
    assert other.act("end_turn")["type"] == "ack"
    assert ben.receive("state_update")


def test_a_dropped_player_can_reconnect(server):
    ann, ben = start_match(server)
    ann.drop_connection()
    while ben.receive("info", code="seats")["data"]["seats"][0]["connected"]:
        pass
    back = server.back(ann)
    assert back.act("end_turn")["type"] == "ack"


def test_before_joining_only_ping_works(server):
    with server.player() as guest:
        assert error_code(guest, "ready") == "error"
        assert error_code(guest, "action", actionType="end_turn") == "error"
        assert error_code(guest, "chat", text="hello?") == "error"
        guest.send("ping", t=4.5)
        pong = guest.receive("pong")
        assert pong["t"] == 4.5
        assert abs(pong["now"] / 1000 - time.time()) < 60


def test_a_connection_joins_one_room(server):
    ann, _ = start_match(server)
    assert error_code(ann, "join_room", roomId="elsewhere") == "error"
    assert ann.act("end_turn")["type"] == "ack"


def test_messages_sent_while_joining_are_kept(server):
    with server.player() as ann:
        ann.send("join_room", roomId="hasty", playerName="Ann", game="skirmish")
        ann.send("chat", text="first")
        ann.send("ready")
        ann.send("chat", text="second")
        received = []
        while len(received) < 2:
            received.append(ann.receive("chat")["text"])
        assert received == ["first", "second"]
        kinds = [message["type"] for message in ann.received]
        assert kinds.index("match_start") < kinds.index("chat")


@pytest.mark.parametrize(
    "name", ["../etc", "a b", "", "x" * 41, "ümlaut", "a/b", "<b>", "\u0000", "a\nb"]
)
def test_invalid_room_names_are_refused(server, name):
    with server.player() as guest:
        assert error_code(guest, "join_room", roomId=name) == "error"


def test_joining_an_unknown_game_is_refused(server):
    with server.player() as guest:
        assert error_code(guest, "join_room", roomId="new-1", game="chess") == "unknown_game"
        assert error_code(guest, "join_room", roomId="new-2", spectate=True) == "no_room"
        assert error_code(guest, "join_room", roomId="new-3", token="abc") == "bad_token"
        guest.join("new-1", "Ann", game="skirmish")


def test_player_names_are_cleaned(server):
    with server.player() as guest:
        guest.join("names", "  A\x07nn \u202e" + "x" * 60, game="skirmish")
        name = guest.receive("info", code="seats")["data"]["seats"][0]["name"]
        assert name.isprintable()
        assert name.startswith("Ann")
        assert len(name) <= 24


def test_leaving_before_the_match_is_confirmed(server):
    room = waiting_room(server)
    ann = server.player().join(room["roomId"], token=room["token"])
    ann.drain()
    ann.send("leave")
    assert ann.receive()["type"] != "error", "whatever comes is answered"
    assert server.get(f"/api/rooms/{room['roomId']}")["names"] == ["", ""]
    ann.join(room["roomId"], "Ann again")


def test_a_spectator_can_leave(server):
    ann, _ = start_match(server)
    eve = server.player().join(ann.room, spectate=True)
    eve.drain()
    begun = len(eve.received)
    eve.send("leave")
    eve.drain()
    answers = [m["type"] for m in eve.received[begun:] if m["type"] != "pong"]
    assert answers
    assert "error" not in answers
    ann.act("end_turn")
    eve.drain()
    assert "state_update" not in [m["type"] for m in eve.received[begun:]]


def test_a_token_is_invalid_after_leaving(server):
    room = waiting_room(server)
    ben = server.post(f"/api/rooms/{room['roomId']}/join", {"name": "Ben"})
    leaver = server.player().join(room["roomId"], token=ben["token"])
    leaver.send("leave")
    leaver.drain()
    cid = server.post(f"/api/rooms/{room['roomId']}/join", {"name": "Cid"})
    assert cid["seat"] == ben["seat"]
    seated = server.player().join(room["roomId"], token=cid["token"])
    with server.player() as thief:
        assert (
            error_code(thief, "join_room", roomId=room["roomId"], token=ben["token"]) == "bad_token"
        )
    seated.drain()
    assert "replaced" not in [m.get("code") for m in seated.received]


def test_a_client_that_leaves_while_joining_is_not_kept(server):
    ann, _ = start_match(server)
    for _ in range(20):
        with contextlib.closing(socket.create_connection(("127.0.0.1", server.port))) as sock:
            shake_hands(sock, server.port)
            said = json.dumps({"type": "join_room", "roomId": ann.room, "spectate": True})
            raw_frame(sock, Opcode.TEXT, said.encode())
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    for _ in range(200):
        watchers = server.get(f"/admin/rooms/{ann.room}", token="admin")["watchers"]
        if not watchers:
            break
        ann.drain()
    assert watchers == 0


def shake_hands(sock, port, headers=b""):
    sock.sendall(
        b"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        b"Sec-WebSocket-Version: 13\r\n%b\r\n" % (port, headers)
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        part = sock.recv(4096)
        assert part, answer
        answer += part
    assert b" 101 " in answer.partition(b"\r\n")[0]
    return answer.partition(b"\r\n\r\n")[2]


# --- invalid frames -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "null", "[]", "1", '"x"', "{}", '{"type":null}', '{"type":"fly"}', "\x00",
        '{"type":"action"}', '{"type":"action","actionType":5}', '{"type":"ping","t":"x"}',
        '{"type":"action","actionType":"x","payload":[]}', '{"type":"chat"}',
        '{"type":"prompt_response","promptId":1}', '{"type":"join_room","roomId":7}',
        '{"type":"action","actionType":"x","seq":1.5}', '{"type":"ping","t":NaN}',
        '{"type":"ping","t":1e999}', '{"type":"action","actionType":"x","seq":' + "9" * 400 + "}",
        "[" * 5000, '{"type":"ping","x":' + "[" * 8000, '{"type":"action","actionType":"x","payload":'
        + '{"a":' * 40 + "1" + "}" * 41, '{"type":"chat","text":"\\ud800"}',
    ],
)  # fmt: skip
def test_an_invalid_message_is_answered_with_an_error(server, text):
    ann, ben = start_match(server)
    ann.socket.send(text)
    error = ann.receive("error", "ack", "chat")
    assert error["type"] == "error"
    assert error["message"]
    assert ann.act("end_turn")["type"] == "ack"
    assert ben.receive("state_update")
    for player in (ann, ben):
        player.close()


def test_a_binary_frame_is_answered(server):
    with server.player() as ann:
        ann.socket.send(b'{"type":"ping","t":3}')
        assert ann.receive("pong", "error")
        ann.socket.send(b"\xff\xfe\x00")
        assert ann.receive("error")


def test_a_fragmented_message_is_joined(server):
    with server.player() as ann:
        ann.socket.send(['{"type":', '"ping",', '"t":7}'])
        assert ann.receive("pong")["t"] == 7


def test_repeated_invalid_frames_disconnect(server):
    with server.player() as ann:
        for _ in range(MAX_BAD_FRAMES):  # the last one closes the socket
            ann.socket.send("rubbish")
        assert ann.closed()[0] == 1008


def test_a_large_frame_closes_only_its_socket(server):
    ann, ben = start_match(server)
    with server.player() as giant:
        giant.join(ann.room, spectate=True)
        giant.socket.send("x" * 20_000)
        assert giant.closed()[0] == 1009
    assert ann.act("end_turn")["type"] == "ack"
    assert ben.receive("state_update")


def raw(opcode, data=b"", *, fin=True, mask=True, rsv=0):
    """Return a frame, possibly one that no library would send."""
    size = len(data)
    head = bytes([fin << 7 | rsv << 4 | opcode, mask << 7 | min(size, 126)])
    head += size.to_bytes(2, "big") if size >= 126 else b""
    return head + (b"\0\0\0\0" if mask else b"") + data


PING = b'{"type":"ping","t":1}'
TEXT, BINARY, MORE, CLOSE = Opcode.TEXT, Opcode.BINARY, Opcode.CONT, Opcode.CLOSE
ODD = {
    "no UTF-8": (raw(TEXT, b"\xff\xfe\xfd"), "error"),
    "nothing": (raw(TEXT), "error"),
    "a binary message": (raw(BINARY, PING), "pong"),
    "a ping between two parts": (
        raw(TEXT, PING[:5], fin=False) + raw(Opcode.PING, b"hi") + raw(MORE, PING[5:]), "pong"
    ),
    "the end of nothing": (raw(MORE, b"x"), 1002),
    "a message in a message": (raw(TEXT, b"{", fin=False) + raw(TEXT, PING), 1002),
    "parts that are too much": (raw(TEXT, b"x" * 9000, fin=False) + raw(MORE, b"x" * 9000), 1009),
    "a ping that is too long": (raw(Opcode.PING, b"x" * 126), 1002),
    "a ping in parts": (raw(Opcode.PING, b"x", fin=False), 1002),
    "no mask": (raw(TEXT, PING, mask=False), 1002),
    "bits of an extension": (raw(TEXT, PING, rsv=4), 1002),
    "bits of another one": (raw(TEXT, PING, rsv=1), 1002),
    "an opcode that is none": (raw(3, PING), 1002),
    "half a close code": (raw(CLOSE, b"\0"), 1002),
    "a close code that is none": (raw(CLOSE, (999).to_bytes(2, "big")), 1002),
    "a close reason that is no text": (raw(CLOSE, (1000).to_bytes(2, "big") + b"\xff"), 1007),
    "a length of an exabyte": (b"\x81\xff" + (1 << 60).to_bytes(8, "big") + b"\0" * 4, 1009),
    "a length below zero": (b"\x81\xff" + b"\xff" * 12, 1002),
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_an_unusual_frame_affects_only_its_socket(server, name):
    data, expected = ODD[name]
    ann, ben = start_match(server)
    with contextlib.closing(socket.create_connection(("127.0.0.1", server.port))) as sock:
        shake_hands(sock, server.port)
        sock.settimeout(60)
        sock.sendall(data)
        got = b""
        while not (f'"{expected}"'.encode() in got or b"\x88" in got):
            part = sock.recv(4096)
            assert part, "closed without a word"
            got += part
        if isinstance(expected, int):
            at = got.index(b"\x88")
            assert int.from_bytes(got[at + 2 : at + 4], "big") == expected
    assert ann.act("end_turn")["type"] == "ack"
    assert ben.receive("state_update")
    for player in (ann, ben):
        player.close()


def test_a_close_without_a_code_is_answered_with_a_valid_one(server):
    with contextlib.closing(socket.create_connection(("127.0.0.1", server.port))) as sock:
        shake_hands(sock, server.port)
        sock.settimeout(60)
        sock.sendall(raw(CLOSE))
        head = sock.recv(2)
        assert head[0] == 0x88
        assert head[1] == 0 or int.from_bytes(sock.recv(2), "big") >= 1000


def test_a_message_in_many_fragments_does_not_block_others(tmp_path):
    with Server(tmp_path) as server:
        with contextlib.closing(socket.create_connection(("127.0.0.1", server.port))) as sock:
            shake_hands(sock, server.port)
            sock.settimeout(60)
            with contextlib.suppress(ConnectionError):
                sock.sendall(raw(TEXT, fin=False) + raw(MORE, fin=False) * 100_000)
                while sock.recv(4096):  # times out if it is not closed
                    pass
        server.player().drain()


# --- slow, half-open and too many -----------------------------------------------------------------


def test_what_waits_for_a_client_that_never_reads_is_bounded(tmp_path):
    """Not only our buffer counts, but also that of the kernel, which would be megabytes."""
    limits = {"max_buffer": 20_000, "send_buffer": 10_000}
    with Server(tmp_path, **limits) as server:
        ann, _ = start_match(server, "counter")
        with contextlib.closing(socket.socket()) as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.connect(("127.0.0.1", server.port))
            shake_hands(deaf, server.port)
            join = {"type": "join_room", "roomId": ann.room, "spectate": True}
            raw_frame(deaf, Opcode.TEXT, json.dumps(join).encode())
            sent = 0
            while not server.metric("turnwright_slow_sockets_total"):
                for _ in range(20):
                    ann.send("chat", text="x" * 480)
                    sent += len(json.dumps(ann.receive("chat")))
                assert sent < 150_000


def spectate_without_reading(server, room, address):
    """Return the socket of a spectator who joins and then reads nothing."""
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.connect(("127.0.0.1", server.port))
    shake_hands(deaf, server.port, b"X-Forwarded-For: %b\r\n" % address.encode())
    join = {"type": "join_room", "roomId": room, "spectate": True}
    raw_frame(deaf, Opcode.TEXT, json.dumps(join).encode())
    return deaf


def test_what_waits_for_all_sockets_of_an_address_is_bounded(tmp_path):
    """Six sockets stay below the limit of one, and together are above that of their address."""
    limits = {"max_buffer": 100_000, "max_buffer_per_address": 150_000, "send_buffer": 10_000}
    with (
        Server(tmp_path, proxies=["127.0.0.1"], **limits) as server,
        contextlib.ExitStack() as open,
    ):
        ann, _ = start_match(server, "counter")
        for address in ["203.0.113.9"] * 6 + ["203.0.113.7"]:
            deaf = spectate_without_reading(server, ann.room, address)
            open.enter_context(contextlib.closing(deaf))
        path, word = f"/api/rooms/{ann.room}", "turnwright_slow_sockets_total"
        while server.metric("turnwright_sockets") < 9:
            pass
        sent = 0
        while not server.metric(word):
            for _ in range(20):
                ann.send("chat", text="x" * 480)
                sent += len(json.dumps(ann.receive("chat")))
            assert sent < 90_000, "one socket alone has not reached its limit"
        while sent < 90_000:
            ann.send("chat", text="x" * 480)
            sent += len(json.dumps(ann.receive("chat")))
        cut = server.metric(word)
        assert 3 <= cut <= 5, "the others have room again"
        assert server.metric("turnwright_sockets") == 9 - cut
        assert server.get(path)["roomId"] == ann.room
        assert ann.act("inc")["type"] == "ack"


def test_a_slow_reader_is_disconnected(tmp_path):
    with Server(tmp_path, max_buffer=20_000) as server:
        ann, ben = start_match(server, "duel")
        cid, dan = start_match(server, "counter")
        slow = socket.create_connection(("127.0.0.1", server.port))
        with contextlib.closing(slow):
            shake_hands(slow, server.port)
            join = {"type": "join_room", "roomId": ben.room, "token": ben.token}
            raw_frame(slow, Opcode.TEXT, json.dumps(join).encode())
            wrong = Frame(Opcode.TEXT, b'{"type":"action","actionType":"x"}').serialize(mask=True)
            with contextlib.suppress(OSError):  # every refusal sends the whole state
                for _ in range(200):
                    slow.sendall(wrong * 100)
                    assert cid.act("inc")["type"] == "ack"
                    cid, dan = dan, cid
                    cid.drain()
                    if server.metric("turnwright_slow_sockets_total"):
                        break
            assert server.metric("turnwright_slow_sockets_total") == 1
            slow.settimeout(60)
            with contextlib.suppress(ConnectionResetError):
                while slow.recv(1 << 20):
                    pass
        assert ann.act("end_turn")["type"] == "ack"
        back = server.back(ben)
        back.drain()
        assert back.state["stateVersion"] == ann.state["stateVersion"] + 1


def test_a_half_open_connection_is_detected(tmp_path, monkeypatch):
    """A half-open connection answers nothing, not even a ping."""
    monkeypatch.setattr(sockets, "PING_SECONDS", 0.1)

    async def view():
        node = Node(SqliteStore(tmp_path / "rooms.sqlite"), GAMES, Settings())
        server, task, port = await start(node, GAMES, "127.0.0.1", 0)
        gone = socket.create_connection(("127.0.0.1", port))
        with contextlib.closing(gone):
            await asyncio.to_thread(shake_hands, gone, port)
            join = frame("join_room", roomId="room", game="skirmish")
            gone.sendall(Frame(Opcode.TEXT, join).serialize(mask=True))
            while not (owned := node.rooms.get("room")) or not owned.connections:
                await asyncio.sleep(0.01)
            while owned.connections:  # only the server closes it
                await asyncio.sleep(0.01)
            assert not node.connections
            assert not owned.room.slots[0].is_free, "the seat is kept"
        server.should_exit = True
        await task

    asyncio.run(asyncio.wait_for(view(), 60))


def test_the_number_of_sockets_is_limited(tmp_path):
    with Server(tmp_path, max_sockets=3) as server:
        three = [server.player() for _ in range(3)]
        with pytest.raises(InvalidStatus) as refused:
            server.player()
        assert refused.value.response.status_code == 503
        three[0].close()
        for _ in range(50):
            with contextlib.suppress(InvalidStatus):
                server.player().drain()
                break
        else:
            pytest.fail("a place that is free again is not given to the next")


def test_two_thousand_idle_sockets_do_not_disturb_a_match(server):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, 8192)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    count = 2000 if wanted >= 4096 else 400
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    idle = []
    try:
        for _ in range(count):
            sock = socket.create_connection(("127.0.0.1", server.port))
            idle.append(sock)
            shake_hands(sock, server.port)
        assert server.metric("turnwright_sockets ") >= count
        ann, ben = start_match(server)
        steps = play_on([ann, ben], random.Random(4), 100, SAFE)
        assert steps > 5
        assert ann.state["result"] is not None
    finally:
        for sock in idle:
            sock.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


# --- origins and paths ----------------------------------------------------------------------------


def test_foreign_origins_may_not_open_a_socket(server):
    own = f"http://127.0.0.1:{server.port}"
    connect(server.url, origin=own, proxy=None, legacy=True).close()
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", own + ".evil.example"):
        with pytest.raises(InvalidStatus) as refused:
            connect(server.url, origin=origin, proxy=None, legacy=True)
        assert refused.value.response.status_code == 403


def test_an_allowed_origin_may_open_a_socket(tmp_path):
    with Server(tmp_path, origins=["https://club.example"]) as server:
        connect(server.url, origin="https://club.example", proxy=None, legacy=True).close()
        with pytest.raises(InvalidStatus):
            connect(server.url, origin="https://other.example", proxy=None, legacy=True)


def test_sockets_are_served_at_one_path(server):
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{server.port}/api/games", proxy=None, legacy=True)
    assert refused.value.response.status_code == 404


# --- exceptions in rules --------------------------------------------------------------------------


def test_an_exception_in_a_rule_leaves_a_reproducing_file(server):
    ann, ben = start_match(server)
    version = ann.state["stateVersion"]
    said = ann.act("crash_at_once")
    assert (said["type"], said["code"], said["hint"]) == ("error", "action_rejected", "rules_error")
    assert "KeyError" not in said["message"], "what went wrong inside is not the players' business"
    ann.drain()
    assert ann.state["stateVersion"] == version
    (path,) = (server.data / "faults").glob(f"{ann.room}-*.json")
    record = Record.parse(path.read_bytes())
    match = GAMES("skirmish").replay(record, len(record.entries) - 1)
    last = record.entries[-1]
    with pytest.raises(Exception, match="failed"):
        match.play(last.seat, last.move, *last.args)
    assert isinstance(match.fault.error, KeyError)
    assert ann.act("end_turn")["type"] == "ack"
    assert ben.receive("state_update")


def test_repeated_exceptions_leave_files(server):
    ann, _ = start_match(server)
    ann.act("crash")
    ann.drain()
    for _ in range(2):
        assert ann.answer("yes")["type"] == "error"
        ann.drain()
        assert ann.prompt is not None
    assert ann.answer("no")["type"] == "ack"
    assert list((server.data / "faults").glob(f"{ann.room}-*.json"))


def test_a_failing_game_affects_only_its_room(server):
    ann, ben = start_match(server)
    cid, dan = (server.player().join("blind-room", name, game="blind") for name in ("C", "D"))
    for player in (cid, dan):
        player.send("ready")
    for player in (cid, dan):
        player.receive("state_update")
    first = next(p for p in (cid, dan) if p.seat == "p1")
    first.send("action", actionType="end_turn", actionId="x")
    assert first.receive("ack", "error")
    eve, fay = (server.player().join("still-room", name, game="stillborn") for name in ("E", "F"))
    eve.send("ready")
    fay.send("ready")
    assert fay.receive("error")
    assert ann.act("end_turn")["type"] == "ack"
    assert ben.receive("state_update")


# --- the command line -----------------------------------------------------------------------------


def test_the_command_serves(tmp_path):
    with contextlib.closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with (tmp_path / "log").open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "turnwright", "serve", "--lab-workers", "0", "--port", str(port),
             "--db", str(tmp_path / "sub" / "rooms.sqlite"), "--timeout", "prompt=5"],
            stdout=out, stderr=out,
        )  # fmt: skip
    try:
        for _ in range(1200):
            with contextlib.suppress(OSError):
                connect(f"ws://127.0.0.1:{port}/socket", proxy=None, legacy=True).close()
                break
            time.sleep(0.05)
        else:
            pytest.fail((tmp_path / "log").read_text())
    finally:
        process.terminate()
        process.wait(60)
    assert (tmp_path / "sub" / "rooms.sqlite").exists()
