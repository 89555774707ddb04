"""The start and the end of a fight."""

from __future__ import annotations

from typing import Any

from turnwright.games.spire.library import cards
from turnwright.games.spire.state import Battle, Card

from . import monsters
from .action_queue import Asking
from .fight import Fight, new_fight


def begin(c: Any, encounter: str) -> Asking:
    """Set up a fight and play its opening, up to the player's first decision."""
    G = c.G
    G.battle = Battle(encounter)
    G.screen = "BATTLE"
    fight = new_fight(c)
    monsters.set_up(fight, encounter)
    _shuffle_deck(fight)
    b = fight.b
    fight.tell_relics(fight.hooks.relic_start)
    fight.tell_relics(fight.hooks.relic_before_draw)
    fight.draw(fight.cards_a_turn())
    fight.tell_relics(fight.hooks.relic_after_first_draw)
    fight.tell_relics(fight.hooks.relic_after_draw)
    b.energy += b.energy_per_turn
    yield from _finish(c, fight, fight.go_on())


def go_on(c: Any, fight: Fight) -> Asking | None:
    """Until the player must decide, or the fight is over and the run goes on. What asks is returned."""
    c.commit()  # something was drawn or rolled, so there is no way back
    asked = fight.go_on()
    if asked is None and not fight.is_over:
        return None
    return _finish(c, fight, asked)


def _finish(c: Any, fight: Fight, asked: Asking | None) -> Asking:
    while asked is not None:
        yield from asked
        asked = fight.go_on()
    if fight.is_over:
        yield from _end(c, fight)


def _shuffle_deck(fight: Fight) -> None:
    """The deck, shuffled; innate cards lie on top. If there are more of them than one draws, more are
    drawn."""
    G, b = fight.G, fight.b
    order = list(range(len(G.deck)))
    fight.streams.shuffle.shuffle(order)
    facts = cards()
    plain: list[Card] = []
    innate: list[Card] = []
    for place in order:
        own = G.deck[place]
        printed = facts[own.kind]
        cost = printed.cost[1 if own.up else 0]
        card = Card(own.kind, own.up, own.misc, place, cost, cost, special=own.misc)
        is_innate = printed.innate[1 if own.up else 0] or own.bottled
        (innate if is_innate else plain).append(card)
    b.draw = plain + innate
    b.next_uid = len(G.deck)
    more = len(innate) - fight.cards_a_turn()
    if more > 0:
        fight.draw(more)


def _end(c: Any, fight: Fight) -> Asking:
    """The fight is over: what the run keeps of it."""
    from turnwright.games.spire.run.rooms import battle_over

    G = fight.G
    if fight.is_lost:
        G.hp = 0
    else:
        fight.end_survived()
    G.battle = None
    yield from battle_over(c)
