"""The characters: all can be played, wherever a run or a fight is started."""

import pytest

import turnwright as tw
from turnwright.games.spire.characters import CHARACTERS
from turnwright.games.spire.combat.hooks import HOOKS
from turnwright.games.spire.game import game
from turnwright.games.spire.library import COLOURS, cards
from turnwright.games.spire.single_fight import fight

STARTS = {
    "run": lambda name: game.start(options={"class": name}),
    "fight": lambda name: fight("Cultist", character=name),
}


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
@pytest.mark.parametrize("character", CHARACTERS)
def test_every_character_can_be_played(start, character):
    assert start(character).G.character == character


@pytest.mark.parametrize(("character", "colour"), COLOURS.items())
def test_every_card_of_a_character_has_an_effect(character, colour):
    """When it is played or, like Reflex, discarded or drawn."""
    known = {*HOOKS.cards, *HOOKS.card_discarded, *HOOKS.card_drawn}
    mine = {card.id for card in cards().values() if card.colour == colour}
    assert len(mine) >= 75
    assert mine <= known


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_a_character_that_does_not_exist_is_refused(start):
    with pytest.raises(tw.UnusableError, match="no character 'bard'"):
        start("bard")


@pytest.mark.parametrize("name", ["silent", "The Silent", "THE_SILENT"])
def test_a_character_is_named_in_any_case(name):
    assert game.start(options={"class": name}).G.character == "THE_SILENT"
