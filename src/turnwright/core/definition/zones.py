"""Zones: where cards lie, and who may look there."""

from __future__ import annotations

import msgspec

from turnwright.core.errors import DefinitionError

_WORDS = ("hidden", "top", "owner", "public")


class Zone(msgspec.Struct, frozen=True):
    """A kind of zone. Every seat has one of its own unless it is `shared`.

    `visible` is "public" (all see the cards), "owner" (its seat sees them, the others how many),
    "hidden" (all see only how many) or "top:N" (hidden but for the N cards on top). On the wire the
    zone goes by the name `wire`, `label` is for people, and `single` says that it never holds more than
    one card. `still` says that what the game tells about a card (`Game(facts=...)`) stays the same for
    as long as the card lies there unchanged: then it is asked once.
    """

    visible: str = "hidden"
    shared: bool = False
    wire: str = ""
    label: str = ""
    single: bool = False
    still: bool = False

    def __post_init__(self) -> None:
        word, _, number = self.visible.partition(":")
        if word not in _WORDS or (word == "top") != number.isdigit():
            sentence = f"a zone is public, owner, hidden or top:N, not {self.visible!r}"
            raise DefinitionError([sentence])
        if word == "owner" and self.shared:
            raise DefinitionError(["a shared zone has no owner that could see it"])

    @property
    def top(self) -> int:
        """How many cards on top are open."""
        word, _, number = self.visible.partition(":")
        return int(number) if word == "top" else 0
