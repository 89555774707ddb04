"""The inputs of a match as a tree: a main line, and branches that leave another line at some input."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from turnwright.core.runtime.record import RecordEntry


class Branch(msgspec.Struct):
    """All inputs of one line, from the start. It shares the first `fork` of them with its parent."""

    name: str
    parent: int
    fork: int
    entries: list[RecordEntry]


def input_key(entry: RecordEntry) -> str:
    """Return what makes an input, whatever state it led to."""
    return repr((entry.seat, entry.move, entry.args, entry.picks, entry.op))


def input_text(entry: RecordEntry) -> str:
    """Return an input in a few words, without its seat."""
    if entry.op:
        return " ".join([entry.op, *map(str, entry.args)])
    if entry.picks is not None:
        return ", ".join(entry.picks) or "nothing"
    return " ".join([entry.move, *map(str, entry.args)])


def shared_length(one: Sequence[RecordEntry], other: Sequence[RecordEntry]) -> int:
    """Return how many inputs two lines have in common at their beginning."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if input_key(a) != input_key(b):
            break
        count += 1
    return count


class BranchTree:
    """The lines of a session. There is always one, and one of them is the current line."""

    def __init__(self) -> None:
        self.lines = [Branch("a", -1, 0, [])]
        self.current = 0

    @property
    def line(self) -> Branch:
        """The current line."""
        return self.lines[self.current]

    def follow(self, played: list[RecordEntry], *, was_at_end: bool) -> None:
        """Take over the inputs played so far: stay on the line if they are on it, prolong it if it was
        at its end, or begin a branch."""
        line = self.line
        shared = shared_length(line.entries, played)
        if shared == len(played) and not was_at_end:
            return
        if (was_at_end and shared >= line.fork) or shared == len(line.entries):
            line.entries = played
        else:
            self.fork(shared, played)

    def fork(self, at: int, played: list[RecordEntry]) -> None:
        """Begin a branch after `at` inputs of the current line, and make it the current line."""
        name = _branch_name(len(self.lines))
        self.lines.append(Branch(name, self.current, at, played))
        self.current = len(self.lines) - 1


def _branch_name(number: int) -> str:
    """Return a, b, ... z, then a1, b1 and so on."""
    turn, letter = divmod(number, 26)
    return chr(ord("a") + letter) + (str(turn) if turn else "")
