"""Requirements: conditions of an action, as data.

Requirements compose and are evaluated against `Facts`, which a game implements. Nothing here knows
what a condition, a tag or an event means.

`compiled` defines when a requirement holds: it returns a function that asks the readers of a game.
`holds` is that function for readers of `Facts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Annotated, Literal, Protocol, TypeAlias, TypeVar, cast

from .definition_base import Definition, note
from .facts import (
    CompiledRequirement,
    FactReaders,
    Facts,
    ReadersOfFacts,
    Scalar,
    TagBearer,
    TimeSpan,
    Verdict,
)
from .ledger import EPSILON, Amount, Number

Op: TypeAlias = Literal["<", "<=", "==", "!=", ">=", ">"]

R = TypeVar("R")
A = TypeVar("A")
T = TypeVar("T")
E = TypeVar("E")

YES, NO = Verdict(True), Verdict(False)

OPS: dict[str, Callable[[Number], bool]] = {  # applied to the difference of both sides
    "<": lambda d: d < -EPSILON,
    "<=": lambda d: d <= EPSILON,
    "==": lambda d: -EPSILON <= d <= EPSILON,
    "!=": lambda d: not -EPSILON <= d <= EPSILON,
    ">=": lambda d: d >= -EPSILON,
    ">": lambda d: d > EPSILON,
}


class FactsCheck(Protocol):
    """A requirement that is compiled for `Facts`."""

    def __call__(self, facts: Facts[T], actor: None, target: T | None, event: None, /) -> bool:
        """Whether it is met."""
        ...


class Check(Definition, frozen=True, tag=True, tag_field="type", dict=True):
    """Base class of requirements. `compiled` decides; the methods after `holds` explain a failure."""

    @property
    def is_about_target(self) -> bool:
        """Whether it is evaluated for every candidate target, and not once."""
        return False

    def compiled(self, readers: FactReaders[R, A, T, E]) -> CompiledRequirement[R, A, T, E]:
        """The requirement as a function of the game that these readers ask."""
        raise NotImplementedError

    @cached_property
    def _compiled_for_facts(self) -> FactsCheck:
        return cast("FactsCheck", self.compiled(ReadersOfFacts[object]()))

    def holds(self, facts: Facts[T], target: T | None = None) -> bool:
        """Whether the requirement is met."""
        return self._compiled_for_facts(facts, None, target, None)

    def describe(self) -> str:
        """The requirement as text."""
        raise NotImplementedError

    def actual(self, facts: Facts[T], target: T | None) -> Scalar:
        """The value that the requirement was compared with."""
        return self.holds(facts, target)

    def describe_actual(self, actual: Scalar) -> str:
        """That value as text."""
        return "it is true" if actual else "it is not true"


class Compound(Check, frozen=True):
    """Base class of requirements that combine others."""

    of: Annotated[tuple[Requirement, ...], note("The requirements that are combined.")]

    @property
    def is_about_target(self) -> bool:
        return any(check.is_about_target for check in self.of)

    def actual(self, facts: Facts[T], target: T | None) -> Scalar:
        return " and ".join(check.describe_actual(check.actual(facts, target)) for check in self.of)

    def describe_actual(self, actual: Scalar) -> str:
        return str(actual)


class And(Compound, frozen=True):
    """All of these must hold."""

    def compiled(self, readers: FactReaders[R, A, T, E]) -> CompiledRequirement[R, A, T, E]:
        checks = tuple(check.compiled(readers) for check in self.of)
        return lambda run, actor, target, event: all(
            check(run, actor, target, event) for check in checks
        )

    def describe(self) -> str:
        return f"({' and '.join(check.describe() for check in self.of)})"


class Or(Compound, frozen=True):
    """Any of these must hold."""

    def compiled(self, readers: FactReaders[R, A, T, E]) -> CompiledRequirement[R, A, T, E]:
        checks = tuple(check.compiled(readers) for check in self.of)
        return lambda run, actor, target, event: any(
            check(run, actor, target, event) for check in checks
        )

    def describe(self) -> str:
        return f"({' or '.join(check.describe() for check in self.of)})"


class Not(Check, frozen=True):
    """This must not hold."""

    of: Annotated[Requirement, note("The requirement that must not hold.")]

    @property
    def is_about_target(self) -> bool:
        return self.of.is_about_target

    def compiled(self, readers: FactReaders[R, A, T, E]) -> CompiledRequirement[R, A, T, E]:
        check = self.of.compiled(readers)
        return lambda run, actor, target, event: not check(run, actor, target, event)

    def describe(self) -> str:
        return f"not {self.of.describe()}"

    def actual(self, facts: Facts[T], target: T | None) -> Scalar:
        return self.of.actual(facts, target)

    def describe_actual(self, actual: Scalar) -> str:
        return self.of.describe_actual(actual)


class SelfCondition(Check, frozen=True):
    """A condition of the actor: true if its number is not 0, or compared with `value`."""

    name: Annotated[str, note("The name of the condition.")]
    op: Annotated[Op, note("How its number is compared.")] = "!="
    value: Annotated[int | float, note("What it is compared with.")] = 0

    def compiled(self, readers: FactReaders[R, A, T, E]) -> CompiledRequirement[R, A, T, E]:
        read, compare, value = readers.self_value(self.name), OPS[self.op], self.value
        return lambda run, actor, target, event: compare(read(run, actor, actor) - value)

    @property
    def _is_number(self) -> bool:
        return self.op != "!=" or self.value != 0

    def describe(self) -> str:
        return f"{self.name} {self.op} {self.value}" if self._is_number else self.name

    def actual(self, facts: Facts[T], target: T | None) -> Scalar:
        return facts.self_value(self.name)

    def describe_actual(self, actual: Scalar) -> str:
        return f"{self.name} is {actual}" if self._is_number else super().describe_actual(actual)


class TargetCondition(SelfCondition, frozen=True):
    """A condition of the target. Candidates that do not meet it are not targets."""

    @property
    def is_about_target(self) -> bool:
        return True

    def compiled(self, readers: FactReaders[R, A, T, E]) -> CompiledRequirement[R, A, T, E]:
        read, compare, value = readers.target_value(self.name), OPS[self.op], self.value
        return lambda run, actor, target, event: (
            target is not None and compare(read(run, actor, target) - value)
        )

    def describe(self) -> str:
        return f"target {super().describe()}"

    def actual(self, facts: Facts[T], target: T | None) -> Scalar:
        return 0 if target is None else facts.target_value(target, self.name)


class HasResource(Check, frozen=True):
    """At least this much of a resource. It is not spent."""

    key: Annotated[str, note("The pool in the ledger.")]
    amount: Annotated[Amount, note("How much the pool must hold.")] = 1

    def compiled(self, readers: FactReaders[R, A, T, E]) -> CompiledRequirement[R, A, T, E]:
        read, least = readers.available(self.key), self.amount - EPSILON
        return lambda run, actor, target, event: read(run, actor) >= least

    def describe(self) -> str:
        return f"{self.amount} {self.key}"

    def actual(self, facts: Facts[T], target: T | None) -> Scalar:
        return facts.ledger.available(self.key)

    def describe_actual(self, actual: Scalar) -> str:
        return f"{actual} available"


class HasTag(Check, frozen=True):
    """A participant has a tag."""

    tag: Annotated[str, note("The tag, case-sensitive.")]
    on: Annotated[TagBearer, note("Who must have it.")] = "target"
    by_self: Annotated[bool, note("Only if the actor put it there.")] = False

    @property
    def is_about_target(self) -> bool:
        return self.on == "target"

    def compiled(self, readers: FactReaders[R, A, T, E]) -> CompiledRequirement[R, A, T, E]:
        read = readers.has_tag(self.tag, self.on, self.by_self)
        if self.on != "target":
            return lambda run, actor, target, event: read(run, actor, target)
        return lambda run, actor, target, event: target is not None and read(run, actor, target)

    def describe(self) -> str:
        own = "its own " if self.by_self else ""
        return f"{own}tag {self.tag!r} on {self.on.replace('_', ' ')}"


class LastEvent(Check, frozen=True):
    """The last event of its family was one of these. It does not hold if there was none."""

    event: Annotated[str | tuple[str, ...], note("The type, or one of the types, of the event.")]
    tags: Annotated[tuple[str, ...], note("Tags that the event must all have.")] = ()
    op: Annotated[Op, note("How its value is compared.")] = ">="
    value: Annotated[int | float | None, note("The value to compare with, if any.")] = None
    window: Annotated[TimeSpan, note("How far back to look.")] = "turn"
    by_self: Annotated[bool, note("Only events caused by the actor.")] = True

    @property
    def events(self) -> tuple[str, ...]:
        """The types of events that match."""
        return (self.event,) if isinstance(self.event, str) else self.event

    def compiled(self, readers: FactReaders[R, A, T, E]) -> CompiledRequirement[R, A, T, E]:
        read = readers.last_event(self.events, self.tags, self.window, self.by_self)
        if self.value is None:
            return lambda run, actor, target, event: read(run, actor, event) is not None
        compare, value = OPS[self.op], self.value

        def happened(run: R, actor: A, target: T | None, event: E | None) -> bool:
            last = read(run, actor, event)
            return last is not None and compare(last - value)

        return happened

    def describe(self) -> str:
        value = [] if self.value is None else [f"value {self.op} {self.value}"]
        about = f" ({', '.join([*self.tags, *value])})" if self.tags or value else ""
        return f"last event {' or '.join(self.events)}{about} in this {self.window}"

    def actual(self, facts: Facts[T], target: T | None) -> Scalar:
        last = facts.last_event(self.events, self.window, self.by_self)
        if last is None:
            return None
        return f"{last.type} ({', '.join([*sorted(last.tags), f'value {last.value}'])})"

    def describe_actual(self, actual: Scalar) -> str:
        return "there was none" if actual is None else f"it was {actual}"


class Custom(Check, frozen=True):
    """A requirement that the game implements under a name."""

    name: Annotated[str, note("The name of the check.")]
    data: Annotated[dict[str, Scalar], note("Parameters for the game.")] = {}
    on: Annotated[
        Literal["self", "target"], note("Whether it is evaluated once or for every candidate.")
    ] = "self"

    @property
    def is_about_target(self) -> bool:
        return self.on == "target"

    def compiled(self, readers: FactReaders[R, A, T, E]) -> CompiledRequirement[R, A, T, E]:
        read = readers.custom(self.name, self.data)
        if self.on != "target":
            return read
        return lambda run, actor, target, event: (
            target is not None and read(run, actor, target, event)
        )

    def describe(self) -> str:
        data = ", ".join(f"{key} {value}" for key, value in self.data.items())
        return f"{self.name} ({data})" if data else self.name


Requirement: TypeAlias = (
    And | Or | Not | TargetCondition | SelfCondition | HasResource | HasTag | LastEvent | Custom
)


def evaluate(check: Requirement, facts: Facts[T], target: T | None = None) -> Verdict:
    """Evaluate a requirement. The verdict explains the first check that failed."""
    if check.holds(facts, target):
        return YES
    while isinstance(check, And):
        check = next(inner for inner in check.of if not inner.holds(facts, target))
    actual = check.actual(facts, target)
    why = f"needs {check.describe()}, {check.describe_actual(actual)}"
    return Verdict(False, why, {"check": type(check).__name__, "found": actual})


def targets(
    requirements: Sequence[Requirement], facts: Facts[T], candidates: Iterable[T]
) -> list[T]:
    """Return the candidates that meet every requirement about a target."""
    checks = [check for check in requirements if check.is_about_target]
    return [one for one in candidates if all(check.holds(facts, one) for check in checks)]
