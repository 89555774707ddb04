"""Properties of every shipped game; hypothesis chooses the seeds and the moves."""

import random
from importlib import import_module
from itertools import product

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import turnwright as tw
from turnwright.agents import RandomAgent, play_out
from turnwright.games import GAMES
from turnwright.testing import check_match

quick = settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

EVERY_GAME = pytest.mark.parametrize("name", GAMES)
SEEDS = st.integers(0, 2**32) | st.text(max_size=8)
CHOICES = st.lists(st.integers(0, 2**16), min_size=1, max_size=60)


def load(name):
    return import_module(GAMES[name]).game


class Chooser:
    """Answers prompts by cycling through the numbers that hypothesis drew."""

    def __init__(self, numbers):
        self.numbers, self.used = numbers, 0

    def below(self, n):
        self.used += 1
        round, place = divmod(self.used - 1, len(self.numbers))
        return (self.numbers[place] + round) % n

    def __call__(self, prompt, match=None):
        rest = list(prompt.options)
        count = prompt.min + self.below(min(prompt.max, len(rest)) - prompt.min + 1)
        picks = [rest.pop(self.below(len(rest))) for _ in range(count)]
        return prompt.answer(*picks) if prompt.allows(*picks) else prompt.default()


def test_the_chooser_can_answer_every_kind_of_prompt():
    question = tw.Question("choose_many", 0, "?", "abcd", 1, 3)
    many = tw.Prompt(0, 0, "choose_many", "?", question=question)
    answers = {Chooser([n, m])(many).picks for n in range(8) for m in range(8)}
    assert {len(picks) for picks in answers} == {1, 2, 3}
    assert all(len(set(picks)) == len(picks) for picks in answers)


@EVERY_GAME
@quick
@given(seed=SEEDS, numbers=CHOICES)
def test_random_legal_moves_keep_all_invariants(name, seed, numbers):
    """There is a prompt or a result; refusals, queries and views change nothing; copies and saves
    behave equally; the replay verifies; permuting hidden cards does not change other views."""
    match = check_match(load(name), seed, Chooser(numbers), limit=80, every=9)
    assert match.version == 80 or match.result is not None


@EVERY_GAME
def test_random_play_reaches_a_result(name):
    """Every game reaches a result except `counter`, which has none."""
    match = load(name).start("to the end")
    agents = [RandomAgent(f"{name} {seat}") for seat in match.ctx.player_order]
    play_out(match, agents, limit=300 if name == "counter" else 5000)
    assert (match.result is None) is (name == "counter")


@EVERY_GAME
@quick
@given(seed=SEEDS, numbers=CHOICES)
def test_the_global_random_module_is_not_used(name, seed, numbers):
    game = load(name)
    undisturbed, disturbed = game.start(seed), game.start(seed)
    one, two = Chooser(numbers), Chooser(numbers)
    for number in range(40):
        if undisturbed.result is not None:
            break
        undisturbed.submit(one(undisturbed.prompts[0]))
        random.seed(number)
        before = random.getstate()
        disturbed.submit(two(disturbed.prompts[0]))
        assert random.getstate() == before
        assert disturbed.hash == undisturbed.hash
    assert disturbed.save() == undisturbed.save()


@EVERY_GAME
@quick
@given(seed=SEEDS, numbers=CHOICES)
def test_undo_restores_the_exact_state_or_is_refused(name, seed, numbers):
    """Also after loading a save; moves that were undone and made again replay."""
    game = load(name)
    match, chooser = game.start(seed), Chooser(numbers)
    for number in range(45):
        if match.result is not None:
            break
        before, asked = match.hash, [prompt.text for prompt in match.prompts]
        answer = msgspec.structs.replace(chooser(match.prompts[0]), prompt=None)
        match.submit(answer)
        after = match.hash
        target = game.load(match.save()) if number % 5 == 0 else match
        refusal = target.undo()
        if refusal is None:
            assert (target.hash, [prompt.text for prompt in target.prompts]) == (before, asked)
            assert target.submit(answer) is None
        else:
            assert refusal.code == "undo_barrier"
        assert target.hash == after
    assert game.replay(match.record.to_json()).save() == match.save()


@EVERY_GAME
@quick
@given(seed=SEEDS, numbers=CHOICES)
def test_every_option_of_every_prompt_is_accepted(name, seed, numbers):
    match, chooser = load(name).start(seed), Chooser(numbers)
    for number in range(60):
        if match.result is not None:
            break
        if number % 10 == 9:
            for prompt in match.prompts:
                for option in prompt.options if prompt.min <= 1 <= prompt.max else ():
                    refusal = match.clone().submit(prompt.answer(option))
                    assert refusal is None, f"{option.id} was an option: {refusal}"
        match.submit(chooser(match.prompts[0]))


# --- the options are exactly the legal moves ---------------------------------------------------------

SMALL = pytest.mark.parametrize("name", ["tictactoe", "counter", "duel40"])


@SMALL
@quick
@given(seed=SEEDS, numbers=CHOICES)
def test_exactly_the_options_are_accepted(name, seed, numbers):
    game = load(name)
    match, chooser = game.start(seed), Chooser(numbers)
    move_names = [*game.all_moves, "resign", ""]
    for number in range(24):
        if match.result is not None:
            break
        if number % 4 == 0:
            seats = match.ctx.player_order
            # As text, because 1, 1.0 and True are equal.
            options = {str((s, o.move, o.args)) for s in seats for o in match.legal(s)}
            assert options
            before = match.save()
            for parts in all_answers(match, move_names):
                is_option = str(parts) in options
                target = match.clone() if is_option else match
                assert (target.submit(tw.Answer(*parts)) is None) is is_option, parts
            assert match.save() == before
        match.submit(chooser(match.prompts[0]))


def all_answers(match, move_names):
    """Every combination of seat, move name and small numbers, including wrong numbers of arguments."""
    numbers = [(), *product(range(-1, 10)), (True,), ("0",), (0.0,), *product(range(3), repeat=2)]
    return [
        (seat, move_name, args)
        for seat in (*match.ctx.player_order, -1, len(match.ctx.player_order))
        for move_name in move_names
        for args in numbers
    ]
