"""Relics: at the start of a fight, during turns, and when they are obtained."""

from __future__ import annotations

import pytest

from tests.games.spire.fight_scenarios import (
    OTHER_CARDS,
    answer,
    effect_of,
    end,
    monsters_of,
    names,
    play,
    start_fight,
)
from turnwright.games.spire.game import game
from turnwright.games.spire.library import cards
from turnwright.games.spire.run.relics import obtain_relic

ANGERS = ["Anger"] * 5


def relic(match, kind=None):
    """The relic of this kind, or the first."""
    return next(one for one in match.G.relics if kind in (None, one.kind))


# --- how a fight begins ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "powers"),
    [
        ("Akabeko", {"Vigor": 8}),
        ("Bronze Scales", {"Thorns": 3}),
        ("ClockworkSouvenir", {"Artifact": 1}),
        ("FossilizedHelix", {"Buffer": 1}),
        ("GremlinMask", {"Weakened": 1}),
        ("MutagenicStrength", {"Strength": 3, "Flex": 3}),
        ("Oddly Smooth Stone", {"Dexterity": 1}),
        ("Snecko Eye", {"Confusion": 1}),
        ("Thread and Needle", {"Plated Armor": 4}),
        ("Vajra", {"Strength": 1}),
    ],
)
def test_some_relics_give_a_power_to_begin_with(kind, powers):
    assert start_fight("Strike_R", relics=[kind]).G.battle.powers == powers


@pytest.mark.parametrize(
    "kind",
    [
        "Busted Crown", "Coffee Dripper", "Cursed Key", "Ectoplasm", "Fusion Hammer", "Mark of Pain",
        "Philosopher's Stone", "Runic Dome", "Sozu", "Velvet Choker",
    ],
)  # fmt: skip
def test_many_boss_relics_give_energy(kind):
    match = start_fight("Strike_R", relics=[kind])
    assert match.G.battle.energy == 4
    end(match)
    assert match.G.battle.energy == 4


@pytest.mark.parametrize(("kind", "energy"), [("Lantern", 4), ("Happy Flower", 3)])
def test_energy_of_the_first_turn(kind, energy):
    assert start_fight("Strike_R", relics=[kind]).G.battle.energy == energy


def test_an_anchor_blocks():
    assert start_fight("Strike_R", relics=["Anchor"]).G.battle.block == 10


def test_bags():
    match = start_fight(*OTHER_CARDS, relics=["Bag of Preparation", "Bag of Marbles"], dealt=True)
    assert len(match.G.battle.hand) == 7
    assert monsters_of(match)[0].powers == {"Vulnerable": 1}


def test_a_red_mask_weakens_for_a_round():
    match = start_fight("Strike_R", relics=["Red Mask"])
    assert monsters_of(match)[0].powers == {"Weakened": 1}
    end(match)
    assert monsters_of(match)[0].powers == {}


def test_a_gremlins_face_makes_one_weak_for_a_turn():
    match = start_fight("Strike_R", relics=["GremlinMask"], against="Cultist")
    end(match)
    assert match.G.battle.powers == {}


def test_blood_vial_and_pantograph_heal_before_a_fight():
    match = start_fight("Strike_R", relics=["Blood Vial"], hp=50, max_hp=90)
    assert match.G.hp == 52
    match = start_fight(
        "Strike_R", relics=["Pantograph"], hp=50, max_hp=90, against="Hexaghost", room="BOSS"
    )
    assert match.G.hp == 75


@pytest.mark.parametrize(
    ("against", "room", "rank"),
    [
        ("Gremlin Nob", "ELITE", "elite"),
        ("Gremlin Nob", "EVENT", "elite"),
        ("Hexaghost", "BOSS", "boss"),
        ("Hexaghost", "EVENT", "boss"),
        ("Cultist", "MONSTER", ""),
    ],
)
def test_relics_that_care_for_elites_and_bosses_care_for_those_of_events_too(against, room, rank):
    kinds = ["Sling", "PreservedInsect", "SlaversCollar", "Pantograph"]
    match = start_fight("Strike_R", relics=kinds, against=against, room=room, hp=50, max_hp=90)
    b, foe = match.G.battle, monsters_of(match)[0]
    assert b.powers == ({"Strength": 2} if rank == "elite" else {})
    assert foe.hp == (foe.max_hp * 3 // 4 if rank == "elite" else foe.max_hp)
    assert b.energy_per_turn == (4 if rank else 3)
    assert match.G.hp == (75 if rank == "boss" else 50)


def test_counters_that_make_one_strong():
    match = start_fight("Strike_R", relics=[("Girya", 2), ("Du-Vu Doll", 3)])
    assert match.G.battle.powers == {"Strength": 5}


def test_the_red_skull_gives_strength_at_low_hp():
    match = start_fight("Bloodletting", "Bandage Up+1", relics=["Red Skull"], hp=50, max_hp=96)
    assert "Strength" not in match.G.battle.powers
    assert effect_of(match, "Bloodletting") == "+2 energy, Strength +3, -3 HP"
    told = effect_of(match, "Bandage Up")
    assert told == "Strength -3, exhausts Bandage Up+, +6 HP"


def test_neows_lament_leaves_one_hit_point_three_times():
    match = start_fight("Strike_R", relics=[("NeowsBlessing", 1)], against="3 Cultists")
    assert [foe.hp for foe in monsters_of(match)] == [1, 1, 1]
    assert relic(match).counter == -2


def test_the_philosophers_stone_also_makes_newcomers_strong():
    match = start_fight("Strike_R", relics=["Philosopher's Stone"], against="Reptomancer")
    end(match)
    strong = [foe.powers.get("Strength") for foe in monsters_of(match) if foe.hp > 0]
    assert strong == [1] * len(strong)


def test_mark_of_pain_brings_wounds():
    match = start_fight("Strike_R", relics=["Mark of Pain"], below=("Bash",) * 8, dealt=True)
    assert names(match.G.battle.draw).count("Wound") == 2


def test_enchiridion_gives_a_power_free_this_turn():
    match = start_fight("Strike_R", relics=["Enchiridion"], dealt=True)
    made = next(card for card in match.G.battle.hand if card.uid > 5)
    assert (cards()[made.kind].type, made.turn_cost) == ("POWER", 0)


def test_a_toolbox_offers_a_colourless_card_at_its_price():
    match = start_fight("Strike_R", relics=["Toolbox"])
    assert len(match.asked[0].options) == 3
    answer(match)
    made = match.G.battle.hand[0]
    assert cards()[made.kind].colour == "COLORLESS"
    assert made.turn_cost == cards()[made.kind].cost[0]


def test_a_gambling_chip_changes_the_first_hand():
    match = start_fight("Strike_R", relics=["Gambling Chip"], below=("Bash",) * 9)
    old = [card.uid for card in match.G.battle.hand]
    answer(match, picks=(0, 1))
    new = [card.uid for card in match.G.battle.hand]
    assert (len(new), len(set(old) & set(new))) == (5, 3)


def test_a_tea_set_remembers_a_rest():
    match = start_fight("Strike_R", relics=[("Ancient Tea Set", -2)], last_room="SHOP")
    assert (match.G.battle.energy, relic(match).counter) == (5, -1)
    assert start_fight("Strike_R", relics=["Ancient Tea Set"]).G.battle.energy == 3


# --- turn by turn ---------------------------------------------------------------------------------


def turns(kind, count, hand=("Strike_R",), **facts):
    match = start_fight(*hand, relics=[kind], **facts)
    end(match, count)
    return match


def test_brimstone_gives_strength_to_all():
    match = turns("Brimstone", 1, against="Cultist")
    assert match.G.battle.powers["Strength"] == 4
    assert monsters_of(match)[0].powers["Strength"] == 2


def test_happy_flower_every_third_turn():
    assert turns("Happy Flower", 1).G.battle.energy == 3
    assert turns("Happy Flower", 2).G.battle.energy == 4


def test_incense_burner_every_sixth_turn():
    assert "IntangiblePlayer" not in turns("Incense Burner", 4).G.battle.powers
    assert turns("Incense Burner", 5).G.battle.powers["IntangiblePlayer"] == 1


def test_mercury_hourglass_every_turn():
    match = start_fight("Strike_R", relics=["Mercury Hourglass"])
    assert monsters_of(match)[0].hp == 297
    end(match)
    assert monsters_of(match)[0].hp == 294


def test_art_of_war_after_a_turn_without_attacks():
    match = start_fight("Strike_R", relics=["Art of War"])
    end(match)
    assert match.G.battle.energy == 4
    play(match, "Bash")
    end(match)
    assert match.G.battle.energy == 3


def test_horn_cleat_and_captains_wheel():
    assert turns("HornCleat", 1).G.battle.block == 14
    assert turns("CaptainsWheel", 2).G.battle.block == 18


def test_stone_calendar_on_the_seventh_turn():
    assert monsters_of(turns("StoneCalendar", 6, hp=900))[0].hp == 300
    assert monsters_of(turns("StoneCalendar", 7, hp=900))[0].hp == 248


def test_orichalcum_blocks_if_there_is_no_block():
    match = start_fight("Strike_R", relics=["Orichalcum"], against="Jaw Worm")
    end(match)
    assert match.G.hp == 200 - (11 - 6)


def test_a_pocketwatch_after_three_cards_or_fewer():
    match = start_fight(*ANGERS, relics=["Pocketwatch"], below=("Bash",) * 20)
    end(match)
    assert len(match.G.battle.hand) == 8
    match = start_fight(*ANGERS, relics=["Pocketwatch"], below=("Bash",) * 20)
    for _ in range(4):
        play(match, "Anger")
    end(match)
    assert len(match.G.battle.hand) == 5


def test_warped_tongs_upgrade_a_card_each_turn():
    match = start_fight("Strike_R", relics=["WarpedTongs"], dealt=True)
    assert sum(card.up for card in match.G.battle.hand) == 1
    end(match)
    assert sum(card.up for card in match.G.battle.hand + match.G.battle.discard) == 2


def test_nilrys_codex_writes_a_card_into_the_draw_pile():
    match = start_fight("Strike_R", relics=["Nilry's Codex"], below=("Bash",) * 9)
    match.play(0, "end")
    assert (len(match.asked[0].options), match.asked[0].min) == (3, 0)
    answer(match)
    b = match.G.battle
    assert any(card.uid == 10 for card in b.hand + b.draw)


def test_calipers_keep_all_but_fifteen():
    match = start_fight("Impervious", relics=["Calipers"])
    play(match, "Impervious")
    end(match)
    assert match.G.battle.block == 15


def test_ice_cream_keeps_energy():
    assert turns("Ice Cream", 1).G.battle.energy == 6


def test_a_runic_pyramid_keeps_the_hand_but_not_what_is_ethereal():
    match = start_fight("Strike_R", "Carnage", "Burn", relics=["Runic Pyramid"])
    end(match)
    b = match.G.battle
    assert names(b.hand) == ["Strike_R"] + ["Bash"] * 5
    assert (names(b.exhaust), names(b.discard)) == (["Carnage"], ["Burn"])


def test_an_unceasing_top_draws_when_the_hand_is_empty():
    match = start_fight("Strike_R", relics=["Unceasing Top"])
    assert effect_of(match, "Strike_R") == "costs 1, 6 damage, draws 1"


def test_plates_come_off():
    match = start_fight("Strike_R", relics=["Thread and Needle"], against="Jaw Worm")
    end(match)
    assert (match.G.hp, match.G.battle.powers) == (200 - 7, {"Plated Armor": 3})


# --- when cards are played ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("Kunai", "6 damage, Dexterity +1, Anger into discard"),
        ("Shuriken", "6 damage, Strength +1, Anger into discard"),
        ("Ornamental Fan", "6 damage, +4 block, Anger into discard"),
    ],
)
def test_every_third_attack_of_a_turn(kind, told):
    match = start_fight(*ANGERS, relics=[kind])
    for _ in range(2):
        assert effect_of(match, "Anger") == "6 damage, Anger into discard"
    assert effect_of(match, "Anger") == told


def test_a_letter_opener_every_third_skill_of_a_turn():
    match = start_fight(*["Defend_R"] * 3, relics=["Letter Opener"], against="3 Cultists")
    for _ in range(2):
        assert effect_of(match, "Defend_R") == "costs 1, +5 block"
    assert effect_of(match, "Defend_R") == "costs 1, 5 5 5 damage, +5 block"


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("Nunchaku", "+1 energy, 6 damage, Anger into discard"),
        ("InkBottle", "6 damage, draws 1, Anger into discard"),
    ],
)
def test_every_tenth_card(kind, told):
    match = start_fight("Anger", relics=[(kind, 9)])
    assert effect_of(match, "Anger") == told
    assert relic(match).counter == 0


def test_a_pen_nib_doubles_the_tenth_attack():
    match = start_fight(*ANGERS, relics=[("Pen Nib", 8)])
    assert "6 damage" in effect_of(match, "Anger")
    assert "12 damage" in effect_of(match, "Anger")
    assert "6 damage" in effect_of(match, "Anger")


def test_orange_pellets_cure():
    match = start_fight("Anger", "Flex", "Inflame", relics=["OrangePellets"])
    match.G.battle.powers.update(Weakened=3, Dexterity=-2)
    for card in ("Anger", "Inflame", "Flex"):
        play(match, card)
    assert match.G.battle.powers == {"Strength": 4}


def test_the_necronomicon_repeats_one_expensive_attack_a_turn():
    match = start_fight("Bash", "Bash", "Strike_R", relics=["Necronomicon"])
    match.G.battle.energy = 5
    assert "6 damage" in effect_of(match, "Strike_R")
    assert effect_of(match, "Bash") == "costs 2, 20 damage, its Vulnerable +4"
    assert effect_of(match, "Bash") == "costs 2, 12 damage, its Vulnerable +2"


def test_the_necronomicon_repeats_a_whirlwind_of_two_or_more():
    match = start_fight("Whirlwind", relics=["Necronomicon"])
    assert effect_of(match, "Whirlwind") == "costs 3, 30 damage"


def test_chemical_x_adds_two_to_x():
    assert effect_of(start_fight("Whirlwind", relics=["Chemical X"]), "Whirlwind") == (
        "costs 3, 25 damage"
    )


def test_a_bird_faced_urn_and_a_mummified_hand_react_to_powers():
    match = start_fight(
        "Inflame", "Bash", relics=["Bird Faced Urn", "Mummified Hand"], hp=50, max_hp=90
    )
    assert effect_of(match, "Inflame") == "costs 1, Strength +2, +2 HP"
    assert match.G.battle.hand[0].turn_cost == 0


def test_with_a_blue_candle_curses_burn():
    match = start_fight("Regret", relics=["Blue Candle"])
    assert effect_of(match, "Regret") == "exhausts Regret, -1 HP"


def test_with_a_medical_kit_statuses_go_away():
    match = start_fight("Wound", "Burn", "Slimed", relics=["Medical Kit"])
    assert effect_of(match, "Wound") == "exhausts Wound"
    assert effect_of(match, "Burn") == "exhausts Burn"
    assert effect_of(match, "Slimed") == "costs 1, exhausts Slimed"


def test_a_velvet_choker_stops_at_six_cards():
    match = start_fight(*["Anger"] * 7, "Double Tap", relics=["Velvet Choker"])
    for _ in range(4):
        play(match, "Anger")
    play(match, "Double Tap")
    assert "6 damage" in effect_of(match, "Anger")  # there is no second time
    assert {name for name, _ in match.legal_moves(0, True)} == {"end"}


def test_a_strange_spoon_saves_about_half():
    match = start_fight(*["Intimidate"] * 10, relics=["Strange Spoon"])
    for _ in range(10):
        play(match, "Intimidate")
    saved = len(match.G.battle.discard)
    assert (saved + len(match.G.battle.exhaust), 0 < saved < 10) == (10, True)


def test_a_snecko_eye_draws_two_more_at_any_cost():
    match = start_fight(relics=["Snecko Eye"], below=("Bludgeon",) * 20, dealt=True)
    costs = [card.cost for card in match.G.battle.hand]
    assert len(costs) == 7
    assert set(costs) <= {0, 1, 2, 3}
    assert len(set(costs)) > 1


def test_a_strike_dummy_and_a_vajra_strengthen_strikes():
    match = start_fight("Strike_R", "Twin Strike", "Bash", relics=["StrikeDummy", "Vajra"])
    assert "10 damage" in effect_of(match, "Strike_R")
    match.G.battle.energy = 9
    assert "18 damage" in effect_of(match, "Twin Strike")
    assert "9 damage" in effect_of(match, "Bash")


@pytest.mark.parametrize(
    ("card", "damage"), [("Strike_R", 14), ("Dropkick", 13), ("Whirlwind", 39), ("Pummel", 40)]
)
def test_akabeko_counts_for_every_hit_of_the_first_attack(card, damage):
    match = start_fight(card, "Strike_R", relics=["Akabeko"])
    assert f"{damage} damage" in effect_of(match, card)
    match.G.battle.energy = 3
    if card != "Strike_R":
        assert "6 damage" in effect_of(match, "Strike_R")


def test_the_boot():
    match = start_fight("Pummel", relics=["Boot"])
    assert effect_of(match, "Pummel") == "costs 1, 20 damage, exhausts Pummel"


def test_paper_phrog():
    match = start_fight("Trip", "Strike_R", relics=["Paper Frog"])
    play(match, "Trip")
    assert "10 damage" in effect_of(match, "Strike_R")


def test_champion_belt_adds_weak_to_vulnerable():
    match = start_fight("Trip", relics=["Champion Belt"])
    assert effect_of(match, "Trip") == "its Vulnerable +2, its Weakened +1"


def test_a_hand_drill_opens_shells():
    match = start_fight("Bash", relics=["HandDrill"])
    monsters_of(match)[0].block = 8
    assert effect_of(match, "Bash") == "costs 2, 8 damage, its Vulnerable +4"


# --- on other occasions ---------------------------------------------------------------------------


def test_the_abacus_and_the_sundial_count_shuffles():
    match = start_fight(
        "Strike_R", "Strike_R", "Shrug It Off", relics=["TheAbacus", ("Sundial", 2)]
    )
    match.G.battle.block = 0
    match.G.relics[1].counter = 2
    match.G.battle.draw.clear()
    play(match, "Strike_R")
    told = effect_of(match, "Shrug It Off")
    assert told == "+1 energy, +14 block"


def test_charons_ashes_and_a_dead_branch():
    match = start_fight(
        "Seeing Red", relics=["Charon's Ashes", "Dead Branch"], against="3 Cultists"
    )
    told = effect_of(match, "Seeing Red")
    assert told.startswith("+1 energy, 3 3 3 damage, ")
    assert "into hand" in told


def test_a_gremlin_horn_rewards_kills():
    match = start_fight("Strike_R", relics=["Gremlin Horn"], against="3 Cultists")
    monsters_of(match)[0].hp = 1
    assert effect_of(match, "Strike_R") == "1 0 0 damage, draws 1"


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("Centennial Puzzle", "+2 energy, draws 3, -3 HP"),
        ("Runic Cube", "+2 energy, draws 1, -3 HP"),
        ("Self Forming Clay", "+2 energy, Next Turn Block +3, -3 HP"),
        ("TungstenRod", "+2 energy, -2 HP"),
        ("FossilizedHelix", "+2 energy, Buffer -1"),
    ],
)
def test_relics_that_care_for_lost_hit_points(kind, told):
    assert effect_of(start_fight("Bloodletting", relics=[kind]), "Bloodletting") == told


def test_clay_becomes_block():
    match = start_fight("Bloodletting", relics=["Self Forming Clay"])
    play(match, "Bloodletting")
    end(match)
    assert match.G.battle.block == 3


@pytest.mark.parametrize(
    ("kinds", "lost"),
    [
        ([], 5), (["Torii"], 1), (["TungstenRod"], 4), (["Torii", "TungstenRod"], 0),
        (["FossilizedHelix"], 0),
    ],
)  # fmt: skip
def test_torii_and_tungsten_against_small_blows(kinds, lost):
    match = start_fight("Strike_R", relics=kinds, against="Jaw Worm")
    match.G.battle.block = 6  # of a Chomp of 11
    end(match)
    assert match.G.hp == 200 - lost


def test_a_stab_of_which_tungsten_takes_the_last_point_leaves_no_wound():
    match = start_fight("Strike_R", relics=["TungstenRod"], against="Book of Stabbing", below=())
    foe = monsters_of(match)[0]
    foe.move, match.G.battle.block = "SINGLE_STAB", 20
    end(match)
    assert match.G.hp == 200
    assert "Wound" not in names(match.G.battle.hand + match.G.battle.discard)


@pytest.mark.parametrize(("kind", "power"), [("Ginger", "Weakened"), ("Turnip", "Frail")])
def test_ginger_and_turnip_come_before_artifact(kind, power):
    match = start_fight("Strike_R", relics=[kind])
    match.G.battle.powers["Artifact"] = 2
    end(match)  # the Maw roars: weak and frail
    assert match.G.battle.powers == {"Artifact": 1}
    assert power not in match.G.battle.powers


def test_odd_mushroom():
    match = start_fight("Strike_R", relics=["Odd Mushroom"], against="Jaw Worm")
    match.G.battle.powers["Vulnerable"] = 1
    end(match)
    assert match.G.hp == 200 - 13


def test_intangible_lets_one_point_through():
    match = start_fight("Ghostly", against="Jaw Worm")
    play(match, "Ghostly")
    end(match)
    assert match.G.hp == 199


def test_a_lizards_tail_grows_once():
    match = start_fight("Strike_R", relics=["Lizard Tail"], against="Jaw Worm", hp=3, max_hp=80)
    end(match)
    assert (match.G.hp, relic(match).counter) == (40, -2)
    match.G.hp = 1
    while match.result is None:
        end(match)
    assert match.G.outcome == "LOSS"


def test_the_mark_of_the_bloom_forbids_all_healing():
    match = start_fight(
        "Bandage Up", relics=["Mark of the Bloom", "Lizard Tail"], against="Jaw Worm", hp=3,
        max_hp=80,
    )  # fmt: skip
    play(match, "Bandage Up")
    assert match.G.hp == 3
    end(match)
    assert match.G.outcome == "LOSS"


# --- when it is over ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kinds", "hp", "after"),
    [
        (["Burning Blood"], 50, 56),
        (["Black Blood"], 50, 62),
        (["Burning Blood", "Magic Flower"], 50, 59),
        (["Meat on the Bone"], 50, 62),
        (["Meat on the Bone"], 51, 51),
        (["Burning Blood", "Meat on the Bone"], 47, 65),
        (["FaceOfCleric"], 50, 51),
        (["Burning Blood", "Mark of the Bloom"], 50, 50),
    ],
)
def test_healing_after_a_victory(kinds, hp, after):
    match = start_fight("Strike_R", relics=kinds, hp=hp, max_hp=100)
    monsters_of(match)[0].hp = 1
    play(match, "Strike_R")
    assert match.G.hp == after


def test_a_magic_flower_heals_half_as_much_again():
    match = start_fight("Bite+1", relics=["Magic Flower"], hp=50, max_hp=90)
    play(match, "Bite")
    assert match.G.hp == 55  # 4.5 are 5


def test_monsters_that_fled_leave_no_gold():
    match = start_fight("Strike_R", against="Looter", gold=100)
    while match.G.battle is not None:
        end(match)
    assert match.G.rewards.gold == []
    assert (len(match.G.rewards.cards), match.G.potion_chance) == (1, 10)


# --- getting them ---------------------------------------------------------------------------------


def camp(character="IRONCLAD", **scene):
    """A run at a rest site."""
    facts = {"room": "REST", "floor": 6, "hp": 40, "max_hp": 80, "relics": [], **scene}
    return game.start(options={"seed": "WRC", "class": character, "scene": facts})


def get(match, kind):
    """Come by a relic, answering whatever it asks with the first that is offered."""
    asking = obtain_relic(match.c, kind)
    try:
        question = next(asking)
        while True:
            question = asking.send(question.options[0].value)
    except StopIteration:
        return


DECK = ["Strike_R"] * 5 + ["Defend_R"] * 4 + ["Bash"]


@pytest.mark.parametrize(
    ("kind", "hp", "max_hp"),
    [("Strawberry", 47, 87), ("Pear", 50, 90), ("Mango", 54, 94), ("Lee's Waffle", 87, 87)],
)
def test_fruit(kind, hp, max_hp):
    match = camp(deck=DECK)
    get(match, kind)
    assert (match.G.hp, match.G.max_hp) == (hp, max_hp)


def test_old_coin_and_potion_belt():
    match = camp(deck=DECK, gold=5)
    get(match, "Old Coin")
    get(match, "Potion Belt")
    assert (match.G.gold, len(match.G.potions)) == (305, 5)


def test_whetstone_and_war_paint_upgrade_two_cards():
    match = camp(deck=DECK)
    get(match, "Whetstone")
    get(match, "War Paint")
    upgraded = [cards()[card.kind].type for card in match.G.deck if card.up]
    assert sorted(upgraded) == ["ATTACK", "ATTACK", "SKILL", "SKILL"]


def test_a_du_vu_doll_counts_curses():
    match = camp(deck=[*DECK, "Doubt"])
    get(match, "Du-Vu Doll")
    assert relic(match).counter == 1
    match.c.obtain("Pain")
    assert relic(match).counter == 2
    match.c.remove([10, 11])
    assert relic(match).counter == 0


def test_an_omamori_keeps_two_curses_away():
    match = camp(deck=DECK)
    get(match, "Omamori")
    for _ in range(3):
        match.c.obtain("Doubt")
    assert (relic(match).counter, len(match.G.deck)) == (0, 11)


def test_pandoras_box_changes_all_that_is_basic():
    match = camp(deck=DECK)
    get(match, "Pandora's Box")
    kinds = [card.kind for card in match.G.deck]
    assert len(kinds) == 10
    assert not [kind for kind in kinds if kind in ("Strike_R", "Defend_R")]


def test_a_calling_bell_brings_a_curse_and_three_relics():
    match = camp(deck=DECK)
    get(match, "Calling Bell")
    assert match.G.deck[-1].kind == "CurseOfTheBell"
    assert len(match.G.rewards.relics) == 3


@pytest.mark.parametrize(
    ("character", "first", "better"),
    [
        ("IRONCLAD", "Burning Blood", "Black Blood"),
        ("THE_SILENT", "Ring of the Snake", "Ring of the Serpent"),
        ("DEFECT", "Cracked Core", "FrozenCore"),
        ("WATCHER", "PureWater", "HolyWater"),
    ],
)
def test_some_boss_relics_take_the_place_of_the_starting_relic(character, first, better):
    match = camp(deck=DECK, relics=["Vajra", first, "Anchor"], character=character)
    get(match, better)
    assert [one.kind for one in match.G.relics] == ["Vajra", better, "Anchor"]


def test_tiny_house_cauldron_and_orrery_lay_things_out():
    match = camp(deck=DECK)
    get(match, "Tiny House")
    found = match.G.rewards
    assert (found.gold, len(found.potions), len(found.cards), match.G.max_hp) == ([50], 1, 1, 85)
    assert sum(card.up for card in match.G.deck) == 1
    get(match, "Cauldron")
    assert len(match.G.rewards.potions) == 5
    get(match, "Orrery")
    assert [len(offer) for offer in match.G.rewards.cards] == [3] * 5


def test_a_nloths_mask_takes_what_is_in_the_next_chest():
    match = camp(deck=DECK, room="TREASURE", relics=["NlothsMask"])
    match.play(0, "chest", "open")
    assert (match.G.rewards.relics, match.G.rewards.sapphire) == ([], False)


def test_necronomicon_repeats_an_attack_that_plays_itself():
    match = start_fight("Havoc", below=("Bludgeon",), relics=["Necronomicon"])
    assert effect_of(match, "Havoc") == "costs 1, 64 damage, exhausts Bludgeon"
