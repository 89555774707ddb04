"""The record: the append-only list of a match's inputs, from which the match can be rebuilt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from turnwright.core.definition.state import freeze
from turnwright.core.errors import UnusableError

FORMAT = 1


def to_bytes(data: bytes | str) -> bytes:
    """What was read from somewhere; text that is no text fails when it is decoded, not here."""
    return data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data


class RecordEntry(msgspec.Struct, omit_defaults=True, gc=False):
    """One input: a move, the picks of an answer, or an operation on the match (`op`).

    `at` is where the flow stood before, `hash` names the state after, and `barrier` says that hidden
    information came to light, so that no undo goes back behind it.
    """

    seat: int = -1
    move: str = ""
    args: tuple[Any, ...] = ()
    picks: tuple[str, ...] | None = None
    op: str = ""
    at: str = ""
    turn: int = 0
    hash: str = ""
    barrier: bool = False

    def __str__(self) -> str:
        if self.op:
            return " ".join([self.op, *map(str, self.args)])
        if self.picks is not None:
            return f"seat {self.seat} answers {', '.join(self.picks) or 'nothing'}"
        return " ".join([f"seat {self.seat}", self.move, *map(str, self.args)])


class Record(msgspec.Struct, omit_defaults=True):
    """Everything needed to play a match again, and to check that it went the same way."""

    game: str
    rules: str
    seed: int | str
    seats: list[str]
    options: dict[str, Any] = {}
    scripts: dict[str, list[Any]] = {}
    entries: list[RecordEntry] = []
    turnwright: int = msgspec.field(default_factory=lambda: FORMAT)

    def __str__(self) -> str:
        lines = [f"{self.game}, seed {self.seed}, {len(self.seats)} seats"]
        lines += [f"{i:>4}  {entry.at:<28} {entry}" for i, entry in enumerate(self.entries, 1)]
        return "\n".join(lines)

    def to_json(self) -> bytes:
        return msgspec.json.encode(self)

    def to_msgpack(self) -> bytes:
        return msgspec.msgpack.encode(self)

    @classmethod
    def parse(cls, data: bytes | str) -> Record:
        """Read a record in either form."""
        raw = to_bytes(data)
        try:
            if raw.lstrip()[:1] == b"{":
                record = msgspec.json.decode(raw, type=cls)
            else:
                record = msgspec.msgpack.decode(raw, type=cls)
            for entry in record.entries:
                entry.args = freeze(entry.args)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise UnusableError("record_corrupt", f"This is not a whole record: {error}.") from None
        if record.turnwright != FORMAT:
            sentence = f"This record has format {record.turnwright}; this version reads {FORMAT}."
            raise UnusableError("record_format", sentence)
        return record

    def header(self) -> Record:
        """The same match without its inputs."""
        return msgspec.structs.replace(self, entries=[])

    def copy(self) -> Record:
        return msgspec.structs.replace(self, entries=self.entries[:])


class Fault(msgspec.Struct, frozen=True):
    """A failure inside the rules: the exception, and the record whose last entry reproduces it."""

    error: Exception
    record: Record


def effective(entries: Iterable[RecordEntry]) -> list[RecordEntry]:
    """The inputs that still count: every `undo` takes back the one before it."""
    inputs: list[RecordEntry] = []
    for entry in entries:
        if entry.op == "undo":
            if not inputs:
                raise UnusableError("record_corrupt", "This record undoes more than was done.")
            inputs.pop()
        else:
            inputs.append(entry)
    return inputs
