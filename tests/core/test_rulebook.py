"""Rulebooks: what a game tells people about itself."""

import pytest

import turnwright as tw
from turnwright.games import GAMES
from turnwright.games.duel40.game import game as duel40
from turnwright.games.lookup import find_game
from turnwright.server.views.game_description import describe_game


def take(c: tw.Context) -> None:
    """Take a match."""
    c.end_turn()


def test_a_text_is_enough():
    game = tw.Game(
        "heap", moves={"take": take}, rulebook="\n    ## Goal\n\n    Take the last.\n    "
    )
    assert game.rulebook == tw.Rulebook("## Goal\n\nTake the last.")
    told = describe_game(game, with_library=True)["rulebook"]
    assert told["moves"] == [{"name": "Take", "text": "Take a match."}]


def test_without_a_rulebook_the_docstring_of_the_rules_is_told():
    assert tw.Game("heap", moves={"take": take}).rulebook.text == __doc__


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_rulebook_about_its_own_phases_and_zones(name):
    game = find_game(name)
    book = game.rulebook
    assert book.text.strip()
    phases = {
        path
        for segment in game.compiled_flow.segments.values()
        for phase, about in segment.turn.phases.items()
        for path in (phase, *[f"{phase}/{step}" for step in about.steps])
    }
    assert set(book.phases) <= phases
    assert set(book.zones) <= set(game.zones)


def test_the_rules_of_duel40_are_those_of_its_rulebook():
    assert "1,000 life" in duel40.rulebook.text
    assert duel40.start().G.players[0].life == 1000
