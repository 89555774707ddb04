"""Bypassing ice: Femme Fatale, Guard, Inside Job."""

import pytest

from tests.games.netrunner.positions import installed, position


def run_at_chosen_ice(title, *, credits=5, priority="strict"):
    """Install Femme Fatale, choose the ice that protects HQ, and encounter it."""
    t = position(
        turn="runner", servers={"hq": {"ices": installed(title)}}, priority=priority,
        runner={"hand": ["Femme Fatale"], "credits": 9 + credits},
        corp={"hand": ["Hedge Fund"]},
    )  # fmt: skip
    t.runner("play", "Femme Fatale")
    t.select("runner", title)
    t.run_on("HQ")
    t.both_pass()
    return t


@pytest.mark.parametrize("priority", ["strict", "engine"])
def test_paying_for_each_subroutine_bypasses_the_chosen_ice(priority):
    t = run_at_chosen_ice("Enigma", priority=priority)
    t.press("runner", "Yes")
    assert t.credits("runner") == 3
    assert t.phase == "movement"
    assert t.run.position == 0
    assert t.log_contains("Runner bypasses Enigma.")


def test_declining_the_bypass_leaves_the_encounter_open():
    t = run_at_chosen_ice("Enigma")
    t.press("runner", "No")
    assert t.phase == "encounter-ice"
    assert t.credits("runner") == 5


def test_a_runner_who_cannot_pay_is_not_asked():
    t = run_at_chosen_ice("Enigma", credits=1)
    assert t.buttons("runner") == []
    assert t.phase == "encounter-ice"


def test_no_ice_need_be_chosen():
    t = position(turn="runner", runner={"hand": ["Femme Fatale"], "credits": 9})
    t.runner("play", "Femme Fatale")
    assert t.buttons("runner") == []
    t.done("runner")
    assert t.find_card("Femme Fatale").target_card is None


def test_the_choice_does_not_follow_ice_that_leaves_play():
    t = run_at_chosen_ice("Himitsu-Bako", priority="engine")
    t.press("runner", "No")
    t.corp("ability", "Himitsu-Bako", 0)
    t.runner("jack-out")
    t.end_turn()
    t.corp("play", "Himitsu-Bako", "HQ")
    t.end_turn()
    t.run_on("HQ")
    t.corp("rez", "Himitsu-Bako")
    t.both_pass()
    assert t.phase == "encounter-ice"
    assert t.buttons("runner") == []


def test_guard_is_not_bypassed():
    t = run_at_chosen_ice("Guard")
    t.press("runner", "Yes")
    assert t.phase == "encounter-ice"
    t.runner("continue")
    t.corp("unbroken-subroutines", "Guard")
    assert t.run is None


def test_with_engine_priority_one_pass_ends_the_encounter_with_guard():
    t = run_at_chosen_ice("Guard", priority="engine")
    t.press("runner", "Yes")
    t.corp("continue")
    assert t.phase == "movement"
    assert t.log_contains("Runner bypasses Guard.")


def test_inside_job_bypasses_only_the_first_encountered_ice():
    t = position(
        turn="runner", servers={"hq": {"ices": installed("Ice Wall", "Enigma")}},
        runner={"hand": ["Inside Job"]},
    )  # fmt: skip
    t.runner("play", "Inside Job")
    t.press("runner", "HQ")
    t.both_pass()
    t.both_pass()
    assert (t.phase, t.run.position) == ("movement", 1)
    t.both_pass()
    t.both_pass()
    assert t.phase == "encounter-ice"
    assert not t.match.G.encounter.bypass


def test_unrezzed_ice_is_passed_without_using_up_the_bypass():
    t = position(
        turn="runner", runner={"hand": ["Inside Job"]}, priority="engine",
        servers={"hq": {"ices": [*installed("Ice Wall"), *installed("Enigma", rezzed=False)]}},
    )  # fmt: skip
    t.runner("play", "Inside Job")
    t.press("runner", "HQ")
    for _ in range(4):
        t.both_pass()
    assert (t.phase, t.run.position) == ("movement", 0)
    assert t.log_contains("Runner uses Inside Job to bypass Ice Wall.")


def test_a_bypass_comes_before_what_the_ice_does_when_encountered():
    t = run_at_chosen_ice("Tollbooth", credits=3)
    t.press("runner", "Yes")
    assert t.credits("runner") == 2
    assert t.phase == "movement"
