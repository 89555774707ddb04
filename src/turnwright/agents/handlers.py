"""HandlerChain: automation as an ordered list of handlers; the first with an opinion decides.

A handler is a named function of the prompt and the match that returns an answer, or None to let the
next one look. The chain remembers who decided, why, and who had nothing to say.
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

REMEMBERED = 200


class HandlerAnswer(msgspec.Struct, frozen=True):
    """An answer with its reason."""

    answer: Answer
    why: str


Handler: TypeAlias = Callable[[Prompt, Match], Answer | HandlerAnswer | None]


class Decision(msgspec.Struct, frozen=True):
    """One line of the trace."""

    seat: int
    prompt: str
    by: str
    why: str
    chosen: str
    passed: tuple[str, ...] = ()

    def __str__(self) -> str:
        text = f"{self.by} chose {self.chosen}: {self.why}" if self.why else ""
        text = text or f"{self.by} chose {self.chosen}"
        return f"{text} (no opinion: {', '.join(self.passed)})" if self.passed else text


class HandlerError(TurnwrightError):
    """A handler failed, or gave an answer that is not possible. `handler` names it."""

    def __init__(self, handler: str, sentence: str) -> None:
        super().__init__(f"Handler {handler!r} {sentence}")
        self.handler = handler


class HandlerResult(msgspec.Struct, frozen=True):
    """An opinion: whose it is, the reason that its handler carries, and who had none."""

    by: str
    opinion: Any
    why: str
    passed: tuple[str, ...]


def first_result(
    handlers: Mapping[str, Callable[..., Any]], *about: Any
) -> HandlerResult | tuple[str, ...]:
    """The opinion of the first handler that has one; if none has, the names of all that were asked.
    A handler that fails is named."""
    passed: list[str] = []
    for name, handler in handlers.items():
        try:
            opinion = handler(*about)
        except Exception as error:
            asked = ", ".join(repr(one) for one in about[:1])
            sentence = f"failed on {asked}: {type(error).__name__}: {error}"
            raise HandlerError(name, sentence) from error
        if opinion is not None:
            return HandlerResult(name, opinion, _reason(handler), tuple(passed))
        passed.append(name)
    return tuple(passed)


class HandlerChain:
    """The agent that asks its handlers in order and its fallback last.

    Handlers are given by name, or as functions that are called what they are called; a function's
    docstring is its reason unless it returns an `HandlerAnswer`.
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
        self.trace: deque[Decision] = deque(maxlen=REMEMBERED)

    def __repr__(self) -> str:
        return f"HandlerChain([{', '.join(self.handlers)}])"

    def decide(self, prompt: Prompt, match: Match) -> Answer:
        found = first_result(self.handlers, prompt, match)
        if isinstance(found, tuple):
            answer = self.fallback.decide(prompt, match)
            why = "no handler has an opinion"
            return self._note(prompt, answer, repr(self.fallback), why, found)
        opinion = found.opinion
        if not isinstance(opinion, HandlerAnswer):
            opinion = HandlerAnswer(opinion, found.why)
        answer, why = opinion.answer, opinion.why
        if not is_possible(prompt, answer):
            sentence = f"answered {prompt!r} with {answer!r}, which is no option."
            raise HandlerError(found.by, sentence)
        return self._note(prompt, answer, found.by, why, found.passed)

    def _note(
        self, prompt: Prompt, answer: Answer, by: str, why: str, passed: tuple[str, ...]
    ) -> Answer:
        chosen = describe_answer(prompt, answer)
        self.trace.append(Decision(prompt.seat, prompt.text, by, why, chosen, passed))
        return answer

    def explain(self) -> str:
        """Who decided last, and why."""
        return str(self.trace[-1]) if self.trace else "Nothing was asked yet."


def is_possible(prompt: Prompt, answer: Answer) -> bool:
    """Is this one of the answers that the prompt allows?"""
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
