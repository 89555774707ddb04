"""Timing: when an action can be used.

Timing is independent of cost: a main action may cost a reaction, and a reaction may be free. Dying and
killing have no timing of their own; they are reactions to a death, as its target or its source.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from .definition_base import Definition, note
from .requirement import Requirement

Relation: TypeAlias = Literal["self", "ally", "enemy"]


class Main(Definition, frozen=True, tag=True, tag_field="type"):
    """On its owner's turn."""


class Reaction(Definition, frozen=True, tag=True, tag_field="type"):
    """Only in response to an event."""

    # In `when`, the last event is the one reacted to, so that its tags and value can be tested.

    on: Annotated[str | tuple[str, ...], note("The type, or types, of the event.")]
    who: Annotated[
        Literal["self", "ally", "enemy", "any"],
        note("Who takes part in the event, seen from its owner. An ally is not the owner."),
    ] = "any"
    role: Annotated[Literal["source", "target"], note("The role of that participant.")] = "target"
    when: Annotated[Requirement | None, note("An additional requirement.")] = None
    would_change_outcome: Annotated[bool, note("Only if it would change the outcome.")] = False

    @property
    def events(self) -> tuple[str, ...]:
        """The types of events it reacts to."""
        return (self.on,) if isinstance(self.on, str) else self.on

    def answers(self, event: str, source: Relation | None, target: Relation | None) -> bool:
        """Whether this reacts to an event, apart from `when`.

        `source` and `target` are the relations of the event's source and target to the owner of the
        reaction, or None.
        """
        if event not in self.events:
            return False
        return self.who == "any" or self.who == (source if self.role == "source" else target)


class Free(Definition, frozen=True, tag=True, tag_field="type"):
    """On its owner's turn; with `anytime` also at events on other turns."""

    anytime: Annotated[bool, note("Also offered at events on other turns.")] = False


class Setup(Definition, frozen=True, tag=True, tag_field="type"):
    """Before the game starts."""


Timing: TypeAlias = Main | Reaction | Free | Setup


def in_own_turn(timing: Timing) -> bool:
    """Whether it can be used on its owner's turn."""
    return isinstance(timing, (Main, Free))


def at_events(timing: Timing) -> bool:
    """Whether it is offered at events."""
    return isinstance(timing, Reaction) or (isinstance(timing, Free) and timing.anytime)
