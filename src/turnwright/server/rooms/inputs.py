"""What a room's log holds: every input that changed the room, as data.

A room is a pure function of its log. Times and chances are inputs, too: a `TimeOut` is logged like a
move, and the seed of each match comes from the room's.
"""

from __future__ import annotations

from typing import Any, TypeAlias, get_args

import msgspec

_SLOT = {"slot": "chair"}  # the name in stored logs


class Input(msgspec.Struct, tag_field="type", omit_defaults=True, frozen=True, gc=False):
    """Something that happened to a room. `chair` is a place at the table before seats are drawn."""


class Create(Input, tag="create", frozen=True, rename={"slots": "chairs"}):
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
    has_sealed_seeds: bool = False  # the seed of a match tells nothing about the next one's


class Join(Input, tag="sit", frozen=True, rename=_SLOT):
    slot: int
    name: str
    bot: str = ""


class SetReady(Input, tag="ready", frozen=True, rename=_SLOT):
    """The last one starts the match."""

    slot: int


class Leave(Input, tag="stand", frozen=True, rename=_SLOT):
    """A chair is free again; only before the match."""

    slot: int


class Move(Input, tag="move", frozen=True):
    seat: int
    move: str
    args: tuple[Any, ...] = ()


class Pick(Input, tag="pick", frozen=True):
    seat: int
    picks: tuple[str, ...]


class Cancel(Input, tag="cancel", frozen=True):
    """An action that is not committed yet is taken back."""

    seat: int


class TimeOut(Input, tag="timeout", frozen=True):
    seat: int


RESIGNED = "resigned"


class Resign(Input, tag="resign", frozen=True):
    seat: int
    why: str = RESIGNED


class Rematch(Input, tag="rematch", frozen=True, rename=_SLOT):
    """The last one starts the next match."""

    slot: int


class ChatMessage(Input, tag="chat", frozen=True, rename=_SLOT):
    slot: int  # -1: a spectator
    text: str
    name: str = ""


class End(Input, tag="end", frozen=True):
    """The room is closed from outside."""

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
}  # in rows
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyInput).decode
