"""State views: cached parts are never outdated."""

import random

import msgspec
import pytest

import turnwright as tw
from tests.server.room_harness import RoomHarness
from turnwright.core.runtime.view import is_public
from turnwright.games import GAMES
from turnwright.games.netrunner.game import game as netrunner
from turnwright.server.http.app import HostedGames
from turnwright.server.rooms.room import Room
from turnwright.server.rooms.room_state import KEPT_LINES
from turnwright.server.views.protocol import State
from turnwright.server.views.state_view import RoomView, StateView


def updates(view, after=0):
    """Return the updates of all viewers, by seat; None is a spectator."""
    state = StateView(view, frozenset((0, 1)), 0.0, "reason")
    return {seat: state.update(seat, after) for seat in (0, 1, None)}


@pytest.mark.parametrize("name", GAMES)
def test_cached_views_equal_fresh_ones(name):
    game = HostedGames()(name)
    for seed in range(2):
        harness, rng = RoomHarness(game, str(seed)), random.Random(seed)
        for _ in range(25):
            if harness.room.status != "playing":
                break
            harness.random_answer(rng)
            room = harness.room
            fresh = Room.from_snapshot(room.id, game, room.to_snapshot())
            after = max(0, room.line_count - KEPT_LINES)  # a snapshot has only the last lines
            assert updates(harness.handler.view, after) == updates(RoomView(fresh), after)


@pytest.mark.parametrize("name", ["duel", "tictactoe", "netrunner"])
def test_an_update_has_exactly_the_declared_fields(name):
    harness = RoomHarness(HostedGames()(name))
    always = set(State.__struct_encode_fields__) - {"drawOffer"}  # only while a draw is offered
    for update in updates(harness.handler.view).values():
        assert set(msgspec.json.decode(update)["state"]) == always


def test_facts_of_an_unchanged_card_may_change():
    class Weather(tw.State):
        is_dark: bool = False

    def deal(c):
        c.create_card("Owl", "field", 0)

    def facts(c, card_id):
        return {"power": 3 if c.G.is_dark else 1}

    game = tw.Game(
        "weather",
        seats=2,
        state=Weather,
        zones={"field": tw.Zone("public")},
        setup=deal,
        card_facts=facts,
    )

    @game.move
    def dim(c):
        c.G.is_dark = not c.G.is_dark
        c.end_turn()

    harness = RoomHarness(game, "7")
    powers = []
    for _ in range(3):
        seen = msgspec.json.decode(updates(harness.handler.view)[None])["state"]["players"]["self"]
        powers.append(seen["field"][0]["power"])
        harness.random_answer(random.Random(1))
    assert powers == [1, 3, 1]


def test_a_type_is_public_if_all_its_parts_are():
    class Mark(tw.State):
        name: tw.Public[str] = ""
        notes: str = ""

    class Pouch(tw.State):
        coins: tw.Own[list[int]] = []

    class Board(tw.State):
        marks: tw.Public[list[Mark]] = []
        deck: tw.Counted[list[Pouch]] = []

    class Camp(tw.State):
        pouches: tw.Public[dict[int, Pouch]] = {}

    class Secret(tw.State):
        pouches: dict[int, Pouch] = {}

    assert is_public(Mark)
    assert is_public(Board)
    assert is_public(Secret), "what nobody sees is the same for all"
    assert not is_public(Pouch)
    assert not is_public(Camp)


def test_netrunner_log_lines_are_readable():
    harness = RoomHarness(netrunner, "log")
    for _ in range(40):
        harness.random_answer(random.Random(harness.room.version))
    lines = [line["text"] for seat in (0, 1) for line in harness.state(seat)["log"]]
    assert any("1 click" in line for line in lines)
    told = [line for line in lines if ":" not in line]  # after a colon is the label of a button
    assert not any("[" in line for line in told)
