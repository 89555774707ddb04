"""Events of cards, and the registry of the abilities that they trigger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import turnwright as tw

from .card_definition import CardAction, CardSpec

if TYPE_CHECKING:
    from .context import CardGameContext


class CardEvent(tw.Event):
    """Something happened to a card; `type` is the word that its abilities name."""

    type: str


def trigger_watchers(library: Mapping[str, CardSpec]) -> tw.WatcherRegistry:
    """Register every ability that an event of its own card triggers."""
    watchers = tw.WatcherRegistry()
    for spec in library.values():
        for action in spec.actions.values():
            if isinstance(action.timing, tw.Reaction) and action.timing.who == "self":
                watchers.add(spec.name, _watcher(action, action.timing))
    return watchers


def _watcher(action: CardAction, timing: tw.Reaction) -> tw.Watcher:
    def is_triggered(c: CardGameContext[Any, Any], card: int, event: CardEvent) -> bool:
        return timing.answers(event.type, None, "self") and c.meets_requirements(card, action)

    def add_trigger(c: CardGameContext[Any, Any], card: int, event: CardEvent) -> None:
        c.add_trigger(card, action)

    return tw.Watcher(name=action.name, on=CardEvent, effect=add_trigger, when=is_triggered)
