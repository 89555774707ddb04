"""Every screen: what can be done there, as the document lists it, and how it is said."""

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


def said(told: dict[str, Any], **action: Any) -> str:
    """The first text command of an action."""
    made = read_action(action)
    assert refusal(made, state(told)) is None
    return next(steps(made, state(told)))


def problem_of(action: dict[str, Any], here: GameState) -> Refusal | None:
    """What is wrong with an action, with its form or here."""
    try:
        return refusal(read_action(action), here)
    except Refused as error:
        return error.refusal


def refused(told: dict[str, Any], **action: Any) -> str:
    """The code of what is wrong, which also has a sentence."""
    problem = problem_of(action, state(told))
    assert problem is not None, f"{action} was taken"
    assert problem.sentence
    return problem.code


def valid(told: dict[str, Any]) -> list[dict[str, Any]]:
    return [write_action(action) for action in valid_actions(state(told))]


# --- the table ------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", DOCUMENT)
def test_the_table_has_what_the_document_lists(screen):
    own = [way.action.kind() for way in SCREENS[screen] if not way.undocumented]
    assert sorted(own) == sorted(DOCUMENT[screen])


def test_every_action_of_the_document_is_on_some_screen():
    known = {way.action.kind() for screen in SCREENS for way in actions_on(screen)}
    assert known == set(ACTIONS)


@pytest.mark.parametrize("screen", EVERY_SCREEN)
def test_each_screen_is_known_by_its_message_and_something_can_be_done(screen):
    here = state(EVERY_SCREEN[screen])
    assert here.screen == screen
    assert document(here)["screen"] == screen
    kinds = {type(action).kind() for action in valid_actions(here)}
    assert kinds, "a bot would be stuck"
    assert kinds <= {way.action.kind() for way in actions_on(screen)}


@pytest.mark.parametrize("screen", EVERY_SCREEN)
def test_all_that_is_listed_is_taken_and_survives_json(screen):
    here = state(EVERY_SCREEN[screen])
    for action in valid_actions(here):
        again = read_action(json.dumps(write_action(action)))
        assert again == action
        assert refusal(again, here) is None
        command = next(steps(again, here))
        assert here.can(command.split()[0]), "the game offers the word"


@pytest.mark.parametrize("screen", EVERY_SCREEN)
def test_an_action_of_another_screen_is_refused_with_what_can_be_done(screen):
    here = state(EVERY_SCREEN[screen])
    kinds = {way.action.kind() for way in actions_on(screen)}
    foreign = {"type": "end_turn"} if screen != "COMBAT" else {"type": "open_chest"}
    problem = refusal(read_action(foreign), here)
    assert problem.code == "wrong_screen"
    assert set(problem.data["actions"]) == kinds
    assert screen in problem.sentence


def test_nothing_can_be_done_while_the_game_is_busy():
    assert valid_actions(state({**EVERY_SCREEN["COMBAT"], "ready_for_command": False})) == []


def test_the_picture_has_every_screen_and_leads_to_each():
    drawn = graph()
    screens = {node.name for node in drawn.nodes if node.parent}
    assert screens == set(EVERY_SCREEN)
    assert {edge.target.rpartition("/")[2] for edge in drawn.edges} == screens


# --- the menu, Neow, the map ----------------------------------------------------------------------


def test_a_run_is_started_with_class_ascension_and_seed():
    menu = EVERY_SCREEN["OUT_OF_GAME"]
    assert said(menu, type="start_game", character="ironclad") == "start IRONCLAD 0"
    assert said(
        menu, type="start_game", character="silent", ascension=20, seed="4jhcyd0w6etvw"
    ) == ("start THE_SILENT 20 4JHCYD0W6ETVW")
    assert said(menu, type="start_game", character="WATCHER") == "start WATCHER 0"
    assert refused(menu, type="start_game", character="BARD") == "unknown_class"
    assert refused(menu, type="start_game", character="DEFECT", ascension=21) == "bad_ascension"
    assert refused(menu, type="start_game", character="DEFECT", seed="no-seed") == "bad_seed"
    assert refused(menu, type="start_game") == "missing_parameter"


def test_options_are_counted_without_the_disabled_ones():
    told = event("Banana", "(Donut)", "Box")
    assert said(told, type="event_option", choice_index=1) == "choose 1"
    assert refused(told, type="event_option", choice_index=2) == "bad_index"
    shown = document(state(told))["game_state"]["screen"]["options"]
    assert [option["choice_index"] for option in shown] == [0, None, 1]


def test_proceed_takes_the_last_option_that_an_event_has():
    assert said(event("Leave"), type="proceed") == "choose 0"
    assert said(neow("Leave"), type="proceed") == "choose 0"
    assert refused(event("Banana", "Donut"), type="proceed") == "not_available"


def test_an_option_that_is_called_like_a_number_is_no_trap():
    told = event("1", "Leave")
    assert said(told, type="event_option", choice_index=1) == "choose leave"
    assert said(told, type="event_option", choice_index=0) == "choose 0"


def test_a_place_on_the_map_by_coordinates_index_or_name():
    here = map_screen((2, 3, "M"), (4, 3, "?"))
    assert said(here, type="choose_map_node", x=4, y=3) == "choose 1"
    assert said(here, type="choose", choice_index=0) == "choose 0"
    assert said(here, type="choose", name="X=4") == "choose x=4"
    assert refused(here, type="choose_map_node", x=3, y=3) == "no_way"
    assert refused(here, type="choose_map_boss") == "no_way"
    assert refused(here, type="choose", choice_index=2) == "bad_index"
    assert refused(here, type="choose", name="x=9") == "unknown_name"
    assert refused(here, type="choose") == "missing_parameter"


def test_the_way_to_the_boss():
    here = map_screen(boss=True)
    assert said(here, type="choose_map_boss") == "choose boss"
    assert refused(here, type="choose_map_node", x=3, y=16) == "no_way"


# --- fights ---------------------------------------------------------------------------------------


def test_a_card_is_played_at_a_monster_that_is_there():
    gone, half = monster(is_gone=True), monster("Darkling", half_dead=True)
    fight = combat(monsters=[gone, monster(), half])
    assert said(fight, type="play_card", card_index=0, target_index=1) == "play 1 1"
    assert said(fight, type="play_card", card_index=1) == "play 2"
    assert said(fight, type="play_card", card_index=1, target_index=0) == "play 2"
    assert refused(fight, type="play_card", card_index=0) == "missing_target"
    for target in (-1, 0, 2, 3):
        assert refused(fight, type="play_card", card_index=0, target_index=target) == "bad_target"
    assert refused(fight, type="play_card", card_index=2) == "not_playable"
    assert refused(fight, type="play_card", card_index=3) == "bad_index"
    assert refused(fight, type="play_card", card_index=-1) == "bad_index"


def test_the_tenth_card_is_card_ten():
    fight = combat(hand=[card("Defend", is_playable=True) for _ in range(10)])
    assert said(fight, type="play_card", card_index=9) == "play 10"


def test_without_a_playable_card_the_turn_can_still_be_ended():
    fight = combat(hand=[card("Wound", is_playable=False)])
    assert refused(fight, type="play_card", card_index=0) == "not_available"
    assert said(fight, type="end_turn") == "end"


def test_potions_are_drunk_thrown_and_poured_away():
    fight = combat(
        potions=[potion("Fire Potion", requires_target=True), potion("Fairy", can_use=False), EMPTY]
    )
    assert said(fight, type="use_potion", potion_index=0, target_index=0) == "potion use 0 0"
    assert said(fight, type="discard_potion", potion_index=1) == "potion discard 1"
    assert refused(fight, type="use_potion", potion_index=0) == "missing_target"
    assert refused(fight, type="use_potion", potion_index=1) == "not_usable"
    assert refused(fight, type="use_potion", potion_index=2) == "no_potion"
    assert refused(fight, type="discard_potion", potion_index=3) == "bad_index"


def test_the_message_of_the_real_game_offers_its_five_cards():
    """The recorded parts of a real message, put together again."""
    told = json.loads(shared_path("spire", "real_game_message.json").read_text())
    facts = told["facts"]
    aimed = {"Strike_R", "Bash"}
    hand = [card(name, is_playable=True, has_target=name in aimed) for name in facts["hand"]]
    worm = monster(facts["first_encounter"], facts["monster_max_hp"])
    message = combat(hand, [worm], gold=facts["gold"], seed=facts["seed"])
    message["available_commands"] = told["available_commands"]
    assert set(told["sample_keys"]["game_state"]) <= set(message["game_state"])
    here = state(message)
    assert here.screen == "COMBAT"
    plays = [action for action in valid(message) if action["type"] == "play_card"]
    assert [action["card_index"] for action in plays] == [0, 1, 2, 3, 4]
    assert said(message, type="play_card", card_index=4, target_index=0) == "play 5 0"
    shown = document(here)
    flags = [name for name, value in shown.items() if name.endswith("_available") and value]
    assert flags == ["play_available", "end_available"]
    assert shown["game_state"]["player"]["block"] == 5


# --- rewards, chests, fires -----------------------------------------------------------------------


def test_rewards_are_taken_by_place_but_no_potion_without_room():
    bottle = {"reward_type": "POTION", "potion": potion("Block Potion")}
    here = combat_reward(gold(14), bottle, CARD)
    assert said(here, type="combat_reward", reward_index=2) == "choose 2"
    assert said(here, type="combat_reward", reward_index=1) == "choose 1"
    assert said(here, type="proceed") == "proceed"
    assert refused(here, type="combat_reward", reward_index=3) == "bad_index"
    full = combat_reward(gold(14), bottle, CARD, potions=[potion("Fairy")])
    assert refused(full, type="combat_reward", reward_index=1) == "no_room"
    assert {"type": "combat_reward", "reward_index": 1} not in valid(full)


def test_a_card_is_taken_by_its_name_whatever_its_case_or_plus():
    here = card_reward("Anger", "Clothesline+", "Flex", bowl=True)
    assert said(here, type="card_reward", card_name="flex") == "choose 2"
    assert said(here, type="card_reward", card_name="Clothesline") == "choose 1"
    assert said(here, type="card_reward", bowl=True) == "choose bowl"
    assert refused(here, type="card_reward", card_name="Flex+") == "unknown_name"
    assert refused(here, type="card_reward") == "missing_parameter"
    assert refused(card_reward("Anger"), type="card_reward", bowl=True) == "no_bowl"


def test_skipping_a_card_by_proceed_or_cancel_if_it_can_be_skipped():
    assert said(card_reward("Anger"), type="proceed") == "cancel"
    assert said(card_reward("Anger"), type="cancel") == "cancel"
    assert refused(card_reward("Anger", skip=False), type="proceed") == "not_available"


def test_proceed_available_says_when_proceed_is_valid():
    def shown(told):
        return document(state(told))["proceed_available"]

    assert shown(card_reward("Anger"))
    assert not shown(card_reward("Anger", skip=False))
    assert shown(shop())
    assert shown(event("Leave"))
    assert not shown(event("Banana", "Donut"))
    assert not shown(boss_reward("Sozu"))
    assert shown(rest(has_rested=True))
    assert not shown(rest("rest"))
    for screen, told in EVERY_SCREEN.items():
        assert shown(told) == is_open(ACTIONS["proceed"], state(told)), screen


def test_boss_relics_chests_and_fires():
    assert said(boss_reward("Runic Dome"), type="boss_reward", relic_name="Runic Dome") == (
        "choose runic dome"
    )
    assert refused(boss_reward("Sozu"), type="boss_reward", relic_name="Vajra") == "unknown_name"
    assert said(chest(), type="open_chest") == "choose open"
    assert said(chest(), type="choose", name="open") == "choose open"
    assert refused(chest(is_open=True), type="open_chest") == "not_available"
    assert said(rest("rest", "smith"), type="rest", option="SMITH") == "choose smith"
    assert refused(rest("rest"), type="rest", option="smith") == "not_offered"
    assert refused(rest("rest"), type="rest", option="sing") == "unknown_name"
    assert refused(rest(has_rested=True), type="rest", option="rest") == "not_available"


# --- the shop -------------------------------------------------------------------------------------


def test_what_can_be_bought_is_what_can_be_paid():
    assert said(shop(99), type="buy_card", card_name="Inflame") == "choose inflame"
    assert said(shop(99), type="buy_relic", relic_name="vajra") == "choose vajra"
    assert said(shop(99), type="buy_potion", potion_name="Fire Potion") == "choose fire potion"
    assert said(shop(99), type="buy_purge") == "choose purge"
    assert refused(shop(99), type="buy_card", card_name="Offering") == "too_expensive"
    assert refused(shop(60), type="buy_purge") == "too_expensive"
    assert refused(shop(99, purge=False), type="buy_purge") == "sold_out"
    assert refused(shop(99), type="buy_card", card_name="Vajra") == "unknown_name"
    assert refused(
        shop(99, potions=[potion("Fairy")]), type="buy_potion", potion_name="Fire Potion"
    ) == ("no_room")
    assert refused(shop(99), type="buy_purge", card_name="Anger") == "unknown_name"


def test_with_a_sozu_no_potion_is_bought_but_a_reward_can_be_cleared_away():
    sozu = {"relics": [relic("Sozu")]}
    assert refused(shop(99, **sozu), type="buy_potion", potion_name="Fire Potion") == "no_potions"
    bottle = {"reward_type": "POTION", "potion": potion("Block Potion")}
    full = combat_reward(bottle, potions=[potion("Fairy")], **sozu)
    assert said(full, type="combat_reward", reward_index=0) == "choose 0"


def test_leaving_the_shop():
    assert list(steps(read_action({"type": "cancel"}), state(shop()))) == ["cancel"]
    assert list(steps(read_action({"type": "proceed"}), state(shop()))) == ["cancel", "proceed"]


# --- selecting cards ------------------------------------------------------------------------------


def test_as_many_cards_are_selected_as_are_wanted():
    assert said(grid(DECK), type="card_select", card_names=["Bash"]) == "choose 4"
    assert refused(grid(DECK), type="card_select", card_names=["Bash", "Defend"]) == "bad_count"
    assert refused(grid(DECK), type="card_select", card_names=[]) == "bad_count"
    assert refused(grid(DECK), type="card_select", card_names=["Anger"]) == "unknown_name"
    two = grid(DECK, 2)
    assert refused(two, type="card_select", card_names=["Bash", "Bash"]) == "unknown_name"
    chosen = read_action({"type": "card_select", "card_names": ["Strike", "strike+"]})
    assert refusal(chosen, state(two)) is None
    assert list(steps_through(chosen, two, 2)) == ["choose 2", "choose 0"]


def steps_through(action, told, count):
    """The commands if the screen stays as it is."""
    going = steps(action, state(told))
    yield next(going)
    for _ in range(count - 1):
        yield going.send(state(told))


def test_a_plain_name_means_the_plain_card_and_else_an_upgraded_one():
    strikes = grid([card("Strike+"), card("Strike"), card("Strike+")], 2)
    both = read_action({"type": "card_select", "card_names": ["Strike", "Strike"]})
    assert list(steps_through(both, strikes, 2)) == ["choose 1", "choose 0"]
    mixed = read_action({"type": "card_select", "card_names": ["strike", "STRIKE+"]})
    assert list(steps_through(mixed, grid([card("Strike+"), card("Strike")], 2), 2)) == [
        "choose 1", "choose 0",
    ]  # fmt: skip


def test_what_is_selected_already_is_not_selected_again():
    here = grid(DECK, 2, selected=1)
    assert said(here, type="card_select", card_names=["Strike"]) == "choose 1"
    assert refused(here, type="card_select", card_names=["Strike", "Bash"]) == "bad_count"
    done = grid(DECK, 1, selected=1, confirm=True)
    assert refused(done, type="card_select", card_names=["Bash"]) == "already_selected"
    assert said(done, type="proceed") == "proceed"


def test_any_number_may_be_none():
    here = hand_select(DECK, 99, zero=True)
    assert said(here, type="card_select", card_names=[]) == "proceed"
    assert said(here, type="card_select", card_names=["Bash", "Defend"]) == "choose 4"
    assert said(hand_select([], 99, zero=True), type="card_select", card_names=[]) == "proceed"
    one = hand_select(DECK, 1)
    assert refused(one, type="card_select", card_names=[]) == "bad_count"


def test_ways_to_select_are_listed_once_whatever_the_order():
    listed = [one["card_names"] for one in valid(grid(DECK, 2)) if one["type"] == "card_select"]
    assert ["Strike", "Strike"] in listed
    assert len(listed) == len({tuple(sorted(names)) for names in listed}) == 7
    many = grid([card(f"Card {n}") for n in range(40)], 10)
    assert len([one for one in valid(many) if one["type"] == "card_select"]) == 200


# --- whatever comes -------------------------------------------------------------------------------

anything = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(screen=st.sampled_from(sorted(EVERY_SCREEN.keys() - {"OUT_OF_GAME"})), data=st.data())
@settings(max_examples=200, deadline=None)
def test_a_message_that_is_damaged_is_read_and_nothing_breaks(screen, data):
    told = json.loads(json.dumps(EVERY_SCREEN[screen]))
    game = told["game_state"]
    where = data.draw(
        st.sampled_from([game, game.get("screen_state", game), game.get("combat_state", game)])
    )
    for key in data.draw(st.lists(st.sampled_from(sorted(where) or ["x"]), max_size=4)):
        where[key] = data.draw(anything)
    here = GameState(Message(True, True, told["available_commands"], game))
    document(here)
    for action in valid_actions(here):
        assert refusal(action, here) is None
        assert "\n" not in next(steps(action, here))


def test_cards_without_a_choice_cannot_be_selected():
    message = json.loads(json.dumps(EVERY_SCREEN["GRID"]))
    message["game_state"]["choice_list"] = message["game_state"]["choice_list"][:1]
    here = state(message)
    for action in valid_actions(here):
        assert next(steps(action, here))


@given(data=st.binary(max_size=60) | anything)
@settings(max_examples=300, deadline=None)
def test_an_action_that_is_no_action_is_refused_with_a_code(data):
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
def test_any_arguments_on_any_screen_are_taken_or_refused(kind, more, screen):
    here = state(EVERY_SCREEN[screen])
    problem = problem_of({"type": kind, **more}, here)
    if problem is None:
        first = next(steps(read_action({"type": kind, **more}), here))
        assert here.can(first.split()[0])
    else:
        assert problem.code
        assert problem.sentence
