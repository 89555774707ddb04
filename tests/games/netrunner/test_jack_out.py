"""Jacking out, and effects that forbid it."""

import pytest

from tests.games.netrunner.positions import installed, position
from turnwright.bridges.jinteki.dialect.state import state_json
from turnwright.bridges.jinteki.recordings.recording_format import snapshot
from turnwright.games.netrunner.card_definition import CARDS, CardDefinition, Subroutine, register
from turnwright.games.netrunner.card_facts import CORP, CardFacts, card_facts
from turnwright.games.netrunner.rules.runs import allow_jack_out, forbid_jack_out


@pytest.fixture
def quicksand(monkeypatch):
    """Register ice whose subroutines forbid jacking out, and allow it again."""
    facts = CardFacts("", "Quicksand", CORP, "ice", cost=0, strength=1)
    monkeypatch.setitem(card_facts(), "Quicksand", facts)
    subs = (Subroutine("Hold", forbid_jack_out), Subroutine("Let go", allow_jack_out))
    register(CardDefinition("Quicksand", subs=subs))
    yield
    del CARDS["Quicksand"]


def run_into_quicksand(priority, *inner):
    t = position(
        turn="runner", servers={"hq": {"ices": installed(*inner, "Quicksand")}},
        priority=priority, runner={"hand": ["Sure Gamble"] * 3},
    )  # fmt: skip
    t.run_on("HQ")
    t.both_pass()
    t.corp("subroutine", "Quicksand", 0)
    t.both_pass()
    return t


def shown(t):
    """Return the field as recordings and clients have it; they must agree."""
    values = {
        snapshot(t.match)["run"]["cannot-jack-out"],
        *(state_json(t.match, side)["run"]["cannot-jack-out"] for side in ("corp", "runner")),
    }
    (value,) = values
    return value


@pytest.mark.usefixtures("quicksand")
def test_a_run_that_cannot_be_left_offers_no_jack_out():
    t = run_into_quicksand("strict")
    assert t.phase == "movement"
    assert shown(t) is True
    assert t.try_("runner", "jack-out") is not None
    assert t.run is not None


@pytest.mark.usefixtures("quicksand")
def test_with_engine_priority_a_forbidden_jack_out_is_answered_in_the_log():
    t = run_into_quicksand("engine")
    t.runner("jack-out")
    assert t.last_line == "Runner cannot jack out this run."
    assert t.phase == "movement"


@pytest.mark.usefixtures("quicksand")
def test_the_ban_ends_with_its_effect_or_with_the_run():
    t = run_into_quicksand("engine")
    t.corp("subroutine", "Quicksand", 1)
    assert shown(t) is False
    t.corp("subroutine", "Quicksand", 0)
    assert shown(t) is True
    t.both_pass()
    assert t.run is None
    t.runner("run", "Archives")
    assert shown(t) is False
    t.runner("jack-out")
    assert t.run is None


@pytest.mark.usefixtures("quicksand")
def test_an_offer_to_jack_out_fails_while_it_is_forbidden():
    t = run_into_quicksand("strict", "Karunā")
    t.both_pass()
    t.both_pass()
    t.corp("subroutine", "Karunā", 0)
    t.press("runner", "Yes")
    assert t.log_contains("Runner uses Karunā to jack out.")
    assert t.last_line == "Runner cannot jack out this run."
    assert t.phase == "encounter-ice"
