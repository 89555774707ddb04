"""Transform: replaced statistics, hit points and lists, and the way back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.skirmish.builders import (
    LUCK,
    ME,
    SURE,
    action,
    encounter,
    foe,
    hero,
    hit,
    play,
    reaction,
    runs,
    strike,
)
from turnwright.core.rules.requirement import SelfCondition
from turnwright.core.rules.timing import Setup
from turnwright.skirmish import api
from turnwright.skirmish.model import scenario as m

BEAR = m.Combatant(name="Bear", hp=8, ac=11, actions=(strike(3, "Claw"),))


def shape(*, into: str = "Bear", turns: int | None = None, cost: Any = "BonusAction", **more: Any):
    """Take another form, once."""
    name = "Shaped" if into == "Bear" else f"Shaped as {into}"
    status = m.Status(name=name, duration=m.Duration(turns=turns))
    own = {"targets": ME, "cooldown": 99, "cost": cost} | more
    return action("Shape", m.Transform(into, status), **own)


def fight(druid: m.Combatant, brute: m.Combatant, rounds: int, *others: m.Combatant, **bodies: Any):
    known = {"Bear": BEAR} | bodies
    return encounter((druid, *others), brute, rounds, combatants=known)


@pytest.mark.parametrize(
    ("damage", "left"), [(7, 10), (8, 10), (9, 9), (11, 7), (17, 1), (18, 0), (30, 0)]
)
def test_damage_beyond_the_form_carries_over(damage, left):
    """A bear with 8 hit points around a druid with 10."""
    brute = foe(strike(damage, cooldown=99), hp=100)
    fought = play(fight(hero(shape(), hp=10), brute, 1))
    assert fought.hp("Hero") == left
    assert fought.outcome.dead[0] == (left == 0)


def test_the_form_has_its_own_list_and_the_druid_its_own_again():
    druid = hero(shape(), strike(1, "Staff"), hp=10)
    fought = play(fight(druid, foe(strike(8, cooldown=3), hp=100), 2))
    assert [one for one in fought.actions if one.startswith("Hero")] == [
        "Hero: Shape", "Hero: Claw", "Hero: Staff",
    ]  # fmt: skip
    assert fought.hp("Hero") == 10, "the hit points of the form are gone, not those of the druid"


def test_what_was_spent_of_the_turn_stays_spent():
    druid = hero(shape(cost="Action"), strike(1, "Staff"), hp=10)
    fought = play(fight(druid, foe(hp=100), 2))
    assert fought.actions == ["Hero: Shape", "Hero: Claw"]


def test_the_form_lasts_as_long_as_its_status():
    druid = hero(shape(turns=2), strike(1, "Staff"), hp=10)
    brute = foe(strike(2), hp=100)
    fought = play(fight(druid, brute, 4))
    assert [one for one in fought.actions if one.startswith("Hero")] == [
        "Hero: Shape", "Hero: Claw", "Hero: Claw", "Hero: Staff", "Hero: Staff",
    ]  # fmt: skip
    assert fought.hp("Hero") == 6, "two blows hit the bear, two the druid"


def test_the_course_of_a_fight_is_about_the_own_body():
    giant = m.Combatant(name="Bear", hp=500)
    fought = play(fight(hero(shape(), hp=10), foe(strike(3), hp=9), 2, Bear=giant))
    assert fought.outcome.course == [[[100, 100], [100, 100]]]


def test_the_end_of_the_fight_gives_the_own_form_back():
    fought = play(fight(hero(shape(), hp=10), foe(strike(3), hp=2), 5))
    assert fought.winner == "Heroes"
    assert fought.hp("Hero") == 10
    assert fought.combatant("Hero").kind.name == "Hero"


def test_armour_saves_and_traits_are_those_of_the_form():
    tough = m.Status(name="Tough", reduction=5)
    thick = m.Status(name="Thick", reduction=1)
    bear = m.Combatant(name="Bear", hp=50, ac=11, traits=(thick,))
    druid = hero(shape(), hp=50, ac=25, traits=(tough,))
    brute = foe(action("Maul", hit(6, to_hit=20)), hp=100)
    fought = play(fight(druid, brute, 1, Bear=bear))
    taken = [one.value for one in fought.log.events if one.event == "DamageTaken"]
    assert taken == [5], "6 less what the bear's hide takes, not what the druid's does"
    druid = hero(hp=50, ac=25, traits=(tough,))
    fought = play(fight(druid, brute, 1, Bear=bear))
    assert fought.hp("Hero") == 50, "nobody hits the armour of the druid"


def test_reactions_and_pools_are_those_of_the_form():
    parry = reaction("DamageTaken", m.Heal(0, to="self"), name="Lick", who="self")
    bear = m.Combatant(name="Bear", hp=20, reactions=(parry,), actions=(strike(0, "Claw"),))
    own = reaction("DamageTaken", m.Heal(5, to="self"), name="Mend", cost="Herb", who="self")
    druid = hero(shape(), hp=30, reactions=(own,), pools={"Herb": 3})
    brute = foe(strike(8), hp=100)
    fought = play(fight(druid, brute, 4, Bear=bear))
    answers = [one for one in fought.actions if one in ("Hero: Lick", "Hero: Mend")]
    assert answers == ["Hero: Lick", "Hero: Lick", "Hero: Lick", "Hero: Mend"]
    assert fought.pool("Hero", "Herb") == 2


def test_a_form_taken_before_the_fight_has_no_more_setup_actions():
    """The second action has costs that the bear knows nothing of."""
    costly = action("Bless", m.Heal(1, to="self"), cost=("Luck", "Ki"), timing=Setup(), targets=ME)
    early = shape(cost="", timing=Setup(), cooldown=None)
    druid = hero(early, costly, hp=10, pools={"Luck": 1, "Ki": 1})
    fought = play(fight(druid, foe(hp=100), 1))
    assert fought.actions == ["Hero: Shape", "Hero: Claw"]
    assert fought.pool("Hero", "Luck") == 1


def test_a_form_over_a_form_goes_back_one_at_a_time():
    mouse = m.Combatant(name="Mouse", hp=1)
    bear = m.Combatant(name="Bear", hp=8, actions=(shape(into="Mouse", cost="Action"),))
    fought = play(fight(hero(shape(), hp=10), foe(strike(4), hp=100), 1, Bear=bear, Mouse=mouse))
    assert fought.actions[:2] == ["Hero: Shape", "Hero: Shape"]
    assert fought.combatant("Hero").hp == 10
    health = [one.value for one in fought.log.events if one.event == "DamageTaken"]
    assert health == [4], "one for the mouse and three for the bear"
    fought = play(fight(hero(shape(), hp=10), foe(strike(10), hp=100), 1, Bear=bear, Mouse=mouse))
    assert fought.hp("Hero") == 9


def polymorph(dc: int = SURE, **more: Any) -> m.CombatAction:
    changed = m.Transform("Sheep", m.Status(name="Polymorphed", duration=m.Duration(turns=10)))
    save = m.Save(dc, "wis", on_fail=(changed,))
    return action("Polymorph", save, **{"concentration": True, "cooldown": 99} | more)


SHEEP = m.Combatant(name="Sheep", hp=4)


def test_an_enemy_can_be_transformed_and_returns_when_concentration_is_lost():
    ogre = foe(strike(9, "Club"), name="Ogre", hp=30)
    imp = foe(strike(40, "Sting"), name="Imp", hp=50)
    wizard = hero(polymorph(targets=m.Targets(pick="first")), hp=100)
    scenario = encounter(wizard, (ogre, imp), 3, combatants={"Sheep": SHEEP})
    fought = play(scenario)
    mine = [one for one in fought.actions if one.startswith("Ogre")]
    assert mine == ["Ogre: Club", "Ogre: Club"], "the imp's sting ends it after the ogre's turn"
    assert fought.hp("Ogre") == 30


def test_whoever_attacks_the_sheep_gives_the_ogre_back():
    ogre = foe(strike(9, "Club"), name="Ogre", hp=30)
    wizard = hero(polymorph(), hp=100)
    fought = play(
        encounter((wizard, hero(strike(5), name="Fool")), ogre, 1, combatants={"Sheep": SHEEP})
    )
    assert fought.hp("Ogre") == 29
    assert "Ogre: Club" in fought.actions


def test_nobody_changes_form_at_0_hit_points():
    medic = action(
        "Shape it", m.Transform("Bear"), targets=m.Targets(who="other ally", state="down")
    )
    fallen = hero(name="Fallen", start_hp=0, death_saves=True)
    fought = play(fight(hero(medic), foe(hp=100), 1, fallen))
    assert fought.combatant("Fallen").is_down
    assert fought.hp("Fallen") == 0


def test_an_effect_of_an_effect_can_transform_the_user_itself():
    backfire = m.Conditional(1, then=(m.Transform("Bear"),), to="self")
    fought = play(fight(hero(action("Dabble", backfire, cooldown=9), hp=10), foe(hp=100), 2))
    assert fought.actions == ["Hero: Dabble", "Hero: Claw"]


def test_a_status_of_the_form_is_a_fact():
    druid = hero(shape(requires=(SelfCondition("Shaped", "==", 0),), cooldown=None, cost=""), hp=10)
    assert play(fight(druid, foe(hp=100), 3)).actions.count("Hero: Shape") == 1


def test_a_form_is_worth_its_hit_points():
    """With equal armour, 10 hit points in a form of 8 last exactly as long as 18: damage carries
    over. The druid needs no dice for its form, so both fights roll the same."""
    club = action("Club", hit("1d6", to_hit=3), tags=("Melee",))
    bear = m.Combatant(name="Bear", hp=8, ac=12, actions=(club,))
    druid = hero(shape(), club, hp=10, ac=12)
    fighter = hero(club, hp=18, ac=12)
    brute = foe(action("Fist", hit("1d8", to_hit=4), tags=("Melee",)), hp=16, ac=12)
    both = [
        encounter(one, brute, profile=LUCK, combatants={"Bear": bear}) for one in (druid, fighter)
    ]
    for ours, theirs in zip(*(runs(one, 300) for one in both), strict=True):
        assert (ours.winner, ours.rounds) == (theirs.winner, theirs.rounds)
        assert ours.hp[1] == theirs.hp[1]
        assert ours.hp[0] == min(10, theirs.hp[0])


def test_the_chance_to_fell_a_form_is_that_of_its_hit_points():
    """2d4 against a form of 5 and a body of 1: the sum is 6 or more in 6 of 16 cases."""
    bear = m.Combatant(name="Bear", hp=5)
    brute = foe(action("Maul", m.Harm("2d4"), cooldown=99), hp=100)
    scenario = encounter(hero(shape(), hp=1), brute, 1, LUCK, combatants={"Bear": bear})
    report = api.run(scenario, api.RunOptions(runs=4000, seed=2))
    dead = report.combatants[0].dead.value
    assert abs(dead - 6 / 16) < 4 * (6 / 16 * 10 / 16 / 4000) ** 0.5


def test_actions_of_forms_have_rows_of_their_own():
    report = api.run(
        fight(hero(shape(), strike(1, "Staff"), hp=10), foe(hp=12), 9),
        api.RunOptions(runs=5),
    )
    rows = {(one.combatant, one.action): one.damage.value for one in report.actions}
    assert rows["Bear (form)", "Claw"] == 12
    assert rows["Hero", "Staff"] == 0
