"""Handler chains: the first handler with an answer decides, and the trace explains it."""

import pytest

from turnwright.agents import HandlerAnswer, HandlerChain, HandlerError, Passive, RandomAgent
from turnwright.core.runtime.prompts import Answer
from turnwright.games.tictactoe.game import LINES
from turnwright.games.tictactoe.game import game as tictactoe


def complete(mark):
    """A handler that returns the cell that completes a line of this mark."""

    def find(prompt, match):
        cells = match.G.cells
        for line in LINES:
            marks = [cells[i] for i in line]
            if marks.count(mark) == 2 and "" in marks:
                cell = line[marks.index("")]
                return HandlerAnswer(
                    prompt.answer(f"mark:{cell}"), f"cell {cell} completes {mark}{mark}"
                )
        return None

    return find


def take_centre(prompt, match):
    """The centre is worth most."""
    return prompt.answer("mark:4") if not match.G.cells[4] else None


def chain():
    return HandlerChain(
        {"win": complete("X"), "block": complete("O"), "take-centre": take_centre},
        fallback=Passive(),
    )


def test_the_first_answer_wins_and_the_trace_lists_the_handlers_without_one():
    agent, match = chain(), tictactoe.start()
    match.apply(agent.decide(match.prompts[0], match))
    match.play(1, "mark", 0)
    match.apply(agent.decide(match.prompts[0], match))
    match.play(1, "mark", 2)
    match.apply(agent.decide(match.prompts[0], match))
    assert [(line.by, line.chosen, line.passed) for line in agent.trace] == [
        ("take-centre", "Mark cell 4", ("win", "block")),
        ("Passive()", "Mark cell 1", ("win", "block", "take-centre")),
        ("win", "Mark cell 7", ()),
    ]
    assert match.result.winner == 0


def test_explain_describes_the_last_decision():
    agent, match = chain(), tictactoe.start()
    assert agent.explain() == "No decision was made yet."
    match.apply(agent.decide(match.prompts[0], match))
    assert agent.explain() == (
        "take-centre chose Mark cell 4: The centre is worth most (no answer: win, block)"
    )
    match.play(1, "mark", 0)
    match.play(0, "mark", 8)
    match.play(1, "mark", 1)
    agent.decide(match.prompts[0], match)
    assert agent.explain() == "block chose Mark cell 2: cell 2 completes OO (no answer: win)"
    empty = HandlerChain([], RandomAgent(1))
    empty.decide(match.prompts[0], match)
    assert empty.explain().endswith("no handler has an answer")


def test_handlers_without_a_name_use_the_name_of_their_function():
    agent, match = HandlerChain([take_centre]), tictactoe.start()
    agent.decide(match.prompts[0], match)
    assert agent.trace[-1].by == "take-centre"


def test_the_error_names_the_failing_handler():
    def divide(prompt, match):
        return 1 / 0

    match = tictactoe.start()
    with pytest.raises(
        HandlerError, match=r"Handler 'divide' failed on .*ZeroDivisionError"
    ) as info:
        HandlerChain([divide, take_centre]).decide(match.prompts[0], match)
    assert info.value.handler == "divide"
    assert isinstance(info.value.__cause__, ZeroDivisionError)


def test_an_invalid_answer_raises_an_error_naming_the_handler():
    match = tictactoe.start()
    agent = HandlerChain({"cheat": lambda prompt, match: Answer(0, "mark", (9,))})
    with pytest.raises(HandlerError, match=r"Handler 'cheat' answered .* which is not an option"):
        agent.decide(match.prompts[0], match)
