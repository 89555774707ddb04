"""Ice that is installed or removed in the middle of a run: Minelayer."""

from tests.games.netrunner.positions import installed, position


def at_minelayer(hand):
    """An encounter with Minelayer whose subroutine fires."""
    t = position(
        turn="runner", priority="engine", corp={"hand": hand, "credits": 0},
        servers={"hq": {"ices": installed("Minelayer")}},
    )  # fmt: skip
    t.run_on("HQ")
    t.both_pass()
    t.corp("unbroken-subroutines", "Minelayer")
    return t


def test_minelayer_installs_behind_the_runner_for_nothing():
    t = at_minelayer(["Hedge Fund", "Ice Wall"])
    assert t.buttons("corp") == ["Ice Wall"]
    t.select("corp", "Ice Wall")
    assert t.log_contains("Corp uses Minelayer to install ice from HQ")
    t.both_pass()
    assert (t.phase, t.run.position) == ("movement", 0)


def test_minelayer_asks_if_hq_holds_no_ice_but_not_if_hq_is_empty():
    t = at_minelayer(["Hedge Fund"])
    assert t.match.asked
    t = at_minelayer([])
    assert not t.match.asked
