"""The coordinator: it hears the game, keeps the queue, and says one command at a time.

Commands are said only when the game is ready. An action of several steps keeps its place at the head
until it is done, so nothing gets between its steps. What goes wrong is told to whoever asked and to all
who listen, and clears the queue, because what waits there was meant for another state.
"""

from __future__ import annotations

import asyncio
import inspect
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal, TypeAlias

import msgspec

from turnwright.bridges.commmod.line_streams import Standard, Wire
from turnwright.bridges.commmod.protocol import HELLO, decode
from turnwright.bridges.commmod.recordings.file import Recorder
from turnwright.core.errors import Refusal, Refused, UnusableError

from . import screens
from .action_base import Action, Steps
from .actions import read_action
from .game_message import NOTHING, State, number

MAX_QUEUE = 1000
MAX_UPDATES = 100
POLLS = 3
"""How often a silent game is asked for its state before the action is given up."""

Command: TypeAlias = Action | str
Decision: TypeAlias = Command | Mapping[str, Any] | None
Agent: TypeAlias = Callable[[State], Decision | Awaitable[Decision]]
"""A state in, what to do out: an action, its JSON, or a text command; None leaves the game."""
Status = Literal["queued", "running", "done", "refused", "failed", "cleared"]


class Ticket:
    """An action that waits, is being done, or is over. `problem` says what went wrong."""

    def __init__(self, number: int, command: Command) -> None:
        self.number, self.command = number, command
        self.status: Status = "queued"
        self.problem: Refusal | None = None
        self.said: list[str] = []
        self.is_over = asyncio.Event()

    def end(self, status: Status, problem: Refusal | None = None) -> None:
        self.status, self.problem = status, problem
        self.is_over.set()


class Result(msgspec.Struct):
    """How a run ended."""

    victory: bool
    score: int
    floor: int


class Update(msgspec.Struct):
    """Something happened: a `state` arrived, an action was `done`, there was an `error`, the game has
    reached its `end`."""

    kind: Literal["state", "done", "error", "end"]
    state: State
    ticket: Ticket | None = None
    problem: Refusal | None = None


class Coordinator:
    """Between a game on a wire and those who play it: an agent, or whoever submits actions."""

    def __init__(
        self,
        wire: Wire,
        agent: Agent | None = None,
        *,
        patience: float = 20.0,
        recorder: Recorder | None = None,
    ) -> None:
        self.wire, self.agent, self.patience, self.recorder = wire, agent, patience, recorder
        self.state = NOTHING
        self.is_ready = False
        self.is_closed = False
        self.has_heard = False
        self.queue: deque[Ticket] = deque()
        self.running: Ticket | None = None
        self.last_problem: Refusal | None = None
        self.results: list[Result] = []
        self._steps: Steps | None = None
        self._asked: Ticket | None = None
        self._count = 0
        self._polls = 0
        self._timer: asyncio.TimerHandle | None = None
        self._listeners: set[asyncio.Queue[Update]] = set()

    # --- for those who play -----------------------------------------------------------------------

    def submit(self, command: Command | Mapping[str, Any]) -> Ticket:
        """Put something at the end of the queue. If nothing is before it, it is checked at once, and
        raises Refused; otherwise when its turn comes."""
        if self.is_closed:
            raise Refused(Refusal("game_closed", "The game has ended its connection."))
        if len(self.queue) >= MAX_QUEUE:
            raise Refused(Refusal("queue_full", f"{MAX_QUEUE} actions are waiting already."))
        command = _command(command)
        if self.is_ready and self.running is None and not self.queue:
            problem = self._refusal(command)
            if problem is not None:
                raise Refused(problem)
        self._count += 1
        ticket = Ticket(self._count, command)
        self.queue.append(ticket)
        self._advance()
        return ticket

    def clear(self) -> int:
        """Forget what waits. What is being done goes on. Gives how many were forgotten."""
        return self._clear(Refusal("cleared", "The queue was cleared."))

    @contextmanager
    def listen(self) -> Iterator[asyncio.Queue[Update]]:
        """Updates from now on. Who is slow misses old ones."""
        box: asyncio.Queue[Update] = asyncio.Queue(MAX_UPDATES)
        self._listeners.add(box)
        try:
            yield box
        finally:
            self._listeners.discard(box)

    # --- the loop ---------------------------------------------------------------------------------

    async def run(self) -> list[Result]:
        """Say hello, and go on until the game ends the connection or the agent leaves. What an agent
        does wrong is raised as Refused."""
        self._send(HELLO)
        try:
            while (line := await self.wire.receive()) is not None:
                self._hear(line)
                if self.agent is not None and not await self._ask(self.agent):
                    break
        finally:
            self._close()
        return self.results

    async def _ask(self, agent: Agent) -> bool:
        """Let the agent act if it is its turn; False when it leaves."""
        if self._asked is not None and self._asked.problem is not None:
            raise Refused(self._asked.problem)
        if self.is_ready and self.running is None and not self.queue:
            given = agent(self.state)
            decision: Decision = await given if inspect.isawaitable(given) else given
            if decision is None:
                return False
            self._asked = self.submit(decision)
        return True

    def _hear(self, line: bytes) -> None:
        """Take in a line of the game."""
        try:
            message = decode(line)
        except UnusableError as error:
            self._problem(Refusal(error.code, str(error)))
            return
        if self.recorder is not None:
            self.recorder.game(line)
        self.has_heard = True
        self.is_ready = message.ready_for_command
        self._watch(is_owed=not self.is_ready)
        if message.error is not None:
            said = self.running.said[-1] if self.running else ""
            self._fail(Refusal("game_error", message.error, {"command": said}))
            self._advance()
            return
        before, self.state = self.state, State(message)
        if self.is_ready:
            self._polls = 0
        self._keep_result(before)
        self._tell(Update("state", self.state))
        self._advance()

    def _advance(self) -> None:
        """Say the next command, if the game is ready for one and there is one."""
        while self.is_ready and not self.is_closed:
            if self._steps is None:
                if not self.queue:
                    return
                ticket = self.running = self.queue.popleft()
                problem = self._refusal(ticket.command)
                if problem is not None:
                    self._fail(problem, "refused")
                    continue
                ticket.status = "running"
                self._steps = self._steps_of(ticket.command)
                sent = None
            else:
                sent = self.state
            try:
                command = self._steps.send(sent)  # type: ignore[arg-type]
            except StopIteration:
                self._finish()
            except Refused as error:
                self._fail(error.refusal)
            except Exception as error:  # a fault of ours must not end the game
                self._fail(Refusal("internal", f"This action failed: {type(error).__name__}."))
            else:
                self._say(command)

    def _refusal(self, command: Command) -> Refusal | None:
        return None if isinstance(command, str) else screens.refusal(command, self.state)

    def _steps_of(self, command: Command) -> Steps:
        if isinstance(command, str):
            return screens.said(command)
        return screens.steps(command, self.state)

    def _say(self, command: str) -> None:
        if self.running is not None:
            self.running.said.append(command)
        self.is_ready = False
        self._polls = 0
        self._send(command)
        self._watch(is_owed=True)

    def _watch(self, is_owed: bool) -> None:
        """A game that owes an answer for too long is asked for its state."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if is_owed and self.patience > 0:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self.patience, self._poll)

    def _poll(self) -> None:
        self._polls += 1
        if self._polls == POLLS and self.running is not None:
            sentence = f"The game did not answer to {self.running.said[-1]!r}."
            self._fail(Refusal("no_answer", sentence))
        self._send("state")
        self._watch(is_owed=True)

    def _send(self, line: str) -> None:
        if self.recorder is not None:
            self.recorder.agent(line)
        self.wire.send(line)

    # --- what comes of it -------------------------------------------------------------------------

    def _finish(self) -> None:
        ticket, self.running, self._steps = self.running, None, None
        if ticket is not None:
            ticket.end("done")
            self._tell(Update("done", self.state, ticket))

    def _fail(self, problem: Refusal, status: Status = "failed") -> None:
        ticket, self.running, self._steps = self.running, None, None
        if ticket is not None:
            ticket.end(status, problem)
        self._problem(problem, ticket)
        number = f"action {ticket.number}" if ticket is not None else "a command"
        self._clear(Refusal("cleared", f"Not done, because {number} before it failed."))

    def _problem(self, problem: Refusal, ticket: Ticket | None = None) -> None:
        self.last_problem = problem
        self._tell(Update("error", self.state, ticket, problem))

    def _clear(self, why: Refusal) -> int:
        count = len(self.queue)
        for ticket in self.queue:
            ticket.end("cleared", why)
        self.queue.clear()
        return count

    def _keep_result(self, before: State) -> None:
        if self.state.screen == "GAME_OVER" and before.screen != "GAME_OVER":
            told, floor = self.state.screen_state, number(self.state.game, "floor")
            self.results.append(Result(bool(told.get("victory")), number(told, "score"), floor))

    def _tell(self, update: Update) -> None:
        for box in self._listeners:
            if box.full():
                box.get_nowait()
            box.put_nowait(update)

    def _close(self) -> None:
        self.is_closed, self.is_ready = True, False
        self._watch(is_owed=False)
        why = Refusal("game_closed", "The game has ended its connection.")
        if self.running is not None:
            self.running.end("failed", why)
            self.running = None
        self._clear(why)
        self._tell(Update("end", self.state))
        if self.recorder is not None:
            self.recorder.close()


def _command(given: object) -> Command:
    """An action, as it is or as JSON, or a text command."""
    if isinstance(given, Mapping):
        return read_action(given)
    if isinstance(given, str) and given.strip() and not set("\n\0") & set(given):
        return given
    if isinstance(given, Action):
        return given
    sentence = f"An action or a text command of one line is wanted, not {str(given)[:60]!r}."
    raise Refused(Refusal("bad_command", sentence))


def run_agent(
    agent: Agent, wire: Wire | None = None, *, record: str = "", patience: float = 20.0
) -> list[Result]:
    """Let an agent play as the child process of the game, until the game or the agent ends it."""
    recorder = Recorder(record) if record else None
    coordinator = Coordinator(wire or Standard(), agent, patience=patience, recorder=recorder)
    return asyncio.run(coordinator.run())
