"""The scenarios of the run document: phase, position and no-action after each action.

Each is played by hand first, as in the document, and then by two automated seats.
"""

import pytest

from tests.bridges.jinteki.automation.positions import AutomatedMatch, rezzed, run_now
from turnwright.bridges.jinteki.automation import play_run

PRIORITIES = ("strict", "engine")


@pytest.mark.parametrize("priority", PRIORITIES)
def test_scenario_1_an_empty_server(priority):
    p = AutomatedMatch(archives=["Superconducting Hub"], priority=priority)

    # 0: run Archives. The click is spent, the run begins.
    p.send("runner", "run", server="Archives")
    assert p.at == ("initiation", 0, None)
    assert p.run["server"] == ["archives"]
    assert p.runner.state["runner"]["click"] == 3
    assert p.prompt("runner")["prompt-type"] == "run"
    assert p.prompt("runner")["msg"] == "You are running on Archives"
    assert p.buttons("runner") == []
    # Client isolation: the Runner does not see the Corp's prompt, but the Corp does.
    assert "prompt-state" not in p.runner.state["corp"]
    assert p.prompt("corp")["msg"] == "The Runner is running on Archives"

    # 1: the Runner passes.
    p.passes("runner")
    assert p.at == ("initiation", 0, "runner")
    # 2: the Corp passes. The phase advances and no-action is reset.
    p.passes("corp")
    assert p.at == ("movement", 0, False)
    # 3: the Runner passes.
    p.passes("runner")
    assert p.at == ("movement", 0, "runner")
    # 4: the Corp passes: the Runner accesses.
    p.passes("corp")
    assert p.at == ("success", 0, False)
    assert p.prompt("runner")["prompt-type"] == "other"
    assert p.prompt("runner")["msg"] == "You accessed Superconducting Hub."
    assert p.buttons("runner") == ["Steal"]
    # 5: the access is handled and the run is over.
    p.press("runner", "Steal")
    assert p.run is None

    assert p.log() == [
        "Runner spends [Click] to make a run on Archives",
        "Runner will continue the run",
        "Runner approaches Archives",
        "Runner breaches Archives",
        "Runner accesses Superconducting Hub from Archives",
        "Runner steals Superconducting Hub and gains 1 agenda point",
    ]


@pytest.mark.parametrize("priority", PRIORITIES)
def test_scenario_2_one_unrezzed_ice_and_the_corp_declines(priority):
    p = AutomatedMatch(
        ices={"archives": ["Whitespace"]}, archives=["Superconducting Hub"], priority=priority
    )

    p.send("runner", "run", server="Archives")
    assert p.at == ("initiation", 1, None)  # 0: in front of one ice
    p.passes("runner")
    assert p.at == ("initiation", 1, "runner")  # 1
    p.passes("corp")
    assert p.at == ("approach-ice", 1, False)  # 2: a new phase
    ice = p.corp.situation().ice
    assert (ice["title"], ice.get("rezzed"), ice["cost"]) == ("Whitespace", None, 2)
    assert p.prompt("corp")["prompt-type"] == "run"
    assert p.buttons("corp") == []  # a rez is an action, not a button
    p.passes("runner")
    assert p.at == ("approach-ice", 1, "runner")  # 3
    p.passes("corp")
    assert p.at == ("movement", 0, False)  # 4: declined; encounter-ice is skipped
    p.passes("runner")
    assert p.at == ("movement", 0, "runner")  # 5
    p.passes("corp")
    assert p.at == ("success", 0, False)  # 6

    assert p.log() == [
        "Runner spends [Click] to make a run on Archives",
        "Runner approaches ice protecting Archives at position 0",
        "Runner passes ice protecting Archives at position 0",
        "Runner will continue the run",
        "Runner approaches Archives",
        "Runner breaches Archives",
        "Runner accesses Superconducting Hub from Archives",
    ]


@pytest.mark.parametrize("priority", PRIORITIES)
def test_scenario_3_the_corp_rezzes_and_the_runner_breaks(priority):
    p = AutomatedMatch(
        ices={"archives": ["Whitespace"]},
        archives=["Superconducting Hub"],
        programs=["Mayfly"],
        priority=priority,
    )
    p.send("runner", "run", server="Archives")
    assert p.at == ("initiation", 1, None)  # 0
    p.passes("runner", "corp")
    assert p.at == ("approach-ice", 1, False)  # 1-2
    p.passes("runner")
    assert p.at == ("approach-ice", 1, "runner")  # 3
    p.rez("Whitespace")
    assert p.at == ("approach-ice", 1, "runner")  # 4: an action, which does not end the window
    p.passes("corp")
    assert p.at == ("encounter-ice", 1, False)  # 5
    assert p.encounter_passed is None
    assert p.ice["title"] == "Whitespace"
    assert p.ice["current-strength"] == 0
    assert p.broken == [False, False]
    abilities = p.find("Mayfly")["abilities"]
    assert [one["label"] for one in abilities] == [
        "Break 1 subroutine",
        "Add 1 strength",
        "Fully break Whitespace",
    ]
    assert abilities[2]["dynamic"] == "auto-pump-and-break"
    assert "playable" not in abilities[2]  # not marked, and nevertheless usable
    p.uses("Mayfly")
    assert p.broken == [True, True]  # 6
    # 7: breaking everything at once has passed for the Runner. The run's own no-action stays as it is.
    assert p.encounter_passed == "runner"
    assert p.at == ("encounter-ice", 1, False)
    p.passes("corp")
    assert p.at == ("movement", 0, False)  # 8: the position decrements
    p.passes("runner", "corp")
    assert p.at == ("success", 0, False)  # 9-10

    assert p.log()[1:] == [
        "Runner approaches ice protecting Archives at position 0",
        "Corp pays 2 [Credits] to rez Whitespace protecting Archives at position 0",
        "Runner encounters Whitespace protecting Archives at position 0",
        "Runner uses Mayfly to will trash itself when this run ends",  # told for each subroutine
        "Runner uses Mayfly to will trash itself when this run ends",
        "Runner pays 2 [Credits] to use Mayfly to break all 2 subroutines on Whitespace",
        "Runner has no further action",
        "Runner passes Whitespace protecting Archives at position 0",
        "Runner will continue the run",
        "Runner approaches Archives",
        "Runner breaches Archives",
        "Runner accesses Superconducting Hub from Archives",
    ]


def test_scenario_3_the_runner_may_pass_more_than_once():
    """As the document observed: each pass is logged, and nothing else changes until the Corp
    passes."""
    p = AutomatedMatch(
        ices={"archives": [rezzed("Whitespace")]}, programs=["Mayfly"], priority="engine"
    )
    p.send("runner", "run", server="Archives")
    p.passes("runner", "corp", "runner", "corp")
    p.uses("Mayfly")
    p.passes("runner", "runner")
    assert (p.at, p.encounter_passed) == (("encounter-ice", 1, False), "runner")
    assert p.log()[-3:] == ["Runner has no further action"] * 3
    p.passes("corp")
    assert p.at == ("movement", 0, False)


def test_strict_priority_refuses_a_second_pass_of_the_same_side():
    p = AutomatedMatch(ices={"archives": ["Whitespace"]})
    p.send("runner", "run", server="Archives")
    p.passes("runner")
    assert p.room.act("runner", "continue", {}) is not None
    assert p.at == ("initiation", 1, "runner")
    p = AutomatedMatch(ices={"archives": ["Whitespace"]}, priority="engine")
    p.send("runner", "run", server="Archives")
    p.passes("runner", "runner")
    assert p.at == ("approach-ice", 1, False)


def test_scenario_4_two_ice_of_which_one_is_rezzed():
    p = AutomatedMatch(ices={"hq": ["Palisade", "Tithe"]}, programs=["Carmen"], hq=["Hedge Fund"])

    p.send("runner", "run", server="HQ")
    assert p.at == ("initiation", 2, None)  # in front of the outer one
    p.passes("runner", "corp")
    assert p.at == ("approach-ice", 2, False)
    assert p.corp.situation().ice_title == "Tithe"  # ices[position - 1]: the outermost is the last
    p.rez("Tithe")
    p.passes("runner", "corp")
    assert p.at == ("encounter-ice", 2, False)
    p.uses("Carmen")
    p.passes("corp")
    assert p.at == ("movement", 1, False)
    p.passes("runner")
    assert p.at == ("movement", 1, "runner")
    p.passes("corp")
    assert p.at == ("approach-ice", 1, False)  # the second cycle
    assert p.corp.situation().ice_title == "Palisade"
    p.passes("runner", "corp")
    assert p.at == ("movement", 0, False)  # the inner one stays unrezzed
    p.passes("runner", "corp")
    assert p.at == ("success", 0, False)
    p.press("runner", "No action")
    assert p.run is None

    assert p.log()[1:] == [
        "Runner approaches ice protecting HQ at position 1",
        "Corp pays 1 [Credits] to rez Tithe protecting HQ at position 1",
        "Runner encounters Tithe protecting HQ at position 1",
        "Runner pays 2 [Credits] to use Carmen to break all 2 subroutines on Tithe",
        "Runner has no further action",
        "Runner passes Tithe protecting HQ at position 1",
        "Runner will continue the run",
        "Runner approaches ice protecting HQ at position 0",
        "Runner passes ice protecting HQ at position 0",
        "Runner will continue the run",
        "Runner approaches HQ",
        "Runner breaches HQ",
        "Runner accesses Hedge Fund from HQ",
    ]


def test_scenario_5_subroutines_fire():
    p = AutomatedMatch(ices={"rd": [rezzed("Whitespace")]}, runner=10)

    p.send("runner", "run", server="R&D")
    p.passes("runner", "corp", "runner", "corp")
    assert p.at == ("encounter-ice", 1, False)
    p.send("runner", "system-msg", msg="indicates to fire all unbroken subroutines on Whitespace")
    assert p.encounter_passed is None  # saying so is no pass
    p.fire()
    assert p.fired == [True, True]
    assert p.credits("runner") == 7  # more than six: the run goes on
    assert p.at == ("encounter-ice", 1, False)
    p.passes("runner")
    assert p.encounter_passed == "runner"
    p.passes("corp")
    assert p.at == ("movement", 0, False)

    assert p.log()[1:] == [
        "Runner approaches Whitespace protecting R&D at position 0",
        "Runner encounters Whitespace protecting R&D at position 0",
        "Runner indicates to fire all unbroken subroutines on Whitespace",
        "Corp uses Whitespace to force the Runner to lose 3 [Credits]",
        "Corp resolves 2 unbroken subroutines on Whitespace "
        '("[subroutine] Make the Runner lose 3 [Credits]" and '
        '"[subroutine] End the run if the Runner has 6 [Credits] or less")',
        "Runner has no further action",
        "Runner passes Whitespace protecting R&D at position 0",
    ]


def test_scenario_5_a_subroutine_ends_the_run():
    p = AutomatedMatch(ices={"rd": [rezzed("Palisade")]})
    p.send("runner", "run", server="R&D")
    p.passes("runner", "corp", "runner", "corp")
    p.fire()
    assert p.run is None
    assert "encounters" not in p.runner.state
    assert p.log()[-2:] == [
        "Corp uses Palisade to end the run",
        'Corp resolves 1 unbroken subroutine on Palisade ("[subroutine] End the run")',
    ]


def test_scenario_6_jack_out():
    p = AutomatedMatch(ices={"hq": ["Palisade", "Tithe"]})
    p.send("runner", "run", server="HQ")
    for phase in ("initiation", "approach-ice"):  # only in movement, and only before passing
        assert p.at[0] == phase
        assert p.room.act("runner", "jack-out", {}) is not None
        p.passes("runner", "corp")
    assert p.at == ("movement", 1, False)
    assert p.room.act("corp", "jack-out", {}) is not None
    p.passes("runner")
    assert p.at == ("movement", 1, "runner")
    assert p.room.act("runner", "jack-out", {}) is not None
    p.passes("corp", "runner", "corp")
    assert p.at == ("movement", 0, False)
    p.send("runner", "jack-out")
    assert p.run is None
    assert p.log()[-1] == "Runner jacks out"


# --- access in detail -----------------------------------------------------------------------------


def access(server, **how):
    p = AutomatedMatch(**how)
    p.send("runner", "run", server=server)
    p.passes("runner", "corp", "runner", "corp")
    return p


def test_access_an_agenda_can_only_be_stolen():
    p = access("HQ", hq=["Offworld Office"])
    assert p.prompt("runner")["msg"] == "You accessed Offworld Office."
    assert p.buttons("runner") == ["Steal"]
    assert p.step("runner").action == "auto-choice"
    assert p.runner.state["runner"]["agenda-point"] == 2
    assert p.log()[-1] == "Runner steals Offworld Office and gains 2 agenda points"


def test_access_a_card_with_a_trash_cost_is_a_decision():
    p = access("Server 1", roots={"remote1": ["Regolith Mining License"]})
    assert p.buttons("runner") == ["Pay 3 [Credits] to trash", "No action"]
    result = p.step("runner")
    assert result.status == "decision-required"
    assert result.data["choices"] == ["Pay 3 [Credits] to trash", "No action"]
    p.press("runner", "Pay 3 [Credits] to trash")
    assert p.log()[-1] == "Runner pays 3 [Credits] to trash Regolith Mining License from Server 1"
    assert p.run is None


def test_access_what_cannot_be_paid_is_not_offered():
    p = access("Server 1", roots={"remote1": ["Regolith Mining License"]}, runner=2)
    assert p.buttons("runner") == ["No action"]
    assert p.step("runner").data["choice"] == "No action"
    assert p.run is None


def test_access_an_operation_has_no_trash_cost():
    p = access("R&D")
    assert p.buttons("runner") == ["No action"]
    assert p.log()[-1] == "Runner accesses Hedge Fund from R&D"  # by name to the Runner alone
    assert p.corp.state["log"][-1]["text"] == "Runner accesses an unseen card from R&D."


def test_access_several_cards_of_a_remote_in_an_order_that_the_runner_chooses():
    p = access("Server 1", roots={"remote1": ["Offworld Office", "AMAZE Amusements"]})
    assert p.prompt("runner")["prompt-type"] == "select"
    result = p.step("runner")
    assert result.status == "decision-required"
    assert len(result.data["selectable"]) == 2


def test_access_two_agendas_in_archives_one_after_the_other():
    p = access("Archives", archives=["Offworld Office", "Superconducting Hub"])
    assert sorted(p.step("runner").data["choices"]) == ["Offworld Office", "Superconducting Hub"]
    assert p.step("runner").status == "decision-required"


# --- the same, by two automated seats -------------------------------------------------------------


def automated(p, server, runner, corp):
    started = run_now(p.runner.run(server, *runner, "--no-continue"))
    assert started.status == "success"
    run_now(p.corp.monitor_run(*corp, patience=0))
    return run_now(play_run(p.corp, p.runner))


def test_scenario_2_by_two_automated_seats():
    p = AutomatedMatch(ices={"archives": ["Whitespace"]}, archives=["Superconducting Hub"])
    played = automated(p, "Archives", [], ["--no-rez"])
    assert (played.side, played.result.status) == ("runner", "run-complete")
    assert p.log() == [
        "Runner spends [Click] to make a run on Archives",
        "Runner approaches ice protecting Archives at position 0",
        "Corp has no further action",  # the Runner keeps silent until the Corp has decided
        "Runner passes ice protecting Archives at position 0",
        "Runner will continue the run",
        "Runner approaches Archives",
        "Runner breaches Archives",
        "Runner accesses Superconducting Hub from Archives",
        "Runner steals Superconducting Hub and gains 1 agenda point",
    ]


def test_scenario_3_by_two_automated_seats():
    p = AutomatedMatch(
        ices={"archives": ["Whitespace"]}, programs=["Mayfly"], archives=["Offworld Office"]
    )
    played = automated(p, "Archives", ["--full-break"], ["--rez", "Whitespace", "--fire-unbroken"])
    assert (played.side, played.result.status) == ("runner", "run-complete")
    assert p.log()[-1] == "Runner steals Offworld Office and gains 2 agenda points"
    assert p.credits("corp") == 8
    assert p.credits("runner") == 8


def test_scenario_4_by_two_automated_seats():
    p = AutomatedMatch(ices={"hq": ["Palisade", "Tithe"]}, programs=["Carmen"])
    played = automated(p, "HQ", ["--full-break"], ["--rez", "tithe", "--fire-if-asked"])
    assert (played.side, played.result.status) == ("runner", "run-complete")
    assert p.find("Tithe").get("rezzed")
    assert not p.find("Palisade").get("rezzed")


def test_scenario_5_by_two_automated_seats():
    p = AutomatedMatch(ices={"rd": ["Whitespace"]}, runner=10)
    played = automated(p, "R&D", ["--tank-all"], ["--rez", "Whitespace", "--fire-if-asked"])
    assert (played.side, played.result.status) == ("runner", "run-complete")
    assert "Runner indicates to fire all unbroken subroutines on Whitespace" in p.log()
    assert p.credits("runner") == 7
