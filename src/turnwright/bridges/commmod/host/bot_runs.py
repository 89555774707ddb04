"""Whole runs with somebody else's agent, and what became of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

import msgspec

from turnwright.games.spire.rng import seed_to_text

from .child_process import Trouble
from .mod import Mod, Start
from .score import score
from .session import Desk, Quirks


class Limits(msgspec.Struct, frozen=True):
    """What an agent may do before its run is closed."""

    handshake: float = 10.0
    """Seconds until its first line: the mod's own default."""
    patience: float = 30.0
    """Seconds until its next command."""
    commands: int = 100_000
    """In a run."""
    errors: int = 100
    """Commands in a row that are not taken."""


class Outcome(msgspec.Struct):
    """How a run went. `result` is victory, defeat, or unfinished; then `trouble` says why."""

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


class Wire(Protocol):
    """What an agent is spoken to through."""

    def say(self, line: bytes) -> None: ...

    def hear(self, patience: float) -> str: ...


class Scribe(Protocol):
    """Who writes a session down."""

    def game(self, line: bytes) -> None: ...

    def agent(self, command: str) -> None: ...


class Host:
    """Plays runs with an agent, until so many are over or the agent cannot go on."""

    def __init__(
        self,
        wire: Wire,
        *,
        runs: int = 1,
        quirks: Quirks | None = None,
        limits: Limits | None = None,
        change: Callable[[int, Start], Start] | None = None,
        report: Callable[[Outcome], None] | None = None,
        scribe: Scribe | None = None,
    ) -> None:
        self.wire = wire
        self.runs = runs
        self.limits = limits or Limits()
        self.outcomes: list[Outcome] = []
        self.trouble: Trouble | None = None
        self._report = report
        self._scribe = scribe
        self._commands = self._errors = self._refused = 0
        self._began = time.monotonic()
        self.mod = Mod(quirks, None if change is None else lambda s: change(self._number, s))

    @property
    def _number(self) -> int:
        return len(self.outcomes) + 1

    def play(self) -> list[Outcome]:
        """Until the runs are over. Trouble with the agent ends it early; the run it happened in is
        reported as unfinished."""
        try:
            hello = self.wire.hear(self.limits.handshake)  # whatever it is
            if self._scribe is not None:
                self._scribe.agent(hello)
            self._say(self.mod.state())
            while len(self.outcomes) < self.runs:
                self._turn()
        except Trouble as trouble:
            self.trouble = trouble
        except Exception as error:  # the simulator itself: a fault of ours
            self.trouble = Trouble("failed", f"The game failed: {type(error).__name__}: {error}")
            self.trouble.__cause__ = error
        if self.trouble is not None and self.mod.desk is not None:
            self._note(self.mod.desk, self.trouble)
        return self.outcomes

    def _turn(self) -> None:
        """Hear a command and answer it."""
        limits, mod = self.limits, self.mod
        text = self.wire.hear(limits.patience)
        if self._scribe is not None:
            self._scribe.agent(text)
        before = mod.desk
        answer = mod.hear(text)
        self._commands += 1
        if mod.desk is not before and before is None:
            self._began, self._commands, self._errors = time.monotonic(), 0, 0
        if answer is None:
            return
        self._say(answer)
        if answer.startswith(b'{"error"'):
            self._errors += 1
            self._refused += 1
            if self._refused >= limits.errors:
                sentence = f"The agent sent {self._refused} commands in a row that are not taken."
                raise Trouble("babble", f"{sentence} The last answer was {answer.decode()}.")
        else:
            self._refused = 0
        if before is not None and mod.desk is None:
            self._note(before)
        elif self._commands >= limits.commands:
            sentence = f"The run has not ended after {self._commands} commands."
            raise Trouble("endless", sentence)

    def _say(self, line: bytes) -> None:
        if self._scribe is not None:
            self._scribe.game(line)
        self.wire.say(line)

    def _note(self, desk: Desk, trouble: Trouble | None = None) -> None:
        G = desk.G
        result = {"VICTORY": "victory", "LOSS": "defeat"}.get(G.outcome, "unfinished")
        outcome = Outcome(
            self._number,
            seed_to_text(G.seed),
            G.character,
            G.ascension,
            result,
            G.act,
            G.floor,
            score(G, desk.slain),
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
