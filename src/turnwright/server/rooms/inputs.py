"""What a room's log holds: every input that changed the room, as data.

A room is a pure function of its log. Times and chances are inputs, too: a `TimeOut` is logged like a
move, and the seed of each match comes from the room's.
"""

from __future__ import annotations

from typing import Any, TypeAlias, get_args

import msgspec


class Input(msgspec.Struct, tag_field="type", omit_defaults=True, frozen=True, gc=False):
    """Something that happened to a room. `chair` is a place at the table before seats are drawn."""


class Create(Input, tag="create", frozen=True):
    game: str
    rules: str
    seed: str
    chairs: int
    code: str = ""
    is_private: bool = False
    options: dict[str, Any] = {}
    timeouts: dict[str, float] = {}
    forfeit_after: int = 3
    coin_flip: bool = True
    has_sealed_seeds: bool = False  # the seed of a match tells nothing about the next one's


class Sit(Input, tag="sit", frozen=True):
    chair: int
    name: str
    bot: str = ""


class SetReady(Input, tag="ready", frozen=True):
    """The last one starts the match."""

    chair: int


class Stand(Input, tag="stand", frozen=True):
    """A chair is free again; only before the match."""

    chair: int


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


GAVE_UP = "resigned"


class GiveUp(Input, tag="resign", frozen=True):
    seat: int
    why: str = GAVE_UP


class Again(Input, tag="rematch", frozen=True):
    """The last one starts the next match."""

    chair: int


class Say(Input, tag="chat", frozen=True):
    chair: int  # -1: a spectator
    text: str
    name: str = ""


class End(Input, tag="end", frozen=True):
    """The room is closed from outside."""

    why: str


AnyInput: TypeAlias = (
    Create | Sit | SetReady | Stand | Move | Pick | Cancel | TimeOut | GiveUp | Again | Say | End
)

KINDS: dict[type, str] = {
    kind: kind.__struct_config__.tag for kind in get_args(AnyInput)
}  # in rows
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyInput).decode
