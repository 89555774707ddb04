"""Ending the run from outside of ice: Border Control, Giordano Memorial Field, Nisei MK II."""

import pytest

from tests.games.netrunner.positions import installed, position
from turnwright.games.netrunner.card_facts import CORP

NISEI = {"title": "Nisei MK II", "counters": {"agenda": 1}}


def with_nisei(**servers):
    return position(
        turn="runner", corp={"scored": [NISEI], "hand": ["Hedge Fund"]}, servers=servers,
        runner={"hand": ["Sure Gamble"]},
    )  # fmt: skip


def use_nisei(t):
    (agenda,) = t.c.cards_in("scored", CORP)
    t.match.play(CORP, "ability", agenda.id, 0)
    assert t.run is None
    assert agenda.counters == {}
    assert t.last_line == (
        "Corp spends 1 hosted agenda counter from on Nisei MK II to use Nisei MK II to end the run."
    )


@pytest.mark.parametrize("phase", ["initiation", "approach-ice", "encounter-ice", "movement"])
def test_nisei_ends_the_run_in_every_phase(phase):
    t = with_nisei(hq={"ices": installed("Ice Wall")})
    t.runner("run", "HQ")
    while t.phase != phase:
        t.both_pass()
    t.runner("continue")
    use_nisei(t)
    assert t.match.G.sides[1].register["unsuccessful-run"] == ["hq"]


def test_nisei_needs_a_run_and_a_counter():
    t = with_nisei()
    (agenda,) = t.c.cards_in("scored", CORP)
    assert t.try_("corp", "ability", agenda.id, 0) is not None
    t.runner("run", "HQ")
    t.runner("continue")
    use_nisei(t)
    t.runner("run", "HQ")
    t.runner("continue")
    assert t.try_("corp", "ability", agenda.id, 0) is not None


def test_a_stolen_nisei_is_of_no_use():
    t = position(turn="runner", runner={"scored": [NISEI]})
    t.runner("run", "HQ")
    (agenda,) = t.c.cards_in("scored", 1)
    assert t.try_("corp", "ability", agenda.id, 0) is not None


def test_border_control_ends_a_run_on_its_own_server_only():
    t = position(turn="runner", servers={"rd": {"ices": installed("Border Control")}})
    t.runner("run", "HQ")
    t.runner("continue")
    assert t.try_("corp", "ability", "Border Control", 0) is not None
    t.corp("continue")
    t.runner("jack-out")
    t.runner("run", "R&D")
    t.runner("continue")
    t.corp("ability", "Border Control", 0)
    assert t.run is None
    assert t.titles("discard", "corp") == ["Border Control"]


def test_border_control_ends_its_own_encounter_too():
    t = position(turn="runner", servers={"hq": {"ices": installed("Border Control")}})
    t.run_on("HQ")
    t.both_pass()
    t.runner("continue")
    t.corp("ability", "Border Control", 0)
    assert (t.run, t.match.G.encounter) == (None, None)


def test_border_control_counts_the_ice_of_its_server():
    t = position(turn="runner", servers={"hq": {"ices": installed("Ice Wall", "Border Control")}})
    t.run_on("HQ")
    t.both_pass()
    t.runner("continue")
    t.corp("unbroken-subroutines", "Border Control")
    assert t.credits("corp") == 7
    assert t.run is None


def memorial(*, stolen=1, credits=5):
    t = position(
        turn="runner",
        runner={"credits": credits, "scored": [{"title": "Offworld Office"}] * stolen},
        servers={"remote1": {"content": installed("Giordano Memorial Field")}},
    )
    t.run_to("Server 1")
    return t


def test_the_runner_pays_for_stolen_agendas():
    t = memorial(stolen=2)
    assert t.buttons("runner") == ["Pay 4 credits", "End the run"]
    t.press("runner", "Pay")
    assert t.credits("runner") == 1
    assert t.buttons("runner")[-1] == "No action"


def test_a_runner_who_cannot_pay_ends_a_successful_run():
    t = memorial(credits=1)
    assert t.buttons("runner") == ["End the run"]
    t.press("runner", "End the run")
    assert t.run is None
    register = t.match.G.sides[1].register
    assert register["successful-run"] == ["remote1"]
    assert "unsuccessful-run" not in register


def test_without_agendas_nothing_is_asked_for_but_an_answer():
    t = memorial(stolen=0)
    assert t.buttons("runner") == ["Pay 0 credits", "End the run"]
