"""Heroes by class and level, built from the data of the classes."""

from __future__ import annotations

import pytest

from turnwright.skirmish import api
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.runs import play
from turnwright.skirmish.model import library
from turnwright.skirmish.model.hero_classes import LEVELS, HeroClasses, classes
from turnwright.skirmish.model.scenario import CombatAction, Combatant, PoolSize
from turnwright.skirmish.validation import validate

NAMES = (
    "Barbarian", "Bard", "Cleric", "Druid", "Fighter", "Monk", "Paladin", "Ranger", "Rogue",
    "Sorcerer", "Warlock", "Wizard",
)  # fmt: skip


def built(name: str) -> Combatant:
    """A hero of the class data, also where the library has one of this name."""
    data = {"combatants": {"Mine": HeroClasses()[name]}, "sides": {"A": ["Mine"], "B": ["Wolf"]}}
    return api.load(data).sides[0].combatants[0]


def action(hero: Combatant, name: str) -> CombatAction:
    entries = (*hero.actions, *hero.reactions)
    return next(one for one in entries if isinstance(one, CombatAction) and one.name == name)


def test_there_are_twelve_classes_of_twenty_levels():
    assert tuple(classes()) == NAMES
    assert len(HeroClasses()) == 240
    assert "Wizard 20" in HeroClasses()
    assert "Wizard 21" not in HeroClasses()


def test_a_hero_is_used_by_class_and_level():
    scenario = api.load({"sides": {"A": [{"use": "Fighter 7", "count": 2}], "B": ["Wolf"]}})
    fighter = scenario.sides[0].combatants[0]
    assert (fighter.count, fighter.hit_dice, fighter.death_saves) == (2, "7d10", True)
    assert fighter.hp == 10 + 2 + 6 * (6 + 2)
    assert action(fighter, "Longsword").effect[0].times == 2


def test_the_library_comes_first():
    scenario = api.load({"sides": {"A": ["Fighter 5"], "B": ["Wolf"]}})
    by_hand = library.combatants()["Fighter 5"].hp
    assert scenario.sides[0].combatants[0].hp == by_hand
    assert built("Fighter 5").hp != by_hand


def test_numbers_follow_from_the_level():
    """Strength 16 is raised at levels 4 and 6; the proficiency bonus grows at 5, 9, 13 and 17."""
    hits = {
        level: action(built(f"Fighter {level}"), "Longsword").effect[0] for level in (1, 4, 6, 17)
    }
    assert [one.to_hit for one in hits.values()] == [5, 6, 8, 11]
    assert [one.damage for one in hits.values()][-1] == "1d8+5+2 slashing"
    cleric = action(built("Cleric 11"), "Sacred Flame").effect[0]
    assert (cleric.dc, cleric.damage) == (17, "3d8 radiant")


def pool(hero: Combatant, name: str) -> float:
    size = hero.pools[name]
    return size.max if isinstance(size, PoolSize) else size


def test_spell_slots_follow_from_the_class():
    full, half, pact = built("Wizard 9"), built("Paladin 9"), built("Warlock 9")
    assert [pool(full, f"SpellSlot_{n}") for n in range(1, 6)] == [4, 3, 3, 3, 1]
    assert [pool(half, f"SpellSlot_{n}") for n in range(1, 4)] == [4, 3, 2]
    assert pool(pact, "SpellSlot_5") == 2
    assert not built("Fighter 20").pools.keys() & {"SpellSlot_1"}
    assert "SpellSlot_1" not in built("Ranger 1").pools


def test_features_come_at_their_level():
    names = {
        level: [
            one.name for one in built(f"Cleric {level}").actions if isinstance(one, CombatAction)
        ]
        for level in (1, 5)
    }
    assert "Spirit Guardians" not in names[1]
    assert "Spirit Guardians" in names[5]
    assert "Guiding Bolt" in names[1]
    assert "Guiding Bolt" not in names[5]


@pytest.mark.parametrize("kind", NAMES)
def test_heroes_of_all_levels_are_valid_and_fight(kind: str):
    hp = []
    for level in LEVELS:
        hero = built(f"{kind} {level}")
        assert isinstance(hero.hp, int)
        hp.append(hero.hp)
        if level in (1, 5, 11, 20):
            data = {
                "sides": {"A": [{"use": f"{kind} {level}"}], "B": [{"use": "Ogre", "count": 2}]}
            }
            scenario = api.load(data)
            assert not [one for one in validate(scenario) if one.severity == "error"]
            outcome = play(compile_plan(scenario), level)
            assert sum(outcome.uses)
            assert not outcome.guards
    assert hp == sorted(hp)


def test_higher_levels_win_more():
    def wins(level: int) -> int:
        heroes = [f"{kind} {level}" for kind in ("Fighter", "Cleric", "Rogue", "Wizard")]
        plan = compile_plan(
            api.load({"sides": {"A": heroes, "B": [{"use": "Hill Giant", "count": 3}]}})
        )
        return sum(play(plan, seed).winner == 0 for seed in range(40))

    low, middle, high = wins(3), wins(7), wins(12)
    assert low < middle <= high
    assert high >= 38
