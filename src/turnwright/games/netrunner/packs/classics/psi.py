"""Psi games: Caprice Nisei, Psychic Field, Snowflake."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    CardDefinition,
    EffectGenerator,
    EventData,
    Trigger,
    register,
)
from turnwright.games.netrunner.card_facts import RUNNER
from turnwright.games.netrunner.cards.corp_assets import installed_and_accessed
from turnwright.games.netrunner.cards.effects import end_run_effect, net_damage
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.psi import play_psi_game, psi_subroutine
from turnwright.games.netrunner.state import Card


def is_run_on_this_server(c: NetrunnerContext, upgrade: Card, data: EventData) -> bool:
    """Tell whether the run is on the server of this upgrade."""
    return c.G.run is not None and c.G.run.server == upgrade.server


def caprice(c: NetrunnerContext, upgrade: Card, data: EventData) -> EffectGenerator:
    """Psi game: if the bids differ, end the run."""
    if not (yield from play_psi_game(c, upgrade)):
        end_run_effect(c, upgrade)


def psychic_field(c: NetrunnerContext, asset: Card, data: EventData) -> EffectGenerator:
    """Psi game: if the bids differ, 1 net damage for each card in the grip."""
    if not (yield from play_psi_game(c, asset)):
        yield from net_damage(len(c.zone("hand", RUNNER)))(c, asset)


register(
    CardDefinition(
        "Caprice Nisei",
        on={"pass-all-ice": Trigger(effect=caprice, when=is_run_on_this_server)},
    )
)
register(
    CardDefinition(
        "Psychic Field",
        on={"access": Trigger(effect=psychic_field, when=installed_and_accessed)},
    )
)
register(CardDefinition("Snowflake", subs=(psi_subroutine("End the run", end_run_effect),)))
