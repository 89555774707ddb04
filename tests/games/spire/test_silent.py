"""The Silent: her cards, powers and relics, and the start of her runs."""

from __future__ import annotations

import pytest

import turnwright as tw
from tests.games.spire.fight_scenarios import (
    answer,
    effect_of,
    end,
    monsters_of,
    names,
    play,
    start_fight,
    use_potion,
)
from turnwright.games.spire.combat.fight import fight_of
from turnwright.games.spire.combat.hooks import HOOKS
from turnwright.games.spire.combat.piles import new_card
from turnwright.games.spire.game import game
from turnwright.games.spire.library import cards
from turnwright.games.spire.state import NO_POTION

# Besides the card there are two Strikes and two Defends in hand, and five Strikes below.
OTHERS = ("Strike_G", "Strike_G", "Defend_G", "Defend_G")
BELOW = ("Strike_G+1",) * 5
TWO = "2 Louse"


def silent(*hand, below=BELOW, **more):
    return start_fight(*hand, below=below, **more)


def poison_of(match, place=0):
    return monsters_of(match)[place].powers.get("Poison", 0)


def test_every_card_of_hers_does_something():
    unplayable = {"Reflex", "Tactician"}
    missing = {
        kind
        for kind, facts in cards().items()
        if facts.colour == "GREEN" and kind not in HOOKS.cards
    }
    assert missing == unplayable
    assert unplayable <= HOOKS.card_discarded.keys()


@pytest.mark.parametrize(
    ("card", "plain", "upgraded"),
    [
        ("Accuracy", "costs 1, Accuracy +4", "costs 1, Accuracy +6"),
        ("Backflip", "costs 1, +5 block, draws 2", "costs 1, +8 block, draws 2"),
        ("Blade Dance", "costs 1, 3 Shiv into hand", "costs 1, 4 Shiv into hand"),
        ("Burst", "costs 1, Burst +1", "costs 1, Burst +2"),
        ("Deadly Poison", "costs 1, its Poison +5", "costs 1, its Poison +7"),
        ("Doppelganger", "costs 3, Energized +3, Draw Card +3, exhausts Doppelganger",
         "costs 3, Energized +4, Draw Card +4, exhausts Doppelganger+"),
        ("Malaise", "costs 3, its Strength -3, its Weakened +3, exhausts Malaise",
         "costs 3, its Strength -4, its Weakened +4, exhausts Malaise+"),
        ("Neutralize", "3 damage, its Weakened +1", "4 damage, its Weakened +2"),
        ("Night Terror", "costs 3, Night Terror +1, exhausts Night Terror",
         "costs 2, Night Terror +1, exhausts Night Terror+"),
        ("PiercingWail", "costs 1, its Strength -6, its Shackled +6, exhausts PiercingWail",
         "costs 1, its Strength -8, its Shackled +8, exhausts PiercingWail+"),
        ("Skewer", "costs 3, 21 damage", "costs 3, 30 damage"),
        ("Wraith Form v2", "costs 3, IntangiblePlayer +2, Wraith Form v2 +1",
         "costs 3, IntangiblePlayer +3, Wraith Form v2 +1"),
    ],
)  # fmt: skip
def test_what_a_card_does(card, plain, upgraded):
    for name, expected in ((card, plain), (f"{card}+1", upgraded)):
        found = effect_of(silent(name, *OTHERS), card)
        assert sorted(found.split(", ")) == sorted(expected.split(", "))


# --- poison --------------------------------------------------------------------------------------


def test_poison_hurts_past_block_at_the_start_of_the_monsters_turn():
    match = silent("Deadly Poison")
    play(match, "Deadly Poison")
    monster = monsters_of(match)[0]
    monster.block = 50
    hp = monster.hp
    end(match)
    assert (hp - monster.hp, poison_of(match)) == (5, 4)
    end(match)
    assert (hp - monster.hp, poison_of(match)) == (9, 3)


def test_a_monster_that_dies_of_poison_does_not_act():
    match = silent("Deadly Poison", hp=20, against="Cultist")
    play(match, "Deadly Poison")
    monsters_of(match)[0].hp = 5
    end(match)
    assert match.G.battle is None
    assert match.G.screen == "REWARDS"


def test_an_intangible_monster_loses_one_hp_to_poison():
    match = silent("Deadly Poison")
    play(match, "Deadly Poison")
    monster = monsters_of(match)[0]
    monster.powers["Intangible"] = 2
    hp = monster.hp
    end(match)
    assert hp - monster.hp == 1


def test_catalyst_doubles_and_triples():
    match = silent("Deadly Poison", "Catalyst", "Catalyst+1")
    play(match, "Deadly Poison")
    play(match, "Catalyst")
    assert poison_of(match) == 10
    match.G.battle.energy = 3
    play(match, "Catalyst+")
    assert poison_of(match) == 30


def test_catalyst_without_poison_does_nothing():
    match = silent("Catalyst", relics=["Snake Skull"])
    play(match, "Catalyst")
    assert poison_of(match) == 0


def test_envenom_poisons_with_unblocked_attacks_only():
    match = silent("Envenom+1", "Slice", "Slice")
    play(match, "Envenom+")
    play(match, "Slice")
    assert poison_of(match) == 1
    monsters_of(match)[0].block = 20
    play(match, "Slice")
    assert poison_of(match) == 1


def test_bane_hits_a_second_time_if_envenom_poisoned_first():
    match = silent("Envenom+1", "Bane")
    play(match, "Envenom+")
    assert effect_of(match, "Bane") == "costs 1, 14 damage, its Poison +2"


def test_noxious_fumes_poison_everybody_after_the_draw():
    match = silent("Noxious Fumes", against=TWO)
    play(match, "Noxious Fumes")
    end(match)
    assert [poison_of(match, place) for place in (0, 1)] == [2, 2]


def test_bouncing_flask_bounces_three_times():
    match = silent("Bouncing Flask", against=TWO)
    play(match, "Bouncing Flask")
    assert poison_of(match, 0) + poison_of(match, 1) == 9


def test_corpse_explosion_deals_the_max_hp_of_the_dead():
    match = silent("Corpse Explosion", "Slice", against="3 Cultists")
    play(match, "Corpse Explosion", 1)
    dead, *others = (monsters_of(match)[place] for place in (1, 0, 2))
    dead.hp = 1
    before = [one.hp for one in others]
    play(match, "Slice", 1)
    assert [had - one.hp for had, one in zip(before, others, strict=True)] == [
        min(had, dead.max_hp) for had in before
    ]


def test_a_darkling_with_corpse_explosion_explodes_too():
    match = silent("Corpse Explosion", "Slice", against="3 Darklings")
    play(match, "Corpse Explosion", 0)
    monsters_of(match)[0].hp = 1
    monsters_of(match)[1].hp = 200
    play(match, "Slice", 0)
    assert monsters_of(match)[0].is_half_dead
    assert monsters_of(match)[1].hp == 200 - monsters_of(match)[0].max_hp


# --- discarding ----------------------------------------------------------------------------------


def test_reflex_and_tactician_work_when_discarded_and_cannot_be_played():
    match = silent("Concentrate+1", "Reflex", "Tactician", "Defend_G")
    moves = [move for move in match.legal_moves(0, True) if move[0] == "play"]
    assert {match.G.battle.hand[move[1][0]].kind for move in moves} == {"Concentrate", "Defend_G"}
    play(match, "Concentrate+", picks=(0, 1))
    b = match.G.battle
    assert b.energy == 3 + 1 + 2
    assert len(b.hand) == 1 + 2
    assert b.counts["discarded"] == 2


def test_the_hand_discarded_at_the_end_of_a_turn_triggers_nothing():
    match = silent("Tactician", "Reflex", relics=["Tough Bandages", "Tingsha"])
    hp = monsters_of(match)[0].hp
    end(match)
    b = match.G.battle
    assert (b.energy, len(b.hand), b.block, monsters_of(match)[0].hp) == (3, 5, 0, hp)


def test_eviscerate_costs_less_for_each_discard_of_this_turn():
    match = silent("Prepared+1", "Eviscerate", *OTHERS)
    eviscerate = match.G.battle.hand[1]
    play(match, "Prepared+", picks=(1, 2))
    assert eviscerate.turn_cost == 1
    assert effect_of(match, "Eviscerate") == "costs 1, 21 damage"
    end(match)
    assert (eviscerate.cost, eviscerate.turn_cost) == (3, 3)


def test_an_eviscerate_made_later_counts_the_discards_before_it():
    match = silent("Prepared", *OTHERS)
    play(match, "Prepared")
    made = new_card(fight_of(match.c), "Eviscerate")
    assert (made.cost, made.turn_cost) == (3, 2)


def test_sneaky_strike_refunds_after_a_discard():
    match = silent("Underhanded Strike", "Prepared", *OTHERS)
    play(match, "Prepared", picks=(1,))
    play(match, "Underhanded Strike")
    assert match.G.battle.energy == 3


def test_calculated_gamble_draws_as_many_as_it_discards():
    match = silent("Calculated Gamble", *OTHERS)
    play(match, "Calculated Gamble")
    assert names(match.G.battle.hand) == ["Strike_G+"] * 4
    assert len(match.G.battle.discard) == 4


def test_storm_of_steel_turns_the_hand_into_shivs():
    match = silent("Storm of Steel+1", *OTHERS)
    play(match, "Storm of Steel+")
    assert names(match.G.battle.hand) == ["Shiv+"] * 4


def test_unload_discards_what_is_not_an_attack():
    match = silent("Unload", *OTHERS)
    play(match, "Unload")
    assert names(match.G.battle.hand) == ["Strike_G", "Strike_G"]


def test_a_discard_of_two_asks_for_exactly_two():
    match = silent("Prepared+1", *OTHERS)
    match.play(0, "play", 0, -1)
    question = match.asked[0]
    assert (question.min, question.max, question.id) == (2, 2, "DISCARD")
    answer(match, (0, 1))


def test_a_small_hand_is_discarded_without_asking():
    match = silent("Concentrate", "Tactician", "Strike_G")
    match.play(0, "play", 0, -1)
    assert not match.asked
    assert match.G.battle.hand == []
    assert match.G.battle.energy == 3 + 1 + 2


# --- cards ---------------------------------------------------------------------------------------


def test_nightmare_brings_three_copies_next_turn():
    match = silent("Night Terror+1", "Slice+1", "Defend_G")
    play(match, "Night Terror+", picks=(0,))
    assert "Slice+" in names(match.G.battle.hand)
    end(match)
    assert names(match.G.battle.hand)[:3] == ["Slice+"] * 3
    assert len(match.G.battle.hand) == 8
    assert "Night Terror" not in match.G.battle.powers
    end(match)
    assert names(match.G.battle.hand).count("Slice+") <= 4
    assert not match.G.battle.nightmares


def test_doppelganger_pays_back_next_turn():
    match = silent("Doppelganger", below=BELOW * 2)
    play(match, "Doppelganger")
    assert match.G.battle.energy == 0
    end(match)
    assert match.G.battle.energy == 6
    assert len(match.G.battle.hand) == 8


def test_distraction_adds_a_free_skill():
    match = silent("Distraction", *OTHERS)
    match.G.character = "THE_SILENT"
    play(match, "Distraction")
    made = match.G.battle.hand[-1]
    assert cards()[made.kind].type == "SKILL"
    assert cards()[made.kind].colour == "GREEN"
    assert made.turn_cost <= 0


def test_alchemize_obtains_a_potion():
    match = silent("Venomology+1")
    play(match, "Venomology+")
    assert sum(kind != NO_POTION for kind in match.G.potions) == 1


def test_bullet_time_makes_the_hand_free_and_stops_drawing():
    match = silent("Bullet Time", "Dash", "Skewer", "Backflip")
    play(match, "Bullet Time")
    assert [card.turn_cost for card in match.G.battle.hand] == [0, -1, 0]
    play(match, "Backflip")
    assert len(match.G.battle.hand) == 2
    end(match)
    assert "No Draw" not in match.G.battle.powers


def test_burst_repeats_the_next_skill_but_not_itself():
    match = silent("Burst", "Deadly Poison", "Backflip")
    play(match, "Burst")
    play(match, "Deadly Poison")
    assert poison_of(match) == 10
    assert "Burst" not in match.G.battle.powers


def test_burst_ends_with_the_turn():
    match = silent("Burst")
    play(match, "Burst")
    end(match)
    assert "Burst" not in match.G.battle.powers


def test_setup_makes_a_card_free_until_it_is_played():
    match = silent("Setup+1", "Dash", "Defend_G", below=())
    play(match, "Setup+", picks=(0,))
    end(match)
    b = match.G.battle
    assert "Dash" in names(b.hand)
    play(match, "Dash")
    assert b.energy == 3


def test_grand_finale_needs_an_empty_draw_pile():
    match = silent("Grand Finale", "Backflip", below=("Strike_G",) * 2)
    assert not any(
        move[0] == "play" and match.G.battle.hand[move[1][0]].kind == "Grand Finale"
        for move in match.legal_moves(0, True)
    )
    play(match, "Backflip")
    assert effect_of(match, "Grand Finale") == "50 damage"


def test_glass_knife_becomes_duller():
    match = silent("Glass Knife")
    assert effect_of(match, "Glass Knife") == "costs 1, 16 damage"
    b = match.G.battle
    b.hand.append(b.discard.pop())
    assert effect_of(match, "Glass Knife") == "costs 1, 12 damage"


def test_masterful_stab_costs_more_for_each_loss_of_hp():
    match = silent("Masterful Stab", "Bloodletting", "Bloodletting")
    stab = match.G.battle.hand[0]
    play(match, "Bloodletting")
    play(match, "Bloodletting")
    assert (stab.cost, stab.turn_cost) == (2, 2)


def test_finisher_hits_for_each_attack_before_it():
    match = silent("Slice", "Slice", "Finisher")
    play(match, "Slice")
    play(match, "Slice")
    assert effect_of(match, "Finisher") == "costs 1, 12 damage"


def test_flechettes_hit_for_each_skill_in_hand():
    assert effect_of(silent("Flechettes", *OTHERS), "Flechettes") == "costs 1, 8 damage"


def test_escape_plan_blocks_if_it_draws_a_skill():
    assert effect_of(silent("Escape Plan", below=("Defend_G",)), "Escape Plan") == (
        "+3 block, draws 1"
    )
    assert effect_of(silent("Escape Plan", below=("Strike_G",)), "Escape Plan") == "draws 1"


def test_endless_agony_copies_itself_when_drawn():
    match = silent("Backflip", below=("Endless Agony+1", "Strike_G"))
    play(match, "Backflip")
    assert names(match.G.battle.hand) == ["Endless Agony+", "Strike_G", "Endless Agony+"]


def test_the_copy_of_an_endless_agony_can_be_discarded_at_once():
    match = silent("Acrobatics", below=("Endless Agony", "Strike_G", "Defend_G"))
    match.play(0, "play", 0, -1)
    offered = [option.label for option in match.asked[0].options]
    assert sum("Endless Agony" in label for label in offered) == 2


def test_choke_hurts_for_each_card_until_the_monsters_turn():
    match = silent("Choke", "Slice", "Deflect")
    play(match, "Choke")
    monster = monsters_of(match)[0]
    monster.block = 20
    hp = monster.hp
    play(match, "Deflect")
    assert (hp - monster.hp, monster.block) == (3, 20)
    end(match)
    assert "Choked" not in monster.powers


def test_expertise_fills_the_hand_to_six():
    match = silent("Expertise", *OTHERS)
    play(match, "Expertise")
    assert len(match.G.battle.hand) == 6


def test_shivs_exhaust_and_accuracy_sharpens_them():
    match = silent("Accuracy", "Blade Dance")
    play(match, "Accuracy")
    play(match, "Blade Dance")
    assert effect_of(match, "Shiv") == "8 damage, exhausts Shiv"


# --- powers --------------------------------------------------------------------------------------


def test_after_image_and_thousand_cuts_count_every_later_card():
    match = silent("After Image", "A Thousand Cuts", "Deflect")
    play(match, "After Image")
    assert effect_of(match, "A Thousand Cuts") == "costs 2, +1 block, Thousand Cuts +1"
    assert effect_of(match, "Deflect") == "1 damage, +5 block"


def test_phantasmal_killer_doubles_attacks_of_the_next_turn_only():
    match = silent(
        "Phantasmal Killer", "Slice", "Strike_G", below=("Slice",) * 12, against="Cultist"
    )
    play(match, "Phantasmal Killer")
    assert effect_of(match, "Slice") == "6 damage"
    end(match)
    assert effect_of(match, "Slice") == "12 damage"
    end(match)
    assert effect_of(match, "Slice") == "6 damage"


def test_wraith_form_costs_dexterity_every_turn_and_artifact_stops_that():
    match = silent("Wraith Form v2")
    play(match, "Wraith Form v2")
    end(match, 2)
    assert match.G.battle.powers["Dexterity"] == -2
    match = silent("Wraith Form v2")
    match.G.battle.powers["Artifact"] = 1
    play(match, "Wraith Form v2")
    end(match)
    assert "Dexterity" not in match.G.battle.powers


def test_infinite_blades_add_a_shiv_every_turn():
    match = silent("Infinite Blades")
    play(match, "Infinite Blades")
    end(match)
    assert names(match.G.battle.hand) == ["Shiv", *["Strike_G+"] * 5]


def test_tools_of_the_trade_draw_and_discard_at_the_start_of_the_turn():
    match = silent("Tools of the Trade", below=BELOW * 2)
    play(match, "Tools of the Trade")
    match.play(0, "end")
    assert match.asked[0].id == "DISCARD"
    assert len(match.G.battle.hand) == 6
    answer(match)
    assert len(match.G.battle.hand) == 5
    assert match.G.battle.counts["discarded"] == 1


def test_well_laid_plans_keep_chosen_cards():
    match = silent("Well Laid Plans", "Dash", "Slice")
    play(match, "Well Laid Plans")
    match.play(0, "end")
    question = match.asked[0]
    assert (question.min, question.max, question.id) == (0, 1, "RETAIN")
    match.apply(tw.Answer(0, picks=("0",)))
    assert names(match.G.battle.hand) == ["Dash", *["Strike_G+"] * 5]
    assert "Slice" in names(match.G.battle.discard)


def test_well_laid_plans_ask_nothing_with_runic_pyramid():
    match = silent("Well Laid Plans", "Dash", relics=["Runic Pyramid"])
    play(match, "Well Laid Plans")
    match.play(0, "end")
    assert not match.asked
    assert "Dash" in names(match.G.battle.hand)


def test_well_laid_plans_ask_nothing_with_equilibrium():
    match = silent("Well Laid Plans", "Undo", "Strike_G")
    play(match, "Well Laid Plans")
    play(match, "Undo")
    match.play(0, "end")
    assert not match.asked
    assert "Strike_G" in names(match.G.battle.hand)


def test_blur_keeps_block_for_one_turn():
    match = silent("Blur")
    play(match, "Blur")
    end(match)
    assert match.G.battle.block == 5
    end(match)
    assert match.G.battle.block == 0


def test_dodge_and_roll_blocks_again_next_turn():
    match = silent("Footwork", "Dodge and Roll")
    play(match, "Footwork")
    play(match, "Dodge and Roll")
    assert match.G.battle.block == 6
    end(match)
    assert match.G.battle.block == 6


# --- relics and potions --------------------------------------------------------------------------


def test_snecko_skull_adds_one_poison_each_time():
    match = silent("Deadly Poison", "Bouncing Flask", relics=["Snake Skull"])
    play(match, "Deadly Poison")
    assert poison_of(match) == 6
    play(match, "Bouncing Flask")
    assert poison_of(match) == 6 + 3 * 4


def test_the_specimen_hands_poison_on():
    match = silent("Deadly Poison", "Slice", relics=["The Specimen"], against=TWO)
    play(match, "Deadly Poison", 0)
    monsters_of(match)[0].hp = 1
    play(match, "Slice", 0)
    assert poison_of(match, 1) == 5


def test_discard_relics_react_to_each_card():
    match = silent("Prepared+1", *OTHERS, relics=["Tingsha", "Tough Bandages", "HoveringKite"])
    hp = monsters_of(match)[0].hp
    play(match, "Prepared+", picks=(0, 1))
    b = match.G.battle
    assert (hp - monsters_of(match)[0].hp, b.block, b.energy) == (6, 6, 4)


def test_the_kite_flies_again_next_turn():
    match = silent("Prepared", "Strike_G", "Strike_G", below=("Prepared",) * 5,
                   relics=["HoveringKite"])  # fmt: skip
    play(match, "Prepared")
    assert match.G.battle.energy == 4
    end(match)
    play(match, "Prepared")
    assert match.G.battle.energy == 4


def test_wrist_blade_counts_cards_that_are_free_once():
    match = silent("Slice", "Setup+1", "Dash", "Strike_G", relics=["WristBlade"], against="Cultist")
    assert effect_of(match, "Slice") == "10 damage"
    assert effect_of(match, "Strike_G") == "costs 1, 6 damage"
    play(match, "Setup+", picks=(0,))
    end(match)
    assert "14 damage" in effect_of(match, "Dash")


def test_twisted_funnel_poisons_everybody_at_the_start():
    match = silent("Strike_G", relics=["TwistedFunnel", "Snake Skull"], against=TWO, dealt=True)
    assert [poison_of(match, place) for place in (0, 1)] == [5, 5]


def test_attack_counters_of_relics_start_again_every_turn():
    match = silent("Slice", "Slice", relics=["Kunai"])
    kunai = match.G.relics[0]
    play(match, "Slice")
    play(match, "Slice")
    assert kunai.counter == 2
    end(match)
    assert kunai.counter == 0


def test_a_gambling_chip_triggers_discards():
    match = silent(
        "Tactician", "Strike_G", below=BELOW[:4], relics=["Gambling Chip", "Tough Bandages"],
        dealt=True,
    )  # fmt: skip
    question = match.asked[0]
    match.apply(tw.Answer(0, picks=(question.options[0].id, question.options[1].id)))
    assert match.G.battle.block == 6


def test_cunning_potion_and_poison_potion():
    match = silent("Strike_G", potions=["CunningPotion", "Poison Potion", "GhostInAJar"])
    use_potion(match, 0)
    assert names(match.G.battle.hand)[-3:] == ["Shiv+"] * 3
    use_potion(match, 1, 0)
    assert poison_of(match) == 6
    use_potion(match, 2)
    assert match.G.battle.powers["IntangiblePlayer"] == 1


# --- runs ----------------------------------------------------------------------------------------


def test_a_run_starts_with_her_deck_relic_and_hp():
    G = game.start(options={"seed": "WRC", "class": "THE_SILENT"}).G
    assert sorted(card.kind for card in G.deck) == sorted(
        ["Strike_G"] * 5 + ["Defend_G"] * 5 + ["Survivor", "Neutralize"]
    )
    assert [relic.kind for relic in G.relics] == ["Ring of the Snake"]
    assert (G.hp, G.max_hp, G.gold) == (70, 70, 99)


def test_ring_of_the_snake_draws_two_more_in_the_first_turn():
    match = start_fight(*["Strike_G"] * 10, below=(), relics=["Ring of the Snake"], dealt=True)
    assert len(match.G.battle.hand) == 7
    end(match)
    assert len(match.G.battle.hand) == 5
