"""Decks for pages: sums, problems in sentences, and lists that can be read again."""

from __future__ import annotations

from turnwright.games.netrunner.deck_description import deck_text, describe_deck
from turnwright.games.netrunner.deck_list_parser import read_deck
from turnwright.games.netrunner.decks import INTERMEDIATE_CORP, INTERMEDIATE_RUNNER


def test_a_preconstructed_deck_can_be_exported_and_imported() -> None:
    for side, deck in (("corp", INTERMEDIATE_CORP), ("runner", INTERMEDIATE_RUNNER)):
        described = describe_deck(deck_text(deck))
        assert described["problems"] == []
        assert described["side"] == side
        assert read_deck(described["text"]) == {**deck, "cards": described["deck"]["cards"]}


def test_the_sums_of_a_deck_are_beside_what_is_allowed() -> None:
    described = describe_deck({
        "identity": "Jinteki: Restoring Humanity",
        "cards": {"Hedge Fund": 3, "Ping": 1, "Offworld Office": 2},
    })  # fmt: skip
    assert described["side"] == "corp"
    sums = described["sums"]
    assert (sums["size"], sums["leastSize"]) == (6, 40)
    assert sums["influence"] > 0
    assert (sums["points"], sums["leastPoints"], sums["mostPoints"]) == (4, 18, 19)
    assert described["problems"] == [
        "6 cards (Jinteki: Restoring Humanity needs at least 40).",
        "4 agenda points (18 or 19 are needed).",
    ]


def test_a_list_that_cannot_be_read_says_why() -> None:
    described = describe_deck("1 Jinteki: Restoring Humanity\n3 Hegde Fund")
    assert described["deck"] is None
    assert "line 2: unknown card 'Hegde Fund'" in described["problems"][0]
    assert describe_deck({"identity": 3})["deck"] is None
