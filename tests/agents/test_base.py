"""Who controls a seat, and the loop that lets agents play."""

import pytest

from tests.agents.brawl_game import game as brawl
from turnwright.agents import Controller, Mcts, Passive, RandomAgent, is_ai, is_human, play_out
from turnwright.games.tictactoe.game import game as tictactoe


def test_the_type_of_the_controller_tells_and_no_name_does():
    assert is_ai(Controller("ai", RandomAgent()))
    assert is_human(Controller("human", name="bot"))
    assert is_ai(RandomAgent())
    assert is_ai({"controllerType": "ai", "id": "player"})
    assert is_human({"id": "bot"})
    assert is_human("bot")
    assert is_human(None)


def test_play_stops_where_a_person_is_asked():
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


def test_an_agent_can_be_named_in_a_record():
    match = tictactoe.start(seats=["human", Mcts(500)])
    assert match.record.seats == ["human", "Mcts(500, 0)"]


def test_the_passive_agent_lets_everything_pass():
    match = play_out(brawl.start(3), [Passive(), Passive()])
    assert match.result.reason == "no card left to draw"
    assert match.G.life == [20, 20]


@pytest.mark.parametrize("agent", [RandomAgent(7), Passive()])
def test_agents_only_answer_what_is_allowed(agent):
    match = brawl.start(5)
    while match.result is None:
        prompt = match.prompts[0]
        assert match.submit(agent.decide(prompt, match)) is None
