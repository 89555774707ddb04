"""Secrets stay on the server: none in views, prompts, errors, replays or logs.

The tests permute hidden cards: a player who may not see them must receive the same bytes until
something is revealed.
"""

import json
import random
import re
import sqlite3

import msgspec
import pytest

import turnwright as tw
from tests.server.room_harness import SPECTATOR, RoomHarness, of_type
from tests.server.server_process import Server, likely_choice, play_on, start_match
from tests.server.skirmish_game import KINDS, MOVES, SAFE, finish, game, skirmish
from turnwright.core.runtime.rng import Stream
from turnwright.games import GAMES
from turnwright.server.http.app import HostedGames
from turnwright.server.storage.commit_format import rows_in
from turnwright.testing import permute_hidden

CARD_GAMES = [name for name in GAMES if name not in ("tictactoe", "counter")]


def view(harness, viewer):
    """Return everything that a joining client is sent."""
    slot = None if viewer is SPECTATOR else harness.room.seating.index(viewer)
    return b"\n".join(harness.handler.join_frames(slot, "token", harness.clock))


@pytest.mark.parametrize("name", ["skirmish", *CARD_GAMES])
def test_hidden_cards_do_not_change_a_viewers_bytes(name):
    found = game if name == "skirmish" else HostedGames()(name)
    steps = 40 if name in ("skirmish", "duel") else 15
    checked, seats = 0, min(found.seats)
    for seed in range(3):
        harness, rng = RoomHarness(found, str(seed), seats=seats), random.Random(seed)
        for step in range(steps):
            if harness.room.status != "playing":
                break
            harness.random_answer(rng, SAFE if found is game else None)
            room = harness.room
            for viewer in (*range(seats), SPECTATOR):
                seen = view(harness, viewer)
                match, room.match = room.match, room.match.clone()
                opened, room.open_prompts = room.open_prompts, dict(room.open_prompts)
                for seat, question in room.match.asked.items():
                    changed = msgspec.structs.replace(opened[seat], question=question)
                    room.open_prompts[seat] = changed
                permute_hidden(room.match, viewer, Stream.named(str(step), "hide"))
                other = view(harness, viewer)
                room.match, room.open_prompts = match, opened
                if harness.prompt_shows_secrets(viewer):
                    continue  # a question may show its seat hidden cards
                assert other == seen, f"{viewer} can tell hidden cards apart at step {step}"
                checked += 1
    assert checked > 20


def numbers_in(message):
    """Return all numbers in a message except those in the viewer's own moves, where a face-down target
    has a random number."""
    return {int(n) for n in re.findall(r"\d+", json.dumps(without_moves(message)))}


def without_moves(message):
    if isinstance(message, dict):
        return {k: without_moves(v) for k, v in message.items() if k != "options"}
    return [without_moves(v) for v in message] if isinstance(message, list) else message


def hidden_kinds(harness, viewer):
    """Return the kinds of cards that are hidden from a viewer and that no visible card has."""
    ctx = harness.match.ctx
    secret, known = set(), set()
    for key, cards in ctx.zones.items():
        zone, _, owner = key.partition(":")
        visible = harness.game.zones[zone].visible
        for card_id in cards:
            card = ctx.cards[card_id]
            mine = owner == str(viewer)
            is_open = (visible == "public" and (card.face_up or mine)) or (
                visible == "owner" and mine
            )
            (known if is_open else secret).add((card_id, card.kind))
    return {i for i, _ in secret}, {k for _, k in secret} - {k for _, k in known}


@pytest.mark.parametrize("seed", range(8))
def test_hidden_cards_are_never_named_to_the_opponent(seed):
    """Check every frame of a whole match for the opponent and a spectator."""
    harness, rng = RoomHarness(seed=str(seed)), random.Random(seed)
    while harness.room.status == "playing":
        marks = {who: len(harness.bytes[who]) for who in (0, 1, SPECTATOR)}
        asked = set(harness.match.asked)
        harness.random_answer(rng, SAFE)
        for who in (0, 1, SPECTATOR):
            numbers, kinds = hidden_kinds(harness, who)
            frames = [json.loads(f) for f in harness.bytes[who][marks[who] :]]
            states = [f for f in frames if f["type"] == "state_update"]
            for state in states:
                found = numbers_in(state)
                assert not numbers & found, "a hidden card has a number"
                text = json.dumps([state["state"]["table"], state["state"]["log"][-1:]])
                shown = [kind for kind in kinds if kind in text]
                assert not shown or who in asked, (who, shown, text)


def test_a_face_down_card_has_neither_number_nor_name():
    harness = RoomHarness()
    card = harness.state(0)["players"]["self"]["hand"][0]
    harness.act(0, "set_card", card=card["id"])
    for who in (1, SPECTATOR):
        side = "opponent" if who == 1 else "self"
        down = [c for c in harness.state(who)["players"][side]["field"] if not c["face_up"]]
        assert down == [{"face_up": False, "owner": 0, "ready": True}] * 2
        assert card["id"] not in numbers_in(harness.received[who])
    own = [c for c in harness.state(0)["players"]["self"]["field"] if not c["face_up"]]
    assert card["id"] in [c["id"] for c in own]


def test_log_lines_name_hidden_cards_only_to_their_owner():
    harness = RoomHarness()
    card = harness.state(0)["players"]["self"]["hand"][0]
    harness.act(0, "set_card", card=card["id"])
    line = of_type(harness.received[1], "state_update")[-1]["state"]["log"][0]
    assert line["text"] == "sets a card"
    assert card["kind"] not in json.dumps(
        of_type(harness.received[1], "state_update")[-1]["state"]["log"]
    )


def ambush(c, card=tw.arg(lambda c: list(c.zone("hand")))):
    """Play a card, after questions that can be taken back."""
    yield c.yes_no("With a howl?")
    target = yield c.choose("At what?", list(c.zone("field", c.opponent)), is_cards=True)
    c.turn_card(target)
    c.move_card(card, "field", c.seat)
    finish(c)


def test_a_card_that_is_played_after_questions_is_named_when_it_lies_open():
    harness = RoomHarness(skirmish("ambush", moves={**MOVES, "ambush": ambush}))
    card = harness.state(0)["players"]["self"]["hand"][0]
    harness.act(0, "ambush", card=card["id"])
    harness.answer(0, "yes")
    before = [line["text"] for line in harness.state(1)["log"]]
    assert before[-1] == "makes a choice"
    assert card["name"] not in " ".join(before)
    harness.answer(0, harness.candidates(0)[0])
    assert card["name"] in harness.state(1)["log"][-1]["text"]
    assert harness.state(0)["log"][-1]["text"].startswith("chooses "), "the card is known already"


def test_answers_to_secret_questions_are_not_logged():
    harness = RoomHarness()
    harness.act(0, "search")
    taken = harness.prompt(0)["requirement"]["candidates"][0]
    mark = {who: len(harness.bytes[who]) for who in (1, SPECTATOR)}
    harness.answer(0, taken["id"])
    for who in (1, SPECTATOR):
        told = b"".join(harness.bytes[who][mark[who] :]).decode()
        assert taken["id"] not in re.findall(r"\d+", told)
        logs = [m["state"]["log"] for m in of_type(harness.received[who], "state_update")[-1:]]
        assert not any(kind in json.dumps(logs) for kind in KINDS)


@pytest.mark.parametrize("seed", range(4))
def test_secret_choices_look_the_same_to_others(seed):
    """One player sets, searches, sorts and votes in two ways; until the vote is revealed the others
    receive the same bytes."""

    def play(pick, word):
        harness = RoomHarness(seed=str(seed))
        hand = [card["id"] for card in harness.state(0)["players"]["self"]["hand"]]
        harness.act(0, "set_card", card=hand[pick])
        harness.act(1, "end_turn")
        harness.act(0, "search")
        harness.answer(0, harness.candidates(0)[pick])
        harness.act(1, "end_turn")
        harness.act(0, "sort")
        ids = harness.candidates(0)
        harness.answer(0, *(ids if pick else reversed(ids)))
        harness.act(1, "parley")
        harness.answer(0, word)
        return [
            msgspec.json.encode(without_moves([json.loads(f) for f in harness.bytes[who]]))
            for who in (1, SPECTATOR)
        ]

    assert play(0, "peace") == play(1, "war")


def test_an_error_names_no_card_that_cannot_be_seen():
    harness = RoomHarness()
    foe = harness.state(1)["players"]["self"]["hand"][0]
    deck = harness.match.ctx.zones["deck:0"][0]
    absent = 424_242
    for move in ("play", "attack"):
        menu_options = []
        for number in (foe["id"], deck, absent):
            payload = (
                {"card": number} if move == "play" else {"attacker": number, "target": "direct"}
            )
            received = harness.act(0, move, **payload)
            (error,) = of_type(received, "error")
            menu_options.append(json.dumps(error).replace(str(number), "N"))
        assert menu_options[0] == menu_options[1] == menu_options[2], (
            "a card that is there is told from one that is not"
        )
        assert not any(kind in menu_options[0] for kind in KINDS)


def test_a_click_reveals_nothing_about_hidden_cards():
    harness = RoomHarness()
    foe = harness.state(1)["players"]["self"]["hand"][0]["id"]
    (down,) = [c["id"] for c in harness.state(1)["players"]["self"]["field"] if not c["face_up"]]
    answers = {
        json.dumps(harness.send(0, "intent_card_click", card=number))
        for number in (foe, down, harness.match.ctx.zones["deck:1"][0], 424_242)
    }
    assert len(answers) == 1
    own_deck = harness.match.ctx.zones["deck:0"]
    answers = {
        json.dumps(harness.send(0, "intent_card_click", card=number)) for number in own_deck
    } | {
        json.dumps(harness.send(0, "intent_card_click", zone="deck", index=index))
        for index in range(len(own_deck))
    }
    assert len(answers) == 1


def test_the_seed_is_never_sent_while_the_match_runs():
    harness, rng = RoomHarness(seed="the very secret seed"), random.Random(1)
    for _ in range(10):
        harness.random_answer(rng, SAFE)
    for who in (0, 1, SPECTATOR):
        assert b"very secret" not in b"".join(harness.bytes[who]) + view(harness, who)


# --- over sockets ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("server"), admin_token="admin") as running:
        yield running


def stored_create(server, room):
    db = sqlite3.connect(f"file:{server.db}?mode=ro", uri=True)
    try:
        commits = db.execute("SELECT rows FROM commits").fetchall()
        rows = [row for (packed,) in commits for _, row in rows_in(packed)]
        (body,) = [row[5] for row in rows if row[1:4] == [room, 1, "create"]]
        return json.loads(body)
    finally:
        db.close()


def test_another_hand_looks_the_same_to_others(server):
    """In two rooms with the same hidden actions, the other viewers receive the same bytes."""

    def stream(player):
        text = "\n".join(player.frames)
        text = re.sub(r'"(now|deadline|t)":[\d.]+', r'"\1":0', text)
        text = re.sub(r'"(p\d)":\d{10,}', r'"\1":0', text)
        text = re.sub(r'"(token|actionId)":"[^"]*"', r'"\1":""', text)
        text = re.sub(r'"code":"[A-Z0-9]{6}"', '"code":""', text)
        return [json.loads(line) for line in text.replace(player.room, "ROOM").splitlines()]

    seen = {}
    for number in range(3):
        ann, ben = start_match(server)
        eve = server.player().join(ann.room, spectate=True)
        eve.drain()
        hand = ann.state["players"]["self"]["hand"]
        ann.act("set_card", payload={"card": hand[number]["id"]})
        ben.drain()
        ben.act("end_turn")
        ann.drain()
        ann.act("search")
        ann.drain()
        ann.answer([ann.prompt["requirement"]["candidates"][number]["id"]])
        for player in (ben, eve):
            player.drain()
        ids = {card["id"] for card in hand}
        # Visible cards and the viewer's own cards differ between the rooms.
        for player in (ben, eve):
            received = stream(player)
            assert not ids & numbers_in(received)
            seen.setdefault(player is ben, []).append(shape(without_moves(received)))
    for streams in seen.values():
        assert streams[0] == streams[1] == streams[2]


def shape(message):
    """Return a message without the names and numbers of cards that its viewer may see."""
    if isinstance(message, dict):
        if "kind" in message and "face_up" in message:
            return "an open card"
        if message.get("type") in ("pong", "info"):
            return message["type"]
        return {key: shape(value) for key, value in message.items()}
    return [shape(item) for item in message] if isinstance(message, list) else message


def test_logs_and_metrics_hold_no_secrets(server):
    ann, ben = start_match(server)
    play_on([ann, ben], random.Random(3), 12, SAFE)
    ann.act("crash_at_once")
    seed = stored_create(server, ann.room)["seed"]
    text = server.log.read_text() + server.ask("/metrics")[2].decode()
    assert seed not in text
    assert not any(kind in text for kind in KINDS)
    assert ann.token not in text
    code = stored_create(server, ann.room)["code"]
    for path in ("/api/rooms", f"/api/rooms/{ann.room}", "/api/history", "/health"):
        answer = server.ask(path)[2].decode()
        assert seed not in answer
        assert code not in answer
    assert seed not in json.dumps(server.get(f"/admin/rooms/{ann.room}", token="admin"))
    for player in (ann, ben):
        assert seed not in "".join(player.frames)


def test_the_room_code_is_sent_to_players_only(server):
    ann = server.post("/api/rooms", {"game": "skirmish", "private": True, "name": "Ann"})
    seated = server.player().join(ann["roomId"], token=ann["token"])
    assert seated.received[0]["code"] == ann["code"]
    eve = server.player().join(ann["roomId"], code=ann["code"], spectate=True)
    assert eve.received[0]["code"] == ""
    assert eve.received[0]["token"] == ""


def test_a_token_is_sent_to_its_player_only(server):
    ann, ben = start_match(server)
    eve = server.player().join(ann.room, spectate=True)
    play_on([ann, ben], random.Random(5), 5, SAFE)
    eve.drain()
    assert ann.token not in "".join(ben.frames + eve.frames)
    assert ben.token not in "".join(ann.frames + eve.frames)


def test_prompts_are_sent_to_their_seat_only(server):
    ann, ben = start_match(server)
    eve = server.player().join(ann.room, spectate=True)
    rng = random.Random(6)
    for _ in range(3):
        mover = ann if ann.seat in ann.state["acting"] else ben
        if mover.prompt is None:
            mover.act("search")
            mover.drain()
        mover.answer(likely_choice(mover.prompt, rng))
        for player in (ann, ben, eve):
            player.drain()
    assert not [m for m in eve.received if m["type"] in ("prompt_request", "prompt_closed")]
    asked = [
        {m["prompt"]["promptId"] for m in p.received if m["type"] == "prompt_request"}
        for p in (ann, ben)
    ]
    assert asked[0]
    assert asked[1]
    assert not asked[0] & asked[1]
