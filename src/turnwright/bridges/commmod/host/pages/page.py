"""What a page is: a screen of the game with its data, its choices and its two buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from turnwright.bridges.commmod.host.json.cards import Json
from turnwright.games.spire.state import Card

if TYPE_CHECKING:
    from turnwright.bridges.commmod.host.session import Desk

PAGES: dict[str, type[Page]] = {}


class Page:
    """A page over the state of a run. It keeps nothing itself: what is remembered is the desk's."""

    key: ClassVar[str] = ""
    type: ClassVar[str] = "NONE"
    """The mod's name for the kind of screen."""
    screen: ClassVar[str] = "NONE"
    """The game's name for what lies over the room; NONE is the room itself."""
    phase: ClassVar[str] = "COMPLETE"
    """The phase of the room, outside of fights."""
    confirm_word: ClassVar[str] = "confirm"
    cancel_word: ClassVar[str] = "cancel"
    takes_potions: ClassVar[bool] = True
    holds_hand: ClassVar[bool] = False
    """Cards that cannot be chosen are out of the hand while this is open."""

    def __init_subclass__(cls) -> None:
        if cls.key:
            PAGES[cls.key] = cls

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    # --- what it shows --------------------------------------------------------------------------------

    def screen_name(self) -> str:
        return self.screen

    def state(self) -> Json:
        return {}

    def choices(self) -> list[str]:
        """What can be chosen; the game writes it in lowercase."""
        return []

    def has_confirm(self) -> bool:
        return False

    def has_cancel(self) -> bool:
        return False

    def room(self) -> str:
        """The kind of room on the wire, where it is not the one of the rules."""
        return ""

    def hand(self) -> list[Card]:
        raise NotImplementedError

    # --- what it does ---------------------------------------------------------------------------------

    def choose(self, at: int) -> bool | None:
        """Choose by number. False: nothing comes of it."""

    def confirm(self) -> None:
        """The button on the right."""

    def cancel(self) -> None:
        """The button on the left."""
