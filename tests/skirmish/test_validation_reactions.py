"""Validation: triggers that cannot occur, and answers that change nothing."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import ME, action, apply, foe, free, hit, reaction
from tests.skirmish.plans import RULES, SWORD, found, is_sound, mended, plan, the
from turnwright.core.rules.requirement import LastEvent
from turnwright.core.rules.timing import Free, Setup
from turnwright.skirmish.model import scenario as m

ENEMY = m.Targets()


# --- reactions --------------------------------------------------------------------------------------


def test_an_action_among_the_reactions_has_no_trigger():
    scenario = plan(
        SWORD, reactions=(action("Shield", apply("Shield", ac=5, turns=1), targets=ME),)
    )
    finding = the(scenario, "no_trigger")
    assert finding.severity == "error"
    assert is_sound(mended(scenario, finding), "no_trigger")
    assert found(plan(SWORD, reactions=(reaction((), m.ChangeRoll(add=-2)),)), "no_trigger")


def test_a_reaction_among_the_actions():
    parry = reaction("AttackHit", m.ChangeRoll(add=-2), name="Parry", who="self")
    scenario = plan(SWORD, parry)
    assert is_sound(mended(scenario, the(scenario, "reaction_in_actions")), "reaction_in_actions")
    assert is_sound(plan(SWORD, reactions=(parry,)), "reaction_in_actions")


def test_prices_of_the_other_kind_of_list():
    parry = reaction("AttackHit", m.ChangeRoll(add=-2), name="Parry", who="self", cost="Action")
    scenario = plan(SWORD, reactions=(parry,))
    finding = the(scenario, "reaction_costs_action")
    assert is_sound(mended(scenario, finding), "reaction_costs_action")
    rampage = reaction(
        "UnitDied", hit(), name="Rampage", who="self", role="source", cost="BonusAction"
    )
    assert is_sound(plan(SWORD, reactions=(rampage,)), "reaction_costs_action")
    shield = action("Shield", apply("Shield", ac=5, turns=1), cost="Reaction", targets=ME)
    assert the(plan(SWORD, shield), "costs_reaction").severity == "note"
    assert is_sound(plan(SWORD), "costs_reaction")


def test_preparing_where_nobody_may_prepare():
    armour = free("Armour", apply("Armour", ac=3), timing=Setup(), targets=ME)
    wolves = (m.Side("Wolves", (foe(SWORD),)),)
    sides = plan(armour, SWORD).sides[:1]
    for precast, is_note in (
        (False, True),
        (("Wolves",), True),
        (("Heroes",), False),
        (True, False),
    ):
        day = (m.Encounter(sides=wolves, precast=precast),)
        scenario = m.Scenario(rules=RULES, sides=sides, day=day)
        assert bool(found(scenario, "never_prepared")) is is_note


COUNTER = {"name": "Counterspell", "targets": ENEMY}


def test_waiting_for_a_spell_where_no_enemy_casts_any():
    counter = reaction("SpellCast", m.Cancel(), who="enemy", role="source", **COUNTER)
    finding = the(plan(SWORD, reactions=(counter,)), "trigger_never")
    assert finding.severity == "note"
    assert "no action of an enemy has the tag 'Spell'" in finding.sentence
    mage = foe(action("Bolt", hit(), tags=("Spell",)))
    assert is_sound(plan(SWORD, reactions=(counter,), foes=(mage,)), "trigger_never")


@pytest.mark.parametrize(
    ("trigger", "foe_does"),
    [
        (
            {"on": "UnitMoved", "who": "enemy", "role": "source"},
            action("Run", m.MoveCombatant(30), hit()),
        ),
        ({"on": "LeftReach", "who": "enemy", "role": "source"}, action("Walk", hit(), cost="Movement")),
        ({"on": "SaveFailed", "who": "self"}, action("Fear", m.Save(dc=10, on_fail=(apply("Fear"),)))),
        ({"on": "MeleeHit", "who": "self"}, SWORD),
        ({"on": "ConcentrationBroken", "who": "enemy"},
         action("Bane", apply("Bane"), hit(), concentration=True)),
        ({"on": "StatusApplied", "who": "self"}, action("Web", apply("Webbed"), hit())),
        ({"on": "Healed", "who": "enemy"}, action("Cure", m.Heal(3), hit(), targets=ME)),
        ({"on": "AttackHit", "who": "self", "when": LastEvent("AttackHit", tags=("slashing",))}, SWORD),
    ],
)  # fmt: skip
def test_triggers_depend_on_what_others_can_do(trigger, foe_does):
    fields = dict(trigger)
    tested = reaction(fields.pop("on"), m.Harm(1), name="Answer", **fields)
    idle = foe(action("Glare", apply("Glared", turns=1, to="self"), m.Harm(1, to="self")))
    assert is_sound(plan(SWORD, reactions=(tested,), foes=(foe(foe_does),)), "trigger_never")
    if "when" not in trigger:
        assert found(plan(SWORD, reactions=(tested,), foes=(idle,)), "trigger_never")


def test_what_follows_a_save_meets_the_one_who_saved():
    """The target of what a failed save brings is who failed it, here the one who acts."""
    burn = apply("Burning", damage_each_turn="1d4 fire")
    reckless = action("Reckless", hit(), m.Save(dc=15, to="self", on_fail=(burn,)))
    comfort = reaction("DamageTaken", m.Heal(1), name="Comfort", who="ally")
    friend = m.Combatant(name="Friend", actions=(SWORD,), reactions=(comfort,))
    harmless = (foe(action("Glare", m.Lose("Movement"))),)
    assert is_sound(plan(reckless, friends=(friend,), foes=harmless), "trigger_never")
    assert found(plan(SWORD, friends=(friend,), foes=harmless), "trigger_never")


def test_ones_own_doing_that_one_never_does_is_a_warning():
    smite = reaction(
        "AttackHit", m.ChangeDamage(add="2d8 radiant"), name="Smite", who="self", role="source"
    )
    cleric = action("Flame", m.Save(dc=13, damage=5))
    assert the(plan(cleric, reactions=(smite,)), "trigger_never").severity == "warning"
    assert is_sound(plan(SWORD, reactions=(smite,)), "trigger_never")


def test_in_rounds_and_lair_counts_there_is_nobody():
    quake = reaction("LairCount", m.Harm(3), name="Quake", cost=(), who="enemy", targets=ENEMY)
    scenario = plan(SWORD, reactions=(quake,))
    finding = the(scenario, "trigger_never")
    assert finding.severity == "error"
    assert is_sound(mended(scenario, finding), "trigger_never")


def test_the_last_event_of_a_reaction_is_the_one_it_answers():
    parry = reaction(
        "DamageTaken", m.Heal(3), name="Parry", who="self", when=LastEvent("AttackHit", value=10)
    )
    finding = the(plan(SWORD, reactions=(parry,)), "trigger_never")
    assert finding.severity == "error"
    assert finding.path.endswith("timing.when")
    good = reaction(
        "AttackHit", m.ChangeRoll(add=-3), who="self", when=LastEvent("AttackHit", value=10)
    )
    assert is_sound(plan(SWORD, reactions=(good,)), "trigger_never")


def test_waiting_in_the_own_turn_for_what_one_never_does():
    kick = action(
        "Kick", hit(), cost="BonusAction", requires=(LastEvent("AttackHit", tags=("Melee",)),)
    )
    bow = action("Bow", hit(), tags=("Ranged",))
    assert the(plan(bow, kick), "event_never").severity == "warning"
    assert is_sound(plan(SWORD, kick), "event_never")
    missed = action("Pommel", hit(), cost="BonusAction", requires=(LastEvent("MeleeMiss"),))
    assert is_sound(plan(SWORD, missed), "event_never")


@pytest.mark.parametrize(
    "effect",
    [
        m.Cancel(),
        m.ChangeRoll(add=2),
        m.SetOutcome("miss"),
        m.ChangeDamage(reduce=3),
        m.Harm(3, to="event source"),
    ],
)
def test_effects_about_an_event_need_one(effect):
    assert the(plan(action("Odd", effect)), "needs_event").severity == "error"
    riposte = action("Odd", hit(), m.Attack(on_hit=(effect,)))
    assert found(plan(riposte), "needs_event")
    anytime = action("Odd", effect, timing=Free(anytime=True))
    assert is_sound(plan(anytime), "needs_event")
    assert is_sound(plan(SWORD, reactions=(reaction("AttackHit", effect),)), "needs_event")


def test_targets_of_an_event_need_one():
    assert found(plan(action("Odd", hit(), targets=m.Targets(who="event source"))), "needs_event")


@pytest.mark.parametrize(
    ("effect", "wrong", "right"),
    [
        (m.Cancel(), "DamageTaken", "SpellCast"),
        (m.ChangeRoll(add=-2), "DamageRolled", "SaveFailed"),
        (m.SetOutcome("miss"), "SaveFailed", "AttackHit"),
        (m.SetOutcome("success"), "AttackHit", "SaveFailed"),
        (m.ChangeDamage(reduce=3), "DamageTaken", "DamageRolled"),
    ],
)
def test_effects_that_do_nothing_to_the_event_they_answer(effect, wrong, right):
    finding = the(plan(SWORD, reactions=(reaction(wrong, effect),)), "wrong_event")
    assert finding.severity == "error"
    assert right in finding.data["useful"]
    assert is_sound(plan(SWORD, reactions=(reaction(right, effect),)), "wrong_event")


def test_only_if_it_changes_the_outcome():
    careful = {"only_if_it_matters": True, "who": "self"}
    burn = reaction("AttackHit", m.Harm(3, to="event source"), **careful)
    scenario = plan(SWORD, reactions=(burn,))
    finding = the(scenario, "changes_nothing")
    assert finding.severity == "warning"
    assert is_sound(mended(scenario, finding), "changes_nothing")
    shield = reaction("AttackHit", apply("Shield", ac=5, turns=1), **careful)
    assert is_sound(plan(SWORD, reactions=(shield,)), "changes_nothing")
    both = reaction("AttackHit", apply("Shield", ac=5, turns=1), m.Heal(2), **careful)
    assert the(plan(SWORD, reactions=(both,)), "changes_nothing").severity == "note"
    spell = reaction("SpellCast", m.Cancel(), **careful)
    assert the(plan(SWORD, reactions=(spell,)), "changes_nothing").severity == "note"


def test_a_counterspell_against_ones_own_side():
    """`who: enemy` without a role means that an enemy is the target."""
    wizard = m.Combatant(name="Wizard", actions=(action("Bolt", hit(), tags=("Spell",)),))
    loose = reaction("SpellCast", m.Cancel(), who="enemy", **COUNTER)
    scenario = plan(SWORD, reactions=(loose,), friends=(wizard,))
    finding = the(scenario, "cancels_own_side")
    assert "'Wizard'" in finding.sentence
    assert is_sound(mended(scenario, finding), "cancels_own_side")
    anybody = reaction("SpellCast", m.Cancel(), **COUNTER)
    assert found(plan(SWORD, reactions=(anybody,), friends=(wizard,)), "cancels_own_side")
    assert is_sound(plan(SWORD, reactions=(anybody,), foes=(wizard,)), "cancels_own_side")
