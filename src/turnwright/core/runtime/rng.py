"""Random streams: named sources of random numbers in the state of a match.

Every stream is a SplitMix64 sequence, whose whole state is one integer. It is seeded from the seed of
the match and its own name, so that a draw from one stream does not change another. In tests a stream
can have a script: the outcomes that it produces, all of which must be used.
"""

from __future__ import annotations

import re
from collections.abc import MutableSequence, Sequence
from hashlib import blake2b
from typing import TypeVar

import msgspec

from turnwright.core.errors import RulesError, ScriptExhausted

T = TypeVar("T")

_MASK = 0xFFFFFFFFFFFFFFFF
_GAMMA = 0x9E3779B97F4A7C15


class Stream(msgspec.Struct):
    """A stream of random numbers. `draws` counts the numbers drawn."""

    state: int
    draws: int = 0
    script: list[int | str | list[int | str]] | None = None

    @classmethod
    def named(cls, seed: int | str, name: str) -> Stream:
        """Create the stream of this name for a seed."""
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
        """Draw an integer from 0 to n-1 with equal probability."""
        if not 0 < n <= 1 << 64:
            raise RulesError(f"Cannot draw a random number below {n}.")
        if self.script is not None:
            return self._scripted_number(0, n - 1)
        # Multiply and shift, rejecting the few values that would bias the result (Lemire).
        self.draws += 1  # `bits`, inlined
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
        """Draw an integer from `low` to `high`, both included."""
        if self.script is not None:
            return self._scripted_number(low, high)
        return low + self.below(high - low + 1)

    def roll(self, dice: str) -> int:
        """Roll dice such as `d6`, `2d6` or `3d8+2` and return the sum."""
        count, sides, bonus = parse_dice(dice)
        return sum(self.between(1, sides) for _ in range(count)) + bonus

    def chance(self, part: float) -> bool:
        """Return True with the given probability."""
        if self.script is not None:
            return bool(self._scripted_number(0, 1))
        return (self.bits() >> 11) * 2.0**-53 < part

    def choice(self, items: Sequence[T]) -> T:
        """Draw one of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle in place. A script contains the whole resulting order as a list."""
        if self.script is not None:
            order = self._next_scripted()
            if not isinstance(order, list) or sorted(order, key=repr) != sorted(items, key=repr):
                raise RulesError(f"The script has {order!r}, which is not an order of {items!r}.")
            items[:] = order  # type: ignore[assignment]
            return
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Draw `count` different items, in the order they were drawn."""
        rest = list(items)
        return [rest.pop(self.below(len(rest))) for _ in range(count)]

    def _next_scripted(self, low: int = 0, high: int = -1) -> int | str | list[int | str]:
        if not self.script:
            raise ScriptExhausted(low, high)
        self.draws += 1
        return self.script.pop(0)

    def _scripted_number(self, low: int, high: int) -> int:
        number = self._next_scripted(low, high)
        if type(number) is not int or not low <= number <= high:
            raise RulesError(f"The script has {number!r}; the draw is from {low} to {high}.")
        return number


_DICE = re.compile(r"(\d*)[dD]([1-9]\d*)([+-]\d+)?", re.ASCII)
_dice: dict[str, tuple[int, int, int]] = {}


def parse_dice(text: str) -> tuple[int, int, int]:
    """Parse dice: `3d8+2` is (3, 8, 2)."""
    if text not in _dice:
        found = _DICE.fullmatch(text.replace(" ", ""))
        if found is None:
            raise RulesError(f"{text!r} is not a dice expression like 2d6+1.")
        count, sides, bonus = found.groups()
        _dice[text] = int(count or 1), int(sides), int(bonus or 0)
    return _dice[text]
