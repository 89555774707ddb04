"""A game over an hour with idle pauses, on a clock that the test moves."""

from random import Random

import pytest

from tests.bridges.jinteki.random_commands import possible_commands
from tests.bridges.jinteki.server.simulated_clients import SimulatedClient, simulated_endpoint

PAUSES = (0.01, 0.5, 2.0, 8.0) * 4 + (45.0, 200.0, 590.0)
"""Seconds to think; the server closes a game after 600 seconds without an action."""


@pytest.mark.parametrize("packer", ["edn", "msgpack"])
def test_a_seat_is_played_for_an_hour_with_idle_pauses(packer):
    server, clock = simulated_endpoint(packer)
    clients = [SimulatedClient(server, name) for name in ("ada", "bob")]
    ada, bob = clients
    ada.put("lobby/create", {"side": "Corp"})
    (game,) = server.lobby.games.values()
    bob.put("lobby/join", {"gameid": game.gameid})
    ada.put("game/start", {"gameid": game.gameid})
    clock.advance(0.1)
    rng, actions, drops, begin = Random(packer), 0, 0, clock.now()
    while clock.now() < begin + 3600:
        clock.advance(rng.choice(PAUSES))
        server.lobby.close_inactive_games()
        ready = [
            (client, options)
            for client in clients
            if (options := possible_commands(client.state, client.side))
        ]
        client, options = rng.choice(ready)
        aid = client.state[client.side]["aid"]
        if rng.random() < 0.1:  # a client that is back in time keeps its seat
            client.vanish()
            clock.advance(2.0)
            client.open()
            drops += 1
        command, args = rng.choice(options)
        client.put("game/action", {"gameid": game.gameid, "command": command, "args": args})
        clock.advance(0.1)
        assert client.state[client.side]["aid"] == aid + 1, "every action is processed"
        actions += 1
    assert actions > 20
    assert drops
    assert all(client.is_connected for client in clients)
    assert [client.gaps for client in clients] == [0, 0]
    assert all(len(client.ping_times) > 100 for client in clients)
    assert [one.username for one in game.players] == ["ada", "bob"]
    assert ada.heard("game/timeout") == []
