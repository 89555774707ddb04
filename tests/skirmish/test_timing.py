"""Timing is independent of cost: when an action may be used."""

from __future__ import annotations

from tests.skirmish.builders import (
    ME,
    action,
    apply,
    day,
    encounter,
    foe,
    free,
    hero,
    play,
    reaction,
    rules,
    strike,
)
from turnwright.core.rules.requirement import SelfCondition, TargetCondition
from turnwright.core.rules.timing import Free, Setup
from turnwright.skirmish.model import scenario as m

DUMMY = foe(hp=1000)


def test_a_main_action_may_cost_a_reaction() -> None:
    brace = action("Brace", apply("Braced", to="self"), cost="Reaction", targets=ME)
    parry = reaction("DamageTaken", m.Heal(1), name="Parry", who="self")
    fought = play(encounter(hero(brace, reactions=(parry,)), foe(strike()), rounds=1))
    assert fought.actions == ["Hero: Brace", "Foe: Strike"]


def test_a_reaction_may_cost_nothing() -> None:
    thorns = reaction(
        "DamageTaken", m.Harm(1, to="event source"), name="Thorns", cost="", who="self"
    )
    bitten = foe(strike(1), strike(1, "Kick", cost="BonusAction"))
    fought = play(encounter(hero(reactions=(thorns,)), bitten, rounds=2))
    assert fought.count("Hero: Thorns") == 4


def test_reactions_are_not_used_as_turn_actions() -> None:
    """Not even in the list of actions, where they still work as reactions."""
    thorns = reaction("DamageTaken", m.Harm(1, to="event source"), name="Thorns", who="self")
    fought = play(encounter(hero(thorns, hp=50), foe(strike(1)), rounds=3))
    assert fought.actions == ["Foe: Strike", "Hero: Thorns"] * 3


def test_main_actions_in_the_list_of_reactions_are_never_used() -> None:
    assert play(encounter(hero(reactions=(strike(),)), DUMMY, rounds=2)).actions == []


def test_free_actions_are_used_in_the_action_loop() -> None:
    shout = free("Shout", apply("Loud", to="self"), timing=Free(), targets=ME)
    fought = play(encounter(hero(strike(), shout), foe(strike(1)), rounds=1))
    assert fought.actions == ["Hero: Strike", "Hero: Shout", "Foe: Strike"]


def test_a_free_action_at_any_time_is_also_offered_in_the_turns_of_others() -> None:
    """2.2: by the list in its own turn, and at most once in every other turn."""
    drop = free("Drop", apply("Dropped", to="self", turns=1), timing=Free(anytime=True), targets=ME)
    foes = [foe(strike(1), name="A"), foe(strike(1), name="B")]
    fought = play(encounter(hero(drop), foes, rounds=1))
    assert fought.actions == ["Hero: Drop", "Hero: Drop", "A: Strike", "Hero: Drop", "B: Strike"]


def test_a_free_action_at_any_time_must_still_be_paid() -> None:
    gulp = action(
        "Gulp",
        m.Heal(5),
        cost="Potion",
        timing=Free(anytime=True),
        targets=ME,
        requires=(SelfCondition("hp", "<=", 10),),
    )
    fought = play(encounter(hero(gulp, pools={"Potion": 1}), foe(strike(11)), rounds=2))
    assert fought.actions[:2] == ["Foe: Strike", "Hero: Gulp"]
    assert fought.count("Hero: Gulp") == 1


def test_setup_actions_come_first_and_once() -> None:
    armour = action("Armour", apply("Mage Armour", to="self", ac=3), timing=Setup(), targets=ME)
    fought = play(encounter(hero(armour, strike()), DUMMY, rounds=2))
    assert fought.actions == ["Hero: Armour", "Hero: Strike", "Hero: Strike"]
    events = fought.order("StatusApplied", "EncounterStarted", "RoundStarted")
    assert events == ["StatusApplied", "EncounterStarted", "RoundStarted", "RoundStarted"]


def test_nobody_reacts_to_setup_actions() -> None:
    """The enemy is not there yet to counter it."""
    armour = action(
        "Armour", apply("Armour", to="self"), timing=Setup(), targets=ME, tags=("Spell",)
    )
    no = reaction(("SpellCast", "StatusApplied"), m.Cancel(), name="No", cost="")
    fought = play(encounter(hero(armour, reactions=(no,)), foe(reactions=(no,)), rounds=1))
    assert fought.actions == ["Hero: Armour"]


def test_the_encounter_says_who_may_use_setup_actions() -> None:
    bless = action("Bless", apply("Blessed", to="self"), timing=Setup(), targets=ME)
    for who, prepared in (
        (True, ["Hero", "Foe"]), (False, []), (("Heroes",), ["Hero"]), (("Foes",), ["Foe"]),
    ):  # fmt: skip
        met = m.Encounter(sides=(m.Side("Foes", (foe(bless, initiative=1),)),), precast=who)
        fought = play(day(hero(bless, initiative=500), met, profile=rules(rounds=1)))
        assert [used.partition(":")[0] for used in fought.actions] == prepared


def test_setup_actions_must_be_paid() -> None:
    armour = action(
        "Armour", apply("Mage Armour", to="self"), cost="SpellSlot_1", timing=Setup(), targets=ME
    )
    assert play(encounter(hero(armour), DUMMY, rounds=1)).actions == []
    fought = play(encounter(hero(armour, pools={"SpellSlot_1": 2}), DUMMY, rounds=1))
    assert fought.actions == ["Hero: Armour"]
    assert fought.pool("Hero", "SpellSlot_1") == 1


def test_reactions_to_a_death() -> None:
    """2.2: death bursts react to one's own fall, cleaves to that of somebody else."""
    burst = reaction(
        "UnitDied", m.Harm(7), name="Burst", cost="", who="self", targets=m.Targets(count=9)
    )
    cleave = reaction(
        "UnitDied",
        m.Harm(2),
        name="Cleave",
        cost="",
        who="self",
        role="source",
        targets=m.Targets(),
    )
    foes = [foe(name="A", hp=5, reactions=(burst,)), foe(name="B", hp=9)]
    fought = play(encounter(hero(strike(), reactions=(cleave,)), foes, rounds=1))
    assert fought.actions == ["Hero: Strike", "Hero: Cleave", "A: Burst"]
    assert fought.hp("Hero", "A", "B") == [13, 0, 7]


def test_a_last_attack_as_a_reaction_to_ones_own_fall() -> None:
    """The fallen may attack as a reaction to their fall, with or without listeners."""
    blow = reaction(
        "UnitDowned",
        m.Attack(to_hit=100, damage=4),
        name="Blow",
        cost="",
        who="self",
        targets=m.Targets(),
    )
    nosy = reaction("AttackDeclared", apply("Watched"), name="Watch", cost="")
    for extra in ((), (nosy,)):
        victim = foe(hp=5, reactions=(blow,))
        fought = play(encounter(hero(strike(), reactions=extra), victim, rounds=1))
        assert fought.hp("Hero") == 16
        assert fought.winner == "Heroes"


def test_a_reaction_may_have_target_requirements() -> None:
    """Reactions have the same requirements as other actions."""
    rebuke = reaction(
        "DamageTaken",
        m.Harm(3),
        name="Rebuke",
        who="self",
        targets=m.Targets(who="event source"),
        requires=(TargetCondition("hp", ">=", 10),),
    )
    for hp, count in ((9, 0), (10, 1)):
        fought = play(encounter(hero(reactions=(rebuke,)), foe(strike(), hp=hp), rounds=1))
        assert fought.count("Hero: Rebuke") == count
