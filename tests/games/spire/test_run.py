"""A run outside of its fights: rooms, rewards, shops, events, relics."""

from __future__ import annotations

import pytest

import turnwright as tw
from turnwright.games.spire import library
from turnwright.games.spire.game import game
from turnwright.games.spire.run import relic_pools
from turnwright.games.spire.run.events import EVENTS, choices, open_choices
from turnwright.games.spire.run.rest_site import rest_options
from turnwright.games.spire.run.rewards import card_reward

BASIC = ["Strike_R"] * 5 + ["Defend_R"] * 4 + ["Bash"]


def run(seed="WRC", **options):
    """A run whose fights are won at once, so that cards without effects do no harm."""
    given = {"seed": seed, "fights": "won", **options}
    return game.start(seats=1, options=given)


def scene(event="", relics=("Burning Blood",), **facts):
    """A run that stands in an event."""
    given = {"act": 1, "floor": 7, "hp": 60, "max_hp": 80, "gold": 200, "deck": BASIC, **facts}
    if event:
        given["event"] = event
    return run(scene={**given, "relics": list(relics)})


def take(match, words):
    """Take the choice of an event that begins with these words."""
    labels = [choice.label for choice in choices(match.c)]
    (place,) = [n for n, label in enumerate(labels) if label.startswith(words)]
    match.play(0, "event", place)


def kinds(match):
    return [card.kind for card in match.c.G.deck]


def relics(match):
    return [relic.kind for relic in match.c.G.relics]


def walk(match, *, until):
    """Go on by the first way there is, taking nothing but Neow's three potions to leave behind."""
    if match.c.G.event == "Neow Event":
        match.play(0, "event", 1)
    while match.c.G.screen != until and not match.result:
        name, args = {
            "EVENT": ("event", lambda: open_choices(match.c)[-1]),
            "REWARDS": ("reward", lambda: "skip"),
            "SHOP": ("shop", lambda: "leave"),
            "CHEST": ("chest", lambda: "leave"),
            "REST": ("rest", lambda: "rest"),
            "BOSS_RELIC": ("boss_relic", lambda: 3),
            "MAP": ("map", lambda: match.prompt(0).options[0].args[0]),
        }[match.c.G.screen]
        match.play(0, name, args())


# --- recordings ----------------------------------------------------------------------------------


# --- the start -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("character", "hp", "cards", "relic"),
    [
        ("IRONCLAD", 80, 10, "Burning Blood"),
        ("THE_SILENT", 70, 12, "Ring of the Snake"),
        ("DEFECT", 75, 10, "Cracked Core"),
        ("WATCHER", 72, 10, "PureWater"),
    ],
)
def test_every_class_starts_with_its_own(character, hp, cards, relic):
    G = run(**{"class": character}).c.G
    assert (G.hp, G.max_hp, G.gold, len(G.deck)) == (hp, hp, 99, cards)
    assert [one.kind for one in G.relics] == [relic]
    assert G.screen == "EVENT"
    assert len(open_choices(run().c)) == 4


def test_ascension_makes_the_start_harder():
    G = run(ascension=20).c.G
    assert (G.hp, G.max_hp, len(G.potions)) == (68, 75, 2)
    assert G.deck[0].kind == "AscendersBane"


@pytest.mark.parametrize("character", relic_pools.CLASSES)
@pytest.mark.parametrize("ascension", [0, 20])
def test_a_whole_run_can_be_walked_through(character, ascension):
    match = run(ascension=ascension, **{"class": character})
    while not match.result:
        prompt = match.prompts[0]
        match.submit(prompt.answer(prompt.options[0]))
    assert match.c.G.outcome == "VICTORY"


def test_all_keys_lead_to_the_heart():
    match = run()
    match.c.G.keys = [True, True, True]
    walk(match, until="nowhere")
    assert match.c.G.act == 4
    assert match.result.winner == 0


def test_the_last_room_of_act_three_is_a_floor_for_the_maw_bank():
    gold = {}
    for kinds in ((), ("MawBank",)):
        match = run()
        match.c.G.keys = [True, True, True]
        for kind in kinds:
            match.c.G.relics.append(type(match.c.G.relics[0])(kind))
        walk(match, until="nowhere")
        gold[kinds] = match.c.G.gold, match.c.G.floor
    (without, floors), (saved, _) = gold.values()
    assert saved - without == 12 * floors


# --- the deck ------------------------------------------------------------------------------------


def test_eggs_upgrade_what_is_obtained_and_omamori_stops_curses():
    match = scene("Golden Idol", relics=("Molten Egg 2", "Omamori"))
    match.c.obtain("Anger")
    match.c.obtain("Injury")
    assert match.c.G.deck[-1].kind == "Anger"
    assert match.c.G.deck[-1].up == 1
    assert match.c.relic("Omamori").counter == 1


def test_a_transformed_card_becomes_another_one():
    match = scene("Transmorgrifier", deck=["Anger"])
    take(match, "Pray")
    match.pick(0, 0)
    assert len(match.c.G.deck) == 1
    assert kinds(match) != ["Anger"]
    assert kinds(match)[0] in library.transform_pool("RED")


def test_a_bottled_card_is_not_offered_for_removal():
    match = scene("Purifier")
    match.c.G.deck[0].bottled = True
    take(match, "Pray")
    assert 0 not in match.c.G.select.places
    match.pick(0, 0)
    assert len(match.c.G.deck) == 9


def test_removing_a_parasite_costs_max_hp():
    match = scene("Purifier", deck=[*BASIC, "Parasite"])
    take(match, "Pray")
    match.pick(0, 10)
    assert match.c.G.max_hp == 77


# --- rooms ---------------------------------------------------------------------------------------


def test_a_chest_offers_the_sapphire_key_in_the_place_of_its_relic():
    match = run()
    walk(match, until="CHEST")
    match.play(0, "chest", "open")
    assert match.c.G.rewards.sapphire
    match.play(0, "reward", "sapphire_key")
    assert match.c.G.keys == [False, False, True]
    assert match.c.G.rewards.relics == []


def test_a_rest_site_heals_or_upgrades():
    match = run()
    walk(match, until="REST")
    match.c.G.hp = 10
    assert match.submit(tw.Answer(0, "rest", ("dig",))).code == "illegal_argument"
    match.play(0, "rest", "smith")
    match.pick(0, 0)
    assert match.c.G.deck[0].up == 1
    walk(match, until="REST")
    match.play(0, "rest", "rest")
    assert match.c.G.hp == 34


def test_relics_add_to_a_rest_site_in_the_order_in_which_they_were_found():
    match = scene(room="REST", relics=["Shovel", "Peace Pipe", ("Girya", 0), "Coffee Dripper"])
    assert rest_options(match.c) == ["smith", "dig", "toke", "lift", "recall"]


def test_a_shop_sells_what_the_player_can_pay():
    match = scene(room="SHOP", gold=75)
    G = match.c.G
    price = min(G.shop.prices["card"])
    place = G.shop.prices["card"].index(price)
    assert match.submit(tw.Answer(0, "shop", ("relic 1",))) is not None
    match.play(0, "shop", f"card {place}")
    assert G.gold == 75 - price
    assert G.shop.prices["card"][place] == -1
    G.gold = 75
    match.play(0, "shop", "remove")
    match.pick(0, 0)
    assert (G.gold, G.removes, len(G.deck)) == (0, 1, 10)


def test_three_boss_relics_are_offered_and_the_next_act_heals():
    match = run()
    walk(match, until="BOSS_RELIC")
    G = match.c.G
    G.hp = 5
    assert len(G.boss_relics) == 3
    match.play(0, "boss_relic", 3)
    assert (G.act, G.hp, G.screen) == (2, 80, "MAP")
    assert G.streams.card.counter == 250


def test_winged_greaves_fly_to_any_room_of_the_next_row():
    match = run()
    walk(match, until="MAP")
    match.play(0, "map", match.prompt(0).options[0].args[0])
    walk(match, until="MAP")
    before = {option.args[0] for option in match.prompt(0).options if option.move == "map"}
    match.c.G.relics.append(type(match.c.G.relics[0])("WingedGreaves", 3))
    after = {option.args[0] for option in match.prompt(0).options if option.move == "map"}
    assert before < after
    match.play(0, "map", min(after - before))
    assert match.c.relic("WingedGreaves").counter == 2


# --- events --------------------------------------------------------------------------------------


def test_a_prismatic_shard_shows_cards_of_all_classes_in_rewards_only():
    match = scene("The Library", relics=["PrismaticShard"], act=2)
    rewards = [card_reward(match.c, "MONSTER") for _ in range(30)]
    colours = {library.cards()[card.kind].colour for offer in rewards for card in offer}
    assert colours == {*library.COLOURS.values(), "COLORLESS"}
    take(match, "Read")
    assert {library.cards()[card.kind].colour for card in match.G.select.cards} == {"RED"}


def test_the_golden_idol_has_a_trap():
    match = scene("Golden Idol")
    take(match, "Take")
    assert relics(match) == ["Burning Blood", "Golden Idol"]
    take(match, "Smash")
    assert match.c.G.hp == 40
    assert match.c.G.screen == "MAP"


def test_death_in_an_event_ends_the_run():
    match = scene("Golden Wing", hp=5)
    take(match, "Pray")
    assert match.c.G.outcome == "LOSS"
    assert match.result.winner is None


def test_a_fairy_saves_a_life():
    match = scene("Golden Wing", hp=5, potions=["FairyPotion"])
    take(match, "Pray")
    assert match.c.G.hp == 24
    assert match.c.G.potions == ["Potion Slot"]


def test_vampires_take_the_strikes():
    match = scene("Vampires")
    take(match, "Accept")
    assert kinds(match) == ["Defend_R"] * 4 + ["Bash"] + ["Bite"] * 5
    assert match.c.G.max_hp == 56


def test_the_colosseum_has_a_second_fight():
    match = scene("Colosseum", act=2)
    match.play(0, "event", 0)
    assert match.c.G.screen == "EVENT"
    take(match, "Victory")
    assert len(match.c.G.rewards.relics) == 2
    assert match.c.G.rewards.gold == [100]


def test_pairs_that_are_found_are_kept():
    match = scene("Match and Keep!")
    hidden = match.c.G.memory["cards"]
    first = 0
    second = hidden.index(hidden[0], 1)
    match.play(0, "event", first)
    match.pick(0, second)
    assert len(match.c.G.deck) == 11
    assert match.c.G.memory["attempts"] == 4


def test_every_event_of_the_pools_exists():
    from turnwright.games.spire.run.acts import EVENT_POOLS

    for names in EVENT_POOLS.values():
        assert all(name in EVENTS for name in names)


# --- relics and potions --------------------------------------------------------------------------


def test_pools_have_the_right_sizes():
    sizes = {c: [len(library.card_pool(c, r)) for r in library.RARITIES] for c in ["RED", "BLUE"]}
    assert sizes == {"RED": [20, 36, 16], "BLUE": [18, 36, 17]}
    assert len(library.colourless()) == 35
    assert all(len(library.potion_pool(character)) == 33 for character in relic_pools.CLASSES)


def test_fruit_juice_can_be_drunk_anywhere():
    match = scene("Purifier", potions=["Fruit Juice", "Fire Potion"])
    match.play(0, "potion_use", 0)
    assert match.c.G.max_hp == 85
    assert match.submit(tw.Answer(0, "potion_use", (1,))) is not None
    match.play(0, "potion_discard", 1)
    assert match.c.G.potions == ["Potion Slot", "Potion Slot"]


def test_a_question_can_be_saved_and_cloned():
    match = scene("Purifier")
    take(match, "Pray")
    copy = game.load(match.clone().save())
    copy.pick(0, 0)
    assert len(copy.c.G.deck) == 9
    assert len(match.c.G.deck) == 10
