"""Every fight ends: with a winner, with nobody left, or by the limit of rounds."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import (
    ME,
    action,
    apply,
    encounter,
    foe,
    hero,
    hit,
    play,
    reaction,
    rules,
    runs,
    strike,
)
from turnwright.core.errors import DefinitionError
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.rng import run_seed
from turnwright.skirmish.engine.run_state import FightRun
from turnwright.skirmish.engine.runs import play_run
from turnwright.skirmish.model import scenario as m


def test_nobody_can_hurt_anybody() -> None:
    """A fight without damage ends at the limit of rounds, as a draw."""
    fought = play(encounter(hero(strike(0)), foe(strike(0)), 50))
    assert fought.winner is None
    assert fought.outcome.capped
    assert fought.outcome.rounds == 50


def test_nobody_does_anything() -> None:
    fought = play(encounter(hero(), foe(), 10))
    assert (fought.winner, fought.outcome.rounds, fought.outcome.capped) == (None, 10, True)


def test_healing_that_keeps_pace_is_a_draw() -> None:
    regrow = (m.Status(name="R", heal_each_turn=5),)
    fought = play(encounter(hero(strike(5), traits=regrow), foe(strike(5), traits=regrow), 40))
    assert fought.outcome.capped


def test_a_high_limit_of_rounds() -> None:
    fought = play(encounter(hero(), foe(), 5000))
    assert fought.outcome.rounds == 5000


def test_the_side_that_is_left_wins() -> None:
    fought = play(encounter(hero(strike(7), hp=20), foe(strike(7), hp=20)))
    assert (fought.winner, fought.hp("Hero", "Foe"), fought.outcome.rounds) == ("Heroes", [6, 0], 3)
    fought = play(encounter(hero(strike(7), hp=20), foe(strike(20), hp=20)))
    assert fought.winner == "Foes"


def test_a_dying_side_has_lost() -> None:
    fallen = hero(hp=5, death_saves=True)
    fought = play(encounter(fallen, foe(strike(5))))
    assert fought.winner == "Foes"
    assert fought.outcome.dead == [False, False]


def test_combatants_who_start_at_0() -> None:
    """A side that is down has lost before the first round."""
    fought = play(encounter(hero(start_hp=0), foe()))
    assert (fought.winner, fought.outcome.rounds) == ("Foes", 0)
    assert play(encounter(hero(start_hp=0), foe(start_hp=0))).winner is None


def test_an_encounter_needs_two_sides() -> None:
    with pytest.raises(DefinitionError, match="needs two sides"):
        compile_plan(
            m.Scenario(rules=rules(), sides=(m.Side("Heroes", (hero(),)), m.Side("Foes", ())))
        )


def test_a_third_side_may_be_empty() -> None:
    scenario = encounter(hero(strike(20)), foe())
    scenario = m.Scenario(rules=scenario.rules, sides=(*scenario.sides, m.Side("Nobody", ())))
    assert play(scenario).winner == "Heroes"


def test_a_crowd() -> None:
    """Two hundred on either side."""
    heroes = m.Combatant(
        name="H",
        count=200,
        hp=10,
        ac=12,
        actions=(action("A", m.Attack(to_hit=5, damage="1d6+1")),),
    )
    foes = m.Combatant(
        name="F",
        count=200,
        hp=10,
        ac=12,
        actions=(action("A", m.Attack(to_hit=5, damage="1d6+1")),),
    )
    outcome = next(iter(runs(encounter(heroes, foes, 60, m.RuleProfile(name="dice")), 1)))
    assert outcome.winner in (0, 1)
    assert len(outcome.hp) == 400


def test_ten_thousand_who_do_nothing() -> None:
    """Large encounters are slow, but work the same way."""
    heroes = [m.Combatant(name=f"H{n}", count=1000, hp=10) for n in range(5)]
    foes = [m.Combatant(name=f"F{n}", count=1000, hp=10) for n in range(5)]
    outcome = next(iter(runs(encounter(heroes, foes, 1), 1)))
    assert (outcome.winner, outcome.capped, len(outcome.hp)) == (-1, True, 10_000)


def test_the_same_seed_gives_the_same_run() -> None:
    """Whatever was played before, with the same state or another."""
    regret = reaction("DamageTaken", m.Heal("1d4"), name="Gulp", who="self")
    bless = action(
        "Bless", apply("Bless", to="self", to_hit="1d4", turns=3), targets=ME, cooldown=4
    )
    sword = action("Sword", m.Attack(to_hit=4, damage="1d8+2", times=2))
    heroes = [
        hero(bless, sword, name=name, hp="3d8+5", ac=14, initiative=2, reactions=(regret,))
        for name in "AB"
    ]
    foes = [foe(sword, name=name, hp="3d8+5", ac=14, initiative=2) for name in "CD"]
    plan = compile_plan(encounter(heroes, foes, profile=m.RuleProfile(name="dice")))
    seeds = [run_seed(7, n) for n in range(30)]
    alone = [play_run(FightRun(plan), seed) for seed in seeds]
    run = FightRun(plan)
    assert [play_run(run, seed) for seed in seeds] == alone
    assert [play_run(run, seed) for seed in reversed(seeds)] == alone[::-1]
    assert len({outcome.rounds for outcome in alone}) > 2


def test_a_run_does_not_depend_on_the_previous_one() -> None:
    """Reactions of one run are offered again in the next."""
    counter = reaction("SpellCast", m.Cancel(), name="No", who="enemy", role="source")
    armour = action("Armour", apply("Armour", to="self"), tags=("Spell",), targets=ME)
    plan = compile_plan(encounter(hero(armour, strike(3)), foe(strike(3), reactions=(counter,))))
    run = FightRun(plan)
    assert play_run(run, 1) == play_run(run, 1) == play_run(FightRun(plan), 1)


def test_no_attacks_after_the_last_enemy_fell() -> None:
    flurry = action("Flurry", hit(20, times=50))
    fought = play(encounter(hero(flurry), foe()))
    assert fought.order("AttackRolled") == ["AttackRolled"]
