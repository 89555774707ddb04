"""The Defect: its cards and powers, and the start of its runs. Orbs are in `test_orbs`."""

from __future__ import annotations

import pytest

from tests.games.spire.defect_scenarios import BELOW, OTHERS, TWO, defect, orbs_of, power
from tests.games.spire.fight_scenarios import (
    answer,
    effect_of,
    end,
    monsters_of,
    names,
    play,
    start_fight,
)
from turnwright.games.spire.combat.fight import fight_of
from turnwright.games.spire.combat.hooks import HOOKS
from turnwright.games.spire.combat.piles import new_card
from turnwright.games.spire.game import game
from turnwright.games.spire.library import cards


def test_the_defect_is_complete():
    blue = {kind for kind, facts in cards().items() if facts.colour == "BLUE"}
    assert len(blue) == 75
    assert blue <= HOOKS.cards.keys()


@pytest.mark.parametrize(
    ("card", "plain", "upgraded"),
    [
        ("Amplify", "costs 1, Amplify +1", "costs 1, Amplify +2"),
        ("Auto Shields", "costs 1, +11 block", "costs 1, +15 block"),
        ("Ball Lightning", "costs 1, 7 damage, orbs Lightning",
         "costs 1, 10 damage, orbs Lightning"),
        ("Beam Cell", "3 damage, its Vulnerable +1", "4 damage, its Vulnerable +2"),
        ("Biased Cognition", "costs 1, Focus +4, Bias +1", "costs 1, Focus +5, Bias +1"),
        ("BootSequence", "+10 block, exhausts BootSequence", "+13 block, exhausts BootSequence+"),
        ("Buffer", "costs 2, Buffer +1", "costs 2, Buffer +2"),
        ("Capacitor", "costs 1, +2 slots", "costs 1, +3 slots"),
        ("Chill", "orbs Frost, exhausts Chill", "orbs Frost, exhausts Chill+"),
        ("Cold Snap", "costs 1, 6 damage, orbs Frost", "costs 1, 9 damage, orbs Frost"),
        ("Conserve Battery", "costs 1, +7 block, EnergizedBlue +1",
         "costs 1, +10 block, EnergizedBlue +1"),
        ("Consume", "costs 2, -1 slots, Focus +2", "costs 2, -1 slots, Focus +3"),
        ("Coolheaded", "costs 1, orbs Frost, draws 1", "costs 1, orbs Frost, draws 2"),
        ("Core Surge", "costs 1, 11 damage, Artifact +1, exhausts Core Surge",
         "costs 1, 15 damage, Artifact +1, exhausts Core Surge+"),
        ("Creative AI", "costs 3, Creative AI +1", "costs 2, Creative AI +1"),
        ("Darkness", "costs 1, orbs Dark", "costs 1, orbs Dark"),
        ("Defend_B", "costs 1, +5 block", "costs 1, +8 block"),
        ("Defragment", "costs 1, Focus +1", "costs 1, Focus +2"),
        ("Doom and Gloom", "costs 2, 10 damage, orbs Dark", "costs 2, 14 damage, orbs Dark"),
        ("Echo Form", "costs 3, Echo Form +1", "costs 3, Echo Form +1"),
        ("Electrodynamics", "costs 2, orbs Lightning Lightning, Electro +1",
         "costs 2, orbs Lightning Lightning Lightning, Electro +1"),
        ("FTL", "5 damage, draws 1", "6 damage, draws 1"),
        ("Fusion", "costs 2, orbs Plasma", "costs 1, orbs Plasma"),
        ("Gash", "3 damage", "5 damage"),
        ("Glacier", "costs 2, +7 block, orbs Frost Frost", "costs 2, +10 block, orbs Frost Frost"),
        ("Heatsinks", "costs 1, Heatsink +1", "costs 1, Heatsink +2"),
        ("Hello World", "costs 1, Hello +1", "costs 1, Hello +1"),
        ("Hologram", "costs 1, +3 block, exhausts Hologram", "costs 1, +5 block"),
        ("Hyperbeam", "costs 2, 26 damage, Focus -3", "costs 2, 34 damage, Focus -3"),
        ("Leap", "costs 1, +9 block", "costs 1, +12 block"),
        ("Lockon", "costs 1, 8 damage, its Lockon +2", "costs 1, 11 damage, its Lockon +3"),
        ("Loop", "costs 1, Loop +1", "costs 1, Loop +2"),
        ("Machine Learning", "costs 1, Draw +1", "costs 1, Draw +1"),
        ("Melter", "costs 1, 10 damage", "costs 1, 14 damage"),
        ("Rainbow", "costs 2, orbs Lightning Frost Dark, exhausts Rainbow",
         "costs 2, orbs Lightning Frost Dark"),
        ("Rebound", "costs 1, 9 damage, Rebound +1", "costs 1, 12 damage, Rebound +1"),
        ("Reinforced Body", "costs 3, +21 block", "costs 3, +27 block"),
        ("Reprogram", "costs 1, Focus -1, Strength +1, Dexterity +1",
         "costs 1, Focus -2, Strength +2, Dexterity +2"),
        ("Rip and Tear", "costs 1, 14 damage", "costs 1, 18 damage"),
        ("Self Repair", "costs 1, Repair +7", "costs 1, Repair +10"),
        ("Skim", "costs 1, draws 3", "costs 1, draws 4"),
        ("Static Discharge", "costs 1, StaticDischarge +1", "costs 1, StaticDischarge +2"),
        ("Steam", "+6 block", "+8 block"),
        ("Steam Power", "draws 2, Burn into discard", "draws 3, Burn into discard"),
        ("Storm", "costs 1, Storm +1", "costs 1, Storm +1"),
        ("Streamline", "costs 2, 15 damage", "costs 2, 20 damage"),
        ("Strike_B", "costs 1, 6 damage", "costs 1, 9 damage"),
        ("Sweeping Beam", "costs 1, 6 damage, draws 1", "costs 1, 9 damage, draws 1"),
        ("Tempest", "costs 3, orbs Lightning Lightning Lightning, exhausts Tempest",
         "costs 3, 8 damage, orbs Lightning Lightning Lightning, exhausts Tempest+"),
        ("Turbo", "+2 energy, Void into discard", "+3 energy, Void into discard"),
        ("Undo", "costs 2, +13 block, Equilibrium +1", "costs 2, +16 block, Equilibrium +1"),
        ("Zap", "costs 1, orbs Lightning", "orbs Lightning"),
    ],
)  # fmt: skip
def test_what_a_card_does(card, plain, upgraded):
    for name, expected in ((card, plain), (f"{card}+1", upgraded)):
        found = effect_of(defect(name, *OTHERS), card)
        assert sorted(found.split(", ")) == sorted(expected.split(", "))


# --- other cards ---------------------------------------------------------------------------------


def test_all_claws_grow_with_each_claw():
    match = defect("Gash", "Gash+1", below=("Gash",))
    b = match.G.battle
    assert effect_of(match, "Gash") == "3 damage"
    assert effect_of(match, "Gash+") == "7 damage"
    assert [card.special for card in (*b.draw, *b.discard)] == [4, 4, 4]


def test_a_repeated_claw_grows_in_between():
    match = defect("Gash")
    match.G.battle.powers["DuplicationPower"] = 1
    assert effect_of(match, "Gash") == "8 damage, DuplicationPower -1"
    assert match.G.battle.discard[0].special == 4


def test_all_for_one_takes_what_costs_nothing_from_the_discard_pile():
    match = defect("All For One", "Beam Cell", "Gash", "Zap", "Steam", *OTHERS[:1])
    for name in ("Beam Cell", "Gash", "Zap", "Steam"):
        play(match, name)
    play(match, "All For One")
    assert sorted(names(match.G.battle.hand)) == ["Beam Cell", "Gash", "Steam", "Strike_B"]
    assert sorted(names(match.G.battle.discard)) == ["All For One", "Zap"]


def test_scrape_discards_drawn_cards_that_cost_something():
    match = defect("Scrape", "Strike_B", below=("Gash", "Defend_B", "Zap+1", "Tempest"),
                   relics=["Tough Bandages"])  # fmt: skip
    play(match, "Scrape")
    assert names(match.G.battle.hand) == ["Strike_B", "Gash", "Zap+"]
    assert sorted(names(match.G.battle.discard)) == ["Defend_B", "Scrape", "Tempest"]
    assert match.G.battle.block == 2 * 3


def test_rebound_puts_the_next_card_on_the_draw_pile():
    match = defect("Rebound", "Strike_B", "Strike_B")
    play(match, "Rebound")
    assert names(match.G.battle.discard) == ["Rebound"]
    play(match, "Strike_B")
    assert names(match.G.battle.draw)[-1] == "Strike_B"
    assert power(match, "Rebound") == 0
    play(match, "Strike_B")
    assert names(match.G.battle.discard) == ["Rebound", "Strike_B"]


def test_rebound_waits_for_a_card_that_is_not_a_power_and_ends_with_the_turn():
    match = defect("Rebound", "Defragment", "Strike_B")
    play(match, "Rebound")
    play(match, "Defragment")
    assert power(match, "Rebound") == 1
    end(match)
    assert power(match, "Rebound") == 0


def test_a_second_rebound_goes_on_the_draw_pile_itself():
    match = defect("Rebound", "Rebound", "Strike_B", energy=5)
    play(match, "Rebound")
    play(match, "Rebound")
    assert names(match.G.battle.draw)[-1] == "Rebound"
    play(match, "Strike_B")
    assert names(match.G.battle.draw)[-1] == "Strike_B"


def test_an_exhausting_card_does_not_rebound():
    match = defect("Rebound", "BootSequence")
    play(match, "Rebound")
    play(match, "BootSequence")
    assert names(match.G.battle.exhaust) == ["BootSequence"]


def test_streamline_becomes_cheaper_and_steam_barrier_thinner():
    match = defect("Streamline", "Steam", energy=9)
    b = match.G.battle
    for cost in (2, 1, 0, 0):
        assert b.hand[0].turn_cost == cost
        play(match, "Streamline")
        b.hand.insert(0, b.discard.pop())
    assert effect_of(match, "Steam") == "+6 block"
    b.hand.append(b.discard.pop())
    assert effect_of(match, "Steam") == "+5 block"


def test_force_field_costs_less_for_each_power_also_if_it_comes_later():
    match = defect("Force Field", "Defragment", "Loop", energy=5)
    play(match, "Defragment")
    play(match, "Loop")
    assert match.G.battle.hand[0].turn_cost == 2
    end(match)
    made = new_card(fight_of(match.c), "Force Field")
    assert (made.cost, made.turn_cost) == (2, 2)


def test_ftl_draws_only_early_in_the_turn():
    match = defect("Gash", "Gash", "Gash", "FTL")
    for _ in range(3):
        play(match, "Gash")
    assert effect_of(match, "FTL") == "5 damage"


def test_go_for_the_eyes_weakens_attackers_only():
    assert effect_of(defect("Go for the Eyes", against="Cultist"), "Go for the Eyes") == "3 damage"
    assert effect_of(defect("Go for the Eyes", against="Jaw Worm"), "Go for the Eyes") == (
        "3 damage, its Weakened +1"
    )


def test_sunder_gives_energy_for_a_kill():
    match = defect("Sunder", against=TWO)
    monsters_of(match)[0].powers.clear()
    play(match, "Sunder", 0)
    assert monsters_of(match)[0].hp == 0
    assert match.G.battle.energy == 3
    match = defect("Sunder")
    play(match, "Sunder")
    assert match.G.battle.energy == 0


def test_melter_removes_block_first():
    match = defect("Melter")
    monsters_of(match)[0].block = 50
    hp = monsters_of(match)[0].hp
    play(match, "Melter")
    assert (monsters_of(match)[0].block, hp - monsters_of(match)[0].hp) == (0, 10)


def test_stack_counts_the_discard_pile():
    match = defect("Beam Cell", "Gash", "Stack", "Stack+1")
    play(match, "Beam Cell")
    play(match, "Gash")
    assert effect_of(match, "Stack") == "costs 1, +2 block"
    assert effect_of(match, "Stack+") == "costs 1, +6 block"


def test_auto_shields_do_nothing_with_block():
    match = defect("Defend_B", "Auto Shields")
    play(match, "Defend_B")
    assert effect_of(match, "Auto Shields") == "costs 1"


def test_aggregate_counts_the_draw_pile():
    assert effect_of(defect("Aggregate", below=BELOW * 2), "Aggregate") == "+1 energy"
    assert effect_of(defect("Aggregate+1", below=BELOW * 2), "Aggregate") == "+2 energy"


def test_double_energy_doubles_what_is_left():
    match = defect("Double Energy", energy=4)
    play(match, "Double Energy")
    assert match.G.battle.energy == 6


def test_recycle_gives_the_cost_of_a_card():
    match = defect("Recycle", "Hyperbeam", "Strike_B")
    play(match, "Recycle", picks=(0,))
    assert match.G.battle.energy == 3 - 1 + 2
    assert names(match.G.battle.exhaust) == ["Hyperbeam"]
    match = defect("Recycle+1", "Tempest")
    play(match, "Recycle+")
    assert match.G.battle.energy == 6


def test_seek_fetches_a_card_and_its_upgrade_two():
    below = ("Zap", "Echo Form", "Strike_B", "Defend_B")
    match = defect("Seek", below=below)
    match.play(0, "play", 0, -1)
    labels = [option.label for option in match.asked[0].options]
    assert labels == ["Defend", "Echo Form", "Strike", "Zap"]  # the order of the pile stays hidden
    answer(match, (1,))
    assert names(match.G.battle.hand) == ["Echo Form"]
    assert names(match.G.battle.draw) == ["Defend_B", "Strike_B", "Zap"]
    match = defect("Seek+1", below=below)
    play(match, "Seek+", picks=(0, 3))
    assert sorted(names(match.G.battle.hand)) == ["Defend_B", "Zap"]
    assert names(match.G.battle.exhaust) == ["Seek+"]


def test_seek_takes_a_small_draw_pile_without_asking():
    match = defect("Seek+1", below=("Zap",))
    match.play(0, "play", 0, -1)
    assert not match.asked
    assert names(match.G.battle.hand) == ["Zap"]


def test_hologram_brings_a_card_back():
    match = defect("Strike_B", "Beam Cell", "Hologram+1")
    play(match, "Strike_B")
    play(match, "Beam Cell")
    play(match, "Hologram+", picks=(1,))
    assert names(match.G.battle.hand) == ["Beam Cell"]


def test_white_noise_adds_a_free_power_of_the_class():
    match = defect("White Noise", *OTHERS)
    play(match, "White Noise")
    made = match.G.battle.hand[-1]
    assert (cards()[made.kind].type, cards()[made.kind].colour) == ("POWER", "BLUE")
    assert made.kind != "Self Repair"
    assert made.turn_cost == 0
    assert names(match.G.battle.exhaust) == ["White Noise"]


def test_reboot_shuffles_everything_and_draws():
    match = defect("Reboot", *OTHERS, below=(), relics=["Sundial"])
    play(match, "Strike_B")
    play(match, "Reboot")
    b = match.G.battle
    assert (len(b.hand), len(b.draw), b.discard) == (4, 0, [])
    assert names(b.exhaust) == ["Reboot"]
    assert match.G.relics[0].counter == 1


def test_overclock_and_turbo_leave_their_statuses():
    match = defect("Steam Power", "Turbo")
    play(match, "Steam Power")
    play(match, "Turbo")
    assert sorted(names(match.G.battle.discard)) == ["Burn", "Steam Power", "Turbo", "Void"]


def test_genetic_algorithm_grows_for_the_run():
    match = defect("Genetic Algorithm", "Strike_B", against="Cultist", below=())
    monsters_of(match)[0].hp = 1
    assert effect_of(match, "Genetic Algorithm") == (
        "costs 1, +1 block, exhausts Genetic Algorithm"
    )
    play(match, "Strike_B")
    grown = next(card for card in match.G.deck if card.kind == "Genetic Algorithm")
    assert grown.misc == 2  # above its first block of 1
    match = start_fight("Genetic Algorithm:2", below=(), character="DEFECT", dealt=True)
    assert effect_of(match, "Genetic Algorithm") == (
        "costs 1, +3 block, exhausts Genetic Algorithm"
    )


# --- powers --------------------------------------------------------------------------------------


def test_echo_form_repeats_the_first_card_of_each_later_turn():
    match = defect("Echo Form", below=("Zap",) * 5)
    play(match, "Echo Form")
    end(match)
    play(match, "Zap")
    assert orbs_of(match) == "Lightning Lightning"
    play(match, "Zap")
    assert orbs_of(match) == "Lightning Lightning Lightning"


def test_two_echo_forms_repeat_two_cards():
    match = defect("Strike_B", below=("Gash",) * 5, against="Cultist")
    match.G.battle.powers["Echo Form"] = 2
    end(match)
    before = monsters_of(match)[0].hp
    for _ in range(3):
        play(match, "Gash")
    # 3 + 5, 7 + 9, and the third card only once
    assert before - monsters_of(match)[0].hp == 3 + 5 + 7 + 9 + 11


def test_amplify_repeats_the_next_power_and_ends_with_the_turn():
    match = defect("Amplify", "Zap", "Defragment", "Amplify")
    play(match, "Amplify")
    play(match, "Zap")
    play(match, "Defragment")
    assert (power(match, "Focus"), power(match, "Amplify")) == (2, 0)
    match.G.battle.energy = 1
    play(match, "Amplify")
    end(match)
    assert power(match, "Amplify") == 0


def test_storm_and_heatsinks_react_to_later_powers():
    match = defect("Storm", "Heatsinks+1", "Defragment")
    play(match, "Storm")
    assert orbs_of(match) == ""
    assert effect_of(match, "Heatsinks") == "costs 1, orbs Lightning, Heatsink +2"
    assert effect_of(match, "Defragment") == (
        "costs 1, orbs Lightning Lightning, Focus +1, draws 2"
    )


def test_static_discharge_channels_for_each_unblocked_hit():
    match = defect("Static Discharge", against="Jaw Worm")
    play(match, "Static Discharge")
    end(match)
    assert orbs_of(match) == "Lightning"
    match = defect("Static Discharge", "Leap+1", against="Jaw Worm")
    play(match, "Static Discharge")
    play(match, "Leap+")
    end(match)
    assert orbs_of(match) == ""


def test_static_discharge_works_although_a_tungsten_rod_saves_the_hp():
    match = defect("Static Discharge", "Leap", against="Jaw Worm", relics=["TungstenRod", "Torii"])
    play(match, "Static Discharge")
    play(match, "Leap")  # 9 of 11 damage are blocked, Torii leaves 1 of the rest
    hp = match.G.hp
    end(match)
    assert (orbs_of(match), match.G.hp) == ("Lightning", hp)


def test_loop_triggers_the_next_orb_at_the_start_of_the_turn():
    match = defect("Loop+1", orbs="Frost Dark")
    play(match, "Loop+")
    end(match)
    assert match.G.battle.block == 4
    match = defect("Loop", orbs="Dark Frost")
    play(match, "Loop")
    end(match)
    assert orbs_of(match) == "Dark18 Frost"


def test_loop_without_an_orb_does_nothing():
    match = defect("Loop")
    play(match, "Loop")
    end(match)
    assert match.G.battle.block == 0


def test_biased_cognition_loses_focus_every_turn_and_artifact_stops_the_bias():
    match = defect("Biased Cognition")
    play(match, "Biased Cognition")
    end(match, 2)
    assert power(match, "Focus") == 2
    match = defect("Core Surge", "Biased Cognition")
    play(match, "Core Surge")
    play(match, "Biased Cognition")
    assert (power(match, "Focus"), power(match, "Bias")) == (4, 0)


def test_equilibrium_keeps_the_hand_once_but_not_ethereal_cards():
    match = defect("Undo", "Strike_B", "Echo Form", "Zap", below=("Leap",) * 12)
    play(match, "Undo")
    end(match)
    b = match.G.battle
    assert names(b.hand) == ["Strike_B", "Zap", *["Leap"] * 5]
    assert names(b.exhaust) == ["Echo Form"]
    assert power(match, "Equilibrium") == 0
    end(match)
    assert "Zap" in names(b.discard)


def test_charge_battery_gives_energy_next_turn():
    match = defect("Conserve Battery")
    play(match, "Conserve Battery")
    end(match)
    assert (match.G.battle.energy, power(match, "EnergizedBlue")) == (4, 0)


def test_machine_learning_draws_one_more_each_turn():
    match = defect("Machine Learning", below=BELOW * 3)
    play(match, "Machine Learning")
    end(match)
    assert len(match.G.battle.hand) == 6


def test_hello_world_adds_commons_and_creative_ai_powers():
    match = defect("Hello World", "Creative AI+1")
    play(match, "Hello World")
    play(match, "Creative AI+")
    end(match)
    common, made_power, *_ = match.G.battle.hand
    assert (cards()[common.kind].rarity, cards()[common.kind].colour) == ("COMMON", "BLUE")
    assert (cards()[made_power.kind].type, cards()[made_power.kind].colour) == ("POWER", "BLUE")
    assert common.turn_cost == cards()[common.kind].cost[0]


def test_self_repair_heals_after_the_victory():
    match = defect("Self Repair+1", "Strike_B", hp=50, max_hp=80, against="Cultist")
    play(match, "Self Repair+")
    monsters_of(match)[0].hp = 1
    play(match, "Strike_B")
    assert match.G.hp == 60


def test_buffer_stops_the_loss_of_hp():
    match = defect("Buffer", against="Jaw Worm")
    play(match, "Buffer")
    hp = match.G.hp
    end(match)
    assert (match.G.hp, power(match, "Buffer")) == (hp, 0)


# --- runs ----------------------------------------------------------------------------------------


def test_a_run_starts_with_its_deck_relic_and_hp():
    G = game.start(options={"seed": "WRC", "class": "DEFECT"}).G
    assert sorted(card.kind for card in G.deck) == sorted(
        ["Strike_B"] * 4 + ["Defend_B"] * 4 + ["Zap", "Dualcast"]
    )
    assert [relic.kind for relic in G.relics] == ["Cracked Core"]
    assert (G.hp, G.max_hp, G.gold) == (75, 75, 99)
