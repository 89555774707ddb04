"""Prices: costs that are prepared once, then compared with pools and paid from them.

The key of a pool is its name in a `Ledger`; a game that numbers its pools uses the numbers. `available`
is a function that returns what a pool holds.

- `prepare` does what does not depend on the amounts in the pools: it adds what the costs take from each
  pool, and lists the levels that can pay for a cost that allows upcasting.
- `Price.bill` takes the fixed amounts first, then one level for every cost that allows upcasting
  (`upcast.py`), then the variable amounts, which get what is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from turnwright.core.errors import RulesError

from .ledger import EPSILON, Number, tidy
from .upcast import Level, UpcastCost, assign

if TYPE_CHECKING:
    from .cost import Cost, Variable

K = TypeVar("K")

Amounts: TypeAlias = tuple[tuple[K, Number], ...]
"""Pairs of a pool and an amount."""


class Slot(NamedTuple, Generic[K]):
    """What a cost with a level takes."""

    level: int
    key: K
    amount: Number


class VariableCost(NamedTuple, Generic[K]):
    """A variable amount, its pool, and what later variable costs take at least from this pool."""

    key: K
    variable: Variable
    reserved: Number


class Bill(msgspec.Struct, Generic[K], frozen=True, gc=False):
    """What is taken. A pool may appear twice in `amounts`: with a fixed and with a chosen amount.

    `spent` is the total of variable costs, `slot_level` the level that pays the first cost with a
    level, and `slots` the part of `amounts` that has levels.
    """

    amounts: Amounts[K] = ()
    spent: Number = 0
    slot_level: int | None = None
    slots: Amounts[K] = ()


class Price(msgspec.Struct, Generic[K], frozen=True, gc=False):
    """Costs that are prepared for paying."""

    fixed: Amounts[K]
    """The sum of the fixed amounts of each pool."""
    least: Amounts[K]
    """What each pool must hold; what costs that allow upcasting take is not included."""
    upcast: tuple[UpcastCost[K], ...] = ()
    variable: tuple[VariableCost[K], ...] = ()
    slots: tuple[Slot[K] | None, ...] = ()
    """The costs with a fixed level, in order; None in the place of one that allows upcasting."""
    only_bill: Bill[K] | None = None
    """The bill, if nothing about it is chosen on payment."""

    def first_shortfall(self, available: Callable[[K], Number]) -> tuple[K, Number] | None:
        """Return the first pool that does not hold what it must, and what that is."""
        for pair in self.least:
            if pair[1] > available(pair[0]) + EPSILON:
                return pair
        return None

    def is_payable(self, available: Callable[[K], Number]) -> bool:
        """Whether the pools hold enough."""
        if self.first_shortfall(available) is not None:
            return False
        return not self.upcast or assign(self.upcast, available) is not None

    def bill(self, available: Callable[[K], Number], need: Number = 0) -> Bill[K] | None:
        """Return what is taken from pools that have no shortfall; None if there are too few levels.

        `need` is the amount for variable costs with the policy "need".
        """
        if self.only_bill is not None:
            return self.only_bill
        levels = assign(self.upcast, available) if self.upcast else []
        if levels is None:
            return None
        amounts = [*self.fixed, *((level.key, 1) for level in levels)]
        spent: Number = 0
        for key, variable, reserved in self.variable:
            taken = sum(amount for other, amount in amounts if other == key)
            amount = variable.amount(tidy(available(key) - taken - reserved), need)
            amounts.append((key, amount))
            spent = tidy(spent + amount)
        chosen = iter(levels)
        slots = [slot or _slot_at(next(chosen)) for slot in self.slots]
        return _bill(tuple(amounts), spent, slots)


def _slot_at(level: Level[K]) -> Slot[K]:
    return Slot(level.level, level.key, 1)


def _bill(amounts: Amounts[K], spent: Number, slots: Sequence[Slot[K]]) -> Bill[K]:
    if not slots:
        return Bill(amounts, spent)
    taken = total((slot.key, slot.amount) for slot in slots)
    return Bill(amounts, spent, slots[0].level, tuple(taken.items()))


def total(amounts: Iterable[tuple[K, Number]]) -> dict[K, Number]:
    """Add the amounts of each pool."""
    found: dict[K, Number] = {}
    for key, amount in amounts:
        found[key] = tidy(found.get(key, 0) + amount)
    return found


# --- preparing ---------------------------------------------------------------------------------------


def prepare(costs: Sequence[Cost], names: Iterable[str], key_of: Callable[[str], K]) -> Price[K]:
    """Prepare costs for pools with these names. `key_of` returns the key of a name."""
    least: dict[K, Number] = {}
    slots: list[Slot[K] | None] = []
    upcast: list[Cost] = []
    variable: list[tuple[K, Variable]] = []
    for cost in costs:
        if cost.formula:
            raise RulesError(f"The game has not computed {cost.formula!r} of {cost.key}.")
        if cost.allow_upcast:
            upcast.append(cost)
            slots.append(None)
            continue
        key, amount = key_of(cost.key), cost.amount
        if cost.variable is not None:
            variable.append((key, cost.variable))
            amount = cost.variable.least
        elif cost.level is not None:
            slots.append(Slot(cost.level, key, amount))
        if amount:
            least[key] = tidy(least.get(key, 0) + amount)
    amounts = tuple(least.items())
    if not upcast and not variable:
        bill = _bill(amounts, 0, [slot for slot in slots if slot is not None])
        return Price(amounts, amounts, (), (), tuple(slots), bill)
    return Price(
        _fixed(costs, key_of) if variable else amounts,
        amounts,
        tuple(_upcast_cost(cost, least, names, key_of) for cost in upcast),
        tuple(_variable_cost(variable, index) for index in range(len(variable))),
        tuple(slots),
    )


def _fixed(costs: Sequence[Cost], key_of: Callable[[str], K]) -> Amounts[K]:
    fixed = (cost for cost in costs if cost.variable is None and not cost.allow_upcast)
    return tuple(total((key_of(cost.key), cost.amount) for cost in fixed if cost.amount).items())


def _variable_cost(variable: Sequence[tuple[K, Variable]], index: int) -> VariableCost[K]:
    key, one = variable[index]
    later = (other.least for pool, other in variable[index + 1 :] if pool == key)
    return VariableCost(key, one, sum(later))


def _upcast_cost(
    cost: Cost, least: dict[K, Number], names: Iterable[str], key_of: Callable[[str], K]
) -> UpcastCost[K]:
    """List the levels that can pay, in the order in which the cost prefers them."""
    base = cost.level or 0
    start = len(cost.resource) + 1
    found: list[Level[K]] = []
    for name in names:
        suffix = name[start:]
        if suffix.isdecimal() and name == f"{cost.resource}_{int(suffix)}":
            level = int(suffix)
            if base <= level <= cost.top:
                key = key_of(name)
                found.append(Level(level, key, least.get(key, 0)))
    found.sort(key=lambda one: one.level, reverse=cost.prefer == "highest")
    return UpcastCost(cost.resource, base, cost.top, tuple(found))
