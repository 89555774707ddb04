"""The lists of imported monsters: what they do first, and what comes of it."""

from __future__ import annotations

import msgspec
import pytest

from tests.bridges.srd5e.srd_samples import HOOF, TUSK, beast, converted, named, names
from turnwright.bridges.srd5e.monsters import convert_monster
from turnwright.bridges.srd5e.priority_list import expected_damage, worth
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.requirement import TargetCondition
from turnwright.skirmish import api
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.runs import play
from turnwright.skirmish.model import bestiary
from turnwright.skirmish.model.name_resolution import resolve
from turnwright.skirmish.model.scenario import (
    Apply,
    Attack,
    CombatAction,
    Duration,
    Effect,
    Save,
    Scenario,
    Side,
    Status,
    Targets,
)
from turnwright.skirmish.stats.optimise import reordered

PARTY = ("Paladin 5", "Cleric 5", "Rogue 5", "Wizard 5")
RUNS = 60


@pytest.mark.parametrize("name", ["Mummy Lord", "Rakshasa", "Archmage"])
def test_four_heroes_of_level_5_often_lose_to_a_great_enemy(name: str):
    heroes = api.load({"sides": {"Heroes": list(PARTY), "Enemy": ["Wolf"]}}).sides[0]
    enemy = Side("Enemy", (bestiary.combatant(name),))
    plan = compile_plan(resolve(Scenario(sides=(heroes, enemy))))
    won = sum(play(plan, seed).winner == 0 for seed in range(RUNS))
    assert won / RUNS < 0.85


@pytest.mark.parametrize("name", ["Mummy Lord", "Archmage"])
def test_another_first_action_is_not_much_better(name: str):
    """The same fights with every other action first. `python -m bench.tactics` asks the optimiser, who
    tries more orders in many more fights."""
    level_7 = ["Paladin 7", "Cleric 7", "Rogue 7", "Wizard 7"]
    heroes = api.load({"sides": {"Heroes": level_7, "Enemy": ["Wolf"]}}).sides[0]
    enemy = bestiary.combatant(name)
    entries = len(enemy.actions) - len(enemy.disabled)

    def won(order: list[int]) -> int:
        scenario = resolve(Scenario(sides=(heroes, Side("Enemy", (enemy,)))))
        plan = compile_plan(reordered(scenario, name, order))
        return sum(play(plan, seed).winner == 1 for seed in range(RUNS))

    usual = list(range(len(enemy.actions)))
    own = won(usual)
    for first in range(1, entries):
        other = won([first, *(one for one in usual if one != first)])
        assert other - own <= (0.05 + 0.1) * RUNS, enemy.actions[first]


def act(*effects: Effect, count: int = 1) -> CombatAction:
    return CombatAction(
        name="x", cost=(Cost("Action"),), effect=effects, targets=Targets(count=count)
    )


def status(*conditions: str, turns: int | None = None) -> Apply:
    return Apply(Status(name="s", conditions=conditions, duration=Duration(turns=turns)))


def test_worth_grows_with_damage_targets_and_control():
    hit, two = act(Attack(5, "2d6")), act(Attack(5, "2d6", 2))
    assert 0 < worth(hit, 20) < worth(two, 20)
    burst = Save(13, "dex", "2d6", half=True)
    assert worth(act(burst), 20) < worth(act(burst, count=3), 20)
    held = act(Save(13, "wis", on_fail=(status("paralyzed"),)))
    scared = act(Save(13, "wis", on_fail=(status("frightened"),)))
    assert 0 < worth(scared, 20) < worth(held, 20)
    brief = act(Save(13, "wis", on_fail=(status("paralyzed", turns=1),)))
    assert worth(brief, 20) < worth(held, 20)


def test_a_lost_turn_is_worth_more_to_those_who_deal_more_damage():
    held = act(Save(13, "wis", on_fail=(status("stunned"),)))
    weak, strong = expected_damage(1), expected_damage(15)
    assert worth(held, weak) < worth(held, strong)


def test_hiding_before_an_attack_is_worth_nothing():
    """It ends with the attack, and the turn is lost."""
    hide = Apply(
        Status(name="s", conditions=("invisible",), duration=Duration(until="next attack made"))
    )
    hidden = CombatAction(name="x", effect=(hide,), targets=Targets(who="self"))
    assert worth(hidden, 20) == 0


def test_the_best_attack_comes_first_and_others_are_switched_off():
    hog = converted(actions=[HOOF, TUSK])
    assert names(hog) == ["Close in", "Tusk", "Hoof"]
    assert hog.disabled == ("Hoof",), "it is there, but a tusk is always better"


def test_what_only_affects_the_weakened_is_worth_less():
    sleep = act(status("unconscious"))
    limited = msgspec.structs.replace(sleep, requires=(TargetCondition("hp", "<=", 22),))
    assert worth(limited, 20) < worth(sleep, 20)


@pytest.mark.parametrize(
    ("monster", "before", "after"),
    [
        ("Solar", "Blade Barrier", "Multiattack"),
        ("Kraken", "Lightning Storm", "Multiattack"),
        ("Lich", "Fireball", "Paralyzing Touch"),
        ("Gynosphinx", "Greater Invisibility", "Banishment"),
        ("Vrock", "Multiattack", "Spores"),
        ("Otyugh", "Multiattack", "Tentacle Slam"),
    ],
)
def test_the_order_is_what_the_optimiser_finds(monster: str, before: str, after: str):
    """Found by `python -m bench.tactics`: the other order loses more than five points."""
    order = [action.name for action in bestiary.combatant(monster).actions]
    assert order.index(before) < order.index(after)


def test_who_must_be_held_is_grappled():
    slam = named(bestiary.combatant("Otyugh"), "Tentacle Slam")
    assert TargetCondition("grappled") in slam.requires


def test_only_the_best_concentration_spell_is_cast_first():
    mummy = bestiary.combatant("Mummy Lord")
    order = [one.name for one in mummy.actions if isinstance(one, CombatAction)]
    assert order.index("Hold Person") < order.index("Shield of Faith")


def test_spells_that_are_cast_before_a_fight_are_prepared():
    archmage = bestiary.combatant("Archmage")
    setup = {
        one.name
        for one in archmage.actions
        if isinstance(one, CombatAction) and type(one.timing).__name__ == "Setup"
    }
    assert setup == {"Mage Armor", "Stoneskin"}


def test_who_is_immune_to_spells_disables_the_armoured():
    rakshasa = bestiary.combatant("Rakshasa")
    picks = {
        one.name: one.targets.pick for one in rakshasa.actions if isinstance(one, CombatAction)
    }
    assert picks["Dominate Person"] == "highest ac"
    plain, _ = convert_monster(beast(actions=[TUSK]))
    assert plain.actions[-1].targets.pick == "least hp"
