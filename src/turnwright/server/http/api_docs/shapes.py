"""The shapes inside of messages, which the server builds for speed without types of their own."""

from __future__ import annotations

from typing import Any

import msgspec


class Shape(msgspec.Struct, rename="camel", kw_only=True):
    """Part of a message. A game may add fields of its own where the text says so."""


class Option(Shape):
    """A legal move. An `action` with its `actionType` and `payload` makes it."""

    id: str
    label: str
    action_type: str
    payload: dict[str, Any]


class MenuOption(Shape):
    """An entry of a menu; without an `actionType` it closes the menu."""

    id: str | int
    label: str
    action_type: str | None
    payload: dict[str, Any] = {}


class Candidate(Shape):
    """Something to pick; `id` is what is answered. A card has more: where it lies, what it is, and
    what its game says about it."""

    id: str
    key: str
    name: str
    label: str
    zone: str | None = None
    owner: str | None = None
    controller: str | None = None
    zone_index: int | None = None
    card_id: int | None = None
    card_kind: str | None = None


class Requirement(Shape):
    """Pick `min` to `max` of the candidates; if it is `ordered`, their order is the answer."""

    id: str
    min: int
    max: int
    candidates: list[Candidate]
    ordered: bool = False


class AnyPrompt(Shape, tag_field="type"):
    prompt_id: str
    title: str
    state_version: int
    deadline: int | None
    can_cancel: bool


class SelectionContract(AnyPrompt, tag="selection_contract"):
    """A question of an effect: a target on the board (`ui.useFieldTargeting`), yes or no, a menu."""

    kind: str
    requirement: Requirement
    ui: dict[str, bool]
    action_type: str | None  # of the action in progress
    source_zone: str | None  # of the card that asks
    card_data: dict[str, Any] | None  # that card


class CardSelect(SelectionContract, tag="card_select"):
    """A question of an effect: cards from a list."""


class CardActionMenu(AnyPrompt, tag="card_action_menu"):
    """What can be done with the card that was clicked."""

    zone: str
    index: int
    options: list[MenuOption]
    card_data: dict[str, Any]


class TargetSelect(AnyPrompt, tag="target_select"):
    """The second choice of a move, as when an attacker's target is picked."""

    targets: list[MenuOption]


class Seat(Shape):
    """Who sits where."""

    id: str
    name: str
    controller: str
    bot: str
    free: bool
    ready: bool
    connected: bool


class Player(Shape):
    """A side of the table. Each zone has a field (its cards, or `{"count"}` if they are hidden), and
    its number in `<zone>Count`; the game adds facts, such as `lp`."""

    id: str
    name: str
    controller: str
    connected: bool


class Players(Shape):
    """You, the next seat, and the rest; a spectator sits behind p1."""

    self: Player
    opponent: Player | None
    others: list[Player] = []


class LogLine(Shape):
    n: int
    who: str
    text: str


class Said(Shape):
    """A line of the chat."""

    sender: str = msgspec.field(name="from")
    name: str
    text: str


class Outcome(Shape):
    """No winners: a draw."""

    winners: list[str]
    reason: str


DETAILS: dict[str, dict[str, Any]] = {
    "MatchStart": {"seats": list[Seat], "chat": list[Said]},
    "State": {
        "players": Players,
        "options": list[Option],
        "log": list[LogLine],
        "result": Outcome | None,
    },
    "PromptRequest": {"prompt": SelectionContract | CardSelect | CardActionMenu | TargetSelect},
}
