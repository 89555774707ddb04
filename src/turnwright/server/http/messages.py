"""What is said over HTTP, by the lobby and by its clients."""

from __future__ import annotations

from typing import Any

import msgspec


class CreateRoomRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """A new room. `bots` sit down first on the other chairs: one name each, as in `mcts:200`. Whoever
    runs out of time `forfeitAfter` times in a row has lost (0: never)."""

    game: str
    name: str = ""
    private: bool = False
    bots: list[str] = []
    seats: int = 0
    options: dict[str, Any] = {}
    timeouts: dict[str, float] = {}
    coin_flip: bool | None = None
    forfeit_after: int | None = None


class JoinRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    name: str = ""
    code: str = ""


class QuickMatchRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    game: str
    name: str = ""


class Seated(msgspec.Struct, rename="camel"):
    """A place in a room, and the token that proves it.

    `seat` is the place at the table, p1 for the first chair. Which seat one plays is drawn when the
    match begins, unless the room was made with `coinFlip` false, and changes with every rematch: it is
    `youAre` in the socket's `match_start`. The token is good for the same person all the time.
    """

    room_id: str
    seat: str
    token: str
    code: str = ""


class RoomSummary(msgspec.Struct, rename="camel"):
    """A line of the list of rooms, or of the history.

    In the history a line is a match: `match` is its number in its room, as the replay is asked for,
    and `players` are the names by seat, p1 first (empty if that was not kept yet). `names` are always
    those around the table, in the order of its chairs. `options` are the names of the game's options
    that the room was made with (null if this node does not have the room in memory, or in the history).
    """

    room_id: str
    game: str
    status: str
    names: list[str]
    created: float
    updated: float
    ended: float | None = None
    result: str = ""
    inputs: int = 0
    match: int = 0
    players: list[str] = []
    options: list[str] | None = None


class GameSummary(msgspec.Struct, rename="camel"):
    """A game that the server hosts."""

    name: str
    title: str
    about: str
    seats: list[int]
    bots: list[str]


class Frames(msgspec.Struct, rename="camel"):
    """A part of a replay: `line` says what happened, `state` is what was seen then."""

    total: int
    match: int
    matches: int
    frames: list[dict[str, Any]]


class ClosePromptRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    seat: str


class EndMatchRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    reason: str = "ended by the host"


class ErrorDetail(msgspec.Struct, omit_defaults=True):
    code: str
    message: str
    data: dict[str, Any] = {}


class ErrorResponse(msgspec.Struct):
    """Why nothing was done: a code for programs, a sentence for people."""

    error: ErrorDetail
