"""Conversion of spells in 5e-bits format."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bridges.srd5e.srd_samples import MAGE, beast, by_slot, index, named, spell
from turnwright.bridges.srd5e.monsters import convert_monster
from turnwright.bridges.srd5e.spells import convert_spell
from turnwright.core.rules.action import Uses
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.requirement import SelfCondition
from turnwright.core.rules.timing import Reaction, Setup
from turnwright.skirmish.model.scenario import Attack, Cancel, CombatAction, Heal, PoolSize, Save

# --- spells ------------------------------------------------------------------------------------------


def cast(**fields: Any) -> CombatAction:
    action, _ = convert_spell(spell(**fields), MAGE)
    assert action is not None
    return action


def test_damage_grows_with_the_slot():
    ball = cast(
        damage=by_slot(l2="3d6", l3="4d6", l4="5d6"),
        dc={"dc_type": index("dex"), "dc_success": "half"},
        area_of_effect={"type": "sphere", "size": 20},
    )
    assert ball.effect == (Save(15, "dex", "(slot_level+1)d6 fire", half=True),)
    assert ball.cost == (Cost("Action"), Cost("SpellSlot", level=2, allow_upcast=True))
    assert ball.targets.count == 4
    assert "Spell" in ball.tags


@pytest.mark.parametrize(
    ("amounts", "formula"),
    [
        ({"l1": "3d4 + 3", "l2": "4d4 + 4"}, "(slot_level+2)d4+slot_level+2 fire"),
        ({"l6": "8d6", "l7": "10d6"}, "(2*slot_level-4)d6 fire"),
        ({"l5": "4d6 + 4d6", "l6": "4d6 + 5d6"}, "4d6+(slot_level-1)d6 fire"),
        ({"l9": "20d6"}, "20d6 fire"),
    ],
)
def test_growth_is_one_formula(amounts: dict[str, str], formula: str):
    assert cast(damage=by_slot(**amounts), attack_type="ranged").effect == (Attack(7, formula),)


def test_growth_that_is_not_linear_is_reported():
    odd = spell(damage=by_slot(l2="3d6", l3="3d6", l4="4d6"), attack_type="melee")
    action, notes = convert_spell(odd, MAGE)
    assert action is not None
    assert action.effect == (Attack(7, "3d6 fire"),)
    assert any("growth by slot level is approximated" in note.sentence for note in notes)


def test_cantrips_grow_with_the_caster():
    damage = {
        "damage_type": index("cold"),
        "damage_at_character_level": {"1": "1d8", "5": "2d8", "11": "3d8"},
    }
    ray = cast(level=0, damage=damage, attack_type="ranged")
    assert ray.effect == (Attack(7, "2d8 cold"),)
    assert ray.cost == (Cost("Action"),)


def test_healing_adds_the_modifier():
    cure = cast(
        heal_at_slot_level={"1": "1d8 + MOD", "2": "2d8 + MOD"}, casting_time="1 bonus action"
    )
    assert cure.effect == (Heal("(slot_level)d8+4"),)
    assert cure.cost[0] == Cost("BonusAction")


def test_a_save_in_the_prose_of_a_spell():
    hold = cast(
        desc=["The target must succeed on a wisdom saving throw or be paralyzed for 1 minute."],
        dc={"dc_type": index("wis"), "dc_success": "none"},
        concentration=True,
    )
    assert hold.effect[0].on_fail[0].status.conditions == ("paralyzed",)
    assert hold.concentration
    assert SelfCondition("is_concentrating", "==", 0) in hold.requires


def test_spells_without_numbers_that_are_written_out():
    shield = cast(name="Shield", level=1, casting_time="1 reaction")
    assert shield.timing == Reaction("AttackHit", "self", would_change_outcome=True)
    counter = cast(name="Counterspell", level=3, casting_time="1 reaction")
    assert counter.effect == (Cancel(),)
    assert cast(name="Mage Armor", level=1).timing == Setup()


def test_spells_that_take_too_long_are_left_as_text():
    action, notes = convert_spell(
        spell(casting_time="10 minutes", heal_at_slot_level={"2": "9"}), MAGE
    )
    assert action is None
    assert notes[0].severity == "unknown"


def test_a_caster_has_slots_and_innate_spells_have_uses():
    ball = spell(damage=by_slot(l2="3d6", l3="4d6"), attack_type="ranged")
    casting = {
        "level": 5, "dc": 14, "modifier": 6, "slots": {"1": 4, "2": 2}, "ability": index("int"),
        "spells": [{"name": "Mudball", "level": 2}, {"name": "Lost", "level": 1}],
    }  # fmt: skip
    trait = {"name": "Spellcasting", "desc": "", "spellcasting": casting}
    mage, notes = convert_monster(beast(special_abilities=[trait]), {"Mudball": ball})
    assert mage.pools == {"SpellSlot_1": PoolSize(4), "SpellSlot_2": PoolSize(2)}
    assert named(mage, "Mudball").effect == (Attack(6, "(slot_level+1)d6 fire"),)
    assert any("no spell with this name" in note.sentence for note in notes)
    casting["spells"] = [{"name": "Mudball", "usage": {"type": "per day", "times": 3}}]
    fey, _ = convert_monster(beast(special_abilities=[trait]), {"Mudball": ball})
    innate = named(fey, "Mudball")
    assert innate.effect == (Attack(6, "3d6 fire"),), "without a slot there is nothing to grow with"
    assert innate.uses == Uses(3, "long rest")
    assert innate.cost == (Cost("Action"),)
