"""The lobby over HTTP: rooms, matchmaking, tokens, bots, history and replays."""

import json
import random
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import jwt
import pytest

from tests.server.server_process import Server, likely_choice, play_on, start_match
from tests.server.skirmish_game import SAFE
from tests.server.skirmish_game import game as skirmish
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
    """A fresh server on SQLite and on PostgreSQL."""
    with Server(tmp_path, address, admin_token=TOKEN) as running:
        yield running


def finished(server, **how):
    """Return Ann and Ben after a finished match."""
    ann, ben = start_match(server, **how)
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


def test_an_unknown_game_is_refused(server):
    assert server.refusal("/api/games/chess") == (404, "unknown_game")
    assert server.refusal("/api/rooms", {"game": "chess"}) == (404, "unknown_game")


# --- creating and joining rooms -------------------------------------------------------------------


def test_a_room_is_created_listed_joined_and_started(server):
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


def test_codes_ignore_case_and_spaces(server):
    ann = server.post("/api/rooms", {"game": "skirmish", "private": True})
    code = ann["code"]
    ben = server.post("/api/join", {"code": f" {code.lower()} ", "name": "Ben"})
    assert ben["roomId"] == ann["roomId"]
    assert server.refusal("/api/join", {"code": "NOCODE"}) == (404, "no_room")
    assert server.refusal("/api/join", {"code": ""}) == (404, "no_room")


def test_a_private_room_is_unlisted_and_requires_its_code(server):
    ann = server.post("/api/rooms", {"game": "skirmish", "private": True})
    room = ann["roomId"]
    assert room not in [r["roomId"] for r in server.get("/api/rooms")]
    with server.player() as eve:
        for more in (
            {},
            {"spectate": True},
            {"code": "WRONG1"},
            {"code": "WRONG1", "spectate": True},
        ):
            assert eve.ask("join_room", roomId=room, **more)["code"] == "no_room"
        eve.join(room, "Eve", code=ann["code"])
    assert "code" not in server.get(f"/api/rooms/{room}", token=ann["token"])


def test_quick_match_pairs_two_players(server):
    body = {"game": "counter", "name": "Ann"}
    ann = server.post("/api/quick", body)
    seated = server.player().join(ann["roomId"], token=ann["token"])
    ben = server.post("/api/quick", {**body, "name": "Ben"})
    assert ben["roomId"] == ann["roomId"]
    cid = server.post("/api/quick", {**body, "name": "Cid"})
    assert cid["roomId"] != ann["roomId"]
    other = server.post("/api/quick", {"game": "skirmish", "name": "Dan"})
    assert other["roomId"] not in (ann["roomId"], cid["roomId"])
    seated.drain()


def start_with(server, *places):
    """Connect all players and make them ready; wait for the match."""
    people = [server.player().join(place["roomId"], token=place["token"]) for place in places]
    for player in people:
        player.send("ready")
    for player in people:
        player.receive("state_update")
        player.drain()
    return people


def test_quick_match_pairs_players_without_sockets(empty_server):
    body = {"game": "counter", "name": "Ann"}
    ann = empty_server.post("/api/quick", body)
    ben = empty_server.post("/api/quick", {**body, "name": "Ben"})
    assert (ann["roomId"], ann["seat"]) == (ben["roomId"], "p1")
    assert ben["seat"] == "p2"
    people = start_with(empty_server, ann, ben)
    assert {player.state["stateVersion"] for player in people} == {4}


def test_simultaneous_quick_matches_form_pairs(empty_server):
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


def test_an_absent_player_is_not_matched(empty_server):
    ann = empty_server.post("/api/quick", {"game": "counter", "name": "Ann"})
    empty_server.restart()  # nobody is connected now, and no join over HTTP is recent
    ben = empty_server.post("/api/quick", {"game": "counter", "name": "Ben"})
    assert ben["roomId"] != ann["roomId"]
    come_back = empty_server.player().join(ann["roomId"], token=ann["token"])
    cid = empty_server.post("/api/quick", {"game": "counter", "name": "Cid"})
    assert cid["roomId"] == ann["roomId"], "the one who waits longest comes first"
    come_back.drain()


def test_the_last_seat_goes_to_one_of_many(server):
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
    waiting.drain()


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
        ({"game": "skirmish", "bots": ["random", "random", "random"]}, 400, "bad_seats"),
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
def test_invalid_rooms_are_refused_with_a_sentence(server, body, status, code):
    before = len(server.get("/api/rooms"))
    given = server.refusal("/api/rooms", body)
    assert given[0] == status
    assert code is None or given[1] == code
    assert len(server.get("/api/rooms")) == before


def test_the_text_of_an_exception_is_not_sent(server):
    body = {"game": "netrunner", "options": {"scene": 5}}
    status, _, data = server.ask("/api/rooms", body)
    assert status == 400
    sentence = "netrunner cannot be started with these options."
    assert json.loads(data)["error"] == {"code": "bad_options", "message": sentence}


def test_a_room_name_that_cannot_exist_is_not_looked_up(empty_server):
    for name in ("%00", "a%00b", "%F0%9F%8E%B2", "x" * 41, "a%20b"):
        for what in ("", "/replay", "/frames"):
            assert empty_server.refusal(f"/api/rooms/{name}{what}") == (404, "no_room")
        assert empty_server.refusal(f"/api/rooms/{name}/join", {}) == (404, "no_room")


def test_refused_messages_are_counted_by_code(server):
    ann, ben = start_match(server)
    before = server.metric('turnwright_refusals_total{code="action_rejected"}')
    assert ben.act("end_turn")["type"] == "error"
    assert server.metric('turnwright_refusals_total{code="action_rejected"}') == before + 1
    assert ann.act("no such action")["type"] == "error"
    assert server.metric('turnwright_refusals_total{code="action_rejected"}') == before + 2


def test_pages_of_an_allowed_origin_may_use_the_http_interface(tmp_path):
    with Server(tmp_path, origins=["https://cards.example"]) as server:
        _, headers, _ = server.ask("/api/games", Origin="https://cards.example")
        assert headers["access-control-allow-origin"] == "https://cards.example"
        _, headers, _ = server.ask("/api/games", Origin="https://other.example")
        assert "access-control-allow-origin" not in headers
        asked = {
            "Origin": "https://cards.example",
            "Access_Control_Request_Method": "POST",
            "Access_Control_Request_Headers": "content-type",
        }
        status, headers, _ = server.ask("/api/rooms", method="OPTIONS", **asked)
        assert status == 200
        assert headers["access-control-allow-origin"] == "https://cards.example"


def test_timeouts_and_options_are_kept(server):
    ann, _ = start_match(server, timeouts={"move": 50, "search": 9})
    (deadline,) = ann.state["clock"].values()
    assert 30_000 < deadline - ann.state["now"] <= 50_000
    ann.act("search")
    prompt = ann.receive("prompt_request")["prompt"]
    assert 0 < prompt["deadline"] - ann.state["now"] <= 9_500


def test_a_match_uses_the_given_decks(server):
    names = list(server.get("/api/games/duel")["library"])
    tokens = ("Seedling",)
    deck = {name: 3 for name in [n for n in names if n not in tokens][:10]}
    ann, _ = start_match(server, "duel", options={"decks": [deck, deck]})
    assert {card["kind"] for card in ann.state["players"]["self"]["hand"]} <= set(deck)


def test_creating_rooms_is_rate_limited(tmp_path):
    with Server(tmp_path, create_rate=0.01, create_burst=3) as server:
        for _ in range(3):
            server.post("/api/rooms", {"game": "tictactoe"})
        assert server.refusal("/api/rooms", {"game": "tictactoe"}) == (429, "rate_limited")
        assert server.refusal("/api/quick", {"game": "tictactoe"}) == (429, "rate_limited")
        assert len(server.get("/api/rooms")) == 3


def test_guessing_codes_is_rate_limited(tmp_path):
    with Server(tmp_path, create_rate=0.1, create_burst=20) as server:
        codes = [server.refusal("/api/join", {"code": f"ABC{n:03}"})[1] for n in range(90)]
        assert codes[:50] == ["no_room"] * 50
        assert "rate_limited" in codes


def test_creating_rooms_over_sockets_is_rate_limited(tmp_path):
    with Server(tmp_path, create_rate=0.01, create_burst=5) as server:
        for number in range(12):
            with server.player() as guest:
                guest.send("join_room", roomId=f"room-{number}", game="tictactoe")
                guest.receive("match_start", "error")
        assert len(server.get("/api/rooms")) <= 6


# --- tokens ---------------------------------------------------------------------------------------


def test_a_seat_requires_its_token(server):
    ann, _ = start_match(server)
    other, _ = start_match(server)
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
    ann.drain()
    assert "replaced" not in [message.get("code") for message in ann.received]


def test_a_token_expires(tmp_path):
    with Server(tmp_path, token_lifetime=-1.0) as server:
        ann = server.post("/api/rooms", {"game": "skirmish"})
        with server.player() as late:
            said = late.ask("join_room", roomId=ann["roomId"], token=ann["token"])
            assert said["code"] == "bad_token"
            assert "expired" in said["message"]


# --- bots -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["random", "auto", "greedy", "mcts:20", "passive"])
@pytest.mark.parametrize("game", ["tictactoe", "skirmish"])
def test_a_player_plays_a_whole_match_against_a_bot(server, bot, game):
    room = server.post("/api/rooms", {"game": game, "name": "Ann", "bots": [bot]})
    rng = random.Random(bot)
    with server.player().join(room["roomId"], token=room["token"]) as ann:
        ann.send("ready")
        ann.receive("state_update")
        for _ in range(300):
            ann.drain()
            if ann.state["result"] is not None:
                break
            if ann.seat not in ann.state["acting"]:
                ann.receive("state_update")
                continue
            if ann.prompt is not None:
                ann.send("prompt_response", promptId=ann.prompt["promptId"],
                        choice=likely_choice(ann.prompt, rng))  # fmt: skip
            else:
                options = [o for o in ann.state["options"] if o["id"].partition(":")[0] in
                           (*SAFE, "mark")]  # fmt: skip
                option = rng.choice(options)
                name = option["id"].partition(":")[0]
                ann.send("action", actionType=name, payload=option["payload"])
            ann.receive("state_update")
        assert ann.state["result"] is not None
        sides = (ann.state["players"]["self"], ann.state["players"]["opponent"])
        assert [side["controller"] for side in sides] == ["human", "ai"]


def test_a_bot_plays_on_after_a_rematch(server):
    room = server.post("/api/rooms", {"game": "tictactoe", "bots": ["random"], "coinFlip": False})
    with server.player().join(room["roomId"], token=room["token"]) as ann:
        ann.send("ready")
        ann.receive("state_update")
        ann.send("resign")
        ann.receive("game_over")
        ann.send("rematch_request")
        assert ann.receive("match_start")["youAre"] == "p2"
        while "p2" not in ann.state["acting"]:
            ann.receive("state_update")
        assert sum(map(bool, ann.state["table"]["cells"])) == 1


# --- finished matches -----------------------------------------------------------------------------


def test_a_finished_match_is_in_the_history_and_its_replay_verifies(server, tmp_path, capsys):
    ann, _ = finished(server)
    (entry,) = [e for e in server.get("/api/history") if e["roomId"] == ann.room]
    assert (entry["game"], entry["names"], entry["status"]) == ("skirmish", ["Ann", "Ben"], "over")
    assert entry["result"]
    assert entry["inputs"] > 5
    ann, ben = start_match(server, "tictactoe")
    play_on([ann, ben], random.Random(1), 20)
    status, headers, data = server.ask(f"/api/rooms/{ann.room}/replay", token=ann.token)
    assert status == 200
    assert ann.room in headers["content-disposition"]
    path = tmp_path / "replay.json"
    path.write_bytes(data)
    assert turnwright(["replay", str(path)]) == 0
    assert capsys.readouterr().out


def test_a_replay_that_was_changed_does_not_verify(server, tmp_path, capsys):
    ann, ben = start_match(server, "tictactoe")
    play_on([ann, ben], random.Random(1), 20)
    record = Record.parse(server.ask(f"/api/rooms/{ann.room}/replay", token=ann.token)[2])
    first, third = record.entries[0], record.entries[2]
    first.args, third.args = third.args, first.args
    path = tmp_path / "replay.json"
    path.write_bytes(record.to_json())
    assert turnwright(["replay", str(path)]) != 0
    capsys.readouterr()


def test_after_a_timeout_a_cancel_and_a_resignation_the_replay_still_verifies(server):
    ann, ben = start_match(server, timeouts={"prompt": 0.1})
    ann.act("mode")
    ann.receive("error")
    ben.drain()
    ben.act("search")
    ben.receive("prompt_request")
    ben.answer("cancel")
    ben.send("resign")
    ann.receive("game_over")
    data = server.ask(f"/api/rooms/{ann.room}/replay", token=ann.token)[2]
    record = Record.parse(data)
    assert skirmish.replay(record).hash
    total = server.get(f"/api/rooms/{ann.room}/frames")["total"]
    assert total == len(record.entries) + 1


def test_frames_show_what_each_one_saw_page_by_page(server):
    ann, ben = finished(server)
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
    mine = server.get(f"{path}?seat=p2&count=1", token=ben.token)["frames"][0]["state"]
    assert mine["players"]["self"]["id"] == "p2"
    assert isinstance(mine["players"]["self"]["hand"], list)
    assert mine["players"]["opponent"]["hand"].keys() == {"count"}


@pytest.mark.parametrize(
    "query", ["start=-1", "start=x", "count=1e3", "seat=p9", "seat=0", "start=٣", "limit=x"]
)
def test_invalid_page_parameters_are_refused(server, query):
    if query.startswith("limit"):
        assert server.refusal(f"/api/history?{query}") == (400, "bad_request")
        return
    ann, _ = finished(server)
    path = f"/api/rooms/{ann.room}/frames?{quote(query, safe='=')}"
    assert server.refusal(path) == (400, "bad_request")


def test_a_running_match_has_no_replay(server):
    ann, _ = start_match(server)
    for path in ("replay", "frames"):
        assert server.refusal(f"/api/rooms/{ann.room}/{path}") == (409, "still_running")
    assert server.refusal("/api/rooms/nowhere/replay") == (404, "no_room")


def test_the_replay_of_a_private_room_requires_a_seat_token(server):
    ann, ben = finished(server, private=True)
    assert ann.room not in [entry["roomId"] for entry in server.get("/api/history")]
    other, _ = finished(server)
    path = f"/api/rooms/{ann.room}/replay"
    assert server.refusal(path) == (404, "no_room")
    assert server.refusal(path, token=other.token) == (404, "no_room")
    assert server.refusal(f"/api/rooms/{ann.room}/frames", token="x") == (404, "no_room")
    assert server.ask(path, token=ben.token)[0] == 200
    assert server.ask(f"{path}?token={ann.token}")[0] == 200


def test_rooms_and_history_come_in_pages(empty_server):
    server = empty_server
    for number in range(5):
        server.post("/api/rooms", {"game": "counter", "seats": 1, "name": f"P{number}"})
    names = [room["names"][0] for room in server.get("/api/rooms?game=counter")]
    assert names == ["P4", "P3", "P2", "P1", "P0"]
    pages = [server.get(f"/api/rooms?game=counter&start={start}&limit=2") for start in (0, 2, 4, 6)]
    assert [[room["names"][0] for room in page] for page in pages] == [
        names[:2],
        names[2:4],
        names[4:],
        [],
    ]
    for _ in range(3):
        finished(server)
    games = [entry["roomId"] for entry in server.get("/api/history")]
    assert len(games) == 3
    assert [entry["roomId"] for entry in server.get("/api/history?start=1&limit=1")] == games[1:2]
    assert server.refusal("/api/rooms?start=-1") == (400, "bad_request")
    listed = server.get("/admin/rooms?start=1&limit=2", token=TOKEN)
    assert [info["room"] for info in listed] == [
        info["room"] for info in server.get("/admin/rooms", token=TOKEN)
    ][1:3]


def test_who_left_before_the_match_cannot_read_its_private_replay(server):
    room = server.post("/api/rooms", {"game": "skirmish", "private": True, "coinFlip": False})
    eve = server.player().join(room["roomId"], token=room["token"])
    eve.ask("leave")
    path = f"/api/rooms/{room['roomId']}"
    people = []
    for name in ("Ann", "Ben"):
        seated = server.post(f"{path}/join", {"name": name, "code": room["code"]})
        people.append(server.player().join(room["roomId"], token=seated["token"]))
    for player in people:
        player.send("ready")
    people[0].receive("state_update")
    people[0].send("resign")
    people[0].receive("game_over")
    for player in people:
        assert server.ask(f"{path}/replay", token=player.token)[0] == 200
    people[1].ask("leave")
    assert server.ask(f"{path}/replay", token=people[1].token)[0] == 200, "Ben played it"
    assert server.refusal(f"{path}/replay", token=room["token"]) == (403, "forbidden")
    assert server.refusal(f"{path}/frames", token=room["token"]) == (403, "forbidden")


def test_a_private_room_looks_like_one_that_does_not_exist(server):
    """Whoever has neither its code nor a seat gets the same answers to everything."""
    room = server.post("/api/rooms", {"game": "skirmish", "private": True, "name": "Ann"})
    path = f"/api/rooms/{room['roomId']}"

    def answers(name):
        for query in ("", "?code=AAAAAA", "?token=x"):
            for part in ("", "/frames", "/summary", "/replay"):
                yield server.ask(f"/api/rooms/{name}{part}{query}")
        for body in ({}, {"code": "AAAAAA"}):
            yield server.ask(f"/api/rooms/{name}/join", body)
        for token in ("", "x"):
            yield server.ask(f"/api/rooms/{name}/continue", {"step": 0, "token": token})
        for more in ({"spectate": True}, {"spectate": True, "code": "AAAAAA"}, {"token": "x"}):
            with server.player() as eve:
                yield eve.ask("join_room", roomId=name, **more)

    for seen, unknown in zip(answers(room["roomId"]), answers("n" * 8), strict=True):
        assert seen == unknown
    assert server.get(f"{path}?code={room['code'].lower()}")["names"] == ["Ann", ""]
    assert server.get(path, token=room["token"])["names"] == ["Ann", ""]


def test_a_rematch_swaps_the_sides(server):
    ann, ben = finished(server)
    ann.send("rematch_request")
    assert ben.receive("rematch_status", botWants=True)["wants"] == ["p1"]
    ben.send("rematch_request")
    assert ann.receive("match_start")["youAre"] == "p2"
    assert ben.receive("match_start")["youAre"] == "p1"
    ben.receive("state_update")
    assert ben.act("end_turn")["type"] == "ack"
    assert server.refusal(f"/api/rooms/{ann.room}/replay?match=2") == (409, "still_running")


def replay(server, room, query="", **how):
    """Return the record of a match."""
    status, _, data = server.ask(f"/api/rooms/{room}/replay{query}", **how)
    assert status == 200, data
    return data


def test_every_match_stays_in_the_history_and_can_be_replayed(empty_server):
    server = empty_server
    ann, ben = finished(server)
    (first,) = server.get("/api/history")
    assert (first["match"], first["players"]) == (1, ["Ann", "Ben"])
    record = replay(server, ann.room, token=ann.token)
    for player in (ann, ben):
        player.send("rematch_request")
    for player in (ann, ben):
        player.receive("match_start")
        player.receive("state_update")
    assert server.get("/api/history") == [first]
    first_record = replay(server, ann.room, "?match=1", token=ann.token)
    assert first_record == replay(server, ann.room, token=ann.token) == record
    pages = server.get(f"/api/rooms/{ann.room}/frames?match=1&count=200")
    assert (pages["match"], pages["matches"]) == (1, 1)
    assert pages["total"] == len(pages["frames"]) > 5
    for path in ("replay", "frames"):
        path = f"/api/rooms/{ann.room}/{path}?match="
        assert server.refusal(path + "2") == (409, "still_running")
        assert server.refusal(path + "3") == (400, "no_match")
    ben.send("resign")
    ann.receive("game_over")
    server.restart()
    second, last = server.get("/api/history")
    assert last == first
    assert (second["match"], second["players"]) == (2, ["Ben", "Ann"]), "the other one began"
    assert (second["roomId"], second["names"]) == (ann.room, ["Ann", "Ben"])
    assert second["result"] == "Ann won: gave in"
    assert second["ended"] > first["ended"]
    assert second["inputs"] > first["inputs"]
    assert replay(server, ann.room, "?match=1", token=ann.token) == record
    latest = replay(server, ann.room, token=ann.token)
    assert latest == replay(server, ann.room, "?match=2", token=ann.token) != record
    assert Record.parse(latest).seats == ["Ben", "Ann"]
    assert server.refusal(f"/api/rooms/{ann.room}/replay?match=3") == (400, "no_match")


def test_the_history_names_players_by_seat(empty_server):
    """With a coin flip the first player to join need not be p1."""
    begun = {}
    for number in range(20):
        ann, _ = start_match(empty_server, "tictactoe", coinFlip=True)
        ann.send("resign")
        ann.receive("game_over")
        begun[ann.room] = ["Ann", "Ben"] if ann.seat == "p1" else ["Ben", "Ann"]
        if number and len({*map(tuple, begun.values())}) == 2:
            break
    lines = empty_server.get("/api/history")
    assert {line["roomId"]: line["players"] for line in lines} == begun
    assert {tuple(line["names"]) for line in lines} == {("Ann", "Ben")}


def test_the_seat_of_a_join_is_documented():
    assert "youAre" in openapi()["components"]["schemas"]["Seated"]["description"]


def test_private_matches_are_not_in_the_history(empty_server):
    ann, _ = finished(empty_server)
    for _ in range(2):
        finished(empty_server, private=True)
    for limit in (1, 2, 50):
        lines = empty_server.get(f"/api/history?limit={limit}")
        assert [line["roomId"] for line in lines] == [ann.room]


def test_a_private_rematch_does_not_reveal_the_first_match(empty_server):
    ann, ben = finished(empty_server, private=True)
    for player in (ann, ben):
        player.send("rematch_request")
    ann.receive("match_start")
    path = f"/api/rooms/{ann.room}/replay?match=1"
    assert empty_server.refusal(path) == (404, "no_room")
    assert replay(empty_server, ann.room, "?match=1", token=ann.token)


def test_an_unplayed_room_is_not_in_the_history(empty_server):
    room = empty_server.post("/api/rooms", {"game": "skirmish", "name": "Ann"})["roomId"]
    empty_server.post(f"/admin/rooms/{room}/end", {"reason": "closing time"}, token=TOKEN)
    assert empty_server.get(f"/api/rooms/{room}")["status"] == "over"
    assert empty_server.get("/api/history") == []
    assert empty_server.refusal(f"/api/rooms/{room}/replay") == (400, "no_match")
    ann, _ = start_match(empty_server)
    empty_server.post(f"/admin/rooms/{ann.room}/end", {"reason": "closing time"}, token=TOKEN)
    (line,) = empty_server.get("/api/history")
    assert (line["roomId"], line["match"]) == (ann.room, 1)
    assert "closing time" in line["result"]


def test_a_finished_room_cannot_be_ended(empty_server):
    waiting = empty_server.post("/api/rooms", {"game": "skirmish", "name": "Ann"})["roomId"]
    ann, ben = start_match(empty_server)
    ann.send("resign")
    ben.receive("game_over")
    empty_server.post(f"/admin/rooms/{waiting}/end", {}, token=TOKEN)
    for room in (waiting, ann.room):
        before = empty_server.get(f"/api/rooms/{room}")
        path = f"/admin/rooms/{room}/end"
        assert empty_server.refusal(path, {"reason": "no"}, token=TOKEN) == (409, "already_over")
        assert empty_server.get(f"/api/rooms/{room}") == before


# --- HTTP -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/api/games", "/api/rooms/nowhere", "/nothing", "/metrics", "/health", "/admin/rooms"]
)
def test_every_response_has_security_headers(server, path):
    _, headers, _ = server.ask(path)
    for name, value in HEADERS:
        assert headers[name.decode()] == value.decode()
    assert "script-src" not in headers["content-security-policy"], "default-src 'self' covers it"
    assert "unsafe-eval" not in headers["content-security-policy"]
    assert "server" not in headers


def test_an_unknown_path_is_a_json_error(server):
    assert server.refusal("/nothing") == (404, "not_found")
    assert server.refusal("/api/games", {}, method="POST")[0] == 405
    assert server.refusal("/api/rooms/%00/join", {})[0] == 404
    assert server.refusal("/web/../../../../etc/passwd")[0] == 404
    assert server.refusal("/web/%2e%2e/%2e%2e/server/tokens.py")[0] == 404


def test_an_internal_error_reveals_nothing(server):
    status, _, data = server.ask("/api/rooms", {"game": "skirmish", "name": "x" * 60_000})
    assert status == 201
    assert len(json.loads(data)) == 4
    log = server.log.read_text()
    assert "Traceback" not in log


def test_a_new_player_after_a_match_finds_its_replay(empty_server):
    server = empty_server
    ann, ben = start_match(server)
    ann.send("resign")
    ann.receive("game_over")
    for one in (ann, ben):
        one.send("leave")
        assert one.receive("info", code="left")
    people = [server.player().join(ann.room, name) for name in ("Cid", "Dot")]
    for one in people:
        assert server.get(f"/api/rooms/{ann.room}/frames")["match"] == 1
        path = f"/api/rooms/{ann.room}/replay"
        assert server.refusal(path, token=one.token) == (403, "forbidden"), "somebody else played"
        one.send("ready")
    people[0].receive("match_start", status="playing")
    assert Record.parse(replay(server, ann.room, "?match=1", token=ann.token)).seats == [
        "Ann",
        "Ben",
    ]
    assert server.refusal(f"/api/rooms/{ann.room}/replay?match=2") == (409, "still_running")
    (line,) = server.get("/api/history")
    assert (line["roomId"], line["match"], line["players"]) == (ann.room, 1, ["Ann", "Ben"])


def test_a_leaving_player_is_detached_before_the_row_is_durable(server):
    room = server.post("/api/rooms", {"game": "skirmish", "name": "Ann"})
    ben = server.player().join(room["roomId"], "Ben")
    ben.send("leave")
    ben.send("ready")
    # The error does not wait for the row, and may come before or after its acknowledgement.
    answers = []
    while len(answers) < 2:
        message = ben.receive("error", "info")
        if message["type"] == "error" or message["code"] == "left":
            answers.append(message)
    assert {one["message"] for one in answers if one["type"] == "error"} == {"Join a room first."}
    cid = server.player()
    cid.send("join_room", roomId=room["roomId"], playerName="Cid")
    seats = cid.receive("match_start")["seats"]
    assert [(seat["name"], seat["ready"]) for seat in seats] == [("Ann", False), ("Cid", False)]
