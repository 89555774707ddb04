"""Decisions as numbered actions: the mask is what a match accepts, and selections can be completed."""

import random

import pytest

import turnwright as tw
from turnwright.core.errors import UnusableError
from turnwright.envs.decisions import Decisions
from turnwright.games import GAMES
from turnwright.games.lookup import find_game
from turnwright.games.tictactoe.game import game as tictactoe

STEPS = 150


def random_steps(game, seed, steps=STEPS):
    """Play random legal actions; yield the match and its decisions before each of them."""
    rng = random.Random(seed)
    decisions, match = Decisions(game), game.start(seed)
    decisions.open(match)
    for _ in range(steps):
        if decisions.seat is None:
            return
        yield match, decisions
        answer = decisions.answer(rng.choice(list(decisions.legal())))
        if answer is not None:
            assert match.submit(answer) is None
            decisions.open(match)


@pytest.mark.parametrize("name", GAMES)
def test_the_mask_is_what_submit_accepts(name):
    """Every legal action is an answer that `submit` accepts, and every option is a legal action."""
    game = find_game(name)
    for seed in range(2):
        for match, decisions in random_steps(game, seed, 60):
            legal = list(decisions.legal())
            assert legal == sorted(set(legal))
            assert legal
            prompt = match.prompt(decisions.seat)
            if decisions.is_selection:
                continue  # see the tests of selections
            numbers = [
                decisions.number_of(n, option.move, option.args)
                for n, option in enumerate(prompt.options)
            ]
            accepted = {
                number
                for number, option in zip(numbers, prompt.options, strict=True)
                if match.clone().submit(prompt.answer(option)) is None
            }
            assert accepted == set(legal)


@pytest.mark.parametrize("name", GAMES)
def test_all_labels_of_a_prompt_are_texts(name):
    for _, decisions in random_steps(find_game(name), 3, 40):
        assert all(decisions.label(action) for action in decisions.legal())


def asking_game(**settings):
    """A game that asks one question and keeps the answer."""
    game = tw.Game("asking", seats=1, setup=lambda G: G.update(answer=None))

    @game.move
    def ask(c):
        c.G["answer"] = yield c.choose_many("Pick", [1, 2, 3, 4], **settings)
        c.win(0)

    return game


def all_answers(game):
    """The answers at the end of all sequences of legal actions."""
    found, stack = [], [[]]
    while stack:
        actions = stack.pop()
        match, decisions = game.start(), Decisions(game)
        match.play(0, "ask")
        decisions.open(match)
        answer = None
        for action in actions:
            answer = decisions.answer(action)
        if answer is not None:
            match.submit(answer)
            found.append(tuple(match.G["answer"]))
        else:
            legal = list(decisions.legal())
            assert legal, f"{actions} cannot be completed"
            stack += [[*actions, action] for action in legal]
    return found


def test_a_selection_can_be_any_number_of_picks_between_its_limits():
    found = all_answers(asking_game(min=1, max=2))
    assert {tuple(sorted(one)) for one in found} == {
        (1,), (2,), (3,), (4,), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)
    }  # fmt: skip


def test_picks_that_cannot_be_completed_are_masked():
    """Only 1 + 4 and 2 + 3 make five, and 1 + 2 + ... never does with two picks."""
    found = all_answers(asking_game(min=2, max=2, valid=lambda picks: sum(picks) == 5))
    assert {tuple(sorted(one)) for one in found} == {(1, 4), (2, 3)}


def test_picks_may_be_valid_only_in_some_numbers():
    found = all_answers(asking_game(min=0, max=3, valid=lambda picks: len(picks) != 2))
    assert {len(one) for one in found} == {0, 1, 3}


def test_more_options_than_slots_raise():
    game = tw.Game("wide", seats=1, setup=lambda G: None)

    @game.move
    def pick(c, n: int = tw.arg(range(9), is_card=False)):
        c.win(0)

    decisions = Decisions(game, slots=8)
    with pytest.raises(UnusableError, match="9 options, and the environment has 8 slots"):
        decisions.open(game.start())


def test_listed_moves_keep_their_numbers():
    match, decisions = tictactoe.start(), Decisions(tictactoe)
    decisions.open(match)
    assert decisions.size == 9
    match.submit(decisions.answer(4))
    decisions.open(match)
    assert list(decisions.legal()) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert decisions.label(8) == "Mark cell 8"
