"""Keeping the Runner in the run: Labyrinthine Servers, Whirlpool."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    CardDefinition,
    EffectGenerator,
    Prevention,
    Price,
    Subroutine,
    register,
)
from turnwright.games.netrunner.card_facts import CORP
from turnwright.games.netrunner.cards.corp_agendas import on_score
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.runs import end_encounter, forbid_jack_out
from turnwright.games.netrunner.rules.trash import trash_cards
from turnwright.games.netrunner.state import Card


def drown(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """The Runner cannot jack out for the remainder of this run. Trash this ice."""
    c.log_use(ice, "prevent the Runner from jacking out and trash itself")
    forbid_jack_out(c, ice)
    yield from trash_cards(c, [ice], CORP)
    yield from end_encounter(c)


register(
    CardDefinition(
        "Labyrinthine Servers",
        on=on_score(lambda c, agenda, e: c.add_counters(agenda, "power", 2), silent=True),
        prevention=(
            Prevention(
                prevents="jack-out",
                price=Price(counters=("power", 1)),
                text="prevent the runner from jacking out for the remainder of this run",
                effect=forbid_jack_out,
            ),
        ),
    )
)
register(
    CardDefinition(
        "Whirlpool",
        subs=(Subroutine("The Runner cannot jack out for the remainder of this run", drown),),
    )
)
