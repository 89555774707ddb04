"""Costs: what an action takes, quoted before it is paid, and paid whole or not at all.

A cost names a resource and an amount; with a level it takes from one of a family of pools
("SpellSlot", level 1: the pool "SpellSlot_1"). What the resources mean is the game's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, inf
from typing import Annotated, Literal, TypeAlias

import msgspec

from turnwright.core.errors import RulesError

from .definitions import Definition, Malformed, note
from .ledger import EPSILON, Amount, Ledger, Number, tidy
from .upcast import levels, shortage


class Variable(Definition, frozen=True):
    """An amount that is chosen when it is paid: a multiple of `step` from `min` to `max`."""

    min: Annotated[Amount, note("The least amount; 0 must be written to allow paying nothing.")] = 1
    max: Annotated[Amount | None, note("The largest amount; none for whatever there is.")] = None
    step: Annotated[Amount, note("Only multiples of this are paid.")] = 1
    policy: Annotated[
        Literal["need", "max", "min", "all"] | Amount,
        note("What to pay: what is needed, the most, the least, all there is, or a number."),
    ] = "need"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.step:
            raise Malformed(["step of Variable: expected a number above 0"])
        if self.policy == "all" and self.max is not None:
            raise Malformed(["max of Variable: 'all' takes all there is, whatever the maximum"])
        if self.max is not None and self.least > _down(self.max, self.step):
            sentence = f"no multiple of {self.step} lies between {self.min} and {self.max}"
            raise Malformed([f"max of Variable: {sentence}"])

    @property
    def least(self) -> Number:
        if self.policy == "all":
            return self.min
        return -_down(-self.min, self.step)

    def amount(self, pool: Number, need: Number) -> Number:
        """What is paid from a pool that holds at least `least`."""
        if self.policy == "all":
            return pool
        most = _down(pool if self.max is None else min(self.max, pool), self.step)
        if isinstance(self.policy, str):
            wanted = {"need": need, "max": most, "min": self.least}[self.policy]
        else:
            wanted = self.policy
        return max(self.least, _down(min(wanted, most), self.step))


def _down(number: Number, step: Number) -> Number:
    if type(number) is int and type(step) is int:
        return number // step * step
    return tidy(floor((number + EPSILON) / step) * step)


class Cost(Definition, frozen=True):
    """One entry of a price."""

    resource: Annotated[str, note("The pool, or with a level the family of pools.")]
    amount: Annotated[Amount, note("How much of it; not used when it is variable.")] = 1
    level: Annotated[
        Annotated[int, msgspec.Meta(ge=0)] | None, note("Which pool of the family: resource_level.")
    ] = None
    allow_upcast: Annotated[bool, note("A higher level will do when this one is empty.")] = False
    max_level: Annotated[int | None, note("The highest level that will do.")] = None
    prefer: Annotated[Literal["lowest", "highest"], note("Which level to take first.")] = "lowest"
    variable: Annotated[Variable | None, note("The amount is chosen when it is paid.")] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        problem = ""
        if self.allow_upcast and self.level is None:
            problem = "level of Cost: an upcast starts from a level"
        elif self.allow_upcast and (self.amount != 1 or self.variable):
            problem = "amount of Cost: an upcast takes exactly one"
        elif self.level is not None and self.max_level is not None and self.max_level < self.level:
            problem = f"max_level of Cost: {self.max_level} is below level {self.level}"
        if problem:
            raise Malformed([problem])

    @property
    def key(self) -> str:
        return self.resource if self.level is None else f"{self.resource}_{self.level}"

    @property
    def top(self) -> Number:
        return inf if self.max_level is None else self.max_level


class Payment(msgspec.Struct, frozen=True, omit_defaults=True):
    """What will be taken, per key. `spent` is what variable costs came to, `slot_level` the level
    that the first levelled cost is paid with; `slots` is the part that has levels."""

    amounts: dict[str, Number] = {}
    spent: Number = 0
    slot_level: int | None = None
    slots: dict[str, Number] = {}


class Shortfall(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a price cannot be paid: the first key that does not hold enough."""

    key: str
    needed: Number
    available: Number
    or_higher: bool = False

    @property
    def sentence(self) -> str:
        what = f"{self.key} or higher" if self.or_higher else self.key
        return f"needs {self.needed} {what}, {self.available} available"


FREE = Payment()


def quote(costs: Sequence[Cost], ledger: Ledger, need: Number = 0) -> Payment | Shortfall:
    """What these costs come to now. `need` is how much a variable cost with that policy should be.

    Entries on the same key are summed before they are compared; variable costs get what is left.
    """
    if not costs:
        return FREE
    due: dict[str, Number] = {}
    rising: list[Cost] = []
    is_plain = True
    for cost in costs:
        if cost.allow_upcast:
            rising.append(cost)
            continue
        is_plain = is_plain and cost.level is None and cost.variable is None
        amount = cost.amount if cost.variable is None else cost.variable.least
        if amount:
            key = cost.key
            due[key] = tidy(due[key] + amount) if key in due else amount
    for key, amount in due.items():
        if amount > ledger.available(key) + EPSILON:
            return Shortfall(key, amount, ledger.available(key))
    if is_plain and not rising:
        return Payment(due)
    taken = levels(rising, ledger, due) if rising else []
    if taken is None:
        lack = shortage(rising, ledger, due)
        return Shortfall(lack.key, lack.needed, lack.available, lack.is_range)
    return _bound(costs, ledger, due, taken, need)


def _bound(
    costs: Sequence[Cost], ledger: Ledger, due: dict[str, Number], taken: list[int], need: Number
) -> Payment:
    """The payment of a price with levels or variable amounts: first the levels, then the rest."""
    slots: dict[str, Number] = {}
    slot_level: int | None = None
    rising = iter(taken)
    for cost in costs:
        level = next(rising) if cost.allow_upcast else cost.level
        if level is not None and cost.variable is None:
            key = f"{cost.resource}_{level}"
            slots[key] = tidy(slots.get(key, 0) + cost.amount)
            if cost.allow_upcast:
                due[key] = tidy(due.get(key, 0) + 1)
            slot_level = level if slot_level is None else slot_level
    spent: Number = 0
    for cost in costs:
        if cost.variable is not None:
            key = cost.key
            others = due.get(key, 0) - cost.variable.least
            amount = cost.variable.amount(tidy(ledger.available(key) - others), need)
            spent = tidy(spent + amount)
            if amount:
                due[key] = tidy(others + amount)
    return Payment(due, spent, slot_level, slots)


def pay(ledger: Ledger, payment: Payment, who: str = "", why: str = "") -> None:
    """Take all of it. If the ledger no longer holds it, raise, and take nothing."""
    for key, amount in payment.amounts.items():
        if not ledger.has(key, amount):
            lack = Shortfall(key, amount, ledger.available(key))
            raise RulesError(f"the quote no longer holds: {lack.sentence}", key=key)
    for key, amount in payment.amounts.items():
        ledger.spend(key, amount, who, why)


OnCancel: TypeAlias = Literal["keep", "refund_slot", "refund_all"]
"""What comes back when an action that was paid for is cancelled: nothing, what has levels, or all."""


def refund(
    ledger: Ledger, payment: Payment, policy: OnCancel, who: str = "", why: str = ""
) -> dict[str, Number]:
    """Give back, never above a maximum. Returns what really came back, per key."""
    back = {"keep": {}, "refund_slot": payment.slots, "refund_all": payment.amounts}[policy]
    restored = {key: ledger.restore(key, amount, who, why) for key, amount in back.items()}
    return {key: amount for key, amount in restored.items() if amount}
