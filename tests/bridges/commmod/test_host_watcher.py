"""The Watcher on the host: scrying, offers of stances and wishes, and how her powers are told."""

from __future__ import annotations

from typing import Any

from tests.bridges.commmod.host_client import SEED, HostClient


def watcher(deck: list[str], **scene: Any) -> HostClient:
    """A fight against a Jaw Worm with a hand of these cards."""
    return HostClient(
        f"start watcher 0 {SEED}",
        scene={
            "act": 1, "floor": 1, "room": "MONSTER", "encounter": "Jaw Worm", "deck": deck,
            "relics": [], **scene,
        },
    )  # fmt: skip


def play(client: HostClient, card: str) -> None:
    client.send(f"play {client.ids('hand').index(card) + 1}")


def powers(client: HostClient) -> dict[str, Any]:
    return {one["id"]: one for one in client.fight["player"]["powers"]}


def hit(client: HostClient) -> int:
    return int(client.fight["monsters"][0]["move_adjusted_damage"])


def test_a_scry_is_a_grid_of_any_number() -> None:
    client = watcher(["BattleHymn+1", *["ThirdEye"] * 7])
    top = client.fight["draw_pile"][-1]["uuid"]
    play(client, "ThirdEye")
    assert (client.screen, client.game["current_action"]) == ("GRID", "ScryAction")
    assert client.shown["cards"][0]["uuid"] == top  # the next card comes first
    assert (client.shown["any_number"], client.shown["num_cards"]) == (True, 3)
    assert client.commands == ["choose", "confirm"]
    client.send("choose 0")
    assert [card["uuid"] for card in client.shown["selected_cards"]] == [top]
    client.send("confirm")
    assert client.screen == "NONE"
    assert top in [card["uuid"] for card in client.fight["discard_pile"]]


def test_a_scry_can_be_confirmed_without_a_card() -> None:
    client = watcher(["ThirdEye"] * 8)
    play(client, "ThirdEye")
    client.send("confirm")
    assert (len(client.fight["draw_pile"]), client.screen) == (3, "NONE")


def test_wrath_shows_in_what_enemies_intend() -> None:
    client = watcher(["Crescendo+1", "Strike_P", "Strike_P", "Strike_P", "Strike_P"])
    before = hit(client)
    play(client, "Crescendo")
    assert hit(client) == 2 * before
    assert "stance" not in client.fight["player"]  # the mod does not tell it


def test_a_wish_is_an_offer_without_skip() -> None:
    client = watcher(["Wish+1", "Strike_P", "Strike_P", "Strike_P", "Strike_P"])
    play(client, "Wish")
    assert client.screen == "CARD_REWARD"
    assert client.game["choice_list"] == ["become almighty+", "fame and fortune+", "live forever+"]
    assert client.commands == ["choose"]
    client.send("choose live forever+")
    assert powers(client)["Plated Armor"]["amount"] == 8


def test_the_stance_potion_offers_two_stances() -> None:
    client = watcher(["Strike_P"] * 5, potions=["StancePotion", "Potion Slot", "Potion Slot"])
    before = hit(client)
    client.send("potion use 0")
    assert (client.screen, client.game["choice_list"]) == ("CARD_REWARD", ["calm", "wrath"])
    client.send("choose wrath")
    assert hit(client) == 2 * before


def test_omniscience_chooses_from_a_grid() -> None:
    client = watcher(["Omniscience+1"] * 5 + ["Inflame", "Defend_P", "Strike_P"])
    while client.ids("hand").count("Omniscience") == 0 or "Inflame" not in client.ids("draw_pile"):
        client.send("end")
    play(client, "Omniscience")
    assert (client.screen, client.game["current_action"]) == ("GRID", "OmniscienceAction")
    assert (client.shown["any_number"], client.commands) == (False, ["choose"])
    client.send("choose inflame")
    assert powers(client)["Strength"]["amount"] == 4


def test_names_and_amounts_of_her_powers() -> None:
    client = watcher(["Blasphemy", "MasterReality+1", "Vengeance", "WaveOfTheHand", "Strike_P"])
    for card in ("Blasphemy", "MasterReality", "Vengeance", "WaveOfTheHand"):
        play(client, card)
    told = {one["id"]: (one["name"], one["amount"]) for one in powers(client).values()}
    assert told == {
        "EndTurnDeath": ("Blasphemer", -1),
        "MasterRealityPower": ("Master Reality", -1),
        "WrathNextTurnPower": ("Simmering Fury", -1),
        "Draw Card": ("Draw Card", 2),
        "WaveOfTheHandPower": ("Wave of the Hand", 1),
    }
