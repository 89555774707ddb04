"""Formulas in the armour class, the DC, the damage factors and the resources of statuses."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import (
    LUCK,
    ME,
    NO_LUCK,
    action,
    apply,
    encounter,
    foe,
    free,
    hero,
    play,
    reaction,
    runs,
    strike,
)
from turnwright.core.errors import DefinitionError
from turnwright.core.rules.requirement import TargetCondition
from turnwright.skirmish import api
from turnwright.skirmish.describe import describe_action
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.kernel.kernel import unsupported_features
from turnwright.skirmish.model import scenario as m


def trait(**more: object) -> dict[str, tuple[m.Status, ...]]:
    return {"traits": (m.Status(name="Trait", **more),)}  # type: ignore[arg-type]


PROBE = action("Probe", m.Harm("target.ac"))


def test_the_armour_class_follows_hit_points_and_pools() -> None:
    """12 + 5 at full health, then 12 + 4 after 17 damage, and so on."""
    wounded = hero(hp=100, ac=12, **trait(ac="ceil(hp_percent / 20)"))
    fought = play(encounter(wounded, foe(PROBE), rounds=2))
    assert fought.hp("Hero") == 100 - 17 - 17
    fought = play(encounter(wounded, foe(PROBE), rounds=3))
    assert fought.hp("Hero") == 100 - 17 - 17 - 16
    spend = free("Spend", m.Lose("Ki", 1, to="self"), targets=ME)
    monk = hero(spend, hp=100, ac=10, pools={"Ki": 3}, **trait(ac="2 * pool(Ki)"))
    assert play(encounter(monk, foe(PROBE), rounds=2)).hp("Hero") == 100 - 14 - 12


def test_a_formula_sees_the_number_of_stacks_and_who_has_applied_the_status() -> None:
    """Four stacks of which each adds 2; a curse that weighs as much as its source has hit points."""
    shield = m.Apply(m.Status(name="Plate", stacking="stack", ac="status(Plate) / 2"), stacks=4)
    plated = hero(action("Plate", shield, targets=ME, cooldown=99), hp=100, ac=10)
    assert play(encounter(plated, foe(PROBE), rounds=1)).hp("Hero") == 100 - 18
    curse = foe(action("Curse", apply("Curse", ac="0 - target.hp"), cooldown=99), PROBE, hp=7)
    assert play(encounter(hero(hp=100, ac=10), curse, rounds=2)).hp("Hero") == 100 - 3


def test_it_counts_for_requirements_targets_and_reactions() -> None:
    soft = foe(name="Soft", hp=50, ac=15, **trait(ac="0 - 5 * (hp > 45)"))
    hard = foe(name="Hard", hp=50, ac=12)
    strike_ = strike(
        6, requires=(TargetCondition("ac", "<", 15),), targets=m.Targets(pick="lowest ac")
    )
    fought = play(encounter(hero(strike_), [soft, hard], rounds=3))
    assert fought.hp("Soft", "Hard") == [44, 38]


@pytest.mark.parametrize(("bonus", "hp"), [("hp / 5", 20), ("hp / 10", 15)])
def test_a_shield_is_raised_if_its_formula_changes_the_outcome(bonus: str, hp: int) -> None:
    """A total of 13 or 14 against 10: 4 more make it a miss, and 2 more do not."""
    raise_ = reaction("AttackHit", apply("Shield", ac=bonus, until="end of turn", to="self"),
                      who="self", only_if_outcome_changes=True)  # fmt: skip
    sword = action("Sword", m.Attack(12, 5))
    profile = m.RuleProfile(name="one", rounds=1, **NO_LUCK | {"check": "1"})
    assert play(encounter(hero(reactions=(raise_,)), foe(sword), profile=profile)).hp("Hero") == hp


def test_hits_against_an_armour_class_that_falls_are_exact() -> None:
    """Armour 11 while unhurt (hit with 1/2), 6 afterwards (hit with 3/4)."""
    target = foe(hp=10, ac=6, **trait(ac="5 * (missing_hp == 0)"))
    sword = action("Sword", m.Attack(0, 1, critical=21))
    profile = m.RuleProfile(name="plain", rounds=2, critical=21)
    count = 3200
    hits = [10 - r.hp[1] for r in runs(encounter(hero(sword), target, profile=profile), count)]
    for number, chance in ((0, 1 / 4), (1, 1 / 4 + 1 / 8), (2, 3 / 8)):
        error = 4 * (chance * (1 - chance) * count) ** 0.5
        assert abs(hits.count(number) - chance * count) <= error


def test_a_dc_may_be_a_formula_of_the_user_and_of_the_target() -> None:
    """A save of 4 or 5 against 2, 4, 6, and then against 8 + 3 missing hit points."""
    burn = action("Burn", m.Save(0, damage=3))
    mage = hero(burn, hp=30, **trait(dc="2 * round + target.missing_hp"))
    fought = play(encounter(mage, foe(save=3, hp=100), rounds=4))
    ok, failed = "SaveSucceeded", "SaveFailed"
    assert fought.order(ok, failed) == [ok, ok, failed, failed]


def test_damage_factors() -> None:
    rage = hero(strike(4), hp=10, **trait(dealt="1 + missing_hp / 10", taken="hp / 10"))
    fought = play(encounter(rage, foe(strike(4), hp=100), rounds=2))
    # the hero deals 4 and takes 4, then deals 4 * 1.4 and takes 4 * 0.6
    assert fought.hp("Hero", "Foe") == [10 - 4 - 2, 100 - 4 - 5]


def test_resources_each_turn() -> None:
    blast = action("Blast", m.Harm("pool(Heat)"), m.Lose("Heat", 99, to="self"))
    stoker = hero(blast, pools={"Heat": m.PoolSize(99, "", 0)}, **trait(gain={"Heat": "2 + round"}))
    assert play(encounter(stoker, foe(hp=50), rounds=3)).hp("Foe") == 50 - 3 - 4 - 5


def test_conditions_may_have_formulas_too() -> None:
    profile = m.RuleProfile(
        name="frightened", rounds=1, **NO_LUCK,
        conditions={"shaken": m.Condition(ac="0 - status(shaken)", dc="0 - status(shaken)")},
    )  # fmt: skip
    fear = m.Apply(m.Status(name="Fear", stacking="stack", conditions=("shaken",)), stacks=2)
    fought = play(
        encounter(hero(action("Scare", fear, PROBE.effect[0])), foe(ac=14), profile=profile)
    )
    assert fought.hp("Foe") == 20 - (14 - 4)


def test_the_kernel_leaves_them_to_the_interpreter() -> None:
    plan = compile_plan(encounter(hero(strike(), **trait(ac="pool(Ki)")), foe()))
    assert unsupported_features(plan) == ["formulas in a status (ac, dc, dealt, taken, gain)"]
    plan = compile_plan(encounter(hero(strike(), **trait(ac="2", dc="1")), foe()))
    assert unsupported_features(plan) == []


@pytest.mark.parametrize(
    ("status", "problem"),
    [
        ({"ac": "1d4"}, "rolls dice, but it is looked up more than once"),
        ({"ac": "10 - ac"}, "depends on an armour class"),
        ({"ac": "target.ac"}, "depends on an armour class"),
        ({"taken": "1d4 / 2"}, "rolls dice"),
        ({"ac": "pol(Ki)"}, "unknown name 'pol'; did you mean 'pool'"),
        ({"gain": {"Ki": "1dd"}}, "gain: '1dd' is not a dice formula"),
    ],
)
def test_what_cannot_be_computed_is_refused(status: dict[str, object], problem: str) -> None:
    with pytest.raises(DefinitionError, match=problem):
        m.Status(name="A", **status)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        ({"ac": "pool(Ki)"}, "Gain +my Ki AC for the rest of the fight."),
        ({"dc": "status(Focus)"}, "Gain +my number of Focus to save DCs for the rest of the fight."),
        ({"taken": "hp_percent / 100"},
         "Multiply the damage I take by my hit points in percent divided by 100 for the rest of the "
         "fight."),
        ({"gain": {"Ki": "1 + round"}},
         "Gain 1 + the number of the round Ki each turn for the rest of the fight."),
    ],
)  # fmt: skip
def test_sentences(status: dict[str, object], sentence: str) -> None:
    one = action("A", apply("A", **status), targets=ME)
    assert describe_action(one, LUCK).sentence == sentence


def test_a_file_with_formulas_is_sound_and_is_written_back_the_same() -> None:
    text = """
    sides:
      A:
        - name: Ann
          hp: 30
          pools: {Ki: 3}
          traits:
            - {name: Flow, ac: pool(Ki), dc: 1 + round, taken: hp_percent / 100, gain: {Ki: round}}
          actions: [{name: Jab, cost: Action, effect: {type: Attack, to_hit: 5, damage: 1d4}}]
      B: [Wolf]
    """
    scenario = api.load_text(text)
    assert api.load_text(api.write(scenario)) == scenario
    assert [one for one in api.validate_text(text).findings if "A[0]" in one.path] == []
