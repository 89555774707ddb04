"""Accessing more cards of a central server."""

from tests.games.netrunner.positions import installed, position


def accesses(t):
    """Decline everything until the run is over, and return the number of accesses."""
    count = 0
    while t.run is not None:
        count += 1
        t.press("runner", "No action")
    return count


def test_hq_interface_counts_for_hq_only():
    rig = {"hardware": installed("HQ Interface", "HQ Interface")}
    t = position(turn="runner", rig=rig, corp={"hand": ["Hedge Fund"] * 5})
    t.run_to("HQ")
    assert accesses(t) == 3
    t.run_to("R&D")
    assert accesses(t) == 1


def test_the_makers_eye_counts_in_its_own_run_only():
    rig = {"hardware": installed("R&D Interface")}
    t = position(turn="runner", rig=rig, runner={"hand": ["The Maker's Eye"]})
    t.runner("play", "The Maker's Eye")
    assert t.log_contains("Runner uses The Maker's Eye to make a run on R&D.")
    t.both_pass()
    t.both_pass()
    assert accesses(t) == 4
    assert t.titles("discard", "runner") == ["The Maker's Eye"]
    t.run_to("R&D")
    assert accesses(t) == 2


def test_a_jack_out_discards_the_event():
    t = position(turn="runner", runner={"hand": ["The Maker's Eye"]})
    t.runner("play", "The Maker's Eye")
    t.both_pass()
    t.runner("jack-out")
    assert (t.run, t.titles("discard", "runner")) == (None, ["The Maker's Eye"])


def test_there_may_be_fewer_cards_than_accesses():
    rig = {"hardware": installed("R&D Interface", "R&D Interface")}
    t = position(turn="runner", rig=rig, corp={"deck": ["Hedge Fund", "Hedge Fund"]})
    t.run_to("R&D")
    assert accesses(t) == 2
