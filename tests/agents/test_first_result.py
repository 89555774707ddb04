"""`first_result` calls handlers in order until one returns an answer."""

import pytest

from turnwright.agents.handlers import HandlerError, first_result


def small(number):
    """It is small."""
    return "small" if number < 10 else None


def even(number):
    """It can be halved."""
    return "even" if number % 2 == 0 else None


HANDLERS = {"small": small, "even": even}


def test_the_first_handler_with_an_answer_decides():
    found = first_result(HANDLERS, 4)
    assert (found.by, found.answer, found.why, found.passed) == (
        "small",
        "small",
        "It is small",
        (),
    )
    found = first_result(HANDLERS, 12)
    assert (found.by, found.why, found.passed) == ("even", "It can be halved", ("small",))


def test_all_handlers_are_listed_if_none_has_an_answer():
    assert first_result(HANDLERS, 13) == ("small", "even")


def test_the_error_names_the_failing_handler():
    with pytest.raises(HandlerError, match="Handler 'small' failed on 'x': TypeError") as failure:
        first_result(HANDLERS, "x")
    assert failure.value.handler == "small"
