"""The lobby over HTTP: rooms are made, found and joined; what is over is listed and replayed."""

import json
import random
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import jwt
import pytest

from tests.server.play import SAFE, Server, play_on, seat_two, wish
from tests.server.play import game as skirmish
from turnwright.cli import main as turnwright
from turnwright.core.runtime.record import Record
from turnwright.games import GAMES
from turnwright.games.tictactoe.game import game as tictactoe
from turnwright.server.http.api_docs import openapi
from turnwright.server.http.app import HEADERS

TOKEN = "the administrator's word"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def empty_server(tmp_path, address):
    """A server in which nobody has been yet, on SQLite and on PostgreSQL."""
    with Server(tmp_path, address, admin_token=TOKEN) as running:
        yield running


def finished(server, **how):
    """Ann and Ben behind a match of Skirmish."""
    ann, ben = seat_two(server, **how)
    play_on([ann, ben], random.Random(1), 200, SAFE)
    assert ann.state["result"] is not None
    return ann, ben


# --- games ----------------------------------------------------------------------------------------


def test_all_games_are_listed(server):
    games = {game["name"]: game for game in server.get("/api/games")}
    assert set(games) >= set(GAMES)
    for game in games.values():
        assert game["title"]
        assert game["seats"]
        assert set(game["bots"]) >= {"random", "greedy", "auto", "passive", "mcts"}
    assert games["tictactoe"]["about"] == tictactoe.about


def test_a_game_is_described_with_its_cards_but_not_its_code(server):
    about = server.get("/api/games/duel")
    wires = {zone["wire"] for zone in about["zones"]}
    assert {"hand", "deck", "field", "spellTrap", "fieldSpell", "graveyard", "banished"} <= wires
    lancer = about["library"]["Ember Lancer"]
    assert (lancer["attack"], lancer["level"]) == (1700, 4)
    assert "destroy one face-up card" in lancer["text"]
    assert "effects" not in lancer
    assert [phase["name"] for phase in about["phases"]][:3] == ["draw", "standby", "main1"]


def test_a_game_that_is_not_there(server):
    assert server.refusal("/api/games/chess") == (404, "unknown_game")
    assert server.refusal("/api/rooms", {"game": "chess"}) == (404, "unknown_game")


# --- making and joining rooms ---------------------------------------------------------------------


def test_a_room_is_made_listed_joined_and_gone_from_the_list_of_those_that_wait(server):
    ann = server.post("/api/rooms", {"game": "skirmish", "name": "Ann"})
    assert set(ann) == {"roomId", "seat", "token", "code"}
    assert ann["seat"] == "p1"
    room = ann["roomId"]
    (listed,) = [r for r in server.get("/api/rooms?game=skirmish") if r["roomId"] == room]
    assert (listed["status"], listed["names"]) == ("waiting", ["Ann", ""])
    ben = server.post(f"/api/rooms/{room}/join", {"name": "Ben"})
    assert (ben["roomId"], ben["seat"]) == (room, "p2")
    assert server.refusal(f"/api/rooms/{room}/join", {"name": "Cid"}) == (409, "room_full")
    about = server.get(f"/api/rooms/{room}")
    assert about["names"] == ["Ann", "Ben"]
    assert not [r for r in server.get("/api/rooms?game=tictactoe") if r["roomId"] == room]


def test_a_room_is_joined_by_its_code_however_it_is_typed(server):
    ann = server.post("/api/rooms", {"game": "skirmish", "private": True})
    code = ann["code"]
    ben = server.post("/api/join", {"code": f" {code.lower()} ", "name": "Ben"})
    assert ben["roomId"] == ann["roomId"]
    assert server.refusal("/api/join", {"code": "NOCODE"}) == (404, "no_room")
    assert server.refusal("/api/join", {"code": ""}) == (404, "no_room")


def test_a_private_room_is_not_listed_and_needs_its_code(server):
    ann = server.post("/api/rooms", {"game": "skirmish", "private": True})
    room = ann["roomId"]
    assert room not in [r["roomId"] for r in server.get("/api/rooms")]
    assert server.refusal(f"/api/rooms/{room}/join", {"name": "Eve"}) == (403, "private")
    assert server.refusal(f"/api/rooms/{room}/join", {"code": "WRONG1"}) == (403, "private")
    with server.player() as eve:
        for more in ({}, {"spectate": True}, {"code": "WRONG1"}):
            assert eve.ask("join_room", roomId=room, **more)["code"] == "private"
        eve.join(room, "Eve", code=ann["code"])
    assert "code" not in server.get(f"/api/rooms/{room}")


def test_quick_match_brings_two_together(server):
    body = {"game": "counter", "name": "Ann"}
    ann = server.post("/api/quick", body)
    seated = server.player().join(ann["roomId"], token=ann["token"])
    ben = server.post("/api/quick", {**body, "name": "Ben"})
    assert ben["roomId"] == ann["roomId"]
    cid = server.post("/api/quick", {**body, "name": "Cid"})
    assert cid["roomId"] != ann["roomId"]
    other = server.post("/api/quick", {"game": "skirmish", "name": "Dan"})
    assert other["roomId"] not in (ann["roomId"], cid["roomId"])
    seated.settle()


def come(server, *places):
    """All of these open their sockets and are ready; the match has begun."""
    people = [server.player().join(place["roomId"], token=place["token"]) for place in places]
    for player in people:
        player.say("ready")
    for player in people:
        player.hear("state_update")
        player.settle()
    return people


def test_two_who_come_together_meet_before_either_has_a_socket(empty_server):
    body = {"game": "counter", "name": "Ann"}
    ann = empty_server.post("/api/quick", body)
    ben = empty_server.post("/api/quick", {**body, "name": "Ben"})
    assert (ann["roomId"], ann["seat"]) == (ben["roomId"], "p1")
    assert ben["seat"] == "p2"
    people = come(empty_server, ann, ben)
    assert {player.state["stateVersion"] for player in people} == {4}


def test_many_who_come_at_the_same_moment_sit_two_by_two(empty_server):
    body = {"game": "counter", "name": "Guest"}
    with ThreadPoolExecutor(12) as crowd:
        found = list(crowd.map(lambda _: empty_server.ask("/api/quick", body), range(12)))
    assert sorted(status for status, _, _ in found) == [200] * 6 + [201] * 6
    places = [json.loads(data) for _, _, data in found]
    rooms = {place["roomId"] for place in places}
    assert len(rooms) == 6
    assert {(place["roomId"], place["seat"]) for place in places} == {
        (room, seat) for room in rooms for seat in ("p1", "p2")
    }


def test_whoever_has_taken_a_chair_and_gone_is_not_waited_for(empty_server):
    ann = empty_server.post("/api/quick", {"game": "counter", "name": "Ann"})
    empty_server.restart()  # everybody is away now, and nobody is known to be on the way
    ben = empty_server.post("/api/quick", {"game": "counter", "name": "Ben"})
    assert ben["roomId"] != ann["roomId"]
    come_back = empty_server.player().join(ann["roomId"], token=ann["token"])
    cid = empty_server.post("/api/quick", {"game": "counter", "name": "Cid"})
    assert cid["roomId"] == ann["roomId"], "the one who waits longest comes first"
    come_back.settle()


def test_of_many_who_want_the_last_seat_one_gets_it(server):
    ann = server.post("/api/rooms", {"game": "skirmish", "name": "Ann"})

    def knock(number):
        body = {"name": f"Guest {number}"}
        return server.ask(f"/api/rooms/{ann['roomId']}/join", body)[0]

    with ThreadPoolExecutor(8) as crowd:
        answers = sorted(crowd.map(knock, range(16)))
    assert answers == [200] + [409] * 15
    assert "" not in server.get(f"/api/rooms/{ann['roomId']}")["names"]


def test_many_quick_matches_at_once_seat_nobody_twice(server):
    first = server.post("/api/quick", {"game": "duel40", "name": "First"})
    waiting = server.player().join(first["roomId"], token=first["token"])
    with ThreadPoolExecutor(8) as crowd:
        body = {"game": "duel40", "name": "Guest"}
        found = list(crowd.map(lambda _: server.post("/api/quick", body), range(12)))
    places = [(seat["roomId"], seat["seat"]) for seat in [first, *found]]
    assert len(set(places)) == 13
    waiting.settle()


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "bad_request"),
        (b"{", 400, "bad_request"),
        (b"[]", 400, "bad_request"),
        (b"\xff\xfe", 400, "bad_request"),
        (b"[" * 60_000, 400, "bad_request"),
        (b'{"game":"skirmish"' + b" " * 70_000 + b"}", 413, "too_large"),
        ({"game": 7}, 400, "bad_request"),
        ({"game": "skirmish", "colour": "red"}, 400, "bad_request"),
        ({"game": "skirmish", "bots": ["hal"]}, 400, "unknown_agent"),
        ({"game": "skirmish", "bots": ["mcts:999999"]}, 400, "unknown_agent"),
        ({"game": "skirmish", "bots": ["random", "random"]}, 400, "bad_seats"),
        ({"game": "skirmish", "seats": 9}, 400, "bad_seats"),
        ({"game": "skirmish", "seats": -1}, 400, "bad_seats"),
        ({"game": "skirmish", "timeouts": {"move": -1}}, 400, "bad_timeouts"),
        ({"game": "skirmish", "timeouts": {"move": 1e9}}, 400, "bad_timeouts"),
        ({"game": "skirmish", "forfeitAfter": -1}, 400, "bad_forfeit"),
        ({"game": "skirmish", "timeouts": {"move": "x"}}, 400, "bad_request"),
        ({"game": "duel", "options": {"decks": 5}}, 400, None),
        ({"game": "duel", "options": {"decks": [{"No Card": 3}, {"No Card": 3}]}}, 400, None),
        ({"game": "duel", "options": {"decks": [{}, {}]}}, 400, None),
    ],
)  # fmt: skip
def test_a_room_that_cannot_be_is_refused_with_a_sentence(server, body, status, code):
    before = len(server.get("/api/rooms"))
    given = server.refusal("/api/rooms", body)
    assert given[0] == status
    assert code is None or given[1] == code
    assert len(server.get("/api/rooms")) == before


def test_many_timeouts_or_options_are_kept_as_they_are_given(server):
    ann, _ = seat_two(server, timeouts={"move": 50, "search": 9})
    (deadline,) = ann.state["clock"].values()
    assert 45_000 < deadline - ann.state["now"] <= 50_000
    ann.act("search")
    prompt = ann.hear("prompt_request")["prompt"]
    assert 5_000 < prompt["deadline"] - ann.state["now"] <= 9_500


def test_a_game_is_played_with_the_decks_one_brings(server):
    names = list(server.get("/api/games/duel")["library"])
    tokens = ("Seedling",)
    deck = {name: 3 for name in [n for n in names if n not in tokens][:10]}
    ann, _ = seat_two(server, "duel", options={"decks": [deck, deck]})
    assert {card["kind"] for card in ann.state["players"]["self"]["hand"]} <= set(deck)


def test_whoever_makes_too_many_rooms_is_slowed_down(tmp_path):
    with Server(tmp_path, create_rate=0.01, create_burst=3) as server:
        for _ in range(3):
            server.post("/api/rooms", {"game": "tictactoe"})
        assert server.refusal("/api/rooms", {"game": "tictactoe"}) == (429, "rate_limited")
        assert server.refusal("/api/quick", {"game": "tictactoe"}) == (429, "rate_limited")
        assert len(server.get("/api/rooms")) == 3


def test_codes_cannot_be_guessed_in_a_hurry(tmp_path):
    with Server(tmp_path, create_rate=0.1, create_burst=20) as server:
        codes = [server.refusal("/api/join", {"code": f"ABC{n:03}"})[1] for n in range(90)]
        assert codes[:50] == ["no_room"] * 50
        assert "rate_limited" in codes


def test_rooms_made_by_sockets_are_limited_too(tmp_path):
    with Server(tmp_path, create_rate=0.01, create_burst=5) as server:
        for number in range(12):
            with server.player() as guest:
                guest.say("join_room", roomId=f"room-{number}", game="tictactoe")
                guest.hear("match_start", "error")
        assert len(server.get("/api/rooms")) <= 6


# --- tokens ---------------------------------------------------------------------------------------


def test_only_the_right_token_opens_a_seat(server):
    ann, _ = seat_two(server)
    other, _ = seat_two(server)
    claims = {"room": ann.room, "chair": 0, "exp": int(time.time()) + 1000}
    head, body, mark = ann.token.split(".")
    forged = [
        "x", "a.b.c", ann.token[:-4] + "AAAA", f"{head}.{body}.", f"{head}.{body}",
        other.token, jwt.encode(claims, "another secret of some length, long enough", "HS256"),
        jwt.encode(claims, "", "none"), f"{body}.{head}.{mark}", "\u2603", "x" * 9000,
    ]  # fmt: skip
    for token in forged:
        with server.player() as eve:
            assert eve.ask("join_room", roomId=ann.room, token=token)["code"] == "bad_token"
    ann.settle()
    assert "replaced" not in [message.get("code") for message in ann.heard]


def test_a_token_has_its_time(tmp_path):
    with Server(tmp_path, token_lifetime=-1.0) as server:
        ann = server.post("/api/rooms", {"game": "skirmish"})
        with server.player() as late:
            said = late.ask("join_room", roomId=ann["roomId"], token=ann["token"])
            assert said["code"] == "bad_token"
            assert "expired" in said["message"]


# --- bots -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["random", "auto", "greedy", "mcts:20", "passive"])
@pytest.mark.parametrize("game", ["tictactoe", "skirmish"])
def test_somebody_plays_a_whole_match_against_a_bot(server, bot, game):
    room = server.post("/api/rooms", {"game": game, "name": "Ann", "bots": [bot]})
    rng = random.Random(bot)
    with server.player().join(room["roomId"], token=room["token"]) as ann:
        ann.say("ready")
        ann.hear("state_update")
        for _ in range(300):
            ann.settle()
            if ann.state["result"] is not None:
                break
            if ann.seat not in ann.state["acting"]:
                ann.hear("state_update")
                continue
            if ann.prompt is not None:
                ann.say("prompt_response", promptId=ann.prompt["promptId"],
                        choice=wish(ann.prompt, rng))  # fmt: skip
            else:
                options = [o for o in ann.state["options"] if o["id"].partition(":")[0] in
                           (*SAFE, "mark")]  # fmt: skip
                option = rng.choice(options)
                name = option["id"].partition(":")[0]
                ann.say("action", actionType=name, payload=option["payload"])
            ann.hear("state_update")
        assert ann.state["result"] is not None
        sides = (ann.state["players"]["self"], ann.state["players"]["opponent"])
        assert [side["controller"] for side in sides] == ["human", "ai"]


def test_a_bot_plays_on_after_a_rematch(server):
    room = server.post("/api/rooms", {"game": "tictactoe", "bots": ["random"], "coinFlip": False})
    with server.player().join(room["roomId"], token=room["token"]) as ann:
        ann.say("ready")
        ann.hear("state_update")
        ann.say("resign")
        ann.hear("game_over")
        ann.say("rematch_request")
        assert ann.hear("match_start")["youAre"] == "p2"
        while "p2" not in ann.state["acting"]:
            ann.hear("state_update")
        assert sum(map(bool, ann.state["table"]["cells"])) == 1


# --- what is over ---------------------------------------------------------------------------------


def test_a_finished_match_is_in_the_history_and_its_replay_verifies(server, tmp_path, capsys):
    ann, _ = finished(server)
    (entry,) = [e for e in server.get("/api/history") if e["roomId"] == ann.room]
    assert (entry["game"], entry["names"], entry["status"]) == ("skirmish", ["Ann", "Ben"], "over")
    assert entry["result"]
    assert entry["inputs"] > 5
    ann, ben = seat_two(server, "tictactoe")
    play_on([ann, ben], random.Random(1), 20)
    status, headers, data = server.ask(f"/api/rooms/{ann.room}/replay")
    assert status == 200
    assert ann.room in headers["content-disposition"]
    path = tmp_path / "replay.json"
    path.write_bytes(data)
    assert turnwright(["replay", str(path)]) == 0
    assert capsys.readouterr().out


def test_a_replay_that_was_changed_does_not_verify(server, tmp_path, capsys):
    ann, ben = seat_two(server, "tictactoe")
    play_on([ann, ben], random.Random(1), 20)
    record = Record.parse(server.ask(f"/api/rooms/{ann.room}/replay")[2])
    first, third = record.entries[0], record.entries[2]
    first.args, third.args = third.args, first.args
    path = tmp_path / "replay.json"
    path.write_bytes(record.to_json())
    assert turnwright(["replay", str(path)]) != 0
    capsys.readouterr()


def test_after_a_timeout_a_cancel_and_a_resignation_the_replay_still_verifies(server):
    ann, ben = seat_two(server, timeouts={"prompt": 0.1})
    ann.act("mode")
    ann.hear("error")
    ben.settle()
    ben.act("search")
    ben.hear("prompt_request")
    ben.answer("cancel")
    ben.say("resign")
    ann.hear("game_over")
    data = server.ask(f"/api/rooms/{ann.room}/replay")[2]
    record = Record.parse(data)
    assert skirmish.replay(record).hash
    total = server.get(f"/api/rooms/{ann.room}/frames")["total"]
    assert total == len(record.entries) + 1


def test_frames_show_what_each_one_saw_page_by_page(server):
    ann, _ = finished(server)
    path = f"/api/rooms/{ann.room}/frames"
    whole = server.get(f"{path}?count=200")
    assert whole["total"] == len(whole["frames"]) > 5
    pages = []
    for start in range(0, whole["total"], 4):
        pages += server.get(f"{path}?start={start}&count=4")["frames"]
    assert pages == whole["frames"]
    assert [frame["n"] for frame in pages] == list(range(whole["total"]))
    assert all(frame["line"] for frame in pages)
    assert server.get(f"{path}?start=100000")["frames"] == []
    last = whole["frames"][-1]["state"]
    assert last["players"]["self"]["hand"].keys() == {"count"}, "a spectator sees no hand"
    mine = server.get(f"{path}?seat=p2&count=1")["frames"][0]["state"]
    assert mine["players"]["self"]["id"] == "p2"
    assert isinstance(mine["players"]["self"]["hand"], list)
    assert mine["players"]["opponent"]["hand"].keys() == {"count"}


@pytest.mark.parametrize(
    "query", ["start=-1", "start=x", "count=1e3", "seat=p9", "seat=0", "start=٣", "limit=x"]
)
def test_a_page_that_is_no_page_is_refused(server, query):
    if query.startswith("limit"):
        assert server.refusal(f"/api/history?{query}") == (400, "bad_request")
        return
    ann, _ = finished(server)
    path = f"/api/rooms/{ann.room}/frames?{quote(query, safe='=')}"
    assert server.refusal(path) == (400, "bad_request")


def test_a_running_match_has_no_replay(server):
    ann, _ = seat_two(server)
    for path in ("replay", "frames"):
        assert server.refusal(f"/api/rooms/{ann.room}/{path}") == (409, "still_running")
    assert server.refusal("/api/rooms/nowhere/replay") == (404, "no_room")


def test_the_replay_of_a_private_room_is_for_those_who_sat_there(server):
    ann, ben = finished(server, private=True)
    assert ann.room not in [entry["roomId"] for entry in server.get("/api/history")]
    other, _ = finished(server)
    path = f"/api/rooms/{ann.room}/replay"
    assert server.refusal(path) == (401, "bad_token")
    assert server.refusal(path, token=other.token) == (401, "bad_token")
    assert server.refusal(f"/api/rooms/{ann.room}/frames", token="x") == (401, "bad_token")
    assert server.ask(path, token=ben.token)[0] == 200
    assert server.ask(f"{path}?token={ann.token}")[0] == 200


def test_a_rematch_swaps_the_sides(server):
    ann, ben = finished(server)
    ann.say("rematch_request")
    assert ben.hear("rematch_status", botWants=True)["wants"] == ["p1"]
    ben.say("rematch_request")
    assert ann.hear("match_start")["youAre"] == "p2"
    assert ben.hear("match_start")["youAre"] == "p1"
    ben.hear("state_update")
    assert ben.act("end_turn")["type"] == "ack"
    assert server.refusal(f"/api/rooms/{ann.room}/replay?match=2") == (409, "still_running")


def replay(server, room, query="", **how):
    """The record of a match that can be downloaded."""
    status, _, data = server.ask(f"/api/rooms/{room}/replay{query}", **how)
    assert status == 200, data
    return data


def test_every_match_stays_in_the_history_and_can_be_replayed(empty_server):
    server = empty_server
    ann, ben = finished(server)
    (first,) = server.get("/api/history")
    assert (first["match"], first["players"]) == (1, ["Ann", "Ben"])
    record = replay(server, ann.room)
    for player in (ann, ben):
        player.say("rematch_request")
    for player in (ann, ben):
        player.hear("match_start")
        player.hear("state_update")
    assert server.get("/api/history") == [first]
    assert replay(server, ann.room, "?match=1") == replay(server, ann.room) == record
    pages = server.get(f"/api/rooms/{ann.room}/frames?match=1&count=200")
    assert (pages["match"], pages["matches"]) == (1, 1)
    assert pages["total"] == len(pages["frames"]) > 5
    for path in ("replay", "frames"):
        path = f"/api/rooms/{ann.room}/{path}?match="
        assert server.refusal(path + "2") == (409, "still_running")
        assert server.refusal(path + "3") == (400, "no_match")
    ben.say("resign")
    ann.hear("game_over")
    server.restart()
    second, last = server.get("/api/history")
    assert last == first
    assert (second["match"], second["players"]) == (2, ["Ben", "Ann"]), "the other one began"
    assert (second["roomId"], second["names"]) == (ann.room, ["Ann", "Ben"])
    assert second["result"] == "Ann won: gave in"
    assert second["ended"] > first["ended"]
    assert second["inputs"] > first["inputs"]
    assert replay(server, ann.room, "?match=1") == record
    assert replay(server, ann.room) == replay(server, ann.room, "?match=2") != record
    assert Record.parse(replay(server, ann.room)).seats == ["Ben", "Ann"]
    assert server.refusal(f"/api/rooms/{ann.room}/replay?match=3") == (400, "no_match")


def test_who_is_in_the_history_is_told_by_seat(empty_server):
    """With a coin flip whoever came first need not begin."""
    begun = {}
    for number in range(20):
        ann, _ = seat_two(empty_server, "tictactoe", coinFlip=True)
        ann.say("resign")
        ann.hear("game_over")
        begun[ann.room] = ["Ann", "Ben"] if ann.seat == "p1" else ["Ben", "Ann"]
        if number and len({*map(tuple, begun.values())}) == 2:
            break
    lines = empty_server.get("/api/history")
    assert {line["roomId"]: line["players"] for line in lines} == begun
    assert {tuple(line["names"]) for line in lines} == {("Ann", "Ben")}


def test_the_place_that_one_is_given_is_described_as_what_it_is():
    assert "youAre" in openapi()["components"]["schemas"]["Seated"]["description"]


def test_private_matches_take_no_place_in_the_history(empty_server):
    ann, _ = finished(empty_server)
    for _ in range(2):
        finished(empty_server, private=True)
    for limit in (1, 2, 50):
        lines = empty_server.get(f"/api/history?limit={limit}")
        assert [line["roomId"] for line in lines] == [ann.room]


def test_a_rematch_behind_closed_doors_leaves_the_first_match_to_those_who_sat_there(empty_server):
    ann, ben = finished(empty_server, private=True)
    for player in (ann, ben):
        player.say("rematch_request")
    ann.hear("match_start")
    path = f"/api/rooms/{ann.room}/replay?match=1"
    assert empty_server.refusal(path) == (401, "bad_token")
    assert replay(empty_server, ann.room, "?match=1", token=ann.token)


def test_a_room_where_nothing_was_played_is_not_in_the_history(empty_server):
    room = empty_server.post("/api/rooms", {"game": "skirmish", "name": "Ann"})["roomId"]
    empty_server.post(f"/admin/rooms/{room}/end", {"reason": "closing time"}, token=TOKEN)
    assert empty_server.get(f"/api/rooms/{room}")["status"] == "over"
    assert empty_server.get("/api/history") == []
    assert empty_server.refusal(f"/api/rooms/{room}/replay") == (400, "no_match")
    ann, _ = seat_two(empty_server)
    empty_server.post(f"/admin/rooms/{ann.room}/end", {"reason": "closing time"}, token=TOKEN)
    (line,) = empty_server.get("/api/history")
    assert (line["roomId"], line["match"]) == (ann.room, 1)
    assert "closing time" in line["result"]


def test_what_is_over_is_not_ended_again(empty_server):
    waiting = empty_server.post("/api/rooms", {"game": "skirmish", "name": "Ann"})["roomId"]
    ann, ben = seat_two(empty_server)
    ann.say("resign")
    ben.hear("game_over")
    empty_server.post(f"/admin/rooms/{waiting}/end", {}, token=TOKEN)
    for room in (waiting, ann.room):
        before = empty_server.get(f"/api/rooms/{room}")
        path = f"/admin/rooms/{room}/end"
        assert empty_server.refusal(path, {"reason": "no"}, token=TOKEN) == (409, "already_over")
        assert empty_server.get(f"/api/rooms/{room}") == before


# --- plumbing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/api/games", "/api/rooms/nowhere", "/nothing", "/metrics", "/health", "/admin/rooms"]
)
def test_every_answer_has_the_headers_that_keep_browsers_safe(server, path):
    _, headers, _ = server.ask(path)
    for name, value in HEADERS:
        assert headers[name.decode()] == value.decode()
    assert "script-src" not in headers["content-security-policy"], "default-src 'self' covers it"
    assert "unsafe-eval" not in headers["content-security-policy"]
    assert "server" not in headers


def test_what_is_not_there_is_an_error_like_all_others(server):
    assert server.refusal("/nothing") == (404, "not_found")
    assert server.refusal("/api/games", {}, method="POST")[0] == 405
    assert server.refusal("/api/rooms/%00/join", {})[0] == 404
    assert server.refusal("/web/../../../../etc/passwd")[0] == 404
    assert server.refusal("/web/%2e%2e/%2e%2e/server/tokens.py")[0] == 404


def test_an_error_of_the_server_says_nothing_about_it(server):
    status, _, data = server.ask("/api/rooms", {"game": "skirmish", "name": "x" * 60_000})
    assert status == 201
    assert len(json.loads(data)) == 4
    log = server.log.read_text()
    assert "Traceback" not in log


def test_who_comes_after_a_match_finds_its_replay_and_plays_the_next_one(empty_server):
    server = empty_server
    ann, ben = seat_two(server)
    ann.say("resign")
    ann.hear("game_over")
    for one in (ann, ben):
        one.say("leave")
        assert one.hear("info", code="left")
    people = [server.player().join(ann.room, name) for name in ("Cid", "Dot")]
    for one in people:
        assert Record.parse(replay(server, ann.room)).seats == ["Ann", "Ben"]
        one.say("ready")
    people[0].hear("match_start", status="playing")
    assert Record.parse(replay(server, ann.room, "?match=1")).seats == ["Ann", "Ben"]
    assert server.refusal(f"/api/rooms/{ann.room}/replay?match=2") == (409, "still_running")
    (line,) = server.get("/api/history")
    assert (line["roomId"], line["match"], line["players"]) == (ann.room, 1, ["Ann", "Ben"])


def test_whoever_has_left_has_no_say_any_more_even_before_that_is_stored(server):
    room = server.post("/api/rooms", {"game": "skirmish", "name": "Ann"})
    ben = server.player().join(room["roomId"], "Ben")
    ben.say("leave")
    ben.say("ready")
    assert ben.hear("error")["message"] == "Join a room first."
    ben.hear("info", code="left")
    cid = server.player()
    cid.say("join_room", roomId=room["roomId"], playerName="Cid")
    seats = cid.hear("match_start")["seats"]
    assert [(seat["name"], seat["ready"]) for seat in seats] == [("Ann", False), ("Cid", False)]
