"""Messages of the real game: a session built from a message encodes the same message again."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import msgspec
import pytest

from tests.shared_data import has_shared_data, shared_data_folder
from turnwright.bridges.commmod.host.json.message import game_state
from turnwright.bridges.commmod.host.mod import Mod, RunRequest
from turnwright.bridges.commmod.recordings.mod_states import (
    is_mod_state,
    parts_left_out,
    verify_mod_state,
)
from turnwright.bridges.commmod.recordings.rebuilt_session import rebuilt_session
from turnwright.core.errors import UnusableError
from turnwright.games.spire.library import potions, relics
from turnwright.testing.first_difference import json_lines

Json = dict[str, Any]
FILE = ("spire", "mod_states.jsonl.gz")
ENTRIES: list[Json] = (
    list(json_lines(str(shared_data_folder().joinpath(*FILE)))) if has_shared_data(*FILE) else []
)


def named(part: str) -> Json:
    found = [entry for entry in ENTRIES if part in entry["id"]]
    if not found:
        pytest.skip("the recorded messages are not here")
    return copy.deepcopy(found[0])


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["id"])
def test_a_message_of_the_real_game_is_reproduced(entry: Json) -> None:
    assert is_mod_state(entry)
    assert verify_mod_state(entry) is None


@pytest.mark.parametrize(
    ("entry", "path", "value"),
    [
        ("another_simple", ("game_state", "room_phase"), "COMPLETE"),
        ("another_simple", ("available_commands",), ["play", "end", "state"]),
        (
            "another_simple",
            ("game_state", "combat_state", "monsters", 0, "move_adjusted_damage"),
            7,
        ),
        ("another_simple", ("game_state", "deck", 0, "cost"), 3),
        ("another_simple", ("game_state", "potions", 0, "can_discard"), False),
        ("campfire_girya_lift", ("game_state", "choice_list"), ["rest"]),
        ("upgrade_bash", ("game_state", "room_phase"), "COMPLETE"),
        (
            "event_falling_2_options",
            ("game_state", "screen_state", "options", 1, "label"),
            "Channel",
        ),
        ("shop_purge_used", ("game_state", "screen_state", "purge_available"), True),
        ("path_initial_state", ("game_state", "map", 3, "symbol"), "$"),
    ],
)
def test_a_changed_message_is_detected(entry: str, path: tuple[Any, ...], value: object) -> None:
    changed = named(entry)
    at = changed["state"]
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    found = verify_mod_state(changed)
    assert found is not None


# --- messages that are compared in part ----------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "reasons"),
    [
        ("discard_no_cards", ["the hand is not the one on the screen"]),
        ("purge_empty_cage", ["the choices are not in the order of the cards"]),
        ("potions_dead_minions", ["a GremlinFat has the name of another monster"]),
        ("take_from_expanded_potion_list", ["cards of one list share a uuid"]),
        ("intangible_but", ["the playable cards are those for 0 energy, not for 1"]),
        ("another_simple", []),
        ("event_neow", []),
        ("discard_relic", ["the intents were not drawn yet"]),
    ],
)
def test_what_is_left_out_of_a_message_is_named(entry: str, reasons: list[str]) -> None:
    assert parts_left_out(named(entry)) == reasons


def test_a_single_wrong_flag_is_no_other_energy() -> None:
    changed = named("intangible_but")
    changed["state"]["game_state"]["combat_state"]["draw_pile"][0]["is_playable"] = True
    assert parts_left_out(changed) == []
    assert verify_mod_state(changed) is not None


def test_cards_of_a_pile_are_those_of_the_deck() -> None:
    changed = named("another_simple")
    deck = changed["state"]["game_state"]["deck"]
    deck[0]["uuid"], deck[-1]["uuid"] = deck[-1]["uuid"], deck[0]["uuid"]
    assert verify_mod_state(changed) is None  # other cards, but the same message again
    session = rebuilt_session(changed["state"]["game_state"])
    uuids = {card["uuid"] for card in game_state(session, [])["deck"]}
    piles = game_state(session, [])["combat_state"]
    assert {card["uuid"] for card in (*piles["hand"], *piles["draw_pile"])} <= uuids


# --- messages that cannot be used ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "path", "code"),
    [
        ("another_simple", ("deck", 0, "id"), "unknown_card"),
        ("another_simple", ("combat_state", "hand", 0, "id"), "unknown_card"),
        ("another_simple", ("relics", 0, "id"), "unknown_relic"),
        ("another_simple", ("potions", 0, "id"), "unknown_potion"),
        ("another_simple", ("combat_state", "monsters", 0, "id"), "unknown_monster"),
        ("another_simple", ("room_type",), "unknown_room"),
        ("another_simple", ("screen_type",), "unknown_screen"),
        ("another_simple", ("class",), "unknown_class"),
        ("discard_relic", ("current_action",), "unknown_action"),
        ("event_cleric_heal", ("screen_state", "event_id"), "unknown_event"),
        ("event_neow", ("screen_state", "options", 0, "label"), "unknown_offer"),
        ("shop_buy_perfected_strike", ("screen_state", "relics", 0, "id"), "unknown_relic"),
        ("boss_reward_first_is_best", ("screen_state", "relics", 0, "id"), "unknown_relic"),
    ],
)
def test_an_unknown_id_is_refused_with_a_sentence(
    entry: str, path: tuple[Any, ...], code: str
) -> None:
    changed = named(entry)
    at = changed["state"]["game_state"]
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = "Nobody Knows"
    with pytest.raises(UnusableError) as refused:
        verify_mod_state(changed)
    assert refused.value.code == code
    assert "Nobody Knows" in str(refused.value)


def test_a_missing_field_is_refused_with_a_sentence() -> None:
    changed = named("another_simple")
    del changed["state"]["game_state"]["combat_state"]["player"]
    with pytest.raises(UnusableError, match="player"):
        verify_mod_state(changed)


# --- messages of our own host --------------------------------------------------------------------


def random_command(message: Json, chance: Random) -> str:
    """A command that the message allows; cards are played rather than turns ended."""
    game, found = message["game_state"], []
    alive = [
        str(place)
        for place, one in enumerate(game.get("combat_state", {}).get("monsters", ()))
        if not one["is_gone"]
    ]
    for word in message["available_commands"]:
        if word == "play":
            found = [
                f"play {(place + 1) % 10} {chance.choice(alive) if card['has_target'] else ''}"
                for place, card in enumerate(game["combat_state"]["hand"])
                if card["is_playable"]
            ]
            if chance.random() < 0.85:
                return chance.choice(found)
        elif word == "choose":
            found += [f"choose {place}" for place in range(len(game["choice_list"]))]
        elif word in ("end", "proceed", "confirm", "skip", "leave"):
            found.append(word)
    return chance.choice(found)


@pytest.mark.parametrize(
    ("character", "seed"),
    [("IRONCLAD", 3), ("IRONCLAD", 4), ("THE_SILENT", 5), ("DEFECT", 7), ("WATCHER", 8)],
)
def test_a_message_of_the_host_is_rebuilt(character: str, seed: int) -> None:
    """Play at random with strong fighters and compare every screen on the way."""
    chance = Random(seed)
    mod = Mod()
    mod.start_run(RunRequest(character, 0, seed))
    for _ in range(100):
        told = msgspec.json.decode(mod.state())
        if not told["in_game"]:
            break
        entry = {"id": "", "screen_type": told["game_state"]["screen_type"], "state": told}
        assert verify_mod_state(entry) is None, told["game_state"]["screen_type"]
        assert parts_left_out(entry) == []
        G = mod.session.G
        G.hp = G.max_hp
        for monster in G.battle.monsters if G.battle is not None else ():
            monster.hp = min(monster.hp, 15)
        mod.handle_line(random_command(told, chance))


def test_the_end_of_a_run_is_rebuilt() -> None:
    mod = Mod()
    mod.start_run(RunRequest("IRONCLAD", 0, 1))
    chance = Random(1)
    for _ in range(400):
        told = msgspec.json.decode(mod.state())
        if told["game_state"]["screen_type"] == "GAME_OVER":
            break
        mod.session.G.hp = 1
        mod.handle_line(random_command(told, chance))
    assert told["game_state"]["screen_type"] == "GAME_OVER"
    assert verify_mod_state({"id": "", "screen_type": "GAME_OVER", "state": told}) is None


@pytest.mark.parametrize("entry", ["another_simple", "shop_buy_perfected_strike", "path_basic"])
def test_any_relic_and_any_potion_can_be_in_a_message(entry: str) -> None:
    changed = named(entry)["state"]["game_state"]
    changed["relics"] = [{"id": id, "name": "", "counter": -1} for id in relics()]
    changed["potions"] = [{"id": id} for id in potions()]
    told = game_state(rebuilt_session(changed), [])
    assert [relic["id"] for relic in told["relics"]] == list(relics())
    assert [potion["id"] for potion in told["potions"]] == list(potions())


def test_powers_of_a_message_come_back() -> None:
    """Powers that the mod tells more of than their amount, and one that nobody knows."""
    changed = named("another_simple")["state"]["game_state"]
    card = changed["deck"][0]
    powers = [
        {"id": "Combust", "name": "Combust", "amount": 7, "misc": 2},
        {"id": "Panache", "name": "Panache", "amount": 3, "damage": 10},
        {"id": "Wraith Form v2", "name": "Wraith Form", "amount": -1},
        {"id": "Some Mod Power", "name": "Some Mod Power", "amount": 4},
        {"id": "TheBomb2", "name": "The Bomb", "amount": 2, "damage": 40},
        {"id": "Night Terror", "name": "Nightmare", "amount": 3, "card": card},
    ]
    changed["combat_state"]["player"]["powers"] = powers
    told = game_state(rebuilt_session(changed), [])["combat_state"]["player"]["powers"]
    told[-1]["card"] = card
    assert told == powers
