"""Runs that do something else than breaching: Account Siphon, Bank Job, Diversion of Funds."""

from tests.games.netrunner.positions import installed, position

BANK = {"remote1": {"content": installed("Nico Campaign")}}


def successful_run_with(event, **rig):
    """A run on HQ that was made with an event and has become successful."""
    t = position(
        turn="runner", priority="engine", corp={"hand": ["Hedge Fund"], "credits": 4},
        runner={"hand": [event]}, rig=rig,
    )  # fmt: skip
    t.runner("play", event)
    t.both_pass()
    t.both_pass()
    return t


def test_account_siphon_gives_tags_before_credits_change_hands():
    t = successful_run_with("Account Siphon", resource=installed("Decoy"))
    t.press("runner", "Account Siphon")
    assert t.buttons("runner") == ["Decoy", "Allow 2 remaining tags"]
    assert (t.credits("corp"), t.credits("runner")) == (4, 5)
    t.press("runner", "Decoy")
    t.press("runner", "Yes")
    assert (t.credits("corp"), t.credits("runner"), t.tags) == (0, 13, 1)


def test_diversion_of_funds_moves_what_the_corp_has():
    t = successful_run_with("Diversion of Funds")
    t.press("runner", "Diversion of Funds")
    assert (t.credits("corp"), t.credits("runner")) == (0, 8)
    # jinteki.net writes two spaces here
    assert t.last_line.endswith("to force the Corp to lose 4 [Credits],  and gain 4 [Credits].")
    assert t.run is None


def bank_run(*credits):
    """A successful run on a remote server with copies of Bank Job."""
    jobs = [{"title": "Bank Job", "counters": {"credit": one}} for one in credits]
    t = position(turn="runner", priority="engine", servers=BANK, rig={"resource": jobs})
    t.run_to("Server 1")
    t.press("runner", "Bank Job")
    return t


def test_an_empty_bank_job_is_trashed():
    t = bank_run(8)
    t.press("runner", "8")
    assert t.credits("runner") == 13
    assert t.last_line == "Runner trashes Bank Job."
    assert t.titles("discard", "runner") == ["Bank Job"]


def test_bank_job_may_pay_nothing():
    t = bank_run(8)
    t.press("runner", "0")
    assert (t.credits("runner"), t.run) == (5, None)
    assert t.find_card("Bank Job").count("credit") == 8


def test_the_runner_chooses_among_copies_of_bank_job():
    t = bank_run(8, 3)
    t.select("runner", "Bank Job")
    t.press("runner", "2")
    assert t.credits("runner") == 7
