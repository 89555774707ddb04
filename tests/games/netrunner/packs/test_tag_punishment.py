"""Operations against a tagged Runner."""

import pytest

from tests.games.netrunner.positions import position
from turnwright.games.netrunner.card_facts import CORP


@pytest.mark.parametrize("title", ["Closed Accounts", "Scorched Earth"])
def test_the_runner_must_be_tagged(title):
    t = position(corp={"hand": [title]})
    assert t.try_("corp", "play", title) is not None


def test_closed_accounts_takes_all_credits():
    t = position(corp={"hand": ["Closed Accounts"]}, runner={"credits": 7, "tags": 1})
    t.corp("play", "Closed Accounts")
    assert (t.credits("runner"), t.titles("discard", "corp")) == (0, ["Closed Accounts"])
    assert t.last_line == "Corp uses Closed Accounts to force the Runner to lose all 7 [Credits]."


def test_closed_accounts_does_nothing_to_a_poor_runner():
    t = position(corp={"hand": ["Closed Accounts"]}, runner={"credits": 0, "tags": 1})
    t.corp("play", "Closed Accounts")
    assert t.last_line == "Corp uses Closed Accounts to do nothing."


@pytest.mark.parametrize(("cards", "is_fatal"), [(4, False), (3, True)])
def test_scorched_earth_needs_four_cards_to_survive(cards, is_fatal):
    runner = {"hand": ["Sure Gamble"] * cards, "tags": 1}
    t = position(corp={"hand": ["Scorched Earth"]}, runner=runner)
    t.corp("play", "Scorched Earth")
    assert t.titles("hand", "runner") == []
    assert (t.match.result is not None) == is_fatal
    if is_fatal:
        assert t.match.result.winners == (CORP,)
