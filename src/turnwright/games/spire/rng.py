"""The game's random numbers: libGDX's xorshift128+ with a call counter, java.util.Random for
shuffles, and displayed seeds. A stream is two 64-bit words and a counter: plain data that is saved
and copied with the run."""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import Any, final

import msgspec

_SINGLE = Struct("f")
MASK = (1 << 64) - 1
LOW_41 = MASK >> 23
HALF = 1 << 63
SAFE = HALF - (1 << 32)
"""Numbers below this are never rejected for a small range."""
MASK_48 = (1 << 48) - 1
DIGITS = "0123456789ABCDEFGHIJKLMNPQRSTUVWXYZ"
"""Seeds are displayed in base 35. There is no letter O; it is read as zero."""


def f32(number: float) -> float:
    """Round to a 32-bit float, with which the game calculates."""
    single: float = _SINGLE.unpack(_SINGLE.pack(number))[0]
    return single


def _murmur(x: int) -> int:
    x = (x ^ (x >> 33)) * 0xFF51AFD7ED558CCD & MASK
    x = (x ^ (x >> 33)) * 0xC4CEB9FE1A85EC53 & MASK
    return x ^ (x >> 33)


@final
class Random(msgspec.Struct, gc=False):
    """A random stream. Every call is counted."""

    s0: int
    s1: int
    counter: int = 0

    @classmethod
    def seeded(cls, seed: int, counter: int = 0) -> Random:
        """A stream from a seed, after so many calls."""
        first = _murmur((seed & MASK) or 1 << 63)
        stream = cls(first, _murmur(first))
        while stream.counter < counter:
            stream.random(999)
        return stream

    def _next(self) -> int:
        """The next 64 bits."""
        s1, s0 = self.s0, self.s1
        s1 ^= (s1 & LOW_41) << 23
        self.s0 = s0
        self.s1 = s1 = s1 ^ s0 ^ (s1 >> 17) ^ (s0 >> 26)
        return (s1 + s0) & MASK

    def below(self, n: int) -> int:
        """A number from 0 to n-1."""
        self.counter += 1
        while True:  # `_next`, inlined: no function is called more often
            s1, s0 = self.s0, self.s1
            s1 ^= (s1 & LOW_41) << 23
            self.s0 = s0
            self.s1 = s1 = s1 ^ s0 ^ (s1 >> 17) ^ (s0 >> 26)
            bits = ((s1 + s0) & MASK) >> 1
            if bits < SAFE or bits - bits % n + n <= HALF:
                return bits % n

    def random(self, high: int) -> int:
        """A number from 0 to `high`, both included."""
        return self.below(high + 1)

    def between(self, low: int, high: int) -> int:
        """A number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def fraction(self) -> float:
        """From 0 to 1, in steps of 2**-24."""
        self.counter += 1
        s1, s0 = self.s0, self.s1
        s1 ^= (s1 & LOW_41) << 23
        self.s0 = s0
        self.s1 = s1 = s1 ^ s0 ^ (s1 >> 17) ^ (s0 >> 26)
        return ((s1 + s0) >> 40 & 0xFFFFFF) * 2.0**-24

    def float_between(self, low: float, high: float) -> float:
        """From `low` to `high`, calculated with 32-bit floats."""
        low = f32(low)
        return f32(low + f32(self.fraction() * f32(f32(high) - low)))

    def boolean(self) -> bool:
        """True or false with the same chance."""
        self.counter += 1
        return bool(self._next() & 1)

    def chance(self, part: float) -> bool:
        """True with this chance."""
        return self.fraction() < part

    def long(self) -> int:
        """64 bits, signed."""
        self.counter += 1
        bits = self._next()
        return bits - (1 << 64) if bits >> 63 else bits

    def shuffle(self, items: list[Any]) -> None:
        """Collections.shuffle with a java.util.Random seeded from this stream."""
        JavaRandom(self.long()).shuffle(items)

    def jump_to(self, counter: int) -> None:
        """Draw numbers until the counter is reached."""
        while self.counter < counter:
            self.random(999)


def numbers_below(seed: int) -> Callable[[int], int]:
    """`Random.seeded(seed).below` as a function. Its state is not part of a run, so it is faster: for
    what is generated at once, like a map."""
    first = Random.seeded(seed)
    s0, s1 = first.s0, first.s1

    def below(n: int) -> int:
        nonlocal s0, s1
        while True:
            t = s0 ^ (s0 & LOW_41) << 23
            s0 = s1
            s1 = t ^ s0 ^ (t >> 17) ^ (s0 >> 26)
            bits = ((s1 + s0) & MASK) >> 1
            if bits < SAFE or bits - bits % n + n <= HALF:
                return bits % n

    return below


class JavaRandom:
    """java.util.Random, as far as shuffles need it."""

    __slots__ = ("_seed",)

    def __init__(self, seed: int) -> None:
        self._seed = (seed ^ 0x5DEECE66D) & MASK_48

    def below(self, n: int) -> int:
        """A number from 0 to n-1."""
        while True:
            self._seed = (self._seed * 0x5DEECE66D + 0xB) & MASK_48
            bits = self._seed >> 17
            if n & (n - 1) == 0:
                return n * bits >> 31
            value = bits % n
            if bits - value + n <= 1 << 31:
                return value

    def shuffle(self, items: list[Any]) -> None:
        """Shuffle a list in place."""
        seed = self._seed
        for n in range(len(items), 1, -1):  # `below(n)`, inlined
            seed = (seed * 0x5DEECE66D + 0xB) & MASK_48
            bits = seed >> 17
            if n & (n - 1):
                j = bits % n
                while bits >= 0x7FFF0000 and bits - j + n > 1 << 31:  # never for fewer than 65,536
                    seed = (seed * 0x5DEECE66D + 0xB) & MASK_48
                    bits = seed >> 17
                    j = bits % n
            else:
                j = n * bits >> 31
            items[n - 1], items[j] = items[j], items[n - 1]
        self._seed = seed


# --- seeds ---------------------------------------------------------------------------------------


def seed_from_text(text: str) -> int:
    """The signed number of a displayed seed."""
    number = 0
    for letter in text.strip().upper().replace("O", "0"):
        place = DIGITS.find(letter)
        if place < 0:
            raise ValueError(f"{text!r} is not a seed: {letter!r} is neither a digit nor a letter")
        number = (number * 35 + place) & MASK
    return number - (1 << 64) if number >> 63 else number


def seed_to_text(seed: int) -> str:
    """A seed as the game displays it."""
    number, letters = seed & MASK, []
    while number:
        number, place = divmod(number, 35)
        letters.append(DIGITS[place])
    return "".join(reversed(letters)) or "0"
