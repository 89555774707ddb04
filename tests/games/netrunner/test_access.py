"""Accessing: what the Runner is offered in each server. Scenarios A1 to A11."""

import pytest

from tests.games.netrunner.scenes import installed, scene

AMAZE = {"content": installed("AMAZE Amusements", rezzed=False)}


def test_a1_a5_there_is_nothing_to_access_in_empty_servers():
    t = scene(turn="runner", corp={"deck": [], "hand": []})
    for server in ("R&D", "HQ", "Archives"):
        t.run_to(server)
        assert t.run is None, server
        assert t.match.asked == {}


def test_a2_the_top_card_of_rd_is_seen_and_stays():
    t = scene(turn="runner", corp={"deck": ["Hedge Fund", "Offworld Office"]})
    t.run_to("R&D")
    assert t.buttons("runner") == ["No action"]
    t.press("runner", "No action")
    assert t.run is None
    assert t.titles("deck", "corp")[-1] == "Hedge Fund"


def test_a3_a_card_of_rd_and_an_upgrade_in_its_root_in_any_order():
    t = scene(turn="runner", servers={"rd": AMAZE})
    t.run_to("R&D")
    assert t.buttons("runner") == ["Card from deck", "Unrezzed upgrade"]
    t.press("runner", "Card from deck")
    t.press("runner", "No action")
    assert t.buttons("runner") == ["Pay 3 [Credits] to trash", "No action"]
    t.press("runner", "Pay 3")
    assert t.run is None
    assert (t.credits("runner"), t.titles("discard", "corp")) == (2, ["AMAZE Amusements"])


def test_a4_more_accesses_go_deeper_into_rd():
    deck = ["Hedge Fund", "Offworld Office", "Tithe"]
    t = scene(turn="runner", corp={"deck": deck}, runner={"hand": ["Jailbreak"]})
    t.runner("play", "Jailbreak")
    t.press("runner", "R&D")
    t.both_pass()
    t.both_pass()
    assert t.buttons("runner") == ["No action"]
    t.press("runner", "No action")
    assert t.buttons("runner") == ["Steal"]
    t.press("runner", "Steal")
    assert (t.run, t.points("runner"), t.titles("deck", "corp")) == (
        None,
        2,
        ["Tithe", "Hedge Fund"],
    )


def test_a6_an_operation_in_hq_can_only_be_looked_at():
    t = scene(turn="runner", corp={"hand": ["Hedge Fund"]})
    t.run_to("HQ")
    assert t.buttons("runner") == ["No action"]


def test_a7_operations_in_archives_are_accessed_without_a_word():
    t = scene(turn="runner", corp={"discard": ["Hedge Fund", "Sprint"]})
    t.run_to("Archives")
    assert (t.run, t.match.asked) == (None, {})
    assert t.says("accesses everything else in Archives")


def test_a8_a9_agendas_in_archives_are_stolen_one_after_the_other():
    t = scene(turn="runner", corp={"discard": ["Offworld Office", "Superconducting Hub"]})
    t.run_to("Archives")
    assert sorted(t.buttons("runner")) == ["Offworld Office", "Superconducting Hub"]
    t.press("runner", "Offworld Office")
    t.press("runner", "Steal")
    assert t.buttons("runner") == ["Steal"]
    t.press("runner", "Steal")
    assert (t.run, t.points("runner")) == (None, 3)


@pytest.mark.parametrize("side", [0, 1, None])
def test_a10_only_the_runner_reads_what_was_seen_in_rd(side):
    t = scene(turn="runner", corp={"deck": ["Tithe"], "hand": ["Karunā"]})
    t.run_to("R&D")
    t.press("runner", "No action")
    assert t.says("accesses Tithe from R&D", side) is (side == 1)
    assert t.says("accesses an unseen card from R&D", side) is (side != 1)
    t.run_to("HQ")
    assert t.says("accesses Karunā from HQ", side)


def test_a11_cards_are_named_by_what_everybody_may_know():
    ices = [*installed("Palisade"), *installed("Tithe", rezzed=False)]
    content = installed("Nico Campaign", rezzed=False)
    t = scene(servers={"hq": {"ices": ices}, "remote2": {"content": content}})
    inner, outer = t.c.cards(t.match.G.servers["hq"].ices)
    assert t.c.name(inner) == "Palisade protecting HQ at position 0"
    assert t.c.name(outer) == "ice protecting HQ at position 1"
    assert t.c.name(t.piece("Nico Campaign")) == "a card in Server 2"


def test_several_cards_of_a_remote_are_all_accessed_in_the_runners_order():
    content = installed("Offworld Office", "Anoetic Void", rezzed=False)
    t = scene(turn="runner", servers={"remote1": {"content": content}})
    t.run_to("Server 1")
    assert t.buttons("runner") == ["a card in Server 1", "a card in Server 1"]
    t.select("runner", "a card")
    assert t.buttons("runner") == ["Steal"]
    t.press("runner", "Steal")
    assert t.buttons("runner") == ["Pay 1 [Credits] to trash", "No action"]
    t.press("runner", "No action")
    assert t.run is None


def test_what_cannot_be_paid_is_not_offered():
    t = scene(turn="runner", corp={"hand": ["Regolith Mining License"]}, runner={"credits": 2})
    t.run_to("HQ")
    assert t.buttons("runner") == ["No action"]
