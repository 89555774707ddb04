"""A request as the server sends it to a worker of the lab.

The payload of the answer is JSON that the worker has encoded. The server forwards it unread.
"""

from __future__ import annotations

from typing import NamedTuple


class Request(NamedTuple):
    """A request for a worker: its route, the public id of its job, the state of the kernel, whether it
    is the only job, and the body as the client has sent it."""

    route: str
    job: str
    kernel: str
    is_alone: bool
    body: bytes

    def encode(self) -> bytes:
        """Return the payload of the frame."""
        words = (self.route, self.job, self.kernel, "alone" if self.is_alone else "")
        return b"\n".join([*(word.encode() for word in words), self.body])


def decode_request(payload: bytes) -> Request:
    """The inverse of `Request.encode`."""
    *words, body = payload.split(b"\n", 4)
    route, job, kernel, alone = (word.decode() for word in words)
    return Request(route, job, kernel, alone == "alone", body)
