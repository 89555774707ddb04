"""With `priority="engine"` moves are as free as on jinteki.net's server."""

from tests.games.netrunner.positions import installed, position
from turnwright.bridges.jinteki.recordings.recording_format import snapshot


def test_a_turn_can_end_with_clicks_left_which_are_not_lost():
    t = position(priority="engine")
    t.corp("credit")
    t.corp("end-turn")
    assert (t.match.G.turn_over, t.clicks("corp")) == (True, 2)
    assert t.last_line == "Corp is ending their turn 1 with 6 [Credit] and 0 cards in HQ.[hr]"
    t.runner("start-turn")
    t.runner("end-turn")
    t.corp("start-turn")
    assert (t.clicks("corp"), t.clicks("runner")) == (5, 4)


def test_in_strict_priority_a_turn_ends_only_without_clicks():
    t = position()
    assert t.try_("corp", "end-turn") is not None


def in_the_window(**more):
    """Return a match in the Corp's start-of-turn window, which Clearinghouse opens."""
    content = installed("Clearinghouse", "Regolith Mining License")
    content[1]["counters"] = {"credit": 15}
    t = position(
        turn="runner",
        servers={"remote1": {"content": content[:1]}, "remote2": {"content": content[1:]}},
        corp={"hand": ["Hedge Fund"]}, runner={"clicks": 0}, **more,
    )  # fmt: skip
    t.runner("end-turn")
    t.corp("start-turn")
    assert t.match.G.phase_12 == 0
    return t


def playable_actions(t):
    (asset,) = snapshot(t.match)["servers"]["remote2"]["content"]
    return [one["playable"] for one in asset["abilities"]]


def test_click_abilities_can_be_used_in_the_start_of_turn_window():
    t = in_the_window(priority="engine")
    assert playable_actions(t) == [True]
    t.corp("ability", "Regolith Mining License", 0)
    assert (t.credits("corp"), t.clicks("corp")) == (8, 2)


def test_cards_cannot_be_played_in_the_start_of_turn_window():
    t = in_the_window(priority="engine")
    assert snapshot(t.match)["corp"]["playable"] == []
    assert t.try_("corp", "play", "Hedge Fund") is not None


def test_in_strict_priority_the_window_allows_no_actions():
    t = in_the_window()
    assert playable_actions(t) == [False]
    assert t.try_("corp", "credit") is not None


def test_an_action_that_does_nothing_spends_its_click():
    t = position(servers={"remote1": {"content": installed("Regolith Mining License")}})
    t.corp("ability", "Regolith Mining License", 0)
    assert t.last_line == "Corp spends [Click] to use Regolith Mining License to do nothing."
    assert (t.clicks("corp"), t.credits("corp")) == (2, 5)
    assert t.match.G.servers["remote1"].content
