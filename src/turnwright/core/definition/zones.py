"""Zones: where cards are, and who can see them."""

from __future__ import annotations

import msgspec

from turnwright.core.errors import DefinitionError

_WORDS = ("hidden", "top", "owner", "public")


class Zone(msgspec.Struct, frozen=True):
    """A kind of zone. Every seat has its own unless the zone is `shared`.

    - `visible` is "public" (all seats see the cards), "owner" (its seat sees them, the others their
      number), "hidden" (all see only the number) or "top:N" (hidden except for the N cards on top).
    - `wire` is its name on the wire, `label` its name for people.
    - `single` says that it never holds more than one card.
    - `static_facts` says that `Game(card_facts=...)` stays the same for a card that lies there
      unchanged, so that it is asked once.
    """

    visible: str = "hidden"
    shared: bool = False
    wire: str = ""
    label: str = ""
    single: bool = False
    static_facts: bool = False

    def __post_init__(self) -> None:
        word, _, number = self.visible.partition(":")
        if word not in _WORDS or (word == "top") != number.isdigit():
            expected = "expected public, owner, hidden or top:N"
            raise DefinitionError([f"Zone(visible={self.visible!r}): {expected}"])
        if word == "owner" and self.shared:
            raise DefinitionError(
                ["Zone(visible='owner', shared=True): a shared zone has no owner"]
            )

    @property
    def top(self) -> int:
        """How many cards on top are visible to everybody."""
        word, _, number = self.visible.partition(":")
        return int(number) if word == "top" else 0
