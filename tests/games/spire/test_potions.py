"""Potions: the effect of each, with and without Sacred Bark."""

from __future__ import annotations

import pytest

from tests.games.spire.fight_scenarios import (
    StateChange,
    answer,
    end,
    monsters_of,
    names,
    play,
    start_fight,
    use_potion,
)
from turnwright.games.spire.library import cards, potions
from turnwright.games.spire.state import NO_POTION

PLAIN = (
    ("Ancient Potion", "Artifact +1", "Artifact +2"),
    ("Block Potion", "+12 block", "+24 block"),
    ("BloodPotion", "+60 HP", "+120 HP"),
    ("CultistPotion", "Ritual +1", "Ritual +2"),
    ("Dexterity Potion", "Dexterity +2", "Dexterity +4"),
    ("DistilledChaos", "32 damage, its Vulnerable +6", "68 damage, its Vulnerable +12"),
    ("DuplicationPotion", "DuplicationPower +1", "DuplicationPower +2"),
    ("Energy Potion", "+2 energy", "+4 energy"),
    ("EssenceOfSteel", "Plated Armor +4", "Plated Armor +8"),
    ("Explosive Potion", "10 damage", "20 damage"),
    ("FearPotion", "its Vulnerable +3", "its Vulnerable +6"),
    ("Fire Potion", "20 damage", "40 damage"),
    ("Fruit Juice", "+5 HP, +5 max HP", "+10 HP, +10 max HP"),
    ("HeartOfIron", "Metallicize +6", "Metallicize +12"),
    ("LiquidBronze", "Thorns +3", "Thorns +6"),
    ("Regen Potion", "Regeneration +5", "Regeneration +10"),
    ("SpeedPotion", "Dexterity +5, DexLoss +5", "Dexterity +10, DexLoss +10"),
    ("SteroidPotion", "Strength +5, Flex +5", "Strength +10, Flex +10"),
    ("Strength Potion", "Strength +2", "Strength +4"),
    ("Swift Potion", "draws 3", "draws 6"),
    ("Weak Potion", "its Weakened +3", "its Weakened +6"),
)
SPECIALLY = {
    "AttackPotion", "BlessingOfTheForge", "ColorlessPotion", "ElixirPotion", "EntropicBrew",
    "FairyPotion", "GamblersBrew", "LiquidMemories", "PowerPotion", "SkillPotion", "SmokeBomb",
    "SneckoOil",
}  # fmt: skip
"""Potions with tests of their own below."""


def bar(potion, *hand, relics=(), **facts):
    """A fight with a potion, badly hurt."""
    facts = {"hp": 100, "max_hp": 300, "below": ("Bash",) * 8, **facts}
    return start_fight(
        *(hand or ("Strike_R", "Defend_R")), relics=relics, potions=[potion], **facts
    )


@pytest.mark.parametrize(("potion", "plain", "stronger"), PLAIN)
def test_a_potion_does_what_it_says(potion, plain, stronger):
    for relics, told in (((), plain), (("SacredBark",), stronger)):
        match = bar(potion, relics=relics)
        before = StateChange(match)
        use_potion(match, target=0 if potions()[potion].target else -1)
        assert before.describe() == told
        assert match.G.potions == [NO_POTION]


def test_every_potion_is_tested():
    told = {potion for potion, *_ in PLAIN} | SPECIALLY
    assert told == {one.id for one in potions().values() if one.character in ("", "IRONCLAD")}


@pytest.mark.parametrize(
    ("potion", "what"),
    [("AttackPotion", "ATTACK"), ("SkillPotion", "SKILL"), ("PowerPotion", "POWER")],
)
@pytest.mark.parametrize("copies", [1, 2])
def test_a_potion_of_cards_offers_three_and_the_chosen_one_is_free(potion, what, copies):
    match = bar(potion, relics=["SacredBark"][: copies - 1])
    match.play(0, "potion_use", 0, -1)
    assert len(match.asked[0].options) == 3
    answer(match)
    made = match.G.battle.hand[2:]
    assert [cards()[card.kind].type for card in made] == [what] * copies
    assert {card.turn_cost for card in made} <= {0, -1}


def test_the_cards_of_a_potion_can_be_declined():
    match = bar("AttackPotion")
    match.play(0, "potion_use", 0, -1)
    answer(match, picks=())
    assert names(match.G.battle.hand) == ["Strike_R", "Defend_R"]


def test_a_colourless_potion_offers_colourless_cards():
    match = bar("ColorlessPotion")
    use_potion(match)
    assert cards()[match.G.battle.hand[-1].kind].colour == "COLORLESS"


def test_the_blessing_of_the_forge_upgrades_the_hand():
    match = bar("BlessingOfTheForge", "Strike_R", "Defend_R", "Wound")
    use_potion(match)
    assert names(match.G.battle.hand) == ["Strike_R+", "Defend_R+", "Wound"]


def test_an_elixir_exhausts_as_many_as_one_likes():
    match = bar("ElixirPotion", "Wound", "Wound", "Strike_R")
    use_potion(match, picks=(0, 1))
    assert names(match.G.battle.hand) == ["Strike_R"]
    assert names(match.G.battle.exhaust) == ["Wound", "Wound"]


def test_gamblers_brew_changes_cards():
    match = bar("GamblersBrew", "Strike_R", "Defend_R", "Wound")
    use_potion(match, picks=(0, 2))
    assert names(match.G.battle.hand) == ["Defend_R", "Bash", "Bash"]
    assert sorted(names(match.G.battle.discard)) == ["Strike_R", "Wound"]


@pytest.mark.parametrize("count", [1, 2])
def test_liquid_memories_bring_back_what_was_discarded_free_this_turn(count):
    match = bar("LiquidMemories", "Bash", "Anger", "Strike_R", relics=["SacredBark"][: count - 1])
    play(match, "Bash")
    play(match, "Strike_R")
    use_potion(match)
    back = match.G.battle.hand[1:]
    assert [(card.kind, card.turn_cost) for card in back] == [("Bash", 0), ("Strike_R", 0)][:count]


def test_snecko_oil_draws_five_cards_that_cost_anything():
    match = bar("SneckoOil", "Strike_R", "Slimed", "Wound")
    use_potion(match)
    hand = match.G.battle.hand
    assert len(hand) == 8
    assert all(0 <= card.cost <= 3 for card in hand if card.kind != "Wound")
    assert hand[2].cost == -2


def test_a_smoke_bomb_leaves_the_fight_and_its_rewards_behind():
    match = bar("SmokeBomb", relics=["Burning Blood"])
    use_potion(match)
    assert (match.G.screen, match.G.rewards, match.G.battle) == ("MAP", None, None)
    assert match.G.hp == 106  # the fight is over all the same


@pytest.mark.parametrize(
    ("against", "room"),
    [("Hexaghost", "BOSS"), ("Hexaghost", "EVENT"), ("Shield and Spear", "ELITE")],
)
def test_some_fights_cannot_be_escaped(against, room):
    match = bar("SmokeBomb", against=against, room=room)
    assert "potion_use" not in {name for name, _ in match.legal_moves(0, True)}


def test_an_entropic_brew_fills_the_potion_slots():
    match = start_fight("Strike_R", potions=["EntropicBrew", NO_POTION, "Fire Potion"])
    use_potion(match)
    assert NO_POTION not in match.G.potions
    assert match.G.potions[2] == "Fire Potion"


@pytest.mark.parametrize(("relics", "left"), [((), 90), (("SacredBark",), 180)])
def test_a_fairy_saves_a_life(relics, left):
    match = bar("FairyPotion", relics=relics, against="Jaw Worm", hp=5)
    assert not match.c.G.battle.choice
    end(match)
    assert (match.G.hp, match.G.potions) == (left, [NO_POTION])


def test_a_fairy_comes_before_a_lizard():
    match = bar("FairyPotion", relics=["Lizard Tail"], against="Jaw Worm", hp=5)
    end(match)
    assert (match.G.hp, match.G.relics[0].counter) == (90, -1)


# --- in time --------------------------------------------------------------------------------------


def test_regeneration_heals_less_each_turn():
    match = bar("Regen Potion")
    use_potion(match)
    end(match, 2)
    assert match.G.battle.powers["Regeneration"] == 3
    assert match.G.hp - 100 <= 5 + 4


def test_speed_and_flex_last_for_a_turn():
    for potion in ("SpeedPotion", "SteroidPotion"):
        match = bar(potion, against="Cultist")
        use_potion(match)
        end(match)
        assert match.G.battle.powers == {}


def test_artifact_keeps_what_would_wear_off():
    match = bar("SteroidPotion")
    match.G.battle.powers["Artifact"] = 1
    use_potion(match)
    assert match.G.battle.powers == {"Strength": 5}


def test_duplication_repeats_any_card_but_only_one():
    match = bar("DuplicationPotion", "Defend_R", "Defend_R")
    use_potion(match)
    play(match, "Defend_R")
    assert match.G.battle.block == 10
    play(match, "Defend_R")
    assert match.G.battle.block == 15


def test_distilled_chaos_plays_the_top_card_first():
    top = ("Battle Trance", "Shrug It Off", "Pommel Strike")
    match = bar("DistilledChaos", "Defend_R", below=(*top, *["Bash"] * 5))
    use_potion(match)
    b = match.G.battle
    assert names(b.discard) == list(top)
    assert names(b.hand) == ["Defend_R", *["Bash"] * 3]  # after Battle Trance nothing is drawn


def test_a_repeated_card_comes_before_cards_that_wait():
    match = bar("DistilledChaos", below=("Defend_R", "Entrench", "Strike_R"))
    match.G.battle.powers["DuplicationPower"] = 1
    use_potion(match)
    assert match.G.battle.block == 20


def test_one_turns_to_whom_one_throws_a_potion_at():
    match = bar("Fire Potion", against="Shield and Spear", room="ELITE")
    assert "BackAttack" in monsters_of(match)[0].powers
    use_potion(match, target=0)
    assert ["BackAttack" in foe.powers for foe in monsters_of(match)] == [False, True]


def test_a_toy_ornithopter_heals_with_every_potion():
    match = bar("Fire Potion", relics=["Toy Ornithopter"])
    use_potion(match, target=0)
    assert match.G.hp == 105
