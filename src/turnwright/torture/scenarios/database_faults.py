"""Faults of PostgreSQL, in a private cluster: restarted, paused, connections ended, owners paused."""

from __future__ import annotations

import asyncio
import time

from turnwright.torture.postgres_cluster import PostgresCluster
from turnwright.torture.scenario import Scenario, times
from turnwright.torture.stage import LEASE_SECONDS, Stage


def cluster_of(stage: Stage) -> PostgresCluster:
    """Return the private cluster of a stage."""
    cluster = stage.database.cluster
    assert cluster is not None
    return cluster


async def restart(stage: Stage) -> str:
    """Restart PostgreSQL, in turns orderly and like a crash."""
    modes: list[str] = []
    while stage.has_time or not modes:
        await stage.wait(0.1, 0.5)
        began = time.monotonic()
        modes.append("fast" if len(modes) % 2 else "immediate")
        await asyncio.to_thread(cluster_of(stage).restart, modes[-1])
        await stage.recover(began)
    return f"restarted {times(len(modes))} ({', '.join(modes)})"


async def end_connections(stage: Stage) -> str:
    """End all connections of the server to PostgreSQL, again and again."""
    ended = 0
    while stage.has_time or not ended:
        ended += await stage.database.end_connections()
        await stage.wait(0.05, 0.5)
    await stage.recover(time.monotonic())
    return f"{ended} connections ended"


async def pause(stage: Stage) -> str:
    """Pause all processes of PostgreSQL for longer than a lease."""
    cluster = cluster_of(stage)
    await asyncio.to_thread(cluster.pause)
    try:
        await asyncio.sleep(2 * LEASE_SECONDS)
    finally:
        began = time.monotonic()
        await asyncio.to_thread(cluster.resume)
    await stage.recover(began)
    return f"paused for {2 * LEASE_SECONDS:g} s"


async def takeover(stage: Stage) -> str:
    """Pause the node that owns the rooms for longer than its lease; another node takes them over."""
    owner = stage.server
    began = time.monotonic()
    owner.pause()
    await stage.add_server()
    stage.gateway.cut()  # as a load balancer does that notices
    await stage.recover(began)
    owner.resume()
    await stage.play_through()
    return "the second node took over, the first one woke up and stayed without its rooms"


async def kill_owner(stage: Stage) -> str:
    """Kill the node that owns the rooms; another node takes them over."""
    first = stage.server
    await stage.add_server()
    began = time.monotonic()
    first.kill()
    stage.gateway.cut()
    await stage.recover(began)
    return f"the second node took over after the lease of {LEASE_SECONDS:g} s"


SCENARIOS = (
    Scenario(
        name="database-restart",
        fault="PostgreSQL is restarted, in turns orderly and like a crash",
        guarantee="The server reconnects by itself; nothing is lost or doubled.",
        run=restart,
        database="cluster",
    ),
    Scenario(
        name="database-connections",
        fault="All connections to PostgreSQL are terminated again and again",
        guarantee="A move is repeated only if it is not stored; nothing is lost or doubled.",
        run=end_connections,
        database="cluster",
    ),
    Scenario(
        name="database-pause",
        fault="PostgreSQL stops answering for longer than a lease",
        guarantee="Moves wait or are refused; all rooms go on afterwards.",
        run=pause,
        database="cluster",
    ),
    Scenario(
        name="node-paused",
        fault="SIGSTOP of the node that owns the rooms, longer than its lease, with a second node",
        guarantee="The second node takes over; the first one cannot write when it wakes up.",
        run=takeover,
        database="cluster",
    ),
    Scenario(
        name="node-killed",
        fault="SIGKILL of the node that owns the rooms, with a second node",
        guarantee="The second node takes over when the lease has ended.",
        run=kill_owner,
        seconds=2.0,
        database="cluster",
    ),
)
