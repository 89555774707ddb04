"""Validation of reactions: triggers that cannot occur, and effects that change nothing."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import ME, action, apply, foe, free, hit, reaction
from tests.skirmish.validation_scenarios import (
    RULES,
    SWORD,
    findings,
    has_no,
    only_finding,
    patched,
    scenario_with,
)
from turnwright.core.rules.requirement import LastEvent
from turnwright.core.rules.timing import Free, Setup
from turnwright.skirmish.model import scenario as m

ENEMY = m.Targets()


# --- reactions --------------------------------------------------------------------------------------


def test_an_action_among_the_reactions_has_no_trigger():
    scenario = scenario_with(
        SWORD, reactions=(action("Shield", apply("Shield", ac=5, turns=1), targets=ME),)
    )
    finding = only_finding(scenario, "no_trigger")
    assert finding.severity == "error"
    assert has_no(patched(scenario, finding), "no_trigger")
    assert findings(
        scenario_with(SWORD, reactions=(reaction((), m.ChangeRoll(add=-2)),)), "no_trigger"
    )


def test_a_reaction_among_the_actions():
    parry = reaction("AttackHit", m.ChangeRoll(add=-2), name="Parry", who="self")
    scenario = scenario_with(SWORD, parry)
    assert has_no(
        patched(scenario, only_finding(scenario, "reaction_in_actions")), "reaction_in_actions"
    )
    assert has_no(scenario_with(SWORD, reactions=(parry,)), "reaction_in_actions")


def test_costs_that_belong_to_the_other_list():
    parry = reaction("AttackHit", m.ChangeRoll(add=-2), name="Parry", who="self", cost="Action")
    scenario = scenario_with(SWORD, reactions=(parry,))
    finding = only_finding(scenario, "reaction_costs_action")
    assert has_no(patched(scenario, finding), "reaction_costs_action")
    rampage = reaction(
        "UnitDied", hit(), name="Rampage", who="self", role="source", cost="BonusAction"
    )
    assert has_no(scenario_with(SWORD, reactions=(rampage,)), "reaction_costs_action")
    shield = action("Shield", apply("Shield", ac=5, turns=1), cost="Reaction", targets=ME)
    assert only_finding(scenario_with(SWORD, shield), "costs_reaction").severity == "note"
    assert has_no(scenario_with(SWORD), "costs_reaction")


def test_setup_actions_that_are_never_allowed():
    armour = free("Armour", apply("Armour", ac=3), timing=Setup(), targets=ME)
    wolves = (m.Side("Wolves", (foe(SWORD),)),)
    sides = scenario_with(armour, SWORD).sides[:1]
    for precast, is_note in (
        (False, True),
        (("Wolves",), True),
        (("Heroes",), False),
        (True, False),
    ):
        day = (m.Encounter(sides=wolves, precast=precast),)
        scenario = m.Scenario(rules=RULES, sides=sides, day=day)
        assert bool(findings(scenario, "never_prepared")) is is_note


COUNTER = {"name": "Counterspell", "targets": ENEMY}


def test_a_spell_trigger_without_spells():
    counter = reaction("SpellCast", m.Cancel(), who="enemy", role="source", **COUNTER)
    finding = only_finding(scenario_with(SWORD, reactions=(counter,)), "trigger_never")
    assert finding.severity == "note"
    assert "no action of an enemy has the tag 'Spell'" in finding.sentence
    mage = foe(action("Bolt", hit(), tags=("Spell",)))
    assert has_no(scenario_with(SWORD, reactions=(counter,), foes=(mage,)), "trigger_never")


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
    assert has_no(scenario_with(SWORD, reactions=(tested,), foes=(foe(foe_does),)), "trigger_never")
    if "when" not in trigger:
        assert findings(scenario_with(SWORD, reactions=(tested,), foes=(idle,)), "trigger_never")


def test_effects_of_a_save_affect_whoever_made_it():
    """The target of the effects of a failed save is who failed it, here the user."""
    burn = apply("Burning", damage_each_turn="1d4 fire")
    reckless = action("Reckless", hit(), m.Save(dc=15, to="self", on_fail=(burn,)))
    comfort = reaction("DamageTaken", m.Heal(1), name="Comfort", who="ally")
    friend = m.Combatant(name="Friend", actions=(SWORD,), reactions=(comfort,))
    harmless = (foe(action("Glare", m.Lose("Movement"))),)
    assert has_no(scenario_with(reckless, friends=(friend,), foes=harmless), "trigger_never")
    assert findings(scenario_with(SWORD, friends=(friend,), foes=harmless), "trigger_never")


def test_an_own_action_that_never_happens_is_a_warning():
    smite = reaction(
        "AttackHit", m.ChangeDamage(add="2d8 radiant"), name="Smite", who="self", role="source"
    )
    cleric = action("Flame", m.Save(dc=13, damage=5))
    assert (
        only_finding(scenario_with(cleric, reactions=(smite,)), "trigger_never").severity
        == "warning"
    )
    assert has_no(scenario_with(SWORD, reactions=(smite,)), "trigger_never")


def test_rounds_and_lair_counts_have_no_source():
    quake = reaction("LairCount", m.Harm(3), name="Quake", cost=(), who="enemy", targets=ENEMY)
    scenario = scenario_with(SWORD, reactions=(quake,))
    finding = only_finding(scenario, "trigger_never")
    assert finding.severity == "error"
    assert has_no(patched(scenario, finding), "trigger_never")


def test_the_last_event_of_a_reaction_is_its_trigger():
    parry = reaction(
        "DamageTaken", m.Heal(3), name="Parry", who="self", when=LastEvent("AttackHit", value=10)
    )
    finding = only_finding(scenario_with(SWORD, reactions=(parry,)), "trigger_never")
    assert finding.severity == "error"
    assert finding.path.endswith("timing.when")
    good = reaction(
        "AttackHit", m.ChangeRoll(add=-3), who="self", when=LastEvent("AttackHit", value=10)
    )
    assert has_no(scenario_with(SWORD, reactions=(good,)), "trigger_never")


def test_an_action_that_requires_an_event_that_never_happens():
    kick = action(
        "Kick", hit(), cost="BonusAction", requires=(LastEvent("AttackHit", tags=("Melee",)),)
    )
    bow = action("Bow", hit(), tags=("Ranged",))
    assert only_finding(scenario_with(bow, kick), "event_never").severity == "warning"
    assert has_no(scenario_with(SWORD, kick), "event_never")
    missed = action("Pommel", hit(), cost="BonusAction", requires=(LastEvent("MeleeMiss"),))
    assert has_no(scenario_with(SWORD, missed), "event_never")


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
def test_effects_on_a_trigger_need_a_reaction(effect):
    assert only_finding(scenario_with(action("Odd", effect)), "needs_event").severity == "error"
    riposte = action("Odd", hit(), m.Attack(on_hit=(effect,)))
    assert findings(scenario_with(riposte), "needs_event")
    anytime = action("Odd", effect, timing=Free(anytime=True))
    assert has_no(scenario_with(anytime), "needs_event")
    assert has_no(scenario_with(SWORD, reactions=(reaction("AttackHit", effect),)), "needs_event")


def test_event_targets_need_a_reaction():
    assert findings(
        scenario_with(action("Odd", hit(), targets=m.Targets(who="event source"))), "needs_event"
    )


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
def test_effects_that_do_nothing_at_their_trigger(effect, wrong, right):
    finding = only_finding(
        scenario_with(SWORD, reactions=(reaction(wrong, effect),)), "wrong_event"
    )
    assert finding.severity == "error"
    assert right in finding.data["useful"]
    assert has_no(scenario_with(SWORD, reactions=(reaction(right, effect),)), "wrong_event")


def test_would_change_outcome_needs_an_effect_on_the_roll():
    careful = {"only_if_outcome_changes": True, "who": "self"}
    burn = reaction("AttackHit", m.Harm(3, to="event source"), **careful)
    scenario = scenario_with(SWORD, reactions=(burn,))
    finding = only_finding(scenario, "changes_nothing")
    assert finding.severity == "warning"
    assert has_no(patched(scenario, finding), "changes_nothing")
    shield = reaction("AttackHit", apply("Shield", ac=5, turns=1), **careful)
    assert has_no(scenario_with(SWORD, reactions=(shield,)), "changes_nothing")
    both = reaction("AttackHit", apply("Shield", ac=5, turns=1), m.Heal(2), **careful)
    assert (
        only_finding(scenario_with(SWORD, reactions=(both,)), "changes_nothing").severity == "note"
    )
    spell = reaction("SpellCast", m.Cancel(), **careful)
    assert (
        only_finding(scenario_with(SWORD, reactions=(spell,)), "changes_nothing").severity == "note"
    )


def test_a_counterspell_against_its_own_side():
    """`who: enemy` without a role means that an enemy is the target."""
    wizard = m.Combatant(name="Wizard", actions=(action("Bolt", hit(), tags=("Spell",)),))
    loose = reaction("SpellCast", m.Cancel(), who="enemy", **COUNTER)
    scenario = scenario_with(SWORD, reactions=(loose,), friends=(wizard,))
    finding = only_finding(scenario, "cancels_own_side")
    assert "'Wizard'" in finding.sentence
    assert has_no(patched(scenario, finding), "cancels_own_side")
    anybody = reaction("SpellCast", m.Cancel(), **COUNTER)
    assert findings(
        scenario_with(SWORD, reactions=(anybody,), friends=(wizard,)), "cancels_own_side"
    )
    assert has_no(scenario_with(SWORD, reactions=(anybody,), foes=(wizard,)), "cancels_own_side")
