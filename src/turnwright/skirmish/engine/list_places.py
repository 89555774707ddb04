"""The places of actions in the lists of a combatant, as its owner wrote them."""

from __future__ import annotations

from typing import NamedTuple

from turnwright.core.rules.timing import Reaction, Timing, in_own_turn
from turnwright.skirmish.model.scenario import END_TURN, CombatAction
from turnwright.skirmish.model.vocabulary import event_named

from .plan import CombatantKind


class DisabledEntry(NamedTuple):
    """An entry that is switched off."""

    place: int
    name: str
    timing: Timing | None
    """None for End Turn."""
    is_in_turn: bool

    def reacts_to(self, event: str) -> bool:
        """Whether it is a reaction to this event."""
        if not isinstance(self.timing, Reaction):
            return False
        on = self.timing.on
        return any(event_named(one)[0] == event for one in ((on,) if isinstance(on, str) else on))


class ListPlaces:
    """For every action of a kind its place in its list, counted from 1, and what is switched off."""

    def __init__(self, kind: CombatantKind) -> None:
        self.of_action: dict[int, int] = {}
        """By the number among the actions of the kind."""
        self.disabled: list[DisabledEntry] = []
        actions = iter(kind.actions)
        spec = kind.spec
        for entries, is_main in ((spec.actions, True), (spec.reactions, False)):
            for place, entry in enumerate(entries, 1):
                name = entry.name if isinstance(entry, CombatAction) else entry
                if name not in spec.disabled:
                    self.of_action[next(actions).local_index] = place
                    continue
                timing = entry.timing if isinstance(entry, CombatAction) else None
                is_in_turn = name == END_TURN if timing is None else in_own_turn(timing)
                self.disabled.append(DisabledEntry(place, name, timing, is_main and is_in_turn))
