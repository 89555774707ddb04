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
    has_public_windows: bool = False  # being asked for a response tells nothing; see `Game.start`
    has_public_draws: bool = False  # bots answer draw offers without looking at hidden cards
    has_match_ids: bool = False  # `ctx.game_id` and `ctx.match_id` are those of the room's match
    clock: str = ""  # the name of the clock: none, casual, blitz or custom; see `clocks`
    takeover: str = ""  # the bot that plays on for players who left; empty: none does
    record: str = ""  # the first match goes on after this record of another one
    record_bots: tuple[int, ...] = ()  # seats that bots had in that one
    bot_seconds: float | None = None  # before an input of a bot, if bots have all seats


class Join(Input, tag="sit", frozen=True, rename=_SLOT):
    """A player, or a bot, takes a free slot."""

    slot: int
    name: str
    bot: str = ""
    subject: str = ""  # who an identified player is; see `http.identity`


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


class StandIn(Input, tag="stand_in", frozen=True, rename=_SLOT):
    """A bot plays for a player who has left; with an empty `bot` the player is back."""

    slot: int
    bot: str = ""


class SetResponses(Input, tag="responses", frozen=True, rename=_SLOT):
    """A player chooses in which response windows to be asked; see `response_windows`."""

    slot: int
    mode: str


RESIGNED = "resigned"


class Resign(Input, tag="resign", frozen=True):
    """A seat gives the match up."""

    seat: int
    why: str = RESIGNED


class OfferDraw(Input, tag="draw_offer", frozen=True):
    """A seat offers a draw, or agrees to the open offer."""

    seat: int


class AnswerDraw(Input, tag="draw_answer", frozen=True):
    """A seat accepts or declines a draw."""

    seat: int
    accept: bool


class Rematch(Input, tag="rematch", frozen=True, rename=_SLOT):
    """A player wants to play again. The next match starts when all do."""

    slot: int


class ChatMessage(Input, tag="chat", frozen=True, rename=_SLOT):
    """A line of chat, in logs of older versions. Today chat is stored apart from the log."""

    slot: int  # -1: a spectator
    text: str
    name: str = ""


class End(Input, tag="end", frozen=True):
    """The room is closed by the server or an administrator."""

    why: str


class Outage(Input, tag="outage", frozen=True):
    """The server was away for this time: open prompts get it back."""

    seconds: float


class UseRules(Input, tag="rules", frozen=True):
    """The room goes on with other rules, under which its whole log gives the same states."""

    rules: str


AnyInput: TypeAlias = (
    Create
    | Join
    | SetReady
    | Leave
    | Move
    | Pick
    | Cancel
    | TimeOut
    | StandIn
    | SetResponses
    | Resign
    | OfferDraw
    | AnswerDraw
    | Rematch
    | ChatMessage
    | End
    | Outage
    | UseRules
)

UNVERSIONED = (ChatMessage, Outage, SetResponses, UseRules)
"""Inputs that do not change what anybody sees of the match."""
ASIDE = (OfferDraw, AnswerDraw, StandIn)
"""Inputs beside the moves, which leave prompts and menus alone."""
ACTIONS = (Move, Pick, Cancel, TimeOut)
"""Inputs with which a seat moves on."""

KINDS: dict[type, str] = {
    kind: kind.__struct_config__.tag for kind in get_args(AnyInput)
}  # the `kind` column of the log
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyInput).decode
