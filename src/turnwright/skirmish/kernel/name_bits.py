"""Bits for tags and conditions: a mask has room for `layout.MAX_BITS` of them."""

from __future__ import annotations

from collections.abc import Iterable

from . import layout


class NameBits:
    """Bits for names, but only for those that some requirement or effect asks for."""

    def __init__(self) -> None:
        self.bits: dict[str, int] = {}

    def bit(self, name: str) -> int:
        """The bit of a name that something asks for."""
        return self.bits.setdefault(name, 1 << len(self.bits))

    def mask(self, names: Iterable[str]) -> int:
        """The bits of those of the names that something asks for."""
        mask = 0
        for name in names:
            mask |= self.bits.get(name, 0)
        return mask


class TagBits:
    """Tags as 63 bits. The plan numbers all tags; if these are too many, only those that something asks
    for get a bit (`asked`, found in a first pass)."""

    def __init__(self, asked: int | None = None) -> None:
        self.asked = 0
        self.renumbered = None
        if asked is not None:
            old = [bit for bit in range(asked.bit_length()) if asked >> bit & 1]
            self.renumbered = {bit: place for place, bit in enumerate(old)}

    def ask(self, mask: int) -> int:
        """The bits of a mask that something asks for."""
        self.asked |= mask
        return self.have(mask)

    def have(self, mask: int) -> int:
        """The bits of a mask that something has."""
        if self.renumbered is None:
            return mask & layout.ALL_BITS
        return sum(1 << place for bit, place in self.renumbered.items() if mask >> bit & 1)
