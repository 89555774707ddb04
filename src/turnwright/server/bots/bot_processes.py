"""The processes in which bots think, the questions that wait for them, and what a room may use.

A bot that searches would slow every room of the node down, because Python runs one thread at a time. So
the position is sent to a process of low priority. A process that dies or exceeds its time is replaced.
All methods belong to the event loop.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

import msgspec

from turnwright.core.definition.state import freeze
from turnwright.core.runtime.prompts import Answer
from turnwright.server.http.limits import Bucket
from turnwright.server.node.logs import log_event
from turnwright.server.node.settings import Settings
from turnwright.server.workers.frames import Frame, Kind
from turnwright.server.workers.worker_process import WorkerProcess
from turnwright.sim.backends import available_cores

from .messages import BotWorkerSettings, Decision, DecisionRequest

RESTART_SECONDS = 1.0
"""Seconds before a process is replaced that died at its start."""
STOP_SECONDS = 1.0
"""Seconds in which a process may end a decision that nobody needs any more; then it is killed."""
PATIENCE = 4.0
"""A decision may take this many times its CPU time, because the process has a low priority."""
START_SECONDS = 30.0
"""Seconds that a process may take to start, in addition."""


class Undecided(Exception):
    """A bot did not decide: its process died, it used up its time, or the rules do not have it."""

    def __init__(self, outcome: str, is_unavailable: bool = False) -> None:
        super().__init__(outcome)
        self.is_unavailable = is_unavailable


class BotStats:
    """Counters of the bots that search, shown at `/metrics`."""

    def __init__(self) -> None:
        self.decisions: Counter[str] = Counter()  # by outcome
        self.cpu_seconds = 0.0


class BotWorker(WorkerProcess):
    """The server's end of a process, with the decision that it works on."""

    MODULE: ClassVar = "turnwright.server.bots.worker"

    def __init__(self, bots: BotProcesses) -> None:
        super().__init__()
        self.bots = bots
        self.pending: PendingDecision | None = None
        self.kill_timer: asyncio.TimerHandle | None = None

    def on_frame(self, frame: Frame) -> None:
        """Pass the frame on."""
        self.bots.received(self, frame)

    def on_lost(self) -> None:
        """Replace the process."""
        self.bots.lost(self)

    def kill_after(self, seconds: float) -> None:
        """Kill the process unless it finishes its decision in time."""
        self.stop_timer()
        self.kill_timer = asyncio.get_running_loop().call_later(seconds, self.kill)

    def stop_timer(self) -> None:
        """Let the process live on."""
        if self.kill_timer is not None:
            self.kill_timer.cancel()
            self.kill_timer = None

    def stop_decision(self) -> None:
        """End a decision that nobody needs any more. A process that is starting would die of the
        signal; its decision ends by its limit."""
        if not self.is_ready or sys.platform == "win32":
            return
        with suppress(ProcessLookupError, PermissionError):
            os.kill(self.pid, signal.SIGUSR1)
        self.kill_after(STOP_SECONDS)


class PendingDecision:
    """A question that waits for a process or is being decided."""

    def __init__(self, number: int, request: DecisionRequest) -> None:
        self.number, self.request = number, request
        self.worker: BotWorker | None = None
        self.result: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()


class BotProcesses:
    """The processes of one node. They start with the first question."""

    def __init__(self, settings: Settings, older: Sequence[str] = ()) -> None:
        self.settings, self.older = settings, tuple(older)
        self.stats = BotStats()
        self.workers: list[BotWorker] = []
        self.queue: deque[PendingDecision] = deque()
        self.is_closed = False
        self._budgets: dict[str, Bucket] = {}  # CPU seconds by room
        self._killed: deque[BotWorker] = deque(maxlen=100)  # the latest ones
        self._count = 0
        self._restart_at = 0.0

    @property
    def is_available(self) -> bool:
        """Whether there are processes: not if they are switched off, or on Windows."""
        return self.size > 0 and sys.platform != "win32"

    @property
    def size(self) -> int:
        """How many processes there may be."""
        if self.settings.bot_processes is not None:
            return self.settings.bot_processes
        return max(1, (len(self.settings.lab.cpus) or available_cores()) - 1)

    async def close(self) -> None:
        """Kill all processes, and wait for their end."""
        self.is_closed = True
        for pending in list(self.queue):
            self._fail(pending, "closing")
        for worker in list(self.workers):
            worker.kill()
        for worker in self._killed:
            await worker.ended()

    async def decide(self, room: str, request: DecisionRequest) -> Answer:
        """Return the decision of a bot. Raises `Undecided` if the room has used up its time, or if the
        bot did not decide. If the caller is cancelled, the bot stops thinking."""
        budget = self._budget(room)
        if not budget.take(0.0):
            raise self._undecided("over_budget")
        self._count = (self._count + 1) & 0xFFFFFFFF
        pending = PendingDecision(self._count, request)
        self.queue.append(pending)
        self._dispatch()
        try:
            decision = await pending.result
        except asyncio.CancelledError:
            self.stats.decisions["cancelled"] += 1
            self._cancel(pending)
            raise
        budget.level -= decision.seconds  # the next decision waits until it is repaid
        self.stats.cpu_seconds += decision.seconds
        if decision.answer is None:
            is_late = decision.why == "stopped"
            if not is_late:
                log_event("bot_failed", room=room, error=decision.why)
            raise self._undecided("over_budget" if is_late else "failed", decision.is_unavailable)
        self.stats.decisions["decided"] += 1
        answer = decision.answer
        return msgspec.structs.replace(answer, args=freeze(answer.args), prompt=None)

    def _undecided(self, outcome: str, is_unavailable: bool = False) -> Undecided:
        self.stats.decisions[outcome] += 1
        return Undecided(outcome, is_unavailable)

    def _budget(self, room: str) -> Bucket:
        """The CPU seconds of a room. Rooms whose budget is full again are forgotten."""
        budget = self._budgets.get(room)
        if budget is None:
            if len(self._budgets) > 1000:
                self._budgets = {
                    name: one
                    for name, one in self._budgets.items()
                    if time.monotonic() - one.seen < 120.0
                }
            seconds = self.settings.bot_seconds_per_minute or 1e9
            budget = self._budgets[room] = Bucket(seconds / 60.0, seconds)
        return budget

    # --- processes ---------------------------------------------------------------------------------

    def _dispatch(self) -> None:
        """Give waiting questions to idle processes. Missing processes are started."""
        while self.queue:
            worker = next((one for one in self.workers if one.pending is None), None)
            if worker is None:
                worker = self._start_worker() if len(self.workers) < self.size else None
            if worker is None:
                return
            pending = self.queue.popleft()
            worker.pending, pending.worker = pending, worker
            payload = msgspec.msgpack.encode(pending.request)
            worker.send(Frame(Kind.REQUEST, pending.number, payload))
            late = PATIENCE * pending.request.seconds
            worker.kill_after(late if worker.is_ready else late + START_SECONDS)

    def _start_worker(self) -> BotWorker | None:
        if self.is_closed:
            return None
        wait = self._restart_at - time.monotonic()
        if wait > 0:
            asyncio.get_running_loop().call_later(wait + 0.01, self._dispatch)
            return None
        settings = self.settings
        worker = BotWorker(self)
        self.workers.append(worker)
        worker.start(
            BotWorkerSettings(
                games=settings.game_sources,
                older=self.older,
                card_packs=settings.card_packs,
                memory_mb=settings.bot_memory_mb,
                cpus=settings.lab.cpus,
            )
        )
        return worker

    def received(self, worker: BotWorker, frame: Frame) -> None:
        """Handle a frame of a process."""
        if frame.kind is Kind.READY:
            worker.is_ready = True
            return
        pending = worker.pending
        if pending is None or frame.job != pending.number:
            return
        worker.pending = None
        worker.stop_timer()
        if not pending.result.done():
            pending.result.set_result(msgspec.msgpack.decode(frame.payload, type=Decision))
        self._dispatch()

    def lost(self, worker: BotWorker) -> None:
        """Replace a process that died or was killed. Its question gets no answer."""
        worker.stop_timer()
        self.workers.remove(worker)
        self._killed.append(worker)
        pending, worker.pending = worker.pending, None
        if not self.is_closed:
            log_event("bot_process_lost", pid=worker.pid)
            self.stats.decisions["process_lost"] += 1
        if pending is not None:
            self._fail(pending, "its process died", self.settings.bot_seconds)
        if not worker.is_ready:
            self._restart_at = time.monotonic() + RESTART_SECONDS
            while not self.workers and self.queue:
                self._fail(self.queue[0], "no process could be started")
        self._dispatch()

    def _fail(self, pending: PendingDecision, why: str, seconds: float = 0.0) -> None:
        if pending in self.queue:
            self.queue.remove(pending)
        if not pending.result.done():
            pending.result.set_result(Decision(seconds, None, why))

    def _cancel(self, pending: PendingDecision) -> None:
        if pending in self.queue:
            self.queue.remove(pending)
        elif pending.worker is not None and pending.worker.pending is pending:
            pending.worker.stop_decision()
