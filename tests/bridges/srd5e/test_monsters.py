"""Conversion of monsters in 5e-bits format, one part of a stat block at a time."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bridges.srd5e.srd_samples import (
    BELLOW,
    HOOF,
    MUD,
    SPIT,
    TUSK,
    beast,
    converted,
    index,
    named,
    names,
)
from turnwright.bridges.srd5e.areas import area
from turnwright.bridges.srd5e.monsters import convert_monster
from turnwright.bridges.srd5e.prose_parser import damages, duration, hit, save
from turnwright.core.rules.action import Uses
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.requirement import LastEvent, SelfCondition, TargetCondition
from turnwright.core.rules.timing import Reaction
from turnwright.skirmish.model.scenario import (
    Apply,
    Attack,
    ChangeDamage,
    ChangeRoll,
    Combatant,
    Duration,
    Harm,
    Heal,
    PoolSize,
    Remove,
    RepeatSave,
    Save,
    SetOutcome,
    Status,
    Targets,
)


def test_the_numbers_of_a_stat_block():
    proficiency = {"value": 5, "proficiency": index("saving-throw-wis")}
    skill = {"value": 9, "proficiency": index("skill-stealth")}
    hog = converted(
        proficiencies=[proficiency, skill],
        condition_immunities=[index("prone")],
        damage_resistances=["cold", "bludgeoning, piercing, and slashing from nonmagical weapons"],
        damage_immunities=["poison"],
        damage_vulnerabilities=["fire"],
    )
    assert (hog.hp, hog.ac, hog.initiative, hog.speed, hog.con) == (30, 13, 1, 40, 2)
    assert hog.saves == {"str": 3, "dex": 1, "con": 2, "int": -4, "wis": 5, "cha": -2}
    assert hog.condition_immune == ("prone",)
    plain = tuple(f"{kind} unless Magical" for kind in ("bludgeoning", "piercing", "slashing"))
    assert hog.resist == ("cold", *plain)
    assert (hog.immune, hog.vulnerable) == (("poison",), ("fire",))
    assert hog.tags == ("Large", "beast")


def test_hit_points_may_be_rolled():
    rolled, _ = convert_monster(beast(), hp="dice")
    assert rolled.hp == "4d10+8"


def test_an_attack_is_read_from_its_prose():
    hog = converted(actions=[TUSK, SPIT])
    tusk, spit = named(hog, "Tusk"), named(hog, "Spit")
    assert tusk.effect == (Attack(5, "1d10+3 piercing"),)
    assert (tusk.tags, tusk.targets) == (("Melee", "Weapon"), Targets(range=10))
    assert (spit.tags, spit.targets) == (("Ranged", "Weapon"), Targets(range=30))
    assert names(hog) == ["Close in", "Tusk", "Spit"], "near before far"


def test_an_attack_without_prose_is_read_from_its_fields():
    damage = [{"damage_dice": "2d6 + 1", "damage_type": index("fire")}]
    hog = converted(actions=[{"name": "Zap", "desc": "", "attack_bonus": 4, "damage": damage}])
    assert named(hog, "Zap").effect == (Attack(4, "2d6+1 fire"),)


def test_a_spear_is_a_melee_and_a_thrown_attack():
    text = (
        "Melee or Ranged Weapon Attack: +5 to hit, reach 5 ft. or range 20/60 ft., one target. "
        "Hit: 6 (1d6 + 3) piercing damage, or 7 (1d8 + 3) piercing damage if used with two hands."
    )
    hog = converted(actions=[{"name": "Spear", "desc": text}])
    assert named(hog, "Spear").effect == (Attack(5, "1d8+3 piercing"),)
    assert named(hog, "Spear (thrown)").targets == Targets(range=20)
    shield = [{"value": 15, "armor": [index("shield")]}]
    guarded = converted(armor_class=shield, actions=[{"name": "Spear", "desc": text}])
    assert named(guarded, "Spear").effect == (Attack(5, "1d6+3 piercing"),)


def test_a_swarm_with_half_its_hit_points_deals_less_damage():
    text = (
        "Melee Weapon Attack: +4 to hit, reach 0 ft., one target. Hit: 10 (4d4) piercing damage, "
        "or 5 (2d4) piercing damage if the swarm has half of its hit points or fewer."
    )
    swarm = converted(actions=[{"name": "Bites", "desc": text}])
    assert named(swarm, "Bites").requires == (SelfCondition("hp_percent", ">", 50),)
    assert named(swarm, "Bites (weak)").effect == (Attack(4, "2d4 piercing"),)


def test_effects_of_a_hit():
    poison = hit(
        "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 4 (1d4 + 2) "
        "piercing damage, and the "
        "target must make a DC 11 Constitution saving throw, taking 9 (2d8) poison "
        "damage on a failed save, "
        "or half as much damage on a successful one.",
        "Bite",
    )
    assert poison is not None
    assert poison.damage == ("1d4+2 piercing",)
    assert poison.parsed.effects == (Save(11, "con", "2d8 poison", half=True),)
    grapple = hit(
        "Hit: 7 (1d8 + 3) bludgeoning damage, and the target is grappled (escape DC 13). "
        "Until this grapple "
        "ends, the target is restrained.",
        "Squeeze",
    )
    assert grapple is not None
    (effect,) = grapple.parsed.effects
    assert effect.status == Status(
        name="Squeeze",
        conditions=("grappled", "restrained"),
        repeat_save=RepeatSave("str", 13),
        ends_with_source=True,
    )
    assert grapple.parsed.lost == ("escaping is a save, not an action",)


def test_a_failed_save_applies_conditions():
    found = save(
        "Each creature must succeed on a DC 14 Wisdom saving throw or become frightened "
        "for 1 minute. A "
        "creature can repeat the saving throw at the end of each of its turns, ending "
        "the effect on itself "
        "on a success.",
        "Bellow",
    )
    assert found is not None
    status = Status(
        name="Bellow",
        conditions=("frightened",),
        duration=Duration(turns=10),
        repeat_save=RepeatSave("wis", 14),
    )
    assert found.effects == (Save(14, "wis", on_fail=(Apply(status),)),)
    knocked = save("It must succeed on a DC 12 Strength saving throw or be knocked prone.", "Trip")
    assert knocked is not None
    prone = knocked.effects[0].on_fail[0].status
    assert prone.duration == Duration(turns=1, of="bearer"), "one stands up in one's own turn"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("for 1 minute", Duration(turns=10)),
        ("for 1 hour", Duration()),
        ("until the end of the hog's next turn", Duration(turns=1, at="end")),
        ("until the start of its next turn", Duration(turns=1, of="bearer", at="start")),
        ("for ever", Duration()),
    ],
)
def test_durations_in_prose(text: str, read: Duration):
    assert duration(text) == read


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("in a 30-foot cone. Each creature in that area", 3),
        ("in a 60-foot line that is 5 feet wide. Each creature", 2),
        ("Each creature within 20 feet of it", 4),
        ("A 10-foot radius of gas", 2),
        ("The hog targets one creature it can see within 60 ft.", 1),
    ],
)
def test_areas_become_numbers_of_targets(text: str, count: int):
    assert area(text).count == count


def test_damage_in_prose():
    found = damages(
        "7 (2d6) fire damage plus 1 cold damage and 3 (1d6) lightning or thunder damage"
    )
    assert [part.damage for part in found] == ["2d6 fire", "1 cold", "1d6 lightning"]


# --- multiattacks and powers -----------------------------------------------------------------------


def fixed(*items: tuple[str, int, str], desc: str = "It attacks.") -> dict[str, Any]:
    actions = [{"action_name": name, "count": count, "type": kind} for name, count, kind in items]
    return {"name": "Multiattack", "multiattack_type": "actions", "desc": desc, "actions": actions}


def test_a_fixed_multiattack_comes_before_single_attacks():
    hog = converted(actions=[fixed(("Tusk", 1, "melee"), ("Hoof", 2, "melee")), TUSK, HOOF])
    assert names(hog) == ["Close in", "Multiattack", "Tusk"], "a lone hoof is never preferred"
    both = named(hog, "Multiattack")
    assert both.effect == (Attack(5, "1d10+3 piercing"), Attack(5, "1d4+3 bludgeoning", 2))
    assert both.targets == Targets(range=5), "as near as the shortest of them needs"


def test_the_best_option_of_a_multiattack_is_chosen_and_noted():
    def option(name: str, count: int, kind: str) -> dict[str, Any]:
        return {"option_type": "action", "action_name": name, "count": count, "type": kind}

    both = {
        "option_type": "multiple",
        "items": [option("Tusk", 1, "melee"), option("Hoof", 1, "melee")],
    }
    options = [option("Hoof", 2, "melee"), both, option("Spit", 2, "ranged")]
    multi = {
        "name": "Multiattack", "multiattack_type": "action_options", "desc": "",
        "action_options": {"choose": 1, "from": {"options": options}},
    }  # fmt: skip
    hog, notes = convert_monster(beast(actions=[multi, TUSK, HOOF, SPIT]))
    assert len(named(hog, "Multiattack").effect) == 2
    assert named(hog, "Multiattack (ranged)").effect == (Attack(3, "1d6+1 acid", 2),)
    assert any("of 3 options it uses" in note.sentence for note in notes)


def test_a_special_action_of_the_multiattack_is_used_with_its_attacks():
    text = "The hog can use its Bellow. It then makes one attack with its tusk."
    hog = converted(actions=[fixed(("Tusk", 1, "melee"), desc=text), TUSK, BELLOW, MUD])
    bellow, after = named(hog, "Bellow"), named(hog, "Multiattack after Bellow")
    assert bellow.cost == (Cost("Action"),), "so there is no breath in the same turn"
    assert after.cost == ()
    assert SelfCondition("Multiattack begun", "==", 1) in after.requires
    assert after.effect == (
        Remove(status="Multiattack begun", to="self"),
        Attack(5, "1d10+3 piercing"),
    )
    assert TargetCondition("Bellow withstood", "==", 0) in bellow.requires
    assert bellow.effect[0].on_success == (Apply(Status(name="Bellow withstood")),)


def test_who_shook_off_a_fear_is_immune_to_it():
    text = BELLOW["desc"].replace("is successful", "is successful or the effect ends for it")
    hog = converted(actions=[TUSK, BELLOW | {"desc": text}])
    safe = Apply(Status(name="Bellow withstood"))
    (effect,) = named(hog, "Bellow").effect
    assert safe in effect.on_fail
    assert safe in effect.on_success


def test_breath_recharges_and_comes_first():
    hog = converted(actions=[TUSK, MUD])
    breath = named(hog, "Mud Breath")
    assert names(hog)[1] == "Mud Breath"
    assert breath.recharge == 5
    assert breath.effect == (Save(12, "dex", "4d6 bludgeoning", half=True),)
    assert breath.targets == Targets(count=3, range=30)


def test_the_breath_that_deals_damage_is_chosen():
    text = (
        "The hog uses one of the following.\nFire Breath. The hog exhales fire in a "
        "20-foot cone. Each "
        "creature in that area must make a DC 11 Dexterity saving throw, taking 7 (2d6) "
        "fire damage on a "
        "failed save, or half as much damage on a successful one.\nSleep Breath. Each "
        "creature within 10 feet "
        "must succeed on a DC 11 Constitution saving throw or fall unconscious for 1 minute."
    )
    options = [{"name": "Fire Breath"}, {"name": "Sleep Breath"}]
    entry = {
        "name": "Breaths",
        "desc": text,
        "usage": MUD["usage"],
        "options": {"from": {"options": options}},
    }
    hog, notes = convert_monster(beast(actions=[entry]))
    assert named(hog, "Fire Breath").recharge == 5
    assert any("of 2 options it uses Fire Breath" in note.sentence for note in notes)


def test_healing_is_for_hurt_allies():
    touch = {"name": "Lick", "desc": "The target magically regains 11 (2d8 + 2) hit points.",
             "usage": {"type": "per day", "times": 3}}  # fmt: skip
    lick = named(converted(actions=[TUSK, touch]), "Lick")
    assert lick.effect == (Heal("2d8+2"),)
    assert lick.uses == Uses(3, "long rest")
    assert lick.targets.who == "other ally"
    assert lick.requires == (TargetCondition("hp_percent", "<=", 50),)


def test_actions_that_cannot_be_converted_are_left_as_text():
    odd = {"name": "Dig", "desc": "The hog digs a hole that nobody ever finds."}
    _, notes = convert_monster(beast(actions=[odd]))
    (note,) = [note for note in notes if note.severity == "unknown"]
    assert note.path == "mudhog.actions[Dig]"
    assert note.value == odd["desc"]


# --- traits, reactions, legendary actions ----------------------------------------------------------


def with_trait(name: str, desc: str, **fields: Any) -> Combatant:
    return converted(
        special_abilities=[{"name": name, "desc": desc, **fields}], actions=[TUSK, HOOF]
    )


def test_traits_that_become_permanent_statuses():
    magic = with_trait("Magic Resistance", "It has advantage on saving throws against spells.")
    assert magic.traits[0].saves_against == ("Spell", "Magical")
    healing = with_trait("Regeneration", "The hog regains 5 hit points at the start of its turn.")
    assert healing.traits == (Status(name="Regeneration", heal_each_turn="5"),)
    hidden = with_trait("Invisibility", "The hog is invisible.")
    assert hidden.traits[0].conditions == ("invisible",)
    magical = with_trait("Magic Weapons", "The hog's weapon attacks are magical.")
    assert "Magical" in named(magical, "Tusk").tags


def test_fire_stops_regeneration():
    text = (
        "The hog regains 5 hit points at the start of its turn. If the hog takes fire "
        "damage, it does not."
    )
    hog = with_trait("Regeneration", text)
    stopped = named(hog, "Regeneration stopped")
    assert stopped.timing.when == LastEvent("DamageTaken", ("fire",), by_self=False)
    assert named(hog, "Regeneration").timing.when == SelfCondition("Regeneration stopped", "==", 0)


def test_legendary_resistance_turns_failures_into_successes():
    hog = with_trait(
        "Legendary Resistance", "It succeeds instead.", usage={"type": "per day", "times": 2}
    )
    answer = named(hog, "Legendary Resistance")
    assert answer.timing == Reaction("SaveFailed", "self")
    assert answer.effect == (SetOutcome("success"),)
    assert answer.uses == Uses(2, "long rest")


def test_pack_tactics_need_an_ally():
    hog = with_trait("Pack Tactics", "It has advantage if a friend is near.")
    tactics = named(hog, "Pack Tactics")
    assert tactics.timing == Reaction(
        "TurnStarted", "self", "source", SelfCondition("allies_up", ">=", 2)
    )


def test_sneak_attack_adds_damage_once_a_turn():
    hog = with_trait("Sneak Attack (1/Turn)", "The hog deals an extra 7 (2d6) damage when it hits.")
    sneak = named(hog, "Sneak Attack (1/Turn)")
    assert (sneak.effect, sneak.uses) == ((ChangeDamage("2d6"),), Uses(1))


def test_attackers_of_a_burning_monster_take_damage():
    text = (
        "A creature that hits it with a melee attack while within 5 ft. of it takes 5 "
        "(1d10) fire damage."
    )
    burns = named(with_trait("Heated Body", text), "Heated Body")
    assert burns.effect == (Harm("1d10 fire"),)
    assert burns.targets.who == "event source"


def test_auras_affect_those_who_start_their_turn_near():
    text = (
        "Any creature that starts its turn within 5 ft. of the hog must succeed on a DC "
        "10 Constitution saving "
        "throw or be poisoned until the start of its next turn."
    )
    stench = named(with_trait("Stench", text), "Stench")
    assert stench.timing == Reaction("TurnStarted", "enemy", "source")
    assert stench.requires[0] == TargetCondition("distance", "<=", 5)
    assert stench.effect[0].on_fail[0].status.conditions == ("poisoned",)


def test_a_death_burst_is_triggered_by_the_monsters_death():
    text = (
        "When the hog dies, it explodes. Each creature within 10 ft. of it must make a "
        "DC 11 Dexterity saving "
        "throw, taking 7 (2d6) fire damage on a failed save, or half as much damage on a "
        "successful one."
    )
    burst = named(with_trait("Death Burst", text), "Death Burst")
    assert burst.timing == Reaction("UnitDied", "self")
    assert burst.effect == (Save(11, "dex", "2d6 fire", half=True),)


def test_a_parry_makes_a_hit_miss():
    text = "The hog adds 2 to its AC against one melee attack that would hit it."
    hog = converted(actions=[TUSK], reactions=[{"name": "Parry", "desc": text}])
    parry = named(hog, "Parry")
    assert (parry.cost, parry.effect) == ((Cost("Reaction"),), (ChangeRoll(-2),))
    assert parry.timing.would_change_outcome


def test_legendary_actions_cost_the_legendary_pool():
    listed = [
        {"name": "Look", "desc": "The hog makes a Wisdom (Perception) check."},
        {"name": "Tusk Attack", "desc": "The hog makes one tusk attack."},
        {**BELLOW, "name": "Roar (Costs 2 Actions)"},
    ]
    hog, notes = convert_monster(beast(actions=[TUSK, HOOF], legendary_actions=listed))
    assert hog.pools["Legendary"] == PoolSize(3, "turn")
    tusk, roar = named(hog, "Tusk Attack (legendary)"), named(hog, "Roar (legendary)")
    assert tusk.timing == roar.timing == Reaction("TurnEnded", "enemy", "source")
    assert (tusk.cost, roar.cost) == ((Cost("Legendary"),), (Cost("Legendary", 2),))
    assert [note.path for note in notes if note.severity == "unknown"] == [
        "mudhog.legendary_actions[Look]"
    ]
