"""Agents by name."""

from __future__ import annotations

import pytest

import turnwright as tw
from turnwright.agents import Greedy, Mcts, PriorityList, RandomAgent, play_out
from turnwright.agents.registry import agents_for, find_agent
from turnwright.games.duel40.game import game as duel40


def test_every_listed_agent_can_be_created():
    for game in ("tictactoe", "netrunner", "spire"):
        for name in agents_for(game):
            assert hasattr(find_agent(name, seed=1), "decide")


def test_mcts_takes_its_number_of_iterations():
    agent = find_agent("mcts:25")
    assert isinstance(agent, Mcts)
    assert agent.iterations == 25
    assert isinstance(find_agent("greedy"), Greedy)


def test_a_priority_list_is_specified_by_its_moves():
    agent = find_agent("priority: playCard, pass")
    assert isinstance(agent, PriorityList)
    match = play_out(duel40.start(3), [agent, RandomAgent(3)], limit=1)
    assert [entry.move for entry in match.record.entries] == ["playCard"]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("gredy", "did you mean 'greedy'?"),
        ("xyzzy", "available agents: random, auto"),
        ("mcts:0", "available agents"),
        ("mcts:many", "available agents"),
        ("mcts:99999999999", "available agents"),
        ("priority:", "available agents"),
        ("greedy:5", "available agents"),
    ],
)
def test_unknown_names_are_refused_with_a_hint(name, hint):
    with pytest.raises(tw.UnusableError, match="There is no agent") as caught:
        find_agent(name)
    assert hint in str(caught.value)
    assert caught.value.code == "unknown_agent"


def test_a_name_that_several_games_have_means_the_agent_of_the_match():
    """Netrunner and Spire both have a bot called `search`."""
    from turnwright.games.netrunner.game import game as netrunner
    from turnwright.games.spire.agents import SearchBot
    from turnwright.games.spire.game import game as spire

    agent = find_agent("search", 1)
    for game in (netrunner, spire):
        match = game.start(seed=1)
        seat = match.acting[0]
        assert match.submit(agent.decide(match.prompt(seat), match)) is None
        own = agents_for(game.name)
        assert own.count("search") == 1
    assert isinstance(agent.agents["spire"], SearchBot)
    assert agent.agents["netrunner"] is not agent.agents["spire"]
    assert "search" in repr(agent).lower()
    with pytest.raises(tw.UnusableError) as caught:
        find_agent("serch of nothing at all")
    assert str(caught.value).count("search,") == 1
