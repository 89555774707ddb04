"""The questions of the five trading card games in random play: players know what they pick."""

from importlib import import_module

import pytest

from tests.games.wire_prompts import candidates, prompt
from turnwright.agents import RandomAgent, play_out
from turnwright.games import GAMES
from turnwright.server.rooms.move_labels import without_card_numbers
from turnwright.testing import conformance

QUESTIONS = {
    "alpha-clash": {"mulligan", "target", "obstruct"},
    "grand-archive": {"glimpse", "target", "reserve", "effects", "weapon", "yes_no"},
    "gundam": {"target", "discard", "make_room", "yes_no"},
    "lorcana": {"mulligan", "target", "yes_no"},
    "riftbound": {"mulligan", "target", "place", "units", "damage", "yes_no"},
}
NO_CARDS = (
    "chooseFirstPlayer",
    "resolveBag",
    "resolveEffect",
)  # their arguments are seats and indices
EFFECTS = ("effect", "effects")  # these questions pick an effect of a card, not a card


def games(name, seeds=12):
    """Random games; yields the match before every input."""
    for seed in range(seeds):
        match = import_module(GAMES[name]).game.start(seed=seed)
        agents = [RandomAgent(f"{seed}/{seat}") for seat in (0, 1)]
        while match.result is None:
            yield match
            play_out(match, agents, 1)


def questions(name):
    """Every question of these games: the match and the asked seat."""
    for match in games(name):
        yield from ((match, seat) for seat in match.asked)


def is_open(match, card_id):
    zone, _, _ = match.ctx.card_zones[card_id].partition(":")
    return match.game.zones[zone].visible == "public"


@pytest.mark.parametrize("name", QUESTIONS)
def test_card_questions_say_which_card_whose_and_where(name):
    asked = set()
    for match, seat in questions(name):
        ctx, question = match.ctx, prompt(match, seat)
        wanted = question["requirement"]
        asked.add(wanted["id"])
        if question["kind"] == "yes_no":
            continue
        found = candidates(match, seat)
        cards = [one for one in found if "cardId" in one]
        for one in cards:
            card = ctx.cards[one["cardId"]]
            side = "player" if card.owner == seat else "opponent"
            whose = f"{one['zone']}:{card.owner}"
            assert one["cardKind"] == card.kind
            assert one["label"].startswith(card.kind)
            if whose in ctx.zones:  # a zone of one player, as most are
                assert (one["owner"], ctx.zones[whose][one["zoneIndex"]]) == (side, card.id)
            if is_open(match, card.id) and one["zone"] != "battlefields":
                assert ("yours" if side == "player" else "opponent's") in one["label"]
        if wanted["id"] in EFFECTS:
            continue
        assert len({one["label"] for one in found}) == len(found), found
        others = [one["label"] for one in found if "cardId" not in one]
        assert others in ([], ["base"])
        if not others:
            assert [one["key"] for one in cards] == [str(one["cardId"]) for one in cards]
            is_field = bool(cards) and all(is_open(match, one["cardId"]) for one in cards)
            assert question["ui"]["useFieldTargeting"] is is_field
            assert question["kind"] == ("target" if is_field else "card_select")
    assert asked >= QUESTIONS[name]


@pytest.mark.parametrize("name", QUESTIONS)
def test_targets_of_moves_have_distinct_labels_without_card_ids(name):
    for match in games(name, seeds=4):
        if match.asked:
            continue
        told = {}
        for option in match.legal(match.acting[0], must=True):
            cards = match.moves[option.move].cards(option.args, match.ctx.cards)
            assert not (cards and option.move in NO_CARDS)
            aims = option.move == "standardMove" or len(option.args) > 1
            if aims:  # the first card is the one that is clicked
                first = option.args[: len(option.args) > 1]
                told.setdefault((option.move, first), []).append(without_card_numbers(option.label))
        for labels in told.values():
            assert len(set(labels)) == len(labels), labels


@pytest.mark.parametrize("name", QUESTIONS)
def test_questions_do_not_reveal_hidden_cards(name):
    conformance(import_module(GAMES[name]).game, range(3), limit=200)
