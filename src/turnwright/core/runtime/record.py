"""The record of a match: the append-only list of its inputs, from which it can be rebuilt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from turnwright.core.definition.state import freeze
from turnwright.core.errors import UnusableError

FORMAT = 1
BEFORE_START = -1  # the index of a checkpoint that was taken before the opening


def to_bytes(data: bytes | str) -> bytes:
    """Return data as bytes. Invalid text fails later, when it is decoded."""
    return data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data


class RecordEntry(msgspec.Struct, omit_defaults=True, gc=False):
    """One input: a move, the picks of an answer, or an operation on the match (`op`).

    `at` is the place before the input and `hash` the hash of the state after it (empty if a question
    is open). `barrier` says that hidden information was revealed, so that it cannot be undone.
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
    """Everything that is needed to play a match again and to verify it.

    With `public_windows`, response windows opened by what everybody could see (see `Game.start`).
    `game_id` identifies this match, `match_id` the series of matches that it belongs to.
    """

    game: str
    rules: str
    seed: int | str
    seats: list[str]
    options: dict[str, Any] = {}
    scripts: dict[str, list[Any]] = {}
    entries: list[RecordEntry] = []
    public_windows: bool = False
    game_id: str = ""
    match_id: str = ""
    turnwright: int = msgspec.field(default_factory=lambda: FORMAT)

    def __str__(self) -> str:
        lines = [f"{self.game}, seed {self.seed}, {len(self.seats)} seats"]
        lines += [f"{i:>4}  {entry.at:<28} {entry}" for i, entry in enumerate(self.entries, 1)]
        return "\n".join(lines)

    def to_json(self) -> bytes:
        """Encode the record as JSON."""
        return msgspec.json.encode(self)

    def to_msgpack(self) -> bytes:
        """Encode the record as MessagePack."""
        return msgspec.msgpack.encode(self)

    @classmethod
    def parse(cls, data: bytes | str) -> Record:
        """Decode a record in either format."""
        raw = to_bytes(data)
        try:
            if raw.lstrip()[:1] == b"{":
                record = msgspec.json.decode(raw, type=cls)
            else:
                record = msgspec.msgpack.decode(raw, type=cls)
            for entry in record.entries:
                entry.args = freeze(entry.args)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise UnusableError(
                "record_corrupt", f"This is not a complete record: {error}."
            ) from None
        if record.turnwright != FORMAT:
            sentence = f"This record has format {record.turnwright}; this version reads {FORMAT}."
            raise UnusableError("record_format", sentence)
        return record

    def header(self) -> Record:
        """Return the record without its entries."""
        return msgspec.structs.replace(self, entries=[])

    def copy(self) -> Record:
        """Return a copy with its own list of entries."""
        return msgspec.structs.replace(self, entries=self.entries[:])


class Fault(msgspec.Struct, frozen=True):
    """An error in the rules: the exception, and the record whose last entry reproduces it."""

    error: Exception
    record: Record

    @classmethod
    def of(cls, error: Exception, record: Record, entry: RecordEntry) -> Fault:
        """Build the fault of an input. Arguments that cannot be encoded are kept as text."""
        record = record.copy()
        try:
            msgspec.json.encode(entry)
        except (TypeError, OverflowError):
            entry.args = tuple(map(repr, entry.args))
        record.entries.append(entry)
        return cls(error, record)


def effective(entries: Iterable[RecordEntry]) -> list[RecordEntry]:
    """Return the entries that were not undone. Every `undo` removes the entry before it."""
    inputs: list[RecordEntry] = []
    for entry in entries:
        if entry.op == "undo":
            if not inputs:
                raise UnusableError("record_corrupt", "This record has more undos than inputs.")
            inputs.pop()
        else:
            inputs.append(entry)
    return inputs
