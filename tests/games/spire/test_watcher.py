"""The Watcher: her cards, stances, mantra, scrying and relics, and the start of her runs."""

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
from turnwright.core.runtime.rng import Stream
from turnwright.games.spire.combat.hooks import HOOKS
from turnwright.games.spire.game import game
from turnwright.games.spire.hidden_information import resample_hidden
from turnwright.games.spire.library import cards, combat_cards_of_any_colour
from turnwright.games.spire.state import NO_POTION
from turnwright.games.spire.view import describe

# Besides the card there are two Strikes and two Defends in hand, and five Strikes below.
OTHERS = ("Strike_P", "Strike_P", "Defend_P", "Defend_P")
BELOW = ("Strike_P+1",) * 5
TWO = "2 Louse"


def watcher(*hand, below=BELOW, energy=3, **more):
    match = start_fight(*hand, below=below, **more)
    if match.G.battle is not None and not match.asked:
        match.G.battle.energy = energy
    return match


def stance_of(match):
    return match.G.battle.stance


def energy_of(match):
    return match.G.battle.energy


def power_of(match, name):
    return match.G.battle.powers.get(name, 0)


def cost_of(match, name):
    return next(card.turn_cost for card in match.G.battle.hand if card.kind == name)


def hp_lost(match, name, target=0):
    monster = monsters_of(match)[target]
    before = monster.hp
    play(match, name, target)
    return before - monster.hp


def test_she_is_complete():
    missing = {
        kind
        for kind, facts in cards().items()
        if facts.colour == "PURPLE" and kind not in HOOKS.cards
    }
    assert missing == {"DeusExMachina"}


@pytest.mark.parametrize(
    ("card", "plain", "upgraded"),
    [
        ("Adaptation", "costs 1, Adaptation +2", "Adaptation +2"),
        ("Alpha", "costs 1, Beta into draw, exhausts Alpha",
         "costs 1, Beta into draw, exhausts Alpha+"),
        ("BattleHymn", "costs 1, BattleHymn +1", "costs 1, BattleHymn +1"),
        ("Blasphemy", "+2 energy, enters Divinity, EndTurnDeath +1, exhausts Blasphemy",
         "+2 energy, enters Divinity, EndTurnDeath +1, exhausts Blasphemy+"),
        ("BowlingBash", "costs 1, 7 damage", "costs 1, 10 damage"),
        ("Brilliance", "costs 1, 12 damage", "costs 1, 16 damage"),
        ("CarveReality", "costs 1, 6 damage, Smite into hand",
         "costs 1, 10 damage, Smite into hand"),
        ("ClearTheMind", "costs 1, enters Calm, exhausts ClearTheMind",
         "enters Calm, exhausts ClearTheMind+"),
        ("Collect", "costs 3, Collect +3, exhausts Collect",
         "costs 3, Collect +4, exhausts Collect+"),
        ("ConjureBlade", "costs 3, Expunger into draw, exhausts ConjureBlade",
         "costs 3, Expunger into draw, exhausts ConjureBlade+"),
        ("Consecrate", "5 damage", "8 damage"),
        ("Crescendo", "costs 1, enters Wrath, exhausts Crescendo",
         "enters Wrath, exhausts Crescendo+"),
        ("CrushJoints", "costs 1, 8 damage", "costs 1, 10 damage"),
        ("CutThroughFate", "costs 1, 7 damage, draws 1", "costs 1, 9 damage, draws 1"),
        ("DeceiveReality", "costs 1, +4 block, Safety into hand",
         "costs 1, +7 block, Safety into hand"),
        ("Defend_P", "costs 1, +5 block", "costs 1, +8 block"),
        ("DevaForm", "costs 3, DevaForm +1", "costs 3, DevaForm +1"),
        ("Devotion", "costs 1, DevotionPower +2", "costs 1, DevotionPower +3"),
        ("EmptyBody", "costs 1, +7 block", "costs 1, +10 block"),
        ("EmptyFist", "costs 1, 9 damage", "costs 1, 14 damage"),
        ("EmptyMind", "costs 1, draws 2", "costs 1, draws 3"),
        ("Eruption", "costs 2, 9 damage, enters Wrath", "costs 1, 9 damage, enters Wrath"),
        ("Establishment", "costs 1, EstablishmentPower +1", "costs 1, EstablishmentPower +1"),
        ("Evaluate", "costs 1, +6 block, Insight into draw",
         "costs 1, +10 block, Insight into draw"),
        ("Fasting2", "costs 2, Strength +3, Dexterity +3, EnergyDownPower +1",
         "costs 2, Strength +4, Dexterity +4, EnergyDownPower +1"),
        ("FearNoEvil", "costs 1, 8 damage", "costs 1, 11 damage"),
        ("FlurryOfBlows", "4 damage", "6 damage"),
        ("FlyingSleeves", "costs 1, 8 damage", "costs 1, 12 damage"),
        ("FollowUp", "costs 1, 7 damage", "costs 1, 11 damage"),
        ("Halt", "+3 block", "+4 block"),
        ("Indignation", "costs 1, enters Wrath", "costs 1, enters Wrath"),
        ("InnerPeace", "costs 1, enters Calm", "costs 1, enters Calm"),
        ("Judgement", "costs 1", "costs 1"),
        ("JustLucky", "3 damage, +2 block", "4 damage, +3 block"),
        ("LessonLearned", "costs 2, 10 damage, exhausts LessonLearned",
         "costs 2, 13 damage, exhausts LessonLearned+"),
        ("LikeWater", "costs 1, LikeWaterPower +5", "costs 1, LikeWaterPower +7"),
        ("MasterReality", "costs 1, MasterRealityPower +1", "MasterRealityPower +1"),
        ("MentalFortress", "costs 1, Controlled +4", "costs 1, Controlled +6"),
        ("Nirvana", "costs 1, Nirvana +3", "costs 1, Nirvana +4"),
        ("PathToVictory", "costs 1, 8 damage, its PathToVictoryPower +8",
         "costs 1, 11 damage, its PathToVictoryPower +11"),
        ("Perseverance", "costs 1, +5 block", "costs 1, +7 block"),
        ("Pray", "costs 1, Mantra +3, Insight into draw",
         "costs 1, Mantra +4, Insight into draw"),
        ("Prostrate", "+4 block, Mantra +2", "+4 block, Mantra +3"),
        ("Protect", "costs 2, +12 block", "costs 2, +16 block"),
        ("Ragnarok", "costs 3, 25 damage", "costs 3, 36 damage"),
        ("ReachHeaven", "costs 2, 10 damage, ThroughViolence into draw",
         "costs 2, 15 damage, ThroughViolence into draw"),
        ("Sanctity", "costs 1, +6 block", "costs 1, +9 block"),
        ("SashWhip", "costs 1, 8 damage", "costs 1, 10 damage"),
        ("Scrawl", "costs 1, draws 5, exhausts Scrawl", "draws 5, exhausts Scrawl+"),
        ("SpiritShield", "costs 2, +12 block", "costs 2, +16 block"),
        ("Strike_P", "costs 1, 6 damage", "costs 1, 9 damage"),
        ("Study", "costs 2, Study +1", "costs 1, Study +1"),
        ("Swivel", "costs 2, +8 block, FreeAttackPower +1",
         "costs 2, +11 block, FreeAttackPower +1"),
        ("TalkToTheHand", "costs 1, 5 damage, its BlockReturnPower +2, exhausts TalkToTheHand",
         "costs 1, 7 damage, its BlockReturnPower +3, exhausts TalkToTheHand+"),
        ("Tantrum", "costs 1, 9 damage, enters Wrath", "costs 1, 12 damage, enters Wrath"),
        ("ThirdEye", "costs 1, +7 block", "costs 1, +9 block"),
        ("Vengeance", "costs 1, WrathNextTurnPower +1, Draw Card +2",
         "costs 1, WrathNextTurnPower +1, Draw Card +3"),
        ("Vigilance", "costs 2, +8 block, enters Calm", "costs 2, +12 block, enters Calm"),
        ("Wallop", "costs 2, 9 damage, +9 block", "costs 2, 12 damage, +12 block"),
        ("WaveOfTheHand", "costs 1, WaveOfTheHandPower +1", "costs 1, WaveOfTheHandPower +2"),
        ("Weave", "4 damage", "6 damage"),
        ("WheelKick", "costs 2, 15 damage, draws 2", "costs 2, 20 damage, draws 2"),
        ("WindmillStrike", "costs 2, 7 damage", "costs 2, 10 damage"),
        ("Wireheading", "costs 1, WireheadingPower +3", "costs 1, WireheadingPower +4"),
        ("Worship", "costs 2, Mantra +5", "costs 2, Mantra +5"),
        ("WreathOfFlame", "costs 1, Vigor +5", "costs 1, Vigor +8"),
    ],
)  # fmt: skip
def test_what_a_card_does(card, plain, upgraded):
    for name, expected in ((card, plain), (f"{card}+1", upgraded)):
        found = effect_of(watcher(name, *OTHERS), card, picks=())
        assert sorted(found.split(", ")) == sorted(expected.split(", "))


# --- stances -------------------------------------------------------------------------------------


def test_wrath_doubles_the_damage_dealt_and_taken():
    match = watcher("Crescendo", "Strike_P", against="Cultist")
    end(match)
    hp = match.G.hp
    end(match)
    assert hp - match.G.hp == 6
    match = watcher("Crescendo", "Strike_P", against="Cultist", below=("Defend_P",) * 5)
    play(match, "Crescendo")
    assert hp_lost(match, "Strike_P") == 12
    end(match)
    hp = match.G.hp
    end(match)
    assert (stance_of(match), hp - match.G.hp) == ("Wrath", 12)


def test_the_hit_that_enters_wrath_is_not_doubled():
    match = watcher("Tantrum", "Strike_P")
    assert [hp_lost(match, name) for name in ("Tantrum", "Strike_P")] == [9, 12]


def test_leaving_calm_gives_two_energy():
    match = watcher("ClearTheMind", "EmptyBody")
    play(match, "ClearTheMind")
    assert energy_of(match) == 2
    play(match, "EmptyBody")
    assert (stance_of(match), energy_of(match)) == ("", 3)


def test_entering_the_same_stance_again_does_nothing():
    match = watcher("ClearTheMind", "InnerPeace", "Vigilance", "MentalFortress", energy=9)
    for name in ("MentalFortress", "ClearTheMind", "Vigilance"):
        play(match, name)
    assert (stance_of(match), energy_of(match)) == ("Calm", 5)
    assert match.G.battle.block == 4 + 8


def test_divinity_triples_damage_and_ends_with_the_turn():
    match = watcher("Worship", "Worship", "Strike_P", energy=4)
    play(match, "Worship")
    assert (stance_of(match), power_of(match, "Mantra")) == ("", 5)
    play(match, "Worship")
    assert (stance_of(match), power_of(match, "Mantra"), energy_of(match)) == ("Divinity", 0, 3)
    assert hp_lost(match, "Strike_P") == 18
    end(match)
    assert (stance_of(match), energy_of(match)) == ("", 3)


def test_mantra_above_ten_stays():
    match = watcher("Pray+1", "Pray+1", "Pray+1", energy=9)
    for _ in range(3):
        play(match, "Pray")
    assert (stance_of(match), power_of(match, "Mantra")) == ("Divinity", 2)


def test_brilliance_counts_all_mantra_of_the_fight():
    match = watcher("Worship", "Worship", "EmptyBody", "Brilliance", energy=9)
    for name in ("Worship", "Worship", "EmptyBody"):
        play(match, name)
    assert hp_lost(match, "Brilliance") == 12 + 10


def test_mental_fortress_and_rushdown_react_to_stances():
    match = watcher("MentalFortress", "Adaptation", "Crescendo", "ClearTheMind", energy=9)
    play(match, "MentalFortress")
    play(match, "Adaptation")
    assert "+4 block" in (told := effect_of(match, "Crescendo"))
    assert "draws 2" in told
    assert "draws" not in effect_of(match, "ClearTheMind")


def test_flurry_of_blows_comes_back_when_the_stance_changes():
    match = watcher("FlurryOfBlows", "Crescendo", "EmptyFist")
    play(match, "FlurryOfBlows")
    play(match, "Crescendo")
    assert "FlurryOfBlows" in names(match.G.battle.hand)
    play(match, "FlurryOfBlows")
    play(match, "EmptyFist")
    assert "FlurryOfBlows" in names(match.G.battle.hand)


def test_cards_that_depend_on_the_stance():
    match = watcher("Crescendo", "Halt", "Indignation", "InnerPeace", "InnerPeace+1", energy=9)
    play(match, "Crescendo")
    assert effect_of(match, "Halt") == "+12 block"
    assert effect_of(match, "Indignation") == "costs 1, its Vulnerable +3"
    assert effect_of(match, "InnerPeace") == "costs 1, enters Calm"
    assert effect_of(match, "InnerPeace+") == "costs 1, draws 4"


def test_the_second_block_of_halt_counts_dexterity_again():
    match = watcher("Crescendo", "Halt")
    match.G.battle.powers["Dexterity"] = 2
    play(match, "Crescendo")
    assert effect_of(match, "Halt") == "+16 block"


def test_like_water_blocks_at_the_end_of_a_turn_in_calm():
    match = watcher("LikeWater", "ClearTheMind", against="Cultist", below=("Strike_P",) * 12)
    play(match, "LikeWater")
    end(match)  # the cultist prepares
    play_from_pile(match, "ClearTheMind")
    hp = match.G.hp
    end(match)
    assert hp - match.G.hp == 1


def play_from_pile(match, name):
    """Take a card from any pile into the hand and play it."""
    b = match.G.battle
    for pile in (b.draw, b.discard):
        for card in list(pile):
            if card.kind == name:
                pile.remove(card)
                b.hand.append(card)
    play(match, name)


def test_fear_no_evil_looks_at_the_intent():
    match = watcher("FearNoEvil", against="Jaw Worm")
    play(match, "FearNoEvil")
    assert stance_of(match) == "Calm"


def test_simmering_fury_enters_wrath_next_turn():
    match = watcher("Vengeance", below=("Strike_P",) * 9)
    play(match, "Vengeance")
    end(match)
    assert (stance_of(match), len(match.G.battle.hand)) == ("Wrath", 7)
    assert power_of(match, "WrathNextTurnPower") == 0


def test_blasphemy_kills_at_the_start_of_the_next_turn():
    match = watcher("Blasphemy")
    play(match, "Blasphemy")
    end(match)
    assert match.G.outcome == "LOSS"


def test_buffer_survives_blasphemy():
    match = watcher("Blasphemy")
    play(match, "Blasphemy")
    match.G.battle.powers["Buffer"] = 1
    end(match)
    assert match.G.outcome == ""
    assert power_of(match, "EndTurnDeath") == 0


# --- scrying -------------------------------------------------------------------------------------

PILE = ("Strike_P", "Defend_P", "Wound", "Eruption", "Vigilance")


def test_scrying_discards_any_of_the_top_cards():
    match = watcher("ThirdEye", below=PILE)
    match.play(0, "play", 0, -1)
    assert [option.label for option in match.asked[0].options] == ["Strike", "Defend", "Wound"]
    answer(match, (0, 2))
    b = match.G.battle
    assert sorted(names(b.discard)) == ["Strike_P", "ThirdEye", "Wound"]
    assert names(b.draw[::-1]) == ["Defend_P", "Eruption", "Vigilance"]


def test_a_scry_may_keep_everything():
    match = watcher("ThirdEye", below=PILE)
    play(match, "ThirdEye", picks=())
    assert names(match.G.battle.draw[::-1]) == list(PILE)


def test_cut_through_fate_draws_what_was_kept():
    match = watcher("CutThroughFate", below=PILE)
    play(match, "CutThroughFate", picks=(0,))
    assert names(match.G.battle.hand) == ["Defend_P"]


def test_golden_eye_shows_two_more_cards():
    match = watcher("CutThroughFate", below=PILE, relics=["GoldenEye"])
    match.play(0, "play", 0, 0)
    assert match.asked[0].max == 4


def test_nirvana_blocks_even_if_there_is_nothing_to_look_at():
    match = watcher("Nirvana", "ThirdEye", below=())
    play(match, "Nirvana")
    play(match, "ThirdEye")
    assert match.G.battle.block == 7 + 3


def test_weave_comes_back_even_if_the_scry_discards_it():
    match = watcher("ThirdEye", below=("Weave", "Weave", "Strike_P"))
    play(match, "ThirdEye", picks=(0, 1))
    assert names(match.G.battle.hand) == ["Weave", "Weave"]


def test_cards_discarded_by_a_scry_do_not_count_as_discarded():
    match = watcher("ThirdEye", below=("Reflex", "Tactician", "Strike_P"), relics=["Tingsha"])
    hp = monsters_of(match)[0].hp
    play(match, "ThirdEye", picks=(0, 1))
    assert (energy_of(match), monsters_of(match)[0].hp) == (2, hp)
    assert match.G.battle.counts.get("discarded", 0) == 0


def test_foresight_scries_before_the_draw_and_fills_an_empty_pile():
    match = watcher("Wireheading", "Defend_P", "Defend_P", "Defend_P", "Strike_P", below=())
    play(match, "Wireheading")
    match.play(0, "end")
    assert match.asked[0].max == 3
    assert match.G.battle.hand == []
    answer(match, ())
    assert len(match.G.battle.hand) == 4


def test_melange_scries_after_a_shuffle():
    match = watcher("WheelKick", "Strike_P", below=("Strike_P",), relics=["Melange"])
    match.G.battle.discard = match.G.battle.hand[1:]
    match.G.battle.hand = match.G.battle.hand[:1]
    for _ in range(4):
        match.G.battle.discard.append(match.G.battle.discard[0].__copy__())
    match.play(0, "play", 0, 0)
    assert match.asked[0].id == "SCRY"
    assert match.asked[0].max == 3


def test_bots_know_what_is_looked_at_but_not_what_lies_below():
    pile = ["Strike_P", "Defend_P", "Wound", *(("Eruption", "Vigilance") * 6)]
    match = watcher("ThirdEye", below=pile)
    match.play(0, "play", 0, -1)
    resample_hidden(match.c, 0, Stream.named(1, "scry"))
    after = names(match.G.battle.draw[::-1])
    assert after[:3] == pile[:3]
    assert after != pile
    assert sorted(after) == sorted(pile)


# --- retaining -----------------------------------------------------------------------------------


def test_what_is_retained_grows():
    match = watcher(
        "Perseverance", "WindmillStrike+1", "SandsOfTime", "Strike_P", below=("Wound",) * 9
    )
    end(match, 2)
    assert cost_of(match, "SandsOfTime") == 2
    b = match.G.battle
    b.powers.clear()
    b.energy = 9
    assert hp_lost(match, "WindmillStrike") == 10 + 2 * 5
    assert effect_of(match, "Perseverance") == "costs 1, +9 block"


def test_establishment_makes_retained_cards_cheaper():
    match = watcher("Establishment", "FlyingSleeves", "Protect", "Strike_P", below=("Wound",) * 9)
    play(match, "Establishment")
    end(match)
    assert (cost_of(match, "FlyingSleeves"), cost_of(match, "Protect")) == (0, 1)
    end(match)
    assert (cost_of(match, "FlyingSleeves"), cost_of(match, "Protect")) == (0, 0)


def test_meditate_brings_cards_back_and_ends_the_turn():
    match = watcher("Meditate", "Strike_P", "Defend_P", "Defend_P", below=("Wound",) * 9)
    play(match, "Strike_P")
    play(match, "Defend_P")
    turn = match.G.battle.turn
    play(match, "Meditate", picks=(0,))
    b = match.G.battle
    assert (b.turn, b.stance) == (turn + 1, "Calm")
    assert names(b.hand) == ["Strike_P", *["Wound"] * 5]
    end(match)
    assert "Strike_P" not in names(match.G.battle.hand)


def test_meditate_takes_all_cards_if_there_are_no_more():
    match = watcher("Meditate+1", "Strike_P", below=("Wound",) * 9)
    play(match, "Strike_P")
    play(match, "Meditate")
    assert "Strike_P" in names(match.G.battle.hand)


# --- the order of cards --------------------------------------------------------------------------


def test_cards_that_look_at_the_card_before():
    match = watcher(
        "Defend_P", "CrushJoints", "SashWhip", "FollowUp", "Sanctity", "Defend_P", energy=9
    )
    play(match, "Defend_P")
    assert effect_of(match, "CrushJoints") == "costs 1, 8 damage, its Vulnerable +1"
    assert effect_of(match, "SashWhip") == "costs 1, 12 damage, its Weakened +1"
    assert effect_of(match, "FollowUp") == "10 damage"  # its cost comes back
    assert "draws" not in effect_of(match, "Sanctity")
    match.G.battle.hand += [card for card in match.G.battle.discard if card.kind == "Sanctity"]
    assert "draws 2" in effect_of(match, "Sanctity")


def test_the_card_before_may_be_of_the_last_turn():
    match = watcher("Strike_P", below=("FollowUp",) * 5)
    play(match, "Strike_P")
    end(match)
    play(match, "FollowUp")
    assert energy_of(match) == 3


def test_signature_move_must_be_the_only_attack():
    match = watcher("SignatureMove", "Strike_P", "Defend_P", energy=9)
    assert not [move for move in match.legal_moves(0, True) if move == ("play", (0, 0))]
    play(match, "Strike_P")
    assert hp_lost(match, "SignatureMove") == 30


def test_swivel_makes_the_next_attack_free():
    match = watcher("Swivel", "WheelKick", "Strike_P", energy=2)
    play(match, "Swivel")
    assert energy_of(match) == 0
    play(match, "WheelKick")
    assert (energy_of(match), power_of(match, "FreeAttackPower")) == (0, 0)
    assert not [move for move in match.legal_moves(0, True) if move[0] == "play"]


def test_swivel_pays_for_an_attack_that_costs_x():
    match = watcher("Swivel", "Whirlwind", energy=5)
    play(match, "Swivel")
    assert hp_lost(match, "Whirlwind") == 3 * 5
    assert energy_of(match) == 3


def test_tantrum_goes_back_into_the_draw_pile():
    match = watcher("Tantrum")
    play(match, "Tantrum")
    b = match.G.battle
    assert "Tantrum" in names(b.draw)
    assert b.discard == []


# --- damage and block ----------------------------------------------------------------------------


def test_bowling_bash_hits_once_for_each_enemy():
    match = watcher("BowlingBash", against=TWO)
    for monster in monsters_of(match):
        monster.powers.clear()
        monster.hp = monster.max_hp = 40
    assert hp_lost(match, "BowlingBash") == 14


def test_judgment_kills_below_its_limit_whatever_protects():
    match = watcher("Judgement", "Judgement+1", against=TWO)
    first, second = monsters_of(match)
    first.hp = first.max_hp = 31
    second.hp, second.max_hp, second.block = 40, 40, 99
    play(match, "Judgement", target=0)
    assert first.hp == 31
    play(match, "Judgement+", target=1)
    assert (second.hp, second.is_gone) == (0, True)


def test_pressure_points_hurts_all_marked_enemies_past_block():
    match = watcher("PathToVictory", "PathToVictory+1", against=TWO)
    for monster in monsters_of(match):
        monster.hp, monster.max_hp, monster.block = 80, 80, 50
    play(match, "PathToVictory", target=0)
    play(match, "PathToVictory+", target=1)
    assert [monster.hp for monster in monsters_of(match)] == [80 - 16, 80 - 11]


def test_talk_to_the_hand_blocks_for_every_hit_even_a_blocked_one():
    match = watcher("TalkToTheHand", "FlyingSleeves", "Strike_P")
    play(match, "TalkToTheHand")
    assert match.G.battle.block == 0
    play(match, "FlyingSleeves")
    assert match.G.battle.block == 4
    monsters_of(match)[0].block = 50
    play(match, "Strike_P")
    assert match.G.battle.block == 6


def test_wallop_blocks_only_for_lost_hp():
    match = watcher("Wallop")
    monsters_of(match)[0].block = 5
    play(match, "Wallop")
    assert match.G.battle.block == 4


def test_wave_of_the_hand_weakens_all_enemies_this_turn():
    match = watcher("WaveOfTheHand", "Defend_P", against=TWO, below=("Defend_P",) * 9)
    play(match, "WaveOfTheHand")
    play(match, "Defend_P")
    assert [monster.powers.get("Weakened") for monster in monsters_of(match)] == [1, 1]
    end(match)
    assert power_of(match, "WaveOfTheHandPower") == 0


def test_lesson_learned_upgrades_a_card_of_the_deck_if_it_kills():
    match = watcher("LessonLearned", "Strike_P", against=TWO, below=("Defend_P",) * 5)
    assert not any(card.up for card in match.G.deck)
    monsters_of(match)[0].hp = 5
    play(match, "LessonLearned")
    assert sum(card.up for card in match.G.deck) == 1


# --- created cards -------------------------------------------------------------------------------


def test_alpha_becomes_omega():
    match = watcher("Alpha", below=())
    play(match, "Alpha")
    end(match)
    match.G.battle.energy = 9
    play(match, "Beta")
    end(match)
    match.G.battle.energy = 9
    hp = monsters_of(match)[0].hp
    play(match, "Omega")
    end(match)
    assert hp - monsters_of(match)[0].hp == 50


def test_conjured_blades_hit_as_often_as_energy_was_spent():
    match = watcher("ConjureBlade+1", below=())
    play(match, "ConjureBlade")
    end(match)
    match.G.battle.powers.clear()
    assert names(match.G.battle.hand) == ["Expunger"]
    assert hp_lost(match, "Expunger") == 4 * 9


def become_deus_ex_machina(card):
    """It would not stay in the opening hand of a fight."""
    card.kind, card.cost, card.turn_cost = "DeusExMachina", -2, -2


def test_deus_ex_machina_turns_into_miracles():
    match = watcher("WheelKick", below=("Defend_P", "Strike_P"))
    become_deus_ex_machina(match.G.battle.draw[-1])
    play(match, "WheelKick")
    b = match.G.battle
    assert sorted(names(b.hand)) == ["Miracle", "Miracle", "Strike_P"]
    assert names(b.exhaust) == ["DeusExMachina"]


def test_deus_ex_machina_cannot_be_played():
    match = watcher("Defend_P", "Strike_P")
    become_deus_ex_machina(match.G.battle.hand[0])
    assert [move for move in match.legal_moves(0, True) if move[0] == "play"] == [("play", (1, 0))]


def test_collect_brings_upgraded_miracles_for_some_turns():
    match = watcher("Collect", below=("Wound",) * 12, energy=2)
    play(match, "Collect")
    end(match)
    assert names(match.G.battle.hand).count("Miracle+") == 1
    end(match, 2)
    assert names(match.G.battle.hand).count("Miracle+") == 2  # they are retained


def test_battle_hymn_and_study_create_cards_every_turn():
    match = watcher("BattleHymn", "Study", below=("Wound",) * 9)
    play(match, "BattleHymn")
    play(match, "Study")
    end(match)
    b = match.G.battle
    assert "Smite" in names(b.hand)
    assert "Insight" in [card.kind for card in (*b.hand, *b.draw)]


def test_master_reality_upgrades_what_is_created_but_no_status():
    match = watcher("MasterReality", "CarveReality", "DeceiveReality", energy=9)
    for name in ("MasterReality", "CarveReality", "DeceiveReality"):
        play(match, name)
    assert sorted(names(match.G.battle.hand)) == ["Safety+", "Smite+"]
    match = watcher("MasterReality", "Reckless Charge", below=(), energy=9)
    play(match, "MasterReality")
    play(match, "Reckless Charge")
    assert names(match.G.battle.draw) == ["Dazed"]


def test_foreign_influence_offers_attacks_of_any_class():
    match = watcher("ForeignInfluence+1", below=("Strike_P",) * 5)
    match.play(0, "play", 0, -1)
    offered = [card.kind for card in match.G.battle.choice.offer]
    assert len(set(offered)) == 3
    assert {cards()[kind].type for kind in offered} == {"ATTACK"}
    answer(match, (1,))
    assert names(match.G.battle.hand) == [offered[1]]
    assert cost_of(match, offered[1]) in (0, -1)
    colours = {cards()[kind].colour for kind in combat_cards_of_any_colour("ATTACK", "UNCOMMON")}
    assert colours == {"RED", "GREEN", "BLUE", "PURPLE", "COLORLESS"}


@pytest.mark.parametrize(
    ("pick", "plain", "upgraded"),
    [(0, "Strength +3", "Strength +4"), (1, "+25 gold", "+30 gold"),
     (2, "Plated Armor +6", "Plated Armor +8")],
)  # fmt: skip
def test_wishes(pick, plain, upgraded):
    for name, expected in (("Wish", plain), ("Wish+1", upgraded)):
        assert expected in effect_of(watcher(name), "Wish", picks=(pick,))


def test_omniscience_plays_a_card_twice_and_exhausts_it():
    match = watcher("Omniscience", below=("Bludgeon", "Strike_P", "Strike_P"), energy=4)
    assert hp_lost(match, "Omniscience") == 2 * 32
    b = match.G.battle
    assert sorted(names(b.exhaust)) == ["Bludgeon", "Omniscience"]
    assert names(b.draw) == ["Strike_P", "Strike_P"]
    assert b.energy == 0


def test_omniscience_plays_a_power_twice():
    match = watcher("Omniscience", below=("Inflame", "Strike_P"), energy=4)
    play(match, "Omniscience")
    assert power_of(match, "Strength") == 4
    assert "Inflame" not in names([*match.G.battle.discard, *match.G.battle.exhaust])


def test_omniscience_only_exhausts_what_cannot_be_played():
    match = watcher("Omniscience", below=("Wound",), energy=4)
    play(match, "Omniscience")
    assert sorted(names(match.G.battle.exhaust)) == ["Omniscience", "Wound"]


# --- turns ---------------------------------------------------------------------------------------


def test_vault_takes_another_turn_before_the_enemies():
    match = watcher("Vault", against="Jaw Worm", below=("Defend_P",) * 9)
    b, hp = match.G.battle, match.G.hp
    turn, move = b.turn, b.monsters[0].move
    b.powers["Vulnerable"] = 2
    play(match, "Vault")
    assert (b.turn, match.G.hp, b.monsters[0].move) == (turn + 1, hp, move)
    assert (b.energy, len(b.hand), b.powers["Vulnerable"]) == (3, 5, 2)
    end(match)
    assert match.G.hp < hp


def test_blur_lasts_through_a_turn_from_vault():
    match = watcher("Blur", "Vault", against="Jaw Worm", below=("Defend_P",) * 9)
    b = match.G.battle
    b.energy = 9
    play(match, "Blur")
    play(match, "Vault")
    assert (b.block, b.powers["Blur"]) == (5, 1)


def test_conclude_ends_the_turn():
    match = watcher("Conclude", "Strike_P", below=("Defend_P",) * 9)
    turn = match.G.battle.turn
    assert hp_lost(match, "Conclude") == 12
    assert match.G.battle.turn == turn + 1
    assert names(match.G.battle.hand) == ["Defend_P"] * 5


def test_deva_form_gives_more_energy_each_turn():
    match = watcher("DevaForm", below=("Wound",) * 15)
    play(match, "DevaForm")
    found = []
    for _ in range(3):
        end(match)
        found.append(energy_of(match))
    assert found == [4, 5, 6]


def test_fasting_costs_energy_and_artifact_prevents_that():
    match = watcher("Fasting2", "Fasting2", below=("Wound",) * 15, energy=9)
    play(match, "Fasting2")
    match.G.battle.powers["Artifact"] = 1
    play(match, "Fasting2")
    assert (power_of(match, "EnergyDownPower"), power_of(match, "Strength")) == (1, 6)
    end(match)
    assert energy_of(match) == 2


def test_devotion_gives_mantra_every_turn():
    match = watcher("Devotion+1", below=("Wound",) * 15)
    play(match, "Devotion")
    end(match, 2)
    assert power_of(match, "Mantra") == 6


# --- relics and potions --------------------------------------------------------------------------


@pytest.mark.parametrize(("relic", "count"), [("PureWater", 1), ("HolyWater", 3)])
def test_water_relics_bring_miracles(relic, count):
    match = watcher(*OTHERS, relics=[relic], dealt=True)
    assert names(match.G.battle.hand).count("Miracle") == count


def test_damaru_gives_mantra_every_turn():
    match = watcher(*OTHERS, relics=["Damaru"])
    assert power_of(match, "Mantra") == 1
    end(match, 9)
    assert (stance_of(match), power_of(match, "Mantra"), energy_of(match)) == ("Divinity", 0, 6)


def test_teardrop_locket_starts_in_calm_and_violet_lotus_adds_energy():
    match = watcher("EmptyBody", relics=["TeardropLocket", "VioletLotus"])
    assert stance_of(match) == "Calm"
    play(match, "EmptyBody")
    assert energy_of(match) == 3 - 1 + 3


def test_cloak_clasp_blocks_for_cards_in_hand():
    match = watcher(*OTHERS, relics=["CloakClasp"], against="Cultist", below=("Wound",) * 15)
    end(match)
    hp = match.G.hp
    end(match)
    assert hp - match.G.hp == 1


def test_duality_gives_dexterity_for_the_turn():
    match = watcher("Strike_P", "Defend_P", relics=["Yang"])
    play(match, "Strike_P")
    assert effect_of(match, "Defend_P") == "costs 1, +6 block"


@pytest.mark.parametrize(("pick", "stance"), [(0, "Calm"), (1, "Wrath")])
def test_stance_potion_offers_calm_and_wrath(pick, stance):
    match = watcher("Strike_P", potions=["StancePotion", NO_POTION, NO_POTION])
    match.play(0, "potion_use", 0, -1)
    labels = [option.label for option in match.asked[0].options]
    assert [label.partition(":")[0] for label in labels] == ["Calm", "Wrath"]
    answer(match, (pick,))
    assert stance_of(match) == stance


def test_ambrosia_enters_divinity():
    match = watcher("Strike_P", potions=["Ambrosia", NO_POTION, NO_POTION])
    use_potion(match)
    assert (stance_of(match), energy_of(match)) == ("Divinity", 6)


@pytest.mark.parametrize(("relics", "count"), [([], 2), (["SacredBark"], 4)])
def test_bottled_miracle(relics, count):
    match = watcher("Strike_P", relics=relics, potions=["BottledMiracle", NO_POTION, NO_POTION])
    use_potion(match)
    assert names(match.G.battle.hand).count("Miracle") == count


# --- the state and what is shown -----------------------------------------------------------------


def test_the_stance_is_shown_and_saved():
    match = watcher("Crescendo", against="Jaw Worm")
    assert "intends: attack 11" in describe(match.c, 0)
    play(match, "Crescendo")
    told = describe(match.c, 0)
    assert "in Wrath" in told
    assert "intends: attack 22" in told
    assert game.load(match.save()).G.battle.stance == "Wrath"


def test_a_new_fight_begins_without_a_stance():
    match = watcher("Crescendo", "Strike_P")
    play(match, "Crescendo")
    assert stance_of(match) == "Wrath"
    assert stance_of(watcher("Strike_P")) == ""


def test_her_run_begins_with_her_deck():
    match = game.start(options={"seed": 1, "class": "watcher"})
    G = match.G
    assert (G.hp, [relic.kind for relic in G.relics]) == (72, ["PureWater"])
    deck = ["Strike_P"] * 4 + ["Defend_P"] * 4 + ["Eruption", "Vigilance"]
    assert [card.kind for card in G.deck] == deck


def test_a_bad_scry_is_refused_and_changes_nothing():
    match = watcher("ThirdEye", below=PILE)
    match.play(0, "play", 0, -1)
    before = match.save()
    bottom = str(0)
    assert bottom not in [option.id for option in match.asked[0].options]
    assert match.submit(tw.Answer(0, picks=(bottom,))) is not None
    assert match.save() == before
