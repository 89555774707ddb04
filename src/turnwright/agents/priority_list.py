"""PriorityList: an agent that follows an ordered list of entries written by a person.

At every prompt the entries are tried from the top, and the first that matches an option wins. A
`PriorityEntry` is plain data, so a list can be saved, sent and edited. A `ConditionalEntry` is code and
can inspect the option, the prompt and the match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeAlias

import msgspec

from turnwright.core.definition.moves import Option
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer, Prompt

from .auto_selector import pick_first
from .base import Agent, Passive

Condition: TypeAlias = Callable[[Prompt, Match], bool]

ANY = "*"


class PriorityEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a list, as data. What is left empty does not matter.

    `args` is compared from the left, "*" fits anything; `label` is part of the option's label and
    `text` of the prompt's, both without regard to case; `kind` is the prompt's kind.
    """

    move: str = ""
    args: tuple[int | float | str | bool | None, ...] = ()
    label: str = ""
    kind: str = ""
    text: str = ""
    name: str = ""

    def __str__(self) -> str:
        parts = (self.move, ":".join(map(str, self.args)), self.label, self.text, self.kind)
        return self.name or " ".join(part for part in parts if part) or "anything"

    def fits(self, option: Option, prompt: Prompt) -> bool:
        if (self.move and option.move != self.move) or (self.kind and prompt.kind != self.kind):
            return False
        if self.label.lower() not in option.label.lower():
            return False
        if self.text.lower() not in prompt.text.lower() or len(self.args) > len(option.args):
            return False
        return all(want in (ANY, got) for want, got in zip(self.args, option.args, strict=False))


class ConditionalEntry:
    """One line of a list, in code: options that `fits` likes, at times when `when` holds."""

    def __init__(
        self,
        name: str,
        fits: Callable[[Option], bool] | PriorityEntry | str,
        when: Condition | None = None,
    ) -> None:
        self.name = name
        self.when = when
        self._fits = PriorityEntry(move=fits) if isinstance(fits, str) else fits

    def __str__(self) -> str:
        return self.name

    def fits(self, option: Option, prompt: Prompt) -> bool:
        if isinstance(self._fits, PriorityEntry):
            return self._fits.fits(option, prompt)
        return bool(self._fits(option))


class PriorityList:
    """The agent that follows such a list. A word alone is the name of a move; where nothing in the
    list fits, the fallback decides. `explain()` tells why the last answer was given."""

    controller_type: ClassVar = "ai"

    def __init__(
        self,
        entries: Sequence[PriorityEntry | ConditionalEntry | str],
        fallback: Agent | None = None,
    ) -> None:
        self.entries = [PriorityEntry(move=e) if isinstance(e, str) else e for e in entries]
        self.fallback: Agent = fallback if fallback is not None else Passive()
        self._last: tuple[Prompt, Answer, int, list[str]] | None = None

    def __repr__(self) -> str:
        return f"PriorityList([{', '.join(map(str, self.entries))}])"

    def decide(self, prompt: Prompt, match: Match) -> Answer:
        passed_over: list[str] = []
        for index, entry in enumerate(self.entries):
            if (
                isinstance(entry, ConditionalEntry)
                and entry.when is not None
                and not entry.when(prompt, match)
            ):
                passed_over.append("its condition does not hold")
                continue
            fitting = [option for option in prompt.options if entry.fits(option, prompt)]
            if fitting:
                rest = [option for option in prompt.options if option not in fitting]
                ranked = fitting + (rest if prompt.min > 1 else [])
                answer = pick_first(prompt, ranked, max(1, prompt.min))
                self._last = (prompt, answer, index, passed_over)
                return answer
            passed_over.append("no option fits")
        answer = self.fallback.decide(prompt, match)
        self._last = (prompt, answer, -1, passed_over)
        return answer

    def explain(self) -> str:
        """What could be done, what was chosen, and why: of the last answer."""
        if self._last is None:
            return "Nothing was asked yet."
        prompt, answer, index, passed_over = self._last
        labels = ", ".join(option.label for option in prompt.options)
        if index >= 0:
            why = f"entry {index + 1} ({self.entries[index]}) is the first that is valid"
        else:
            why = f"no entry is valid and {self.fallback!r} decides then"
        chosen = describe_answer(prompt, answer)
        text = f"AI Actions Available: [{labels}]. Selected {chosen} because {why}."
        skipped = zip(self.entries, passed_over, strict=False)
        lines = [f"{i} ({entry}): {reason}" for i, (entry, reason) in enumerate(skipped, 1)]
        return f"{text} Passed over: {'; '.join(lines)}." if lines else text

    # --- as data -----------------------------------------------------------------------------------

    def to_json(self) -> bytes:
        """The list as data; lines in code have no such form."""
        code = [str(entry) for entry in self.entries if not isinstance(entry, PriorityEntry)]
        if code:
            raise TypeError(f"{code[0]!r} is written in code; only entries can be saved")
        return msgspec.json.encode(self.entries)

    @classmethod
    def from_json(cls, data: bytes | str, fallback: Agent | None = None) -> PriorityList:
        return cls(msgspec.json.decode(data, type=list[PriorityEntry]), fallback)


def describe_answer(prompt: Prompt, answer: Answer) -> str:
    """An answer in the words of its prompt."""
    picked: list[Any] = []
    for option in prompt.options:
        if answer.picks is None and (option.move, option.args) == (answer.move, answer.args):
            return option.label
        if answer.picks is not None and option.id in answer.picks:
            picked.append(option)
    if not picked:
        return "nothing"
    picked.sort(key=lambda option: (answer.picks or ()).index(option.id))
    return ", ".join(option.label for option in picked)
