"""Deck building: what is legal, how lists are parsed, and which decks a match accepts."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import turnwright as tw
from tests.games.netrunner.positions import random_deck
from turnwright.games.netrunner.card_facts import BLANKS, card_facts
from turnwright.games.netrunner.deck_list_parser import find_card, load_deck, read_deck
from turnwright.games.netrunner.decks import (
    BEGINNER_CORP,
    BEGINNER_RUNNER,
    READY,
    agenda_points,
    problems,
)
from turnwright.games.netrunner.game import game

JINTEKI = "Jinteki: Restoring Humanity"


def refused(decks):
    with pytest.raises(tw.UnusableError) as caught:
        game.start(options={"decks": decks})
    assert caught.value.code == "bad_deck"
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


# --- ready decks ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "sizes"), [("beginner", (34, 30)), ("intermediate", (44, 40))])
def test_the_preconstructed_decks_are_legal_and_complete(name, sizes):
    for side, deck in enumerate(READY[name]):
        assert problems(deck, side) == []
        assert sum(deck["cards"].values()) == sizes[side]


@pytest.mark.parametrize(
    ("decks", "points"),
    [(None, 6), ("beginner", 6), ("intermediate", 7), (["beginner", "intermediate"], 7)],
)
def test_two_beginner_decks_are_played_to_six_points(decks, points):
    match = game.start(options={} if decks is None else {"decks": decks})
    assert match.G.points_to_win == points


def test_every_card_but_identities_can_be_in_some_deck():
    titles = {one.title for one in card_facts().values() if one.title not in BLANKS}
    dealt = {t for side in (0, 1) for seed in range(60) for t in random_deck(side, seed)["cards"]}
    assert {t for t in titles if card_facts()[t].type != "identity"} <= dealt


# --- what is wrong --------------------------------------------------------------------------------


def test_all_problems_are_listed_at_once():
    deck = {
        "identity": JINTEKI,
        "cards": {
            "Hedge Fund": 4, "Above the Law": 1, "Sure Gamble": 1, "Fast Track": 2, "Pharos": 3,
            "Funhouse": 3, "Ansel 1.0": 1, "Longevity Serum": 2, "NBN: Reality Plus": 1,
        },
    }  # fmt: skip
    assert problems(deck, 0) == [
        "unknown card 'Fast Track'",
        "4 copies of Hedge Fund (1 to 3 are allowed)",
        "2 copies of Longevity Serum (only 1 is allowed)",
        "Sure Gamble is a Runner card",
        "NBN: Reality Plus is an identity, not a card of a deck",
        "15 cards (Jinteki: Restoring Humanity needs at least 40)",
        "18 influence (Jinteki: Restoring Humanity has 15)",
        "Above the Law is an agenda of another faction",
        "6 agenda points (18 or 19 are needed)",
    ]


@pytest.mark.parametrize(
    ("identity", "says"),
    [
        ("", "it has no identity"),
        ("Hedge Fund", "unknown identity 'Hedge Fund'"),
        (BLANKS[0], "unknown identity"),
        (BEGINNER_RUNNER["identity"], "is a Runner identity"),
    ],
)
def test_the_identity_must_be_one_of_the_side(identity, says):
    assert any(says in fault for fault in problems({**BEGINNER_CORP, "identity": identity}, 0))


@pytest.mark.parametrize(
    ("size", "least"), [(30, 14), (34, 14), (40, 18), (44, 18), (49, 20), (54, 22)]
)
def test_agenda_points_grow_with_the_deck(size, least):
    assert agenda_points(size) == (least, least + 1)


def test_a_match_refuses_bad_decks_in_one_sentence():
    assert "Unknown deck 'expert'" in refused("expert")
    assert "two decks" in refused(["beginner"])
    assert "two decks" in refused(5)
    assert "This Runner deck is not legal" in refused(["beginner", BEGINNER_CORP])
    assert "-1 copies of Tithe" in refused([{**BEGINNER_CORP, "cards": {"Tithe": -1}}, "beginner"])


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just("Hedge Fund"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.fixed_dictionaries({"identity": JUNK, "cards": JUNK}) | JUNK)
def test_any_invalid_deck_has_problems_and_does_not_crash(deck):
    assert problems(deck, 0)
    assert problems(deck, 1)


# --- lists ----------------------------------------------------------------------------------------

TEXT = """My first deck

Haas-Bioroid: Precision Design (System Gateway)

Agenda (4)
3x Offworld Office (System Gateway)
1 Luminal Transubstantiation

Ice (4)
2 bran 1.0
2x Karuna (System Gateway) ●●●●
# a remark
15 influence spent (max 15)
"""
READ = {
    "identity": "Haas-Bioroid: Precision Design",
    "cards": {"Offworld Office": 3, "Luminal Transubstantiation": 1, "Brân 1.0": 2, "Karunā": 2},
}


def test_a_text_list_is_parsed_in_any_spelling():
    assert read_deck(TEXT) == READ


CODES = {"30035": 1, "30067": 3, "30036": 1, "30039": 2, "30047": 2}
SLOTS = {"offworld_office": 3, "luminal_transubstantiation": 1, "bran_1_0": 2, "karuna": 2}
ATTRIBUTES = {"identity_card_id": "haas_bioroid_precision_design", "card_slots": SLOTS}
LINES = [{"qty": copies, "card": title} for title, copies in READ["cards"].items()]


@pytest.mark.parametrize(
    "told",
    [
        {"data": [{"name": "x", "cards": CODES}]},
        {"identity": {"title": READ["identity"]}, "cards": LINES},
        {"data": {"attributes": ATTRIBUTES}},
        READ,
    ],
    ids=["codes", "jinteki.net", "ids", "titles"],
)
def test_a_json_list_is_parsed(told):
    assert read_deck(json.dumps(told)) == READ


@pytest.mark.parametrize(
    "text", ["{", "[]", "{}", "[1, 2]", '{"cards": 5}', '{"cards": {"a": "b"}}', '{"data": null}',
             '{"cards": [{"qty": 1}]}', '{"cards": {"30075": "many"}}', "3 Fast Track",
             "2 Tithe\nnonsense", f"{JINTEKI}\nNBN: Reality Plus"],
)  # fmt: skip
def test_parse_errors_are_one_sentence(text):
    with pytest.raises(tw.UnusableError) as caught:
        read_deck(text)
    assert caught.value.code == "bad_deck_list"
    assert str(caught.value).endswith(".")


def test_every_card_is_found_by_title_and_code():
    for one in card_facts().values():
        if one.title not in BLANKS:
            assert find_card(one.title) is one
            assert find_card(one.code) is one
            assert find_card(one.title.upper().replace('"', "“")) is one


def test_a_deck_is_loaded_from_a_file_or_by_name(tmp_path):
    path = tmp_path / "deck.txt"
    lines = [f"{n} {title}" for title, n in BEGINNER_RUNNER["cards"].items()]
    path.write_text("\n".join([BEGINNER_RUNNER["identity"], *lines]))
    assert load_deck(str(path), 1) == BEGINNER_RUNNER == load_deck("beginner", 1)
    with pytest.raises(tw.UnusableError, match="neither a file"):
        load_deck("nothing", 1)
    with pytest.raises(tw.UnusableError, match="is not legal"):
        load_deck(str(path), 0)
