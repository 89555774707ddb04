"""HandlerChain: automation as an ordered list of handlers; the first with an opinion decides.

A handler is a named function of the prompt and the match that returns an answer, or None to let the
next one look. The chain remembers who decided, why, and who had nothing to say.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, TypeAlias

import msgspec

from turnwright.core.errors import TurnwrightError
from turnwright.core.match import Match
from turnwright.core.prompts import Answer, Prompt

from .base import Agent, Passive
from .priority import told

REMEMBERED = 200


class Opinion(msgspec.Struct, frozen=True):
    """An answer with its reason."""

    answer: Answer
    why: str


Handler: TypeAlias = Callable[[Prompt, Match], Answer | Opinion | None]


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


class HandlerChain:
    """The agent that asks its handlers in order and its fallback last.

    Handlers are given by name, or as functions that are called what they are called; a function's
    docstring is its reason unless it returns an `Opinion`.
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
        passed: list[str] = []
        for name, handler in self.handlers.items():
            try:
                opinion = handler(prompt, match)
            except Exception as error:
                sentence = f"failed on {prompt!r}: {type(error).__name__}: {error}"
                raise HandlerError(name, sentence) from error
            if opinion is None:
                passed.append(name)
                continue
            if isinstance(opinion, Opinion):
                answer, why = opinion.answer, opinion.why
            else:
                answer, why = opinion, _reason(handler)
            if not is_possible(prompt, answer):
                raise HandlerError(
                    name, f"answered {prompt!r} with {answer!r}, which is no option."
                )
            return self._note(prompt, answer, name, why, passed)
        answer = self.fallback.decide(prompt, match)
        return self._note(prompt, answer, repr(self.fallback), "no handler has an opinion", passed)

    def _note(self, prompt: Prompt, answer: Answer, by: str, why: str, passed: list[str]) -> Answer:
        chosen = told(prompt, answer)
        self.trace.append(Decision(prompt.seat, prompt.text, by, why, chosen, tuple(passed)))
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
