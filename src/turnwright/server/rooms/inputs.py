"""The inputs that a room's log holds: everything that changed the room, as data.

A room is a pure function of its log. Time and chance are inputs as well: a `TimeOut` is logged like a
move, and the seed of each match is derived from the room's seed. A `slot` is a player's place in the
room; a `seat` is a place in the match, drawn when the match starts.
"""

from __future__ import annotations

from typing import Any, TypeAlias, get_args

import msgspec

_SLOT = {"slot": "chair"}  # stored logs keep this name


class Input(msgspec.Struct, tag_field="type", omit_defaults=True, frozen=True, gc=False):
    """The base of all inputs."""


class Create(Input, tag="create", frozen=True, rename={"slots": "chairs"}):
    """The room is created. This is always the first row."""

    game: str
    rules: str
    seed: str
    slots: int
    code: str = ""
    is_private: bool = False
    options: dict[str, Any] = {}
    timeouts: dict[str, float] = {}
    forfeit_after: int = 3
    coin_flip: bool = True
    has_sealed_seeds: bool = False  # hash match seeds, so that one does not reveal the next


class Join(Input, tag="sit", frozen=True, rename=_SLOT):
    """A player, or a bot, takes a free slot."""

    slot: int
    name: str
    bot: str = ""


class SetReady(Input, tag="ready", frozen=True, rename=_SLOT):
    """A player is ready. The match starts when all are."""

    slot: int


class Leave(Input, tag="stand", frozen=True, rename=_SLOT):
    """A player gives a slot back. Only allowed while no match is running."""

    slot: int


class Move(Input, tag="move", frozen=True):
    """A seat makes a move."""

    seat: int
    move: str
    args: tuple[Any, ...] = ()


class Pick(Input, tag="pick", frozen=True):
    """A seat answers a question."""

    seat: int
    picks: tuple[str, ...]


class Cancel(Input, tag="cancel", frozen=True):
    """A seat takes back an action that is not committed yet."""

    seat: int


class TimeOut(Input, tag="timeout", frozen=True):
    """A seat's time has run out."""

    seat: int


RESIGNED = "resigned"


class Resign(Input, tag="resign", frozen=True):
    """A seat gives the match up."""

    seat: int
    why: str = RESIGNED


class Rematch(Input, tag="rematch", frozen=True, rename=_SLOT):
    """A player wants to play again. The next match starts when all do."""

    slot: int


class ChatMessage(Input, tag="chat", frozen=True, rename=_SLOT):
    """A line of chat."""

    slot: int  # -1: a spectator
    text: str
    name: str = ""


class End(Input, tag="end", frozen=True):
    """The room is closed by the server or an administrator."""

    why: str


AnyInput: TypeAlias = (
    Create
    | Join
    | SetReady
    | Leave
    | Move
    | Pick
    | Cancel
    | TimeOut
    | Resign
    | Rematch
    | ChatMessage
    | End
)

KINDS: dict[type, str] = {
    kind: kind.__struct_config__.tag for kind in get_args(AnyInput)
}  # the `kind` column of the log
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyInput).decode
