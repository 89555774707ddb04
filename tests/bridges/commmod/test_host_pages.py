"""The pages that the game shows around the decisions of the rules, clicked through one by one."""

from __future__ import annotations

import pytest

from tests.bridges.commmod.host_play import Table
from turnwright.bridges.commmod.host import Quirks

WON = {"fights": "won"}


def at_neow(choice: int) -> Table:
    table = Table()
    table.say("choose talk")
    table.say(f"choose {choice}")
    return table


# --- Neow and the map -------------------------------------------------------------------------------


def test_a_run_begins_with_talk() -> None:
    table = Table()
    assert (table.screen, table.game["room_type"]) == ("EVENT", "NeowRoom")
    assert (table.game["room_phase"], table.game["floor"]) == ("EVENT", 0)
    assert table.shown == {
        "event_id": "Neow Event",
        "event_name": "Neow",
        "body_text": "",
        "options": [{"text": "[Talk]", "label": "Talk", "disabled": False, "choice_index": 0}],
    }
    table.say("choose talk")
    assert table.choices[:2] == ["remove a card from your deck", "max hp +8"]
    assert len(table.choices) == 4


def test_a_card_is_removed_by_neow() -> None:
    table = at_neow(0)
    assert table.screen == "GRID"
    assert table.shown["for_purge"]
    assert table.shown["num_cards"] == 1
    assert table.commands == ["choose"]  # Neow's gifts cannot be put off
    deck = [card["uuid"] for card in table.game["deck"]]
    table.say("choose bash")
    assert table.shown["confirm_up"]
    assert [card["id"] for card in table.shown["selected_cards"]] == ["Bash"]
    assert table.commands == ["confirm", "cancel"]
    table.say("cancel")
    assert not table.shown["selected_cards"]
    assert "choose" in table.commands
    table.say("choose 9")
    table.say("confirm")
    assert [card["uuid"] for card in table.game["deck"]] == deck[:9]
    assert (table.screen, table.choices) == ("EVENT", ["leave"])
    table.say("choose leave")
    assert table.screen == "MAP"


def test_the_map_shows_the_first_row() -> None:
    table = Table().leave_neow()
    assert table.shown["current_node"] == {"x": 0, "y": -1}
    assert not table.shown["first_node_chosen"]
    assert not table.shown["boss_available"]
    assert {node["y"] for node in table.shown["next_nodes"]} == {0}
    assert table.choices == [f"x={node['x']}" for node in table.shown["next_nodes"]]
    assert table.commands == ["choose"]  # there is no room to go back to
    boss = [node for node in table.game["map"] if node["y"] == 14]
    assert all(node["children"] == [{"x": 3, "y": 16}] for node in boss)


# --- after a fight ------------------------------------------------------------------------------------


def test_rewards_are_taken_one_by_one() -> None:
    table = Table(**WON).leave_neow()
    table.say("choose 0")
    assert (table.screen, table.game["room_phase"]) == ("COMBAT_REWARD", "COMPLETE")
    assert table.choices == ["gold", "potion", "card"]
    table.say("choose potion")
    assert "potion" in table.commands
    gold = table.game["gold"] + table.shown["rewards"][0]["gold"]
    table.say("choose gold")
    assert table.game["gold"] == gold
    table.say("choose card")
    assert table.screen == "CARD_REWARD"
    assert len(table.choices) == 3
    assert table.commands == ["choose", "potion", "skip"]
    table.say("skip")
    assert (table.screen, table.choices) == ("COMBAT_REWARD", ["card"])  # it is still there
    table.say("choose 0")
    name = table.choices[1]
    table.say(f"choose {name}")
    assert table.game["deck"][-1]["name"].lower() == name
    assert (table.screen, table.choices) == ("COMBAT_REWARD", [])
    assert table.commands == ["potion", "proceed"]


def test_the_map_can_be_closed_again() -> None:
    table = Table(**WON).leave_neow()
    table.say("choose 0")
    rewards = table.message
    table.say("proceed")
    assert table.screen == "MAP"
    assert table.commands == ["choose", "return"]
    assert table.say("return") == rewards
    table.say("proceed")
    table.say("choose 0")
    assert table.game["floor"] == 2


def test_a_potion_for_full_slots_changes_nothing() -> None:
    full = {"potions": ["Fire Potion"] * 3, "relics": ["White Beast Statue"]}
    table = Table(**WON, scene=full).leave_neow()
    table.say("choose 0")
    assert "potion" in table.choices
    before = table.message
    assert table.say("choose potion") == before
    hanging = Table(quirks=Quirks(hangs=True), **WON, scene=full).leave_neow()
    hanging.say("choose 0")
    assert hanging.mod.handle_line("choose potion") is None


# --- rooms ------------------------------------------------------------------------------------------


def test_resting() -> None:
    table = Table(**WON, scene={"hp": 20}).leave_neow().go_to("R")
    assert (table.screen, table.game["room_phase"]) == ("REST", "INCOMPLETE")
    assert table.shown == {"has_rested": False, "rest_options": ["rest", "smith", "recall"]}
    assert table.commands == ["choose"]
    before = table.game["current_hp"]
    table.say("choose REST")
    assert table.game["current_hp"] == before + int(table.game["max_hp"] * 0.3)
    assert table.shown == {"has_rested": True, "rest_options": []}
    assert table.commands == ["proceed"]
    table.say("proceed")
    table.say("return")
    assert table.screen == "REST"


def test_smithing_can_be_put_off() -> None:
    table = Table(**WON).leave_neow().go_to("R")
    fire = table.message
    table.say("choose smith")
    assert table.screen == "GRID"
    assert table.shown["for_upgrade"]
    assert table.commands == ["choose", "cancel"]
    table.say("choose bash")
    assert not table.choices
    table.say("cancel")
    assert table.say("cancel") == fire
    table.say("choose smith")
    table.say("choose bash")
    table.say("proceed")  # another word for confirm
    assert table.game["deck"][9]["name"] == "Bash+"
    assert table.shown["has_rested"]


def test_a_shop() -> None:
    table = Table(**WON, scene={"gold": 400}).leave_neow().go_to("$")
    assert (table.screen, table.choices, table.commands) == (
        "SHOP_ROOM",
        ["shop"],
        ["choose", "proceed"],
    )
    table.say("choose shop")
    assert table.screen == "SHOP_SCREEN"
    assert table.commands == ["choose", "leave"]
    assert [len(table.shown[kind]) for kind in ("cards", "relics", "potions")] == [7, 3, 3]
    assert table.choices[0] == "purge"
    assert table.shown["purge_cost"] == 75
    card = min(table.shown["cards"], key=lambda one: one["price"])
    gold = table.game["gold"]
    table.say(f"choose {card['name']}")
    assert table.game["gold"] == gold - card["price"]
    assert len(table.shown["cards"]) == 6


def test_a_purge_is_paid_when_it_is_confirmed() -> None:
    table = Table(**WON, scene={"gold": 400}).leave_neow().go_to("$")
    table.say("choose shop")
    shop, gold, cards = table.message, table.game["gold"], len(table.game["deck"])
    table.say("choose purge")
    assert table.screen == "GRID"
    assert table.game["gold"] == gold
    assert table.say("cancel") == shop
    table.say("choose purge")
    table.say("choose 0")
    assert table.game["gold"] == gold
    table.say("confirm")
    assert (table.screen, table.game["gold"]) == ("SHOP_SCREEN", gold - 75)
    assert len(table.game["deck"]) == cards - 1
    assert not table.shown["purge_available"]
    assert "purge" not in table.choices
    table.say("leave")
    assert table.screen == "SHOP_ROOM"
    table.say("proceed")
    assert table.screen == "MAP"


def test_a_chest() -> None:
    table = Table(**WON).leave_neow().go_to("T")
    assert table.shown["chest_open"] is False
    assert table.shown["chest_type"] in ("SmallChest", "MediumChest", "LargeChest")
    assert (table.choices, table.commands) == (["open"], ["choose", "proceed"])
    table.say("proceed")  # it can be left shut
    table.say("return")
    table.say("choose open")
    kinds = [reward["reward_type"] for reward in table.shown["rewards"]]
    assert kinds[-2:] == ["RELIC", "SAPPHIRE_KEY"]
    assert table.shown["rewards"][-1]["link"] == table.shown["rewards"][-2]["relic"]
    table.say("choose sapphire_key")
    assert "relic" not in table.choices  # one or the other
    assert table.game["keys"] == {"ruby": False, "emerald": False, "sapphire": True}


ASKING = ("Astrolabe", "Empty Cage", "Calling Bell", "Tiny House", "Black Blood")


@pytest.mark.parametrize("takes", [True, False])
def test_a_boss_leaves_a_chest(takes: bool) -> None:
    table = Table(**WON, scene={"x": 3, "y": 14, "floor": 15, "room": "REST"})
    table.leave_neow()
    assert table.choices == ["boss"]
    assert table.shown["boss_available"]
    assert table.shown["next_nodes"] == []
    table.say("choose boss")
    assert (table.screen, table.game["room_type"]) == ("COMBAT_REWARD", "MonsterRoomBoss")
    table.say("proceed")
    assert (table.screen, table.game["room_type"]) == ("CHEST", "TreasureRoomBoss")
    assert table.shown == {"chest_type": "BossChest", "chest_open": False}
    table.say("choose open")
    assert table.screen == "BOSS_REWARD"
    assert len(table.choices) == 3
    assert table.commands == ["choose", "skip"]
    relics = len(table.game["relics"])
    if takes:
        plain = [relic for relic in table.shown["relics"] if relic["id"] not in ASKING]
        table.say(f"choose {plain[0]['name']}")
        assert len(table.game["relics"]) == relics + 1
    else:
        table.say("skip")
        assert len(table.game["relics"]) == relics
    assert (table.shown["chest_open"], table.game["act"]) == (True, 1)
    assert (table.choices, table.commands) == ([], ["proceed"])
    table.say("proceed")
    assert (table.screen, table.game["act"], table.game["room_type"]) == ("MAP", 2, "EmptyRoom")
    assert table.commands == ["choose"]


# --- events -----------------------------------------------------------------------------------------


def event(name: str, **scene: object) -> Table:
    return Table(scene={"event": name, "floor": 5, **scene})


def test_an_event_and_its_last_page() -> None:
    table = event("Big Fish", hp=40)
    assert (table.game["room_type"], table.game["room_phase"]) == ("EventRoom", "EVENT")
    assert table.choices == ["banana", "donut", "box"]
    assert table.shown["options"][0]["text"].startswith("[Banana] Heal 2")
    table.say("choose donut")
    assert (table.screen, table.choices) == ("EVENT", ["leave"])
    assert table.shown["event_id"] == "Big Fish"
    table.say("choose leave")
    assert table.screen == "MAP"
    assert table.game["room_phase"] == "COMPLETE"
    table.say("return")
    assert table.choices == ["leave"]


def test_what_cannot_be_chosen_has_no_number() -> None:
    table = event("The Cleric", gold=40)
    heal, purify, leave = table.shown["options"]
    assert (heal["disabled"], heal["choice_index"]) == (False, 0)
    assert purify["disabled"]
    assert "choice_index" not in purify
    assert leave["choice_index"] == 1
    assert table.choices == ["heal", "leave"]
    table.say("choose 1")
    assert table.game["gold"] == 40


def options(table: Table) -> list[tuple[str, int | None]]:
    """What an event shows, with the number of what can be chosen."""
    return [(one["label"], one.get("choice_index")) for one in table.shown["options"]]


def test_vampires_ask_for_a_vial_only_of_those_who_have_one() -> None:
    table = event("Vampires")
    assert options(table) == [("Accept", 0), ("Refuse", 1)]  # nothing is locked
    table.say("choose 1")
    assert (table.choices, table.game["max_hp"]) == (["leave"], 80)
    table = event("Vampires", relics=["Blood Vial"])
    assert options(table) == [("Accept", 0), ("Offer", 1), ("Refuse", 2)]
    table.say("choose 1")
    assert (table.game["relics"], table.game["max_hp"]) == ([], 80)
    assert [card["id"] for card in table.game["deck"]][-5:] == ["Bite"] * 5


def test_who_wears_the_red_mask_is_not_asked_for_gold() -> None:
    table = event("Tomb of Lord Red Mask", gold=50)
    assert options(table) == [
        ("Don the Red Mask", None), ("Offer all gold", 0), ("Leave", 1),
    ]  # fmt: skip
    table.say("choose 0")
    assert table.game["gold"] == 0
    table = event("Tomb of Lord Red Mask", gold=50, relics=["Red Mask"])
    assert options(table) == [("Don the Red Mask", 0), ("Leave", 1)]
    table.say("choose 0")
    assert table.game["gold"] == 272


def test_the_skull_offers_a_potion_first() -> None:
    table = event("Knowing Skull", hp=40, gold=0)
    table.say("choose approach")
    words = [label.split("?")[0] for label, _ in options(table)]
    assert words == ["A pick me up", "Riches", "Success", "How do I leave"]
    table.say("choose 0")
    assert sum(potion["id"] != "Potion Slot" for potion in table.game["potions"]) == 1
    table.say("choose 1")
    assert table.game["gold"] == 90
    table.say("choose 3")
    assert (table.choices, table.game["current_hp"]) == (["leave"], 40 - 6 - 6 - 6)


def test_the_light_has_nothing_for_an_upgraded_deck() -> None:
    table = event("Shining Light", deck=["Bash+1", "Regret"])
    assert options(table) == [("Enter", None), ("Leave", 0)]
    assert options(event("Shining Light")) == [("Enter", 0), ("Leave", 1)]


def test_the_name_of_an_event_is_not_its_id() -> None:
    shown = event("Liars Game").shown
    assert (shown["event_id"], shown["event_name"]) == ("Liars Game", "The Ssssserpent")


def test_the_wheel_has_no_buttons() -> None:
    table = event("Wheel of Change")
    table.say("choose play")
    assert table.choices == ["spin"]
    assert table.shown["body_text"] == ""
    table.say("choose spin")
    assert table.choices != ["spin"]


def test_the_match_game_shows_what_was_seen() -> None:
    table = event("Match and Keep!")
    table.say("choose play")
    assert table.choices == [f"card{place}" for place in range(12)]
    table.say("choose card3")
    assert "card3" not in table.choices
    assert len(table.choices) == 11
    table.say("choose card5")
    assert len(table.choices) in (10, 12)
    if len(table.choices) == 12:
        assert "card3" not in table.choices
        assert "card5" not in table.choices
    while table.choices != ["leave"]:
        table.say("choose 0")
    assert table.screen == "EVENT"


def test_an_event_may_open_with_talk() -> None:
    table = event("Lab")
    assert table.choices == ["search"]
    table.say("choose search")
    assert table.choices == ["potion", "potion", "potion"]
    table.say("proceed")
    assert table.screen == "MAP"


def test_an_event_may_turn_into_a_fight() -> None:
    table = event("Mushrooms", floor=8)
    table.say("choose stomp")
    assert (table.game["room_type"], table.game["room_phase"]) == ("EventRoom", "COMBAT")


# --- cards in a fight ---------------------------------------------------------------------------------


def fight(*deck: str, **scene: object) -> Table:
    return Table(
        scene={"encounter": "Jaw Worm", "floor": 1, "deck": list(deck), "room": "MONSTER", **scene}
    )


def play(table: Table, card: str) -> None:
    at = next(n for n, one in enumerate(table.fight["hand"]) if one["id"] == card)
    has_target = table.fight["hand"][at]["has_target"]
    table.say(f"play {at + 1} 0" if has_target else f"play {at + 1}")


def test_a_card_of_the_hand_is_marked_and_confirmed() -> None:
    table = fight("Armaments", "Strike_R", "Defend_R", "Wound", "Bash+1")
    play(table, "Armaments")
    assert (table.screen, table.game["current_action"]) == ("HAND_SELECT", "ArmamentsAction")
    assert table.game["action_phase"] == "EXECUTING_ACTIONS"
    assert sorted(table.choices) == ["defend", "strike"]  # what cannot be upgraded is laid aside
    assert table.fight["card_in_play"]["id"] == "Armaments"
    assert (table.shown["max_cards"], table.shown["can_pick_zero"]) == (1, False)
    assert table.commands == ["choose"]
    table.say("choose strike")
    assert table.commands == ["confirm"]
    assert [card["id"] for card in table.shown["selected"]] == ["Strike_R"]
    table.say("confirm")
    assert table.screen == "NONE"
    assert "Strike+" in [card["name"] for card in table.fight["hand"]]


def test_a_setting_of_the_game_spares_the_confirm() -> None:
    deck = ["Armaments", "Strike_R", "Defend_R", "Wound", "Wound"]
    table = Table(
        quirks=Quirks(fast_confirm=True),
        scene={"encounter": "Jaw Worm", "floor": 1, "deck": deck, "room": "MONSTER"},
    )
    play(table, "Armaments")
    table.say("choose strike")
    assert table.screen == "NONE"


def test_a_card_of_a_pile_is_taken_at_once() -> None:
    table = fight("Headbutt", "Strike_R", "Strike_R", "Defend_R", "Defend_R")
    play(table, "Strike_R")
    play(table, "Defend_R")
    play(table, "Headbutt")
    assert (table.screen, table.choices) == ("GRID", ["strike", "defend"])
    assert table.game["current_action"] == "DiscardPileToTopOfDeckAction"
    table.say("choose 1")
    assert table.screen == "NONE"
    assert table.ids("draw_pile") == ["Defend_R"]


def test_new_cards_are_offered() -> None:
    table = fight("Discovery", "Wound", "Wound", "Wound", "Wound")
    play(table, "Discovery")
    assert (table.screen, table.game["room_phase"]) == ("CARD_REWARD", "COMBAT")
    assert not table.shown["skip_available"]
    assert not table.shown["bowl_available"]
    name = table.choices[0]
    table.say(f"choose {name}")
    assert name in [card["name"].lower() for card in table.fight["hand"]]


def test_any_number_of_cards() -> None:
    table = fight("Strike_R", "Wound", "Wound", "Wound", "Wound", relics=["Gambling Chip"])
    assert table.screen == "HAND_SELECT"
    assert (table.shown["max_cards"], table.shown["can_pick_zero"]) == (99, True)
    assert table.commands == ["choose", "confirm"]
    table.say("choose wound")
    table.say("choose wound")
    assert len(table.shown["selected"]) == 2
    assert len(table.shown["hand"]) == 3
    table.say("proceed")
    assert table.screen == "NONE"


# --- the end ----------------------------------------------------------------------------------------


def test_death_is_seen_before_the_menu() -> None:
    table = fight("Wound", hp=1)
    while table.screen != "GAME_OVER":
        table.say("end")
    assert (table.game["current_hp"], table.game["screen_name"]) == (0, "DEATH")
    assert table.shown["victory"] is False
    assert table.game["room_phase"] == "COMBAT"
    assert table.fight["monsters"]
    assert table.commands == ["proceed"]
    assert table.say("proceed") == {
        "available_commands": ["start", "state"], "ready_for_command": True, "in_game": False,
    }  # fmt: skip
    assert table.say("start ironclad")["in_game"]


def test_victory() -> None:
    table = Table(
        **WON, scene={"act": 3, "x": 3, "y": 14, "floor": 50, "room": "REST"}
    ).leave_neow()
    table.say("choose boss")
    assert (table.screen, table.commands) == ("COMPLETE", ["proceed"])
    table.say("proceed")
    assert (table.screen, table.game["room_type"]) == ("EVENT", "VictoryRoom")
    table.say("choose 0")
    assert table.screen == "GAME_OVER"
    assert table.shown["victory"] is True


def test_an_escape_leaves_nothing_to_take() -> None:
    table = fight("Wound", potions=["SmokeBomb", "Potion Slot", "Potion Slot"])
    table.say("potion use 0")
    assert (table.screen, table.commands) == ("COMPLETE", ["proceed"])
    table.say("proceed")
    assert table.screen == "MAP"
