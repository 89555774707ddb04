"""Recurring credits and bad publicity: who may spend them, for what, and for how long."""

import pytest

from tests.games.netrunner.positions import PlayedMatch, installed, position
from turnwright.bridges.jinteki.dialect.commands import execute_command
from turnwright.bridges.jinteki.dialect.state import state_json
from turnwright.games.netrunner.game import game

RECURRING = {"counters": {"recurring": 1}}


def facing_ice_wall(*, bad_publicity=0, credits=1, priority="strict", **rig):
    t = position(
        turn="runner", priority=priority, servers={"hq": {"ices": installed("Ice Wall")}},
        rig={"program": installed("Corroder"), **rig}, runner={"credits": credits},
        corp={"hand": ["Nico Campaign"], "bad-publicity": bad_publicity},
    )  # fmt: skip
    t.run_on("HQ")
    t.both_pass()
    return t


# --- recurring credits ----------------------------------------------------------------------------


def test_recurring_credits_come_back_when_the_turn_begins():
    t = facing_ice_wall(hardware=[{"title": "Cyberfeeder", **RECURRING}])
    t.runner("dynamic-ability", "Corroder", "auto-pump-and-break")
    t.select("runner", "Cyberfeeder")
    assert t.credits("runner") == 1
    assert t.find_card("Cyberfeeder").count("recurring") == 0
    t.corp("continue")
    t.runner("jack-out")
    t.end_turn()
    assert t.find_card("Cyberfeeder").count("recurring") == 0
    t.end_turn()
    assert t.find_card("Cyberfeeder").count("recurring") == 1


def test_a_runner_who_keeps_recurring_credits_pays_from_the_pool():
    t = facing_ice_wall(hardware=[{"title": "Cyberfeeder", **RECURRING}])
    t.runner("dynamic-ability", "Corroder", "auto-pump-and-break")
    t.done("runner")
    assert t.credits("runner") == 0
    assert t.find_card("Cyberfeeder").count("recurring") == 1


def test_a_runner_who_must_spend_recurring_credits_cannot_decline():
    """A bot or a time-out that answers with nothing would be asked the same for ever."""
    t = facing_ice_wall(credits=0, hardware=[{"title": "Cyberfeeder", **RECURRING}])
    t.runner("dynamic-ability", "Corroder", "auto-pump-and-break")
    assert t.match.prompt(1).default().picks
    refusal = execute_command(t.match, "runner", "choice", {"choice": "Done"})
    assert refusal.code == "not_an_answer"
    assert "'Done' is not an answer here" in refusal.sentence
    t.select("runner", "Cyberfeeder")
    assert t.find_card("Ice Wall").broken


def test_cyberfeeder_installs_viruses_and_no_other_programs():
    t = position(
        turn="runner", rig={"hardware": [{"title": "Cyberfeeder", **RECURRING}]},
        runner={"hand": ["Datasucker", "Cloak"], "credits": 1},
    )  # fmt: skip
    t.runner("play", "Datasucker")
    t.select("runner", "Cyberfeeder")
    assert (
        t.last_line
        == "Runner spends [Click] and pays 1 [Credits] from Cyberfeeder to install Datasucker."
    )
    t.runner("play", "Cloak")
    assert t.credits("runner") == 0


def test_recurring_credits_are_taken_freely_only_with_engine_priority():
    strict = facing_ice_wall(hardware=[{"title": "Cyberfeeder", **RECURRING}])
    assert strict.try_("runner", "ability", "Cyberfeeder", 0) is not None
    loose = facing_ice_wall(hardware=[{"title": "Cyberfeeder", **RECURRING}], priority="engine")
    loose.runner("ability", "Cyberfeeder", 0)
    assert loose.last_line == "Runner uses Cyberfeeder to take 1 [Recurring Credits]."
    assert loose.credits("runner") == 2
    assert loose.try_("runner", "ability", "Cyberfeeder", 0) is not None


# --- bad publicity --------------------------------------------------------------------------------


def test_bad_publicity_pays_in_runs_and_is_lost_at_their_end():
    t = facing_ice_wall(bad_publicity=2)
    t.runner("dynamic-ability", "Corroder", "auto-pump-and-break")
    t.press("runner", "Bad publicity")
    assert (t.run.bad_publicity, t.credits("runner")) == (1, 1)
    t.corp("continue")
    t.runner("jack-out")
    t.runner("run", "Archives")
    assert t.run.bad_publicity == 2


def test_an_accessed_card_is_trashed_with_bad_publicity():
    t = position(
        turn="runner", corp={"hand": ["Nico Campaign"], "bad-publicity": 1},
        runner={"credits": 1},
    )  # fmt: skip
    t.run_to("HQ")
    t.press("runner", "Pay 2")
    t.press("runner", "Bad publicity")
    assert t.credits("runner") == 0
    assert t.log_contains(
        "pays 1[Credits] from bad publicity and 1 [Credits] from their credit pool"
    )


def test_recurring_credits_and_bad_publicity_can_be_mixed():
    t = facing_ice_wall(
        bad_publicity=1, credits=0, hardware=[{"title": "Cyberfeeder", **RECURRING}]
    )
    t.runner("ability", "Corroder", 1)
    assert t.buttons("runner") == ["Cyberfeeder", "Bad publicity"]
    t.press("runner", "Bad publicity")
    t.runner("dynamic-ability", "Corroder", "auto-pump-and-break")
    assert t.buttons("runner") == ["Cyberfeeder"]
    t.select("runner", "Cyberfeeder")
    assert t.strength("Corroder") == 3


def test_the_corp_never_pays_with_its_own_bad_publicity():
    t = position(
        turn="runner", servers={"hq": {"ices": installed("Ice Wall", rezzed=False)}},
        corp={"credits": 0, "bad-publicity": 3},
    )  # fmt: skip
    t.run_on("HQ")
    assert t.try_("corp", "rez", "Ice Wall") is not None


@pytest.mark.parametrize("how", ["save", "clone"])
def test_a_payment_goes_on_after_a_save_and_in_a_copy(how):
    t = facing_ice_wall(bad_publicity=1)
    t.runner("ability", "Corroder", 1)
    other = PlayedMatch(game.load(t.match.save()) if how == "save" else t.match.clone())
    for one in (t, other):
        one.press("runner", "Bad publicity")
        assert one.credits("runner") == 1
    assert other.match.hash == t.match.hash


def test_clients_see_and_send_bad_publicity():
    t = facing_ice_wall(bad_publicity=1, priority="engine")
    refusal = execute_command(t.match, "runner", "bad-pub-choice", {})
    assert refusal is not None
    assert refusal.code == "no_prompt"
    t.runner("ability", "Corroder", 1)
    runner = state_json(t.match, "runner")["runner"]
    assert runner["bad-pub-credit"] == 1
    assert runner["prompt-state"]["offer-bad-pub?"] == 1
    assert "prompt-state" not in state_json(t.match, "corp")["runner"]
    assert execute_command(t.match, "runner", "bad-pub-choice", {}) is None
    assert t.credits("runner") == 1
    assert "offer-bad-pub?" not in state_json(t.match, "runner")["runner"]["prompt-state"]


def test_hostile_takeover_pays_the_corp_and_every_later_run():
    t = position(
        corp={"credits": 5, "clicks": 3, "hand": []},
        servers={"remote1": {"content": [{"title": "Hostile Takeover", "advancement": 2}]}},
    )
    t.corp("score", "Hostile Takeover")
    assert t.credits("corp") == 12
    t.end_turn()
    t.runner("run", "HQ")
    assert t.run.bad_publicity == 1
