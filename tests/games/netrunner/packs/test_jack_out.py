"""Keeping the Runner in the run: Labyrinthine Servers, Whirlpool."""

import pytest

import turnwright as tw
from tests.games.netrunner.positions import installed, position
from turnwright.games.netrunner.card_facts import CORP
from turnwright.games.netrunner.game import game


def leave(*, counters=2, priority="strict"):
    """Jack out while the Corp has Labyrinthine Servers."""
    t = position(
        turn="runner", priority=priority,
        corp={"scored": [{"title": "Labyrinthine Servers", "counters": {"power": counters}}]},
    )  # fmt: skip
    t.run_on("Archives")
    t.runner("jack-out")
    return t


@pytest.mark.parametrize("priority", ["strict", "engine"])
def test_a_counter_keeps_the_runner_in_the_run(priority):
    t = leave(priority=priority)
    t.press("corp", "Labyrinthine Servers")
    (agenda,) = t.c.cards_in("scored", CORP)
    assert agenda.counters == {"power": 1}
    assert t.phase == "movement"
    assert t.last_line == (
        "Corp spends 1 hosted power counter from on Labyrinthine Servers to use "
        "Labyrinthine Servers to prevent the runner from jacking out for the remainder of this run."
    )
    if priority == "strict":
        assert t.try_("runner", "jack-out") is not None
    else:
        t.runner("jack-out")
        assert t.last_line == "Runner cannot jack out this run."


def test_the_corp_may_let_the_runner_go():
    t = leave()
    t.press("corp", "Allow")
    assert t.run is None


def test_without_counters_nobody_is_asked():
    t = leave(counters=0)
    assert t.run is None


def test_two_copies_are_offered():
    labyrinth = {"title": "Labyrinthine Servers", "counters": {"power": 1}}
    t = position(turn="runner", corp={"scored": [labyrinth, labyrinth]})
    t.run_on("Archives")
    t.runner("jack-out")
    assert len(t.buttons("corp")) == 3


def test_a_match_can_be_saved_and_cloned_while_the_corp_decides():
    t = leave()
    for match in [t.match, game.load(t.match.save()), t.match.clone()]:
        assert match.submit(tw.Answer(CORP, picks=("0",))) is None
        assert match.G.run.jack_out_bans
        assert match.hash == t.match.hash


def test_scoring_places_the_counters():
    t = position(
        corp={"hand": []},
        servers={
            "remote1": {
                "content": installed(
                    {"title": "Labyrinthine Servers", "advancement": 5}, rezzed=False
                )
            }
        },
    )
    t.corp("score", "Labyrinthine Servers")
    (agenda,) = t.c.cards_in("scored", CORP)
    assert agenda.counters == {"power": 2}


def whirlpool(*inner, server="hq", name="HQ"):
    t = position(
        turn="runner", servers={server: {"ices": installed(*inner, "Whirlpool")}},
        corp={"hand": ["Hedge Fund"]},
    )  # fmt: skip
    t.run_on(name)
    t.both_pass()
    t.runner("continue")
    t.corp("unbroken-subroutines", "Whirlpool")
    return t


def test_whirlpool_is_trashed_and_keeps_the_runner():
    t = whirlpool("Ice Wall")
    assert (t.phase, t.run.position) == ("movement", 1)
    assert t.try_("runner", "jack-out") is not None
    assert t.titles("discard", "corp") == ["Whirlpool"]
    t.both_pass()
    assert t.phase == "approach-ice"


def test_the_run_ends_if_whirlpool_was_the_whole_server():
    t = whirlpool(server="remote1", name="Server 1")
    assert t.run is None
    assert "remote1" not in t.match.G.servers
