"""Samples what the player does not know, for bots that search.

Streams and piles are changed in place, because a fight that waits for an answer keeps references to
them. Piles are sorted before they are shuffled, so that the result does not depend on
hidden information.
"""

from __future__ import annotations

from turnwright.core.runtime.rng import Stream
from turnwright.games.spire.state import is_targetable

from .combat.fight import new_fight
from .combat.monsters.monster_definition import roll_move
from .context import SpireContext
from .run.rewards import CHESTS
from .state import Battle, SpireState, find_relic


def resample_hidden(c: SpireContext, seat: int, rng: Stream) -> None:
    """Replace hidden information by a sample that looks the same to the player."""
    G = c.G
    G.seed = rng.bits() >> 1
    for name in G.streams.__struct_fields__:
        stream = getattr(G.streams, name)
        stream.s0, stream.s1 = rng.bits(), rng.bits()
    G.monsters, G.elites = _reordered(G.monsters, rng), _reordered(G.elites, rng)
    G.colourless = _reordered(G.colourless, rng)
    for tier, pool in G.relic_pools.items():
        G.relic_pools[tier] = _reordered(pool, rng)
    others = sorted(G.bosses[1:])
    G.bosses = (*G.bosses[:1], *rng.sample(others, len(others)))  # the first boss is known
    _resample_event(G, rng)
    if G.chest is not None:
        _, _, common, uncommon = CHESTS[G.chest.size]
        roll = rng.below(100)
        G.chest.tier = "common" if roll < common else "uncommon" if roll < uncommon else "rare"
        G.chest.has_gold = roll < CHESTS[G.chest.size][0]
    if G.battle is not None:
        _resample_fight(c, G.battle, rng)


def _reordered(names: tuple[str, ...], rng: Stream) -> tuple[str, ...]:
    left = sorted(names)
    rng.shuffle(left)
    return tuple(left)


def _resample_event(G: SpireState, rng: Stream) -> None:
    """Sample the hidden parts of events."""
    finds = G.memory.get("finds")
    if finds:
        finds.sort()
        rng.shuffle(finds)
    kinds = G.memory.get("cards")
    if kinds:
        down = [place for place, kind in enumerate(kinds) if kind]
        dealt = rng.sample(sorted(kinds[place] for place in down), len(down))
        for place, kind in zip(down, dealt, strict=True):
            kinds[place] = kind


def _resample_fight(c: SpireContext, b: Battle, rng: Stream) -> None:
    if find_relic(c.G, "Frozen Eye") is None:
        rest = b.draw[: len(b.draw) - _known_cards(b)]
        rest.sort(key=lambda card: (card.kind, card.up, card.cost, card.uid))
        rng.shuffle(rest)
        b.draw[: len(rest)] = rest
    if find_relic(c.G, "Runic Dome") is not None:
        _resample_intents(c, b)


def _known_cards(b: Battle) -> int:
    """How many cards on top of the draw pile the player looks at to scry."""
    choice = b.choice
    return len(choice.places) if choice is not None and choice.task == "SCRY" else 0


def _resample_intents(c: SpireContext, b: Battle) -> None:
    """With Runic Dome, let each enemy choose its move again."""
    fight = new_fight(c)
    for place, monster in enumerate(b.monsters):
        if is_targetable(monster) and monster.last:
            now = (monster.move, monster.last, monster.before)
            monster.move, monster.last = monster.last, monster.before
            roll_move(fight, place)
            monster.last, monster.before = now[1], now[2]
