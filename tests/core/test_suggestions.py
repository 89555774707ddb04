"""Suggestions for misspelled names."""

from __future__ import annotations

from turnwright.core.suggestions import close_matches, did_you_mean, joined, suggestion

ACTIONS = ["Attack", "BonusAction", "Dodge"]


def test_case_and_punctuation_do_not_matter():
    assert close_matches("bonus action", ACTIONS) == ["BonusAction"]
    assert close_matches("DODGE!", ACTIONS) == ["Dodge"]


def test_close_spellings_come_best_first():
    assert close_matches("strik", ["Stride", "Strike", "Bash"])[0] == "Strike"
    assert close_matches("xyzzy", ACTIONS) == []


def test_the_hint_is_empty_without_a_close_name():
    assert suggestion("Atack", ACTIONS) == "; did you mean 'Attack'?"
    assert suggestion("xyzzy", ACTIONS) == ""
    assert did_you_mean(["a", "b"]) == "Did you mean 'a' or 'b'?"
    assert did_you_mean([]) == ""


def test_long_input_is_not_compared():
    assert close_matches("Attack" * 1000, ["Attack" * 1000]) == []


def test_words_are_joined_as_in_a_sentence():
    assert joined(["a"]) == "a"
    assert joined(["a", "b"], "or") == "a or b"
    assert joined(["a", "b", "c"]) == "a, b and c"
