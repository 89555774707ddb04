"""The Defect on the host: orbs, choices of its cards, and how its powers are told."""

from __future__ import annotations

from typing import Any

from tests.bridges.commmod.host_client import SEED, HostClient
from turnwright.bridges.commmod.recordings.mod_states import verify_mod_state


def defect(deck: list[str], **scene: Any) -> HostClient:
    """A fight against a Cultist with a hand of these cards."""
    return HostClient(
        f"start defect 0 {SEED}",
        scene={
            "act": 1, "floor": 1, "room": "MONSTER", "encounter": "Cultist", "deck": deck,
            "relics": [], **scene,
        },
    )  # fmt: skip


def play(client: HostClient, card: str) -> None:
    client.send(f"play {client.ids('hand').index(card) + 1}")


def orbs(client: HostClient) -> list[tuple[str, int, int]]:
    told = client.fight["player"]["orbs"]
    return [(orb["name"], orb["passive_amount"], orb["evoke_amount"]) for orb in told]


def powers(client: HostClient) -> dict[str, Any]:
    return {one["id"]: one for one in client.fight["player"]["powers"]}


def test_orbs_are_told_with_their_amounts_and_the_empty_slots_last() -> None:
    client = defect(["Zap+1", "Darkness", "Defragment", "Fusion+1", "Defend_B"])
    empty = ("Orb Slot", 0, 0)
    assert orbs(client) == [empty] * 3
    play(client, "Zap")
    play(client, "Darkness")
    play(client, "Defragment")
    assert orbs(client) == [("Lightning", 4, 9), ("Dark", 7, 6), empty]
    play(client, "Fusion")
    assert orbs(client)[2] == ("Plasma", 1, 2)
    client.send("end")
    assert orbs(client)[1] == ("Dark", 7, 13)


def test_seek_shows_the_draw_pile() -> None:
    client = defect([*["Seek"] * 5, "Zap", "Leap", "Strike_B", "Defend_B"])
    waiting = client.ids("draw_pile")
    play(client, "Seek")
    assert (client.screen, client.game["current_action"]) == ("GRID", "BetterDrawPileToHandAction")
    assert sorted(card["id"] for card in client.shown["cards"]) == sorted(waiting)
    chosen = client.shown["cards"][2]["id"]
    client.send("choose 2")
    assert client.screen == "NONE"
    assert client.ids("hand")[-1] == chosen


def test_hologram_shows_the_discard_pile() -> None:
    client = defect(["Hologram+1", "Turbo", "Defend_B", "Strike_B", "Zap"])
    play(client, "Turbo")
    play(client, "Hologram")
    action = "BetterDiscardPileToHandAction"
    assert (client.screen, client.game["current_action"]) == ("GRID", action)
    assert client.game["choice_list"] == ["void", "turbo"]
    client.send("choose turbo")
    assert client.ids("hand")[-1] == "Turbo"


def test_recycle_asks_for_a_card_of_the_hand() -> None:
    client = defect(["Recycle+1", "Hyperbeam", "Defend_B", "Strike_B", "Zap"])
    play(client, "Recycle")
    assert (client.screen, client.game["current_action"]) == ("HAND_SELECT", "RecycleAction")
    client.send("choose hyperbeam")
    client.send("confirm")
    assert client.fight["player"]["energy"] == 5
    assert client.ids("exhaust_pile") == ["Hyperbeam"]


def test_echo_form_tells_how_many_cards_it_doubled() -> None:
    client = defect(["Echo Form+1", *["Zap"] * 12], energy=3)
    while "Echo Form" not in client.ids("hand"):
        client.send("end")
    play(client, "Echo Form")
    client.send("end")
    assert (powers(client)["Echo Form"]["amount"], powers(client)["Echo Form"]["misc"]) == (1, 0)
    play(client, "Zap")
    assert powers(client)["Echo Form"]["misc"] == 1


def test_electrodynamics_has_no_amount() -> None:
    client = defect(["Electrodynamics", "Zap", "Defend_B", "Strike_B", "Leap"])
    play(client, "Electrodynamics")
    assert powers(client)["Electro"]["amount"] == -1


def test_a_genetic_algorithm_tells_its_block_as_misc() -> None:
    client = defect(["Genetic Algorithm:4", "Zap", "Defend_B", "Strike_B", "Leap"])
    told = next(card for card in client.fight["hand"] if card["id"] == "Genetic Algorithm")
    assert told["misc"] == 5
    play(client, "Genetic Algorithm")
    assert client.fight["player"]["block"] == 5
    assert client.fight["exhaust_pile"][0]["misc"] == 7


def test_a_message_of_the_defect_is_read_back() -> None:
    client = defect(["Genetic Algorithm:4", "Echo Form", "Darkness", "Zap", "Defragment"])
    play(client, "Echo Form")
    client.send("end")
    play(client, "Darkness")
    play(client, "Defragment")
    entry = {"id": "own", "screen_type": client.screen, "state": client.message}
    assert verify_mod_state(entry) is None
    entry["state"]["game_state"]["combat_state"]["player"]["orbs"][0]["passive_amount"] = 9
    assert verify_mod_state(entry) is not None
