"""Draw offers: agreed, declined, withdrawn by moving on, and limited."""

import random

import pytest

import turnwright as tw
from tests.server.room_harness import SPECTATOR, RoomHarness, error_code, of_type
from tests.server.server_process import Server, start_match
from turnwright.games.duel.game import game as duel
from turnwright.games.spire.game import game as spire
from turnwright.server.rooms.draw_offers import PAUSE_TURNS


@pytest.fixture
def harness():
    return RoomHarness()


def last_line(harness):
    line = harness.state(SPECTATOR)["log"][-1]
    return line["who"], line["text"]


def offered(harness):
    """The open offer as everybody sees it."""
    seen = [harness.state(viewer).get("drawOffer", []) for viewer in (0, 1, SPECTATOR)]
    assert seen[0] == seen[1] == seen[2]
    return seen[0]


def test_an_accepted_offer_ends_the_match_in_a_draw(harness):
    harness.send(1, "offer_draw")
    assert offered(harness) == ["p2"]
    assert last_line(harness) == ("p2", "offers a draw")
    received = harness.send(0, "answer_draw", accept=True)
    (over,) = of_type(received, "game_over")
    assert (over["result"], over["winnerId"], over["winners"]) == ("draw", None, [])
    assert over["reason"] == "all players agreed to a draw"
    assert harness.room.status == "over"
    assert offered(harness) == []


def test_offering_a_draw_back_accepts_it(harness):
    harness.send(0, "offer_draw")
    harness.send(1, "offer_draw")
    assert harness.room.status == "over"


def test_a_declined_offer_is_closed(harness):
    harness.send(0, "offer_draw")
    harness.send(1, "answer_draw", accept=False)
    assert offered(harness) == []
    assert last_line(harness) == ("p2", "declines the draw")
    assert error_code(harness.send(1, "answer_draw", accept=True)) == "action_rejected"
    assert harness.room.status == "playing"


def test_moving_on_withdraws_or_declines(harness):
    harness.send(0, "offer_draw")
    harness.act(0, "end_turn")
    assert offered(harness) == []
    assert ("p1", "withdraws the draw offer") in [
        (line["who"], line["text"]) for line in harness.state(1)["log"]
    ]
    harness = RoomHarness()
    harness.send(1, "offer_draw")
    harness.act(0, "end_turn")
    assert ("p1", "declines the draw") in [
        (line["who"], line["text"]) for line in harness.state(1)["log"]
    ]


def test_an_offer_leaves_prompts_menus_and_clocks_alone():
    harness = RoomHarness(timeouts={"move": 60})
    clock = harness.state(0)["clock"]
    harness.send(0, "intent_card_click", zone="hand", index=0)
    menu = harness.prompt(0)
    version = harness.room.version
    harness.wait(10)
    harness.send(1, "offer_draw")
    harness.send(0, "answer_draw", accept=False)
    assert harness.state(0)["clock"] == clock, "nobody gains time by offering"
    assert harness.prompt(0) == menu
    assert not of_type(harness.answer(0, "play", stateVersion=version), "error")
    harness = RoomHarness()
    harness.act(0, "search")
    asked = harness.prompt(0)
    harness.send(1, "offer_draw")
    assert harness.prompt(0) == asked


def test_a_seat_may_not_offer_again_and_again(harness):
    harness.send(0, "offer_draw")
    assert error_code(harness.send(0, "offer_draw")) == "action_rejected"
    harness.send(1, "answer_draw", accept=False)
    for turn in range(PAUSE_TURNS):
        before = harness.fingerprint
        assert error_code(harness.send(0, "offer_draw")) == "action_rejected"
        assert harness.fingerprint == before
        harness.act(turn % 2, "end_turn")
    harness.send(0, "offer_draw")
    assert offered(harness) == ["p1"]


def test_who_cannot_offer_or_answer(harness):
    before = harness.fingerprint
    assert error_code(harness.send(0, "answer_draw", accept=True)) == "action_rejected"
    assert error_code(harness.send(SPECTATOR, "offer_draw")) == "invalid_action"
    assert harness.fingerprint == before
    harness.send(0, "offer_draw")
    assert error_code(harness.send(0, "answer_draw", accept=True)) == "action_rejected"
    waiting = RoomHarness(ready=False)
    assert error_code(waiting.send(0, "offer_draw")) == "error"
    assert error_code(RoomHarness(spire, seats=1).send(0, "offer_draw")) == "error"


def test_the_same_offer_again_gets_the_same_ack(harness):
    first = of_type(harness.send(0, "offer_draw", actionId="x"), "ack")
    harness.send(1, "answer_draw", accept=False, actionId="x")
    assert harness.send(0, "offer_draw", actionId="x") == first
    assert offered(harness) == []
    assert error_code(harness.send(1, "answer_draw", accept=True, actionId="x")) == "id_reused"


def test_an_offer_is_known_after_a_restart(harness):
    harness.send(0, "offer_draw")
    harness.send(1, "chat", text="hm")
    for room in (harness.restored(), harness.restored(at=len(harness.rows) - 1)):
        harness.restart(room)
        assert offered(harness) == ["p1"]
    harness.send(1, "answer_draw", accept=True)
    assert harness.restored().result == harness.room.result
    harness.send(0, "rematch_request")
    harness.send(1, "rematch_request")
    assert offered(harness) == []
    assert not of_type(harness.send(0, "offer_draw"), "error"), "the next match has its own offers"


@pytest.mark.parametrize(
    ("life", "agrees"), [((8000, 100), True), ((100, 8000), False), (None, False)]
)
def test_a_bot_agrees_if_it_is_behind(life, agrees):
    """The person is p1, the bot p2."""
    harness = RoomHarness(duel, "bot", bots={1: "greedy"})
    if life is not None:
        for seat, points in enumerate(life):
            harness.match.G.ledgers[seat].pools["life"] = tw.Pool(points)
    harness.send(0, "offer_draw")
    assert (harness.room.status == "over") == agrees
    assert offered(harness) == []


@pytest.mark.parametrize("is_public", [True, False])
def test_the_answer_of_a_bot_tells_nothing_about_hidden_cards(is_public):
    """The bot has a face-down monster, once a weak and once a strong one. Rooms of older versions have
    looked at it."""
    answers = set()
    for kind in ("Seedling", "Worldroot Colossus"):
        harness = RoomHarness(duel, "bot", bots={1: "greedy"}, has_public_draws=is_public)
        c = harness.match.c
        card = next(i for i in c.hand(1) if c.spec(i).type == "monster")
        c.move_card(card, "monsters", 1)
        c.card(card).face_up, c.card(card).kind = False, kind
        c.G.ledgers[0].pools["life"] = tw.Pool(9000)
        harness.send(0, "offer_draw")
        answers.add(harness.room.status)
    assert len(answers) == (1 if is_public else 2)


def test_an_offer_survives_a_killed_server(tmp_path):
    with Server(tmp_path) as server:
        ann, ben = start_match(server, "skirmish")
        assert ann.ask("offer_draw", actionId="o")["type"] == "ack"
        server.restart()
        ann, ben = server.back(ann), server.back(ben)
        ben.drain()
        assert ben.state["drawOffer"] == ["p1"]
        assert ben.ask("answer_draw", accept=True, actionId=f"{random.random()}")["type"] == "ack"
        ann.drain()
        assert ann.state["result"]["winners"] == []
