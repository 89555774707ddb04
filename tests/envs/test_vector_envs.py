"""Many environments at once, copies of environments, and RLlib."""

import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import turnwright.envs
from turnwright.core.errors import UnusableError
from turnwright.envs.registration import env_id
from turnwright.games import GAMES


def first_actions(masks):
    """The first legal actions. After the end of a match none is, and any action starts the next one."""
    return np.argmax(masks, axis=1)


def play(envs, steps):
    """The rewards of the first legal actions, step by step."""
    _, infos = envs.reset(seed=3)
    rewards = []
    for _ in range(steps):
        _, reward, ended, _, infos = envs.step(first_actions(infos["action_mask"]))
        rewards.append((reward.tolist(), ended.tolist()))
    return rewards


def test_processes_play_the_same_as_one():
    here = turnwright.envs.vector("leduc", 3, opponents="passive")
    apart = turnwright.envs.vector("leduc", 3, opponents="passive", processes=True)
    try:
        assert play(here, 25) == play(apart, 25)
    finally:
        here.close()
        apart.close()


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_mode_of_automatic_resets_is_declared(mode):
    envs = turnwright.envs.vector("tictactoe", 2, opponents="passive", autoreset=mode)
    assert envs.metadata["autoreset_mode"] == mode
    envs.close()


def test_gymnasium_makes_vectors_of_registered_games():
    envs = gymnasium.make_vec("turnwright/Kuhn-v0", num_envs=2, vectorization_mode="sync")
    assert sum(ended for _, both in play(envs, 12) for ended in both) > 1
    envs.close()


def test_an_empty_vector_is_refused():
    with pytest.raises(UnusableError, match="at least 1"):
        turnwright.envs.vector("kuhn", 0)


@pytest.mark.parametrize("name", GAMES)
def test_a_pickled_environment_goes_on_as_before(name):
    env = gymnasium.make(env_id(name)).unwrapped
    env.reset(seed=4)
    for _ in range(12):
        action = int(np.flatnonzero(env.action_masks())[0])
        if env.step(action)[2]:
            env.reset()
    copy = pickle.loads(pickle.dumps(env))
    for _ in range(5):
        masks = env.action_masks(), copy.action_masks()
        assert np.array_equal(*masks)
        action = int(np.flatnonzero(masks[0])[-1])
        mine, theirs = env.step(action), copy.step(action)
        assert mine[1:3] == theirs[1:3]
        assert all(np.array_equal(mine[0][key], theirs[0][key]) for key in mine[0])
        if mine[2]:
            break


def test_rllib_plays_through_pettingzoo():
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv

    env = PettingZooEnv(turnwright.envs.aec("leduc", observations="arrays"))
    seen, _ = env.reset(seed=1)
    ended = {"__all__": False}
    while not ended["__all__"]:
        actions = {
            agent: int(np.flatnonzero(observation["action_mask"])[-1])
            for agent, observation in seen.items()
        }
        assert all(env.observation_spaces[agent].contains(one) for agent, one in seen.items())
        seen, rewards, ended, _, _ = env.step(actions)
    assert sum(rewards.values()) == 0
