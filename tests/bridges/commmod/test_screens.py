"""Every screen: its actions, as the document lists them, and the commands they send."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bridges.commmod.messages import (  # fmt: skip
    CARD,
    DECK,
    EMPTY,
    EVERY_SCREEN,
    boss_reward,
    card,
    card_reward,
    chest,
    combat,
    combat_reward,
    event,
    gold,
    grid,
    hand_select,
    map_screen,
    monster,
    neow,
    potion,
    relic,
    rest,
    shop,
    state,
)
from tests.shared_data import shared_path
from turnwright.bridges.commmod.agent.actions import ACTIONS, read_action, write_action
from turnwright.bridges.commmod.agent.document_state import document
from turnwright.bridges.commmod.agent.game_state import GameState
from turnwright.bridges.commmod.agent.screens import (  # fmt: skip
    SCREENS,
    actions_on,
    graph,
    is_open,
    refusal,
    steps,
    valid_actions,
)
from turnwright.bridges.commmod.protocol import Message
from turnwright.core.errors import Refusal, Refused

DOCUMENT = {  # the actions that the document lists, screen by screen
    "OUT_OF_GAME": ["start_game"],
    "NEOW_ROOM": ["event_option"],
    "MAP": ["choose", "choose_map_node", "choose_map_boss"],
    "COMBAT": ["play_card", "end_turn", "use_potion", "discard_potion"],
    "COMBAT_REWARD": ["combat_reward", "proceed"],
    "CARD_REWARD": ["card_reward", "proceed", "cancel"],
    "BOSS_REWARD": ["boss_reward"],
    "EVENT": ["event_option", "choose", "proceed"],
    "CHEST": ["open_chest", "choose", "proceed"],
    "REST": ["rest", "choose", "proceed"],
    "SHOP_ROOM": ["choose"],
    "SHOP_SCREEN": [
        "buy_card",
        "buy_relic",
        "buy_potion",
        "buy_purge",
        "choose",
        "cancel",
        "proceed",
    ],
    "GRID": ["card_select", "choose", "proceed"],
    "HAND_SELECT": ["card_select", "proceed"],
    "GAME_OVER": [],
    "COMPLETE": ["proceed"],
    "NONE": [],
}


def first_command(message: dict[str, Any], **action: Any) -> str:
    """The first text command of an action."""
    made = read_action(action)
    assert refusal(made, state(message)) is None
    return next(steps(made, state(message)))


def problem_of(action: dict[str, Any], here: GameState) -> Refusal | None:
    """The refusal of an action, for its form or in this state."""
    try:
        return refusal(read_action(action), here)
    except Refused as error:
        return error.refusal


def refused(message: dict[str, Any], **action: Any) -> str:
    """The code of the refusal; it must also have a sentence."""
    problem = problem_of(action, state(message))
    assert problem is not None, f"{action} was accepted"
    assert problem.sentence
    return problem.code


def valid(message: dict[str, Any]) -> list[dict[str, Any]]:
    return [write_action(action) for action in valid_actions(state(message))]


# --- actions by screen ----------------------------------------------------------------------------


@pytest.mark.parametrize("screen", DOCUMENT)
def test_every_screen_has_the_actions_of_the_document(screen):
    own = [way.action.kind() for way in SCREENS[screen] if not way.undocumented]
    assert sorted(own) == sorted(DOCUMENT[screen])


def test_every_action_is_available_on_some_screen():
    known = {way.action.kind() for screen in SCREENS for way in actions_on(screen)}
    assert known == set(ACTIONS)


@pytest.mark.parametrize("screen", EVERY_SCREEN)
def test_each_screen_is_recognised_and_has_valid_actions(screen):
    here = state(EVERY_SCREEN[screen])
    assert here.screen == screen
    assert document(here)["screen"] == screen
    kinds = {type(action).kind() for action in valid_actions(here)}
    assert kinds, "a bot would be stuck"
    assert kinds <= {way.action.kind() for way in actions_on(screen)}


@pytest.mark.parametrize("screen", EVERY_SCREEN)
def test_all_listed_actions_are_accepted_and_survive_json(screen):
    here = state(EVERY_SCREEN[screen])
    for action in valid_actions(here):
        again = read_action(json.dumps(write_action(action)))
        assert again == action
        assert refusal(again, here) is None
        command = next(steps(again, here))
        assert here.can(command.split()[0]), "the game offers the command"


@pytest.mark.parametrize("screen", EVERY_SCREEN)
def test_an_action_of_another_screen_is_refused_with_the_possible_actions(screen):
    here = state(EVERY_SCREEN[screen])
    kinds = {way.action.kind() for way in actions_on(screen)}
    foreign = {"type": "end_turn"} if screen != "COMBAT" else {"type": "open_chest"}
    problem = refusal(read_action(foreign), here)
    assert problem.code == "wrong_screen"
    assert set(problem.data["actions"]) == kinds
    assert screen in problem.sentence


def test_there_are_no_actions_while_the_game_is_busy():
    assert valid_actions(state({**EVERY_SCREEN["COMBAT"], "ready_for_command": False})) == []


def test_the_graph_has_every_screen_and_an_edge_to_each():
    drawing = graph()
    screens = {node.name for node in drawing.nodes if node.parent}
    assert screens == set(EVERY_SCREEN)
    assert {edge.target.rpartition("/")[2] for edge in drawing.edges} == screens


# --- the menu, Neow, the map ----------------------------------------------------------------------


def test_a_run_is_started_with_class_ascension_and_seed():
    menu = EVERY_SCREEN["OUT_OF_GAME"]
    assert first_command(menu, type="start_game", character="ironclad") == "start IRONCLAD 0"
    assert first_command(
        menu, type="start_game", character="silent", ascension=20, seed="4jhcyd0w6etvw"
    ) == ("start THE_SILENT 20 4JHCYD0W6ETVW")
    assert first_command(menu, type="start_game", character="WATCHER") == "start WATCHER 0"
    assert refused(menu, type="start_game", character="BARD") == "unknown_class"
    assert refused(menu, type="start_game", character="DEFECT", ascension=21) == "bad_ascension"
    assert refused(menu, type="start_game", character="DEFECT", seed="no-seed") == "bad_seed"
    assert refused(menu, type="start_game") == "missing_parameter"


def test_disabled_options_are_not_counted():
    message = event("Banana", "(Donut)", "Box")
    assert first_command(message, type="event_option", choice_index=1) == "choose 1"
    assert refused(message, type="event_option", choice_index=2) == "bad_index"
    shown = document(state(message))["game_state"]["screen"]["options"]
    assert [option["choice_index"] for option in shown] == [0, None, 1]


def test_proceed_takes_the_only_option_of_an_event():
    assert first_command(event("Leave"), type="proceed") == "choose 0"
    assert first_command(neow("Leave"), type="proceed") == "choose 0"
    assert refused(event("Banana", "Donut"), type="proceed") == "not_available"


def test_an_option_named_like_a_number_does_not_confuse_indexes():
    message = event("1", "Leave")
    assert first_command(message, type="event_option", choice_index=1) == "choose leave"
    assert first_command(message, type="event_option", choice_index=0) == "choose 0"


def test_a_map_node_is_chosen_by_coordinates_index_or_name():
    here = map_screen((2, 3, "M"), (4, 3, "?"))
    assert first_command(here, type="choose_map_node", x=4, y=3) == "choose 1"
    assert first_command(here, type="choose", choice_index=0) == "choose 0"
    assert first_command(here, type="choose", name="X=4") == "choose x=4"
    assert refused(here, type="choose_map_node", x=3, y=3) == "no_way"
    assert refused(here, type="choose_map_boss") == "no_way"
    assert refused(here, type="choose", choice_index=2) == "bad_index"
    assert refused(here, type="choose", name="x=9") == "unknown_name"
    assert refused(here, type="choose") == "missing_parameter"


def test_the_boss_node_is_chosen_by_its_own_action():
    here = map_screen(boss=True)
    assert first_command(here, type="choose_map_boss") == "choose boss"
    assert refused(here, type="choose_map_node", x=3, y=16) == "no_way"


# --- fights ---------------------------------------------------------------------------------------


def test_a_card_can_only_target_a_living_monster():
    gone, half = monster(is_gone=True), monster("Darkling", half_dead=True)
    fight = combat(monsters=[gone, monster(), half])
    assert first_command(fight, type="play_card", card_index=0, target_index=1) == "play 1 1"
    assert first_command(fight, type="play_card", card_index=1) == "play 2"
    assert first_command(fight, type="play_card", card_index=1, target_index=0) == "play 2"
    assert refused(fight, type="play_card", card_index=0) == "missing_target"
    for target in (-1, 0, 2, 3):
        assert refused(fight, type="play_card", card_index=0, target_index=target) == "bad_target"
    assert refused(fight, type="play_card", card_index=2) == "not_playable"
    assert refused(fight, type="play_card", card_index=3) == "bad_index"
    assert refused(fight, type="play_card", card_index=-1) == "bad_index"


def test_the_tenth_card_is_played_as_card_10():
    fight = combat(hand=[card("Defend", is_playable=True) for _ in range(10)])
    assert first_command(fight, type="play_card", card_index=9) == "play 10"


def test_the_turn_can_be_ended_without_a_playable_card():
    fight = combat(hand=[card("Wound", is_playable=False)])
    assert refused(fight, type="play_card", card_index=0) == "not_available"
    assert first_command(fight, type="end_turn") == "end"


def test_potions_are_used_and_discarded():
    fight = combat(
        potions=[potion("Fire Potion", requires_target=True), potion("Fairy", can_use=False), EMPTY]
    )
    assert (
        first_command(fight, type="use_potion", potion_index=0, target_index=0) == "potion use 0 0"
    )
    assert first_command(fight, type="discard_potion", potion_index=1) == "potion discard 1"
    assert refused(fight, type="use_potion", potion_index=0) == "missing_target"
    assert refused(fight, type="use_potion", potion_index=1) == "not_usable"
    assert refused(fight, type="use_potion", potion_index=2) == "no_potion"
    assert refused(fight, type="discard_potion", potion_index=3) == "bad_index"


def test_the_message_of_the_real_game_offers_its_five_cards():
    """Rebuild a real message from its recorded parts."""
    sample = json.loads(shared_path("spire", "real_game_message.json").read_text())
    facts = sample["facts"]
    aimed = {"Strike_R", "Bash"}
    hand = [card(name, is_playable=True, has_target=name in aimed) for name in facts["hand"]]
    worm = monster(facts["first_encounter"], facts["monster_max_hp"])
    message = combat(hand, [worm], gold=facts["gold"], seed=facts["seed"])
    message["available_commands"] = sample["available_commands"]
    assert set(sample["sample_keys"]["game_state"]) <= set(message["game_state"])
    here = state(message)
    assert here.screen == "COMBAT"
    plays = [action for action in valid(message) if action["type"] == "play_card"]
    assert [action["card_index"] for action in plays] == [0, 1, 2, 3, 4]
    assert first_command(message, type="play_card", card_index=4, target_index=0) == "play 5 0"
    shown = document(here)
    flags = [name for name, value in shown.items() if name.endswith("_available") and value]
    assert flags == ["play_available", "end_available"]
    assert shown["game_state"]["player"]["block"] == 5


# --- rewards, chests, rest sites ------------------------------------------------------------------


def test_rewards_are_taken_by_index_and_potions_need_an_empty_slot():
    bottle = {"reward_type": "POTION", "potion": potion("Block Potion")}
    here = combat_reward(gold(14), bottle, CARD)
    assert first_command(here, type="combat_reward", reward_index=2) == "choose 2"
    assert first_command(here, type="combat_reward", reward_index=1) == "choose 1"
    assert first_command(here, type="proceed") == "proceed"
    assert refused(here, type="combat_reward", reward_index=3) == "bad_index"
    full = combat_reward(gold(14), bottle, CARD, potions=[potion("Fairy")])
    assert refused(full, type="combat_reward", reward_index=1) == "no_room"
    assert {"type": "combat_reward", "reward_index": 1} not in valid(full)


def test_a_card_reward_is_chosen_by_case_insensitive_name():
    here = card_reward("Anger", "Clothesline+", "Flex", bowl=True)
    assert first_command(here, type="card_reward", card_name="flex") == "choose 2"
    assert first_command(here, type="card_reward", card_name="Clothesline") == "choose 1"
    assert first_command(here, type="card_reward", bowl=True) == "choose bowl"
    assert refused(here, type="card_reward", card_name="Flex+") == "unknown_name"
    assert refused(here, type="card_reward") == "missing_parameter"
    assert refused(card_reward("Anger"), type="card_reward", bowl=True) == "no_bowl"


def test_a_card_reward_is_skipped_by_proceed_or_cancel():
    assert first_command(card_reward("Anger"), type="proceed") == "cancel"
    assert first_command(card_reward("Anger"), type="cancel") == "cancel"
    assert refused(card_reward("Anger", skip=False), type="proceed") == "not_available"


def test_proceed_available_is_true_when_proceed_is_valid():
    def shown(message):
        return document(state(message))["proceed_available"]

    assert shown(card_reward("Anger"))
    assert not shown(card_reward("Anger", skip=False))
    assert shown(shop())
    assert shown(event("Leave"))
    assert not shown(event("Banana", "Donut"))
    assert not shown(boss_reward("Sozu"))
    assert shown(rest(has_rested=True))
    assert not shown(rest("rest"))
    for screen, message in EVERY_SCREEN.items():
        assert shown(message) == is_open(ACTIONS["proceed"], state(message)), screen


def test_boss_relics_chests_and_rest_sites():
    assert first_command(
        boss_reward("Runic Dome"), type="boss_reward", relic_name="Runic Dome"
    ) == ("choose runic dome")
    assert refused(boss_reward("Sozu"), type="boss_reward", relic_name="Vajra") == "unknown_name"
    assert first_command(chest(), type="open_chest") == "choose open"
    assert first_command(chest(), type="choose", name="open") == "choose open"
    assert refused(chest(is_open=True), type="open_chest") == "not_available"
    assert first_command(rest("rest", "smith"), type="rest", option="SMITH") == "choose smith"
    assert refused(rest("rest"), type="rest", option="smith") == "not_offered"
    assert refused(rest("rest"), type="rest", option="sing") == "unknown_name"
    assert refused(rest(has_rested=True), type="rest", option="rest") == "not_available"


# --- the shop -------------------------------------------------------------------------------------


def test_only_affordable_goods_can_be_bought():
    assert first_command(shop(99), type="buy_card", card_name="Inflame") == "choose inflame"
    assert first_command(shop(99), type="buy_relic", relic_name="vajra") == "choose vajra"
    assert (
        first_command(shop(99), type="buy_potion", potion_name="Fire Potion")
        == "choose fire potion"
    )
    assert first_command(shop(99), type="buy_purge") == "choose purge"
    assert refused(shop(99), type="buy_card", card_name="Offering") == "too_expensive"
    assert refused(shop(60), type="buy_purge") == "too_expensive"
    assert refused(shop(99, purge=False), type="buy_purge") == "sold_out"
    assert refused(shop(99), type="buy_card", card_name="Vajra") == "unknown_name"
    assert refused(
        shop(99, potions=[potion("Fairy")]), type="buy_potion", potion_name="Fire Potion"
    ) == ("no_room")
    assert refused(shop(99), type="buy_purge", card_name="Anger") == "unknown_name"


def test_sozu_prevents_buying_potions_but_not_removing_a_potion_reward():
    sozu = {"relics": [relic("Sozu")]}
    assert refused(shop(99, **sozu), type="buy_potion", potion_name="Fire Potion") == "no_potions"
    bottle = {"reward_type": "POTION", "potion": potion("Block Potion")}
    full = combat_reward(bottle, potions=[potion("Fairy")], **sozu)
    assert first_command(full, type="combat_reward", reward_index=0) == "choose 0"


def test_cancel_and_proceed_leave_the_shop():
    assert list(steps(read_action({"type": "cancel"}), state(shop()))) == ["cancel"]
    assert list(steps(read_action({"type": "proceed"}), state(shop()))) == ["cancel", "proceed"]


# --- selecting cards ------------------------------------------------------------------------------


def test_a_selection_needs_the_required_number_of_cards():
    assert first_command(grid(DECK), type="card_select", card_names=["Bash"]) == "choose 4"
    assert refused(grid(DECK), type="card_select", card_names=["Bash", "Defend"]) == "bad_count"
    assert refused(grid(DECK), type="card_select", card_names=[]) == "bad_count"
    assert refused(grid(DECK), type="card_select", card_names=["Anger"]) == "unknown_name"
    two = grid(DECK, 2)
    assert refused(two, type="card_select", card_names=["Bash", "Bash"]) == "unknown_name"
    chosen = read_action({"type": "card_select", "card_names": ["Strike", "strike+"]})
    assert refusal(chosen, state(two)) is None
    assert list(steps_through(chosen, two, 2)) == ["choose 2", "choose 0"]


def steps_through(action, message, count):
    """The commands of an action if the screen does not change."""
    going = steps(action, state(message))
    yield next(going)
    for _ in range(count - 1):
        yield going.send(state(message))


def test_a_plain_name_prefers_the_card_without_upgrades():
    strikes = grid([card("Strike+"), card("Strike"), card("Strike+")], 2)
    both = read_action({"type": "card_select", "card_names": ["Strike", "Strike"]})
    assert list(steps_through(both, strikes, 2)) == ["choose 1", "choose 0"]
    mixed = read_action({"type": "card_select", "card_names": ["strike", "STRIKE+"]})
    assert list(steps_through(mixed, grid([card("Strike+"), card("Strike")], 2), 2)) == [
        "choose 1", "choose 0",
    ]  # fmt: skip


def test_selected_cards_are_not_selected_again():
    here = grid(DECK, 2, selected=1)
    assert first_command(here, type="card_select", card_names=["Strike"]) == "choose 1"
    assert refused(here, type="card_select", card_names=["Strike", "Bash"]) == "bad_count"
    done = grid(DECK, 1, selected=1, confirm=True)
    assert refused(done, type="card_select", card_names=["Bash"]) == "already_selected"
    assert first_command(done, type="proceed") == "proceed"


def test_a_selection_of_any_number_may_be_empty():
    here = hand_select(DECK, 99, zero=True)
    assert first_command(here, type="card_select", card_names=[]) == "proceed"
    assert first_command(here, type="card_select", card_names=["Bash", "Defend"]) == "choose 4"
    assert (
        first_command(hand_select([], 99, zero=True), type="card_select", card_names=[])
        == "proceed"
    )
    one = hand_select(DECK, 1)
    assert refused(one, type="card_select", card_names=[]) == "bad_count"


def test_selections_are_listed_once_regardless_of_order():
    listed = [one["card_names"] for one in valid(grid(DECK, 2)) if one["type"] == "card_select"]
    assert ["Strike", "Strike"] in listed
    assert len(listed) == len({tuple(sorted(names)) for names in listed}) == 7
    many = grid([card(f"Card {n}") for n in range(40)], 10)
    assert len([one for one in valid(many) if one["type"] == "card_select"]) == 200


# --- arbitrary input ------------------------------------------------------------------------------

anything = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(screen=st.sampled_from(sorted(EVERY_SCREEN.keys() - {"OUT_OF_GAME"})), data=st.data())
@settings(max_examples=200, deadline=None)
def test_damaged_messages_are_read_without_errors(screen, data):
    message = json.loads(json.dumps(EVERY_SCREEN[screen]))
    game = message["game_state"]
    where = data.draw(
        st.sampled_from([game, game.get("screen_state", game), game.get("combat_state", game)])
    )
    for key in data.draw(st.lists(st.sampled_from(sorted(where) or ["x"]), max_size=4)):
        where[key] = data.draw(anything)
    here = GameState(Message(True, True, message["available_commands"], game))
    document(here)
    for action in valid_actions(here):
        assert refusal(action, here) is None
        assert "\n" not in next(steps(action, here))


def test_a_choice_with_a_line_break_is_sent_as_one_line():
    message = json.loads(json.dumps(EVERY_SCREEN["CHEST"]))
    message["game_state"]["choice_list"] = ["open\nquit"]
    here = state(message)
    commands = [next(steps(action, here)) for action in valid_actions(here)]
    assert "choose open quit" in commands
    assert not any("\n" in command for command in commands)


def test_cards_without_a_choice_cannot_be_selected():
    message = json.loads(json.dumps(EVERY_SCREEN["GRID"]))
    message["game_state"]["choice_list"] = message["game_state"]["choice_list"][:1]
    here = state(message)
    for action in valid_actions(here):
        assert next(steps(action, here))


@given(data=st.binary(max_size=60) | anything)
@settings(max_examples=300, deadline=None)
def test_data_that_is_not_an_action_is_refused_with_a_code(data):
    with pytest.raises(Refused) as refused:
        read_action(data if isinstance(data, bytes) else json.dumps(data))
    assert refused.value.code in ("bad_json", "bad_action", "unknown_type")


@given(
    kind=st.sampled_from(sorted(ACTIONS)),
    more=st.dictionaries(
        st.sampled_from(
            ["card_index", "target_index", "name", "card_names", "option", "x", "seed"]
        ),
        anything,
    ),
    screen=st.sampled_from(sorted(EVERY_SCREEN)),
)
@settings(max_examples=400, deadline=None)
def test_any_arguments_on_any_screen_are_accepted_or_refused(kind, more, screen):
    here = state(EVERY_SCREEN[screen])
    problem = problem_of({"type": kind, **more}, here)
    if problem is None:
        first = next(steps(read_action({"type": kind, **more}), here))
        assert first == "abandon" or here.can(first.split()[0])  # the mod does not list it
    else:
        assert problem.code
        assert problem.sentence
