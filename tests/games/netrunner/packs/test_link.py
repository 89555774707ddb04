"""Link: cards that give it."""

from tests.games.netrunner.positions import position


def test_rabbit_hole_searches_for_its_copies():
    deck = ["Rabbit Hole", "Sure Gamble", "Rabbit Hole", "Sure Gamble"]
    t = position(turn="runner", runner={"hand": ["Rabbit Hole"], "deck": deck, "credits": 9})
    t.runner("play", "Rabbit Hole")
    t.press("runner", "Yes")
    t.press("runner", "Yes")
    assert t.match.asked == {}
    assert (t.c.link(), t.credits("runner"), t.clicks("runner")) == (3, 3, 3)
    assert t.titles("deck", "runner") == ["Sure Gamble", "Sure Gamble"]
    assert t.last_line == (
        "Runner pays 2 [Credits] to use Rabbit Hole to install Rabbit Hole from the Stack."
    )


def test_rabbit_hole_may_be_alone():
    deck = ["Rabbit Hole", "Sure Gamble"]
    t = position(turn="runner", runner={"hand": ["Rabbit Hole"], "deck": deck})
    t.runner("play", "Rabbit Hole")
    t.press("runner", "No")
    assert t.c.link() == 1
    t = position(turn="runner", runner={"hand": ["Rabbit Hole"]})
    t.runner("play", "Rabbit Hole")
    assert t.match.asked == {}


def test_a_copy_that_cannot_be_paid_stays_in_the_stack():
    deck = ["Rabbit Hole", "Sure Gamble"]
    t = position(turn="runner", runner={"hand": ["Rabbit Hole"], "deck": deck, "credits": 3})
    t.runner("play", "Rabbit Hole")
    t.press("runner", "Yes")
    assert (t.c.link(), t.credits("runner")) == (1, 1)
    assert sorted(t.titles("deck", "runner")) == ["Rabbit Hole", "Sure Gamble"]


def test_globalsec_gives_link_while_it_is_installed():
    t = position(turn="runner", runner={"hand": ["Access to Globalsec"]}, priority="engine")
    t.runner("play", "Access to Globalsec")
    assert t.c.link() == 1
    t.runner("trash", "Access to Globalsec")
    assert t.c.link() == 0
