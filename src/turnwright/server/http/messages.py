"""The request and response bodies of the lobby's HTTP interface."""

from __future__ import annotations

from typing import Any

import msgspec


class CreateRoomRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """Create a room. Each name in `bots`, such as `mcts:200`, takes one of the other seats. If they
    take all seats, you watch: join with `spectate`. Your `seat`, such as `p2`, is drawn when the match
    starts unless you give it. A player who times out `forfeitAfter` times in a
    row loses (0: never).

    `clock` is none, casual or blitz; `timeouts` change it. By default it is casual, and none if all
    others are bots. `takeover` is a bot that plays on for players who leave a running match, until they
    are back. `botSeconds` is the speed of bots that have all seats; see `set_speed`. `seed` makes a
    match repeatable, and is refused if other people can take a seat.
    """

    game: str
    name: str = ""
    private: bool = False
    bots: list[str] = []
    seats: int = 0
    seat: str = ""
    options: dict[str, Any] = {}
    timeouts: dict[str, float] = {}
    coin_flip: bool | None = None
    forfeit_after: int | None = None
    clock: str = ""
    takeover: str = ""
    bot_seconds: float | None = None
    seed: str = ""


class ContinueRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """Play on from a step of a finished match, in a new room in which bots have the other seats. `step`
    is that of a frame. `token` is the seat token with which you played it; a match of bots alone needs
    none, and then `seat` is the seat that you take. `bot` plays for people who had another seat."""

    step: int
    match: int = 0
    token: str = ""
    seat: str = ""
    bot: str = "auto"
    name: str = ""


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


class DeckRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """A deck as a list in text or JSON, or as data if `deck` is given."""

    text: str = ""
    deck: dict[str, Any] | None = None


class DeckDescription(msgspec.Struct, rename="camel"):
    """A deck in both forms, with its sums and problems. `deck` is null if the list cannot be read."""

    deck: dict[str, Any] | None
    side: str
    text: str
    problems: list[str]
    sums: dict[str, Any]


class Seated(msgspec.Struct, rename="camel"):
    """A seat in a room, and the token to claim it with. Both are empty if bots have all seats.

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


class TurnMark(msgspec.Struct, rename="camel"):
    """The step with which a turn begins, its number, and the seat whose turn it is."""

    step: int
    turn: int
    seat: str


class TurningPoint(msgspec.Struct, rename="camel"):
    """A step after which the lead has changed much: what happened, and the lead of p1 before and after
    on the scale of the summary's measure."""

    step: int
    seat: str
    line: str
    before: float
    after: float


class PlayerStatistics(msgspec.Struct, rename="camel"):
    """What a seat did: its inputs, how often each move was made, and its public values at the end."""

    seat: str
    name: str
    bot: str
    inputs: int
    moves: dict[str, int]
    values: dict[str, float]


class MatchSummary(msgspec.Struct, rename="camel"):
    """A finished match at a glance.

    `lead` has a value for every step: how far p1 is ahead by `measure`, which `measureText`
    explains. It is empty if the game declares nothing to measure. The game's own evaluation may know
    hidden cards, so only players of the match are shown it, and everybody if only bots played; others
    see the public value that changed most. `seat` is yours, if you played.
    """

    match: int
    matches: int
    game: str
    rules: str
    result: str
    winners: list[str]
    total: int
    turns: list[TurnMark]
    players: list[PlayerStatistics]
    measure: str
    measure_text: str
    lead: list[float]
    turning_points: list[TurningPoint]
    seat: str
    open_seats: list[str]
    can_continue: bool


class GameSummary(msgspec.Struct, rename="camel"):
    """A hosted game. `bots` are the bots that can play it. `sides` are the names of the seats if they
    differ, p1 first. `choices` are the values of options that people choose before a match."""

    name: str
    title: str
    about: str
    seats: list[int]
    bots: list[str]
    sides: list[str] = []
    choices: dict[str, list[str | int]] = {}


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
