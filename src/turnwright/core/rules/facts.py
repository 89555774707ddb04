"""Facts: what requirements ask of a game, and the verdict they come to.

A game answers these few questions about one actor; costs and requirements know nothing else of it.
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
    """What requirements read of an event."""

    @property
    def type(self) -> str: ...
    @property
    def tags(self) -> Collection[str]: ...
    @property
    def value(self) -> Number: ...


class Facts(Protocol[T_contra]):
    """What a game answers about one actor. Conditions are numbers: 0 and False are "no".

    `last_event` gives the most recent event of the families of `events` (a hit and a miss are one
    family) in the window, by the actor or by anyone; within a reaction, the event that is answered.
    A game without positions answers distances with 0, so that every range is satisfied.
    """

    @property
    def ledger(self) -> Ledger: ...
    def self_value(self, name: str) -> Number: ...
    def target_value(self, target: T_contra, name: str) -> Number: ...
    def has_tag(self, tag: str, on: TagBearer, by_self: bool, target: T_contra | None) -> bool: ...
    def last_event(
        self, events: tuple[str, ...], window: TimeSpan, by_self: bool
    ) -> EventFacts | None: ...
    def custom(self, name: str, data: Mapping[str, Scalar], target: T_contra | None) -> bool: ...


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether something holds; if not, the first failing check in words and its numbers as data."""

    ok: bool
    why: str = ""
    data: dict[str, Scalar] = {}
