"""Prompts as text, and replies as answers."""

import pytest

from turnwright.agents.match_text import changes_text
from turnwright.agents.text_prompt import TextPrompt
from turnwright.core.errors import Refused

CARDS = ["Hedge Fund", "Hedge Fund (no. 2)", "Palisade"]


def test_options_are_numbered():
    prompt = TextPrompt("Discard down to 5 cards", CARDS, 2, 2)
    assert str(prompt).splitlines()[:2] == [
        "Discard down to 5 cards. Pick 2.",
        "1. Hedge Fund",
    ]


@pytest.mark.parametrize(
    ("reply", "picks"), [("1 3", [0, 2]), ("3, 1", [2, 0]), ("#2; #3", [1, 2])]
)
def test_several_numbers_are_several_picks(reply, picks):
    assert TextPrompt("Discard", CARDS, 2, 2).read(reply) == picks


@pytest.mark.parametrize("reply", ["3", "3.", "Palisade", "palisade.", "3. Palisade", " `3` "])
def test_an_option_is_picked_by_number_or_label(reply):
    assert TextPrompt("Rez?", CARDS).read(reply) == [2]


def test_nothing_is_an_answer_where_that_is_allowed():
    assert TextPrompt("Trash any", CARDS, 0, 3).read("none") == []
    with pytest.raises(Refused, match="'none' is not one of the options"):
        TextPrompt("Trash one", CARDS).read("none")


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        ("4 1", "There is no option 4"),
        ("1 1", "only once"),
        ("1", "You picked 1. Pick 2."),
        ("the first", "is not one of the options"),
        ("", "is not one of the options"),
    ],
)
def test_a_reply_that_is_not_legal_is_refused_with_what_is(reply, sentence):
    with pytest.raises(Refused, match=sentence) as refused:
        TextPrompt("Discard", CARDS, 2, 2).read(reply)
    assert "Legal: 1. Hedge Fund; 2. Hedge Fund (no. 2); 3. Palisade" in str(refused.value)


def test_amounts_are_not_numbered_again():
    prompt = TextPrompt("How many credits?", ["0", "1", "2", "3"])
    assert str(prompt) == "How many credits? One of: 0, 1, 2, 3."
    assert prompt.read("3") == [3]
    with pytest.raises(Refused, match="4 is not one of the options"):
        prompt.read("4")


def test_changes_are_the_lines_that_differ():
    before = "Corp: 5 credits\nRunner: 5 credits\nServers: HQ, R&D, Archives\n· The Corp begins."
    after = "Corp: 6 credits\nRunner: 5 credits\nServers: HQ, R&D, Archives\n· Corp gains 1 credit."
    assert changes_text(before, after, most=1) == (
        "- Corp: 5 credits\n+ Corp: 6 credits\n+ · Corp gains 1 credit."
    )
    assert changes_text(after, after) == "Nothing has changed."
    assert changes_text("something else", after) == after
