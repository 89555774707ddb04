"""The ledger: pools of resources.

A ledger holds pools by key ("click", "SpellSlot_1", "life") and optionally a journal of who changed
them and why. It does not know what resources are for; see `cost.py`.
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
"""A number of 0 or more. Integers stay integers."""

EPSILON = 1e-9
"""Amounts that differ by this or less are equal, so that 0.3 pays for 0.1 three times."""


def tidy(number: Number) -> Number:
    """Round an amount that is an integer up to `EPSILON`: 15.0 and 14.9999999999 become 15."""
    if type(number) is float:
        whole = round(number)
        if abs(number - whole) <= EPSILON:
            return whole
    return number


class Pool(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """The amount of one resource. `max=None` means no limit. `reset` is the word that restores it to
    its maximum: "turn", "encounter", "long rest", or "" for never."""

    current: Public[Amount]
    max: Public[Amount | None] = None
    reset: Public[str] = ""


class Change(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One entry of the journal. Its text form is a sentence."""

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
            return f"{self.key} unchanged at {self.after}{by}{because}."
        done = "spent" if self.amount < 0 else "gained"
        amount = f"{abs(self.amount)} {self.key}"
        return f"{amount} {done}{by}{because}: {self.before} -> {self.after}."


class Ledger(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Pools by key, and the last `keep` changes (0 for no journal).

    Pools are replaced, never changed, so a copy of a ledger copies one dict.
    """

    pools: Public[dict[str, Shared[Pool]]] = {}
    journal: list[Shared[Change]] = []
    keep: int = 0

    def __post_init__(self) -> None:
        for key, pool in self.pools.items():
            _check_pool(key, pool)

    # --- queries -------------------------------------------------------------------------------------

    def available(self, key: str) -> Number:
        """The amount in a pool; 0 if there is no such pool."""
        pool = self.pools.get(key)
        return 0 if pool is None else pool.current

    def has(self, key: str, amount: Number = 1) -> bool:
        """Whether a pool holds at least this amount."""
        pool = self.pools.get(key)
        return _checked(amount) <= (0 if pool is None else pool.current) + EPSILON

    def explain(self) -> str:
        """The journal as sentences, oldest first."""
        return "\n".join(map(str, self.journal))

    # --- changing ------------------------------------------------------------------------------------

    def add(self, key: str, pool: Pool, who: str = "", why: str = "") -> None:
        """Add a pool under a new key."""
        _check_pool(key, pool)
        if key in self.pools:
            raise RulesError(f"The ledger already has a pool {key!r}.", key=key)
        self.pools[key] = pool
        self._write(key, 0, pool.current, who, why)

    def spend(self, key: str, amount: Number = 1, who: str = "", why: str = "") -> None:
        """Take an amount out of a pool. Raise if it holds less."""
        have = self.available(key)
        if _checked(amount) > have + EPSILON:
            sentence = f"Cannot spend {amount} {key}: {have} available."
            raise RulesError(sentence, key=key, needed=amount, available=have)
        if amount and key in self.pools:
            self._set(key, max(0, tidy(have - amount)), who, why)

    def restore(self, key: str, amount: Number = 1, who: str = "", why: str = "") -> Number:
        """Add up to the maximum and return how much was added. Never lowers a pool above it."""
        pool = self._pool(key)
        after = tidy(pool.current + _checked(amount))
        if pool.max is not None and after > pool.max:
            after = pool.max
        if after <= pool.current:
            return 0
        self._set(key, after, who, why)
        return tidy(after - pool.current)

    def gain(self, key: str, amount: Number = 1, who: str = "", why: str = "") -> None:
        """Add to a pool, even above its maximum."""
        after = tidy(self._pool(key).current + _checked(amount))
        if amount:
            self._set(key, after, who, why)

    def set_max(self, key: str, maximum: Number | None, who: str = "", why: str = "") -> None:
        """Set a maximum. Lowering it cuts the amount; raising it adds nothing."""
        pool = self._pool(key)
        after = pool.current
        if maximum is not None and (pool.max is None or _checked(maximum) < pool.max):
            after = min(after, maximum)
        changed = Pool(after, maximum, pool.reset)
        _check_pool(key, changed)
        self.pools[key] = changed
        self._write(key, pool.current, after, who, why or f"maximum now {maximum}")

    def reset(self, *words: str, who: str = "", why: str = "") -> dict[str, Number]:
        """Set the pools that reset at any of these words to their maximum, even from above it.
        Return by how much each of them changed."""
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
            raise RulesError(f"The ledger has no pool {key!r}.", key=key)
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
        raise RulesError(f"An amount must be a finite number of 0 or more, not {amount}.")
    return amount


def _check_pool(key: str, pool: Pool) -> None:
    _checked(pool.current)
    if pool.max is not None:
        _checked(pool.max)
    elif pool.reset:
        raise RulesError(f"Pool {key!r} resets at {pool.reset!r} but has no maximum.", key=key)
