"""Endpoints on real sockets for tests, and games on them."""

from __future__ import annotations

from typing import Any

from turnwright.bridges.jinteki.client.client import Client
from turnwright.bridges.jinteki.client.remote_seat import RemoteSeat
from turnwright.bridges.jinteki.server.endpoint import Endpoint
from turnwright.bridges.jinteki.server.lobby import Lobby
from turnwright.bridges.jinteki.server.timing import SocketTiming

QUICK = SocketTiming(push_delay=0.0)
"""Times of the real server, but events are sent at once."""


def endpoint(seed: int = 7, **how: Any) -> Endpoint:
    return Endpoint(Lobby(seed=lambda: seed), **({"timing": QUICK} | how))


async def wait_for_start(corp: Client, runner: Client) -> list[RemoteSeat]:
    """Let both join a game and start it."""
    gameid = await corp.create("A game", "Corp")
    assert gameid in [str(one["gameid"]) for one in await runner.lobbies()]
    await runner.join(gameid, "Runner")
    await corp.start()
    return [await corp.wait_for_start(), await runner.wait_for_start()]
