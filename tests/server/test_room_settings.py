"""What a room is created with: its clock, a bot for those who leave, and bots on all seats."""

import random

import pytest

from tests.server.room_harness import SPECTATOR, RoomHarness, error_code, of_type
from tests.server.server_process import Server, play_on, start_match
from tests.server.skirmish_game import SAFE


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    limits = {"takeover_seconds": 0.0, "unwatched_seconds": 0.0}
    with Server(tmp_path_factory.mktemp("server"), **limits) as running:
        yield running


def settings_of(server, **how):
    """Create a room and return its settings, as its creator is told."""
    made = server.post("/api/rooms", {"game": "skirmish", "name": "Ann", **how})
    player = server.player()
    if made["token"]:
        player.send("join_room", roomId=made["roomId"], token=made["token"])
    else:
        player.send("join_room", roomId=made["roomId"], spectate=True)
    found = player.receive("match_start")["settings"]
    player.close()
    return found


# --- clocks ---------------------------------------------------------------------------------------


def test_the_creator_chooses_a_clock_and_everybody_is_told(server):
    assert settings_of(server)["clock"] == "casual"
    blitz = settings_of(server, clock="blitz")
    assert (blitz["clock"], blitz["moveSeconds"], blitz["promptSeconds"]) == ("blitz", 30.0, 15.0)
    changed = settings_of(server, clock="blitz", timeouts={"move": 45})
    assert (changed["clock"], changed["moveSeconds"], changed["promptSeconds"]) == (
        "custom",
        45.0,
        15.0,
    )
    refused = server.refusal("/api/rooms", {"game": "skirmish", "clock": "bullet"})
    assert refused == (400, "bad_clock")


def test_there_is_no_clock_against_bots_unless_it_is_wanted(server):
    alone = settings_of(server, bots=["random"])
    assert (alone["clock"], alone["moveSeconds"], alone["promptSeconds"]) == ("none", 0.0, 0.0)
    assert settings_of(server, bots=["random"], clock="blitz")["moveSeconds"] == 30.0
    assert settings_of(server, clock="none")["clock"] == "none", "also among people"


def test_a_seed_can_be_chosen_only_against_bots(server):
    hands = []
    for _ in range(2):
        how = {"game": "skirmish", "bots": ["passive"], "seed": "again", "coinFlip": False}
        made = server.post("/api/rooms", how)
        player = server.player().join(made["roomId"], token=made["token"])
        player.send("ready")
        state = player.receive("state_update")["state"]
        hands.append([card["kind"] for card in state["players"]["self"]["hand"]])
    assert hands[0] == hands[1]
    assert server.refusal("/api/rooms", {"game": "skirmish", "seed": "x"}) == (400, "bad_seed")


# --- a bot takes over -----------------------------------------------------------------------------


def left(**create):
    """A room in which p1, whose turn it is, has left the match."""
    harness = RoomHarness(takeover="random", **create)
    harness.handler.disconnect(0)
    harness.send(0, "leave")
    return harness


def stand_ins(harness, viewer):
    (start,) = of_type(harness.welcome(viewer), "match_start")
    return [seat["standIn"] for seat in start["seats"]]


def test_a_bot_plays_for_who_left_and_everybody_sees_it():
    harness = left()
    assert harness.room.bot_to_act == 0
    for viewer in (1, SPECTATOR):
        assert stand_ins(harness, viewer) == ["random", ""]
        line = harness.state(viewer)["log"][-1]
        assert (line["who"], line["text"]) == ("p1", "has left; a bot plays on")
    assert harness.room.deadline is None, "a bot has no clock"


def test_a_running_match_cannot_be_left_if_the_room_has_no_bot_for_it():
    harness = RoomHarness()
    assert error_code(harness.send(0, "leave")) == "error"
    assert stand_ins(harness, 1) == ["", ""]


def test_a_bot_that_took_over_survives_a_restart():
    harness = left()
    before = harness.fingerprint
    for at in (None, len(harness.rows) - 1, len(harness.rows)):
        harness.restart(harness.restored(at))
        assert harness.fingerprint == before
        assert harness.room.bot_to_act == 0
        assert stand_ins(harness, 1) == ["random", ""]


def test_the_person_comes_back_with_a_whole_clock():
    harness = left(timeouts={"move": 60})
    harness.clock += 1000
    harness._deliver(harness.handler.stand_in(0, "", harness.clock))
    harness.handler.connect(0)
    assert harness.room.bot_to_act is None
    assert harness.room.deadline == harness.clock + 60
    assert stand_ins(harness, 1) == ["", ""]
    assert harness.state(1)["log"][-1]["text"] == "is back"
    assert error_code(harness.act(1, "end_turn"))
    assert not of_type(harness.act(0, "end_turn"), "error"), "the seat is the person's again"


def returned(harness, seat=0):
    """The player of a seat comes back."""
    harness._deliver(harness.handler.stand_in(harness.room.seating.index(seat), "", harness.clock))
    harness.handler.connect(seat)


def test_nobody_gains_time_by_leaving():
    harness = RoomHarness(takeover="random", timeouts={"move": 60})
    for _ in range(2):
        harness.clock += 20
        harness.handler.disconnect(0)
        harness.send(0, "leave")
        harness.clock += 5  # the bot has not acted, so it is still the same turn
        harness.restart(harness.restored(len(harness.rows)))
        returned(harness)
        assert not of_type(harness.received[0], "error")
    assert harness.room.deadline == harness.clock + 20
    harness.restart()
    assert harness.room.deadline == harness.clock + 20
    harness.wait(21)
    assert of_type(harness.received[0], "error")[-1]["code"] == "prompt_timeout"
    assert harness.room.slots[0].timeouts == 1
    harness.send(1, "leave")
    returned(harness, 1)
    assert harness.room.slots[0].timeouts == 1


def test_nobody_gains_time_by_leaving_an_action_and_taking_it_back():
    harness = RoomHarness(takeover="random", timeouts={"move": 60, "prompt": 30})
    harness.act(0, "search")
    harness.clock += 20
    harness.send(0, "leave")
    returned(harness)
    assert harness.room.deadline == harness.clock + 10
    harness.answer(0, "cancel")
    assert harness.room.deadline == harness.clock + 40, "of the move, since its turn began"


def test_the_clock_of_the_others_does_not_restart():
    harness = RoomHarness(takeover="random", timeouts={"move": 60})
    deadline = harness.room.deadline
    harness.clock += 20
    harness.send(1, "leave")
    assert harness.room.deadline == deadline, "it is the turn of p1"


def test_the_next_match_needs_the_person_again():
    harness = left()
    harness.send(1, "resign")
    assert stand_ins(harness, 1) == ["", ""]
    harness.send(1, "rematch_request")
    assert harness.room.status == "over"


def test_others_learn_nothing_from_a_bot_that_took_over():
    """p2 and spectators see the same bytes, whether the bot or the person makes a move, except for the
    lines and the seats that tell who plays."""
    absent, present = left(), RoomHarness(takeover="random")
    for harness in (absent, present):
        harness._deliver(harness.handler.bot_answer(_end_turn(), harness.clock))
    for viewer in (1, SPECTATOR):
        seen = [harness.state(viewer) for harness in (absent, present)]
        for state in seen:
            for name in ("log", "stateVersion", "clock", "now", "players"):
                state.pop(name)
        assert seen[0] == seen[1]
    hand = absent.state(1)["players"]["opponent"]["hand"]
    assert hand.keys() == {"count"}


def _end_turn():
    from turnwright.core.runtime.prompts import Answer

    return Answer(0, "end_turn")


def test_a_bot_takes_over_on_the_server_until_the_player_is_back(server):
    ann, ben = start_match(server, takeover="auto", clock="none")
    ann.close()  # the connection is lost, and the match waits for Ann
    while not any(seat["standIn"] for seat in ben.receive("info", code="seats")["data"]["seats"]):
        pass
    while "p2" not in ben.state["acting"]:
        ben.receive("state_update", "state_patch")
    back = server.back(ann)
    back.drain()
    assert [seat["standIn"] for seat in back.received[0]["seats"]] == ["", ""]
    assert isinstance(back.state["players"]["self"]["hand"], list), "Ann has her cards again"
    ben.drain()
    assert play_on([back, ben], random.Random(3), 2, SAFE) == 2, "both play on"


def test_a_bot_that_took_over_plays_on_after_the_server_was_killed(address, tmp_path):
    with Server(tmp_path, address, bot_delay=0.5) as server:
        ann, ben = start_match(server, takeover="auto", clock="blitz")
        ann.send("leave")
        ann.receive("info", code="left")
        server.restart()
        ben = server.back(ben)
        ben.drain()
        assert [seat["standIn"] for seat in ben.received[0]["seats"]] == ["auto", ""]
        while "p2" not in ben.state["acting"]:
            ben.receive("state_update")
        again = server.back(ann)
        again.drain()
        assert [seat["standIn"] for seat in again.received[0]["seats"]] == ["", ""]


# --- bots alone -----------------------------------------------------------------------------------


def test_bots_on_all_seats_are_watched_at_a_chosen_speed(server):
    made = server.post("/api/rooms", {"game": "tictactoe", "bots": ["random", "random"]})
    assert (made["seat"], made["token"]) == ("", "")
    eve = server.player()
    eve.send("join_room", roomId=made["roomId"], spectate=True)
    start = eve.receive("match_start")
    assert start["settings"]["hasOnlyBots"]
    assert {seat["controller"] for seat in start["seats"]} == {"ai"}
    assert len({seat["name"] for seat in start["seats"]}) == 2, "they can be told apart"
    eve.send("set_speed", seconds=0.05, isPaused=False)
    said = eve.receive("info", code="speed")
    assert said["data"] == {"seconds": 0.05, "isPaused": False}
    eve.receive("game_over")


def test_paused_bots_wait():
    harness = RoomHarness(bots={0: "random", 1: "random"})
    assert harness.room.has_only_bots
    assert harness.room.bot_to_act == 0
    (said,) = harness.send(SPECTATOR, "set_speed", seconds=2, isPaused=True)
    assert said["data"] == {"seconds": 2.0, "isPaused": True}
    assert harness.handler.are_bots_paused
    assert harness.handler.bot_seconds(0.7) == 2
    (start,) = of_type(harness.welcome(SPECTATOR), "match_start")
    assert (start["settings"]["botSeconds"], start["settings"]["isPaused"]) == (2.0, True)
    assert error_code(harness.send(SPECTATOR, "set_speed", seconds=0)) == "error"
    assert error_code(harness.send(SPECTATOR, "set_speed", seconds=11)) == "error"


def test_the_speed_of_a_match_with_people_is_fixed():
    harness = RoomHarness(bots={1: "random"})
    assert error_code(harness.send(SPECTATOR, "set_speed", seconds=1)) == "error"
    assert error_code(harness.send(0, "set_speed", seconds=1)) == "error"


def test_a_match_of_bots_ends_when_nobody_watches(server):
    made = server.post("/api/rooms", {"game": "skirmish", "bots": ["passive", "passive"]})
    with server.player() as eve:
        eve.send("join_room", roomId=made["roomId"], spectate=True)
        eve.receive("state_update")
        eve.send("set_speed", seconds=10, isPaused=True)
        eve.receive("info", code="speed")
    path = f"/api/rooms/{made['roomId']}"
    while server.get(path)["status"] != "over":
        pass
    assert "nobody watched" in server.get(path)["result"]
