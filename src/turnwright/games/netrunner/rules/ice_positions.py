"""Ice that changes its place, and the position of a run in front of it."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import EffectGenerator
from turnwright.games.netrunner.card_facts import CORP
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.state import Card

from .run_state import current_ice
from .trash import check_memory, trash_hosted


def set_current_ice(c: NetrunnerContext) -> None:
    """Make the ice at the Runner's position the current one. Past all ice nothing changes."""
    ice = current_ice(c)
    if ice is not None and c.G.run is not None:
        c.G.run.ice = ice.id


def add_ice(c: NetrunnerContext, card: Card, server: str, index: int | None = None) -> None:
    """Put a card among the ice of a server: outermost, or at an index.

    If it comes in inward of the Runner, the position of the run grows: the Runner stays in front of the
    same ice."""
    ices = c.server(server).ices
    place = len(ices) if index is None else index
    ices.insert(place, card.id)
    card.server = server
    run = c.G.run
    if run is not None and run.server == server and place < run.position:
        run.position += 1


def move_ice(c: NetrunnerContext, ice: Card, server: str) -> None:
    """Move installed ice to the outermost position of a server. It stays rezzed.

    If a run on its server goes on elsewhere, redirect it afterwards: the server may be gone."""
    if ice.server == server:
        ices, run = c.G.servers[server].ices, c.G.run
        place = ices.index(ice.id)
        ices.append(ices.pop(place))
        if run is not None and run.server == server and place < run.position:
            run.position -= 1
    else:
        c.remove_from_server(ice, ends_run=False)
        add_ice(c, ice, server)


def swap_ice(c: NetrunnerContext, one: Card, other: Card) -> None:
    """Swap two pieces of installed ice. The position of the run does not change."""
    first, second = c.G.servers[one.server], c.G.servers[other.server]
    place, place_of_other = first.ices.index(one.id), second.ices.index(other.id)
    if one.server != other.server:
        c.note_ice_left(one)
        c.note_ice_left(other)
    first.ices[place], second.ices[place_of_other] = other.id, one.id
    one.server, other.server = other.server, one.server
    set_current_ice(c)


def return_to_hand(c: NetrunnerContext, card: Card) -> EffectGenerator:
    """Add an installed card to its owner's hand. Cards that it hosts are trashed."""
    for number in list(card.hosted):
        yield from trash_hosted(c, card, c.card(number))
    c.uninstall(card)
    if card.owner == CORP:
        card.face_up = False
    c.move_card(card.id, "hand", card.owner)
    if card.owner == CORP:
        c.renumber_card(card.id)
    else:
        yield from check_memory(c, None)
