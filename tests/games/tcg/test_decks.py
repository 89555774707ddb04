"""Invalid decks in the options of a match are rejected with a message."""

import pytest

import turnwright as tw
from turnwright.games.lookup import find_game

BAD = [
    "no list",
    [{}],
    ["one", "two"],
    [{"No Such Card": 3}] * 2,
    [{"No Such Card": "three"}] * 2,
]


@pytest.mark.parametrize("decks", BAD, ids=str)
@pytest.mark.parametrize(
    "name", ["duel", "lorcana", "alpha-clash", "gundam", "riftbound", "grand-archive"]
)
def test_invalid_decks_are_rejected(name, decks):
    with pytest.raises(tw.UnusableError, match="deck"):
        find_game(name).start(options={"decks": decks})


@pytest.mark.parametrize("name", ["lorcana", "alpha-clash", "gundam", "riftbound", "grand-archive"])
@pytest.mark.parametrize("copies", [0, -1, 10**9, True, 2.0])
def test_deck_sizes_are_limited(name, copies):
    game = find_game(name)
    card = next(iter(game.library))
    with pytest.raises(tw.UnusableError, match="1 to 250"):
        game.start(options={"decks": [{card: copies}] * 2})
    with pytest.raises(tw.UnusableError, match="more than 250"):
        game.start(options={"decks": [dict.fromkeys(list(game.library)[:2], 200)] * 2})
