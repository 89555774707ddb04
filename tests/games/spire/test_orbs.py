"""Orbs: channelling, evoking, passive effects, and the relics and potions about them."""

from __future__ import annotations

import pytest

from tests.games.spire.defect_scenarios import THREE, defect, orbs_of, power
from tests.games.spire.fight_scenarios import (
    effect_of,
    end,
    monsters_of,
    play,
    start_fight,
    use_potion,
)
from turnwright.games.spire import view

# --- channelling and evoking ---------------------------------------------------------------------


def test_a_fourth_orb_evokes_the_oldest_one():
    match = defect("Zap", orbs="Frost Lightning Dark")
    play(match, "Zap")
    assert orbs_of(match) == "Lightning Dark6 Lightning"
    assert match.G.battle.block == 5


def test_dualcast_evokes_the_next_orb_twice_and_removes_it():
    match = defect("Dualcast", orbs="Lightning Frost")
    assert effect_of(match, "Dualcast") == "costs 1, 16 damage, orbs Frost"


def test_dualcast_without_an_orb_does_nothing():
    assert effect_of(defect("Dualcast"), "Dualcast") == "costs 1"


def test_dark_strikes_the_monster_with_the_lowest_hp():
    match = defect("Dualcast", orbs="Dark10", against=THREE)
    one, two, three = monsters_of(match)
    one.hp, two.hp, three.hp = 30, 25, 40
    play(match, "Dualcast")
    assert [m.hp for m in (one, two, three)] == [30, 5, 40]


def test_the_second_strike_of_a_dark_orb_looks_for_the_weakest_again():
    match = defect("Dualcast", orbs="Dark30", against=THREE)
    one, two, three = monsters_of(match)
    one.hp, two.hp, three.hp = 40, 25, 50
    play(match, "Dualcast")
    assert [m.hp for m in (one, two, three)] == [10, 0, 50]


def test_evoked_plasma_gives_two_energy():
    match = defect("Dualcast", orbs="Plasma")
    play(match, "Dualcast")
    assert match.G.battle.energy == 3 - 1 + 4


def test_orbs_work_at_the_end_of_the_turn_in_their_order():
    match = defect("Strike_B", orbs="Lightning Frost Dark8", against="Cultist")
    hp, monster = match.G.hp, monsters_of(match)[0]
    had = monster.hp
    end(match)  # the Cultist does not attack in its first turn
    assert (had - monster.hp, orbs_of(match), match.G.hp) == (3, "Lightning Frost Dark14", hp)


def test_block_of_frost_counts_against_the_attacks_of_that_turn():
    match = defect("Strike_B", orbs="Frost Frost Frost", against="Jaw Worm")
    hp = match.G.hp
    end(match)  # 11 damage
    assert hp - match.G.hp == 11 - 3 * 2


def test_plasma_gives_energy_at_the_start_of_the_turn():
    match = defect("Strike_B", orbs="Plasma Plasma")
    end(match)
    assert match.G.battle.energy == 5


def test_focus_changes_all_orbs_but_plasma():
    match = defect("Dualcast", "Defragment+1", orbs="Frost Plasma Lightning Dark")
    play(match, "Defragment+")
    monster = monsters_of(match)[0]
    hp = monster.hp
    assert effect_of(match, "Dualcast") == "costs 1, +14 block, orbs Plasma Lightning Dark"
    end(match)
    assert hp - monster.hp == 3 + 2
    assert orbs_of(match) == "Plasma Lightning Dark14"
    assert match.G.battle.energy == 4


def test_a_new_dark_orb_does_not_start_with_focus():
    match = defect("Darkness", "Defragment")
    play(match, "Defragment")
    play(match, "Darkness")
    assert orbs_of(match) == "Dark6"


def test_negative_focus_does_not_make_orbs_negative():
    match = defect("Hyperbeam", "Zap+1", "Zap+1", "Zap+1", "Zap+1", orbs="Frost Frost")
    play(match, "Hyperbeam")
    match.G.battle.powers["Focus"] = -20
    before = monsters_of(match)[0].hp
    play(match, "Zap+")
    play(match, "Zap+")  # evokes Frost
    assert match.G.battle.block == 0
    end(match)
    assert monsters_of(match)[0].hp == before
    assert match.G.battle.powers["Focus"] == -20


def test_losing_focus_is_a_debuff_that_artifact_stops():
    match = defect("Core Surge", "Hyperbeam")
    play(match, "Core Surge")
    play(match, "Hyperbeam")
    assert (power(match, "Focus"), power(match, "Artifact")) == (0, 0)


def test_ten_slots_are_the_most():
    match = defect("Capacitor+1", "Capacitor+1", "Capacitor+1", energy=9)
    for _ in range(3):
        play(match, "Capacitor+")
    assert match.G.battle.orb_slots == 10


def test_a_lost_slot_takes_the_newest_orb_without_evoking_it():
    match = defect("Consume", orbs="Lightning Frost Dark")
    assert effect_of(match, "Consume") == "costs 2, orbs Lightning Frost, -1 slots, Focus +2"


def test_a_lost_empty_slot_takes_no_orb():
    match = defect("Consume", orbs="Lightning Frost")
    play(match, "Consume")
    assert (orbs_of(match), match.G.battle.orb_slots) == ("Lightning Frost", 2)


def test_without_slots_nothing_is_channelled():
    match = defect("Zap", character="IRONCLAD", relics=["Cracked Core"])
    assert effect_of(match, "Zap") == "costs 1"


def test_a_prismatic_shard_brings_other_classes_one_slot():
    match = defect("Zap", "Zap", character="IRONCLAD", relics=["PrismaticShard"])
    play(match, "Zap")
    assert effect_of(match, "Zap") == "costs 1, 8 damage"
    assert orbs_of(match) == "Lightning"
    own = defect("Zap", relics=["PrismaticShard"])
    assert own.G.battle.orb_slots == 3


# --- Lock-On and Electrodynamics -----------------------------------------------------------------


def test_lock_on_strengthens_orbs_but_not_attacks():
    match = defect("Lockon", "Dualcast", "Strike_B", orbs="Lightning")
    play(match, "Lockon")
    assert effect_of(match, "Strike_B") == "costs 1, 6 damage"
    assert effect_of(match, "Dualcast") == "costs 1, 24 damage, orbs "


def test_lock_on_wears_off_round_by_round():
    match = defect("Lockon")
    play(match, "Lockon")
    end(match)
    assert monsters_of(match)[0].powers["Lockon"] == 1
    end(match)
    assert "Lockon" not in monsters_of(match)[0].powers


def test_with_electrodynamics_lightning_hits_everybody():
    match = defect("Electrodynamics", "Dualcast", against=THREE)
    play(match, "Electrodynamics")
    monsters_of(match)[1].powers["Lockon"] = 1
    assert effect_of(match, "Dualcast").startswith("costs 1, 16 24 16 damage")
    before = [m.hp for m in monsters_of(match)]
    end(match)
    assert [had - m.hp for had, m in zip(before, monsters_of(match), strict=True)] == [3, 4, 3]


def test_orbs_do_not_touch_what_attacks_touch():
    """Their damage is not an attack: neither Strength nor Vulnerable matter."""
    match = defect("Dualcast", orbs="Lightning")
    match.G.battle.powers["Strength"] = 5
    monsters_of(match)[0].powers["Vulnerable"] = 2
    assert "16 damage" in effect_of(match, "Dualcast")


# --- cards about orbs ----------------------------------------------------------------------------


def test_multi_cast_evokes_once_for_each_energy():
    assert effect_of(defect("Multi-Cast", orbs="Lightning Frost"), "Multi-Cast") == (
        "costs 3, 24 damage, orbs Frost"
    )
    assert effect_of(defect("Multi-Cast+1", orbs="Lightning"), "Multi-Cast") == (
        "costs 3, 32 damage, orbs "
    )


def test_multi_cast_plasma_pays_itself_back():
    match = defect("Multi-Cast", orbs="Plasma")
    play(match, "Multi-Cast")
    assert match.G.battle.energy == 6


def test_recursion_brings_the_same_dark_orb_back():
    match = defect("Redo", orbs="Dark20 Frost")
    assert effect_of(match, "Redo") == "costs 1, 20 damage, orbs Frost Dark"
    assert orbs_of(match) == "Frost Dark20"


def test_fission_removes_all_orbs_and_its_upgrade_evokes_them():
    match = defect("Fission", orbs="Lightning Frost Plasma")
    assert effect_of(match, "Fission") == "+3 energy, orbs , draws 3, exhausts Fission"
    match = defect("Fission+1", orbs="Lightning Frost Plasma")
    assert effect_of(match, "Fission") == (
        "+5 energy, 8 damage, +5 block, orbs , draws 3, exhausts Fission+"
    )


def test_upgraded_darkness_triggers_all_dark_orbs():
    match = defect("Darkness+1", orbs="Dark10 Frost")
    play(match, "Darkness+")
    assert orbs_of(match) == "Dark16 Frost Dark12"


def test_upgraded_darkness_evokes_before_it_triggers():
    match = defect("Darkness+1", orbs="Dark10 Frost Frost")
    assert "10 damage" in effect_of(match, "Darkness")
    assert orbs_of(match) == "Frost Frost Dark12"


def test_barrage_hits_once_for_each_orb():
    assert "costs 1, 12 damage" in effect_of(defect("Barrage", orbs="Frost Dark Dark"), "Barrage")
    assert effect_of(defect("Barrage"), "Barrage") == "costs 1"


def test_compile_driver_draws_for_each_kind_of_orb():
    match = defect("Compile Driver", orbs="Frost Frost Dark")
    assert effect_of(match, "Compile Driver") == "costs 1, 7 damage, draws 2"


def test_thunder_strike_and_blizzard_count_what_was_channelled_in_the_fight():
    match = defect("Zap+1", "Thunder Strike", "Blizzard+1", "Glacier", energy=9)
    play(match, "Zap+")
    play(match, "Glacier")
    match.G.battle.orbs.clear()
    assert effect_of(match, "Thunder Strike") == "costs 3, 7 damage"
    assert effect_of(match, "Blizzard") == "costs 1, 6 damage"


def test_chill_channels_for_each_living_enemy():
    match = defect("Chill", against=THREE)
    monsters_of(match)[2].hp = 0
    play(match, "Chill")
    assert orbs_of(match) == "Frost Frost"


def test_chaos_channels_random_orbs():
    kinds = set()
    for seed in range(12):
        match = defect("Chaos+1")
        for _ in range(seed):
            match.G.streams.card_random.random(3)
        play(match, "Chaos+")
        assert len(match.G.battle.orbs) == 2
        kinds |= {orb.kind for orb in match.G.battle.orbs}
    assert kinds == {"Lightning", "Frost", "Dark", "Plasma"}


def test_meteor_strike_counts_as_a_strike_and_channels_three_plasma():
    match = defect("Meteor Strike", energy=5, relics=["StrikeDummy"])
    assert effect_of(match, "Meteor Strike") == "costs 5, 27 damage, orbs Plasma Plasma Plasma"


# --- relics and potions --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("relic", "orb"),
    [("Cracked Core", "Lightning"), ("Symbiotic Virus", "Dark6"), ("Nuclear Battery", "Plasma")],
)
def test_relics_that_channel_at_the_start_of_a_fight(relic, orb):
    assert orbs_of(defect("Strike_B", relics=[relic])) == orb


def test_plasma_of_the_nuclear_battery_works_in_the_first_turn():
    assert defect("Strike_B", relics=["Nuclear Battery"]).G.battle.energy == 4


def test_frozen_core_channels_frost_into_an_empty_slot():
    match = defect("Strike_B", orbs="Dark", relics=["FrozenCore"], against="Jaw Worm")
    hp = match.G.hp
    end(match)  # the new Frost already blocks 2 of 11 damage
    assert (orbs_of(match), hp - match.G.hp) == ("Dark12 Frost", 9)
    full = defect("Strike_B", orbs="Dark Dark Dark", relics=["FrozenCore"])
    end(full)
    assert orbs_of(full) == "Dark12 Dark12 Dark12"


def test_data_disk_gives_focus_and_runic_capacitor_three_slots():
    match = defect("Strike_B", relics=["DataDisk", "Runic Capacitor"])
    assert (power(match, "Focus"), match.G.battle.orb_slots) == (1, 6)


def test_inserter_adds_a_slot_every_other_turn():
    match = defect("Strike_B", relics=["Inserter"])
    slots = [match.G.battle.orb_slots]
    for _ in range(4):
        end(match)
        slots.append(match.G.battle.orb_slots)
    assert slots == [3, 4, 4, 5, 5]


def test_gold_plated_cables_trigger_the_next_orb_once_more():
    match = defect("Strike_B", orbs="Dark Frost", relics=["Cables"], against="Jaw Worm")
    hp = match.G.hp
    end(match)
    assert (orbs_of(match), hp - match.G.hp) == ("Dark18 Frost", 9)
    match = defect("Strike_B", orbs="Plasma Frost", relics=["Cables"])
    end(match)
    assert match.G.battle.energy == 5


def test_emotion_chip_triggers_all_orbs_after_a_loss_of_hp():
    match = defect(
        "Strike_B", orbs="Frost Plasma Dark", relics=["Emotion Chip"], against="Jaw Worm"
    )
    end(match)  # the Jaw Worm attacks
    b = match.G.battle
    assert (b.block, b.energy, orbs_of(match)) == (2, 3 + 1 + 1, "Frost Plasma Dark18")
    calm = defect("Strike_B", orbs="Frost Plasma", relics=["Emotion Chip"], against="Cultist")
    end(calm)
    assert (calm.G.battle.block, calm.G.battle.energy) == (0, 4)


def test_the_potions_of_the_defect():
    held = ["FocusPotion", "PotionOfCapacity", "EssenceOfDarkness"]
    match = defect("Strike_B", potions=held)
    use_potion(match, 2)
    assert orbs_of(match) == "Dark6 Dark6 Dark6"
    use_potion(match, 0)
    use_potion(match, 1)
    assert (power(match, "Focus"), match.G.battle.orb_slots) == (2, 5)


def test_sacred_bark_doubles_the_potions_of_the_defect():
    held = ["FocusPotion", "PotionOfCapacity", "EssenceOfDarkness"]
    match = defect("Strike_B", potions=held, relics=["SacredBark"])
    use_potion(match, 1)
    assert match.G.battle.orb_slots == 7
    use_potion(match, 2)
    assert len(match.G.battle.orbs) == 7
    use_potion(match, 0)
    assert power(match, "Focus") == 4
    assert monsters_of(match)[0].hp == 300 - 7 * 6  # fourteen were channelled, seven evoked


# --- views ---------------------------------------------------------------------------------------


def test_the_view_shows_orbs_and_empty_slots():
    match = defect("Strike_B", orbs="Dark9 Frost")
    match.G.battle.powers["Focus"] = 1
    assert view.orb_texts(match.G.battle) == ["Dark 7/9", "Frost 3/6", "1 empty"]
    assert "Orbs: Dark 7/9, Frost 3/6, 1 empty" in view.describe(match.c, 0)
    assert view.player(match.c, 0)["orbs"] == "Dark 7/9, Frost 3/6, 1 empty"


def test_a_view_without_slots_says_nothing_of_orbs():
    match = start_fight("Strike_R")
    assert "Orbs" not in view.describe(match.c, 0)
    assert "orbs" not in view.player(match.c, 0)


def test_a_copy_of_a_match_has_orbs_of_its_own():
    match = defect("Zap", orbs="Dark")
    copy = match.clone()
    play(copy, "Zap")
    end(copy)
    assert (orbs_of(match), orbs_of(copy)) == ("Dark6", "Dark12 Lightning")
