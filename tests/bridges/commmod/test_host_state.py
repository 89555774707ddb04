"""The state messages of the host, compared with a message of the real game."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import msgspec
import pytest

from tests.bridges.commmod.host_client import HostClient
from tests.bridges.commmod.real_message import COMMANDS, SAMPLE
from turnwright.bridges.commmod.host import Mod, Quirks, state_json
from turnwright.bridges.commmod.host.mod import RunRequest
from turnwright.bridges.commmod.recordings.real_message import first_fight, is_sample, verify_sample
from turnwright.cli import main
from turnwright.games.spire.game import game


def fight(encounter: str = "Jaw Worm", quirks: Quirks | None = None, **scene: Any) -> HostClient:
    place = {"encounter": encounter, "floor": 1, "room": "MONSTER"}
    return HostClient(quirks=quirks, scene={**place, **scene})


# --- the real game ------------------------------------------------------------------------------------


def test_the_host_reproduces_the_message_of_the_real_game() -> None:
    assert is_sample(SAMPLE)
    assert verify_sample(SAMPLE) is None


def test_the_first_turn_of_the_sample_is_complete() -> None:
    message = first_fight(SAMPLE["facts"])
    state = message["game_state"]
    assert message["available_commands"] == COMMANDS
    assert (state["screen_type"], state["screen_name"], state["screen_state"]) == (
        "NONE",
        "NONE",
        {},
    )
    assert (state["room_phase"], state["action_phase"]) == ("COMBAT", "WAITING_ON_USER")
    assert (state["room_type"], state["floor"], state["is_screen_up"]) == ("MonsterRoom", 1, False)
    worm = state["combat_state"]["monsters"][0]
    assert worm == {
        "id": "JawWorm", "name": "Jaw Worm", "current_hp": 1, "max_hp": 46, "block": 0,
        "intent": "ATTACK", "move_id": 1, "move_base_damage": 12, "move_adjusted_damage": 12,
        "move_hits": 1, "half_dead": False, "is_gone": False, "powers": [],
    }  # fmt: skip
    player = state["combat_state"]["player"]
    assert player == {
        "max_hp": 75, "current_hp": 68, "block": 0, "energy": 3, "powers": [], "orbs": [],
    }  # fmt: skip
    bane = next(card for card in state["deck"] if card["id"] == "AscendersBane")
    assert bane["uuid"] == state["combat_state"]["draw_pile"][3]["uuid"]
    assert {key: bane[key] for key in bane if key != "uuid"} == {
        "id": "AscendersBane", "name": "Ascender's Bane", "type": "CURSE", "rarity": "SPECIAL",
        "upgrades": 0, "cost": -2, "has_target": False, "exhausts": False, "ethereal": True,
        "is_playable": False,
    }  # fmt: skip


@pytest.mark.parametrize("path", ["gold", "map", "hand", "seed"])
def test_a_changed_message_is_detected(path: str) -> None:
    other = deepcopy(SAMPLE)
    facts: Any = other["facts"]
    facts[path] = 0 if isinstance(facts[path], int) else facts[path][1:]
    assert verify_sample(other) is not None


def test_the_verify_command_accepts_the_sample(
    tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "message.json"
    path.write_bytes(msgspec.json.encode(SAMPLE))
    assert main(["spire", "verify", str(path)]) == 0
    assert capsys.readouterr().out.endswith("agree: 1 of 1\n")


# --- objects ------------------------------------------------------------------------------------------


def test_a_match_can_be_encoded_without_a_host() -> None:
    match = game.start(options={"seed": 1, "class": "THE_SILENT", "ascension": 7})
    state = state_json(match)["game_state"]
    assert (state["class"], state["seed"], state["ascension_level"]) == ("THE_SILENT", 1, 7)
    assert [relic["id"] for relic in state["relics"]] == ["Ring of the Snake"]
    assert "is_playable" not in state["deck"][0]  # only set while there are monsters


def test_seeds_are_signed() -> None:
    match = game.start(options={"seed": (1 << 64) - 5})
    assert state_json(match)["game_state"]["seed"] == -5


def test_upgraded_cards_have_their_names_and_costs() -> None:
    client = fight(deck=["Body Slam+1", "Searing Blow+3", "Whirlwind", "Wound", "Carnage"])
    cards = {card["id"]: card for card in client.fight["hand"]}
    assert (cards["Body Slam"]["name"], cards["Body Slam"]["cost"]) == ("Body Slam+", 0)
    assert (cards["Searing Blow"]["name"], cards["Searing Blow"]["upgrades"]) == (
        "Searing Blow+3",
        3,
    )
    assert cards["Whirlwind"]["cost"] == -1
    assert cards["Wound"]["cost"] == -2
    assert cards["Carnage"]["ethereal"]
    assert not cards["Wound"]["is_playable"]


def test_a_card_with_a_counter_has_misc() -> None:
    client = fight(deck=["RitualDagger:6", "Wound"])
    assert [card.get("misc") for card in client.game["deck"]] == [21, None]


def test_orbs_and_empty_orb_slots_are_included() -> None:
    place = {"encounter": "Jaw Worm", "floor": 1, "room": "MONSTER"}
    defect = Mod(options={"scene": place})
    defect.start_run(RunRequest("DEFECT"))
    orbs = msgspec.json.decode(defect.state())["game_state"]["combat_state"]["player"]["orbs"]
    assert [orb["id"] for orb in orbs] == ["Lightning", "Empty", "Empty"]
    assert orbs[0] == {
        "id": "Lightning", "name": "Lightning", "evoke_amount": 8, "passive_amount": 3,
    }  # fmt: skip
    assert orbs[1] == {"id": "Empty", "name": "Orb Slot", "evoke_amount": 0, "passive_amount": 0}
    assert len(fight(relics=["PrismaticShard"]).fight["player"]["orbs"]) == 1
    assert not fight().fight["player"]["orbs"]


def test_powers_include_their_extra_fields() -> None:
    client = fight(deck=["Inflame", "Combust", "Panache", "The Bomb", "Barricade"], relics=["Sozu"])
    for card in ("Inflame", "Panache"):
        at = [one["id"] for one in client.fight["hand"]].index(card)
        client.send(f"play {at + 1}")
    powers = {power["id"]: power for power in client.fight["player"]["powers"]}
    assert powers["Strength"] == {"id": "Strength", "name": "Strength", "amount": 2}
    assert powers["Panache"] == {"id": "Panache", "name": "Panache", "amount": 5, "damage": 10}
    client.send("end")
    for card in ("Combust",):
        at = [one["id"] for one in client.fight["hand"]].index(card)
        client.send(f"play {at + 1}")
    powers = {power["id"]: power for power in client.fight["player"]["powers"]}
    assert powers["Combust"]["misc"] == 1


def test_the_bomb_is_a_power() -> None:
    client = fight(deck=["The Bomb", "Wound", "Wound", "Wound", "Wound"])
    at = [one["id"] for one in client.fight["hand"]].index("The Bomb")
    client.send(f"play {at + 1}")
    (bomb,) = client.fight["player"]["powers"]
    assert (bomb["name"], bomb["amount"], bomb["damage"]) == ("The Bomb", 3, 40)


def test_new_powers_have_just_applied() -> None:
    client = fight("Cultist", deck=["Wound"] * 5)
    client.send("end")
    ritual = client.fight["monsters"][0]["powers"][0]
    assert (ritual["id"], ritual["amount"]) == ("Ritual", 3)
    assert "just_applied" in ritual
    assert client.fight["monsters"][0]["last_move_id"] == 3


def test_runic_dome_hides_the_intents_of_monsters() -> None:
    monster = fight(relics=["Runic Dome"]).fight["monsters"][0]
    assert monster["intent"] == "NONE"
    assert not any(key.startswith("move_") for key in monster)
    visible = fight(quirks=Quirks(show_intents_under_runic_dome=True), relics=["Runic Dome"])
    assert visible.fight["monsters"][0]["intent"] == "ATTACK"


def test_the_first_intent_may_be_debug() -> None:
    client = fight(quirks=Quirks(first_intent_debug=True), deck=["Wound"] * 5)
    worm = client.fight["monsters"][0]
    assert (worm["intent"], worm["move_adjusted_damage"]) == ("DEBUG", -1)
    client.send("end")
    assert client.fight["monsters"][0]["intent"] != "DEBUG"


def test_the_order_of_the_draw_pile_can_be_hidden() -> None:
    plain, hidden = fight(), fight(quirks=Quirks(hides_draw_order=True))
    assert plain.ids("hand") == hidden.ids("hand")
    assert hidden.ids("draw_pile") == sorted(plain.ids("draw_pile"))


@pytest.mark.parametrize(
    ("card", "others"),
    [
        ("Secret Weapon", ["Anger", "Bash", "Cleave", "Clash", "Rampage"]),
        ("Secret Technique", ["Armaments", "Flex", "Havoc", "Rage", "Warcry"]),
    ],
)
def test_a_list_of_the_draw_pile_does_not_tell_its_order(card: str, others: list[str]) -> None:
    client = fight(deck=[*others, *[card] * 15])
    client.send(f"play {client.ids('hand').index(card) + 1}")
    waiting = [one for one in client.ids("draw_pile") if one in others]
    shown = [one["id"] for one in client.shown["cards"] if one["id"] in others]
    assert len(waiting) > 2
    assert waiting != sorted(waiting)
    assert shown == sorted(waiting)
    client.send("choose 1")
    assert client.ids("hand")[-1] == shown[1]


def test_stolen_gold_comes_before_the_other_rewards() -> None:
    client = fight("Looter", gold=100, hp=900, max_hp=900, deck=["Bludgeon"] * 10)
    client.send("end")
    while client.screen == "NONE":
        client.send("play 1 0" if "play" in client.commands else "end")
    kinds = [one["reward_type"] for one in client.shown["rewards"]]
    assert kinds[:2] == ["STOLEN_GOLD", "GOLD"]
    before = client.game["gold"]
    client.send("choose gold")
    assert client.shown["rewards"][0]["reward_type"] == "STOLEN_GOLD"
    client.send("choose stolen_gold")
    assert client.game["gold"] > before
    assert "STOLEN_GOLD" not in [one["reward_type"] for one in client.shown["rewards"]]


def test_dead_monsters_keep_their_indexes() -> None:
    client = fight("2 Louse", deck=["Bludgeon", "Wound", "Wound", "Wound", "Wound"])
    at = [one["id"] for one in client.fight["hand"]].index("Bludgeon")
    client.send(f"play {at + 1} 0")
    first, second = client.fight["monsters"]
    assert (first["current_hp"], first["is_gone"], second["is_gone"]) == (0, True, False)
    assert "play" in client.refused(f"play {at + 1} 0")


def test_large_slimes_have_the_split_power() -> None:
    powers = fight("Large Slime").fight["monsters"][0]["powers"]
    assert {"id": "Split", "name": "Split", "amount": -1} in powers


def test_is_playable_is_set_only_in_fights() -> None:
    client = HostClient(fights="fought", scene={"deck": ["Bludgeon"] * 5}).leave_neow()
    assert "is_playable" not in client.game["deck"][0]
    client.send("choose 0")
    assert client.game["deck"][0]["is_playable"] is True


def test_short_neow_offers_two_options() -> None:
    client = HostClient(quirks=Quirks(short_neow=True))
    client.send("choose talk")
    assert client.choices == ["enemies in your next three combats have 1 hp", "max hp +8"]


def test_a_match_is_encoded_at_its_current_decision() -> None:
    match = game.start(options={"seed": 1, "fights": "won"}, record=False)
    state = state_json(match)["game_state"]
    assert (state["screen_type"], len(state["choice_list"])) == ("EVENT", 4)
    match.play(0, "event", 1)
    while match.G.screen != "MAP":
        match.play(0, "reward", "skip")
    state = state_json(match)["game_state"]
    assert state["screen_type"] == "MAP"
    match.play(0, "map", state["screen_state"]["next_nodes"][0]["x"])
    assert state_json(match)["game_state"]["screen_type"] == "COMBAT_REWARD"
