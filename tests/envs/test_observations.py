"""Observations have no secret in them; information states tell apart what a player can tell apart."""

import random

import numpy as np
import pytest

import turnwright.envs
from turnwright.core.runtime.rng import Stream
from turnwright.envs.decisions import Decisions
from turnwright.envs.observations import ObservationEncoder
from turnwright.games import GAMES
from turnwright.games.lookup import find_game
from turnwright.testing.hidden_information import permute_hidden


def random_matches(game, seeds, steps):
    """Matches in positions of random play, and their decisions."""
    for seed in range(seeds):
        rng = random.Random(seed)
        decisions, match = Decisions(game), game.start(seed)
        decisions.open(match)
        for step in range(steps):
            if decisions.seat is None:
                break
            if step % 9 == 0:
                yield match, decisions
            answer = decisions.answer(rng.choice(list(decisions.legal())))
            if answer is not None:
                match.apply(answer)
                decisions.open(match)


@pytest.mark.parametrize("name", GAMES)
def test_observations_do_not_depend_on_what_is_hidden(name):
    game = find_game(name)
    rng = Stream.named(1, "permute")
    for match, decisions in random_matches(game, 2, 60):
        encoder = ObservationEncoder(game, decisions)
        for seat in match.ctx.player_order:
            seen = encoder.encode(match, seat)
            other = match.clone()
            permute_hidden(other, seat, rng)
            if decisions.seat == seat:
                continue  # the options of a match that was permuted may not be played; see the views
            again = encoder.encode(other, seat)
            assert all(np.array_equal(seen[key], again[key]) for key in seen)


def test_a_learner_sees_its_own_cards():
    game = find_game("leduc")
    encodings = set()
    for card in range(3):
        decisions = Decisions(game)
        match = game.start(scripts={"deal": [card * 2, 0, 0]})
        decisions.open(match)
        encodings.add(ObservationEncoder(game, decisions).encode(match, 0)["globals"].tobytes())
    assert len(encodings) == 3


def test_seeds_do_not_depend_on_global_random_state():
    def play(noise):
        random.seed(noise)
        np.random.seed(noise)
        env = turnwright.envs.single("duel", opponents="random")
        _, info = env.reset(seed=5)
        seen = []
        for _ in range(30):
            random.random()
            observation, _, ended, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
            seen.append(observation["globals"].tobytes())
            if ended:
                break
        return seen

    assert play(1) == play(2)


def test_information_states_have_perfect_recall():
    """The same deal reached by other cards of the opponent reads the same; another history does not."""
    game = turnwright.envs.spiel("leduc", max_score=13)

    def after(*actions):
        state = game.new_initial_state()
        for action in actions:
            state.apply_action(action)
        return state.information_state_string(0)

    jack, queen, call, raised = 0, 2, 1, 2
    assert after(jack, queen, call, call) == after(jack, 3, call, call)
    assert after(jack, queen, call, raised) != after(jack, queen, call, call)
    assert after(jack, queen, raised, call) != after(jack, queen, call, raised, call)


@pytest.mark.parametrize("name", ["duel", "netrunner", "lorcana"])
def test_resampled_worlds_of_card_games_look_the_same_to_the_player(name):
    state = turnwright.envs.spiel(name, seeds=100).new_initial_state()
    rng = random.Random(2)
    for _ in range(25):
        if state.is_terminal():
            break
        actions = [0] if state.is_chance_node() else state.legal_actions()
        state.apply_action(rng.choice(actions))
    player = state.current_player()
    for _ in range(3):
        world = state.resample_from_infostate(player, rng.random)
        assert world.observation_string(player) == state.observation_string(player)
        assert world.legal_actions() == state.legal_actions()
