"""Legendary and lair actions, surprise, arrival, and the order of initiative."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import (
    always,
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
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.requirement import HasResource
from turnwright.skirmish.model import scenario as m

LEGENDARY = {"Legendary": m.PoolSize(max=3, reset="turn")}


def legend(name: str, cost: int, damage: int) -> m.CombatAction:
    """At the end of an enemy's turn."""
    return reaction(
        "TurnEnded",
        hit(damage),
        name=name,
        who="enemy",
        role="source",
        cost=(Cost("Legendary", cost),),
        targets=m.Targets(),
    )


def test_legendary_actions_come_at_the_ends_of_other_turns() -> None:
    """Three points between two turns of the dragon, one action after each turn."""
    dragon = foe(
        strike(0),
        name="Dragon",
        hp=99,
        reactions=(legend("Tail", 1, 1),),
        pools=LEGENDARY,
        initiative=99_999,
    )
    heroes = [hero(name=f"H{n}", hp=50) for n in range(4)]
    fought = play(encounter(heroes, dragon, rounds=2))
    assert fought.actions == ["Dragon: Strike", *["Dragon: Tail"] * 3] * 2


def test_expensive_legendary_actions_leave_fewer_points() -> None:
    wings = legend("Wings", 2, 2)
    dragon = foe(
        name="Dragon",
        hp=99,
        reactions=(wings, legend("Tail", 1, 1)),
        pools=LEGENDARY,
        initiative=99_999,
    )
    fought = play(encounter([hero(name=f"H{n}", hp=50) for n in range(4)], dragon, rounds=1))
    assert fought.actions == ["Dragon: Wings", "Dragon: Tail"]


def test_the_stunned_and_the_dead_take_no_legendary_actions() -> None:
    dragon = foe(name="Dragon", hp=20, reactions=(legend("Tail", 1, 1),), pools=LEGENDARY)
    assert play(
        encounter(hero(strike(20)), [dragon, foe(name="Pup", hp=99)], rounds=1)
    ).actions == ["Hero: Strike"]


@pytest.mark.parametrize(
    ("initiative", "order"),
    [
        ((30, 20, 10), ["A", "B", "Lair", "C"]),  # on 20 it loses ties
        ((30, 19, 10), ["A", "Lair", "B", "C"]),
        ((15, 14, 13), ["Lair", "A", "B", "C"]),
        ((40, 30, 25), ["A", "B", "C", "Lair"]),
    ],
)
def test_the_lair_acts_on_its_count(initiative: tuple[int, ...], order: list[str]) -> None:
    quake = reaction("LairCount", m.Harm(1), name="Lair", cost="", targets=m.Targets(count=9))
    heroes = [
        hero(strike(0), name=n, initiative=i - 5) for n, i in zip("ABC", initiative, strict=True)
    ]
    lair = foe(name="Dragon", hp=99, initiative=-90, reactions=(quake,))
    fought = play(encounter(heroes, lair, 2, always(5)))
    told = [used.split(": ")[1 if "Lair" in used else 0] for used in fought.actions]
    assert told == order * 2


def test_a_profile_may_have_another_lair_count() -> None:
    quake = reaction("LairCount", m.Harm(1), name="Lair", cost="", targets=m.Targets(count=9))
    lair = foe(name="Dragon", hp=99, initiative=-90, reactions=(quake,))
    heroes = [hero(strike(0), name="A", initiative=10)]
    for count, first in ((12, "A: Strike"), (16, "Dragon: Lair")):
        assert play(encounter(heroes, lair, 1, always(5, lair_count=count))).actions[0] == first


# --- surprise -------------------------------------------------------------------------------------

PARRY = reaction("DamageTaken", m.Heal(1), name="Parry", who="self")


def ambush(surprise: str, surprised: tuple[str, ...] = ("Foes",)) -> list[str]:
    foes = [foe(strike(1), name="A", reactions=(PARRY,)), foe(strike(1), name="B", hp=50)]
    profile = rules(surprise=surprise, check="1d20")
    return play(encounter(hero(strike(1), hp=90), foes, 2, profile, surprised=surprised)).actions


def test_the_surprised_have_no_first_turn_and_no_reactions_before_it_ends() -> None:
    """2014: no parry before their turn is over."""
    assert ambush("lose turn") == [
        "Hero: Strike",
        "Hero: Strike", "A: Parry", "A: Strike", "B: Strike",
    ]  # fmt: skip


def test_one_may_be_surprised_alone() -> None:
    assert ambush("lose turn", ("B",))[:4] == [
        "Hero: Strike",
        "A: Parry",
        "A: Strike",
        "Hero: Strike",
    ]


def test_a_profile_may_ignore_surprise() -> None:
    assert ambush("nothing", ("Foes",)) == ambush("nothing", ())


def test_surprise_may_be_disadvantage_on_initiative() -> None:
    """2024: they are mostly last, but they act."""
    first = 0
    for seed in range(300):
        one, other = hero(strike(1), initiative=1), foe(strike(1), initiative=1)
        profile = rules(surprise="disadvantage", check="1d20", rounds=1)
        actions = play(encounter(one, other, profile=profile, surprised=("Foe",)), seed).actions
        assert sorted(actions) == ["Foe: Strike", "Hero: Strike"]
        first += actions[0] == "Hero: Strike"
    assert 185 < first < 240  # about 0.7, a tie going to the first


# --- arrival --------------------------------------------------------------------------------------


def test_late_arrivals_are_not_present_before() -> None:
    """They are not targets and do not act, and the fight waits for them."""
    late = foe(strike(2), name="Late", hp=5, arrival=3, initiative=99_999)
    fought = play(encounter(hero(strike(5)), [foe(name="Early", hp=5), late], rounds=5))
    assert fought.actions == ["Hero: Strike", "Late: Strike", "Hero: Strike"]
    assert (fought.winner, fought.outcome.rounds) == ("Heroes", 3)


def test_a_combatant_who_never_arrived_has_0_hit_points_and_is_not_dead() -> None:
    late = hero(name="Late", arrival=9)
    fought = play(encounter([hero(strike(50)), late], foe()))
    assert fought.winner == "Heroes"
    assert fought.hp("Late") == 0
    assert fought.outcome.dead[1] is False


def test_late_arrivals_may_turn_the_fight() -> None:
    """The first falls, but the fight is not over while somebody has yet to arrive."""
    late = hero(strike(50), name="Late", arrival=2)
    fought = play(encounter([hero(hp=5), late], foe(strike(5), initiative=99_999), rounds=4))
    assert fought.winner == "Heroes"


def test_late_arrivals_do_not_react_before() -> None:
    watch = reaction("AttackHit", m.Heal(1), name="Watch", cost="")
    late = hero(name="Late", arrival=2, reactions=(watch,))
    assert play(encounter([hero(strike(1)), late], foe(), rounds=1)).actions == ["Hero: Strike"]


# --- initiative -----------------------------------------------------------------------------------


def test_groups_and_sides_may_roll_together() -> None:
    """With one roll per side, the sides do not mix."""
    for mode in ("side", "group"):
        for seed in range(30):
            heroes = m.Combatant(name="H", count=3, hp=90, actions=(strike(0),), initiative=1)
            foes = m.Combatant(name="F", count=3, hp=90, actions=(strike(0),), initiative=1)
            profile = rules(check="1d20", initiative=mode, rounds=1)
            letters = "".join(
                used[0] for used in play(encounter(heroes, foes, profile=profile), seed).actions
            )
            assert letters in ("HHHFFF", "FFFHHH")


def test_with_one_roll_each_the_sides_mix() -> None:
    seen = set()
    for seed in range(60):
        heroes = m.Combatant(name="H", count=2, hp=90, actions=(strike(0),), initiative=1)
        foes = m.Combatant(name="F", count=2, hp=90, actions=(strike(0),), initiative=1)
        scenario = encounter(heroes, foes, profile=rules(check="1d20", rounds=1))
        seen.add("".join(used[0] for used in play(scenario, seed).actions))
    assert len(seen) == 6


def test_dice_in_initiative_and_hit_points() -> None:
    """They are rolled in every run."""
    ogre = foe(blast(1), name="Ogre", hp="4d10+8", initiative="1d4")
    rolled = {play(encounter(hero(), ogre, rounds=1), seed).hp("Ogre") for seed in range(60)}
    assert min(rolled) >= 12
    assert max(rolled) <= 48
    assert len(rolled) > 15


def test_hit_points_are_never_less_than_1() -> None:
    for hp in (0, -5, "1d4-9"):
        assert play(encounter(hero(), foe(hp=hp), rounds=1)).hp("Foe") == 1


def test_legendary_points_are_a_pool() -> None:
    """A requirement may check them."""
    save = reaction(
        "TurnEnded",
        hit(5),
        name="Big",
        who="enemy",
        role="source",
        targets=m.Targets(),
        cost="Legendary",
        requires=(HasResource("Legendary", 3),),
    )
    dragon = foe(name="Dragon", hp=99, reactions=(save,), pools=LEGENDARY, initiative=99_999)
    fought = play(encounter([hero(name=f"H{n}", hp=50) for n in range(4)], dragon, rounds=2))
    assert fought.actions == ["Dragon: Big"] * 2
