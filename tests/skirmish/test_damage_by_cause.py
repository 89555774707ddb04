"""Damage is booked to the action that caused it, by the interpreter and by the kernel."""

from __future__ import annotations

from importlib.util import find_spec

from tests.skirmish.builders import (
    ME,
    SURE,
    action,
    apply,
    encounter,
    foe,
    hero,
    hit,
    play,
    reaction,
    strike,
)
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.rng import run_seed
from turnwright.skirmish.engine.runs import play as play_plan
from turnwright.skirmish.model import scenario as m

OTHER = m.Targets(who="other ally")


def booked(scenario: m.Scenario) -> dict[str, tuple[int, int]]:
    """Damage and uses of every action, the same from both executors."""
    plan = compile_plan(scenario)
    seed = run_seed(0, 0)
    outcome = play_plan(plan, seed)
    if find_spec("numba") is not None:
        from turnwright.skirmish.kernel.kernel import Kernel

        compiled = Kernel(plan).outcome(seed)
        assert (compiled.damage, compiled.uses) == (outcome.damage, outcome.uses)
    return {
        one.name: (damage, uses)
        for one, damage, uses in zip(plan.actions, outcome.damage, outcome.uses, strict=True)
    }


def test_what_follows_a_hit_counts_for_the_attack() -> None:
    flame = action("Flame", hit(3, on_hit=(m.Harm("4 fire"), m.Save(SURE, damage=2))))
    assert booked(encounter(hero(flame), foe(hp=50), rounds=1)) == {"Flame": (9, 1)}


def test_the_damage_of_a_status_counts_for_the_action_that_applied_it() -> None:
    """Also after the action is not used any more, and if its user has fallen."""
    burn = action("Burn", hit(3, on_hit=(apply("Burning", damage_each_turn=2),)), cooldown=9)
    scenario = encounter(hero(burn, strike(1)), foe(hp=50), rounds=3)
    assert booked(scenario) == {"Burn": (3 + 3 * 2, 1), "Strike": (2, 2)}
    scenario = encounter([hero(burn, hp=1), hero(name="Friend")], foe(strike(5), hp=50), rounds=3)
    assert booked(scenario)["Burn"] == (3 + 3 * 2, 1)


def test_what_a_status_adds_to_attacks_counts_for_the_action_that_applied_it() -> None:
    """A mark of one's own, and a blessing by a friend."""
    bless = action("Bless", apply("Blessed", damage="4 radiant"), targets=OTHER, cooldown=9)
    mark = action("Mark", apply("Marking", to="self", damage=2), targets=ME, cost="", cooldown=9)
    heroes = [hero(bless, name="Priest"), hero(mark, strike(10), name="Fighter")]
    assert booked(encounter(heroes, foe(hp=90), rounds=2)) == {
        "Bless": (8, 1), "Mark": (4, 1), "Strike": (20, 2),
    }  # fmt: skip


def test_added_damage_is_what_is_left_of_it_after_resistances() -> None:
    """Half of the fire, none of the cold; then the rest is taken doubled."""
    heat = action(
        "Heat", apply("Heat", to="self", damage="5 fire"), cost="", cooldown=9, targets=ME
    )
    chill = action(
        "Chill", apply("Chill", to="self", damage="6 cold"), cost="", cooldown=9, targets=ME
    )
    frail = m.Status(name="Frail", taken=2)
    target = foe(hp=90, resist=("fire",), immune=("cold",), traits=(frail,))
    scenario = encounter(hero(heat, chill, strike("7 slashing")), target, rounds=1)
    assert booked(scenario) == {"Heat": (4, 1), "Chill": (0, 1), "Strike": (14, 1)}


def test_what_a_reaction_adds_counts_for_the_reaction() -> None:
    smite = reaction(
        "AttackHit",
        m.ChangeDamage(add="8 radiant"),
        name="Smite",
        cost="",
        role="source",
        who="self",
    )
    aid = reaction("DamageRolled", m.ChangeDamage(add=3), name="Aid", role="source", who="ally")
    heroes = [hero(strike(10), reactions=(smite,)), hero(name="Friend", reactions=(aid,))]
    assert booked(encounter(heroes, foe(hp=90), rounds=1)) == {
        "Strike": (10, 1), "Smite": (8, 1), "Aid": (3, 1),
    }  # fmt: skip


def test_a_reaction_that_reduces_damage_takes_first_from_the_attack() -> None:
    smite = reaction(
        "AttackHit", m.ChangeDamage(add=8), name="Smite", cost="", role="source", who="self"
    )
    parry = reaction("DamageRolled", m.ChangeDamage(reduce=12), name="Parry", who="self")
    scenario = encounter(
        hero(strike(10), reactions=(smite,)), foe(hp=90, reactions=(parry,)), rounds=1
    )
    assert booked(scenario) == {"Strike": (0, 1), "Smite": (6, 1), "Parry": (0, 1)}


def test_the_damage_of_a_reaction_counts_for_the_reaction() -> None:
    rebuke = reaction(
        "DamageTaken", m.Harm(7), name="Rebuke", who="self", targets=m.Targets(who="event source")
    )
    scenario = encounter(hero(strike(5)), foe(hp=90, reactions=(rebuke,)), rounds=1)
    assert booked(scenario) == {"Strike": (5, 1), "Rebuke": (7, 1)}


def test_a_granted_action_counts_for_the_action_that_granted_it() -> None:
    """Its damage and its use; what it does in one's own turn counts for itself."""
    order = action("Order", m.Grant("Sword"), targets=OTHER)
    sword = strike(6, name="Sword", tags=("Sword",))
    heroes = [hero(order, name="Captain"), hero(sword, name="Fighter")]
    assert booked(encounter(heroes, foe(hp=90), rounds=2)) == {"Order": (12, 2), "Sword": (12, 2)}


def test_damage_to_ones_own_side_is_not_counted() -> None:
    wild = action("Wild", m.Harm(3), targets=m.Targets(who="other ally"))
    fought = play(encounter([hero(wild), hero(name="Friend")], foe(), rounds=1))
    assert (fought.hp("Friend"), fought.outcome.damage) == (17, [0])
