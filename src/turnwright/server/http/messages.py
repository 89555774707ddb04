"""The request and response bodies of the lobby's HTTP interface."""

from __future__ import annotations

from typing import Any

import msgspec


class CreateRoomRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """Create a room. Each name in `bots`, such as `mcts:200`, takes one of the other seats. A
    player who times out `forfeitAfter` times in a row loses (0: never)."""

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
    """Take a seat in a room; a private room requires its `code`."""

    name: str = ""
    code: str = ""


class QuickMatchRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """Play a game with anybody."""

    game: str
    name: str = ""


class PlanRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """A plan as a text, or as data if `plan` is given."""

    text: str = ""
    plan: dict[str, Any] | None = None


class PlanProblem(msgspec.Struct, rename="camel"):
    """What is wrong with a plan, and where: a path, and a line of its text (0 if unknown)."""

    place: str
    line: int
    sentence: str
    is_error: bool


class PlanDescription(msgspec.Struct, rename="camel"):
    """A plan in both forms, in sentences, and with its problems. `plan` is null if it is unusable."""

    text: str
    plan: dict[str, Any] | None
    sentences: list[str]
    problems: list[PlanProblem]


class Seated(msgspec.Struct, rename="camel"):
    """A seat in a room, and the token to claim it with.

    `seat` is p1 for the player who joined first. The seat of a match is drawn when the match starts,
    unless the room was created with `coinFlip` false, and changes with every rematch: see `youAre` in
    the socket's `match_start`. The token stays valid for the same player.
    """

    room_id: str
    seat: str
    token: str
    code: str = ""


class RoomSummary(msgspec.Struct, rename="camel"):
    """A room in the list of rooms, or a match in the history.

    In the history `match` is the number of the match in its room, which selects its replay, and
    `players` are the names by seat, p1 first (empty for matches of older versions). `names` are the
    players in the order in which they joined. `options` are the names of the game options that the
    room was created with (null in the history, and if this node does not have the room in memory).
    `rules` is the id of the rules that the room is pinned to, which selects the description of its
    game; if `rulesMissing`, they are not installed and the room cannot be played.
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
    rules: str = ""
    rules_missing: bool = False


class GameSummary(msgspec.Struct, rename="camel"):
    """A hosted game. `bots` are the bots that can play it."""

    name: str
    title: str
    about: str
    seats: list[int]
    bots: list[str]


class Frames(msgspec.Struct, rename="camel"):
    """A page of a replay. In each frame `line` is what happened and `state` what was seen then."""

    total: int
    match: int
    matches: int
    frames: list[dict[str, Any]]


class ClosePromptRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """Answer the open prompt of a seat with its default."""

    seat: str


class EndMatchRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """End the match of a room, or close a waiting room."""

    reason: str = "ended by the host"


class DeleteRoomRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """Delete a room with its log, chat and replays."""

    reason: str = ""


class RestrictionRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """Ban or mute (`kind`) an `address` or the `subject` of an identity, in one `room` or, without it,
    on the whole server. A mute of nobody in particular switches chat off. Without `seconds` it lasts
    until it is lifted."""

    kind: str
    address: str = ""
    subject: str = ""
    room: str = ""
    seconds: float | None = None
    reason: str = ""


class ErrorDetail(msgspec.Struct, omit_defaults=True):
    """A code for programs and a sentence for people."""

    code: str
    message: str
    data: dict[str, Any] = {}


class ErrorResponse(msgspec.Struct):
    """An error. Nothing was changed."""

    error: ErrorDetail
