"""Costs whose amount is a formula."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import (
    ACTION,
    LUCK,
    ME,
    action,
    apply,
    encounter,
    foe,
    free,
    hero,
    hit,
    play,
    reaction,
    strike,
)
from turnwright.core.errors import DefinitionError, RulesError
from turnwright.core.rules.cost import Cost, Variable, quote
from turnwright.core.rules.ledger import Ledger, Pool
from turnwright.skirmish import api
from turnwright.skirmish.describe import describe_action
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.explain import explain
from turnwright.skirmish.kernel.kernel import unsupported_features
from turnwright.skirmish.model import scenario as m


def ki(formula: str) -> tuple[Cost, Cost]:
    return ACTION, Cost("Ki", formula=formula)


def test_every_use_in_an_encounter_costs_more() -> None:
    """1, 2 and 3 of 7; the fourth would cost 4, and only 1 is left."""
    flurry = action("Flurry", hit(1), cost=ki("1 + used(Flurry)"))
    fought = play(encounter(hero(flurry, strike(0), pools={"Ki": 7}), foe(hp=99), rounds=5))
    assert (fought.count("Hero: Flurry"), fought.pool("Hero", "Ki")) == (3, 1)


def test_the_amount_that_was_paid_is_spent() -> None:
    """Half of the pool in every round, rounded up: 5, 3, 1 and 1 of 10."""
    burn = action("Burn", m.Harm("spent"), cost=ki("ceil(pool(Ki) / 2)"))
    fought = play(encounter(hero(burn, pools={"Ki": 10}), foe(hp=99), rounds=4))
    assert [one.value for one in fought.seen("DamageTaken")] == [5, 3, 1, 1]
    assert fought.pool("Hero", "Ki") == 0


def test_a_formula_below_0_costs_nothing() -> None:
    cheap = action("Cheap", m.Harm(3), cost=ki("2 - round"))
    fought = play(encounter(hero(cheap, pools={"Ki": 1}), foe(), rounds=3))
    assert (fought.count("Hero: Cheap"), fought.pool("Hero", "Ki")) == (3, 0)


def test_a_reaction_pays_by_the_value_of_its_event() -> None:
    """Prevents damage as long as there are as many points as damage."""
    absorb = reaction("DamageRolled", m.ChangeDamage(multiply=0), who="self",
                      cost=Cost("Shell", formula="value"))  # fmt: skip
    heroes = hero(reactions=(absorb,), pools={"Shell": 7})
    fought = play(encounter(heroes, foe(strike(3)), rounds=3))
    assert (fought.hp("Hero"), fought.pool("Hero", "Shell")) == (17, 1)


def test_a_cancelled_action_gives_back_what_was_paid() -> None:
    """The first use is cancelled, and gives back its action and 1; the second one costs 2."""
    counter = reaction("ActionDeclared", m.Cancel(), who="enemy", role="source", cost="Counter")
    flurry = action("Flurry", hit(1), cost=ki("1 + used(Flurry)"), on_cancel="refund_all")
    heroes = hero(flurry, pools={"Ki": 4})
    fought = play(encounter(heroes, foe(reactions=(counter,), pools={"Counter": 1}), rounds=1))
    assert fought.actions[0] == fought.actions[2] == "Hero: Flurry"
    assert fought.pool("Hero", "Ki") == 2


def test_together_with_other_costs_on_the_same_pool() -> None:
    both = action("Both", m.Harm(1), cost=(ACTION, Cost("Ki", 2), Cost("Ki", formula="round")))
    fought = play(encounter(hero(both, pools={"Ki": 6}), foe(), rounds=3))
    assert (fought.count("Hero: Both"), fought.pool("Hero", "Ki")) == (1, 3)


def test_stacks_raise_a_price_which_may_empty_the_slots_of_a_level() -> None:
    tire = apply("Tired", stacking="stack", to="self")
    bolt = action("Bolt", m.Harm("10 * slot_level"), tire,
                  cost=(ACTION, Cost("SpellSlot", level=2, formula="1 + status(Tired)")))  # fmt: skip
    fought = play(encounter(hero(bolt, pools={"SpellSlot_2": 3}), foe(hp=99), rounds=3))
    assert (fought.hp("Foe"), fought.pool("Hero", "SpellSlot_2")) == (99 - 40, 0)


def test_an_action_that_becomes_free_ends_with_the_loop_guard() -> None:
    spin = free("Spin", m.Heal(0))
    endless = action("Endless", m.Gain("Luck", 1), cost=Cost("Ki", formula="0 * round"), targets=ME)
    profile = m.RuleProfile(name="short", rounds=1, guard=8)
    fought = play(encounter(hero(spin, endless), foe(), profile=profile))
    assert fought.count("Hero: Endless") <= 8
    assert fought.log.guards


def test_an_explanation_names_the_price() -> None:
    flurry = action("Flurry", hit(1), cost=ki("2 + used(Flurry)"))
    plan = compile_plan(encounter(hero(flurry, strike(0), pools={"Ki": 4}), foe(hp=99), rounds=2))
    text = str(explain(plan, 1))
    assert "Hero uses Flurry on Foe (least hp), paying 2 Ki (2 left)." in text
    assert "Passed over: Flurry needs 3 Ki, 2 available." in text


def test_the_kernel_leaves_it_to_the_interpreter() -> None:
    plan = compile_plan(encounter(hero(action("A", cost=ki("round")), pools={"Ki": 1}), foe()))
    assert unsupported_features(plan) == ["formulas in costs"]


@pytest.mark.parametrize(
    ("formula", "problem"),
    [
        ("1d4", "rolls dice, but a price is looked up before it is paid"),
        ("target.hp", "is about the target, but the user pays"),
        ("spent", "needs spent, which is not known before it is paid"),
        ("slot_level + 1", "needs slot_level"),
        ("rond", "unknown name 'rond'; did you mean 'round'"),
    ],
)
def test_what_cannot_be_computed_is_refused(formula: str, problem: str) -> None:
    with pytest.raises(DefinitionError, match=problem):
        action("A", cost=Cost("Ki", formula=formula))


def test_a_formula_stands_in_place_of_another_amount() -> None:
    for more in ({"amount": 2}, {"variable": Variable()}, {"level": 1, "allow_upcast": True}):
        with pytest.raises(DefinitionError, match="formula of Cost"):
            Cost("Ki", formula="round", **more)


def test_a_game_without_formulas_refuses_them() -> None:
    with pytest.raises(RulesError, match="has not computed 'round'"):
        quote([Cost("Ki", formula="round")], Ledger({"Ki": Pool(3)}))


def test_sentences() -> None:
    flurry = action("Flurry", hit(1), cost=ki("1 + used(Flurry)"))
    assert "as much Ki as 1 + how often I have used Flurry" in describe_action(flurry, LUCK).full


@pytest.mark.parametrize(
    "written",
    ["Ki (1 + status(Tired))", "{resource: Ki, formula: 1 + status(Tired)}",
     "{resource: Ki, amount: 1 + status(Tired)}"],
)  # fmt: skip
def test_files_write_it_as_a_phrase_or_as_an_amount(written: str) -> None:
    text = f"""
    sides:
      A:
        - name: Ann
          hp: 9
          pools: {{Ki: 4}}
          actions:
            - name: Kick
              cost: [Action, {written}]
              effect: {{type: Attack, to_hit: 5, damage: 1d4}}
      B: [Wolf]
    """
    scenario = api.load_text(text)
    kick = scenario.sides[0].combatants[0].actions[0]
    assert kick.cost[1] == Cost("Ki", formula="1 + status(Tired)")
    assert api.load_text(api.write(scenario)) == scenario
    assert "Ki (1 + status(Tired))" in api.write(scenario)
    assert [one for one in api.validate(scenario).findings if "A[0]" in one.path] == []
