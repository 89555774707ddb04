"""Effects that wait for the next encounter of a run, or for the end of an encounter.

A subroutine says `wait_for_encounter`, and the trigger of the same card for "encounter-ice" has the
condition `is_waiting` and takes what it waited for with `take_waiting`. The card need not be active
any more.
"""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import EventData
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.state import Card


def wait_for_encounter(c: NetrunnerContext, card: Card, name: str = "") -> None:
    """Let an effect of a card wait for the next encounter of this run."""
    if c.G.run is not None:
        c.G.run.next_encounter.append((card.id, name))


def is_waiting(c: NetrunnerContext, card: Card, data: EventData) -> bool:
    """Tell whether an effect of this card waits for an encounter."""
    run = c.G.run
    return run is not None and any(number == card.id for number, _ in run.next_encounter)


def take_waiting(c: NetrunnerContext, card: Card) -> list[str]:
    """Return the names of the effects of a card that have waited; they no longer do."""
    run = c.G.run
    if run is None:
        return []
    names = [name for number, name in run.next_encounter if number == card.id]
    run.next_encounter = [one for one in run.next_encounter if one[0] != card.id]
    return names


def end_with_encounter(c: NetrunnerContext, card: Card) -> None:
    """Let the trigger of a card for "end-of-encounter" resolve when this encounter ends."""
    if c.G.encounter is not None:
        c.G.encounter.end_effects.append(card.id)


def ends_with_encounter(c: NetrunnerContext, card: Card) -> int:
    """Return how often an effect of this card resolves at the end of this encounter."""
    return 0 if c.G.encounter is None else c.G.encounter.end_effects.count(card.id)
