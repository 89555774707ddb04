"""The write-ahead log of an SQLite file: where its frames are, and how to tear them.

The format is described at https://www.sqlite.org/fileformat2.html#walformat: a header of 32 bytes, then
frames of 24 bytes and one page each. A frame that ends a transaction says how large the database is.
"""

from __future__ import annotations

import random
import struct
from pathlib import Path

import msgspec

HEADER, FRAME_HEADER = 32, 24


class Frame(msgspec.Struct, frozen=True):
    """A frame: its offset, the number of its page from 1, and whether it ends a transaction."""

    offset: int
    page: int
    is_end: bool


def page_size(wal: bytes) -> int:
    """Return the size of a page."""
    return int(struct.unpack_from(">I", wal, 8)[0])


def frames_of(wal: bytes) -> list[Frame]:
    """Return the frames since the file was last written from its beginning. Older ones, which SQLite
    ignores, have other salts than the header."""
    if len(wal) < HEADER:
        return []
    size, salts = page_size(wal), wal[16:24]
    found = []
    for offset in range(HEADER, len(wal) - FRAME_HEADER - size + 1, FRAME_HEADER + size):
        page, pages = struct.unpack_from(">II", wal, offset)
        if wal[offset + 8 : offset + 16] != salts:
            break
        found.append(Frame(offset, page, pages > 0))
    return found


def _size_in_use(wal: bytes, frames: list[Frame]) -> int:
    """Return where the last complete transaction ends."""
    ends = [frame.offset for frame in frames if frame.is_end]
    return ends[-1] + FRAME_HEADER + page_size(wal) if ends else HEADER


def tear_next_commit(database: Path, rng: random.Random) -> int:
    """Leave the file as if the power had failed during the next commit: after the last transaction
    there is a copy of some frames with a wrong checksum, cut off in the middle. Return its bytes."""
    path = database.with_name(f"{database.name}-wal")
    wal = path.read_bytes()
    frames = frames_of(wal)
    if not frames:
        return 0
    end = _size_in_use(wal, frames)
    begin = rng.choice(frames).offset
    torn = wal[begin : begin + rng.randrange(1, 3 * page_size(wal))]
    path.write_bytes(wal[:end] + torn)
    return len(torn)


def tear_checkpoint(database: Path, rng: random.Random) -> int:
    """Leave the file as if the power had failed during a checkpoint: pages of the database that the log
    still holds are half written. Return how many."""
    wal = database.with_name(f"{database.name}-wal").read_bytes()
    frames = frames_of(wal)
    end = _size_in_use(wal, frames)
    size = page_size(wal) if frames else 0
    pages = sorted({frame.page for frame in frames if frame.offset < end})
    torn = rng.sample(pages, min(len(pages), 4))
    with database.open("r+b") as file:
        for page in torn:
            file.seek((page - 1) * size + size // 2)
            file.write(rng.randbytes(size // 2))
    return len(torn)


def cut_off_end(database: Path, rng: random.Random, most: int = 20) -> int:
    """Cut off up to `most` of the last frames, as a disk does that has not written what it said it had.
    Return how many bytes are missing."""
    path = database.with_name(f"{database.name}-wal")
    wal = path.read_bytes()
    frames = frames_of(wal)
    if len(frames) < 2:
        return 0
    first = frames[max(1, len(frames) - most)].offset
    cut = rng.randrange(first, _size_in_use(wal, frames))
    path.write_bytes(wal[:cut])
    return len(wal) - cut
