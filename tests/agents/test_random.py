"""The random agent gives legal answers and is reproducible by seed."""

import pytest

import turnwright as tw
from tests.agents.creature_game import game as creature_game
from turnwright.agents import RandomAgent, play_out


def choose_many_prompt(values, low, high, **how):
    question = tw.Question("choose_many", 0, "Pick", tuple(values), low, high, **how)
    return tw.Prompt(0, 0, "choose_many", "Pick", question=question)


def test_the_same_seed_plays_the_same_match():
    one, two = (
        play_out(creature_game.start(1), [RandomAgent(1), RandomAgent(2)]) for _ in range(2)
    )
    assert one.hash == two.hash
    assert one.hash != play_out(creature_game.start(1), [RandomAgent(3), RandomAgent(2)]).hash


def test_every_allowed_number_of_picks_occurs():
    agent = RandomAgent(0)
    prompt = choose_many_prompt("abcd", 1, 3)
    sizes = {len(agent.decide(prompt, creature_game.start()).picks) for _ in range(50)}
    assert sizes == {1, 2, 3}


def test_picks_form_a_valid_combination():
    agent = RandomAgent(0)
    prompt = choose_many_prompt([1, 2, 3, 4], 1, 4, valid=lambda levels: sum(levels) == 7)
    for _ in range(20):
        assert sum(map(int, agent.decide(prompt, creature_game.start()).picks)) == 7


def test_a_single_pick_is_valid():
    prompt = choose_many_prompt([1, 2, 3, 4], 1, 1, valid=lambda levels: levels == [3])
    assert RandomAgent(0).decide(prompt, creature_game.start()).picks == ("3",)


def test_a_prompt_without_options_raises_an_error():
    prompt = tw.Prompt(0, 0, "move", "Move")
    with pytest.raises(tw.RulesError, match="has no options"):
        RandomAgent().decide(prompt, creature_game.start())
