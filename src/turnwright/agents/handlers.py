"""HandlerChain: an agent that asks handlers in order; the first that answers decides.

A handler is a named function of the prompt and the match. It returns an answer, or None to leave the
decision to the next handler. The chain keeps a trace of who decided and why.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

import msgspec

from turnwright.core.errors import TurnwrightError
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer, Prompt

from .base import Agent, Passive
from .priority_list import describe_answer

TRACE_LENGTH = 200


class HandlerAnswer(msgspec.Struct, frozen=True):
    """An answer with its reason."""

    answer: Answer
    why: str


Handler: TypeAlias = Callable[[Prompt, Match], Answer | HandlerAnswer | None]


class Decision(msgspec.Struct, frozen=True):
    """One decision in the trace."""

    seat: int
    prompt: str
    by: str
    why: str
    chosen: str
    passed: tuple[str, ...] = ()

    def __str__(self) -> str:
        text = f"{self.by} chose {self.chosen}: {self.why}" if self.why else ""
        text = text or f"{self.by} chose {self.chosen}"
        return f"{text} (no answer: {', '.join(self.passed)})" if self.passed else text


class HandlerError(TurnwrightError):
    """A handler failed or gave an illegal answer. `handler` is its name."""

    def __init__(self, handler: str, sentence: str) -> None:
        super().__init__(f"Handler {handler!r} {sentence}")
        self.handler = handler


class HandlerResult(msgspec.Struct, frozen=True):
    """The first answer: the name of its handler, the answer, its reason, and who had none."""

    by: str
    answer: Any
    why: str
    passed: tuple[str, ...]


def first_result(
    handlers: Mapping[str, Callable[..., Any]], *about: Any
) -> HandlerResult | tuple[str, ...]:
    """Return the result of the first handler that has one, or the names of all handlers.

    A handler that fails raises `HandlerError` with its name.
    """
    passed: list[str] = []
    for name, handler in handlers.items():
        try:
            answer = handler(*about)
        except Exception as error:
            asked = ", ".join(repr(one) for one in about[:1])
            sentence = f"failed on {asked}: {type(error).__name__}: {error}"
            raise HandlerError(name, sentence) from error
        if answer is not None:
            return HandlerResult(name, answer, _reason(handler), tuple(passed))
        passed.append(name)
    return tuple(passed)


class HandlerChain:
    """Asks its handlers in order, and its fallback last.

    Handlers are given by name, or as a list of functions with their own names. The docstring of a
    function is its reason, unless it returns a `HandlerAnswer`.
    """

    controller_type: ClassVar = "ai"

    def __init__(
        self,
        handlers: Mapping[str, Handler] | Sequence[Handler],
        fallback: Agent | None = None,
    ) -> None:
        if not isinstance(handlers, Mapping):
            handlers = {_name(handler): handler for handler in handlers}
        self.handlers = dict(handlers)
        self.fallback: Agent = fallback if fallback is not None else Passive()
        self.trace: deque[Decision] = deque(maxlen=TRACE_LENGTH)

    def __repr__(self) -> str:
        return f"HandlerChain([{', '.join(self.handlers)}])"

    def decide(self, prompt: Prompt, match: Match) -> Answer:
        """Return the answer of the first handler that has one."""
        found = first_result(self.handlers, prompt, match)
        if isinstance(found, tuple):
            answer = self.fallback.decide(prompt, match)
            why = "no handler has an answer"
            return self._record(prompt, answer, repr(self.fallback), why, found)
        given = found.answer
        if not isinstance(given, HandlerAnswer):
            given = HandlerAnswer(given, found.why)
        answer, why = given.answer, given.why
        if not is_legal(prompt, answer):
            sentence = f"answered {prompt!r} with {answer!r}, which is not an option."
            raise HandlerError(found.by, sentence)
        return self._record(prompt, answer, found.by, why, found.passed)

    def _record(
        self, prompt: Prompt, answer: Answer, by: str, why: str, passed: tuple[str, ...]
    ) -> Answer:
        chosen = describe_answer(prompt, answer)
        self.trace.append(Decision(prompt.seat, prompt.text, by, why, chosen, passed))
        return answer

    def explain(self) -> str:
        """Who made the last decision, and why."""
        return str(self.trace[-1]) if self.trace else "No decision was made yet."


def is_legal(prompt: Prompt, answer: Answer) -> bool:
    """Whether a prompt allows this answer."""
    if answer.seat != prompt.seat:
        return False
    if prompt.question is not None:
        return answer.picks is not None and prompt.question.check(answer.picks) is None
    return any(
        (option.move, option.args) == (answer.move, answer.args) for option in prompt.options
    )


def _name(handler: Handler) -> str:
    return str(getattr(handler, "__name__", type(handler).__name__)).replace("_", "-")


def _reason(handler: Handler) -> str:
    return (getattr(handler, "__doc__", None) or "").strip().partition("\n")[0].rstrip(".")
