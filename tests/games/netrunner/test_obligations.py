"""Who owes what: in every window of a run, in both priorities, and in turns. Nothing hidden shows."""

import pytest

import turnwright as tw
from tests.games.netrunner.positions import installed, position
from turnwright.games.netrunner.card_facts import CORP, RUNNER, SIDES
from turnwright.games.netrunner.obligations import (
    NOTHING,
    WindowFacts,
    describe_obligation,
    owed_in,
    who_owes,
    window_facts,
)

PRIORITIES = ["strict", "engine"]
TITHE = installed("Tithe", rezzed=False)
SIGNAL = "indicates to fire all unbroken subroutines on Tithe"


def owed(t):
    """Return who owes what, which must be what the page shows to every seat."""
    found = owed_in(t.c)
    for seat in (None, CORP, RUNNER):
        shown = t.match.view(seat)["G"].get("owes")
        assert (None if shown is None else (shown["side"], shown["what"])) == (
            None if found.side is None else (SIDES[found.side], found.what)
        )
    if t.match.G.strict and found.side is not None:
        assert t.match.acting == [found.side]
    return None if found.side is None else SIDES[found.side], found.what


def say(t, text):
    assert t.match.submit(tw.Answer(RUNNER, "system-msg", (text,))) is None


@pytest.mark.parametrize("priority", PRIORITIES)
def test_through_a_whole_run(priority):
    t = position(
        turn="runner", servers={"hq": {"ices": TITHE}}, corp={"hand": ["Hedge Fund"]},
        runner={"hand": ["Sure Gamble"] * 3}, priority=priority,
    )  # fmt: skip
    assert owed(t) == ("runner", "action")
    t.runner("run", "HQ")
    assert owed(t) == ("runner", "pass")
    t.runner("continue")
    assert owed(t) == ("corp", "pass")
    t.corp("continue")
    assert owed(t) == ("corp", "rez-decision")
    t.corp("rez", "Tithe")
    assert owed(t) == ("runner", "pass")
    t.runner("continue")
    assert owed(t) == ("corp", "pass")
    t.corp("continue")
    assert owed(t) == ("runner", "break-decision")
    say(t, SIGNAL)
    assert owed(t) == ("corp", "fire-decision")
    t.corp("unbroken-subroutines", "Tithe")
    assert owed(t) == ("runner", "pass")
    t.runner("continue")
    assert owed(t) == ("corp", "pass")
    t.corp("continue")
    assert (t.phase, owed(t)) == ("movement", ("runner", "pass"))
    t.runner("continue")
    assert owed(t) == ("corp", "pass")
    t.corp("continue")
    assert owed(t) == ("runner", "answer")
    t.press("runner", "No action")
    assert owed(t) == ("runner", "action")


@pytest.mark.parametrize("priority", PRIORITIES)
def test_before_unrezzed_ice_both_orders_are_legal(priority):
    for first, second in (("corp", "runner"), ("runner", "corp")):
        t = position(turn="runner", servers={"hq": {"ices": TITHE}}, priority=priority)
        t.run_on("HQ")
        assert owed(t) == ("corp", "rez-decision")
        assert t.try_(first, "continue") is None
        left = ("runner", "pass") if first == "corp" else ("corp", "rez-decision")
        assert owed(t) == left
        assert t.try_(second, "continue") is None
        assert t.phase == "movement"


@pytest.mark.parametrize("priority", PRIORITIES)
def test_the_corp_may_rez_after_the_runner_has_passed(priority):
    t = position(turn="runner", servers={"hq": {"ices": TITHE}}, priority=priority)
    t.run_on("HQ")
    t.runner("continue")
    assert owed(t) == ("corp", "rez-decision")
    t.corp("rez", "Tithe")
    assert owed(t) == ("corp", "pass")
    t.corp("continue")
    assert t.phase == "encounter-ice"


def test_an_encounter_that_the_corp_passed_first():
    t = position(turn="runner", servers={"hq": {"ices": installed("Tithe")}})
    t.run_on("HQ")
    t.both_pass()
    t.corp("continue")
    assert owed(t) == ("runner", "pass")


def test_a_pass_with_unbroken_subroutines_is_the_corps_decision():
    t = position(turn="runner", servers={"hq": {"ices": installed("Tithe")}})
    t.run_on("HQ")
    t.both_pass()
    t.runner("continue")
    assert owed(t) == ("corp", "fire-decision")


@pytest.mark.parametrize(
    "text", ["indicates to fire all unbroken subroutines on Palisade", "thinks about Tithe"]
)
def test_other_messages_ask_for_nothing(text):
    t = position(turn="runner", servers={"hq": {"ices": installed("Tithe")}})
    t.run_on("HQ")
    t.both_pass()
    say(t, text)
    assert owed(t) == ("runner", "break-decision")


def test_a_break_cancels_the_request_to_fire():
    rig = {"program": installed("Carmen")}
    t = position(turn="runner", servers={"hq": {"ices": installed("Tithe")}}, rig=rig)
    t.run_on("HQ")
    t.both_pass()
    say(t, f"{SIGNAL}.")
    assert owed(t) == ("corp", "fire-decision")
    t.runner("ability", "Carmen", 0)
    assert owed(t) == ("runner", "answer")
    t.press("runner", "Do 1 net damage")
    t.press("runner", "Done")
    assert owed(t) == ("runner", "break-decision")


# --- the last window ------------------------------------------------------------------------------


def at_server(*content, credits=5):
    t = position(
        turn="runner",
        servers={"remote1": {"content": installed(*content, rezzed=False)}},
        corp={"credits": credits},
    )
    t.run_on("Server 1")
    return t


def test_in_the_last_window_the_corp_decides_after_the_runner():
    t = at_server("Manegarm Skunkworks")
    assert owed(t) == ("runner", "pass")
    t.runner("continue")
    assert owed(t) == ("corp", "rez-decision")
    t.corp("rez", "Manegarm Skunkworks")
    assert owed(t) == ("corp", "pass")


@pytest.mark.parametrize("title", ["Manegarm Skunkworks", "Offworld Office", "Nico Campaign"])
@pytest.mark.parametrize("credits", [0, 20])
def test_what_is_owed_does_not_depend_on_hidden_cards(title, credits):
    """Neither the card nor whether the Corp can pay for it shows."""
    t, other = at_server(title, credits=credits), at_server("Anoetic Void")
    for one in (t, other):
        one.runner("continue")
    assert window_facts(t.c) == window_facts(other.c)
    assert owed(t) == ("corp", "rez-decision")


@pytest.mark.parametrize("credits", [0, 20])
def test_a_corp_that_cannot_pay_owes_the_decision_too(credits):
    t = position(turn="runner", servers={"hq": {"ices": TITHE}}, corp={"credits": credits})
    t.run_on("HQ")
    assert window_facts(t.c) == WindowFacts("approach-ice", ice_is_unrezzed=True)
    assert owed(t) == ("corp", "rez-decision")


# --- turns ----------------------------------------------------------------------------------------


def test_between_turns():
    t = position(turn="runner", runner={"clicks": 1})
    assert describe_obligation(window_facts(t.c)) == "Runner has 1 click left."
    t.runner("credit")
    assert owed(t) == ("runner", "end-turn")
    t.runner("end-turn")
    assert owed(t) == ("corp", "start-turn")
    t.corp("start-turn")
    assert owed(t) == ("corp", "action")


def test_a_game_that_is_over():
    t = position(turn="runner")
    t.runner("concede")
    assert owed_in(t.c) is NOTHING
    assert "owes" not in t.match.view(CORP)["G"]
    assert describe_obligation(window_facts(t.c)) == "The game is over."


def test_a_question_comes_before_the_window():
    facts = WindowFacts("approach-ice", ice_is_unrezzed=True, asked=RUNNER)
    assert (who_owes(facts).side, who_owes(facts).what) == (RUNNER, "answer")
    assert describe_obligation(facts, ["ada", "bob"]) == "bob has a question to answer."


def test_the_start_of_turn_window():
    facts = WindowFacts(active=RUNNER, phase_12=RUNNER, clicks=4)
    assert who_owes(facts).what == "end-phase-12"


def test_what_the_page_shows():
    t = position(turn="runner", servers={"hq": {"ices": TITHE}})
    t.run_on("HQ")
    assert t.match.view(RUNNER)["G"]["owes"] == {
        "side": "corp", "what": "rez-decision",
        "sentence": "Corp rezzes the approached ice or passes.",
    }  # fmt: skip
