"""The Silent on the host: choosing discards, retaining, and how her powers are told."""

from __future__ import annotations

from typing import Any

from tests.bridges.commmod.host_client import SEED, HostClient


def silent(deck: list[str], **scene: Any) -> HostClient:
    """A fight against a Cultist with a hand of these cards."""
    return HostClient(
        f"start silent 0 {SEED}",
        scene={
            "act": 1, "floor": 1, "room": "MONSTER", "encounter": "Cultist", "deck": deck,
            "relics": [], **scene,
        },
    )  # fmt: skip


def play(client: HostClient, card: str) -> None:
    client.send(f"play {client.ids('hand').index(card) + 1}")


def powers(client: HostClient) -> dict[str, Any]:
    return {one["id"]: one for one in client.fight["player"]["powers"]}


def test_a_discard_of_two_is_confirmed_when_two_are_chosen() -> None:
    client = silent(["Concentrate+1", "Strike_G", "Defend_G", "Tactician", "Slice"])
    play(client, "Concentrate")
    assert client.screen == "HAND_SELECT"
    assert client.game["current_action"] == "DiscardAction"
    assert client.shown["max_cards"] == 2
    assert client.shown["can_pick_zero"] is False
    assert client.commands == ["choose"]
    client.send("choose tactician")
    assert client.commands == ["choose"]
    client.send("choose 0")
    assert client.commands == ["confirm"]
    client.send("confirm")
    assert client.screen == "NONE"
    assert client.fight["cards_discarded_this_turn"] == 2
    assert client.fight["player"]["energy"] == 3 + 1 + 2


def test_retaining_may_be_declined() -> None:
    client = silent(["Well Laid Plans", "Dash", "Defend_G", "Strike_G", "Slice"])
    play(client, "Well Laid Plans")
    client.send("end")
    assert client.screen == "HAND_SELECT"
    assert client.game["current_action"] == "RetainCardsAction"
    assert client.shown["can_pick_zero"] is True
    client.send("confirm")
    assert client.fight["turn"] == 2


def test_nightmare_tells_the_card_that_comes_back() -> None:
    client = silent(["Night Terror", "Dash", "Defend_G", "Strike_G", "Slice"])
    play(client, "Night Terror")
    assert client.game["current_action"] == "NightmareAction"
    client.send("choose dash")
    client.send("confirm")
    told = powers(client)["Night Terror"]
    assert (told["amount"], told["card"]["id"]) == (3, "Dash")


def test_wraith_form_has_a_negative_amount() -> None:
    client = silent(["Wraith Form v2", "Dash", "Defend_G", "Strike_G", "Slice"])
    play(client, "Wraith Form v2")
    assert powers(client)["Wraith Form v2"]["amount"] == -1


def test_reflex_and_tactician_are_not_playable() -> None:
    client = silent(["Reflex", "Tactician", "Defend_G", "Strike_G", "Slice"])
    told = {card["id"]: (card["is_playable"], card["cost"]) for card in client.fight["hand"]}
    assert told["Reflex"] == told["Tactician"] == (False, -2)
    assert told["Slice"] == (True, 0)


def test_a_card_that_is_free_once_costs_nothing() -> None:
    client = silent(["Setup+1", "Dash", "Defend_G", "Strike_G", "Slice"])
    play(client, "Setup")
    client.send("choose dash")
    client.send("confirm")
    client.send("end")
    assert "Dash" in client.ids("hand")
    told = next(card for card in client.fight["hand"] if card["id"] == "Dash")
    assert told["is_playable"] is True
