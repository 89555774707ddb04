"""Every kind of agent plays every shipped game to its end, through prompts alone."""

from importlib import import_module

import pytest

from turnwright.agents import (
    AutoSelector,
    Greedy,
    HandlerChain,
    Mcts,
    Passive,
    PriorityList,
    RandomAgent,
    play_out,
)
from turnwright.games import GAMES

AGENTS = {
    "random": RandomAgent,
    "auto": lambda seed: AutoSelector(RandomAgent(seed)),
    "greedy": Greedy,
    "priority": lambda seed: PriorityList(["attack", "play"], RandomAgent(seed)),
    "handlers": lambda seed: HandlerChain([], RandomAgent(seed)),
    "mcts": lambda seed: Mcts(3, seed, depth=2),
}
ENDLESS = {"counter"}


@pytest.mark.parametrize("kind", AGENTS)
@pytest.mark.parametrize("name", GAMES)
def test_every_agent_finishes_every_game(name, kind):
    match = import_module(GAMES[name]).game.start("to the end")
    agents = [AGENTS[kind](f"{name} {seat}") for seat in match.ctx.player_order]
    play_out(match, agents, limit=50 if name in ENDLESS else 3000)
    assert (match.result is None) is (name in ENDLESS)
    assert not [fault for agent in agents for fault in getattr(agent, "faults", ())]


@pytest.mark.parametrize("name", GAMES)
def test_submit_accepts_every_answer_of_every_agent(name):
    match = import_module(GAMES[name]).game.start("checked")
    kinds = [AutoSelector(RandomAgent(1)), Greedy(2), Mcts(2, 3), Passive()]
    for number in range(80):
        if match.result is not None:
            break
        prompt = match.prompts[0]
        refusal = match.submit(kinds[number % len(kinds)].decide(prompt, match))
        assert refusal is None, f"{kinds[number % len(kinds)]} at {prompt}: {refusal}"
