"""Replacing the breach: Account Siphon, Bank Job, Diversion of Funds, Security Testing."""

import turnwright as tw
from tests.games.netrunner.positions import installed, position
from turnwright.games.netrunner.game import game


def siphon(*, credits=8, **runner):
    t = position(
        turn="runner", corp={"credits": credits, "hand": ["Hedge Fund"]},
        runner={"hand": ["Account Siphon", "Diversion of Funds"], **runner},
    )  # fmt: skip
    t.runner("play", "Account Siphon")
    t.both_pass()
    t.both_pass()
    return t


def test_account_siphon_drains_instead_of_breaching():
    t = siphon()
    assert t.buttons("runner") == ["Account Siphon", "Breach HQ"]
    t.press("runner", "Account Siphon")
    assert (t.credits("corp"), t.credits("runner"), t.tags) == (3, 15, 2)
    assert t.run is None
    assert t.titles("discard", "runner") == ["Account Siphon"]


def test_a_poor_corp_loses_what_it_has():
    t = siphon(credits=0)
    t.press("runner", "Account Siphon")
    assert (t.credits("corp"), t.credits("runner"), t.tags) == (0, 5, 2)


def test_a_match_can_be_saved_and_cloned_while_the_replacement_is_chosen():
    t = siphon()
    copies = [game.load(t.match.save()), t.match.clone(), t.match.clone(record=False)]
    for match in [t.match, *copies]:
        assert match.submit(tw.Answer(1, picks=("0",))) is None
        assert match.G.sides[1].tags == 2
        assert match.hash == t.match.hash


def test_diversion_of_funds_costs_two_clicks():
    t = position(turn="runner", corp={"credits": 3}, runner={"hand": ["Diversion of Funds"]})
    t.runner("play", "Diversion of Funds")
    assert t.clicks("runner") == 2
    assert t.credits("runner") == 4
    t.both_pass()
    t.both_pass()
    t.press("runner", "Diversion of Funds")
    assert (t.credits("corp"), t.credits("runner"), t.tags) == (0, 7, 0)


def test_diversion_of_funds_cannot_be_played_with_one_click():
    t = position(turn="runner", runner={"hand": ["Diversion of Funds"], "clicks": 1})
    assert t.try_("runner", "play", "Diversion of Funds") is not None


def bank_jobs(*credits):
    t = position(
        turn="runner", servers={"remote1": {"content": installed("Nico Campaign", rezzed=False)}},
        rig={"resource": [{"title": "Bank Job", "counters": {"credit": n}} for n in credits]},
    )  # fmt: skip
    t.run_to("Server 1")
    return t


def test_bank_job_pays_any_number_of_its_credits():
    t = bank_jobs(8)
    t.press("runner", "Bank Job")
    assert t.match.asked[1].number.most == 8
    t.press("runner", "3")
    assert t.credits("runner") == 8
    assert t.find_card("Bank Job").counters == {"credit": 5}
    assert t.run is None


def test_an_empty_bank_job_is_trashed():
    t = bank_jobs(2)
    t.press("runner", "Bank Job")
    t.press("runner", "2")
    assert t.titles("discard", "runner") == ["Bank Job"]
    assert t.last_line == "Runner trashes Bank Job."


def test_of_two_bank_jobs_the_runner_chooses_one():
    t = bank_jobs(8, 4)
    assert t.buttons("runner") == ["Bank Job", "Bank Job (no. 2)", "Breach Server 1"]
    t.press("runner", "Bank Job")
    assert t.match.asked[1].text == "Choose a copy of Bank Job to use"
    t.match.pick(1, t.match.asked[1].options[1].value)
    assert t.match.asked[1].number.most == 4
    t.press("runner", "4")
    assert [one.count("credit") for one in t.c.cards_in("resource", 1)] == [8]


def security_testing(server):
    t = position(
        turn="corp", corp={"clicks": 0, "hand": ["Hedge Fund"]},
        servers={"remote1": {"content": installed("Nico Campaign", rezzed=False)}},
        rig={"resource": [{"title": "Security Testing"}]},
    )  # fmt: skip
    t.corp("end-turn")
    t.runner("start-turn")
    t.press("runner", server)
    return t


def test_the_first_run_on_the_chosen_server_gains_credits_instead():
    t = security_testing("Server 1")
    assert t.find_card("Security Testing").target == "Server 1"
    t.run_to("Server 1")
    assert (t.run, t.credits("runner")) == (None, 7)
    t.run_to("Server 1")
    assert t.buttons("runner")[-1] == "No action"


def test_no_server_need_be_chosen():
    t = security_testing("No server")
    assert t.last_line == "Runner uses Security Testing to target No server."
    t.run_to("HQ")
    assert t.buttons("runner") == ["No action"]


def test_the_choice_ends_with_the_turn():
    t = security_testing("HQ")
    for _ in range(4):
        t.runner("credit")
    t.runner("end-turn")
    assert t.find_card("Security Testing").target == ""
