"""One message of the game, read: which screen is up, what can be said, what lies there.

The message is the mod's JSON as it came. Reading never fails: what is missing, or is not what it should
be, reads as empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from turnwright.bridges.commmod.protocol import Message, decode, is_available

OUT_OF_GAME, NEOW_ROOM, COMBAT, OTHER = "OUT_OF_GAME", "NEOW_ROOM", "COMBAT", "NONE"
TYPES = (
    "MAP", "COMBAT_REWARD", "CARD_REWARD", "BOSS_REWARD", "EVENT", "CHEST", "REST", "SHOP_ROOM",
    "SHOP_SCREEN", "GRID", "HAND_SELECT", "GAME_OVER", "COMPLETE",
)  # fmt: skip
"""Screens that the mod calls by the same name in `screen_type`."""
EMPTY_SLOT = "Potion Slot"

Json = Mapping[str, Any]


class State:
    """What the game said last. `screen` is one of the names in the screen machine."""

    def __init__(self, message: Message) -> None:
        self.message = message
        self.game: Json = (message.game_state or {}) if message.in_game else {}
        self.commands: Sequence[str] = message.available_commands

    @classmethod
    def of(cls, message: Message | bytes | str | Json) -> State:
        """From a message in any form: as a line, as parsed JSON, as a `Message`."""
        if isinstance(message, Mapping):
            message = msgspec.json.encode(message)
        return cls(message if isinstance(message, Message) else decode(message))

    # --- flags ------------------------------------------------------------------------------------

    @property
    def in_game(self) -> bool:
        return self.message.in_game

    @property
    def is_ready(self) -> bool:
        return self.message.ready_for_command

    def can(self, word: str) -> bool:
        """Would the game take this command word now?"""
        return is_available(word, self.commands)

    # --- the screen -------------------------------------------------------------------------------

    @cached_property
    def screen(self) -> str:
        if not self.in_game:
            return OUT_OF_GAME
        kind = self.text("screen_type")
        if kind == "EVENT" and self.text("room_type") == "NeowRoom":
            return NEOW_ROOM
        if kind == "NONE" and self.text("room_phase") == "COMBAT":
            return COMBAT
        return kind if kind in TYPES else OTHER

    @cached_property
    def screen_state(self) -> Json:
        return mapping(self.game.get("screen_state"))

    @cached_property
    def combat(self) -> Json:
        return mapping(self.game.get("combat_state"))

    @cached_property
    def choices(self) -> list[str]:
        """What `choose` takes, in lowercase."""
        found = self.game.get("choice_list")
        return [str(one) for one in found] if isinstance(found, list) and self.can("choose") else []

    # --- things -----------------------------------------------------------------------------------

    def text(self, key: str) -> str:
        value = self.game.get(key)
        return value if isinstance(value, str) else ""

    @property
    def gold(self) -> int:
        return number(self.game, "gold")

    @cached_property
    def hand(self) -> list[Json]:
        return items(self.combat, "hand")

    @cached_property
    def monsters(self) -> list[Json]:
        return items(self.combat, "monsters")

    @cached_property
    def targets(self) -> list[int]:
        """Places of monsters that can be aimed at."""
        gone = ("is_gone", "half_dead")
        return [n for n, one in enumerate(self.monsters) if not any(one.get(key) for key in gone)]

    @cached_property
    def potions(self) -> list[Json]:
        return items(self.game, "potions")

    @property
    def has_room_for_potion(self) -> bool:
        return any(potion.get("id") == EMPTY_SLOT for potion in self.potions)

    def has_relic(self, kind: str) -> bool:
        return any(relic.get("id") == kind for relic in items(self.game, "relics"))

    @cached_property
    def deck(self) -> list[Json]:
        return items(self.game, "deck")

    def __repr__(self) -> str:
        return f"<{self.screen} floor {number(self.game, 'floor')}: {', '.join(self.commands)}>"


NOTHING = State(Message())
"""Before the game has said anything."""


# --- reading what may be anything -----------------------------------------------------------------


def mapping(value: Any) -> Json:
    return value if isinstance(value, dict) else {}


def items(where: Json, key: str) -> list[Json]:
    """A list of objects; whatever is no object keeps its place as an empty one."""
    found = where.get(key)
    return [mapping(one) for one in found] if isinstance(found, list) else []


def number(where: Json, key: str, default: int = 0) -> int:
    value = where.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else default


def named(one: Json) -> str:
    name = one.get("name")
    return name if isinstance(name, str) else ""


def names(things: Iterable[Json]) -> list[str]:
    return [named(one) for one in things]


def find(wanted: str, known: Sequence[str], used: Iterable[int] = ()) -> int | None:
    """The place of a name, whatever its case; what is not found is looked for without its `+`."""
    taken = set(used)
    for reduce in (str.lower, plain_name):
        for place, name in enumerate(known):
            if place not in taken and reduce(name) == wanted.lower():
                return place
    return None


def plain_name(name: str) -> str:
    """`Strike+` and `Searing Blow+3` by the names of the cards before they were upgraded."""
    return re.sub(r"\+\d*$", "", name.lower())
