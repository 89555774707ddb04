"""What a room keeps of its views is never old: it shows what a room that keeps nothing would show."""

import random

import msgspec
import pytest

import turnwright as tw
from tests.server.play import Table
from turnwright.core.runtime.view import is_public
from turnwright.games import GAMES
from turnwright.games.netrunner.game import game as netrunner
from turnwright.server.http.app import HostedGames
from turnwright.server.rooms.room import Room
from turnwright.server.views.protocol import State
from turnwright.server.views.state_view import RoomView, StateView


def updates(view, after=0):
    """Return the updates of all viewers, by seat; None is a spectator."""
    state = StateView(view, frozenset((0, 1)), 0.0, "reason")
    return {seat: state.update(seat, after) for seat in (0, 1, None)}


@pytest.mark.parametrize("name", GAMES)
def test_a_room_that_has_been_shown_looks_like_one_that_has_not(name):
    game = HostedGames()(name)
    for seed in range(2):
        table, rng = Table(game, str(seed)), random.Random(seed)
        for _ in range(25):
            if table.room.status != "playing":
                break
            table.random_answer(rng)
            room = table.room
            fresh = Room.from_snapshot(room.id, game, room.to_snapshot())
            assert updates(table.handler.view) == updates(RoomView(fresh))


@pytest.mark.parametrize("name", ["duel", "tictactoe", "netrunner"])
def test_an_update_has_exactly_the_declared_fields(name):
    table = Table(HostedGames()(name))
    for update in updates(table.handler.view).values():
        assert set(msgspec.json.decode(update)["state"]) == set(State.__struct_encode_fields__)


def test_what_is_said_about_a_card_may_change_though_the_card_does_not():
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

    table = Table(game, "7")
    powers = []
    for _ in range(3):
        seen = msgspec.json.decode(updates(table.handler.view)[None])["state"]["players"]["self"]
        powers.append(seen["field"][0]["power"])
        table.random_answer(random.Random(1))
    assert powers == [1, 3, 1]


def test_a_type_looks_alike_to_all_if_what_is_in_it_does():
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


def test_the_log_of_netrunner_is_in_words():
    table = Table(netrunner, "log")
    for _ in range(40):
        table.random_answer(random.Random(table.room.version))
    lines = [line["text"] for seat in (0, 1) for line in table.state(seat)["log"]]
    assert any("1 click" in line for line in lines)
    told = [line for line in lines if ":" not in line]  # behind a colon is what a button said
    assert not any("[" in line for line in told)
