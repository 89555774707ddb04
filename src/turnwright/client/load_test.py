"""A load test: many matches at once, with one move in flight in each, as fast as the server allows.

A match has two sockets. The latency of a move is the time from sending it until the *other* seat's
socket has the update.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from array import array
from collections.abc import Callable
from typing import Any

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.server.views import protocol as wire

from . import load_test_sockets
from .load_test_match import LoadMatch
from .lobby import SyncLobby

CONCURRENT_JOINS = 20  # matches that are set up at the same time


class LoadReport(msgspec.Struct, kw_only=True):
    """The result of a load test."""

    game: str
    matches: int
    seconds: float
    moves: int
    moves_per_s: float
    p50_ms: float
    p90_ms: float
    p99_ms: float
    max_ms: float
    server_us_per_move: float  # CPU
    server_cpu: float  # cores
    client_cpu: float  # cores; near 1 the client is the bottleneck
    client: str  # the WebSocket library of the client
    with_ids: bool  # whether every move had an actionId
    with_patches: bool  # whether states were sent as patches
    bytes_per_move: float  # received by both clients


class LoadTest:
    """A running load test."""

    def __init__(self, url: str, game: str, with_ids: bool, with_patches: bool) -> None:
        self.url, self.game, self.with_ids = url, game, with_ids
        self.with_patches = with_patches
        self.received = 0  # bytes
        self.name = secrets.token_hex(4).encode()
        self.latencies = array("d")
        self.moves = 0
        self.is_measuring = self.is_over = False
        self.failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def fail(self, error: Exception) -> None:
        """End the test with an error."""
        if not self.failure.done() and not self.is_over:
            self.failure.set_exception(error)

    async def wait(self, work: Any) -> None:
        """Wait for some work; raise the first error of the test."""
        task = asyncio.ensure_future(work)
        await asyncio.wait([task, self.failure], return_when=asyncio.FIRST_COMPLETED)
        if self.failure.done():
            task.cancel()
            self.failure.result()
        await task

    async def measure(
        self, matches: int, seconds: float, warmup: float, show: Callable[[str], None]
    ) -> LoadReport:
        """Set up the matches, warm up, and measure."""
        name = self.name.decode()
        made = [LoadMatch(self, f"load-{name}-{number}") for number in range(matches)]
        try:
            for first in range(0, matches, CONCURRENT_JOINS):
                show(f"setting up matches: {first} of {matches}")
                group = made[first : first + CONCURRENT_JOINS]
                await asyncio.gather(*(match.open(self.url, self.game) for match in group))
            for match in made:
                match.start()
            show("warming up")
            await self.wait(asyncio.sleep(warmup))
            show(f"measuring for {seconds:g} seconds")
            return await self._measure(matches, seconds)
        finally:
            self.is_over = True
            self.failure.cancel()
            for match in made:
                for seat in match.seats:
                    if hasattr(seat, "socket"):
                        seat.send(wire.Resign())
                        seat.socket.close()
            await asyncio.sleep(0.1)  # let the last frames leave

    async def _measure(self, matches: int, seconds: float) -> LoadReport:
        before = await asyncio.to_thread(server_cpu, self.url)
        begun, own, received = time.perf_counter(), time.process_time(), self.received
        self.is_measuring = True
        await self.wait(asyncio.sleep(seconds))
        self.is_measuring = False
        spent, own = time.perf_counter() - begun, time.process_time() - own
        received = self.received - received
        cpu = await asyncio.to_thread(server_cpu, self.url) - before
        seen = sorted(self.latencies)
        if not seen:
            raise UnusableError("no_moves", f"No move was made in {self.game}.")

        def at(share: float) -> float:
            return round(1000 * seen[min(len(seen) - 1, int(share * len(seen)))], 3)

        return LoadReport(
            game=self.game, matches=matches, seconds=round(spent, 2), moves=len(seen),
            moves_per_s=round(len(seen) / spent, 1), p50_ms=at(0.5), p90_ms=at(0.9),
            p99_ms=at(0.99), max_ms=at(1.0), server_us_per_move=round(1e6 * cpu / len(seen), 1),
            server_cpu=round(cpu / spent, 2), client_cpu=round(own / spent, 2),
            client=load_test_sockets.LIBRARY, with_ids=self.with_ids,
            with_patches=self.with_patches, bytes_per_move=round(received / len(seen), 1),
        )  # fmt: skip


def server_cpu(url: str) -> float:
    """Return the CPU seconds that the server has used, from its metrics."""
    for line in SyncLobby(url).metrics().splitlines():
        if line.startswith("process_cpu_seconds_total "):
            return float(line.split()[1])
    return float("nan")


async def run_load_test(
    url: str,
    game: str = "counter",
    matches: int = 50,
    seconds: float = 5.0,
    *,
    warmup: float = 1.0,
    with_ids: bool = False,
    with_patches: bool = False,
    show: Callable[[str], None] = lambda text: None,
) -> LoadReport:
    """Load a server with matches of a two-player game, always making the first legal move."""
    run = LoadTest(url, game, with_ids, with_patches)
    return await run.measure(matches, seconds, warmup, show)
