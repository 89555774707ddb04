"""What is true of the run and its encounters now. Nothing here changes the state."""

from __future__ import annotations

from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.state import CENTRALS, Card


def current_ice(c: NetrunnerContext) -> Card | None:
    """Return the ice at the Runner's position: `ices[position - 1]`, innermost first."""
    run = c.G.run
    if run is None or run.position < 1 or run.server not in c.G.servers:
        return None
    ices = c.G.servers[run.server].ices
    return c.card(ices[run.position - 1]) if run.position <= len(ices) else None


def met_ice(c: NetrunnerContext) -> Card | None:
    """Return the ice that the Runner approached or encountered last, if it is still in its place."""
    run = c.G.run
    return None if run is None or run.ice is None else c.card(run.ice)


def is_server_gone(c: NetrunnerContext) -> bool:
    """Tell whether the run is on a remote server that no longer exists."""
    run = c.G.run
    return run is not None and run.server not in CENTRALS and run.server not in c.G.servers


def must_end(c: NetrunnerContext) -> bool:
    """Tell whether the run was ended or its remote server no longer exists."""
    G = c.G
    run = G.run
    if run is None or run.is_over:
        return True
    return run.server not in CENTRALS and run.server not in G.servers


# --- encounters -----------------------------------------------------------------------------------


def encountered(c: NetrunnerContext) -> Card | None:
    """Return the ice being encountered; None if there is none, or if it has left its place."""
    encounter = c.G.encounter
    return None if encounter is None or encounter.ice is None else c.card(encounter.ice)


def encounter_depth(c: NetrunnerContext) -> int:
    """Return the number of encounters in progress: an encounter can be forced inside another."""
    return 0 if c.G.encounter is None else 1 + len(c.G.outer_encounters)


def is_active_ice(c: NetrunnerContext, ice: Card) -> bool:
    """Tell whether a piece of ice is active: installed and rezzed, or encountered elsewhere."""
    if c.is_installed(ice):
        return ice.rezzed
    return c.G.encounter is not None and c.G.encounter.ice == ice.id


def is_bypassed(c: NetrunnerContext) -> bool:
    """Tell whether the encountered ice is bypassed and may be."""
    encounter = c.G.encounter
    if encounter is None or not encounter.bypass:
        return False
    return encounter.ice is None or not c.definition(c.card(encounter.ice)).cannot_be_bypassed


def encounter_must_end(c: NetrunnerContext) -> bool:
    """Tell whether the encounter ends at once.

    That is if the run ended or moves to another phase, if the ice was bypassed, if it left its place,
    or if it is installed and not rezzed."""
    encounter, run = c.G.encounter, c.G.run
    if encounter is None or encounter.is_over or (run is not None and run.is_over):
        return True
    if encounter.ice is None or not is_active_ice(c, c.card(encounter.ice)):
        return True
    if run is not None and (run.next_phase or is_server_gone(c)):
        return True
    return is_bypassed(c)
