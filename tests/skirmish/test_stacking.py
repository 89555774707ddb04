"""Statuses that stack, of which the most potent counts, and that start over."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from tests.skirmish.builders import (
    LUCK,
    ME,
    action,
    apply,
    encounter,
    foe,
    hero,
    hit,
    play,
    reaction,
    runs,
    strike,
)
from tests.skirmish.word_scenarios import formula
from turnwright.core.errors import DefinitionError
from turnwright.core.rules.requirement import SelfCondition, TargetCondition
from turnwright.skirmish import api
from turnwright.skirmish.describe import describe_action
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.explain import explain
from turnwright.skirmish.model import scenario as m


def bleeding(rounds: int, most: int, damage: int = 2) -> m.Scenario:
    """Attacks that hit with 11 or more, each of which adds a wound. A wound hurts every turn."""
    wound = apply("Wound", stacking="stack", max_stacks=most, damage_each_turn=damage)
    cut = action("Cut", m.Attack(0, 1, critical=21, on_hit=(wound,)))
    profile = m.RuleProfile(name="plain", rounds=rounds, critical=21)
    return encounter(hero(cut), foe(hp=1000, ac=11), profile=profile)


def damage_of_bleeding(rounds: int, most: int, damage: int = 2) -> dict[int, Fraction]:
    """The same by dynamic programming over the number of wounds and the damage so far."""
    states = {(0, 0): Fraction(1)}
    for _ in range(rounds):
        after: Counter[tuple[int, int]] = Counter()
        for (wounds, total), chance in states.items():
            for is_hit in (False, True):
                now = min(most, wounds + is_hit)
                after[now, total + is_hit + now * damage] += chance / 2
        states = after
    found: Counter[int] = Counter()
    for (_, total), chance in states.items():
        found[total] += chance
    return found


@pytest.mark.parametrize("most", [2, 100])
def test_the_damage_of_wounds_that_add_up_is_exact(most: int) -> None:
    count = 4000
    seen = Counter(1000 - run.hp[1] for run in runs(bleeding(4, most), count))
    expected = damage_of_bleeding(4, most)
    assert set(seen) <= set(expected)
    for total, chance in expected.items():
        error = 4 * float(chance * (1 - chance) * count) ** 0.5
        assert abs(seen[total] - float(chance) * count) <= error, total


def test_the_oldest_gives_way_when_no_more_fit() -> None:
    """Three wounds of three turns each, at most two at a time: the third one replaces the first."""
    wound = apply("Wound", stacking="stack", max_stacks=2, turns=3)
    fought = play(encounter(hero(action("Cut", hit(1, on_hit=(wound,)))), foe(hp=99), rounds=6))
    assert [one.value for one in fought.seen("StatusApplied")] == [1, 2, 2, 2, 2, 2]
    assert fought.seen("StatusEnded") == []


def test_every_stack_ends_by_itself() -> None:
    wound = apply("Wound", stacking="stack", turns=2, at="end")
    cut = action("Cut", hit(1, on_hit=(wound,)), requires=(SelfCondition("round", "<", 4),))
    fought = play(encounter(hero(cut), foe(hp=99), rounds=6))
    assert [one.value for one in fought.seen("StatusApplied", "StatusEnded")] == [1, 2, 3, 2, 1, 0]


def test_several_stacks_at_once_and_the_number_of_them_in_requirements_and_formulas() -> None:
    venom = m.Apply(m.Status(name="Venom", stacking="stack", ac=-1), stacks=3)
    burst = action(
        "Burst", m.Harm("10 * target.status(Venom) + target.ac"),
        requires=(TargetCondition("Venom", ">=", 3), formula("target.status(Venom) < 4", "target")),
    )  # fmt: skip
    fought = play(encounter(hero(burst, action("Poison", venom)), foe(hp=99, ac=15), rounds=3))
    assert fought.actions == ["Hero: Poison", "Hero: Burst", "Hero: Burst"]
    assert fought.hp("Foe") == 99 - 2 * (30 + 12)


def test_some_of_the_stacks_are_removed_the_oldest_first() -> None:
    shield = m.Apply(m.Status(name="Shield", stacking="stack", ac=2), stacks=3)
    chip = action("Chip", m.Remove("Shield", stacks=2), m.Harm("target.ac"))
    raise_ = action("Raise", shield, targets=ME, cooldown=99)
    fought = play(encounter(hero(raise_, ac=10, hp=50), foe(chip), rounds=2))
    assert fought.hp("Hero") == 50 - 12 - 10


def test_a_reaction_may_wait_for_the_third_stack() -> None:
    mark = apply("Mark", stacking="stack")
    snap = reaction("StatusApplied", m.Harm(7, to="self"), who="self", cost="",
                    when=SelfCondition("Mark", "==", 3))  # fmt: skip
    fought = play(encounter(hero(action("Poke", mark)), foe(reactions=(snap,)), rounds=5))
    assert fought.hp("Foe") == 13


# --- the most potent one counts -----------------------------------------------------------------------


def warded(*wards: m.Apply) -> int:
    """The armour class of somebody with these wards, each from somebody else."""
    casters = [
        hero(action(f"Cast {n}", ward, targets=m.Targets(who="ally", pick="first")), name=f"C{n}")
        for n, ward in enumerate(wards)
    ]
    probe = foe(action("Probe", m.Harm("target.ac"), targets=m.Targets(pick="first")))
    fought = play(encounter([hero(name="Bearer", hp=100, ac=10), *casters], probe, rounds=1))
    return 100 - fought.hp("Bearer")


@pytest.mark.parametrize(
    ("stacking", "expected"), [("refresh", 11), ("stack", 17), ("highest", 14)]
)
def test_what_several_of_one_name_do_is_a_policy(stacking: str, expected: int) -> None:
    wards = [apply("Ward", stacking=stacking, ac=ac) for ac in (1, 4, 2)]
    assert warded(*wards) == expected


def test_the_next_most_potent_counts_when_the_most_potent_has_ended() -> None:
    strong = apply("Ward", stacking="highest", ac=4, turns=1)
    weak = apply("Ward", stacking="highest", ac=1)
    both = action("Both", strong, weak, targets=ME, cooldown=99)
    probe = foe(action("Probe", m.Harm("target.ac")))
    fought = play(encounter(hero(both, hp=100, ac=10), probe, rounds=2))
    assert fought.hp("Hero") == 100 - 14 - 11


def test_only_the_most_potent_hurts_every_turn() -> None:
    burns = [apply("Burn", stacking="highest", damage_each_turn=n) for n in (1, 5, 3)]
    casters = [hero(action("Burn", burn), name=f"C{n}") for n, burn in enumerate(burns)]
    assert play(encounter(casters, foe(hp=50), rounds=3)).hp("Foe") == 50 - 3 * 5


# --- words ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("build", "sentence"),
    [
        (lambda: m.Status(name="A", max_stacks=3), "write stacking: stack too"),
        (lambda: m.Apply(m.Status(name="A"), stacks=2), "'A' does not stack"),
        (lambda: m.Status(name="A", stacking="most"), "stacking"),
    ],
)
def test_a_status_that_cannot_stack_is_refused(build, sentence: str) -> None:
    with pytest.raises(DefinitionError, match=sentence):
        build()


def test_sentences() -> None:
    wound = m.Status(name="Wound", stacking="stack", max_stacks=3, damage_each_turn=1)
    cut = action("Cut", m.Apply(wound, stacks=2))
    assert describe_action(cut, LUCK).sentence == (
        "Deal 1 damage to the weakest enemy each turn for the rest of the fight; it stacks up to "
        "3 times, and this applies 2 of it."
    )
    heal = action("Heal", m.Remove("Wound", stacks="1d4"), targets=ME)
    assert describe_action(heal, LUCK).sentence == "End Wound (1d4 at most) on myself."
    ward = action("Ward", apply("Ward", stacking="highest", ac=2), targets=ME)
    assert describe_action(ward, LUCK).sentence == (
        "Raise my AC by 2 for the rest of the fight; only the most potent one counts."
    )


def test_an_explanation_tells_the_number_of_stacks_and_which_one_counts() -> None:
    text = str(explain(compile_plan(bleeding(9, 2)), 1))
    assert "Foe is now: Wound (1 stack)." in text
    assert "Foe is now: Wound (2 stacks)." in text
    strong, weak = (apply("Ward", stacking="highest", ac=ac, to="self") for ac in (4, 1))
    plan = compile_plan(encounter(hero(action("Both", strong, weak)), foe(), rounds=1))
    assert "Hero is now: Ward, but a more potent one counts." in str(explain(plan, 1))


def findings(*actions: m.CombatAction) -> set[str]:
    scenario = encounter(hero(*actions, strike()), foe(strike()))
    return {one.code for one in api.validate(scenario).findings}


def test_validation() -> None:
    stack = apply("Wound", stacking="stack", max_stacks=3)
    assert "mixed_stacking" in findings(action("A", stack), action("B", apply("Wound")))
    assert "nothing_to_compare" in findings(action("A", apply("Ward", stacking="highest", ac=1)))
    many = strike(9, name="B", requires=(TargetCondition("Wound", ">", 3),))
    assert "too_many_stacks" in findings(many, action("A", stack))
    fine = strike(9, name="B", requires=(TargetCondition("Wound", ">=", 3),))
    own = {"mixed_stacking", "nothing_to_compare", "too_many_stacks"}
    assert not own & findings(fine, action("A", stack))


def test_a_file_says_how_statuses_stack_and_is_written_back_the_same() -> None:
    text = """
    sides:
      A:
        - name: Hero
          hp: 20
          actions:
            - name: Cut
              cost: Action
              effect:
                type: Apply
                stacks: 1d4
                status:
                  {name: W, stacking: stack, max_stacks: 3, duration: {until: next hit taken, times: 2}}
      B: [Wolf]
    """
    scenario = api.load_text(text)
    status = scenario.sides[0].combatants[0].actions[0].effect[0].status
    assert (status.max_stacks, status.duration.times) == (3, 2)
    assert api.load_text(api.write(scenario)) == scenario
