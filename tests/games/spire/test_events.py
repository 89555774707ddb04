"""Events whose rules the recordings do not cover."""

from __future__ import annotations

import pytest

import turnwright as tw
from turnwright.games.spire import library
from turnwright.games.spire.game import game
from turnwright.games.spire.run.events import EVENTS, choices
from turnwright.games.spire.run.events.event_definition import why_shut
from turnwright.games.spire.state import Card

DECK = ["Strike_R"] * 5 + ["Defend_R"] * 4 + ["Bash", "Inflame"]


def happening(event, ascension=0, act=1, **scene):
    """A run in which this event has just begun."""
    facts = {"event": event, "act": act, "floor": 20, "hp": 60, "max_hp": 80, "gold": 300, "deck": DECK,
             "relics": [], **scene}  # fmt: skip
    return game.start(options={"seed": "WRC", "ascension": ascension, "scene": facts})


def choose(match, number):
    match.play(0, "event", number)


@pytest.mark.parametrize(("ascension", "gold"), [(0, 50), (12, 50), (13, 25), (20, 25)])
def test_the_bosses_of_a_blooming_mind_pay_less_from_ascension_13_on(ascension, gold):
    match = happening("MindBloom", ascension, act=3)
    choose(match, 0)
    assert match.G.memory["prize"]["gold"] == gold


def test_a_bottle_does_not_fall():
    match = happening("Falling", act=3, bottled=[10])
    labels = [choice.label for choice in choices(match.c)]
    assert labels[1] == "Channel"  # the only power is in a bottle
    assert not choices(match.c)[1].is_open


def test_torii_does_not_help_against_ooze():
    match = happening("Scrap Ooze", relics=["Torii"])
    choose(match, 0)
    assert match.G.hp == 57


def test_a_tungsten_rod_does():
    match = happening("Scrap Ooze", relics=["TungstenRod"])
    choose(match, 0)
    assert match.G.hp == 58


def sweep_away(match):
    """Win the fight at once."""
    b = match.G.battle
    for foe in b.monsters:
        foe.hp = 1
    b.hand[:] = [Card("Cleave", uid=99, cost=1, turn_cost=1)]
    match.play(0, "play", 0, -1)


def test_the_colosseum_fights_twice_and_pays_once():
    match = happening("Colosseum", act=2, y=8)
    choose(match, 0)
    assert match.G.battle.encounter == "Colosseum Slavers"
    sweep_away(match)
    assert (match.G.screen, match.G.rewards) == ("EVENT", None)
    choose(match, 1)
    assert match.G.battle.encounter == "Colosseum Nobs"
    sweep_away(match)
    assert (match.G.rewards.gold, len(match.G.rewards.relics)) == ([100], 2)


def test_matching_pairs_are_kept():
    match = happening("Match and Keep!")
    cards = match.G.memory["cards"]
    assert len(cards) == 12
    assert all(cards.count(kind) == 2 for kind in cards)
    first = cards.index("Bash")
    other = cards.index("Bash", first + 1)
    choose(match, first)
    found = next(option.id for option in match.asked[0].options if option.value == other)
    match.apply(tw.Answer(0, picks=(found,)))
    assert [card.kind for card in match.G.deck].count("Bash") == 2
    assert match.G.memory["attempts"] == 4


@pytest.mark.parametrize("event", sorted(set(EVENTS) - {"Neow Event"}))
@pytest.mark.parametrize("ascension", [0, 15])
def test_every_event_offers_a_way_on(event, ascension):
    match = happening(event, ascension, act=2, potions=["Fire Potion", "Potion Slot"])
    if match.G.screen == "EVENT":
        offered = choices(match.c)
        assert any(choice.is_open for choice in offered)
        assert all(choice.label for choice in offered)
    else:
        assert match.asked or match.G.screen == "REWARDS"


# --- rules that the recordings have differently --------------------------------------------------


def answer(match, *places):
    for place in places:
        found = next(option.id for option in match.asked[0].options if option.value == place)
        match.apply(tw.Answer(0, picks=(found,)))


def test_a_designer_who_transforms_lets_the_player_choose_two_cards():
    match = happening("Designer", act=2)
    match.G.memory["removes"] = False
    choose(match, 1)
    answer(match, 0, 9)  # a Strike and Bash
    kinds = [card.kind for card in match.G.deck]
    assert (kinds.count("Strike_R"), kinds.count("Bash"), len(kinds)) == (4, 0, len(DECK))
    assert match.G.gold == 300 - 60


def test_masked_bandits_may_leave_a_potion():
    match = happening("Masked Bandits", act=2, relics=["White Beast Statue"])
    choose(match, 1)
    sweep_away(match)
    assert len(match.G.rewards.potions) == 1


@pytest.mark.parametrize(("event", "option"), [("Big Fish", 2), ("The Mausoleum", 0)])
def test_a_ceramic_fish_from_an_event_pays_for_the_curse_that_comes_with_it(event, option):
    match = happening(event, ascension=15)
    pools = match.G.relic_pools
    match.G.relic_pools = {tier: ("CeramicFish", *pool) for tier, pool in pools.items()}
    choose(match, option)
    assert match.G.relics[-1].kind == "CeramicFish"
    assert match.G.gold == 300 + 9


def test_every_other_card_of_the_class_can_come_of_a_transformed_one():
    match = happening("Living Wall")
    pool = library.transform_pool("RED")
    for kind in ("Anger", pool[-2], pool[-1]):
        found = {match.c.transformed(kind, match.G.streams.misc) for _ in range(3000)}
        assert found == set(pool) - {kind}


def test_ranwid_names_what_he_wants() -> None:
    scene = {"event": "WeMeetAgain", "gold": 40, "floor": 3, "deck": ["Strike_R", "Inflame"],
             "potions": ["Fire Potion", "Potion Slot", "Potion Slot"]}  # fmt: skip
    match = game.start(options={"scene": scene})
    c = match.c
    labels = [one.label for one in choices(c)]
    assert labels == [
        "Give a potion: lose Fire Potion, obtain a relic", "Give gold",
        "Give a card: lose Inflame, obtain a relic", "Attack",
    ]  # fmt: skip
    reasons = [why_shut(c, one) for one in choices(c)]
    assert reasons == ["", "He wants at least 50 gold; you have 40.", "", ""]
    assert {option.move for option in match.prompt(0).options} == {"event"}, "no potion can leave"


def test_the_woman_in_blue_counts_her_potions() -> None:
    match = game.start(options={"scene": {"event": "The Woman in Blue", "gold": 60, "floor": 3}})
    labels = [one.label for one in choices(match.c)]
    assert labels[0] == "Buy 1 potion: 20 gold"
    assert labels[1] == "Buy 2 potions: 30 gold"
    assert labels[-1] == "Leave"


@pytest.mark.parametrize(
    ("event", "place", "why"),
    [
        ("The Cleric", 1, "This costs 50 gold; you have 30."),
        ("Golden Wing", 1, "None of your attacks deals 10 damage."),
        ("The Moai Head", 1, "You do not have the Golden Idol."),
        ("Tomb of Lord Red Mask", 0, "You do not have the Red Mask."),
    ],
)
def test_a_shut_option_says_what_is_missing(event, place, why):
    """Not the gold that the option would bring."""
    match = happening(event, gold=30, deck=["Strike_R"] * 5)
    assert why_shut(match.c, choices(match.c)[place]) == why
