"""The wire: every message between a client and the server, one JSON object per text frame.

The names are those of the online document (`type` in lower_snake, fields in camelCase). Seats are
called p1, p2, ... in player order. A client's first message is `join_room`; everything that is
refused is answered with an `error` that has a code and a sentence, and has changed nothing.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from turnwright.core.definition.state import is_deeper

MAX_FRAME = 16 * 1024  # bytes in a client's message
MAX_DEPTH = 16  # lists and objects inside each other in a client's message


SEATS = [f"p{number}" for number in range(1, 100)]


def seat_id(seat: int) -> str:
    """Seats on the wire: p1 is seat 0."""
    return SEATS[seat]


# --- from the client ------------------------------------------------------------------------------


class FromClient(
    msgspec.Struct, rename="camel", tag_field="type", kw_only=True, frozen=True, gc=False
):
    """What a client may say."""


class JoinRoom(FromClient, tag="join_room", frozen=True):
    """Take a seat, come back to it with its token, or look on with `spectate`.

    A room that does not exist is made, for `game`. Without a token the first free seat is taken.
    """

    room_id: str = "default"
    player_name: str | None = None
    game: str = "duel"
    token: str = ""
    code: str = ""
    spectate: bool = False


class Ready(FromClient, tag="ready", frozen=True):
    """The match starts when every seat is taken and ready."""


class Action(FromClient, tag="action", frozen=True):
    """A move: `actionType` is its name, `payload` its arguments by name, or `{"args": [...]}`.

    With an `actionId` of its own choosing a client may send it again after a broken connection: it is
    carried out once, and the repeat gets the same answer. (One that was refused is tried again, as it
    had changed nothing.) `stateVersion` is the version that the client has seen: if it is not the
    current one the action is refused. `seq` must rise.
    """

    action_type: str
    payload: dict[str, Any] = {}
    seq: int | None = None
    action_id: str | None = None
    state_version: int | None = None


class IntentCardClick(FromClient, tag="intent_card_click", frozen=True):
    """A card was clicked: by its id, or by zone and index. Answered by a `card_action_menu`."""

    zone: str = ""
    index: int = -1
    card: int | str | None = None


class PromptResponse(FromClient, tag="prompt_response", frozen=True):
    """The answer to a prompt: a candidate's or option's id, a list of ids, or "cancel"."""

    prompt_id: str
    choice: str | int | bool | list[str | int] | None
    action_id: str | None = None
    state_version: int | None = None


class RematchRequest(FromClient, tag="rematch_request", frozen=True):
    """After the end: once more. When all people want it the room starts again."""


class Resign(FromClient, tag="resign", frozen=True):
    """Give the match up."""

    action_id: str | None = None


class Chat(FromClient, tag="chat", frozen=True):
    text: str


class Leave(FromClient, tag="leave", frozen=True):
    """Give the seat back while no match is played, or stop looking on."""


class Ping(FromClient, tag="ping", frozen=True):
    t: float = 0.0


ClientMessage: TypeAlias = (
    JoinRoom
    | Ready
    | Action
    | IntentCardClick
    | PromptResponse
    | RematchRequest
    | Resign
    | Chat
    | Leave
    | Ping
)

# --- from the server ------------------------------------------------------------------------------


class FromServer(msgspec.Struct, rename="camel", tag_field="type", kw_only=True, gc=False):
    """What the server says."""


class MatchStart(FromServer, tag="match_start"):
    """You are seated (or look on: then `youAre` is null). The token brings you back to your seat."""

    you_are: str | None
    you_are_legacy: str | None
    room_id: str
    token: str = ""
    code: str = ""
    status: str = "waiting"  # waiting, playing or over
    game: dict[str, Any] = {}  # `describe_game`: name, about, seats, zones, phases, ...
    seats: list[dict[str, Any]] = []  # id, name, controller (human or ai), ready, connected
    chat: list[dict[str, Any]] = []
    options: list[str] = []  # of the game that are not the usual ones: their names
    state_version: int = 0


class State(msgspec.Struct, rename="camel", kw_only=True, gc=False):
    """What a seat, or a spectator, sees of the match."""

    turn: str | None
    phase: str | None
    turn_counter: int
    current_player: str | None
    players: dict[str, Any]  # self, opponent, and others if there are more than two seats
    state_version: int
    is_resolving_effect: bool
    pending_prompt_type: str | None
    place: dict[str, str | None]  # segment, phase, step
    acting: list[str]
    passed: list[str]
    table: Any  # the open state of the game
    zones: dict[str, Any]  # those that belong to no seat
    options: list[dict[str, Any]]  # your legal moves: id, label, actionType, payload
    log: list[dict[str, Any]]  # new lines: n, who, text
    clock: dict[str, int]  # seat -> when its time runs out, in ms since 1970
    now: int
    waiting: str  # who must do what; empty when it is you
    result: dict[str, Any] | None


class StateUpdate(FromServer, tag="state_update"):
    """What you see now. One is sent after every commit, and to you alone after a refusal."""

    state: State
    reason: str = ""


class PromptRequest(FromServer, tag="prompt_request"):
    """A question to you. `prompt.type` is card_action_menu, target_select, selection_contract or
    card_select; it has `promptId`, `title`, `stateVersion`, `deadline` (ms since 1970) or null."""

    prompt: dict[str, Any]


class PromptClosed(FromServer, tag="prompt_closed"):
    """A prompt of yours is no longer open. `reason` is answered, cancelled, timeout or overtaken for a
    menu, and the reason of the commit for the others."""

    prompt_id: str
    reason: str = ""


class Ack(FromServer, tag="ack"):
    """Your input with this id was carried out and is stored; it led to this version."""

    action_id: str
    state_version: int


class Error(FromServer, tag="error"):
    """Refused; nothing has changed."""

    code: str
    message: str
    hint: str = ""
    action_id: str | None = None


class Info(FromServer, tag="info"):
    """Something to know: `seats` (who sits where, in data.seats), `replaced`, `left`, ..."""

    code: str
    message: str
    data: dict[str, Any] = {}


class ChatLine(FromServer, tag="chat"):
    sender: str = msgspec.field(name="from")
    name: str = ""
    text: str = ""


class GameOver(FromServer, tag="game_over"):
    """`result` is victory, defeat or draw (to a spectator: over)."""

    result: str
    reason: str
    winner_id: str | None
    loser_id: str | None
    winners: list[str] = []


class RematchStatus(FromServer, tag="rematch_status"):
    """Who wants to play again: you, and the next seat; `wants` names all."""

    player_wants: bool
    bot_wants: bool
    ready: bool
    wants: list[str] = []


class Pong(FromServer, tag="pong"):
    """`t` is what the ping said, `now` the server's time in ms since 1970."""

    t: float
    now: int


ServerMessage: TypeAlias = (
    MatchStart
    | StateUpdate
    | PromptRequest
    | PromptClosed
    | Ack
    | Error
    | Info
    | ChatLine
    | GameOver
    | RematchStatus
    | Pong
)

_decoder = msgspec.json.Decoder(ClientMessage)
_encoder = msgspec.json.Encoder()
encode = _encoder.encode


class BadMessage(Exception):
    """A frame that is no message."""


def decode(frame: str | bytes) -> ClientMessage:
    """Read a client's frame. Whatever is wrong with it is one sentence."""
    if len(frame) > MAX_FRAME:
        raise BadMessage(f"A message may have {MAX_FRAME} bytes.")
    try:
        message: ClientMessage = _decoder.decode(frame)
    except RecursionError:
        raise BadMessage("The message is nested too deeply.") from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadMessage(f"This is no message: {error}.") from None
    if type(message) is Action and message.payload and is_deeper(message.payload, MAX_DEPTH):
        raise BadMessage("The message is nested too deeply.")
    return message
