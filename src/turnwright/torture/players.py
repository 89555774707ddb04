"""Players who make random moves, return after every disconnection, and keep a ledger.

They use `turnwright.client` as any bot does: every input has an id, and is sent again after a lost
connection until it is answered.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter

from turnwright.client.bots import as_list, by_agent
from turnwright.client.client import Client
from turnwright.client.lobby import Lobby
from turnwright.client.reconnecting_socket import Disconnected
from turnwright.core.errors import Refused
from turnwright.server.http.messages import Seated
from turnwright.server.views import protocol as wire

from .ledger import Ledger

PACE = 0.05  # seconds between the moves of a player, on average
CLIENT_TIMEOUT = 30.0  # seconds for which a client waits for an answer or a connection
REFUSED_PAUSE = 0.2
ROOM_ENDED = ("no_room", "bad_token", "rules_error")  # refusals that no fault may cause


class LedgerClient(Client):
    """A client that notes every acknowledgement in a ledger, before anything else happens."""

    def __init__(
        self, url: str, seated: Seated, ledger: Ledger, counts: Counter[str] | None = None
    ) -> None:
        join = wire.JoinRoom(room_id=seated.room_id, token=seated.token)
        super().__init__(url, join, CLIENT_TIMEOUT)
        self.ledger = ledger
        self.counts: Counter[str] = Counter() if counts is None else counts

    def apply(self, message: wire.ServerMessage) -> None:
        """Apply a message of the server."""
        match message:
            case wire.Ack():
                self.ledger.note(message.action_id, message.state_version)
            case wire.MatchStart():
                self.counts["joins"] += 1
            case wire.Error(code="prompt_timeout"):
                self.counts["timeouts"] += 1
        super().apply(message)


class Player:
    """One player of a room. `client` is its present client; `counts` says how often it has joined, was
    timed out or refused, and asked for a rematch."""

    def __init__(
        self, url: str, seated: Seated, ledger: Ledger, rng: random.Random, may_move: asyncio.Event
    ) -> None:
        self.url, self.seated, self.ledger, self.rng = url, seated, ledger, rng
        self.may_move = may_move
        self.decide = by_agent("random", rng.randrange(1 << 30))
        self.client: LedgerClient | None = None
        self.may_return = asyncio.Event()  # cleared while somebody else has the seat
        self.may_return.set()
        self.is_sending = False
        self.latencies: list[float] = []
        self.counts: Counter[str] = Counter()
        self.problems: list[str] = []

    async def play(self) -> None:
        """Play until the task is cancelled."""
        while not self.problems:
            await self.may_return.wait()
            try:
                client = LedgerClient(self.url, self.seated, self.ledger, self.counts)
                async with client:
                    self.client = client
                    await self._play(client)
            except Disconnected:
                pass  # the next client goes on
            except Refused as refused:
                self._refused(refused)
            await asyncio.sleep(REFUSED_PAUSE)

    async def _play(self, client: Client) -> None:
        await client.ready()
        while True:
            await client.until(lambda client: client.prompt or client.result)
            while not self.may_move.is_set():
                await asyncio.sleep(0.02)
                await client.until(lambda client: client.is_connected)
            if client.result is not None:
                await self._ask_for_rematch(client)
                continue
            prompt, view = client.prompt, client.state
            if prompt is None or view is None:
                continue
            begun = time.monotonic()
            self.is_sending = True
            try:
                await client.answer(*as_list(self.decide(view, prompt)))
                self.latencies.append(time.monotonic() - begun)
            except Refused as refused:
                self._refused(refused)
                await asyncio.sleep(REFUSED_PAUSE)
                await client.until(lambda client: client.is_connected)
            finally:
                self.is_sending = False
            await asyncio.sleep(self.rng.uniform(0.0, 2 * PACE))

    async def _ask_for_rematch(self, client: Client) -> None:
        self.is_sending = True
        try:
            self.counts["rematches"] += 1
            await client.rematch()
        finally:
            self.is_sending = False
        await client.until(lambda client: client.status == "playing")

    def _refused(self, refused: Refused) -> None:
        self.counts["refusals"] += 1
        if refused.code in ROOM_ENDED:
            self.problems.append(f"Room {self.seated.room_id}: {refused}")


class PlayedRoom:
    """A room with players who play match after match."""

    def __init__(self, room: str, game: str) -> None:
        self.room, self.game = room, game
        self.ledger = Ledger(room)
        self.players: list[Player] = []
        self.may_move = asyncio.Event()
        self.may_move.set()
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    async def create(
        cls, lobby: Lobby, url: str, game: str, seats: int, rng: random.Random
    ) -> PlayedRoom:
        """Create a room with a player on every seat, and let them play."""
        first = await lobby.create(game, "Player 1", seats=seats)
        places = [first]
        for number in range(2, seats + 1):
            places.append(await lobby.join(first.room_id, f"Player {number}", code=first.code))
        made = cls(first.room_id, game)
        for seated in places:
            own = random.Random(rng.random())
            made.players.append(Player(url, seated, made.ledger, own, made.may_move))
        made._tasks = [asyncio.create_task(player.play()) for player in made.players]
        return made

    @property
    def problems(self) -> list[str]:
        """What has gone wrong for the players. An exception in a player's task is one, too."""
        found = [problem for player in self.players for problem in player.problems]
        for task in self._tasks:
            if task.done() and not task.cancelled() and (error := task.exception()) is not None:
                found.append(f"Room {self.room}: {type(error).__name__}: {error}")
        return found

    @property
    def is_settled(self) -> bool:
        """Whether nobody is sending, and all players are connected and see the same version."""
        seen = set()
        for player in self.players:
            client = player.client
            if player.is_sending or client is None or client.state is None:
                return False
            if not (client.is_connected and client.is_current):
                return False
            seen.add(client.state.state_version)
        return len(seen) == 1

    async def settle(self) -> None:
        """Make no more moves, and wait until all players see the same version."""
        self.may_move.clear()
        while not self.is_settled:
            await asyncio.sleep(0.02)

    async def close(self) -> None:
        """End the players."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
