"""The base class of pages: a screen of the game with its data, its choices and its two buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from turnwright.bridges.commmod.host.json.cards import Json
from turnwright.games.spire.state import Battle, Card

if TYPE_CHECKING:
    from turnwright.bridges.commmod.host.session import Session

PAGES: dict[str, type[Page]] = {}


class Page:
    """A page over the state of a run. It is stateless: the session keeps the `PageState`."""

    key: ClassVar[str] = ""
    type: ClassVar[str] = "NONE"
    """The mod's `screen_type`."""
    screen: ClassVar[str] = "NONE"
    """The game's name of the screen over the room; NONE is the room itself."""
    phase: ClassVar[str] = "COMPLETE"
    """The phase of the room, outside of fights."""
    confirm_word: ClassVar[str] = "confirm"
    cancel_word: ClassVar[str] = "cancel"
    allows_potions: ClassVar[bool] = True

    def __init_subclass__(cls) -> None:
        if cls.key:
            PAGES[cls.key] = cls

    def __init__(self, session: Session) -> None:
        self.session = session

    # --- content ---------------------------------------------------------------------------

    def screen_name(self) -> str:
        """The `screen_name` of the message."""
        return self.screen

    def room_phase(self) -> str:
        """The `room_phase` of the message, outside of fights."""
        return self.phase

    def state(self) -> Json:
        """The `screen_state` of the message."""
        return {}

    def choices(self) -> list[str]:
        """The choices; the message has them in lowercase."""
        return []

    def has_confirm(self) -> bool:
        """Whether the button on the right is shown."""
        return False

    def has_cancel(self) -> bool:
        """Whether the button on the left is shown."""
        return False

    def room(self) -> str:
        """The `room_type` of the message, if it differs from the room of the rules."""
        return ""

    def hand(self, battle: Battle) -> list[Card]:
        """The hand that is shown; some pages hide cards that cannot be chosen."""
        return battle.hand

    # --- actions ----------------------------------------------------------------------------

    def choose(self, at: int) -> bool | None:
        """Take a choice by index. Return False if it has no effect."""

    def confirm(self) -> None:
        """Press the button on the right."""

    def cancel(self) -> None:
        """Press the button on the left."""
