"""Costs: the resources that an action takes.

A price is quoted before it is paid, and paid completely or not at all. A cost names a resource and an
amount. A cost with a level takes from one pool of a family: "SpellSlot" at level 1 is the pool
"SpellSlot_1". What the resources mean is up to the game. `price.py` computes what a cost takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import floor, inf
from typing import Annotated, Literal, TypeAlias

import msgspec

from turnwright.core.errors import RulesError

from .definition_base import Definition, Malformed, note
from .ledger import EPSILON, Amount, Ledger, Number, tidy
from .price import Price, prepare, total
from .upcast import shortage


class Variable(Definition, frozen=True):
    """An amount that is chosen on payment: a multiple of `step` between `min` and `max`."""

    min: Annotated[Amount, note("The least amount; write 0 to allow paying nothing.")] = 1
    max: Annotated[Amount | None, note("The largest amount; null for all that is available.")] = (
        None
    )
    step: Annotated[Amount, note("The amount is a multiple of this.")] = 1
    policy: Annotated[
        Literal["need", "max", "min", "all"] | Amount,
        note("How much to pay: what is needed, the most, the least, all, or a number."),
    ] = "need"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.step:
            raise Malformed(["step of Variable: expected a positive number"])
        if self.policy == "all" and self.max is not None:
            raise Malformed(["max of Variable: policy 'all' has no maximum"])
        if self.max is not None and self.least > _down(self.max, self.step):
            sentence = f"no multiple of {self.step} lies between {self.min} and {self.max}"
            raise Malformed([f"max of Variable: {sentence}"])

    @property
    def least(self) -> Number:
        """The smallest amount that can be paid."""
        if self.policy == "all":
            return self.min
        return -_down(-self.min, self.step)

    def amount(self, pool: Number, need: Number) -> Number:
        """Return what is paid from a pool that holds at least `least`."""
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
    """One part of a price."""

    resource: Annotated[str, note("The pool, or the family of pools if there is a level.")]
    amount: Annotated[Amount, note("How much is paid, unless it is variable.")] = 1
    level: Annotated[
        Annotated[int, msgspec.Meta(ge=0)] | None, note("The pool of the family: resource_level.")
    ] = None
    allow_upcast: Annotated[bool, note("A higher level pays when this one is empty.")] = False
    max_level: Annotated[int | None, note("The highest level that can pay.")] = None
    prefer: Annotated[Literal["lowest", "highest"], note("Which level pays first.")] = "lowest"
    variable: Annotated[Variable | None, note("The amount is chosen on payment.")] = None
    formula: Annotated[
        str, note("A formula that the game computes on payment, in place of the amount.")
    ] = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        problem = ""
        if self.formula and (self.amount != 1 or self.allow_upcast or self.variable):
            problem = "formula of Cost: it stands in place of another amount"
        elif self.allow_upcast and self.level is None:
            problem = "level of Cost: allow_upcast needs a level"
        elif self.allow_upcast and (self.amount != 1 or self.variable):
            problem = "amount of Cost: a cost with allow_upcast is exactly one"
        elif self.level is not None and self.max_level is not None and self.max_level < self.level:
            problem = f"max_level of Cost: {self.max_level} is below level {self.level}"
        if problem:
            raise Malformed([problem])

    @property
    def key(self) -> str:
        """The key of the pool that pays."""
        return self.resource if self.level is None else f"{self.resource}_{self.level}"

    def computed(self, amount: Number = 1) -> Cost:
        """This cost with what its formula gives; a cost without one is as it was."""
        return msgspec.structs.replace(self, amount=amount, formula="") if self.formula else self

    @property
    def top(self) -> Number:
        """The highest level that can pay."""
        return inf if self.max_level is None else self.max_level


class Payment(msgspec.Struct, frozen=True, omit_defaults=True):
    """What will be taken, by key.

    `spent` is the total of variable costs, `slot_level` the level that pays the first cost with a
    level, and `slots` the part of `amounts` that has levels.
    """

    amounts: dict[str, Number] = {}
    spent: Number = 0
    slot_level: int | None = None
    slots: dict[str, Number] = {}


class Shortfall(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a price cannot be paid: the first pool that does not hold enough."""

    key: str
    needed: Number
    available: Number
    or_higher: bool = False

    @property
    def sentence(self) -> str:
        """The shortfall as part of a sentence: what is needed and what is available."""
        what = f"{self.key} or higher" if self.or_higher else self.key
        return f"needs {self.needed} {what}, {self.available} available"


FREE = Payment()


def quote(costs: Sequence[Cost], ledger: Ledger, need: Number = 0) -> Payment | Shortfall:
    """Return the payment for these costs, or the first shortfall.

    `need` is the amount for variable costs with the policy "need". Costs on the same pool are added
    before they are compared; variable costs get what is left.
    """
    if not costs:
        return FREE
    price = _prepared(tuple(costs), _pool_names(costs, ledger))
    available = ledger.available
    lack = price.first_shortfall(available)
    if lack is not None:
        return Shortfall(*lack, available(lack[0]))
    bill = price.only_bill or price.bill(available, need)
    if bill is None:
        short = shortage(price.upcast, available)
        return Shortfall(short.key, short.needed, short.available, short.is_range)
    if bill is price.only_bill:
        return Payment(dict(bill.amounts), 0, bill.slot_level, dict(bill.slots))
    taken = total(pair for pair in bill.amounts if pair[1])
    amounts = {key: taken[key] for key in (*dict(price.least), *taken)}  # in the order of the costs
    return Payment(amounts, bill.spent, bill.slot_level, dict(bill.slots))


@lru_cache(4096)
def _prepared(costs: tuple[Cost, ...], names: tuple[str, ...]) -> Price[str]:
    """Prepare a price. It may be kept, because equal costs (1 and 1.0) have identical prices."""
    return prepare(costs, names, str)


def _pool_names(costs: Sequence[Cost], ledger: Ledger) -> tuple[str, ...]:
    """The names of the pools if a price depends on them: if a cost allows upcasting."""
    for cost in costs:
        if cost.allow_upcast:
            return tuple(ledger.pools)
    return ()


def pay(ledger: Ledger, payment: Payment, who: str = "", why: str = "") -> None:
    """Take a payment. Raise and take nothing if the ledger no longer holds all of it."""
    for key, amount in payment.amounts.items():
        if not ledger.has(key, amount):
            lack = Shortfall(key, amount, ledger.available(key))
            raise RulesError(f"The quote is no longer valid: {lack.sentence}.", key=key)
    for key, amount in payment.amounts.items():
        ledger.spend(key, amount, who, why)


OnCancel: TypeAlias = Literal["keep", "refund_slot", "refund_all"]
"""What a cancelled action gives back: nothing, the part with levels, or everything."""


def refund(
    ledger: Ledger, payment: Payment, policy: OnCancel, who: str = "", why: str = ""
) -> dict[str, Number]:
    """Give a payment back, never above a pool's maximum. Return what came back, by key."""
    back = {"keep": {}, "refund_slot": payment.slots, "refund_all": payment.amounts}[policy]
    restored = {key: ledger.restore(key, amount, who, why) for key, amount in back.items()}
    return {key: amount for key, amount in restored.items() if amount}
