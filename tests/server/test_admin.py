"""What an administrator may do, and nobody else; what a monitor is told."""

import json

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.server.play import KINDS, Server, seat_two

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
def test_without_the_token_there_is_nothing_to_see(server, path, body):
    for token in ("", "wrong", TOKEN + " ", TOKEN[:-1], "ü"):
        assert server.refusal(path, body, token=token.encode().decode("latin-1")) == (
            403,
            "forbidden",
        )
    status, _, data = server.ask(path, body, Authorization=f"Basic {TOKEN}")
    assert (status, json.loads(data)["error"]["code"]) == (403, "forbidden")


@pytest.mark.parametrize(("path", "body"), PATHS)
def test_where_no_token_is_set_nobody_is_administrator(tmp_path, path, body):
    with Server(tmp_path) as server:
        assert server.refusal(path, body, token="") == (403, "forbidden")
        assert server.refusal(path, body, token="x") == (403, "forbidden")


def test_a_seats_token_is_no_administrators(server):
    ann, _ = seat_two(server)
    assert server.refusal("/admin/rooms", token=ann.token) == (403, "forbidden")


def test_the_rooms_are_listed_private_ones_too(server):
    room = server.post("/api/rooms", {"game": "skirmish", "private": True})["roomId"]
    found = {info["room"]: info for info in server.get("/admin/rooms", token=TOKEN)}
    assert (found[room]["game"], found[room]["status"]) == ("skirmish", "waiting")


def test_a_room_shows_who_waits_for_what_and_no_card(server):
    ann, ben = seat_two(server)
    ann.act("search")
    ben.settle()
    about = server.get(f"/admin/rooms/{ann.room}", token=TOKEN)
    assert about["status"] == "playing"
    assert about["stateVersion"] == ben.state["stateVersion"]
    assert about["prompts"]["p1"]["promptId"] == ann.hear("prompt_request")["prompt"]["promptId"]
    assert [seat["name"] for seat in about["seats"]] == ["Ann", "Ben"]
    text = json.dumps(about)
    assert "seed" not in text
    assert not any(kind in text for kind in KINDS)


def test_a_prompt_is_closed_by_its_default(server):
    ann, ben = seat_two(server)
    ann.act("search")
    ann.settle()
    assert server.refusal(f"/admin/rooms/{ann.room}/close-prompt", {"seat": "p2"}, token=TOKEN) == (
        400,
        "no_prompt",
    )
    closed = server.post(f"/admin/rooms/{ann.room}/close-prompt", {"seat": "p1"}, token=TOKEN)
    assert ann.hear("prompt_closed")
    ann.settle()
    ben.settle()
    assert ann.prompt is None
    assert ann.state["stateVersion"] == ben.state["stateVersion"] == closed["stateVersion"]
    assert ann.state["players"]["self"]["lp"] == 8000


def test_closing_the_choice_of_a_move_is_not_counted_into_a_forfeit_for_ever(server):
    ann, ben = seat_two(server)
    server.post(f"/admin/rooms/{ann.room}/close-prompt", {"seat": "p1"}, token=TOKEN)
    ben.settle()
    assert ben.act("end_turn")["type"] == "ack"


def test_a_match_is_ended(server):
    ann, ben = seat_two(server)
    ann.act("search")
    ended = server.post(f"/admin/rooms/{ann.room}/end", {"reason": "maintenance"}, token=TOKEN)
    for player in (ann, ben):
        assert player.hear("game_over")["reason"] == "maintenance"
        player.settle()
        assert player.state["stateVersion"] == ended["stateVersion"]
        assert player.prompt is None
    assert server.get(f"/api/rooms/{ann.room}")["status"] == "over"


def test_a_match_that_is_over_is_not_ended_again(server):
    ann, ben = seat_two(server)
    ann.say("resign")
    ben.hear("game_over")
    before = server.get(f"/api/rooms/{ann.room}")
    server.ask(f"/admin/rooms/{ann.room}/end", {"reason": "no"}, token=TOKEN)
    assert server.get(f"/api/rooms/{ann.room}")["result"] == before["result"]


def test_a_room_that_waits_is_ended_and_whoever_waits_there_is_told(server):
    room = server.post("/api/rooms", {"game": "skirmish", "name": "Ann"})
    ann = server.player().join(room["roomId"], token=room["token"])
    ann.settle()
    begun = len(ann.heard)
    server.post(f"/admin/rooms/{room['roomId']}/end", {"reason": "closing time"}, token=TOKEN)
    ann.settle()
    assert "closing time" in json.dumps(ann.heard[begun:]), "they would wait for ever"
    assert server.refusal(f"/api/rooms/{room['roomId']}/join", {"name": "Ben"})[1] == "room_full"


def test_what_is_not_there_or_not_understood_is_refused(server):
    assert server.refusal("/admin/rooms/nowhere", token=TOKEN) == (404, "no_room")
    assert server.refusal("/admin/rooms/nowhere/end", {}, token=TOKEN) == (404, "no_room")
    ann, _ = seat_two(server)
    close = f"/admin/rooms/{ann.room}/close-prompt"
    for body in ({}, {"seat": 1}, {"seat": "p9"}, {"chair": "p1"}, b"{", b"\xff", b"[]"):
        status, _ = server.refusal(close, body, token=TOKEN)
        assert status == 400
    assert server.ask(f"/admin/rooms/{ann.room}/end", token=TOKEN)[0] == 405


# --- what a monitor is told -----------------------------------------------------------------------


def test_the_metrics_can_be_read_and_count(server):
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
    ann, ben = seat_two(server)
    ann.act("end_turn")
    ann.act("end_turn")
    ben.socket.send("rubbish")
    ben.hear("error")
    after = read()
    gained = {key[0]: after[key] - before.get(key, 0) for key in after}
    assert gained["turnwright_commits_total"] >= 5
    assert gained["turnwright_messages_total"] >= 5
    assert gained["turnwright_bad_frames_total"] == 1
    assert gained["turnwright_sockets"] == 2
    assert after["turnwright_rooms", (("status", "playing"),)] >= 1
    assert after["turnwright_unstored", ()] == 0


def test_health_is_short_and_says_nothing_about_anybody(server):
    assert set(server.get("/health")) <= {"status", "node", "rooms", "sockets"}
    assert server.get("/health")["status"] == "ok"
