"""Chance: named streams of random numbers that live in the state of a match.

Every stream is a SplitMix64 sequence (its whole state is one number), seeded from the match's seed
and its own name, so that a new roll in one place does not shift the numbers of another. A stream
may carry a script for tests: the outcomes it must give, which have to be used up.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec

from turnwright.core.errors import RulesError

T = TypeVar("T")

_MASK = 0xFFFFFFFFFFFFFFFF
_GAMMA = 0x9E3779B97F4A7C15


class Stream(msgspec.Struct):
    """One source of chance. `draws` counts what was taken from it."""

    state: int
    draws: int = 0
    script: list[int | str | list[int | str]] | None = None

    @classmethod
    def named(cls, seed: int | str, name: str) -> Stream:
        key = blake2b(f"{seed}\x00{name}".encode(), digest_size=8).digest()
        return cls(int.from_bytes(key, "little"))

    def bits(self) -> int:
        """The next 64 random bits."""
        self.draws += 1
        self.state = z = (self.state + _GAMMA) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A number from 0 to n-1, every one equally likely."""
        if not 0 < n <= 1 << 64:
            raise RulesError(f"a random number below {n} cannot be drawn")
        if self.script is not None:
            return self._scripted_number(0, n - 1)
        # Multiply-and-shift with rejection of the few values that would favour small results.
        self.draws += 1  # as in `bits`, without the call
        self.state = z = (self.state + _GAMMA) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        product = (z ^ (z >> 31)) * n
        low = product & _MASK
        if low < n:
            threshold = (1 << 64) % n
            while low < threshold:
                product = self.bits() * n
                low = product & _MASK
        return product >> 64

    def between(self, low: int, high: int) -> int:
        """A number from `low` to `high`, both included."""
        if self.script is not None:
            return self._scripted_number(low, high)
        return low + self.below(high - low + 1)

    def roll(self, dice: str) -> int:
        """The sum of dice such as `d6`, `2d6` or `3d8+2`."""
        count, sides, bonus = parse_dice(dice)
        return sum(self.between(1, sides) for _ in range(count)) + bonus

    def chance(self, part: float) -> bool:
        """True with the given probability."""
        if self.script is not None:
            return bool(self._scripted_number(0, 1))
        return (self.bits() >> 11) * 2.0**-53 < part

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, items: list[Any]) -> None:
        """Shuffle in place. A script gives the whole resulting order as a list."""
        if self.script is not None:
            order = self._next_scripted()
            if not isinstance(order, list) or sorted(order, key=repr) != sorted(items, key=repr):
                raise RulesError(f"the script gives {order!r} as an order of {items!r}")
            items[:] = order
            return
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """`count` different members, in the order they were drawn."""
        rest = list(items)
        return [rest.pop(self.below(len(rest))) for _ in range(count)]

    def _next_scripted(self) -> Any:
        if not self.script:
            raise RulesError("the script of this stream is used up, but one more draw was made")
        self.draws += 1
        return self.script.pop(0)

    def _scripted_number(self, low: int, high: int) -> int:
        number = self._next_scripted()
        if type(number) is not int or not low <= number <= high:
            raise RulesError(f"the script gives {number!r}, the draw is from {low} to {high}")
        return number


_DICE = re.compile(r"(\d*)[dD]([1-9]\d*)([+-]\d+)?", re.ASCII)
_dice: dict[str, tuple[int, int, int]] = {}


def parse_dice(text: str) -> tuple[int, int, int]:
    """`3d8+2` is (3, 8, 2)."""
    if text not in _dice:
        found = _DICE.fullmatch(text.replace(" ", ""))
        if found is None:
            raise RulesError(f"{text!r} is not a roll of dice; write it like 2d6+1")
        count, sides, bonus = found.groups()
        _dice[text] = int(count or 1), int(sides), int(bonus or 0)
    return _dice[text]
