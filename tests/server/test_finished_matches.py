"""Finished matches: what of them is for whom, their summary, and playing on from a step."""

import asyncio
import random

import pytest

from tests.server.server_process import Server, play_on, start_match
from tests.server.skirmish_game import SAFE
from turnwright.core.runtime.record import Record
from turnwright.server.http.app import open_store


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


def finished(server, **how):
    """Return Ann and Ben after a finished match."""
    ann, ben = start_match(server, **how)
    play_on([ann, ben], random.Random(1), 200, SAFE)
    assert ann.state["result"] is not None
    return ann, ben


def against_bot(server, game="skirmish", **how):
    """Return Ann after a match with a bot that she resigned in her first turn."""
    body = {"game": game, "name": "Ann", "bots": ["passive"], "coinFlip": False, **how}
    made = server.post("/api/rooms", body)
    ann = server.player().join(made["roomId"], token=made["token"])
    ann.send("ready")
    ann.receive("state_update")
    ann.send("resign")
    ann.receive("game_over")
    return ann


def hands(frame):
    """Return which hands of a frame are shown: yours, and the opponent's."""
    players = frame["state"]["players"]
    return [isinstance(players[side]["hand"], list) for side in ("self", "opponent")]


# --- one's own side -------------------------------------------------------------------------------


def test_only_the_player_of_a_seat_sees_its_cards_in_a_replay(server):
    ann, ben = finished(server)
    path = f"/api/rooms/{ann.room}/frames"
    other, _ = finished(server)
    for seat, player in (("p1", ann), ("p2", ben)):
        for frame in server.get(f"{path}?seat={seat}&count=200", token=player.token)["frames"]:
            assert hands(frame) == [True, False]
        assert server.refusal(f"{path}?seat={seat}") == (403, "forbidden")
        assert server.refusal(f"{path}?seat={seat}", token=other.token) == (403, "forbidden")
    assert server.refusal(f"{path}?seat=p2", token=ann.token) == (403, "forbidden")
    assert hands(server.get(path)["frames"][-1]) == [False, False], "a spectator sees no hand"


def test_only_those_who_played_get_the_record_which_tells_all_cards(server):
    ann, ben = finished(server)
    path = f"/api/rooms/{ann.room}/replay"
    other, _ = finished(server)
    for player in (ann, ben):
        assert Record.parse(server.ask(path, token=player.token)[2]).seats == ["Ann", "Ben"]
    assert server.refusal(path) == (403, "forbidden")
    assert server.refusal(path, token=other.token) == (403, "forbidden")
    bots = {"game": "tictactoe", "bots": ["random", "passive"], "coinFlip": False}
    made = server.post("/api/rooms", bots)
    server.player().join(made["roomId"], spectate=True).receive("game_over")
    record = Record.parse(server.ask(f"/api/rooms/{made['roomId']}/replay")[2])
    assert record.seats == ["Passive bot", "Random bot"]


def test_a_seat_in_the_replay_is_that_of_its_match(server):
    ann, ben = finished(server)
    ann.send("rematch_request")
    ben.send("rematch_request")
    assert ann.receive("match_start")["youAre"] == "p2"
    ben.receive("match_start")
    ann.receive("state_update")
    ann.send("resign")
    ann.receive("game_over")
    path = f"/api/rooms/{ann.room}/frames"
    assert server.get(f"{path}?seat=p1&match=1", token=ann.token)
    assert server.get(f"{path}?seat=p2&match=2", token=ann.token)
    assert server.refusal(f"{path}?seat=p2&match=1", token=ann.token) == (403, "forbidden")
    assert server.refusal(f"{path}?seat=p1&match=2", token=ann.token) == (403, "forbidden")


def test_what_a_bot_saw_is_for_those_who_played(server):
    ann = against_bot(server)
    path = f"/api/rooms/{ann.room}/frames?seat=p2"
    assert hands(server.get(path, token=ann.token)["frames"][0]) == [True, False]
    assert server.refusal(path) == (403, "forbidden")
    made = server.post("/api/rooms", {"game": "tictactoe", "bots": ["random", "random"]})
    eve = server.player()
    eve.send("join_room", roomId=made["roomId"], spectate=True)
    eve.receive("game_over")
    assert server.get(f"/api/rooms/{made['roomId']}/frames?seat=p2")["total"] > 5


# --- summary --------------------------------------------------------------------------------------


def test_a_summary_tells_turns_statistics_and_turning_points(server):
    ann, ben = finished(server)
    path = f"/api/rooms/{ann.room}"
    found = server.get(f"{path}/summary", token=ann.token)
    frames = server.get(f"{path}/frames?count=200")["frames"]
    record = Record.parse(server.ask(f"{path}/replay", token=ann.token)[2])
    assert found["total"] == len(frames) == len(found["lead"])
    assert (found["seat"], found["canContinue"], found["match"]) == ("p1", True, 1)
    assert [player["name"] for player in found["players"]] == ["Ann", "Ben"]
    counted = sum(player["inputs"] for player in found["players"])
    assert counted == sum(1 for entry in record.entries if not entry.op)
    for mark in found["turns"]:
        state = frames[mark["step"]]["state"]
        assert (state["turnCounter"], state["turn"]) == (mark["turn"], mark["seat"])
    assert found["measure"] == "life", "the game has no evaluation, but everybody sees the life"
    life = [frame["state"]["table"]["life"] for frame in frames]
    assert found["lead"] == [one - other for one, other in life]
    steps = [point["step"] for point in found["turningPoints"]]
    assert steps == sorted(steps)
    for point in found["turningPoints"]:
        assert point["line"]
        assert found["lead"][point["step"]] == point["after"] != point["before"]
    theirs = server.get(f"{path}/summary", token=ben.token)
    assert theirs["seat"] == "p2"


def test_only_players_are_shown_the_evaluation_of_the_game(server):
    ann = against_bot(server, "duel")
    path = f"/api/rooms/{ann.room}/summary"
    assert server.get(path, token=ann.token)["measure"] == "evaluation"
    stranger = server.get(path)
    assert stranger["measure"] != "evaluation", "it knows face-down cards"
    assert (stranger["seat"], stranger["canContinue"], stranger["openSeats"]) == ("", False, [])


def test_a_running_match_has_no_summary(server):
    ann, _ = start_match(server)
    path = f"/api/rooms/{ann.room}/summary"
    assert server.refusal(path, token=ann.token) == (409, "still_running")


# --- play on from here ----------------------------------------------------------------------------


def continued(server, player, step, **more):
    """Play on from a step of the last match of a player; return the player of the new room."""
    body = {"step": step, "token": player.token, "bot": "passive", "name": "Ann", **more}
    made = server.post(f"/api/rooms/{player.room}/continue", body)
    joined = server.player().join(made["roomId"], token=made["token"])
    joined.send("ready")
    joined.receive("state_update")
    return joined


def test_a_match_goes_on_from_a_step_against_a_bot(server):
    ann, ben = finished(server)
    path = f"/api/rooms/{ann.room}/frames?seat=p2&count=200"
    frames = server.get(path, token=ben.token)["frames"]
    step = len(frames) // 2
    again = continued(server, ben, step, name="Ben")
    assert again.seat == "p2"
    then = frames[step]["state"]
    for name in ("turnCounter", "table", "acting"):
        assert again.state[name] == then[name]
    assert again.state["players"]["self"]["hand"] == then["players"]["self"]["hand"]
    assert again.state["players"]["opponent"]["hand"].keys() == {"count"}
    assert again.state["players"]["opponent"]["controller"] == "ai"
    assert "goes on after step" in again.state["log"][0]["text"]
    again.send("resign")
    again.receive("game_over")
    total = server.get(f"/api/rooms/{again.room}/frames", token=again.token)["total"]
    assert total >= step + 1, "its replay has the whole match"


def test_a_room_that_goes_on_does_not_keep_the_names_of_others(address, tmp_path):
    """They are gone when the room of the match is deleted."""
    with Server(tmp_path, address) as server:
        ann, _ = finished(server)
        again = continued(server, ann, 2)
    rows = asyncio.run(stored_rows(address, again.room))
    assert b"Ann" in b"".join(rows)
    assert b"Ben" not in b"".join(rows)


async def stored_rows(address, room):
    """Return the inputs of a room as they are stored."""
    store = open_store(address)
    await store.open()
    try:
        return [row.body for row in await store.read(room)]
    finally:
        await store.close()


def test_playing_on_survives_a_restart(address, tmp_path):
    with Server(tmp_path, address) as server:
        ann, _ = finished(server)
        again = continued(server, ann, 0)  # it is her turn, so the bot waits
        before = again.state
        server.restart()
        returned = server.back(again)
        returned.drain()
        after = returned.state
        assert after["table"] == before["table"]
        assert after["players"]["self"]["hand"] == before["players"]["self"]["hand"]


def test_the_cards_of_a_person_stay_hidden_after_playing_on(server):
    ann, _ = finished(server)
    again = continued(server, ann, 2)
    again.send("resign")
    again.receive("game_over")
    path = f"/api/rooms/{again.room}/frames?seat=p2"
    refused = server.refusal(path, token=again.token)
    assert refused == (403, "forbidden"), "the bot has Ben's cards"


@pytest.mark.parametrize("how", ["", "other", "unknown"])
def test_only_those_who_played_can_play_on(server, how):
    ann, _ = finished(server)
    other, _ = finished(server)
    token = {"": "", "other": other.token, "unknown": "x"}[how]
    refused = server.refusal(f"/api/rooms/{ann.room}/continue", {"step": 2, "token": token})
    assert refused == (403, "forbidden")


def test_a_running_match_cannot_be_played_on(server):
    ann, _ = start_match(server)
    body = {"step": 0, "token": ann.token}
    assert server.refusal(f"/api/rooms/{ann.room}/continue", body) == (409, "still_running")


@pytest.mark.parametrize(("step", "code"), [(-1, "bad_step"), (9999, "bad_step")])
def test_a_step_that_does_not_exist_is_refused(server, step, code):
    ann, _ = finished(server)
    body = {"step": step, "token": ann.token}
    assert server.refusal(f"/api/rooms/{ann.room}/continue", body) == (400, code)


def test_a_match_cannot_go_on_after_its_end(server):
    ann, _ = finished(server)
    total = server.get(f"/api/rooms/{ann.room}/frames")["total"]
    body = {"step": total - 1, "token": ann.token}
    assert server.refusal(f"/api/rooms/{ann.room}/continue", body) == (409, "already_over")


def test_everybody_can_play_on_from_a_match_of_bots(server):
    made = server.post("/api/rooms", {"game": "tictactoe", "bots": ["random", "random"]})
    eve = server.player()
    eve.send("join_room", roomId=made["roomId"], spectate=True)
    eve.receive("game_over")
    body = {"step": 2, "seat": "p2", "name": "Eve"}
    seated = server.post(f"/api/rooms/{made['roomId']}/continue", body)
    player = server.player().join(seated["roomId"], token=seated["token"])
    player.send("ready")
    player.receive("state_update")
    assert player.seat == "p2"
