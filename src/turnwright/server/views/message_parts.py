"""The objects inside the server's messages.

`protocol` types them loosely (`dict[str, Any]`), because games add fields of their own and clients keep
those. The server builds its messages from these types where it can, and the AsyncAPI document shows
them in place of the loose ones. A test plays matches with a client that is generated from it. Parts to
which games add nothing are closed: a field that is not declared here fails that test.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType


class MessagePart(msgspec.Struct, rename="camel", gc=False):
    """An object inside a message. Games may add fields where the description says so."""


class Option(MessagePart):
    """A legal move. Send an `action` with its `actionType` and `payload` to make it. `cards` are the
    ids of the cards that the move is about."""

    id: str
    label: str
    action_type: str
    payload: dict[str, Any]
    cards: Sequence[Any] | UnsetType = UNSET


class MenuOption(MessagePart, forbid_unknown_fields=True):
    """An entry of a menu. An entry without an `actionType` closes the menu. With `requiresTarget` there
    are several targets, and the answer is a `target_select`."""

    id: str | int
    label: str
    action_type: str | None
    payload: dict[str, Any] = {}
    requires_target: bool = False


class Target(MessagePart, forbid_unknown_fields=True):
    """A target of a move: a card with its position, or a word such as `direct`. A target without an
    `actionType` closes the menu."""

    id: str | int
    label: str
    action_type: str | None
    payload: dict[str, Any] = {}
    requires_target: bool = False
    zone: str | None = None
    owner: Literal["player", "opponent"] | None = None
    controller: Literal["player", "opponent"] | None = None
    zone_index: int | None = None


class Candidate(MessagePart):
    """Something to pick; its `id`, which is also its `key`, is the answer. A card also has its
    position, its kind, and the facts that its game adds."""

    id: str
    key: str
    name: str
    label: str
    zone: str | None = None
    owner: Literal["player", "opponent"] | None = None
    controller: Literal["player", "opponent"] | None = None
    zone_index: int | None = None
    card_id: int | None = None
    card_kind: str | None = None


class Requirement(MessagePart, forbid_unknown_fields=True):
    """Pick `min` to `max` of the candidates. If `ordered`, the order of the picks matters."""

    id: str
    min: int
    max: int
    candidates: list[Candidate]
    ordered: bool = False


class CardData(MessagePart):
    """A card. One that you may not see has no `id` and no `kind`. The game adds its facts."""

    id: int | str | UnsetType = UNSET
    kind: str | UnsetType = UNSET


class PromptDisplay(MessagePart, forbid_unknown_fields=True):
    """How to show a question: on the board, or in a list."""

    use_field_targeting: bool


class AnyPrompt(MessagePart, tag_field="type", kw_only=True, forbid_unknown_fields=True):
    """The fields of every prompt. `deadline` is in ms since 1970."""

    prompt_id: str
    title: str
    state_version: int
    deadline: int | None
    can_cancel: bool


class SelectionContract(AnyPrompt, tag="selection_contract", kw_only=True):
    """A question asked by an effect: a target on the board (`ui.useFieldTargeting`), yes or no, or a
    menu."""

    kind: Literal["card_select", "target", "yes_no", "menu"]
    requirement: Requirement
    ui: PromptDisplay
    action_type: str | None  # the action in progress
    source_zone: str | None  # where the asking card is
    card_data: CardData | None  # the asking card


class CardSelect(SelectionContract, tag="card_select", kw_only=True):
    """A question asked by an effect: cards from a list."""


class CardActionMenu(AnyPrompt, tag="card_action_menu", kw_only=True):
    """The actions of the card that was clicked."""

    zone: str
    index: int
    options: list[MenuOption]
    card_data: CardData


class TargetSelect(AnyPrompt, tag="target_select", kw_only=True):
    """The second choice of a move, such as the target of an attack. A lone target is shown as well."""

    targets: list[Target]


class ZoneDescription(MessagePart, forbid_unknown_fields=True):
    """A zone of a game. `wire` is its name in states and prompts."""

    name: str
    wire: str
    label: str
    visible: str
    shared: bool
    single: bool


class PhaseDescription(MessagePart, forbid_unknown_fields=True):
    """A phase of a turn and its steps."""

    name: str
    steps: list[str]


class GameDescription(MessagePart):
    """What a page needs to draw a game."""

    name: str
    title: str
    about: str
    seats: list[int]
    zones: list[ZoneDescription]
    phases: list[PhaseDescription]
    aside: list[str]


class Seat(MessagePart, forbid_unknown_fields=True):
    """A seat and its player. The `host` may moderate the room. `standIn` is the bot that plays for a
    player who has left the match."""

    id: str
    name: str
    controller: str
    bot: str
    free: bool
    ready: bool
    connected: bool
    host: bool
    stand_in: str = ""


class RoomSettings(MessagePart, forbid_unknown_fields=True):
    """How a room was created. `clock` is none, casual, blitz or custom; `moveSeconds` and
    `promptSeconds` are its limits (0: none). A player who times out `forfeitAfter` times in a row loses
    (0: never). `takeover` is the bot that plays on for players who leave; it is empty if none does. If
    `hasOnlyBots`, people watch: `botSeconds` is the pause before each input (null: as the server is
    set), and `isPaused` whether the bots wait."""

    clock: str
    move_seconds: float
    prompt_seconds: float
    forfeit_after: int
    takeover: str
    has_only_bots: bool
    bot_seconds: float | None
    is_paused: bool


class Player(MessagePart):
    """One player's side. Each zone is a field (its cards, or `{"count"}` if they are hidden) with its
    size in `<zone>Count`. The game adds facts such as `lp`."""

    id: str
    name: str
    controller: str
    connected: bool


class Players(MessagePart):
    """You, the next seat, and the rest. A spectator sees the match from p1's side."""

    self: Player
    opponent: Player | None
    others: list[Player] = []


class Place(MessagePart):
    """The position in the flow of the game."""

    segment: str | None
    phase: str | None
    step: str | None


class LogLine(MessagePart):
    """A line of the match log, to be read after the name of the player `who`. `cards` are the ids of
    the cards that it is about, if everybody sees them: the acting one first."""

    n: int
    who: str
    text: str
    cards: Sequence[Any] | UnsetType = UNSET


class ChatEntry(MessagePart):
    """A line of the chat."""

    sender: str = msgspec.field(name="from")
    name: str
    text: str


class InfoData(MessagePart, forbid_unknown_fields=True):
    """The data of an `info`: `seats` of the code `seats`, `mode` of the code `responses`, `muted` and
    `chatOff` of the code `moderation`, `seconds` and `isPaused` of the code `speed`."""

    seats: list[Seat] | UnsetType = UNSET
    mode: str | UnsetType = UNSET
    muted: list[str] | UnsetType = UNSET
    chat_off: bool | UnsetType = UNSET
    seconds: float | UnsetType = UNSET
    is_paused: bool | UnsetType = UNSET


class Outcome(MessagePart, forbid_unknown_fields=True):
    """The result of a match. No winners: a draw."""

    winners: list[str]
    reason: str


# The fields of messages that `protocol` types loosely, with their real types.
FIELD_TYPES: dict[str, dict[str, Any]] = {
    "MatchStart": {
        "game": GameDescription,
        "seats": list[Seat],
        "chat": list[ChatEntry],
        "settings": RoomSettings,
    },
    "Info": {"data": InfoData},
    "State": {
        "players": Players,
        "place": Place,
        "options": list[Option],
        "log": list[LogLine],
        "result": Outcome | None,
    },
    "PromptRequest": {"prompt": SelectionContract | CardSelect | CardActionMenu | TargetSelect},
}
