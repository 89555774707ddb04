"""Icebreakers of older sets: fixed and lasting strength, free breaks, and what they leave behind."""

import pytest

from tests.games.netrunner.positions import PlayedMatch, installed, position
from turnwright.games.netrunner.game import game
from turnwright.games.netrunner.moves.ability_moves import dynamic_abilities


def facing(*ices, rig, credits=10, priority="strict", **more):
    """Start a run on HQ and encounter its outermost ice. The first ice is the innermost."""
    t = position(
        turn="runner", priority=priority, servers={"hq": {"ices": installed(*ices)}},
        rig={"program": installed(*rig)}, runner={"credits": credits, **more},
        corp={"hand": ["Hedge Fund"]},
    )  # fmt: skip
    t.run_on("HQ")
    t.both_pass()
    return t


def ability(t, title, number):
    t.runner("ability", title, number)


def dynamic(t, title):
    """Return the names of the automatic abilities that a breaker has now."""
    return list(dynamic_abilities(t.c, t.find_card(title)))


# --- strength -------------------------------------------------------------------------------------


def test_gordian_blade_keeps_its_strength_until_the_run_ends():
    t = facing("Enigma", "Enigma", rig=["Gordian Blade"])
    ability(t, "Gordian Blade", 1)
    assert t.last_line.endswith("from 2 to 3 for the remainder of the run.")
    t.both_pass()
    assert t.strength("Gordian Blade") == 3
    t.runner("jack-out")
    assert t.strength("Gordian Blade") == 2


def test_a_boost_for_an_encounter_ends_with_it():
    t = facing("Ice Wall", "Ice Wall", rig=["Corroder"])
    ability(t, "Corroder", 1)
    assert t.strength("Corroder") == 3
    t.both_pass()
    assert t.strength("Corroder") == 2


def test_yog_breaks_for_nothing_but_never_gets_stronger():
    t = facing("Enigma", rig=["Yog.0"], credits=0)
    assert dynamic(t, "Yog.0") == ["auto-pump-and-break"]
    t.runner("dynamic-ability", "Yog.0", "auto-pump-and-break")
    assert t.log_contains("pays 0 [Credits] to use Yog.0 to break all 2 subroutines on Enigma")
    strong = facing("Tollbooth", rig=["Yog.0"])
    assert dynamic(strong, "Yog.0") == []
    assert strong.try_("runner", "ability", "Yog.0", 0) is not None


@pytest.mark.parametrize(("counters", "breaks"), [(1, False), (2, True), (3, False)])
def test_atman_breaks_only_ice_of_exactly_its_strength(counters, breaks):
    t = facing("Enigma", rig=[{"title": "Atman", "counters": {"power": counters}}])
    assert (t.try_("runner", "ability", "Atman", 0) is None) is breaks


def test_atman_may_be_installed_without_counters_and_with_recurring_credits():
    t = position(
        turn="runner", runner={"hand": ["Atman"], "credits": 3},
        rig={"program": [{"title": "Cloak", "counters": {"recurring": 1}}]},
    )  # fmt: skip
    t.runner("play", "Atman")
    assert t.buttons("runner") == ["0", "1"]
    t.press("runner", "1")
    t.select("runner", "Cloak")
    assert t.strength("Atman") == 1
    assert t.credits("runner") == 0
    assert t.last_line.endswith(
        "pays 1 [Credits] from Cloak to use Atman to place 1 power counter on itself."
    )


# --- what breakers leave behind -------------------------------------------------------------------


def test_faerie_stays_if_it_broke_nothing_and_goes_if_it_did():
    t = facing("Neural Katana", "Neural Katana", rig=["Faerie"], hand=["Sure Gamble"] * 5)
    ability(t, "Faerie", 1)
    t.both_pass()
    assert t.titles("program", "runner") == ["Faerie"]
    t.both_pass()
    t.both_pass()
    t.runner("dynamic-ability", "Faerie", "auto-pump-and-break")
    t.corp("continue")
    assert t.titles("discard", "runner") == ["Faerie"]
    assert t.phase == "movement"


def test_faerie_is_trashed_also_if_the_ice_ends_the_run():
    t = facing("Rototurret", rig=["Faerie", "Cloak"])
    ability(t, "Faerie", 0)
    t.press("runner", "Trash a program")
    t.press("runner", "Done")
    t.corp("unbroken-subroutines", "Rototurret")
    lines = [line.text for line in t.match.G.log[-3:]]
    assert [line.split()[1] for line in lines] == ["uses", "uses", "resolves"]
    assert t.run is None
    assert t.titles("program", "runner") == ["Cloak"]


@pytest.mark.parametrize(("counters", "stays"), [(2, True), (0, False)])
def test_crypsis_loses_a_counter_or_itself(counters, stays):
    t = facing("Ice Wall", rig=[{"title": "Crypsis", "counters": {"virus": counters}}])
    t.runner("dynamic-ability", "Crypsis", "auto-pump-and-break")
    t.corp("continue")
    assert t.titles("program", "runner") == (["Crypsis"] if stays else [])
    if stays:
        assert t.find_card("Crypsis").count("virus") == 1
        t.both_pass()
        t.press("runner", "No action")
        t.runner("ability", "Crypsis", 2)
        assert t.find_card("Crypsis").count("virus") == 2


def test_crypsis_gets_no_counter_during_a_run():
    t = facing("Ice Wall", rig=["Crypsis"])
    assert t.try_("runner", "ability", "Crypsis", 2) is not None


# --- Datasucker -----------------------------------------------------------------------------------


def test_datasucker_grows_on_central_servers_only():
    t = position(
        turn="runner", rig={"program": installed("Datasucker")},
        servers={"remote1": {"content": [{"title": "Nico Campaign"}]}},
    )  # fmt: skip
    t.run_to("Server 1")
    t.press("runner", "No action")
    assert t.find_card("Datasucker").count("virus") == 0
    t.run_to("Archives")
    assert t.find_card("Datasucker").count("virus") == 1


def test_datasucker_weakens_ice_for_one_encounter():
    t = facing(
        "Ice Wall", "Neural Katana", rig=[{"title": "Datasucker", "counters": {"virus": 4}}],
        hand=["Sure Gamble"] * 4,
    )  # fmt: skip
    for strength in (2, 1, 0, -1):
        ability(t, "Datasucker", 0)
        assert t.strength("Neural Katana") == strength
    assert t.try_("runner", "ability", "Datasucker", 0) is not None
    t.both_pass()
    assert t.strength("Neural Katana") == 3


# --- in the middle of a question ------------------------------------------------------------------


@pytest.mark.parametrize("how", ["save", "clone"])
def test_a_break_goes_on_after_a_save_and_in_a_copy(how):
    t = facing("Enigma", rig=["Gordian Blade"])
    ability(t, "Gordian Blade", 0)
    t.press("runner", "Force")
    other = PlayedMatch(game.load(t.match.save()) if how == "save" else t.match.clone())
    for one in (t, other):
        one.press("runner", "End the run")
        assert one.credits("runner") == 8
        one.both_pass()
        assert one.phase == "movement"
    assert other.match.hash == t.match.hash


def test_done_at_the_first_subroutine_costs_nothing():
    t = facing("Enigma", rig=["Gordian Blade"])
    ability(t, "Gordian Blade", 0)
    t.press("runner", "Done")
    assert t.credits("runner") == 10


def test_a_breaker_without_credits_is_refused():
    t = facing("Enigma", rig=["Gordian Blade"], credits=0)
    assert t.try_("runner", "ability", "Gordian Blade", 0) is not None
    assert dynamic(t, "Gordian Blade") == []


def test_datasucker_and_leech_need_ice_that_is_still_there():
    counters = {"counters": {"virus": 2}}
    rig = [{"title": "Datasucker", **counters}, {"title": "Leech", **counters}]
    parasite = {"title": "Parasite", "counters": {"virus": 1}}
    t = facing({"title": "Enigma", "hosted": [parasite]}, rig=rig, priority="engine")
    ability(t, "Datasucker", 0)
    assert t.titles("discard", "corp") == ["Enigma"]
    for title in ("Datasucker", "Leech"):
        assert t.try_("runner", "ability", title, 0) is not None
    t.both_pass()
    assert t.phase == "movement"


def test_datasucker_does_not_weaken_ice_that_is_not_rezzed():
    t = position(
        turn="runner", priority="engine", corp={"hand": ["Archangel"]},
        rig={"program": [{"title": "Datasucker", "counters": {"virus": 1}}]},
    )  # fmt: skip
    t.run_to("HQ")
    t.press("corp", "Yes")
    assert t.match.G.encounter is not None
    assert t.try_("runner", "ability", "Datasucker", 0) is not None
