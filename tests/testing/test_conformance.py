"""`turnwright.testing` detects errors in games and accepts correct games."""

import itertools

import msgspec
import pytest

import turnwright as tw
from turnwright import testing
from turnwright.agents import RandomAgent
from turnwright.core.definition.library_text import library_entry
from turnwright.games import GAMES
from turnwright.games.duel40.game import game as duel40
from turnwright.games.lookup import find_game
from turnwright.games.tcg.lorcana.game import game as lorcana
from turnwright.games.tictactoe.game import game as tictactoe


class Hands(tw.State):
    turns: tw.Public[int] = 0


def deal(c):
    for seat in c.seats:
        for kind in "abcdefgh":
            c.create_card(kind, "hand", seat)


def in_hand(c):
    return list(c.zone("hand"))


def label_own(c, card):
    return f"Discard {c.card(card).kind}"


def label_foreign(c, card):
    return f"Discard {c.card(card).kind} against {c.card(c.zone('hand', c.opponent)[0]).kind}"


def discard(c, card=tw.arg(in_hand)):
    c.G.turns += 1
    c.move_card(card, "pile")
    if not c.zone("hand", c.opponent):
        c.draw()
    c.end_turn()


def card_game(label=label_own, fn=discard, when=None, **parts):
    return tw.Game(
        "discards",
        state=Hands,
        setup=deal,
        zones={"hand": tw.Zone("owner"), "pile": tw.Zone("public")},
        moves={"discard": tw.move(fn, label=label, when=when, name="discard")},
        **parts,
    )


@pytest.mark.parametrize(
    "game", [tictactoe, duel40, lorcana, card_game()], ids=lambda game: game.name
)
def test_a_correct_game_passes(game):
    testing.conformance(game, range(2), limit=150)


def test_check_match_returns_the_played_match():
    match = testing.check_match(tictactoe, 5, RandomAgent(1).decide, limit=100)
    assert match.result is not None
    assert tictactoe.replay(match.record).hash == match.hash
    assert testing.check_match(tictactoe, 5, RandomAgent(1).decide, limit=2).version == 2


# --- incorrect games ------------------------------------------------------------------------------

BAD = (AssertionError, tw.ReplayDivergence)


def test_a_custom_view_that_shows_a_hidden_card_is_detected():
    def view(c, seat):
        return {"peek": [c.card(card).kind for other in c.seats for card in c.zone("hand", other)]}

    with pytest.raises(AssertionError, match="sees hidden information"):
        testing.conformance(card_game(view=view))


def test_a_label_that_names_a_card_of_the_opponent_is_detected():
    with pytest.raises(AssertionError, match="sees hidden information"):
        testing.conformance(card_game(label=label_foreign))


def test_a_prompt_that_depends_on_the_hand_of_the_opponent_is_detected():
    def cards_the_opponent_does_not_hold(c):
        theirs = c.card(c.zone("hand", c.opponent)[0]).kind
        return [card for card in in_hand(c) if c.card(card).kind != theirs] or in_hand(c)

    def discard_other_kind(c, card=tw.arg(cards_the_opponent_does_not_hold)):
        discard(c, card)

    with pytest.raises(AssertionError, match="sees hidden information"):
        testing.conformance(card_game(fn=discard_other_kind))


def test_a_question_that_hints_at_a_hidden_card_and_can_be_cancelled_is_detected():
    """The text does not name the card, so the engine cannot know that it tells something."""

    def scry(c, card=tw.arg(in_hand)):
        when = "early" if c.card(c.zone("deck")[-1]).kind < "m" else "late"
        yield c.yes_no(f"Keep a card that comes {when} in the alphabet?")
        discard(c, card)

    def deal_both(c):
        deal(c)
        for seat in c.seats:
            for kind in "ijklmnop":
                c.create_card(kind, "deck", seat)

    game = tw.Game(
        "scry",
        state=Hands,
        setup=deal_both,
        zones={"hand": tw.Zone("owner"), "pile": tw.Zone("public"), "deck": tw.Zone("hidden")},
        moves={"scry": scry},
    )
    with pytest.raises(AssertionError, match="look at hidden information and cancel: 'Keep"):
        testing.conformance(game, range(8))


def test_rules_that_use_a_global_counter_are_detected():
    count = itertools.count()

    def discard_with_global_counter(c, card=tw.arg(in_hand)):
        discard(c, card)
        c.G.turns = next(count)

    with pytest.raises(BAD):
        testing.conformance(card_game(fn=discard_with_global_counter))


def test_rules_that_keep_state_between_matches_are_detected():
    played = set()

    def discard_with_global_state(c, card=tw.arg(in_hand)):
        discard(c, card)
        seen = played  # the definition of the game refuses `played.add(...)`
        c.G.turns += 10 if (c.G.turns, card) in seen else 0
        seen.add((c.G.turns, card))

    with pytest.raises(BAD):
        testing.conformance(card_game(fn=discard_with_global_state))


def test_a_game_that_gets_stuck_is_detected():
    def stuck(c, card=tw.arg(lambda c: in_hand(c) if c.G.turns < 5 else [])):
        discard(c, card)

    with pytest.raises(AssertionError, match="no seat can act"):
        testing.conformance(card_game(fn=stuck))


def test_a_guard_that_changes_the_state_is_detected():
    def guard(c):
        state = c.G  # the definition of the game refuses `c.G.turns += 1`
        state.turns += 1
        return True

    with pytest.raises(BAD):
        testing.conformance(card_game(when=guard))


def test_a_view_that_changes_the_state_is_detected():
    def view(c, seat):
        c.G.turns += 1
        return {}

    with pytest.raises(BAD):
        testing.conformance(card_game(view=view))


def test_a_move_that_refuses_an_option_is_detected():
    def discard_or_refuse(c, card=tw.arg(in_hand)):
        if c.G.turns == 3:
            c.refuse("Not the third one.")
        discard(c, card)

    with pytest.raises(AssertionError, match="Not the third one"):
        testing.conformance(card_game(fn=discard_or_refuse))


def test_an_exception_during_random_play_is_detected():
    def broken(c, card=tw.arg(in_hand)):
        discard(c, card)
        return 1 // (c.G.turns - 4)

    with pytest.raises(AssertionError, match="refused"):
        testing.conformance(card_game(fn=broken))


# --- an empty question ----------------------------------------------------------------------------


def test_a_question_without_options_is_not_a_dead_end():
    def choose_nothing(c):
        yield c.choose_many("Sweep which?", [])
        c.G.turns += 1
        if c.G.turns == 9:
            c.draw()

    testing.conformance(
        tw.Game("empty question", state=Hands, moves={"choose_nothing": choose_nothing}), range(1)
    )


# --- rules texts ----------------------------------------------------------------------------------

FACTS = {"a": {"attack": 2}, "b": {"attack": 3}}


def test_a_library_with_texts_has_one_for_every_card():
    texts = {"a": {"text": "Deal 2 damage."}, "b": {"text": " "}, "c": {"attack": 1}}
    with pytest.raises(AssertionError, match=r"discards: no rules text for b, c$"):
        testing.conformance(card_game(library=texts), range(1))


def test_a_library_of_structs_declares_texts_with_a_field():
    kind = msgspec.defstruct("Kind", [("name", str), ("text", str, "")])
    with pytest.raises(AssertionError, match="no rules text for b"):
        testing.conformance(card_game(library={"a": kind("A", "Yes."), "b": kind("B")}), range(1))


def test_a_card_that_is_not_in_a_library_with_texts_is_detected():
    library = {kind: {"text": "Deal 2 damage."} for kind in "abcdefg"}
    with pytest.raises(AssertionError, match=r"discards: cards not in the library: h$"):
        testing.conformance(card_game(library=library), range(1), limit=20)


WITH_TEXTS = {kind: {"text": "Deal 2 damage."} for kind in "abcdefgh"}


@pytest.mark.parametrize("library", [{}, WITH_TEXTS])
def test_a_game_without_a_library_or_with_all_texts_passes(library):
    testing.conformance(card_game(library=library), range(1), limit=20)


def test_a_game_without_texts_passes_only_if_the_author_says_so():
    game = card_game(library=FACTS)
    with pytest.raises(AssertionError, match="no rules text for a, b"):
        testing.conformance(game, range(1), limit=20)
    testing.conformance(game, range(1), limit=20, has_texts=False)


@pytest.mark.parametrize("name", list(GAMES))
def test_every_card_of_a_shipped_game_has_a_rules_text(name):
    library = find_game(name).library
    assert not [kind for kind, spec in library.items() if not library_entry(kind, spec).text]
