"""What a room is made of: chairs, the lines of its log, open prompts, and its image."""

from __future__ import annotations

from typing import Any

import msgspec

from turnwright.core.runtime.flow_state import Result
from turnwright.core.runtime.prompts import Question
from turnwright.server.views.protocol import SEATS

from . import inputs

TIMEOUTS: dict[str, float] = {
    "prompt": 30.0,  # every question and menu that has no time of its own
    "move": 300.0,  # the choice of a move; 0 is for ever
}
KEPT_LINES = 60
WHO = [*SEATS, ""]  # by seat; -1 is nobody


class PlayerSlot(msgspec.Struct):
    """A place at the table. It is free when nobody has a name there."""

    name: str = ""
    bot: str = ""
    is_ready: bool = False
    wants_rematch: bool = False
    timeouts: int = 0  # in a row
    sitting: int = 0  # the row with which somebody sat down; tokens are good for one sitting

    @property
    def is_free(self) -> bool:
        return not self.name


class RoomLogLine(msgspec.Struct, frozen=True, gc=False):
    """A line of the log: `own` is what the seat itself reads in its place."""

    n: int
    seat: int
    text: str
    own: str

    def seen_by(self, viewer: int | None) -> dict[str, Any]:
        """As somebody may read it."""
        return {
            "n": self.n,
            "who": WHO[self.seat],
            "text": self.own if self.seat == viewer else self.text,
        }


class OpenPrompt(msgspec.Struct):
    """An open prompt, or (without an id) the time a seat has for its move."""

    prompt_id: str
    kind: str
    version: int
    deadline: float | None
    question: Question | None = None


class RoomSnapshot(msgspec.Struct, rename={"slots": "chairs"}):
    """A snapshot of a room."""

    create: inputs.Create
    slots: list[PlayerSlot]
    seating: list[int]
    status: str
    version: int
    seq: int
    number: int
    asked: int
    lines: list[RoomLogLine]
    line_count: int
    chat: list[tuple[int, str, str]]
    actions: dict[str, tuple[str, int]]
    since: list[int]
    opened: dict[int, tuple[str, int, float | None]]
    match: bytes
    result: Result | None
    held: dict[int, float | None] = {}
    ended: float = 0.0
