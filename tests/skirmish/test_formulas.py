"""Formulas beyond sums of dice: exact odds, what they may ask for, and what is wrong with them."""

from __future__ import annotations

import icepool
import pytest
from icepool import d4, d6, d10, d20

from tests.skirmish.builders import (
    LUCK,
    action,
    encounter,
    foe,
    hero,
    hit,
    play,
    reaction,
    rules,
    strike,
)
from tests.skirmish.test_exact_dice_odds import agrees, counted, damage_of
from tests.skirmish.word_scenarios import formula, undead_fortitude
from turnwright.core.errors import DefinitionError
from turnwright.core.rules.requirement import Or, SelfCondition
from turnwright.skirmish.api import load_text
from turnwright.skirmish.describe import describe_action
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.kernel.kernel import unsupported_features
from turnwright.skirmish.model import scenario as m
from turnwright.skirmish.model.formula import parse, typed
from turnwright.skirmish.model.shorthand import requirement

EXACT = {
    "4d6kh3": d6.highest(4, 3),
    "4d6dl1": d6.highest(4, 3),
    "3d20kl1": d20.lowest(3),
    "4d6dh2": d6.lowest(4, 2),
    "2d6ro<=2": 2 @ d6.map(lambda n: d6 if n <= 2 else n),
    "2d6rr<=2": 2 @ d6.reroll([1, 2], depth="inf"),
    "2d6mi3": 2 @ d6.map(lambda n: max(n, 3)),
    "6d10s>=8": 6 @ (d10 >= 8),
    "6d10s>=8f<=1": 6 @ d10.map(lambda n: (n >= 8) - (n == 1)),
    "1d20 + 1d4": d20 + d4,
    "max(1d6, 1d6) + min(2, 3)": d6.highest(2) + 2,
    "2 * (1d4 - 1)": 2 * (d4 - 1),
    "floor(1d6 / 2) + 1": (d6 // 2) + 1,
    "(1 + 2)d4kh3": 3 @ d4,
    "if(1d4 >= 3, 10, 1d6)": d4.map(lambda n: 10 if n >= 3 else d6),
}


@pytest.mark.parametrize("text", EXACT)
def test_dice_show_what_dice_algebra_says(text):
    exact = EXACT[text]
    found = damage_of(action("Roll", m.Heal(0, to="self"), m.Harm(text)), profile=LUCK)
    agrees(found, exact.map(lambda n: max(0, n)))


@pytest.mark.parametrize("text", [one for one in EXACT if "(" not in one and "+" not in one])
def test_means_and_bounds_are_exact_for_dice(text):
    exact, found = EXACT[text], parse(text)
    assert found.mean() == pytest.approx(float(exact.mean()))
    assert found.bounds() == (exact.min_outcome(), exact.max_outcome())


def test_exploding_dice_roll_another_die_for_every_six():
    found = damage_of(action("Roll", m.Harm("2d6e6")), profile=LUCK)
    exact = 2 @ d6.explode(depth=8)
    total = found.total()
    for most in (5, 10, 15):
        share = sum(times for value, times in found.items() if value <= most) / total
        assert abs(share - float(exact.probability("<=", most))) < 4 * 0.5 / total**0.5


def test_undead_fortitude_saves_against_5_plus_the_damage():
    stays_up = counted(undead_fortitude(), lambda outcome: outcome.hp[1])

    def left(damage: int) -> icepool.Die | int:
        return 5 - damage if damage < 5 else (d20 + 3 >= 5 + damage)

    always = (2 @ d6).map(left)
    # The attack hits unless the natural roll is 1; a critical hit rolls the dice twice.
    critical = (4 @ d6).map(left)
    exact = d20.map(lambda natural: 5 if natural == 1 else critical if natural == 20 else always)
    agrees(stays_up, exact)


def test_a_dc_with_dice_is_a_contested_check():
    shove = action("Shove", m.Save("1d20 + 5", "str", on_fail=(m.Harm(1),)))
    found = damage_of(shove, target={"saves": {"str": 2}})
    agrees(found, (d20 + 2 < d20 + 5).map(lambda won: won))


def test_formulas_read_facts_of_the_user_and_of_each_target():
    drain = action("Drain", m.Save(99, "con", "target.hp / 2"), targets=m.Targets(count=5))
    played = play(encounter(hero(drain), (foe(name="A", hp=7), foe(name="B", hp=20)), 1))
    assert played.hp("A", "B") == [4, 10]  # 3 and 10, rounded down
    wrath = action("Wrath", hit("missing_hp + allies_up"))
    played = play(encounter(hero(wrath, start_hp=14), foe(), 1))
    assert played.hp("Foe") == 20 - 6 - 1


def test_formulas_read_pools_statuses_and_uses():
    mark = strike(0, name="Mark", requires=(formula("used(Mark) < 2"),))
    hits = strike("pool(Ki) + 10 * used(Mark)", name="Hit")
    played = play(encounter(hero(mark, hits, pools={"Ki": 3}), foe(hp=100), 3))
    assert played.actions == ["Hero: Mark", "Hero: Mark", "Hero: Hit"]
    assert played.hp("Foe") == 100 - 23


def test_a_requirement_may_be_a_formula_about_the_target():
    pick = strike(5, requires=(formula("target.hp > hp", "target"),))
    played = play(encounter(hero(pick, hp=10), (foe(name="A", hp=9), foe(name="B", hp=11)), 1))
    assert played.hp("A", "B") == [9, 6]


def test_a_reaction_reads_the_value_of_its_event():
    thorns = reaction(
        "DamageTaken", m.Harm("value / 2", to="event source"), who="self", cost="",
        when=formula("value >= max_hp / 4"),
    )  # fmt: skip
    spiky = foe(hp=20, reactions=(thorns,))
    assert play(encounter(hero(strike(5)), spiky, 1)).hp("Hero") == 18
    assert play(encounter(hero(strike(4)), spiky, 1)).hp("Hero") == 20


def test_critical_hits_double_the_dice_of_a_formula():
    slow = damage_of(
        action("Hit", hit("2d4kh2 + 1")), profile=rules(check="20", critical=20, fumble=1)
    )
    agrees(slow, d4.highest(4, 2) + 1)


def test_an_explanation_tells_every_die_that_was_rolled_again():
    from turnwright.skirmish.engine.compile import compile_plan
    from turnwright.skirmish.engine.explain import explain

    scenario = encounter(hero(action("Hit", hit("3d6ro<=6"))), foe(), 1)
    text = str(explain(compile_plan(scenario), 3))
    assert "3d6 (reroll 1 to 6 once)" in text
    assert text.count(" again ") == 3


# --- words ----------------------------------------------------------------------------------------

WORDS = {
    "4d6kh3": "4d6 (keep the 3 highest)",
    "2d6ro<=2+3": "2d6 (reroll 1 to 2 once) + 3",
    "8d10s>=8f<=1": "8d10 (count those of 8 or more, minus those of 1 or less)",
    "max(1, floor(hp / 2))": "the larger of 1 and half of my hit points, rounded down",
    "target.status(Mark) * 2": "the target's number of Mark times 2",
    "if(target.hp <= 10, 5, 1d4)": "5 if the target's hit points is at most 10, otherwise 1d4",
    "5 + value * 2": "5 + the damage times 2",
}


@pytest.mark.parametrize("text", WORDS)
def test_formulas_in_words(text):
    hit_back = reaction("DamageTaken", m.Harm(text, to="event source"), who="self")
    assert WORDS[text] in describe_action(hit_back, LUCK).sentence


def test_shorthand_for_formulas_in_requirements():
    assert requirement("formula hp < 5 and round > 1") == {
        "type": "Custom", "name": "formula", "data": {"holds": "hp < 5 and round > 1"},
    }  # fmt: skip
    assert requirement("formula target.hp < value")["on"] == "target"


def test_formulas_in_words_within_other_requirements():
    either = Or((formula("hp < 5"), SelfCondition("round", ">", 3), formula("hp < 5")))
    assert "my hit points is below 5" in describe_action(strike(requires=(either,)), LUCK).sentence


def test_a_word_behind_a_formula_is_the_damage_type():
    assert typed("max(1, hp) fire")[1] == "fire"
    assert typed("5 + hp") == (parse("5 + hp"), "")


FAULTS = {
    "2d6kh0": "'kh0' behind 2d6 needs a number above 0",
    "2d6rr<=6": "2d6 would be rolled again for ever",
    "(1d4)d6": "the number of dice cannot be rolled",
    "hpp + 1": "unknown name 'hpp'; did you mean 'hp'?",
    "floor(1, 2)": "floor takes 1 value",
    "4d6kh3dl1": "4d6 keeps and drops dice; write one of them",
    "enemy.hp": "'enemy' is nobody; write self or target",
    "-" * 60 + "1": "it is too long",
}


@pytest.mark.parametrize("text", FAULTS)
def test_faults_in_formulas_are_explained(text):
    with pytest.raises(DefinitionError, match="not a dice formula") as caught:
        m.Harm(text)
    assert FAULTS[text] in str(caught.value)


def test_requirements_do_not_roll_dice():
    with pytest.raises(DefinitionError, match="rolls dice"):
        strike(requires=(formula("1d6 > 3"),))
    with pytest.raises(DefinitionError, match="about the target"):
        strike(requires=(formula("target.hp > 3"),))


FILE = """
sides:
  Heroes: [{use: Fighter 5}]
  Undead:
    - name: Zombie
      hp: 5
      actions: []
      reactions:
        - name: Undead Fortitude
          timing: {on: DamageTaken, who: self, when: hp <= 0}
          targets: self
          effect:
            type: Save
            ability: con
            dc: 5+value
            on_success: {type: Heal, amount: 1}
"""


def test_a_file_may_say_all_this():
    scenario = load_text(FILE)
    zombie = scenario.sides[1].combatants[0]
    sentence = describe_action(zombie.reactions[0], LUCK).sentence
    assert "Constitution 5 + the damage save" in sentence


# --- one thing or another -------------------------------------------------------------------------


def test_an_effect_may_choose_for_every_target():
    word = action(
        "Word",
        m.Conditional("target.hp <= 10", then=(m.Harm(100),), otherwise=(m.Harm(1),)),
        targets=m.Targets(count=5),
    )
    played = play(encounter(hero(word), (foe(name="A", hp=10), foe(name="B", hp=11)), 1))
    assert played.hp("A", "B") == [0, 10]
    assert describe_action(word, LUCK).sentence == (
        "If the target's hit points is at most 10, deal 100 damage to them; otherwise, deal 1 damage "
        "to them."
    )


def test_chance_may_choose_between_effects():
    wild = action("Wild", m.Conditional("1d4 == 4", (m.Harm(10),), (m.Harm(1),)))
    agrees(damage_of(wild), d4.map(lambda n: 10 if n == 4 else 1))


def test_damage_may_be_multiplied_by_a_formula():
    """A shield that takes a tenth of the damage for every point of Ki."""
    shield = reaction("DamageRolled", m.ChangeDamage(multiply="1 - pool(Ki) / 10"), who="self",
                      name="Shield", cost="")  # fmt: skip
    for points, hp in ((4, 38), (0, 30), (10, 50), (20, 50)):
        heroes = hero(reactions=(shield,), pools={"Ki": points}, hp=50)
        scenario = encounter(heroes, foe(strike(20)), 1)
        assert play(scenario).hp("Hero") == hp
    assert unsupported_features(compile_plan(scenario)) == ["a formula in multiply"]
    assert describe_action(shield, LUCK).sentence == (
        "When I am about to take damage, multiply the damage by 1 - my Ki divided by 10."
    )
