"""Targets: who is chosen, how many, and when targets are chosen again."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import (
    ME,
    action,
    apply,
    blast,
    encounter,
    foe,
    hero,
    hit,
    play,
    reaction,
    rules,
    strike,
)
from turnwright.core.rules.requirement import SelfCondition, TargetCondition
from turnwright.skirmish.model import scenario as m


def zoo() -> list[m.Combatant]:
    """Foes that differ in every pick."""
    chant = action("Chant", apply("Hymn", to="self"), concentration=True, targets=ME)
    return [
        foe(name="Plain", hp=20, ac=12, position=20),
        foe(name="Small", hp=8, ac=13, position=30),
        foe(name="Big", hp=90, ac=11, position=40),
        foe(name="Hurt", hp=60, start_hp=15, ac=14, position=50),
        foe(name="Shielded", hp=7, temporary_hp=9, ac=15, position=60),
        foe(name="Plated", hp=40, ac=25, position=70),
        foe(name="Naked", hp=30, ac=5, position=80),
        foe(strike(50, "Maul"), name="Fierce", hp=33, ac=16, position=10),
        foe(chant, name="Singer", hp=44, ac=17, position=90, initiative=99_999),
        foe(name="Fallen", hp=30, start_hp=0, ac=12, position=100),
    ]


@pytest.mark.parametrize(
    ("pick", "chosen"),
    [
        ("first", "Plain"), ("least hp", "Small"), ("most hp", "Big"), ("most hurt", "Hurt"),
        ("lowest percent", "Hurt"), ("lowest ac", "Naked"), ("highest ac", "Plated"),
        ("highest damage", "Fierce"), ("highest survivability", "Plated"), ("nearest", "Fierce"),
        ("farthest", "Singer"), ("concentrating", "Singer"), ("down", "Plain"),
        (("concentrating", "least hp"), "Singer"), (("down", "nearest"), "Fierce"),
    ],
)  # fmt: skip
def test_picks(pick: object, chosen: str) -> None:
    """Temporary hit points count as hit points; ties go by the order of the file."""
    point = action("Point", apply("Chosen"), targets=m.Targets(pick=pick))  # type: ignore[arg-type]
    fought = play(encounter(hero(point, hp=500), zoo(), rounds=1))
    assert [one.target for one in fought.seen("StatusApplied") if one.about == "Chosen"] == [chosen]


def test_at_random_everybody_has_the_same_chance() -> None:
    point = action("Point", hit(1), targets=m.Targets(pick="random"))
    foes = [foe(name=name, hp=1000) for name in "ABC"]
    fought = play(encounter(hero(point), foes, rounds=600))
    taken = [1000 - hp for hp in fought.outcome.hp[1:]]
    assert sum(taken) == 600
    assert all(150 < one < 250 for one in taken)


def test_ties_can_be_broken_at_random() -> None:
    point = action("Point", hit(1), targets=m.Targets(pick=("lowest ac", "random")))
    foes = [
        foe(name="A", hp=1000, ac=5),
        foe(name="B", hp=1000, ac=5),
        foe(name="C", hp=1000, ac=6),
    ]
    taken = [1000 - hp for hp in play(encounter(hero(point), foes, rounds=300)).outcome.hp[1:]]
    assert taken[2] == 0
    assert 110 < taken[0] < 190


@pytest.mark.parametrize(
    ("who", "state", "found"),
    [
        ("enemy", "up", ["Foe", "Fiend"]), ("enemy", "down", ["Fallen"]),
        ("enemy", "any", ["Foe", "Fiend", "Fallen"]),
        ("ally", "up", ["Hero", "Friend"]), ("ally", "down", ["Dying"]),
        ("ally", "any", ["Hero", "Friend", "Dying"]), ("other ally", "up", ["Friend"]),
        ("other ally", "any", ["Friend", "Dying"]), ("self", "up", ["Hero"]),
        ("anyone", "up", ["Hero", "Friend", "Foe", "Fiend"]), ("anyone", "down", ["Dying", "Fallen"]),
    ],
)  # fmt: skip
def test_who_can_be_targeted(who: str, state: str, found: list[str]) -> None:
    point = action(
        "Point", apply("Chosen"), targets=m.Targets(who=who, state=state, count=99, pick="first")
    )  # type: ignore[arg-type]
    heroes = [hero(point), hero(name="Friend"), hero(name="Dying", start_hp=0)]
    foes = [foe(), foe(name="Fiend"), foe(name="Fallen", start_hp=0), foe(name="Late", arrival=7)]
    fought = play(encounter(heroes, foes, rounds=1))
    assert [one.target for one in fought.seen("StatusApplied")] == found


def test_an_area_is_a_number_of_targets() -> None:
    for count, felt in ((1, 1), (3, 3), (9, 5)):
        fought = play(
            encounter(hero(blast(1, count=count)), [foe(name=f"F{n}") for n in range(5)], rounds=1)
        )
        assert sum(hp == 19 for hp in fought.outcome.hp[1:]) == felt


def test_the_damage_of_an_area_is_rolled_once_for_all() -> None:
    burn = action("Burn", m.Save(dc=100, damage="6d10"), targets=m.Targets(count=9))
    foes = [foe(name=f"F{n}", hp=500) for n in range(4)]
    for seed in range(5):
        left = play(encounter(hero(burn), foes, rounds=1), seed).outcome.hp[1:]
        assert len(set(left)) == 1
        assert left[0] < 500


def test_damage_without_a_save_is_rolled_for_each() -> None:
    rain = action("Rain", m.Harm("6d10"), targets=m.Targets(count=9))
    foes = [foe(name=f"F{n}", hp=500) for n in range(4)]
    assert len(set(play(encounter(hero(rain), foes, rounds=1)).outcome.hp[1:])) > 1


def test_a_random_number_of_targets() -> None:
    rain = action("Rain", m.Harm(1), targets=m.Targets(count="1d4"))
    counts = set()
    for seed in range(40):
        fought = play(encounter(hero(rain), [foe(name=f"F{n}") for n in range(6)], rounds=1), seed)
        counts.add(sum(hp == 19 for hp in fought.outcome.hp[1:]))
    assert counts == {1, 2, 3, 4}


# --- several attacks ------------------------------------------------------------------------------


def test_every_attack_picks_a_target() -> None:
    """1.2: the next enemy is attacked when the first has fallen."""
    flurry = action("Flurry", hit(5, times=4))
    fought = play(encounter(hero(flurry), [foe(name="A", hp=7), foe(name="B", hp=9)], rounds=1))
    assert fought.hp("A", "B") == [0, 0]
    fought = play(encounter(hero(flurry), [foe(name="A", hp=7), foe(name="B", hp=50)], rounds=1))
    assert fought.hp("A", "B") == [0, 40]


def test_requirements_are_checked_for_every_attack() -> None:
    """Only the weak are attacked; without any left the other attacks are not made."""
    flurry = action("Flurry", hit(5, times=4), requires=(TargetCondition("max_hp", "<=", 10),))
    fought = play(encounter(hero(flurry), [foe(name="A", hp=7), foe(name="B", hp=50)], rounds=1))
    assert fought.hp("A", "B") == [0, 50]


def test_attacks_on_several_targets_are_made_on_each() -> None:
    sweep = action("Sweep", hit(2, times=2), targets=m.Targets(count=2, pick="first"))
    foes = [foe(name=name) for name in "ABC"]
    assert play(encounter(hero(sweep), foes, rounds=1)).hp("A", "B", "C") == [16, 16, 20]


def test_an_attacker_who_falls_makes_no_more_attacks() -> None:
    """A death burst ends the flurry, with or without the short cut."""
    burst = reaction(
        "UnitDied", m.Harm(99), name="Burst", cost="", who="self", targets=m.Targets(count=9)
    )
    flurry = action("Flurry", hit(5, times=4))
    heroes = [hero(flurry), hero(name="Friend", hp=500)]
    foes = [foe(name="A", hp=5, reactions=(burst,)), foe(name="B", hp=50)]
    assert play(encounter(heroes, foes, rounds=1)).hp("Hero", "B") == [0, 50]


def test_an_actor_felled_by_its_own_action_makes_no_attacks() -> None:
    """With and without reactions to attacks."""
    bomb = action("Bomb", m.Harm(99, to="self"), hit(3))
    watch = reaction("AttackDeclared", apply("SeenEvent", to="self"), name="Watch", cost="")
    for extra in ((), (watch,)):
        heroes = [hero(bomb), hero(name="Friend", reactions=extra)]
        assert play(encounter(heroes, foe(), rounds=1)).hp("Hero", "Foe") == [0, 20]


def test_effects_run_in_order() -> None:
    combo = action("Combo", hit(3), m.Heal(2, to="self"), apply("Tired", to="self"), hit(4))
    fought = play(encounter(hero(combo, start_hp=5), foe(), rounds=1))
    assert fought.hp("Hero", "Foe") == [7, 13]


def test_effects_within_effects() -> None:
    """A hit, its save and what follows a failure; a miss and what follows."""
    bite = action(
        "Bite",
        hit(1, on_hit=(m.Save(dc=100, damage=2, on_fail=(m.Harm(4), m.Heal(1, to="self"))),)),
    )
    assert play(encounter(hero(bite, start_hp=9), foe(), rounds=1)).hp("Hero", "Foe") == [10, 13]
    kind = action("Kind", hit(1, on_hit=(m.Save(dc=-100, damage=2, on_success=(m.Harm(3),)),)))
    assert play(encounter(hero(kind), foe(), rounds=1)).hp("Foe") == 16
    graze = action("Graze", m.Attack(to_hit=-99, damage=9, on_miss=(m.Harm(2),)))
    assert play(encounter(hero(graze), foe(), rounds=1)).hp("Foe") == 18


def test_a_nested_attack_picks_another_target_when_the_first_has_fallen() -> None:
    chain = action("Chain", hit(9, on_hit=(hit(4),)))
    fought = play(encounter(hero(chain), [foe(name="A", hp=9), foe(name="B", hp=30)], rounds=1))
    assert fought.hp("A", "B") == [0, 26]


def test_range_of_an_action() -> None:
    spear = strike(targets=m.Targets(range=10))
    foes = [foe(name="Near", hp=90, position=10), foe(name="Far", hp=5, position=11)]
    assert play(encounter(hero(spear), foes, rounds=1)).hp("Near", "Far") == [85, 5]


def test_healing_chooses_among_the_hurt() -> None:
    heal = action(
        "Heal",
        m.Heal(5),
        targets=m.Targets(who="ally", pick="lowest percent"),
        requires=(TargetCondition("hp_percent", "<", 100),),
    )
    heroes = [hero(heal), hero(name="A", hp=100, start_hp=60), hero(name="B", hp=30, start_hp=15)]
    assert play(encounter(heroes, foe(), rounds=1)).hp("A", "B") == [60, 20]


def test_enemies_of_three_sides() -> None:
    """Everybody on another side is an enemy; one side is left."""
    sides = tuple(
        m.Side(name, (hero(strike(7), name=name, initiative=i),))
        for name, i in (("A", 300), ("B", 200), ("C", 100))
    )
    fought = play(m.Scenario(rules=rules(rounds=20), sides=sides))
    assert fought.winner == "C"  # A and B have weakened each other
    assert fought.outcome.hp == [0, 0, 20]


def test_an_action_without_targets_is_not_valid() -> None:
    """Nobody has arrived yet, so nothing is spent."""
    javelin = action("Javelin", hit(1), cost="Javelin")
    late = foe(arrival=3)
    fought = play(encounter(hero(javelin, strike(1), pools={"Javelin": 1}), late, rounds=3))
    assert fought.actions == ["Hero: Javelin", "Hero: Strike"]


def test_outnumbered_by_is_a_fact() -> None:
    run = action(
        "Run",
        apply("Running", to="self"),
        targets=ME,
        requires=(SelfCondition("outnumbered_by", ">=", 2),),
    )
    for foes, count in ((2, 0), (3, 1)):
        crowd = [foe(name=f"F{n}") for n in range(foes)]
        assert play(encounter(hero(run), crowd, rounds=1)).count("Hero: Run") == count
