"""Rules that do not end in a thread are interrupted, and the thread goes on with the next match."""

import time

import pytest

from tests.server.slow_game import loop
from turnwright.core.errors import UnusableError
from turnwright.server.node.rules_thread import PATIENCE, RulesThread


@pytest.fixture
def thread():
    with RulesThread("replays", 0.2 / PATIENCE) as made:
        yield made


def test_an_endless_rule_is_interrupted_and_the_thread_goes_on(thread: RulesThread):
    for _ in range(3):
        with pytest.raises(UnusableError, match=r"longer than 0\.2 seconds") as error:
            thread.submit(loop).result(60)
        assert error.value.code == "rules_too_slow"
        assert thread.submit(sum, [1, 2]).result(60) == 3


def test_rules_that_catch_everything_are_interrupted_again(thread: RulesThread):
    caught = []

    def stubborn():
        while len(caught) < 3:
            try:
                loop()
            except BaseException as error:
                caught.append(error)
        return "done"

    assert thread.submit(stubborn).result(60) == "done"
    assert thread.submit(sum, [1, 2]).result(60) == 3


def test_a_long_match_with_short_steps_is_not_interrupted():
    patient = RulesThread("replays", 60 / PATIENCE)
    patient.seconds = 2.0  # an eighth of it passes between two looks

    def play():
        end = time.thread_time() + 2.5
        while time.thread_time() < end:
            patient.progress()
        return "done"

    with patient:
        assert patient.submit(play).result(60) == "done"


def test_without_a_limit_nothing_is_interrupted():
    with RulesThread("replays", 0.0) as patient:
        assert patient.submit(sum, [1, 2]).result(60) == 3
