"""Whole runs played by a foreign agent, and their results."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import Protocol

import msgspec

from turnwright.bridges.commmod.protocol import ABANDON
from turnwright.games.spire.rng import seed_to_text

from .child_process import AgentFailure
from .mod import Mod, RunRequest
from .score import score
from .session import Quirks, Session

MAX_SKIPPED = 20
"""Runs of other characters than the wanted ones."""


class AgentLimits(msgspec.Struct, frozen=True):
    """Limits of an agent; its run is closed when it exceeds one."""

    handshake: float = 10.0
    """Seconds until its first line; the mod's own default."""
    timeout: float = 30.0
    """Seconds until its next command."""
    commands: int = 100_000
    """Commands in one run."""
    errors: int = 100
    """Refused commands in a row."""


class BotRunResult(msgspec.Struct):
    """The result of a run: victory, defeat, or unfinished; then `trouble` has the failure's code."""

    run: int
    seed: str
    character: str
    ascension: int
    result: str
    act: int
    floor: int
    score: int
    hp: int
    gold: int
    commands: int
    errors: int
    seconds: float
    trouble: str = ""
    why: str = ""

    def __str__(self) -> str:
        line = (
            f"run {self.run}: {self.result}, floor {self.floor} (act {self.act}), score {self.score}, "
            f"{self.character} A{self.ascension}, seed {self.seed}, {self.commands} commands in "
            f"{self.seconds:.1f} s"
        )
        return f"{line}: {self.why}" if self.why else line


class AgentConnection(Protocol):
    """A connection to an agent."""

    def send(self, line: bytes) -> None:
        """Send a line to the agent."""

    def receive(self, timeout: float) -> str:
        """Return the next line of the agent, or raise `AgentFailure`."""


class SessionRecorder(Protocol):
    """Records a session."""

    def game(self, line: bytes) -> None:
        """Record a line of the game."""

    def agent(self, command: str) -> None:
        """Record a line of the agent."""


class BotHost:
    """Plays a number of runs with an agent, or until the agent fails."""

    def __init__(
        self,
        connection: AgentConnection,
        *,
        runs: int = 1,
        quirks: Quirks | None = None,
        limits: AgentLimits | None = None,
        change: Callable[[int, RunRequest], RunRequest] | None = None,
        report: Callable[[BotRunResult], None] | None = None,
        recorder: SessionRecorder | None = None,
        characters: Collection[str] = (),
    ) -> None:
        """`change` may replace the run that the agent asks for. If `characters` are given, runs of
        others end at once and do not count: some agents play the characters in turn."""
        self.connection = connection
        self.characters = characters
        self.runs = runs
        self.limits = limits or AgentLimits()
        self.outcomes: list[BotRunResult] = []
        self.trouble: AgentFailure | None = None
        self._report = report
        self._scribe = recorder
        self._commands = self._errors = self._refused = self._skipped = 0
        self._began = time.monotonic()
        self.mod = Mod(quirks, None if change is None else lambda s: change(self._number, s))

    @property
    def _number(self) -> int:
        return len(self.outcomes) + 1

    def play(self) -> list[BotRunResult]:
        """Play the runs and return their results. A failure of the agent ends the loop early; the run
        in progress is reported as unfinished."""
        try:
            hello = self.connection.receive(self.limits.handshake)  # any line counts
            if self._scribe is not None:
                self._scribe.agent(hello)
            self._send(self.mod.state())
            while len(self.outcomes) < self.runs:
                self._turn()
        except AgentFailure as trouble:
            self.trouble = trouble
        except Exception as error:  # a bug in the simulator
            self.trouble = AgentFailure(
                "failed", f"The game failed: {type(error).__name__}: {error}"
            )
            self.trouble.__cause__ = error
        if self.trouble is not None and self.mod.session is not None:
            self._report_run(self.mod.session, self.trouble)
        return self.outcomes

    def _turn(self) -> None:
        """Receive a command and answer it."""
        limits, mod = self.limits, self.mod
        text = self.connection.receive(limits.timeout)
        if self._scribe is not None:
            self._scribe.agent(text)
        before = mod.session
        answer = mod.handle_line(text)
        self._commands += 1
        if mod.session is not before and before is None:
            self._began, self._commands, self._errors = time.monotonic(), 0, 0
            if mod.session is not None and not self._counts(mod.session):
                self._skip(mod.session)
                answer = mod.handle_line(ABANDON)
        if answer is None:
            return
        self._send(answer)
        if answer.startswith(b'{"error"'):
            self._errors += 1
            self._refused += 1
            if self._refused >= limits.errors:
                raise AgentFailure("babble", self._refusals(text, answer))
        else:
            self._refused = 0
        if before is not None and mod.session is None:
            if self._counts(before):
                self._report_run(before)
        elif self._commands >= limits.commands:
            sentence = f"The run has not ended after {self._commands} commands."
            raise AgentFailure("endless", sentence)

    def _counts(self, session: Session) -> bool:
        return not self.characters or session.G.character in self.characters

    def _skip(self, session: Session) -> None:
        self._skipped += 1
        if self._skipped > MAX_SKIPPED:
            wanted = ", ".join(self.characters)
            sentence = f"The agent goes on playing {session.G.character} and never {wanted}."
            raise AgentFailure("endless", sentence)

    def _refusals(self, command: str, answer: bytes) -> str:
        last = f"{command[:80]!r} was answered with {answer.decode()}"
        if self._refused == 1:
            return f"The agent sent a command that was refused: {last}."
        count = f"The agent sent {self._refused} commands in a row that were refused"
        return f"{count}: the last one, {last}."

    def _send(self, line: bytes) -> None:
        if self._scribe is not None:
            self._scribe.game(line)
        self.connection.send(line)

    def _report_run(self, session: Session, trouble: AgentFailure | None = None) -> None:
        G = session.G
        result = {"VICTORY": "victory", "LOSS": "defeat"}.get(G.outcome, "unfinished")
        outcome = BotRunResult(
            self._number,
            seed_to_text(G.seed),
            G.character,
            G.ascension,
            result,
            G.act,
            G.floor,
            score(G, session.fights_won),
            G.hp,
            G.gold,
            self._commands,
            self._errors,
            round(time.monotonic() - self._began, 3),
            trouble.code if trouble else "",
            str(trouble) if trouble else "",
        )
        self.outcomes.append(outcome)
        if self._report is not None:
            self._report(outcome)
