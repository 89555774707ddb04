"""Controllers of seats, and `play_out`."""

import pytest

from tests.agents.creature_game import game as creature_game
from turnwright.agents import Controller, Mcts, Passive, RandomAgent, is_ai, is_human, play_out
from turnwright.games.tictactoe.game import game as tictactoe


def test_ai_and_human_depend_on_the_controller_type_and_not_on_names():
    assert is_ai(Controller("ai", RandomAgent()))
    assert is_human(Controller("human", name="bot"))
    assert is_ai(RandomAgent())
    assert is_ai({"controllerType": "ai", "id": "player"})
    assert is_human({"id": "bot"})
    assert is_human("bot")
    assert is_human(None)


def test_play_out_stops_when_a_human_is_prompted():
    match = tictactoe.start()
    seats = [Controller("human", name="Ada"), Controller("ai", RandomAgent(1))]
    assert play_out(match, seats).version == 0
    match.play(0, "mark", 4)
    play_out(match, seats)
    assert match.version == 2
    assert match.acting == [0]


def test_agents_and_controllers_can_be_given_by_seat():
    match = play_out(tictactoe.start(), {0: RandomAgent(1), 1: Controller("ai", RandomAgent(2))})
    assert match.result is not None


def test_a_record_stores_the_names_of_agents():
    match = tictactoe.start(seats=["human", Mcts(500)])
    assert match.record.seats == ["human", "Mcts(500, 0)"]


def test_the_passive_agent_always_passes():
    match = play_out(creature_game.start(3), [Passive(), Passive()])
    assert match.result.reason == "no card left to draw"
    assert match.G.life == [20, 20]


@pytest.mark.parametrize("agent", [RandomAgent(7), Passive()])
def test_agents_give_only_legal_answers(agent):
    match = creature_game.start(5)
    while match.result is None:
        prompt = match.prompts[0]
        assert match.submit(agent.decide(prompt, match)) is None
