"""Requirements: what must be true for an action, as data.

They compose, and they are judged against `Facts`, the few questions that a game answers. Nothing here
knows what a condition, a tag or an event means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Literal, TypeAlias, TypeVar

from .definitions import Definition, note
from .facts import Facts, Scalar, TagBearer, TimeSpan, Verdict
from .ledger import EPSILON, Amount, Number

Op: TypeAlias = Literal["<", "<=", "==", "!=", ">=", ">"]

T = TypeVar("T")

YES, NO = Verdict(True), Verdict(False)

OPS: dict[str, Callable[[Number], bool]] = {  # of the difference
    "<": lambda d: d < -EPSILON,
    "<=": lambda d: d <= EPSILON,
    "==": lambda d: -EPSILON <= d <= EPSILON,
    "!=": lambda d: not -EPSILON <= d <= EPSILON,
    ">=": lambda d: d >= -EPSILON,
    ">": lambda d: d > EPSILON,
}


class Check(Definition, frozen=True, tag=True, tag_field="type"):
    """Base of the requirements. `holds` decides; `words` and `found` only describe."""

    @property
    def is_about_target(self) -> bool:
        """Such checks choose among candidates; the others are made once."""
        return False

    def holds(self, facts: Facts[T], target: T | None = None) -> bool:
        raise NotImplementedError

    def words(self) -> str:
        raise NotImplementedError

    def found(self, facts: Facts[T], target: T | None) -> Scalar:
        return self.holds(facts, target)

    def said(self, found: Scalar) -> str:
        return "it is so" if found else "it is not so"


class Several(Check, frozen=True):
    of: Annotated[tuple[Requirement, ...], note("The requirements that are joined.")]

    @property
    def is_about_target(self) -> bool:
        return any(check.is_about_target for check in self.of)

    def found(self, facts: Facts[T], target: T | None) -> Scalar:
        return " and ".join(check.said(check.found(facts, target)) for check in self.of)

    def said(self, found: Scalar) -> str:
        return str(found)


class And(Several, frozen=True):
    """All of these."""

    def holds(self, facts: Facts[T], target: T | None = None) -> bool:
        return all(check.holds(facts, target) for check in self.of)

    def words(self) -> str:
        return f"({' and '.join(check.words() for check in self.of)})"


class Or(Several, frozen=True):
    """Any of these."""

    def holds(self, facts: Facts[T], target: T | None = None) -> bool:
        return any(check.holds(facts, target) for check in self.of)

    def words(self) -> str:
        return f"({' or '.join(check.words() for check in self.of)})"


class Not(Check, frozen=True):
    """The contrary of this."""

    of: Annotated[Requirement, note("What must not be true.")]

    @property
    def is_about_target(self) -> bool:
        return self.of.is_about_target

    def holds(self, facts: Facts[T], target: T | None = None) -> bool:
        return not self.of.holds(facts, target)

    def words(self) -> str:
        return f"not {self.of.words()}"

    def found(self, facts: Facts[T], target: T | None) -> Scalar:
        return self.of.found(facts, target)

    def said(self, found: Scalar) -> str:
        return self.of.said(found)


class SelfCondition(Check, frozen=True):
    """A condition of the one who acts: a name alone means "yes", else its number is compared."""

    name: Annotated[str, note("What the game is asked for.")]
    op: Annotated[Op, note("How its number is compared.")] = "!="
    value: Annotated[int | float, note("What it is compared with.")] = 0

    def holds(self, facts: Facts[T], target: T | None = None) -> bool:
        return OPS[self.op](facts.self_value(self.name) - self.value)

    @property
    def _is_number(self) -> bool:
        return self.op != "!=" or self.value != 0

    def words(self) -> str:
        return f"{self.name} {self.op} {self.value}" if self._is_number else self.name

    def found(self, facts: Facts[T], target: T | None) -> Scalar:
        return facts.self_value(self.name)

    def said(self, found: Scalar) -> str:
        return f"{self.name} is {found}" if self._is_number else super().said(found)


class TargetCondition(SelfCondition, frozen=True):
    """A condition of the target: candidates that do not meet it are no targets."""

    @property
    def is_about_target(self) -> bool:
        return True

    def holds(self, facts: Facts[T], target: T | None = None) -> bool:
        if target is None:
            return False
        return OPS[self.op](facts.target_value(target, self.name) - self.value)

    def words(self) -> str:
        return f"target {super().words()}"

    def found(self, facts: Facts[T], target: T | None) -> Scalar:
        return 0 if target is None else facts.target_value(target, self.name)


class HasResource(Check, frozen=True):
    """At least so much of a resource, which is not spent by this."""

    key: Annotated[str, note("The pool in the ledger.")]
    amount: Annotated[Amount, note("How much must be in it.")] = 1

    def holds(self, facts: Facts[T], target: T | None = None) -> bool:
        return facts.ledger.has(self.key, self.amount)

    def words(self) -> str:
        return f"{self.amount} {self.key}"

    def found(self, facts: Facts[T], target: T | None) -> Scalar:
        return facts.ledger.available(self.key)

    def said(self, found: Scalar) -> str:
        return f"{found} available"


class HasTag(Check, frozen=True):
    """Somebody bears a tag, exactly as it is written."""

    tag: Annotated[str, note("The tag, case-sensitive.")]
    on: Annotated[TagBearer, note("Who must bear it.")] = "target"
    by_self: Annotated[bool, note("Only if the one who acts put it there.")] = False

    @property
    def is_about_target(self) -> bool:
        return self.on == "target"

    def holds(self, facts: Facts[T], target: T | None = None) -> bool:
        if target is None and self.on == "target":
            return False
        return facts.has_tag(self.tag, self.on, self.by_self, target)

    def words(self) -> str:
        own = "its own " if self.by_self else ""
        return f"{own}tag {self.tag!r} on {self.on.replace('_', ' ')}"


class LastEvent(Check, frozen=True):
    """The last event of its family was one of these. If there was none, that is no."""

    event: Annotated[str | tuple[str, ...], note("The type, or types, it must have.")]
    tags: Annotated[tuple[str, ...], note("Tags it must have, all of them.")] = ()
    op: Annotated[Op, note("How its value is compared.")] = ">="
    value: Annotated[int | float | None, note("What its value is compared with, if at all.")] = None
    window: Annotated[TimeSpan, note("How far back to look.")] = "turn"
    by_self: Annotated[bool, note("Only events whose source is the one who acts.")] = True

    @property
    def events(self) -> tuple[str, ...]:
        return (self.event,) if isinstance(self.event, str) else self.event

    def holds(self, facts: Facts[T], target: T | None = None) -> bool:
        last = facts.last_event(self.events, self.window, self.by_self)
        return (
            last is not None
            and last.type in self.events
            and all(tag in last.tags for tag in self.tags)
            and (self.value is None or OPS[self.op](last.value - self.value))
        )

    def words(self) -> str:
        value = [] if self.value is None else [f"value {self.op} {self.value}"]
        about = f" ({', '.join([*self.tags, *value])})" if self.tags or value else ""
        return f"last event {' or '.join(self.events)}{about} in this {self.window}"

    def found(self, facts: Facts[T], target: T | None) -> Scalar:
        last = facts.last_event(self.events, self.window, self.by_self)
        if last is None:
            return None
        return f"{last.type} ({', '.join([*sorted(last.tags), f'value {last.value}'])})"

    def said(self, found: Scalar) -> str:
        return "there was none" if found is None else f"it was {found}"


class Custom(Check, frozen=True):
    """A check that the game knows by name."""

    name: Annotated[str, note("The name of the check.")]
    data: Annotated[dict[str, Scalar], note("What the game is told with it.")] = {}
    on: Annotated[Literal["self", "target"], note("Is it asked once, or per candidate?")] = "self"

    @property
    def is_about_target(self) -> bool:
        return self.on == "target"

    def holds(self, facts: Facts[T], target: T | None = None) -> bool:
        if target is None and self.on == "target":
            return False
        return facts.custom(self.name, self.data, target)

    def words(self) -> str:
        data = ", ".join(f"{key} {value}" for key, value in self.data.items())
        return f"{self.name} ({data})" if data else self.name


Requirement: TypeAlias = (
    And | Or | Not | TargetCondition | SelfCondition | HasResource | HasTag | LastEvent | Custom
)


def evaluate(check: Requirement, facts: Facts[T], target: T | None = None) -> Verdict:
    """Does it hold, and if not, which check failed first, with what numbers?"""
    if check.holds(facts, target):
        return YES
    while isinstance(check, And):
        check = next(inner for inner in check.of if not inner.holds(facts, target))
    found = check.found(facts, target)
    why = f"needs {check.words()}, {check.said(found)}"
    return Verdict(False, why, {"check": type(check).__name__, "found": found})


def targets(
    requirements: Sequence[Requirement], facts: Facts[T], candidates: Iterable[T]
) -> list[T]:
    """The candidates that meet every requirement that is about a target."""
    checks = [check for check in requirements if check.is_about_target]
    return [one for one in candidates if all(check.holds(facts, one) for check in checks)]
