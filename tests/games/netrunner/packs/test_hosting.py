"""Programs hosted on programs, with memory of their own."""

import pytest

from tests.games.netrunner.positions import PlayedMatch, installed, position
from turnwright.games.netrunner.game import game


def with_djinn(*hand, rig=("Djinn",), credits=20, deck=("Sure Gamble",), **more):
    return position(
        turn="runner", rig={"program": installed(*rig)},
        runner={"hand": list(hand), "credits": credits, "deck": list(deck)}, **more,
    )  # fmt: skip


def test_a_hosted_program_uses_the_memory_of_its_host():
    t = with_djinn("Datasucker", "Cloak")
    t.runner("play", "Datasucker")
    assert t.buttons("runner") == ["The Rig", "Djinn"]
    t.press("runner", "Djinn")
    assert t.c.free_memory() == 3
    t.runner("play", "Cloak")
    t.press("runner", "The Rig")
    assert t.c.free_memory() == 2
    assert t.find_card("Datasucker").host == t.card_id("Djinn")


def test_a_full_host_is_not_offered():
    t = with_djinn("Cloak", "Cloak", "Cloak", "Cloak")
    for _ in range(3):
        t.runner("play", "Cloak")
        t.press("runner", "Djinn")
    t.runner("play", "Cloak")
    assert t.buttons("runner") == []
    assert t.titles("program", "runner") == ["Djinn", "Cloak"]


def test_a_host_makes_room_when_memory_is_full():
    t = with_djinn("Datasucker", rig=("Djinn", "Corroder", "Ninja", "Yog.0"))
    assert t.c.free_memory() == 0
    t.runner("play", "Datasucker")
    t.press("runner", "Djinn")
    assert t.c.free_memory() == 0
    assert len(t.titles("program", "runner")) == 4


def test_hosted_programs_leave_with_their_host():
    t = with_djinn(
        "Datasucker", servers={"hq": {"ices": installed("Rototurret")}},
    )  # fmt: skip
    t.runner("play", "Datasucker")
    t.press("runner", "Djinn")
    t.run_on("HQ")
    t.both_pass()
    t.corp("subroutine", "Rototurret", 0)
    t.select("corp", "Djinn")
    assert sorted(t.titles("discard", "runner")) == ["Datasucker", "Djinn"]
    assert t.c.free_memory() == 4


def test_icebreakers_are_not_hosted():
    t = with_djinn("Corroder")
    t.runner("play", "Corroder")
    assert t.titles("program", "runner") == ["Djinn", "Corroder"]


@pytest.mark.parametrize("how", ["save", "clone"])
def test_an_install_goes_on_after_a_save_and_in_a_copy(how):
    t = with_djinn("Datasucker")
    t.runner("play", "Datasucker")
    other = PlayedMatch(game.load(t.match.save()) if how == "save" else t.match.clone())
    for one in (t, other):
        one.press("runner", "Djinn")
        assert one.c.free_memory() == 3
    assert other.match.hash == t.match.hash


def test_djinn_finds_a_virus_for_a_click_and_a_credit():
    t = with_djinn(deck=("Corroder", "Datasucker", "Crypsis", "Datasucker"))
    t.runner("ability", "Djinn", 0)
    assert t.buttons("runner") == ["Crypsis", "Datasucker", "Cancel"]
    t.press("runner", "Datasucker")
    assert t.titles("hand", "runner") == ["Datasucker"]
    assert (t.clicks("runner"), t.credits("runner")) == (3, 19)


def test_a_cancelled_search_costs_nothing_and_shuffles_the_stack():
    t = with_djinn(deck=("Corroder", "Sure Gamble"))
    t.runner("ability", "Djinn", 0)
    assert t.buttons("runner") == ["Cancel"]
    t.press("runner", "Cancel")
    assert (t.clicks("runner"), t.credits("runner")) == (4, 20)
    assert t.log_contains("Runner shuffles their deck!")


def test_there_is_nothing_to_search_in_an_empty_stack():
    """On jinteki.net the ability can be used, without an effect and without paying."""
    strict, loose = with_djinn(deck=()), with_djinn(deck=(), priority="engine")
    assert strict.try_("runner", "ability", "Djinn", 0) is not None
    loose.runner("ability", "Djinn", 0)
    assert loose.buttons("runner") == []
    assert loose.last_line == "Runner uses Djinn to do nothing."
    assert (loose.clicks("runner"), loose.credits("runner")) == (4, 20)
