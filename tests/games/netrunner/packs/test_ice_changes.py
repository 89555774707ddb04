"""Ice and programs that change in the middle of a run: Data Mine, Himitsu-Bako, Minelayer, Parasite,
Self-modifying Code, Thimblerig."""

import pytest

from tests.games.netrunner.positions import installed, position
from turnwright.games.netrunner.card_facts import CORP, RUNNER


def encounter(*ices, corp=None, priority="strict", rig=None, **servers):
    """Encounter the outermost ice of HQ."""
    t = position(
        turn="runner", priority=priority, runner={"hand": ["Sure Gamble"] * 2}, rig=rig,
        corp={"hand": ["Hedge Fund"], **(corp or {})},
        servers={"hq": {"ices": installed(*ices)}, **servers},
    )  # fmt: skip
    t.run_on("HQ")
    t.both_pass()
    return t


def test_data_mine_is_gone_and_the_runner_stays_in_front_of_the_inner_ice():
    t = encounter("Ice Wall", "Data Mine")
    t.runner("continue")
    t.corp("subroutine", "Data Mine", 0)
    assert (t.phase, t.run.position) == ("movement", 1)
    assert len(t.titles("hand", "runner")) == 1
    t.both_pass()
    assert t.c.card(t.run.ice).kind == "Ice Wall"


# --- Himitsu-Bako ---------------------------------------------------------------------------------


def test_an_encounter_goes_on_without_ice_that_returned_to_hq():
    t = encounter("Himitsu-Bako")
    t.runner("continue")
    t.corp("ability", "Himitsu-Bako", 0)
    assert t.match.G.encounter.ice is None
    assert t.run.position == 0
    assert "Himitsu-Bako" in t.titles("hand", "corp")
    t.corp("continue")
    assert t.phase == "movement"
    assert not t.log_contains("Runner passes")


def test_it_may_leave_before_the_encounter():
    t = position(turn="runner", servers={"hq": {"ices": installed("Ice Wall", "Himitsu-Bako")}})
    t.run_on("HQ")
    t.runner("continue")
    t.corp("ability", "Himitsu-Bako", 0)
    t.corp("continue")
    assert (t.phase, t.run.position) == ("movement", 1)
    t.both_pass()
    assert t.c.card(t.run.ice).kind == "Ice Wall"


def test_returning_costs_a_credit():
    t = encounter("Himitsu-Bako", corp={"credits": 0})
    t.runner("continue")
    assert t.try_("corp", "ability", "Himitsu-Bako", 0) is not None


def test_programs_on_returned_ice_are_trashed():
    ice = {"title": "Himitsu-Bako", "hosted": [{"title": "Botulus"}]}
    t = encounter(ice)
    t.runner("continue")
    t.corp("ability", "Himitsu-Bako", 0)
    assert t.titles("discard", "runner") == ["Botulus"]


# --- Minelayer ------------------------------------------------------------------------------------


def test_minelayer_installs_outside_of_the_runner():
    t = encounter("Minelayer", corp={"hand": ["Ice Wall", "Hedge Fund"], "credits": 0})
    t.runner("continue")
    t.corp("unbroken-subroutines", "Minelayer")
    t.select("corp", "Ice Wall")
    assert [one.kind for one in t.c.cards(t.match.G.servers["hq"].ices)] == [
        "Minelayer",
        "Ice Wall",
    ]
    assert t.run.position == 1
    assert t.log_contains("Corp uses Minelayer to install ice from HQ protecting HQ.")


def test_an_empty_hq_is_not_asked():
    t = encounter("Minelayer", corp={"hand": []})
    t.runner("continue")
    t.corp("unbroken-subroutines", "Minelayer")
    assert t.match.asked == {}


# --- Parasite -------------------------------------------------------------------------------------


def test_parasite_needs_rezzed_ice():
    t = position(
        turn="runner", runner={"hand": ["Parasite"]},
        servers={"hq": {"ices": installed("Enigma", rezzed=False)}},
    )  # fmt: skip
    assert t.try_("runner", "play", "Parasite") is not None


def test_parasite_eats_its_host_over_the_turns():
    host = {"title": "Enigma", "hosted": [{"title": "Parasite", "counters": {"virus": 1}}]}
    t = position(corp={"clicks": 0}, servers={"hq": {"ices": installed(host)}})
    assert t.strength("Enigma") == 1
    t.corp("end-turn")
    t.runner("start-turn")
    assert t.titles("discard", "corp") == ["Enigma"]
    assert t.titles("discard", "runner") == ["Parasite"]
    assert t.log_contains("Runner uses Parasite to trash Enigma.")


def test_ice_without_strength_is_trashed_at_once():
    t = position(
        turn="runner", runner={"hand": ["Parasite"]},
        servers={"hq": {"ices": installed("Quandary")}},
    )  # fmt: skip
    t.runner("play", "Parasite")
    t.select("runner", "Quandary")
    assert t.titles("discard", "corp") == ["Quandary"]


# --- Self-modifying Code --------------------------------------------------------------------------


def fetch(*, credits=10, encounters="Ice Wall"):
    t = position(
        turn="runner", rig={"program": [{"title": "Self-modifying Code"}]},
        servers={"hq": {"ices": installed(encounters)}},
        runner={"credits": credits, "deck": ["Sure Gamble", "Corroder", "Femme Fatale"]},
    )  # fmt: skip
    t.run_on("HQ")
    t.both_pass()
    t.runner("ability", "Self-modifying Code", 0)
    return t


def test_a_program_is_installed_in_mid_encounter_and_breaks():
    t = fetch()
    t.press("runner", "Corroder")
    assert t.log_contains(
        "Runner pays 2 [Credits] and trashes Self-modifying Code, and then pays 2 [Credits], to use "
        "Self-modifying Code to install Corroder from the Stack."
    )
    t.runner("dynamic-ability", "Corroder", "auto-pump-and-break")
    t.corp("continue")
    assert t.phase == "movement"


def test_only_affordable_programs_are_offered():
    t = fetch(credits=5)
    assert t.buttons("runner") == ["Corroder", "Done"]


def test_nothing_need_be_installed():
    t = fetch()
    t.press("runner", "Done")
    assert t.titles("program", "runner") == []
    assert t.last_line == (
        "Runner pays 2 [Credits] and trashes Self-modifying Code to shuffle the Stack."
    )


def test_a_program_that_does_not_fit_into_memory_stays_in_the_stack():
    djinn = {"title": "Djinn", "hosted": [{"title": "Self-modifying Code"}]}
    t = position(
        turn="runner", rig={"program": [djinn, {"title": "Mayfly"}, {"title": "Corroder"}]},
        runner={"credits": 9, "deck": ["Sneakdoor Beta"]},
    )  # fmt: skip
    t.runner("ability", "Self-modifying Code", 0)
    t.press("runner", "Sneakdoor Beta")
    t.press("runner", "The Rig")
    t.done("runner")
    assert t.titles("deck", "runner") == ["Sneakdoor Beta"]
    assert t.titles("program", "runner") == ["Djinn", "Mayfly", "Corroder"]
    assert t.credits("runner") == 7
    assert t.last_line == (
        "Runner pays 2 [Credits] and trashes Self-modifying Code to shuffle the Stack."
    )


def test_fetching_costs_two_credits():
    t = position(
        turn="runner", rig={"program": [{"title": "Self-modifying Code"}]}, runner={"credits": 1}
    )
    assert t.try_("runner", "ability", "Self-modifying Code", 0) is not None


# --- Thimblerig -----------------------------------------------------------------------------------


def pass_thimblerig(*inner, priority="strict", **servers):
    t = encounter(*inner, "Thimblerig", priority=priority, **servers)
    t.both_pass()
    return t


@pytest.mark.parametrize("priority", ["strict", "engine"])
def test_a_passed_thimblerig_swaps_inward_and_is_met_again(priority):
    t = pass_thimblerig("Enigma", priority=priority)
    t.press("corp", "Yes")
    t.select("corp", "Enigma")
    assert (t.phase, t.run.position) == ("movement", 1)
    t.both_pass()
    assert t.c.card(t.run.ice).kind == "Thimblerig"


def test_it_may_be_swapped_into_another_server():
    t = pass_thimblerig("Enigma", rd={"ices": installed("Ice Wall")})
    t.press("corp", "Yes")
    t.select("corp", "Ice Wall")
    assert t.find_card("Thimblerig").server == "rd"
    assert t.find_card("Ice Wall").server == "hq"
    t.both_pass()
    assert t.c.card(t.run.ice).kind == "Enigma"


def test_the_swap_may_be_declined():
    t = pass_thimblerig("Enigma")
    t.press("corp", "No")
    assert (t.phase, t.run.position) == ("movement", 1)
    assert t.match.asked == {}


def test_the_only_ice_has_nothing_to_swap_with():
    t = pass_thimblerig()
    assert t.match.asked == {}


def test_the_runner_may_pass_while_the_corp_decides_with_engine_priority():
    t = pass_thimblerig("Enigma", priority="engine")
    t.runner("continue")
    assert t.run.no_action == RUNNER
    t.press("corp", "No")
    t.corp("continue")
    assert t.phase == "approach-ice"


def test_thimblerig_swaps_when_the_corps_turn_begins():
    t = position(
        turn="runner", runner={"clicks": 0},
        servers={"hq": {"ices": installed("Enigma", "Thimblerig")}},
    )  # fmt: skip
    t.runner("end-turn")
    t.corp("start-turn")
    t.press("corp", "Yes")
    t.select("corp", "Enigma")
    ices = [one.kind for one in t.c.cards(t.match.G.servers["hq"].ices)]
    assert ices == ["Thimblerig", "Enigma"]
    assert t.clicks("corp") == 3
    assert t.match.acting == [CORP]
