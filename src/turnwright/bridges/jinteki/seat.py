"""A seat at a game of Netrunner: what one side sees, and how it acts; here or on another server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import turnwright as tw
from turnwright.core.errors import Refusal

from .dialect.commands import command as carry_out
from .dialect.state import board_json, log_json

SIDES = ("corp", "runner")


class Seat(Protocol):
    """One side's seat. `state` is what a jinteki.net server shows this side; it is never changed in
    place. `cursor` counts the states received."""

    side: str

    @property
    def gameid(self) -> str: ...
    @property
    def state(self) -> dict[str, Any]: ...
    @property
    def cursor(self) -> int: ...

    async def send(self, command: str, args: Mapping[str, Any] | None = None) -> Refusal | None:
        """Act; returns when that is done and `state` shows it. A refusal changed nothing."""

    async def wait(self, since: int, timeout: float | None = None) -> bool:
        """True as soon as `cursor` is beyond `since`; False when the time (in seconds) is over."""


class JintekiRoom:
    """A match with everybody at it. It numbers what happens, keeps what is said beside the match, and
    tells whoever listens. `clock` gives the time of a line of the log, if the lines are to have one."""

    def __init__(
        self, match: tw.Match, gameid: str = "local", clock: Callable[[], str] | None = None
    ) -> None:
        self.match, self.gameid, self.clock = match, gameid, clock
        self.sequence = 0
        self.listeners: list[Callable[[], None]] = []
        self._aids = dict.fromkeys(SIDES, 0)
        self._toasts: dict[str, list[dict[str, Any]]] = {side: [] for side in SIDES}
        self._logs: dict[str | None, list[dict[str, Any]]] = {}
        self._said: list[tuple[int, dict[str, Any]]] = []
        self._stamps: list[str] = []
        self._states: dict[str | None, tuple[int, dict[str, Any]]] = {}
        self._waiting: list[asyncio.Future[None]] = []
        self._stamp()

    @property
    def cursor(self) -> int:
        return self.sequence + 1

    def seat(self, side: str) -> LocalSeat:
        return LocalSeat(self, side)

    def state(self, side: str | None) -> dict[str, Any]:
        """What a side (None: a spectator) sees now."""
        kept = self._states.get(side)
        if kept is None or kept[0] != self.sequence:
            kept = self._states[side] = (self.sequence, self._look(side))
        return kept[1]

    # --- what happens ------------------------------------------------------------------------------

    def act(
        self, side: str | None, command: str, args: Mapping[str, Any] | None = None
    ) -> Refusal | None:
        """Carry out a command."""
        refusal = carry_out(self.match, side, command, args)
        if refusal is None:
            self._count(side)
            self.changed()
        return refusal

    def answer(self, answer: tw.Answer) -> Refusal | None:
        """Carry out an answer of an agent that knows the match itself."""
        refusal = self.match.submit(answer)
        if refusal is None:
            self._count(SIDES[answer.seat])
            self.changed()
        return refusal

    def object_to(self, side: str, refusal: Refusal) -> None:
        """Tell a side, and nobody else, why its command was refused."""
        self._count(side)
        toast = {
            "id": f"{side}-{self._aids[side]}",
            "msg": refusal.sentence,
            "type": "warning",
            "options": {"code": refusal.code},
        }
        self._toasts[side] = [toast]
        self.changed()

    def say(self, user: str, text: str) -> None:
        """Chat: a line of the log that is none of the rules' business."""
        entry: dict[str, Any] = {"user": user, "text": text}
        if self.clock is not None:
            entry["timestamp"] = self.clock()
        self._said.append((len(self.match.c.G.log), entry))
        self.changed()

    def changed(self) -> None:
        self.sequence += 1
        self._stamp()
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            if not one.done():
                one.set_result(None)
        for listener in list(self.listeners):
            listener()

    async def wait(self, since: int, timeout: float | None = None) -> bool:
        async def come() -> None:
            while self.cursor <= since:
                waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                self._waiting.append(waiter)
                await waiter

        if self.cursor > since:
            return True
        if timeout is not None and timeout <= 0:
            await asyncio.sleep(0)  # whoever else is at the seat has a chance
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

    def _look(self, side: str | None) -> dict[str, Any]:
        state = board_json(self.match, side)
        state["gameid"] = self.gameid
        state["sequence"] = self.sequence
        for who in SIDES:
            state[who]["aid"] = self._aids[who]
        if side in SIDES and self._toasts[side]:
            state[side]["toast"] = self._toasts[side]
        state["log"] = self._log(side)
        return state

    def _log(self, side: str | None) -> list[dict[str, Any]]:
        """The log as far as it is known, what is new in it, and in between what was said."""
        lines = self._logs.setdefault(side, [])
        for entry in log_json(self.match, side, len(lines)):
            if self.clock is not None:
                entry["timestamp"] = self._stamps[len(lines)]
            lines.append(entry)
        log = list(lines)
        for number, (place, entry) in enumerate(self._said):
            log.insert(place + number, entry)
        return log


class LocalSeat:
    """A seat at a match in this process."""

    def __init__(self, room: JintekiRoom, side: str) -> None:
        self.room, self.side = room, side

    @property
    def gameid(self) -> str:
        return self.room.gameid

    @property
    def state(self) -> dict[str, Any]:
        return self.room.state(self.side)

    @property
    def cursor(self) -> int:
        return self.room.cursor

    async def send(self, command: str, args: Mapping[str, Any] | None = None) -> Refusal | None:
        return self.room.act(self.side, command, args)

    async def wait(self, since: int, timeout: float | None = None) -> bool:
        return await self.room.wait(since, timeout)
