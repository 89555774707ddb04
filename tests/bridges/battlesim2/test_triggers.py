"""Conversion of battlesim2 triggers and templates."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bridges.battlesim2.battlesim_samples import (
    club,
    creature,
    day,
    hero,
    imported,
    note_paths,
    template,
)
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.requirement import (
    And,
    HasResource,
    HasTag,
    LastEvent,
    Not,
    SelfCondition,
    TargetCondition,
)
from turnwright.core.rules.timing import Reaction, Setup
from turnwright.skirmish.model.scenario import (
    Apply,
    Cancel,
    ChangeDamage,
    ChangeRoll,
    CombatAction,
    Gain,
    Grant,
    Harm,
    Heal,
    Lose,
    Remove,
    Save,
    Status,
    Targets,
)

# --- triggers ----------------------------------------------------------------------------------------


def reaction(condition: Any, **action: Any) -> CombatAction:
    trigger = {
        "id": "t",
        "condition": condition,
        "cost": 4,
        "action": club(actionSlot=None, **action),
    }
    ann, _ = hero(triggers=[trigger])
    (found,) = ann.reactions
    assert isinstance(found, CombatAction)
    return found


@pytest.mark.parametrize(
    ("names", "events", "who", "role"),
    [
        (("on hit", "OnHit"), ("AttackHit",), "self", "source"),
        (("on miss", "OnMiss"), ("AttackMissed",), "self", "source"),
        (("on being attacked", "OnBeingAttacked"), ("AttackHit", "AttackMissed"), "self", "target"),
        (("on being hit", "OnBeingHit"), ("AttackHit",), "self", "target"),
        (("on being damaged", "OnBeingDamaged"), ("DamageTaken",), "self", "target"),
        (("on ally attacked", "OnAllyAttacked"), ("AttackHit", "AttackMissed"), "ally", "target"),
        (("on enemy death", "OnEnemyDeath"), ("UnitDowned",), "enemy", "target"),
        (("OnCastSpell",), ("SpellCast",), "enemy", "source"),
        (("OnSaveFailed",), ("SaveFailed",), "self", "target"),
        (("OnSaveSucceeded",), ("SaveSucceeded",), "enemy", "target"),
        (("OnEnemyMoved",), ("UnitMoved",), "enemy", "source"),
        (("EnemyEnteredReach",), ("EnteredReach",), "self", "target"),
        (("EnemyLeftReach",), ("LeftReach",), "self", "target"),
        (("OnConcentrationBroken",), ("ConcentrationBroken",), "enemy", "target"),
    ],
)
def test_triggers_in_both_spellings(names: Any, events: Any, who: str, role: str):
    for name in names:
        found = reaction(name)
        assert (found.timing.events, found.timing.who, found.timing.role) == (events, who, role)
        assert found.cost == (Cost("Reaction"),)
        assert found.targets.who in ("event source", "event target")


def test_a_critical_hit_is_recognised_by_its_tag():
    timing = reaction("on critical hit").timing
    assert timing.when == LastEvent(("AttackHit",), ("Critical",), by_self=False)


def test_joined_triggers():
    parts = [
        "OnBeingDamaged", {"DamageExceedsPercent": {"threshold": 50}},
        {"Not": {"condition": {"BelowHpPercent": {"threshold": 25}}}}, "HasTempHp",
        {"type": "EnemyCountAtLeast", "count": 2}, "HasReactionAvailable",
    ]  # fmt: skip
    timing = reaction({"And": {"conditions": parts}}).timing
    assert timing.on == "DamageTaken"
    assert timing.when == And(
        (
            LastEvent(("DamageTaken", "DamageRolled", "AttackHit"), (), ">", 10, by_self=False),
            Not(SelfCondition("hp_percent", "<", 25)),
            SelfCondition("temp_hp", ">", 0),
            SelfCondition("enemies_up", ">=", 2),
            HasResource("Reaction"),
        )
    )
    assert reaction({"or": {"conditions": ["on hit", "on miss"]}}).timing.events == (
        "AttackHit", "AttackMissed",
    )  # fmt: skip


def test_a_trigger_without_an_event_is_left_out_and_reported():
    ann, found = hero(triggers=[{"condition": "OnAbilityCheck", "action": club()}])
    assert ann.reactions == ()
    assert note_paths(found, "unknown") == ["players[0].triggers[0].condition"]


def test_triggered_buffs_change_the_roll_that_triggers_them():
    armour = {"displayName": "Parry", "ac": 3, "duration": "1 round"}
    parry = reaction("on being attacked", type="buff", buff=armour)
    assert parry.timing == Reaction("AttackHit", "self", would_change_outcome=True)
    assert isinstance(parry.effect[0], Apply)
    smite = reaction(
        "on hit", type="buff", buff={"damage": "2d8", "duration": "until next attack made"}
    )
    assert smite.effect == (ChangeDamage("2d8"),)
    aim = reaction("on miss", type="buff", buff={"toHit": "1d8", "duration": "instant"})
    assert aim.effect == (ChangeRoll("1d8"),)
    hard = reaction(
        "on being damaged", type="buff", buff={"damageReduction": "1d10", "duration": "instant"}
    )
    assert (hard.timing.on, hard.effect) == ("DamageRolled", (ChangeDamage(reduce="1d10"),))


def buff_trigger(
    effect: dict[str, Any], condition: Any = "OnBeingHit", *needs: Any
) -> CombatAction:
    trigger = {"condition": condition, "requirements": list(needs), "effect": effect}
    ann, _ = hero(
        club(
            type="buff",
            id="buff",
            target="self",
            buff={"displayName": "Thorns", "triggers": [trigger]},
        ),
        club(name="Stab", id="stab"),
    )
    (found,) = ann.reactions
    assert isinstance(found, CombatAction)
    return found


def test_a_buff_reacts_while_it_lasts():
    thorns = buff_trigger({"type": "Damage", "amount": "5", "damageType": "Cold"})
    assert thorns.timing.when == SelfCondition("Thorns")
    assert thorns.effect == (Harm("5 cold", to="event source"),)
    assert thorns.cost == ()


@pytest.mark.parametrize(
    ("effect", "read"),
    [
        ({"type": "ReduceDamage", "amount": "1d6"}, ChangeDamage(reduce="1d6")),
        ({"type": "RestoreResource", "resource": "ClassResource(Ki)", "amount": "1"},
         Gain("Ki", 1, above_max=False)),
        ({"type": "SuppressBuff", "buffId": "Thorns", "duration": "1 round"},
         Remove("Thorns", to="self")),
        ({"type": "RemoveBuff", "buffId": "Thorns", "target": "attacker"},
         Remove("Thorns", to="event source")),
        ({"type": "AddToRoll", "amount": "1d4", "rollType": "attack"}, ChangeRoll("1d4")),
        ({"type": "ForceSelfReroll", "rollType": "save", "mustUseSecond": True},
         ChangeRoll(again="new")),
        ({"type": "ForceTargetReroll", "rollType": "attack", "mustUseSecond": False},
         ChangeRoll(again="worst")),
        ({"type": "InterruptAction", "actionId": "any"}, Cancel()),
        ({"type": "GrantImmediateAction", "actionId": "stab", "actionSlot": "reaction"},
         Grant("granted stab", to="self")),
        ({"type": "RedirectAttack", "newTargetId": "x"}, ChangeDamage(redirect=True)),
        ({"type": "SplitDamage", "targetId": "x", "percent": 50}, ChangeDamage(multiply=0.5)),
        ({"type": "ConsumeReaction", "targetId": "x"}, Lose("Reaction", to="event source")),
    ],
)  # fmt: skip
def test_the_effects_of_buff_triggers(effect: dict[str, Any], read: Any):
    assert buff_trigger(effect).effect == (read,)


def test_buff_triggers_with_buffs_chains_and_requirements():
    applied = buff_trigger({"type": "ApplyBuff", "buff": "Thorns", "target": "target"})
    assert applied.effect == (Apply(Status(name="Thorns"), to="event target"),)
    eager = buff_trigger({"type": "SetAdvantageOnNext", "rollType": "attack", "advantage": True})
    assert eager.effect[0].status.attacks == "advantage"
    parts = [{"type": "ReduceDamage", "amount": "2"}, {"type": "AddToRoll", "amount": "1"}]
    chain = buff_trigger({"type": "Chain", "effects": parts}, "OnBeingDamaged")
    assert len(chain.effect) == 2
    assert chain.timing.on == "DamageRolled", "damage is reduced before it is taken"
    needs = [
        "HasTempHP",
        "range:5",
        {"actionTag": "Melee"},
        {"type": "damageType", "value": "Fire"},
    ]
    asked = buff_trigger({"type": "ReduceDamage", "amount": "1"}, "OnBeingHit", *needs)
    assert asked.requires == (TargetCondition("distance", "<=", 5),)
    assert len(asked.timing.when.of) == 4


def test_granted_actions_have_the_tag_of_the_grant():
    trigger = {"condition": "OnHit", "effect": {"type": "GrantImmediateAction", "actionId": "stab"}}
    ann, _ = hero(
        club(type="buff", buff={"displayName": "Flurry", "triggers": [trigger]}),
        club(name="Stab", id="stab"),
    )
    assert "granted stab" in ann.actions[1].tags


def test_everybody_who_may_have_a_buff_gets_its_reactions():
    trigger = {"condition": "OnBeingHit", "effect": {"type": "ReduceDamage", "amount": "3"}}
    ward = club(
        type="buff",
        target="ally with the least HP",
        buff={"displayName": "W", "triggers": [trigger]},
    )
    hex_ = club(
        name="Hex", type="debuff", saveDC=12, buff={"displayName": "H", "triggers": [trigger]}
    )
    scenario = imported(day(creature("Ann", ward, hex_), creature("Bob"))).scenario
    assert [len(one.reactions) for one in scenario.sides[0].combatants] == [1, 1]
    assert [len(one.reactions) for one in scenario.day[0].sides[0].combatants] == [1]


# --- templates ---------------------------------------------------------------------------------------

TEMPLATES = (
    "Bane", "Bless", "Haste", "Holy Weapon", "Hunter's Mark", "Fireball", "Heal", "Hypnotic Pattern",
    "Meteor Swarm", "Greater Invisibility", "Shield", "Mage Armour", "Armor of Agathys", "False Life",
    "Shield of Faith",
)  # fmt: skip


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_template_is_converted(name: str):
    ann, _ = hero(template(name, saveDC=15, target="enemy with highest DPR"))
    action = next(a for a in (*ann.actions, *ann.reactions) if a.name == name)
    assert action.effect
    assert "Spell" in action.tags


def test_templates_take_their_options():
    ann, _ = hero(
        {**template("Bless", target="ally with the highest AC"), "actionSlot": -3},
        template("Bane", saveDC=15, toHit=0, target="enemy with least HP"),
        template("Fireball", toHit=16),
        template("False Life", amount="2d4+8"),
    )
    bless, bane, fireball, life = ann.actions
    assert bless.timing == Setup()
    assert bless.targets == Targets(who="ally", pick="highest ac", count=3)
    assert bane.effect[0].dc == 15
    assert bane.targets.pick == "least hp"
    assert fireball.effect == (Save(16, "dex", ("8d6 fire",), half=True),)
    assert life.effect == (Heal("2d4+8", temporary=True),)
    assert bless.concentration
    assert bane.concentration


def test_shield_reacts_to_a_hit_and_costs_a_slot_if_there_are_any():
    trigger = {"condition": "on being attacked", "cost": 4, "action": template("Shield")}
    ann, _ = hero(triggers=[trigger], spellSlots={"1st": 4})
    (shield,) = ann.reactions
    assert shield.timing == Reaction("AttackHit", "self", would_change_outcome=True)
    assert shield.cost == (Cost("Reaction"), Cost("SpellSlot", level=1, allow_upcast=True))


def test_a_mark_adds_damage_against_its_bearer():
    ann, _ = hero(template("Hunter's Mark"))
    (hunt,) = ann.reactions
    assert hunt.requires == (HasTag("Hunter's Mark", by_self=True),)
    assert ann.actions[0].requires[-1] == Not(HasTag("Hunter's Mark", "any_enemy", by_self=True))
