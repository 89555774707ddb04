"""Recordings of the jinteki.net rules engine replay without a difference; differences are reported."""

import copy

import pytest

from tests.games.netrunner.positions import recordings
from turnwright.bridges.jinteki.dialect.commands import execute_command
from turnwright.bridges.jinteki.recordings.recording_format import snapshot
from turnwright.bridges.jinteki.recordings.verify import verify
from turnwright.games.netrunner.game import game
from turnwright.testing.first_difference import json_lines


def entry(file, name=""):
    return next(one for one in json_lines(recordings(file)) if name in one["name"])


@pytest.mark.parametrize("file", ["runs.jsonl.gz", "cards.jsonl.gz", "words.jsonl.gz"])
def test_every_recorded_scenario_agrees(file):
    differences = {
        one["name"]: str(d) for one in json_lines(recordings(file)) if (d := verify(one))
    }
    assert differences == {}


@pytest.mark.parametrize("kind", ["beginner", "intermediate", "mixed"])
def test_recorded_games_agree(kind):
    games = [one for one in json_lines(recordings("games.jsonl.gz")) if one["kind"] == kind]
    assert len(games) > 5
    assert {one["name"]: str(d) for one in games if (d := verify(one))} == {}


def test_the_first_difference_has_step_path_and_both_values():
    told = copy.deepcopy(entry("runs.jsonl.gz"))
    number = next(i for i, step in enumerate(told["steps"]) if "command" in step)
    told["steps"][number]["state"]["runner"]["credits"] += 1
    difference = verify(told)
    wanted = told["steps"][number]["state"]["runner"]["credits"]
    assert difference is not None
    assert (difference.step, difference.path) == (number, "runner.credits")
    assert (difference.expected, difference.got) == (wanted, wanted - 1)
    assert str(difference) == f"step {number}, runner.credits: expected {wanted}, got {wanted - 1}"


@pytest.mark.parametrize("what", ["log", "prompts", "servers", "run"])
def test_a_difference_anywhere_is_found(what):
    found = next(
        (one, number)
        for one in json_lines(recordings("runs.jsonl.gz"))
        for number, step in enumerate(one["steps"])
        if step["state"].get(what) and "setup" not in step
    )
    told, number = copy.deepcopy(found)
    told["steps"][number]["state"][what] = "something else"
    difference = verify(told)
    assert difference is not None
    assert difference.step == number
    assert difference.path.startswith(what)


def test_a_setup_step_is_taken_over():
    """Cards change zones, numbers are set, counters are placed; play continues from there."""
    told = copy.deepcopy(entry("cards.jsonl.gz", "red-team/1"))
    number = next(
        i for i, step in enumerate(told["steps"])
        if step["state"]["rig"].get("resource") and step["state"]["active-player"] == "runner"
    )  # fmt: skip
    board = copy.deepcopy(told["steps"][number]["state"])
    runner = board["runner"]
    runner["discard"].append({"title": runner["deck"].pop(0)})
    runner["hand"].append(runner["deck"].pop())
    runner["credits"], runner["tags"] = 30, 2
    board["rig"]["resource"][0]["counters"] = {"credit": 3}
    after = copy.deepcopy(board)
    after["runner"]["credits"] += 1
    after["runner"]["clicks"] -= 1
    after["runner"]["playable"] = [0]
    after["log"] = ["Runner spends [Click] to use Runner Basic Action Card to gain 1 [Credits]."]
    told["steps"][number + 1 :] = [
        {"setup": {"op": "move"}, "state": board},
        {"side": "runner", "command": "credit", "args": {}, "state": after},
    ]
    assert verify(told) is None


def test_commands_after_the_end_of_the_game_are_replayed():
    """On jinteki.net players may go on when a side has won: here the access and the run end."""
    told = copy.deepcopy(entry("words.jsonl.gz", "dev/snare/2"))
    end = told["steps"][-1]["state"]
    assert end["winner"] == "corp"
    assert end["prompts"]["runner"][0]["msg"] == "You accessed Snare!."
    args = {"choice": "No action", "index": 1}
    later = {**end, "run": None, "prompts": {"corp": [], "runner": []}, "log": []}
    told["steps"].append({"side": "runner", "command": "choice", "args": args, "state": later})
    assert verify(told) is None


def with_the_other_order_of_passes(steps):
    """Return the steps in which the other side passes first in every window that both only pass."""
    swapped, number = [dict(one) for one in steps], 1
    while number < len(steps) - 1:
        one, other = swapped[number], swapped[number + 1]
        before, after = steps[number - 1]["state"], steps[number]["state"]
        both_pass = [one.get("command"), other.get("command")] == ["continue", "continue"]
        is_first = passed(before) is None and passed(after) == one.get("side")
        if both_pass and is_first and one["side"] != other["side"]:
            one["side"], other["side"] = other["side"], one["side"]
            number += 1
        number += 1
    return swapped


def passed(state):
    window = state.get("encounter") or state.get("run") or {}
    return window.get("no-action") or None


def played(entry, steps):
    options = {"scene": entry["init"], "priority": "engine", "plays_on": True}
    match = game.start(seats=["Corp", "Runner"], options=options, record=False)
    for step in steps:
        match.c.stream("shuffle").script = [list(one["perm"]) for one in step.get("random", ())]
        execute_command(match, step["side"], step["command"], step.get("args"))
    return snapshot(match)


def test_recorded_scenarios_end_alike_if_the_other_side_passes_first():
    """Recordings have one order of passes in each window; the rules must not depend on it."""
    changed = 0
    for entry in json_lines(recordings("words.jsonl.gz")):
        steps = entry["steps"]
        if any("setup" in one or "error" in one for one in steps):
            continue
        swapped = with_the_other_order_of_passes(steps)
        changed += swapped != steps
        assert played(entry, swapped) == played(entry, steps), entry["name"]
    assert changed > 50
