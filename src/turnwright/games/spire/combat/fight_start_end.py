"""The start and the end of a fight."""

from __future__ import annotations

from turnwright.games.spire.context import SpireContext
from turnwright.games.spire.state import Battle, Card

from . import monsters
from .fight import Fight, new_fight
from .orbs import first_slots, trigger_turn_start
from .piles import FACTS
from .turns import cards_per_turn


def start_fight(c: SpireContext, encounter: str) -> Fight:
    """Set up a fight and queue its opening."""
    c.G.battle = Battle(encounter)
    c.G.screen = "BATTLE"
    fight = c.fight = new_fight(c)
    fight.b.orb_slots = first_slots(c.G.character, "PrismaticShard" in fight.relics)
    monsters.set_up(fight, encounter)
    _shuffle_deck(fight)
    hooks = fight.hooks
    fight.trigger_relics(hooks.relic_start)
    fight.trigger_relics(hooks.relic_before_draw)
    fight.draw(cards_per_turn(fight))
    fight.trigger_relics(hooks.relic_after_first_draw)
    fight.trigger_relics(hooks.relic_after_draw)
    if fight.b.orbs:
        trigger_turn_start(fight)
    fight.b.energy += fight.b.energy_per_turn
    return fight


def _shuffle_deck(fight: Fight) -> None:
    """Shuffle the deck into the draw pile, innate cards on top. All of them are drawn."""
    G, b = fight.G, fight.b
    order = list(range(len(G.deck)))
    fight.streams.shuffle.shuffle(order)
    plain: list[Card] = []
    innate: list[Card] = []
    for place in order:
        own = G.deck[place]
        printed = FACTS[own.kind]
        cost = printed.cost[1 if own.up else 0]
        card = Card(own.kind, own.up, own.misc, place, cost, cost, special=own.misc)
        is_innate = own.bottled or fight.is_innate(own)
        (innate if is_innate else plain).append(card)
    b.draw = plain + innate
    b.next_uid = len(G.deck)
    more = len(innate) - cards_per_turn(fight)
    if more > 0:
        fight.draw(more)


def end_fight(fight: Fight) -> None:
    """Remove a fight that is over from the state, and keep what the run needs of it."""
    if fight.is_lost:
        fight.G.hp = 0
    else:
        fight.end_survived()
    fight.G.battle = fight.c.fight = None
