"""Cards: the effect of each, plain and upgraded, and their interactions."""

from __future__ import annotations

import pytest

from tests.games.spire.fight_scenarios import (
    OTHER_CARDS,
    StateChange,
    answer,
    effect_of,
    end,
    monsters_of,
    names,
    play,
    start_fight,
)
from turnwright.games.spire.combat.piles import new_card
from turnwright.games.spire.library import cards

# --- one by one ----------------------------------------------------------------------------------

# Besides the card there are two Strikes and two Defends in hand, and five Bashes below.
IRONCLAD = (
    ("Anger", "6 damage, Anger into discard", "8 damage, Anger+ into discard"),
    ("Barricade", "costs 3, Barricade +1", "costs 2, Barricade +1"),
    ("Bash", "costs 2, 8 damage, its Vulnerable +2", "costs 2, 10 damage, its Vulnerable +3"),
    ("Battle Trance", "No Draw +1, draws 3", "No Draw +1, draws 4"),
    ("Bloodletting", "+2 energy, -3 HP", "+3 energy, -3 HP"),
    ("Bludgeon", "costs 3, 32 damage", "costs 3, 42 damage"),
    ("Brutality", "Brutality +1", "Brutality +1"),
    ("Burning Pact", "costs 1, draws 2, exhausts Strike_R", "costs 1, draws 3, exhausts Strike_R"),
    ("Carnage", "costs 2, 20 damage", "costs 2, 28 damage"),
    ("Cleave", "costs 1, 8 damage", "costs 1, 11 damage"),
    ("Clothesline", "costs 2, 12 damage, its Weakened +2", "costs 2, 14 damage, its Weakened +3"),
    ("Combust", "costs 1, Combust +5", "costs 1, Combust +7"),
    ("Corruption", "costs 3, Corruption +1", "costs 2, Corruption +1"),
    ("Dark Embrace", "costs 2, Dark Embrace +1", "costs 1, Dark Embrace +1"),
    ("Defend_R", "costs 1, +5 block", "costs 1, +8 block"),
    ("Demon Form", "costs 3, Demon Form +2", "costs 3, Demon Form +3"),
    (
        "Disarm",
        "costs 1, its Strength -2, exhausts Disarm",
        "costs 1, its Strength -3, exhausts Disarm+",
    ),
    ("Double Tap", "costs 1, Double Tap +1", "costs 1, Double Tap +2"),
    ("Dropkick", "costs 1, 5 damage", "costs 1, 8 damage"),
    ("Dual Wield", "costs 1, 2 Strike_R into hand", "costs 1, 3 Strike_R into hand"),
    ("Evolve", "costs 1, Evolve +1", "costs 1, Evolve +2"),
    ("Feed", "costs 1, 10 damage, exhausts Feed", "costs 1, 12 damage, exhausts Feed+"),
    ("Feel No Pain", "costs 1, Feel No Pain +3", "costs 1, Feel No Pain +4"),
    (
        "Fiend Fire",
        "costs 2, 28 damage, exhausts 2 Defend_R and Fiend Fire and 2 Strike_R",
        "costs 2, 40 damage, exhausts 2 Defend_R and Fiend Fire+ and 2 Strike_R",
    ),
    ("Fire Breathing", "costs 1, Fire Breathing +6", "costs 1, Fire Breathing +10"),
    (
        "Flame Barrier",
        "costs 2, +12 block, Flame Barrier +4",
        "costs 2, +16 block, Flame Barrier +6",
    ),
    ("Flex", "Strength +2, Flex +2", "Strength +4, Flex +4"),
    ("Ghostly Armor", "costs 1, +10 block", "costs 1, +13 block"),
    (
        "Havoc",
        "costs 1, 8 damage, its Vulnerable +2, exhausts Bash",
        "8 damage, its Vulnerable +2, exhausts Bash",
    ),
    ("Heavy Blade", "costs 2, 14 damage", "costs 2, 14 damage"),
    ("Hemokinesis", "costs 1, 15 damage, -2 HP", "costs 1, 20 damage, -2 HP"),
    ("Immolate", "costs 2, 21 damage, Burn into discard", "costs 2, 28 damage, Burn into discard"),
    (
        "Impervious",
        "costs 2, +30 block, exhausts Impervious",
        "costs 2, +40 block, exhausts Impervious+",
    ),
    ("Inflame", "costs 1, Strength +2", "costs 1, Strength +3"),
    ("Intimidate", "its Weakened +1, exhausts Intimidate", "its Weakened +2, exhausts Intimidate+"),
    ("Iron Wave", "costs 1, 5 damage, +5 block", "costs 1, 7 damage, +7 block"),
    ("Juggernaut", "costs 2, Juggernaut +5", "costs 2, Juggernaut +7"),
    ("Metallicize", "costs 1, Metallicize +3", "costs 1, Metallicize +4"),
    (
        "Offering",
        "+2 energy, draws 3, exhausts Offering, -6 HP",
        "+2 energy, draws 5, exhausts Offering+, -6 HP",
    ),
    ("Perfected Strike", "costs 2, 12 damage", "costs 2, 15 damage"),
    ("Pommel Strike", "costs 1, 9 damage, draws 1", "costs 1, 10 damage, draws 2"),
    (
        "Power Through",
        "costs 1, +15 block, 2 Wound into hand",
        "costs 1, +20 block, 2 Wound into hand",
    ),
    ("Pummel", "costs 1, 8 damage, exhausts Pummel", "costs 1, 10 damage, exhausts Pummel+"),
    ("Rage", "Rage +3", "Rage +5"),
    ("Rampage", "costs 1, 8 damage", "costs 1, 8 damage"),
    ("Reaper", "costs 2, 4 damage, exhausts Reaper", "costs 2, 5 damage, exhausts Reaper+"),
    ("Reckless Charge", "7 damage, Dazed into draw", "10 damage, Dazed into draw"),
    ("Rupture", "costs 1, Rupture +1", "costs 1, Rupture +2"),
    ("Searing Blow", "costs 2, 12 damage", "costs 2, 16 damage"),
    (
        "Second Wind",
        "costs 1, +10 block, exhausts 2 Defend_R",
        "costs 1, +14 block, exhausts 2 Defend_R",
    ),
    ("Seeing Red", "+1 energy, exhausts Seeing Red", "+2 energy, exhausts Seeing Red+"),
    ("Sentinel", "costs 1, +5 block", "costs 1, +8 block"),
    (
        "Sever Soul",
        "costs 2, 16 damage, exhausts 2 Defend_R",
        "costs 2, 22 damage, exhausts 2 Defend_R",
    ),
    (
        "Shockwave",
        "costs 2, its Weakened +3, its Vulnerable +3, exhausts Shockwave",
        "costs 2, its Weakened +5, its Vulnerable +5, exhausts Shockwave+",
    ),
    ("Shrug It Off", "costs 1, +8 block, draws 1", "costs 1, +11 block, draws 1"),
    ("Strike_R", "costs 1, 6 damage", "costs 1, 9 damage"),
    ("Sword Boomerang", "costs 1, 9 damage", "costs 1, 12 damage"),
    ("Thunderclap", "costs 1, 4 damage, its Vulnerable +1", "costs 1, 7 damage, its Vulnerable +1"),
    ("Twin Strike", "costs 1, 10 damage", "costs 1, 14 damage"),
    (
        "Uppercut",
        "costs 2, 13 damage, its Weakened +1, its Vulnerable +1",
        "costs 2, 13 damage, its Weakened +2, its Vulnerable +2",
    ),
    ("Whirlwind", "costs 3, 15 damage", "costs 3, 24 damage"),
    ("Wild Strike", "costs 1, 12 damage, Wound into draw", "costs 1, 17 damage, Wound into draw"),
)
COLOURLESS = (
    (
        "Ghostly",
        "costs 1, IntangiblePlayer +1, exhausts Ghostly",
        "costs 1, IntangiblePlayer +1, exhausts Ghostly+",
    ),
    ("Bite", "costs 1, 7 damage", "costs 1, 8 damage"),
    ("Blind", "its Weakened +2", "its Weakened +2"),
    (
        "Dark Shackles",
        "its Strength -9, its Shackled +9, exhausts Dark Shackles",
        "its Strength -15, its Shackled +15, exhausts Dark Shackles+",
    ),
    ("Deep Breath", "draws 1", "draws 2"),
    (
        "Dramatic Entrance",
        "8 damage, exhausts Dramatic Entrance",
        "12 damage, exhausts Dramatic Entrance+",
    ),
    ("Finesse", "+2 block, draws 1", "+4 block, draws 1"),
    ("Flash of Steel", "3 damage, draws 1", "6 damage, draws 1"),
    ("Good Instincts", "+6 block", "+9 block"),
    ("HandOfGreed", "costs 2, 20 damage", "costs 2, 25 damage"),
    ("J.A.X.", "Strength +2, -3 HP", "Strength +3, -3 HP"),
    ("Magnetism", "costs 2, Magnetism +1", "costs 1, Magnetism +1"),
    (
        "Master of Strategy",
        "draws 3, exhausts Master of Strategy",
        "draws 4, exhausts Master of Strategy+",
    ),
    ("Mayhem", "costs 2, Mayhem +1", "costs 1, Mayhem +1"),
    ("Mind Blast", "costs 2, 5 damage", "costs 1, 5 damage"),
    ("Panacea", "Artifact +1, exhausts Panacea", "Artifact +2, exhausts Panacea+"),
    ("Panache", "Panache +10", "Panache +14"),
    (
        "PanicButton",
        "+30 block, NoBlockPower +2, exhausts PanicButton",
        "+40 block, NoBlockPower +2, exhausts PanicButton+",
    ),
    ("Purity", "exhausts Purity and Strike_R", "exhausts Purity+ and Strike_R"),
    (
        "RitualDagger",
        "costs 1, 15 damage, exhausts RitualDagger",
        "costs 1, 15 damage, exhausts RitualDagger+",
    ),
    ("Sadistic Nature", "Sadistic +5", "Sadistic +7"),
    ("Secret Weapon", "draws 1, exhausts Secret Weapon", "draws 1"),
    ("Swift Strike", "7 damage", "10 damage"),
    ("Thinking Ahead", "draws 2, exhausts Thinking Ahead", "draws 2"),
    ("Trip", "its Vulnerable +2", "its Vulnerable +2"),
    ("Violence", "draws 3, exhausts Violence", "draws 4, exhausts Violence+"),
)
SPECIALLY = {
    "Apotheosis", "Armaments", "Bandage Up", "Berserk", "Blood for Blood", "Body Slam", "Chrysalis",
    "Clash", "Discovery", "Enlightenment", "Entrench", "Exhume", "Forethought", "Headbutt",
    "Impatience", "Infernal Blade", "Jack Of All Trades", "Limit Break", "Madness", "Metamorphosis",
    "Secret Technique", "Spot Weakness", "The Bomb", "Transmutation", "True Grit", "Warcry",
}  # fmt: skip
"""Cards with tests of their own below."""


@pytest.mark.parametrize(("card", "plain", "upgraded"), IRONCLAD + COLOURLESS)
def test_a_card_does_what_it_says(card, plain, upgraded):
    assert effect_of(start_fight(card, *OTHER_CARDS), card) == plain
    assert effect_of(start_fight(f"{card}+1", *OTHER_CARDS), card) == upgraded


def test_every_card_is_tested():
    told = {card for card, *_ in IRONCLAD + COLOURLESS} | SPECIALLY
    printed = {
        kind
        for kind, facts in cards().items()
        if facts.colour in ("RED", "COLORLESS") and facts.type in ("ATTACK", "SKILL", "POWER")
    }
    of_others = {kind for kind in printed if cards()[kind].rarity == "SPECIAL"} - told
    assert told <= printed
    assert printed - told == of_others


# --- those that need something --------------------------------------------------------------------


def costs(match):
    return [card.turn_cost for card in match.G.battle.hand]


def test_apotheosis_upgrades_everything_everywhere():
    match = start_fight("Apotheosis", "Strike_R", "Wound", below=("Defend_R", "Doubt"))
    play(match, "Apotheosis")
    b = match.G.battle
    assert names(b.hand) == ["Strike_R+", "Wound"]
    assert names(b.draw) == ["Doubt", "Defend_R+"]
    assert (b.energy, names(b.exhaust)) == (1, ["Apotheosis"])


def test_apotheosis_upgraded_costs_one():
    assert effect_of(start_fight("Apotheosis+1"), "Apotheosis") == "costs 1, exhausts Apotheosis+"


def test_armaments_upgrades_a_card_of_ones_choice():
    match = start_fight("Armaments", "Strike_R", "Defend_R")
    assert effect_of(match, "Armaments", picks=(1,)) == "costs 1, +5 block"
    assert sorted(names(match.G.battle.hand)) == ["Defend_R+", "Strike_R"]


def test_armaments_upgraded_upgrades_the_hand():
    match = start_fight("Armaments+1", "Strike_R", "Defend_R", "Wound")
    assert effect_of(match, "Armaments") == "costs 1, +5 block"
    assert names(match.G.battle.hand) == ["Strike_R+", "Defend_R+", "Wound"]


def test_a_card_that_is_free_this_turn_stays_free_when_it_is_upgraded():
    match = start_fight("Armaments+1", "Barricade", "Entrench")
    first, second = match.G.battle.hand[1:]
    first.cost = first.turn_cost = 0
    second.turn_cost = 0
    play(match, "Armaments")
    assert costs(match) == [0, 0]
    assert [card.cost for card in match.G.battle.hand] == [2, 1]


@pytest.mark.parametrize(("card", "healed"), [("Bandage Up", 4), ("Bandage Up+1", 6)])
def test_bandage_up_heals(card, healed):
    match = start_fight(card, hp=50, max_hp=90)
    play(match, "Bandage Up")
    assert match.G.hp == 50 + healed


@pytest.mark.parametrize(("card", "vulnerable"), [("Berserk", 2), ("Berserk+1", 1)])
def test_berserk_gives_energy_from_the_next_turn_on(card, vulnerable):
    match = start_fight(card)
    assert effect_of(match, "Berserk") == f"Berserk +1, Vulnerable +{vulnerable}"
    end(match)
    assert match.G.battle.energy == 4


@pytest.mark.parametrize(("card", "damage", "cost"), [("", 18, 4), ("+1", 22, 3)])
def test_blood_for_blood_gets_cheaper_with_every_wound(card, damage, cost):
    match = start_fight("Bloodletting", f"Blood for Blood{card}")
    play(match, "Bloodletting")
    assert effect_of(match, "Blood for Blood") == f"costs {cost - 1}, {damage} damage"


def test_blood_for_blood_that_comes_later_counts_the_wounds_so_far():
    match = start_fight("Bloodletting", "Bloodletting")
    play(match, "Bloodletting")
    play(match, "Bloodletting")
    assert new_card(match.c.fight, "Blood for Blood").cost == 2


@pytest.mark.parametrize(("card", "cost"), [("Body Slam", 1), ("Body Slam+1", 0)])
def test_body_slam_hits_with_the_block(card, cost):
    match = start_fight(card)
    match.G.battle.block = 17
    told = effect_of(match, "Body Slam")
    assert told == ("costs 1, " if cost else "") + "17 damage"


@pytest.mark.parametrize(
    ("card", "kind", "count"),
    [
        ("Chrysalis", "SKILL", 3), ("Chrysalis+1", "SKILL", 5),
        ("Metamorphosis", "ATTACK", 3), ("Metamorphosis+1", "ATTACK", 5),
    ],
)  # fmt: skip
def test_chrysalis_and_metamorphosis_put_free_cards_into_the_draw_pile(card, kind, count):
    match = start_fight(card, below=())
    play(match, card.removesuffix("+1"))
    made = match.G.battle.draw
    assert len(made) == count
    assert all(cards()[one.kind].type == kind and one.cost <= 0 for one in made)


@pytest.mark.parametrize(("card", "damage"), [("Clash", 14), ("Clash+1", 18)])
def test_clash_wants_only_attacks_in_hand(card, damage):
    assert effect_of(start_fight(card, "Strike_R"), "Clash") == f"{damage} damage"
    with pytest.raises(AssertionError, match="cannot be played"):
        play(start_fight(card, "Defend_R"), "Clash")


@pytest.mark.parametrize(("card", "where"), [("Discovery", ["Discovery"]), ("Discovery+1", [])])
def test_discovery_offers_three_cards_and_the_chosen_one_is_free(card, where):
    match = start_fight(card)
    match.play(0, "play", 0, -1)
    question = match.asked[0]
    assert len({option.id for option in question.options}) == 3
    answer(match)
    (found,) = match.G.battle.hand
    assert found.turn_cost in (0, -1)
    assert names(match.G.battle.exhaust) == where


def test_enlightenment_makes_cards_cost_one_this_turn():
    match = start_fight("Enlightenment", "Bash", "Demon Form", "Anger")
    play(match, "Enlightenment")
    assert costs(match) == [1, 1, 0]
    end(match)
    assert sorted(card.cost for card in match.G.battle.discard) == [0, 0, 2, 3]


def test_enlightenment_upgraded_lasts():
    match = start_fight("Enlightenment+1", "Bash", "Demon Form")
    play(match, "Enlightenment")
    end(match)
    assert sorted(card.cost for card in match.G.battle.discard) == [0, 1, 1]


@pytest.mark.parametrize(("card", "cost"), [("Entrench", 2), ("Entrench+1", 1)])
def test_entrench_doubles_the_block(card, cost):
    match = start_fight(card)
    match.G.battle.block = 9
    assert effect_of(match, "Entrench") == f"costs {cost}, +9 block"


@pytest.mark.parametrize(("card", "cost"), [("Exhume", 1), ("Exhume+1", 0)])
def test_exhume_brings_back_anything_but_an_exhume(card, cost):
    match = start_fight(card, "Offering", "Exhume", "Seeing Red")
    play(match, "Offering")
    play(match, "Exhume")
    b = match.G.battle
    assert "Offering" in names(b.hand)
    assert [name.rstrip("+") for name in names(b.exhaust)] == ["Exhume"]
    assert b.energy == 3 + 2 - cost


def test_forethought_puts_a_card_under_the_draw_pile_free_for_once():
    match = start_fight("Forethought", "Bludgeon", "Defend_R", below=("Bash", "Bash"))
    play(match, "Forethought")
    last = match.G.battle.draw[0]
    assert (last.kind, last.free) == ("Bludgeon", True)


def test_forethought_upgraded_takes_any_number():
    match = start_fight("Forethought+1", "Bludgeon", "Defend_R", below=("Bash",))
    play(match, "Forethought", picks=(0, 1))
    assert names(match.G.battle.draw) == ["Bludgeon", "Defend_R", "Bash"]


@pytest.mark.parametrize(("card", "damage"), [("Headbutt", 9), ("Headbutt+1", 12)])
def test_headbutt_puts_a_discarded_card_on_top(card, damage):
    match = start_fight("Strike_R", "Defend_R", card)
    play(match, "Strike_R")
    play(match, "Defend_R")
    assert effect_of(match, "Headbutt", picks=(1,)) == f"costs 1, {damage} damage"
    assert match.G.battle.draw[-1].kind == "Defend_R"


@pytest.mark.parametrize(("card", "count"), [("Impatience", 2), ("Impatience+1", 3)])
def test_impatience_draws_without_attacks_in_hand(card, count):
    assert effect_of(start_fight(card, "Defend_R"), "Impatience") == f"draws {count}"
    assert effect_of(start_fight(card, "Strike_R"), "Impatience") == ""


@pytest.mark.parametrize(("card", "cost"), [("Infernal Blade", 1), ("Infernal Blade+1", 0)])
def test_infernal_blade_gives_an_attack_that_is_free_this_turn(card, cost):
    match = start_fight(card)
    play(match, "Infernal Blade")
    (made,) = match.G.battle.hand
    assert cards()[made.kind].type == "ATTACK"
    assert made.turn_cost in (0, -1)
    assert (match.G.battle.energy, len(match.G.battle.exhaust)) == (3 - cost, 1)


@pytest.mark.parametrize(("card", "count"), [("", 1), ("+1", 2)])
def test_jack_of_all_trades_gives_colourless_cards(card, count):
    match = start_fight(f"Jack Of All Trades{card}")
    play(match, "Jack Of All Trades")
    made = match.G.battle.hand
    assert [cards()[one.kind].colour for one in made] == ["COLORLESS"] * count


def test_jack_of_all_trades_gives_the_first_card_first():
    (first,) = _traded("Jack Of All Trades")
    assert _traded("Jack Of All Trades+1")[0] == first


def _traded(card):
    match = start_fight(card)
    play(match, "Jack Of All Trades")
    return names(match.G.battle.hand)


@pytest.mark.parametrize(("card", "gone"), [("Limit Break", True), ("Limit Break+1", False)])
def test_limit_break_doubles_the_strength(card, gone):
    match = start_fight("Inflame", card)
    play(match, "Inflame")
    told = effect_of(match, "Limit Break")
    assert told == "costs 1, Strength +2" + (", exhausts Limit Break" if gone else "")


@pytest.mark.parametrize(("card", "cost"), [("Madness", 1), ("Madness+1", 0)])
def test_madness_makes_a_card_free_for_the_fight(card, cost):
    match = start_fight(card, "Bludgeon")
    play(match, "Madness")
    (freed,) = match.G.battle.hand
    assert (freed.cost, freed.turn_cost, match.G.battle.energy) == (0, 0, 3 - cost)


@pytest.mark.parametrize(
    ("card", "kind", "where"),
    [
        ("Secret Technique", "Defend_R", ["Secret Technique"]),
        ("Secret Technique+1", "Defend_R", []),
        ("Secret Weapon", "Bash", ["Secret Weapon"]),
        ("Secret Weapon+1", "Bash", []),
    ],
)
def test_secret_cards_fetch_one_of_their_type(card, kind, where):
    match = start_fight(card, below=("Inflame", "Defend_R", "Bash"))
    play(match, card.removesuffix("+1"))
    assert names(match.G.battle.hand) == [kind]
    assert names(match.G.battle.exhaust) == where


@pytest.mark.parametrize(
    ("card", "kinds"),
    [
        ("Secret Technique", ["Armaments", "Defend_R", "Flex", "Warcry"]),
        ("Secret Weapon", ["Anger", "Bash", "Cleave", "Strike_R"]),
    ],
)
def test_secret_cards_do_not_tell_how_the_draw_pile_lies(card, kinds):
    others = ["Inflame", "Bloodletting", "Clash"]
    lists = []
    for order in (kinds, kinds[::-1], [*kinds[2:], *kinds[:2]]):
        match = start_fight(card, below=(*order, *others[:1]))
        match.play(0, "play", 0, -1)
        (question,) = match.asked.values()
        lists.append([option.label for option in question.options])
        answer(match, picks=(2,))
        assert names(match.G.battle.hand) == kinds[2:3]
    assert lists[0] == lists[1] == lists[2]


def test_secret_cards_need_a_card_to_fetch():
    with pytest.raises(AssertionError, match="cannot be played"):
        play(start_fight("Secret Weapon", below=("Defend_R",)), "Secret Weapon")


@pytest.mark.parametrize(("card", "strength"), [("Spot Weakness", 3), ("Spot Weakness+1", 4)])
def test_spot_weakness_wants_an_enemy_that_attacks(card, strength):
    assert effect_of(start_fight(card), "Spot Weakness") == "costs 1"
    told = effect_of(start_fight(card, against="Jaw Worm"), "Spot Weakness")
    assert told == f"costs 1, Strength +{strength}"


@pytest.mark.parametrize(("card", "damage"), [("The Bomb", 40), ("The Bomb+1", 50)])
def test_the_bomb_goes_off_at_the_end_of_the_third_turn(card, damage):
    match = start_fight(card)
    play(match, "The Bomb")
    end(match, 2)
    assert monsters_of(match)[0].hp == 300
    end(match)
    assert monsters_of(match)[0].hp == 300 - damage


@pytest.mark.parametrize(("card", "up"), [("Transmutation", 0), ("Transmutation+1", 1)])
def test_transmutation_gives_a_free_card_for_each_energy(card, up):
    match = start_fight(card)
    play(match, "Transmutation")
    b = match.G.battle
    assert b.energy == 0
    assert [(cards()[one.kind].colour, one.up) for one in b.hand] == [("COLORLESS", up)] * 3
    assert all(one.turn_cost <= 0 for one in b.hand)


def test_true_grit_exhausts_by_chance():
    match = start_fight("True Grit", "Defend_R", "Defend_R")
    assert effect_of(match, "True Grit") == "costs 1, +7 block, exhausts Defend_R"


def test_true_grit_upgraded_exhausts_what_one_likes():
    match = start_fight("True Grit+1", *OTHER_CARDS)
    told = effect_of(match, "True Grit", picks=(2,))
    assert told == "costs 1, +9 block, exhausts Defend_R"


@pytest.mark.parametrize(("card", "drawn"), [("Warcry", 1), ("Warcry+1", 2)])
def test_warcry_draws_and_puts_one_back_on_top(card, drawn):
    match = start_fight(card, "Defend_R")
    play(match, "Warcry")
    b = match.G.battle
    assert (b.draw[-1].kind, names(b.hand)) == ("Defend_R", ["Bash"] * drawn)
    assert len(b.exhaust) == 1


# --- more than is seen at first -------------------------------------------------------------------


def test_sweeps_hit_all_monsters():
    match = start_fight("Cleave", "Thunderclap", against="3 Cultists")
    assert effect_of(match, "Cleave") == "costs 1, 8 8 8 damage"
    told = effect_of(match, "Thunderclap")
    assert told == "costs 1, 4 4 4 damage, 0's Vulnerable +1, 1's Vulnerable +1, 2's Vulnerable +1"


def test_blind_and_trip_are_for_all_when_upgraded():
    match = start_fight("Blind+1", "Trip", against="3 Cultists")
    told = effect_of(match, "Blind")
    assert told == "0's Weakened +2, 1's Weakened +2, 2's Weakened +2"
    assert effect_of(match, "Trip", target=1) == "1's Vulnerable +2"


def test_reaper_heals_what_it_takes():
    match = start_fight("Reaper", against="3 Cultists", hp=50, max_hp=90)
    assert effect_of(match, "Reaper") == "costs 2, 4 4 4 damage, exhausts Reaper, +12 HP"


@pytest.mark.parametrize(("card", "more"), [("Feed", 3), ("Feed+1", 4)])
def test_feed_gives_max_hp_for_a_kill(card, more):
    match = start_fight(card, hp=50)
    monsters_of(match)[0].hp = 5
    play(match, "Feed")
    assert (match.G.hp, match.G.max_hp) == (50 + more, 50 + more)


def test_feed_does_not_count_minions():
    match = start_fight("Feed", against="Gremlin Leader", hp=50)
    monsters_of(match)[1].hp = 1
    play(match, "Feed", target=1)
    assert match.G.max_hp == 50


@pytest.mark.parametrize(("card", "gold"), [("HandOfGreed", 20), ("HandOfGreed+1", 25)])
def test_hand_of_greed_pays_for_a_kill(card, gold):
    match = start_fight(card, against="3 Cultists", gold=10)
    monsters_of(match)[0].hp = 1
    play(match, "HandOfGreed")
    assert match.G.gold == 10 + gold


@pytest.mark.parametrize(("card", "more"), [("RitualDagger", 3), ("RitualDagger+1", 5)])
def test_a_ritual_dagger_remembers_its_kills(card, more):
    match = start_fight(card, against="3 Cultists")
    for foe in monsters_of(match):
        foe.hp = 1
    play(match, "RitualDagger")
    for foe in monsters_of(match)[1:]:
        foe.hp = 0
    assert match.G.battle.exhaust[0].special == more


@pytest.mark.parametrize(("card", "more"), [("Rampage", 5), ("Rampage+1", 8)])
def test_rampage_grows(card, more):
    match = start_fight("Double Tap", card)
    play(match, "Double Tap")
    assert effect_of(match, "Rampage") == f"costs 1, {8 + 8 + more} damage, Double Tap -1"


def test_heavy_blade_counts_strength_three_or_five_times():
    match = start_fight("Inflame", "Heavy Blade")
    play(match, "Inflame")
    assert effect_of(match, "Heavy Blade") == "costs 2, 20 damage"
    match = start_fight("Inflame", "Heavy Blade+1")
    play(match, "Inflame")
    assert effect_of(match, "Heavy Blade") == "costs 2, 24 damage"


def test_dropkick_pays_for_itself_against_the_vulnerable():
    match = start_fight("Trip", "Dropkick")
    play(match, "Trip")
    assert effect_of(match, "Dropkick") == "7 damage, draws 1"


def test_searing_blow_can_be_upgraded_again_and_again():
    assert effect_of(start_fight("Searing Blow+4"), "Searing Blow") == "costs 2, 34 damage"


def test_sentinel_gives_energy_when_it_is_exhausted():
    match = start_fight("Burning Pact", "Sentinel")
    told = effect_of(match, "Burning Pact")
    assert told == "+1 energy, draws 2, exhausts Sentinel"


def test_perfected_strike_counts_itself_in_hand_but_not_on_its_way():
    match = start_fight("Perfected Strike", "Strike_R", "Twin Strike")
    assert effect_of(match, "Perfected Strike") == "costs 2, 12 damage"
    match = start_fight("Havoc", "Strike_R", "Twin Strike", below=("Perfected Strike",))
    assert effect_of(match, "Havoc") == "costs 1, 10 damage, exhausts Perfected Strike"


def test_flex_is_for_this_turn():
    match = start_fight("Flex")
    play(match, "Flex")
    end(match)
    assert "Strength" not in match.G.battle.powers


def test_dark_shackles_are_for_this_turn():
    match = start_fight("Dark Shackles", against="Jaw Worm")
    play(match, "Dark Shackles")
    before = StateChange(match)
    end(match)
    assert "-2 HP" in before.describe()  # a Chomp of 11, 9 weaker
    assert monsters_of(match)[0].powers == {}


def test_flame_barrier_damages_attackers():
    match = start_fight("Flame Barrier+1", against="Jaw Worm")
    play(match, "Flame Barrier")
    hp = monsters_of(match)[0].hp
    end(match)
    assert monsters_of(match)[0].hp == hp - 6
    assert "Flame Barrier" not in match.G.battle.powers


def test_rage_gives_block_for_every_attack_of_the_turn():
    match = start_fight("Rage", "Strike_R", "Anger")
    play(match, "Rage")
    play(match, "Strike_R")
    play(match, "Anger")
    assert match.G.battle.block == 6
    end(match)
    assert "Rage" not in match.G.battle.powers


def test_battle_trance_ends_drawing_for_the_turn():
    match = start_fight("Battle Trance", "Shrug It Off", below=("Bash",) * 9)
    play(match, "Battle Trance")
    assert effect_of(match, "Shrug It Off") == "costs 1, +8 block"
    end(match)
    assert len(match.G.battle.hand) == 5


# --- powers, turn by turn -------------------------------------------------------------------------


def after_a_turn(*hand, relics=(), **facts):
    """What happens from the end of this turn to the next, the first card of the hand being played."""
    match = start_fight(*hand, relics=relics, **facts)
    play(match, hand[0].removesuffix("+1"))
    before = StateChange(match)
    end(match)
    return before, match


def test_barricade_keeps_block():
    match = start_fight("Barricade")
    match.G.battle.block = 40
    play(match, "Barricade")
    end(match)
    assert match.G.battle.block == 40


def test_blur_wears_off_beside_a_barricade():
    match = start_fight("Blur", "Barricade", hp=999)
    match.G.battle.energy = 4
    play(match, "Blur")
    play(match, "Barricade")
    end(match)
    assert match.G.battle.powers.keys() >= {"Barricade"}
    assert "Blur" not in match.G.battle.powers


def test_brutality_draws_and_hurts():
    before, match = after_a_turn("Brutality", below=("Bash",) * 9)
    assert (len(match.G.battle.hand), match.G.hp - before.hp) == (6, -1)


def test_combust_damages_all_monsters_and_costs_hp():
    before, match = after_a_turn("Combust", against="3 Cultists")
    lost = [was.hp - now.hp for was, now in zip(before.b.monsters, monsters_of(match), strict=True)]
    assert (lost, match.G.hp - before.hp) == ([5, 5, 5], -1)


def test_a_second_combust_costs_one_more():
    match = start_fight("Combust", "Combust+1")
    play(match, "Combust")
    play(match, "Combust+")
    before = StateChange(match)
    end(match)
    assert "12 damage" in before.describe()
    assert "-2 HP" in before.describe()


def test_demon_form_and_metallicize():
    before, match = after_a_turn("Demon Form+1")
    assert match.G.battle.powers["Strength"] == 3
    before, match = after_a_turn("Metallicize", against="Jaw Worm")
    assert match.G.hp - before.hp == -(11 - 3)


def test_evolve_draws_for_a_status():
    match = start_fight("Evolve+1", "Shrug It Off", below=("Wound", "Bash", "Bash", "Bash"))
    play(match, "Evolve")
    assert effect_of(match, "Shrug It Off") == "costs 1, +8 block, draws 3"


def test_fire_breathing_burns_for_a_status_or_a_curse():
    match = start_fight("Fire Breathing", "Battle Trance", below=("Wound", "Doubt", "Bash"))
    play(match, "Fire Breathing")
    assert effect_of(match, "Battle Trance") == "12 damage, No Draw +1, draws 3"


def test_dark_embrace_and_feel_no_pain_react_to_exhaust():
    match = start_fight("Dark Embrace+1", "Feel No Pain", "Seeing Red", "Impervious")
    play(match, "Dark Embrace")
    play(match, "Feel No Pain")
    told = effect_of(match, "Seeing Red")
    assert told == "+1 energy, +3 block, draws 1, exhausts Seeing Red"


def test_juggernaut_deals_damage_for_block():
    match = start_fight("Juggernaut", "Defend_R")
    play(match, "Juggernaut")
    assert effect_of(match, "Defend_R") == "costs 1, 5 damage, +5 block"


def test_corruption_makes_skills_free_and_exhausts_them():
    match = start_fight("Corruption+1", "Impervious", "Defend_R", "Strike_R", below=("Entrench",))
    play(match, "Corruption")
    told = effect_of(match, "Impervious")
    assert told == "+30 block, exhausts Impervious"
    assert effect_of(match, "Defend_R") == "+5 block, exhausts Defend_R"
    end(match)
    assert [card.turn_cost for card in match.G.battle.hand if card.kind == "Entrench"] == [0]


def test_magnetism_gives_a_colourless_card_each_turn():
    _, match = after_a_turn("Magnetism+1", below=())
    made = match.G.battle.hand[0]
    assert cards()[made.kind].colour == "COLORLESS"


def test_mayhem_plays_the_card_that_lies_on_top_when_the_hand_is_drawn():
    before, match = after_a_turn("Mayhem+1", below=("Bash",) * 5 + ("Bludgeon",))
    assert "24 damage" in before.describe()  # 32, by somebody who is weak by then
    assert names(match.G.battle.hand) == ["Bash"] * 5


def test_panache_counts_to_five_within_a_turn():
    match = start_fight("Panache+1", *["Anger"] * 6)
    play(match, "Panache")
    for _ in range(4):
        play(match, "Anger")
    assert effect_of(match, "Anger") == "20 damage, Anger into discard"


def test_sadistic_nature_deals_damage_for_every_debuff():
    match = start_fight("Sadistic Nature", "Shockwave")
    play(match, "Sadistic Nature")
    assert "10 damage" in effect_of(match, "Shockwave")


@pytest.mark.parametrize("how", ["Hemokinesis", "Combust", "Brutality", "Pain"])
def test_rupture_reacts_to_hp_lost_by_own_effects(how):
    match = start_fight("Rupture", how, "Strike_R")
    play(match, "Rupture")
    if how != "Pain":
        play(match, how)
    play(match, "Strike_R")
    end(match)
    assert match.G.battle.powers["Strength"] == 1


def test_rupture_ignores_damage_by_monsters():
    _, match = after_a_turn("Rupture", against="Jaw Worm")
    assert "Strength" not in match.G.battle.powers


# --- together ------------------------------------------------------------------------------------


def test_double_tap_repeats_a_card_that_asks():
    match = start_fight("Double Tap", "Headbutt", "Defend_R", "Anger", below=())
    play(match, "Anger")
    play(match, "Double Tap")
    play(match, "Headbutt")
    b = match.G.battle
    assert monsters_of(match)[0].hp == 300 - 6 - 9 - 9
    assert len(b.draw) == 2


def test_double_tap_spends_the_energy_of_x_only_once():
    match = start_fight("Double Tap", "Whirlwind")
    play(match, "Double Tap")
    assert effect_of(match, "Whirlwind") == "costs 2, 20 damage, Double Tap -1"


def test_a_repeated_card_does_nothing_when_its_target_is_dead():
    match = start_fight("Double Tap", "Bludgeon", against="3 Cultists")
    monsters_of(match)[0].hp = 1
    match.G.battle.energy = 4
    play(match, "Double Tap")
    play(match, "Bludgeon")
    assert [foe.hp for foe in monsters_of(match)[1:]] == [
        foe.max_hp for foe in monsters_of(match)[1:]
    ]


def test_normality_allows_no_fourth_card_not_even_one_that_plays_itself():
    match = start_fight("Double Tap", "Anger", "Anger", "Normality")
    play(match, "Anger")
    play(match, "Double Tap")
    assert effect_of(match, "Anger") == "6 damage, Double Tap -1, Anger into discard"
    with pytest.raises(StopIteration):
        play(match, "Anger")


def test_a_void_takes_energy_after_what_is_already_on_its_way():
    match = start_fight("Shrug It Off", "Void", below=(), relics=["Sundial"])
    b = match.G.battle
    b.discard.append(b.hand.pop())
    b.energy, match.G.relics[0].counter = 1, 2
    play(match, "Shrug It Off")  # shuffles for the third time: 2 energy
    assert (names(b.hand), b.energy) == (["Void"], 1)


def test_havoc_exhausts_what_cannot_be_played():
    match = start_fight("Havoc", below=("Wound",))
    assert effect_of(match, "Havoc") == "costs 1, exhausts Wound"


def test_havoc_shuffles_when_there_is_nothing_to_play():
    match = start_fight("Anger", "Havoc", below=(), relics=["Sundial"])
    play(match, "Anger")
    shuffled = match.G.relics[0].counter
    play(match, "Havoc")
    assert match.G.relics[0].counter == shuffled + 1


def test_a_void_takes_no_more_energy_than_there_is():
    match = start_fight("Offering", "Battle Trance", below=("Void", "Void", "Void"))
    match.G.battle.energy = 1
    play(match, "Battle Trance")
    assert match.G.battle.energy == 0


def test_anger_copies_what_it_costs():
    match = start_fight("Anger")
    card = match.G.battle.hand[0]
    card.cost = card.turn_cost = 2
    play(match, "Anger")
    assert [one.cost for one in match.G.battle.discard] == [2, 2]


def test_sever_soul_exhausts_before_it_strikes():
    match = start_fight("Sever Soul", "Defend_R", relics=["Charon's Ashes"])
    monsters_of(match)[0].hp = 18
    play(match, "Sever Soul")
    assert match.G.battle is None


def test_dual_wield_has_no_room_in_a_full_hand():
    match = start_fight("Dual Wield+1", "Strike_R", *["Defend_R"] * 8)
    play(match, "Dual Wield")
    b = match.G.battle
    assert len(b.hand) == 10
    assert names(b.discard) == ["Strike_R", "Dual Wield+"]


# --- curses and statuses --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("burden", "told"),
    [
        ("Burn", "-2 HP"),
        ("Burn+1", "-4 HP"),
        ("Decay", "-2 HP"),
        ("Regret", "-3 HP"),
        ("Doubt", "Weakened +1"),
        ("Shame", "Frail +1"),
    ],
)
def test_curses_and_statuses_act_at_the_end_of_a_turn(burden, told):
    match = start_fight(burden, "Defend_R", "Defend_R", against="Cultist", below=("Strike_R",) * 8)
    before = StateChange(match)
    end(match)
    assert told in before.describe()


@pytest.mark.parametrize("burden", ["Dazed", "Void", "Clumsy", "AscendersBane"])
def test_ethereal_curses_and_statuses_are_exhausted(burden):
    match = start_fight(burden, "Strike_R")
    end(match)
    assert names(match.G.battle.exhaust) == [burden]


@pytest.mark.parametrize("burden", ["Wound", "Dazed", "Burn", "Injury", "Writhe", "Parasite"])
def test_curses_and_statuses_cannot_be_played(burden):
    with pytest.raises(AssertionError, match="cannot be played"):
        play(start_fight(burden), burden)


def test_slimed_costs_one_to_be_rid_of():
    assert effect_of(start_fight("Slimed"), "Slimed") == "costs 1, exhausts Slimed"


@pytest.mark.parametrize("card", ["Writhe", "Brutality+1", "Dramatic Entrance", "Mind Blast"])
def test_innate_cards_are_in_the_first_hand(card):
    match = start_fight(card, below=["Strike_R"] * 20, dealt=True)
    assert card.replace("+1", "+") in names(match.G.battle.hand)
    assert len(match.G.battle.hand) == 5


def test_a_necronomicurse_comes_back():
    match = start_fight("Burning Pact", "Necronomicurse")
    assert "Necronomicurse into hand" in effect_of(match, "Burning Pact")


def test_pain_hurts_for_every_other_card():
    match = start_fight("Pain", "Pain", "Strike_R")
    assert effect_of(match, "Strike_R") == "costs 1, 6 damage, -2 HP"


# --- rules that the recordings have differently --------------------------------------------------


def test_a_second_corruption_changes_nothing():
    match = start_fight("Corruption+1", "Corruption+1", "Defend_R")
    match.G.battle.energy = 4
    play(match, "Corruption")
    skill = match.G.battle.hand[-1]
    skill.cost = skill.turn_cost = 1  # as if something had made it dearer since
    assert effect_of(match, "Corruption") == "costs 2"
    assert (skill.cost, skill.turn_cost) == (1, 1)


def test_pride_starts_in_the_hand():
    match = start_fight(below=("Strike_R",) * 9 + ("Pride",), dealt=True)
    assert "Pride" in names(match.G.battle.hand)


def test_pride_puts_a_copy_on_the_draw_pile_at_the_end_of_the_turn():
    match = start_fight("Pride", below=("Strike_R",) * 9)
    end(match)
    b = match.G.battle
    assert names(b.hand).count("Pride") == 1  # the copy was drawn
    assert names(b.discard) == ["Pride"]
