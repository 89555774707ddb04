"""Facts: the interface between requirements and a game.

A game answers these questions about one actor. Costs and requirements know nothing else about it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, Protocol, TypeAlias, TypeVar

import msgspec

from .ledger import Ledger, Number

Scalar: TypeAlias = bool | int | float | str | None
TimeSpan: TypeAlias = Literal["action", "turn", "round", "encounter"]
TagBearer: TypeAlias = Literal["self", "target", "any_enemy", "any_ally"]

T_contra = TypeVar("T_contra", contravariant=True)


class EventFacts(Protocol):
    """The part of an event that requirements can test."""

    @property
    def type(self) -> str:
        """Its type."""
        ...

    @property
    def tags(self) -> Collection[str]:
        """Its tags."""
        ...

    @property
    def value(self) -> Number:
        """Its value, for example the damage."""
        ...


class Facts(Protocol[T_contra]):
    """The questions that a game answers about one actor.

    - Conditions are numbers; 0 and False mean no. A game without positions returns 0 for distances, so
      that every range is satisfied.
    - `last_event` returns the most recent event of the families of `events` in the window, caused by
      the actor or by anyone. A hit and a miss are one family. In a reaction it is the event reacted to.
    """

    @property
    def ledger(self) -> Ledger:
        """The resources of the actor."""
        ...

    def self_value(self, name: str) -> Number:
        """The number of a condition of the actor."""
        ...

    def target_value(self, target: T_contra, name: str) -> Number:
        """The number of a condition of a target."""
        ...

    def has_tag(self, tag: str, on: TagBearer, by_self: bool, target: T_contra | None) -> bool:
        """Whether a participant has a tag."""
        ...

    def last_event(
        self, events: tuple[str, ...], window: TimeSpan, by_self: bool
    ) -> EventFacts | None:
        """The most recent event of the families of `events`, or None."""
        ...

    def custom(self, name: str, data: Mapping[str, Scalar], target: T_contra | None) -> bool:
        """Whether a requirement of the game's own holds."""
        ...


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether something holds; if not, the first failed check as a sentence and as data."""

    ok: bool
    why: str = ""
    data: dict[str, Scalar] = {}
