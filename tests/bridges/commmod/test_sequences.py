"""Whole runs by a client that sends sequences of commands, as public bots with handlers do."""

from __future__ import annotations

import pytest

from tests.bridges.commmod.host_client import HostClient
from tests.bridges.commmod.sequence_client import SequenceClient
from turnwright.bridges.commmod.host import Mod

CHARACTERS = ("Ironclad", "Silent", "Defect", "Watcher")
STRONG = {
    "hp": 3000, "max_hp": 3000, "gold": 800,
    "deck": ["Bludgeon+1"] * 4 + ["Impervious+1"] * 2 + [
        "Offering+1", "Immolate+1", "Whirlwind+1", "Armaments", "Dual Wield", "Headbutt", "Warcry",
        "Exhume", "Burning Pact", "Purity", "Discovery", "Havoc", "Survivor", "ThirdEye",
    ],
}  # fmt: skip
"""A deck that reaches the last bosses and asks for cards in many ways."""


@pytest.mark.parametrize("character", CHARACTERS)
def test_sequences_of_commands_are_never_refused(character: str) -> None:
    for seed in range(4):
        client = SequenceClient(Mod(), character, seed)
        client.play_run()
        assert client.sent["game_over GAME_OVER"] == 1


@pytest.mark.parametrize("character", CHARACTERS)
def test_sequences_of_commands_are_never_refused_on_the_way_to_the_last_boss(
    character: str,
) -> None:
    client = SequenceClient(Mod(options={"scene": STRONG}), character, seed=1)
    client.play_run()
    assert client.sent["boss_relic BOSS_REWARD"] >= 1
    assert client.sent["battle HAND_SELECT"] >= 1
    assert client.sent["grid GRID"] >= 1


def test_events_have_the_names_and_choices_that_public_bots_look_for() -> None:
    looked_for = {
        "The Cleric": {"heal", "purify", "leave"},
        "Ghosts": {"accept", "refuse"},
        "Vampires": {"accept", "refuse"},
        "The Library": {"read", "sleep"},
    }
    place = {"act": 2, "floor": 20, "hp": 60, "max_hp": 80, "gold": 200}
    for event, choices in looked_for.items():
        client = HostClient(scene={**place, "event": event, "relics": ["Burning Blood"]})
        assert choices <= set(client.choices), event
    names = {"Mushrooms": "Mushrooms", "Ghosts": "Council of Ghosts", "Addict": "Pleading Vagrant"}
    for event, name in names.items():
        client = HostClient(scene={**place, "event": event, "relics": ["Burning Blood"]})
        assert client.shown["event_name"] == name


def test_neow_offers_are_chosen_by_their_words() -> None:
    offered: set[str] = set()
    for seed in range(60):
        client = HostClient(f"start ironclad 0 {seed + 1}")
        client.send("choose 0")
        offered |= set(client.choices)
        first = client.choices[0]
        client.send(f"choose {first}")
        client.send("wait 30")
    assert offered >= {
        "obtain a random common relic", "upgrade a card", "obtain 100 gold", "choose a card to obtain",
        "enemies in your next three combats have 1 hp", "remove a card from your deck",
        "obtain 3 random potions", "max hp +8", "transform a card", "obtain a random rare card",
        "lose your starting relic obtain a random boss relic", "choose a colorless card to obtain",
    }  # fmt: skip
