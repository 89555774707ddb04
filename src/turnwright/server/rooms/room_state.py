"""The parts of a room: player slots, log lines, open prompts, and the snapshot of all of it."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from turnwright.core.runtime.flow_state import Result
from turnwright.core.runtime.prompts import Question
from turnwright.server.views.message_parts import LogLine
from turnwright.server.views.protocol import SEATS

from . import inputs
from .draw_offers import DrawOffers
from .response_windows import OTHERS

DEFAULT_TIMEOUTS: dict[str, float] = {
    "prompt": 30.0,  # questions and menus without a timeout of their own
    "move": 300.0,  # choosing a move; 0 disables the timeout
}
KEPT_LINES = 60
KEPT_CHAT = 50  # lines that are shown to whoever joins
SEAT_NAMES = [*SEATS, ""]  # index -1: no seat


class PlayerSlot(msgspec.Struct, rename={"joined_seq": "sitting"}):
    """A player's place in the room, before and between matches. It is free if it has no name."""

    name: str = ""
    bot: str = ""
    is_ready: bool = False
    wants_rematch: bool = False
    timeouts: int = 0  # consecutive
    joined_seq: int = 0  # log row in which this player joined; tokens are bound to it
    responses: str = OTHERS  # in which response windows this player is asked
    subject: str = ""  # of an identified player; never shown to others
    stand_in: str = ""  # the bot that plays for this player, who has left

    @property
    def is_free(self) -> bool:
        """Return whether nobody has taken this slot."""
        return not self.name

    @property
    def playing_bot(self) -> str:
        """The bot that plays in this slot: its own, or the one that stands in for its player."""
        return self.bot or self.stand_in


class RoomLogLine(msgspec.Struct, frozen=True, gc=False):
    """A line of the match log. The seat itself reads `own` instead of `text`."""

    n: int
    seat: int
    text: str
    own: str
    cards: tuple[int | str, ...] = ()  # that everybody sees: the acting card, then its targets

    def seen_by(self, viewer: int | None) -> LogLine:
        """Return the line as a seat, or a spectator (None), may read it."""
        text = self.own if self.seat == viewer else self.text
        return LogLine(self.n, SEAT_NAMES[self.seat], text, self.cards or UNSET)


class OpenPrompt(msgspec.Struct):
    """An open question to a seat, or (without an id) its time to choose a move."""

    prompt_id: str
    kind: str
    version: int
    deadline: float | None
    question: Question | None = None


class StoppedClock(msgspec.Struct, frozen=True):
    """The clock of a seat while a bot stands in for its player: the version of its open prompt, and the
    seconds that were left (None: no limit), also of the action in progress."""

    version: int
    seconds: float | None
    held_seconds: float | None


class RoomSnapshot(
    msgspec.Struct,
    rename={
        "slots": "chairs",
        "match_number": "number",
        "prompt_count": "asked",
        "changed_at": "since",
        "open_prompts": "opened",
        "held_deadlines": "held",
        "ended_at": "ended",
    },
):
    """The stored form of a room. The renamed fields keep the names of existing snapshots."""

    create: inputs.Create
    slots: list[PlayerSlot]
    seating: list[int]
    status: str
    version: int
    seq: int
    match_number: int
    prompt_count: int
    lines: list[RoomLogLine]
    line_count: int
    chat: list[tuple[int, str, str]]  # empty since chat is stored apart
    actions: dict[str, tuple[str, int]]
    changed_at: list[int]
    open_prompts: dict[int, tuple[str, int, float | None]]
    match: bytes
    result: Result | None
    held_deadlines: dict[int, float | None] = {}
    ended_at: float = 0.0
    last_at: float = 0.0
    match_players: list[int] = []
    chat_since: int = 0
    draw_offers: DrawOffers = msgspec.field(default_factory=DrawOffers)
    stopped_clocks: dict[int, StoppedClock] = {}
