"""The log of a local seat: states share its lines, and an automated run does not read old ones."""

import sys

import pytest

from tests.bridges.jinteki.automation.positions import AutomatedMatch, run_now
from turnwright.bridges.jinteki.automation import parse_flags, play_run
from turnwright.bridges.jinteki.game_log import GameLog, LogView


def lines(count):
    return [{"text": str(number)} for number in range(count)]


def test_a_view_does_not_show_later_lines():
    log = GameLog()
    log.lines += lines(3)
    view = log.view()
    log.lines += lines(2)
    assert view == lines(3)
    assert len(log.view()) == 5
    assert log.view() != view


@pytest.mark.parametrize("index", [0, 2, 4, -1, -5])
def test_lines_by_index(index):
    assert LogView(lines(5))[index] == lines(5)[index]


@pytest.mark.parametrize("index", [5, -6])
def test_there_are_no_lines_beyond_the_ends(index):
    later = lines(5)
    view = LogView(later)
    later += lines(3)
    with pytest.raises(IndexError, match="of 5"):
        view[index]


@pytest.mark.parametrize(
    "part", [slice(None), slice(1, 3), slice(-2, None), slice(0, 99), slice(None, None, -1)]
)
def test_slices_are_lists(part):
    later = lines(5)
    view = LogView(later)
    later += lines(3)
    assert view[part] == lines(5)[part]
    assert list(view) == lines(5)


def test_chat_is_where_it_was_said():
    p = AutomatedMatch()
    p.room.post_chat("ada", "hello")
    p.send("runner", "credit")
    p.room.post_chat("ada", "well")
    p.room.post_chat("ada", "well")
    p.send("runner", "credit")
    for side in ("corp", "runner"):
        whole, seen = p.room.state(side)["log"], p.automation(side).state["log"]
        assert seen == whole
        texts = [line["text"] for line in whole]
        assert [texts.index("hello"), texts.index("well"), len(texts)] == [0, 2, 5]


def test_chat_is_seen_at_once():
    p = AutomatedMatch()
    assert p.runner.state["log"] == p.room.state("runner")["log"]
    p.room.post_chat("ada", "hello")
    assert p.runner.state["log"][-1]["text"] == "hello"


def test_a_kept_state_does_not_change():
    p = AutomatedMatch()
    before = p.runner.state
    count = len(before["log"])
    p.send("runner", "credit")
    assert len(before["log"]) == count
    assert len(p.runner.state["log"]) == count + 1


def calls_of_an_automated_run(old_lines):
    """Return how many functions a run of two automated seats calls, after so many lines of log."""
    p = AutomatedMatch(
        ices={"rd": ["Palisade", "Tithe"]}, programs=["Cleaver", "Carmen"], runner=20, corp=20
    )
    for _ in range(old_lines):
        p.match.c.log_line("Nothing happens.")
    assert len(p.corp.state["log"]) == len(p.runner.state["log"]) >= old_lines
    flags = ["--rez", "Palisade", "--rez", "Tithe", "--fire-unbroken"]
    count = 0

    def profile(frame, event, arg):
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        run_now(p.runner.run("R&D", "--full-break", "--no-continue"))
        p.corp.strategy = parse_flags(flags, "corp").strategy()
        played = run_now(play_run(p.corp, p.runner))
    finally:
        sys.setprofile(before)
    assert played.result.status == "run-complete"
    assert sum("break" in line for line in p.log()) == 2
    return count


def test_an_automated_run_takes_as_long_with_a_long_log():
    calls_of_an_automated_run(500)  # what is computed once
    count = calls_of_an_automated_run(500)
    assert abs(calls_of_an_automated_run(5000) - count) <= count // 100
