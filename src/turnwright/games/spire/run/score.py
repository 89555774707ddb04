"""The score of a run, as its end shows it: points for floors, fights and the deck.

The points are those of the game, as far as they follow from the state and the history of the run.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from turnwright.games.spire.library import CURSE, RARE, cards
from turnwright.games.spire.state import SpireState

ELITE_POINTS = {1: 10, 2: 20, 3: 30, 4: 40}
"""Points for an elite by act."""
FLOOR, MONSTER, BOSS = 5, 2, 50
BIG_DECKS = ((50, "Encyclopedian: 50 cards", 50), (35, "Librarian: 35 cards", 25))
RICHES = ((3000, "I Like Gold: 3000 gold", 75), (2000, "Raining Money: 2000 gold", 50),
          (1000, "Money Money: 1000 gold", 25))  # fmt: skip
MAX_HP_GAINED = ((30, "Stuffed: 30 more Max HP", 50), (15, "Well Fed: 15 more Max HP", 25))
BASIC = "BASIC"


class ScoreLine(NamedTuple):
    """A line of the score: what for, how often, and the points."""

    text: str
    times: int
    points: int


def score_lines(G: SpireState) -> list[ScoreLine]:
    """The lines of the score. The last floor counts only if its fight was won."""
    is_won = G.outcome == "VICTORY"
    past = G.visits if is_won else G.visits[:-1]
    lines = [ScoreLine("Floors climbed", G.floor, FLOOR * G.floor)]
    slain = sum(visit.room == "MONSTER" for visit in past)
    if slain:
        lines.append(ScoreLine("Fights won", slain, MONSTER * slain))
    for act, points in ELITE_POINTS.items():
        elites = sum(visit.room == "ELITE" and visit.act == act for visit in past)
        if elites:
            lines.append(ScoreLine(f"Elites of act {act}", elites, points * elites))
    bosses = sum(visit.room == "BOSS" for visit in past)
    lines += [ScoreLine(f"Boss {n + 1}", 1, BOSS * (n + 1)) for n in range(bosses)]
    lines += _deck_lines(G)
    if G.ascension:
        before = sum(line.points for line in lines)
        lines.append(ScoreLine(f"Ascension {G.ascension}", 1, before * G.ascension // 20))
    return lines


def _deck_lines(G: SpireState) -> list[ScoreLine]:
    lines = []
    facts = [cards()[card.kind] for card in G.deck]
    for size, text, points in BIG_DECKS:
        if len(facts) >= size:
            lines.append(ScoreLine(text, 1, points))
            break
    for gold, text, points in RICHES:
        if G.gold >= gold:
            lines.append(ScoreLine(text, 1, points))
            break
    for more, text, points in MAX_HP_GAINED:
        if G.visits and G.max_hp - G.visits[0].max_hp >= more:
            lines.append(ScoreLine(text, 1, points))
            break
    if G.act > 1 and all(one.rarity != RARE for one in facts):
        lines.append(ScoreLine("Pauper: no rare cards", 1, 50))
    found = Counter(one.id for one in facts if one.rarity != BASIC and one.type != CURSE)
    if G.act > 1 and found and max(found.values()) == 1:
        lines.append(ScoreLine("Highlander: no card twice", 1, 100))
    if len(G.relics) >= 25:
        lines.append(ScoreLine("Shiny: 25 relics", 1, 50))
    return lines
