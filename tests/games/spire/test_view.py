"""What the player sees: text, zones and labels, and what stays hidden."""

from __future__ import annotations

import json

import pytest

from turnwright.agents import RandomAgent, determinise
from turnwright.core.runtime.rng import Stream
from turnwright.games.spire.card_text import text_of
from turnwright.games.spire.game import game
from turnwright.games.spire.library import cards
from turnwright.games.spire.single_fight import fight
from turnwright.games.spire.view import cards_of_move, describe, zones_view
from turnwright.testing import conformance


def scene(**facts):
    given = {"floor": 7, "hp": 60, "max_hp": 80, "gold": 200, **facts}
    return game.start(1, options={"scene": given})


def seen(match):
    return json.dumps(match.view(0))


def labels(match):
    return [option.label for option in match.prompt(0).options]


def ids(match, zone):
    return [card["id"] for card in zones_view(match.c, 0)[f"{zone}:0"]["cards"]]


def test_the_game_passes_the_conformance_tests():
    conformance(game, range(2), limit=300)


# --- reading -------------------------------------------------------------------------------------


def test_a_fight_as_text():
    match = fight("2 Louse", deck="5 Strike, 5 Defend, Bash+", relics="Vajra", hp=50, seed=3)
    text = describe(match.c, 0)
    assert "Ironclad · ascension 0 · act 1, floor 1 · 50/80 HP" in text
    assert "Relics   Vajra" in text
    assert "Louse 1: " in text
    assert "Louse 2: " in text
    assert "intends: attack " in text
    assert "You: 3 energy, 0 block  (Strength 1)" in text
    assert "  Strike, costs 1: Deal 6 damage." in text


def test_the_map_as_text_shows_the_position():
    match = game.start(1)
    match.play(0, "event", 0)
    while match.G.screen != "MAP":
        match.apply(match.prompt(0).default())
    assert "\n14 " in describe(match.c, 0)
    assert "M monster, E elite" in describe(match.c, 0)
    assert all(" in column " in label for label in labels(match))


def test_every_option_of_a_fight_has_a_label_of_its_own():
    match = fight("2 Louse", deck="10 Strike, 2 Warcry", hp=50, seed=3)
    labels = [option.label for option in match.prompts[0].options]
    assert len(set(labels)) == len(labels)
    assert {"Strike on Louse 1", "Strike (2) on Louse 2"} <= set(labels)


def test_the_hand_and_the_menu_name_equal_cards_alike():
    match = fight("Cultist", deck="10 Strike", hp=50, seed=3)
    hand = describe(match.c, 0).partition("Hand:\n")[2].splitlines()
    shown = [line.strip().partition(",")[0] for line in hand]
    assert shown == ["Strike", *(f"Strike ({number})" for number in range(2, 6))]
    assert [f"{name} on Cultist" for name in shown] == labels(match)[:5]


@pytest.mark.parametrize("character", ["IRONCLAD", "THE_SILENT", "DEFECT", "WATCHER"])
@pytest.mark.parametrize("fights", ["fought", "won"])
def test_the_options_of_every_menu_have_distinct_labels(character, fights):
    """Two rewards, goods or potions of one name, equal cards on a grid and nodes of the map."""
    for seed in range(12):
        match = game.start(seed, options={"class": character, "fights": fights}, record=False)
        agent = RandomAgent(f"menu {seed}")
        while match.result is None:
            prompt = match.prompts[0]
            more = [option for option in match.legal(0) if option not in prompt.options]
            shown = [option.label for option in (*prompt.options, *more)]
            assert len(set(shown)) == len(shown), (seed, match.G.screen, shown)
            match.apply(agent.decide(prompt, match))


def test_equal_potions_are_told_apart_wherever_they_are_named():
    match = fight("Cultist", potions="fire potion, fire potion", seed=3)
    assert {"Throw Fire Potion at Cultist", "Throw Fire Potion (2) at Cultist"} <= set(
        labels(match)
    )
    match = scene(event="Big Fish", potions=["Fire Potion", "Fire Potion"])
    assert {"Discard Fire Potion", "Discard Fire Potion (2)"} <= set(labels(match))


def test_the_cards_of_a_reward_and_a_shop_say_what_they_do():
    for seed in range(40):
        match = game.start(seed, options={"fights": "won"}, record=False)
        agent = RandomAgent(seed)
        while match.result is None and match.G.screen != "SHOP":
            if match.G.screen == "REWARDS" and match.G.rewards.cards:
                first = match.G.rewards.cards[0][0]
                assert text_of(first.kind, first.up) in describe(match.c, 0)
            match.apply(agent.decide(match.prompts[0], match))
        if match.result is None:
            break
    sold = match.G.shop.cards[0]
    assert text_of(sold.kind, sold.up) in describe(match.c, 0)


def test_an_event_has_its_text_and_the_menu_its_choices():
    match = scene(event="Big Fish")
    assert "Big Fish\nA banana, a donut and a box" in describe(match.c, 0)
    assert labels(match)[0] == "Banana: heal 26 HP"


def test_an_event_says_what_is_not_possible_now():
    match = scene(event="The Cleric", gold=40)
    shut = "Not possible now: Purify: lose 50 gold, remove a card. This costs 50 gold; you have 40."
    assert f"\n  {shut}" in describe(match.c, 0)
    assert not any(label.startswith("Purify") for label in labels(match))


def test_enemies_of_one_name_are_numbered_alike_in_the_text_and_in_the_menu():
    """A red and a green louse are two kinds of monsters with one name."""
    for seed in range(20):
        match = fight("2 Louse", hp=50, seed=seed)
        text = describe(match.c, 0)
        assert "\nLouse 1: " in text
        assert "\nLouse 2: " in text
        assert any(label.endswith(" on Louse 2") for label in labels(match))


def test_offered_cards_have_their_printed_cost_and_goods_their_price():
    match = game.start(3, options={"fights": "won"})
    agent = RandomAgent(3)
    while match.G.screen != "REWARDS" or not match.G.rewards.cards:
        match.apply(agent.decide(match.prompts[0], match))
    first = match.G.rewards.cards[0][0]
    cost = cards()[first.kind].cost[0]
    word = {-1: "costs X", -2: "unplayable"}.get(cost, f"costs {cost}")
    assert f"\n  {cards()[first.kind].name}, {word}: " in describe(match.c, 0)


@pytest.mark.parametrize(
    ("kind", "up", "text"),
    [
        ("Bash", 0, "Deal 8 damage. Inflict 2 Vulnerable."),
        ("Bash", 1, "Deal 10 damage. Inflict 3 Vulnerable."),
        ("Trip", 1, "Inflict 2 Vulnerable on all enemies."),
        ("Limit Break", 0, "Double your Strength. Exhausts."),
        ("Limit Break", 1, "Double your Strength."),
        ("Ghostly", 0, "Gain 1 Intangible. Ethereal. Exhausts."),
    ],
)
def test_the_text_of_a_card_depends_on_upgrades(kind, up, text):
    assert text_of(kind, up) == text


def test_cards_to_choose_are_labelled_with_their_text():
    match = scene(event="Upgrade Shrine", deck=["Bash", "Strike_R"])
    match.play(0, "event", 0)
    assert labels(match) == [
        "Bash+: Deal 10 damage. Inflict 3 Vulnerable.",
        "Strike+: Deal 9 damage.",
    ]


# --- lying there ---------------------------------------------------------------------------------


def test_zones_hold_cards_and_enemies_and_moves_refer_to_them():
    match = fight("Jaw Worm", potions="Fire Potion", seed=3)
    b = match.G.battle
    assert ids(match, "hand") == [f"c{card.uid}" for card in b.hand]
    assert ids(match, "monsters") == ["m0"]
    assert cards_of_move(match.c, "play", (0, 0)) == [f"c{b.hand[0].uid}", "m0"]
    assert cards_of_move(match.c, "potion_use", (0, 0)) == ["p0", "m0"]
    assert cards_of_move(match.c, "end", ()) == []


def test_an_enemy_shows_its_state_and_intent():
    match = fight("Jaw Worm", seed=3)
    (worm,) = zones_view(match.c, 0)["monsters:0"]["cards"]
    monster = match.G.battle.monsters[0]
    assert (worm["name"], worm["hp"], worm["attack"]) == ("Jaw Worm", monster.hp, 11)
    assert worm["intends"] == "attack 11"


@pytest.mark.parametrize("room", ["SHOP", "REWARDS", "BOSS_RELIC"])
def test_items_on_offer_have_the_ids_of_their_moves(room):
    if room == "SHOP":
        match = scene(room="SHOP", gold=999)
    elif room == "REWARDS":
        match = scene(event="Lab")
    else:
        match = scene(act=1, room="BOSS", encounter="Jaw Worm")
        match.G.battle.monsters[0].hp = 1
        while match.G.screen != "BOSS_RELIC":
            prompt = match.prompt(0)
            strikes = [o for o in prompt.options if o.label.startswith("Strike")]
            skips = [o for o in prompt.options if o.label == "Leave the rest"]
            match.apply(prompt.answer((strikes + skips + [prompt.options[-1]])[0]))
    there = ids(match, "offer")
    moves = match.prompt(0).moves()
    touched = [one for name, args in moves for one in cards_of_move(match.c, name, args)]
    assert len(there) >= 3
    assert set(there) <= set(touched)


def test_outside_of_fights_there_are_no_empty_zones():
    assert set(zones_view(scene(event="Big Fish").c, 0)) == {"deck:0"}


# --- not told ------------------------------------------------------------------------------------


def test_the_order_of_the_draw_pile_is_hidden_without_a_frozen_eye():
    for relics, is_known in (("", False), ("Frozen Eye", True)):
        match = fight("Cultist", deck="5 Strike, 4 Defend, Bash", relics=relics, seed=3)
        before = seen(match), describe(match.c, 0)
        match.G.battle.draw.reverse()
        assert (before != (seen(match), describe(match.c, 0))) is is_known


def test_a_runic_dome_hides_what_enemies_intend():
    match = fight("Jaw Worm", relics="Runic Dome", seed=3)
    before = seen(match), describe(match.c, 0)
    assert "intends: ?" in before[1]
    match.G.battle.monsters[0].move = "BELLOW"
    assert (seen(match), describe(match.c, 0)) == before


def test_a_view_contains_nothing_of_the_future():
    """Seed, streams, pools and lists may be anything: the view stays the same to the byte."""
    match, agent = game.start("secrets"), RandomAgent(4)
    for number in range(150):
        if match.result is not None:
            break
        if not match.asked:
            world = determinise(match, 0, Stream.named(number, "worlds"))
            assert world.G.seed != match.G.seed
            assert world.G.streams.shuffle.s0 != match.G.streams.shuffle.s0
            assert seen(world) == seen(match)
        match.apply(agent.decide(match.prompt(0), match))


def test_a_sampled_state_can_be_played():
    match = fight("3 Sentries", relics="Runic Dome", seed=3)
    for number in range(5):
        match.apply(match.prompt(0).default())
        world = determinise(match, 0, Stream.named(number, "worlds"))
        for _ in range(10):
            if world.result is None:
                world.apply(world.prompt(0).default())
    assert match.G.battle.turn == 5


# --- no way back ---------------------------------------------------------------------------------


def test_moves_cannot_be_undone():
    match = fight("Jaw Worm", seed=3)
    match.play(0, "end")
    assert match.undo().code == "undo_barrier"


def test_smithing_can_be_cancelled_before_a_card_is_chosen():
    match = scene(room="REST")
    match.play(0, "rest", "smith")
    assert match.cancel(0) is None
    match.play(0, "rest", "rest")
    assert match.G.hp == 80


def test_a_drawn_card_cannot_be_undone():
    match = fight("Jaw Worm", deck="5 Warcry, 10 Strike", seed=3)
    place = [card.kind for card in match.G.battle.hand].index("Warcry")
    match.play(0, "play", place, -1)
    assert match.asked
    assert match.cancel(0).code == "committed"
