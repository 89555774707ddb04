"""The score of a run, as far as the state has what the game counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.games.spire.library import cards
from turnwright.games.spire.state import SpireState

if TYPE_CHECKING:
    from .session import FightsWon

FLOOR, ENEMY, ELITE = 5, 2, 10
"""Points per floor, and per enemy and elite times the act."""
BOSSES = (0, 50, 150, 300, 500)
"""Points for a number of bosses."""
VICTORY, HEART = 250, 250
ASCENSION = 0.05
LARGE_DECKS = ((50, 50), (35, 25))
"""(cards, points); the first entry that applies counts."""
RELICS, MANY_RELICS = 50, 25
GOLD = ((3000, 75), (2000, 50), (1000, 25))
CURSED = 100


def score(G: SpireState, fights_won: FightsWon) -> int:
    """Return the score of a run."""
    points = FLOOR * G.floor
    for act in range(4):
        points += (act + 1) * (ENEMY * fights_won.monsters[act] + ELITE * fights_won.elites[act])
    points += BOSSES[min(fights_won.bosses, len(BOSSES) - 1)]
    points += _step(GOLD, G.gold) + _step(LARGE_DECKS, len(G.deck))
    if len(G.relics) >= MANY_RELICS:
        points += RELICS
    if sum(cards()[card.kind].type == "CURSE" for card in G.deck) >= 5:
        points += CURSED
    if G.outcome == "VICTORY":
        points += VICTORY + (HEART if G.act == 4 else 0)
    return int(points * (1 + ASCENSION * G.ascension))


def _step(steps: tuple[tuple[int, int], ...], number: int) -> int:
    return next((points for least, points in steps if number >= least), 0)
