"""Neow's offers as the first event of a run."""

from __future__ import annotations

from functools import partial

from turnwright.games.spire.context import SpireContext
from turnwright.games.spire.run.neow import NeowOffer, accept

from .event_definition import EventChoice, event


@event("Neow Event")
def _neow(c: SpireContext) -> list[EventChoice]:
    """Neow: choose an offer."""
    found = [NeowOffer(*offer) for offer in c.G.memory["offers"]]
    return [EventChoice(str(offer), partial(accept, c, offer)) for offer in found]
