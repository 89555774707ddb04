"""Why a card cannot be used: the reasons of the rules, and nothing about hidden cards."""

from __future__ import annotations

import pytest

import turnwright as tw
from turnwright.core.definition.log_sentences import told, told_without_cards
from turnwright.core.runtime.why_not import NO_CARD, NOTHING, why_not_card
from turnwright.games.lookup import find_game


def duel(*draws: list[str]) -> tw.Match:
    """A duel of two starter decks; Ann begins."""
    return find_game("duel").start("why", ["Ann", "Ben"])


def in_hand(match: tw.Match, seat: int, *, level: range) -> int:
    hand = match.ctx.zones[f"hand:{seat}"]
    library = match.game.library
    return next(
        card
        for card in hand
        if library[match.ctx.cards[card].kind].type == "monster"
        and library[match.ctx.cards[card].kind].level in level
    )


def test_a_monster_says_which_tributes_it_needs_and_then_that_one_was_summoned() -> None:
    for seed in range(40):
        match = find_game("duel").start(str(seed), ["Ann", "Ben"])
        try:
            large, small = in_hand(match, 0, level=range(7, 13)), in_hand(match, 0, level=range(5))
        except StopIteration:
            continue
        name = match.ctx.cards[large].kind
        assert why_not_card(match, 0, large) == f"{name} needs two tributes; you control none."
        assert why_not_card(match, 0, small) == ""
        match.apply(tw.Answer(0, "set_monster", (small,)))
        assert (
            why_not_card(match, 0, large) == "You have already summoned or set a monster this turn."
        )
        return
    pytest.fail("No opening hand had a large and a small monster.")


def test_others_are_told_whom_the_match_waits_for() -> None:
    match = duel()
    card = match.ctx.zones["hand:1"][0]
    said = why_not_card(match, 1, card)
    assert said == "It is not your turn to act: waiting for Ann."


def test_hidden_cards_and_cards_that_do_not_exist_look_the_same() -> None:
    match = duel()
    hidden = [*match.ctx.zones["hand:1"], *match.ctx.zones["deck:0"], -1, 10**6, "x", None]
    assert {why_not_card(match, 0, card) for card in hidden} == {NO_CARD}


@pytest.mark.parametrize("name", ["duel", "lorcana", "gundam", "alpha-clash", "netrunner"])
def test_a_card_has_a_reason_exactly_if_it_has_no_move(name: str) -> None:
    """Along a game of a bot, for every card in the hand of whoever acts."""
    from turnwright.agents.registry import find_agent

    match, bot = find_game(name).start("along", ["Ann", "Ben"]), find_agent("random", 3)
    reasons = set()
    for _ in range(60):
        if match.result is not None:
            break
        prompt = match.prompts[0]
        seat = prompt.seat
        if not match.asked:
            usable = {
                card
                for option in match.legal(seat, must=True)
                for card in match.moves[option.move].cards(option.args[:1], match.ctx.cards)
            }
            for card in match.ctx.zones[f"hand:{seat}"]:
                why = why_not_card(match, seat, card)
                assert bool(why) == (card not in usable), (why, match.ctx.cards[card].kind)
                reasons.add(why)
        match.apply(bot.decide(prompt, match))
    assert reasons - {"", NOTHING}, "no card was ever explained"


@pytest.mark.parametrize(
    ("label", "sentence"),
    [
        ("Summon Slag Golem", "summons Slag Golem"),
        ("Pass", "passes"),
        ("End your turn", "ends the turn"),
        ("Keep your hand", "keeps their hand"),
        ("Go to the battle phase", "goes to the battle phase"),
        ("Kite Scout attacks Harpooner", "Kite Scout attacks Harpooner"),
    ],
)
def test_requests_become_sentences_about_somebody_else(label: str, sentence: str) -> None:
    assert told(label) == sentence


@pytest.mark.parametrize(
    ("words", "said"),
    [("deploy unit", "deploys a unit"), ("activate ability", "activates an ability"),
     ("play card", "plays a card"), ("attack with unit", "attacks with unit"), ("pass", "passes")],
)  # fmt: skip
def test_a_move_with_hidden_cards_is_a_sentence(words: str, said: str) -> None:
    assert told_without_cards(words) == said
