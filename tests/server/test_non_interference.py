"""Nobody learns a hidden card from the flow of a match: who is asked, when, and what follows.

The same inputs are made twice, the second time with other hidden cards of one seat. All others must
receive the same bytes: states, logs, clocks, versions, and the number and order of frames.
"""

import copy
import random

import pytest

from tests.server.non_interference import (
    first_difference,
    other_cards,
    play_random,
    replay,
    start,
)
from turnwright.games.duel.game import tributes_for
from turnwright.server.http.app import HostedGames
from turnwright.server.rooms.match_frames import (
    SPECTATOR,
    StoredMatch,
    match_frames,
    pack_frames,
)

CARD_GAMES = (
    "duel", "alpha-clash", "lorcana", "gundam", "riftbound", "grand-archive", "netrunner",
)  # fmt: skip


def class_of(spec):
    """What a card shows when it is played face down, so that the same move fits all of a class."""
    kind = spec.type
    if kind in ("agenda", "asset"):
        return "in a remote server"
    if kind == "monster":
        return tributes_for(spec.level)
    if kind in ("spell", "trap") and hasattr(spec, "subtype"):
        return "field" if spec.subtype == "field" else "spell or trap"
    return kind, getattr(spec, "inkable", None), getattr(spec, "hidden", None)


def leaking(game):
    """Return the game with a leak: each player shows one letter of the first card in the hand."""
    other = copy.copy(game)

    def player_facts(c, seat):
        own = {} if game.player_facts is None else game.player_facts(c, seat)
        hand = [c.ctx.cards[card_id].kind for card_id in c.zone("hand", seat)]
        return {**own, "leak": hand[0][:1] if hand else ""}

    other.player_facts = player_facts
    return other


def compare(name, seed, *, is_bot=False, steps=60, change=lambda game: game, **create):
    """Play a match twice with other hidden cards. Return both plays."""
    game, rng = change(HostedGames()(name)), random.Random(seed)
    first = start(game, str(seed), seed % 2, is_bot, **create)
    play_random(first, rng, steps)
    kinds = other_cards(first, rng, lambda kind: class_of(game.library[kind]))
    return first, replay(first, game, str(seed), is_bot, kinds, **create)


@pytest.mark.parametrize("is_bot", [False, True], ids=["a person", "a bot"])
@pytest.mark.parametrize("name", CARD_GAMES)
def test_the_flow_tells_nothing_about_hidden_cards(name, is_bot):
    windows = changed = 0
    for seed in range(12) if name == "duel" else range(4):
        first, second = compare(name, seed, is_bot=is_bot)
        assert first_difference(first, second) == "", f"seed {seed}"
        windows += first.windows
        others = second.kinds()
        changed += sum(kind != others[card] for card, kind in first.kinds().items())
    assert windows > 10 or name == "lorcana", "hidden cards were hardly ever probed"
    assert changed > 40, "hardly any hidden card was exchanged"


@pytest.mark.parametrize("name", ["duel", "netrunner"])
def test_patches_tell_nothing_about_hidden_cards(name):
    for seed in range(4):
        first, second = compare(name, seed, has_patches=True)
        assert first_difference(first, second) == "", f"seed {seed}"
        sent = b"".join(first.streams()[None])
        assert sent.count(b'"type":"state_patch"') > 20


@pytest.mark.parametrize("name", CARD_GAMES)
def test_a_replay_tells_nothing_about_hidden_cards(name):
    plays = compare(name, 1, steps=40)
    for viewer in plays[0].viewers:
        one, other = [_replay_frames(play, viewer) for play in plays]
        assert one == other


def _replay_frames(play, viewer):
    harness = play.harness
    record, game = harness.match.record, harness.game
    played = StoredMatch(game.name, game.rules, len(record.seats), record.to_json(), None, [])
    number = SPECTATOR if viewer is None else viewer
    (frames,) = match_frames(game, harness.id, played, [number], lambda: None).values()
    return pack_frames(frames)


@pytest.mark.parametrize("name", CARD_GAMES)
def test_a_leak_of_one_letter_is_found(name):
    plays = (compare(name, seed, steps=10, change=leaking) for seed in range(12))
    assert any('"leak":' in first_difference(*pair) for pair in plays)


def test_windows_that_open_only_for_seats_that_can_respond_are_found_out():
    """Without public windows the comparison finds a difference, so it can fail."""
    plays = [compare("duel", seed, has_public_windows=False) for seed in range(8)]
    assert any(first_difference(*pair) for pair in plays)
