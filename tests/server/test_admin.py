"""Administration, health and metrics."""

import json

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.server.server_process import Server, start_match
from tests.server.skirmish_game import KINDS

TOKEN = "the administrator's word"
PATHS = [
    ("/admin/rooms", None),
    ("/admin/rooms/x", None),
    ("/admin/rooms/x/close-prompt", {"seat": "p1"}),
    ("/admin/rooms/x/end", {}),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("server"), admin_token=TOKEN) as running:
        yield running


@pytest.mark.parametrize(("path", "body"), PATHS)
def test_without_the_token_nothing_is_shown(server, path, body):
    for token in ("", "wrong", TOKEN + " ", TOKEN[:-1], "ü"):
        assert server.refusal(path, body, token=token.encode().decode("latin-1")) == (
            403,
            "forbidden",
        )
    status, _, data = server.ask(path, body, Authorization=f"Basic {TOKEN}")
    assert (status, json.loads(data)["error"]["code"]) == (403, "forbidden")


@pytest.mark.parametrize(("path", "body"), PATHS)
def test_without_a_configured_token_there_is_no_administrator(tmp_path, path, body):
    with Server(tmp_path) as server:
        assert server.refusal(path, body, token="") == (403, "forbidden")
        assert server.refusal(path, body, token="x") == (403, "forbidden")


def test_a_seat_token_is_not_an_administrator_token(server):
    ann, _ = start_match(server)
    assert server.refusal("/admin/rooms", token=ann.token) == (403, "forbidden")


def test_all_rooms_are_listed_including_private_ones(server):
    room = server.post("/api/rooms", {"game": "skirmish", "private": True})["roomId"]
    found = {info["room"]: info for info in server.get("/admin/rooms", token=TOKEN)}
    assert (found[room]["game"], found[room]["status"]) == ("skirmish", "waiting")


def test_a_room_shows_prompts_but_no_cards(server):
    ann, ben = start_match(server)
    ann.act("search")
    ben.drain()
    about = server.get(f"/admin/rooms/{ann.room}", token=TOKEN)
    assert about["status"] == "playing"
    assert about["stateVersion"] == ben.state["stateVersion"]
    assert about["prompts"]["p1"]["promptId"] == ann.receive("prompt_request")["prompt"]["promptId"]
    assert [seat["name"] for seat in about["seats"]] == ["Ann", "Ben"]
    text = json.dumps(about)
    assert "seed" not in text
    assert not any(kind in text for kind in KINDS)


def test_a_prompt_is_closed_by_its_default(server):
    ann, ben = start_match(server)
    ann.act("search")
    ann.drain()
    assert server.refusal(f"/admin/rooms/{ann.room}/close-prompt", {"seat": "p2"}, token=TOKEN) == (
        400,
        "no_prompt",
    )
    closed = server.post(f"/admin/rooms/{ann.room}/close-prompt", {"seat": "p1"}, token=TOKEN)
    assert ann.receive("prompt_closed")
    ann.drain()
    ben.drain()
    assert ann.prompt is None
    assert ann.state["stateVersion"] == ben.state["stateVersion"] == closed["stateVersion"]
    assert ann.state["players"]["self"]["lp"] == 8000


def test_closing_a_move_prompt_does_not_count_towards_a_forfeit(server):
    ann, ben = start_match(server)
    server.post(f"/admin/rooms/{ann.room}/close-prompt", {"seat": "p1"}, token=TOKEN)
    ben.drain()
    assert ben.act("end_turn")["type"] == "ack"


def test_a_match_can_be_ended(server):
    ann, ben = start_match(server)
    ann.act("search")
    ended = server.post(f"/admin/rooms/{ann.room}/end", {"reason": "maintenance"}, token=TOKEN)
    for player in (ann, ben):
        assert player.receive("game_over")["reason"] == "maintenance"
        player.drain()
        assert player.state["stateVersion"] == ended["stateVersion"]
        assert player.prompt is None
    assert server.get(f"/api/rooms/{ann.room}")["status"] == "over"


def test_a_finished_match_cannot_be_ended(server):
    ann, ben = start_match(server)
    ann.send("resign")
    ben.receive("game_over")
    before = server.get(f"/api/rooms/{ann.room}")
    server.ask(f"/admin/rooms/{ann.room}/end", {"reason": "no"}, token=TOKEN)
    assert server.get(f"/api/rooms/{ann.room}")["result"] == before["result"]


def test_ending_a_waiting_room_is_announced(server):
    room = server.post("/api/rooms", {"game": "skirmish", "name": "Ann"})
    ann = server.player().join(room["roomId"], token=room["token"])
    ann.drain()
    begun = len(ann.received)
    server.post(f"/admin/rooms/{room['roomId']}/end", {"reason": "closing time"}, token=TOKEN)
    ann.drain()
    assert "closing time" in json.dumps(ann.received[begun:]), "the waiting player is told"
    assert server.refusal(f"/api/rooms/{room['roomId']}/join", {"name": "Ben"})[1] == "room_full"


def test_unknown_rooms_and_invalid_bodies_are_refused(server):
    assert server.refusal("/admin/rooms/nowhere", token=TOKEN) == (404, "no_room")
    assert server.refusal("/admin/rooms/nowhere/end", {}, token=TOKEN) == (404, "no_room")
    ann, _ = start_match(server)
    close = f"/admin/rooms/{ann.room}/close-prompt"
    for body in ({}, {"seat": 1}, {"seat": "p9"}, {"chair": "p1"}, b"{", b"\xff", b"[]"):
        status, _ = server.refusal(close, body, token=TOKEN)
        assert status == 400
    assert server.ask(f"/admin/rooms/{ann.room}/end", token=TOKEN)[0] == 405


# --- monitoring -----------------------------------------------------------------------------------


def test_the_metrics_count(server):
    def read():
        status, headers, data = server.ask("/metrics")
        assert status == 200
        assert headers["content-type"].startswith("text/plain")
        families = text_string_to_metric_families(data.decode())
        return {
            (sample.name, tuple(sample.labels.items())): sample.value
            for family in families
            for sample in family.samples
        }

    before = read()
    ann, ben = start_match(server)
    ann.act("end_turn")
    ann.act("end_turn")
    ben.socket.send("rubbish")
    ben.receive("error")
    after = read()
    gained = {key[0]: after[key] - before.get(key, 0) for key in after}
    assert gained["turnwright_commits_total"] >= 5
    assert gained["turnwright_messages_total"] >= 5
    assert gained["turnwright_bad_frames_total"] == 1
    assert gained["turnwright_sockets"] == 2
    assert after["turnwright_rooms", (("status", "playing"),)] >= 1
    assert after["turnwright_unstored", ()] == 0


def test_health_reveals_nothing_about_players(server):
    assert set(server.get("/health")) <= {"status", "node", "rooms", "sockets"}
    assert server.get("/health")["status"] == "ok"
