"""Concentration: one at a time, kept by saves, and over when no status needs it."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import (
    ME,
    action,
    always,
    apply,
    encounter,
    foe,
    hero,
    hit,
    play,
    reaction,
    rules,
    strike,
)
from turnwright.core.rules.requirement import Not, SelfCondition
from turnwright.skirmish.model import scenario as m

FREE = Not(SelfCondition("is_concentrating"))


def chant(name: str = "Hymn", **more: object) -> m.CombatAction:
    """A status on oneself that needs concentration."""
    return action(name, apply(name, to="self", ac=1), concentration=True, targets=ME, **more)


def test_a_new_concentration_ends_the_old_one() -> None:
    singer = hero(
        chant("Hymn", cooldown=9),
        chant("Dirge", cost="BonusAction", requires=(SelfCondition("round", ">=", 2),), cooldown=9),
    )
    fought = play(encounter(singer, foe(), rounds=2))
    assert [(one.event, one.about) for one in fought.seen("StatusApplied", "StatusEnded")] == [
        ("StatusApplied", "Hymn"), ("StatusEnded", "Hymn"), ("StatusApplied", "Dirge"),
    ]  # fmt: skip
    assert fought.order("ConcentrationBroken") == []


@pytest.mark.parametrize(
    ("damage", "natural", "con", "holds"),
    [
        (4, 10, 0, True), (4, 9, 0, False), (4, 9, 1, True),
        (20, 10, 0, True), (21, 10, 0, True), (22, 10, 0, False), (22, 11, 0, True),
        (40, 15, 5, True), (40, 14, 5, False),
    ],
)  # fmt: skip
def test_damage_forces_a_save(damage: int, natural: int, con: int, holds: bool) -> None:
    """DC 10, or half the damage if that is more."""
    singer = hero(chant(cooldown=9), hp=100, saves={"con": con})
    fought = play(encounter(singer, foe(action("Hail", m.Harm(damage))), 1, always(natural)))
    assert (fought.order("ConcentrationBroken") == []) is holds
    assert (fought.order("StatusEnded") == []) is holds


@pytest.mark.parametrize(("most", "holds"), [(30, True), (31, False)])
def test_a_profile_may_limit_the_dc(most: int, holds: bool) -> None:
    """80 damage would be DC 40, which a roll of 30 does not reach."""
    singer = hero(chant(cooldown=9), hp=100, saves={"con": 20})
    limited = always(10, concentration_dc_most=most)
    fought = play(encounter(singer, foe(action("Hail", m.Harm(80))), 1, limited))
    assert (fought.order("ConcentrationBroken") == []) is holds


def test_damage_to_temporary_hit_points_counts_too() -> None:
    fought = play(
        encounter(hero(chant(), temporary_hp=9), foe(action("Hail", m.Harm(4))), 1, always(9))
    )
    assert fought.order("ConcentrationBroken") == ["ConcentrationBroken"]


def test_a_profile_may_use_another_save_or_none() -> None:
    hail = foe(action("Hail", m.Harm(4)))
    assert (
        play(encounter(hero(chant()), hail, 1, always(2, concentration=None))).order("SaveFailed")
        == []
    )
    will = always(9, concentration="wis", concentration_dc=14)
    singer = hero(chant(), saves={"wis": 5, "con": -9})
    assert play(encounter(singer, hail, 1, will)).order("ConcentrationBroken") == []


def test_falling_and_being_stunned_end_it() -> None:
    fought = play(
        encounter(
            [hero(chant(), hp=4, death_saves=True), hero(name="B")], foe(strike(4)), 1, always(15)
        )
    )
    assert fought.order("ConcentrationBroken", "UnitDowned") == [
        "ConcentrationBroken",
        "UnitDowned",
    ]
    stun = foe(action("Stun", apply("Stun", incapacitated=True)))
    fought = play(encounter(hero(chant()), stun, rounds=1))
    assert ("StatusEnded", "Hymn") in [(one.event, one.about) for one in fought.log.events]


def test_all_statuses_of_a_concentration_end_together() -> None:
    bless = action(
        "Bless",
        apply("Blessed"),
        concentration=True,
        cooldown=9,
        targets=m.Targets(who="ally", count=3),
    )
    heroes = [hero(bless, name="Priest", hp=30), hero(name="A", hp=90), hero(name="B", hp=90)]
    fought = play(encounter(heroes, foe(strike(4)), 1, always(9)))
    assert fought.hp("Priest") == 26
    ended = [one.target for one in fought.seen("StatusEnded")]
    assert ended == ["Priest", "A", "B"]


def test_other_statuses_stay() -> None:
    other = action("Oil", apply("Oil", to="self"), cost="BonusAction", cooldown=9, targets=ME)
    fought = play(
        encounter(hero(other, chant(cooldown=9)), foe(action("Hail", m.Harm(4))), 1, always(9))
    )
    assert [one.about for one in fought.seen("StatusEnded")] == ["Hymn"]


HOLD = apply("Held", incapacitated=True, repeat_save=m.RepeatSave(ability="wis", dc=-50))


def test_concentration_ends_with_its_last_status() -> None:
    """The bearer saves at the end of its turn, and the spell can be cast again."""
    hold = action("Hold", m.Save(dc=99, on_fail=(HOLD,)), concentration=True, requires=(FREE,))
    fought = play(encounter(hero(hold), foe(hp=99), rounds=3))
    assert fought.count("Hero: Hold") == 3


def test_concentration_ends_if_no_status_was_applied() -> None:
    hold = action("Hold", m.Save(dc=-99, on_fail=(HOLD,)), concentration=True, requires=(FREE,))
    assert play(encounter(hero(hold), foe(hp=99), rounds=3)).count("Hero: Hold") == 3


def test_concentration_ends_when_the_bearer_dies() -> None:
    hex_ = action("Hex", apply("Hexed"), concentration=True, cost="BonusAction", requires=(FREE,))
    fought = play(encounter(hero(hex_, strike(20)), [foe(name="A"), foe(name="B")], rounds=2))
    assert fought.actions == ["Hero: Hex", "Hero: Strike"] * 2


def test_concentration_without_a_status_is_kept() -> None:
    """A moonbeam that only deals damage lasts as long as the concentration."""
    beam = action("Beam", m.Harm(1), concentration=True, requires=(FREE,))
    again = action("Again", m.Harm(1), requires=(SelfCondition("is_concentrating"),))
    fought = play(encounter(hero(beam, again), foe(hp=99), rounds=3))
    assert fought.actions == ["Hero: Beam", "Hero: Again", "Hero: Again"]


def test_a_status_does_not_begin_after_its_concentration_is_lost() -> None:
    """The second effect of the spell comes after a hit that broke the concentration."""
    spite = reaction("DamageTaken", m.Harm(9, to="event source"), name="Spite", who="self")
    curse = action("Curse", hit(1), apply("Cursed"), concentration=True)
    fought = play(encounter(hero(curse), foe(reactions=(spite,)), 1, always(9)))
    assert fought.order("ConcentrationBroken", "StatusApplied") == ["ConcentrationBroken"]


def test_reactions_may_change_a_concentration_save() -> None:
    """The save is an event like any other."""
    steady = reaction("SaveFailed", m.SetOutcome("success"), name="Steady", who="ally")
    heroes = [hero(chant()), hero(name="Friend", hp=90, reactions=(steady,))]
    fought = play(encounter(heroes, foe(action("Hail", m.Harm(4))), 1, always(9)))
    assert fought.order("ConcentrationBroken") == []


def test_damage_types_are_not_tags_in_concentration_saves() -> None:
    """Advantage against `fire` needs an action with that tag, with or without a log."""
    brave = (m.Status(name="Brave", saves="advantage", saves_against=("fire",)),)
    fire = foe(action("Fire", m.Harm("4 fire")), hp=99)
    for seed in range(20):
        play(encounter(hero(chant(), hp=99, traits=brave), fire, 3, rules(check="1d20")), seed)
