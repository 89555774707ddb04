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
    """An entry as data. Empty fields match everything.

    `args` is compared from the left, and "*" matches any value. `label` is part of the option's label
    and `text` of the prompt's text, both without case. `kind` is the kind of the prompt.
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

    def matches(self, option: Option, prompt: Prompt) -> bool:
        """Whether this entry matches an option."""
        if (self.move and option.move != self.move) or (self.kind and prompt.kind != self.kind):
            return False
        if self.label.lower() not in option.label.lower():
            return False
        if self.text.lower() not in prompt.text.lower() or len(self.args) > len(option.args):
            return False
        return all(want in (ANY, got) for want, got in zip(self.args, option.args, strict=False))


class ConditionalEntry:
    """An entry in code: options for which `matches` is true, while `when` holds."""

    def __init__(
        self,
        name: str,
        matches: Callable[[Option], bool] | PriorityEntry | str,
        when: Condition | None = None,
    ) -> None:
        self.name = name
        self.when = when
        self._matches = PriorityEntry(move=matches) if isinstance(matches, str) else matches

    def __str__(self) -> str:
        return self.name

    def matches(self, option: Option, prompt: Prompt) -> bool:
        """Whether this entry matches an option."""
        if isinstance(self._matches, PriorityEntry):
            return self._matches.matches(option, prompt)
        return bool(self._matches(option))


class PriorityList:
    """Takes the first entry that matches an option. A string is an entry for the move of that name.

    If no entry matches, the fallback decides. `explain()` says why the last answer was given.
    """

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
        """Answer with the first entry that matches an option."""
        passed_over: list[str] = []
        for index, entry in enumerate(self.entries):
            if (
                isinstance(entry, ConditionalEntry)
                and entry.when is not None
                and not entry.when(prompt, match)
            ):
                passed_over.append("its condition does not hold")
                continue
            matching = [option for option in prompt.options if entry.matches(option, prompt)]
            if matching:
                rest = [option for option in prompt.options if option not in matching]
                ranked = matching + (rest if prompt.min > 1 else [])
                answer = pick_first(prompt, ranked, max(1, prompt.min))
                self._last = (prompt, answer, index, passed_over)
                return answer
            passed_over.append("no option matches")
        answer = self.fallback.decide(prompt, match)
        self._last = (prompt, answer, -1, passed_over)
        return answer

    def explain(self) -> str:
        """The options of the last decision, the selected one, and why."""
        if self._last is None:
            return "No decision was made yet."
        prompt, answer, index, passed_over = self._last
        labels = ", ".join(option.label for option in prompt.options)
        if index >= 0:
            why = f"entry {index + 1} ({self.entries[index]}) is the first that is valid"
        else:
            why = f"no entry matches and {self.fallback!r} decides"
        chosen = describe_answer(prompt, answer)
        text = f"AI Actions Available: [{labels}]. Selected {chosen} because {why}."
        skipped = zip(self.entries, passed_over, strict=False)
        lines = [f"{i} ({entry}): {reason}" for i, (entry, reason) in enumerate(skipped, 1)]
        return f"{text} Passed over: {'; '.join(lines)}." if lines else text

    # --- as data -----------------------------------------------------------------------------------

    def to_json(self) -> bytes:
        """Encode the list. Entries in code cannot be encoded."""
        code = [str(entry) for entry in self.entries if not isinstance(entry, PriorityEntry)]
        if code:
            raise TypeError(f"Entry {code[0]!r} is code and cannot be saved.")
        return msgspec.json.encode(self.entries)

    @classmethod
    def from_json(cls, data: bytes | str, fallback: Agent | None = None) -> PriorityList:
        """Decode a list that `to_json` encoded."""
        return cls(msgspec.json.decode(data, type=list[PriorityEntry]), fallback)


def describe_answer(prompt: Prompt, answer: Answer) -> str:
    """Return the labels of the options that an answer picks."""
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
