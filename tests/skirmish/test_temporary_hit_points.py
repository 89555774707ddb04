"""Temporary hit points that a status brings, and that end with it."""

from __future__ import annotations

from tests.skirmish.builders import (
    BONUS,
    LUCK,
    ME,
    action,
    apply,
    encounter,
    foe,
    hero,
    play,
    runs,
    slot,
    strike,
)
from turnwright.skirmish import api
from turnwright.skirmish.describe import describe_action
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.explain import explain
from turnwright.skirmish.model import scenario as m


def armour(
    points: object,
    name: str = "Armour",
    cooldown: int = 99,
    cost: object = "Action",
    **more: object,
) -> m.CombatAction:
    """An action that gives its user temporary hit points."""
    status = apply(name, temporary_hp=points, **more)
    return action(name, status, targets=ME, cooldown=cooldown, cost=cost)


PROBE = action(
    "Look", m.Lose("Seen", 99), m.Gain("Seen", "target.temp_hp", to="target"), cost=BONUS
)
"""Writes down the temporary hit points of its target."""


def fought(
    *actions: m.CombatAction, rounds: int, damage: int = 0, pools: object = None, **more: object
) -> tuple[float, float]:
    """Hit points and temporary hit points after these rounds; the foe attacks in each of them."""
    ours = hero(*actions, pools={"Seen": 0} | (pools or {}), **more)
    run = play(encounter(ours, foe(strike(damage), PROBE), rounds))
    return run.hp("Hero"), run.pool("Hero", "Seen")


def test_they_absorb_damage_while_the_status_lasts() -> None:
    assert fought(armour(8, turns=3), rounds=1, damage=3) == (20, 5)


def test_the_rest_is_lost_when_the_status_ends() -> None:
    assert fought(armour(8, turns=1), rounds=2, damage=3) == (17, 0)


def test_they_do_not_add_up_and_the_larger_amount_counts() -> None:
    small, large = armour(5, "Small", cost=""), armour(9, "Large", cost="")
    assert fought(small, large, rounds=1, damage=4) == (20, 5)
    assert fought(large, small, rounds=1, damage=4) == (20, 5)


def test_another_source_does_not_end_with_a_status_that_it_exceeds() -> None:
    vigour = action("Vigour", m.Heal(9, temporary=True), targets=ME, cost=BONUS, cooldown=99)
    assert fought(armour(5, turns=1), vigour, rounds=2) == (20, 9)
    assert fought(vigour, armour(5, turns=1), rounds=2) == (20, 9)


def test_a_status_that_starts_over_keeps_what_is_left_or_gives_new_ones() -> None:
    assert fought(armour(8, cooldown=1, turns=9), rounds=3, damage=3) == (20, 5)
    weaker = m.Conditional(
        "round == 1", (apply("A", temporary_hp=8),), (apply("A", temporary_hp=2),)
    )
    both = action("Both", weaker, targets=ME)
    assert fought(both, rounds=2, damage=3) == (20, 2)


def test_a_removed_status_takes_them_away() -> None:
    dispel = foe(action("Dispel", m.Remove("Armour"), m.Harm(4)))
    assert play(encounter(hero(armour(10)), dispel, rounds=1)).hp("Hero") == 16


def test_lost_concentration_takes_them_away() -> None:
    shell = action(
        "Shell", apply("Shell", temporary_hp=10), targets=ME, cooldown=99, concentration=True
    )
    assert fought(shell, rounds=1, damage=2, saves={"con": -100}) == (20, 0)
    assert fought(shell, rounds=1, damage=2, saves={"con": 100}) == (20, 8)


def test_a_trait_has_them_from_the_start_and_a_slot_raises_them() -> None:
    trait = m.Status(name="Fiendish Vigour", temporary_hp=7)
    assert fought(rounds=1, damage=3, traits=(trait,)) == (20, 4)
    agathys = armour("5 * slot_level", cost=slot(1, upcast=True))
    assert fought(agathys, rounds=1, damage=3, pools={"SpellSlot_3": 1}) == (20, 12)


def test_the_distribution_of_what_is_left_is_exact() -> None:
    """2d4 temporary hit points against 5 damage: the hero loses 3, 2, 1 or none with chances of 1, 2, 3
    and 10 in 16."""
    scenario = encounter(hero(armour("2d4")), foe(strike(5)), rounds=1)
    count = 3200
    lost = [20 - run.hp[0] for run in runs(scenario, count)]
    for points, ways in ((3, 1), (2, 2), (1, 3), (0, 10)):
        chance = ways / 16
        error = 4 * (chance * (1 - chance) * count) ** 0.5
        assert abs(lost.count(points) - chance * count) <= error


def test_sentences_and_explanation() -> None:
    assert describe_action(armour(8, turns=10), LUCK).sentence == (
        "Gain 8 temporary hit points for 1 minute; at most every 99 turns."
    )
    text = str(explain(compile_plan(encounter(hero(armour(8, turns=1)), foe(strike(3)), 2)), 1))
    assert "Hero gains 8 temporary hit points from Armour." in text
    assert "Hero loses the 5 temporary hit points left of Armour." in text


def test_a_variable_that_is_always_0_is_reported() -> None:
    scenario = encounter(hero(armour("5 * slot_level"), strike()), foe(strike()))
    assert "unbound_word" in {one.code for one in api.validate(scenario).findings}
