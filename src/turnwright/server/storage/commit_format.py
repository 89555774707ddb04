"""The log in a SQLite file: packed rows by commit, and the tables that say where each room ends.

`sqlite` describes the format. The functions here are used by the store and by migrations.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from .errors import StoreFailed
from .store import Row

SPAN = 1 << 28  # the largest size of a commit; positions are commit * SPAN + offset
FIND = "SELECT id, epoch, seq, last, deadline FROM rooms JOIN heads USING (id) WHERE room = ?"
NEW_COMMITS = "SELECT id, rows FROM commits WHERE id > (SELECT last FROM told) ORDER BY id"
UPDATE_HEAD = "UPDATE heads SET seq = ?, last = ? WHERE id = (SELECT id FROM rooms WHERE room = ?)"
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[Any]).decode


def pack(before: int, row: Sequence[Any]) -> bytes:
    """Pack a row: its length, the position of the previous row of its room, and its fields."""
    packed = _encode((before, *row))
    return len(packed).to_bytes(4, "big") + packed


def unpack(rows: bytes, offset: int) -> list[Any]:
    """Return the row at an offset of a commit: the previous position followed by the fields."""
    start = offset + 4
    return _decode(rows[start : start + int.from_bytes(rows[offset:start], "big")])


def rows_in(rows: bytes) -> Iterator[tuple[int, list[Any]]]:
    """Yield the rows of a commit: the offset, and the previous position followed by the fields. Rows
    that were erased are left out."""
    offset = 0
    while offset < len(rows):
        if rows[offset + 4]:  # the first byte of a list; zeros were written over erased rows
            yield offset, unpack(rows, offset)
        offset += 4 + int.from_bytes(rows[offset : offset + 4], "big")


def commit_rows(db: sqlite3.Connection, number: int) -> bytes:
    """Return the packed rows of a commit."""
    found = db.execute("SELECT rows FROM commits WHERE id = ?", (number,)).fetchone()
    if found is None:
        raise StoreFailed(f"Commit {number} is missing from the database.")
    packed: bytes = found[0]
    return packed


def read_back(db: sqlite3.Connection, seq: int, position: int, after: int) -> list[Row]:
    """Read the rows of a room after row `after`, backwards from row `seq` at a position."""
    rows: list[Row] = []
    known, packed = 0, b""
    while seq > after:
        commit, offset = divmod(position, SPAN)
        if commit != known:
            known, packed = commit, commit_rows(db, commit)
        position, *row = unpack(packed, offset)
        rows.append(Row(*row))
        seq -= 1
    return rows[::-1]


def update_heads(db: sqlite3.Connection) -> None:
    """Bring `heads` up to date with all commits."""
    heads, last = {}, 0
    for last, rows in db.execute(NEW_COMMITS):
        for offset, row in rows_in(rows):
            heads[row[1]] = (row[2], last * SPAN + offset, row[1])
    if last:
        db.executemany(UPDATE_HEAD, heads.values())
        db.execute("UPDATE told SET last = ?", (last,))


def erase_log(db: sqlite3.Connection, seq: int, position: int) -> None:
    """Write zeros over all rows of a room, backwards from row `seq` at a position. Rows of other rooms
    in the same commits keep their positions. Commits without any other row are deleted, except the
    newest: its number must not be used again."""
    newest = db.execute("SELECT max(id) FROM commits").fetchone()[0]
    while seq > 0:
        commit = position // SPAN
        before = commit_rows(db, commit)
        packed = bytearray(before)
        while seq > 0 and position // SPAN == commit:
            offset = position % SPAN
            position = unpack(before, offset)[0]
            end = offset + 4 + int.from_bytes(packed[offset : offset + 4], "big")
            packed[offset + 4 : end] = bytes(end - offset - 4)
            seq -= 1
        if commit != newest and not any(True for _ in rows_in(bytes(packed))):
            db.execute("DELETE FROM commits WHERE id = ?", (commit,))
        else:
            db.execute("UPDATE commits SET rows = ? WHERE id = ?", (bytes(packed), commit))
