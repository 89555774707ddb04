"""The end of a run: the order of what happens then."""

from tests.games.netrunner.positions import installed, position


def test_an_effect_created_during_the_run_resolves_after_older_abilities():
    """Mayfly is older than Conduit, but its trashing was created by the break."""
    t = position(
        turn="runner", servers={"rd": {"ices": installed("Palisade")}},
        rig={"program": installed("Mayfly", "Conduit")}, runner={"credits": 9},
        corp={"deck": ["Hedge Fund"]},
    )  # fmt: skip
    t.run_on("R&D")
    t.both_pass()
    t.runner("dynamic-ability", "Mayfly", "auto-pump-and-break")
    t.corp("continue")
    t.both_pass()
    t.press("runner", "No action")
    assert t.buttons("runner") == ["Yes", "No"]
    assert t.titles("program", "runner") == ["Mayfly", "Conduit"]
    t.press("runner", "Yes")
    assert t.titles("program", "runner") == ["Conduit"]
    assert t.titles("discard", "runner") == ["Mayfly"]
