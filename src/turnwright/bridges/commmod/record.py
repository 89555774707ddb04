"""Sessions on the wire as files: recorded, read, played again to an agent, and compared with what
another game says to the same commands.

A recording is JSON lines: first what it is, then `{"t": seconds, "agent": command}` and
`{"t": seconds, "game": message}` as they went over the wire. A file whose name ends in `.gz` is packed.
"""

from __future__ import annotations

import gzip
import time
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from turnwright.bridges.commmod.protocol import read_line, text_of
from turnwright.core.errors import UnusableError

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


class Difference(msgspec.Struct):
    """Where two sessions part: after how many lines, in which field, what was recorded, what came."""

    line: int
    path: str
    expected: Any
    got: Any
    command: str = ""

    def __str__(self) -> str:
        after = f" after {self.command!r}" if self.command else ""
        values = f"expected {_short(self.expected)}, got {_short(self.got)}"
        return f"line {self.line}{after}, {self.path}: {values}"


Replay: TypeAlias = Callable[[Sequence[Entry]], Iterable[dict[str, Any]]]
"""A game that plays a recorded session: one message for each of the recorded ones."""


def first_difference(
    entries: Sequence[Entry], replay: Replay, ignore: Collection[str] = IGNORED
) -> Difference | None:
    """The first message of a recorded session that `replay` has otherwise."""
    ours: Iterator[dict[str, Any]] = iter(replay(entries))
    comparing = _Comparing(ignore)
    command = ""
    for line, entry in enumerate(entries):
        if entry.agent is not None:
            command = entry.agent
        if entry.game is None:
            continue
        got = next(ours, None)
        if got is None:
            return Difference(line, "message", entry.game, None, command)
        found = comparing.compare(entry.game, got, "")
        if found is not None:
            return Difference(line, *found, command)
    return None


class _Comparing:
    """Compares messages. Cards go by ids that every run makes anew: the same card must have the same
    partner throughout."""

    def __init__(self, ignore: Collection[str]) -> None:
        self.ignore = ignore
        self.partners: dict[str, str] = {}
        self.taken: dict[str, str] = {}

    def compare(self, one: Any, other: Any, path: str) -> tuple[str, Any, Any] | None:
        """The first difference: its path and both values."""
        if isinstance(one, dict) and isinstance(other, dict):
            return self._objects(one, other, path)
        if isinstance(one, list) and isinstance(other, list):
            for place, (left, right) in enumerate(zip(one, other, strict=False)):
                if found := self.compare(left, right, f"{path}[{place}]"):
                    return found
            if len(one) != len(other):
                return f"{path}.length", len(one), len(other)
            return None
        return None if one == other and type(one) is type(other) else (path, one, other)

    def _objects(self, one: Any, other: Any, path: str) -> tuple[str, Any, Any] | None:
        skipped = set(self.ignore)
        if (
            one.get("intent") == "DEBUG"
        ):  # sent before the game has made up its picture of the intent
            skipped |= {"intent", "move_adjusted_damage"}
        for key in sorted(one.keys() | other.keys()):
            if key in skipped or (key in NEWER and key not in one):
                continue
            here = f"{path}.{key}".lstrip(".")
            left, right = one.get(key), other.get(key)
            if key == "uuid" and isinstance(left, str) and isinstance(right, str):
                same = self.partners.setdefault(left, right) == right
                if not same or self.taken.setdefault(right, left) != left:
                    return here, left, right
            elif found := self.compare(left, right, here):
                return found
        return None


def _short(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 80 else text[:77] + "..."
