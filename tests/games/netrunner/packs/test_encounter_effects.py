"""Ice that acts when it is encountered, or on the next encounter."""

import pytest

from tests.games.netrunner.positions import PlayedMatch, installed, position
from turnwright.games.netrunner.game import game


def facing(*ices, rig=(), grip=4, credits=10, clicks=4, corp=None, priority="strict"):
    """Start a run on HQ and encounter its outermost ice. The first ice is the innermost."""
    t = position(
        turn="runner", priority=priority, servers={"hq": {"ices": installed(*ices)}},
        rig={"program": installed(*rig)},
        runner={"credits": credits, "clicks": clicks, "hand": ["Sure Gamble"] * grip},
        corp={"hand": ["Hedge Fund"], **(corp or {})},
    )  # fmt: skip
    t.run_on("HQ")
    t.both_pass()
    return t


def next_encounter(t):
    """Pass this encounter and the next approach."""
    for _ in range(3):
        t.both_pass()


def grip(t):
    return len(t.titles("hand", "runner"))


# --- Chum -----------------------------------------------------------------------------------------


def test_chum_strengthens_one_encounter_and_punishes_what_is_left_unbroken():
    t = facing("Enigma", "Enigma", "Chum")
    t.corp("unbroken-subroutines", "Chum")
    next_encounter(t)
    assert t.c.strength(t.c.card(t.match.G.encounter.ice)) == 4
    t.both_pass()
    assert grip(t) == 1
    t.both_pass()
    t.both_pass()
    assert t.c.strength(t.c.card(t.match.G.encounter.ice)) == 2
    t.both_pass()
    assert grip(t) == 1


def test_chum_does_nothing_if_the_next_ice_is_broken_in_full():
    t = facing("Ice Wall", "Chum", rig=["Corroder"])
    t.corp("unbroken-subroutines", "Chum")
    next_encounter(t)
    t.runner("dynamic-ability", "Corroder", "auto-pump-and-break")
    t.corp("continue")
    assert grip(t) == 4


def test_chum_waits_for_an_encounter_not_for_unrezzed_ice():
    t = facing("Enigma", {"title": "Ice Wall", "rezzed": False}, "Chum")
    t.corp("unbroken-subroutines", "Chum")
    t.both_pass()
    t.both_pass()
    t.both_pass()  # the Ice Wall stays unrezzed
    assert t.phase == "movement"
    t.both_pass()
    t.both_pass()
    assert t.strength("Enigma") == 4


def test_chum_is_forgotten_with_its_run():
    t = facing("Enigma", "Chum")
    t.corp("unbroken-subroutines", "Chum")
    t.both_pass()
    t.runner("jack-out")
    t.run_on("HQ")
    t.both_pass()
    next_encounter(t)
    assert t.strength("Enigma") == 2


def test_two_chums_add_up():
    t = facing("Enigma", "Chum", "Chum", grip=7)
    t.corp("unbroken-subroutines", t.match.G.encounter.ice)
    next_encounter(t)
    inner = t.c.card(t.match.G.encounter.ice)
    assert t.c.strength(inner) == 6
    t.corp("unbroken-subroutines", inner.id)
    next_encounter(t)
    assert grip(t) == 4
    assert t.strength("Enigma") == 4


def test_chum_kills_a_runner_with_too_few_cards():
    t = facing("Enigma", "Chum", grip=2)
    t.corp("unbroken-subroutines", "Chum")
    next_encounter(t)
    t.both_pass()
    assert t.match.G.reason == "Flatline"


# --- Inazuma --------------------------------------------------------------------------------------


@pytest.mark.parametrize("priority", ["strict", "engine"])
def test_inazuma_forbids_breaking_in_the_next_encounter_only(priority):
    t = facing("Ice Wall", "Ice Wall", "Inazuma", rig=["Corroder"], priority=priority)
    t.corp("subroutine", "Inazuma", 0)
    next_encounter(t)
    assert t.try_("runner", "ability", "Corroder", 0) is not None
    assert t.try_("runner", "dynamic-ability", "Corroder", "auto-pump-and-break") is not None
    next_encounter(t)
    t.runner("dynamic-ability", "Corroder", "auto-pump-and-break")


def test_inazuma_holds_the_runner_until_the_next_encounter():
    t = facing("Ice Wall", "Inazuma", rig=["Corroder"])
    t.corp("subroutine", "Inazuma", 1)
    t.both_pass()
    assert t.try_("runner", "jack-out") is not None
    t.both_pass()
    t.both_pass()
    t.runner("dynamic-ability", "Corroder", "auto-pump-and-break")
    t.corp("continue")
    t.runner("jack-out")
    assert t.run is None


# --- effects of the encounter itself --------------------------------------------------------------


def test_komainu_gains_a_subroutine_for_each_card_until_the_run_ends():
    t = facing("Komainu", grip=3)
    komainu = t.find_card("Komainu")
    t.corp("subroutine", "Komainu", 2)
    assert (len(t.c.subs(komainu)), grip(t)) == (3, 2)
    t.both_pass()
    assert len(t.c.subs(komainu)) == 3
    t.runner("jack-out")
    assert t.c.subs(komainu) == ()


def test_komainu_keeps_its_subroutines_in_a_save_and_a_copy():
    t = facing("Komainu", grip=2)
    for other in (PlayedMatch(game.load(t.match.save())), PlayedMatch(t.match.clone())):
        other.corp("unbroken-subroutines", "Komainu")
        assert grip(other) == 0
    assert grip(t) == 2


def test_tollbooth_ends_the_run_of_a_runner_who_cannot_pay():
    t = facing("Tollbooth", credits=2)
    assert t.run is None
    assert t.credits("runner") == 2
    assert t.log_contains("Corp uses Tollbooth to end the run.")


def test_tollbooth_takes_bad_publicity_too():
    t = facing("Tollbooth", credits=2, corp={"bad-publicity": 1})
    t.press("runner", "Bad publicity")
    assert t.credits("runner") == 0
    assert t.match.G.encounter is not None


def test_enigma_takes_a_click_only_if_there_is_one():
    t = facing("Enigma", clicks=1)
    assert t.clicks("runner") == 0
    t.corp("subroutine", "Enigma", 0)
    assert t.clicks("runner") == 0


@pytest.mark.parametrize(("answer", "goes_on"), [("Pay 1", True), ("End the run", False)])
def test_pop_up_window_pays_the_corp_and_asks_the_runner(answer, goes_on):
    t = facing("Pop-up Window")
    assert t.credits("corp") == 6
    t.corp("unbroken-subroutines", "Pop-up Window")
    t.press("runner", answer)
    assert (t.run is not None) is goes_on
    assert t.credits("runner") == 10 - goes_on


def test_pop_up_window_offers_a_poor_runner_no_payment():
    t = facing("Pop-up Window", credits=0)
    t.corp("unbroken-subroutines", "Pop-up Window")
    assert t.buttons("runner") == ["End the run"]


def test_rototurret_need_not_trash_a_program():
    t = facing("Rototurret", rig=["Corroder"])
    t.corp("subroutine", "Rototurret", 0)
    t.done("corp")
    assert t.titles("program", "runner") == ["Corroder"]
    t.corp("subroutine", "Rototurret", 1)
    assert t.run is None


def test_eli_is_broken_by_clicks_while_there_are_some():
    t = facing("Eli 1.0", clicks=2)
    t.runner("runner-ability", "Eli 1.0", 0)
    t.press("runner", "End the run")
    assert t.clicks("runner") == 0
    assert t.try_("runner", "runner-ability", "Eli 1.0", 0) is not None


def test_enigma_is_silent_if_there_is_no_click_to_lose():
    t = facing("Enigma", clicks=1)
    t.corp("unbroken-subroutines", "Enigma")
    assert t.clicks("runner") == 0
    assert not t.log_contains("lose [Click], if able")
    assert t.log_contains("resolves 2 unbroken subroutines on Enigma")
