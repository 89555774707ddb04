"""Tens of thousands of random frames: each is answered, and none changes or breaks a room.

Most go directly into a node with a real store, through recording sockets; some thousands go through
real sockets. They are derived from valid messages: truncated, concatenated, mistyped, nested,
oversized.
"""

import asyncio
import json
import random

import msgspec
import pytest

from tests.server.room_harness import RoomHarness, fingerprint, frame
from tests.server.server_process import Server, start_match
from tests.server.skirmish_game import GAMES, KINDS, SAFE
from turnwright.server.node.node import Node
from turnwright.server.node.settings import Settings
from turnwright.server.rooms import inputs
from turnwright.server.storage.sqlite import SqliteStore
from turnwright.server.views import protocol as wire

TYPES = ["join_room", "ready", "action", "intent_card_click", "prompt_response", "rematch_request",
         "resign", "chat", "leave", "ping", "match_start", "", "constructor"]  # fmt: skip
NAMES = ["roomId", "playerName", "game", "token", "code", "spectate", "actionType", "payload", "seq",
         "actionId", "stateVersion", "zone", "index", "card", "promptId", "choice", "text", "t",
         "type", "args", "__proto__"]  # fmt: skip
WORDS = ["", "play", "end_turn", "cancel", "hand", "p_room_1", "p1", "x" * 300, "\u0000", "☃", "\u202e",
         "'; DROP TABLE rooms; --", "../../etc/passwd", "{}", "null", "NaN", "0", *KINDS]  # fmt: skip
NUMBERS = [0, 1, -1, 2**31, 2**63, -(2**63), 2**64, 10**30, 0.5, -0.0, 1e308, 999_999]


class RecordingSocket:
    """A socket that records what it is sent."""

    address, bearer = "127.0.0.1", ""

    def __init__(self):
        self.received = []
        self.code = None
        self.place = None  # the room and token of the last seat

    def send(self, frame):
        self.received.append(frame)
        if frame.startswith(b'{"type":"match_start"'):
            start = msgspec.json.decode(frame)
            self.place = (start["roomId"], start["token"]) if start["token"] else self.place

    def close(self, code, reason):
        self.code = code


def any_value(rng, depth=0):
    """Return a random JSON value."""
    roll = rng.random()
    if roll < 0.3:
        return rng.choice(WORDS)
    if roll < 0.55:
        return rng.choice(NUMBERS)
    if roll < 0.7 or depth > 5:
        return rng.choice([None, True, False])
    if roll < 0.85:
        return [any_value(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {rng.choice(NAMES): any_value(rng, depth + 1) for _ in range(rng.randrange(4))}


def any_message(rng):
    """Return a random message with real field names."""
    message = {"type": rng.choice(TYPES)}
    for _ in range(rng.randrange(6)):
        message[rng.choice(NAMES)] = any_value(rng)
    return message


def any_frame(rng):
    """Return the bytes of a random, possibly damaged message."""
    data = json.dumps(any_message(rng), ensure_ascii=rng.random() < 0.5).encode("utf-8", "replace")
    roll = rng.random()
    if roll < 0.6:
        return data
    if roll < 0.7:
        return data[: rng.randrange(len(data) + 1)]
    if roll < 0.8:
        at = rng.randrange(len(data))
        return data[:at] + rng.randbytes(rng.randrange(1, 4)) + data[at + 1 :]
    if roll < 0.85:
        return data + data
    if roll < 0.9:
        return rng.randbytes(rng.randrange(200))
    if roll < 0.95:
        return (rng.choice(["[", '{"a":', '{"type":"action","actionType":"x","payload":{"a":'])
                * rng.randrange(1, 4000)).encode()[:16_000]  # fmt: skip
    return b'{"type":"chat","text":"' + b"y" * rng.randrange(15_000, 20_000) + b'"}'


HARMLESS = ("chat", "resign", "leave", "ready", "rematch_request", "join_room")


def may_change(data):
    """Return whether a frame is a valid message that may change the room."""
    try:
        message = wire.decode(data)
    except wire.BadMessage:
        return False
    if isinstance(message, (wire.Chat, wire.Resign, wire.Leave, wire.Ready, wire.RematchRequest)):
        return True
    if isinstance(message, wire.JoinRoom):
        return True
    if isinstance(message, wire.Action):
        return message.action_type.lower() in SAFE
    return False


# --- directly into a node -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_a_node_answers_every_frame_and_changes_nothing(seed, tmp_path):
    asyncio.run(fuzz_node(tmp_path / "rooms.sqlite", random.Random(seed), 20_000))


async def fuzz_node(db, rng, count):
    settings = Settings(
            message_rate=1e9, message_burst=1e9,
            message_rate_per_address=1e9, message_burst_per_address=1e9,
        )  # fmt: skip
    node = Node(SqliteStore(db), GAMES, settings)
    await node.open()
    try:
        owned = await node.create(GAMES("skirmish"), room_id="room", coin_flip=False)
        listeners = [
            RecordingSocket() for _ in range(4)
        ]  # two seats, a spectator, and one that has not joined
        for listener in listeners:
            assert node.socket_opened(listener)
        for listener, more in zip(listeners, [{}, {}, {"spectate": True}], strict=False):
            node.frame_received(listener, frame("join_room", roomId="room", **more))
        while not owned.spectators or len(owned.connections) < 2:
            await asyncio.sleep(0.001)
        for listener in listeners[:2]:
            node.frame_received(listener, frame("ready"))
        await node.wait_until_durable(owned)
        node.frame_received(listeners[0], frame("action", actionType="sort"))  # opens a prompt
        await node.wait_until_durable(owned)
        before, commits = fingerprint(owned.room), node.stats.commits
        sent = 0
        while sent < count:
            data = any_frame(rng)
            if rng.random() < 0.5:
                data = data.decode("utf-8", "replace")
            if may_change(data):
                continue
            listener = rng.choice(listeners)
            node.connections[listener].bad_frames_seen = 0  # they would be disconnected
            received = len(listener.received)
            node.frame_received(listener, data)
            assert len(listener.received) > received, data
            answer = msgspec.json.decode(listener.received[-1])
            first = msgspec.json.decode(listener.received[received])
            assert first["type"] in ("error", "pong"), (data, answer)
            if first["type"] == "error":
                assert first["code"]
                assert first["message"]
                assert "Traceback" not in first["message"]
            listener.received.clear()
            sent += 1
        await node.wait_until_durable(owned)
        assert node.rooms["room"] is owned
        assert fingerprint(owned.room) == before
        assert node.stats.commits == commits
        assert len(await node.store.rooms()) == 1
        # The match continues.
        opened = owned.room.open_prompts[0]
        picks = [option.id for option in opened.question.options]
        said = frame("prompt_response", promptId=opened.prompt_id, choice=picks, actionId="on")
        node.frame_received(listeners[0], said)
        await node.wait_until_durable(owned)
        assert any(b'"ack"' in data for data in listeners[0].received)
        again = await node.read_room("room")
        assert fingerprint(again) == fingerprint(owned.room)
    finally:
        await node.close()


@pytest.mark.parametrize("seed", range(2))
def test_a_node_survives_random_valid_messages(seed, tmp_path):
    """Random joins, leaves, resignations and rematches: rooms equal their rows."""
    asyncio.run(play_randomly(tmp_path / "rooms.sqlite", random.Random(seed), 2_000))


async def play_randomly(db, rng, count):
    settings = Settings(message_rate=1e9, message_burst=1e9, create_rate=1e9, create_burst=1e9)
    node = Node(SqliteStore(db), GAMES, settings)
    await node.open()
    try:
        listeners = [RecordingSocket() for _ in range(6)]
        for listener in listeners:
            node.socket_opened(listener)
        for step in range(count):
            listener = rng.choice(listeners)
            connection = node.connections[listener]
            connection.bad_frames_seen = 0
            roll = rng.random()
            if roll < 0.02:
                node.socket_closed(listener)
                node.socket_opened(listener)
                continue
            owned = connection.owned
            if owned is None and listener.place and rng.random() < 0.8:
                room, token = listener.place
                said = frame("join_room", roomId=room, token=token)
            elif owned is None:
                said = frame("join_room", roomId=f"r{rng.randrange(3)}", game="skirmish",
                             spectate=rng.random() < 0.2)  # fmt: skip
            elif roll < 0.2:
                said = frame(rng.choice(HARMLESS), text="x", roomId="r1")
            else:
                said = plausible_message(owned, connection, rng)
            node.frame_received(listener, said)
            if rng.random() < 0.3 or connection.is_joining:
                await asyncio.sleep(0.0005)
            if step % 200 == 0:
                await check_all(node)
        await asyncio.sleep(0.05)
        await check_all(node)
        assert node.stats.lost_rooms == 0
        assert node.stats.commits > 100
    finally:
        await node.close()


def plausible_message(owned, connection, rng):
    """Return a move or answer that may be legal."""
    room = owned.room
    if room.match is None or connection.slot is None:
        return frame("ready")
    seat = room.seating[connection.slot]
    opened = room.open_prompts.get(seat)
    if opened is not None and opened.question is not None:
        picks = [option.id for option in opened.question.options]
        count = rng.randint(opened.question.min, opened.question.max)
        return frame("prompt_response", promptId=opened.prompt_id, choice=rng.sample(picks, count),
                     actionId=str(rng.randrange(50)))  # fmt: skip
    legal = room.match.legal(seat, must=True) if room.status == "playing" else []
    legal = [option for option in legal if option.move in SAFE]
    if not legal:
        return frame(rng.choice(["rematch_request", "ping", "action"]), actionType="end_turn")
    option = rng.choice(legal)
    return frame("action", actionType=option.move, payload={"args": list(option.args)},
                 actionId=str(rng.randrange(50)))  # fmt: skip


async def check_all(node):
    for owned in list(node.rooms.values()):
        await node.wait_until_durable(owned)
        again = await node.read_room(owned.room.id)
        assert fingerprint(again) == fingerprint(owned.room)


def test_a_message_handler_takes_any_message_in_any_state():
    """After every step of a match, send every type of message to its handler."""
    rng = random.Random(9)
    decoder = msgspec.json.Decoder(inputs.AnyInput)
    for seed in range(3):
        harness = RoomHarness(seed=str(seed))
        while harness.room.status == "playing":
            before = harness.fingerprint
            for _ in range(30):
                data = any_frame(rng)
                if may_change(data):
                    continue
                try:
                    message = wire.decode(data)
                except wire.BadMessage:
                    continue
                slot = rng.choice([0, 1, None])
                reply = harness.handler.handle(slot, message, harness.clock)
                assert reply.frames
                assert not reply.rows
            assert harness.fingerprint == before
            harness.handler.open_menus.clear()
            harness.random_answer(rng, SAFE)
            decoder.decode(harness.rows[-1].body)


# --- through real sockets -------------------------------------------------------------------------


def test_random_frames_through_real_sockets(tmp_path):
    rng, sent = random.Random(11), 0
    with Server(tmp_path) as server:
        ann, ben = start_match(server, timeouts={"prompt": 3600.0})
        ann.act("sort")
        ann.drain()
        prompt, version = ann.prompt, ann.state["stateVersion"]
        for _ in range(140):
            rude = server.player().join(ann.room, spectate=True)
            bad, batch = 0, []
            while len(batch) < 100 and bad < 19:  # the twentieth one closes the socket
                data = any_frame(rng)[: wire.MAX_FRAME]
                if may_change(data):
                    continue
                try:
                    wire.decode(data)
                except wire.BadMessage:
                    bad += 1
                batch.append(data)
            begun = len(rude.received)
            for data in batch:
                rude.socket.send(data)
            rude.drain()
            answers = [m for m in rude.received[begun:] if m["type"] in ("error", "pong")]
            assert len(answers) == len(batch) + 1
            sent += len(batch)
            rude.close()
        assert sent > 2000
        ann.drain()
        ben.drain()
        assert (ann.prompt, ann.state["stateVersion"]) == (prompt, version)
        ids = [candidate["id"] for candidate in prompt["requirement"]["candidates"]]
        assert ann.answer(ids)["type"] == "ack"
        assert "Traceback" not in server.log.read_text()


@pytest.mark.parametrize("seed", range(2))
def test_http_answers_random_requests(seed, tmp_path):
    rng = random.Random(seed)
    paths = ["/api/rooms", "/api/join", "/api/quick", "/api/rooms/x/join", "/admin/rooms/x/end",
             "/admin/rooms/x/close-prompt", "/api/games", "/api/rooms/x/frames?start=", "/web/",
             "/api/rooms/", "/api/history?limit=", "/"]  # fmt: skip
    with Server(tmp_path, admin_token="a") as server:
        for _ in range(250):
            path = rng.choice(paths) + rng.choice(
                ["", "x", "%00", "..%2f", "?a=%ff", "٣", "9" * 50]
            )
            path = "".join(ch if ord(ch) < 128 else "%d9%a3" for ch in path)
            body = any_frame(rng) if rng.random() < 0.7 else None
            status, headers, data = server.ask(path, body, token=rng.choice(["", "a", "b"]))
            assert status < 500, (path, body, data)
            if status >= 400:
                error = json.loads(data)["error"]
                assert error["code"]
                assert error["message"]
            assert headers["x-content-type-options"] == "nosniff"
        assert "Traceback" not in server.log.read_text()
