"""Timing: when an action may be used. Not what it costs: a main action may cost a reaction, and a
reaction may cost nothing.

There is no timing for dying or killing. Those are reactions to the event of a death, as its target or
its source.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from .definitions import Definition, note
from .requirement import Requirement

Relation: TypeAlias = Literal["self", "ally", "enemy"]


class Main(Definition, frozen=True, tag=True, tag_field="type"):
    """In the own turn."""


class Reaction(Definition, frozen=True, tag=True, tag_field="type"):
    """In response to an event, and never otherwise."""

    # `when` is judged with the event that is answered as the last event: its tags and its value can be
    # required there.

    on: Annotated[str | tuple[str, ...], note("The type, or types, of the event.")]
    who: Annotated[
        Literal["self", "ally", "enemy", "any"],
        note("Who must be in it, seen from the one who reacts. An ally is somebody else."),
    ] = "any"
    role: Annotated[Literal["source", "target"], note("What that one is in the event.")] = "target"
    when: Annotated[Requirement | None, note("What else must be true.")] = None
    would_change_outcome: Annotated[bool, note("Only if the outcome would be another.")] = False

    @property
    def events(self) -> tuple[str, ...]:
        return (self.on,) if isinstance(self.on, str) else self.on

    def answers(self, event: str, source: Relation | None, target: Relation | None) -> bool:
        """Is this an event to react to? `source` and `target` are what its source and its target
        are to the one who reacts; None if it has none. (`when` is another question.)"""
        if event not in self.events:
            return False
        return self.who == "any" or self.who == (source if self.role == "source" else target)


class Free(Definition, frozen=True, tag=True, tag_field="type"):
    """In the own turn; with `anytime` also when something happens in the turns of others."""

    anytime: Annotated[bool, note("Also offered at events in the turns of others.")] = False


class Setup(Definition, frozen=True, tag=True, tag_field="type"):
    """Before the play begins."""


Timing: TypeAlias = Main | Reaction | Free | Setup


def in_own_turn(timing: Timing) -> bool:
    """May the one whose turn it is use it without being asked?"""
    return isinstance(timing, (Main, Free))


def at_events(timing: Timing) -> bool:
    """Is it offered when something happens?"""
    return isinstance(timing, Reaction) or (isinstance(timing, Free) and timing.anytime)
