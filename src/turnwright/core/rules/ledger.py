"""The ledger: resources, and nothing but resources.

A ledger holds pools by key ("click", "SpellSlot_1", "life"), and writes down, if it is told to, who
changed which of them and why. It does not know what a resource is for: costs are in `cost.py`.
"""

from __future__ import annotations

from math import inf
from typing import Annotated, TypeAlias

import msgspec

from turnwright.core.definition.state import Public, Shared
from turnwright.core.errors import RulesError

Number: TypeAlias = int | float

Amount: TypeAlias = (
    Annotated[int, msgspec.Meta(ge=0)] | Annotated[float, msgspec.Meta(ge=0, le=1e15)]
)
"""A number that is not negative. Whole numbers stay whole."""

EPSILON = 1e-9
"""Amounts that differ by no more than this are equal: 0.3 pays for 0.1 three times."""


def tidy(number: Number) -> Number:
    """The same amount without the dust of float arithmetic: 15.0 and 14.9999999999 are 15."""
    if type(number) is float:
        whole = round(number)
        if abs(number - whole) <= EPSILON:
            return whole
    return number


class Pool(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """How much there is of one resource. `max=None` is no limit; `reset` is the word that brings it
    back to its maximum ("turn", "encounter", "long rest"; "" for never)."""

    current: Public[Amount]
    max: Public[Amount | None] = None
    reset: Public[str] = ""


class Change(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One entry of the journal; as text, a sentence."""

    key: str
    amount: Number
    before: Number
    after: Number
    who: str = ""
    why: str = ""

    def __str__(self) -> str:
        by = f" by {self.who}" if self.who else ""
        because = f" ({self.why})" if self.why else ""
        if not self.amount:
            return f"{self.key} left at {self.after}{by}{because}."
        done = "spent" if self.amount < 0 else "gained"
        amount = f"{abs(self.amount)} {self.key}"
        return f"{amount} {done}{by}{because}: {self.before} became {self.after}."


class Ledger(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Pools by key, and the last `keep` changes of them (0: no journal, and no cost for it).

    Pools are replaced, never changed: a copy of a ledger is a copy of one dict.
    """

    pools: Public[dict[str, Shared[Pool]]] = {}
    journal: list[Shared[Change]] = []
    keep: int = 0

    def __post_init__(self) -> None:
        for key, pool in self.pools.items():
            _check_pool(key, pool)

    # --- looking -------------------------------------------------------------------------------------

    def available(self, key: str) -> Number:
        """How much there is. Of what has no pool there is nothing."""
        pool = self.pools.get(key)
        return 0 if pool is None else pool.current

    def has(self, key: str, amount: Number = 1) -> bool:
        pool = self.pools.get(key)
        return _checked(amount) <= (0 if pool is None else pool.current) + EPSILON

    def explain(self) -> str:
        """The journal as sentences, the oldest first."""
        return "\n".join(map(str, self.journal))

    # --- changing ------------------------------------------------------------------------------------

    def add(self, key: str, pool: Pool, who: str = "", why: str = "") -> None:
        """A new pool; its key must be new."""
        _check_pool(key, pool)
        if key in self.pools:
            raise RulesError(f"there is already a pool {key!r}", key=key)
        self.pools[key] = pool
        self._write(key, 0, pool.current, who, why)

    def spend(self, key: str, amount: Number = 1, who: str = "", why: str = "") -> None:
        """Take an amount out; more than there is cannot be spent."""
        have = self.available(key)
        if _checked(amount) > have + EPSILON:
            sentence = f"{amount} {key} cannot be spent, {have} available"
            raise RulesError(sentence, key=key, needed=amount, available=have)
        if amount and key in self.pools:
            self._set(key, max(0, tidy(have - amount)), who, why)

    def restore(self, key: str, amount: Number = 1, who: str = "", why: str = "") -> Number:
        """Put back up to the maximum, and say how much that was. Never lowers what is above it."""
        pool = self._pool(key)
        after = tidy(pool.current + _checked(amount))
        if pool.max is not None and after > pool.max:
            after = pool.max
        if after <= pool.current:
            return 0
        self._set(key, after, who, why)
        return tidy(after - pool.current)

    def gain(self, key: str, amount: Number = 1, who: str = "", why: str = "") -> None:
        """Add, above the maximum too: one more action this turn."""
        after = tidy(self._pool(key).current + _checked(amount))
        if amount:
            self._set(key, after, who, why)

    def set_max(self, key: str, maximum: Number | None, who: str = "", why: str = "") -> None:
        """A new maximum. Lowering it cuts what lies above it; raising it fills nothing."""
        pool = self._pool(key)
        after = pool.current
        if maximum is not None and (pool.max is None or _checked(maximum) < pool.max):
            after = min(after, maximum)
        changed = Pool(after, maximum, pool.reset)
        _check_pool(key, changed)
        self.pools[key] = changed
        self._write(key, pool.current, after, who, why or f"maximum now {maximum}")

    def reset(self, *words: str, who: str = "", why: str = "") -> dict[str, Number]:
        """Bring the pools that reset at any of these words to their maximum, also from above it.
        Returns by how much each of them changed."""
        changed: dict[str, Number] = {}
        for key, pool in self.pools.items():
            if not pool.reset or pool.reset not in words or pool.max is None:
                continue
            if pool.current != pool.max:
                changed[key] = tidy(pool.max - pool.current)
                self._set(key, pool.max, who, why or pool.reset)
        return changed

    def _pool(self, key: str) -> Pool:
        pool = self.pools.get(key)
        if pool is None:
            raise RulesError(f"there is no pool {key!r} in this ledger", key=key)
        return pool

    def _set(self, key: str, after: Number, who: str, why: str) -> None:
        pool = self.pools[key]
        self.pools[key] = Pool(after, pool.max, pool.reset)
        if self.keep:
            self._write(key, pool.current, after, who, why)

    def _write(self, key: str, before: Number, after: Number, who: str, why: str) -> None:
        if self.keep:
            self.journal.append(Change(key, tidy(after - before), before, after, who, why))
            del self.journal[: -self.keep]


def _checked(amount: Number) -> Number:
    if not 0 <= amount < inf:
        raise RulesError(f"an amount is a number from 0 on, not {amount}")
    return amount


def _check_pool(key: str, pool: Pool) -> None:
    _checked(pool.current)
    if pool.max is not None:
        _checked(pool.max)
    elif pool.reset:
        raise RulesError(f"pool {key!r} resets at {pool.reset!r}, but has no maximum", key=key)
