"""Facts: the interface between requirements and a game.

A game answers these questions about one actor. Costs and requirements know nothing else about it. There
are two ways to answer: `Facts` answers at once. `FactReaders` returns functions that answer later and
often, for a game that compiles its requirements.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

import msgspec

from .ledger import Ledger, Number

Scalar: TypeAlias = bool | int | float | str | None
TimeSpan: TypeAlias = Literal["action", "turn", "round", "encounter"]
TagBearer: TypeAlias = Literal["self", "target", "any_enemy", "any_ally"]

R = TypeVar("R")
A = TypeVar("A")
T = TypeVar("T")
E = TypeVar("E")
R_contra = TypeVar("R_contra", contravariant=True)
A_contra = TypeVar("A_contra", contravariant=True)
T_contra = TypeVar("T_contra", contravariant=True)
E_contra = TypeVar("E_contra", contravariant=True)

CompiledRequirement: TypeAlias = Callable[[R, A, T | None, E | None], bool]
"""Called with the run of a game, the actor, a target (if there is one), and the event that a reaction
answers."""


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


class FactReaders(Protocol[R_contra, A_contra, T_contra, E_contra]):
    """The questions of `Facts`, answered with functions that take what is known only later: the run of
    a game, the actor, the target, and the event that a reaction answers."""

    def self_value(self, name: str) -> Callable[[R_contra, A_contra, A_contra], Number]:
        """Reads a condition of the actor, who is passed twice: as the actor and as its subject."""
        ...

    def target_value(self, name: str) -> Callable[[R_contra, A_contra, T_contra], Number]:
        """Reads a condition of a target."""
        ...

    def available(self, key: str) -> Callable[[R_contra, A_contra], Number]:
        """Reads how much of a resource the actor has."""
        ...

    def has_tag(
        self, tag: str, on: TagBearer, by_self: bool
    ) -> Callable[[R_contra, A_contra, T_contra | None], bool]:
        """Reads whether a participant has a tag."""
        ...

    def last_event(
        self, events: tuple[str, ...], tags: tuple[str, ...], window: TimeSpan, by_self: bool
    ) -> Callable[[R_contra, A_contra, E_contra | None], Number | None]:
        """Reads the value of the most recent event of the families of `events`, if it is one of them
        and has all the tags; otherwise None."""
        ...

    def custom(
        self, name: str, data: Mapping[str, Scalar]
    ) -> Callable[[R_contra, A_contra, T_contra | None, E_contra | None], bool]:
        """Reads whether a requirement of the game's own holds."""
        ...


class ReadersOfFacts(Generic[T]):
    """Reads `Facts`: these are the run, and there is neither an actor nor an event to pass."""

    def self_value(self, name: str) -> Callable[[Facts[T], None, None], Number]:
        """Reads a condition of the actor."""
        return lambda facts, _, subject: facts.self_value(name)

    def target_value(self, name: str) -> Callable[[Facts[T], None, T], Number]:
        """Reads a condition of a target."""
        return lambda facts, _, target: facts.target_value(target, name)

    def available(self, key: str) -> Callable[[Facts[T], None], Number]:
        """Reads how much of a resource the actor has."""
        return lambda facts, _: facts.ledger.available(key)

    def has_tag(
        self, tag: str, on: TagBearer, by_self: bool
    ) -> Callable[[Facts[T], None, T | None], bool]:
        """Reads whether a participant has a tag."""
        return lambda facts, _, target: facts.has_tag(tag, on, by_self, target)

    def last_event(
        self, events: tuple[str, ...], tags: tuple[str, ...], window: TimeSpan, by_self: bool
    ) -> Callable[[Facts[T], None, None], Number | None]:
        """Reads the value of the last event, if it matches."""

        def read(facts: Facts[T], _: None, event: None) -> Number | None:
            last = facts.last_event(events, window, by_self)
            if last is None or last.type not in events:
                return None
            return last.value if all(tag in last.tags for tag in tags) else None

        return read

    def custom(
        self, name: str, data: Mapping[str, Scalar]
    ) -> Callable[[Facts[T], None, T | None, None], bool]:
        """Reads whether a requirement of the game's own holds."""
        return lambda facts, _, target, event: facts.custom(name, data, target)


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether something holds; if not, the first failed check as a sentence and as data."""

    ok: bool
    why: str = ""
    data: dict[str, Scalar] = {}
