"""Diffs as a jinteki.net server sends them: their form, and that they lose nothing."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnwright.agents import RandomAgent
from turnwright.bridges.jinteki.dialect.diff import diff, is_same, patch
from turnwright.bridges.jinteki.dialect.state import state_json
from turnwright.core.errors import UnusableError
from turnwright.games.netrunner.game import game

KEYS = st.sampled_from(["run", "log", "corp", "a", "b", "+"])
LEAVES = st.none() | st.booleans() | st.integers(-2, 3) | st.sampled_from(["", "+", "hq", 0.5])
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
STATES = st.dictionaries(KEYS, VALUES, max_size=5)


@settings(deadline=None)
@given(STATES, STATES)
def test_a_patched_state_is_the_new_one(old, new):
    assert is_same(patch(old, diff(old, new)), new)


@settings(deadline=None)
@given(VALUES, VALUES)
def test_a_patched_value_of_any_type_is_the_new_one(old, new):
    assert is_same(patch([old], diff([old], [new])), [new])
    assert is_same(patch({"it": old}, diff({"it": old}, {"it": new})), {"it": new})


@settings(deadline=None)
@given(STATES)
def test_no_change_is_two_empty_parts(state):
    assert diff(state, state) == [{}, {}]


@settings(deadline=None)
@given(STATES, STATES)
def test_patching_leaves_the_old_state_alone(old, new):
    before = repr(old)
    patch(old, diff(old, new))
    assert repr(old) == before


@pytest.mark.parametrize(
    ("old", "new", "altered", "removed"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, {"b": 3}, {}),
        ({"a": 1}, {"a": 1, "b": {"c": 2}}, {"b": {"c": 2}}, {}),
        ({"a": {"b": 1, "c": 2}}, {"a": {"c": 2}}, {}, {"a": {"b": 0}}),
        ({"a": [1, 2, 3]}, {"a": [1, 5, 3]}, {"a": [1, 5]}, {}),
        ({"a": [1]}, {"a": [1, 2, 3]}, {"a": ["+", 2, "+", 3]}, {}),
        # A list shrinks while an earlier element changes.
        ({"a": [1, 2, 3]}, {"a": [9]}, {"a": [0, 9]}, {"a": [2]}),
        # It grows while an element loses a key: the number to drop is negative.
        (
            {"a": [{"b": 1, "c": 2}]},
            {"a": [{"b": 1}, 7]},
            {"a": [0, {}, "+", 7]},
            {"a": [-1, 0, {"c": 0}]},
        ),
        # Only something inside an element is gone: nothing is dropped from the end.
        ({"a": [1, {"b": 2}, 3]}, {"a": [1, {}, 3]}, {"a": [1, {}]}, {"a": [0, 1, {"b": 0}]}),
        # A map becomes a list, and a value becomes nil: replaced whole.
        ({"a": {"b": 1}}, {"a": [1, 2]}, {"a": [1, 2]}, {}),
        ({"a": {"b": 1}}, {"a": []}, {"a": []}, {}),
        ({"a": [1, 2]}, {"a": [1, None]}, {"a": [1, None]}, {}),
        ({"a": None}, {"a": []}, {"a": []}, {}),
        # 0 is a value among the alterations and "gone" among the removals.
        ({"a": 1, "b": 1}, {"a": 0}, {"a": 0}, {"b": 0}),
        ({"a": [{"b": 0}]}, {"a": [{}]}, {"a": [0, {}]}, {"a": [0, 0, {"b": 0}]}),
        ({"a": 1}, {"a": True}, {"a": True}, {}),
    ],
)
def test_the_form_of_a_diff(old, new, altered, removed):
    found = diff(old, new)
    assert is_same(found, [altered, removed])
    assert is_same(patch(old, found), new)


def test_the_log_is_never_compared_but_appended():
    old = {"turn": 1, "log": [{"text": "a"}]}
    new = {"turn": 1, "log": [{"text": "a"}, {"text": "b"}, {"text": "c"}]}
    assert diff(old, new) == [{"log": ["+", {"text": "b"}, "+", {"text": "c"}]}, {}]
    assert patch(old, diff(old, new)) == new


def test_a_key_that_is_removed_and_comes_back():
    run = {"run": {"phase": "movement", "no-action": False}}
    gone = patch(run, [{}, {"run": 0}])
    assert gone == {}
    assert patch(gone, diff(gone, run)) == run


def test_a_nested_removal_may_be_null():
    assert patch({"a": {"b": 1}}, [{}, {"a": None}]) == {"a": {"b": 1}}
    assert patch({"a": [{"b": 1}]}, [{}, {"a": [0, 0, None]}]) == {"a": [{"b": 1}]}
    assert patch({"a": [1]}, [None, None]) is None


@pytest.mark.parametrize(
    "changes",
    [
        None,
        [],
        [{}],
        [{}, {}, {}],
        [{"a": [0]}, {}],
        [{"a": [5, 1]}, {}],
        [{"a": [-1, 1]}, {}],
        [{"a": ["x", 1]}, {}],
        [{"a": [True, 1]}, {}],
        [{}, {"a": ["x"]}],
        [{}, {"a": [0, 1]}],
    ],
)
def test_a_diff_that_does_not_fit_is_refused(changes):
    with pytest.raises(UnusableError) as refused:
        patch({"a": [1, 2]}, changes)
    assert refused.value.code == "bad_diff"


@pytest.mark.parametrize("seed", range(3))
def test_diffs_of_a_whole_game_for_both_sides_and_spectators(seed):
    match, agent = game.start(seed), RandomAgent(f"diffs {seed}")
    sides = ["corp", "runner", "spectator"]
    kept = {side: state_json(match, side) for side in sides}
    while match.result is None:
        prompt = match.prompts[0]
        assert match.submit(agent.decide(prompt, match)) is None
        for side in sides:
            new = state_json(match, side)
            sent = json.loads(json.dumps(diff(kept[side], new)))
            kept[side] = patch(kept[side], sent)
            assert is_same(kept[side], new)
    assert kept["corp"]["reason"]
