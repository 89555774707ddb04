"""Traces: the Corp raises the strength, then the Runner raises its link."""

import pytest

from tests.games.netrunner.positions import PlayedMatch, installed, position
from turnwright.bridges.jinteki.dialect.state import state_json
from turnwright.bridges.jinteki.recordings.recording_format import snapshot
from turnwright.games.netrunner.rules.traces import trace


def at_hunter(priority="strict", rig=None, **sides):
    """A run on HQ that encounters Hunter, whose subroutine has fired."""
    hunter = {"hq": {"ices": installed("Hunter")}}
    t = position(turn="runner", servers=hunter, rig=rig, priority=priority, **sides)
    t.run_on("HQ")
    t.both_pass()
    t.corp("unbroken-subroutines", "Hunter")
    return t


def trace_shown(t, side):
    return snapshot(t.match)["prompts"][side][0]["trace"]


@pytest.mark.parametrize("priority", ["strict", "engine"])
def test_a_trace_is_successful_if_it_is_stronger(priority):
    t = at_hunter(priority)
    t.press("corp", "1")
    t.press("runner", "3")
    assert t.tags == 1
    assert (t.credits("corp"), t.credits("runner")) == (4, 2)
    assert t.log_contains("The trace was successful.")


def test_a_tie_goes_to_the_runner():
    t = at_hunter()
    t.press("corp", "1")
    t.press("runner", "4")
    assert t.tags == 0
    assert t.log_contains("The trace was unsuccessful.")


def test_the_payment_of_the_corp_is_public_before_the_runner_answers():
    t = at_hunter()
    assert t.buttons("runner") == []
    t.press("corp", "2")
    assert t.last_line == "Corp pays 2 [Credits] to increase trace strength to 5."
    assert t.credits("corp") == 3
    assert trace_shown(t, "runner")["strength"] == 5


def test_nobody_pays_more_than_it_has():
    t = at_hunter(corp={"credits": 2}, runner={"credits": 0})
    assert t.buttons("corp") == ["0", "1", "2"]
    t.press("corp", "0")
    assert t.buttons("runner") == ["0"]
    t.press("runner", "0")
    assert t.tags == 1


def test_link_counts_for_the_runner():
    t = at_hunter(rig={"resource": installed("Access to Globalsec", "Access to Globalsec")})
    assert trace_shown(t, "corp")["link"] == 2
    t.press("corp", "0")
    assert trace_shown(t, "runner")["beat-trace"] == 1
    t.press("runner", "1")
    assert t.tags == 0


def test_prompts_say_what_decides_the_trace_if_it_can_be_paid():
    t = at_hunter(corp={"credits": 3}, runner={"credits": 5})
    assert trace_shown(t, "corp")["unbeatable"] == 3
    t.press("corp", "3")
    assert "beat-trace" not in trace_shown(t, "runner")
    t = at_hunter(corp={"credits": 2}, runner={"credits": 5})
    assert "unbeatable" not in trace_shown(t, "corp")
    t = at_hunter(runner={"credits": 0})
    assert trace_shown(t, "corp")["unbeatable"] == 0


def test_a_trace_survives_a_copy_and_a_saved_match():
    t = at_hunter()
    t.press("corp", "2")
    for match in (t.match.clone(), t.match.game.load(t.match.save())):
        copy = PlayedMatch(match)
        copy.press("runner", "5")
        assert (copy.tags, copy.credits("runner")) == (0, 0)


def test_caduceus_gains_credits_and_ends_the_run():
    t = position(turn="runner", servers={"hq": {"ices": installed("Caduceus")}})
    t.run_on("HQ")
    t.both_pass()
    t.corp("unbroken-subroutines", "Caduceus")
    for side in ("corp", "runner", "corp", "runner"):
        t.press(side, "0")
    assert t.run is None
    assert t.credits("corp") == 8


def at_data_raven(priority="strict", counters=None):
    raven = installed({"title": "Data Raven", "counters": counters or {}})
    t = position(turn="runner", servers={"hq": {"ices": raven}}, priority=priority)
    t.run_on("HQ")
    t.both_pass()
    return t


def test_data_raven_gets_a_counter_and_spends_it_for_a_tag():
    t = at_data_raven()
    t.press("runner", "Take 1 tag")
    assert t.tags == 1
    t.corp("unbroken-subroutines", "Data Raven")
    t.press("corp", "3")
    t.press("runner", "0")
    assert t.find_card("Data Raven").count("power") == 1
    assert t.log_contains("Corp uses Data Raven to place 1 power counter on itself.")
    t.corp("ability", "Data Raven", 0)
    assert t.tags == 2
    assert t.find_card("Data Raven").count("power") == 0
    assert t.last_line == (
        "Corp spends 1 hosted power counter from on Data Raven to use Data Raven "
        "to give the Runner 1 tag."
    )
    assert t.try_("corp", "ability", "Data Raven", 0) is not None


def test_data_raven_lets_the_runner_end_the_run():
    t = at_data_raven()
    t.press("runner", "End the run")
    assert t.run is None
    assert t.tags == 0


def at_ash(server, **more):
    t = position(turn="runner", **more)
    t.run_to(server)
    t.press("corp", "5")
    t.press("runner", "0")
    return t


def test_ash_leaves_only_itself_to_access():
    remote = {"remote1": {"content": installed("Nico Campaign", "Ash 2X3ZB9CY")}}
    t = at_ash("Server 1", servers=remote)
    assert snapshot(t.match)["prompts"]["runner"][0]["msg"] == "You accessed Ash 2X3ZB9CY."
    t.press("runner", "Pay 3")
    assert t.run is None


def test_ash_in_the_root_of_hq_protects_the_hand():
    root = {"hq": {"content": installed("Ash 2X3ZB9CY")}}
    t = at_ash("HQ", servers=root, corp={"hand": ["Offworld Office"]})
    assert snapshot(t.match)["prompts"]["runner"][0]["msg"] == "You accessed Ash 2X3ZB9CY."
    t.press("runner", "No action")
    assert t.run is None
    assert t.points("runner") == 0


def test_sea_source_needs_a_successful_run_in_the_last_turn():
    t = position(turn="runner", corp={"hand": ["SEA Source"]})
    t.end_turn()
    assert t.try_("corp", "play", "SEA Source") is not None
    t = position(turn="runner", corp={"hand": ["SEA Source"], "credits": 9})
    t.run_to("R&D")
    t.press("runner", "No action")
    t.end_turn()
    t.corp("play", "SEA Source")
    t.press("corp", "7")
    t.press("runner", "0")
    assert t.tags == 1
    assert t.titles("discard", "corp") == ["SEA Source"]


def test_a_trace_after_the_end_of_the_game_is_shown_with_its_numbers():
    """Nobody answers it, but jinteki.net shows the prompt as it would be asked."""
    t = position(turn="runner", corp={"credits": 4}, servers={"hq": {"ices": installed("Hunter")}})
    t.c.win_game(0, "Flatline")
    next(trace(t.c, t.find_card("Hunter"), 3))
    shown = snapshot(t.match)["prompts"]["corp"][0]
    assert shown["choices"]["number"] == 4
    assert shown["trace"]["base"] == 3
    assert state_json(t.match, "corp")["corp"]["prompt-state"]["choices"]["number"] == 4
