"""What the bots decide outside of fights: paths, rewards, shops, rest sites, events, Neow."""

from __future__ import annotations

import pytest

from turnwright.games.spire.agents import RuleBot
from turnwright.games.spire.bots.bot_view import BotView
from turnwright.games.spire.bots.card_values import (
    PARTNERS,
    TABLES,
    card_value,
    deck_gain,
    ratings,
    roles_of,
    upgrade_value,
)
from turnwright.games.spire.bots.event_choice import BONUSES, DRAWBACKS, EVENTS
from turnwright.games.spire.bots.path_choice import PathValues, expected_losses, rest_below
from turnwright.games.spire.bots.relic_values import BOSS_RELICS, POTIONS, RELICS
from turnwright.games.spire.game import game
from turnwright.games.spire.library import COLOURS, cards, potions, relics
from turnwright.games.spire.run import map as maps
from turnwright.games.spire.run import neow
from turnwright.games.spire.run.events import EVENTS as GAME_EVENTS
from turnwright.games.spire.run.map import ActMap, MapNode
from turnwright.games.spire.state import NO_POTION, Card, Rewards, Shop

STARTER = ["Strike_R"] * 5 + ["Defend_R"] * 4 + ["Bash"]


def scene(**facts):
    given = {"floor": 7, "hp": 60, "max_hp": 80, "gold": 200, "deck": STARTER, **facts}
    return game.start(1, options={"scene": given})


def decision(match):
    """What the bot would do now, in words."""
    prompt = match.prompt(0)
    answer = RuleBot().decide(prompt, match)
    assert match.clone().submit(answer) is None
    if answer.picks is not None:
        return [option.label for option in prompt.options if option.id in answer.picks]
    (label,) = [o.label for o in prompt.options if (o.move, o.args) == (answer.move, answer.args)]
    return label


def rewarded(deck=STARTER, **rewards):
    """The player looks at rewards."""
    match = game.start(1)
    match.G.memory["offers"] = [["THREE_CARDS", "NONE"]]
    match.play(0, "event", 0)
    match.G.deck = [Card(kind) for kind in deck]
    match.G.rewards = Rewards(**rewards)
    return match


def offered(*kinds, **facts):
    """The player looks at a card reward."""
    return rewarded(cards=[[Card(kind) for kind in kinds]], **facts)


# --- the tables ----------------------------------------------------------------------------------


def test_every_card_that_a_character_can_find_has_a_rating():
    findable = {
        card.id
        for card in cards().values()
        if card.colour in (*COLOURS.values(), "COLORLESS")
        and card.rarity in ("BASIC", "COMMON", "UNCOMMON", "RARE")
        and card.type in ("ATTACK", "SKILL", "POWER")
    }
    assert findable <= set(ratings())
    assert len(TABLES) == 5


def test_tables_name_only_what_exists():
    assert set(ratings()) <= set(cards())
    assert {*RELICS, *BOSS_RELICS} <= set(relics())
    assert set(POTIONS) == set(potions())
    assert set(EVENTS) <= set(GAME_EVENTS)
    assert {*BONUSES, *DRAWBACKS} <= set(neow.TEXTS)
    roles = {role for rated in ratings().values() for role in rated.roles}
    assert {*PARTNERS, *PARTNERS.values()} <= roles


# --- cards ---------------------------------------------------------------------------------------


def test_a_strong_card_is_taken_and_a_weak_offer_is_skipped():
    assert decision(offered("Immolate", "Clash", "Warcry")) == "Take Immolate"
    assert decision(offered("Clash", "Warcry", "Searing Blow")) == "Leave the rest"


def test_a_fourth_copy_is_worth_less_than_the_first():
    few, many = [Card(kind) for kind in STARTER], [Card("Twin Strike") for _ in range(3)]
    assert deck_gain(Card("Twin Strike"), few) > deck_gain(Card("Twin Strike"), few + many) + 20
    assert (
        decision(offered("Twin Strike", deck=[*STARTER, *["Twin Strike"] * 3])) == "Leave the rest"
    )


def test_a_deck_gains_most_by_what_it_lacks():
    hits = [Card(kind) for kind in [*STARTER, *["Carnage", "Uppercut", "Hemokinesis"] * 2]]
    blocks = [Card(kind) for kind in [*STARTER, *["Flame Barrier", "Ghostly Armor"] * 3]]
    assert deck_gain(Card("Shrug It Off"), hits) > deck_gain(Card("Shrug It Off"), blocks)
    assert deck_gain(Card("Carnage"), blocks) > deck_gain(Card("Carnage"), hits)


def test_cards_that_work_together_gain_value():
    plain = [Card(kind) for kind in STARTER]
    strong = [*plain, Card("Inflame"), Card("Spot Weakness")]
    assert deck_gain(Card("Heavy Blade"), strong) > deck_gain(Card("Heavy Blade"), plain)
    poison = [*plain, Card("Deadly Poison"), Card("Noxious Fumes")]
    assert deck_gain(Card("Catalyst"), poison) > deck_gain(Card("Catalyst"), plain)
    assert roles_of(poison)["poison"] == 2


def test_a_large_deck_takes_only_very_good_cards():
    large = [*STARTER, *["Shrug It Off", "Cleave", "Uppercut", "Inflame", "Flame Barrier"] * 5]
    assert decision(offered("Iron Wave", "Headbutt", deck=large)) == "Leave the rest"
    assert decision(offered("Iron Wave", "Offering", deck=large)) == "Take Offering"


def test_curses_are_worse_than_strikes_and_upgrades_help():
    assert card_value(Card("Regret")) < card_value(Card("Strike_R")) < card_value(Card("Bash"))
    assert card_value(Card("Bash", 1)) > card_value(Card("Bash"))
    assert upgrade_value(Card("Bash")) > upgrade_value(Card("Strike_R"))


# --- removing and upgrading ----------------------------------------------------------------------


def test_the_shop_removes_a_curse_before_anything_else():
    match = scene(room="SHOP", deck=[*STARTER, "Pain"], gold=90)
    assert decision(match).startswith("Remove a card")


def test_the_shop_sells_a_great_card_and_not_a_poor_one():
    match = scene(room="SHOP", gold=100)
    stock = Shop(
        cards=[Card("Clash"), Card("Immolate")],
        relics=[],
        potions=[],
        prices={"card": [50, 90], "relic": [], "potion": []},
        remove_cost=-1,
    )
    match.G.shop = stock
    assert decision(match) == "Buy Immolate for 90"
    stock.cards[1] = Card("Warcry")
    assert decision(match) == "Leave"


# --- rest sites ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hp", "row", "does"),
    [(30, 8, "Rest"), (75, 8, "Smith"), (55, 14, "Rest"), (78, 14, "Smith")],
)
def test_the_bot_rests_when_low_and_sooner_before_the_boss(hp, row, does):
    assert decision(scene(room="REST", hp=hp, y=row)).startswith(does)


def test_without_good_upgrades_the_bot_rests_rather_than_smiths():
    match = scene(room="REST", hp=60, deck=["Strike_R"] * 5)
    assert decision(match).startswith("Rest")


# --- paths ---------------------------------------------------------------------------------------


def little_map(*columns):
    """A map of separate columns, from the bottom up. All lead to the boss."""
    height = len(columns[0])
    rows = [
        [
            MapNode(x, y, column[y], [x] if y < height - 1 else [maps.BOSS_X])
            for x, column in enumerate(columns)
        ]
        for y in range(height)
    ]
    return ActMap(rows)


def prefers(columns, hp, caution=1.0, ascension=0, **facts):
    match = scene(hp=hp, room="REST", **facts)
    match.G.ascension = ascension
    match.G.map, match.G.y = little_map(*columns), -1
    view = BotView(match.prompt(0), match, caution)
    values = PathValues(view, match.G.map)
    best = max(range(len(columns)), key=lambda x: values.value(x, 0, view.health))
    return columns[best]


def test_the_bot_avoids_elites_at_low_hp_and_meets_them_when_healthy():
    assert prefers(("EMR", "MMR"), hp=10) == "MMR"
    assert prefers(("MMMER", "MMMMR"), hp=80) == "MMMER"


def test_the_bot_meets_fewer_elites_at_high_ascension():
    ways = ("MRER", "MRMR")
    assert prefers(ways, hp=80) == "MRER"
    assert prefers(ways, hp=80, ascension=20) == "MRMR"


def test_the_bot_rests_sooner_at_high_ascension_above_all_before_a_boss():
    match = scene(hp=64, max_hp=80, room="REST")
    view = BotView(match.prompt(0), match, 0.7)
    at_a0 = rest_below(view), rest_below(view, is_before_boss=True)
    match.G.ascension = 20
    at_a20 = rest_below(view), rest_below(view, is_before_boss=True)
    assert at_a0[0] < at_a20[0] < 0.8  # on the way it still upgrades a card with these HP
    assert at_a0[1] < 0.8 < at_a20[1]


def test_a_bot_that_fights_better_meets_elites_sooner():
    ways = ("MEM", "MMM")
    assert prefers(ways, hp=30) == "MMM"
    assert prefers(ways, hp=30, caution=0.2) == "MEM"


def test_elites_cost_more_with_a_weak_deck_at_high_ascension_and_without_burning_blood():
    def losses(**facts):
        match = scene(room="REST", **facts)
        match.G.ascension = facts.get("ascension", 0)
        return expected_losses(BotView(match.prompt(0), match))[maps.ELITE]

    usual = losses(relics=["Burning Blood"])
    good = ["Immolate", "Uppercut", "Carnage", "Shrug It Off"]
    assert losses(relics=["Burning Blood"], deck=[*STARTER, *good]) < usual
    assert losses(relics=["Burning Blood"], ascension=20) > usual
    assert losses(relics=["Vajra"]) > usual


def test_the_bot_looks_for_a_rest_site_when_hurt():
    assert prefers(("MRM", "MMM"), hp=25) == "MRM"


def test_the_bot_visits_shops_with_gold():
    assert prefers(("M$R", "MMR"), hp=70, gold=400) == "M$R"
    assert prefers(("M$R", "M?R"), hp=70, gold=0) == "M?R"


# --- relics and potions --------------------------------------------------------------------------


def test_energy_comes_first_among_boss_relics():
    match = game.start(1, options={"fights": "won", "scene": {"floor": 15, "room": "BOSS"}})
    match.play(0, "reward", "skip")
    match.G.boss_relics = ["Black Star", "Fusion Hammer", "Tiny House"]
    assert decision(match) == "Take Fusion Hammer"


def test_a_poor_potion_makes_room_for_a_better_one():
    held = ["ElixirPotion", "Fire Potion", "Block Potion"]
    match = rewarded(potions=["FairyPotion"])
    match.G.potions = held
    assert decision(match) == "Discard Elixir"
    match.play(0, "potion_discard", 0)
    assert decision(match) == "Take Fairy in a Bottle"


def test_fruit_juice_is_drunk_at_once():
    match = scene(room="REST", potions=["Fruit Juice", NO_POTION, NO_POTION])
    assert decision(match) == "Use Fruit Juice"


# --- events --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "hp", "choice"),
    [
        ("Big Fish", 20, "Banana"),
        ("Big Fish", 70, "Donut"),
        ("Shining Light", 75, "Enter"),
        ("Shining Light", 30, "Leave"),
        ("Masked Bandits", 40, "Pay"),
        ("The Moai Head", 20, "Jump"),
        ("FaceTrader", 30, "Leave"),
        ("The Cleric", 30, "Heal"),
        ("The Cleric", 79, "Purify"),
    ],
)
def test_events_are_answered_by_hp(event, hp, choice):
    assert decision(scene(event=event, hp=hp)).startswith(choice)


@pytest.mark.parametrize(("ascension", "choice"), [(0, "Open"), (20, "Leave")])
def test_no_hard_fight_is_taken_on_freely_at_high_ascension(ascension, choice):
    match = scene(event="Mysterious Sphere", hp=80, max_hp=80)
    match.G.ascension = ascension
    assert decision(match).startswith(choice)


def test_falling_takes_the_card_that_is_worth_least():
    match = scene(event="Falling", deck=["Strike_R", "Impervious", "Demon Form"])
    assert decision(match) == "Strike: lose Strike"


def test_neow_gives_a_rare_relic_rather_than_potions():
    match = game.start(1)
    match.G.memory["offers"] = [["THREE_SMALL_POTIONS", "NONE"], ["ONE_RARE_RELIC", "NO_GOLD"]]
    assert "rare relic" in decision(match)
