"""A room from its first guest to its last rematch, and that it is nothing but its log."""

import random
from collections import Counter

import pytest

import turnwright as tw
from tests.server.play import SAFE, SPECTATOR, Table, error_of, fingerprint, game, of, skirmish
from turnwright.agents.registry import find_agent
from turnwright.games import GAMES
from turnwright.games.counter.game import game as counter
from turnwright.games.tictactoe.game import game as tictactoe
from turnwright.server.http.app import HostedGames
from turnwright.server.rooms import inputs
from turnwright.server.rooms.message_handler import MessageHandler
from turnwright.server.rooms.room import Room


def play_out(table, rng, most=10_000, moves=None):
    steps = 0
    while table.room.status == "playing" and steps < most:
        _, heard = table.random_answer(rng, moves)
        assert not of(heard, "error"), heard
        steps += 1
    return steps


# --- seats ----------------------------------------------------------------------------------------


def test_the_match_starts_when_everybody_is_ready():
    table = Table(ready=False)
    assert table.room.status == "waiting"
    table.say(0, "ready")
    assert table.room.status == "waiting"
    assert of(table.heard[1], "info")[-1]["data"]["seats"][0]["ready"]
    table.say(1, "ready")
    assert table.room.status == "playing"
    for who in (0, 1, SPECTATOR):
        kinds = [m["type"] for m in table.heard[who]]
        assert kinds[-2:] == ["match_start", "state_update"]


def test_a_third_finds_no_seat():
    table = Table(ready=False)
    slot, reply = table.handler.join("Cid", "", table.clock)
    assert slot == -1
    assert b"room_full" in reply.frames[0][1]
    assert not reply.rows


def test_a_seat_is_given_back_before_the_match_and_taken_by_another():
    table = Table(ready=False)
    table.say(1, "ready")
    table.say(1, "leave")
    assert table.room.free_slots == [1]
    slot, reply = table.handler.join("Cid", "", table.clock)
    assert (slot, len(reply.rows)) == (1, 1)
    assert not table.room.slots[1].is_ready, "somebody else's word does not count"


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


def test_the_coin_falls_the_same_way_whenever_the_room_is_read():
    for seed in ("a", "b", "c", "d"):
        table = Table(seed=seed, coin_flip=True)
        assert fingerprint(table.restored()) == table.fingerprint


def test_a_rematch_swaps_the_sides_and_everybody_must_want_it():
    table = Table()
    first_seed, version = table.match.record.seed, table.room.version
    table.say(1, "resign")
    assert table.room.status == "over"
    table.say(0, "rematch_request")
    assert table.room.status == "over"
    table.say(1, "rematch_request")
    assert table.room.status == "playing"
    assert (table.room.name_of(0), table.room.name_of(1)) == ("Player 2", "Player 1")
    assert of(table.heard[1], "match_start")[-1]["youAre"] == "p2", "Player 1 is now p2"
    assert table.match.record.seed != first_seed
    assert table.room.version > version, "versions go on"
    assert table.life(0) == table.life(1) == 8000
    assert fingerprint(table.restored()) == table.fingerprint


def test_who_is_connected_is_known_by_seat_when_the_sides_are_swapped():
    table = Table()
    table.say(1, "resign")
    table.say(1, "rematch_request")
    table.handler.disconnect(1)
    table.say(0, "rematch_request")
    seats = {p["name"]: p["connected"] for p in table.state(1)["players"].values()}
    assert seats == {"Player 1": True, "Player 2": False}


def test_prompt_ids_are_not_used_again_after_a_rematch():
    table = Table()
    table.act(0, "search")
    used = table.prompt(0)["promptId"]
    table.say(0, "resign")
    for seat in (0, 1):
        table.say(seat, "rematch_request")
    table.act(0, "search")
    assert table.prompt(0)["promptId"] != used


def test_an_action_id_of_the_match_before_is_still_known():
    table = Table()
    ack = of(table.say(0, "action", actionType="end_turn", actionId="k"), "ack")
    table.say(0, "resign")
    for seat in (0, 1):
        table.say(seat, "rematch_request")
    me = table.room.seating[0]
    before = table.fingerprint
    assert table.say(me, "action", actionType="end_turn", actionId="k") == ack
    assert table.fingerprint == before


def test_bots_are_ready_and_want_to_play_again():
    table = Table(tictactoe, bots={1: "random"})
    assert table.room.status == "playing"
    table.say(0, "resign")
    table.say(0, "rematch_request")
    assert table.room.status == "playing"
    assert table.room.bot_to_act == 0, "the bot begins now"
    assert table.state(1)["players"]["opponent"]["controller"] == "ai"


def test_a_bot_has_no_clock_and_answers_by_itself():
    table = Table(game, bots={1: "random"})
    table.act(0, "cry")
    assert table.room.bot_to_act == 1
    assert table.handler.deadline is None
    copy = table.match.clone()
    answer = find_agent("random", 1).decide(copy.prompt(1), copy)
    table.handler.bot_answer(answer, table.clock)
    assert not table.match.asked


def test_one_may_play_alone():
    table = Table(counter, seats=1)
    for _ in range(3):
        assert not of(table.act(0, "inc"), "error")
    assert table.state(0)["players"]["opponent"] is None
    table.say(0, "resign")
    assert table.room.status == "over"


def test_of_more_than_two_the_others_are_seen_in_order():
    moves = {"end_turn": tw.move(lambda c: c.end_turn())}
    table = Table(
        skirmish("many", seats=(2, 3), setup=None, player_facts=None, moves=moves), seats=3
    )
    players = table.state(1)["players"]
    assert [players["self"]["id"], players["opponent"]["id"]] == ["p2", "p3"]
    assert [p["id"] for p in players["others"]] == ["p1"]


def test_the_names_of_the_seats_do_not_depend_on_who_is_a_bot():
    table = Table(tictactoe, bots={0: "random"})
    seats = table.welcome(1)[0]["seats"]
    assert [(s["id"], s["controller"]) for s in seats] == [("p1", "ai"), ("p2", "human")]


def test_a_closed_room_is_over_and_everybody_is_told():
    table = Table()
    table.act(0, "search")
    reply = table.handler.commit(inputs.End("closed"), table.clock, "ended")
    table._deliver(reply)
    assert table.room.status == "over"
    assert of(table.heard[0], "game_over")[0]["reason"] == "closed"
    assert of(table.heard[0], "prompt_closed")
    assert table.handler.deadline is None
    assert fingerprint(table.restored()) == table.fingerprint


def test_a_room_that_is_over_keeps_its_result_when_it_is_closed():
    table = Table()
    table.say(0, "resign")
    result = table.room.result
    table._deliver(table.handler.commit(inputs.End("closed"), table.clock, "ended"))
    assert table.room.result == result


# --- what is said ---------------------------------------------------------------------------------


def test_a_chat_line_reaches_everybody_and_whoever_comes_later():
    table = Table()
    table.say(0, "chat", text="  hello \n there ")
    line = {"type": "chat", "from": "p1", "name": "Player 1", "text": "hello there"}
    assert [of(table.heard[who], "chat") for who in (0, 1, SPECTATOR)] == [[line]] * 3
    table.say(SPECTATOR, "chat", text="good luck")
    assert of(table.heard[0], "chat")[-1]["from"] == "spectator"
    assert [c["text"] for c in table.welcome(1)[0]["chat"]] == ["hello there", "good luck"]
    assert fingerprint(table.restored()) == table.fingerprint


def test_a_chat_line_has_a_length():
    table = Table()
    table.say(0, "chat", text="x" * 5000)
    assert len(of(table.heard[1], "chat")[0]["text"]) == 500
    for number in range(80):
        table.say(0, "chat", text=str(number))
    assert len(table.welcome(1)[0]["chat"]) == 50


def test_the_log_has_new_lines_once_and_all_after_a_return():
    table = Table()
    for turn in range(8):
        table.act(turn % 2, "end_turn")
    heard = [line["n"] for m in of(table.heard[0], "state_update") for line in m["state"]["log"]]
    assert heard == list(range(1, len(heard) + 1)), "each line once, in order"
    assert [line["n"] for line in table.state(0)["log"]] == heard


# --- a room is its log ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_a_room_from_its_rows_or_from_an_image_at_any_point_is_the_live_one(seed):
    table, rng = Table(seed=str(seed)), random.Random(seed)
    fingerprints = []
    while table.room.status == "playing":
        table.random_answer(rng, SAFE)
        fingerprints.append(table.fingerprint)
    table.say(0, "rematch_request")
    table.say(1, "rematch_request")
    for _ in range(6):
        table.random_answer(rng, SAFE)
    assert fingerprint(table.restored()) == table.fingerprint
    for at in range(2, len(table.rows) + 1):
        assert fingerprint(table.restored(at)) == table.fingerprint


@pytest.mark.parametrize("name", ["skirmish", "duel", "duel40"])
def test_a_match_on_the_server_is_the_match_that_is_played_without_one(name):
    found = game if name == "skirmish" else HostedGames()(name)
    table, rng = Table(found, "same"), random.Random(5)
    play_out(table, rng, 150, SAFE if found is game else None)
    record = table.match.record
    alone = found.start(record.seed, record.seats, options=record.options)
    for entry in record.entries:
        if entry.picks is not None:
            alone.pick(entry.seat, *entry.picks)
        else:
            alone.play(entry.seat, entry.move, *entry.args)
        assert entry.hash in ("", alone.hash)
    assert alone.hash == table.match.hash
    assert alone.result == table.match.result


def test_an_image_keeps_what_kind_of_time_is_running():
    table = Table(timeouts={"mode": 10.0})
    table.act(0, "mode")
    assert fingerprint(table.restored(len(table.rows))) == table.fingerprint


def test_a_changed_log_is_noticed():
    table = Table()
    for turn in range(4):
        table.act(turn % 2, "end_turn")
    del table.rows[6]
    with pytest.raises(Exception, match="leads elsewhere"):
        table.restored()


# --- every game can be hosted ---------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_shipped_game_is_played_to_its_end_by_two_who_only_see_their_own(name):
    found = HostedGames()(name)
    seats = 2 if 2 in found.seats else found.seats[0]
    endless = name == "counter"
    steps = 0
    for seed in range(2):
        table, rng = Table(found, str(seed), seats=seats), random.Random(seed)
        most = 60 if endless else 1500
        done = play_out(table, rng, most)
        steps += done
        assert table.room.status == "over" or endless or done == most
        versions = [m["state"]["stateVersion"] for m in of(table.heard[0], "state_update")]
        assert versions == list(range(versions[0], versions[0] + len(versions)))
        assert fingerprint(table.restored()) == table.fingerprint
        half = len(table.rows) // 2
        assert fingerprint(table.restored(half)) == table.fingerprint
    assert steps > 8


def test_a_desk_that_was_made_anew_has_other_menu_ids():
    table = Table()
    table.say(0, "intent_card_click", zone="hand", index=0)
    old = table.prompt(0)["promptId"]
    table.restart()
    assert table.prompt(0) is None, "a menu changes nothing, so it is not kept"
    heard = table.say(0, "prompt_response", promptId=old, choice="play")
    assert error_of(heard) == "action_rejected"
    table.say(0, "intent_card_click", zone="hand", index=0)
    assert table.prompt(0)["promptId"] != old
    assert isinstance(table.handler, MessageHandler)


# --- after the match ------------------------------------------------------------------------------


def test_the_last_who_wants_a_rematch_is_told_that_all_do():
    table = Table()
    table.say(1, "resign")
    table.say(0, "rematch_request")
    table.say(1, "rematch_request")
    kinds = [(m["type"], m.get("ready")) for m in table.heard[0]]
    assert kinds[-3:] == [("rematch_status", True), ("match_start", None), ("state_update", None)]


def test_whoever_leaves_after_the_match_makes_room_for_another():
    table = Table()
    table.say(1, "resign")
    gone = table.room.seating.index(0)
    assert of(table.say(0, "leave"), "info")[-1]["code"] == "left"
    table.handler.disconnect(gone)
    slot, reply = table.handler.join("Cid", "", table.clock)
    assert slot == gone
    table._deliver(reply)
    assert table.room.status == "waiting"
    again = of(table.heard[1], "match_start")[-1]
    assert (again["status"], [s["name"] for s in again["seats"]]) == (
        "waiting",
        ["Cid", "Player 2"],
    )
    table.handler.connect(slot)
    for seat in (0, 1):
        table.say(seat, "ready")
    assert (table.room.status, table.room.match_number) == ("playing", 2)
    assert fingerprint(table.restored()) == table.fingerprint


def test_when_all_have_left_nobody_reads_what_they_said():
    table = Table()
    table.say(0, "chat", text="between us")
    table.say(1, "resign")
    for seat in (0, 1):
        table.say(seat, "leave")
    assert not table.room.chat
    assert not table.room.lines


def test_in_a_match_of_three_whoever_resigns_has_lost():
    trio = tw.Game("trio", seats=3, moves={"nod": lambda c: c.end_turn()})
    table = Table(trio, seats=3)
    table.say(1, "resign")
    results = {seat: of(table.heard[seat], "game_over")[0]["result"] for seat in range(3)}
    assert results == {0: "victory", 1: "defeat", 2: "victory"}


def test_who_gives_up_alone_has_lost():
    alone = tw.Game("alone", seats=1, moves={"wait": lambda c: None})
    table = Table(alone, seats=1)
    table.say(0, "resign")
    assert of(table.heard[0], "game_over")[0]["result"] == "defeat"


# --- seeds ----------------------------------------------------------------------------------------


def test_the_record_of_a_match_tells_nothing_about_the_next_one():
    table = Table(seed="the secret of the room", has_sealed_seeds=True)
    first = table.match.record.seed
    table.say(0, "resign")
    for seat in (0, 1):
        table.say(seat, "rematch_request")
    second = table.match.record.seed
    assert "the secret of the room" not in first + second
    assert first[:8] != second[:8]
    assert fingerprint(table.restored()) == table.fingerprint
