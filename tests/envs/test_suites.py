"""The suites of Gymnasium, PettingZoo, OpenSpiel and Stable-Baselines3, for every shipped game."""

import contextlib
import io
import random
import warnings

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from stable_baselines3.common.env_checker import check_env as sb3_check_env

import turnwright as tw
import turnwright.envs
from turnwright.envs.registration import env_id
from turnwright.games import GAMES

with warnings.catch_warnings():  # of its own environments, if those are installed
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

pytestmark = pytest.mark.filterwarnings("error")


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_accepts_every_game(name):
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(turnwright.envs.aec(name, max_steps=300), num_cycles=400)
        seed_test(
            lambda: turnwright.envs.aec(name, max_steps=60, observations="flat"), num_cycles=60
        )
        render_test(lambda render_mode=None: turnwright.envs.aec(name, render_mode=render_mode))


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_accepts_every_game(name):
    env = gymnasium.make(env_id(name))
    with contextlib.redirect_stdout(io.StringIO()):
        check_env(env.unwrapped)


@pytest.mark.parametrize("name", GAMES)
def test_stable_baselines_accepts_every_game(name):
    with warnings.catch_warnings():
        # It warns of every space that is not an image or normalised, which scores are not.
        warnings.filterwarnings("ignore", message=".*(unusual|normalize|out of bounds).*")
        sb3_check_env(turnwright.envs.single(name, observations="flat"), warn=False)


@pytest.mark.parametrize("name", GAMES)
def test_open_spiel_accepts_every_game(name):
    game = turnwright.envs.spiel(name, max_steps=60, seeds=1000)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["leduc", "duel", "netrunner"])
def test_resampled_states_look_the_same_to_the_player(name):
    """What the player sees and may do is the same; what it does not see is sampled again."""
    game, rng = turnwright.envs.spiel(name, max_steps=200, seeds=1000), random.Random(name)
    state, others = game.new_initial_state(), set()
    for step in range(60):
        if state.is_terminal():
            break
        player = state.current_player()
        if player >= 0 and step % 6 == 5:
            for _ in range(4):
                other = state.resample_from_infostate(player, rng.random)
                seen = other.information_state_string(player)
                assert seen == state.information_state_string(player)
                assert other.legal_actions() == state.legal_actions()
                others.add(other.information_state_string(1 - player))
                other.apply_action(rng.choice(other.legal_actions()))
        if player < 0:
            outcomes = [outcome for outcome, _ in state.chance_outcomes()]
            state.apply_action(rng.choice(outcomes))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert len(others) > 1 or name == "leduc"


def ending(result, **settings):
    """An OpenSpiel game that ends at once with a result."""
    moves = {"end": lambda c: c.end_game(result)}
    game = tw.Game("ending", seats=len(result.scores) or 2, moves=moves, **settings)
    state = turnwright.envs.spiel(game, max_score=10, zero_sum=settings.pop("zero_sum", None))
    state = state.new_initial_state()
    state.apply_action(0)
    state.apply_action(0)
    return state


def test_several_winners_of_open_spiel():
    assert ending(tw.Result((0, 1))).returns() == [0.0, 0.0]
    assert ending(tw.Result((), "", (), (0, 1))).returns() == [0.0, 0.0]
    assert ending(tw.Result((0, 2), "", (5, 1, 5))).returns() == [1.0, -1.0, 1.0]
    assert ending(tw.Result((0,), "", (3, -3)), rewards="scores").returns() == [3.0, -3.0]
    for scores, says in (
        ((5, 3), "make the game with zero_sum=False"),
        ((50, -50), "max_score=50"),
    ):
        with pytest.raises(tw.UnusableError, match=says):
            ending(tw.Result((0,), "", scores), rewards="scores").returns()


class Thrown(tw.State):
    """What was thrown, by seat."""

    thrown: tw.Public[list[int]] = tw.default(list)


def ask_both(c):
    answers = yield from c.simultaneous(
        [c.choose("Throw", ["rock", "paper", "scissors"], seat=seat) for seat in c.seats]
    )
    names = ["rock", "paper", "scissors"]
    first, second = (names.index(answers[seat]) for seat in (0, 1))
    if first == second:
        c.draw("both threw the same")
    else:
        c.win(0 if (first - second) % 3 == 1 else 1)


rock_paper_scissors = tw.Game(
    "rock-paper-scissors",
    state=Thrown,
    flow=tw.Flow(phases={"throw": tw.Phase(start=True, on_begin=ask_both, moves={})}),
)


def test_pettingzoo_accepts_a_simultaneous_game():
    env = turnwright.envs.parallel(rock_paper_scissors)
    with contextlib.redirect_stdout(io.StringIO()):
        parallel_api_test(env, num_cycles=100)
    env.reset(seed=1)
    _, rewards, ends, _, _ = env.step({"player_0": np.int64(1), "player_1": np.int64(0)})
    assert rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(ends.values())
