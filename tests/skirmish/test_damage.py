"""Damage: resistances, temporary hit points, and what happens at 0 hit points."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import (
    ME,
    PlayedRun,
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
from turnwright.core.rules.requirement import SelfCondition
from turnwright.skirmish.model import scenario as m

ANY_ALLY = m.Targets(who="ally", pick="lowest percent", state="any")


def taken(damage: object, **more: object) -> int:
    """The damage of one hit to such a combatant."""
    return 100 - play(encounter(hero(strike(damage)), foe(hp=100, **more), rounds=1)).hp("Foe")  # type: ignore[arg-type]


def test_resistance_immunity_vulnerability() -> None:
    assert taken("9 fire") == 9
    assert taken("9 fire", resist=("fire",)) == 4
    assert taken("9 fire", resist=("cold",)) == 9
    assert taken("9 fire", immune=("fire",)) == 0
    assert taken("9 fire", vulnerable=("fire",)) == 18
    assert taken("9 fire", resist=("*",)) == 4
    assert taken("9", resist=("*",)) == 4
    assert taken("9 fire", resist=("fire",), vulnerable=("fire",)) == 8  # halved, then doubled
    assert taken("9 fire", immune=("fire",), vulnerable=("fire",)) == 0
    assert taken("9 Fire", resist=("FIRE",)) == 4


def test_resistances_apply_to_each_part() -> None:
    assert taken(("9 fire", "5 cold"), resist=("fire",)) == 4 + 5
    assert taken(("9 fire", "5 cold"), immune=("fire",), vulnerable=("cold",)) == 10
    assert taken(("3 fire", "3 fire"), resist=("fire",)) == 1 + 1


def test_resistance_unless_the_action_has_a_tag() -> None:
    for tags, damage in ((("Magical",), 9), (("Melee",), 4)):
        fought = play(
            encounter(
                hero(strike("9 slashing", tags=tags)),
                foe(hp=100, resist=("slashing unless Magical",)),
                rounds=1,
            )
        )
        assert 100 - fought.hp("Foe") == damage


def test_modifiers_of_both_sides() -> None:
    def status(**more: object) -> tuple[m.Status, ...]:
        return (m.Status(name="S", **more),)  # type: ignore[arg-type]

    assert taken("9", traits=status(reduction=3)) == 6
    assert taken("2", traits=status(reduction=3)) == 0
    assert taken("9", traits=status(taken=0.5)) == 4
    assert taken("9", traits=status(taken=2)) == 18
    assert taken("9", traits=status(resist=("*",))) == 4
    fought = play(encounter(hero(strike(9), traits=status(dealt=1.5)), foe(hp=100), rounds=1))
    assert fought.hp("Foe") == 100 - 13
    fought = play(
        encounter(
            hero(strike(9), traits=status(damage="2 fire")), foe(hp=100, immune=("fire",)), rounds=1
        )
    )
    assert fought.hp("Foe") == 100 - 9
    fought = play(encounter(hero(strike(9), traits=status(damage=-4)), foe(hp=100), rounds=1))
    assert fought.hp("Foe") == 100 - 5


def test_reductions_come_before_resistance() -> None:
    """The example of the rules: 25, minus 5 by an aura, halved: 10."""
    aura = (m.Status(name="Aura", reduction=5),)
    assert taken("25 bludgeoning", resist=("bludgeoning",), traits=aura) == 10
    assert taken(("3 fire", "9 cold"), resist=("cold",), traits=aura) == 3  # 0 and 7, halved
    assert taken("9 fire", immune=("fire",), traits=aura) == 0


def test_saves_halve_and_avoid() -> None:
    for half, dc, damage in ((True, 100, 9), (True, -100, 4), (False, 100, 9), (False, -100, 0)):
        burn = action("Burn", m.Save(dc=dc, damage="9 fire", half=half))
        assert play(encounter(hero(burn), foe(hp=100), rounds=1)).hp("Foe") == 100 - damage
    burn = action("Burn", m.Save(dc=-100, damage="9 fire", half=True))
    assert play(encounter(hero(burn), foe(hp=100, resist=("fire",)), rounds=1)).hp("Foe") == 98


def test_the_dc_and_the_bonus_of_saves() -> None:
    """Bonus by ability or in general, fractions rounded down; statuses on either side."""

    def fails(dc: int, target: dict, caster: dict | None = None, natural: int = 10) -> bool:
        curse = action("Curse", m.Save(dc=dc, ability="Wis", damage=1), tags=("Spell",))
        fought = play(encounter(hero(curse, **caster or {}), foe(**target), 1, always(natural)))
        return fought.hp("Foe") < 20

    assert not fails(10, {})
    assert fails(11, {})
    assert not fails(13, {"save": 3})
    assert not fails(10, {"save": 0.0625})
    assert fails(11, {"save": 0.9})
    assert not fails(15, {"save": 1, "saves": {"wis": 5}})
    assert fails(12, {"save": 9, "saves": {"wis": 1}})
    assert fails(11, {"saves": {"dex": 5}})
    assert not fails(12, {"traits": (m.Status(name="Bless", save=2),)})
    assert fails(10, {}, {"traits": (m.Status(name="Focus", dc=1),)})
    assert fails(-99, {"traits": (m.Status(name="Frozen", fails=("wis",)),)})
    assert not fails(-99, {"traits": (m.Status(name="Frozen", fails=("dex",)),)})


# --- temporary hit points -------------------------------------------------------------------------


def test_temporary_hit_points_are_lost_first_and_do_not_add_up() -> None:
    ward = action("Ward", m.Heal(6, temporary=True), targets=ME)
    fought = play(encounter(hero(ward, temporary_hp=4), foe(strike(5)), rounds=1))
    assert (fought.hp("Hero"), fought.combatant("Hero").temp) == (20, 1)
    fought = play(encounter(hero(ward, temporary_hp=9), foe(), rounds=2))
    assert fought.combatant("Hero").temp == 9
    fought = play(encounter(hero(temporary_hp=3), foe(strike(5)), rounds=1))
    assert (fought.hp("Hero"), fought.combatant("Hero").temp) == (18, 0)


def test_damage_to_temporary_hit_points_is_damage_taken() -> None:
    fought = play(encounter(hero(strike(5)), foe(temporary_hp=9), rounds=1))
    assert [one.value for one in fought.seen("DamageTaken")] == [5]
    assert fought.outcome.damage[0] == 5


# --- healing --------------------------------------------------------------------------------------


def test_healing_stops_at_the_maximum() -> None:
    heal = action("Heal", m.Heal(9), targets=ME, requires=(SelfCondition("missing_hp", ">", 0),))
    fought = play(encounter(hero(heal, start_hp=15), foe(), rounds=2))
    assert fought.hp("Hero") == 20
    assert fought.count("Hero: Heal") == 1


def test_the_downed_can_be_healed_and_act_again() -> None:
    """1.5: they keep their place in the order of initiative."""
    heal = action(
        "Heal",
        m.Heal(7),
        targets=ANY_ALLY,
        requires=(SelfCondition("lowest_ally_percent", "<", 50),),
    )
    fighter = hero(strike(), name="Fighter", hp=10, death_saves=True, initiative=-900)
    healer = hero(heal, name="Healer", hp=50, initiative=-500)
    fought = play(encounter([fighter, healer], foe(strike(12), hp=100), rounds=1))
    assert fought.actions == ["Foe: Strike", "Healer: Heal", "Fighter: Strike"]
    assert fought.hp("Fighter") == 7


def test_the_dead_stay_dead() -> None:
    heal = action("Heal", m.Heal(7), targets=ANY_ALLY)
    mortal = hero(name="Mortal", hp=10, initiative=-900)
    fought = play(
        encounter(
            [mortal, hero(heal, name="Healer", hp=50, initiative=-500)], foe(strike(12)), rounds=1
        )
    )
    assert fought.hp("Mortal") == 0
    assert fought.outcome.dead == [True, False, False]


# --- falling --------------------------------------------------------------------------------------


def test_those_without_death_saves_die_at_0() -> None:
    fought = play(encounter(hero(strike(20)), foe(), rounds=1))
    assert fought.outcome.dead == [False, True]
    assert fought.order("UnitDowned", "UnitDied") == ["UnitDowned", "UnitDied"]


VICTIM = hero(name="Victim", hp=10, death_saves=True)
FRIEND = hero(name="Friend", hp=500)


def dying(natural: int, rounds: int) -> PlayedRun:
    """A hero who falls in the first round, beside a friend who stays up."""
    brute = foe(action("Smash", m.Harm(10), cooldown=99), hp=500)
    return play(encounter([VICTIM, FRIEND], brute, rounds, always(natural)))


def test_three_failures_are_death() -> None:
    for rounds, dead in ((3, False), (4, True)):
        assert dying(9, rounds).outcome.dead[0] is dead


def test_a_fumble_is_two_failures() -> None:
    for rounds, dead in ((2, False), (3, True)):
        assert dying(1, rounds).outcome.dead[0] is dead


def test_three_successes_stabilise() -> None:
    fought = dying(10, 9)
    victim = fought.combatant("Victim")
    assert victim.stable
    assert not victim.is_dead
    assert fought.hp("Victim") == 0


def test_a_twenty_revives_with_1() -> None:
    fought = dying(20, 2)
    assert fought.hp("Victim") == 1


def test_damage_while_down_is_a_failure() -> None:
    """In each round after the first: one by the save and one by the hail."""
    hail = action("Hail", m.Harm(10), targets=m.Targets(state="any", count=9))
    for rounds, failures, dead in ((1, 0, False), (2, 2, False), (3, 3, True)):
        profile = always(9, massive_damage=False)
        fought = play(encounter([VICTIM, FRIEND], foe(hail), rounds, profile))
        assert fought.combatant("Victim").failures == failures
        assert fought.outcome.dead[0] is dead


def test_a_critical_hit_on_the_downed_is_two_failures_and_the_stable_lie_dying_again() -> None:
    blow = action(
        "Blow", m.Attack(to_hit=50, damage=1), cooldown=9, targets=m.Targets(state="down")
    )
    fallen = hero(name="Victim", start_hp=0, death_saves=True)
    for natural, failures in ((12, 1), (20, 2)):
        fought = play(encounter([fallen, FRIEND], foe(blow), 1, always(natural)))
        assert fought.combatant("Victim").failures == failures
        assert not fought.combatant("Victim").stable


def test_a_fall_within_a_reaction_counts_once() -> None:
    """Damage within damage: the outer damage does not count again for the fallen."""
    pile_on = reaction(
        "DamageTaken", m.Harm(5), name="Pile On", who="enemy", targets=m.Targets(who="event target")
    )
    foes = [foe(strike(10), name="A"), foe(name="B", reactions=(pile_on,))]
    fought = play(encounter([VICTIM, FRIEND], foes, 1, always(9)))
    assert fought.actions == ["A: Strike", "B: Pile On"]
    assert fought.combatant("Victim").failures == 0


def test_massive_damage_kills_at_once() -> None:
    """The excess reaches the maximum; the profile can turn this off."""
    for damage, massive, dead in ((19, True, False), (20, True, True), (20, False, False)):
        profile = rules(massive_damage=massive)
        fought = play(encounter([VICTIM, FRIEND], foe(strike(damage)), 1, profile))
        assert fought.outcome.dead[0] is dead


def test_a_profile_may_have_no_death_saves() -> None:
    fought = play(encounter([VICTIM, FRIEND], foe(strike(10)), 1, rules(death_saves=False)))
    assert fought.outcome.dead[0] is True


def test_a_reaction_to_the_fall_may_revive() -> None:
    """Relentless Endurance: once."""
    stand = reaction("UnitDowned", m.Heal(1), name="Stand", cost="Grit", who="self")
    tough = hero(name="Tough", hp=10, reactions=(stand,), pools={"Grit": 1})
    fought = play(encounter(tough, foe(strike(10)), rounds=1))
    assert fought.hp("Tough") == 1
    fought = play(encounter(tough, foe(strike(10)), rounds=2))
    assert fought.winner == "Foes"


def test_a_reaction_to_damage_may_prevent_the_fall() -> None:
    """Healing as a reaction to the damage: nobody falls."""
    gulp = reaction("DamageTaken", m.Heal(4), name="Gulp", who="self")
    fought = play(encounter(hero(hp=10, reactions=(gulp,)), foe(strike(10)), rounds=1))
    assert fought.hp("Hero") == 4
    assert fought.order("UnitDowned") == []


def test_attacks_on_the_downed() -> None:
    """Only if the state of the targets says so."""
    for state, dead in (("up", False), ("any", True)):
        blow = action(
            "Blow", hit(10, times=2), targets=m.Targets(state=state, pick=("down", "least hp"))
        )  # type: ignore[arg-type]
        fought = play(encounter([VICTIM, FRIEND], foe(blow), 2, always(9)))
        assert fought.outcome.dead[0] is dead


def test_effects_of_a_hit_also_follow_a_deadly_one() -> None:
    """The vampire heals even if its victim dies."""
    bite = action("Bite", hit(9, on_hit=(m.Heal(6, to="self"),)))
    fought = play(encounter(hero(bite, start_hp=10), [foe(hp=9), foe(name="B")], rounds=1))
    assert fought.hp("Hero", "Foe") == [16, 0]


@pytest.mark.parametrize("rule", ["double dice", "double", "maximum dice", "none"])
def test_flat_damage_in_a_critical_hit(rule: str) -> None:
    """Only `double` doubles constants."""
    sword = action("Sword", m.Attack(to_hit=0, damage=7))
    fought = play(encounter(hero(sword), foe(ac=99), 1, always(20, critical_damage=rule)))
    assert fought.hp("Foe") == 20 - (14 if rule == "double" else 7)


def test_damage_is_counted_by_action() -> None:
    """What other sides took from each action, including its statuses."""
    burn = action("Burn", hit(3, on_hit=(apply("Burning", damage_each_turn=2),)), cooldown=9)
    fought = play(encounter(hero(burn), foe(hp=50), rounds=3))
    assert fought.outcome.damage == [3 + 3 * 2]
    assert fought.outcome.uses == [1]
