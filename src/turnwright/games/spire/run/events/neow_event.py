"""Neow's offers as the first event of a run."""

from __future__ import annotations

from functools import partial

from turnwright.games.spire.context import Spire
from turnwright.games.spire.run.neow import Offer, accept

from .event_definition import Choice, event


@event("Neow Event")
def neow(c: Spire) -> list[Choice]:
    """Neow: choose an offer."""
    found = [Offer(*offer) for offer in c.G.memory["offers"]]
    return [Choice(str(offer), partial(accept, c, offer)) for offer in found]
