"""Every pair of players plays a game to its end: automation, heuristic bot, search bot, raw client."""

import asyncio
from itertools import product
from random import Random

import pytest

from tests.bridges.jinteki.players import AutomatedPlayer, BotPlayer, RawPlayer
from tests.bridges.jinteki.random_commands import room_of, run_socket_test, user
from turnwright.agents.registry import find_agent
from turnwright.bridges.jinteki.room import JintekiRoom
from turnwright.bridges.jinteki.server.endpoint import Endpoint, running
from turnwright.bridges.jinteki.server.lobby import Lobby
from turnwright.games.netrunner.card_facts import NAMES, SIDES
from turnwright.games.netrunner.game import game
from turnwright.games.netrunner.view import describe

KINDS = ("automation", "heuristic", "mcts:2", "raw")
SEARCH = "search:1"
"""The search bot with one roll-out for each decision, so that a game takes seconds."""
REASONS = ("Agenda", "Flatline", "Decked")
STEPS = 20_000
PATIENCE = 30.0
SOON = 0.05
"""Seconds after which a client looks again. Nothing depends on whether this is enough."""


def player(kind, room, side):
    if kind == "automation":
        return AutomatedPlayer(room.seat(side), Random(side))
    if kind == "raw":
        return RawPlayer(room.seat(side), Random(side))
    return BotPlayer(room, side, kind)


async def play(room, players):
    """Let both sides act until the game is over. If nobody acts, the game is stuck."""
    match = room.match
    idle = 0
    for _ in range(STEPS):
        if match.result is not None:
            return
        acted = [await one.act() for one in players]
        idle = 0 if any(acted) else idle + 1
        stuck = idle > 1 and match.result is None  # a raw client acts when nothing has happened
        assert not stuck, f"nobody acts:\n{describe(match.c, None)}"
    raise AssertionError(f"the game does not end:\n{describe(match.c, None)}")


def start(seed, priority):
    options = {"decks": "beginner", "priority": priority}
    return JintekiRoom(game.start(seed, seats=list(NAMES), options=options))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("corp", "runner"), list(product(KINDS, KINDS)))
def test_a_game_ends(corp, runner, seed):
    room = start(seed, "strict")
    players = [player(kind, room, side) for kind, side in zip((corp, runner), SIDES, strict=True)]
    asyncio.run(play(room, players))
    assert room.match.G.reason in REASONS


WITH_SEARCH = [
    (SEARCH, SEARCH),
    *((SEARCH, one) for one in KINDS),
    *((one, SEARCH) for one in KINDS),
]


@pytest.mark.parametrize(("corp", "runner"), WITH_SEARCH)
def test_a_game_with_the_search_bot_ends(corp, runner):
    room = start(0, "strict")
    players = [player(kind, room, side) for kind, side in zip((corp, runner), SIDES, strict=True)]
    asyncio.run(play(room, players))
    assert room.match.G.reason in REASONS


PEOPLE = [kind for kind in KINDS if not kind.startswith("mcts")]
"""Players that do not use what `priority="engine"` allows without end, like firing at any time."""


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("corp", "runner"), list(product(PEOPLE, PEOPLE)))
def test_a_game_without_strict_priority_ends(corp, runner, seed):
    room = start(seed, "engine")
    players = [player(kind, room, side) for kind, side in zip((corp, runner), SIDES, strict=True)]
    asyncio.run(play(room, players))
    assert room.match.G.reason in REASONS


@pytest.mark.parametrize(
    ("corp", "runner"), [(SEARCH, "automation"), ("automation", SEARCH), (SEARCH, SEARCH)]
)
def test_a_game_with_the_search_bot_ends_without_strict_priority(corp, runner):
    room = start(0, "engine")
    players = [player(kind, room, side) for kind, side in zip((corp, runner), SIDES, strict=True)]
    asyncio.run(play(room, players))
    assert room.match.G.reason in REASONS


# --- over real sockets ----------------------------------------------------------------------------


def client_player(kind, seat):
    if kind == "raw":
        return RawPlayer(seat, Random(kind))
    return AutomatedPlayer(seat, Random(kind), PATIENCE)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("kind", ["automation", "raw"])
@pytest.mark.parametrize("bot", ["heuristic", "mcts:2", SEARCH])
def test_a_game_against_a_hosted_bot_ends(bot, kind, side):
    async def play_hosted():
        opponent = NAMES[1 - SIDES.index(side)]
        server = Endpoint(Lobby(seed=lambda: 5, bot=find_agent(bot, 5), bot_side=opponent))
        async with running(server) as url, user(url, "ada") as client:
            await client.create("A game", side.capitalize())
            await client.start()
            seat = await client.wait_for_start()
            one = client_player(kind, seat)
            while not seat.state.get("winner"):
                since = seat.cursor
                if await one.act() or seat.state.get("winner"):
                    continue
                if not await seat.wait(since, SOON) and not await one.act():
                    changed = await seat.wait(since, PATIENCE)
                    assert changed, f"nobody acts:\n{describe(room_of(server).match.c, None)}"
            assert seat.state["reason"] in REASONS

    run_socket_test(play_hosted())


@pytest.mark.parametrize(("corp", "runner"), [("automation", "raw"), ("raw", "automation")])
def test_a_game_of_two_clients_ends(corp, runner):
    async def play_both():
        server = Endpoint(Lobby(seed=lambda: 5))
        async with running(server) as url, user(url, "ada") as ada, user(url, "bob") as bob:
            gameid = await ada.create("A game", "Corp")
            await bob.join(gameid, "Runner")
            await ada.start()
            seats = [await ada.wait_for_start(), await bob.wait_for_start()]
            room = room_of(server)
            players = [
                RawPlayer(seat, Random(seat.side))
                if kind == "raw"
                else AutomatedPlayer(seat, Random(seat.side))
                for kind, seat in zip((corp, runner), seats, strict=True)
            ]
            idle = 0
            while room.match.result is None:
                acted = [await one.act() for one in players]
                for seat in seats:  # what was sent is on its way
                    while seat.cursor < room.cursor:
                        assert await seat.wait(seat.cursor, PATIENCE)
                idle = 0 if any(acted) else idle + 1
                assert idle < 3, f"nobody acts:\n{describe(room.match.c, None)}"
            assert room.match.G.reason in REASONS

    run_socket_test(play_both())
