"""Sessions on the wire as files: recorded, read, played again to an agent, and compared with what
another game says to the same commands.

A recording is JSON lines: first what it is, then `{"t": seconds, "agent": command}` and
`{"t": seconds, "game": message}` as they went over the wire. A file whose name ends in `.gz` is packed.
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
"""Prose of events: it depends on the language, not on the game."""
NEWER = frozenset({"keys", "ethereal", "times_damaged", "limbo"})
"""Fields that older versions of the mod did not send."""


class Entry(msgspec.Struct, omit_defaults=True):
    """A line of a session: what the agent said, or what the game said."""

    t: float = 0.0
    agent: str | None = None
    game: dict[str, Any] | None = None


class Recorder:
    """Writes a session while it goes on; every line is on the disk before the next is said."""

    def __init__(self, path: str | Path) -> None:
        self._file: Any = (gzip.open if str(path).endswith(".gz") else open)(path, "wb")
        self._start = time.monotonic()
        self._write({"format": FORMAT, "version": 1})

    def game(self, line: bytes) -> None:
        """What the game said; a line that is no message is left out."""
        try:
            message = msgspec.json.decode(text_of(line), type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return
        self._write({"t": self._now(), "game": message})

    def agent(self, command: str) -> None:
        self._write({"t": self._now(), "agent": command})

    def close(self) -> None:
        self._file.close()

    def _now(self) -> float:
        return round(time.monotonic() - self._start, 3)

    def _write(self, data: Any) -> None:
        if not self._file.closed:
            self._file.write(msgspec.json.encode(data) + b"\n")
            self._file.flush()


def load(path: str | Path) -> list[Entry]:
    """The lines of a recorded session. A last line that was cut off is left out."""
    data = Path(path).read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = zlib.decompressobj(31).decompress(data)  # reads what there is of a file cut off
    first, _, rest = data.partition(b"\n")
    try:
        head = msgspec.json.decode(first, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeError):
        head = {}
    if head.get("format") != FORMAT:
        raise UnusableError("bad_recording", f"{path} is no recording of a session.")
    lines = rest.split(b"\n")
    entries: list[Entry] = []
    for number, line in enumerate(lines, 2):
        if not line.strip():
            continue
        try:
            entries.append(msgspec.json.decode(line, type=Entry))
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            if number - 1 == len(lines):
                break
            sentence = f"Line {number} of {path} cannot be read: {error}."
            raise UnusableError("bad_recording", sentence) from None
    return entries


# --- played again to an agent ---------------------------------------------------------------------


class Playback:
    """A wire on which a recorded game speaks: it goes on as long as the agent says what was recorded.
    `difference` is the first command that was another one."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = list(entries)
        self.place = 0
        self.difference: Difference | None = None

    async def receive(self) -> bytes | None:
        """What the game said next, once the agent has said all that was said before it."""
        if self.difference is not None or self.place >= len(self.entries):
            return None
        entry = self.entries[self.place]
        if entry.game is None:
            self.difference = Difference(self.place, "command", entry.agent, None)
            return None
        self.place += 1
        return msgspec.json.encode(entry.game)

    def send(self, line: str) -> None:
        if self.difference is not None:
            return
        entry = self.entries[self.place] if self.place < len(self.entries) else Entry()
        if read_line(entry.agent or "") != read_line(line):
            self.difference = Difference(self.place, "command", entry.agent, line)
        self.place += 1


# --- compared with another game -------------------------------------------------------------------

Replay: TypeAlias = Callable[[Sequence[Entry]], Iterable[dict[str, Any]]]
"""A game that plays a recorded session: one message for each of the recorded ones."""


def first_divergence(
    entries: Sequence[Entry], replay: Replay, ignore: Collection[str] = IGNORED
) -> Difference | None:
    """The first message of a recorded session that `replay` has otherwise; its step is the place of the
    recorded message among the entries."""
    ours = iter(replay(entries))
    same = _Same(ignore)
    for step, entry in enumerate(entries):
        if entry.game is not None:
            got = next(ours, None)
            found = first_difference(step, entry.game, got, same=same)
            if found is not None:
                return found
    return None


class _Same:
    """Which differences do not count. Cards go by ids that every run makes anew: there the same card
    must have the same partner throughout."""

    def __init__(self, ignore: Collection[str]) -> None:
        self.ignore = ignore
        self.partners: dict[str, str] = {}
        self.taken: dict[str, str] = {}
        self.unready = ""  # where a monster is whose intent the game had not drawn yet

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
