"""Frames between the server and its worker processes: a header with the length, and bytes."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

HEADER = struct.Struct(">IIBH")  # the length of the payload, the job, the kind, the HTTP status


class Kind(IntEnum):
    """What a frame is about. The first three go to a worker, the others come from it."""

    REQUEST = 1
    CANCEL = 2
    WARM_UP = 3
    READY = 4
    STARTED = 5
    PROGRESS = 6
    RESULT = 7
    ERROR = 8
    RETIRING = 9


NO_REPORT = 204
"""The status of a progress frame that has only numbers."""
LAST_KINDS = frozenset({Kind.RESULT, Kind.ERROR})
"""The kinds that end a job."""


class Frame(NamedTuple):
    """One frame. `status` is the HTTP status of an answer."""

    kind: Kind
    job: int = 0
    payload: bytes = b""
    status: int = 200

    def encode(self) -> bytes:
        """Return the bytes to send."""
        return HEADER.pack(len(self.payload), self.job, self.kind, self.status) + self.payload


class FrameReader:
    """Takes bytes as they arrive, and yields complete frames."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[Frame]:
        """Add bytes; yield the frames that are complete now."""
        buffer = self._buffer
        buffer += data
        while len(buffer) >= HEADER.size:
            length, job, kind, status = HEADER.unpack_from(buffer)
            end = HEADER.size + length
            if len(buffer) < end:
                return
            payload = bytes(buffer[HEADER.size : end])
            del buffer[:end]
            yield Frame(Kind(kind), job, payload, status)
