"""The random agent: anything legal, and the same again with the same seed."""

import pytest

import turnwright as tw
from tests.agents.brawl_game import game as brawl
from turnwright.agents import RandomAgent, play_out


def many(values, low, high, **how):
    question = tw.Question("choose_many", 0, "Pick", tuple(values), low, high, **how)
    return tw.Prompt(0, 0, "choose_many", "Pick", question=question)


def test_the_same_seed_plays_the_same_match():
    one, two = (play_out(brawl.start(1), [RandomAgent(1), RandomAgent(2)]) for _ in range(2))
    assert one.hash == two.hash
    assert one.hash != play_out(brawl.start(1), [RandomAgent(3), RandomAgent(2)]).hash


def test_every_number_of_picks_comes_up():
    agent = RandomAgent(0)
    prompt = many("abcd", 1, 3)
    sizes = {len(agent.decide(prompt, brawl.start()).picks) for _ in range(50)}
    assert sizes == {1, 2, 3}


def test_picks_go_together_where_they_have_to():
    agent = RandomAgent(0)
    prompt = many([1, 2, 3, 4], 1, 4, valid=lambda levels: sum(levels) == 7)
    for _ in range(20):
        assert sum(map(int, agent.decide(prompt, brawl.start()).picks)) == 7


def test_one_pick_may_have_to_fit_too():
    prompt = many([1, 2, 3, 4], 1, 1, valid=lambda levels: levels == [3])
    assert RandomAgent(0).decide(prompt, brawl.start()).picks == ("3",)


def test_a_prompt_without_options_is_reported():
    prompt = tw.Prompt(0, 0, "move", "Move")
    with pytest.raises(tw.RulesError, match="has no options"):
        RandomAgent().decide(prompt, brawl.start())
