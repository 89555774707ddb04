"""Which way to take on the map.

A path is valued room by room with the HP that the player is expected to have there. The best path from
every room is found from the top row down, for shares of HP in steps of `STEP`.
"""

from __future__ import annotations

from math import exp

import turnwright as tw
from turnwright.games.spire.run import map as maps
from turnwright.games.spire.run.map import ActMap, MapNode
from turnwright.games.spire.state import NO_POTION

from .bot_view import BotView
from .card_values import card_value

LOSSES = {
    1: {maps.MONSTER: 0.05, maps.ELITE: 0.22, maps.EVENT: 0.03},
    2: {maps.MONSTER: 0.10, maps.ELITE: 0.26, maps.EVENT: 0.04},
    3: {maps.MONSTER: 0.10, maps.ELITE: 0.26, maps.EVENT: 0.04},
}
"""The share of HP that a room usually costs, by act."""
PER_ASCENSION = 0.06
"""What rooms cost more for each level of ascension."""
NOT_HEALED = 0.07
"""What a fight costs more without the Ironclad's Burning Blood."""
GOOD_CARD, GOOD_CARDS = 45.0, {1: 4, 2: 9, 3: 13}
PER_MISSING_CARD, PER_POTION = 0.03, 0.02
"""What makes an elite cost more or less: good cards that the deck lacks in this act, and potions."""
FIRST_FIGHTS, FIRST_LOSS = 3, 0.06
"""The first fights of the run are easy."""
RISK, FATAL = 9.0, 0.14
"""The cost of the danger of dying: it grows as the HP that are left fall towards 0."""
BOSS = 9.0
"""The value of meeting the boss with full HP."""
GAINS = {
    maps.MONSTER: 1.0, maps.ELITE: 4.5, maps.EVENT: 1.1, maps.TREASURE: 2.0, maps.REST: 0.0,
    maps.SHOP: 0.3,
}  # fmt: skip
ELITE_PER_ASCENSION = {1: 0.08, 2: 0.08, 3: 0.14}
"""How much less an elite is worth for each level of ascension, by act, beside the HP that it costs. In
the last act its relic helps for a few fights only."""
HEAL, SMITH = 0.3, 1.2
GOLD_TO_SPEND, MOST_FOR_GOLD = 110, 2.4
STEP = 0.1


REST_BELOW, REST_BEFORE_BOSS_BELOW = 0.65, 0.82
"""The shares of HP below which the player rests instead of upgrading a card."""
REST_PER_ASCENSION, REST_BEFORE_BOSS_PER_ASCENSION = 0.004, 0.01
"""How much higher these shares are for each level of ascension. Bosses end most of the runs there."""


def rest_below(view: BotView, is_before_boss: bool = False) -> float:
    """The share of HP below which the player should rest."""
    low = REST_BEFORE_BOSS_BELOW if is_before_boss else REST_BELOW
    more = REST_BEFORE_BOSS_PER_ASCENSION if is_before_boss else REST_PER_ASCENSION
    return low * (0.4 + 0.6 * view.caution) + more * view.G.ascension


def choose_path(view: BotView) -> tw.Answer:
    """Follow the path with the highest expected value."""
    G, ways = view.G, view.args("map")
    if G.map is None or len(ways) == 1 or G.y >= len(G.map.rows) - 1:
        return view.does("map", ways[0])
    paths = PathValues(view, G.map)
    return view.does("map", max(ways, key=lambda x: paths.value(x, G.y + 1, view.health)))


def expected_losses(view: BotView) -> dict[str, float]:
    """The share of HP that each kind of room costs, by act, ascension and the strength of the deck.
    Elites of the first act need cards that are better than those of the starting deck."""
    G = view.G
    act = min(G.act, 3)
    harder = view.caution * (1 + PER_ASCENSION * G.ascension)
    losses = {symbol: loss * harder for symbol, loss in LOSSES[act].items()}
    if not (view.has("Burning Blood") or view.has("Black Blood")):
        losses[maps.MONSTER] += NOT_HEALED
        losses[maps.ELITE] += NOT_HEALED
    good = sum(card_value(card) >= GOOD_CARD for card in G.deck)
    potions = sum(kind != NO_POTION for kind in G.potions)
    missing = max(0, GOOD_CARDS[act] - good)
    losses[maps.ELITE] += PER_MISSING_CARD * missing - PER_POTION * potions
    return losses


class PathValues:
    """The values of all paths from here, as far as they were asked for."""

    def __init__(self, view: BotView, map: ActMap) -> None:
        G = view.G
        self.map, self.act, self.floor = map, min(G.act, 3), G.floor
        self.losses = expected_losses(view)
        less = ELITE_PER_ASCENSION[self.act] * G.ascension
        self.gains = {**GAINS, maps.ELITE: GAINS[maps.ELITE] - less}
        self.gold, self.row = G.gold, G.y
        self.low = rest_below(view)
        self.can_rest = not view.has("Coffee Dripper")
        self.can_smith = not view.has("Fusion Hammer")
        self.known: dict[tuple[int, int, int], float] = {}

    def value(self, x: int, y: int, health: float) -> float:
        """The value of entering a room with this share of HP and going on from there."""
        if y >= len(self.map.rows):
            return BOSS * float(min(1.0, health) ** 0.7)
        key = (x, y, round(health / STEP))
        found = self.known.get(key)
        if found is None:
            node = self.map.node(x, y)
            gain, left = self._room(node, health)
            ways = node.edges
            found = gain + max((self.value(to, y + 1, left) for to in ways), default=0.0)
            self.known[key] = found
        return found

    def _room(self, node: MapNode, health: float) -> tuple[float, float]:
        """What a room gives, and the share of HP that is left after it."""
        gain = self.gains[node.symbol]
        if node.symbol == maps.REST:
            if self.can_rest and (health < self.low or not self.can_smith):
                return gain, min(1.0, health + HEAL)
            return gain + (SMITH if self.can_smith else 0.0), health
        if node.symbol == maps.SHOP:
            gold = self.gold + 12 * (node.y - self.row)
            return gain + min(MOST_FOR_GOLD, gold / GOLD_TO_SPEND), health
        loss = self.losses.get(node.symbol, 0.0)
        if self.act == 1 and node.y < FIRST_FIGHTS and node.symbol == maps.MONSTER:
            loss = FIRST_LOSS
        if not loss:
            return gain, health
        left = health - loss
        return gain - RISK * exp(-max(left, 0.0) / FATAL) * min(1.0, loss * 4), max(left, 0.05)
