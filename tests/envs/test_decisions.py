"""Decisions as numbered actions: the mask is what a match accepts, and selections can be completed."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import turnwright as tw
import turnwright.envs
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


def masked_answer(match, decisions, picks):
    """Whether the masks allow an answer of these picks, one after the other."""
    opened = Decisions(match.game)
    opened.open_for(match, decisions.seat)
    numbers = {option.id: n for n, option in enumerate(opened.question.options)}
    for pick in picks:
        if not opened.is_legal(numbers[pick]):
            return False
        answer = opened.answer(numbers[pick])
        if answer is not None:
            return list(answer.picks) == picks
    return opened.is_legal(opened.done)


@settings(max_examples=2, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
@pytest.mark.parametrize("name", GAMES)
def test_the_mask_is_what_submit_accepts(name, seed):
    """What the mask allows is accepted, and nothing else is: no other option, no move that was legal
    before, no other selection of picks."""
    game, rng = find_game(name), random.Random(seed)
    earlier = {}  # moves that were legal, by what they are
    for match, decisions in random_steps(game, seed, 40):
        legal, seat = list(decisions.legal()), decisions.seat
        assert legal == sorted(set(legal))
        assert legal
        if decisions.is_selection:
            ids = [option.id for option in decisions.question.options]
            for _ in range(4):
                size = rng.randint(0, min(len(ids), decisions.question.max + 1))
                picks = rng.sample(ids, size)
                accepted = match.clone().submit(tw.Answer(seat, picks=tuple(picks))) is None
                assert accepted == masked_answer(match, decisions, picks), (picks, legal)
            continue
        prompt = match.prompt(seat)
        accepted = {
            decisions.number_of(n, option.move, option.args)
            for n, option in enumerate(prompt.options)
            if match.clone().submit(prompt.answer(option)) is None
        }
        assert accepted == set(legal)
        if decisions.question is not None:
            continue
        allowed = {(option.move, option.args) for option in match.legal(seat)}
        for move, args in rng.sample(sorted(earlier, key=repr), min(3, len(earlier))):
            refused = match.clone().submit(tw.Answer(seat, move, args)) is not None
            assert refused == ((move, args) not in allowed), (move, args)
        earlier |= dict.fromkeys((option.move, option.args) for option in prompt.options)


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


def choose_size(c):
    c.G["size"] = c.options.get("size", 3)


sized = tw.Game("sized", seats=1, setup=choose_size, moves={"stop": lambda c: c.win(0)})


@pytest.mark.parametrize(
    ("make", "given_settings", "says"),
    [
        ("single", {"sise": 4}, "sized has no option 'sise'; did you mean 'size'?"),
        ("single", {"opponent": "random"}, "no setting 'opponent'; did you mean 'opponents'?"),
        ("single", {"seat": 1}, "There is no seat 1; 1 seat plays."),
        ("single", {"observations": "flatt"}, "observations must be one of arrays, flat, not"),
        ("aec", {"options": {"sise": 4}}, "did you mean 'size'?"),
        ("aec", {"slot": 4}, "no setting 'slot'; did you mean 'slots'?"),
        ("aec", {"render_mode": "rgb"}, "render_mode must be one of None, ansi, human, not 'rgb'"),
        ("aec", {"max_steps": 0}, "max_steps must be at least 1, not 0."),
        ("parallel", {"seats": 3}, "sized needs 1 seats, not 3."),
        ("spiel", {"seed": 4}, "no setting 'seed'; did you mean 'seeds'?"),
        ("spiel", {"options": {"sise": 4}}, "did you mean 'size'?"),
    ],
)
def test_a_misspelled_setting_or_option_is_refused(make, given_settings, says):
    with pytest.raises(UnusableError) as refused:
        getattr(turnwright.envs, make)(sized, **given_settings)
    assert says in str(refused.value)


def test_options_that_the_rules_read_are_accepted():
    env = turnwright.envs.single(sized, size=4)
    env.reset(seed=1)
    assert env.played.match.G["size"] == 4


def test_listed_moves_keep_their_numbers():
    match, decisions = tictactoe.start(), Decisions(tictactoe)
    decisions.open(match)
    assert decisions.size == 9
    match.submit(decisions.answer(4))
    decisions.open(match)
    assert list(decisions.legal()) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert decisions.label(8) == "Mark cell 8"
