"""What comes of a message: what is to be stored, and who is to be told what."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec

from turnwright.server.storage.store import Changes, Row
from turnwright.server.views import protocol as wire
from turnwright.server.views.protocol import encode

SENDER = -1  # the one who asked
SPECTATORS = -2  # all spectators


class Reply:
    """What comes of a message: rows to make durable, and then frames to send, by chair."""

    __slots__ = ("changes", "frames", "rows")

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.frames: list[tuple[int, bytes]] = []
        self.changes: Changes | None = None

    def send(self, to: int, message: wire.FromServer) -> Reply:
        self.frames.append((to, encode(message)))
        return self


def action_key(slot: int | None, action_id: str) -> str:
    """Ids are a client's own: two players may use the same."""
    return f"{slot}:{action_id}"


def error_reply(code: str, sentence: str, hint: str = "", action_id: str | None = None) -> Reply:
    error = wire.Error(code=code, message=sentence, hint=hint, action_id=action_id)
    return Reply().send(SENDER, error)


def digest_of(*parts: Any) -> str:
    return blake2b(msgspec.json.encode(parts, order="sorted"), digest_size=12).hexdigest()


def picks_of(choice: Any) -> tuple[str, ...]:
    """A client's choice as option ids: one or a list; a yes or no may be true or false."""
    items = choice if isinstance(choice, list) else [choice]
    words = {True: "yes", False: "no"}
    return tuple(words[item] if isinstance(item, bool) else str(item) for item in items)
