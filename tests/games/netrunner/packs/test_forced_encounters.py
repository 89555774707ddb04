"""Forced encounters: Archangel, Ganked!, Konjin."""

import pytest

import turnwright as tw
from tests.games.netrunner.positions import installed, position
from turnwright.bridges.jinteki.dialect.state import state_json
from turnwright.games.netrunner.card_definition import CARDS, CardDefinition, Trigger, register
from turnwright.games.netrunner.card_facts import CORP, RUNNER, CardFacts, card_facts
from turnwright.games.netrunner.game import game


def access_ganked(*, priority="strict", ices=("Ice Wall",), content=(), **rig):
    """Access Ganked! behind ice that was passed."""
    t = position(
        turn="runner", priority=priority, rig=rig, runner={"hand": ["Sure Gamble"] * 3},
        servers={
            "remote1": {
                "ices": installed(*ices),
                "content": [*installed("Ganked!", rezzed=False), *content],
            }
        },
    )  # fmt: skip
    t.run_on("Server 1")
    for _ in ices:
        t.both_pass()
        t.both_pass()
        t.both_pass()
    return t


def force(t, ice="Ice Wall"):
    t.press("corp", "Yes")
    t.select("corp", ice)


@pytest.mark.parametrize("priority", ["strict", "engine"])
def test_a_subroutine_of_a_forced_encounter_ends_the_run(priority):
    t = access_ganked(priority=priority)
    force(t)
    assert t.match.G.encounter is not None
    assert t.phase == "success"
    t.runner("continue")
    t.corp("unbroken-subroutines", "Ice Wall")
    assert t.run is None
    assert t.match.G.encounter is None
    assert t.match.is_resting
    assert t.titles("discard", "corp") == ["Ganked!"]


@pytest.fixture
def herald(monkeypatch):
    """Register a resource that says in the log when a run ends."""
    facts = CardFacts("", "Herald", RUNNER, "resource", cost=0)
    monkeypatch.setitem(card_facts(), "Herald", facts)
    say = Trigger(effect=lambda c, card, data: c.log(RUNNER, "hears that the run ends"))
    register(CardDefinition("Herald", on={"run-ends": say}))
    yield
    del CARDS["Herald"]


@pytest.mark.usefixtures("herald")
def test_what_a_forced_encounter_interrupted_goes_on_before_the_subroutines_are_summed_up():
    t = access_ganked(resource=[{"title": "Herald"}])
    force(t)
    t.runner("continue")
    t.corp("unbroken-subroutines", "Ice Wall")
    assert t.run is None
    assert t.match.is_resting
    assert [line.text for line in t.c.G.log][-2:] == [
        "Runner hears that the run ends.",
        'Corp resolves 1 unbroken subroutine on Ice Wall ("[subroutine] End the run").',
    ]


@pytest.mark.parametrize("first", ["runner", "corp"])
def test_both_sides_pass_a_forced_encounter_and_the_breach_goes_on(first):
    t = access_ganked(priority="engine", content=installed("Nico Campaign", rezzed=False))
    t.select("runner", "a card in Server 1")
    force(t)
    order = ["runner", "corp"] if first == "runner" else ["corp", "runner"]
    for side in order:
        assert t.try_(side, "continue") is None
    assert t.buttons("runner")[-1] == "No action"
    assert t.match.asked[RUNNER].text == "You accessed Nico Campaign."


def test_the_corp_may_decline_and_the_runner_may_trash_it():
    t = access_ganked()
    t.press("corp", "No")
    assert t.buttons("runner") == ["Pay 3 credits to trash", "No action"]


def test_the_corp_may_choose_no_ice():
    t = access_ganked()
    t.press("corp", "Yes")
    t.done("corp")
    assert t.buttons("runner")[-1] == "No action"
    assert t.titles("root", "corp") == ["Ganked!"]


def test_without_rezzed_ice_ganked_only_trashes_itself():
    t = position(
        turn="runner",
        servers={
            "remote1": {
                "ices": installed("Ice Wall", rezzed=False),
                "content": installed("Ganked!", rezzed=False),
            }
        },
    )  # fmt: skip
    t.run_on("Server 1")
    t.both_pass()
    t.both_pass()
    t.press("corp", "Yes")
    assert t.log_contains("Corp uses Ganked! to trash itself.")
    assert t.titles("discard", "corp") == ["Ganked!"]
    assert t.run is None


@pytest.mark.parametrize(("zone", "key", "server"), [("hand", "hq", "HQ"), ("deck", "rd", "R&D")])
def test_ganked_is_used_where_it_is_accessed_but_not_in_archives(zone, key, server):
    t = position(
        turn="runner", corp={zone: ["Ganked!"]}, runner={"hand": ["Sure Gamble"] * 3},
        servers={key: {"ices": installed("Ice Wall")}},
    )  # fmt: skip
    t.run_on(server)
    for _ in ("approach", "encounter", "movement"):
        t.both_pass()
    t.press("corp", "Yes")
    t.select("corp", "Ice Wall")
    assert t.match.G.encounter is not None
    assert t.titles("discard", "corp") == ["Ganked!"]
    t.runner("continue")
    t.corp("continue")
    assert t.run is None
    t.run_to("Archives")
    assert t.buttons("corp") == []
    assert t.run is None


def test_the_runner_breaks_in_a_forced_encounter():
    t = access_ganked(program=[{"title": "Corroder"}])
    force(t)
    t.runner("dynamic-ability", "Corroder", "auto-pump-and-break")
    t.corp("continue")
    assert t.run is None
    assert t.credits("runner") == 4


def test_clients_see_the_forced_encounter():
    t = access_ganked(priority="engine")
    force(t)
    for side in ("corp", "runner"):
        data = state_json(t.match, side)
        assert data["forced-encounter"] == 1
        assert data["encounters"]["ice"]["title"] == "Ice Wall"
        assert data["run"]["phase"] == "success"


@pytest.mark.parametrize("form", ["json", "msgpack"])
def test_a_match_can_be_saved_and_cloned_in_a_forced_encounter(form):
    t = access_ganked()
    force(t)
    t.runner("continue")
    copies = [game.load(t.match.save(form)), t.match.clone(), t.match.clone(record=False)]
    for match in [t.match, *copies]:
        assert match.submit(tw.Answer(CORP, "continue")) is None
        assert match.G.run is None
        assert match.hash == t.match.hash
    assert game.replay(t.match.record.to_json()).hash == t.match.hash


def test_conceding_in_a_forced_encounter_ends_the_game():
    t = access_ganked()
    force(t)
    t.runner("concede")
    assert t.match.result is not None
    assert t.match.acting == []


# --- Archangel ------------------------------------------------------------------------------------


def access_archangel(*, credits=10, zone="hand", **rig):
    t = position(
        turn="runner", corp={"credits": credits, zone: ["Archangel"]}, rig=rig,
        runner={"credits": 4},
    )  # fmt: skip
    t.run_to("HQ" if zone == "hand" else "R&D")
    return t


def test_archangel_is_encountered_in_hq_and_returns_a_card():
    t = access_archangel(program=[{"title": "Corroder"}])
    t.press("corp", "Yes")
    assert t.credits("corp") == 7
    assert t.log_contains("Runner encounters Archangel in HQ.")
    t.runner("continue")
    t.match.play(CORP, "unbroken-subroutines", t.match.G.encounter.ice)
    t.press("corp", "0")
    t.press("runner", "0")
    t.select("corp", "Corroder")
    assert t.titles("hand", "runner") == ["Corroder"]
    assert t.log_contains("Corp adds Corroder to the grip.")
    t.corp("continue")
    assert t.buttons("runner") == ["No action"]


def test_programs_hosted_on_a_returned_card_are_trashed():
    djinn = {"title": "Djinn", "hosted": [{"title": "Datasucker"}]}
    t = access_archangel(program=[djinn])
    t.press("corp", "Yes")
    t.runner("continue")
    t.match.play(CORP, "unbroken-subroutines", t.match.G.encounter.ice)
    t.press("corp", "0")
    t.press("runner", "0")
    t.select("corp", "Djinn")
    assert t.titles("hand", "runner") == ["Djinn"]
    assert t.titles("discard", "runner") == ["Datasucker"]
    assert t.c.free_memory() == 4


def test_a_corp_that_cannot_pay_declines():
    t = access_archangel(credits=2)
    t.press("corp", "Yes")
    assert t.match.G.encounter is None
    assert t.log_contains("Corp declines to use Archangel.")
    assert t.credits("corp") == 2


def test_archangel_in_rd_is_revealed():
    t = access_archangel(zone="deck")
    assert t.log_contains("Runner must reveal they accessed Archangel.")
    t.press("corp", "Yes")
    assert t.log_contains("Runner encounters Archangel in R&D.")
    t.both_pass()
    assert t.buttons("runner") == ["No action"]


def test_archangel_in_archives_does_nothing():
    t = position(turn="runner", corp={"discard": ["Archangel"]})
    t.run_to("Archives")
    assert t.buttons("corp") == []


# --- Konjin ---------------------------------------------------------------------------------------


def meet_konjin(*others, priority="strict", bids=("1", "0")):
    t = position(
        turn="runner", priority=priority, runner={"hand": ["Sure Gamble"] * 3},
        servers={"hq": {"ices": installed("Konjin")}, "rd": {"ices": installed(*others)}},
        corp={"hand": ["Hedge Fund"]},
    )  # fmt: skip
    t.run_on("HQ")
    t.both_pass()
    for side, bid in zip(("corp", "runner"), bids, strict=True):
        t.press(side, bid)
    return t


def test_an_encounter_inside_another_is_passed_by_itself():
    t = meet_konjin("Enigma")
    t.select("corp", "Enigma")
    assert len(t.match.G.outer_encounters) == 1
    t.both_pass()
    assert t.c.card(t.match.G.encounter.ice).kind == "Konjin"
    assert t.phase == "encounter-ice"
    t.both_pass()
    assert t.phase == "movement"
    assert not t.log_contains("passes Enigma")


def test_ending_the_run_in_the_inner_encounter_ends_both():
    t = meet_konjin("Enigma")
    t.select("corp", "Enigma")
    t.runner("continue")
    t.corp("subroutine", "Enigma", 1)
    assert t.run is None
    assert t.match.G.encounter is None
    assert t.match.G.outer_encounters == []


def test_equal_bids_force_nothing():
    t = meet_konjin("Enigma", bids=("1", "1"))
    assert t.match.asked == {}
    assert t.match.G.outer_encounters == []


def test_konjin_cannot_choose_itself():
    t = meet_konjin(priority="engine")
    assert [c.label for c in t.match.asked[CORP].options] == []
    konjin = t.card_id("Konjin")
    assert konjin in t.match.asked[CORP].selectable
    assert t.match.submit(tw.Answer(CORP, picks=(str(konjin),))) is not None
    t.done("corp")
    assert t.phase == "encounter-ice"
