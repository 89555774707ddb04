"""A room from the first join to the last rematch, and that it is a function of its log."""

import random
from collections import Counter

import pytest

import turnwright as tw
from tests.server.room_harness import SPECTATOR, RoomHarness, error_code, fingerprint, of_type
from tests.server.skirmish_game import SAFE, game, skirmish
from turnwright.agents.registry import find_agent
from turnwright.games import GAMES
from turnwright.games.counter.game import game as counter
from turnwright.games.tictactoe.game import game as tictactoe
from turnwright.server.http.app import HostedGames
from turnwright.server.rooms import inputs
from turnwright.server.rooms.message_handler import MessageHandler
from turnwright.server.rooms.room import Room


def play_out(harness, rng, most=10_000, moves=None):
    steps = 0
    while harness.room.status == "playing" and steps < most:
        _, received = harness.random_answer(rng, moves)
        assert not of_type(received, "error"), received
        steps += 1
    return steps


# --- seats ----------------------------------------------------------------------------------------


def test_the_match_starts_when_everybody_is_ready():
    harness = RoomHarness(ready=False)
    assert harness.room.status == "waiting"
    harness.send(0, "ready")
    assert harness.room.status == "waiting"
    assert of_type(harness.received[1], "info")[-1]["data"]["seats"][0]["ready"]
    harness.send(1, "ready")
    assert harness.room.status == "playing"
    for who in (0, 1, SPECTATOR):
        kinds = [m["type"] for m in harness.received[who]]
        assert kinds[-2:] == ["match_start", "state_update"]


def test_a_third_player_finds_no_seat():
    harness = RoomHarness(ready=False)
    slot, reply = harness.handler.join("Cid", "", harness.clock)
    assert slot == -1
    assert b"room_full" in reply.frames[0][1]
    assert not reply.rows


def test_a_seat_given_up_can_be_taken():
    harness = RoomHarness(ready=False)
    harness.send(1, "ready")
    harness.send(1, "leave")
    assert harness.room.free_slots == [1]
    slot, reply = harness.handler.join("Cid", "", harness.clock)
    assert (slot, len(reply.rows)) == (1, 1)
    assert not harness.room.slots[1].is_ready, "a seat cannot be made ready by another"


def test_a_coin_decides_who_begins():
    seats = Counter()
    for number in range(200):
        given = inputs.Create(game=game.name, rules=game.rules, seed=str(number), slots=2)
        room = Room("room", game, given)
        for slot, name in enumerate(("Ann", "Ben")):
            room.apply(inputs.Join(slot, name), 1.0)
        for slot in (0, 1):
            room.apply(inputs.SetReady(slot), 1.0)
        seats[room.name_of(0)] += 1
        assert room.match.record.seats == [room.name_of(0), room.name_of(1)]
    assert 60 < seats["Ann"] < 140
    assert seats["Ann"] + seats["Ben"] == 200


def test_the_coin_flip_is_reproducible():
    for seed in ("a", "b", "c", "d"):
        harness = RoomHarness(seed=seed, coin_flip=True)
        assert fingerprint(harness.restored()) == harness.fingerprint


def test_a_rematch_swaps_seats_and_requires_everybody():
    harness = RoomHarness()
    first_seed, version = harness.match.record.seed, harness.room.version
    harness.send(1, "resign")
    assert harness.room.status == "over"
    harness.send(0, "rematch_request")
    assert harness.room.status == "over"
    harness.send(1, "rematch_request")
    assert harness.room.status == "playing"
    assert (harness.room.name_of(0), harness.room.name_of(1)) == ("Player 2", "Player 1")
    assert of_type(harness.received[1], "match_start")[-1]["youAre"] == "p2", "Player 1 is now p2"
    assert harness.match.record.seed != first_seed
    assert harness.room.version > version, "versions continue"
    assert harness.life(0) == harness.life(1) == 8000
    assert fingerprint(harness.restored()) == harness.fingerprint


def test_connected_seats_follow_a_rematch():
    harness = RoomHarness()
    harness.send(1, "resign")
    harness.send(1, "rematch_request")
    harness.handler.disconnect(1)
    harness.send(0, "rematch_request")
    seats = {p["name"]: p["connected"] for p in harness.state(1)["players"].values()}
    assert seats == {"Player 1": True, "Player 2": False}


def test_prompt_ids_are_not_used_again_after_a_rematch():
    harness = RoomHarness()
    harness.act(0, "search")
    used = harness.prompt(0)["promptId"]
    harness.send(0, "resign")
    for seat in (0, 1):
        harness.send(seat, "rematch_request")
    harness.act(0, "search")
    assert harness.prompt(0)["promptId"] != used


def test_action_ids_of_earlier_matches_stay_known():
    harness = RoomHarness()
    ack = of_type(harness.send(0, "action", actionType="end_turn", actionId="k"), "ack")
    harness.send(0, "resign")
    for seat in (0, 1):
        harness.send(seat, "rematch_request")
    me = harness.room.seating[0]
    before = harness.fingerprint
    assert harness.send(me, "action", actionType="end_turn", actionId="k") == ack
    assert harness.fingerprint == before


def test_bots_are_ready_and_want_to_play_again():
    harness = RoomHarness(tictactoe, bots={1: "random"})
    assert harness.room.status == "playing"
    harness.send(0, "resign")
    harness.send(0, "rematch_request")
    assert harness.room.status == "playing"
    assert harness.room.bot_to_act == 0, "the bot begins now"
    assert harness.state(1)["players"]["opponent"]["controller"] == "ai"


def test_a_bot_has_no_deadline():
    harness = RoomHarness(game, bots={1: "random"})
    harness.act(0, "cry")
    assert harness.room.bot_to_act == 1
    assert harness.handler.deadline is None
    copy = harness.match.clone()
    answer = find_agent("random", 1).decide(copy.prompt(1), copy)
    harness.handler.bot_answer(answer, harness.clock)
    assert not harness.match.asked


def test_a_room_for_one_player_starts_alone():
    harness = RoomHarness(counter, seats=1)
    for _ in range(3):
        assert not of_type(harness.act(0, "inc"), "error")
    assert harness.state(0)["players"]["opponent"] is None
    harness.send(0, "resign")
    assert harness.room.status == "over"


def test_other_players_are_listed_in_seat_order():
    moves = {"end_turn": tw.move(lambda c: c.end_turn())}
    harness = RoomHarness(
        skirmish("many", seats=(2, 3), setup=None, player_facts=None, moves=moves), seats=3
    )
    players = harness.state(1)["players"]
    assert [players["self"]["id"], players["opponent"]["id"]] == ["p2", "p3"]
    assert [p["id"] for p in players["others"]] == ["p1"]


def test_seat_names_do_not_depend_on_bots():
    harness = RoomHarness(tictactoe, bots={0: "random"})
    seats = harness.welcome(1)[0]["seats"]
    assert [(s["id"], s["controller"]) for s in seats] == [("p1", "ai"), ("p2", "human")]


def test_closing_a_room_is_announced():
    harness = RoomHarness()
    harness.act(0, "search")
    reply = harness.handler.commit(inputs.End("closed"), harness.clock, "ended")
    harness._deliver(reply)
    assert harness.room.status == "over"
    assert of_type(harness.received[0], "game_over")[0]["reason"] == "closed"
    assert of_type(harness.received[0], "prompt_closed")
    assert harness.handler.deadline is None
    assert fingerprint(harness.restored()) == harness.fingerprint


def test_a_finished_room_keeps_its_result():
    harness = RoomHarness()
    harness.send(0, "resign")
    result = harness.room.result
    harness._deliver(harness.handler.commit(inputs.End("closed"), harness.clock, "ended"))
    assert harness.room.result == result


# --- chat and log ---------------------------------------------------------------------------------


def test_chat_reaches_everybody_and_later_joiners():
    harness = RoomHarness()
    harness.send(0, "chat", text="  hello \n there ")
    line = {"type": "chat", "from": "p1", "name": "Player 1", "text": "hello there"}
    assert [of_type(harness.received[who], "chat") for who in (0, 1, SPECTATOR)] == [[line]] * 3
    harness.send(SPECTATOR, "chat", text="good luck")
    assert of_type(harness.received[0], "chat")[-1]["from"] == "spectator"
    assert [c["text"] for c in harness.welcome(1)[0]["chat"]] == ["hello there", "good luck"]
    assert fingerprint(harness.restored()) == harness.fingerprint


def test_invisible_characters_are_removed_from_chat():
    harness = RoomHarness()
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    harness.send(0, "chat", text=f"a\u202eb\u2066c\u200f d\x07\x1b[31m {family} \u05e9\u05dc")
    (line,) = of_type(harness.received[1], "chat")
    assert line["text"] == f"abc d[31m {family} \u05e9\u05dc"
    harness.send(0, "chat", text="\u202e\u200b")
    assert error_code(harness.received[0][-1:]) == "error", "nothing is left of it"


def test_chat_messages_are_truncated():
    harness = RoomHarness()
    harness.send(0, "chat", text="x" * 5000)
    assert len(of_type(harness.received[1], "chat")[0]["text"]) == 500
    for number in range(80):
        harness.send(0, "chat", text=str(number))
    assert len(harness.welcome(1)[0]["chat"]) == 50


def test_the_log_is_sent_incrementally():
    harness = RoomHarness()
    for turn in range(8):
        harness.act(turn % 2, "end_turn")
    received = [
        line["n"]
        for m in of_type(harness.received[0], "state_update")
        for line in m["state"]["log"]
    ]
    assert received == list(range(1, len(received) + 1)), "each line once, in order"
    assert [line["n"] for line in harness.state(0)["log"]] == received


# --- a room is a function of its log --------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_a_room_restored_at_any_row_equals_the_original(seed):
    harness, rng = RoomHarness(seed=str(seed)), random.Random(seed)
    fingerprints = []
    while harness.room.status == "playing":
        harness.random_answer(rng, SAFE)
        fingerprints.append(harness.fingerprint)
    harness.send(0, "rematch_request")
    harness.send(1, "rematch_request")
    for _ in range(6):
        harness.random_answer(rng, SAFE)
    assert fingerprint(harness.restored()) == harness.fingerprint
    for at in range(2, len(harness.rows) + 1):
        assert fingerprint(harness.restored(at)) == harness.fingerprint


@pytest.mark.parametrize("name", ["skirmish", "duel", "duel40"])
def test_a_match_in_a_room_equals_the_same_match_without_one(name):
    found = game if name == "skirmish" else HostedGames()(name)
    harness, rng = RoomHarness(found, "same"), random.Random(5)
    play_out(harness, rng, 150, SAFE if found is game else None)
    record = harness.match.record
    alone = found.start(
        record.seed, record.seats, options=record.options, public_windows=record.public_windows,
        game_id=record.game_id, match_id=record.match_id,
    )  # fmt: skip
    for entry in record.entries:
        if entry.picks is not None:
            alone.pick(entry.seat, *entry.picks)
        else:
            alone.play(entry.seat, entry.move, *entry.args)
        assert entry.hash in ("", alone.hash)
    assert alone.hash == harness.match.hash
    assert alone.result == harness.match.result


def test_a_snapshot_keeps_the_kind_of_deadline():
    harness = RoomHarness(timeouts={"mode": 10.0})
    harness.act(0, "mode")
    assert fingerprint(harness.restored(len(harness.rows))) == harness.fingerprint


def test_a_tampered_log_is_detected():
    harness = RoomHarness()
    for turn in range(4):
        harness.act(turn % 2, "end_turn")
    del harness.rows[6]
    with pytest.raises(Exception, match="cannot be rebuilt: row 8"):
        harness.restored()


# --- every game can be hosted ---------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_shipped_game_can_be_played_from_views(name):
    found = HostedGames()(name)
    seats = 2 if 2 in found.seats else found.seats[0]
    endless = name == "counter"
    steps = 0
    for seed in range(2):
        harness, rng = RoomHarness(found, str(seed), seats=seats), random.Random(seed)
        most = 60 if endless else 1500
        done = play_out(harness, rng, most)
        steps += done
        assert harness.room.status == "over" or endless or done == most
        versions = [
            m["state"]["stateVersion"] for m in of_type(harness.received[0], "state_update")
        ]
        assert versions == list(range(versions[0], versions[0] + len(versions)))
        assert fingerprint(harness.restored()) == harness.fingerprint
        half = len(harness.rows) // 2
        assert fingerprint(harness.restored(half)) == harness.fingerprint
    assert steps > 3  # a match of Kuhn poker has two or three


def test_menu_ids_do_not_repeat_after_a_restart():
    harness = RoomHarness()
    harness.send(0, "intent_card_click", zone="hand", index=0)
    old = harness.prompt(0)["promptId"]
    harness.restart()
    assert harness.prompt(0) is None, "a menu changes nothing, so it is not kept"
    received = harness.send(0, "prompt_response", promptId=old, choice="play")
    assert error_code(received) == "action_rejected"
    harness.send(0, "intent_card_click", zone="hand", index=0)
    assert harness.prompt(0)["promptId"] != old
    assert isinstance(harness.handler, MessageHandler)


# --- after the match ------------------------------------------------------------------------------


def test_the_last_rematch_request_reports_agreement():
    harness = RoomHarness()
    harness.send(1, "resign")
    harness.send(0, "rematch_request")
    harness.send(1, "rematch_request")
    kinds = [(m["type"], m.get("ready")) for m in harness.received[0]]
    assert kinds[-3:] == [("rematch_status", True), ("match_start", None), ("state_update", None)]


def test_leaving_after_the_match_frees_the_slot():
    harness = RoomHarness()
    harness.send(1, "resign")
    gone = harness.room.seating.index(0)
    assert of_type(harness.send(0, "leave"), "info")[-1]["code"] == "left"
    harness.handler.disconnect(gone)
    slot, reply = harness.handler.join("Cid", "", harness.clock)
    assert slot == gone
    harness._deliver(reply)
    assert harness.room.status == "waiting"
    again = of_type(harness.received[1], "match_start")[-1]
    assert (again["status"], [s["name"] for s in again["seats"]]) == (
        "waiting",
        ["Cid", "Player 2"],
    )
    harness.handler.connect(slot)
    for seat in (0, 1):
        harness.send(seat, "ready")
    assert (harness.room.status, harness.room.match_number) == ("playing", 2)
    assert fingerprint(harness.restored()) == harness.fingerprint


def test_chat_is_cleared_when_all_have_left():
    harness = RoomHarness()
    harness.send(0, "chat", text="between us")
    harness.send(1, "resign")
    for seat in (0, 1):
        harness.send(seat, "leave")
    assert not harness.room.chat
    assert not harness.room.lines


def test_resigning_in_a_match_of_three_loses():
    trio = tw.Game("trio", seats=3, moves={"nod": lambda c: c.end_turn()})
    harness = RoomHarness(trio, seats=3)
    harness.send(1, "resign")
    results = {seat: of_type(harness.received[seat], "game_over")[0]["result"] for seat in range(3)}
    assert results == {0: "victory", 1: "defeat", 2: "victory"}


def test_resigning_alone_loses():
    alone = tw.Game("alone", seats=1, moves={"wait": lambda c: None})
    harness = RoomHarness(alone, seats=1)
    harness.send(0, "resign")
    assert of_type(harness.received[0], "game_over")[0]["result"] == "defeat"


# --- seeds ----------------------------------------------------------------------------------------


def test_a_record_does_not_reveal_the_next_seed():
    harness = RoomHarness(seed="the secret of the room", has_sealed_seeds=True)
    first = harness.match.record.seed
    harness.send(0, "resign")
    for seat in (0, 1):
        harness.send(seat, "rematch_request")
    second = harness.match.record.seed
    assert "the secret of the room" not in first + second
    assert first[:8] != second[:8]
    assert fingerprint(harness.restored()) == harness.fingerprint


def test_the_rules_know_the_room_and_the_number_of_the_match():
    named, older = RoomHarness(has_match_ids=True), RoomHarness()
    assert (named.match.ctx.game_id, named.match.ctx.match_id) == ("room/1", "room")
    assert older.match.ctx.game_id == game.name, "the log of an older room keeps its hashes"
