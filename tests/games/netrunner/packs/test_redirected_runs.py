"""Runs that move: An Offer You Can't Refuse, Bullfrog, Cell Portal, Sneakdoor Beta,
Susanoo-no-Mikoto."""

import pytest

from tests.games.netrunner.positions import installed, position
from turnwright.games.netrunner.card_facts import CORP


def encounter(title, *, priority="strict", server="hq", name="HQ", corp=None, **servers):
    """Encounter rezzed ice."""
    t = position(
        turn="runner", priority=priority, runner={"hand": ["Sure Gamble"] * 3},
        corp={"credits": 10, **(corp or {})},
        servers={server: {"ices": installed(title)}, **servers},
    )  # fmt: skip
    t.run_on(name)
    t.both_pass()
    return t


# --- An Offer You Can't Refuse --------------------------------------------------------------------


def offer(answer, *, scored=()):
    t = position(
        corp={
            "hand": ["An Offer You Can't Refuse", "Hedge Fund"],
            "scored": [{"title": one} for one in scored],
        }
    )
    t.corp("play", "An Offer You Can't Refuse")
    t.press("corp", "HQ")
    t.press("runner", answer)
    return t


def test_an_accepted_offer_is_a_run_in_the_corps_turn_without_jacking_out():
    t = offer("Yes")
    t.both_pass()
    assert t.try_("runner", "jack-out") is not None
    t.both_pass()
    t.press("runner", "No action")
    assert t.run is None
    assert t.titles("discard", "corp") == ["An Offer You Can't Refuse"]
    t.corp("credit")


def test_a_refused_offer_is_worth_a_point():
    t = offer("No")
    assert t.points("corp") == 1
    assert t.titles("scored", "corp") == ["An Offer You Can't Refuse"]


def test_a_refused_offer_can_win_the_game():
    t = offer("No", scored=["Offworld Office"] * 3)
    assert (t.match.G.winner, t.match.G.reason) == (CORP, "Agenda")


# --- Bullfrog -------------------------------------------------------------------------------------


def fire_bullfrog(t, server, bids=("1", "0")):
    t.runner("continue")
    t.corp("unbroken-subroutines", "Bullfrog")
    for side, bid in zip(("corp", "runner"), bids, strict=True):
        t.press(side, bid)
    if bids[0] != bids[1]:
        t.press("corp", server)


@pytest.mark.parametrize("priority", ["strict", "engine"])
def test_bullfrog_takes_the_run_to_another_server(priority):
    t = encounter("Bullfrog", priority=priority, corp={"hand": ["Hedge Fund"]})
    fire_bullfrog(t, "R&D")
    assert (t.run.server, t.run.position) == ("rd", 1)
    assert t.match.G.encounter.ice is None
    t.corp("continue")
    assert (t.phase, t.run.position) == ("movement", 0)
    t.both_pass()
    assert t.log_contains("Runner breaches R&D.")


def test_bullfrog_may_stay_where_it_is():
    t = encounter("Bullfrog")
    fire_bullfrog(t, "HQ")
    assert (t.run.server, t.run.position) == ("hq", 1)
    assert t.c.card(t.match.G.encounter.ice).kind == "Bullfrog"


def test_bullfrog_as_the_last_card_of_a_remote_does_not_end_the_run():
    t = encounter("Bullfrog", server="remote1", name="Server 1")
    fire_bullfrog(t, "Archives")
    assert t.run is not None
    assert "remote1" not in t.match.G.servers
    t.corp("continue")
    assert (t.run.server, t.phase) == ("archives", "movement")


def test_equal_bids_move_nothing():
    t = encounter("Bullfrog")
    fire_bullfrog(t, "R&D", ("1", "1"))
    assert t.run.server == "hq"
    assert t.match.asked == {}


# --- Cell Portal ----------------------------------------------------------------------------------


def fire_portal(t, answer):
    t.runner("continue")
    t.corp("unbroken-subroutines", "Cell Portal")
    assert t.run.next_phase == "approach-ice"
    t.press("runner", answer)


def test_cell_portal_makes_the_runner_approach_the_outermost_ice():
    t = encounter("Cell Portal")
    fire_portal(t, "No")
    assert (t.phase, t.run.position, t.run.next_phase) == ("approach-ice", 1, "")
    assert not t.find_card("Cell Portal").rezzed
    assert t.match.G.encounter is None


def test_the_runner_may_leave_through_cell_portal():
    t = encounter("Cell Portal")
    fire_portal(t, "Yes")
    assert t.run is None
    assert not t.find_card("Cell Portal").rezzed


# --- Sneakdoor Beta -------------------------------------------------------------------------------


def sneak(**servers):
    t = position(
        turn="runner", rig={"program": [{"title": "Sneakdoor Beta"}]}, servers=servers,
        corp={"hand": ["Offworld Office"]}, runner={"hand": ["Sure Gamble"]},
    )  # fmt: skip
    t.runner("ability", "Sneakdoor Beta", 0)
    return t


def test_a_successful_run_through_sneakdoor_is_one_on_hq():
    t = sneak()
    t.both_pass()
    t.both_pass()
    t.press("runner", "Steal")
    register = t.match.G.sides[1].register
    assert register["made-run"] == ["archives"]
    assert register["successful-run"] == ["hq"]


def test_ice_of_archives_protects_from_sneakdoor():
    t = sneak(archives={"ices": installed("Ice Wall")})
    t.both_pass()
    t.both_pass()
    t.runner("continue")
    t.corp("unbroken-subroutines", "Ice Wall")
    assert t.run is None
    assert t.points("runner") == 0


def test_other_runs_on_archives_stay_there():
    t = sneak()
    t.both_pass()
    t.runner("jack-out")
    t.run_to("Archives")
    assert not t.log_contains("change the attacked server")


# --- Susanoo-no-Mikoto ----------------------------------------------------------------------------


def fire_susanoo(t):
    t.runner("continue")
    t.corp("unbroken-subroutines", "Susanoo-no-Mikoto")


def test_susanoo_moves_the_run_to_the_ice_of_archives():
    t = encounter("Susanoo-no-Mikoto", archives={"ices": installed("Enigma", "Ice Wall")})
    fire_susanoo(t)
    assert (t.run.server, t.phase, t.run.position) == ("archives", "approach-ice", 2)
    t.both_pass()
    assert t.phase == "encounter-ice"
    t.both_pass()
    t.runner("jack-out")
    assert t.run is None


def test_without_ice_at_archives_the_runner_cannot_leave():
    t = encounter("Susanoo-no-Mikoto")
    fire_susanoo(t)
    assert (t.run.server, t.phase, t.run.position) == ("archives", "movement", 0)
    assert t.try_("runner", "jack-out") is not None
    t.both_pass()
    assert t.log_contains("Runner breaches Archives.")
    assert t.run is None
