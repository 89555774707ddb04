"""The wire protocol: every message between client and server, one JSON object per text frame.

`type` is in lower_snake_case, fields are in camelCase. Seats are called p1, p2, ... in player order. A
client's first message is `join_room`. Every refused message is answered with an `error` that has a code
and a sentence, and changes nothing.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from turnwright.core.definition.state import is_deeper

from .nul_characters import NO_NUL, has_nul

MAX_FRAME = 16 * 1024  # bytes of a client's message
MAX_DEPTH = 16  # nested lists and objects in a client's message


SEATS = [f"p{number}" for number in range(1, 100)]


def seat_id(seat: int) -> str:
    """Return the name of a seat on the wire: p1 is seat 0."""
    return SEATS[seat]


# --- from the client ------------------------------------------------------------------------------


class FromClient(
    msgspec.Struct, rename="camel", tag_field="type", kw_only=True, frozen=True, gc=False
):
    """The base of a client's messages."""


class JoinRoom(FromClient, tag="join_room", frozen=True):
    """Take a seat, return to it with its token, or watch with `spectate`.

    A room that does not exist is created for `game`. Without a token the first free seat is taken.
    `identity` is a JSON Web Token of the server's identity provider, for clients that cannot send it in
    the Authorization header of the socket; with it you return to your seat without its token.
    With `patches` most states are sent as a `state_patch`, which is much shorter.
    """

    room_id: str = "default"
    player_name: str | None = None
    game: str = "duel"
    token: str = ""
    code: str = ""
    spectate: bool = False
    identity: str = ""
    patches: bool = False


class Ready(FromClient, tag="ready", frozen=True):
    """Be ready. The match starts when every seat is taken and ready."""


class Action(FromClient, tag="action", frozen=True):
    """Make a move: `actionType` is its name, `payload` its arguments by name, or `{"args": [...]}`.

    With a unique `actionId` a client may send an action again after a lost connection: it is
    carried out once, and the repeat gets the same acknowledgement. (A refused action is tried
    again.) `stateVersion` is the version that the client has seen; an action for an outdated
    version is refused. `seq` must increase with every action.
    """

    action_type: str
    payload: dict[str, Any] = {}
    seq: int | None = None
    action_id: str | None = None
    state_version: int | None = None


class IntentCardClick(FromClient, tag="intent_card_click", frozen=True):
    """Click a card, given by its id or by zone and index. Answered by a `card_action_menu`."""

    zone: str = ""
    index: int = -1
    card: int | str | None = None


class ExplainCard(FromClient, tag="explain_card", frozen=True):
    """Ask why a card, given by its id, cannot be used now. Answered by an `info` with the code
    `why_not`, to you alone."""

    card: int | str | None = None


class Describe(FromClient, tag="describe", frozen=True):
    """Ask for the match as text, as you see it; or for the rules of the card or word in `about`.
    Answered by an `info` with the code `description`, to you alone."""

    about: str = ""


class CandidateReference(msgspec.Struct, rename="camel", frozen=True, gc=False):
    """A candidate, option or target: by its `key` or `id`, or by its `zone`, the `index` there (its
    `zoneIndex`) and, if that is not enough, its `owner` ("player" or "opponent"). Other fields are
    ignored, so a candidate can be sent back as it is."""

    key: str | int | None = None
    id: str | int | None = None
    zone: str | None = None
    index: int | None = None
    owner: str | None = None


class PromptResponse(FromClient, tag="prompt_response", frozen=True):
    """Answer a prompt with the id of a candidate, option or target, or with "cancel".

    A choice can also be the position in the list (a number that is no id), an object that refers to a
    candidate, true or false for yes or no, or a list of these. Repetitions are ignored. "cancel" or
    null declines, or takes your action back.
    """

    prompt_id: str
    choice: (
        str | int | bool | CandidateReference | list[str | int | bool | CandidateReference] | None
    )
    action_id: str | None = None
    state_version: int | None = None


class RematchRequest(FromClient, tag="rematch_request", frozen=True):
    """Ask to play again after a match. The next match starts when all players want it."""


class Resign(FromClient, tag="resign", frozen=True):
    """Resign the match."""

    action_id: str | None = None


class OfferDraw(FromClient, tag="offer_draw", frozen=True):
    """Offer a draw. It stands in the state's `drawOffer` until it is declined or somebody moves on; the
    match is drawn when all players agree. After an offer you must wait for some turns."""

    action_id: str | None = None


class AnswerDraw(FromClient, tag="answer_draw", frozen=True):
    """Accept or decline the draw that another player offers. Making a move declines it, too."""

    accept: bool
    action_id: str | None = None


class Chat(FromClient, tag="chat", frozen=True):
    """Send a chat message to everybody in the room."""

    text: str


class Moderate(FromClient, tag="moderate", frozen=True):
    """Moderate the room as its host, who is the player that has been there longest.

    `action` is `mute` or `unmute` (chat), `kick`, `chat_off` or `chat_on`. The person is a `seat`, or a
    spectator by the number in the name. A player can be kicked while no match is running.
    Everybody is sent an `info` with the code `moderation`.
    """

    action: str
    seat: str = ""
    spectator: int = 0
    reason: str = ""


class Report(FromClient, tag="report", frozen=True):
    """Report a line of chat to the administrator, or with an empty `text` the name of a person, who is
    given as in `moderate`. Answered by an `info` with the code `reported`, to you alone."""

    seat: str = ""
    spectator: int = 0
    text: str = ""
    reason: str = ""


class Leave(FromClient, tag="leave", frozen=True):
    """Give up the seat while no match is running, or stop watching. If the room's settings name a
    `takeover` bot, you may also leave a running match: the bot plays on, the seat stays yours, and you
    take it again by joining with its token."""


class UsePlan(FromClient, tag="use_plan", frozen=True):
    """Let a plan play your routine inputs until there is a decision, if the game has plans. `text` is
    the plan; an empty one ends the plan in use. Answered by a `plan_status`, to you alone.

    A plan is not part of the match and is not stored: send it again after `match_start` if you want
    to go on with it.
    """

    text: str = ""
    is_paused: bool = False


class PausePlan(FromClient, tag="pause_plan", frozen=True):
    """Pause your plan, or let it go on with `isPaused` false."""

    is_paused: bool = True


class SetResponses(FromClient, tag="set_responses", frozen=True):
    """Choose in which response windows you are asked; in the others the server passes for you.

    `mode` is `others` (the default: about what others do, whenever the position allows a response),
    `always`, `able` (only if you can respond; a long pause then tells the others that you could) or
    `never` (until the turn ends). Answered by an `info` with the code `responses`, to you alone. It
    applies to windows that open from now on.
    """

    mode: str


class SetSpeed(FromClient, tag="set_speed", frozen=True):
    """Choose how fast bots play in a room in which they have all seats: `seconds` before each of their
    inputs, from 0.05 to 10. `isPaused` makes them wait. Everybody who watches may send it and is told
    by an `info` with the code `speed`. It is not stored: a restarted server plays at its own speed."""

    seconds: float
    is_paused: bool = False


class StateRequest(FromClient, tag="state_request", frozen=True):
    """Ask for the whole state, because a `state_patch` did not fit. Answered by a `state_update`."""


class Ping(FromClient, tag="ping", frozen=True):
    """Check the connection. Answered by a `pong` with the same `t`."""

    t: float = 0.0


ClientMessage: TypeAlias = (
    JoinRoom
    | Ready
    | Action
    | IntentCardClick
    | ExplainCard
    | Describe
    | PromptResponse
    | RematchRequest
    | Resign
    | OfferDraw
    | AnswerDraw
    | Chat
    | Moderate
    | Report
    | Leave
    | UsePlan
    | PausePlan
    | SetResponses
    | SetSpeed
    | StateRequest
    | Ping
)

# --- from the server ------------------------------------------------------------------------------


class FromServer(msgspec.Struct, rename="camel", tag_field="type", kw_only=True, gc=False):
    """The base of the server's messages."""


class MatchStart(FromServer, tag="match_start"):
    """You have joined a room. `youAre` is null for a spectator. Keep the token to return to your
    seat."""

    you_are: str | None
    you_are_legacy: str | None
    room_id: str
    token: str = ""
    code: str = ""
    status: str = "waiting"  # waiting, playing or over
    game: dict[str, Any] = {}  # name, title, about, seats, zones, phases, ...
    seats: list[dict[str, Any]] = []  # id, name, controller (human or ai), ready, connected
    chat: list[dict[str, Any]] = []
    options: list[str] = []  # names of the game options that the room was created with
    state_version: int = 0
    has_plans: bool = False  # whether `use_plan` is possible in this room
    responses: str = "others"  # your setting, see `set_responses`
    muted: list[str] = []  # who cannot chat: seats, and spectators by name
    chat_off: bool = False  # whether nobody can chat
    settings: dict[str, Any] = {}  # of the room: clock, takeover, speed of its bots
    match_number: int = 0  # of the match that is running or was the last; it selects its replay


class State(msgspec.Struct, rename="camel", kw_only=True, gc=False):
    """The match as a seat or a spectator sees it."""

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
    table: Any  # the visible state of the game itself
    zones: dict[str, Any]  # shared zones
    options: list[dict[str, Any]]  # your legal moves: id, label, actionType, payload, cards
    log: list[dict[str, Any]]  # new lines: n, who, text
    clock: dict[str, int]  # seat -> its deadline in ms since 1970
    now: int
    waiting: str  # whom the match waits for; empty if it is you
    result: dict[str, Any] | None
    # If a draw is offered: the seats that agree, first the one that offered it.
    draw_offer: list[str] = []


class StateUpdate(FromServer, tag="state_update"):
    """The current state. Sent to everybody after every commit, and to you alone after a refusal."""

    state: State
    reason: str = ""


class StatePatch(FromServer, tag="state_patch"):
    """The current state as edits of the last `state_update`, for clients that joined with `patches`.

    An edit `[start, count, text]` replaces `count` bytes from position `start` of the UTF-8 text of the
    last state by `text`. All positions are those before the first edit, and they ascend. The result is
    the text of a `state_update`; the next patch applies to it. `hash` is its CRC-32. If it differs, or
    your last state does not have the version `baseVersion`, send a `state_request`.
    """

    base_version: int
    state_version: int
    hash: int
    edits: list[tuple[int, int, str]]


class PromptRequest(FromServer, tag="prompt_request"):
    """A question to you. `prompt.type` is card_action_menu, target_select, selection_contract or
    card_select. `deadline` is in ms since 1970, or null."""

    prompt: dict[str, Any]


class PromptClosed(FromServer, tag="prompt_closed"):
    """One of your prompts has closed. For a menu `reason` is answered, cancelled, timeout or overtaken;
    for other prompts it is the reason of the state update."""

    prompt_id: str
    reason: str = ""


class Ack(FromServer, tag="ack"):
    """Your input with this id was carried out and stored; `stateVersion` is the resulting version."""

    action_id: str
    state_version: int


class Error(FromServer, tag="error"):
    """A message was refused; nothing has changed."""

    code: str
    message: str
    hint: str = ""
    action_id: str | None = None


class Info(FromServer, tag="info"):
    """A notice: `seats` (the players, in data.seats), `responses` (your data.mode), `speed` (of bots
    that play alone: data.seconds and data.isPaused), `replaced`, `left`, `reported`, or
    `moderation` (what the host or an administrator did; data.muted and data.chatOff are as in
    `match_start`). To you alone: `muted`, `unmuted`, `why_not` (see `explain_card`), `description`
    (see `describe`); before the socket is closed with code 4003: `kicked`, `banned`, `room_deleted`."""

    code: str
    message: str
    data: dict[str, Any] = {}


class ChatLine(FromServer, tag="chat"):
    """Somebody sent a chat message."""

    sender: str = msgspec.field(name="from")
    name: str = ""
    text: str = ""


class GameOver(FromServer, tag="game_over"):
    """The match is over. `result` is victory, defeat or draw (for a spectator: over)."""

    result: str
    reason: str
    winner_id: str | None
    loser_id: str | None
    winners: list[str] = []


class RematchStatus(FromServer, tag="rematch_status"):
    """Who wants to play again: you, the next seat, and all seats in `wants`."""

    player_wants: bool
    bot_wants: bool
    ready: bool
    wants: list[str] = []


class PlanStatus(FromServer, tag="plan_status"):
    """Your plan: its name (empty if you have none), whether it is paused, and what it does. `status` is
    idle, played, waiting, decide (it leaves the decision to you) or failed; `sentence` says why."""

    name: str = ""
    is_paused: bool = False
    status: str = "idle"
    sentence: str = ""
    warnings: list[str] = []


class Notice(FromServer, tag="notice"):
    """What the administrator tells everybody; an empty `text` removes the notice. `until` is when the
    notice ends, in ms since 1970. If `isDraining`, the server restarts then at the latest: it closes
    the socket with code 1012, and clients connect again."""

    text: str = ""
    until: int | None = None
    is_draining: bool = False


class Pong(FromServer, tag="pong"):
    """The answer to a `ping`: its `t`, and the server's time in ms since 1970."""

    t: float
    now: int


ServerMessage: TypeAlias = (
    MatchStart
    | StateUpdate
    | StatePatch
    | PromptRequest
    | PromptClosed
    | Ack
    | Error
    | Info
    | ChatLine
    | GameOver
    | RematchStatus
    | PlanStatus
    | Notice
    | Pong
)

_decoder = msgspec.json.Decoder(ClientMessage)
_encoder = msgspec.json.Encoder()
encode = _encoder.encode


class BadMessage(Exception):
    """A frame is not a valid message."""

    def __init__(self, sentence: str, action_id: str | None = None) -> None:
        super().__init__(sentence)
        self.action_id = action_id


def decode(frame: str | bytes) -> ClientMessage:
    """Decode a client's frame; raise `BadMessage` with one sentence if it is invalid."""
    if len(frame) > MAX_FRAME:
        raise BadMessage(f"A message may have at most {MAX_FRAME} bytes.")
    try:
        message: ClientMessage = _decoder.decode(frame)
        is_nul_sent = has_nul(frame)
    except RecursionError:
        raise BadMessage("The message is nested too deeply.") from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadMessage(f"Invalid message: {error}.") from None
    if is_nul_sent:
        raise BadMessage(NO_NUL, getattr(message, "action_id", None))
    if type(message) is Action and message.payload and is_deeper(message.payload, MAX_DEPTH):
        raise BadMessage("The message is nested too deeply.")
    return message
