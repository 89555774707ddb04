"""Events with any content: the endpoint never fails, and the game changes only by its players."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.bridges.jinteki.server.simulated_clients import SimulatedClient, simulated_endpoint
from turnwright.bridges.jinteki.codec.sente import Event
from turnwright.bridges.jinteki.dialect.wire_commands import WIRE_COMMANDS
from turnwright.bridges.jinteki.server.lobby import EVENT_HANDLERS

KEYS = (
    "gameid", "command", "args", "card", "cid", "zone", "side", "host", "type", "choice", "uuid", "eid",
    "server", "ability", "subroutine", "dynamic", "msg", "text", "title", "password", "request-side",
    "deck-id", "format", "gateway-type", "room", "typing", "id", "key", "delta", "index", "timer",
)  # fmt: skip
LEAVES = (
    st.none() | st.booleans() | st.integers(-3, 10**7) | st.text(max_size=6) | st.uuids()
    | st.sampled_from(["Corp", "Runner", "Any Side", "HQ", "hand", "servers", "ices", "Identity"])
)  # fmt: skip
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)
    ),
    max_leaves=12,
)
DATA = st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=5)


@pytest.fixture(scope="module")
def started_game():
    """A started game of Ada and Bob, whose only spectator is Eve."""
    server, clock = simulated_endpoint()
    ada, bob, eve = (SimulatedClient(server, name) for name in ("ada", "bob", "eve"))
    ada.put("lobby/create", {"side": "Corp"})
    (game,) = server.lobby.games.values()
    bob.put("lobby/join", {"gameid": game.gameid})
    ada.put("game/start", {"gameid": game.gameid})
    eve.put("game/watch", {"gameid": game.gameid})
    clock.advance(1)
    return server, game


@settings(
    deadline=None, max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    name=st.sampled_from(sorted(set(EVENT_HANDLERS) - {"game/leave", "lobby/leave"})),
    data=DATA | LEAVES, inside=st.booleans(),
)  # fmt: skip
def test_events_of_a_spectator_never_fail_nor_change_the_game(started_game, name, data, inside):
    server, game = started_game
    if inside and isinstance(data, dict):
        data = data | {"gameid": game.gameid}
    before = game.room.match.save()
    server.lobby.handle_event("eve", Event(name, data))
    assert game.room.match.save() == before
    assert [one.username for one in game.players] == ["ada", "bob"]


@settings(
    deadline=None, max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    command=st.sampled_from(sorted(WIRE_COMMANDS - {"concede", "keep", "mulligan"})),
    args=DATA | LEAVES,
)  # fmt: skip
def test_commands_with_any_arguments_never_fail(started_game, command, args):
    server, game = started_game
    data = {"gameid": game.gameid, "command": command, "args": args}
    server.lobby.handle_event("ada", Event("game/action", data))
    assert game.gameid in server.lobby.games
