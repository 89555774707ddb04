"""The result of handling a message: rows to store, then frames to send."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec

from turnwright.server.storage.store import InfoChanges, Row
from turnwright.server.views import protocol as wire
from turnwright.server.views.protocol import encode
from turnwright.server.views.state_patch import StateFrame

SENDER = -1  # recipient: the connection that sent the message
SPECTATORS = -2  # recipient: all spectators
_encode_sorted = msgspec.json.Encoder(order="sorted").encode


class Reply:
    """Rows to store, and frames to send once they are durable. Recipients are slots, `SENDER` or
    `SPECTATORS`."""

    __slots__ = ("changes", "frames", "received_at", "refusal", "rows", "sentence")

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.frames: list[tuple[int, bytes | StateFrame]] = []
        self.changes: InfoChanges | None = None
        self.refusal = ""  # the code, if the message was refused
        self.sentence = ""  # and the reason
        self.received_at = 0.0  # when a client's frame was read; 0 for everything else

    def send(self, to: int, message: wire.FromServer) -> Reply:
        """Add a message; return the reply itself."""
        self.frames.append((to, encode(message)))
        return self


def action_key(slot: int | None, action_id: str) -> str:
    """Return the room-wide key of a client's action id. Two players may use the same id."""
    return f"{slot}:{action_id}"


def error_reply(code: str, sentence: str, hint: str = "", action_id: str | None = None) -> Reply:
    """Return a reply that sends the sender one error."""
    error = wire.Error(code=code, message=sentence, hint=hint, action_id=action_id)
    reply = Reply().send(SENDER, error)
    reply.refusal, reply.sentence = code, sentence
    return reply


def digest_of(*parts: Any) -> str:
    """Return a short hash of a message's content, to recognise a repeated message."""
    return blake2b(_encode_sorted(parts), digest_size=12).hexdigest()
