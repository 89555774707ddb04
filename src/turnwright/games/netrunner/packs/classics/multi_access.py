"""Accessing more cards: HQ Interface, R&D Interface, The Maker's Eye."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import CardDefinition, EffectGenerator, register
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.runs import make_run
from turnwright.games.netrunner.state import Card


def makers_eye(c: NetrunnerContext, event: Card) -> EffectGenerator:
    """Run R&D. If successful, access 2 additional cards."""
    c.log_use(event, "make a run on R&D")
    yield from make_run(c, "rd", event, click=False, **{"access rd": 2})


register(CardDefinition("HQ Interface", accesses=("hq", 1)))
register(CardDefinition("R&D Interface", accesses=("rd", 1)))
register(CardDefinition("The Maker's Eye", play=makers_eye))
