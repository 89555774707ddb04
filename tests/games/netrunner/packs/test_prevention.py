"""Preventing damage and tags."""

import pytest

from tests.games.netrunner.positions import PlayedMatch, installed, position
from turnwright.bridges.jinteki.recordings.recording_format import snapshot
from turnwright.games.netrunner.card_definition import CARDS, CardDefinition
from turnwright.games.netrunner.card_facts import CORP
from turnwright.games.netrunner.rules.damage import deal_damage

GRIP = ["Sure Gamble"] * 5


def scorched(rig, priority="strict"):
    """Scorched Earth is played against a tagged Runner with these cards."""
    t = position(
        corp={"hand": ["Scorched Earth"]},
        runner={"hand": GRIP, "tags": 1},
        rig=rig,
        priority=priority,
    )
    t.corp("play", "Scorched Earth")
    return t


def prompt(t, side="runner"):
    return snapshot(t.match)["prompts"][side][0]


@pytest.mark.parametrize("priority", ["strict", "engine"])
def test_plascrete_carapace_prevents_some_of_the_damage(priority):
    t = scorched(
        {"hardware": installed({"title": "Plascrete Carapace", "counters": {"power": 4}})}, priority
    )
    assert prompt(t)["msg"] == "Prevent 4 meat damage?"
    t.press("runner", "Plascrete Carapace")
    assert prompt(t)["msg"] == "Prevent 3 meat damage?"
    t.press("runner", "Pass priority")
    assert len(t.titles("hand", "runner")) == 2
    assert t.find_card("Plascrete Carapace").count("power") == 3


def test_plascrete_carapace_is_trashed_with_its_last_counter():
    t = scorched({"hardware": installed({"title": "Plascrete Carapace", "counters": {"power": 1}})})
    t.press("runner", "Plascrete Carapace")
    assert t.match.asked == {}
    assert len(t.titles("hand", "runner")) == 2
    assert "Plascrete Carapace" in t.titles("discard", "runner")


def test_there_is_no_window_without_a_card_that_fits():
    t = scorched({"program": installed("Net Shield"), "hardware": installed("Feedback Filter")})
    assert t.match.asked == {}
    assert len(t.titles("hand", "runner")) == 1


def test_an_installed_plascrete_carapace_has_four_counters():
    t = position(turn="runner", runner={"hand": ["Plascrete Carapace"]})
    t.runner("play", "Plascrete Carapace")
    assert t.find_card("Plascrete Carapace").count("power") == 4


# --- net damage -----------------------------------------------------------------------------------


def at_neural_katana(rig, **runner):
    t = position(
        turn="runner",
        servers={"hq": {"ices": installed("Neural Katana")}},
        rig=rig,
        runner={"hand": GRIP, **runner},
    )
    t.run_on("HQ")
    t.both_pass()
    t.corp("unbroken-subroutines", "Neural Katana")
    return t


def test_programs_are_offered_before_hardware():
    t = at_neural_katana(
        {"hardware": installed("Feedback Filter"), "program": installed("Net Shield")}, credits=9
    )
    assert t.buttons("runner") == ["Net Shield", "Feedback Filter", "Pass priority"]
    assert prompt(t)["choices"][1]["text"] == "Feedback Filter (Net)"
    t.press("runner", "Net Shield")
    assert t.buttons("runner") == ["Feedback Filter", "Pass priority"]
    t.press("runner", "Feedback Filter")
    t.press("runner", "Feedback Filter")
    assert (t.credits("runner"), len(t.titles("hand", "runner"))) == (2, 5)


def test_net_shield_is_for_the_first_net_damage_of_a_turn_only():
    t = at_neural_katana({"program": installed("Net Shield")})
    t.press("runner", "Pass priority")
    assert len(t.titles("hand", "runner")) == 2
    t.both_pass()
    t.runner("jack-out")
    t.run_on("HQ")
    t.both_pass()
    t.corp("unbroken-subroutines", "Neural Katana")
    assert t.match.result.winners == (CORP,)


def test_what_cannot_be_paid_is_not_offered():
    t = at_neural_katana({"hardware": installed("Feedback Filter")}, credits=2)
    assert t.match.asked == {}


def test_the_corp_is_shown_that_it_waits():
    t = at_neural_katana({"program": installed("Net Shield")})
    assert prompt(t, "corp")["msg"] == "Waiting for your opponent to resolve damage triggers"
    t.press("runner", "Pass priority")
    assert prompt(t, "corp")["type"] == "run"


# --- core damage ----------------------------------------------------------------------------------


@pytest.fixture
def core_damage(monkeypatch):
    """A function that does core damage to a Runner with Feedback Filter."""

    def damage(amount):
        def play(c, operation):
            yield from deal_damage(c, "core", amount, operation)

        card = CardDefinition("Hedge Fund", play=play)
        monkeypatch.setitem(CARDS, "Hedge Fund", card)
        rig = {"hardware": installed("Feedback Filter")}
        t = position(corp={"hand": ["Hedge Fund"]}, runner={"hand": GRIP}, rig=rig)
        t.corp("play", "Hedge Fund")
        return t

    return damage


def test_feedback_filter_is_trashed_for_up_to_two_core_damage(core_damage):
    t = core_damage(3)
    t.press("runner", "Feedback Filter")
    assert prompt(t)["choices"] == {"number": 2, "default": 2}
    t.press("runner", "2")
    assert t.log_contains("Runner trashes Feedback Filter to use Feedback Filter to prevent 2 core")
    assert (len(t.titles("hand", "runner")), t.c.hand_size(1)) == (4, 4)


def test_feedback_filter_may_prevent_less(core_damage):
    t = core_damage(1)
    t.press("runner", "Feedback Filter")
    t.press("runner", "0")
    assert "Feedback Filter" in t.titles("discard", "runner")
    assert (len(t.titles("hand", "runner")), t.c.hand_size(1)) == (4, 4)


# --- tags -----------------------------------------------------------------------------------------


def at_hunter(rig):
    t = position(turn="runner", servers={"hq": {"ices": installed("Hunter")}}, rig=rig)
    t.run_on("HQ")
    t.both_pass()
    t.corp("unbroken-subroutines", "Hunter")
    t.press("corp", "0")
    t.press("runner", "0")
    return t


def test_decoy_can_be_put_back_before_it_is_trashed():
    t = at_hunter({"resource": installed("Decoy")})
    t.press("runner", "Decoy")
    t.press("runner", "No")
    assert t.buttons("runner") == ["Decoy", "Allow 1 remaining tag"]
    t.press("runner", "Allow")
    assert t.tags == 1
    assert t.titles("resource", "runner") == ["Decoy"]


def test_one_decoy_is_enough_for_one_tag():
    t = at_hunter({"resource": installed("Decoy", "Decoy")})
    assert t.buttons("runner") == ["Decoy", "Decoy (no. 2)", "Allow 1 remaining tag"]
    t.press("runner", "Decoy")
    t.press("runner", "Yes")
    assert t.match.asked == {}
    assert (t.tags, t.titles("resource", "runner")) == (0, ["Decoy"])


def test_several_tags_are_prevented_one_by_one():
    t = position(
        turn="runner",
        servers={"remote1": {"content": installed("Offworld Office", "AMAZE Amusements")}},
        rig={"resource": installed("Decoy", "Decoy")},
    )
    t.run_to("Server 1")
    t.select("runner", "Offworld Office")
    t.press("runner", "Steal")
    t.press("runner", "No action")
    assert prompt(t)["msg"] == "Prevent any of the 2 tags?"
    t.press("runner", "Decoy")
    t.press("runner", "Yes")
    assert prompt(t)["msg"] == "Prevent any of the 2 tags?(1 remaining)"
    t.press("runner", "Allow 1 remaining tag")
    assert t.tags == 1


def test_a_window_survives_a_copy_and_a_saved_match():
    t = at_hunter({"resource": installed("Decoy")})
    t.press("runner", "Decoy")
    for match in (t.match.clone(), t.match.game.load(t.match.save())):
        copy = PlayedMatch(match)
        copy.press("runner", "Yes")
        assert (copy.tags, copy.titles("discard", "runner")) == (0, ["Decoy"])
