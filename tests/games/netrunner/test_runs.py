"""Runs: phases, passes, ice, breaking, firing, jacking out. Scenarios R1 to R23."""

import pytest

from tests.games.netrunner.scenes import installed, scene

WALL = installed("Palisade", rezzed=False)
CLEAVER = {"program": installed("Cleaver")}


def test_r1_without_ice_the_run_goes_from_initiation_through_movement_to_its_end():
    t = scene(turn="runner")
    t.runner("run", "Archives")
    assert (t.phase, t.run.no_action, t.run.position) == ("initiation", None, 0)
    t.both_pass()
    assert (t.phase, t.run.no_action) == ("movement", False)
    t.both_pass()
    assert t.run is None
    assert t.match.asked == {}


def test_r2_ice_that_fires_ends_the_run():
    t = scene(turn="runner", servers={"remote1": {"ices": WALL}})
    t.run_on("Server 1")
    assert t.phase == "approach-ice"
    t.corp("rez", "Palisade")
    t.both_pass()
    t.corp("unbroken-subroutines", "Palisade")
    assert t.run is None
    assert t.match.G.sides[1].register["unsuccessful-run"] == ["remote1"]
    t.run_on("Archives")
    assert t.phase == "movement"


def test_r3_a_breaker_gets_through():
    t = scene(turn="runner", servers={"rd": {"ices": WALL}}, rig=CLEAVER)
    t.run_on("R&D")
    t.corp("rez", "Palisade")
    t.both_pass()
    assert t.phase == "encounter-ice"
    t.runner("ability", "Cleaver", 0)
    t.press("runner", "End the run")
    t.both_pass()
    assert (t.phase, t.run.position) == ("movement", 0)
    t.both_pass()
    assert t.buttons("runner") == ["No action"]
    t.press("runner", "No action")
    assert t.run is None


def test_r9_the_first_pass_waits_for_the_second_at_the_approach():
    t = scene(turn="runner", servers={"remote1": {"ices": WALL}})
    t.run_on("Server 1")
    assert (t.phase, t.run.no_action) == ("approach-ice", False)
    t.runner("continue")
    assert (t.phase, t.run.no_action) == ("approach-ice", 1)
    refusal = t.try_("runner", "continue")
    assert refusal is not None, "who has passed cannot pass again"
    t.corp("continue")
    assert (t.phase, t.run.no_action) == ("movement", False)


def test_r10_the_encounter_has_a_pass_of_its_own():
    t = scene(turn="runner", servers={"remote1": {"ices": installed("Palisade")}})
    t.run_on("Server 1")
    t.both_pass()
    assert (t.phase, t.match.G.encounter.no_action) == ("encounter-ice", None)
    t.runner("continue")
    assert (t.phase, t.match.G.encounter.no_action, t.run.no_action) == ("encounter-ice", 1, False)
    t.corp("continue")
    assert (t.phase, t.run.no_action) == ("movement", False)


def test_r11_the_corp_passes_by_itself_at_rezzed_ice_but_not_before_the_server():
    two = installed("Palisade", "Ping")
    t = scene(
        turn="runner", servers={"hq": {"ices": two}}, rig=CLEAVER,
        corp={"hand": ["Hedge Fund"]}, runner={"credits": 9},
    )  # fmt: skip
    t.run_on("HQ")
    t.corp("toggle-auto-no-action")
    assert (t.phase, t.c.card(t.run.ice).kind) == ("approach-ice", "Ping")
    t.runner("continue")
    assert t.phase == "encounter-ice"
    t.runner("ability", "Cleaver", 0)
    t.press("runner", "End the run")
    t.runner("continue")
    assert t.phase == "movement"
    t.runner("continue")
    assert (t.phase, t.c.card(t.run.ice).kind) == ("approach-ice", "Palisade")
    t.runner("continue")
    t.runner("dynamic-ability", "Cleaver", "auto-pump-and-break")
    assert (t.phase, t.run.position) == ("movement", 0)
    t.runner("continue")
    assert t.phase == "movement"
    t.corp("continue")
    assert t.phase == "success"
    t.press("runner", "No action")
    assert t.run is None


def test_r12_passing_by_itself_stops_at_ice_that_could_be_rezzed():
    ices = [*WALL, *installed("Ping")]
    t = scene(turn="runner", servers={"hq": {"ices": ices}}, rig=CLEAVER)
    t.run_on("HQ")
    t.corp("toggle-auto-no-action")
    t.runner("continue")
    t.runner("dynamic-ability", "Cleaver", "auto-pump-and-break")
    t.runner("continue")
    assert (t.phase, t.run.position) == ("approach-ice", 1)
    t.runner("continue")
    assert t.phase == "approach-ice"
    t.corp("rez", "Palisade")
    t.corp("continue")
    assert t.phase == "encounter-ice"


@pytest.mark.parametrize(("rezzed", "phase"), [(True, "encounter-ice"), (False, "approach-ice")])
def test_r13_r14_toggling_late_passes_at_once_if_there_is_nothing_to_rez(rezzed, phase):
    t = scene(turn="runner", servers={"hq": {"ices": installed("Palisade", rezzed=rezzed)}})
    t.run_on("HQ")
    t.runner("continue")
    t.corp("toggle-auto-no-action")
    assert t.phase == phase


def test_r15_which_passes_are_told():
    t = scene(turn="runner", servers={"remote1": {"ices": installed("Palisade")}})
    t.run_on("Server 1")
    t.runner("continue")
    assert "no further action" not in t.last_line
    t = scene(turn="runner", servers={"remote1": {"ices": installed("Palisade")}})
    t.run_on("Server 1")
    t.corp("continue")
    assert t.last_line == "Corp has no further action."
    t.runner("continue")
    t.runner("continue")
    assert t.last_line == "Runner has no further action."
    t.corp("continue")
    assert t.last_line == "Runner passes Palisade protecting Server 1 at position 0."


def test_r22_the_runner_may_jack_out_in_movement_before_passing():
    t = scene(turn="runner", servers={"hq": {"ices": WALL}})
    t.runner("run", "HQ")
    assert t.try_("runner", "jack-out") is not None
    t.both_pass()
    assert t.try_("runner", "jack-out") is not None
    t.both_pass()
    t.runner("jack-out")
    assert t.run is None
    assert t.says("Runner jacks out.")
    assert t.match.G.sides[1].register["unsuccessful-run"] == ["hq"]


def test_r23_a_single_subroutine_ends_the_run():
    t = scene(turn="runner", servers={"hq": {"ices": WALL}})
    t.run_on("HQ")
    t.corp("rez", "Palisade")
    t.both_pass()
    t.corp("subroutine", "Palisade", 0)
    assert t.run is None


def test_the_position_counts_down_from_the_outermost_of_three():
    three = installed("Tithe", "Whitespace", "Diviner")
    t = scene(turn="runner", servers={"hq": {"ices": three}}, runner={"credits": 20})
    t.run_on("HQ")
    seen = []
    while t.phase in ("approach-ice", "movement", "encounter-ice") and t.run.position:
        if t.phase == "approach-ice":
            seen.append((t.run.position, t.c.card(t.run.ice).kind))
        t.both_pass()
    assert seen == [(3, "Diviner"), (2, "Whitespace"), (1, "Tithe")]
    assert (t.phase, t.run.position) == ("movement", 0)


def test_a_full_break_passes_for_the_runner():
    t = scene(turn="runner", servers={"hq": {"ices": installed("Palisade")}}, rig=CLEAVER)
    t.run_on("HQ")
    t.both_pass()
    t.runner("dynamic-ability", "Cleaver", "auto-pump-and-break")
    assert t.match.G.encounter.no_action == 1
    assert t.says("Runner pays 1 [Credits] to use Cleaver to break all 1 subroutines on Palisade.")
