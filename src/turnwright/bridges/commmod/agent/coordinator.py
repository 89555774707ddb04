"""The coordinator: receives the game's messages, queues actions, and sends one command at a time.

Commands are sent only when the game is ready. An action of several steps stays at the head of the
queue until it is done, so nothing gets between its steps. An error is reported to the submitter and to
all listeners and clears the queue, because the queued actions were meant for another state.
"""

from __future__ import annotations

import asyncio
import inspect
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal, TypeAlias

import msgspec

from turnwright.bridges.commmod.line_streams import Connection, StdioConnection
from turnwright.bridges.commmod.protocol import HELLO, decode
from turnwright.bridges.commmod.recordings.file import Recorder
from turnwright.core.errors import Refusal, Refused, UnusableError

from . import screens
from .action_base import Action, Steps
from .actions import read_action
from .game_state import NOTHING, GameState, number

MAX_QUEUE = 1000
MAX_UPDATES = 100
POLLS = 3
"""Number of times a silent game is asked for its state before the action fails."""

Command: TypeAlias = Action | str
Decision: TypeAlias = Command | Mapping[str, Any] | None
Agent: TypeAlias = Callable[[GameState], Decision | Awaitable[Decision]]
"""A function from a state to an action, its JSON, or a text command; None leaves the game."""
Status = Literal["queued", "running", "done", "refused", "failed", "cleared"]


class QueuedAction:
    """An action that is queued, running or over. `problem` is the reason of a failure."""

    def __init__(self, number: int, command: Command) -> None:
        self.number, self.command = number, command
        self.status: Status = "queued"
        self.problem: Refusal | None = None
        self.sent: list[str] = []
        self.is_over = asyncio.Event()

    def end(self, status: Status, problem: Refusal | None = None) -> None:
        """Set the final status."""
        self.status, self.problem = status, problem
        self.is_over.set()


class RunResult(msgspec.Struct):
    """The result of a run."""

    victory: bool
    score: int
    floor: int


class GameUpdate(msgspec.Struct):
    """An update for listeners: a `state` arrived, an action is `done`, an `error` occurred, or the
    connection reached its `end`."""

    kind: Literal["state", "done", "error", "end"]
    state: GameState
    queued: QueuedAction | None = None
    problem: Refusal | None = None


class Coordinator:
    """Connects a game with an agent, or with anybody who submits actions."""

    def __init__(
        self,
        connection: Connection,
        agent: Agent | None = None,
        *,
        timeout: float = 20.0,
        recorder: Recorder | None = None,
    ) -> None:
        self.connection, self.agent = connection, agent
        self.timeout, self.recorder = timeout, recorder
        self.state = NOTHING
        self.is_ready = False
        self.is_closed = False
        self.has_state = False
        self.queue: deque[QueuedAction] = deque()
        self.running: QueuedAction | None = None
        self.last_problem: Refusal | None = None
        self.results: list[RunResult] = []
        self._steps: Steps | None = None
        self._asked: QueuedAction | None = None
        self._count = 0
        self._polls = 0
        self._timer: asyncio.TimerHandle | None = None
        self._listeners: set[asyncio.Queue[GameUpdate]] = set()

    # --- submitting actions ----------------------------------------------------------------------

    def submit(self, command: Command | Mapping[str, Any]) -> QueuedAction:
        """Append an action to the queue. If the queue is empty it is checked now and may raise Refused;
        otherwise it is checked when its turn comes."""
        if self.is_closed:
            raise Refused(Refusal("game_closed", "The game closed the connection."))
        if len(self.queue) >= MAX_QUEUE:
            raise Refused(Refusal("queue_full", f"The queue is full ({MAX_QUEUE} actions)."))
        command = _command(command)
        if self.is_ready and self.running is None and not self.queue:
            problem = self._refusal(command)
            if problem is not None:
                raise Refused(problem)
        self._count += 1
        queued = QueuedAction(self._count, command)
        self.queue.append(queued)
        self._advance()
        return queued

    def clear(self) -> int:
        """Remove the queued actions and return their number. The running action continues."""
        return self._clear(Refusal("cleared", "The queue was cleared."))

    @contextmanager
    def listen(self) -> Iterator[asyncio.Queue[GameUpdate]]:
        """Subscribe to updates. A slow listener loses the oldest ones."""
        updates: asyncio.Queue[GameUpdate] = asyncio.Queue(MAX_UPDATES)
        self._listeners.add(updates)
        try:
            yield updates
        finally:
            self._listeners.discard(updates)

    # --- the loop --------------------------------------------------------------------------------

    async def run(self) -> list[RunResult]:
        """Run until the game closes the connection or the agent leaves. Raises Refused if an action
        of the agent is refused or fails."""
        self._send(HELLO)
        try:
            while (line := await self.connection.receive()) is not None:
                self._receive(line)
                if self.agent is not None and not await self._ask(self.agent):
                    break
        finally:
            self._close()
        return self.results

    async def _ask(self, agent: Agent) -> bool:
        """Let the agent act if the game waits for it. Return False when the agent leaves."""
        if self._asked is not None and self._asked.problem is not None:
            raise Refused(self._asked.problem)
        if self.is_ready and self.running is None and not self.queue:
            given = agent(self.state)
            decision: Decision = await given if inspect.isawaitable(given) else given
            if decision is None:
                return False
            self._asked = self.submit(decision)
        return True

    def _receive(self, line: bytes) -> None:
        """Process a line of the game."""
        try:
            message = decode(line)
        except UnusableError as error:
            self._problem(Refusal(error.code, str(error)))
            return
        if self.recorder is not None:
            self.recorder.game(line)
        self.has_state = True
        self.is_ready = message.ready_for_command
        self._watch(is_waiting=not self.is_ready)
        if message.error is not None:
            command = self.running.sent[-1] if self.running else ""
            self._fail(Refusal("game_error", message.error, {"command": command}))
            self._advance()
            return
        before, self.state = self.state, GameState(message)
        if self.is_ready:
            self._polls = 0
        self._keep_result(before)
        self._notify(GameUpdate("state", self.state))
        self._advance()

    def _advance(self) -> None:
        """Send the next command if there is one and the game is ready."""
        while self.is_ready and not self.is_closed:
            if self._steps is None:
                if not self.queue:
                    return
                queued = self.running = self.queue.popleft()
                problem = self._refusal(queued.command)
                if problem is not None:
                    self._fail(problem, "refused")
                    continue
                queued.status = "running"
                self._steps = self._steps_of(queued.command)
                sent = None
            else:
                sent = self.state
            try:
                command = self._steps.send(sent)  # type: ignore[arg-type]
            except StopIteration:
                self._finish()
            except Refused as error:
                self._fail(error.refusal)
            except Exception as error:  # a bug in an action must not end the session
                self._fail(Refusal("internal", f"The action failed with {type(error).__name__}."))
            else:
                self._send_command(command)

    def _refusal(self, command: Command) -> Refusal | None:
        return None if isinstance(command, str) else screens.refusal(command, self.state)

    def _steps_of(self, command: Command) -> Steps:
        if isinstance(command, str):
            return screens.fixed_steps(command)
        return screens.steps(command, self.state)

    def _send_command(self, command: str) -> None:
        if self.running is not None:
            self.running.sent.append(command)
        self.is_ready = False
        self._polls = 0
        self._send(command)
        self._watch(is_waiting=True)

    def _watch(self, is_waiting: bool) -> None:
        """Start or stop the timer after which a silent game is asked for its state."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if is_waiting and self.timeout > 0:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self.timeout, self._poll)

    def _poll(self) -> None:
        self._polls += 1
        if self._polls == POLLS and self.running is not None:
            sentence = f"The game did not answer {self.running.sent[-1]!r}."
            self._fail(Refusal("no_answer", sentence))
        self._send("state")
        self._watch(is_waiting=True)

    def _send(self, line: str) -> None:
        if self.recorder is not None:
            self.recorder.agent(line)
        self.connection.send(line)

    # --- results ---------------------------------------------------------------------------------

    def _finish(self) -> None:
        queued, self.running, self._steps = self.running, None, None
        if queued is not None:
            queued.end("done")
            self._notify(GameUpdate("done", self.state, queued))

    def _fail(self, problem: Refusal, status: Status = "failed") -> None:
        queued, self.running, self._steps = self.running, None, None
        if queued is not None:
            queued.end(status, problem)
        self._problem(problem, queued)
        number = f"action {queued.number}" if queued is not None else "a command"
        self._clear(Refusal("cleared", f"Cancelled because {number} before it failed."))

    def _problem(self, problem: Refusal, queued: QueuedAction | None = None) -> None:
        self.last_problem = problem
        self._notify(GameUpdate("error", self.state, queued, problem))

    def _clear(self, why: Refusal) -> int:
        count = len(self.queue)
        for queued in self.queue:
            queued.end("cleared", why)
        self.queue.clear()
        return count

    def _keep_result(self, before: GameState) -> None:
        if self.state.screen == "GAME_OVER" and before.screen != "GAME_OVER":
            screen, floor = self.state.screen_state, number(self.state.game, "floor")
            self.results.append(
                RunResult(bool(screen.get("victory")), number(screen, "score"), floor)
            )

    def _notify(self, update: GameUpdate) -> None:
        for updates in self._listeners:
            if updates.full():
                updates.get_nowait()
            updates.put_nowait(update)

    def _close(self) -> None:
        self.is_closed, self.is_ready = True, False
        self._watch(is_waiting=False)
        why = Refusal("game_closed", "The game closed the connection.")
        if self.running is not None:
            self.running.end("failed", why)
            self.running = None
        self._clear(why)
        self._notify(GameUpdate("end", self.state))
        if self.recorder is not None:
            self.recorder.close()


def _command(given: object) -> Command:
    """Return the action or text command that was given, parsing the JSON of an action."""
    if isinstance(given, Mapping):
        return read_action(given)
    if isinstance(given, str) and given.strip() and not set("\n\0") & set(given):
        return given
    if isinstance(given, Action):
        return given
    sentence = f"Expected an action or a text command of one line, not {str(given)[:60]!r}."
    raise Refused(Refusal("bad_command", sentence))


def run_agent(
    agent: Agent, connection: Connection | None = None, *, record: str = "", timeout: float = 20.0
) -> list[RunResult]:
    """Run an agent as the child process of the game, until the game or the agent ends the session."""
    recorder = Recorder(record) if record else None
    coordinator = Coordinator(
        connection or StdioConnection(), agent, timeout=timeout, recorder=recorder
    )
    return asyncio.run(coordinator.run())
