"""Secrets do not leave: not in views, prompts, logs, errors, replays or the server's own log.

The proof is by permutation: the same room with other hidden cards must send a player who may not see
them the same bytes, until something is revealed.
"""

import json
import random
import re
import sqlite3

import msgspec
import pytest

from tests.server.play import (
    KINDS,
    SAFE,
    SPECTATOR,
    Server,
    Table,
    game,
    of,
    play_on,
    seat_two,
    wish,
)
from turnwright.core.runtime.rng import Stream
from turnwright.games import GAMES
from turnwright.server.http.app import HostedGames
from turnwright.server.storage.sqlite import rows_in
from turnwright.testing import permute_hidden

CARD_GAMES = [name for name in GAMES if name not in ("tictactoe", "counter")]


def scene(table, viewer):
    """Everything that somebody is shown who comes in now."""
    slot = None if viewer is SPECTATOR else table.room.seating.index(viewer)
    return b"\n".join(table.handler.join_frames(slot, "token", table.clock))


@pytest.mark.parametrize("name", ["skirmish", *CARD_GAMES])
def test_whoever_may_not_see_a_card_gets_the_same_bytes_whatever_it_is(name):
    found = game if name == "skirmish" else HostedGames()(name)
    steps = 40 if name in ("skirmish", "duel") else 15
    checked, seats = 0, min(found.seats)
    for seed in range(3):
        table, rng = Table(found, str(seed), seats=seats), random.Random(seed)
        for step in range(steps):
            if table.room.status != "playing":
                break
            table.random_answer(rng, SAFE if found is game else None)
            room = table.room
            for viewer in (*range(seats), SPECTATOR):
                seen = scene(table, viewer)
                match, room.match = room.match, room.match.clone()
                opened, room.open_prompts = room.open_prompts, dict(room.open_prompts)
                for seat, question in room.match.asked.items():
                    changed = msgspec.structs.replace(opened[seat], question=question)
                    room.open_prompts[seat] = changed
                permute_hidden(room.match, viewer, Stream.named(str(step), "hide"))
                other = scene(table, viewer)
                room.match, room.open_prompts = match, opened
                if table.prompt_shows_secrets(viewer):
                    continue  # what a question shows its seat is no secret to it
                assert other == seen, f"{viewer} can tell hidden cards apart at step {step}"
                checked += 1
    assert checked > 30


def numbers_in(message):
    """All numbers in a message but for those of one's own moves: there a face-down card that can be
    attacked has a number, a chance one, by which it is named as the target."""
    return {int(n) for n in re.findall(r"\d+", json.dumps(without_moves(message)))}


def without_moves(message):
    if isinstance(message, dict):
        return {k: without_moves(v) for k, v in message.items() if k != "options"}
    return [without_moves(v) for v in message] if isinstance(message, list) else message


def hidden_kinds(table, viewer):
    """The kinds of cards that nobody but others can see, and that no open card has as well."""
    ctx = table.match.ctx
    secret, known = set(), set()
    for key, cards in ctx.zones.items():
        zone, _, owner = key.partition(":")
        visible = table.game.zones[zone].visible
        for card_id in cards:
            card = ctx.cards[card_id]
            mine = owner == str(viewer)
            is_open = (visible == "public" and (card.face_up or mine)) or (
                visible == "owner" and mine
            )
            (known if is_open else secret).add((card_id, card.kind))
    return {i for i, _ in secret}, {k for _, k in secret} - {k for _, k in known}


@pytest.mark.parametrize("seed", range(8))
def test_no_hidden_card_is_ever_named_or_numbered_to_the_other_side(seed):
    """Every frame of a whole match, to the opponent and to a spectator."""
    table, rng = Table(seed=str(seed)), random.Random(seed)
    while table.room.status == "playing":
        marks = {who: len(table.bytes[who]) for who in (0, 1, SPECTATOR)}
        asked = set(table.match.asked)
        table.random_answer(rng, SAFE)
        for who in (0, 1, SPECTATOR):
            numbers, kinds = hidden_kinds(table, who)
            frames = [json.loads(f) for f in table.bytes[who][marks[who] :]]
            states = [f for f in frames if f["type"] == "state_update"]
            for state in states:
                found = numbers_in(state)
                assert not numbers & found, "a card that cannot be seen has a number"
                text = json.dumps([state["state"]["table"], state["state"]["log"][-1:]])
                shown = [kind for kind in kinds if kind in text]
                assert not shown or who in asked, (who, shown, text)


def test_a_face_down_card_has_neither_number_nor_name():
    table = Table()
    card = table.state(0)["players"]["self"]["hand"][0]
    table.act(0, "set_card", card=card["id"])
    for who in (1, SPECTATOR):
        side = "opponent" if who == 1 else "self"
        down = [c for c in table.state(who)["players"][side]["field"] if not c["face_up"]]
        assert down == [{"face_up": False, "owner": 0, "ready": True}] * 2
        assert card["id"] not in numbers_in(table.heard[who])
    own = [c for c in table.state(0)["players"]["self"]["field"] if not c["face_up"]]
    assert card["id"] in [c["id"] for c in own]


def test_the_line_about_a_hidden_card_names_it_only_to_its_owner():
    table = Table()
    card = table.state(0)["players"]["self"]["hand"][0]
    table.act(0, "set_card", card=card["id"])
    line = of(table.heard[1], "state_update")[-1]["state"]["log"][0]
    assert line["text"] == "set card"
    assert card["kind"] not in json.dumps(of(table.heard[1], "state_update")[-1]["state"]["log"])


def test_the_answer_to_a_secret_question_is_not_told():
    table = Table()
    table.act(0, "search")
    taken = table.prompt(0)["requirement"]["candidates"][0]
    mark = {who: len(table.bytes[who]) for who in (1, SPECTATOR)}
    table.answer(0, taken["id"])
    for who in (1, SPECTATOR):
        told = b"".join(table.bytes[who][mark[who] :]).decode()
        assert taken["id"] not in re.findall(r"\d+", told)
        logs = [m["state"]["log"] for m in of(table.heard[who], "state_update")[-1:]]
        assert not any(kind in json.dumps(logs) for kind in KINDS)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_done_in_secret_looks_the_same_whatever_it_is(seed):
    """One player sets, searches, sorts and votes in two ways; until the vote is opened the others
    have been sent the same bytes."""

    def play(pick, word):
        table = Table(seed=str(seed))
        hand = [card["id"] for card in table.state(0)["players"]["self"]["hand"]]
        table.act(0, "set_card", card=hand[pick])
        table.act(1, "end_turn")
        table.act(0, "search")
        table.answer(0, table.candidates(0)[pick])
        table.act(1, "end_turn")
        table.act(0, "sort")
        ids = table.candidates(0)
        table.answer(0, *(ids if pick else reversed(ids)))
        table.act(1, "parley")
        table.answer(0, word)
        return [
            msgspec.json.encode(without_moves([json.loads(f) for f in table.bytes[who]]))
            for who in (1, SPECTATOR)
        ]

    assert play(0, "peace") == play(1, "war")


def test_an_error_names_no_card_that_cannot_be_seen():
    table = Table()
    foe = table.state(1)["players"]["self"]["hand"][0]
    deck = table.match.ctx.zones["deck:0"][0]
    absent = 424_242
    for move in ("play", "attack"):
        words = []
        for number in (foe["id"], deck, absent):
            payload = (
                {"card": number} if move == "play" else {"attacker": number, "target": "direct"}
            )
            heard = table.act(0, move, **payload)
            (error,) = of(heard, "error")
            words.append(json.dumps(error).replace(str(number), "N"))
        assert words[0] == words[1] == words[2], "a card that is there is told from one that is not"
        assert not any(kind in words[0] for kind in KINDS)


def test_a_click_tells_nothing_about_cards_that_cannot_be_seen():
    table = Table()
    foe = table.state(1)["players"]["self"]["hand"][0]["id"]
    (down,) = [c["id"] for c in table.state(1)["players"]["self"]["field"] if not c["face_up"]]
    answers = {
        json.dumps(table.say(0, "intent_card_click", card=number))
        for number in (foe, down, table.match.ctx.zones["deck:1"][0], 424_242)
    }
    assert len(answers) == 1
    own_deck = table.match.ctx.zones["deck:0"]
    answers = {
        json.dumps(table.say(0, "intent_card_click", card=number)) for number in own_deck
    } | {
        json.dumps(table.say(0, "intent_card_click", zone="deck", index=index))
        for index in range(len(own_deck))
    }
    assert len(answers) == 1


def test_the_seed_is_never_sent_while_the_match_runs():
    table, rng = Table(seed="the very secret seed"), random.Random(1)
    for _ in range(10):
        table.random_answer(rng, SAFE)
    for who in (0, 1, SPECTATOR):
        assert b"very secret" not in b"".join(table.bytes[who]) + scene(table, who)


# --- over the wire --------------------------------------------------------------------------------


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


def test_the_same_duel_with_other_cards_in_a_hand_looks_the_same_from_outside(server):
    """Two rooms whose players do the same things face down: the others' streams are equal."""

    def stream(player):
        text = "\n".join(player.frames)
        text = re.sub(r'"(now|deadline|t)":[\d.]+', r'"\1":0', text)
        text = re.sub(r'"(p\d)":\d{10,}', r'"\1":0', text)
        text = re.sub(r'"(token|actionId)":"[^"]*"', r'"\1":""', text)
        text = re.sub(r'"code":"[A-Z0-9]{6}"', '"code":""', text)
        return [json.loads(line) for line in text.replace(player.room, "ROOM").splitlines()]

    seen = {}
    for number in range(3):
        ann, ben = seat_two(server)
        eve = server.player().join(ann.room, spectate=True)
        eve.settle()
        hand = ann.state["players"]["self"]["hand"]
        ann.act("set_card", payload={"card": hand[number]["id"]})
        ben.settle()
        ben.act("end_turn")
        ann.settle()
        ann.act("search")
        ann.settle()
        ann.answer([ann.prompt["requirement"]["candidates"][number]["id"]])
        for player in (ben, eve):
            player.settle()
        ids = {card["id"] for card in hand}
        # What is different from room to room is what lies open, and what is the viewer's own.
        for player in (ben, eve):
            heard = stream(player)
            assert not ids & numbers_in(heard)
            seen.setdefault(player is ben, []).append(shape(without_moves(heard)))
    for streams in seen.values():
        assert streams[0] == streams[1] == streams[2]


def shape(message):
    """A message without the names and numbers of cards that lie open to its reader."""
    if isinstance(message, dict):
        if "kind" in message and "face_up" in message:
            return "an open card"
        if message.get("type") in ("pong", "info"):
            return message["type"]
        return {key: shape(value) for key, value in message.items()}
    return [shape(item) for item in message] if isinstance(message, list) else message


def test_a_whole_match_leaves_no_secret_in_the_servers_own_log_or_metrics(server):
    ann, ben = seat_two(server)
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


def test_the_code_of_a_room_is_only_for_those_who_sit_there(server):
    ann = server.post("/api/rooms", {"game": "skirmish", "private": True, "name": "Ann"})
    seated = server.player().join(ann["roomId"], token=ann["token"])
    assert seated.heard[0]["code"] == ann["code"]
    eve = server.player().join(ann["roomId"], code=ann["code"], spectate=True)
    assert eve.heard[0]["code"] == ""
    assert eve.heard[0]["token"] == ""


def test_a_token_goes_only_to_its_own_player(server):
    ann, ben = seat_two(server)
    eve = server.player().join(ann.room, spectate=True)
    play_on([ann, ben], random.Random(5), 5, SAFE)
    eve.settle()
    assert ann.token not in "".join(ben.frames + eve.frames)
    assert ben.token not in "".join(ann.frames + eve.frames)


def test_prompts_go_only_to_the_one_who_is_asked(server):
    ann, ben = seat_two(server)
    eve = server.player().join(ann.room, spectate=True)
    rng = random.Random(6)
    for _ in range(3):
        mover = ann if ann.seat in ann.state["acting"] else ben
        if mover.prompt is None:
            mover.act("search")
            mover.settle()
        mover.answer(wish(mover.prompt, rng))
        for player in (ann, ben, eve):
            player.settle()
    assert not [m for m in eve.heard if m["type"] in ("prompt_request", "prompt_closed")]
    asked = [
        {m["prompt"]["promptId"] for m in p.heard if m["type"] == "prompt_request"}
        for p in (ann, ben)
    ]
    assert asked[0]
    assert asked[1]
    assert not asked[0] & asked[1]
