"""What a scenario works with: a server, players in several rooms, random choices and a time.

A scenario causes its fault and then calls `recover`, which waits until the server is healthy and every
room has moved again. At the end `verdict` stops the players and checks the logs.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from statistics import median

from turnwright.client.lobby import Lobby
from turnwright.core.errors import UnusableError
from turnwright.server.rules.hosted_games import HostedGames

from .checks import (
    Findings,
    compare_with_final_version,
    compare_with_log,
    compare_with_replay,
)
from .databases import Database
from .gateway import Gateway
from .players import LedgerClient, PlayedRoom, Player
from .serve_with_clock import set_clock
from .server_process import ServerProcess

LEASE_SECONDS = 2.0  # of nodes on PostgreSQL; short, so that another node takes over soon


class TortureFailed(Exception):
    """A guarantee does not hold; its text says which."""


class ServerUnderTest:
    """How a server is started: the installed `turnwright serve`, with the options of the user."""

    def __init__(self, database: Database, folder: Path, options: Sequence[str]) -> None:
        self.database, self.folder = database, folder
        self.clock = folder / "clock"
        set_clock(self.clock, 0.0)
        self.options = options
        self.count = 0

    def process(self) -> ServerProcess:
        """Return a process, which is not started yet."""
        self.count += 1
        environment = {"TURNWRIGHT_LEASE": f"{LEASE_SECONDS}", **os.environ}
        if self.database.file is not None:
            environment.pop("TURNWRIGHT_LEASE")
        # The address is not on the command line, because it may have a password.
        environment["TURNWRIGHT_DB"] = self.database.address
        command = [
            sys.executable, "-m", "turnwright.torture.serve_with_clock", str(self.clock),
            "serve", "--host", "127.0.0.1", "--port", "0", "--lab-workers", "0", *self.options,
        ]  # fmt: skip
        return ServerProcess(
            command, self.folder / f"server-{self.count}.log", environment=environment
        )


class Stage:
    """A server under torture with its players. Without `under_test` it runs elsewhere, at `port`."""

    def __init__(
        self,
        *,
        game: str,
        seats: int,
        rng: random.Random,
        seconds: float,
        under_test: ServerUnderTest | None,
        port: int = 0,
        recovery: float = 30.0,
    ) -> None:
        self.game, self.seats, self.rng, self.seconds = game, seats, rng, seconds
        self.recovery = recovery  # seconds; a server that needs longer has failed
        self.under_test = under_test
        self.gateway = Gateway(port)
        self.rooms: list[PlayedRoom] = []
        self.recoveries: list[float] = []
        self.servers: list[ServerProcess] = []
        self.findings = Findings()
        self._until = 0.0

    # --- beginning and end -------------------------------------------------------------------------

    async def open(self, rooms: int) -> None:
        """Start the server, and players in some rooms; wait until all of them have moved."""
        await self.gateway.__aenter__()
        if self.under_test is not None:
            await self.add_server()
        await self.wait_for_health(200)
        lobby = Lobby(self.gateway.url)
        for _ in range(rooms):
            self.rooms.append(
                await PlayedRoom.create(lobby, self.gateway.url, self.game, self.seats, self.rng)
            )
        await self.all_rooms_move()
        self._until = time.monotonic() + self.seconds

    async def close(self) -> None:
        """End the players and the servers."""
        for room in self.rooms:
            await room.close()
        await self.gateway.__aexit__()
        for server in self.servers:
            if server.is_running:
                server.resume()
                server.kill()

    # --- servers -----------------------------------------------------------------------------------

    @property
    def server(self) -> ServerProcess:
        """The server that the players use."""
        return self.servers[-1]

    @property
    def database(self) -> Database:
        """The database of the server."""
        assert self.under_test is not None
        return self.under_test.database

    @property
    def file(self) -> Path:
        """The SQLite file of the server."""
        assert self.database.file is not None
        return self.database.file

    async def add_server(self) -> ServerProcess:
        """Start one more server on the same database, and let the players use it."""
        assert self.under_test is not None
        server = self.under_test.process()
        self.servers.append(server)
        await self.start(server)
        await self.wait_for_health(200)
        return server

    async def start(self, server: ServerProcess | None = None) -> None:
        """Start a server, and let the players use it."""
        server = server or self.server
        server.launch()  # in this thread: the process ends with the thread that has started it
        self.gateway.target = await asyncio.to_thread(server.wait_for_port)

    def restart_time(self) -> None:
        """Count the time and the moves of the scenario from now on."""
        self._until = time.monotonic() + self.seconds
        for player in self.players:
            player.latencies.clear()

    def set_clock(self, seconds: float) -> None:
        """Set the wall clock of the servers to so many seconds ahead."""
        assert self.under_test is not None
        set_clock(self.under_test.clock, seconds)

    # --- time --------------------------------------------------------------------------------------

    @property
    def has_time(self) -> bool:
        """Whether the scenario should go on causing faults."""
        return time.monotonic() < self._until

    async def wait(self, least: float, most: float) -> None:
        """Wait for a random time."""
        await asyncio.sleep(self.rng.uniform(least, most))

    async def until(self, happens: Callable[[], object], what: str) -> None:
        """Wait until something happens; fail if it does not happen in time, or a player has failed."""
        end = time.monotonic() + self.recovery
        while not happens():
            for room in self.rooms:
                if room.problems:
                    raise TortureFailed(room.problems[0])
            if time.monotonic() > end:
                raise TortureFailed(f"{what} within {self.recovery:g} seconds.")
            await asyncio.sleep(0.01)

    # --- recovery ----------------------------------------------------------------------------------

    @property
    def players(self) -> list[Player]:
        """The players of all rooms."""
        return [player for room in self.rooms for player in room.players]

    async def all_rooms_move(self, moves: int = 1) -> None:
        """Wait until every room has so many acknowledged moves more than now."""
        before = [len(room.ledger) for room in self.rooms]

        def have_moved() -> bool:
            return all(len(r.ledger) - n >= moves for r, n in zip(self.rooms, before, strict=True))

        await self.until(have_moved, "Not every room made a move")

    async def health(self) -> int:
        """Return the status of `/health`; 0 if there is no answer."""

        def ask() -> int:
            connection = HTTPConnection("127.0.0.1", self.gateway.port, timeout=5.0)
            try:
                connection.request("GET", "/health")
                return connection.getresponse().status
            except (OSError, HTTPException):
                return 0
            finally:
                connection.close()

        return await asyncio.to_thread(ask)

    async def wait_for_health(self, status: int) -> None:
        """Wait until `/health` answers with a status."""
        end = time.monotonic() + self.recovery
        while await self.health() != status:
            if time.monotonic() > end:
                sentence = f"/health did not answer {status} within {self.recovery:g} seconds."
                raise TortureFailed(sentence)
            await asyncio.sleep(0.05)

    async def recover(self, since: float) -> None:
        """Wait until the server is healthy and every room moves again; note how long that took."""
        await self.wait_for_health(200)
        await self.all_rooms_move()
        self.recoveries.append(time.monotonic() - since)

    async def play_through(self) -> int:
        """Play until the time is over; every room must keep moving. Return the number of moves."""
        before = sum(len(room.ledger) for room in self.rooms)
        while self.has_time:
            await self.all_rooms_move()
        return sum(len(room.ledger) for room in self.rooms) - before

    def latencies(self) -> str:
        """Say how fast the moves of the players were."""
        taken = sorted(latency for player in self.players for latency in player.latencies)
        if not taken:
            return "no moves"
        return f"median move {1000 * median(taken):.0f} ms, slowest {1000 * taken[-1]:.0f} ms"

    # --- checks ------------------------------------------------------------------------------------

    async def check(self, games: HostedGames) -> Findings:
        """Stop the players, then compare their ledgers with the logs of their rooms."""
        try:
            async with asyncio.timeout(self.recovery):
                for room in self.rooms:
                    await room.settle()
        except TimeoutError:
            raise TortureFailed("The players of a room do not see the same version.") from None
        for room in self.rooms:
            self.findings.problems += room.problems
        if self.under_test is None:
            await self._check_versions()
        else:
            await self._check_logs(games)
        return self.findings

    async def _check_logs(self, games: HostedGames) -> None:
        seen = [
            {
                player.client.seat: player.client.state
                for player in room.players
                if player.client and player.client.seat and player.client.state
            }
            for room in self.rooms
        ]
        for server in self.servers:
            if server.is_running:
                await asyncio.to_thread(server.stop)
        logs = await self.database.read_logs([room.room for room in self.rooms])
        for room, states in zip(self.rooms, seen, strict=True):
            rows = logs[room.room]
            self.findings.add(compare_with_log(room.ledger, rows))
            self.findings.problems += await asyncio.to_thread(
                compare_with_replay, room.room, rows, games, states
            )

    async def _check_versions(self) -> None:
        for room in self.rooms:
            player = room.players[0]
            counts = [one.counts for one in room.players]
            others = sum(count["rematches"] + count["timeouts"] for count in counts)
            async with LedgerClient(player.url, player.seated, room.ledger) as client:
                await client.until(lambda client: client.state)
                if client.state is None:
                    raise UnusableError("no_state", f"Room {room.room} shows no state.")
                final = client.state.state_version
            self.findings.add(compare_with_final_version(room.ledger, final, others))
