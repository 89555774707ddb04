"""The log of a game as one side reads it: lines are only added, and states share them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, TypeAlias, overload

Line: TypeAlias = dict[str, Any]


class GameLog:
    """The lines of a game and its chat messages, in the order in which they appeared."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.game_lines = 0
        """How many of them the game wrote."""
        self._chat_lines = 0

    def add_chat(self, chat: Sequence[tuple[int, Line]]) -> None:
        """Add the chat messages that come after the lines so far.

        Each has the number of lines that the game had written before it."""
        while self._chat_lines < len(chat) and chat[self._chat_lines][0] <= self.game_lines:
            self.lines.append(chat[self._chat_lines][1])
            self._chat_lines += 1

    def view(self) -> LogView:
        """Return the lines so far. Later ones do not appear in it."""
        return LogView(self.lines)


class LogView(Sequence[Line]):
    """The first lines of a growing list, without a copy of them."""

    __slots__ = ("_end", "_lines")

    def __init__(self, lines: list[Line]) -> None:
        self._lines, self._end = lines, len(lines)

    def __len__(self) -> int:
        return self._end

    @overload
    def __getitem__(self, index: int) -> Line: ...
    @overload
    def __getitem__(self, index: slice) -> list[Line]: ...
    def __getitem__(self, index: int | slice) -> Line | list[Line]:
        if isinstance(index, slice):
            first, end, step = index.indices(self._end)
            if step == 1:
                return self._lines[first:end]
            return [self._lines[number] for number in range(first, end, step)]
        if not -self._end <= index < self._end:
            raise IndexError(f"line {index} of {self._end}")
        return self._lines[index if index >= 0 else self._end + index]

    def __iter__(self) -> Iterator[Line]:
        return islice(self._lines, self._end)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (LogView, list)):
            return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]  # it is compared by its lines, like a list

    def __repr__(self) -> str:
        return repr(list(self))
