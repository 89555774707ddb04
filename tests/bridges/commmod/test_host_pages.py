"""The pages that the game shows around the decisions of the rules, one by one."""

from __future__ import annotations

import pytest

from tests.bridges.commmod.host_client import HostClient
from turnwright.bridges.commmod.host import Quirks
from turnwright.games.spire.rng import Random, seed_to_text
from turnwright.games.spire.run.events.event_definition import EVENTS
from turnwright.games.spire.run.neow import offers

WON = {"fights": "won"}


def at_neow(choice: int) -> HostClient:
    client = HostClient()
    client.send("choose talk")
    client.send(f"choose {choice}")
    return client


# --- Neow and the map -------------------------------------------------------------------------------


def test_a_run_begins_with_the_talk_option() -> None:
    client = HostClient()
    assert (client.screen, client.game["room_type"]) == ("EVENT", "NeowRoom")
    assert (client.game["room_phase"], client.game["floor"]) == ("EVENT", 0)
    assert client.shown == {
        "event_id": "Neow Event",
        "event_name": "Neow",
        "body_text": "",
        "options": [{"text": "[Talk]", "label": "Talk", "disabled": False, "choice_index": 0}],
    }
    client.send("choose talk")
    assert client.choices[:2] == ["remove a card from your deck", "max hp +8"]
    assert len(client.choices) == 4


def test_neow_removes_a_card() -> None:
    client = at_neow(0)
    assert client.screen == "GRID"
    assert client.shown["for_purge"]
    assert client.shown["num_cards"] == 1
    assert client.commands == ["choose"]  # a blessing of Neow cannot be cancelled
    deck = [card["uuid"] for card in client.game["deck"]]
    client.send("choose bash")
    assert client.shown["confirm_up"]
    assert [card["id"] for card in client.shown["selected_cards"]] == ["Bash"]
    assert client.commands == ["confirm", "cancel"]
    client.send("cancel")
    assert not client.shown["selected_cards"]
    assert "choose" in client.commands
    client.send("choose 9")
    client.send("confirm")
    assert [card["uuid"] for card in client.game["deck"]] == deck[:9]
    assert (client.screen, client.choices) == ("EVENT", ["leave"])
    client.send("choose leave")
    assert client.screen == "MAP"


def test_the_map_shows_the_first_row() -> None:
    client = HostClient().leave_neow()
    assert client.shown["current_node"] == {"x": 0, "y": -1}
    assert not client.shown["first_node_chosen"]
    assert not client.shown["boss_available"]
    assert {node["y"] for node in client.shown["next_nodes"]} == {0}
    assert client.choices == [f"x={node['x']}" for node in client.shown["next_nodes"]]
    assert client.commands == ["choose", "return"]  # to Neow, as in the real game
    boss = [node for node in client.game["map"] if node["y"] == 14]
    assert all(node["children"] == [{"x": 3, "y": 16}] for node in boss)


# --- after a fight ----------------------------------------------------------------------------------


def test_rewards_are_taken_one_by_one() -> None:
    client = HostClient(**WON).leave_neow()
    client.send("choose 0")
    assert (client.screen, client.game["room_phase"]) == ("COMBAT_REWARD", "COMPLETE")
    assert client.choices == ["gold", "potion", "card"]
    client.send("choose potion")
    assert "potion" in client.commands
    gold = client.game["gold"] + client.shown["rewards"][0]["gold"]
    client.send("choose gold")
    assert client.game["gold"] == gold
    client.send("choose card")
    assert client.screen == "CARD_REWARD"
    assert len(client.choices) == 3
    assert client.commands == ["choose", "potion", "skip"]
    client.send("skip")
    assert (client.screen, client.choices) == ("COMBAT_REWARD", ["card"])  # the card reward remains
    client.send("choose 0")
    name = client.choices[1]
    client.send(f"choose {name}")
    assert client.game["deck"][-1]["name"].lower() == name
    assert (client.screen, client.choices) == ("COMBAT_REWARD", [])
    assert client.commands == ["potion", "proceed"]


def test_return_closes_the_map() -> None:
    client = HostClient(**WON).leave_neow()
    client.send("choose 0")
    rewards = client.message
    client.send("proceed")
    assert client.screen == "MAP"
    assert client.commands == ["choose", "return"]
    assert client.send("return") == rewards
    client.send("proceed")
    client.send("choose 0")
    assert client.game["floor"] == 2


def test_choosing_a_potion_with_full_slots_changes_nothing() -> None:
    full = {"potions": ["Fire Potion"] * 3, "relics": ["White Beast Statue"]}
    client = HostClient(**WON, scene=full).leave_neow()
    client.send("choose 0")
    assert "potion" in client.choices
    before = client.message
    assert client.send("choose potion") == before
    hanging = HostClient(quirks=Quirks(hangs=True), **WON, scene=full).leave_neow()
    hanging.send("choose 0")
    assert hanging.mod.handle_line("choose potion") is None


# --- rooms ------------------------------------------------------------------------------------------


def test_rest_heals_and_completes_the_room() -> None:
    client = HostClient(**WON, scene={"hp": 20}).leave_neow().go_to("R")
    assert (client.screen, client.game["room_phase"]) == ("REST", "INCOMPLETE")
    assert client.shown == {"has_rested": False, "rest_options": ["rest", "smith", "recall"]}
    assert client.commands == ["choose"]
    before = client.game["current_hp"]
    client.send("choose REST")
    assert client.game["current_hp"] == before + int(client.game["max_hp"] * 0.3)
    assert client.shown == {"has_rested": True, "rest_options": []}
    assert client.commands == ["proceed"]
    client.send("proceed")
    client.send("return")
    assert client.screen == "REST"


def test_smithing_can_be_cancelled() -> None:
    client = HostClient(**WON).leave_neow().go_to("R")
    fire = client.message
    client.send("choose smith")
    assert client.screen == "GRID"
    assert client.shown["for_upgrade"]
    assert client.commands == ["choose", "cancel"]
    client.send("choose bash")
    assert not client.choices
    client.send("cancel")
    assert client.send("cancel") == fire
    client.send("choose smith")
    client.send("choose bash")
    client.send("proceed")  # the same as confirm
    assert client.game["deck"][9]["name"] == "Bash+"
    assert client.shown["has_rested"]


def test_a_shop_sells_its_goods() -> None:
    client = HostClient(**WON, scene={"gold": 400}).leave_neow().go_to("$")
    assert (client.screen, client.choices, client.commands) == (
        "SHOP_ROOM",
        ["shop"],
        ["choose", "proceed"],
    )
    client.send("choose shop")
    assert client.screen == "SHOP_SCREEN"
    assert client.commands == ["choose", "leave"]
    assert [len(client.shown[kind]) for kind in ("cards", "relics", "potions")] == [7, 3, 3]
    assert client.choices[0] == "purge"
    assert client.shown["purge_cost"] == 75
    card = min(client.shown["cards"], key=lambda one: one["price"])
    gold = client.game["gold"]
    client.send(f"choose {card['name']}")
    assert client.game["gold"] == gold - card["price"]
    assert len(client.shown["cards"]) == 6


def test_a_purge_is_paid_on_confirm() -> None:
    client = HostClient(**WON, scene={"gold": 400}).leave_neow().go_to("$")
    client.send("choose shop")
    shop, gold, cards = client.message, client.game["gold"], len(client.game["deck"])
    client.send("choose purge")
    assert client.screen == "GRID"
    assert client.game["gold"] == gold
    assert client.send("cancel") == shop
    client.send("choose purge")
    client.send("choose 0")
    assert client.game["gold"] == gold
    client.send("confirm")
    assert (client.screen, client.game["gold"]) == ("SHOP_SCREEN", gold - 75)
    assert len(client.game["deck"]) == cards - 1
    assert not client.shown["purge_available"]
    assert "purge" not in client.choices
    client.send("leave")
    assert client.screen == "SHOP_ROOM"
    client.send("proceed")
    assert client.screen == "MAP"


def test_a_chest_offers_a_relic_or_the_sapphire_key() -> None:
    client = HostClient(**WON).leave_neow().go_to("T")
    assert client.shown["chest_open"] is False
    assert client.shown["chest_type"] in ("SmallChest", "MediumChest", "LargeChest")
    assert (client.choices, client.commands) == (["open"], ["choose", "proceed"])
    client.send("proceed")  # the chest can stay closed
    client.send("return")
    client.send("choose open")
    kinds = [reward["reward_type"] for reward in client.shown["rewards"]]
    assert kinds[-2:] == ["RELIC", "SAPPHIRE_KEY"]
    assert client.shown["rewards"][-1]["link"] == client.shown["rewards"][-2]["relic"]
    client.send("choose sapphire_key")
    assert "relic" not in client.choices  # the key replaces the relic
    assert client.game["keys"] == {"ruby": False, "emerald": False, "sapphire": True}


RELICS_THAT_ASK = ("Astrolabe", "Empty Cage", "Calling Bell", "Tiny House", "Black Blood")


@pytest.mark.parametrize("takes", [True, False])
def test_a_boss_chest_offers_three_relics(takes: bool) -> None:
    client = HostClient(**WON, scene={"x": 3, "y": 14, "floor": 15, "room": "REST"})
    client.leave_neow()
    assert client.choices == ["boss"]
    assert client.shown["boss_available"]
    assert client.shown["next_nodes"] == []
    client.send("choose boss")
    assert (client.screen, client.game["room_type"]) == ("COMBAT_REWARD", "MonsterRoomBoss")
    client.send("proceed")
    assert (client.screen, client.game["room_type"]) == ("CHEST", "TreasureRoomBoss")
    assert client.shown == {"chest_type": "BossChest", "chest_open": False}
    client.send("choose open")
    assert client.screen == "BOSS_REWARD"
    assert len(client.choices) == 3
    assert client.commands == ["choose", "skip"]
    relics = len(client.game["relics"])
    if takes:
        plain = [relic for relic in client.shown["relics"] if relic["id"] not in RELICS_THAT_ASK]
        client.send(f"choose {plain[0]['name']}")
        assert len(client.game["relics"]) == relics + 1
    else:
        client.send("skip")
        assert len(client.game["relics"]) == relics
    assert (client.shown["chest_open"], client.game["act"]) == (True, 1)
    assert (client.choices, client.commands) == ([], ["proceed"])
    client.send("proceed")
    assert (client.screen, client.game["act"], client.game["room_type"]) == ("MAP", 2, "EmptyRoom")
    assert client.commands == ["choose"]


# --- events -----------------------------------------------------------------------------------------


def event(name: str, **scene: object) -> HostClient:
    return HostClient(scene={"event": name, "floor": 5, **scene})


def test_an_event_ends_with_a_leave_page() -> None:
    client = event("Big Fish", hp=40)
    assert (client.game["room_type"], client.game["room_phase"]) == ("EventRoom", "EVENT")
    assert client.choices == ["banana", "donut", "box"]
    assert client.shown["options"][0]["text"].startswith("[Banana] Heal 2")
    client.send("choose donut")
    assert (client.screen, client.choices) == ("EVENT", ["leave"])
    assert client.shown["event_id"] == "Big Fish"
    client.send("choose leave")
    assert client.screen == "MAP"
    assert client.game["room_phase"] == "COMPLETE"
    client.send("return")
    assert client.choices == ["leave"]


def test_disabled_options_have_no_choice_index() -> None:
    client = event("The Cleric", gold=40)
    heal, purify, leave = client.shown["options"]
    assert (heal["disabled"], heal["choice_index"]) == (False, 0)
    assert purify["disabled"]
    assert "choice_index" not in purify
    assert leave["choice_index"] == 1
    assert client.choices == ["heal", "leave"]
    client.send("choose 1")
    assert client.game["gold"] == 40


def options(client: HostClient) -> list[tuple[str, int | None]]:
    """The options of an event with their choice indexes."""
    return [(one["label"], one.get("choice_index")) for one in client.shown["options"]]


def test_vampires_offer_the_blood_vial_option_only_with_the_relic() -> None:
    client = event("Vampires")
    assert options(client) == [("Accept", 0), ("Refuse", 1)]  # no option is disabled
    client.send("choose 1")
    assert (client.choices, client.game["max_hp"]) == (["leave"], 80)
    client = event("Vampires", relics=["Blood Vial"])
    assert options(client) == [("Accept", 0), ("Give Vial", 1), ("Refuse", 2)]
    client.send("choose 1")
    assert (client.game["relics"], client.game["max_hp"]) == ([], 80)
    assert [card["id"] for card in client.game["deck"]][-5:] == ["Bite"] * 5


def test_the_tomb_asks_for_gold_only_without_the_red_mask() -> None:
    client = event("Tomb of Lord Red Mask", gold=50)
    assert options(client) == [
        ("Locked", None), ("Offer: 50 Gold", 0), ("Leave", 1),
    ]  # fmt: skip
    client.send("choose 0")
    assert client.game["gold"] == 0
    client = event("Tomb of Lord Red Mask", gold=50, relics=["Red Mask"])
    assert options(client) == [("Don the Red Mask", 0), ("Leave", 1)]
    client.send("choose 0")
    assert client.game["gold"] == 272


def test_the_knowing_skull_offers_a_potion_first() -> None:
    client = event("Knowing Skull", hp=40, gold=0)
    client.send("choose approach")
    words = [label.split("?")[0] for label, _ in options(client)]
    assert words == ["A Pick Me Up", "Riches", "Success", "How do I leave"]
    client.send("choose 0")
    assert sum(potion["id"] != "Potion Slot" for potion in client.game["potions"]) == 1
    client.send("choose 1")
    assert client.game["gold"] == 90
    client.send("choose 3")
    assert (client.choices, client.game["current_hp"]) == (["leave"], 40 - 6 - 6 - 6)


def test_shining_light_is_disabled_without_upgradable_cards() -> None:
    client = event("Shining Light", deck=["Bash+1", "Regret"])
    assert options(client) == [("Locked", None), ("Leave", 0)]
    assert options(event("Shining Light")) == [("Enter", 0), ("Leave", 1)]


@pytest.mark.parametrize("name", sorted(set(EVENTS) - {"Neow Event"}))
def test_every_event_and_option_has_a_text(name: str) -> None:
    client = event(name)
    assert client.screen == "EVENT"
    assert client.shown["body_text"].endswith(".")
    assert all(option["text"] and option["label"] for option in client.shown["options"])


def test_an_event_has_a_name_and_an_id() -> None:
    shown = event("Liars Game").shown
    assert (shown["event_id"], shown["event_name"]) == ("Liars Game", "The Ssssserpent")


def test_the_wheel_offers_only_spin() -> None:
    client = event("Wheel of Change")
    client.send("choose play")
    assert client.choices == ["spin"]
    assert client.shown["body_text"] == ""
    client.send("choose spin")
    assert client.choices != ["spin"]


def test_the_match_game_removes_revealed_cards_from_the_choices() -> None:
    client = event("Match and Keep!")
    assert client.shown["event_name"] == "Match and Keep"
    client.send("choose play")
    assert client.choices == [f"card{place}" for place in range(12)]
    client.send("choose card3")
    assert "card3" not in client.choices
    assert len(client.choices) == 11
    client.send("choose card5")
    assert len(client.choices) in (10, 12)
    if len(client.choices) == 12:
        assert "card3" not in client.choices
        assert "card5" not in client.choices
    while client.choices != ["leave"]:
        client.send("choose 0")
    assert client.screen == "EVENT"


def test_an_event_may_begin_with_an_introductory_page() -> None:
    client = event("Lab")
    assert client.choices == ["search"]
    client.send("choose search")
    assert client.choices == ["potion", "potion", "potion"]
    client.send("proceed")
    assert client.screen == "MAP"


def test_an_event_may_turn_into_a_fight() -> None:
    client = event("Mushrooms", floor=8)
    client.send("choose stomp")
    assert (client.game["room_type"], client.game["room_phase"]) == ("EventRoom", "COMBAT")


# --- the phase of the room --------------------------------------------------------------------------


def test_a_room_goes_on_behind_a_grid_or_a_card_reward() -> None:
    client = HostClient()
    client.send("choose talk")
    client.send("choose 0")
    assert (client.screen, client.game["room_phase"]) == ("GRID", "EVENT")
    client = HostClient(scene={"event": "Purifier", "act": 1, "floor": 5})
    client.send("choose 0")
    assert (client.screen, client.game["room_phase"]) == ("GRID", "EVENT")
    client = HostClient(**WON).leave_neow().go_to("R")
    client.send("choose smith")
    assert (client.screen, client.game["room_phase"]) == ("GRID", "INCOMPLETE")
    client = HostClient(**WON, scene={"relics": ["Dream Catcher"]}).leave_neow().go_to("R")
    client.send("choose rest")
    assert (client.screen, client.game["room_phase"]) == ("CARD_REWARD", "INCOMPLETE")


def test_a_purge_is_picked_in_a_complete_room() -> None:
    client = HostClient(**WON).leave_neow().go_to("$")
    client.send("choose shop")
    client.send("choose purge")
    assert (client.screen, client.game["room_phase"]) == ("GRID", "COMPLETE")


def test_the_card_reward_of_neow_lies_over_the_event() -> None:
    client = HostClient(seed_with_offer("THREE_CARDS"))
    client.send("choose talk")
    client.send("choose 0")
    assert (client.screen, client.game["room_phase"]) == ("CARD_REWARD", "EVENT")


def seed_with_offer(bonus: str) -> str:
    """Return the start command of a run in which this is the first offer of Neow."""
    for seed in range(1, 500):
        if offers(Random.seeded(seed))[0][0] == bonus:
            return f"start ironclad 0 {seed_to_text(seed)}"
    raise AssertionError(bonus)


# --- cards in a fight -------------------------------------------------------------------------------


def fight(*deck: str, **scene: object) -> HostClient:
    return HostClient(
        scene={"encounter": "Jaw Worm", "floor": 1, "deck": list(deck), "room": "MONSTER", **scene}
    )


def play(client: HostClient, card: str) -> None:
    at = next(n for n, one in enumerate(client.fight["hand"]) if one["id"] == card)
    has_target = client.fight["hand"][at]["has_target"]
    client.send(f"play {at + 1} 0" if has_target else f"play {at + 1}")


def test_a_hand_card_is_selected_and_confirmed() -> None:
    client = fight("Armaments", "Strike_R", "Defend_R", "Wound", "Bash+1")
    play(client, "Armaments")
    assert (client.screen, client.game["current_action"]) == ("HAND_SELECT", "ArmamentsAction")
    assert client.game["action_phase"] == "EXECUTING_ACTIONS"
    assert sorted(client.choices) == [
        "defend",
        "strike",
    ]  # cards that cannot be upgraded are excluded
    assert client.fight["card_in_play"]["id"] == "Armaments"
    assert (client.shown["max_cards"], client.shown["can_pick_zero"]) == (1, False)
    assert client.commands == ["choose"]
    client.send("choose strike")
    assert client.commands == ["confirm"]
    assert [card["id"] for card in client.shown["selected"]] == ["Strike_R"]
    client.send("confirm")
    assert client.screen == "NONE"
    assert "Strike+" in [card["name"] for card in client.fight["hand"]]


def test_fast_confirm_skips_the_confirmation() -> None:
    deck = ["Armaments", "Strike_R", "Defend_R", "Wound", "Wound"]
    client = HostClient(
        quirks=Quirks(fast_confirm=True),
        scene={"encounter": "Jaw Worm", "floor": 1, "deck": deck, "room": "MONSTER"},
    )
    play(client, "Armaments")
    client.send("choose strike")
    assert client.screen == "NONE"


def test_a_card_of_a_pile_is_taken_without_confirmation() -> None:
    client = fight("Headbutt", "Strike_R", "Strike_R", "Defend_R", "Defend_R")
    play(client, "Strike_R")
    play(client, "Defend_R")
    play(client, "Headbutt")
    assert (client.screen, client.choices) == ("GRID", ["strike", "defend"])
    assert client.game["current_action"] == "DiscardPileToTopOfDeckAction"
    client.send("choose 1")
    assert client.screen == "NONE"
    assert client.ids("draw_pile") == ["Defend_R"]


def test_liquid_memories_with_sacred_bark_pick_two_on_one_grid() -> None:
    client = fight(
        "Strike_R", "Strike_R", "Defend_R", "Anger", "Anger",
        relics=["SacredBark"], potions=["LiquidMemories", "Potion Slot", "Potion Slot"],
    )  # fmt: skip
    for card in ("Strike_R", "Defend_R", "Anger"):
        play(client, card)
    client.send("potion use 0")
    assert (client.screen, client.shown["num_cards"]) == ("GRID", 2)
    client.send("choose strike")
    assert [card["id"] for card in client.shown["selected_cards"]] == ["Strike_R"]
    client.send("choose strike")  # takes it back
    assert client.shown["selected_cards"] == []
    client.send("choose strike")
    client.send("choose defend")
    assert client.screen == "NONE"
    assert [(card["id"], card["cost"]) for card in client.fight["hand"]][-2:] == [
        ("Strike_R", 0), ("Defend_R", 0),
    ]  # fmt: skip


def test_berserk_is_a_power() -> None:
    client = fight("Berserk", "Berserk+1", "Wound", "Wound", "Wound")
    play(client, "Berserk")
    play(client, "Berserk")
    powers = {power["id"]: power["amount"] for power in client.fight["player"]["powers"]}
    assert powers == {"Berserk": 2, "Vulnerable": 3}
    client.send("end")
    assert client.fight["player"]["energy"] == 5


def test_discovery_offers_new_cards() -> None:
    client = fight("Discovery", "Wound", "Wound", "Wound", "Wound")
    play(client, "Discovery")
    assert (client.screen, client.game["room_phase"]) == ("CARD_REWARD", "COMBAT")
    assert not client.shown["skip_available"]
    assert not client.shown["bowl_available"]
    name = client.choices[0]
    client.send(f"choose {name}")
    assert name in [card["name"].lower() for card in client.fight["hand"]]


def test_a_selection_of_any_number_of_cards() -> None:
    client = fight("Strike_R", "Wound", "Wound", "Wound", "Wound", relics=["Gambling Chip"])
    assert client.screen == "HAND_SELECT"
    assert (client.shown["max_cards"], client.shown["can_pick_zero"]) == (99, True)
    assert client.commands == ["choose", "confirm"]
    client.send("choose wound")
    client.send("choose wound")
    assert len(client.shown["selected"]) == 2
    assert len(client.shown["hand"]) == 3
    client.send("proceed")
    assert client.screen == "NONE"


# --- end of a run -----------------------------------------------------------------------------------


def test_defeat_shows_game_over_before_the_menu() -> None:
    client = fight("Wound", hp=1)
    while client.screen != "GAME_OVER":
        client.send("end")
    assert (client.game["current_hp"], client.game["screen_name"]) == (0, "DEATH")
    assert client.shown["victory"] is False
    assert client.game["room_phase"] == "COMBAT"
    assert client.fight["monsters"]
    assert client.commands == ["proceed"]
    assert client.send("proceed") == {
        "available_commands": ["start", "state"], "ready_for_command": True, "in_game": False,
    }  # fmt: skip
    assert client.send("start ironclad")["in_game"]


def test_victory_shows_game_over() -> None:
    client = HostClient(
        **WON, scene={"act": 3, "x": 3, "y": 14, "floor": 50, "room": "REST"}
    ).leave_neow()
    client.send("choose boss")
    assert (client.screen, client.commands) == ("COMPLETE", ["proceed"])
    client.send("proceed")
    assert (client.screen, client.game["room_type"]) == ("EVENT", "VictoryRoom")
    client.send("choose 0")
    assert client.screen == "GAME_OVER"
    assert client.shown["victory"] is True


def test_escaping_a_fight_gives_no_rewards() -> None:
    client = fight("Wound", potions=["SmokeBomb", "Potion Slot", "Potion Slot"])
    client.send("potion use 0")
    assert (client.screen, client.commands) == ("COMPLETE", ["proceed"])
    client.send("proceed")
    assert client.screen == "MAP"
