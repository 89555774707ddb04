"""Language models as players, against an endpoint whose replies are written in advance."""

import json

import pytest

import turnwright as tw
from tests.agents.chat_endpoint import chat_endpoint
from turnwright.agents import play_out
from turnwright.agents.llm import Endpoint, LlmAgent, final_answer, use_endpoint
from turnwright.agents.random import RandomAgent
from turnwright.agents.registry import find_agent
from turnwright.games.duel.game import game as duel
from turnwright.games.tictactoe.game import game as tictactoe


def decide(match, endpoint, **settings):
    agent = LlmAgent("small", Endpoint(endpoint.url, **settings))
    seat = match.acting[0]
    return agent, agent.decide(match.prompt(seat), match)


def test_a_model_is_told_the_rules_the_state_and_the_numbered_options():
    with chat_endpoint("The centre is best.\nANSWER: 5") as endpoint:
        agent, answer = decide(tictactoe.start(), endpoint, key="secret")
    assert (answer.move, answer.args) == ("mark", (4,))
    system, user = endpoint.requests[0]["messages"]
    assert tictactoe.rulebook.text in system["content"]
    assert "5. Mark cell 4" in user["content"]
    assert endpoint.requests[0]["model"] == "small"
    assert endpoint.keys == ["Bearer secret"]
    assert "centre" in agent.explain()


def test_a_refusal_is_told_to_the_model_which_may_try_again():
    with chat_endpoint("ANSWER: 12", "ANSWER: cell four", "ANSWER: 1") as endpoint:
        agent, answer = decide(tictactoe.start(), endpoint)
    assert answer.args == (0,)
    assert "There is no option 12. Legal: 1. Mark cell 0" in last_message(endpoint.requests[1])
    assert "'cell four' is not one of the options" in last_message(endpoint.requests[2])
    assert (agent.usage.requests, agent.usage.refused, agent.usage.fallbacks) == (3, 2, 0)


def last_message(request):
    return request["messages"][-1]["content"]


def test_the_fallback_decides_if_no_reply_is_legal():
    with chat_endpoint("I would rather not.") as endpoint:
        agent, answer = decide(tictactoe.start(), endpoint)
    assert tictactoe.start().submit(answer) is None
    assert agent.usage.fallbacks == 1
    assert "no legal answer" in agent.explain()


def test_a_busy_endpoint_is_asked_again():
    with chat_endpoint(503, "2") as endpoint:
        _, answer = decide(tictactoe.start(), endpoint)
    assert answer.args == (1,)


def test_an_endpoint_that_refuses_is_not_asked_again():
    with chat_endpoint(401) as endpoint:
        agent, answer = decide(tictactoe.start(), endpoint)
    assert len(endpoint.requests) == 1
    assert tictactoe.start().submit(answer) is None
    assert agent.usage.fallbacks == 1


def test_tokens_are_counted_and_exchanges_written_down(tmp_path):
    path = tmp_path / "transcript.jsonl"
    with chat_endpoint("ANSWER: 99", "ANSWER: 3") as endpoint:
        agent, _ = decide(tictactoe.start(), endpoint, transcript=str(path))
    assert (agent.usage.prompt_tokens, agent.usage.completion_tokens) == (200, 14)
    first, second = (json.loads(line) for line in path.read_text().splitlines())
    assert first["refused"].startswith("There is no option 99")
    assert second["answer"] == ["Mark cell 2"]


def test_one_option_is_not_worth_a_request():
    with chat_endpoint("ANSWER: 1") as endpoint:
        match = tictactoe.start()
        for seat, cell in [(0, 0), (1, 1), (0, 2), (1, 4), (0, 3), (1, 5), (0, 7), (1, 6)]:
            match.play(seat, "mark", cell)
        _, answer = decide(match, endpoint)
    assert answer.args == (8,)
    assert endpoint.requests == []


def test_a_model_plays_a_duel_and_reads_the_cards_that_it_sees():
    with chat_endpoint("ANSWER: 1") as endpoint:
        match = play_out(
            duel.start(3), [LlmAgent("small", Endpoint(endpoint.url)), RandomAgent(1)], 60
        )
    assert match.fault is None
    assert len(endpoint.requests) > 3
    user = endpoint.requests[0]["messages"][1]["content"]
    held = duel.start(3).c.zone("hand", 0)
    assert all(match.ctx.cards[card].kind in user for card in held if card in match.ctx.cards)


@pytest.fixture
def no_endpoint():
    use_endpoint(None)
    yield
    use_endpoint(None)


@pytest.mark.usefixtures("no_endpoint")
def test_a_process_must_say_where_its_models_are():
    with pytest.raises(tw.UnusableError, match="--llm-url"):
        find_agent("llm:small")
    with pytest.raises(tw.UnusableError, match="begins with http"):
        use_endpoint(Endpoint("localhost:11434"))
    use_endpoint(Endpoint("http://127.0.0.1:1/v1"))
    assert repr(find_agent("llm:small")) == "LlmAgent('small')"


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("ANSWER: 3", "3"),
        ("First ANSWER: 1, no.\n**Answer: 2**", "2"),
        ("Because.\n\n4\n", "4"),
        ("", ""),
    ],
)
def test_the_last_answer_of_a_reply_counts(reply, answer):
    assert final_answer(reply) == answer
