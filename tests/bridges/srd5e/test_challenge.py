"""Imported monsters beside the figures of the Dungeon Master's Guide for their challenge rating."""

from __future__ import annotations

import functools
import statistics

import pytest

from turnwright.skirmish.model import bestiary
from turnwright.skirmish.model.challenge_table import CHALLENGES, figures
from turnwright.skirmish.model.scenario import Attack, CombatAction, Combatant, Cost, Save, Targets
from turnwright.skirmish.stats.challenge import ChallengeMeasure, measure

OUTLIERS = {
    # Their stat block has a small part of the figures: fear, sleep or escape make up for it.
    "Sprite": "2 hit points and 1 damage; it poisons and hides",
    "Pseudodragon": "7 hit points; its sting puts to sleep",
    "Quasit": "7 hit points; it frightens, turns invisible and resists magic",
    "Dryad": "a club, and spells that hold and charm",
    "Ghost": "it possesses and frightens, and withers only if it can do neither",
    "Ghoul": "22 hit points and one attack each turn; it paralyses",
    "Ghast": "36 hit points and one attack each turn; it paralyses",
    "Acolyte": "9 hit points and a club; it heals and blesses",
    # Its defence is a trait that is not hit points.
    "Rakshasa": "immune to spells; it disables three enemies before it uses its claws",
    "Cloaker": "that its victim takes half of its damage is left out",
    # Other forms of a monster with the challenge rating of its best form.
    "Vampire, Mist Form": "it cannot attack in this form",
    "Wererat, Rat Form": "one bite instead of two attacks",
    # The figures for challenge 0 end at 1 damage.
    "Scorpion": "its poison is more than the 1 damage of challenge 0",
    "Goat": "its ram is more than the 1 damage of challenge 0",
    "Eagle": "its talons are more than the 1 damage of challenge 0",
    "Lemure": "its fist is more than the 1 damage of challenge 0",
}
"""Monsters with less than half or more than twice the figures, and why. Their numbers are those of
their stat blocks."""


@functools.cache
def measured() -> list[ChallengeMeasure]:
    return [measure(bestiary.combatant(name)) for name in bestiary.combatant_data()]


def within(factor: float, ratios: list[float]) -> float:
    return sum(1 / factor <= one <= factor for one in ratios) / len(ratios)


def test_monsters_are_as_strong_as_their_challenge_rating():
    ratios = [one.ratio for one in measured()]
    assert 0.9 <= statistics.median(ratios) <= 1.1
    assert within(2, ratios) >= 0.9


def test_monsters_deal_the_damage_of_their_challenge_rating():
    """Hit points are printed in the stat blocks: below challenge 5 they are fewer than the guide's, and
    damage is higher. What an import can get wrong is the damage."""
    ratios = [one.damage_ratio for one in measured()]
    assert 0.9 <= statistics.median(ratios) <= 1.1
    assert within(2, ratios) >= 0.85


def test_every_outlier_is_explained():
    found = {one.name for one in measured() if not 0.5 <= one.ratio <= 2}
    assert found == set(OUTLIERS)


def test_the_figures_of_the_guide():
    assert figures(0.25).hp == (36, 49)
    assert figures(5) == CHALLENGES[5]
    assert (figures(5).hp, figures(5).damage, figures(5).dc) == ((131, 145), (33, 38), 15)
    assert (figures(20).hp, figures(20).damage) == ((356, 400), (123, 140))
    assert (figures(30).ac, figures(30).to_hit, figures(30).damage) == (19, 14, (303, 320))
    for low, high in zip(CHALLENGES.values(), list(CHALLENGES.values())[1:], strict=False):
        assert high.hp[0] == low.hp[1] + 1
        assert high.damage[0] == low.damage[1] + 1


def ogre(**changes: object) -> Combatant:
    club = CombatAction(
        name="Club", cost=(Cost("Action"),), effect=(Attack(3, "30 bludgeoning"),),
    )  # fmt: skip
    plain = {"name": "Ogre", "challenge": 4, "hp": 120, "ac": 14, "actions": (club,)}
    return Combatant(**(plain | changes))


def test_what_a_plain_monster_measures():
    """30 damage each turn, less the 1 in 20 that always misses."""
    found = measure(ogre())
    assert found.damage == pytest.approx(30 * 0.95 * 11 / 13, rel=0.15), "+3 hits less than +5"
    assert (found.hp, found.hp_ratio) == (120, 1)


def test_areas_count_two_targets_and_resistances_count_as_hit_points():
    breath = CombatAction(
        name="Breath", cost=(Cost("Action"),), recharge=6,
        effect=(Save(14, "dex", "30 fire", half=True),), targets=Targets(count=9),
    )  # fmt: skip
    dragon = ogre(actions=(breath,), resist=("a", "b", "c"))
    found = measure(dragon)
    assert found.damage >= 30 * 2 / 3, "at least once in three rounds"
    assert found.hp == 240
