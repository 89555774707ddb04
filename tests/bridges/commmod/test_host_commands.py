"""Replies of the host to commands: every command, and the exact text of every error."""

from __future__ import annotations

import msgspec
import pytest

from tests.bridges.commmod.host_client import HostClient
from turnwright.bridges.commmod import GameState, valid_actions
from turnwright.bridges.commmod.agent.actions import StartGame
from turnwright.bridges.commmod.host import Mod, Quirks
from turnwright.bridges.commmod.protocol import class_named, decode
from turnwright.core.runtime.prompts import Answer
from turnwright.games.spire.characters import CHARACTERS
from turnwright.games.spire.game import game


def start_first_fight(**options: object) -> HostClient:
    """Start a run and enter its first fight."""
    client = HostClient(**options)
    on_map = client.leave_neow()
    on_map.send("choose 0")
    return client


# --- the menu ---------------------------------------------------------------------------------------


def test_the_state_before_a_run_is_the_menu() -> None:
    assert msgspec.json.decode(Mod().state()) == {
        "available_commands": ["start", "state"],
        "ready_for_command": True,
        "in_game": False,
    }


def test_state_is_available_in_the_menu() -> None:
    assert msgspec.json.decode(Mod().handle_line("STATE") or b"")["in_game"] is False


@pytest.mark.parametrize(
    ("command", "character", "ascension", "seed"),
    [
        ("start ironclad", "IRONCLAD", 0, None),
        ("START IRONCLAD 20 4JHCYD0W6ETVW", "IRONCLAD", 20, -3047511808784702860),
        ("start ironclad 3 abc", "IRONCLAD", 3, 12647),
        ("start ironclad +5", "IRONCLAD", 5, None),
        ("start Ironclad 0 O1", "IRONCLAD", 0, 1),
        ("start ironclad 1 1 whatever", "IRONCLAD", 1, 1),
    ],
)
def test_start_reads_class_ascension_and_seed(
    command: str, character: str, ascension: int, seed: int | None
) -> None:
    game = HostClient(command).game
    assert (game["class"], game["ascension_level"]) == (character, ascension)
    assert seed is None or game["seed"] == seed


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ("start", 'Argument missing in command "start".'),
        ("start nobody", 'Invalid argument nobody in command "start nobody".'),
        ("start ironclad x", 'Invalid argument x in command "start ironclad x".'),
        ("start ironclad 1.0", 'Invalid argument 1.0 in command "start ironclad 1.0".'),
        ("start ironclad 21", 'Index 21 out of bounds in command "start ironclad 21"'),
        ("start ironclad -1", 'Index -1 out of bounds in command "start ironclad -1"'),
        ("Start  Ironclad 0 a_b", 'Invalid argument A_B in command "start ironclad 0 a_b".'),
        ("play 1", "Invalid command: play. Possible commands: [start, state]"),
        (" start ironclad", "Invalid command: . Possible commands: [start, state]"),
        ("\xff\xfe", "Invalid command: \xff\xfe. Possible commands: [start, state]"),
    ],
)
def test_the_menu_refuses_invalid_commands(command: str, error: str) -> None:
    assert HostClient("").refused(command) == error


@pytest.mark.parametrize("name", ["IRONCLAD", "SILENT", "THE_SILENT", "DEFECT", "WATCHER"])
def test_every_character_can_be_started(name: str) -> None:
    assert HostClient(f"start {name}").game["class"] == class_named(name)


def test_a_random_bot_at_the_menu_starts_any_character() -> None:
    state = GameState(decode(HostClient("").mod.state()))
    started = [action.character for action in valid_actions(state) if isinstance(action, StartGame)]
    assert started == list(CHARACTERS)


def test_empty_lines_are_ignored() -> None:
    assert Mod().handle_line("") is None
    assert Mod().handle_line(" \t ") is None


def test_start_is_refused_during_a_run() -> None:
    error = HostClient().refused("start ironclad")
    assert error == "Invalid command: start. Possible commands: [choose, key, click, wait, state]"


# --- in a fight -------------------------------------------------------------------------------------

POSSIBLE = "Possible commands: [play, end, key, click, wait, state]"


def test_a_fight_starts_like_the_sample() -> None:
    client = start_first_fight()
    assert client.message["available_commands"] == ["play", "end", "key", "click", "wait", "state"]
    assert client.screen == "NONE"
    assert client.game["room_phase"] == "COMBAT"
    assert client.fight["turn"] == 1


def test_a_card_is_played_on_a_target() -> None:
    client = start_first_fight()
    at = next(n for n, card in enumerate(client.fight["hand"]) if card["id"] == "Strike_R")
    before = client.fight["monsters"][0]["current_hp"]
    client.send(f"play {at + 1} 0")
    assert client.fight["monsters"][0]["current_hp"] == before - 6
    assert client.fight["player"]["energy"] == 2
    assert client.ids("discard_pile") == ["Strike_R"]


def test_zero_is_the_tenth_card() -> None:
    assert start_first_fight().refused("play 0") == 'Index 10 out of bounds in command "play 0"'


def test_a_target_for_a_card_that_needs_none_is_ignored() -> None:
    client = start_first_fight()
    at = next(n for n, card in enumerate(client.fight["hand"]) if card["id"] == "Defend_R")
    client.send(f"play {at + 1} 0")
    assert client.fight["player"]["block"] == 5


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ("play", 'Argument missing in command "play".'),
        ("play strike", 'Invalid argument strike in command "play strike".'),
        ("play 6", 'Index 6 out of bounds in command "play 6"'),
        ("play -1", 'Index -1 out of bounds in command "play -1"'),
        ("play 1 x", 'Invalid argument x in command "play 1 x".'),
        ("play 1 9", 'Index 9 out of bounds in command "play 1 9"'),
        ("play 1 -2", 'Index -2 out of bounds in command "play 1 -2"'),
        ("play 99999999999", 'Invalid argument 99999999999 in command "play 99999999999".'),
        ("choose 0", f"Invalid command: choose. {POSSIBLE}"),
        ("proceed", f"Invalid command: proceed. {POSSIBLE}"),
        ("potion use 0", f"Invalid command: potion. {POSSIBLE}"),
    ],
)  # fmt: skip
def test_a_fight_refuses_invalid_commands(command: str, error: str) -> None:
    assert start_first_fight().refused(command) == error


def test_a_card_that_needs_a_target_is_refused_without_one() -> None:
    client = start_first_fight()
    at = next(n for n, card in enumerate(client.fight["hand"]) if card["has_target"]) + 1
    sentence = "Selected card requires an enemy target."
    assert client.refused(f"play {at}") == sentence
    assert client.refused(f"play {at} -1") == sentence
    assert client.refused(f"play {at} 0 0") == sentence  # four words: the target is ignored


def test_a_card_that_costs_too_much_cannot_be_played() -> None:
    client = start_first_fight(scene={"deck": ["Bludgeon", "Bludgeon", "Wound", "Wound", "Wound"]})
    at = next(n for n, card in enumerate(client.fight["hand"]) if card["id"] == "Bludgeon") + 1
    client.send(f"play {at} 0")
    at = next(n for n, card in enumerate(client.fight["hand"]) if card["id"] == "Bludgeon") + 1
    sentence = "Selected card cannot be played with the selected target."
    assert client.commands == ["end"]  # no card can be played any more
    assert "play" in client.refused(f"play {at} 0")
    client.send("end")
    wound = next(n for n, card in enumerate(client.fight["hand"]) if card["id"] == "Wound") + 1
    assert client.refused(f"play {wound}") == sentence


def test_end_ignores_arguments() -> None:
    client = start_first_fight()
    client.send("END it all")
    assert client.fight["turn"] == 2


# --- potions ----------------------------------------------------------------------------------------

POTIONS = {"potions": ["Fire Potion", "Potion Slot", "FairyPotion"]}


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ("potion", 'Argument missing in command "potion".'),
        ("potion use", 'Argument missing in command "potion use".'),
        ("potion drink 0", 'Invalid argument drink in command "potion drink 0".'),
        ("potion use x", 'Invalid argument x in command "potion use x".'),
        ("potion use 3", "Potion index out of bounds."),
        ("potion use -1", "Potion index out of bounds."),
        ("potion use 1", "No potion in the selected slot."),
        ("potion discard 1", "No potion in the selected slot."),
        ("potion use 2", "Selected potion cannot be used."),
        (
            "potion use 0",
            'Argument missing in command "potion use 0". Selected potion requires a target.',
        ),
        ("potion use 0 x", 'Invalid argument x in command "potion use 0 x".'),
        ("potion use 0 7", 'Index 7 out of bounds in command "potion use 0 7"'),
    ],
)  # fmt: skip
def test_invalid_potion_commands_are_refused(command: str, error: str) -> None:
    assert start_first_fight(scene=POTIONS).refused(command) == error


def test_a_potion_can_be_thrown_at_a_target() -> None:
    client = start_first_fight(scene=POTIONS)
    before = client.fight["monsters"][0]["current_hp"]
    client.send("potion use 0 0")
    assert client.fight["monsters"][0]["current_hp"] == max(0, before - 20)
    assert client.game["potions"][0] == {
        "id": "Potion Slot", "name": "Potion Slot", "can_use": False, "can_discard": False,
        "requires_target": False,
    }  # fmt: skip


def test_potions_can_be_used_and_discarded_outside_fights() -> None:
    client = HostClient(scene={"potions": ["Fruit Juice", "Fire Potion", "Potion Slot"]})
    assert [potion["can_use"] for potion in client.game["potions"]] == [True, False, False]
    assert client.refused("potion use 1 0") == "Selected potion cannot be used."
    hp = client.game["max_hp"]
    client.send("potion use 0")
    assert client.game["max_hp"] == hp + 5
    client.send("potion discard 1")
    assert "potion" not in client.commands
    assert client.choices == ["talk"]  # the page has not changed


def test_a_potion_can_be_used_while_a_hand_card_is_selected() -> None:
    client = start_first_fight(
        scene={
            "relics": ["Gambling Chip"],
            "potions": ["Fire Potion", "SkillPotion", "Fruit Juice"],
        }
    )
    assert client.screen == "HAND_SELECT"
    assert all(potion["can_use"] and potion["can_discard"] for potion in client.game["potions"])
    before = client.fight["monsters"][0]["current_hp"]
    client.send("choose 0")
    client.send("potion use 0 0")
    assert "potion" in client.commands
    assert len(client.shown["selected"]) == 1  # the selection has not changed
    assert client.fight["monsters"][0]["current_hp"] == before  # it waits behind the choice
    client.send("potion use 1")
    client.send("potion discard 2")
    assert [potion["id"] for potion in client.game["potions"]] == ["Potion Slot"] * 3
    assert "potion" not in client.commands
    client.send("confirm")
    assert client.screen == "CARD_REWARD"  # of the skill potion, which came second
    assert client.fight["monsters"][0]["current_hp"] == max(0, before - 20)


def test_potions_can_be_used_and_discarded_over_a_grid() -> None:
    client = HostClient(scene={"potions": ["Fruit Juice", "Fire Potion", "Potion Slot"]})
    client.send("choose talk")
    client.send("choose 0")
    assert client.screen == "GRID"
    hp = client.game["max_hp"]
    client.send("choose 0")
    client.send("potion use 0")
    client.send("potion discard 1")
    assert client.game["max_hp"] == hp + 5
    assert client.commands == ["confirm", "cancel"]
    client.send("confirm")
    assert len(client.game["deck"]) == 9


def test_a_used_potion_is_used_in_a_copy_too() -> None:
    options = {"seed": 1, "scene": {"encounter": "Cultist", "floor": 1, "room": "MONSTER",
               "deck": ["Warcry", "Strike_R", "Defend_R", "Bash", "Bash"],
               "potions": ["Fire Potion", "Block Potion", "Potion Slot"]}}  # fmt: skip
    match = game.start(0, options=options)
    place = [card.kind for card in match.G.battle.hand].index("Warcry")
    match.play(0, "play", place, -1)
    assert match.submit(Answer(0, "potion_use_meanwhile", (1, -1))) is None
    again = match.clone()
    for one in (match, again):
        one.pick(0, one.asked[0].options[0].id)
        assert one.G.battle.block == 12
        assert one.G.potions == ["Fire Potion", "Potion Slot", "Potion Slot"]


# --- abandoning -----------------------------------------------------------------------------------


@pytest.mark.parametrize("in_fight", [False, True])
def test_a_run_can_be_abandoned(in_fight: bool) -> None:
    client = start_first_fight() if in_fight else HostClient()
    client.send("abandon")
    assert (client.screen, client.shown["victory"]) == ("GAME_OVER", False)
    assert client.commands == ["proceed"]
    client.send("proceed")
    assert client.message == {
        "available_commands": ["start", "state"], "ready_for_command": True, "in_game": False,
    }  # fmt: skip
    assert client.refused("abandon").startswith("Invalid command: abandon.")


# --- choosing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ("choose", 'Argument missing in command "choose". A choice is required.'),
        ("choose 1", 'Index 1 out of bounds in command "choose 1"'),
        ("choose -1", 'Index -1 out of bounds in command "choose -1"'),
        ("choose to be", 'Invalid argument to be in command "choose to be".'),
        ("choose 0 0", 'Invalid argument 0 0 in command "choose 0 0".'),
        ("skip", "Invalid command: skip. Possible commands: [choose, key, click, wait, state]"),
        ("concede", "Invalid command: concede. Possible commands: [choose, key, click, wait, state]"),
    ],
)  # fmt: skip
def test_invalid_choices_are_refused(command: str, error: str) -> None:
    assert HostClient().refused(command) == error


def test_choices_are_made_by_number_or_case_insensitive_name() -> None:
    by_number, by_name = HostClient(), HostClient()
    by_number.send("choose 0")
    by_name.send("CHOOSE   Talk")
    assert by_number.message == by_name.message


# --- keys, clicks, waiting --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ("key", 'Argument missing in command "key".'),
        ("key escape", 'Invalid argument escape in command "key escape".'),
        ("key map x", 'Invalid argument x in command "key map x".'),
        ("key map -1", 'Index -1 out of bounds in command "key map -1"'),
        ("click left 1", 'Argument missing in command "click left 1".'),
        ("click middle 1 1", 'Invalid argument middle in command "click middle 1 1".'),
        ("click left x 1", 'Invalid argument x in command "click left x 1".'),
        ("click left 1 y", 'Invalid argument y in command "click left 1 y".'),
        ("click left 1 1 -5", 'Index -5 out of bounds in command "click left 1 1 -5"'),
        ("wait", 'Argument missing in command "wait".'),
        ("wait long", 'Invalid argument long in command "wait long".'),
        ("wait -1", 'Index -1 out of bounds in command "wait -1"'),
    ],
)
def test_invalid_keys_clicks_and_waits_are_refused(command: str, error: str) -> None:
    assert start_first_fight().refused(command) == error


@pytest.mark.parametrize(
    "command", ["wait 10", "click right 5 5.5", "key Deck", "key card_10 5", "state"]
)
def test_commands_without_effect_return_the_same_state(command: str) -> None:
    client = start_first_fight()
    before = client.message
    assert client.send(command) == before


def test_a_key_presses_its_button() -> None:
    client = start_first_fight()
    client.send("key End_Turn")
    assert client.fight["turn"] == 2


def test_waiting_for_zero_frames_hangs_only_with_the_hangs_quirk() -> None:
    assert HostClient().mod.handle_line("wait 0") is not None
    assert HostClient(quirks=Quirks(hangs=True)).mod.handle_line("wait 0") is None
