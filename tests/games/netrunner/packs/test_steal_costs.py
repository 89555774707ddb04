"""Additional costs to steal agendas, and currents."""

import pytest

from tests.games.netrunner.positions import installed, position
from turnwright.bridges.jinteki.dialect.state import state_json
from turnwright.bridges.jinteki.recordings.recording_format import snapshot


def remote(*upgrades):
    agenda = installed("Offworld Office", rezzed=False)
    return {"remote1": {"content": [*agenda, *installed(*upgrades)]}}


def prompt_text(t):
    return snapshot(t.match)["prompts"]["runner"][0]["msg"]


def at_agenda(*upgrades, **runner):
    t = position(turn="runner", servers=remote(*upgrades), runner={"credits": 12, **runner})
    t.run_to("Server 1")
    t.select("runner", "a card")
    return t


def test_costs_of_several_cards_are_paid_together():
    t = at_agenda("Red Herrings", "Red Herrings", "Strongbox")
    assert prompt_text(t) == (
        "You accessed Offworld Office. Spend [Click] and pay 10 [Credits] to steal?"
    )
    t.press("runner", "Pay to steal")
    assert (t.points("runner"), t.credits("runner"), t.clicks("runner")) == (2, 2, 2)


@pytest.mark.parametrize("short_of", [{"credits": 4}, {"clicks": 1}])
def test_a_cost_must_be_paid_in_full(short_of):
    t = at_agenda("Red Herrings", "Strongbox", **short_of)
    assert t.buttons("runner") == ["No action"]
    t.press("runner", "No action")
    assert t.log_contains("Runner decides to not pay to steal Offworld Office.")
    assert t.points("runner") == 0


def test_an_unrezzed_upgrade_adds_no_cost():
    servers = {"remote1": {"content": installed("Offworld Office", "Red Herrings", rezzed=False)}}
    t = position(turn="runner", servers=servers)
    t.run_to("Server 1")
    t.select("runner", "a card")
    assert t.buttons("runner") == ["Steal"]


def test_an_upgrade_in_the_root_of_hq_protects_the_hand_and_no_other_server():
    servers = {"hq": {"content": installed("Red Herrings")}}
    corp = {"hand": ["Offworld Office"], "deck": ["Offworld Office"]}
    t = position(turn="runner", servers=servers, corp=corp, runner={"credits": 9})
    t.run_to("HQ")
    t.press("runner", "Card from hand")
    assert t.buttons("runner") == ["Pay to steal", "No action"]
    t.press("runner", "No action")
    t.press("runner", "No action")
    t.run_to("R&D")
    assert t.buttons("runner") == ["Steal"]


def test_a_trashed_upgrade_counts_until_the_run_ends():
    servers = {"hq": {"content": installed("Strongbox")}}
    t = position(turn="runner", servers=servers, corp={"hand": ["Offworld Office"]})
    t.run_to("HQ")
    t.press("runner", "Strongbox")
    t.press("runner", "Pay 1")
    assert t.buttons("runner") == ["Pay to steal", "No action"]
    t.press("runner", "No action")
    t.run_to("HQ")
    assert t.buttons("runner") == ["Steal"]


# --- currents -------------------------------------------------------------------------------------


def with_algorithm(**more):
    hand = ["Predictive Algorithm", "Predictive Algorithm"]
    corp = {"hand": hand, "deck": ["Offworld Office"] * 5}
    t = position(corp=corp, servers=remote(), **more)
    t.corp("play", "Predictive Algorithm")
    return t


def test_a_current_stays_in_play_until_an_agenda_is_stolen():
    t = with_algorithm()
    assert t.titles("current", "corp") == ["Predictive Algorithm"]
    t.end_turn()
    t.run_to("R&D")
    t.press("runner", "Pay to steal")
    assert t.credits("runner") == 3
    assert t.titles("current", "corp") == []
    assert t.titles("discard", "corp") == ["Predictive Algorithm"]
    assert t.last_line == "Predictive Algorithm is trashed."
    t.run_to("Server 1")
    assert t.buttons("runner") == ["Steal"]


def test_another_current_replaces_it():
    t = with_algorithm()
    t.corp("play", "Predictive Algorithm")
    assert t.titles("current", "corp") == ["Predictive Algorithm"]
    assert t.titles("discard", "corp") == ["Predictive Algorithm"]
    assert t.last_line == "Predictive Algorithm is trashed."


def test_everybody_sees_a_current():
    t = with_algorithm()
    for viewer in ("corp", "runner", "spectator"):
        (current,) = state_json(t.match, viewer)["corp"]["current"]
        assert current["title"] == "Predictive Algorithm"


def test_bad_publicity_helps_to_pay():
    t = position(
        turn="runner",
        corp={"bad-publicity": 2},
        servers=remote("Red Herrings"),
        runner={"credits": 4},
    )
    t.run_to("Server 1")
    t.select("runner", "a card")
    t.press("runner", "Pay to steal")
    t.press("runner", "Bad publicity")
    t.done("runner")
    assert (t.points("runner"), t.credits("runner")) == (2, 0)
    assert t.log_contains("to steal Offworld Office from Server 1.")
