"""The state of the game as an agent sees it: the screen, the available commands, cards and monsters.

It wraps the mod's JSON message. Reading never fails: missing or malformed parts read as empty.
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
"""Screens whose name equals the mod's `screen_type`."""
EMPTY_SLOT = "Potion Slot"

Json = Mapping[str, Any]


class GameState:
    """The last state message. `screen` is one of the screens in `screens.SCREENS`."""

    def __init__(self, message: Message) -> None:
        self.message = message
        self.game: Json = (message.game_state or {}) if message.in_game else {}
        self.commands: Sequence[str] = message.available_commands

    @classmethod
    def of(cls, message: Message | bytes | str | Json) -> GameState:
        """Create a state from a line, parsed JSON, or a `Message`."""
        if isinstance(message, Mapping):
            message = msgspec.json.encode(message)
        return cls(message if isinstance(message, Message) else decode(message))

    # --- flags -----------------------------------------------------------------------------------

    @property
    def in_game(self) -> bool:
        """Whether a run is in progress."""
        return self.message.in_game

    @property
    def is_ready(self) -> bool:
        """Whether the game accepts a command now."""
        return self.message.ready_for_command

    def can(self, word: str) -> bool:
        """Return whether a command is available."""
        return is_available(word, self.commands)

    # --- the screen ------------------------------------------------------------------------------

    @cached_property
    def screen(self) -> str:
        """The name of the current screen."""
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
        """The `screen_state` object."""
        return mapping(self.game.get("screen_state"))

    @cached_property
    def combat(self) -> Json:
        """The `combat_state` object; empty outside of combat."""
        return mapping(self.game.get("combat_state"))

    @cached_property
    def choices(self) -> list[str]:
        """The arguments that `choose` accepts, in lowercase. A command is one line, so line breaks
        of a damaged message become spaces."""
        found = self.game.get("choice_list")
        if not isinstance(found, list) or not self.can("choose"):
            return []
        return [str(one).replace("\n", " ") for one in found]

    # --- parts of the state ----------------------------------------------------------------------

    def text(self, key: str) -> str:
        """Return a string of the game state, or an empty one."""
        value = self.game.get(key)
        return value if isinstance(value, str) else ""

    @property
    def gold(self) -> int:
        """The player's gold."""
        return number(self.game, "gold")

    @cached_property
    def hand(self) -> list[Json]:
        """The cards in the hand."""
        return items(self.combat, "hand")

    @cached_property
    def monsters(self) -> list[Json]:
        """The monsters of the fight, dead ones included."""
        return items(self.combat, "monsters")

    @cached_property
    def targets(self) -> list[int]:
        """Indexes of the monsters that can be targeted."""
        gone = ("is_gone", "half_dead")
        return [n for n, one in enumerate(self.monsters) if not any(one.get(key) for key in gone)]

    @cached_property
    def potions(self) -> list[Json]:
        """The potion slots, empty ones included."""
        return items(self.game, "potions")

    @property
    def has_room_for_potion(self) -> bool:
        """Whether a potion slot is empty."""
        return any(potion.get("id") == EMPTY_SLOT for potion in self.potions)

    def has_relic(self, kind: str) -> bool:
        """Return whether the player has the relic with this id."""
        return any(relic.get("id") == kind for relic in items(self.game, "relics"))

    @cached_property
    def deck(self) -> list[Json]:
        """The cards of the deck."""
        return items(self.game, "deck")

    def __repr__(self) -> str:
        return f"<{self.screen} floor {number(self.game, 'floor')}: {', '.join(self.commands)}>"


NOTHING = GameState(Message())
"""The state before the first message."""


# --- tolerant access to JSON --------------------------------------------------------------------


def mapping(value: Any) -> Json:
    """Return the value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def items(where: Json, key: str) -> list[Json]:
    """Return a list of objects. Items that are not objects become empty objects."""
    found = where.get(key)
    return [mapping(one) for one in found] if isinstance(found, list) else []


def number(where: Json, key: str, default: int = 0) -> int:
    """Return an integer field, or the default."""
    value = where.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else default


def named(one: Json) -> str:
    """Return the `name` of an object, or an empty string."""
    name = one.get("name")
    return name if isinstance(name, str) else ""


def names(things: Iterable[Json]) -> list[str]:
    """Return the names of objects."""
    return [named(one) for one in things]


def find(wanted: str, known: Sequence[str], used: Iterable[int] = ()) -> int | None:
    """Return the index of a name, ignoring case and, if there is no match, the `+` of upgrades."""
    taken = set(used)
    for reduce in (str.lower, plain_name):
        for place, name in enumerate(known):
            if place not in taken and reduce(name) == wanted.lower():
                return place
    return None


def plain_name(name: str) -> str:
    """Return the name without its upgrade: `Searing Blow` for `Searing Blow+3`."""
    return re.sub(r"\+\d*$", "", name.lower())
