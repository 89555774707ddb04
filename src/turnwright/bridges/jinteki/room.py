"""A match with its players and spectators in this process, and the seats at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import turnwright as tw
from turnwright.core.errors import Refusal
from turnwright.games.netrunner.card_facts import SIDES

from .dialect.commands import execute_command
from .dialect.state import SYSTEM, board_json, log_json
from .game_log import GameLog


class JintekiRoom:
    """A match with its players and spectators.

    It numbers states, keeps chat and notices beside the match, and notifies listeners. `clock`
    returns the timestamp of new log lines; without it lines have none."""

    def __init__(
        self, match: tw.Match, gameid: str = "local", clock: Callable[[], str] | None = None
    ) -> None:
        self.match, self.gameid, self.clock = match, gameid, clock
        self.sequence = 0
        """Counts the states of the game. Chat and notices do not count."""
        self._absent: set[str] = set()
        self.listeners: list[Callable[[], None]] = []
        self._aids = dict.fromkeys(SIDES, 0)
        self._toasts: dict[str, list[dict[str, Any]]] = {side: [] for side in SIDES}
        self._logs: dict[str | None, GameLog] = {}
        self._chat: list[tuple[int, dict[str, Any]]] = []
        self._messages = 0
        self._changes = 0
        self._stamps: list[str] = []
        self._states: dict[str | None, tuple[int, dict[str, Any]]] = {}
        self._seat_states: dict[str, tuple[tuple[int, int], dict[str, Any]]] = {}
        self._waiting: list[asyncio.Future[None]] = []
        self._stamp()

    @property
    def cursor(self) -> int:
        """The number of states and chat messages so far."""
        return self.sequence + 1 + self._messages

    def seat(self, side: str) -> LocalSeat:
        """Return the seat of a side."""
        return LocalSeat(self, side)

    def state(self, side: str | None) -> dict[str, Any]:
        """Return what a side (None: a spectator) sees now."""
        kept = self._states.get(side)
        if kept is None or kept[0] != self._changes:
            kept = self._states[side] = (self._changes, self._build_state(side))
        return kept[1]

    def seat_state(self, side: str) -> dict[str, Any]:
        """Return what a side sees now, with the log as a `LogView`.

        Unlike `state` this does not take longer with a longer log."""
        kept, version = self._seat_states.get(side), (self.sequence, len(self._chat))
        if kept is None or kept[0] != version:
            state = self._build_board(side)
            state["log"] = self._grown_log(side).view()
            kept = self._seat_states[side] = (version, state)
        return kept[1]

    # --- what happens ------------------------------------------------------------------------------

    def act(
        self, side: str | None, command: str, args: Mapping[str, Any] | None = None
    ) -> Refusal | None:
        """Execute a command."""
        refusal = execute_command(self.match, side, command, args)
        if refusal is None:
            self._count(side)
            self.notify_change()
        return refusal

    def answer(self, answer: tw.Answer) -> Refusal | None:
        """Submit the answer of an agent that works on the match itself."""
        refusal = self.match.submit(answer)
        if refusal is None:
            self._count(SIDES[answer.seat])
            self.notify_change()
        return refusal

    def notify_refusal(self, side: str, refusal: Refusal) -> None:
        """Tell one side why its command was refused."""
        self._count(side)
        toast = {
            "id": f"{side}-{self._aids[side]}",
            "msg": refusal.sentence,
            "type": "warning",
            "options": {"code": refusal.code},
        }
        self._toasts[side] = [toast]
        self.notify_change()

    def remove_toast(self, side: str, number: Any) -> None:
        """Remove a toast that a side has read."""
        left = [one for one in self._toasts[side] if one["id"] != number]
        self._count(side)
        self._toasts[side] = left
        self.notify_change()

    def set_absent(self, side: str, *, absent: bool) -> None:
        """Remove the user of a side whose player has left, or show the user again."""
        (self._absent.add if absent else self._absent.discard)(side)
        self._changes += 1

    def post_chat(self, user: str, text: str) -> None:
        """Add a chat message to the log. It does not concern the rules."""
        self._messages += 1
        self._post({"username": user}, text)

    def post_notice(self, text: str) -> None:
        """Add a line of the server to the log, for example that a player has left."""
        self._post(SYSTEM, text)

    def _post(self, user: str | dict[str, str], text: str) -> None:
        entry: dict[str, Any] = {"user": user, "text": text}
        if self.clock is not None:
            entry["timestamp"] = self.clock()
        self._chat.append((len(self.match.c.G.log), entry))
        self._notify()

    def notify_change(self) -> None:
        """Count a state, wake up waiting seats, and call the listeners."""
        self.sequence += 1
        self._notify()

    def _notify(self) -> None:
        self._changes += 1
        self._stamp()
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            if not one.done():
                one.set_result(None)
        for listener in list(self.listeners):
            listener()

    async def wait(self, since: int, timeout: float | None = None) -> bool:
        """Return True as soon as `cursor` exceeds `since`, or False after `timeout` seconds."""

        async def come() -> None:
            while self.cursor <= since:
                waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                self._waiting.append(waiter)
                await waiter

        if self.cursor > since:
            return True
        if timeout is not None and timeout <= 0:
            await asyncio.sleep(0)  # let the other side run
            return self.cursor > since
        try:
            await asyncio.wait_for(come(), timeout)
        except TimeoutError:
            return False
        return True

    # --- what is seen ------------------------------------------------------------------------------

    def _count(self, side: str | None) -> None:
        if side is not None:
            self._aids[side] += 1
            self._toasts[side] = []

    def _stamp(self) -> None:
        if self.clock is not None:
            missing = len(self.match.c.G.log) - len(self._stamps)
            if missing > 0:
                self._stamps += [self.clock()] * missing

    def _build_state(self, side: str | None) -> dict[str, Any]:
        state = self._build_board(side)
        state["log"] = list(self._grown_log(side).lines)
        return state

    def _build_board(self, side: str | None) -> dict[str, Any]:
        state = board_json(self.match, side)
        state["gameid"] = self.gameid
        state["sequence"] = self.sequence
        for who in SIDES:
            state[who]["aid"] = self._aids[who]
            if who in self._absent:
                del state[who]["user"]
        if side in SIDES and self._toasts[side]:
            state[side]["toast"] = self._toasts[side]
        return state

    def _grown_log(self, side: str | None) -> GameLog:
        """Return the log for a side, with the chat messages in between, after adding what is new."""
        log = self._logs.setdefault(side, GameLog())
        for entry in log_json(self.match, side, log.game_lines):
            log.add_chat(self._chat)
            if self.clock is not None:
                entry["timestamp"] = self._stamps[log.game_lines]
            log.lines.append(entry)
            log.game_lines += 1
        log.add_chat(self._chat)
        return log


class LocalSeat:
    """A seat at a match in this process."""

    def __init__(self, room: JintekiRoom, side: str) -> None:
        self.room, self.side = room, side

    @property
    def gameid(self) -> str:
        """The id of the game."""
        return self.room.gameid

    @property
    def state(self) -> dict[str, Any]:
        """The latest state of the game."""
        return self.room.seat_state(self.side)

    @property
    def cursor(self) -> int:
        """The number of states so far."""
        return self.room.cursor

    async def send(self, command: str, args: Mapping[str, Any] | None = None) -> Refusal | None:
        """Execute a command."""
        return self.room.act(self.side, command, args)

    async def wait(self, since: int, timeout: float | None = None) -> bool:
        """Wait for a state after `since`."""
        return await self.room.wait(since, timeout)
