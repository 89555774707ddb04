"""The table of cards: costs, colours and flags of all classes."""

from __future__ import annotations

import csv

import pytest

from tests.shared_data import shared_path
from turnwright.games.spire.library import COLOURS, CURSE, any_pool, cards, curse_pool


def test_a_class_has_seventy_five_cards():
    for colour in COLOURS.values():
        assert sum(card.colour == colour for card in cards().values()) == 75, colour


def test_buffer_is_of_the_defect_and_brilliance_of_the_watcher():
    assert "Buffer" in any_pool("BLUE")
    assert "Brilliance" in any_pool("PURPLE")


@pytest.mark.parametrize(
    ("card", "plain", "upgraded"),
    [
        ("Neutralize", 0, 0),
        ("Bullet Time", 3, 2),
        ("Skewer", -1, -1),
        ("Tactician", -2, -2),
        ("Zap", 1, 0),
        ("Meteor Strike", 5, 5),
        ("Eruption", 2, 1),
        ("DevaForm", 3, 3),
    ],
)
def test_costs_outside_the_ironclad_are_the_printed_ones(card, plain, upgraded):
    assert cards()[card].cost == (plain, upgraded)


def test_every_card_agrees_with_the_collected_facts():
    told = shared_path("spire", "cards_facts.tsv").read_text("utf-8").splitlines()
    for facts in csv.DictReader(told, delimiter="\t", quoting=csv.QUOTE_NONE):
        card = cards()[facts["id"]]
        expected = {key: facts[key] for key in ("name", "type", "rarity")}
        assert {key: getattr(card, key) for key in expected} == expected, card.id
        assert card.cost == (int(facts["cost"]), int(facts["cost_up"])), card.id
        for flag in ("target", "exhaust", "ethereal"):
            assert getattr(card, flag) == (facts[flag] == "1", facts[f"{flag}_up"] == "1"), card.id
        colour = {"SILENT": "GREEN", **COLOURS}.get(facts["class"], facts["class"])
        assert card.colour == colour, card.id


def test_curses_found_at_random_are_curses():
    assert {cards()[name].type for name in curse_pool()} == {CURSE}
