"""The suites of Gymnasium, PettingZoo, OpenSpiel and Stable-Baselines3, for every shipped game."""

import contextlib
import io
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
    check_env(env.unwrapped, skip_render_check=True)


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
