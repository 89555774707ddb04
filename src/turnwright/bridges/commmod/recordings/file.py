"""Recorded sessions as files: writing, reading, and comparing them with another game.

A recording consists of JSON lines: a header, then `{"t": seconds, "agent": command}` and
`{"t": seconds, "game": message}` in the order in which they were sent. A file whose name ends in
`.gz` is compressed.
"""

from __future__ import annotations

import gzip
import time
import zlib
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from turnwright.bridges.commmod.protocol import read_line, text_of
from turnwright.core.errors import UnusableError
from turnwright.testing.first_difference import Difference, first_difference

FORMAT = "turnwright-spire-wire"
IGNORED = frozenset({"body_text", "text"})
"""Event texts. They depend on the language, not on the state."""
NEWER = frozenset({"keys", "ethereal", "times_damaged", "limbo"})
"""Fields that older versions of the mod did not send."""


class RecordingEntry(msgspec.Struct, omit_defaults=True):
    """A line of a recorded session: a command of the agent or a message of the game."""

    t: float = 0.0
    agent: str | None = None
    game: dict[str, Any] | None = None


class Recorder:
    """Writes a session to a file. Every line is flushed before the next one is sent."""

    def __init__(self, path: str | Path) -> None:
        self._file: Any = (gzip.open if str(path).endswith(".gz") else open)(path, "wb")
        self._start = time.monotonic()
        self._write({"format": FORMAT, "version": 1})

    def game(self, line: bytes) -> None:
        """Record a message of the game. A line that is not a message is left out."""
        try:
            message = msgspec.json.decode(text_of(line), type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return
        self._write({"t": self._now(), "game": message})

    def agent(self, command: str) -> None:
        """Record a command of the agent."""
        self._write({"t": self._now(), "agent": command})

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _now(self) -> float:
        return round(time.monotonic() - self._start, 3)

    def _write(self, data: Any) -> None:
        if not self._file.closed:
            self._file.write(msgspec.json.encode(data) + b"\n")
            self._file.flush()


def load(path: str | Path) -> list[RecordingEntry]:
    """Read a recorded session. A truncated last line is left out."""
    data = Path(path).read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = zlib.decompressobj(31).decompress(data)  # also reads a truncated file
    first, _, rest = data.partition(b"\n")
    try:
        head = msgspec.json.decode(first, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeError):
        head = {}
    if head.get("format") != FORMAT:
        raise UnusableError("bad_recording", f"{path} is not a recorded session.")
    lines = rest.split(b"\n")
    entries: list[RecordingEntry] = []
    for number, line in enumerate(lines, 2):
        if not line.strip():
            continue
        try:
            entries.append(msgspec.json.decode(line, type=RecordingEntry))
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            if number - 1 == len(lines):
                break
            sentence = f"Line {number} of {path} cannot be read: {error}."
            raise UnusableError("bad_recording", sentence) from None
    return entries


# --- replaying to an agent ----------------------------------------------------------------------


class RecordedGame:
    """A connection that replays the recorded messages while the agent sends the recorded commands.
    `difference` is the first command that differs."""

    def __init__(self, entries: Sequence[RecordingEntry]) -> None:
        self.entries = list(entries)
        self.place = 0
        self.difference: Difference | None = None

    async def receive(self) -> bytes | None:
        """Return the next recorded message once the agent has sent all commands before it."""
        if self.difference is not None or self.place >= len(self.entries):
            return None
        entry = self.entries[self.place]
        if entry.game is None:
            self.difference = Difference(self.place, "command", entry.agent, None)
            return None
        self.place += 1
        return msgspec.json.encode(entry.game)

    def send(self, line: str) -> None:
        """Compare a command of the agent with the recorded one."""
        if self.difference is not None:
            return
        entry = self.entries[self.place] if self.place < len(self.entries) else RecordingEntry()
        if read_line(entry.agent or "") != read_line(line):
            self.difference = Difference(self.place, "command", entry.agent, line)
        self.place += 1


# --- comparing with another game ----------------------------------------------------------------

Replay: TypeAlias = Callable[[Sequence[RecordingEntry]], Iterable[dict[str, Any]]]
"""Replays the commands of a session and yields one message for each recorded message."""


def first_divergence(
    entries: Sequence[RecordingEntry], replay: Replay, ignore: Collection[str] = IGNORED
) -> Difference | None:
    """Return the first difference between the recorded messages and those of `replay`. Its step is the
    index of the recorded message among the entries."""
    ours = iter(replay(entries))
    same = _Equivalence(ignore)
    for step, entry in enumerate(entries):
        if entry.game is not None:
            got = next(ours, None)
            found = first_difference(step, entry.game, got, same=same)
            if found is not None:
                return found
    return None


class _Equivalence:
    """Decides which differences to ignore. Card uuids differ between games, so every recorded uuid must
    correspond to one and the same uuid throughout."""

    def __init__(self, ignore: Collection[str]) -> None:
        self.ignore = ignore
        self.partners: dict[str, str] = {}
        self.taken: dict[str, str] = {}
        self.unready = ""  # path of a monster whose intent was not drawn yet

    def __call__(self, path: str, expected: Any, got: Any) -> bool:
        key = path.rpartition(".")[2]
        if isinstance(expected, dict) and expected.get("intent") == "DEBUG":
            self.unready = path
        if key in ("intent", "move_adjusted_damage") and path == f"{self.unready}.{key}":
            return True
        if key == "uuid" and isinstance(expected, str) and isinstance(got, str):
            partner = self.partners.setdefault(expected, got)
            return partner == got and self.taken.setdefault(got, expected) == expected
        return key in self.ignore or (key in NEWER and expected is None)
